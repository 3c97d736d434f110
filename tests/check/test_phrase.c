/* Phrases where they stand, and not where they only seem to. */

#include "support/test.h"

#include "check/phrase.h"

static const char *const list[] = {"flagged for", "no source runs",
                                   "should not ... this practice"};
static const struct phrases phrases = {list, sizeof list / sizeof list[0]};

/* The first hit's bytes, or "". */
static const char *found(struct arena *arena, const char *text)
{
    struct phrase_hit hit;
    if (!phrase_find(&phrases, str_from_c(text), 0, &hit)) {
        return "";
    }
    return arena_cstr(arena, str_slice(str_from_c(text), hit.start, hit.end));
}

static void phrases_are_found_across_lines_case_and_mark_up(void **state)
{
    struct arena arena = {0};
    (void)state;
    assert_string_equal(found(&arena, "It is Flagged for it."), "Flagged for");
    assert_string_equal(found(&arena, "a **no**\n    source _runs_ it"),
                        "no**\n    source _runs");
    assert_string_equal(
        found(&arena, "One should not, e.g. in a hurry,\ntrust THIS practice."),
        "should not, e.g. in a hurry,\ntrust THIS practice");
    arena_free(&arena);
}

static void words_are_whole_and_sentences_end(void **state)
{
    static const char *const without[] = {
        "unflagged for it",
        "flagged forever",
        "no source. Runs of it",
        "no source\n\nruns",
        "no source\n- runs",
        "no source\n## Runs",
        "should not. This practice",
        "should not <!-- this practice -->\n\nend",
        "<!-- no source runs -->",
        "flagged, for",
        "no source",
        "",
    };
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        assert_string_equal(found(&arena, without[i]), "");
    }
    arena_free(&arena);
}

static void the_word_before_belongs_to_the_sentence(void **state)
{
    const struct str text = S("It was **flagged for** it. Flagged for that.");
    struct phrase_hit hit;
    (void)state;
    assert_true(phrase_find(&phrases, text, 0, &hit));
    assert_true(str_is(phrase_word_before(text, hit.start), "was"));
    assert_true(phrase_find(&phrases, text, hit.end, &hit));
    assert_int_equal(hit.phrase, 0);
    assert_true(phrase_word_before(text, hit.start).len == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phrases_are_found_across_lines_case_and_mark_up),
        cmocka_unit_test(words_are_whole_and_sentences_end),
        cmocka_unit_test(the_word_before_belongs_to_the_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
