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
 * chance of entries 0..e together, in units of 2^-32, less one; the last, and
 * those that fill up the row, stay so high that no u is above them. */
static void fill_bounds(const struct core_source *source, const double *chance,
                        uint32_t *bounds)
{
    double below = 0;
    for (size_t e = 0; e + 1 < first_value(&source->data); e++) {
        below += chance[e];
        double bound = below * 0x1p32 - 1;
        bounds[e] = bound < 0              ? 0
                    : bound > 4294967295.0 ? UINT32_MAX
                                           : (uint32_t)bound;
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
        uint32_t *bounds = source.bounds + a * source.row;
        for (size_t e = 0; e < source.row; e++) {
            chance[e] = 0;
            bounds[e] = UINT32_MAX;
        }
        if (!is_key(&source.data, a)) {
            fill_chances(&source, a, chance);
            fill_bounds(&source, chance, bounds);
        }
    }
    return source;
}

/* A sequence being drawn. Its words come four at a time, in order. */
struct drawing {
    struct core_words counter, ready;
    uint32_t seed, purpose;
    uint32_t used; /* of ready */
    uint32_t last; /* symbol, or vocab before the first */
    /* By symbol: the value of a key, 0 of all others and of the start. */
    uint8_t value[257];
};

static uint32_t next_word(struct drawing *drawing)
{
    if (drawing->used == 4) {
        drawing->ready =
            core_philox(drawing->counter, drawing->seed, drawing->purpose);
        drawing->counter.word[0]++;
        drawing->used = 0;
    }
    return drawing->ready.word[drawing->used++];
}

static void drawing_start(struct drawing *drawing,
                          const struct core_source *source, uint32_t seed,
                          enum core_purpose purpose, uint64_t index)
{
    const struct core_data *data = &source->data;
    drawing->counter =
        (struct core_words){{0, (uint32_t)index, (uint32_t)(index >> 32), 0}};
    drawing->seed = seed;
    drawing->purpose = (uint32_t)purpose;
    drawing->used = 4;
    drawing->last = source->vocab;
    __builtin_memset(drawing->value, 0, sizeof drawing->value);
    for (uint32_t k = 0; k < data->keys; k++) {
        uint64_t scaled = (uint64_t)next_word(drawing) * data->values;
        drawing->value[data->letters + k] =
            (uint8_t)(first_value(data) + (uint32_t)(scaled >> 32));
    }
}

static uint32_t bounds_below(const uint32_t *bounds, size_t row, uint32_t u)
{
    quad_mask count = {0};
    for (size_t e = 0; e < row; e += 4) {
        count -= *(const quad *)(bounds + e) < (quad){u, u, u, u};
    }
    return (uint32_t)(count[0] + count[1] + count[2] + count[3]);
}

/* No entry is drawn after a key, whose bounds are all as high as can be: its
 * value is added to 0. Without a branch, which nothing could predict. */
static uint8_t next_token(struct drawing *drawing,
                          const struct core_source *source)
{
    uint32_t last = drawing->last;
    uint32_t u = next_word(drawing);
    drawing->last =
        drawing->value[last] +
        bounds_below(source->bounds + last * source->row, source->row, u);
    return (uint8_t)drawing->last;
}

void core_source_draw(const struct core_source *source, uint32_t seed,
                      enum core_purpose purpose, uint64_t index, uint32_t count,
                      uint8_t *tokens)
{
    struct drawing drawing[CORE_SOURCE_MOST];
    for (uint32_t i = 0; i < count; i++) {
        drawing_start(&drawing[i], source, seed, purpose, index + i);
    }
    for (size_t t = 0; t <= source->context; t++) {
        for (uint32_t i = 0; i < count; i++) {
            tokens[t * count + i] = next_token(&drawing[i], source);
        }
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
