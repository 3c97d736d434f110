/* Reading commits and blobs, and not reading them twice. A memo is text, one
 * line for each thing, so that whoever looks into the cache understands it; a
 * line that cannot be understood is as good as no memo. */

#include "history/memo.h"

#include <string.h>

#include "base/fs.h"
#include "base/out.h"
#include "base/sha256.h"
#include "record/library.h"

static const char COMMIT[] = "history-commit-2";
static const char CUT[] = "history-cut-2";
static const char BLOB[] = "history-blob-1";
static const char FOLDERS[] = "history-folders-1";

enum { UNSAVED_CEILING = 4096, DIGEST = 32 };

/* --- The store ----------------------------------------------------------- */

static struct sha256_hex hash_names(const struct project *project)
{
    struct sha256 hash;

    sha256_start(&hash);
    for (size_t i = 0; i < project->prefixes.len; i++) {
        sha256_add(&hash, project->prefixes.at[i]);
        sha256_add(&hash, S("\n"));
    }
    sha256_add(&hash, S("\n"));
    for (size_t i = 0; i < project->temporary.len; i++) {
        sha256_add(&hash, project->temporary.at[i]);
        sha256_add(&hash, S("\n"));
    }
    return sha256_end(&hash);
}

void reading_start(struct reading *reading)
{
    struct sha256_hex names = hash_names(reading->project);

    reading->names =
        arena_copy(reading->arena, (struct str){names.text, DIGEST});
}

/* A store that fails is not asked again. */
static bool recall(struct reading *reading, const char *kind, struct str key,
                   struct str *value)
{
    bool found = false;
    struct failure failure;

    if (reading->store &&
        !store_get_memo(reading->store, kind, key, reading->scratch, value,
                        &found, &failure)) {
        reading->store = NULL;
    }
    return found;
}

static void keep(struct reading *reading, const char *kind, struct str key,
                 struct str value)
{
    reading->read_count++;
    if (!reading->store) {
        return;
    }
    *LIST_PUSH(reading->arena, &reading->unsaved) =
        (struct memo){.kind = kind,
                      .key = arena_copy(reading->arena, key),
                      .value = arena_copy(reading->arena, value)};
    if (reading->unsaved.len == UNSAVED_CEILING) {
        reading_save(reading);
    }
}

/* One transaction, short, so that other processes wait only for the writes. */
void reading_save(struct reading *reading)
{
    struct failure failure;
    bool is_ok = reading->store && reading->unsaved.len > 0 &&
                 store_begin(reading->store, &failure);
    bool has_begun = is_ok;

    for (size_t i = 0; is_ok && i < reading->unsaved.len; i++) {
        const struct memo *memo = &reading->unsaved.at[i];
        is_ok = store_put_memo(reading->store, memo->kind, memo->key,
                               memo->value, &failure);
    }
    if (is_ok) {
        is_ok = store_commit(reading->store, &failure);
    } else if (has_begun) {
        store_rollback(reading->store);
    }
    if (has_begun && !is_ok) {
        reading->store = NULL;
    }
    reading->unsaved.len = 0;
}

/* --- What a commit changed ----------------------------------------------- */

bool reading_stem(struct str path, struct str *stem)
{
    size_t slash = str_rfind_char(path, '/');
    struct str name = slash == STR_NONE ? path : str_from(path, slash + 1);

    return name.len > 0 && name.ptr[0] != '_' && name.ptr[0] != '.' &&
           library_stem(name, stem);
}

static void write_id(struct out *out, const struct vcs_id *id)
{
    out_c(out, id->text[0] ? id->text : "-");
    out_char(out, ' ');
}

/* `blob before path`, each id "-" where there is none. */
static struct str changes_write(struct arena *arena,
                                const struct vcs_changes *changes)
{
    struct out out = {0};

    for (size_t i = 0; i < changes->len; i++) {
        write_id(&out, &changes->at[i].blob);
        write_id(&out, &changes->at[i].before);
        out_str(&out, changes->at[i].path);
        out_char(&out, '\n');
    }
    return out_take(&out, arena);
}

static bool read_id(struct str *line, struct vcs_id *id)
{
    struct str text;

    *id = (struct vcs_id){{0}};
    if (!str_cut(*line, ' ', &text, line)) {
        return false;
    }
    if (text.len == sizeof id->text - 1) {
        memcpy(id->text, text.ptr, text.len);
        return true;
    }
    return str_is(text, "-");
}

static bool changes_read(struct arena *arena, struct str text,
                         struct vcs_changes *changes)
{
    struct str line;

    while (str_next_line(&text, &line)) {
        struct vcs_change change = {0};
        if (!read_id(&line, &change.blob) || !read_id(&line, &change.before) ||
            line.len == 0) {
            return false;
        }
        change.path = arena_copy(arena, line);
        *LIST_PUSH(arena, changes) = change;
    }
    return true;
}

bool reading_is_evidence(struct str path)
{
    const size_t slash = str_rfind_char(path, '/');
    const struct str folder =
        slash == STR_NONE ? (struct str){0} : str_slice(path, 0, slash);

    return (str_is(folder, "evidence") || str_ends(folder, S("/evidence"))) &&
           str_ends(path, S(".json")) && !str_ends(path, S(".pending.json"));
}

/* Names with line ends or worse are no records' names. */
static void keep_records(struct vcs_changes *changes)
{
    size_t kept = 0;

    for (size_t i = 0; i < changes->len; i++) {
        struct str stem;
        const struct str path = changes->at[i].path;
        if (fs_is_inside(path) &&
            (reading_stem(path, &stem) || reading_is_evidence(path) ||
             str_is(path, "probatum.yaml"))) {
            changes->at[kept++] = changes->at[i];
        }
    }
    changes->len = kept;
}

struct vcs_changes reading_changes(struct reading *reading,
                                   const struct vcs_commit *commit)
{
    struct arena_mark mark = arena_mark(reading->scratch);
    const char *kind = commit->is_cut ? CUT : COMMIT;
    struct str key = arena_printf(reading->scratch, "%s %.*s", commit->id.text,
                                  STR_ARG(vcs_folder(reading->vcs)));
    struct vcs_changes changes = {0};
    struct str text = {0};
    if (!recall(reading, kind, key, &text) ||
        !changes_read(reading->arena, text, &changes)) {
        struct failure failure;
        bool is_ok =
            commit->is_cut
                ? vcs_commit_files(reading->vcs, commit, reading->arena,
                                   &changes, &failure)
                : vcs_commit_changes(reading->vcs, commit, reading->arena,
                                     &changes, &failure);
        if (is_ok) {
            keep_records(&changes);
            keep(reading, kind, key, changes_write(reading->scratch, &changes));
        } else {
            changes = (struct vcs_changes){0};
            reading->lost++;
        }
    }
    arena_rewind(reading->scratch, mark);
    return changes;
}

/* --- Which record a blob holds ------------------------------------------- */

struct record *reading_parse(struct arena *arena, const struct project *project,
                             const struct kind *kind, struct str path,
                             struct str text)
{
    struct diags untold = {.arena = arena};
    struct str stem = path;

    reading_stem(path, &stem);
    return record_parse(arena, project, kind, source_new(arena, path, text),
                        stem, &untold);
}

/* The digest of the text without the bytes [start, end). */
static struct str digest_around(struct arena *arena, struct str text,
                                size_t start, size_t end)
{
    struct sha256 hash;
    struct sha256_hex hex;

    sha256_start(&hash);
    sha256_add(&hash, str_slice(text, 0, start));
    sha256_add(&hash, str_from(text, end));
    hex = sha256_end(&hash);
    return arena_copy(arena, (struct str){hex.text, DIGEST});
}

static struct str digest(struct arena *arena, struct str text)
{
    return digest_around(arena, text, text.len, text.len);
}

/* In a Markdown file the header is what stands before the body. In a YAML file
 * the body is a field, and the header everything around it. The Markdown is not
 * parsed: of ten thousand blobs nobody asks what their bodies say. */
static struct blob_facts find_facts(struct arena *arena,
                                    const struct project *project,
                                    const struct kind *kind, struct str path,
                                    struct str text)
{
    struct diags untold = {.arena = arena};
    struct yml_front span = yml_front(source_new(arena, path, text), &untold);
    bool has_body = span.is_closed && span.body_end > span.body_start;
    size_t end = !span.is_present ? 0 : has_body ? span.body_start : text.len;
    const struct record *record =
        reading_parse(arena, project, kind, path, str_slice(text, 0, end));
    const struct field_value *field = &record->fields[FIELD_BODY];
    struct blob_facts facts = {.id = record->id, .version = record->version};

    if (end == text.len && field->presence == PRESENCE_FILLED) {
        facts.body = digest(arena, field->node->text);
        facts.header = digest_around(arena, text, field->node->place.start,
                                     field->node->place.end);
    } else {
        facts.header = digest(arena, str_slice(text, 0, end));
        facts.body = digest(arena, str_from(text, end));
    }
    return facts;
}

/* `header body version id` */
static struct str facts_write(struct arena *arena,
                              const struct blob_facts *facts)
{
    return arena_printf(arena, "%.*s %.*s %lld %.*s", STR_ARG(facts->header),
                        STR_ARG(facts->body), (long long)facts->version,
                        STR_ARG(facts->id));
}

static bool facts_read(struct arena *arena, struct str text,
                       struct blob_facts *facts)
{
    struct str version;

    text = arena_copy(arena, text);
    return str_cut(text, ' ', &facts->header, &text) &&
           str_cut(text, ' ', &facts->body, &text) &&
           str_cut(text, ' ', &version, &text) &&
           str_to_int64(version, &facts->version) && (facts->id = text).len > 0;
}

static void read_facts(struct reading *reading, struct vcs_id blob,
                       struct str path, const struct kind *kind, struct str key,
                       struct blob_facts *facts)
{
    struct failure failure;
    struct str text = {0};

    if (!vcs_blob(reading->vcs, blob, reading->scratch, &text, &failure)) {
        reading->lost++;
        return;
    }
    struct blob_facts found =
        find_facts(reading->scratch, reading->project, kind, path, text);
    struct str written = facts_write(reading->scratch, &found);
    keep(reading, BLOB, key, written);
    facts_read(reading->arena, written, facts);
}

/* An id may be said by the file's name alone, so that counts too. */
const struct blob_facts *reading_facts(struct reading *reading,
                                       struct vcs_id blob, struct str path,
                                       const struct kind *kind)
{
    size_t slash = str_rfind_char(path, '/');
    struct str name = slash == STR_NONE ? path : str_from(path, slash + 1);
    struct arena_mark mark = arena_mark(reading->scratch);
    struct str key = arena_printf(reading->scratch, "%s %.*s %.*s %.*s",
                                  blob.text, STR_ARG(reading->names),
                                  STR_ARG(kind->prefix), STR_ARG(name));
    struct blob_facts *facts = map_get(&reading->blobs, key);
    if (!facts) {
        struct str text = {0};
        facts = ARENA_NEW(reading->arena, struct blob_facts);
        if (!recall(reading, BLOB, key, &text) ||
            !facts_read(reading->arena, text, facts)) {
            *facts = (struct blob_facts){0};
            read_facts(reading, blob, path, kind, key, facts);
        }
        *map_slot(reading->arena, &reading->blobs,
                  arena_copy(reading->arena, key)) = facts;
    }
    arena_rewind(reading->scratch, mark);
    return facts;
}

/* --- Folders of an older probatum.yaml ----------------------------------- */

/* `prefix folder`, a line each. */
static struct str find_folders(struct reading *reading, struct str text)
{
    struct project *project = NULL;
    struct diags untold = {.arena = reading->scratch};
    struct failure failure;
    struct out out = {0};

    if (!project_parse(reading->scratch, reading->project->root, text, &project,
                       &untold, &failure)) {
        return (struct str){0};
    }
    for (size_t i = 0; i < project->kind_count; i++) {
        const struct kind *kind = &project->kinds[i];
        if (kind->role != ROLE_JOURNAL) {
            out_printf(&out, "%.*s %.*s\n", STR_ARG(kind->prefix),
                       STR_ARG(kind->folder));
        }
    }
    return out_take(&out, reading->scratch);
}

struct strs reading_folders(struct reading *reading, struct vcs_id blob)
{
    struct arena_mark mark = arena_mark(reading->scratch);
    struct str key = str_from_c(blob.text);
    struct strs folders = {0};
    struct str text = {0};
    struct str line, head, tail;
    struct failure failure;
    if (!recall(reading, FOLDERS, key, &text)) {
        if (!vcs_blob(reading->vcs, blob, reading->scratch, &text, &failure)) {
            reading->lost++;
        } else {
            text = find_folders(reading, text);
            keep(reading, FOLDERS, key, text);
        }
    }
    text = arena_copy(reading->arena, text);
    while (str_next_line(&text, &line)) {
        if (str_cut(line, ' ', &head, &tail)) {
            *LIST_PUSH(reading->arena, &folders) = head;
            *LIST_PUSH(reading->arena, &folders) = tail;
        }
    }
    arena_rewind(reading->scratch, mark);
    return folders;
}
