/* What figures over settings share: the axes' names, the seeds of an arm, the
 * words of a caption. */

#include "render/figure_parts.h"

#include <math.h>
#include <stdlib.h>

void view_drawn_figure(const struct page_context *context, struct view *figures,
                       const struct drawn_figure *drawn)
{
    struct arena *arena = context->arena;
    struct view *figure = view_push(arena, figures);
    view_text(arena, figure, "id", drawn->id);
    if (drawn->number > 0) {
        view_int(arena, figure, "figure_number", (int64_t)drawn->number);
    }
    view_text(arena, figure, "title", drawn->title);
    view_text(arena, figure, "description", drawn->description);
    view_text(arena, figure, "svg", drawn->svg);
    struct out out = {0};
    table_html(&out, &drawn->table);
    view_text(arena, figure, "table_html", arena_copy(arena, out_text(&out)));
    out_reset(&out);
    table_markdown(&out, &drawn->table);
    view_text(arena, figure, "table_md", out_take(&out, arena));
    struct view *notes = view_list(arena, figure, "notes");
    for (size_t i = 0; i < drawn->notes.len; i++) {
        view_push_text(arena, notes, drawn->notes.at[i]);
    }
}

void add_reported_mark(struct arena *arena, const struct reported *reported,
                       double x, struct chart_series *series)
{
    struct chart_reported mark = {.x = x};
    if (reported->report != NULL &&
        str_to_double(reported->report->value, &mark.y)) {
        mark.label = arena_printf(arena, "reported %.*s",
                                  STR_ARG(reported->report->value));
        series->reported[series->reported_count++] = mark;
    }
}

/* ---- Names ------------------------------------------------------------ */

const char *setting_label(struct arena *arena, size_t setting)
{
    const struct setting info = setting_at(setting);
    struct str meaning = str_from_c(info.meaning);
    for (size_t i = 0; i < meaning.len; i++) {
        if (str_find_char(S(":;,"), meaning.ptr[i]) != STR_NONE) {
            meaning = str_slice(meaning, 0, i);
        }
    }
    return meaning.len > 0 && meaning.len <= 40
               ? arena_printf(arena, "%.*s (%s)", STR_ARG(meaning), info.key)
                     .ptr
               : info.key;
}

const char *metric_label(struct arena *arena, struct str metric)
{
    const struct metric_info *info = metric_find(metric);
    const struct str words = words_of_key(arena, metric);
    return info != NULL && info->unit[0] != '\0'
               ? arena_printf(arena, "%.*s, %s", STR_ARG(words), info->unit).ptr
               : arena_cstr(arena, words);
}

bool metric_is_lower_better(struct str metric)
{
    const struct metric_info *info = metric_find(metric);
    return info != NULL && str_is(str_from_c(info->unit), "nats");
}

struct str place_text(struct arena *arena, const struct plan *plan, size_t arm,
                      size_t setting)
{
    return arena_printf(arena, "%.6g", arm_number(&plan->arms[arm], setting));
}

enum { LONG_NUMBER = 8 }; /* characters */

static struct str power_text(struct arena *arena, int exponent)
{
    static const char *const digits[] = {
        "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",
        "\xe2\x81\xb4", "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7",
        "\xe2\x81\xb8", "\xe2\x81\xb9"};
    const struct str plain = arena_printf(arena, "%d", abs(exponent));
    struct out out = {0};
    out_c(&out, exponent < 0 ? "2\xe2\x81\xbb" : "2");
    for (size_t i = 0; i < plain.len; i++) {
        out_c(&out, digits[plain.ptr[i] - '0']);
    }
    return out_take(&out, arena);
}

void name_powers(struct arena *arena, const double *at, struct str *texts,
                 size_t count)
{
    bool is_long = false;
    int exponent = 0;
    for (size_t i = 0; i < count; i++) {
        if (frexp(at[i], &exponent) != 0.5) {
            return;
        }
        is_long = is_long || texts[i].len >= LONG_NUMBER;
    }
    for (size_t i = 0; is_long && i < count; i++) {
        frexp(at[i], &exponent);
        texts[i] = power_text(arena, exponent - 1);
    }
}

/* ---- Values ----------------------------------------------------------- */

size_t metric_index_of(struct str metric)
{
    const struct metric_info *info = metric_find(metric);
    return info != NULL ? (size_t)(info - metric_infos) : metric_count;
}

const struct evidence_arm *measured_arm(const struct evidence *evidence,
                                        size_t arm, struct str metric)
{
    const struct evidence_arm *found =
        evidence_arm_find(evidence, evidence->plan->arms[arm].name);
    return found != NULL && evidence_summary(evidence, found, metric) != NULL
               ? found
               : NULL;
}

const struct run_result *run_on_seed(const struct evidence_arm *arm,
                                     uint32_t seed)
{
    for (size_t i = 0; i < arm->run_count; i++) {
        if (arm->runs[i].seed == seed) {
            return &arm->runs[i];
        }
    }
    return NULL;
}

struct seeds seeds_of_all(struct arena *arena,
                          const struct evidence_arm *const arms[], size_t count)
{
    struct seeds seeds = {0};
    for (size_t i = 0; count > 0 && i < arms[0]->run_count; i++) {
        const uint32_t seed = arms[0]->runs[i].seed;
        bool is_everywhere = true;
        for (size_t a = 1; a < count; a++) {
            is_everywhere = is_everywhere && run_on_seed(arms[a], seed) != NULL;
        }
        if (is_everywhere) {
            *LIST_PUSH(arena, &seeds) = seed;
        }
    }
    return seeds;
}

int shown_decimals(double value)
{
    int decimals = 3;
    for (double size = fabs(value); size >= 10 && decimals > 0; size /= 10) {
        decimals--;
    }
    for (double size = fabs(value); size > 0 && size < 1 && decimals < 8;
         size *= 10) {
        decimals++;
    }
    return decimals;
}

struct str spread_cell(struct arena *arena, const struct seed_values *values)
{
    const size_t whole = values->count - values->diverged;
    if (values->count == 0) {
        return S("\xe2\x80\x93");
    }
    if (whole == 0) {
        return values->count == 1
                   ? S("diverged")
                   : arena_printf(arena, "all %zu diverged", values->count);
    }
    const int decimals = shown_decimals(values->mean);
    struct out out = {0};
    out_str(&out, shown_number(arena, values->mean, decimals, false));
    if (whole > 1) {
        out_c(&out, " (");
        out_str(&out, shown_number(arena, values->lo, decimals, false));
        out_c(&out, " to ");
        out_str(&out, shown_number(arena, values->hi, decimals, false));
        out_c(&out, ")");
    }
    if (values->diverged > 0) {
        out_printf(&out, ", %zu of %zu diverged", values->diverged,
                   values->count);
    }
    return out_take(&out, arena);
}

struct str reported_cell(struct arena *arena, const struct chart_series *series,
                         double x, struct str text)
{
    for (size_t i = 0; i < series->reported_count; i++) {
        if (series->reported[i].x == x) {
            text = arena_printf(arena, "%.*s, %.*s", STR_ARG(text),
                                STR_ARG(series->reported[i].label));
        }
    }
    return text;
}

void seed_values_add(struct seed_values *values, double value)
{
    values->count++;
    if (!isfinite(value)) {
        values->diverged++;
        return;
    }
    const size_t whole = values->count - values->diverged;
    values->lo = whole == 1 || value < values->lo ? value : values->lo;
    values->hi = whole == 1 || value > values->hi ? value : values->hi;
    values->mean += (value - values->mean) / (double)whole;
}

/* ---- Captions --------------------------------------------------------- */

const char reported_note[] = "Hollow diamonds: what a source reports, measured "
                             "on another model or other data.";

void note(struct arena *arena, struct drawn_figure *drawn, const char *text)
{
    *LIST_PUSH(arena, &drawn->notes) = str_from_c(text);
}

void note_metric(struct arena *arena, struct drawn_figure *drawn,
                 struct str metric)
{
    const struct metric_info *info = metric_find(metric);
    if (info != NULL && !metric_is_lower_better(metric)) {
        note(arena, drawn,
             arena_printf(arena, "%.*s: %s.",
                          STR_ARG(words_of_key(arena, metric)), info->help)
                 .ptr);
    }
}

void note_left_out(struct arena *arena, struct drawn_figure *drawn,
                   size_t left_out)
{
    if (left_out > 0) {
        note(arena, drawn,
             arena_printf(arena,
                          "%zu value%s of zero or less %s no place on a "
                          "logarithmic axis and %s left out.",
                          left_out, left_out == 1 ? "" : "s",
                          left_out == 1 ? "has" : "have",
                          left_out == 1 ? "is" : "are")
                 .ptr);
    }
}
