/* A text is read once from left to right. A compound (letters, with hyphens or
 * capitals inside) is split into its parts before any of them is given out, so
 * that each part knows what it is a part of. */

#include "check/words.h"

#include <string.h>

#include "base/ascii.h"

/* -- Letters -------------------------------------------------------------- */

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Bytes of the letter beyond ASCII at the offset, or 0: everything is one
 * except Latin-1's signs and what E2 leads: punctuation, arrows, operators. */
static size_t wide_letter_size(struct str text, size_t at)
{
    const unsigned char c = (unsigned char)text.ptr[at];
    const size_t size = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
    if (c < 0xc2 || c == 0xe2 || at + size > text.len) {
        return 0;
    }
    /* the micro sign is written for the Greek letter */
    return c == 0xc2 && text.ptr[at + 1] != '\xb5' ? 0 : size;
}

/* Bytes of the letter at the offset, or 0. */
static inline size_t letter_size(struct str text, size_t at)
{
    const char c = text.ptr[at];
    if ((unsigned char)c < 0x80) {
        return ascii_is_letter(c) ? 1 : 0;
    }
    return wide_letter_size(text, at);
}

/* -- What is no prose ----------------------------------------------------- */

/* Bytes of the address, comment or link target that starts at the offset. */
static size_t skip_size(struct str text, size_t at)
{
    const struct str rest = str_from(text, at);
    const char *ending = NULL;
    if (str_starts(rest, S("<!--"))) {
        ending = "-->";
    } else if (str_starts(rest, S("]("))) {
        ending = ")";
    } else if (str_starts(rest, S("https://")) ||
               str_starts(rest, S("http://"))) {
        size_t size = 0;
        while (size < rest.len && !ascii_is_space(rest.ptr[size]) &&
               rest.ptr[size] != ')') {
            size++;
        }
        return size;
    }
    if (!ending) {
        return 0;
    }
    const size_t end = str_find(rest, str_from_c(ending));
    return end == STR_NONE ? 1 : end + strlen(ending);
}

/* -- Endings -------------------------------------------------------------- */

#define ENDING(text)           \
    {                          \
        text, sizeof(text) - 1 \
    }

/* Cut off from words of the given last letter, the longest first. */
static const struct str endings_s[] = {
    ENDING("isations"), ENDING("izations"), ENDING("ations"), ENDING("isers"),
    ENDING("izers"),    ENDING("ises"),     ENDING("izes"),   ENDING("ions"),
    ENDING("ings"),     ENDING("ers"),      ENDING("ies"),    ENDING("als"),
    ENDING("es"),       ENDING("s"),        {NULL, 0}};
static const struct str endings_n[] = {ENDING("isation"),
                                       ENDING("ization"),
                                       ENDING("ation"),
                                       ENDING("ion"),
                                       {NULL, 0}};
static const struct str endings_g[] = {
    ENDING("ising"), ENDING("izing"), ENDING("ing"), {NULL, 0}};
static const struct str endings_d[] = {
    ENDING("ised"), ENDING("ized"), ENDING("ed"), {NULL, 0}};
static const struct str endings_r[] = {
    ENDING("iser"), ENDING("izer"), ENDING("er"), {NULL, 0}};
static const struct str endings_e[] = {
    ENDING("ise"), ENDING("ize"), ENDING("e"), {NULL, 0}};
static const struct str endings_y[] = {ENDING("edly"), ENDING("ely"),
                                       ENDING("ity"),  ENDING("ly"),
                                       ENDING("y"),    {NULL, 0}};
static const struct str endings_l[] = {ENDING("al"), {NULL, 0}};

static const struct str *endings_of(char last)
{
    switch (last) {
    case 's':
        return endings_s;
    case 'n':
        return endings_n;
    case 'g':
        return endings_g;
    case 'd':
        return endings_d;
    case 'r':
        return endings_r;
    case 'e':
        return endings_e;
    case 'y':
        return endings_y;
    case 'l':
        return endings_l;
    default:
        return NULL;
    }
}

enum { STEM_LEAST = 4, STEM_LEAST_PLURAL = 3, WORD_MOST = 40 };

static bool cut_ending(const char *word, size_t *len, struct str ending)
{
    const bool is_plural = ending.len == 1 && ending.ptr[0] == 's';
    const size_t least = is_plural ? STEM_LEAST_PLURAL : STEM_LEAST;
    if (*len < ending.len + least) {
        return false;
    }
    const char *end = word + *len - ending.len;
    if (end[0] != ending.ptr[0] || memcmp(end, ending.ptr, ending.len) != 0 ||
        (is_plural && word[*len - 2] == 's')) {
        return false;
    }
    *len -= ending.len;
    return true;
}

static bool cut_one(const char *word, size_t *len)
{
    const struct str *ending = endings_of(word[*len - 1]);
    for (; ending && ending->ptr; ending++) {
        if (cut_ending(word, len, *ending)) {
            return true;
        }
    }
    return false;
}

/* Twice, for the plural of an ending; then "runn" of "running" loses its
 * second n. */
static size_t stem_length(const char *word, size_t len)
{
    if (len > 0 && cut_one(word, &len)) {
        cut_one(word, &len);
    }
    if (len > 3 && word[len - 1] == word[len - 2] &&
        strchr("bdgmnprt", word[len - 1])) {
        len--;
    }
    return len;
}

/* -- Words that carry nothing --------------------------------------------- */

/* Sorted. Auxiliaries, pronouns, prepositions, and the verbs and adverbs that
 * stand in every recipe. */
static const char *const empty_words[] = {
    "about",   "above",   "absent",  "across",  "after",   "against", "all",
    "also",    "an",      "and",     "another", "any",     "are",     "as",
    "at",      "be",      "because", "been",    "before",  "being",   "below",
    "between", "both",    "but",     "by",      "can",     "could",   "did",
    "do",      "does",    "doesn",   "don",     "down",    "during",  "each",
    "either",  "every",   "few",     "for",     "from",    "had",     "has",
    "have",    "how",     "however", "if",      "in",      "instead", "into",
    "is",      "isn",     "it",      "its",     "itself",  "least",   "less",
    "let",     "made",    "make",    "makes",   "many",    "may",     "merely",
    "might",   "more",    "most",    "must",    "neither", "no",      "nor",
    "not",     "of",      "on",      "one",     "only",    "or",      "other",
    "our",     "out",     "over",    "own",     "per",     "rather",  "same",
    "should",  "so",      "some",    "such",    "than",    "that",    "the",
    "their",   "them",    "then",    "there",   "these",   "they",    "this",
    "those",   "through", "to",      "too",     "two",     "under",   "until",
    "up",      "upon",    "us",      "use",     "used",    "uses",    "using",
    "very",    "via",     "was",     "we",      "well",    "were",    "what",
    "when",    "where",   "whether", "which",   "while",   "who",     "whose",
    "why",     "will",    "with",    "within",  "without", "would",   "you",
    "your",
};

/* As strcmp, of which the first letter mostly decides. */
static int order_of(struct str word, const char *empty)
{
    for (size_t i = 0; i < word.len; i++) {
        const int order = (unsigned char)word.ptr[i] - (unsigned char)empty[i];
        if (order != 0) {
            return order;
        }
    }
    return empty[word.len] == '\0' ? 0 : -1;
}

static bool is_empty_word(struct str word)
{
    enum { LONGEST = 7 }; /* of those above */
    if (word.len > LONGEST) {
        return false;
    }
    size_t low = 0, high = sizeof empty_words / sizeof empty_words[0];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = order_of(word, empty_words[middle]);
        if (order == 0) {
            return true;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return false;
}

/* -- Keys ----------------------------------------------------------------- */

/* FNV-1a (Fowler, Noll and Vo), folded, so that the low bits are as good as the
 * high ones. */
static uint64_t hash_of(const char *word, size_t len)
{
    uint64_t hash = 0xcbf29ce484222325U;
    for (size_t i = 0; i < len; i++) {
        hash = (hash ^ (unsigned char)word[i]) * 0x100000001b3U;
    }
    hash ^= hash >> 32;
    return hash + (hash == 0);
}

/* Copies the bytes in lower case, and the micro sign as mu. */
static size_t lower(char *to, struct str from)
{
    size_t len = 0;
    for (size_t i = 0; i < from.len && len < WORD_MOST; i++) {
        const char c = from.ptr[i];
        if (c == '\xc2' && i + 1 < from.len && from.ptr[i + 1] == '\xb5') {
            to[len++] = '\xce';
            to[len++] = '\xbc';
            i++;
        } else {
            to[len++] = is_upper(c) ? (char)(c + 'a' - 'A') : c;
        }
    }
    return len;
}

static uint64_t key_of(const char *lowered, size_t len)
{
    return hash_of(lowered, stem_length(lowered, len));
}

/* -- Compounds ------------------------------------------------------------ */

/* The end of the part that starts at the offset: letters and the digits behind
 * them, up to a capital that begins another word (Layer|Norm, RMS|Norm). */
static size_t part_end(struct str text, size_t start)
{
    size_t at = start;
    bool is_after_lower = false;
    while (at < text.len) {
        if (text.ptr[at] >= 'a' && text.ptr[at] <= 'z') {
            is_after_lower = true; /* nearly every byte */
            at++;
            continue;
        }
        const size_t size = letter_size(text, at);
        if (size == 0 && !ascii_is_digit(text.ptr[at])) {
            break;
        }
        const bool is_capital = is_upper(text.ptr[at]);
        const bool is_before_lower =
            at + 1 < text.len && text.ptr[at + 1] >= 'a' &&
            text.ptr[at + 1] <= 'z' &&
            /* GPUs, LLMs */
            !(text.ptr[at + 1] == 's' &&
              (at + 2 == text.len || letter_size(text, at + 2) == 0));
        if (is_capital && at > start && (is_after_lower || is_before_lower)) {
            break;
        }
        is_after_lower = !is_capital && size > 0;
        at += size > 0 ? size : 1;
    }
    return at;
}

static size_t start_of(struct str word)
{
    size_t start = 0;
    for (size_t i = 0; i < 3; i++) {
        start = start * 29 + ((unsigned char)word.ptr[i] | 32U);
    }
    return start & 4095;
}

/* Short words, and such as begin outside ASCII, begin with anything. */
static inline bool has_start(struct str word)
{
    return word.len > 2 && ascii_is_letter(word.ptr[0]) &&
           ascii_is_alnum(word.ptr[1]) && ascii_is_alnum(word.ptr[2]);
}

void word_starts_add(struct word_starts *starts, struct str word)
{
    if (has_start(word)) {
        const size_t start = start_of(word);
        starts->bits[start / 64] |= (uint64_t)1 << (start % 64);
    }
}

static bool is_wanted(const struct word_starts *wanted, struct str word)
{
    const size_t start = has_start(word) ? start_of(word) : 0;
    return !wanted || !has_start(word) ||
           (wanted->bits[start / 64] >> (start % 64) & 1) != 0;
}

/* A word of the text before any other is joined to it. */
static struct word word_at(struct str text, size_t start, size_t end,
                           uint64_t key, bool is_content)
{
    return (struct word){
        .key = key,
        .whole = key,
        .with_last = key,
        .start = start,
        .end = end,
        .is_content = is_content,
        .is_capital = is_upper(text.ptr[start]),
    };
}

static struct word word_of(struct str text, size_t start, size_t end)
{
    char lowered[WORD_MOST + 2];
    const struct str word = str_slice(text, start, end);
    const size_t len = lower(lowered, word);
    const bool is_acronym = len == 2 && is_upper(word.ptr[0]) &&
                            (is_upper(word.ptr[1]) || word.ptr[1] >= '0');
    const uint64_t key = key_of(lowered, len);
    return word_at(text, start, end, key,
                   (len > 2 || is_acronym) &&
                       !is_empty_word((struct str){lowered, len}));
}

/* The same of a word that may have been taken apart before. */
static struct word word_known(struct word_memo *memo, struct str text,
                              size_t start, size_t end)
{
    char raw[WORD_MEMO_LONGEST] = {0};
    uint64_t halves[2];
    if (!memo || end - start > sizeof raw) {
        return word_of(text, start, end);
    }
    memcpy(raw, text.ptr + start, end - start);
    memcpy(halves, raw, sizeof halves);
    const uint64_t mixed =
        (halves[0] ^ halves[1] * 0x9e3779b97f4a7c15U) * 0xbf58476d1ce4e5b9U;
    const size_t slot = (size_t)(mixed >> 54) % WORD_MEMO_SIZE;
    if (memcmp(memo->at[slot].raw, raw, sizeof raw) != 0) {
        const struct word word = word_of(text, start, end);
        memcpy(memo->at[slot].raw, raw, sizeof raw);
        memo->at[slot].key = word.key;
        memo->at[slot].is_content = word.is_content;
        return word;
    }
    return word_at(text, start, end, memo->at[slot].key,
                   memo->at[slot].is_content);
}

/* The key of parts [from, to) written as one word. */
static uint64_t joined_key(const struct word_reader *reader, size_t from,
                           size_t to)
{
    char joined[WORD_MOST + 2];
    size_t len = 0;
    for (size_t i = from; i < to; i++) {
        char part[WORD_MOST + 2];
        const struct str text = str_slice(reader->text, reader->parts[i].start,
                                          reader->parts[i].end);
        const size_t size = lower(part, text);
        if (len + size > WORD_MOST) {
            break;
        }
        memcpy(joined + len, part, size);
        len += size;
    }
    return key_of(joined, len);
}

static void join_parts(struct word_reader *reader)
{
    if (reader->part_count < 2) {
        return;
    }
    const uint64_t whole = joined_key(reader, 0, reader->part_count);
    for (size_t i = 0; i < reader->part_count; i++) {
        reader->parts[i].whole = whole;
        if (i > 0) {
            reader->parts[i].with_last = joined_key(reader, i - 1, i + 1);
        }
    }
}

/* Reads the parts of the compound that starts here. */
static void read_compound(struct word_reader *reader)
{
    const struct str text = reader->text;
    size_t at = reader->at;
    reader->part = reader->part_count = 0;
    for (;;) {
        const size_t end = part_end(text, at);
        const bool is_alone = reader->part_count == 0 &&
                              (end >= text.len || text.ptr[end] != '-') &&
                              (end >= text.len || letter_size(text, end) == 0);
        const struct str word = str_slice(text, at, end);
        if (is_alone && !is_wanted(reader->wanted, word)) {
            reader->parts[reader->part_count++] = (struct word){
                .start = at, .end = end, .is_content = word.len > 3};
        } else if (reader->part_count < WORD_PARTS) {
            reader->parts[reader->part_count++] =
                word_known(reader->memo, text, at, end);
        }
        at = end;
        const bool is_joined = at + 1 < text.len && text.ptr[at] == '-' &&
                               letter_size(text, at + 1) > 0;
        if (is_joined) {
            at++;
        } else if (at >= text.len || letter_size(text, at) == 0) {
            break;
        }
    }
    reader->at = at;
    join_parts(reader);
}

bool words_next(struct word_reader *reader, struct word *word)
{
    const struct str text = reader->text;
    while (reader->part == reader->part_count) {
        if (reader->at >= text.len) {
            return false;
        }
        const char c = text.ptr[reader->at];
        if (ascii_is_digit(c)) { /* 2N and 8-bit's 8 are no words */
            while (reader->at < text.len &&
                   (ascii_is_digit(text.ptr[reader->at]) ||
                    letter_size(text, reader->at) > 0)) {
                reader->at++;
            }
        } else if (c == '<' || c == ']' || c == 'h') {
            const size_t size = skip_size(text, reader->at);
            reader->at += size;
            if (size == 0 && c == 'h') {
                read_compound(reader);
            } else if (size == 0) {
                reader->at++;
            }
        } else if (letter_size(text, reader->at) > 0) {
            read_compound(reader);
        } else {
            reader->at++;
        }
    }
    *word = reader->parts[reader->part++];
    return true;
}

/* -- Lists ---------------------------------------------------------------- */

static bool has_key(const struct words *words, uint64_t key)
{
    for (size_t i = 0; i < words->len; i++) {
        if (words->at[i].key == key) {
            return true;
        }
    }
    return false;
}

void words_read(struct arena *arena, struct str text, struct words *words)
{
    struct word_reader reader = {.text = text};
    struct word word;
    while (words->len < WORDS_MOST && words_next(&reader, &word)) {
        if (word.is_content && !has_key(words, word.key)) {
            *LIST_PUSH(arena, words) = word;
        }
    }
}
