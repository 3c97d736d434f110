#ifndef RECORD_RECORD_READ_H
#define RECORD_RECORD_READ_H

/* How a record's front matter becomes typed. A table leads from a field's type
 * to its reader; a form (a table of parts) describes each kind of entry that
 * lists of maps hold. Shared by the files record_*.c alone. */

#include "record/record.h"

struct reader {
    struct arena *arena;
    const struct project *project;
    struct record *record;
    struct diags *diags;
};

/* A finding of severity error about a field. The answer takes a hint. */
struct diag *reader_fault(struct reader *reader, const char *rule,
                          struct place place, struct str target,
                          const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The hint `did you mean "..."?`, when one of the words is near. */
void reader_suggest(struct reader *reader, struct diag *diag, struct str word,
                    const struct strs *words);

/* -- One value ------------------------------------------------------------ */

/* Where a field's value goes; what does not apply is NULL. */
struct slot {
    struct str key;
    enum field field; /* FIELD_COUNT for a field that the kind adds */
    struct str *text;
    struct texts *items;
};

/* Each reports what is wrong (field-type, field-empty) and says whether the
 * value could be read. `key` names the field in the message. */
bool read_text(struct reader *reader, struct str key,
               const struct yml_node *node, struct str *text);
bool read_integer(struct reader *reader, struct str key,
                  const struct yml_node *node, int64_t *value);
/* The same, and `1.10` is reported as version-unquoted. */
bool read_version(struct reader *reader, struct str key,
                  const struct yml_node *node, int64_t *version);
bool read_date(struct reader *reader, struct str key,
               const struct yml_node *node, bool allows_partial,
               struct str *date);
/* One of the words, NULL at their end. */
bool read_word(struct reader *reader, struct str key,
               const struct yml_node *node, const char *const *words,
               size_t *index);
/* A list of texts; one text stands for a list of one. */
void read_items(struct reader *reader, struct str key,
                const struct yml_node *node, struct texts *items);
/* True for the id of some kind; reported (reference-malformed) otherwise. */
bool read_is_reference(struct reader *reader, struct str key, struct str text,
                       struct place place);
/* Nothing is there: null, blank text, or an empty list or map. */
bool read_is_empty(const struct yml_node *node);
/* Trimmed, and each run of blanks and line ends one blank. */
struct str read_one_line(struct arena *arena, struct str text);

/* -- Entries -------------------------------------------------------------- */

struct part {
    const char *key;
    void (*read)(struct reader *reader, const struct yml_pair *pair,
                 void *value);
    size_t value; /* offset in the entry of what `read` writes to */
    size_t place; /* offset of the place of the value, or NO_PLACE */
    bool is_required;
};
#define NO_PLACE SIZE_MAX

struct form {
    const char *name; /* "a citation" */
    const struct part *parts;
    size_t part_count;
    size_t size;  /* of the entry's struct */
    size_t place; /* offset of the place of the entry, or NO_PLACE */
};
#define FORM(label, type, parts, place_member)                              \
    {                                                                       \
        (label), (parts), sizeof(parts) / sizeof((parts)[0]), sizeof(type), \
            offsetof(type, place_member)                                    \
    }

/* Reads a map into the entry; false when it is not a map. */
bool read_entry(struct reader *reader, struct str key, const struct form *form,
                const struct yml_node *node, void *entry);
/* Reads a list of maps; the entries lie in the arena, one behind the other. */
void *read_entries(struct reader *reader, struct str key,
                   const struct form *form, const struct yml_node *node,
                   size_t *count);

/* The forms, and the words that some of their parts are one of. */
extern const struct form citation_form, report_form, ablation_form,
    history_form, flag_form, scale_form, excerpt_form, metadata_form,
    version_form, acknowledgement_form;
extern const char *const record_ablation_words[],
    *const record_present_words[], *const record_level_words[],
                                       *const record_read_words[];

/* Readers of parts. */
void part_text(struct reader *reader, const struct yml_pair *pair, void *value);
void part_date(struct reader *reader, const struct yml_pair *pair, void *value);
void part_version(struct reader *reader, const struct yml_pair *pair,
                  void *value);
void part_number(struct reader *reader, const struct yml_pair *pair,
                 void *value);
void part_words(struct reader *reader, const struct yml_pair *pair,
                void *value);
void part_reference(struct reader *reader, const struct yml_pair *pair,
                    void *value);

void part_reports(struct reader *reader, const struct yml_pair *pair,
                  void *value);
void part_ablation(struct reader *reader, const struct yml_pair *pair,
                   void *value);
void part_present(struct reader *reader, const struct yml_pair *pair,
                  void *value);
void part_role(struct reader *reader, const struct yml_pair *pair, void *value);
void part_level(struct reader *reader, const struct yml_pair *pair,
                void *value);
void part_was(struct reader *reader, const struct yml_pair *pair, void *value);

/* -- Families of fields, one file each ------------------------------------ */

typedef void field_reader(struct reader *reader, const struct slot *slot,
                          const struct yml_node *node);
field_reader read_citations_field, read_ablation_field, read_history_field,
    read_flags_field, read_scale_field, read_excerpts_field, read_reports_field,
    read_metadata_field, read_versions_field, read_acknowledgements_field;

/* Reads every pair of the front matter into the record. */
void read_fields(struct reader *reader);

/* Joins the short forms (`source: [LIT-022]`) to the citations. */
void read_short_citations(struct reader *reader);

/* Finds the record's id and reports one that does not fit its place. */
void read_identity(struct reader *reader, struct str stem);

/* Parses the Markdown body. */
void read_body(struct reader *reader);

/* Adds what comments acknowledge. */
void read_directives(struct reader *reader);

#endif
