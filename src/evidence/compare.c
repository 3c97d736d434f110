/* Two evidence files side by side, member by member, in sentences that name
 * the arm, the seed and the field. It works on the JSON trees and not on
 * struct evidence, so a file that has been edited out of shape is compared as
 * well as any. */

#include "evidence/evidence.h"

#include <string.h>

#include "base/json.h"

/* Where in the file a comparison is, as it will be said. */
struct spot {
    struct str subject; /* "EXP-002 layernorm seed 103" */
    struct str path;    /* "metrics.final-loss.hex" */
    const char *origin; /* "the run", "the runs", "the plan" */
};

struct comparison {
    struct arena *arena;
    struct str id;
    struct strs *differences;
};

static struct str leaf_text(struct comparison *c, const struct json *leaf)
{
    struct out out = {0};
    struct json_out j = {.out = &out, .is_compact = true};
    switch (leaf->type) {
    case JSON_NULL:
        json_none(&j);
        break;
    case JSON_BOOL:
        json_bool(&j, leaf->boolean);
        break;
    case JSON_INTEGER:
        json_int(&j, leaf->integer);
        break;
    case JSON_REAL:
        json_double(&j, leaf->real);
        break;
    case JSON_STRING:
        out_str(&out, leaf->string.len ? leaf->string : S("\"\""));
        break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        out_printf(&out, "%zu entries", leaf->len);
        break;
    }
    return out_take(&out, c->arena);
}

static void report(struct comparison *c, const struct spot *spot,
                   const struct json *left, const struct json *right)
{
    const struct str there = left ? leaf_text(c, left) : S("nothing");
    const struct str here = right ? leaf_text(c, right) : S("nothing");
    *LIST_PUSH(c->arena, c->differences) =
        arena_printf(c->arena, "%.*s: %.*s %.*s in the evidence, %.*s from %s",
                     STR_ARG(spot->subject), STR_ARG(spot->path),
                     STR_ARG(there), STR_ARG(here), spot->origin);
}

static struct spot spot_below(struct comparison *c, const struct spot *spot,
                              struct str key)
{
    struct spot below = *spot;
    below.path = spot->path.len
                     ? arena_printf(c->arena, "%.*s.%.*s", STR_ARG(spot->path),
                                    STR_ARG(key))
                     : key;
    return below;
}

static bool is_container(const struct json *node)
{
    return node->type == JSON_ARRAY || node->type == JSON_OBJECT;
}

static bool leaves_equal(const struct json *left, const struct json *right)
{
    return left->type == right->type && left->boolean == right->boolean &&
           left->integer == right->integer &&
           memcmp(&left->real, &right->real, sizeof left->real) == 0 &&
           str_equal(left->string, right->string);
}

static const struct json *member(const struct json *object, struct str key)
{
    for (size_t i = 0; i < object->len; i++) {
        if (str_equal(object->items[i].key, key)) {
            return &object->items[i];
        }
    }
    return NULL;
}

static void compare_nodes(struct comparison *c, const struct spot *spot,
                          const struct json *left, const struct json *right);

static void compare_lists(struct comparison *c, const struct spot *spot,
                          const struct json *left, const struct json *right)
{
    const size_t most = left->len > right->len ? left->len : right->len;
    for (size_t i = 0; i < most; i++) {
        const struct spot below =
            spot_below(c, spot, arena_printf(c->arena, "%zu", i + 1));
        compare_nodes(c, &below, i < left->len ? &left->items[i] : NULL,
                      i < right->len ? &right->items[i] : NULL);
    }
}

static void compare_objects(struct comparison *c, const struct spot *spot,
                            const struct json *left, const struct json *right)
{
    for (size_t i = 0; i < left->len; i++) {
        const struct str key = left->items[i].key;
        const struct spot below = spot_below(c, spot, key);
        compare_nodes(c, &below, &left->items[i], member(right, key));
    }
    for (size_t i = 0; i < right->len; i++) {
        const struct str key = right->items[i].key;
        if (!member(left, key)) {
            const struct spot below = spot_below(c, spot, key);
            compare_nodes(c, &below, NULL, &right->items[i]);
        }
    }
}

static void compare_nodes(struct comparison *c, const struct spot *spot,
                          const struct json *left, const struct json *right)
{
    const bool is_alike = left && right && left->type == right->type;
    if (is_alike && left->type == JSON_ARRAY) {
        compare_lists(c, spot, left, right);
    } else if (is_alike && left->type == JSON_OBJECT) {
        compare_objects(c, spot, left, right);
    } else if (!is_alike || !leaves_equal(left, right)) {
        report(c, spot, left, right);
    }
}

/* -- The parts of a file that have names of their own ---------------------- */

static void compare_run(struct comparison *c, struct str arm, const char *word,
                        const struct json *left, const struct json *right)
{
    const struct json *seed = json_get(right ? right : left, "seed");
    const struct str text = seed ? leaf_text(c, seed) : S("?");
    const struct spot spot = {
        .subject = arena_printf(c->arena, "%.*s %.*s %s %.*s", STR_ARG(c->id),
                                STR_ARG(arm), word, STR_ARG(text)),
        .path = left && right ? (struct str){0} : S("a run with"),
        .origin = "the run",
    };
    compare_nodes(c, &spot, left, right);
}

static void compare_runs(struct comparison *c, struct str arm, const char *word,
                         const struct json *left, const struct json *right)
{
    const size_t left_len = left ? left->len : 0;
    const size_t right_len = right ? right->len : 0;
    for (size_t i = 0; i < left_len || i < right_len; i++) {
        compare_run(c, arm, word, i < left_len ? &left->items[i] : NULL,
                    i < right_len ? &right->items[i] : NULL);
    }
}

static struct spot named_spot(struct comparison *c, struct str name,
                              const char *path)
{
    return (struct spot){
        .subject =
            arena_printf(c->arena, "%.*s %.*s", STR_ARG(c->id), STR_ARG(name)),
        .path = str_from_c(path),
        .origin = "the runs",
    };
}

static void compare_arm(struct comparison *c, struct str name,
                        const struct json *left, const struct json *right)
{
    compare_runs(c, name, "seed", json_get(left, "runs"),
                 json_get(right, "runs"));
    compare_runs(c, name, "noise seed", json_get(left, "noise"),
                 json_get(right, "noise"));
    const struct spot spot = named_spot(c, name, "summary");
    compare_nodes(c, &spot, json_get(left, "summary"),
                  json_get(right, "summary"));
}

static void compare_hypothesis(struct comparison *c, struct str name,
                               const struct json *left,
                               const struct json *right)
{
    const struct spot spot = named_spot(c, name, "");
    compare_nodes(c, &spot, left, right);
}

typedef void compare_named(struct comparison *c, struct str name,
                           const struct json *left, const struct json *right);

/* Members by name, those that only one side has as well. */
static void compare_members(struct comparison *c, const char *what,
                            compare_named *compare, const struct json *left,
                            const struct json *right)
{
    const struct json *const sides[2] = {json_get(left, what),
                                         json_get(right, what)};
    for (int side = 0; side < 2; side++) {
        const struct json *object = sides[side];
        const struct json *other = sides[1 - side];
        for (size_t i = 0; object && i < object->len; i++) {
            const struct str key = object->items[i].key;
            const struct json *twin = other ? member(other, key) : NULL;
            if (side == 1 && twin) {
                continue;
            }
            const struct json *item = &object->items[i];
            if (twin && is_container(twin)) {
                compare(c, key, item, twin);
            } else {
                const struct spot spot = named_spot(c, key, what);
                report(c, &spot, side == 0 ? item : NULL,
                       side == 0 ? twin : item);
            }
        }
    }
}

static void compare_rest(struct comparison *c, const char *key,
                         const struct json *left, const struct json *right)
{
    const struct spot spot = {
        .subject = c->id, .path = str_from_c(key), .origin = "the plan"};
    compare_nodes(c, &spot, json_get(left, key), json_get(right, key));
}

/* When and where are not compared; for which plan and which core are. */
static void compare_origin(struct comparison *c, const struct json *left,
                           const struct json *right)
{
    static const char *const keys[] = {"numerics", "plan_hash"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        compare_rest(c, keys[i], json_get(left, "provenance"),
                     json_get(right, "provenance"));
    }
}

static void compare_trees(struct comparison *c, const struct json *left,
                          const struct json *right)
{
    compare_origin(c, left, right);
    compare_rest(c, "experiment", left, right);
    compare_rest(c, "format", left, right);
    compare_rest(c, "plan", left, right);
    compare_members(c, "arms", compare_arm, left, right);
    compare_members(c, "derived", compare_arm, left, right);
    compare_members(c, "hypotheses", compare_hypothesis, left, right);
    for (size_t i = 0; i < left->len; i++) {
        const struct str key = left->items[i].key;
        if (!str_is(key, "derived") &&
            !json_get(right, arena_cstr(c->arena, key))) {
            const struct spot spot = {
                .subject = c->id, .path = key, .origin = "the runs"};
            report(c, &spot, &left->items[i], NULL);
        }
    }
}

/* -- Layout ---------------------------------------------------------------- */

/* What stands before and after the members of the provenance. */
struct around {
    struct str before, after;
};

static struct around around_provenance(struct str text)
{
    const size_t start = str_find(text, S("\n  \"provenance\": {"));
    if (start == STR_NONE) {
        return (struct around){.before = text};
    }
    const struct str rest = str_from(text, start);
    const size_t end = str_find(rest, S("\n  }"));
    return (struct around){str_slice(text, 0, start),
                           end == STR_NONE ? (struct str){0}
                                           : str_from(rest, end)};
}

static void compare_layout(struct comparison *c, struct str left,
                           struct str right)
{
    const struct around committed = around_provenance(left);
    const struct around derived = around_provenance(right);
    if (!str_equal(committed.before, derived.before) ||
        !str_equal(committed.after, derived.after)) {
        *LIST_PUSH(c->arena, c->differences) = arena_printf(
            c->arena,
            "%.*s: the evidence says the same, but is laid out otherwise than "
            "`run` writes it",
            STR_ARG(c->id));
    }
}

void evidence_compare(struct arena *arena, struct str id, struct str committed,
                      struct str derived, struct strs *differences)
{
    struct comparison c = {
        .arena = arena, .id = id, .differences = differences};
    struct json *left = NULL;
    struct json *right = NULL;
    struct failure failure = {0};
    if (!json_read(arena, committed, &left, &failure)) {
        *LIST_PUSH(arena, differences) =
            arena_printf(arena, "%.*s: the evidence is no JSON: %s",
                         STR_ARG(id), failure.why);
        return;
    }
    if (!json_read(arena, derived, &right, &failure)) {
        BUG("derived evidence is no JSON: %s", failure.why);
    }
    compare_trees(&c, left, right);
    if (differences->len == 0) {
        compare_layout(&c, committed, derived);
    }
}
