/* The base configuration and the arms: named ones, and every combination of a
 * grid's levels. An arm is the base with its own settings read over it. */

#include "experiment/plan_reader.h"

#include <string.h>

struct changes {
    struct arm_change *at;
    size_t len, cap;
};

/* Settings to be read into one configuration, and what they were. */
struct patch {
    struct config *config;
    struct changes *changes;
};

void plan_unknown_setting(struct plan_reader *reader, struct str key,
                          struct place place)
{
    struct diag *diag = plan_fault(reader, "plan-unknown-key", place,
                                   "unknown setting \"%.*s\"", STR_ARG(key));
    const struct str near = setting_nearest(reader->arena, key);
    if (near.len > 0) {
        diag_hint(reader->diags, diag, "did you mean \"%.*s\"?", STR_ARG(near));
    } else {
        diag_hint(reader->diags, diag,
                  "probatum-experiment(5) lists the settings");
    }
}

bool plan_axis(struct plan_reader *reader, const struct yml_node *map,
               const char *key, const char *rule, size_t *setting)
{
    const struct str text = plan_text(reader, map, key, rule);
    *setting = setting_find(text);
    if (text.len == 0) {
        return false;
    }
    if (*setting == setting_count()) {
        plan_unknown_setting(reader, text, plan_place(map, key));
        return false;
    }
    if (setting_at(*setting).kind == SETTING_WORD) {
        plan_fault(reader, rule, plan_place(map, key),
                   "%.*s is a word; a number is needed here", STR_ARG(text));
        return false;
    }
    return true;
}

static void read_setting(struct plan_reader *reader, struct patch patch,
                         struct str key, const struct yml_pair *pair,
                         bool is_shorthand_pass)
{
    const size_t index = setting_find(key);
    if (index == setting_count()) {
        reader->has_lost_setting = true;
        if (is_shorthand_pass) {
            plan_unknown_setting(reader, key, pair->key->place);
        }
        return;
    }
    if (setting_at(index).is_shorthand != is_shorthand_pass) {
        return;
    }
    struct failure failure = {0};
    if (!setting_read(reader->arena, patch.config, index, pair->value,
                      &failure)) {
        reader->has_lost_setting = true;
        plan_fault(reader, "plan-invalid", pair->value->place, "%s",
                   failure.why);
        return;
    }
    *LIST_PUSH(reader->arena, patch.changes) =
        (struct arm_change){key, pair->value->text, pair->value->place};
}

/* Nested mappings and dotted keys mean the same. */
static void read_settings(struct plan_reader *reader, struct patch patch,
                          struct str prefix, const struct yml_node *map,
                          bool is_shorthand_pass)
{
    for (size_t i = 0; i < map->len; i++) {
        const struct yml_pair *pair = &map->pairs[i];
        const struct str key =
            prefix.len == 0
                ? pair->key->text
                : arena_printf(reader->arena, "%.*s.%.*s", STR_ARG(prefix),
                               STR_ARG(pair->key->text));
        if (pair->value->kind == YML_MAP) {
            read_settings(reader, patch, key, pair->value, is_shorthand_pass);
        } else {
            read_setting(reader, patch, key, pair, is_shorthand_pass);
        }
    }
}

/* Shorthands first, wherever they stand. */
static void apply(struct plan_reader *reader, struct patch patch,
                  struct str prefix, const struct yml_node *map)
{
    if (map->kind != YML_MAP) {
        if (!yml_is_null(map)) {
            plan_fault(reader, "plan-invalid", map->place,
                       "settings are a mapping, {} for none");
        }
        return;
    }
    read_settings(reader, patch, prefix, map, true);
    read_settings(reader, patch, prefix, map, false);
}

static void read_base(struct plan_reader *reader)
{
    static const char *const groups[] = {"model", "data", "train"};
    struct changes changes = {0};
    reader->base = config_default();
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        const struct yml_node *map = yml_get(reader->front, groups[i]);
        if (map) {
            apply(reader, (struct patch){&reader->base, &changes},
                  str_from_c(groups[i]), map);
        }
    }
    reader->base_changes = changes.at;
    reader->base_change_count = changes.len;
}

/* -- Arms ------------------------------------------------------------------ */

struct arms {
    struct arm *at;
    size_t len, cap;
};

static bool is_taken(const struct arms *arms, struct str name)
{
    for (size_t i = 0; i < arms->len; i++) {
        if (str_equal(arms->at[i].name, name)) {
            return true;
        }
    }
    return false;
}

/* A new arm equal to the base, or NULL when its name will not do. */
static struct arm *add_arm(struct plan_reader *reader, struct arms *arms,
                           struct str name, struct place place)
{
    if (!plan_is_name(name)) {
        struct diag *diag =
            plan_fault(reader, "plan-arm", place, "\"%.*s\" cannot name an arm",
                       STR_ARG(name));
        diag_hint(reader->diags, diag,
                  "use lower-case letters, digits and hyphens");
        return NULL;
    }
    if (is_taken(arms, name)) {
        plan_fault(reader, "plan-arm", place, "two arms are called \"%.*s\"",
                   STR_ARG(name));
        return NULL;
    }
    struct arm *arm = LIST_PUSH(reader->arena, arms);
    *arm = (struct arm){.name = name, .config = reader->base, .place = place};
    return arm;
}

/* -- Arms that cannot be --------------------------------------------------- */

/* Where the sentence names the setting as a whole word, or STR_NONE. */
static size_t find_named(struct str sentence, struct str key)
{
    const size_t at = str_find(sentence, key);
    const char after = at != STR_NONE && at + key.len < sentence.len
                           ? sentence.ptr[at + key.len]
                           : ' ';
    const bool goes_on =
        after == '-' || after == '.' || (after >= 'a' && after <= 'z');
    return goes_on ? STR_NONE : at;
}

/* Of the changes, the one whose setting the sentence names first, or NULL. */
static const struct arm_change *find_cause(const struct arm_change *changes,
                                           size_t count, struct str sentence)
{
    const struct arm_change *cause = NULL;
    size_t first = STR_NONE;
    for (size_t i = 0; i < count; i++) {
        const size_t at = find_named(sentence, changes[i].key);
        if (at != STR_NONE && (!cause || at < first)) {
            cause = &changes[i];
            first = at;
        }
    }
    return cause;
}

/* At the setting that causes it: the arm's own, or the plan's for all arms,
 * which is said once. */
static void check_arm(struct plan_reader *reader, const struct arm *arm)
{
    const char *error = config_error(&arm->config);
    if (!error) {
        return;
    }
    const struct str sentence = str_from_c(error);
    const struct arm_change *own =
        find_cause(arm->changes, arm->change_count, sentence);
    const struct arm_change *shared =
        find_cause(reader->base_changes, reader->base_change_count, sentence);
    if (!own && shared) {
        plan_fault(reader, "plan-arm", shared->place,
                   "no arm with this can be trained: %s", error);
        return;
    }
    plan_fault(reader, "plan-arm", own ? own->place : arm->place,
               "arm \"%.*s\" cannot be trained: %s", STR_ARG(arm->name), error);
}

static void take_changes(struct arm *arm, const struct changes *changes)
{
    arm->changes = changes->at;
    arm->change_count = changes->len;
}

static void read_named_arms(struct plan_reader *reader, struct arms *arms)
{
    const struct yml_node *map = yml_get(reader->front, "arms");
    if (!map) {
        return;
    }
    if (map->kind != YML_MAP) {
        plan_fault(reader, "plan-arm", map->place,
                   "arms are a mapping from name to settings");
        return;
    }
    for (size_t i = 0; i < map->len; i++) {
        const struct yml_pair *pair = &map->pairs[i];
        struct arm *arm =
            add_arm(reader, arms, pair->key->text, pair->key->place);
        if (arm) {
            struct changes changes = {0};
            apply(reader, (struct patch){&arm->config, &changes},
                  (struct str){0}, pair->value);
            take_changes(arm, &changes);
            check_arm(reader, arm);
        }
    }
}

/* -- Grids ----------------------------------------------------------------- */

/* Number of combinations, or 0 with a finding when the grid is no grid. */
static size_t grid_size(struct plan_reader *reader, const struct yml_node *grid)
{
    size_t size = grid->kind == YML_MAP && grid->len > 0 ? 1 : 0;
    for (size_t i = 0; size > 0 && i < grid->len; i++) {
        const struct yml_node *levels = grid->pairs[i].value;
        size = levels->kind == YML_MAP ? size * levels->len : 0;
        if (size > PLAN_ARM_CEILING) {
            plan_fault(reader, "plan-arm", grid->place,
                       "the grid has more than %d arms", PLAN_ARM_CEILING);
            return 0;
        }
    }
    if (size == 0) {
        plan_fault(reader, "plan-arm", grid->place,
                   "a grid is a mapping from factor to level to settings");
    }
    return size;
}

/* The level of each factor in the combination; the last factor moves first. */
static const struct yml_pair *level_of(const struct yml_node *grid,
                                       size_t factor, size_t combination)
{
    for (size_t i = grid->len - 1; i > factor; i--) {
        combination /= grid->pairs[i].value->len;
    }
    const struct yml_node *levels = grid->pairs[factor].value;
    return &levels->pairs[combination % levels->len];
}

static struct str combination_name(struct plan_reader *reader,
                                   const struct yml_node *grid,
                                   size_t combination)
{
    struct out out = {0};
    for (size_t i = 0; i < grid->len; i++) {
        out_c(&out, i == 0 ? "" : "-");
        out_str(&out, level_of(grid, i, combination)->key->text);
    }
    return out_take(&out, reader->arena);
}

static void remember_levels(struct plan_reader *reader,
                            const struct yml_node *grid, size_t combination,
                            struct arm *arm)
{
    arm->levels = ARENA_ARRAY(reader->arena, struct arm_change, grid->len);
    arm->level_count = grid->len;
    for (size_t i = 0; i < grid->len; i++) {
        arm->levels[i] = (struct arm_change){
            grid->pairs[i].key->text, level_of(grid, i, combination)->key->text,
            level_of(grid, i, combination)->key->place};
    }
}

static void read_combination(struct plan_reader *reader, struct arms *arms,
                             const struct yml_node *grid, size_t combination)
{
    struct arm *arm =
        add_arm(reader, arms, combination_name(reader, grid, combination),
                level_of(grid, 0, combination)->key->place);
    if (!arm) {
        return;
    }
    struct changes changes = {0};
    remember_levels(reader, grid, combination, arm);
    for (size_t i = 0; i < grid->len; i++) {
        apply(reader, (struct patch){&arm->config, &changes}, (struct str){0},
              level_of(grid, i, combination)->value);
    }
    take_changes(arm, &changes);
    check_arm(reader, arm);
}

static void read_grid(struct plan_reader *reader, struct arms *arms)
{
    const struct yml_node *grid = yml_get(reader->front, "grid");
    const size_t size = grid ? grid_size(reader, grid) : 0;
    for (size_t i = 0; i < size; i++) {
        read_combination(reader, arms, grid, i);
    }
}

void plan_read_arms(struct plan_reader *reader)
{
    struct arms arms = {0};
    read_base(reader);
    read_named_arms(reader, &arms);
    read_grid(reader, &arms);
    reader->plan->arms = arms.at;
    reader->plan->arm_count = arms.len;
    reader->plan->trained_count = arms.len;
    if (arms.len == 0 && reader->plan->status != PLAN_PLANNED &&
        reader->plan->is_sound) {
        plan_fault(reader, "plan-arm", reader->front->place,
                   "the plan has neither arms nor a grid");
    }
}
