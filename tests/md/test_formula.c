/* Formulas as MathML: what is read, what is refused, and what cannot get
 * out. */

#include "support/test.h"
#include "base/fs.h"
#include "md/formula.h"
#include "md/mathml.h"

struct bench {
    struct md_formulas *formulas;
};

static int start(void **state)
{
    static struct bench bench;
    bench.formulas = md_formulas_new(NULL);
    *state = &bench;
    return 0;
}

static int stop(void **state)
{
    struct bench *bench = *state;
    md_formulas_free(bench->formulas);
    return 0;
}

static const struct md_formula *formula(void **state, const char *tex)
{
    struct bench *bench = *state;
    return md_formula_of(bench->formulas, str_from_c(tex), false);
}

static bool has(struct str text, const char *part)
{
    return str_find(text, str_from_c(part)) != STR_NONE;
}

static void a_formula_becomes_mathml_and_keeps_its_tex(void **state)
{
    const struct md_formula *read = formula(state, "\\sigma \\sqrt{d} < 1");
    assert_int_equal(read->fault.len, 0);
    assert_true(str_starts(read->mathml, S("<math")));
    assert_true(has(read->mathml, "<msqrt>"));
    assert_true(has(read->mathml, "annotation"));
    assert_true(has(read->mathml, "\\sigma \\sqrt{d} &lt; 1"));
}

static void plain_parentheses_are_a_row_of_their_own(void **state)
{
    const struct md_formula *read = formula(state, "N(0, 1)");
    assert_true(has(read->mathml, "<mrow>"));
}

static void a_formula_does_not_say_what_browsers_know(void **state)
{
    const struct md_formula *read = formula(state, "f(x, \\left[y\\right]\\,)");
    assert_true(has(read->mathml, "<mo stretchy=\"false\">(</mo>"));
    assert_true(has(read->mathml, "<mo stretchy=\"false\">)</mo>"));
    assert_true(has(read->mathml, "<mo>,</mo>"));
    assert_true(has(read->mathml, "<mo stretchy=\"true\">[</mo>"));
    assert_true(has(read->mathml, "<mspace width=\"0.1667em\"/>"));
    assert_false(has(read->mathml, "fence"));
}

/* An interval that opens with a closing bracket, and a bar, which has a form
 * for each place. */
static void a_bracket_in_an_unusual_place_keeps_its_form(void **state)
{
    assert_true(has(formula(state, "\\left]a,b\\right[")->mathml,
                    "form=\"prefix\" stretchy=\"true\">]</mo>"));
    assert_true(has(formula(state, "\\left|a\\right|")->mathml, "fence"));
}

static void a_letter_is_its_own_source(void **state)
{
    assert_str(formula(state, "W")->mathml, "<math><mi>W</mi></math>");
    assert_str(formula(state, "\\sigma")->mathml,
               "<math><mi>\xcf\x83</mi></math>");
    assert_true(has(formula(state, "\\mathcal F")->mathml, "annotation"));
    assert_true(
        has(formula(state, "\\operatorname{RMS}")->mathml, "annotation"));
    assert_true(has(formula(state, "x y")->mathml, "annotation"));
    assert_true(has(formula(state, "7")->mathml, "annotation"));
}

static void what_strokes_draw_is_told_from_the_rest(void **state)
{
    static const char *const drawn[] = {"\\cancel{x}", "\\sout{x}",
                                        "\\overline{x}", "\\widehat{xyz}",
                                        "\\underline{x}"};
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        assert_true(mathml_has_strokes(formula(state, drawn[i])->mathml));
    }
    assert_false(
        mathml_has_strokes(formula(state, "\\hat x + \\sqrt y")->mathml));
}

/* Every class that the sheet has rules for makes a page load it. */
static void every_class_of_strokes_is_known(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct failure failure = {0};
    struct str css;
    assert_true(
        fs_read(&arena, "vendor/temml/strokes.css", 1 << 20, &css, &failure));
    struct str line = {0};
    size_t count = 0;
    while (str_next_line(&css, &line)) {
        line = str_trim(line);
        if (str_starts(line, S(".")) || str_starts(line, S("menclose"))) {
            assert_true(mathml_has_strokes(line));
            count++;
        }
    }
    assert_in_range(count, 20, 100);
    arena_free(&arena);
}

static void letters_of_other_planes_arrive_whole(void **state)
{
    const struct md_formula *read = formula(state, "\\mathbb{E}\\mathcal{F}");
    assert_true(has(read->mathml, "\xf0\x9d\x94\xbc")); /* U+1D53C */
    assert_false(has(read->mathml, "\xed\xa0"));        /* half of one */
}

static void a_command_that_is_not_one_is_a_fault_with_its_place(void **state)
{
    const struct md_formula *read = formula(state, "a + \\nosuch b");
    assert_int_equal(read->mathml.len, 0);
    assert_true(has(read->fault, "nosuch"));
    assert_int_equal(read->fault_at, 4);
}

static void what_would_link_or_name_is_refused(void **state)
{
    static const char *const hostile[] = {
        "\\href{javascript:alert(1)}{x}",
        "\\url{https://example.org}",
        "\\class{x}{y}",
        "\\id{x}{y}",
        "\\style{color:red}{y}",
        "\\includegraphics{x.png}",
        "\\ref{x}",
    };
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        const struct md_formula *read = formula(state, hostile[i]);
        assert_int_equal(read->mathml.len, 0);
        assert_true(read->fault.len > 0);
    }
}

static void text_of_markup_stays_text(void **state)
{
    const struct md_formula *read =
        formula(state, "\\text{<script>alert(1)</script>}");
    assert_false(has(read->mathml, "<script"));
}

static void a_macro_without_end_is_a_fault_and_the_next_formula_is_read(
    void **state)
{
    const struct md_formula *endless =
        formula(state, "\\def\\a#1{\\a{#1#1}}\\a x");
    assert_true(endless->fault.len > 0);
    assert_int_equal(formula(state, "x^2")->fault.len, 0);
}

static void a_formula_is_read_once(void **state)
{
    assert_ptr_equal(formula(state, "x_1"), formula(state, "x_1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_formula_becomes_mathml_and_keeps_its_tex),
        cmocka_unit_test(plain_parentheses_are_a_row_of_their_own),
        cmocka_unit_test(a_formula_does_not_say_what_browsers_know),
        cmocka_unit_test(a_bracket_in_an_unusual_place_keeps_its_form),
        cmocka_unit_test(a_letter_is_its_own_source),
        cmocka_unit_test(what_strokes_draw_is_told_from_the_rest),
        cmocka_unit_test(every_class_of_strokes_is_known),
        cmocka_unit_test(letters_of_other_planes_arrive_whole),
        cmocka_unit_test(a_command_that_is_not_one_is_a_fault_with_its_place),
        cmocka_unit_test(what_would_link_or_name_is_refused),
        cmocka_unit_test(text_of_markup_stays_text),
        cmocka_unit_test(
            a_macro_without_end_is_a_fault_and_the_next_formula_is_read),
        cmocka_unit_test(a_formula_is_read_once),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
