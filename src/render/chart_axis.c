/* Axes and the other things that all charts share. */

#include "render/chart.h"

#include <math.h>

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

static void draw_y(struct svg *svg, struct arena *arena,
                   const struct frame *frame)
{
    const struct ticks ticks = axis_ticks(&frame->y, 5);
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

static void draw_round_x(struct svg *svg, struct arena *arena,
                         const struct frame *frame, bool is_whole)
{
    const struct ticks ticks = axis_ticks(&frame->x, 5);
    for (size_t i = 0; i < ticks.len; i++) {
        double x = 0;
        if ((is_whole && ticks.at[i] != floor(ticks.at[i])) ||
            !axis_place(&frame->x, ticks.at[i], &x)) {
            continue;
        }
        svg_line(svg, "axis", x, frame->y.from, x, frame->y.from + 4);
        svg_text(svg, "tick", ANCHOR_MIDDLE, x, frame->y.from + 16,
                 shown_number(arena, ticks.at[i],
                              is_whole ? 0 : ticks.decimals[i], false));
    }
}

/* As wide as the digits are on a phone, where they are largest. */
static double text_width(struct str text)
{
    return 7.4 * (double)text.len;
}

static void draw_x_places(struct svg *svg, const struct frame *frame)
{
    double free_from = 0;
    for (size_t i = 0; i < frame->x_place_count; i++) {
        const struct chart_place *place = &frame->x_places[i];
        const double half = text_width(place->text) / 2;
        double x = 0;
        if (!axis_place(&frame->x, place->at, &x)) {
            continue;
        }
        svg_line(svg, "axis", x, frame->y.from, x, frame->y.from + 4);
        if (x - half >= free_from) {
            svg_text(svg, "tick", ANCHOR_MIDDLE, x, frame->y.from + 16,
                     place->text);
            free_from = x + half + 6;
        }
    }
}

static void draw_x(struct svg *svg, struct arena *arena,
                   const struct frame *frame, bool is_whole)
{
    svg_line(svg, "axis", frame->x.from, frame->y.from, frame->x.to,
             frame->y.from);
    if (frame->x_place_count > 0) {
        draw_x_places(svg, frame);
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
    svg_group(svg, "axes");
    draw_y(svg, arena, frame);
    draw_x(svg, arena, frame, is_x_whole);
    svg_group_end(svg);
}
