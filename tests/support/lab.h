#ifndef SUPPORT_LAB_H
#define SUPPORT_LAB_H

/* The fixture's project while lots are drawn on what is done to it: records are
 * added, edited, broken, renamed, chapters written, commits made. Every draw
 * follows from a seed. The clock and the renames of the program under test are
 * the lab's, too. */

#include "support/site.h"

/* Some seconds later, what was just written has settled. */
extern time_t lab_seconds_later;

/* After so many renames the process is killed; -1: never. */
extern int lab_renames_left;

struct lab {
    struct arena arena;
    bool has_git;
    uint64_t seed, state;
    int step;
    struct out told; /* what was done, for the one who has to find out why */
    size_t parts;    /* builds that read only what moved */
    size_t messes;   /* the last builds that read everything */
};

enum { LAB_RECORDS = 14 };

/* The project with made-up records in it. `has_git`: as a repository. */
struct lab lab_start(uint64_t seed, bool has_git);

size_t lab_below(struct lab *lab, size_t limit);
const char *lab_pick(struct lab *lab, const char *const *words, size_t count);
#define LAB_PICK(lab, ...)                                \
    lab_pick((lab), (const char *const[]){__VA_ARGS__},   \
             sizeof((const char *const[]){__VA_ARGS__}) / \
                 sizeof(const char *))

/* Notes what was done, for whoever reads of a failure. */
void lab_tell(struct lab *lab, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* -- Files, by their paths in the project ---------------------------------- */

const char *lab_path(struct lab *lab, struct str path);
struct str lab_read(struct lab *lab, struct str path);

/* In place, or as editors do; and so that size and times stay. */
void lab_write(struct lab *lab, struct str path, struct str text);
void lab_write_unseen(struct lab *lab, struct str path, struct str text);

/* A file that is there, of the first `kinds` folders. */
struct str lab_any_file(struct lab *lab, size_t kinds);
enum { LAB_RECORD_FOLDERS = 5, LAB_ALL_FOLDERS = 9 };

/* -- Records --------------------------------------------------------------- */

struct str lab_any_id(struct lab *lab);
struct str lab_any_sentence(struct lab *lab);
void lab_add_record(struct lab *lab);

/* -- Deeds ----------------------------------------------------------------- */

/* One to four things that a curator, or a mishap, does. */
void lab_do_something(struct lab *lab);

#endif
