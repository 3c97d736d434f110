/* Findings as people see them. */

#include "support/test.h"

#include "base/diag.h"

static void a_finding_shows_place_rule_and_hint(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct diags diags = {.arena = &arena};
    struct source *source =
        source_new(&arena, S("records/practices/SOTA-060.md"),
                   S("---\nsource: [\xc3\xa9, LIT-734]\n"));
    struct place place = {source, 17, 24};
    struct diag *diag =
        diag_add(&diags, SEVERITY_ERROR, "link-unresolved", place,
                 "no record has the id \"%s\"", "LIT-734");
    diag_hint(&diags, diag, "did you mean \"%s\"?", "LIT-733");
    assert_string_equal(
        test_diags_text(&arena, &diags),
        "records/practices/SOTA-060.md:2:13: error: no record has the id "
        "\"LIT-734\" [link-unresolved]\n  hint: did you mean \"LIT-733\"?\n");
    arena_free(&arena);
}

static void quoted_input_cannot_move_the_cursor(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct diags diags = {.arena = &arena};
    diag_add(&diags, SEVERITY_WARNING, "some-rule", (struct place){0},
             "a\033[2Jb\nc");
    assert_string_equal(test_diags_text(&arena, &diags),
                        "warning: a<U+001B>[2Jb c [some-rule]\n");
    arena_free(&arena);
}

static void reports_are_ordered_by_path_then_place_then_rule(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct diags diags = {.arena = &arena};
    struct source *a = source_new(&arena, S("a.md"), S("x\ny\n"));
    struct source *b = source_new(&arena, S("b.md"), S("x\n"));
    diag_add(&diags, SEVERITY_ERROR, "r2", (struct place){b, 0, 0}, "1");
    diag_add(&diags, SEVERITY_ERROR, "r2", (struct place){a, 2, 2}, "2");
    diag_add(&diags, SEVERITY_ERROR, "r1", (struct place){a, 2, 2}, "3");
    diag_add(&diags, SEVERITY_NOTE, "r9", (struct place){a, 0, 1}, "4");
    diag_add(&diags, SEVERITY_NOTE, "r9", (struct place){0}, "5")->outcome =
        OUTCOME_CANNOT_CHECK;
    assert_string_equal(test_diags_text(&arena, &diags),
                        "cannot check: 5 [r9]\n"
                        "a.md:1:1: note: 4 [r9]\n"
                        "a.md:2:1: error: 3 [r1]\n"
                        "a.md:2:1: error: 2 [r2]\n"
                        "b.md:1:1: error: 1 [r2]\n");
    arena_free(&arena);
}

static void colour_only_when_asked(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct diags diags = {.arena = &arena};
    diag_add(&diags, SEVERITY_ERROR, "r", (struct place){0}, "m");
    struct out out = {0};
    diag_print(&out, &arena, &diags.at[0], S("../"), true);
    assert_str(out_text(&out), "\033[31merror\033[0m: m [r]\n");
    out_free(&out);
    arena_free(&arena);
}

static void the_nearest_word_is_near(void **state)
{
    (void)state;
    struct str words[] = {S("LIT-022"), S("LIT-733"), S("status_note")};
    struct strs candidates = {words, 3, 3};
    assert_str(nearest(S("LIT-734"), &candidates), "LIT-733");
    assert_str(nearest(S("statusnote"), &candidates), "status_note");
    assert_str(nearest(S("unrelated"), &candidates), "");
    assert_str(nearest(S(""), &candidates), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finding_shows_place_rule_and_hint),
        cmocka_unit_test(quoted_input_cannot_move_the_cursor),
        cmocka_unit_test(reports_are_ordered_by_path_then_place_then_rule),
        cmocka_unit_test(colour_only_when_asked),
        cmocka_unit_test(the_nearest_word_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
