#ifndef YML_QUICK_H
#define YML_QUICK_H

/* Two readers of one language. libyaml reads all of YAML, at some two thousand
 * instructions for each value; nearly every record is written in a small part
 * of it, which a reader of lines has in a tenth of that. The quick reader never
 * guesses: at the first thing outside that part it gives up, and libyaml reads
 * the document from its beginning. What both read, both read alike:
 * tests/yml/test_quick.c holds the one to the other. */

#include "yml/yml.h"

/* The document's tree, or NULL for whatever is not plainly in the part of YAML
 * that records are written in: keys that are words, values on their line in
 * any quotes, lists and maps by indentation or in brackets on one line, and
 * text folded (`>-`) or kept (`|`). A document with a fault is not. Reports
 * nothing. Texts of the tree are bytes of the source where they can be. */
struct yml_node *yml_quick(struct arena *arena, struct source *source,
                           size_t start, size_t end);

/* yml_parse without the quick reader. */
struct yml_node *yml_read(struct arena *arena, struct source *source,
                          size_t start, size_t end, struct diags *diags);

#endif
