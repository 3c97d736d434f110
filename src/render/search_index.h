#ifndef RENDER_SEARCH_INDEX_H
#define RENDER_SEARCH_INDEX_H

/* What a browser searches, as scripts, because a page that was opened from disk
 * may load nothing else: the same rows as the command line's (search_rows.h),
 * of all that has a page. Heads (ids, title, claim, verdicts) are one file,
 * which also fills the cards of links. Prose is kept in parts of a few dozen
 * records, so that an edit of a body makes one small file again and reads no
 * more than its records. */

#include "render/fingerprint.h"

/* Into how many parts the prose of so many records goes, and into which of them
 * that of the record in this file. */
size_t search_parts(size_t record_count);
size_t search_part_of(struct str path, size_t parts);

/* "data/search-words-3.js" */
struct str search_part_file(struct arena *arena, size_t part);
#define SEARCH_HEADS_FILE    "data/search-heads.js"
#define SEARCH_CHAPTERS_FILE "data/search-chapters.js"

/* One record of a part. */
struct search_member {
    struct str place; /* its page */
    const struct record *record;
    const struct record_prints *prints;
};

/* Orders the members, so that whoever collected them writes the same bytes. */
void search_part_sort(struct search_member *members, size_t count);

/* From what a part is made, and the part. The members are sorted. */
struct sha256_hex search_part_print(const struct fingerprints *prints,
                                    const struct search_member *members,
                                    size_t count);
void search_part_write(struct out *out, struct arena *arena,
                       const struct search_member *members, size_t count);

/* Heads, and the prose of chapters. The print is of all chapters: heads rest on
 * every card besides. */
struct sha256_hex search_chapters_print(const struct fingerprints *prints);
void search_heads_write(struct out *out, const struct page_context *context);
void search_chapters_write(struct out *out, const struct page_context *context);

#endif
