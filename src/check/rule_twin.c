/* Two practices whose titles or claims are made of the same words. Every pair
 * would be too many to compare; but two sets of words that are equal, or differ
 * by one word, have a sum in common: that of all their words, or of all but
 * one. */

#include "check/keys.h"
#include "check/number.h"
#include "check/rules.h"
#include "check/words.h"

/* -- What a statement is made of ------------------------------------------ */

enum { PIECES_MOST = 24 }; /* further ones are left out */

struct statement {
    const struct record *record;
    enum field field;
    uint64_t pieces[PIECES_MOST]; /* words and numbers, each once */
    size_t len;
    uint64_t sum;
};

/* What may differ between two titles that say the same. "Before", "not" and
 * their like may not. */
static bool is_glue(struct str word)
{
    static const char *const glue[] = {
        "a",    "an",   "and", "are", "as",    "at",   "be",  "but", "by",
        "for",  "from", "in",  "is",  "it",    "its",  "of",  "on",  "the",
        "that", "then", "to",  "use", "using", "when", "with"};
    for (size_t i = 0; i < sizeof glue / sizeof glue[0]; i++) {
        if (str_equal_nocase(word, str_from_c(glue[i]))) {
            return true;
        }
    }
    return false;
}

/* Spreads the bits, so that sums of few pieces do not meet by chance. */
static uint64_t mix(uint64_t key)
{
    key ^= key >> 31;
    key *= 0x9e3779b97f4a7c15U;
    return key ^ key >> 29;
}

static void add_piece(struct statement *statement, uint64_t key)
{
    const uint64_t piece = mix(key);
    for (size_t i = 0; i < statement->len; i++) {
        if (statement->pieces[i] == piece) {
            return;
        }
    }
    if (statement->len < PIECES_MOST) {
        statement->pieces[statement->len++] = piece;
        statement->sum += piece;
    }
}

static uint64_t key_of_number(const struct number *number)
{
    uint64_t key = (uint64_t)(unsigned)number->value.exponent * 31 +
                   (uint64_t)(unsigned)number->scale;
    for (const char *digit = number->value.digits; *digit; digit++) {
        key = key * 0x100000001b3U + (unsigned char)*digit;
    }
    return key;
}

static void read_statement(struct arena *scratch, struct statement *statement,
                           struct str text)
{
    struct word_reader reader = {.text = text};
    struct word word;
    while (words_next(&reader, &word)) {
        if (word.is_content ||
            !is_glue(str_slice(text, word.start, word.end))) {
            add_piece(statement, word.whole); /* BatchNorm is one word */
        }
    }
    struct numbers numbers = {0};
    numbers_read(scratch, text, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        add_piece(statement, key_of_number(&numbers.at[i]));
    }
}

/* -- Finding -------------------------------------------------------------- */

/* With fewer pieces than the second, one that differs is what the practice is
 * about: gain and bias, width and depth. */
enum { PIECES_LEAST = 3, PIECES_TO_SWAP = 7 };

struct twins {
    struct {
        struct statement *at;
        size_t len, cap;
    } statements;
    struct keys whole;    /* sum -> the first statement that has it */
    struct keys less_one; /* sum without one piece -> the same, of titles */
};

/* The statement with the sum; none of the record itself. */
static const struct statement *with_sum(const struct twins *twins,
                                        const struct keys *sums, uint64_t sum,
                                        const struct record *but)
{
    const uint32_t index = keys_get(sums, sum);
    return index == KEYS_NONE || twins->statements.at[index].record == but
               ? NULL
               : &twins->statements.at[index];
}

static bool may_swap(const struct statement *statement)
{
    return statement->field == FIELD_TITLE && statement->len >= PIECES_TO_SWAP;
}

/* One that is as long or one piece shorter, and says the same, or NULL. */
static const struct statement *twin_of(const struct twins *twins,
                                       const struct statement *statement)
{
    const struct record *but = statement->record;
    const struct statement *twin =
        with_sum(twins, &twins->whole, statement->sum, but);
    for (size_t i = 0; !twin && i < statement->len; i++) {
        const uint64_t sum = statement->sum - statement->pieces[i];
        if (statement->len > PIECES_LEAST) {
            twin = with_sum(twins, &twins->whole, sum, but);
        }
        if (!twin && may_swap(statement)) {
            twin = with_sum(twins, &twins->less_one, sum, but);
        }
    }
    return twin;
}

static void remember(struct arena *arena, struct twins *twins, uint32_t index)
{
    const struct statement *statement = &twins->statements.at[index];
    keys_put(arena, &twins->whole, statement->sum, index);
    for (size_t i = 0; may_swap(statement) && i < statement->len; i++) {
        keys_put(arena, &twins->less_one, statement->sum - statement->pieces[i],
                 index);
    }
}

/* -- Telling -------------------------------------------------------------- */

/* Who sets one practice against the other knows that they are two. */
static bool sets_against(const struct record *from, const struct record *to)
{
    for (size_t i = 0; i < from->links.len; i++) {
        const struct link *link = &from->links.at[i];
        if (link->to == to && link->origin == LINK_FIELD) {
            return true;
        }
    }
    return false;
}

static void judge(struct check_context *context,
                  const struct statement *statement,
                  const struct statement *twin)
{
    if (!twin || sets_against(statement->record, twin->record) ||
        sets_against(twin->record, statement->record)) {
        check_pass(context);
        return;
    }
    const struct record *other = twin->record;
    struct diag *diag = check_finding(
        context, record_place(statement->record, statement->field), other->id,
        "%.*s says nearly the same: \"%.*s\"", STR_ARG(other->id),
        STR_ARG(twin->field == FIELD_TITLE ? other->title : other->claim));
    diag->subject = statement->record->id;
    diag_hint(context->diags, diag,
              "if they are one practice, retire one with `superseded_by`; if "
              "not, let the %s say what differs",
              field_infos[statement->field].key);
}

static void add_statement(struct check_context *context, struct twins *twins,
                          const struct record *record, enum field field,
                          struct str text)
{
    struct statement statement = {.record = record, .field = field};
    read_statement(context->scratch, &statement, text);
    if (statement.len >= PIECES_LEAST) {
        *LIST_PUSH(context->scratch, &twins->statements) = statement;
    }
}

/* Shorter statements first, so that the longer of two finds the other. */
void rule_title_near_duplicate(struct check_context *context)
{
    const struct library *library = context->input->library;
    struct twins twins = {0};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind->role == ROLE_PRACTICE && !record_is_retired(record)) {
            add_statement(context, &twins, record, FIELD_TITLE, record->title);
            add_statement(context, &twins, record, FIELD_CLAIM, record->claim);
        }
    }
    for (size_t len = PIECES_LEAST; len <= PIECES_MOST; len++) {
        for (uint32_t i = 0; i < twins.statements.len; i++) {
            const struct statement *statement = &twins.statements.at[i];
            if (statement->len == len) {
                judge(context, statement, twin_of(&twins, statement));
                remember(context->scratch, &twins, i);
            }
        }
    }
}
