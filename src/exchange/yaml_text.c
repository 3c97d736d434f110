/* Quoting. */

#include "exchange/yaml_text.h"

#include "base/ascii.h"

static bool is_special_word(struct str text)
{
    static const char *const words[] = {"true", "false", "null", "yes", "no",
                                        "on",   "off",   "y",    "n"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_equal_nocase(text, str_from_c(words[i]))) {
            return true;
        }
    }
    return false;
}

static bool is_plain(struct str text)
{
    if (text.len == 0 || is_special_word(text) ||
        !(ascii_is_letter(text.ptr[0]) || (unsigned char)text.ptr[0] >= 0x80) ||
        text.ptr[text.len - 1] == ' ') {
        return false;
    }
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        if (!ascii_is_alnum(c) && (unsigned char)c < 0x80 &&
            str_find_char(S(" .-_'"), c) == STR_NONE) {
            return false;
        }
    }
    return true;
}

void yaml_put_quoted(struct out *out, struct str text)
{
    out_char(out, '\'');
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        if (c == '\'') {
            out_c(out, "''");
        } else {
            out_char(out, ascii_is_space(c) ? ' ' : c);
        }
    }
    out_char(out, '\'');
}

void yaml_put(struct out *out, struct str text)
{
    if (is_plain(text)) {
        out_str(out, text);
    } else {
        yaml_put_quoted(out, text);
    }
}
