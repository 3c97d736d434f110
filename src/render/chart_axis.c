/* Axes and the other things that all charts share. */

#include "render/chart.h"

#include <math.h>

#include "base/utf8.h"

struct str shown_number(struct arena *arena, double value, int decimals,
                        bool has_plus)
{
    struct out out = {0};
    if (has_plus && value > 0) {
        out_char(&out, '+');
    }
    struct out digits = {0};
    out_fixed(&digits, value, decimals);
    struct str text = out_text(&digits);
    if (str_starts(text, S("-"))) {
        out_c(&out, "\xe2\x88\x92");
        text = str_from(text, 1);
    }
    out_str(&out, text);
    const struct str copy = arena_copy(arena, out_text(&out));
    out_free(&digits);
    out_free(&out);
    return copy;
}

/* A tick in full, or as 2e12 where that would be a row of noughts. */
static struct str tick_text(struct arena *arena, const struct ticks *ticks,
                            size_t i, bool has_plus)
{
    const double size = fabs(ticks->at[i]);
    return size >= 1e6 || (size > 0 && size < 1e-5)
               ? arena_printf(arena, "%.0e", ticks->at[i])
               : shown_number(arena, ticks->at[i], ticks->decimals[i],
                              has_plus);
}

static bool is_small(struct str text, size_t at)
{
    const struct str rest = str_from(text, at);
    return str_starts(rest, S("\xe2\x81")) || str_starts(rest, S("\xc2\xb9")) ||
           str_starts(rest, S("\xc2\xb2")) || str_starts(rest, S("\xc2\xb3"));
}

double chart_text_width(struct str text)
{
    double letters = (double)utf8_length(text);
    for (size_t i = 0; i < text.len; i++) {
        letters -= is_small(text, i) ? 0.4 : 0;
    }
    return 8.4 * letters;
}

static void draw_y(struct svg *svg, struct arena *arena,
                   const struct frame *frame)
{
    const struct ticks ticks = axis_ticks(&frame->y, 8);
    double y = 0;
    svg_path_start(svg, "grid");
    for (size_t i = 0; i < ticks.len; i++) {
        if (axis_place(&frame->y, ticks.at[i], &y)) {
            svg_path_move(svg, frame->x.from, y);
            svg_path_line(svg, frame->x.to, y);
        }
    }
    svg_path_end(svg);
    svg_texts(svg, "tick", ANCHOR_END);
    for (size_t i = 0; i < ticks.len; i++) {
        if (axis_place(&frame->y, ticks.at[i], &y)) {
            svg_text(svg, NULL, ANCHOR_START, frame->x.from - 6, y + 4,
                     tick_text(arena, &ticks, i, false));
        }
    }
    svg_group_end(svg);
    if (frame->y_label != NULL) {
        svg_text(svg, "axis-label", ANCHOR_START, 0, 12,
                 str_from_c(frame->y_label));
    }
}

/* The axis, a stroke for each tick in the same path. */
static void draw_strokes(struct svg *svg, const struct frame *frame,
                         const double *places, size_t count)
{
    svg_path_start(svg, "axis");
    svg_path_move(svg, frame->x.from, frame->y.from);
    svg_path_line(svg, frame->x.to, frame->y.from);
    for (size_t i = 0; i < count; i++) {
        svg_path_move(svg, places[i], frame->y.from);
        svg_path_line(svg, places[i], frame->y.from + 4);
    }
    svg_path_end(svg);
}

static void draw_round_x(struct svg *svg, struct arena *arena,
                         const struct frame *frame, bool is_whole)
{
    const struct ticks ticks = axis_ticks(&frame->x, 5);
    double places[TICKS_MOST] = {0};
    size_t shown[TICKS_MOST] = {0};
    size_t count = 0;
    for (size_t i = 0; i < ticks.len; i++) {
        if ((!is_whole || ticks.at[i] == floor(ticks.at[i])) &&
            axis_place(&frame->x, ticks.at[i], &places[count])) {
            shown[count++] = i;
        }
    }
    draw_strokes(svg, frame, places, count);
    svg_texts(svg, "tick", ANCHOR_MIDDLE);
    for (size_t i = 0; i < count; i++) {
        svg_text(svg, NULL, ANCHOR_START, places[i], frame->y.from + 16,
                 is_whole ? shown_number(arena, ticks.at[shown[i]], 0, false)
                          : tick_text(arena, &ticks, shown[i], false));
    }
    svg_group_end(svg);
}

static void draw_x_places(struct svg *svg, struct arena *arena,
                          const struct frame *frame)
{
    double *places = ARENA_ARRAY(arena, double, frame->x_place_count);
    struct str *texts = ARENA_ARRAY(arena, struct str, frame->x_place_count);
    size_t count = 0;
    for (size_t i = 0; i < frame->x_place_count; i++) {
        if (axis_place(&frame->x, frame->x_places[i].at, &places[count])) {
            texts[count++] = frame->x_places[i].text;
        }
    }
    draw_strokes(svg, frame, places, count);
    svg_texts(svg, "tick", ANCHOR_MIDDLE);
    double free_from = 0;
    for (size_t i = 0; i < count; i++) {
        const double half = chart_text_width(texts[i]) / 2;
        if (places[i] - half >= free_from) {
            svg_text(svg, NULL, ANCHOR_START, places[i], frame->y.from + 16,
                     texts[i]);
            free_from = places[i] + half + 5;
        }
    }
    svg_group_end(svg);
}

static void draw_x(struct svg *svg, struct arena *arena,
                   const struct frame *frame, bool is_whole)
{
    if (frame->x_place_count > 0) {
        draw_x_places(svg, arena, frame);
    } else {
        draw_round_x(svg, arena, frame, is_whole);
    }
    if (frame->x_label != NULL) {
        svg_text(svg, "axis-label", ANCHOR_MIDDLE,
                 (frame->x.from + frame->x.to) / 2, frame->y.from + 33,
                 str_from_c(frame->x_label));
    }
}

void frame_draw(struct svg *svg, struct arena *arena, const struct frame *frame,
                bool is_x_whole)
{
    draw_y(svg, arena, frame);
    draw_x(svg, arena, frame, is_x_whole);
}

void frame_draw_x(struct svg *svg, struct arena *arena,
                  const struct frame *frame)
{
    const struct ticks ticks = axis_ticks(&frame->x, 6);
    double x = 0;
    svg_path_start(svg, "grid");
    for (size_t i = 0; i < ticks.len; i++) {
        if (axis_place(&frame->x, ticks.at[i], &x)) {
            svg_path_move(svg, x, frame->y.from);
            svg_path_line(svg, x, frame->y.to);
        }
    }
    svg_path_end(svg);
    svg_texts(svg, "tick", ANCHOR_MIDDLE);
    for (size_t i = 0; i < ticks.len; i++) {
        if (axis_place(&frame->x, ticks.at[i], &x)) {
            svg_text(svg, NULL, ANCHOR_START, x, frame->y.from + 14,
                     tick_text(arena, &ticks, i, false));
        }
    }
    svg_group_end(svg);
    svg_line(svg, "axis", frame->x.from, frame->y.from, frame->x.to,
             frame->y.from);
    if (frame->x_label != NULL) {
        svg_text(svg, "axis-label", ANCHOR_MIDDLE,
                 (frame->x.from + frame->x.to) / 2, frame->y.from + 31,
                 str_from_c(frame->x_label));
    }
}
