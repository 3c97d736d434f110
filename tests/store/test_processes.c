/* Several processes on one cache, some of them killed. */

#include "store/workplace.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

/* A child's cache; a child that cannot open it ends with 1. */
static struct store *open_in_child(void)
{
    struct store *store = NULL;
    bool was_damaged = false;
    struct failure failure = {0};
    if (!store_open(cache, &store, &was_damaged, &failure) || was_damaged) {
        print_error("%s\n", failure.why);
        _exit(1);
    }
    return store;
}

/* A process that puts runs [from, to) one by one and ends with 0. */
static pid_t start_writer(int from, int to)
{
    pid_t child = fork();
    if (child != 0) {
        return child;
    }
    struct store *store = open_in_child();
    struct failure failure = {0};
    for (int i = from; i < to; i++) {
        if (!put_run(store, i, &failure)) {
            print_error("%s\n", failure.why);
            _exit(1);
        }
    }
    store_close(store);
    _exit(0);
}

static int wait_for(pid_t child)
{
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void two_writers_from_nothing_lose_nothing(void **state)
{
    (void)state;
    enum { WRITERS = 4, RUNS = 50 };
    pid_t writers[WRITERS] = {0};
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = start_writer(i * RUNS, (i + 1) * RUNS);
    }
    for (int i = 0; i < WRITERS; i++) {
        assert_int_equal(wait_for(writers[i]), 0);
    }

    struct store *store = open_sound_cache();
    assert_int_equal(count_runs(store), WRITERS * RUNS);
    for (int i = 0; i < WRITERS * RUNS; i++) {
        assert_true(has_run(store, i));
    }
    store_close(store);
}

static void writers_that_meet_damage_set_it_aside_once(void **state)
{
    (void)state;
    enum { WRITERS = 4, RUNS = 20 };
    write_file(cache, S("no database"));
    pid_t writers[WRITERS] = {0};
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = fork();
        if (writers[i] == 0) {
            struct store *store = NULL;
            bool was_damaged = false;
            struct failure failure = {0};
            bool is_ok = store_open(cache, &store, &was_damaged, &failure);
            for (int k = 0; is_ok && k < RUNS; k++) {
                is_ok = put_run(store, i * RUNS + k, &failure);
            }
            store_close(store);
            _exit(is_ok ? was_damaged ? 42 : 0 : 1);
        }
    }
    int set_aside = 0;
    for (int i = 0; i < WRITERS; i++) {
        int status = wait_for(writers[i]);
        assert_true(WIFEXITED(status));
        set_aside += WEXITSTATUS(status) == 42;
        assert_int_not_equal(WEXITSTATUS(status), 1);
    }
    assert_int_equal(set_aside, 1);

    struct store *store = open_sound_cache();
    assert_int_equal(count_runs(store), WRITERS * RUNS);
    store_close(store);
}

static void a_writer_killed_before_its_commit_leaves_nothing(void **state)
{
    (void)state;
    int pipes[2] = {-1, -1};
    char byte = 0;
    make_cache(3);
    assert_int_equal(pipe(pipes), 0);
    pid_t victim = fork();
    if (victim == 0) {
        struct store *store = open_in_child();
        struct failure failure = {0};
        bool is_ok =
            put_run(store, 100, &failure) && store_begin(store, &failure);
        /* Enough to spill from memory into the log. */
        for (int i = 101; is_ok && i < 1500; i++) {
            is_ok = put_run(store, i, &failure);
        }
        if (!is_ok || write(pipes[1], "x", 1) != 1) {
            _exit(1);
        }
        alarm(60); /* should the test fail before it kills this */
        pause();
    }
    assert_int_equal(read(pipes[0], &byte, 1), 1);

    /* It holds the lock now; the other waits for it, and gets it. */
    pid_t writer = start_writer(5000, 5100);
    const struct timespec moment = {.tv_nsec = 100 * 1000 * 1000};
    nanosleep(&moment, NULL);
    assert_int_equal(waitpid(writer, NULL, WNOHANG), 0);
    assert_int_equal(kill(victim, SIGKILL), 0);
    assert_true(WIFSIGNALED(wait_for(victim)));
    assert_int_equal(wait_for(writer), 0);
    close(pipes[0]);
    close(pipes[1]);

    struct store *store = open_sound_cache();
    assert_true(has_run(store, 100));
    assert_false(has_run(store, 101));
    assert_false(has_run(store, 1499));
    for (int i = 5000; i < 5100; i++) {
        assert_true(has_run(store, i));
    }
    assert_int_equal(count_runs(store), 3 + 1 + 100);
    CHECKED(store_begin_anew(&store, &trouble)); /* checks the file whole */
    assert_string_equal(store_notice(store), "");
    assert_int_equal(count_runs(store), 104);
    store_close(store);
}

/* At whatever moment, opening included. */
static void a_writer_killed_at_any_moment_damages_nothing(void **state)
{
    (void)state;
    for (int round = 0; round < 25; round++) {
        int from = round * 1000;
        pid_t victim = start_writer(from, from + 1000);
        pid_t writer = start_writer(from + 500000, from + 500010);
        const struct timespec moment = {.tv_nsec = round * 400 * 1000};
        nanosleep(&moment, NULL);
        kill(victim, SIGKILL);
        wait_for(victim);
        assert_int_equal(wait_for(writer), 0);

        /* What the victim put is there from the first, without holes. */
        struct store *store = open_sound_cache();
        int kept = 0;
        while (kept < 1000 && has_run(store, from + kept)) {
            kept++;
        }
        assert_false(has_run(store, from + kept + 1));
        for (int i = 0; i < 10; i++) {
            assert_true(has_run(store, from + 500000 + i));
        }
        CHECKED(store_begin_anew(&store, &trouble));
        assert_string_equal(store_notice(store), "");
        store_close(store);
    }
}

static void a_reader_does_not_wait_for_a_writer(void **state)
{
    (void)state;
    make_cache(3);
    struct store *writer = open_sound_cache();
    struct store *reader = open_sound_cache();
    CHECKED(store_begin(writer, &trouble));
    for (int i = 3; i < 1500; i++) { /* more than stays in memory */
        CHECKED(put_run(writer, i, &trouble));
    }

    assert_int_equal(count_runs(reader), 3);

    CHECKED(store_commit(writer, &trouble));
    assert_int_equal(count_runs(reader), 1500);
    store_close(reader);
    store_close(writer);
}

static void using_a_store_in_a_forked_child_is_a_bug(void **state)
{
    (void)state;
    make_cache(1);
    struct store *store = open_sound_cache();
    pid_t child = fork();
    if (child == 0) {
        assert_non_null(freopen("/dev/null", "w", stderr));
        signal(SIGABRT, SIG_DFL);
        has_run(store, 0);
        _exit(0);
    }
    int status = wait_for(child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_true(has_run(store, 0));
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(two_writers_from_nothing_lose_nothing),
        IN_FOLDER(writers_that_meet_damage_set_it_aside_once),
        IN_FOLDER(a_writer_killed_before_its_commit_leaves_nothing),
        IN_FOLDER(a_writer_killed_at_any_moment_damages_nothing),
        IN_FOLDER(a_reader_does_not_wait_for_a_writer),
        IN_FOLDER(using_a_store_in_a_forked_child_is_a_bug),
    };
    return cmocka_run_group_tests_name("store: processes", tests, NULL, NULL);
}
