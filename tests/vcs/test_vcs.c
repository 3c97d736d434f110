/* Repositories are made by the git command line in a temporary folder, with
 * nobody's configuration and fixed dates, and then read back. */

#include "support/git.h"

#include <sys/wait.h>
#include <unistd.h>

#include "vcs/vcs.h"

/* The text at HEAD, or NULL. Kept until the next call. */
static const char *text_at_head(struct vcs *repo, const char *path)
{
    static char copy[256];
    struct arena arena = {0};
    struct str text = {0};
    bool found = false;
    struct failure failure = {0};
    if (!vcs_text_at_head(repo, path, &arena, &text, &found, &failure)) {
        fail_msg("%s", failure.why);
    }
    assert_in_range(text.len, 0, sizeof copy - 1);
    memcpy(copy, text.ptr ? text.ptr : "", text.len);
    copy[text.len] = '\0';
    arena_free(&arena);
    return found ? copy : NULL;
}

static void assert_last_change(struct vcs *repo, const char *path,
                               const char *id)
{
    assert_string_equal(vcs_last_change(repo, path).text, id);
}

/* --- No repository, no commit -------------------------------------------- */

static void a_folder_without_git_has_no_repository(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str text = {0};
    bool found = true;
    struct failure failure = {0};
    git_sh("mkdir plain && echo x >plain/a");

    struct vcs *repo = git_open("plain");

    assert_null(repo);
    assert_int_equal(vcs_state(repo, "a"), VCS_NONE);
    assert_string_equal(vcs_head(repo).text, "");
    assert_string_equal(vcs_last_change(repo, "a").text, "");
    assert_false(vcs_is_shallow(repo));
    assert_true(vcs_text_at_head(repo, "a", &arena, &text, &found, &failure));
    assert_false(found);
    vcs_close(repo);
}

static void a_folder_that_is_not_there_has_no_repository(void **state)
{
    (void)state;
    assert_null(git_open("nowhere/at/all"));
}

static void a_bare_repository_has_no_working_files(void **state)
{
    (void)state;
    git_sh("git init -q --bare bare");
    assert_null(git_open("bare"));
}

static void a_repository_without_commits_has_nothing_in_head(void **state)
{
    (void)state;
    git_sh("git init -q r && echo x >r/a && cd r && git add a");

    struct vcs *repo = git_open("r");

    assert_non_null(repo);
    assert_string_equal(vcs_head(repo).text, "");
    assert_int_equal(vcs_state(repo, "a"), VCS_UNTRACKED);
    assert_null(text_at_head(repo, "a"));
    assert_last_change(repo, "a", "");
    vcs_close(repo);
}

static void a_broken_configuration_is_a_failure_with_a_reason(void **state)
{
    (void)state;
    char path[256] = {0};
    struct vcs *repo = NULL;
    struct failure failure = {0};
    git_sh("git init -q r && echo '[core' >r/.git/config");
    snprintf(path, sizeof path, "%s/r", git_folder());

    assert_false(vcs_open(path, &repo, &failure));
    assert_null(repo);
    assert_non_null(strstr(failure.why, "cannot open the git repository of"));
    assert_non_null(strstr(failure.why, "config"));
}

/* --- State --------------------------------------------------------------- */

static void states_follow_the_contents_and_not_the_index(void **state)
{
    (void)state;
    git_sh("git init -q r && cd r && echo one >same && echo one >changed && "
           "echo one >staged && echo one >gone && echo one >folder");
    git_commit_all("r", 1, "first");
    git_sh("cd r && touch -d 2001-01-01 same && echo two >changed && "
           "echo two >staged && git add staged && rm gone folder && "
           "mkdir folder && echo new >new && git add new");

    struct vcs *repo = git_open("r");

    assert_int_equal(vcs_state(repo, "same"), VCS_CLEAN);
    assert_int_equal(vcs_state(repo, "changed"), VCS_MODIFIED);
    assert_int_equal(vcs_state(repo, "staged"), VCS_MODIFIED);
    assert_int_equal(vcs_state(repo, "gone"), VCS_MODIFIED);
    assert_int_equal(vcs_state(repo, "folder"), VCS_MODIFIED);
    assert_int_equal(vcs_state(repo, "new"), VCS_UNTRACKED);
    assert_int_equal(vcs_state(repo, "never"), VCS_UNTRACKED);
    vcs_close(repo);
}

/* Same size within the index's second: git's own cache needs care here. */
static void a_change_of_equal_size_and_time_is_seen(void **state)
{
    (void)state;
    git_sh("git init -q r && echo one >r/a && touch -d 2021-01-01 r/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && echo two >a && touch -d 2021-01-01 a");

    struct vcs *repo = git_open("r");

    assert_int_equal(vcs_state(repo, "a"), VCS_MODIFIED);
    assert_string_equal(text_at_head(repo, "a"), "one\n");
    vcs_close(repo);
}

static void line_ends_that_git_converts_are_no_change(void **state)
{
    (void)state;
    git_sh(
        "git init -q r && cd r && echo '*.yaml text eol=crlf' >.gitattributes "
        "&& printf 'a: 1\\r\\nb: 2\\r\\n' >p.yaml && "
        "printf 'raw\\r\\n' >p.bin");
    git_commit_all("r", 1, "first");

    struct vcs *repo = git_open("r");

    assert_int_equal(vcs_state(repo, "p.yaml"), VCS_CLEAN);
    assert_string_equal(text_at_head(repo, "p.yaml"), "a: 1\nb: 2\n");
    assert_int_equal(vcs_state(repo, "p.bin"), VCS_CLEAN);
    assert_string_equal(text_at_head(repo, "p.bin"), "raw\r\n");
    git_sh("cd r && printf 'a: 1\\r\\nb: 3\\r\\n' >p.yaml && "
           "printf 'raw\\n' >p.bin");
    assert_int_equal(vcs_state(repo, "p.yaml"), VCS_MODIFIED);
    assert_int_equal(vcs_state(repo, "p.bin"), VCS_MODIFIED);
    vcs_close(repo);
}

/* core.safecrlf makes git refuse to store mixed line ends; nothing is stored
 * here. */
static void refusing_unsafe_line_ends_does_not_stop_the_comparison(void **state)
{
    (void)state;
    git_sh("git init -q r && cd r && echo '*.yaml text' >.gitattributes && "
           "printf 'a: 1\\nb: 2\\n' >p.yaml");
    git_commit_all("r", 1, "first");
    git_sh("cd r && git config core.safecrlf true && git config core.autocrlf "
           "input && printf 'a: 1\\r\\nb: 2\\n' >p.yaml");

    struct vcs *repo = git_open("r");

    assert_int_equal(vcs_state(repo, "p.yaml"), VCS_CLEAN);
    vcs_close(repo);
}

/* A file committed with CRLF before the rule came: git would store other
 * bytes now, but these are the ones in HEAD. */
static void bytes_equal_to_head_are_clean_whatever_the_rules_say(void **state)
{
    (void)state;
    git_sh("git init -q r && printf 'a\\r\\n' >r/p.yaml");
    git_commit_all("r", 1, "first");
    git_sh("echo '* text' >r/.gitattributes");

    struct vcs *repo = git_open("r");

    assert_int_equal(vcs_state(repo, "p.yaml"), VCS_CLEAN);
    vcs_close(repo);
}

static void what_another_program_stores_is_unknown(void **state)
{
    (void)state;
    git_sh(
        "git init -q r && cd r && git config filter.up.clean 'tr a-z A-Z' && "
        "echo 'a filter=up' >.gitattributes && echo low >a");
    git_commit_all("r", 1, "first");

    struct vcs *repo = git_open("r");

    assert_string_equal(text_at_head(repo, "a"), "LOW\n");
    assert_int_equal(vcs_state(repo, "a"), VCS_UNKNOWN);
    vcs_close(repo);
}

static void a_symbolic_link_in_head_is_unknown(void **state)
{
    (void)state;
    git_sh("git init -q r && cd r && echo x >target && ln -s target link");
    git_commit_all("r", 1, "first");

    struct vcs *repo = git_open("r");

    assert_int_equal(vcs_state(repo, "link"), VCS_UNKNOWN);
    assert_null(text_at_head(repo, "link"));
    vcs_close(repo);
}

/* --- Paths --------------------------------------------------------------- */

static void paths_are_relative_to_the_folder_opened(void **state)
{
    (void)state;
    git_sh(
        "git init -q r && mkdir -p r/docs/plans && echo in >r/docs/plans/a && "
        "echo out >r/a");
    git_commit_all("r", 1, "first");

    struct vcs *repo = git_open("r/docs");

    assert_int_equal(vcs_state(repo, "plans/a"), VCS_CLEAN);
    assert_int_equal(vcs_state(repo, "./plans/./a"), VCS_CLEAN);
    assert_string_equal(text_at_head(repo, "plans/a"), "in\n");
    assert_last_change(repo, "./plans/a", vcs_head(repo).text);
    assert_int_equal(vcs_state(repo, "a"), VCS_UNTRACKED);
    assert_int_equal(vcs_state(repo, "plans"), VCS_UNTRACKED);
    vcs_close(repo);
}

static void paths_that_leave_the_folder_are_not_in_head(void **state)
{
    (void)state;
    git_sh(
        "git init -q r && mkdir r/docs && echo x >r/docs/b && echo x >r/a && "
        "echo x >outside");
    git_commit_all("r", 1, "first");
    char absolute[256] = {0};
    snprintf(absolute, sizeof absolute, "%s/r/docs/b", git_folder());
    const char *const paths[] = {
        "../a", "../../outside", "docs/../a", "/a",          "",      ".", "./",
        "b/",   "b//b",          "../r/a",    "/etc/passwd", absolute};

    struct vcs *repo = git_open("r/docs");

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        assert_int_equal(vcs_state(repo, paths[i]), VCS_UNTRACKED);
        assert_null(text_at_head(repo, paths[i]));
        assert_last_change(repo, paths[i], "");
    }
    assert_int_equal(vcs_state(repo, "b"), VCS_CLEAN);
    vcs_close(repo);
}

static void a_folder_reached_by_a_link_is_the_same_folder(void **state)
{
    (void)state;
    git_sh("git init -q r && mkdir r/docs && echo x >r/docs/a && "
           "ln -s r/docs elsewhere");
    git_commit_all("r", 1, "first");

    struct vcs *repo = git_open("elsewhere");

    assert_non_null(repo);
    assert_int_equal(vcs_state(repo, "a"), VCS_CLEAN);
    vcs_close(repo);
}

static void files_in_a_submodule_are_not_in_head(void **state)
{
    (void)state;
    git_sh(
        "git init -q r && git init -q r/sub && echo x >r/sub/a && echo x >r/a");
    git_commit_all("r/sub", 1, "inner");
    git_commit_all("r", 2, "outer");

    struct vcs *repo = git_open("r");
    struct vcs *inner = git_open("r/sub");

    assert_int_equal(vcs_state(repo, "sub"), VCS_UNTRACKED);
    assert_int_equal(vcs_state(repo, "sub/a"), VCS_UNTRACKED);
    assert_int_equal(vcs_state(repo, "a"), VCS_CLEAN);
    assert_int_equal(vcs_state(inner, "a"), VCS_CLEAN);
    vcs_close(inner);
    vcs_close(repo);
}

/* --- Whose and what kind of repository ----------------------------------- */

static void a_repository_of_another_user_is_read(void **state)
{
    (void)state;
    if (geteuid() != 0) {
        skip(); /* only root can give a folder away */
    }
    git_sh("git init -q r && echo x >r/a");
    git_commit_all("r", 1, "first");
    git_sh("chown -R 65534 r");

    struct vcs *repo = git_open("r");

    assert_non_null(repo);
    assert_int_equal(vcs_state(repo, "a"), VCS_CLEAN);
    vcs_close(repo);
}

static void a_linked_worktree_has_its_own_head(void **state)
{
    (void)state;
    git_sh("git init -q r && echo one >r/a");
    git_commit_all("r", 1, "first");
    git_sh("git -C r worktree add -q ../w");
    git_sh("echo two >w/a");
    git_commit_all("w", 2, "second");
    const char *second = git_answer("git -C w rev-parse HEAD");

    struct vcs *repo = git_open("w");

    assert_string_equal(vcs_head(repo).text, second);
    assert_string_equal(text_at_head(repo, "a"), "two\n");
    assert_int_equal(vcs_state(repo, "a"), VCS_CLEAN);
    assert_last_change(repo, "a", second);
    vcs_close(repo);
}

static void a_detached_head_is_a_head(void **state)
{
    (void)state;
    git_sh("git init -q r && echo one >r/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && git checkout -q --detach");

    struct vcs *repo = git_open("r");

    assert_string_equal(vcs_head(repo).text,
                        git_answer("git -C r rev-parse HEAD"));
    assert_int_equal(vcs_state(repo, "a"), VCS_CLEAN);
    vcs_close(repo);
}

/* `git sparse-checkout` sets extensions.worktreeConfig. */
static void a_sparse_checkout_is_opened(void **state)
{
    (void)state;
    git_sh("git init -q r && mkdir r/in r/out && echo x >r/in/a && echo x "
           ">r/out/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && git sparse-checkout set in");

    struct vcs *repo = git_open("r");

    assert_int_equal(vcs_state(repo, "in/a"), VCS_CLEAN);
    assert_int_equal(vcs_state(repo, "out/a"), VCS_MODIFIED);
    vcs_close(repo);
}

/* Newer versions of git write format 1 with such extensions, and libgit2
 * refuses those it was not told about. In a child, because libgit2 1.5 itself
 * loses a little memory for each line of a format 1 configuration and the leak
 * checker would blame us. */
static void extensions_that_change_nothing_for_a_reader_are_allowed(
    void **state)
{
    (void)state;
    git_sh(
        "git init -q r && cd r && git config core.repositoryformatversion 1 && "
        "git config extensions.worktreeConfig true && "
        "git config extensions.preciousObjects true && "
        "git config extensions.partialClone origin && echo x >a");
    git_commit_all("r", 1, "first");

    pid_t child = fork();
    if (child == 0) {
        struct vcs *repo = NULL;
        struct failure failure = {0};
        char path[256] = {0};
        snprintf(path, sizeof path, "%s/r", git_folder());
        bool is_ok = vcs_open(path, &repo, &failure) &&
                     vcs_state(repo, "a") == VCS_CLEAN;
        _exit(is_ok ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void head_is_read_anew_at_each_question(void **state)
{
    (void)state;
    git_sh("git init -q r && echo one >r/a");
    git_commit_all("r", 1, "first");
    struct vcs *repo = git_open("r");
    git_sh("echo two >r/a");
    assert_int_equal(vcs_state(repo, "a"), VCS_MODIFIED);

    git_commit_all("r", 2, "second");

    assert_int_equal(vcs_state(repo, "a"), VCS_CLEAN);
    assert_string_equal(text_at_head(repo, "a"), "two\n");
    vcs_close(repo);
}

static void a_missing_object_is_unknown_and_reading_it_fails(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str text = {0};
    bool found = true;
    struct failure failure = {0};
    git_sh("git init -q r && mkdir r/d && echo x >r/d/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && t=$(git rev-parse HEAD:d) && "
           "rm -f .git/objects/$(echo $t | cut -c1-2)/$(echo $t | cut -c3-)");

    struct vcs *repo = git_open("r");

    assert_int_equal(vcs_state(repo, "d/a"), VCS_UNKNOWN);
    assert_last_change(repo, "d/a", "");
    assert_false(
        vcs_text_at_head(repo, "d/a", &arena, &text, &found, &failure));
    assert_false(found);
    assert_non_null(strstr(failure.why, "cannot read d/a at HEAD: "));
    arena_free(&arena);
    vcs_close(repo);
}

/* --- History ------------------------------------------------------------- */

static void the_last_change_is_the_commit_that_brought_the_bytes(void **state)
{
    (void)state;
    char id[6][64] = {0};
    git_sh("git init -q r && mkdir r/d && echo one >r/d/a && echo b >r/b");
    for (int day = 1; day <= 5; day++) {
        static const char *const edits[] = {
            "echo one >d/a", "echo two >d/a", "echo one >d/a",
            "echo unrelated >c", "chmod +x d/a"};
        git_sh("cd r && %s", edits[day - 1]);
        git_commit_all("r", day, "edit");
        strcpy(id[day], git_answer("git -C r rev-parse HEAD"));
    }

    struct vcs *repo = git_open("r");

    assert_last_change(repo, "d/a", id[3]); /* same bytes as 1, again */
    assert_last_change(repo, "b", id[1]);
    assert_last_change(repo, "c", id[4]);
    assert_last_change(repo, "d", "");
    assert_last_change(repo, "never", "");
    assert_string_equal(vcs_head(repo).text, id[5]);
    assert_false(vcs_is_shallow(repo));
    vcs_close(repo);
}

/* PC-17: neither the first commit that is still there nor the cut is an
 * answer. */
static void a_shallow_clone_does_not_guess(void **state)
{
    (void)state;
    char id[7][64] = {0};
    git_sh("git init -q full");
    for (int day = 1; day <= 6; day++) {
        static const char *const edits[] = {
            "echo one >a",    "echo one >b",    "echo two >a",
            "git mv b moved", "echo new >late", "echo unrelated >n"};
        git_sh("cd full && %s", edits[day - 1]);
        git_commit_all("full", day, "edit");
        strcpy(id[day], git_answer("git -C full rev-parse HEAD"));
    }
    git_sh("git clone -q --depth 3 file://$PWD/full shallow");
    git_sh("git -C shallow worktree add -q ../linked");

    struct vcs *full = git_open("full");
    assert_last_change(full, "a", id[3]);
    assert_last_change(full, "moved", id[4]);
    vcs_close(full);

    const char *const names[] = {"shallow", "linked"};
    for (size_t i = 0; i < 2; i++) {
        struct vcs *repo = git_open(names[i]);
        assert_true(vcs_is_shallow(repo));
        assert_string_equal(vcs_head(repo).text, id[6]);
        assert_last_change(repo, "a", "");
        assert_last_change(repo, "moved", ""); /* changed in the cut commit */
        assert_last_change(repo, "late", id[5]);
        assert_last_change(repo, "n", id[6]);
        assert_int_equal(vcs_state(repo, "a"), VCS_CLEAN);
        vcs_close(repo);
    }
}

/* Without old trees, "not found" is no proof that the file was not there. */
static void a_clone_without_old_trees_does_not_guess(void **state)
{
    (void)state;
    git_sh("git init -q full && mkdir full/d && echo one >full/d/a");
    git_commit_all("full", 1, "first");
    git_sh("echo x >full/d/b");
    git_commit_all("full", 2, "second");
    git_sh("git -C full config uploadpack.allowFilter true && "
           "git clone -q --filter=tree:0 file://$PWD/full part && "
           "git -C part config core.repositoryformatversion 0");

    struct vcs *repo = git_open("part");
    assert_int_equal(vcs_state(repo, "d/a"), VCS_CLEAN);
    assert_last_change(repo, "d/a", "");
    vcs_close(repo);
}

static void a_file_that_came_with_a_branch_came_with_the_merge(void **state)
{
    (void)state;
    git_sh("git init -q -b main r && echo x >r/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && git checkout -q -b side && echo y >b");
    git_commit_all("r", 2, "side");
    git_sh("cd r && git checkout -q main && echo z >c");
    git_commit_all("r", 3, "main");
    git_sh("cd r && GIT_AUTHOR_DATE='2021-01-04T12:00:00+00:00' "
           "GIT_COMMITTER_DATE='2021-01-04T12:00:00+00:00' "
           "git merge -q --no-ff -m merge side");

    struct vcs *repo = git_open("r");

    assert_last_change(repo, "b", git_answer("git -C r rev-parse HEAD"));
    assert_last_change(repo, "c", git_answer("git -C r rev-parse HEAD^1"));
    assert_last_change(repo, "a", git_answer("git -C r rev-parse HEAD^1^"));
    vcs_close(repo);
}

/* --- All of them ---------------------------------------------------------- */

#define IN_FOLDER(test) \
    cmocka_unit_test_setup_teardown(test, git_folder_new, git_folder_remove)

int main(void)
{
    git_isolate();
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_folder_without_git_has_no_repository),
        IN_FOLDER(a_folder_that_is_not_there_has_no_repository),
        IN_FOLDER(a_bare_repository_has_no_working_files),
        IN_FOLDER(a_repository_without_commits_has_nothing_in_head),
        IN_FOLDER(a_broken_configuration_is_a_failure_with_a_reason),
        IN_FOLDER(states_follow_the_contents_and_not_the_index),
        IN_FOLDER(a_change_of_equal_size_and_time_is_seen),
        IN_FOLDER(line_ends_that_git_converts_are_no_change),
        IN_FOLDER(refusing_unsafe_line_ends_does_not_stop_the_comparison),
        IN_FOLDER(bytes_equal_to_head_are_clean_whatever_the_rules_say),
        IN_FOLDER(what_another_program_stores_is_unknown),
        IN_FOLDER(a_symbolic_link_in_head_is_unknown),
        IN_FOLDER(paths_are_relative_to_the_folder_opened),
        IN_FOLDER(paths_that_leave_the_folder_are_not_in_head),
        IN_FOLDER(a_folder_reached_by_a_link_is_the_same_folder),
        IN_FOLDER(files_in_a_submodule_are_not_in_head),
        IN_FOLDER(a_repository_of_another_user_is_read),
        IN_FOLDER(a_linked_worktree_has_its_own_head),
        IN_FOLDER(a_detached_head_is_a_head),
        IN_FOLDER(a_sparse_checkout_is_opened),
        IN_FOLDER(extensions_that_change_nothing_for_a_reader_are_allowed),
        IN_FOLDER(head_is_read_anew_at_each_question),
        IN_FOLDER(a_missing_object_is_unknown_and_reading_it_fails),
        IN_FOLDER(the_last_change_is_the_commit_that_brought_the_bytes),
        IN_FOLDER(a_shallow_clone_does_not_guess),
        IN_FOLDER(a_clone_without_old_trees_does_not_guess),
        IN_FOLDER(a_file_that_came_with_a_branch_came_with_the_merge),
    };
    return cmocka_run_group_tests_name("vcs", tests, NULL, NULL);
}
