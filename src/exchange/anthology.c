/* Which folders hold records, and their files. */

#include "exchange/anthology.h"

#include "base/fs.h"
#include "base/map.h"
#include "exchange/anthology_read.h"
#include "exchange/toml.h"

enum { FILE_CEILING = 64 << 20, FOLDER_DEPTH_CEILING = 16 };

/* -- The layout ------------------------------------------------------------ */

/* Folders that such an anthology has, whether its layout tells of them or not.
 */
static const struct {
    const char *stem, *prefix;
    enum role role;
} usual[] = {
    {"practices", "SOTA", ROLE_PRACTICE},
    {"literature", "LIT", ROLE_LITERATURE},
    {"theory", "THEORY", ROLE_THEORY},
    {"notes", "NOTE", ROLE_NOTE},
    {"decisions", "ADR", ROLE_DECISION},
    {"principles", "DP", ROLE_DECISION},
    {"curation", "curation", ROLE_JOURNAL},
    {"changelog", "changelog", ROLE_JOURNAL},
};
enum { USUAL_COUNT = sizeof usual / sizeof usual[0] };

/* "practices" of record/practices.d */
static struct str stem_of(struct str folder)
{
    const size_t slash = str_rfind_char(folder, '/');
    struct str name = slash == STR_NONE ? folder : str_from(folder, slash + 1);
    if (str_ends(name, S(".d"))) {
        name.len -= 2;
    }
    return name;
}

static enum role role_of(struct str stem)
{
    for (size_t i = 0; i < USUAL_COUNT; i++) {
        if (str_is(stem, usual[i].stem)) {
            return usual[i].role;
        }
    }
    return ROLE_RECORD;
}

static void add_kind(struct anthology_reader *reader, struct str prefix,
                     struct str folder, enum role role,
                     const struct yml_node *scheme)
{
    while (str_ends(folder, S("/"))) {
        folder.len--;
    }
    for (size_t i = 0; i < reader->kinds.len; i++) {
        if (str_equal(reader->kinds.at[i].folder, folder)) {
            return;
        }
    }
    const struct str path = fs_join(reader->arena, reader->folder, folder);
    if (!fs_is_inside(folder) || fs_kind(path.ptr) != FS_FOLDER) {
        return; /* declared, and nothing filed yet */
    }
    const struct str stem = stem_of(folder);
    *LIST_PUSH(reader->arena, &reader->kinds) = (struct anthology_kind){
        .prefix = prefix.len > 0 ? prefix : stem,
        .folder = folder,
        .stem = stem,
        .role = role == ROLE_ANY ? role_of(stem) : role,
        .scheme = scheme,
    };
}

static struct str text_of(const struct yml_node *map, const char *key)
{
    const struct yml_node *node = yml_get(map, key);
    return node && node->kind == YML_SCALAR ? node->text : S("");
}

/* schemes: {SOTA: {dir: record/practices.d}}; journals the same. */
static void add_declared(struct anthology_reader *reader, const char *section,
                         enum role role)
{
    const struct yml_node *map = yml_get(reader->layout, section);
    for (size_t i = 0; map && map->kind == YML_MAP && i < map->len; i++) {
        const struct yml_node *scheme = map->pairs[i].value;
        add_kind(reader, map->pairs[i].key->text, text_of(scheme, "dir"), role,
                 scheme);
    }
}

/* fragments: {record/changelog.d: {file: CHANGELOG.md}} */
static void add_fragments(struct anthology_reader *reader)
{
    const struct yml_node *map = yml_get(reader->layout, "fragments");
    for (size_t i = 0; map && map->kind == YML_MAP && i < map->len; i++) {
        add_kind(reader, S(""), map->pairs[i].key->text, ROLE_JOURNAL, NULL);
    }
}

static void add_usual(struct anthology_reader *reader)
{
    for (size_t i = 0; i < USUAL_COUNT; i++) {
        add_kind(reader, str_from_c(usual[i].prefix),
                 arena_printf(reader->arena, "record/%s.d", usual[i].stem),
                 usual[i].role, NULL);
    }
}

static bool read_yaml(struct anthology_reader *reader, struct str text)
{
    struct arena *arena = reader->arena;
    struct diags diags = {.arena = arena};
    struct source *source = source_new(arena, S("luria.yaml"), text);
    reader->layout = yml_parse(arena, source, 0, text.len, &diags);
    for (size_t i = 0; i < diags.len; i++) {
        if (diags.at[i].severity == SEVERITY_ERROR) {
            const struct position at =
                source_position(arena, source, diags.at[i].place.start);
            return fail(reader->failure, "luria.yaml:%zu:%zu: %.*s", at.line,
                        at.column, STR_ARG(diags.at[i].message));
        }
    }
    return true;
}

static bool read_toml(struct anthology_reader *reader, struct str text)
{
    struct failure why;
    const struct yml_node *root = toml_read(reader->arena, text, &why);
    if (!root) {
        return fail(reader->failure, "luria.toml, %s", why.why);
    }
    const struct yml_node *inner = yml_get(root, "luria");
    reader->layout = inner ? inner : root;
    return true;
}

/* The newer form comes first. */
static bool read_layout(struct anthology_reader *reader)
{
    static const struct {
        const char *name;
        bool (*read)(struct anthology_reader *reader, struct str text);
    } forms[] = {{"luria.yaml", read_yaml}, {"luria.toml", read_toml}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const struct str name = str_from_c(forms[i].name);
        const struct str path = fs_join(reader->arena, reader->folder, name);
        struct str text;
        if (fs_kind(path.ptr) == FS_MISSING) {
            continue;
        }
        if (!fs_read(reader->arena, path.ptr, YML_SIZE_CEILING, &text,
                     reader->failure)) {
            return false;
        }
        reader->anthology->layout = name;
        return forms[i].read(reader, text);
    }
    return true;
}

/* -- Files ----------------------------------------------------------------- */

static bool add_file(struct anthology_reader *reader, struct str path)
{
    struct str text;
    const struct str whole = fs_join(reader->arena, reader->folder, path);
    if (!fs_read(reader->arena, whole.ptr, FILE_CEILING, &text,
                 reader->failure)) {
        return false;
    }
    *LIST_PUSH(reader->arena, &reader->files) =
        (struct anthology_file){path, text};
    return true;
}

static bool is_record_name(struct str name)
{
    return (str_ends(name, S(".md")) || str_ends(name, S(".yaml"))) &&
           !str_starts(name, S("_")) && !str_starts(name, S("."));
}

static bool add_folder(struct anthology_reader *reader,
                       struct anthology_kind *kind, struct str folder,
                       int depth)
{
    struct fs_entries entries = {0};
    const struct str whole = fs_join(reader->arena, reader->folder, folder);
    if (!fs_list(reader->arena, whole.ptr, &entries, reader->failure)) {
        return false;
    }
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        const struct str path = fs_join(reader->arena, folder, entry->name);
        if (entry->is_link || str_starts(entry->name, S(".")) ||
            (entry->kind != FS_FILE && entry->kind != FS_FOLDER) ||
            depth > FOLDER_DEPTH_CEILING) {
            *LIST_PUSH(reader->arena, &reader->anthology->left) = path;
        } else if (entry->kind == FS_FOLDER) {
            if (!add_folder(reader, kind, path, depth + 1)) {
                return false;
            }
        } else if (!add_file(reader, path)) {
            return false;
        } else if (is_record_name(entry->name)) {
            reader->anthology->record_count++;
            anthology_learn(reader, kind,
                            &reader->files.at[reader->files.len - 1]);
        }
    }
    return true;
}

/* The layout's own file has knowledge in its comments, and a licence goes with
 * what it is for. */
static bool is_companion(struct str name)
{
    return str_is(name, "luria.yaml") || str_is(name, "luria.toml") ||
           str_starts(name, S("LICENSE")) || str_starts(name, S("LICENCE")) ||
           str_starts(name, S("COPYING")) || str_starts(name, S("NOTICE"));
}

/* Whether the folder is a kind's, or holds one somewhere below. */
static bool is_kind(const struct anthology_reader *reader, struct str path)
{
    for (size_t i = 0; i < reader->kinds.len; i++) {
        if (str_equal(reader->kinds.at[i].folder, path)) {
            return true;
        }
    }
    return false;
}

static bool holds_kind(const struct anthology_reader *reader, struct str path)
{
    for (size_t i = 0; i < reader->kinds.len; i++) {
        if (fs_is_at_or_below(reader->kinds.at[i].folder, path)) {
            return true;
        }
    }
    return false;
}

/* What lies beside the kinds' folders, here and on the way to them. */
static bool look_around(struct anthology_reader *reader, struct str folder)
{
    struct fs_entries entries = {0};
    const struct str whole = fs_join(reader->arena, reader->folder, folder);
    if (!fs_list(reader->arena, whole.ptr, &entries, reader->failure)) {
        return false;
    }
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        const struct str path = fs_join(reader->arena, folder, entry->name);
        const bool is_file = entry->kind == FS_FILE && !entry->is_link;
        bool is_good = true;
        if (is_kind(reader, path)) {
            continue;
        }
        if (holds_kind(reader, path)) {
            is_good = look_around(reader, path);
        } else if (is_file && folder.len == 0 && is_companion(entry->name)) {
            is_good = add_file(reader, path);
        } else {
            *LIST_PUSH(reader->arena, &reader->anthology->left) = path;
        }
        if (!is_good) {
            return false;
        }
    }
    return true;
}

bool anthology_read(struct arena *arena, struct str folder,
                    struct anthology *anthology, struct failure *failure)
{
    struct anthology_reader reader = {
        .arena = arena,
        .folder = folder,
        .anthology = anthology,
        .failure = failure,
    };
    *anthology = (struct anthology){0};
    if (!read_layout(&reader)) {
        return false;
    }
    add_declared(&reader, "schemes", ROLE_ANY);
    add_declared(&reader, "journals", ROLE_JOURNAL);
    add_fragments(&reader);
    add_usual(&reader);
    for (size_t i = 0; i < reader.kinds.len; i++) {
        if (!add_folder(&reader, &reader.kinds.at[i], reader.kinds.at[i].folder,
                        0)) {
            return false;
        }
    }
    if (anthology->record_count == 0) {
        return fail(failure,
                    "%.*s holds no anthology: there is no record/practices.d, "
                    "record/literature.d or the like in it",
                    STR_ARG(folder));
    }
    if (!look_around(&reader, S(""))) {
        return false;
    }
    anthology_configure(&reader);
    anthology->files = reader.files.at;
    anthology->file_count = reader.files.len;
    return true;
}
