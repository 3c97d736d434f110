/* The index of words after bodies moved: the parts that they are in are made
 * again, from their records alone. Heads rest on cards, of which none moved. */

#include "render/rebuild.h"

struct members {
    struct search_member *at;
    size_t len, cap;
};

static struct str first_page(const struct facts *facts)
{
    struct str pages = facts->pages;
    struct str place = {0};
    str_next_line(&pages, &place);
    return place;
}

/* What no page asked for is read for its prose alone and belongs to nothing. */
static const struct record *read_member(struct rebuild *rebuild, size_t input)
{
    struct partial *part = &rebuild->part;
    return part->records[input] != NULL
               ? part->records[input]
               : library_read_one(
                     part->arena, rebuild->build.site.input.project,
                     rebuild->inputs->at[input].file, &part->diags);
}

static void add_member(struct rebuild *rebuild, struct members *members,
                       size_t input)
{
    struct partial *part = &rebuild->part;
    const struct facts *facts = partial_facts(part, input);
    const struct str place = facts != NULL ? first_page(facts) : S("");
    if (place.len == 0) {
        return;
    }
    const struct record *record = read_member(rebuild, input);
    const struct record_prints *moved = map_get(
        &rebuild->build.prints.records, rebuild->inputs->at[input].path);
    if (record == NULL) {
        part->is_short = true;
        return;
    }
    *LIST_PUSH(part->arena, members) = (struct search_member){
        place, record, moved != NULL ? moved : &facts->prints};
}

static bool make_part(struct rebuild *rebuild, size_t which, size_t parts)
{
    const struct inputs *inputs = rebuild->inputs;
    struct members members = {0};
    for (size_t i = 0; i < inputs->len; i++) {
        if (inputs->at[i].file != NULL &&
            search_part_of(inputs->at[i].path, parts) == which) {
            add_member(rebuild, &members, i);
        }
    }
    return rebuild->part.is_short ||
           build_search_part(&rebuild->build, which, members.at, members.len);
}

bool rebuild_search(struct rebuild *rebuild)
{
    const size_t parts = search_parts(rebuild->inputs->files.len);
    bool *is_done = ARENA_ARRAY(rebuild->part.arena, bool, parts);
    for (size_t i = 0; i < rebuild->moved.len; i++) {
        const size_t input = rebuild->moved.at[i].input;
        const size_t which =
            search_part_of(rebuild->inputs->at[input].path, parts);
        if (!rebuild->is_read[input] || is_done[which]) {
            continue;
        }
        is_done[which] = true;
        if (!make_part(rebuild, which, parts)) {
            return false;
        }
    }
    return true;
}
