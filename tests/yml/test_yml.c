/* What YAML lets pass and people regret, types, front matter, edits. */

#include "support/test.h"

#include "yml/yml.h"

#include <time.h>

static struct arena arena;
static struct diags diags;

static int set_up(void **state)
{
    (void)state;
    arena = (struct arena){0};
    diags = (struct diags){.arena = &arena};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct source *source_of(struct str text)
{
    return source_new(&arena, S("x.md"), text);
}

static struct yml_node *parse(struct str text)
{
    return yml_parse(&arena, source_of(text), 0, text.len, &diags);
}

static void assert_reports(const char *expected)
{
    assert_string_equal(test_diags_text(&arena, &diags), expected);
}

static void of_equal_keys_the_first_stays(void **state)
{
    (void)state;
    const struct yml_node *root =
        parse(S("number: 66\nx: {a: 1, \"a\": 2}\nnumber: tmptzokf\n"));
    assert_str(yml_get(root, "number")->text, "66");
    assert_str(yml_get(yml_get(root, "x"), "a")->text, "1");
    assert_int_equal(root->len, 2);
    assert_reports(
        "x.md:2:11: error: the key \"a\" stands here twice "
        "[yaml-duplicate-key]\n"
        "  hint: line 2 has the first one, which is kept; remove one of them\n"
        "x.md:3:1: error: the key \"number\" stands here twice "
        "[yaml-duplicate-key]\n"
        "  hint: line 1 has the first one, which is kept; remove one of "
        "them\n");
}

static void equal_keys_are_found_in_large_maps_quickly(void **state)
{
    (void)state;
    struct out out = {0};
    for (int i = 0; i < 40000; i++) {
        out_printf(&out, "key-%d: 1\n", i);
    }
    out_c(&out, "key-39999: 2\n");
    clock_t start = clock();
    const struct yml_node *root = parse(out_text(&out));
    assert_true(clock() - start < 5 * CLOCKS_PER_SEC);
    assert_int_equal(root->len, 40000);
    assert_int_equal(test_count_rule(&diags, "yaml-duplicate-key"), 1);
    out_free(&out);
}

static void tabs_are_told_where_they_indent_and_read_as_blanks(void **state)
{
    (void)state;
    const struct yml_node *root = parse(S("a:\n\tb: 1\n\tc: 2\n"
                                          "code: |\n  if x:\n  \ty\n"
                                          "d:\tbehind a colon\n"));
    assert_reports("x.md:2:1: error: a tab in the indentation [yaml-tab]\n"
                   "  hint: indent with blanks\n"
                   "x.md:3:1: error: a tab in the indentation [yaml-tab]\n"
                   "  hint: indent with blanks\n");
    assert_str(yml_get(yml_get(root, "a"), "c")->text, "2");
    assert_str(yml_get(root, "code")->text, "if x:\n\ty\n");
    assert_str(yml_get(root, "d")->text, "behind a colon");
}

static void a_thousand_tabs_are_not_a_thousand_readings(void **state)
{
    (void)state;
    struct out out = {0};
    out_c(&out, "a:\n");
    for (int i = 0; i < 20000; i++) {
        out_printf(&out, "\tk%d: 1\n", i);
    }
    clock_t start = clock();
    const struct yml_node *root = parse(out_text(&out));
    assert_true(clock() - start < 5 * CLOCKS_PER_SEC);
    assert_int_equal(yml_get(root, "a")->len, 20000);
    assert_in_range(test_count_rule(&diags, "yaml-tab"), 20, 22);
    out_free(&out);
}

static void anchors_aliases_and_tags_are_refused(void **state)
{
    (void)state;
    const struct yml_node *root = parse(S("a: &x [1]\nb: *x\nc: !!int 5\n"
                                          "d: *undefined\n<<: *x\n"));
    assert_int_equal(test_count_rule(&diags, "yaml-alias"), 4);
    assert_int_equal(test_count_rule(&diags, "yaml-syntax"), 1);
    assert_int_equal(yml_get(root, "a")->len, 1);
    assert_str(yml_get(root, "b")->text, "");
    assert_str(yml_get(root, "c")->text, "5");
}

static void a_billion_laughs_stay_small(void **state)
{
    (void)state;
    struct out out = {0};
    out_c(&out, "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 12; i++) {
        out_printf(&out, "a%d: &a%d [", i, i);
        for (int k = 0; k < 10; k++) {
            out_printf(&out, "*a%d,", i - 1);
        }
        out_c(&out, "]\n");
    }
    const struct yml_node *root = parse(out_text(&out));
    assert_int_equal(root->len, 12);
    assert_int_equal(test_count_rule(&diags, "yaml-alias"), 122);
    out_free(&out);
}

static void nesting_has_a_ceiling_and_no_cost_behind_it(void **state)
{
    (void)state;
    static char deep[200001];
    memset(deep, '[', 200000);
    clock_t start = clock();
    assert_non_null(parse(str_from_c(deep)));
    assert_true(clock() - start < CLOCKS_PER_SEC / 2);
    assert_reports("x.md:1:65: error: nested too deep to be read "
                   "[yaml-too-deep]\n");
}

static void sixty_four_levels_are_fine(void **state)
{
    (void)state;
    struct out out = {0};
    out_repeat(&out, '[', YML_DEPTH_CEILING - 1);
    out_char(&out, 'x');
    out_repeat(&out, ']', YML_DEPTH_CEILING - 1);
    assert_non_null(parse(out_text(&out)));
    assert_int_equal(diags.len, 0);
    out_free(&out);
}

static void sizes_have_ceilings_that_are_told(void **state)
{
    (void)state;
    struct out out = {0};
    out_repeat(&out, '#', YML_SIZE_CEILING + 1);
    assert_null(parse(out_text(&out)));
    assert_int_equal(test_count_rule(&diags, "yaml-too-large"), 1);
    out_reset(&out);
    out_c(&out, "a: [");
    for (int i = 0; i < YML_NODE_CEILING; i++) {
        out_c(&out, "1,");
    }
    out_c(&out, "]\n");
    assert_non_null(parse(out_text(&out)));
    assert_int_equal(test_count_rule(&diags, "yaml-too-large"), 2);
    out_free(&out);
}

static void characters_that_may_not_stand_have_a_place(void **state)
{
    (void)state;
    const struct yml_node *root =
        parse(S("a: \xc3\xa9\0x\nb: \xff\xfe.\nc: \xe2\x80\xa8!\nd: fine\n"));
    assert_reports(
        "x.md:1:5: error: the control character U+0000 may not stand here "
        "[text-invalid]\n"
        "x.md:2:4: error: the byte 0xFF is not valid UTF-8 [text-invalid]\n"
        "x.md:3:4: error: the control character U+2028 may not stand here "
        "[text-invalid]\n");
    assert_str(yml_get(root, "b")->text, "??.");
    assert_str(yml_get(root, "d")->text, "fine");
}

static void errors_have_a_place_and_keep_what_stood_before(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *report;
    } cases[] = {
        {"id: A\nsummary: a: b\n",
         "x.md:2:11: error: a colon and a blank inside a value that is not in "
         "quotes [yaml-syntax]\n"
         "  hint: put the value in quotes, or correct the indentation\n"},
        {"id: A\ntitle: \"never closed\nb: 1\n",
         "x.md:2:8: error: this quote is never closed [yaml-syntax]\n"
         "  hint: add the closing quote; quotes inside are doubled\n"},
        {"id: A\ntags: [a, b\nc: 1\n",
         "x.md:2:7: error: this list is never closed [yaml-syntax]\n"
         "  hint: add the missing ]\n"},
        {"id: A\nx: @home\n",
         "x.md:2:4: error: a value without quotes cannot begin with this "
         "character [yaml-syntax]\n  hint: put the value in quotes\n"},
        {"id: A\nx: *\n",
         "x.md:2:4: error: a value without quotes cannot begin with * or & "
         "[yaml-syntax]\n  hint: put the value in quotes\n"},
        {"id: A\njust text\n",
         "x.md:3:1: error: this is not \"key: value\" [yaml-syntax]\n"
         "  hint: add the colon, or indent the line to continue the value "
         "above\n"},
        {"id: A\n? [k]\n: 1\nb: 2\n",
         "x.md:2:3: error: a key must be plain text [yaml-syntax]\n"},
        {"id: A\n? k # c: d\nb: 2\n",
         "x.md:2:3: error: the key \"k\" has no colon [yaml-syntax]\n"
         "  hint: write \"k:\" and its value after it\n"},
        {"id: A\n? k\n: 1\n\"q\" : {w}\n",
         "x.md:4:8: error: the key \"w\" has no colon [yaml-syntax]\n"
         "  hint: write \"w:\" and its value after it\n"},
        {"id: A\n---\nid: B\n",
         "x.md:2:1: error: a second document starts here; one file holds one "
         "[yaml-syntax]\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        diags.len = 0;
        const struct yml_node *root = parse(str_from_c(cases[i].text));
        assert_reports(cases[i].report);
        assert_str(yml_get(root, "id")->text, "A");
    }
}

static void an_empty_document_is_an_empty_map(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "\n\n", "# only a comment\n",
                                        "---\n", "<!-- x -->\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct yml_node *root = parse(str_from_c(texts[i]));
        assert_int_equal(root->kind, YML_MAP);
        assert_int_equal(root->len, 0);
    }
    assert_int_equal(parse(S("- a\n"))->kind, YML_LIST);
    assert_int_equal(parse(S("text"))->kind, YML_SCALAR);
}

/* PC-01: the declared type decides, never the look of the text. */
static void hashes_keep_every_character_and_1e_5_is_a_number(void **state)
{
    (void)state;
    const struct yml_node *root =
        parse(S("commit: 52e8107\nshort: 61e9540\n"
                "tree: 1234567890123456789012345678901234567890\n"
                "lr: 1e-5\nbeta2: 0.95\ndate: 12:30:45\nno: NO\n"));
    assert_str(yml_get(root, "commit")->text, "52e8107");
    assert_str(yml_get(root, "short")->text, "61e9540");
    assert_str(yml_get(root, "tree")->text,
               "1234567890123456789012345678901234567890");
    assert_str(yml_get(root, "date")->text, "12:30:45");
    double lr = 0;
    assert_true(yml_real(yml_get(root, "lr"), &lr));
    assert_true(lr >= 1e-5 && lr <= 1e-5);
    bool truth = false;
    assert_false(yml_bool(yml_get(root, "no"), &truth));
    int64_t tree = 0;
    assert_false(yml_int(yml_get(root, "tree"), &tree));
}

static void typed_readings_want_unquoted_text(void **state)
{
    (void)state;
    const struct yml_node *root =
        parse(S("i: 4\nq: \"4\"\nt: true\nf: False\nn: ~\ne: ''\nl: []\n"));
    int64_t i = 0;
    assert_true(yml_int(yml_get(root, "i"), &i));
    assert_int_equal(i, 4);
    assert_false(yml_int(yml_get(root, "q"), &i));
    assert_false(yml_int(yml_get(root, "l"), &i));
    assert_false(yml_int(NULL, &i));
    bool truth = false;
    assert_true(yml_bool(yml_get(root, "t"), &truth) && truth);
    assert_true(yml_bool(yml_get(root, "f"), &truth) && !truth);
    assert_true(yml_is_null(yml_get(root, "n")));
    assert_false(yml_is_null(yml_get(root, "e")));
    assert_false(yml_is_null(yml_get(root, "l")));
    assert_null(yml_get(root, "missing"));
    assert_null(yml_get(yml_get(root, "i"), "x"));
}

static void versions_without_quotes_are_told_from_numbers(void **state)
{
    (void)state;
    const struct yml_node *root = parse(
        S("a: 1.10\nb: '1.10'\nc: 1.10.2\nd: 4\ne: v1.10\nf: 1e-5\ng: 2.0\n"));
    static const bool expected[] = {true,  false, false, false,
                                    false, false, true};
    for (size_t i = 0; i < root->len; i++) {
        assert_int_equal(yml_is_bare_version(root->pairs[i].value),
                         expected[i]);
    }
}

/* PC-03 */
static void only_a_line_of_three_dashes_closes_the_front_matter(void **state)
{
    (void)state;
    struct str text = S("---\r\nid: P-015\r\ntitle: \"a --- b\"\r\n"
                        "note: |\r\n  first\r\n  ---\r\n  last\r\n"
                        "--- \r\n\r\nBody:\r\n\r\n---\r\n\r\nAfter.\r\n");
    struct source *source = source_of(text);
    struct yml_front front = yml_front(source, &diags);
    assert_true(front.is_present && front.is_closed);
    assert_str(str_slice(text, front.body_start, front.body_end),
               "\r\nBody:\r\n\r\n---\r\n\r\nAfter.\r\n");
    const struct yml_node *root =
        yml_parse(&arena, source, front.yaml_start, front.yaml_end, &diags);
    assert_int_equal(diags.len, 0);
    assert_str(yml_get(root, "title")->text, "a --- b");
    assert_str(yml_get(root, "note")->text, "first\n---\nlast\n");
}

static void front_matter_left_open_is_told_and_the_body_is_whole(void **state)
{
    (void)state;
    struct str text = S("---\nid: P-016\n\nA rule and text.\n");
    struct yml_front front = yml_front(source_of(text), &diags);
    assert_true(front.is_present);
    assert_false(front.is_closed);
    assert_int_equal(front.body_start, 0);
    assert_int_equal(front.body_end, text.len);
    assert_int_equal(front.yaml_start, front.yaml_end);
    assert_reports(
        "x.md:1:1: error: the front matter opened here is never closed "
        "[yaml-unclosed]\n"
        "  hint: add a line that is exactly --- behind the last field\n");
}

static void a_byte_order_mark_belongs_to_neither_part(void **state)
{
    (void)state;
    struct str text = S("\xef\xbb\xbf---\nid: P-017\n---\nBody.\n");
    struct yml_front front = yml_front(source_of(text), &diags);
    assert_str(str_slice(text, front.yaml_start, front.yaml_end),
               "id: P-017\n");
    assert_str(str_slice(text, front.body_start, front.body_end), "Body.\n");
    text = S("\xef\xbb\xbfNo front matter.\n");
    front = yml_front(source_of(text), &diags);
    assert_false(front.is_present);
    assert_int_equal(front.body_start, 3);
    struct source *yaml = source_new(&arena, S("x.yaml"), S("\xef\xbb\xbf"));
    front = yml_front(yaml, &diags);
    assert_true(front.is_present && front.is_closed);
    assert_int_equal(front.yaml_start, 3);
    assert_int_equal(diags.len, 0);
}

static void fences_that_are_not_exact_are_text(void **state)
{
    (void)state;
    static const char *const texts[] = {"",       "-",      "--",
                                        "---x\n", " ---\n", "----\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct yml_front front =
            yml_front(source_of(str_from_c(texts[i])), &diags);
        assert_false(front.is_present);
    }
    struct yml_front front = yml_front(source_of(S("---\n---")), &diags);
    assert_true(front.is_closed);
    assert_int_equal(front.body_start, 7);
    assert_int_equal(diags.len, 0);
}

static struct str with(const struct yml_node *root, const char *key,
                       const char *value)
{
    return yml_with_value(&arena, yml_get(root, key), str_from_c(value));
}

/* PC-02: one value changes, no other byte. */
static void an_edit_changes_one_value_and_no_other_byte(void **state)
{
    (void)state;
    struct str text = S("id: P-014   # keep\r\ntitle: 'Warm-up: \"why\"'\r\n"
                        "tags: [ a,  b ]\r\nempty:\r\nd: \"x\"\r\n");
    const struct yml_node *root = parse(text);
    assert_true(str_equal(with(root, "id", "P-014"), text));
    assert_str(with(root, "id", "P-\xc3\xa9"),
               "id: P-\xc3\xa9   # keep\r\ntitle: 'Warm-up: \"why\"'\r\n"
               "tags: [ a,  b ]\r\nempty:\r\nd: \"x\"\r\n");
    assert_str(with(root, "title", "it's"),
               "id: P-014   # keep\r\ntitle: 'it''s'\r\n"
               "tags: [ a,  b ]\r\nempty:\r\nd: \"x\"\r\n");
    assert_str(with(root, "empty", "now: filled"),
               "id: P-014   # keep\r\ntitle: 'Warm-up: \"why\"'\r\n"
               "tags: [ a,  b ]\r\nempty: 'now: filled'\r\nd: \"x\"\r\n");
}

static void a_value_without_its_colon_is_not_set(void **state)
{
    (void)state;
    assert_str(with(parse(S("? e s ")), "e s", "x"), "");
    assert_str(with(parse(S("{a, b: 1}")), "a", "x"), "");
    assert_str(with(parse(S("? e-")), "e-", "x"), "");
    const struct yml_node *list = parse(S("-\n- b\n"));
    assert_str(yml_with_value(&arena, list->items[0], S("a")), "- a\n- b\n");
}

static void whatever_value_is_set_reads_back(void **state)
{
    (void)state;
    static const char *const values[] = {
        "plain",       "",
        " lead",       "trail ",
        "a: b",        "a #b",
        "#a",          "- a",
        "it's",        "\"q\"",
        "two\nlines",  "tab\there",
        "\x01",        "@x",
        "[a]",         "{",
        "a, b",        "---",
        "*x",          "&x",
        "!x",          "|",
        ">",           "%",
        "`",           "a:",
        "?",           "\xc3\xa9",
        "back\\slash", "\xf0\x9f\x8e\x89 \"'\n"};
    static const char *const texts[] = {
        "a: x # c\nb: 1\n", "a: 'x'\nb: 1\n",          "a: \"x\"\nb: 1\n",
        "a:\nb: 1\n",       "a: >-\n  x\n  y\nb: 1\n", "{a: x, b: 1}\n"};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            const struct yml_node *root = parse(str_from_c(texts[t]));
            const struct yml_node *again = parse(with(root, "a", values[v]));
            assert_str(yml_get(again, "a")->text, values[v]);
            assert_str(yml_get(again, "b")->text, "1");
        }
    }
    assert_int_equal(diags.len, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(of_equal_keys_the_first_stays),
        TEST(equal_keys_are_found_in_large_maps_quickly),
        TEST(tabs_are_told_where_they_indent_and_read_as_blanks),
        TEST(a_thousand_tabs_are_not_a_thousand_readings),
        TEST(anchors_aliases_and_tags_are_refused),
        TEST(a_billion_laughs_stay_small),
        TEST(nesting_has_a_ceiling_and_no_cost_behind_it),
        TEST(sixty_four_levels_are_fine),
        TEST(sizes_have_ceilings_that_are_told),
        TEST(characters_that_may_not_stand_have_a_place),
        TEST(errors_have_a_place_and_keep_what_stood_before),
        TEST(an_empty_document_is_an_empty_map),
        TEST(hashes_keep_every_character_and_1e_5_is_a_number),
        TEST(typed_readings_want_unquoted_text),
        TEST(versions_without_quotes_are_told_from_numbers),
        TEST(only_a_line_of_three_dashes_closes_the_front_matter),
        TEST(front_matter_left_open_is_told_and_the_body_is_whole),
        TEST(a_byte_order_mark_belongs_to_neither_part),
        TEST(fences_that_are_not_exact_are_text),
        TEST(an_edit_changes_one_value_and_no_other_byte),
        TEST(a_value_without_its_colon_is_not_set),
        TEST(whatever_value_is_set_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
