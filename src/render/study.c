/* Reading the study. */

#include "render/study.h"

#include "base/fs.h"

enum { STUDY_CEILING = 4 << 20 };

struct str study_text(struct arena *arena, const struct project *project)
{
    struct failure ignored = {0};
    struct str text = {0};
    const struct str path =
        fs_join(arena, project->root, S("site/mutants.json"));
    return fs_kind(path.ptr) == FS_FILE &&
                   fs_read(arena, path.ptr, STUDY_CEILING, &text, &ignored)
               ? text
               : S("");
}

const struct json *study_read(struct arena *arena,
                              const struct project *project)
{
    struct failure ignored = {0};
    struct json *tree = NULL;
    const struct str text = study_text(arena, project);
    return text.len > 0 && json_read(arena, text, &tree, &ignored) &&
                   tree->type == JSON_OBJECT
               ? tree
               : NULL;
}
