/* The trap first: libyaml counts code points, we promise bytes. Each scalar's
 * place must hold exactly what was written, whatever stands before it. */

#include "support/test.h"

#include "yml/yml.h"

struct fixture {
    struct arena arena;
    struct diags diags;
    struct source *source;
    struct yml_node *root;
};

static struct fixture parse(const char *text)
{
    struct fixture f = {0};
    struct arena *arena = calloc(1, sizeof *arena);
    f.diags.arena = arena;
    f.source = source_new(arena, S("x.yaml"), str_from_c(text));
    struct yml_front front = yml_front(f.source, &f.diags);
    f.root =
        yml_parse(arena, f.source, front.yaml_start, front.yaml_end, &f.diags);
    return f;
}

static void done(struct fixture *f)
{
    struct arena *arena = f->diags.arena;
    arena_free(arena);
    free(arena);
}

static struct str bytes_of(const struct yml_node *node)
{
    return str_slice(node->place.source->text, node->place.start,
                     node->place.end);
}

static void places_are_bytes_behind_letters_of_any_width(void **state)
{
    (void)state;
    struct fixture f = parse("t\xc3\xad: \"\xc3\xa9\xe6\x97\xa5\"\n"
                             "l: [\xf0\x9f\x8e\x89, 'b', c]  # \xc3\xa9\n"
                             "m: {k: \xc3\xa9x}\n"
                             "z: last\n");
    assert_int_equal(f.diags.len, 0);
    assert_str(bytes_of(yml_get(f.root, "t\xc3\xad")),
               "\"\xc3\xa9\xe6\x97\xa5\"");
    const struct yml_node *list = yml_get(f.root, "l");
    assert_str(bytes_of(list), "[\xf0\x9f\x8e\x89, 'b', c]");
    assert_str(bytes_of(list->items[0]), "\xf0\x9f\x8e\x89");
    assert_str(bytes_of(list->items[1]), "'b'");
    assert_str(bytes_of(list->items[2]), "c");
    assert_str(bytes_of(yml_get(f.root, "m")), "{k: \xc3\xa9x}");
    assert_str(bytes_of(yml_get(yml_get(f.root, "m"), "k")), "\xc3\xa9x");
    assert_str(bytes_of(yml_get(f.root, "z")), "last");
    assert_str(bytes_of(yml_pair(f.root, "z")->key), "z");
    done(&f);
}

static void places_hold_behind_a_byte_order_mark_and_crlf(void **state)
{
    (void)state;
    struct fixture f =
        parse("\xef\xbb\xbf"
              "a: \xc3\xa9\r\nb: |\r\n  \xc3\xa9\r\n  two\r\n\r\nc: end\r\n");
    assert_int_equal(f.diags.len, 0);
    assert_str(bytes_of(yml_get(f.root, "a")), "\xc3\xa9");
    assert_str(bytes_of(yml_get(f.root, "b")), "|\r\n  \xc3\xa9\r\n  two");
    assert_str(yml_get(f.root, "b")->text, "\xc3\xa9\ntwo\n");
    assert_str(bytes_of(yml_get(f.root, "c")), "end");
    struct position c = source_position(f.diags.arena, f.source,
                                        yml_get(f.root, "c")->place.start);
    assert_int_equal(c.line, 6);
    assert_int_equal(c.column, 4);
    done(&f);
}

static void blocks_end_with_their_last_child(void **state)
{
    (void)state;
    struct fixture f = parse("a:\n  - one\n  - two\n\n# comment\n\nb: x\n");
    assert_str(bytes_of(yml_get(f.root, "a")), "- one\n  - two");
    assert_str(bytes_of(f.root), "a:\n  - one\n  - two\n\n# comment\n\nb: x");
    done(&f);
}

static void an_empty_value_stands_behind_its_colon(void **state)
{
    (void)state;
    struct fixture f = parse("\xc3\xa9: 1\nsummary:\nb: x\n");
    const struct yml_node *empty = yml_get(f.root, "summary");
    assert_true(yml_is_null(empty));
    assert_int_equal(empty->place.start, empty->place.end);
    assert_int_equal(empty->place.start, strlen("\xc3\xa9: 1\nsummary:"));
    done(&f);
}

static void styles_are_kept(void **state)
{
    (void)state;
    struct fixture f = parse("p: a\ns: 'a'\nd: \"a\"\nl: |\n  a\nf: >-\n  a\n");
    static const struct {
        const char *key;
        enum yml_style style;
    } expected[] = {{"p", YML_PLAIN},
                    {"s", YML_SINGLE_QUOTED},
                    {"d", YML_DOUBLE_QUOTED},
                    {"l", YML_LITERAL},
                    {"f", YML_FOLDED}};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(yml_get(f.root, expected[i].key)->style,
                         expected[i].style);
    }
    done(&f);
}

/* What stood in the way of a real record: two comments, one of them inside a
 * folded scalar, where a blank line in its place would change the value. */
static void a_stray_comment_is_told_and_read_around(void **state)
{
    (void)state;
    struct fixture f = parse("date: '2026-09-05'\n"
                             "<!-- inactive-ok: LIT-141 \xe2\x80\x94 why -->\n"
                             "source: LIT-141\n"
                             "summary: >-\n"
                             "<!-- again -->\n"
                             "  Zhu et al.\n"
                             "  (2024)\n"
                             "tags: [a]\n");
    assert_string_equal(
        test_diags_text(f.diags.arena, &f.diags),
        "x.yaml:2:1: error: an HTML comment is no comment in YAML "
        "[yaml-html-comment]\n"
        "  hint: start the line with #, outside of any value\n"
        "x.yaml:5:1: error: an HTML comment is no comment in YAML "
        "[yaml-html-comment]\n"
        "  hint: start the line with #, outside of any value\n");
    assert_str(yml_get(f.root, "source")->text, "LIT-141");
    assert_str(bytes_of(yml_get(f.root, "source")), "LIT-141");
    assert_str(yml_get(f.root, "summary")->text, "Zhu et al. (2024)");
    assert_str(bytes_of(yml_get(f.root, "tags")), "[a]");
    assert_int_equal(f.root->len, 4);
    done(&f);
}

static void a_stray_comment_of_several_lines_is_one(void **state)
{
    (void)state;
    struct fixture f = parse("a: 1\n<!-- one\ntwo: x\n-->\nb: 2\n"
                             "<!-- never closed\nc: 3\n");
    assert_int_equal(test_count_rule(&f.diags, "yaml-html-comment"), 2);
    assert_int_equal(f.diags.len, 2);
    assert_null(yml_get(f.root, "two"));
    assert_str(bytes_of(yml_get(f.root, "b")), "2");
    assert_str(bytes_of(yml_get(f.root, "c")), "3");
    done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_bytes_behind_letters_of_any_width),
        cmocka_unit_test(places_hold_behind_a_byte_order_mark_and_crlf),
        cmocka_unit_test(blocks_end_with_their_last_child),
        cmocka_unit_test(an_empty_value_stands_behind_its_colon),
        cmocka_unit_test(styles_are_kept),
        cmocka_unit_test(a_stray_comment_is_told_and_read_around),
        cmocka_unit_test(a_stray_comment_of_several_lines_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
