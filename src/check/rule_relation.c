/* A relation that no sentence explains is a line that nobody can judge: two ids
 * side by side, and a reader has to guess what was meant. "Xiong et al. (2020),
 * LIT-114." does not explain it either. */

#include "check/rules.h"
#include "check/sentence.h"
#include "check/words.h"

#include <string.h>

/* Fewer words beside the names make a bare reference. */
enum { WORDS_LEAST = 2 };

static bool is_bare(struct str sentence)
{
    struct word_reader reader = {.text = sentence};
    struct word word;
    size_t count = 0;
    while (count < WORDS_LEAST && words_next(&reader, &word)) {
        count += word.is_content && !word.is_capital;
    }
    return count < WORDS_LEAST;
}

/* How much the prose of `from` says of `to`. */
enum said { SAID_NOTHING, SAID_NAME, SAID_WHY };

static enum said says(const struct record *from, const struct record *to)
{
    struct sentence_reader reader = {.record = from};
    struct sentence sentence;
    enum said said = SAID_NOTHING;
    while (said < SAID_WHY && sentence_next(&reader, &sentence)) {
        for (size_t i = 0; i < sentence.link_count; i++) {
            if (sentence.links[i].to == to) {
                said = is_bare(sentence.text) ? SAID_NAME : SAID_WHY;
                break; /* the loop ends with the first that says why */
            }
        }
    }
    return said;
}

/* A practice is what its source says: there the name will do. Who disputes it,
 * and how it bears on other records, has to be said. */
static enum said asked_of(const char *role)
{
    return strcmp(role, field_infos[FIELD_SOURCE].key) == 0 ||
                   strcmp(role, field_infos[FIELD_INTRODUCED_BY].key) == 0
               ? SAID_NAME
               : SAID_WHY;
}

/* What a record is superseded by, leaves out in an arm, or reads, says enough
 * by the field's name. */
static bool is_asked_about(enum field field)
{
    return field_infos[field].type == FIELD_TYPE_REFERENCES &&
           field != FIELD_SUPERSEDED_BY && field != FIELD_ABLATES &&
           field != FIELD_PAPER;
}

struct relations {
    const struct record **at; /* those asked about */
    size_t len, cap;
};

static bool is_new(struct relations *relations, struct arena *arena,
                   const struct record *to)
{
    for (size_t i = 0; i < relations->len; i++) {
        if (relations->at[i] == to) {
            return false;
        }
    }
    *LIST_PUSH(arena, relations) = to;
    return true;
}

struct relation {
    const char *field;
    enum said asked;
    bool has_converse;
    struct str id;
    struct place place;
};

static void judge(struct check_context *context, struct relations *relations,
                  const struct relation *relation)
{
    const struct record *record = context->record;
    const struct record *to =
        library_find(context->input->library, relation->id);
    if (!to || to == record || !is_new(relations, context->scratch, to)) {
        return;
    }
    const enum said said = says(record, to);
    if (said >= relation->asked ||
        (relation->has_converse && says(to, record) >= relation->asked)) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, relation->place, relation->id, "\"%s\" names %.*s, and %s",
        relation->field, STR_ARG(relation->id),
        said == SAID_NOTHING ? "the text never does" : "no sentence says why");
    diag_hint(context->diags, diag,
              "say in the text what %.*s has to do with it, or take it out",
              STR_ARG(relation->id));
}

void rule_relation_unexplained(struct check_context *context)
{
    const struct record *record = context->record;
    struct relations relations = {0};
    if (record->is_broken || record_is_retired(record) ||
        !(record->kind->role &
          (ROLE_PRACTICE | ROLE_THEORY | ROLE_LITERATURE))) {
        return;
    }
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        if (citation->is_short) {
            continue; /* a reference field */
        }
        if (citation->note.len > 0 || citation->quote.len > 0) {
            check_pass(context);
        } else {
            const char *role = arena_cstr(context->scratch, citation->role);
            judge(context, &relations,
                  &(struct relation){role, asked_of(role), false, citation->ref,
                                     citation->ref_place});
        }
    }
    for (enum field field = 0; field < FIELD_COUNT; field++) {
        const struct texts *items = &record->references[field];
        for (size_t i = 0; is_asked_about(field) && i < items->len; i++) {
            const char *key = field_infos[field].key;
            judge(context, &relations,
                  &(struct relation){key, asked_of(key),
                                     field_infos[field].converse[0] != '\0',
                                     items->at[i].text, items->at[i].place});
        }
    }
}
