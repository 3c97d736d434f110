/* "No source runs the arm without it" is true until somebody publishes one, and
 * nothing in the record changes on that day. So sentences of absence are
 * listed again when literature about the same thing has arrived since the
 * record last said so. */

#include "check/fold.h"
#include "check/index.h"
#include "check/phrase.h"
#include "check/rules.h"
#include "check/sentence.h"

static const char *const absences[] = {
    "nobody has",
    "no one has",
    "no group has",
    "none runs",
    "none of them runs",
    "no source",
    "no paper",
    "no published",
    "no work",
    "no study",
    "no experiment",
    "no comparison",
    "no measurement",
    "no ablation",
    "no adopter",
    "runs no arm",
    "run no arm",
    "compares nothing",
    "measures nothing",
    "without ablation",
    "has not been measured",
    "has not been tested",
    "has not been compared",
    "has not been varied",
    "have not been compared",
    "was never measured",
    "is untested",
    "are untested",
    "not been re-derived",
};
static const struct phrases phrases = {absences,
                                       sizeof absences / sizeof absences[0]};

/* -- What arrived since --------------------------------------------------- */

/* The day on which the record last said what it says. */
static struct str last_said(const struct record *record)
{
    struct str day = record->date;
    for (size_t i = 0; i < record->history_count; i++) {
        if (str_compare(record->history[i].date, day) > 0) {
            day = record->history[i].date;
        }
    }
    return day;
}

static bool shares_topic(const struct record *a, const struct record *b)
{
    for (size_t i = 0; i < a->tags.len; i++) {
        for (size_t j = 0; j < b->tags.len; j++) {
            if (str_equal(a->tags.at[i].text, b->tags.at[j].text)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_named(const struct record *record, const struct record *work)
{
    for (size_t i = 0; i < record->links.len; i++) {
        if (record->links.at[i].to == work) {
            return true;
        }
    }
    return false;
}

/* "LIT-185, LIT-190": later works of a shared topic that have half of the
 * title's words and that the record does not name. */
static struct str later_works(struct check_context *context)
{
    const struct record *record = context->record;
    const struct str said = last_said(record);
    struct words words = {0};
    struct works works = {0};
    struct str list = {0};
    words_read(context->scratch, record->title, &words);
    if (words.len < 2 || said.len == 0) {
        return list;
    }
    kept_find(index_kept(context->index), context->scratch, &words,
              (words.len + 1) / 2, &works);
    for (size_t i = 0; i < works.len; i++) {
        const struct record *work = works.at[i]->work;
        if (str_compare(work->date, said) > 0 && shares_topic(record, work) &&
            !record_is_retired(work) && !is_named(record, work)) {
            list = arena_printf(context->scratch, "%.*s%s%.*s", STR_ARG(list),
                                list.len > 0 ? ", " : "", STR_ARG(work->id));
        }
    }
    return list;
}

/* -- Where it is said ----------------------------------------------------- */

struct absence_search {
    struct check_context *context;
    struct str later; /* known once the first sentence is found */
    bool is_known;
};

static void judge(struct absence_search *search, struct place place,
                  struct str sentence)
{
    struct check_context *context = search->context;
    if (!search->is_known) {
        search->later = later_works(context);
        search->is_known = true;
    }
    if (search->later.len == 0) {
        check_pass(context);
        return;
    }
    const struct str one_line = fold_layout(context->scratch, sentence);
    struct diag *diag =
        check_finding(context, place, search->later,
                      "does this still hold? %.*s came later: \"%.*s\"",
                      STR_ARG(search->later), STR_ARG(one_line));
    diag_hint(context->diags, diag,
              "look there, then name it in the text or bump the record; either "
              "says that it was looked at");
}

static void search_place(struct absence_search *search, struct place whole)
{
    const struct str text =
        str_slice(whole.source->text, whole.start, whole.end);
    struct phrase_hit hit;
    size_t from = 0;
    while (phrase_find(&phrases, text, from, &hit)) {
        const struct place sentence =
            sentence_around(whole, whole.start + hit.start);
        const struct place place = {whole.source, whole.start + hit.start,
                                    whole.start + hit.end};
        judge(search, place,
              str_slice(whole.source->text, sentence.start, sentence.end));
        from = sentence.end - whole.start;
        from = from > hit.end ? from : hit.end;
    }
}

static void search_field(struct absence_search *search, enum field field)
{
    const struct record *record = search->context->record;
    if (record->fields[field].presence == PRESENCE_FILLED) {
        search_place(search, record_place(record, field));
    }
}

void rule_absence_claim_due(struct check_context *context)
{
    const struct record *record = context->record;
    struct absence_search search = {.context = context};
    if (record->kind->role != ROLE_PRACTICE || record->is_broken ||
        record_is_retired(record)) {
        return;
    }
    search_field(&search, FIELD_SUMMARY);
    search_field(&search, FIELD_CITATIONS);
    search_field(&search, FIELD_ABLATION);
    if (record->body) {
        search_place(&search, body_place(record));
    }
}
