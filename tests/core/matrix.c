/* One build's row of the matrix: trains every pinned run and prints what came
 * of it, for tools/matrix to compare with other builds.
 *
 *     matrix            name, lanes, trajectory hash, answers hash; by tabs
 *     matrix LANES      on the instruction set of so many lanes alone
 *     matrix --runs     the runs as JSON, for matrix.js
 *     matrix --fit      what the self-test of the start says, or "fit"
 *
 * The trajectory is pinned. Answers, everything else a run can be asked, are
 * only compared: evaluation, floors and probes after the last step, each number
 * as a little-endian double, with the same FNV-1a. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pinned.h"

static uint64_t hash_number(uint64_t hash, double number)
{
    uint64_t bits = 0x7ff8000000000000U;
    if (number == number) {
        memcpy(&bits, &number, sizeof bits);
    }
    for (int byte = 0; byte < 8; byte++) {
        hash = (hash ^ (bits >> 8 * byte & 0xff)) * 0x100000001b3U;
    }
    return hash;
}

static uint64_t hash_numbers(uint64_t hash, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hash = hash_number(hash, numbers[i]);
    }
    return hash;
}

static uint64_t hash_activity(uint64_t hash, struct core_run *run,
                              uint32_t blocks)
{
    static struct core_activity activity;
    core_probe_activity(run, &activity);
    hash = hash_number(hash, activity.embedding);
    hash = hash_numbers(hash, activity.attention, blocks);
    hash = hash_numbers(hash, activity.mlp, blocks);
    hash = hash_number(hash, activity.stream);
    hash = hash_number(hash, activity.logits);
    return hash_number(hash, activity.largest_attention_logit);
}

static uint64_t hash_logits(uint64_t hash, struct core_run *run,
                            const struct core_config *config)
{
    size_t count = (size_t)config->train.batch * config->model.context *
                   config->model.vocab;
    float *logits = malloc(count * sizeof *logits);
    if (!logits) {
        abort();
    }
    core_probe_logits(run, logits);
    for (size_t i = 0; i < count; i++) {
        hash = hash_number(hash, (double)logits[i]);
    }
    free(logits);
    return hash;
}

static uint64_t hash_answers(struct core_run *run,
                             const struct core_config *config)
{
    uint32_t blocks = config->model.blocks;
    struct core_evaluation score = core_evaluate(run);
    struct core_floors floors = core_floors(run);
    double score_numbers[4] = {score.loss, score.bayes, score.excess,
                               score.tokens};
    double floor_numbers[5] = {floors.uniform, floors.unigram, floors.bigram,
                               floors.bag, floors.bayes};
    double probe[CORE_BLOCKS_MAX + 1] = {0};
    uint64_t hash = hash_numbers(0xcbf29ce484222325U, score_numbers, 4);
    hash = hash_numbers(hash, floor_numbers, 5);
    core_probe_residual_rms(run, probe);
    hash = hash_numbers(hash, probe, blocks + 1);
    core_probe_gradient_norm(run, probe);
    hash = hash_numbers(hash, probe, blocks);
    hash = hash_activity(hash, run, blocks);
    return hash_logits(hash, run, config);
}

static void print_run(const struct pinned *pinned, enum core_isa isa)
{
    struct core_config config = pinned_config(pinned);
    size_t size = core_memory(&config);
    void *memory = malloc(size);
    struct core_run *run = core_start_on(memory, size, &config, 1, isa);
    if (!run) {
        fprintf(stderr, "matrix: %s cannot start\n", pinned->name);
        exit(3);
    }
    while (core_step(run)) {
    }
    printf("%s\t%" PRIu32 "\t%016" PRIx64 "\t%016" PRIx64 "\n", pinned->name,
           core_isa_lanes(isa), core_trajectory_hash(run),
           hash_answers(run, &config));
    free(memory);
}

static void print_runs(void)
{
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    for (int i = 0; i < PINNED_COUNT; i++) {
        struct core_config config = pinned_config(&pinned_runs[i]);
        printf("%s{\"name\": \"%s\", \"hash\": \"%016" PRIx64
               "\", \"fields\": {",
               i == 0 ? "[" : ",\n", pinned_runs[i].name, pinned_runs[i].hash);
        for (size_t f = 0; f < count; f++) {
            printf("%s\"%s.%s\": %.17g", f == 0 ? "" : ", ", fields[f].section,
                   fields[f].name, core_field_get(&config, &fields[f]));
        }
        printf("}}");
    }
    printf("]\n");
}

int main(int argc, char **argv)
{
    uint32_t lanes = 0;
    if (argc > 1 && strcmp(argv[1], "--runs") == 0) {
        print_runs();
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "--fit") == 0) {
        const char *error = core_self_test();
        puts(error ? error : "fit");
        return 0;
    }
    if (argc > 1) {
        lanes = (uint32_t)strtoul(argv[1], NULL, 10);
    }
    for (int i = 0; i < PINNED_COUNT; i++) {
        for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
            enum core_isa set = (enum core_isa)isa;
            if (core_isa_is_available(set) &&
                (lanes == 0 || lanes == core_isa_lanes(set))) {
                print_run(&pinned_runs[i], set);
            }
        }
    }
    return 0;
}
