/* The table of rules, from rules.def. */

#include "check/rules.h"

const struct check_rule rules[] = {
#define READER_RULE(id, topic, level, summary, explanation, fires, near_miss) \
    {id,          topic, SEVERITY_##level, NULL, NULL, summary,               \
     explanation, fires, near_miss},
#define RECORD_RULE(name, id, topic, level, summary, explanation, fires, \
                    near_miss)                                           \
    {id,          topic, SEVERITY_##level, rule_##name, NULL, summary,   \
     explanation, fires, near_miss},
#define LIBRARY_RULE(name, id, topic, level, summary, explanation, fires, \
                     near_miss)                                           \
    {id,          topic, SEVERITY_##level, NULL, rule_##name, summary,    \
     explanation, fires, near_miss},
#include "check/rules.def"
#undef READER_RULE
#undef RECORD_RULE
#undef LIBRARY_RULE
};
const size_t rule_count = sizeof rules / sizeof rules[0];

const struct check_rule *rule_find(struct str id)
{
    for (size_t i = 0; i < rule_count; i++) {
        if (str_is(id, rules[i].id)) {
            return &rules[i];
        }
    }
    return NULL;
}
