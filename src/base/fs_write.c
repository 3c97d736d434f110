/* Replacing files whole. */

#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_fully(int file, struct str text)
{
    while (text.len > 0) {
        ssize_t part = write(file, text.ptr, text.len);
        if (part < 0 && errno == EINTR) {
            continue;
        }
        if (part < 0) {
            return false;
        }
        text = str_from(text, (size_t)part);
    }
    return true;
}

/* A path that the functions below may cut up. */
struct path {
    char text[PATH_MAX];
};

static bool path_set(struct path *path, const char *text,
                     struct failure *failure)
{
    size_t len = strlen(text);
    if (len == 0 || len >= sizeof path->text) {
        return fail(failure, "cannot write to \"%.200s\": the path is %s", text,
                    len ? "too long" : "empty");
    }
    memcpy(path->text, text, len + 1);
    return true;
}

/* The folder that holds the path: "." when there is no slash. */
static void path_parent(struct path *path)
{
    char *slash = strrchr(path->text, '/');
    if (!slash) {
        strcpy(path->text, ".");
    } else if (slash == path->text) {
        path->text[1] = '\0';
    } else {
        *slash = '\0';
    }
}

static bool make_folder(const char *path, struct failure *failure)
{
    if (mkdir(path, 0777) == 0 || fs_kind(path) == FS_FOLDER) {
        return true;
    }
    return fail(failure, "cannot make the folder %s: %s", path,
                strerror(errno));
}

bool fs_make_folders(const char *path, struct failure *failure)
{
    if (fs_kind(path) == FS_FOLDER) {
        return true;
    }
    struct path part = {0};
    if (!path_set(&part, path, failure)) {
        return false;
    }
    for (char *c = part.text + 1; *c != '\0'; c++) {
        if (*c != '/') {
            continue;
        }
        *c = '\0';
        if (!make_folder(part.text, failure)) {
            return false;
        }
        *c = '/';
    }
    return make_folder(part.text, failure);
}

/* A name of its own beside the target, so that the rename stays within one
 * file system. Hidden, and with an ending that no kind of record has: what a
 * killed program leaves behind is never taken for a record, and fs_sweep knows
 * by the number of the process that it is nobody's. */
static int open_beside(const struct path *folder, unsigned first,
                       struct path *temporary)
{
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        int len = snprintf(temporary->text, sizeof temporary->text,
                           "%s/.probatum-%ld-%u.tmp", folder->text,
                           (long)getpid(), first + attempt);
        if (len < 0 || (size_t)len >= sizeof temporary->text) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int file = open(temporary->text,
                        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) {
            return file;
        }
    }
    return -1;
}

/* Writes and closes; the file that is replaced hands its permissions on. */
static bool fill(int file, const struct stat *old, struct str text,
                 enum fs_durability durability)
{
    bool is_done = write_fully(file, text);
    if (is_done && old) {
        is_done = fchmod(file, old->st_mode & 07777) == 0;
    }
    if (is_done && durability == FS_DURABLE) {
        is_done = fsync(file) == 0;
    }
    int error = errno;
    bool is_closed = close(file) == 0;
    if (!is_done) {
        errno = error;
    }
    return is_done && is_closed;
}

static bool sync_folder(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        return false;
    }
    bool is_synced = fsync(folder) == 0 || errno == EINVAL;
    close(folder);
    return is_synced;
}

/* What is to be staged for which target. */
struct staging {
    const char *target;
    struct str text;
    unsigned first; /* number in the temporary file's name */
    enum fs_durability durability;
    const struct stat *old; /* of the target; NULL when it is not there */
};

/* Writes the text to a file beside the target. The folder is mostly there, so
 * it is made when the file could not be. */
static bool stage(const struct staging *staging, struct path *temporary,
                  struct failure *failure)
{
    const char *target = staging->target;
    struct path folder;
    if (!path_set(&folder, target, failure)) {
        return false;
    }
    path_parent(&folder);
    int file = open_beside(&folder, staging->first, temporary);
    if (file < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        if (!fs_make_folders(folder.text, failure)) {
            return false;
        }
        file = open_beside(&folder, staging->first, temporary);
    }
    if (file < 0) {
        return fail(failure, "cannot write %s: %s", target, strerror(errno));
    }
    if (!fill(file, staging->old, staging->text, staging->durability)) {
        int error = errno;
        unlink(temporary->text);
        return fail(failure, "cannot write %s: %s", target, strerror(error));
    }
    return true;
}

bool fs_sync_folder_of(const char *path, struct failure *failure)
{
    struct path folder;
    if (!path_set(&folder, path, failure)) {
        return false;
    }
    path_parent(&folder);
    return sync_folder(folder.text) ||
           fail(failure, "%s is written but may not survive a power cut: %s",
                path, strerror(errno));
}

static bool replace(const struct staging *staging, struct failure *failure)
{
    const char *target = staging->target;
    struct path temporary;
    if (!stage(staging, &temporary, failure)) {
        return false;
    }
    if (rename(temporary.text, target) != 0) {
        int error = errno;
        unlink(temporary.text);
        return fail(failure, "cannot write %s: %s", target, strerror(error));
    }
    return staging->durability == FS_QUICK ||
           fs_sync_folder_of(target, failure);
}

bool fs_write(const char *path, struct str text, enum fs_durability durability,
              struct failure *failure)
{
    struct stat info;
    struct staging staging = {path, text, 0, durability, NULL};
    if (lstat(path, &info) != 0) {
        return replace(&staging, failure);
    }
    staging.old = &info;
    if (!S_ISLNK(info.st_mode)) {
        return replace(&staging, failure);
    }
    /* A link is kept and what it points to is replaced. */
    char *target = realpath(path, NULL);
    if (!target || stat(target, &info) != 0) {
        free(target);
        return fail(failure, "cannot write %s: it is a broken link", path);
    }
    staging.target = target;
    bool is_written = replace(&staging, failure);
    free(target);
    return is_written;
}

bool fs_write_new(const char *path, struct str text, struct failure *failure)
{
    const struct staging staging = {path, text, 0, FS_QUICK, NULL};
    return replace(&staging, failure);
}

bool fs_remove(const char *path, struct failure *failure)
{
    if (unlink(path) == 0) {
        return true;
    }
    return fail(failure, "cannot remove %s: %s", path, strerror(errno));
}

void fs_remove_empty(const char *folder)
{
    rmdir(folder);
}

/* -- Several files --------------------------------------------------------- */

bool fs_stage(struct arena *arena, const char *path, struct str text,
              unsigned number, struct str *temporary, struct failure *failure)
{
    struct path name;
    struct stat info;
    const bool is_there = stat(path, &info) == 0;
    const struct staging staging = {path, text, number, FS_DURABLE,
                                    is_there ? &info : NULL};
    if (!stage(&staging, &name, failure)) {
        return false;
    }
    *temporary = arena_copy(arena, str_from_c(name.text));
    return true;
}

bool fs_move(const char *from, const char *to, struct failure *failure)
{
    return rename(from, to) == 0 ||
           fail(failure, "cannot write %s: %s", to, strerror(errno));
}

bool fs_lock(const char *folder, int *lock, struct failure *failure)
{
    *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0) {
        return fail(failure, "cannot open the folder %s: %s", folder,
                    strerror(errno));
    }
    /* A file system without locks is used by one program at a time. */
    while (flock(*lock, LOCK_EX) != 0 && errno == EINTR) {
    }
    return true;
}

void fs_unlock(int lock)
{
    close(lock);
}

/* -- What killed programs left --------------------------------------------- */

/* The process in the name of a temporary file, or 0. */
static pid_t maker_of(struct str name)
{
    struct str rest = {0};
    struct str process = {0};
    int64_t number = 0;
    if (!str_starts(name, S(".probatum-")) || !str_ends(name, S(".tmp"))) {
        return 0;
    }
    str_cut(str_from(name, sizeof ".probatum-" - 1), '-', &process, &rest);
    bool is_number =
        str_to_int64(process, &number) && number > 0 && number <= INT32_MAX;
    return is_number ? (pid_t)number : 0;
}

void fs_sweep(const struct fs_entries *entries)
{
    for (size_t i = 0; i < entries->len; i++) {
        const struct fs_entry *entry = &entries->at[i];
        pid_t maker = maker_of(entry->name);
        if (maker > 0 && entry->kind == FS_FILE && !entry->is_link &&
            kill(maker, 0) != 0 && errno == ESRCH) {
            unlink(entry->path.ptr);
        }
    }
}
