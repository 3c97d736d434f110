/* The numbers that a source reports, beside which the page sets its own. They
 * do not enter the plan's hash. */

#include "experiment/plan_reader.h"

/* LIT-900#rms-in: the record, then the entry of its reports. */
static void resolve(struct plan_reader *reader, struct reported *reported)
{
    struct str id = {0};
    struct str entry = {0};
    str_cut(reported->ref, '#', &id, &entry);
    reported->record = library_find(reader->library, id);
    if (!reported->record) {
        const struct str near = library_nearest(reader->library, id);
        struct diag *diag =
            plan_fault(reader, "plan-reported", reported->place,
                       "no record has the id \"%.*s\"", STR_ARG(id));
        if (near.len > 0) {
            diag_hint(reader->diags, diag, "did you mean \"%.*s\"?",
                      STR_ARG(near));
        }
        return;
    }
    reported->report = record_report(reported->record, entry);
    if (!reported->report) {
        struct diag *diag =
            plan_fault(reader, "plan-reported", reported->place,
                       "%.*s reports nothing under the id \"%.*s\"",
                       STR_ARG(id), STR_ARG(entry));
        diag_hint(reader->diags, diag,
                  "write LIT-900#id with the id of one of its reports");
    }
}

static struct reported read_entry(struct plan_reader *reader,
                                  const struct yml_node *map)
{
    static const char rule[] = "plan-reported";
    struct reported reported = {
        .arm = plan_arm_named(reader, plan_text(reader, map, "arm", rule),
                              plan_place(map, "arm"), rule),
        .metric = plan_text(reader, map, "metric", rule),
        .ref = plan_text(reader, map, "ref", rule),
        .place = plan_place(map, "ref"),
    };
    plan_check_metric(reader, map, reported.metric, rule);
    plan_check_arm_metric(reader, plan_place(map, "arm"), reported.arm,
                          reported.metric, rule);
    if (reported.ref.len > 0) {
        resolve(reader, &reported);
    }
    return reported;
}

void plan_read_reported(struct plan_reader *reader)
{
    const struct yml_node *list = yml_get(reader->front, "reported");
    struct plan *plan = reader->plan;
    if (!list) {
        return;
    }
    if (list->kind != YML_LIST) {
        plan_fault(reader, "plan-reported", list->place, "reported is a list");
        return;
    }
    plan->reported = ARENA_ARRAY(reader->arena, struct reported, list->len);
    for (size_t i = 0; i < list->len; i++) {
        if (!plan_check_keys(reader, list->items[i], SECTION_REPORTED,
                             "plan-reported")) {
            continue;
        }
        const struct reported reported = read_entry(reader, list->items[i]);
        if (reported.arm < plan->arm_count) {
            plan->reported[plan->reported_count++] = reported;
        }
    }
}
