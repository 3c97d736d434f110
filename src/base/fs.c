/* Reading files and folders, and what paths say. */

#include "base/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static enum fs_kind kind_of_mode(mode_t mode)
{
    return S_ISREG(mode) ? FS_FILE : S_ISDIR(mode) ? FS_FOLDER : FS_OTHER;
}

enum fs_kind fs_kind(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0) {
        return kind_of_mode(info.st_mode);
    }
    return errno == EACCES || errno == EIO ? FS_OTHER : FS_MISSING;
}

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

bool fs_stamp(const char *path, struct fs_stamp *stamp)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return false;
    }
    *stamp = (struct fs_stamp){
        .size = (int64_t)info.st_size,
        .modified_ns = nanoseconds(info.st_mtim),
        .changed_ns = nanoseconds(info.st_ctim),
        .inode = (uint64_t)info.st_ino,
    };
    return true;
}

int64_t fs_now(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now);
}

bool fs_is_settled(const struct fs_stamp *stamp, int64_t now_ns)
{
    const int64_t tick = 2 * (int64_t)1000000000; /* of FAT, the coarsest */
    return stamp->modified_ns < now_ns - tick &&
           stamp->changed_ns < now_ns - tick;
}

/* Reads until the buffer is full or the file ends; -1 when reading fails. */
static ssize_t read_fully(int file, char *buffer, size_t size)
{
    size_t len = 0;
    while (len < size) {
        ssize_t part = read(file, buffer + len, size - len);
        if (part < 0 && errno == EINTR) {
            continue;
        }
        if (part < 0) {
            return -1;
        }
        if (part == 0) {
            break;
        }
        len += (size_t)part;
    }
    return (ssize_t)len;
}

/* The same of a file that should have so many bytes: when they and no more come
 * at once it has ended, and is not asked again. */
static ssize_t read_expected(int file, char *buffer, size_t expected)
{
    ssize_t first = -1;
    do {
        first = read(file, buffer, expected + 1);
    } while (first < 0 && errno == EINTR);
    if (first <= 0 || (size_t)first == expected) {
        return first;
    }
    const size_t got = (size_t)first;
    const ssize_t rest = read_fully(file, buffer + got, expected + 1 - got);
    return rest < 0 ? rest : (ssize_t)got + rest;
}

/* One byte more than the file's size is asked for: a file that grows while it
 * is read is refused, because half an edit is no record. */
static bool read_open(struct arena *arena, int file, const char *path,
                      size_t ceiling, struct str *text, struct failure *failure)
{
    struct stat info;
    if (fstat(file, &info) != 0) {
        return fail(failure, "cannot read %s: %s", path, strerror(errno));
    }
    if (!S_ISREG(info.st_mode)) {
        return fail(failure, "cannot read %s: it is not a file", path);
    }
    size_t size = (size_t)info.st_size;
    if (size > ceiling) {
        return fail(failure,
                    "%s is too large: %zu bytes, and at most %zu are read",
                    path, size, ceiling);
    }
    char *buffer = arena_alloc(arena, size + 1, 1);
    ssize_t len = read_expected(file, buffer, size);
    if (len < 0) {
        return fail(failure, "cannot read %s: %s", path, strerror(errno));
    }
    if ((size_t)len > size) {
        return fail(failure, "%s changed while it was read", path);
    }
    buffer[len] = '\0';
    *text = (struct str){buffer, (size_t)len};
    return true;
}

bool fs_read(struct arena *arena, const char *path, size_t ceiling,
             struct str *text, struct failure *failure)
{
    *text = (struct str){0};
    /* Non-blocking, so that a named pipe is refused instead of waited for. */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        return fail(failure, "cannot read %s: %s", path, strerror(errno));
    }
    bool is_read = read_open(arena, file, path, ceiling, text, failure);
    close(file);
    return is_read;
}

/* -- Memory ---------------------------------------------------------------- */

/* What the kernel tells has no size beforehand. */
static struct str read_told(const char *path, char *buffer, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return (struct str){0};
    }
    const ssize_t len = read_fully(file, buffer, size);
    close(file);
    return (struct str){buffer, len > 0 ? (size_t)len : 0};
}

/* The first whole number in the text, or false. */
static bool first_number(struct str text, uint64_t *number)
{
    size_t at = 0;
    *number = 0;
    while (at < text.len && (text.ptr[at] < '0' || text.ptr[at] > '9')) {
        at++;
    }
    const size_t start = at;
    while (at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9' &&
           *number < UINT64_MAX / 16) {
        *number = *number * 10 + (uint64_t)(text.ptr[at++] - '0');
    }
    return at > start;
}

static uint64_t machine_available(void)
{
    char buffer[4096];
    uint64_t kibibytes = 0;
    const struct str told = read_told("/proc/meminfo", buffer, sizeof buffer);
    const size_t at = str_find(told, S("MemAvailable:"));
    if (at != STR_NONE && first_number(str_from(told, at), &kibibytes)) {
        return kibibytes * 1024;
    }
    const long pages = sysconf(_SC_AVPHYS_PAGES);
    const long size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

/* UINT64_MAX without a limit, which the file calls "max". */
static uint64_t group_available(void)
{
    char limit_text[64];
    char used_text[64];
    uint64_t limit = 0;
    uint64_t used = 0;
    if (!first_number(read_told("/sys/fs/cgroup/memory.max", limit_text,
                                sizeof limit_text),
                      &limit) ||
        !first_number(read_told("/sys/fs/cgroup/memory.current", used_text,
                                sizeof used_text),
                      &used)) {
        return UINT64_MAX;
    }
    return limit > used ? limit - used : 1;
}

uint64_t fs_memory_available(void)
{
    const uint64_t machine = machine_available();
    const uint64_t group = group_available();
    if (machine == 0) {
        return group == UINT64_MAX ? 0 : group;
    }
    return machine < group ? machine : group;
}

/* -- Folders --------------------------------------------------------------- */

static enum fs_kind entry_kind(const struct dirent *entry, const char *path)
{
    if (entry->d_type == DT_REG) {
        return FS_FILE;
    }
    return entry->d_type == DT_DIR ? FS_FOLDER : fs_kind(path);
}

static bool entry_is_link(const struct dirent *entry, const char *path)
{
    struct stat info;
    if (entry->d_type != DT_UNKNOWN) {
        return entry->d_type == DT_LNK;
    }
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

static int compare_entries(const void *a, const void *b)
{
    return str_compare(((const struct fs_entry *)a)->name,
                       ((const struct fs_entry *)b)->name);
}

bool fs_list(struct arena *arena, const char *folder,
             struct fs_entries *entries, struct failure *failure)
{
    *entries = (struct fs_entries){0};
    DIR *stream = opendir(folder);
    if (!stream) {
        return fail(failure, "cannot read the folder %s: %s", folder,
                    strerror(errno));
    }
    errno = 0;
    const struct dirent *entry = NULL;
    while ((entry = readdir(stream)) != NULL) {
        struct str name = str_from_c(entry->d_name);
        if (!str_is(name, ".") && !str_is(name, "..")) {
            struct fs_entry item = {
                .path = fs_join(arena, str_from_c(folder), name),
                .name = arena_copy(arena, name)};
            item.kind = entry_kind(entry, item.path.ptr);
            item.is_link = entry_is_link(entry, item.path.ptr);
            *LIST_PUSH(arena, entries) = item;
        }
        errno = 0;
    }
    int error = errno;
    closedir(stream);
    if (error != 0) {
        return fail(failure, "cannot read the folder %s: %s", folder,
                    strerror(error));
    }
    if (entries->len > 1) {
        qsort(entries->at, entries->len, sizeof *entries->at, compare_entries);
    }
    return true;
}

static bool holds_text(int file, struct str text)
{
    struct stat info;
    if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) ||
        (size_t)info.st_size != text.len) {
        return false;
    }
    char buffer[1 << 14];
    while (text.len > 0) {
        size_t part = text.len < sizeof buffer ? text.len : sizeof buffer;
        if (read_fully(file, buffer, part) != (ssize_t)part ||
            memcmp(buffer, text.ptr, part) != 0) {
            return false;
        }
        text = str_from(text, part);
    }
    return true;
}

bool fs_write_changed(const char *path, struct str text, bool *has_changed,
                      struct failure *failure)
{
    *has_changed = true;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0) {
        *has_changed = !holds_text(file, text);
        close(file);
    }
    return !*has_changed || fs_write(path, text, FS_QUICK, failure);
}

struct str fs_real(struct arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    struct str copy = arena_copy(arena, str_from_c(real));
    free(real);
    return copy;
}

struct str fs_find_upwards(struct arena *arena, const char *start,
                           const char *name)
{
    struct str folder = fs_real(arena, start);
    while (folder.len > 0) {
        struct str file = fs_join(arena, folder, str_from_c(name));
        if (fs_kind(file.ptr) == FS_FILE) {
            return arena_copy(arena, folder);
        }
        if (folder.len == 1) {
            break;
        }
        size_t slash = str_rfind_char(folder, '/');
        folder = str_slice(folder, 0, slash == 0 ? 1 : slash);
    }
    return (struct str){0};
}

struct str fs_join(struct arena *arena, struct str folder, struct str name)
{
    if (folder.len == 0 || str_is(folder, ".")) {
        return arena_copy(arena, name);
    }
    const bool has_slash = folder.ptr[folder.len - 1] == '/';
    return ARENA_JOIN(arena, folder, has_slash ? S("") : S("/"), name);
}

bool fs_is_at_or_below(struct str path, struct str folder)
{
    return str_starts(path, folder) &&
           (path.len == folder.len || !folder.len || str_is(folder, "/") ||
            path.ptr[folder.len] == '/');
}

bool fs_is_inside(struct str path)
{
    for (size_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.ptr[i];
        if (c < 0x20 || c == 0x7f || c == '\\') {
            return false;
        }
    }
    struct str part = {0};
    bool has_more = true;
    while (has_more) {
        has_more = str_cut(path, '/', &part, &path);
        if (part.len == 0 || str_is(part, "..")) {
            return false;
        }
    }
    return true;
}

bool fs_has_link(const char *folder, struct str path)
{
    struct arena arena = {0};
    struct str whole = fs_join(&arena, str_from_c(folder), path);
    bool is_link = false;
    for (size_t i = whole.len - path.len; i <= whole.len && !is_link; i++) {
        if (i == whole.len || whole.ptr[i] == '/') {
            struct stat info;
            const char *part = arena_cstr(&arena, str_slice(whole, 0, i));
            is_link = lstat(part, &info) == 0 && S_ISLNK(info.st_mode);
        }
    }
    arena_free(&arena);
    return is_link;
}
