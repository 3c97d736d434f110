/* What may stand in a page as a link target and as an id. */

#include "md/md.h"

#include "base/ascii.h"
#include "base/utf8.h"

/* Bytes before the colon that ends a scheme; 0 for a relative URL. RFC 3986
 * (2005), section 3.1. */
static size_t scheme_length(struct str url)
{
    size_t len = 0;
    while (len < url.len && (ascii_is_letter(url.ptr[len]) ||
                             (url.ptr[len] >= '0' && url.ptr[len] <= '9') ||
                             url.ptr[len] == '+' || url.ptr[len] == '-' ||
                             url.ptr[len] == '.')) {
        len++;
    }
    bool is_scheme = len > 0 && ascii_is_letter(url.ptr[0]) && len < url.len &&
                     url.ptr[len] == ':';
    return is_scheme ? len : 0;
}

bool md_is_safe_url(struct str url)
{
    if (url.len == 0) {
        return false;
    }
    /* Browsers drop some of these before they look for a scheme. */
    for (size_t i = 0; i < url.len; i++) {
        unsigned char c = (unsigned char)url.ptr[i];
        if (c < 0x20 || c == 0x7f) {
            return false;
        }
    }
    url = str_trim(url);
    struct str scheme = str_slice(url, 0, scheme_length(url));
    return scheme.len == 0 || str_equal_nocase(scheme, S("http")) ||
           str_equal_nocase(scheme, S("https")) ||
           str_equal_nocase(scheme, S("mailto"));
}

bool md_is_web_url(struct str url)
{
    const size_t scheme = scheme_length(url);
    const struct str name = str_slice(url, 0, scheme);
    const struct str rest = str_from(url, scheme);
    for (size_t i = 0; i < url.len; i++) {
        const unsigned char c = (unsigned char)url.ptr[i];
        if (c <= ' ' || c == 0x7f ||
            str_find_char(S("<>\"\\^`{|}"), (char)c) != STR_NONE) {
            return false;
        }
    }
    return (str_equal_nocase(name, S("http")) ||
            str_equal_nocase(name, S("https"))) &&
           str_starts(rest, S("://")) && rest.len > 3;
}

struct range {
    uint32_t first, last;
};

static bool is_in(uint32_t c, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (c >= ranges[i].first && c <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

/* Blocks of The Unicode Standard that hold punctuation, symbols and blanks.
 * Everything else beyond ASCII counts as a letter: a rare sign too many in an
 * id does no harm, a script left out would leave its headings without one. */
static bool is_sign(uint32_t c)
{
    static const struct range signs[] = {
        {0x80, 0xa9},       {0xab, 0xb4},       {0xb6, 0xb9},
        {0xbb, 0xbf},       {0xd7, 0xd7},       {0xf7, 0xf7},
        {0x2000, 0x2bff},   {0x2e00, 0x2e7f},   {0x3000, 0x3004},
        {0x3008, 0x3020},   {0x3030, 0x3030},   {0xe000, 0xf8ff},
        {0xfe00, 0xfe6f},   {0xff00, 0xff0f},   {0xff1a, 0xff20},
        {0xff3b, 0xff40},   {0xff5b, 0xff65},   {0xffe0, 0xffff},
        {0x1f000, 0x1faff}, {0xe0000, 0x10ffff}};
    return is_in(c, signs, sizeof signs / sizeof *signs);
}

/* Lower case for the scripts that have one letter per code point in rows:
 * Latin, Greek, Cyrillic, Armenian. */
static uint32_t lower(uint32_t c)
{
    if ((c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde) ||
        (c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f)) {
        return c + 0x20;
    }
    if (c >= 0x400 && c <= 0x40f) {
        return c + 0x50;
    }
    if (c >= 0x531 && c <= 0x556) {
        return c + 0x30;
    }
    bool is_even_upper = (c >= 0x100 && c <= 0x137 && c != 0x130) ||
                         (c >= 0x14a && c <= 0x177) ||
                         (c >= 0x460 && c <= 0x481) ||
                         (c >= 0x48a && c <= 0x4bf);
    bool is_odd_upper =
        (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e);
    if ((is_even_upper && c % 2 == 0) || (is_odd_upper && c % 2 == 1)) {
        return c + 1;
    }
    return c;
}

static bool is_kept(uint32_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 0x80 && !is_sign(c));
}

void md_slug(struct out *out, struct str text)
{
    size_t start = out->len;
    bool is_gap = false;
    while (text.len > 0) {
        uint32_t c = lower(utf8_next(&text));
        if (!is_kept(c)) {
            is_gap = true;
            continue;
        }
        if (is_gap && out->len > start) {
            out_char(out, '-');
        }
        is_gap = false;
        if (c < 0x80) {
            out_char(out, (char)c);
            continue;
        }
        char bytes[4];
        size_t size = utf8_encode(c, bytes);
        out_str(out, (struct str){bytes, size});
    }
    if (out->len == start) {
        out_c(out, "section");
    }
}
