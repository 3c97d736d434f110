/* Lists of arms, as figures and derived arms have them. A grid makes dozens of
 * arms whose names share parts, so an entry may be a pattern. */

#include "experiment/plan_reader.h"

bool plan_name_matches(struct str name, struct str pattern)
{
    size_t at = 0;
    size_t in = 0;
    size_t star =
        STR_NONE; /* the last one, and where what it stands for ends */
    size_t end = 0;
    while (at < name.len) {
        if (in < pattern.len && pattern.ptr[in] == '*') {
            star = in++;
            end = at;
        } else if (in < pattern.len && pattern.ptr[in] == name.ptr[at]) {
            in++;
            at++;
        } else if (star != STR_NONE) {
            in = star + 1;
            at = ++end;
        } else {
            return false;
        }
    }
    while (in < pattern.len && pattern.ptr[in] == '*') {
        in++;
    }
    return in == pattern.len;
}

/* False when it is there already. */
static bool add_arm(struct arm_set *set, size_t arm)
{
    for (size_t i = 0; i < set->len; i++) {
        if (set->at[i] == arm) {
            return false;
        }
    }
    set->at[set->len++] = arm;
    return true;
}

static void add_named(struct plan_reader *reader, const struct yml_node *entry,
                      const char *rule, struct arm_set *set)
{
    const size_t arm = plan_arm_named(reader, entry->text, entry->place, rule);
    if (arm < reader->plan->arm_count && !add_arm(set, arm)) {
        plan_fault(reader, rule, entry->place, "\"%.*s\" is named twice",
                   STR_ARG(entry->text));
    }
}

static void add_matching(struct plan_reader *reader,
                         const struct yml_node *entry, struct arm_set offered,
                         const char *rule, struct arm_set *set)
{
    bool is_match = false;
    for (size_t i = 0; i < offered.len; i++) {
        const size_t arm = offered.at[i];
        if (plan_name_matches(reader->plan->arms[arm].name, entry->text)) {
            add_arm(set, arm);
            is_match = true;
        }
    }
    if (!is_match) {
        plan_fault(reader, rule, entry->place,
                   "no arm that could stand here matches \"%.*s\"",
                   STR_ARG(entry->text));
    }
}

struct arm_set plan_arm_set(struct plan_reader *reader,
                            const struct yml_node *map, struct arm_set offered,
                            const char *rule)
{
    const struct yml_node *list = yml_get(map, "arms");
    struct arm_set set = {
        .at = ARENA_ARRAY(reader->arena, size_t, reader->plan->arm_count)};
    if (list && list->kind != YML_LIST) {
        plan_fault(reader, rule, list->place, "arms takes a list");
        return set;
    }
    for (size_t i = 0; list && i < list->len; i++) {
        const struct yml_node *entry = list->items[i];
        if (entry->kind != YML_SCALAR) {
            plan_fault(reader, rule, entry->place,
                       "arms takes a list of words");
        } else if (str_find_char(entry->text, '*') == STR_NONE) {
            add_named(reader, entry, rule, &set);
        } else {
            add_matching(reader, entry, offered, rule, &set);
        }
    }
    return set;
}

struct place plan_arm_place(const struct plan_reader *reader,
                            const struct yml_node *map, size_t arm)
{
    const struct yml_node *list = yml_get(map, "arms");
    const struct str name = reader->plan->arms[arm].name;
    for (size_t i = 0; list && i < list->len; i++) {
        if (plan_name_matches(name, list->items[i]->text)) {
            return list->items[i]->place;
        }
    }
    return plan_place(map, "x");
}
