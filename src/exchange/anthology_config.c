/* The configuration that reads an anthology as it stands. */

#include "exchange/anthology_read.h"

#include "base/ascii.h"
#include "base/out.h"
#include "exchange/yaml_text.h"

struct writer {
    struct anthology_reader *reader;
    struct arena *arena;
    struct out out;
    struct strs vocabularies; /* that kinds use, each once */
};

/* -- YAML ------------------------------------------------------------------ */

static void put_words(struct out *out, const struct strs *words)
{
    out_char(out, '[');
    for (size_t i = 0; i < words->len; i++) {
        out_c(out, i > 0 ? ", " : "");
        yaml_put(out, words->at[i]);
    }
    out_char(out, ']');
}

static void add_word(struct arena *arena, struct strs *words, struct str word)
{
    if (!strs_has(words, word)) {
        *LIST_PUSH(arena, words) = word;
    }
}

static struct str text_of(const struct yml_node *map, const char *key)
{
    const struct yml_node *node = yml_get(map, key);
    return node && node->kind == YML_SCALAR ? node->text : S("");
}

static bool is_true(const struct yml_node *map, const char *key)
{
    return str_is(text_of(map, key), "true");
}

static size_t member_count(const struct yml_node *map)
{
    return map && map->kind == YML_MAP ? map->len : 0;
}

/* -- Vocabularies ---------------------------------------------------------- */

static const struct yml_node *vocabulary(const struct writer *writer,
                                         struct str name)
{
    const struct yml_node *all =
        yml_get(writer->reader->layout, "vocabularies");
    for (size_t i = 0; i < member_count(all); i++) {
        if (str_equal(all->pairs[i].key->text, name)) {
            return all->pairs[i].value;
        }
    }
    return NULL;
}

/* The vocabulary that the scheme's field takes its words from, when the layout
 * has it; else the empty text. */
static struct str vocabulary_of(const struct writer *writer,
                                const struct yml_node *scheme,
                                const char *field)
{
    const struct yml_node *fields = yml_get(scheme, "fields");
    const struct str name = text_of(yml_get(fields, field), "vocabulary");
    return name.len > 0 && vocabulary(writer, name) ? name : S("");
}

/* Tags are open unless a scheme closes them; a field with a vocabulary of its
 * own is closed unless it says otherwise. */
static bool is_closed(const struct writer *writer, struct str name)
{
    const struct yml_node *schemes = yml_get(writer->reader->layout, "schemes");
    bool is_of_tags = false;
    for (size_t i = 0; i < member_count(schemes); i++) {
        const struct yml_node *fields =
            yml_get(schemes->pairs[i].value, "fields");
        const struct yml_node *tags = yml_get(fields, "tags");
        if (str_equal(text_of(tags, "vocabulary"), name)) {
            is_of_tags = true;
            if (is_true(tags, "closed")) {
                return true;
            }
        }
    }
    return !is_of_tags;
}

static void put_term(struct out *out, struct str word,
                     const struct yml_node *term)
{
    const struct str label = text_of(term, "label");
    const struct str blurb = text_of(term, "blurb");
    out_c(out, "      ");
    yaml_put(out, word);
    out_c(out, ":\n");
    if (label.len > 0) {
        out_c(out, "        label: ");
        yaml_put_quoted(out, str_trim(label));
        out_char(out, '\n');
    }
    if (blurb.len > 0) {
        out_c(out, "        blurb: ");
        yaml_put_quoted(out, str_trim(blurb));
        out_char(out, '\n');
    }
}

static void put_vocabulary(struct writer *writer, struct str name)
{
    const struct yml_node *terms = yml_get(vocabulary(writer, name), "terms");
    struct out *out = &writer->out;
    out_c(out, "  ");
    yaml_put(out, name);
    out_printf(out, ":\n    closed: %s\n    terms:%s\n",
               is_closed(writer, name) ? "true" : "false",
               member_count(terms) > 0 ? "" : " []");
    for (size_t i = 0; i < member_count(terms); i++) {
        put_term(out, terms->pairs[i].key->text, terms->pairs[i].value);
    }
}

static void put_vocabularies(struct writer *writer)
{
    if (writer->vocabularies.len > 0) {
        out_c(&writer->out, "\nvocabularies:\n");
    }
    for (size_t i = 0; i < writer->vocabularies.len; i++) {
        put_vocabulary(writer, writer->vocabularies.at[i]);
    }
}

/* -- Kinds ----------------------------------------------------------------- */

/* "Practices" */
static struct str title_of(struct writer *writer,
                           const struct anthology_kind *kind)
{
    const struct str declared = text_of(kind->scheme, "title");
    struct out out = {0};
    if (declared.len > 0) {
        return declared;
    }
    for (size_t i = 0; i < kind->stem.len; i++) {
        const char c = kind->stem.ptr[i];
        const bool is_first = i == 0 && c >= 'a' && c <= 'z';
        out_char(&out, is_first               ? (char)(c - 'a' + 'A')
                       : c == '-' || c == '_' ? ' '
                                              : c);
    }
    return out_take(&out, writer->arena);
}

/* a-z, 0-9 and hyphens, as addresses want them. */
static struct str slug_of(struct writer *writer,
                          const struct anthology_kind *kind)
{
    struct out out = {0};
    for (size_t i = 0; i < kind->stem.len; i++) {
        const char c = kind->stem.ptr[i];
        out_char(&out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a')
                       : ascii_is_alnum(c)  ? c
                                            : '-');
    }
    return out_take(&out, writer->arena);
}

static bool has_key(const struct anthology_kind *kind, struct str key)
{
    for (size_t i = 0; i < kind->key_count; i++) {
        if (str_equal(kind->keys[i].key, key)) {
            return true;
        }
    }
    return false;
}

/* What every scheme requires, and what the layout requires of this one. */
static void put_required(struct writer *writer,
                         const struct anthology_kind *kind)
{
    static const char *const sections[] = {"fields", "references"};
    struct strs required = {0};
    if (kind->role == ROLE_JOURNAL) {
        if (has_key(kind, S("created")) && !kind->has_bare_files) {
            *LIST_PUSH(writer->arena, &required) = S("title");
            *LIST_PUSH(writer->arena, &required) = S("created");
        }
    } else {
        *LIST_PUSH(writer->arena, &required) = S("title");
        *LIST_PUSH(writer->arena, &required) = S("status");
        *LIST_PUSH(writer->arena, &required) = S("version");
        *LIST_PUSH(writer->arena, &required) = S("date");
    }
    for (size_t s = 0; s < 2; s++) {
        const struct yml_node *map = yml_get(kind->scheme, sections[s]);
        for (size_t i = 0; i < member_count(map); i++) {
            if (is_true(map->pairs[i].value, "required")) {
                add_word(writer->arena, &required, map->pairs[i].key->text);
            }
        }
    }
    if (required.len > 0) {
        out_c(&writer->out, "    required: ");
        put_words(&writer->out, &required);
        out_char(&writer->out, '\n');
    }
}

static bool list_holds(const struct yml_node *list, struct str word)
{
    for (size_t i = 0; list && list->kind == YML_LIST && i < list->len; i++) {
        if (str_equal(list->items[i]->text, word)) {
            return true;
        }
    }
    return false;
}

/* Fields that are required when the status is this one. */
static struct strs required_by(struct writer *writer,
                               const struct anthology_kind *kind,
                               struct str status)
{
    struct strs keys = {0};
    const struct yml_node *fields = yml_get(kind->scheme, "fields");
    for (size_t i = 0; i < member_count(fields); i++) {
        const struct yml_node *when =
            yml_get(fields->pairs[i].value, "required_when");
        if (list_holds(yml_get(when, "status"), status)) {
            *LIST_PUSH(writer->arena, &keys) = fields->pairs[i].key->text;
        }
    }
    return keys;
}

static void put_statuses(struct writer *writer,
                         const struct anthology_kind *kind)
{
    const struct str name = vocabulary_of(writer, kind->scheme, "status");
    const struct yml_node *terms = yml_get(vocabulary(writer, name), "terms");
    struct out *out = &writer->out;
    if (member_count(terms) > 0) {
        out_c(out, "    statuses:\n");
    }
    for (size_t i = 0; i < member_count(terms); i++) {
        const struct str word = terms->pairs[i].key->text;
        const struct strs keys = required_by(writer, kind, word);
        out_c(out, "      ");
        yaml_put(out, word);
        out_char(out, ':');
        if (keys.len > 0) {
            out_c(out, " {requires: ");
            put_words(out, &keys);
            out_char(out, '}');
        }
        out_char(out, '\n');
    }
}

/* -- Fields ---------------------------------------------------------------- */

static const struct field_info *builtin(struct str key)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (str_is(key, field_infos[i].key)) {
            return &field_infos[i];
        }
    }
    return NULL;
}

static const struct yml_node *declared(const struct anthology_kind *kind,
                                       const char *section, struct str key)
{
    const struct yml_node *map = yml_get(kind->scheme, section);
    for (size_t i = 0; i < member_count(map); i++) {
        if (str_equal(map->pairs[i].key->text, key)) {
            return map->pairs[i].value;
        }
    }
    return NULL;
}

static const char *type_of(const struct anthology_kind *kind,
                           const struct anthology_key *key)
{
    const bool is_reference =
        declared(kind, "references", key->key) ||
        (key->has_ids && !key->has_other_words && key->has_lists);
    return is_reference     ? "references"
           : key->has_lists ? "strings"
           : key->has_prose ? "prose"
                            : "text";
}

static void put_field_head(struct writer *writer, bool *has_head)
{
    if (!*has_head) {
        out_c(&writer->out, "    fields:\n");
        *has_head = true;
    }
}

/* A key of the files that this program would not know. */
static void put_field(struct writer *writer, const struct anthology_kind *kind,
                      const struct anthology_key *key, bool *has_head)
{
    const struct field_info *info = builtin(key->key);
    if (info && (info->roles & kind->role)) {
        return;
    }
    if (!info && key->has_maps) {
        *LIST_PUSH(writer->arena, &writer->reader->anthology->notes) =
            arena_printf(writer->arena,
                         "%.*s of %.*s holds maps, for which no field can be "
                         "declared; its %zu place%s will be findings",
                         STR_ARG(key->key), STR_ARG(kind->prefix), key->count,
                         key->count == 1 ? "" : "s");
        return;
    }
    put_field_head(writer, has_head);
    out_c(&writer->out, "      ");
    yaml_put(&writer->out, key->key);
    out_printf(&writer->out, ": %s\n", info ? "" : type_of(kind, key));
}

/* consensus: {vocabulary: consensus} */
static void put_words_of_field(struct writer *writer,
                               const struct anthology_kind *kind,
                               struct str field, bool *has_head)
{
    const struct str name =
        vocabulary_of(writer, kind->scheme, arena_cstr(writer->arena, field));
    if (name.len > 0) {
        put_field_head(writer, has_head);
        out_c(&writer->out, "      ");
        yaml_put(&writer->out, field);
        out_c(&writer->out, ": {vocabulary: ");
        yaml_put(&writer->out, name);
        out_c(&writer->out, "}\n");
        add_word(writer->arena, &writer->vocabularies, name);
    }
}

static void put_fields(struct writer *writer, const struct anthology_kind *kind)
{
    const struct yml_node *fields = yml_get(kind->scheme, "fields");
    bool has_head = false;
    for (size_t i = 0; i < member_count(fields); i++) {
        const struct str field = fields->pairs[i].key->text;
        if (!str_is(field, "tags") && !str_is(field, "status")) {
            put_words_of_field(writer, kind, field, &has_head);
        }
    }
    for (size_t i = 0; i < kind->key_count; i++) {
        const struct anthology_key *key = &kind->keys[i];
        const char *name = arena_cstr(writer->arena, key->key);
        if (vocabulary_of(writer, kind->scheme, name).len == 0 ||
            str_is(key->key, "tags") || str_is(key->key, "status")) {
            put_field(writer, kind, key, &has_head);
        }
    }
}

static void put_kind(struct writer *writer, const struct anthology_kind *kind)
{
    struct out *out = &writer->out;
    const struct str tags = vocabulary_of(writer, kind->scheme, "tags");
    out_c(out, "  ");
    yaml_put(out, kind->prefix);
    out_printf(out, ":\n    role: %s\n    folder: ", role_name(kind->role));
    yaml_put_quoted(out, kind->folder);
    out_c(out, "\n    title: ");
    yaml_put_quoted(out, title_of(writer, kind));
    out_c(out, "\n    slug: ");
    yaml_put(out, slug_of(writer, kind));
    out_char(out, '\n');
    if (tags.len > 0) {
        out_c(out, "    vocabulary: ");
        yaml_put(out, tags);
        out_char(out, '\n');
        add_word(writer->arena, &writer->vocabularies, tags);
    }
    if (kind->has_bare_files) {
        out_c(out, "    front_matter: optional\n");
    }
    put_required(writer, kind);
    put_statuses(writer, kind);
    put_fields(writer, kind);
}

/* -- The file -------------------------------------------------------------- */

/* "anthology-of-the-sota" of .../anthology-of-the-sota/issues/{n}, else the
 * folder's name. */
static struct str project_title(struct writer *writer)
{
    struct str address = text_of(writer->reader->layout, "issue_url");
    const size_t issues = str_find(address, S("/issues"));
    address = issues == STR_NONE ? writer->reader->folder
                                 : str_slice(address, 0, issues);
    while (str_ends(address, S("/"))) {
        address.len--;
    }
    const size_t slash = str_rfind_char(address, '/');
    return slash == STR_NONE ? address : str_from(address, slash + 1);
}

/* Comments such as `<!-- inactive-ok: ADR-029 - reason -->`, and what of this
 * program's rules has no counterpart there. */
static const char rest[] =
    "\n"
    "# Comments that acknowledge findings, and the rules they are about.\n"
    "directives:\n"
    "  inactive-ok: [link-retired]\n"
    "  unresolved-ok: [link-unresolved, temporary-code]\n"
    "  target-ok: [link-unresolved]\n"
    "  url-ok: [url-invalid]\n"
    "  source-ok: [identifier-disagree, published-arxiv]\n"
    "\n"
    "# What these records were never asked for. Take a line away to be asked.\n"
    "rules:\n"
    "  practice-without-claim: off\n"
    "  practice-without-evidence: off\n"
    "  # Their comments acknowledge links to records with other statuses too.\n"
    "  acknowledgement-unused: off\n";

void anthology_configure(struct anthology_reader *reader)
{
    struct writer writer = {.reader = reader, .arena = reader->arena};
    struct out *out = &writer.out;
    const struct str layout = reader->anthology->layout;
    out_printf(out,
               "# Made by `probatum import anthology` from %.*s and the files "
               "themselves, which\n# lie where they lay, byte for byte. "
               "probatum-record(5) describes every key.\ntitle: ",
               STR_ARG(layout.len > 0 ? layout : S("the folders")));
    yaml_put_quoted(out, project_title(&writer));
    out_c(out, "\n\nkinds:\n");
    for (size_t i = 0; i < reader->kinds.len; i++) {
        put_kind(&writer, &reader->kinds.at[i]);
    }
    put_vocabularies(&writer);
    out_c(out, rest);
    reader->anthology->config = out_take(out, reader->arena);
}
