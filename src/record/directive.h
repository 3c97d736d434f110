#ifndef RECORD_DIRECTIVE_H
#define RECORD_DIRECTIVE_H

/* Comments that acknowledge findings. record_acknowledged.c reads what they
 * say, record_directives.c finds where they stand. */

#include "record/record_read.h"

enum reach { REACH_LINE, REACH_BLOCK, REACH_FILE };

struct directive_comment {
    const struct directive *directive;
    enum reach reach;
    struct str targets, reason, until;
    struct place place;
};

struct acknowledgements {
    struct acknowledgement *at;
    size_t len, cap;
};

/* `name[-block|-file]: TARGETS - reason [until DATE]`; false for any other
 * comment. */
bool directive_parse(struct reader *reader, struct str text,
                     struct directive_comment *comment);

/* One acknowledgement for each target; targets stand apart by commas, blanks
 * or both. */
void directive_add(struct reader *reader, struct acknowledgements *list,
                   const struct directive_comment *comment,
                   struct place covers);

struct place directive_whole_file(const struct record *record);

#endif
