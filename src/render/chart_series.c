/* Series of lines: one arm each, a line per seed. */

#include "render/chart_series.h"

#include <math.h>

enum {
    NAME_HEIGHT = 15,
    CROWD = 4,
    REPORTED_MOST = 8, /* that are named */
    DIAMOND = 13,      /* from tip to tip */
};

const char *series_class(size_t index)
{
    static const char *const classes[SERIES_STYLES] = {"s0", "s1", "s2", "s3",
                                                       "s4", "s5", "s6", "s7"};
    return classes[index % SERIES_STYLES];
}

enum mark series_mark(size_t index)
{
    return (enum mark)(index % MARK_COUNT);
}

const char *chart_class(const struct chart *chart, size_t index)
{
    static const char *const ramp[] = {"r0", "r1", "r2", "r3", "r4",
                                       "r5", "r6", "r7", "r8"};
    const size_t last = sizeof ramp / sizeof *ramp - 1;
    const size_t steps = chart->series_count > 1 ? chart->series_count - 1 : 1;
    return chart->is_ordered ? ramp[index * last / steps] : series_class(index);
}

enum mark chart_mark(const struct chart *chart, size_t index)
{
    return chart->is_ordered ? MARK_CIRCLE : series_mark(index);
}

static void add_line(const struct chart_line *line, struct extent *x,
                     struct extent *y)
{
    for (size_t i = 0; i < line->len; i++) {
        extent_add(x, line->x[i]);
        extent_add(y, line->y[i]);
    }
}

static bool has_whole_line(const struct chart *chart)
{
    for (size_t s = 0; s < chart->series_count; s++) {
        for (size_t l = 0; l < chart->series[s].line_count; l++) {
            if (!chart->series[s].lines[l].has_diverged) {
                return true;
            }
        }
    }
    return false;
}

void series_extents(const struct chart *chart, struct extent *x,
                    struct extent *y)
{
    const bool has_whole = has_whole_line(chart);
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_series *series = &chart->series[s];
        for (size_t l = 0; l < series->line_count; l++) {
            if (!has_whole || !series->lines[l].has_diverged) {
                add_line(&series->lines[l], x, y);
            }
        }
        for (size_t i = 0; i < series->reported_count; i++) {
            extent_add(y, series->reported[i].y);
        }
    }
    if (isfinite(chart->reference)) {
        extent_add(y, chart->reference);
    }
}

static bool mean_at(const struct chart_series *series, size_t i, double *mean)
{
    double sum = 0;
    for (size_t l = 0; l < series->line_count; l++) {
        const struct chart_line *line = &series->lines[l];
        if (i >= line->len || line->x[i] != series->lines[0].x[i] ||
            !isfinite(line->y[i])) {
            return false;
        }
        sum += line->y[i];
    }
    *mean = sum / (double)series->line_count;
    return true;
}

struct chart_line series_mean(struct arena *arena,
                              const struct chart_series *series)
{
    struct chart_line mean = {0};
    if (series->line_count == 0) {
        return mean;
    }
    mean.len = series->lines[0].len;
    double *y = ARENA_ARRAY(arena, double, mean.len);
    mean.x = series->lines[0].x;
    mean.y = y;
    for (size_t i = 0; i < mean.len; i++) {
        if (!mean_at(series, i, &y[i])) {
            y[i] = NOTHING;
        }
    }
    return mean;
}

bool series_is_crowded(const struct chart_series *series)
{
    size_t whole = 0;
    for (size_t l = 0; l < series->line_count; l++) {
        whole += !series->lines[l].has_diverged;
    }
    return whole >= CROWD;
}

void series_whisker(struct svg *svg, double x, double least, double most)
{
    if (least - most < 1) {
        return; /* the mark of the mean covers it */
    }
    /* In one go: back to the middle of one cap, out from that of the other. */
    svg_path_move(svg, x - 2, least);
    svg_path_line(svg, x + 2, least);
    svg_path_line(svg, x, least);
    svg_path_line(svg, x, most);
    svg_path_line(svg, x - 2, most);
    svg_path_line(svg, x + 2, most);
}

/* Where a line ends that can be drawn, or false. */
static bool end_of(const struct chart_line *line, const struct axis *axis,
                   double *y)
{
    for (size_t i = line->len; i > 0; i--) {
        if (axis_place(axis, line->y[i - 1], y)) {
            return true;
        }
    }
    return false;
}

/* Of an ordered chart only the first and the last series are named; one that
 * stands for all arms has no name. */
static bool is_named(const struct chart *chart, size_t series)
{
    const bool is_end = series == 0 || series + 1 == chart->series_count;
    return chart->series[series].name.len > 0 && (!chart->is_ordered || is_end);
}

/* A value that one arm is reported to have at two places is named once. */
static bool is_first_of_name(const struct chart_series *series, size_t i)
{
    for (size_t j = 0; j < i; j++) {
        if (str_equal(series->reported[j].label, series->reported[i].label)) {
            return false;
        }
    }
    return true;
}

/* What is reported and named; nothing where that would be a list of its own,
 * which the table has. */
static size_t reported_names(const struct chart *chart)
{
    size_t count = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        for (size_t i = 0; i < chart->series[s].reported_count; i++) {
            count += is_first_of_name(&chart->series[s], i);
        }
    }
    return count <= REPORTED_MOST ? count : 0;
}

double series_height(const struct chart *chart, double least, double top,
                     double foot)
{
    size_t names = reported_names(chart);
    for (size_t s = 0; s < chart->series_count; s++) {
        names += is_named(chart, s);
    }
    const double needed = top + (double)(NAME_HEIGHT * names) + foot;
    return needed > least ? needed : least;
}

double series_shift(size_t series, size_t count, double apart)
{
    const double most = SERIES_STYLES / (double)count;
    return apart * (most < 1 ? most : 1) *
           ((double)series - (double)(count - 1) / 2);
}

bool series_place(const struct frame *frame, double x, double y,
                  double *place_x, double *place_y)
{
    return axis_place(&frame->x, x, place_x) &&
           axis_place(&frame->y, y, place_y) && *place_y <= frame->y.from;
}

struct place {
    double x, y;
};

static bool place_of(const struct frame *frame, const struct chart_line *line,
                     size_t i, double ceiling, struct place *place)
{
    if (i >= line->len ||
        !series_place(frame, line->x[i], line->y[i], &place->x, &place->y)) {
        return false;
    }
    place->y = place->y < ceiling ? ceiling : place->y;
    return true;
}

void series_line(struct svg *svg, const struct frame *frame,
                 const struct chart_line *line, double shift, double ceiling)
{
    bool is_open = false;
    for (size_t i = 0; i < line->len; i++) {
        struct place place = {0};
        if (!place_of(frame, line, i, ceiling, &place)) {
            is_open = false;
            continue;
        }
        if (is_open) {
            svg_path_line(svg, place.x + shift, place.y);
        } else {
            svg_path_move(svg, place.x + shift, place.y);
        }
        is_open = true;
    }
}

/* Points between two that have no place. */
static void draw_lone_points(struct svg *svg, const struct frame *frame,
                             const struct chart_line *line, enum mark mark,
                             double shift, double ceiling)
{
    svg_path_start(svg, "point");
    for (size_t i = 0; i < line->len; i++) {
        struct place place = {0};
        struct place other = {0};
        if (place_of(frame, line, i, ceiling, &place) &&
            (i == 0 || !place_of(frame, line, i - 1, ceiling, &other)) &&
            !place_of(frame, line, i + 1, ceiling, &other)) {
            svg_path_mark(svg, mark, place.x + shift, place.y, 2.1);
        }
    }
    svg_path_end(svg);
}

void series_mean_line(struct svg *svg, const struct frame *frame,
                      const struct chart_line *mean, enum mark mark,
                      double shift, double ceiling)
{
    svg_path_start(svg, "mean");
    series_line(svg, frame, mean, shift, ceiling);
    svg_path_end(svg);
    draw_lone_points(svg, frame, mean, mark, shift, ceiling);
}

/* A series, or what is reported for it. */
struct name_place {
    size_t series;
    const struct chart_reported *reported; /* NULL: the series */
    double y; /* where the line ends, then where the name goes */
};

/* Downwards until each is a line's height below the one before, then back up
 * from the bottom if that ran over. Few names, so insertion sort. */
static void move_apart(struct name_place *names, size_t count, double top,
                       double bottom)
{
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0 && names[j].y < names[j - 1].y; j--) {
            const struct name_place swap = names[j];
            names[j] = names[j - 1];
            names[j - 1] = swap;
        }
    }
    double least = top;
    for (size_t i = 0; i < count; i++) {
        names[i].y = names[i].y < least ? least : names[i].y;
        least = names[i].y + NAME_HEIGHT;
    }
    double most = bottom;
    for (size_t i = count; i > 0; i--) {
        names[i - 1].y = names[i - 1].y > most ? most : names[i - 1].y;
        most = names[i - 1].y - NAME_HEIGHT;
    }
}

static size_t place_names(struct arena *arena, const struct chart *chart,
                          const struct frame *frame, double top,
                          struct name_place *names)
{
    size_t count = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_line mean = series_mean(arena, &chart->series[s]);
        double y = 0;
        if (is_named(chart, s) && mean.len > 0) {
            /* Of runs that all diverged the name stands on top. */
            const bool has_end = end_of(&mean, &frame->y, &y);
            names[count++] = (struct name_place){s, NULL, has_end ? y : top};
        }
    }
    return count;
}

static size_t place_reported_names(const struct chart *chart,
                                   const struct frame *frame,
                                   struct name_place *names)
{
    size_t count = 0;
    if (reported_names(chart) == 0) {
        return 0;
    }
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_series *series = &chart->series[s];
        for (size_t i = 0; i < series->reported_count; i++) {
            double y = 0;
            if (is_first_of_name(series, i) &&
                axis_place(&frame->y, series->reported[i].y, &y)) {
                names[count++] =
                    (struct name_place){s, &series->reported[i], y};
            }
        }
    }
    return count;
}

static void draw_name_mark(struct svg *svg, const struct chart *chart,
                           const struct name_place *name, double x)
{
    const char *classes = chart_class(chart, name->series);
    if (name->reported == NULL) {
        svg_mark(svg, chart_mark(chart, name->series), classes, x, name->y,
                 3.4);
        return;
    }
    svg_group(svg, classes);
    svg_mark(svg, MARK_DIAMOND, "reported", x, name->y, 3.4);
    svg_group_end(svg);
}

void series_names(struct svg *svg, struct arena *arena,
                  const struct chart *chart, const struct frame *frame,
                  double from, double to)
{
    struct name_place *names = ARENA_ARRAY(
        arena, struct name_place, chart->series_count + reported_names(chart));
    size_t count = place_names(arena, chart, frame, to, names);
    count += place_reported_names(chart, frame, names + count);
    move_apart(names, count, to, from);
    const double x = frame->x.to + 18;
    for (size_t i = 0; i < count; i++) {
        draw_name_mark(svg, chart, &names[i], x);
    }
    if (count == 0) {
        return;
    }
    svg_texts(svg, "name", ANCHOR_START);
    for (size_t i = 0; i < count; i++) {
        svg_text(svg, NULL, ANCHOR_START, x + 8, names[i].y + 4,
                 names[i].reported != NULL
                     ? names[i].reported->label
                     : chart->series[names[i].series].name);
    }
    svg_group_end(svg);
}

/* Diamonds that would lie on each other stand side by side, from where the
 * first is towards the middle. */
struct diamonds {
    struct place *at;
    size_t len;
};

static struct place free_place(const struct diamonds *diamonds,
                               const struct frame *frame, struct place place)
{
    const double middle = (frame->x.from + frame->x.to) / 2;
    const double step = place.x > middle ? -DIAMOND : DIAMOND;
    for (size_t i = 0; i < diamonds->len; i++) {
        const struct place *other = &diamonds->at[i];
        if (fabs(other->x - place.x) < DIAMOND &&
            fabs(other->y - place.y) < DIAMOND) {
            place.x = other->x + step;
        }
    }
    return place;
}

static size_t reported_count(const struct chart *chart)
{
    size_t count = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        count += chart->series[s].reported_count;
    }
    return count;
}

void series_reported(struct svg *svg, struct arena *arena,
                     const struct chart *chart, const struct frame *frame)
{
    struct diamonds diamonds = {
        .at = ARENA_ARRAY(arena, struct place, reported_count(chart))};
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_series *series = &chart->series[s];
        if (series->reported_count == 0) {
            continue;
        }
        svg_group(svg, chart_class(chart, s));
        svg_path_start(svg, "reported");
        for (size_t i = 0; i < series->reported_count; i++) {
            struct place place = {0};
            if (axis_place(&frame->x, series->reported[i].x, &place.x) &&
                axis_place(&frame->y, series->reported[i].y, &place.y)) {
                place = free_place(&diamonds, frame, place);
                diamonds.at[diamonds.len++] = place;
                svg_path_mark(svg, MARK_DIAMOND, place.x, place.y, 4.6);
            }
        }
        svg_path_end(svg);
        svg_group_end(svg);
    }
}

void series_reference(struct svg *svg, const struct chart *chart,
                      const struct frame *frame)
{
    double y = 0;
    if (!isfinite(chart->reference) ||
        !axis_place(&frame->y, chart->reference, &y)) {
        return;
    }
    svg_line(svg, "reference", frame->x.from, y, frame->x.to, y);
    const bool has_room_below = frame->y.from - y >= 12;
    svg_text(svg, "reference-label", ANCHOR_START, frame->x.from + 4,
             has_room_below ? y + 10 : y - 5, chart->reference_label);
}
