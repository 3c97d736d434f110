#ifndef CHECK_RULES_H
#define CHECK_RULES_H

/* Prototypes of every rule's function, from rules.def. */

#include "check/check.h"

#define READER_RULE(id, topic, level, summary, explanation, fires, near_miss)
#define RECORD_RULE(name, id, topic, level, summary, explanation, fires, \
                    near_miss)                                           \
    void rule_##name(struct check_context *context);
#define LIBRARY_RULE(name, id, topic, level, summary, explanation, fires, \
                     near_miss)                                           \
    void rule_##name(struct check_context *context);
#include "check/rules.def"
#undef READER_RULE
#undef RECORD_RULE
#undef LIBRARY_RULE

#endif
