/* Memory with a lifetime: zeroed, aligned, rewound, and poisoned when free. */

#include "support/test.h"

#include "base/arena.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

static void memory_is_zeroed_also_after_rewinding(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct arena_mark start = arena_mark(&arena);
    char *first = arena_alloc(&arena, 100, 1);
    memset(first, 0xff, 100);
    arena_rewind(&arena, start);
    const char *again = arena_alloc(&arena, 100, 1);
    assert_ptr_equal(again, first);
    for (size_t i = 0; i < 100; i++) {
        assert_int_equal(again[i], 0);
    }
    arena_free(&arena);
    assert_null(arena.block);
}

static void pieces_are_aligned_and_do_not_overlap(void **state)
{
    (void)state;
    struct arena arena = {0};
    uintptr_t end = 0;
    for (size_t align = 1; align <= 4096; align *= 2) {
        uintptr_t piece = (uintptr_t)arena_alloc(&arena, 3, align);
        assert_int_equal(piece % align, 0);
        assert_true(piece >= end || piece + 3 <= end - 3);
        end = piece + 3;
    }
    arena_free(&arena);
}

static void a_piece_larger_than_a_block_is_whole(void **state)
{
    (void)state;
    struct arena arena = {0};
    size_t size = 10 << 20;
    char *large = arena_alloc(&arena, size, 1);
    large[0] = 'a';
    large[size - 1] = 'z';
    struct arena_mark mark = arena_mark(&arena);
    for (int i = 0; i < 1000; i++) {
        memset(arena_alloc(&arena, 10000, 8), 1, 10000);
    }
    arena_rewind(&arena, mark);
    assert_int_equal(large[size - 1], 'z');
    arena_free(&arena);
}

static void lists_grow_wherever_their_members_stand(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct {
        const char *before;
        int *at;
        size_t len, cap;
    } list = {.before = "untouched"};
    for (int i = 0; i < 1000; i++) {
        *LIST_PUSH(&arena, &list) = i;
    }
    assert_string_equal(list.before, "untouched");
    assert_int_equal(list.len, 1000);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(list.at[i], i);
    }
    arena_free(&arena);
}

static void copies_and_printed_texts_are_terminated(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(arena_cstr(&arena, str_slice(S("abcdef"), 1, 3)), "bc");
    assert_str(arena_printf(&arena, "%s-%03d", "SOTA", 60), "SOTA-060");
    assert_string_equal(arena_cstr(&arena, (struct str){0}), "");
    arena_free(&arena);
}

/* Runs the act in a child and gives whether it ended well. */
static bool survives(void (*act)(struct arena *arena))
{
    pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        struct arena arena = {0};
        act(&arena);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void write_inside(struct arena *arena)
{
    ((volatile char *)arena_alloc(arena, 24, 1))[23] = 1;
}

#ifdef HAS_ASAN
static void write_past_the_end(struct arena *arena)
{
    volatile char *piece = arena_alloc(arena, 24, 1);
    arena_alloc(arena, 24, 1);
    piece[24] = 1;
}

static void write_after_rewinding(struct arena *arena)
{
    volatile char *piece = arena_alloc(arena, 24, 1);
    arena_rewind(arena, (struct arena_mark){0});
    piece[0] = 1;
}
#endif

static void the_sanitizer_sees_free_space(void **state)
{
    (void)state;
    assert_true(survives(write_inside));
#ifdef HAS_ASAN
    assert_false(survives(write_past_the_end));
    assert_false(survives(write_after_rewinding));
#endif
}

static void ask_for_too_much(struct arena *arena)
{
    arena_alloc_array(arena, SIZE_MAX / 2, 16, 8);
}

static void asking_for_too_much_ends_the_program(void **state)
{
    (void)state;
    assert_false(survives(ask_for_too_much));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_also_after_rewinding),
        cmocka_unit_test(pieces_are_aligned_and_do_not_overlap),
        cmocka_unit_test(a_piece_larger_than_a_block_is_whole),
        cmocka_unit_test(lists_grow_wherever_their_members_stand),
        cmocka_unit_test(copies_and_printed_texts_are_terminated),
        cmocka_unit_test(the_sanitizer_sees_free_space),
        cmocka_unit_test(asking_for_too_much_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
