/* Edits in place: what is written takes the style of its neighbours, and no
 * other byte moves (PC-02). */

#include "support/test.h"

#include "yml/yml.h"

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

static const struct yml_node *tree(struct str text)
{
    struct source *source = source_new(&arena, S("x.yaml"), text);
    return yml_reread(&arena, source, text);
}

static struct yml_node *text(const char *value)
{
    return yml_new_text(&arena, str_from_c(value));
}

static struct yml_node *word(const char *value)
{
    return yml_new_word(&arena, str_from_c(value));
}

static struct yml_node *map_of(const char *key, struct yml_node *value)
{
    struct yml_node *map = yml_new_map(&arena);
    yml_map_add(&arena, map, key, value);
    return map;
}

static struct yml_node *list_of(const char *a, const char *b)
{
    struct yml_node *list = yml_new_list(&arena);
    yml_list_add(&arena, list, text(a));
    if (b) {
        yml_list_add(&arena, list, text(b));
    }
    return list;
}

/* What a bump writes. */
static struct yml_node *entry(const char *version, const char *note)
{
    struct yml_node *map = map_of("version", word(version));
    yml_map_add(&arena, map, "date", text("2026-11-30"));
    yml_map_add(&arena, map, "level", word("patch"));
    yml_map_add(&arena, map, "note", text(note));
    return map;
}

static const char long_note[] =
    "The locator named the appendix, which has no such sentence: it is in "
    "section 4.2, and says it of the weights alone.";

/* -- Items ----------------------------------------------------------------- */

static struct str with_entry(const char *before, const char *note)
{
    const struct yml_node *list = yml_get(tree(str_from_c(before)), "history");
    return yml_with_item(&arena, list, entry("2", note));
}

static void an_item_takes_the_place_of_the_dash(void **state)
{
    (void)state;
    assert_str(with_entry("history:\n- version: 1\n  date: '2026-08-24'\n"
                          "  note: a\ntitle: x\n",
                          "b"),
               "history:\n- version: 1\n  date: '2026-08-24'\n  note: a\n"
               "- version: 2\n  date: '2026-11-30'\n  level: patch\n"
               "  note: b\ntitle: x\n");
    assert_str(
        with_entry("history:\n    -   version: 1\n        note: a\n", "b"),
        "history:\n    -   version: 1\n        note: a\n"
        "    -   version: 2\n        date: '2026-11-30'\n"
        "        level: patch\n        note: b\n");
    assert_str(with_entry("history:\n  -\n    version: 1\n", "b"),
               "history:\n  -\n    version: 1\n"
               "  - version: 2\n    date: '2026-11-30'\n    level: patch\n"
               "    note: b\n");
}

static void an_item_takes_its_neighbours_quotes(void **state)
{
    (void)state;
    assert_str(with_entry("history:\n- version: 1\n  date: 2026-08-24\n"
                          "  note: \"a\"\n",
                          "it's \"b\""),
               "history:\n- version: 1\n  date: 2026-08-24\n  note: \"a\"\n"
               "- version: 2\n  date: 2026-11-30\n  level: patch\n"
               "  note: \"it's \\\"b\\\"\"\n");
    /* Of each key the last item that has it is the neighbour. */
    assert_str(
        with_entry("history:\n- {version: 1, note: 'a'}\n- {version: 1}\n",
                   "b"),
        "history:\n- {version: 1, note: 'a'}\n- {version: 1}\n"
        "- {version: 2, date: '2026-11-30', level: patch, note: 'b'}\n");
}

static void a_long_note_is_folded(void **state)
{
    (void)state;
    static const char folded[] =
        "- version: 2\n  date: '2026-11-30'\n  level: patch\n  note: >-\n"
        "    The locator named the appendix, which has no such sentence: it is "
        "in section\n"
        "    4.2, and says it of the weights alone.\n";
    struct str none = with_entry("history:\n- version: 1\n", long_note);
    assert_str(str_from(none, strlen("history:\n- version: 1\n")), folded);
    struct str other =
        with_entry("history:\n- version: 1\n  note: >-\n    a b\n", long_note);
    assert_str(str_from(other, strlen("history:\n- version: 1\n  note: >-\n"
                                      "    a b\n")),
               folded);
    struct str small = with_entry(
        "history:\n- version: 1\n  note: >-\n    a b\n", "small one");
    assert_true(str_ends(small, S("  note: >-\n    small one\n")));
}

static void a_long_line_stays_one_where_its_neighbour_is_one(void **state)
{
    (void)state;
    struct out out = {0};
    out_c(&out, "history:\n- version: 1\n  note: ");
    out_repeat(&out, 'x', 90);
    out_c(&out, "\n");
    struct str got = with_entry(arena_cstr(&arena, out_text(&out)), long_note);
    out_free(&out);
    assert_true(
        str_ends(got, arena_printf(&arena, "\n  note: '%s'\n", long_note)));
}

static void comments_behind_a_list_stay_where_they_are(void **state)
{
    (void)state;
    assert_str(with_entry("history:\n- version: 1 # the first\n"
                          "  # of all\n# of the title\ntitle: x\n",
                          "b"),
               "history:\n- version: 1 # the first\n  # of all\n"
               "- version: 2\n  date: '2026-11-30'\n  level: patch\n"
               "  note: b\n# of the title\ntitle: x\n");
    assert_str(
        with_entry("history:\n- version: 1\n\n- version: 1\n\n\nb: x\n", "b"),
        "history:\n- version: 1\n\n- version: 1\n\n"
        "- version: 2\n  date: '2026-11-30'\n  level: patch\n"
        "  note: b\n\n\nb: x\n");
}

static void line_ends_are_those_of_the_file(void **state)
{
    (void)state;
    assert_str(with_entry("\xef\xbb\xbfhistory:\r\n- version: 1\r\nb: x\r\n",
                          "two\nlines"),
               "\xef\xbb\xbfhistory:\r\n- version: 1\r\n- version: 2\r\n"
               "  date: '2026-11-30'\r\n  level: patch\r\n"
               "  note: |-\r\n    two\r\n    lines\r\nb: x\r\n");
    assert_str(with_entry("history:\n- version: 1", "b"),
               "history:\n- version: 1\n- version: 2\n  date: '2026-11-30'\n"
               "  level: patch\n  note: b");
    assert_str(with_entry("a: x\r\nhistory:\r\n- version: 1", "b"),
               "a: x\r\nhistory:\r\n- version: 1\r\n- version: 2\r\n"
               "  date: '2026-11-30'\r\n  level: patch\r\n  note: b");
}

static void kept_blank_lines_belong_to_their_text(void **state)
{
    (void)state;
    assert_str(
        with_entry("history:\n- note: |+\n    a\n\n\nb: x\n", "b"),
        "history:\n- note: |+\n    a\n\n\n- version: 2\n"
        "  date: '2026-11-30'\n  level: patch\n  note: >-\n    b\nb: x\n");
    assert_str(with_entry("history:\n- note: |\n    a\n\nb: x\n", "b\n"),
               "history:\n- note: |\n    a\n- version: 2\n"
               "  date: '2026-11-30'\n  level: patch\n  note: |\n    b\n\n"
               "b: x\n");
}

static struct str with_tag(const char *before, const char *tag)
{
    const struct yml_node *list = yml_get(tree(str_from_c(before)), "tags");
    return yml_with_item(&arena, list, text(tag));
}

static void brackets_keep_their_spacing(void **state)
{
    (void)state;
    assert_str(with_tag("tags: [a, b] # c\n", "d"), "tags: [a, b, d] # c\n");
    assert_str(with_tag("tags: [ a,  b ]\n", "d"), "tags: [ a,  b,  d ]\n");
    assert_str(with_tag("tags: ['a']\n", "d"), "tags: ['a', 'd']\n");
    assert_str(with_tag("tags: [a]\n", "d, e"), "tags: [a, 'd, e']\n");
    assert_str(with_tag("tags: []\n", "d"), "tags: [d]\n");
    assert_str(with_tag("tags: [\n  a,\n  b,\n]\n", "d"),
               "tags: [\n  a,\n  b,\n  d,\n]\n");
    assert_str(with_tag("tags: [\r\n  a\r\n]\r\n", "d"),
               "tags: [\r\n  a,\r\n  d\r\n]\r\n");
    assert_str(with_tag("tags: [\n  a, # one\n  b # two\n]\n", "d"),
               "tags: [\n  a, # one\n  b, # two\n  d\n]\n");
    assert_str(with_tag("tags: [\n  a, # one\n  b, # two\n]\n", "d"),
               "tags: [\n  a, # one\n  b, # two\n  d,\n]\n");
}

static void items_of_text_follow_their_dash(void **state)
{
    (void)state;
    assert_str(with_tag("tags:\n# why\n- a\n# - b\nc: x\n", "d"),
               "tags:\n# why\n- a\n- d\n# - b\nc: x\n");
    assert_str(with_tag("tags:\n  - 'a'\n\nc: x\n", "d"),
               "tags:\n  - 'a'\n  - 'd'\n\nc: x\n");
    assert_str(with_tag("tags:\n  - a\n", "null"),
               "tags:\n  - a\n  - 'null'\n");
    assert_str(with_tag("tags:\n  - a\n", "1.10"), "tags:\n  - a\n  - 1.10\n");
    assert_str(with_tag("tags:\n-\n", "d"), "tags:\n-\n- d\n");
}

static void an_empty_list_gets_lines_for_a_map(void **state)
{
    (void)state;
    assert_str(with_entry("a:\n  - x\nhistory: [] # none\nb: x\n", "b"),
               "a:\n  - x\nhistory: # none\n  - version: 2\n"
               "    date: '2026-11-30'\n    level: patch\n    note: b\nb: x\n");
}

/* -- Pairs ----------------------------------------------------------------- */

static struct str with_pair(const char *before, const char *key,
                            struct yml_node *value, const char *after)
{
    return yml_with_pair(&arena, tree(str_from_c(before)), key, value, after);
}

static void a_pair_goes_behind_another(void **state)
{
    (void)state;
    assert_str(with_pair("id: A-1 # keep\nversion: 1\n# of b\nb: |\n  x\n",
                         "formerly", list_of("A-9", NULL), "id"),
               "id: A-1 # keep\nformerly:\n- A-9\nversion: 1\n# of b\nb: |\n"
               "  x\n");
    assert_str(with_pair("id: A-1\nb: |\n  x", "formerly",
                         yml_new_flow(list_of("A-9", "A-8")), NULL),
               "id: A-1\nb: |\n  x\nformerly: [A-9, A-8]");
    assert_str(with_pair("a: 1\r\nb:\r\n", "c", text("long: x"), "b"),
               "a: 1\r\nb:\r\nc: 'long: x'\r\n");
    assert_str(with_pair("{ a: 1 }\n", "c", text("x"), "a"),
               "{ a: 1, c: x }\n");
    assert_str(with_pair("", "c", text("x"), NULL), "c: x\n");
    assert_str(with_pair("a: x\n", "c", text(long_note), NULL),
               "a: x\nc: >-\n  The locator named the appendix, which has no "
               "such sentence: it is in section\n  4.2, and says it of the "
               "weights alone.\n");
}

static void a_history_begins_behind_the_version(void **state)
{
    (void)state;
    struct yml_node *list = yml_new_list(&arena);
    struct yml_node *first = entry("2", "b");
    struct yml_node *was = yml_new_flow(map_of("source", text("LIT-043")));
    yml_map_add(&arena, first, "was", was);
    yml_list_add(&arena, list, first);
    assert_str(
        with_pair("version: 2\ntags:\n  - a\n", "history", list, "version"),
        "version: 2\nhistory:\n  - version: 2\n    date: '2026-11-30'\n"
        "    level: patch\n    note: b\n    was: {source: LIT-043}\n"
        "tags:\n  - a\n");
    assert_str(with_pair("version: 2\nhistory:\nb: x\n", "history", list, NULL),
               "version: 2\nhistory:\n- version: 2\n  date: '2026-11-30'\n"
               "  level: patch\n  note: b\n  was: {source: LIT-043}\nb: x\n");
}

static void what_does_not_fit_in_brackets_gets_lines(void **state)
{
    (void)state;
    struct yml_node *was = yml_new_flow(map_of("claim", text(long_note)));
    assert_str(with_pair("a: x\n", "was", was, NULL),
               "a: x\nwas:\n  claim: >-\n    The locator named the appendix, "
               "which has no such sentence: it is in section\n    4.2, and "
               "says it of the weights alone.\n");
}

static struct str without(const char *before, const char *key)
{
    return yml_without_pair(&arena, tree(str_from_c(before)), key);
}

static void a_pair_goes_with_its_lines(void **state)
{
    (void)state;
    assert_str(without("a: 1\n# of b\nb:\n- x\n- y # z\nc: 3\n", "b"),
               "a: 1\n# of b\nc: 3\n");
    assert_str(without("a: 1\r\nb: >-\r\n  x\r\n\r\nc: 3\r\n", "b"),
               "a: 1\r\n\r\nc: 3\r\n");
    assert_str(without("a: 1\nb: 2", "b"), "a: 1");
    assert_str(without("a: 1\n", "a"), "");
    assert_str(without("{ a: 1,  b: 2 }\n", "a"), "{ b: 2 }\n");
    assert_str(without("{ a: 1,  b: 2 }\n", "b"), "{ a: 1 }\n");
    assert_str(without("a: 1\n", "z"), "a: 1\n");
    const struct yml_node *items =
        yml_get(tree(S("l:\n- a: 1 # x\n  # of b\n  b: 2\n")), "l");
    assert_str(yml_without_pair(&arena, items->items[0], "a"),
               "l:\n- # of b\n  b: 2\n");
    assert_str(yml_without_pair(&arena, items->items[0], "b"),
               "l:\n- a: 1 # x\n  # of b\n");
}

/* The text without item `i` of its list `l`. */
static struct str less(const char *before, size_t i)
{
    return yml_without_item(&arena, yml_get(tree(str_from_c(before)), "l"), i);
}

static void an_item_goes_with_its_lines(void **state)
{
    (void)state;
    assert_str(less("l:\n- a # x\n# of b\n- b # y\n- c\nz: 1\n", 1),
               "l:\n- a # x\n# of b\n- c\nz: 1\n");
    assert_str(less("l:\n  - a: 1\n    b: 2\n  - a: 3\nz: 1\n", 0),
               "l:\n  - a: 3\nz: 1\n");
    assert_str(less("l:\n-\n  a: 1\n- b\n", 0), "l:\n- b\n");
    assert_str(less("l:\n- a\n- >-\n  long\n  text\n\nz: 1\n", 1),
               "l:\n- a\n\nz: 1\n");
    assert_str(less("l:\r\n- a\r\n- b\r\n", 1), "l:\r\n- a\r\n");
    assert_str(less("l:\n- a\n- b", 1), "l:\n- a");
    assert_str(less("l: [ a,  b, c ]\n", 1), "l: [ a, c ]\n");
    assert_str(less("l: [ a,  b ]\n", 0), "l: [ b ]\n");
    assert_str(less("l: [a]\n", 0), "l: []\n");
    assert_str(less("l:\n- a\nz: 1\n", 0), "");
    assert_str(less("l:\n- - a\n  - b\n", 0), "");
}

static void an_inner_list_loses_items_too(void **state)
{
    (void)state;
    const struct yml_node *list = yml_get(tree(S("l:\n- - a\n  - b\n")), "l");
    assert_str(yml_without_item(&arena, list->items[0], 1), "l:\n- - a\n");
    assert_str(yml_without_item(&arena, list->items[0], 0), "");
}

/* -- Whole values ---------------------------------------------------------- */

static void a_value_changes_its_kind_in_its_place(void **state)
{
    (void)state;
    assert_str(with_pair("a:  'x' # c\nb: 1\n", "a", list_of("p", "q"), NULL),
               "a: # c\n- p\n- q\nb: 1\n");
    assert_str(with_pair("a:  'x' # c\nb: 1\n", "a",
                         yml_new_flow(list_of("p", "q")), NULL),
               "a:  [p, q] # c\nb: 1\n");
    assert_str(
        with_pair("a:\n# why\n  - x\n  - y\nb: 1\n", "a", text("z"), NULL),
        "a: z\n# why\nb: 1\n");
    assert_str(with_pair("a:\n# why\n  - x\n  - y\nb: 1\n", "a",
                         list_of("z", NULL), NULL),
               "a:\n# why\n  - z\nb: 1\n");
    assert_str(with_pair("a: [ x ]\nb: 1\n", "a", list_of("p", "q"), NULL),
               "a: [ p, q ]\nb: 1\n");
    assert_str(
        with_pair("a: {x: 1}\nb: 1\n", "a", map_of("y", text("z")), NULL),
        "a: {y: z}\nb: 1\n");
    assert_str(with_pair("a: x\nb: 1\n", "a", map_of("y", text("z")), NULL),
               "a:\n  y: z\nb: 1\n");
    assert_str(
        with_pair("a:\n    x: 1\nb: 1\n", "a", map_of("y", text("z")), NULL),
        "a:\n    y: z\nb: 1\n");
}

static struct str set(const char *before, const char *key, const char *value)
{
    return yml_with_value(&arena, yml_get(tree(str_from_c(before)), key),
                          str_from_c(value));
}

static void folded_text_stays_folded(void **state)
{
    (void)state;
    assert_str(set("a: >-\n    old text\n    here\n\nb: 1\n", "a", long_note),
               "a: >-\n    The locator named the appendix, which has no such "
               "sentence: it is in section\n    4.2, and says it of the "
               "weights alone.\n\nb: 1\n");
    assert_str(set("a: |\n  x\nb: 1\n", "a", "y\n\nz\n"),
               "a: |\n  y\n\n  z\nb: 1\n");
    assert_str(set("a: >-\n  x\nb: 1\n", "a", ""), "a: ''\nb: 1\n");
    assert_str(set("a: short\n", "a", long_note),
               arena_printf(&arena, "a: '%s'\n", long_note).ptr);
    assert_str(set("a: # of a\nb: 1\n", "a", long_note),
               "a: >- # of a\n  The locator named the appendix, which has no "
               "such sentence: it is in section\n  4.2, and says it of the "
               "weights alone.\nb: 1\n");
}

static void quotes_come_only_where_they_must(void **state)
{
    (void)state;
    assert_str(set("a: x\n", "a", "y, [z] {q}"), "a: y, [z] {q}\n");
    assert_str(set("a: x\n", "a", "-5"), "a: -5\n");
    assert_str(set("a: x\n", "a", "- 5"), "a: '- 5'\n");
    assert_str(set("{a: x}\n", "a", "y, z"), "{a: 'y, z'}\n");
    assert_str(set("a: x\n", "a", "a\xe2\x80\xa8z"), "a: \"a\\u2028z\"\n");
    assert_str(set("a: x\n", "a", "a\xef\xbb\xbfz"), "a: \"a\\ufeffz\"\n");
    assert_str(set("a: x\n", "a", "bad \xff"), "");
}

/* PC-01: what some readers take for a number, date or truth value. */
static void text_that_looks_like_something_else_is_quoted(void **state)
{
    (void)state;
    static const char *const odd[] = {
        "52e8107", "61e9540", "1e-5", "2026-11-30", "1.10", "0x1f",
        "yes",     "No",      "off",  "y",          "null", "~",
        "",        "-.inf",   ".5",   "12:30",      "+1",   "1_000"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct str got = with_pair("a: x\n", "c", text(odd[i]), NULL);
        assert_str(got, arena_printf(&arena, "a: x\nc: '%s'\n", odd[i]).ptr);
    }
    static const char *const plain[] = {"deadbeef1", "v1.10",   "SOTA-060",
                                        "notes",     "3 seeds", "x: y"};
    for (size_t i = 0; i + 1 < sizeof plain / sizeof *plain; i++) {
        struct str got = with_pair("a: x\n", "c", text(plain[i]), NULL);
        assert_str(got, arena_printf(&arena, "a: x\nc: %s\n", plain[i]).ptr);
    }
}

/* A record as Windows' editors save it, in which every layout that re-writers
 * lose stands once: each value is set in turn, and nothing else moves. */
static void one_field_of_a_record_changes_and_no_other_byte(void **state)
{
    (void)state;
    static const char before[] =
        "\xef\xbb\xbf---\r\nid: P-015\r\ntitle: \"a --- b\"\r\n"
        "commit: 52e8107   # by hand\r\nnote: |\r\n  first\r\n  ---\r\n"
        "  last\r\n\r\n# a comment on its own\r\n\r\n"
        "tags: [ a,  b ]\r\nlr: 1e-5\r\nsummary: A plain line that is well "
        "past eighty columns wide so that a re-writer would fold it in two."
        "\r\n---\r\n\r\nA rule:\r\n\r\n---\r\n\r\nEnd.\r\n";
    static const char *const changes[][3] = {
        {"id", "id: P-015", "id: P-016"},
        {"title", "\"a --- b\"", "\"P-016\""},
        {"commit", "52e8107   #", "P-016   #"},
        {"note", "|\r\n  first\r\n  ---\r\n  last", ">-\r\n  P-016"},
        {"lr", "1e-5", "P-016"},
        {"summary",
         "A plain line that is well past eighty columns wide so that a "
         "re-writer would fold it in two.",
         "P-016"},
    };
    struct str whole = str_from_c(before);
    struct source *source = source_new(&arena, S("x.md"), whole);
    const struct yml_node *root = yml_reread(&arena, source, whole);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const struct yml_node *value = yml_get(root, changes[i][0]);
        size_t at = str_find(whole, str_from_c(changes[i][1]));
        struct str rest = str_from(whole, at + strlen(changes[i][1]));
        assert_str(yml_with_value(&arena, value, S("P-016")),
                   arena_printf(&arena, "%.*s%s%.*s", (int)at, before,
                                changes[i][2], STR_ARG(rest))
                       .ptr);
        assert_ptr_equal(yml_with_value(&arena, value, value->text).ptr,
                         value->place.source->text.ptr);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_item_takes_the_place_of_the_dash),
        TEST(an_item_takes_its_neighbours_quotes),
        TEST(a_long_note_is_folded),
        TEST(a_long_line_stays_one_where_its_neighbour_is_one),
        TEST(comments_behind_a_list_stay_where_they_are),
        TEST(line_ends_are_those_of_the_file),
        TEST(kept_blank_lines_belong_to_their_text),
        TEST(brackets_keep_their_spacing),
        TEST(items_of_text_follow_their_dash),
        TEST(an_empty_list_gets_lines_for_a_map),
        TEST(a_pair_goes_behind_another),
        TEST(a_history_begins_behind_the_version),
        TEST(what_does_not_fit_in_brackets_gets_lines),
        TEST(a_pair_goes_with_its_lines),
        TEST(an_item_goes_with_its_lines),
        TEST(an_inner_list_loses_items_too),
        TEST(a_value_changes_its_kind_in_its_place),
        TEST(folded_text_stays_folded),
        TEST(quotes_come_only_where_they_must),
        TEST(text_that_looks_like_something_else_is_quoted),
        TEST(one_field_of_a_record_changes_and_no_other_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
