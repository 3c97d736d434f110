#ifndef RECORD_IDENTIFIER_TEXT_H
#define RECORD_IDENTIFIER_TEXT_H

/* Two small readers that arXiv numbers, DOIs and URLs share. */

#include "base/str.h"

/* Takes the prefix off the text, whatever its case; false when it is not
 * there. */
bool text_skip(struct str *text, const char *prefix);

/* The ASCII digits the text starts with. */
struct str text_digits(struct str text);

#endif
