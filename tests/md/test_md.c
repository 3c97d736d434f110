/* What the page shows: math, tables, ids, links, and nothing that runs. */

#include "support/test.h"

#include "md/md.h"

#include <time.h>

static struct arena arena;
static struct diags diags;

static struct str prefix_list[] = {{"SOTA", 4}, {"LIT", 3}};
static const struct strs prefixes = {prefix_list, 2, 2};
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

static struct md_document *parse(const char *body)
{
    struct source *source = source_new(&arena, S("x.md"), str_from_c(body));
    return md_parse(&arena, source, 0, source->text.len, &options, &diags);
}

/* The same with its tree kept; findings are dropped. */
static struct md_document *parse_and_keep(const char *body)
{
    const struct md_options keeps = {.prefixes = &prefixes, .keeps_tree = true};
    struct diags ignored = {.arena = &arena};
    struct source *source = source_new(&arena, S("x.md"), str_from_c(body));
    return md_parse(&arena, source, 0, source->text.len, &keeps, &ignored);
}

static const char *html_of(const struct md_document *document,
                           const struct md_html *html)
{
    struct out out = {0};
    md_to_html(&out, document, html);
    const char *text = arena_cstr(&arena, out_text(&out));
    out_free(&out);
    return text;
}

/* A tree that was kept and one that is made for the page are one tree. */
static const char *to_html(const char *body, const struct md_html *html)
{
    const char *text = html_of(parse(body), html);
    assert_string_equal(text, html_of(parse_and_keep(body), html));
    return text;
}

static void assert_html(const char *body, const char *expected)
{
    assert_string_equal(to_html(body, NULL), expected);
}

/* PC-06 */
static void prices_stay_text_and_code_stays_code(void **state)
{
    (void)state;
    assert_html("Cost $61 a run, *cheaper* than the $76 planned; shell `$HOME` "
                "and a price of \\$5 stay.\n",
                "<p>Cost $61 a run, <em>cheaper</em> than the $76 planned; "
                "shell <code>$HOME</code> and a price of $5 stay.</p>\n");
    assert_html("US$5 and 3$ more, $ 5 $, $5-$6, a $ b\n",
                "<p>US$5 and 3$ more, $ 5 $, $5-$6, a $ b</p>\n");
    assert_html("[a](x$y$z) <https://x.org/$a$>\n",
                "<p><a href=\"x$y$z\">a</a> "
                "<a href=\"https://x.org/$a$\">https://x.org/$a$</a></p>\n");
    assert_html("    $x$\n\n```\n$y$ and $\n```\n",
                "<pre><code>$x$\n</code></pre>\n"
                "<pre><code>$y$ and $\n</code></pre>\n");
}

static void math_arrives_unchanged_and_is_escaped_once(void **state)
{
    (void)state;
    assert_html("Optimum $x^*_i$ and $y^*_j$ over $\\{1,2\\}$, $a\\,b$, $x<y$, "
                "the $k$th, $\\$5$.\n",
                "<p>Optimum <span class=\"math\">x^*_i</span> and "
                "<span class=\"math\">y^*_j</span> over "
                "<span class=\"math\">\\{1,2\\}</span>, "
                "<span class=\"math\">a\\,b</span>, "
                "<span class=\"math\">x&lt;y</span>, the "
                "<span class=\"math\">k</span>th, "
                "<span class=\"math\">\\$5</span>.</p>\n");
    assert_html("$$\n\\begin{aligned} a &= b \\\\ c &< d \\end{aligned}\n$$\n",
                "<div class=\"math\">\\begin{aligned} a &amp;= b \\\\ c &amp;"
                "&lt; d \\end{aligned}</div>\n");
    assert_html("It is $$a$$ here.\n",
                "<p>It is <span class=\"math\" data-display>a</span> here.</p>"
                "\n");
}

static void display_math_may_look_like_blocks(void **state)
{
    (void)state;
    assert_html("$$\nx\n- a\n+ b\n# c\n> d\n$$\n\nafter\n",
                "<div class=\"math\">x\n- a\n+ b\n# c\n&gt; d</div>\n"
                "<p>after</p>\n");
    assert_html("> $$\n> a = b\n> $$\n",
                "<blockquote>\n<div class=\"math\">a = b</div>\n"
                "</blockquote>\n");
    assert_html("- x\n\n  $$\n  a\n  $$\n- y\n",
                "<ul>\n<li>\n<p>x</p>\n<div class=\"math\">a</div>\n</li>\n"
                "<li>\n<p>y</p>\n</li>\n</ul>\n");
}

static void math_does_not_reach_over_blocks(void **state)
{
    (void)state;
    assert_html("cost $5\n```sh\necho a$\n```\n",
                "<p>cost $5</p>\n<pre><code class=\"language-sh\">echo a$\n"
                "</code></pre>\n");
    assert_html("- a $x\n- y$ b\n",
                "<ul>\n<li>a $x</li>\n<li>y$ b</li>\n</ul>\n");
    assert_html("open $$ x\n\ny $$ z\n", "<p>open $$ x</p>\n<p>y $$ z</p>\n");
    assert_int_equal(test_count_rule(&diags, "math-unclosed"), 2);
    diags.len = 0;
    assert_html(
        "`$$` and \\$\\$\n\n    $$\n",
        "<p><code>$$</code> and $$</p>\n<pre><code>$$\n</code></pre>\n");
    assert_int_equal(diags.len, 0);
}

/* How a table begins: it scrolls where it is wider than the page. */
#define TABLE                                              \
    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" " \
    "aria-label=\"Table\">\n<table>\n"

/* PC-04 */
static void tables_follow_the_specification(void **state)
{
    (void)state;
    assert_html("| a | b | c | d |\n| --- | :-- | :-: | --: |\n"
                "| *x* | `y` | z \\| w |\n1 | 2 | 3 | 4\n\n| not | table |\n",
                TABLE "<thead>\n<tr><th scope=\"col\">a"
                      "<th scope=\"col\" class=\"left\">b"
                      "<th scope=\"col\" class=\"center\">c"
                      "<th scope=\"col\" class=\"right\">d\n"
                      "<tbody>\n"
                      "<tr><td><em>x</em>"
                      "<td class=\"left\"><code>y</code>"
                      "<td class=\"center\">z | w"
                      "<td class=\"right\">\n"
                      "<tr><td>1<td class=\"left\">2"
                      "<td class=\"center\">3"
                      "<td class=\"right\">4\n"
                      "</table>\n</div>\n<p>| not | table |</p>\n");
    assert_int_equal(diags.len, 0);
}

static void cells_are_inline_text_only(void **state)
{
    (void)state;
    assert_html("|h|\n|-|\n| - a |\n| # b # |\n| > c |\n| 1. d |\n| e\\ |\n"
                "| `f |\n| x |\n",
                TABLE "<thead>\n<tr><th scope=\"col\">h\n"
                      "<tbody>\n<tr><td>- a\n"
                      "<tr><td># b #\n<tr><td>&gt; c\n"
                      "<tr><td>1. d\n<tr><td>e\\\n"
                      "<tr><td>`f\n<tr><td>x\n"
                      "</table>\n</div>\n");
}

static void bars_in_code_and_math_need_their_backslash(void **state)
{
    (void)state;
    assert_html("|a|b|c|\n|-|-|-|\n|`p \\| q`|r|plus|\n|`p | q`|r|plus|\n",
                TABLE "<thead>\n<tr><th scope=\"col\">a"
                      "<th scope=\"col\">b<th scope=\"col\">c\n"
                      "<tbody>\n"
                      "<tr><td><code>p | q</code><td>r<td>plus\n"
                      "<tr><td>`p<td>q`<td>r\n"
                      "</table>\n</div>\n");
    assert_int_equal(test_count_rule(&diags, "table-row-too-long"), 1);
    diags.len = 0;
    parse("|q|f|\n|-|-|\n|norm|$\\|w\\|_2$|\n|chance|$P(u \\mid v)$|\n");
    assert_int_equal(test_count_rule(&diags, "math-table-bar"), 1);
    assert_int_equal(diags.len, 1);
}

static void tables_stand_in_lists_quotes_and_below_text(void **state)
{
    (void)state;
    assert_html("- | a |\n  |---|\n  | b |\n",
                "<ul>\n<li>\n" TABLE "<thead>\n<tr><th scope=\"col\">a"
                "\n<tbody>\n<tr><td>b\n"
                "</table>\n</div>\n</li>\n</ul>\n");
    assert_html("> *Some\n> text*\n> | a |\n> |---|\n",
                "<blockquote>\n<p><em>Some text</em></p>\n" TABLE "<thead>\n"
                "<tr><th scope=\"col\">a\n</table>\n</div>\n"
                "</blockquote>\n");
    assert_html("| a | b |\n|---|\n", "<p>| a | b |\n|---|</p>\n");
    assert_html("a | b\n- | -\n", "<p>a | b</p>\n<ul>\n<li>| -</li>\n</ul>\n");
}

static struct str repeated(const char *part, size_t count)
{
    struct out out = {0};
    for (size_t i = 0; i < count; i++) {
        out_c(&out, part);
    }
    struct str text = arena_copy(&arena, out_text(&out));
    out_free(&out);
    return text;
}

static void a_table_too_large_is_told_and_shown_as_text(void **state)
{
    (void)state;
    struct str head = repeated("|a", 90);
    struct str rule = repeated("|-", 90);
    struct str rows = repeated("\n|x", 400);
    const char *body = arena_printf(&arena, "%.*s|\n%.*s|%.*s\n", STR_ARG(head),
                                    STR_ARG(rule), STR_ARG(rows))
                           .ptr;
    assert_int_equal(strncmp(to_html(body, NULL), "<p>", 3), 0);
    assert_int_equal(test_count_rule(&diags, "table-too-large"), 1);
}

/* PC-05 */
static void heading_ids_are_unique_and_never_empty(void **state)
{
    (void)state;
    const struct md_document *document =
        parse("# Result\n# Result\n# Result 1\n## \xe6\x95\xb0\xe6\x8d\xae\n"
              "## !!!\n## !!!\n#\n## \xc3\x9c"
              "ber Gr\xc3\xb6\xc3\x9f"
              "e & `x_y`\n# Result-1\n");
    static const char *const ids[] = {"result",
                                      "result-1",
                                      "result-1-1",
                                      "\xe6\x95\xb0\xe6\x8d\xae",
                                      "section",
                                      "section-1",
                                      "section-2",
                                      "\xc3\xbc"
                                      "ber-gr\xc3\xb6\xc3\x9f"
                                      "e-x-y",
                                      "result-1-2"};
    assert_int_equal(document->heading_count, 9);
    for (size_t i = 0; i < 9; i++) {
        assert_str(document->headings[i].id, ids[i]);
        for (size_t k = 0; k < i; k++) {
            assert_false(
                str_equal(document->headings[i].id, document->headings[k].id));
        }
    }
}

static struct str link_of(void *context, struct str id, struct str *title)
{
    (void)context;
    *title = S("\"T\" & co");
    return str_is(id, "LIT-022") ? S("../literature/LIT-022.html")
                                 : (struct str){0};
}

static struct str target_of(void *context, struct str target)
{
    (void)context;
    return str_ends(target, S(".md")) ? S("page.html") : target;
}

static void ids_are_linked_where_no_link_is(void **state)
{
    (void)state;
    const struct md_html html = {.reference = link_of, .link = target_of};
    assert_string_equal(
        to_html("LIT-022, SOTA-1, [LIT-022](x.md), `LIT-022`\n", &html),
        "<p><a class=\"ref\" href=\"../literature/LIT-022.html\" "
        "title=\"&quot;T&quot; &amp; "
        "co\">LIT-022</a>, SOTA-1, <a href=\"page.html\">LIT-022</a>, "
        "<code>LIT-022</code></p>\n");
}

static void nothing_that_runs_reaches_the_page(void **state)
{
    (void)state;
    assert_html("<script>alert(1)</script>\n",
                "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n");
#define NOWHERE(text) \
    "<span class=\"missing\" title=\"this leads nowhere\">" text "</span>"
    assert_html("a <b onclick=x> [x](javascript:alert(1)) "
                "[y](JaVaScRiPt:x) ![z](data:text/html,x) <vbscript:x>\n",
                "<p>a &lt;b onclick=x&gt; " NOWHERE("x") " " NOWHERE(
                    "y") " " NOWHERE("z") " " NOWHERE("vbscript:x") "</p>\n");
    assert_html(
        "[x](java&#9;script:alert) [y](&#1;javascript:x) "
        "[z](\"onmouseover=) [w](<a b> \"t\\\"\")\n",
        "<p>" NOWHERE("x") " <a href=\"?#1;javascript:x\">y</a> <a "
                           "href=\"%22onmouseover=\">z</a> "
                           "<a href=\"a%20b\" title=\"t&quot;\">w</a></p>\n");
    assert_html("![far](https://example.org/a.png \"t\") ![near](a.png)\n",
                "<p><a href=\"https://example.org/a.png\" title=\"t\">far</a> "
                "<img src=\"a.png\" alt=\"near\"></p>\n");
    assert_html("```\"><script>\n</code>\n```\n",
                "<pre><code class=\"language-&quot;&gt;&lt;script&gt;\">"
                "&lt;/code&gt;\n</code></pre>\n");
    assert_html("$</span><script>$\n",
                "<p><span class=\"math\">&lt;/span&gt;&lt;script&gt;</span></p>"
                "\n");
    assert_html("&#xf0000; &#xe000; &#57344;x &#65;&#x $a$\n",
                "<p>?#xf0000; ?#xe000; ?#57344;x A&amp;#x "
                "<span class=\"math\">a</span></p>\n");
}

static void urls_are_safe_or_not(void **state)
{
    (void)state;
    static const char *const safe[] = {
        "a.md",      "../x/y.html#z", "#a",        "?q=a:b", "http://x",
        "HTTPS://x", "mailto:a@b.c",  "//x.org/a", "a/b:c",  "1:2)x"};
    static const char *const unsafe[] = {"",
                                         "javascript:x",
                                         " javascript:x",
                                         "data:x",
                                         "java\tscript:x",
                                         "\x01javascript:x",
                                         "file:///etc",
                                         "vbscript:x",
                                         "c:/x",
                                         "x\n"};
    for (size_t i = 0; i < sizeof safe / sizeof *safe; i++) {
        assert_true(md_is_safe_url(str_from_c(safe[i])));
    }
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++) {
        assert_false(md_is_safe_url(str_from_c(unsafe[i])));
    }
}

static void headings_shift_and_the_title_can_be_left_out(void **state)
{
    (void)state;
    const struct md_html html = {.heading_shift = 1, .skip_first_title = true};
    assert_string_equal(to_html("# Title\n\n# A\n\n###### B\n", &html),
                        "<h2 id=\"a\">A</h2>\n<h6 id=\"b\">B</h6>\n");
}

static void a_title_is_told_only_where_the_body_begins_with_it(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"# Title\n\nText\n", "# Title\n"},
        {"\n\n   # Title #\nText\n", "   # Title #\n"},
        {"Title\n===\nText\n", "Title\n===\n"},
        {"A title\nof two lines\n====\n", "A title\nof two lines\n====\n"},
        {"<!-- a\nb -->\n# Title\r\nText\n", "# Title\r\n"},
        {"[a]: b\n\n# Title", "# Title"},
        {"# Title <!-- c -->\n\n# Second\n", "# Title <!-- c -->\n"},
        {"Text\n\n# Not the title\n", ""},
        {"> # Not the title\n\n# Nor this\n", ""},
        {"<!-- a --> b\n\n# Not the title\n", ""},
        {"## Not the title\n\n# Nor this\n", ""},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct md_document *document = parse(cases[i][0]);
        assert_str(str_slice(document->source->text, document->title.start,
                             document->title.end),
                   cases[i][1]);
    }
}

static void one_line_is_inline_whatever_it_looks_like(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *html;
        const char *plain;
    } cases[] = {
        {"a *b* `c` $d_e$",
         "a <em>b</em> <code>c</code> "
         "<span class=\"math\">d_e</span>",
         "a b c d_e"},
        {"# no heading #", "# no heading #", "# no heading #"},
        {"- no\n- list", "- no - list", "- no - list"},
        {"", "", ""},
        {"  x  ", "x", "x"},
        {"<b>&amp;", "&lt;b&gt;&amp;", "<b>&"},
        {"see <!-- c --> x", "see  x", "see x"},
        {"[a](b) LIT-022", "<a href=\"b\">a</a> LIT-022", "a LIT-022"},
        {"a | b", "a | b", "a | b"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct out out = {0};
        md_inline_html(&out, &arena, str_from_c(cases[i].text), &options, NULL);
        assert_str(out_text(&out), cases[i].html);
        out_reset(&out);
        md_plain(&out, &arena, str_from_c(cases[i].text));
        assert_str(out_text(&out), cases[i].plain);
        out_free(&out);
    }
}

static void plain_text_has_code_and_math_but_no_comments(void **state)
{
    (void)state;
    struct out out = {0};
    md_document_plain(&out, parse("# A *b*\n\nc\nd  \ne `f` $g$ <!-- no -->\n\n"
                                  "- h\n- SOTA-1\n\n```\nk  l\n```\n\n"
                                  "| m | n |\n|---|---|\n| o | p |\n"));
    assert_str(out_text(&out), "A b c d e f g h SOTA-1 k l m n o p");
    out_free(&out);
}

static void ids_are_found_in_text_that_is_no_markdown(void **state)
{
    (void)state;
    struct md_id id = {0};
    struct str text = S("NOTE-1 or LIT- tmpx5gy4, SOTA-060");
    assert_true(md_find_id(&arena, text, 0, &prefixes, &id));
    assert_str(id.id, "LIT-tmpx5gy4");
    assert_true(md_find_id(&arena, text, id.end, &prefixes, &id));
    assert_str(id.id, "SOTA-060");
    assert_int_equal(id.start, 25);
    assert_false(md_find_id(&arena, text, id.end, &prefixes, &id));
}

static void sizes_have_ceilings_that_are_told(void **state)
{
    (void)state;
    struct str large = repeated("x", MD_SIZE_CEILING + 1);
    assert_null(parse(large.ptr));
    assert_int_equal(test_count_rule(&diags, "markdown-too-large"), 1);
    parse(repeated(">", 5000).ptr);
    assert_int_equal(test_count_rule(&diags, "markdown-too-deep"), 1);
}

/* Inputs made of openings alone take no longer than their length allows. */
static void openings_without_ends_take_no_square_of_time(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "$a ",       "$$ ",  "` ",     "`a ``b ", "<",           "<!--",
        "](",        "[a](", "](http", "SOTA-1",  "SOTA-",       "[SOTA-1",
        "[a]: b\n",  "<a:",  "\\",     "*a ",     "> ",          "- ",
        "|",         "|-",   "$x$",    "# a\n",   "<!-- a --> ", "SOTA-1 ",
        "&#xf0000;", "[",    "![["};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct str body =
            repeated(parts[i], MD_SIZE_CEILING / strlen(parts[i]));
        clock_t start = clock();
        to_html(body.ptr, NULL);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (seconds > 10) {
            fail_msg("\"%s\" took %.1f s", parts[i], seconds);
        }
        arena_free(&arena);
        diags = (struct diags){.arena = &arena};
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(prices_stay_text_and_code_stays_code),
        TEST(math_arrives_unchanged_and_is_escaped_once),
        TEST(display_math_may_look_like_blocks),
        TEST(math_does_not_reach_over_blocks),
        TEST(tables_follow_the_specification),
        TEST(cells_are_inline_text_only),
        TEST(bars_in_code_and_math_need_their_backslash),
        TEST(tables_stand_in_lists_quotes_and_below_text),
        TEST(a_table_too_large_is_told_and_shown_as_text),
        TEST(heading_ids_are_unique_and_never_empty),
        TEST(ids_are_linked_where_no_link_is),
        TEST(nothing_that_runs_reaches_the_page),
        TEST(urls_are_safe_or_not),
        TEST(headings_shift_and_the_title_can_be_left_out),
        TEST(a_title_is_told_only_where_the_body_begins_with_it),
        TEST(one_line_is_inline_whatever_it_looks_like),
        TEST(plain_text_has_code_and_math_but_no_comments),
        TEST(ids_are_found_in_text_that_is_no_markdown),
        TEST(sizes_have_ceilings_that_are_told),
        TEST(openings_without_ends_take_no_square_of_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
