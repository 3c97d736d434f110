/* What became of a work after it was cited: a retraction, a withdrawn version,
 * a newer one. Each is a fact with a day in the work's own record, and shows in
 * every record that cites it. */

#include "check/rules.h"
#include "base/ascii.h"

/* "2026-03-01" at the start of the text. */
static bool starts_with_day(struct str text)
{
    static const char form[] = "dddd-dd-dd";
    for (size_t i = 0; i < sizeof form - 1; i++) {
        const bool fits =
            i < text.len && (form[i] == 'd' ? ascii_is_digit(text.ptr[i])
                                            : text.ptr[i] == form[i]);
        if (!fits) {
            return false;
        }
    }
    return true;
}

void rule_retraction_undated(struct check_context *context)
{
    const struct record *record = context->record;
    if (record->retracted.len == 0) {
        return;
    }
    if (starts_with_day(str_trim(record->retracted))) {
        check_pass(context);
        return;
    }
    struct diag *diag =
        check_finding(context, record_place(record, FIELD_RETRACTED),
                      S("retracted"), "the retraction has no day");
    diag_hint(context->diags, diag,
              "begin with the day: `retracted: 2026-03-01, data withdrawn`");
}

/* Calls `look` for each citation of a work that says which versions it has and
 * which of them is cited; it reports, or answers false for a pass. */
static void each_cited_version(struct check_context *context,
                               bool (*look)(struct check_context *context,
                                            const struct citation *citation,
                                            const struct record *work,
                                            int cited))
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        const struct record *work =
            library_find(context->input->library, citation->ref);
        const int cited = work ? record_version_cited(work, citation) : 0;
        if (work && work->version_count > 0 && cited > 0 &&
            !look(context, citation, work, cited)) {
            check_pass(context);
        }
    }
}

static bool is_outdated(struct check_context *context,
                        const struct citation *citation,
                        const struct record *work, int cited)
{
    const struct work_version *latest = record_version_latest(work);
    if (latest == NULL || latest->number <= cited) {
        return false;
    }
    struct diag *diag =
        check_finding(context, citation->ref_place, citation->ref,
                      "it cites v%d of %.*s, and v%d of %.*s is known", cited,
                      STR_ARG(work->id), latest->number, STR_ARG(latest->date));
    diag_hint(context->diags, diag,
              "see whether v%d still says it, and say so in the locator: "
              "`locator: v%d …`",
              latest->number, latest->number);
    return true;
}

void rule_version_outdated(struct check_context *context)
{
    each_cited_version(context, is_outdated);
}

static bool is_withdrawn(struct check_context *context,
                         const struct citation *citation,
                         const struct record *work, int cited)
{
    const struct work_version *version = record_version(work, cited);
    if (version == NULL || version->withdrawn.len == 0) {
        return false;
    }
    struct diag *diag =
        check_finding(context, citation->ref_place, citation->ref,
                      "v%d of %.*s, which it cites, was withdrawn: %.*s", cited,
                      STR_ARG(work->id), STR_ARG(version->withdrawn));
    diag_hint(context->diags, diag,
              "cite a version that stands, if one still says it");
    return true;
}

void rule_version_withdrawn(struct check_context *context)
{
    each_cited_version(context, is_withdrawn);
}
