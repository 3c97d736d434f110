/* Writes SVG marks. The only place that spells the format. */

#include "render/svg.h"

#include <math.h>

#include "base/bug.h"

/* ---- Numbers ---------------------------------------------------------- */

/* Far outside of every drawing; within it tenths are exact. */
#define OUTSIDE 1e6

static int64_t tenths(double value)
{
    if (!isfinite(value)) {
        BUG("a chart tried to draw at a place that is none");
    }
    value = value > OUTSIDE ? OUTSIDE : value;
    value = value < -OUTSIDE ? -OUTSIDE : value;
    return (int64_t)floor(value * 10 + 0.5);
}

/* "12.5", "-.5", "0". */
static void put_tenths(struct out *out, int64_t value)
{
    const int64_t size = value < 0 ? -value : value;
    if (value < 0) {
        out_char(out, '-');
    }
    if (size >= 10 || size == 0) {
        out_int(out, size / 10);
    }
    if (size % 10 != 0) {
        out_char(out, '.');
        out_char(out, (char)('0' + size % 10));
    }
}

static void attribute(struct svg *svg, const char *name, double value)
{
    out_printf(svg->out, " %s=\"", name);
    put_tenths(svg->out, tenths(value));
    out_char(svg->out, '"');
}

static void class_attribute(struct svg *svg, const char *classes)
{
    if (classes != NULL && classes[0] != '\0') {
        out_printf(svg->out, " class=\"%s\"", classes);
    }
}

/* ---- The drawing ------------------------------------------------------ */

static void open_as(struct svg *svg, const char *role, struct str id,
                    const char *classes, struct str title,
                    struct str description)
{
    out_printf(svg->out, "<svg class=\"%s\" viewBox=\"0 0 ", classes);
    put_tenths(svg->out, tenths(svg->width));
    out_char(svg->out, ' ');
    put_tenths(svg->out, tenths(svg->height));
    out_printf(svg->out, "\" role=\"%s\" aria-labelledby=\"", role);
    out_html(svg->out, id);
    out_c(svg->out, "-title ");
    out_html(svg->out, id);
    out_c(svg->out, "-desc\">\n<title id=\"");
    out_html(svg->out, id);
    out_c(svg->out, "-title\">");
    out_html(svg->out, title);
    out_c(svg->out, "</title>\n<desc id=\"");
    out_html(svg->out, id);
    out_c(svg->out, "-desc\">");
    out_html(svg->out, description);
    out_c(svg->out, "</desc>\n");
}

void svg_open(struct svg *svg, struct str id, const char *classes,
              struct str title, struct str description)
{
    open_as(svg, "img", id, classes, title, description);
}

void svg_open_linked(struct svg *svg, struct str id, const char *classes,
                     struct str title, struct str description)
{
    open_as(svg, "group", id, classes, title, description);
}

void svg_link(struct svg *svg, struct str href, struct str title)
{
    out_c(svg->out, "<a href=\"");
    out_html(svg->out, href);
    out_c(svg->out, "\"><title>");
    out_html(svg->out, title);
    out_c(svg->out, "</title>");
}

void svg_link_end(struct svg *svg)
{
    out_c(svg->out, "</a>");
}

void svg_close(struct svg *svg)
{
    out_c(svg->out, "</svg>");
}

void svg_group(struct svg *svg, const char *classes)
{
    out_c(svg->out, "<g");
    class_attribute(svg, classes);
    out_c(svg->out, ">");
}

void svg_group_end(struct svg *svg)
{
    out_c(svg->out, "</g>");
}

/* ---- Paths ------------------------------------------------------------ */

void svg_path_start(struct svg *svg, const char *classes)
{
    svg->path = (struct svg_path){.start = svg->out->len};
    out_c(svg->out, "<path");
    class_attribute(svg, classes);
    out_c(svg->out, " d=\"");
}

/* A command, or nothing where the one before goes on. */
static void put_command(struct svg *svg, char letter, const int64_t *numbers,
                        size_t count)
{
    struct svg_path *path = &svg->path;
    bool needs_gap = path->letter == letter;
    if (!needs_gap) {
        out_char(svg->out, letter);
    }
    for (size_t i = 0; i < count; i++) {
        if (needs_gap && numbers[i] >= 0) {
            out_char(svg->out, ' ');
        }
        put_tenths(svg->out, numbers[i]);
        needs_gap = true;
    }
    path->letter = letter;
}

void svg_path_move(struct svg *svg, double x, double y)
{
    struct svg_path *path = &svg->path;
    const int64_t to[] = {tenths(x), tenths(y)};
    const int64_t step[] = {to[0] - path->x, to[1] - path->y};
    /* A second pair after m would be a line. */
    path->letter = '\0';
    put_command(svg, path->has_points ? 'm' : 'M', path->has_points ? step : to,
                2);
    path->letter = path->has_points ? 'l' : 'L';
    path->x = path->piece_x = to[0];
    path->y = path->piece_y = to[1];
    path->has_points = true;
}

/* A step by what is drawn already, so that rounding does not add up. */
void svg_path_line(struct svg *svg, double x, double y)
{
    struct svg_path *path = &svg->path;
    const int64_t step[] = {tenths(x) - path->x, tenths(y) - path->y};
    if (step[1] == 0) {
        put_command(svg, 'h', &step[0], 1);
    } else if (step[0] == 0) {
        put_command(svg, 'v', &step[1], 1);
    } else {
        put_command(svg, 'l', step, 2);
    }
    path->x += step[0];
    path->y += step[1];
}

void svg_path_bend(struct svg *svg, double x, double y)
{
    struct svg_path *path = &svg->path;
    const int64_t dx = tenths(x) - path->x;
    const int64_t dy = tenths(y) - path->y;
    const int64_t numbers[] = {dx / 2, 0, dx / 2, dy, dx, dy};
    put_command(svg, 'c', numbers, sizeof numbers / sizeof *numbers);
    path->x += dx;
    path->y += dy;
}

void svg_path_close(struct svg *svg)
{
    struct svg_path *path = &svg->path;
    out_char(svg->out, 'z');
    path->letter = '\0';
    path->x = path->piece_x;
    path->y = path->piece_y;
}

void svg_path_end(struct svg *svg)
{
    if (!svg->path.has_points && !svg->out->is_full) {
        svg->out->len = svg->path.start;
        return;
    }
    out_c(svg->out, "\"/>");
}

/* ---- Shapes ----------------------------------------------------------- */

/* Sized so that each covers about the area of the circle. */
static const struct shape {
    size_t count;
    double at[12][2];
} shapes[MARK_COUNT] = {
    [MARK_SQUARE] =
        {4, {{-0.89, -0.89}, {0.89, -0.89}, {0.89, 0.89}, {-0.89, 0.89}}},
    [MARK_DIAMOND] = {4, {{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}}},
    [MARK_TRIANGLE] = {3, {{0, -1.35}, {1.25, 0.8}, {-1.25, 0.8}}},
    [MARK_TIP] = {3, {{0, 1.35}, {1.25, -0.8}, {-1.25, -0.8}}},
    [MARK_PLUS] = {12,
                   {{-0.4, -1.25},
                    {0.4, -1.25},
                    {0.4, -0.4},
                    {1.25, -0.4},
                    {1.25, 0.4},
                    {0.4, 0.4},
                    {0.4, 1.25},
                    {-0.4, 1.25},
                    {-0.4, 0.4},
                    {-1.25, 0.4},
                    {-1.25, -0.4},
                    {-0.4, -0.4}}},
    [MARK_STAR] = {8,
                   {{0, -1.6},
                    {0.45, -0.45},
                    {1.6, 0},
                    {0.45, 0.45},
                    {0, 1.6},
                    {-0.45, 0.45},
                    {-1.6, 0},
                    {-0.45, -0.45}}},
    [MARK_BAR] = {4, {{-0.5, -1.5}, {0.5, -1.5}, {0.5, 1.5}, {-0.5, 1.5}}},
};

/* One turn, but for a tenth that closing it draws. */
static void path_circle(struct svg *svg, double x, double y, double size)
{
    const int64_t r = tenths(size);
    svg_path_move(svg, x, y - (double)r / 10);
    out_char(svg->out, 'a');
    put_tenths(svg->out, r);
    out_char(svg->out, ' ');
    put_tenths(svg->out, r);
    out_c(svg->out, " 0 1 1-.1 0");
    svg_path_close(svg);
}

/* To whole units, in which a shape of a few is as good and half as long. */
static double whole(double value)
{
    return floor(value + 0.5);
}

void svg_path_mark(struct svg *svg, enum mark mark, double x, double y,
                   double size)
{
    if (mark == MARK_CIRCLE) {
        path_circle(svg, x, y, size);
        return;
    }
    if (mark >= MARK_COUNT) {
        BUG("mark of no shape");
    }
    const struct shape *shape = &shapes[mark];
    for (size_t i = 0; i < shape->count; i++) {
        const double px = x + whole(size * shape->at[i][0]);
        const double py = y + whole(size * shape->at[i][1]);
        if (i == 0) {
            svg_path_move(svg, px, py);
        } else {
            svg_path_line(svg, px, py);
        }
    }
    svg_path_close(svg);
}

void svg_path_box(struct svg *svg, double x, double y, double width,
                  double height)
{
    svg_path_move(svg, x, y);
    svg_path_line(svg, x + width, y);
    svg_path_line(svg, x + width, y + height);
    svg_path_line(svg, x, y + height);
    svg_path_close(svg);
}

void svg_path_cross(struct svg *svg, double x, double y, double size)
{
    svg_path_move(svg, x - size, y - size);
    svg_path_line(svg, x + size, y + size);
    svg_path_move(svg, x - size, y + size);
    svg_path_line(svg, x + size, y - size);
}

void svg_mark(struct svg *svg, enum mark mark, const char *classes, double x,
              double y, double size)
{
    if (mark != MARK_CIRCLE) {
        svg_path_start(svg, classes);
        svg_path_mark(svg, mark, x, y, size);
        svg_path_end(svg);
        return;
    }
    out_c(svg->out, "<circle");
    class_attribute(svg, classes);
    attribute(svg, "cx", x);
    attribute(svg, "cy", y);
    attribute(svg, "r", size);
    out_c(svg->out, "/>");
}

void svg_line(struct svg *svg, const char *classes, double x1, double y1,
              double x2, double y2)
{
    svg_path_start(svg, classes);
    svg_path_move(svg, x1, y1);
    svg_path_line(svg, x2, y2);
    svg_path_end(svg);
}

void svg_rect(struct svg *svg, const char *classes, double x, double y,
              double width, double height)
{
    out_c(svg->out, "<rect");
    class_attribute(svg, classes);
    attribute(svg, "x", x);
    attribute(svg, "y", y);
    attribute(svg, "width", width > 0 ? width : 0);
    attribute(svg, "height", height > 0 ? height : 0);
    out_c(svg->out, "/>");
}

/* ---- Text ------------------------------------------------------------- */

static void anchor_attribute(struct svg *svg, enum anchor anchor)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    if (anchor != ANCHOR_START) {
        out_printf(svg->out, " text-anchor=\"%s\"", anchors[anchor]);
    }
}

void svg_text(struct svg *svg, const char *classes, enum anchor anchor,
              double x, double y, struct str text)
{
    out_c(svg->out, "<text");
    class_attribute(svg, classes);
    attribute(svg, "x", whole(x));
    attribute(svg, "y", whole(y));
    anchor_attribute(svg, anchor);
    out_char(svg->out, '>');
    out_html(svg->out, text);
    out_c(svg->out, "</text>");
}

void svg_texts(struct svg *svg, const char *classes, enum anchor anchor)
{
    out_c(svg->out, "<g");
    class_attribute(svg, classes);
    anchor_attribute(svg, anchor);
    out_c(svg->out, ">");
}
