/* All evidence of a project, from its folder. */

#include "evidence/evidence.h"

#include <stdlib.h>

#include "base/fs.h"
#include "evidence/holm.h"

static const char accepted_end[] = ".json";
static const char pending_end[] = ".pending.json";

enum { EVIDENCE_CEILING = 64 << 20 };

struct str evidence_folder(struct arena *arena, const struct project *project)
{
    const struct kind *kind = project_kind_by_role(project, ROLE_EXPERIMENT);
    return kind ? fs_join(arena, kind->folder, S("evidence")) : (struct str){0};
}

struct str evidence_path(struct arena *arena, const struct project *project,
                         struct str id, enum evidence_file file)
{
    const struct str folder = evidence_folder(arena, project);
    return arena_printf(arena, "%.*s/%.*s%s", STR_ARG(folder), STR_ARG(id),
                        file == EVIDENCE_PENDING ? pending_end : accepted_end);
}

struct loader {
    struct arena *arena;
    const struct project *project;
    const struct plans *plans;
    const struct map *ids; /* NULL: all */
    struct diags *diags;
    bool prefers_pending;
    struct evidences evidences;
};

/* "12:5: unexpected token" -> the place; else the file as a whole. */
static struct place fault_place(struct arena *arena, struct source *source,
                                struct str *why)
{
    struct str line = {0};
    struct str column = {0};
    struct str rest = {0};
    int64_t l = 0;
    int64_t c = 0;
    if (!str_cut(*why, ':', &line, &rest) ||
        !str_cut(rest, ':', &column, &rest) || !str_to_int64(line, &l) ||
        !str_to_int64(column, &c) || l < 1 || c < 0) {
        return (struct place){.source = source};
    }
    *why = str_trim(rest);
    if (c == 0) { /* an empty file, or one that ends too early */
        return (struct place){.source = source};
    }
    const size_t start = source_line_offset(arena, source, (size_t)l);
    const size_t offset = start + (size_t)c - 1;
    const size_t end = source->text.len;
    return (struct place){source, offset < end ? offset : end,
                          offset < end ? offset + 1 : end};
}

static void report_unreadable(struct loader *loader, struct source *source,
                              struct str id, struct str why)
{
    const struct place place = fault_place(loader->arena, source, &why);
    struct diag *diag =
        diag_add(loader->diags, SEVERITY_ERROR, "evidence-unreadable", place,
                 "the evidence cannot be read: %.*s", STR_ARG(why));
    diag->subject = id;
    diag_hint(loader->diags, diag,
              "take it back from git, or remove it and `probatum run %.*s`",
              STR_ARG(id));
}

static void load_file(struct loader *loader, const struct fs_entry *entry,
                      struct str path, struct str id)
{
    struct arena *arena = loader->arena;
    struct str text = {0};
    struct failure failure = {0};
    const bool is_read =
        fs_read(arena, entry->path.ptr, EVIDENCE_CEILING, &text, &failure);
    struct source *source = source_new(arena, path, text);
    struct evidence evidence = {0};
    if (!is_read ||
        !evidence_read(arena, source, loader->plans, &evidence, &failure)) {
        report_unreadable(loader, source, id, str_from_c(failure.why));
        return;
    }
    if (!str_equal(evidence.id, id)) {
        report_unreadable(
            loader, source, id,
            arena_printf(arena, "it is that of %.*s", STR_ARG(evidence.id)));
        return;
    }
    const struct str pending = arena_printf(
        arena, "%.*s/%.*s", STR_ARG(loader->project->root),
        STR_ARG(evidence_path(arena, loader->project, id, EVIDENCE_PENDING)));
    evidence.is_pending_present = fs_kind(pending.ptr) == FS_FILE;
    evidence_judge_age(arena, &evidence);
    evidences_add(arena, &loader->evidences, &evidence);
}

/* The file to read of an entry of the folder, by its name without the end;
 * false for one that is left out in favour of another or is no evidence. */
static bool is_wanted(const struct loader *loader,
                      const struct fs_entries *entries,
                      const struct fs_entry *entry, struct str *id)
{
    const bool is_pending = str_ends(entry->name, str_from_c(pending_end));
    const size_t end =
        is_pending ? sizeof pending_end - 1 : sizeof accepted_end - 1;
    if (entry->kind != FS_FILE ||
        !str_ends(entry->name, str_from_c(accepted_end)) ||
        (is_pending && !loader->prefers_pending)) {
        return false;
    }
    *id = str_slice(entry->name, 0, entry->name.len - end);
    for (size_t i = 0;
         !is_pending && loader->prefers_pending && i < entries->len; i++) {
        const struct str other = entries->at[i].name;
        if (other.len == id->len + sizeof pending_end - 1 &&
            str_starts(other, *id) &&
            str_ends(other, str_from_c(pending_end))) {
            return false;
        }
    }
    return true;
}

static void load_folder(struct loader *loader, struct str folder)
{
    struct fs_entries entries = {0};
    struct failure failure = {0};
    struct arena *arena = loader->arena;
    const struct str whole = fs_join(arena, loader->project->root, folder);
    if (fs_kind(whole.ptr) != FS_FOLDER) {
        return;
    }
    if (!fs_list(arena, whole.ptr, &entries, &failure)) {
        report_unreadable(loader, source_new(arena, folder, S("")),
                          (struct str){0}, str_from_c(failure.why));
        return;
    }
    fs_sweep(&entries);
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        struct str id = {0};
        if (is_wanted(loader, &entries, entry, &id) &&
            (!loader->ids || map_get(loader->ids, id))) {
            load_file(loader, entry, fs_join(arena, folder, entry->name), id);
        }
    }
}

static struct evidences load_all(struct loader *loader)
{
    const struct str folder = evidence_folder(loader->arena, loader->project);
    if (folder.len > 0) {
        load_folder(loader, folder);
    }
    evidence_adjust(loader->arena, &loader->evidences);
    return loader->evidences;
}

struct evidences evidences_load(struct arena *arena,
                                const struct library *library,
                                const struct plans *plans, struct diags *diags)
{
    return evidences_load_some(arena, library, plans, NULL, diags);
}

struct evidences evidences_load_some(struct arena *arena,
                                     const struct library *library,
                                     const struct plans *plans,
                                     const struct map *ids, struct diags *diags)
{
    struct loader loader = {.arena = arena,
                            .project = library->project,
                            .plans = plans,
                            .ids = ids,
                            .diags = diags};
    return load_all(&loader);
}

struct evidences evidences_load_pending(struct arena *arena,
                                        const struct library *library,
                                        const struct plans *plans,
                                        struct diags *diags)
{
    struct loader loader = {.arena = arena,
                            .project = library->project,
                            .plans = plans,
                            .diags = diags,
                            .prefers_pending = true};
    return load_all(&loader);
}

/* -- Families -------------------------------------------------------------- */

struct family {
    struct str name;
    LIST(struct evidence_decision *) members;
};

static struct family *family_of(struct arena *arena, struct map *families,
                                struct str name)
{
    void **slot = map_slot(arena, families, name);
    if (!*slot) {
        struct family *family = ARENA_NEW(arena, struct family);
        family->name = name;
        *slot = family;
    }
    return *slot;
}

static void adjust_family(struct arena *arena, const struct family *family)
{
    const int count = (int)family->members.len;
    struct family_summary summary = {0};
    struct holm_member *room =
        ARENA_ARRAY(arena, struct holm_member, family->members.len);
    struct decision **decisions =
        ARENA_ARRAY(arena, struct decision *, family->members.len);
    for (int i = 0; i < count; i++) {
        decisions[i] = &family->members.at[i]->decision;
    }
    family_adjust(decisions, count, room, &summary);
    for (int i = 0; i < count; i++) {
        struct evidence_decision *decided = family->members.at[i];
        if (decided->decision.reason == REASON_FAMILY) {
            decided->sentence = evidence_sentence(arena, decided);
        }
    }
}

void evidence_adjust(struct arena *arena, struct evidences *evidences)
{
    struct map families = {0};
    for (size_t e = 0; e < evidences->len; e++) {
        struct evidence *evidence = &evidences->at[e];
        for (size_t i = 0; i < evidence->decision_count; i++) {
            struct evidence_decision *decided = &evidence->decisions[i];
            struct family *family =
                family_of(arena, &families, decided->family);
            *LIST_PUSH(arena, &family->members) = decided;
        }
    }
    for (size_t i = 0; i < families.len; i++) {
        adjust_family(arena, families.at[i].value);
    }
}
