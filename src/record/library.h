#ifndef RECORD_LIBRARY_H
#define RECORD_LIBRARY_H

/* All records of a project, with their links resolved both ways. One broken
 * file never hides the others. */

#include "base/map.h"
#include "record/record.h"

struct library {
    struct arena *arena;
    const struct project *project;
    /* By kind in configuration order, then by id with numbers counted as
     * numbers. A journal's entries are here too: their id is their path below
     * the folder, without the extension, and is not in by_id. */
    struct record **records;
    size_t record_count;
    struct map by_id;  /* id and former ids -> record */
    size_t file_count; /* files read, journals included */
};

/* The file's name without ".md", ".yaml" or ".yml"; false for a file that can
 * hold no record. */
bool library_stem(struct str name, struct str *stem);

/* Reads every record file below the kinds' folders (.md, .yaml; names that
 * begin with `_` or `.` are skipped; journals nested). A folder or file that
 * cannot be read is a finding (file-unreadable) and sets `is_incomplete`. Two
 * files with one id: both are kept in records, the first holds the id, the
 * rule id-duplicate says so. */
struct library *library_load(struct arena *arena, const struct project *project,
                             struct diags *diags, bool *is_incomplete);

/* The same, as if some files held other texts than they do: path -> struct str,
 * by the path that sources have. What is about to be written, or committed, can
 * so be checked before it is. A text without a pointer is a file that is not
 * there; one whose file is not there is read with the others of its folder.
 * NULL for none. */
struct library *library_load_with(struct arena *arena,
                                  const struct project *project,
                                  const struct map *texts, struct diags *diags,
                                  bool *is_incomplete);

/* The record with this id (or formerly with it), or NULL. Borrowed: valid as
 * long as the library. */
struct record *library_find(const struct library *library, struct str id);

/* The nearest ids for "did you mean". */
struct str library_nearest(const struct library *library, struct str id);

#endif
