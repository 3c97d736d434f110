#ifndef SUPPORT_TEST_H
#define SUPPORT_TEST_H

/* What every unit test includes first: cmocka with the headers that it wants
 * before it, and checks on texts that show both when they differ. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* cmocka's macro fail would hide ours (base/bug.h), so fail_msg, which is made
 * of it, is made again without it. */
#undef fail
#undef fail_msg
#define fail_msg(...) \
    (print_error(__VA_ARGS__), print_error("\n"), _fail(__FILE__, __LINE__))

#include "base/diag.h"

/* The text equals the C string. */
#define assert_str(text, expected) \
    assert_str_at((text), (expected), __FILE__, __LINE__)
void assert_str_at(struct str text, const char *expected, const char *file,
                   int line);

/* A folder of its own under /tmp, and its removal with all it holds. */
struct test_folder {
    char path[64];
};
struct test_folder test_folder_new(void);
void test_folder_remove(const struct test_folder *folder);

/* The findings as `check` prints them, terminated. Hints included. */
const char *test_diags_text(struct arena *arena, struct diags *diags);

/* The number of findings with this rule. */
size_t test_count_rule(const struct diags *diags, const char *rule);

#endif
