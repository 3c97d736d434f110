/* Tables of words, and a look at what stands near them. */

#include "check/measure.h"

#include "base/ascii.h"

/* -- Names ---------------------------------------------------------------- */

const char *quantity_words(enum quantity quantity)
{
    static const char *const words[] = {
#define WORDS(constant, words) [constant] = words,
        QUANTITIES(WORDS)
#undef WORDS
    };
    return quantity < QUANTITY_COUNT ? words[quantity] : "something else";
}

const char *split_words(unsigned splits)
{
    return splits == SPLIT_TRAINING   ? "training"
           : splits == SPLIT_HELD_OUT ? "held-out text"
                                      : "training and held-out text";
}

struct measure measure_of(enum run_metric metric)
{
    switch (metric) {
    case RUN_FINAL_LOSS:
    case RUN_BEST_LOSS:
        return (struct measure){QUANTITY_LOSS, SPLIT_HELD_OUT};
    case RUN_FINAL_EXCESS:
        return (struct measure){QUANTITY_EXCESS, SPLIT_HELD_OUT};
    case RUN_TRAINING_LOSS:
        return (struct measure){QUANTITY_LOSS, SPLIT_TRAINING};
    case RUN_GRADIENT_NORM_FIRST:
    case RUN_GRADIENT_NORM_LAST:
        return (struct measure){QUANTITY_GRADIENT, SPLIT_UNSAID};
    case RUN_RESIDUAL_RMS_IN:
    case RUN_RESIDUAL_RMS_OUT:
    case RUN_RESIDUAL_GROWTH:
    case RUN_EMBEDDING_ACTIVITY:
    case RUN_ATTENTION_ACTIVITY:
    case RUN_MLP_ACTIVITY:
    case RUN_STREAM_ACTIVITY:
        return (struct measure){QUANTITY_ACTIVATION, SPLIT_UNSAID};
    case RUN_LOGIT_ACTIVITY:
    case RUN_LOGIT_MOVEMENT:
    case RUN_LARGEST_ATTENTION_LOGIT:
        return (struct measure){QUANTITY_LOGITS, SPLIT_UNSAID};
    case RUN_STEPS_DONE:
        return (struct measure){QUANTITY_STEPS, SPLIT_UNSAID};
    case RUN_BEST_RATE:
        return (struct measure){QUANTITY_RATE, SPLIT_UNSAID};
    case RUN_BEST_SETTING:
    case RUN_METRIC_COUNT:
        return (struct measure){QUANTITY_COUNT, SPLIT_UNSAID};
    }
    return (struct measure){QUANTITY_COUNT, SPLIT_UNSAID};
}

/* -- Words of a text ------------------------------------------------------ */

/* In order; a hyphen joins, so that pre-training is no training. A word behind
 * a stop, comma or bracket begins a phrase. */
struct token {
    struct str word;
    bool begins_phrase;
};
struct tokens {
    struct token *at;
    size_t len, cap;
};

static bool is_word_char(struct str text, size_t at)
{
    const char c = text.ptr[at];
    const bool joins = c == '-' && at > 0 && at + 1 < text.len &&
                       ascii_is_alnum(text.ptr[at - 1]) &&
                       ascii_is_alnum(text.ptr[at + 1]);
    return ascii_is_alnum(c) || (unsigned char)c >= 0x80 || joins;
}

static struct tokens tokens_of(struct arena *scratch, struct str text)
{
    struct tokens tokens = {0};
    bool begins = true;
    for (size_t at = 0; at < text.len;) {
        if (!is_word_char(text, at)) {
            begins |= !ascii_is_space(text.ptr[at]);
            at++;
            continue;
        }
        const size_t start = at;
        while (at < text.len && is_word_char(text, at)) {
            at++;
        }
        *LIST_PUSH(scratch, &tokens) =
            (struct token){str_slice(text, start, at), begins};
        begins = false;
    }
    return tokens;
}

/* A literal as an initialiser, so that nobody counts it again. */
#define WORD(literal)                \
    {                                \
        literal, sizeof(literal) - 1 \
    }

static bool is_word(struct str word, struct str other)
{
    return word.len == other.len && str_equal_nocase(word, other);
}

static bool is_one_of(struct str word, const struct str words[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (is_word(word, words[i])) {
            return true;
        }
    }
    return false;
}
#define IS_ONE_OF(word, words) \
    is_one_of((word), (words), sizeof(words) / sizeof(words)[0])

/* -- Quantities ----------------------------------------------------------- */

static const struct {
    struct str word;
    enum quantity quantity;
} quantity_names[] = {
    {WORD("loss"), QUANTITY_LOSS},
    {WORD("losses"), QUANTITY_LOSS},
    {WORD("cross-entropy"), QUANTITY_LOSS},
    {WORD("nll"), QUANTITY_LOSS},
    {WORD("excess"), QUANTITY_EXCESS},
    {WORD("perplexity"), QUANTITY_PERPLEXITY},
    {WORD("perplexities"), QUANTITY_PERPLEXITY},
    {WORD("ppl"), QUANTITY_PERPLEXITY},
    {WORD("accuracy"), QUANTITY_ACCURACY},
    {WORD("accuracies"), QUANTITY_ACCURACY},
    {WORD("bleu"), QUANTITY_BLEU},
    {WORD("gradient"), QUANTITY_GRADIENT},
    {WORD("gradients"), QUANTITY_GRADIENT},
    {WORD("rms"), QUANTITY_ACTIVATION},
    {WORD("activation"), QUANTITY_ACTIVATION},
    {WORD("activations"), QUANTITY_ACTIVATION},
    {WORD("logit"), QUANTITY_LOGITS},
    {WORD("logits"), QUANTITY_LOGITS},
    {WORD("time"), QUANTITY_SPEED},
    {WORD("speed"), QUANTITY_SPEED},
    {WORD("speedup"), QUANTITY_SPEED},
    {WORD("throughput"), QUANTITY_SPEED},
    {WORD("convergence"), QUANTITY_SPEED},
};

static enum quantity quantity_of(struct str word)
{
    const size_t count = sizeof quantity_names / sizeof quantity_names[0];
    for (size_t i = 0; i < count; i++) {
        if (is_word(word, quantity_names[i].word)) {
            return quantity_names[i].quantity;
        }
    }
    return QUANTITY_COUNT;
}

unsigned quantities_in(struct arena *scratch, struct str text)
{
    const struct tokens tokens = tokens_of(scratch, text);
    unsigned found = 0;
    for (size_t i = 0; i < tokens.len; i++) {
        const enum quantity quantity = quantity_of(tokens.at[i].word);
        found |= quantity < QUANTITY_COUNT ? 1U << quantity : 0;
    }
    if (found & (1U << QUANTITY_EXCESS)) {
        found &= ~(1U << QUANTITY_LOSS); /* "excess loss" is one thing */
    }
    return found;
}

/* -- Splits --------------------------------------------------------------- */

static unsigned split_of(struct str word)
{
    static const struct str training[] = {WORD("training"), WORD("train")};
    static const struct str held_out[] = {
        WORD("validation"), WORD("evaluation"), WORD("eval"),   WORD("dev"),
        WORD("test"),       WORD("held-out"),   WORD("heldout")};
    return IS_ONE_OF(word, training)   ? SPLIT_TRAINING
           : IS_ONE_OF(word, held_out) ? SPLIT_HELD_OUT
                                       : SPLIT_UNSAID;
}

static bool is_score(struct str word)
{
    static const struct str others[] = {WORD("error"), WORD("errors"),
                                        WORD("performance"), WORD("score"),
                                        WORD("scores")};
    const enum quantity quantity = quantity_of(word);
    return quantity <= QUANTITY_BLEU || IS_ONE_OF(word, others);
}

/* "training loss", "validation-set loss", "loss on the training set". */
static bool is_beside_score(const struct tokens *tokens, size_t at)
{
    enum { BEHIND = 2, BEFORE = 4 };
    static const struct str links[] = {WORD("on"), WORD("over"), WORD("of")};
    for (size_t i = at + 1; i < tokens->len && i <= at + BEHIND; i++) {
        if (tokens->at[i].begins_phrase) {
            break;
        }
        if (is_score(tokens->at[i].word)) {
            return true;
        }
    }
    bool has_link = false;
    for (size_t i = at; i > 0 && at - i < BEFORE; i--) {
        const struct str word = tokens->at[i - 1].word;
        if (tokens->at[i].begins_phrase) {
            break;
        }
        if (has_link && is_score(word)) {
            return true;
        }
        has_link |= IS_ONE_OF(word, links);
    }
    return false;
}

unsigned splits_in(struct arena *scratch, struct str text)
{
    const struct tokens tokens = tokens_of(scratch, text);
    unsigned found = SPLIT_UNSAID;
    for (size_t i = 0; i < tokens.len; i++) {
        const unsigned split = split_of(tokens.at[i].word);
        if (split && is_beside_score(&tokens, i)) {
            found |= split;
        }
    }
    return found;
}

/* -- Directions ----------------------------------------------------------- */

static unsigned direction_of(struct str word, enum quantity quantity)
{
    static const struct str lower[] = {
        WORD("lower"),   WORD("lowers"),  WORD("smaller"),   WORD("less"),
        WORD("reduced"), WORD("reduces"), WORD("decreases"), WORD("decreased"),
        WORD("drops"),   WORD("falls")};
    static const struct str higher[] = {
        WORD("higher"), WORD("larger"),    WORD("greater"), WORD("raises"),
        WORD("raised"), WORD("increases"), WORD("rises"),   WORD("increased")};
    const bool is_loss = quantity <= QUANTITY_PERPLEXITY;
    if (IS_ONE_OF(word, lower) || (is_loss && str_is(word, "better"))) {
        return SAYS_LOWER;
    }
    if (IS_ONE_OF(word, higher) || (is_loss && str_is(word, "worse"))) {
        return SAYS_HIGHER;
    }
    return 0;
}

static bool is_negation(struct str word)
{
    static const struct str words[] = {WORD("no"), WORD("not"), WORD("never"),
                                       WORD("without")};
    return IS_ONE_OF(word, words);
}

/* The direction that the token says, "no worse" with its "no". "No lower" is
 * none that anybody claims. */
static unsigned direction_at(const struct tokens *tokens, size_t at,
                             enum quantity quantity)
{
    const unsigned direction = direction_of(tokens->at[at].word, quantity);
    if (direction && at > 0 && !tokens->at[at].begins_phrase &&
        is_negation(tokens->at[at - 1].word)) {
        return direction == SAYS_HIGHER ? SAYS_NO_WORSE : 0;
    }
    return direction;
}

/* What is said of the quantity named at the token: before it, "a lower final
 * loss", or else behind it, "the loss is no worse". */
static unsigned direction_beside(const struct tokens *tokens, size_t at,
                                 enum quantity quantity)
{
    enum { NEAR = 3 };
    static const struct str ends[] = {WORD("and"),  WORD("but"),  WORD("while"),
                                      WORD("when"), WORD("than"), WORD("where"),
                                      WORD("with")};
    for (size_t i = at; i > 0 && at - i < NEAR; i--) {
        if (tokens->at[i].begins_phrase) {
            break;
        }
        const unsigned direction = direction_at(tokens, i - 1, quantity);
        if (direction) {
            return direction;
        }
    }
    for (size_t i = at + 1; i < tokens->len && i <= at + NEAR; i++) {
        if (tokens->at[i].begins_phrase ||
            IS_ONE_OF(tokens->at[i].word, ends)) {
            break;
        }
        const unsigned direction = direction_at(tokens, i, quantity);
        if (direction) {
            return direction;
        }
    }
    return 0;
}

/* A loss, its excess and its perplexity go the same way. */
static bool is_alike(enum quantity a, enum quantity b)
{
    return a == b || (a <= QUANTITY_PERPLEXITY && b <= QUANTITY_PERPLEXITY);
}

unsigned directions_in(struct arena *scratch, struct str text,
                       enum quantity quantity)
{
    const struct tokens tokens = tokens_of(scratch, text);
    unsigned found = 0;
    for (size_t i = 0; i < tokens.len; i++) {
        const enum quantity named = quantity_of(tokens.at[i].word);
        if (named < QUANTITY_COUNT && is_alike(named, quantity)) {
            found |= direction_beside(&tokens, i, quantity);
        }
    }
    return found;
}

/* -- Units ---------------------------------------------------------------- */

static const struct {
    const char *text;
    enum unit_kind kind;
} unit_names[] = {
    {"nats", UNIT_NATS},
    {"nat", UNIT_NATS},
    {"nats per token", UNIT_NATS},
    {"nats/token", UNIT_NATS},
    {"bits", UNIT_BITS},
    {"bits per token", UNIT_BITS},
    {"bits/token", UNIT_BITS},
    {"bits per byte", UNIT_BITS_PER_BYTE},
    {"bpb", UNIT_BITS_PER_BYTE},
    {"bits per character", UNIT_BITS_PER_BYTE},
    {"bpc", UNIT_BITS_PER_BYTE},
    {"perplexity", UNIT_PERPLEXITY},
    {"ppl", UNIT_PERPLEXITY},
    {"%", UNIT_PERCENT},
    {"percent", UNIT_PERCENT},
    {"per cent", UNIT_PERCENT},
    {"percentage points", UNIT_PERCENT},
    {"points", UNIT_PERCENT},
    {"pp", UNIT_PERCENT},
    {"bleu", UNIT_BLEU},
    {"logits", UNIT_LOGITS},
    {"logit", UNIT_LOGITS},
    {"steps", UNIT_STEPS},
    {"updates", UNIT_STEPS},
    {"iterations", UNIT_STEPS},
    {"doublings", UNIT_DOUBLINGS},
    {"octaves", UNIT_DOUBLINGS},
    {"seconds", UNIT_TIME},
    {"s", UNIT_TIME},
    {"minutes", UNIT_TIME},
    {"hours", UNIT_TIME},
    {"days", UNIT_TIME},
    {"gpu hours", UNIT_TIME},
    {"tokens", UNIT_TOKENS},
    {"parameters", UNIT_PARAMETERS},
    {"rms", UNIT_PLAIN},
    {"norm", UNIT_PLAIN},
    {"ratio", UNIT_PLAIN},
    {"times", UNIT_PLAIN},
    {"x", UNIT_PLAIN},
    {"\xc3\x97", UNIT_PLAIN},
    {"1", UNIT_PLAIN},
    {"none", UNIT_PLAIN},
};

enum unit_kind unit_of(struct str text)
{
    text = str_trim(text);
    if (text.len == 0) {
        return UNIT_MISSING;
    }
    for (size_t i = 0; i < sizeof unit_names / sizeof unit_names[0]; i++) {
        if (str_equal_nocase(text, str_from_c(unit_names[i].text))) {
            return unit_names[i].kind;
        }
    }
    return str_starts(text, S("%")) ? UNIT_PERCENT : UNIT_UNKNOWN;
}
