/* The work that stated a practice first is never certain; that an older work of
 * the library speaks of the same thing is worth knowing. */

#include "check/index.h"
#include "check/rules.h"

/* The earliest origin that has a date, or NULL. */
static const struct citation *first_origin(struct check_context *context,
                                           struct str *published)
{
    const struct citations *citations = &context->record->citations;
    const struct citation *first = NULL;
    for (size_t i = 0; i < citations->len; i++) {
        const struct record *work =
            library_find(context->input->library, citations->at[i].ref);
        if (!work || !str_is(citations->at[i].role, "introduced_by") ||
            work->published.len == 0) {
            continue;
        }
        if (!first || str_compare(work->published, *published) < 0) {
            first = &citations->at[i];
            *published = work->published;
        }
    }
    return first;
}

static bool is_earlier(struct str date, struct str than)
{
    const size_t len = date.len < than.len ? date.len : than.len;
    return len > 0 &&
           str_compare(str_slice(date, 0, len), str_slice(than, 0, len)) < 0;
}

static bool has_tag(const struct record *record, struct str tag)
{
    for (size_t i = 0; i < record->tags.len; i++) {
        if (str_equal(record->tags.at[i].text, tag)) {
            return true;
        }
    }
    return false;
}

/* The practice's own topic where it names one, else any tag. */
static bool is_of_topic(const struct record *practice,
                        const struct record *work)
{
    if (practice->primary_topic.len > 0) {
        return has_tag(work, practice->primary_topic);
    }
    for (size_t i = 0; i < practice->tags.len; i++) {
        if (has_tag(work, practice->tags.at[i].text)) {
            return true;
        }
    }
    return false;
}

/* A work that the practice names in any place was looked at. */
static bool is_named(const struct record *practice, const struct record *work)
{
    for (size_t i = 0; i < practice->links.len; i++) {
        if (practice->links.at[i].to == work) {
            return true;
        }
    }
    return false;
}

/* Two of three words, or all of two: half is common among works of one
 * topic. */
static size_t words_asked(size_t len)
{
    return (2 * len + 2) / 3;
}

static const struct record *older_work(struct check_context *context,
                                       struct str published)
{
    const struct record *practice = context->record;
    const struct record *oldest = NULL;
    struct words words = {0};
    struct works works = {0};
    words_read(context->scratch, practice->title, &words);
    if (words.len < 2) {
        return NULL;
    }
    kept_find(index_kept(context->index), context->scratch, &words,
              words_asked(words.len), &works);
    for (size_t i = 0; i < works.len; i++) {
        const struct record *work = works.at[i]->work;
        if (is_earlier(work->published, published) &&
            is_of_topic(practice, work) && !is_named(practice, work) &&
            !record_is_retired(work) &&
            (!oldest || str_compare(work->published, oldest->published) < 0)) {
            oldest = work;
        }
    }
    return oldest;
}

void rule_origin_older_known(struct check_context *context)
{
    const struct record *record = context->record;
    struct str published = {0};
    if (record->kind->role != ROLE_PRACTICE || record->is_broken ||
        record_is_retired(record)) {
        return;
    }
    const struct citation *origin = first_origin(context, &published);
    if (!origin) {
        return;
    }
    const struct record *older = older_work(context, published);
    if (!older) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, origin->ref_place, older->id,
        "%.*s, of %.*s, is older than %.*s, of %.*s, and speaks of the same "
        "thing",
        STR_ARG(older->id), STR_ARG(older->published), STR_ARG(origin->ref),
        STR_ARG(published));
    diag_hint(context->diags, diag,
              "if it states the practice, it is the origin; if not, name it in "
              "the text and say what it lacks");
}
