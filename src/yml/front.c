/* Where the front matter of a record ends and its body begins. */

#include "yml/yml.h"

/* Length of the line at the offset, its end included. */
static size_t line_length(struct str text, size_t at)
{
    size_t end = str_find_char(str_from(text, at), '\n');
    return end == STR_NONE ? text.len - at : end + 1;
}

static bool is_fence(struct str line)
{
    return str_starts(line, S("---")) && str_is_blank(str_from(line, 3));
}

/* Offset of the closing line, or STR_NONE. */
static size_t find_fence(struct str text, size_t at)
{
    while (at < text.len) {
        size_t length = line_length(text, at);
        if (is_fence(str_slice(text, at, at + length))) {
            return at;
        }
        at += length;
    }
    return STR_NONE;
}

static bool is_yaml_file(struct str path)
{
    return str_ends(path, S(".yaml")) || str_ends(path, S(".yml"));
}

struct yml_front yml_front(struct source *source, struct diags *diags)
{
    struct str text = source->text;
    size_t start = str_starts(text, S("\xef\xbb\xbf")) ? 3 : 0;
    if (is_yaml_file(source->path)) {
        return (struct yml_front){true,     true,     start,
                                  text.len, text.len, text.len};
    }
    struct yml_front all_body = {.body_start = start, .body_end = text.len};
    size_t first = line_length(text, start);
    if (!is_fence(str_slice(text, start, start + first))) {
        return all_body;
    }
    size_t fence = find_fence(text, start + first);
    if (fence == STR_NONE) {
        struct place place = {source, start, start + 3};
        struct diag *diag =
            diag_add(diags, SEVERITY_ERROR, "yaml-unclosed", place,
                     "the front matter opened here is never closed");
        diag_hint(diags, diag,
                  "add a line that is exactly --- behind the last field");
        all_body.is_present = true;
        return all_body;
    }
    size_t body = fence + line_length(text, fence);
    return (struct yml_front){true, true, start + first, fence, body, text.len};
}
