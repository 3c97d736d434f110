/* The page of a chapter, its Markdown twin, and who links to it. */

#include "support/site.h"

static void put_chapter(const char *name, const char *text)
{
    sh("mkdir -p %s/project/site/chapters && printf '%%b' '---\\ntitle: "
       "%s\\n---\\n%s' >%s/project/site/chapters/%s.md",
       site_folder(), name, text, site_folder(), name);
}

static void what_a_chapter_names_stands_in_its_place(void **state)
{
    (void)state;
    struct arena arena = {0};
    put_chapter("01-one",
                "Ends at :value[EXP-001.fast.final-loss], see :ref[loss].\\n\\n"
                "::figure[EXP-001.loss]{#loss} Caption.\\n\\n"
                "::table[EXP-001.summary]\\n\\n::evidence[SOTA-001]\\n");
    put_chapter("02-two", "Cites :cite[LIT-001 p. 3].\\n");
    build("out", NULL);
    const struct str html = page(&arena, "chapters/01-one.html");
    assert_has(html, "data-page=\"chapter\"");
    assert_has(html, "@online{probatum-01-one");
    assert_has(html, "data-value=\"EXP-001.fast.final-loss\" "
                     "href=\"../runs/EXP-001.html#EXP-001.fast.final-"
                     "loss\"");
    assert_has(html, "href=\"#loss\">Figure\xc2\xa0"
                     "1</a>");
    assert_has(html, "<figure class=\"figure\" id=\"loss\">");
    assert_has(html, "data-claim=\"SOTA-001\"");
    assert_has(html, "rel=\"next\" href=\"../chapters/02-two.html\"");
    assert_lacks("the page", html, "data-missing");
    assert_lacks("the page", html, ":value[");
    const struct str twin = page(&arena, "chapters/01-one.md");
    assert_lacks("the twin", twin, ":value[");
    assert_lacks("the twin", twin, "::figure[");
    assert_has(page(&arena, "experiments/EXP-001.html"),
               "href=\"../chapters/01-one.html\"");
    assert_has(page(&arena, "literature/LIT-001.html"),
               "href=\"../chapters/02-two.html\"");
    assert_has(page(&arena, "chapters/bibliography.html"),
               "data-work=\"LIT-001\"");
    arena_free(&arena);
}

static void what_is_missing_is_said_in_its_place(void **state)
{
    (void)state;
    struct arena arena = {0};
    put_chapter("01-one",
                "A :value[EXP-001.fats.final-loss], a :const[no].\\n\\n"
                "::figure[EXP-001.nothing]\\n");
    build("out", NULL);
    const struct str html = page(&arena, "chapters/01-one.html");
    assert_int_equal(count_of(html, "class=\"missing\""), 2);
    assert_has(html, "data-missing");
    assert_has(html, "the plan has no such figure");
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(what_a_chapter_names_stands_in_its_place),
        SITE_TEST(what_is_missing_is_said_in_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
