/* Records that name each other, with and without faults. */

#include "support/lab.h"

/* ---- Records ------------------------------------------------------------- */

/* Mostly of a record that is there, or was. */
struct str lab_any_id(struct lab *lab)
{
    const char *kind = LAB_PICK(lab, "SOTA", "LIT", "THEORY", "NOTE", "EXP");
    return arena_printf(&lab->arena, "%s-0%02zu", kind,
                        1 + lab_below(lab, LAB_RECORDS));
}

struct str lab_any_sentence(struct lab *lab)
{
    struct arena *arena = &lab->arena;
    const struct str id = lab_any_id(lab);
    switch (lab_below(lab, 8)) {
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
                            (unsigned long long)lab_below(lab, 1000));
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
        number, number, 1 + lab_below(lab, 9), lab_below(lab, 3), number,
        lab_any_sentence(lab).ptr);
    if (lab_below(lab, 4) == 0) {
        out_printf(&out, "retracted: 'Withdrawn, see %s.'\n",
                   lab_any_id(lab).ptr);
    }
    if (lab_below(lab, 6) == 0) {
        out_printf(&out, "formerly: [LIT-1%02zu]\n", number);
    }
    out_printf(&out, "body: |\n  # Work\n\n  %s\n", lab_any_sentence(lab).ptr);
    if (lab_below(lab, 3) == 0) {
        out_printf(&out, "venue: Journal %zu\n", lab_below(lab, 5));
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
               number, number, lab_any_sentence(lab).ptr);
    for (size_t i = lab_below(lab, 3) + 1; i > 0; i--) {
        out_printf(&out, "- {ref: LIT-0%02zu, role: source, ablation: %s}\n",
                   1 + lab_below(lab, LAB_RECORDS),
                   LAB_PICK(lab, "full", "none"));
    }
    if (lab_below(lab, 2) == 0) {
        out_printf(&out, "evidence: [%s]\n",
                   LAB_PICK(lab, "EXP-001.slow-is-worse", "EXP-002.pilot",
                            "EXP-404.nothing"));
    }
    if (lab_below(lab, 2) == 0) {
        out_printf(&out, "extends: [SOTA-0%02zu]\n",
                   1 + lab_below(lab, LAB_RECORDS));
    }
    out_printf(&out, "---\n\n%s\n", lab_any_sentence(lab).ptr);
    return out_take(&out, &lab->arena);
}

static struct str new_other(struct lab *lab, const char *kind, size_t number)
{
    return arena_printf(&lab->arena,
                        "---\nid: %s-0%02zu\ntitle: %s %zu\nstatus: Active\n"
                        "version: 1\ndate: '2026-01-05'\nsummary: '%s'\n---\n"
                        "\n%s\n",
                        kind, number, kind, number, lab_any_sentence(lab).ptr,
                        lab_any_sentence(lab).ptr);
}

void lab_add_record(struct lab *lab)
{
    struct arena *arena = &lab->arena;
    const size_t number = 1 + lab_below(lab, LAB_RECORDS);
    struct str path = {0};
    struct str text = {0};
    switch (lab_below(lab, 5)) {
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
        text = lab_any_sentence(lab);
        break;
    }
    lab_tell(lab, "%.*s is written: %.*s", STR_ARG(path), STR_ARG(text));
    lab_write(lab, path, text);
}
