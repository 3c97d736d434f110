#ifndef BASE_JSON_H
#define BASE_JSON_H

/* JSON: read by jansson into a tree of ours, written by hand with keys in the
 * order given (sorted where a file promises it) and two-space indentation, so
 * that the same content is always the same bytes. (The writers of a number and
 * of null are json_double and json_none: json_real and json_null are jansson's
 * own, and its calls would land here if this module defined them too.) */

#include "base/arena.h"
#include "base/bug.h"
#include "base/out.h"

enum json_type {
    JSON_NULL,
    JSON_BOOL,
    JSON_INTEGER,
    JSON_REAL,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
};

struct json {
    enum json_type type;
    struct str key; /* when it is a member of an object */
    bool boolean;
    int64_t integer;
    double real;        /* also set for integers */
    struct str string;  /* may hold NUL bytes */
    struct json *items; /* of an array, or members of an object */
    size_t len;
};

/* The tree, or false with "line:column: what". Duplicate keys are refused. */
bool json_read(struct arena *arena, struct str text, struct json **tree,
               struct failure *failure);

/* The member, or NULL; also NULL for NULL and for what is not an object. */
const struct json *json_get(const struct json *object, const char *key);

/* The member's whole number; 0 where there is none. */
int64_t json_get_int(const struct json *object, const char *key);

/* Writing:
 *     struct json_out j = {.out = &out};
 *     json_open(&j, '{'); json_put_str(&j, "id", id); json_close(&j);
 * Commas, line ends and indentation are its business. `is_compact` leaves
 * indentation and line ends out. */
struct json_out {
    struct out *out;
    bool is_compact;
    int depth;
    char closers[64];
    bool has_items[64];
    bool is_after_key;
};

void json_open(struct json_out *j, char bracket);
void json_close(struct json_out *j);
void json_key(struct json_out *j, const char *key);
void json_key_str(struct json_out *j, struct str key);
void json_str(struct json_out *j, struct str value);
void json_int(struct json_out *j, int64_t value);
void json_bool(struct json_out *j, bool value);
void json_none(struct json_out *j);

/* By out_shortest; NaN and infinities become null. */
void json_double(struct json_out *j, double value);

/* A key and its value. */
void json_put_str(struct json_out *j, const char *key, struct str value);
void json_put_c(struct json_out *j, const char *key, const char *value);
void json_put_int(struct json_out *j, const char *key, int64_t value);
void json_put_bool(struct json_out *j, const char *key, bool value);
void json_put_double(struct json_out *j, const char *key, double value);
void json_put_strs(struct json_out *j, const char *key,
                   const struct strs *values);

#endif
