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

static void element(struct out *out, const char *open, struct str text,
                    const char *close)
{
    out_c(out, open);
    out_html(out, text);
    out_c(out, close);
}

void table_html(struct out *out, const struct table *table)
{
    out_c(out, "<table class=\"numbers\">\n");
    element(out, "<caption>", table->caption, "</caption>\n<thead><tr>");
    for (size_t i = 0; i < table->header.len; i++) {
        element(out, "<th scope=\"col\">", table->header.at[i], "</th>");
    }
    out_c(out, "</tr></thead>\n<tbody>\n");
    const size_t columns = columns_of(table);
    for (size_t i = 0; i < table->cells.len; i++) {
        if (i % columns == 0) {
            out_c(out, "<tr>");
            element(out, "<th scope=\"row\">", table->cells.at[i], "</th>");
        } else {
            element(out, "<td>", table->cells.at[i], "</td>");
        }
        if (i % columns == columns - 1) {
            out_c(out, "</tr>\n");
        }
    }
    out_c(out, "</tbody></table>");
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
