/* A made-up anthology of any size: practices, literature, theories, decisions
 * and a few experiments, in the project's own format, as long and as linked as
 * real ones, and without a fault that any rule could find. The same seed and
 * count give the same bytes. A record at an earlier version is what its file
 * held then, so that a history in git can be made too.
 *
 *     struct corpus corpus = corpus_new(&arena, 10000, 1);
 *     corpus_put_record(&out, &corpus, CORPUS_PRACTICE, 0, 1);
 */
#ifndef BENCH_CORPUS_H
#define BENCH_CORPUS_H

#include "base/out.h"
#include "base/arena.h"

enum corpus_kind {
    CORPUS_PRACTICE,
    CORPUS_LITERATURE,
    CORPUS_THEORY,
    CORPUS_DECISION,
    CORPUS_KINDS
};

/* Indexes of records. */
struct corpus_list {
    uint32_t *at;
    size_t len, cap;
};

/* Who names whom. What has two ends is in both lists. */
struct corpus_links {
    struct corpus_list cited;   /* by a practice or theory, oldest first */
    struct corpus_list citing;  /* practices that cite a work */
    struct corpus_list extends; /* of the same kind */
    struct corpus_list extended_by;
    struct corpus_list compared;
    struct corpus_list explains;  /* practices, by a theory; and back */
    struct corpus_list mentioned; /* works, in prose alone */
    uint32_t retired; /* a practice named all the same, and acknowledged */
    bool has_retired;
};

struct corpus {
    uint64_t seed;
    uint32_t counts[CORPUS_KINDS];
    uint32_t experiments; /* about the first practices, one each */
    struct corpus_links *links[CORPUS_KINDS];
};

/* At least 20 records, of which some are experiments. */
struct corpus corpus_new(struct arena *arena, uint32_t count, uint64_t seed);

/* -- Files ----------------------------------------------------------------- */

/* "records/practices/SOTA-001.md". */
void corpus_put_path(struct out *out, enum corpus_kind kind, uint32_t index);

/* The whole file, as it was at the version, which starts at 1. */
void corpus_put_record(struct out *out, const struct corpus *corpus,
                       enum corpus_kind kind, uint32_t index, uint32_t version);

/* How many versions the record has, and the day of each, in days from
 * 1970-01-01. */
uint32_t corpus_versions(const struct corpus *corpus, enum corpus_kind kind,
                         uint32_t index);
int64_t corpus_day(const struct corpus *corpus, enum corpus_kind kind,
                   uint32_t index, uint32_t version);

/* Whether version 2 gave it another title. */
bool corpus_is_retitled(const struct corpus *corpus, enum corpus_kind kind,
                        uint32_t index);

void corpus_put_project(struct out *out); /* probatum.yaml */
void corpus_put_plan(struct out *out, const struct corpus *corpus,
                     uint32_t experiment);
void corpus_put_plan_path(struct out *out, uint32_t experiment);

/* -- What the parts of a record are made with ------------------------------ */

/* Numbers that depend on the seed and on what they are for, never on what was
 * drawn before. */
struct dice {
    uint64_t state;
};
struct dice corpus_dice(const struct corpus *corpus, enum corpus_kind kind,
                        uint32_t index, uint32_t purpose);
uint32_t dice_roll(struct dice *dice, uint32_t sides); /* 0 to sides - 1 */
bool dice_is_lucky(struct dice *dice, uint32_t percent);

/* What a record is about: words that no other record's title has all of. */
struct subject {
    char method[32], component[32], site[32]; /* "Balcordim" */
    const char *verb, *gerund;                /* "Scale", "scaling" */
    const char *part, *data;                  /* "projection", "web text" */
    char number[8];                           /* "0.31" */
};
struct subject corpus_subject(const struct corpus *corpus,
                              enum corpus_kind kind, uint32_t index);

/* Sentences of common words about the subject, each followed by a blank. */
void corpus_say(struct out *out, struct dice *dice,
                const struct subject *subject, uint32_t sentences);

/* Authors of a work: "Runa Balcor", in `count` of 1 to 6. */
struct author {
    char given[16], surname[32];
};
uint32_t corpus_authors(const struct corpus *corpus, uint32_t index,
                        struct author authors[6]);
int64_t corpus_published(const struct corpus *corpus, uint32_t index);

/* What a work says of the practice that cites it, word for word. */
void corpus_put_core(struct out *out, const struct subject *practice);

void put_id(struct out *out, enum corpus_kind kind, uint32_t index);
void put_day(struct out *out, int64_t day);
/* Lines of at most 78 columns behind the indentation. */
void put_filled(struct out *out, struct str text, const char *indent);
/* "Balcor et al. (2021), LIT-012". */
void put_cited(struct out *out, const struct corpus *corpus, uint32_t work);
/* "[SOTA-001, SOTA-007]", "SOTA-001 and SOTA-007" */
void put_ids(struct out *out, enum corpus_kind kind,
             const struct corpus_list *list);
void put_ids_in_words(struct out *out, enum corpus_kind kind,
                      const struct corpus_list *list);
bool corpus_is_retired(const struct corpus *corpus, uint32_t practice);
/* Whether the work runs an arm without the practice. */
bool corpus_is_ablated(const struct corpus *corpus, uint32_t practice,
                       uint32_t work);

/* The kinds of corpus_put_record. */
void put_practice(struct out *out, const struct corpus *corpus, uint32_t index,
                  uint32_t version);
void put_work(struct out *out, const struct corpus *corpus, uint32_t index,
              uint32_t version);
void put_theory(struct out *out, const struct corpus *corpus, uint32_t index,
                uint32_t version);
void put_decision(struct out *out, const struct corpus *corpus, uint32_t index,
                  uint32_t version);

/* `id`, `title`, `status`, `version`, `date` and `history`, with notes made of
 * the subject; `titles` has the title now, and where `retitled` is a version
 * before it, the one it replaced. */
struct titles {
    struct str now, old;
    uint32_t retitled; /* version; 0: never */
};
void put_head(struct out *out, const struct corpus *corpus,
              enum corpus_kind kind, uint32_t index, uint32_t version,
              const struct titles *titles, const char *status);
/* What each version after the first added to the body. */
void put_revisions(struct out *out, const struct corpus *corpus,
                   enum corpus_kind kind, uint32_t index, uint32_t version);

#endif
