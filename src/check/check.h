#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

/* The checker. Every rule is one row of rules.def and one function in a
 * rule_<topic>.c; the engine runs them over the library, applies levels and
 * suppressions, and counts three outcomes: pass, finding, cannot check. */

#include "evidence/evidence.h"
#include "vcs/vcs.h"

/* What a rule may look at. */
struct check_input {
    const struct project *project;
    const struct library *library;
    const struct plans *plans;
    const struct evidences *evidences;
    struct vcs *vcs;  /* NULL without a repository */
    struct str today; /* YYYY-MM-DD, for `until`; given by the caller */
    /* build/cache.db, where it is remembered what formulas became; empty:
     * nothing is remembered, and nothing opened without a formula. */
    struct str cache;
};

struct check_rule;
struct check_index; /* index.h */

/* Where a rule reports. One subject (a record, a citation, a number) gives
 * exactly one outcome: check_pass, a finding, or check_cannot. */
struct check_context {
    const struct check_input *input;
    const struct check_rule *rule;
    const struct check_index *index; /* looked up, never searched */
    const struct record *record;     /* NULL for rules over the whole library */
    struct arena *scratch;           /* rewound after each call */
    struct diags *diags;
    size_t passed; /* subjects looked at and found right */
};

void check_pass(struct check_context *context);
struct diag *check_finding(struct check_context *context, struct place place,
                           struct str target, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
struct diag *check_cannot(struct check_context *context, struct place place,
                          struct str target, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

struct check_rule {
    const char *id;    /* "link-unresolved" */
    const char *topic; /* "link", "citation", "history", ... : --only TOPIC */
    enum severity severity;
    void (*check_record)(struct check_context *context);
    void (*check_library)(struct check_context *context);
    const char *summary;     /* one line */
    const char *explanation; /* manual paragraph: why, what counts, what not */
    const char *fires;       /* shortest example that fires */
    const char *near_miss;   /* nearly the same, and fine */
};
extern const struct check_rule rules[];
extern const size_t rule_count;
const struct check_rule *rule_find(struct str id);

struct check_options {
    struct strs subjects; /* ids or paths; empty: everything */
    struct str topic;     /* empty: all */
    struct strs rules;    /* ids; empty: all */
    /* Nothing is looked for in bodies, and nothing of them is kept of works, so
     * that of most rules what is found rests on front matter alone. */
    bool has_fields_only;
};

struct check_summary {
    size_t records, chapters, files;
    size_t errors, warnings, notes;
    size_t passed, cannot_check;
    size_t suppressed;       /* findings held back by an acknowledgement */
    size_t acknowledgements; /* acknowledgements in force */
};

/* Runs the rules, joins them with what parsing reported (already in diags),
 * applies levels of probatum.yaml and suppressions, and sorts. Suppressed
 * findings stay in the list, marked. */
void check_run(struct arena *arena, const struct check_input *input,
               const struct check_options *options, struct diags *diags,
               struct check_summary *summary);

/* text, json; the summary line counts all outcomes and suppressions. */
void check_print_text(struct out *out, struct arena *scratch,
                      const struct diags *diags,
                      const struct check_summary *summary, struct str prefix,
                      bool has_colour);
void check_print_json(struct out *out, struct arena *scratch,
                      const struct diags *diags,
                      const struct check_summary *summary);

/* SARIF 2.1.0, for programs that gather the findings of many tools: one result
 * a finding, acknowledged ones marked as suppressed, and what could not be
 * checked of the kind "open". Paths lead from the project's root. */
void check_print_sarif(struct out *out, struct arena *scratch,
                       const struct diags *diags);
/* Lines that GitHub Actions turns into annotations. `prefix` leads from where
 * the command runs, the checkout's root, to the project's. */
void check_print_github(struct out *out, struct arena *scratch,
                        const struct diags *diags, struct str prefix);

/* True when a finding that is not suppressed is at least this severe. */
bool check_fails(const struct diags *diags, enum severity at_least);

#endif
