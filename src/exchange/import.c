/* Which entries are new. A map from what identifies a work to the work is made
 * of the library and grows by each new entry. */

#include "exchange/import.h"

#include "base/ascii.h"
#include "record/cite_key.h"

/* A work that is there. */
struct known {
    struct str name; /* id of the record, key of the entry */
    struct str title;
    bool is_of_file;
};

struct planner {
    struct arena *arena;
    const struct library *library;
    const struct kind *kind;
    struct str today;
    bool is_yaml;
    struct str prefix; /* "LIT-" */
    int64_t number;    /* of the next record */
    size_t digits;
    struct map works; /* identifier -> struct known */
    struct map keys;  /* citation key -> struct known */
    struct import *import;
};

/* -- What is there --------------------------------------------------------- */

static void learn(struct planner *planner, const struct work *work,
                  const struct known *known)
{
    struct str keys[WORK_KEYS];
    const size_t count = work_keys(planner->arena, work, keys);
    struct known *copy = ARENA_NEW(planner->arena, struct known);
    *copy = *known;
    for (size_t i = 0; i < count; i++) {
        void **slot = map_slot(planner->arena, &planner->works, keys[i]);
        *slot = *slot ? *slot : copy;
    }
    void **slot = map_slot(planner->arena, &planner->keys, work->key);
    *slot = *slot ? *slot : copy;
}

static void learn_library(struct planner *planner)
{
    const struct library *library = planner->library;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind->role == ROLE_LITERATURE) {
            const struct work work =
                work_of_record(planner->arena, library->project, record);
            const struct known known = {.name = record->id,
                                        .title = record->title};
            learn(planner, &work, &known);
        }
    }
}

/* -- What an entry is ------------------------------------------------------ */

static bool has_title(struct planner *planner, const struct known *known,
                      struct str title)
{
    return str_equal(work_title_folded(planner->arena, known->title),
                     work_title_folded(planner->arena, title));
}

static void refuse(struct planner *planner, struct import_item *item,
                   enum import_fate fate, const struct known *known,
                   struct str shared)
{
    item->fate = fate;
    item->other = known->name;
    item->is_of_file = known->is_of_file;
    item->shared = shared;
    if (!has_title(planner, known, item->title)) {
        item->other_title = known->title;
    }
}

/* False after saying what the entry has in common with what is there. */
static bool is_new(struct planner *planner, const struct work *work,
                   struct import_item *item)
{
    struct str keys[WORK_KEYS];
    const size_t count = work_keys(planner->arena, work, keys);
    for (size_t i = 0; i < count; i++) {
        const struct known *known = map_get(&planner->works, keys[i]);
        if (known) {
            refuse(planner, item, IMPORT_DUPLICATE, known, keys[i]);
            return false;
        }
    }
    const struct known *known = map_get(&planner->keys, work->key);
    if (known) {
        refuse(planner, item,
               has_title(planner, known, item->title) ? IMPORT_DUPLICATE
                                                      : IMPORT_CONFLICT,
               known,
               arena_printf(planner->arena, "key:%.*s", STR_ARG(work->key)));
        return false;
    }
    return true;
}

/* -- What becomes of it ---------------------------------------------------- */

static void write_item(struct planner *planner, struct import_item *item,
                       const struct work *work,
                       const struct work_leftovers *leftovers)
{
    struct arena *arena = planner->arena;
    struct out out = {0};
    item->id = arena_printf(arena, "%.*s%0*lld", STR_ARG(planner->prefix),
                            (int)planner->digits, (long long)planner->number++);
    item->path =
        arena_printf(arena, "%.*s/%.*s%s", STR_ARG(planner->kind->folder),
                     STR_ARG(item->id), planner->is_yaml ? ".yaml" : ".md");
    const struct import_text text = {
        .kind = planner->kind,
        .id = item->id,
        .today = planner->today,
        .is_yaml = planner->is_yaml,
        .entry = item->entry,
        .leftovers = leftovers,
    };
    import_put_record(&out, &text, arena, work);
    item->text = out_take(&out, arena);
    item->unknown = leftovers->unknown;
    for (size_t i = 0; i < leftovers->left.len; i++) {
        *LIST_PUSH(arena, &item->left) =
            item->entry->fields[leftovers->left.at[i]].name;
    }
}

static void plan_entry(struct planner *planner, const struct bib_entry *entry,
                       struct import_item *item)
{
    struct work_leftovers leftovers = {0};
    const struct work work = work_of_entry(planner->arena, entry, &leftovers);
    *item = (struct import_item){.entry = entry, .title = work.title};
    if (is_new(planner, &work, item)) {
        write_item(planner, item, &work, &leftovers);
        const struct known known = {
            .name = entry->key, .title = work.title, .is_of_file = true};
        learn(planner, &work, &known);
        planner->import->fresh++;
    } else if (item->fate == IMPORT_DUPLICATE) {
        planner->import->duplicates++;
    } else {
        planner->import->conflicts++;
    }
}

static void find_number(struct planner *planner)
{
    const struct str id =
        library_next_id(planner->arena, planner->library, planner->kind);
    size_t at = id.len;
    while (at > 0 && ascii_is_digit(id.ptr[at - 1])) {
        at--;
    }
    planner->prefix = str_slice(id, 0, at);
    planner->digits = id.len - at;
    str_to_int64(str_from(id, at), &planner->number);
}

/* A first literature record is plain YAML. */
static bool writes_yaml(const struct library *library, const struct kind *kind)
{
    for (size_t i = 0; i < library->record_count; i++) {
        if (library->records[i]->kind == kind) {
            return library_writes_yaml(library, kind);
        }
    }
    return true;
}

void import_plan(struct arena *arena, const struct library *library,
                 const struct kind *kind, const struct bib *bib,
                 struct str today, struct import *import)
{
    struct planner planner = {
        .arena = arena,
        .library = library,
        .kind = kind,
        .today = today,
        .is_yaml = writes_yaml(library, kind),
        .import = import,
    };
    *import = (struct import){
        .items = ARENA_ARRAY(arena, struct import_item, bib->entry_count),
        .count = bib->entry_count,
    };
    find_number(&planner);
    learn_library(&planner);
    for (size_t i = 0; i < bib->entry_count; i++) {
        plan_entry(&planner, &bib->entries[i], &import->items[i]);
    }
}
