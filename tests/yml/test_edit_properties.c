/* What must hold of every edit, tried at every place of every record, plan and
 * fixture of this project and of layouts that people write: setting the same
 * value changes nothing; what is written reads back; what stands outside is
 * the same to the byte; a pair added and removed leaves no trace. Folders
 * given as arguments are read instead. */

#include "support/test.h"

#include <stdio.h>

#include "base/fs.h"
#include "yml/yml.h"

/* One text that is edited, and where in it the test is. */
struct subject {
    struct arena *arena;
    struct str path;
    struct str text;
    size_t edits;
};

static _Noreturn void blame(const struct subject *subject, const char *what,
                            const struct yml_node *node, struct str got)
{
    print_error(
        "%.*s: %s at \"%.*s\"\n-- got:\n%.*s\n--\n", STR_ARG(subject->path),
        what,
        STR_ARG(str_slice(subject->text, node->place.start, node->place.end)),
        STR_ARG(got));
    _fail(__FILE__, __LINE__);
    abort();
}

/* -- Telling trees and texts apart ----------------------------------------- */

static void dump(struct out *out, const struct yml_node *node)
{
    out_printf(out, "%d(", (int)node->kind);
    if (node->kind == YML_SCALAR) {
        out_json(out, node->text);
    }
    for (size_t i = 0; i < node->len; i++) {
        if (node->kind == YML_LIST) {
            dump(out, node->items[i]);
        } else {
            dump(out, node->pairs[i].key);
            dump(out, node->pairs[i].value);
        }
    }
    out_char(out, ')');
}

static struct str dumped(struct arena *arena, const struct yml_node *node)
{
    struct out out = {0};
    dump(&out, node);
    return out_take(&out, arena);
}

static size_t common_prefix(struct str a, struct str b)
{
    size_t len = 0;
    while (len < a.len && len < b.len && a.ptr[len] == b.ptr[len]) {
        len++;
    }
    return len;
}

static size_t common_suffix(struct str a, struct str b)
{
    size_t len = 0;
    while (len < a.len && len < b.len &&
           a.ptr[a.len - 1 - len] == b.ptr[b.len - 1 - len]) {
        len++;
    }
    return len;
}

/* -- The properties -------------------------------------------------------- */

static void assert_only_inserts(const struct subject *subject,
                                const struct yml_node *node, struct str got)
{
    if (got.len == 0 ||
        common_prefix(subject->text, got) + common_suffix(subject->text, got) <
            subject->text.len) {
        blame(subject, "more than an insertion", node, got);
    }
}

/* The values that are set: one after the other, each somewhere. */
static struct str next_value(struct subject *subject)
{
    static const char sentence[] =
        "a sentence that is much too long for one line of eighty columns, and "
        "is to be folded where its neighbours are: there";
    static const char *const values[] = {
        "word",
        "1e-5",
        "it's: \"new\" # [text] \\ \xc3\xa9",
        sentence,
        "two\nlines\n\nand a third\n",
        "null",
        " blanks around ",
        "-",
        "",
    };
    return str_from_c(
        values[subject->edits++ % (sizeof values / sizeof *values)]);
}

static void try_scalar(struct subject *subject, const struct yml_node *node)
{
    struct str same = yml_with_value(subject->arena, node, node->text);
    if (!str_equal(same, subject->text)) {
        blame(subject, "the same value changes something", node, same);
    }
    struct str value = next_value(subject);
    struct str got = yml_with_value(subject->arena, node, value);
    size_t tail = subject->text.len - node->place.end;
    if (got.len == 0 || common_prefix(got, subject->text) < node->place.start ||
        common_suffix(got, subject->text) < tail) {
        blame(subject, "a value changes its surroundings", node, got);
    }
}

static struct yml_node *entry(struct subject *subject)
{
    struct yml_node *map = yml_new_map(subject->arena);
    struct yml_node *list = yml_new_list(subject->arena);
    yml_list_add(subject->arena, list,
                 yml_new_text(subject->arena, next_value(subject)));
    yml_map_add(subject->arena, map, "version",
                yml_new_word(subject->arena, S("7")));
    yml_map_add(subject->arena, map, "note",
                yml_new_text(subject->arena, next_value(subject)));
    yml_map_add(subject->arena, map, "list", list);
    return map;
}

static void try_list(struct subject *subject, const struct yml_node *node)
{
    struct arena *arena = subject->arena;
    bool has_maps = node->len > 0 && node->items[0]->kind == YML_MAP;
    struct yml_node *item =
        has_maps ? entry(subject) : yml_new_text(arena, next_value(subject));
    assert_only_inserts(subject, node, yml_with_item(arena, node, item));
    struct str same = yml_with_node(arena, node, node);
    if (!str_equal(same, subject->text)) {
        blame(subject, "the same list changes something", node, same);
    }
}

/* Finds the node that begins where another began in the text before. */
static const struct yml_node *map_at(const struct yml_node *node, size_t start)
{
    if (node->kind == YML_MAP && node->place.start == start) {
        return node;
    }
    for (size_t i = 0; i < node->len; i++) {
        const struct yml_node *found = map_at(
            node->kind == YML_LIST ? node->items[i] : node->pairs[i].value,
            start);
        if (found) {
            return found;
        }
    }
    return NULL;
}

/* In brackets the blanks around a removed part are anybody's. */
static void try_map(struct subject *subject, const struct yml_node *node)
{
    struct arena *arena = subject->arena;
    for (size_t i = 0; i < node->len; i++) {
        struct yml_node *value = subject->edits % 3
                                     ? yml_new_text(arena, next_value(subject))
                                     : entry(subject);
        const char *after = arena_cstr(arena, node->pairs[i].key->text);
        struct str with = yml_with_pair(arena, node, "added key", value, after);
        assert_only_inserts(subject, node, with);
        const struct yml_node *root =
            yml_reread(arena, node->place.source, with);
        const struct yml_node *again = map_at(root, node->place.start);
        struct str back = yml_without_pair(arena, again, "added key");
        struct str own = str_slice(with, again->pairs[i].value->place.start,
                                   again->pairs[i].value->place.end);
        bool is_kept = str_find(str_slice(own, 0, 3), S("+")) != STR_NONE;
        if (!str_equal(back, subject->text) && !is_kept) {
            blame(subject, "a pair leaves a trace", node, back);
        }
    }
}

static void try_node(struct subject *subject, const struct yml_node *node)
{
    struct arena_mark mark = arena_mark(subject->arena);
    switch (node->kind) {
    case YML_SCALAR:
        try_scalar(subject, node);
        break;
    case YML_LIST:
        try_list(subject, node);
        break;
    case YML_MAP:
        try_map(subject, node);
        break;
    }
    arena_rewind(subject->arena, mark);
    for (size_t i = 0; i < node->len; i++) {
        try_node(subject, node->kind == YML_LIST ? node->items[i]
                                                 : node->pairs[i].value);
    }
}

/* What the edits promise themselves is not believed: a sample of them is
 * compared with the tree before. */
static void compare_trees(struct subject *subject, const struct yml_node *root)
{
    for (size_t i = 0; i < root->len && root->kind == YML_MAP; i++) {
        const struct yml_node *value = root->pairs[i].value;
        struct yml_node *text =
            yml_new_text(subject->arena, next_value(subject));
        const char *key = arena_cstr(subject->arena, root->pairs[i].key->text);
        struct str got = yml_with_pair(subject->arena, root, key, text, NULL);
        const struct yml_node *now =
            yml_reread(subject->arena, root->place.source, got);
        if (!now || now->len != root->len) {
            blame(subject, "pairs come or go", value, got);
        }
        for (size_t k = 0; k < root->len; k++) {
            const struct yml_node *expected =
                k == i ? text : root->pairs[k].value;
            if (!str_equal(dumped(subject->arena, now->pairs[k].value),
                           dumped(subject->arena, expected))) {
                blame(subject, "another value changes", value, got);
            }
        }
    }
}

static size_t try_text(struct str path, struct str text)
{
    struct arena arena = {0};
    struct diags diags = {.arena = &arena};
    struct subject subject = {.arena = &arena, .path = path, .text = text};
    struct source *source = source_new(&arena, path, text);
    struct yml_front front = yml_front(source, &diags);
    const struct yml_node *root = NULL;
    if (front.is_present) {
        root =
            yml_parse(&arena, source, front.yaml_start, front.yaml_end, &diags);
    }
    if (root && diags.len == 0) {
        subject.edits = path.len; /* so that small files differ */
        try_node(&subject, root);
        compare_trees(&subject, root);
    }
    size_t edits = root && diags.len == 0 ? subject.edits : 0;
    arena_free(&arena);
    return edits;
}

/* -- Over what ------------------------------------------------------------- */

static const char *const own_folders[] = {
    "records", "adr", "experiments", "tests/fixtures", "tests/cli", NULL};
static const char *const *folders = own_folders;

static size_t try_folder(struct arena *arena, const char *folder)
{
    struct failure failure;
    struct fs_entries entries;
    size_t edits = 0;
    assert_true(fs_list(arena, folder, &entries, &failure));
    for (size_t i = 0; i < entries.len; i++) {
        struct str path = entries.at[i].path;
        struct str text = {0};
        if (entries.at[i].kind == FS_FOLDER) {
            edits += try_folder(arena, path.ptr);
        } else if (str_ends(path, S(".md")) || str_ends(path, S(".yaml"))) {
            assert_true(fs_read(arena, path.ptr, 1 << 24, &text, &failure));
            edits += try_text(path, text);
        }
    }
    return edits;
}

static void edits_hold_in_every_file_of_the_project(void **state)
{
    (void)state;
    struct arena arena = {0};
    size_t edits = 0;
    for (size_t i = 0; folders[i]; i++) {
        edits += try_folder(&arena, folders[i]);
    }
    print_message("%zu edits\n", edits);
    assert_true(edits > 1000);
    arena_free(&arena);
}

static const char *const layouts[] = {
    /* lists at column 0, indented, in brackets, over lines */
    "history:\n- version: 1\n  note: a\n- version: 2\n  note: b\n",
    "history:\n  - version: 1\n    note: a\n  - version: 2\n    note: b\n",
    "history:\n      -   version: 1\n          note: a\n",
    "history:\n-\n  version: 1\n  note: a\n",
    "history:\n- {version: 1, note: a}\n- { version: 2,  note: 'b' }\n",
    "history: [{version: 1}, {version: 2}]\n",
    "tags: [a, b]\nsource: [ a,  b ]\nnone: []\nother: {}\n",
    "tags: [\n  a,\n  b\n]\nc: x\n",
    "tags:\n  [\n    a,\n    b,\n  ]\nc: {\n  d: 1,\n  e: 2\n}\n",
    "a:\n- - b\n  - c\n- - d\n",
    /* comments and blank lines in every place */
    "# first\na: 1 # one\n\n# of b\nb:\n# of the list\n- x # of x\n  # on\n"
    "# of c\nc: y\n# last\n",
    "a:\n  # why\n\n  - x\n\n  - y\n\n\nb:\n\n  c: 1\n\n",
    "a:   1   # far\nb:\t2\nc :  3\n'd':  4\n\"e\" : 5\n",
    /* the five notations */
    "a: plain text\nb: 'single ''quoted'''\nc: \"double \\\"quoted\\\"\"\n"
    "d: |\n  literal\n   text\n\n  end\ne: >-\n  folded\n  text\n\nf: >\n"
    "  folded\n\n  text\n\n\ng: |+\n  kept\n\n\nh: |-\n  x\ni:\nj: ~\n",
    "a: plain that\n  goes on\n  here\nb: 'quoted that\n  goes on'\nc:\n"
    "  below its key\nd:\n  'quoted below'\n",
    "a: |2\n   leads\n  with a blank\nb: >1-\n x\n",
    "a: |  # of the text\n  x\nb: >- # of it\n  y\nc: 1\n",
    /* ends of files and lines */
    "a: 1",
    "a: 1\nb:\n- x\n- y",
    "a: 1\nb: {c: d}",
    "a:\n  b:\n    c: 1",
    "a: 1\r\nb:\r\n- x\r\n- y # z\r\n\r\nc: |\r\n  t\r\n  u\r\nd: >-\r\n  "
    "v\r\n",
    "a: 1\r\nb:\r\n- x",
    "\xef\xbb\xbf"
    "a: 1\nb:\n- x\n",
    "\xef\xbb\xbf---\r\na: 1\r\nb: [x]\r\n",
    /* what looks like something else */
    "commit: 52e8107\ntree: 1234567890123456789012345678901234567890\n"
    "lr: 1e-5\nversion: '1.10'\nyes: no\n",
    "url: http://x.y/?a=b#c\ntime: 12:30\ndash: a - b\nq: it's\nw: a # b\n",
    "t\xc3\xad: \xe6\x97\xa5\nu: [\xf0\x9f\x8e\x89, '\xc3\xa9']\nv:\n- "
    "\xc3\xa9\n",
    "body: |\n  # A heading\n\n  Text with `code: x` and\n\n  ---\n\n  - "
    "list\n",
    "id: LIT-1\nbody: |\n  text",
    "a: {b: {c: [d, {e: f}]}, g: [[h], i]}\n",
    "a:\n- b: 1\n  c:\n  - d: 2\n    e: |\n      f\n  # of g\n  g: 3\n- h: 4\n",
};

static void edits_hold_in_every_layout(void **state)
{
    (void)state;
    size_t edits = 0;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        struct arena arena = {0};
        size_t own = try_text(S("x.yaml"), str_from_c(layouts[i]));
        if (own == 0) {
            fail_msg("the layout %zu is not read:\n%s", i, layouts[i]);
        }
        edits += own;
        struct str record = arena_printf(
            &arena, "---\n%s\n---\n\nBody.\n\n---\n\nMore.\n", layouts[i]);
        edits += try_text(S("x.md"), record);
        arena_free(&arena);
    }
    assert_true(edits > 500);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_hold_in_every_layout),
        cmocka_unit_test(edits_hold_in_every_file_of_the_project),
    };
    if (count > 1) {
        folders = (const char *const *)arguments + 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
