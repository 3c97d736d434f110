#ifndef CHECK_FOLD_H
#define CHECK_FOLD_H

/* Quotations against the text they come from. A paper's text reaches a record
 * through a PDF, which leaves ligatures, hyphens at line ends, typographic
 * quote marks and odd blanks behind; these say nothing and are folded alike on
 * both sides. Digits, the decimal point, letter case and words say something
 * and are never touched. */

#include "base/arena.h"

/* A hyphen that may only have been a line's end: it matches a hyphen, or
 * nothing. */
#define FOLD_LINE_HYPHEN '\x01'

/* The text with its layout folded: blanks are one space, dashes hyphens, quote
 * marks straight, ligatures and joined letters (œ, æ) spelled out, soft
 * hyphens gone. In the arena. */
struct str fold_layout(struct arena *arena, struct str text);

/* Whether the folded text holds the folded quote, whole words and whole
 * numbers at both ends. `[...]` and an ellipsis in the quote leave out any
 * amount of text; the parts come in order. */
bool fold_has_quote(struct str text, struct str quote);

/* True only when fold_has_quote of both, folded, is: the quote stands in the
 * text as it is written, between blanks. Most do, and folding every excerpt for
 * every quote would be a tenth of a check. False says nothing. */
bool fold_has_verbatim(struct str text, struct str quote);

/* How much of the start of the quote the text holds, in whole words; `after`
 * is the text behind that. Empty when not even the first words are there. */
struct str fold_longest_start(struct str text, struct str quote,
                              struct str *after);

#endif
