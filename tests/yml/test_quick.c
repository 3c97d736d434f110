/* The quick reader against libyaml: where it reads a document at all, it reads
 * the same tree, and libyaml has nothing to say. */

#include "support/test.h"

#include "yml/quick.h"

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena = (struct arena){0};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* -- Comparing ------------------------------------------------------------- */

static bool are_places_same(struct place a, struct place b)
{
    return a.start == b.start && a.end == b.end;
}

static bool are_same(const struct yml_node *a, const struct yml_node *b)
{
    if (a->kind != b->kind || a->is_flow != b->is_flow || a->len != b->len ||
        !are_places_same(a->place, b->place) ||
        (a->parent == NULL) != (b->parent == NULL)) {
        return false;
    }
    if (a->kind == YML_SCALAR) {
        return a->style == b->style && str_equal(a->text, b->text);
    }
    for (size_t i = 0; i < a->len; i++) {
        const bool is_map = a->kind == YML_MAP;
        if (is_map &&
            (!are_same(a->pairs[i].key, b->pairs[i].key) ||
             a->pairs[i].key->parent != a || a->pairs[i].value->parent != a ||
             !are_same(a->pairs[i].value, b->pairs[i].value))) {
            return false;
        }
        if (!is_map &&
            (!are_same(a->items[i], b->items[i]) || a->items[i]->parent != a)) {
            return false;
        }
    }
    return true;
}

/* Whether the quick reader takes the text. Fails when it reads it otherwise
 * than libyaml does, whose reading is used everywhere else. */
static bool is_taken(struct str text)
{
    const struct arena_mark mark = arena_mark(&arena);
    struct source *source = source_new(&arena, S("x.md"), text);
    struct diags diags = {.arena = &arena};
    const struct yml_node *quick = yml_quick(&arena, source, 0, text.len);
    if (quick) {
        const struct yml_node *whole =
            yml_read(&arena, source, 0, text.len, &diags);
        if (diags.len > 0) {
            fail_msg("taken: %.*s\nand libyaml says: %s", STR_ARG(text),
                     test_diags_text(&arena, &diags));
        }
        if (!whole || !are_same(quick, whole)) {
            fail_msg("read otherwise: %.*s", STR_ARG(text));
        }
    }
    arena_rewind(&arena, mark);
    return quick != NULL;
}

/* -- By hand --------------------------------------------------------------- */

static const char practice[] =
    "id: SOTA-060\n"
    "title: 'Initialise weights from N(0, 0.02): the author''s way'\n"
    "status: Active\n"
    "version: 4\n"
    "date: '2026-08-24'\n"
    "# a comment, and a blank line\n"
    "\n"
    "history:\n"
    "- version: 1\n"
    "  date: '2026-08-24'\n"
    "  note: >-\n"
    "    Filed with LIT-043 as its only source and a title about layer norms\n"
    "    with a smaller variance.\n"
    "  was: {title: 'Initialise: norms', introduced_by: none}\n"
    "- version: 2\n"
    "  # between two fields\n"
    "  level: minor\n"
    "claim: >\n"
    "  In a pre-norm decoder, 1/\xe2\x88\x9aN.\n"
    "\n"
    "  A paragraph.\n"
    "scale: {params: 8300000000, data: web text, of: [a, \"b c\", 1.5e-3, "
    "{}]}\n"
    "tags: []\n"
    "ablation:\n"
    "  present: false\n"
    "  where: LIT-022 \xc2\xa7"
    "4.2, LIT-733\n"
    "nested:\n"
    "  list:\n"
    "    - one\n"
    "    - 'two'\n"
    "  text: |\n"
    "    kept\n"
    "      deeper\n"
    "\n"
    "    # no comment\n"
    "  after: x#y:z\n";

static void a_record_is_taken(void **state)
{
    (void)state;
    assert_true(is_taken(str_from_c(practice)));
}

static void what_records_have_is_taken(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "a: b\n",
        "a:   b  \n",
        "a: b\n# end\n\n",
        "a-b.c_d: 1\n",
        "a:\n- b\n",
        "a:\n  - b\n  - c: d\n    e: f\nb: c\n",
        "a:\n-   b: c\n    d: [e]\n",
        "a: |-\n  x\nb: y\n",
        "a: >-\n  x\n\n\nb: y\n",
        "a: [ ]\n",
        "a: [ b , c ]\n",
        "a: {b: [c, {d: e}], f: 'g, h'}\n",
        "a: ''\nb: \"\"\n",
        "a: it's \"so\"\n",
        "a: \xc3\xa9t\xc3\xa9\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (!is_taken(str_from_c(texts[i]))) {
            fail_msg("not taken: %s", texts[i]);
        }
    }
}

static void what_is_not_plain_is_left_to_libyaml(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "a: b",
        "a:\n",
        "a: &x b\n",
        "a: *x\n",
        "a: !!str b\n",
        "a: b # comment\n",
        "a: b: c\n",
        "a: b\n  c\n",
        "a: 'b\n  c'\n",
        "a: \"b\\n\"\n",
        "a: [b,\n c]\n",
        "a: [b,]\n",
        "a: [b: c]\n",
        "a: {b}\n",
        "a: b\na: c\n",
        "a: >-\n\n  b\n",
        "a: >2\n  b\n",
        "a: >-\n  b\n    c\n",
        "a: |+\n  b\n",
        "a: |\nb: c\n",
        "? a\n: b\n",
        "'a': b\n",
        "\ta: b\n",
        "a: b\n--- \nc: d\n",
        "a: -1\n",
        "a:\n - b\n  - c\n",
        "a:\n  b: c\n d: e\n",
        "- a\n",
        " a: b\n",
        "a: b\r\n",
        "a: \xc2\x85\n",
        "a: \xff\n",
        "<!-- a: b -->\n",
        "a: @b\n",
        "a: b:\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (is_taken(str_from_c(texts[i]))) {
            fail_msg("taken: %s", texts[i]);
        }
    }
}

/* -- By dice --------------------------------------------------------------- */

static uint32_t roll(uint32_t *dice, uint32_t sides)
{
    *dice = *dice * 1664525 + 1013904223;
    return (*dice >> 8) % sides;
}

/* Documents of pieces that mean something to YAML, in any order. */
static struct str made_up(uint32_t *dice)
{
    static const char *const pieces[] = {"a",
                                         "b",
                                         "key",
                                         ": ",
                                         ":",
                                         ":\n",
                                         "\n",
                                         "\n",
                                         "\n  ",
                                         "\n    ",
                                         "\n- ",
                                         "- ",
                                         "\n  - ",
                                         " ",
                                         "  ",
                                         "'",
                                         "''",
                                         "\"",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         ", ",
                                         ",",
                                         ">-\n",
                                         "|\n",
                                         ">\n",
                                         "|-",
                                         "#",
                                         " #",
                                         "x y",
                                         "\n\n",
                                         "1.0",
                                         "-",
                                         "?",
                                         "&",
                                         "*",
                                         "!",
                                         "%",
                                         "@",
                                         "`",
                                         "\\",
                                         "\xc3\xa9",
                                         "\xe2\x80\xa8",
                                         "---",
                                         "...",
                                         "a: b\n",
                                         "a:\n  b: c\n",
                                         "c: >-\n  d\n",
                                         "e: [f, g]\n",
                                         "- h\n",
                                         "i: {j: k}\n"};
    struct out out = {0};
    for (uint32_t left = 1 + roll(dice, 14); left > 0; left--) {
        out_c(&out, pieces[roll(dice, sizeof pieces / sizeof pieces[0])]);
    }
    out_c(&out, roll(dice, 8) == 0 ? "" : "\n");
    return out_take(&out, &arena);
}

static void made_up_documents_are_read_alike(void **state)
{
    (void)state;
    uint32_t dice = 7;
    size_t taken = 0;
    for (size_t i = 0; i < 200000; i++) {
        const struct arena_mark mark = arena_mark(&arena);
        taken += is_taken(made_up(&dice));
        arena_rewind(&arena, mark);
    }
    assert_true(taken > 2000);
}

/* Bytes of a record exchanged, left out, doubled. */
static struct str changed(uint32_t *dice)
{
    static const char bytes[] = "ab:-#'\"[]{},|>\n  \n \n  ?&*!%@`\\\t\xc3";
    struct out out = {0};
    const size_t whole = sizeof practice - 1;
    const size_t at = roll(dice, (uint32_t)whole);
    const size_t gone = roll(dice, 3);
    out_str(&out, (struct str){practice, at});
    for (uint32_t left = roll(dice, 4); left > 0; left--) {
        out_char(&out, bytes[roll(dice, sizeof bytes - 1)]);
    }
    out_str(&out, str_from((struct str){practice, whole}, at + gone));
    return out_take(&out, &arena);
}

static void a_changed_record_is_read_alike(void **state)
{
    (void)state;
    uint32_t dice = 11;
    size_t taken = 0;
    for (size_t i = 0; i < 60000; i++) {
        const struct arena_mark mark = arena_mark(&arena);
        taken += is_taken(changed(&dice));
        arena_rewind(&arena, mark);
    }
    assert_true(taken > 10000);
    assert_true(taken < 59000);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_record_is_taken),
        TEST(what_records_have_is_taken),
        TEST(what_is_not_plain_is_left_to_libyaml),
        TEST(made_up_documents_are_read_alike),
        TEST(a_changed_record_is_read_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
