#ifndef SUPPORT_HOSTILE_H
#define SUPPORT_HOSTILE_H

/* A library in which one text stands in every place where a text can stand: a
 * record for each field of fields.def and each part of each form, in each kind
 * that may have it; a plan for each key of plan_keys.def and each setting; a
 * chapter for each key and each directive. Its fields come from the lists that
 * the program reads, so that a new one cannot be left out. The same library
 * with a harmless text is its twin. */

#include "support/test.h"

struct hostile_text {
    const char *name;
    const char *text; /* of this length, or the length of the C string */
    size_t len;
};
extern const struct hostile_text hostile_texts[];
extern const size_t hostile_text_count;
struct str hostile_of(struct arena *arena, const struct hostile_text *text);

/* Writes the project into the folder, which has to be there and empty; the
 * number of its files. */
size_t hostile_write(struct arena *arena, const char *folder, struct str text);

/* probatum.yaml alone, the text being the value of the nth of its keys; false
 * when there are not so many. */
bool hostile_write_settings(struct arena *arena, const char *folder,
                            struct str text, size_t nth);

#endif
