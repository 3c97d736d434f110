/* Footnotes: each has its text once, and each use its own way back. */

#include "support/test.h"

#include <stdio.h>

#include "md/md.h"

static struct arena arena;
static struct diags diags;

static int set_up(void **state)
{
    (void)state;
    arena = (struct arena){0};
    diags = (struct diags){.arena = &arena};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct md_document *parse(const char *body, bool has_directives)
{
    const struct md_options options = {.has_directives = has_directives};
    struct source *source = source_new(&arena, S("x.md"), str_from_c(body));
    return md_parse(&arena, source, 0, source->text.len, &options, &diags);
}

static const char *html_of(const char *body)
{
    struct out out = {0};
    md_to_html(&out, parse(body, false), NULL);
    const char *text = arena_cstr(&arena, out_text(&out));
    out_free(&out);
    return text;
}

/* A use, and a way back, as they are written. */
static const char *use(int note, const char *id)
{
    return arena_printf(&arena,
                        "<sup><a class=\"footnote\" id=\"Note-use.%s\" "
                        "href=\"#Note.%d\" role=\"doc-noteref\" "
                        "aria-label=\"Note %d\">%d</a></sup>",
                        id, note, note, note)
        .ptr;
}

static const char *back(const char *id)
{
    return arena_printf(&arena,
                        " <a href=\"#Note-use.%s\" role=\"doc-backlink\" "
                        "aria-label=\"Back to",
                        id)
        .ptr;
}

static size_t count(const char *text, const char *part)
{
    size_t times = 0;
    for (; (text = strstr(text, part)); text++) {
        times++;
    }
    return times;
}

static void each_use_has_its_own_id_and_its_own_way_back(void **state)
{
    (void)state;
    const char *html = html_of("A run was slow.[^slow] The *next[^b]* was "
                               "too.[^slow]\n\n| a |\n|---|\n| c[^b] |\n\n"
                               "[^slow]: The disk was full; see[^slow].\n"
                               "[^b]: Below\nthe line.\n");
    static const char *const ids[] = {"1", "1.2", "1.3", "2", "2.2"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        assert_int_equal(count(html, use(ids[i][0] - '0', ids[i])), 1);
        assert_int_equal(count(html, back(ids[i])), 1);
    }
    assert_int_equal(count(html, "<li id=\"Note."), 2);
    assert_non_null(strstr(html, "<li id=\"Note.2\">Below\nthe line."));
    assert_int_equal(diags.len, 0);
}

static void a_text_of_one_word_is_no_link_definition(void **state)
{
    (void)state;
    const char *html = html_of("So it was.[^1]\n\n[^1]: https://a.b/\n");
    assert_int_equal(count(html, "https://a.b/"), 1);
    assert_int_equal(count(html, use(1, "1")), 1);
}

static void what_has_no_other_half_stays_and_is_told(void **state)
{
    (void)state;
    const char *html = html_of("A [^no] here.\n\n[^u]: Unused.\n\n"
                               "- [^q]: in a list\n\n[^u]: Twice.\n");
    static const char *const texts[] = {"A [^no] here.", "Unused.",
                                        "[^q]: in a list", "Twice."};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(count(html, texts[i]), 1);
    }
    /* no, q, u as a label of two, and both of its texts as used nowhere */
    assert_int_equal(test_count_rule(&diags, "footnote-unmatched"), 5);
}

static void code_math_links_and_backslashes_have_none(void **state)
{
    (void)state;
    const char *body = "`[^a]` $x[^a]$ \\[^a] [^a](https://a.b/) "
                       "[see [^a]](https://a.b/)\n\n"
                       "```\n[^a]: code\n```\n\n    [^a]: code\n\n"
                       "$$\nx\n[^a]: y\n$$\n\nUsed.[^a]\n\n[^a]: Here.\n";
    const char *html = html_of(body);
    assert_int_equal(count(html, "id=\"Note-use."), 1);
    assert_int_equal(count(html, "[^a]: code"), 2);
    assert_int_equal(count(html, "x\n[^a]: y"), 1);
    assert_int_equal(count(html, "$") + count(html, "\xee"), 0);
    assert_int_equal(diags.len, 0);
}

static void labels_are_no_running_text(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("Slow.[^17] So.\n\n[^17]: The disk.\n", true);
    for (size_t i = 0; i < document->prose_count; i++) {
        const struct md_span span = document->prose[i];
        const struct str text =
            str_slice(document->source->text, span.start, span.end);
        assert_int_equal(str_find(text, S("17")), STR_NONE);
    }
    assert_true(document->prose_count >= 3);
}

static void a_text_keeps_its_blanks(void **state)
{
    (void)state;
    const char *html = html_of("A.[^a]\n\n[^a]: At **bold** end.\n");
    assert_int_equal(count(html, ">At <strong>bold</strong> end."), 1);
}

static void a_line_on_its_own_has_none(void **state)
{
    (void)state;
    struct out out = {0};
    md_inline_html(&out, &arena, S("A $x$ and [^a]."), NULL, NULL);
    assert_true(str_find(out_text(&out), S("[^a]")) != STR_NONE);
    out_free(&out);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_use_has_its_own_id_and_its_own_way_back),
        TEST(a_text_of_one_word_is_no_link_definition),
        TEST(what_has_no_other_half_stays_and_is_told),
        TEST(code_math_links_and_backslashes_have_none),
        TEST(labels_are_no_running_text),
        TEST(a_text_keeps_its_blanks),
        TEST(a_line_on_its_own_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
