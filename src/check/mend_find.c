/* What mends a finding. Each function looks at the bytes that the finding
 * points to and gives up at the first sign that they are not what it knows. */

#include "check/mend_find.h"

#include "base/ascii.h"
#include "check/canonical.h"
#include "yml/edit.h"

/* -- Where a finding points ----------------------------------------------- */

static const struct record *record_of(const struct mender *mender,
                                      const struct diag *diag)
{
    return diag->place.source
               ? map_get(&mender->records, diag->place.source->path)
               : NULL;
}

static struct str bytes_of(const struct diag *diag)
{
    return str_slice(diag->place.source->text, diag->place.start,
                     diag->place.end);
}

static bool set_bytes(struct repair *repair, size_t start, size_t end,
                      struct str text)
{
    repair->kind = REPAIR_BYTES;
    repair->start = start;
    repair->end = end;
    repair->text = text;
    return true;
}

static size_t line_start(struct str text, size_t at)
{
    while (at > 0 && text.ptr[at - 1] != '\n') {
        at--;
    }
    return at;
}

/* Behind the line's end. */
static size_t line_end(struct str text, size_t at)
{
    const size_t length = str_find_char(str_from(text, at), '\n');
    return length == STR_NONE ? text.len : at + length + 1;
}

/* The pair of the front matter whose value, or an item of it, begins where the
 * finding points; `index` is that of the item. */
static const struct yml_pair *pair_at(const struct record *record,
                                      const struct diag *diag, size_t *index)
{
    const struct yml_node *front = record->front;
    *index = 0;
    for (size_t i = 0; front && i < front->len; i++) {
        const struct yml_node *value = front->pairs[i].value;
        if (value->kind == YML_SCALAR &&
            value->place.start == diag->place.start) {
            return &front->pairs[i];
        }
        for (size_t k = 0; value->kind == YML_LIST && k < value->len; k++) {
            if (value->items[k]->place.start == diag->place.start) {
                *index = k;
                return &front->pairs[i];
            }
        }
    }
    return NULL;
}

/* -- Items of lists ------------------------------------------------------- */

static bool find_item(const struct mender *mender, const struct diag *diag,
                      struct repair *repair)
{
    const struct record *record = record_of(mender, diag);
    size_t index = 0;
    const struct yml_pair *pair = record ? pair_at(record, diag, &index) : NULL;
    if (!pair) {
        return false;
    }
    repair->kind = REPAIR_DROP;
    repair->record = record;
    repair->key = pair->key->text;
    repair->index = index;
    return true;
}

/* Bytes of one line that nothing else stands on but a dash before it. */
static bool has_own_line(struct str text, struct place item, size_t *start,
                         size_t *end)
{
    *start = line_start(text, item.start);
    *end = line_end(text, item.end);
    const struct str inside = str_slice(text, item.start, item.end);
    return str_is(str_trim(str_slice(text, *start, item.start)), "-") &&
           str_is_blank(str_slice(text, item.end, *end)) &&
           str_find_char(inside, '\n') == STR_NONE;
}

/* The item again: others stay, so that its bytes can go by themselves, however
 * many there are. */
static bool find_twice(const struct mender *mender, const struct diag *diag,
                       struct repair *repair)
{
    size_t start = 0, end = 0;
    if (!find_item(mender, diag, repair) || repair->index == 0) {
        return false;
    }
    const struct yml_node *list =
        yml_get(repair->record->front, arena_cstr(mender->arena, repair->key));
    const struct yml_node *item = list->items[repair->index];
    const struct str text = item->place.source->text;
    if (list->is_flow) {
        start = list->items[repair->index - 1]->place.end;
        end = item->place.end;
        return str_find_char(str_slice(text, start, end), '#') != STR_NONE ||
               set_bytes(repair, start, end, S(""));
    }
    if (has_own_line(text, item->place, &start, &end)) {
        set_bytes(repair, start, end, S(""));
    }
    return true;
}

/* The link of the record that begins where the finding points. */
static const struct link *link_at(const struct record *record,
                                  const struct diag *diag)
{
    size_t low = 0, high = record ? record->links.len : 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (record->links.at[middle].place.start < diag->place.start) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; record && low < record->links.len; low++) {
        const struct link *link = &record->links.at[low];
        if (link->place.start != diag->place.start) {
            break;
        }
        if (str_equal(link->id, diag->target)) {
            return link;
        }
    }
    return NULL;
}

static bool find_converse(const struct mender *mender, const struct diag *diag,
                          struct repair *repair)
{
    const struct record *record = record_of(mender, diag);
    const struct link *link = link_at(record, diag);
    const struct field_info *info =
        link ? map_get(&mender->input->project->fields, link->field) : NULL;
    if (!info || !link->to || !link->to->front || link->to->is_broken) {
        return false;
    }
    repair->kind = REPAIR_ADD;
    repair->record = link->to;
    repair->key = str_from_c(info->converse);
    repair->text = record->id;
    return repair->key.len > 0;
}

/* -- Ids ------------------------------------------------------------------ */

static bool is_broken_over_lines(struct str text, struct str id)
{
    size_t at = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (ascii_is_space(text.ptr[i])) {
            continue;
        }
        if (at == id.len || text.ptr[i] != id.ptr[at]) {
            return false;
        }
        at++;
    }
    return at == id.len;
}

/* The id, alone or within what the finding points to, such as quotes or
 * EXP-010.name. */
static bool find_link(const struct mender *mender, const struct diag *diag,
                      struct repair *repair)
{
    const struct record *record = record_of(mender, diag);
    const struct link *link = link_at(record, diag);
    if (!link || !link->to || str_equal(link->to->id, link->id)) {
        return false;
    }
    const struct str bytes = bytes_of(diag);
    const size_t at = str_find(bytes, link->id);
    repair->record = record;
    if (at != STR_NONE) {
        const size_t start = diag->place.start + at;
        return set_bytes(repair, start, start + link->id.len, link->to->id);
    }
    return is_broken_over_lines(bytes, link->id) &&
           set_bytes(repair, diag->place.start, diag->place.end, link->to->id);
}

/* -- Values --------------------------------------------------------------- */

static bool find_identifier(const struct mender *mender,
                            const struct diag *diag, struct repair *repair)
{
    const struct record *record = record_of(mender, diag);
    const bool is_arxiv = str_is(diag->target, field_infos[FIELD_ARXIV].key);
    if (!record) {
        return false;
    }
    repair->kind = REPAIR_VALUE;
    repair->record = record;
    repair->key = diag->target;
    repair->text = identifier_canonical(mender->arena, record,
                                        is_arxiv ? FIELD_ARXIV : FIELD_DOI);
    return repair->text.len > 0;
}

static bool is_digits(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!ascii_is_digit(text.ptr[i])) {
            return false;
        }
    }
    return text.len > 0;
}

/* The key of the pair whose value begins there, however deep. */
static struct str key_at(const struct yml_node *node, size_t start)
{
    struct str key = {0};
    for (size_t i = 0; node && i < node->len && key.len == 0; i++) {
        const struct yml_node *child =
            node->kind == YML_MAP ? node->pairs[i].value : node->items[i];
        if (node->kind == YML_MAP && child->place.start == start) {
            return node->pairs[i].key->text;
        }
        if (start >= child->place.start && start < child->place.end) {
            key = key_at(child, start);
        }
    }
    return key;
}

/* '4' where a whole number is meant: of the version, or of an entry. */
static bool find_field_type(const struct mender *mender,
                            const struct diag *diag, struct repair *repair)
{
    const struct record *record = record_of(mender, diag);
    const struct str bytes = bytes_of(diag);
    const bool is_quoted = bytes.len > 2 &&
                           (bytes.ptr[0] == '\'' || bytes.ptr[0] == '"') &&
                           bytes.ptr[bytes.len - 1] == bytes.ptr[0] &&
                           is_digits(str_slice(bytes, 1, bytes.len - 1));
    if (!record || !is_quoted) {
        return false;
    }
    const struct str key = key_at(record->front, diag->place.start);
    repair->record = record;
    return (str_is(key, "version") || str_is(key, "since")) &&
           set_bytes(repair, diag->place.start, diag->place.end,
                     str_slice(bytes, 1, bytes.len - 1));
}

/* 2.0 can only have been 2; 1.10 may have been anything. */
static bool find_version(const struct mender *mender, const struct diag *diag,
                         struct repair *repair)
{
    struct str whole, zeros;
    repair->record = record_of(mender, diag);
    if (!repair->record || !str_cut(bytes_of(diag), '.', &whole, &zeros) ||
        !is_digits(whole) || !is_digits(zeros)) {
        return false;
    }
    for (size_t i = 0; i < zeros.len; i++) {
        if (zeros.ptr[i] != '0') {
            return false;
        }
    }
    return set_bytes(repair, diag->place.start, diag->place.end, whole);
}

/* -- Text ----------------------------------------------------------------- */

/* A heading that begins with number signs. One without the record's id keeps
 * doing without. */
static bool find_title_heading(const struct mender *mender,
                               const struct diag *diag, struct repair *repair)
{
    const struct record *record = record_of(mender, diag);
    const struct str text = diag->place.source->text;
    const struct str before =
        str_slice(text, line_start(text, diag->place.start), diag->place.start);
    if (!record || !str_is(str_trim(before), "#") ||
        str_find_char(bytes_of(diag), '\n') != STR_NONE ||
        str_find_char(record->title, '\n') != STR_NONE) {
        return false;
    }
    const struct str heading = bytes_of(diag);
    const bool has_id = str_starts(heading, record->id) &&
                        heading.len > record->id.len &&
                        !ascii_is_alnum(heading.ptr[record->id.len]);
    repair->record = record;
    return set_bytes(repair, diag->place.start, diag->place.end,
                     has_id ? arena_printf(mender->arena, "%.*s: %.*s",
                                           STR_ARG(record->id),
                                           STR_ARG(record->title))
                            : record->title);
}

/* Whether the front matter says the same with these bytes replaced. Below
 * `summary: >-` a comment of YAML ends the text, which one of HTML does not. */
static bool says_the_same(const struct mender *mender,
                          const struct repair *repair)
{
    const struct source *source = repair->record->source;
    const struct str text = arena_printf(
        mender->arena, "%.*s%.*s%.*s",
        STR_ARG(str_slice(source->text, 0, repair->start)),
        STR_ARG(repair->text), STR_ARG(str_from(source->text, repair->end)));
    const struct yml_node *front = yml_reread(mender->arena, source, text);
    return front && repair->record->front &&
           yml_same(front, repair->record->front);
}

/* `<!-- a note -->` that has its line for itself. */
static bool find_html_comment(const struct mender *mender,
                              const struct diag *diag, struct repair *repair)
{
    const struct str text = diag->place.source->text;
    const size_t start = line_start(text, diag->place.start);
    const struct str line = str_slice(text, start, line_end(text, start));
    const struct str comment = str_trim(line);
    repair->record = record_of(mender, diag);
    if (!repair->record || !str_starts(comment, S("<!--")) ||
        !str_ends(comment, S("-->")) ||
        str_find(comment, S("-->")) != comment.len - 3 || comment.len < 7) {
        return false;
    }
    const size_t indent = (size_t)(comment.ptr - line.ptr);
    const struct str words = str_trim(str_slice(comment, 4, comment.len - 3));
    set_bytes(repair, start + indent, start + indent + comment.len,
              arena_printf(mender->arena, "# %.*s", STR_ARG(words)));
    return says_the_same(mender, repair);
}

/* -- Acknowledgements ----------------------------------------------------- */

/* How many findings there are that this comment holds nothing back, and how
 * many targets it has. Findings are in the order of places. */
static size_t count_unused(const struct mender *mender, const struct diag *diag)
{
    size_t count = 0;
    const struct diag *const first = mender->diags->at;
    const struct diag *const behind = first + mender->diags->len;
    const struct diag *at = diag;
    while (at > first && at[-1].place.source == diag->place.source &&
           at[-1].place.start == diag->place.start) {
        at--;
    }
    for (; at < behind && at->place.source == diag->place.source &&
           at->place.start == diag->place.start;
         at++) {
        count += at->rule == diag->rule;
    }
    return count;
}

static size_t count_targets(const struct record *record,
                            const struct diag *diag, bool *is_comment)
{
    size_t count = 0;
    for (size_t i = 0; i < record->acknowledged_count; i++) {
        if (record->acknowledged[i].place.start == diag->place.start) {
            *is_comment = record->acknowledged[i].is_comment;
            count++;
        }
    }
    return count;
}

/* The whole comment, with its lines when nothing else stands on them. */
static bool drop_comment(const struct diag *diag, struct repair *repair)
{
    const struct str text = diag->place.source->text;
    size_t start = line_start(text, diag->place.start);
    size_t end = line_end(text, diag->place.end);
    const bool has_line =
        str_is_blank(str_slice(text, start, diag->place.start)) &&
        str_is_blank(str_slice(text, diag->place.end, end));
    if (!has_line) {
        start = diag->place.start;
        end = diag->place.end;
        start -= start > 0 && text.ptr[start - 1] == ' ';
    }
    return set_bytes(repair, start, end, S(""));
}

/* One of the ids before the comment's dash, with a comma beside it. */
static bool drop_target(const struct diag *diag, struct repair *repair)
{
    const struct str bytes = bytes_of(diag);
    size_t at = str_find(bytes, diag->target);
    if (at == STR_NONE || diag->target.len == 0) {
        return false;
    }
    size_t end = at + diag->target.len;
    if (str_starts(str_from(bytes, end), S(","))) {
        end++;
        end += str_starts(str_from(bytes, end), S(" "));
    } else {
        const struct str before = str_trim(str_slice(bytes, 0, at));
        at = before.len - str_ends(before, S(","));
    }
    return set_bytes(repair, diag->place.start + at, diag->place.start + end,
                     S(""));
}

static bool find_acknowledgement(const struct mender *mender,
                                 const struct diag *diag, struct repair *repair)
{
    const struct record *record = record_of(mender, diag);
    bool is_comment = false;
    const size_t targets =
        record ? count_targets(record, diag, &is_comment) : 0;
    if (targets == 0) {
        return false;
    }
    if (!is_comment) {
        return find_item(mender, diag, repair);
    }
    repair->record = record;
    return count_unused(mender, diag) >= targets ? drop_comment(diag, repair)
                                                 : drop_target(diag, repair);
}

/* -- The list ------------------------------------------------------------- */

static const struct mend {
    const char *rule;
    bool (*find)(const struct mender *mender, const struct diag *diag,
                 struct repair *repair);
    const char *words;
} mends[] = {
#define MEND(function, rule, words) {rule, find_##function, words},
#include "check/mends.def"
#undef MEND
};

static const struct mend *mend_of(const char *rule)
{
    for (size_t i = 0; i < sizeof mends / sizeof mends[0]; i++) {
        if (str_is(str_from_c(rule), mends[i].rule)) {
            return &mends[i];
        }
    }
    return NULL;
}

const char *mend_words(const char *rule)
{
    const struct mend *mend = mend_of(rule);
    return mend ? mend->words : NULL;
}

struct mender mender_new(struct arena *arena, const struct check_input *input,
                         const struct diags *diags)
{
    struct mender mender = {.arena = arena, .input = input, .diags = diags};
    const struct library *library = input->library;
    for (size_t i = 0; i < library->record_count; i++) {
        *map_slot(arena, &mender.records, library->records[i]->source->path) =
            library->records[i];
    }
    return mender;
}

bool mend_find(const struct mender *mender, const struct diag *diag,
               struct repair *repair)
{
    const bool is_asked = diag->outcome == OUTCOME_FINDING &&
                          !diag->is_suppressed && diag->place.source;
    const struct mend *mend = is_asked ? mend_of(diag->rule) : NULL;
    *repair = (struct repair){.diag = diag};
    return mend && mend->find(mender, diag, repair) &&
           !repair->record->is_broken; /* half of it was read */
}
