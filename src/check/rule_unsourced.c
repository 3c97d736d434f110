/* Numbers that somebody typed into a chapter. A typed number is right on the
 * day it is typed and says nothing of where it comes from; a value, a report
 * and a constant do. What is no such number is told by where it stands: in code
 * or math, in a name, a year, a place in a work. */

#include "check/number.h"
#include "check/rules.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* Whether the run of letters, digits, points and hyphens in front of the number
 * has a letter: the 64 of x86-64 is part of a name. */
static bool is_in_token(struct str text, const struct number *number)
{
    for (size_t i = number->start; i > 0; i--) {
        const unsigned char c = (unsigned char)text.ptr[i - 1];
        if (ascii_is_letter((char)c) || c >= 0x80) {
            return i < number->start && c < 0x80;
        }
        if (!ascii_is_digit((char)c) && c != '-' && c != '.' && c != '_') {
            return false;
        }
    }
    return false;
}

/* What is counted is no year, whatever its digits. */
static bool counts_something(struct str behind)
{
    static const char *const things[] = {
        "step",  "token",  "seed", "run",   "parameter", "block",
        "layer", "head",   "arm",  "batch", "nat",       "bit",
        "time",  "record", "draw", "width", "weight"};
    if (str_starts(behind, S("-"))) {
        return true;
    }
    behind = str_trim(behind);
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++) {
        if (str_starts(behind, str_from_c(things[i]))) {
            return true;
        }
    }
    return false;
}

static bool is_year(struct str text, const struct number *number)
{
    const struct str digits = str_slice(text, number->start, number->end);
    int64_t year = 0;
    return digits.len == 4 && str_to_int64(digits, &year) && year >= 1900 &&
           year < 2100 && !counts_something(str_from(text, number->end));
}

static bool is_sourced(struct str text, const struct number *number)
{
    return number_is_label(text, number) || is_in_token(text, number) ||
           is_year(text, number);
}

/* "twenty per cent", "two nats": in words, but nobody says so of what was not
 * measured. Other words that count (two terms, one more) are language. */
static bool is_measured_in_words(struct str text, const struct number *number)
{
    static const char *const units[] = {" per cent", " percent", " nats"};
    const struct str behind = str_from(text, number->end);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (str_starts(behind, str_from_c(units[i]))) {
            return true;
        }
    }
    return false;
}

static void report(struct check_context *context, struct source *source,
                   size_t start, size_t end)
{
    const struct place place = {source, start, end};
    const struct str literal = str_slice(source->text, start, end);
    struct diag *diag =
        check_finding(context, place, literal,
                      "\"%.*s\" is typed by hand, and nothing says where it "
                      "comes from",
                      STR_ARG(literal));
    diag_hint(context->diags, diag,
              "write :value[…] or :reported[…] for it, or declare a constant "
              "with its reason; in a formula it stands between dollars");
}

/* -- Numbers beyond ASCII -------------------------------------------------- */

/* `&#189;` and the like from the offset on: its length, 0 for anything else,
 * and the sign that it stands for. Of those with a name only fractions and
 * raised digits are numbers; for these the sign is that of a half. */
static size_t entity_at(struct str text, size_t at, uint32_t *sign)
{
    enum { LONGEST = 10, HALF = 0xbd };
    const struct str rest = str_slice(text, at, at + LONGEST);
    const size_t end = str_find_char(rest, ';');
    uint32_t value = 0;
    if (!str_starts(rest, S("&")) || end == STR_NONE) {
        return 0;
    }
    if (str_starts(rest, S("&frac")) || str_starts(rest, S("&sup"))) {
        *sign = ascii_is_digit(rest.ptr[end - 1]) ? HALF : 0;
        return end + 1;
    }
    const bool is_hex = end > 2 && (rest.ptr[2] | 0x20) == 'x';
    for (size_t i = is_hex ? 3 : 2; i < end; i++) {
        const char c = rest.ptr[i];
        const bool is_letter = is_hex && (c | 0x20) >= 'a' && (c | 0x20) <= 'f';
        if (!ascii_is_digit(c) && !is_letter) {
            return 0;
        }
        value = value * (is_hex ? 16 : 10) +
                (uint32_t)(is_letter ? (c | 0x20) - 'a' + 10 : c - '0');
    }
    *sign = value;
    return rest.ptr[1] == '#' ? end + 1 : 0;
}

/* Bytes of the sign at the offset, written as itself or as an entity, when it
 * is a number and not in ASCII; else 0. */
static size_t sign_length(struct str text, size_t at)
{
    uint32_t sign = 0;
    size_t length = 0;
    if (text.ptr[at] == '&') {
        length = entity_at(text, at, &sign);
    } else if ((unsigned char)text.ptr[at] >= 0x80) {
        struct str rest = str_from(text, at);
        sign = utf8_next(&rest);
        length = text.len - at - rest.len;
    }
    return length > 0 && utf8_is_number(sign) ? length : 0;
}

/* The end of the number that begins with such a sign: more of them, digits, and
 * what stands between two. */
static size_t number_end(struct str text, size_t at)
{
    size_t end = at;
    while (at < text.len) {
        const size_t length = sign_length(text, at);
        if (length > 0 || ascii_is_digit(text.ptr[at])) {
            at += length > 0 ? length : 1;
            end = at;
        } else if (at == end && strchr(".,/", text.ptr[at]) &&
                   text.ptr[at] != '\0') {
            at++;
        } else if (at == end && str_starts(str_from(text, at), S("٫"))) {
            at += strlen("٫");
        } else {
            return end;
        }
    }
    return end;
}

/* Behind a letter they are part of a name or a unit: R², CO₂, m². */
static bool is_behind_letter(struct str text, size_t at)
{
    return at > 0 &&
           (ascii_is_letter(text.ptr[at - 1]) || text.ptr[at - 1] == '_');
}

/* Joins the signs to the numbers of ASCII, which are in order: 1½ is one. */
static void add_signs(struct check_context *context, struct str text,
                      struct numbers *numbers)
{
    const size_t known = numbers->len;
    size_t next = 0;
    for (size_t at = 0; at < text.len;) {
        at += ascii_plain_run(str_from(text, at), "&");
        while (next < known && at < text.len && numbers->at[next].end < at) {
            next++;
        }
        if (at == text.len) {
            return;
        }
        struct number *number = next < known ? &numbers->at[next] : NULL;
        if (number && number->start <= at && number->end > at) {
            at = number->end;
        } else if (sign_length(text, at) == 0) {
            at++;
        } else if (number && number->end == at) {
            number->end = at = number_end(text, at);
        } else {
            const size_t end = number_end(text, at);
            if (!is_behind_letter(text, at)) {
                *LIST_PUSH(context->scratch, numbers) =
                    (struct number){.start = at, .end = end};
            }
            at = end;
        }
    }
}

static void check_text(struct check_context *context, struct source *source,
                       size_t start, size_t end)
{
    const struct str text = str_slice(source->text, start, end);
    struct numbers numbers = {0};
    numbers_read(context->scratch, text, &numbers);
    add_signs(context, text, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        const struct number *number = &numbers.at[i];
        if (is_sourced(text, number)) {
            check_pass(context);
        } else {
            report(context, source, start + number->start, start + number->end);
        }
    }
    numbers.len = 0;
    numbers_read_words(context->scratch, text, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        if (is_measured_in_words(text, &numbers.at[i])) {
            report(context, source, start + numbers.at[i].start,
                   start + numbers.at[i].end);
        }
    }
}

void rule_unsourced_number(struct check_context *context)
{
    const struct chapters *chapters = &context->input->library->chapters;
    for (size_t i = 0; i < chapters->len; i++) {
        const struct chapter *chapter = &chapters->at[i];
        const struct md_document *body = chapter->body;
        const struct place heads[] = {chapter->title_place,
                                      chapter->summary_place};
        for (size_t h = 0; h < sizeof heads / sizeof heads[0]; h++) {
            check_text(context, chapter->source, heads[h].start, heads[h].end);
        }
        for (size_t p = 0; body && p < body->prose_count; p++) {
            check_text(context, chapter->source, body->prose[p].start,
                       body->prose[p].end);
        }
    }
}
