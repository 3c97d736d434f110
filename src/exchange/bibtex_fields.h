#ifndef EXCHANGE_BIBTEX_FIELDS_H
#define EXCHANGE_BIBTEX_FIELDS_H

/* libbtparse, behind a wall. The library keeps its state in globals, copies an
 * error's text to standard error, and ends the program on some mistakes of its
 * caller; so it is given the fields of one entry at a time, known to be
 * balanced, of moderate size and without NUL, and its standard error is
 * caught. */

#include "base/arena.h"

enum bib_value_kind { BIB_STRING, BIB_NUMBER, BIB_MACRO };

/* One piece of a value, of those that # joins. */
struct bib_value {
    enum bib_value_kind kind;
    struct str text; /* without its delimiters; a macro's name */
    int line;
};

struct bib_assignment {
    struct str name; /* in lower case */
    int line;
    struct bib_value *values;
    size_t value_count;
};

struct bib_assignments {
    struct bib_assignment *at;
    size_t len, cap;
};

/* Where standard error is kept meanwhile, and what catches it. */
struct bib_library {
    int kept, caught;
};
struct bib_library bib_library_open(void);
void bib_library_close(const struct bib_library *library);

/* Takes "a = {x}, b = y # 3" apart, which begins on the given line. False with
 * what the library said, and on which line. */
struct bib_complaint {
    struct str text;
    int line;
};
bool bib_fields_read(const struct bib_library *library, struct arena *arena,
                     struct str fields, int line,
                     struct bib_assignments *assignments,
                     struct bib_complaint *complaint);

#endif
