/* The "letters + recall" source of core.h: its tables and its sequences. */
#ifndef CORE_SOURCE_H
#define CORE_SOURCE_H

#include "core/core.h"
#include "core/random.h"

/* Rows are symbols, then one for the start of a sequence; rows of keys are not
 * used. Entries are letters, then keys. */
struct core_source {
    struct core_data data;
    uint32_t vocab;
    uint32_t context;
    size_t row;       /* entries of a row, rounded up to a multiple of 4 */
    double *chance;   /* [vocab + 1, row] P(entry | symbol) */
    uint32_t *bounds; /* [vocab + 1, row] entry e is drawn when u > bounds of
                         e of the entries before it; see source.c */
};

/* Bytes of the tables, a multiple of 64. */
size_t core_source_size(const struct core_config *config);

/* Fills the tables; memory is aligned to 64 bytes. */
struct core_source core_source_start(const struct core_config *config,
                                     void *memory);

/* Most sequences drawn at once: one for each lane. */
#define CORE_SOURCE_MOST 16

/* `count` sequences of context + 1 tokens, from number `index` on, token by
 * token: tokens[context + 1, count]. Each token waits for the one before it, so
 * sequences side by side take hardly longer than one. */
void core_source_draw(const struct core_source *source, uint32_t seed,
                      enum core_purpose purpose, uint64_t index, uint32_t count,
                      uint8_t *tokens);

/* -ln P(tokens[i + 1] | tokens before), out[context]; `stride` bytes from a
 * token to the next. */
void core_source_bayes(const struct core_source *source, const uint8_t *tokens,
                       size_t stride, double *out);

struct core_floors core_source_floors(const struct core_source *source);

#endif
