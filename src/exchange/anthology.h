#ifndef EXCHANGE_ANTHOLOGY_H
#define EXCHANGE_ANTHOLOGY_H

/* An anthology kept as record/practices.d, record/literature.d and so on, with
 * its layout in luria.yaml or luria.toml, becomes a project of this program.
 * Lossless by being left alone: every record's file is copied byte for byte to
 * where it lay, so that comments, prose, ids and links between files stay, and
 * a probatum.yaml is written that reads them. What the layout says of kinds,
 * statuses, required fields, relations and vocabularies goes into it; keys that
 * occur in the files and that this program does not know are declared there
 * with the type they have. */

#include "base/bug.h"
#include "record/project.h"

struct anthology_file {
    struct str path; /* below the anthology's folder, and the project's */
    struct str text;
};

struct anthology {
    struct anthology_file *files;
    size_t file_count;
    size_t record_count; /* of them, those that `check` will read */
    struct str config;   /* probatum.yaml */
    struct str layout;   /* name of the file it comes from, or empty */
    struct strs left;    /* what of the folder is not copied, and links */
    struct strs notes;   /* what the configuration cannot say */
};

/* Reads everything and writes nothing. False, saying why, when the folder holds
 * no record, a file cannot be read, or the layout's file is no YAML or TOML. */
bool anthology_read(struct arena *arena, struct str folder,
                    struct anthology *anthology, struct failure *failure);

#endif
