/* --set FIELD=VALUE: fields of one line, in the text of the record's file. What
 * has several parts is edited in the file, where one sees it. */

#include "cli/bump.h"

#include "base/fs.h"
#include "base/utf8.h"

/* -- The field ------------------------------------------------------------- */

struct set_field {
    struct str key, value;
    enum field_type type;
    enum field field; /* FIELD_COUNT for a field that the kind adds */
};

static bool is_settable(enum field field)
{
    switch (field_infos[field].type) {
    case FIELD_TYPE_TEXT:
    case FIELD_TYPE_PROSE:
    case FIELD_TYPE_DATE:
    case FIELD_TYPE_STRINGS:
    case FIELD_TYPE_REFERENCES:
        return field != FIELD_ID && field != FIELD_NUMBER &&
               field != FIELD_BODY;
    case FIELD_TYPE_INTEGER:
    case FIELD_TYPE_CITATIONS:
    case FIELD_TYPE_HISTORY:
    case FIELD_TYPE_ABLATION:
    case FIELD_TYPE_SCALE:
    case FIELD_TYPE_FLAGS:
    case FIELD_TYPE_EXCERPTS:
    case FIELD_TYPE_REPORTS:
    case FIELD_TYPE_METADATA:
    case FIELD_TYPE_VERSIONS:
    case FIELD_TYPE_ACKNOWLEDGEMENTS:
        return false; /* the only integer is the version */
    }
    BUG("type of %s", field_infos[field].key);
}

/* The kind may take a field of another role, and may say more about its own. */
static bool may_carry(const struct bump *bump, enum field field)
{
    const struct str key = str_from_c(field_infos[field].key);
    return (field_infos[field].roles & bump->kind->role) != 0 ||
           kind_field(bump->kind, key) != NULL;
}

static struct strs settable_keys(const struct bump *bump)
{
    struct strs keys = {0};
    for (enum field field = 0; field < FIELD_COUNT; field++) {
        if (may_carry(bump, field) && is_settable(field)) {
            *LIST_PUSH(bump->arena, &keys) = str_from_c(field_infos[field].key);
        }
    }
    for (size_t i = 0; i < bump->kind->extra_count; i++) {
        if (!bump->kind->extras[i].builtin) {
            *LIST_PUSH(bump->arena, &keys) = bump->kind->extras[i].key;
        }
    }
    return keys;
}

/* False after saying that there is no such field, or none that fits a line. */
static bool find_field(struct bump *bump, struct set_field *set)
{
    const struct field_info *info =
        map_get(&bump->workspace->project->fields, set->key);
    const struct extra_field *extra = kind_field(bump->kind, set->key);
    const enum field field =
        info ? (enum field)(info - field_infos) : FIELD_COUNT;
    if (info && may_carry(bump, field) && is_settable(field)) {
        set->field = field;
        set->type = info->type;
        return true;
    }
    if (info && may_carry(bump, field)) {
        command_usage(bump->command,
                      field == FIELD_VERSION || field == FIELD_HISTORY
                          ? "\"%s\" is what a bump writes itself"
                      : field == FIELD_ID || field == FIELD_NUMBER
                          ? "\"%s\" is what others call it by"
                          : "\"%s\" has more than one line: edit the file, "
                            "then bump it",
                      info->key);
        return false;
    }
    if (extra && !info) {
        set->field = FIELD_COUNT;
        set->type = extra->type;
        return true;
    }
    const struct strs keys = settable_keys(bump);
    const struct str near = command_nearest(bump->command, set->key, &keys);
    command_usage(bump->command, "%.*s records have no field \"%.*s\"%.*s",
                  STR_ARG(bump->kind->prefix), STR_ARG(set->key),
                  STR_ARG(near));
    return false;
}

static bool is_one_line(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        const unsigned char c = (unsigned char)text.ptr[i];
        if (c < ' ' || c == 0x7f) {
            return false;
        }
    }
    return utf8_first_invalid(text) == STR_NONE;
}

static bool read_set(struct bump *bump, struct str given, struct set_field *set)
{
    if (!str_cut(given, '=', &set->key, &set->value)) {
        command_usage(bump->command, "--set takes FIELD=VALUE, not \"%.*s\"",
                      STR_ARG(given));
        return false;
    }
    set->key = str_trim(set->key);
    set->value = str_trim(set->value);
    if (!is_one_line(set->value)) {
        command_usage(bump->command, "--set %.*s takes one line of UTF-8 text",
                      STR_ARG(set->key));
        return false;
    }
    return find_field(bump, set);
}

/* -- Its value ------------------------------------------------------------- */

static bool is_list(const struct set_field *set)
{
    return set->type == FIELD_TYPE_STRINGS ||
           set->type == FIELD_TYPE_REFERENCES;
}

static struct yml_node *list_of(struct arena *arena, struct str value)
{
    struct yml_node *list = yml_new_list(arena);
    struct str item;
    for (bool has_more = value.len > 0; has_more;) {
        has_more = str_cut(value, ',', &item, &value);
        item = str_trim(item);
        if (item.len > 0) {
            yml_list_add(arena, list, yml_new_text(arena, item));
        }
    }
    return yml_new_flow(list);
}

/* A list of one that is written as its item stays so. */
static struct yml_node *value_of(struct arena *arena,
                                 const struct set_field *set,
                                 const struct yml_node *old)
{
    if (set->type == FIELD_TYPE_INTEGER) {
        return yml_new_word(arena, set->value);
    }
    if (!is_list(set)) {
        return yml_new_text(arena, set->value);
    }
    struct yml_node *list = list_of(arena, set->value);
    const bool is_item = old && old->kind == YML_SCALAR && !yml_is_null(old);
    return is_item && list->len == 1 ? list->items[0] : list;
}

/* The key that a new field comes behind: the nearest before it in the list of
 * fields that the record has. */
static const char *key_before(const struct record *record, enum field field)
{
    for (size_t i = field < FIELD_COUNT ? field : 0; i > 0; i--) {
        if (record->fields[i - 1].key) {
            return field_infos[i - 1].key;
        }
    }
    return NULL;
}

/* `FIELD=` takes a text away, and says of a list that there is none. */
static struct str with_field(struct bump *bump, const struct record *record,
                             const struct set_field *set)
{
    const char *key = arena_cstr(bump->arena, set->key);
    const struct yml_node *old = yml_get(record->front, key);
    if (!is_list(set) && set->value.len == 0) {
        return old ? yml_without_pair(bump->arena, record->front, key)
                   : record->source->text;
    }
    return yml_with_pair(bump->arena, record->front, key,
                         value_of(bump->arena, set, old),
                         key_before(record, set->field));
}

/* Whether the text at the offset is this and ends its line. */
static bool is_rest_of_line(struct str text, size_t at, struct str line)
{
    const struct str rest = str_from(text, at);
    const struct str behind = str_from(rest, line.len);
    return str_starts(rest, line) &&
           (behind.len == 0 || str_starts(behind, S("\n")) ||
            str_starts(behind, S("\r")));
}

static struct str heading_line(struct arena *arena, struct str id,
                               struct str title, bool is_escaped)
{
    struct out out = {0};
    out_str(&out, id);
    out_c(&out, ": ");
    if (is_escaped) {
        out_markdown(&out, title);
    } else {
        out_str(&out, title);
    }
    return out_take(&out, arena);
}

/* A heading that repeats the title to the letter goes along with it; any other
 * is for a person to write. */
static void follow_title(struct bump *bump, struct str old_title)
{
    const struct record *record = bump->changed;
    const struct str text = record->source->text;
    const struct md_heading *heading =
        record->body && record->body->heading_count > 0
            ? &record->body->headings[0]
            : NULL;
    for (int is_escaped = 0; heading && is_escaped < 2; is_escaped++) {
        const size_t at = heading->place.start;
        const struct str line =
            heading_line(bump->arena, bump->id, old_title, is_escaped);
        if (heading->level == 1 && heading->place.source == record->source &&
            is_rest_of_line(text, at, line)) {
            const struct str other =
                heading_line(bump->arena, bump->id, record->title, true);
            bump->changed = bump_read(
                bump,
                arena_printf(bump->arena, "%.*s%.*s%.*s",
                             STR_ARG(str_slice(text, 0, at)), STR_ARG(other),
                             STR_ARG(str_from(text, at + line.len))));
            return;
        }
    }
}

/* -- The other side of a succession ---------------------------------------- */

/* Where the kind of a successor has such a field, a succession is told at both
 * ends. */
static const char back_key[] = "supersedes";

static bool names(const struct yml_node *list, struct str id)
{
    if (list && list->kind == YML_SCALAR) {
        return str_equal(str_trim(list->text), id);
    }
    for (size_t i = 0; list && i < list->len; i++) {
        if (str_equal(str_trim(list->items[i]->text), id)) {
            return true;
        }
    }
    return false;
}

/* The list with this id in it. */
static struct yml_node *with_id(struct arena *arena, const struct yml_node *old,
                                struct str id)
{
    struct yml_node *list = yml_new_list(arena);
    const bool is_scalar = old && old->kind == YML_SCALAR && !yml_is_null(old);
    if (is_scalar) {
        yml_list_add(arena, list, yml_new_text(arena, old->text));
    }
    for (size_t i = 0; old && old->kind == YML_LIST && i < old->len; i++) {
        yml_list_add(arena, list, yml_new_text(arena, old->items[i]->text));
    }
    yml_list_add(arena, list, yml_new_text(arena, id));
    return yml_new_flow(list);
}

static bool name_back(struct bump *bump, const struct record *successor,
                      enum exit_status *status)
{
    const struct yml_node *old = yml_get(successor->front, back_key);
    if (!kind_field(successor->kind, S("supersedes")) || !successor->front ||
        names(old, bump->id)) {
        return true;
    }
    struct bump_file *other = &bump->others[bump->other_count++];
    other->path = successor->source->path;
    other->source = successor->source;
    other->text = yml_with_pair(bump->arena, successor->front, back_key,
                                with_id(bump->arena, old, bump->id), NULL);
    if (other->text.len == 0) {
        struct failure failure;
        fail(&failure, "cannot add \"%s\" to %.*s; add it by hand", back_key,
             STR_ARG(successor->source->path));
        *status = command_failed(bump->command, &failure);
    }
    return other->text.len > 0;
}

/* A successor that does not exist is what the checks report. */
static bool name_back_all(struct bump *bump, enum exit_status *status)
{
    const struct texts *successors =
        &bump->changed->references[FIELD_SUPERSEDED_BY];
    bump->others =
        ARENA_ARRAY(bump->arena, struct bump_file, successors->len + 1);
    workspace_reread(bump->command, bump->workspace, NULL);
    for (size_t i = 0; i < successors->len; i++) {
        const struct record *successor =
            library_find(bump->workspace->library, successors->at[i].text);
        if (successor && !str_equal(successor->id, bump->id) &&
            !name_back(bump, successor, status)) {
            return false;
        }
    }
    return true;
}

/* -- All of them ----------------------------------------------------------- */

static bool apply(struct bump *bump, const struct set_field *set,
                  enum exit_status *status)
{
    struct failure failure;
    const struct record *record = bump->changed;
    const struct str text =
        record->front ? with_field(bump, record, set) : (struct str){0};
    if (text.len == 0) {
        fail(&failure, "cannot set \"%.*s\" in %.*s; edit the file",
             STR_ARG(set->key), STR_ARG(bump->file.path));
        *status = command_failed(bump->command, &failure);
        return false;
    }
    bump->changed = bump_read(bump, text);
    if (set->field == FIELD_TITLE) {
        follow_title(bump, record->title);
    }
    return true;
}

bool bump_set(struct bump *bump, enum exit_status *status)
{
    const struct strs *given = &bump->command->options[OPTION_SET].values;
    bool is_succession = false;
    for (size_t i = 0; i < given->len; i++) {
        struct set_field set;
        if (!read_set(bump, given->at[i], &set)) {
            *status = STATUS_USAGE;
            return false;
        }
        if (!apply(bump, &set, status)) {
            return false;
        }
        is_succession |= set.field == FIELD_SUPERSEDED_BY;
    }
    bump->file.text = bump->changed->source->text;
    return !is_succession || name_back_all(bump, status);
}
