#ifndef EVIDENCE_CERTAINTY_H
#define EVIDENCE_CERTAINTY_H

/* How far a verdict can be believed, after the way GRADE does it (Guyatt et al.
 * 2008): a starting level, one step down for each kind of doubt, at most one
 * step up, and every step with its reason. Two answers: for the scale that was
 * run here, and for the scale the practice is claimed at. */

#include "evidence/verdict.h"

/* X(constant, name, word at the head of a line) */
#define CERTAINTIES(X)                            \
    X(CERTAINTY_NONE, "none", "not assessed")     \
    X(CERTAINTY_VERY_LOW, "very-low", "very low") \
    X(CERTAINTY_LOW, "low", "low")                \
    X(CERTAINTY_MODERATE, "moderate", "moderate") \
    X(CERTAINTY_HIGH, "high", "high")

/* X(constant, name, words) */
#define VERSUS_REPORTS(X)                                        \
    X(VERSUS_NOT_REPORTED, "not-reported", "no effect reported") \
    X(VERSUS_NOT_COMPARABLE, "not-comparable",                   \
      "not comparable (unit or scale)")                          \
    X(VERSUS_CONSISTENT, "consistent", "consistent")             \
    X(VERSUS_SMALLER, "smaller", "smaller than reported")        \
    X(VERSUS_LARGER, "larger", "larger than reported")           \
    X(VERSUS_OPPOSITE, "opposite", "opposite to the report")

/* What the sources did about the arm without the practice, and the level that
 * starts from it. X(constant, name, level, sentence) */
#define SOURCES(X)                                                      \
    X(SOURCE_NONE, "none", CERTAINTY_VERY_LOW, "No source reports it.") \
    X(SOURCE_UNKNOWN, "unknown", CERTAINTY_VERY_LOW,                    \
      "Whether a source ablates it is not known.")                      \
    X(SOURCE_NOT_ABLATED, "not-ablated", CERTAINTY_VERY_LOW,            \
      "The source reports it without an ablation.")                     \
    X(SOURCE_PARTLY, "partial", CERTAINTY_VERY_LOW,                     \
      "The source ablates it together with other changes.")             \
    X(SOURCE_ABLATED, "ablated", CERTAINTY_LOW,                         \
      "The source has a controlled ablation.")

/* Kinds of doubt; each costs one level however many reasons it has, except that
 * a scale gap above 1000 costs two and other data or another architecture one
 * more. DOUBT_NONE marks what is not a doubt. */
enum doubt {
    DOUBT_NONE,
    DOUBT_INSENSITIVE,
    DOUBT_BIAS,
    DOUBT_INCONSISTENCY,
    DOUBT_IMPRECISION,
    DOUBT_SCALE,
    DOUBT_SETTING,
    DOUBT_REPORTING,
};

/* X(constant, name, kind, words in a line, sentence) */
#define CERTAINTY_REASONS(X)                                                  \
    X(BECAUSE_NOT_RUN, "not-run", DOUBT_NONE, "not run here",                 \
      "It has not been run here.")                                            \
    X(BECAUSE_NOT_DECIDED, "not-decided", DOUBT_NONE, "not decided",          \
      "The rerun here could not be decided.")                                 \
    X(BECAUSE_NO_SENSITIVITY_ARM, "no-sensitivity-arm", DOUBT_INSENSITIVE,    \
      "no sensitivity arm",                                                   \
      "The plan has no arm that is known to differ, so nothing shows that "   \
      "the experiment can see a difference.")                                 \
    X(BECAUSE_SENSITIVITY_MISSED, "sensitivity-missed", DOUBT_INSENSITIVE,    \
      "sensitivity arm not detected",                                         \
      "The arm that is known to differ was not seen to differ.")              \
    X(BECAUSE_NOT_PREREGISTERED, "not-preregistered", DOUBT_BIAS,             \
      "risk of bias (not preregistered)",                                     \
      "The plan was not committed, unchanged, before the runs.")              \
    X(BECAUSE_BASELINE_UNTUNED, "baseline-untuned", DOUBT_BIAS,               \
      "risk of bias (baseline untuned)",                                      \
      "The control was not tuned as the treatment was.")                      \
    X(BECAUSE_BUDGETS_UNMATCHED, "budgets-unmatched", DOUBT_BIAS,             \
      "risk of bias (budgets not matched)",                                   \
      "The arms did not have the same compute.")                              \
    X(BECAUSE_SEEDS_NOT_HELD_OUT, "seeds-not-held-out", DOUBT_BIAS,           \
      "risk of bias (no held-out seeds)",                                     \
      "The claim seeds were also used for tuning.")                           \
    X(BECAUSE_OPPOSITE, "opposite", DOUBT_INCONSISTENCY,                      \
      "inconsistency (opposite to the report)",                               \
      "The effect measured here goes against the reported one.")              \
    X(BECAUSE_CONTRADICTED, "contradicted", DOUBT_INCONSISTENCY,              \
      "inconsistency (contradicted here)",                                    \
      "The rerun here contradicts the claim.")                                \
    X(BECAUSE_SOURCES_DISAGREE, "sources-disagree", DOUBT_INCONSISTENCY,      \
      "inconsistency (sources disagree)", "The sources disagree.")            \
    X(BECAUSE_TASKS_DISAGREE, "tasks-disagree", DOUBT_INCONSISTENCY,          \
      "inconsistency (tasks disagree)",                                       \
      "The tasks it was run on here disagree.")                               \
    X(BECAUSE_INCONCLUSIVE, "inconclusive", DOUBT_IMPRECISION,                \
      "imprecision (inconclusive)",                                           \
      "The interval allows more than one verdict.")                           \
    X(BECAUSE_CROSSES_MARGIN, "crosses-margin", DOUBT_IMPRECISION,            \
      "imprecision (interval crosses the margin)",                            \
      "The interval crosses the margin.")                                     \
    X(BECAUSE_FEW_SEEDS, "few-seeds", DOUBT_IMPRECISION,                      \
      "imprecision (fewer than 8 seeds)", "There are fewer than 8 seeds.")    \
    X(BECAUSE_SCALE_UNSTATED, "scale-unstated", DOUBT_SCALE,                  \
      "indirectness (scale not stated)",                                      \
      "The scale of the claim or of the rerun is not stated.")                \
    X(BECAUSE_PARAMS_GAP, "params-gap", DOUBT_SCALE, "indirectness (params",  \
      "The claim is about models of another size.")                           \
    X(BECAUSE_TOKENS_GAP, "tokens-gap", DOUBT_SCALE, "indirectness (tokens",  \
      "The claim is about another number of training tokens.")                \
    X(BECAUSE_OTHER_DATA, "other-data", DOUBT_SETTING,                        \
      "indirectness (other data)", "The claim is about other data.")          \
    X(BECAUSE_OTHER_ARCHITECTURE, "other-architecture", DOUBT_SETTING,        \
      "indirectness (other architecture)",                                    \
      "The claim is about another architecture.")                             \
    X(BECAUSE_SINGLE_GROUP, "single-group", DOUBT_REPORTING,                  \
      "reporting bias (single group)",                                        \
      "One group reports it, and no source looked for negative results.")     \
    X(BECAUSE_TOY, "toy", DOUBT_NONE, "at most low (a small rerun alone)",    \
      "A rerun more than 10 times smaller than the claim never lifts it "     \
      "above low.")                                                           \
    X(BECAUSE_LARGE, "large-effect", DOUBT_NONE,                              \
      "lower bound above 3 margins",                                          \
      "The lower bound is more than three margins from zero.")                \
    X(BECAUSE_TREND, "trend", DOUBT_NONE, "monotone over 3 or more scales",   \
      "The effect changes one way over three or more scales or doses.")       \
    X(BECAUSE_TASKS_AGREE, "tasks-agree", DOUBT_NONE,                         \
      "replicated on 2 or more tasks", "It replicates on two or more tasks.") \
    X(BECAUSE_GROUPS_AGREE, "groups-agree", DOUBT_NONE,                       \
      "reported by independent groups", "Independent groups report it.")

#define ENUM_MEMBER(constant, ...) constant,
enum certainty_level { CERTAINTIES(ENUM_MEMBER) CERTAINTY_COUNT };
enum versus_report { VERSUS_REPORTS(ENUM_MEMBER) VERSUS_COUNT };
enum source_ablation { SOURCES(ENUM_MEMBER) SOURCE_COUNT };
enum certainty_reason { CERTAINTY_REASONS(ENUM_MEMBER) CERTAINTY_REASON_COUNT };
#undef ENUM_MEMBER

const char *certainty_name(enum certainty_level level);
const char *certainty_words(enum certainty_level level);
const char *versus_name(enum versus_report versus);
const char *versus_words(enum versus_report versus);
const char *certainty_source_name(enum source_ablation source);
const char *certainty_source_sentence(enum source_ablation source);
const char *certainty_reason_name(enum certainty_reason reason);
const char *certainty_reason_words(enum certainty_reason reason);
const char *certainty_reason_sentence(enum certainty_reason reason);

/* The reported effect in the metric's own unit, + when the practice is better,
 * against the measured interval: inside it is consistent. Absolute values are
 * never compared across scales, only effects in a common unit; not comparable
 * too when there is no interval. */
enum versus_report versus_report(const struct decision *decision,
                                 bool has_reported, bool is_common_unit,
                                 int64_t reported);

/* 0 and the empty text mean not stated. */
struct claim_scale {
    int64_t params, tokens;
    struct str data;
};

struct certainty_input {
    const struct decision *decision; /* NULL: nothing was run */
    enum versus_report versus;

    bool is_preregistered;
    bool is_baseline_tuned;
    bool has_matched_budgets;
    bool has_held_out_seeds;

    enum source_ablation source; /* the best of the sources */
    int source_groups;           /* independent ones; 0 is not known */
    bool has_negative_results_sought;
    bool do_sources_disagree;

    struct claim_scale here, claimed;
    bool is_other_architecture;

    int tasks_replicated;
    bool do_tasks_disagree;
    int monotone_scales;
};

/* One reason and the levels it gave or took. A change of 0 is a second reason
 * of a kind already counted, or one that found the level at its end. `factor`
 * is the gap of a scale step, otherwise 0. */
struct certainty_step {
    enum certainty_reason reason;
    int change;
    int64_t factor;
};

enum { CERTAINTY_STEPS = 16 };

struct certainty_side {
    enum certainty_level start, level;
    int count;
    struct certainty_step step[CERTAINTY_STEPS];
};

/* The claimed level is the better of what the sources give and what the rerun
 * here gives once carried over to the claimed scale. A rerun whose scale is
 * more than 10 times off in params or tokens, or unstated, carries over at most
 * low. A rerun that is inconclusive or not decided carries nothing, one that
 * contradicts the claim weighs on the sources as inconsistency. */
struct certainty {
    struct certainty_side here;
    struct certainty_side sources;
    struct certainty_side carried;
    enum certainty_level claimed;
    enum source_ablation source;
    enum versus_report versus;
};

void certainty_assess(const struct certainty_input *input,
                      struct certainty *certainty);

/* "moderate: high, −1 indirectness (params ×500)". */
void out_certainty_side(struct out *out, const struct certainty_side *side);

#endif
