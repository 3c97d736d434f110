#ifndef RECORD_AUTHOR_H
#define RECORD_AUTHOR_H

/* An author as a record writes one, taken apart. The same text names a person
 * on a page, in a bibliography and in a check of prose, so there is one reading
 * of it, and it is BibTeX's:
 *
 *     Jo van der Berg      given name, then the family name: the last word and
 *                          the words in lower case before it
 *     de Vries, Ann        family name first
 *     Ortiz, Jr., Kim      with a suffix; "Kim Ortiz, Jr." is the same
 *     {Land and Sea Study Group}
 *                          whole, as is every name of one word
 *     others               ends a list that is not complete
 *
 * Braces hold together what is in them. */

#include "base/arena.h"

enum author_kind { AUTHOR_PERSON, AUTHOR_GROUP, AUTHOR_OTHERS };

struct author {
    enum author_kind kind;
    struct str family; /* with its particles; of a group, all of it */
    struct str given, suffix;
};

struct authors {
    struct author *at;
    size_t len, cap;
};

/* Every text is an author: what fits nothing else is a group. */
struct author author_parse(struct arena *arena, struct str text);

/* The text that author_parse reads as this author: given name first where that
 * reads back, family name first elsewhere. */
struct str author_text(struct arena *arena, const struct author *author);

/* For readers: "Kim Ortiz, Jr.", and groups without braces. */
struct str author_shown(struct arena *arena, struct str text);

/* For "Ortiz et al. (2019)". */
struct str author_family(struct arena *arena, struct str text);

bool author_equal(const struct author *a, const struct author *b);

#endif
