/* Only what is sure to mean nothing is left out: no name is shortened, and a
 * script in which a text may run over several lines stays as it is. */

#include "render/squeeze.h"

#include "base/ascii.h"
#include "base/out.h"

/* ---- Style sheets ------------------------------------------------------ */

static size_t skip_comment(struct str css, size_t at)
{
    const size_t end = str_find(str_from(css, at + 2), S("*/"));
    return end == STR_NONE ? css.len : at + 2 + end + 2;
}

/* Past the quotation that begins here. */
static size_t skip_quoted(struct str css, size_t at)
{
    const char quote = css.ptr[at];
    for (at++; at < css.len && css.ptr[at] != quote; at++) {
        at += css.ptr[at] == '\\';
    }
    return at < css.len ? at + 1 : css.len;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* A space before or after these separates nothing. */
static bool stands_alone(char c)
{
    return str_find_char(S("{};,>"), c) != STR_NONE;
}

/* A space after a colon separates nothing either; one before it may: "a :hover"
 * is not "a:hover". */
static bool is_space_needed(char before, char after)
{
    return !stands_alone(before) && before != ':' && !stands_alone(after);
}

/* The zero of "0.5", which is ".5". No name has a digit after a dot. */
static bool is_idle_zero(struct str css, size_t at, char before)
{
    const struct str rest = str_from(css, at);
    return str_starts(rest, S("0.")) && rest.len > 2 &&
           ascii_is_digit(rest.ptr[2]) &&
           str_find_char(S(" ,:(-/"), before) != STR_NONE;
}

static struct str squeezed_style(struct arena *arena, struct str css)
{
    struct out out = {0};
    bool has_space = false;
    bool has_semicolon = false; /* which the end of a block makes idle */
    char last = '{';
    for (size_t at = 0; at < css.len;) {
        const char c = css.ptr[at];
        if (is_space(c) || str_starts(str_from(css, at), S("/*"))) {
            at = is_space(c) ? at + 1 : skip_comment(css, at);
            has_space = true;
            continue;
        }
        if (has_semicolon && c != '}') {
            out_char(&out, ';');
        }
        if (has_space && is_space_needed(last, c)) {
            out_char(&out, ' ');
            last = ' ';
        }
        has_space = false;
        has_semicolon = c == ';';
        const bool is_quote = c == '"' || c == '\'';
        const size_t end = is_quote ? skip_quoted(css, at) : at + 1;
        if (!has_semicolon && !is_idle_zero(css, at, last)) {
            out_str(&out, str_slice(css, at, end));
        }
        last = c;
        at = end;
    }
    out_c(&out, has_semicolon ? ";\n" : "\n");
    return out_take(&out, arena);
}

/* ---- Scripts ----------------------------------------------------------- */

/* A template that is opened and closed on one line. */
static bool has_whole_templates(struct str line)
{
    size_t count = 0;
    for (size_t i = 0; i < line.len; i++) {
        count += line.ptr[i] == '`';
    }
    return count % 2 == 0;
}

static struct str squeezed_script(struct arena *arena, struct str script)
{
    struct out out = {0};
    struct str rest = script;
    struct str line = {0};
    while (str_next_line(&rest, &line)) {
        if (!has_whole_templates(line)) {
            out_free(&out);
            return script;
        }
        line = str_trim(line);
        if (line.len > 0 && !str_starts(line, S("//"))) {
            out_str(&out, line);
            out_char(&out, '\n');
        }
    }
    return out_take(&out, arena);
}

struct str squeezed(struct arena *arena, struct str name, struct str text)
{
    return str_ends(name, S(".css"))  ? squeezed_style(arena, text)
           : str_ends(name, S(".js")) ? squeezed_script(arena, text)
                                      : text;
}
