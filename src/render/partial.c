/* Names in a table, links in a row, records on demand. */

#include "render/partial.h"

static struct record *fetch(void *context, struct str id);
static const struct sha256_hex *partial_card(void *context, struct str id);

void partial_start(struct partial *part, struct build *build,
                   const struct inputs *inputs)
{
    struct arena *arena = build->site.arena;
    size_t slots = 16;
    while (slots < 4 * inputs->len) {
        slots *= 2;
    }
    *part = (struct partial){
        .arena = arena,
        .inputs = inputs,
        .build = build,
        .diags = {.arena = arena},
        .names = ARENA_ARRAY(arena, struct partial_name, slots),
        .slot_count = slots,
        .links = ARENA_ARRAY(arena, struct partial_links, inputs->len),
        .records = ARENA_ARRAY(arena, struct record *, inputs->len),
        .facts = ARENA_ARRAY(arena, struct facts *, inputs->len),
    };
    bool is_incomplete = false; /* what cannot be read sends to a whole build */
    part->library = library_part(arena, build->site.input.project, fetch, part);
    part->library->chapters = chapters_load(arena, build->site.input.project,
                                            NULL, &part->diags, &is_incomplete);
    build->prints.site = &build->site;
    build->prints.card_of = partial_card;
    build->prints.card_context = part;
}

/* ---- Names and links -------------------------------------------------- */

/* The slot of the name, or the empty one where it belongs. */
static size_t slot_of(const struct partial *part, uint64_t name)
{
    size_t slot = (size_t)name & (part->slot_count - 1);
    while (part->names[slot].name != 0 && part->names[slot].name != name) {
        slot = (slot + 1) & (part->slot_count - 1);
    }
    return slot;
}

/* Two with one name cannot be told apart. */
static void add_name(struct partial *part, uint64_t name, size_t input,
                     bool is_former)
{
    struct partial_name *slot = &part->names[slot_of(part, name)];
    if (slot->name != 0 || name == 0 ||
        ++part->name_count > part->slot_count / 2) {
        part->is_short = true;
        return;
    }
    *slot = (struct partial_name){name, (uint32_t)input, is_former};
}

static void add_target(struct partial *part, uint64_t target)
{
    if (part->target_count == part->target_cap) {
        struct {
            uint64_t *at;
            size_t len, cap;
        } grown = {part->targets, part->target_count, part->target_cap};
        list_grow(part->arena, &grown.at, sizeof *grown.at);
        part->targets = grown.at;
        part->target_cap = grown.cap;
    }
    part->targets[part->target_count++] = target;
}

void partial_learn(struct partial *part, size_t input, struct str facts)
{
    const size_t name_count = facts_name_count(facts);
    const size_t link_count = facts_link_count(facts);
    for (size_t i = 0; i < name_count; i++) {
        add_name(part, facts_name_at(facts, i), input, i > 0);
    }
    part->links[input] = (struct partial_links){part->target_count, link_count};
    for (size_t i = 0; i < link_count; i++) {
        add_target(part, facts_target_at(facts, i));
    }
}

int64_t partial_find(const struct partial *part, uint64_t name, bool *is_former)
{
    const struct partial_name *found = &part->names[slot_of(part, name)];
    *is_former = found->is_former;
    return found->name != 0 ? (int64_t)found->input : PARTIAL_NONE;
}

void partial_mark_linking(const struct partial *part, const bool *marked,
                          bool *linking)
{
    for (size_t i = 0; i < part->inputs->len; i++) {
        const struct partial_links links = part->links[i];
        for (size_t l = 0; l < links.len && !linking[i]; l++) {
            bool is_former = false;
            const int64_t to =
                partial_find(part, part->targets[links.start + l], &is_former);
            linking[i] = to != PARTIAL_NONE && marked[to];
        }
    }
}

/* ---- Facts ------------------------------------------------------------ */

const struct facts *partial_facts(struct partial *part, size_t input)
{
    struct graph *graph = &part->build->graph;
    struct failure ignored = {0};
    struct node node = {0};
    bool is_found = false;
    if (part->facts[input] != NULL) {
        return part->facts[input];
    }
    struct facts *facts = ARENA_NEW(part->arena, struct facts);
    if (!graph_get(graph, GRAPH_FILE, part->inputs->at[input].path, &node,
                   &is_found, &ignored) ||
        !is_found || !facts_read(part->arena, node.value, facts)) {
        part->is_short = true;
        return NULL;
    }
    part->facts[input] = facts;
    return facts;
}

static bool is_called(const struct facts *facts, struct str id)
{
    return str_equal(facts->id, id) || strs_has(&facts->former, id);
}

/* The facts of the record with this id, or NULL. */
static const struct facts *facts_called(struct partial *part, struct str id,
                                        size_t *input)
{
    bool is_former = false;
    const int64_t found = partial_find(part, facts_name(id), &is_former);
    if (found == PARTIAL_NONE) {
        return NULL;
    }
    *input = (size_t)found;
    const struct facts *facts = partial_facts(part, *input);
    return facts != NULL && is_called(facts, id) ? facts : NULL;
}

/* The card of the record with this id, for fingerprints. */
static const struct sha256_hex *partial_card(void *context, struct str id)
{
    size_t input = 0;
    const struct facts *facts = facts_called(context, id, &input);
    return facts != NULL ? &facts->prints.card : NULL;
}

/* ---- Records ---------------------------------------------------------- */

/* The first line is the record's page, the second its history. */
void partial_place(struct partial *part, const struct record *record,
                   const struct facts *facts)
{
    struct site *site = &part->build->site;
    struct map *const maps[] = {&site->places, &site->histories};
    struct str rest = facts->pages;
    struct str line = {0};
    for (size_t i = 0; i < 2 && str_next_line(&rest, &line); i++) {
        struct str *kept = ARENA_NEW(part->arena, struct str);
        *kept = line;
        *map_slot(part->arena, maps[i], record->source->path) = kept;
    }
}

void partial_set_record(struct partial *part, size_t input,
                        struct record *record,
                        const struct record_prints *prints)
{
    struct build *build = part->build;
    struct record_prints *kept = ARENA_NEW(part->arena, struct record_prints);
    *kept = *prints;
    part->records[input] = record;
    build->summary->read++;
    *map_slot(part->arena, &build->prints.records, record->source->path) = kept;
    library_add(part->library, record);
}

struct record *partial_record(struct partial *part, size_t input)
{
    if (part->records[input] != NULL) {
        return part->records[input];
    }
    const struct facts *facts = partial_facts(part, input);
    const struct library_file *file = part->inputs->at[input].file;
    if (facts == NULL || file == NULL) {
        part->is_short = true;
        return NULL;
    }
    struct record *record = library_read_one(
        part->arena, part->build->site.input.project, file, &part->diags);
    if (record == NULL) {
        part->is_short = true;
        return NULL;
    }
    partial_place(part, record, facts);
    partial_set_record(part, input, record, &facts->prints);
    return record;
}

void partial_follow_links(struct partial *part, struct record *record)
{
    for (size_t i = 0; i < record->links.len; i++) {
        struct link *link = &record->links.at[i];
        link->to = library_find(part->library, link->id);
    }
}

static struct record *fetch(void *context, struct str id)
{
    struct partial *part = context;
    size_t input = 0;
    return facts_called(part, id, &input) != NULL ? partial_record(part, input)
                                                  : NULL;
}
