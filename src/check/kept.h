#ifndef CHECK_KEPT_H
#define CHECK_KEPT_H

/* What is kept of each work, as words. A claim is held against it: the work's
 * own words (its title, excerpts, reported numbers) and what a curator wrote
 * after reading it (summary, body, notes about the paper). A record that is
 * marked unread has no reading. Only words that some practice uses are
 * remembered, so that a library of any size stays small. */

#include "check/check.h"
#include "check/keys.h"
#include "check/words.h"

/* Indexes of words, each once. */
struct word_ids {
    uint32_t *at;
    size_t len, cap;
};

struct kept_work {
    const struct record *work;
    uint32_t number;     /* of the work, from 0 */
    struct word_ids own; /* in the work's own words */
    struct word_ids
        reading;       /* in its summary, body and notes, and not in own */
    size_t passages;   /* excerpts and reports that are stored */
    size_t read_words; /* content words of body and notes */
};

/* Too little to find anything in: no passage, and no reading worth the name.
 * The corpus' stubs have 10 to 25 such words, its readings 150 and more. */
enum { KEPT_READING_LEAST = 60 };
bool kept_is_stub(const struct kept_work *work);

struct works {
    const struct kept_work **at;
    size_t len, cap;
};

struct kept {
    struct arena *arena;
    const struct library *library;
    bool has_bodies;
    bool is_read;
    struct map works;  /* id -> struct kept_work */
    struct keys words; /* the vocabulary: of a word its number */
    struct word_starts starts;
    struct works *with; /* by word: the works that have it */
    uint16_t *counts;   /* by work; all 0 between calls */
};

/* Remembers the library, and whether bodies are to be read; nothing is yet. */
struct kept *kept_new(struct arena *arena, const struct library *library,
                      bool has_bodies);

/* Reads all works when first called, and has to be called before what follows:
 * most checks of a few files ask nothing of it. */
void kept_read(struct kept *kept);

/* NULL for what is no literature. */
const struct kept_work *kept_of(const struct kept *kept, struct str id);

/* Whether the work has the word, or the compound that it is a part of; in its
 * own words, or anywhere. */
bool kept_in_own(const struct kept *kept, const struct kept_work *work,
                 const struct word *word);
bool kept_in_any(const struct kept *kept, const struct kept_work *work,
                 const struct word *word);

/* Appends the works that have at least `least` of the words, which is at least
 * 1. A word that very many works have finds none by itself, so that the time
 * does not grow with the square of the library. */
void kept_find(struct kept *kept, struct arena *arena,
               const struct words *words, size_t least, struct works *works);

#endif
