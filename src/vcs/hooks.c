/* Where git looks for hooks. */

#include "vcs/hooks.h"

#include "vcs/repo.h"

struct str vcs_hooks(struct vcs *repo, struct arena *arena)
{
    git_config *config = NULL;
    git_buf path = {0};
    struct str hooks = {0};
    if (repo == NULL) {
        return hooks;
    }
    if (git_repository_config_snapshot(&config, repo->handle) == 0 &&
        git_config_get_path(&path, config, "core.hooksPath") == 0) {
        hooks =
            path.ptr[0] == '/'
                ? arena_copy(arena, str_from_c(path.ptr))
                : arena_printf(arena, "%.*s%s", STR_ARG(repo->root), path.ptr);
    } else if (git_repository_item_path(&path, repo->handle,
                                        GIT_REPOSITORY_ITEM_HOOKS) == 0) {
        hooks = arena_copy(arena, str_from_c(path.ptr));
    }
    git_buf_dispose(&path);
    git_config_free(config);
    while (hooks.len > 1 && str_ends(hooks, S("/"))) {
        hooks.len--;
    }
    return arena_copy(arena, hooks);
}

struct str vcs_place(struct vcs *repo)
{
    return repo != NULL ? repo->prefix : S("");
}
