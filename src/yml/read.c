/* Looking into the tree. The reader asks for a type; the text never decides
 * one. */

#include "yml/yml.h"

const struct yml_pair *yml_pair(const struct yml_node *map, const char *key)
{
    if (!map || map->kind != YML_MAP) {
        return NULL;
    }
    for (size_t i = 0; i < map->len; i++) {
        if (str_is(map->pairs[i].key->text, key)) {
            return &map->pairs[i];
        }
    }
    return NULL;
}

const struct yml_node *yml_get(const struct yml_node *map, const char *key)
{
    const struct yml_pair *pair = yml_pair(map, key);
    return pair ? pair->value : NULL;
}

static bool is_plain(const struct yml_node *node)
{
    return node && node->kind == YML_SCALAR && node->style == YML_PLAIN;
}

static bool is_one_of(struct str text, const char *const *words)
{
    for (; *words; words++) {
        if (str_is(text, *words)) {
            return true;
        }
    }
    return false;
}

/* The words of YAML 1.2.2, section 10.3.2; those of YAML 1.1 (yes, no, on,
 * off) are text. */
bool yml_is_null(const struct yml_node *node)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL", NULL};
    return is_plain(node) && is_one_of(node->text, words);
}

bool yml_bool(const struct yml_node *node, bool *value)
{
    static const char *const yes[] = {"true", "True", "TRUE", NULL};
    static const char *const no[] = {"false", "False", "FALSE", NULL};
    if (!is_plain(node)) {
        return false;
    }
    *value = is_one_of(node->text, yes);
    return *value || is_one_of(node->text, no);
}

bool yml_int(const struct yml_node *node, int64_t *value)
{
    return is_plain(node) && str_to_int64(node->text, value);
}

bool yml_real(const struct yml_node *node, double *value)
{
    return is_plain(node) && str_to_double(node->text, value);
}

bool yml_is_bare_version(const struct yml_node *node)
{
    struct str whole = {0};
    struct str fraction = {0};
    int64_t number = 0;
    return is_plain(node) && str_cut(node->text, '.', &whole, &fraction) &&
           whole.len > 0 && fraction.len > 0 && whole.ptr[0] >= '0' &&
           whole.ptr[0] <= '9' && fraction.ptr[0] >= '0' &&
           fraction.ptr[0] <= '9' && str_to_int64(whole, &number) &&
           str_to_int64(fraction, &number);
}
