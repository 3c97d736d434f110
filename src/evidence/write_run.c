/* One run as JSON, in the order of its keys' bytes. */

#include "evidence/write.h"

void write_open_inline(struct json_out *j, char bracket)
{
    json_open(j, bracket);
    j->is_compact = true;
}

void write_close_inline(struct json_out *j)
{
    json_close(j);
    j->is_compact = false;
}

/* The number for people, then for machines; not a number is null, "nan". */
static void put_exact(struct json_out *j, double value)
{
    struct out hex = {0};
    out_hex_double(&hex, value);
    json_double(j, value);
    json_str(j, out_text(&hex));
    out_free(&hex);
}

static void put_hex(struct json_out *j, uint64_t hash)
{
    struct out text = {0};
    out_printf(&text, "%016llx", (unsigned long long)hash);
    json_str(j, out_text(&text));
    out_free(&text);
}

static void put_curve(struct json_out *j, const struct run_result *run)
{
    json_key(j, "curve");
    write_open_inline(j, '[');
    for (size_t i = 0; i < run->curve_len; i++) {
        json_open(j, '[');
        json_int(j, run->curve_steps[i]);
        put_exact(j, run->curve_losses[i]);
        json_close(j);
    }
    write_close_inline(j);
}

static void put_profile(struct json_out *j, const char *key,
                        const double *values, size_t count)
{
    json_key(j, key);
    write_open_inline(j, '[');
    for (size_t i = 0; i < count; i++) {
        json_open(j, '[');
        put_exact(j, values[i]);
        json_close(j);
    }
    write_close_inline(j);
}

static void put_metrics(struct json_out *j, const struct columns *metrics,
                        const struct run_result *run)
{
    json_key(j, "metrics");
    json_open(j, '{');
    for (size_t i = 0; i < metrics->len; i++) {
        const double value = run->metrics[metric_index(metrics->at[i].name)];
        struct out hex = {0};
        out_hex_double(&hex, value);
        json_key_str(j, metrics->at[i].name);
        write_open_inline(j, '{');
        json_put_double(j, "decimal", value);
        json_put_str(j, "hex", out_text(&hex));
        write_close_inline(j);
        out_free(&hex);
    }
    json_close(j);
}

static void put_steps(struct json_out *j, const struct run_result *run,
                      const double *values)
{
    write_open_inline(j, '[');
    for (size_t i = 0; i < run->stepwise_len; i++) {
        json_open(j, '[');
        json_int(j, run->stepwise_steps[i]);
        put_exact(j, values[i]);
        json_close(j);
    }
    write_close_inline(j);
}

/* Only where there is any: evidence from before is the same bytes. */
static void put_stepwise(struct json_out *j, const struct columns *metrics,
                         const struct run_result *run)
{
    bool is_open = false;
    for (size_t i = 0; i < metrics->len; i++) {
        const double *values = run->stepwise[metric_index(metrics->at[i].name)];
        if (!values) {
            continue;
        }
        if (!is_open) {
            json_key(j, "stepwise");
            json_open(j, '{');
            is_open = true;
        }
        json_key_str(j, metrics->at[i].name);
        put_steps(j, run, values);
    }
    if (is_open) {
        json_close(j);
    }
}

void write_run(struct json_out *j, const struct columns *metrics,
               const struct run_result *run)
{
    json_open(j, '{');
    put_curve(j, run);
    json_key(j, "diverged_at");
    if (run->diverged_at < 0) {
        json_none(j);
    } else {
        json_int(j, run->diverged_at);
    }
    put_profile(j, "gradient_norm", run->gradient_norm, run->gradient_norm_len);
    json_put_c(j, "key", run->key.text);
    put_metrics(j, metrics, run);
    json_key(j, "parameters");
    put_hex(j, run->parameters);
    put_profile(j, "residual_rms", run->residual_rms, run->residual_rms_len);
    json_put_int(j, "seed", run->seed);
    put_stepwise(j, metrics, run);
    json_key(j, "trajectory");
    put_hex(j, run->trajectory);
    json_close(j);
}

void write_derived_run(struct json_out *j, const struct columns *metrics,
                       const struct run_result *run)
{
    json_open(j, '{');
    put_metrics(j, metrics, run);
    json_put_int(j, "seed", run->seed);
    json_close(j);
}
