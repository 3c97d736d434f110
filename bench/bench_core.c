/* Steps per second of the training core, at decoder-16 and at four wider
 * models, for each instruction set that runs here and beside peers.
 *
 *     bench_core [--quick | --rounds N] [--from WIDTH] [--to WIDTH]
 *                [--core NAME=COMMAND] [--base NAME=COMMAND]
 *                [--peer NAME=COMMAND] ...
 *
 * The three last may be given several times: the core in another process, which
 * is also asked for its peak; what ratios are taken to, the fastest of several;
 * and any other. Each is a process as in bench/peer.h. In every round all take
 * turns, so that a machine's moods fall on all alike. Shown are medians over
 * the rounds: of steps per second of processor time, and of each round's
 * ratios.
 *
 * A step of ours makes its own data inside the time; the peers' batches are
 * ready before. Otherwise all do the same: forward, cross-entropy, backward,
 * clipping, AdamW, of the same number of parameters. The share of the peak
 * counts the arithmetic of the matrices and of attention up to the diagonal,
 * and no other. */
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "bench/measure.h"
#include "bench/peer.h"

enum { ROUNDS_MAX = 101, ENTRIES_MAX = 16, SHAPES = 5 };

static const struct shape shapes[SHAPES] = {{16, 2, 32},
                                            {64, 4, 256},
                                            {256, 8, 1024},
                                            {768, 12, 3072},
                                            {1024, 16, 4096}};

enum kind { KIND_HERE, KIND_CORE, KIND_BASE, KIND_PEER };

/* One contestant and what it reached at one shape, round by round. */
struct entry {
    enum kind kind;
    const char *name;
    enum core_isa isa; /* KIND_HERE */
    void *memory;
    struct core_run *run;
    struct peer peer; /* the others */
    double rate[ROUNDS_MAX];
    double peak[ROUNDS_MAX];
};

struct bench {
    struct entry entries[ENTRIES_MAX];
    int count;
    int rounds;
    double seconds; /* that each is measured for in a round */
    uint32_t narrowest, widest;
};

/* ---- Measuring ---------------------------------------------------------- */

static double run_rate(struct core_run *run, double seconds)
{
    double start = clock_seconds();
    double steps = 0;
    double elapsed = 0;
    do {
        steps += core_step(run);
        elapsed = clock_seconds() - start;
    } while (elapsed < seconds);
    return steps / elapsed;
}

static void begin(struct entry *entry, const struct core_config *config)
{
    size_t size = core_memory(config);
    entry->memory = malloc(size);
    entry->run = core_start_on(entry->memory, size, config, 1, entry->isa);
    (void)core_step(entry->run);
}

static void end(struct entry *entry)
{
    free(entry->memory);
    entry->memory = NULL;
}

static double rate_of(const struct bench *bench, struct entry *entry,
                      const struct core_config *config)
{
    const struct core_model *model = &config->model;
    char line[128];
    if (entry->kind == KIND_HERE) {
        return run_rate(entry->run, bench->seconds);
    }
    (void)snprintf(line, sizeof line, "%u %u %u %zu %g\n", model->width,
                   model->heads, model->hidden, core_parameter_count(model),
                   bench->seconds);
    return peer_ask(&entry->peer, line);
}

/* What the registers reach where the entry runs; 0 of peers. */
static double peak_of(const struct bench *bench, struct entry *entry)
{
    char line[64];
    double seconds = bench->seconds / 8;
    (void)snprintf(line, sizeof line, "peak %g\n", seconds);
    return entry->kind == KIND_HERE   ? measure_peak(entry->isa, seconds)
           : entry->kind == KIND_CORE ? peer_ask(&entry->peer, line)
                                      : 0;
}

/* The peak before and after: the clock of a processor is not still. */
static void measure(const struct bench *bench, struct entry *entry,
                    const struct core_config *config, int round)
{
    double before = peak_of(bench, entry);
    entry->rate[round] = rate_of(bench, entry, config);
    entry->peak[round] = (before + peak_of(bench, entry)) / 2;
}

/* ---- Results ------------------------------------------------------------ */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts them. */
static double median(double *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, by_size);
    return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}

/* The median over the rounds of scale * above / below; 0 without either. */
static double median_ratio(const struct bench *bench, double scale,
                           const double *above, const double *below)
{
    double ratio[ROUNDS_MAX];
    for (int i = 0; i < bench->rounds; i++) {
        ratio[i] = below[i] > 0 ? scale * above[i] / below[i] : 0;
    }
    return median(ratio, bench->rounds);
}

static double median_rate(const struct bench *bench, const struct entry *entry)
{
    double rate[ROUNDS_MAX];
    memcpy(rate, entry->rate, sizeof rate);
    return median(rate, bench->rounds);
}

/* The fastest of a kind, or NULL. */
static const struct entry *fastest(const struct bench *bench, enum kind kind)
{
    const struct entry *best = NULL;
    double highest = 0;
    for (int i = 0; i < bench->count; i++) {
        const struct entry *entry = &bench->entries[i];
        double rate = median_rate(bench, entry);
        if (entry->kind == kind && rate > highest) {
            highest = rate;
            best = entry;
        }
    }
    return best;
}

static void print_ratio(const struct bench *bench, const struct entry *entry,
                        const struct entry *base)
{
    if (base) {
        printf(" %9.2f", median_ratio(bench, 1, entry->rate, base->rate));
    } else {
        printf(" %9s", "-");
    }
}

static void print_row(const struct bench *bench, const struct entry *entry,
                      double operations)
{
    double sorted[ROUNDS_MAX];
    memcpy(sorted, entry->rate, sizeof sorted);
    double middle = median(sorted, bench->rounds);
    int digits = middle < 100 ? 2 : 0;
    printf("%-18s %8.*f %8.*f %8.*f %8.1f", entry->name, digits, middle, digits,
           sorted[0], digits, sorted[bench->rounds - 1],
           middle * operations * 1e-9);
    double share = median_ratio(bench, operations, entry->rate, entry->peak);
    if (share > 0) {
        printf(" %6.0f %%", 100 * share);
    } else {
        printf(" %8s", "-");
    }
    print_ratio(bench, entry, fastest(bench, KIND_BASE));
    print_ratio(bench, entry, &bench->entries[0]);
    printf("\n");
}

static void print_table(const struct bench *bench,
                        const struct core_config *config)
{
    double operations = shape_operations(config);
    const struct entry *base = fastest(bench, KIND_BASE);
    printf(
        "\nwidth %u, %u heads, hidden %u: %zu parameters, %.1f MFLOP a step\n",
        config->model.width, config->model.heads, config->model.hidden,
        core_parameter_count(&config->model), operations * 1e-6);
    printf("%-18s %8s %8s %8s %8s %8s %9s %9s\n", "", "steps/s", "lowest",
           "highest", "GFLOP/s", "of peak", "x base", "x 128-bit");
    for (int i = 0; i < bench->count; i++) {
        if (bench->entries[i].rate[0] > 0) {
            print_row(bench, &bench->entries[i], operations);
        }
    }
    if (base) {
        printf("base: %s\n", base->name);
    }
    (void)fflush(stdout);
}

static void print_missing(const struct bench *bench)
{
    for (int i = 0; i < bench->count; i++) {
        const struct entry *entry = &bench->entries[i];
        if (entry->kind != KIND_HERE && !entry->peer.to) {
            printf("%s: %s\n", entry->name, entry->peer.why);
        }
    }
}

static void bench_shape(struct bench *bench, struct shape shape)
{
    struct core_config config = shape_config(shape);
    for (int i = 0; i < bench->count; i++) {
        if (bench->entries[i].kind == KIND_HERE) {
            begin(&bench->entries[i], &config);
        }
    }
    for (int round = 0; round < bench->rounds; round++) {
        for (int i = 0; i < bench->count; i++) {
            measure(bench, &bench->entries[i], &config, round);
        }
    }
    for (int i = 0; i < bench->count; i++) {
        end(&bench->entries[i]);
    }
    print_table(bench, &config);
}

/* ---- Arguments ---------------------------------------------------------- */

static int fail(const char *message)
{
    (void)fprintf(stderr, "bench_core: %s\n", message);
    return 2;
}

static void add_instruction_sets(struct bench *bench)
{
    for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
        enum core_isa set = (enum core_isa)isa;
        if (core_isa_is_available(set)) {
            bench->entries[bench->count++] = (struct entry){
                .kind = KIND_HERE, .name = core_isa_name(set), .isa = set};
        }
    }
}

/* NAME=COMMAND; cuts the argument in two. */
static bool add_peer(struct bench *bench, enum kind kind, char *argument)
{
    char *equals = strchr(argument, '=');
    if (!equals || bench->count == ENTRIES_MAX) {
        return false;
    }
    *equals = '\0';
    bench->entries[bench->count++] = (struct entry){
        .kind = kind, .name = argument, .peer = peer_start(equals + 1)};
    return true;
}

static bool take_option(struct bench *bench, const char *name, char *value)
{
    char *end = value;
    if (strcmp(name, "--core") == 0) {
        return add_peer(bench, KIND_CORE, value);
    }
    if (strcmp(name, "--base") == 0) {
        return add_peer(bench, KIND_BASE, value);
    }
    if (strcmp(name, "--peer") == 0) {
        return add_peer(bench, KIND_PEER, value);
    }
    long number = strtol(value, &end, 10);
    if (strcmp(name, "--rounds") == 0) {
        bench->rounds = (int)number;
        return *end == '\0' && number >= 1 && number <= ROUNDS_MAX;
    }
    if (strcmp(name, "--from") == 0) {
        bench->narrowest = (uint32_t)number;
        return *end == '\0' && number > 0;
    }
    if (strcmp(name, "--to") == 0) {
        bench->widest = (uint32_t)number;
        return *end == '\0' && number > 0;
    }
    return false;
}

int main(int argc, char **argv)
{
    static struct bench bench = {
        .rounds = 5, .seconds = 0.4, .widest = UINT32_MAX};
    add_instruction_sets(&bench);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            bench.rounds = 2;
            bench.seconds = 0.1;
        } else if (i + 1 == argc ||
                   !take_option(&bench, argv[i], argv[i + 1])) {
            return fail(
                "[--quick | --rounds 1..101] [--from WIDTH] [--to WIDTH] "
                "[--core|--base|--peer NAME=COMMAND]...");
        } else {
            i++;
        }
    }
    printf("context 32, batch 16, 2 blocks, one thread; medians of %d rounds, "
           "per second of processor time\n",
           bench.rounds);
    for (int i = 0; i < SHAPES; i++) {
        if (shapes[i].width >= bench.narrowest &&
            shapes[i].width <= bench.widest) {
            bench_shape(&bench, shapes[i]);
        }
    }
    print_missing(&bench);
    return 0;
}
