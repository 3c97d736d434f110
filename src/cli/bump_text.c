/* The file as it is to be: the version one higher, an entry more in the
 * history, and nothing else touched. It is read again and held to that before
 * anybody writes it. */

#include "cli/bump.h"

/* -- What the entry says --------------------------------------------------- */

/* The rules of the checks that could not be made, each once: "quote-not-found,
 * number-not-cited". */
static struct str unmade(const struct bump *bump)
{
    struct out out = {0};
    for (size_t i = 0; i < bump->refusals.len; i++) {
        const struct refusal *refusal = &bump->refusals.at[i];
        const bool is_new =
            refusal->rule && refusal->is_accepted &&
            str_find(out_text(&out), str_from_c(refusal->rule)) == STR_NONE;
        if (is_new) {
            out_printf(&out, "%s%s", out.len > 0 ? ", " : "", refusal->rule);
        }
    }
    return out_take(&out, bump->arena);
}

/* What --because is the reason of. */
static struct str deed(const struct bump *bump)
{
    const struct str unchecked = unmade(bump);
    struct out out = {0};
    if (unchecked.len > 0) {
        out_printf(&out, "Not checked (%.*s)", STR_ARG(unchecked));
    }
    if (!bump->before) {
        out_printf(&out, "%s by hand", out.len > 0 ? ", level" : "Level");
    } else if (bump->changes.len == 0) {
        out_printf(&out, "%s changed", out.len > 0 ? ", nothing" : "Nothing");
    } else if (bump->level > bump->least) {
        out_printf(&out, "%s from %s", out.len > 0 ? ", raised" : "Raised",
                   level_name(bump->least));
    }
    return out_take(&out, bump->arena);
}

/* The full stop that a sentence lacks. */
static const char *stop_behind(struct str sentence)
{
    const char last = sentence.len > 0 ? sentence.ptr[sentence.len - 1] : '.';
    return last == '.' || last == '!' || last == '?' ? "" : ".";
}

struct str bump_note(const struct bump *bump)
{
    const struct str done = deed(bump);
    if (bump->because.len == 0) {
        return bump->note;
    }
    return arena_printf(bump->arena, "%.*s%s %.*s: %.*s%s", STR_ARG(bump->note),
                        stop_behind(bump->note),
                        STR_ARG(done.len > 0 ? done : S("Because")),
                        STR_ARG(bump->because), stop_behind(bump->because));
}

/* Prose is too long for an old value; git has it. */
static bool is_short(const struct bump *bump, const struct field_change *change)
{
    const struct extra_field *extra = kind_field(bump->kind, change->field);
    if (change->which == FIELD_COUNT && !extra) {
        return false; /* a setting of a plan */
    }
    const enum field_type type = change->which == FIELD_COUNT
                                     ? extra->type
                                     : field_infos[change->which].type;
    return type == FIELD_TYPE_TEXT || type == FIELD_TYPE_INTEGER ||
           type == FIELD_TYPE_DATE || type == FIELD_TYPE_STRINGS ||
           type == FIELD_TYPE_REFERENCES;
}

/* "none" for what was not there. */
static struct yml_node *old_text_of(struct arena *arena, struct str text)
{
    return yml_new_text(arena, text.len > 0 ? text : S("none"));
}

/* A list as a list, so that its items stay apart. */
static struct yml_node *old_value(const struct bump *bump,
                                  const struct field_change *change)
{
    struct arena *arena = bump->arena;
    const char *key = arena_cstr(arena, change->field);
    const struct yml_node *old = yml_get(bump->before->front, key);
    if (!old || old->kind != YML_LIST || old->len < 2) {
        return old_text_of(arena, change->old_text);
    }
    struct yml_node *list = yml_new_list(arena);
    for (size_t i = 0; i < old->len; i++) {
        yml_list_add(arena, list,
                     yml_new_text(arena, str_trim(old->items[i]->text)));
    }
    return yml_new_flow(list);
}

/* The works that were cited in the role. */
static struct yml_node *old_refs(const struct bump *bump, struct str role)
{
    struct arena *arena = bump->arena;
    struct yml_node *list = yml_new_list(arena);
    for (size_t i = 0; i < bump->before->citations.len; i++) {
        const struct citation *citation = &bump->before->citations.at[i];
        if (str_equal(citation->role, role) && citation->ref.len > 0) {
            yml_list_add(arena, list, yml_new_text(arena, citation->ref));
        }
    }
    return list->len == 0   ? old_text_of(arena, S(""))
           : list->len == 1 ? list->items[0]
                            : yml_new_flow(list);
}

static size_t count_in_role(const struct record *record, struct str ref,
                            struct str role)
{
    size_t count = 0;
    for (size_t i = 0; i < record->citations.len; i++) {
        count += str_equal(record->citations.at[i].role, role) &&
                 (ref.len == 0 || str_equal(record->citations.at[i].ref, ref));
    }
    return count;
}

/* Whether other works are cited in the role than were. */
static bool has_moved(const struct bump *bump, struct str role)
{
    const struct record *readings[] = {bump->before, bump->changed};
    for (size_t r = 0; r < 2; r++) {
        for (size_t i = 0; i < readings[r]->citations.len; i++) {
            const struct citation *citation = &readings[r]->citations.at[i];
            if (str_equal(citation->role, role) &&
                !count_in_role(readings[1 - r], citation->ref, role)) {
                return true;
            }
        }
    }
    return false;
}

/* `was: {source: LIT-043}`, by the roles in the order of the fields. */
static void add_roles(const struct bump *bump, struct yml_node *was)
{
    for (enum field field = 0; field < FIELD_COUNT; field++) {
        const struct str role = str_from_c(field_infos[field].key);
        if (field_infos[field].type == FIELD_TYPE_REFERENCES &&
            has_moved(bump, role)) {
            yml_map_add(bump->arena, was, field_infos[field].key,
                        old_refs(bump, role));
        }
    }
}

/* What the fields of one line held before. */
static struct yml_node *was_of(const struct bump *bump)
{
    struct yml_node *was = yml_new_map(bump->arena);
    for (size_t i = 0; i < bump->changes.len; i++) {
        const struct field_change *change = &bump->changes.at[i];
        if (is_short(bump, change)) {
            yml_map_add(bump->arena, was,
                        arena_cstr(bump->arena, change->field),
                        old_value(bump, change));
        }
    }
    if (bump->before) {
        add_roles(bump, was);
    }
    return yml_new_flow(was);
}

static struct yml_node *number(struct arena *arena, int64_t value)
{
    return yml_new_word(arena, arena_printf(arena, "%lld", (long long)value));
}

/* While no level is known, the text is made all the same, to be checked. */
static enum level entry_level(const struct bump *bump)
{
    return bump->level == LEVEL_NONE ? LEVEL_PATCH : bump->level;
}

static struct yml_node *entry_of(const struct bump *bump)
{
    struct arena *arena = bump->arena;
    struct yml_node *entry = yml_new_map(arena);
    struct yml_node *was = was_of(bump);
    yml_map_add(arena, entry, "version", number(arena, bump->to));
    yml_map_add(arena, entry, "date", yml_new_text(arena, bump->today));
    yml_map_add(arena, entry, "level",
                yml_new_word(arena, str_from_c(level_name(entry_level(bump)))));
    yml_map_add(arena, entry, "note", yml_new_text(arena, bump_note(bump)));
    if (was->len > 0) {
        yml_map_add(arena, entry, "was", was);
    }
    return entry;
}

/* -- The edits ------------------------------------------------------------- */

/* Each takes the text that the one before left. An empty text means that it
 * could not be done, and stays. */
static const struct yml_node *front_of(const struct bump *bump, struct str text)
{
    return text.len > 0 ? yml_reread(bump->arena, bump->file.source, text)
                        : NULL;
}

static struct str with_version(const struct bump *bump, struct str text)
{
    const struct yml_node *front = front_of(bump, text);
    return front ? yml_with_pair(bump->arena, front, "version",
                                 number(bump->arena, bump->to), "status")
                 : (struct str){0};
}

static struct str with_entry(const struct bump *bump, struct str text)
{
    struct arena *arena = bump->arena;
    const struct yml_node *front = front_of(bump, text);
    const struct yml_node *list = yml_get(front, "history");
    if (!front) {
        return (struct str){0};
    }
    if (list && list->kind == YML_LIST && list->len > 0) {
        return yml_with_item(arena, list, entry_of(bump));
    }
    struct yml_node *first = yml_new_list(arena);
    yml_list_add(arena, first, entry_of(bump));
    return yml_with_pair(arena, front, "history", first,
                         yml_get(front, "date") ? "date" : "version");
}

/* -- Acknowledgements of this version -------------------------------------- */

/* Of the record itself, at the version that is left: what it accepts is a
 * number or a field of its own, not the state of another record. */
static bool is_of_this_version(const struct bump *bump,
                               const struct acknowledgement *acknowledged)
{
    return !acknowledged->is_comment && acknowledged->version == bump->from &&
           (str_equal(acknowledged->target, bump->id) ||
            !project_is_id(bump->workspace->project, acknowledged->target));
}

static const struct yml_node *acknowledgement_node(const struct yml_node *front,
                                                   size_t index)
{
    const struct yml_node *list = yml_get(front, "acknowledged");
    return list && list->kind == YML_LIST && index < list->len
               ? yml_get(list->items[index], "version")
               : NULL;
}

/* A patch leaves what was accepted as it was, so that the acceptance goes on.
 * After more than that somebody looks again, and writes the new version. */
static struct str with_acknowledgements(struct bump *bump, struct str text)
{
    const struct record *record = bump->changed;
    const struct str version =
        arena_printf(bump->arena, "%lld", (long long)bump->to);
    size_t entry = 0;
    bump->renewed = 0;
    for (size_t i = 0;
         bump->level == LEVEL_PATCH && i < record->acknowledged_count; i++) {
        const size_t index = entry;
        entry += !record->acknowledged[i].is_comment;
        if (!is_of_this_version(bump, &record->acknowledged[i])) {
            continue;
        }
        const struct yml_node *node =
            acknowledgement_node(front_of(bump, text), index);
        text =
            node ? yml_with_value(bump->arena, node, version) : (struct str){0};
        bump->renewed++;
    }
    return text;
}

/* -- That it says this and no more ----------------------------------------- */

static bool is_same_entry(const struct history_entry *a,
                          const struct history_entry *b)
{
    bool is_same = a->version == b->version && str_equal(a->date, b->date) &&
                   str_equal(a->note, b->note) &&
                   str_equal(a->level, b->level) &&
                   a->was_count == b->was_count;
    for (size_t i = 0; is_same && i < a->was_count; i++) {
        is_same = str_equal(a->was[i].field, b->was[i].field) &&
                  str_equal(a->was[i].old, b->was[i].old);
    }
    return is_same;
}

static struct str body_of(const struct record *record)
{
    return str_slice(record->source->text, record->span.body_start,
                     record->span.body_end);
}

static bool has_entry(const struct bump *bump, const struct record *written)
{
    const struct record *record = bump->changed;
    if (written->history_count != record->history_count + 1) {
        return false;
    }
    for (size_t i = 0; i < record->history_count; i++) {
        if (!is_same_entry(&record->history[i], &written->history[i])) {
            return false;
        }
    }
    const struct history_entry *last = &written->history[record->history_count];
    return last->version == bump->to && str_equal(last->date, bump->today) &&
           str_is(last->level, level_name(entry_level(bump))) &&
           str_equal(last->note, bump_note(bump));
}

/* Besides version and history, which are not compared, only acknowledgements
 * that go on. */
static bool is_else_untouched(const struct bump *bump,
                              const struct record *written)
{
    struct field_changes changes = {0};
    record_compare(bump->arena, bump->changed, written, &changes);
    for (size_t i = 0; i < changes.len; i++) {
        if (changes.at[i].which != FIELD_ACKNOWLEDGED) {
            return false;
        }
    }
    return changes.len == bump->renewed &&
           str_equal(body_of(bump->changed), body_of(written));
}

bool bump_text(struct bump *bump)
{
    const struct str set = bump->changed->source->text;
    const struct str text =
        with_acknowledgements(bump, with_entry(bump, with_version(bump, set)));
    const struct record *written = text.len > 0 && !bump->changed->is_broken
                                       ? bump_read(bump, text)
                                       : NULL;
    const bool is_right =
        written && !written->is_broken && written->version == bump->to &&
        has_entry(bump, written) && is_else_untouched(bump, written);
    bump->file.text = is_right ? text : set;
    return is_right;
}
