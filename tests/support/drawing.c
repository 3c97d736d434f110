/* Reads what render/svg.c writes: elements in order, one path command after the
 * other, each number as it stands. */

#include "support/drawing.h"

#include <math.h>

enum { DEPTH = 16 };

struct reader {
    struct arena *arena;
    struct drawing *drawing;
    struct str groups[DEPTH]; /* classes, from the outermost in */
    size_t depth;
};

/* ---- Attributes ------------------------------------------------------- */

static struct str attribute_of(struct str tag, const char *name)
{
    struct arena arena = {0};
    const struct str opening = arena_printf(&arena, " %s=\"", name);
    const size_t at = str_find(tag, opening);
    struct str value = {0};
    if (at != STR_NONE) {
        value = str_from(tag, at + opening.len);
        value = str_slice(value, 0, str_find_char(value, '"'));
    }
    arena_free(&arena);
    return value;
}

/* strtod would take nan and inf for numbers. */
static double number_at(struct str text, size_t *at)
{
    while (*at < text.len && text.ptr[*at] == ' ') {
        (*at)++;
    }
    const size_t from = *at;
    while (*at < text.len &&
           str_find_char(S("0123456789."), text.ptr[*at]) != STR_NONE) {
        (*at)++;
    }
    const bool is_negative =
        *at == from && *at < text.len && text.ptr[*at] == '-';
    if (is_negative) {
        (*at)++;
        return -number_at(text, at);
    }
    double value = 0;
    if (*at == from || !str_to_double(str_slice(text, from, *at), &value)) {
        fail_msg("no number in \"%.*s\" at %zu", STR_ARG(text), from);
    }
    return value;
}

static double number_of(struct str tag, const char *name)
{
    size_t at = 0;
    const struct str value = attribute_of(tag, name);
    const double number = number_at(value, &at);
    assert_int_equal(at, value.len);
    return number;
}

static struct str classes_of(const struct reader *reader, struct str tag)
{
    struct out out = {0};
    for (size_t i = 0; i < reader->depth; i++) {
        out_str(&out, reader->groups[i]);
        out_char(&out, ' ');
    }
    out_str(&out, attribute_of(tag, "class"));
    return out_take(&out, reader->arena);
}

/* ---- Paths ------------------------------------------------------------ */

static void widen(struct piece *piece, double x, double y)
{
    const bool is_first = piece->points == 0;
    piece->left = is_first || x < piece->left ? x : piece->left;
    piece->right = is_first || x > piece->right ? x : piece->right;
    piece->top = is_first || y < piece->top ? y : piece->top;
    piece->bottom = is_first || y > piece->bottom ? y : piece->bottom;
    piece->points++;
}

struct pen {
    struct piece *piece;
    double x, y, from_x, from_y;
};

static void begin_piece(struct reader *reader, struct pen *pen,
                        struct str classes)
{
    pen->piece = LIST_PUSH(reader->arena, &reader->drawing->pieces);
    *pen->piece = (struct piece){.classes = classes};
    pen->from_x = pen->x;
    pen->from_y = pen->y;
    widen(pen->piece, pen->x, pen->y);
}

/* All but one whole turn, from its top. */
static void turn(struct pen *pen, struct str path, size_t *at)
{
    const double radius = number_at(path, at);
    assert_true(number_at(path, at) == radius);
    assert_true(number_at(path, at) == 0);
    assert_true(number_at(path, at) == 1);
    assert_true(number_at(path, at) == 1);
    pen->x += number_at(path, at);
    pen->y += number_at(path, at);
    assert_true(fabs(pen->x - pen->from_x) <= 0.11 && pen->y == pen->from_y);
    widen(pen->piece, pen->x - radius, pen->y + radius);
    widen(pen->piece, pen->x + radius, pen->y + 2 * radius);
    pen->piece->is_round = true;
}

/* One command's numbers; a further set of them repeats it, as a line where it
 * was a move. */
static char step(struct reader *reader, struct pen *pen, struct str classes,
                 struct str path, size_t *at, char command)
{
    const bool is_whole = command == 'M' || command == 'L';
    double dx = command == 'v' ? 0 : number_at(path, at);
    double dy = command == 'h' ? 0 : number_at(path, at);
    pen->x = is_whole ? dx : pen->x + dx;
    pen->y = is_whole ? dy : pen->y + dy;
    if (command == 'M' || command == 'm') {
        begin_piece(reader, pen, classes);
        return command == 'M' ? 'L' : 'l';
    }
    widen(pen->piece, pen->x, pen->y);
    pen->piece->is_falling =
        (pen->x - pen->from_x) * (pen->y - pen->from_y) > 0;
    return command;
}

static void read_path(struct reader *reader, struct str tag)
{
    const struct str path = attribute_of(tag, "d");
    const struct str classes = classes_of(reader, tag);
    struct pen pen = {0};
    char command = '\0';
    size_t at = 0;
    assert_true(str_starts(path, S("M")));
    while (at < path.len) {
        const char next = path.ptr[at];
        if (next == 'z') {
            pen.piece->is_closed = true;
            pen.x = pen.from_x;
            pen.y = pen.from_y;
            command = '\0';
            at++;
            continue;
        }
        if (str_find_char(S("MLmlhva"), next) != STR_NONE) {
            command = next;
            at++;
        }
        assert_true(command != '\0');
        if (command == 'a') {
            turn(&pen, path, &at);
        } else {
            command = step(reader, &pen, classes, path, &at, command);
        }
    }
}

/* ---- Elements --------------------------------------------------------- */

static void read_circle(struct reader *reader, struct str tag)
{
    const double x = number_of(tag, "cx");
    const double y = number_of(tag, "cy");
    const double r = number_of(tag, "r");
    *LIST_PUSH(reader->arena, &reader->drawing->pieces) = (struct piece){
        .classes = classes_of(reader, tag),
        .is_closed = true,
        .is_round = true,
        .left = x - r,
        .right = x + r,
        .top = y - r,
        .bottom = y + r,
    };
}

static void read_rect(struct reader *reader, struct str tag)
{
    const double x = number_of(tag, "x");
    const double y = number_of(tag, "y");
    *LIST_PUSH(reader->arena, &reader->drawing->pieces) = (struct piece){
        .classes = classes_of(reader, tag),
        .points = 4,
        .is_closed = true,
        .left = x,
        .right = x + number_of(tag, "width"),
        .top = y,
        .bottom = y + number_of(tag, "height"),
    };
}

static void read_element(struct reader *reader, struct str tag, struct str text)
{
    struct drawing *drawing = reader->drawing;
    if (str_starts(tag, S("<path "))) {
        read_path(reader, tag);
    } else if (str_starts(tag, S("<circle "))) {
        read_circle(reader, tag);
    } else if (str_starts(tag, S("<rect "))) {
        read_rect(reader, tag);
    } else if (str_starts(tag, S("<text "))) {
        *LIST_PUSH(reader->arena, &drawing->labels) =
            (struct label){classes_of(reader, tag), text, number_of(tag, "x"),
                           number_of(tag, "y")};
    } else if (str_starts(tag, S("<g"))) {
        assert_true(reader->depth < DEPTH);
        reader->groups[reader->depth++] = attribute_of(tag, "class");
    } else if (str_starts(tag, S("</g"))) {
        assert_true(reader->depth > 0);
        reader->depth--;
    } else if (str_starts(tag, S("<title"))) {
        drawing->title = text;
    } else if (str_starts(tag, S("<desc"))) {
        drawing->description = text;
    } else if (str_starts(tag, S("<svg "))) {
        const struct str box = attribute_of(tag, "viewBox");
        size_t at = 0;
        number_at(box, &at);
        number_at(box, &at);
        drawing->width = number_at(box, &at);
        drawing->height = number_at(box, &at);
    } else {
        assert_true(str_starts(tag, S("</")));
    }
}

struct drawing drawing_read(struct arena *arena, struct str svg)
{
    struct drawing drawing = {0};
    struct reader reader = {.arena = arena, .drawing = &drawing};
    size_t open = str_find_char(svg, '<');
    while (open != STR_NONE) {
        svg = str_from(svg, open);
        const size_t end = str_find_char(svg, '>');
        assert_true(end != STR_NONE);
        const struct str tag = str_slice(svg, 0, end + 1);
        svg = str_from(svg, end + 1);
        open = str_find_char(svg, '<');
        read_element(&reader, tag, str_slice(svg, 0, open));
    }
    assert_int_equal(reader.depth, 0);
    return drawing;
}

/* ---- What it shows ---------------------------------------------------- */

bool has_class(struct str classes, const char *word)
{
    struct arena arena = {0};
    const struct str all = arena_printf(&arena, " %.*s ", STR_ARG(classes));
    const bool has =
        str_find(all, arena_printf(&arena, " %s ", word)) != STR_NONE;
    arena_free(&arena);
    return has;
}

static bool is_crossing(const struct piece *a, const struct piece *b)
{
    return a->points == 2 && b->points == 2 && a->is_falling != b->is_falling &&
           fabs(a->left - b->left) < 0.11 && fabs(a->top - b->top) < 0.11 &&
           fabs(a->right - b->right) < 0.11 &&
           fabs(a->bottom - b->bottom) < 0.11;
}

size_t drawing_crosses(const struct drawing *drawing, const char *classes)
{
    size_t count = 0;
    for (size_t i = 1; i < drawing->pieces.len; i++) {
        const struct piece *piece = &drawing->pieces.at[i];
        count +=
            has_class(piece->classes, classes) && is_crossing(piece - 1, piece);
    }
    return count;
}

size_t drawing_pieces(const struct drawing *drawing, const char *classes)
{
    size_t count = 0;
    for (size_t i = 0; i < drawing->pieces.len; i++) {
        count += has_class(drawing->pieces.at[i].classes, classes);
    }
    return count;
}

void assert_inside(const struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->pieces.len; i++) {
        const struct piece *piece = &drawing->pieces.at[i];
        if (!(piece->left >= 0 && piece->top >= 0 &&
              piece->right <= drawing->width &&
              piece->bottom <= drawing->height)) {
            fail_msg("\"%.*s\" sticks out: %g to %g, %g to %g",
                     STR_ARG(piece->classes), piece->left, piece->right,
                     piece->top, piece->bottom);
        }
    }
    for (size_t i = 0; i < drawing->labels.len; i++) {
        const struct label *label = &drawing->labels.at[i];
        if (!(label->x >= 0 && label->x <= drawing->width && label->y >= 0 &&
              label->y <= drawing->height)) {
            fail_msg("\"%.*s\" stands outside, at %g, %g", STR_ARG(label->text),
                     label->x, label->y);
        }
    }
}
