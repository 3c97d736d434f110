/* One file that cannot be read is one finding: whatever else it would have
 * said is not missed in the others. Each file of a project is broken in turn,
 * in every way there is, and nothing new may be found elsewhere. */

#include "check/place.h"

#include <string.h>

/* Everything names everything: fields, citations, prose, a former id, a plan,
 * a chapter, acknowledgements. */
static const char files[] = CONFIG PLAN
    "reported:\n- {arm: small, metric: final-loss, ref: LIT-001#base}\n"
    "== e/EXP-002.yaml\nid: EXP-002\ntitle: Survey\nquestion: Q?\nstatus: "
    "planned\n"
    "== p/SOTA-001.yaml\nid: SOTA-001\ntitle: One\nstatus: Active\nclaim: "
    "Large steps end at a lower loss.\nsource: [LIT-001]\nevidence: "
    "[EXP-001.larger]\ncompared_against: [SOTA-002]\nsummary: As LIT-009 says "
    "and SOTA-002 too, 0.02.\nacknowledged: [{rule: link-retired, target: "
    "SOTA-002, status: Rejected, reason: told}]\n"
    "== p/SOTA-002.yaml\nid: SOTA-002\ntitle: Two\nstatus: "
    "Rejected\ncompared_against: [SOTA-001]\n"
    "== l/LIT-001.yaml\nid: LIT-001\ntitle: A paper\nstatus: Active\n"
    "authors: [Anna Li]\nformerly: [LIT-009]\npublished: '2020-02-12'\nurl: "
    "https://example.org/1\nexcerpts:\n- {locator: §1, text: 'we draw from "
    "0.02'}\nreports:\n- {id: base, what: evaluation loss, value: '2.4', unit: "
    "nats}\n"
    "== site/chapters/01-a.md\n---\ntitle: A\n---\n# A\n\nSee SOTA-001, "
    ":cite[LIT-009], :reported[LIT-001#base] and [two](../SOTA-002.yaml).\n";

enum fault { FAULT_NONE, FAULT_YAML, FAULT_UNREADABLE, FAULT_COUNT };

/* The files with the one at `at` broken behind its first two lines. */
static const char *broken(struct arena *arena, size_t at, enum fault fault)
{
    const struct str text = str_from_c(files);
    size_t line = at;
    for (int i = 0; i < 3; i++) {
        line += str_find_char(str_from(text, line), '\n') + 1;
    }
    const size_t first = at + str_find_char(str_from(text, at), '\n') + 1;
    const size_t next = str_find(str_from(text, first), S("\n== "));
    const size_t end = next == STR_NONE ? text.len : first + next + 1;
    switch (fault) {
    case FAULT_YAML:
        return arena_printf(arena, "%.*sbroken: 'x' y: [\n%.*s", (int)line,
                            text.ptr, STR_ARG(str_from(text, line)))
            .ptr;
    case FAULT_UNREADABLE:
        return arena_printf(arena, "%.*s{{link}}\n%.*s", (int)first, text.ptr,
                            STR_ARG(str_from(text, end)))
            .ptr;
    case FAULT_NONE:
    case FAULT_COUNT:
        break;
    }
    return files;
}

static bool is_known(const struct place_of_work *known, const struct diag *diag)
{
    for (size_t i = 0; i < known->diags.len; i++) {
        if (str_equal(known->diags.at[i].message, diag->message) &&
            strcmp(known->diags.at[i].rule, diag->rule) == 0) {
            return true;
        }
    }
    return false;
}

/* Findings beside that of the broken file which the sound project has not. */
static size_t count_new(const struct place_of_work *known,
                        const struct place_of_work *place, struct str path)
{
    size_t faults = 0, count = 0;
    for (size_t i = 0; i < place->diags.len; i++) {
        const struct diag *diag = &place->diags.at[i];
        if (diag->outcome != OUTCOME_FINDING || diag->is_suppressed ||
            is_known(known, diag)) {
            continue;
        }
        if (str_equal(diag->place.source->path, path) &&
            (strcmp(diag->rule, "yaml-syntax") == 0 ||
             strcmp(diag->rule, "file-unreadable") == 0)) {
            faults++;
            continue;
        }
        print_error("%.*s broken: %.*s: %.*s [%s]\n", STR_ARG(path),
                    STR_ARG(diag->place.source->path), STR_ARG(diag->message),
                    diag->rule);
        count++;
    }
    return count + (faults != 1);
}

static void one_broken_file_is_one_finding(void **state)
{
    size_t wrong = 0;
    (void)state;
    struct place_of_work known = place_new();
    place_put_all(&known, str_from_c(files));
    place_check(&known, &(struct check_options){0});
    struct str rest = str_from_c(files);
    for (size_t at = 0; at != STR_NONE && at < rest.len;) {
        struct str path, behind;
        str_cut(str_from(rest, at + 3), '\n', &path, &behind);
        const bool is_record =
            !str_is(path, "probatum.yaml") && !str_starts(path, S("site/"));
        for (int f = FAULT_YAML; is_record && f < FAULT_COUNT; f++) {
            struct place_of_work place = place_new();
            place_put_all(&place,
                          str_from_c(broken(&place.arena, at, (enum fault)f)));
            place_check(&place, &(struct check_options){0});
            wrong += count_new(&known, &place, path);
            place_free(&place);
        }
        const size_t next = str_find(str_from(rest, at), S("\n== "));
        at = next == STR_NONE ? STR_NONE : at + next + 1;
    }
    place_free(&known);
    assert_int_equal(wrong, 0);
}

/* The ids are found by their ends: LIT-01 is missed, whatever LIT-011 says. */
static void what_a_broken_file_cannot_have_said_is_still_found(void **state)
{
    (void)state;
    struct place_of_work place = place_new();
    place_put_all(&place,
                  S(CONFIG "== l/LIT-011.yaml\nid: LIT-011\nbroken: 'x' y: [\n"
                           "== p/SOTA-001.yaml\ntitle: T\nstatus: Active\n"
                           "source: [LIT-012, LIT-01, LIT-011]\n"));
    place_check(&place, &(struct check_options){0});
    assert_string_equal(
        place_of_rule(&place, "link-unresolved", OUTCOME_FINDING),
        "p/SOTA-001.yaml:3:10 p/SOTA-001.yaml:3:19");
    place_free(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_broken_file_is_one_finding),
        cmocka_unit_test(what_a_broken_file_cannot_have_said_is_still_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
