/* Titles as registries send them, against titles as people type them. */

#include "support/test.h"

#include "check/same_title.h"

static bool is_same(const char *a, const char *b)
{
    struct arena arena = {0};
    const bool answer = same_title(&arena, str_from_c(a), str_from_c(b));
    assert_true(same_title(&arena, str_from_c(b), str_from_c(a)) == answer);
    arena_free(&arena);
    return answer;
}

static void mark_up_and_entities_say_nothing(void **state)
{
    static const char *const same[][2] = {
        {"Waves in <i>N</i>-Part Media &amp;amp; More",
         "Waves in N-part media & more"},
        {"Waves in <mml:math><mml:mi>N</mml:mi></mml:math>-Part Media",
         "Waves in $N$-Part Media"},
        {"Errors $\\less$ 1\\,%", "Errors < 1 %"},
        {"Errors &lt; 1 %", "errors < 1%"},
        {"$\\mu$P at \\textit{Scale}", "\xc2\xb5P at scale"},
        {"&Mu;P at&nbsp;scale", "\xce\xbcP at Scale"},
        {"CO<sub>2</sub> in the Air", "CO\xe2\x82\x82 in the air"},
        {"L&#x00E9;vy flights", "Levy Flights"},
        {"L&eacute;vy  flights", "L\xc3\xa9vy\nflights"},
        {"Erd\\H{o}s graphs", "Erd\xc5\x91s graphs"},
        {"Training \xe2\x80\x93 quickly", "Training: quickly"},
        {"E\xef\xac\x83"
         "cient runs",
         "Efficient runs"},
        {"Large-Scale Models", "Large Scale Models"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        if (!is_same(same[i][0], same[i][1])) {
            fail_msg("%s | %s", same[i][0], same[i][1]);
        }
    }
}

static void a_subtitle_may_be_left_out(void **state)
{
    (void)state;
    assert_true(is_same("SGDR", "SGDR: Gradient Descent with Restarts"));
    assert_false(is_same("SGDR: one thing", "SGDR: another thing"));
    assert_false(is_same("Neural Networks are Surprisingly Modular",
                         "Pruned Neural Networks are Surprisingly Modular"));
}

static void other_titles_are_others(void **state)
{
    static const char *const different[][2] = {
        {"Cheap Checkpoints for Long Runs", "Sound in Warm Gases"},
        {"Scaling to 8 Bits", "Scaling to 4 Bits"},
        {"A \\mu B", "A \\nu B"},
        {"\xe6\xb3\xa2", "\xe6\xb5\xb7"},
        {"Errors of \xc2\xb2", "Errors of \xc2\xb3"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof different / sizeof different[0]; i++) {
        if (is_same(different[i][0], different[i][1])) {
            fail_msg("%s | %s", different[i][0], different[i][1]);
        }
    }
}

static void half_written_mark_up_is_text(void **state)
{
    (void)state;
    assert_true(is_same("a <b", "a b"));
    assert_true(is_same("&amp", "amp"));
    assert_true(is_same("x &#xD800; y &#99999999; z", "x xD800 y 99999999 z"));
    assert_true(is_same("\\", "$"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mark_up_and_entities_say_nothing),
        cmocka_unit_test(a_subtitle_may_be_left_out),
        cmocka_unit_test(other_titles_are_others),
        cmocka_unit_test(half_written_mark_up_is_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
