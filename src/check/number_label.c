/* Digits that count nothing: a place in a work, or a day. Told by what stands
 * before and behind them. */

#include "check/number.h"

#include "base/ascii.h"

/* Whether the text has this shape at the offset: 9 stands for a digit, and no
 * digit may follow. */
static bool has_shape(struct str text, size_t at, const char *shape)
{
    size_t i = 0;
    for (; shape[i]; i++) {
        const char c = at + i < text.len ? text.ptr[at + i] : '\0';
        if (shape[i] == '9' ? !ascii_is_digit(c) : c != shape[i]) {
            return false;
        }
    }
    return at + i >= text.len || !ascii_is_digit(text.ptr[at + i]);
}

/* -- Days and numbers of papers ------------------------------------------- */

static bool is_date(struct str text, const struct number *number)
{
    static const size_t parts[] = {0, 5, 8}; /* where each part begins */
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (number->start < parts[i]) {
            continue;
        }
        const size_t at = number->start - parts[i];
        if (has_shape(text, at, "9999-99-99") ||
            (i < 2 && has_shape(text, at, "9999-99"))) {
            return at == 0 || !ascii_is_digit(text.ptr[at - 1]);
        }
    }
    return false;
}

/* "(2019)", "(Ba, 2016)", "2020a)". */
static bool is_year(struct str text, const struct number *number)
{
    const struct str digits = str_slice(text, number->start, number->end);
    if (digits.len != 4 || number->scale != 0 ||
        (!str_starts(digits, S("19")) && !str_starts(digits, S("20")))) {
        return false;
    }
    size_t end = number->end;
    end += end < text.len && text.ptr[end] >= 'a' && text.ptr[end] <= 'd';
    return (number->start > 0 && text.ptr[number->start - 1] == '(') ||
           (end < text.len && text.ptr[end] == ')');
}

static bool is_arxiv(struct str text, const struct number *number)
{
    return has_shape(text, number->start, "9999.99999") ||
           has_shape(text, number->start, "9999.9999");
}

static bool is_in_address(struct str text, const struct number *number)
{
    size_t start = number->start;
    while (start > 0 && !ascii_is_space(text.ptr[start - 1])) {
        start--;
    }
    return str_find(str_slice(text, start, number->start), S("://")) !=
           STR_NONE;
}

/* -- Places in a work ----------------------------------------------------- */

/* The text without blanks at its end. */
static struct str trim_end(struct str text)
{
    while (text.len > 0 && ascii_is_space(text.ptr[text.len - 1])) {
        text.len--;
    }
    return text;
}

static char last_char(struct str text)
{
    return text.ptr && text.len > 0 ? text.ptr[text.len - 1] : '\0';
}

/* Takes the last word of letters and the full stop behind it off the text. */
static struct str take_last_word(struct str *text)
{
    struct str rest = *text;
    rest.len -= str_ends(rest, S("."));
    const size_t end = rest.len;
    while (ascii_is_letter(last_char(rest))) {
        rest.len--;
    }
    const struct str word = str_slice(*text, rest.len, end);
    *text = rest;
    return word;
}

static bool is_place_word(struct str word)
{
    static const char *const words[] = {
        "section", "sections",  "sec",      "sect",    "table",    "tables",
        "tab",     "figure",    "figures",  "fig",     "figs",     "equation",
        "eq",      "eqs",       "appendix", "chapter", "chapters", "page",
        "pages",   "p",         "pp",       "version", "versions", "theorem",
        "lemma",   "corollary", "line",     "lines",   "issue",    "row",
        "item",    "footnote",  "column",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_equal_nocase(word, str_from_c(words[i]))) {
            return true;
        }
    }
    return false;
}

/* Takes ", 5", "and 5" or "to 5" off the end: one more number of a list. */
static bool take_listed(struct str *before)
{
    struct str text = *before;
    if (str_ends(text, S(","))) {
        text.len--;
    } else {
        const struct str word = take_last_word(&text);
        if (!str_is(word, "and") && !str_is(word, "to") &&
            !str_is(word, "or")) {
            return false;
        }
    }
    text = trim_end(text);
    const size_t end = text.len;
    while (text.len > 0 && (ascii_is_digit(text.ptr[text.len - 1]) ||
                            text.ptr[text.len - 1] == '.')) {
        text.len--;
    }
    if (text.len == end) {
        return false;
    }
    *before = trim_end(text);
    return true;
}

static bool is_of_place(struct str text, const struct number *number)
{
    enum { LISTED = 3 };
    struct str before = trim_end(str_slice(text, 0, number->start));
    for (int i = 0; i <= LISTED; i++) {
        struct str rest = before;
        if (str_ends(before, S("\xc2\xa7")) || str_ends(before, S("#")) ||
            is_place_word(take_last_word(&rest))) {
            return true;
        }
        if (!take_listed(&before)) {
            return false;
        }
    }
    return false;
}

bool number_is_label(struct str text, const struct number *number)
{
    return is_of_place(text, number) || is_date(text, number) ||
           is_year(text, number) || is_arxiv(text, number) ||
           is_in_address(text, number);
}
