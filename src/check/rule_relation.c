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

/* How much a record's prose says of another. */
enum said { SAID_NOTHING, SAID_NAME, SAID_WHY };

struct told {
    struct {
        const struct record *to;
        enum said said;
    } * at;
    size_t len, cap;
};

static enum said said_of(const struct told *told, const struct record *to)
{
    for (size_t i = 0; i < told->len; i++) {
        if (told->at[i].to == to) {
            return told->at[i].said;
        }
    }
    return SAID_NOTHING;
}

static void tell(struct arena *arena, struct told *told,
                 const struct record *to, enum said said)
{
    for (size_t i = 0; i < told->len; i++) {
        if (told->at[i].to == to) {
            told->at[i].said =
                said > told->at[i].said ? said : told->at[i].said;
            return;
        }
    }
    LIST_PUSH(arena, told);
    told->at[told->len - 1].to = to;
    told->at[told->len - 1].said = said;
}

static struct told read_told(struct arena *arena, const struct record *record)
{
    struct sentence_reader reader = {.record = record};
    struct sentence sentence;
    struct told told = {0};
    while (sentence_next(&reader, &sentence)) {
        const enum said said = is_bare(sentence.text) ? SAID_NAME : SAID_WHY;
        for (size_t i = 0; i < sentence.link_count; i++) {
            if (sentence.links[i].to) {
                tell(arena, &told, sentence.links[i].to, said);
            }
        }
    }
    return told;
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

/* The relations of one record, each record named once. */
struct relations {
    struct check_context *context;
    struct told told; /* by its own prose, once it was asked for */
    bool is_told_read;
    const struct record **at; /* those asked about */
    size_t len, cap;
};

static bool is_new(struct relations *relations, const struct record *to)
{
    for (size_t i = 0; i < relations->len; i++) {
        if (relations->at[i] == to) {
            return false;
        }
    }
    *LIST_PUSH(relations->context->scratch, relations) = to;
    return true;
}

struct relation {
    const char *field;
    enum said asked;
    bool has_converse;
    struct str id;
    struct place place;
};

static enum said said_here(struct relations *relations, const struct record *to)
{
    struct check_context *context = relations->context;
    if (!relations->is_told_read) {
        relations->told = read_told(context->scratch, context->record);
        relations->is_told_read = true;
    }
    return said_of(&relations->told, to);
}

static enum said said_there(struct check_context *context,
                            const struct record *to)
{
    const struct told told = read_told(context->scratch, to);
    return said_of(&told, context->record);
}

static void judge(struct relations *relations, const struct relation *relation)
{
    struct check_context *context = relations->context;
    const struct record *to =
        library_find(context->input->library, relation->id);
    if (!to || to == context->record || !is_new(relations, to)) {
        return;
    }
    const enum said said = said_here(relations, to);
    if (said >= relation->asked ||
        (relation->has_converse &&
         said_there(context, to) >= relation->asked)) {
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

static void judge_citation(struct relations *relations,
                           const struct citation *citation)
{
    if (citation->note.len > 0 || citation->quote.len > 0) {
        check_pass(relations->context);
        return;
    }
    const char *role = arena_cstr(relations->context->scratch, citation->role);
    judge(relations, &(struct relation){.field = role,
                                        .asked = asked_of(role),
                                        .id = citation->ref,
                                        .place = citation->ref_place});
}

void rule_relation_unexplained(struct check_context *context)
{
    const struct record *record = context->record;
    struct relations relations = {.context = context};
    if (record->is_broken || record_is_retired(record) ||
        !(record->kind->role &
          (ROLE_PRACTICE | ROLE_THEORY | ROLE_LITERATURE))) {
        return;
    }
    for (size_t i = 0; i < record->citations.len; i++) {
        if (!record->citations.at[i].is_short) { /* else a reference field */
            judge_citation(&relations, &record->citations.at[i]);
        }
    }
    for (enum field field = 0; field < FIELD_COUNT; field++) {
        const struct texts *items = &record->references[field];
        for (size_t i = 0; is_asked_about(field) && i < items->len; i++) {
            const struct field_info *info = &field_infos[field];
            judge(&relations,
                  &(struct relation){.field = info->key,
                                     .asked = asked_of(info->key),
                                     .has_converse = info->converse[0] != '\0',
                                     .id = items->at[i].text,
                                     .place = items->at[i].place});
        }
    }
}
