/* Which values of front matter are Markdown: the fields of prose, and the notes
 * within entries. */

#include "check/front_prose.h"

#include "base/ascii.h"

static void add(struct arena *arena, struct texts *lines, struct str text,
                struct place place)
{
    if (ascii_plain_run(text, "$]<") < text.len) {
        *LIST_PUSH(arena, lines) = (struct text_item){text, place};
    }
}

static void add_scalar(struct arena *arena, struct texts *lines,
                       const struct yml_node *node)
{
    if (node && node->kind == YML_SCALAR) {
        add(arena, lines, node->text, node->place);
    }
}

/* Of each entry of a list, or of a field that is one entry. */
static void add_part(struct arena *arena, struct texts *lines,
                     const struct yml_node *node, const char *part)
{
    if (node->kind != YML_LIST) {
        add_scalar(arena, lines, yml_get(node, part));
        return;
    }
    for (size_t i = 0; i < node->len; i++) {
        add_scalar(arena, lines, yml_get(node->items[i], part));
    }
}

static const struct {
    enum field field;
    const char *part;
} parts[] = {
    {FIELD_HISTORY, "note"},        {FIELD_CITATIONS, "note"},
    {FIELD_FORMERLY_CITED, "note"}, {FIELD_ABLATION, "note"},
    {FIELD_FLAGS, "text"},          {FIELD_VERSIONS, "withdrawn"},
    {FIELD_VERSIONS, "note"},
};

static bool is_line(enum field field)
{
    return field == FIELD_RETRACTED ||
           (field_infos[field].type == FIELD_TYPE_PROSE && field != FIELD_BODY);
}

struct texts front_prose_of_record(struct arena *arena,
                                   const struct record *record)
{
    struct texts lines = {0};
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const struct field_value *value = &record->fields[i];
        if (is_line((enum field)i) && value->presence == PRESENCE_FILLED) {
            add_scalar(arena, &lines, value->node);
        }
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const struct field_value *value = &record->fields[parts[i].field];
        if (value->presence == PRESENCE_FILLED) {
            add_part(arena, &lines, value->node, parts[i].part);
        }
    }
    for (size_t i = 0; record->extras && i < record->kind->extra_count; i++) {
        const struct field_value *value = &record->extras[i].value;
        if (value->presence == PRESENCE_FILLED) {
            add_scalar(arena, &lines, value->node);
        }
    }
    if (record->kind->role == ROLE_EXPERIMENT && record->front) {
        add_scalar(arena, &lines, yml_get(record->front, "needs"));
        add_scalar(arena, &lines, yml_get(record->front, "cost"));
    }
    return lines;
}

struct texts front_prose_of_chapter(struct arena *arena,
                                    const struct chapter *chapter)
{
    struct texts lines = {0};
    add(arena, &lines, chapter->summary, chapter->summary_place);
    for (size_t i = 0; i < chapter->constant_count; i++) {
        const struct chapter_constant *constant = &chapter->constants[i];
        add(arena, &lines, constant->reason, constant->place);
    }
    return lines;
}

struct place front_prose_place(const struct text_item *line, struct str bytes)
{
    struct place place = line->place;
    const size_t at =
        str_find(str_slice(place.source->text, place.start, place.end), bytes);
    if (bytes.len > 0 && at != STR_NONE) {
        place.start += at;
        place.end = place.start + bytes.len;
    }
    return place;
}
