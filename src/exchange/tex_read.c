/* TeX to text. One pass: braces are dropped, commands looked up in tex.def,
 * and an accent takes what follows it. */

#include "exchange/tex.h"

#include "base/ascii.h"
#include "base/utf8.h"

enum {
    DEPTH_CEILING = 64, /* accents within accents; deeper is plain text */
};

static const struct accent {
    const char *command;
    uint32_t combining;
    const char *pairs;
} accents[] = {
#define TEX_ACCENT(command, combining, pairs) {command, combining, pairs},
#include "exchange/tex.def"
};

static const struct symbol {
    const char *command;
    const char *text;
} symbols[] = {
#define TEX_SYMBOL(command, text) {command, text},
#include "exchange/tex.def"
};

static const char *const silent[] = {
#define TEX_SILENT(command) command,
#include "exchange/tex.def"
};

struct tex {
    struct arena *arena;
    struct str text;
    size_t at;
    struct out out;
    enum tex_groups groups;
    struct strs *unknown;
    int depth;
};

/* -- Finding one's way ----------------------------------------------------- */

static char here(const struct tex *tex)
{
    return tex->at < tex->text.len ? tex->text.ptr[tex->at] : '\0';
}

static bool starts_here(const struct tex *tex, struct str what)
{
    return str_starts(str_from(tex->text, tex->at), what);
}

static void skip_spaces(struct tex *tex)
{
    while (tex->at < tex->text.len && ascii_is_space(here(tex))) {
        tex->at++;
    }
}

/* Behind the brace that closes the one at the offset; the end of the text
 * where none does. */
static size_t group_end(struct str text, size_t at)
{
    size_t depth = 0;
    for (; at < text.len; at++) {
        const char c = text.ptr[at];
        if (c == '\\') {
            at++;
        } else if (c == '{') {
            depth++;
        } else if (c == '}' && --depth == 0) {
            return at + 1;
        }
    }
    return text.len;
}

/* The inside of the group that starts here, behind which the reading goes
 * on. */
static struct str take_group(struct tex *tex)
{
    const size_t end = group_end(tex->text, tex->at);
    const bool is_closed = end > tex->at + 1 && tex->text.ptr[end - 1] == '}';
    const struct str inside =
        str_slice(tex->text, tex->at + 1, is_closed ? end - 1 : end);
    tex->at = end;
    return inside;
}

static struct str convert(struct tex *tex, struct str text,
                          enum tex_groups groups);

/* What a command is about: a group, another command, or one character. */
static struct str take_argument(struct tex *tex)
{
    skip_spaces(tex);
    if (here(tex) == '{') {
        return convert(tex, take_group(tex), TEX_DROP_GROUPS);
    }
    const size_t start = tex->at;
    if (here(tex) == '\\') {
        tex->at++;
        while (ascii_is_letter(here(tex))) {
            tex->at++;
        }
        if (tex->at == start + 1 && tex->at < tex->text.len) {
            tex->at++;
        }
        return convert(tex, str_slice(tex->text, start, tex->at),
                       TEX_DROP_GROUPS);
    }
    struct str rest = str_from(tex->text, start);
    if (rest.len > 0) {
        const size_t before = rest.len;
        utf8_next(&rest);
        tex->at += before - rest.len;
    }
    return str_slice(tex->text, start, tex->at);
}

/* -- Commands -------------------------------------------------------------- */

static void put_code_point(struct tex *tex, uint32_t code_point)
{
    char bytes[4];
    const size_t len = utf8_encode(code_point, bytes);
    out_str(&tex->out, (struct str){bytes, len});
}

/* The letter with the accent, in one code point where there is one. */
static void put_accented(struct tex *tex, const struct accent *accent,
                         uint32_t letter)
{
    struct str pairs = str_from_c(accent->pairs);
    while (pairs.len > 0) {
        const uint32_t base = utf8_next(&pairs);
        const uint32_t composed = utf8_next(&pairs);
        if (base == letter) {
            put_code_point(tex, composed);
            return;
        }
    }
    put_code_point(tex, letter);
    put_code_point(tex, accent->combining);
}

/* The letters of \i and \j have lost their dots to make room. */
static uint32_t with_dot(uint32_t letter)
{
    return letter == 0x0131 ? 'i' : letter == 0x0237 ? 'j' : letter;
}

static bool put_accent(struct tex *tex, struct str command)
{
    for (size_t i = 0; i < sizeof accents / sizeof accents[0]; i++) {
        if (!str_is(command, accents[i].command)) {
            continue;
        }
        struct str argument = str_trim(take_argument(tex));
        if (argument.len == 0) {
            /* \~{} is how a tilde is written */
            out_c(&tex->out, ascii_is_letter(accents[i].command[0])
                                 ? ""
                                 : accents[i].command);
            return true;
        }
        put_accented(tex, &accents[i], with_dot(utf8_next(&argument)));
        out_str(&tex->out, argument);
        return true;
    }
    return false;
}

static bool put_symbol(struct tex *tex, struct str command)
{
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        if (str_is(command, symbols[i].command)) {
            out_c(&tex->out, symbols[i].text);
            if (starts_here(tex, S("{}"))) {
                tex->at += 2;
            }
            return true;
        }
    }
    return false;
}

static bool is_silent(struct str command)
{
    for (size_t i = 0; i < sizeof silent / sizeof silent[0]; i++) {
        if (str_is(command, silent[i])) {
            return true;
        }
    }
    return false;
}

static void put_unknown(struct tex *tex, struct str command)
{
    if (!strs_has(tex->unknown, command)) {
        *LIST_PUSH(tex->arena, tex->unknown) = command;
    }
    out_char(&tex->out, '\\');
    out_str(&tex->out, command);
    while (here(tex) == '{') {
        const size_t end = group_end(tex->text, tex->at);
        out_str(&tex->out, str_slice(tex->text, tex->at, end));
        tex->at = end;
    }
}

/* \ensuremath{x} and \enquote{x}. */
static bool put_enclosed(struct tex *tex, struct str command)
{
    const bool is_math = str_is(command, "ensuremath");
    if (!is_math && !str_is(command, "enquote")) {
        return false;
    }
    skip_spaces(tex);
    if (here(tex) != '{') {
        return false;
    }
    const struct str inside = take_group(tex);
    out_c(&tex->out, is_math ? "$" : "“");
    out_str(&tex->out,
            is_math ? inside : convert(tex, inside, TEX_DROP_GROUPS));
    out_c(&tex->out, is_math ? "$" : "”");
    return true;
}

/* A command of letters; TeX swallows the blanks behind it. */
static void put_word(struct tex *tex)
{
    const size_t start = tex->at;
    while (ascii_is_letter(here(tex))) {
        tex->at++;
    }
    const struct str command = str_slice(tex->text, start, tex->at);
    const size_t behind = tex->at;
    skip_spaces(tex);
    if (is_silent(command) || put_enclosed(tex, command) ||
        put_accent(tex, command) || put_symbol(tex, command)) {
        return;
    }
    tex->at = behind;
    put_unknown(tex, command);
}

/* Behind the formula's end mark; just behind its opening when it has none. */
static void put_formula(struct tex *tex, struct str open, struct str close)
{
    const size_t start = tex->at + open.len;
    size_t end = start;
    while (end < tex->text.len &&
           !str_starts(str_from(tex->text, end), close)) {
        end += tex->text.ptr[end] == '\\' ? 2 : 1;
    }
    if (end >= tex->text.len) {
        out_str(&tex->out, open);
        tex->at = start;
        return;
    }
    const struct str inside = str_trim(str_slice(tex->text, start, end));
    out_c(&tex->out, inside.len > 0 ? "$" : "");
    out_str(&tex->out, inside);
    out_c(&tex->out, inside.len > 0 ? "$" : "");
    tex->at = end + close.len;
}

/* A command of one character that is no letter. */
static void put_mark(struct tex *tex)
{
    const struct str command = str_slice(tex->text, tex->at, tex->at + 1);
    const char c = here(tex);
    if (c == '(') {
        tex->at--;
        put_formula(tex, S("\\("), S("\\)"));
        return;
    }
    tex->at++;
    if (str_find_char(S("&%$#_{}"), c) != STR_NONE) {
        out_char(&tex->out, c);
    } else if (str_find_char(S(" ,;:>\\\n\t"), c) != STR_NONE) {
        out_char(&tex->out, ' ');
    } else if (str_find_char(S("!/-@"), c) == STR_NONE &&
               !put_accent(tex, command)) {
        put_unknown(tex, command);
    }
}

static void put_command(struct tex *tex)
{
    tex->at++;
    const bool is_alone =
        tex->at == tex->text.len || (unsigned char)here(tex) >= 0x80;
    if (is_alone) {
        out_char(&tex->out, '\\');
    } else if (ascii_is_letter(here(tex))) {
        put_word(tex);
    } else {
        put_mark(tex);
    }
}

/* -- Text ------------------------------------------------------------------ */

/* What TeX joins: longest first. */
static const struct symbol joined[] = {
    {"---", "—"}, {"--", "–"}, {"``", "“"},
    {"''", "”"},  {"?`", "¿"}, {"!`", "¡"},
};

static bool put_joined(struct tex *tex)
{
    for (size_t i = 0; i < sizeof joined / sizeof joined[0]; i++) {
        const struct str mark = str_from_c(joined[i].command);
        if (starts_here(tex, mark)) {
            out_c(&tex->out, joined[i].text);
            tex->at += mark.len;
            return true;
        }
    }
    return false;
}

/* Braces around an accent are only there for BibTeX. */
static bool is_word(struct str text)
{
    return str_find_char(text, ' ') == STR_NONE &&
           str_find_char(text, ',') == STR_NONE;
}

static void put_group(struct tex *tex)
{
    const struct str raw = take_group(tex);
    const bool is_special = str_starts(raw, S("\\"));
    const struct str inside = convert(tex, raw, tex->groups);
    const bool is_kept =
        tex->groups == TEX_KEEP_GROUPS && !(is_special && is_word(inside));
    out_c(&tex->out, is_kept ? "{" : "");
    out_str(&tex->out, inside);
    out_c(&tex->out, is_kept ? "}" : "");
}

static void put_next(struct tex *tex)
{
    const char c = here(tex);
    if (c == '\\') {
        put_command(tex);
    } else if (starts_here(tex, S("$$"))) {
        put_formula(tex, S("$$"), S("$$"));
    } else if (c == '$') {
        put_formula(tex, S("$"), S("$"));
    } else if (c == '{') {
        put_group(tex);
    } else if (c == '}') {
        tex->at++;
    } else if (!put_joined(tex)) {
        out_char(&tex->out, c == '~' ? ' ' : c);
        tex->at++;
    }
}

static struct str convert(struct tex *tex, struct str text,
                          enum tex_groups groups)
{
    if (tex->depth >= DEPTH_CEILING) {
        return text;
    }
    struct tex inner = {
        .arena = tex->arena,
        .text = text,
        .groups = groups,
        .unknown = tex->unknown,
        .depth = tex->depth + 1,
    };
    while (inner.at < text.len) {
        put_next(&inner);
    }
    return out_take(&inner.out, tex->arena);
}

static struct str squeeze(struct arena *arena, struct str text)
{
    struct out out = {0};
    out_squeezed(&out, text);
    return out_take(&out, arena);
}

struct str tex_to_text(struct arena *arena, struct str tex,
                       enum tex_groups groups, struct strs *unknown)
{
    struct tex top = {.arena = arena, .unknown = unknown};
    return squeeze(arena, convert(&top, tex, groups));
}

struct str tex_to_address(struct arena *arena, struct str tex)
{
    struct out out = {0};
    tex = str_trim(tex);
    for (size_t i = 0; i < tex.len; i++) {
        const bool is_escape =
            tex.ptr[i] == '\\' && i + 1 < tex.len &&
            str_find_char(S("&%$#_{}~"), tex.ptr[i + 1]) != STR_NONE;
        i += is_escape;
        if (is_escape || str_find_char(S("{}"), tex.ptr[i]) == STR_NONE) {
            out_char(&out, tex.ptr[i]);
        }
    }
    return out_take(&out, arena);
}
