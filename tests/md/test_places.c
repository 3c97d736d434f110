/* The trap first: cmark's inline columns are wrong after stripped indentation
 * and in lazily continued lines. A place must hold what was written. */

#include "support/test.h"

#include "md/md.h"

static struct arena arena;
static struct diags diags;
static struct source *source;

static struct str prefix_list[] = {
    {"SOTA", 4}, {"LIT", 3}, {"THEORY", 6}, {"ADR", 3}, {"NOTE", 4}};
static const struct strs prefixes = {prefix_list, 5, 5};
static const struct md_options options = {.prefixes = &prefixes};

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

/* The body starts behind front matter, so that offsets differ. */
static struct md_document *parse(const char *body)
{
    struct str text = arena_printf(&arena, "---\nid: \xc3\xa9\n---\n%s", body);
    source = source_new(&arena, S("x.md"), text);
    size_t start = text.len - strlen(body);
    return md_parse(&arena, source, start, text.len, &options, &diags);
}

static struct str bytes_of(struct place place)
{
    return str_slice(source->text, place.start, place.end);
}

/* Ids found, each with "*" when in a link, blanks between. */
static const char *references(const struct md_document *document)
{
    struct out out = {0};
    for (size_t i = 0; i < document->reference_count; i++) {
        const struct md_reference *r = &document->references[i];
        out_c(&out, i > 0 ? " " : "");
        out_str(&out, r->id);
        out_c(&out, r->is_in_link ? "*" : "");
        /* Without the line break, the bytes are the id. */
        struct str bytes = bytes_of(r->place);
        assert_true(str_starts(bytes, str_slice(r->id, 0, 3)));
        assert_true(str_ends(bytes, str_from(r->id, r->id.len - 2)));
    }
    const char *list = arena_cstr(&arena, out_text(&out));
    out_free(&out);
    return list;
}

static void ids_are_placed_where_columns_go_wrong(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "- \xc3\xa9 item\n      continued SOTA-060 here\n",
        "> quote\nlazily continued \xc3\xa9 SOTA-060\n",
        "> - a\n>   b **SOTA-060**\n",
        "1. x\n\n   > deep\n   > *and SOTA-060* here\n",
        "   three blanks\n \t SOTA-060 behind a tab\n",
        "- [ ] \\* &amp; `code` SOTA-060 \\_\n",
        "a\r\nb\r\n  SOTA-060\r\n",
        "Title SOTA-060\n===\n",
        "## SOTA-060 ##\n",
        "* * *\nSOTA-060\n",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        const struct md_document *document = parse(bodies[i]);
        assert_int_equal(document->reference_count, 1);
        assert_str(bytes_of(document->references[0].place), "SOTA-060");
    }
}

static void ids_in_code_math_comments_and_urls_are_none(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("`SOTA-001` ``a ` SOTA-002`` $SOTA-003$ <!-- SOTA-004 -->\n\n"
              "    SOTA-005\n\n```\nSOTA-006\n```\n\n"
              "https://x.org/SOTA-007 <https://x.org/SOTA-008>\n\n"
              "<!--\nSOTA-009\n-->\n\nXSOTA-010 LU-ADR-011 SOTA-12a SOTA-\n\n"
              "$$\nSOTA-013\n$$\n");
    assert_string_equal(references(document), "");
}

static void ids_in_prose_are_found_at_every_boundary(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("SOTA-1,LIT-2/LIT-3 (ADR-4) \xe2\x80\x94SOTA-5\xe2\x80\x94 "
              "[[source::LIT-6]] **SOTA-7**-based SOTA-8's _LIT-9_ "
              "THEORY-010.\n\n| a |\n|---|\n| LIT-11 \\| `LIT-0` LIT-12 |\n\n"
              "<div>SOTA-13</div>\n");
    assert_string_equal(references(document),
                        "SOTA-1 LIT-2 LIT-3 ADR-4 SOTA-5 LIT-6 SOTA-7 SOTA-8 "
                        "LIT-9 THEORY-010 LIT-11 LIT-12 SOTA-13");
}

/* What fuzzing found: covering these bytes undid what they were part of. */
static void ids_within_addresses_and_tags_leave_the_page_as_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        const char *html;
    } cases[] = {
        {"<a.SOTA-1@x.org>\n",
         "<p><a href=\"mailto:a.SOTA-1@x.org\">a.SOTA-1@x.org</a></p>\n"},
        {"<mailto:LIT-\n22@x.org>\n", "<p>&lt;mailto:LIT-\n22@x.org&gt;</p>\n"},
        {"<!SOTA-1 x>\n", "<p>&lt;!SOTA-1 x&gt;</p>\n"},
        {"a <SOTA-1 x> b\n", "<p>a &lt;SOTA-1 x&gt; b</p>\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct md_document *document = parse(cases[i].body);
        assert_string_equal(references(document), "");
        struct out out = {0};
        md_to_html(&out, document, NULL);
        assert_str(out_text(&out), cases[i].html);
        out_free(&out);
    }
}

static void a_soft_line_break_may_follow_the_hyphen(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("- see NOTE-\n  tmpx5gy4 and\n> LIT-\n> 022, not SOTA-\n\n"
              "060\nnor ADR-\n1. list\n");
    assert_string_equal(references(document), "NOTE-tmpx5gy4 LIT-022");
    assert_str(bytes_of(document->references[0].place), "NOTE-\n  tmpx5gy4");
    struct out out = {0};
    md_to_html(&out, document, NULL);
    assert_true(str_starts(out_text(&out),
                           S("<ul>\n<li>see NOTE-tmpx5gy4 and</li>\n</ul>\n"
                             "<blockquote>\n<p>LIT-022, not SOTA-</p>")));
    assert_true(str_find(out_text(&out), S("<ol>\n<li>list</li>")) != STR_NONE);
    out_free(&out);
    /* Behind code no line goes on. */
    document = parse("    LIT-\n2;\n");
    assert_string_equal(references(document), "");
    out_reset(&out);
    md_to_html(&out, document, NULL);
    assert_str(out_text(&out), "<pre><code>LIT-\n</code></pre>\n<p>2;</p>\n");
    out_free(&out);
}

static void ids_in_links_are_found_in_text_and_target(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("[LIT-141](../literature.d/LIT-141.md) "
              "[paper](LIT-022.md \"t\") ![SOTA-1](x.png) "
              "[a](https://x.org/LIT-9)\n");
    assert_string_equal(references(document),
                        "LIT-141* LIT-141* LIT-022* SOTA-1*");
    assert_int_equal(document->link_count, 4);
    static const char *const targets[] = {"../literature.d/LIT-141.md",
                                          "LIT-022.md", "x.png",
                                          "https://x.org/LIT-9"};
    for (size_t i = 0; i < 4; i++) {
        assert_str(document->links[i].target, targets[i]);
        assert_str(bytes_of(document->links[i].place), targets[i]);
        assert_int_equal(document->links[i].is_image, i == 2);
    }
}

static void ids_as_labels_of_definitions_still_link(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("See [LIT-022] and [the paper][LIT-022], not LIT-023.\n\n"
              "| a |\n|---|\n| [LIT-022] |\n\n"
              "[LIT-022]: ../literature/LIT-022.md\n");
    assert_string_equal(
        references(document),
        "LIT-022* LIT-022* LIT-023 LIT-022* LIT-022* LIT-022* LIT-022*");
    struct out out = {0};
    md_to_html(&out, document, NULL);
    assert_true(str_starts(
        out_text(&out),
        S("<p>See <a href=\"../literature/LIT-022.md\">LIT-022</a> and "
          "<a href=\"../literature/LIT-022.md\">the paper</a>, not "
          "LIT-023.</p>")));
    assert_true(
        str_find(out_text(&out),
                 S("<td><a href=\"../literature/LIT-022.md\">LIT-022</a>")) !=
        STR_NONE);
    out_free(&out);
}

static void labels_may_be_defined_in_lists_and_quotes(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("See [LIT-1] and [LIT-2].\n\n- [LIT-1]: one.md\n\n"
              "> 1. [LIT-2]: two.md\n");
    assert_string_equal(references(document), "LIT-1* LIT-2*");
    assert_int_equal(document->link_count, 2);
    assert_str(bytes_of(document->links[0].place), "one.md");
    assert_str(bytes_of(document->links[1].place), "two.md");
}

static void comments_are_placed_as_blocks_and_inline(void **state)
{
    (void)state;
    const struct md_document *document = parse(
        "<!-- inactive-ok: LIT-141 \xe2\x80\x94 why -->\nProse <!-- one --> "
        "more `<!-- no -->` <!-- x --> end.\n\n"
        "- item\n\n  <!--\n  wrapped\n  over lines -->\n\n<!-- a --><!-- b -->"
        "\n\n    <!-- code -->\n\n> lazy\nquote <!-- two -->\n\n<!---->\n");
    static const struct {
        const char *text;
        const char *bytes;
    } expected[] = {
        {"inactive-ok: LIT-141 \xe2\x80\x94 why",
         "<!-- inactive-ok: LIT-141 \xe2\x80\x94 why -->"},
        {"one", "<!-- one -->"},
        {"x", "<!-- x -->"},
        {"wrapped\n  over lines", "<!--\n  wrapped\n  over lines -->"},
        {"a", "<!-- a -->"},
        {"b", "<!-- b -->"},
        {"two", "<!-- two -->"},
        {"", "<!---->"},
    };
    for (size_t i = 0; i < document->comment_count; i++) {
        assert_str(document->comments[i].text, expected[i].text);
        assert_str(bytes_of(document->comments[i].place), expected[i].bytes);
    }
    assert_int_equal(document->comment_count,
                     sizeof expected / sizeof *expected);
    struct out out = {0};
    md_to_html(&out, document, NULL);
    assert_true(str_find(out_text(&out), S("inactive-ok")) == STR_NONE);
    assert_true(str_find(out_text(&out), S("<p></p>")) == STR_NONE);
    out_free(&out);
}

static void headings_are_placed_without_their_marks(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("# SOTA-060: *Scaled* `init` ##\n\nSetext $x$\n------\n\n"
              "> - ## In \xc3\xa9 list\n");
    static const struct {
        int level;
        const char *text;
        const char *bytes;
    } expected[] = {
        {1, "SOTA-060: Scaled init", "SOTA-060: *Scaled* `init`"},
        {2, "Setext x", "Setext $x$"},
        {2, "In \xc3\xa9 list", "In \xc3\xa9 list"},
    };
    assert_int_equal(document->heading_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(document->headings[i].level, expected[i].level);
        assert_str(document->headings[i].text, expected[i].text);
        assert_str(bytes_of(document->headings[i].place), expected[i].bytes);
    }
}

static void math_and_table_findings_are_placed(void **state)
{
    (void)state;
    parse("- \xc3\xa9 $\\text{val\\_x}$ then $\\text{val_x}$\n\n"
          "| \xc3\xa9 | b |\n|---|---|\n| `p | q` | r |\n"
          "| $\\|w\\|$ | x |\n\nNever $$ closed\n");
    assert_string_equal(
        test_diags_text(&arena, &diags),
        "x.md:4:36: warning: a bare _ inside \\text{} is an error in some "
        "renderers [math-text-underscore]\n  hint: write \\_\n"
        "x.md:8:13: warning: this row has 3 cells and the header 2; the rest "
        "is not shown [table-row-too-long]\n"
        "  hint: write \\| for a bar inside a cell, also in code and formulas\n"
        "x.md:9:3: warning: in a table \\| is a plain bar, also inside a "
        "formula [math-table-bar]\n"
        "  hint: write \\Vert for a norm, \\mid for given\n"
        "x.md:11:7: warning: $$ opens a formula that never ends "
        "[math-unclosed]\n"
        "  hint: close it before the next blank line, or write \\$\\$\n");
}

static void characters_that_may_not_stand_are_placed(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("a \xff\xfe b\nSOTA-1 \xee\x80\x80 \x01\n");
    assert_string_equal(references(document), "SOTA-1");
    assert_string_equal(
        test_diags_text(&arena, &diags),
        "x.md:4:3: error: the byte 0xFF is not valid UTF-8 [text-invalid]\n"
        "x.md:5:8: error: the private-use character U+E000 may not stand here "
        "[text-invalid]\n"
        "x.md:5:10: error: the control character U+0001 may not stand here "
        "[text-invalid]\n");
}

static void a_link_of_a_cell_is_placed_in_its_cell(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("[a]: x\n\n| h |\n|---|\n| [a] |\n");
    assert_int_equal(document->link_count, 1);
    assert_str(bytes_of(document->links[0].place), "[a]");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ids_are_placed_where_columns_go_wrong),
        TEST(ids_in_code_math_comments_and_urls_are_none),
        TEST(ids_in_prose_are_found_at_every_boundary),
        TEST(ids_within_addresses_and_tags_leave_the_page_as_it_is),
        TEST(a_soft_line_break_may_follow_the_hyphen),
        TEST(ids_in_links_are_found_in_text_and_target),
        TEST(ids_as_labels_of_definitions_still_link),
        TEST(labels_may_be_defined_in_lists_and_quotes),
        TEST(comments_are_placed_as_blocks_and_inline),
        TEST(headings_are_placed_without_their_marks),
        TEST(math_and_table_findings_are_placed),
        TEST(a_link_of_a_cell_is_placed_in_its_cell),
        TEST(characters_that_may_not_stand_are_placed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
