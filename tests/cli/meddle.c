/* Preloaded by tests, it meddles with how the program handles files:
 *
 *   KILL_AT=N     ends the program at its N-th call that changes a file, as a
 *                 kill or a power cut would: before it is made, or when half of
 *                 a text is written
 *   SAVE_AT=PATH  adds a line to the file just before it is opened a second
 *                 time, as an editor would that saves in between
 */

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_last_call(void)
{
    static long calls;
    const char *at = getenv("KILL_AT");
    return at && ++calls == strtol(at, NULL, 10);
}

static void change(void)
{
    if (is_last_call()) {
        _exit(9);
    }
}

static mode_t mode_of(int flags, va_list args)
{
    const mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    if (flags & (O_CREAT | O_TRUNC)) {
        change();
    }
    return mode;
}

static void save(const char *path)
{
    static int opened;
    const char *saved = getenv("SAVE_AT");
    const size_t length = saved ? strlen(saved) : 0;
    if (!saved || strlen(path) < length ||
        strcmp(path + strlen(path) - length, saved) != 0 || ++opened != 2) {
        return;
    }
    const int file = NEXT(open)(path, O_WRONLY | O_APPEND, 0);
    static const char line[] = "Another line.\n";
    if (NEXT(write)(file, line, sizeof line - 1) < 0) {
        perror("SAVE_AT");
    }
    close(file);
}

ssize_t write(int file, const void *bytes, size_t count)
{
    if (file > STDERR_FILENO && is_last_call()) {
        (void)!NEXT(write)(file, bytes, count / 2);
        _exit(9);
    }
    return NEXT(write)(file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset)
{
    if (is_last_call()) {
        (void)!NEXT(pwrite64)(file, bytes, count / 2, offset);
        _exit(9);
    }
    return NEXT(pwrite64)(file, bytes, count, offset);
}

int open(const char *path, int flags, ...)
{
    va_list args;
    save(path);
    va_start(args, flags);
    const mode_t mode = mode_of(flags, args);
    va_end(args);
    return NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const mode_t mode = mode_of(flags, args);
    va_end(args);
    return NEXT(open64)(path, flags, mode);
}

int ftruncate64(int file, off64_t length)
{
    change();
    return NEXT(ftruncate64)(file, length);
}

int fdatasync(int file)
{
    change();
    return NEXT(fdatasync)(file);
}

int mkdir(const char *path, mode_t mode)
{
    change();
    return NEXT(mkdir)(path, mode);
}

int fsync(int file)
{
    change();
    return NEXT(fsync)(file);
}

int rename(const char *from, const char *to)
{
    change();
    return NEXT(rename)(from, to);
}

int unlink(const char *path)
{
    change();
    return NEXT(unlink)(path);
}
