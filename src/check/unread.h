#ifndef CHECK_UNREAD_H
#define CHECK_UNREAD_H

/* What a file that could not be read would have said. A rule that concludes
 * from absence ("no practice names it", "no record has this id", "it is in no
 * excerpt") is right only when everything was read. So such a finding becomes
 * *cannot check* where the record that it misses something in, or that might
 * say it, is broken: the fault of that file is the one to mend, and mending it
 * brings back what is still true. Which rules these are is one list, here. */

#include "check/check.h"

/* Settles the findings of those rules. Does nothing when all was read. */
void unread_settle(const struct check_input *input, struct diags *diags);

#endif
