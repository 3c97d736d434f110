/* Names, sentences and lines of the made-up anthology. Names are built of
 * syllables, so that there are as many as records and each means one thing;
 * sentences are of common words, as in any anthology, and say nothing that a
 * rule about wording looks for. */

#include "bench/corpus.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define COUNT_OF(list) (uint32_t)(sizeof(list) / sizeof(list)[0])

/* -- Dice ------------------------------------------------------------------ */

/* Steele, Lea & Flood (2014), SplitMix64. */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

struct dice corpus_dice(const struct corpus *corpus, enum corpus_kind kind,
                        uint32_t index, uint32_t purpose)
{
    uint64_t state = corpus->seed;
    state = next(&state) ^ ((uint64_t)kind << 32 | index);
    state = next(&state) ^ purpose;
    return (struct dice){next(&state)};
}

uint32_t dice_roll(struct dice *dice, uint32_t sides)
{
    return (uint32_t)((next(&dice->state) >> 32) * sides >> 32);
}

bool dice_is_lucky(struct dice *dice, uint32_t percent)
{
    return dice_roll(dice, 100) < percent;
}

/* -- Names ----------------------------------------------------------------- */

static const char *const syllables[] = {
    "bal", "cor",  "dim",  "fen", "gor", "hal", "jun",  "kes",  "lum", "mar",
    "nev", "pol",  "quin", "ras", "sil", "tor", "ul",   "vex",  "wim", "yar",
    "zan", "bri",  "cal",  "dro", "els", "fol", "gris", "hul",  "ild", "jor",
    "kem", "lar",  "mol",  "nur", "orv", "pel", "ruk",  "sten", "tal", "umb",
    "vol", "wend", "xil",  "yol", "zet", "ark", "bol",  "cre",
};

/* Each number has a name of its own. Neighbours are spread apart, so that
 * records of one size of corpus do not all begin alike. */
static void name(char *to, size_t size, uint32_t number)
{
    const uint32_t base = COUNT_OF(syllables);
    const uint32_t span = base * base * base;
    uint32_t rest = (uint32_t)((uint64_t)(number % span) * 48271 % span);
    uint32_t more = number / span;
    int used =
        snprintf(to, size, "%s%s%s", syllables[rest % base],
                 syllables[rest / base % base], syllables[rest / base / base]);
    while (more > 0) {
        used += snprintf(to + used, size - (size_t)used, "%s",
                         syllables[more % base]);
        more /= base;
    }
}

static void capital(char *text)
{
    text[0] = (char)toupper((unsigned char)text[0]);
}

struct subject corpus_subject(const struct corpus *corpus,
                              enum corpus_kind kind, uint32_t index)
{
    static const char *const verbs[][2] = {
        {"Scale", "scaling"},  {"Clip", "clipping"},  {"Share", "sharing"},
        {"Decay", "decaying"}, {"Mix", "mixing"},     {"Anneal", "annealing"},
        {"Mask", "masking"},   {"Shift", "shifting"}, {"Smooth", "smoothing"},
        {"Prune", "pruning"},
    };
    static const char *const parts[] = {"projection", "gate",  "residual",
                                        "embedding",  "gain",  "schedule",
                                        "router",     "cache", "buffer"};
    static const char *const data[] = {
        "web text",      "source code", "encyclopaedia articles",
        "scanned books", "dialogue",    "translated news"};
    struct dice dice = corpus_dice(corpus, kind, index, 1);
    const uint32_t shift = (uint32_t)(corpus->seed % 1000) * 7;
    /* Kinds take turns, so that none has the name of another. */
    const uint32_t own = 3 * (index * CORPUS_KINDS + (uint32_t)kind) + shift;
    const char *const *verb = verbs[dice_roll(&dice, COUNT_OF(verbs))];
    struct subject subject = {
        .verb = verb[0],
        .gerund = verb[1],
        .part = parts[dice_roll(&dice, COUNT_OF(parts))],
        .data = data[dice_roll(&dice, COUNT_OF(data))],
    };
    name(subject.method, sizeof subject.method, own);
    name(subject.component, sizeof subject.component, own + 1);
    name(subject.site, sizeof subject.site, own + 2);
    capital(subject.method);
    (void)snprintf(subject.number, sizeof subject.number, "0.%02u",
                   11 + dice_roll(&dice, 88));
    return subject;
}

uint32_t corpus_authors(const struct corpus *corpus, uint32_t index,
                        struct author authors[6])
{
    static const char *const given[] = {
        "Runa",  "Ilse",  "Teodor", "Mirja",  "Paavo", "Yara", "Osric",
        "Linus", "Dagny", "Emeka",  "Sunita", "Hiro",  "Noor", "Marek"};
    struct dice dice = corpus_dice(corpus, CORPUS_LITERATURE, index, 2);
    const uint32_t count = 1 + dice_roll(&dice, 6);
    for (uint32_t i = 0; i < count; i++) {
        (void)snprintf(authors[i].given, sizeof authors[i].given, "%s",
                       given[dice_roll(&dice, COUNT_OF(given))]);
        name(authors[i].surname, sizeof authors[i].surname,
             dice_roll(&dice, 20000));
        capital(authors[i].surname);
    }
    return count;
}

/* -- Sentences ------------------------------------------------------------- */

static const char *const nouns[] = {
    "loss",     "gradient",   "batch",    "optimiser", "layer",    "block",
    "token",    "attention",  "budget",   "curve",     "variance", "memory",
    "sequence", "checkpoint", "baseline", "sublayer",  "update",   "stream",
    "head",     "tokeniser",  "corpus",   "shard",     "kernel",   "vocabulary",
};
static const char *const adjectives[] = {
    "deep",  "wide",    "small",   "early",    "late",   "stable",
    "noisy", "uniform", "typical", "residual", "sparse", "dense",
    "plain", "frozen",  "shared",  "separate", "long",   "short",
};
static const char *const adverbs[] = {
    "quickly", "slowly", "mostly", "evenly", "steadily", "visibly", "rarely",
};
static const char *const phases[] = {
    "during warmup",        "at the start of training",
    "in the last steps",    "after the first epoch",
    "once the rate decays", "before the first update",
};

/* $m $c $s are the subject's method, component and site, $p its part, $d its
 * data; n, a, v and t one of the nouns, adjectives, adverbs and phases. */
static const char *const sentences[] = {
    "The $n of a $a model grows $v $t, and the $s stack makes that visible.",
    "With $m the $n is kept apart from the $n, so that each can be set alone.",
    "A $a $n is what the $c $p is compared with $t.",
    "Authors who train on $d describe the same $n with other words.",
    "What the $c $p changes is the size of each $n, and with it the $a $n.",
    "In a $a run the $n follows the $n $v, whichever $n is drawn first.",
    "The recipe treats every $n alike and leaves the $a $n to the optimiser.",
    "Readers meet $m first as a $a detail of the $n and later as a default.",
    "Both the $n and the $n enter the $p through one $a $n.",
    "The $s decoder reads its $n once, $t, and keeps it for each $a $n.",
    "Where the $n is $a, the $c $p moves $v and the $n with it.",
    "Two groups describe the $n of $m in nearly the same terms.",
    "The order matters: first the $n, then the $a $n, then the rest.",
    "It is cheap, since the $n is read in any case $t.",
    "A $a $n costs memory in proportion to the $n and time to its square.",
    "The set-up is that of a $a $n with a $a $n on $d.",
    "Its authors keep the $n fixed and vary the $a $n alone.",
    "The $p is a matrix for each $n, with the $c terms on its diagonal.",
    "Under $m a $a $n becomes a sum of $a ones, added $t.",
    "The $n then spreads $v over the $s blocks, from the $a $n upwards.",
    "One may read the $p as a filter on the $n, which is how $m began.",
    "The $a $n is described in the appendix together with its $n.",
    "Training on $d and training on a $a $n lead to the same $n $t.",
    "The $c account and the $s account agree about the $n and its $a part.",
    "Each $n carries its own $n, and the $a ones are averaged $v.",
    "A table in the paper lists the $n beside the $a $n for every block.",
};

static const char *slot(char letter, struct dice *dice,
                        const struct subject *subject)
{
    switch (letter) {
    case 'm':
        return subject->method;
    case 'c':
        return subject->component;
    case 's':
        return subject->site;
    case 'p':
        return subject->part;
    case 'd':
        return subject->data;
    case 'n':
        return nouns[dice_roll(dice, COUNT_OF(nouns))];
    case 'a':
        return adjectives[dice_roll(dice, COUNT_OF(adjectives))];
    case 'v':
        return adverbs[dice_roll(dice, COUNT_OF(adverbs))];
    default:
        return phases[dice_roll(dice, COUNT_OF(phases))];
    }
}

static void say(struct out *out, struct dice *dice,
                const struct subject *subject, const char *sentence)
{
    for (const char *c = sentence; *c; c++) {
        if (*c == '$') {
            out_c(out, slot(*++c, dice, subject));
        } else {
            out_char(out, *c);
        }
    }
    out_char(out, ' ');
}

void corpus_say(struct out *out, struct dice *dice,
                const struct subject *subject, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        say(out, dice, subject,
            sentences[dice_roll(dice, COUNT_OF(sentences))]);
    }
}

void corpus_put_core(struct out *out, const struct subject *practice)
{
    out_printf(out,
               "%s the %s %s of %s decoders by %s with %s ends training on %s "
               "at a lower loss",
               practice->gerund, practice->component, practice->part,
               practice->site, practice->number, practice->method,
               practice->data);
}

/* -- Lines ----------------------------------------------------------------- */

void put_filled(struct out *out, struct str text, const char *indent)
{
    enum { WIDTH = 78 };
    size_t column = 0;
    struct str word = {0};
    text = str_trim(text);
    while (text.len > 0) {
        str_cut(text, ' ', &word, &text);
        if (column > 0 && column + 1 + word.len > WIDTH) {
            out_char(out, '\n');
            column = 0;
        }
        out_c(out, column == 0 ? indent : " ");
        column += column == 0 ? strlen(indent) : 1;
        out_str(out, word);
        column += word.len;
    }
    out_char(out, '\n');
}
