#ifndef RECORD_LIBRARY_H
#define RECORD_LIBRARY_H

/* All records of a project, with their links resolved both ways. One broken
 * file never hides the others. */

#include "base/fs.h"
#include "base/map.h"
#include "record/chapter.h"
#include "record/record.h"

struct library_keep;

struct library {
    struct arena *arena;
    const struct project *project;
    /* By kind in configuration order, then by id with numbers counted as
     * numbers. A journal's entries are here too: their id is their path below
     * the folder, without the extension, and is not in by_id. */
    struct record **records;
    size_t record_count;
    struct map by_id;  /* id and former ids -> record */
    size_t file_count; /* files read, journals and chapters included */
    struct chapters chapters;
    /* Of a part of a library: gives a record that is not in it yet, or NULL
     * when there is none. NULL for a whole library. */
    struct record *(*fetch)(void *context, struct str id);
    void *fetch_context;
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

/* The same in two steps: which files there are, kind by kind, by the bytes of
 * their names; and what they hold. Each step sets `is_incomplete` when it was
 * kept from something, and leaves it alone otherwise. */
struct library_file {
    const struct kind *kind;
    struct str path; /* from the root, as sources have it */
    struct str full; /* to open it; terminated */
    struct str stem; /* of its name; with the folders of a journal's entry */
    enum fs_kind what;
    bool is_link;
    const struct str *text; /* that it is read with; NULL: its own */
    struct str stamp;       /* while it stays, so does the file; or empty */
};
struct library_files {
    struct library_file *at;
    size_t len, cap;
    const struct map *texts;   /* that chapters are read with; may be NULL */
    struct library_keep *keep; /* of records; NULL: all files are read */
};
struct library_files library_list(struct arena *arena,
                                  const struct project *project,
                                  const struct map *texts, struct diags *diags,
                                  bool *is_incomplete);
struct library *library_read(struct arena *arena, const struct project *project,
                             const struct library_files *files,
                             struct diags *diags, bool *is_incomplete);

/* The record with this id (or formerly with it), or NULL. Borrowed: valid as
 * long as the library. */
struct record *library_find(const struct library *library, struct str id);

/* -- A part of a library --------------------------------------------------- */

/* For whoever knows from elsewhere which records there are and needs a few: a
 * library without records, which asks `fetch` for those that are looked for. */
struct library *library_part(struct arena *arena, const struct project *project,
                             struct record *(*fetch)(void *context,
                                                     struct str id),
                             void *context);

/* Reads one file on its own; NULL when it cannot be read. */
struct record *library_read_one(struct arena *arena,
                                const struct project *project,
                                const struct library_file *file,
                                struct diags *diags);

/* The record is found from now on under its id and former ids, which must be
 * its alone. */
void library_add(struct library *part, struct record *record);

/* Fills the links of a record, from it and not to it. */
void library_link_one(struct library *part, struct record *record);

/* Makes these the part's records, in order and with their links; those that
 * lead out of the part lead to NULL. All of them were added. */
void library_join(struct library *part, struct record **records, size_t count);

/* The nearest ids for "did you mean". */
struct str library_nearest(const struct library *library, struct str id);

/* The id of a new record: one more than the largest number in use, former ids
 * included, in as many digits. */
struct str library_next_id(struct arena *arena, const struct library *library,
                           const struct kind *kind);

/* Whether a new record of the kind is plain YAML: plans are, and other kinds
 * follow the last of their records. */
bool library_writes_yaml(const struct library *library,
                         const struct kind *kind);

#endif
