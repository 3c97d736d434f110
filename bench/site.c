/* What a curator waits for, beside the floor: check, build, rebuild, bump and
 * history of made-up anthologies of growing size, and next to them a loop that
 * reads and parses the same files and does nothing else.
 *
 *     site [--quick|--large] [--peer NAME COMMAND]...
 *
 * All work lies in memory (/dev/shm), rounds are interleaved, and medians of
 * processor time are printed: on a shared machine the clock on the wall
 * measures the neighbours. A peer's COMMAND is a shell's, with $IN and $OUT. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SIZES = 3, ROUNDS = 3, TASKS = 16, PEERS = 4 };

struct cost {
    double cpu, wall, mib;
};

/* `before` readies the ground and is not counted. */
struct task {
    const char *name, *before, *command;
    const char *floor; /* task it is set against; NULL: none */
    double goal;       /* most times the floor; 0: none is set */
};

static struct cost costs[TASKS][SIZES];

#define EDIT "printf '\\nOne more line.\\n' >>$REC; "

static struct task tasks[TASKS] = {
    {"read and parse", "", "build/release/bench/bare $IN", NULL, 0},
    {"read, parse, write", "rm -rf $OUT.bare; mkdir $OUT.bare",
     "build/release/bench/bare $IN $OUT.bare", NULL, 0},
    {"check", "", "build/probatum -C $IN check", "read and parse", 2},
    {"check --staged, one file", EDIT "git -C $IN add -A",
     "build/probatum -C $IN check --staged", "read and parse", 0},
    {"bump --dry-run", EDIT,
     "build/probatum -C $IN bump $ID --note 'One line more.' "
     "--because 'measured' --dry-run",
     "read and parse", 0},
    {"log, first walk", "rm -rf $IN/build", "build/probatum -C $IN log $ID",
     "read and parse", 0},
    {"log, again", "", "build/probatum -C $IN log $ID", "read and parse", 0},
    {"build, all of it", "rm -rf $IN/build $OUT",
     "build/probatum -C $IN build --out $OUT", "read, parse, write", 2.5},
    {"build, nothing changed",
     "sleep 2.1; build/probatum -C $IN build --out "
     "$OUT",
     "build/probatum -C $IN build --out $OUT", "build, all of it", 0},
    {"build, one body edited", EDIT "true",
     "build/probatum -C $IN build --out $OUT", "build, all of it", 0.05},
};
static size_t task_count = 10;

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* Runs it in a shell, whose own cost is a millisecond. Findings are no
 * failure. */
static struct cost run(const char *command)
{
    struct rusage usage = {0};
    int status = 0;
    const double start = now();
    fflush(stdout); /* or the child would print it, too */
    const pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) ||
            !freopen("/dev/null", "w", stderr)) {
            _exit(127);
        }
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child ||
        !WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        fprintf(stderr, "site: failed: %s\n", command);
        exit(3);
    }
    return (struct cost){seconds(usage.ru_utime) + seconds(usage.ru_stime),
                         now() - start, (double)usage.ru_maxrss / 1024};
}

static int by_value(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, by_value);
    return values[ROUNDS / 2];
}

/* The first practice is the one that is edited; how many digits its number has
 * depends on the size. */
static void choose_record(void)
{
    char path[256] = "";
    FILE *list = popen("ls $IN/records/practices/*.md | head -1", "r");
    if (!list || !fgets(path, sizeof path, list)) {
        fputs("site: the anthology has no practice\n", stderr);
        exit(3);
    }
    pclose(list);
    path[strcspn(path, "\n")] = '\0';
    setenv("REC", path, 1);
    char *name = strrchr(path, '/') + 1;
    name[strcspn(name, ".")] = '\0';
    setenv("ID", name, 1);
}

static void make_corpus(int size)
{
    char command[512];
    snprintf(
        command, sizeof command,
        "rm -rf $IN $OUT $OUT.bare && build/release/bench/anthology $IN "
        "%d 7 && cd $IN && printf 'build/\\n' >.gitignore && { [ -d .git ] "
        "|| git init -q .; } && git add -A && git -c user.name=bench -c "
        "user.email=bench@example.org -c commit.gpgsign=false commit -q -m "
        "all",
        size);
    run(command);
    choose_record();
}

static void measure(int at)
{
    static double cpu[TASKS][ROUNDS], wall[TASKS][ROUNDS], mib[TASKS][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < task_count; i++) {
            if (tasks[i].before[0] != '\0') {
                run(tasks[i].before);
            }
            const struct cost cost = run(tasks[i].command);
            cpu[i][round] = cost.cpu;
            wall[i][round] = cost.wall;
            mib[i][round] = cost.mib;
        }
    }
    for (size_t i = 0; i < task_count; i++) {
        costs[i][at] =
            (struct cost){median(cpu[i]), median(wall[i]), median(mib[i])};
    }
}

static const struct task *find(const char *name)
{
    for (size_t i = 0; i < task_count; i++) {
        if (strcmp(tasks[i].name, name) == 0) {
            return &tasks[i];
        }
    }
    return NULL;
}

static void print_size(int records, int at)
{
    printf("\n%d records\n%-28s %9s %9s %8s  %s\n", records, "", "cpu s",
           "wall s", "MiB", "against");
    for (size_t i = 0; i < task_count; i++) {
        const struct task *task = &tasks[i];
        const struct task *floor = task->floor ? find(task->floor) : NULL;
        printf("%-28s %9.3f %9.3f %8.1f", task->name, costs[i][at].cpu,
               costs[i][at].wall, costs[i][at].mib);
        if (floor) {
            const double ratio =
                costs[i][at].cpu / costs[floor - tasks][at].cpu;
            printf("  %.2fx %s", ratio, floor->name);
            if (task->goal > 0) {
                printf(", goal %.2fx%s", task->goal,
                       ratio <= task->goal ? ", met" : ", NOT MET");
            }
        }
        printf("\n");
    }
    fflush(stdout);
}

static void print_growth(const int *sizes, int count)
{
    printf("\ngrowth: processor time over that of %d records\n", sizes[0]);
    for (size_t i = 0; i < task_count; i++) {
        printf("%-28s", tasks[i].name);
        for (int at = 0; at < count; at++) {
            printf(" %7d: %6.1fx", sizes[at],
                   costs[i][at].cpu / costs[i][0].cpu);
        }
        printf("\n");
    }
}

/* Instructions do not know the neighbours. */
static void print_instructions(void)
{
    static const char *const names[] = {"read and parse", "check",
                                        "build, one body edited"};
    printf("\ninstructions at the smallest size, in millions\n");
    fflush(stdout);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct task *task = find(names[i]);
        char command[1024];
        snprintf(command, sizeof command,
                 "%s >/dev/null 2>&1; valgrind --tool=callgrind "
                 "--callgrind-out-file=/dev/null %s 2>&1 >/dev/null | sed -n "
                 "'s/.*Collected : \\([0-9]*\\)[0-9]\\{6\\}$/%-28s \\1/p'",
                 task->before[0] ? task->before : "true", task->command,
                 task->name);
        if (system(command) != 0) {
            printf("%-28s failed\n", task->name);
        }
    }
}

int main(int count, char **arguments)
{
    static const int all[SIZES] = {1000, 10000, 100000};
    int sizes = 2;
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--quick") == 0) {
            sizes = 1;
        } else if (strcmp(arguments[i], "--large") == 0) {
            sizes = 3;
        } else if (strcmp(arguments[i], "--peer") == 0 && i + 2 < count &&
                   task_count < TASKS) {
            tasks[task_count++] =
                (struct task){arguments[i + 1], "rm -rf $OUT.peer",
                              arguments[i + 2], "build, all of it", 0};
            i += 2;
        } else {
            fputs("usage: site [--quick|--large] [--peer NAME COMMAND]...\n",
                  stderr);
            return 2;
        }
    }
    char folder[] = "/dev/shm/probatum-bench-XXXXXX";
    char path[128];
    if (!mkdtemp(folder)) {
        perror(folder);
        return 3;
    }
    snprintf(path, sizeof path, "%s/in", folder);
    setenv("IN", path, 1);
    snprintf(path, sizeof path, "%s/out", folder);
    setenv("OUT", path, 1);
    for (int at = 0; at < sizes; at++) {
        make_corpus(all[at]);
        measure(at);
        print_size(all[at], at);
        if (at == 0 && system("command -v valgrind >/dev/null") == 0) {
            print_instructions();
        }
    }
    print_growth(all, sizes);
    snprintf(path, sizeof path, "rm -rf %s", folder);
    run(path);
    return 0;
}
