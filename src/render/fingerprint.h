#ifndef RENDER_FINGERPRINT_H
#define RENDER_FINGERPRINT_H

/* From what a page is made, as one hash. A page whose fingerprint has not moved
 * is not made again.
 *
 * Pages show two things of other records: fields, never bodies, and that they
 * exist. So a record has a card, the hash of its fields, and an own hash, of
 * all else that its file holds. A page rests on both of its own record, on who
 * links to it with their cards, and on what its trace names. */

#include "render/page.h"

struct record_prints {
    struct sha256_hex card, own;
};

struct fingerprints {
    const struct site *site;
    struct sha256_hex global;     /* program, templates, configuration */
    struct map records;           /* path of a file -> struct record_prints */
    struct map digests;           /* experiment id -> plan and evidence */
    struct map lists;             /* prefix of a kind -> all cards of it */
    struct sha256_hex everything; /* all cards and digests */
    struct sha256_hex changes;    /* of verdicts */
    struct sha256_hex chapters;   /* their texts */
    /* Of a part of the site, which knows cards of records that it has not
     * read; NULL when there is no such record. NULL of the whole site. */
    const struct sha256_hex *(*card_of)(void *context, struct str id);
    void *card_context;
};

/* `templates` is a hash of all templates in force. */
struct fingerprints fingerprints_of(const struct site *site,
                                    struct sha256_hex templates);

/* The parts of it that need no library. */
struct sha256_hex fingerprint_global(const struct project *project,
                                     struct sha256_hex templates);
struct record_prints fingerprint_record(const struct site *site,
                                        const struct record *record);

/* Of an experiment's own data: the global part with its plan and evidence. */
struct sha256_hex experiment_fingerprint(
    const struct fingerprints *fingerprints, struct str id);

/* Whether it shows the chapter, or that the chapter names its record. */
bool page_shows_chapter(const struct page *page, const struct chapter *chapter);

/* Of the page as it would be if it asked for what the trace names. */
struct sha256_hex page_fingerprint(const struct fingerprints *fingerprints,
                                   const struct page *page, struct str trace);

#endif
