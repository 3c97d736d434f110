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

size_t ascii_plain_run(struct str text, const char *except)
{
    size_t at = 0;
    while (text.len - at >= sizeof(bytes16) &&
           are_plain(text.ptr + at, except)) {
        at += sizeof(bytes16);
    }
    while (at < text.len && is_plain(text.ptr[at], except)) {
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
