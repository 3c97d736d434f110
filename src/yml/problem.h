#ifndef YML_PROBLEM_H
#define YML_PROBLEM_H

/* libyaml's complaints in the words of someone who edits a record. */

#include "base/diag.h"

struct yml_problem {
    const char *what; /* as libyaml says it, from its start */
    const char *message;
    const char *hint;
    bool is_at_start; /* shown where the construct began */
};

/* The entry for the complaint, or NULL: then libyaml's own words must do. */
const struct yml_problem *yml_problem(const char *context, const char *what);

#endif
