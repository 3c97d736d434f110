/* What a practice says, against what is kept of the works it rests on. A wrong
 * source looks right from inside the record; the words give it away. Words are
 * a weak measure: they cannot see a wrong direction, and only too few of them
 * mean anything. So half of a title is asked for, and two words of a source;
 * adr/ADR-014.md has what was measured. */

#include "check/index.h"
#include "check/rules.h"

static bool is_asked(const struct record *record)
{
    return record->kind->role == ROLE_PRACTICE && !record->is_broken &&
           !record_is_retired(record) && record->citations.len > 0;
}

static const struct kept_work *work_of(struct check_context *context,
                                       const struct citation *citation)
{
    const struct record *work =
        library_find(context->input->library, citation->ref);
    return work ? kept_of(index_kept(context->index), work->id) : NULL;
}

/* -- claim-ungrounded ----------------------------------------------------- */

/* Who contests a practice need not state it. */
static bool is_support(const struct citation *citation)
{
    return str_is(citation->role, "source") ||
           str_is(citation->role, "introduced_by");
}

struct support {
    struct works works;
    struct str ids;  /* "LIT-022, LIT-733" */
    struct str stub; /* the first of them that keeps too little */
};

static void add_support(struct check_context *context, struct support *support,
                        const struct citation *citation)
{
    const struct kept_work *work = work_of(context, citation);
    const bool is_named = str_find(support->ids, citation->ref) != STR_NONE;
    if (!is_named) {
        support->ids = arena_printf(
            context->scratch, "%.*s%s%.*s", STR_ARG(support->ids),
            support->ids.len > 0 ? ", " : "", STR_ARG(citation->ref));
    }
    if (work && !is_named) {
        *LIST_PUSH(context->scratch, &support->works) = work;
    }
    if ((!work || kept_is_stub(work)) && support->stub.len == 0) {
        support->stub = citation->ref;
    }
}

static bool is_grounded(struct check_context *context,
                        const struct support *support, const struct word *word)
{
    const struct kept *kept = index_kept(context->index);
    for (size_t i = 0; i < support->works.len; i++) {
        if (kept_in_any(kept, support->works.at[i], word)) {
            return true;
        }
    }
    return false;
}

static struct str list_words(struct check_context *context, struct str text,
                             const struct words *words)
{
    struct str list = {0};
    for (size_t i = 0; i < words->len; i++) {
        const struct str word =
            str_slice(text, words->at[i].start, words->at[i].end);
        list = arena_printf(context->scratch, "%.*s%s%.*s", STR_ARG(list),
                            i > 0 ? ", " : "", STR_ARG(word));
    }
    return list;
}

static void report_ungrounded(struct check_context *context,
                              const struct support *support, size_t count,
                              const struct words *missing)
{
    const struct record *record = context->record;
    const struct place place = record_place(record, FIELD_TITLE);
    if (support->stub.len > 0) {
        check_cannot(context, place, support->stub,
                     "too little is kept of %.*s to find the title's words in",
                     STR_ARG(support->stub));
        return;
    }
    struct diag *diag = check_finding(
        context, place, S("title"),
        "%zu of the title's %zu words are in nothing kept of %.*s",
        missing->len, count, STR_ARG(support->ids));
    diag_hint(context->diags, diag,
              "nowhere found: %.*s; open the source: store the passage that "
              "states it as an excerpt, or cite the work that does",
              STR_ARG(list_words(context, record->title, missing)));
}

void rule_claim_ungrounded(struct check_context *context)
{
    const struct record *record = context->record;
    struct support support = {0};
    struct words words = {0}, missing = {0};
    if (!is_asked(record)) {
        return;
    }
    for (size_t i = 0; i < record->citations.len; i++) {
        if (is_support(&record->citations.at[i])) {
            add_support(context, &support, &record->citations.at[i]);
        }
    }
    words_read(context->scratch, record->title, &words);
    if (words.len == 0 || support.ids.len == 0) {
        return;
    }
    for (size_t i = 0; i < words.len; i++) {
        if (!is_grounded(context, &support, &words.at[i])) {
            *LIST_PUSH(context->scratch, &missing) = words.at[i];
        }
    }
    if (2 * missing.len <= words.len) {
        check_pass(context);
    } else {
        report_ungrounded(context, &support, words.len, &missing);
    }
}

/* -- citation-unrelated --------------------------------------------------- */

/* Of a practice with fewer words nothing can be expected. */
enum { SHARED_LEAST = 2, PRACTICE_LEAST = 4 };

/* The work's own words where there are any: what a curator writes about a work
 * is often about the practice. */
static size_t count_shared(struct check_context *context,
                           const struct kept_work *work,
                           const struct words *words)
{
    const struct kept *kept = index_kept(context->index);
    size_t shared = 0;
    for (size_t i = 0; i < words->len && shared < SHARED_LEAST; i++) {
        shared += work->passages > 0 ? kept_in_own(kept, work, &words->at[i])
                                     : kept_in_any(kept, work, &words->at[i]);
    }
    return shared;
}

static void report_unrelated(struct check_context *context,
                             const struct citation *citation, size_t shared)
{
    struct diag *diag = check_finding(
        context, citation->ref_place, citation->ref,
        "what is kept of %.*s has %s with the title, claim and summary",
        STR_ARG(citation->ref),
        shared == 0 ? "no word in common" : "one word in common");
    diag_hint(context->diags, diag,
              "is it the right work? then store the passage that bears on %.*s "
              "as an excerpt of %.*s",
              STR_ARG(context->record->id), STR_ARG(citation->ref));
}

static bool is_first_of_its_work(const struct citations *citations, size_t at)
{
    for (size_t i = 0; i < at; i++) {
        if (str_equal(citations->at[i].ref, citations->at[at].ref) &&
            str_is(citations->at[i].role, "source")) {
            return false;
        }
    }
    return true;
}

void rule_citation_unrelated(struct check_context *context)
{
    const struct record *record = context->record;
    struct words words = {0};
    if (!is_asked(record)) {
        return;
    }
    words_read(context->scratch, record->title, &words);
    words_read(context->scratch, record->claim, &words);
    words_read(context->scratch, record->summary, &words);
    for (size_t i = 0; words.len >= PRACTICE_LEAST && i < record->citations.len;
         i++) {
        const struct citation *citation = &record->citations.at[i];
        const struct kept_work *work = work_of(context, citation);
        if (!work || !str_is(citation->role, "source") ||
            !is_first_of_its_work(&record->citations, i)) {
            continue;
        }
        if (kept_is_stub(work)) {
            check_cannot(context, citation->ref_place, citation->ref,
                         "%.*s keeps too little to compare the practice with",
                         STR_ARG(citation->ref));
            continue;
        }
        const size_t shared = count_shared(context, work, &words);
        if (shared >= SHARED_LEAST) {
            check_pass(context);
        } else {
            report_unrelated(context, citation, shared);
        }
    }
}
