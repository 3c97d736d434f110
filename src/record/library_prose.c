/* Ids in the prose of front matter. Most text has none, so the scan jumps from
 * hyphen to hyphen and looks at the prefix before each. */

#include "record/library_read.h"

#include <string.h>

#include "base/ascii.h"

/* True when what stands before the offset makes a prefix there a part of
 * something else: a longer word, another record's id (LU-ADR-013), a path, the
 * target of a Markdown link whose text names the record already. */
static bool is_inside(struct str text, size_t at)
{
    const char before = at > 0 ? text.ptr[at - 1] : ' ';
    const bool is_target = before == '(' && at > 1 && text.ptr[at - 2] == ']';
    return ascii_is_alnum(before) || before == '_' || before == '-' ||
           before == '/' || is_target;
}

/* The prefix that ends at the offset, or the empty text. */
static struct str prefix_before(const struct project *project, struct str text,
                                size_t end)
{
    for (size_t i = 0; i < project->prefixes.len; i++) {
        const struct str prefix = project->prefixes.at[i];
        if (prefix.len > end ||
            !str_equal(str_slice(text, end - prefix.len, end), prefix)) {
            continue;
        }
        if (!is_inside(text, end - prefix.len)) {
            return prefix;
        }
    }
    return S("");
}

/* Past a line end and the indentation of the next line; a blank alone joins
 * nothing. */
static size_t skip_soft_break(struct str text, size_t at)
{
    size_t end = at;
    bool has_break = false;
    while (end < text.len && text.ptr[end] != '\0' &&
           strchr(" \r\n", text.ptr[end])) {
        has_break |= text.ptr[end] == '\n';
        end++;
    }
    return has_break ? end : at;
}

/* True when the offset lies between two backticks of the text. */
static bool is_code(struct str text, size_t from, size_t at, bool *is_open)
{
    for (size_t i = from; i < at; i++) {
        *is_open ^= text.ptr[i] == '`';
    }
    return *is_open;
}

bool prose_next_id(struct arena *arena, const struct project *project,
                   struct place *rest, struct prose_id *found)
{
    const struct str text =
        str_slice(rest->source->text, rest->start, rest->end);
    size_t at = 0, seen = 0;
    bool is_open = false;
    for (;;) {
        const size_t hyphen = str_find_char(str_from(text, at), '-');
        if (hyphen == STR_NONE) {
            rest->start = rest->end;
            return false;
        }
        at += hyphen;
        const bool is_in_code = is_code(text, seen, at, &is_open);
        seen = at;
        const struct str prefix = prefix_before(project, text, at);
        const size_t code = skip_soft_break(text, at + 1);
        size_t end = code;
        while (end < text.len && ascii_is_alnum(text.ptr[end])) {
            end++;
        }
        at++;
        if (prefix.len == 0 || is_in_code ||
            (end < text.len && text.ptr[end] == '_')) {
            continue;
        }
        const struct str id = arena_printf(arena, "%.*s-%.*s", STR_ARG(prefix),
                                           STR_ARG(str_slice(text, code, end)));
        if (project_is_id(project, id)) {
            found->id = id;
            found->place =
                (struct place){rest->source, rest->start + at - 1 - prefix.len,
                               rest->start + end};
            rest->start += end;
            return true;
        }
    }
}
