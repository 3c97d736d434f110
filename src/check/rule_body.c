/* A practice in force whose own prose tells the reader not to act on it. Bodies
 * are enriched while the title, which is what lists show and others cite, is
 * left as it was. Only what the record says about itself now counts: "was
 * flagged" and "used to get wrong" are history. */

#include "check/fold.h"
#include "check/phrase.h"
#include "check/rules.h"
#include "check/sentence.h"

/* What curators write when the title no longer holds. */
static const char *const undoing[] = {
    "flagged for",
    "flagged rather than",
    "the title gets wrong",
    "the title leaves out",
    "the title is wrong",
    "the title overstates",
    "the title understates",
    "the title misstates",
    "should not ... from this practice",
    "should not ... on this practice",
    "should not follow this practice",
    "should not be followed",
    "should not be acted on",
    "do not follow this practice",
    "do not act on this",
    "do not rely on this practice",
    "this practice is wrong",
    "this practice is largely historical",
    "the practice is largely historical",
    "this practice no longer holds",
    "this claim no longer holds",
    "this practice is no longer recommended",
    "kept active because",
    "the opposite of its source",
};
static const struct phrases phrases = {undoing,
                                       sizeof undoing / sizeof undoing[0]};

/* "was flagged for two versions" */
static bool is_past(struct str text, const struct phrase_hit *hit)
{
    static const char *const pasts[] = {"was", "were", "been", "once", "had"};
    const struct str before = phrase_word_before(text, hit->start);
    for (size_t i = 0; i < sizeof pasts / sizeof pasts[0]; i++) {
        if (str_equal_nocase(before, str_from_c(pasts[i]))) {
            return true;
        }
    }
    return false;
}

static bool find_undoing(struct str text, struct phrase_hit *hit)
{
    size_t from = 0;
    while (phrase_find(&phrases, text, from, hit)) {
        if (!is_past(text, hit)) {
            return true;
        }
        from = hit->end;
    }
    return false;
}

/* Not retired, and nothing is still to be shown before it is recommended. */
static bool is_in_force(const struct record *record)
{
    const struct status *status = kind_status(record->kind, record->status);
    for (size_t i = 0; status && i < status->requires.len; i++) {
        if (str_is(status->requires.at[i],
                   field_infos[FIELD_PROMOTE_WHEN].key)) {
            return false;
        }
    }
    return status && !status->is_retired;
}

/* A flag is where a problem that is known and not mended belongs: pages show
 * it above the practice. */
static bool has_open_flag(const struct record *record)
{
    for (size_t i = 0; i < record->flag_count; i++) {
        if (record->flags[i].resolved.len == 0) {
            return true;
        }
    }
    return false;
}

static bool find_in(struct place whole, struct place *place)
{
    struct phrase_hit hit;
    if (!find_undoing(str_slice(whole.source->text, whole.start, whole.end),
                      &hit)) {
        return false;
    }
    *place = (struct place){whole.source, whole.start + hit.start,
                            whole.start + hit.end};
    return true;
}

static bool find_in_field(const struct record *record, enum field field,
                          struct place *place)
{
    return record->fields[field].presence == PRESENCE_FILLED &&
           find_in(record_place(record, field), place);
}

void rule_body_undoes_title(struct check_context *context)
{
    const struct record *record = context->record;
    struct place place;
    if (record->kind->role != ROLE_PRACTICE || record->is_broken ||
        !is_in_force(record)) {
        return;
    }
    if (has_open_flag(record) ||
        (!find_in_field(record, FIELD_STATUS_NOTE, &place) &&
         !find_in_field(record, FIELD_SUMMARY, &place) &&
         !(record->body && find_in(body_place(record), &place)))) {
        check_pass(context);
        return;
    }
    const struct str said =
        fold_layout(context->scratch,
                    str_slice(place.source->text, place.start, place.end));
    struct diag *diag = check_finding(
        context, place, S("title"),
        "the practice is %.*s, and its prose says otherwise: \"%.*s\"",
        STR_ARG(record->status), STR_ARG(said));
    diag_hint(context->diags, diag,
              "make the title say what the body does, or change the status; "
              "until then an open entry in `flags` shows it to readers");
}
