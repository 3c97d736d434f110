/* The tree of values behind a page. Maps are short (a card has ten members), so
 * a member is found by looking at each; those of pages have fifty and more, of
 * which only the ones with a like key are looked at. */

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

enum { KEY_KINDS = 64, FEW_MEMBERS = 8 };

/* Keys of one kind are chained. The first and last letters and the length tell
 * nearly all of a page's keys apart. */
static size_t key_kind(struct str key)
{
    const size_t first = (unsigned char)key.ptr[0];
    const size_t last = (unsigned char)key.ptr[key.len - 1];
    return (key.len * 11 + first * 5 + last) % KEY_KINDS;
}

static bool has_key(const struct view_member *member, struct str key)
{
    return member->key.len == key.len && member->key.ptr[0] == key.ptr[0] &&
           memcmp(member->key.ptr, key.ptr, key.len) == 0;
}

static struct view_member *find(const struct view *map, struct str key)
{
    if (map == NULL || map->type != VIEW_MAP || key.len == 0) {
        return NULL;
    }
    if (map->heads == NULL) {
        for (size_t i = 0; i < map->len; i++) {
            if (has_key(&map->members[i], key)) {
                return &map->members[i];
            }
        }
        return NULL;
    }
    size_t at = map->heads[key_kind(key)];
    while (at > 0 && !has_key(&map->members[at - 1], key)) {
        at = map->members[at - 1].next;
    }
    return at > 0 ? &map->members[at - 1] : NULL;
}

static void chain(struct view *map, size_t index)
{
    struct view_member *member = &map->members[index];
    uint16_t *head = &map->heads[key_kind(member->key)];
    member->next = *head;
    *head = (uint16_t)(index + 1);
}

/* Keys are literals of the code that fills pages: never very many. */
static void add(struct arena *arena, struct view *map, struct str key,
                struct view *value)
{
    if (key.len == 0 || map->len == UINT16_MAX) {
        BUG("a member without a name, or too many of them");
    }
    if (map->len == map->cap) {
        list_grow(arena, &map->members, sizeof *map->members);
    }
    map->members[map->len++] = (struct view_member){key, value, 0};
    if (map->heads != NULL) {
        chain(map, map->len - 1);
    } else if (map->len > FEW_MEMBERS) {
        map->heads = ARENA_ARRAY(arena, uint16_t, KEY_KINDS);
        for (size_t i = 0; i < map->len; i++) {
            chain(map, i);
        }
    }
}

void view_set(struct arena *arena, struct view *map, const char *key,
              struct view *value)
{
    const struct str name = str_from_c(key);
    struct view_member *member = find(map, name);
    if (member != NULL) {
        member->value = value;
    } else {
        add(arena, map, name, value);
    }
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

void view_counted(struct arena *arena, struct view *map, const char *key,
                  size_t count, const char *thing)
{
    view_printf(arena, map, key, "%zu %s%s", count, thing,
                count == 1 ? "" : "s");
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
