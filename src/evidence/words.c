/* The names of verdicts and their like, from the tables in verdict.h. */

#include "evidence/verdict.h"

#define NAME(constant, name, ...)                [constant] = name,
#define WORDS(constant, name, words)             [constant] = words,
#define RULE_WORDS(constant, name, words, sides) [constant] = words,
#define RULE_SIDES(constant, name, words, sides) [constant] = sides,

static const char *const verdict_names[] = {VERDICTS(NAME)};
static const char *const verdict_texts[] = {VERDICTS(WORDS)};
static const char *const size_names[] = {SIZES(NAME)};
static const char *const size_texts[] = {SIZES(WORDS)};
static const char *const reason_names[] = {REASONS(NAME)};
static const char *const reason_texts[] = {REASONS(WORDS)};
static const char *const rule_names[] = {RULES(NAME)};
static const char *const rule_texts[] = {RULES(RULE_WORDS)};
static const int rule_side_counts[] = {RULES(RULE_SIDES)};
static const char *const sensitivity_names[] = {SENSITIVITIES(NAME)};
static const char *const sensitivity_texts[] = {SENSITIVITIES(WORDS)};

const char *verdict_name(enum verdict verdict)
{
    return verdict_names[verdict];
}

const char *verdict_words(enum verdict verdict)
{
    return verdict_texts[verdict];
}

const char *size_name(enum size_tag size)
{
    return size_names[size];
}

const char *size_words(enum size_tag size)
{
    return size_texts[size];
}

const char *reason_name(enum reason reason)
{
    return reason_names[reason];
}

const char *reason_words(enum reason reason)
{
    return reason_texts[reason];
}

const char *verdict_rule_name(enum verdict_rule rule)
{
    return rule_names[rule];
}

const char *verdict_rule_words(enum verdict_rule rule)
{
    return rule_texts[rule];
}

int verdict_rule_sides(enum verdict_rule rule)
{
    return rule_side_counts[rule];
}

const char *sensitivity_name(enum sensitivity sensitivity)
{
    return sensitivity_names[sensitivity];
}

const char *sensitivity_words(enum sensitivity sensitivity)
{
    return sensitivity_texts[sensitivity];
}

bool verdict_from_name(struct str name, enum verdict *verdict)
{
    for (enum verdict v = 0; v < VERDICT_COUNT; v++) {
        if (str_is(name, verdict_names[v])) {
            *verdict = v;
            return true;
        }
    }
    return false;
}
