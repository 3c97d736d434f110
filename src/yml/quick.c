/* Reads line by line; see quick.h. Every function that meets something it does
 * not know calls lose() and returns; callers look at is_lost once a line. */

#include "yml/quick.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

enum {
    MOST_BYTES = 64 << 10,
    MOST_DEPTH = 16,
    MOST_OPEN = 512, /* entries of a collection and all those around it */
};

struct quick {
    struct arena *arena;
    struct source *source;
    const char *text; /* of the source */
    size_t at, end;   /* every line up to `end` ends in a line feed */
    size_t depth;
    bool is_lost;
    /* What the collections that are being read have gathered, the outermost
     * first; of a list, the values alone. */
    struct yml_pair *open;
    size_t open_count;
};

static struct yml_node *lose(struct quick *q)
{
    q->is_lost = true;
    return NULL;
}

/* -- Bytes ----------------------------------------------------------------- */

/* Whether the document is text of whole lines without anything that libyaml
 * breaks lines at, refuses, or counts otherwise. */
static bool is_ordinary(struct str document)
{
    if (document.len == 0 || document.len > MOST_BYTES ||
        document.ptr[document.len - 1] != '\n') {
        return false;
    }
    for (;;) {
        document = str_from(document, ascii_plain_run(document, ""));
        if (document.len == 0) {
            return true;
        }
        const size_t before = document.len;
        const uint32_t c = utf8_next(&document);
        if (before - document.len == 1 || c < 0xa0 || c == 0x2028 ||
            c == 0x2029 || c == 0xfeff || c >= 0xfffe) {
            return false;
        }
    }
}

static size_t line_end(const struct quick *q, size_t at)
{
    const char *feed = memchr(q->text + at, '\n', q->end - at);
    return feed ? (size_t)(feed - q->text) : q->end;
}

static void skip_blanks(struct quick *q)
{
    while (q->text[q->at] == ' ') {
        q->at++;
    }
}

/* -- Lines ----------------------------------------------------------------- */

struct line {
    size_t indent;
    size_t first; /* the byte behind the indentation */
};

/* The next line that holds more than a comment; the reader then stands at its
 * start. False at the end. */
static bool next_line(struct quick *q, struct line *line)
{
    while (q->at < q->end) {
        size_t first = q->at;
        while (q->text[first] == ' ') {
            first++;
        }
        if (q->text[first] != '\n' && q->text[first] != '#') {
            *line = (struct line){first - q->at, first};
            return true;
        }
        q->at = line_end(q, first) + 1;
    }
    return false;
}

/* Past the end of the line, where nothing may stand any more. */
static void end_line(struct quick *q)
{
    skip_blanks(q);
    if (q->text[q->at] == '\n') {
        q->at++;
    } else {
        lose(q);
    }
}

static bool is_entry(const struct quick *q, size_t at)
{
    return q->text[at] == '-' && q->text[at + 1] == ' ';
}

/* -- Nodes ----------------------------------------------------------------- */

static struct yml_node *node_new(struct quick *q, enum yml_kind kind,
                                 size_t start, size_t end)
{
    struct yml_node *node = ARENA_NEW(q->arena, struct yml_node);
    node->kind = kind;
    node->place = (struct place){q->source, start, end};
    return node;
}

static struct yml_node *scalar_new(struct quick *q, enum yml_style style,
                                   size_t start, size_t end)
{
    struct yml_node *node = node_new(q, YML_SCALAR, start, end);
    const size_t quote = style != YML_PLAIN;
    node->style = style;
    node->text = (struct str){q->text + start + quote, end - start - 2 * quote};
    return node;
}

static void adopt(struct yml_node *parent, struct yml_node *child)
{
    child->parent = parent;
    child->is_flow |= parent->is_flow;
    if (child->place.end > parent->place.end) {
        parent->place.end = child->place.end;
    }
}

static void add_item(struct quick *q, struct yml_node *list,
                     struct yml_node *item)
{
    if (q->is_lost || q->open_count == MOST_OPEN) {
        lose(q);
        return;
    }
    q->open[q->open_count++].value = item;
    adopt(list, item);
}

/* `base` is how many entries were open when the list began. */
static struct yml_node *list_done(struct quick *q, struct yml_node *list,
                                  size_t base)
{
    if (q->is_lost) {
        return NULL;
    }
    list->len = q->open_count - base;
    list->items = ARENA_ARRAY(q->arena, struct yml_node *, list->len);
    for (size_t i = 0; i < list->len; i++) {
        list->items[i] = q->open[base + i].value;
    }
    q->open_count = base;
    return list;
}

/* Two equal keys are a fault, which is not told here. */
static void add_pair(struct quick *q, size_t base, struct yml_node *map,
                     struct yml_node *key, struct yml_node *value)
{
    if (q->is_lost || q->open_count == MOST_OPEN) {
        lose(q);
        return;
    }
    for (size_t i = base; i < q->open_count; i++) {
        if (str_equal(q->open[i].key->text, key->text)) {
            lose(q);
            return;
        }
    }
    q->open[q->open_count++] = (struct yml_pair){key, value};
    adopt(map, key);
    adopt(map, value);
}

static struct yml_node *map_done(struct quick *q, struct yml_node *map,
                                 size_t base)
{
    if (q->is_lost) {
        return NULL;
    }
    map->len = q->open_count - base;
    map->pairs = ARENA_ARRAY(q->arena, struct yml_pair, map->len);
    for (size_t i = 0; i < map->len; i++) {
        map->pairs[i] = q->open[base + i];
    }
    q->open_count = base;
    return map;
}

/* -- Keys ------------------------------------------------------------------ */

static bool is_key_char(char c)
{
    return ascii_is_alnum(c) || c == '_' || c == '-' || c == '.';
}

/* Bytes of the key that starts there and has its colon; 0 for none. */
static size_t key_length(const struct quick *q, size_t at)
{
    enum { LONGEST = 128 }; /* libyaml takes no more than 1,024 */
    size_t len = 0;
    if (!ascii_is_alnum(q->text[at]) && q->text[at] != '_') {
        return 0;
    }
    while (is_key_char(q->text[at + len]) && len < LONGEST) {
        len++;
    }
    const char behind = q->text[at + len] == ':' ? q->text[at + len + 1] : '\0';
    return behind == ' ' || behind == '\n' ? len : 0;
}

/* The key; the reader then stands behind its colon. */
static struct yml_node *read_key(struct quick *q, size_t at)
{
    const size_t len = key_length(q, at);
    if (len == 0) {
        return lose(q);
    }
    q->at = at + len + 1;
    return scalar_new(q, YML_PLAIN, at, at + len);
}

/* -- Values on one line ---------------------------------------------------- */

/* Signs that start something else than a plain value, or may. */
static bool starts_plain(char c)
{
    return !strchr("-?:,[]{}#&*!|>'\"%@` \n", c);
}

static struct yml_node *read_plain(struct quick *q)
{
    const size_t start = q->at;
    size_t end = line_end(q, start);
    if (!starts_plain(q->text[start])) {
        return lose(q);
    }
    for (size_t i = start; i < end; i++) {
        const char c = q->text[i];
        if ((c == ':' && (q->text[i + 1] == ' ' || q->text[i + 1] == '\n')) ||
            (c == '#' && q->text[i - 1] == ' ')) {
            return lose(q);
        }
    }
    while (q->text[end - 1] == ' ') {
        end--;
    }
    q->at = end;
    return scalar_new(q, YML_PLAIN, start, end);
}

/* `''` within single quotes is one. */
static struct str without_escapes(struct quick *q, struct str text)
{
    char *copy = arena_alloc(q->arena, text.len + 1, 1);
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        copy[len++] = text.ptr[i];
        i += text.ptr[i] == '\'';
    }
    return (struct str){copy, len};
}

static struct yml_node *read_single_quoted(struct quick *q)
{
    const size_t start = q->at;
    bool has_escapes = false;
    size_t end = start + 1;
    while (q->text[end] != '\n' &&
           (q->text[end] != '\'' || q->text[end + 1] == '\'')) {
        has_escapes |= q->text[end] == '\'';
        end += q->text[end] == '\'' ? 2 : 1;
    }
    if (q->text[end] == '\n') {
        return lose(q);
    }
    q->at = end + 1;
    struct yml_node *node = scalar_new(q, YML_SINGLE_QUOTED, start, end + 1);
    if (has_escapes) {
        node->text = without_escapes(q, node->text);
    }
    return node;
}

static struct yml_node *read_double_quoted(struct quick *q)
{
    const size_t start = q->at;
    size_t end = start + 1;
    while (!strchr("\"\\\n", q->text[end])) {
        end++;
    }
    if (q->text[end] != '"') {
        return lose(q);
    }
    q->at = end + 1;
    return scalar_new(q, YML_DOUBLE_QUOTED, start, end + 1);
}

/* -- Brackets -------------------------------------------------------------- */

static struct yml_node *read_flow(struct quick *q);

/* None of the signs that mean something within brackets. */
static bool is_flow_plain(char c)
{
    return ascii_is_alnum(c) || (unsigned char)c >= 0x80 ||
           (c != '\0' && strchr(" _.-/()+%;='", c));
}

static struct yml_node *read_flow_plain(struct quick *q)
{
    const size_t start = q->at;
    size_t end = start;
    if (!ascii_is_alnum(q->text[start]) &&
        (unsigned char)q->text[start] < 0x80) {
        return lose(q);
    }
    while (is_flow_plain(q->text[end])) {
        end++;
    }
    q->at = end;
    while (q->text[end - 1] == ' ') {
        end--;
    }
    return scalar_new(q, YML_PLAIN, start, end);
}

/* Past the comma behind an entry, or stays at the closing bracket. False when
 * the collection is read to its end. */
static bool next_entry(struct quick *q, char close)
{
    skip_blanks(q);
    if (q->is_lost || q->text[q->at] == close) {
        return false;
    }
    if (q->text[q->at] != ',') {
        lose(q);
        return false;
    }
    q->at++;
    skip_blanks(q);
    if (q->text[q->at] == close) {
        lose(q);
    }
    return !q->is_lost;
}

static struct yml_node *flow_new(struct quick *q, enum yml_kind kind)
{
    struct yml_node *node = node_new(q, kind, q->at, q->at + 1);
    node->is_flow = true;
    q->at++;
    skip_blanks(q);
    return node;
}

static void flow_end(struct quick *q, struct yml_node *node)
{
    node->place.end = ++q->at;
}

static struct yml_node *read_flow_list(struct quick *q)
{
    struct yml_node *list = flow_new(q, YML_LIST);
    const size_t base = q->open_count;
    if (q->text[q->at] != ']') {
        do {
            add_item(q, list, read_flow(q));
        } while (!q->is_lost && next_entry(q, ']'));
    }
    flow_end(q, list);
    return list_done(q, list, base);
}

static struct yml_node *read_flow_map(struct quick *q)
{
    struct yml_node *map = flow_new(q, YML_MAP);
    const size_t base = q->open_count;
    if (q->text[q->at] != '}') {
        do {
            struct yml_node *key = read_key(q, q->at);
            skip_blanks(q);
            add_pair(q, base, map, key, read_flow(q));
        } while (!q->is_lost && next_entry(q, '}'));
    }
    flow_end(q, map);
    return map_done(q, map, base);
}

/* A value within brackets, or one in brackets. */
static struct yml_node *read_flow(struct quick *q)
{
    if (q->is_lost || q->depth == MOST_DEPTH) {
        return lose(q);
    }
    struct yml_node *node = NULL;
    q->depth++;
    switch (q->text[q->at]) {
    case '[':
        node = read_flow_list(q);
        break;
    case '{':
        node = read_flow_map(q);
        break;
    case '\'':
        node = read_single_quoted(q);
        break;
    case '"':
        node = read_double_quoted(q);
        break;
    default:
        node = read_flow_plain(q);
    }
    q->depth--;
    return node;
}

/* A value that starts and ends on its line. */
static struct yml_node *read_inline(struct quick *q)
{
    const bool is_marked = strchr("[{'\"", q->text[q->at]) != NULL;
    struct yml_node *node = is_marked ? read_flow(q) : read_plain(q);
    if (!q->is_lost) {
        end_line(q);
    }
    return node;
}

/* -- Text over several lines ----------------------------------------------- */

/* How the header after the key wants the text. */
struct header {
    bool is_folded;
    bool is_stripped; /* no line feed at its end */
};

static struct header read_header(struct quick *q)
{
    struct header header = {.is_folded = q->text[q->at++] == '>'};
    header.is_stripped = q->text[q->at] == '-';
    q->at += header.is_stripped;
    if (q->text[q->at] == '\n') {
        q->at++;
    } else {
        lose(q);
    }
    return header;
}

/* One line of such a text: blank ones have no text. */
struct text_line {
    size_t indent;
    struct str text; /* behind the indentation */
};

static struct text_line text_line(const struct quick *q, size_t at)
{
    size_t first = at;
    const size_t end = line_end(q, first);
    while (first < end && q->text[first] == ' ') {
        first++;
    }
    return (struct text_line){first - at, {q->text + first, end - first}};
}

struct writer {
    char *ptr;
    size_t len;
};

static void put(struct writer *writer, const char *bytes, size_t len)
{
    memcpy(writer->ptr + writer->len, bytes, len);
    writer->len += len;
}

/* Line feeds and blanks between two lines: one line end folds to a blank, and
 * each blank line is a line feed. */
static void put_break(struct writer *writer, struct header header,
                      size_t blank_lines)
{
    if (header.is_folded && blank_lines == 0) {
        put(writer, " ", 1);
    }
    for (size_t i = header.is_folded; i <= blank_lines; i++) {
        put(writer, "\n", 1);
    }
}

/* The lines of at least that indentation; `last` is the end of the last one
 * that is not blank. */
static void read_lines(struct quick *q, struct header header, size_t indent,
                       struct writer *writer, size_t *last)
{
    size_t blank_lines = 0;
    while (q->at < q->end) {
        const struct text_line line = text_line(q, q->at);
        const bool is_blank = line.text.len == 0;
        const bool is_deeper = line.indent > indent;
        if (!is_blank && line.indent < indent) {
            return;
        }
        if ((is_deeper && (is_blank || header.is_folded)) ||
            (!is_blank && line.text.ptr[line.text.len - 1] == ' ')) {
            lose(q);
            return;
        }
        q->at += line.indent + line.text.len + 1;
        if (is_blank) {
            blank_lines++;
            continue;
        }
        if (writer->len > 0) {
            put_break(writer, header, blank_lines);
        }
        const size_t more = line.indent - indent;
        put(writer, line.text.ptr - more, line.text.len + more);
        blank_lines = 0;
        *last = q->at - 1;
    }
}

/* Bytes of the lines that read_lines will take, which is more than it
 * writes. */
static size_t lines_length(const struct quick *q, size_t indent)
{
    size_t at = q->at;
    while (at < q->end) {
        const struct text_line line = text_line(q, at);
        if (line.text.len > 0 && line.indent < indent) {
            break;
        }
        at += line.indent + line.text.len + 1;
    }
    return at - q->at;
}

/* `indent` is that of the map whose value it is. */
static struct yml_node *read_text(struct quick *q, size_t indent)
{
    const size_t start = q->at;
    const struct header header = read_header(q);
    if (q->is_lost || q->at == q->end) {
        return lose(q);
    }
    const struct text_line first = text_line(q, q->at);
    if (first.text.len == 0 || first.indent <= indent) {
        return lose(q);
    }
    const size_t most = lines_length(q, first.indent);
    struct writer writer = {arena_alloc(q->arena, most, 1), 0};
    size_t last = start;
    read_lines(q, header, first.indent, &writer, &last);
    struct line next;
    if (q->is_lost || (next_line(q, &next) && next.indent > indent)) {
        return lose(q);
    }
    if (!header.is_stripped) {
        put(&writer, "\n", 1);
    }
    struct yml_node *node = node_new(q, YML_SCALAR, start, last);
    node->style = header.is_folded ? YML_FOLDED : YML_LITERAL;
    node->text = (struct str){writer.ptr, writer.len};
    return node;
}

/* -- Maps and lists by indentation ----------------------------------------- */

static struct yml_node *read_map(struct quick *q, size_t indent, size_t first);
static struct yml_node *read_list(struct quick *q, size_t indent,
                                  bool is_indented);

/* What stands on the lines below a key. */
static struct yml_node *read_below(struct quick *q, size_t indent)
{
    struct line line;
    if (!next_line(q, &line) || line.indent < indent) {
        return lose(q);
    }
    if (is_entry(q, line.first)) {
        return read_list(q, line.indent, line.indent > indent);
    }
    return line.indent > indent ? read_map(q, line.indent, line.first)
                                : lose(q);
}

static struct yml_node *read_value(struct quick *q, size_t indent)
{
    skip_blanks(q);
    switch (q->text[q->at]) {
    case '\n':
        q->at++;
        return read_below(q, indent);
    case '|':
    case '>':
        return read_text(q, indent);
    default:
        return read_inline(q);
    }
}

/* `first` is where its first key stands, in the column `indent`. */
static struct yml_node *read_map(struct quick *q, size_t indent, size_t first)
{
    struct yml_node *map = node_new(q, YML_MAP, first, first);
    const size_t base = q->open_count;
    struct line line = {indent, first};
    if (q->depth++ == MOST_DEPTH) {
        return lose(q);
    }
    do {
        struct yml_node *key = read_key(q, line.first);
        struct yml_node *value = q->is_lost ? NULL : read_value(q, indent);
        add_pair(q, base, map, key, value);
        if (q->is_lost) {
            return NULL;
        }
    } while (next_line(q, &line) && line.indent == indent);
    q->depth--;
    /* A line that is deeper goes on with the last value. */
    return q->at < q->end && line.indent > indent ? lose(q)
                                                  : map_done(q, map, base);
}

static struct yml_node *read_item(struct quick *q, struct line line)
{
    q->at = line.first + 1;
    skip_blanks(q);
    const size_t column = line.indent + (q->at - line.first);
    return key_length(q, q->at) > 0 ? read_map(q, column, q->at)
                                    : read_inline(q);
}

/* A list may stand in the column of its key: is_indented is false then, and a
 * line without a hyphen ends it. */
static struct yml_node *read_list(struct quick *q, size_t indent,
                                  bool is_indented)
{
    const size_t start = q->at + indent;
    struct yml_node *list = node_new(q, YML_LIST, start, start + !is_indented);
    const size_t base = q->open_count;
    struct line line = {indent, start};
    if (q->depth++ == MOST_DEPTH) {
        return lose(q);
    }
    bool has_more = true;
    while (has_more && line.indent == indent && is_entry(q, line.first)) {
        add_item(q, list, read_item(q, line));
        if (q->is_lost) {
            return NULL;
        }
        has_more = next_line(q, &line);
    }
    q->depth--;
    const bool goes_on =
        has_more && line.indent >= indent + (is_indented ? 0 : 1);
    return goes_on ? lose(q) : list_done(q, list, base);
}

/* -- The document ---------------------------------------------------------- */

struct yml_node *yml_quick(struct arena *arena, struct source *source,
                           size_t start, size_t end)
{
    const struct str document = str_slice(source->text, start, end);
    if (!is_ordinary(document)) {
        return NULL;
    }
    struct yml_pair open[MOST_OPEN]; /* zeroing it would cost as much again */
    struct quick q = {.arena = arena,
                      .open = open,
                      .source = source,
                      .text = source->text.ptr,
                      .at = start,
                      .end = start + document.len};
    const struct arena_mark mark = arena_mark(arena);
    struct line line;
    struct yml_node *root = NULL;
    if (next_line(&q, &line) && line.indent == 0) {
        root = read_map(&q, 0, line.first);
    }
    if (!root || q.is_lost || q.at < q.end) {
        arena_rewind(arena, mark);
        return NULL;
    }
    return root;
}
