/* Citations in prose, in the forms that people write. Each line is a body; the
 * record cited is by Biao Zhang and others, 2019. */

#include "check/place.h"

/* "3" when the rule fires at that column of the body's line, "" when it does
 * not, "?" when it cannot tell. */
static const char *found_in(struct arena *arena, const char *authors,
                            const char *body)
{
    struct place_of_work place = place_new();
    place_put_all(&place, S(CONFIG));
    place_put(&place, S("l/LIT-023.yaml"),
              arena_printf(arena,
                           "title: Root Mean Square Layer Normalization\n"
                           "status: Active\n%spublished: '2019-10-16'\n"
                           "arxiv: '1910.07467'\nvenue: NeurIPS 2020\n"
                           "summary: RMSNorm drops the mean.\n",
                           authors));
    place_put(&place, S("p/SOTA-001.md"),
              arena_printf(arena, "---\ntitle: One\n---\n%s\n", body));
    place_check(&place, &(struct check_options){.topic = S("citation")});
    struct str text = {0};
    for (size_t i = 0; i < place.diags.len; i++) {
        const struct diag *diag = &place.diags.at[i];
        if (strcmp(diag->rule, "citation-author") != 0) {
            continue;
        }
        const struct position at = source_position(
            &place.arena, diag->place.source, diag->place.start);
        text = diag->outcome == OUTCOME_CANNOT_CHECK
                   ? S("?")
                   : arena_printf(arena, "%zu", at.column);
    }
    place_free(&place);
    return arena_cstr(arena, text);
}

#define ZHANG "authors: [Biao Zhang, Rico Sennrich]\n"

static void forms_of_citing_are_understood(void **state)
{
    static const struct {
        const char *body, *found;
    } cases[] = {
        /* right */
        {"Zhang et al. (2019), LIT-023, say so.", ""},
        {"In Zhang and Sennrich (2019), [LIT-023](x.md).", ""},
        {"Zhang & Sennrich (2019; LIT-023)", ""},
        {"(Zhang and Sennrich, 2019, LIT-023)", ""},
        {"Biao Zhang and Rico Sennrich (2019), LIT-023", ""},
        {"Zhang, Li and Sennrich (2019), LIT-023", ""},
        {"Zhang et al.'s (2019) [LIT-023]", ""},
        {"zhang ET AL. are not names: ZHANG et al. (2019), LIT-023", ""},
        {"Zhang (2020), LIT-023, by the year of its venue", ""},
        {"Zhang et al. (2019a), LIT-023", ""},
        /* wrong */
        {"Xiong et al. (2019), LIT-023", "1"},
        {"As Xiong et al. (2019), [LIT-023](x.md)", "4"},
        {"Sennrich and Zhang (2019), LIT-023", "1"},
        {"Rico Sennrich and Biao Zhang (2019), LIT-023", "6"},
        {"Xiong (2019), LIT-023", "1"},
        {"Xiong et al. (LIT-023)", "1"},
        {"Zhang et al. (2017), LIT-023", "1"},
        {"(Xiong et al., 2019; LIT-023)", "2"},
        {"\xc3\x96zt\xc3\xbcrk et al. (2019), LIT-023", "1"},
        /* no citation at all */
        {"RMSNorm (2019), LIT-023, drops the mean", ""},
        {"as of 2019, LIT-023", ""},
        {"Normalization, LIT-023, and Warmup ([LIT-023])", ""},
        {"see (LIT-023) and [LIT-023]", ""},
        {"Xiong et al. (2019).\n\nLIT-023", ""},
        {"12019, LIT-023", ""},
        {"LIT-023", ""},
        {"et al. (2019), LIT-023", ""},
    };
    struct arena arena = {0};
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *found = found_in(&arena, ZHANG, cases[i].body);
        if (strcmp(found, cases[i].found) != 0) {
            print_error("%s\n  got \"%s\", expected \"%s\"\n", cases[i].body,
                        found, cases[i].found);
            wrong++;
        }
    }
    arena_free(&arena);
    assert_int_equal(wrong, 0);
}

static void names_are_read_in_the_ways_records_write_them(void **state)
{
    static const struct {
        const char *authors, *found;
    } cases[] = {
        {"authors: ['Berg, Anna van der', others]\n", ""},
        {"authors: [Anna van der Berg]\n", ""},
        {"first_author: Berg\n", ""},
        {"first_author: Burg\n", "1"},
        {"authors: [Berg]\n", ""},
        {"authors: ['Anna Berg, Jr.']\n", ""},
        {"authors: [others]\n", "?"},
        {"authors: []\n", "?"},
        {"", "?"},
    };
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(
            found_in(&arena, cases[i].authors, "Berg et al. (2019), LIT-023"),
            cases[i].found);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_citing_are_understood),
        cmocka_unit_test(names_are_read_in_the_ways_records_write_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
