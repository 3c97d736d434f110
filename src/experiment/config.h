#ifndef EXPERIMENT_CONFIG_H
#define EXPERIMENT_CONFIG_H

/* A complete configuration of one run, and its text. Every setting has a
 * dotted key, "train.lr"; settings.def is the one list of them, from which
 * come the reader of plans, the canonical text that names a run, the
 * differences between arms and the table of probatum-experiment(5). */

#include "base/sha256.h"
#include "core/core.h"
#include "record/record.h"

struct config {
    struct core_config core;
    uint32_t eval_every; /* steps between points of the learning curve;
                            0: only after the last step */
};

/* Decoder-16 on letters-recall set a, as a plan that says nothing gets it. */
struct config config_default(void);

/* NULL when it can be trained, else a sentence that says which field cannot. */
const char *config_error(const struct config *config);

enum setting_kind { SETTING_COUNT_OF, SETTING_NUMBER, SETTING_WORD };

/* One setting. A shorthand ("model.preset", "data.set") stands for several
 * settings and is not part of the canonical text. */
struct setting {
    const char *key; /* "train.eval.every" */
    enum setting_kind kind;
    bool is_shorthand;
    double lowest, highest; /* inclusive, of counts and numbers */
    const char *words;      /* "pre|post", of a word; else NULL */
    const char *meaning;
};

/* All settings in the order of settings.def. */
size_t setting_count(void);
struct setting setting_at(size_t index);

/* Index of the setting with this key, or setting_count(). */
size_t setting_find(struct str key);

/* Nearest key for "did you mean", or the empty text. */
struct str setting_nearest(struct arena *arena, struct str key);

/* The value as plans write it: "16", "0.003", "rmsnorm". Empty for a
 * shorthand. */
struct str setting_text(struct arena *arena, const struct config *config,
                        size_t index);

/* The value of a count or a number; of a word, its place among the words. */
double setting_number(const struct config *config, size_t index);

/* Reads a value; false with a sentence that says what it may be. */
bool setting_read(struct arena *arena, struct config *config, size_t index,
                  const struct yml_node *node, struct failure *failure);

/* Whether the canonical text has it: no shorthand does, and of the settings
 * that came later only those that have left their neutral value. */
bool setting_is_canonical(const struct config *config, size_t index);

/* What such a setting is where the canonical text leaves it out; empty for the
 * others, which are always there. */
struct str setting_neutral(struct arena *arena, struct str key);

/* The shortest decimal text that reads back as this number. */
struct str number_text(struct arena *arena, double value);

/* A key and its value, as text. */
struct line {
    struct str key, value;
};
struct lines {
    struct line *at;
    size_t len, cap;
};

void lines_sort(struct lines *lines);                         /* by key */
void lines_write(struct out *out, const struct lines *lines); /* "k=v\n" */

/* Every setting that setting_is_canonical, sorted by key. Defaults are written
 * out, so that a default that changes shows. */
void config_lines(struct arena *arena, const struct config *config,
                  struct lines *lines);

/* The same as "model.blocks=2\n" lines. Two configurations train alike if and
 * only if these texts are equal. Arm names do not enter. */
void config_canonical(struct out *out, const struct config *config);

/* The settings in which two configurations differ, by key. */
struct config_difference {
    struct str key, left, right;
};
size_t config_diff(struct arena *arena, const struct config *left,
                   const struct config *right,
                   struct config_difference **differences);

/* The lines in which two sorted lists differ: a missing value is empty. */
size_t lines_diff(struct arena *arena, const struct lines *left,
                  const struct lines *right,
                  struct config_difference **differences);

/* SHA-256 of (numerics, canonical configuration, seed): the name of a run.
 * The data are generated from the configuration and the seed, so these three
 * are everything that a run depends on. */
struct sha256_hex run_key(const struct config *config, uint32_t seed);
struct sha256_hex run_key_of(int64_t numerics, const struct config *config,
                             uint32_t seed);

/* The same from config_canonical's text, for many seeds of one arm. */
struct sha256_hex run_key_of_text(int64_t numerics, struct str canonical,
                                  uint32_t seed);

#endif
