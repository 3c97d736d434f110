/* Which files moved, told of repositories made by the git command line. */

#include "support/git.h"

#include "vcs/changed.h"

/* The paths joined by blanks. Kept until the next call. */
static const char *joined(const struct strs *paths)
{
    static char text[512];
    size_t len = 0;

    text[0] = '\0';
    for (size_t i = 0; i < paths->len; i++) {
        int wrote = snprintf(text + len, sizeof text - len, "%s%.*s",
                             i > 0 ? " " : "", STR_ARG(paths->at[i]));
        assert_in_range(wrote, 1, sizeof text - len - 1);
        len += (size_t)wrote;
    }
    return text;
}

static void assert_changed(struct vcs *repo, enum vcs_between between,
                           const char *expected)
{
    struct arena arena = {0};
    struct strs paths = {0};
    struct failure failure = {0};
    if (!vcs_changed(repo, between, &arena, &paths, &failure)) {
        fail_msg("%s", failure.why);
    }
    assert_string_equal(joined(&paths), expected);
    arena_free(&arena);
}

/* NULL expects that the revision names nothing. */
static void assert_since(struct vcs *repo, const char *revision,
                         const char *expected)
{
    struct arena arena = {0};
    struct strs paths = {0};
    struct failure failure = {0};
    bool is_known = false;
    if (!vcs_changed_since(repo, str_from_c(revision), &arena, &paths,
                           &is_known, &failure)) {
        fail_msg("%s", failure.why);
    }
    assert_int_equal(is_known, expected != NULL);
    assert_string_equal(joined(&paths), expected ? expected : "");
    arena_free(&arena);
}

/* The staged text, or NULL. Kept until the next call. */
static const char *staged(struct vcs *repo, const char *path)
{
    static char copy[64];
    struct arena arena = {0};
    struct str text = {0};
    bool found = false;
    struct failure failure = {0};
    if (!vcs_text_staged(repo, path, &arena, &text, &found, &failure)) {
        fail_msg("%s", failure.why);
    }
    snprintf(copy, sizeof copy, "%.*s", STR_ARG(text));
    arena_free(&arena);
    return found ? copy : NULL;
}

/* --- Nothing to compare with --------------------------------------------- */

static void without_git_nothing_is_known_to_have_changed(void **state)
{
    (void)state;
    assert_changed(NULL, VCS_HEAD_TO_FILES, "");
    assert_changed(NULL, VCS_HEAD_TO_INDEX, "");
    assert_since(NULL, "HEAD", NULL);
    assert_null(staged(NULL, "a"));
}

static void before_the_first_commit_every_file_is_changed(void **state)
{
    (void)state;
    git_sh("git init -q r && cd r && echo x >b && echo x >a && git add a");

    struct vcs *repo = git_open("r");

    assert_changed(repo, VCS_HEAD_TO_FILES, "a b");
    assert_changed(repo, VCS_HEAD_TO_INDEX, "a");
    assert_since(repo, "HEAD", NULL);
    assert_string_equal(staged(repo, "a"), "x\n");
    assert_null(staged(repo, "b"));
    vcs_close(repo);
}

/* --- From HEAD ----------------------------------------------------------- */

static void changes_are_told_apart_by_what_is_staged(void **state)
{
    (void)state;
    git_sh("git init -q r && mkdir r/d && cd r && for f in d/same edited "
           "staged gone removed; do echo one >$f; done && "
           "echo ignored >.gitignore");
    git_commit_all("r", 1, "first");
    git_sh("cd r && echo two >edited && echo two >staged && git add staged && "
           "echo three >staged && rm gone && git rm -q removed && "
           "echo new >new && git add new && mkdir -p x/y && "
           "echo new >x/y/untracked && echo no >ignored && touch d/same");

    struct vcs *repo = git_open("r");

    assert_changed(repo, VCS_HEAD_TO_FILES,
                   "edited gone new removed staged x/y/untracked");
    assert_changed(repo, VCS_HEAD_TO_INDEX, "new removed staged");
    assert_string_equal(staged(repo, "staged"), "two\n");
    assert_string_equal(staged(repo, "edited"), "one\n");
    assert_string_equal(staged(repo, "./d/same"), "one\n");
    assert_null(staged(repo, "removed"));
    assert_null(staged(repo, "../r/edited"));
    vcs_close(repo);
}

/* The index has another text than both, which is no change of the file. */
static void a_change_staged_and_undone_in_the_file_is_none_there(void **state)
{
    (void)state;
    git_sh("git init -q r && echo one >r/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && echo two >a && git add a && echo one >a");

    struct vcs *repo = git_open("r");

    assert_changed(repo, VCS_HEAD_TO_FILES, "");
    assert_changed(repo, VCS_HEAD_TO_INDEX, "a");
    vcs_close(repo);
}

static void a_change_that_keeps_size_and_time_is_seen(void **state)
{
    (void)state;
    git_sh("git init -q r && echo one >r/a && touch -d 2021-01-01 r/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && echo two >a && touch -d 2021-01-01 a");

    struct vcs *repo = git_open("r");

    assert_changed(repo, VCS_HEAD_TO_FILES, "a");
    vcs_close(repo);
}

static void line_ends_that_git_converts_are_no_change(void **state)
{
    (void)state;
    git_sh("git init -q r && cd r && echo '*.yaml text eol=crlf' "
           ">.gitattributes && printf 'a: 1\\r\\n' >p.yaml");
    git_commit_all("r", 1, "first");
    git_sh("cd r && touch p.yaml");

    struct vcs *repo = git_open("r");

    assert_changed(repo, VCS_HEAD_TO_FILES, "");
    vcs_close(repo);
}

static void a_rename_is_two_paths(void **state)
{
    (void)state;
    git_sh("git init -q r && seq 50 >r/old");
    git_commit_all("r", 1, "first");
    git_sh("cd r && git mv old new");

    struct vcs *repo = git_open("r");

    assert_changed(repo, VCS_HEAD_TO_INDEX, "new old");
    assert_changed(repo, VCS_HEAD_TO_FILES, "new old");
    vcs_close(repo);
}

static void a_file_in_conflict_is_changed_and_has_no_staged_text(void **state)
{
    (void)state;
    git_sh("git init -q -b main r && echo one >r/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && git checkout -q -b side && echo two >a");
    git_commit_all("r", 2, "side");
    git_sh("cd r && git checkout -q main && echo three >a");
    git_commit_all("r", 3, "main");
    git_sh("cd r && ! git merge -q side");
    struct arena arena = {0};
    struct str text = {0};
    bool found = true;
    struct failure failure = {0};

    struct vcs *repo = git_open("r");

    assert_changed(repo, VCS_HEAD_TO_FILES, "a");
    assert_changed(repo, VCS_HEAD_TO_INDEX, "a");
    assert_false(vcs_text_staged(repo, "a", &arena, &text, &found, &failure));
    assert_string_equal(failure.why, "a is in conflict in git's index: resolve "
                                     "it, then git add it");
    assert_false(found);
    arena_free(&arena);
    vcs_close(repo);
}

/* --- Where the folder lies ----------------------------------------------- */

static void only_what_lies_below_the_folder_is_named(void **state)
{
    (void)state;
    git_sh("git init -q r && mkdir -p r/docs/plans r/docs-more && cd r && "
           "for f in a docs/plans/a docs-more/a; do echo one >$f; done");
    git_commit_all("r", 1, "first");
    git_sh("cd r && for f in a docs/plans/a docs-more/a docs/b; do "
           "echo two >$f; done && git add docs/plans");

    struct vcs *repo = git_open("r/docs");

    assert_changed(repo, VCS_HEAD_TO_FILES, "b plans/a");
    assert_changed(repo, VCS_HEAD_TO_INDEX, "plans/a");
    assert_since(repo, "HEAD", "b plans/a");
    assert_string_equal(staged(repo, "plans/a"), "two\n");
    vcs_close(repo);
}

/* A name that would be a pattern elsewhere. */
static void a_folder_with_a_pattern_for_a_name_is_only_itself(void **state)
{
    (void)state;
    git_sh("git init -q r && mkdir r/d[x] r/dx && echo one >r/d[x]/a && "
           "echo one >r/dx/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && echo two >d[x]/a && echo two >dx/a");

    struct vcs *repo = git_open("r/d[x]");

    assert_changed(repo, VCS_HEAD_TO_FILES, "a");
    vcs_close(repo);
}

static void another_repository_inside_is_not_looked_into(void **state)
{
    (void)state;
    git_sh("git init -q r && git init -q r/in && echo x >r/in/a && echo x "
           ">r/a");
    git_commit_all("r/in", 1, "inner");

    struct vcs *repo = git_open("r");

    assert_changed(repo, VCS_HEAD_TO_FILES, "a");
    vcs_close(repo);
}

static void a_linked_worktree_has_changes_of_its_own(void **state)
{
    (void)state;
    git_sh("git init -q r && echo one >r/a");
    git_commit_all("r", 1, "first");
    git_sh("git -C r worktree add -q ../w && echo two >w/a && git -C w add a");

    struct vcs *whole = git_open("r");
    struct vcs *linked = git_open("w");

    assert_changed(whole, VCS_HEAD_TO_FILES, "");
    assert_changed(linked, VCS_HEAD_TO_INDEX, "a");
    assert_string_equal(staged(linked, "a"), "two\n");
    assert_string_equal(staged(whole, "a"), "one\n");
    vcs_close(linked);
    vcs_close(whole);
}

/* --- Since a revision ---------------------------------------------------- */

static void since_a_revision_commits_and_files_count(void **state)
{
    (void)state;
    git_sh("git init -q -b main r && mkdir r/d && cd r && "
           "for f in d/a b c back; do echo one >$f; done");
    git_commit_all("r", 1, "first");
    git_sh("cd r && git tag -a -m t start && echo two >d/a && echo two >back");
    git_commit_all("r", 2, "second");
    git_sh("cd r && git rm -q b && echo one >back");
    git_commit_all("r", 3, "third");
    git_sh("cd r && echo two >c && echo new >new");
    char first[64] = {0};
    strcpy(first, git_answer("git -C r rev-parse HEAD~2"));

    struct vcs *repo = git_open("r");

    assert_since(repo, "HEAD", "c new");
    assert_since(repo, "main", "c new");
    assert_since(repo, "HEAD~1", "b back c new");
    assert_since(repo, "HEAD~2", "b c d/a new");
    assert_since(repo, "start", "b c d/a new");
    assert_since(repo, first, "b c d/a new");
    vcs_close(repo);
}

static void a_revision_that_names_no_commit_is_unknown(void **state)
{
    (void)state;
    git_sh("git init -q r && echo one >r/a");
    git_commit_all("r", 1, "first");

    struct vcs *repo = git_open("r");

    const char *const names[] = {"nowhere", "HEAD~7", "HEAD:a", "", "^", "-x"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_since(repo, names[i], NULL);
    }
    vcs_close(repo);
}

static void in_a_shallow_clone_a_commit_beyond_the_cut_is_unknown(void **state)
{
    (void)state;
    git_sh("git init -q full");
    for (int day = 1; day <= 4; day++) {
        git_sh("echo %d >full/a%d", day, day);
        git_commit_all("full", day, "edit");
    }
    git_sh("git clone -q --depth 2 file://$PWD/full shallow && "
           "echo new >shallow/a1");

    struct vcs *repo = git_open("shallow");

    assert_changed(repo, VCS_HEAD_TO_FILES, "a1");
    assert_since(repo, "HEAD~1", "a1 a4");
    assert_since(repo, "HEAD~2", NULL);
    vcs_close(repo);
}

static void a_damaged_database_is_a_failure_with_a_reason(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct strs paths = {0};
    struct failure failure = {0};
    git_sh("git init -q r && mkdir r/d && echo x >r/d/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && t=$(git rev-parse HEAD:d) && "
           "rm -f .git/objects/$(echo $t | cut -c1-2)/$(echo $t | cut -c3-)");

    struct vcs *repo = git_open("r");

    assert_false(
        vcs_changed(repo, VCS_HEAD_TO_INDEX, &arena, &paths, &failure));
    assert_non_null(strstr(failure.why, "cannot tell what changed"));
    arena_free(&arena);
    vcs_close(repo);
}

#define IN_FOLDER(test) \
    cmocka_unit_test_setup_teardown(test, git_folder_new, git_folder_remove)

int main(void)
{
    git_isolate();
    const struct CMUnitTest tests[] = {
        IN_FOLDER(without_git_nothing_is_known_to_have_changed),
        IN_FOLDER(before_the_first_commit_every_file_is_changed),
        IN_FOLDER(changes_are_told_apart_by_what_is_staged),
        IN_FOLDER(a_change_staged_and_undone_in_the_file_is_none_there),
        IN_FOLDER(a_change_that_keeps_size_and_time_is_seen),
        IN_FOLDER(line_ends_that_git_converts_are_no_change),
        IN_FOLDER(a_rename_is_two_paths),
        IN_FOLDER(a_file_in_conflict_is_changed_and_has_no_staged_text),
        IN_FOLDER(only_what_lies_below_the_folder_is_named),
        IN_FOLDER(a_folder_with_a_pattern_for_a_name_is_only_itself),
        IN_FOLDER(another_repository_inside_is_not_looked_into),
        IN_FOLDER(a_linked_worktree_has_changes_of_its_own),
        IN_FOLDER(since_a_revision_commits_and_files_count),
        IN_FOLDER(a_revision_that_names_no_commit_is_unknown),
        IN_FOLDER(in_a_shallow_clone_a_commit_beyond_the_cut_is_unknown),
        IN_FOLDER(a_damaged_database_is_a_failure_with_a_reason),
    };
    return cmocka_run_group_tests_name("changed", tests, NULL, NULL);
}
