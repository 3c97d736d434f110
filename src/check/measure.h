#ifndef CHECK_MEASURE_H
#define CHECK_MEASURE_H

/* What a number is of, from the words beside it: a loss or an accuracy, of the
 * text that was trained on or of text that was held out, in nats or as a
 * perplexity, and which way a claim says it goes. Words that are not known here
 * say nothing. */

#include "experiment/run.h"

/* X(constant, name for a reader) */
#define QUANTITIES(X)                                 \
    X(QUANTITY_LOSS, "a loss")                        \
    X(QUANTITY_EXCESS, "an excess loss")              \
    X(QUANTITY_PERPLEXITY, "a perplexity")            \
    X(QUANTITY_ACCURACY, "an accuracy")               \
    X(QUANTITY_BLEU, "a BLEU score")                  \
    X(QUANTITY_GRADIENT, "the size of a gradient")    \
    X(QUANTITY_ACTIVATION, "the size of activations") \
    X(QUANTITY_LOGITS, "the size of logits")          \
    X(QUANTITY_SPEED, "a time or speed")              \
    X(QUANTITY_STEPS, "a number of steps")            \
    X(QUANTITY_RATE, "a learning rate")
#define ENUM_MEMBER(constant, ...) constant,
enum quantity { QUANTITIES(ENUM_MEMBER) QUANTITY_COUNT };
#undef ENUM_MEMBER
const char *quantity_words(enum quantity quantity);

/* Bits, since a text may speak of both. */
enum split { SPLIT_UNSAID = 0, SPLIT_TRAINING = 1, SPLIT_HELD_OUT = 2 };
const char *split_words(unsigned splits); /* "training", "held-out text" */

/* What our own metrics are. */
struct measure {
    enum quantity quantity; /* QUANTITY_COUNT: of no name */
    enum split split;
};
struct measure measure_of(enum run_metric metric);

/* The quantities that the text names, as bits 1 << quantity, and the splits
 * that it names beside a quantity: "training loss", "loss on held-out text". */
unsigned quantities_in(struct arena *scratch, struct str text);
unsigned splits_in(struct arena *scratch, struct str text);

/* Which way the text says the quantity goes. A loss that is better is lower. */
enum {
    SAYS_LOWER = 1,
    SAYS_HIGHER = 2,
    SAYS_NO_WORSE = 4,
};
unsigned directions_in(struct arena *scratch, struct str text,
                       enum quantity quantity);

/* Units as they are written, by what they measure in. */
enum unit_kind {
    UNIT_UNKNOWN, /* of a name that is not in the table */
    UNIT_MISSING,
    UNIT_PLAIN, /* a pure number, an RMS, a norm, a ratio */
    UNIT_NATS,
    UNIT_BITS,
    UNIT_BITS_PER_BYTE,
    UNIT_PERPLEXITY,
    UNIT_PERCENT,
    UNIT_BLEU,
    UNIT_LOGITS,
    UNIT_STEPS,
    UNIT_DOUBLINGS,
    UNIT_TIME,
    UNIT_TOKENS,
    UNIT_PARAMETERS,
};
enum unit_kind unit_of(struct str text);

#endif
