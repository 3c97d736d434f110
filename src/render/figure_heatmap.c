/* A metric over two settings. */

#include "render/figure_parts.h"

struct heat {
    const struct evidence *evidence;
    const struct figure *figure;
    double *x, *y; /* the values that arms stand at, rising */
    struct str *x_texts, *y_texts;
    size_t x_count, y_count;
    struct seed_values *values; /* of each pair, row by row */
};

/* The place of a value among those known, which it joins when it is new. */
static size_t place_of(double *known, struct str *texts, size_t *count,
                       double value, struct str text)
{
    size_t at = 0;
    while (at < *count && known[at] < value) {
        at++;
    }
    if (at < *count && known[at] == value) {
        return at;
    }
    for (size_t i = *count; i > at; i--) {
        known[i] = known[i - 1];
        texts[i] = texts[i - 1];
    }
    known[at] = value;
    texts[at] = text;
    (*count)++;
    return at;
}

static void place_arm(struct arena *arena, struct heat *heat, size_t arm)
{
    const struct plan *plan = heat->evidence->plan;
    const struct figure *figure = heat->figure;
    place_of(heat->x, heat->x_texts, &heat->x_count,
             arm_number(&plan->arms[arm], figure->x),
             place_text(arena, plan, arm, figure->x));
    place_of(heat->y, heat->y_texts, &heat->y_count,
             arm_number(&plan->arms[arm], figure->y),
             place_text(arena, plan, arm, figure->y));
}

static size_t index_of(const double *known, size_t count, double value)
{
    size_t at = 0;
    while (at < count && known[at] != value) {
        at++;
    }
    return at;
}

static void fill_arm(struct heat *heat, size_t arm, size_t metric)
{
    const struct plan *plan = heat->evidence->plan;
    const struct figure *figure = heat->figure;
    const struct evidence_arm *measured =
        measured_arm(heat->evidence, arm, figure->metric);
    if (measured == NULL) {
        return;
    }
    const size_t x = index_of(heat->x, heat->x_count,
                              arm_number(&plan->arms[arm], figure->x));
    const size_t y = index_of(heat->y, heat->y_count,
                              arm_number(&plan->arms[arm], figure->y));
    for (size_t i = 0; i < measured->run_count; i++) {
        seed_values_add(&heat->values[y * heat->x_count + x],
                        measured->runs[i].metrics[metric]);
    }
}

static bool read_heat(struct arena *arena, struct heat *heat)
{
    const struct figure *figure = heat->figure;
    const size_t metric = metric_index_of(figure->metric);
    const size_t count = figure->arm_count;
    bool has_values = false;
    heat->x = ARENA_ARRAY(arena, double, count + 1);
    heat->y = ARENA_ARRAY(arena, double, count + 1);
    heat->x_texts = ARENA_ARRAY(arena, struct str, count + 1);
    heat->y_texts = ARENA_ARRAY(arena, struct str, count + 1);
    for (size_t i = 0; i < count; i++) {
        place_arm(arena, heat, figure->arms[i]);
    }
    name_powers(arena, heat->x, heat->x_texts, heat->x_count);
    name_powers(arena, heat->y, heat->y_texts, heat->y_count);
    const size_t cells = heat->x_count * heat->y_count;
    heat->values = ARENA_ARRAY(arena, struct seed_values, cells);
    for (size_t i = 0; metric < metric_count && i < count; i++) {
        fill_arm(heat, figure->arms[i], metric);
    }
    for (size_t i = 0; i < cells; i++) {
        has_values = has_values || heat->values[i].count > 0;
    }
    return has_values;
}

static struct chart_cell *cells_of(struct arena *arena, const struct heat *heat)
{
    const size_t count = heat->x_count * heat->y_count;
    struct chart_cell *cells = ARENA_ARRAY(arena, struct chart_cell, count);
    for (size_t i = 0; i < count; i++) {
        const struct seed_values *values = &heat->values[i];
        const bool has_mean = values->count > values->diverged;
        cells[i] = (struct chart_cell){has_mean ? values->mean : NOTHING,
                                       values->count, values->diverged};
    }
    return cells;
}

static void build_table(struct arena *arena, const struct heat *heat,
                        const struct chart_heatmap *map,
                        struct drawn_figure *drawn)
{
    struct table *table = &drawn->table;
    table->arena = arena;
    table->caption =
        arena_printf(arena, "%.*s: mean over seeds (least to greatest)",
                     STR_ARG(drawn->title));
    table_column(table, arena_printf(arena, "%s by %s",
                                     setting_at(heat->figure->y).key,
                                     setting_at(heat->figure->x).key));
    for (size_t x = 0; x < heat->x_count; x++) {
        table_column(table, heat->x_texts[x]);
    }
    for (size_t y = 0; y < heat->y_count; y++) {
        table_cell(table, heat->y_texts[y]);
        for (size_t x = 0; x < heat->x_count; x++) {
            const struct str text =
                spread_cell(arena, &heat->values[y * heat->x_count + x]);
            const bool is_best =
                map->is_lower_better && heatmap_lowest(map, y) == x;
            table_cell(table, is_best ? arena_printf(arena, "%.*s, lowest",
                                                     STR_ARG(text))
                                      : text);
        }
    }
}

static struct str describe(struct arena *arena, const struct heat *heat,
                           const struct chart_heatmap *map)
{
    struct out out = {0};
    out_printf(&out, "%s by %s and %s, a cell for each pair.", map->value_label,
               map->x_label, map->y_label);
    for (size_t y = 0; map->is_lower_better && y < heat->y_count; y++) {
        const size_t best = heatmap_lowest(map, y);
        if (best < heat->x_count) {
            out_c(&out, " At ");
            out_str(&out, heat->y_texts[y]);
            out_c(&out, " the lowest is ");
            out_str(&out,
                    shown_number(arena,
                                 heat->values[y * heat->x_count + best].mean,
                                 heatmap_decimals(map), false));
            out_c(&out, ", at ");
            out_str(&out, heat->x_texts[best]);
            out_c(&out, ".");
        }
    }
    return out_take(&out, arena);
}

static void add_notes(struct arena *arena, const struct heat *heat,
                      const struct chart_heatmap *map, bool has_numbers,
                      struct drawn_figure *drawn)
{
    size_t diverged = 0;
    size_t runs = 0;
    size_t seeds = 0;
    for (size_t i = 0; i < heat->x_count * heat->y_count; i++) {
        diverged += heat->values[i].diverged;
        runs += heat->values[i].count;
        if (heat->values[i].count > seeds) {
            seeds = heat->values[i].count;
        }
    }
    note_metric(arena, drawn, heat->figure->metric);
    note(arena, drawn,
         seeds > 1 ? "Means over seeds." : "One seed at each point.");
    if (map->is_lower_better) {
        note(arena, drawn, "Frame: the lowest of a row.");
    }
    if (!has_numbers) {
        note(arena, drawn, "The numbers are in the table.");
    }
    if (diverged > 0) {
        note(arena, drawn,
             arena_printf(arena,
                          "Crosses: %zu of %zu runs diverged, which leaves no "
                          "mean.",
                          diverged, runs)
                 .ptr);
    }
}

bool draw_heatmap(struct arena *arena, const struct evidence *evidence,
                  const struct figure *figure, struct drawn_figure *drawn)
{
    struct heat heat = {.evidence = evidence, .figure = figure};
    if (!read_heat(arena, &heat)) {
        return false;
    }
    struct chart_heatmap map = {
        .id = drawn->id,
        .title = figure->title,
        .x_label = setting_label(arena, figure->x),
        .y_label = setting_label(arena, figure->y),
        .value_label = metric_label(arena, figure->metric),
        .columns = heat.x_texts,
        .rows = heat.y_texts,
        .column_count = heat.x_count,
        .row_count = heat.y_count,
        .cells = cells_of(arena, &heat),
        .is_lower_better = metric_is_lower_better(figure->metric),
    };
    map.description = describe(arena, &heat, &map);
    drawn->title = figure->title;
    drawn->description = map.description;
    struct out out = {0};
    const bool has_numbers = chart_heatmap(&out, arena, &map);
    drawn->svg = out_take(&out, arena);
    build_table(arena, &heat, &map, drawn);
    add_notes(arena, &heat, &map, has_numbers, drawn);
    return true;
}
