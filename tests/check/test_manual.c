/* One list, many consumers: every rule id that the program reports is a row of
 * rules.def, every row says all it has to, and probatum-rules(7) has each. When
 * the manual is behind, the text that belongs between its two marks is left in
 * build/gen/rules.mdoc. */

#include "support/test.h"

#include <dirent.h>
#include <stdio.h>

#include "base/fs.h"
#include "check/mend.h"
#include "check/rules.h"

static struct arena arena;

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct str read_file(const char *path)
{
    struct failure failure = {0};
    struct str text;
    if (!fs_read(&arena, path, 1 << 22, &text, &failure)) {
        fail_msg("%s", failure.why);
    }
    return text;
}

/* -- Every id is a row ---------------------------------------------------- */

static bool is_id_char(char c)
{
    return (c >= 'a' && c <= 'z') || c == '-';
}

/* Takes the next "words-joined-by-hyphens" literal off the text. */
static bool next_literal(struct str *rest, struct str *literal)
{
    for (;;) {
        const size_t open = str_find_char(*rest, '"');
        if (open == STR_NONE) {
            return false;
        }
        size_t end = open + 1;
        while (end < rest->len && is_id_char(rest->ptr[end])) {
            end++;
        }
        *literal = str_slice(*rest, open + 1, end);
        const bool is_whole = end < rest->len && rest->ptr[end] == '"';
        *rest = str_from(*rest, is_whole ? end + 1 : open + 1);
        if (is_whole && str_find_char(*literal, '-') != STR_NONE) {
            return true;
        }
    }
}

/* Rule ids begin with one of the words that rules of rules.def begin with. */
static bool looks_like_a_rule(struct str literal)
{
    const struct str first =
        str_slice(literal, 0, str_find_char(literal, '-') + 1);
    for (size_t i = 0; i < rule_count; i++) {
        if (str_starts(str_from_c(rules[i].id), first)) {
            return true;
        }
    }
    return false;
}

/* Words of that shape which are something else. */
static bool is_other_word(struct str literal)
{
    static const char *const others[] = {
        "math-ph",       "evidence-",     "plan-",
        "link-",         "field-",        "acknowledgement-",
        "seeds-missing", "seeds-overlap", "seeds-extra",
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (str_is(literal, others[i])) {
            return true;
        }
    }
    return false;
}

static size_t unknown_ids_in(const char *path)
{
    struct str rest = read_file(path), literal;
    size_t unknown = 0;
    while (next_literal(&rest, &literal)) {
        if (looks_like_a_rule(literal) && !rule_find(literal) &&
            !is_other_word(literal)) {
            print_error("%s: \"%.*s\" is no row of rules.def\n", path,
                        STR_ARG(literal));
            unknown++;
        }
    }
    return unknown;
}

static void every_id_that_is_reported_is_a_row(void **state)
{
    static const char *const modules[] = {"yml",        "md",       "record",
                                          "experiment", "evidence", "check"};
    size_t unknown = 0, files = 0;
    (void)state;
    for (size_t m = 0; m < sizeof modules / sizeof modules[0]; m++) {
        const char *folder = arena_printf(&arena, "src/%s", modules[m]).ptr;
        DIR *entries = opendir(folder);
        assert_non_null(entries);
        for (struct dirent *e; (e = readdir(entries)) != NULL;) {
            const struct str name = str_from_c(e->d_name);
            if (str_ends(name, S(".c")) || str_ends(name, S(".h"))) {
                unknown += unknown_ids_in(
                    arena_printf(&arena, "%s/%s", folder, e->d_name).ptr);
                files++;
            }
        }
        closedir(entries);
    }
    assert_true(files > 50);
    assert_int_equal(unknown, 0);
}

/* Whatever `diag_add` and its like are called with is a row too, whatever it
 * begins with: their id is the first literal behind the call. */
static void every_call_that_reports_names_a_row(void **state)
{
    static const char *const calls[] = {"diag_add(", "reader_fault(",
                                        "plan_fault("};
    static const char *const files[] = {
        "src/yml/parse.c",
        "src/yml/text.c",
        "src/yml/front.c",
        "src/md/document.c",
        "src/md/build.c",
        "src/md/table.c",
        "src/md/text.c",
        "src/record/library.c",
        "src/record/record.c",
        "src/record/record_values.c",
        "src/record/record_body.c",
        "src/record/project_read.h",
        "src/experiment/plan.c",
        "src/evidence/load.c",
    };
    size_t found = 0;
    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
        for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++) {
            struct str rest = read_file(files[f]);
            size_t at;
            while ((at = str_find(rest, str_from_c(calls[c]))) != STR_NONE) {
                rest = str_from(rest, at + strlen(calls[c]));
                struct str call = str_slice(rest, 0, str_find_char(rest, ';'));
                struct str id;
                if (!next_literal(&call, &id)) {
                    continue; /* the id is a parameter there */
                }
                found++;
                if (!rule_find(id)) {
                    fail_msg("%s reports \"%.*s\"", files[f], STR_ARG(id));
                }
            }
        }
    }
    assert_true(found > 20);
}

/* -- Every row is whole --------------------------------------------------- */

static void every_row_says_all_it_has_to(void **state)
{
    (void)state;
    for (size_t i = 0; i < rule_count; i++) {
        const struct check_rule *rule = &rules[i];
        assert_true(strlen(rule->topic) > 0);
        assert_true(strlen(rule->summary) > 10);
        assert_true(strlen(rule->explanation) > 40);
        assert_true(strlen(rule->fires) > 0);
        assert_true(strlen(rule->near_miss) > 0);
        assert_string_not_equal(rule->fires, rule->near_miss);
        assert_ptr_equal(rule_find(str_from_c(rule->id)), rule);
        /* a summary goes on in the middle of a sentence */
        assert_true(rule->summary[strlen(rule->summary) - 1] != '.');
        assert_true(rule->explanation[strlen(rule->explanation) - 1] == '.');
    }
}

/* -- The manual ----------------------------------------------------------- */

/* Text for mdoc: one sentence a line, quote marks for code, nothing read as a
 * macro. */
static void put_prose(struct out *out, const char *text)
{
    bool is_open = false;
    for (const char *c = text; *c; c++) {
        if (*c == '\\') {
            out_c(out, "\\e");
        } else if (*c == '`') {
            out_c(out, is_open ? "\\(cq" : "\\(oq");
            is_open = !is_open;
        } else if (*c == ' ' && c > text && c[-1] == '.' && c[1] >= 'A' &&
                   c[1] <= 'Z') {
            out_char(out, '\n');
        } else {
            out_char(out, *c);
        }
    }
    out_char(out, '\n');
}

static void put_example(struct out *out, const char *heading, const char *text)
{
    struct str rest = str_from_c(text), line;
    out_printf(out, "%s\n.Bd -literal -offset indent -compact\n", heading);
    while (str_next_line(&rest, &line)) {
        out_c(out, line.len > 0 && (line.ptr[0] == '.' || line.ptr[0] == '\'')
                       ? "\\&"
                       : "");
        for (size_t i = 0; i < line.len; i++) {
            if (line.ptr[i] == '\\') {
                out_c(out, "\\e");
            } else {
                out_char(out, line.ptr[i]);
            }
        }
        out_char(out, '\n');
    }
    out_c(out, ".Ed\n");
}

static void put_rules(struct out *out)
{
    const char *topic = "";
    for (size_t i = 0; i < rule_count; i++) {
        const struct check_rule *rule = &rules[i];
        if (strcmp(rule->topic, topic) != 0) {
            topic = rule->topic;
            out_printf(out, "%s.Ss Topic %s\n.Bl -tag -width Ds\n",
                       i > 0 ? ".El\n" : "", topic);
        }
        out_printf(out, ".It Sy %s Pq %s\n", rule->id,
                   severity_name(rule->severity));
        out_printf(out, "Reports that %s.\n", rule->summary);
        put_prose(out, rule->explanation);
        if (mend_words(rule->id)) {
            out_printf(out, "\\(oqcheck \\-\\-fix\\(cq %s.\n",
                       mend_words(rule->id));
        }
        put_example(out, ".Pp\nFires on", rule->fires);
        put_example(out, "and is content with", rule->near_miss);
    }
    out_c(out, ".El\n");
}

static void the_manual_has_every_rule(void **state)
{
    (void)state;
    const struct str begin = S(".\\\" rules: begin\n");
    const struct str end = S(".\\\" rules: end\n");
    const struct str page = read_file("man/probatum-rules.7");
    const size_t from = str_find(page, begin);
    const size_t to = str_find(page, end);
    assert_true(from != STR_NONE && to != STR_NONE);
    struct out out = {0};
    put_rules(&out);
    if (!str_equal(str_slice(page, from + begin.len, to), out_text(&out))) {
        struct failure failure = {0};
        fs_write("build/gen/rules.mdoc", out_text(&out), FS_QUICK, &failure);
        out_free(&out);
        fail_msg("man/probatum-rules.7 is not what src/check/rules.def says: "
                 "put build/gen/rules.mdoc between its two marks");
    }
    out_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_id_that_is_reported_is_a_row,
                                  tear_down),
        cmocka_unit_test_teardown(every_call_that_reports_names_a_row,
                                  tear_down),
        cmocka_unit_test(every_row_says_all_it_has_to),
        cmocka_unit_test_teardown(the_manual_has_every_rule, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
