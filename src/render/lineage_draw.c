/* Columns of links, and curves from each practice to those that tell of it and
 * to what it rests on. A practice and its curves are one group, so that a style
 * sheet can bring them forward together. */

#include "render/lineage.h"

#include "base/utf8.h"
#include "render/insert.h"
#include "render/page.h"
#include "render/words.h"

/* Mean width of one, a little more than it is. */
#define LETTER 6.3

enum {
    WIDTH = 1240,
    TOP = 34, /* below the columns' names */
    ROW = 23,
    GAP = 8,  /* between a label and the curves that reach it */
    BASE = 4, /* from the middle of a row to the base line of its text */
};

struct column {
    const char *name;
    double left, right; /* curves come from the left and leave to the right */
    size_t letters;     /* of a label, at most */
};

static const struct column columns[LINEAGE_COLUMNS] = {
    [LINEAGE_CHAPTERS] = {"Chapters", 0, 230, 34},
    [LINEAGE_PRACTICES] = {"Practices", 330, 730, 62},
    [LINEAGE_GROUNDS] = {"What they rest on", 830, WIDTH, 64},
};

struct drawing {
    const struct page_context *context;
    const struct lineage *lineage;
    struct svg svg;
};

/* ---- Words -------------------------------------------------------------- */

static struct str cut_short(struct arena *arena, struct str text, size_t most)
{
    return utf8_length(text) <= most
               ? text
               : arena_printf(arena, "%.*s\xe2\x80\xa6",
                              STR_ARG(str_trim(str_slice(
                                  text, 0, utf8_offset(text, most - 1)))));
}

static struct str whole_name(const struct drawing *drawing,
                             const struct lineage_node *node)
{
    struct arena *arena = drawing->context->arena;
    const struct chapter *chapter = node->chapter;
    if (chapter != NULL) {
        return chapter->number > 0 ? arena_printf(arena, "%lld. %.*s",
                                                  (long long)chapter->number,
                                                  STR_ARG(chapter->title))
                                   : chapter->title;
    }
    const struct record *record = node->record;
    const bool is_work = record->kind->role == ROLE_LITERATURE;
    return arena_printf(arena, "%.*s %.*s", STR_ARG(record->id),
                        STR_ARG(is_work ? author_year(arena, record)
                                        : short_title(arena, record)));
}

static struct str href_of(const struct drawing *drawing,
                          const struct lineage_node *node)
{
    const struct page_context *context = drawing->context;
    return node->chapter != NULL
               ? ARENA_JOIN(context->arena, context->root,
                            chapter_place(context->site, node->chapter),
                            S(".html"))
               : record_url(context, node->record, "html");
}

/* The sign of the gravest verdict before a practice's name. */
static struct str label_of(const struct drawing *drawing,
                           const struct lineage_node *node, size_t letters)
{
    struct arena *arena = drawing->context->arena;
    const struct str name =
        cut_short(arena, whole_name(drawing, node), letters);
    if (node->record == NULL || node->record->kind->role != ROLE_PRACTICE) {
        return name;
    }
    size_t count = 0;
    const struct assessment *assessments =
        assess_practice(drawing->context, node->record, &count);
    const struct assessment *shown = gravest_assessment(assessments, count);
    return arena_printf(arena, "%s %.*s", verdict_icon(shown->verdict),
                        STR_ARG(name));
}

/* ---- Places ------------------------------------------------------------- */

static size_t most_rows(const struct lineage *lineage)
{
    size_t most = 1;
    for (size_t c = 0; c < LINEAGE_COLUMNS; c++) {
        most = lineage->columns[c].len > most ? lineage->columns[c].len : most;
    }
    return most;
}

/* Short columns are spread over the height of the longest. */
static double y_of(const struct drawing *drawing, size_t column, size_t node)
{
    const struct lineage_nodes *nodes = &drawing->lineage->columns[column];
    const double height = drawing->svg.height - TOP;
    return TOP +
           height * ((double)nodes->at[node].row + 0.5) / (double)nodes->len;
}

/* ---- Marks -------------------------------------------------------------- */

static void draw_node(struct drawing *drawing, size_t column, size_t node)
{
    const struct lineage_node *one =
        &drawing->lineage->columns[column].at[node];
    svg_link(&drawing->svg, href_of(drawing, one), whole_name(drawing, one));
    svg_text(&drawing->svg, NULL, ANCHOR_START, columns[column].left,
             y_of(drawing, column, node) + BASE,
             label_of(drawing, one, columns[column].letters));
    svg_link_end(&drawing->svg);
}

static double end_of(struct drawing *drawing, size_t column, size_t node)
{
    const struct lineage_node *one =
        &drawing->lineage->columns[column].at[node];
    const struct str label = label_of(drawing, one, columns[column].letters);
    const double end =
        columns[column].left + LETTER * (double)utf8_length(label) + GAP;
    return end < columns[column].right ? end : columns[column].right;
}

static void draw_edges(struct drawing *drawing, size_t gap, size_t practice)
{
    const struct lineage_edges *edges = &drawing->lineage->gaps[gap];
    struct svg *svg = &drawing->svg;
    for (size_t i = 0; i < edges->len; i++) {
        const struct lineage_edge *edge = &edges->at[i];
        if ((gap == LINEAGE_PRACTICES ? edge->left : edge->right) == practice) {
            const double y = y_of(drawing, gap, edge->left);
            svg_path_move(svg, end_of(drawing, gap, edge->left), y);
            svg_path_line(svg, columns[gap].right, y);
            svg_path_bend(svg, columns[gap + 1].left - GAP,
                          y_of(drawing, gap + 1, edge->right));
        }
    }
}

static void draw_practices(struct drawing *drawing)
{
    const struct lineage_nodes *nodes =
        &drawing->lineage->columns[LINEAGE_PRACTICES];
    for (size_t row = 0; row < nodes->len; row++) {
        svg_group(&drawing->svg, "bundle");
        svg_path_start(&drawing->svg, NULL);
        draw_edges(drawing, LINEAGE_CHAPTERS, nodes->rows[row]);
        draw_edges(drawing, LINEAGE_PRACTICES, nodes->rows[row]);
        svg_path_end(&drawing->svg);
        draw_node(drawing, LINEAGE_PRACTICES, nodes->rows[row]);
        svg_group_end(&drawing->svg);
    }
}

static void draw_column(struct drawing *drawing, size_t column)
{
    const struct lineage_nodes *nodes = &drawing->lineage->columns[column];
    for (size_t row = 0; row < nodes->len; row++) {
        draw_node(drawing, column, nodes->rows[row]);
    }
}

void lineage_draw(struct out *out, const struct page_context *context,
                  const struct lineage *lineage, struct str id)
{
    struct drawing drawing = {
        .context = context,
        .lineage = lineage,
        .svg = {.out = out,
                .width = WIDTH,
                .height = TOP + (double)(ROW * most_rows(lineage))},
    };
    svg_open_linked(&drawing.svg, id, "chart lineage", S("What rests on what"),
                    S("Lines lead from chapters to the practices that they "
                      "tell of, and from practices to the experiments, theory "
                      "and literature that they rest on."));
    for (size_t c = 0; c < LINEAGE_COLUMNS; c++) {
        if (lineage->columns[c].len > 0) {
            svg_text(&drawing.svg, "head", ANCHOR_START, columns[c].left, 14,
                     str_from_c(columns[c].name));
        }
    }
    draw_column(&drawing, LINEAGE_CHAPTERS);
    draw_practices(&drawing);
    draw_column(&drawing, LINEAGE_GROUNDS);
    svg_close(&drawing.svg);
}
