/* One trajectory whatever computes it: each instruction set, any number of
 * lanes, and the plain kernel without tiles, which is compiled here. */
#include "core/pinned.h"
#include "core/running.h"

#define CORE_PLAIN
#define CORE_LANES 4
#include "core/lanes/kernel.h"

#include "core/run.h"

/* The hash after all steps on a kernel; 0 if it cannot run here. */
static uint64_t hash_on(const struct core_config *config,
                        const struct core_kernel *kernel)
{
    size_t size = core_memory(config);
    void *memory = malloc(size);
    struct core_run *run = core_start_with(memory, size, config, 1, kernel);
    uint64_t hash = 0;
    if (run) {
        run_to_end(run);
        hash = core_trajectory_hash(run);
    }
    free(memory);
    return hash;
}

static void assert_hash(uint64_t got, const struct pinned *pinned,
                        const char *on)
{
    if (got != pinned->hash) {
        fail_msg("%s on %s went another way: %016llx", pinned->name, on,
                 (unsigned long long)got);
    }
}

static void every_instruction_set_gives_the_pinned_hashes(void **state)
{
    (void)state;
    for (int i = 0; i < PINNED_COUNT; i++) {
        struct core_config config = pinned_config(&pinned_runs[i]);
        for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
            enum core_isa set = (enum core_isa)isa;
            if (core_isa_is_available(set)) {
                assert_hash(hash_on(&config, core_kernel_for(set)),
                            &pinned_runs[i], core_isa_name(set));
            }
        }
    }
}

static void the_plain_kernel_gives_the_pinned_hashes(void **state)
{
    (void)state;
    for (int i = 0; i < PINNED_COUNT; i++) {
        struct core_config config = pinned_config(&pinned_runs[i]);
        assert_hash(hash_on(&config, &lane_kernel), &pinned_runs[i],
                    "the plain kernel");
    }
}

/* What no pinned run chooses, a change of bits could hide in. */
static void the_pinned_runs_make_every_choice(void **state)
{
    (void)state;
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    for (size_t f = 0; f < count; f++) {
        if (fields[f].kind != CORE_FIELD_CHOICE) {
            continue;
        }
        for (int choice = 0; choice <= (int)fields[f].highest; choice++) {
            bool is_made = false;
            for (int i = 0; i < PINNED_COUNT; i++) {
                struct core_config config = pinned_config(&pinned_runs[i]);
                is_made |= core_field_get(&config, &fields[f]) == choice;
            }
            if (!is_made) {
                fail_msg("no pinned run has choice %d of %s.%s, %s", choice,
                         fields[f].section, fields[f].name, fields[f].names);
            }
        }
    }
}

/* Several passes a step: a batch of 48 is 12, 6 or 3 of them. */
static void batches_of_many_passes_agree(void **state)
{
    (void)state;
    struct core_config config = short_config(5);
    config.train.batch = 48;
    uint64_t wanted = hash_on(&config, &lane_kernel);
    for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
        if (core_isa_is_available((enum core_isa)isa)) {
            assert_true(hash_on(&config, core_kernel_for((enum core_isa)isa)) ==
                        wanted);
        }
    }
}

/* Shapes around the sizes of tiles, three steps each. */
static void every_remainder_of_a_tile_agrees(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 24; i++) {
        struct core_config config = short_config(3);
        config.model.heads = 1 + i % 3;
        config.model.width = 2 * config.model.heads * (1 + i % 4);
        config.model.hidden = 1 + i % 7;
        config.model.context = 1 + i % 11;
        config.model.norm = (enum core_norm)(i % 2);
        config.model.placement = (enum core_placement)(i / 2 % 2);
        config.data.letters = 3 + i % 5;
        config.data.keys = 2;
        config.data.values = 1 + i % 6;
        config.model.vocab = 6 + i % 5 + i % 6;
        uint64_t wanted = hash_on(&config, &lane_kernel);
        assert_true(wanted != 0);
        for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
            const struct core_kernel *kernel =
                core_kernel_for((enum core_isa)isa);
            assert_true(!kernel || hash_on(&config, kernel) == wanted);
        }
    }
}

/* The hash of the first gradient of a kernel: AdamW would hide its last
 * bits. */
static uint64_t gradient_hash_on(const struct core_config *config,
                                 const struct core_kernel *kernel)
{
    size_t size = core_memory(config);
    void *memory = malloc(size);
    struct core_run *run = core_start_with(memory, size, config, 1, kernel);
    uint64_t hash = 0;
    if (run) {
        const float *gradient = NULL;
        hash = core_hash_float(CORE_HASH_START, core_gradient(run, &gradient));
        for (size_t i = 0; i < run->layout.size; i++) {
            hash = core_hash_float(hash, gradient[i]);
        }
    }
    free(memory);
    return hash;
}

/* Large matrices go in blocks of 32 tokens, 128 rows and 256 or 1,024 columns.
 * Here are several of each, and remainders of all. */
static void every_block_of_a_large_matrix_agrees(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    config.model.blocks = 1;
    config.model.context = 35;
    config.model.heads = 3;
    config.model.width = 132;
    config.train.batch = 16;
    for (int placement = 0; placement < 2; placement++) {
        config.model.placement = (enum core_placement)placement;
        config.model.hidden = 1052 + (uint32_t)placement;
        uint64_t wanted = gradient_hash_on(&config, &lane_kernel);
        for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
            const struct core_kernel *kernel =
                core_kernel_for((enum core_isa)isa);
            assert_true(!kernel || gradient_hash_on(&config, kernel) == wanted);
        }
    }
}

/* Evaluation and probes are part of results, too. */
static void scores_and_probes_agree(void **state)
{
    (void)state;
    struct core_config config = short_config(10);
    size_t size = core_memory(&config);
    void *memory = malloc(size);
    double wanted[9] = {0};
    for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
        struct core_run *run =
            core_start_on(memory, size, &config, 2, (enum core_isa)isa);
        if (!run) {
            continue;
        }
        run_to_end(run);
        struct core_evaluation score = core_evaluate(run);
        double got[9] = {
            score.loss, score.bayes, score.excess,
            0,          0,           0,
            0,          0,           (double)core_gradient_norm(run)};
        core_probe_residual_rms(run, got + 3);
        core_probe_gradient_norm(run, got + 6);
        if (isa > 0) {
            assert_memory_equal(got, wanted, sizeof got);
        }
        memcpy(wanted, got, sizeof got);
    }
    free(memory);
}

static void one_bit_of_a_parameter_changes_the_hash(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    void *memory = NULL;
    struct core_run *run = run_new(&config, 1, &memory);
    uint64_t before = core_parameter_hash(run);
    float *parameters = core_parameters_mutable(run);
    struct core_tensor head = core_tensor(&config.model, 27);
    float *last = parameters + head.offset + 32 * 16 - 1;
    *last = nextafterf(*last, 1);
    assert_true(core_parameter_hash(run) != before);
    free(memory);
}

/* FNV-1a, 64 bits, of 00 00 80 3f and of 00 00 c0 7f after nothing. */
static void hashes_are_fnv_1a_of_little_endian_floats(void **state)
{
    (void)state;
    static const unsigned char bytes[2][4] = {{0, 0, 0x80, 0x3f},
                                              {0, 0, 0xc0, 0x7f}};
    for (int i = 0; i < 2; i++) {
        uint64_t hash = 14695981039346656037U;
        for (int b = 0; b < 4; b++) {
            hash = (hash ^ bytes[i][b]) * 1099511628211U;
        }
        float number = i == 0 ? 1.0F : -NAN;
        assert_true(core_hash_float(CORE_HASH_START, number) == hash);
    }
}

static void this_build_passes_its_self_test(void **state)
{
    (void)state;
    const char *error = core_self_test();
    assert_string_equal(error ? error : "", "");
    assert_null(lane_kernel.self_test());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_gives_the_pinned_hashes),
        cmocka_unit_test(the_plain_kernel_gives_the_pinned_hashes),
        cmocka_unit_test(the_pinned_runs_make_every_choice),
        cmocka_unit_test(batches_of_many_passes_agree),
        cmocka_unit_test(every_remainder_of_a_tile_agrees),
        cmocka_unit_test(every_block_of_a_large_matrix_agrees),
        cmocka_unit_test(scores_and_probes_agree),
        cmocka_unit_test(one_bit_of_a_parameter_changes_the_hash),
        cmocka_unit_test(hashes_are_fnv_1a_of_little_endian_floats),
        cmocka_unit_test(this_build_passes_its_self_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
