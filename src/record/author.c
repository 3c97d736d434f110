/* Names by BibTeX's rules, with two differences that help people: a suffix may
 * follow the family name, and a name of one word is never a person. */

#include "record/author.h"

#include "base/out.h"

/* -- Braces ---------------------------------------------------------------- */

static bool is_balanced(struct str text)
{
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        depth += text.ptr[i] == '{';
        if (text.ptr[i] == '}' && depth-- == 0) {
            return false;
        }
    }
    return depth == 0;
}

/* The first of the character outside braces at or after the offset, or the
 * text's length. */
static size_t find_outside(struct str text, size_t from, char c)
{
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (depth == 0 && i >= from && text.ptr[i] == c) {
            return i;
        }
        depth += text.ptr[i] == '{';
        depth -= text.ptr[i] == '}';
    }
    return text.len;
}

/* "{A B}", and not "{A} {B}". */
static bool is_in_braces(struct str text)
{
    return text.len > 1 && text.ptr[0] == '{' &&
           text.ptr[text.len - 1] == '}' &&
           is_balanced(str_slice(text, 1, text.len - 1));
}

static struct str without_braces(struct arena *arena, struct str text)
{
    text = str_trim(text);
    if (str_find_char(text, '{') == STR_NONE &&
        str_find_char(text, '}') == STR_NONE) {
        return text;
    }
    struct out out = {0};
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] != '{' && text.ptr[i] != '}') {
            out_char(&out, text.ptr[i]);
        }
    }
    return str_trim(out_take(&out, arena));
}

/* -- Reading --------------------------------------------------------------- */

static bool is_suffix(struct str word)
{
    static const char *const suffixes[] = {"Jr.", "Jr",  "Sr.", "Sr",
                                           "II",  "III", "IV"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (str_is(word, suffixes[i])) {
            return true;
        }
    }
    return false;
}

/* A particle: "van", "de", "'t". */
static bool is_lower(struct str word)
{
    const struct str rest = str_from(word, str_starts(word, S("'")) ? 1 : 0);
    return rest.len > 0 && rest.ptr[0] >= 'a' && rest.ptr[0] <= 'z';
}

/* Where the family name of "Jo van der Berg" begins; `end` is behind it. */
static size_t family_start(struct str text)
{
    size_t start = 0;
    for (;;) {
        const size_t end = find_outside(text, start, ' ');
        if (end == text.len || is_lower(str_slice(text, start, end))) {
            return start;
        }
        start = end + 1;
    }
}

static struct author group(struct arena *arena, struct str text)
{
    return (struct author){.kind = AUTHOR_GROUP,
                           .family = without_braces(arena, text)};
}

/* Given name first. A suffix may be its last word. */
static struct author parse_natural(struct arena *arena, struct str text,
                                   struct str suffix)
{
    const size_t blank = str_rfind_char(text, ' ');
    if (suffix.len == 0 && blank != STR_NONE &&
        is_suffix(str_from(text, blank + 1))) {
        suffix = str_from(text, blank + 1);
        text = str_trim(str_slice(text, 0, blank));
    }
    if (find_outside(text, 0, ' ') == text.len && suffix.len == 0) {
        return group(arena, text);
    }
    const size_t start = family_start(text);
    return (struct author){
        .family = without_braces(arena, str_from(text, start)),
        .given = without_braces(arena, str_slice(text, 0, start)),
        .suffix = without_braces(arena, suffix),
    };
}

static struct str squeeze(struct arena *arena, struct str text)
{
    struct out out = {0};
    out_squeezed(&out, text);
    return out_take(&out, arena);
}

struct author author_parse(struct arena *arena, struct str text)
{
    text = squeeze(arena, text);
    if (!is_balanced(text)) {
        text = squeeze(arena, without_braces(arena, text));
    }
    if (str_is(text, "others")) {
        return (struct author){.kind = AUTHOR_OTHERS};
    }
    if (is_in_braces(text)) {
        return group(arena, text);
    }
    const size_t first = find_outside(text, 0, ',');
    if (first == text.len) {
        return parse_natural(arena, text, S(""));
    }
    const struct str family = str_trim(str_slice(text, 0, first));
    const struct str rest = str_trim(str_from(text, first + 1));
    const size_t second = find_outside(rest, 0, ',');
    if (second == rest.len && is_suffix(rest)) {
        return parse_natural(arena, family, rest);
    }
    struct author author = {.family = without_braces(arena, family)};
    if (second < rest.len) {
        author.suffix = without_braces(arena, str_slice(rest, 0, second));
        author.given = without_braces(arena, str_from(rest, second + 1));
    } else {
        author.given = without_braces(arena, rest);
    }
    if (author.family.len == 0 ||
        (author.given.len + author.suffix.len == 0 && author.family.len > 0)) {
        return group(arena, author.family.len > 0 ? family : text);
    }
    return author;
}

/* -- Writing --------------------------------------------------------------- */

bool author_equal(const struct author *a, const struct author *b)
{
    return a->kind == b->kind && str_equal(a->family, b->family) &&
           str_equal(a->given, b->given) && str_equal(a->suffix, b->suffix);
}

static struct str natural(struct arena *arena, const struct author *author)
{
    return arena_printf(
        arena, "%.*s%s%.*s%s%.*s", STR_ARG(author->given),
        author->given.len > 0 ? " " : "", STR_ARG(author->family),
        author->suffix.len > 0 ? ", " : "", STR_ARG(author->suffix));
}

/* In braces when a comma of its own would take it apart. */
static void put_part(struct out *out, struct str part)
{
    const bool has_comma = str_find_char(part, ',') != STR_NONE;
    out_c(out, has_comma ? "{" : "");
    out_str(out, part);
    out_c(out, has_comma ? "}" : "");
}

static struct str family_first(struct arena *arena, const struct author *author)
{
    struct out out = {0};
    put_part(&out, author->family);
    if (author->suffix.len > 0) {
        out_c(&out, ", ");
        put_part(&out, author->suffix);
    }
    out_c(&out, ", ");
    put_part(&out, author->given);
    return str_trim(out_take(&out, arena));
}

struct str author_text(struct arena *arena, const struct author *author)
{
    if (author->kind == AUTHOR_OTHERS) {
        return S("others");
    }
    struct str text =
        author->kind == AUTHOR_GROUP ? author->family : natural(arena, author);
    const struct author read = author_parse(arena, text);
    if (author_equal(&read, author)) {
        return text;
    }
    return author->kind == AUTHOR_GROUP
               ? arena_printf(arena, "{%.*s}", STR_ARG(author->family))
               : family_first(arena, author);
}

struct str author_shown(struct arena *arena, struct str text)
{
    const struct author author = author_parse(arena, text);
    return author.kind == AUTHOR_OTHERS ? S("others") : natural(arena, &author);
}

struct str author_family(struct arena *arena, struct str text)
{
    return author_parse(arena, text).family;
}
