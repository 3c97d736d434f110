#ifndef RENDER_ATTENTION_PARTS_H
#define RENDER_ATTENTION_PARTS_H

/* What attention*.c share. */

#include "render/attention.h"

struct looking {
    const struct page_context *context;
    struct attention attention;
};

struct attention_item *attention_push(struct looking *looking,
                                      enum attention_kind kind,
                                      const struct record *record);

/* "since 2026-11-02"; empty without a date. */
struct str attention_dated(const struct looking *looking, const char *words,
                           struct str date);

/* The command that says that the record was gone over. */
struct str attention_bump(const struct looking *looking,
                          const struct record *record);

/* Adds claims of absence that are due, and records with other findings. */
void attention_check(struct looking *looking);

#endif
