/* Looking into a tree, and writing JSON by hand. */

#include "base/json.h"

#include <math.h>

const struct json *json_get(const struct json *object, const char *key)
{
    if (!object || object->type != JSON_OBJECT) {
        return NULL;
    }
    for (size_t i = 0; i < object->len; i++) {
        if (str_is(object->items[i].key, key)) {
            return &object->items[i];
        }
    }
    return NULL;
}

int64_t json_get_int(const struct json *object, const char *key)
{
    const struct json *member = json_get(object, key);
    return member != NULL ? member->integer : 0;
}

static void new_line(struct json_out *j)
{
    if (!j->is_compact) {
        out_char(j->out, '\n');
        out_repeat(j->out, ' ', (size_t)j->depth * 2);
    }
}

/* What separates this value or key from what stands before it. */
static void before_item(struct json_out *j)
{
    if (j->is_after_key) {
        j->is_after_key = false;
        return;
    }
    if (j->depth == 0) {
        return;
    }
    if (j->has_items[j->depth - 1]) {
        out_char(j->out, ',');
    }
    j->has_items[j->depth - 1] = true;
    new_line(j);
}

void json_open(struct json_out *j, char bracket)
{
    before_item(j);
    if (j->depth == (int)sizeof j->closers) {
        BUG("JSON nested deeper than %zu", sizeof j->closers);
    }
    out_char(j->out, bracket);
    j->closers[j->depth] = bracket == '{' ? '}' : ']';
    j->has_items[j->depth] = false;
    j->depth++;
}

void json_close(struct json_out *j)
{
    if (j->depth == 0 || j->is_after_key) {
        BUG("JSON closed %s", j->depth == 0 ? "too often" : "after a key");
    }
    j->depth--;
    if (j->has_items[j->depth]) {
        new_line(j);
    }
    out_char(j->out, j->closers[j->depth]);
}

void json_key(struct json_out *j, const char *key)
{
    json_key_str(j, str_from_c(key));
}

void json_key_str(struct json_out *j, struct str key)
{
    before_item(j);
    out_json(j->out, key);
    out_c(j->out, j->is_compact ? ":" : ": ");
    j->is_after_key = true;
}

void json_str(struct json_out *j, struct str value)
{
    before_item(j);
    out_json(j->out, value);
}

void json_int(struct json_out *j, int64_t value)
{
    before_item(j);
    out_int(j->out, value);
}

/* A value that is spelled alike everywhere. */
static void word(struct json_out *j, const char *value)
{
    before_item(j);
    out_c(j->out, value);
}

void json_bool(struct json_out *j, bool value)
{
    word(j, value ? "true" : "false");
}

void json_none(struct json_out *j)
{
    word(j, "null");
}

void json_double(struct json_out *j, double value)
{
    if (!isfinite(value)) {
        json_none(j);
        return;
    }
    before_item(j);
    out_shortest(j->out, value);
}

void json_put_str(struct json_out *j, const char *key, struct str value)
{
    json_key(j, key);
    json_str(j, value);
}

void json_put_c(struct json_out *j, const char *key, const char *value)
{
    json_put_str(j, key, str_from_c(value));
}

void json_put_int(struct json_out *j, const char *key, int64_t value)
{
    json_key(j, key);
    json_int(j, value);
}

void json_put_bool(struct json_out *j, const char *key, bool value)
{
    json_key(j, key);
    json_bool(j, value);
}

void json_put_double(struct json_out *j, const char *key, double value)
{
    json_key(j, key);
    json_double(j, value);
}

void json_put_strs(struct json_out *j, const char *key,
                   const struct strs *values)
{
    json_key(j, key);
    json_open(j, '[');
    for (size_t i = 0; i < values->len; i++) {
        json_str(j, values->at[i]);
    }
    json_close(j);
}
