/* One hypothesis out of an evidence file, in the shape that verdict.h decides
 * in. Whatever the program would later divide by, or index with, is checked. */

#include "evidence/reader.h"

#define NAME_AT(type, name_of)             \
    static const char *name_of##_at(int i) \
    {                                      \
        return name_of((enum type)i);      \
    }
NAME_AT(expect, expect_name)
NAME_AT(reason, reason_name)
NAME_AT(verdict_rule, verdict_rule_name)
NAME_AT(sensitivity, sensitivity_name)
NAME_AT(size_tag, size_name)
NAME_AT(verdict, verdict_name)

static struct ratio read_ratio(struct reader *reader, const struct json *object,
                               const char *key)
{
    const struct json *ratio = reader_member(reader, object, key, JSON_OBJECT);
    return (struct ratio){
        .sum = reader_integer(reader, ratio, "sum", INT64_MIN, INT64_MAX),
        .size =
            (int32_t)reader_integer(reader, ratio, "count", 0, SIGNFLIP_MAX),
    };
}

/* Rank 0 has no bounds; any other has two fractions. */
static struct interval read_interval(struct reader *reader,
                                     const struct json *object, const char *key)
{
    const struct json *member = reader_member(reader, object, key, JSON_OBJECT);
    const struct interval interval = {
        .rank = reader_integer(reader, member, "rank", 0,
                               INT64_C(1) << SIGNFLIP_MAX),
        .lo = read_ratio(reader, member, "lo"),
        .hi = read_ratio(reader, member, "hi"),
    };
    if (interval.rank > 0 && (interval.lo.size == 0 || interval.hi.size == 0)) {
        reader_refuse(reader, key, "has a bound over nothing");
    }
    return interval;
}

static struct arm_trouble read_trouble(struct reader *reader,
                                       const struct json *object,
                                       const char *key)
{
    const struct json *member = reader_member(reader, object, key, JSON_OBJECT);
    return (struct arm_trouble){
        .clipped = reader_count(reader, member, "clipped"),
        .diverged = reader_count(reader, member, "diverged"),
    };
}

static struct side_result read_side(struct reader *reader,
                                    const struct json *side)
{
    const struct side_result result = {
        .n = (int)reader_integer(reader, side, "n", 0, SIGNFLIP_MAX),
        .mean = read_ratio(reader, side, "mean"),
        .interval = read_interval(reader, side, "interval"),
        .p = reader_integer(reader, side, "p", 0, INT64_C(1) << SIGNFLIP_MAX),
        .trouble = read_trouble(reader, side, "trouble"),
    };
    if (result.n > 0 && result.mean.size == 0) {
        reader_refuse(reader, "mean", "is over nothing");
    }
    return result;
}

static struct seed_delta read_extreme(struct reader *reader,
                                      const struct json *object,
                                      const char *key)
{
    const struct json *member = reader_member(reader, object, key, JSON_OBJECT);
    return (struct seed_delta){
        .seed = reader_integer(reader, member, "seed", 0, UINT32_MAX),
        .delta = reader_integer(reader, member, "delta", INT64_MIN, INT64_MAX),
    };
}

/* Every name in the list sets its reason's bit. */
static unsigned read_integrity(struct reader *reader, const struct json *object)
{
    const struct json *list =
        reader_member(reader, object, "integrity", JSON_ARRAY);
    unsigned integrity = 0;
    for (size_t n = 0; n < list->len; n++) {
        for (int i = 1; i < REASON_COUNT; i++) {
            if (str_is(list->items[n].string, reason_name((enum reason)i))) {
                integrity |= REASON_BIT(i);
            }
        }
    }
    return integrity;
}

static void read_deltas(struct reader *reader, const struct json *object,
                        struct decision *decision)
{
    const struct json *list =
        reader_member(reader, object, "deltas", JSON_ARRAY);
    if (!reader->is_faulty && list->len != (size_t)decision->n &&
        decision->n <= SIGNFLIP_MAX) {
        reader_refuse(reader, "deltas", "are not as many as \"n\"");
    }
    for (size_t i = 0; i < list->len && i < SIGNFLIP_MAX; i++) {
        decision->delta[i] = list->items[i].integer;
    }
}

static void read_p(struct reader *reader, const struct json *object,
                   struct decision *decision)
{
    const struct json *p = reader_member(reader, object, "p", JSON_OBJECT);
    const int64_t most = INT64_C(1) << SIGNFLIP_MAX;
    decision->p_better = reader_integer(reader, p, "better", 0, most);
    decision->p_worse = reader_integer(reader, p, "worse", 0, most);
    decision->p_two_sided = reader_integer(reader, p, "two_sided", 0, most);
    decision->rule_p = reader_integer(reader, p, "rule", 0, most);
}

static void read_level(struct reader *reader, const struct json *object,
                       struct decision *decision)
{
    decision->level = (struct significance){
        .alpha = reader_integer(reader, object, "alpha", 1, NANO - 1),
        .looks = (int)reader_integer(reader, object, "looks", 1, 1000),
    };
    decision->margin =
        reader_integer(reader, object, "margin", 0, METRIC_LIMIT);
    decision->fewest_seeds = reader_count(reader, object, "fewest_seeds");
}

static void read_relative(struct reader *reader, const struct json *object,
                          struct decision *decision)
{
    const struct json *relative = json_get(object, "relative");
    decision->has_relative = !relative || relative->type != JSON_NULL;
    if (decision->has_relative) {
        decision->relative =
            reader_integer(reader, object, "relative", INT64_MIN, INT64_MAX);
    }
}

static void read_words(struct reader *reader, const struct json *object,
                       struct decision *decision)
{
    decision->verdict = (enum verdict)reader_named(
        reader, object, "verdict", VERDICT_COUNT, verdict_name_at);
    decision->size = (enum size_tag)reader_named(reader, object, "size",
                                                 SIZE_COUNT, size_name_at);
    decision->reason = (enum reason)reader_named(reader, object, "reason",
                                                 REASON_COUNT, reason_name_at);
    decision->rule = (enum verdict_rule)reader_named(
        reader, object, "rule", RULE_COUNT, verdict_rule_name_at);
    decision->expect = (enum expect)reader_named(reader, object, "expect",
                                                 EXPECT_COUNT, expect_name_at);
}

/* What the figures beside a verdict divide by has to be there. */
static void check_decision(struct reader *reader,
                           const struct decision *decision)
{
    const bool is_measured = decision->n > 0 && decision->n <= SIGNFLIP_MAX;
    if (is_measured && decision->mean.size == 0) {
        reader_refuse(reader, "mean", "is over nothing");
    }
    if (verdict_is_decided(decision->verdict) &&
        (!is_measured || decision->interval.rank == 0 ||
         decision->rule == RULE_NONE)) {
        reader_refuse(reader, "verdict", "has nothing to rest on");
    }
}

static void read_numbers(struct reader *reader, const struct json *object,
                         struct decision *decision)
{
    decision->n = reader_count(reader, object, "n");
    decision->is_higher_better =
        reader_truth(reader, object, "higher_is_better");
    decision->integrity = read_integrity(reader, object);
    decision->mean = read_ratio(reader, object, "mean");
    decision->interval = read_interval(reader, object, "interval");
    decision->equivalence = read_interval(reader, object, "equivalence");
    decision->wins = reader_count(reader, object, "wins");
    decision->ties = reader_count(reader, object, "ties");
    decision->losses = reader_count(reader, object, "losses");
    decision->lowest = read_extreme(reader, object, "lowest");
    decision->highest = read_extreme(reader, object, "highest");
    decision->control = read_trouble(reader, object, "control_trouble");
    decision->treatment = read_trouble(reader, object, "treatment_trouble");
    decision->seeds_for_power = reader_count(reader, object, "seeds_for_power");
}

static void read_sides(struct reader *reader, const struct json *object,
                       struct decision *decision)
{
    const struct json *sensitivity =
        reader_member(reader, object, "sensitivity", JSON_OBJECT);
    decision->sensitivity = (enum sensitivity)reader_named(
        reader, sensitivity, "found", SENSITIVITY_COUNT, sensitivity_name_at);
    decision->sensitivity_result = read_side(reader, sensitivity);
    decision->noise =
        read_side(reader, reader_member(reader, object, "noise", JSON_OBJECT));
}

void read_decision(struct reader *reader, const struct json *object,
                   struct evidence_decision *decided)
{
    *decided = (struct evidence_decision){
        .id = object->key,
        .practice = reader_text(reader, object, "practice"),
        .metric = reader_text(reader, object, "metric"),
        .family = reader_text(reader, object, "family"),
        .control = reader_text(reader, object, "control"),
        .treatment = reader_text(reader, object, "treatment"),
        .sentence = reader_text(reader, object, "sentence"),
    };
    struct decision *decision = &decided->decision;
    read_words(reader, object, decision);
    read_level(reader, object, decision);
    read_numbers(reader, object, decision);
    read_deltas(reader, object, decision);
    read_p(reader, object, decision);
    read_relative(reader, object, decision);
    read_sides(reader, object, decision);
    check_decision(reader, decision);
}
