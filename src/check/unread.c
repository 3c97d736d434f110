/* Files that could not be read, and findings that follow from that alone. */

#include "check/unread.h"

#include <string.h>

#include "base/ascii.h"

/* Rules that conclude from absence. What they miss is named by their target or
 * message. */
static const char *const from_absence[] = {
    "plan-hypothesis",        "plan-reported",         "link-unresolved",
    "link-nowhere",           "temporary-code",        "reference-unresolved",
    "evidence-unreferenced",  "evidence-unknown",      "evidence-missing",
    "hypothesis-unlisted",    "evidence-stale",        "chapter-stale",
    "converse-missing",       "superseding-one-sided", "number-not-cited",
    "quote-not-found",        "claim-ungrounded",      "acknowledgement-unused",
    "acknowledgement-untrue", "contested-unsourced",   "relation-unexplained",
};

/* Something unread: its id, and its text where there is one. */
struct unread {
    struct str id, text;
    bool is_unknown; /* not a byte of it was read */
};
struct unreads {
    struct unread *at;
    size_t len, cap;
};

static void add(struct arena *arena, struct unreads *unreads, struct str id,
                struct str text)
{
    *LIST_PUSH(arena, unreads) = (struct unread){id, text, !text.ptr};
}

static void add_files(const struct diags *diags, struct unreads *unreads)
{
    for (size_t i = 0; i < diags->len; i++) {
        const struct diag *diag = &diags->at[i];
        struct str stem = {0};
        if (strcmp(diag->rule, "file-unreadable") != 0 ||
            diag->severity != SEVERITY_ERROR || !diag->place.source) {
            continue;
        }
        const struct str path = diag->place.source->path;
        const size_t slash = str_rfind_char(path, '/');
        library_stem(slash == STR_NONE ? path : str_from(path, slash + 1),
                     &stem);
        add(diags->arena, unreads, stem, (struct str){0});
    }
}

static struct unreads find_unread(const struct check_input *input,
                                  const struct diags *diags)
{
    const struct library *library = input->library;
    struct unreads unreads = {0};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->is_broken) {
            add(diags->arena, &unreads, record->id, record->source->text);
        }
    }
    add_files(diags, &unreads);
    return unreads;
}

/* Whether the text names the id, and not one that only begins with it. */
static bool names(struct str text, struct str id)
{
    for (size_t at = 0; id.len > 0;) {
        const size_t found = str_find(str_from(text, at), id);
        if (found == STR_NONE) {
            return false;
        }
        at += found + id.len;
        if (at >= text.len || !ascii_is_alnum(text.ptr[at])) {
            return true;
        }
    }
    return false;
}

/* The id in the target: EXP-004 of "EXP-004.larger". */
static struct str id_of(struct str target)
{
    size_t end = 0;
    while (end < target.len &&
           (ascii_is_alnum(target.ptr[end]) || target.ptr[end] == '-')) {
        end++;
    }
    return str_slice(target, 0, end);
}

/* SOTA of SOTA-001: what is unread may have had any former id of its kind. */
static bool is_of_kind(struct str id, struct str other)
{
    const size_t hyphen = str_find_char(id, '-');
    return hyphen != STR_NONE &&
           str_starts(other, str_slice(id, 0, hyphen + 1));
}

/* Whether the finding may be no more than the file's own fault, told again. */
static bool may_follow(const struct unread *unread, const struct diag *diag)
{
    const struct str id = id_of(diag->target);
    const bool is_id = str_find_char(id, '-') != STR_NONE;
    return names(diag->target, unread->id) ||
           names(diag->message, unread->id) ||
           (is_id && (names(unread->id, id) || names(unread->text, id))) ||
           (unread->is_unknown &&
            (is_of_kind(id, unread->id) ||
             strcmp(diag->rule, "evidence-unreferenced") == 0)) ||
           strcmp(diag->rule, "acknowledgement-unused") == 0;
}

static bool is_from_absence(const char *rule)
{
    for (size_t i = 0; i < sizeof from_absence / sizeof from_absence[0]; i++) {
        if (strcmp(rule, from_absence[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* A plan that names what is unread is itself not what it was. */
static void add_plan(const struct check_input *input, struct arena *arena,
                     struct unreads *unreads, const struct diag *diag)
{
    for (size_t i = 0; i < input->plans->len; i++) {
        const struct record *record = input->plans->at[i].record;
        if (record->source == diag->place.source) {
            add(arena, unreads, record->id, record->source->text);
            return;
        }
    }
}

static void settle(const struct check_input *input, struct diags *diags,
                   struct unreads *unreads, bool is_of_plans)
{
    for (size_t i = 0; i < diags->len; i++) {
        struct diag *diag = &diags->at[i];
        if (diag->outcome != OUTCOME_FINDING || !is_from_absence(diag->rule) ||
            (strncmp(diag->rule, "plan-", 5) == 0) != is_of_plans) {
            continue;
        }
        for (size_t u = 0; u < unreads->len; u++) {
            if (may_follow(&unreads->at[u], diag)) {
                diag->outcome = OUTCOME_CANNOT_CHECK;
                diag->hint = (struct str){0};
                if (is_of_plans) {
                    add_plan(input, diags->arena, unreads, diag);
                }
                break;
            }
        }
    }
}

void unread_settle(const struct check_input *input, struct diags *diags)
{
    struct unreads unreads = find_unread(input, diags);
    if (unreads.len > 0) {
        settle(input, diags, &unreads, true);
        settle(input, diags, &unreads, false);
    }
}
