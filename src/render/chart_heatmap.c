/* A metric over two settings. The ground has eight strengths of one colour, so
 * that it is read as more and less, and never so strong that the number on it
 * cannot be read; the number is what counts. */

#include "render/chart.h"

#include <string.h>

enum {
    WIDTH = 440,
    LEFT = 58,
    RIGHT = 10,
    TOP = 22,
    ROW = 30,
    FOOT = 40,   /* names of the columns and of their axis */
    LEGEND = 34, /* below */
    STRENGTHS = 8,
};

/* Whether a cell counts for extremes: every run has a value. */
static bool is_whole(const struct chart_cell *cell)
{
    return cell->runs > 0 && cell->diverged == 0 && isfinite(cell->mean);
}

static const struct chart_cell *cell_at(const struct chart_heatmap *map,
                                        size_t row, size_t column)
{
    return &map->cells[row * map->column_count + column];
}

size_t heatmap_lowest(const struct chart_heatmap *map, size_t row)
{
    size_t lowest = map->column_count;
    for (size_t c = 0; c < map->column_count; c++) {
        const struct chart_cell *cell = cell_at(map, row, c);
        if (is_whole(cell) && (lowest == map->column_count ||
                               cell->mean < cell_at(map, row, lowest)->mean)) {
            lowest = c;
        }
    }
    return lowest;
}

static struct extent extent_of(const struct chart_heatmap *map)
{
    struct extent extent = {0};
    for (size_t i = 0; i < map->row_count * map->column_count; i++) {
        if (is_whole(&map->cells[i])) {
            extent_add(&extent, map->cells[i].mean);
        }
    }
    return extent;
}

int heatmap_decimals(const struct chart_heatmap *map)
{
    const struct extent extent = extent_of(map);
    const double span = extent.hi - extent.lo;
    int decimals = 0;
    for (double step = span; span > 0 && step < 50 && decimals < 4;
         step *= 10) {
        decimals++;
    }
    return span > 0 ? decimals : 3;
}

/* ---- Cells ------------------------------------------------------------ */

struct grid {
    const struct chart_heatmap *map;
    struct extent extent;
    double width; /* of a cell */
    int decimals;
    bool has_numbers;
};

static const char *strength_of(const struct extent *extent, double value)
{
    static const char *const classes[STRENGTHS] = {
        "heat h0", "heat h1", "heat h2", "heat h3",
        "heat h4", "heat h5", "heat h6", "heat h7"};
    const double span = extent->hi - extent->lo;
    const double share = span > 0 ? (value - extent->lo) / span : 0;
    const int strength = (int)(share * STRENGTHS);
    return classes[strength < STRENGTHS ? strength : STRENGTHS - 1];
}

static void draw_cross(struct svg *svg, double x, double y)
{
    svg_path_start(svg, "diverged");
    svg_path_cross(svg, x, y, 4);
    svg_path_end(svg);
}

static void draw_cell(struct svg *svg, struct arena *arena,
                      const struct grid *grid, const struct chart_cell *cell,
                      double x, double y)
{
    const double middle = x + grid->width / 2;
    if (cell->runs == 0) {
        return;
    }
    if (!is_whole(cell)) {
        svg_rect(svg, "heat none", x + 1, y + 1, grid->width - 2, ROW - 2);
        draw_cross(svg, middle, y + ROW / 2.0);
        return;
    }
    svg_rect(svg, strength_of(&grid->extent, cell->mean), x + 1, y + 1,
             grid->width - 2, ROW - 2);
    if (grid->has_numbers) {
        svg_text(svg, "number", ANCHOR_MIDDLE, middle, y + ROW / 2.0 + 4,
                 shown_number(arena, cell->mean, grid->decimals, false));
    }
}

static double row_y(const struct chart_heatmap *map, size_t row)
{
    return TOP + (double)ROW * (double)(map->row_count - 1 - row);
}

static void draw_row(struct svg *svg, struct arena *arena,
                     const struct grid *grid, size_t row)
{
    const struct chart_heatmap *map = grid->map;
    const double y = row_y(map, row);
    svg_text(svg, "tick", ANCHOR_END, LEFT - 6, y + ROW / 2.0 + 4,
             map->rows[row]);
    for (size_t c = 0; c < map->column_count; c++) {
        draw_cell(svg, arena, grid, cell_at(map, row, c),
                  LEFT + grid->width * (double)c, y);
    }
    const size_t lowest = heatmap_lowest(map, row);
    if (map->is_lower_better && lowest < map->column_count) {
        svg_rect(svg, "best", LEFT + grid->width * (double)lowest + 1.5,
                 y + 1.5, grid->width - 3, ROW - 3);
    }
}

/* ---- Around them ------------------------------------------------------ */

static void draw_columns(struct svg *svg, const struct grid *grid, double y)
{
    const struct chart_heatmap *map = grid->map;
    double free_from = 0;
    for (size_t c = 0; c < map->column_count; c++) {
        const double middle = LEFT + grid->width * ((double)c + 0.5);
        const double half = 7.4 * (double)map->columns[c].len / 2;
        if (middle - half >= free_from) {
            svg_text(svg, "tick", ANCHOR_MIDDLE, middle, y + 14,
                     map->columns[c]);
            free_from = middle + half + 6;
        }
    }
    svg_text(svg, "axis-label", ANCHOR_MIDDLE,
             LEFT + grid->width * (double)map->column_count / 2, y + 32,
             str_from_c(map->x_label));
    svg_text(svg, "axis-label", ANCHOR_START, 0, 12, str_from_c(map->y_label));
}

static bool has_trouble(const struct chart_heatmap *map)
{
    for (size_t i = 0; i < map->row_count * map->column_count; i++) {
        if (map->cells[i].diverged > 0) {
            return true;
        }
    }
    return false;
}

/* "1.45 [eight strengths] 2.31   x diverged   [] lowest of its row" */
static void draw_legend(struct svg *svg, struct arena *arena,
                        const struct grid *grid, double y)
{
    static const char *const classes[STRENGTHS] = {
        "heat h0", "heat h1", "heat h2", "heat h3",
        "heat h4", "heat h5", "heat h6", "heat h7"};
    const struct extent *extent = &grid->extent;
    double x = LEFT + 1;
    if (extent->has_values) {
        svg_text(svg, "tick", ANCHOR_END, x - 5, y + 10,
                 shown_number(arena, extent->lo, grid->decimals, false));
        for (int i = 0; i < STRENGTHS; i++) {
            svg_rect(svg, classes[i], x, y, 12, 12);
            x += 12;
        }
        svg_text(svg, "tick", ANCHOR_START, x + 5, y + 10,
                 shown_number(arena, extent->hi, grid->decimals, false));
        x += 60;
    }
    if (has_trouble(grid->map)) {
        draw_cross(svg, x + 6, y + 6);
        svg_text(svg, "name", ANCHOR_START, x + 15, y + 10, S("diverged"));
        x += 90;
    }
    if (grid->map->is_lower_better && extent->has_values) {
        svg_rect(svg, "best", x, y, 12, 12);
        svg_text(svg, "name", ANCHOR_START, x + 18, y + 10,
                 S("lowest of its row"));
    }
}

static bool fit_numbers(const struct grid *grid, struct arena *arena)
{
    const struct str widest =
        shown_number(arena, grid->extent.hi, grid->decimals, false);
    return 7.4 * (double)widest.len + 4 <= grid->width;
}

bool chart_heatmap(struct out *out, struct arena *arena,
                   const struct chart_heatmap *map)
{
    const double columns =
        map->column_count > 0 ? (double)map->column_count : 1;
    const double widest = (WIDTH - LEFT - RIGHT) / columns;
    struct grid grid = {
        .map = map,
        .extent = extent_of(map),
        .width = widest < 72 ? widest : 72,
        .decimals = heatmap_decimals(map),
    };
    grid.has_numbers = fit_numbers(&grid, arena);
    const double foot = TOP + (double)ROW * (double)map->row_count;
    struct svg svg = {
        .out = out, .width = WIDTH, .height = foot + FOOT + LEGEND};
    svg_open(&svg, map->id, "chart heatmap", map->title, map->description);
    for (size_t r = 0; r < map->row_count; r++) {
        draw_row(&svg, arena, &grid, r);
    }
    draw_columns(&svg, &grid, foot);
    draw_legend(&svg, arena, &grid, foot + FOOT + 8);
    svg_close(&svg);
    return grid.has_numbers;
}
