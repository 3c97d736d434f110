/* The old id in the text of records, plans, chapters and probatum.yaml. */

#include "cli/rename.h"

#include "base/ascii.h"
#include "base/fs.h"

/* -- Where it stands ------------------------------------------------------- */

/* Past a line end and the indentation of the next line; a blank alone joins
 * nothing. */
static size_t skip_line_end(struct str text, size_t at)
{
    size_t end = at;
    bool has_end = false;
    while (end < text.len && ascii_is_space(text.ptr[end])) {
        has_end |= text.ptr[end] == '\n';
        end++;
    }
    return has_end ? end : at;
}

/* A letter before it, or a hyphen, makes it a part of another's id. */
static bool begins_word(struct str text, size_t at)
{
    const char before = at > 0 ? text.ptr[at - 1] : ' ';
    return !ascii_is_alnum(before) && before != '_' && before != '-';
}

static bool ends_word(struct str text, size_t at)
{
    return at >= text.len ||
           (!ascii_is_alnum(text.ptr[at]) && text.ptr[at] != '_');
}

/* Whether it is in an address on the web, other than the project's own. */
static bool is_in_address(const struct renaming *renaming, struct str text,
                          size_t at)
{
    size_t start = at;
    while (start > 0 && !ascii_is_space(text.ptr[start - 1]) &&
           str_find_char(S("<>()[]\"'`"), text.ptr[start - 1]) == STR_NONE) {
        start--;
    }
    const struct str word = str_slice(text, start, at);
    const struct str own = renaming->workspace->project->base_url;
    return str_find(word, S("://")) != STR_NONE &&
           (own.len == 0 || !str_starts(word, own));
}

bool rename_next(const struct renaming *renaming, struct source *source,
                 size_t *at, struct place *code)
{
    const struct str text = source->text;
    const struct str prefix = str_slice(
        renaming->old_id, 0, renaming->old_id.len - renaming->old_code.len);
    for (;;) {
        const size_t found = str_find(str_from(text, *at), prefix);
        if (found == STR_NONE) {
            return false;
        }
        const size_t start = *at + found;
        const size_t first = skip_line_end(text, start + prefix.len);
        const size_t end = first + renaming->old_code.len;
        *at = start + prefix.len;
        if (str_starts(str_from(text, first), renaming->old_code) &&
            begins_word(text, start) && ends_word(text, end) &&
            !is_in_address(renaming, text, start)) {
            *code = (struct place){source, first, end};
            *at = end;
            return true;
        }
    }
}

/* -- What keeps it --------------------------------------------------------- */

static bool is_within(struct place place, const struct yml_node *node)
{
    return node && place.start >= node->place.start &&
           place.end <= node->place.end;
}

/* In that key of an entry of the list. */
static bool is_in_entries(struct place place, const struct yml_node *list,
                          const char *key)
{
    for (size_t i = 0; list && list->kind == YML_LIST && i < list->len; i++) {
        if (is_within(place, yml_get(list->items[i], key))) {
            return true;
        }
    }
    return false;
}

bool rename_is_kept(const struct record *record, struct place place)
{
    const struct yml_node *front = record->front;
    return record->kind->role == ROLE_JOURNAL ||
           is_within(place, yml_get(front, "history")) ||
           is_within(place, yml_get(front, "formerly")) ||
           is_within(place, yml_get(front, "cite_key")) ||
           is_in_entries(place, yml_get(front, "citations"), "quote") ||
           is_in_entries(place, yml_get(front, "formerly_cited"), "quote") ||
           is_in_entries(place, yml_get(front, "excerpts"), "text");
}

/* -- The new texts --------------------------------------------------------- */

static void add_place(struct renaming *renaming, struct place place,
                      bool is_kept)
{
    *LIST_PUSH(renaming->arena, &renaming->places) =
        (struct rename_place){place, is_kept};
}

/* The text with the new code at each place that does not keep the old one. The
 * record is NULL for a file that is none. */
static struct str replaced(struct renaming *renaming, struct source *source,
                           const struct record *record)
{
    struct out out = {0};
    struct place code = {0};
    size_t at = 0, written = 0;
    while (rename_next(renaming, source, &at, &code)) {
        const bool is_kept = record && rename_is_kept(record, code);
        add_place(renaming, code, is_kept);
        if (!is_kept) {
            out_str(&out, str_slice(source->text, written, code.start));
            out_str(&out, renaming->new_code);
            written = code.end;
        }
    }
    out_str(&out, str_from(source->text, written));
    return out_take(&out, renaming->arena);
}

static void add_file(struct renaming *renaming, struct source *source,
                     struct str new_path, struct str text)
{
    *LIST_PUSH(renaming->arena, &renaming->files) =
        (struct rename_file){.path = source->path,
                             .new_path = new_path,
                             .source = source,
                             .text = text};
}

static void add_changed(struct renaming *renaming, struct source *source,
                        const struct record *record)
{
    const struct str text = replaced(renaming, source, record);
    if (!str_equal(text, source->text)) {
        add_file(renaming, source, source->path, text);
    }
}

/* -- The record itself ----------------------------------------------------- */

static struct str without_zeros(struct str code)
{
    while (code.len > 1 && code.ptr[0] == '0') {
        code = str_from(code, 1);
    }
    return code;
}

/* `number: 60` is written without the zeros of the id where it was. */
static struct str with_number(struct renaming *renaming, struct str text)
{
    const struct yml_node *root =
        yml_reread(renaming->arena, renaming->record->source, text);
    const struct yml_node *number = root ? yml_get(root, "number") : NULL;
    if (!number || number->kind != YML_SCALAR || number->text.len == 0) {
        return text;
    }
    const bool has_zeros =
        str_equal(str_trim(number->text), renaming->old_code);
    return yml_with_value(renaming->arena, number,
                          has_zeros ? renaming->new_code
                                    : without_zeros(renaming->new_code));
}

static void add_former(struct renaming *renaming, struct yml_node *list,
                       struct str id)
{
    if (id.len > 0 && !str_equal(id, renaming->new_id) &&
        !str_equal(id, renaming->old_id)) {
        yml_list_add(renaming->arena, list, yml_new_text(renaming->arena, id));
    }
}

/* Earlier ids, and the one that it had until now. */
static struct str with_formerly(struct renaming *renaming, struct str text)
{
    struct arena *arena = renaming->arena;
    const struct yml_node *root =
        yml_reread(arena, renaming->record->source, text);
    if (!root || root->kind != YML_MAP) {
        return (struct str){0};
    }
    const struct yml_node *old = yml_get(root, "formerly");
    struct yml_node *list = yml_new_flow(yml_new_list(arena));
    for (size_t i = 0; old && old->kind == YML_LIST && i < old->len; i++) {
        add_former(renaming, list, str_trim(old->items[i]->text));
    }
    if (old && old->kind == YML_SCALAR) {
        add_former(renaming, list, str_trim(old->text));
    }
    yml_list_add(arena, list, yml_new_text(arena, renaming->old_id));
    const char *after = yml_get(root, "id")       ? "id"
                        : yml_get(root, "number") ? "number"
                                                  : "title";
    return yml_with_pair(arena, root, "formerly", list, after);
}

/* The file is called by its id, alone or with words behind it. */
static struct str new_path_of(const struct renaming *renaming)
{
    const struct str path = renaming->record->source->path;
    const size_t slash = str_rfind_char(path, '/');
    const size_t name = slash == STR_NONE ? 0 : slash + 1;
    if (!str_starts(str_from(path, name), renaming->old_id) ||
        !ends_word(path, name + renaming->old_id.len)) {
        return path;
    }
    return arena_printf(renaming->arena, "%.*s%.*s%.*s",
                        STR_ARG(str_slice(path, 0, name)),
                        STR_ARG(renaming->new_id),
                        STR_ARG(str_from(path, name + renaming->old_id.len)));
}

static bool add_own(struct renaming *renaming, struct failure *failure)
{
    const struct record *record = renaming->record;
    struct str text = replaced(renaming, record->source, record);
    text = with_number(renaming, text);
    text = text.len > 0 ? with_formerly(renaming, text) : text;
    if (text.len == 0) {
        return fail(failure,
                    "cannot write the new id into %.*s without touching "
                    "something else",
                    STR_ARG(record->source->path));
    }
    add_file(renaming, record->source, new_path_of(renaming), text);
    return true;
}

/* -- All files ------------------------------------------------------------- */

/* An error that leaves it open what is a field and what is text. */
static bool hides_text(const struct diag *diag)
{
    return diag->severity == SEVERITY_ERROR &&
           (str_starts(str_from_c(diag->rule), S("yaml-")) ||
            str_is(str_from_c(diag->rule), "text-invalid"));
}

static bool is_sound(struct renaming *renaming, const struct source *source,
                     struct failure *failure)
{
    const struct diags *diags = &renaming->workspace->diags;
    for (size_t i = 0; i < diags->len; i++) {
        const struct diag *diag = &diags->at[i];
        if (diag->place.source == source && hides_text(diag)) {
            const struct position at = source_position(
                renaming->arena, diag->place.source, diag->place.start);
            return fail(failure,
                        "%.*s%.*s:%zu:%zu names %.*s too and has to be "
                        "corrected first: %.*s",
                        STR_ARG(renaming->workspace->prefix),
                        STR_ARG(source->path), at.line, at.column,
                        STR_ARG(renaming->old_id), STR_ARG(diag->message));
        }
    }
    return true;
}

static bool names_it(const struct renaming *renaming, struct source *source)
{
    size_t at = 0;
    struct place code = {0};
    return rename_next(renaming, source, &at, &code);
}

static bool add_records(struct renaming *renaming, struct failure *failure)
{
    const struct library *library = renaming->workspace->library;
    for (size_t i = 0; i < library->record_count; i++) {
        struct record *record = library->records[i];
        const bool is_own = record == renaming->record;
        if (!is_own && !names_it(renaming, record->source)) {
            continue;
        }
        if (record->kind->role != ROLE_JOURNAL &&
            !is_sound(renaming, record->source, failure)) {
            return false;
        }
        if (is_own && !add_own(renaming, failure)) {
            return false;
        }
        if (!is_own) {
            add_changed(renaming, record->source, record);
        }
    }
    return true;
}

static bool add_chapters(struct renaming *renaming, struct failure *failure)
{
    enum { CHAPTER_CEILING = 16 << 20 };
    struct arena *arena = renaming->arena;
    const struct str folder = S("site/chapters");
    const struct str full =
        fs_join(arena, renaming->workspace->project->root, folder);
    struct fs_entries entries = {0};
    if (fs_kind(full.ptr) == FS_MISSING) {
        return true;
    }
    if (!fs_list(arena, full.ptr, &entries, failure)) {
        return false;
    }
    fs_sweep(&entries);
    for (size_t i = 0; i < entries.len; i++) {
        struct str text;
        if (!str_ends(entries.at[i].name, S(".md"))) {
            continue;
        }
        if (!fs_read(arena, entries.at[i].path.ptr, CHAPTER_CEILING, &text,
                     failure)) {
            return false;
        }
        add_changed(
            renaming,
            source_new(arena, fs_join(arena, folder, entries.at[i].name), text),
            NULL);
    }
    return true;
}

bool rename_texts(struct renaming *renaming, struct failure *failure)
{
    if (!add_records(renaming, failure) || !add_chapters(renaming, failure)) {
        return false;
    }
    add_changed(renaming, renaming->workspace->project->source, NULL);
    return true;
}
