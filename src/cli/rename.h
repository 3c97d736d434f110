#ifndef CLI_RENAME_H
#define CLI_RENAME_H

/* The parts of `probatum rename`, shared by cmd_rename.c and the files
 * rename_*.c alone.
 *
 * Wherever the old id stands as a word of its own it points at the record, and
 * is written anew: in fields, prose, code, comments and paths of every record,
 * plan and chapter, in probatum.yaml, and in evidence. What tells the past
 * keeps it: histories, `formerly`, journals; so does what is quoted, and what
 * is somebody else's, such as an address on the web. Both ids are of one kind,
 * so only the code behind the hyphen changes, also where a line ends
 * between. */

#include "cli/workspace.h"

/* Where the old id stands; the place is that of its code in the old text. */
struct rename_place {
    struct place place;
    bool is_kept;
};

struct rename_file {
    struct str path, new_path; /* from the root; equal unless it moves */
    struct source *source;     /* as it is */
    struct str text;           /* as it is to be */
    bool is_evidence;          /* its places are not listed */
};

struct renaming {
    struct command *command;
    struct workspace *workspace;
    struct arena *arena;
    struct str old_id, new_id;
    struct str old_code, new_code; /* behind the hyphen */
    const struct record *record;
    struct {
        struct rename_file *at;
        size_t len, cap;
    } files;
    struct {
        struct rename_place *at;
        size_t len, cap;
    } places; /* in the order of files, then of bytes */
};

/* The next place from *at on, where the id stands as a word; false at the end.
 * Keeps the ranges of the record (NULL: none). */
bool rename_next(const struct renaming *renaming, struct source *source,
                 size_t *at, struct place *code);

/* Whether the place tells the past, or is quoted. */
bool rename_is_kept(const struct record *record, struct place place);

/* Lists the files that name the old id, with their new texts. False with the
 * reason when one of them cannot be rewritten. */
bool rename_texts(struct renaming *renaming, struct failure *failure);
bool rename_evidences(struct renaming *renaming, struct failure *failure);

/* Reads the project as it would be, and makes sure that every reference leads
 * to the record still. */
bool rename_holds(struct renaming *renaming, struct failure *failure);

void rename_report_text(const struct renaming *renaming);
void rename_report_json(const struct renaming *renaming);

#endif
