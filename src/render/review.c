/* What a pending file of evidence would change. */

#include "render/review.h"

#include <stdlib.h>

/* X(constant, name for programs, words for people) */
#define CHANGES(X)                                        \
    X(REVIEW_FLIP, "verdict", "another verdict")          \
    X(REVIEW_NEW, "new", "a new hypothesis")              \
    X(REVIEW_GONE, "gone", "a hypothesis is gone")        \
    X(REVIEW_CERTAINTY, "certainty", "another certainty") \
    X(REVIEW_BEYOND, "beyond", "beyond the old interval") \
    X(REVIEW_WITHIN, "within", "within the old interval") \
    X(REVIEW_SAME, "same", "nothing that is shown")

static const struct {
    const char *name, *words;
} changes[REVIEW_CHANGES] = {
#define CHANGE(constant, name, words) [constant] = {name, words},
    CHANGES(CHANGE)
#undef CHANGE
};

const char *review_change_name(enum review_change change)
{
    return changes[change].name;
}

const char *review_change_words(enum review_change change)
{
    return changes[change].words;
}

/* -- One hypothesis -------------------------------------------------------- */

static bool is_certain_as_before(const struct assessment *before,
                                 const struct assessment *after)
{
    return before->certainty.here.level == after->certainty.here.level &&
           before->certainty.claimed == after->certainty.claimed;
}

static bool is_same_interval(const struct interval *a, const struct interval *b)
{
    return a->rank == b->rank && ratio_compare(a->lo, b->lo) == 0 &&
           ratio_compare(a->hi, b->hi) == 0;
}

static enum review_change change_of_effect(const struct decision *before,
                                           const struct decision *after)
{
    const struct interval *old = &before->interval;
    if (before->n == 0 || after->n == 0) {
        return before->n == after->n ? REVIEW_SAME : REVIEW_BEYOND;
    }
    if (ratio_compare(before->mean, after->mean) == 0 &&
        is_same_interval(old, &after->interval)) {
        return REVIEW_SAME;
    }
    const bool is_inside = old->rank > 0 &&
                           ratio_compare(after->mean, old->lo) >= 0 &&
                           ratio_compare(after->mean, old->hi) <= 0;
    return is_inside ? REVIEW_WITHIN : REVIEW_BEYOND;
}

static enum review_change change_of(const struct assessment *before,
                                    const struct assessment *after)
{
    if (before->decision == NULL) {
        return REVIEW_NEW;
    }
    if (after->decision == NULL) {
        return REVIEW_GONE;
    }
    if (before->verdict != after->verdict) {
        return REVIEW_FLIP;
    }
    return is_certain_as_before(before, after)
               ? change_of_effect(&before->decision->decision,
                                  &after->decision->decision)
               : REVIEW_CERTAINTY;
}

/* -- One experiment -------------------------------------------------------- */

struct reviewer {
    struct arena *arena;
    struct site before, after;
};

static struct assessment assess_in(const struct reviewer *reviewer,
                                   const struct site *site, struct str practice,
                                   struct str reference)
{
    const struct page_context context = {.site = site,
                                         .arena = reviewer->arena};
    return assess(&context, site_record(&context, practice), reference);
}

static void add_item(struct reviewer *reviewer, struct review *review,
                     const struct evidence_decision *decided)
{
    struct review_item item = {
        .reference = arena_printf(reviewer->arena, "%.*s.%.*s",
                                  STR_ARG(review->id), STR_ARG(decided->id)),
        .practice = decided->practice,
    };
    item.before =
        assess_in(reviewer, &reviewer->before, item.practice, item.reference);
    item.after =
        assess_in(reviewer, &reviewer->after, item.practice, item.reference);
    item.change = change_of(&item.before, &item.after);
    if (item.change != REVIEW_SAME) {
        review->items[review->count++] = item;
    }
    if (item.change < review->gravest) {
        review->gravest = item.change;
    }
}

static int by_gravity(const void *left, const void *right)
{
    const struct review_item *a = left;
    const struct review_item *b = right;
    if (a->change != b->change) {
        return a->change < b->change ? -1 : 1;
    }
    const int order =
        verdict_gravity(a->after.verdict) - verdict_gravity(b->after.verdict);
    return order != 0 ? order : str_compare(a->reference, b->reference);
}

static struct review review_of(struct reviewer *reviewer,
                               const struct evidence *accepted,
                               const struct evidence *pending)
{
    const size_t most =
        pending->decision_count + (accepted ? accepted->decision_count : 0);
    struct review review = {
        .id = pending->id,
        .accepted = accepted,
        .pending = pending,
        .items = ARENA_ARRAY(reviewer->arena, struct review_item, most + 1),
        .gravest = REVIEW_SAME,
        .is_outdated = pending->is_stale,
    };
    for (size_t i = 0; i < pending->decision_count; i++) {
        add_item(reviewer, &review, &pending->decisions[i]);
    }
    for (size_t i = 0; accepted && i < accepted->decision_count; i++) {
        if (!evidence_decision_find(pending, accepted->decisions[i].id)) {
            add_item(reviewer, &review, &accepted->decisions[i]);
        }
    }
    qsort(review.items, review.count, sizeof *review.items, by_gravity);
    if (accepted) {
        evidence_moved(reviewer->arena, accepted, &review.moved);
    }
    return review;
}

/* -- All of them ----------------------------------------------------------- */

static int by_gravest(const void *left, const void *right)
{
    const struct review *a = left;
    const struct review *b = right;
    if (a->gravest != b->gravest) {
        return a->gravest < b->gravest ? -1 : 1;
    }
    return str_compare(a->id, b->id);
}

static bool is_pending(const struct evidence *evidence)
{
    return str_ends(evidence->source->path, S(".pending.json"));
}

struct reviews reviews_of(struct arena *arena, const struct site_input *input,
                          const struct evidences *after)
{
    struct reviewer reviewer = {
        .arena = arena,
        .before = {.arena = arena, .input = *input},
        .after = {.arena = arena, .input = *input},
    };
    struct reviews reviews = {0};
    reviewer.after.input.evidences = after;
    for (size_t i = 0; i < after->len; i++) {
        if (is_pending(&after->at[i])) {
            *LIST_PUSH(arena, &reviews) = review_of(
                &reviewer, evidences_find(input->evidences, after->at[i].id),
                &after->at[i]);
        }
    }
    if (reviews.len > 1) {
        qsort(reviews.at, reviews.len, sizeof *reviews.at, by_gravest);
    }
    return reviews;
}
