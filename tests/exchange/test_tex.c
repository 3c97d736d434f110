/* TeX and text, both ways. */

#include "support/test.h"

#include "exchange/tex.h"

struct pair {
    const char *tex, *text;
};

static void hold(const struct pair *pairs, size_t count, enum tex_groups groups)
{
    struct arena arena = {0};
    for (size_t i = 0; i < count; i++) {
        struct strs unknown = {0};
        assert_str(
            tex_to_text(&arena, str_from_c(pairs[i].tex), groups, &unknown),
            pairs[i].text);
        assert_int_equal(unknown.len, 0);
    }
    arena_free(&arena);
}

static void accents_become_letters(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"M{\\\"u}ller", "Müller"},
        {"M\\\"uller", "Müller"},
        {"M\\\"{u}ller", "Müller"},
        {"Hern{\\'a}ndez, {\\O}ystein", "Hernández, Øystein"},
        {"\\'{\\i} \\'\\i \\v{\\j}", "í í ǰ"},
        {"\\c{c}\\c c {\\c C}", "çç Ç"},
        {"\\H{o} \\H o \\v{S}", "ő ő Š"},
        {"Stra{\\ss}e Stra\\ss e \\ss{}x", "Straße Straße ßx"},
        {"\\AE sop \\o re {\\L}{\\'o}d{\\'z}", "Æsop øre Łódź"},
        {"\\'{x}", "x\xcc\x81"},
        {"\\~{} \\^{} \\={}", "~ ^ ="},
        {"\\\"{\\\"{u}}x", "ü\xcc\x88x"},
    };
    hold(pairs, sizeof pairs / sizeof pairs[0], TEX_DROP_GROUPS);
}

static void marks_dashes_and_formulas_are_read(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"{\\LaTeX}-free {GPU} Tests: {A} Case with {$L_2$} Norms",
         "LaTeX-free GPU Tests: A Case with $L_2$ Norms"},
        {"A {\"}quoted{\"} word and 100\\% of it",
         "A \"quoted\" word and 100% of it"},
        {"pages 11--19 --- or ``more''", "pages 11–19 — or “more”"},
        {"vol.~7,\\ p.\\,9\\-a", "vol. 7, p. 9a"},
        {"\\emph{what} {\\bf he \\em said} \\textit x", "what he said x"},
        {"\\enquote{so} \\ensuremath{x^2}", "“so” $x^2$"},
        {"$ \\alpha $ \\(\\beta\\) $$\\gamma$$",
         "$\\alpha$ $\\beta$ $\\gamma$"},
        {"\\$5 and \\$6, a $ and no more", "$5 and $6, a $ and no more"},
        {" a\n  b\tc ", "a b c"},
        {"a \\& b \\# \\_ \\{ \\}", "a & b # _ { }"},
        {"\\textbackslash{} \\textbraceleft{}x", "\\ {x"},
        {"", ""},
    };
    hold(pairs, sizeof pairs / sizeof pairs[0], TEX_DROP_GROUPS);
}

static void names_keep_the_braces_that_hold_words(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"{Land and Sea Study Group} and Ann {de Vries}",
         "{Land and Sea Study Group} and Ann {de Vries}"},
        {"M{\\\"u}ller, {\\O}. and {\\'A Very Long} One",
         "Müller, Ø. and {Á Very Long} One"},
        {"D.~E. {Knuth}", "D. E. {Knuth}"},
    };
    hold(pairs, sizeof pairs / sizeof pairs[0], TEX_KEEP_GROUPS);
}

static void an_unknown_command_stays_and_is_named_once(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct strs unknown = {0};
    assert_str(tex_to_text(&arena, S("\\foo{a {b}} \\foo \\bar x \\\"a \\[ \\"),
                           TEX_DROP_GROUPS, &unknown),
               "\\foo{a {b}} \\foo \\bar x ä \\[ \\");
    assert_int_equal(unknown.len, 3);
    assert_str(unknown.at[0], "foo");
    assert_str(unknown.at[1], "bar");
    assert_str(unknown.at[2], "[");
    arena_free(&arena);
}

static void whatever_is_not_closed_ends_with_the_text(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"{a {b", "a b"}, {"a } b", "a b"}, {"\\'{a", "á"},
        {"\\'", "'"},     {"$a", "$a"},     {"\\emph", ""},
    };
    hold(pairs, sizeof pairs / sizeof pairs[0], TEX_DROP_GROUPS);
    struct arena arena = {0};
    struct strs unknown = {0};
    struct out deep = {0};
    for (int i = 0; i < 100000; i++) {
        out_c(&deep, "\\'{");
    }
    assert_true(
        tex_to_text(&arena, out_text(&deep), TEX_DROP_GROUPS, &unknown).len >
        0);
    out_free(&deep);
    arena_free(&arena);
}

static void text_is_escaped(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"a \\& b 5\\% \\$5 \\#1 x\\_y", "a & b 5% $5 #1 x_y"},
        {"\\textbraceleft{}a\\textbraceright{}", "{a}"},
        {"\\textasciitilde{} \\textasciicircum{} \\textbackslash{}", "~ ^ \\"},
        {"a-{}-b `{}`c'{}' ?{}`", "a--b ``c'' ?`"},
        {"Müller – $x_1$ and", "Müller – $x_1$\n and "},
        {"cost \\$5 or \\$6", "cost $5 or $6"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct out out = {0};
        tex_put(&out, str_from_c(pairs[i].text));
        assert_str(out_text(&out), pairs[i].tex);
        out_free(&out);
    }
}

static void braces_protect_the_capitals_of_titles(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"{Megatron-LM}: Training Multi-Billion Parameter Language Models",
         "Megatron-LM: Training Multi-Billion Parameter Language Models"},
        {"{LaTeX-free} {GPU} Tests: A Case with {$L_2$} Norms",
         "LaTeX-free GPU Tests: A Case with $L_2$ Norms"},
        {"On ({RMSNorm}) and {U-Net}, {L2} Too",
         "On (RMSNorm) and U-Net, L2 Too"},
        {"Scaling {Adam} in small models: What to tune, after {Kingma}",
         "Scaling Adam in small models: What to tune, after Kingma"},
        {"Weights from {N(0, 0.02)}, outputs by {1/sqrt(2N)} ({SOTA-060}, v. "
         "5)",
         "Weights from N(0, 0.02), outputs by 1/sqrt(2N) (SOTA-060, v. 5)"},
        {"A {GPT} (and {U(0} not closed", "A GPT (and U(0 not closed"},
        {"Kept {f(X, g(2))} here", "Kept f(X, g(2)) here"},
        {"100\\% of {\\textbackslash{}foo\\$X\\$1}", "100% of \\foo$X$1"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct out out = {0};
        tex_put_title(&out, str_from_c(pairs[i].text));
        assert_str(out_text(&out), pairs[i].tex);
        out_free(&out);
    }
}

/* -- There and back -------------------------------------------------------- */

static void assert_reads_back(struct arena *arena, struct str text,
                              void put(struct out *, struct str))
{
    struct out out = {0}, line = {0};
    struct strs unknown = {0};
    put(&out, text);
    out_squeezed(&line, text);
    const struct str read =
        tex_to_text(arena, out_text(&out), TEX_DROP_GROUPS, &unknown);
    if (!str_equal(read, out_text(&line))) {
        fail_msg("\"%.*s\" became \"%.*s\" and came back as \"%.*s\"",
                 STR_ARG(text), STR_ARG(out_text(&out)), STR_ARG(read));
    }
    long depth = 0;
    for (size_t i = 0; i < out.len; i++) {
        depth += out.ptr[i] == '{';
        depth -= out.ptr[i] == '}';
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
    out_free(&out);
    out_free(&line);
}

/* Texts of ten pieces that mean something to TeX, chosen by a counter. */
static void whatever_is_written_reads_back(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "a",  "B", " ", "-",   "`", "'", "$", "{",  "}",      "\\",
        "\"", "ü", "~", "^",   "_", "%", "&", "#",  "\\'",    "?",
        "!",  "2", ":", "GPT", ".", "(", ")", "\n", "\\foo ", "$x$",
    };
    enum { PIECES = sizeof pieces / sizeof pieces[0], LENGTH = 10 };
    struct arena arena = {0};
    uint64_t random = 88172645463325252U;
    for (int round = 0; round < 60000; round++) {
        const struct arena_mark mark = arena_mark(&arena);
        struct out out = {0};
        for (int i = 0; i < LENGTH; i++) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            out_c(&out, pieces[random % PIECES]);
        }
        const struct str text = out_take(&out, &arena);
        assert_reads_back(&arena, text, tex_put);
        assert_reads_back(&arena, text, tex_put_title);
        arena_rewind(&arena, mark);
    }
    arena_free(&arena);
}

static void addresses_lose_only_the_backslashes_of_tex(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_str(tex_to_address(&arena, S(" https://a.org/x\\_y\\%20{z}#\\~u ")),
               "https://a.org/x_y%20z#~u");
    assert_str(tex_to_address(&arena, S("10.1002/(SICI)1097<1::AID>3.0\\_x")),
               "10.1002/(SICI)1097<1::AID>3.0_x");
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accents_become_letters),
        cmocka_unit_test(marks_dashes_and_formulas_are_read),
        cmocka_unit_test(names_keep_the_braces_that_hold_words),
        cmocka_unit_test(an_unknown_command_stays_and_is_named_once),
        cmocka_unit_test(whatever_is_not_closed_ends_with_the_text),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(braces_protect_the_capitals_of_titles),
        cmocka_unit_test(whatever_is_written_reads_back),
        cmocka_unit_test(addresses_lose_only_the_backslashes_of_tex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
