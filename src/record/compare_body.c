/* Two bodies, sentence by sentence: a reworded sentence is what a reader wants
 * to see of a page of prose. Where lines break within a paragraph is layout; in
 * fenced code it is not. */

#include "record/compare_parts.h"

#include "base/ascii.h"
#include "record/record_read.h"

/* Of two long bodies that have nothing in common at their ends, this many
 * comparisons are made; past it, all that lies between counts as changed. */
enum { COMPARISON_CEILING = 4 << 20 };

struct sentence {
    struct str text; /* on one line */
    size_t start, end;
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
        *LIST_PUSH(splitter->arena, splitter->sentences) =
            (struct sentence){read_one_line(splitter->arena, raw), start, end};
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
            (struct sentence){line, start, start + line.len};
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

static bool is_same(const struct sentence *a, const struct sentence *b)
{
    return str_equal(a->text, b->text);
}

/* The sentences that both have, in order, are marked in the two arrays. The
 * longest common subsequence, by the textbook's table. */
static void mark_common(struct arena *arena, const struct sentence *olds,
                        size_t old_count, const struct sentence *news,
                        size_t new_count, bool *is_kept[2])
{
    const size_t width = new_count + 1;
    uint32_t *const common =
        ARENA_ARRAY(arena, uint32_t, (old_count + 1) * width);
    for (size_t i = old_count; i-- > 0;) {
        for (size_t j = new_count; j-- > 0;) {
            const uint32_t down = common[(i + 1) * width + j];
            const uint32_t right = common[i * width + j + 1];
            common[i * width + j] = is_same(&olds[i], &news[j])
                                        ? common[(i + 1) * width + j + 1] + 1
                                        : (down > right ? down : right);
        }
    }
    for (size_t i = 0, j = 0; i < old_count && j < new_count;) {
        if (is_same(&olds[i], &news[j])) {
            is_kept[0][i++] = true;
            is_kept[1][j++] = true;
        } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) {
            i++;
        } else {
            j++;
        }
    }
}

/* The sentences that were not kept, on one line; "…" where some lie between
 * that were. */
static struct str join(struct arena *arena, const struct sentence *sentences,
                       size_t count, const bool *is_kept)
{
    struct out out = {0};
    size_t last = STR_NONE;
    for (size_t i = 0; i < count; i++) {
        if (!is_kept[i]) {
            out_c(&out, last == STR_NONE ? "" : last + 1 == i ? " " : " … ");
            out_str(&out, sentences[i].text);
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
                             const struct sentence *came, size_t count,
                             const bool *is_kept)
{
    const struct yml_node *node = yaml_body(record);
    const size_t from = record->span.body_start;
    if (node) {
        return node->place;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_kept[i]) {
            return (struct place){record->source, from + came[i].start,
                                  from + came[i].end};
        }
    }
    return (struct place){record->source, from, record->span.body_end};
}

/* The sentences left when the same ones at both ends are taken off. */
struct middle {
    size_t start, old_count, new_count;
};

static struct middle middle_of(const struct sentences *olds,
                               const struct sentences *news)
{
    size_t start = 0;
    size_t old_end = olds->len, new_end = news->len;
    while (start < old_end && start < new_end &&
           is_same(&olds->at[start], &news->at[start])) {
        start++;
    }
    while (old_end > start && new_end > start &&
           is_same(&olds->at[old_end - 1], &news->at[new_end - 1])) {
        old_end--;
        new_end--;
    }
    return (struct middle){start, old_end - start, new_end - start};
}

/* A body of blanks is none. */
static enum presence presence_of(struct str body)
{
    return str_is_blank(body) ? PRESENCE_ABSENT : PRESENCE_FILLED;
}

void compare_bodies(struct comparison *comparison, const struct spot *spot)
{
    struct arena *arena = comparison->arena;
    const struct str from = body_of(comparison->old_reading);
    const struct str to = body_of(comparison->new_reading);
    if (str_equal(from, to)) {
        return;
    }
    const struct sentences olds = split(arena, from), news = split(arena, to);
    const struct middle middle = middle_of(&olds, &news);
    if (middle.old_count + middle.new_count == 0) {
        return;
    }
    const struct sentence *went = olds.at + middle.start;
    const struct sentence *came = news.at + middle.start;
    bool *is_kept[2] = {ARENA_ARRAY(arena, bool, middle.old_count + 1),
                        ARENA_ARRAY(arena, bool, middle.new_count + 1)};
    if (middle.old_count * middle.new_count <= COMPARISON_CEILING) {
        mark_common(arena, went, middle.old_count, came, middle.new_count,
                    is_kept);
    }
    struct spot here = *spot;
    here.place =
        place_of(comparison->new_reading, came, middle.new_count, is_kept[1]);
    compare_add(comparison, &here,
                &(struct change_texts){
                    presence_of(from), presence_of(to),
                    join(arena, went, middle.old_count, is_kept[0]),
                    join(arena, came, middle.new_count, is_kept[1])});
}
