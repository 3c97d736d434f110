/* Verdicts that changed, newest first, as lists show them. */

#include "render/parts.h"

#include "render/outcome.h"

static void view_side(const struct page_context *context, struct view *item,
                      const char *key, enum verdict verdict)
{
    view_verdict(context, view_child(context->arena, item, key), verdict);
}

static void view_change(const struct page_context *context, struct view *item,
                        const struct verdict_change *change)
{
    struct arena *arena = context->arena;
    enum { DAY = sizeof "2021-01-03" - 1, SHORT = 8 };
    view_reference(context, item, change->practice);
    view_reference(context, view_child(arena, item, "experiment"),
                   change->experiment);
    view_printf(arena, item, "reference", "%.*s.%.*s",
                STR_ARG(change->experiment), STR_ARG(change->hypothesis));
    view_text(arena, item, "hypothesis", change->hypothesis);
    view_text(arena, item, "stamp", change->stamp);
    view_text(arena, item, "day", str_slice(change->stamp, 0, DAY));
    view_text(arena, item, "commit", str_slice(change->commit, 0, SHORT));
    view_flag(arena, item, "is_first", change->before == VERDICT_NOT_TESTED);
    view_side(context, item, "before", change->before);
    view_side(context, item, "after", change->after);
}

void view_verdict_changes(const struct page_context *context, struct view *page,
                          size_t most)
{
    struct arena *arena = context->arena;
    const struct verdict_changes *changes = site_verdict_changes(context);
    struct view *list = view_list(arena, page, "verdict_changes");
    for (size_t i = 0; i < changes->len && i < most; i++) {
        view_change(context, view_push(arena, list), &changes->at[i]);
    }
    view_flag(arena, page, "has_verdict_changes", list->len > 0);
    view_flag(arena, page, "has_more_verdict_changes", changes->len > most);
    view_text(arena, page, "verdict_changes_gap", changes->gap);
}
