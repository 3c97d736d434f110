/* The experiments that a part of the site shows. Evidence is large and there
 * may be much of it, so only what is shown is read, and what is decided
 * together with it. */

#include "render/partial.h"

#include <string.h>

/* ---- Which ------------------------------------------------------------ */

bool partial_ask_experiments(struct partial *part, struct page *page,
                             struct failure *failure)
{
    struct node node = {0};
    bool is_found = false;
    enum trace_kind kind = TRACE_RECORD;
    struct str name = {0};
    if (!graph_get(&part->build->graph, GRAPH_PAGE, page->place, &node,
                   &is_found, failure)) {
        return false;
    }
    part->is_short |= !is_found;
    page->trace = node.value;
    while (trace_next(&node.value, &kind, &name)) {
        if (kind == TRACE_EXPERIMENT) {
            *map_slot(part->arena, &part->experiments, name) = part;
        }
    }
    return true;
}

struct known {
    struct str id, digest, families;
};

struct choosing {
    struct arena *arena;
    struct known *at; /* all experiments of the graph */
    size_t len, cap;
    struct map chosen; /* ids */
};

static void meet_digest(void *context, const struct node *node)
{
    struct choosing *choosing = context;
    *LIST_PUSH(choosing->arena, choosing) = (struct known){
        arena_copy(choosing->arena, node->key),
        arena_copy(choosing->arena, node->stamp),
        arena_copy(choosing->arena, node->value),
    };
}

static bool share_family(const struct known *a, const struct known *b)
{
    const size_t size = sizeof(uint64_t);
    for (size_t i = 0; i + size <= a->families.len; i += size) {
        for (size_t j = 0; j + size <= b->families.len; j += size) {
            if (memcmp(a->families.ptr + i, b->families.ptr + j, size) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool is_chosen(const struct choosing *choosing, const struct known *one)
{
    return map_get(&choosing->chosen, one->id) != NULL;
}

static void choose(struct choosing *choosing, struct str id)
{
    *map_slot(choosing->arena, &choosing->chosen, id) = choosing;
}

/* Whatever shares a family with what is chosen, until nothing is added. */
static void choose_families(struct choosing *choosing)
{
    bool is_closed = false;
    while (!is_closed) {
        is_closed = true;
        for (size_t i = 0; i < choosing->len; i++) {
            const struct known *one = &choosing->at[i];
            for (size_t j = 0; j < choosing->len && !is_chosen(choosing, one);
                 j++) {
                if (is_chosen(choosing, &choosing->at[j]) &&
                    share_family(one, &choosing->at[j])) {
                    choose(choosing, one->id);
                    is_closed = false;
                }
            }
        }
    }
}

/* ---- Reading them ----------------------------------------------------- */

/* The library with the records of the chosen plans and no others. */
static struct library plans_library(struct partial *part,
                                    const struct choosing *choosing)
{
    struct library library = *part->library;
    const struct map *chosen = &choosing->chosen;
    library.records = ARENA_ARRAY(part->arena, struct record *, chosen->len);
    library.record_count = 0;
    for (size_t i = 0; i < chosen->len; i++) {
        struct record *record = library_find(part->library, chosen->at[i].key);
        if (record != NULL) {
            library.records[library.record_count++] = record;
        }
    }
    return library;
}

static void keep_digests(struct partial *part, const struct choosing *choosing)
{
    struct map *digests = &part->build->prints.digests;
    for (size_t i = 0; i < choosing->len; i++) {
        struct sha256_hex *hex = ARENA_NEW(part->arena, struct sha256_hex);
        const struct str digest = choosing->at[i].digest;
        if (digest.len == sizeof hex->text - 1) {
            memcpy(hex->text, digest.ptr, digest.len);
            *map_slot(part->arena, digests, choosing->at[i].id) = hex;
        }
    }
}

static void load(struct partial *part, const struct choosing *choosing)
{
    const struct library library = plans_library(part, choosing);
    part->plans = plans_load(part->arena, &library, &part->diags);
    part->evidences = evidences_load_some(part->arena, &library, &part->plans,
                                          &choosing->chosen, &part->diags);
    for (size_t i = 0; i < part->diags.len; i++) {
        part->is_short |= is_unreadable_evidence(&part->diags.at[i]);
    }
}

bool partial_load_experiments(struct partial *part, struct failure *failure)
{
    struct site *site = &part->build->site;
    struct choosing choosing = {.arena = part->arena};
    if (part->experiments.len > 0) {
        for (size_t i = 0; i < part->experiments.len; i++) {
            choose(&choosing, part->experiments.at[i].key);
        }
        if (!graph_each(&part->build->graph, GRAPH_DIGEST, meet_digest,
                        &choosing, failure)) {
            return false;
        }
        choose_families(&choosing);
        keep_digests(part, &choosing);
        load(part, &choosing);
    }
    site->experiments = &part->experiments;
    site->is_short = &part->is_short;
    site->input.library = part->library;
    site->input.plans = &part->plans;
    site->input.evidences = &part->evidences;
    site->input.diags = &part->diags;
    return true;
}
