/* The source against its own law: floors by their formulas, frequencies by
 * counting, and the score of a sequence by hand. */
#include "core/running.h"

static struct core_floors floors_of(const struct core_data *data)
{
    struct core_config config = core_preset_decoder16();
    void *memory = NULL;
    config.data = *data;
    struct core_floors floors = core_floors(run_new(&config, 1, &memory));
    free(memory);
    return floors;
}

/* Mean and spread over forty languages of unigram, bigram and bayes. */
static void floors_over_languages(struct core_data data, double mean[3],
                                  double sd[3])
{
    const uint32_t languages = 40;
    double square[3] = {0};
    for (data.language = 1; data.language <= languages; data.language++) {
        struct core_floors f = floors_of(&data);
        double value[3] = {f.unigram, f.bigram, f.bayes};
        for (int i = 0; i < 3; i++) {
            mean[i] += value[i] / languages;
            square[i] += value[i] * value[i] / languages;
        }
    }
    for (int i = 0; i < 3; i++) {
        sd[i] = sqrt(square[i] - mean[i] * mean[i]);
    }
}

/* An independent program with a table of letters of its own measured these; our
 * tables vary around them by some hundredths. */
static void floors_agree_with_an_independent_program(void **state)
{
    (void)state;
    static const double measured[2][3] = {{2.973, 2.160, 1.377},
                                          {3.131, 2.147, 1.528}};
    struct core_data set[2] = {core_preset_decoder16().data,
                               {.letters = 14,
                                .keys = 2,
                                .values = 16,
                                .recall = 0.4,
                                .alpha = 1.1,
                                .beta = 2.0}};
    for (int s = 0; s < 2; s++) {
        double mean[3] = {0};
        double sd[3] = {0};
        floors_over_languages(set[s], mean, sd);
        for (int i = 0; i < 3; i++) {
            assert_true(sd[i] < 0.07);
            assert_near(measured[s][i], mean[i], 2 * sd[i]);
        }
    }
    assert_near(floors_of(&set[0]).uniform, 3.466, 0.001);
}

/* alpha = beta = 0 makes letters uniform, so everything has a closed form: each
 * place is a key with chance r (1 - chance before), from r. */
static void uniform_letters_have_floors_in_closed_form(void **state)
{
    (void)state;
    struct core_data data = core_preset_decoder16().data;
    data.alpha = 0;
    data.beta = 0;
    struct core_floors floors = floors_of(&data);
    double key = data.recall;
    double bigram = 0;
    double mean_key = 0;
    double mean_value = 0;
    double free_cost = log(2) + 0.5 * log(2) + 0.5 * log(12);
    for (int t = 0; t < 32; t++) {
        bigram += (1 - key) * free_cost + key * log(18);
        mean_value += key / 32;
        key = data.recall * (1 - key);
        mean_key += key / 32;
    }
    double letter = 1 - mean_key - mean_value;
    assert_near(floors.bigram, bigram / 32, 1e-12);
    assert_near(floors.unigram,
                -letter * log(letter / 12) - mean_key * log(mean_key / 2) -
                    mean_value * log(mean_value / 18),
                1e-12);
}

/* With one key, the bag says as much as the whole past. */
static void one_key_leaves_no_doubt_whose_value_it_was(void **state)
{
    (void)state;
    struct core_data data = core_preset_decoder16().data;
    data.keys = 1;
    data.letters = 13;
    struct core_floors floors = floors_of(&data);
    assert_near(floors.bag, floors.bayes, 1e-12);
}

static void knowing_more_never_costs_more(void **state)
{
    (void)state;
    for (uint32_t keys = 1; keys <= 12; keys += 5) {
        struct core_data data = core_preset_decoder16().data;
        data.keys = keys;
        data.values = 32 - 12 - keys;
        struct core_floors f = floors_of(&data);
        assert_true(f.uniform > f.unigram && f.unigram > f.bigram);
        assert_true(f.bigram > f.bag && f.bag > f.bayes - 1e-12);
    }
}

/* Sums over many sequences; the checks below compare with floors. */
struct counts {
    double symbol[32];
    double bayes, tokens;
    double pair[32][32];
};

static void count_sequences(const struct core_run *run, uint32_t sequences,
                            struct counts *counts)
{
    for (uint32_t i = 0; i < sequences; i++) {
        uint8_t token[33];
        double cost[32];
        core_sequence(run, false, i, token);
        core_sequence_bayes(run, token, cost);
        for (int t = 0; t < 32; t++) {
            counts->symbol[token[t + 1]] += 1;
            counts->pair[token[t]][token[t + 1]] += 1;
            counts->bayes += cost[t];
            counts->tokens += 1;
        }
    }
}

static void frequencies_meet_the_floors(void **state)
{
    (void)state;
    static struct counts counts;
    struct core_config config = core_preset_decoder16();
    void *memory = NULL;
    struct core_run *run = run_new(&config, 3, &memory);
    struct core_floors floors = core_floors(run);
    double unigram = 0;
    double bigram = 0;
    count_sequences(run, 20000, &counts);
    for (int a = 0; a < 32; a++) {
        double total = 0;
        double p = counts.symbol[a] / counts.tokens;
        unigram -= p > 0 ? p * log(p) : 0;
        for (int b = 0; b < 32; b++) {
            total += counts.pair[a][b];
        }
        for (int b = 0; b < 32; b++) {
            double n = counts.pair[a][b];
            bigram -= n > 0 ? n / counts.tokens * log(n / total) : 0;
        }
    }
    assert_near(unigram, floors.unigram, 0.004);
    assert_near(bigram, floors.bigram, 0.006);
    assert_near(counts.bayes / counts.tokens, floors.bayes, 0.006);
    free(memory);
}

/* Symbols: letters 0-11, keys 12-13, values 14-31. */
static void a_key_shown_before_costs_nothing(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    void *memory = NULL;
    double cost[32];
    uint8_t token[33] = {12, 20, 12, 20, 13, 14, 12, 20, 13, 15};
    struct core_run *run = run_new(&config, 1, &memory);
    core_sequence_bayes(run, token, cost);
    assert_near(cost[0], log(18), 1e-15);
    assert_near(cost[1], log(4), 1e-14);
    assert_true(cost[2] == 0);
    assert_near(cost[4], log(18), 1e-15);
    assert_true(cost[6] == 0);
    assert_true(isinf(cost[8]));
    free(memory);
}

static void a_sequence_depends_on_its_number_alone(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    void *memory[2] = {NULL, NULL};
    uint8_t here[33];
    uint8_t there[33];
    struct core_run *one = run_new(&config, 5, &memory[0]);
    config.model.blocks = 3;
    config.train.batch = 8;
    struct core_run *other = run_new(&config, 5, &memory[1]);
    for (uint64_t i = 0; i < 5000000000; i += 1234567890) {
        core_sequence(one, false, i, here);
        core_sequence(other, false, i, there);
        assert_memory_equal(here, there, sizeof here);
        core_sequence(other, true, i, there);
        assert_memory_not_equal(here, there, sizeof here);
    }
    free(memory[0]);
    free(memory[1]);
}

/* Training data of the whole vocabulary, and never a value without its key. */
static void values_come_only_after_keys(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    void *memory = NULL;
    struct core_run *run = run_new(&config, 9, &memory);
    for (uint32_t i = 0; i < 200; i++) {
        uint8_t token[33];
        core_sequence(run, false, i, token);
        assert_true(token[0] < 14);
        for (int t = 0; t < 32; t++) {
            bool is_key = token[t] == 12 || token[t] == 13;
            assert_int_equal(is_key, token[t + 1] >= 14);
        }
    }
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_agree_with_an_independent_program),
        cmocka_unit_test(uniform_letters_have_floors_in_closed_form),
        cmocka_unit_test(one_key_leaves_no_doubt_whose_value_it_was),
        cmocka_unit_test(knowing_more_never_costs_more),
        cmocka_unit_test(frequencies_meet_the_floors),
        cmocka_unit_test(a_key_shown_before_costs_nothing),
        cmocka_unit_test(a_sequence_depends_on_its_number_alone),
        cmocka_unit_test(values_come_only_after_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
