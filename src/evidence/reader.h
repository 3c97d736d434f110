#ifndef EVIDENCE_READER_H
#define EVIDENCE_READER_H

/* Reading members of a JSON tree that people may have edited. The first fault
 * is kept as the failure; after it every reading gives the lowest value, so
 * that code that reads has no failure branches. Private to src/evidence. */

#include "base/json.h"
#include "evidence/evidence.h"

struct reader {
    struct arena *arena;
    struct failure *failure;
    const char *where; /* what is being read, for messages */
    bool is_faulty;
};

/* Records that the member is at fault: "is missing". */
void reader_refuse(struct reader *reader, const char *key, const char *what);

/* The member of this type; an empty one, and a fault, when there is none. */
const struct json *reader_member(struct reader *reader,
                                 const struct json *object, const char *key,
                                 enum json_type type);
struct str reader_text(struct reader *reader, const struct json *object,
                       const char *key);
int64_t reader_integer(struct reader *reader, const struct json *object,
                       const char *key, int64_t lowest, int64_t highest);
int reader_count(struct reader *reader, const struct json *object,
                 const char *key);
bool reader_truth(struct reader *reader, const struct json *object,
                  const char *key);

/* A decimal; null stands for what is not a number. */
double reader_decimal(struct reader *reader, const struct json *object,
                      const char *key);

/* The exact number that the text holds. */
double reader_exact(struct reader *reader, const char *key,
                    const struct json *text);

/* Index of the name that the member holds, by the enum's own function. */
int reader_named(struct reader *reader, const struct json *object,
                 const char *key, int count, const char *(*name_at)(int));

/* Parts of a file. */
void read_run(struct reader *reader, const struct json *object,
              struct run_result *run);
void read_derived_run(struct reader *reader, const struct json *object,
                      struct run_result *run);
void read_decision(struct reader *reader, const struct json *object,
                   struct evidence_decision *decided);

#endif
