/* Records followed through commits by the id written in them, told of
 * repositories made by the git command line. */

#include "support/git.h"

#include "history/history.h"
#include "history/tell.h"
#include "record/library.h"

static struct arena arena; /* of one test */
static struct project *project;
static struct vcs *vcs;
static struct store *store;

static void open_project(const char *repo)
{
    struct failure failure = {0};
    struct diags diags = {.arena = &arena};
    struct str root = arena_printf(&arena, "%s/%s", git_folder(), repo);

    vcs_close(vcs);
    vcs = git_open(repo);
    if (!project_load(&arena, root, &project, &diags, &failure)) {
        fail_msg("%s", failure.why);
    }
}

static struct histories load(void)
{
    struct histories histories = {0};
    struct failure failure = {0};
    if (!histories_load(&arena, project, vcs, store, &histories, &failure)) {
        fail_msg("%s", failure.why);
    }
    return histories;
}

static const struct record_history *find(const struct histories *histories,
                                         const char *id)
{
    const struct record_history *history =
        history_of(histories, str_from_c(id));
    if (!history) {
        fail_msg("no commit has %s", id);
    }
    return history;
}

/* Every revision as "day vVERSION parts", parts being h for the header, b for
 * the body, c for the cut and x for a removal. */
static const char *told(const struct record_history *history)
{
    struct out out = {0};
    for (size_t i = 0; i < history->len; i++) {
        const struct revision *revision = &history->at[i];
        const bool is_gone = !revision->blob.text[0];
        out_c(&out, i > 0 ? ", " : "");
        out_str(&out, str_from(history_day(revision), sizeof "2021-" - 1));
        out_printf(&out, " v%lld ", (long long)revision->version);
        out_c(&out, is_gone ? "x" : "");
        out_c(&out, revision->is_cut ? "c" : "");
        out_c(&out, !is_gone && revision->has_header_changed ? "h" : "");
        out_c(&out, !is_gone && revision->has_body_changed ? "b" : "");
    }
    return out_take(&out, &arena).ptr;
}

static void assert_day(const struct revision *revision, const char *day)
{
    if (!revision) {
        assert_null(day);
        return;
    }
    assert_non_null(day);
    assert_str(history_day(revision), day);
}

static void assert_dates(const struct histories *histories, const char *id,
                         const char *began, const char *header,
                         const char *body)
{
    struct history_dates dates = history_dates(find(histories, id));

    assert_day(dates.began, began);
    assert_day(dates.header, header);
    assert_day(dates.body, body);
}

static void make_dates(void)
{
    char command[512];
    snprintf(command, sizeof command, "tests/fixtures/make-history %s",
             git_folder());
    assert_int_equal(system(command), 0);
}

/* A repository with one kind, and a record in it. */
static void make(const char *repo)
{
    git_sh("git init -q -b main %s && cd %s && mkdir notes && "
           "printf 'kinds:\\n  P: {role: record, folder: notes}\\n' "
           ">probatum.yaml",
           repo, repo);
}

static void write(const char *path, const char *id, int version,
                  const char *body)
{
    git_sh("printf -- '---\\nid: %s\\nversion: %d\\n---\\n%s\\n' >%s", id,
           version, body, path);
}

/* --- Dates (a header is no content, a rename no beginning, a cut no date) - */

static void in_a_whole_clone_each_record_has_its_own_dates(void **state)
{
    (void)state;
    make_dates();
    open_project("full");

    struct histories histories = load();

    assert_int_equal(histories.reach, HISTORY_COMPLETE);
    assert_dates(&histories, "P-001", "2021-01-01", "2021-01-03", "2021-01-01");
    assert_dates(&histories, "P-002", "2021-01-02", "2021-01-02", "2021-01-02");
    assert_dates(&histories, "P-003", "2021-01-05", "2021-01-05", "2021-01-05");
    assert_string_equal(told(find(&histories, "P-001")),
                        "01-01 v1 hb, 01-03 v1 h");
    assert_string_equal(told(find(&histories, "P-002")), "01-02 v1 hb");
    assert_str(find(&histories, "P-002")->path, "notes/P-002-measuring.md");
    assert_false(find(&histories, "P-001")->is_cut);
    assert_int_equal(histories.by_id.len, 3);
    assert_int_equal(histories.lost, 0);
}

static void in_a_shallow_clone_what_lies_before_the_cut_has_no_date(
    void **state)
{
    (void)state;
    make_dates();
    open_project("shallow");

    struct histories histories = load();

    assert_int_equal(histories.reach, HISTORY_CUT);
    assert_int_equal(histories.commits.len, 3);
    assert_dates(&histories, "P-001", NULL, NULL, NULL);
    assert_dates(&histories, "P-002", NULL, NULL, NULL);
    assert_dates(&histories, "P-003", "2021-01-05", "2021-01-05", "2021-01-05");
    assert_true(find(&histories, "P-001")->is_cut);
    assert_true(find(&histories, "P-002")->is_cut);
    assert_false(find(&histories, "P-003")->is_cut);
    assert_string_equal(told(find(&histories, "P-001")), "01-04 v1 c");
    assert_int_equal(histories.lost, 0);
}

static void a_change_after_the_cut_is_dated(void **state)
{
    (void)state;
    make_dates();
    write("shallow/notes/P-001.md", "P-001", 2, "Measure twice.");
    git_commit_all("shallow", 7, "bump");
    open_project("shallow");

    struct histories histories = load();

    assert_dates(&histories, "P-001", NULL, "2021-01-07", "2021-01-07");
    assert_string_equal(told(find(&histories, "P-001")),
                        "01-04 v1 c, 01-07 v2 hb");
}

static void without_git_or_commits_there_is_no_history(void **state)
{
    (void)state;
    make("r");
    open_project("r");

    struct histories histories = load();

    assert_int_equal(histories.reach, HISTORY_NONE);
    assert_null(history_of(&histories, S("P-001")));
    vcs_close(vcs);
    vcs = NULL;
    assert_int_equal(load().reach, HISTORY_NONE);
}

/* --- Following the id ----------------------------------------------------- */

static void another_record_at_an_old_path_has_its_own_history(void **state)
{
    (void)state;
    make("r");
    write("r/notes/a.md", "P-001", 1, "One.");
    git_commit_all("r", 1, "first");
    git_sh("cd r && git mv notes/a.md notes/b.md");
    write("r/notes/a.md", "P-002", 1, "Two.");
    git_commit_all("r", 2, "second takes the path");
    write("r/notes/b.md", "P-001", 2, "One.");
    git_commit_all("r", 3, "bump");
    open_project("r");

    struct histories histories = load();

    assert_string_equal(told(find(&histories, "P-001")),
                        "01-01 v1 hb, 01-03 v2 h");
    assert_string_equal(told(find(&histories, "P-002")), "01-02 v1 hb");
}

static void a_rename_with_an_edit_is_one_revision(void **state)
{
    (void)state;
    make("r");
    write("r/notes/P-001.md", "P-001", 1, "One.");
    git_commit_all("r", 1, "first");
    git_sh("rm r/notes/P-001.md");
    write("r/notes/renamed.md", "P-001", 1, "All other words.");
    git_commit_all("r", 2, "renamed");
    open_project("r");

    struct histories histories = load();

    assert_string_equal(told(find(&histories, "P-001")),
                        "01-01 v1 hb, 01-02 v1 b");
    assert_str(find(&histories, "P-001")->path, "notes/renamed.md");
}

static void a_record_that_was_removed_may_come_back(void **state)
{
    (void)state;
    make("r");
    write("r/notes/P-001.md", "P-001", 1, "One.");
    git_commit_all("r", 1, "first");
    git_sh("rm r/notes/P-001.md");
    git_commit_all("r", 2, "gone");
    write("r/notes/P-001.md", "P-001", 3, "One.");
    git_commit_all("r", 3, "back");
    open_project("r");

    struct histories histories = load();

    assert_string_equal(told(find(&histories, "P-001")),
                        "01-01 v1 hb, 01-02 v0 x, 01-03 v3 hb");
    assert_dates(&histories, "P-001", "2021-01-01", "2021-01-03", "2021-01-03");
}

static void a_second_file_of_an_id_that_goes_removes_nothing(void **state)
{
    (void)state;
    make("r");
    write("r/notes/P-001.md", "P-001", 1, "One.");
    git_commit_all("r", 1, "first");
    write("r/notes/copy.md", "P-001", 1, "Copied.");
    git_commit_all("r", 2, "a copy");
    write("r/notes/P-001.md", "P-001", 2, "One.");
    git_commit_all("r", 3, "bump");
    git_sh("rm r/notes/copy.md");
    git_commit_all("r", 4, "the copy goes");
    open_project("r");

    struct histories histories = load();

    assert_string_equal(told(find(&histories, "P-001")),
                        "01-01 v1 hb, 01-02 v1 hb, 01-03 v2 h");
}

static void an_id_that_a_record_had_formerly_leads_on(void **state)
{
    (void)state;
    make("r");
    write("r/notes/P-001.md", "P-001", 1, "One.");
    git_commit_all("r", 1, "first");
    write("r/notes/P-001.md", "P-001", 2, "One.");
    git_commit_all("r", 2, "bump");
    git_sh("cd r && git mv notes/P-001.md notes/P-009.md && "
           "printf -- '---\\nid: P-009\\nversion: 2\\nformerly: [P-001]\\n"
           "---\\nOne.\\n' >notes/P-009.md");
    git_commit_all("r", 3, "renumbered");
    open_project("r");

    struct histories histories = load();
    struct diags diags = {.arena = &arena};
    bool is_incomplete = false;
    struct library *library =
        library_load(&arena, project, &diags, &is_incomplete);
    const struct record *record = library_find(library, S("P-009"));

    assert_string_equal(told(find(&histories, "P-009")), "01-03 v2 hb");
    assert_string_equal(told(history_of_record(&arena, &histories, record)),
                        "01-01 v1 hb, 01-02 v2 h, 01-03 v2 h");
}

static void a_folder_that_the_kind_had_before_is_looked_into(void **state)
{
    (void)state;
    make("r");
    write("r/notes/P-001.md", "P-001", 1, "One.");
    git_commit_all("r", 1, "first");
    git_sh("cd r && mkdir records && git mv notes records/p && "
           "printf 'kinds:\\n  P: {role: record, folder: records/p}\\n' "
           ">probatum.yaml");
    git_commit_all("r", 2, "moved");
    write("r/records/p/P-001.md", "P-001", 2, "One.");
    git_commit_all("r", 3, "bump");
    open_project("r");

    struct histories histories = load();

    assert_string_equal(told(find(&histories, "P-001")),
                        "01-01 v1 hb, 01-03 v2 h");
}

static void what_lies_elsewhere_is_no_record(void **state)
{
    (void)state;
    make("r");
    git_sh("mkdir r/drafts r/notes/deep && echo x >r/notes/.gitkeep");
    write("r/drafts/P-001.md", "P-001", 1, "One.");
    write("r/notes/_P-001.md", "P-001", 1, "One.");
    write("r/notes/P-001.txt", "P-001", 1, "One.");
    write("r/notes/deep/P-001.md", "P-001", 1, "One.");
    git_commit_all("r", 1, "first");
    open_project("r");

    struct histories histories = load();

    assert_int_equal(histories.by_id.len, 0);
    assert_int_equal(histories.reach, HISTORY_COMPLETE);
}

static void in_a_yaml_file_the_body_is_a_field(void **state)
{
    (void)state;
    make("r");
    git_sh("printf 'id: P-001\\nversion: 1\\nbody: |\\n  One.\\n' "
           ">r/notes/P-001.yaml");
    git_commit_all("r", 1, "first");
    git_sh("printf 'id: P-001\\nversion: 1\\nbody: |\\n  Two.\\n' "
           ">r/notes/P-001.yaml");
    git_commit_all("r", 2, "body");
    git_sh("printf 'id: P-001\\nversion: 2\\nbody: |\\n  Two.\\n' "
           ">r/notes/P-001.yaml");
    git_commit_all("r", 3, "header");
    open_project("r");

    struct histories histories = load();

    assert_string_equal(told(find(&histories, "P-001")),
                        "01-01 v1 hb, 01-02 v1 b, 01-03 v2 h");
}

/* --- Branches ------------------------------------------------------------- */

/* Each commit is compared with its own parent, whatever another branch did in
 * between. */
static void branches_do_not_mix(void **state)
{
    (void)state;
    make("r");
    write("r/notes/P-001.md", "P-001", 1, "One.");
    git_commit_all("r", 1, "base");
    git_sh("cd r && git checkout -q -b side");
    write("r/notes/P-001.md", "P-001", 1, "One, on the side.");
    git_commit_all("r", 2, "side 2");
    git_sh("cd r && git checkout -q main");
    write("r/notes/P-001.md", "P-001", 2, "One.");
    git_commit_all("r", 3, "main 3");
    git_sh("cd r && git checkout -q side");
    write("r/notes/P-001.md", "P-001", 1, "One, more on the side.");
    git_commit_all("r", 4, "side 4");
    git_sh("cd r && git checkout -q main && git merge -q --no-commit side");
    write("r/notes/P-001.md", "P-001", 2, "One, more on the side.");
    git_commit_all("r", 5, "merge");
    open_project("r");

    struct histories histories = load();

    assert_string_equal(
        told(find(&histories, "P-001")),
        "01-01 v1 hb, 01-02 v1 b, 01-03 v2 h, 01-04 v1 b, 01-05 v2 b");
}

/* The file's path is new to the merge's first parent. */
static void a_merge_of_a_rename_and_an_edit_does_not_begin_anew(void **state)
{
    (void)state;
    make("r");
    write("r/notes/P-001.md", "P-001", 1, "One.\\nTwo.\\nThree.\\nFour.");
    git_commit_all("r", 1, "base");
    git_sh("cd r && git checkout -q -b side && "
           "git mv notes/P-001.md notes/renamed.md");
    git_commit_all("r", 2, "renamed");
    git_sh("cd r && git checkout -q main");
    write("r/notes/P-001.md", "P-001", 1, "One.\\nTwo.\\nThree.\\nFive.");
    git_commit_all("r", 3, "edited");
    git_sh("cd r && git checkout -q side");
    write("r/notes/renamed.md", "P-001", 2, "One.\\nTwo.\\nThree.\\nFour.");
    git_commit_all("r", 4, "bumped");
    git_sh("cd r && git checkout -q main && "
           "GIT_AUTHOR_DATE='2021-01-05T12:00:00+00:00' "
           "GIT_COMMITTER_DATE='2021-01-05T12:00:00+00:00' "
           "git merge -q --no-edit side");
    open_project("r");

    struct histories histories = load();

    assert_string_equal(told(find(&histories, "P-001")),
                        "01-01 v1 hb, 01-03 v1 b, 01-04 v2 h, 01-05 v2 b");
    assert_str(find(&histories, "P-001")->path, "notes/renamed.md");
}

/* --- Reading -------------------------------------------------------------- */

static struct histories load_two_versions(void)
{
    make("r");
    write("r/notes/P-001.md", "P-001", 1, "One.");
    git_commit_all("r", 1, "first");
    write("r/notes/P-001.md", "P-001", 2, "Two.");
    git_commit_all("r", 2, "second");
    open_project("r");
    return load();
}

static void a_revision_is_read_as_it_was_and_as_it_was_before(void **state)
{
    (void)state;
    struct histories histories = load_two_versions();
    const struct record_history *history = find(&histories, "P-001");
    const struct record *now =
        history_read(&arena, project, vcs, &history->at[1]);
    const struct record *then =
        history_read_before(&arena, project, vcs, &history->at[1]);

    assert_int_equal(now->version, 2);
    assert_int_equal(then->version, 1);
    assert_str(now->id, "P-001");
    assert_null(history_read_before(&arena, project, vcs, &history->at[0]));
}

static void what_the_last_revision_left_as_it_is_today_is_not_read_again(
    void **state)
{
    (void)state;
    struct histories histories = load_two_versions();
    const struct record_history *history = find(&histories, "P-001");
    const struct record *last =
        history_read(&arena, project, vcs, &history->at[1]);

    struct record today = *last;
    today.version = 7; /* so that it is seen where it came from */
    struct teller teller = {
        .arena = &arena, .project = project, .vcs = vcs, .today = &today};
    struct tellings tellings = history_tell(&teller, history);
    assert_int_equal(tellings.at[0].version, 7);
    assert_int_equal(tellings.at[0].version_before, 1);
    assert_int_equal(tellings.at[1].version, 1);

    /* Another text, and the same text under another name, are not it. */
    today.source = source_new(&arena, last->source->path, S("edited"));
    teller = (struct teller){
        .arena = &arena, .project = project, .vcs = vcs, .today = &today};
    tellings = history_tell(&teller, history);
    assert_int_equal(tellings.at[0].version, 2);

    today.source = source_new(&arena, S("notes/P-002.md"), last->source->text);
    teller = (struct teller){
        .arena = &arena, .project = project, .vcs = vcs, .today = &today};
    tellings = history_tell(&teller, history);
    assert_int_equal(tellings.at[0].version, 2);
}

/* --- Memory --------------------------------------------------------------- */

static void assert_same_histories(const struct histories *a,
                                  const struct histories *b)
{
    assert_int_equal(a->reach, b->reach);
    assert_int_equal(a->by_id.len, b->by_id.len);
    for (size_t i = 0; i < a->by_id.len; i++) {
        const struct record_history *one = a->by_id.at[i].value;
        const struct record_history *other = b->by_id.at[i].value;
        assert_string_equal(told(one), told(other));
        assert_true(str_equal(one->id, other->id));
        assert_true(str_equal(one->path, other->path));
        for (size_t k = 0; k < one->len; k++) {
            assert_string_equal(one->at[k].blob.text, other->at[k].blob.text);
            assert_string_equal(one->at[k].before.text,
                                other->at[k].before.text);
        }
    }
}

static void a_second_walk_reads_only_new_commits(void **state)
{
    (void)state;
    make_dates();
    struct failure failure;
    bool was_damaged;
    assert_true(store_open(NULL, &store, &was_damaged, &failure));

    open_project("full");
    struct histories first = load();
    /* Six commits, one configuration, and four texts, one under two names. */
    assert_int_equal(first.read_count, 6 + 1 + 4 + 1);
    struct histories second = load();
    assert_int_equal(second.read_count, 0);
    assert_same_histories(&first, &second);

    write("full/notes/P-003.md", "P-003", 2, "Said anew.");
    git_commit_all("full", 7, "bump");
    struct histories third = load();
    assert_int_equal(third.read_count, 2); /* the commit and its blob */
    struct store *remembered = store;
    store = NULL;
    struct histories forgetful = load();
    assert_int_equal(forgetful.read_count, 14);
    assert_same_histories(&third, &forgetful);
    store = remembered;

    /* What is remembered of a whole clone is no answer for a shallow one. */
    open_project("shallow");
    struct histories cut = load();
    assert_int_equal(cut.reach, HISTORY_CUT);
    assert_string_equal(told(find(&cut, "P-001")), "01-04 v1 c");
}

static void a_memo_that_cannot_be_understood_is_read_again(void **state)
{
    (void)state;
    make_dates();
    open_project("full");
    struct failure failure;
    bool was_damaged;
    assert_true(store_open(NULL, &store, &was_damaged, &failure));
    struct histories first = load();
    struct str key = arena_printf(&arena, "%s ", first.commits.at[1].id.text);
    assert_true(store_put_memo(store, "history-commit-2", key, S("nonsense"),
                               &failure));

    struct histories second = load();

    assert_int_equal(second.read_count, 1);
    assert_same_histories(&first, &second);
}

/* --- What is not there ---------------------------------------------------- */

static void a_clone_without_old_blobs_says_what_it_lacks(void **state)
{
    (void)state;
    make_dates();
    git_sh("git -C full config uploadpack.allowFilter true && "
           "git clone -q --filter=blob:none file://$PWD/full part && "
           "git -C part config core.repositoryformatversion 0");
    open_project("part");

    struct histories histories = load();

    assert_int_equal(histories.reach, HISTORY_CUT);
    assert_int_equal(histories.lost, 1); /* P-001 before the 3rd */
    assert_dates(&histories, "P-002", "2021-01-02", "2021-01-02", "2021-01-02");
}

static void a_clone_without_old_folders_says_what_it_lacks(void **state)
{
    (void)state;
    make_dates();
    git_sh("git -C full config uploadpack.allowFilter true && "
           "git clone -q --filter=tree:0 file://$PWD/full part && "
           "git -C part config core.repositoryformatversion 0");
    open_project("part");

    struct histories histories = load();

    assert_int_equal(histories.reach, HISTORY_CUT);
    assert_in_range(histories.lost, 1, 6);
    assert_int_equal(histories.commits.len, 6);
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

#define IN_FOLDER(test) \
    cmocka_unit_test_setup_teardown(test, git_folder_new, tear_down)

int main(void)
{
    git_isolate();
    const struct CMUnitTest tests[] = {
        IN_FOLDER(in_a_whole_clone_each_record_has_its_own_dates),
        IN_FOLDER(in_a_shallow_clone_what_lies_before_the_cut_has_no_date),
        IN_FOLDER(a_change_after_the_cut_is_dated),
        IN_FOLDER(without_git_or_commits_there_is_no_history),
        IN_FOLDER(another_record_at_an_old_path_has_its_own_history),
        IN_FOLDER(a_rename_with_an_edit_is_one_revision),
        IN_FOLDER(a_record_that_was_removed_may_come_back),
        IN_FOLDER(a_second_file_of_an_id_that_goes_removes_nothing),
        IN_FOLDER(an_id_that_a_record_had_formerly_leads_on),
        IN_FOLDER(a_folder_that_the_kind_had_before_is_looked_into),
        IN_FOLDER(what_lies_elsewhere_is_no_record),
        IN_FOLDER(in_a_yaml_file_the_body_is_a_field),
        IN_FOLDER(branches_do_not_mix),
        IN_FOLDER(a_merge_of_a_rename_and_an_edit_does_not_begin_anew),
        IN_FOLDER(a_revision_is_read_as_it_was_and_as_it_was_before),
        IN_FOLDER(what_the_last_revision_left_as_it_is_today_is_not_read_again),
        IN_FOLDER(a_second_walk_reads_only_new_commits),
        IN_FOLDER(a_memo_that_cannot_be_understood_is_read_again),
        IN_FOLDER(a_clone_without_old_blobs_says_what_it_lacks),
        IN_FOLDER(a_clone_without_old_folders_says_what_it_lacks),
    };
    return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
