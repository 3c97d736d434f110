/* Chapters from their files. */

#include "record/chapter_read.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "base/fs.h"

const char chapter_folder[] = "site/chapters";

enum { CHAPTER_CEILING = YML_SIZE_CEILING + MD_SIZE_CEILING };

struct chapter_reader {
    struct arena *arena;
    struct chapter *chapter;
    struct diags *diags;
};

__attribute__((format(printf, 4, 5))) static struct diag *fault(
    struct chapter_reader *reader, struct place place, const char *rule,
    const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const struct str message = arena_vprintf(reader->arena, format, args);
    va_end(args);
    return diag_add(reader->diags, SEVERITY_ERROR, rule, place, "%.*s",
                    STR_ARG(message));
}

/* -- The file's name ------------------------------------------------------- */

static struct str name_of(struct str path)
{
    const size_t slash = str_rfind_char(path, '/');
    const struct str name =
        slash == STR_NONE ? path : str_from(path, slash + 1);
    return str_ends(name, S(".md")) ? str_slice(name, 0, name.len - 3) : name;
}

/* The digits before the hyphen of "02-initialisation"; 0 when it is not called
 * so. */
static size_t number_length(struct str name)
{
    size_t digits = 0;
    while (digits < name.len && ascii_is_digit(name.ptr[digits])) {
        digits++;
    }
    bool is_plain = digits > 0 && digits < 10 && digits + 1 < name.len &&
                    name.ptr[digits] == '-';
    for (size_t i = digits; i < name.len; i++) {
        const char c = name.ptr[i];
        is_plain = is_plain &&
                   (ascii_is_digit(c) || c == '-' || (c >= 'a' && c <= 'z'));
    }
    return is_plain ? digits : 0;
}

/* A page is called as its file, in characters that any address can hold. */
static struct str slug_of(struct arena *arena, struct str name)
{
    struct out out = {0};
    for (size_t i = 0; i < name.len; i++) {
        const char c = name.ptr[i];
        const bool is_plain = ascii_is_letter(c) || ascii_is_digit(c);
        out_char(&out, is_plain || c == '-' ? c : '_');
    }
    return out_take(&out, arena);
}

static void read_name(struct chapter_reader *reader)
{
    struct chapter *chapter = reader->chapter;
    const struct str name = name_of(chapter->source->path);
    const size_t digits = number_length(name);
    chapter->slug = slug_of(reader->arena, name);
    if (digits == 0) {
        struct diag *diag = fault(
            reader, (struct place){chapter->source, 0, 0}, "chapter-invalid",
            "\"%.*s.md\" is not called as chapters are", STR_ARG(name));
        diag_hint(reader->diags, diag,
                  "its number, a hyphen and small letters: 02-the-model.md");
        return;
    }
    str_to_int64(str_slice(name, 0, digits), &chapter->number);
}

/* -- Front matter ---------------------------------------------------------- */

static bool is_text(struct chapter_reader *reader, const struct yml_pair *pair)
{
    if (pair->value->kind == YML_SCALAR && !yml_is_null(pair->value) &&
        !str_is_blank(pair->value->text)) {
        return true;
    }
    fault(reader, pair->key->place, "chapter-invalid",
          "\"%.*s\" takes one text", STR_ARG(pair->key->text));
    return false;
}

/* On one line, as lists show it. */
static struct str one_line(struct arena *arena, struct str text)
{
    struct out out = {0};
    text = str_trim(text);
    for (size_t i = 0; i < text.len; i++) {
        const bool is_space = ascii_is_space(text.ptr[i]);
        const bool is_first = is_space && !ascii_is_space(text.ptr[i - 1]);
        if (!is_space || is_first) {
            out_char(&out, is_space ? ' ' : text.ptr[i]);
        }
    }
    return out_take(&out, arena);
}

static void read_text(struct chapter_reader *reader,
                      const struct yml_pair *pair, struct str *text,
                      struct place *place)
{
    if (is_text(reader, pair)) {
        *text = one_line(reader->arena, pair->value->text);
        if (place) {
            *place = pair->value->place;
        }
    }
}

static bool is_day(struct str text)
{
    const char *shape = "9999-99-99";
    for (size_t i = 0; i < text.len && i < 10; i++) {
        const char c = text.ptr[i];
        if (shape[i] == '9' ? !ascii_is_digit(c) : c != shape[i]) {
            return false;
        }
    }
    return text.len == 10;
}

static void read_date(struct chapter_reader *reader,
                      const struct yml_pair *pair)
{
    if (is_text(reader, pair) && is_day(pair->value->text)) {
        reader->chapter->date = pair->value->text;
    } else if (pair->value->kind == YML_SCALAR) {
        fault(reader, pair->value->place, "chapter-invalid",
              "\"%.*s\" is no day, such as '2026-11-30'",
              STR_ARG(pair->value->text));
    }
}

static void read_version(struct chapter_reader *reader,
                         const struct yml_pair *pair)
{
    if (!yml_int(pair->value, &reader->chapter->version) ||
        reader->chapter->version < 1) {
        reader->chapter->version = 0;
        fault(reader, pair->key->place, "chapter-invalid",
              "\"%.*s\" is a whole number from 1 on", STR_ARG(pair->key->text));
    }
}

/* -- Constants ------------------------------------------------------------- */

static const char *const constant_parts[] = {"value", "unit", "reason"};

static void read_part(struct chapter_reader *reader,
                      const struct yml_pair *pair,
                      struct chapter_constant *constant)
{
    struct str *const into[] = {&constant->value, &constant->unit,
                                &constant->reason};
    struct strs known = {0};
    for (size_t i = 0; i < 3; i++) {
        *LIST_PUSH(reader->arena, &known) = str_from_c(constant_parts[i]);
        if (str_is(pair->key->text, constant_parts[i])) {
            if (pair->value->kind == YML_SCALAR && !yml_is_null(pair->value)) {
                *into[i] = one_line(reader->arena, pair->value->text);
            }
            return;
        }
    }
    struct diag *diag =
        fault(reader, pair->key->place, "constant-incomplete",
              "a constant has no \"%.*s\"", STR_ARG(pair->key->text));
    const struct str near = nearest(pair->key->text, &known);
    diag_hint(reader->diags, diag,
              near.len > 0 ? "did you mean \"%.*s\"?"
                           : "it has value, unit and reason%.*s",
              STR_ARG(near));
}

static void report_missing(struct chapter_reader *reader,
                           const struct chapter_constant *constant)
{
    const bool has_value = constant->value.len > 0;
    struct diag *diag = fault(reader, constant->place, "constant-incomplete",
                              has_value ? "the constant \"%.*s\" has no reason"
                                        : "the constant \"%.*s\" has no value",
                              STR_ARG(constant->name));
    diag_hint(reader->diags, diag,
              has_value ? "say why this number is right, or where it comes from"
                        : "write it as readers shall see it: value: '0.02'");
}

static struct chapter_constant read_constant(struct chapter_reader *reader,
                                             const struct yml_pair *pair)
{
    struct chapter_constant constant = {.name = pair->key->text,
                                        .place = pair->key->place};
    if (pair->value->kind == YML_SCALAR) {
        constant.value = one_line(reader->arena, pair->value->text);
    }
    for (size_t i = 0; pair->value->kind == YML_MAP && i < pair->value->len;
         i++) {
        read_part(reader, &pair->value->pairs[i], &constant);
    }
    if (constant.value.len == 0 || constant.reason.len == 0) {
        report_missing(reader, &constant);
    }
    return constant;
}

static void read_constants(struct chapter_reader *reader,
                           const struct yml_pair *pair)
{
    struct chapter *chapter = reader->chapter;
    const struct yml_node *map = pair->value;
    if (map->kind != YML_MAP) {
        fault(reader, pair->key->place, "chapter-invalid",
              "\"%.*s\" is a map: name: {value: '0.02', reason: …}",
              STR_ARG(pair->key->text));
        return;
    }
    chapter->constants =
        ARENA_ARRAY(reader->arena, struct chapter_constant, map->len);
    for (size_t i = 0; i < map->len; i++) {
        chapter->constants[chapter->constant_count++] =
            read_constant(reader, &map->pairs[i]);
    }
}

/* -- Fields ---------------------------------------------------------------- */

static void read_title(struct chapter_reader *r, const struct yml_pair *pair)
{
    read_text(r, pair, &r->chapter->title, &r->chapter->title_place);
}

static void read_summary(struct chapter_reader *r, const struct yml_pair *pair)
{
    read_text(r, pair, &r->chapter->summary, &r->chapter->summary_place);
}

static const struct {
    const char *key;
    void (*read)(struct chapter_reader *reader, const struct yml_pair *pair);
} fields[] = {
    {"title", read_title},         {"summary", read_summary},
    {"date", read_date},           {"version", read_version},
    {"constants", read_constants},
};

enum { FIELD_COUNT_OF_CHAPTER = sizeof fields / sizeof fields[0] };

static void report_key(struct chapter_reader *reader,
                       const struct yml_pair *pair)
{
    struct strs known = {0};
    for (size_t i = 0; i < FIELD_COUNT_OF_CHAPTER; i++) {
        *LIST_PUSH(reader->arena, &known) = str_from_c(fields[i].key);
    }
    struct diag *diag =
        fault(reader, pair->key->place, "chapter-invalid",
              "a chapter has no \"%.*s\"", STR_ARG(pair->key->text));
    const struct str near = nearest(pair->key->text, &known);
    diag_hint(reader->diags, diag,
              near.len > 0
                  ? "did you mean \"%.*s\"?"
                  : "it has title, summary, date, version and constants%.*s",
              STR_ARG(near));
}

static void read_pair(struct chapter_reader *reader,
                      const struct yml_pair *pair)
{
    for (size_t i = 0; i < FIELD_COUNT_OF_CHAPTER; i++) {
        if (str_is(pair->key->text, fields[i].key)) {
            fields[i].read(reader, pair);
            return;
        }
    }
    report_key(reader, pair);
}

static void read_front(struct chapter_reader *reader)
{
    struct chapter *chapter = reader->chapter;
    const struct yml_front *span = &chapter->span;
    const size_t known = reader->diags->len;
    const struct yml_node *root =
        span->is_present && span->is_closed
            ? yml_parse(reader->arena, chapter->source, span->yaml_start,
                        span->yaml_end, reader->diags)
            : NULL;
    for (size_t i = 0; root && root->kind == YML_MAP && i < root->len; i++) {
        read_pair(reader, &root->pairs[i]);
    }
    if (chapter->title.len == 0 && reader->diags->len == known) {
        struct diag *diag =
            fault(reader, (struct place){chapter->source, 0, 0},
                  "chapter-invalid", "the chapter has no title");
        diag_hint(reader->diags, diag,
                  "begin the file with\n---\ntitle: …\n---");
    }
}

/* -- The whole ------------------------------------------------------------- */

struct chapter chapter_parse(struct arena *arena, const struct project *project,
                             struct source *source, struct diags *diags)
{
    struct chapter chapter = {.source = source};
    struct chapter_reader reader = {arena, &chapter, diags};
    const struct md_options options = {.prefixes = &project->prefixes,
                                       .has_directives = true};
    chapter.span = yml_front(source, diags);
    read_name(&reader);
    read_front(&reader);
    if (chapter.title.len == 0) {
        chapter.title = chapter.slug;
    }
    chapter.body = md_parse(arena, source, chapter.span.body_start,
                            chapter.span.body_end, &options, diags);
    if (chapter.body) {
        read_inserts(arena, &chapter, diags);
        read_uses(arena, &chapter);
    }
    return chapter;
}

/* -- The folder ------------------------------------------------------------ */

struct folder_reader {
    struct arena *arena;
    const struct project *project;
    const struct map *texts;
    struct diags *diags;
    struct chapters chapters;
    bool *is_incomplete;
};

static bool is_chapter(struct str name)
{
    return str_ends(name, S(".md")) && name.len > 3 && name.ptr[0] != '_' &&
           name.ptr[0] != '.';
}

static void report_unreadable(struct folder_reader *folder, struct str path,
                              const char *why)
{
    struct source *source = source_new(folder->arena, path, S(""));
    diag_add(folder->diags, SEVERITY_ERROR, "file-unreadable",
             (struct place){source, 0, 0}, "%s", why);
    *folder->is_incomplete = true;
}

static void read_chapter(struct folder_reader *folder,
                         const struct fs_entry *entry)
{
    struct arena *arena = folder->arena;
    const struct str path =
        fs_join(arena, str_from_c(chapter_folder), entry->name);
    const struct str *other =
        folder->texts ? map_get(folder->texts, path) : NULL;
    struct failure failure = {0};
    struct str text = other ? *other : (struct str){0};
    if (other && !other->ptr) {
        return;
    }
    if (!other && entry->kind != FS_FILE) {
        report_unreadable(folder, path, "not a file that could be read");
        return;
    }
    if (!other &&
        !fs_read(arena, entry->path.ptr, CHAPTER_CEILING, &text, &failure)) {
        report_unreadable(folder, path, failure.why);
        return;
    }
    struct source *source = source_new(arena, path, text);
    *LIST_PUSH(arena, &folder->chapters) =
        chapter_parse(arena, folder->project, source, folder->diags);
}

/* Files that are read as if they were there. */
static void add_absent(struct folder_reader *folder, struct fs_entries *entries)
{
    const struct str root = str_from_c(chapter_folder);
    const size_t present = entries->len;
    for (size_t i = 0; folder->texts && i < folder->texts->len; i++) {
        const struct str path = folder->texts->at[i].key;
        const size_t slash = str_rfind_char(path, '/');
        if (slash == STR_NONE || !str_equal(str_slice(path, 0, slash), root)) {
            continue;
        }
        const struct str name = str_from(path, slash + 1);
        bool is_there = false;
        for (size_t n = 0; n < present; n++) {
            is_there = is_there || str_equal(entries->at[n].name, name);
        }
        if (!is_there) {
            *LIST_PUSH(folder->arena, entries) =
                (struct fs_entry){path, name, FS_FILE, false};
        }
    }
}

static int by_number(const void *left, const void *right)
{
    const struct chapter *a = left;
    const struct chapter *b = right;
    if (a->number != b->number) {
        const bool is_before =
            a->number != 0 && (b->number == 0 || a->number < b->number);
        return is_before ? -1 : 1;
    }
    return str_compare(a->slug, b->slug);
}

static void report_twins(const struct chapters *chapters, struct diags *diags)
{
    for (size_t i = 1; i < chapters->len; i++) {
        const struct chapter *before = &chapters->at[i - 1];
        const struct chapter *chapter = &chapters->at[i];
        if (chapter->number != 0 && chapter->number == before->number) {
            diag_add(diags, SEVERITY_ERROR, "chapter-invalid",
                     (struct place){chapter->source, 0, 0},
                     "%.*s has the number %lld too",
                     STR_ARG(before->source->path), (long long)chapter->number);
        }
    }
}

struct chapters chapters_load(struct arena *arena,
                              const struct project *project,
                              const struct map *texts, struct diags *diags,
                              bool *is_incomplete)
{
    struct folder_reader folder = {.arena = arena,
                                   .project = project,
                                   .texts = texts,
                                   .diags = diags,
                                   .is_incomplete = is_incomplete};
    const struct str path =
        fs_join(arena, project->root, str_from_c(chapter_folder));
    struct fs_entries entries = {0};
    struct failure failure = {0};
    if (fs_kind(path.ptr) != FS_MISSING &&
        !fs_list(arena, path.ptr, &entries, &failure)) {
        report_unreadable(&folder, str_from_c(chapter_folder), failure.why);
        return folder.chapters;
    }
    add_absent(&folder, &entries);
    for (size_t i = 0; i < entries.len; i++) {
        if (is_chapter(entries.at[i].name)) {
            read_chapter(&folder, &entries.at[i]);
        }
    }
    if (folder.chapters.len > 1) {
        qsort(folder.chapters.at, folder.chapters.len,
              sizeof *folder.chapters.at, by_number);
    }
    report_twins(&folder.chapters, diags);
    return folder.chapters;
}

/* -- Finding --------------------------------------------------------------- */

const struct chapter *chapters_find(const struct chapters *chapters,
                                    struct str name)
{
    int64_t number = 0;
    const bool is_number = str_to_int64(name, &number);
    for (size_t i = 0; i < chapters->len; i++) {
        const struct chapter *chapter = &chapters->at[i];
        if (str_equal(chapter->slug, name) ||
            (is_number && number > 0 && chapter->number == number)) {
            return chapter;
        }
    }
    return NULL;
}

const struct chapter *chapters_linked(const struct chapters *chapters,
                                      const struct target *target)
{
    for (size_t i = 0; target->kind == TARGET_FILE && i < chapters->len; i++) {
        if (str_equal(chapters->at[i].slug, target->name)) {
            return &chapters->at[i];
        }
    }
    return NULL;
}

bool chapter_names(const struct chapter *chapter, struct str id)
{
    for (size_t i = 0; i < chapter->use_count; i++) {
        if (str_equal(chapter->uses[i].id, id)) {
            return true;
        }
    }
    return false;
}

const struct chapter_constant *chapter_constant_find(
    const struct chapter *chapter, struct str name)
{
    for (size_t i = 0; i < chapter->constant_count; i++) {
        if (str_equal(chapter->constants[i].name, name)) {
            return &chapter->constants[i];
        }
    }
    return NULL;
}
