/* Settings are those that were run, from the plan as the evidence keeps it;
 * what follows from them is asked of the plan's arm. */

#include "evidence/value_fact.h"

#include <math.h>

#include "experiment/facts.h"

static const char floor_prefix[] = "floor.";

bool value_is_fact(struct str rest)
{
    return str_is(rest, "parameters") || str_is(rest, "tokens") ||
           str_starts(rest, str_from_c(floor_prefix)) ||
           setting_find(rest) < setting_count();
}

/* "768,000" */
static void set_whole(struct arena *arena, struct value *value, double number)
{
    const struct str digits = arena_printf(arena, "%.0f", number);
    struct out out = {0};
    for (size_t i = 0; i < digits.len; i++) {
        if (i > 0 && (digits.len - i) % 3 == 0) {
            out_char(&out, ',');
        }
        out_char(&out, digits.ptr[i]);
    }
    value->number = number;
    value->text = out_take(&out, arena);
}

/* -- Settings -------------------------------------------------------------- */

/* The value in the plan as it was run, or the neutral one where the setting
 * came later and was left there. */
static struct str setting_as_run(struct arena *arena, const struct value *value,
                                 struct str key)
{
    const struct str wanted = arena_printf(
        arena, "arms.%.*s.%.*s", STR_ARG(value->arm->name), STR_ARG(key));
    const struct lines *lines = &value->evidence->plan_lines;
    for (size_t i = 0; i < lines->len; i++) {
        if (str_equal(lines->at[i].key, wanted)) {
            return lines->at[i].value;
        }
    }
    return setting_neutral(arena, key);
}

static bool set_setting(struct arena *arena, struct str key,
                        struct value *value, struct failure *failure)
{
    const struct setting setting = setting_at(setting_find(key));
    const struct str text = setting_as_run(arena, value, key);
    if (text.len == 0) {
        return fail(failure, "arm %.*s says nothing of %.*s",
                    STR_ARG(value->arm->name), STR_ARG(key));
    }
    value->text = text;
    int64_t whole = 0;
    if (setting.kind == SETTING_COUNT_OF && str_to_int64(text, &whole)) {
        set_whole(arena, value, (double)whole);
    } else if (setting.kind == SETTING_NUMBER) {
        str_to_double(text, &value->number);
    }
    return true;
}

/* -- What follows ---------------------------------------------------------- */

static const struct config *config_of(const struct value *value,
                                      struct failure *failure)
{
    const struct plan *plan = value->evidence->plan;
    const size_t index = plan ? plan_arm(plan, value->arm->name) : 0;
    if (plan && index < plan->arm_count) {
        return &plan->arms[index].config;
    }
    fail(failure, "the plan has no arm %.*s any more",
         STR_ARG(value->arm->name));
    return NULL;
}

static bool set_floor(struct arena *arena, const struct config *config,
                      struct str name, struct value *value,
                      struct failure *failure)
{
    struct out out = {0};
    if (!config_floor(config, name, &value->number)) {
        return fail(failure,
                    "\"%.*s\" is no floor; there are uniform, unigram, bigram, "
                    "bag and bayes",
                    STR_ARG(name));
    }
    out_fixed(&out, value->number, 3);
    value->text = out_take(&out, arena);
    value->unit = S("nats");
    return true;
}

bool value_fact(struct arena *arena, struct str rest, struct value *value,
                struct failure *failure)
{
    value->number = (double)NAN;
    value->unit = (struct str){0};
    if (value->arm->is_derived) {
        return fail(failure,
                    "arm %.*s is made of others and has no settings of its own",
                    STR_ARG(value->arm->name));
    }
    if (setting_find(rest) < setting_count()) {
        return set_setting(arena, rest, value, failure);
    }
    const struct config *config = config_of(value, failure);
    if (!config) {
        return false;
    }
    if (str_starts(rest, str_from_c(floor_prefix))) {
        return set_floor(arena, config, str_from(rest, sizeof floor_prefix - 1),
                         value, failure);
    }
    set_whole(arena, value,
              str_is(rest, "tokens") ? config_tokens(config)
                                     : (double)config_parameters(config));
    return true;
}
