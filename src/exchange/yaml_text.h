#ifndef EXCHANGE_YAML_TEXT_H
#define EXCHANGE_YAML_TEXT_H

/* Scalars of the YAML that imports write: on one line, and never read as
 * anything but the text that they are. */

#include "base/out.h"

/* In single quotes; line ends become blanks. */
void yaml_put_quoted(struct out *out, struct str text);

/* As it stands where that is safe: from a letter on only letters, digits,
 * blanks and what stands in names, and no word such as "no"; else in quotes. */
void yaml_put(struct out *out, struct str text);

#endif
