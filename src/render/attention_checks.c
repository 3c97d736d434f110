/* What the checker finds, for the page that curators look at. A body may be
 * edited without that page being made again, so it tells what rests on front
 * matter, plans and evidence alone; `probatum check` reads texts too. The
 * checker is given no day and no git: the page is a function of the files. */

#include "check/check.h"
#include "render/attention_parts.h"

/* Rules about fields that have no list elsewhere; the findings of one make a
 * group of their own. */
static const char *const shown_rules[] = {
    "rule-unknown",
    "required-missing",
    "status-unknown",
    "word-undeclared",
    "item-twice",
    "link-unresolved",
    "link-wrong-kind",
    "link-self",
    "temporary-code",
    "link-retired",
    "superseded-without-successor",
    "superseded-in-force",
    "superseding-one-sided",
    "superseded-circle",
    "acknowledgement-untrue",
    "history-missing",
    "version-twice",
    "history-gap",
    "history-end",
    "history-undated",
    "history-order",
    "history-note-thin",
    "arxiv-invalid",
    "doi-invalid",
    "identifier-spelling",
    "url-invalid",
    "identifier-missing",
    "identifier-disagree",
    "citation-key-invalid",
    "citation-key-duplicate",
    "identifier-duplicate",
    "title-other-paper",
    "published-arxiv",
    "citation-no-locator",
    "citation-retracted",
    "retraction-undated",
    "version-withdrawn",
    "citation-origin-late",
    "published-drift",
    "contested-unsourced",
    "quote-not-found",
    "report-disagree",
    "citation-given-up",
    "summary-lagging",
    "quote-other-version",
    "ablation-contradiction",
    "absence-claim-due",
    "evidence-unknown",
    "evidence-mismatch",
    "hypothesis-unlisted",
    "evidence-missing",
    "hypothesis-direction",
    "effect-opposite",
    "evidence-unreferenced",
};

static const char absence_rule[] = "absence-claim-due";

/* The findings of one record, of which the gravest is told. */
struct found {
    const struct record *record;
    const struct diag *gravest;
    size_t count;
};

struct findings {
    struct looking *looking;
    struct map records; /* path -> struct found, in the order met */
};

/* ---- Claims of absence -------------------------------------------------- */

/* The day on which the first of "LIT-185, LIT-190" was filed. */
static struct str first_filed(const struct looking *looking, struct str ids)
{
    const struct library *library = looking->context->site->input.library;
    struct str first = {0};
    struct str id = {0};
    while (ids.len > 0) {
        const size_t comma = str_find_char(ids, ',');
        id = str_trim(str_slice(ids, 0, comma == STR_NONE ? ids.len : comma));
        ids = comma == STR_NONE ? (struct str){0} : str_from(ids, comma + 1);
        const struct record *work = library_find(library, id);
        if (work != NULL && work->date.len > 0 &&
            (first.len == 0 || str_compare(work->date, first) < 0)) {
            first = work->date;
        }
    }
    return first;
}

static void tell_absence(struct looking *looking, const struct record *record,
                         const struct diag *diag)
{
    struct attention_item *item =
        attention_push(looking, ATTENTION_ABSENCE, record);
    item->finding = diag->message;
    item->when =
        attention_dated(looking, "since", first_filed(looking, diag->target));
    item->command = attention_bump(looking, record);
}

/* ---- All others --------------------------------------------------------- */

static void note(struct findings *findings, const struct record *record,
                 const struct diag *diag)
{
    struct arena *arena = findings->looking->context->arena;
    void **slot = map_slot(arena, &findings->records, record->source->path);
    if (*slot == NULL) {
        struct found *found = ARENA_NEW(arena, struct found);
        *found = (struct found){.record = record, .gravest = diag};
        *slot = found;
    }
    struct found *found = *slot;
    found->count++;
    if (diag->severity > found->gravest->severity) {
        found->gravest = diag;
    }
}

static void tell_found(struct looking *looking, const struct found *found)
{
    struct arena *arena = looking->context->arena;
    const struct diag *diag = found->gravest;
    const struct str more =
        found->count > 1
            ? arena_printf(arena, ", and %zu more", found->count - 1)
            : S("");
    struct attention_item *item =
        attention_push(looking, ATTENTION_FOUND, found->record);
    item->finding = arena_printf(arena, "%.*s [%s]%.*s", STR_ARG(diag->message),
                                 diag->rule, STR_ARG(more));
    item->command =
        arena_printf(arena, "probatum check %.*s", STR_ARG(found->record->id));
}

static void tell_all(const struct findings *findings, enum severity gravest)
{
    for (size_t i = 0; i < findings->records.len; i++) {
        const struct found *found = findings->records.at[i].value;
        if (found->gravest->severity == gravest) {
            tell_found(findings->looking, found);
        }
    }
}

/* Its message would be of a file that nothing but its own page rests on. */
static void tell_broken(struct looking *looking, const struct record *record)
{
    struct attention_item *item =
        attention_push(looking, ATTENTION_FOUND, record);
    item->finding = S("The record could not be read; its page says why.");
    item->command = arena_printf(looking->context->arena, "probatum check %.*s",
                                 STR_ARG(record->source->path));
}

static struct map records_by_path(const struct page_context *context)
{
    const struct library *library = context->site->input.library;
    struct map records = {0};
    for (size_t i = 0; i < library->record_count; i++) {
        struct record *record = library->records[i];
        *map_slot(context->arena, &records, record->source->path) = record;
    }
    return records;
}

static void sort_out(struct looking *looking, const struct diags *diags)
{
    const struct map records = records_by_path(looking->context);
    struct findings findings = {.looking = looking};
    for (size_t i = 0; i < diags->len; i++) {
        const struct diag *diag = &diags->at[i];
        const struct record *record =
            diag->place.source != NULL
                ? map_get(&records, diag->place.source->path)
                : NULL;
        if (record == NULL || record->is_broken || diag->is_suppressed ||
            diag->outcome != OUTCOME_FINDING) {
            continue;
        }
        if (str_is(str_from_c(diag->rule), absence_rule)) {
            tell_absence(looking, record, diag);
        } else if (diag->severity > SEVERITY_NOTE) {
            note(&findings, record, diag);
        }
    }
    tell_all(&findings, SEVERITY_ERROR);
    tell_all(&findings, SEVERITY_WARNING);
}

void attention_check(struct looking *looking)
{
    const struct site_input *site = &looking->context->site->input;
    struct arena *arena = looking->context->arena;
    const struct check_input input = {.project = site->project,
                                      .library = site->library,
                                      .plans = site->plans,
                                      .evidences = site->evidences};
    struct check_options options = {.has_fields_only = true};
    for (size_t i = 0; i < sizeof shown_rules / sizeof *shown_rules; i++) {
        *LIST_PUSH(arena, &options.rules) = str_from_c(shown_rules[i]);
    }
    struct diags *diags = ARENA_NEW(arena, struct diags);
    *diags = (struct diags){.arena = arena};
    struct check_summary summary;
    for (size_t i = 0; i < site->library->record_count; i++) {
        if (site->library->records[i]->is_broken) {
            tell_broken(looking, site->library->records[i]);
        }
    }
    check_run(arena, &input, &options, diags, &summary);
    sort_out(looking, diags);
}
