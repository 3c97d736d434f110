/* Chooses practices, and gathers who tells of them and what they rest on. */

#include "render/lineage.h"

#include <stdlib.h>

#include "check/suspect.h"
#include "render/page.h"

/* ---- Which practices ---------------------------------------------------- */

/* Experiments, theory and works that a practice names as what it rests on. */
static const struct record *ground_of(const struct link *link)
{
    const unsigned grounds = ROLE_EXPERIMENT | ROLE_THEORY | ROLE_LITERATURE;
    const bool is_one = suspect_is_ground(link) &&
                        (link->to->kind->role & grounds) != 0 &&
                        !link->to->is_broken;
    return is_one ? link->to : NULL;
}

/* The first of its links to the same record. */
static bool is_first(const struct record *record, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (record->links.at[i].to == record->links.at[index].to &&
            ground_of(&record->links.at[i]) != NULL) {
            return false;
        }
    }
    return true;
}

static bool is_drawn(const struct page_context *context,
                     const struct record *record)
{
    return record->kind->role == ROLE_PRACTICE && !record->is_broken &&
           !record_is_retired(record) &&
           site_place(context->site, record).len > 0;
}

struct candidate {
    const struct record *record;
    size_t links, index;
};

static int by_links(const void *left, const void *right)
{
    const struct candidate *a = left;
    const struct candidate *b = right;
    if (a->links != b->links) {
        return a->links < b->links ? 1 : -1;
    }
    return a->index < b->index ? -1 : a->index > b->index;
}

static int by_index(const void *left, const void *right)
{
    const struct candidate *a = left;
    const struct candidate *b = right;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* How many chapters name each record: id -> the number, as a size_t. */
static struct map count_chapters(const struct page_context *context)
{
    struct arena *arena = context->arena;
    const struct chapters *chapters = &context->site->input.library->chapters;
    struct map counts = {0};
    for (size_t i = 0; i < chapters->len; i++) {
        struct map seen = {0};
        for (size_t u = 0; u < chapters->at[i].use_count; u++) {
            const struct str id = chapters->at[i].uses[u].id;
            void **slot = map_slot(arena, &seen, id);
            void **count = map_slot(arena, &counts, id);
            if (*count == NULL) {
                *count = ARENA_NEW(arena, size_t);
            }
            *(size_t *)*count += *slot == NULL;
            *slot = context->arena;
        }
    }
    return counts;
}

static size_t count_links(const struct record *record,
                          const struct map *chapter_counts)
{
    const size_t *chapters = map_get(chapter_counts, record->id);
    size_t count = chapters != NULL ? *chapters : 0;
    for (size_t i = 0; i < record->links.len; i++) {
        count += ground_of(&record->links.at[i]) != NULL && is_first(record, i);
    }
    return count;
}

static void choose_practices(const struct page_context *context,
                             struct lineage *lineage)
{
    const struct library *library = context->site->input.library;
    const struct map chapters = count_chapters(context);
    struct {
        struct candidate *at;
        size_t len, cap;
    } all = {0};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (is_drawn(context, record)) {
            *LIST_PUSH(context->arena, &all) =
                (struct candidate){record, count_links(record, &chapters), i};
        }
    }
    lineage->practices = all.len;
    if (all.len > LINEAGE_PRACTICES_MOST) {
        qsort(all.at, all.len, sizeof *all.at, by_links);
        all.len = LINEAGE_PRACTICES_MOST;
        qsort(all.at, all.len, sizeof *all.at, by_index);
    }
    for (size_t i = 0; i < all.len; i++) {
        *LIST_PUSH(context->arena, &lineage->columns[LINEAGE_PRACTICES]) =
            (struct lineage_node){.record = all.at[i].record};
    }
}

/* ---- What they rest on -------------------------------------------------- */

static void join(const struct page_context *context, struct lineage *lineage,
                 size_t gap, size_t left, size_t right)
{
    *LIST_PUSH(context->arena, &lineage->gaps[gap]) =
        (struct lineage_edge){left, right};
}

/* An experiment weighs more than any work. */
enum { EXPERIMENT_WEIGHT = 1000 };

static void weigh(struct arena *arena, struct map *found,
                  const struct record *ground)
{
    void **slot = map_slot(arena, found, ground->source->path);
    if (*slot == NULL) {
        struct candidate *one = ARENA_NEW(arena, struct candidate);
        const bool is_run = ground->kind->role == ROLE_EXPERIMENT;
        *one = (struct candidate){ground, is_run ? EXPERIMENT_WEIGHT : 0,
                                  found->len};
        *slot = one;
    }
    ((struct candidate *)*slot)->links++;
}

/* The grounds of all practices that are here, those of many first. */
static struct candidate *weigh_grounds(struct arena *arena,
                                       const struct lineage_nodes *practices,
                                       size_t *count)
{
    struct map found = {0};
    for (size_t p = 0; p < practices->len; p++) {
        const struct record *record = practices->at[p].record;
        for (size_t i = 0; i < record->links.len; i++) {
            const struct record *ground = ground_of(&record->links.at[i]);
            if (ground != NULL && is_first(record, i)) {
                weigh(arena, &found, ground);
            }
        }
    }
    struct candidate *all = ARENA_ARRAY(arena, struct candidate, found.len);
    for (size_t i = 0; i < found.len; i++) {
        all[i] = *(const struct candidate *)found.at[i].value;
    }
    if (found.len > 1) {
        qsort(all, found.len, sizeof *all, by_links);
    }
    *count = found.len;
    return all;
}

/* As many as there is room for; where each stands, by path, as a size_t. */
static struct map choose_grounds(const struct page_context *context,
                                 struct lineage *lineage)
{
    struct arena *arena = context->arena;
    struct map places = {0};
    size_t count = 0;
    const struct candidate *all =
        weigh_grounds(arena, &lineage->columns[LINEAGE_PRACTICES], &count);
    for (size_t i = 0; i < count && i < LINEAGE_GROUNDS_MOST; i++) {
        struct lineage_nodes *grounds = &lineage->columns[LINEAGE_GROUNDS];
        size_t *place = ARENA_NEW(arena, size_t);
        *place = grounds->len;
        *map_slot(arena, &places, all[i].record->source->path) = place;
        *LIST_PUSH(arena, grounds) =
            (struct lineage_node){.record = all[i].record};
    }
    lineage->left_out = count - lineage->columns[LINEAGE_GROUNDS].len;
    return places;
}

static void join_grounds(const struct page_context *context,
                         struct lineage *lineage)
{
    const struct map places = choose_grounds(context, lineage);
    const struct lineage_nodes *practices =
        &lineage->columns[LINEAGE_PRACTICES];
    for (size_t p = 0; p < practices->len; p++) {
        const struct record *record = practices->at[p].record;
        for (size_t i = 0; i < record->links.len; i++) {
            const struct record *ground = ground_of(&record->links.at[i]);
            const size_t *place = ground != NULL && is_first(record, i)
                                      ? map_get(&places, ground->source->path)
                                      : NULL;
            if (place != NULL) {
                join(context, lineage, LINEAGE_PRACTICES, p, *place);
            }
        }
    }
}

static bool tells_of_any(const struct chapter *chapter,
                         const struct lineage_nodes *practices)
{
    for (size_t p = 0; p < practices->len; p++) {
        if (chapter_names(chapter, practices->at[p].record->id)) {
            return true;
        }
    }
    return false;
}

/* Chapters, whether they tell of any of the practices or, asked so, only if. */
static void join_chapters(const struct page_context *context,
                          struct lineage *lineage, bool has_only_linked)
{
    const struct chapters *chapters = &context->site->input.library->chapters;
    for (size_t c = 0; c < chapters->len; c++) {
        if (has_only_linked &&
            !tells_of_any(&chapters->at[c],
                          &lineage->columns[LINEAGE_PRACTICES])) {
            continue;
        }
        struct lineage_nodes *column = &lineage->columns[LINEAGE_CHAPTERS];
        const size_t at = column->len;
        *LIST_PUSH(context->arena, column) =
            (struct lineage_node){.chapter = &chapters->at[c]};
        const struct lineage_nodes *practices =
            &lineage->columns[LINEAGE_PRACTICES];
        for (size_t p = 0; p < practices->len; p++) {
            if (chapter_names(&chapters->at[c], practices->at[p].record->id)) {
                join(context, lineage, LINEAGE_CHAPTERS, at, p);
            }
        }
    }
}

struct lineage lineage_of(const struct page_context *context)
{
    struct lineage lineage = {0};
    choose_practices(context, &lineage);
    join_chapters(context, &lineage, false);
    join_grounds(context, &lineage);
    lineage_order(context->arena, &lineage);
    return lineage;
}

struct lineage lineage_around(const struct page_context *context,
                              const struct record *practice)
{
    struct lineage lineage = {.practices = 1};
    *LIST_PUSH(context->arena, &lineage.columns[LINEAGE_PRACTICES]) =
        (struct lineage_node){.record = practice};
    join_chapters(context, &lineage, true);
    join_grounds(context, &lineage);
    lineage_order(context->arena, &lineage);
    return lineage;
}
