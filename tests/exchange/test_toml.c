/* TOML into the tree of YAML. */

#include "support/test.h"

#include "exchange/toml.h"

/* The tree in one line: maps in braces, lists in brackets, texts in quotes. */
static void put(struct out *out, const struct yml_node *node)
{
    switch (node->kind) {
    case YML_SCALAR:
        out_c(out, node->style == YML_PLAIN ? "" : "\"");
        out_str(out, node->text);
        out_c(out, node->style == YML_PLAIN ? "" : "\"");
        return;
    case YML_LIST:
        out_char(out, '[');
        for (size_t i = 0; i < node->len; i++) {
            out_c(out, i > 0 ? " " : "");
            put(out, node->items[i]);
        }
        out_char(out, ']');
        return;
    case YML_MAP:
        out_char(out, '{');
        for (size_t i = 0; i < node->len; i++) {
            out_c(out, i > 0 ? " " : "");
            out_str(out, node->pairs[i].key->text);
            out_c(out, "=");
            put(out, node->pairs[i].value);
        }
        out_char(out, '}');
        return;
    }
}

static void tables_and_values_are_read(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "{}"},
        {"\xef\xbb\xbf# only a comment\r\n", "{}"},
        {"a = 1\nb=true # yes\nc = 1979-05-27\n", "{a=1 b=true c=1979-05-27}"},
        {"[a.b.\"c/d\"]\nx = 'y'\n[a]\nz = 2", "{a={b={c/d={x=\"y\"}} z=2}}"},
        {"a.b.c = \"\\u00e9\\n\"\na.d = ''",
         "{a={b={c=\"\xc3\xa9\n\"} d=\"\"}}"},
        {"l = [ 1, # one\n  \"two\",\n  [3],\n]", "{l=[1 \"two\" [3]]}"},
        {"t = { a = 1, b = {c = [\"x\"]} }", "{t={a=1 b={c=[\"x\"]}}}"},
        {"s = \"\"\"\nfirst\nsecond \\\n   third\"\"\"",
         "{s=\"first\nsecond third\"}"},
        {"s = '''\\d \"'\"'''", "{s=\"\\d \"'\"\"}"},
        {"[[p]]\na = 1\n[[p]]\na = 2\n[p.q]\nb = 3",
         "{p=[{a=1} {a=2 q={b=3}}]}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct arena arena = {0};
        struct failure failure = {0};
        struct out out = {0};
        const struct yml_node *tree =
            toml_read(&arena, str_from_c(cases[i][0]), &failure);
        if (!tree) {
            fail_msg("%s", failure.why);
        }
        put(&out, tree);
        assert_str(out_text(&out), cases[i][1]);
        out_free(&out);
        arena_free(&arena);
    }
}

static void faults_are_named_with_their_line(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"a = 1\na = 2", "line 2: a key stands twice"},
        {"a = \"open\nb", "line 1: a text is never closed"},
        {"\n\na 1", "line 3: an equals sign is missing"},
        {"[a", "line 1: a bracket is missing"},
        {"a = [1 2", "line 1: a comma or ] is missing"},
        {"a = ", "line 1: a value is missing"},
        {"a = 1\n[a.b]", "line 2: a key has a value already"},
        {"a = \"\\q\"", "line 1: a backslash stands before what it cannot "
                        "escape"},
        {"a = \"\\ud800\"", "line 1: there is no such code point"},
        {"a = 'x' y", "line 1: something stands behind the end of a value"},
        {"= 1", "line 1: a key is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct arena arena = {0};
        struct failure failure = {0};
        assert_null(toml_read(&arena, str_from_c(cases[i][0]), &failure));
        assert_string_equal(failure.why, cases[i][1]);
        arena_free(&arena);
    }
}

static void depth_and_size_are_no_matter(void **state)
{
    (void)state;
    static const char *const pieces[] = {"[",       "{a=", "1,", "a.",
                                         "[[a]]\n", "\"",  "#\n"};
    for (size_t p = 0; p < sizeof pieces / sizeof pieces[0]; p++) {
        struct arena arena = {0};
        struct failure failure = {0};
        struct out out = {0};
        out_c(&out, "a = [");
        for (int i = 0; i < 100000; i++) {
            out_c(&out, pieces[p]);
        }
        toml_read(&arena, out_text(&out), &failure);
        toml_read(&arena, str_from(out_text(&out), 5), &failure);
        out_free(&out);
        arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_and_values_are_read),
        cmocka_unit_test(faults_are_named_with_their_line),
        cmocka_unit_test(depth_and_size_are_no_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
