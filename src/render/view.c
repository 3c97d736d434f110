/* The tree of values behind a page. Maps are short (a card has ten members, a
 * page fifty), so a member is found by looking at each. */

#include "render/view.h"

#include <string.h>

#include "base/bug.h"

static struct view *view_new(struct arena *arena, enum view_type type)
{
    struct view *view = ARENA_NEW(arena, struct view);
    view->type = type;
    return view;
}

struct view *view_map(struct arena *arena)
{
    return view_new(arena, VIEW_MAP);
}

static struct view_member *find(const struct view *map, struct str key)
{
    if (map == NULL || map->type != VIEW_MAP || key.len == 0) {
        return NULL;
    }
    for (size_t i = 0; i < map->len; i++) {
        const struct str name = map->members[i].key;
        if (name.len == key.len && name.ptr[0] == key.ptr[0] &&
            memcmp(name.ptr, key.ptr, key.len) == 0) {
            return &map->members[i];
        }
    }
    return NULL;
}

void view_set(struct arena *arena, struct view *map, const char *key,
              struct view *value)
{
    struct view_member *member = find(map, str_from_c(key));
    if (member != NULL) {
        member->value = value;
        return;
    }
    if (map->len == map->cap) {
        list_grow(arena, &map->members, sizeof *map->members);
    }
    map->members[map->len++] = (struct view_member){str_from_c(key), value};
}

void view_text(struct arena *arena, struct view *map, const char *key,
               struct str text)
{
    struct view *value = view_new(arena, VIEW_TEXT);
    value->text = text;
    view_set(arena, map, key, value);
}

void view_c(struct arena *arena, struct view *map, const char *key,
            const char *text)
{
    view_text(arena, map, key, str_from_c(text));
}

void view_printf(struct arena *arena, struct view *map, const char *key,
                 const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const struct str text = arena_vprintf(arena, format, args);
    va_end(args);
    view_text(arena, map, key, text);
}

void view_flag(struct arena *arena, struct view *map, const char *key,
               bool is_true)
{
    view_set(arena, map, key,
             view_new(arena, is_true ? VIEW_TRUE : VIEW_FALSE));
}

void view_int(struct arena *arena, struct view *map, const char *key,
              int64_t value)
{
    view_printf(arena, map, key, "%lld", (long long)value);
}

static struct view *child(struct arena *arena, struct view *map,
                          const char *key, enum view_type type)
{
    const struct view_member *member = find(map, str_from_c(key));
    if (member != NULL && member->value->type == type) {
        return member->value;
    }
    struct view *value = view_new(arena, type);
    view_set(arena, map, key, value);
    return value;
}

struct view *view_child(struct arena *arena, struct view *map, const char *key)
{
    return child(arena, map, key, VIEW_MAP);
}

struct view *view_list(struct arena *arena, struct view *map, const char *key)
{
    return child(arena, map, key, VIEW_LIST);
}

static void push(struct arena *arena, struct view *list, struct view *item)
{
    if (list->len == list->cap) {
        list_grow(arena, &list->items, sizeof(struct view *));
    }
    list->items[list->len++] = item;
}

struct view *view_push(struct arena *arena, struct view *list)
{
    struct view *item = view_map(arena);
    push(arena, list, item);
    return item;
}

void view_push_text(struct arena *arena, struct view *list, struct str text)
{
    struct view *item = view_new(arena, VIEW_TEXT);
    item->text = text;
    push(arena, list, item);
}

const struct view *view_get(const struct view *map, struct str key)
{
    const struct view_member *member = find(map, key);
    return member != NULL ? member->value : NULL;
}

bool view_is_true(const struct view *view)
{
    if (view == NULL) {
        return false;
    }
    switch (view->type) {
    case VIEW_FALSE:
        return false;
    case VIEW_TRUE:
    case VIEW_MAP:
        return true;
    case VIEW_TEXT:
        return view->text.len > 0;
    case VIEW_LIST:
        return view->len > 0;
    }
    BUG("view of no type");
}
