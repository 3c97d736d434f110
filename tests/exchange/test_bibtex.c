/* Reading BibTeX: every entry is accounted for, whatever the file holds. */

#include "support/test.h"

#include <stdio.h>
#include <unistd.h>

#include "base/fs.h"
#include "exchange/bibtex.h"

struct reading {
    struct arena arena;
    struct diags diags;
    struct bib bib;
};

static void read_text(struct reading *reading, struct str text)
{
    *reading = (struct reading){0};
    reading->diags.arena = &reading->arena;
    struct source *source = source_new(&reading->arena, S("a.bib"), text);
    bib_read(&reading->arena, source, &reading->bib, &reading->diags);
}

/* What was read, entry by entry, and then the findings. */
static const char *summary(struct reading *reading)
{
    struct out out = {0};
    for (size_t i = 0; i < reading->bib.entry_count; i++) {
        const struct bib_entry *entry = &reading->bib.entries[i];
        out_printf(&out, "%.*s %.*s\n", STR_ARG(entry->type),
                   STR_ARG(entry->key));
        for (size_t f = 0; f < entry->field_count; f++) {
            out_printf(&out, " %.*s = %.*s\n", STR_ARG(entry->fields[f].name),
                       STR_ARG(entry->fields[f].tex));
        }
    }
    out_c(&out, test_diags_text(&reading->arena, &reading->diags));
    return out_take(&out, &reading->arena).ptr;
}

static void assert_reading(const char *text, const char *expected)
{
    struct reading reading;
    read_text(&reading, str_from_c(text));
    assert_string_equal(summary(&reading), expected);
    arena_free(&reading.arena);
}

static void assert_counts(const struct bib *bib, size_t entries, size_t failed,
                          size_t strings, size_t others)
{
    assert_int_equal(bib->entry_count, entries);
    assert_int_equal(bib->failed, failed);
    assert_int_equal(bib->strings, strings);
    assert_int_equal(bib->others, others);
}

/* -- Well-formed ----------------------------------------------------------- */

static void all_pieces_of_a_value_are_joined(void **state)
{
    (void)state;
    assert_reading(
        "@string{proc = {Proceedings}, both = proc # { of } # proc}\n"
        "@misc{a, x = BOTH # \", vol.~\" # 7, y = 10 # \"~\" # mAr}",
        "misc a\n x = Proceedings of Proceedings, vol.~7\n"
        " y = 10~March\n");
}

static void brackets_quotes_and_capitals_are_read(void **state)
{
    (void)state;
    assert_reading("@ARTICLE ( k:1/2+x ,\n Author = \"A {\"}b{\"} and c\" ,\n"
                   " YEAR = {{2}0(1)9},)",
                   "article k:1/2+x\n author = A {\"}b{\"} and c\n"
                   " year = {2}0(1)9\n");
}

static void comments_and_text_between_entries_are_none(void **state)
{
    (void)state;
    struct reading reading;
    read_text(&reading,
              S("\xef\xbb\xbf% @article{a, x = {1}}\nme@home.org, see @you\n"
                "@comment{ @article{b, x = {1}} }\n@Comment a line @c{d}\n"
                "@PREAMBLE{\"\\x{}\"}@misc{e, x = 1, % why {\n y = 2}\n"));
    assert_string_equal(summary(&reading), "misc e\n x = 1\n y = 2\n");
    assert_counts(&reading.bib, 1, 0, 0, 3);
    arena_free(&reading.arena);
}

static void a_key_may_be_beyond_ascii_and_an_entry_without_fields(void **state)
{
    (void)state;
    assert_reading("@misc{müller2021, x = {ü}}@misc{a.b}@misc{2020,}",
                   "misc müller2021\n x = ü\nmisc a.b\nmisc 2020\n");
}

/* -- Faults ---------------------------------------------------------------- */

static void an_unknown_macro_is_named_with_its_line(void **state)
{
    (void)state;
    assert_reading("@misc{a,\n title = {x},\n  month = {1} # juli}\n"
                   "@misc{b, journal = jcshort}",
                   "a.bib:3:17: error: the entry \"a\" uses the macro juli, "
                   "which is not defined\n  hint: did you mean jul? A text "
                   "stands in braces or quotation marks\n"
                   "a.bib:4:20: error: the entry \"b\" uses the macro jcshort, "
                   "which is not defined\n  hint: define it before, with "
                   "@string{jcshort = \"...\"}; a text stands in braces or "
                   "quotation marks\n");
}

static void an_open_brace_costs_one_entry(void **state)
{
    (void)state;
    assert_reading("@misc{a, x = {1}}\n@misc{b, x = {1, y = 2}\n"
                   "@misc{c, x = {3}}\n@misc{d, x = \"4}\n@misc{e, x = 5}",
                   "misc a\n x = 1\nmisc c\n x = 3\nmisc e\n x = 5\n"
                   "a.bib:2:1: error: the entry \"b\" is never closed\n"
                   "  hint: look for a brace or quotation mark that has no "
                   "partner; the reading went on at the next line that begins "
                   "like an entry\n"
                   "a.bib:4:16: error: the entry \"d\" is closed by a brace or "
                   "bracket that it was not opened with\n");
}

static void a_brace_too_many_is_said(void **state)
{
    (void)state;
    assert_reading("@misc{a, x = {1}}, y = {2}}\n@misc(b, x = 1}\n@misc{c)}\n",
                   "misc a\n x = 1\n"
                   "a.bib:1:26: warning: a closing brace stands between "
                   "entries\n  hint: the entry before it may have ended too "
                   "early; what stands between entries is not read\n"
                   "a.bib:2:15: error: the entry \"b\" is closed by a brace or "
                   "bracket that it was not opened with\n"
                   "a.bib:3:8: error: the entry \"c\" is closed by a brace or "
                   "bracket that it was not opened with\n");
}

/* What the library says is no matter here: cmocka has a print_error too, which
 * takes the place of the library's. tests/cli/exchange.bats reads it. */
static void what_the_library_cannot_read_costs_one_entry(void **state)
{
    (void)state;
    struct reading reading;
    read_text(&reading, S("@misc{a,\n x = {1},\n y {2}}\n@misc{b, x = 2}"));
    assert_counts(&reading.bib, 1, 1, 0, 0);
    assert_str(reading.bib.entries[0].key, "b");
    assert_int_equal(reading.diags.len, 1);
    arena_free(&reading.arena);
}

static void what_is_no_text_is_named_and_the_rest_is_read(void **state)
{
    (void)state;
    struct reading reading;
    read_text(&reading, S("@misc{a, x = {caf\xe9}}\n@misc{b, x = {\0}}\n"
                          "@misc{c, x = {caf\xc3\xa9}}"));
    assert_string_equal(
        summary(&reading),
        "misc c\n x = caf\xc3\xa9\n"
        "a.bib:1:18: error: the entry \"a\" is not UTF-8: byte 0xe9\n"
        "  hint: a file in Latin-1 is made UTF-8 by `iconv -f latin1 -t utf8`\n"
        "a.bib:2:15: error: the entry \"b\" holds a NUL byte\n");
    arena_free(&reading.arena);
}

static void an_entry_needs_a_type_and_a_key(void **state)
{
    (void)state;
    struct reading reading;
    read_text(&reading, S("@\n@misc\n@misc{ author = {x}}\n@misc{a b, x = 1}\n"
                          "@misc{, x = 1}\n@{a, x = 1}\n@misc{c, 1x = 2}\n"));
    assert_counts(&reading.bib, 0, 7, 0, 0);
    assert_int_equal(reading.diags.len, 8); /* a brace is left over */
    arena_free(&reading.arena);
}

static void a_field_that_stands_twice_counts_once(void **state)
{
    (void)state;
    assert_reading("@misc{a, x = 1, X = 2}",
                   "misc a\n x = 1\na.bib:1:10: warning: the entry \"a\" has "
                   "the field x twice; the first counts\n");
}

static void entries_and_failures_are_all_there_are(void **state)
{
    (void)state;
    struct reading reading;
    struct failure failure;
    struct str text;
    struct arena arena = {0};
    assert_true(fs_read(&arena, "tests/fixtures/bibtex/values.bib", 1 << 20,
                        &text, &failure));
    read_text(&reading, text);
    assert_counts(&reading.bib, 4, 3, 1, 2);
    arena_free(&reading.arena);
    arena_free(&arena);
}

/* -- Hostile --------------------------------------------------------------- */

/* The piece so often, between the others. */
static struct str repeated(struct arena *arena, const char *before,
                           const char *piece, size_t count, const char *behind)
{
    struct out out = {0};
    out_c(&out, before);
    for (size_t i = 0; i < count; i++) {
        out_c(&out, piece);
    }
    out_c(&out, behind);
    return out_take(&out, arena);
}

static void ceilings_are_said_and_the_next_entry_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *before, *piece;
        size_t count;
        const char *behind, *said;
    } cases[] = {
        {"@misc{a, x = {", "{", 200, "\n@misc{b, x = 1}\n", "100 braces"},
        {"@misc{a, x = {", "long ", 400000, "}}\n@misc{b, x = 1}\n", "1 MiB"},
        {"@misc{a, x = {", "long ", 400000, "\n@misc{b, x = 1}\n", "1 MiB"},
        {"@misc{a, ", "x = 1,", 2000, "}\n@misc{b, x = 1}\n", "1000 fields"},
        {"@misc{a, x = ", "{} #", 2000, "1}\n@misc{b, x = 1}\n", "1000 fields"},
        {"@string{s = {{{0123456789}}}}\n@misc{a, x = ", "s # s # s #", 300,
         "s}\n@misc{b, x = 1}\n", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reading reading;
        struct arena arena = {0};
        read_text(&reading, repeated(&arena, cases[i].before, cases[i].piece,
                                     cases[i].count, cases[i].behind));
        const struct bib_entry *last =
            &reading.bib.entries[reading.bib.entry_count - 1];
        assert_str(last->key, "b");
        assert_non_null(strstr(test_diags_text(&reading.arena, &reading.diags),
                               cases[i].said));
        arena_free(&reading.arena);
        arena_free(&arena);
    }
}

static void macros_that_unfold_are_stopped(void **state)
{
    (void)state;
    struct out out = {0};
    out_c(&out, "@string{a = {0123456789}}\n");
    for (int i = 0; i < 300; i++) {
        out_c(&out, "@string{a = a # a # a # a # a # a # a # a}\n");
    }
    struct reading reading;
    read_text(&reading, out_text(&out));
    assert_true(reading.bib.failed > 250);
    assert_int_equal(reading.bib.failed + reading.bib.strings, 301);
    assert_true(reading.diags.len <= 1001);
    out_free(&out);
    arena_free(&reading.arena);
}

/* Each of these is fatal to a reading whose time is the square of the size. */
static void time_goes_with_the_size(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "@\n",
        "@a{\n",
        "@a{\"\n",
        "}@a{b}",
        "@a(b}\n",
        "@a{b,x=1}",
        "@a{b,x=y} ",
        "{",
        "% @a{b}\n",
        "@comment{",
        "@a  ",
        "  \n @",
        "@a{b,x={\xff}}",
    };
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        struct reading reading;
        struct arena arena = {0};
        read_text(&reading, repeated(&arena, "", pieces[i],
                                     (1 << 18) / strlen(pieces[i]), ""));
        assert_true(reading.diags.len <= 2002);
        arena_free(&reading.arena);
        arena_free(&arena);
    }
}

static void standard_error_is_where_it_was(void **state)
{
    (void)state;
    struct reading reading;
    FILE *file = tmpfile();
    assert_non_null(file);
    const int kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    read_text(&reading, S("@misc{a, x {}}@misc{b, y = }"));
    fputs("still here", stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    char text[64] = {0};
    rewind(file);
    assert_int_equal(fread(text, 1, sizeof text - 1, file), 10);
    assert_string_equal(text, "still here");
    assert_int_equal(reading.bib.failed, 2);
    fclose(file);
    arena_free(&reading.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pieces_of_a_value_are_joined),
        cmocka_unit_test(brackets_quotes_and_capitals_are_read),
        cmocka_unit_test(comments_and_text_between_entries_are_none),
        cmocka_unit_test(a_key_may_be_beyond_ascii_and_an_entry_without_fields),
        cmocka_unit_test(an_unknown_macro_is_named_with_its_line),
        cmocka_unit_test(an_open_brace_costs_one_entry),
        cmocka_unit_test(a_brace_too_many_is_said),
        cmocka_unit_test(what_the_library_cannot_read_costs_one_entry),
        cmocka_unit_test(what_is_no_text_is_named_and_the_rest_is_read),
        cmocka_unit_test(an_entry_needs_a_type_and_a_key),
        cmocka_unit_test(a_field_that_stands_twice_counts_once),
        cmocka_unit_test(entries_and_failures_are_all_there_are),
        cmocka_unit_test(ceilings_are_said_and_the_next_entry_is_read),
        cmocka_unit_test(macros_that_unfold_are_stopped),
        cmocka_unit_test(time_goes_with_the_size),
        cmocka_unit_test(standard_error_is_where_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
