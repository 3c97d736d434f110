#ifndef EXCHANGE_TOML_H
#define EXCHANGE_TOML_H

/* TOML 1.0 as configuration files use it, read into the tree that YAML gives:
 * tables are maps, arrays lists, everything else a scalar (strings quoted, the
 * rest plain). Dates stay text. */

#include "base/bug.h"
#include "yml/yml.h"

/* The tree, or NULL with "line 7: what". A key that stands twice is refused. */
const struct yml_node *toml_read(struct arena *arena, struct str text,
                                 struct failure *failure);

#endif
