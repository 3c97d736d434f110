/* How one finds one's way: the front page, addresses of numbers, claims and
 * citations, where a page says that it is, and the index of words. */

#include "support/site.h"

#include "base/json.h"
#include "base/map.h"
#include "render/anchors.h"

/* The number before the next `after`, or -1. */
static long number_before(struct str *rest, const char *after)
{
    const size_t at = str_find(*rest, str_from_c(after));
    if (at == STR_NONE) {
        return -1;
    }
    size_t start = at;
    while (start > 0 && rest->ptr[start - 1] >= '0' &&
           rest->ptr[start - 1] <= '9') {
        start--;
    }
    long number = 0;
    for (size_t i = start; i < at; i++) {
        number = number * 10 + (rest->ptr[i] - '0');
    }
    *rest = str_from(*rest, at + strlen(after));
    return start < at ? number : -1;
}

/* Marks of one kind, each of which has to be addressed by the first of its
 * name and by no other. */
static size_t check_marks(struct arena *arena, struct str html,
                          const char *mark, const char *prefix)
{
    const struct str opening = arena_printf(arena, "%s=\"", mark);
    struct map seen = {0};
    struct str rest = html;
    for (;;) {
        const size_t at = str_find(rest, opening);
        if (at == STR_NONE) {
            return seen.len;
        }
        const struct str value = str_from(rest, at + opening.len);
        const struct str name = str_slice(value, 0, str_find_char(value, '"'));
        const struct str id =
            arena_printf(arena, "id=\"%s%.*s\" ", prefix, STR_ARG(name));
        void **slot = map_slot(arena, &seen, name);
        const bool is_addressed = str_ends(str_slice(rest, 0, at), id);
        if (is_addressed != (*slot == NULL)) {
            fail_msg("%.*s: %s", STR_ARG(name),
                     is_addressed ? "addressed twice" : "has no address");
        }
        *slot = &seen;
        rest = value;
    }
}

static void each_number_and_claim_is_addressed_where_it_stands_first(
    void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str practice = page(&arena, "practices/SOTA-001.html");
    assert_true(check_marks(&arena, practice, "data-value", "at.") >= 12);
    assert_int_equal(check_marks(&arena, practice, "data-claim", "claim."), 1);
    assert_has(practice, "href=\"#claim.SOTA-001\"");
    assert_has(practice, "href=\"#outcome.EXP-001.slow-is-worse\"");
    check_marks(&arena, page(&arena, "experiments/EXP-001.html"), "data-value",
                "at.");
    arena_free(&arena);
}

static void marks_in_text_and_broken_marks_get_no_address(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const char *const texts[] = {"",
                                        "no mark",
                                        "data-",
                                        "data-value=",
                                        "<a data-value=\"\">",
                                        "<a data-value=\"x",
                                        "data-value=&quot;x&quot;",
                                        "<a id=\"mine\" data-value=\"x\">",
                                        "<p data-claim=\"x\" id=\"mine\">"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct str text = str_from_c(texts[i]);
        assert_true(str_equal(anchors_set(&arena, text), text));
    }
    assert_true(str_is(
        anchors_set(&arena, S("<a data-value=\"x\"><a data-value=\"y\">"
                              "<a data-value=\"x\"><p data-claim=\"x\">")),
        "<a id=\"at.x\" data-value=\"x\"><a id=\"at.y\" data-value=\"y\">"
        "<a data-value=\"x\"><p id=\"claim.x\" data-claim=\"x\">"));
    arena_free(&arena);
}

static void a_citation_is_addressed_by_what_it_cites(void **state)
{
    (void)state;
    struct arena arena = {0};
    sh("printf '%%s\\n' --- 'title: Cites one work twice' 'status: Active' "
       "'citations:' '  - {ref: LIT-001, role: source}' "
       "'  - {ref: LIT-001, role: introduced_by}' "
       "'  - {ref: \"LIT 9/<\", role: source}' --- "
       ">%s/project/practices/SOTA-091.md",
       site_folder());
    build("out", NULL);
    const struct str text = page(&arena, "practices/SOTA-091.html");
    assert_int_equal(count_of(text, "id=\"Cite.LIT-001\""), 1);
    assert_int_equal(count_of(text, "id=\"Cite.LIT-001.2\""), 1);
    /* What cannot be an id is none. */
    assert_int_equal(count_of(text, "id=\"Cite."), 3);
    assert_int_equal(count_of(text, "id=\"Cite.\""), 1);
    arena_free(&arena);
}

static void a_page_says_where_it_is(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    assert_lacks("front page", page(&arena, "index.html"), "class=\"crumbs\"");
    const struct str list = page(&arena, "practices/index.html");
    assert_has(list, "<li aria-current=\"page\">Practices</li>");
    assert_has(list, "index.html\" aria-current=\"page\">Practices</a>");
    const struct str practice = page(&arena, "practices/SOTA-001.html");
    assert_has(practice,
               "<li><a href=\"../practices/index.html\">Practices</a></li>\n"
               "<li aria-current=\"page\">SOTA-001</li>");
    assert_has(practice, "index.html\" aria-current=\"true\">Practices</a>");
    assert_has(page(&arena, "history/SOTA-001.html"),
               "<li><a href=\"../practices/SOTA-001.html\">SOTA-001</a></li>\n"
               "<li aria-current=\"page\">History</li>");
    assert_has(page(&arena, "runs-to-come.html"),
               "runs-to-come.html\" aria-current=\"page\">");
    arena_free(&arena);
}

static void the_front_page_counts_each_practice_once(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "index.html");
    struct str rest = between(text, "<ul class=\"counts\">", "to-come");
    long total = 0;
    for (long count; (count = number_before(&rest, "</span> <span")) >= 0;) {
        total += count;
    }
    struct str all = text;
    assert_true(total > 3);
    assert_int_equal(number_before(&all, " practices, each counted once"),
                     total);
    /* A link to a verdict leads to the first row of it without scripts too. */
    assert_has(text, "practices/index.html#verdict=contradicted");
    assert_int_equal(count_of(page(&arena, "practices/index.html"),
                              "id=\"verdict=contradicted\""),
                     1);
    arena_free(&arena);
}

/* The JSON in a script that hands it to a function. */
static const struct json *handed(struct arena *arena, const char *path,
                                 const char *function)
{
    struct failure failure = {0};
    struct json *json = NULL;
    struct str text = page(arena, path);
    const struct str start = arena_printf(arena, "%s(", function);
    assert_true(str_starts(text, start));
    assert_true(str_ends(text, S(");\n")));
    assert_true(json_read(arena, str_slice(text, start.len, text.len - 3),
                          &json, &failure));
    return json;
}

static void the_index_of_words_has_heads_and_prose(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct json *heads =
        handed(&arena, "data/search-heads.js", "probatum.heads");
    const struct json *rows = json_get(heads, "rows");
    bool has_practice = false;
    for (size_t i = 0; i < rows->len; i++) {
        const struct json *row = rows->items[i].items;
        has_practice |= str_is(row[0].string, "practices/SOTA-001") &&
                        str_is(row[1].string, "SOTA-001");
    }
    assert_true(has_practice);
    const struct json *prose =
        handed(&arena, "data/search-words-0.js", "probatum.words");
    assert_true(prose->len > 5 && prose->len <= rows->len);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(each_number_and_claim_is_addressed_where_it_stands_first),
        cmocka_unit_test(marks_in_text_and_broken_marks_get_no_address),
        SITE_TEST(a_citation_is_addressed_by_what_it_cites),
        SITE_TEST(a_page_says_where_it_is),
        SITE_TEST(the_front_page_counts_each_practice_once),
        SITE_TEST(the_index_of_words_has_heads_and_prose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
