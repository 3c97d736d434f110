/* Draws the sequences of the "letters + recall" source and scores them with its
 * own law. One word of randomness decides one token, at a fixed place, so a
 * sequence is a function of the seed, the purpose and its number. */
#include "core/source.h"

#include "core/math.h"

typedef uint32_t quad __attribute__((vector_size(16), may_alias));
typedef int32_t quad_mask __attribute__((vector_size(16), may_alias));

static uint32_t first_value(const struct core_data *data)
{
    return data->letters + data->keys;
}

static bool is_key(const struct core_data *data, uint32_t symbol)
{
    return symbol >= data->letters && symbol < first_value(data);
}

static size_t row_length(const struct core_data *data)
{
    return (first_value(data) + 3) / 4 * 4;
}

static size_t table_size(const struct core_config *config, size_t entry)
{
    size_t rows = (size_t)config->model.vocab + 1;
    return (rows * row_length(&config->data) * entry + 63) / 64 * 64;
}

size_t core_source_size(const struct core_config *config)
{
    return table_size(config, sizeof(double)) +
           table_size(config, sizeof(uint32_t));
}

/* (b + 1.5)^-alpha exp(beta g[a, b]); the start of a sequence is a symbol of
 * its own, numbered beyond all others. */
static double letter_weight(const struct core_source *source, uint32_t a,
                            uint32_t b)
{
    struct core_words place = {{b, a == source->vocab ? UINT32_MAX : a, 0, 0}};
    struct core_words words =
        core_philox(place, source->data.language, CORE_PURPOSE_LANGUAGE);
    double g = core_normal(words.word[0]);
    return core_exp(source->data.beta * g -
                    source->data.alpha * core_log((double)b + 1.5));
}

static void fill_chances(const struct core_source *source, uint32_t a,
                         double *chance)
{
    const struct core_data *data = &source->data;
    double total = 0;
    for (uint32_t b = 0; b < data->letters; b++) {
        chance[b] = letter_weight(source, a, b);
        total += chance[b];
    }
    for (uint32_t b = 0; b < data->letters; b++) {
        chance[b] = (1 - data->recall) * (chance[b] / total);
    }
    for (uint32_t k = 0; k < data->keys; k++) {
        chance[data->letters + k] = data->recall / data->keys;
    }
}

/* The entry drawn by a word u is the number of bounds below u. Bound e is the
 * chance of entries 0..e together, in units of 2^-32, less one; the last and
 * those that fill up the row are never below any u. */
static void fill_bounds(const struct core_source *source, const double *chance,
                        uint32_t *bounds)
{
    double below = 0;
    for (size_t e = 0; e < source->row; e++) {
        bounds[e] = UINT32_MAX;
        if (e + 1 < first_value(&source->data)) {
            below += chance[e];
            double bound = below * 0x1p32 - 1;
            bounds[e] = bound < 0              ? 0
                        : bound > 4294967295.0 ? UINT32_MAX
                                               : (uint32_t)bound;
        }
    }
}

struct core_source core_source_start(const struct core_config *config,
                                     void *memory)
{
    char *bytes = memory;
    struct core_source source = {
        .data = config->data,
        .vocab = config->model.vocab,
        .context = config->model.context,
        .row = row_length(&config->data),
        .chance = (double *)(void *)bytes,
        .bounds =
            (uint32_t *)(void *)(bytes + table_size(config, sizeof(double)))};
    for (uint32_t a = 0; a <= source.vocab; a++) {
        double *chance = source.chance + a * source.row;
        if (!is_key(&source.data, a)) {
            fill_chances(&source, a, chance);
        }
        fill_bounds(&source, chance, source.bounds + a * source.row);
    }
    return source;
}

/* The words of one sequence, in order; four come at a time. */
struct stream {
    struct core_words counter, ready;
    uint32_t seed;
    uint32_t purpose;
    uint32_t used; /* of ready */
};

static uint32_t stream_next(struct stream *stream)
{
    if (stream->used == 4) {
        stream->ready =
            core_philox(stream->counter, stream->seed, stream->purpose);
        stream->counter.word[0]++;
        stream->used = 0;
    }
    return stream->ready.word[stream->used++];
}

static uint32_t bounds_below(const uint32_t *bounds, size_t row, uint32_t u)
{
    quad_mask count = {0};
    for (size_t e = 0; e < row; e += 4) {
        count -= *(const quad *)(bounds + e) < (quad){u, u, u, u};
    }
    return (uint32_t)(count[0] + count[1] + count[2] + count[3]);
}

void core_source_draw(const struct core_source *source, uint32_t seed,
                      enum core_purpose purpose, uint64_t index,
                      uint8_t *tokens, size_t stride)
{
    const struct core_data *data = &source->data;
    struct stream stream = {
        .counter = {{0, (uint32_t)index, (uint32_t)(index >> 32), 0}},
        .seed = seed,
        .purpose = (uint32_t)purpose,
        .used = 4};
    uint8_t value[64];
    for (uint32_t k = 0; k < data->keys; k++) {
        uint64_t scaled = (uint64_t)stream_next(&stream) * data->values;
        value[k] = (uint8_t)(first_value(data) + (uint32_t)(scaled >> 32));
    }
    uint32_t last = source->vocab;
    for (uint32_t t = 0; t <= source->context; t++) {
        uint32_t u = stream_next(&stream);
        last = is_key(data, last)
                   ? value[last - data->letters]
                   : bounds_below(source->bounds + last * source->row,
                                  source->row, u);
        tokens[t * stride] = (uint8_t)last;
    }
}

/* What follows a key: its value at no cost if the sequence has shown it. */
static double value_cost(const struct core_data *data, uint32_t shown,
                         uint32_t next)
{
    if (next < first_value(data)) {
        return (double)__builtin_inff();
    }
    if (shown == UINT32_MAX) {
        return core_log(data->values);
    }
    return shown == next ? 0 : (double)__builtin_inff();
}

void core_source_bayes(const struct core_source *source, const uint8_t *tokens,
                       size_t stride, double *out)
{
    const struct core_data *data = &source->data;
    uint32_t shown[64];
    for (uint32_t k = 0; k < data->keys; k++) {
        shown[k] = UINT32_MAX;
    }
    for (uint32_t t = 0; t < source->context; t++) {
        uint32_t last = tokens[t * stride];
        uint32_t next = tokens[(t + 1) * stride];
        if (is_key(data, last)) {
            uint32_t *value = &shown[last - data->letters];
            out[t] = value_cost(data, *value, next);
            *value = next;
        } else {
            out[t] = next >= first_value(data)
                         ? (double)__builtin_inff()
                         : -core_log(source->chance[last * source->row + next]);
        }
    }
}
