#ifndef BASE_OUT_H
#define BASE_OUT_H

/* The one growable buffer. It has a ceiling and a sticky error: past the
 * ceiling every append does nothing and `is_full` stays true, so code that
 * renders has no failure branches and asks once at the end. */

#include "base/str.h"

#include <stdio.h>

struct out {
    char *ptr;
    size_t len, cap;
    size_t ceiling; /* 0 means OUT_CEILING */
    bool is_full;
};

enum { OUT_CEILING = 256 << 20 };

void out_str(struct out *out, struct str text);
void out_c(struct out *out, const char *text);
/* Inline as long as there is room, since whole texts go through it. */
void out_char_slowly(struct out *out, char c);
static inline void out_char(struct out *out, char c)
{
    if (out->len < out->cap && !out->is_full) {
        out->ptr[out->len++] = c;
    } else {
        out_char_slowly(out, c);
    }
}
void out_printf(struct out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void out_repeat(struct out *out, char c, size_t count);
void out_int(struct out *out, int64_t value);

/* The text on one line: runs of white space as one blank each, none at its
 * ends. */
void out_squeezed(struct out *out, struct str text);

/* The value with the given number of decimals, rounded half to even on the
 * exact binary value; never an exponent, never "-0". NaN and infinities are
 * written "diverged". Same text in every locale and on every machine. */
void out_fixed(struct out *out, double value, int decimals);

/* With 17 significant digits at most, the shortest that reads back equal. The
 * value must be finite. */
void out_shortest(struct out *out, double value);

/* C99 hexadecimal form, exact and the same everywhere: 0x1.8p+1, "nan",
 * "inf", "-inf". str_to_hex_double reads it back, bit for bit. */
void out_hex_double(struct out *out, double value);
bool str_to_hex_double(struct str text, double *value);

/* Escapes for one place each: HTML text and quoted attributes (& < > " ' and
 * control characters), a JSON string with its quotes (controls and marks of
 * direction by number), a URL path or query
 * component (percent-encoded), a cell or line of Markdown. */
void out_html(struct out *out, struct str text);
void out_json(struct out *out, struct str text);
void out_url(struct out *out, struct str text);
void out_markdown(struct out *out, struct str text);

/* The text on one line of a terminal, which must obey none of it: line ends and
 * tabs are blanks, other controls and marks of direction are shown by their
 * number, <U+202E>, and a stray byte is U+FFFD. */
void out_terminal(struct out *out, struct str text);

/* What has been written; borrowed until the next append. */
struct str out_text(const struct out *out);

/* The same as a copy in the arena, and the buffer freed. */
struct arena;
struct str out_take(struct out *out, struct arena *arena);
void out_reset(struct out *out);
void out_free(struct out *out);

/* Writes everything to the stream and resets; false when the stream fails. */
bool out_flush(struct out *out, FILE *stream);

#endif
