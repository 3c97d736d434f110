/* A metric over two settings. The ground has eight strengths of one colour, so
 * that it is read as more and less, and never so strong that the number on it
 * cannot be read; the number is what counts. */

#include "render/chart.h"

enum {
    WIDTH = 440,
    LEFT = 50,
    RIGHT = 4,
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

static const char *const strengths[STRENGTHS] = {
    "heat h0", "heat h1", "heat h2", "heat h3",
    "heat h4", "heat h5", "heat h6", "heat h7"};

/* STRENGTHS for a cell that has no value to be strong by. */
static int strength_of(const struct extent *extent,
                       const struct chart_cell *cell)
{
    if (!is_whole(cell)) {
        return STRENGTHS;
    }
    const double span = extent->hi - extent->lo;
    const double share = span > 0 ? (cell->mean - extent->lo) / span : 0;
    const int strength = (int)(share * STRENGTHS);
    return strength < STRENGTHS ? strength : STRENGTHS - 1;
}

static double row_y(const struct chart_heatmap *map, size_t row)
{
    return TOP + (double)ROW * (double)(map->row_count - 1 - row);
}

static double column_x(const struct grid *grid, size_t column)
{
    return LEFT + grid->width * (double)column;
}

/* Calls `draw` for every cell of that strength that was tried. */
static void each_cell(struct svg *svg, const struct grid *grid, int strength,
                      void (*draw)(struct svg *svg, const struct grid *grid,
                                   double x, double y))
{
    const struct chart_heatmap *map = grid->map;
    for (size_t r = 0; r < map->row_count; r++) {
        for (size_t c = 0; c < map->column_count; c++) {
            const struct chart_cell *cell = cell_at(map, r, c);
            if (cell->runs > 0 &&
                strength_of(&grid->extent, cell) == strength) {
                draw(svg, grid, column_x(grid, c), row_y(map, r));
            }
        }
    }
}

static void draw_ground(struct svg *svg, const struct grid *grid, double x,
                        double y)
{
    svg_path_box(svg, x + 1, y + 1, grid->width - 2, ROW - 2);
}

static void draw_cross(struct svg *svg, const struct grid *grid, double x,
                       double y)
{
    svg_path_cross(svg, x + grid->width / 2, y + ROW / 2.0, 4);
}

/* All cells of one strength are one path. */
static void draw_grounds(struct svg *svg, const struct grid *grid)
{
    for (int strength = 0; strength < STRENGTHS; strength++) {
        svg_path_start(svg, strengths[strength]);
        each_cell(svg, grid, strength, draw_ground);
        svg_path_end(svg);
    }
    svg_path_start(svg, "heat none");
    each_cell(svg, grid, STRENGTHS, draw_ground);
    svg_path_end(svg);
    svg_path_start(svg, "diverged");
    each_cell(svg, grid, STRENGTHS, draw_cross);
    svg_path_end(svg);
}

static void draw_lowest(struct svg *svg, const struct grid *grid)
{
    const struct chart_heatmap *map = grid->map;
    svg_path_start(svg, "best");
    for (size_t r = 0; r < map->row_count && map->is_lower_better; r++) {
        const size_t lowest = heatmap_lowest(map, r);
        if (lowest < map->column_count) {
            svg_path_box(svg, column_x(grid, lowest) + 1.5, row_y(map, r) + 1.5,
                         grid->width - 3, ROW - 3);
        }
    }
    svg_path_end(svg);
}

static void draw_numbers(struct svg *svg, struct arena *arena,
                         const struct grid *grid)
{
    const struct chart_heatmap *map = grid->map;
    svg_texts(svg, "number", ANCHOR_MIDDLE);
    for (size_t r = 0; r < map->row_count; r++) {
        for (size_t c = 0; c < map->column_count; c++) {
            const struct chart_cell *cell = cell_at(map, r, c);
            if (is_whole(cell)) {
                svg_text(
                    svg, NULL, ANCHOR_START,
                    column_x(grid, c) + grid->width / 2,
                    row_y(map, r) + ROW / 2.0 + 4,
                    shown_number(arena, cell->mean, grid->decimals, false));
            }
        }
    }
    svg_group_end(svg);
}

/* ---- Around them ------------------------------------------------------ */

static void draw_rows(struct svg *svg, const struct chart_heatmap *map)
{
    svg_texts(svg, "tick", ANCHOR_END);
    for (size_t r = 0; r < map->row_count; r++) {
        svg_text(svg, NULL, ANCHOR_START, LEFT - 6,
                 row_y(map, r) + ROW / 2.0 + 4, map->rows[r]);
    }
    svg_group_end(svg);
}

static void draw_columns(struct svg *svg, const struct grid *grid, double y)
{
    const struct chart_heatmap *map = grid->map;
    double free_from = 0;
    svg_texts(svg, "tick", ANCHOR_MIDDLE);
    for (size_t c = 0; c < map->column_count; c++) {
        const double middle = column_x(grid, c) + grid->width / 2;
        const double half = chart_text_width(map->columns[c]) / 2;
        if (middle - half >= free_from) {
            svg_text(svg, NULL, ANCHOR_START, middle, y + 14, map->columns[c]);
            free_from = middle + half + 6;
        }
    }
    svg_group_end(svg);
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
    const struct extent *extent = &grid->extent;
    double x = LEFT + 1;
    if (extent->has_values) {
        svg_text(svg, "tick", ANCHOR_END, x - 5, y + 10,
                 shown_number(arena, extent->lo, grid->decimals, false));
        for (int i = 0; i < STRENGTHS; i++) {
            svg_rect(svg, strengths[i], x, y, 12, 12);
            x += 12;
        }
        svg_text(svg, "tick", ANCHOR_START, x + 5, y + 10,
                 shown_number(arena, extent->hi, grid->decimals, false));
        x += 60;
    }
    if (has_trouble(grid->map)) {
        svg_path_start(svg, "diverged");
        svg_path_cross(svg, x + 6, y + 6, 4);
        svg_path_end(svg);
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
    return chart_text_width(widest) + 2 <= grid->width;
}

bool chart_heatmap(struct out *out, struct arena *arena,
                   const struct chart_heatmap *map)
{
    const double columns =
        map->column_count > 0 ? (double)map->column_count : 1;
    const double room = (WIDTH - LEFT - RIGHT) / columns;
    const double widest = room > 9 ? floor(room) : room; /* short numbers */
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
    draw_grounds(&svg, &grid);
    draw_lowest(&svg, &grid);
    draw_rows(&svg, map);
    if (grid.has_numbers) {
        draw_numbers(&svg, arena, &grid);
    }
    draw_columns(&svg, &grid, foot);
    draw_legend(&svg, arena, &grid, foot + FOOT + 8);
    svg_close(&svg);
    return grid.has_numbers;
}
