/* Where comments that acknowledge findings stand, and how far each reaches. */

#include "record/directive.h"

/* A directive with this many lines of comments and blanks below it belongs to
 * nothing. */
enum { NEAR_LINES = 64 };

/* -- Comments of the body ------------------------------------------------- */

/* End of the line that holds the offset, its line end included. */
static size_t line_end(struct str text, size_t at)
{
    const size_t end = str_find_char(str_from(text, at), '\n');
    return end == STR_NONE ? text.len : at + end + 1;
}

static bool is_comment_line(struct str line)
{
    return str_starts(str_trim(line), S("<!--")) &&
           str_ends(str_trim(line), S("-->"));
}

/* From the comment's own line to the end of the next line that says something,
 * or of the paragraph that line is in. */
static size_t body_reach(struct str text, size_t at, enum reach reach)
{
    bool has_content = false;
    at = line_end(text, at);
    for (size_t i = 0; at < text.len && (has_content || i < NEAR_LINES); i++) {
        const size_t end = line_end(text, at);
        const struct str line = str_slice(text, at, end);
        const bool is_blank = str_is_blank(line);
        if (has_content && (reach == REACH_LINE || is_blank)) {
            break;
        }
        has_content |= !is_blank && !is_comment_line(line);
        at = end;
    }
    return at;
}

static void read_body_comments(struct reader *reader,
                               struct acknowledgements *list)
{
    const struct record *record = reader->record;
    const struct md_document *body = record->body;
    for (size_t i = 0; body && i < body->comment_count; i++) {
        struct directive_comment comment = {.place = body->comments[i].place};
        if (!directive_parse(reader, body->comments[i].text, &comment)) {
            continue;
        }
        struct place covers = directive_whole_file(record);
        if (comment.reach != REACH_FILE) {
            covers.start = comment.place.start;
            covers.end = body_reach(record->source->text, comment.place.end,
                                    comment.reach);
        }
        directive_add(reader, list, &comment, covers);
    }
}

/* -- Comments of the front matter ----------------------------------------- */

struct indented {
    size_t indent;
    struct str text; /* without the indentation */
    bool is_comment;
};

static struct indented indented_line(struct str line)
{
    struct indented result = {0};
    while (result.indent < line.len && line.ptr[result.indent] == ' ') {
        result.indent++;
    }
    result.text = str_trim(str_from(line, result.indent));
    result.is_comment = str_starts(result.text, S("#"));
    return result;
}

/* The offset where the field or entry below the comment ends: the next line
 * that is indented no deeper, list items of a key left aside. */
static size_t yaml_reach(struct str text, size_t at, size_t end, size_t indent)
{
    bool has_content = false, is_key = false;
    for (size_t i = 0; at < end && (has_content || i < NEAR_LINES); i++) {
        const size_t next = line_end(text, at);
        const struct indented line = indented_line(str_slice(text, at, next));
        const bool is_item = str_starts(line.text, S("-"));
        if (line.text.len > 0 && !line.is_comment) {
            if (has_content && line.indent <= indent &&
                !(is_item && is_key && line.indent == indent)) {
                break;
            }
            is_key = has_content ? is_key : !is_item;
            has_content = true;
        }
        at = next;
    }
    return at < end ? at : end;
}

static const struct yml_node *child_at(const struct yml_node *node, size_t i)
{
    return node->kind == YML_LIST ? node->items[i] : node->pairs[i].value;
}

/* True inside a scalar, where # is text. Children stand in file order. */
static bool is_in_scalar(const struct yml_node *node, size_t offset)
{
    if (offset < node->place.start || offset >= node->place.end) {
        return false;
    }
    if (node->kind == YML_SCALAR) {
        return true;
    }
    size_t low = 0, high = node->len;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct yml_node *child = child_at(node, middle);
        if (offset < child->place.start) {
            high = middle;
        } else if (offset >= child->place.end) {
            low = middle + 1;
        } else {
            return is_in_scalar(child, offset);
        }
    }
    return false;
}

/* Most records have no such comment, and are left after one search each. */
static bool names_directive(const struct project *project, struct str text)
{
    for (size_t i = 0; i < project->directive_count; i++) {
        if (str_find(text, project->directives[i].name) != STR_NONE) {
            return true;
        }
    }
    return false;
}

/* The offset behind the comment lines that go on with the directive at `at`. */
static size_t comment_end(struct reader *reader, size_t at, size_t end,
                          size_t indent)
{
    const struct str text = reader->record->source->text;
    for (at = line_end(text, at); at < end; at = line_end(text, at)) {
        const struct indented line =
            indented_line(str_slice(text, at, line_end(text, at)));
        struct directive_comment other = {0};
        if (!line.is_comment || line.indent != indent ||
            directive_parse(reader, str_from(line.text, 1), &other)) {
            break;
        }
    }
    return at < end ? at : end;
}

/* The comment lines as one text, without their marks. */
static struct str comment_text(struct arena *arena, struct str lines)
{
    char *out = ARENA_ARRAY(arena, char, lines.len + 1);
    size_t len = 0;
    struct str line;
    while (str_next_line(&lines, &line)) {
        const struct str words = str_from(indented_line(line).text, 1);
        for (size_t i = 0; i < words.len; i++) {
            out[len++] = words.ptr[i];
        }
        out[len++] = ' ';
    }
    return str_trim((struct str){out, len});
}

static void read_front_comments(struct reader *reader,
                                struct acknowledgements *list)
{
    const struct record *record = reader->record;
    const struct str text = record->source->text;
    const size_t end = record->span.yaml_end;
    size_t at = record->span.yaml_start;
    while (at < end) {
        const size_t next = line_end(text, at);
        const struct indented line = indented_line(str_slice(text, at, next));
        struct directive_comment comment = {0};
        if (!line.is_comment ||
            !directive_parse(reader, str_trim(str_from(line.text, 1)),
                             &comment) ||
            is_in_scalar(record->front, at + line.indent)) {
            at = next;
            continue;
        }
        const size_t start = at + line.indent;
        at = comment_end(reader, at, end, line.indent);
        const struct str words =
            comment_text(reader->arena, str_slice(text, start, at));
        directive_parse(reader, words, &comment);
        comment.place = (struct place){record->source, start, at - 1};
        struct place covers = directive_whole_file(record);
        if (comment.reach != REACH_FILE) {
            covers.start = start;
            covers.end = yaml_reach(text, at, end, line.indent);
        }
        directive_add(reader, list, &comment, covers);
    }
}

void read_directives(struct reader *reader)
{
    struct record *record = reader->record;
    const struct str front = str_slice(
        record->source->text, record->span.yaml_start, record->span.yaml_end);
    struct acknowledgements list = {.at = record->acknowledged,
                                    .len = record->acknowledged_count,
                                    .cap = record->acknowledged_count};
    if (record->front && names_directive(reader->project, front)) {
        read_front_comments(reader, &list);
    }
    read_body_comments(reader, &list);
    record->acknowledged = list.at;
    record->acknowledged_count = list.len;
}
