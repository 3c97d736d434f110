/* The floors of a small source against all its sequences, each with its exact
 * probability: no formula of core/floors.c is used here, only the law of
 * core.h and the table of its letters. */
#include "core/running.h"

#include "core/random.h"

enum {
    LETTERS = 3,
    KEYS = 2,
    VALUES = 3,
    SYMBOLS = LETTERS + KEYS + VALUES,
    CONTEXT = 6,
    MAPS = VALUES * VALUES, /* of two keys to values */
    BAGS = SYMBOLS * (KEYS + 1) * (KEYS + 1) * (KEYS + 1)
};

/* What is summed over all sequences: how probable each target is together with
 * what a predictor knows. */
struct sums {
    double letter[SYMBOLS + 1][LETTERS]; /* given the symbol before, or none */
    double recall;
    double unigram[SYMBOLS];
    double bigram[SYMBOLS][SYMBOLS];
    double bag[BAGS][SYMBOLS];
    double bayes; /* nats, all targets together */
};

/* A beginning of a sequence, with its probability together with each map. */
struct beginning {
    int length;
    int token[CONTEXT + 1];
    double weight[MAPS];
};

static void fill_letters(const struct core_data *data, struct sums *sums)
{
    for (uint32_t a = 0; a <= SYMBOLS; a++) {
        double total = 0;
        for (uint32_t b = 0; b < LETTERS; b++) {
            struct core_words place = {
                {b, a == SYMBOLS ? UINT32_MAX : a, 0, 0}};
            double g = core_normal(
                core_philox(place, data->language, CORE_PURPOSE_LANGUAGE)
                    .word[0]);
            sums->letter[a][b] =
                pow(b + 1.5, -data->alpha) * exp(data->beta * g);
            total += sums->letter[a][b];
        }
        for (int b = 0; b < LETTERS; b++) {
            sums->letter[a][b] /= total;
        }
    }
}

/* Key 0 has value map % VALUES, key 1 map / VALUES. */
static int value_of(int map, int key)
{
    return key == 0 ? map % VALUES : map / VALUES;
}

/* P(next | before, map) by the law; before is SYMBOLS at the start. */
static double chance(const struct sums *sums, int map, int before, int next)
{
    if (before >= LETTERS && before < LETTERS + KEYS) {
        return next == LETTERS + KEYS + value_of(map, before - LETTERS);
    }
    if (next < LETTERS) {
        return (1 - sums->recall) * sums->letter[before][next];
    }
    return next < LETTERS + KEYS ? sums->recall / KEYS : 0;
}

/* The last symbol, and behind each value how many keys the sequence has
 * shown. */
static int bag_of(const struct beginning *past)
{
    int behind[VALUES] = {0};
    bool is_shown[KEYS] = {false};
    for (int i = 1; i < past->length; i++) {
        int key = past->token[i - 1] - LETTERS;
        if (key >= 0 && key < KEYS && !is_shown[key]) {
            is_shown[key] = true;
            behind[past->token[i] - LETTERS - KEYS]++;
        }
    }
    int bag = past->token[past->length - 1];
    for (int v = 0; v < VALUES; v++) {
        bag = bag * (KEYS + 1) + behind[v];
    }
    return bag;
}

static double total_of(const struct beginning *past)
{
    double total = 0;
    for (int map = 0; map < MAPS; map++) {
        total += past->weight[map];
    }
    return total;
}

static void count_target(struct sums *sums, const struct beginning *past,
                         int next, double joint)
{
    sums->unigram[next] += joint;
    sums->bigram[past->token[past->length - 1]][next] += joint;
    sums->bag[bag_of(past)][next] += joint;
    sums->bayes -= joint * log(joint / total_of(past));
}

/* Every way to go on, as far as a sequence goes. */
static void go_on(struct sums *sums, const struct beginning *past)
{
    int before = past->length > 0 ? past->token[past->length - 1] : SYMBOLS;
    for (int next = 0; next < SYMBOLS && past->length <= CONTEXT; next++) {
        struct beginning longer = *past;
        longer.token[longer.length++] = next;
        for (int map = 0; map < MAPS; map++) {
            longer.weight[map] *= chance(sums, map, before, next);
        }
        double joint = total_of(&longer);
        if (joint > 0) {
            if (past->length > 0) {
                count_target(sums, past, next, joint);
            }
            go_on(sums, &longer);
        }
    }
}

/* -sum of p ln(p / sum of its row) */
static double conditional_entropy(const double *joint, size_t rows)
{
    double entropy = 0;
    for (size_t r = 0; r < rows; r++) {
        const double *row = joint + r * SYMBOLS;
        double total = 0;
        for (int i = 0; i < SYMBOLS; i++) {
            total += row[i];
        }
        for (int i = 0; i < SYMBOLS; i++) {
            entropy -= row[i] > 0 ? row[i] * log(row[i] / total) : 0;
        }
    }
    return entropy;
}

static struct core_config small_source(double recall, uint32_t language)
{
    struct core_config config = core_preset_decoder16();
    config.model.vocab = SYMBOLS;
    config.model.context = CONTEXT;
    config.data = (struct core_data){.letters = LETTERS,
                                     .keys = KEYS,
                                     .values = VALUES,
                                     .recall = recall,
                                     .alpha = 1.1,
                                     .beta = 1.7,
                                     .language = language};
    return config;
}

static void assert_floors(double recall, uint32_t language)
{
    static struct sums sums;
    struct core_config config = small_source(recall, language);
    struct beginning nothing = {0};
    void *memory = NULL;
    struct core_floors floors = core_floors(run_new(&config, 1, &memory));
    sums = (struct sums){.recall = recall};
    fill_letters(&config.data, &sums);
    for (int map = 0; map < MAPS; map++) {
        nothing.weight[map] = 1.0 / MAPS;
    }
    go_on(&sums, &nothing);
    /* Every sum is over CONTEXT targets; a row's scale cancels in its ratio. */
    double unigram = conditional_entropy(sums.unigram, 1);
    double bigram = conditional_entropy(sums.bigram[0], SYMBOLS);
    double bag = conditional_entropy(sums.bag[0], BAGS);
    assert_near(floors.uniform, log(SYMBOLS), 1e-14);
    assert_near(floors.unigram, unigram / CONTEXT, 1e-13);
    assert_near(floors.bigram, bigram / CONTEXT, 1e-13);
    assert_near(floors.bag, bag / CONTEXT, 1e-13);
    assert_near(floors.bayes, sums.bayes / CONTEXT, 1e-13);
    free(memory);
}

static void floors_are_those_of_all_sequences(void **state)
{
    (void)state;
    assert_floors(0.5, 1);
    assert_floors(0.9, 2);
    assert_floors(0.1, 3);
    assert_floors(0, 4);
}

/* What the law would score on a sequence, summed over all of them, is the floor
 * once more; here by core_sequence_bayes, drawn sequence by sequence. */
static void sequences_are_as_probable_as_the_law_says(void **state)
{
    (void)state;
    struct core_config config = small_source(0.5, 1);
    void *memory = NULL;
    struct core_run *run = run_new(&config, 1, &memory);
    const uint32_t count = 20000;
    double mean = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t token[CONTEXT + 1];
        double cost[CONTEXT];
        core_sequence(run, true, i, token);
        core_sequence_bayes(run, token, cost);
        for (int t = 0; t < CONTEXT; t++) {
            mean += cost[t] / (CONTEXT * (double)count);
        }
    }
    assert_near(mean, core_floors(run).bayes, 0.01);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_are_those_of_all_sequences),
        cmocka_unit_test(sequences_are_as_probable_as_the_law_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
