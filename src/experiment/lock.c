/* The lock of `run`, a record lock over a file that stays empty. */

#include "experiment/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"

static bool report_holder(int fd, const char *path, struct failure *failure)
{
    struct flock held = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_GETLK, &held) == 0 && held.l_type != F_UNLCK) {
        return fail(failure,
                    "another run is at work here (process %ld holds %s); wait "
                    "for it or stop it",
                    (long)held.l_pid, path);
    }
    return fail(failure, "another run was at work here a moment ago; try "
                         "again");
}

bool lock_take(const char *path, struct lock *lock, struct failure *failure)
{
    struct arena scratch = {0};
    const struct str text = str_from_c(path);
    const size_t slash = str_rfind_char(text, '/');
    bool is_made = true;
    lock->fd = -1;
    if (slash != STR_NONE && slash > 0) {
        is_made = fs_make_folders(
            arena_cstr(&scratch, str_slice(text, 0, slash)), failure);
    }
    arena_free(&scratch);
    if (!is_made) {
        return false;
    }
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
        return fail(failure, "cannot open %s: %s", path, strerror(errno));
    }
    struct flock wanted = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_SETLK, &wanted) != 0) {
        report_holder(fd, path, failure);
        close(fd);
        return false;
    }
    lock->fd = fd;
    return true;
}

void lock_release(struct lock *lock)
{
    if (lock->fd >= 0) {
        close(lock->fd);
    }
    lock->fd = -1;
}
