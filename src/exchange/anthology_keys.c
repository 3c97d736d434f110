/* What keys the files of a kind have, and of what shape their values are. */

#include "exchange/anthology_read.h"

#include "base/ascii.h"

/* SOTA-060 or ADR-tmpx, where those are kinds; GPT-2 is none. */
static bool is_id(const struct anthology_reader *reader, struct str text)
{
    struct str prefix, code;
    if (!str_cut(text, '-', &prefix, &code) || code.len == 0) {
        return false;
    }
    for (size_t i = 0; i < code.len; i++) {
        if (!ascii_is_alnum(code.ptr[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < reader->kinds.len; i++) {
        if (reader->kinds.at[i].role != ROLE_JOURNAL &&
            str_equal(reader->kinds.at[i].prefix, prefix)) {
            return true;
        }
    }
    return false;
}

static struct anthology_key *key_slot(struct anthology_reader *reader,
                                      struct anthology_kind *kind,
                                      struct str key)
{
    for (size_t i = 0; i < kind->key_count; i++) {
        if (str_equal(kind->keys[i].key, key)) {
            return &kind->keys[i];
        }
    }
    struct anthology_key *keys =
        ARENA_ARRAY(reader->arena, struct anthology_key, kind->key_count + 1);
    for (size_t i = 0; i < kind->key_count; i++) {
        keys[i] = kind->keys[i];
    }
    keys[kind->key_count].key = key;
    kind->keys = keys;
    return &kind->keys[kind->key_count++];
}

/* A scalar, or an item of a list. */
static void learn_word(const struct anthology_reader *reader,
                       struct anthology_key *key, const struct yml_node *word)
{
    const bool is_one = is_id(reader, word->text);
    key->has_maps = key->has_maps || word->kind != YML_SCALAR;
    key->has_ids = key->has_ids || is_one;
    key->has_other_words = key->has_other_words || !is_one;
    key->has_prose =
        key->has_prose || str_find_char(word->text, ' ') != STR_NONE;
}

static void learn_value(const struct anthology_reader *reader,
                        struct anthology_key *key, const struct yml_node *value)
{
    key->count++;
    if (value->kind != YML_LIST) {
        learn_word(reader, key, value);
        return;
    }
    key->has_lists = true;
    for (size_t i = 0; i < value->len; i++) {
        learn_word(reader, key, value->items[i]);
    }
}

void anthology_learn(struct anthology_reader *reader,
                     struct anthology_kind *kind,
                     const struct anthology_file *file)
{
    struct arena *arena = reader->arena;
    struct diags ignored = {.arena = arena};
    struct source *source = source_new(arena, file->path, file->text);
    const bool is_yaml = str_ends(file->path, S(".yaml"));
    struct yml_front front = {.yaml_end = file->text.len};
    if (!is_yaml) {
        front = yml_front(source, &ignored);
        kind->has_bare_files = kind->has_bare_files || !front.is_present;
    }
    if (!is_yaml && !(front.is_present && front.is_closed)) {
        return;
    }
    const struct yml_node *map =
        yml_parse(arena, source, front.yaml_start, front.yaml_end, &ignored);
    for (size_t i = 0; map && map->kind == YML_MAP && i < map->len; i++) {
        learn_value(reader, key_slot(reader, kind, map->pairs[i].key->text),
                    map->pairs[i].value);
    }
}
