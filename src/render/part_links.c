/* What a record has to do with others, and with its own past. */

#include "render/insert.h"
#include "render/parts.h"

#include "render/words.h"

/* ---- History ---------------------------------------------------------- */

/* What the field was before it changed the next time after the entry, or NULL
 * when it did not: what the entry made of it. */
static const struct history_change *next_change(const struct record *record,
                                                size_t entry, struct str field)
{
    for (size_t i = entry + 1; i < record->history_count; i++) {
        const struct history_entry *later = &record->history[i];
        for (size_t k = 0; k < later->was_count; k++) {
            if (str_equal(later->was[k].field, field)) {
                return &later->was[k];
            }
        }
    }
    return NULL;
}

/* An entry may tell what a field was that it left alone: no change of it. */
static bool is_change(const struct record *record, size_t entry,
                      const struct history_change *was)
{
    const struct history_change *next = next_change(record, entry, was->field);
    return next == NULL || !str_equal(next->old, was->old);
}

static void view_changes(const struct page_context *context, struct view *item,
                         const struct record *record, size_t index)
{
    struct arena *arena = context->arena;
    const struct history_entry *entry = &record->history[index];
    struct view *changes = view_list(arena, item, "changes");
    for (size_t i = 0; i < entry->was_count; i++) {
        if (!is_change(record, index, &entry->was[i])) {
            continue;
        }
        struct view *change = view_push(arena, changes);
        view_text(arena, change, "field",
                  words_of_key(arena, entry->was[i].field));
        view_text(arena, change, "old", entry->was[i].old);
    }
}

void view_history(const struct page_context *context, struct view *page,
                  const struct record *record)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, page, "history");
    for (size_t i = record->history_count; i > 0; i--) {
        const struct history_entry *entry = &record->history[i - 1];
        struct view *item = view_push(arena, list);
        view_int(arena, item, "version", entry->version);
        view_text(arena, item, "date", entry->date);
        view_text(arena, item, "level", entry->level);
        view_prose(context, item, "note", entry->note);
        view_changes(context, item, record, i - 1);
    }
    view_flag(arena, page, "has_history", record->history_count > 0);
}

/* ---- Relations -------------------------------------------------------- */

static bool is_citation_field(size_t field)
{
    return field == FIELD_SOURCE || field == FIELD_INTRODUCED_BY ||
           field == FIELD_CONTESTED_BY;
}

void view_relations(const struct page_context *context, struct view *page,
                    const struct record *record)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, page, "relations");
    for (size_t field = 0; field < FIELD_COUNT; field++) {
        const struct texts *references = &record->references[field];
        if (references->len == 0 || is_citation_field(field)) {
            continue;
        }
        struct view *item = view_push(arena, list);
        view_text(arena, item, "label",
                  words_of_key(arena, str_from_c(field_infos[field].key)));
        view_c(arena, item, "meaning", field_infos[field].help);
        struct view *records = view_list(arena, item, "records");
        for (size_t i = 0; i < references->len; i++) {
            view_reference(context, view_push(arena, records),
                           references->at[i].text);
        }
    }
    view_flag(arena, page, "has_relations", list->len > 0);
}

/* ---- Backlinks -------------------------------------------------------- */

static const char *origin_words(const struct link *link)
{
    switch (link->origin) {
    case LINK_PROSE:
        return "text";
    case LINK_SUMMARY:
        return "summary";
    case LINK_HISTORY:
        return "its past";
    case LINK_FIELD:
    case LINK_CITATION:
        return NULL;
    }
    BUG("link from nowhere");
}

static bool holds_text(const struct view *list, struct str text)
{
    for (size_t i = 0; i < list->len; i++) {
        if (str_equal(list->items[i]->text, text)) {
            return true;
        }
    }
    return false;
}

/* The item of this record in its group, made when it is not there yet. All
 * links from one record come together, so it can only be the last. */
static struct view *item_of(struct arena *arena, struct view *records,
                            struct str id, bool *is_new)
{
    struct view *last =
        records->len > 0 ? records->items[records->len - 1] : NULL;
    const struct view *known = view_get(last, S("id"));
    *is_new = known == NULL || !str_equal(known->text, id);
    return *is_new ? view_push(arena, records) : last;
}

static void add_backlink(const struct page_context *context,
                         struct view *records, const struct link *link)
{
    struct arena *arena = context->arena;
    bool is_new = false;
    struct view *item = item_of(arena, records, link->from->id, &is_new);
    if (is_new) {
        view_record(context, item, link->from);
    }
    const char *words = origin_words(link);
    const struct str how =
        words != NULL ? str_from_c(words) : words_of_key(arena, link->field);
    struct view *ways = view_list(arena, item, "how");
    if (!holds_text(ways, how)) {
        view_push_text(arena, ways, how);
    }
}

static void add_chapters(const struct page_context *context,
                         struct view *groups, const struct record *record)
{
    struct arena *arena = context->arena;
    const struct chapters *chapters = &context->site->input.library->chapters;
    struct view *group = NULL;
    for (size_t i = 0; i < chapters->len; i++) {
        if (!chapter_names(&chapters->at[i], record->id)) {
            continue;
        }
        if (group == NULL) {
            group = view_push(arena, groups);
            view_c(arena, group, "kind", "Chapters");
        }
        view_chapter(context,
                     view_push(arena, view_list(arena, group, "records")),
                     &chapters->at[i]);
    }
}

void view_backlinks(const struct page_context *context, struct view *page,
                    const struct record *record)
{
    struct arena *arena = context->arena;
    const struct project *project = context->site->input.project;
    struct view *groups = view_list(arena, page, "backlinks");
    for (size_t k = 0; k < project->kind_count; k++) {
        const struct kind *kind = &project->kinds[k];
        struct view *group = NULL;
        for (size_t i = 0; i < record->backlink_count; i++) {
            const struct link *link = record->backlinks[i];
            if (link->from->kind != kind || kind->role == ROLE_JOURNAL ||
                link->from == record) {
                continue;
            }
            if (group == NULL) {
                group = view_push(arena, groups);
                view_text(arena, group, "kind", kind->title);
            }
            add_backlink(context, view_list(arena, group, "records"), link);
        }
    }
    add_chapters(context, groups, record);
    view_flag(arena, page, "has_backlinks", groups->len > 0);
}
