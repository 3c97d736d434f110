/* Quotes against stored text: what layout does is folded, what was said is
 * not. */

#include "support/test.h"

#include "check/fold.h"

static bool has_quote(const char *text, const char *quote)
{
    struct arena arena = {0};
    const bool is_found =
        fold_has_quote(fold_layout(&arena, str_from_c(text)),
                       fold_layout(&arena, str_from_c(quote)));
    arena_free(&arena);
    return is_found;
}

static void ligatures_and_joined_letters_are_spelled_out(void **state)
{
    (void)state;
    assert_true(has_quote("The e\ufb00ect is signi\ufb01cant, o\ufb03cially.",
                          "effect is significant, officially"));
    assert_true(has_quote("the \u0153uvre of \u00c6gir", "oeuvre of AEgir"));
    assert_true(has_quote("an oeuvre", "an \u0153uvre"));
}

static void hyphens_at_line_ends_are_tried_joined_and_kept(void **state)
{
    (void)state;
    assert_true(has_quote("the opti-\nmiser steps", "the optimiser steps"));
    assert_true(has_quote("a state-of-the-\nart run", "state-of-the-art run"));
    assert_true(has_quote("the opti- miser steps", "the optimiser steps"));
    assert_true(has_quote("pre- and post-norm", "pre- and post-norm"));
    assert_true(has_quote("the optimiser steps", "the opti-\nmiser steps"));
    assert_false(has_quote("a pre norm run", "a pre-norm run"));
    assert_false(has_quote("a prenorm run", "a pre-norm run"));
}

static void soft_hyphens_vanish_with_the_line_end_behind_them(void **state)
{
    (void)state;
    assert_true(has_quote("is train\u00ad\ned on it", "is trained on it"));
    assert_true(has_quote("is train\u00aded", "is trained"));
}

static void blanks_quotes_and_dashes_are_of_one_kind(void **state)
{
    (void)state;
    assert_true(has_quote("It\u2019s \u201cstable\u201d\u00a0for x\u2009> 2",
                          "It's \"stable\" for x > 2"));
    assert_true(has_quote("a gain of \u22121.5", "a gain of -1.5"));
    assert_true(has_quote("layers 2\u20138", "layers 2-8"));
    assert_true(has_quote("one\n  two\tthree", "one two three"));
    assert_true(has_quote("large \u2014 and slow", "large -- and slow"));
}

static void digits_points_case_and_words_are_never_folded(void **state)
{
    (void)state;
    assert_false(has_quote("gain of 1.5 points", "gain of 15 points"));
    assert_false(has_quote("gain of 15 points", "gain of 1.5 points"));
    assert_false(has_quote("10\u00b2 steps", "102 steps"));
    assert_false(has_quote("Warmup helps", "warmup helps"));
    assert_false(has_quote("warmup helps", "warm up helps"));
    assert_false(has_quote("does not help", "does help"));
}

static void no_word_and_no_number_is_cut(void **state)
{
    (void)state;
    assert_false(has_quote("gain of 1.5 points", "gain of 1"));
    assert_false(has_quote("gain of 1.5 points", "5 points"));
    assert_false(has_quote("1,500 steps", "500 steps"));
    assert_false(has_quote("unstable runs", "stable runs"));
    assert_true(has_quote("It gains 1. Then it stops.", "gains 1"));
}

static void an_omission_leaves_out_any_amount_in_order(void **state)
{
    (void)state;
    const char *text = "First we warm up. Then we train. Later we decay.";
    assert_true(has_quote(text, "First we warm up. [...] we decay."));
    assert_true(has_quote(text, "First we warm up \u2026 Later we decay"));
    assert_true(has_quote(text, "... we train."));
    assert_false(has_quote(text, "we decay. [...] First we warm up."));
    assert_false(has_quote(text, "First we decay"));
}

static void the_longest_start_says_where_both_part(void **state)
{
    (void)state;
    struct str after;
    const struct str text = S("we scale weights by 1/sqrt(N) at the start");
    assert_str(fold_longest_start(text, S("scale weights by 1/N"), &after),
               "scale weights by");
    assert_str(after, "1/sqrt(N) at the start");
    assert_str(fold_longest_start(text, S("never said"), &after), "");
}

/* Pieces that folding changes or joins, and some that it leaves. */
static struct str made_up(struct arena *arena, uint32_t *state, uint32_t pieces)
{
    static const char *const list[] = {"a",      "b",      "A",
                                       "1",      "2",      " ",
                                       "\n",     "-",      ".",
                                       ",",      "...",    " ",
                                       "\u00ad", "\ufb01", "`",
                                       "\u2019", "\u2014", "\u2026",
                                       "(...",   "a- ",    "ab",
                                       ". ",     "; ",     "--",
                                       "\u200b", "fi",     "\xc3\xa9 word ",
                                       "a b"};
    struct out out = {0};
    for (uint32_t i = 0; i < pieces; i++) {
        *state = *state * 1664525 + 1013904223;
        out_c(&out, list[(*state >> 16) % (sizeof list / sizeof list[0])]);
    }
    return out_take(&out, arena);
}

static void what_stands_word_for_word_is_found_folded_too(void **state)
{
    (void)state;
    struct arena arena = {0};
    uint32_t dice = 1;
    size_t found = 0;
    for (size_t i = 0; i < 60000; i++) {
        struct arena_mark mark = arena_mark(&arena);
        const struct str text = made_up(&arena, &dice, 3 + dice % 9);
        const size_t from = (dice >> 8) % (text.len + 1);
        const size_t to = from + (dice >> 20) % (text.len - from + 1);
        const struct str quote = str_slice(text, from, to);
        if (fold_has_verbatim(text, quote)) {
            found++;
            assert_true(fold_has_quote(fold_layout(&arena, text),
                                       fold_layout(&arena, quote)));
        }
        arena_rewind(&arena, mark);
    }
    assert_true(found > 500);
    assert_true(
        fold_has_verbatim(S("we scale it by two, then"), S("scale it by two")));
    assert_false(fold_has_verbatim(S("we scale it"), S("we scale i")));
    arena_free(&arena);
}

/* A quote of nothing but line-end hyphens must not take forever. */
static void many_hyphens_are_no_wait(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str text = {0};
    for (int i = 0; i < 200; i++) {
        text = arena_printf(&arena, "%.*sa- ", STR_ARG(text));
    }
    const struct str quote = arena_printf(&arena, "%.*sb", STR_ARG(text));
    assert_false(
        fold_has_quote(fold_layout(&arena, text), fold_layout(&arena, quote)));
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ligatures_and_joined_letters_are_spelled_out),
        cmocka_unit_test(hyphens_at_line_ends_are_tried_joined_and_kept),
        cmocka_unit_test(soft_hyphens_vanish_with_the_line_end_behind_them),
        cmocka_unit_test(blanks_quotes_and_dashes_are_of_one_kind),
        cmocka_unit_test(digits_points_case_and_words_are_never_folded),
        cmocka_unit_test(no_word_and_no_number_is_cut),
        cmocka_unit_test(an_omission_leaves_out_any_amount_in_order),
        cmocka_unit_test(the_longest_start_says_where_both_part),
        cmocka_unit_test(what_stands_word_for_word_is_found_folded_too),
        cmocka_unit_test(many_hyphens_are_no_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
