/* Pending evidence beside accepted evidence, as text and as JSON. */

#include "cli/review_text.h"

#include "cli/text.h"
#include "render/affected.h"

enum { STEP = 2, MOVED_SHOWN = 5 };

/* -- One side of a hypothesis ---------------------------------------------- */

static struct str value_of(struct reviewing *reviewing,
                           const struct evidences *evidences,
                           struct str reference, const char *name,
                           struct str *unit)
{
    struct arena *arena = &reviewing->command->arena;
    struct failure failure = {0};
    struct value value = {0};
    const struct str whole =
        arena_printf(arena, "%.*s.%s", STR_ARG(reference), name);
    if (!evidence_value(arena, evidences, whole, &value, &failure)) {
        return S("?");
    }
    *unit = value.unit;
    return value.text;
}

/* "replicated: +0.060 nats [0.026, 0.109], n 10; certainty moderate here, low
 * as claimed" */
static struct str side_text(struct reviewing *reviewing,
                            const struct evidences *evidences,
                            const struct assessment *side)
{
    struct arena *arena = &reviewing->command->arena;
    struct str unit = {0};
    if (side->decision == NULL) {
        return S("not there");
    }
    const struct str ref = side->reference;
    const struct str delta =
        value_of(reviewing, evidences, ref, "delta", &unit);
    struct str ignored = {0};
    return arena_printf(
        arena,
        "%s: %.*s%s%.*s [%.*s, %.*s], n %d; certainty %s here, %s as claimed",
        verdict_words(side->verdict), STR_ARG(delta), unit.len > 0 ? " " : "",
        STR_ARG(unit),
        STR_ARG(value_of(reviewing, evidences, ref, "lo", &ignored)),
        STR_ARG(value_of(reviewing, evidences, ref, "hi", &ignored)),
        side->decision->decision.n, certainty_words(side->certainty.here.level),
        certainty_words(side->certainty.claimed));
}

static void put_side(struct reviewing *reviewing, const char *label,
                     const struct evidences *evidences,
                     const struct assessment *side)
{
    struct out *out = &reviewing->command->out;
    out_repeat(out, ' ', STEP + STEP);
    out_printf(out, "%s  ", label);
    text_wrap(out, side_text(reviewing, evidences, side), STEP + STEP + 5,
              STEP + STEP + 5);
}

static void show_item(struct reviewing *reviewing,
                      const struct review_item *item)
{
    struct out *out = &reviewing->command->out;
    out_repeat(out, ' ', STEP);
    out_printf(out, "%.*s (%.*s): %s\n", STR_ARG(item->reference),
               STR_ARG(item->practice), review_change_words(item->change));
    put_side(reviewing, "was", &reviewing->workspace->evidences, &item->before);
    put_side(reviewing, "now", &reviewing->after, &item->after);
}

/* -- One experiment -------------------------------------------------------- */

static void show_moved(struct out *out, const struct review *review)
{
    for (size_t i = 0; i < review->moved.len && i < MOVED_SHOWN; i++) {
        out_repeat(out, ' ', STEP);
        text_wrap(out, review->moved.at[i], STEP, STEP + STEP);
    }
    if (review->moved.len > MOVED_SHOWN) {
        out_printf(out, "  and %zu more changes of the plan\n",
                   review->moved.len - MOVED_SHOWN);
    }
}

/* A name a line would bury the review; the sentences are named by `graph`. */
static void show_reach(struct reviewing *reviewing, const struct review *review)
{
    struct command *command = reviewing->command;
    const struct site_input input = workspace_site_input(reviewing->workspace);
    const struct record *record =
        library_find(reviewing->workspace->library, review->id);
    struct affected_list list = {0};
    if (record == NULL) {
        return;
    }
    affected_by(&command->arena, &input, record, &list);
    struct out names = {0};
    for (size_t i = 0; i < list.record_count; i++) {
        out_printf(&names, "%s%.*s", i > 0 ? ", " : "",
                   STR_ARG(list.records[i].record->id));
    }
    out_printf(&names, "%s; %zu sentence%s of chapters",
               list.record_count == 0 ? "no record" : "", list.sentence_count,
               list.sentence_count == 1 ? "" : "s");
    out_c(&command->out, "  reaches ");
    text_wrap(&command->out, out_take(&names, &command->arena), 10, 10);
}

void review_show(struct reviewing *reviewing, const struct review *review)
{
    struct out *out = &reviewing->command->out;
    const struct record *record =
        library_find(reviewing->workspace->library, review->id);
    out_printf(out, "%.*s: %s\n", STR_ARG(review->id),
               review_change_words(review->gravest));
    if (record != NULL) {
        out_repeat(out, ' ', STEP);
        text_wrap(out, record->title, STEP, STEP);
    }
    show_moved(out, review);
    if (review->is_outdated) {
        out_c(out, "  the plan has changed again since these runs; ");
        out_printf(out, "`probatum run %.*s` makes new ones\n",
                   STR_ARG(review->id));
    }
    for (size_t i = 0; i < review->count; i++) {
        show_item(reviewing, &review->items[i]);
    }
    show_reach(reviewing, review);
}

/* -- JSON ------------------------------------------------------------------ */

static void json_side(struct json_out *j, struct reviewing *reviewing,
                      const char *key, const struct evidences *evidences,
                      const struct assessment *side)
{
    static const char *const names[] = {"delta", "lo", "hi"};
    struct str unit = {0};
    json_key(j, key);
    if (side->decision == NULL) {
        json_none(j);
        return;
    }
    json_open(j, '{');
    json_put_c(j, "verdict", verdict_name(side->verdict));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        json_put_str(
            j, names[i],
            value_of(reviewing, evidences, side->reference, names[i], &unit));
    }
    json_put_str(j, "unit", unit);
    json_put_int(j, "n", side->decision->decision.n);
    json_put_c(j, "certainty_here", certainty_name(side->certainty.here.level));
    json_put_c(j, "certainty_claimed", certainty_name(side->certainty.claimed));
    json_close(j);
}

void review_json(struct reviewing *reviewing, struct json_out *j,
                 const struct review *review)
{
    json_open(j, '{');
    json_put_str(j, "experiment", review->id);
    json_put_c(j, "gravest", review_change_name(review->gravest));
    json_put_bool(j, "outdated", review->is_outdated);
    json_put_strs(j, "moved", &review->moved);
    json_key(j, "hypotheses");
    json_open(j, '[');
    for (size_t i = 0; i < review->count; i++) {
        const struct review_item *item = &review->items[i];
        json_open(j, '{');
        json_put_str(j, "hypothesis", item->reference);
        json_put_str(j, "practice", item->practice);
        json_put_c(j, "change", review_change_name(item->change));
        json_side(j, reviewing, "was", &reviewing->workspace->evidences,
                  &item->before);
        json_side(j, reviewing, "now", &reviewing->after, &item->after);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}
