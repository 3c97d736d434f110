/* What differs from HEAD under one version number. The project is a repository
 * made by the git command line. */

#include "support/git.h"

#include "check/place.h"

static struct place_of_work place;

#define PRACTICE                                                        \
    "== p/SOTA-001.md\n---\nid: SOTA-001\ntitle: One\nstatus: Active\n" \
    "version: 3\ntags: [norm, depth]\nclaim: Large steps are better.\n" \
    "summary: It takes 300 steps.\nsource: [LIT-001]\n---\n\n# One\n\n" \
    "Steps are large.\n"
#define PAPER                                                                \
    "== l/LIT-001.yaml\nid: LIT-001\ntitle: A paper\nversion: 1\nreports:\n" \
    "- {id: loss, what: loss, value: 2.440, unit: nats}\n"

__attribute__((format(printf, 1, 2))) static void sh(const char *format, ...)
{
    char command[1024];
    char line[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    snprintf(line, sizeof line, "cd %s && { %s; } >/dev/null 2>&1",
             place.folder.path, command);
    if (system(line) != 0) {
        fail_msg("failed: %s", command);
    }
}

static int set_up(void **state)
{
    (void)state;
    place = place_new();
    place_put_all(&place, S(CONFIG PRACTICE PAPER));
    sh("git init -q && git add -A && git commit -qm first");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    place_free(&place);
    return 0;
}

/* The rule's outcomes, a line each, and how many subjects passed. */
static const char *check_now(void)
{
    struct failure failure;
    struct out out = {0};
    place_check(&place, &(struct check_options){0});
    place.diags = (struct diags){.arena = &place.arena};
    assert_true(vcs_open(place.folder.path, &place.input.vcs, &failure));
    check_run(&place.arena, &place.input,
              &(struct check_options){.topic = S("history")}, &place.diags,
              &place.summary);
    vcs_close(place.input.vcs);
    for (size_t i = 0; i < place.diags.len; i++) {
        const struct diag *diag = &place.diags.at[i];
        if (strcmp(diag->rule, "changed-without-bump") == 0) {
            const struct position at = source_position(
                &place.arena, diag->place.source, diag->place.start);
            out_printf(&out, "%s%.*s:%zu:%zu: %.*s\n",
                       diag->outcome == OUTCOME_FINDING ? "" : "cannot ",
                       STR_ARG(diag->place.source->path), at.line, at.column,
                       STR_ARG(diag->message));
        }
    }
    return out_take(&out, &place.arena).ptr;
}

static void assert_quiet(void)
{
    const char *told = check_now();
    assert_string_equal(told ? told : "", "");
}

static void what_is_as_committed_passes(void **state)
{
    (void)state;
    assert_quiet();
    assert_true(place.summary.passed >= 2);
}

static void each_field_that_differs_is_named_once(void **state)
{
    (void)state;
    sh("sed -i -e 's/title: One/title: Quite another/' -e 's/large\\./huge./' "
       "-e 's/LIT-001/LIT-002/' p/SOTA-001.md");
    assert_string_equal(check_now(),
                        "p/SOTA-001.md:3:8: title, citations and body: not as "
                        "in the last commit, and the version is still 3\n");
}

static void a_new_version_is_what_is_asked_for(void **state)
{
    (void)state;
    sh("sed -i -e 's/better/worse/' -e 's/^version: 3/version: 4/' "
       "p/SOTA-001.md");
    assert_quiet();
}

static void layout_tags_and_words_without_numbers_are_no_change(void **state)
{
    (void)state;
    sh("sed -i -e 's/norm, depth/depth, norm, new/' -e 's/^claim: .*/claim: "
       "\"Large  steps are better.\"/' -e 's/It takes/One needs/' -e 's/^Steps "
       "are/Steps\\nare/' -e '2s/^/# a comment\\n/' p/SOTA-001.md");
    assert_quiet();
}

static void another_number_counts_wherever_it_stands(void **state)
{
    (void)state;
    sh("sed -i 's/300/400/' p/SOTA-001.md && sed -i 's/2.440/2.44/' "
       "l/LIT-001.yaml");
    assert_string_equal(
        check_now(), "l/LIT-001.yaml:5:33: reports: not as in the last commit, "
                     "and the version is still 1\np/SOTA-001.md:8:10: summary: "
                     "not as in the last commit, and the version is still 3\n");
}

static void what_is_staged_counts_too(void **state)
{
    (void)state;
    sh("sed -i 's/better/worse/' p/SOTA-001.md && git add -A");
    assert_string_equal(check_now(),
                        "p/SOTA-001.md:7:8: claim: not as in the last commit, "
                        "and the version is still 3\n");
    sh("git commit -qm second");
    assert_quiet();
}

static void a_renamed_file_is_compared_with_what_it_was(void **state)
{
    (void)state;
    sh("git mv p/SOTA-001.md p/SOTA-001-steps.md");
    assert_quiet();
    sh("sed -i 's/better/worse/' p/SOTA-001-steps.md");
    assert_string_equal(check_now(),
                        "p/SOTA-001-steps.md:7:8: claim: not as in the last "
                        "commit, and the version is still 3\n");
}

static void a_new_record_and_one_that_was_emptied_of_its_id_are_no_change(
    void **state)
{
    (void)state;
    sh("sed 's/SOTA-001/SOTA-002/' p/SOTA-001.md >p/SOTA-002.md");
    assert_quiet();
    sh("sed -i -e 's/SOTA-001/SOTA-003/' -e 's/better/worse/' p/SOTA-001.md");
    assert_quiet();
}

/* One sentence for all of them, and none where no record has a version. */
static void without_git_one_sentence_says_so(void **state)
{
    (void)state;
    sh("rm -rf .git");
    assert_string_equal(
        check_now(),
        "cannot probatum.yaml:1:1: there is no git repository here, so whether "
        "a record changed without a new version is not known\n");
    sh("sed -i '/^version/d' p/SOTA-001.md l/LIT-001.yaml");
    assert_quiet();
}

static void before_the_first_commit_everything_is_new(void **state)
{
    (void)state;
    sh("rm -rf .git && git init -q");
    assert_quiet();
}

static void a_damaged_repository_cannot_be_asked(void **state)
{
    (void)state;
    sh("t=$(git rev-parse HEAD:p) && rm -f .git/objects/$(echo $t | cut "
       "-c1-2)/$(echo $t | cut -c3-)");
    assert_non_null(strstr(
        check_now(),
        "cannot probatum.yaml:1:1: cannot tell what changed since git's HEAD"));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    git_isolate();
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_as_committed_passes),
        IN_FOLDER(each_field_that_differs_is_named_once),
        IN_FOLDER(a_new_version_is_what_is_asked_for),
        IN_FOLDER(layout_tags_and_words_without_numbers_are_no_change),
        IN_FOLDER(another_number_counts_wherever_it_stands),
        IN_FOLDER(what_is_staged_counts_too),
        IN_FOLDER(a_renamed_file_is_compared_with_what_it_was),
        IN_FOLDER(
            a_new_record_and_one_that_was_emptied_of_its_id_are_no_change),
        IN_FOLDER(without_git_one_sentence_says_so),
        IN_FOLDER(before_the_first_commit_everything_is_new),
        IN_FOLDER(a_damaged_repository_cannot_be_asked),
    };
    return cmocka_run_group_tests_name("changed", tests, NULL, NULL);
}
