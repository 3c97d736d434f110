/* Sentences around a byte, and the numbers that they state. */

#include "support/test.h"

#include "check/sentence.h"

static struct arena arena;

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* The sentence around the first "@". */
static const char *around(const char *text)
{
    struct source *source = source_new(&arena, S("a.md"), str_from_c(text));
    const struct place whole = {source, 0, source->text.len};
    const struct place place =
        sentence_around(whole, str_find_char(source->text, '@'));
    return arena_cstr(&arena, str_slice(source->text, place.start, place.end));
}

static void a_full_stop_ends_a_sentence(void **state)
{
    (void)state;
    assert_string_equal(around("One. Two @ here. Three."), "Two @ here.");
    assert_string_equal(around("@ first. Then."), "@ first.");
    assert_string_equal(around("Is it? It @ is!"), "It @ is!");
    assert_string_equal(around("(Yes.) The @ is 0.5. So."), "The @ is 0.5.");
    assert_string_equal(around("One.\nTwo @\nlines. Three."), "Two @\nlines.");
}

static void an_abbreviation_ends_nothing(void **state)
{
    (void)state;
    assert_string_equal(around("Ba et al. (2016), @, e.g. Adam. Then."),
                        "Ba et al. (2016), @, e.g. Adam.");
    assert_string_equal(around("J. Ba and @ vs. Li."), "J. Ba and @ vs. Li.");
    assert_string_equal(around("ends. small @ goes on"),
                        "ends. small @ goes on");
}

static void blocks_end_sentences(void **state)
{
    (void)state;
    assert_string_equal(around("One\n\nTwo @\n\nThree"), "Two @");
    assert_string_equal(around("# Head\nTwo @\n- item"), "Two @");
    assert_string_equal(around("One\n- Two @\n- three"), "- Two @");
    assert_string_equal(around("One\n| a @ | 1 |\n| b | 2 |"), "| a @ | 1 |");
    assert_string_equal(around("1. One @\n2. Two"), "One @");
}

static void what_has_no_end_is_cut(void **state)
{
    (void)state;
    struct out out = {0};
    for (int i = 0; i < 3000; i++) {
        out_c(&out, i == 1500 ? "@ " : "a ");
    }
    const char *text = arena_cstr(&arena, out_text(&out));
    out_free(&out);
    assert_true(strlen(around(text)) <= 2000);
    assert_non_null(strchr(around(text), '@'));
}

static const char *decimals_in(const char *text)
{
    struct numbers numbers = {0};
    struct str list = {0};
    const struct str whole = str_from_c(text);
    sentence_decimals(&arena, whole, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        list = arena_printf(
            &arena, "%.*s%s%.*s", STR_ARG(list), i > 0 ? " " : "",
            STR_ARG(str_slice(whole, numbers.at[i].start, numbers.at[i].end)));
    }
    return arena_cstr(&arena, list);
}

static void decimals_are_what_is_stated(void **state)
{
    (void)state;
    assert_string_equal(decimals_in("falls from 2.310 to 2.14 in 3 runs"),
                        "2.310 2.14");
    assert_string_equal(decimals_in("about 0.5, ~0.6, at least 0.7, above\n0.8"
                                    ", up to 0.9 and \u2264 1.0"),
                        "");
    assert_string_equal(decimals_in("section 4.2, `0.1`, $0.2$ and 0.3"),
                        "0.3");
    assert_string_equal(decimals_in("`std` 0.4 and `lr`"), "0.4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_teardown(name, tear_down)
        TEST(a_full_stop_ends_a_sentence), TEST(an_abbreviation_ends_nothing),
        TEST(blocks_end_sentences),        TEST(what_has_no_end_is_cut),
        TEST(decimals_are_what_is_stated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
