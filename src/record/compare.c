/* Which fields differ between two readings of a record, and how much each
 * difference matters. What a change asks for is decided by the field; a few
 * fields look at the change itself. ADR-012 has the reasons. */

#include "record/compare.h"

#include "record/compare_parts.h"
#include "record/identifier.h"
#include "record/record_read.h"

/* -- Levels --------------------------------------------------------------- */

static const char *const level_names[] = {
    [LEVEL_NONE] = "none",
    [LEVEL_PATCH] = "patch",
    [LEVEL_MINOR] = "minor",
    [LEVEL_MAJOR] = "major",
};

const char *level_name(enum level level)
{
    return level_names[level];
}

bool level_parse(struct str text, enum level *level)
{
    for (enum level i = LEVEL_PATCH; i <= LEVEL_MAJOR; i++) {
        if (str_is(text, level_names[i])) {
            *level = i;
            return true;
        }
    }
    return false;
}

enum level changes_level(const struct field_changes *changes)
{
    enum level level = LEVEL_NONE;
    for (size_t i = 0; i < changes->len; i++) {
        const enum level asked = changes->at[i].level;
        level = asked > level ? asked : level;
    }
    return level;
}

/* The least that a change of the field asks for. A bump writes version and
 * history itself. */
static const enum level field_levels[FIELD_COUNT] = {
    [FIELD_ID] = LEVEL_PATCH,
    [FIELD_NUMBER] = LEVEL_PATCH,
    [FIELD_TITLE] = LEVEL_MAJOR,
    [FIELD_STATUS] = LEVEL_MINOR,
    [FIELD_STATUS_NOTE] = LEVEL_PATCH,
    [FIELD_SUPERSEDED_BY] = LEVEL_MAJOR,
    [FIELD_VERSION] = LEVEL_NONE,
    [FIELD_HISTORY] = LEVEL_NONE,
    [FIELD_DATE] = LEVEL_PATCH,
    [FIELD_TAGS] = LEVEL_PATCH,
    [FIELD_PRIMARY_TOPIC] = LEVEL_PATCH,
    [FIELD_SUMMARY] = LEVEL_PATCH,
    [FIELD_FORMERLY] = LEVEL_PATCH,
    [FIELD_ACKNOWLEDGED] = LEVEL_PATCH,
    [FIELD_BODY] = LEVEL_PATCH,
    [FIELD_CLAIM] = LEVEL_MAJOR,
    [FIELD_CITATIONS] = LEVEL_MINOR,
    [FIELD_FORMERLY_CITED] = LEVEL_PATCH,
    [FIELD_ABLATION] = LEVEL_MINOR,
    [FIELD_EVIDENCE] = LEVEL_MINOR,
    [FIELD_SCALE] = LEVEL_MAJOR,
    [FIELD_FLAGS] = LEVEL_MINOR,
    [FIELD_CONSENSUS] = LEVEL_MINOR,
    [FIELD_PROMOTE_WHEN] = LEVEL_PATCH,
    [FIELD_SOURCE] = LEVEL_MINOR,
    [FIELD_INTRODUCED_BY] = LEVEL_MINOR,
    [FIELD_EXPLAINED_BY] = LEVEL_MINOR,
    [FIELD_COMPARED_AGAINST] = LEVEL_MINOR,
    [FIELD_EXTENDS] = LEVEL_MINOR,
    [FIELD_EXTENDED_BY] = LEVEL_MINOR,
    [FIELD_CORRECTS] = LEVEL_MINOR,
    [FIELD_CORRECTED_BY] = LEVEL_MINOR,
    [FIELD_CONTESTED_BY] = LEVEL_MINOR,
    [FIELD_AUTHORS] = LEVEL_PATCH,
    [FIELD_PUBLISHED] = LEVEL_PATCH,
    [FIELD_TYPE] = LEVEL_PATCH,
    [FIELD_CITE_KEY] = LEVEL_PATCH,
    [FIELD_ARXIV] = LEVEL_MAJOR,
    [FIELD_ARXIV_CLASS] = LEVEL_PATCH,
    [FIELD_DOI] = LEVEL_MAJOR,
    [FIELD_URL] = LEVEL_PATCH,
    [FIELD_VENUE] = LEVEL_PATCH,
    [FIELD_METADATA] = LEVEL_PATCH,
    [FIELD_READ] = LEVEL_MINOR,
    [FIELD_RETRACTED] = LEVEL_MAJOR,
    [FIELD_VERSIONS] = LEVEL_MINOR,
    [FIELD_EXCERPTS] = LEVEL_MINOR,
    [FIELD_REPORTS] = LEVEL_MINOR,
    [FIELD_ABLATES] = LEVEL_MINOR,
    [FIELD_EXPLAINS] = LEVEL_MINOR,
    [FIELD_PAPER] = LEVEL_MAJOR,
};

enum level field_level(enum field field)
{
    return field_levels[field];
}

/* -- Fields that look at the change --------------------------------------- */

/* The text of a field that holds one in both readings. */
static bool texts_of(const struct comparison *comparison, enum field field,
                     struct str *old_text, struct str *new_text)
{
    const struct field_value *from = &comparison->old_reading->fields[field];
    const struct field_value *to = &comparison->new_reading->fields[field];
    if (from->presence != PRESENCE_FILLED || to->presence != PRESENCE_FILLED ||
        from->node->kind != YML_SCALAR || to->node->kind != YML_SCALAR) {
        return false;
    }
    *old_text = str_trim(from->node->text);
    *new_text = str_trim(to->node->text);
    return true;
}

/* A slip put right is no other statement. */
static enum level level_of_statement(const struct comparison *comparison,
                                     enum field field)
{
    struct str from, to;
    return texts_of(comparison, field, &from, &to) &&
                   compare_is_rewording(from, to)
               ? LEVEL_PATCH
               : LEVEL_MAJOR;
}

/* Out of force or into it again: whoever acted on it has to know. */
static enum level level_of_status(const struct comparison *comparison)
{
    return record_is_retired(comparison->old_reading) ==
                   record_is_retired(comparison->new_reading)
               ? LEVEL_MINOR
               : LEVEL_MAJOR;
}

/* Another number is another work; another version of it, other words to hold
 * a quote against; a number that was not there, more about the same work. */
static enum level level_of_arxiv(const struct comparison *comparison)
{
    struct str from, to;
    struct arxiv_id a, b;
    if (!texts_of(comparison, FIELD_ARXIV, &from, &to)) {
        return LEVEL_PATCH;
    }
    const bool is_known =
        arxiv_parse(comparison->arena, from, &a) == IDENTIFIER_OK &&
        arxiv_parse(comparison->arena, to, &b) == IDENTIFIER_OK;
    return is_known && str_equal(a.number, b.number) ? LEVEL_MINOR
                                                     : LEVEL_MAJOR;
}

static enum level level_of_doi(const struct comparison *comparison)
{
    struct str from, to;
    struct doi_id a, b;
    if (!texts_of(comparison, FIELD_DOI, &from, &to)) {
        return LEVEL_PATCH;
    }
    const bool is_known =
        doi_parse(comparison->arena, from, &a) == IDENTIFIER_OK &&
        doi_parse(comparison->arena, to, &b) == IDENTIFIER_OK;
    return is_known && str_equal(a.canonical, b.canonical) ? LEVEL_PATCH
                                                           : LEVEL_MAJOR;
}

static enum level level_of(const struct comparison *comparison,
                           enum field field)
{
    if (field == FIELD_TITLE || field == FIELD_CLAIM) {
        return level_of_statement(comparison, field);
    }
    if (field == FIELD_STATUS) {
        return level_of_status(comparison);
    }
    if (field == FIELD_ARXIV) {
        return level_of_arxiv(comparison);
    }
    return field == FIELD_DOI ? level_of_doi(comparison) : field_levels[field];
}

/* -- Telling -------------------------------------------------------------- */

void compare_add(struct comparison *comparison, const struct spot *spot,
                 const struct change_texts *texts)
{
    struct arena *arena = comparison->arena;
    *LIST_PUSH(arena, comparison->changes) = (struct field_change){
        .field = spot->path,
        .which = comparison->which,
        .from = texts->from,
        .to = texts->to,
        .old_text = read_one_line(arena, texts->old_text),
        .new_text = read_one_line(arena, texts->new_text),
        .level = spot->level,
        .place = spot->place,
    };
}

/* -- One field ------------------------------------------------------------ */

static struct place whole_file(const struct comparison *comparison)
{
    return (struct place){comparison->new_reading->source, 0, 0};
}

/* The entries of a short form are citations. What is left to it alone is
 * whether it says that there are none. */
static void compare_short_form(struct comparison *comparison,
                               const struct spot *spot, enum field field)
{
    const struct field_value *from = &comparison->old_reading->fields[field];
    const struct field_value *to = &comparison->new_reading->fields[field];
    if (from->presence != PRESENCE_FILLED && to->presence != PRESENCE_FILLED) {
        compare_nodes(comparison, spot, from->node, to->node);
    }
}

static void compare_field(struct comparison *comparison, enum field field)
{
    const struct kind *kind = comparison->new_reading->kind;
    const struct str key = str_from_c(field_infos[field].key);
    const struct spot spot = {.path = key,
                              .key = key,
                              .level = level_of(comparison, field),
                              .place = whole_file(comparison),
                              .is_ordered = field == FIELD_AUTHORS};
    comparison->which = field;
    if (spot.level == LEVEL_NONE || field == FIELD_BODY) {
        return;
    }
    if (field == FIELD_CITATIONS) {
        compare_citations(comparison, &spot);
    } else if (record_is_short_citation(kind, field)) {
        compare_short_form(comparison, &spot, field);
    } else {
        compare_nodes(comparison, &spot,
                      comparison->old_reading->fields[field].node,
                      comparison->new_reading->fields[field].node);
    }
}

/* -- Fields that the list does not have ----------------------------------- */

static bool is_listed(const struct record *record, const struct yml_node *key)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (record->fields[i].key == key) {
            return true;
        }
    }
    return false;
}

static const struct extra_field *extra_of(const struct comparison *comparison,
                                          struct str key)
{
    return kind_field(comparison->new_reading->kind, key);
}

/* A kind's own fields are metadata unless they name other records. What a plan
 * sets besides is what its evidence rests on, and its hypotheses are claims. */
static enum level level_of_key(const struct comparison *comparison,
                               struct str key)
{
    const struct extra_field *extra = extra_of(comparison, key);
    if (extra) {
        return extra->type == FIELD_TYPE_REFERENCES ? LEVEL_MINOR : LEVEL_PATCH;
    }
    if (comparison->new_reading->kind->role != ROLE_EXPERIMENT) {
        return LEVEL_PATCH;
    }
    return str_is(key, "hypotheses") ? LEVEL_MAJOR
           : str_is(key, "question") ? LEVEL_PATCH
                                     : LEVEL_MINOR;
}

static void compare_key(struct comparison *comparison, struct str key)
{
    const struct extra_field *extra = extra_of(comparison, key);
    const char *name = arena_cstr(comparison->arena, key);
    const struct spot spot = {.path = key,
                              .key = key,
                              .level = level_of_key(comparison, key),
                              .place = whole_file(comparison),
                              .is_ordered = extra == NULL};
    compare_nodes(comparison, &spot,
                  yml_get(comparison->old_reading->front, name),
                  yml_get(comparison->new_reading->front, name));
}

/* Keys of the new reading in its order, then those that went. */
static void compare_other_keys(struct comparison *comparison)
{
    const struct record *readings[] = {comparison->new_reading,
                                       comparison->old_reading};
    comparison->which = FIELD_COUNT;
    for (size_t r = 0; r < 2; r++) {
        const struct yml_node *front = readings[r]->front;
        for (size_t i = 0; front && i < front->len; i++) {
            const struct yml_node *key = front->pairs[i].key;
            const char *name = arena_cstr(comparison->arena, key->text);
            const bool is_done =
                r == 1 && yml_pair(comparison->new_reading->front, name);
            if (!is_done && !is_listed(readings[r], key)) {
                compare_key(comparison, key->text);
            }
        }
    }
}

void record_compare(struct arena *arena, const struct record *old_reading,
                    const struct record *new_reading,
                    struct field_changes *changes)
{
    struct comparison comparison = {arena, old_reading, new_reading, changes,
                                    FIELD_COUNT};
    for (enum field field = 0; field < FIELD_COUNT; field++) {
        compare_field(&comparison, field);
    }
    compare_other_keys(&comparison);
    comparison.which = FIELD_BODY;
    const struct spot body = {.path = S("body"),
                              .key = S("body"),
                              .level = field_levels[FIELD_BODY],
                              .place = whole_file(&comparison)};
    compare_bodies(&comparison, &body);
}
