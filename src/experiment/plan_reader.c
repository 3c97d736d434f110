/* Small readings that every part of a plan needs, and the table of keys. */

#include "experiment/plan_reader.h"

#define KEY(section, key, need, meaning) \
    {SECTION_##section, key, NEED_##need, meaning},
const struct plan_key plan_keys[] = {
#include "experiment/plan_keys.def"
};
#undef KEY
const size_t plan_key_count = sizeof plan_keys / sizeof plan_keys[0];

/* The same finding, said before. */
static struct diag *find_fault(const struct plan_reader *reader,
                               struct place place, struct str message)
{
    for (size_t i = reader->first_diag; i < reader->diags->len; i++) {
        struct diag *diag = &reader->diags->at[i];
        if (diag->place.source == place.source &&
            diag->place.start == place.start &&
            str_equal(diag->message, message)) {
            return diag;
        }
    }
    return NULL;
}

struct diag *plan_fault(struct plan_reader *reader, const char *rule,
                        struct place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const struct str message = arena_vprintf(reader->arena, format, args);
    va_end(args);
    reader->plan->is_sound = false;
    struct diag *diag = find_fault(reader, place, message);
    if (diag) {
        return diag;
    }
    diag = diag_add(reader->diags, SEVERITY_ERROR, rule, place, "%.*s",
                    STR_ARG(message));
    diag->subject = reader->plan->id;
    return diag;
}

static bool is_plan_key(struct str key, enum plan_section section)
{
    for (size_t i = 0; i < plan_key_count; i++) {
        if (plan_keys[i].section == section && str_is(key, plan_keys[i].key)) {
            return true;
        }
    }
    return false;
}

/* A record's own fields stand beside the plan's keys. */
static bool is_record_key(const struct plan_reader *reader, struct str key)
{
    const struct kind *kind = reader->plan->record->kind;
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if ((field_infos[i].roles & ROLE_EXPERIMENT) &&
            str_is(key, field_infos[i].key)) {
            return true;
        }
    }
    for (size_t i = 0; i < kind->extra_count; i++) {
        if (str_equal(key, kind->extras[i].key)) {
            return true;
        }
    }
    return false;
}

static void report_unknown(struct plan_reader *reader,
                           const struct yml_node *key,
                           enum plan_section section)
{
    struct strs candidates = {0};
    for (size_t i = 0; i < plan_key_count; i++) {
        if (plan_keys[i].section == section) {
            *LIST_PUSH(reader->arena, &candidates) =
                str_from_c(plan_keys[i].key);
        }
    }
    for (size_t i = 0; section == SECTION_PLAN && i < FIELD_COUNT; i++) {
        if (field_infos[i].roles & ROLE_EXPERIMENT) {
            *LIST_PUSH(reader->arena, &candidates) =
                str_from_c(field_infos[i].key);
        }
    }
    const struct str near = nearest(key->text, &candidates);
    struct diag *diag = plan_fault(reader, "plan-unknown-key", key->place,
                                   "unknown key \"%.*s\"", STR_ARG(key->text));
    if (near.len > 0) {
        diag_hint(reader->diags, diag, "did you mean \"%.*s\"?", STR_ARG(near));
    } else {
        diag_hint(reader->diags, diag,
                  "probatum-experiment(5) lists the keys of a plan");
    }
}

static bool is_needed(const struct plan_reader *reader,
                      const struct plan_key *key)
{
    return key->need == NEED_ALWAYS ||
           (key->need == NEED_RUN && reader->plan->status != PLAN_PLANNED);
}

bool plan_check_keys(struct plan_reader *reader, const struct yml_node *map,
                     enum plan_section section, const char *rule)
{
    if (map->kind != YML_MAP) {
        plan_fault(reader, rule, map->place, "a mapping is needed here");
        return false;
    }
    for (size_t i = 0; i < map->len; i++) {
        const struct yml_node *key = map->pairs[i].key;
        const bool is_known =
            is_plan_key(key->text, section) ||
            (section == SECTION_PLAN && is_record_key(reader, key->text));
        if (!is_known) {
            report_unknown(reader, key, section);
        }
    }
    for (size_t i = 0; i < plan_key_count; i++) {
        const struct plan_key *key = &plan_keys[i];
        if (key->section == section && is_needed(reader, key) &&
            !yml_get(map, key->key)) {
            plan_fault(reader, rule, map->place, "%s is missing: %s", key->key,
                       key->meaning);
        }
    }
    return true;
}

struct place plan_place(const struct yml_node *map, const char *key)
{
    const struct yml_node *node = yml_get(map, key);
    return node ? node->place : map->place;
}

struct str plan_text(struct plan_reader *reader, const struct yml_node *map,
                     const char *key, const char *rule)
{
    const struct yml_node *node = yml_get(map, key);
    if (!node) {
        return (struct str){0};
    }
    if (node->kind != YML_SCALAR || yml_is_null(node) ||
        str_is_blank(node->text)) {
        plan_fault(reader, rule, node->place, "%s takes text", key);
        return (struct str){0};
    }
    return str_trim(node->text);
}

struct strs plan_texts(struct plan_reader *reader, const struct yml_node *map,
                       const char *key, const char *rule)
{
    struct strs texts = {0};
    const struct yml_node *node = yml_get(map, key);
    if (!node) {
        return texts;
    }
    if (node->kind != YML_LIST) {
        plan_fault(reader, rule, node->place, "%s takes a list", key);
        return texts;
    }
    for (size_t i = 0; i < node->len; i++) {
        if (node->items[i]->kind == YML_SCALAR) {
            *LIST_PUSH(reader->arena, &texts) = node->items[i]->text;
        } else {
            plan_fault(reader, rule, node->items[i]->place,
                       "%s takes a list of words", key);
        }
    }
    return texts;
}

bool plan_is_name(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')) {
            return false;
        }
    }
    return text.len > 0;
}

size_t plan_arm_named(struct plan_reader *reader, struct str name,
                      struct place place, const char *rule)
{
    const struct plan *plan = reader->plan;
    const size_t arm = plan_arm(plan, name);
    if (arm < plan->arm_count || name.len == 0) {
        return arm;
    }
    struct strs names = {0};
    for (size_t i = 0; i < plan->arm_count; i++) {
        *LIST_PUSH(reader->arena, &names) = plan->arms[i].name;
    }
    const struct str near = nearest(name, &names);
    struct diag *diag = plan_fault(reader, rule, place,
                                   "no arm is called \"%.*s\"", STR_ARG(name));
    if (near.len > 0) {
        diag_hint(reader->diags, diag, "did you mean \"%.*s\"?", STR_ARG(near));
    }
    return arm;
}
