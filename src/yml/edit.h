#ifndef YML_EDIT_H
#define YML_EDIT_H

/* The parts of an edit: writing a value in the style of its neighbours, and
 * making sure that the edited text says what it should. */

#include "yml/yml.h"

enum { YML_WIDTH = 80 };

/* Where a value is to be written, and beside what. */
struct yml_slot {
    struct str eol;
    size_t column;   /* of the key or dash that it belongs to */
    size_t used;     /* columns of the line that are taken, up to the colon */
    size_t list_gap; /* from the key's column to the dashes of its list */
    size_t map_gap; /* from the key's or dash's column to the keys of its map */
    size_t text_gap; /* from there to the lines of a block scalar */
    bool is_item;    /* it follows a dash */
    bool is_flow;    /* it stands in brackets */
    bool keeps_line; /* what is one line stays one, however long */
    bool is_last;    /* on the file's last line, which has no end */
    const struct yml_node *model; /* a value whose style it takes, or NULL */
};

/* The value as it follows a colon or dash: a blank and the rest of the line,
 * or line ends and whole lines, without the last line's end. */
void yml_write_value(struct out *out, const struct yml_slot *slot,
                     const struct yml_node *value);

/* The key, its colon and its value, beginning at the slot's column. */
void yml_write_pair(struct out *out, const struct yml_slot *slot,
                    const struct yml_pair *pair);

/* The dash at the slot's column and the item behind it. */
void yml_write_item(struct out *out, const struct yml_slot *slot,
                    const struct yml_node *item);

/* A scalar as it follows a colon or dash; and on one line without the blank. */
void yml_write_scalar(struct out *out, const struct yml_slot *slot,
                      const struct yml_node *value);
void yml_write_inline(struct out *out, const struct yml_slot *slot,
                      const struct yml_node *value);

/* Words that a reader of YAML 1.1 or 1.2 takes for a truth value or null. */
bool yml_is_special_word(struct str text);

/* Whether the list or map will be written in brackets. */
bool yml_writes_flow(const struct yml_slot *slot, const struct yml_node *value);

/* What an edit means to do. */
struct yml_change {
    enum {
        YML_REPLACE,
        YML_ADD_ITEM,
        YML_ADD_PAIR,
        YML_REMOVE_PAIR,
        YML_REMOVE_ITEM
    } kind;
    const struct yml_node *target; /* what is replaced, or the list or map */
    const struct yml_node *value;
    const char *key;
    size_t index; /* of the item that is removed */
};

/* Whether the text, read again, is the old tree with this change. */
bool yml_holds_change(struct arena *arena, const struct yml_change *change,
                      struct str text);

/* -- Places ---------------------------------------------------------------- */

struct str yml_text_of(const struct yml_node *node);
size_t yml_line_start(struct str text, size_t at);
/* Where the line's text ends, before its line end. */
size_t yml_line_end(struct str text, size_t at);
/* Behind the line's end; the end of the text for the last one. */
size_t yml_next_line(struct str text, size_t at);
size_t yml_column_of(struct str text, size_t at);
size_t yml_skip_blanks(struct str text, size_t at);

/* How lines end here: as this one does, as the one before where it has no end,
 * else with a line feed. */
struct str yml_eol_at(struct str text, size_t at);

/* The end of the last line that belongs to the value of a key or dash in this
 * column: a comment behind the value does, and lines of comment below it that
 * are indented deeper. */
size_t yml_end_of(const struct yml_node *value, size_t column);

/* Part `i` of a list or map, from its first byte to its last. */
struct place yml_part_place(const struct yml_node *collection, size_t i);

/* Which pair of the map has the key. */
size_t yml_index_of(const struct yml_node *map, const char *key,
                    size_t otherwise);

/* From a key to the dashes of its list: as in the first list of the map. */
size_t yml_list_gap(const struct yml_node *map);

/* -- The change of bytes --------------------------------------------------- */

struct yml_splice {
    size_t start, end;
    struct str text;
};

struct yml_edit {
    struct arena *arena;
    struct yml_change change;
    struct yml_splice splices[3]; /* in order, apart from each other */
    size_t len;
};

struct yml_edit yml_edit_new(struct arena *arena, const struct yml_node *target,
                             const struct yml_node *value);
void yml_splice(struct yml_edit *edit, size_t start, size_t end,
                struct str text);

/* The edited text, or nothing when it does not say what it should. */
struct str yml_finish(struct yml_edit *edit);

/* Whether two values are the same but for their layout. */
bool yml_same(const struct yml_node *a, const struct yml_node *b);

#endif
