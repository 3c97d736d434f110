/* A text in YAML's words. Which of the five notations it takes is decided by
 * what its neighbour has, then by what the text can bear. */

#include "yml/edit.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* -- What a text can bear -------------------------------------------------- */

/* What may stand in a text without an escape: see clean() in text.c. Three
 * line separators end a line for libyaml, and a byte-order mark vanishes. */
static bool is_printable(uint32_t c)
{
    return c >= 0x20 && !(c >= 0x7f && c <= 0x9f) && c != 0x2028 &&
           c != 0x2029 && c != 0xfeff && c != 0xfffe && c != 0xffff;
}

static bool is_all_printable(struct str text)
{
    while (text.len > 0) {
        if (!is_printable(utf8_next(&text))) {
            return false;
        }
    }
    return true;
}

/* Whether the text means itself without quotes. A comma and brackets are
 * ordinary outside of brackets. */
static bool is_plain_safe(struct str text, bool is_flow)
{
    if (text.len == 0 || !is_all_printable(text) ||
        str_trim(text).len != text.len || str_starts(text, S("---")) ||
        str_starts(text, S("...")) || strchr(",[]{}#&*!|>'\"%@`", *text.ptr)) {
        return false;
    }
    if (strchr("-?:", *text.ptr) && (text.len == 1 || text.ptr[1] == ' ')) {
        return false;
    }
    for (size_t i = 0; i < text.len && is_flow; i++) {
        /* Some readers end a plain scalar in brackets at any of these. */
        if (strchr(",[]{}?", text.ptr[i])) {
            return false;
        }
    }
    return str_find(text, S(": ")) == STR_NONE &&
           str_find(text, S(" #")) == STR_NONE && text.ptr[text.len - 1] != ':';
}

/* Whether the text can be folded: one line, and nothing that folding would
 * eat. */
static bool is_foldable(struct str text)
{
    return text.len > 0 && is_all_printable(text) &&
           str_trim(text).len == text.len;
}

/* Whether the text can stand line by line. Blanks that lead the first line
 * would count as indentation. */
static bool is_literal_safe(struct str text)
{
    struct str line = {0};
    if (text.len == 0 || ascii_is_space(text.ptr[0]) ||
        str_ends(text, S("\n\n"))) {
        return false;
    }
    for (struct str rest = text; rest.len > 0;) {
        str_cut(rest, '\n', &line, &rest);
        if (!is_all_printable(line) || (line.len > 0 && str_is_blank(line))) {
            return false;
        }
    }
    return true;
}

/* -- The five notations ---------------------------------------------------- */

static void write_single(struct out *out, struct str text)
{
    out_char(out, '\'');
    for (size_t i = 0; i < text.len; i++) {
        out_c(out, text.ptr[i] == '\'' ? "'" : "");
        out_char(out, text.ptr[i]);
    }
    out_char(out, '\'');
}

static void write_escape(struct out *out, uint32_t c)
{
    static const char named[] = "\"\\\n\r\t";
    static const char letters[] = "\"\\nrt";
    const char *at = c < 0x80 ? memchr(named, (int)c, sizeof named - 1) : NULL;
    if (at) {
        out_printf(out, "\\%c", letters[at - named]);
    } else {
        out_printf(out, "\\u%04x", (unsigned)c);
    }
}

static void write_double(struct out *out, struct str text)
{
    out_char(out, '"');
    while (text.len > 0) {
        struct str rest = text;
        uint32_t c = utf8_next(&rest);
        if (is_printable(c) && c != '"' && c != '\\') {
            out_str(out, str_slice(text, 0, text.len - rest.len));
        } else {
            write_escape(out, c);
        }
        text = rest;
    }
    out_char(out, '"');
}

static void write_notation(struct out *out, enum yml_style style,
                           struct str text, bool is_flow)
{
    if (style == YML_PLAIN && is_plain_safe(text, is_flow)) {
        out_str(out, text);
    } else if (style != YML_DOUBLE_QUOTED && is_all_printable(text)) {
        write_single(out, text);
    } else {
        write_double(out, text);
    }
}

static void new_line(struct out *out, struct str eol, size_t column)
{
    out_str(out, eol);
    out_repeat(out, ' ', column);
}

/* Bytes of the text that fill a line of this width. Lines break at single
 * blanks; a word that is wider than the line has it to itself. */
static size_t fold_at(struct str text, size_t width)
{
    size_t best = text.len;
    size_t columns = 0;
    struct str rest = text;
    while (rest.len > 0) {
        size_t at = text.len - rest.len;
        bool is_break = text.ptr[at] == ' ' && text.ptr[at - 1] != ' ' &&
                        at + 1 < text.len && !ascii_is_space(text.ptr[at + 1]);
        if (is_break && (columns <= width || best == text.len)) {
            best = at;
        }
        if (columns > width && best != text.len) {
            return best;
        }
        utf8_next(&rest);
        columns++;
    }
    return columns <= width ? text.len : best;
}

static void write_folded(struct out *out, const struct yml_slot *slot,
                         struct str text)
{
    const size_t indent = slot->column + slot->text_gap;
    const size_t width = indent + 20 < YML_WIDTH ? YML_WIDTH - indent : 20;
    out_c(out, ">-");
    while (text.len > 0) {
        size_t len = fold_at(text, width);
        new_line(out, slot->eol, indent);
        out_str(out, str_slice(text, 0, len));
        text = str_from(text, len + 1);
    }
}

static void write_literal(struct out *out, const struct yml_slot *slot,
                          struct str text)
{
    out_c(out, str_ends(text, S("\n")) ? "|" : "|-");
    while (text.len > 0) {
        struct str line = {0};
        str_cut(text, '\n', &line, &text);
        new_line(out, slot->eol, line.len ? slot->column + slot->text_gap : 0);
        out_str(out, line);
    }
}

/* -- Scalars --------------------------------------------------------------- */

/* The neighbour's notation, unless it has none or would turn text into null or
 * a truth value. */
static enum yml_style wanted_style(const struct yml_slot *slot,
                                   const struct yml_node *value)
{
    const struct yml_node *model = slot->model;
    bool is_told = model && model->kind == YML_SCALAR &&
                   model->place.start < model->place.end;
    bool is_text = value->style != YML_PLAIN;
    if (!is_told || (is_text && model->style == YML_PLAIN &&
                     yml_is_special_word(value->text))) {
        return value->style;
    }
    return model->style;
}

/* Whether the neighbour is a line that goes on past the last column. */
static bool has_long_line(const struct yml_node *model)
{
    if (!model || model->kind != YML_SCALAR || !model->place.source) {
        return false;
    }
    struct str text = model->place.source->text;
    struct str own = str_slice(text, model->place.start, model->place.end);
    struct str before = str_slice(text, 0, model->place.start);
    size_t line = str_rfind_char(before, '\n');
    before = line == STR_NONE ? before : str_from(before, line + 1);
    return str_find_char(own, '\n') == STR_NONE &&
           utf8_length(before) + utf8_length(own) > YML_WIDTH;
}

static bool is_too_long(const struct yml_slot *slot, struct str written)
{
    return slot->used + 1 + utf8_length(written) > YML_WIDTH &&
           !slot->is_flow && !slot->keeps_line && !has_long_line(slot->model);
}

void yml_write_inline(struct out *out, const struct yml_slot *slot,
                      const struct yml_node *value)
{
    enum yml_style style = wanted_style(slot, value);
    bool is_block = style == YML_FOLDED || style == YML_LITERAL;
    write_notation(out, is_block ? YML_PLAIN : style, value->text,
                   slot->is_flow);
}

/* The text in lines, where it is to be and can be. */
static bool write_block(struct out *out, const struct yml_slot *slot,
                        const struct yml_node *value)
{
    struct str text = value->text;
    enum yml_style style = wanted_style(slot, value);
    bool is_block = style == YML_FOLDED || style == YML_LITERAL;
    bool is_lined = str_find_char(text, '\n') != STR_NONE;
    if (slot->is_flow || (slot->keeps_line && !is_block)) {
        return false;
    }
    if (is_lined && is_literal_safe(text) &&
        !(slot->is_last && str_ends(text, S("\n")))) {
        write_literal(out, slot, text);
    } else if (is_block && is_foldable(text)) {
        write_folded(out, slot, text);
    } else {
        return false;
    }
    return true;
}

void yml_write_scalar(struct out *out, const struct yml_slot *slot,
                      const struct yml_node *value)
{
    struct str text = value->text;
    out_char(out, ' ');
    if (write_block(out, slot, value)) {
        return;
    }
    struct out line = {0};
    yml_write_inline(&line, slot, value);
    bool has_blank = str_find_char(text, ' ') != STR_NONE;
    if (has_blank && is_foldable(text) && is_too_long(slot, out_text(&line))) {
        write_folded(out, slot, text);
    } else {
        out_str(out, out_text(&line));
    }
    out_free(&line);
}
