#ifndef RENDER_PARTIAL_H
#define RENDER_PARTIAL_H

/* A part of the site: the records that moved and those that their pages show,
 * while of all the others only the names are known, and whom they name. What a
 * page asks for is read when it asks. Made from the graph of a settled build
 * into which no file came and from which none went. */

#include "render/build.h"
#include "render/facts.h"

struct partial_name {
    uint64_t name; /* facts_name; 0 in an empty slot */
    uint32_t input;
    bool is_former;
};

struct partial_links {
    size_t start, len; /* among the targets */
};

struct partial {
    struct arena *arena;
    const struct inputs *inputs;
    struct build *build;
    struct library *library;
    struct diags diags; /* of what was read */
    struct partial_name *names;
    size_t name_count, slot_count; /* slots: a power of two */
    struct partial_links *links;   /* of each input */
    uint64_t *targets;
    size_t target_count, target_cap;
    struct record **records; /* of each input; NULL: not read */
    struct facts **facts;    /* of each input; NULL: not looked up */
    struct map experiments;  /* that pages ask for, by id */
    struct plans plans;
    struct evidences evidences;
    bool is_short; /* something was needed that it does not have */
};

void partial_start(struct partial *part, struct build *build,
                   const struct inputs *inputs);

/* Learns the names and links of an input from its facts. */
void partial_learn(struct partial *part, size_t input, struct str facts);

enum { PARTIAL_NONE = -1 };

/* The input whose record has this name, or PARTIAL_NONE. */
int64_t partial_find(const struct partial *part, uint64_t name,
                     bool *is_former);

/* The facts of an input as the last build knew them; NULL, and is_short, when
 * they are gone. */
const struct facts *partial_facts(struct partial *part, size_t input);

/* The record of an input, read when it was not; NULL, and is_short, when it
 * cannot be. */
struct record *partial_record(struct partial *part, size_t input);

/* The same by steps, for a record whose file moved: its page lies where it lay,
 * and this is the record from now on. */
void partial_place(struct partial *part, const struct record *record,
                   const struct facts *facts);
void partial_set_record(struct partial *part, size_t input,
                        struct record *record,
                        const struct record_prints *prints);

/* Reads the records that this one links to. */
void partial_follow_links(struct partial *part, struct record *record);

/* Marks the inputs that name any of the marked ones. */
void partial_mark_linking(const struct partial *part, const bool *marked,
                          bool *linking);

/* Finds the trace of the page and adds the experiments that it showed. */
bool partial_ask_experiments(struct partial *part, struct page *page,
                             struct failure *failure);

/* Reads what was asked for, with all that share a family with it, so that its
 * decisions are what they are among all. From now on the site has these
 * experiments and no others. */
bool partial_load_experiments(struct partial *part, struct failure *failure);

#endif
