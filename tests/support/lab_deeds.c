/* What is done to the project. */

#include "support/lab.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"

/* ---- What is done -------------------------------------------------------- */

/* Most of it is what curators do all day. */
static void edit_body(struct lab *lab)
{
    const struct str path = lab_any_file(lab, LAB_RECORD_FOLDERS);
    const struct str text = lab_read(lab, path);
    const char *indent = str_ends(path, S(".yaml")) ? "  " : "";
    const struct str sentence = lab_any_sentence(lab);
    if (str_ends(path, S(".yaml")) && str_find(text, S("venue:")) != STR_NONE) {
        return; /* would no longer be the body */
    }
    lab_tell(lab, "%.*s gets: %.*s", STR_ARG(path), STR_ARG(sentence));
    lab_write(lab, path,
              arena_printf(&lab->arena, "%.*s\n%s%.*s\n", STR_ARG(text), indent,
                           STR_ARG(sentence)));
}

static void cut_body(struct lab *lab)
{
    const struct str path = lab_any_file(lab, LAB_RECORD_FOLDERS);
    const struct str text = lab_read(lab, path);
    const struct str shorter = str_slice(text, 0, text.len - text.len / 8);
    lab_tell(lab, "%.*s loses its end", STR_ARG(path));
    lab_write(lab, path, shorter);
}

/* A letter becomes another: size and, at times, times stay. */
static void change_letter(struct lab *lab)
{
    const struct str path = lab_any_file(lab, LAB_ALL_FOLDERS);
    const struct str text = lab_read(lab, path);
    if (text.len == 0) {
        return;
    }
    const size_t at = text.len - 1 - lab_below(lab, (text.len + 1) / 2);
    char *bytes = ARENA_ARRAY(&lab->arena, char, text.len);
    memcpy(bytes, text.ptr, text.len);
    bytes[at] = bytes[at] == '4' ? '7' : bytes[at] == 'e' ? 'o' : bytes[at];
    lab_tell(lab, "%.*s changes at byte %zu", STR_ARG(path), at);
    const struct str changed = {bytes, text.len};
    if (lab_below(lab, 2) == 0) {
        lab_write(lab, path, changed);
    } else {
        lab_write_unseen(lab, path, changed);
    }
}

static void replace_first(struct lab *lab, struct str path, struct str from,
                          struct str to)
{
    const struct str text = lab_read(lab, path);
    const size_t at = str_find(text, from);
    if (at == STR_NONE) {
        return;
    }
    lab_tell(lab, "%.*s: %.*s becomes %.*s", STR_ARG(path), STR_ARG(from),
             STR_ARG(to));
    lab_write(lab, path,
              arena_printf(&lab->arena, "%.*s%.*s%.*s",
                           STR_ARG(str_slice(text, 0, at)), STR_ARG(to),
                           STR_ARG(str_from(text, at + from.len))));
}

static void edit_field(struct lab *lab)
{
    const struct str path = lab_any_file(lab, LAB_ALL_FOLDERS - 1);
    const struct str number =
        arena_printf(&lab->arena, "%zu", lab_below(lab, 100));
    switch (lab_below(lab, 6)) {
    case 0:
        replace_first(
            lab, path, S("title: "),
            arena_printf(&lab->arena, "title: T%.*s ", STR_ARG(number)));
        break;
    case 1:
        replace_first(
            lab, path, S("status: Active"),
            str_from_c(LAB_PICK(lab, "status: Rejected", "status: Odd",
                                "status: Active\nconsensus: emerging")));
        break;
    case 2:
        replace_first(
            lab, path, S("summary: "),
            arena_printf(&lab->arena, "summary: In %s, ", lab_any_id(lab).ptr));
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
                                   lab_any_id(lab).ptr));
        break;
    }
}

static void remove_file(struct lab *lab)
{
    const struct str path = lab_any_file(lab, LAB_ALL_FOLDERS);
    lab_tell(lab, "%.*s is removed", STR_ARG(path));
    assert_int_equal(unlink(lab_path(lab, path)), 0);
}

static void rename_file(struct lab *lab)
{
    const struct str path = lab_any_file(lab, LAB_RECORD_FOLDERS);
    const struct str stem = str_slice(path, 0, str_rfind_char(path, '.'));
    const struct str to =
        ARENA_JOIN(&lab->arena, stem,
                   arena_printf(&lab->arena, "-%zu%s", lab_below(lab, 9),
                                str_ends(path, S(".yaml")) ? ".yaml" : ".md"));
    lab_tell(lab, "%.*s is now %.*s", STR_ARG(path), STR_ARG(to));
    assert_int_equal(
        renameat(AT_FDCWD, lab_path(lab, path), AT_FDCWD, lab_path(lab, to)),
        0);
}

/* Two files may then have one id. */
static void copy_file(struct lab *lab)
{
    const struct str path = lab_any_file(lab, LAB_RECORD_FOLDERS);
    const struct str to =
        fs_join(&lab->arena, str_slice(path, 0, str_rfind_char(path, '/')),
                arena_printf(&lab->arena, "COPY-%zu.md", lab_below(lab, 9)));
    lab_tell(lab, "%.*s is copied to %.*s", STR_ARG(path), STR_ARG(to));
    lab_write(lab, to, lab_read(lab, path));
}

static void touch_file(struct lab *lab)
{
    const struct str path = lab_any_file(lab, LAB_ALL_FOLDERS);
    lab_tell(lab, "%.*s is touched", STR_ARG(path));
    lab_write(lab, path, lab_read(lab, path));
}

static void break_record(struct lab *lab)
{
    const struct str path = lab_any_file(lab, LAB_ALL_FOLDERS - 1);
    replace_first(
        lab, path, S("title: "),
        str_from_c(LAB_PICK(lab, "title: [", "title: '", "\ttitle: ")));
}

static void mend_record(struct lab *lab)
{
    const struct str path = lab_any_file(lab, LAB_ALL_FOLDERS - 1);
    replace_first(lab, path, S("title: ["), S("title: "));
    replace_first(lab, path, S("title: '"), S("title: "));
    replace_first(lab, path, S("\ttitle: "), S("title: "));
}

static void change_evidence(struct lab *lab)
{
    struct arena *arena = &lab->arena;
    const struct str path = arena_printf(
        arena, "experiments/evidence/EXP-00%zu.json", 1 + lab_below(lab, 3));
    const struct str pending =
        arena_printf(arena, "experiments/evidence/EXP-00%zu.pending.json",
                     1 + lab_below(lab, 3));
    if (lab_below(lab, 2) == 0) {
        lab_tell(lab, "%.*s comes or goes", STR_ARG(pending));
        if (unlink(lab_path(lab, pending)) != 0) {
            lab_write(lab, pending, S("{}"));
        }
    } else if (fs_kind(lab_path(lab, path)) == FS_FILE) {
        replace_first(lab, path, S("\"diverged_at\": null"),
                      S("\"diverged_at\": 3"));
    }
}

/* Written, written anew, or gone. */
static void change_chapter(struct lab *lab)
{
    const size_t number = 1 + lab_below(lab, 3);
    const struct str path =
        arena_printf(&lab->arena, "site/chapters/%02zu-chapter.md", number);
    if (lab_below(lab, 4) == 0) {
        lab_tell(lab, "%.*s goes", STR_ARG(path));
        (void)unlink(lab_path(lab, path));
        return;
    }
    const struct str text = arena_printf(
        &lab->arena,
        "---\ntitle: Chapter %zu\n---\n\n%.*s It is cited: :cite[%.*s]; and "
        ":value[EXP-001.slow.final-loss] is measured.\n",
        lab_below(lab, 5), STR_ARG(lab_any_sentence(lab)),
        STR_ARG(lab_any_id(lab)));
    lab_tell(lab, "%.*s is written", STR_ARG(path));
    lab_write(lab, path, text);
}

static void commit_all(struct lab *lab)
{
    if (lab->has_git) {
        lab_tell(lab, "all is committed");
        sh("cd %s/project && git add -A && git -c user.name=lab -c "
           "user.email=lab@example.org -c commit.gpgsign=false commit -q "
           "--allow-empty -m 'Step %d'",
           site_folder(), lab->step);
    }
}

static void change_configuration(struct lab *lab)
{
    replace_first(
        lab, S("probatum.yaml"), S("tagline: '"),
        arena_printf(&lab->arena, "tagline: '%zu ", lab_below(lab, 9)));
}

static void remove_output(struct lab *lab)
{
    const char *file = LAB_PICK(lab, "index.html", "practices/SOTA-001.md",
                                "404.md", "data/records.json",
                                "assets/style.css", "history/NOTE-001.html");
    lab_tell(lab, "the output loses %s", file);
    sh("rm -f %s/out/%s %s/whole/%s", site_folder(), file, site_folder(), file);
}

void lab_do_something(struct lab *lab)
{
    static void (*const deeds[])(struct lab *) = {
        edit_body,     edit_body,      edit_body,       edit_body,
        edit_body,     edit_body,      cut_body,        change_letter,
        change_letter, touch_file,     touch_file,      edit_field,
        edit_field,    edit_field,     lab_add_record,  lab_add_record,
        remove_file,   rename_file,    copy_file,       break_record,
        mend_record,   mend_record,    change_evidence, change_configuration,
        remove_output, change_chapter, commit_all,
    };
    const size_t count = lab_below(lab, 4) == 0 ? 1 + lab_below(lab, 4) : 1;
    for (size_t i = 0; i < count; i++) {
        deeds[lab_below(lab, sizeof deeds / sizeof *deeds)](lab);
    }
}

/* ---- The beginning ------------------------------------------------------- */

struct lab lab_start(uint64_t seed, bool has_git)
{
    struct lab lab = {.seed = seed, .state = seed, .has_git = has_git};
    sh("mkdir -p %s/project/journal %s/project/site/chapters", site_folder(),
       site_folder());
    sh("echo '  LOG: {role: journal, folder: journal}' >> "
       "%s/project/probatum.yaml",
       site_folder());
    for (int i = 0; i < LAB_RECORDS; i++) {
        lab_add_record(&lab);
    }
    if (has_git) {
        sh("git -C %s/project init -q", site_folder());
        commit_all(&lab);
    }
    sh("cd %s && rm -rf start && cp -r project start", site_folder());
    return lab;
}
