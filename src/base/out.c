/* The growable buffer and the escapes. Each escape is for one place and names
 * every character that would leave it. */

#include "base/out.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/bug.h"
#include "base/utf8.h"

static size_t ceiling_of(const struct out *out)
{
    return out->ceiling ? out->ceiling : OUT_CEILING;
}

enum { SMALL = 16 << 10 }; /* as many pages are */

/* Room for `more` bytes at the end, or NULL once the ceiling was met. Mostly
 * there is room, which never goes beyond the ceiling. */
static char *room_for(struct out *out, size_t more)
{
    if (more <= out->cap - out->len && !out->is_full) {
        return out->ptr + out->len;
    }
    if (out->is_full || more > ceiling_of(out) - out->len) {
        out->is_full = true;
        return NULL;
    }
    size_t cap = out->cap ? out->cap : 256;
    while (cap < out->len + more) {
        cap *= cap < SMALL ? 4 : 2;
    }
    cap = cap < ceiling_of(out) ? cap : ceiling_of(out);
    char *grown = realloc(out->ptr, cap);
    if (!grown) {
        out_of_memory(cap);
    }
    out->ptr = grown;
    out->cap = cap;
    return out->ptr + out->len;
}

void out_str(struct out *out, struct str text)
{
    char *room = text.len ? room_for(out, text.len) : NULL;
    if (room) {
        memcpy(room, text.ptr, text.len);
        out->len += text.len;
    }
}

void out_c(struct out *out, const char *text)
{
    out_str(out, str_from_c(text));
}

void out_char_slowly(struct out *out, char c)
{
    out_str(out, (struct str){&c, 1});
}

/* Printed where there is room, and again only when that was too little. */
void out_printf(struct out *out, const char *format, ...)
{
    const size_t left = out->is_full ? 0 : out->cap - out->len;
    char *end = left ? out->ptr + out->len : NULL;
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(end, left, format, args);
    va_end(args);
    if (length < 0) {
        BUG("cannot print with the format \"%s\"", format);
    }
    char *room = room_for(out, (size_t)length + 1);
    if (room && (size_t)length >= left) {
        vsnprintf(room, (size_t)length + 1, format, again);
    }
    out->len += room ? (size_t)length : 0;
    va_end(again);
}

void out_repeat(struct out *out, char c, size_t count)
{
    char *room = count ? room_for(out, count) : NULL;
    if (room) {
        memset(room, c, count);
        out->len += count;
    }
}

void out_int(struct out *out, int64_t value)
{
    out_printf(out, "%lld", (long long)value);
}

void out_squeezed(struct out *out, struct str text)
{
    text = str_trim(text);
    for (size_t i = 0; i < text.len; i++) {
        const bool is_space = ascii_is_space(text.ptr[i]);
        if (!is_space || !ascii_is_space(text.ptr[i - 1])) {
            out_char(out, is_space ? ' ' : text.ptr[i]);
        }
    }
}

/* printf rounds exactly, but writes the locale's decimal separator, which may
 * be several bytes: whatever else a number cannot hold is that. */
static struct str with_point(char *text)
{
    size_t len = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (strchr("0123456789+-e", *c)) {
            text[len++] = *c;
        } else if (len > 0 && text[len - 1] != '.') {
            text[len++] = '.';
        }
    }
    return (struct str){text, len};
}

void out_fixed(struct out *out, double value, int decimals)
{
    if (!isfinite(value)) {
        out_c(out, "diverged");
        return;
    }
    if (decimals < 0 || decimals > 60) {
        BUG("%d decimals", decimals);
    }
    char text[400];
    snprintf(text, sizeof text, "%.*f", decimals, value);
    struct str number = with_point(text);
    bool is_zero = strspn(text, "-0.") >= number.len;
    if (is_zero && text[0] == '-') {
        number = str_from(number, 1);
    }
    out_str(out, number);
}

void out_shortest(struct out *out, double value)
{
    char text[64];
    struct str shortest = {0};
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        shortest = with_point(text);
        double back = 0;
        if (str_to_double(shortest, &back) && back == value) {
            break;
        }
    }
    out_str(out, shortest);
}

enum { FRACTION_BITS = 52, EXPONENT_MASK = 0x7ff, EXPONENT_BIAS = 1023 };

void out_hex_double(struct out *out, double value)
{
    if (isnan(value)) {
        out_c(out, "nan");
        return;
    }
    out_c(out, signbit(value) ? "-" : "");
    if (isinf(value)) {
        out_c(out, "inf");
        return;
    }
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
    int exponent = (int)(bits >> FRACTION_BITS & EXPONENT_MASK);
    bool is_normal = exponent != 0;
    int power = is_normal ? exponent - EXPONENT_BIAS
                          : (fraction ? 1 - EXPONENT_BIAS : 0);
    out_c(out, is_normal ? "0x1" : "0x0");
    int digits = FRACTION_BITS / 4;
    while (digits > 0 && (fraction & 15) == 0) {
        fraction >>= 4;
        digits--;
    }
    if (digits > 0) {
        out_printf(out, ".%0*llx", digits, (unsigned long long)fraction);
    }
    out_printf(out, "p%+d", power);
}

static bool is_hex_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* -?0xH(.H{1,13})?p[-+]D{1,4} and nothing else. */
static bool is_hex_double(struct str text)
{
    if (str_starts(text, S("-"))) {
        text = str_from(text, 1);
    }
    struct str digits = {0};
    struct str power = {0};
    if (!str_starts(text, S("0x")) ||
        !str_cut(str_from(text, 2), 'p', &digits, &power)) {
        return false;
    }
    bool has_point = digits.len > 1;
    if (digits.len == 0 || digits.len == 2 || digits.len > 15 ||
        (has_point && digits.ptr[1] != '.')) {
        return false;
    }
    for (size_t i = 0; i < digits.len; i++) {
        if (i != 1 && !is_hex_digit(digits.ptr[i])) {
            return false;
        }
    }
    int64_t exponent = 0;
    return power.len >= 2 && power.len <= 5 &&
           (power.ptr[0] == '+' || power.ptr[0] == '-') &&
           str_to_int64(power, &exponent);
}

bool str_to_hex_double(struct str text, double *value)
{
    if (str_is(text, "nan")) {
        *value = (double)NAN;
        return true;
    }
    if (str_is(text, "inf") || str_is(text, "-inf")) {
        *value = text.len == 3 ? (double)INFINITY : -(double)INFINITY;
        return true;
    }
    if (!is_hex_double(text)) {
        return false;
    }
    char copy[32] = {0};
    memcpy(copy, text.ptr, text.len);
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    *value = strtod_l(copy, NULL, c);
    freelocale(c);
    return isfinite(*value);
}

static bool is_control(unsigned char c)
{
    return c < 0x20 || c == 0x7f;
}

static const char *html_escape(unsigned char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\t':
    case '\n':
    case '\r':
        return NULL;
    default:
        return is_control(c) ? "\xef\xbf\xbd" : NULL;
    }
}

/* Writes one code point as it is, or U+FFFD for a byte that is none. */
static void out_code_point(struct out *out, struct str *rest)
{
    struct str before = *rest;
    uint32_t code_point = utf8_next(rest);
    bool is_one_byte = before.len - rest->len == 1;
    if (is_one_byte && code_point == 0xfffd) {
        out_c(out, "\xef\xbf\xbd");
        return;
    }
    out_str(out, str_slice(before, 0, before.len - rest->len));
}

void out_html(struct out *out, struct str text)
{
    while (text.len > 0) {
        size_t plain = ascii_plain_run(text, "&<>\"'");
        out_str(out, str_slice(text, 0, plain));
        text = str_from(text, plain);
        if (text.len == 0) {
            return;
        }
        const char *escape = html_escape((unsigned char)text.ptr[0]);
        if (escape) {
            out_c(out, escape);
            text = str_from(text, 1);
        } else {
            out_code_point(out, &text);
        }
    }
}

static void out_json_escape(struct out *out, unsigned char c)
{
    switch (c) {
    case '"':
        out_c(out, "\\\"");
        return;
    case '\\':
        out_c(out, "\\\\");
        return;
    case '\n':
        out_c(out, "\\n");
        return;
    case '\r':
        out_c(out, "\\r");
        return;
    case '\t':
        out_c(out, "\\t");
        return;
    default:
        out_printf(out, "\\u%04x", c);
    }
}

/* Whoever looks at the file shall see them. */
static void out_json_code_point(struct out *out, struct str *rest)
{
    struct str after = *rest;
    const uint32_t c = utf8_next(&after);
    if (utf8_is_order(c)) {
        out_printf(out, "\\u%04x", (unsigned)c);
        *rest = after;
    } else {
        out_code_point(out, rest);
    }
}

void out_json(struct out *out, struct str text)
{
    out_char(out, '"');
    while (text.len > 0) {
        size_t plain = ascii_plain_run(text, "\"\\\n");
        out_str(out, str_slice(text, 0, plain));
        text = str_from(text, plain);
        if (text.len == 0) {
            break;
        }
        unsigned char c = (unsigned char)text.ptr[0];
        if (c < 0x80) {
            out_json_escape(out, c);
            text = str_from(text, 1);
        } else {
            out_json_code_point(out, &text);
        }
    }
    out_char(out, '"');
}

void out_url(struct out *out, struct str text)
{
    static const char unreserved[] = "abcdefghijklmnopqrstuvwxyz"
                                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789-._~";
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c != '\0' && strchr(unreserved, c)) {
            out_char(out, c);
        } else {
            out_printf(out, "%%%02X", (unsigned)(unsigned char)c);
        }
    }
}

#define MARKDOWN_SIGNS "\\`*_[]<>|~$&"

/* Whether the text, put first in a line, ends there or goes on after a blank:
 * only then does the mark before it make an item of a list. */
static bool is_apart(struct str text)
{
    return text.len == 0 || text.ptr[0] == ' ' ||
           is_control((unsigned char)text.ptr[0]);
}

/* Whether the first character of the text would start a block. A sign before a
 * number would not. */
static bool opens_block(struct str text)
{
    const char c = text.ptr[0];
    const struct str rest = str_from(text, 1);
    return c == '#' || c == '=' || c == ':' || (c == '+' && is_apart(rest)) ||
           (c == '-' && (is_apart(rest) || rest.ptr[0] == '-'));
}

/* "1. " and "1) " at the start of a line make a list: the mark is escaped. */
static size_t list_number(struct str text)
{
    size_t digits = 0;
    while (digits < text.len && text.ptr[digits] >= '0' &&
           text.ptr[digits] <= '9') {
        digits++;
    }
    bool is_list = digits > 0 && digits < text.len &&
                   (text.ptr[digits] == '.' || text.ptr[digits] == ')') &&
                   is_apart(str_from(text, digits + 1));
    return is_list ? digits : 0;
}

/* What stands first may need a backslash that it needs nowhere else. */
static void out_markdown_char(struct out *out, char c, bool is_mark)
{
    if (c == '\0' || is_control((unsigned char)c)) {
        out_char(out, ' ');
        return;
    }
    if (is_mark || strchr(MARKDOWN_SIGNS, c)) {
        out_char(out, '\\');
    }
    out_char(out, c);
}

void out_markdown(struct out *out, struct str text)
{
    text = str_trim(text);
    const size_t number = list_number(text);
    out_str(out, str_slice(text, 0, number));
    text = str_from(text, number);
    bool is_first = true;
    while (text.len > 0) {
        const size_t plain =
            is_first ? 0 : ascii_plain_run(text, MARKDOWN_SIGNS "\n");
        out_str(out, str_slice(text, 0, plain));
        text = str_from(text, plain);
        if (text.len > 0) {
            out_markdown_char(out, text.ptr[0],
                              is_first && (number > 0 || opens_block(text)));
            text = str_from(text, 1);
        }
        is_first = false;
    }
}

struct str out_text(const struct out *out)
{
    return (struct str){out->ptr, out->len};
}

struct str out_take(struct out *out, struct arena *arena)
{
    struct str text = arena_copy(arena, out_text(out));
    out_free(out);
    return text;
}

void out_reset(struct out *out)
{
    out->len = 0;
    out->is_full = false;
}

void out_free(struct out *out)
{
    free(out->ptr);
    *out = (struct out){.ceiling = out->ceiling};
}

bool out_flush(struct out *out, FILE *stream)
{
    bool is_whole = !out->is_full;
    size_t written = out->len ? fwrite(out->ptr, 1, out->len, stream) : 0;
    bool is_written = written == out->len && fflush(stream) == 0;
    out_reset(out);
    return is_whole && is_written;
}

void out_terminal(struct out *out, struct str text)
{
    while (text.len > 0) {
        const struct str before = text;
        const uint32_t c = utf8_next(&text);
        const size_t size = before.len - text.len;
        if (c == '\n' || c == '\r' || c == '\t') {
            out_char(out, ' ');
        } else if (utf8_is_order(c)) {
            out_printf(out, "<U+%04X>", (unsigned)c);
        } else if (c == 0xfffd) {
            out_c(out, "\xef\xbf\xbd"); /* a stray byte too */
        } else {
            out_str(out, str_slice(before, 0, size));
        }
    }
}
