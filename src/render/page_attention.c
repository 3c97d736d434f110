/* The page for curators: what is the matter, with which record, since when, and
 * what would resolve it. */

#include "render/attention.h"
#include "render/page.h"

/* More than this nobody works off in one sitting, and the page stays small;
 * the command behind the list tells all of them. */
enum { ROWS_MOST = 40 };

static void view_item(const struct page_context *context, struct view *row,
                      const struct attention_item *item)
{
    struct arena *arena = context->arena;
    view_record(context, row, item->record);
    view_prose(context, row, "reason", item->reason);
    view_text(arena, row, "finding", item->finding);
    view_text(arena, row, "when", item->when);
    view_text(arena, row, "command", item->command);
}

static void view_group(const struct page_context *context, struct view *view,
                       const struct attention_group *group)
{
    struct arena *arena = context->arena;
    view_c(arena, view, "key", group->key);
    view_c(arena, view, "title", group->title);
    view_c(arena, view, "meaning", group->meaning);
    view_c(arena, view, "none", group->none);
    view_int(arena, view, "count", (int64_t)group->len);
    struct view *list = view_list(arena, view, "items");
    for (size_t i = 0; i < group->len && i < ROWS_MOST; i++) {
        view_item(context, view_push(arena, list), &group->at[i]);
    }
    view_flag(arena, view, "has_items", group->len > 0);
    if (group->len > ROWS_MOST) {
        view_int(arena, view, "more", (int64_t)(group->len - ROWS_MOST));
        view_c(arena, view, "all", group->all);
    }
}

void fill_attention(const struct page_context *context, struct view *view,
                    const struct page *page)
{
    struct arena *arena = context->arena;
    trace_add(context->trace, TRACE_EVERYTHING, S(""));
    view_base(context, view, "attention", S("Attention"), page->place);
    view_flag(arena, view, "has_overview", true);
    const struct attention attention = attention_of(context);
    struct view *list = view_list(arena, view, "groups");
    size_t total = 0;
    for (int kind = 0; kind < ATTENTION_KINDS; kind++) {
        view_group(context, view_push(arena, list), &attention.groups[kind]);
        total += attention.groups[kind].len;
    }
    view_flag(arena, view, "has_items", total > 0);
}
