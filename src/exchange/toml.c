/* One pass over the text. Nodes grow while they are read, so each map under
 * construction keeps its pairs in a list until the end. */

#include "exchange/toml.h"

#include "base/ascii.h"
#include "base/out.h"
#include "base/utf8.h"

enum { DEPTH_CEILING = 64 };

struct toml {
    struct arena *arena;
    struct str text;
    size_t at;
    int depth;
    struct failure *failure;
};

/* -- Where one is ---------------------------------------------------------- */

static bool fault(struct toml *toml, const char *what)
{
    size_t line = 1;
    for (size_t i = 0; i < toml->at && i < toml->text.len; i++) {
        line += toml->text.ptr[i] == '\n';
    }
    return fail(toml->failure, "line %zu: %s", line, what);
}

static char here(const struct toml *toml)
{
    return toml->at < toml->text.len ? toml->text.ptr[toml->at] : '\0';
}

static bool skip(struct toml *toml, struct str what)
{
    const bool is_here = str_starts(str_from(toml->text, toml->at), what);
    toml->at += is_here ? what.len : 0;
    return is_here;
}

static void skip_blanks(struct toml *toml)
{
    while (here(toml) == ' ' || here(toml) == '\t') {
        toml->at++;
    }
}

static void skip_comment(struct toml *toml)
{
    while (here(toml) == '#' && toml->at < toml->text.len) {
        while (toml->at < toml->text.len && here(toml) != '\n') {
            toml->at++;
        }
    }
}

/* Blanks, line ends and comments. */
static void skip_space(struct toml *toml)
{
    size_t before;
    do {
        before = toml->at;
        while (toml->at < toml->text.len && ascii_is_space(here(toml))) {
            toml->at++;
        }
        skip_comment(toml);
    } while (toml->at != before);
}

/* -- The tree -------------------------------------------------------------- */

static struct yml_node *node(struct toml *toml, enum yml_kind kind)
{
    struct yml_node *made = ARENA_NEW(toml->arena, struct yml_node);
    made->kind = kind;
    return made;
}

static struct yml_node *scalar(struct toml *toml, struct str text,
                               enum yml_style style)
{
    struct yml_node *made = node(toml, YML_SCALAR);
    made->text = text;
    made->style = style;
    return made;
}

static struct yml_node *member(const struct yml_node *map, struct str key)
{
    for (size_t i = 0; i < map->len; i++) {
        if (str_equal(map->pairs[i].key->text, key)) {
            return map->pairs[i].value;
        }
    }
    return NULL;
}

/* Whether a list of so many has no room for one more: rooms are powers of two.
 */
static bool is_filled(size_t len)
{
    return (len & (len - 1)) == 0;
}

static size_t room(size_t len)
{
    return len > 0 ? 2 * len : 1;
}

static void add_member(struct toml *toml, struct yml_node *map, struct str key,
                       struct yml_node *value)
{
    if (is_filled(map->len)) {
        struct yml_pair *pairs =
            ARENA_ARRAY(toml->arena, struct yml_pair, room(map->len));
        for (size_t i = 0; i < map->len; i++) {
            pairs[i] = map->pairs[i];
        }
        map->pairs = pairs;
    }
    map->pairs[map->len].key = scalar(toml, key, YML_PLAIN);
    map->pairs[map->len].value = value;
    map->len++;
}

static void add_item(struct toml *toml, struct yml_node *list,
                     struct yml_node *item)
{
    if (is_filled(list->len)) {
        struct yml_node **items =
            ARENA_ARRAY(toml->arena, struct yml_node *, room(list->len));
        for (size_t i = 0; i < list->len; i++) {
            items[i] = list->items[i];
        }
        list->items = items;
    }
    list->items[list->len++] = item;
}

/* -- Strings and keys ------------------------------------------------------ */

static bool read_code_point(struct toml *toml, struct out *out, size_t digits)
{
    uint32_t c = 0;
    char bytes[4];
    for (size_t i = 0; i < digits; i++, toml->at++) {
        const char d = here(toml);
        const int value = ascii_is_digit(d)      ? d - '0'
                          : d >= 'a' && d <= 'f' ? d - 'a' + 10
                          : d >= 'A' && d <= 'F' ? d - 'A' + 10
                                                 : -1;
        if (value < 0) {
            return fault(toml, "a code point needs hexadecimal digits");
        }
        c = c * 16 + (uint32_t)value;
    }
    if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) {
        return fault(toml, "there is no such code point");
    }
    out_str(out, (struct str){bytes, utf8_encode(c, bytes)});
    return true;
}

/* Behind the backslash. */
static bool read_escape(struct toml *toml, struct out *out)
{
    static const char from[] = "btnfre\"\\";
    static const char to[] = "\b\t\n\f\r\x1b\"\\";
    const char c = here(toml);
    toml->at++;
    if (c == 'u' || c == 'U') {
        return read_code_point(toml, out, c == 'u' ? 4 : 8);
    }
    if (ascii_is_space(c)) { /* the rest of the line, in a text of several */
        while (ascii_is_space(here(toml))) {
            toml->at++;
        }
        return true;
    }
    for (size_t i = 0; from[i] != '\0'; i++) {
        if (from[i] == c) {
            out_char(out, to[i]);
            return true;
        }
    }
    return fault(toml, "a backslash stands before what it cannot escape");
}

/* At the quote; a literal one has no escapes. */
static bool read_string(struct toml *toml, struct str *text)
{
    const char quote = here(toml);
    const struct str triple = quote == '"' ? S("\"\"\"") : S("'''");
    const bool is_long = skip(toml, triple);
    const struct str close = is_long ? triple : str_slice(triple, 0, 1);
    struct out out = {0};
    bool is_good = true;
    toml->at += is_long ? 0 : 1;
    if (is_long && !skip(toml, S("\r\n"))) {
        skip(toml, S("\n"));
    }
    while (is_good && !skip(toml, close)) {
        const char c = here(toml);
        if (toml->at >= toml->text.len || (c == '\n' && !is_long)) {
            is_good = fault(toml, "a text is never closed");
        } else if (c == '\\' && quote == '"') {
            toml->at++;
            is_good = read_escape(toml, &out);
        } else {
            out_char(&out, c);
            toml->at++;
        }
    }
    *text = out_take(&out, toml->arena);
    return is_good;
}

static bool is_bare(char c)
{
    return ascii_is_alnum(c) || c == '_' || c == '-';
}

static bool read_key_part(struct toml *toml, struct str *part)
{
    skip_blanks(toml);
    if (here(toml) == '"' || here(toml) == '\'') {
        return read_string(toml, part);
    }
    const size_t start = toml->at;
    while (is_bare(here(toml))) {
        toml->at++;
    }
    *part = str_slice(toml->text, start, toml->at);
    return part->len > 0 || fault(toml, "a key is missing");
}

/* a."b c".d */
static bool read_key(struct toml *toml, struct strs *parts)
{
    do {
        struct str part;
        if (!read_key_part(toml, &part)) {
            return false;
        }
        *LIST_PUSH(toml->arena, parts) = part;
        skip_blanks(toml);
    } while (skip(toml, S(".")));
    return true;
}

/* -- Values ---------------------------------------------------------------- */

static struct yml_node *read_value(struct toml *toml);

static struct yml_node *read_array(struct toml *toml)
{
    struct yml_node *list = node(toml, YML_LIST);
    toml->at++;
    for (;;) {
        skip_space(toml);
        if (skip(toml, S("]"))) {
            return list;
        }
        struct yml_node *item = read_value(toml);
        if (!item) {
            return NULL;
        }
        add_item(toml, list, item);
        skip_space(toml);
        if (!skip(toml, S(",")) && here(toml) != ']') {
            fault(toml, "a comma or ] is missing");
            return NULL;
        }
    }
}

/* The table that the parts but the last lead to, made where it is missing. Of
 * an array of tables it is the last. */
static struct yml_node *descend(struct toml *toml, struct yml_node *table,
                                const struct strs *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct yml_node *next = member(table, parts->at[i]);
        if (!next) {
            next = node(toml, YML_MAP);
            add_member(toml, table, parts->at[i], next);
        }
        if (next->kind == YML_LIST && next->len > 0) {
            next = next->items[next->len - 1];
        }
        if (next->kind != YML_MAP) {
            fault(toml, "a key has a value already");
            return NULL;
        }
        table = next;
    }
    return table;
}

static bool read_pair(struct toml *toml, struct yml_node *table)
{
    struct strs parts = {0};
    if (!read_key(toml, &parts)) {
        return false;
    }
    if (!skip(toml, S("="))) {
        return fault(toml, "an equals sign is missing");
    }
    struct yml_node *value = read_value(toml);
    struct yml_node *owner =
        value ? descend(toml, table, &parts, parts.len - 1) : NULL;
    if (!owner) {
        return false;
    }
    if (member(owner, parts.at[parts.len - 1])) {
        return fault(toml, "a key stands twice");
    }
    add_member(toml, owner, parts.at[parts.len - 1], value);
    return true;
}

static struct yml_node *read_inline_table(struct toml *toml)
{
    struct yml_node *map = node(toml, YML_MAP);
    toml->at++;
    for (;;) {
        skip_space(toml);
        if (skip(toml, S("}"))) {
            return map;
        }
        if (!read_pair(toml, map)) {
            return NULL;
        }
        skip_space(toml);
        if (!skip(toml, S(",")) && here(toml) != '}') {
            fault(toml, "a comma or } is missing");
            return NULL;
        }
    }
}

/* Numbers, dates and truth values, as they stand. */
static struct yml_node *read_bare(struct toml *toml)
{
    const size_t start = toml->at;
    while (toml->at < toml->text.len &&
           str_find_char(S(",]}#\n\r"), here(toml)) == STR_NONE) {
        toml->at++;
    }
    const struct str text = str_trim(str_slice(toml->text, start, toml->at));
    if (text.len == 0) {
        fault(toml, "a value is missing");
        return NULL;
    }
    return scalar(toml, text, YML_PLAIN);
}

static struct yml_node *read_value(struct toml *toml)
{
    struct yml_node *value = NULL;
    struct str text;
    skip_blanks(toml);
    if (++toml->depth > DEPTH_CEILING) {
        fault(toml, "values are nested too deep");
    } else if (here(toml) == '"' || here(toml) == '\'') {
        value = read_string(toml, &text) ? scalar(toml, text, YML_DOUBLE_QUOTED)
                                         : NULL;
    } else if (here(toml) == '[') {
        value = read_array(toml);
    } else if (here(toml) == '{') {
        value = read_inline_table(toml);
    } else {
        value = read_bare(toml);
    }
    toml->depth--;
    return value;
}

/* -- Tables ---------------------------------------------------------------- */

/* [a.b] or [[a.b]]: what follows belongs to it. */
static struct yml_node *read_header(struct toml *toml, struct yml_node *root)
{
    struct strs parts = {0};
    const bool is_array = skip(toml, S("[["));
    toml->at += is_array ? 0 : 1;
    if (!read_key(toml, &parts)) {
        return NULL;
    }
    if (!skip(toml, is_array ? S("]]") : S("]"))) {
        fault(toml, "a bracket is missing");
        return NULL;
    }
    if (!is_array) {
        return descend(toml, root, &parts, parts.len);
    }
    struct yml_node *owner = descend(toml, root, &parts, parts.len - 1);
    if (!owner) {
        return NULL;
    }
    const struct str name = parts.at[parts.len - 1];
    struct yml_node *list = member(owner, name);
    if (!list) {
        list = node(toml, YML_LIST);
        add_member(toml, owner, name, list);
    }
    if (list->kind != YML_LIST) {
        fault(toml, "a key has a value already");
        return NULL;
    }
    struct yml_node *table = node(toml, YML_MAP);
    add_item(toml, list, table);
    return table;
}

static bool read_line(struct toml *toml, struct yml_node *root,
                      struct yml_node **table)
{
    if (here(toml) == '[') {
        *table = read_header(toml, root);
        if (!*table) {
            return false;
        }
    } else if (!read_pair(toml, *table)) {
        return false;
    }
    skip_blanks(toml);
    skip_comment(toml);
    return toml->at == toml->text.len || skip(toml, S("\n")) ||
           skip(toml, S("\r\n")) ||
           fault(toml, "something stands behind the end of a value");
}

const struct yml_node *toml_read(struct arena *arena, struct str text,
                                 struct failure *failure)
{
    struct toml toml = {.arena = arena, .text = text, .failure = failure};
    struct yml_node *root = node(&toml, YML_MAP);
    struct yml_node *table = root;
    skip(&toml, S("\xef\xbb\xbf"));
    for (;;) {
        skip_space(&toml);
        if (toml.at == text.len) {
            return root;
        }
        if (!read_line(&toml, root, &table)) {
            return NULL;
        }
    }
}
