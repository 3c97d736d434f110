/* The canonical form of a plan: what decides how it is run and judged, as
 * sorted lines. Hashing it says whether a plan changed; comparing two of them
 * says where. */

#include "experiment/plan.h"

struct writer {
    struct arena *arena;
    struct lines *lines;
    struct str prefix;
};

static void put(const struct writer *writer, const char *key, struct str value)
{
    *LIST_PUSH(writer->arena, writer->lines) = (struct line){
        arena_printf(writer->arena, "%.*s%s", STR_ARG(writer->prefix), key),
        value};
}

static void put_arm(const struct writer *writer, const struct arm *arm)
{
    struct lines settings = {0};
    config_lines(writer->arena, &arm->config, &settings);
    for (size_t i = 0; i < settings.len; i++) {
        put(writer, settings.at[i].key.ptr, settings.at[i].value);
    }
}

static struct str arms_text(struct arena *arena, const struct plan *plan,
                            const struct derived *derived)
{
    struct out out = {0};
    for (size_t i = 0; i < derived->member_count; i++) {
        out_c(&out, i == 0 ? "" : " ");
        out_str(&out, plan->arms[derived->members[i]].name);
    }
    return out_take(&out, arena);
}

static void put_derived(const struct writer *writer, const struct plan *plan,
                        const struct derived *derived)
{
    put(writer, "metric", derived->metric);
    put(writer, "pick", derived->is_highest ? S("highest") : S("lowest"));
    put(writer, "of", str_from_c(setting_at(derived->setting).key));
    put(writer, "arms", arms_text(writer->arena, plan, derived));
}

static void put_hypothesis(const struct writer *writer, const struct plan *plan,
                           const struct hypothesis *h)
{
    struct arena *arena = writer->arena;
    put(writer, "practice", h->practice);
    put(writer, "metric", h->metric);
    put(writer, "better", h->is_higher_better ? S("higher") : S("lower"));
    put(writer, "control", plan->arms[h->control].name);
    put(writer, "treatment", plan->arms[h->treatment].name);
    put(writer, "expect", str_from_c(expect_name(h->expect)));
    put(writer, "margin", number_text(arena, h->margin));
    put(writer, "alpha", number_text(arena, h->alpha));
    put(writer, "looks", arena_printf(arena, "%lld", (long long)h->looks));
    put(writer, "worst", number_text(arena, h->worst));
    put(writer, "family", h->family);
    if (h->has_sensitivity) {
        put(writer, "sensitivity.control",
            plan->arms[h->sensitivity_control].name);
        put(writer, "sensitivity.treatment",
            plan->arms[h->sensitivity_treatment].name);
        put(writer, "sensitivity.expect",
            h->sensitivity_expects_worse ? S("worse") : S("better"));
    }
}

static struct str seeds_text(struct arena *arena, const struct seeds *seeds)
{
    struct out out = {0};
    for (size_t i = 0; i < seeds->len; i++) {
        out_printf(&out, "%s%lu", i == 0 ? "" : " ",
                   (unsigned long)seeds->at[i]);
    }
    return out_take(&out, arena);
}

static struct str words_text(struct arena *arena, const struct strs *words)
{
    struct out out = {0};
    for (size_t i = 0; i < words->len; i++) {
        out_c(&out, i == 0 ? "" : " ");
        out_str(&out, words->at[i]);
    }
    return out_take(&out, arena);
}

static void put_lists(const struct writer *writer, const struct plan *plan)
{
    struct arena *arena = writer->arena;
    put(writer, "seeds.tuning", seeds_text(arena, &plan->tuning));
    put(writer, "seeds.noise", seeds_text(arena, &plan->noise));
    put(writer, "seeds.claim", seeds_text(arena, &plan->claim));
    put(writer, "measure", words_text(arena, &plan->metrics));
    put(writer, "fixed", words_text(arena, &plan->fixed));
}

void plan_lines(struct arena *arena, const struct plan *plan,
                struct lines *lines)
{
    *lines = (struct lines){0};
    const struct writer top = {arena, lines, S("")};
    put(&top, "id", plan->id);
    put(&top, "status", str_from_c(plan_status_name(plan->status)));
    put_lists(&top, plan);
    for (size_t i = 0; i < plan->arm_count; i++) {
        const struct arm *arm = &plan->arms[i];
        const struct writer writer = {
            arena, lines,
            arena_printf(arena, "%s.%.*s.", arm->derived ? "derived" : "arms",
                         STR_ARG(arm->name))};
        if (arm->derived) {
            put_derived(&writer, plan, arm->derived);
        } else {
            put_arm(&writer, arm);
        }
    }
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        const struct hypothesis *hypothesis = &plan->hypotheses[i];
        const struct writer writer = {
            arena, lines,
            arena_printf(arena, "hypotheses.%.*s.", STR_ARG(hypothesis->id))};
        put_hypothesis(&writer, plan, hypothesis);
    }
    lines_sort(lines);
}
