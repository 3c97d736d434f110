/* The page for curators, and the one of what rests on what. */

#include "support/site.h"

#include <stdio.h>

static struct str group(struct arena *arena, const char *key)
{
    char start[64];
    snprintf(start, sizeof start, "<h2 id=\"%s\"", key);
    return between(page(arena, "attention.html"), start, "</section>");
}

static void each_trouble_stands_in_its_group_with_what_ends_it(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    static const struct {
        const char *group, *record, *command;
    } cases[] = {
        {"contradicted", "practices/SOTA-001.html", "probatum bump SOTA-001"},
        {"stale", "experiments/EXP-003.html", "probatum run EXP-003"},
        {"pending", "experiments/EXP-003.html", "probatum review"},
        {"suspect", "theory/THEORY-001.html", "probatum bump THEORY-001"},
        {"flagged", "practices/SOTA-001.html", "probatum bump SOTA-001"},
        {"unablated", "practices/SOTA-002.html", "probatum new experiment"},
        {"found", "practices/SOTA-004.html", "probatum check"},
        {"found", "practices/SOTA-006.html", "citation-retracted"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct str html = group(&arena, cases[i].group);
        assert_has(html, cases[i].record);
        assert_has(html, cases[i].command);
    }
    assert_has(group(&arena, "suspect"), "since 2026-03-01");
    assert_has(group(&arena, "absence"), "Nothing.");
    assert_lacks("found", group(&arena, "found"), "note-");
    arena_free(&arena);
}

static void put_practice(const char *id, const char *rest)
{
    sh("printf '%%b' '---\\nid: %s\\ntitle: Warm the rate up slowly\\nstatus: "
       "Active\\nversion: 1\\ndate: 2026-01-05\\ntags: [rates]\\nhistory:\\n"
       "- {version: 1, date: 2026-01-05, note: Filed as it stands now.}\\n%s' "
       ">%s/project/practices/%s.md",
       id, rest, site_folder(), id);
}

static void put_work(const char *day)
{
    sh("printf '%%b' 'id: LIT-077\\ntitle: Warm the rate up slowly and well\\n"
       "status: Active\\nversion: 1\\ndate: %s\\ntags: [rates]\\nauthors: "
       "[A. Body]\\ndoi: 10.1000/77\\nread: full\\nhistory:\\n- {version: 1, "
       "date: %s, note: Filed as it stands now.}\\n' "
       ">%s/project/literature/LIT-077.yaml",
       day, day, site_folder());
}

static void a_claim_of_absence_is_due_when_literature_came(void **state)
{
    (void)state;
    struct arena arena = {0};
    put_practice("SOTA-077", "summary: No source runs the arm without it.\\n"
                             "---\\n");
    put_work("2026-01-04");
    build("out", NULL);
    assert_has(group(&arena, "absence"), "Nothing.");
    put_work("2026-02-01");
    build("out", NULL);
    assert_has(group(&arena, "absence"), "practices/SOTA-077.html");
    assert_has(group(&arena, "absence"), "since 2026-02-01");
    arena_free(&arena);
}

static void what_was_acknowledged_needs_no_attention(void **state)
{
    (void)state;
    struct arena arena = {0};
    put_practice("SOTA-077", "citations:\\n- {ref: LIT-998, role: source}\\n"
                             "---\\n");
    build("out", NULL);
    assert_has(group(&arena, "found"), "practices/SOTA-077.html");
    put_practice(
        "SOTA-077",
        "citations:\\n- {ref: LIT-998, role: source}\\nacknowledged:\\n"
        "- {rule: [link-unresolved, citation-no-locator], target: "
        "LIT-998, reason: it will be filed}\\n---\\n");
    build("out", NULL);
    assert_lacks("found", group(&arena, "found"), "LIT-998");
    arena_free(&arena);
}

/* The page is not made again for a body, so nothing of it may be on it. */
static void an_edit_of_a_body_leaves_the_page_as_a_build_from_nothing(
    void **state)
{
    (void)state;
    static const char *const lines[] = {
        "No source runs the arm without it.", "See SOTA-404 and LIT-404.",
        "# Another title", "It is 3.14159 nats lower.",
        "<!-- rates-ok-file: LIT-998 - named as history -->"};
    struct store *store = NULL;
    struct failure failure = {0};
    bool was_damaged = false;
    assert_true(store_open(NULL, &store, &was_damaged, &failure));
    sh("echo 'directives: {rates-ok: [link-unresolved]}' "
       ">>%s/project/probatum.yaml",
       site_folder());
    put_work("2026-02-01");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        put_practice("SOTA-077", "summary: No paper has it.\\ncitations:\\n"
                                 "- {ref: LIT-998, role: source}\\n---\\n");
        build("out", store);
        sh("printf '%%s\\n' '%s' >>%s/project/practices/SOTA-077.md", lines[i],
           site_folder());
        sh("printf 'body: |\\n  %%s\\n' '%s' >>%s/project/literature/"
           "LIT-077.yaml",
           lines[i], site_folder());
        build("out", store);
        sh("rm -rf %s/again", site_folder());
        build("again", NULL);
        sh("diff -r %s/out/attention.html %s/again/attention.html",
           site_folder(), site_folder());
        put_work("2026-02-01");
    }
    store_close(store);
}

static void a_project_without_trouble_says_nothing(void **state)
{
    (void)state;
    struct arena arena = {0};
    sh("cd %s/project && rm -rf practices/* literature/* theory/* notes/* "
       "principles/* decisions/* experiments/*",
       site_folder());
    build("out", NULL);
    const struct str html = page(&arena, "attention.html");
    assert_int_equal(count_of(html, "Nothing."), count_of(html, "<h2 id="));
    assert_has(page(&arena, "graph.html"), "no practice in force");
    arena_free(&arena);
}

/* ---- What rests on what -------------------------------------------------- */

static void the_drawing_and_the_table_lead_to_the_same_pages(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str html = page(&arena, "graph.html");
    const struct str drawing = between(html, "<svg", "</svg>");
    const struct str table = between(html, "<table", "</table>");
    static const char *const pages[] = {
        "practices/SOTA-001.html", "experiments/EXP-001.html",
        "literature/LIT-001.html", "practices/SOTA-008.html"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        assert_has(drawing, pages[i]);
        assert_has(table, pages[i]);
    }
    assert_lacks("drawing", drawing, "<script>");
    assert_has(drawing, "role=\"group\"");
    arena_free(&arena);
}

static void a_large_library_is_drawn_by_its_most_linked_practices(void **state)
{
    (void)state;
    struct arena arena = {0};
    for (int i = 100; i < 160; i++) {
        char id[16];
        snprintf(id, sizeof id, "SOTA-%d", i);
        put_practice(id, i % 2 == 0 ? "source: [LIT-001]\\n---\\n" : "---\\n");
    }
    build("out", NULL);
    const struct str html = page(&arena, "graph.html");
    const struct str drawing = between(html, "<svg", "</svg>");
    assert_has(html, "the 40 with the most links");
    assert_int_equal(count_of(drawing, "class=\"bundle\""), 40);
    assert_has(drawing, "practices/SOTA-100.html");
    assert_lacks("drawing", drawing, "practices/SOTA-159.html");
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(each_trouble_stands_in_its_group_with_what_ends_it),
        SITE_TEST(a_claim_of_absence_is_due_when_literature_came),
        SITE_TEST(what_was_acknowledged_needs_no_attention),
        SITE_TEST(an_edit_of_a_body_leaves_the_page_as_a_build_from_nothing),
        SITE_TEST(a_project_without_trouble_says_nothing),
        SITE_TEST(the_drawing_and_the_table_lead_to_the_same_pages),
        SITE_TEST(a_large_library_is_drawn_by_its_most_linked_practices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
