/* Tables of numbers. */

#include "render/table.h"

#include "base/bug.h"

void table_column(struct table *table, struct str name)
{
    *LIST_PUSH(table->arena, &table->header) = name;
}

void table_cell(struct table *table, struct str text)
{
    *LIST_PUSH(table->arena, &table->cells) = text;
}

static size_t columns_of(const struct table *table)
{
    if (table->header.len == 0) {
        BUG("a table without a column");
    }
    return table->header.len;
}

static void element(struct out *out, const char *open, struct str text)
{
    out_c(out, open);
    out_html(out, text);
}

/* Where a cell or a row ends goes without saying in HTML, and a page may have a
 * thousand of them. */
void table_html(struct out *out, const struct table *table)
{
    element(out, "<table class=\"numbers\">\n<caption>", table->caption);
    out_c(out, "</caption>\n<thead>\n<tr>");
    for (size_t i = 0; i < table->header.len; i++) {
        element(out, "<th scope=\"col\">", table->header.at[i]);
    }
    out_c(out, "\n<tbody>\n");
    const size_t columns = columns_of(table);
    for (size_t i = 0; i < table->cells.len; i++) {
        const bool is_first = i % columns == 0;
        const bool is_last = i % columns == columns - 1;
        element(out, is_first ? "<tr><th scope=\"row\">" : "<td>",
                table->cells.at[i]);
        out_c(out, is_last ? "\n" : "");
    }
    out_c(out, "</table>");
}

void table_markdown(struct out *out, const struct table *table)
{
    const size_t columns = columns_of(table);
    for (size_t i = 0; i < columns; i++) {
        out_c(out, "| ");
        out_markdown(out, table->header.at[i]);
        out_c(out, i + 1 == columns ? " |\n" : " ");
    }
    for (size_t i = 0; i < columns; i++) {
        out_c(out, i == 0 ? "|---" : "|---:");
    }
    out_c(out, "|\n");
    for (size_t i = 0; i < table->cells.len; i++) {
        out_c(out, "| ");
        out_markdown(out, table->cells.at[i]);
        out_c(out, i % columns == columns - 1 ? " |\n" : " ");
    }
}
