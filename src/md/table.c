/* Pipe tables: GitHub Flavored Markdown 0.29, section 4.10, as a layer over
 * cmark's tree. To cmark a table is a paragraph; its lines are right, so the
 * cells are cut out of the lines and each is parsed as a line of its own. */

#include "md/build.h"

#include <string.h>

/* A wider or longer table is left as text: each short row would be filled up
 * to the header's width. */
enum { MOST_COLUMNS = 100, MOST_CELLS = 20000 };

/* A line of the paragraph, without indentation, quote marks and line end. */
struct row {
    struct str text;
    size_t at; /* in the clean text */
};

struct rows {
    struct row *at;
    size_t len, cap;
};

struct cells {
    struct row *at;
    size_t len, cap;
};

static struct rows rows_of(struct arena *arena, const struct md_text *clean,
                           size_t start, size_t end)
{
    struct rows rows = {0};
    struct str rest = md_text_slice(clean, start, end);
    struct str line = {0};
    while (str_next_line(&rest, &line)) {
        if (line.len == 0) {
            *LIST_PUSH(arena, &rows) = (struct row){0};
            continue;
        }
        size_t at = (size_t)(line.ptr - clean->ptr);
        while (line.len > 0 && strchr(" \t>", line.ptr[0])) {
            line = str_from(line, 1);
            at++;
        }
        *LIST_PUSH(arena, &rows) = (struct row){str_trim(line), at};
    }
    return rows;
}

/* Cuts at bars without a backslash before them. Bars at both ends of the row
 * bound it and make no cell. */
static struct cells cells_of(struct arena *arena, struct row row)
{
    struct cells cells = {0};
    size_t start = str_starts(row.text, S("|"));
    for (size_t i = start; i <= row.text.len; i++) {
        bool is_end = i == row.text.len;
        if (!is_end && row.text.ptr[i] == '\\') {
            i++;
            continue;
        }
        if (!is_end && row.text.ptr[i] != '|') {
            continue;
        }
        struct str cell = str_slice(row.text, start, i);
        if (!is_end || !str_is_blank(cell) || cells.len == 0) {
            size_t at = row.at + start;
            while (cell.len > 0 && strchr(" \t", cell.ptr[0])) {
                cell = str_from(cell, 1);
                at++;
            }
            *LIST_PUSH(arena, &cells) = (struct row){str_trim(cell), at};
        }
        start = i + 1;
    }
    return cells;
}

static bool delimiter_align(struct str cell, enum md_align *align)
{
    bool has_left = str_starts(cell, S(":"));
    bool has_right = cell.len > 1 && str_ends(cell, S(":"));
    struct str dashes =
        str_slice(cell, has_left, cell.len - (has_right ? 1 : 0));
    for (size_t i = 0; i < dashes.len; i++) {
        if (dashes.ptr[i] != '-') {
            return false;
        }
    }
    *align = has_left && has_right ? MD_ALIGN_CENTER
             : has_left            ? MD_ALIGN_LEFT
             : has_right           ? MD_ALIGN_RIGHT
                                   : MD_ALIGN_NONE;
    return dashes.len > 0;
}

struct table {
    struct rows rows;
    size_t head; /* index of the header row */
    struct cells header;
    enum md_align aligns[MOST_COLUMNS];
};

static bool is_delimiter(struct table *table, struct cells cells)
{
    if (cells.len != table->header.len || cells.len > MOST_COLUMNS) {
        return false;
    }
    for (size_t i = 0; i < cells.len; i++) {
        if (!delimiter_align(cells.at[i].text, &table->aligns[i])) {
            return false;
        }
    }
    return true;
}

/* The first row that a delimiter row of as many cells follows. */
static bool find_head(struct arena *arena, struct table *table)
{
    for (size_t i = 0; i + 1 < table->rows.len; i++) {
        struct str below = table->rows.at[i + 1].text;
        bool may_be = below.len > 0 && strchr("|-:", below.ptr[0]) &&
                      (str_find_char(table->rows.at[i].text, '|') != STR_NONE ||
                       str_find_char(below, '|') != STR_NONE);
        if (!may_be) {
            continue;
        }
        table->head = i;
        table->header = cells_of(arena, table->rows.at[i]);
        if (is_delimiter(table, cells_of(arena, table->rows.at[i + 1]))) {
            return true;
        }
    }
    return false;
}

static void report_long_row(struct md_builder *b, struct cells cells,
                            size_t columns)
{
    if (!b->diags) {
        return;
    }
    const struct row *last = &cells.at[cells.len - 1];
    size_t start = md_text_origin(b->clean, cells.at[columns].at);
    struct place place = {b->clean->source, start,
                          md_text_origin(b->clean, last->at) + last->text.len};
    struct diag *diag =
        diag_add(b->diags, SEVERITY_WARNING, "table-row-too-long", place,
                 "this row has %zu cells and the header %zu; the rest is not "
                 "shown",
                 cells.len, columns);
    diag_hint(b->diags, diag,
              "write \\| for a bar inside a cell, also in code and formulas");
}

/* Lines to be parsed, each of one piece. */
struct cell_lines {
    struct md_line *lines;
    struct md_piece *pieces;
    size_t len;
};

static void add_row(struct md_builder *b, const struct table *table,
                    struct cells cells, struct md_node *row,
                    struct cell_lines *lines)
{
    for (size_t i = 0; i < table->header.len; i++) {
        struct md_node *cell = md_node_new(b->trees, MD_CELL, row);
        cell->is_head = row->is_head;
        cell->align = table->aligns[i];
        struct md_piece *piece = &lines->pieces[lines->len];
        if (i < cells.len) {
            piece->text = cells.at[i].text;
            piece->origin = md_text_origin(b->clean, cells.at[i].at);
        }
        lines->lines[lines->len++] = (struct md_line){piece, 1, cell};
    }
    if (cells.len > table->header.len) {
        report_long_row(b, cells, table->header.len);
    }
}

/* The lines above the table are a paragraph. */
static void add_above(struct md_builder *b, const struct table *table,
                      struct md_node *parent)
{
    if (table->head == 0) {
        return;
    }
    struct md_piece *pieces =
        ARENA_ARRAY(b->scratch, struct md_piece, table->head);
    for (size_t i = 0; i < table->head; i++) {
        pieces[i] =
            (struct md_piece){table->rows.at[i].text,
                              md_text_origin(b->clean, table->rows.at[i].at)};
    }
    struct md_line line = {pieces, table->head,
                           md_node_new(b->trees, MD_PARAGRAPH, parent)};
    md_build_lines(b, &line, 1, MD_LINE_PLAIN);
}

static void report_size(struct md_builder *b, const struct table *table)
{
    if (b->diags) {
        size_t start = md_text_origin(b->clean, table->rows.at[table->head].at);
        struct place place = {b->source, start, start + 1};
        diag_add(b->diags, SEVERITY_ERROR, "table-too-large", place,
                 "a table of more than %d cells is shown as text", MOST_CELLS);
    }
}

bool md_build_table(struct md_builder *builder, size_t start, size_t end,
                    struct md_node *parent)
{
    struct arena *scratch = builder->scratch;
    struct str paragraph = md_text_slice(builder->clean, start, end);
    if (str_find_char(paragraph, '|') == STR_NONE) {
        return false;
    }
    struct table table = {.rows = rows_of(scratch, builder->clean, start, end)};
    if (!find_head(scratch, &table)) {
        return false;
    }
    /* The delimiter row is none. */
    size_t row_count = table.rows.len - table.head - 1;
    size_t cell_count = row_count * table.header.len;
    if (cell_count > MOST_CELLS) {
        report_size(builder, &table);
        return false;
    }
    add_above(builder, &table, parent);
    struct md_node *node = md_node_new(builder->trees, MD_TABLE, parent);
    struct cell_lines lines = {
        .lines = ARENA_ARRAY(scratch, struct md_line, cell_count),
        .pieces = ARENA_ARRAY(scratch, struct md_piece, cell_count)};
    for (size_t i = 0; i < row_count; i++) {
        struct md_node *row = md_node_new(builder->trees, MD_ROW, node);
        row->is_head = i == 0;
        struct cells cells =
            i == 0 ? table.header
                   : cells_of(scratch, table.rows.at[table.head + 1 + i]);
        add_row(builder, &table, cells, row, &lines);
    }
    md_build_lines(builder, lines.lines, lines.len, MD_LINE_CELL);
    return true;
}
