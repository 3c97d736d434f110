#ifndef RENDER_WORDS_H
#define RENDER_WORDS_H

/* How values are put into words and figures for a reader. */

#include "render/context.h"
#include "evidence/certainty.h"

/* "introduced by" for "introduced_by". */
struct str words_of_key(struct arena *arena, struct str key);

/* Percent-encoded, for a part of an address behind a slash or a #. */
struct str url_part(struct arena *arena, struct str text);

/* "no arm without it" and its like: plain words for a flag. */
const char *ablation_words(enum ablation ablation);
const char *ablation_icon(enum ablation ablation);

/* One sign per verdict and level, shown beside the word, never instead. */
const char *verdict_icon(enum verdict verdict);
const char *certainty_signs(enum certainty_level level);

/* "5,376", "768,000", "8.3 billion"; "" for 0. */
struct str count_words(struct arena *arena, double count);

/* "Shoeybi et al. (2019)", "Zhang and Sennrich (2019)"; the id when
 * nobody is named. */
struct str author_year(struct arena *arena, const struct record *record);

/* "5,376 parameters, 768,000 tokens of letters and recall". */
struct str scale_words(struct arena *arena, const struct scale *scale);

/* "log2 of train.lr in the arm with the lowest final-loss of each seed" */
struct str derived_words(struct arena *arena, const struct derived *derived);

/* A ratio or a number of nano-units with a real minus sign. */
struct str ratio_text(struct arena *arena, struct ratio value, int decimals,
                      bool has_plus);

/* p as a decimal that never reads 0: "0.00098", "0.051". */
struct str p_text(struct arena *arena, int64_t numerator, int n);

/* The factor between two sizes, at least 1: "×1,500,000". */
struct str factor_text(struct arena *arena, double claimed, double here);

#endif
