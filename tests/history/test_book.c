/* What a page of a record's history rests on, with a walk and without. */

#include "support/git.h"

#include "history/book.h"
#include "record/library.h"

static struct arena arena; /* of one test */
static struct project *project;
static struct library *library;
static struct vcs *vcs;
static struct store *store;

static int set_up(void **state)
{
    bool was_damaged;
    struct failure failure;
    char command[512];
    git_folder_new(state);
    snprintf(command, sizeof command, "tests/fixtures/make-history %s",
             git_folder());
    assert_int_equal(system(command), 0);
    assert_true(store_open(NULL, &store, &was_damaged, &failure));
    return 0;
}

static int tear_down(void **state)
{
    vcs_close(vcs);
    vcs = NULL;
    store_close(store);
    store = NULL;
    arena_free(&arena);
    return git_folder_remove(state);
}

static struct history_book open_book(const char *repo)
{
    struct failure failure = {0};
    struct diags diags = {.arena = &arena};
    struct history_book book = {0};
    bool is_incomplete = false;
    struct str root = arena_printf(&arena, "%s/%s", git_folder(), repo);

    vcs_close(vcs);
    vcs = git_open(repo);
    if (!project_load(&arena, root, &project, &diags, &failure) ||
        !history_book_open(&arena, project, vcs, store, &book, &failure)) {
        fail_msg("%s", failure.why);
    }
    library = library_load(&arena, project, &diags, &is_incomplete);
    return book;
}

static const char *print_of(const struct history_book *book, const char *id)
{
    struct out out = {0};
    history_book_print(book, library_find(library, str_from_c(id)), &out);
    return out_take(&out, &arena).ptr;
}

static void a_second_book_needs_no_walk_and_says_the_same(void **state)
{
    (void)state;
    struct history_book first = open_book("full");
    const char *one = print_of(&first, "P-001");
    assert_true(first.is_walked);

    struct history_book second = open_book("full");

    assert_false(second.is_walked);
    assert_string_equal(print_of(&second, "P-001"), one);
    assert_string_not_equal(print_of(&second, "P-002"), one);
    assert_int_equal(history_book_read(&second)->reach, HISTORY_COMPLETE);
    assert_true(second.is_walked);
    assert_string_equal(print_of(&second, "P-001"), one);
}

static void a_commit_moves_only_what_it_changed(void **state)
{
    (void)state;
    struct history_book first = open_book("full");
    const char *one = print_of(&first, "P-001");
    const char *two = print_of(&first, "P-002");

    git_sh("cd full && echo more >>notes/P-001.md");
    git_commit_all("full", 7, "more");
    struct history_book second = open_book("full");

    assert_true(second.is_walked);
    assert_string_not_equal(print_of(&second, "P-001"), one);
    assert_string_equal(print_of(&second, "P-002"), two);
}

/* HEAD stays where it was. */
static void a_clone_that_is_no_longer_shallow_is_walked_again(void **state)
{
    (void)state;
    struct history_book cut = open_book("shallow");
    assert_str(cut.gap, "This clone's history is cut short: what changed "
                        "before 2021-01-04 may not be here.");
    git_sh("cd shallow && git fetch -q --unshallow");

    struct history_book whole = open_book("shallow");

    assert_true(whole.is_walked);
    assert_str(whole.gap, "");
}

static void another_folder_of_a_kind_is_walked_again(void **state)
{
    (void)state;
    open_book("full");
    git_sh("cd full && sed -i 's/folder: notes/folder: other/' probatum.yaml "
           "&& cp -R notes other");

    assert_true(open_book("full").is_walked);
}

static void without_a_store_each_book_walks(void **state)
{
    (void)state;
    store_close(store);
    store = NULL;
    open_book("full");
    assert_true(open_book("full").is_walked);
}

static void without_git_the_book_says_so(void **state)
{
    (void)state;
    git_sh("rm -rf full/.git");
    struct history_book book = open_book("full");

    assert_str(book.gap, "There is no git repository here, so nobody knows "
                         "what was before.");
    assert_int_equal(history_book_read(&book)->reach, HISTORY_NONE);
}

/* What is missing may be fetched later, so it is not remembered. */
static void a_clone_that_lacks_files_is_asked_again(void **state)
{
    (void)state;
    git_sh("git -C full config uploadpack.allowFilter true && "
           "git clone -q --filter=blob:none file://$PWD/full part && "
           "git -C part config core.repositoryformatversion 0");
    struct history_book first = open_book("part");
    assert_str(first.gap, "This clone lacks 1 of its commits and files, so "
                          "some changes may not be told.");

    assert_true(open_book("part").is_walked);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    git_isolate();
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_second_book_needs_no_walk_and_says_the_same),
        IN_FOLDER(a_commit_moves_only_what_it_changed),
        IN_FOLDER(a_clone_that_is_no_longer_shallow_is_walked_again),
        IN_FOLDER(another_folder_of_a_kind_is_walked_again),
        IN_FOLDER(without_a_store_each_book_walks),
        IN_FOLDER(without_git_the_book_says_so),
        IN_FOLDER(a_clone_that_lacks_files_is_asked_again),
    };
    return cmocka_run_group_tests_name("book", tests, NULL, NULL);
}
