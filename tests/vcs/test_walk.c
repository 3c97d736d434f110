/* The walk over commits, told of repositories made by the git command line. */

#include "support/git.h"

#include "vcs/walk.h"

static struct arena arena; /* of one test */

static struct vcs_commits commits_of(struct vcs *repo)
{
    struct vcs_commits commits = {0};
    struct failure failure = {0};
    if (!vcs_commits(repo, &arena, &commits, &failure)) {
        fail_msg("%s", failure.why);
    }
    return commits;
}

/* The summaries joined by blanks, a cut one in brackets. Kept until the
 * next. */
static const char *summaries(const struct vcs_commits *commits)
{
    static char text[512];
    size_t len = 0;

    text[0] = '\0';
    for (size_t i = 0; i < commits->len; i++) {
        const struct vcs_commit *commit = &commits->at[i];
        len += (size_t)snprintf(text + len, sizeof text - len,
                                commit->is_cut ? "%s[%.*s]" : "%s%.*s",
                                i > 0 ? " " : "", STR_ARG(commit->summary));
        assert_in_range(len, 1, sizeof text - 1);
    }
    return text;
}

/* +path for what came, -path for what went, path for what changed. */
static const char *changes_text(const struct vcs_changes *changes)
{
    static char text[512];
    size_t len = 0;

    text[0] = '\0';
    for (size_t i = 0; i < changes->len; i++) {
        const struct vcs_change *change = &changes->at[i];
        const char *sign = change->blob.text[0] == '\0'     ? "-"
                           : change->before.text[0] == '\0' ? "+"
                                                            : "";
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s%.*s",
                                i > 0 ? " " : "", sign, STR_ARG(change->path));
        assert_in_range(len, 1, sizeof text - 1);
    }
    return text;
}

static void assert_changes(struct vcs *repo, const struct vcs_commit *commit,
                           const char *expected)
{
    struct vcs_changes changes = {0};
    struct failure failure = {0};
    if (!vcs_commit_changes(repo, commit, &arena, &changes, &failure)) {
        fail_msg("%s", failure.why);
    }
    assert_string_equal(changes_text(&changes), expected);
}

static void assert_files(struct vcs *repo, const struct vcs_commit *commit,
                         const char *expected)
{
    struct vcs_changes files = {0};
    struct failure failure = {0};
    if (!vcs_commit_files(repo, commit, &arena, &files, &failure)) {
        fail_msg("%s", failure.why);
    }
    assert_string_equal(changes_text(&files), expected);
}

/* --- Which commits, in which order --------------------------------------- */

static void without_git_or_commits_there_is_nothing_to_walk(void **state)
{
    (void)state;
    git_sh("git init -q r");
    struct vcs *repo = git_open("r");

    assert_int_equal(commits_of(NULL).len, 0);
    assert_int_equal(commits_of(repo).len, 0);
    assert_false(commits_of(repo).is_cut);
    vcs_close(repo);
}

static void commits_come_newest_first_with_who_and_when(void **state)
{
    (void)state;
    git_sh("git init -q r && echo one >r/a");
    git_commit_all("r", 1, "first");
    git_sh("cd r && echo two >a && git add a && "
           "GIT_AUTHOR_NAME='J\xc3\xb6rg' "
           "GIT_AUTHOR_DATE='2021-01-03T00:30:00+02:00' "
           "GIT_COMMITTER_DATE='2021-01-04T12:00:00+00:00' "
           "git commit -q -m second -m 'and why'");

    struct vcs *repo = git_open("r");
    struct vcs_commits commits = commits_of(repo);

    assert_string_equal(summaries(&commits), "second first");
    assert_string_equal(commits.at[0].id.text,
                        git_answer("git -C r rev-parse HEAD"));
    assert_str(commits.at[0].author, "J\xc3\xb6rg");
    assert_str(commits.at[0].stamp, "2021-01-02T22:30:00Z");
    assert_int_equal(commits.at[0].time, 1609626600);
    assert_str(commits.at[1].stamp, "2021-01-01T12:00:00Z");
    assert_false(commits.at[0].is_cut || commits.at[1].is_cut);
    assert_false(commits.is_cut);
    vcs_close(repo);
}

/* A clock that went wrong must not put a parent before its child. */
static void a_parent_never_comes_before_its_child(void **state)
{
    (void)state;
    git_sh("git init -q r && echo 1 >r/a");
    git_commit_all("r", 9, "first");
    git_sh("echo 2 >r/a");
    git_commit_all("r", 2, "second");
    git_sh("echo 3 >r/a");
    git_commit_all("r", 5, "third");

    struct vcs *repo = git_open("r");
    struct vcs_commits commits = commits_of(repo);

    assert_string_equal(summaries(&commits), "third second first");
    vcs_close(repo);
}

/* main: base, m3, merge; side: s2, s4; and what git itself says of it. */
static void make_branches(void)
{
    git_sh("git init -q -b main r && mkdir r/d && cd r && echo one >d/a && "
           "echo one >b && echo one >c");
    git_commit_all("r", 1, "base");
    git_sh("cd r && git checkout -q -b side && echo two >b && seq 9 >s");
    git_commit_all("r", 2, "s2");
    git_sh("cd r && git checkout -q main && echo two >d/a && echo m >c");
    git_commit_all("r", 3, "m3");
    git_sh("cd r && git checkout -q side && echo s >c && git rm -q d/a");
    git_commit_all("r", 4, "s4");
    git_sh("cd r && git checkout -q main && ! git merge -q side");
    git_sh("cd r && echo both >c && echo two >d/a");
    git_commit_all("r", 5, "merge");
}

static void branches_are_interleaved_by_time(void **state)
{
    (void)state;
    make_branches();

    struct vcs *repo = git_open("r");
    struct vcs_commits commits = commits_of(repo);

    assert_string_equal(summaries(&commits), "merge s4 m3 s2 base");
    assert_string_equal(
        summaries(&commits),
        git_answer("git -C r log --date-order --format=%s | xargs"));
    assert_true(commits.at[0].is_merge);
    assert_false(commits.at[1].is_merge);
    vcs_close(repo);
}

static void many_branches_come_in_the_order_of_git(void **state)
{
    (void)state;
    git_sh("git init -q -b main r && echo one >r/a");
    git_commit_all("r", 1, "base");
    git_sh("cd r && for i in 1 2 3 4 5 6 7 8 9; do "
           "git checkout -q -b b$i main && for j in 2 3 4; do "
           "export GIT_AUTHOR_DATE=\"2021-01-0$j 0$(expr $i \\* 7 %% "
           "10):00Z\" && "
           "export GIT_COMMITTER_DATE=\"$GIT_AUTHOR_DATE\" && "
           "echo $i$j >f$i && git add . && git commit -qm $i$j || exit 1; "
           "done; done; git checkout -q main && "
           "git merge -q --no-ff -m m b1 b2 b3 b4 b5 b6 b7 b8 b9");

    struct vcs *repo = git_open("r");
    struct vcs_commits commits = commits_of(repo);

    assert_int_equal(commits.len, 29);
    assert_string_equal(
        summaries(&commits),
        git_answer("git -C r log --date-order --format=%s | xargs"));
    assert_changes(repo, &commits.at[0], "");
    vcs_close(repo);
}

static void what_is_no_utf8_is_still_shown(void **state)
{
    (void)state;
    git_sh("git init -q r && echo 1 >r/a && cd r && git add a && "
           "git -c i18n.commitEncoding=ISO-8859-1 commit -qm "
           "\"$(printf 'caf\\351 \\033[31m')\"");

    struct vcs *repo = git_open("r");
    struct vcs_commits commits = commits_of(repo);

    assert_str(commits.at[0].summary, "caf\xef\xbf\xbd  [31m");
    vcs_close(repo);
}

/* --- What a commit changed ----------------------------------------------- */

static void changes_are_additions_removals_and_edits_by_path(void **state)
{
    (void)state;
    char blob[64] = {0};
    git_sh("git init -q r && mkdir -p r/d/e && cd r && echo one >d/e/a && "
           "echo one >d.b && echo one >gone && seq 50 >old");
    git_commit_all("r", 1, "first");
    git_sh("cd r && echo two >d/e/a && echo two >d.b && rm gone && "
           "git mv old new && chmod +x d.b && ln -s d.b link");
    git_commit_all("r", 2, "second");
    git_sh("cd r && chmod -x d.b && rm -r d && echo now a file >d");
    git_commit_all("r", 3, "third");
    strcpy(blob, git_answer("git -C r rev-parse HEAD~1:d/e/a"));

    struct vcs *repo = git_open("r");
    struct vcs_commits commits = commits_of(repo);
    struct vcs_changes changes = {0};
    struct failure failure = {0};
    struct str text = {0};

    assert_changes(repo, &commits.at[2], "+d.b +d/e/a +gone +old");
    assert_changes(repo, &commits.at[1], "d.b d/e/a -gone +new -old");
    assert_changes(repo, &commits.at[0], "+d -d/e/a");
    assert_files(repo, &commits.at[1], "+d.b +d/e/a +new");
    assert_true(
        vcs_commit_changes(repo, &commits.at[1], &arena, &changes, &failure));
    assert_string_equal(changes.at[1].blob.text, blob);
    assert_string_equal(changes.at[1].before.text,
                        git_answer("git -C r rev-parse HEAD~2:d/e/a"));
    assert_true(vcs_blob(repo, changes.at[1].blob, &arena, &text, &failure));
    assert_str(text, "two\n");
    assert_string_equal(vcs_id_of(text).text, blob);
    assert_string_equal(vcs_id_of(S("Two\n")).text,
                        git_answer("printf 'Two\n' | git hash-object --stdin"));
    vcs_close(repo);
}

static void a_merge_changed_only_what_differs_from_every_parent(void **state)
{
    (void)state;
    make_branches();

    struct vcs *repo = git_open("r");
    struct vcs_commits commits = commits_of(repo);

    assert_changes(repo, &commits.at[0], "c");
    assert_changes(repo, &commits.at[1], "c -d/a");
    assert_changes(repo, &commits.at[2], "c d/a");
    assert_changes(repo, &commits.at[3], "b +s");
    assert_changes(repo, &commits.at[4], "+b +c +d/a");
    vcs_close(repo);
}

static void only_what_lies_below_the_folder_is_a_change(void **state)
{
    (void)state;
    git_sh("git init -q r && mkdir -p r/docs/plans && echo one >r/a && "
           "echo one >r/docs.txt");
    git_commit_all("r", 1, "before");
    git_sh("cd r && echo one >docs/plans/b");
    git_commit_all("r", 2, "inside");
    git_sh("cd r && echo two >a");
    git_commit_all("r", 3, "outside");

    struct vcs *repo = git_open("r/docs");
    struct vcs_commits commits = commits_of(repo);

    assert_string_equal(summaries(&commits), "outside inside before");
    assert_changes(repo, &commits.at[0], "");
    assert_changes(repo, &commits.at[1], "+plans/b");
    assert_changes(repo, &commits.at[2], "");
    assert_files(repo, &commits.at[0], "+plans/b");
    vcs_close(repo);
}

/* --- Histories that are cut, or not whole -------------------------------- */

static void make_line(const char *repo, int days)
{
    git_sh("git init -q %s", repo);
    for (int day = 1; day <= days; day++) {
        char note[8] = {0};
        snprintf(note, sizeof note, "c%d", day);
        git_sh("echo %d >%s/f%d", day, repo, day);
        git_commit_all(repo, day, note);
    }
}

static void a_shallow_clone_ends_with_its_cut(void **state)
{
    (void)state;
    make_line("full", 6);
    git_sh("git clone -q --depth 3 file://$PWD/full shallow && "
           "git -C shallow worktree add -q ../linked");

    const char *const names[] = {"shallow", "linked"};
    for (size_t i = 0; i < 2; i++) {
        struct vcs *repo = git_open(names[i]);
        struct vcs_commits commits = commits_of(repo);

        assert_string_equal(summaries(&commits), "c6 c5 [c4]");
        assert_true(commits.is_cut);
        assert_changes(repo, &commits.at[1], "+f5");
        assert_changes(repo, &commits.at[2], "");
        assert_files(repo, &commits.at[2], "+f1 +f2 +f3 +f4");
        vcs_close(repo);
    }
}

/* After `fetch --depth` the older commits are still in the database. */
static void a_cut_holds_where_the_parents_are_there_by_chance(void **state)
{
    (void)state;
    make_line("full", 5);
    git_sh("git clone -q file://$PWD/full r && cd r && git fetch -q --depth 2");

    struct vcs *repo = git_open("r");
    struct vcs_commits commits = commits_of(repo);

    assert_string_equal(summaries(&commits), "c5 [c4]");
    assert_changes(repo, &commits.at[1], "");
    vcs_close(repo);
}

static void a_clone_deep_enough_is_not_cut(void **state)
{
    (void)state;
    make_line("full", 2);
    git_sh("git clone -q --depth 9 file://$PWD/full r");

    struct vcs *repo = git_open("r");
    struct vcs_commits commits = commits_of(repo);

    assert_string_equal(summaries(&commits), "c2 c1");
    assert_false(commits.is_cut);
    vcs_close(repo);
}

static void lose(const char *object)
{
    git_sh("cd r && t=$(git rev-parse %s) && "
           "rm -f .git/objects/$(echo $t | cut -c1-2)/$(echo $t | cut -c3-)",
           object);
}

static void a_commit_that_was_lost_is_a_cut(void **state)
{
    (void)state;
    make_line("r", 3);
    lose("HEAD~1");

    struct vcs *repo = git_open("r");
    struct vcs_commits commits = commits_of(repo);

    assert_string_equal(summaries(&commits), "[c3]");
    vcs_close(repo);
}

static void damage_is_a_failure_with_a_reason(void **state)
{
    (void)state;
    struct vcs_commits commits = {0};
    struct vcs_changes changes = {0};
    struct str text = {0};
    struct failure failure = {0};
    char blob[64] = {0};
    make_line("r", 3);
    strcpy(blob, git_answer("git -C r rev-parse HEAD:f3"));
    struct vcs_id id = {0};
    strcpy(id.text, blob);
    lose("HEAD:f3");
    lose("HEAD~1^{tree}");

    struct vcs *repo = git_open("r");
    assert_true(vcs_commits(repo, &arena, &commits, &failure));
    assert_false(
        vcs_commit_changes(repo, &commits.at[0], &arena, &changes, &failure));
    assert_non_null(strstr(failure.why, "cannot read the folder "));
    assert_false(vcs_blob(repo, id, &arena, &text, &failure));
    assert_non_null(strstr(failure.why, blob));
    strcpy(id.text, "no id");
    assert_false(vcs_blob(repo, id, &arena, &text, &failure));
    vcs_close(repo);

    git_sh("cd r && t=$(git rev-parse HEAD~1) && chmod u+w -R .git/objects && "
           "echo x >.git/objects/$(echo $t | cut -c1-2)/$(echo $t | cut "
           "-c3-)");
    repo = git_open("r");
    assert_false(vcs_commits(repo, &arena, &commits, &failure));
    assert_non_null(strstr(failure.why, "cannot read the commit "));
    vcs_close(repo);
}

static int free_folder(void **state)
{
    arena_free(&arena);
    return git_folder_remove(state);
}

#define IN_FOLDER(test) \
    cmocka_unit_test_setup_teardown(test, git_folder_new, free_folder)

int main(void)
{
    git_isolate();
    const struct CMUnitTest tests[] = {
        IN_FOLDER(without_git_or_commits_there_is_nothing_to_walk),
        IN_FOLDER(commits_come_newest_first_with_who_and_when),
        IN_FOLDER(a_parent_never_comes_before_its_child),
        IN_FOLDER(branches_are_interleaved_by_time),
        IN_FOLDER(many_branches_come_in_the_order_of_git),
        IN_FOLDER(what_is_no_utf8_is_still_shown),
        IN_FOLDER(changes_are_additions_removals_and_edits_by_path),
        IN_FOLDER(a_merge_changed_only_what_differs_from_every_parent),
        IN_FOLDER(only_what_lies_below_the_folder_is_a_change),
        IN_FOLDER(a_shallow_clone_ends_with_its_cut),
        IN_FOLDER(a_cut_holds_where_the_parents_are_there_by_chance),
        IN_FOLDER(a_clone_deep_enough_is_not_cut),
        IN_FOLDER(a_commit_that_was_lost_is_a_cut),
        IN_FOLDER(damage_is_a_failure_with_a_reason),
    };
    return cmocka_run_group_tests_name("walk", tests, NULL, NULL);
}
