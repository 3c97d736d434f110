/* A build on top of an earlier one gives, to the byte, what a build from
 * nothing gives, whatever was done to the project in between. What is done here
 * is drawn by lot; every draw follows from a seed, which a failure names.
 *
 * PROBATUM_SEEDS=200 makes a night of it; PROBATUM_SEED=17 repeats one. */

#include "support/site.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"

enum { STEPS = 16, RECORDS = 14 };

#ifdef __SANITIZE_ADDRESS__
enum { SEEDS = 1 };
#else
enum { SEEDS = 3 };
#endif

/* ---- The clock ------------------------------------------------------------ */

/* The clock as the program under test sees it: the name here wins over the C
 * library's. Some seconds later, what was just written has settled. */
static time_t seconds_later;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (timespec_get(now, TIME_UTC) != TIME_UTC) {
        return -1;
    }
    now->tv_sec += clock == CLOCK_REALTIME ? seconds_later : 0;
    return 0;
}

/* ---- Dying ---------------------------------------------------------------- */

/* The same for what puts each page in its place: after so many of them the
 * program is killed. */
static int renames_left = -1;

int rename(const char *from, const char *to)
{
    if (renames_left == 0) {
        kill(getpid(), SIGKILL);
    }
    renames_left -= renames_left > 0;
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

/* ---- Lots ----------------------------------------------------------------- */

struct lab {
    struct arena arena;
    uint64_t seed, state;
    int step;
    struct out told; /* what was done, for the one who has to find out why */
    size_t parts;    /* builds that read only what moved */
    size_t messes;   /* the last builds that read everything */
};

static uint64_t draw(struct lab *lab)
{
    lab->state += 0x9e3779b97f4a7c15U;
    uint64_t mixed = (lab->state ^ lab->state >> 30) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebU;
    return mixed ^ mixed >> 31;
}

static size_t below(struct lab *lab, size_t limit)
{
    return (size_t)(draw(lab) % limit);
}

static const char *pick(struct lab *lab, const char *const *words, size_t count)
{
    return words[below(lab, count)];
}
#define PICK(lab, ...)                              \
    pick((lab), (const char *const[]){__VA_ARGS__}, \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

__attribute__((format(printf, 2, 3))) static void tell(struct lab *lab,
                                                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const struct str text = arena_vprintf(&lab->arena, format, args);
    va_end(args);
    out_printf(&lab->told, "%d: %.*s\n", lab->step, STR_ARG(text));
}

/* ---- Files ---------------------------------------------------------------- */

static const char *whole_path(struct lab *lab, struct str path)
{
    return arena_printf(&lab->arena, "%s/project/%.*s", site_folder(),
                        STR_ARG(path))
        .ptr;
}

static struct str read_file(struct lab *lab, struct str path)
{
    struct failure failure = {0};
    struct str text = {0};
    assert_true(
        fs_read(&lab->arena, whole_path(lab, path), 1 << 20, &text, &failure));
    return text;
}

/* In place: the inode stays. */
static void write_over(struct lab *lab, struct str path, struct str text)
{
    FILE *file = fopen(whole_path(lab, path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text.ptr, 1, text.len, file), text.len);
    assert_int_equal(fclose(file), 0);
}

/* As editors do: another file takes the name. */
static void write_beside(struct lab *lab, struct str path, struct str text)
{
    const struct str new = arena_printf(&lab->arena, "%.*s~", STR_ARG(path));
    write_over(lab, new, text);
    assert_int_equal(renameat(AT_FDCWD, whole_path(lab, new), AT_FDCWD,
                              whole_path(lab, path)),
                     0);
}

static void write_file(struct lab *lab, struct str path, struct str text)
{
    if (below(lab, 2) == 0) {
        write_over(lab, path, text);
    } else {
        write_beside(lab, path, text);
    }
}

/* The size and the times stay what they were. */
static void write_unseen(struct lab *lab, struct str path, struct str text)
{
    struct stat info;
    assert_int_equal(stat(whole_path(lab, path), &info), 0);
    write_file(lab, path, text);
    const struct timespec times[2] = {info.st_atim, info.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, whole_path(lab, path), times, 0), 0);
}

static const char *const folders[] = {
    "practices", "literature", "theory",
    "notes",     "journal",    "experiments",
    "decisions", "principles", "experiments/evidence"};

/* A file that is there, of the first `kinds` folders. */
static struct str any_file(struct lab *lab, size_t kinds)
{
    struct strs files = {0};
    struct failure failure = {0};
    for (size_t f = 0; f < kinds; f++) {
        struct fs_entries entries = {0};
        fs_list(&lab->arena, whole_path(lab, str_from_c(folders[f])), &entries,
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
    return files.at[below(lab, files.len)];
}

enum { WITH_RECORDS = 5, WITH_ALL = 9 };

/* ---- Records -------------------------------------------------------------- */

/* Mostly of a record that is there, or was. */
static struct str any_id(struct lab *lab)
{
    const char *kind = PICK(lab, "SOTA", "LIT", "THEORY", "NOTE", "EXP");
    return arena_printf(&lab->arena, "%s-0%02zu", kind,
                        1 + below(lab, RECORDS));
}

static struct str any_sentence(struct lab *lab)
{
    struct arena *arena = &lab->arena;
    const struct str id = any_id(lab);
    switch (below(lab, 8)) {
    case 3:
        return arena_printf(arena, "No source runs the arm without %.*s.",
                            STR_ARG(id));
    case 4:
        return S("Nobody has looked at SOTA-404 <!-- inactive-ok-file: "
                 "SOTA-404 - Active, named as history -->.");
    case 0:
        return arena_printf(arena, "See %.*s for more.", STR_ARG(id));
    case 1:
        return arena_printf(arena, "[There](../notes/%.*s.md#x) it is.",
                            STR_ARG(id));
    case 2:
        return arena_printf(arena, "As [%.*s](../literature/%.*s.yaml) has it.",
                            STR_ARG(id), STR_ARG(id));
    default:
        return arena_printf(arena, "Number %llu says nothing.",
                            (unsigned long long)(draw(lab) % 1000));
    }
}

static struct str new_literature(struct lab *lab, size_t number)
{
    struct out out = {0};
    out_printf(
        &out,
        "id: LIT-0%02zu\ntitle: Practice %zu\nstatus: Active\nversion: 1\n"
        "date: '2026-0%zu-05'\nauthors: [Author %zu, others]\n"
        "published: '2020-05-01'\ndoi: 10.1000/%zu\nread: full\n"
        "summary: '%s'\n",
        number, number, 1 + below(lab, 9), below(lab, 3), number,
        any_sentence(lab).ptr);
    if (below(lab, 4) == 0) {
        out_printf(&out, "retracted: 'Withdrawn, see %s.'\n", any_id(lab).ptr);
    }
    if (below(lab, 6) == 0) {
        out_printf(&out, "formerly: [LIT-1%02zu]\n", number);
    }
    out_printf(&out, "body: |\n  # Work\n\n  %s\n", any_sentence(lab).ptr);
    if (below(lab, 3) == 0) {
        out_printf(&out, "venue: Journal %zu\n", below(lab, 5));
    }
    return out_take(&out, &lab->arena);
}

static struct str new_practice(struct lab *lab, size_t number)
{
    struct out out = {0};
    out_printf(&out,
               "---\nid: SOTA-0%02zu\ntitle: Practice %zu\nstatus: Active\n"
               "version: 1\ndate: '2026-01-05'\nclaim: It helps.\n"
               "summary: '%s'\ncitations:\n",
               number, number, any_sentence(lab).ptr);
    for (size_t i = below(lab, 3) + 1; i > 0; i--) {
        out_printf(&out, "- {ref: LIT-0%02zu, role: source, ablation: %s}\n",
                   1 + below(lab, RECORDS), PICK(lab, "full", "none"));
    }
    if (below(lab, 2) == 0) {
        out_printf(&out, "evidence: [%s]\n",
                   PICK(lab, "EXP-001.slow-is-worse", "EXP-002.pilot",
                        "EXP-404.nothing"));
    }
    if (below(lab, 2) == 0) {
        out_printf(&out, "extends: [SOTA-0%02zu]\n", 1 + below(lab, RECORDS));
    }
    out_printf(&out, "---\n\n%s\n", any_sentence(lab).ptr);
    return out_take(&out, &lab->arena);
}

static struct str new_other(struct lab *lab, const char *kind, size_t number)
{
    return arena_printf(&lab->arena,
                        "---\nid: %s-0%02zu\ntitle: %s %zu\nstatus: Active\n"
                        "version: 1\ndate: '2026-01-05'\nsummary: '%s'\n---\n"
                        "\n%s\n",
                        kind, number, kind, number, any_sentence(lab).ptr,
                        any_sentence(lab).ptr);
}

static void add_record(struct lab *lab)
{
    struct arena *arena = &lab->arena;
    const size_t number = 1 + below(lab, RECORDS);
    struct str path = {0};
    struct str text = {0};
    switch (below(lab, 5)) {
    case 0:
        path = arena_printf(arena, "literature/LIT-0%02zu.yaml", number);
        text = new_literature(lab, number);
        break;
    case 1:
        path = arena_printf(arena, "practices/SOTA-0%02zu.md", number);
        text = new_practice(lab, number);
        break;
    case 2:
        path = arena_printf(arena, "theory/THEORY-0%02zu.md", number);
        text = new_other(lab, "THEORY", number);
        break;
    case 3:
        path = arena_printf(arena, "notes/NOTE-0%02zu.md", number);
        text = new_other(lab, "NOTE", number);
        break;
    default:
        path = arena_printf(arena, "journal/2026-%02zu.md", number);
        text = any_sentence(lab);
        break;
    }
    tell(lab, "%.*s is written: %.*s", STR_ARG(path), STR_ARG(text));
    write_file(lab, path, text);
}

/* ---- What is done --------------------------------------------------------- */

/* Most of it is what curators do all day. */
static void edit_body(struct lab *lab)
{
    const struct str path = any_file(lab, WITH_RECORDS);
    const struct str text = read_file(lab, path);
    const char *indent = str_ends(path, S(".yaml")) ? "  " : "";
    const struct str sentence = any_sentence(lab);
    if (str_ends(path, S(".yaml")) && str_find(text, S("venue:")) != STR_NONE) {
        return; /* would no longer be the body */
    }
    tell(lab, "%.*s gets: %.*s", STR_ARG(path), STR_ARG(sentence));
    write_file(lab, path,
               arena_printf(&lab->arena, "%.*s\n%s%.*s\n", STR_ARG(text),
                            indent, STR_ARG(sentence)));
}

static void cut_body(struct lab *lab)
{
    const struct str path = any_file(lab, WITH_RECORDS);
    const struct str text = read_file(lab, path);
    const struct str shorter = str_slice(text, 0, text.len - text.len / 8);
    tell(lab, "%.*s loses its end", STR_ARG(path));
    write_file(lab, path, shorter);
}

/* A letter becomes another: size and, at times, times stay. */
static void change_letter(struct lab *lab)
{
    const struct str path = any_file(lab, WITH_ALL);
    const struct str text = read_file(lab, path);
    if (text.len == 0) {
        return;
    }
    const size_t at = text.len - 1 - below(lab, (text.len + 1) / 2);
    char *bytes = ARENA_ARRAY(&lab->arena, char, text.len);
    memcpy(bytes, text.ptr, text.len);
    bytes[at] = bytes[at] == '4' ? '7' : bytes[at] == 'e' ? 'o' : bytes[at];
    tell(lab, "%.*s changes at byte %zu", STR_ARG(path), at);
    const struct str changed = {bytes, text.len};
    if (below(lab, 2) == 0) {
        write_file(lab, path, changed);
    } else {
        write_unseen(lab, path, changed);
    }
}

static void replace_first(struct lab *lab, struct str path, struct str from,
                          struct str to)
{
    const struct str text = read_file(lab, path);
    const size_t at = str_find(text, from);
    if (at == STR_NONE) {
        return;
    }
    tell(lab, "%.*s: %.*s becomes %.*s", STR_ARG(path), STR_ARG(from),
         STR_ARG(to));
    write_file(lab, path,
               arena_printf(&lab->arena, "%.*s%.*s%.*s",
                            STR_ARG(str_slice(text, 0, at)), STR_ARG(to),
                            STR_ARG(str_from(text, at + from.len))));
}

static void edit_field(struct lab *lab)
{
    const struct str path = any_file(lab, WITH_ALL - 1);
    const struct str number = arena_printf(&lab->arena, "%zu", below(lab, 100));
    switch (below(lab, 6)) {
    case 0:
        replace_first(
            lab, path, S("title: "),
            arena_printf(&lab->arena, "title: T%.*s ", STR_ARG(number)));
        break;
    case 1:
        replace_first(lab, path, S("status: Active"),
                      str_from_c(PICK(lab, "status: Rejected", "status: Odd",
                                      "status: Active\nconsensus: emerging")));
        break;
    case 2:
        replace_first(
            lab, path, S("summary: "),
            arena_printf(&lab->arena, "summary: In %s, ", any_id(lab).ptr));
        break;
    case 3:
        replace_first(lab, path, S("version: 1"), S("version: 2"));
        break;
    case 4:
        replace_first(lab, path, S("ref: LIT-001"), S("ref: LIT-003"));
        break;
    default:
        replace_first(lab, path, S("\nstatus: "),
                      arena_printf(&lab->arena, "\nformerly: [%s]\nstatus: ",
                                   any_id(lab).ptr));
        break;
    }
}

static void remove_file(struct lab *lab)
{
    const struct str path = any_file(lab, WITH_ALL);
    tell(lab, "%.*s is removed", STR_ARG(path));
    assert_int_equal(unlink(whole_path(lab, path)), 0);
}

static void rename_file(struct lab *lab)
{
    const struct str path = any_file(lab, WITH_RECORDS);
    const struct str to = arena_printf(
        &lab->arena, "%.*s-%zu%s",
        STR_ARG(str_slice(path, 0, str_rfind_char(path, '.'))), below(lab, 9),
        str_ends(path, S(".yaml")) ? ".yaml" : ".md");
    tell(lab, "%.*s is now %.*s", STR_ARG(path), STR_ARG(to));
    assert_int_equal(renameat(AT_FDCWD, whole_path(lab, path), AT_FDCWD,
                              whole_path(lab, to)),
                     0);
}

/* Two files may then have one id. */
static void copy_file(struct lab *lab)
{
    const struct str path = any_file(lab, WITH_RECORDS);
    const struct str to =
        fs_join(&lab->arena, str_slice(path, 0, str_rfind_char(path, '/')),
                arena_printf(&lab->arena, "COPY-%zu.md", below(lab, 9)));
    tell(lab, "%.*s is copied to %.*s", STR_ARG(path), STR_ARG(to));
    write_file(lab, to, read_file(lab, path));
}

static void touch_file(struct lab *lab)
{
    const struct str path = any_file(lab, WITH_ALL);
    tell(lab, "%.*s is touched", STR_ARG(path));
    write_file(lab, path, read_file(lab, path));
}

static void break_record(struct lab *lab)
{
    const struct str path = any_file(lab, WITH_ALL - 1);
    replace_first(lab, path, S("title: "),
                  str_from_c(PICK(lab, "title: [", "title: '", "\ttitle: ")));
}

static void mend_record(struct lab *lab)
{
    const struct str path = any_file(lab, WITH_ALL - 1);
    replace_first(lab, path, S("title: ["), S("title: "));
    replace_first(lab, path, S("title: '"), S("title: "));
    replace_first(lab, path, S("\ttitle: "), S("title: "));
}

static void change_evidence(struct lab *lab)
{
    struct arena *arena = &lab->arena;
    const struct str path = arena_printf(
        arena, "experiments/evidence/EXP-00%zu.json", 1 + below(lab, 3));
    const struct str pending =
        arena_printf(arena, "experiments/evidence/EXP-00%zu.pending.json",
                     1 + below(lab, 3));
    if (below(lab, 2) == 0) {
        tell(lab, "%.*s comes or goes", STR_ARG(pending));
        if (unlink(whole_path(lab, pending)) != 0) {
            write_file(lab, pending, S("{}"));
        }
    } else if (fs_kind(whole_path(lab, path)) == FS_FILE) {
        replace_first(lab, path, S("\"diverged_at\": null"),
                      S("\"diverged_at\": 3"));
    }
}

static void change_configuration(struct lab *lab)
{
    replace_first(lab, S("probatum.yaml"), S("tagline: '"),
                  arena_printf(&lab->arena, "tagline: '%zu ", below(lab, 9)));
}

static void remove_output(struct lab *lab)
{
    const char *file =
        PICK(lab, "index.html", "practices/SOTA-001.md", "404.md",
             "data/records.json", "assets/style.css", "history/NOTE-001.html");
    tell(lab, "the output loses %s", file);
    sh("rm -f %s/out/%s %s/whole/%s", site_folder(), file, site_folder(), file);
}

static void do_something(struct lab *lab)
{
    static void (*const deeds[])(struct lab *) = {
        edit_body,     edit_body,   edit_body,       edit_body,
        edit_body,     edit_body,   cut_body,        change_letter,
        change_letter, touch_file,  touch_file,      edit_field,
        edit_field,    edit_field,  add_record,      add_record,
        remove_file,   rename_file, copy_file,       break_record,
        mend_record,   mend_record, change_evidence, change_configuration,
        remove_output,
    };
    const size_t count = below(lab, 4) == 0 ? 1 + below(lab, 4) : 1;
    for (size_t i = 0; i < count; i++) {
        deeds[below(lab, sizeof deeds / sizeof *deeds)](lab);
    }
}

/* ---- What must hold ------------------------------------------------------- */

static void explain(struct lab *lab, const char *what)
{
    out_char(&lab->told, '\0');
    fail_msg("%s, seed %llu, step %d, after:\n%s", what,
             (unsigned long long)lab->seed, lab->step, lab->told.ptr);
}

static void assert_same_files(struct lab *lab, const char *one,
                              const char *other)
{
    char command[256] = {0};
    snprintf(command, sizeof command, "diff -rq %s/%s %s/%s", site_folder(),
             one, site_folder(), other);
    if (system(command) != 0) {
        explain(lab, "the sites differ");
    }
}

struct stores {
    struct store *needed, *whole;
};

static struct site_summary make(struct lab *lab, enum site_way way,
                                const char *out, struct store *store,
                                bool *was_part)
{
    struct site_summary summary = {0};
    struct failure failure = {0};
    if (!build_by(way, out, "", store, &summary, was_part, &failure)) {
        explain(lab, failure.why);
    }
    return summary;
}

static void assert_same_counts(struct lab *lab, const struct site_summary *a,
                               const struct site_summary *b)
{
    if (a->pages != b->pages || a->made != b->made ||
        a->written != b->written || a->removed != b->removed ||
        a->broken != b->broken || a->files_written != b->files_written) {
        tell(lab,
             "pages %zu %zu, made %zu %zu, written %zu %zu, removed "
             "%zu %zu, broken %zu %zu, files %zu %zu",
             a->pages, b->pages, a->made, b->made, a->written, b->written,
             a->removed, b->removed, a->broken, b->broken, a->files_written,
             b->files_written);
        explain(lab, "the counts differ");
    }
}

static void count_part(struct lab *lab, bool was_part,
                       const struct site_summary *summary)
{
    tell(lab, "built, %s, %zu read", was_part ? "in part" : "whole",
         summary->read);
    lab->parts += was_part;
    lab->messes = was_part ? 0 : lab->messes + 1;
}

static void compare(struct lab *lab, const struct stores *stores)
{
    bool was_part = false;
    bool was_part_again = false;
    seconds_later = below(lab, 3) == 0 ? 0 : 60;
    const struct site_summary needed =
        make(lab, SITE_AS_NEEDED, "out", stores->needed, &was_part);
    count_part(lab, was_part, &needed);
    const struct site_summary whole =
        make(lab, SITE_WHOLE, "whole", stores->whole, &was_part_again);
    sh("rm -rf %s/nothing", site_folder());
    make(lab, SITE_WHOLE, "nothing", NULL, &was_part_again);
    assert_same_files(lab, "out", "nothing");
    assert_same_files(lab, "whole", "nothing");
    assert_same_counts(lab, &needed, &whole);
    if (below(lab, 4) == 0) {
        /* What a part says it made a whole build takes for made, too. */
        const struct site_summary again =
            make(lab, SITE_WHOLE, "out", stores->needed, &was_part_again);
        if (again.made != 0) {
            explain(lab, "a whole build made pages again");
        }
    }
}

/* ---- The tests ------------------------------------------------------------ */

static struct lab start(uint64_t seed)
{
    struct lab lab = {.seed = seed, .state = seed};
    sh("mkdir -p %s/project/journal", site_folder());
    sh("echo '  LOG: {role: journal, folder: journal}' >> "
       "%s/project/probatum.yaml",
       site_folder());
    for (int i = 0; i < RECORDS; i++) {
        add_record(&lab);
    }
    sh("cd %s && rm -rf start && cp -r project start", site_folder());
    return lab;
}

static struct store *open_store(const char *name)
{
    struct store *store = NULL;
    struct failure failure = {0};
    bool was_damaged = false;
    char path[128] = {0};
    snprintf(path, sizeof path, "%s/%s.db", site_folder(), name);
    assert_true(store_open(path, &store, &was_damaged, &failure));
    return store;
}

/* A build of its own process, which may be killed in the middle of it. */
static void build_and_die(struct lab *lab)
{
    const int renames = (int)below(lab, 12);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool was_part = false;
        struct store *store = open_store("needed");
        renames_left = renames;
        make(lab, SITE_AS_NEEDED, "out", store, &was_part);
        store_close(store);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    tell(lab, "a build was %s", WIFSIGNALED(status) ? "killed" : "made");
}

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

static size_t run_seed(uint64_t seed, bool has_deaths)
{
    struct lab lab = start(seed);
    for (; lab.step < STEPS; lab.step++) {
        if (lab.step > 0) {
            do_something(&lab);
        }
        if (has_deaths && below(&lab, 2) == 0) {
            build_and_die(&lab);
            do_something(&lab);
        }
        const struct stores stores = {open_store("needed"),
                                      open_store("whole")};
        if (has_deaths) {
            /* Counts differ after a death; sites must not. */
            bool was_part = false;
            const struct site_summary needed =
                make(&lab, SITE_AS_NEEDED, "out", stores.needed, &was_part);
            count_part(&lab, was_part, &needed);
            sh("rm -rf %s/nothing", site_folder());
            make(&lab, SITE_WHOLE, "nothing", NULL, &was_part);
            assert_same_files(&lab, "out", "nothing");
        } else {
            compare(&lab, &stores);
        }
        store_close(stores.needed);
        store_close(stores.whole);
    }
    if (setting("PROBATUM_SEED", -1) >= 0) {
        out_flush(&lab.told, stderr);
    }
    out_free(&lab.told);
    arena_free(&lab.arena);
    return lab.parts;
}

static void run_seeds(bool has_deaths)
{
    const long only = setting("PROBATUM_SEED", -1);
    const long seeds = only >= 0 ? 1 : setting("PROBATUM_SEEDS", SEEDS);
    size_t parts = 0;
    for (long i = 0; i < seeds; i++) {
        parts += run_seed((uint64_t)(only >= 0 ? only : i), has_deaths);
        site_tear_down(NULL);
        site_set_up(NULL);
    }
    /* Else nothing was tried. */
    print_message("%zu of %ld builds read only what moved\n", parts,
                  seeds * STEPS);
    assert_true(parts * 8 >= (size_t)seeds * STEPS);
}

static void whatever_was_done_the_site_is_what_it_would_be_from_nothing(
    void **state)
{
    (void)state;
    run_seeds(false);
}

static void whenever_a_build_was_killed_the_next_one_mends_it(void **state)
{
    (void)state;
    run_seeds(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(whatever_was_done_the_site_is_what_it_would_be_from_nothing),
        SITE_TEST(whenever_a_build_was_killed_the_next_one_mends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
