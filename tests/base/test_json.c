/* JSON read with places of errors, and written the same every time. */

#include "support/test.h"

#include "base/json.h"

#include <math.h>
#include <stdio.h>

static void a_tree_keeps_order_types_and_nul_bytes(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct failure failure = {0};
    struct json *tree = NULL;
    assert_true(json_read(&arena,
                          S("{\"z\": [1, 2.5, true, null], \"a\": "
                            "\"x\\u0000y\", \"n\": -9007199254740993}"),
                          &tree, &failure));
    assert_str(tree->items[0].key, "z");
    const struct json *list = json_get(tree, "z");
    assert_int_equal(list->len, 4);
    assert_int_equal(list->items[0].type, JSON_INTEGER);
    assert_true(list->items[1].real >= 2.5 && list->items[1].real <= 2.5);
    assert_true(list->items[2].boolean);
    assert_int_equal(list->items[3].type, JSON_NULL);
    assert_int_equal(json_get(tree, "a")->string.len, 3);
    assert_true(json_get(tree, "n")->integer == -9007199254740993);
    assert_null(json_get(tree, "missing"));
    assert_null(json_get(list, "z"));
    assert_null(json_get(NULL, "z"));
    assert_int_equal(json_get(tree, "a")->type, JSON_STRING);
    assert_int_equal(json_get(tree, "n")->type, JSON_INTEGER);
    arena_free(&arena);
}

static void errors_say_line_and_column(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct failure failure = {0};
    struct json *tree = NULL;
    assert_false(
        json_read(&arena, S("{\n  \"a\": 1,\n  \"a\": 2}"), &tree, &failure));
    assert_null(tree);
    assert_int_equal(strncmp(failure.why, "3:5: ", 5), 0);
    static const char *const wrong[] = {"",    "{",        "[1,]",  "{\"a\" 1}",
                                        "1 2", "\"\xff\"", "1e999", "nan"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(json_read(&arena, str_from_c(wrong[i]), &tree, &failure));
    }
    arena_free(&arena);
}

static void deep_nesting_is_refused_not_followed(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct failure failure = {0};
    struct json *tree = NULL;
    static char deep[100001];
    memset(deep, '[', 100000);
    assert_false(json_read(&arena, str_from_c(deep), &tree, &failure));
    arena_free(&arena);
}

static void write_sample(struct json_out *j)
{
    json_open(j, '{');
    json_key(j, "id");
    json_str(j, S("a\"b"));
    json_key(j, "empty");
    json_open(j, '[');
    json_close(j);
    json_key(j, "values");
    json_open(j, '[');
    json_int(j, -1);
    json_double(j, 0.1);
    json_double(j, (double)NAN);
    json_bool(j, true);
    json_none(j);
    json_close(j);
    json_close(j);
}

static void writing_indents_by_two_or_not_at_all(void **state)
{
    (void)state;
    struct out out = {0};
    struct json_out j = {.out = &out};
    write_sample(&j);
    assert_str(out_text(&out), "{\n  \"id\": \"a\\\"b\",\n  \"empty\": [],\n"
                               "  \"values\": [\n    -1,\n    0.1,\n    null,\n"
                               "    true,\n    null\n  ]\n}");
    out_reset(&out);
    j = (struct json_out){.out = &out, .is_compact = true};
    write_sample(&j);
    assert_str(out_text(&out), "{\"id\":\"a\\\"b\",\"empty\":[],"
                               "\"values\":[-1,0.1,null,true,null]}");
    out_free(&out);
}

static void numbers_are_the_shortest_that_read_back(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.1, "0.1"},
                 {1.0 / 3, "0.3333333333333333"},
                 {1e300, "1e+300"},
                 {5376, "5376"},
                 {0.30000000000000004, "0.30000000000000004"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct out out = {0};
        struct json_out j = {.out = &out};
        json_double(&j, cases[i].value);
        assert_str(out_text(&out), cases[i].text);
        out_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_keeps_order_types_and_nul_bytes),
        cmocka_unit_test(errors_say_line_and_column),
        cmocka_unit_test(deep_nesting_is_refused_not_followed),
        cmocka_unit_test(writing_indents_by_two_or_not_at_all),
        cmocka_unit_test(numbers_are_the_shortest_that_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
