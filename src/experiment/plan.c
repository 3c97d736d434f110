/* Plans from records: status and words here, the parts in files of their
 * own. */

#include "experiment/plan.h"

#include "experiment/plan_reader.h"

static const char *const status_names[] = {"active", "survey", "planned"};

const char *plan_status_name(enum plan_status status)
{
    return status_names[status];
}

static enum plan_status read_status(struct plan_reader *reader)
{
    const struct str word = reader->plan->record->status;
    for (int i = 0; i < 3; i++) {
        if (str_is(word, status_names[i])) {
            return (enum plan_status)i;
        }
    }
    plan_fault(reader, "plan-invalid",
               record_place(reader->plan->record, FIELD_STATUS),
               "status is \"%.*s\"; an experiment is active, survey or "
               "planned",
               STR_ARG(word));
    return PLAN_PLANNED;
}

static void read_words(struct plan_reader *reader)
{
    static const char rule[] = "plan-invalid";
    struct plan *plan = reader->plan;
    plan->question = plan_text(reader, reader->front, "question", rule);
    plan->needs = plan_text(reader, reader->front, "needs", rule);
    plan->cost = plan_text(reader, reader->front, "cost", rule);
}

/* Only a sound plan can be named: an unsound one may lack what its canonical
 * form is made of. */
static void hash_plan(struct arena *arena, struct plan *plan)
{
    struct lines lines = {0};
    struct out out = {0};
    plan_lines(arena, plan, &lines);
    lines_write(&out, &lines);
    plan->hash = sha256_of(out_text(&out));
    out_free(&out);
}

static void read_plan(struct plan_reader *reader)
{
    struct plan *plan = reader->plan;
    plan->is_sound = !plan->record->is_broken;
    plan->status = read_status(reader);
    plan_check_keys(reader, reader->front, SECTION_PLAN, "plan-invalid");
    read_words(reader);
    plan_read_arms(reader);
    plan_read_seeds(reader);
    plan_read_derived(reader);
    plan_read_hypotheses(reader);
    plan_read_figures(reader);
    plan_read_reported(reader);
    if (plan->is_sound) {
        hash_plan(reader->arena, plan);
    }
}

/* Of two plans with one id the first is found. */
static void remember_id(struct arena *arena, struct plans *plans, struct str id)
{
    void **slot = map_slot(arena, &plans->by_id, id);
    if (!*slot) {
        size_t *index = ARENA_NEW(arena, size_t);
        *index = plans->len;
        *slot = index;
    }
}

struct plans plans_load(struct arena *arena, const struct library *library,
                        struct diags *diags)
{
    struct plans plans = {0};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind->role != ROLE_EXPERIMENT) {
            continue;
        }
        remember_id(arena, &plans, record->id);
        struct plan *plan = LIST_PUSH(arena, &plans);
        *plan = (struct plan){.record = record,
                              .id = record->id,
                              .title = record->title,
                              .status = PLAN_PLANNED,
                              .scale = record->scale};
        if (record->front && record->front->kind == YML_MAP) {
            /* what seems wrong in a tree that breaks off is the break again */
            struct diags untold = {.arena = diags->arena};
            struct diags *told = record->is_broken ? &untold : diags;
            struct plan_reader reader = {.arena = arena,
                                         .library = library,
                                         .diags = told,
                                         .first_diag = told->len,
                                         .plan = plan,
                                         .front = record->front};
            read_plan(&reader);
        }
    }
    return plans;
}

const struct plan *plans_find(const struct plans *plans, struct str id)
{
    const size_t *index = map_get(&plans->by_id, id);
    return index ? &plans->at[*index] : NULL;
}

const struct hypothesis *plan_hypothesis(const struct plan *plan, struct str id)
{
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        if (str_equal(plan->hypotheses[i].id, id)) {
            return &plan->hypotheses[i];
        }
    }
    return NULL;
}

size_t plan_arm(const struct plan *plan, struct str name)
{
    size_t arm = 0;
    while (arm < plan->arm_count && !str_equal(plan->arms[arm].name, name)) {
        arm++;
    }
    return arm;
}

const struct seeds *plan_seeds(const struct plan *plan)
{
    const bool is_tuned = plan->status == PLAN_SURVEY && plan->claim.len == 0;
    return is_tuned ? &plan->tuning : &plan->claim;
}

static bool is_made_of(const struct plan *plan, size_t control, size_t arm)
{
    const struct derived *derived = plan->arms[control].derived;
    for (size_t i = 0; derived && i < derived->member_count; i++) {
        if (derived->members[i] == arm) {
            return true;
        }
    }
    return control == arm;
}

bool plan_is_control(const struct plan *plan, size_t arm)
{
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        if (is_made_of(plan, plan->hypotheses[i].control, arm)) {
            return true;
        }
    }
    return false;
}

double arm_number(const struct arm *arm, size_t setting)
{
    return setting_number(&arm->config, setting);
}

/* A fixed key in which two configurations differ, or the empty text. */
static struct str fixed_difference(struct arena *arena, const struct plan *plan,
                                   const struct config *left,
                                   const struct config *right)
{
    struct config_difference *differences = NULL;
    const size_t count = config_diff(arena, left, right, &differences);
    for (size_t i = 0; i < count; i++) {
        for (size_t f = 0; f < plan->fixed.len; f++) {
            if (plan_key_covers(plan->fixed.at[f], differences[i].key)) {
                return differences[i].key;
            }
        }
    }
    return (struct str){0};
}

/* What is compared is the arms, or the members of derived ones. */
static size_t parts_of(const struct plan *plan, const size_t *arm,
                       const size_t **parts)
{
    const struct derived *derived = plan->arms[*arm].derived;
    *parts = derived ? derived->members : arm;
    return derived ? derived->member_count : 1;
}

struct str plan_fixed_difference(struct arena *arena, const struct plan *plan,
                                 size_t left, size_t right)
{
    const size_t *lefts = NULL;
    const size_t *rights = NULL;
    const size_t left_count = parts_of(plan, &left, &lefts);
    const size_t right_count = parts_of(plan, &right, &rights);
    struct str found = {0};
    for (size_t l = 0; l < left_count; l++) {
        for (size_t r = 0; found.len == 0 && r < right_count; r++) {
            found = fixed_difference(arena, plan, &plan->arms[lefts[l]].config,
                                     &plan->arms[rights[r]].config);
        }
    }
    return found;
}
