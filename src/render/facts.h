#ifndef RENDER_FACTS_H
#define RENDER_FACTS_H

/* What a build knows of a file without reading it: whether its text moved, what
 * pages show of its record, where that has its page, what it is called and whom
 * it names. They are kept with the file's stamp; binary, for machines like the
 * one that wrote them. */

#include "render/fingerprint.h"

/* All links of a record to one name. */
struct link_fact {
    uint64_t target; /* facts_name */
    uint64_t how;    /* from which fields, in which order */
};

struct facts {
    uint64_t text; /* a hash of all of it; 0: unread */
    /* The rest is of records alone. */
    bool is_broken, is_experiment;
    struct str pages; /* their places, a line each, as pages_of_record has it */
    struct str id;
    struct strs former; /* ids */
    struct record_prints prints;
    struct link_fact *links;
    size_t link_count;
};

uint64_t facts_name(struct str id);

uint64_t facts_text(struct str text);

/* Borrows from the record. */
struct facts facts_of(const struct site *site, const struct record *record,
                      const struct record_prints *prints);

struct str facts_write(struct arena *arena, const struct facts *facts);

/* False when it is not what facts_write gives. Borrows from the bytes. */
bool facts_read(struct arena *arena, struct str bytes, struct facts *facts);

/* Single facts from the bytes, for whoever looks through all files. */
uint64_t facts_text_in(struct str bytes);
struct str facts_pages_in(struct str bytes);

/* Names: the record's id, then former ones. Targets of links. */
size_t facts_name_count(struct str bytes);
uint64_t facts_name_at(struct str bytes, size_t i);
size_t facts_link_count(struct str bytes);
uint64_t facts_target_at(struct str bytes, size_t i);

#endif
