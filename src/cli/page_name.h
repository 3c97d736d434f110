#ifndef CLI_PAGE_NAME_H
#define CLI_PAGE_NAME_H

/* How people name a page of the site, for `why` and `build`. */

#include "cli/workspace.h"

/* The place of the page, "practices/SOTA-060", from its place, its file or
 * address in build/site, or the id or file of the record or chapter that it
 * shows. Of any other word the site may have no page. */
struct str page_place(struct command *command,
                      const struct workspace *workspace, struct str word);

/* Says that the site has no page there, and which is called nearly so. */
enum exit_status page_unknown(struct command *command,
                              struct workspace *workspace, struct str place);

#endif
