#ifndef CHECK_CHOOSE_H
#define CHECK_CHOOSE_H

/* What a check was asked for: subjects, which are ids, paths or folders, and a
 * topic of rules or rules by name. */

#include "check/check.h"

/* True when no subject was named, or one of them is this record, its file, or a
 * folder above it. */
bool choose_subject(const struct check_options *options, struct str id,
                    struct str path);
bool choose_record(const struct check_options *options,
                   const struct record *record);
bool choose_rule(const struct check_options *options,
                 const struct check_rule *rule);

#endif
