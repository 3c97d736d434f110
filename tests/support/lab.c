/* Lots and files. */

#include "support/lab.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"

/* ---- Lots ---------------------------------------------------------------- */

static uint64_t draw(struct lab *lab)
{
    lab->state += 0x9e3779b97f4a7c15U;
    uint64_t mixed = (lab->state ^ lab->state >> 30) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebU;
    return mixed ^ mixed >> 31;
}

size_t lab_below(struct lab *lab, size_t limit)
{
    return (size_t)(draw(lab) % limit);
}

const char *lab_pick(struct lab *lab, const char *const *words, size_t count)
{
    return words[lab_below(lab, count)];
}
void lab_tell(struct lab *lab, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const struct str text = arena_vprintf(&lab->arena, format, args);
    va_end(args);
    out_printf(&lab->told, "%d: %.*s\n", lab->step, STR_ARG(text));
}

/* ---- Files --------------------------------------------------------------- */

const char *lab_path(struct lab *lab, struct str path)
{
    return arena_printf(&lab->arena, "%s/project/%.*s", site_folder(),
                        STR_ARG(path))
        .ptr;
}

struct str lab_read(struct lab *lab, struct str path)
{
    struct failure failure = {0};
    struct str text = {0};
    assert_true(
        fs_read(&lab->arena, lab_path(lab, path), 1 << 20, &text, &failure));
    return text;
}

/* In place: the inode stays. */
static void write_over(struct lab *lab, struct str path, struct str text)
{
    FILE *file = fopen(lab_path(lab, path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text.ptr, 1, text.len, file), text.len);
    assert_int_equal(fclose(file), 0);
}

/* As editors do: another file takes the name. */
static void write_beside(struct lab *lab, struct str path, struct str text)
{
    const struct str new = arena_printf(&lab->arena, "%.*s~", STR_ARG(path));
    write_over(lab, new, text);
    assert_int_equal(
        renameat(AT_FDCWD, lab_path(lab, new), AT_FDCWD, lab_path(lab, path)),
        0);
}

void lab_write(struct lab *lab, struct str path, struct str text)
{
    if (lab_below(lab, 2) == 0) {
        write_over(lab, path, text);
    } else {
        write_beside(lab, path, text);
    }
}

/* The size and the times stay what they were. */
void lab_write_unseen(struct lab *lab, struct str path, struct str text)
{
    struct stat info;
    assert_int_equal(stat(lab_path(lab, path), &info), 0);
    lab_write(lab, path, text);
    const struct timespec times[2] = {info.st_atim, info.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, lab_path(lab, path), times, 0), 0);
}

static const char *const folders[] = {
    "practices", "literature", "theory",
    "notes",     "journal",    "experiments",
    "decisions", "principles", "experiments/evidence"};

/* A file that is there, of the first `kinds` folders. */
struct str lab_any_file(struct lab *lab, size_t kinds)
{
    struct strs files = {0};
    struct failure failure = {0};
    for (size_t f = 0; f < kinds; f++) {
        struct fs_entries entries = {0};
        fs_list(&lab->arena, lab_path(lab, str_from_c(folders[f])), &entries,
                &failure);
        for (size_t i = 0; i < entries.len; i++) {
            if (entries.at[i].kind == FS_FILE) {
                *LIST_PUSH(&lab->arena, &files) =
                    arena_printf(&lab->arena, "%s/%.*s", folders[f],
                                 STR_ARG(entries.at[i].name));
            }
        }
    }
    assert_true(files.len > 0);
    return files.at[lab_below(lab, files.len)];
}
