/* One walk over the bytes. Within an entry only braces, quotes and the percent
 * sign count, as in libbtparse. */

#include "exchange/bibtex_scan.h"

#include "base/ascii.h"
#include "exchange/bibtex.h"

/* -- Between entries ------------------------------------------------------- */

static size_t skip_blanks(struct str text, size_t at)
{
    while (at < text.len && ascii_is_space(text.ptr[at])) {
        at++;
    }
    return at;
}

static size_t skip_line(struct str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n') {
        at++;
    }
    return at;
}

static bool begins_line(struct str text, size_t at)
{
    while (at > 0 && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t')) {
        at--;
    }
    return at == 0 || text.ptr[at - 1] == '\n' || text.ptr[at - 1] == '\r' ||
           (at == 3 && str_starts(text, S("\xef\xbb\xbf")));
}

/* "@name {" at the offset; `behind` is behind the brace or bracket. */
static bool read_head(struct str text, size_t at, struct str *type,
                      size_t *behind)
{
    const size_t start = skip_blanks(text, at + 1);
    size_t end = start;
    while (end < text.len &&
           (ascii_is_alnum(text.ptr[end]) ||
            str_find_char(S("-_:.+/"), text.ptr[end]) != STR_NONE)) {
        end++;
    }
    const size_t open = skip_blanks(text, end);
    *type = str_slice(text, start, end);
    *behind = open + 1;
    return type->len > 0 && open < text.len &&
           (text.ptr[open] == '{' || text.ptr[open] == '(');
}

/* -- Within an entry ------------------------------------------------------- */

struct inside {
    char close;      /* of the entry: } or ) */
    bool is_comment; /* nothing but its brace counts */
    bool is_in_quote;
    size_t depth, fields;
};

/* What the character at the offset does; false when the entry ends with it, or
 * cannot go on. */
static bool step(struct inside *inside, char c, struct bib_piece *piece)
{
    const bool is_plain = inside->depth == 0 && !inside->is_in_quote;
    if (c == '{') {
        inside->depth++;
        piece->fault =
            inside->depth > BIB_DEPTH_CEILING ? BIB_TOO_DEEP : BIB_SOUND;
        return piece->fault == BIB_SOUND;
    }
    if (is_plain && c == inside->close) {
        return false;
    }
    if (c == '}') {
        piece->fault = inside->depth == 0 ? BIB_STRAY : BIB_SOUND;
        inside->depth -= inside->depth > 0;
        return piece->fault == BIB_SOUND;
    }
    if (inside->is_comment || inside->depth > 0) {
        return true;
    }
    if (c == '"') {
        inside->is_in_quote = !inside->is_in_quote;
    }
    if (is_plain && c == ')') {
        piece->fault = BIB_STRAY;
        return false;
    }
    inside->fields += is_plain && (c == ',' || c == '#');
    if (inside->fields > BIB_FIELD_CEILING) {
        piece->fault = BIB_TOO_MANY;
        return false;
    }
    return true;
}

/* Whether another entry seems to begin at the offset, at the start of a line.
 */
static bool is_next_entry(struct str text, size_t at)
{
    struct str type;
    size_t behind;
    return text.ptr[at] == '@' && begins_line(text, at) &&
           read_head(text, at, &type, &behind);
}

/* Walks to the entry's end, or to where it can be told that there is none.
 * `next` is then where another entry seems to begin, or the end of what was
 * seen. */
static void walk(struct bib_scan *scan, struct bib_piece *piece, size_t *next)
{
    const struct str text = scan->text;
    const char open = text.ptr[piece->inside_start - 1];
    struct inside inside = {
        .close = open == '{' ? '}' : ')',
        .is_comment = str_equal_nocase(piece->type, S("comment")),
    };
    const size_t limit = text.len - piece->start > BIB_ENTRY_CEILING
                             ? piece->start + BIB_ENTRY_CEILING
                             : text.len;
    size_t at = piece->inside_start;
    *next = 0;
    while (at < limit) {
        if (*next == 0 && is_next_entry(text, at)) {
            *next = at;
            if (scan->is_wary) {
                break;
            }
        }
        if (text.ptr[at] == '%' && !inside.is_comment && inside.depth == 0 &&
            !inside.is_in_quote) {
            at = skip_line(text, at);
            continue;
        }
        if (!step(&inside, text.ptr[at], piece)) {
            piece->inside_end = at;
            piece->fault_at = at;
            piece->end = at + 1;
            return;
        }
        at++;
    }
    piece->fault =
        at == limit && limit < text.len ? BIB_TOO_LARGE : BIB_UNCLOSED;
    piece->fault_at = piece->start;
    piece->inside_end = at;
    piece->end = at;
}

/* Where the scan goes on behind an entry that is not whole: at the entry that
 * seems to follow, or else behind what was seen, so that nothing is walked
 * over again and again. */
static size_t resume(const struct bib_scan *scan, const struct bib_piece *piece,
                     size_t next)
{
    size_t at = next > 0 ? next : piece->end;
    while (next == 0 && at < scan->text.len && !is_next_entry(scan->text, at)) {
        at++;
    }
    return at;
}

static void take_entry(struct bib_scan *scan, struct bib_piece *piece)
{
    size_t next = 0;
    walk(scan, piece, &next);
    if (piece->fault == BIB_SOUND) {
        scan->at = piece->end;
        return;
    }
    scan->is_wary = true;
    scan->at = resume(scan, piece, next);
    piece->end = scan->at;
}

/* @comment without a brace is a line. */
static bool take_line_comment(struct bib_scan *scan, struct bib_piece *piece)
{
    if (!str_equal_nocase(piece->type, S("comment"))) {
        return false;
    }
    scan->at = skip_line(scan->text, piece->start);
    piece->inside_start = piece->inside_end = piece->end = scan->at;
    return true;
}

/* The @ at scan->at; false when it belongs to the text around it. */
static bool take_at(struct bib_scan *scan, struct bib_piece *piece)
{
    const size_t at = scan->at;
    *piece = (struct bib_piece){.start = at, .fault_at = at};
    const bool has_head =
        read_head(scan->text, at, &piece->type, &piece->inside_start);
    const bool is_in_word = at > 0 && ascii_is_alnum(scan->text.ptr[at - 1]);
    const bool is_first = begins_line(scan->text, at);
    if (is_in_word || (!has_head && !is_first)) {
        scan->at++;
        return false;
    }
    scan->has_warned = false;
    if (has_head) {
        take_entry(scan, piece);
    } else if (!take_line_comment(scan, piece)) {
        piece->fault = BIB_HEADLESS;
        piece->end = at + 1;
        scan->at = at + 1;
    }
    return true;
}

bool bib_scan_next(struct bib_scan *scan, struct bib_piece *piece)
{
    const struct str text = scan->text;
    while (scan->at < text.len) {
        const char c = text.ptr[scan->at];
        if (c == '@') {
            if (take_at(scan, piece)) {
                return true;
            }
        } else if (c == '%' && begins_line(text, scan->at)) {
            scan->at = skip_line(text, scan->at);
        } else if (c == '}' && !scan->has_warned) {
            scan->has_warned = true;
            *piece = (struct bib_piece){.fault = BIB_STRAY_TEXT,
                                        .start = scan->at,
                                        .end = scan->at + 1,
                                        .fault_at = scan->at};
            scan->at++;
            return true;
        } else {
            scan->at++;
        }
    }
    return false;
}
