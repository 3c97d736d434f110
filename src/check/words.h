#ifndef CHECK_WORDS_H
#define CHECK_WORDS_H

/* Prose as the words it is about. "Scaling the LayerNorm's gain" and "layer
 * norms whose gains are scaled" are about the same things, so letter case,
 * endings (scaled, scaling; initialise, initialization), possessives and the
 * ways of joining words (warm-up, warmup; LayerNorm, layer norm) make no
 * difference, and words that carry nothing (the, which, use) are told apart.
 * Numbers are none of this file's business: number.h. What Markdown adds (link
 * targets, comments, addresses) is passed over. */

#include "base/arena.h"

/* A piece of a text. Two words are the same when their keys are; a key is the
 * hash of what is left of the word without its ending, never 0. */
struct word {
    uint64_t key;
    uint64_t whole;     /* of the compound that it is a part of, or the key */
    uint64_t with_last; /* joined to the part before it; else the key */
    size_t start, end;  /* bytes of the text */
    bool is_content; /* says something: no "the", no "use", no stray letter */
    bool is_capital; /* begins with a capital letter */
};

enum { WORD_PARTS = 12 }; /* of one compound; more are left out */

/* The beginnings of words that somebody looks for. A stem keeps a word's first
 * three letters, so a word that begins otherwise need not be taken apart. */
struct word_starts {
    uint64_t bits[64];
};
void word_starts_add(struct word_starts *starts, struct str word);

/* Words as they were written and what came of them: prose has few different
 * ones, and taking one apart costs ten times as much as finding it here. {0} at
 * first; for any number of texts. */
enum { WORD_MEMO_SIZE = 1024, WORD_MEMO_LONGEST = 16 };
struct word_memo {
    struct {
        char raw[WORD_MEMO_LONGEST]; /* zeros behind it; all zeros: free */
        uint64_t key;
        bool is_content;
    } at[WORD_MEMO_SIZE];
};

/* Goes through a text: {.text = text}. With `wanted`, a word that begins with
 * none of those has the key 0, and is_content means no more than length. */
struct word_reader {
    struct str text;
    const struct word_starts *wanted;
    struct word_memo *memo; /* NULL: none */
    size_t at;
    struct word parts[WORD_PARTS]; /* of the compound just read */
    size_t part_count, part;
};

bool words_next(struct word_reader *reader, struct word *word);

/* Content words, each key once, in the order of the text. Titles and claims
 * have ten or twenty; a text with more than the ceiling is read no further. */
enum { WORDS_MOST = 256 };
struct words {
    struct word *at;
    size_t len, cap;
};
void words_read(struct arena *arena, struct str text, struct words *words);

#endif
