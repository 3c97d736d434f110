/* How much of what goes wrong the checker finds: kinds of mistakes that were
 * planted, what became of each, and what was found where nothing was wrong. */

#include "render/page.h"
#include "render/study.h"

static int64_t number(const struct json *object, const char *key)
{
    const struct json *member = json_get(object, key);
    return member != NULL && member->type == JSON_INTEGER ? member->integer : 0;
}

static struct str text(const struct json *object, const char *key)
{
    const struct json *member = json_get(object, key);
    return member != NULL && member->type == JSON_STRING ? member->string
                                                         : S("");
}

static bool is_true(const struct json *object, const char *key)
{
    const struct json *member = json_get(object, key);
    return member != NULL && member->type == JSON_BOOL && member->boolean;
}

static const struct json *list(const struct json *object, const char *key)
{
    static const struct json none = {.type = JSON_ARRAY};
    const struct json *member = json_get(object, key);
    return member != NULL && member->type == JSON_ARRAY ? member : &none;
}

static void view_number(struct arena *arena, struct view *map, const char *key,
                        int64_t value)
{
    view_printf(arena, map, key, "%lld", (long long)value);
}

/* Of so many, so many: "0.95", or a dash of none. */
static void view_share(struct arena *arena, struct view *map, const char *key,
                       int64_t part, int64_t whole)
{
    if (whole > 0) {
        view_printf(arena, map, key, "%.2f", (double)part / (double)whole);
    } else {
        view_c(arena, map, key, "\xe2\x80\x93");
    }
}

static void view_kind(struct arena *arena, struct view *item,
                      const struct json *kind)
{
    const int64_t planted = number(kind, "planted");
    view_text(arena, item, "name", text(kind, "name"));
    view_text(arena, item, "what", text(kind, "what"));
    view_flag(arena, item, "is_claimed", is_true(kind, "claimed"));
    view_number(arena, item, "planted", planted);
    view_number(arena, item, "found", number(kind, "found"));
    view_share(arena, item, "recall", number(kind, "found"), planted);
    struct view *by = view_list(arena, item, "by");
    const struct json *rules = json_get(kind, "by");
    for (size_t i = 0; rules != NULL && i < rules->len; i++) {
        struct view *rule = view_push(arena, by);
        view_text(arena, rule, "rule", rules->items[i].key);
        view_number(arena, rule, "times", rules->items[i].integer);
    }
}

static void view_kinds(struct arena *arena, struct view *view,
                       const struct json *study)
{
    const struct json *kinds = list(study, "kinds");
    struct view *rows = view_list(arena, view, "kinds");
    int64_t claimed = 0;
    int64_t planted = 0;
    int64_t found = 0;
    for (size_t i = 0; i < kinds->len; i++) {
        const struct json *kind = &kinds->items[i];
        view_kind(arena, view_push(arena, rows), kind);
        if (is_true(kind, "claimed") && number(kind, "planted") > 0) {
            claimed++;
            planted += number(kind, "planted");
            found += number(kind, "found");
        }
    }
    view_number(arena, view, "claimed_kinds", claimed);
    view_number(arena, view, "planted", planted);
    view_number(arena, view, "found", found);
    view_share(arena, view, "recall", found, planted);
}

static void view_rules(struct arena *arena, struct view *view,
                       const struct json *study)
{
    const struct json *rules = list(study, "rules");
    struct view *rows = view_list(arena, view, "rules");
    int64_t alarms = 0;
    for (size_t i = 0; i < rules->len; i++) {
        const struct json *rule = &rules->items[i];
        struct view *row = view_push(arena, rows);
        view_text(arena, row, "rule", text(rule, "rule"));
        view_number(arena, row, "kinds", number(rule, "kinds"));
        view_number(arena, row, "found", number(rule, "found"));
        view_number(arena, row, "alarms", number(rule, "false_alarms"));
        view_number(arena, row, "notes", number(rule, "notes"));
        alarms += number(rule, "false_alarms");
    }
    view_number(arena, view, "alarms", alarms);
}

void fill_mutants(const struct page_context *context, struct view *view,
                  const struct page *page)
{
    struct arena *arena = context->arena;
    const struct json *study = study_read(arena, context->site->input.project);
    view_base(context, view, "mutants", S("How much the checker finds"),
              page->place);
    if (study == NULL) {
        return;
    }
    view_number(arena, view, "seed", number(study, "seed"));
    view_number(arena, view, "records", number(study, "records"));
    view_number(arena, view, "clean_records", number(study, "clean_records"));
    view_kinds(arena, view, study);
    view_rules(arena, view, study);
}
