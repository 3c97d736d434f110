/* Writes SVG marks. The only place that spells the format. */

#include "render/svg.h"

#include <math.h>

#include "base/bug.h"

/* A number with two decimals at most. */
static void put_number(struct out *out, double value)
{
    if (!isfinite(value)) {
        BUG("a chart tried to draw at a place that is none");
    }
    const size_t start = out->len;
    out_fixed(out, value, 2);
    if (out->is_full) {
        return;
    }
    while (out->len > start && out->ptr[out->len - 1] == '0') {
        out->len--;
    }
    if (out->len > start && out->ptr[out->len - 1] == '.') {
        out->len--;
    }
}

static void attribute(struct svg *svg, const char *name, double value)
{
    out_printf(svg->out, " %s=\"", name);
    put_number(svg->out, value);
    out_char(svg->out, '"');
}

static void class_attribute(struct svg *svg, const char *classes)
{
    if (classes != NULL && classes[0] != '\0') {
        out_printf(svg->out, " class=\"%s\"", classes);
    }
}

void svg_open(struct svg *svg, struct str id, const char *classes,
              struct str title, struct str description)
{
    out_printf(svg->out, "<svg class=\"%s\" viewBox=\"0 0 ", classes);
    put_number(svg->out, svg->width);
    out_char(svg->out, ' ');
    put_number(svg->out, svg->height);
    out_c(svg->out, "\" role=\"img\" aria-labelledby=\"");
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

void svg_close(struct svg *svg)
{
    out_c(svg->out, "</svg>");
}

void svg_group(struct svg *svg, const char *classes)
{
    out_c(svg->out, "<g");
    class_attribute(svg, classes);
    out_c(svg->out, ">\n");
}

void svg_group_end(struct svg *svg)
{
    out_c(svg->out, "</g>\n");
}

void svg_line(struct svg *svg, const char *classes, double x1, double y1,
              double x2, double y2)
{
    out_c(svg->out, "<line");
    class_attribute(svg, classes);
    attribute(svg, "x1", x1);
    attribute(svg, "y1", y1);
    attribute(svg, "x2", x2);
    attribute(svg, "y2", y2);
    out_c(svg->out, "/>\n");
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
    out_c(svg->out, "/>\n");
}

void svg_path_start(struct svg *svg, const char *classes)
{
    out_c(svg->out, "<path");
    class_attribute(svg, classes);
    out_c(svg->out, " d=\"");
}

void svg_path_point(struct svg *svg, double x, double y, bool is_first)
{
    out_char(svg->out, is_first ? 'M' : 'L');
    put_number(svg->out, x);
    out_char(svg->out, ' ');
    put_number(svg->out, y);
}

void svg_path_end(struct svg *svg)
{
    out_c(svg->out, "\"/>\n");
}

static void polygon(struct svg *svg, const char *classes,
                    const double points[][2], size_t count, double x, double y,
                    double size)
{
    svg_path_start(svg, classes);
    for (size_t i = 0; i < count; i++) {
        svg_path_point(svg, x + size * points[i][0], y + size * points[i][1],
                       i == 0);
    }
    out_c(svg->out, "Z");
    svg_path_end(svg);
}

void svg_mark(struct svg *svg, enum mark mark, const char *classes, double x,
              double y, double size)
{
    /* Sized so that each shape covers about the area of the circle. */
    static const double square[4][2] = {
        {-0.89, -0.89}, {0.89, -0.89}, {0.89, 0.89}, {-0.89, 0.89}};
    static const double diamond[4][2] = {
        {0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}};
    static const double triangle[3][2] = {
        {0, -1.35}, {1.25, 0.8}, {-1.25, 0.8}};
    switch (mark) {
    case MARK_CIRCLE:
        out_c(svg->out, "<circle");
        class_attribute(svg, classes);
        attribute(svg, "cx", x);
        attribute(svg, "cy", y);
        attribute(svg, "r", size);
        out_c(svg->out, "/>\n");
        return;
    case MARK_SQUARE:
        polygon(svg, classes, square, 4, x, y, size);
        return;
    case MARK_DIAMOND:
        polygon(svg, classes, diamond, 4, x, y, size);
        return;
    case MARK_TRIANGLE:
        polygon(svg, classes, triangle, 3, x, y, size);
        return;
    case MARK_COUNT:
        break;
    }
    BUG("mark of no shape");
}

void svg_text(struct svg *svg, const char *classes, enum anchor anchor,
              double x, double y, struct str text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    out_c(svg->out, "<text");
    class_attribute(svg, classes);
    attribute(svg, "x", x);
    attribute(svg, "y", y);
    if (anchor != ANCHOR_START) {
        out_printf(svg->out, " text-anchor=\"%s\"", anchors[anchor]);
    }
    out_char(svg->out, '>');
    out_html(svg->out, text);
    out_c(svg->out, "</text>\n");
}
