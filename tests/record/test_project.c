/* probatum.yaml: little is needed, and what is wrong has a place. */

#include "support/test.h"

#include "base/fs.h"
#include "record/project.h"

static struct arena arena;
static struct diags diags;
static struct test_folder root;
static struct project *project;
static struct failure failure;

static int set_up(void **state)
{
    (void)state;
    arena = (struct arena){0};
    diags = (struct diags){.arena = &arena};
    root = test_folder_new();
    project = NULL;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    test_folder_remove(&root);
    arena_free(&arena);
    return 0;
}

static bool load(const char *text)
{
    const struct str folder = str_from_c(root.path);
    const struct str path = fs_join(&arena, folder, S("probatum.yaml"));
    assert_true(fs_write(path.ptr, str_from_c(text), FS_QUICK, &failure));
    return project_load(&arena, folder, &project, &diags, &failure);
}

static void load_clean(const char *text)
{
    const bool is_loaded = load(text);
    assert_string_equal(test_diags_text(&arena, &diags), "");
    assert_true(is_loaded);
}

/* The finding, behind a minimal project. */
static void assert_reports(const char *text, const char *expected)
{
    load(text);
    assert_string_equal(test_diags_text(&arena, &diags), expected);
}

static void a_role_and_a_folder_make_a_kind(void **state)
{
    (void)state;
    load_clean("kinds:\n"
               "  SOTA: {role: practice, folder: records/practices}\n");
    const struct kind *kind = project_kind_of(project, S("SOTA-060"));
    assert_non_null(kind);
    assert_int_equal(kind->role, ROLE_PRACTICE);
    assert_str(kind->folder, "records/practices");
    assert_str(kind->title, "Practices");
    assert_str(kind->slug, "practices");
    assert_int_equal(kind->status_count, 5);
    assert_false(kind_status(kind, S("Active"))->is_retired);
    assert_false(kind_status(kind, S("Deferred"))->is_retired);
    assert_true(kind_status(kind, S("Rejected"))->is_retired);
    const struct status *superseded = kind_status(kind, S("Superseded"));
    assert_true(superseded->is_retired);
    assert_int_equal(superseded->requires.len, 1);
    assert_str(superseded->requires.at[0], "superseded_by");
    assert_null(kind_status(kind, S("Read")));
    assert_ptr_equal(project_kind_by_role(project, ROLE_PRACTICE), kind);
    assert_null(project_kind_by_role(project, ROLE_THEORY));
}

static void two_kinds_of_one_role_have_two_addresses(void **state)
{
    (void)state;
    load_clean("kinds:\n"
               "  ADR: {role: decision, folder: adr}\n"
               "  DP: {role: decision, folder: principles}\n");
    assert_str(project->kinds[0].slug, "decisions");
    assert_str(project->kinds[1].slug, "dp");
}

static void plans_have_statuses_of_their_own(void **state)
{
    (void)state;
    load_clean("kinds:\n  EXP: {role: experiment, folder: experiments}\n");
    assert_int_equal(project->kinds[0].status_count, 3);
    assert_non_null(kind_status(&project->kinds[0], S("planned")));
}

static void declared_statuses_replace_the_usual_ones(void **state)
{
    (void)state;
    load_clean("kinds:\n"
               "  NOTE:\n"
               "    role: note\n"
               "    folder: notes\n"
               "    statuses: [Read, Skimmed, Superseded]\n"
               "  TIP:\n"
               "    role: record\n"
               "    folder: tips\n"
               "    statuses:\n"
               "      Draft:\n"
               "      Gone: {retired: true, requires: [status_note]}\n"
               "      Superseded: {retired: false}\n");
    const struct kind *note = &project->kinds[0];
    assert_int_equal(note->status_count, 3);
    assert_true(kind_status(note, S("Superseded"))->is_retired);
    assert_null(kind_status(note, S("Active")));
    const struct kind *tip = &project->kinds[1];
    assert_true(kind_status(tip, S("Gone"))->is_retired);
    assert_str(kind_status(tip, S("Gone"))->requires.at[0], "status_note");
    assert_false(kind_status(tip, S("Superseded"))->is_retired);
    assert_false(kind_status(tip, S("Draft"))->is_retired);
}

static void extra_fields_have_types_targets_and_vocabularies(void **state)
{
    (void)state;
    load_clean("kinds:\n"
               "  SOTA:\n"
               "    role: practice\n"
               "    folder: p\n"
               "    fields:\n"
               "      issue:\n"
               "      keywords: strings\n"
               "      rests_on: {type: references, targets: [LIT]}\n"
               "      consensus: {vocabulary: agreement}\n"
               "  LIT: {role: literature, folder: l}\n"
               "vocabularies:\n"
               "  agreement: [some, all]\n");
    const struct kind *kind = &project->kinds[0];
    assert_int_equal(kind->extra_count, 4);
    assert_int_equal(kind_field(kind, S("issue"))->type, FIELD_TYPE_TEXT);
    assert_int_equal(kind_field(kind, S("keywords"))->type, FIELD_TYPE_STRINGS);
    const struct extra_field *rests = kind_field(kind, S("rests_on"));
    assert_int_equal(rests->type, FIELD_TYPE_REFERENCES);
    assert_str(rests->targets.at[0], "LIT");
    assert_null(rests->builtin);
    const struct extra_field *consensus = kind_field(kind, S("consensus"));
    assert_ptr_equal(consensus->builtin, &field_infos[FIELD_CONSENSUS]);
    assert_str(consensus->vocabulary, "agreement");
}

static void vocabularies_come_with_labels_or_without(void **state)
{
    (void)state;
    load_clean("kinds:\n"
               "  SOTA: {role: practice, folder: p, vocabulary: topics}\n"
               "vocabularies:\n"
               "  topics:\n"
               "    terms:\n"
               "      bare:\n"
               "      named: A label\n"
               "      full: {label: Full, blurb: what it covers}\n"
               "  open: {closed: false, terms: [one, two]}\n");
    const struct vocabulary *topics = project_vocabulary(project, S("topics"));
    assert_true(topics->is_closed);
    assert_int_equal(topics->term_count, 3);
    assert_str(topics->terms[0].label, "");
    assert_str(topics->terms[1].label, "A label");
    assert_str(topics->terms[2].blurb, "what it covers");
    assert_false(project_vocabulary(project, S("open"))->is_closed);
    assert_null(project_vocabulary(project, S("other")));
}

static void rule_levels_and_comment_forms_are_kept_with_places(void **state)
{
    (void)state;
    load_clean("kinds:\n  SOTA: {role: practice, folder: p}\n"
               "rules:\n  citation-locator: warning\n  other: off\n"
               "directives:\n  inactive-ok: [link-retired, link-wrong-kind]\n"
               "temporary: [tmp, draft]\n");
    assert_int_equal(project->rule_level_count, 2);
    assert_str(project->rule_levels[0].rule, "citation-locator");
    assert_str(project->rule_levels[0].level, "warning");
    const struct position at = source_position(
        &arena, project->source, project->rule_levels[1].place.start);
    assert_int_equal(at.line, 5);
    assert_int_equal(at.column, 3);
    assert_str(project->directives[0].name, "inactive-ok");
    assert_int_equal(project->directives[0].rules.len, 2);
    assert_true(project_is_temporary(project, S("SOTA-draft7")));
}

static void ids_are_a_prefix_and_a_number_or_a_temporary_code(void **state)
{
    (void)state;
    load_clean("kinds:\n  SOTA: {role: practice, folder: p}\n"
               "  log: {role: journal, folder: log}\n");
    assert_true(project_is_id(project, S("SOTA-060")));
    assert_true(project_is_id(project, S("SOTA-1234")));
    assert_true(project_is_id(project, S("SOTA-tmptd4ui")));
    assert_true(project_is_temporary(project, S("SOTA-tmptd4ui")));
    assert_false(project_is_temporary(project, S("SOTA-060")));
    static const char *const others[] = {
        "SOTA",        "SOTA-",    "SOTA-06a", "sota-060",           "LIT-022",
        "SOTA-060x",   "SOTA-tm1", "log-001",  "SOTA-1234567890123", "",
        "SOTA-tmp/..", "SOTA -060"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (project_is_id(project, str_from_c(others[i]))) {
            fail_msg("an id: %s", others[i]);
        }
    }
}

static void unknown_keys_come_with_the_nearest_one(void **state)
{
    (void)state;
    assert_reports(
        "titel: x\nkinds:\n  SOTA:\n    rolle: practice\n    role: practice\n"
        "    folder: p\n    statuses: {Gone: {retird: true}}\n"
        "    fields: {a: {typ: text}}\n",
        "probatum.yaml:1:1: error: the project has no setting \"titel\" "
        "[config-invalid]\n  hint: did you mean \"title\"?\n"
        "probatum.yaml:4:5: error: the kind SOTA has no setting \"rolle\" "
        "[config-invalid]\n  hint: did you mean \"role\"?\n"
        "probatum.yaml:7:23: error: a status has no setting \"retird\" "
        "[config-invalid]\n  hint: did you mean \"retired\"?\n"
        "probatum.yaml:8:18: error: a field has no setting \"typ\" "
        "[config-invalid]\n  hint: did you mean \"type\"?\n");
}

static void wrong_values_have_places(void **state)
{
    (void)state;
    assert_reports(
        "base_url: example.org\n"
        "kinds:\n"
        "  SOTA: {role: practise, folder: p}\n"
        "  LIT: {role: literature, folder: ../l}\n"
        "  lit: {role: literature, folder: l}\n"
        "  ADR: {role: decision, folder: adr, slug: ../x}\n"
        "  DP: {role: decision, folder: adr}\n"
        "rules: {a-rule: warn}\n",
        "probatum.yaml:1:11: error: the address starts with https:// or "
        "http:// [config-invalid]\n"
        "probatum.yaml:3:16: error: there is no role \"practise\" "
        "[config-invalid]\n  hint: did you mean \"practice\"?\n"
        "probatum.yaml:4:35: error: the folder \"../l\" is not inside the "
        "project [config-invalid]\n"
        "probatum.yaml:5:3: error: a prefix is made of A-Z and 0-9, a letter "
        "first [config-invalid]\n"
        "probatum.yaml:6:44: error: a slug is made of a-z, 0-9 and hyphens "
        "[config-invalid]\n"
        "probatum.yaml:7:32: error: the folder \"adr\" belongs to ADR already "
        "[config-invalid]\n"
        "probatum.yaml:8:17: error: a rule's level is error, warning, note or "
        "off, not \"warn\" [config-invalid]\n");
}

static void a_kind_without_role_or_folder_is_told(void **state)
{
    (void)state;
    assert_reports("kinds:\n  SOTA: {title: x}\n",
                   "probatum.yaml:2:3: error: the kind \"SOTA\" needs a folder "
                   "[config-invalid]\n"
                   "probatum.yaml:2:3: error: the kind \"SOTA\" needs a role "
                   "[config-invalid]\n");
}

static void names_that_lead_nowhere_are_found(void **state)
{
    (void)state;
    assert_reports(
        "kinds:\n"
        "  SOTA:\n"
        "    role: practice\n"
        "    folder: p\n"
        "    vocabulary: topic\n"
        "    required: [titel]\n"
        "    fields: {rests: {type: references, targets: [LTI]}}\n"
        "    statuses: {Gone: {requires: [status_not]}}\n"
        "  LIT: {role: literature, folder: l}\n"
        "vocabularies: {topics: [a]}\n",
        "probatum.yaml:5:17: error: there is no vocabulary \"topic\" "
        "[config-invalid]\n  hint: did you mean \"topics\"?\n"
        "probatum.yaml:6:15: error: records of the kind SOTA have no field "
        "\"titel\" that could be required [config-invalid]\n"
        "  hint: did you mean \"title\"?\n"
        "probatum.yaml:7:49: error: there is no kind \"LTI\" [config-invalid]\n"
        "  hint: did you mean \"LIT\"?\n"
        "probatum.yaml:8:15: error: records of the kind SOTA have no field "
        "\"status_not\" that could be required [config-invalid]\n"
        "  hint: did you mean \"status_note\"?\n");
}

static void addresses_cannot_be_shared_or_reserved(void **state)
{
    (void)state;
    assert_reports(
        "kinds:\n"
        "  A: {role: record, folder: a, slug: assets}\n"
        "  B: {role: record, folder: b, slug: x}\n"
        "  C: {role: record, folder: c, slug: x}\n",
        "probatum.yaml:2:38: error: the slug \"assets\" of A is taken "
        "[config-invalid]\n"
        "probatum.yaml:4:38: error: the slug \"x\" of C is taken "
        "[config-invalid]\n");
    assert_str(project->kinds[0].slug, "a");
    assert_str(project->kinds[2].slug, "c");
}

static void a_folder_has_one_kind_and_is_not_the_one_of_what_is_made(
    void **state)
{
    (void)state;
    assert_reports("kinds:\n"
                   "  A: {role: record, folder: a}\n"
                   "  B: {role: record, folder: a/}\n"
                   "  C: {role: record, folder: build/c}\n"
                   "  D: {role: record, folder: building}\n",
                   "probatum.yaml:3:29: error: the folder \"a\" belongs to A "
                   "already [config-invalid]\n"
                   "probatum.yaml:4:29: error: the folder \"build/c\" is for "
                   "what is made, and may be removed any time "
                   "[config-invalid]\n");
    assert_int_equal(project->kind_count, 2);
}

static void without_kinds_there_is_no_project(void **state)
{
    (void)state;
    assert_false(load("title: x\n"));
    assert_non_null(strstr(failure.why, "names no kind"));
    assert_false(load("- a\n- b\n"));
    assert_false(load("kinds: [SOTA]\n"));
    assert_true(test_count_rule(&diags, "config-invalid") >= 2);
}

static void a_missing_file_is_a_failure_and_no_finding(void **state)
{
    (void)state;
    assert_false(
        project_load(&arena, S("/nonexistent"), &project, &diags, &failure));
    assert_non_null(strstr(failure.why, "/nonexistent/probatum.yaml"));
    assert_int_equal(diags.len, 0);
}

static void values_of_the_wrong_form_are_told(void **state)
{
    (void)state;
    load("title: [a]\n"
         "tagline:\n"
         "kinds:\n"
         "  A: {role: record, folder: a, statuses: {X: {retired: 3}},\n"
         "      fields: [a], front_matter: never, required: [{}]}\n"
         "  B: text\n"
         "vocabularies: {t: {closed: maybe, terms: }}\n"
         "directives: {Bad Name: [x]}\n"
         "rules: [a]\n");
    assert_int_equal(test_count_rule(&diags, "config-invalid"), diags.len);
    assert_int_equal(diags.len, 11);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_role_and_a_folder_make_a_kind),
        TEST(two_kinds_of_one_role_have_two_addresses),
        TEST(plans_have_statuses_of_their_own),
        TEST(declared_statuses_replace_the_usual_ones),
        TEST(extra_fields_have_types_targets_and_vocabularies),
        TEST(vocabularies_come_with_labels_or_without),
        TEST(rule_levels_and_comment_forms_are_kept_with_places),
        TEST(ids_are_a_prefix_and_a_number_or_a_temporary_code),
        TEST(unknown_keys_come_with_the_nearest_one),
        TEST(wrong_values_have_places),
        TEST(a_kind_without_role_or_folder_is_told),
        TEST(names_that_lead_nowhere_are_found),
        TEST(addresses_cannot_be_shared_or_reserved),
        TEST(a_folder_has_one_kind_and_is_not_the_one_of_what_is_made),
        TEST(without_kinds_there_is_no_project),
        TEST(a_missing_file_is_a_failure_and_no_finding),
        TEST(values_of_the_wrong_form_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
