/* The growable buffer: its ceiling, numbers, and the escapes. */

#include "support/test.h"

#include "base/out.h"
#include "base/utf8.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

/* Runs one append on an empty buffer and compares what it wrote. */
#define assert_writes(expected, call)           \
    do {                                        \
        struct out out = {0};                   \
        call;                                   \
        assert_str(out_text(&out), (expected)); \
        out_free(&out);                         \
    } while (0)

static void past_the_ceiling_nothing_is_written_and_it_shows(void **state)
{
    (void)state;
    struct out out = {.ceiling = 8};
    out_c(&out, "12345678");
    assert_false(out.is_full);
    out_char(&out, '9');
    assert_true(out.is_full);
    out_c(&out, "");
    out_printf(&out, "%d", 1);
    assert_str(out_text(&out), "12345678");
    FILE *sink = tmpfile();
    assert_false(out_flush(&out, sink));
    fclose(sink);
    out_c(&out, "again");
    assert_str(out_text(&out), "again");
    out_free(&out);
}

static void decimals_round_half_to_even_on_the_exact_value(void **state)
{
    (void)state;
    assert_writes("0.12", out_fixed(&out, 0.125, 2));
    assert_writes("0.38", out_fixed(&out, 0.375, 2));
    assert_writes("2.67", out_fixed(&out, 2.675, 2)); /* 2.67499999... */
    assert_writes("2", out_fixed(&out, 2.5, 0));
    assert_writes("0.00", out_fixed(&out, -0.001, 2));
    assert_writes("0", out_fixed(&out, -0.0, 0));
    assert_writes("-1.50", out_fixed(&out, -1.5, 2));
    assert_writes("100000000000000000000.0", out_fixed(&out, 1e20, 1));
    assert_writes("diverged", out_fixed(&out, (double)NAN, 3));
    assert_writes("diverged", out_fixed(&out, -(double)INFINITY, 3));
}

static void numbers_are_the_same_in_every_locale(void **state)
{
    (void)state;
    if (setlocale(LC_ALL, "de_DE.UTF-8") || setlocale(LC_ALL, "fr_FR.UTF-8")) {
        assert_writes("3.250", out_fixed(&out, 3.25, 3));
    }
    setlocale(LC_ALL, "C");
    assert_writes("3.250", out_fixed(&out, 3.25, 3));
}

static void hexadecimal_form_is_that_of_c(void **state)
{
    (void)state;
    static const double values[] = {0.0,   -0.0,    1.0,     -3.0,   0.1,
                                    1e300, DBL_MAX, DBL_MIN, 5e-324, 2.5e-310};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char expected[64];
        snprintf(expected, sizeof expected, "%a", values[i]);
        assert_writes(expected, out_hex_double(&out, values[i]));
    }
    assert_writes("nan", out_hex_double(&out, (double)NAN));
    assert_writes("-inf", out_hex_double(&out, -(double)INFINITY));
}

static void hexadecimal_form_reads_back_bit_for_bit(void **state)
{
    (void)state;
    uint64_t bits = 0x0123456789abcdef;
    for (int i = 0; i < 100000; i++) {
        bits = bits * 6364136223846793005U + 1442695040888963407U;
        double value = 0;
        memcpy(&value, &bits, sizeof value);
        if (isnan(value)) {
            continue;
        }
        struct out out = {0};
        out_hex_double(&out, value);
        double back = 0;
        assert_true(str_to_hex_double(out_text(&out), &back));
        assert_memory_equal(&back, &value, sizeof value);
        out_free(&out);
    }
}

static void other_hexadecimal_texts_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",          "0x",
                                        "1.8p+1",    "0x1.8",
                                        "0x1.p+1",   "0x1.8p1",
                                        "0x1.8p+",   "0X1p+0",
                                        "0x1.Ap+1",  " 0x1p+0",
                                        "0x1p+0 ",   "+0x1p+0",
                                        "0x1p+9999", "0x1.00000000000000p+0"};
    double value = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(str_to_hex_double(str_from_c(wrong[i]), &value));
    }
}

static void html_is_escaped_once_and_controls_are_replaced(void **state)
{
    (void)state;
    assert_writes("&lt;a href=&quot;x&#39;&quot;&gt;&amp;amp;",
                  out_html(&out, S("<a href=\"x'\">&amp;")));
    assert_writes("a\n\tb\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9",
                  out_html(&out, S("a\n\tb\x01\xff\xc3\xa9")));
}

static void json_strings_hold_anything(void **state)
{
    (void)state;
    assert_writes("\"a\\\"\\\\\\n\\u0000\\u007f\xc3\xa9\xef\xbf\xbd\"",
                  out_json(&out, S("a\"\\\n\0\x7f\xc3\xa9\xff")));
    assert_writes("\"a\\u202eb\\u2069c\\u2028d\xe2\x80\xa7\"",
                  out_json(&out, S("a\u202e"
                                   "b\u2069"
                                   "c\u2028"
                                   "d\u2027")));
}

static void urls_and_markdown_keep_nothing_special(void **state)
{
    (void)state;
    assert_writes("a-b_c.d~%2F%20%3C%C3%A9",
                  out_url(&out, S("a-b_c.d~/ <\xc3\xa9")));
    assert_writes("a\\|b \\*c\\* \\[x\\] 1. d",
                  out_markdown(&out, S("a|b *c*\n[x] 1. d")));
    assert_writes("1\\. first", out_markdown(&out, S("1. first")));
    assert_writes("1\\.", out_markdown(&out, S("1.")));
    assert_writes("1\\.  x", out_markdown(&out, S("1.\t\001x")));
    assert_writes("0.0200", out_markdown(&out, S("0.0200")));
    assert_writes("+0.3", out_markdown(&out, S("+0.3")));
    assert_writes("-0.3", out_markdown(&out, S("-0.3")));
    assert_writes("\\+ 3", out_markdown(&out, S("+ 3")));
    assert_writes("\\---", out_markdown(&out, S("---")));
    assert_writes("\\# no heading - here",
                  out_markdown(&out, S("# no heading - here")));
}

static void a_terminal_gets_nothing_to_obey(void **state)
{
    static const struct {
        uint32_t first, last;
    } orders[] = {{0x01, 0x08},     {0x0b, 0x0c},    {0x0e, 0x1f},
                  {0x7f, 0x9f},     {0x61c, 0x61c},  {0x200e, 0x200f},
                  {0x2028, 0x202e}, {0x2066, 0x2069}};
    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        for (uint32_t c = orders[i].first; c <= orders[i].last; c++) {
            char bytes[4], shown[16];
            struct out out = {0};
            const size_t size = utf8_encode(c, bytes);
            snprintf(shown, sizeof shown, "<U+%04X>", (unsigned)c);
            out_terminal(&out, (struct str){bytes, size});
            assert_true(str_is(out_text(&out), shown));
            out_free(&out);
        }
    }
    struct out out = {0};
    out_terminal(&out, S("a\nb\tc \xc3\xa9 \xd9\xa1 \x9b"
                         "d"));
    assert_true(str_is(out_text(&out), "a b c \xc3\xa9 \xd9\xa1 \xef\xbf\xbd"
                                       "d"));
    out_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(past_the_ceiling_nothing_is_written_and_it_shows),
        cmocka_unit_test(decimals_round_half_to_even_on_the_exact_value),
        cmocka_unit_test(numbers_are_the_same_in_every_locale),
        cmocka_unit_test(hexadecimal_form_is_that_of_c),
        cmocka_unit_test(hexadecimal_form_reads_back_bit_for_bit),
        cmocka_unit_test(other_hexadecimal_texts_are_refused),
        cmocka_unit_test(html_is_escaped_once_and_controls_are_replaced),
        cmocka_unit_test(json_strings_hold_anything),
        cmocka_unit_test(urls_and_markdown_keep_nothing_special),
        cmocka_unit_test(a_terminal_gets_nothing_to_obey),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
