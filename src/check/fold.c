/* Quotations are compared in two steps: both sides are folded to one spelling
 * of their layout, and then the quote's parts are sought in order. */

#include "check/fold.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* -- Folding -------------------------------------------------------------- */

/* What a code point becomes. The list is explicit because Unicode's own
 * compatibility forms also fold digits (², ½), which a quote must keep. */
static const struct fold {
    uint32_t first, last;
    const char *text;
} folds[] = {
    {0x00a0, 0x00a0, " "},   {0x00ab, 0x00ab, "\""}, {0x00ad, 0x00ad, ""},
    {0x00b4, 0x00b4, "'"},   {0x00bb, 0x00bb, "\""}, {0x00c6, 0x00c6, "AE"},
    {0x00e6, 0x00e6, "ae"},  {0x0132, 0x0132, "IJ"}, {0x0133, 0x0133, "ij"},
    {0x0152, 0x0152, "OE"},  {0x0153, 0x0153, "oe"}, {0x1680, 0x1680, " "},
    {0x2000, 0x200a, " "},   {0x200b, 0x200d, ""},   {0x2010, 0x2015, "-"},
    {0x2018, 0x201b, "'"},   {0x201c, 0x201f, "\""}, {0x2026, 0x2026, "..."},
    {0x2028, 0x2029, " "},   {0x202f, 0x202f, " "},  {0x2032, 0x2032, "'"},
    {0x2033, 0x2033, "\""},  {0x205f, 0x205f, " "},  {0x2060, 0x2060, ""},
    {0x2212, 0x2212, "-"},   {0x3000, 0x3000, " "},  {0xfb00, 0xfb00, "ff"},
    {0xfb01, 0xfb01, "fi"},  {0xfb02, 0xfb02, "fl"}, {0xfb03, 0xfb03, "ffi"},
    {0xfb04, 0xfb04, "ffl"}, {0xfb05, 0xfb06, "st"}, {0xfeff, 0xfeff, ""},
};

enum { SOFT_HYPHEN = 0xad };

static const struct fold *find_fold(uint32_t code_point)
{
    size_t low = 0, high = sizeof folds / sizeof folds[0];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (code_point < folds[middle].first) {
            high = middle;
        } else if (code_point > folds[middle].last) {
            low = middle + 1;
        } else {
            return &folds[middle];
        }
    }
    return NULL;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

struct writer {
    char *text;
    size_t len;
};

/* One blank between words; "--" is one dash; a blank behind a hyphen that
 * stands at a word's end may be a line's end. */
static void put(struct writer *writer, char c)
{
    const char before = writer->len > 0 ? writer->text[writer->len - 1] : ' ';
    if (is_space(c) && before == '-' && writer->len > 1 &&
        is_letter(writer->text[writer->len - 2])) {
        writer->text[writer->len - 1] = FOLD_LINE_HYPHEN;
    } else if (is_space(c)) {
        if (before != ' ' && before != FOLD_LINE_HYPHEN) {
            writer->text[writer->len++] = ' ';
        }
    } else if (c != '-' || before != '-') {
        writer->text[writer->len++] = c;
    }
}

struct str fold_layout(struct arena *arena, struct str text)
{
    /* nothing grows to more than three bytes a byte */
    struct writer writer = {ARENA_ARRAY(arena, char, 3 * text.len + 1), 0};
    while (text.len > 0) {
        const struct str rest = text;
        const uint32_t code_point = utf8_next(&text);
        const struct fold *fold =
            code_point < 0x80 ? NULL : find_fold(code_point);
        if (code_point == SOFT_HYPHEN) {
            while (text.len > 0 && is_space(text.ptr[0])) {
                text = str_from(text, 1);
            }
        } else if (fold) {
            for (const char *c = fold->text; *c; c++) {
                put(&writer, *c);
            }
        } else if (code_point == '`') {
            put(&writer, '\'');
        } else {
            for (size_t i = 0; i < rest.len - text.len; i++) {
                put(&writer, rest.ptr[i]);
            }
        }
    }
    return str_trim((struct str){writer.text, writer.len});
}

/* -- Finding -------------------------------------------------------------- */

/* The offset in the text behind the part when the part stands at `at`, else
 * STR_NONE. A hyphen at a line's end is tried joined and kept. */
static size_t match_at(struct str text, size_t at, struct str part)
{
    size_t i = 0;
    for (; i < part.len && at < text.len; i++, at++) {
        const char a = text.ptr[at], b = part.ptr[i];
        if (a == b) {
            continue;
        }
        if (a == FOLD_LINE_HYPHEN) {
            const size_t joined = match_at(text, at + 1, str_from(part, i));
            if (joined != STR_NONE) {
                return joined;
            }
            if (b == '-') {
                continue;
            }
        } else if (b == FOLD_LINE_HYPHEN) {
            const size_t joined = match_at(text, at, str_from(part, i + 1));
            if (joined != STR_NONE) {
                return joined;
            }
            if (a == '-') {
                continue;
            }
        }
        return STR_NONE;
    }
    return i == part.len ? at : STR_NONE;
}

/* No word and no number is cut between the bytes before and at the offset. */
static bool is_edge(struct str text, size_t at)
{
    if (at == 0 || at >= text.len) {
        return true;
    }
    const char before = text.ptr[at - 1], after = text.ptr[at];
    const bool is_word = (is_letter(before) || ascii_is_digit(before)) &&
                         (is_letter(after) || ascii_is_digit(after));
    const bool is_in_number =
        (ascii_is_digit(after) && (before == '.' || before == ',') && at > 1 &&
         ascii_is_digit(text.ptr[at - 2])) ||
        (ascii_is_digit(before) && (after == '.' || after == ',') &&
         at + 1 < text.len && ascii_is_digit(text.ptr[at + 1]));
    return !is_word && !is_in_number;
}

/* The offset behind the first occurrence from `from` on, or STR_NONE. */
static size_t find_part(struct str text, size_t from, struct str part)
{
    for (size_t at = from; at < text.len; at++) {
        if (!is_edge(text, at)) {
            continue;
        }
        const size_t end = match_at(text, at, part);
        if (end != STR_NONE && is_edge(text, end)) {
            return end;
        }
    }
    return STR_NONE;
}

/* Takes the next part off the quote, up to an omission. */
static bool next_part(struct str *rest, struct str *part)
{
    static const char *const marks[] = {"[...]", "(...)", "..."};
    while (rest->len > 0) {
        size_t at = rest->len, length = 0;
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
            const size_t found = str_find(*rest, str_from_c(marks[i]));
            if (found < at) {
                at = found;
                length = strlen(marks[i]);
            }
        }
        *part = str_trim(str_slice(*rest, 0, at));
        *rest = str_from(*rest, at + length);
        if (part->len > 0) {
            return true;
        }
    }
    return false;
}

bool fold_has_quote(struct str text, struct str quote)
{
    struct str part;
    size_t at = 0;
    while (next_part(&quote, &part)) {
        at = find_part(text, at, part);
        if (at == STR_NONE) {
            return false;
        }
    }
    return true;
}

/* Where folding cannot join a word with its neighbour: at a blank or a line's
 * end, with or without a sign that ends a sentence before it. */
static bool is_clear_after(struct str text, size_t at)
{
    if (at < text.len && strchr(",.;:", text.ptr[at])) {
        at++;
    }
    return at >= text.len || is_space(text.ptr[at]);
}

/* The same before it: a hyphen, soft or not, reaches over a blank. */
static bool is_clear_before(struct str text, size_t at)
{
    if (at == 0) {
        return true;
    }
    return is_space(text.ptr[at - 1]) &&
           (at == 1 || ascii_is_alnum(text.ptr[at - 2]) ||
            strchr(",.;:", text.ptr[at - 2]));
}

bool fold_has_verbatim(struct str text, struct str quote)
{
    if (quote.len == 0 || !ascii_is_alnum(quote.ptr[0]) ||
        !ascii_is_alnum(quote.ptr[quote.len - 1]) ||
        str_find(quote, S("...")) != STR_NONE ||
        str_find(quote, S("\xe2\x80\xa6")) != STR_NONE) {
        return false;
    }
    const size_t at = str_find(text, quote);
    return at != STR_NONE && is_clear_before(text, at) &&
           is_clear_after(text, at + quote.len);
}

struct str fold_longest_start(struct str text, struct str quote,
                              struct str *after)
{
    *after = (struct str){0};
    for (size_t len = quote.len; len > 0; len--) {
        if (len < quote.len && quote.ptr[len] != ' ') {
            continue;
        }
        const struct str start = str_slice(quote, 0, len);
        const size_t end = find_part(text, 0, start);
        if (end != STR_NONE) {
            *after = str_trim(str_from(text, end));
            return start;
        }
    }
    return (struct str){0};
}
