/* What goes in comes out, byte for byte, also after closing. */

#include "store/workplace.h"

#include "base/out.h"

enum { PAGES = 1, FILES = 2 }; /* kinds of nodes */

static int64_t open_graph(struct store *store, const char *name)
{
    int64_t graph = 0;
    CHECKED(store_open_graph(store, str_from_c(name), &graph, &trouble));
    return graph;
}

static struct node node(struct store *store, struct arena *arena, int64_t graph,
                        int kind, struct str key, bool *found)
{
    struct node node = {0};
    CHECKED(
        store_get_node(store, graph, kind, key, arena, &node, found, &trouble));
    return node;
}

static void put_node(struct store *store, int64_t graph, int kind,
                     struct str key, struct str stamp, struct str value)
{
    const struct node node = {key, stamp, value};
    CHECKED(store_put_node(store, graph, kind, &node, &trouble));
}

/* Keys in the order in which they are visited, one a line. */
static void write_key(void *context, const struct node *node)
{
    struct out *out = context;
    out_str(out, node->key);
    out_char(out, '\n');
}

static struct str keys(struct store *store, struct arena *arena, int64_t graph,
                       int kind)
{
    struct out out = {0};
    CHECKED(store_each_node(store, graph, kind, write_key, &out, &trouble));
    return out_take(&out, arena);
}

static void a_new_cache_makes_its_folders_and_is_empty(void **state)
{
    (void)state;
    char path[128] = {0};
    bool was_damaged = true;
    struct store *store = NULL;
    struct arena arena = {0};
    struct strs names = {0};
    snprintf(path, sizeof path, "%s/build/deep/cache.db", folder);

    CHECKED(store_open(path, &store, &was_damaged, &trouble));

    assert_false(was_damaged);
    assert_string_equal(store_notice(store), "");
    assert_false(store_is_damaged(store));
    assert_int_equal(count_runs(store), 0);
    assert_false(has_run(store, 1));
    CHECKED(store_list_graphs(store, &arena, &names, &trouble));
    assert_int_equal(names.len, 0);
    store_close(store);
    arena_free(&arena);
}

static void runs_are_there_after_closing(void **state)
{
    (void)state;
    struct store *store = open_sound_cache();
    CHECKED(put_run(store, 1, &trouble));
    CHECKED(put_run(store, 2, &trouble));
    store_close(store);

    store = open_sound_cache();
    assert_int_equal(count_runs(store), 2);
    assert_true(has_run(store, 1));
    assert_true(has_run(store, 2));
    assert_false(has_run(store, 3));
    store_close(store);
    assert_int_equal(fs_kind(beside("-wal")), FS_MISSING);
}

static void a_run_is_written_once(void **state)
{
    (void)state;
    struct store *store = open_sound_cache();
    CHECKED(put_run(store, 1, &trouble));

    CHECKED(store_put_run(store, run_name(1).text, S("other"), &trouble));

    assert_true(has_run(store, 1));
    assert_int_equal(count_runs(store), 1);
    store_close(store);
}

static void blobs_keep_every_byte_and_may_be_empty(void **state)
{
    (void)state;
    const struct str blobs[] = {
        {0}, S(""), S("a\0b\0"), S("\xff\xfe\x80"), S("\n")};
    struct arena arena = {0};
    struct store *store = open_sound_cache();

    for (int i = 0; i < 5; i++) {
        struct str blob = {0};
        bool found = false;
        const char *key = arena_cstr(&arena, str_from_c(run_name(i).text));
        CHECKED(store_put_run(store, key, blobs[i], &trouble));
        CHECKED(store_get_run(store, key, &arena, &blob, &found, &trouble));
        assert_true(found);
        assert_true(str_equal(blob, blobs[i]));
    }
    store_close(store);
    arena_free(&arena);
}

static void nodes_are_replaced_visited_by_bytes_and_dropped(void **state)
{
    (void)state;
    struct arena arena = {0};
    bool found = false;
    struct store *store = open_sound_cache();
    const int64_t graph = open_graph(store, "/a/site");

    put_node(store, graph, PAGES, S("b"), S("1"), S("old"));
    put_node(store, graph, PAGES, S("a"), S("2"), S(""));
    put_node(store, graph, PAGES, S("Z"), S(""), S("x"));
    put_node(store, graph, PAGES, S("\xc3\xa9"), S("4\0x"), S("\0\xff"));
    put_node(store, graph, PAGES, S("b"), S("5"), S("new"));

    assert_true(
        str_is(keys(store, &arena, graph, PAGES), "Z\na\nb\n\xc3\xa9\n"));
    const struct node b = node(store, &arena, graph, PAGES, S("b"), &found);
    assert_true(found);
    assert_true(str_is(b.key, "b") && str_is(b.stamp, "5"));
    assert_true(str_is(b.value, "new"));
    assert_int_equal(
        node(store, &arena, graph, PAGES, S("Z"), &found).stamp.len, 0);
    assert_true(found);
    const struct node e =
        node(store, &arena, graph, PAGES, S("\xc3\xa9"), &found);
    assert_true(str_equal(e.stamp, S("4\0x")));
    assert_true(str_equal(e.value, S("\0\xff")));

    CHECKED(store_drop_node(store, graph, PAGES, S("b"), &trouble));
    CHECKED(store_drop_node(store, graph, PAGES, S("never"), &trouble));
    node(store, &arena, graph, PAGES, S("b"), &found);
    assert_false(found);
    assert_true(str_is(keys(store, &arena, graph, PAGES), "Z\na\n\xc3\xa9\n"));
    store_close(store);
    arena_free(&arena);
}

static void graphs_and_kinds_of_nodes_keep_apart(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct strs names = {0};
    bool found = false;
    struct store *store = open_sound_cache();
    const int64_t here = open_graph(store, "/here");
    const int64_t there = open_graph(store, "/there");
    assert_true(here != there);
    put_node(store, here, PAGES, S("a"), S("1"), S(""));
    put_node(store, there, PAGES, S("a"), S("2"), S(""));
    put_node(store, here, FILES, S("a"), S("3"), S(""));
    store_close(store);

    store = open_sound_cache();
    assert_true(open_graph(store, "/here") == here);
    assert_true(
        str_is(node(store, &arena, here, PAGES, S("a"), &found).stamp, "1"));
    assert_true(
        str_is(node(store, &arena, here, FILES, S("a"), &found).stamp, "3"));
    CHECKED(store_begin(store, &trouble));
    CHECKED(store_drop_graph(store, S("/here"), &trouble));
    CHECKED(store_drop_graph(store, S("/never"), &trouble));
    CHECKED(store_commit(store, &trouble));
    CHECKED(store_list_graphs(store, &arena, &names, &trouble));
    assert_int_equal(names.len, 1);
    assert_true(str_is(names.at[0], "/there"));
    assert_true(
        str_is(node(store, &arena, there, PAGES, S("a"), &found).stamp, "2"));
    assert_int_equal(keys(store, &arena, here, FILES).len, 0);
    store_close(store);
    arena_free(&arena);
}

static void a_memory_store_leaves_no_file(void **state)
{
    (void)state;
    struct store *store = NULL;
    bool was_damaged = true;
    struct arena arena = {0};
    struct fs_entries entries = {0};

    CHECKED(store_open(NULL, &store, &was_damaged, &trouble));
    CHECKED(put_run(store, 1, &trouble));

    assert_false(was_damaged);
    assert_true(has_run(store, 1));
    CHECKED(fs_list(&arena, folder, &entries, &trouble));
    assert_int_equal(entries.len, 0);
    store_close(store);
    arena_free(&arena);
}

/* SQLite gives these names a meaning of its own. */
static void any_name_is_the_name_of_a_file(void **state)
{
    (void)state;
    const char *const names[] = {":memory:", "file:x?mode=memory", "a b?c#d"};
    char here[4096] = {0};
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(folder), 0);

    for (size_t i = 0; i < 3; i++) {
        struct store *store = NULL;
        bool was_damaged = false;
        CHECKED(store_open(names[i], &store, &was_damaged, &trouble));
        CHECKED(put_run(store, 1, &trouble));
        store_close(store);
        assert_int_equal(fs_kind(names[i]), FS_FILE);
    }
    assert_int_equal(chdir(here), 0);
}

static void what_was_begun_is_kept_only_by_the_commit(void **state)
{
    (void)state;
    struct store *store = open_sound_cache();
    CHECKED(store_begin(store, &trouble));
    CHECKED(put_run(store, 1, &trouble));
    CHECKED(store_commit(store, &trouble));
    CHECKED(store_begin(store, &trouble));
    CHECKED(put_run(store, 2, &trouble));
    store_rollback(store);
    CHECKED(store_begin(store, &trouble));
    CHECKED(put_run(store, 3, &trouble));
    assert_true(has_run(store, 3));
    store_close(store);

    store = open_sound_cache();
    assert_true(has_run(store, 1));
    assert_false(has_run(store, 2));
    assert_false(has_run(store, 3));
    store_close(store);
}

static struct str memo(struct store *store, struct arena *arena,
                       const char *kind, bool *found)
{
    struct str value = {0};
    CHECKED(store_get_memo(store, kind, S("blob 1"), arena, &value, found,
                           &trouble));
    return value;
}

static void memos_are_kept_by_kind_and_dropped_with_it(void **state)
{
    (void)state;
    struct arena arena = {0};
    bool found = true;
    struct store *store = open_sound_cache();
    memo(store, &arena, "facts-1", &found);
    assert_false(found);
    CHECKED(store_put_memo(store, "facts-1", S("blob 1"), S("old"), &trouble));
    CHECKED(store_put_memo(store, "facts-2", S("blob 1"), S("\0b"), &trouble));
    CHECKED(store_put_memo(store, "facts-1", S("blob 1"), S(""), &trouble));
    store_close(store);

    store = open_sound_cache();
    assert_int_equal(memo(store, &arena, "facts-1", &found).len, 0);
    assert_true(found);
    assert_true(str_equal(memo(store, &arena, "facts-2", &found), S("\0b")));
    CHECKED(store_drop_memos(store, "facts-2", &trouble));
    memo(store, &arena, "facts-2", &found);
    assert_false(found);
    memo(store, &arena, "facts-1", &found);
    assert_true(found);
    store_close(store);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_new_cache_makes_its_folders_and_is_empty),
        IN_FOLDER(runs_are_there_after_closing),
        IN_FOLDER(a_run_is_written_once),
        IN_FOLDER(blobs_keep_every_byte_and_may_be_empty),
        IN_FOLDER(nodes_are_replaced_visited_by_bytes_and_dropped),
        IN_FOLDER(graphs_and_kinds_of_nodes_keep_apart),
        IN_FOLDER(memos_are_kept_by_kind_and_dropped_with_it),
        IN_FOLDER(a_memory_store_leaves_no_file),
        IN_FOLDER(any_name_is_the_name_of_a_file),
        IN_FOLDER(what_was_begun_is_kept_only_by_the_commit),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
