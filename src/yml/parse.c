/* From libyaml's events to a tree. The composer is ours because libyaml's own
 * keeps the last of two equal keys, expands aliases, guesses types and
 * forgets where things stood. */

#include "yml/yml.h"

#include <string.h>
#include <yaml.h>

#include "base/bug.h"
#include "base/map.h"
#include "yml/problem.h"
#include "yml/quick.h"
#include "yml/text.h"

enum { MOST_TAB_REPORTS = 20 };

struct composer {
    struct arena *arena;
    struct diags *diags;
    struct yml_text text;
    yaml_parser_t *parser;
    size_t node_count;
    bool is_stopped; /* nothing more can be read */
    size_t tab;      /* byte of a tab that stopped libyaml, or STR_NONE */
};

static struct place place_of(struct composer *c, size_t start, size_t end)
{
    size_t first = yml_text_byte(&c->text, start);
    size_t last = yml_text_byte(&c->text, end);
    struct place place = {c->text.source, yml_text_origin(&c->text, first),
                          yml_text_origin(&c->text, last)};
    /* An end right behind a cut belongs before it. */
    if (last > first) {
        place.end = yml_text_origin(&c->text, last - 1) + 1;
    }
    return place;
}

static struct place event_place(struct composer *c, const yaml_event_t *event)
{
    return place_of(c, event->start_mark.index, event->end_mark.index);
}

static void report_problem(struct composer *c)
{
    const yaml_parser_t *parser = c->parser;
    const char *what = parser->problem ? parser->problem : "unreadable";
    const struct yml_problem *known = yml_problem(parser->context, what);
    const yaml_mark_t *mark = &parser->problem_mark;
    if (known && known->is_at_start && parser->context) {
        mark = &parser->context_mark;
    }
    struct place place = place_of(c, mark->index, mark->index);
    struct diag *diag = diag_add(c->diags, SEVERITY_ERROR, "yaml-syntax", place,
                                 "%s", known ? known->message : what);
    if (known) {
        diag_hint(c->diags, diag, "%s", known->hint);
    }
}

/* The next event, or false when the text cannot be read any further. A tab
 * where only blanks may stand is not reported here: it is replaced and the
 * text read again. */
static bool next_event(struct composer *c, yaml_event_t *event)
{
    if (c->is_stopped) {
        return false;
    }
    if (yaml_parser_parse(c->parser, event)) {
        return true;
    }
    c->is_stopped = true;
    size_t at = yml_text_byte(&c->text, c->parser->problem_mark.index);
    if (at < c->text.len && c->text.ptr[at] == '\t') {
        c->tab = at;
    } else {
        report_problem(c);
    }
    return false;
}

static void stop(struct composer *c, const char *rule, struct place place,
                 const char *message)
{
    diag_add(c->diags, SEVERITY_ERROR, rule, place, "%s", message);
    c->is_stopped = true;
}

static struct yml_node *node_new(struct composer *c, enum yml_kind kind,
                                 const yaml_event_t *event)
{
    struct yml_node *node = ARENA_NEW(c->arena, struct yml_node);
    node->kind = kind;
    node->place = event_place(c, event);
    if (++c->node_count > YML_NODE_CEILING) {
        stop(c, "yaml-too-large", node->place, "too many values in one file");
    }
    return node;
}

static enum yml_style style_of(yaml_scalar_style_t style)
{
    switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
        return YML_SINGLE_QUOTED;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
        return YML_DOUBLE_QUOTED;
    case YAML_LITERAL_SCALAR_STYLE:
        return YML_LITERAL;
    case YAML_FOLDED_SCALAR_STYLE:
        return YML_FOLDED;
    case YAML_ANY_SCALAR_STYLE:
    case YAML_PLAIN_SCALAR_STYLE:
        return YML_PLAIN;
    }
    BUG("libyaml gave the scalar style %d", (int)style);
}

/* libyaml ends a block scalar behind the line ends that follow it. */
static void trim_end(struct place *place)
{
    struct str bytes = str_slice(place->source->text, place->start, place->end);
    while (bytes.len > 0 && strchr(" \t\r\n", bytes.ptr[bytes.len - 1])) {
        bytes.len--;
    }
    place->end = place->start + bytes.len;
}

static struct yml_node *scalar_new(struct composer *c,
                                   const yaml_event_t *event)
{
    struct yml_node *node = node_new(c, YML_SCALAR, event);
    node->style = style_of(event->data.scalar.style);
    node->text = arena_copy(c->arena,
                            (struct str){(const char *)event->data.scalar.value,
                                         event->data.scalar.length});
    if (node->style == YML_LITERAL || node->style == YML_FOLDED) {
        trim_end(&node->place);
    }
    return node;
}

/* An alias reads as empty text: nothing is copied, so nothing can explode. */
static struct yml_node *alias_new(struct composer *c, const yaml_event_t *event)
{
    struct yml_node *node = node_new(c, YML_SCALAR, event);
    struct diag *diag =
        diag_add(c->diags, SEVERITY_ERROR, "yaml-alias", node->place,
                 "aliases are not read: *%s", event->data.alias.anchor);
    diag_hint(c->diags, diag,
              "write the value out, or put it in quotes if the star is text");
    return node;
}

/* Anchors and tags say nothing here, and must not seem to. */
static void report_properties(struct composer *c, const yaml_char_t *anchor,
                              const yaml_char_t *tag, struct place place)
{
    if (anchor) {
        struct diag *diag =
            diag_add(c->diags, SEVERITY_ERROR, "yaml-alias", place,
                     "anchors are not read: &%s", anchor);
        diag_hint(c->diags, diag,
                  "remove it, or put the value in quotes if the & is text");
    }
    if (tag) {
        struct diag *diag = diag_add(c->diags, SEVERITY_ERROR, "yaml-syntax",
                                     place, "tags are not read: %s", tag);
        diag_hint(c->diags, diag,
                  "remove it, or put the value in quotes if the ! is text");
    }
}

static struct yml_node *compose(struct composer *c, const yaml_event_t *event,
                                int depth);

/* Reads the next event into *node; false at the given end, or when stopped. */
static bool compose_next(struct composer *c, yaml_event_type_t end,
                         struct yml_node *parent, int depth,
                         struct yml_node **node)
{
    yaml_event_t event;
    if (!next_event(c, &event)) {
        return false;
    }
    bool is_end = event.type == end;
    if (is_end) {
        struct place place = event_place(c, &event);
        /* The end of a block has no bytes and stands at the next token. */
        if (place.end > place.start) {
            parent->place.end = place.end;
        }
    } else {
        *node = compose(c, &event, depth);
        (*node)->parent = parent;
        (*node)->is_flow |= parent->is_flow;
    }
    yaml_event_delete(&event);
    return !is_end;
}

static void reach(struct yml_node *parent, const struct yml_node *child)
{
    if (child->place.end > parent->place.end) {
        parent->place.end = child->place.end;
    }
}

static void compose_list(struct composer *c, struct yml_node *list, int depth)
{
    LIST(struct yml_node *) items = {0};
    struct yml_node *item = NULL;
    while (compose_next(c, YAML_SEQUENCE_END_EVENT, list, depth, &item)) {
        *LIST_PUSH(c->arena, &items) = item;
        reach(list, item);
    }
    list->items = items.at;
    list->len = items.len;
}

struct pairs {
    struct yml_pair *at;
    size_t len, cap;
    struct map index; /* only of large maps */
};

enum { FEW_KEYS = 16 };

/* The key of this text met before, or NULL. */
static const struct yml_node *find_key(struct composer *c, struct pairs *pairs,
                                       struct str key)
{
    if (pairs->len < FEW_KEYS) {
        for (size_t i = 0; i < pairs->len; i++) {
            if (str_equal(pairs->at[i].key->text, key)) {
                return pairs->at[i].key;
            }
        }
        return NULL;
    }
    for (size_t i = pairs->index.len; i < pairs->len; i++) {
        struct yml_node *known = pairs->at[i].key;
        *map_slot(c->arena, &pairs->index, known->text) = known;
    }
    return map_get(&pairs->index, key);
}

/* Whether a colon is the next thing behind the key. It is not in `? key` and
 * in `{key}`, whose value has no place of its own to be written to. */
static bool has_colon(const struct yml_node *key)
{
    struct str text = key->place.source->text;
    bool is_comment = false;
    for (size_t i = key->place.end; i < text.len; i++) {
        char at = text.ptr[i];
        if (at == '\n') {
            is_comment = false;
        } else if (at == '#') {
            is_comment = true;
        } else if (!is_comment && !strchr(" \t\r", at)) {
            return at == ':';
        }
    }
    return false;
}

static void report_no_colon(struct composer *c, const struct yml_node *key)
{
    struct diag *diag =
        diag_add(c->diags, SEVERITY_ERROR, "yaml-syntax", key->place,
                 "the key \"%.*s\" has no colon", STR_ARG(key->text));
    diag_hint(c->diags, diag, "write \"%.*s:\" and its value after it",
              STR_ARG(key->text));
}

/* Whether the pair is kept: the first of equal keys is. */
static bool accept_key(struct composer *c, struct pairs *pairs,
                       const struct yml_node *key)
{
    if (key->kind != YML_SCALAR) {
        diag_add(c->diags, SEVERITY_ERROR, "yaml-syntax", key->place,
                 "a key must be plain text");
        return false;
    }
    if (!has_colon(key)) {
        report_no_colon(c, key);
    }
    const struct yml_node *first = find_key(c, pairs, key->text);
    if (!first) {
        return true;
    }
    struct position there =
        source_position(c->arena, c->text.source, first->place.start);
    struct diag *diag =
        diag_add(c->diags, SEVERITY_ERROR, "yaml-duplicate-key", key->place,
                 "the key \"%.*s\" stands here twice", STR_ARG(key->text));
    diag->target = key->text;
    diag_hint(c->diags, diag,
              "line %zu has the first one, which is kept; remove one of them",
              there.line);
    return false;
}

static void compose_map(struct composer *c, struct yml_node *map, int depth)
{
    struct pairs pairs = {0};
    struct yml_node *key = NULL;
    struct yml_node *value = NULL;
    while (compose_next(c, YAML_MAPPING_END_EVENT, map, depth, &key)) {
        if (!compose_next(c, YAML_NO_EVENT, map, depth, &value)) {
            break;
        }
        reach(map, key);
        reach(map, value);
        if (accept_key(c, &pairs, key)) {
            *LIST_PUSH(c->arena, &pairs) = (struct yml_pair){key, value};
        }
    }
    map->pairs = pairs.at;
    map->len = pairs.len;
}

/* Of a block collection the marks give the start; its end is its children's.
 * Of a flow collection they give the opening bracket. */
static struct yml_node *compose(struct composer *c, const yaml_event_t *event,
                                int depth)
{
    struct yml_node *node = NULL;
    if (depth > YML_DEPTH_CEILING) {
        node = node_new(c, YML_SCALAR, event);
        stop(c, "yaml-too-deep", node->place, "nested too deep to be read");
        return node;
    }
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        node = scalar_new(c, event);
        report_properties(c, event->data.scalar.anchor, event->data.scalar.tag,
                          node->place);
        return node;
    case YAML_ALIAS_EVENT:
        return alias_new(c, event);
    case YAML_SEQUENCE_START_EVENT:
        node = node_new(c, YML_LIST, event);
        node->is_flow =
            event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
        report_properties(c, event->data.sequence_start.anchor,
                          event->data.sequence_start.tag, node->place);
        compose_list(c, node, depth + 1);
        return node;
    case YAML_MAPPING_START_EVENT:
        node = node_new(c, YML_MAP, event);
        node->is_flow =
            event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        report_properties(c, event->data.mapping_start.anchor,
                          event->data.mapping_start.tag, node->place);
        compose_map(c, node, depth + 1);
        return node;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        break;
    }
    BUG("libyaml gave the event %d inside a document", (int)event->type);
}

static struct yml_node *compose_stream(struct composer *c)
{
    struct yml_node *root = NULL;
    yaml_event_t event;
    while (next_event(c, &event)) {
        bool is_last = event.type == YAML_STREAM_END_EVENT;
        bool is_document = event.type == YAML_DOCUMENT_START_EVENT;
        if (is_document && root) {
            stop(c, "yaml-syntax", event_place(c, &event),
                 "a second document starts here; one file holds one");
        } else if (event.type != YAML_STREAM_START_EVENT && !is_last &&
                   !is_document && event.type != YAML_DOCUMENT_END_EVENT) {
            root = compose(c, &event, 1);
        }
        yaml_event_delete(&event);
        if (is_last) {
            break;
        }
    }
    return root;
}

/* One reading of the text. */
static struct yml_node *read_once(struct composer *c)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        out_of_memory(sizeof parser);
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)c->text.ptr,
                                 c->text.len);
    c->parser = &parser;
    struct yml_node *root = compose_stream(c);
    yaml_parser_delete(&parser);
    c->parser = NULL;
    return root;
}

static void report_tab(struct composer *c, size_t at)
{
    size_t origin = yml_text_origin(&c->text, at);
    struct place place = {c->text.source, origin, origin + 1};
    struct diag *diag = diag_add(c->diags, SEVERITY_ERROR, "yaml-tab", place,
                                 "a tab in the indentation");
    diag_hint(c->diags, diag, "indent with blanks");
}

/* Past a sensible number of reports, every tab that leads a line at once. */
static void blank_leading_tabs(struct yml_text *text)
{
    bool is_leading = true;
    for (size_t i = 0; i < text->len; i++) {
        if (text->ptr[i] == '\t' && is_leading) {
            text->ptr[i] = ' ';
        }
        is_leading = text->ptr[i] == '\n' || text->ptr[i] == '\r' ||
                     (is_leading && text->ptr[i] == ' ');
    }
}

/* Reads again for each tab that libyaml stops at, with a blank in its place:
 * only libyaml knows which tabs are indentation and which are text. What an
 * unfinished reading found is forgotten. */
static struct yml_node *read_past_tabs(struct composer *c)
{
    for (size_t tabs = 0;; tabs++) {
        size_t known = c->diags->len;
        c->tab = STR_NONE;
        c->is_stopped = false;
        c->node_count = 0;
        struct yml_node *root = read_once(c);
        if (c->tab == STR_NONE || tabs > MOST_TAB_REPORTS) {
            return root;
        }
        c->diags->len = known;
        report_tab(c, c->tab);
        c->text.ptr[c->tab] = ' ';
        if (tabs == MOST_TAB_REPORTS) {
            blank_leading_tabs(&c->text);
        }
    }
}

struct yml_node *yml_read(struct arena *arena, struct source *source,
                          size_t start, size_t end, struct diags *diags)
{
    struct arena scratch = {0};
    struct composer composer = {
        .arena = arena,
        .diags = diags,
        .text = yml_text_make(&scratch, source, start, end, diags)};
    struct yml_node *root = read_past_tabs(&composer);
    arena_free(&scratch);
    bool is_empty = root && root->kind == YML_SCALAR &&
                    root->style == YML_PLAIN && root->text.len == 0;
    if (is_empty || (!root && !composer.is_stopped)) {
        root = ARENA_NEW(arena, struct yml_node);
        root->kind = YML_MAP;
        root->place = (struct place){source, start, start};
    }
    return root;
}

struct yml_node *yml_parse(struct arena *arena, struct source *source,
                           size_t start, size_t end, struct diags *diags)
{
    if (end > start && end - start > YML_SIZE_CEILING) {
        struct place place = {source, start, start};
        diag_add(diags, SEVERITY_ERROR, "yaml-too-large", place,
                 "%zu bytes of YAML, and at most %d are read", end - start,
                 YML_SIZE_CEILING);
        return NULL;
    }
    struct yml_node *root = yml_quick(arena, source, start, end);
    return root ? root : yml_read(arena, source, start, end, diags);
}
