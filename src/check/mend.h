#ifndef CHECK_MEND_H
#define CHECK_MEND_H

/* Repairs that need no judgement. A finding is mended only when there is one
 * repair and no other: the rules are rows of mends.def, and each finding of
 * theirs is asked for itself. What a file becomes is worked out here; writing
 * it is the caller's business.
 *
 *     struct mended_files files = mend_plan(&arena, &input, &diags);
 *     for each file: compare its text on disk, then write files.at[i].text
 *
 * One plan is not always enough, since two repairs may want the same bytes;
 * mending again until nothing is left to mend ends in the same files whatever
 * the order. Mending what is mended changes nothing. */

#include "check/check.h"

/* What `check --fix` does about the rule's findings, or NULL. */
const char *mend_words(const char *rule);

/* Sets is_fixable of the findings that a plan would mend. check_run does it. */
void mend_mark(const struct check_input *input, struct diags *diags);

/* A file with all of its repairs. */
struct mended_file {
    struct source *source; /* as it was read */
    struct str text;       /* as it is to be */
    struct {
        const struct diag **at; /* what is mended; may stand in another file */
        size_t len, cap;
    } mended;
};
struct mended_files {
    struct mended_file *at;
    size_t len, cap;
};

/* Findings that are acknowledged or could not be checked are left alone, and so
 * is a file whose new text could not be read as well as the old one. */
struct mended_files mend_plan(struct arena *arena,
                              const struct check_input *input,
                              const struct diags *diags);

#endif
