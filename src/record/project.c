/* Reads probatum.yaml. Everything that can be a matter of naming is in that
 * file, so that a layout made elsewhere is read without a word of C; a mistake
 * in it has a place like a mistake in a record. */

#include "record/project.h"

#include "base/fs.h"

#include "record/project_read.h"

static const char file_name[] = "probatum.yaml";
static const char *const levels[] = {"error", "warning", "note", "off"};

static void read_project_title(struct config *config,
                               const struct yml_pair *pair, void *target)
{
    config_text(config, pair, &((struct project *)target)->title);
}

static void read_project_tagline(struct config *config,
                                 const struct yml_pair *pair, void *target)
{
    config_text(config, pair, &((struct project *)target)->tagline);
}

static void read_project_base_url(struct config *config,
                                  const struct yml_pair *pair, void *target)
{
    struct project *project = target;
    config_text(config, pair, &project->base_url);
    if (project->base_url.len > 0 &&
        !str_starts(project->base_url, S("https://")) &&
        !str_starts(project->base_url, S("http://"))) {
        CONFIG_INVALID(config, pair->value->place,
                       "the address starts with https:// or http://");
        project->base_url = S("");
    }
}

static void read_project_licence(struct config *config,
                                 const struct yml_pair *pair, void *target)
{
    config_text(config, pair, &((struct project *)target)->licence);
}

static void read_project_temporary(struct config *config,
                                   const struct yml_pair *pair, void *target)
{
    config_words(config, pair, &((struct project *)target)->temporary);
}

static void read_project_kinds(struct config *config,
                               const struct yml_pair *pair, void *target)
{
    (void)target;
    config_kinds(config, pair);
}

static void read_project_vocabularies(struct config *config,
                                      const struct yml_pair *pair, void *target)
{
    (void)target;
    config_vocabularies(config, pair);
}

static void read_project_directives(struct config *config,
                                    const struct yml_pair *pair, void *target)
{
    struct project *project = target;
    if (!config_is_map(config, pair,
                       "write `inactive-ok: [link-retired]` under it")) {
        return;
    }
    const size_t count = pair->value->len;
    project->directives =
        ARENA_ARRAY(config->arena, struct directive, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct yml_pair *entry = &pair->value->pairs[i];
        if (!config_is_slug(entry->key->text)) {
            CONFIG_INVALID(config, entry->key->place,
                           "a comment form is made of a-z, 0-9 and hyphens");
            continue;
        }
        struct directive *directive =
            &project->directives[project->directive_count++];
        directive->name = entry->key->text;
        config_words(config, entry, &directive->rules);
    }
}

static void check_level(struct config *config, const struct yml_pair *pair,
                        struct str level)
{
    struct strs words = {0};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        if (str_is(level, levels[i])) {
            return;
        }
        *LIST_PUSH(config->arena, &words) = str_from_c(levels[i]);
    }
    struct diag *diag = CONFIG_INVALID(
        config, pair->value->place,
        "a rule's level is error, warning, note or off, not \"%.*s\"",
        STR_ARG(level));
    config_suggest(config, diag, level, &words);
}

static void read_project_rules(struct config *config,
                               const struct yml_pair *pair, void *target)
{
    struct project *project = target;
    if (!config_is_map(config, pair,
                       "write `citation-locator: warning` under it")) {
        return;
    }
    const size_t count = pair->value->len;
    project->rule_levels =
        ARENA_ARRAY(config->arena, struct rule_level, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct yml_pair *entry = &pair->value->pairs[i];
        struct rule_level *level =
            &project->rule_levels[project->rule_level_count];
        config_text(config, entry, &level->level);
        if (level->level.len > 0) {
            check_level(config, entry, level->level);
            level->rule = entry->key->text;
            level->place = entry->key->place;
            project->rule_level_count++;
        }
    }
}

static const struct setting project_settings[] = {
#define PROJECT_SETTING(key, help) {#key, read_project_##key},
#include "record/settings.def"
};

/* Names that other parts of the file must hold, now that all of it is read. */
static void check_promises(struct config *config)
{
    const struct project *project = config->project;
    struct strs vocabularies = {0};
    for (size_t i = 0; i < project->vocabulary_count; i++) {
        *LIST_PUSH(config->arena, &vocabularies) =
            project->vocabularies[i].name;
    }
    static const char *const things[] = {
        [PROMISE_PREFIX] = "kind", [PROMISE_VOCABULARY] = "vocabulary"};
    const struct strs *const names[] = {[PROMISE_PREFIX] = &project->prefixes,
                                        [PROMISE_VOCABULARY] = &vocabularies};
    for (size_t i = 0; i < config->pending.len; i++) {
        const struct pending *pending = &config->pending.at[i];
        const struct strs *known = names[pending->promise];
        if (strs_has(known, pending->name)) {
            continue;
        }
        struct diag *diag =
            CONFIG_INVALID(config, pending->place, "there is no %s \"%.*s\"",
                           things[pending->promise], STR_ARG(pending->name));
        config_suggest(config, diag, pending->name, known);
    }
}

/* `requires` and `required` name keys that the kind's records may carry. */
static void check_required_keys(struct config *config, const struct kind *kind,
                                const struct strs *keys, struct place place)
{
    struct strs known = {0};
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (field_infos[i].roles & kind->role) {
            *LIST_PUSH(config->arena, &known) = str_from_c(field_infos[i].key);
        }
    }
    for (size_t i = 0; i < kind->extra_count; i++) {
        *LIST_PUSH(config->arena, &known) = kind->extras[i].key;
    }
    for (size_t i = 0; i < keys->len; i++) {
        if (!strs_has(&known, keys->at[i])) {
            struct diag *diag =
                CONFIG_INVALID(config, place,
                               "records of the kind %.*s have no field "
                               "\"%.*s\" that could be required",
                               STR_ARG(kind->prefix), STR_ARG(keys->at[i]));
            config_suggest(config, diag, keys->at[i], &known);
        }
    }
}

static void check_requirements(struct config *config,
                               const struct yml_node *tree)
{
    const struct yml_node *kinds = yml_get(tree, "kinds");
    for (size_t i = 0; i < config->project->kind_count; i++) {
        const struct kind *kind = &config->project->kinds[i];
        const struct yml_pair *pair =
            yml_pair(kinds, arena_cstr(config->arena, kind->prefix));
        const struct yml_node *required =
            pair ? yml_get(pair->value, "required") : NULL;
        const struct yml_node *statuses =
            pair ? yml_get(pair->value, "statuses") : NULL;
        if (required) {
            check_required_keys(config, kind, &kind->required, required->place);
        }
        for (size_t j = 0; statuses && j < kind->status_count; j++) {
            check_required_keys(config, kind, &kind->statuses[j].requires,
                                statuses->place);
        }
    }
}

static void add_field_keys(struct arena *arena, struct project *project)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        /* The map's values are not const; nobody writes through them. */
        union {
            const struct field_info *info;
            void *value;
        } entry = {.info = &field_infos[i]};
        *map_slot(arena, &project->fields, str_from_c(field_infos[i].key)) =
            entry.value;
    }
}

bool project_parse(struct arena *arena, struct str root, struct str text,
                   struct project **out, struct diags *diags,
                   struct failure *failure)
{
    struct project *project = ARENA_NEW(arena, struct project);
    *out = project;
    project->root = root;
    project->source = source_new(arena, str_from_c(file_name), text);
    add_field_keys(arena, project);
    *LIST_PUSH(arena, &project->temporary) = S("tmp");

    struct config config = {.arena = arena, .project = project, .diags = diags};
    const struct yml_node *tree =
        yml_parse(arena, project->source, 0, text.len, diags);
    if (tree && tree->kind == YML_MAP) {
        config_map(&config, tree, project_settings,
                   sizeof project_settings / sizeof project_settings[0],
                   S("the project"), project);
        check_promises(&config);
        check_requirements(&config, tree);
    } else if (tree) {
        CONFIG_INVALID(&config, tree->place, "%s is not a map", file_name);
    }
    if (project->kind_count == 0) {
        return fail(failure, "%s names no kind of record", file_name);
    }
    return true;
}

bool project_load(struct arena *arena, struct str root,
                  struct project **project, struct diags *diags,
                  struct failure *failure)
{
    const struct str path = fs_join(arena, root, str_from_c(file_name));
    struct str text;
    return fs_read(arena, path.ptr, YML_SIZE_CEILING, &text, failure) &&
           project_parse(arena, root, text, project, diags, failure);
}
