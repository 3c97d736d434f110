/* From the file to its entries: macros are put in, pieces joined, and every
 * entry that cannot be read is said with its place. */

#include "exchange/bibtex.h"

#include "base/map.h"
#include "base/out.h"
#include "base/utf8.h"
#include "exchange/bibtex_fields.h"
#include "exchange/bibtex_scan.h"
#include "record/cite_key.h"

struct reader {
    struct arena *arena;
    struct arena scratch;
    struct source *source;
    struct diags *diags;
    struct bib *bib;
    struct bib_library library;
    struct map macros; /* lower case -> struct str */
    struct strs names; /* of macros, for "did you mean" */
    LIST(struct bib_entry) entries;
    size_t counted, lines; /* line ends before an offset: see line_of() */
    size_t warnings;
    size_t unfolded; /* bytes of all values, macros put in */
};

enum {
    FAULT_CEILING = 1000,   /* errors past this many are only counted, */
    WARNING_CEILING = 1000, /* and warnings past that many not even that: a
                               file may be nothing else */
    NEAR_CEILING = 10000,   /* macros among which the nearest is looked for */
    UNFOLDED_CEILING = 64 << 20,
};

/* -- Faults ---------------------------------------------------------------- */

/* Whether there are so many errors that the next one is only counted. */
static bool is_counted_only(struct reader *reader)
{
    const bool is_so = reader->bib->failed > FAULT_CEILING;
    reader->bib->failed += is_so;
    return is_so;
}

/* An entry that failed: one error, and one more of them. */
static void fault(struct reader *reader, size_t start, struct str what,
                  struct str hint)
{
    if (is_counted_only(reader)) {
        return;
    }
    reader->bib->failed++;
    const bool is_last = reader->bib->failed > FAULT_CEILING;
    struct diag *diag =
        diag_add(reader->diags, SEVERITY_ERROR, "",
                 (struct place){reader->source, start, start}, "%.*s",
                 STR_ARG(is_last ? S("this entry cannot be read either; those "
                                     "behind it are only counted")
                                 : what));
    diag->hint = is_last ? S("") : hint;
}

static void warn(struct reader *reader, struct place place, struct str what,
                 struct str hint)
{
    if (reader->warnings++ < WARNING_CEILING) {
        struct diag *diag = diag_add(reader->diags, SEVERITY_WARNING, "", place,
                                     "%.*s", STR_ARG(what));
        diag->hint = hint;
    }
}

/* Where the text stands on a line of the entry, or where the line begins. */
static struct place on_line(struct reader *reader, int line,
                            const struct bib_piece *piece, struct str text)
{
    enum { REACH = 4096 };
    struct source *source = reader->source;
    size_t start = source_line_offset(reader->arena, source, (size_t)line);
    size_t end = source_line_offset(reader->arena, source, (size_t)line + 1);
    start = start > piece->start ? start : piece->start;
    end = end > start + REACH ? start + REACH : end;
    const size_t at =
        str_find_nocase(str_slice(source->text, start, end), text);
    return at == STR_NONE
               ? (struct place){source, start, start}
               : (struct place){source, start + at, start + at + text.len};
}

/* The key as written, or the empty text: for messages, of whatever is there. */
static struct str key_of(struct str inside)
{
    size_t end = 0;
    while (end < inside.len && inside.ptr[end] != ',') {
        end++;
    }
    return str_trim(str_slice(inside, 0, end));
}

static struct str name_of(struct reader *reader, const struct bib_piece *piece)
{
    enum { LONGEST = 80 };
    const struct str inside =
        str_slice(reader->source->text, piece->inside_start, piece->inside_end);
    const struct str key = key_of(inside);
    return key.len > 0 && key.len <= LONGEST &&
                   str_find_char(key, '\n') == STR_NONE
               ? arena_printf(reader->arena, "the entry \"%.*s\"", STR_ARG(key))
               : S("this entry");
}

static void fault_in_shape(struct reader *reader, const struct bib_piece *piece)
{
    static const char *const faults[] = {
        [BIB_SOUND] = "",
        [BIB_HEADLESS] = "an entry begins with @, its type and a brace, as in "
                         "@article{",
        [BIB_UNCLOSED] = "is never closed",
        [BIB_STRAY] = "is closed by a brace or bracket that it was not opened "
                      "with",
        [BIB_TOO_LARGE] = "is larger than 1 MiB",
        [BIB_TOO_DEEP] = "has more than 100 braces within each other",
        [BIB_TOO_MANY] = "has more than 1000 fields",
        [BIB_STRAY_TEXT] = "a closing brace stands between entries",
    };
    const char *what = faults[piece->fault];
    if (piece->fault == BIB_STRAY_TEXT) {
        warn(reader, (struct place){reader->source, piece->start, piece->end},
             str_from_c(what),
             S("the entry before it may have ended too early; what stands "
               "between entries is not read"));
        return;
    }
    if (is_counted_only(reader)) {
        return;
    }
    const struct str name = name_of(reader, piece);
    fault(reader, piece->fault_at,
          piece->fault == BIB_HEADLESS
              ? str_from_c(what)
              : arena_printf(reader->arena, "%.*s %s", STR_ARG(name), what),
          piece->fault == BIB_UNCLOSED
              ? S("look for a brace or quotation mark that has no partner; the "
                  "reading went on at the next line that begins like an entry")
              : S(""));
}

/* -- Macros ---------------------------------------------------------------- */

static struct str lower(struct arena *arena, struct str text)
{
    struct out out = {0};
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        out_char(&out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
    }
    return out_take(&out, arena);
}

static void define(struct reader *reader, struct str name, struct str value)
{
    const struct str key = lower(reader->arena, name);
    void **slot = map_slot(reader->arena, &reader->macros, key);
    if (!*slot) {
        *slot = ARENA_NEW(reader->arena, struct str);
        *LIST_PUSH(reader->arena, &reader->names) = key;
    }
    *(struct str *)*slot = value;
}

static void define_months(struct reader *reader)
{
    static const char *const months[] = {
        "January", "February", "March",     "April",   "May",      "June",
        "July",    "August",   "September", "October", "November", "December",
    };
    for (size_t i = 0; i < sizeof months / sizeof months[0]; i++) {
        const struct str name = str_from_c(months[i]);
        define(reader, str_slice(name, 0, 3), name);
    }
}

static void fault_of_macro(struct reader *reader, const struct bib_piece *piece,
                           const struct bib_value *value)
{
    if (is_counted_only(reader)) {
        return;
    }
    const struct place place = on_line(reader, value->line, piece, value->text);
    const struct str name = name_of(reader, piece);
    const bool is_sought =
        reader->bib->failed < FAULT_CEILING && reader->names.len < NEAR_CEILING;
    const struct str near =
        is_sought
            ? nearest(lower(&reader->scratch, value->text), &reader->names)
            : S("");
    fault(reader, place.start,
          arena_printf(reader->arena,
                       "%.*s uses the macro %.*s, which is not defined",
                       STR_ARG(name), STR_ARG(value->text)),
          near.len > 0
              ? arena_printf(reader->arena,
                             "did you mean %.*s? A text stands in braces or "
                             "quotation marks",
                             STR_ARG(near))
              : arena_printf(reader->arena,
                             "define it before, with @string{%.*s = "
                             "\"...\"}; a text stands in braces or quotation "
                             "marks",
                             STR_ARG(value->text)));
}

/* False after saying which macro there is not. */
static bool join(struct reader *reader, const struct bib_piece *piece,
                 const struct bib_assignment *assignment, struct str *joined)
{
    struct out out = {.ceiling = BIB_ENTRY_CEILING};
    for (size_t i = 0; i < assignment->value_count; i++) {
        const struct bib_value *value = &assignment->values[i];
        if (value->kind != BIB_MACRO) {
            out_str(&out, value->text);
            continue;
        }
        const struct str *macro =
            map_get(&reader->macros, lower(&reader->scratch, value->text));
        if (!macro) {
            out_free(&out);
            fault_of_macro(reader, piece, value);
            return false;
        }
        out_str(&out, *macro);
    }
    reader->unfolded += out.len;
    const bool is_full = out.is_full || reader->unfolded > UNFOLDED_CEILING;
    *joined = out_take(&out, reader->arena);
    if (is_full) {
        fault(reader, piece->start,
              S("the macros unfold to more text than is read"), S(""));
    }
    return !is_full;
}

/* -- Entries --------------------------------------------------------------- */

/* C strings end at a NUL, and what is no UTF-8 can be anything. */
static bool is_text(struct reader *reader, const struct bib_piece *piece)
{
    const struct str text =
        str_slice(reader->source->text, piece->start, piece->end);
    const size_t nul = str_find_char(text, '\0');
    const size_t invalid = utf8_first_invalid(text);
    const size_t at = nul < invalid ? nul : invalid;
    if (at == STR_NONE) {
        return true;
    }
    if (is_counted_only(reader)) {
        return false;
    }
    const struct str name = name_of(reader, piece);
    const bool is_nul = nul < invalid;
    fault(reader, piece->start + at,
          is_nul ? arena_printf(reader->arena, "%.*s holds a NUL byte",
                                STR_ARG(name))
                 : arena_printf(reader->arena, "%.*s is not UTF-8: byte 0x%02x",
                                STR_ARG(name), (unsigned char)text.ptr[at]),
          is_nul ? S("")
                 : S("a file in Latin-1 is made UTF-8 by `iconv -f latin1 -t "
                     "utf8`"));
    return false;
}

/* Counted on from the entry before: a file may be one long line, in which
 * every column takes a walk. */
static int line_of(struct reader *reader, size_t offset)
{
    const struct str text = reader->source->text;
    for (; reader->counted < offset; reader->counted++) {
        reader->lines += text.ptr[reader->counted] == '\n';
    }
    return (int)reader->lines + 1;
}

/* The fields that lie in these bytes; false after saying why not. */
static bool read_fields(struct reader *reader, const struct bib_piece *piece,
                        size_t start, struct bib_assignments *assignments)
{
    const struct str text =
        str_slice(reader->source->text, start, piece->inside_end);
    struct bib_complaint complaint;
    if (bib_fields_read(&reader->library, &reader->scratch, text,
                        line_of(reader, start), assignments, &complaint)) {
        return true;
    }
    if (is_counted_only(reader)) {
        return false;
    }
    const struct str name = name_of(reader, piece);
    fault(reader, on_line(reader, complaint.line, piece, S("")).start,
          arena_printf(reader->arena, "%.*s cannot be read: %.*s",
                       STR_ARG(name), STR_ARG(complaint.text)),
          S(""));
    return false;
}

static bool has_field(const struct bib_field *fields, size_t count,
                      struct str name)
{
    for (size_t i = 0; i < count; i++) {
        if (str_equal(fields[i].name, name)) {
            return true;
        }
    }
    return false;
}

static bool add_fields(struct reader *reader, const struct bib_piece *piece,
                       const struct bib_assignments *assignments,
                       struct bib_entry *entry)
{
    entry->fields =
        ARENA_ARRAY(reader->arena, struct bib_field, assignments->len);
    for (size_t i = 0; i < assignments->len; i++) {
        const struct bib_assignment *assignment = &assignments->at[i];
        struct bib_field field = {
            .name = arena_copy(reader->arena, assignment->name),
            .place = on_line(reader, assignment->line, piece, assignment->name),
        };
        if (!join(reader, piece, assignment, &field.tex)) {
            return false;
        }
        if (has_field(entry->fields, entry->field_count, field.name)) {
            warn(reader, field.place,
                 arena_printf(reader->arena,
                              "the entry \"%.*s\" has the field %.*s twice; "
                              "the first counts",
                              STR_ARG(entry->key), STR_ARG(field.name)),
                 S(""));
            continue;
        }
        entry->fields[entry->field_count++] = field;
    }
    return true;
}

static void read_entry(struct reader *reader, const struct bib_piece *piece)
{
    const struct str inside =
        str_slice(reader->source->text, piece->inside_start, piece->inside_end);
    const size_t comma = str_find_char(inside, ',');
    struct bib_entry entry = {
        .type = lower(reader->arena, piece->type),
        .key = key_of(inside),
        .place = {reader->source, piece->start, piece->end},
    };
    if (!cite_key_is_sound(entry.key)) {
        fault(reader, piece->start,
              S("this entry has no key, or one that BibTeX would not read"),
              S(""));
        return;
    }
    struct bib_assignments assignments = {0};
    const size_t start =
        piece->inside_start + (comma == STR_NONE ? inside.len : comma + 1);
    if (read_fields(reader, piece, start, &assignments) &&
        add_fields(reader, piece, &assignments, &entry)) {
        *LIST_PUSH(reader->arena, &reader->entries) = entry;
    }
}

static void read_string(struct reader *reader, const struct bib_piece *piece)
{
    struct bib_assignments assignments = {0};
    if (!read_fields(reader, piece, piece->inside_start, &assignments)) {
        return;
    }
    for (size_t i = 0; i < assignments.len; i++) {
        struct str value;
        if (!join(reader, piece, &assignments.at[i], &value)) {
            return;
        }
        define(reader, assignments.at[i].name, value);
    }
    reader->bib->strings++;
}

static void read_piece(struct reader *reader, const struct bib_piece *piece)
{
    if (piece->fault != BIB_SOUND) {
        fault_in_shape(reader, piece);
    } else if (str_equal_nocase(piece->type, S("comment")) ||
               str_equal_nocase(piece->type, S("preamble"))) {
        reader->bib->others++;
    } else if (is_text(reader, piece)) {
        if (str_equal_nocase(piece->type, S("string"))) {
            read_string(reader, piece);
        } else {
            read_entry(reader, piece);
        }
    }
}

void bib_read(struct arena *arena, struct source *source, struct bib *bib,
              struct diags *diags)
{
    struct reader reader = {
        .arena = arena,
        .source = source,
        .diags = diags,
        .bib = bib,
        .library = bib_library_open(),
    };
    struct bib_scan scan = {.text = source->text};
    struct bib_piece piece;
    *bib = (struct bib){0};
    define_months(&reader);
    /* So that the arena keeps its first block from one entry to the next. */
    arena_alloc(&reader.scratch, 1, 1);
    const struct arena_mark mark = arena_mark(&reader.scratch);
    while (bib_scan_next(&scan, &piece)) {
        read_piece(&reader, &piece);
        arena_rewind(&reader.scratch, mark);
    }
    bib_library_close(&reader.library);
    arena_free(&reader.scratch);
    bib->entries = reader.entries.at;
    bib->entry_count = reader.entries.len;
}

struct str bib_field(const struct bib_entry *entry, const char *name)
{
    for (size_t i = 0; i < entry->field_count; i++) {
        if (str_is(entry->fields[i].name, name)) {
            return entry->fields[i].tex;
        }
    }
    return S("");
}
