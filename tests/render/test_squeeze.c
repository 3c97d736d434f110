/* What is left out of style sheets and scripts, and what is not. */

#include "support/test.h"

#include "render/squeeze.h"

static void check(const char *name, const char *text, const char *expected)
{
    struct arena arena = {0};
    assert_str(squeezed(&arena, str_from_c(name), str_from_c(text)), expected);
    arena_free(&arena);
}

static void a_style_sheet_loses_comments_and_idle_space(void **state)
{
    (void)state;
    check("a.css",
          "/* why */\n.a , .b  > c {\n  color : red ;\n  margin: 0 -1px;\n}\n",
          ".a,.b>c{color :red;margin:0 -1px}\n");
    check("a.css", "@media (min-width: 60rem) and (x) { a :hover { top: 0 } }",
          "@media (min-width:60rem) and (x){a :hover{top:0}}\n");
    check("a.css", "a{b:c}/* not closed", "a{b:c}\n");
}

static void a_zero_before_a_dot_is_left_out_where_a_number_begins(void **state)
{
    (void)state;
    check("a.css", "a{b: 0.5em -0.2em 10.5px 0 calc(0.1px + 0.2px)}",
          "a{b:.5em -.2em 10.5px 0 calc(.1px + .2px)}\n");
    check("a.css", "a{b: rgb(0 0 0 / 0.18); c: x(0.1,0.2), \"0.5\"; d: 0.}",
          "a{b:rgb(0 0 0 / .18);c:x(.1,.2),\"0.5\";d:0.}\n");
    check("a.css", "@import x;\n", "@import x;\n");
}

static void what_is_quoted_stays(void **state)
{
    (void)state;
    check("a.css", "a::before { content: \"/* x */  ;\\\" , \"; }",
          "a::before{content:\"/* x */  ;\\\" , \"}\n");
    check("a.css", "a { content: 'it  is", "a{content:'it  is\n");
    check("a.js", "const a = '  // no';\n", "const a = '  // no';\n");
}

static void a_script_loses_comment_lines_and_indentation(void **state)
{
    (void)state;
    check("a.js",
          "// why\n'use strict';\n\n  f(); // here\n    // there\n  g();\n",
          "'use strict';\nf(); // here\ng();\n");
}

static void a_script_with_a_text_over_lines_stays_as_it_is(void **state)
{
    (void)state;
    static const char text[] = "// a\nf(`one\n  // two`);\n";
    check("a.js", text, text);
}

static void other_files_stay_as_they_are(void **state)
{
    (void)state;
    check("a.txt", "/* a */\n  // b\n", "/* a */\n  // b\n");
    check("a.woff2", "\n\n", "\n\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_style_sheet_loses_comments_and_idle_space),
        cmocka_unit_test(a_zero_before_a_dot_is_left_out_where_a_number_begins),
        cmocka_unit_test(what_is_quoted_stays),
        cmocka_unit_test(a_script_loses_comment_lines_and_indentation),
        cmocka_unit_test(a_script_with_a_text_over_lines_stays_as_it_is),
        cmocka_unit_test(other_files_stay_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
