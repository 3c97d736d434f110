#ifndef CHECK_PLACE_H
#define CHECK_PLACE_H

/* A project written as one text, "== path" before each file, then checked. Two
 * marks make what would be tedious to write: {{70:[}} is seventy brackets, and
 * {{link}} alone makes the file a link that leads nowhere. */

#include "support/test.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "check/check.h"

struct place_of_work {
    struct arena arena;
    struct diags diags;
    struct test_folder folder;
    struct check_input input;
    struct plans plans;
    struct evidences evidences;
    struct check_summary summary;
};

static inline struct place_of_work place_new(void)
{
    struct place_of_work place = {.folder = test_folder_new()};
    for (const char *name = "pltae"; *name; name++) {
        char path[80];
        snprintf(path, sizeof path, "%s/%c", place.folder.path, *name);
        assert_int_equal(mkdir(path, 0777), 0);
    }
    return place;
}

static inline void place_free(struct place_of_work *place)
{
    test_folder_remove(&place->folder);
    arena_free(&place->arena);
}

static inline void place_put(struct place_of_work *place, struct str path,
                             struct str text)
{
    struct failure failure = {0};
    const struct str full =
        fs_join(&place->arena, str_from_c(place->folder.path), path);
    const size_t slash = str_rfind_char(full, '/');
    mkdir(arena_cstr(&place->arena, str_slice(full, 0, slash)), 0777);
    if (str_is(text, "{{link}}\n")) {
        assert_int_equal(symlink("nowhere", full.ptr), 0);
        return;
    }
    struct out out = {0};
    size_t open;
    while ((open = str_find(text, S("{{"))) != STR_NONE) {
        struct str count, rest;
        int64_t times = 0;
        const size_t close = str_find(text, S("}}"));
        out_str(&out, str_slice(text, 0, open));
        str_cut(str_slice(text, open + 2, close), ':', &count, &rest);
        assert_true(str_to_int64(count, &times));
        for (int64_t i = 0; i < times; i++) {
            out_str(&out, rest);
        }
        text = str_from(text, close + 2);
    }
    out_str(&out, text);
    if (!fs_write(full.ptr, out_text(&out), FS_QUICK, &failure)) {
        fail_msg("%s", failure.why);
    }
    out_free(&out);
}

static inline void place_put_all(struct place_of_work *place, struct str files)
{
    while (files.len > 0) {
        struct str path;
        assert_true(str_starts(files, S("== ")));
        str_cut(str_from(files, 3), '\n', &path, &files);
        const size_t next = str_find(files, S("\n== "));
        const size_t end = next == STR_NONE ? files.len : next + 1;
        place_put(place, path, str_slice(files, 0, end));
        files = str_from(files, end);
    }
}

/* Loads what was put and runs every rule, as `probatum check` does. */
static inline void place_check(struct place_of_work *place,
                               const struct check_options *options)
{
    struct failure failure = {0};
    struct project *project = NULL;
    bool is_incomplete = false;
    place->diags = (struct diags){.arena = &place->arena};
    if (!project_load(&place->arena, str_from_c(place->folder.path), &project,
                      &place->diags, &failure)) {
        fail_msg("%s", failure.why);
    }
    struct library *library =
        library_load(&place->arena, project, &place->diags, &is_incomplete);
    place->plans = plans_load(&place->arena, library, &place->diags);
    place->evidences =
        evidences_load(&place->arena, library, &place->plans, &place->diags);
    place->input = (struct check_input){
        .project = project,
        .library = library,
        .plans = &place->plans,
        .evidences = &place->evidences,
        .today = S("2026-11-29"),
    };
    check_run(&place->arena, &place->input, options, &place->diags,
              &place->summary);
}

/* "p/SOTA-001.yaml:3:8 …" of the rule's findings that count, in order. */
static inline const char *place_of_rule(struct place_of_work *place,
                                        const char *rule, enum outcome outcome)
{
    struct out out = {0};
    for (size_t i = 0; i < place->diags.len; i++) {
        const struct diag *diag = &place->diags.at[i];
        if (strcmp(diag->rule, rule) != 0 || diag->is_suppressed ||
            diag->outcome != outcome) {
            continue;
        }
        const struct position at = source_position(
            &place->arena, diag->place.source, diag->place.start);
        out_printf(&out, "%s%.*s:%zu:%zu", out_text(&out).len > 0 ? " " : "",
                   STR_ARG(diag->place.source->path), at.line, at.column);
    }
    const char *text = arena_cstr(&place->arena, out_text(&out));
    out_free(&out);
    return text;
}

/* The report as it is printed, without the summary. */
static inline const char *place_text(struct place_of_work *place)
{
    struct out out = {0};
    for (size_t i = 0; i < place->diags.len; i++) {
        if (!place->diags.at[i].is_suppressed &&
            place->diags.at[i].outcome == OUTCOME_FINDING) {
            diag_print(&out, &place->arena, &place->diags.at[i],
                       (struct str){0}, false);
        }
    }
    const char *text = arena_cstr(&place->arena, out_text(&out));
    out_free(&out);
    return text;
}

/* What most tests are about: two kinds that rest on each other, and the
 * rest. */
#define CONFIG                                                             \
    "== probatum.yaml\n"                                                   \
    "kinds:\n"                                                             \
    "  SOTA:\n"                                                            \
    "    role: practice\n"                                                 \
    "    folder: p\n"                                                      \
    "    vocabulary: topics\n"                                             \
    "    required: [title]\n"                                              \
    "    statuses:\n"                                                      \
    "      Active:\n"                                                      \
    "      Proposed: {requires: [promote_when]}\n"                         \
    "      Superseded:\n"                                                  \
    "      Rejected:\n"                                                    \
    "    fields:\n"                                                        \
    "      consensus: {vocabulary: agreement}\n"                           \
    "      supersedes: references\n"                                       \
    "      implementations: strings\n"                                     \
    "  LIT: {role: literature, folder: l, fields: {first_author: text}}\n" \
    "  THEORY: {role: theory, folder: t}\n"                                \
    "  ADR: {role: decision, folder: a}\n"                                 \
    "  EXP: {role: experiment, folder: e}\n"                               \
    "vocabularies:\n"                                                      \
    "  topics: [norm, init]\n"                                             \
    "  agreement: [contested, universal]\n"                                \
    "directives:\n"                                                        \
    "  inactive-ok: [link-retired]\n"

/* A plan that is sound and has been run by nobody. */
#define PLAN                                                                 \
    "== e/EXP-001.yaml\n"                                                    \
    "id: EXP-001\n"                                                          \
    "title: Steps\n"                                                         \
    "question: Which is better?\n"                                           \
    "status: active\n"                                                       \
    "version: 1\n"                                                           \
    "model: {blocks: 1}\n"                                                   \
    "train: {lr: 1.0e-3, warmup: 2, batch: 4, steps: 20, eval: {every: 5, "  \
    "tokens: 512}}\n"                                                        \
    "arms:\n"                                                                \
    "  small: {}\n"                                                          \
    "  large: {train.lr: 0.01}\n"                                            \
    "seeds: {noise: [11, 12, 13, 14, 15, 16], claim: [101, 102, 103, 104, "  \
    "105, 106]}\n"                                                           \
    "measure: [final-loss]\n"                                                \
    "hypotheses:\n"                                                          \
    "- {id: larger, practice: SOTA-001, metric: final-loss, better: lower, " \
    "control: small, treatment: large, expect: improvement, margin: 0.010, " \
    "alpha: 0.05, looks: 1, worst: 3.466}\n"

#endif
