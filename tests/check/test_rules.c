/* Every rule against a text that fires and one that nearly does. The near miss
 * is the same text with one piece replaced, so that it is near. */

#include "check/place.h"

#include "check/rule_cases.h"

static const char *text_after(struct arena *arena, const struct rule_case *one)
{
    const struct str files = str_from_c(one->files);
    const struct str from = str_from_c(one->from);
    const size_t at = str_find(files, from);
    if (at == STR_NONE) {
        fail_msg("%s: its text has no \"%s\"", one->rule, one->from);
    }
    return arena_printf(arena, "%.*s%s%.*s", STR_ARG(str_slice(files, 0, at)),
                        one->to, STR_ARG(str_from(files, at + from.len)))
        .ptr;
}

static void check_files(struct place_of_work *place, const char *files)
{
    const struct str text = str_from_c(files);
    if (!str_starts(text, S("== probatum.yaml"))) {
        place_put_all(place, S(CONFIG));
    }
    place_put_all(place, text);
    place_check(place, &(struct check_options){0});
}

static size_t count_wrong(const struct rule_case *one, const char *files,
                          const char *expected)
{
    struct place_of_work place = place_new();
    check_files(&place, files);
    const char *found = place_of_rule(&place, one->rule, OUTCOME_FINDING);
    const bool is_right = strcmp(found, expected) == 0;
    if (!is_right) {
        print_error("%s\n  got:      %s\n  expected: %s\n%s\n", one->rule,
                    found, expected, place_text(&place));
    }
    place_free(&place);
    return !is_right;
}

static void each_rule_fires_at_the_exact_place(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < rule_case_count; i++) {
        const struct rule_case *one = &rule_cases[i];
        wrong += count_wrong(one, one->files, one->places);
    }
    assert_int_equal(wrong, 0);
}

static void each_rule_is_content_with_its_near_miss(void **state)
{
    struct arena arena = {0};
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < rule_case_count; i++) {
        const struct rule_case *one = &rule_cases[i];
        wrong += count_wrong(one, text_after(&arena, one), "");
    }
    arena_free(&arena);
    assert_int_equal(wrong, 0);
}

/* Those of evidence that was run are held in test_evidence.c and
 * test_measured.c, the one that asks git in test_changed.c. */
static bool is_held_elsewhere(const char *rule)
{
    static const char *const others[] = {
        "evidence-contradicting",   "evidence-stale",
        "evidence-pending",         "evidence-unreferenced",
        "number-evidence-disagree", "effect-opposite",
        "changed-without-bump",     "chapter-stale"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(rule, others[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void no_rule_is_without_a_case(void **state)
{
    size_t missing = 0;
    (void)state;
    for (size_t r = 0; r < rule_count; r++) {
        bool has_case = is_held_elsewhere(rules[r].id);
        for (size_t i = 0; i < rule_case_count; i++) {
            has_case |= strcmp(rule_cases[i].rule, rules[r].id) == 0;
        }
        if (!has_case) {
            print_error("no case for %s\n", rules[r].id);
            missing++;
        }
    }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_fires_at_the_exact_place),
        cmocka_unit_test(each_rule_is_content_with_its_near_miss),
        cmocka_unit_test(no_rule_is_without_a_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
