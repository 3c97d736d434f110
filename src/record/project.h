#ifndef RECORD_PROJECT_H
#define RECORD_PROJECT_H

/* probatum.yaml: what this project calls things. Kinds (prefix, folder, role),
 * their statuses and extra fields, vocabularies, rule levels and the comment
 * forms that suppress findings are configuration, so that one binary reads any
 * layout. Errors in the file have places like errors anywhere else. */

#include "base/bug.h"
#include "base/map.h"
#include "yml/yml.h"

/* What a kind is for. Bits, so that a field can name several. */
enum role {
    ROLE_PRACTICE = 1 << 0,
    ROLE_LITERATURE = 1 << 1,
    ROLE_THEORY = 1 << 2,
    ROLE_DECISION = 1 << 3,
    ROLE_NOTE = 1 << 4,
    ROLE_RECORD = 1 << 5,     /* any other kind of record */
    ROLE_EXPERIMENT = 1 << 6, /* plans: read further by src/experiment */
    ROLE_JOURNAL = 1 << 7,    /* dated entries in nested folders, no ids */
    ROLE_ANY = (1 << 8) - 1,
};
const char *role_name(enum role role);

enum field_type {
    FIELD_TYPE_TEXT,
    FIELD_TYPE_PROSE,
    FIELD_TYPE_INTEGER,
    FIELD_TYPE_DATE,
    FIELD_TYPE_STRINGS,    /* a list; a scalar stands for a list of one */
    FIELD_TYPE_REFERENCES, /* the same, of record ids */
    FIELD_TYPE_CITATIONS,
    FIELD_TYPE_HISTORY,
    FIELD_TYPE_ABLATION,
    FIELD_TYPE_SCALE,
    FIELD_TYPE_FLAGS,
    FIELD_TYPE_EXCERPTS,
    FIELD_TYPE_REPORTS,
    FIELD_TYPE_METADATA,
    FIELD_TYPE_VERSIONS,
    FIELD_TYPE_ACKNOWLEDGEMENTS,
};

enum field {
#define FIELD(name, key, type, roles, targets, converse, help) FIELD_##name,
#include "record/fields.def"
#undef FIELD
    FIELD_COUNT
};

struct field_info {
    const char *key;
    enum field_type type;
    unsigned roles;
    unsigned targets;
    const char *converse;
    const char *help;
};
extern const struct field_info field_infos[FIELD_COUNT];

/* A field that a kind adds in probatum.yaml, or says more about. */
struct extra_field {
    struct str key;
    enum field_type type;  /* text, prose, integer, date, strings, references */
    struct strs targets;   /* prefixes that references may name; empty: any */
    struct str vocabulary; /* its words come from here; empty: open */
    const struct field_info *builtin; /* a field of fields.def, else NULL */
};

struct status {
    struct str word;
    bool is_retired;      /* a link to such a record needs an acknowledgement */
    struct strs requires; /* keys of fields that must be filled */
};

struct kind {
    struct str prefix; /* "SOTA"; for journals the kind's name */
    enum role role;
    struct str folder; /* relative to the root */
    struct place folder_place;
    struct str title;      /* "Practices" */
    struct str slug;       /* folder in the site: "practices" */
    struct str vocabulary; /* of tags; empty: open */
    struct strs required;  /* keys that must be filled */
    struct status *statuses;
    size_t status_count;
    struct extra_field *extras;
    size_t extra_count;
    bool is_front_matter_optional;
};

struct term {
    struct str word, label, blurb;
};

struct vocabulary {
    struct str name;
    bool is_closed;
    struct term *terms;
    size_t term_count;
};

/* `<!-- inactive-ok: ADR-029 - reason -->` and its like: a comment form that
 * acknowledges findings of the named rules about the ids it lists. */
struct directive {
    struct str name;
    struct strs rules;
};

struct rule_level {
    struct str rule;
    struct str level; /* error, warning, note, off */
    struct place place;
};

struct project {
    struct str root; /* absolute folder */
    struct source *source;
    struct str title, tagline, base_url, licence;
    struct kind *kinds;
    size_t kind_count;
    struct vocabulary *vocabularies;
    size_t vocabulary_count;
    struct directive *directives;
    size_t directive_count;
    struct rule_level *rule_levels;
    size_t rule_level_count;
    struct strs temporary; /* what marks a temporary code: "tmp" */
    struct strs prefixes;  /* of all kinds that have ids */
    struct map fields;     /* key -> entry of field_infos */
    /* Set before records are read by whoever makes a page of each: their
     * bodies are then kept as trees (md_options). */
    bool keeps_trees;
};

/* Reads root/probatum.yaml. Findings (rule config-invalid and the yaml rules)
 * go to diags; false only when the file cannot be read or names no kind. */
bool project_load(struct arena *arena, struct str root,
                  struct project **project, struct diags *diags,
                  struct failure *failure);

/* The same from the file's text. */
bool project_parse(struct arena *arena, struct str root, struct str text,
                   struct project **project, struct diags *diags,
                   struct failure *failure);

/* What the kind says about the field in its `fields:`, or NULL. */
const struct extra_field *kind_field(const struct kind *kind, struct str key);

/* The kind whose prefix starts the id ("SOTA-060"), or NULL. */
const struct kind *project_kind_of(const struct project *project,
                                   struct str id);
const struct kind *project_kind_by_role(const struct project *project,
                                        enum role role);
const struct status *kind_status(const struct kind *kind, struct str word);
const struct vocabulary *project_vocabulary(const struct project *project,
                                            struct str name);

/* PREFIX-digits, or PREFIX- followed by a temporary code. */
bool project_is_id(const struct project *project, struct str text);
bool project_is_temporary(const struct project *project, struct str id);

#endif
