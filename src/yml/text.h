#ifndef YML_TEXT_H
#define YML_TEXT_H

/* The text that libyaml is given: the document without what would stop it.
 * Stray HTML comments are cut out (as blank lines they would change the
 * scalar around them), and characters that YAML forbids become '?', each
 * reported where it stands. Offsets lead back to the file. */

#include "base/diag.h"

struct yml_cut {
    size_t at;     /* offset in the text given to libyaml */
    size_t before; /* bytes left out up to there */
};

struct yml_text {
    struct source *source;
    size_t start; /* of the document in the file */
    char *ptr;
    size_t len;
    bool is_ascii;
    struct {
        struct yml_cut *at;
        size_t len, cap;
    } cuts;
    size_t code_point, byte; /* where the last mark was, to count on from */
};

struct yml_text yml_text_make(struct arena *arena, struct source *source,
                              size_t start, size_t end, struct diags *diags);

/* From libyaml's mark, a count of code points, to the byte of the text. */
size_t yml_text_byte(struct yml_text *text, size_t code_point);

/* From a byte of the text to the byte of the file. */
size_t yml_text_origin(const struct yml_text *text, size_t byte);

#endif
