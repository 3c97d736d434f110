#ifndef EVIDENCE_VERDICT_H
#define EVIDENCE_VERDICT_H

/* One hypothesis decided: per-seed metric values of two arms in, verdict and
 * every figure shown beside it out. A pure function; the same numbers give the
 * same decision wherever it is made.
 *
 * Throughout, a difference is + when the treatment is better, whichever way the
 * metric runs, and quantities are integers in units of 1e-9 (units.h). */

#include "evidence/signflip.h"
#include "experiment/expect.h"

/* -- Words ----------------------------------------------------------------- */

/* X(constant, name in files and pages, words for a reader) */
#define VERDICTS(X)                                                       \
    X(VERDICT_NOT_TESTED, "not-tested", "not tested")                     \
    X(VERDICT_NOT_RUNNABLE, "not-runnable", "not runnable at this scale") \
    X(VERDICT_NOT_DECIDED, "not-decided", "not decided")                  \
    X(VERDICT_INCONCLUSIVE, "inconclusive", "inconclusive")               \
    X(VERDICT_NO_EFFECT, "no-meaningful-effect", "no meaningful effect")  \
    X(VERDICT_REPLICATED, "replicated", "replicated")                     \
    X(VERDICT_CONTRADICTED, "contradicted", "contradicted")

#define SIZES(X)                                                      \
    X(SIZE_NONE, "none", "")                                          \
    X(SIZE_AT_LEAST_MARGIN, "at-least-margin", "at least the margin") \
    X(SIZE_UNCERTAIN, "size-uncertain", "size uncertain")             \
    X(SIZE_BELOW_MARGIN, "real-below-margin", "real, below the margin")

/* Why a verdict is not what the numbers alone would say, gravest first. Those
 * up to REASON_VALUE_TOO_LARGE are integrity: the caller finds them. */
#define REASONS(X)                                                             \
    X(REASON_NONE, "none", "")                                                 \
    X(REASON_PLAN_CHANGED, "keys-differ",                                      \
      "the runs are not those that the plan describes")                        \
    X(REASON_SEEDS_OVERLAP, "seeds-overlap",                                   \
      "tuning, noise and claim seeds overlap")                                 \
    X(REASON_SEEDS_MISSING, "seeds-missing", "planned seeds are missing")      \
    X(REASON_SEEDS_EXTRA, "seeds-extra", "there are seeds that no plan names") \
    X(REASON_BUDGETS_DIFFER, "budgets-differ",                                 \
      "a budget that the plan fixes differs between the arms")                 \
    X(REASON_VALUE_TOO_LARGE, "value-too-large",                               \
      "a value is too large to be kept to 1e-9")                               \
    X(REASON_TOO_FEW_SEEDS, "too-few-seeds", "a pilot, with too few seeds")    \
    X(REASON_TOO_MANY_SEEDS, "too-many-seeds",                                 \
      "more seeds than the exact test takes")                                  \
    X(REASON_NOT_SENSITIVE, "not-sensitive",                                   \
      "the experiment could not have seen it")                                 \
    X(REASON_FAMILY, "family",                                                 \
      "it does not survive the adjustment for its family")

/* The comparison that decided. X(constant, name, words, sides); p of a rule
 * with 2 sides is one tail and is held against a/2, with 1 side against a. */
#define RULES(X)                                                             \
    X(RULE_NONE, "none", "", 2)                                              \
    X(RULE_BETTER, "better", "better than the control", 2)                   \
    X(RULE_WORSE, "worse", "worse than the control", 2)                      \
    X(RULE_NO_WORSE, "no-worse", "not worse by the margin", 2)               \
    X(RULE_WORSE_BY_MARGIN, "worse-by-margin", "worse by the margin", 2)     \
    X(RULE_AT_LEAST_MARGIN, "at-least-margin", "better by the margin", 2)    \
    X(RULE_AT_MOST_MARGIN, "at-most-margin", "worse by at least the margin", \
      2)                                                                     \
    X(RULE_EQUIVALENT, "equivalent", "within the margin both ways", 1)

#define SENSITIVITIES(X)                                            \
    X(SENSITIVITY_NONE, "none", "no sensitivity arm")               \
    X(SENSITIVITY_MISSED, "missed", "sensitivity arm not detected") \
    X(SENSITIVITY_DETECTED, "detected", "sensitivity arm detected")

#define ENUM_MEMBER(constant, ...) constant,
enum verdict { VERDICTS(ENUM_MEMBER) VERDICT_COUNT };
enum size_tag { SIZES(ENUM_MEMBER) SIZE_COUNT };
enum reason { REASONS(ENUM_MEMBER) REASON_COUNT };
enum verdict_rule { RULES(ENUM_MEMBER) RULE_COUNT };
enum sensitivity { SENSITIVITIES(ENUM_MEMBER) SENSITIVITY_COUNT };
#undef ENUM_MEMBER

enum direction { DIRECTION_WORSE, DIRECTION_BETTER };

/* Integrity flags are these bits: REASON_BIT(REASON_SEEDS_MISSING). */
#define REASON_BIT(reason) (1u << (reason))

const char *verdict_name(enum verdict verdict);
const char *verdict_words(enum verdict verdict);
const char *size_name(enum size_tag size);
const char *size_words(enum size_tag size);
const char *reason_name(enum reason reason);
const char *reason_words(enum reason reason);
const char *verdict_rule_name(enum verdict_rule rule);
const char *verdict_rule_words(enum verdict_rule rule);
int verdict_rule_sides(enum verdict_rule rule);
const char *sensitivity_name(enum sensitivity sensitivity);
const char *sensitivity_words(enum sensitivity sensitivity);

/* From the name in a file; false and unchanged for any other text. */
bool verdict_from_name(struct str name, enum verdict *verdict);

/* -- What is decided on ---------------------------------------------------- */

/* Seed i has seed[i], control[i], treatment[i] and, with a sensitivity arm,
 * sensitivity[i] (against sensitivity_control[i] where that arm has a control
 * of its own). A run that diverged is NaN. When seeds are missing, hand over
 * those that both arms have and set the bit. */
struct hypothesis_data {
    enum expect expect;
    struct metric_scale scale;
    int64_t margin; /* units, 0 to METRIC_LIMIT */
    struct significance level;
    unsigned integrity; /* REASON_BITs */

    int n; /* claim seeds; 0 is "not tested" */
    const int64_t *seed;
    const double *control;
    const double *treatment;

    const double *sensitivity;         /* NULL: the plan names no such arm */
    const double *sensitivity_control; /* NULL: the control */
    enum direction sensitivity_expect;

    int noise_n; /* the control again, on the noise seeds */
    const double *noise;
};

/* -- The decision ---------------------------------------------------------- */

/* Bounds at that rank of the ordered subset means; coverage is exactly
 * 1 - 2 rank / 2^n. Rank 0 is no interval. */
struct interval {
    int64_t rank;
    struct ratio lo, hi;
};

struct seed_delta {
    int64_t seed;
    int64_t delta;
};

struct arm_trouble {
    int diverged; /* NaN or infinite, scored `worst` */
    int clipped;  /* finite but beyond `worst` */
};

/* Differences seen beside the hypothesis by the same procedure. */
struct side_result {
    int n; /* 0: there is none */
    struct ratio mean;
    struct interval interval;
    int64_t p; /* over 2^n, in the direction looked for; noise: two-sided */
    struct arm_trouble trouble;
};

struct decision {
    enum verdict verdict;
    enum size_tag size;
    enum reason reason;
    unsigned integrity; /* all that was wrong, reason is the gravest */

    enum expect expect;
    bool is_higher_better;
    int64_t margin;
    struct significance level;
    int fewest_seeds; /* that can be decided at this level */

    /* The rule that decided, or the claim's own where none did, and its exact
     * p as a numerator over 2^n. */
    enum verdict_rule rule;
    int64_t rule_p;

    int n;
    int64_t delta[SIGNFLIP_MAX];
    struct ratio mean;           /* sum over n, not in lowest terms */
    struct interval interval;    /* at a/2 a side */
    struct interval equivalence; /* at a a side */
    int64_t p_better, p_worse, p_two_sided;

    bool has_relative;
    int64_t relative; /* units of per cent: 100 mean / |mean of control| */
    int wins, ties, losses;
    struct seed_delta lowest, highest; /* the first of equals */
    struct arm_trouble control, treatment;

    /* The A/A band: what this procedure says of the control against itself.
     * No two of its runs share a seed, so noise seed i is set against claim
     * seed i in the plan's order, as many as both have; the differences then
     * go through the same test. Being unpaired in truth, the band is wider than
     * a paired one when seeds matter, and leaves out 0 as often as a says. */
    struct side_result noise;

    enum sensitivity sensitivity;
    struct side_result sensitivity_result;

    /* Inconclusive: seeds for 80 % power at the margin (power.h), or 0. */
    int seeds_for_power;

    /* Set by family_adjust (holm.h); 0 until then. */
    int family_size;
    int64_t family_p;
};

/* Decides. Margins and levels out of range end the program: the plan's reader
 * has to have refused them. */
void verdict_decide(const struct hypothesis_data *data,
                    struct decision *decision);

/* The exact p, over 2^n, of a rule other than RULE_NONE. */
int64_t verdict_rule_p(enum verdict_rule rule, const struct signflip *test,
                       int64_t margin);

/* The largest such p that still passes. */
int64_t verdict_rule_rank(enum verdict_rule rule, struct significance level,
                          int n);

/* The rule by which this expectation is met. */
enum verdict_rule verdict_rule_of_claim(enum expect expect);

/* A verdict the numbers gave, which an adjustment can take back. */
bool verdict_is_decided(enum verdict verdict);

#endif
