/* Directives: found where they are prose, with their bytes, and nowhere
 * else. */

#include "support/test.h"

#include "md/md.h"

static struct arena arena;
static struct diags diags;
static const struct md_options options = {.has_directives = true};

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
    return md_parse(&arena, source, 0, strlen(body), &options, &diags);
}

/* "value:EXP-1.a.b" for each, blanks between. */
static const char *found(const char *body)
{
    const struct md_document *document = parse(body);
    struct out out = {0};
    for (size_t i = 0; i < document->directive_count; i++) {
        const struct md_directive *one = &document->directives[i];
        out_c(&out, i > 0 ? " " : "");
        out_str(&out, one->name);
        out_c(&out, one->is_block ? "::" : ":");
        out_str(&out, one->argument);
    }
    return out_take(&out, &arena).ptr;
}

static void directives_are_found_in_every_kind_of_prose(void **state)
{
    (void)state;
    assert_string_equal(found("a :value[E.b] c"), "value:E.b");
    assert_string_equal(found("- x (:cite[L \xc2\xa7"
                              "2])"),
                        "cite:L \xc2\xa7"
                        "2");
    assert_string_equal(found("> *:value[E.b]*"), "value:E.b");
    assert_string_equal(found("| a | b |\n|---|---|\n| :value[x] | :ref[y] |"),
                        "value:x ref:y");
    assert_string_equal(found("::figure[E.f]{#f} Caption."), "figure::E.f");
}

static void code_math_targets_and_backslashes_hold_no_directives(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "`:value[x]`",     "```\n:value[x]\n```", "$a:value[x]$",
        "[a](b:value[x])", "\\:value[x]",         "a: [x] and b:c",
        "    :value[x]\n", "<!-- :value[x] -->",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        assert_string_equal(found(bodies[i]), "");
        assert_int_equal(diags.len, 0);
    }
}

static void a_directive_goes_on_over_a_line_end(void **state)
{
    (void)state;
    assert_string_equal(found("see :cite[LIT-1\n\xc2\xa7 2] there"),
                        "cite:LIT-1 \xc2\xa7 2");
}

static void a_place_holds_the_whole_directive(void **state)
{
    (void)state;
    const char *body = "- \xc3\xa9\n  ::figure[E.f]{#f}\n\nx :value[E.b] y";
    const struct md_document *document = parse(body);
    assert_int_equal(document->directive_count, 2);
    const struct place first = document->directives[0].place;
    const struct place second = document->directives[1].place;
    const struct str text = str_from_c(body);
    assert_true(
        str_is(str_slice(text, first.start, first.end), "::figure[E.f]{#f}"));
    assert_true(
        str_is(str_slice(text, second.start, second.end), ":value[E.b]"));
}

static void what_is_malformed_is_said_at_its_place(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "a :value[x\n\nb]", "a :value[x[y]z]", "a :value[]",
        "a ::figure[x] b",  "# A :value[x]",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        diags.len = 0;
        parse(bodies[i]);
        assert_int_equal(diags.len, 1);
        assert_string_equal(diags.at[0].rule, "directive-malformed");
        assert_int_equal(diags.at[0].place.start, i == 4 ? 4 : 2);
        assert_true(diags.at[0].hint.len > 0);
    }
}

static void running_text_is_without_code_math_and_directives(void **state)
{
    (void)state;
    const char *body = "1. one `2` $3$ :value[4] five [six](7)\n\n    8\n";
    const struct md_document *document = parse(body);
    struct out out = {0};
    for (size_t i = 0; i < document->prose_count; i++) {
        out_str(&out, str_slice(str_from_c(body), document->prose[i].start,
                                document->prose[i].end));
    }
    for (size_t i = 0; i < out.len; i++) {
        assert_false(out.ptr[i] >= '0' && out.ptr[i] <= '9' &&
                     out.ptr[i] != '8');
    }
    assert_true(str_find(out_text(&out), S("five")) != STR_NONE);
    out_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            directives_are_found_in_every_kind_of_prose, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            code_math_targets_and_backslashes_hold_no_directives, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(a_directive_goes_on_over_a_line_end,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_place_holds_the_whole_directive,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_malformed_is_said_at_its_place,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            running_text_is_without_code_math_and_directives, set_up,
            tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
