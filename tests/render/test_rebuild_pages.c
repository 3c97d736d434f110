/* Which pages a build on top of an earlier one makes again, where more than one
 * record is concerned: chapters, which stand in a row and are listed, and
 * commits, which move histories. */

#include "support/lab_world.h"

#include <stdio.h>

struct stand {
    struct arena arena;
    struct store *store;
    size_t pages;
};

/* ---- The project --------------------------------------------------------- */

static void put_chapter(const char *name, const char *title, const char *text)
{
    sh("mkdir -p %s/project/site/chapters && printf -- '---\\ntitle: "
       "%s\\n---\\n\\n%s\\n' >%s/project/site/chapters/%s.md",
       site_folder(), title, text, site_folder(), name);
}

static void commit(const char *note)
{
    sh("cd %s/project && git add -A && git -c user.name=t -c "
       "user.email=t@example.org -c commit.gpgsign=false commit -q -m '%s'",
       site_folder(), note);
}

static struct stand begin(void)
{
    struct stand stand = {0};
    struct failure failure = {0};
    bool was_damaged = false;
    char path[128] = {0};
    snprintf(path, sizeof path, "%s/cache.db", site_folder());
    assert_true(store_open(path, &stand.store, &was_damaged, &failure));
    put_chapter("01-one", "One", "It begins.");
    put_chapter("02-two", "Two", "It rests on SOTA-001.");
    put_chapter("04-three", "Three", "It ends.");
    sh("git -C %s/project init -q", site_folder());
    commit("All of it");
    lab_seconds_later = 60; /* or nothing just written would be trusted */
    stand.pages = build("out", stand.store).pages;
    assert_int_equal(build("out", stand.store).made, 0);
    return stand;
}

static void end(struct stand *stand)
{
    store_close(stand->store);
    arena_free(&stand->arena);
}

/* Builds, demands what a build from nothing gives, and says how many pages that
 * made. */
static size_t build_again(struct stand *stand)
{
    const struct site_summary summary = build("out", stand->store);
    sh("rm -rf %s/nothing", site_folder());
    build("nothing", NULL);
    sh("diff -r %s/out %s/nothing", site_folder(), site_folder());
    return summary.made;
}

/* ---- Chapters ------------------------------------------------------------ */

static void a_renamed_chapter_is_renamed_wherever_it_is_shown(void **state)
{
    struct stand stand = begin();
    (void)state;
    put_chapter("02-two", "Renamed", "It rests on SOTA-001.");
    const size_t made = build_again(&stand);
    static const char *const places[] = {
        "chapters/01-one.html", "chapters/02-two.html",
        "chapters/04-three.html", "chapters/index.html",
        "practices/SOTA-001.html"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const struct str text = page(&stand.arena, places[i]);
        assert_has(text, "Renamed");
        assert_lacks(places[i], text, ">Two<");
    }
    assert_in_range(made, 5, stand.pages / 4);
    end(&stand);
}

static void a_chapter_that_came_or_went_has_its_place_in_the_row(void **state)
{
    struct stand stand = begin();
    (void)state;
    put_chapter("03-between", "Between", "It is new.");
    build_again(&stand);
    assert_has(page(&stand.arena, "chapters/02-two.html"),
               "rel=\"next\" href=\"../chapters/03-between.html\"");
    assert_has(page(&stand.arena, "chapters/04-three.html"),
               "rel=\"prev\" href=\"../chapters/03-between.html\"");
    sh("rm %s/project/site/chapters/02-two.md", site_folder());
    build_again(&stand);
    assert_has(page(&stand.arena, "chapters/01-one.html"),
               "rel=\"next\" href=\"../chapters/03-between.html\"");
    assert_lacks("the practice", page(&stand.arena, "practices/SOTA-001.html"),
                 "chapters/02-two.html");
    end(&stand);
}

static void a_chapter_that_is_touched_and_the_same_makes_nothing(void **state)
{
    struct stand stand = begin();
    struct failure failure = {0};
    struct site_summary summary = {0};
    bool was_part = false;
    (void)state;
    sh("touch %s/project/site/chapters/02-two.md", site_folder());
    assert_true(build_by(SITE_AS_NEEDED, "out", "", stand.store, &summary,
                         &was_part, &failure));
    assert_true(was_part);
    assert_int_equal(summary.made, 0);
    assert_int_equal(summary.read, 0);
    end(&stand);
}

/* ---- Commits ------------------------------------------------------------- */

static void a_commit_moves_the_histories_of_what_it_holds(void **state)
{
    struct stand stand = begin();
    (void)state;
    sh("sed -i 's/^title: /title: Of /' %s/project/practices/SOTA-001.md",
       site_folder());
    build_again(&stand);
    assert_lacks("the history", page(&stand.arena, "history/SOTA-001.html"),
                 "Said otherwise");
    commit("Said otherwise");
    const size_t made = build_again(&stand);
    assert_has(page(&stand.arena, "history/SOTA-001.html"), "Said otherwise");
    assert_lacks("another's history",
                 page(&stand.arena, "history/SOTA-002.html"), "Said otherwise");
    assert_in_range(made, 1, stand.pages / 4);
    end(&stand);
}

static void a_commit_that_decides_is_told_in_front_and_in_the_feed(void **state)
{
    struct stand stand = begin();
    (void)state;
    assert_has(page(&stand.arena, "feed.xml"), "<entry>");
    sh("rm %s/project/experiments/evidence/EXP-001.json", site_folder());
    commit("Withdrawn");
    build_again(&stand);
    const struct str without = page(&stand.arena, "feed.xml");
    sh("cp tests/fixtures/site/experiments/evidence/EXP-001.json "
       "%s/project/experiments/evidence/",
       site_folder());
    commit("Decided again");
    build_again(&stand);
    const struct str with = page(&stand.arena, "feed.xml");
    assert_true(count_of(with, "<entry>") > count_of(without, "<entry>"));
    end(&stand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(a_renamed_chapter_is_renamed_wherever_it_is_shown),
        SITE_TEST(a_chapter_that_came_or_went_has_its_place_in_the_row),
        SITE_TEST(a_chapter_that_is_touched_and_the_same_makes_nothing),
        SITE_TEST(a_commit_moves_the_histories_of_what_it_holds),
        SITE_TEST(a_commit_that_decides_is_told_in_front_and_in_the_feed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
