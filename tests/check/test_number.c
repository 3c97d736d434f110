/* Numbers in prose, as they are written and as they compare. */

#include "support/test.h"

#include "check/number.h"

/* "0.02 1/1000" : each number as its own text, one blank between. */
static const char *numbers_in(struct arena *arena, const char *text)
{
    struct numbers numbers = {0};
    struct str list = {0};
    numbers_read(arena, str_from_c(text), &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        list = arena_printf(
            arena, "%.*s%s%.*s", STR_ARG(list), i > 0 ? " " : "",
            STR_ARG(str_slice(str_from_c(text), numbers.at[i].start,
                              numbers.at[i].end)));
    }
    return arena_cstr(arena, list);
}

static void numbers_are_found_as_they_stand(void **state)
{
    static const struct {
        const char *text, *numbers;
    } cases[] = {
        {"N(0, 0.02) and 1/sqrt(2N)", "0 0.02 1 2"},
        {"between 0.97\u20131.0, or 7%~64%", "0.97 1.0 7 64"},
        {"1,000 steps, 12,5 and 1\u202f000\u202f000", "1,000 12 5 "
                                                      "1\u202f000\u202f000"},
        {"lr 1e-3, 2\u00d710\u2078 tokens, 3 x 10^-4", "1e-3 2\u00d710\u2078 "
                                                       "3 x 10^-4"},
        {".5 of 8.3B and \u22121.5", ".5 8.3 1.5"},
        {"GPT-2, L2, SOTA-060, bf16, wmt14_en, x86", ""},
        {"the 2nd layer in 3D, version 1.10.2", ""},
        {"2-layer, B \u221d C^(1/4)", "2 1 4"},
        {"16x16 patches", "16"},
        {"ends with 7.", "7"},
        {"10^6 tokens, 10^{-3} and 10\u207b\u2074, not 10-3",
         "10^6 10^{-3} 10\u207b\u2074 10 3"},
        {"O(n^5) and 2^{10}", "5 2 10"},
        {"~400 times, \u2265100 of them", "400 100"},
        {"\u00b10.005 around 6.7%", "0.005 6.7"},
    };
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(numbers_in(&arena, cases[i].text),
                            cases[i].numbers);
    }
    arena_free(&arena);
}

static bool is_same(const char *a, const char *b)
{
    struct arena arena = {0};
    struct numbers numbers = {0};
    numbers_read(&arena, str_from_c(a), &numbers);
    numbers_read(&arena, str_from_c(b), &numbers);
    if (numbers.len == 1) {
        numbers_read_words(&arena, str_from_c(b), &numbers);
    }
    assert_int_equal(numbers.len, 2);
    const bool answer = number_is_same(&numbers.at[0], &numbers.at[1]);
    arena_free(&arena);
    return answer;
}

static void numbers_compare_by_value(void **state)
{
    (void)state;
    assert_true(is_same("1e-3", "0.001"));
    assert_true(is_same("1.0", "1"));
    assert_true(is_same("1,000", "1000"));
    assert_true(is_same("2\u00d710\u2078", "200,000,000"));
    assert_true(is_same("8.3B", "8.3 billion"));
    assert_true(is_same("8.3B", "8,300,000,000"));
    assert_true(is_same("20%", "0.2"));
    assert_true(is_same("20 per cent", "20%"));
    assert_true(is_same("0", "0.000"));
    assert_true(is_same("12", "twelve"));
    assert_true(is_same("0", "zero"));
    assert_true(is_same("1e-3", "10^-3"));
    assert_true(is_same("1,000,000", "10\u2076"));
    assert_true(is_same("1000K", "1M"));
    assert_false(is_same("6.7%", "6.7B"));
    assert_false(is_same("400", "\u2265100"));
    assert_false(is_same("0.02", "0.2"));
    assert_false(is_same("15", "1.5"));
    assert_false(is_same("2.440", "2.441"));
    assert_false(is_same("100", "101"));
    assert_false(is_same("1e-3", "1e3"));
}

/* The numbers of the text that count something. */
static const char *counts_in(struct arena *arena, const char *text)
{
    struct numbers numbers = {0};
    struct str list = {0};
    const struct str whole = str_from_c(text);
    numbers_read(arena, whole, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        const struct number *number = &numbers.at[i];
        if (!number_is_label(whole, number)) {
            list = arena_printf(
                arena, "%.*s%s%.*s", STR_ARG(list), list.len > 0 ? " " : "",
                STR_ARG(str_slice(whole, number->start, number->end)));
        }
    }
    return arena_cstr(arena, list);
}

static void places_and_days_are_no_counts(void **state)
{
    static const struct {
        const char *text, *counts;
    } cases[] = {
        {"\u00a74.2, section 5.2, Table 3, Fig. 2, pp. 7", ""},
        {"versions 1 and 2, sections 5, 6 and 8", ""},
        {"in 2 versions, with 3 tables", "2 3"},
        {"Ba et al. (2016), (Xiong, 2020a), and 2000 updates", "2000"},
        {"on 2026-11-29 and in 2026-11, 0.97-1.0", "0.97 1.0"},
        {"1500-2000 steps, 2000-12", "1500 2000"},
        {"1412.6980, 2002.04745 and 1412.69", "1412.69"},
        {"https://example.org/v1/25 and 25", "25"},
        {"issue #114 of 5", "5"},
    };
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(counts_in(&arena, cases[i].text), cases[i].counts);
    }
    arena_free(&arena);
}

/* Whether the text spells out the number, among others. */
static bool spells(const char *text, const char *number)
{
    struct arena arena = {0};
    struct numbers wanted = {0}, words = {0};
    bool is_spelt = false;
    numbers_read(&arena, str_from_c(number), &wanted);
    numbers_read_words(&arena, str_from_c(text), &words);
    for (size_t i = 0; i < words.len; i++) {
        is_spelt |= number_is_same(&words.at[i], &wanted.at[0]);
    }
    arena_free(&arena);
    return is_spelt;
}

static void words_that_go_on_are_one_number(void **state)
{
    (void)state;
    assert_true(spells("one million tokens", "1,000,000"));
    assert_true(spells("two hundred thousand", "200000"));
    assert_true(spells("half of twelve", "0.5"));
    assert_true(spells("twice a dozen", "12"));
    assert_false(spells("one million", "1,048,576"));
    assert_false(spells("two, thousand", "2000"));
    assert_false(spells("hundred", "0"));
    assert_false(spells("bone", "1"));
}

static bool rounds(const char *text, double value)
{
    struct arena arena = {0};
    struct numbers numbers = {0};
    numbers_read(&arena, str_from_c(text), &numbers);
    assert_int_equal(numbers.len, 1);
    const bool answer = number_rounds(&numbers.at[0], value);
    arena_free(&arena);
    return answer;
}

static void a_number_stands_for_what_rounds_to_it(void **state)
{
    (void)state;
    assert_true(rounds("0.060", 0.0598));
    assert_false(rounds("0.060", 0.0594));
    assert_true(rounds("0.06", 0.0594));
    assert_true(rounds("2.440", -2.4404));
    assert_true(rounds("0.5", 0.45));
    assert_false(rounds("0.5", 0.44));
    assert_true(rounds("1.5e-3", 0.00146));
    assert_false(rounds("1.5e-3", 0.00144));
    assert_true(rounds("3", 2.6));
}

/* Longer than any number that means something: cut, not overrun. */
static void endless_digits_are_read(void **state)
{
    struct arena arena = {0};
    struct numbers numbers = {0};
    (void)state;
    char text[400];
    memset(text, '7', sizeof text);
    numbers_read(&arena, (struct str){text, sizeof text}, &numbers);
    assert_int_equal(numbers.len, 1);
    assert_int_equal(numbers.at[0].end, sizeof text);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_found_as_they_stand),
        cmocka_unit_test(numbers_compare_by_value),
        cmocka_unit_test(places_and_days_are_no_counts),
        cmocka_unit_test(words_that_go_on_are_one_number),
        cmocka_unit_test(a_number_stands_for_what_rounds_to_it),
        cmocka_unit_test(endless_digits_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
