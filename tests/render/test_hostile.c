/* One hostile text after another in every place where a text can stand, and
 * every file of the site read by a reader stricter than a browser: nothing is
 * there that a harmless text does not bring, nothing leads out, nothing turns
 * the words beside it. */

#include "support/hostile.h"
#include "support/markup.h"
#include "support/site.h"

#include "base/ascii.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/utf8.h"

/* ---- What a site is made of ---------------------------------------------- */

struct file {
    struct str path; /* in the site */
    struct str text;
};
struct files {
    struct file *at;
    size_t len, cap;
};

static void read_files(struct arena *arena, struct str folder, size_t skip,
                       struct files *files)
{
    struct failure failure = {0};
    struct fs_entries entries = {0};
    assert_true(fs_list(arena, arena_cstr(arena, folder), &entries, &failure));
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        assert_false(entry->is_link);
        if (entry->kind == FS_FOLDER) {
            read_files(arena, entry->path, skip, files);
            continue;
        }
        struct file file = {.path = str_from(entry->path, skip)};
        if (!fs_read(arena, entry->path.ptr, 64 << 20, &file.text, &failure)) {
            fail_msg("%s", failure.why);
        }
        *LIST_PUSH(arena, files) = file;
    }
}

/* Four folders down, so that "../../../.." is still ours to look at. */
static const char site_out[] = "a/b/c/out";

static struct files build_files(struct arena *arena)
{
    struct files files = {0};
    sh("rm -rf %s/%s", site_folder(), site_out);
    build(site_out, NULL);
    const struct str root =
        arena_printf(arena, "%s/%s", site_folder(), site_out);
    read_files(arena, root, root.len + 1, &files);
    return files;
}

/* Names of elements, and of attributes with their element: "a href". */
static void learn(struct arena *arena, const struct markup *markup,
                  struct map *known)
{
    for (size_t i = 0; i < markup->len; i++) {
        const struct markup_element *element = &markup->at[i];
        *map_slot(arena, known, arena_copy(arena, element->name)) = known;
        for (size_t k = 0; k < element->count; k++) {
            *map_slot(arena, known,
                      ARENA_JOIN(arena, element->name, S(" "),
                                 element->attributes[k].name)) = known;
        }
    }
}

/* ---- What is wrong with a file ------------------------------------------- */

/* The first thing wrong, or the empty text; each of these says so. */
typedef struct str wrong(struct arena *arena, const struct file *file,
                         const struct map *known);

static bool is_turning(uint32_t c)
{
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static struct str wrong_in_bytes(struct arena *arena, struct str text)
{
    if (utf8_first_invalid(text) != STR_NONE) {
        return S("not UTF-8");
    }
    while (text.len > 0) {
        const uint32_t c = utf8_next(&text);
        const bool is_layout = c == '\n' || c == '\t' || c == '\r';
        if ((c < 0x20 && !is_layout) || c == 0x7f) {
            return arena_printf(arena, "the control character U+%04X", c);
        }
        if (is_turning(c)) {
            return arena_printf(arena, "U+%04X, which turns what follows", c);
        }
    }
    return (struct str){0};
}

static bool is_address(struct str attribute)
{
    static const char *const names[] = {
        "href", "src",    "action", "formaction", "xlink:href", "poster",
        "data", "srcset", "cite",   "background", "manifest",   "ping"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_is(attribute, names[i])) {
            return true;
        }
    }
    return false;
}

/* As browsers look for a scheme (WHATWG URL, "scheme start state"): blanks and
 * controls before it and line ends in it do not count. */
static struct str scheme_of(struct arena *arena, struct str url)
{
    struct out out = {0};
    for (size_t i = 0; i < url.len; i++) {
        const char c = url.ptr[i];
        const bool is_lead = out.len == 0 && (unsigned char)c <= ' ';
        const bool is_later =
            (c >= '0' && c <= '9') || str_find_char(S("+-."), c) != STR_NONE;
        if (c == ':') {
            return out_take(&out, arena);
        }
        if (is_lead || c == '\t' || c == '\n' || c == '\r') {
            continue;
        }
        if (!ascii_is_letter(c) && !(is_later && out.len > 0)) {
            break;
        }
        out_char(&out, c);
    }
    out_free(&out);
    return (struct str){0};
}

/* What is fetched without being asked for has to be of the site. */
static struct str wrong_in_address(struct arena *arena, struct str element,
                                   struct str url)
{
    const struct str scheme = scheme_of(arena, url);
    const bool is_fetched = !str_is(element, "a") && !str_is(element, "link");
    const bool is_outside = scheme.len > 0 || str_starts(url, S("//"));
    const bool is_usual = scheme.len == 0 ||
                          str_equal_nocase(scheme, S("http")) ||
                          str_equal_nocase(scheme, S("https")) ||
                          str_equal_nocase(scheme, S("mailto"));
    const bool is_no_icon = str_is(element, "link") && str_is(url, "data:,");
    if ((!is_usual || (is_fetched && is_outside)) && !is_no_icon) {
        return arena_printf(arena, "<%.*s> leads to %.*s", STR_ARG(element),
                            (int)(url.len < 60 ? url.len : 60), url.ptr);
    }
    return (struct str){0};
}

/* As tables and formulas have it: nothing fetched, nothing moved elsewhere. */
static bool is_layout_alone(struct str style)
{
    return str_find_char(style, '(') == STR_NONE &&
           str_find_char(style, '@') == STR_NONE &&
           str_find_char(style, '\\') == STR_NONE && !has(style, "position") &&
           !has(style, "z-index") && !has(style, "content");
}

/* Formulas are made of these, more or fewer of them by what the formula is;
 * nothing else of MathML (2022, sections 3 and 5) may come. */
static bool is_of_formula(struct str element)
{
    static const char *const names[] = {
        "mi",          "mn",         "mo",
        "mtext",       "mspace",     "ms",
        "mrow",        "mfrac",      "msqrt",
        "mroot",       "mstyle",     "merror",
        "mpadded",     "mphantom",   "msub",
        "msup",        "msubsup",    "munder",
        "mover",       "munderover", "mmultiscripts",
        "mtable",      "mtr",        "mtd",
        "mprescripts", "none"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_is(element, names[i])) {
            return true;
        }
    }
    return false;
}

static bool is_known(const struct map *known, struct str element,
                     struct str name)
{
    return map_get(known, name) != NULL || is_of_formula(element);
}

static struct str wrong_in_element(struct arena *arena,
                                   const struct markup_element *element,
                                   const struct map *known)
{
    if (!is_known(known, element->name, element->name)) {
        return arena_printf(arena, "there is a <%.*s>", STR_ARG(element->name));
    }
    for (size_t i = 0; i < element->count; i++) {
        const struct markup_attribute *attribute = &element->attributes[i];
        const struct str name =
            ARENA_JOIN(arena, element->name, S(" "), attribute->name);
        struct str found = {0};
        if (!is_known(known, element->name, name) ||
            str_starts(attribute->name, S("on"))) {
            return arena_printf(arena, "there is a <%.*s>", STR_ARG(name));
        }
        if (is_address(attribute->name)) {
            found = wrong_in_address(arena, element->name, attribute->value);
        } else if (str_is(attribute->name, "style") &&
                   !is_layout_alone(attribute->value)) {
            found =
                arena_printf(arena, "a style: %.*s", STR_ARG(attribute->value));
        }
        if (found.len > 0) {
            return found;
        }
    }
    return (struct str){0};
}

static struct str wrong_in_json(struct arena *arena, struct str text)
{
    struct failure failure = {0};
    struct json *json = NULL;
    return json_read(arena, text, &json, &failure)
               ? (struct str){0}
               : arena_printf(arena, "no JSON: %s", failure.why);
}

/* Data in a page: JSON in which nothing looks like an end of the script. */
static struct str wrong_in_script(struct arena *arena,
                                  const struct markup_element *element)
{
    const struct str type = markup_value(element, "type");
    if (!str_is(element->name, "script") || type.len == 0) {
        return element->text.len > 0 && str_is(element->name, "script")
                   ? S("a script that is no file")
                   : (struct str){0};
    }
    if (str_find_char(element->text, '<') != STR_NONE) {
        return S("a < in a script's data");
    }
    return wrong_in_json(arena, element->text);
}

static struct str wrong_in_markup(struct arena *arena, enum markup_form form,
                                  struct str text, const struct map *known)
{
    struct failure failure = {0};
    struct markup markup = {0};
    struct str found = {0};
    struct map ids = {0};
    if (!markup_read(arena, form, text, &markup, &failure)) {
        return arena_copy(arena, str_from_c(failure.why));
    }
    for (size_t i = 0; i < markup.len && found.len == 0; i++) {
        const struct markup_element *element = &markup.at[i];
        const struct str id = markup_value(element, "id");
        found = wrong_in_element(arena, element, known);
        if (found.len == 0 && form == MARKUP_HTML) {
            found = wrong_in_script(arena, element);
        }
        if (found.len == 0 && id.len > 0 && map_get(&ids, id) != NULL) {
            found = arena_printf(arena, "the id \"%.*s\" twice", STR_ARG(id));
        }
        if (id.len > 0) {
            *map_slot(arena, &ids, id) = &ids;
        }
    }
    if (found.len == 0) {
        found = wrong_in_bytes(arena, markup.text);
    }
    return found;
}

/* A call with a name and data, which is JSON but for the brackets. Pages show
 * what is in it, so nothing in it may turn either. */
static struct str wrong_in_data_script(struct arena *arena, struct str text)
{
    const size_t start = str_find_char(text, '(');
    const size_t end = str_rfind_char(text, ')');
    if (start == STR_NONE || end == STR_NONE || end < start) {
        return S("no call");
    }
    static const char *const marks[] = {"\\u202", "\\u2066", "\\u2067",
                                        "\\u2068", "\\u2069"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (has(text, marks[i]) && !has(text, "\\u2028")) {
            return S("a mark that turns what follows");
        }
    }
    return wrong_in_json(
        arena,
        ARENA_JOIN(arena, S("["), str_slice(text, start + 1, end), S("]")));
}

static struct str wrong_in_file(struct arena *arena, const struct file *file,
                                const struct map *known)
{
    const struct str found = wrong_in_bytes(arena, file->text);
    for (size_t i = 0; i < file->path.len; i++) {
        const char c = file->path.ptr[i];
        if (!ascii_is_letter(c) && !(c >= '0' && c <= '9') &&
            str_find_char(S("-_./"), c) == STR_NONE) {
            return S("the file's name");
        }
    }
    if (found.len > 0) {
        return found;
    }
    if (str_ends(file->path, S(".html"))) {
        return wrong_in_markup(arena, MARKUP_HTML, file->text, known);
    }
    if (str_ends(file->path, S(".xml"))) {
        return wrong_in_markup(arena, MARKUP_XML, file->text, known);
    }
    if (str_ends(file->path, S(".json"))) {
        return wrong_in_json(arena, file->text);
    }
    return str_ends(file->path, S(".js"))
               ? wrong_in_data_script(arena, file->text)
               : (struct str){0};
}

static bool is_made_by_us(struct str path)
{
    return str_starts(path, S("assets/"));
}

static size_t look(const struct files *files, const struct map *known,
                   const char *name)
{
    size_t faults = 0;
    for (size_t i = 0; i < files->len; i++) {
        struct arena scratch = {0};
        const struct file *file = &files->at[i];
        const struct str found = is_made_by_us(file->path)
                                     ? (struct str){0}
                                     : wrong_in_file(&scratch, file, known);
        if (found.len > 0 && faults++ < 20) {
            print_error("%s: %.*s: %.*s\n", name, STR_ARG(file->path),
                        STR_ARG(found));
        }
        arena_free(&scratch);
    }
    if (faults > 0) {
        print_error("%s: %zu files of %zu\n", name, faults, files->len);
    }
    return faults;
}

static void learn_files(struct arena *arena, const struct files *files,
                        struct map *known)
{
    for (size_t i = 0; i < files->len; i++) {
        const struct file *file = &files->at[i];
        const bool is_xml = str_ends(file->path, S(".xml"));
        struct failure failure = {0};
        struct markup markup = {0};
        if (!is_xml && !str_ends(file->path, S(".html"))) {
            continue;
        }
        if (!markup_read(arena, is_xml ? MARKUP_XML : MARKUP_HTML, file->text,
                         &markup, &failure)) {
            fail_msg("%.*s: %s", STR_ARG(file->path), failure.why);
        }
        learn(arena, &markup, known);
    }
}

/* The library with a harmless text, and what its pages are made of. */
static struct map learn_twin(struct arena *arena)
{
    struct map known = {0};
    sh("rm -rf %s/project && mkdir %s/project", site_folder(), site_folder());
    hostile_write(arena, arena_printf(arena, "%s/project", site_folder()).ptr,
                  S("words"));
    const struct files files = build_files(arena);
    assert_true(files.len > 1000);
    learn_files(arena, &files, &known);
    assert_int_equal(look(&files, &known, "words"), 0);
    return known;
}

static struct str text_called(struct arena *arena, const char *name)
{
    size_t n = 0;
    while (strcmp(hostile_texts[n].name, name) != 0) {
        n++;
    }
    return hostile_of(arena, &hostile_texts[n]);
}

/* Nothing beside the project, nothing beside the site, nothing in /tmp. */
static void assert_stays_inside(void)
{
    sh("test \"$(cd %s && echo *; cd a && echo *; cd b && echo *; "
       "cd c && echo *; ls -d /tmp/probatum-escaped* 2>/dev/null)\" = "
       "\"$(printf 'a project\\nb\\nc\\nout')\"",
       site_folder());
}

/* ---- Tests --------------------------------------------------------------- */

static void no_text_in_any_field_is_more_than_text(void **state)
{
    (void)state;
    struct arena arena = {0};
    size_t faults = 0;
    sh("mkdir -p %s/a/b/c", site_folder());
    const struct map known = learn_twin(&arena);
    for (size_t i = 0; i < hostile_text_count; i++) {
        struct arena scratch = {0};
        sh("rm -rf %s/project && mkdir %s/project", site_folder(),
           site_folder());
        hostile_write(&scratch,
                      arena_printf(&scratch, "%s/project", site_folder()).ptr,
                      hostile_of(&scratch, &hostile_texts[i]));
        const struct files files = build_files(&scratch);
        faults += look(&files, &known, hostile_texts[i].name);
        assert_stays_inside();
        arena_free(&scratch);
    }
    assert_int_equal(faults, 0);
    arena_free(&arena);
}

/* Builds what the project of the nth setting makes; no files where it is no
 * project, because it names no kind. False behind the last setting. */
static bool build_setting(struct arena *arena, struct str text, size_t nth,
                          struct files *files)
{
    struct failure failure = {0};
    struct site_summary summary = {0};
    const struct str root =
        arena_printf(arena, "%s/%s", site_folder(), site_out);
    sh("rm -rf %s/%s", site_folder(), site_out);
    if (!hostile_write_settings(
            arena, arena_printf(arena, "%s/project", site_folder()).ptr, text,
            nth)) {
        return false;
    }
    if (try_build(site_out, "", NULL, &summary, &failure)) {
        read_files(arena, root, root.len + 1, files);
    }
    return true;
}

static void no_setting_of_the_project_is_more_than_text(void **state)
{
    (void)state;
    static const char *const names[] = {"markup", "javascript"};
    struct arena arena = {0};
    struct map known = {0};
    struct files files = {0};
    size_t faults = 0;
    sh("mkdir -p %s/a/b/c", site_folder());
    files =
        build_files(&arena); /* the fixture's own, with every kind of page */
    learn_files(&arena, &files, &known);
    for (size_t n = 0; build_setting(&arena, S("words"), n, &files); n++) {
        learn_files(&arena, &files, &known);
        files = (struct files){0};
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct str text = text_called(&arena, names[i]);
        struct arena scratch = {0};
        files = (struct files){0};
        for (size_t n = 0; build_setting(&scratch, text, n, &files); n++) {
            faults += look(&files, &known, names[i]);
            if (files.len > 0) {
                assert_stays_inside();
            }
            files = (struct files){0};
        }
        arena_free(&scratch);
    }
    assert_int_equal(faults, 0);
    arena_free(&arena);
}

/* What stands last in a key: "arms.fast.train.lr" is as good as any other. */
static struct str last_part(struct str key)
{
    const size_t dot = str_rfind_char(key, '.');
    return dot == STR_NONE ? key : str_from(key, dot + 1);
}

/* Keys of the tree whose values are texts. */
static void find_texts(struct arena *arena, const struct json *json,
                       struct map *keys)
{
    for (size_t i = 0; i < json->len; i++) {
        if (json->items[i].type == JSON_STRING && json->items[i].key.len > 0) {
            *map_slot(arena, keys, last_part(json->items[i].key)) = keys;
        }
        find_texts(arena, &json->items[i], keys);
    }
}

/* The same tree with the text in place of every one under the key. */
static void put_tree(struct json_out *j, const struct json *json,
                     struct str key, struct str text)
{
    switch (json->type) {
    case JSON_NULL:
        json_none(j);
        return;
    case JSON_BOOL:
        json_bool(j, json->boolean);
        return;
    case JSON_INTEGER:
        json_int(j, json->integer);
        return;
    case JSON_REAL:
        json_double(j, json->real);
        return;
    case JSON_STRING:
        json_str(j, str_equal(last_part(json->key), key) ? text : json->string);
        return;
    case JSON_ARRAY:
    case JSON_OBJECT:
        json_open(j, json->type == JSON_ARRAY ? '[' : '{');
        for (size_t i = 0; i < json->len; i++) {
            if (json->type == JSON_OBJECT) {
                json_key_str(j, json->items[i].key);
            }
            put_tree(j, &json->items[i], key, text);
        }
        json_close(j);
        return;
    }
}

static void put_evidence(struct arena *arena, const struct json *json,
                         struct str key, struct str text)
{
    struct out bytes = {0};
    struct json_out j = {.out = &bytes};
    struct failure failure = {0};
    put_tree(&j, json, key, text);
    const char *path =
        arena_printf(arena, "%s/project/experiments/evidence/EXP-001.json",
                     site_folder())
            .ptr;
    assert_true(fs_write(path, out_take(&bytes, arena), FS_QUICK, &failure));
}

static void no_text_in_evidence_is_more_than_text(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct failure failure = {0};
    struct str bytes = {0};
    struct json *json = NULL;
    struct map keys = {0};
    struct map known = {0};
    size_t faults = 0;
    sh("mkdir -p %s/a/b/c", site_folder());
    assert_true(fs_read(&arena,
                        "tests/fixtures/site/experiments/evidence/EXP-001.json",
                        16 << 20, &bytes, &failure));
    assert_true(json_read(&arena, bytes, &json, &failure));
    find_texts(&arena, json, &keys);
    assert_true(keys.len > 10);
    const struct files own = build_files(&arena);
    learn_files(&arena, &own, &known);
    for (size_t i = 0; i < keys.len; i++) {
        struct arena scratch = {0};
        put_evidence(&scratch, json, keys.at[i].key,
                     text_called(&scratch, "markup"));
        const struct files files = build_files(&scratch);
        faults += look(&files, &known, "evidence");
        arena_free(&scratch);
    }
    assert_stays_inside();
    assert_int_equal(faults, 0);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(no_text_in_any_field_is_more_than_text),
        SITE_TEST(no_setting_of_the_project_is_more_than_text),
        SITE_TEST(no_text_in_evidence_is_more_than_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
