/* Trouble with the store costs time and nothing else, so it is not told: a
 * store that fails is not asked again. */

#include "check/formula_memory.h"

static const char FORMULA[] = "formula-1";

static struct store *store_of(struct formula_memory *memory)
{
    if (!memory->store && !memory->is_opened && memory->path.len > 0) {
        struct failure untold;
        bool was_damaged = false;
        memory->is_opened = true;
        if (!store_open(memory->path.ptr, &memory->store, &was_damaged,
                        &untold)) {
            memory->store = NULL;
        }
    }
    return memory->store;
}

static void give_up(struct formula_memory *memory)
{
    if (memory->is_opened) {
        store_close(memory->store);
    }
    memory->store = NULL;
    memory->path = (struct str){0};
}

static bool recall(void *context, struct str key, struct arena *arena,
                   struct str *answer)
{
    struct formula_memory *memory = context;
    struct store *store = store_of(memory);
    struct failure untold;
    bool is_found = false;
    if (store && !store_get_memo(store, FORMULA, key, arena, answer, &is_found,
                                 &untold)) {
        give_up(memory);
    }
    return is_found;
}

static void keep(void *context, struct str key, struct str answer)
{
    struct formula_memory *memory = context;
    struct failure untold;
    if (memory->store &&
        !store_put_memo(memory->store, FORMULA, key, answer, &untold)) {
        give_up(memory);
    }
}

struct md_formulas *formula_memory_start(struct formula_memory *memory)
{
    memory->callbacks = (struct md_formula_memory){memory, recall, keep};
    return md_formulas_new(&memory->callbacks);
}

void formula_memory_end(struct formula_memory *memory,
                        struct md_formulas *formulas)
{
    md_formulas_free(formulas);
    if (memory->is_opened) {
        give_up(memory);
    }
}
