/* Values made by the program, to be written into a record. */

#include "yml/edit.h"

#include <string.h>

#include "base/ascii.h"

static struct yml_node *node_new(struct arena *arena, enum yml_kind kind)
{
    struct yml_node *node = ARENA_NEW(arena, struct yml_node);
    node->kind = kind;
    return node;
}

struct yml_node *yml_new_word(struct arena *arena, struct str word)
{
    struct yml_node *node = node_new(arena, YML_SCALAR);
    node->text = word;
    return node;
}

/* Words that a reader of YAML 1.1 or 1.2 takes for a truth value or null. */
bool yml_is_special_word(struct str text)
{
    static const char *const words[] = {"null", "true", "false", "yes", "no",
                                        "on",   "off",  "y",     "n",   "~"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (str_equal_nocase(text, str_from_c(words[i]))) {
            return true;
        }
    }
    return text.len == 0;
}

/* Numbers in any base, dates, times: begins like one and has no other
 * characters. 52e8107 is a hash, and infinity to some. */
static bool is_like_number(struct str text)
{
    if (!ascii_is_digit(text.ptr[0]) && !strchr("+-.", text.ptr[0])) {
        return false;
    }
    for (size_t i = 0; i < text.len; i++) {
        if (!ascii_is_digit(text.ptr[i]) &&
            !strchr("abcdefABCDEFxXoOiInNtTzZ_.:+- ", text.ptr[i])) {
            return false;
        }
    }
    return true;
}

struct yml_node *yml_new_text(struct arena *arena, struct str text)
{
    struct yml_node *node = yml_new_word(arena, text);
    if (yml_is_special_word(text) || is_like_number(text)) {
        node->style = YML_SINGLE_QUOTED;
    }
    return node;
}

struct yml_node *yml_new_list(struct arena *arena)
{
    return node_new(arena, YML_LIST);
}

struct yml_node *yml_new_map(struct arena *arena)
{
    return node_new(arena, YML_MAP);
}

struct yml_node *yml_new_flow(struct yml_node *collection)
{
    collection->is_flow = true;
    return collection;
}

void yml_list_add(struct arena *arena, struct yml_node *list,
                  struct yml_node *item)
{
    struct yml_node **items =
        ARENA_ARRAY(arena, struct yml_node *, list->len + 1);
    for (size_t i = 0; i < list->len; i++) {
        items[i] = list->items[i];
    }
    items[list->len++] = item;
    list->items = items;
}

void yml_map_add(struct arena *arena, struct yml_node *map, const char *key,
                 struct yml_node *value)
{
    struct yml_pair *pairs = ARENA_ARRAY(arena, struct yml_pair, map->len + 1);
    for (size_t i = 0; i < map->len; i++) {
        pairs[i] = map->pairs[i];
    }
    struct yml_node *name = yml_new_word(arena, str_from_c(key));
    pairs[map->len++] = (struct yml_pair){name, value};
    map->pairs = pairs;
}
