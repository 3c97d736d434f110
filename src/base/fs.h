#ifndef BASE_FS_H
#define BASE_FS_H

/* The only place that touches files. Reads have ceilings; writes are atomic
 * (temporary file beside the target, fsync when durable, rename), so whoever
 * kills the program finds the old file or the new one, whole. A program that
 * writes ignores SIGXFSZ, so that a full quota is a failure like a full disk
 * and not its death. */

#include "base/arena.h"
#include "base/bug.h"

enum fs_kind { FS_MISSING, FS_FILE, FS_FOLDER, FS_OTHER };

struct fs_entry {
    struct str path; /* folder + "/" + name, terminated */
    struct str name;
    enum fs_kind kind; /* what a symbolic link points to */
    bool is_link;
};

struct fs_entries {
    struct fs_entry *at;
    size_t len, cap;
};

/* FS_MISSING only when nothing is there: what a folder without permission
 * hides is FS_OTHER, so that whoever opens it next learns why it fails. */
enum fs_kind fs_kind(const char *path);

/* How a file looks from outside. A file whose stamp is what it was has not been
 * written since, provided that the stamp was settled when it was taken: two
 * writes within one tick of the clock look alike. */
struct fs_stamp {
    int64_t size, modified_ns, changed_ns;
    uint64_t inode;
};
bool fs_stamp(const char *path, struct fs_stamp *stamp);

/* True when the file was left alone for two seconds before `now`, longer than a
 * tick of any file system. */
bool fs_is_settled(const struct fs_stamp *stamp, int64_t now_ns);

/* Nanoseconds since 1970. */
int64_t fs_now(void);

/* Whole file; larger than the ceiling is a failure, never a cut. A file that
 * is missing is a failure too. */
bool fs_read(struct arena *arena, const char *path, size_t ceiling,
             struct str *text, struct failure *failure);

/* The folder's entries sorted by bytes, without "." and "..". */
bool fs_list(struct arena *arena, const char *folder,
             struct fs_entries *entries, struct failure *failure);

enum fs_durability { FS_QUICK, FS_DURABLE };

/* Replaces the file atomically, making its folders. */
bool fs_write(const char *path, struct str text, enum fs_durability durability,
              struct failure *failure);

/* The same of a file that is known not to be there. */
bool fs_write_new(const char *path, struct str text, struct failure *failure);

/* The same, but leaves a file that already has this text untouched. */
bool fs_write_changed(const char *path, struct str text, bool *has_changed,
                      struct failure *failure);

/* For files that change together, see batch.h. fs_stage is the first half of a
 * durable fs_write: the text, in a temporary file beside the path. The number
 * is part of its name; give each file of a batch its own. fs_move is the second
 * half, and fs_sync_folder_of makes it last. Links are not followed. */
bool fs_stage(struct arena *arena, const char *path, struct str text,
              unsigned number, struct str *temporary, struct failure *failure);
bool fs_move(const char *from, const char *to, struct failure *failure);
bool fs_sync_folder_of(const char *path, struct failure *failure);

/* Waits until no other process holds the folder, and holds it until fs_unlock
 * or the end of the process. Nothing is written to it. */
bool fs_lock(const char *folder, int *lock, struct failure *failure);
void fs_unlock(int lock);

/* Removes, of the entries, the temporary files of processes that are no
 * more. */
void fs_sweep(const struct fs_entries *entries);

/* Bytes of memory that can be had without driving others out, as the system
 * estimates it, or as much as this process' group may still take where that is
 * less. 0 when neither is told. */
uint64_t fs_memory_available(void);

bool fs_make_folders(const char *path, struct failure *failure);
bool fs_remove(const char *path, struct failure *failure);

/* Removes the folder where nothing is in it. */
void fs_remove_empty(const char *folder);

/* The nearest folder from `start` upwards that holds the named file, or the
 * empty text. */
struct str fs_find_upwards(struct arena *arena, const char *start,
                           const char *name);

/* Where the path leads with all its links followed, absolute; the empty text
 * when that is nowhere. */
struct str fs_real(struct arena *arena, const char *path);

/* folder + "/" + name; just name when folder is empty or ".". Terminated. */
struct str fs_join(struct arena *arena, struct str folder, struct str name);

/* True when the path is the folder or lies below it, by their spelling. The
 * empty folder holds every relative path, "/" every absolute one. */
bool fs_is_at_or_below(struct str path, struct str folder);

/* True when the relative path stays inside its folder: not empty, not
 * absolute, no "..", no empty part, no NUL, backslash or control character. */
bool fs_is_inside(struct str path);

/* True when a symbolic link stands on the way from the folder to a path below
 * it, or at its end: what is written there would land elsewhere. */
bool fs_has_link(const char *folder, struct str path);

#endif
