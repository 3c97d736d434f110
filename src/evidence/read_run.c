/* One run out of an evidence file. */

#include "evidence/reader.h"

#include <math.h>
#include <string.h>

/* The exact numbers of [[decimal, hex], ...] or, with a step first, of a
 * curve. */
static double *exact_list(struct reader *reader, const struct json *list,
                          const char *key, uint32_t *steps)
{
    const size_t width = steps ? 3 : 2;
    double *values = ARENA_ARRAY(reader->arena, double, list->len);
    for (size_t i = 0; i < list->len; i++) {
        const struct json *item = &list->items[i];
        if (item->type != JSON_ARRAY || item->len != width) {
            reader_refuse(reader, key, "holds something else than numbers");
            continue;
        }
        values[i] = reader_exact(reader, key, &item->items[width - 1]);
        if (steps) {
            steps[i] = (uint32_t)item->items[0].integer;
        }
    }
    return values;
}

static void read_lists(struct reader *reader, const struct json *object,
                       struct run_result *run)
{
    const struct json *curve =
        reader_member(reader, object, "curve", JSON_ARRAY);
    const struct json *rms =
        reader_member(reader, object, "residual_rms", JSON_ARRAY);
    const struct json *norm =
        reader_member(reader, object, "gradient_norm", JSON_ARRAY);
    run->curve_len = curve->len;
    run->curve_steps = ARENA_ARRAY(reader->arena, uint32_t, curve->len);
    run->curve_losses = exact_list(reader, curve, "curve", run->curve_steps);
    run->residual_rms_len = rms->len;
    run->residual_rms = exact_list(reader, rms, "residual_rms", NULL);
    run->gradient_norm_len = norm->len;
    run->gradient_norm = exact_list(reader, norm, "gradient_norm", NULL);
}

/* Each metric's steps are the same, so the last one's stand for all. A metric
 * of another length is damage. */
static void read_stepwise(struct reader *reader, const struct json *object,
                          struct run_result *run)
{
    if (!json_get(object, "stepwise")) {
        return;
    }
    const struct json *stepwise =
        reader_member(reader, object, "stepwise", JSON_OBJECT);
    for (size_t i = 0; i < stepwise->len; i++) {
        const struct json *list = &stepwise->items[i];
        const struct metric_info *info = metric_find(list->key);
        if (!info || info->kind != METRIC_STEPWISE) {
            continue;
        }
        if (list->type != JSON_ARRAY ||
            (run->stepwise_len > 0 && list->len != run->stepwise_len)) {
            reader_refuse(reader, info->name,
                          "is no list as long as the others");
            continue;
        }
        run->stepwise_len = list->len;
        run->stepwise_steps = ARENA_ARRAY(reader->arena, uint32_t, list->len);
        run->stepwise[info - metric_infos] =
            exact_list(reader, list, info->name, run->stepwise_steps);
    }
}

static void read_metrics(struct reader *reader, const struct json *object,
                         struct run_result *run)
{
    const struct json *metrics =
        reader_member(reader, object, "metrics", JSON_OBJECT);
    run->metrics = ARENA_ARRAY(reader->arena, double, metric_count);
    for (size_t i = 0; i < metric_count; i++) {
        run->metrics[i] = (double)NAN;
    }
    for (size_t i = 0; i < metrics->len; i++) {
        const struct metric_info *info = metric_find(metrics->items[i].key);
        if (info) {
            run->metrics[info - metric_infos] = reader_exact(
                reader, info->name,
                reader_member(reader, &metrics->items[i], "hex", JSON_STRING));
        }
    }
}

static uint64_t hash(struct reader *reader, const struct json *object,
                     const char *key)
{
    uint64_t value = 0;
    if (!hash_from_hex(reader_text(reader, object, key), &value)) {
        reader_refuse(reader, key, "is not 16 hexadecimal digits");
    }
    return value;
}

void read_run(struct reader *reader, const struct json *object,
              struct run_result *run)
{
    const struct str key = reader_text(reader, object, "key");
    const struct json *diverged = json_get(object, "diverged_at");
    const bool is_whole = diverged && diverged->type == JSON_NULL;
    *run = (struct run_result){
        .seed = (uint32_t)reader_integer(reader, object, "seed", 0, UINT32_MAX),
        .diverged_at = is_whole ? -1
                                : reader_integer(reader, object, "diverged_at",
                                                 0, UINT32_MAX),
        .trajectory = hash(reader, object, "trajectory"),
        .parameters = hash(reader, object, "parameters"),
    };
    if (key.len + 1 == sizeof run->key.text) {
        memcpy(run->key.text, key.ptr, key.len);
    } else {
        reader_refuse(reader, "key", "is not 64 hexadecimal digits");
    }
    read_lists(reader, object, run);
    read_stepwise(reader, object, run);
    read_metrics(reader, object, run);
}

void read_derived_run(struct reader *reader, const struct json *object,
                      struct run_result *run)
{
    *run = (struct run_result){
        .seed = (uint32_t)reader_integer(reader, object, "seed", 0, UINT32_MAX),
        .diverged_at = -1,
    };
    read_metrics(reader, object, run);
}
