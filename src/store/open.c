/* Opening a store whatever lies at its path, and setting aside what cannot be
 * used. */

#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/fs.h"

enum { LOCK_STEP_MS = 10 };

/* --- Setting aside ------------------------------------------------------- */

/* The log goes with its file, so that nothing is lost to someone who wants to
 * recover it, and a log left by an earlier one goes away. The file goes first:
 * SQLite throws away a log that has no file. */
static bool set_aside(struct store *store, const struct reason *reason,
                      struct failure *failure)
{
    struct arena *arena = &store->arena;
    struct arena_mark mark = arena_mark(arena);
    const char *path = store->path;
    const char *suffix = reason->suffix;
    const char *aside = arena_printf(arena, "%s.%s", path, suffix).ptr;
    const char *log = arena_printf(arena, "%s-wal", path).ptr;
    const char *aside_log = arena_printf(arena, "%s.%s-wal", path, suffix).ptr;
    const char *index = arena_printf(arena, "%s-shm", path).ptr;

    bool is_ok = true;
    if (rename(path, aside) != 0) {
        is_ok = fail(failure,
                     "the cache %s cannot be used: %s, and it cannot be "
                     "renamed: %s",
                     path, reason->text, strerror(errno));
    } else {
        if (rename(log, aside_log) != 0) {
            unlink(aside_log);
        }
        unlink(index);
        snprintf(store->notice, sizeof store->notice,
                 "the cache %s was set aside as %s and begun anew: %s", path,
                 aside, reason->text);
    }
    arena_rewind(arena, mark);
    return is_ok;
}

/* One process at a time judges the file, so that two that meet the same damage
 * do not set aside each other's new one. The lock is on the folder and leaves
 * no file behind; where a file system has no such locks, -1 and no lock. */
static bool lock_folder(struct store *store, int *lock, struct failure *failure)
{
    *lock = -1;
    if (!store->path) {
        return true;
    }

    if (!fs_make_folders(store->folder, failure)) {
        return false;
    }

    *lock = open(store->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int waited = 0; *lock >= 0 && flock(*lock, LOCK_EX | LOCK_NB) != 0;) {
        if (errno == EWOULDBLOCK && waited < DATABASE_PATIENCE_MS) {
            usleep(LOCK_STEP_MS * 1000);
            waited += LOCK_STEP_MS;
            continue;
        }
        bool is_held = errno == EWOULDBLOCK;
        close(*lock);
        *lock = -1;
        if (is_held) {
            return fail(failure,
                        "cannot open the cache %s: another program has been "
                        "opening it for %d seconds",
                        store->name, DATABASE_PATIENCE_MS / 1000);
        }
    }
    return true;
}

static bool open_or_begin_anew(struct store *store, enum care care,
                               struct failure *failure)
{
    int lock = -1;
    if (!lock_folder(store, &lock, failure)) {
        return false;
    }

    struct reason reason = {0};
    enum fitness fitness = database_open(store, care, &reason, failure);
    if (fitness == UNFIT) {
        fitness = FAILED;
        if (set_aside(store, &reason, failure)) {
            fitness = database_open(store, CARE_QUICK, &reason, failure);
        }
        if (fitness == UNFIT) {
            fail(failure, "the cache %s cannot be used: %s", store->name,
                 reason.text);
        }
    }
    if (lock >= 0) {
        close(lock);
    }
    return fitness == FIT;
}

/* --- What store.h promises ----------------------------------------------- */

static const char *folder_of(struct arena *arena, const char *path)
{
    struct str text = str_from_c(path);
    size_t slash = str_rfind_char(text, '/');
    if (slash == STR_NONE) {
        return ".";
    }
    return slash == 0 ? "/" : arena_cstr(arena, str_slice(text, 0, slash));
}

bool store_open(const char *path, struct store **store, bool *was_damaged,
                struct failure *failure)
{
    struct arena arena = {0};
    struct store *opened = ARENA_NEW(&arena, struct store);
    if (path) {
        opened->path = arena_cstr(&arena, str_from_c(path));
        opened->folder = folder_of(&arena, path);
    }
    opened->name = path ? opened->path : "in memory";
    opened->process = getpid();
    opened->arena = arena;

    *store = NULL;
    *was_damaged = false;
    if (!open_or_begin_anew(opened, CARE_QUICK, failure)) {
        store_close(opened);
        return false;
    }
    *was_damaged = opened->notice[0] != '\0';
    *store = opened;
    return true;
}

void store_close(struct store *store)
{
    if (!store) {
        return;
    }
    if (store->process != getpid()) {
        BUG("a store was carried over a fork");
    }
    database_close(store);

    struct arena arena = store->arena;
    arena_free(&arena);
}

const char *store_notice(const struct store *store)
{
    return store->notice;
}

bool store_is_damaged(const struct store *store)
{
    return store->is_damaged;
}

bool store_begin_anew(struct store **store, struct failure *failure)
{
    database_close(*store);
    if (open_or_begin_anew(*store, CARE_WHOLE, failure)) {
        return true;
    }
    store_close(*store);
    *store = NULL;
    return false;
}
