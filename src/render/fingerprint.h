#ifndef RENDER_FINGERPRINT_H
#define RENDER_FINGERPRINT_H

/* From what a page is made, as one hash. A page whose fingerprint has not moved
 * is not made again.
 *
 * Pages show two things of other records: fields, never bodies, and that they
 * exist. So a record has a card, the hash of its fields, and a page rests on
 * its own record's text and on the cards of those it links to, is linked from,
 * or reaches through its evidence. Lists rest on all cards they show. */

#include "render/page.h"

struct fingerprints {
    const struct site *site;
    struct sha256_hex global;     /* program, templates, configuration */
    struct map cards;             /* path of a record's file -> card */
    struct map digests;           /* experiment id -> plan and evidence */
    struct sha256_hex everything; /* all cards and digests */
};

/* `templates` is a hash of all templates in force. */
struct fingerprints fingerprints_of(const struct site *site,
                                    struct sha256_hex templates);

struct sha256_hex page_fingerprint(const struct fingerprints *fingerprints,
                                   const struct page *page);

#endif
