/* The old id in evidence. A file names its experiment and the practices of its
 * hypotheses, and holds the hash of a plan that names them too; its runs,
 * their keys and what was decided know no ids. So it is read, given the new
 * names and the hash of the plan as it will be, and written as `run` would:
 * `verify` agrees as it did. */

#include "base/fs.h"
#include "cli/rename.h"

static struct str hash_of(struct arena *arena, const struct lines *lines)
{
    struct out out = {0};
    lines_write(&out, lines);
    const struct sha256_hex hash = sha256_of(out_text(&out));
    out_free(&out);
    return arena_copy(arena, str_from_c(hash.text));
}

static bool is_id_line(struct str key)
{
    return str_is(key, "id") || str_ends(key, S(".practice"));
}

static bool exchange(const struct renaming *renaming, struct str *id)
{
    const bool is_old = str_equal(*id, renaming->old_id);
    *id = is_old ? renaming->new_id : *id;
    return is_old;
}

/* Whether anything was named anew. */
static bool exchange_ids(struct renaming *renaming, struct evidence *evidence)
{
    struct str *hash = &evidence->provenance.plan_hash;
    const bool is_whole =
        str_equal(*hash, hash_of(renaming->arena, &evidence->plan_lines));
    bool has_changed = exchange(renaming, &evidence->id);
    for (size_t i = 0; i < evidence->decision_count; i++) {
        has_changed |= exchange(renaming, &evidence->decisions[i].practice);
    }
    for (size_t i = 0; i < evidence->plan_lines.len; i++) {
        struct line *line = &evidence->plan_lines.at[i];
        has_changed |=
            is_id_line(line->key) && exchange(renaming, &line->value);
    }
    if (has_changed && is_whole) {
        *hash = hash_of(renaming->arena, &evidence->plan_lines);
    }
    return has_changed;
}

static struct str written(struct arena *arena, const struct evidence *evidence)
{
    struct out out = {0};
    evidence_write(&out, evidence);
    return out_take(&out, arena);
}

/* Whether the file is called by the id or has it as a text of its own. */
static bool names_it(const struct renaming *renaming, struct str name,
                     struct str text)
{
    const struct str quoted =
        arena_printf(renaming->arena, "\"%.*s\"", STR_ARG(renaming->old_id));
    return str_find(text, quoted) != STR_NONE ||
           str_equal(str_slice(name, 0, str_find_char(name, '.')),
                     renaming->old_id);
}

/* EXP-002 of "EXP-002.json" and of "EXP-002.pending.json". */
static struct str new_path_of(const struct renaming *renaming,
                              struct str folder, struct str name)
{
    const struct str stem = str_slice(name, 0, str_find_char(name, '.'));
    const struct str rest = str_from(name, stem.len);
    const struct str id =
        str_equal(stem, renaming->old_id) ? renaming->new_id : stem;
    return arena_printf(renaming->arena, "%.*s/%.*s%.*s", STR_ARG(folder),
                        STR_ARG(id), STR_ARG(rest));
}

static bool add_file(struct renaming *renaming, struct str folder,
                     struct str name, struct failure *failure)
{
    enum { EVIDENCE_CEILING = 64 << 20 };
    struct arena *arena = renaming->arena;
    const struct str path = fs_join(arena, folder, name);
    const struct str full =
        fs_join(arena, renaming->workspace->project->root, path);
    struct evidence evidence = {0};
    struct failure why;
    struct str text;
    if (!fs_read(arena, full.ptr, EVIDENCE_CEILING, &text, failure)) {
        return false;
    }
    if (!names_it(renaming, name, text)) {
        return true;
    }
    struct source *source = source_new(arena, path, text);
    if (!evidence_read(arena, source, &renaming->workspace->plans, &evidence,
                       &why) ||
        !str_equal(written(arena, &evidence), text)) {
        return fail(failure,
                    "%.*s names %.*s and is not as this version of probatum "
                    "writes it; take it back from git, or derive it anew",
                    STR_ARG(path), STR_ARG(renaming->old_id));
    }
    const struct str new_path = new_path_of(renaming, folder, name);
    if (exchange_ids(renaming, &evidence) || !str_equal(path, new_path)) {
        *LIST_PUSH(arena, &renaming->files) =
            (struct rename_file){.path = path,
                                 .new_path = new_path,
                                 .source = source,
                                 .text = written(arena, &evidence),
                                 .is_evidence = true};
    }
    return true;
}

bool rename_evidences(struct renaming *renaming, struct failure *failure)
{
    struct arena *arena = renaming->arena;
    const struct project *project = renaming->workspace->project;
    const struct kind *kind = project_kind_by_role(project, ROLE_EXPERIMENT);
    struct fs_entries entries = {0};
    if (!kind) {
        return true;
    }
    const struct str folder = fs_join(arena, kind->folder, S("evidence"));
    const struct str full = fs_join(arena, project->root, folder);
    if (fs_kind(full.ptr) == FS_MISSING) {
        return true;
    }
    if (!fs_list(arena, full.ptr, &entries, failure)) {
        return false;
    }
    for (size_t i = 0; i < entries.len; i++) {
        if (str_ends(entries.at[i].name, S(".json")) &&
            entries.at[i].kind != FS_FOLDER &&
            !add_file(renaming, folder, entries.at[i].name, failure)) {
            return false;
        }
    }
    return true;
}
