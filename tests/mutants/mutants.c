/* The injected-mistake study. Plants each kind of mistake into a project
 * without findings, at places that a seed picks, checks the project as
 * `probatum check` does, and counts which rules found it; then checks projects
 * without mistakes and counts what was found all the same. See mutants.def.
 *
 *     mutants PROJECT OUT.json [CLEAN...]
 *
 * PROJECT is a git repository with everything committed; its files are changed
 * one at a time and put back. */

#include "mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/json.h"

enum { SEED = 20261130, EACH = 20, TRIES = 6, RULES = 256 };

const struct mutant mutants[] = {
#define MUTANT(function, name, claimed, what, rules) \
    {name, what, rules, mutant_##function, claimed},
#include "mutants.def"
#undef MUTANT
};
const size_t mutant_count = sizeof mutants / sizeof mutants[0];

/* -- A check --------------------------------------------------------------- */

struct checked {
    struct arena arena;
    struct diags diags;
    struct project *project;
    struct library *library;
    struct plans plans;
    struct evidences evidences;
    struct vcs *vcs;
    struct check_summary summary;
};

static void give_up(const char *what, const struct failure *failure)
{
    fprintf(stderr, "mutants: %s: %s\n", what, failure->why);
    exit(3);
}

static void check_project(struct checked *checked, const char *folder)
{
    struct arena *arena = &checked->arena;
    struct failure failure = {0};
    bool is_incomplete = false;
    checked->diags.arena = arena;
    if (!project_load(arena, str_from_c(folder), &checked->project,
                      &checked->diags, &failure) ||
        !vcs_open(folder, &checked->vcs, &failure)) {
        give_up(folder, &failure);
    }
    checked->library =
        library_load(arena, checked->project, &checked->diags, &is_incomplete);
    checked->plans = plans_load(arena, checked->library, &checked->diags);
    checked->evidences = evidences_load(arena, checked->library,
                                        &checked->plans, &checked->diags);
    const struct check_input input = {
        .project = checked->project,
        .library = checked->library,
        .plans = &checked->plans,
        .evidences = &checked->evidences,
        .vcs = checked->vcs,
        .today = S("2026-11-30"),
    };
    const struct check_options options = {0};
    check_run(arena, &input, &options, &checked->diags, &checked->summary);
}

static void checked_free(struct checked *checked)
{
    vcs_close(checked->vcs);
    arena_free(&checked->arena);
}

/* Findings by rule. */
struct counts {
    size_t all[RULES], grave[RULES]; /* grave: warnings and errors */
};

static size_t index_of(const char *rule)
{
    const struct check_rule *found = rule_find(str_from_c(rule));
    return found ? (size_t)(found - rules) : rule_count;
}

static void count_findings(const struct checked *checked, struct counts *counts)
{
    *counts = (struct counts){0};
    for (size_t i = 0; i < checked->diags.len; i++) {
        const struct diag *diag = &checked->diags.at[i];
        const size_t rule = index_of(diag->rule);
        if (diag->outcome == OUTCOME_FINDING && !diag->is_suppressed &&
            rule < rule_count) {
            counts->all[rule]++;
            counts->grave[rule] += diag->severity >= SEVERITY_WARNING;
        }
    }
}

/* -- One kind -------------------------------------------------------------- */

struct tally {
    size_t planted, found;
    size_t
        by_rule[RULES]; /* mutants that the rule found, of those that claim */
    size_t beside;      /* not found by a claiming rule, but by another */
};

struct study {
    const char *folder;
    struct checked clean;
    struct counts baseline;
    struct tally tallies[RULES];
    struct counts alarms; /* of the clean projects together */
    size_t clean_records;
};

static bool claims(const struct mutant *mutant, const char *rule)
{
    struct str rest = str_from_c(mutant->rules);
    struct str word;
    bool has_more = true;
    while (has_more) {
        has_more = str_cut(rest, ' ', &word, &rest);
        if (str_is(word, rule)) {
            return true;
        }
    }
    return false;
}

static void write_text(const char *path, struct str text)
{
    struct failure failure = {0};
    if (!fs_write(path, text, FS_QUICK, &failure)) {
        give_up(path, &failure);
    }
}

/* What a check says of the planted mistake and did not say before. */
static void judge(struct study *study, const struct mutant *mutant,
                  struct tally *tally)
{
    struct checked checked = {0};
    struct counts counts;
    check_project(&checked, study->folder);
    count_findings(&checked, &counts);
    bool is_found = false;
    bool is_seen = false;
    for (size_t i = 0; i < rule_count; i++) {
        if (counts.all[i] <= study->baseline.all[i]) {
            continue;
        }
        is_seen = true;
        if (claims(mutant, rules[i].id)) {
            tally->by_rule[i]++;
            is_found = true;
        }
    }
    tally->planted++;
    tally->found += is_found;
    tally->beside += is_seen && !is_found;
    if (!is_found && getenv("MUTANTS_SHOW_MISSED")) {
        fprintf(stderr, "%s missed\n", mutant->name);
    }
    checked_free(&checked);
}

static void plant_and_judge(struct study *study, const struct mutant *mutant,
                            const struct planted *planted, struct tally *tally)
{
    struct arena scratch = {0};
    struct failure failure = {0};
    struct str old = {0};
    const struct str path =
        fs_join(&scratch, str_from_c(study->folder), planted->path);
    const bool is_new = fs_kind(path.ptr) == FS_MISSING;
    if (!is_new && !fs_read(&scratch, path.ptr, 1 << 24, &old, &failure)) {
        give_up(path.ptr, &failure);
    }
    write_text(path.ptr, planted->text);
    if (getenv("MUTANTS_SHOW_MISSED")) {
        fprintf(stderr, "%s in %.*s: ", mutant->name, STR_ARG(planted->path));
    }
    judge(study, mutant, tally);
    if (is_new) {
        fs_remove(path.ptr, &failure);
    } else {
        write_text(path.ptr, old);
    }
    arena_free(&scratch);
}

/* Records in an order that the seed decides, several rounds of them: a record
 * has room for a mistake at several places. */
static void study_kind(struct study *study, size_t kind)
{
    const struct mutant *mutant = &mutants[kind];
    struct tally *tally = &study->tallies[kind];
    struct arena arena = {0};
    const struct library *library = study->clean.library;
    struct map seen = {0};
    struct planter planter = {
        .arena = &arena,
        .project = study->clean.project,
        .library = library,
        .plans = &study->clean.plans,
        .dice = {SEED + kind},
    };
    for (int round = 0; round < TRIES && tally->planted < EACH; round++) {
        const size_t first = dice_below(&planter.dice, library->record_count);
        for (size_t i = 0; i < library->record_count && tally->planted < EACH;
             i++) {
            const struct record *record =
                library->records[(first + i) % library->record_count];
            struct planted planted = {0};
            if (!record->front || !mutant->plant(&planter, record, &planted)) {
                continue;
            }
            void **slot = map_slot(&arena, &seen, planted.text);
            if (*slot == NULL) {
                *slot = tally;
                plant_and_judge(study, mutant, &planted, tally);
            }
        }
    }
    arena_free(&arena);
}

/* -- Telling --------------------------------------------------------------- */

static double recall(const struct tally *tally)
{
    return tally->planted ? (double)tally->found / (double)tally->planted : 0;
}

static void print_kinds(const struct study *study)
{
    size_t planted = 0;
    size_t found = 0;
    size_t kinds = 0;
    printf("%-24s %7s %6s %7s  found by\n", "mistake", "planted", "found",
           "recall");
    for (size_t i = 0; i < mutant_count; i++) {
        const struct tally *tally = &study->tallies[i];
        printf("%-24s %7zu %6zu %7.2f ", mutants[i].name, tally->planted,
               tally->found, recall(tally));
        for (size_t r = 0; r < rule_count; r++) {
            if (tally->by_rule[r]) {
                printf(" %s %zu", rules[r].id, tally->by_rule[r]);
            }
        }
        printf("%s\n", mutants[i].is_claimed ? "" : "  (claimed by no rule)");
        planted += mutants[i].is_claimed ? tally->planted : 0;
        found += mutants[i].is_claimed ? tally->found : 0;
        kinds += mutants[i].is_claimed && tally->planted > 0;
    }
    printf("%zu kinds that rules claim: %zu planted, %zu found, recall %.3f\n",
           kinds, planted, found,
           planted ? (double)found / (double)planted : 0);
}

static size_t print_alarms(const struct study *study)
{
    size_t total = 0;
    for (size_t r = 0; r < rule_count; r++) {
        if (study->alarms.grave[r] > 0) {
            printf("false alarm: %s, %zu\n", rules[r].id,
                   study->alarms.grave[r]);
            total += study->alarms.grave[r];
        }
    }
    printf("%zu records without a mistake: %zu false alarms\n",
           study->clean_records, total);
    return total;
}

static void json_kind(struct json_out *j, const struct study *study,
                      size_t kind)
{
    const struct tally *tally = &study->tallies[kind];
    json_open(j, '{');
    json_put_c(j, "name", mutants[kind].name);
    json_put_c(j, "what", mutants[kind].what);
    json_put_bool(j, "claimed", mutants[kind].is_claimed);
    json_put_int(j, "planted", (int64_t)tally->planted);
    json_put_int(j, "found", (int64_t)tally->found);
    json_put_int(j, "seen_by_others", (int64_t)tally->beside);
    json_key(j, "by");
    json_open(j, '{');
    for (size_t r = 0; r < rule_count; r++) {
        if (tally->by_rule[r] > 0) {
            json_put_int(j, rules[r].id, (int64_t)tally->by_rule[r]);
        }
    }
    json_close(j);
    json_close(j);
}

static void json_rule(struct json_out *j, const struct study *study,
                      size_t rule)
{
    size_t asked = 0;
    size_t found = 0;
    for (size_t i = 0; i < mutant_count; i++) {
        found += study->tallies[i].by_rule[rule];
        asked += claims(&mutants[i], rules[rule].id);
    }
    if (asked == 0 && study->alarms.all[rule] == 0) {
        return;
    }
    json_open(j, '{');
    json_put_c(j, "rule", rules[rule].id);
    json_put_int(j, "kinds", (int64_t)asked);
    json_put_int(j, "found", (int64_t)found);
    json_put_int(j, "false_alarms", (int64_t)study->alarms.grave[rule]);
    json_put_int(
        j, "notes",
        (int64_t)(study->alarms.all[rule] - study->alarms.grave[rule]));
    json_close(j);
}

static void write_json(const struct study *study, const char *path)
{
    struct out out = {0};
    struct json_out j = {.out = &out};
    json_open(&j, '{');
    json_put_int(&j, "seed", SEED);
    json_put_int(&j, "records", (int64_t)study->clean.library->record_count);
    json_put_int(&j, "clean_records", (int64_t)study->clean_records);
    json_key(&j, "kinds");
    json_open(&j, '[');
    for (size_t i = 0; i < mutant_count; i++) {
        json_kind(&j, study, i);
    }
    json_close(&j);
    json_key(&j, "rules");
    json_open(&j, '[');
    for (size_t r = 0; r < rule_count; r++) {
        json_rule(&j, study, r);
    }
    json_close(&j);
    json_close(&j);
    out_char(&out, '\n');
    write_text(path, out_text(&out));
    out_free(&out);
}

/* -- All of it ------------------------------------------------------------- */

static void add_clean(struct study *study, const struct checked *checked)
{
    struct counts counts;
    count_findings(checked, &counts);
    study->clean_records += checked->library->record_count;
    for (size_t r = 0; r < rule_count; r++) {
        study->alarms.all[r] += counts.all[r];
        study->alarms.grave[r] += counts.grave[r];
    }
}

int main(int count, char **arguments)
{
    static struct study study;
    if (count < 3 || rule_count > RULES || mutant_count > RULES) {
        fputs("usage: mutants PROJECT OUT.json [CLEAN...]\n", stderr);
        return 2;
    }
    study.folder = arguments[1];
    check_project(&study.clean, study.folder);
    count_findings(&study.clean, &study.baseline);
    add_clean(&study, &study.clean);
    for (int i = 3; i < count; i++) {
        struct checked checked = {0};
        check_project(&checked, arguments[i]);
        add_clean(&study, &checked);
        checked_free(&checked);
    }
    for (size_t i = 0; i < mutant_count; i++) {
        study_kind(&study, i);
    }
    print_kinds(&study);
    const size_t alarms = print_alarms(&study);
    write_json(&study, arguments[2]);
    checked_free(&study.clean);
    return alarms > 0;
}
