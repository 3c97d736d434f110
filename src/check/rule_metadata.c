/* The right number of the wrong paper. Every other check of an identifier is
 * green when it leads to a paper on hypersonic flows; only the title that the
 * registry has for it tells. */

#include "check/rules.h"
#include "check/same_title.h"
#include "record/author.h"

static bool has_number(const struct record *work)
{
    return work->arxiv.len > 0 || work->doi.len > 0;
}

static bool is_same_author(struct check_context *context, struct str a,
                           struct str b)
{
    struct arena *arena = context->scratch;
    return str_equal(same_title_fold(arena, author_family(arena, a)),
                     same_title_fold(arena, author_family(arena, b)));
}

/* A preprint and its journal are a year apart now and then. */
static bool is_other_year(struct str a, struct str b)
{
    int64_t x = 0, y = 0;
    return str_to_int64(str_slice(a, 0, 4), &x) &&
           str_to_int64(str_slice(b, 0, 4), &y) && (x - y > 1 || y - x > 1);
}

static void report(struct check_context *context, enum field field,
                   struct str recorded, struct str said)
{
    const struct record *work = context->record;
    const struct metadata *metadata = &work->metadata;
    struct diag *diag = check_finding(
        context, record_place(work, field), str_from_c(field_infos[field].key),
        "%.*s had \"%.*s\" for it on %.*s, and the record has \"%.*s\"",
        STR_ARG(metadata->from), STR_ARG(said), STR_ARG(metadata->date),
        STR_ARG(recorded));
    diag_hint(context->diags, diag,
              "if the number leads to another paper, find the right one; else "
              "write what %.*s has",
              STR_ARG(metadata->from));
}

/* The title decides; where it agrees, the first author has to, or the year
 * when nobody is named. */
static void compare(struct check_context *context)
{
    const struct record *work = context->record;
    const struct metadata *metadata = &work->metadata;
    const bool has_authors = work->authors.len > 0 && metadata->authors.len > 0;
    if (!same_title(context->scratch, work->title, metadata->title)) {
        report(context, FIELD_TITLE, work->title, metadata->title);
    } else if (has_authors && !is_same_author(context, work->authors.at[0].text,
                                              metadata->authors.at[0])) {
        report(context, FIELD_AUTHORS, work->authors.at[0].text,
               metadata->authors.at[0]);
    } else if (!has_authors &&
               is_other_year(work->published, metadata->published)) {
        report(context, FIELD_PUBLISHED, work->published, metadata->published);
    } else {
        check_pass(context);
    }
}

void rule_title_other_paper(struct check_context *context)
{
    const struct record *work = context->record;
    if (work->kind->role != ROLE_LITERATURE || work->is_broken ||
        work->title.len == 0 || record_is_retired(work)) {
        return;
    }
    if (work->metadata.is_present && work->metadata.title.len > 0) {
        compare(context);
    } else if (has_number(work)) {
        check_cannot(context, record_place(work, FIELD_TITLE), S("metadata"),
                     "no registry's title is stored to compare with");
    }
}
