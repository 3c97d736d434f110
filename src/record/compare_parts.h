#ifndef RECORD_COMPARE_PARTS_H
#define RECORD_COMPARE_PARTS_H

/* How two readings are compared, piece by piece. Shared by the files
 * compare*.c alone. */

#include "record/compare.h"

struct comparison {
    struct arena *arena;
    const struct record *old_reading, *new_reading;
    struct field_changes *changes;
    enum field which; /* the field that is compared */
};

/* What is compared, and what a change of it asks for. */
struct spot {
    struct str path;    /* "citations[LIT-022 source].locator" */
    struct str key;     /* its last key: "locator" */
    enum level level;   /* the least that a change asks for */
    struct place place; /* in the new reading, where it is not there itself */
    bool is_ordered;    /* the order of a list says something */
};

/* Adds a change to the list. Texts are brought on one line. */
struct change_texts {
    enum presence from, to;
    struct str old_text, new_text;
};
void compare_add(struct comparison *comparison, const struct spot *spot,
                 const struct change_texts *texts);

/* -- Texts (compare_wording.c) -------------------------------------------- */

/* Whether the texts say the same in the same words: case, quotes, commas and
 * one slip in a longer word aside. Numbers and formulas count to the letter. */
bool compare_is_rewording(struct str old_text, struct str new_text);
/* At most as many bytes, cut between characters and with "…" when cut. */
struct str compare_cut(struct arena *arena, struct str text, size_t most);

/* -- YAML (compare_nodes.c) ----------------------------------------------- */

/* NULL is what is not there. */
enum presence compare_presence(const struct yml_node *node);
/* The value on one line: "initialisation, data", "present: false, where:
 * §2". */
struct str compare_line(struct arena *arena, const struct yml_node *node);
/* Nodes of any shape. */
void compare_nodes(struct comparison *comparison, const struct spot *spot,
                   const struct yml_node *old_node,
                   const struct yml_node *new_node);
/* The pairs of two maps (NULL: none), leaving out these keys (NULL at their
 * end). */
void compare_maps(struct comparison *comparison, const struct spot *spot,
                  const struct yml_node *old_map,
                  const struct yml_node *new_map, const char *const *leave_out);

/* -- Lists of entries (compare_entries.c) --------------------------------- */

/* An entry has several names, the most telling first; those of two readings
 * are paired by the first that they share. */
enum { COMPARE_NAMES = 4 };
struct entry {
    struct str names[COMPARE_NAMES]; /* empty: none of that sort */
    const struct yml_node *node;     /* NULL for a short citation */
    const struct citation *citation;
    struct entry *mate; /* in the other reading */
    struct entry *next; /* while pairing */
};
struct entries {
    struct entry *at;
    size_t len, cap;
};
void compare_pair(struct arena *arena, struct entries *olds,
                  struct entries *news);

/* Lists of maps; NULL for no list. */
void compare_entry_lists(struct comparison *comparison, const struct spot *spot,
                         const struct yml_node *old_list,
                         const struct yml_node *new_list);

/* -- Citations and the body ----------------------------------------------- */

void compare_citations(struct comparison *comparison, const struct spot *spot);
void compare_bodies(struct comparison *comparison, const struct spot *spot);

#endif
