#ifndef EXCHANGE_ANTHOLOGY_READ_H
#define EXCHANGE_ANTHOLOGY_READ_H

/* Between the parts of the import of an anthology: anthology.c finds the files,
 * anthology_keys.c looks at what they hold, anthology_config.c writes the
 * configuration. */

#include "exchange/anthology.h"

/* What a key of the files of one kind holds, over all of them. */
struct anthology_key {
    struct str key;
    bool has_lists, has_maps;
    bool has_prose; /* several words */
    bool has_ids, has_other_words;
    size_t count;
};

struct anthology_kind {
    struct str prefix; /* or the name of a journal */
    struct str folder;
    struct str stem; /* "practices" of record/practices.d */
    enum role role;
    const struct yml_node *scheme; /* of the layout, or NULL */
    bool has_bare_files;           /* without front matter */
    struct anthology_key *keys;
    size_t key_count;
};

struct anthology_reader {
    struct arena *arena;
    struct str folder;
    struct anthology *anthology;
    const struct yml_node *layout; /* a map, or NULL */
    struct {
        struct anthology_kind *at;
        size_t len, cap;
    } kinds;
    struct {
        struct anthology_file *at;
        size_t len, cap;
    } files;
    struct failure *failure;
};

/* Adds the keys of one file to its kind. */
void anthology_learn(struct anthology_reader *reader,
                     struct anthology_kind *kind,
                     const struct anthology_file *file);

/* probatum.yaml, and notes about what it cannot say. */
void anthology_configure(struct anthology_reader *reader);

#endif
