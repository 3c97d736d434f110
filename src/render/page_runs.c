/* The page of an experiment's runs: each arm with its values, and of each run
 * its key and its trajectory hash. Apart from the experiment's own page because
 * a grid of a hundred arms would be most of what that weighs. */

#include "render/page.h"

#include "render/provenance.h"

void fill_runs(const struct page_context *context, struct view *view,
               const struct page *page)
{
    struct arena *arena = context->arena;
    const struct record *record = page->record;
    const struct evidence *evidence = site_evidence(context, record->id);
    view_base(context, view, "experiment",
              ARENA_JOIN(arena, S("Every run of "), short_title(arena, record)),
              page->place);
    view_head(context, view, record);
    view_crumb_of_record(context, view, record);
    view_c(arena, view, "here", "Runs");
    if (evidence == NULL || evidence->plan == NULL) {
        return;
    }
    view_provenance(context, view_child(arena, view, "provenance"), evidence);
    struct view *cards = view_list(arena, view, "arm_cards");
    for (size_t a = 0; a < evidence->arm_count; a++) {
        view_arm_card(context, cards, evidence, evidence->arms[a].name, S(""));
    }
}
