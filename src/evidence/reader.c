/* One member at a time, each held to its kind and its range. */

#include "evidence/reader.h"

#include <math.h>

void reader_refuse(struct reader *reader, const char *key, const char *what)
{
    if (!reader->is_faulty) {
        fail(reader->failure, "%s: \"%s\" %s", reader->where, key, what);
    }
    reader->is_faulty = true;
}

const struct json *reader_member(struct reader *reader,
                                 const struct json *object, const char *key,
                                 enum json_type type)
{
    static const struct json nothing = {.type = JSON_NULL};
    const struct json *member = json_get(object, key);
    if (!member) {
        reader_refuse(reader, key, "is missing");
        return &nothing;
    }
    if (member->type != type) {
        reader_refuse(reader, key, "is of the wrong kind");
        return &nothing;
    }
    return member;
}

struct str reader_text(struct reader *reader, const struct json *object,
                       const char *key)
{
    return reader_member(reader, object, key, JSON_STRING)->string;
}

int64_t reader_integer(struct reader *reader, const struct json *object,
                       const char *key, int64_t lowest, int64_t highest)
{
    const int64_t value =
        reader_member(reader, object, key, JSON_INTEGER)->integer;
    if (!reader->is_faulty && (value < lowest || value > highest)) {
        reader_refuse(reader, key, "is out of range");
    }
    return reader->is_faulty ? lowest : value;
}

int reader_count(struct reader *reader, const struct json *object,
                 const char *key)
{
    return (int)reader_integer(reader, object, key, 0, 1000000);
}

bool reader_truth(struct reader *reader, const struct json *object,
                  const char *key)
{
    return reader_member(reader, object, key, JSON_BOOL)->boolean;
}

double reader_decimal(struct reader *reader, const struct json *object,
                      const char *key)
{
    const struct json *member = json_get(object, key);
    if (member && member->type == JSON_NULL) {
        return (double)NAN;
    }
    if (member && member->type == JSON_INTEGER) {
        return (double)member->integer;
    }
    return reader_member(reader, object, key, JSON_REAL)->real;
}

double reader_exact(struct reader *reader, const char *key,
                    const struct json *text)
{
    double value = 0;
    if (text->type != JSON_STRING || !str_to_hex_double(text->string, &value)) {
        reader_refuse(reader, key, "holds no exact number");
    }
    return value;
}

int reader_named(struct reader *reader, const struct json *object,
                 const char *key, int count, const char *(*name_at)(int))
{
    const struct str word = reader_text(reader, object, key);
    for (int i = 0; i < count; i++) {
        if (str_is(word, name_at(i))) {
            return i;
        }
    }
    reader_refuse(reader, key, "is a word that is not known here");
    return 0;
}
