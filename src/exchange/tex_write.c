/* Text to TeX. Unicode stays; what TeX or BibTeX would take for something else
 * is escaped, with no brace left alone, because BibTeX counts braces even
 * behind a backslash. */

#include "exchange/tex.h"

#include "base/ascii.h"
#include "base/utf8.h"

/* -- Formulas -------------------------------------------------------------- */

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

static bool is_escaped(struct str text, size_t at)
{
    return at > 0 && text.ptr[at - 1] == '\\';
}

size_t tex_formula_end(struct str text, size_t at)
{
    if (text.ptr[at] != '$' || is_escaped(text, at) || at + 1 >= text.len ||
        text.ptr[at + 1] == '$' || ascii_is_space(text.ptr[at + 1])) {
        return at;
    }
    for (size_t i = at + 1; i < text.len; i++) {
        if (text.ptr[i] != '$' || is_escaped(text, i)) {
            continue;
        }
        const bool is_close =
            !ascii_is_space(text.ptr[i - 1]) &&
            (i + 1 == text.len || !ascii_is_digit(text.ptr[i + 1])) &&
            is_balanced(str_slice(text, at, i));
        return is_close ? i + 1 : at;
    }
    return at;
}

/* -- Escaping -------------------------------------------------------------- */

static const char *escape_of(char c)
{
    static const struct {
        char c;
        const char *tex;
    } escapes[] = {
        {'&', "\\&"},
        {'%', "\\%"},
        {'$', "\\$"},
        {'#', "\\#"},
        {'_', "\\_"},
        {'{', "\\textbraceleft{}"},
        {'}', "\\textbraceright{}"},
        {'~', "\\textasciitilde{}"},
        {'^', "\\textasciicircum{}"},
        {'\\', "\\textbackslash{}"},
    };
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        if (escapes[i].c == c) {
            return escapes[i].tex;
        }
    }
    return NULL;
}

/* "--", "``", "''", "?`" and "!`" would become one mark. */
static bool would_join(char before, char c)
{
    return (before == '-' && c == '-') || (before == '\'' && c == '\'') ||
           (c == '`' && (before == '`' || before == '?' || before == '!'));
}

static void put(struct out *out, struct str text)
{
    for (size_t i = 0; i < text.len;) {
        const size_t end = tex_formula_end(text, i);
        if (end > i) {
            out_str(out, str_slice(text, i, end));
            i = end;
            continue;
        }
        const char c = text.ptr[i];
        const char *escape = escape_of(c);
        if (i > 0 && would_join(text.ptr[i - 1], c)) {
            out_c(out, "{}");
        }
        if (escape) {
            out_c(out, escape);
        } else {
            out_char(out, ascii_is_space(c) ? ' ' : c);
        }
        i++;
    }
}

void tex_put(struct out *out, struct str text)
{
    struct out line = {0};
    out_squeezed(&line, text);
    put(out, out_text(&line));
    out_free(&line);
}

/* -- Titles ---------------------------------------------------------------- */

/* A word of a title: up to the next blank outside formulas and arguments, and
 * what of it is not punctuation around it. */
struct word {
    struct str text;
    size_t start, end; /* of its core */
};

static bool is_upper(uint32_t c)
{
    return (c >= 'A' && c <= 'Z') ||
           (c >= 0xc0 && c <= 0xde && c != 0xd7) || /* À to Þ */
           (c >= 0x391 && c <= 0x3a9) ||            /* Greek */
           (c >= 0x410 && c <= 0x42f);              /* Cyrillic */
}

static bool is_core(char c)
{
    return ascii_is_alnum(c) || (unsigned char)c >= 0x80 || c == '$' ||
           c == '\\';
}

enum { LONGEST_ARGUMENTS = 60 }; /* in bytes; more is no notation */

/* Past the bracket that closes the one at the offset, when that one belongs to
 * what stands before it, as in N(0, 0.02); else the offset. */
static size_t arguments_end(struct str text, size_t at)
{
    if (text.ptr[at] != '(' || at == 0 || !is_core(text.ptr[at - 1])) {
        return at;
    }
    const size_t end =
        text.len < at + LONGEST_ARGUMENTS ? text.len : at + LONGEST_ARGUMENTS;
    size_t depth = 0;
    for (size_t i = at; i < end; i++) {
        depth += text.ptr[i] == '(';
        if (text.ptr[i] == ')' && --depth == 0) {
            return i + 1;
        }
    }
    return at;
}

/* Whether the text ends with the bracket of its own arguments. */
static bool ends_arguments(struct str text)
{
    const size_t len = text.len;
    for (size_t i = len - (len < LONGEST_ARGUMENTS ? len : LONGEST_ARGUMENTS);
         i < len; i++) {
        if (arguments_end(text, i) == len) {
            return true;
        }
    }
    return false;
}

static struct word take_word(struct str *rest)
{
    size_t end = 0;
    while (end < rest->len && rest->ptr[end] != ' ') {
        const size_t formula = tex_formula_end(*rest, end);
        const size_t arguments = arguments_end(*rest, end);
        end = formula > end ? formula : arguments > end ? arguments : end + 1;
    }
    struct word word = {.text = str_slice(*rest, 0, end), .end = end};
    while (word.start < word.end && !is_core(word.text.ptr[word.start])) {
        word.start++;
    }
    while (word.end > word.start && !is_core(word.text.ptr[word.end - 1]) &&
           !ends_arguments(str_slice(word.text, word.start, word.end))) {
        word.end--;
    }
    *rest = str_from(*rest, end + 1);
    return word;
}

static struct str core_of(const struct word *word)
{
    return str_slice(word->text, word->start, word->end);
}

static bool has_formula(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (tex_formula_end(text, i) > i) {
            return true;
        }
    }
    return false;
}

static bool starts_upper(struct str core)
{
    return core.len > 0 && is_upper(utf8_next(&core));
}

/* RMSNorm, L2, U-Net; not Multi-Billion. */
static bool has_inner_capital(struct str core)
{
    size_t letters = 0;
    uint32_t before = 0;
    bool has_capital = false, has_digit = false;
    while (core.len > 0) {
        const uint32_t c = utf8_next(&core);
        const bool is_inner = is_upper(c) && letters > 0;
        const bool is_single = c == '-' && is_upper(before) && letters == 1;
        if (is_inner || is_single) {
            return true;
        }
        has_capital = has_capital || is_upper(c);
        has_digit = has_digit || (c >= '0' && c <= '9');
        letters = c == '-' ? 0 : letters + 1;
        before = c;
    }
    return has_capital && has_digit;
}

/* Whether most of the longer words behind the first begin in lower case: then
 * a capital means something. */
static bool is_sentence(struct str title)
{
    enum { LONGER = 4 };
    size_t upper = 0, lower = 0;
    bool is_first = true;
    while (title.len > 0) {
        const struct word word = take_word(&title);
        const struct str core = core_of(&word);
        if (!is_first && core.len >= LONGER) {
            upper += starts_upper(core);
            lower += !starts_upper(core);
        }
        is_first = is_first && core.len == 0;
    }
    return lower > upper;
}

static bool ends_sentence(const struct word *word)
{
    const struct str behind = str_from(word->text, word->end);
    return str_find_char(behind, ':') != STR_NONE ||
           str_find_char(behind, '.') != STR_NONE ||
           str_find_char(behind, '?') != STR_NONE ||
           str_find_char(behind, '!') != STR_NONE;
}

static void put_word(struct out *out, const struct word *word, bool is_kept)
{
    struct out plain = {0};
    put(&plain, str_slice(word->text, 0, word->start));
    out_c(&plain, is_kept ? "{" : "");
    put(&plain, core_of(word));
    out_c(&plain, is_kept ? "}" : "");
    put(&plain, str_from(word->text, word->end));
    out_str(out, out_text(&plain));
    out_free(&plain);
}

static void put_title(struct out *out, struct str title)
{
    const bool has_meaning = is_sentence(title);
    bool is_start = true, is_first = true;
    while (title.len > 0) {
        const struct word word = take_word(&title);
        const struct str core = core_of(&word);
        const bool is_kept = has_formula(core) || has_inner_capital(core) ||
                             (has_meaning && !is_start && starts_upper(core));
        out_c(out, is_first ? "" : " ");
        put_word(out, &word, is_kept);
        is_start = ends_sentence(&word) || (is_start && core.len == 0);
        is_first = false;
    }
}

void tex_put_title(struct out *out, struct str text)
{
    struct out line = {0};
    out_squeezed(&line, text);
    put_title(out, out_text(&line));
    out_free(&line);
}
