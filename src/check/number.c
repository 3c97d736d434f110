/* One pass over the bytes. Whether a digit belongs to a number or to a name is
 * decided where it stands, by what is before and behind it. */

#include "check/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"

static char char_at(struct str text, size_t at)
{
    return at < text.len ? text.ptr[at] : '\0';
}

static bool skip(struct str text, size_t *at, const char *word)
{
    if (!str_starts(str_from(text, *at), str_from_c(word))) {
        return false;
    }
    *at += strlen(word);
    return true;
}

/* -- Where a number begins ------------------------------------------------ */

static bool is_dash_before(struct str text, size_t at, size_t *length)
{
    static const char *const dashes[] = {"-", "\xe2\x80\x91", "\xe2\x80\x93"};
    for (size_t i = 0; i < sizeof dashes / sizeof dashes[0]; i++) {
        *length = strlen(dashes[i]);
        if (str_ends(str_slice(text, 0, at), str_from_c(dashes[i]))) {
            return true;
        }
    }
    return false;
}

/* Behind a letter, or behind the hyphen of one, digits are part of a name. */
static bool is_in_name(struct str text, size_t at)
{
    size_t dash = 0;
    if (at == 0) {
        return false;
    }
    const char before = text.ptr[at - 1];
    if (ascii_is_letter(before) || before == '_') {
        return true;
    }
    return is_dash_before(text, at, &dash) && at > dash &&
           ascii_is_letter(text.ptr[at - dash - 1]);
}

/* -- Its digits ----------------------------------------------------------- */

struct reading {
    char digits[64];
    size_t len;
    int point; /* digits before the point */
    bool has_point;
};

static void put_digit(struct reading *reading, char c)
{
    if (reading->len < sizeof reading->digits - 1) {
        reading->digits[reading->len++] = c;
    }
    reading->point += !reading->has_point;
}

/* Three digits and no more follow: what stood before was a separator. */
static bool is_group(struct str text, size_t at)
{
    return ascii_is_digit(char_at(text, at)) &&
           ascii_is_digit(char_at(text, at + 1)) &&
           ascii_is_digit(char_at(text, at + 2)) &&
           !ascii_is_digit(char_at(text, at + 3));
}

static bool skip_separator(struct str text, size_t *at)
{
    static const char *const separators[] = {",", "\xc2\xa0", "\xe2\x80\x89",
                                             "\xe2\x80\xaf"};
    for (size_t i = 0; i < sizeof separators / sizeof separators[0]; i++) {
        size_t behind = *at;
        if (skip(text, &behind, separators[i]) && is_group(text, behind)) {
            *at = behind;
            return true;
        }
    }
    return false;
}

static size_t read_digits(struct str text, size_t at, struct reading *reading)
{
    for (;;) {
        if (ascii_is_digit(char_at(text, at))) {
            put_digit(reading, text.ptr[at++]);
        } else if (!reading->has_point && char_at(text, at) == '.' &&
                   ascii_is_digit(char_at(text, at + 1))) {
            reading->has_point = true;
            at++;
        } else if (reading->has_point || reading->len == 0 ||
                   !skip_separator(text, &at)) {
            return at;
        }
    }
}

/* -- Exponents ------------------------------------------------------------ */

static bool skip_superscript(struct str text, size_t *at, int *digit)
{
    static const char *const signs[] = {
        "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",
        "\xe2\x81\xb4", "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7",
        "\xe2\x81\xb8", "\xe2\x81\xb9"};
    for (int i = 0; i < 10; i++) {
        if (skip(text, at, signs[i])) {
            *digit = i;
            return true;
        }
    }
    return false;
}

/* "-3", "⁻³", "{-3}"; false and nothing moved when there is none. */
static bool read_exponent(struct str text, size_t *at, int *exponent)
{
    size_t end = *at;
    skip(text, &end, "{");
    const bool is_negative = skip(text, &end, "-") ||
                             skip(text, &end, "\xe2\x88\x92") ||
                             skip(text, &end, "\xe2\x81\xbb");
    if (!is_negative) {
        skip(text, &end, "+");
    }
    int value = 0, count = 0, digit = 0;
    while (count < 4) {
        if (ascii_is_digit(char_at(text, end))) {
            digit = text.ptr[end++] - '0';
        } else if (!skip_superscript(text, &end, &digit)) {
            break;
        }
        value = 10 * value + digit;
        count++;
    }
    if (count == 0 || ascii_is_letter(char_at(text, end))) {
        return false;
    }
    skip(text, &end, "}");
    *at = end;
    *exponent = is_negative ? -value : value;
    return true;
}

static bool is_superscript(struct str text, size_t at)
{
    int digit = 0;
    return skip(text, &at, "\xe2\x81\xbb") ||
           skip_superscript(text, &at, &digit);
}

/* Behind a bare ten: "^6", "^{-3}", "⁻³". */
static bool skip_power_of_ten(struct str text, size_t *at, int *exponent)
{
    size_t end = *at;
    if ((!skip(text, &end, "^") && !is_superscript(text, end)) ||
        !read_exponent(text, &end, exponent)) {
        return false;
    }
    *at = end;
    return true;
}

static bool is_ten(const struct reading *reading)
{
    return reading->len == 2 && !reading->has_point &&
           memcmp(reading->digits, "10", 2) == 0;
}

static int skip_power(struct str text, size_t *at,
                      const struct reading *reading)
{
    int exponent = 0;
    size_t end = *at;
    if (is_ten(reading) && skip_power_of_ten(text, at, &exponent)) {
        return exponent - 1; /* the ten is a power itself */
    }
    if (skip(text, &end, "e") || skip(text, &end, "E")) {
        if (read_exponent(text, &end, &exponent)) {
            *at = end;
            return exponent;
        }
        return 0;
    }
    skip(text, &end, " ");
    if (!skip(text, &end, "\xc3\x97") && !skip(text, &end, "x") &&
        !skip(text, &end, "\\times") && !skip(text, &end, "*")) {
        return 0;
    }
    skip(text, &end, " ");
    if (!skip(text, &end, "10")) {
        return 0;
    }
    const bool has_caret = skip(text, &end, "^");
    if ((!has_caret && ascii_is_digit(char_at(text, end))) ||
        !read_exponent(text, &end, &exponent)) {
        return 0;
    }
    *at = end;
    return exponent;
}

/* -- Units ---------------------------------------------------------------- */

static const struct unit {
    const char *text;
    int scale;
} units[] = {
    {"%", -2},        {" %", -2},        {"\\%", -2},      {" per cent", -2},
    {" percent", -2}, {"k", 3},          {"K", 3},         {"M", 6},
    {"B", 9},         {"T", 12},         {" thousand", 3}, {" million", 6},
    {" billion", 9},  {" trillion", 12}, {"-million", 6},  {"-billion", 9},
};

static int skip_unit(struct str text, size_t *at)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t end = *at;
        if (skip(text, &end, units[i].text) &&
            !ascii_is_letter(char_at(text, end)) &&
            !ascii_is_digit(char_at(text, end))) {
            *at = end;
            return units[i].scale;
        }
    }
    return 0;
}

/* 2nd, 3D, 16L: the digits are half of a word. */
static bool is_word_after(struct str text, size_t at)
{
    static const char *const ends[] = {"st", "nd", "rd", "th", "D"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t end = at;
        if (skip(text, &end, ends[i]) && !ascii_is_letter(char_at(text, end))) {
            return true;
        }
    }
    return false;
}

/* -- The whole ------------------------------------------------------------ */

static struct decimal decimal_of(const struct reading *reading, int exponent)
{
    struct decimal decimal = {.exponent = 0};
    size_t start = 0, end = reading->len;
    while (start < end && reading->digits[start] == '0') {
        start++;
    }
    while (end > start && reading->digits[end - 1] == '0') {
        end--;
    }
    if (start == end) {
        decimal.digits[0] = '0';
        return decimal;
    }
    size_t len = end - start;
    len = len < sizeof decimal.digits ? len : sizeof decimal.digits - 1;
    memcpy(decimal.digits, reading->digits + start, len);
    decimal.exponent = reading->point - (int)end + exponent;
    return decimal;
}

/* Past every digit and point of what is no number here, such as 1.10.2. */
static size_t skip_name(struct str text, size_t at)
{
    while (ascii_is_digit(char_at(text, at)) ||
           ascii_is_letter(char_at(text, at)) ||
           ((char_at(text, at) == '.' || char_at(text, at) == '_') &&
            ascii_is_digit(char_at(text, at + 1)))) {
        at++;
    }
    return at;
}

/* The next digit or point, or what stands between them in ASCII, a slash. */
static size_t next_sign(struct str text, size_t at)
{
    while (at < text.len && (unsigned char)(text.ptr[at] - '.') > '9' - '.') {
        at++;
    }
    return at;
}

void numbers_read(struct arena *arena, struct str text, struct numbers *numbers)
{
    size_t at = 0;
    while ((at = next_sign(text, at)) < text.len) {
        const bool is_point = text.ptr[at] == '.' &&
                              ascii_is_digit(char_at(text, at + 1)) &&
                              (at == 0 || !ascii_is_digit(text.ptr[at - 1]));
        if (!ascii_is_digit(text.ptr[at]) && !is_point) {
            at++;
            continue;
        }
        if (is_in_name(text, at)) {
            at = skip_name(text, at + is_point);
            continue;
        }
        struct reading reading = {0};
        struct number number = {.start = at};
        size_t end = read_digits(text, at, &reading);
        if (is_word_after(text, end) ||
            (char_at(text, end) == '.' &&
             ascii_is_digit(char_at(text, end + 1)))) {
            at = skip_name(text, end);
            continue;
        }
        const int exponent = skip_power(text, &end, &reading);
        number.value = decimal_of(&reading, exponent);
        number.last = reading.point - (int)reading.len + exponent;
        number.end = end;
        number.scale = skip_unit(text, &end);
        *LIST_PUSH(arena, numbers) = number;
        at = end;
    }
}

/* -- Words ---------------------------------------------------------------- */

static const struct {
    const char *word;
    struct decimal value;
} number_words[] = {
    {"zero", {"0", 0}},    {"one", {"1", 0}},       {"two", {"2", 0}},
    {"three", {"3", 0}},   {"four", {"4", 0}},      {"five", {"5", 0}},
    {"six", {"6", 0}},     {"seven", {"7", 0}},     {"eight", {"8", 0}},
    {"nine", {"9", 0}},    {"ten", {"1", 1}},       {"eleven", {"11", 0}},
    {"twelve", {"12", 0}}, {"twenty", {"2", 1}},    {"dozen", {"12", 0}},
    {"hundred", {"1", 2}}, {"thousand", {"1", 3}},  {"million", {"1", 6}},
    {"billion", {"1", 9}}, {"trillion", {"1", 12}}, {"twice", {"2", 0}},
    {"half", {"5", -1}},   {"quarter", {"25", -2}}, {"tenth", {"1", -1}},
};

/* Takes the next word of letters off the text, from `at` on. */
static struct str next_word(struct str text, size_t *at)
{
    while (*at < text.len && !ascii_is_letter(text.ptr[*at])) {
        (*at)++;
    }
    const size_t start = *at;
    while (ascii_is_letter(char_at(text, *at))) {
        (*at)++;
    }
    return str_slice(text, start, *at);
}

/* How many zeros "hundred", "thousand" or "million" adds to the word before
 * it; 0 for other words. */
static int zeros_of(struct str word)
{
    static const struct {
        const char *word;
        int zeros;
    } scales[] = {{"hundred", 2},
                  {"thousand", 3},
                  {"million", 6},
                  {"billion", 9},
                  {"trillion", 12}};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        if (str_equal_nocase(word, str_from_c(scales[i].word))) {
            return scales[i].zeros;
        }
    }
    return 0;
}

static const struct decimal *word_value(struct str word)
{
    enum { SHORTEST = 3, LONGEST = 8 };
    const size_t count = sizeof number_words / sizeof number_words[0];
    if (word.len < SHORTEST || word.len > LONGEST) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if ((word.ptr[0] | 0x20) == number_words[i].word[0] &&
            str_equal_nocase(word, str_from_c(number_words[i].word))) {
            return &number_words[i].value;
        }
    }
    return NULL;
}

void numbers_read_words(struct arena *arena, struct str text,
                        struct numbers *numbers)
{
    struct number last = {0};
    for (size_t at = 0; at < text.len;) {
        const struct str word = next_word(text, &at);
        const struct decimal *value = word_value(word);
        const int zeros = value ? zeros_of(word) : 0;
        const bool goes_on = last.end > 0 && last.end + 1 + word.len == at;
        if (value) {
            const struct number plain = {
                .value = *value, .start = at - word.len, .end = at};
            *LIST_PUSH(arena, numbers) = plain;
            if (zeros == 0 || !goes_on) {
                last = plain;
                continue;
            }
            /* one million, two hundred thousand */
            last.value.exponent += zeros;
            last.end = at;
            *LIST_PUSH(arena, numbers) = last;
        }
    }
}

/* -- Comparing ------------------------------------------------------------ */

/* 6.7% is not 6.7B, though either may be a bare 6.7. */
static bool is_scale_same(int x, int y, const struct number *a,
                          const struct number *b)
{
    if (a->scale != 0 && b->scale != 0) {
        return x + a->scale == y + b->scale;
    }
    return x == y || x + a->scale == y || x == y + b->scale;
}

bool number_is_same(const struct number *a, const struct number *b)
{
    return strcmp(a->value.digits, b->value.digits) == 0 &&
           (strcmp(a->value.digits, "0") == 0 ||
            is_scale_same(a->value.exponent, b->value.exponent, a, b));
}

double number_value(const struct number *number)
{
    char text[64];
    double value = 0;
    const int length = snprintf(text, sizeof text, "%se%d",
                                number->value.digits, number->value.exponent);
    str_to_double((struct str){text, (size_t)length}, &value);
    return value;
}

bool number_rounds(const struct number *number, double value)
{
    /* half a digit, and a little for values that lie between two */
    const double digit = pow(10, number->last);
    return fabs(fabs(value) - number_value(number)) <= 0.5000001 * digit;
}
