/* Which words are the same, and which say something. */

#include "support/test.h"

#include "check/words.h"

static struct arena arena;

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* The content words as they stand, one blank between. */
static const char *content_of(const char *text)
{
    struct words words = {0};
    struct str list = {0};
    words_read(&arena, str_from_c(text), &words);
    for (size_t i = 0; i < words.len; i++) {
        list =
            arena_printf(&arena, "%.*s%s%.*s", STR_ARG(list), i > 0 ? " " : "",
                         STR_ARG(str_slice(str_from_c(text), words.at[i].start,
                                           words.at[i].end)));
    }
    return arena_cstr(&arena, list);
}

static struct word first_word(const char *text)
{
    struct word_reader reader = {.text = str_from_c(text)};
    struct word word = {0};
    assert_true(words_next(&reader, &word));
    return word;
}

static bool is_same(const char *a, const char *b)
{
    return first_word(a).key == first_word(b).key;
}

static void endings_make_no_difference(void **state)
{
    static const char *const same[][2] = {
        {"scale", "scaling"},
        {"scaled", "scales"},
        {"initialise", "initialization"},
        {"Initialising", "initial"},
        {"normalised", "normalization"},
        {"norm", "Normalisations"},
        {"running", "run"},
        {"query", "queries"},
        {"projection", "projections"},
        {"loss", "losses"},
        {"bias", "biases"},
        {"optimiser", "optimizers"},
        {"GPU", "GPUs"},
        {"\xc2\xb5P", "\xce\xbcP"}, /* the micro sign and mu */
    };
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        if (!is_same(same[i][0], same[i][1])) {
            fail_msg("%s and %s differ", same[i][0], same[i][1]);
        }
    }
}

static void different_words_stay_different(void **state)
{
    static const char *const different[][2] = {
        {"gain", "bias"},   {"width", "depth"},   {"rate", "rating"},
        {"loss", "lose"},   {"batch", "bath"},    {"layer", "lay"},
        {"warmup", "warm"}, {"class", "classic"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof different / sizeof different[0]; i++) {
        if (is_same(different[i][0], different[i][1])) {
            fail_msg("%s and %s are the same", different[i][0],
                     different[i][1]);
        }
    }
}

static void compounds_are_known_whole_and_in_parts(void **state)
{
    (void)state;
    assert_true(first_word("warm-up").whole == first_word("warmup").key);
    assert_true(first_word("LayerNorm's").whole == first_word("layernorm").key);
    assert_string_equal(content_of("LayerNorm, RMSNorm, BatchNorm"),
                        "Layer Norm RMS Batch");
    assert_string_equal(content_of("residual-output pre-norm AdamW"),
                        "residual output pre norm Adam");
}

static void what_says_nothing_is_left_out(void **state)
{
    (void)state;
    assert_string_equal(
        content_of("Use the LR that is best for each of the QK norms"),
        "LR best QK norms");
    assert_string_equal(content_of("a 1/sqrt(2N) of N(0, 0.02) in 8-bit FP32"),
                        "sqrt bit FP32");
}

static void links_addresses_and_comments_are_no_words(void **state)
{
    (void)state;
    assert_string_equal(
        content_of("[norm](../literature.d/a.md) https://example.org/path "
                   "<!-- inactive-ok: words --> here, 3 < four"),
        "norm here four");
}

static void other_scripts_are_letters_and_signs_are_not(void **state)
{
    (void)state;
    assert_string_equal(
        content_of("H\xc3\xa4gele\xe2\x80\x99s "
                   "\xce\xb1\xce\xb2\xce\xb3 a\xe2\x86\x92rate"),
        "H\xc3\xa4gele \xce\xb1\xce\xb2\xce\xb3 rate");
}

/* Longer than any buffer, cut off in the middle of a letter. */
static void anything_is_read_to_its_end(void **state)
{
    char text[400];
    (void)state;
    memset(text, 'e', sizeof text);
    text[sizeof text - 1] = '\xc3';
    struct word_reader reader = {.text = {text, sizeof text}};
    struct word word;
    size_t count = 0;
    while (words_next(&reader, &word)) {
        count++;
    }
    assert_int_equal(count, 1);
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = i % 2 ? '-' : 'A';
    }
    reader = (struct word_reader){.text = {text, sizeof text}};
    for (count = 0; words_next(&reader, &word); count++) {
    }
    assert_int_equal(count, WORD_PARTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_teardown(name, tear_down)
        TEST(endings_make_no_difference),
        TEST(different_words_stay_different),
        TEST(compounds_are_known_whole_and_in_parts),
        TEST(what_says_nothing_is_left_out),
        TEST(links_addresses_and_comments_are_no_words),
        TEST(other_scripts_are_letters_and_signs_are_not),
        TEST(anything_is_read_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
