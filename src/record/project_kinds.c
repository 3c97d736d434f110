/* Kinds: what a prefix stands for. A role and a folder are enough; titles,
 * addresses and statuses then follow from the role. */

#include "record/project_read.h"

#include "base/fs.h"

static const struct role_info {
    enum role role;
    const char *name, *title, *slug;
} role_infos[] = {
    {ROLE_PRACTICE, "practice", "Practices", "practices"},
    {ROLE_LITERATURE, "literature", "Literature", "literature"},
    {ROLE_THEORY, "theory", "Theories", "theories"},
    {ROLE_DECISION, "decision", "Decisions", "decisions"},
    {ROLE_NOTE, "note", "Notes", "notes"},
    {ROLE_RECORD, "record", "Records", "records"},
    {ROLE_EXPERIMENT, "experiment", "Experiments", "experiments"},
    {ROLE_JOURNAL, "journal", "Journal", "journal"},
};
enum { ROLE_INFO_COUNT = sizeof role_infos / sizeof role_infos[0] };

/* Folders of the site that are not a kind's. */
static const char *const reserved_slugs[] = {"assets", "chapters", "data"};

struct kind_target {
    struct kind kind;
    struct place slug_place;
};

const char *role_name(enum role role)
{
    for (size_t i = 0; i < ROLE_INFO_COUNT; i++) {
        if (role_infos[i].role == role) {
            return role_infos[i].name;
        }
    }
    BUG("role %d", (int)role);
}

static const struct role_info *role_info(enum role role)
{
    for (size_t i = 0; i < ROLE_INFO_COUNT; i++) {
        if (role_infos[i].role == role) {
            return &role_infos[i];
        }
    }
    return NULL;
}

static void read_kind_statuses(struct config *config,
                               const struct yml_pair *pair, void *target)
{
    config_statuses(config, pair, &((struct kind_target *)target)->kind);
}

static void read_kind_fields(struct config *config, const struct yml_pair *pair,
                             void *target)
{
    config_fields(config, pair, &((struct kind_target *)target)->kind);
}

static void read_kind_role(struct config *config, const struct yml_pair *pair,
                           void *target)
{
    struct str word = {0};
    config_text(config, pair, &word);
    struct strs names = {0};
    for (size_t i = 0; i < ROLE_INFO_COUNT; i++) {
        if (str_is(word, role_infos[i].name)) {
            ((struct kind_target *)target)->kind.role = role_infos[i].role;
            return;
        }
        *LIST_PUSH(config->arena, &names) = str_from_c(role_infos[i].name);
    }
    if (word.len > 0) {
        config_suggest(config,
                       CONFIG_INVALID(config, pair->value->place,
                                      "there is no role \"%.*s\"",
                                      STR_ARG(word)),
                       word, &names);
    }
}

static void read_kind_folder(struct config *config, const struct yml_pair *pair,
                             void *target)
{
    struct kind_target *kind = target;
    struct str folder = {0};
    config_text(config, pair, &folder);
    while (str_ends(folder, S("/"))) {
        folder.len--;
    }
    kind->kind.folder_place = pair->value->place;
    if (fs_is_inside(folder)) {
        kind->kind.folder = folder;
    } else if (folder.len > 0) {
        CONFIG_INVALID(config, pair->value->place,
                       "the folder \"%.*s\" is not inside the project",
                       STR_ARG(folder));
    }
}

static void read_kind_title(struct config *config, const struct yml_pair *pair,
                            void *target)
{
    config_text(config, pair, &((struct kind_target *)target)->kind.title);
}

static void read_kind_slug(struct config *config, const struct yml_pair *pair,
                           void *target)
{
    struct kind_target *kind = target;
    config_text(config, pair, &kind->kind.slug);
    kind->slug_place = pair->value->place;
    if (kind->kind.slug.len > 0 && !config_is_slug(kind->kind.slug)) {
        CONFIG_INVALID(config, pair->value->place,
                       "a slug is made of a-z, 0-9 and hyphens");
        kind->kind.slug = S("");
    }
}

static void read_kind_vocabulary(struct config *config,
                                 const struct yml_pair *pair, void *target)
{
    struct kind *kind = &((struct kind_target *)target)->kind;
    config_text(config, pair, &kind->vocabulary);
    if (kind->vocabulary.len > 0) {
        config_expect(config, PROMISE_VOCABULARY, kind->vocabulary,
                      pair->value->place);
    }
}

static void read_kind_required(struct config *config,
                               const struct yml_pair *pair, void *target)
{
    config_words(config, pair, &((struct kind_target *)target)->kind.required);
}

static void read_kind_front_matter(struct config *config,
                                   const struct yml_pair *pair, void *target)
{
    struct str word = {0};
    config_text(config, pair, &word);
    if (str_is(word, "optional")) {
        ((struct kind_target *)target)->kind.is_front_matter_optional = true;
    } else if (word.len > 0 && !str_is(word, "required")) {
        CONFIG_INVALID(config, pair->value->place,
                       "front matter is either required or optional");
    }
}

static const struct setting kind_settings[] = {
#define KIND_SETTING(key, help) {#key, read_kind_##key},
#include "record/settings.def"
};

/* -- What follows from the rest ------------------------------------------- */

static bool is_slug_taken(const struct project *project, struct str slug)
{
    for (size_t i = 0; i < project->kind_count; i++) {
        if (str_equal(project->kinds[i].slug, slug)) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof reserved_slugs / sizeof *reserved_slugs;
         i++) {
        if (str_is(slug, reserved_slugs[i])) {
            return true;
        }
    }
    return false;
}

static struct str lower(struct arena *arena, struct str text)
{
    char *out = ARENA_ARRAY(arena, char, text.len + 1);
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        out[i] = c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
    }
    return (struct str){out, text.len};
}

/* The role's word for one kind of that role, the prefix for the next. */
static void settle_slug(struct config *config, struct kind_target *target)
{
    struct kind *kind = &target->kind;
    const bool is_chosen = kind->slug.len > 0;
    const struct str usual = str_from_c(role_info(kind->role)->slug);
    if (!is_chosen) {
        kind->slug = is_slug_taken(config->project, usual)
                         ? lower(config->arena, kind->prefix)
                         : usual;
    }
    if (is_slug_taken(config->project, kind->slug)) {
        CONFIG_INVALID(
            config, is_chosen ? target->slug_place : target->kind.folder_place,
            "the slug \"%.*s\" of %.*s is taken", STR_ARG(kind->slug),
            STR_ARG(kind->prefix));
        kind->slug = lower(config->arena, kind->prefix);
    }
}

/* A file read under two kinds would be in its own way twice over, and what
 * lies in build/ goes with the next `make clean`. */
static bool check_folder(struct config *config,
                         const struct kind_target *target)
{
    const struct str folder = target->kind.folder;
    if (str_is(folder, "build") || str_starts(folder, S("build/"))) {
        CONFIG_INVALID(config, target->kind.folder_place,
                       "the folder \"%.*s\" is for what is made, and may be "
                       "removed any time",
                       STR_ARG(folder));
        return false;
    }
    for (size_t i = 0; i < config->project->kind_count; i++) {
        const struct kind *other = &config->project->kinds[i];
        if (str_equal(other->folder, folder)) {
            CONFIG_INVALID(config, target->kind.folder_place,
                           "the folder \"%.*s\" belongs to %.*s already",
                           STR_ARG(other->folder), STR_ARG(other->prefix));
            return false;
        }
    }
    return true;
}

/* [A-Z][A-Z0-9]*; the name of a journal is a slug instead, as it is no part of
 * any id. */
static bool is_name(const struct kind *kind)
{
    if (kind->role == ROLE_JOURNAL) {
        return config_is_slug(kind->prefix);
    }
    for (size_t i = 0; i < kind->prefix.len; i++) {
        const char c = kind->prefix.ptr[i];
        if (!((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9' && i > 0))) {
            return false;
        }
    }
    return kind->prefix.len > 0;
}

/* A key that is there with a wrong value was reported with that value. */
static void report_needed(struct config *config, const struct yml_pair *pair,
                          const char *key)
{
    if (!yml_pair(pair->value, key)) {
        CONFIG_INVALID(config, pair->key->place, "the kind \"%.*s\" needs a %s",
                       STR_ARG(pair->key->text), key);
    }
}

static bool is_complete(struct config *config, const struct yml_pair *pair,
                        const struct kind *kind)
{
    if (kind->role == 0 || kind->folder.len == 0) {
        report_needed(config, pair, "role");
        report_needed(config, pair, "folder");
        return false;
    }
    if (!is_name(kind)) {
        CONFIG_INVALID(config, pair->key->place,
                       kind->role == ROLE_JOURNAL
                           ? "the name of a journal is made of a-z, 0-9 and "
                             "hyphens"
                           : "a prefix is made of A-Z and 0-9, a letter "
                             "first");
        return false;
    }
    return true;
}

static bool read_kind(struct config *config, const struct yml_pair *pair,
                      struct kind *kind)
{
    struct kind_target target = {.kind.prefix = pair->key->text};
    if (!config_is_map(config, pair,
                       "write `role: practice` and `folder: ...` under it")) {
        return false;
    }
    config_map(
        config, pair->value, kind_settings,
        sizeof kind_settings / sizeof kind_settings[0],
        arena_printf(config->arena, "the kind %.*s", STR_ARG(pair->key->text)),
        &target);
    if (!is_complete(config, pair, &target.kind)) {
        return false;
    }
    if (!check_folder(config, &target)) {
        return false;
    }
    settle_slug(config, &target);
    if (target.kind.title.len == 0) {
        target.kind.title = str_from_c(role_info(target.kind.role)->title);
    }
    if (target.kind.status_count == 0) {
        config_default_statuses(config, &target.kind);
    }
    *kind = target.kind;
    return true;
}

void config_kinds(struct config *config, const struct yml_pair *pair)
{
    struct project *project = config->project;
    if (!config_is_map(config, pair,
                       "write a prefix such as `SOTA:` under it")) {
        return;
    }
    project->kinds =
        ARENA_ARRAY(config->arena, struct kind, pair->value->len + 1);
    for (size_t i = 0; i < pair->value->len; i++) {
        struct kind *kind = &project->kinds[project->kind_count];
        if (!read_kind(config, &pair->value->pairs[i], kind)) {
            continue;
        }
        project->kind_count++;
        if (kind->role != ROLE_JOURNAL) {
            *LIST_PUSH(config->arena, &project->prefixes) = kind->prefix;
        }
    }
}
