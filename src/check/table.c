/* A line of bars and hyphens below a line with a bar begins a table, which goes
 * on for as long as lines have bars. */

#include "check/table.h"

#include <string.h>

static bool has_bar(struct str line)
{
    return str_find_char(line, '|') != STR_NONE;
}

/* -- Lines ---------------------------------------------------------------- */

struct cursor {
    struct str rest;
    const char *base;
    struct str line;
    size_t start, end; /* of the line, in the file */
};

static bool next_line(struct cursor *cursor)
{
    const size_t start = (size_t)(cursor->rest.ptr - cursor->base);
    if (!str_next_line(&cursor->rest, &cursor->line)) {
        return false;
    }
    cursor->start = start;
    cursor->end = start + cursor->line.len;
    return true;
}

/* "|---|:-:|" */
static bool is_rule(struct str line)
{
    line = str_trim(line);
    for (size_t i = 0; i < line.len; i++) {
        if (str_find_char(S("|-: "), line.ptr[i]) == STR_NONE) {
            return false;
        }
    }
    return has_bar(line) && str_find_char(line, '-') != STR_NONE;
}

/* -- Cells ---------------------------------------------------------------- */

static struct str plain(struct str text)
{
    const struct str marks = S("*_` \t");
    while (text.ptr && text.len > 0 &&
           str_find_char(marks, text.ptr[0]) != STR_NONE) {
        text = str_from(text, 1);
    }
    while (text.ptr && text.len > 0 &&
           str_find_char(marks, text.ptr[text.len - 1]) != STR_NONE) {
        text.len--;
    }
    return text;
}

static struct cells cells_of(struct arena *arena, struct str line)
{
    struct cells cells = {0};
    line = str_trim(line);
    line = str_from(line, str_starts(line, S("|")));
    line.len -= str_ends(line, S("|"));
    size_t start = 0;
    for (size_t i = 0; line.ptr && i < line.len; i++) {
        if (line.ptr[i] == '\\') {
            i++;
        } else if (line.ptr[i] == '|') {
            *LIST_PUSH(arena, &cells) = plain(str_slice(line, start, i));
            start = i + 1;
        }
    }
    *LIST_PUSH(arena, &cells) = plain(str_from(line, start));
    return cells;
}

struct tables tables_in(struct arena *arena, struct place whole)
{
    struct tables tables = {0};
    const struct str text = whole.source->text;
    struct cursor cursor = {.rest = str_slice(text, whole.start, whole.end),
                            .base = text.ptr};
    struct str before = {0};
    size_t before_start = 0;
    bool is_code = false, is_open = false;
    while (next_line(&cursor)) {
        is_code ^= str_starts(str_trim(cursor.line), S("```"));
        if (is_open && has_bar(cursor.line)) {
            struct table *table = &tables.at[tables.len - 1];
            *LIST_PUSH(arena, &table->rows) = cells_of(arena, cursor.line);
            table->end = cursor.end;
            continue;
        }
        is_open = !is_code && has_bar(before) && is_rule(cursor.line);
        if (is_open) {
            *LIST_PUSH(arena, &tables) =
                (struct table){.head = cells_of(arena, before),
                               .start = before_start,
                               .end = cursor.end};
        }
        before = cursor.line;
        before_start = cursor.start;
    }
    return tables;
}
