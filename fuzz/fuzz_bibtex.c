/* Feeds arbitrary bytes to the reader of BibTeX. Whatever is read becomes a
 * work and is exported; what is exported must read back, lose nothing and be
 * exported the same. The first byte chooses TOML instead, which is read and no
 * more. */

#include "exchange/bibtex.h"
#include "exchange/toml.h"
#include "exchange/work.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_places(const struct diags *diags)
{
    for (size_t i = 0; i < diags->len; i++) {
        const struct place *place = &diags->at[i].place;
        if (place->start > place->end || place->end > place->source->text.len) {
            BUG("a place outside its file: %zu to %zu", place->start,
                place->end);
        }
    }
}

static struct str export_work(struct arena *arena, const struct work *work)
{
    struct out out = {0};
    work_put_bibtex(&out, arena, work);
    return out_take(&out, arena);
}

static void check_round_trip(struct arena *arena, const struct bib_entry *entry)
{
    struct work_leftovers leftovers = {0};
    struct diags diags = {.arena = arena};
    struct bib bib;
    const struct work work = work_of_entry(arena, entry, &leftovers);
    const struct str first = export_work(arena, &work);
    bib_read(arena, source_new(arena, S("again.bib"), first), &bib, &diags);
    if (bib.entry_count != 1 || bib.failed > 0) {
        BUG("what was exported does not read back: %.*s", STR_ARG(first));
    }
    const struct work again = work_of_entry(arena, &bib.entries[0], &leftovers);
    const struct str second = export_work(arena, &again);
    if (!str_equal(first, second)) {
        BUG("exported twice: %.*s and %.*s", STR_ARG(first), STR_ARG(second));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) {
        return 0;
    }
    struct arena arena = {0};
    struct diags diags = {.arena = &arena};
    struct failure failure;
    struct bib bib;
    const struct str text = {(const char *)data + 1, size - 1};
    if (data[0] % 4 == 3) {
        toml_read(&arena, text, &failure);
    } else {
        bib_read(&arena, source_new(&arena, S("a.bib"), text), &bib, &diags);
        check_places(&diags);
        for (size_t i = 0; i < bib.entry_count; i++) {
            check_round_trip(&arena, &bib.entries[i]);
        }
    }
    arena_free(&arena);
    return 0;
}
