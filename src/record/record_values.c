/* Single values. The declared type of a field decides how its text is read,
 * never the look of the text: 52e8107 is a hash where a text is meant. */

#include "record/record_read.h"

struct diag *reader_fault(struct reader *reader, const char *rule,
                          struct place place, struct str target,
                          const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const struct str message = arena_vprintf(reader->arena, format, args);
    va_end(args);
    struct diag *diag = diag_add(reader->diags, SEVERITY_ERROR, rule, place,
                                 "%.*s", STR_ARG(message));
    diag->target = target;
    return diag;
}

void reader_suggest(struct reader *reader, struct diag *diag, struct str word,
                    const struct strs *words)
{
    const struct str near = nearest(word, words);
    if (near.len > 0) {
        diag_hint(reader->diags, diag, "did you mean \"%.*s\"?", STR_ARG(near));
    }
}

bool read_is_empty(const struct yml_node *node)
{
    return node->kind == YML_SCALAR
               ? yml_is_null(node) || str_is_blank(node->text)
               : node->len == 0;
}

static const char *form_of(const struct yml_node *node)
{
    return node->kind == YML_LIST ? "a list" : "a map";
}

bool read_text(struct reader *reader, struct str key,
               const struct yml_node *node, struct str *text)
{
    if (node->kind != YML_SCALAR) {
        reader_fault(reader, "field-type", node->place, key,
                     "\"%.*s\" is %s, and a text is meant", STR_ARG(key),
                     form_of(node));
        return false;
    }
    if (read_is_empty(node)) {
        struct diag *diag =
            reader_fault(reader, "field-empty", node->place, key,
                         "\"%.*s\" has no text", STR_ARG(key));
        diag_hint(reader->diags, diag,
                  node->style == YML_FOLDED || node->style == YML_LITERAL
                      ? "indent the lines that belong to it"
                      : "fill it in, or take the key away");
        return false;
    }
    *text = str_trim(node->text);
    return true;
}

bool read_integer(struct reader *reader, struct str key,
                  const struct yml_node *node, int64_t *value)
{
    struct str text;
    if (!read_text(reader, key, node, &text)) {
        return false;
    }
    if (node->style == YML_PLAIN && str_to_int64(text, value) && *value >= 0) {
        return true;
    }
    *value = 0;
    reader_fault(reader, "field-type", node->place, key,
                 "\"%.*s\" is a whole number, not \"%.*s\"", STR_ARG(key),
                 STR_ARG(text));
    return false;
}

bool read_version(struct reader *reader, struct str key,
                  const struct yml_node *node, int64_t *version)
{
    if (!yml_is_bare_version(node)) {
        return read_integer(reader, key, node, version);
    }
    struct diag *diag =
        reader_fault(reader, "version-unquoted", node->place, key,
                     "%.*s would be read as a number, without its last zeros",
                     STR_ARG(node->text));
    diag_hint(reader->diags, diag,
              "a record's version is a whole number: 1, 2, 3");
    return false;
}

static int number_at(struct str text, size_t at, size_t digits)
{
    int value = 0;
    for (size_t i = 0; i < digits; i++) {
        const char c = text.ptr[at + i];
        if (c < '0' || c > '9') {
            return -1;
        }
        value = value * 10 + (c - '0');
    }
    return value;
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (is_leap && month == 2);
}

/* YYYY-MM-DD, a day that exists; YYYY-MM and YYYY where a part is allowed. */
static bool is_date(struct str text, bool allows_partial)
{
    if (text.len != 10 &&
        !(allows_partial && (text.len == 7 || text.len == 4))) {
        return false;
    }
    const int year = number_at(text, 0, 4);
    if (text.len == 4 || year < 1) {
        return year >= 1;
    }
    const int month = text.ptr[4] == '-' ? number_at(text, 5, 2) : -1;
    if (text.len == 7 || month < 1 || month > 12) {
        return month >= 1 && month <= 12;
    }
    const int day = text.ptr[7] == '-' ? number_at(text, 8, 2) : -1;
    return day >= 1 && day <= days_in(year, month);
}

bool read_date(struct reader *reader, struct str key,
               const struct yml_node *node, bool allows_partial,
               struct str *date)
{
    struct str text;
    if (!read_text(reader, key, node, &text)) {
        return false;
    }
    if (!is_date(text, allows_partial)) {
        struct diag *diag = reader_fault(reader, "field-type", node->place, key,
                                         "\"%.*s\" is a date, not \"%.*s\"",
                                         STR_ARG(key), STR_ARG(text));
        diag_hint(reader->diags, diag,
                  allows_partial ? "write YYYY-MM-DD, YYYY-MM or YYYY"
                                 : "write YYYY-MM-DD, a day that exists");
        return false;
    }
    *date = text;
    return true;
}

bool read_word(struct reader *reader, struct str key,
               const struct yml_node *node, const char *const *words,
               size_t *index)
{
    struct str text;
    if (!read_text(reader, key, node, &text)) {
        return false;
    }
    struct strs known = {0};
    for (size_t i = 0; words[i]; i++) {
        if (str_is(text, words[i])) {
            *index = i;
            return true;
        }
        *LIST_PUSH(reader->arena, &known) = str_from_c(words[i]);
    }
    struct diag *diag = reader_fault(reader, "field-type", node->place, key,
                                     "\"%.*s\" is no value of \"%.*s\"",
                                     STR_ARG(text), STR_ARG(key));
    struct out list = {0};
    for (size_t i = 0; i < known.len; i++) {
        out_c(&list, i == 0 ? "" : i + 1 == known.len ? " or " : ", ");
        out_str(&list, known.at[i]);
    }
    diag_hint(reader->diags, diag, "write %.*s", STR_ARG(out_text(&list)));
    out_free(&list);
    return false;
}

static void read_item(struct reader *reader, struct str key,
                      const struct yml_node *node, struct texts *items)
{
    struct str text;
    if (read_text(reader, key, node, &text)) {
        *LIST_PUSH(reader->arena, items) =
            (struct text_item){text, node->place};
    }
}

void read_items(struct reader *reader, struct str key,
                const struct yml_node *node, struct texts *items)
{
    if (node->kind != YML_LIST) {
        read_item(reader, key, node, items);
        return;
    }
    if (items->cap == 0) {
        items->at = ARENA_ARRAY(reader->arena, struct text_item, node->len);
        items->cap = node->len;
    }
    for (size_t i = 0; i < node->len; i++) {
        read_item(reader, key, node->items[i], items);
    }
}

bool read_is_reference(struct reader *reader, struct str key, struct str text,
                       struct place place)
{
    const struct project *project = reader->project;
    if (project_is_id(project, text)) {
        return true;
    }
    struct diag *diag =
        reader_fault(reader, "reference-malformed", place, key,
                     "\"%.*s\" is not the id of a record", STR_ARG(text));
    if (str_find_char(text, ',') != STR_NONE) {
        diag_hint(reader->diags, diag, "several ids are a list: [%.*s]",
                  STR_ARG(text));
    } else if (project->prefixes.len > 0) {
        diag_hint(reader->diags, diag,
                  "an id is a prefix of this project and a number, such as "
                  "%.*s-001",
                  STR_ARG(project->prefixes.at[0]));
    }
    return false;
}
