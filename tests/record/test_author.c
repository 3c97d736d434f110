/* Names: one reading of them for pages, bibliographies and checks. */

#include "support/test.h"

#include "record/author.h"

/* Family, given and suffix between bars; a group in braces. */
static const char *parts(struct arena *arena, const char *text)
{
    const struct author author = author_parse(arena, str_from_c(text));
    switch (author.kind) {
    case AUTHOR_OTHERS:
        return "others";
    case AUTHOR_GROUP:
        return arena_printf(arena, "{%.*s}", STR_ARG(author.family)).ptr;
    case AUTHOR_PERSON:
        break;
    }
    return arena_printf(arena, "%.*s|%.*s|%.*s", STR_ARG(author.family),
                        STR_ARG(author.given), STR_ARG(author.suffix))
        .ptr;
}

static void a_name_comes_apart_as_bibtex_takes_it(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Rolanda Sandoval", "Sandoval|Rolanda|"},
        {"Geoffrey E. Hinton", "Hinton|Geoffrey E.|"},
        {"Jo van der Berg", "van der Berg|Jo|"},
        {"van der Berg, Jo", "van der Berg|Jo|"},
        {"Ann {de Vries}", "de Vries|Ann|"},
        {"de Vries,Ann", "de Vries|Ann|"},
        {"Gerard 't Hooft", "'t Hooft|Gerard|"},
        {"Ortiz, Jr., Kim", "Ortiz|Kim|Jr."},
        {"Kim Ortiz, Jr.", "Ortiz|Kim|Jr."},
        {"Kim Ortiz III", "Ortiz|Kim|III"},
        {"  P.\n  M\xc3\xbcller ", "M\xc3\xbcller|P.|"},
        {"{Land and Sea Study Group}", "{Land and Sea Study Group}"},
        {"OpenAI", "{OpenAI}"},
        {"{Smith, Inc.}", "{Smith, Inc.}"},
        {"{Smith, Inc.}, Ann", "Smith, Inc.|Ann|"},
        {"van der Berg", "van der Berg||"},
        {"others", "others"},
        {"{others}", "{others}"},
        {"Li, ", "{Li}"},
        {"A {B", "B|A|"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(parts(&arena, cases[i][0]), cases[i][1]);
    }
    arena_free(&arena);
}

static void an_author_is_written_so_that_it_reads_back(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Sandoval, Rolanda", "Rolanda Sandoval"},
        {"van der Berg, Jo", "Jo van der Berg"},
        {"Ann {de Vries}", "Ann de Vries"},
        {"Ann {De Vries}", "De Vries, Ann"},
        {"Ortiz, Jr., Kim", "Kim Ortiz, Jr."},
        {"{Land and Sea}", "{Land and Sea}"},
        {"{OpenAI}", "OpenAI"},
        {"{others}", "{others}"},
        {"{Smith, Inc.}, Ann", "{Smith, Inc.}, Ann"},
        {"others", "others"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct author author =
            author_parse(&arena, str_from_c(cases[i][0]));
        const struct str text = author_text(&arena, &author);
        assert_str(text, cases[i][1]);
        const struct author again = author_parse(&arena, text);
        assert_true(author_equal(&again, &author));
    }
    arena_free(&arena);
}

/* Every text of up to six pieces that mean something in a name. */
static void whatever_was_read_once_reads_back(void **state)
{
    (void)state;
    static const char *const pieces[] = {"A", "b", " ",   ",",
                                         "{", "}", "Jr.", ", "};
    enum { PIECES = sizeof pieces / sizeof pieces[0], LENGTH = 6 };
    struct arena arena = {0};
    for (size_t code = 0; code < 1U << (3 * LENGTH); code++) {
        const struct arena_mark mark = arena_mark(&arena);
        struct out out = {0};
        for (size_t i = 0, rest = code; i < LENGTH; i++, rest /= PIECES) {
            out_c(&out, pieces[rest % PIECES]);
        }
        const struct str made = out_take(&out, &arena);
        struct author author = author_parse(&arena, made);
        author = author_parse(&arena, author_text(&arena, &author));
        const struct author again =
            author_parse(&arena, author_text(&arena, &author));
        if (!author_equal(&again, &author)) {
            fail_msg("\"%s\" is read as \"%s\" and that as something else",
                     made.ptr, author_text(&arena, &author).ptr);
        }
        arena_rewind(&arena, mark);
    }
    arena_free(&arena);
}

static void readers_see_no_braces(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_str(author_shown(&arena, S("{Land and Sea}")), "Land and Sea");
    assert_str(author_shown(&arena, S("Ortiz, Jr., Kim")), "Kim Ortiz, Jr.");
    assert_str(author_shown(&arena, S("others")), "others");
    assert_str(author_family(&arena, S("Jo van der Berg")), "van der Berg");
    assert_str(author_family(&arena, S("{Land and Sea}")), "Land and Sea");
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_comes_apart_as_bibtex_takes_it),
        cmocka_unit_test(an_author_is_written_so_that_it_reads_back),
        cmocka_unit_test(whatever_was_read_once_reads_back),
        cmocka_unit_test(readers_see_no_braces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
