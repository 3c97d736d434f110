/* JSON into a tree of ours. This file alone sees jansson, whose enumerators
 * have the names of ours: they are renamed while its header is read. */

#define JSON_OBJECT  JANSSON_OBJECT
#define JSON_ARRAY   JANSSON_ARRAY
#define JSON_STRING  JANSSON_STRING
#define JSON_INTEGER JANSSON_INTEGER
#define JSON_REAL    JANSSON_REAL
#define JSON_TRUE    JANSSON_TRUE
#define JSON_FALSE   JANSSON_FALSE
#define JSON_NULL    JANSSON_NULL
#include <jansson.h>
#undef JSON_OBJECT
#undef JSON_ARRAY
#undef JSON_STRING
#undef JSON_INTEGER
#undef JSON_REAL
#undef JSON_TRUE
#undef JSON_FALSE
#undef JSON_NULL

#include "base/json.h"

static struct json convert(struct arena *arena, json_t *value);

static void convert_array(struct arena *arena, json_t *value, struct json *tree)
{
    tree->type = JSON_ARRAY;
    tree->len = json_array_size(value);
    tree->items = ARENA_ARRAY(arena, struct json, tree->len);
    for (size_t i = 0; i < tree->len; i++) {
        tree->items[i] = convert(arena, json_array_get(value, i));
    }
}

static void convert_object(struct arena *arena, json_t *value,
                           struct json *tree)
{
    tree->type = JSON_OBJECT;
    tree->len = json_object_size(value);
    tree->items = ARENA_ARRAY(arena, struct json, tree->len);
    void *member = json_object_iter(value);
    for (size_t i = 0; member; i++) {
        tree->items[i] = convert(arena, json_object_iter_value(member));
        tree->items[i].key =
            arena_copy(arena, str_from_c(json_object_iter_key(member)));
        member = json_object_iter_next(value, member);
    }
}

static struct str copy_string(struct arena *arena, json_t *value)
{
    struct str text = {json_string_value(value), json_string_length(value)};
    return arena_copy(arena, text);
}

/* jansson refuses more than 2,048 levels, so the recursion is bounded. */
static struct json convert(struct arena *arena, json_t *value)
{
    struct json tree = {0};
    switch (json_typeof(value)) {
    case JANSSON_OBJECT:
        convert_object(arena, value, &tree);
        break;
    case JANSSON_ARRAY:
        convert_array(arena, value, &tree);
        break;
    case JANSSON_STRING:
        tree.type = JSON_STRING;
        tree.string = copy_string(arena, value);
        break;
    case JANSSON_INTEGER:
        tree.type = JSON_INTEGER;
        tree.integer = json_integer_value(value);
        tree.real = (double)tree.integer;
        break;
    case JANSSON_REAL:
        tree.type = JSON_REAL;
        tree.real = json_real_value(value);
        break;
    case JANSSON_TRUE:
    case JANSSON_FALSE:
        tree.type = JSON_BOOL;
        tree.boolean = json_typeof(value) == JANSSON_TRUE;
        break;
    case JANSSON_NULL:
        tree.type = JSON_NULL;
        break;
    }
    return tree;
}

bool json_read(struct arena *arena, struct str text, struct json **tree,
               struct failure *failure)
{
    *tree = NULL;
    json_error_t error = {0};
    size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL;
    json_t *value =
        json_loadb(text.len ? text.ptr : "", text.len, flags, &error);
    if (!value) {
        return fail(failure, "%d:%d: %s", error.line, error.column, error.text);
    }
    *tree = ARENA_NEW(arena, struct json);
    **tree = convert(arena, value);
    json_decref(value);
    return true;
}
