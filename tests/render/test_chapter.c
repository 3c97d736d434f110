/* The page of a chapter, its Markdown twin, and who links to it. */

#include "support/site.h"

#include "base/json.h"

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
               "id=\"work.LIT-001\"");
    arena_free(&arena);
}

/* Both are made of one body, so what one leaves out the other must. */
static void assert_twins(struct arena *arena, const char *place,
                         const char *body)
{
    static const char *const parts[] = {"Before", "Heading", "After", "Hidden"};
    const struct str html =
        page(arena, ARENA_JOIN(arena, str_from_c(place), S(".html")).ptr);
    const struct str twin =
        page(arena, ARENA_JOIN(arena, str_from_c(place), S(".md")).ptr);
    const struct str text = between(html, "<main", "</main>");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const bool is_shown = str_find(text, str_from_c(parts[i])) != STR_NONE;
        const bool is_told = str_find(twin, str_from_c(parts[i])) != STR_NONE;
        if (is_shown != is_told) {
            fail_msg("%s: %s is only on the %s, of:\n%s", place, parts[i],
                     is_shown ? "page" : "twin", body);
        }
    }
    assert_true(count_of(text, "<h1") == 1);
}

static void the_twin_has_what_the_page_has_wherever_the_heading_stands(
    void **state)
{
    (void)state;
    struct arena arena = {0};
    static const char *const bodies[] = {
        "# Heading\\n\\nAfter.\\n",
        "Heading\\n===\\n\\nAfter.\\n",
        "A\\nHeading\\n===\\nAfter.\\n",
        "<!-- Hidden -->\\n\\n# Heading\\n\\nAfter.\\n",
        "Before.\\n\\n# Heading\\n\\n## Lower\\n\\nAfter. <!-- Hidden -->\\n",
        "## Before\\n\\n# Heading\\n\\nAfter.\\n",
        "[Before]: ../literature/LIT-001.md\\n\\n# Heading\\n\\nAfter "
        "[Before].\\n",
        "# Heading\\n\\n# Before\\n\\nAfter.\\n",
        "::figure[EXP-001.loss] Before.\\n\\n# Heading\\n\\nAfter.\\n",
        "::table[EXP-001.summary] "
        "Before.\\n\\nHeading\\n===\\n\\n::evidence[SOTA-001] After.\\n",
        "# Heading :value[EXP-001.fast.final-loss]\\n\\nAfter.\\n",
        "No heading, :cite[LIT-001 p. 3].\\n",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        put_chapter("01-one", bodies[i]);
        sh("printf '%%b' '---\\ntitle: One\\n---\\n%s' "
           ">%s/project/notes/NOTE-001.md",
           bodies[i], site_folder());
        build("out", NULL);
        assert_twins(&arena, "chapters/01-one", bodies[i]);
        assert_twins(&arena, "notes/NOTE-001", bodies[i]);
        arena_free(&arena);
    }
    arena_free(&arena);
}

static void a_chapter_tells_machines_its_claims_data_and_works(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct failure failure = {0};
    struct json *json = NULL;
    put_chapter("01-one",
                "</script>Rests on SOTA-001 and :value[EXP-001.fast.final-loss]"
                ", says :cite[LIT-001 p. 3]; SOTA-001 again.\\n");
    build("out", NULL);
    const struct str html = page(&arena, "chapters/01-one.html");
    const char *start = "<script type=\"application/ld+json\">";
    const struct str text = between(html, start, "</script");
    assert_true(
        json_read(&arena, str_from(text, strlen(start)), &json, &failure));
    static const char *const lists[][2] = {
        {"mentions", "Claim"}, {"isBasedOn", NULL}, {"citation", NULL}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const struct json *list = json_get(json, lists[i][0]);
        assert_non_null(list);
        assert_int_equal(list->len, 1);
        if (lists[i][1] != NULL) {
            assert_true(str_is(json_get(&list->items[0], "@type")->string,
                               lists[i][1]));
        } else {
            assert_true(list->items[0].string.len > 0);
        }
    }
    assert_has(html, "<meta name=\"citation_title\" content=\"01-one\">");
    assert_has(html, ">1 claim and 1 experiment;");
    const struct str data = page(&arena, "data/records.json");
    assert_has(between(data, "\"chapters\"", "}"), "LIT-001");
    assert_int_equal(count_of(between(data, "\"chapters\"", "}"), "SOTA-001"),
                     1);
    arena_free(&arena);
}

/* Data and lists tell of chapters, so they follow them. */
static void a_chapter_that_came_is_in_the_data_and_the_graph(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = NULL;
    struct failure failure = {0};
    bool was_damaged = false;
    assert_true(store_open(NULL, &store, &was_damaged, &failure));
    build("out", store);
    put_chapter("01-one", "Tells of SOTA-001.\\n");
    build("out", store);
    assert_has(page(&arena, "data/records.json"), "\"01-one\"");
    assert_has(page(&arena, "graph.html"), "chapters/01-one.html");
    put_chapter("01-one", "Tells of SOTA-003.\\n");
    build("out", store);
    sh("rm -rf %s/again", site_folder());
    build("again", NULL);
    sh("diff -rq %s/out %s/again", site_folder(), site_folder());
    store_close(store);
    arena_free(&arena);
}

/* More of them than a sort that keeps the equal in order sorts by insertion. */
static void works_of_one_author_and_year_are_in_the_order_of_their_ids(
    void **state)
{
    (void)state;
    struct arena arena = {0};
    enum { WORKS = 40, FIRST = 900 };
    struct out text = {0};
    for (int i = WORKS; i > 0; i--) {
        const int number = FIRST + i * 7 % WORKS;
        sh("printf -- 'title: W\\nauthors: [Ada Same]\\npublished: 2020-01-01"
           "\\nstatus: Active\\n' >%s/project/literature/LIT-%d.yaml",
           site_folder(), number);
        out_printf(&text, "See :cite[LIT-%d p. 3].\\n", number);
    }
    put_chapter("01-one", arena_cstr(&arena, out_take(&text, &arena)));
    build("out", NULL);
    static const char *const pages[] = {"chapters/bibliography.html",
                                        "chapters/01-one.html"};
    for (size_t p = 0; p < 2; p++) {
        struct str rest = page(&arena, pages[p]);
        for (int i = 0; i < WORKS; i++) {
            const struct str next = between(rest, "<li id=\"work.", "\">");
            assert_str(str_from(next, strlen("<li id=\"work.")),
                       arena_printf(&arena, "LIT-%d", FIRST + i).ptr);
            rest = str_from(rest, (size_t)(next.ptr - rest.ptr) + next.len);
        }
    }
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

/* The figure stands, and nothing that would let a reader draw it again. */
static void assert_not_offered(struct str html)
{
    assert_has(html, "<figure class=\"figure\" id=\"stream\">");
    assert_lacks("the page", html, "data-index");
    assert_lacks("the page", html, "widget-bar");
}

/* What is drawn and what a plan left behind: tests/browser/test_widgets.mjs has
 * the rest. */
static void a_widget_has_the_arms_of_its_figure_while_they_can_run(void **state)
{
    (void)state;
    struct arena arena = {0};
    put_chapter("01-one",
                "::widget[init-std EXP-001.residual]{#stream} Caption.\\n");
    build("out", NULL);
    const struct str widget =
        between(page(&arena, "chapters/01-one.html"), "data-widget", "<figure");
    assert_has(widget, "data-index=");
    assert_has(widget, "\"fast\"");
    assert_has(widget, "\"std\":3");
    assert_lacks("the widget", widget, "\"slow\"");
    assert_has(widget, "<div class=\"widget-bar\">");
    const struct str data = page(&arena, "data/EXP-001.js");
    assert_has(between(data, "\"name\":\"fast\"", "},{\"name\""), "\"rms\":[");
    assert_lacks("an arm in no profile",
                 between(data, "\"name\":\"slow\"", "},{\"name\""),
                 "\"rms\":[");
    sh("sed -i 's/warmup: [0-9]*/warmup: 7/' "
       "%s/project/experiments/EXP-001-rates.yaml",
       site_folder());
    build("out", NULL);
    assert_not_offered(page(&arena, "chapters/01-one.html"));
    arena_free(&arena);
}

/* It would have to be taken away again under the eyes of the reader. */
static void a_widget_that_finds_no_axis_in_its_figure_is_not_offered(
    void **state)
{
    (void)state;
    struct arena arena = {0};
    put_chapter("01-one",
                "::widget[coordinate-check EXP-001.residual]{#stream} Caption."
                "\n");
    build("out", NULL);
    assert_not_offered(page(&arena, "chapters/01-one.html"));
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(what_a_chapter_names_stands_in_its_place),
        SITE_TEST(the_twin_has_what_the_page_has_wherever_the_heading_stands),
        SITE_TEST(what_is_missing_is_said_in_its_place),
        SITE_TEST(works_of_one_author_and_year_are_in_the_order_of_their_ids),
        SITE_TEST(a_widget_has_the_arms_of_its_figure_while_they_can_run),
        SITE_TEST(a_widget_that_finds_no_axis_in_its_figure_is_not_offered),
        SITE_TEST(a_chapter_tells_machines_its_claims_data_and_works),
        SITE_TEST(a_chapter_that_came_is_in_the_data_and_the_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
