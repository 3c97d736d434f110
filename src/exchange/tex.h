#ifndef EXCHANGE_TEX_H
#define EXCHANGE_TEX_H

/* Between TeX, in which bibliographies are written, and the plain Unicode of
 * records. Formulas stay as they are, `$L_2$`, in both. Reading back what was
 * written gives the same text, white space aside. */

#include "base/arena.h"
#include "base/out.h"

enum tex_groups {
    TEX_DROP_GROUPS, /* braces are gone: titles */
    TEX_KEEP_GROUPS, /* those that hold several words together stay: names */
};

/* Accents, symbols, quotation marks and dashes as Unicode, runs of white space
 * as one blank. A command that is not in tex.def stays visible with what
 * follows it in braces, and its name is added to `unknown` once. */
struct str tex_to_text(struct arena *arena, struct str tex,
                       enum tex_groups groups, struct strs *unknown);

/* Addresses and identifiers, which have no accents: only the backslashes that
 * TeX wants before & % $ # _ { } ~ go. */
struct str tex_to_address(struct arena *arena, struct str tex);

/* The text for a field in braces: & % $ # _ { } ~ ^ and the backslash escaped,
 * dashes and quotation marks kept from joining, braces balanced. */
void tex_put(struct out *out, struct str text);

/* The same for a title: braces protect the capitals that a bibliography style
 * must not take away. Those are words with a capital behind their first
 * letter, single capitals with a hyphen (U-Net), formulas, and in a title that
 * is written like a sentence also every capital but the first of a sentence.
 */
void tex_put_title(struct out *out, struct str text);

/* Behind the formula that starts at the offset, or the offset itself when none
 * does: a dollar opens before what is not blank and closes behind what is not
 * blank and not before a digit, as in Markdown (src/md/math.c). */
size_t tex_formula_end(struct str text, size_t at);

#endif
