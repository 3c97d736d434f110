/* Citations in both their forms: `source: [LIT-022]` and an entry that says
 * the same are one citation. Which work is cited, and in which role, is what a
 * reader follows; the rest of an entry is how well it is shown. */

#include "record/compare_parts.h"

/* -- Entries -------------------------------------------------------------- */

/* The map of a long citation; NULL for a short one. */
static const struct yml_node *node_of(const struct record *record,
                                      const struct citation *citation)
{
    const struct yml_node *list = record->fields[FIELD_CITATIONS].node;
    size_t low = 0;
    size_t high = list && list->kind == YML_LIST ? list->len : 0;
    while (!citation->is_short && low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct yml_node *node = list->items[middle];
        if (node->place.start == citation->place.start) {
            return node;
        }
        if (node->place.start < citation->place.start) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

static struct str named(struct arena *arena, const struct citation *citation)
{
    return arena_printf(arena, "%.*s %.*s", STR_ARG(citation->ref),
                        STR_ARG(citation->role));
}

/* First the same passage, then the same work in the same role, then another
 * work in that role, then the same work in another. */
static struct entries entries_of(struct arena *arena,
                                 const struct record *record)
{
    struct entries entries = {0};
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        const struct str name = named(arena, citation);
        *LIST_PUSH(arena, &entries) = (struct entry){
            .names = {arena_printf(arena, "%.*s\n%.*s", STR_ARG(name),
                                   STR_ARG(citation->locator)),
                      name, citation->role, citation->ref},
            .node = node_of(record, citation),
            .citation = citation,
        };
    }
    return entries;
}

static size_t count_named(const struct citations *citations,
                          const struct citation *like)
{
    size_t count = 0;
    for (size_t i = 0; i < citations->len; i++) {
        count += str_equal(citations->at[i].ref, like->ref) &&
                 str_equal(citations->at[i].role, like->role);
    }
    return count;
}

/* "citations[LIT-022 source]"; the locator too where two are called so. */
static struct spot spot_of(struct arena *arena, const struct spot *spot,
                           const struct record *record,
                           const struct citation *citation)
{
    const bool is_told = count_named(&record->citations, citation) > 1 &&
                         citation->locator.len > 0;
    struct spot inner = *spot;
    const struct str locator = is_told ? citation->locator : S("");
    inner.path = arena_printf(arena, "%.*s[%.*s%s%.*s]", STR_ARG(spot->path),
                              STR_ARG(named(arena, citation)),
                              is_told ? ", " : "", STR_ARG(locator));
    return inner;
}

/* -- Changes -------------------------------------------------------------- */

static bool has_role(const struct record *record, struct str role)
{
    for (size_t i = 0; i < record->citations.len; i++) {
        if (str_equal(record->citations.at[i].role, role)) {
            return true;
        }
    }
    return false;
}

/* "LIT-022, §4.2" */
static struct str line_of(struct arena *arena, const struct citation *citation)
{
    return arena_printf(arena, "%.*s%s%.*s", STR_ARG(citation->ref),
                        citation->locator.len > 0 ? ", " : "",
                        STR_ARG(citation->locator));
}

static void add_whole(struct comparison *comparison, const struct spot *spot,
                      const struct entry *entry, bool is_new)
{
    struct arena *arena = comparison->arena;
    const struct citation *citation = entry->citation;
    const struct str line = line_of(arena, citation);
    struct spot here = spot_of(
        arena, spot, is_new ? comparison->new_reading : comparison->old_reading,
        citation);
    const struct change_texts came = {PRESENCE_ABSENT, PRESENCE_FILLED, S(""),
                                      line};
    const struct change_texts went = {PRESENCE_FILLED, PRESENCE_ABSENT, line,
                                      S("")};
    if (is_new) {
        here.place = citation->place;
    } else if (!has_role(comparison->new_reading, citation->role)) {
        here.level = LEVEL_MAJOR; /* nothing is left in its place */
    }
    compare_add(comparison, &here, is_new ? &came : &went);
}

/* Which work, or which role. */
static void add_identity(struct comparison *comparison, const struct spot *spot,
                         const char *key, struct str from, struct str to)
{
    struct spot inner = *spot;
    inner.path =
        arena_printf(comparison->arena, "%.*s.%s", STR_ARG(spot->path), key);
    inner.level = LEVEL_MAJOR;
    if (!str_equal(from, to)) {
        compare_add(
            comparison, &inner,
            &(struct change_texts){PRESENCE_FILLED, PRESENCE_FILLED, from, to});
    }
}

static void compare_citation(struct comparison *comparison,
                             const struct spot *spot, const struct entry *entry)
{
    static const char *const identity[] = {"ref", "role", NULL};
    const struct citation *from = entry->mate->citation;
    const struct citation *to = entry->citation;
    struct spot was =
        spot_of(comparison->arena, spot, comparison->old_reading, from);
    struct spot is =
        spot_of(comparison->arena, spot, comparison->new_reading, to);
    was.place = to->ref_place.source ? to->ref_place : to->place;
    is.place = to->place;
    add_identity(comparison, &was, "ref", from->ref, to->ref);
    add_identity(comparison, &was, "role", from->role, to->role);
    compare_maps(comparison, &is, entry->mate->node, entry->node, identity);
}

void compare_citations(struct comparison *comparison, const struct spot *spot)
{
    struct arena *arena = comparison->arena;
    struct spot here = *spot;
    const struct field_value *to =
        &comparison->new_reading->fields[FIELD_CITATIONS];
    const struct field_value *from =
        &comparison->old_reading->fields[FIELD_CITATIONS];
    if (to->node) {
        here.place = to->node->place;
    }
    if (from->presence != PRESENCE_FILLED && to->presence != PRESENCE_FILLED) {
        compare_nodes(comparison, &here, from->node, to->node);
    }
    struct entries olds = entries_of(arena, comparison->old_reading);
    struct entries news = entries_of(arena, comparison->new_reading);
    compare_pair(arena, &olds, &news);
    for (size_t i = 0; i < news.len; i++) {
        if (news.at[i].mate) {
            compare_citation(comparison, &here, &news.at[i]);
        } else {
            add_whole(comparison, &here, &news.at[i], true);
        }
    }
    for (size_t i = 0; i < olds.len; i++) {
        if (!olds.at[i].mate) {
            add_whole(comparison, &here, &olds.at[i], false);
        }
    }
}
