#ifndef EXPERIMENT_EXPECT_H
#define EXPERIMENT_EXPECT_H

/* What a hypothesis expects of its treatment: written in plans, read by the
 * rule that decides. One list for both. */

#include "base/str.h"

/* X(constant, name in files and pages, words for a reader) */
#define EXPECTS(X)                                         \
    X(EXPECT_IMPROVEMENT, "improvement", "an improvement") \
    X(EXPECT_NO_WORSE, "no-worse", "no worse")             \
    X(EXPECT_NO_EFFECT, "no-effect", "no effect")

#define ENUM_MEMBER(constant, ...) constant,
enum expect { EXPECTS(ENUM_MEMBER) EXPECT_COUNT };
#undef ENUM_MEMBER

const char *expect_name(enum expect expect); /* "no-worse" */

/* From the name in a file; false and unchanged for any other text. */
bool expect_from_name(struct str name, enum expect *expect);

#endif
