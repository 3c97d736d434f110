#ifndef CLI_BUMP_H
#define CLI_BUMP_H

/* The steps of `probatum bump`, shared by cmd_bump.c and the files bump_*.c
 * alone. They come in this order:
 *
 *   find     the record's file, and its text at the version before
 *   set      what --set changes
 *   level    the changes, field by field, and what they ask for
 *   text     the file as it is to be: version, history, acknowledgements
 *   checks   what stands against it, on the project as it would be
 *   report   what changed, what stands against it, or that it is written
 *
 * Nothing is written before all of it stands. */

#include "cli/workspace.h"
#include "record/compare.h"

/* A file that is written, with what it holds now. */
struct bump_file {
    struct str path;       /* from the root */
    struct source *source; /* as it is */
    struct str text;       /* as it is to be */
};

/* What stands against the bump. */
struct refusal {
    const char *rule; /* NULL: none of the rules, but the level or the like */
    enum severity severity;
    enum outcome outcome;
    struct place place; /* in the file as it is */
    struct str message, hint;
    struct str acknowledgement; /* the entry that would accept it, or empty */
    bool is_accepted;           /* by --because */
};

struct bump {
    struct command *command;
    struct workspace *workspace;
    struct arena *arena;
    struct str id, note, because, today;
    bool is_dry;

    const struct kind *kind;
    struct str stem;          /* of the file's name */
    struct bump_file file;    /* the record's own */
    struct bump_file *others; /* of successors that name it back */
    size_t other_count;
    const struct record *disk;    /* the file as it is */
    const struct record *changed; /* with what --set sets */
    const struct record *before;  /* the version that is left, or NULL */
    struct str unknown;           /* why, when there is none */

    struct field_changes changes;
    enum level least; /* that they ask for */
    enum level level;
    int64_t from, to;
    size_t renewed; /* acknowledgements that go on to the next version */

    struct {
        struct refusal *at;
        size_t len, cap;
    } refusals;
    bool is_written;
};

/* Reads a text of the record's file. Findings about it are dropped. */
const struct record *bump_read(const struct bump *bump, struct str text);
/* What the note of the new entry says: --note, and why it was done although
 * something stood against it. */
struct str bump_note(const struct bump *bump);
/* The files that are written, the record's own last. */
const struct bump_file *bump_file_at(const struct bump *bump, size_t index);
/* Adds a refusal that no rule stands behind. */
void bump_refuse(struct bump *bump, struct str message, struct str hint);
/* The version before is known, and nothing differs from it. */
bool bump_is_unchanged(const struct bump *bump);
bool bump_is_refused(const struct bump *bump);

/* The steps. False after saying why on standard error; the status is then in
 * *status. */
bool bump_find(struct bump *bump, enum exit_status *status);
bool bump_set(struct bump *bump, enum exit_status *status);
bool bump_level(struct bump *bump, enum exit_status *status);
/* False when the text could not be made; it is then that of bump_set. */
bool bump_text(struct bump *bump);
void bump_checks(struct bump *bump);
enum exit_status bump_report_text(struct bump *bump);
enum exit_status bump_report_json(struct bump *bump);

#endif
