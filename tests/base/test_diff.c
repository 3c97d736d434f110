/* Common elements, the unified form, and the way back from a new text. */

#include "support/test.h"

#include "base/diff.h"
#include "base/out.h"

static struct arena arena;

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static void assert_unified(const char *from, const char *to,
                           const char *expected)
{
    struct out out = {0};
    diff_unified(&out, &arena, S("x"), str_from_c(from), str_from_c(to));
    assert_str(out_text(&out), expected);
    out_free(&out);
}

static void common_elements_keep_their_order(void **state)
{
    (void)state;
    const struct str olds[] = {S("a"), S("b"), S("c"), S("d")};
    const struct str news[] = {S("a"), S("c"), S("x"), S("b"), S("d")};
    const size_t *old_of = diff_common(&arena, (struct diff_side){olds, 4},
                                       (struct diff_side){news, 5});
    assert_int_equal(old_of[0], 0);
    assert_int_equal(old_of[4], 3);
    assert_true(old_of[2] == STR_NONE);
    assert_true((old_of[1] == STR_NONE) != (old_of[3] == STR_NONE));
}

static void equal_texts_have_no_diff(void **state)
{
    (void)state;
    assert_unified("", "", "");
    assert_unified("a\nb", "a\nb", "");
}

static void a_changed_line_stands_in_its_context(void **state)
{
    (void)state;
    assert_unified("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nX\n6\n7\n8\n9\n",
                   "--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n"
                   " 7\n 8\n");
}

static void changes_whose_contexts_touch_are_one_hunk(void **state)
{
    (void)state;
    assert_unified("a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
                   "--- a/x\n+++ b/x\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n"
                   " 5\n 6\n-b\n+B\n");
    assert_unified("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
                   "--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n"
                   "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

static void empty_ranges_and_missing_line_ends_are_told_as_git_does(
    void **state)
{
    (void)state;
    assert_unified("", "a\n", "--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
    assert_unified("a\n", "", "--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n");
    assert_unified("a\nb", "a\nb\n",
                   "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n"
                   "\\ No newline at end of file\n+b\n");
}

/* Two thousand lines against two thousand others take a table; more do not. */
static void long_texts_that_share_nothing_are_told_whole(void **state)
{
    (void)state;
    struct out from = {0}, to = {0}, out = {0};
    for (size_t i = 0; i < 5000; i++) {
        out_printf(&from, "old %zu\n", i);
        out_printf(&to, "new %zu\n", i);
    }
    out_c(&from, "end\n");
    out_c(&to, "end\n");
    diff_unified(&out, &arena, S("x"), out_text(&from), out_text(&to));
    assert_true(str_starts(out_text(&out),
                           S("--- a/x\n+++ b/x\n@@ -1,5001 +1,5001 @@\n")));
    assert_true(str_ends(out_text(&out), S("+new 4999\n end\n")));
    out_free(&from);
    out_free(&to);
    out_free(&out);
}

static void assert_before(const char *from, const char *to, size_t offset,
                          size_t expected)
{
    assert_int_equal(
        diff_offset_before(&arena, str_from_c(from), str_from_c(to), offset),
        expected);
}

static void a_place_is_found_again_in_the_text_before(void **state)
{
    (void)state;
    assert_before("ab\ncd\n", "ab\nnew\ncd\n", 1, 1);
    assert_before("ab\ncd\n", "ab\nnew\ncd\n", 8, 4);    /* the d */
    assert_before("ab\ncd\n", "ab\nnew\ncd\n", 4, 3);    /* came before cd */
    assert_before("ab\ncd\nef\n", "ab\nxy\nef\n", 4, 3); /* came for cd */
    assert_before("ab\n", "ab\nnew\n", 5, 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(common_elements_keep_their_order),
        TEST(equal_texts_have_no_diff),
        TEST(a_changed_line_stands_in_its_context),
        TEST(changes_whose_contexts_touch_are_one_hunk),
        TEST(empty_ranges_and_missing_line_ends_are_told_as_git_does),
        TEST(long_texts_that_share_nothing_are_told_whole),
        TEST(a_place_is_found_again_in_the_text_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
