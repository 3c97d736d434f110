/* arXiv numbers, DOIs and URLs, from a table of what people write. */

#include "support/test.h"

#include "base/fs.h"
#include "record/identifier.h"

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena = (struct arena){0};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

struct row {
    struct str text, kind, kept, version, fault;
};

static const struct {
    const char *name;
    enum identifier_fault arxiv, doi;
} faults[] = {
    {"ok", IDENTIFIER_OK, IDENTIFIER_OK},
    {"form", ARXIV_FORM, DOI_FORM},
    {"trailing", ARXIV_FORM, DOI_TRAILING},
    {"month", ARXIV_MONTH, DOI_FORM},
    {"early", ARXIV_TOO_EARLY, DOI_FORM},
    {"digits", ARXIV_DIGITS, DOI_FORM},
    {"sequence", ARXIV_SEQUENCE, DOI_FORM},
    {"archive", ARXIV_ARCHIVE, DOI_FORM},
};

static enum identifier_fault expected_fault(const struct row *row)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        if (str_is(row->fault, faults[i].name)) {
            return str_is(row->kind, "doi") ? faults[i].doi : faults[i].arxiv;
        }
    }
    fail_msg("unknown fault in the table: %.*s", STR_ARG(row->fault));
    return IDENTIFIER_OK;
}

static void check_arxiv(const struct row *row)
{
    struct arxiv_id id;
    int64_t version = 0;
    const enum identifier_fault fault = arxiv_parse(&arena, row->text, &id);
    if (fault != expected_fault(row)) {
        fail_msg("%.*s: fault %d", STR_ARG(row->text), (int)fault);
    }
    assert_str(id.number, arena_cstr(&arena, row->kept));
    if (row->version.len > 0) {
        assert_true(str_to_int64(row->version, &version));
    }
    if (fault == IDENTIFIER_OK) {
        assert_int_equal(id.version, (int)version);
    }
}

static void check_doi(const struct row *row)
{
    struct doi_id id;
    const enum identifier_fault fault = doi_parse(&arena, row->text, &id);
    if (fault != expected_fault(row)) {
        fail_msg("%.*s: fault %d", STR_ARG(row->text), (int)fault);
    }
    assert_str(id.shown, arena_cstr(&arena, row->kept));
}

static void the_table_is_read_as_it_says(void **state)
{
    (void)state;
    struct failure failure;
    struct str rest, line;
    size_t rows = 0;
    assert_true(fs_read(&arena, "tests/fixtures/identifiers.tsv", 1 << 16,
                        &rest, &failure));
    while (str_next_line(&rest, &line)) {
        struct row row;
        struct str tail = line;
        if (str_starts(line, S("#"))) {
            continue;
        }
        str_cut(tail, '\t', &row.text, &tail);
        str_cut(tail, '\t', &row.kind, &tail);
        str_cut(tail, '\t', &row.kept, &tail);
        str_cut(tail, '\t', &row.version, &row.fault);
        if (str_is(row.kind, "doi")) {
            check_doi(&row);
        } else {
            check_arxiv(&row);
        }
        rows++;
    }
    assert_true(rows > 40);
}

static void every_fault_has_a_sentence(void **state)
{
    (void)state;
    assert_null(identifier_fault_text(IDENTIFIER_OK));
    for (int fault = ARXIV_FORM; fault <= DOI_TRAILING; fault++) {
        assert_non_null(identifier_fault_text((enum identifier_fault)fault));
    }
}

static void the_number_tells_year_and_month(void **state)
{
    (void)state;
    struct arxiv_id id;
    arxiv_parse(&arena, S("2103.03098"), &id);
    assert_int_equal(id.year, 2021);
    assert_int_equal(id.month, 3);
    assert_false(id.is_old_form);
    arxiv_parse(&arena, S("hep-th/9711200"), &id);
    assert_int_equal(id.year, 1997);
    assert_int_equal(id.month, 11);
    assert_true(id.is_old_form);
    arxiv_parse(&arena, S("cs/0703001"), &id);
    assert_int_equal(id.year, 2007);
}

static struct str doi_key(struct str text)
{
    struct doi_id id;
    doi_parse(&arena, text, &id);
    return identifier_key_doi(&arena, &id);
}

static struct str arxiv_key(struct str text)
{
    struct arxiv_id id;
    arxiv_parse(&arena, text, &id);
    return identifier_key_arxiv(&arena, &id);
}

static void one_work_has_one_key(void **state)
{
    (void)state;
    assert_str(arxiv_key(S("arXiv:1706.03762v5")), "arxiv:1706.03762");
    assert_str(doi_key(S("10.48550/arXiv.1706.03762")), "arxiv:1706.03762");
    assert_str(
        identifier_key_url(&arena, S("https://arxiv.org/abs/1706.03762v2")),
        "arxiv:1706.03762");
    assert_str(doi_key(S("10.1000/ABC")), "doi:10.1000/abc");
    assert_str(identifier_key_url(&arena, S("https://doi.org/10.1000/ABC")),
               "doi:10.1000/abc");
    assert_str(doi_key(S("10.5555/a%3Cb")), "doi:10.5555/a<b");
}

static void addresses_that_differ_in_spelling_share_a_key(void **state)
{
    (void)state;
    const char *expected = "url:example.org/Path/a?b=1";
    static const char *const spellings[] = {
        "https://example.org/Path/a?b=1",
        "http://www.Example.ORG/Path/a?b=1#part",
        " https://example.org:443/Path/a?b=1/ ",
    };
    for (size_t i = 0; i < 3; i++) {
        assert_str(identifier_key_url(&arena, str_from_c(spellings[i])),
                   expected);
    }
    assert_str(identifier_key_url(&arena, S("https://example.org/path/a?b=1")),
               "url:example.org/path/a?b=1");
}

static void a_doi_outside_what_crossref_gives_out_is_said(void **state)
{
    (void)state;
    struct doi_id id;
    doi_parse(&arena, S("10.1000/ABC;2-K"), &id);
    assert_false(id.is_outside_crossref);
    doi_parse(&arena, S("10.1000/a<b>"), &id);
    assert_true(id.is_outside_crossref);
    assert_str(id.canonical, "10.1000/a<b>");
    doi_parse(&arena, S("10.1000/ABC"), &id);
    assert_str(id.shown, "10.1000/ABC");
    assert_str(id.canonical, "10.1000/abc");
}

static void control_characters_cannot_hide_in_a_doi(void **state)
{
    (void)state;
    struct doi_id id;
    assert_int_equal(doi_parse(&arena, S("10.1000/a%00b"), &id), DOI_FORM);
    assert_int_equal(doi_parse(&arena, S("10.1000/a%0Ab"), &id), DOI_FORM);
    assert_int_equal(doi_parse(&arena, S(""), &id), DOI_FORM);
    assert_int_equal(doi_parse(&arena, S("..)"), &id), DOI_FORM);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_table_is_read_as_it_says),
        TEST(every_fault_has_a_sentence),
        TEST(the_number_tells_year_and_month),
        TEST(one_work_has_one_key),
        TEST(addresses_that_differ_in_spelling_share_a_key),
        TEST(a_doi_outside_what_crossref_gives_out_is_said),
        TEST(control_characters_cannot_hide_in_a_doi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
