/* From byte offsets to the lines and columns that people are shown. */

#include "base/source.h"

#include <string.h>

#include "base/utf8.h"

struct source *source_new(struct arena *arena, struct str path, struct str text)
{
    struct source *source = ARENA_NEW(arena, struct source);
    source->path = path;
    source->text = text;
    return source;
}

static size_t count_lines(struct str text)
{
    size_t count = 1;
    for (size_t at = 0; (at = str_find_char(text, '\n')) != STR_NONE;) {
        text = str_from(text, at + 1);
        count++;
    }
    return count;
}

static void find_lines(struct arena *arena, struct source *source)
{
    if (source->lines) {
        return;
    }
    source->line_count = count_lines(source->text);
    source->lines = ARENA_ARRAY(arena, size_t, source->line_count);
    size_t line = 1;
    for (size_t i = 0; i < source->text.len; i++) {
        if (source->text.ptr[i] == '\n') {
            source->lines[line++] = i + 1;
        }
    }
}

/* Index of the last line that starts at or before the offset. */
static size_t line_index(const struct source *source, size_t offset)
{
    size_t low = 0;
    size_t high = source->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (source->lines[middle] <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

struct position source_position(struct arena *arena, struct source *source,
                                size_t offset)
{
    find_lines(arena, source);
    if (offset > source->text.len) {
        offset = source->text.len;
    }
    size_t index = line_index(source, offset);
    struct str before = str_slice(source->text, source->lines[index], offset);
    if (index == 0 && str_starts(before, S("\xef\xbb\xbf"))) {
        before = str_from(before, 3);
    }
    return (struct position){index + 1, utf8_length(before) + 1};
}

size_t source_line_offset(struct arena *arena, struct source *source,
                          size_t line)
{
    find_lines(arena, source);
    if (line > source->line_count) {
        return source->text.len;
    }
    return line == 0 ? 0 : source->lines[line - 1];
}
