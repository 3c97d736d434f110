/* Every block that the interpreter has is in a list of ours. When a call asks
 * for too much we leave it where it stands and give the whole list back: an
 * interpreter that is out of memory cannot be relied on to find its way out,
 * and collecting its garbage first would take longer than starting again. */

#include "md/engine.h"

#include <duktape.h>
#include <setjmp.h>
#include <stdlib.h>

#include "base/bug.h"

/* What a call may have at once beside what temml itself needs (2 MB), and what
 * it may ask for in all. A formula of a line asks for 60 kB. */
enum { LIVE_CEILING = 32 << 20, SPENT_CEILING = 96 << 20 };

struct engine_block {
    struct engine_block *next, *previous;
    size_t size;
    max_align_t bytes[];
};

/* Counts the bytes, and leaves the call when they are too many. */
static void account(struct engine *engine, size_t size)
{
    engine->spent += size;
    engine->live += size;
    if (engine->escape != NULL &&
        (engine->live > LIVE_CEILING || engine->spent > SPENT_CEILING)) {
        engine->live -= size;
        longjmp(*(jmp_buf *)engine->escape, 1);
    }
}

static void *allocate(void *context, duk_size_t size)
{
    struct engine *engine = context;
    if (size == 0) {
        return NULL;
    }
    account(engine, size);
    struct engine_block *block = malloc(sizeof *block + size);
    if (block == NULL) {
        out_of_memory(size);
    }
    *block = (struct engine_block){engine->blocks, NULL, size};
    if (engine->blocks != NULL) {
        engine->blocks->previous = block;
    }
    engine->blocks = block;
    return block->bytes;
}

static struct engine_block *block_of(void *bytes)
{
    return (struct engine_block *)((char *)bytes -
                                   offsetof(struct engine_block, bytes));
}

static void release(void *context, void *bytes)
{
    struct engine *engine = context;
    if (bytes == NULL) {
        return;
    }
    struct engine_block *block = block_of(bytes);
    engine->live -= block->size;
    if (block->previous != NULL) {
        block->previous->next = block->next;
    } else {
        engine->blocks = block->next;
    }
    if (block->next != NULL) {
        block->next->previous = block->previous;
    }
    free(block);
}

static void *reallocate(void *context, void *bytes, duk_size_t size)
{
    void *moved = allocate(context, size);
    if (bytes != NULL && moved != NULL) {
        const size_t old = block_of(bytes)->size;
        memcpy(moved, bytes, old < size ? old : size);
    }
    release(context, bytes);
    return moved;
}

static _Noreturn void give_up(void *context, const char *why)
{
    (void)context;
    BUG("the interpreter of formulas: %s", why ? why : "it does not say why");
}

static void start(struct engine *engine)
{
    duk_context *duk =
        duk_create_heap(allocate, reallocate, release, engine, give_up);
    if (duk == NULL) {
        BUG("the interpreter of formulas does not start");
    }
    for (size_t i = 0; i < engine_script_count; i++) {
        const struct engine_script *script = &engine_scripts[i];
        if (duk_peval_lstring(duk, (const char *)script->bytes, script->size)) {
            BUG("script %zu of formulas: %s", i, duk_safe_to_string(duk, -1));
        }
        duk_pop(duk);
    }
    duk_get_global_string(duk, "render");
    engine->interpreter = duk;
}

static void call(struct engine *engine, struct str tex, bool is_display,
                 struct out *answer)
{
    duk_context *duk = engine->interpreter;
    duk_dup_top(duk);
    duk_push_lstring(duk, tex.ptr, tex.len);
    duk_push_boolean(duk, is_display);
    /* What `render` does not catch is no exception of the language. */
    const bool is_caught = duk_pcall(duk, 2) == DUK_EXEC_SUCCESS;
    duk_size_t length = 0;
    const char *text = duk_safe_to_lstring(duk, -1, &length);
    out_c(answer, is_caught ? "" : "!-1\n");
    out_str(answer, (struct str){text, length});
    duk_pop(duk);
}

bool engine_render(struct engine *engine, struct str tex, bool is_display,
                   struct out *answer)
{
    jmp_buf escape;
    if (engine->interpreter == NULL) {
        start(engine);
    }
    if (setjmp(escape) != 0) {
        engine_stop(engine);
        return false;
    }
    engine->spent = 0;
    engine->escape = &escape;
    call(engine, tex, is_display, answer);
    engine->escape = NULL;
    return true;
}

void engine_stop(struct engine *engine)
{
    for (struct engine_block *block = engine->blocks; block != NULL;) {
        struct engine_block *next = block->next;
        free(block);
        block = next;
    }
    *engine = (struct engine){0};
}
