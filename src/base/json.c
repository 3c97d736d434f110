/* Looking into a tree, and writing JSON by hand. */

#include "base/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

struct str json_get_str(const struct json *object, const char *key)
{
    const struct json *member = json_get(object, key);
    bool is_string = member && member->type == JSON_STRING;
    return is_string ? member->string : (struct str){0};
}

int64_t json_get_int(const struct json *object, const char *key,
                     int64_t fallback)
{
    const struct json *member = json_get(object, key);
    bool is_integer = member && member->type == JSON_INTEGER;
    return is_integer ? member->integer : fallback;
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

void json_bool(struct json_out *j, bool value)
{
    json_raw(j, value ? S("true") : S("false"));
}

void json_none(struct json_out *j)
{
    json_raw(j, S("null"));
}

/* printf writes the locale's decimal separator; JSON wants a point. */
static struct str with_point(char *text)
{
    size_t len = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (strchr("0123456789+-e", *c)) {
            text[len++] = *c;
        } else if (len > 0 && text[len - 1] != '.') {
            text[len++] = '.';
        }
    }
    return (struct str){text, len};
}

void json_double(struct json_out *j, double value)
{
    if (!isfinite(value)) {
        json_none(j);
        return;
    }
    char text[64];
    struct str shortest = {0};
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        shortest = with_point(text);
        double back = 0;
        if (str_to_double(shortest, &back) && back == value) {
            break;
        }
    }
    json_raw(j, shortest);
}

void json_raw(struct json_out *j, struct str value)
{
    before_item(j);
    out_str(j->out, value);
}
