/* The colours of style.css, as the file has them: what is read has a contrast
 * of 4.5 to its ground, what is drawn 3 (WCAG 2.2, 1.4.3 and 1.4.11), and the
 * colours of series stay apart for readers who see no red or no green. */

#include "support/test.h"

#include <math.h>

#include "base/fs.h"

struct colour {
    double red, green, blue; /* linear, 0 to 1 */
};

/* ---- From the file ----------------------------------------------------- */

static struct str style(struct arena *arena)
{
    struct str text = {0};
    struct failure failure = {0};
    if (!fs_read(arena, "site/assets/style.css", 1 << 20, &text, &failure)) {
        fail_msg("%s", failure.why);
    }
    return text;
}

/* The tokens of the first :root, or those of the second, which is dark. */
static struct str tokens_of(struct str css, bool is_dark)
{
    for (int i = 0; i <= is_dark; i++) {
        const size_t at = str_find(css, S(":root {"));
        assert_true(at != STR_NONE);
        css = str_from(css, at + 7);
    }
    return str_slice(css, 0, str_find_char(css, '}'));
}

static double channel(struct str hex, size_t at)
{
    const struct str digits = S("0123456789abcdef");
    const size_t high = str_find_char(digits, hex.ptr[at]);
    const size_t low = str_find_char(digits, hex.ptr[at + 1]);
    assert_true(high < 16 && low < 16);
    const double value = (double)(16 * high + low) / 255;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static struct colour colour_of(struct str tokens, const char *name)
{
    struct arena arena = {0};
    const struct str key = arena_printf(&arena, "--%s: #", name);
    const size_t at = str_find(tokens, key);
    if (at == STR_NONE) {
        fail_msg("style.css has no colour --%s", name);
    }
    const struct str hex = str_slice(tokens, at + key.len, at + key.len + 6);
    assert_int_equal(hex.len, 6);
    const struct colour colour = {channel(hex, 0), channel(hex, 2),
                                  channel(hex, 4)};
    arena_free(&arena);
    return colour;
}

/* ---- Contrast ---------------------------------------------------------- */

static double luminance(struct colour c)
{
    return 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue;
}

static double contrast(struct colour a, struct colour b)
{
    const double x = luminance(a) + 0.05;
    const double y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

static void check_contrast(struct str tokens, const char *const names[],
                           size_t count, double least)
{
    static const char *const grounds[] = {"paper", "raised"};
    for (size_t i = 0; i < count; i++) {
        for (size_t g = 0; g < 2; g++) {
            const double got = contrast(colour_of(tokens, names[i]),
                                        colour_of(tokens, grounds[g]));
            if (got < least) {
                fail_msg("--%s on --%s has a contrast of %.2f", names[i],
                         grounds[g], got);
            }
        }
    }
}

static void what_is_read_and_drawn_stands_out(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "ink",          "muted",        "link",
        "replicated",   "contradicted", "no-effect",
        "inconclusive", "not-decided",  "open"};
    static const char *const marks[] = {"s0", "s1", "s2", "s3"};
    struct arena arena = {0};
    for (int is_dark = 0; is_dark < 2; is_dark++) {
        const struct str tokens = tokens_of(style(&arena), is_dark == 1);
        check_contrast(tokens, texts, sizeof texts / sizeof *texts, 4.5);
        check_contrast(tokens, marks, sizeof marks / sizeof *marks, 3);
    }
    arena_free(&arena);
}

/* ---- Distance ---------------------------------------------------------- */

/* Machado, Oliveira and Fernandes (2009), table 1, severity 1.0. */
static const double sights[3][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
};
static const char *const sight_names[] = {"trichromat", "protanope",
                                          "deuteranope"};

static double within(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

static struct colour seen(struct colour c, const double sight[3][3])
{
    double out[3] = {0};
    for (int i = 0; i < 3; i++) {
        out[i] = within(sight[i][0] * c.red + sight[i][1] * c.green +
                        sight[i][2] * c.blue);
    }
    return (struct colour){out[0], out[1], out[2]};
}

static double root(double t)
{
    return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

/* CIE 1976 L*a*b*, of sRGB under D65. */
static void lab_of(struct colour c, double lab[3])
{
    const double x =
        root((0.4124 * c.red + 0.3576 * c.green + 0.1805 * c.blue) / 0.9505);
    const double y = root(luminance(c));
    const double z =
        root((0.0193 * c.red + 0.1192 * c.green + 0.9505 * c.blue) / 1.089);
    lab[0] = 116 * y - 16;
    lab[1] = 500 * (x - y);
    lab[2] = 200 * (y - z);
}

static double distance(struct colour a, struct colour b)
{
    double p[3] = {0};
    double q[3] = {0};
    lab_of(a, p);
    lab_of(b, q);
    return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                (p[2] - q[2]) * (p[2] - q[2]));
}

/* 20 is far more than what can just be told apart, about 2. */
static void series_stay_apart_for_every_reader(void **state)
{
    (void)state;
    static const char *const names[] = {"s0", "s1", "s2", "s3"};
    struct arena arena = {0};
    for (int i = 0; i < 2 * 3 * 4 * 4; i++) {
        const int a = i % 4;
        const int b = i / 4 % 4;
        const int sight = i / 16 % 3;
        const struct str tokens = tokens_of(style(&arena), i / 48 == 1);
        const double got =
            distance(seen(colour_of(tokens, names[a]), sights[sight]),
                     seen(colour_of(tokens, names[b]), sights[sight]));
        if (a != b && got < 20) {
            fail_msg("--%s and --%s are %.1f apart for a %s%s", names[a],
                     names[b], got, sight_names[sight],
                     i / 48 == 1 ? ", in the dark" : "");
        }
    }
    arena_free(&arena);
}

static void black_and_white_have_their_contrast_and_distance(void **state)
{
    (void)state;
    const struct colour black = {0, 0, 0};
    const struct colour white = {1, 1, 1};
    assert_true(fabs(contrast(black, white) - 21) < 1e-9);
    assert_true(fabs(distance(black, white) - 100) < 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_and_drawn_stands_out),
        cmocka_unit_test(series_stay_apart_for_every_reader),
        cmocka_unit_test(black_and_white_have_their_contrast_and_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
