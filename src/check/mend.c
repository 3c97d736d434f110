/* What a file becomes. Changes of bytes come first, from the back to the front,
 * since they move nothing else of the tree; then fields, each in the text that
 * the one before has left. */

#include "check/mend.h"

#include <stdlib.h>

#include "check/mend_find.h"

/* -- The repairs of one file ---------------------------------------------- */

struct repairs {
    struct repair *at;
    size_t len, cap;
};

/* Bytes by their place; dropped items from the last to the first, so that each
 * index is still that of its item. */
static int by_place(const void *left, const void *right)
{
    const struct repair *a = left;
    const struct repair *b = right;
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    if (a->kind == REPAIR_DROP) {
        return (a->index < b->index) - (a->index > b->index);
    }
    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    const int by_key = str_compare(a->key, b->key);
    return by_key ? by_key : str_compare(a->text, b->text);
}

static bool is_same_repair(const struct repair *a, const struct repair *b)
{
    return a->kind == b->kind && a->start == b->start && a->end == b->end &&
           a->index == b->index && str_equal(a->key, b->key) &&
           str_equal(a->text, b->text);
}

struct work {
    struct arena *arena;
    struct mended_file *file;
    const struct record *record;
};

static void note(struct work *work, const struct repair *repair)
{
    *LIST_PUSH(work->arena, &work->file->mended) = repair->diag;
}

/* One of two that want the same bytes waits; two findings that ask for the very
 * same change are both mended by it. */
static void apply_bytes(struct work *work, const struct repairs *repairs)
{
    const struct str old = work->file->source->text;
    struct out out = {0};
    size_t at = 0;
    const struct repair *last = NULL;
    for (size_t i = 0; i < repairs->len; i++) {
        const struct repair *repair = &repairs->at[i];
        if (repair->kind != REPAIR_BYTES) {
            break;
        }
        if (last && is_same_repair(last, repair)) {
            note(work, repair);
        } else if (repair->start >= at) {
            out_str(&out, str_slice(old, at, repair->start));
            out_str(&out, repair->text);
            at = repair->end;
            last = repair;
            note(work, repair);
        }
    }
    if (last) {
        out_str(&out, str_from(old, at));
        work->file->text = out_take(&out, work->arena);
    }
}

/* -- Fields --------------------------------------------------------------- */

static struct str with_value(struct arena *arena, const struct yml_node *root,
                             const struct repair *repair)
{
    const struct yml_node *value =
        yml_get(root, arena_cstr(arena, repair->key));
    return value && value->kind == YML_SCALAR
               ? yml_with_value(arena, value, repair->text)
               : (struct str){0};
}

/* Somebody's words are no layout: bytes that hold a comment are not taken
 * away. A number sign in quotes is taken for one too. */
static bool holds_comment(struct place place)
{
    const struct str text =
        str_slice(place.source->text, place.start, place.end);
    return str_find(text, S(" #")) != STR_NONE ||
           str_find(text, S("\n#")) != STR_NONE;
}

/* The field's value with its key. */
static struct place whole_of(const struct yml_pair *pair)
{
    struct place place = pair->value->place;
    place.start = pair->key->place.start;
    return place;
}

static struct str without_item(struct arena *arena, const struct yml_node *root,
                               const struct repair *repair)
{
    const char *key = arena_cstr(arena, repair->key);
    const struct yml_pair *pair = yml_pair(root, key);
    const struct yml_node *value = pair ? pair->value : NULL;
    const bool has_others = value && value->kind == YML_LIST &&
                            value->len > 1 && repair->index < value->len;
    if (!value || holds_comment(has_others ? value->items[repair->index]->place
                                           : whole_of(pair))) {
        return (struct str){0};
    }
    return has_others ? yml_without_item(arena, value, repair->index)
                      : yml_without_pair(arena, root, key);
}

static bool has_item(const struct yml_node *value, struct str text)
{
    for (size_t i = 0; value->kind == YML_LIST && i < value->len; i++) {
        if (str_equal(value->items[i]->text, text)) {
            return true;
        }
    }
    return value->kind == YML_SCALAR && str_equal(value->text, text);
}

/* The last reference field of the front matter: a new one goes behind it. */
static const char *last_reference(struct arena *arena,
                                  const struct yml_node *root)
{
    const char *last = NULL;
    for (size_t i = 0; i < root->len; i++) {
        for (size_t f = 0; f < FIELD_COUNT; f++) {
            if (field_infos[f].converse[0] != '\0' &&
                str_is(root->pairs[i].key->text, field_infos[f].key)) {
                last = arena_cstr(arena, root->pairs[i].key->text);
            }
        }
    }
    return last;
}

/* `key: A` becomes a list of two. */
static struct str with_item(struct arena *arena, const struct yml_node *root,
                            const struct repair *repair)
{
    const char *key = arena_cstr(arena, repair->key);
    const struct yml_node *value = yml_get(root, key);
    struct yml_node *item = yml_new_text(arena, repair->text);
    if (value && has_item(value, repair->text)) {
        return root->place.source->text;
    }
    if (value && value->kind == YML_LIST) {
        return yml_with_item(arena, value, item);
    }
    struct yml_node *list = yml_new_flow(yml_new_list(arena));
    if (value && value->kind == YML_SCALAR && !yml_is_null(value)) {
        yml_list_add(arena, list, yml_new_text(arena, value->text));
    }
    yml_list_add(arena, list, item);
    return yml_with_pair(arena, root, key, list, last_reference(arena, root));
}

static struct str changed(struct arena *arena, const struct yml_node *root,
                          const struct repair *repair)
{
    switch (repair->kind) {
    case REPAIR_BYTES:
        break;
    case REPAIR_VALUE:
        return with_value(arena, root, repair);
    case REPAIR_DROP:
        return without_item(arena, root, repair);
    case REPAIR_ADD:
        return with_item(arena, root, repair);
    }
    return (struct str){0};
}

static void apply_fields(struct work *work, const struct repairs *repairs)
{
    for (size_t i = 0; i < repairs->len; i++) {
        const struct repair *repair = &repairs->at[i];
        if (repair->kind == REPAIR_BYTES) {
            continue;
        }
        const struct yml_node *root =
            yml_reread(work->arena, work->file->source, work->file->text);
        const struct str text = root && root->kind == YML_MAP
                                    ? changed(work->arena, root, repair)
                                    : (struct str){0};
        if (text.len > 0) {
            work->file->text = text;
            note(work, repair);
        }
    }
}

/* -- Whether it reads as well --------------------------------------------- */

static struct diags faults_of(struct arena *arena, const struct source *old,
                              struct str text)
{
    struct diags diags = {.arena = arena};
    struct source *source = source_new(arena, old->path, text);
    const struct yml_front front = yml_front(source, &diags);
    const size_t end = front.is_present ? front.yaml_end : text.len;
    yml_parse(arena, source, front.is_present ? front.yaml_start : 0, end,
              &diags);
    return diags;
}

static size_t count_of(const struct diags *diags, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < diags->len; i++) {
        count += diags->at[i].rule == rule;
    }
    return count;
}

/* No fault is new, of whatever kind. A file without front matter has nothing of
 * YAML to lose. */
static bool reads_as_well(struct work *work)
{
    const struct source *source = work->file->source;
    if (!work->record->front) {
        return true;
    }
    const struct diags now = faults_of(work->arena, source, work->file->text);
    const struct diags old = now.len > 0
                                 ? faults_of(work->arena, source, source->text)
                                 : (struct diags){0};
    for (size_t i = 0; i < now.len; i++) {
        const char *rule = now.at[i].rule;
        if (count_of(&now, rule) > count_of(&old, rule)) {
            return false;
        }
    }
    return true;
}

/* -- All files ------------------------------------------------------------ */

struct planned {
    const struct record *record;
    struct repairs repairs;
};

static struct map repairs_by_file(struct arena *arena,
                                  const struct check_input *input,
                                  const struct diags *diags)
{
    const struct mender mender = mender_new(arena, input, diags);
    struct map files = {0};
    for (size_t i = 0; i < diags->len; i++) {
        struct repair repair;
        if (!mend_find(&mender, &diags->at[i], &repair)) {
            continue;
        }
        void **slot = map_slot(arena, &files, repair.record->source->path);
        if (!*slot) {
            struct planned *planned = ARENA_NEW(arena, struct planned);
            planned->record = repair.record;
            *slot = planned;
        }
        struct planned *planned = *slot;
        *LIST_PUSH(arena, &planned->repairs) = repair;
    }
    return files;
}

struct mended_files mend_plan(struct arena *arena,
                              const struct check_input *input,
                              const struct diags *diags)
{
    const struct map files = repairs_by_file(arena, input, diags);
    struct mended_files mended = {0};
    for (size_t i = 0; i < files.len; i++) {
        struct planned *planned = files.at[i].value;
        struct source *source = planned->record->source;
        struct mended_file file = {.source = source, .text = source->text};
        struct work work = {arena, &file, planned->record};
        qsort(planned->repairs.at, planned->repairs.len,
              sizeof *planned->repairs.at, by_place);
        apply_bytes(&work, &planned->repairs);
        apply_fields(&work, &planned->repairs);
        if (!str_equal(file.text, source->text) && reads_as_well(&work)) {
            *LIST_PUSH(arena, &mended) = file;
        }
    }
    return mended;
}

void mend_mark(const struct check_input *input, struct diags *diags)
{
    struct arena scratch = {0};
    bool is_any = false;
    for (size_t i = 0; i < diags->len && !is_any; i++) {
        is_any = mend_words(diags->at[i].rule) != NULL;
    }
    if (!is_any) {
        return;
    }
    const struct mender mender = mender_new(&scratch, input, diags);
    for (size_t i = 0; i < diags->len; i++) {
        struct repair repair;
        diags->at[i].is_fixable = mend_find(&mender, &diags->at[i], &repair);
    }
    arena_free(&scratch);
}
