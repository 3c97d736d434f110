/* Listing and looking at every file: the one part of a rebuild that grows with
 * the project, so that it does nothing else. */

#include "render/inputs.h"

#include <stdlib.h>

#include "evidence/evidence.h"
#include "record/chapter.h"

enum { INPUT_CEILING = 64 << 20 };

static struct str stamp_text(struct arena *arena, const struct fs_stamp *stamp,
                             int64_t now_ns)
{
    union {
        const struct fs_stamp *stamp;
        const char *bytes;
    } view = {.stamp = stamp};
    return fs_is_settled(stamp, now_ns)
               ? arena_copy(arena, (struct str){view.bytes, sizeof *stamp})
               : S("");
}

static struct str look_at(struct arena *arena, struct inputs *inputs,
                          struct input input, int64_t now_ns)
{
    struct fs_stamp stamp = {0};
    if (!fs_stamp(input.full.ptr, &stamp)) {
        inputs->is_odd = true;
        return S("");
    }
    input.stamp = stamp_text(arena, &stamp, now_ns);
    *LIST_PUSH(arena, inputs) = input;
    return input.stamp;
}

/* Of evidence that awaits review only its being there is shown. */
static void list_evidence(struct arena *arena, const struct project *project,
                          struct inputs *inputs, int64_t now_ns)
{
    struct fs_entries entries = {0};
    struct failure ignored = {0};
    const struct str folder = evidence_folder(arena, project);
    const struct str full = fs_join(arena, project->root, folder);
    if (folder.len == 0 || fs_kind(full.ptr) != FS_FOLDER) {
        return;
    }
    inputs->is_odd |= !fs_list(arena, full.ptr, &entries, &ignored);
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        struct input input = {
            .path = fs_join(arena, folder, entry->name),
            .full = entry->path,
        };
        if (entry->kind != FS_FILE || !str_ends(entry->name, S(".json"))) {
            continue;
        }
        if (str_ends(entry->name, S(".pending.json"))) {
            input.stamp = S("is there");
            *LIST_PUSH(arena, inputs) = input;
        } else {
            look_at(arena, inputs, input, now_ns);
        }
    }
}

/* Chapters rest on anything, and nothing is known of them but how they look:
 * one that moved is left to a whole build. */
static void list_chapters(struct arena *arena, const struct project *project,
                          struct inputs *inputs, int64_t now_ns)
{
    struct fs_entries entries = {0};
    struct failure ignored = {0};
    const struct str folder = str_from_c(chapter_folder);
    const struct str full = fs_join(arena, project->root, folder);
    if (fs_kind(full.ptr) != FS_FOLDER) {
        return;
    }
    inputs->is_odd |= !fs_list(arena, full.ptr, &entries, &ignored);
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        if (entry->kind == FS_FILE) {
            look_at(arena, inputs,
                    (struct input){.path = fs_join(arena, folder, entry->name),
                                   .full = entry->path},
                    now_ns);
        }
    }
}

static int by_path(const void *left, const void *right)
{
    const struct input *a = left;
    const struct input *b = right;
    return str_compare(a->path, b->path);
}

static void put_in_order(struct inputs *inputs)
{
    if (inputs->len > 1) {
        qsort(inputs->at, inputs->len, sizeof *inputs->at, by_path);
    }
    for (size_t i = 1; i < inputs->len; i++) {
        inputs->is_odd |= str_equal(inputs->at[i - 1].path, inputs->at[i].path);
    }
}

struct inputs inputs_list(struct arena *arena, const struct project *project,
                          struct diags *diags)
{
    struct inputs inputs = {0};
    const int64_t now_ns = fs_now();
    inputs.files =
        library_list(arena, project, NULL, diags, &inputs.is_incomplete);
    for (size_t i = 0; i < inputs.files.len; i++) {
        struct library_file *file = &inputs.files.at[i];
        file->stamp =
            look_at(arena, &inputs,
                    (struct input){
                        .path = file->path, .full = file->full, .file = file},
                    now_ns);
    }
    list_evidence(arena, project, &inputs, now_ns);
    list_chapters(arena, project, &inputs, now_ns);
    put_in_order(&inputs);
    return inputs;
}

bool input_read(struct arena *arena, const struct input *input,
                struct str *text)
{
    struct failure ignored = {0};
    return fs_read(arena, input->full.ptr, INPUT_CEILING, text, &ignored);
}
