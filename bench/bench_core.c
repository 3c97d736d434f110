/* Steps per second of the training core at decoder-16, for each instruction set
 * that runs here, beside PyTorch where it is installed.
 *
 *     bench_core [ROUNDS [COMMAND]]
 *
 * COMMAND is the peer: for each line it reads it prints one number, steps per
 * second of processor time. Sets and peer take turns in every round, so that a
 * machine's moods fall on all alike; medians are shown, with the smallest and
 * the largest, and ratios to the peer. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/core.h"

enum { ROUNDS_MAX = 101, STEPS = 600 };

/* One thread; the libraries choose their own kernels. Run from the root. */
#define PYTORCH                                                          \
    "env -u OPENBLAS_CORETYPE OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 " \
    "/usr/bin/python3 bench/peers/torch_decoder16.py 2>/dev/null"

/* One contestant and what it reached in each round. */
struct entry {
    const char *name;
    double rate[ROUNDS_MAX];
    int rounds;
};

/* Of processor time, which other programs on the machine hardly change. */
static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double core_rate(enum core_isa isa)
{
    struct core_config config = core_preset_decoder16();
    config.train.steps = STEPS;
    size_t size = core_memory(&config);
    void *memory = malloc(size);
    struct core_run *run = core_start_on(memory, size, &config, 1, isa);
    double start = seconds();
    while (core_step(run)) {
    }
    double elapsed = seconds() - start;
    free(memory);
    return STEPS / elapsed;
}

/* ---- The peer: a process that answers a line with a rate ---------------- */

struct peer {
    FILE *to, *from;
};

static struct peer peer_start(const char *command)
{
    int down[2];
    int up[2];
    if (pipe(down) != 0 || pipe(up) != 0) {
        return (struct peer){0};
    }
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(down[0], STDIN_FILENO);
        (void)dup2(up[1], STDOUT_FILENO);
        (void)close(down[1]);
        (void)close(up[0]);
        (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    (void)close(down[0]);
    (void)close(up[1]);
    return (struct peer){fdopen(down[1], "w"), fdopen(up[0], "r")};
}

/* 0 when the peer does not answer. */
static double peer_rate(const struct peer *peer)
{
    char line[64] = {0};
    (void)signal(SIGPIPE, SIG_IGN);
    if (!peer->to || fputs("go\n", peer->to) < 0 || fflush(peer->to) != 0 ||
        !fgets(line, sizeof line, peer->from)) {
        return 0;
    }
    return strtod(line, NULL);
}

/* ---- Results ------------------------------------------------------------ */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(struct entry *entry)
{
    qsort(entry->rate, (size_t)entry->rounds, sizeof entry->rate[0], by_size);
    return entry->rate[entry->rounds / 2];
}

static void print_row(struct entry *entry, double peer)
{
    double middle = median(entry);
    printf("%-14s %8.0f %8.0f %8.0f", entry->name, middle, entry->rate[0],
           entry->rate[entry->rounds - 1]);
    if (peer > 0) {
        printf(" %8.1f", middle / peer);
    }
    printf("\n");
}

static void print_table(struct entry *entries, struct entry *peer)
{
    double base = peer->rounds > 0 ? median(peer) : 0;
    printf("decoder-16, batch 16, one thread, steps per second of processor "
           "time\n");
    printf("%-14s %8s %8s %8s%s\n", "", "median", "lowest", "highest",
           base > 0 ? "   x peer" : "");
    for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
        if (entries[isa].rounds > 0) {
            print_row(&entries[isa], base);
        }
    }
    if (base > 0) {
        print_row(peer, base);
    }
}

int main(int argc, char **argv)
{
    static struct entry entries[CORE_ISA_COUNT];
    static struct entry peer_entry = {.name = "PyTorch"};
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 5;
    if (rounds < 1 || rounds > ROUNDS_MAX) {
        (void)fprintf(stderr, "bench_core: rounds are 1 to %d\n", ROUNDS_MAX);
        return 2;
    }
    struct peer peer = peer_start(argc > 2 ? argv[2] : PYTORCH);
    for (long round = 0; round < rounds; round++) {
        for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
            struct entry *entry = &entries[isa];
            if (core_isa_is_available((enum core_isa)isa)) {
                entry->name = core_isa_name((enum core_isa)isa);
                entry->rate[entry->rounds++] = core_rate((enum core_isa)isa);
            }
        }
        double rate = peer_rate(&peer);
        if (rate > 0) {
            peer_entry.rate[peer_entry.rounds++] = rate;
        }
    }
    print_table(entries, &peer_entry);
    if (peer_entry.rounds == 0) {
        printf("no peer: PyTorch is python3-torch and libopenblas0-pthread\n");
    }
    return 0;
}
