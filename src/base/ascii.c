/* Long runs of ordinary text, sixteen bytes at a time. */

#include "base/ascii.h"

typedef unsigned char bytes16 __attribute__((vector_size(16)));

static bool is_plain(char c, const char *except)
{
    return ((c >= 0x20 && c <= 0x7e) || c == '\n') && !strchr(except, c);
}

/* Whether all sixteen are plain. */
static inline bool are_plain(const char *at, const char *except)
{
    bytes16 bytes;
    memcpy(&bytes, at, sizeof bytes);
    bytes16 plain = (bytes16)((bytes - 0x20 <= 0x5e) | (bytes == '\n'));
    for (const char *c = except; *c; c++) {
        plain &= (bytes16)(bytes != (unsigned char)*c);
    }
    uint64_t halves[2];
    memcpy(halves, &plain, sizeof halves);
    return (halves[0] & halves[1]) == UINT64_MAX;
}

/* Most texts of a page are shorter than a vector: what is missing is made up of
 * letters. */
static bool is_end_plain(struct str end, const char *except)
{
    char bytes[sizeof(bytes16)];
    memset(bytes, 'a', sizeof bytes);
    memcpy(bytes, end.ptr, end.len);
    return are_plain(bytes, except);
}

size_t ascii_plain_run(struct str text, const char *except)
{
    size_t at = 0;
    while (text.len - at >= sizeof(bytes16) &&
           are_plain(text.ptr + at, except)) {
        at += sizeof(bytes16);
    }
    const struct str end = str_from(text, at);
    if (end.len < sizeof(bytes16) &&
        (end.len == 0 || is_end_plain(end, except))) {
        return text.len;
    }
    while (is_plain(text.ptr[at], except)) {
        at++;
    }
    return at;
}

size_t ascii_run(struct str text)
{
    size_t at = 0;
    uint64_t word = 0;
    while (text.len - at >= sizeof word) {
        memcpy(&word, text.ptr + at, sizeof word);
        if (word & 0x8080808080808080U) {
            break;
        }
        at += sizeof word;
    }
    while (at < text.len && (unsigned char)text.ptr[at] < 0x80) {
        at++;
    }
    return at;
}
