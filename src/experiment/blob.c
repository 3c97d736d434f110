/* A result as text, one fact a line, and back. It crosses the pipe from a
 * worker and lies in the cache; the store guards it against damage, the last
 * line against being cut. */

#include "experiment/run.h"

#include <math.h>
#include <string.h>

static void put_number(struct out *out, double value)
{
    out_char(out, ' ');
    out_hex_double(out, value);
    out_char(out, '\n');
}

static void put_numbers(struct out *out, const char *word, const double *values,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        out_c(out, word);
        put_number(out, values[i]);
    }
}

static bool is_stepwise(size_t metric)
{
    return metric_infos[metric].kind == METRIC_STEPWISE;
}

/* " embedding-activity ...", in the order of the table. */
static void put_stepwise_names(struct out *out)
{
    for (size_t i = 0; i < metric_count; i++) {
        if (is_stepwise(i)) {
            out_printf(out, " %s", metric_infos[i].name);
        }
    }
}

/* The names once, then a line a point. */
static void put_stepwise(struct out *out, const struct run_result *result)
{
    out_c(out, "stepwise");
    put_stepwise_names(out);
    out_char(out, '\n');
    for (size_t at = 0; at < result->stepwise_len; at++) {
        out_printf(out, "point %lu", (unsigned long)result->stepwise_steps[at]);
        for (size_t i = 0; i < metric_count; i++) {
            if (is_stepwise(i)) {
                out_char(out, ' ');
                out_hex_double(out, result->stepwise[i][at]);
            }
        }
        out_char(out, '\n');
    }
}

void run_encode(struct out *out, const struct run_result *result)
{
    out_printf(out, "run 1\nkey %s\nseed %lu\ndiverged %lld\n",
               result->key.text, (unsigned long)result->seed,
               (long long)result->diverged_at);
    out_printf(out, "trajectory %016llx\nparameters %016llx\n",
               (unsigned long long)result->trajectory,
               (unsigned long long)result->parameters);
    put_numbers(out, "seconds", &result->seconds, 1);
    for (size_t i = 0; i < metric_count; i++) {
        if (metric_infos[i].kind == METRIC_DERIVED) {
            continue;
        }
        out_printf(out, "metric %s", metric_infos[i].name);
        put_number(out, result->metrics[i]);
    }
    for (size_t i = 0; i < result->curve_len; i++) {
        out_printf(out, "curve %lu", (unsigned long)result->curve_steps[i]);
        put_number(out, result->curve_losses[i]);
    }
    put_stepwise(out, result);
    put_numbers(out, "rms", result->residual_rms, result->residual_rms_len);
    put_numbers(out, "gradient", result->gradient_norm,
                result->gradient_norm_len);
    out_c(out, "end\n");
}

/* -- Reading --------------------------------------------------------------- */

struct decoder {
    struct arena *arena;
    struct run_result *result;
    size_t curve_cap, rms_cap, gradient_cap, stepwise_cap;
    bool has_metric[RUN_METRIC_COUNT];
    bool has_stepwise; /* all of them, in this order */
    bool is_ended;
};

bool hash_from_hex(struct str text, uint64_t *hash)
{
    static const char digits[] = "0123456789abcdef";
    *hash = 0;
    for (size_t i = 0; i < text.len; i++) {
        const char *digit = text.ptr[i] ? strchr(digits, text.ptr[i]) : NULL;
        if (!digit) {
            return false;
        }
        *hash = *hash << 4 | (uint64_t)(digit - digits);
    }
    return text.len == 16;
}

static bool read_seed(struct str text, uint32_t *seed)
{
    int64_t value = 0;
    const bool is_seed =
        str_to_int64(text, &value) && value >= 0 && value <= UINT32_MAX;
    *seed = is_seed ? (uint32_t)value : 0;
    return is_seed;
}

static bool push_number(struct arena *arena, double **at, size_t *len,
                        size_t *cap, struct str text)
{
    LIST(double) list = {*at, *len, *cap};
    double value = 0;
    if (!str_to_hex_double(text, &value)) {
        return false;
    }
    *LIST_PUSH(arena, &list) = value;
    *at = list.at;
    *len = list.len;
    *cap = list.cap;
    return true;
}

static bool decode_key(struct decoder *d, struct str text)
{
    const bool fits = text.len + 1 == sizeof d->result->key.text;
    if (fits) {
        memcpy(d->result->key.text, text.ptr, text.len);
    }
    return fits;
}

static bool decode_metric(struct decoder *d, struct str text)
{
    struct str name = {0};
    struct str number = {0};
    str_cut(text, ' ', &name, &number);
    const struct metric_info *info = metric_find(name);
    if (!info) {
        return true; /* a metric that is no more */
    }
    const size_t index = (size_t)(info - metric_infos);
    d->has_metric[index] = true;
    return str_to_hex_double(number, &d->result->metrics[index]);
}

static bool decode_curve(struct decoder *d, struct str text)
{
    struct run_result *result = d->result;
    struct str step = {0};
    struct str loss = {0};
    LIST(uint32_t)
    steps = {result->curve_steps, result->curve_len, d->curve_cap};
    size_t cap = d->curve_cap;
    uint32_t value = 0;
    str_cut(text, ' ', &step, &loss);
    if (!read_seed(step, &value)) {
        return false;
    }
    *LIST_PUSH(d->arena, &steps) = value;
    result->curve_steps = steps.at;
    d->curve_cap = steps.cap;
    return push_number(d->arena, &result->curve_losses, &result->curve_len,
                       &cap, loss);
}

static bool decode_seed(struct decoder *d, struct str text)
{
    return read_seed(text, &d->result->seed);
}

static bool decode_diverged(struct decoder *d, struct str text)
{
    return str_to_int64(text, &d->result->diverged_at);
}

static bool decode_trajectory(struct decoder *d, struct str text)
{
    return hash_from_hex(text, &d->result->trajectory);
}

static bool decode_parameters(struct decoder *d, struct str text)
{
    return hash_from_hex(text, &d->result->parameters);
}

static bool decode_seconds(struct decoder *d, struct str text)
{
    return str_to_hex_double(text, &d->result->seconds);
}

/* Names of another version: the run is incomplete, which is said in the end. */
static bool decode_stepwise(struct decoder *d, struct str text)
{
    struct out names = {0};
    put_stepwise_names(&names);
    d->has_stepwise = str_equal(text, str_from(out_text(&names), 1));
    out_free(&names);
    return true;
}

/* Room for one point more, in every list. */
static void grow_points(struct decoder *d)
{
    struct run_result *result = d->result;
    const size_t old = result->stepwise_len;
    const size_t cap = old ? 2 * old : 32;
    if (old < d->stepwise_cap) {
        return;
    }
    uint32_t *steps = ARENA_ARRAY(d->arena, uint32_t, cap);
    for (size_t at = 0; at < old; at++) {
        steps[at] = result->stepwise_steps[at];
    }
    result->stepwise_steps = steps;
    for (size_t i = 0; i < metric_count; i++) {
        if (is_stepwise(i)) {
            double *values = ARENA_ARRAY(d->arena, double, cap);
            for (size_t at = 0; at < old; at++) {
                values[at] = result->stepwise[i][at];
            }
            result->stepwise[i] = values;
        }
    }
    d->stepwise_cap = cap;
}

static bool decode_point(struct decoder *d, struct str text)
{
    struct run_result *result = d->result;
    struct str number = {0};
    if (!d->has_stepwise) {
        return true;
    }
    grow_points(d);
    str_cut(text, ' ', &number, &text);
    if (!read_seed(number, &result->stepwise_steps[result->stepwise_len])) {
        return false;
    }
    for (size_t i = 0; i < metric_count; i++) {
        double *at = result->stepwise[i];
        if (is_stepwise(i)) {
            str_cut(text, ' ', &number, &text);
            if (!str_to_hex_double(number, &at[result->stepwise_len])) {
                return false;
            }
        }
    }
    result->stepwise_len++;
    return text.len == 0;
}

static bool decode_rms(struct decoder *d, struct str text)
{
    return push_number(d->arena, &d->result->residual_rms,
                       &d->result->residual_rms_len, &d->rms_cap, text);
}

static bool decode_gradient(struct decoder *d, struct str text)
{
    return push_number(d->arena, &d->result->gradient_norm,
                       &d->result->gradient_norm_len, &d->gradient_cap, text);
}

static bool decode_end(struct decoder *d, struct str text)
{
    d->is_ended = text.len == 0;
    return d->is_ended;
}

static const struct {
    const char *word;
    bool (*decode)(struct decoder *decoder, struct str text);
} facts[] = {
    {"key", decode_key},
    {"seed", decode_seed},
    {"diverged", decode_diverged},
    {"trajectory", decode_trajectory},
    {"parameters", decode_parameters},
    {"seconds", decode_seconds},
    {"metric", decode_metric},
    {"curve", decode_curve},
    {"stepwise", decode_stepwise},
    {"point", decode_point},
    {"rms", decode_rms},
    {"gradient", decode_gradient},
    {"end", decode_end},
};

static bool decode_line(struct decoder *d, struct str line)
{
    struct str word = {0};
    struct str rest = {0};
    str_cut(line, ' ', &word, &rest);
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        if (str_is(word, facts[i].word)) {
            return facts[i].decode(d, rest);
        }
    }
    return false;
}

static bool has_all_metrics(const struct decoder *d)
{
    for (size_t i = 0; i < metric_count; i++) {
        if (!d->has_metric[i] && metric_infos[i].kind != METRIC_DERIVED) {
            return false;
        }
    }
    return d->has_stepwise && d->result->stepwise_len > 0;
}

bool run_decode(struct arena *arena, struct str blob, struct run_result *result,
                struct failure *failure)
{
    struct decoder decoder = {.arena = arena, .result = result};
    struct str line = {0};
    *result = (struct run_result){
        .metrics = ARENA_ARRAY(arena, double, RUN_METRIC_COUNT)};
    for (size_t i = 0; i < metric_count; i++) {
        result->metrics[i] = (double)NAN;
    }
    if (!str_next_line(&blob, &line) || !str_is(line, "run 1")) {
        return fail(failure, "a kept run is in no form that is known here");
    }
    while (!decoder.is_ended && str_next_line(&blob, &line)) {
        if (!decode_line(&decoder, line)) {
            return fail(failure, "a kept run has the line \"%.*s\"",
                        STR_ARG(line));
        }
    }
    if (!decoder.is_ended || !has_all_metrics(&decoder)) {
        return fail(failure, "a kept run is incomplete");
    }
    return true;
}
