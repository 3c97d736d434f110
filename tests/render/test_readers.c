/* Pages that somebody reads are made before all others, from a part of the
 * project. What was shown of them is, to the byte, what the end of the build
 * and a build from nothing have; and a build that was left undone for a newer
 * one spoils none that follows. What is done to the project is drawn by lot;
 * every draw follows from a seed, which a failure names.
 *
 * PROBATUM_SEEDS=200 makes a night of it; PROBATUM_SEED=17 repeats one. */

#include "support/lab_world.h"

#include <stdio.h>

#include "base/fs.h"

enum { STEPS = 16, FOREVER = -1 };

#ifdef __SANITIZE_ADDRESS__
enum { SEEDS = 1 };
#else
enum { SEEDS = 2 };
#endif

/* ---- Readers ------------------------------------------------------------- */

struct shown {
    struct str place, html, markdown;
};

struct room {
    struct lab *lab;
    struct site_readers readers;
    int patience; /* so many questions whether it is over are answered no */
    struct {
        struct shown *at;
        size_t len, cap;
    } shown;
};

static void explain(struct lab *lab, const char *what)
{
    out_char(&lab->told, '\0');
    fail_msg("%s, seed %llu, step %d, after:\n%s", what,
             (unsigned long long)lab->seed, lab->step, lab->told.ptr);
}

static struct str read_page(struct lab *lab, struct str place, const char *end)
{
    struct str text = {0};
    struct failure ignored = {0};
    const struct str path = arena_printf(&lab->arena, "%s/out/%.*s.%s",
                                         site_folder(), STR_ARG(place), end);
    fs_read(&lab->arena, path.ptr, 16 << 20, &text, &ignored);
    return text;
}

static struct shown look(struct lab *lab, struct str place)
{
    return (struct shown){arena_copy(&lab->arena, place),
                          read_page(lab, place, "html"),
                          read_page(lab, place, "md")};
}

static void show(void *context, struct str place)
{
    struct room *room = context;
    *LIST_PUSH(&room->lab->arena, &room->shown) = look(room->lab, place);
}

static bool is_over(void *context)
{
    struct room *room = context;
    room->patience -= room->patience > 0;
    return room->patience == 0;
}

/* Half of those in the folder: "practices/". */
static void open_pages(struct room *room, const char *folder)
{
    struct arena *arena = &room->lab->arena;
    struct fs_entries entries = {0};
    struct failure ignored = {0};
    const struct str path =
        arena_printf(arena, "%s/out/%s", site_folder(), folder);
    fs_list(arena, path.ptr, &entries, &ignored);
    for (size_t i = 0; i < entries.len; i++) {
        const struct str name = entries.at[i].name;
        if (str_ends(name, S(".html")) && lab_below(room->lab, 2) == 0) {
            *LIST_PUSH(arena, &room->readers.open) =
                arena_printf(arena, "%s%.*s", folder,
                             STR_ARG(str_slice(name, 0, name.len - 5)));
        }
    }
}

static struct room enter(struct lab *lab)
{
    static const char *const folders[] = {
        "",           "practices/",   "literature/", "theories/",
        "decisions/", "experiments/", "history/",    "chapters/"};
    struct room room = {.lab = lab,
                        .patience = FOREVER,
                        .readers = {.show = show, .is_over = is_over}};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        open_pages(&room, folders[i]);
    }
    return room;
}

/* ---- What must hold ------------------------------------------------------ */

static bool build_in(struct room *room)
{
    struct lab *lab = room->lab;
    struct site_summary summary = {0};
    struct failure failure = {0};
    bool was_damaged = false;
    bool was_part = false;
    const struct str path =
        arena_printf(&lab->arena, "%s/readers.db", site_folder());
    struct store *store = NULL;
    assert_true(store_open(path.ptr, &store, &was_damaged, &failure));
    room->readers.context = room;
    lab_seconds_later = lab_below(lab, 3) == 0 ? 0 : 60;
    const bool is_done =
        build_for(&room->readers, "out", store, &summary, &was_part, &failure);
    store_close(store);
    lab_tell(lab, "built, %s, %zu shown, %s", was_part ? "in part" : "whole",
             room->shown.len, is_done ? "to the end" : failure.why);
    return is_done;
}

static void assert_shown_is_final(struct room *room)
{
    for (size_t i = 0; i < room->shown.len; i++) {
        const struct shown *shown = &room->shown.at[i];
        const struct shown now = look(room->lab, shown->place);
        if (shown->html.len == 0 || !str_equal(shown->html, now.html) ||
            !str_equal(shown->markdown, now.markdown)) {
            lab_tell(room->lab, "%.*s", STR_ARG(shown->place));
            explain(room->lab, "a page was shown as it did not stay");
        }
    }
}

static void assert_like_from_nothing(struct lab *lab)
{
    char command[256] = {0};
    sh("rm -rf %s/nothing", site_folder());
    bool was_part = false;
    struct site_summary summary = {0};
    struct failure failure = {0};
    if (!build_by(SITE_WHOLE, "nothing", "", NULL, &summary, &was_part,
                  &failure)) {
        explain(lab, failure.why);
    }
    snprintf(command, sizeof command, "diff -rq %s/out %s/nothing",
             site_folder(), site_folder());
    if (system(command) != 0) {
        explain(lab, "the sites differ");
    }
}

/* Pages that were shown twice: first from a part, then by the whole build. */
static size_t count_early(const struct room *room)
{
    size_t count = 0;
    for (size_t i = 0; i < room->shown.len; i++) {
        for (size_t j = i + 1; j < room->shown.len; j++) {
            count +=
                str_equal(room->shown.at[i].place, room->shown.at[j].place);
        }
    }
    return count;
}

/* ---- What is done -------------------------------------------------------- */

/* What others show of a record, and no more. */
static void rename_record(struct lab *lab)
{
    struct str before = {0};
    struct str after = {0};
    const struct str path = lab_any_file(lab, LAB_RECORD_FOLDERS);
    const struct str text = lab_read(lab, path);
    const size_t at = str_find(text, S("\ntitle: "));
    if (at != STR_NONE &&
        str_cut(str_from(text, at + 1), '\n', &before, &after)) {
        lab_write(lab, path,
                  arena_printf(&lab->arena, "%.*s\ntitle: Title %zu\n%.*s",
                               STR_ARG(str_slice(text, 0, at)),
                               lab_below(lab, 1000), STR_ARG(after)));
        lab_tell(lab, "a new title for %.*s", STR_ARG(path));
    }
}

static void do_something(struct lab *lab)
{
    if (lab_below(lab, 3) == 0) {
        lab_do_something(lab);
    } else {
        rename_record(lab);
    }
}

/* ---- The tests ----------------------------------------------------------- */

/* A build that something newer ends, as often as not. */
static void leave_undone(struct lab *lab)
{
    struct room room = enter(lab);
    room.patience = 1 + (int)lab_below(lab, 12);
    build_in(&room);
    do_something(lab);
}

static size_t run_seed(uint64_t seed, bool has_haste)
{
    size_t early = 0;
    struct lab lab = lab_start(seed, false);
    for (; lab.step < STEPS; lab.step++) {
        if (lab.step > 0) {
            do_something(&lab);
        }
        if (has_haste && lab_below(&lab, 3) > 0) {
            leave_undone(&lab);
        }
        struct room room = enter(&lab);
        if (!build_in(&room)) {
            explain(&lab, "the build failed");
        }
        assert_shown_is_final(&room);
        assert_like_from_nothing(&lab);
        early += count_early(&room);
    }
    out_free(&lab.told);
    arena_free(&lab.arena);
    return early;
}

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

static void run_seeds(bool has_haste)
{
    const long only = setting("PROBATUM_SEED", -1);
    const long seeds = only >= 0 ? 1 : setting("PROBATUM_SEEDS", SEEDS);
    size_t early = 0;
    for (long i = 0; i < seeds; i++) {
        early += run_seed((uint64_t)(only >= 0 ? only : i), has_haste);
        site_tear_down(NULL);
        site_set_up(NULL);
    }
    /* Else nothing was tried. */
    print_message("%zu pages were shown before the whole build\n", early);
    assert_true(early >= (size_t)seeds);
}

static void what_a_reader_is_shown_early_is_what_the_build_ends_with(
    void **state)
{
    (void)state;
    run_seeds(false);
}

static void a_build_left_undone_spoils_none_that_follows(void **state)
{
    (void)state;
    run_seeds(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(what_a_reader_is_shown_early_is_what_the_build_ends_with),
        SITE_TEST(a_build_left_undone_spoils_none_that_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
