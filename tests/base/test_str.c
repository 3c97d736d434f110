/* Text: cutting, comparing, numbers. */

#include "support/test.h"

#include "base/str.h"

#include <locale.h>

static void cut_without_separator_returns_whole(void **state)
{
    (void)state;
    struct str head = {0};
    struct str tail = S("left over");
    assert_false(str_cut(S("abc"), '=', &head, &tail));
    assert_str(head, "abc");
    assert_str(tail, "");
}

static void cut_splits_at_the_first_separator(void **state)
{
    (void)state;
    struct str head = {0};
    struct str tail = {0};
    assert_true(str_cut(S("a=b=c"), '=', &head, &tail));
    assert_str(head, "a");
    assert_str(tail, "b=c");
}

static void lines_end_with_or_without_carriage_return(void **state)
{
    (void)state;
    struct str rest = S("one\r\ntwo\n\nlast");
    struct str line = {0};
    static const char *const expected[] = {"one", "two", "", "last"};
    for (size_t i = 0; i < 4; i++) {
        assert_true(str_next_line(&rest, &line));
        assert_str(line, expected[i]);
    }
    assert_false(str_next_line(&rest, &line));
}

static void slices_are_clipped_to_the_text(void **state)
{
    (void)state;
    assert_str(str_slice(S("abc"), 1, 99), "bc");
    assert_str(str_slice(S("abc"), 2, 1), "");
    assert_str(str_from(S("abc"), 7), "");
    assert_str(str_trim(S(" \t a b \r\n")), "a b");
    assert_str(str_trim((struct str){0}), "");
}

static void order_is_by_unsigned_bytes_then_length(void **state)
{
    (void)state;
    assert_true(str_compare(S("a"), S("b")) < 0);
    assert_true(str_compare(S("a\x7f"), S("a\xc3")) < 0);
    assert_true(str_compare(S("a"), S("ab")) < 0);
    assert_int_equal(str_compare(S("ab"), S("ab")), 0);
    assert_true(str_compare((struct str){0}, S("a")) < 0);
}

static void search_finds_the_first_and_folds_ascii_only(void **state)
{
    (void)state;
    assert_int_equal(str_find(S("abcabc"), S("ca")), 2);
    assert_true(str_find(S("abc"), S("abcd")) == STR_NONE);
    assert_int_equal(str_find_nocase(S("xx Norm"), S("nORM")), 3);
    assert_true(str_find_nocase(S("\xc3\x84"), S("\xc3\xa4")) == STR_NONE);
    assert_int_equal(str_rfind_char(S("a/b/c"), '/'), 3);
}

static void integers_are_read_whole_or_not_at_all(void **state)
{
    (void)state;
    int64_t value = 7;
    assert_true(str_to_int64(S("-9223372036854775808"), &value));
    assert_true(value == INT64_MIN);
    assert_true(str_to_int64(S("+060"), &value));
    assert_int_equal(value, 60);
    static const char *const wrong[] = {
        "", "-", "1 ", " 1", "1.0", "0x10", "9223372036854775808", "1e3"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(str_to_int64(str_from_c(wrong[i]), &value));
    }
    assert_int_equal(value, 60);
}

static void numbers_follow_yaml_core_in_any_locale(void **state)
{
    (void)state;
    setlocale(LC_ALL, "de_DE.UTF-8"); /* harmless where it is missing */
    double value = 0;
    assert_true(str_to_double(S("1e-5"), &value));
    assert_true(value >= 1e-5 && value <= 1e-5);
    assert_true(str_to_double(S(".5"), &value));
    assert_true(value >= 0.5 && value <= 0.5);
    assert_true(str_to_double(S("-2."), &value));
    assert_true(value >= -2.0 && value <= -2.0);
    static const char *const wrong[] = {"",     ".",   "1e",  "0x1p3", "nan",
                                        ".inf", "1,5", "1 2", "1e999", "--1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(str_to_double(str_from_c(wrong[i]), &value));
    }
    setlocale(LC_ALL, "C");
}

static void distance_counts_a_swap_of_neighbours_once(void **state)
{
    (void)state;
    assert_int_equal(str_distance(S("LIT-734"), S("LIT-743")), 1);
    assert_int_equal(str_distance(S("kitten"), S("sitting")), 3);
    assert_int_equal(str_distance(S(""), S("abc")), 3);
    char longer[300] = {0};
    struct str text = {longer, sizeof longer};
    assert_true(str_distance(text, S("a")) == SIZE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_without_separator_returns_whole),
        cmocka_unit_test(cut_splits_at_the_first_separator),
        cmocka_unit_test(lines_end_with_or_without_carriage_return),
        cmocka_unit_test(slices_are_clipped_to_the_text),
        cmocka_unit_test(order_is_by_unsigned_bytes_then_length),
        cmocka_unit_test(search_finds_the_first_and_folds_ascii_only),
        cmocka_unit_test(integers_are_read_whole_or_not_at_all),
        cmocka_unit_test(numbers_follow_yaml_core_in_any_locale),
        cmocka_unit_test(distance_counts_a_swap_of_neighbours_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
