#ifndef YML_YML_H
#define YML_YML_H

/* YAML with places. libyaml gives events; this module makes the tree that a
 * record-keeper's checker needs: every node knows its exact bytes, types are
 * never guessed from the look of the text (the reader's declared type
 * decides), and what YAML lets pass but people regret is reported: duplicate
 * keys, tabs, stray HTML comments, anchors and aliases, `1.10` without
 * quotes where a version is meant. */

#include "base/diag.h"

enum yml_kind { YML_SCALAR, YML_LIST, YML_MAP };

enum yml_style {
    YML_PLAIN,
    YML_SINGLE_QUOTED,
    YML_DOUBLE_QUOTED,
    YML_LITERAL,
    YML_FOLDED,
};

struct yml_pair;

/* Small, because ten thousand records have most of a million. */
struct yml_node {
    enum yml_kind kind : 8;
    enum yml_style style : 8; /* of a scalar */
    bool is_flow;             /* written in [ ] or { }, or stands in such */
    struct str text;          /* value of a scalar, after YAML's unescaping */
    struct place place;       /* its bytes in the file, quotes included */
    const struct yml_node *parent; /* NULL of the root */
    union {
        struct yml_node **items; /* of a list */
        struct yml_pair *pairs;  /* of a map, in file order */
    };
    size_t len;
};

struct yml_pair {
    struct yml_node *key; /* always a scalar */
    struct yml_node *value;
};

enum {
    YML_DEPTH_CEILING = 64,
    YML_SIZE_CEILING = 1 << 20, /* bytes of YAML in one file */
    YML_NODE_CEILING = 100 * 1000,
};

/* Parses bytes [start, end) of the source, which hold one YAML document.
 * Reports into diags with rules yaml-syntax, yaml-duplicate-key, yaml-tab,
 * yaml-html-comment, yaml-alias, yaml-too-deep, yaml-too-large, text-invalid.
 * Returns the root, or NULL when nothing usable was found (an empty document
 * is an empty map). After a duplicate key the first value stays. A stray HTML
 * comment is reported and read as if its lines were not there. After a syntax
 * error the tree holds what stood before it: enough for an id, not enough to
 * say that a field is missing. */
struct yml_node *yml_parse(struct arena *arena, struct source *source,
                           size_t start, size_t end, struct diags *diags);

/* The value under the key, or NULL; NULL too for what is not a map. */
const struct yml_node *yml_get(const struct yml_node *map, const char *key);
const struct yml_pair *yml_pair(const struct yml_node *map, const char *key);

/* A plain scalar that YAML 1.2 calls null: empty, ~ or null. */
bool yml_is_null(const struct yml_node *node);

/* Typed readings of a scalar; false when the text is not one. Quoted text
 * counts as text, so `version: "4"` is not an integer (but dates, ids and
 * numbers written in quotes read as text through ->text). */
bool yml_int(const struct yml_node *node, int64_t *value);
bool yml_real(const struct yml_node *node, double *value);
bool yml_bool(const struct yml_node *node, bool *value);

/* Whether the scalar is written without quotes and looks like a version
 * number (`1.10`), which most YAML readers turn into the number 1.1. */
bool yml_is_bare_version(const struct yml_node *node);

/* Edits. Each answers with the whole text of the node's source in which one
 * thing is changed and every other byte stays: comments, blank lines, order,
 * quotes, long lines, a byte-order mark, the kind of line ends, a missing
 * last one. For a next edit the answer is read again (yml_reread). What is
 * written takes the style of its neighbours: indentation, brackets, quotes,
 * folded lines; without such a neighbour it is put in quotes only where it
 * must be and folded (`>-`) where it would go past column 80.
 *
 * The answer is borrowed from the source when nothing has to change. It is
 * empty when the value cannot be written there, such as text that is not
 * UTF-8, or a value of a key without colon (`{key}`, `? key`): an answer has
 * been read again and holds the change and nothing else. */

/* The scalar with this value: in the style that it has where this can hold
 * the value, else in quotes. */
struct str yml_with_value(struct arena *arena, const struct yml_node *scalar,
                          struct str value);

/* Any value, or a list's item, replaced by another. What does not change in
 * kind keeps its style; a list that only gained items at its end keeps all
 * of its bytes. */
struct str yml_with_node(struct arena *arena, const struct yml_node *old,
                         const struct yml_node *value);

/* The list with one more item at its end. */
struct str yml_with_item(struct arena *arena, const struct yml_node *list,
                         const struct yml_node *item);

/* The map with one more pair, behind the pair of the key `after`, or at the
 * end where `after` is NULL or not there. A key that is there gets the value
 * and stays where it is. */
struct str yml_with_pair(struct arena *arena, const struct yml_node *map,
                         const char *key, const struct yml_node *value,
                         const char *after);

/* The map without the pair; comments above it stay. Empty for the last pair
 * of a block map that is not the root: remove what holds it. */
struct str yml_without_pair(struct arena *arena, const struct yml_node *map,
                            const char *key);

/* The list without one of its items; comments above it stay. Empty for the only
 * item of a list in lines: remove what holds it. */
struct str yml_without_item(struct arena *arena, const struct yml_node *list,
                            size_t index);

/* The tree of an edited text, read as the old source was: its front matter,
 * or all of it. Findings are dropped. */
struct yml_node *yml_reread(struct arena *arena, const struct source *old,
                            struct str text);

/* Values to write. Text reads as text everywhere: what some reader of YAML
 * takes for a number, date, truth value or null gets quotes. A word is
 * written as it is, for numbers and true and false. Lists and maps are
 * written in lines; yml_new_flow puts one in brackets where it fits. */
struct yml_node *yml_new_text(struct arena *arena, struct str text);
struct yml_node *yml_new_word(struct arena *arena, struct str word);
struct yml_node *yml_new_list(struct arena *arena);
struct yml_node *yml_new_map(struct arena *arena);
struct yml_node *yml_new_flow(struct yml_node *collection);
void yml_list_add(struct arena *arena, struct yml_node *list,
                  struct yml_node *item);
void yml_map_add(struct arena *arena, struct yml_node *map, const char *key,
                 struct yml_node *value);

/* Front matter: a record file is `---`, YAML, `---`, body; a plain .yaml file
 * is all YAML. Byte-order mark and CRLF are accepted and belong to neither
 * part. Only a line that is exactly `---` (trailing blanks allowed, none
 * before) closes the front matter: what stands in a value is indented. Left
 * open, it is reported with the rule yaml-unclosed and the whole file is
 * body, so that nothing written in it is lost. */
struct yml_front {
    bool is_present; /* false: the whole file is body */
    bool is_closed;  /* false: opened and never closed; reported */
    size_t yaml_start, yaml_end;
    size_t body_start, body_end;
};
struct yml_front yml_front(struct source *source, struct diags *diags);

#endif
