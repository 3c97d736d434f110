/* A build on top of an earlier one gives, to the byte, what a build from
 * nothing gives, whatever was done to the project in between. What is done here
 * is drawn by lot; every draw follows from a seed, which a failure names.
 *
 * PROBATUM_SEEDS=200 makes a night of it; PROBATUM_SEED=17 repeats one. */

#include "support/lab_world.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS = 16 };

#ifdef __SANITIZE_ADDRESS__
enum { SEEDS = 1 };
#else
enum { SEEDS = 3 };
#endif

/* ---- What must hold ------------------------------------------------------ */

static void explain(struct lab *lab, const char *what)
{
    out_char(&lab->told, '\0');
    fail_msg("%s, seed %llu, step %d, after:\n%s", what,
             (unsigned long long)lab->seed, lab->step, lab->told.ptr);
}

static void assert_same_files(struct lab *lab, const char *one,
                              const char *other)
{
    char command[256] = {0};
    snprintf(command, sizeof command, "diff -rq %s/%s %s/%s", site_folder(),
             one, site_folder(), other);
    if (system(command) != 0) {
        explain(lab, "the sites differ");
    }
}

struct stores {
    struct store *needed, *whole;
};

static struct site_summary make(struct lab *lab, enum site_way way,
                                const char *out, struct store *store,
                                bool *was_part)
{
    struct site_summary summary = {0};
    struct failure failure = {0};
    if (!build_by(way, out, "", store, &summary, was_part, &failure)) {
        explain(lab, failure.why);
    }
    return summary;
}

static void assert_same_counts(struct lab *lab, const struct site_summary *a,
                               const struct site_summary *b)
{
    if (a->pages != b->pages || a->made != b->made ||
        a->written != b->written || a->removed != b->removed ||
        a->broken != b->broken || a->files_written != b->files_written) {
        lab_tell(lab,
                 "pages %zu %zu, made %zu %zu, written %zu %zu, removed "
                 "%zu %zu, broken %zu %zu, files %zu %zu",
                 a->pages, b->pages, a->made, b->made, a->written, b->written,
                 a->removed, b->removed, a->broken, b->broken, a->files_written,
                 b->files_written);
        explain(lab, "the counts differ");
    }
}

static void count_part(struct lab *lab, bool was_part,
                       const struct site_summary *summary)
{
    lab_tell(lab, "built, %s, %zu read", was_part ? "in part" : "whole",
             summary->read);
    lab->parts += was_part;
    lab->messes = was_part ? 0 : lab->messes + 1;
}

static void compare(struct lab *lab, const struct stores *stores)
{
    bool was_part = false;
    bool was_part_again = false;
    lab_seconds_later = lab_below(lab, 3) == 0 ? 0 : 60;
    const struct site_summary needed =
        make(lab, SITE_AS_NEEDED, "out", stores->needed, &was_part);
    count_part(lab, was_part, &needed);
    const struct site_summary whole =
        make(lab, SITE_KEPT, "whole", stores->whole, &was_part_again);
    sh("rm -rf %s/nothing", site_folder());
    make(lab, SITE_WHOLE, "nothing", NULL, &was_part_again);
    assert_same_files(lab, "out", "nothing");
    assert_same_files(lab, "whole", "nothing");
    assert_same_counts(lab, &needed, &whole);
    if (lab_below(lab, 4) == 0) {
        /* What a part says it made a whole build takes for made, too. */
        const struct site_summary again =
            make(lab, SITE_WHOLE, "out", stores->needed, &was_part_again);
        if (again.made != 0) {
            explain(lab, "a whole build made pages again");
        }
    }
}

/* ---- The tests ----------------------------------------------------------- */

static struct store *open_store(const char *name)
{
    struct store *store = NULL;
    struct failure failure = {0};
    bool was_damaged = false;
    char path[128] = {0};
    snprintf(path, sizeof path, "%s/%s.db", site_folder(), name);
    assert_true(store_open(path, &store, &was_damaged, &failure));
    return store;
}

/* A build of its own process, which may be killed in the middle of it. */
static void build_and_die(struct lab *lab)
{
    const int renames = (int)lab_below(lab, 12);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool was_part = false;
        struct store *store = open_store("needed");
        lab_renames_left = renames;
        make(lab, SITE_AS_NEEDED, "out", store, &was_part);
        store_close(store);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    lab_tell(lab, "a build was %s", WIFSIGNALED(status) ? "killed" : "made");
}

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

static size_t run_seed(uint64_t seed, bool has_deaths, bool has_git)
{
    struct lab lab = lab_start(seed, has_git);
    for (; lab.step < STEPS; lab.step++) {
        if (lab.step > 0) {
            lab_do_something(&lab);
        }
        if (has_deaths && lab_below(&lab, 2) == 0) {
            build_and_die(&lab);
            lab_do_something(&lab);
        }
        const struct stores stores = {open_store("needed"),
                                      open_store("whole")};
        if (has_deaths) {
            /* Counts differ after a death; sites must not. */
            bool was_part = false;
            const struct site_summary needed =
                make(&lab, SITE_AS_NEEDED, "out", stores.needed, &was_part);
            count_part(&lab, was_part, &needed);
            sh("rm -rf %s/nothing", site_folder());
            make(&lab, SITE_WHOLE, "nothing", NULL, &was_part);
            assert_same_files(&lab, "out", "nothing");
        } else {
            compare(&lab, &stores);
        }
        store_close(stores.needed);
        store_close(stores.whole);
    }
    if (setting("PROBATUM_SEED", -1) >= 0) {
        out_flush(&lab.told, stderr);
    }
    out_free(&lab.told);
    arena_free(&lab.arena);
    return lab.parts;
}

static void run_seeds(bool has_deaths, bool has_git)
{
    const long only = setting("PROBATUM_SEED", -1);
    const long few = has_git ? 1 : SEEDS; /* git is slow */
    const long seeds = only >= 0 ? 1 : setting("PROBATUM_SEEDS", few);
    size_t parts = 0;
    for (long i = 0; i < seeds; i++) {
        parts +=
            run_seed((uint64_t)(only >= 0 ? only : i), has_deaths, has_git);
        site_tear_down(NULL);
        site_set_up(NULL);
    }
    /* Else nothing was tried. */
    print_message("%zu of %ld builds read only what moved\n", parts,
                  seeds * STEPS);
    assert_true(parts * 8 >= (size_t)seeds * STEPS);
}

static void whatever_was_done_the_site_is_what_it_would_be_from_nothing(
    void **state)
{
    (void)state;
    run_seeds(false, false);
}

static void whenever_a_build_was_killed_the_next_one_mends_it(void **state)
{
    (void)state;
    run_seeds(true, false);
}

static void whatever_was_committed_the_site_is_what_it_would_be_from_nothing(
    void **state)
{
    (void)state;
    run_seeds(false, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(whatever_was_done_the_site_is_what_it_would_be_from_nothing),
        SITE_TEST(
            whatever_was_committed_the_site_is_what_it_would_be_from_nothing),
        SITE_TEST(whenever_a_build_was_killed_the_next_one_mends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
