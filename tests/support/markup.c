/* Reading markup without forgiveness. */

#include "support/markup.h"

#include "base/ascii.h"
#include "base/out.h"
#include "base/utf8.h"

enum { DEPTH = 512 };

struct reader {
    struct arena *arena;
    enum markup_form form;
    struct str text;
    size_t at;
    struct markup *markup;
    struct out shown;
    struct str open[DEPTH];
    size_t depth;
    struct failure *failure;
};

static bool fault(struct reader *reader, const char *what, struct str about)
{
    size_t line = 1;
    for (size_t i = 0; i < reader->at && i < reader->text.len; i++) {
        line += reader->text.ptr[i] == '\n';
    }
    return fail(reader->failure, "line %zu: %s: %.*s", line, what,
                (int)(about.len < 80 ? about.len : 80), about.ptr);
}

static struct str rest_of(const struct reader *reader)
{
    return str_from(reader->text, reader->at);
}

static bool is_name(char c)
{
    return ascii_is_letter(c) || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == ':' || c == '.';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t';
}

/* ---- Character references ------------------------------------------------ */

static const struct {
    const char *name, *text;
} entities[] = {
    {"amp;", "&"},        {"lt;", "<"},           {"gt;", ">"},
    {"quot;", "\""},      {"apos;", "'"},         {"nbsp;", "\xc2\xa0"},
    {"shy;", "\xc2\xad"}, {"times;", "\xc3\x97"}, {"ndash;", "\xe2\x80\x93"},
};

/* The bytes of the reference behind the "&"; 0 when it is none. */
static size_t put_reference(struct out *out, struct str text)
{
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        const struct str name = str_from_c(entities[i].name);
        if (str_starts(text, name)) {
            out_c(out, entities[i].text);
            return name.len;
        }
    }
    const bool is_hex = str_starts(text, S("#x"));
    uint32_t point = 0;
    size_t len = is_hex ? 2 : 1;
    if (!str_starts(text, S("#"))) {
        return 0;
    }
    for (; len < text.len && text.ptr[len] != ';'; len++) {
        const char c = text.ptr[len];
        const char lower = (char)(c | 0x20);
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_digit && !(is_hex && lower >= 'a' && lower <= 'f')) {
            return 0;
        }
        point = point * (is_hex ? 16 : 10) +
                (uint32_t)(is_digit ? c - '0' : lower - 'a' + 10);
    }
    char bytes[4] = {0};
    const size_t size = utf8_encode(point, bytes);
    out_str(out, (struct str){bytes, size});
    return len < text.len ? len + 1 : 0;
}

static bool decode(struct reader *reader, struct str text, struct out *out)
{
    for (size_t i = 0; i < text.len;) {
        if (text.ptr[i] != '&') {
            out_char(out, text.ptr[i++]);
            continue;
        }
        const size_t len = put_reference(out, str_from(text, i + 1));
        if (len == 0) {
            return fault(reader, "an & that begins no reference",
                         str_from(text, i));
        }
        i += 1 + len;
    }
    return true;
}

/* ---- Tags ---------------------------------------------------------------- */

static struct str take_name(struct reader *reader)
{
    const size_t start = reader->at;
    while (reader->at < reader->text.len &&
           is_name(reader->text.ptr[reader->at])) {
        reader->at++;
    }
    return str_slice(reader->text, start, reader->at);
}

static void skip_blanks(struct reader *reader)
{
    while (reader->at < reader->text.len &&
           is_blank(reader->text.ptr[reader->at])) {
        reader->at++;
    }
}

static bool take_value(struct reader *reader, struct str *value)
{
    struct out out = {0};
    const char quote = rest_of(reader).ptr[0];
    reader->at++;
    const size_t len = str_find_char(rest_of(reader), quote);
    const struct str raw = str_slice(rest_of(reader), 0, len);
    if (len == STR_NONE || str_find_char(raw, '<') != STR_NONE) {
        return fault(reader, "a value that does not end", raw);
    }
    if (!decode(reader, raw, &out)) {
        return false;
    }
    *value = out_take(&out, reader->arena);
    reader->at += len + 1;
    return true;
}

static bool take_attribute(struct reader *reader,
                           struct markup_element *element)
{
    const struct str name = take_name(reader);
    struct str value = {0};
    if (name.len == 0) {
        return fault(reader, "no attribute", rest_of(reader));
    }
    if (str_starts(rest_of(reader), S("="))) {
        reader->at++;
        if (!str_starts(rest_of(reader), S("\"")) &&
            !str_starts(rest_of(reader), S("'"))) {
            return fault(reader, "a value without quotes", rest_of(reader));
        }
        if (!take_value(reader, &value)) {
            return false;
        }
    }
    for (size_t i = 0; i < element->count; i++) {
        if (str_equal(element->attributes[i].name, name)) {
            return fault(reader, "an attribute twice", name);
        }
    }
    if (element->attributes == NULL) {
        enum { MOST = 24 };
        element->attributes =
            ARENA_ARRAY(reader->arena, struct markup_attribute, MOST);
    }
    element->attributes[element->count++] =
        (struct markup_attribute){name, value};
    return element->count < 24 || fault(reader, "too many attributes", name);
}

static bool is_void(struct str name)
{
    static const char *const voids[] = {"meta", "link",  "br",  "hr",  "img",
                                        "wbr",  "input", "col", "area"};
    for (size_t i = 0; i < sizeof voids / sizeof *voids; i++) {
        if (str_is(name, voids[i])) {
            return true;
        }
    }
    return false;
}

/* What a script or style holds ends at its closing tag and nowhere else. */
static bool take_raw(struct reader *reader, struct markup_element *element)
{
    const struct str closing =
        ARENA_JOIN(reader->arena, S("</"), element->name, S(">"));
    const size_t len = str_find(rest_of(reader), closing);
    if (len == STR_NONE) {
        return fault(reader, "never closed", element->name);
    }
    element->text = str_slice(rest_of(reader), 0, len);
    reader->at += len + closing.len;
    return true;
}

/* Closes what HTML lets end without a tag: a cell where the next cell or row
 * begins, an item where the next item does, and both where what they are in
 * ends. */
static void end_tacitly(struct reader *reader, const char *names)
{
    while (reader->form == MARKUP_HTML && reader->depth > 0) {
        const struct str open = reader->open[reader->depth - 1];
        const struct str wanted =
            ARENA_JOIN(reader->arena, S(" "), open, S(" "));
        if (str_find(str_from_c(names), wanted) == STR_NONE) {
            return;
        }
        reader->depth--;
    }
}

static void end_before(struct reader *reader, struct str name)
{
    if (str_is(name, "td") || str_is(name, "th")) {
        end_tacitly(reader, " td th ");
    } else if (str_is(name, "tr")) {
        end_tacitly(reader, " td th tr ");
    } else if (str_is(name, "tbody")) {
        end_tacitly(reader, " td th tr thead tbody ");
    } else if (str_is(name, "li")) {
        end_tacitly(reader, " li ");
    }
}

static void end_inside(struct reader *reader, struct str name)
{
    if (str_is(name, "table")) {
        end_tacitly(reader, " td th tr thead tbody ");
    } else if (str_is(name, "ul") || str_is(name, "ol")) {
        end_tacitly(reader, " li ");
    }
}

static bool take_start(struct reader *reader)
{
    struct markup_element *element = LIST_PUSH(reader->arena, reader->markup);
    reader->at++;
    *element = (struct markup_element){.name = take_name(reader)};
    for (;;) {
        const size_t before = reader->at;
        skip_blanks(reader);
        const struct str rest = rest_of(reader);
        if (str_starts(rest, S(">")) || str_starts(rest, S("/>"))) {
            break;
        }
        if (reader->at == before) {
            return fault(reader, "a tag that does not end", rest);
        }
        if (!take_attribute(reader, element)) {
            return false;
        }
    }
    const bool is_closed = str_starts(rest_of(reader), S("/>"));
    reader->at += is_closed ? 2 : 1;
    const struct str name = element->name;
    end_before(reader, name);
    const bool is_html = reader->form == MARKUP_HTML;
    if (is_html && (str_is(name, "script") || str_is(name, "style"))) {
        return take_raw(reader, element);
    }
    if (is_closed || (is_html && is_void(name))) {
        return true;
    }
    if (reader->depth == DEPTH) {
        return fault(reader, "nested too deeply", name);
    }
    reader->open[reader->depth++] = name;
    return true;
}

static bool take_end(struct reader *reader)
{
    reader->at += 2;
    const struct str name = take_name(reader);
    if (!str_starts(rest_of(reader), S(">"))) {
        return fault(reader, "a closing tag that does not end", name);
    }
    end_inside(reader, name);
    if (reader->depth == 0 ||
        !str_equal(reader->open[reader->depth - 1], name)) {
        return fault(reader, "closed, but not open", name);
    }
    reader->depth--;
    reader->at++;
    return true;
}

static bool take_special(struct reader *reader, const char *opening,
                         const char *closing)
{
    const size_t start = reader->at + strlen(opening);
    const size_t len =
        str_find(str_from(reader->text, start), str_from_c(closing));
    if (len == STR_NONE) {
        return fault(reader, "never ends", rest_of(reader));
    }
    *LIST_PUSH(reader->arena, reader->markup) = (struct markup_element){
        .name = str_from_c(opening + 1),
        .text = str_slice(reader->text, start, start + len)};
    reader->at = start + len + strlen(closing);
    return true;
}

static bool take_tag(struct reader *reader)
{
    const struct str rest = rest_of(reader);
    if (str_starts(rest, S("<!--"))) {
        return take_special(reader, "<!--", "-->");
    }
    if (reader->at == 0 && str_starts(rest, S("<!doctype"))) {
        return take_special(reader, "<!doctype", ">");
    }
    if (reader->at == 0 && str_starts(rest, S("<?xml"))) {
        return take_special(reader, "<?xml", "?>");
    }
    if (str_starts(rest, S("</"))) {
        return take_end(reader);
    }
    if (rest.len > 1 && ascii_is_letter(rest.ptr[1])) {
        return take_start(reader);
    }
    return fault(reader, "a < that begins no tag", rest);
}

bool markup_read(struct arena *arena, enum markup_form form, struct str text,
                 struct markup *markup, struct failure *failure)
{
    struct reader reader = {.arena = arena,
                            .form = form,
                            .text = text,
                            .markup = markup,
                            .failure = failure};
    bool is_well = true;
    *markup = (struct markup){0};
    while (is_well && reader.at < text.len) {
        size_t len = str_find_char(rest_of(&reader), '<');
        len = len == STR_NONE ? text.len - reader.at : len;
        is_well =
            decode(&reader, str_slice(rest_of(&reader), 0, len), &reader.shown);
        reader.at += is_well ? len : 0;
        if (is_well && reader.at < text.len) {
            is_well = take_tag(&reader);
        }
    }
    if (is_well && reader.depth > 0) {
        is_well = fault(&reader, "never closed", reader.open[reader.depth - 1]);
    }
    markup->text = out_take(&reader.shown, arena);
    return is_well;
}

struct str markup_value(const struct markup_element *element, const char *name)
{
    for (size_t i = 0; i < element->count; i++) {
        if (str_is(element->attributes[i].name, name)) {
            return element->attributes[i].value;
        }
    }
    return (struct str){0};
}
