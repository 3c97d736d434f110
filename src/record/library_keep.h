#ifndef RECORD_LIBRARY_KEEP_H
#define RECORD_LIBRARY_KEEP_H

/* Records that outlive the library they were read for. A process that reads one
 * project again and again reads those files alone that moved, and has the same
 * library, with the same findings, as if it had read all of them. {0} keeps
 * nothing yet. */

#include "record/library.h"

struct library_keep {
    struct arena arena; /* of the project and of all records */
    struct project *project;
    struct map records; /* path -> struct kept, for library_keep.c */
    /* About how many bytes were ever read into the arena, and how many of them
     * the last library had. */
    size_t size, used;
};

/* The project as it is kept: what is given, or one like it. To be asked for
 * before each library_list; whoever has library_files with this keep reads them
 * with that project. Nothing that was read before is to be used any more, since
 * it is given up when the settings moved, and when too much of it has become
 * useless. */
struct project *library_keep_begin(struct library_keep *keep,
                                   struct project *project);

/* The record of a file, without links, with its findings; NULL when it cannot
 * be read. It is the one that was read before if the file's stamp says so. */
struct record *library_keep_read(struct library_keep *keep,
                                 const struct library_file *file,
                                 struct diags *diags);

void library_keep_end(struct library_keep *keep);

#endif
