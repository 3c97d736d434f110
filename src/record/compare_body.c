/* Two bodies, sentence by sentence: a reworded sentence is what a reader wants
 * to see of a page of prose. Where lines break within a paragraph is layout; in
 * fenced code it is not. */

#include "record/compare_parts.h"

#include "base/ascii.h"
#include "base/diff.h"
#include "record/record_read.h"

struct sentence {
    struct str text; /* on one line */
    size_t start, end;
    bool is_kept; /* the other body has it too */
};
struct sentences {
    struct sentence *at;
    size_t len, cap;
};

/* -- Sentences ------------------------------------------------------------ */

struct splitter {
    struct arena *arena;
    struct str body;
    struct sentences *sentences;
};

static void push(struct splitter *splitter, size_t start, size_t end)
{
    const struct str raw = str_slice(splitter->body, start, end);
    if (!str_is_blank(raw)) {
        *LIST_PUSH(splitter->arena, splitter->sentences) = (struct sentence){
            read_one_line(splitter->arena, raw), start, end, false};
    }
}

/* What may stand between a full stop and the blank behind it. */
static bool is_closer(char c)
{
    return c == ')' || c == '"' || c == '\'' || c == '*' || c == '_' ||
           c == '`';
}

/* A full stop ends a sentence when the next one begins like one: "et al.
 * (2019)" and "5.2" go on. */
static size_t sentence_end(struct str body, size_t at, size_t end)
{
    const char c = body.ptr[at];
    size_t next = at + 1;
    if (c != '.' && c != '!' && c != '?') {
        return STR_NONE;
    }
    while (next < end && is_closer(body.ptr[next])) {
        next++;
    }
    const size_t stop = next;
    while (next < end && ascii_is_space(body.ptr[next])) {
        next++;
    }
    const char first = next < end ? body.ptr[next] : 'A';
    const bool begins = (first >= 'A' && first <= 'Z') || first == '`' ||
                        first == '*' || first == '"' || first == '$';
    return next > stop && begins ? stop : STR_NONE;
}

/* Splits a paragraph. */
static void push_paragraph(struct splitter *splitter, size_t start, size_t end)
{
    for (size_t i = start; i < end; i++) {
        const size_t stop = sentence_end(splitter->body, i, end);
        if (stop != STR_NONE) {
            push(splitter, start, stop);
            start = stop;
            i = stop;
        }
    }
    push(splitter, start, end);
}

/* A line that begins a paragraph of its own though no blank line is before
 * it: a heading, an item, a row of a table, a quotation. */
static bool begins_block(struct str line)
{
    const struct str text = str_trim(line);
    if (text.len == 0) {
        return true;
    }
    const char c = text.ptr[0];
    const bool is_item = text.len > 1 && text.ptr[1] == ' ' &&
                         (c == '-' || c == '*' || c == '+');
    size_t digits = 0;
    while (digits < text.len && ascii_is_digit(text.ptr[digits])) {
        digits++;
    }
    const bool is_numbered =
        digits > 0 && digits + 1 < text.len &&
        (text.ptr[digits] == '.' || text.ptr[digits] == ')') &&
        text.ptr[digits + 1] == ' ';
    return is_item || is_numbered || c == '#' || c == '|' || c == '>';
}

static bool is_fence(struct str line)
{
    const struct str text = str_trim(line);
    return str_starts(text, S("```")) || str_starts(text, S("~~~"));
}

/* A line of code counts with its indentation. */
static void push_code(struct splitter *splitter, struct str line, size_t start)
{
    if (!str_is_blank(line)) {
        *LIST_PUSH(splitter->arena, splitter->sentences) =
            (struct sentence){line, start, start + line.len, false};
    }
}

static struct sentences split(struct arena *arena, struct str body)
{
    struct sentences sentences = {0};
    struct splitter splitter = {arena, body, &sentences};
    struct str rest = body, line;
    size_t start = 0; /* of the paragraph that is open */
    bool is_code = false;
    for (size_t at = 0; str_next_line(&rest, &line); at = body.len - rest.len) {
        const bool opens = is_fence(line);
        if (is_code || opens) {
            push_paragraph(&splitter, start, at);
            push_code(&splitter, line, at);
            start = body.len - rest.len;
            is_code = is_code != opens;
        } else if (begins_block(line)) {
            push_paragraph(&splitter, start, at);
            start = at;
        }
    }
    push_paragraph(&splitter, start, body.len);
    return sentences;
}

/* -- What went and what came ---------------------------------------------- */

/* The sentences that were not kept, on one line; "…" where some lie between
 * that were. */
static struct str join(struct arena *arena, const struct sentences *sentences)
{
    struct out out = {0};
    size_t last = STR_NONE;
    for (size_t i = 0; i < sentences->len; i++) {
        if (!sentences->at[i].is_kept) {
            out_c(&out, last == STR_NONE ? "" : last + 1 == i ? " " : " … ");
            out_str(&out, sentences->at[i].text);
            last = i;
        }
    }
    return out_take(&out, arena);
}

/* -- The bodies ----------------------------------------------------------- */

static const struct yml_node *yaml_body(const struct record *record)
{
    const struct field_value *value = &record->fields[FIELD_BODY];
    return value->presence == PRESENCE_FILLED &&
                   value->node->kind == YML_SCALAR &&
                   record->span.body_end == record->span.body_start
               ? value->node
               : NULL;
}

static struct str body_of(const struct record *record)
{
    const struct yml_node *node = yaml_body(record);
    return node ? node->text
                : str_slice(record->source->text, record->span.body_start,
                            record->span.body_end);
}

/* Of the first sentence that came; of the body when none did. */
static struct place place_of(const struct record *record,
                             const struct sentences *news)
{
    const struct yml_node *node = yaml_body(record);
    const size_t from = record->span.body_start;
    if (node) {
        return node->place;
    }
    for (size_t i = 0; i < news->len; i++) {
        if (!news->at[i].is_kept) {
            return (struct place){record->source, from + news->at[i].start,
                                  from + news->at[i].end};
        }
    }
    return (struct place){record->source, from, record->span.body_end};
}

/* A body of blanks is none. */
static enum presence presence_of(struct str body)
{
    return str_is_blank(body) ? PRESENCE_ABSENT : PRESENCE_FILLED;
}

static struct diff_side texts_of(struct arena *arena,
                                 const struct sentences *sentences)
{
    struct str *at = ARENA_ARRAY(arena, struct str, sentences->len + 1);
    for (size_t i = 0; i < sentences->len; i++) {
        at[i] = sentences->at[i].text;
    }
    return (struct diff_side){at, sentences->len};
}

void compare_bodies(struct comparison *comparison, const struct spot *spot)
{
    struct arena *arena = comparison->arena;
    const struct str from = body_of(comparison->old_reading);
    const struct str to = body_of(comparison->new_reading);
    if (str_equal(from, to)) {
        return;
    }
    struct sentences olds = split(arena, from), news = split(arena, to);
    const size_t *old_of =
        diff_common(arena, texts_of(arena, &olds), texts_of(arena, &news));
    for (size_t j = 0; j < news.len; j++) {
        if (old_of[j] < olds.len) { /* STR_NONE is not */
            news.at[j].is_kept = true;
            olds.at[old_of[j]].is_kept = true;
        }
    }
    const struct change_texts texts = {presence_of(from), presence_of(to),
                                       join(arena, &olds), join(arena, &news)};
    struct spot here = *spot;
    here.place = place_of(comparison->new_reading, &news);
    if (texts.old_text.len + texts.new_text.len > 0) {
        compare_add(comparison, &here, &texts);
    }
}
