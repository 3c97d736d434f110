/* Decoding by the table of well-formed sequences in The Unicode Standard,
 * section 3.9 (table 3-7). */

#include "base/utf8.h"

#include "base/ascii.h"

struct code_point {
    uint32_t value;
    size_t size; /* 0 when the first byte starts nothing valid */
};

static bool is_between(unsigned char byte, unsigned low, unsigned high)
{
    return byte >= low && byte <= high;
}

static struct code_point decode(const unsigned char *b, size_t len)
{
    const struct code_point invalid = {0xfffd, 0};
    if (b[0] < 0x80) {
        return (struct code_point){b[0], 1};
    }
    if (len < 2) {
        return invalid;
    }
    if (is_between(b[0], 0xc2, 0xdf)) {
        if (!is_between(b[1], 0x80, 0xbf)) {
            return invalid;
        }
        return (struct code_point){(b[0] & 0x1fU) << 6 | (b[1] & 0x3fU), 2};
    }
    if (is_between(b[0], 0xe0, 0xef)) {
        unsigned low = b[0] == 0xe0 ? 0xa0 : 0x80;
        unsigned high = b[0] == 0xed ? 0x9f : 0xbf;
        if (len < 3 || !is_between(b[1], low, high) ||
            !is_between(b[2], 0x80, 0xbf)) {
            return invalid;
        }
        uint32_t value =
            (b[0] & 0x0fU) << 12 | (b[1] & 0x3fU) << 6 | (b[2] & 0x3fU);
        return (struct code_point){value, 3};
    }
    unsigned low = b[0] == 0xf0 ? 0x90 : 0x80;
    unsigned high = b[0] == 0xf4 ? 0x8f : 0xbf;
    if (!is_between(b[0], 0xf0, 0xf4) || len < 4 ||
        !is_between(b[1], low, high) || !is_between(b[2], 0x80, 0xbf) ||
        !is_between(b[3], 0x80, 0xbf)) {
        return invalid;
    }
    uint32_t value = (b[0] & 0x07U) << 18 | (b[1] & 0x3fU) << 12 |
                     (b[2] & 0x3fU) << 6 | (b[3] & 0x3fU);
    return (struct code_point){value, 4};
}

static struct code_point decode_at(struct str text, size_t at)
{
    return decode((const unsigned char *)text.ptr + at, text.len - at);
}

size_t utf8_first_invalid(struct str text)
{
    size_t at = 0;
    while ((at += ascii_run(str_from(text, at))) < text.len) {
        size_t size = decode_at(text, at).size;
        if (size == 0) {
            return at;
        }
        at += size;
    }
    return STR_NONE;
}

size_t utf8_length(struct str text)
{
    size_t count = 0;
    for (;;) {
        size_t ascii = ascii_run(text);
        count += ascii;
        text = str_from(text, ascii);
        if (text.len == 0) {
            return count;
        }
        utf8_next(&text);
        count++;
    }
}

uint32_t utf8_next(struct str *rest)
{
    struct code_point next = decode_at(*rest, 0);
    *rest = str_from(*rest, next.size ? next.size : 1);
    return next.value;
}

size_t utf8_encode(uint32_t code_point, char bytes[4])
{
    bool is_surrogate = code_point >= 0xd800 && code_point <= 0xdfff;
    if (is_surrogate || code_point > 0x10ffff) {
        code_point = 0xfffd;
    }
    if (code_point < 0x80) {
        bytes[0] = (char)code_point;
        return 1;
    }
    size_t size = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code_point & 0x3f));
        code_point >>= 6;
    }
    static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    bytes[0] = (char)(leads[size] | code_point);
    return size;
}

size_t utf8_offset(struct str text, size_t index)
{
    struct str rest = text;
    for (size_t i = 0; i < index && rest.len > 0; i++) {
        utf8_next(&rest);
    }
    return text.len - rest.len;
}

bool utf8_is_order(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200e ||
           c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}
