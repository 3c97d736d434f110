/* Works: from entries, to entries and back, and what makes two of them one. */

#include "support/test.h"

#include "exchange/bibtex.h"
#include "exchange/import.h"

static struct arena arena;

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct work read_entry(const char *text,
                              struct work_leftovers *leftovers)
{
    struct diags diags = {.arena = &arena};
    struct bib bib;
    struct source *source = source_new(&arena, S("a.bib"), str_from_c(text));
    *leftovers = (struct work_leftovers){0};
    bib_read(&arena, source, &bib, &diags);
    if (bib.entry_count != 1) {
        fail_msg("%s", test_diags_text(&arena, &diags));
    }
    return work_of_entry(&arena, &bib.entries[0], leftovers);
}

/* What became of the entry: its fields as a record names them, and how many
 * were left over. */
static const char *reading(const char *text)
{
    struct work_leftovers leftovers;
    const struct work work = read_entry(text, &leftovers);
    struct out out = {0};
    const struct {
        const char *key;
        struct str value;
    } fields[] = {
        {"type", work.type},
        {"title", work.title},
        {"date", work.published},
        {"venue", work.venue},
        {"arxiv", work.arxiv},
        {"class", work.arxiv_class},
        {"doi", work.doi},
        {"url", work.url},
        {"retracted", work.retracted},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (fields[i].value.len > 0) {
            out_printf(&out, "%s=%.*s ", fields[i].key,
                       STR_ARG(fields[i].value));
        }
    }
    out_printf(&out, "left=%zu", leftovers.left.len);
    return out_take(&out, &arena).ptr;
}

struct pair {
    const char *entry, *reading;
};

static void hold(const struct pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(reading(pairs[i].entry), pairs[i].reading);
    }
}

static void dates_are_read_as_far_as_they_are_said(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"@misc{a, year = 2019, month = 4 # \"~\" # aug}",
         "type=misc date=2019-08-04 left=0"},
        {"@misc{a, year = {2019}, month = {August 4,}}",
         "type=misc date=2019-08-04 left=0"},
        {"@misc{a, year = 2019, month = {Sept.}}",
         "type=misc date=2019-09 left=0"},
        {"@misc{a, year = 2019, month = 11, day = 7}",
         "type=misc date=2019-11-07 left=0"},
        {"@misc{a, date = {2019-02-28/2019-03-01}, year = 2018}",
         "type=misc date=2019-02-28 left=1"},
        {"@misc{a, date = {2019-02-29}}", "type=misc left=1"},
        {"@misc{a, date = {2020-02-29}}", "type=misc date=2020-02-29 left=0"},
        {"@misc{a, year = {in press}, month = may}", "type=misc left=2"},
        {"@misc{a, year = 2019, month = {Spring}}",
         "type=misc date=2019 left=1"},
        {"@misc{a, year = 2019, month = {mar/apr}, day = 3}",
         "type=misc date=2019 left=2"},
    };
    hold(pairs, sizeof pairs / sizeof pairs[0]);
}

static void identifiers_are_found_where_people_put_them(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"@misc{a, eprint = {1706.03762v5}, archivePrefix = {arXiv}, "
         "primaryClass = {cs.CL}}",
         "type=preprint arxiv=1706.03762v5 class=cs.CL left=0"},
        {"@misc{a, eprint = {1706.03762}}",
         "type=preprint arxiv=1706.03762 left=0"},
        {"@misc{a, eprint = {x/99}, eprinttype = {jstor}}", "type=misc left=2"},
        {"@misc{a, eprint = {nonsense}, archivePrefix = {arXiv}}",
         "type=preprint arxiv=nonsense left=0"},
        {"@article{a, journal = {arXiv preprint arXiv:1706.03762}}",
         "type=preprint arxiv=1706.03762 left=0"},
        {"@article{a, journal = {CoRR}, volume = {abs/1706.03762}}",
         "type=preprint arxiv=1706.03762 left=0"},
        {"@article{a, journal = {J. Tests}, url = "
         "{https://arxiv.org/abs/1706.03762v2}}",
         "type=article venue=J. Tests arxiv=1706.03762v2 left=0"},
        {"@misc{a, doi = {10.48550/arXiv.1706.03762}, eprint = "
         "{1706.03762v1}}",
         "type=preprint arxiv=1706.03762v1 left=0"},
        {"@misc{a, url = {https://doi.org/10.1000/a\\_b}}",
         "type=misc doi=10.1000/a_b left=0"},
        {"@misc{a, doi = {10.1000/x}, url = {https://dx.doi.org/10.1000/X}}",
         "type=misc doi=10.1000/x left=0"},
        {"@misc{a, howpublished = {\\url{https://e.org/x_y}}}",
         "type=misc url=https://e.org/x_y left=0"},
        {"@misc{a, note = {Retracted: 2024-05-01, figures \\& all}}",
         "type=misc retracted=2024-05-01, figures & all left=0"},
    };
    hold(pairs, sizeof pairs / sizeof pairs[0]);
}

static void a_type_and_its_venue_have_one_word_each(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"@inproceedings{a, booktitle = {Proc}, publisher = {P}, pages = {1}}",
         "type=paper venue=Proc left=2"},
        {"@conference{a, booktitle = {Proc}}", "type=paper venue=Proc left=0"},
        {"@article{a, journaltitle = {J}}", "type=article venue=J left=0"},
        {"@book{a, publisher = {P}}", "type=book venue=P left=0"},
        {"@mastersthesis{a, school = {S}}",
         "type=masters-thesis venue=S left=0"},
        {"@patent{a, number = 7}", "type=patent left=1"},
        {"@misc{a, title = {A}, subtitle = {B}}",
         "type=misc title=A: B left=0"},
    };
    hold(pairs, sizeof pairs / sizeof pairs[0]);
}

static void names_are_split_at_the_word_and_alone(void **state)
{
    (void)state;
    struct work_leftovers leftovers;
    const struct work work = read_entry(
        "@misc{a, author = {Sandler, Rosa AND {Wind and Sand Group}\n and van "
        "den Bosch, Ida and Uma {da Costa} and and Ferreira, Jr., Lou and "
        "Bj{\\\"o}rk, A. and others}}",
        &leftovers);
    static const char *const texts[] = {
        "Rosa Sandler", "{Wind and Sand Group}", "Ida van den Bosch",
        "Uma da Costa", "Lou Ferreira, Jr.",     "A. Björk",
        "others",
    };
    assert_int_equal(work.authors.len, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_str(author_text(&arena, &work.authors.at[i]), texts[i]);
    }
}

static void unknown_commands_are_named(void **state)
{
    (void)state;
    struct work_leftovers leftovers;
    const struct work work =
        read_entry("@misc{a, title = {A \\foo{b} \\foo c}}", &leftovers);
    assert_str(work.title, "A \\foo{b} \\foo c");
    assert_int_equal(leftovers.unknown.len, 1);
    assert_str(leftovers.unknown.at[0], "foo");
}

/* -- There and back -------------------------------------------------------- */

static const char *exported(const struct work *work)
{
    struct out out = {0};
    work_put_bibtex(&out, &arena, work);
    return out_take(&out, &arena).ptr;
}

/* Every field that an export may have, in the values that are hardest. */
static void what_is_exported_reads_back_and_is_exported_the_same(void **state)
{
    (void)state;
    static const char *const words[] = {
        "article", "paper", "preprint",   "report", "book",    "chapter",
        "thesis",  "code",  "phd-thesis", "web",    "dataset", "supplied",
    };
    static const char *const authors[] = {
        "Jo van der Berg", "{AT&T Labs}",     "{Smith, Sons and Co}",
        "Kim Ortiz, Jr.",  "Ann \\o/ Tilde~", "D'Arcy O'Neil",
        "{others}",        "others",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct work work = {
            .key = S("k:1"),
            .type = str_from_c(words[i]),
            .title = S("100% of $x_1$ & {more}: a #1 study of GPT-2 -- ``ü''"),
            .venue = S("Proc. of the 3rd & last_one"),
            .published = S("2019-02-07"),
            .arxiv = S("math.CA/0611800v2"),
            .arxiv_class = S("math.CA"),
            .doi = S("10.1002/(SICI)1097<1::AID>3.0_x{y}"),
            .url = S("https://e.org/a_b%20c~d?x={1}&y=#z"),
            .retracted = S("2024-05-01: data \\ lost"),
        };
        for (size_t a = 0; a < sizeof authors / sizeof authors[0]; a++) {
            *LIST_PUSH(&arena, &work.authors) =
                author_parse(&arena, str_from_c(authors[a]));
        }
        work_settle(&arena, &work);
        const char *first = exported(&work);
        struct work_leftovers leftovers;
        const struct work again = read_entry(first, &leftovers);
        assert_int_equal(leftovers.left.len + leftovers.unknown.len, 0);
        assert_string_equal(exported(&again), first);
    }
}

static void what_is_not_known_is_not_exported(void **state)
{
    (void)state;
    struct work work = {.key = S("k"),
                        .title = S("T"),
                        .arxiv = S("nonsense"),
                        .doi = S("none"),
                        .published = S("1999")};
    work_settle(&arena, &work);
    assert_string_equal(exported(&work), "@misc{k,\n"
                                         "  title         = {T},\n"
                                         "  year          = {1999},\n"
                                         "}\n");
}

/* -- Sameness -------------------------------------------------------------- */

static void works_are_one_by_any_identifier_they_share(void **state)
{
    (void)state;
    struct work work = {.arxiv = S("1706.03762v5"),
                        .doi = S("10.48550/arXiv.1706.03762"),
                        .url = S("https://www.e.org/x/")};
    struct str keys[WORK_KEYS];
    work_settle(&arena, &work);
    assert_int_equal(work_keys(&arena, &work, keys), 2);
    assert_str(keys[0], "arxiv:1706.03762");
    assert_true(str_equal(work_title_folded(&arena, S("An $L_2$-Title: ü!")),
                          work_title_folded(&arena, S("an L2 title ü"))));
    assert_false(str_equal(work_title_folded(&arena, S("Title 1")),
                           work_title_folded(&arena, S("Title 2"))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(dates_are_read_as_far_as_they_are_said,
                                  tear_down),
        cmocka_unit_test_teardown(identifiers_are_found_where_people_put_them,
                                  tear_down),
        cmocka_unit_test_teardown(a_type_and_its_venue_have_one_word_each,
                                  tear_down),
        cmocka_unit_test_teardown(names_are_split_at_the_word_and_alone,
                                  tear_down),
        cmocka_unit_test_teardown(unknown_commands_are_named, tear_down),
        cmocka_unit_test_teardown(
            what_is_exported_reads_back_and_is_exported_the_same, tear_down),
        cmocka_unit_test_teardown(what_is_not_known_is_not_exported, tear_down),
        cmocka_unit_test_teardown(works_are_one_by_any_identifier_they_share,
                                  tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
