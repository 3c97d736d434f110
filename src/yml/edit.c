/* Changing one value and no other byte: comments, quotes, order, line ends
 * and long lines around it stay as their author wrote them. */

#include "yml/yml.h"

#include <string.h>

#include "base/bug.h"

static bool has_line_end(struct str value)
{
    return str_find_char(value, '\n') != STR_NONE ||
           str_find_char(value, '\r') != STR_NONE;
}

/* Whether the value means itself without quotes, also inside [ ] and { }. */
static bool is_plain_safe(struct str value)
{
    if (value.len == 0 || has_line_end(value) ||
        str_trim(value).len != value.len || str_starts(value, S("---")) ||
        str_starts(value, S("..."))) {
        return false;
    }
    if (strchr("-?:,[]{}#&*!|>'\"%@`", value.ptr[0])) {
        return false;
    }
    for (size_t i = 0; i < value.len; i++) {
        unsigned char c = (unsigned char)value.ptr[i];
        if (c < 0x20 || c == 0x7f || strchr(",[]{}", c)) {
            return false;
        }
    }
    return str_find(value, S(": ")) == STR_NONE &&
           str_find(value, S(" #")) == STR_NONE &&
           value.ptr[value.len - 1] != ':';
}

static bool is_single_safe(struct str value)
{
    for (size_t i = 0; i < value.len; i++) {
        unsigned char c = (unsigned char)value.ptr[i];
        if (c < 0x20 || c == 0x7f) {
            return false;
        }
    }
    return true;
}

static void write_single(struct out *out, struct str value)
{
    out_char(out, '\'');
    for (size_t i = 0; i < value.len; i++) {
        out_c(out, value.ptr[i] == '\'' ? "'" : "");
        out_char(out, value.ptr[i]);
    }
    out_char(out, '\'');
}

static void write_value(struct out *out, enum yml_style style, struct str value)
{
    if (style == YML_PLAIN && is_plain_safe(value)) {
        out_str(out, value);
    } else if (style != YML_DOUBLE_QUOTED && is_single_safe(value)) {
        write_single(out, value);
    } else {
        /* Every string of JSON is one of YAML in double quotes. */
        out_json(out, value);
    }
}

/* Whether a value written at the offset belongs to what stands before it: to
 * `key:` or to `-`. In `{key}` and `? key` the colon is missing too. */
static bool takes_value(struct str text, size_t at)
{
    if (at == 0) {
        return true;
    }
    if (text.ptr[at - 1] == '-') {
        return at == 1 || strchr(" \n-?", text.ptr[at - 2]);
    }
    return text.ptr[at - 1] == ':';
}

struct str yml_with_value(struct arena *arena, const struct yml_node *scalar,
                          struct str value)
{
    if (scalar->kind != YML_SCALAR) {
        BUG("only a scalar can be given a value");
    }
    struct str text = scalar->place.source->text;
    if (str_equal(scalar->text, value)) {
        return text;
    }
    bool is_missing = scalar->place.start == scalar->place.end;
    if (is_missing && !takes_value(text, scalar->place.start)) {
        return (struct str){0};
    }
    struct out out = {0};
    out_str(&out, str_slice(text, 0, scalar->place.start));
    out_c(&out, is_missing ? " " : "");
    write_value(&out, scalar->style, value);
    out_str(&out, str_from(text, scalar->place.end));
    return out_take(&out, arena);
}
