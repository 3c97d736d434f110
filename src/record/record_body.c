/* The Markdown body. In a .md file it is a range of the file. In a .yaml file
 * it is the text of `body:`, without its indentation; there the places that
 * the Markdown parser reports are led back to the file's own bytes. */

#include "record/record_read.h"

/* Where a line of the body's text lies in the file. */
struct line_origin {
    size_t start;  /* of the line in the body's text */
    size_t origin; /* of its first byte in the file */
};

struct body_map {
    struct source *file, *text;
    struct line_origin *lines;
    size_t line_count;
    struct place whole; /* of the value, for what cannot be led back */
};

static size_t origin_of(const struct body_map *map, size_t offset)
{
    size_t low = 0, high = map->line_count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (map->lines[middle].start <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return map->lines[low].origin + (offset - map->lines[low].start);
}

static void lead_back(const struct body_map *map, struct place *place)
{
    if (place->source != map->text) {
        return;
    }
    if (map->line_count == 0) {
        *place = map->whole;
        return;
    }
    place->source = map->file;
    place->start = origin_of(map, place->start);
    place->end = origin_of(map, place->end);
}

/* A literal block keeps its lines: each is the file's line without the
 * indentation, so that the first non-blank text of both must be the same. */
static void map_lines(struct arena *arena, struct body_map *map,
                      const struct yml_node *node)
{
    struct str text = map->text->text;
    struct str file =
        str_slice(map->file->text, node->place.start, node->place.end);
    const size_t header = str_find_char(file, '\n');
    if (node->style != YML_LITERAL || header == STR_NONE) {
        return;
    }
    struct str rest = str_from(file, header + 1);
    struct {
        struct line_origin *at;
        size_t len, cap;
    } lines = {0};
    while (text.len > 0) {
        struct str line, raw;
        const size_t start = (size_t)(text.ptr - map->text->text.ptr);
        const char *raw_start = rest.ptr;
        str_next_line(&text, &line);
        if (!str_next_line(&rest, &raw) || !str_ends(raw, line)) {
            return;
        }
        const size_t indent = raw.len - line.len;
        const size_t origin = (size_t)(raw_start - map->file->text.ptr);
        *LIST_PUSH(arena, &lines) =
            (struct line_origin){start, origin + indent};
    }
    map->lines = lines.at;
    map->line_count = lines.len;
}

static void lead_document_back(const struct body_map *map,
                               struct md_document *document)
{
    for (size_t i = 0; i < document->heading_count; i++) {
        lead_back(map, &document->headings[i].place);
    }
    for (size_t i = 0; i < document->reference_count; i++) {
        lead_back(map, &document->references[i].place);
    }
    for (size_t i = 0; i < document->comment_count; i++) {
        lead_back(map, &document->comments[i].place);
    }
    for (size_t i = 0; i < document->link_count; i++) {
        lead_back(map, &document->links[i].place);
    }
    for (size_t i = 0; i < document->formula_count; i++) {
        lead_back(map, &document->formulas[i].place);
    }
}

static struct md_options body_options(const struct reader *reader)
{
    return (struct md_options){.prefixes = &reader->project->prefixes,
                               .keeps_tree = reader->project->keeps_trees};
}

static void read_yaml_body(struct reader *reader, const struct yml_node *node)
{
    struct record *record = reader->record;
    const struct md_options options = body_options(reader);
    struct body_map map = {
        .file = record->source,
        .text = source_new(reader->arena, record->source->path, node->text),
        .whole = node->place};
    map_lines(reader->arena, &map, node);
    const size_t known = reader->diags->len;
    record->body = md_parse(reader->arena, map.text, 0, node->text.len,
                            &options, reader->diags);
    for (size_t i = known; i < reader->diags->len; i++) {
        lead_back(&map, &reader->diags->at[i].place);
    }
    if (record->body) {
        lead_document_back(&map, record->body);
    }
}

static void report_two_bodies(struct reader *reader)
{
    const struct field_value *field = &reader->record->fields[FIELD_BODY];
    struct diag *diag =
        reader_fault(reader, "field-wrong-role", field->key->place,
                     field->key->text, "\"body\" belongs in .yaml files");
    diag_hint(reader->diags, diag,
              "here the body is what follows the second `---`");
}

void read_body(struct reader *reader)
{
    struct record *record = reader->record;
    const struct yml_front *span = &record->span;
    const struct field_value *field = &record->fields[FIELD_BODY];
    const bool has_range = span->body_end > span->body_start;
    if (span->is_present && !span->is_closed) {
        return; /* nobody knows where the body would begin */
    }
    if (field->presence == PRESENCE_FILLED &&
        span->yaml_end < span->body_start) {
        report_two_bodies(reader);
    } else if (field->presence == PRESENCE_FILLED &&
               field->node->kind == YML_SCALAR) {
        read_yaml_body(reader, field->node);
        return;
    }
    if (has_range) {
        const struct md_options options = body_options(reader);
        record->body = md_parse(reader->arena, record->source, span->body_start,
                                span->body_end, &options, reader->diags);
    }
}
