#ifndef MUTANTS_MUTANT_H
#define MUTANTS_MUTANT_H

/* Mistakes planted into a project without any, one at a time, to see whether
 * the checker finds them. Each kind is a mistake that curators made, or that an
 * editor, a merge or a program makes for them; mutants.def lists them. */

#include "check/check.h"

/* SplitMix64 (Steele, Lea and Flood 2014): one seed, the same mistakes. */
struct dice {
    uint64_t state;
};
uint64_t dice_next(struct dice *dice);
/* Below the bound, which is not 0. */
size_t dice_below(struct dice *dice, size_t bound);

struct planter {
    struct arena *arena;
    const struct project *project;
    const struct library *library;
    const struct plans *plans;
    struct dice dice;
};

/* One file with its new text. */
struct planted {
    struct str path; /* from the root */
    struct str text;
};

/* Plants the mistake into the record's file, or into one beside it; false where
 * it has no room for it. */
typedef bool plant_function(struct planter *planter,
                            const struct record *record,
                            struct planted *planted);

struct mutant {
    const char *name;  /* "source-swapped" */
    const char *what;  /* one sentence */
    const char *rules; /* that claim to catch it, joined by blanks */
    plant_function *plant;
    bool is_claimed; /* false: no rule claims it; planted to know */
};
extern const struct mutant mutants[];
extern const size_t mutant_count;

/* -- Edits ----------------------------------------------------------------- */

/* The record's file with the bytes of the place replaced. */
bool plant_at(struct planter *planter, const struct record *record,
              struct place place, struct str text, struct planted *planted);
/* The same between two offsets; an insertion where they are equal. */
bool plant_between(struct planter *planter, const struct record *record,
                   size_t start, size_t end, struct str text,
                   struct planted *planted);
/* A line before the first field of that key; false when it is absent. */
bool plant_line_before(struct planter *planter, const struct record *record,
                       enum field field, struct str line,
                       struct planted *planted);
/* A paragraph at the end of the body; false without one. */
bool plant_paragraph(struct planter *planter, const struct record *record,
                     struct str text, struct planted *planted);
/* The whole lines that the place touches, gone. */
bool plant_without_lines(struct planter *planter, const struct record *record,
                         struct place place, struct planted *planted);

/* One of the texts' pieces that the test accepts; false when there is none. */
struct found {
    size_t start, end;
};
bool plant_find(struct planter *planter, struct str text, size_t from,
                size_t to, bool (*is_wanted)(struct str text, size_t at),
                struct found *found);

/* Another record of the role, by chance; NULL when there is none. */
const struct record *plant_other(struct planter *planter, enum role role,
                                 const struct record *than);

bool plant_is(const struct record *record, enum role role);
/* Not yet retired, so that rules on what is in force apply. */
bool plant_in_force(const struct record *record, enum role role);

#define MUTANT(function, name, claimed, what, rules) \
    plant_function mutant_##function;
#include "mutants.def"
#undef MUTANT

#endif
