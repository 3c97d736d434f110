/* Who names whom in the made-up anthology, and when what was written. A few
 * works are named by many records and most by few, as in real ones. */

#include "bench/corpus.h"

#include <stdlib.h>

enum {
    DAY_FILED = 20454,     /* 2026-01-01 */
    DAY_PUBLISHED = 16436, /* 2015-01-01 */
    DAYS_PUBLISHED = 3980,
    CITING_MOST = 8, /* practices whose words one work has */
};

static struct corpus_links *links_of(const struct corpus *corpus,
                                     enum corpus_kind kind, uint32_t index)
{
    return &corpus->links[kind][index];
}

static bool has(const struct corpus_list *list, uint32_t index)
{
    for (size_t i = 0; i < list->len; i++) {
        if (list->at[i] == index) {
            return true;
        }
    }
    return false;
}

static void add(struct arena *arena, struct corpus_list *list, uint32_t index)
{
    if (!has(list, index)) {
        *LIST_PUSH(arena, list) = index;
    }
}

static int by_number(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left;
    const uint32_t b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static void sort(struct corpus_list *list)
{
    if (list->len > 1) {
        qsort(list->at, list->len, sizeof *list->at, by_number);
    }
}

/* Small indexes far more often than large ones. */
static uint32_t skewed(struct dice *dice, uint32_t count)
{
    const uint64_t a = dice_roll(dice, count);
    return (uint32_t)(a * dice_roll(dice, count) / count);
}

bool corpus_is_retired(const struct corpus *corpus, uint32_t practice)
{
    struct dice dice = corpus_dice(corpus, CORPUS_PRACTICE, practice, 3);
    return practice >= 8 && practice % 4 == 2 && dice_is_lucky(&dice, 12);
}

/* -- Links ----------------------------------------------------------------- */

static void cite(struct arena *arena, struct corpus *corpus,
                 enum corpus_kind kind, uint32_t index, uint32_t most)
{
    struct dice dice = corpus_dice(corpus, kind, index, 4);
    struct corpus_links *links = links_of(corpus, kind, index);
    const uint32_t works = corpus->counts[CORPUS_LITERATURE];
    const uint32_t wanted = 2 + dice_roll(&dice, most - 1);
    for (uint32_t tries = 0; links->cited.len < wanted && tries < 64; tries++) {
        const uint32_t work = dice_roll(&dice, works);
        struct corpus_list *citing =
            &links_of(corpus, CORPUS_LITERATURE, work)->citing;
        if (kind == CORPUS_PRACTICE && citing->len < CITING_MOST) {
            add(arena, citing, index);
            add(arena, &links->cited, work);
        } else if (kind == CORPUS_THEORY) {
            add(arena, &links->cited, work);
        }
    }
    sort(&links->cited);
    for (uint32_t left = dice_roll(&dice, 3); left > 0; left--) {
        const uint32_t work = skewed(&dice, works);
        if (!has(&links->cited, work)) {
            add(arena, &links->mentioned, work);
        }
    }
}

/* Each builds on an older one of its kind. */
static void extend(struct arena *arena, struct corpus *corpus,
                   enum corpus_kind kind, uint32_t index)
{
    struct dice dice = corpus_dice(corpus, kind, index, 5);
    const uint32_t older = index > 0 ? skewed(&dice, index) : 0;
    struct corpus_list *extended = &links_of(corpus, kind, older)->extended_by;
    const bool is_out_of_force =
        kind == CORPUS_PRACTICE &&
        (corpus_is_retired(corpus, index) || corpus_is_retired(corpus, older));
    if (index > older && !is_out_of_force && extended->len < 12 &&
        dice_is_lucky(&dice, 35)) {
        add(arena, &links_of(corpus, kind, index)->extends, older);
        add(arena, extended, index);
    }
}

static void compare(struct arena *arena, struct corpus *corpus, uint32_t index)
{
    struct dice dice = corpus_dice(corpus, CORPUS_PRACTICE, index, 6);
    const uint32_t other = index + 1 + dice_roll(&dice, 5);
    if (other < corpus->counts[CORPUS_PRACTICE] &&
        !corpus_is_retired(corpus, index) &&
        !corpus_is_retired(corpus, other) && dice_is_lucky(&dice, 40)) {
        add(arena, &links_of(corpus, CORPUS_PRACTICE, index)->compared, other);
        add(arena, &links_of(corpus, CORPUS_PRACTICE, other)->compared, index);
    }
}

static void explain(struct arena *arena, struct corpus *corpus, uint32_t theory)
{
    struct dice dice = corpus_dice(corpus, CORPUS_THEORY, theory, 7);
    for (uint32_t left = 1 + dice_roll(&dice, 4); left > 0; left--) {
        const uint32_t practice =
            dice_roll(&dice, corpus->counts[CORPUS_PRACTICE]);
        if (!corpus_is_retired(corpus, practice)) {
            add(arena, &links_of(corpus, CORPUS_THEORY, theory)->explains,
                practice);
            add(arena, &links_of(corpus, CORPUS_PRACTICE, practice)->explains,
                theory);
        }
    }
}

/* Some still name what is out of force, and say that they know. */
static void acknowledge(struct corpus *corpus, uint32_t index)
{
    struct corpus_links *links = links_of(corpus, CORPUS_PRACTICE, index);
    if (index > 1 && corpus_is_retired(corpus, index - 2) &&
        !corpus_is_retired(corpus, index)) {
        links->retired = index - 2;
        links->has_retired = true;
    }
}

struct corpus corpus_new(struct arena *arena, uint32_t count, uint64_t seed)
{
    struct corpus corpus = {.seed = seed};
    corpus.experiments = count < 200 ? 1 : 3;
    corpus.counts[CORPUS_PRACTICE] = count * 31 / 100;
    corpus.counts[CORPUS_THEORY] = count * 9 / 100;
    corpus.counts[CORPUS_DECISION] = count * 4 / 100 + 1;
    corpus.counts[CORPUS_LITERATURE] =
        count - corpus.counts[CORPUS_PRACTICE] - corpus.counts[CORPUS_THEORY] -
        corpus.counts[CORPUS_DECISION] - corpus.experiments;
    for (enum corpus_kind kind = 0; kind < CORPUS_KINDS; kind++) {
        corpus.links[kind] =
            ARENA_ARRAY(arena, struct corpus_links, corpus.counts[kind]);
    }
    for (uint32_t i = 0; i < corpus.counts[CORPUS_PRACTICE]; i++) {
        cite(arena, &corpus, CORPUS_PRACTICE, i, 4);
        extend(arena, &corpus, CORPUS_PRACTICE, i);
        compare(arena, &corpus, i);
        acknowledge(&corpus, i);
    }
    for (uint32_t i = 0; i < corpus.counts[CORPUS_THEORY]; i++) {
        cite(arena, &corpus, CORPUS_THEORY, i, 3);
        explain(arena, &corpus, i);
    }
    for (uint32_t i = 0; i < corpus.counts[CORPUS_LITERATURE]; i++) {
        extend(arena, &corpus, CORPUS_LITERATURE, i);
    }
    return corpus;
}

/* -- Versions and days ----------------------------------------------------- */

uint32_t corpus_versions(const struct corpus *corpus, enum corpus_kind kind,
                         uint32_t index)
{
    struct dice dice = corpus_dice(corpus, kind, index, 8);
    const uint32_t roll = dice_roll(&dice, 100);
    return roll < 55 ? 1 : roll < 80 ? 2 : roll < 93 ? 3 : 4;
}

bool corpus_is_retitled(const struct corpus *corpus, enum corpus_kind kind,
                        uint32_t index)
{
    struct dice dice = corpus_dice(corpus, kind, index, 12);
    return kind == CORPUS_PRACTICE && dice_is_lucky(&dice, 30) &&
           corpus_versions(corpus, kind, index) > 1;
}

/* All titles were gone through on one day, before anything else was filed, so
 * that nothing rests on what they said before. */
int64_t corpus_day(const struct corpus *corpus, enum corpus_kind kind,
                   uint32_t index, uint32_t version)
{
    enum { TITLES = 20, LAST_FILED = 200 };
    struct dice dice = corpus_dice(corpus, kind, index, 9);
    const bool is_retitled = corpus_is_retitled(corpus, kind, index);
    int64_t day = is_retitled
                      ? dice_roll(&dice, TITLES)
                      : TITLES + 1 + dice_roll(&dice, LAST_FILED - TITLES);
    for (uint32_t v = 2; v <= version; v++) {
        const uint32_t later = 1 + dice_roll(&dice, 30);
        day = v == 2 && is_retitled ? TITLES : day + later;
    }
    return DAY_FILED + day;
}

/* Works are filed in the order of their days. */
int64_t corpus_published(const struct corpus *corpus, uint32_t index)
{
    return DAY_PUBLISHED +
           (int64_t)index * DAYS_PUBLISHED / corpus->counts[CORPUS_LITERATURE];
}
