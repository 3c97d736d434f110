/* One file becomes one typed record: states, forms, faults and their places. */

#include "support/test.h"

#include "base/fs.h"
#include "record/record.h"

static struct arena arena;
static struct diags diags;
static struct project *project;
static struct test_folder root;

static const char configuration[] =
    "kinds:\n"
    "  SOTA:\n"
    "    role: practice\n"
    "    folder: practices\n"
    "    fields:\n"
    "      commit: text\n"
    "      lr: text\n"
    "      issue: integer\n"
    "      keywords: strings\n"
    "      rests_on: references\n"
    "  LIT: {role: literature, folder: literature}\n"
    "  THEORY: {role: theory, folder: theory}\n"
    "  ADR: {role: decision, folder: adr}\n"
    "  EXP: {role: experiment, folder: experiments}\n"
    "  log: {role: journal, folder: log, front_matter: optional}\n";

static int set_up(void **state)
{
    (void)state;
    struct failure failure;
    arena = (struct arena){0};
    diags = (struct diags){.arena = &arena};
    root = test_folder_new();
    const struct str folder = str_from_c(root.path);
    const struct str path = fs_join(&arena, folder, S("probatum.yaml"));
    assert_true(
        fs_write(path.ptr, str_from_c(configuration), FS_QUICK, &failure));
    assert_true(project_load(&arena, folder, &project, &diags, &failure));
    assert_int_equal(diags.len, 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    test_folder_remove(&root);
    arena_free(&arena);
    return 0;
}

static struct record *parse_as(const char *prefix, const char *file,
                               struct str text)
{
    const struct str id = arena_printf(&arena, "%s-1", prefix);
    const struct str path = str_from_c(file);
    const struct kind *kind = project_kind_of(project, id);
    if (!kind) {
        kind = project_kind_by_role(project, ROLE_JOURNAL);
    }
    return record_parse(&arena, project, kind, source_new(&arena, path, text),
                        str_slice(path, 0, str_find_char(path, '.')), &diags);
}

/* A practice whose front matter is these lines. */
static struct record *practice(const char *lines)
{
    return parse_as("SOTA", "SOTA-060.md",
                    arena_printf(&arena, "---\n%s---\nBody.\n", lines));
}

static struct record *literature(const char *lines)
{
    return parse_as("LIT", "LIT-022.md",
                    arena_printf(&arena, "---\n%s---\n", lines));
}

static void assert_reports(const char *expected)
{
    assert_string_equal(test_diags_text(&arena, &diags), expected);
}

static struct position at(struct place place)
{
    return source_position(&arena, place.source, place.start);
}

/* -- Three states --------------------------------------------------------- */

static void a_field_is_absent_empty_or_filled(void **state)
{
    (void)state;
    const struct record *record = practice("introduced_by: []\n"
                                           "source: [LIT-022]\n");
    assert_reports("");
    const struct field_value *fields = record->fields;
    assert_int_equal(fields[FIELD_SOURCE].presence, PRESENCE_FILLED);
    assert_int_equal(fields[FIELD_INTRODUCED_BY].presence, PRESENCE_EMPTY);
    assert_int_equal(fields[FIELD_CONTESTED_BY].presence, PRESENCE_ABSENT);
    assert_null(fields[FIELD_CONTESTED_BY].node);
    assert_int_equal(at(record_place(record, FIELD_SOURCE)).column, 9);
    assert_int_equal(at(record_place(record, FIELD_INTRODUCED_BY)).line, 2);
    assert_int_equal(at(record_place(record, FIELD_INTRODUCED_BY)).column, 1);
    assert_int_equal(record_place(record, FIELD_CONTESTED_BY).end, 0);
}

static void nothing_behind_the_colon_is_no_statement(void **state)
{
    (void)state;
    const struct record *record = practice("source:\n"
                                           "title: ''\n"
                                           "summary: >-\n"
                                           "status_note: ~\n"
                                           "tags: [a, '']\n");
    assert_int_equal(record->fields[FIELD_SOURCE].presence, PRESENCE_EMPTY);
    assert_int_equal(record->fields[FIELD_TITLE].presence, PRESENCE_EMPTY);
    assert_int_equal(record->tags.len, 1);
    assert_reports(
        "SOTA-060.md:2:8: error: \"source\" has no value [field-empty]\n"
        "  hint: write [] to say that there is none\n"
        "SOTA-060.md:3:8: error: \"title\" has no text [field-empty]\n"
        "  hint: fill it in, or take the key away\n"
        "SOTA-060.md:4:10: error: \"summary\" has no text [field-empty]\n"
        "  hint: indent the lines that belong to it\n"
        "SOTA-060.md:5:14: error: \"status_note\" has no text [field-empty]\n"
        "  hint: fill it in, or take the key away\n"
        "SOTA-060.md:6:11: error: \"tags\" has no text [field-empty]\n"
        "  hint: fill it in, or take the key away\n");
}

/* -- Keys ----------------------------------------------------------------- */

static void unknown_keys_come_with_the_nearest_one(void **state)
{
    (void)state;
    practice("titel: x\nkeyword: [a]\nzebra: 1\n");
    assert_reports(
        "SOTA-060.md:2:1: error: there is no field \"titel\" [field-unknown]\n"
        "  hint: did you mean \"title\"?\n"
        "SOTA-060.md:3:1: error: there is no field \"keyword\" "
        "[field-unknown]\n"
        "  hint: did you mean \"keywords\"?\n"
        "SOTA-060.md:4:1: error: there is no field \"zebra\" [field-unknown]\n"
        "  hint: probatum.yaml can add it, under `fields` of SOTA\n");
}

static void fields_of_other_kinds_are_told_from_unknown_ones(void **state)
{
    (void)state;
    literature("claim: It works.\n");
    assert_reports("LIT-022.md:2:1: error: \"claim\" is a field of "
                   "practice records, and LIT holds literature "
                   "[field-wrong-role]\n"
                   "  hint: probatum.yaml can allow it, under `fields` of "
                   "LIT\n");
}

static void findings_know_the_record_and_the_field(void **state)
{
    (void)state;
    practice("titel: x\n");
    assert_str(diags.at[0].subject, "SOTA-060");
    assert_str(diags.at[0].target, "titel");
}

static void plans_have_keys_that_are_read_elsewhere(void **state)
{
    (void)state;
    const struct record *plan =
        parse_as("EXP", "EXP-003-norm-placement.yaml",
                 S("title: x\narms: {a: {}}\nreports: [x]\nscale: {params: "
                   "5376}\n"));
    assert_reports("");
    assert_str(plan->id, "EXP-003");
    assert_true(plan->scale.params == 5376.0);
}

/* -- Types ---------------------------------------------------------------- */

static void texts_that_look_like_numbers_stay_texts(void **state)
{
    (void)state;
    const struct record *record =
        practice("commit: 52e8107            # keep this comment\n"
                 "lr: 1e-5\n"
                 "status_note: 1234567890123456789012345678901234567890\n"
                 "title: 'Warm-up: \"why\" it matters'\n");
    assert_reports("");
    assert_str(record->extras[0].text, "52e8107");
    assert_str(record->extras[1].text, "1e-5");
    assert_str(record->status_note, "1234567890123456789012345678901234567890");
    assert_str(record->title, "Warm-up: \"why\" it matters");
}

static void versions_are_whole_numbers(void **state)
{
    (void)state;
    assert_int_equal(practice("version: 12\n")->version, 12);
    assert_reports("");
    assert_int_equal(practice("version: 1.10\n")->version, 0);
    assert_int_equal(practice("version: '4'\n")->version, 0);
    assert_int_equal(practice("version: -1\n")->version, 0);
    assert_reports(
        "SOTA-060.md:2:10: error: \"version\" is a whole number, not \"-1\" "
        "[field-type]\n"
        "SOTA-060.md:2:10: error: \"version\" is a whole number, not \"4\" "
        "[field-type]\n"
        "SOTA-060.md:2:10: error: 1.10 would be read as a number, without its "
        "last zeros [version-unquoted]\n"
        "  hint: a record's version is a whole number: 1, 2, 3\n");
}

static void dates_are_days_that_exist(void **state)
{
    (void)state;
    assert_str(practice("date: 2024-02-29\n")->date, "2024-02-29");
    assert_str(literature("published: 2019-04\n")->published, "2019-04");
    assert_str(literature("published: '2019'\n")->published, "2019");
    assert_int_equal(diags.len, 0);
    static const char *const wrong[] = {
        "date: 2023-02-29\n", "date: 2024-13-01\n",  "date: 2024-00-10\n",
        "date: 24-01-01\n",   "date: 2024-01\n",     "date: 2024-01-0x\n",
        "date: 2024/01/01\n", "date: [2024-01-01]\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_str(practice(wrong[i])->date, "");
        assert_int_equal(test_count_rule(&diags, "field-type"), i + 1);
    }
}

static void forms_that_do_not_fit_are_told(void **state)
{
    (void)state;
    practice("title: [a]\nsource: {a: b}\ncitations: LIT-022\n"
             "history: [3]\nscale: big\nissue: soon\n");
    assert_reports(
        "SOTA-060.md:2:8: error: \"title\" is a list, and a text is meant "
        "[field-type]\n"
        "SOTA-060.md:3:9: error: \"source\" is a map, and a text is meant "
        "[field-type]\n"
        "SOTA-060.md:4:12: error: \"citations\" is a list of entries "
        "[field-type]\n"
        "  hint: start each entry with \"- ref:\"\n"
        "SOTA-060.md:5:11: error: a history entry in \"history\" is a map of "
        "keys and values [field-type]\n"
        "  hint: start with \"version:\"\n"
        "SOTA-060.md:6:8: error: a scale in \"scale\" is a map of keys and "
        "values [field-type]\n"
        "  hint: start with \"params:\"\n"
        "SOTA-060.md:7:8: error: \"issue\" is a whole number, not \"soon\" "
        "[field-type]\n");
}

static void one_text_stands_for_a_list_of_one(void **state)
{
    (void)state;
    const struct record *record =
        practice("tags: alone\nsource: LIT-022\nkeywords: [a, b]\n");
    assert_reports("");
    assert_int_equal(record->tags.len, 1);
    assert_str(record->references[FIELD_SOURCE].at[0].text, "LIT-022");
    assert_int_equal(record->extras[3].items.len, 2);
}

static void references_must_look_like_ids_of_this_project(void **state)
{
    (void)state;
    const struct record *record = practice("source: [LIT-022, BOOK-001]\n"
                                           "extends: LIT-001, LIT-002\n"
                                           "rests_on: [lit-003]\n");
    assert_int_equal(record->references[FIELD_SOURCE].len, 1);
    assert_reports(
        "SOTA-060.md:2:19: error: \"BOOK-001\" is not the id of a record "
        "[reference-malformed]\n"
        "  hint: an id is a prefix of this project and a number, such as "
        "SOTA-001\n"
        "SOTA-060.md:3:10: error: \"LIT-001, LIT-002\" is not the id of a "
        "record [reference-malformed]\n"
        "  hint: several ids are a list: [LIT-001, LIT-002]\n"
        "SOTA-060.md:4:12: error: \"lit-003\" is not the id of a record "
        "[reference-malformed]\n"
        "  hint: an id is a prefix of this project and a number, such as "
        "SOTA-001\n");
}

/* -- Citations ------------------------------------------------------------ */

static void both_forms_of_citation_are_read_in_file_order(void **state)
{
    (void)state;
    const struct record *record = practice(
        "introduced_by: [LIT-733]\n"
        "citations:\n"
        "- ref: LIT-022\n"
        "  role: source\n"
        "  locator: '§4.2'\n"
        "  quote: one recipe\n"
        "  ablation: none\n"
        "  reports:\n"
        "  - {what: loss, value: 2.440, unit: nats, setting: 2 blocks, "
        "n: 3, spread: 0.008}\n"
        "  note: both halves\n"
        "contested_by: LIT-900\n");
    assert_reports("");
    assert_int_equal(record->citations.len, 3);
    const struct citation *first = &record->citations.at[0];
    assert_str(first->ref, "LIT-733");
    assert_str(first->role, "introduced_by");
    assert_true(first->is_short);
    assert_int_equal(first->ablation, ABLATION_ABSENT);
    const struct citation *second = &record->citations.at[1];
    assert_str(second->ref, "LIT-022");
    assert_str(second->role, "source");
    assert_str(second->locator, "§4.2");
    assert_str(second->quote, "one recipe");
    assert_str(second->note, "both halves");
    assert_false(second->is_short);
    assert_int_equal(second->ablation, ABLATION_NONE);
    assert_int_equal(second->reports.len, 1);
    assert_str(second->reports.at[0].value, "2.440");
    assert_str(second->reports.at[0].spread, "0.008");
    assert_int_equal(at(second->quote_place).line, 7);
    assert_int_equal(at(second->reports.at[0].value_place).column, 25);
    assert_str(record->citations.at[2].role, "contested_by");
}

static void a_role_left_out_is_source(void **state)
{
    (void)state;
    const struct record *record = practice("citations: [{ref: LIT-022}]\n");
    assert_reports("");
    assert_str(record->citations.at[0].role, "source");
}

static void one_citation_in_both_forms_is_found(void **state)
{
    (void)state;
    practice("citations:\n- {ref: LIT-022, locator: a}\n"
             "- {ref: LIT-022, locator: b}\n"
             "- {ref: LIT-733, role: introduced_by}\n"
             "source: [LIT-022, LIT-733]\n");
    assert_reports("SOTA-060.md:6:10: error: LIT-022 is cited as source twice "
                   "[citation-twice]\n"
                   "  hint: keep the entry in \"citations\" and take this one "
                   "away\n");
}

static void entries_with_wrong_or_missing_keys_are_told(void **state)
{
    (void)state;
    practice("citations:\n"
             "- {rf: LIT-022, role: sorce, ablation: some}\n"
             "- {ref: LIT022}\n"
             "- {ref: LIT-001, reports: [{valu: 3}]}\n");
    assert_reports(
        "SOTA-060.md:3:3: error: a citation needs \"ref\" [field-empty]\n"
        "SOTA-060.md:3:4: error: a citation has no \"rf\" [field-unknown]\n"
        "  hint: did you mean \"ref\"?\n"
        "SOTA-060.md:3:23: error: \"sorce\" is no role of a citation "
        "[field-type]\n"
        "  hint: did you mean \"source\"?\n"
        "SOTA-060.md:3:40: error: \"some\" is no value of \"ablation\" "
        "[field-type]\n"
        "  hint: write none, partial, full or unknown\n"
        "SOTA-060.md:4:9: error: \"LIT022\" is not the id of a record "
        "[reference-malformed]\n"
        "  hint: an id is a prefix of this project and a number, such as "
        "SOTA-001\n"
        "SOTA-060.md:5:28: error: a report needs \"value\" [field-empty]\n"
        "SOTA-060.md:5:28: error: a report needs \"what\" [field-empty]\n"
        "SOTA-060.md:5:29: error: a report has no \"valu\" [field-unknown]\n"
        "  hint: did you mean \"value\"?\n");
}

static void ablation_has_three_answers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum ablation value;
    } answers[] = {{"true", ABLATION_FULL},
                   {"false", ABLATION_NONE},
                   {"unknown", ABLATION_UNKNOWN}};
    for (size_t i = 0; i < 3; i++) {
        const struct str lines = arena_printf(
            &arena, "ablation: {present: %s, where: LIT-005, note: x}\n",
            answers[i].text);
        const struct record *record = practice(lines.ptr);
        assert_int_equal(record->ablation.present, answers[i].value);
        assert_str(record->ablation.where, "LIT-005");
    }
    assert_int_equal(practice("")->ablation.present, ABLATION_ABSENT);
    assert_reports("");
    assert_string_equal(ablation_name(ABLATION_PARTIAL), "partial");
    assert_string_equal(ablation_name(ABLATION_ABSENT), "");
}

/* -- History, flags, scale, literature ------------------------------------ */

static void history_keeps_its_shape(void **state)
{
    (void)state;
    const struct record *record = practice(
        "version: 3\n"
        "history:\n"
        "- {version: 2, date: 2026-09-13, note: Origin named, "
        "level: minor}\n"
        "- version: 3\n"
        "  note: >-\n"
        "    Retitled\n"
        "    and resourced.\n"
        "  was: {title: Old title, source: [LIT-043, LIT-044], x: }\n");
    assert_reports("");
    assert_int_equal(record->history_count, 2);
    assert_str(record->history[0].level, "minor");
    assert_str(record->history[0].date, "2026-09-13");
    const struct history_entry *last = &record->history[1];
    assert_str(last->note, "Retitled and resourced.");
    assert_str(last->date, "");
    assert_int_equal(last->was_count, 3);
    assert_str(last->was[0].old, "Old title");
    assert_str(last->was[1].old, "LIT-043, LIT-044");
    assert_str(last->was[2].old, "");
    assert_int_equal(at(last->place).line, 5);
}

static void faults_in_history_have_places(void **state)
{
    (void)state;
    practice("history:\n- {version: 1.10, date: soon, level: big}\n"
             "- {note: x, was: y}\n");
    assert_reports(
        "SOTA-060.md:3:13: error: 1.10 would be read as a number, without its "
        "last zeros [version-unquoted]\n"
        "  hint: a record's version is a whole number: 1, 2, 3\n"
        "SOTA-060.md:3:25: error: \"date\" is a date, not \"soon\" "
        "[field-type]\n"
        "  hint: write YYYY-MM-DD, a day that exists\n"
        "SOTA-060.md:3:38: error: \"big\" is no value of \"level\" "
        "[field-type]\n"
        "  hint: write major, minor or patch\n"
        "SOTA-060.md:4:3: error: a history entry needs \"version\" "
        "[field-empty]\n"
        "SOTA-060.md:4:18: error: \"was\" is a map of old values "
        "[field-type]\n"
        "  hint: write `was: {title: ...}`\n");
}

static void flags_and_scale_are_read(void **state)
{
    (void)state;
    const struct record *record =
        practice("flags:\n- {since: 2, text: muddled, resolved: 4}\n"
                 "- {since: 3, text: open}\n"
                 "scale: {params: 8.3e9, tokens: 157000000000, data: web}\n");
    assert_reports("");
    assert_int_equal(record->flag_count, 2);
    assert_str(record->flags[0].resolved, "4");
    assert_int_equal(record->flags[1].since, 3);
    assert_true(record->scale.is_present);
    assert_true(record->scale.params == 8.3e9);
    assert_true(record->scale.tokens == 157e9);
    assert_str(record->scale.data, "web");
    practice("scale: {params: 5k}\n");
    assert_int_equal(test_count_rule(&diags, "field-type"), 1);
}

static void literature_has_excerpts_and_reports(void **state)
{
    (void)state;
    const struct record *record =
        literature("authors: [Child, others]\n"
                   "arxiv: 1904.10509v1\n"
                   "read: partial\n"
                   "excerpts:\n- {locator: '§5.2', text: held constant}\n"
                   "reports:\n"
                   "- {id: rms-in, what: RMS, value: 0.72, unit: none}\n");
    assert_reports("");
    assert_int_equal(record->authors.len, 2);
    assert_str(record->arxiv, "1904.10509v1");
    assert_str(record->read, "partial");
    assert_str(record->excerpts[0].text, "held constant");
    assert_str(record_report(record, S("rms-in"))->value, "0.72");
    assert_null(record_report(record, S("rms-out")));
    literature("read: some\n");
    assert_int_equal(test_count_rule(&diags, "field-type"), 1);
}

static void retired_is_what_the_kind_says(void **state)
{
    (void)state;
    assert_true(record_is_retired(practice("status: Rejected\n")));
    assert_false(record_is_retired(practice("status: Active\n")));
    assert_false(record_is_retired(practice("status: Nonsense\n")));
    assert_false(record_is_retired(practice("")));
}

/* -- Identity ------------------------------------------------------------- */

static struct str id_of(const char *file, const char *lines)
{
    return parse_as("SOTA", file, arena_printf(&arena, "---\n%s---\n", lines))
        ->id;
}

static void the_id_is_stated_numbered_or_the_files(void **state)
{
    (void)state;
    assert_str(id_of("SOTA-060.md", "title: x\n"), "SOTA-060");
    assert_str(id_of("SOTA-060.md", "number: 60\n"), "SOTA-060");
    assert_str(id_of("SOTA-0060.md", "number: 60\n"), "SOTA-0060");
    assert_str(id_of("residual-scaling.md", "number: 7\n"), "SOTA-007");
    assert_str(id_of("residual-scaling.md", "number: 1234\n"), "SOTA-1234");
    assert_str(id_of("residual-scaling.md", "id: SOTA-9\n"), "SOTA-9");
    assert_str(id_of("SOTA-060-scaling.md", "id: SOTA-060\n"), "SOTA-060");
    assert_str(id_of("SOTA-tmpab1.md", "number: tmpab1\n"), "SOTA-tmpab1");
    assert_reports("");
}

static void ids_that_disagree_are_told(void **state)
{
    (void)state;
    assert_str(id_of("SOTA-060.md", "id: SOTA-061\n"), "SOTA-061");
    assert_str(id_of("SOTA-060.md", "number: 61\n"), "SOTA-061");
    assert_str(id_of("x.md", "id: LIT-001\n"), "LIT-001");
    assert_reports(
        "SOTA-060.md:2:5: error: the record is SOTA-061, and its file is "
        "called SOTA-060 [id-mismatch]\n"
        "  hint: rename the file, or correct the id\n"
        "SOTA-060.md:2:9: error: the record is SOTA-061, and its file is "
        "called SOTA-060 [id-mismatch]\n"
        "  hint: rename the file, or correct the id\n"
        "x.md:2:5: error: LIT-001 does not belong in this folder, which holds "
        "SOTA [id-mismatch]\n"
        "  hint: move the file, or correct its id\n");
}

static void what_is_no_id_is_told(void **state)
{
    (void)state;
    assert_str(id_of("readme.md", "title: x\n"), "readme");
    assert_str(id_of("SOTA-060.md", "id: sixty\n"), "SOTA-060");
    assert_str(id_of("SOTA-060.md", "number: six/ty\n"), "SOTA-060");
    assert_int_equal(test_count_rule(&diags, "id-malformed"), 3);
}

/* -- Files ---------------------------------------------------------------- */

static void a_file_without_front_matter_is_told_once(void **state)
{
    (void)state;
    const struct record *record = parse_as("SOTA", "notes.md", S("# A\n"));
    assert_true(record->is_broken);
    assert_reports("notes.md:1:1: error: the file has no front matter "
                   "[front-matter-missing]\n"
                   "  hint: start it with a line `---`, the fields, and a line "
                   "`---`\n");
}

static void a_journal_may_go_without_front_matter(void **state)
{
    (void)state;
    const struct record *record =
        parse_as("log", "2026/09/05/200044.md", S("### Changed\n\nSOTA-1\n"));
    assert_reports("");
    assert_false(record->is_broken);
    assert_str(record->id, "2026/09/05/200044");
    assert_non_null(record->body);
}

static void unclosed_front_matter_breaks_only_its_own_record(void **state)
{
    (void)state;
    const struct record *record =
        parse_as("SOTA", "SOTA-016.md",
                 S("---\nid: SOTA-016\nstatus: draft\n\nNo closing line.\n"));
    assert_true(record->is_broken);
    assert_str(record->id, "SOTA-016");
    assert_null(record->body);
    assert_int_equal(diags.len, 1);
    assert_int_equal(at(diags.at[0].place).line, 1);
}

static void yaml_that_cannot_be_read_breaks_its_record(void **state)
{
    (void)state;
    const struct record *cut = practice("status: Active\ntitle: [\n");
    assert_true(cut->is_broken);
    assert_str(cut->status, "Active");
    assert_int_equal(diags.len, 1);
    assert_true(practice("- a\n- b\n")->is_broken);
    assert_false(practice("title: x\n")->is_broken);
    assert_false(practice("titel: x\n")->is_broken);
}

static void carriage_returns_and_byte_order_marks_are_kept(void **state)
{
    (void)state;
    const struct record *record = parse_as("SOTA", "SOTA-015.md",
                                           S("\xef\xbb\xbf---\r\n"
                                             "title: \"a --- b\"\r\n"
                                             "status_note: |\r\n"
                                             "  first\r\n"
                                             "  ---\r\n"
                                             "  last\r\n"
                                             "\r\n"
                                             "# a comment on its own\r\n"
                                             "tags: [ a,  b ]\r\n"
                                             "titel: x\r\n"
                                             "---\r\n"
                                             "\r\n"
                                             "Body with a rule:\r\n"
                                             "\r\n"
                                             "---\r\n"
                                             "\r\n"
                                             "After the rule, SOTA-060.\r\n"));
    assert_false(record->is_broken);
    assert_str(record->title, "a --- b");
    assert_str(record->status_note, "first\n---\nlast");
    assert_int_equal(record->tags.len, 2);
    assert_int_equal(record->body->reference_count, 1);
    assert_int_equal(at(record->body->references[0].place).line, 17);
    assert_int_equal(at(record->body->references[0].place).column, 17);
    assert_reports("SOTA-015.md:10:1: error: there is no field \"titel\" "
                   "[field-unknown]\n"
                   "  hint: did you mean \"title\"?\n");
}

static void a_yaml_record_keeps_its_body_with_places(void **state)
{
    (void)state;
    const struct record *record = parse_as("LIT", "LIT-022.yaml",
                                           S("id: LIT-022\n"
                                             "title: A paper\n"
                                             "body: |\n"
                                             "  # LIT-022: A paper\n"
                                             "\n"
                                             "  Rests on\n"
                                             "  SOTA-060 and more.\n"
                                             "\n"
                                             "      code SOTA-061\n"));
    assert_reports("");
    assert_int_equal(record->body->heading_count, 1);
    assert_str(record->body->headings[0].text, "LIT-022: A paper");
    assert_int_equal(record->body->reference_count, 2);
    const struct md_reference *reference = &record->body->references[1];
    assert_str(reference->id, "SOTA-060");
    assert_ptr_equal(reference->place.source, record->source);
    assert_int_equal(at(reference->place).line, 7);
    assert_int_equal(at(reference->place).column, 3);
}

static void a_body_in_another_style_has_the_place_of_its_field(void **state)
{
    (void)state;
    const struct record *record =
        parse_as("LIT", "LIT-022.yaml", S("body: 'See SOTA-060.'\n"));
    assert_int_equal(record->body->reference_count, 1);
    assert_int_equal(at(record->body->references[0].place).column, 7);
}

static void a_body_field_in_markdown_is_one_body_too_many(void **state)
{
    (void)state;
    practice("body: x\n");
    assert_int_equal(test_count_rule(&diags, "field-wrong-role"), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_field_is_absent_empty_or_filled),
        TEST(nothing_behind_the_colon_is_no_statement),
        TEST(unknown_keys_come_with_the_nearest_one),
        TEST(fields_of_other_kinds_are_told_from_unknown_ones),
        TEST(findings_know_the_record_and_the_field),
        TEST(plans_have_keys_that_are_read_elsewhere),
        TEST(texts_that_look_like_numbers_stay_texts),
        TEST(versions_are_whole_numbers),
        TEST(dates_are_days_that_exist),
        TEST(forms_that_do_not_fit_are_told),
        TEST(one_text_stands_for_a_list_of_one),
        TEST(references_must_look_like_ids_of_this_project),
        TEST(both_forms_of_citation_are_read_in_file_order),
        TEST(a_role_left_out_is_source),
        TEST(one_citation_in_both_forms_is_found),
        TEST(entries_with_wrong_or_missing_keys_are_told),
        TEST(ablation_has_three_answers),
        TEST(history_keeps_its_shape),
        TEST(faults_in_history_have_places),
        TEST(flags_and_scale_are_read),
        TEST(literature_has_excerpts_and_reports),
        TEST(retired_is_what_the_kind_says),
        TEST(the_id_is_stated_numbered_or_the_files),
        TEST(ids_that_disagree_are_told),
        TEST(what_is_no_id_is_told),
        TEST(a_file_without_front_matter_is_told_once),
        TEST(a_journal_may_go_without_front_matter),
        TEST(unclosed_front_matter_breaks_only_its_own_record),
        TEST(yaml_that_cannot_be_read_breaks_its_record),
        TEST(carriage_returns_and_byte_order_marks_are_kept),
        TEST(a_yaml_record_keeps_its_body_with_places),
        TEST(a_body_in_another_style_has_the_place_of_its_field),
        TEST(a_body_field_in_markdown_is_one_body_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
