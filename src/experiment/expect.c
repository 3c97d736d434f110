/* The names of expectations, from the table in expect.h. */

#include "experiment/expect.h"

#define NAME(constant, name, ...) [constant] = name,
static const char *const names[EXPECT_COUNT] = {EXPECTS(NAME)};

const char *expect_name(enum expect expect)
{
    return names[expect];
}

bool expect_from_name(struct str name, enum expect *expect)
{
    for (int i = 0; i < EXPECT_COUNT; i++) {
        if (str_is(name, names[i])) {
            *expect = (enum expect)i;
            return true;
        }
    }
    return false;
}
