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

struct yml_node {
    enum yml_kind kind;
    enum yml_style style;    /* of a scalar */
    struct str text;         /* value of a scalar, after YAML's unescaping */
    struct place place;      /* its bytes in the file, quotes included */
    struct yml_node **items; /* of a list */
    struct yml_pair *pairs;  /* of a map, in file order */
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

/* The whole text of the source with the scalar's bytes, and nothing else,
 * replaced by the value: in the style that it has where this can hold the
 * value, else in quotes. A block scalar becomes a quoted one. Borrowed from
 * the source when the scalar has this value already; empty when it has no
 * value because its key has no colon (`{key}`, `? key`). */
struct str yml_with_value(struct arena *arena, const struct yml_node *scalar,
                          struct str value);

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
