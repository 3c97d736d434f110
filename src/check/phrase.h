#ifndef CHECK_PHRASE_H
#define CHECK_PHRASE_H

/* Set phrases in running text. A phrase is found in any letter case, as whole
 * words, across line ends and mark-up, never across the end of a sentence.
 * Comments are passed over. All phrases are looked for in one pass, which
 * stops only at words that one of them begins with. */

#include "base/str.h"

/* At most 64, in lower case with one blank between words, the first of which
 * has two letters or more. Three points leave
 * out any words of the sentence: "should not ... this practice". */
struct phrases {
    const char *const *at;
    size_t len;
};

struct phrase_hit {
    size_t phrase;     /* index of it */
    size_t start, end; /* bytes of the text */
};

/* The first hit that starts at or behind `from`; of several that start there,
 * the one that comes first in the list. */
bool phrase_find(const struct phrases *phrases, struct str text, size_t from,
                 struct phrase_hit *hit);

/* The word that ends before the offset, or the empty text at the start of a
 * sentence. */
struct str phrase_word_before(struct str text, size_t start);

#endif
