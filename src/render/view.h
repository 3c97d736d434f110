#ifndef RENDER_VIEW_H
#define RENDER_VIEW_H

/* What a template sees: a small tree of texts, flags, lists and maps, built in
 * an arena while a page is put together. There are no numbers and no dates,
 * because how a number is written is decided by the code that knows its
 * precision, never by a template.
 *
 *     struct view *page = view_map(arena);
 *     view_text(arena, page, "title", record->title);
 *     struct view *list = view_list(arena, page, "citations");
 *     struct view *item = view_push(arena, list);
 *
 * Keys are borrowed and usually literals. Setting a key twice replaces it. */

#include "base/arena.h"

enum view_type { VIEW_FALSE, VIEW_TRUE, VIEW_TEXT, VIEW_LIST, VIEW_MAP };

struct view_member;

struct view {
    enum view_type type;
    struct str text; /* VIEW_TEXT */
    union {
        struct view **items;         /* VIEW_LIST */
        struct view_member *members; /* VIEW_MAP */
    };
    size_t len, cap;
    uint16_t *heads; /* of a large map: by kind of key, a member + 1 */
};

struct view_member {
    struct str key;
    struct view *value;
    uint16_t next; /* member + 1 with a key of the same kind; 0: none */
};

/* A new map that belongs to nothing yet. */
struct view *view_map(struct arena *arena);

/* Puts a value under a key of the map. The text is borrowed, not copied. */
void view_set(struct arena *arena, struct view *map, const char *key,
              struct view *value);
void view_text(struct arena *arena, struct view *map, const char *key,
               struct str text);
void view_c(struct arena *arena, struct view *map, const char *key,
            const char *text);
void view_printf(struct arena *arena, struct view *map, const char *key,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));
void view_flag(struct arena *arena, struct view *map, const char *key,
               bool is_true);
void view_int(struct arena *arena, struct view *map, const char *key,
              int64_t value);

/* "0 arms", "1 arm", "2 arms": of a thing that takes an s. */
void view_counted(struct arena *arena, struct view *map, const char *key,
                  size_t count, const char *thing);

/* The map or list under a key, made when it is not there. */
struct view *view_child(struct arena *arena, struct view *map, const char *key);
struct view *view_list(struct arena *arena, struct view *map, const char *key);

/* Appends a new map, or a text, to the list. */
struct view *view_push(struct arena *arena, struct view *list);
void view_push_text(struct arena *arena, struct view *list, struct str text);

/* The map's member, or NULL; NULL too for what is not a map. */
const struct view *view_get(const struct view *map, struct str key);

/* False for a false flag, an empty text, an empty list and NULL. */
bool view_is_true(const struct view *view);

#endif
