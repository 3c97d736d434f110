/* Entities first, twice over, so that what they hid is seen as mark-up; then
 * one pass that drops mark-up and keeps letters and digits. */

#include "check/same_title.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "check/fold.h"

struct writer {
    char *text;
    size_t len;
};

static void put_code_point(struct writer *writer, uint32_t code_point)
{
    char bytes[4];
    const size_t size = utf8_encode(code_point, bytes);
    memcpy(writer->text + writer->len, bytes, size);
    writer->len += size;
}

/* -- Names ---------------------------------------------------------------- */

/* What TeX calls \mu and HTML &mu;. */
static const char *const greek[] = {
    "alpha",   "beta", "gamma", "delta",  "epsilon", "zeta", "eta",
    "theta",   "iota", "kappa", "lambda", "mu",      "nu",   "xi",
    "omicron", "pi",   "rho",   "sigmaf", "sigma",   "tau",  "upsilon",
    "phi",     "chi",  "psi",   "omega"};
enum { GREEK_FIRST = 0x3b1 };

static const struct {
    const char *name;
    uint32_t code_point;
} signs[] = {
    {"amp", '&'},      {"lt", '<'},        {"gt", '>'},       {"quot", '"'},
    {"apos", '\''},    {"nbsp", ' '},      {"ndash", 0x2013}, {"mdash", 0x2014},
    {"hyphen", '-'},   {"lsquo", 0x2018},  {"rsquo", 0x2019}, {"ldquo", 0x201c},
    {"rdquo", 0x201d}, {"hellip", 0x2026}, {"times", 0xd7},   {"minus", 0x2212},
    {"szlig", 0xdf},   {"aelig", 0xe6},    {"oelig", 0x153},
};

/* &eacute; is an e, and accents are dropped anyway. */
static const char *const accents[] = {"acute", "grave", "circ",
                                      "uml",   "tilde", "cedil",
                                      "ring",  "slash", "caron"};

/* The character that the name stands for, or 0. */
static uint32_t named(struct str name)
{
    for (size_t i = 0; i < sizeof greek / sizeof greek[0]; i++) {
        if (str_equal_nocase(name, str_from_c(greek[i]))) {
            return GREEK_FIRST + (uint32_t)i;
        }
    }
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (str_is(name, signs[i].name)) {
            return signs[i].code_point;
        }
    }
    for (size_t i = 0; i < sizeof accents / sizeof accents[0]; i++) {
        if (name.len > 1 && str_is(str_from(name, 1), accents[i])) {
            return (unsigned char)name.ptr[0];
        }
    }
    return 0;
}

/* -- Entities ------------------------------------------------------------- */

static uint32_t numbered(struct str digits)
{
    const bool is_hex = digits.len > 0 && (digits.ptr[0] | 32) == 'x';
    uint32_t value = 0;
    for (size_t i = is_hex; i < digits.len; i++) {
        const char c = digits.ptr[i];
        const uint32_t digit = ascii_is_digit(c) ? (uint32_t)(c - '0')
                               : is_hex && (c | 32) >= 'a' && (c | 32) <= 'f'
                                   ? (uint32_t)((c | 32) - 'a' + 10)
                                   : 99;
        if (digit == 99 || value > 0x10ffff) {
            return 0;
        }
        value = value * (is_hex ? 16 : 10) + digit;
    }
    return value > 0x10ffff || (value >= 0xd800 && value < 0xe000) ? 0 : value;
}

/* Bytes of the entity that the rest starts with, or 0. */
static size_t read_entity(struct str rest, uint32_t *code_point)
{
    enum { NAME_MOST = 12 };
    const size_t end = str_find_char(str_slice(rest, 0, NAME_MOST), ';');
    if (rest.ptr[0] != '&' || end == STR_NONE) {
        return 0;
    }
    const struct str name = str_slice(rest, 1, end);
    *code_point =
        str_starts(name, S("#")) ? numbered(str_from(name, 1)) : named(name);
    return *code_point ? end + 1 : 0;
}

static struct str decode_entities(struct arena *arena, struct str text)
{
    if (str_find_char(text, '&') == STR_NONE) {
        return text;
    }
    /* the shortest, &#x; and two digits, is longer than what it stands for */
    struct writer writer = {ARENA_ARRAY(arena, char, text.len + 4), 0};
    while (text.len > 0) {
        uint32_t code_point = 0;
        const size_t size = read_entity(text, &code_point);
        if (size > 0) {
            put_code_point(&writer, code_point);
        } else {
            writer.text[writer.len++] = text.ptr[0];
        }
        text = str_from(text, size > 0 ? size : 1);
    }
    return (struct str){writer.text, writer.len};
}

/* -- Mark-up -------------------------------------------------------------- */

/* Bytes of the tag or TeX command that the rest starts with, or 0; a command
 * that is a letter gives it. */
static size_t read_markup(struct str rest, uint32_t *letter)
{
    const char next = rest.len > 1 ? rest.ptr[1] : ' ';
    size_t end = 1;
    *letter = 0;
    if (rest.ptr[0] == '<' && (ascii_is_letter(next) || next == '/')) {
        const size_t close = str_find_char(rest, '>');
        return close == STR_NONE ? 0 : close + 1;
    }
    if (rest.ptr[0] != '\\') {
        return 0;
    }
    while (end < rest.len && ascii_is_letter(rest.ptr[end])) {
        end++;
    }
    const uint32_t code_point = named(str_slice(rest, 1, end));
    *letter = code_point >= GREEK_FIRST ? code_point : 0;
    return end;
}

/* -- Letters -------------------------------------------------------------- */

/* U+00C0 to U+017F without their accents; '*' has two letters, ' ' is none. */
static const char latin[] =
    "aaaaaa*ceeeeiiiidnooooo ouuuuy**aaaaaa*ceeeeiiiidnooooo ouuuuy*y"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii**jjkkklllllll"
    "lllnnnnnnnnnoooooo**rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

static const struct {
    uint32_t code_point;
    const char *letters;
} doubles[] = {
    {0xc6, "ae"},  {0xde, "th"},  {0xdf, "ss"},  {0xe6, "ae"},  {0xfe, "th"},
    {0x132, "ij"}, {0x133, "ij"}, {0x152, "oe"}, {0x153, "oe"},
};

static void put_latin(struct writer *writer, uint32_t code_point)
{
    const char letter = latin[code_point - 0xc0];
    if (letter != '*') {
        writer->text[writer->len] = letter;
        writer->len += letter != ' ';
        return;
    }
    for (size_t i = 0; i < sizeof doubles / sizeof doubles[0]; i++) {
        if (doubles[i].code_point == code_point) {
            writer->text[writer->len++] = doubles[i].letters[0];
            writer->text[writer->len++] = doubles[i].letters[1];
        }
    }
}

/* Raised and lowered digits, capitals and the micro sign become plain; signs
 * and combining accents nothing. */
static void put_letter(struct writer *writer, uint32_t c)
{
    if (c < 0x80) {
        writer->text[writer->len] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
        writer->len += ascii_is_alnum((char)c);
    } else if (c == 0xb2 || c == 0xb3 || c == 0xb9) {
        writer->text[writer->len++] = (char)(c == 0xb9 ? '1' : '0' + c - 0xb0);
    } else if (c >= 0xc0 && c <= 0x17f) {
        put_latin(writer, c);
    } else if (c == 0xb5) {
        put_code_point(writer, 0x3bc);
    } else if ((c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f)) {
        put_code_point(writer, c + 0x20);
    } else if (c == 0x3f5) { /* the other epsilon */
        put_code_point(writer, 0x3b5);
    } else if (c >= 0x2070 && c <= 0x2089 && (c & 0xf) < 10) {
        writer->text[writer->len++] = (char)('0' + (c & 0xf));
    } else if (c >= 0x370 && !(c >= 0x2000 && c < 0x2c00) &&
               !(c >= 0x3000 && c < 0x3040) && c < 0xfe00) {
        put_code_point(writer, c);
    }
}

struct str same_title_fold(struct arena *arena, struct str text)
{
    struct str rest = fold_layout(
        arena, decode_entities(arena, decode_entities(arena, text)));
    /* a byte of a letter with two becomes one, and nothing becomes longer */
    struct writer writer = {ARENA_ARRAY(arena, char, rest.len + 4), 0};
    while (rest.len > 0) {
        uint32_t letter = 0;
        const size_t size = read_markup(rest, &letter);
        if (size > 0) {
            rest = str_from(rest, size);
        } else {
            letter = utf8_next(&rest);
        }
        put_letter(&writer, letter);
    }
    return (struct str){writer.text, writer.len};
}

/* -- Comparing ------------------------------------------------------------ */

/* Before the colon, or the whole. */
static struct str main_title(struct str text)
{
    const size_t colon = str_find(text, S(": "));
    return colon == STR_NONE ? text : str_slice(text, 0, colon);
}

bool same_title(struct arena *arena, struct str a, struct str b)
{
    const struct str whole_a = same_title_fold(arena, a);
    const struct str whole_b = same_title_fold(arena, b);
    return str_equal(whole_a, whole_b) ||
           str_equal(same_title_fold(arena, main_title(a)), whole_b) ||
           str_equal(whole_a, same_title_fold(arena, main_title(b)));
}
