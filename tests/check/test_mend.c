/* What check --fix makes of a file: each rule of mends.def has a text and what
 * it becomes, and texts that nothing certain can be done about stay. */

#include "check/place.h"

#include "check/mend.h"

static struct place_of_work place;

static int tear_down(void **state)
{
    (void)state;
    place_free(&place);
    return 0;
}

static void check_again(void)
{
    place_check(&place, &(struct check_options){0});
}

/* Mends until nothing is left; how many rounds it took. */
static int mend_all(void)
{
    int rounds = 0;
    for (;; rounds++) {
        const struct mended_files files =
            mend_plan(&place.arena, &place.input, &place.diags);
        if (files.len == 0 || rounds > 9) {
            return rounds;
        }
        for (size_t i = 0; i < files.len; i++) {
            assert_true(files.at[i].mended.len > 0);
            place_put(&place, files.at[i].source->path, files.at[i].text);
        }
        check_again();
    }
}

static const char *text_of(const char *path)
{
    const struct str full =
        fs_join(&place.arena, str_from_c(place.folder.path), str_from_c(path));
    struct failure failure = {0};
    struct str text;
    if (!fs_read(&place.arena, full.ptr, 1 << 20, &text, &failure)) {
        fail_msg("%s", failure.why);
    }
    return arena_cstr(&place.arena, text);
}

static void begin(const char *files)
{
    place = place_new();
    place_put_all(&place, S(CONFIG));
    place_put_all(&place, str_from_c(files));
    check_again();
}

/* The file at the path becomes that text. */
static void assert_mended(const char *files, const char *path,
                          const char *expected)
{
    begin(files);
    mend_all();
    assert_string_equal(text_of(path), expected);
    place_free(&place);
}

#define FRONT  "---\nid: SOTA-001\ntitle: One\nstatus: Active\n"
#define SOTA_1 "== p/SOTA-001.md\n" FRONT
#define SOTA_2(more) \
    "== p/SOTA-002.yaml\nid: SOTA-002\ntitle: Two\nstatus: Active\n" more
#define SOTA_2_TEXT "id: SOTA-002\ntitle: Two\nstatus: Active\n"
#define LIT_1                                                         \
    "== l/LIT-001.yaml\nid: LIT-001\ntitle: T\nstatus: Active\nurl: " \
    "http://a.b\n"

static void each_rule_mends_its_own(void **state)
{
    static const struct {
        const char *files, *path, *expected;
    } cases[] = {
        {SOTA_1 "version: '1'\ntags: [norm]\n---\n", "p/SOTA-001.md",
         FRONT "version: 1\ntags: [norm]\n---\n"},
        {SOTA_1 "flags: [{since: \"2\", text: words}]\n---\n", "p/SOTA-001.md",
         FRONT "flags: [{since: 2, text: words}]\n---\n"},
        {SOTA_1 "version: 1.0 # so\n---\n", "p/SOTA-001.md",
         FRONT "version: 1 # so\n---\n"},
        {SOTA_1 "<!-- why -->\ntags: [norm]\n---\n", "p/SOTA-001.md",
         FRONT "# why\ntags: [norm]\n---\n"},
        {SOTA_1 "---\n\n# SOTA-001: Uno\n\nBody.\n", "p/SOTA-001.md",
         FRONT "---\n\n# SOTA-001: One\n\nBody.\n"},
        {SOTA_1 "---\n#  Uno\n", "p/SOTA-001.md", FRONT "---\n#  One\n"},
        {SOTA_1 "tags: [norm, init,  norm]\n---\n", "p/SOTA-001.md",
         FRONT "tags: [norm, init]\n---\n"},
        {SOTA_1 "tags:\n- norm\n# again\n- norm\n- init\n---\n",
         "p/SOTA-001.md", FRONT "tags:\n- norm\n# again\n- init\n---\n"},
        {LIT_1 SOTA_1 "source: [LIT-001]\ncitations:\n- {ref: LIT-001, role: "
                      "source, locator: §1}\n---\n",
         "p/SOTA-001.md",
         FRONT "citations:\n- {ref: LIT-001, role: source, locator: §1}\n"
               "---\n"},
        {"== l/LIT-003.yaml\ntitle: T\nstatus: Active\ndoi: '10.1000/182.'\n"
         "arxiv: arXiv:1706.03762v5\n",
         "l/LIT-003.yaml",
         "title: T\nstatus: Active\ndoi: '10.1000/182'\n"
         "arxiv: 1706.03762v5\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_mended(cases[i].files, cases[i].path, cases[i].expected);
    }
}

static void ids_become_those_that_records_have_now(void **state)
{
    (void)state;
    assert_mended(SOTA_2("formerly: [SOTA-tmpab, SOTA-020]\nextended_by: "
                         "[SOTA-001]\n") SOTA_1
                  "extends: ['SOTA-020']\n---\nSOTA-\ntmpab and "
                  "[SOTA-tmpab](SOTA-tmpab.md), once SOTA-020.\n",
                  "p/SOTA-001.md",
                  FRONT "extends: ['SOTA-002']\n---\nSOTA-002 and "
                        "[SOTA-002](SOTA-002.md), once SOTA-020.\n");
}

static void the_other_end_gets_its_entries(void **state)
{
    (void)state;
    assert_mended(SOTA_2("extended_by:\n- SOTA-003\n# more\ntags: [norm]\n")
                      SOTA_1 "extends: SOTA-002\n---\n"
                             "== p/SOTA-003.yaml\ntitle: Three\nstatus: "
                             "Active\nextends: SOTA-002\n",
                  "p/SOTA-002.yaml",
                  SOTA_2_TEXT "extended_by:\n- SOTA-003\n- SOTA-001\n# more\n"
                              "tags: [norm]\n");
    assert_mended(SOTA_2("compared_against: SOTA-003\nsummary: >-\n  Text.\n")
                      SOTA_1
                  "compared_against: SOTA-002\nextends: [SOTA-002]\n---\n"
                  "== p/SOTA-003.yaml\ntitle: Three\nstatus: "
                  "Active\ncompared_against: SOTA-002\n",
                  "p/SOTA-002.yaml",
                  SOTA_2_TEXT "compared_against: [SOTA-003, SOTA-001]\n"
                              "extended_by: [SOTA-001]\nsummary: >-\n"
                              "  Text.\n");
}

static void acknowledgements_of_nothing_go(void **state)
{
    (void)state;
    assert_mended(SOTA_2("") SOTA_1
                  "acknowledged:\n- {rule: link-retired, target: SOTA-002, "
                  "reason: no}\n---\n<!-- inactive-ok: SOTA-002 -->\nWords "
                  "<!-- inactive-ok: SOTA-002 - a --> go on.\n",
                  "p/SOTA-001.md", FRONT "---\nWords go on.\n");
    assert_mended(
        SOTA_2("") "== p/SOTA-009.yaml\ntitle: Nine\nstatus: Rejected\n" SOTA_1
                   "---\n<!-- inactive-ok: SOTA-002, SOTA-009 - no -->\nSee "
                   "SOTA-009.\n",
        "p/SOTA-001.md",
        FRONT "---\n<!-- inactive-ok: SOTA-009 - no -->\nSee SOTA-009.\n");
    assert_mended(SOTA_2("") "== p/SOTA-009.yaml\ntitle: Nine\nstatus: "
                             "Rejected\n" SOTA_1
                             "# inactive-ok: SOTA-002\nextends: SOTA-009\n"
                             "acknowledged:\n- {rule: link-retired, target: "
                             "SOTA-002, reason: no}\n- {rule: link-retired, "
                             "target: SOTA-009, reason: yes}\n---\n",
                  "p/SOTA-001.md",
                  FRONT "extends: SOTA-009\nacknowledged:\n- {rule: "
                        "link-retired, target: SOTA-009, reason: yes}\n---\n");
}

/* Each in a text of its own would take a minute. */
static void ten_thousand_are_mended_at_once(void **state)
{
    (void)state;
    begin(SOTA_1 "tags: [norm{{10000:, norm}}]\nimplementations:\n- a\n"
                 "{{5000:- a\n}}---\n");
    assert_int_equal(mend_all(), 1);
    assert_string_equal(text_of("p/SOTA-001.md"),
                        FRONT "tags: [norm]\nimplementations:\n- a\n---\n");
    place_free(&place);
}

/* Two repairs, or a comment that would go with the bytes. */
static void what_is_not_certain_stays(void **state)
{
    static const char *const texts[] = {
        FRONT "version: 1.10\n---\n",
        FRONT "version: one\n---\n",
        FRONT "date: '2026'\n---\n",
        FRONT "<!-- of\ntwo lines -->\ntags: [norm]\n---\n",
        FRONT "summary: >-\n<!-- why -->\n  Some text.\n---\n",
        FRONT "---\nUno\n===\n",
        FRONT "extended_by: [SOTA-tmpzz]\n---\n",
        FRONT "source:\n# the work\n- LIT-001\ncitations:\n- {ref: LIT-001, "
              "role: source, locator: §1}\n---\n",
        FRONT "---\n<!-- inactive-ok: SOTA-001 - Rejected -->\nWords.\n",
        FRONT "tags: [norm, norm\n---\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        begin(LIT_1);
        place_put(&place, S("p/SOTA-001.md"), str_from_c(texts[i]));
        check_again();
        mend_all();
        assert_string_equal(text_of("p/SOTA-001.md"), texts[i]);
        place_free(&place);
    }
}

static void acknowledged_findings_stay(void **state)
{
    (void)state;
    begin(SOTA_1
          "tags: [norm, norm]\nacknowledged: [{rule: item-twice, target: "
          "tags, reason: meant}]\n---\n");
    assert_int_equal(mend_all(), 0);
    place_free(&place);
}

static void bytes_around_a_repair_stay(void **state)
{
    (void)state;
    assert_mended("== p/SOTA-001.md\n\xef\xbb\xbf---\r\nid: SOTA-001\r\n"
                  "title: \"One\"\r\nstatus: Active\r\n\r\n# of tags\r\n"
                  "tags: [ norm,  init, norm ]\r\n---\r\n\r\n# SOTA-001: "
                  "Uno\r\n\r\n    code  \r\n",
                  "p/SOTA-001.md",
                  "\xef\xbb\xbf---\r\nid: SOTA-001\r\n"
                  "title: \"One\"\r\nstatus: Active\r\n\r\n# of tags\r\n"
                  "tags: [ norm,  init ]\r\n---\r\n\r\n# SOTA-001: "
                  "One\r\n\r\n    code  \r\n");
}

static void a_finding_says_whether_it_is_mended(void **state)
{
    (void)state;
    begin(SOTA_1 "tags: [norm, norm]\nversion: 1.10\n---\n");
    for (size_t i = 0; i < place.diags.len; i++) {
        const struct diag *diag = &place.diags.at[i];
        assert_int_equal(diag->is_fixable,
                         strcmp(diag->rule, "item-twice") == 0);
    }
}

static void every_row_is_a_rule(void **state)
{
    static const char *const ids[] = {
#define MEND(function, rule, words) rule,
#include "check/mends.def"
#undef MEND
    };
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        assert_non_null(rule_find(str_from_c(ids[i])));
        assert_non_null(mend_words(ids[i]));
    }
    assert_null(mend_words("link-unresolved"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_mends_its_own),
        cmocka_unit_test(ids_become_those_that_records_have_now),
        cmocka_unit_test(the_other_end_gets_its_entries),
        cmocka_unit_test(acknowledgements_of_nothing_go),
        cmocka_unit_test(ten_thousand_are_mended_at_once),
        cmocka_unit_test(what_is_not_certain_stays),
        cmocka_unit_test(acknowledged_findings_stay),
        cmocka_unit_test(bytes_around_a_repair_stay),
        cmocka_unit_test_teardown(a_finding_says_whether_it_is_mended,
                                  tear_down),
        cmocka_unit_test(every_row_is_a_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
