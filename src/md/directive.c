/* Finding directives in running text. A colon is common and a directive rare:
 * only a name right behind one or two colons, and a bracket right behind the
 * name, make one. It may go on over line ends, but over no blank line. */

#include "md/mark.h"

#include <string.h>

#include "base/ascii.h"

/* One that finds no end within this many bytes has none. */
enum { LONGEST_DIRECTIVE = 1024 };

static bool is_name_char(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '-' || c == '_';
}

static size_t name_length(struct str text)
{
    size_t len = 0;
    while (len < text.len && is_name_char(text.ptr[len])) {
        len++;
    }
    return len > 0 && ascii_is_letter(text.ptr[0]) ? len : 0;
}

/* The bracket that closes the one at the offset, STR_NONE when none does before
 * a blank line; whether there are others between them. */
static size_t find_close(struct str text, size_t open, bool *is_nested)
{
    size_t depth = 0;
    bool is_blank_line = false;
    const size_t last = open + LONGEST_DIRECTIVE;
    for (size_t i = open; i < text.len && i < last; i++) {
        const char c = text.ptr[i];
        if (c == '\n' && is_blank_line) {
            return STR_NONE;
        }
        is_blank_line =
            c == '\n' || (is_blank_line && (ascii_is_space(c) || c == '>'));
        depth += c == '[';
        *is_nested = *is_nested || depth > 1;
        if (c == ']' && --depth == 0) {
            return i;
        }
    }
    return STR_NONE;
}

/* `{#label}` at the offset, behind a block and perhaps a blank: its bytes, 0
 * for none. */
static size_t read_label(struct str text, size_t at, struct str *label)
{
    const size_t gap = str_starts(str_from(text, at), S(" ")) ? 1 : 0;
    const struct str rest = str_from(text, at + gap);
    const size_t len =
        str_starts(rest, S("{#")) ? name_length(str_from(rest, 2)) : 0;
    if (len == 0 || !str_starts(str_from(rest, 2 + len), S("}"))) {
        return 0;
    }
    *label = str_slice(rest, 2, 2 + len);
    return gap + len + 3;
}

/* On one line; the marks of a quotation's lines are no part of it. */
static struct str argument_of(struct arena *arena, struct str text)
{
    struct out out = {0};
    bool is_line_start = false;
    bool has_gap = false;
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        is_line_start =
            c == '\n' || (is_line_start && (ascii_is_space(c) || c == '>'));
        if (ascii_is_space(c) || is_line_start) {
            has_gap = true;
            continue;
        }
        out_c(&out, has_gap && out.len > 0 ? " " : "");
        out_char(&out, c);
        has_gap = false;
    }
    return out_take(&out, arena);
}

static void add_fault(struct md_text *text, size_t start, size_t end,
                      const char *what, const char *hint)
{
    if (!text->faulty) {
        return;
    }
    LIST_PUSH(text->arena, text->faulty);
    const size_t last = text->faulty->len - 1;
    text->faulty->at[last].place = md_text_place(text, start, end);
    text->faulty->at[last].what = what;
    text->faulty->at[last].hint = hint;
}

static void cover(struct md_text *text, size_t start, size_t end,
                  const struct md_directive *found)
{
    struct md_directive *directive =
        ARENA_NEW(text->arena, struct md_directive);
    *directive = *found;
    directive->place = md_text_place(text, start, end);
    md_text_cover(text, start, end,
                  (struct md_mark){.kind = MD_MARK_DIRECTIVE,
                                   .place = directive->place,
                                   .value = directive->argument,
                                   .directive = directive});
}

size_t md_mark_directive(struct md_text *text, size_t at, size_t end)
{
    const struct str bytes = md_text_slice(text, 0, end);
    struct md_directive found = {.is_block =
                                     str_starts(str_from(bytes, at), S("::"))};
    const size_t name = at + (found.is_block ? 2 : 1);
    const size_t open = name + name_length(str_from(bytes, name));
    bool is_nested = false;
    if (open == name || open >= end || bytes.ptr[open] != '[') {
        return name;
    }
    const size_t close = find_close(bytes, open, &is_nested);
    if (close == STR_NONE) {
        add_fault(text, at, open + 1, "a directive opens here and never ends",
                  "close it with ] before the next blank line; a colon that "
                  "begins none is written \\:");
        return open;
    }
    found.name = arena_copy(text->arena, str_slice(bytes, name, open));
    found.argument =
        argument_of(text->arena, str_slice(bytes, open + 1, close));
    found.argument_place = md_text_place(text, open + 1, close);
    size_t behind = close + 1;
    if (found.is_block) {
        behind += read_label(bytes, behind, &found.label);
        found.label = arena_copy(text->arena, found.label);
    }
    if (is_nested) {
        add_fault(text, at, behind, "a directive has brackets in its brackets",
                  "write what it names without them");
    } else if (found.argument.len == 0) {
        add_fault(text, at, behind, "a directive has nothing in its brackets",
                  "write what it names: :value[EXP-001.arm.metric]");
    }
    cover(text, at, behind, &found);
    return behind;
}
