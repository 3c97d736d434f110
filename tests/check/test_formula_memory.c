/* What formulas became is asked for once, and trouble with the cache shows in
 * nothing but time. */

#include "support/test.h"

#include <stdio.h>

#include "check/formula_memory.h"

struct spy {
    struct formula_memory memory;
    size_t asked, recalled;
};

static bool count_recalls(void *context, struct str key, struct arena *arena,
                          struct str *answer)
{
    struct spy *spy = context;
    const bool is_found =
        spy->memory.callbacks.recall(&spy->memory, key, arena, answer);
    spy->asked++;
    spy->recalled += is_found;
    return is_found;
}

static void keep(void *context, struct str key, struct str answer)
{
    struct spy *spy = context;
    spy->memory.callbacks.keep(&spy->memory, key, answer);
}

/* Reads two formulas as one command would, and says how many were known. */
static size_t recalled(const char *path)
{
    struct spy spy = {.memory = {.path = str_from_c(path)}};
    struct md_formulas *own = formula_memory_start(&spy.memory);
    const struct md_formula_memory callbacks = {&spy, count_recalls, keep};
    struct md_formulas *formulas = md_formulas_new(&callbacks);
    const struct md_formula *good = md_formula_of(formulas, S("x_1"), false);
    assert_true(str_starts(good->mathml, S("<math")));
    const struct md_formula *bad = md_formula_of(formulas, S("x_{1"), false);
    assert_true(bad->fault.len > 0);
    assert_int_equal(spy.asked, 2);
    md_formulas_free(formulas);
    formula_memory_end(&spy.memory, own);
    return spy.recalled;
}

static void the_next_command_knows_what_formulas_became(void **state)
{
    struct test_folder folder = test_folder_new();
    char path[80];
    (void)state;
    snprintf(path, sizeof path, "%s/cache.db", folder.path);
    assert_int_equal(recalled(path), 0);
    assert_int_equal(recalled(path), 2);
    test_folder_remove(&folder);
}

static void a_cache_that_cannot_be_opened_is_done_without(void **state)
{
    (void)state;
    assert_int_equal(recalled("/proc/none/cache.db"), 0);
    assert_int_equal(recalled("/proc/none/cache.db"), 0);
    assert_int_equal(recalled(""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_next_command_knows_what_formulas_became),
        cmocka_unit_test(a_cache_that_cannot_be_opened_is_done_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
