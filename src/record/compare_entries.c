/* Lists of maps: reports, excerpts, flags, hypotheses. An entry that changed
 * is told from one that came and one that went by what names it. */

#include "record/compare_parts.h"

#include "base/map.h"

/* What names an entry of each list. `id` comes first wherever there is one. */
static const struct {
    const char *list;
    const char *name[2];
    const char *content; /* by which a renamed entry is still known */
} entry_names[] = {
    {"formerly_cited", {"ref", "role"}, "ref"},
    {"reports", {"what", "setting"}, "what"},
    {"excerpts", {"locator", NULL}, "text"},
    {"flags", {"text", NULL}, "since"},
    {"versions", {"version", NULL}, "date"},
    {"acknowledged", {"rule", "target"}, "target"},
    {"reported", {"arm", "metric"}, "ref"},
};
enum { NAMED_COUNT = sizeof entry_names / sizeof entry_names[0] };

/* -- Pairs ---------------------------------------------------------------- */

/* Two of one name are taken in their order. */
static struct map by_name(struct arena *arena, struct entries *entries,
                          size_t name)
{
    struct map map = {0};
    for (size_t i = entries->len; i > 0; i--) {
        struct entry *entry = &entries->at[i - 1];
        if (!entry->mate && entry->names[name].len > 0) {
            void **slot = map_slot(arena, &map, entry->names[name]);
            entry->next = *slot;
            *slot = entry;
        }
    }
    return map;
}

void compare_pair(struct arena *arena, struct entries *olds,
                  struct entries *news)
{
    for (size_t name = 0; name < COMPARE_NAMES; name++) {
        struct map map = by_name(arena, olds, name);
        for (size_t i = 0; i < news->len; i++) {
            struct entry *entry = &news->at[i];
            if (entry->mate || entry->names[name].len == 0 ||
                !map_get(&map, entry->names[name])) {
                continue;
            }
            void **slot = map_slot(arena, &map, entry->names[name]);
            struct entry *mate = *slot;
            *slot = mate->next;
            mate->mate = entry;
            entry->mate = mate;
        }
    }
}

/* -- Names ---------------------------------------------------------------- */

static struct str text_of(struct arena *arena, const struct yml_node *entry,
                          const char *key)
{
    const struct yml_node *node = key ? yml_get(entry, key) : NULL;
    return node ? compare_line(arena, node) : S("");
}

static struct str joined(struct arena *arena, struct str a, struct str b)
{
    return a.len > 0 && b.len > 0
               ? arena_printf(arena, "%.*s %.*s", STR_ARG(a), STR_ARG(b))
           : a.len > 0 ? a
                       : b;
}

/* The whole entry, its id, its name, its content. */
static struct entry entry_of(struct arena *arena, struct str list,
                             const struct yml_node *node)
{
    struct entry entry = {.node = node};
    entry.names[0] = compare_line(arena, node);
    entry.names[1] = text_of(arena, node, "id");
    for (size_t i = 0; i < NAMED_COUNT; i++) {
        if (str_is(list, entry_names[i].list)) {
            entry.names[2] =
                joined(arena, text_of(arena, node, entry_names[i].name[0]),
                       text_of(arena, node, entry_names[i].name[1]));
            entry.names[3] = text_of(arena, node, entry_names[i].content);
        }
    }
    return entry;
}

static struct entries entries_of(struct arena *arena, struct str list,
                                 const struct yml_node *node)
{
    struct entries entries = {0};
    for (size_t i = 0; node && node->kind == YML_LIST && i < node->len; i++) {
        *LIST_PUSH(arena, &entries) = entry_of(arena, list, node->items[i]);
    }
    return entries;
}

/* "reports[rms-in]" */
static struct spot spot_of_entry(struct arena *arena, const struct spot *spot,
                                 const struct entry *entry)
{
    enum { NAME_BYTES = 48 };
    struct spot inner = *spot;
    const struct str name = entry->names[1].len > 0   ? entry->names[1]
                            : entry->names[2].len > 0 ? entry->names[2]
                                                      : entry->names[0];
    inner.path = arena_printf(arena, "%.*s[%.*s]", STR_ARG(spot->path),
                              STR_ARG(compare_cut(arena, name, NAME_BYTES)));
    return inner;
}

/* -- Changes -------------------------------------------------------------- */

static void compare_entry(struct comparison *comparison,
                          const struct spot *spot,
                          const struct yml_node *old_entry,
                          const struct yml_node *new_entry)
{
    if (old_entry->kind == YML_MAP && new_entry->kind == YML_MAP) {
        compare_maps(comparison, spot, old_entry, new_entry, NULL);
    } else {
        compare_nodes(comparison, spot, old_entry, new_entry);
    }
}

void compare_entry_lists(struct comparison *comparison, const struct spot *spot,
                         const struct yml_node *old_list,
                         const struct yml_node *new_list)
{
    struct arena *arena = comparison->arena;
    struct entries olds = entries_of(arena, spot->key, old_list);
    struct entries news = entries_of(arena, spot->key, new_list);
    compare_pair(arena, &olds, &news);
    for (size_t i = 0; i < news.len; i++) {
        const struct entry *entry = &news.at[i];
        const struct spot inner = spot_of_entry(arena, spot, entry);
        if (entry->mate) {
            compare_entry(comparison, &inner, entry->mate->node, entry->node);
        } else {
            compare_nodes(comparison, &inner, NULL, entry->node);
        }
    }
    for (size_t i = 0; i < olds.len; i++) {
        if (!olds.at[i].mate) {
            const struct spot inner = spot_of_entry(arena, spot, &olds.at[i]);
            compare_nodes(comparison, &inner, olds.at[i].node, NULL);
        }
    }
}
