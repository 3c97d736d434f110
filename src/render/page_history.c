/* What became of a record: its versions as it tells them itself, and from git
 * every commit that changed it, field by field. Only git feeds the second part,
 * and where it has not everything the page says so. */

#include "render/page.h"

#include "base/utf8.h"
#include "history/tell.h"
#include "render/words.h"

/* A page must stay one: of a body that was rewritten the beginning is
 * enough. */
enum { TEXT_CEILING = 1200 };

/* ---- Revisions --------------------------------------------------------- */

static struct str shortened(struct arena *arena, struct str text)
{
    if (text.len <= TEXT_CEILING) {
        return text;
    }

    const size_t end = utf8_offset(text, TEXT_CEILING);
    return end == text.len
               ? text
               : arena_printf(arena, "%.*s… (cut here, and on with %zu bytes)",
                              STR_ARG(str_slice(text, 0, end)), text.len - end);
}

/* A side that was not there shows nothing, one that says there is nothing
 * does. */
static void view_side(const struct page_context *context, struct view *map,
                      const char *key, enum presence presence, struct str text)
{
    if (presence == PRESENCE_EMPTY) {
        text = S("empty");
    }
    if (presence != PRESENCE_ABSENT && text.len > 0) {
        view_text(context->arena, map, key, shortened(context->arena, text));
    }
}

static void view_changes(const struct page_context *context, struct view *map,
                         const struct field_changes *changes)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, map, "changes");
    for (size_t i = 0; i < changes->len; i++) {
        const struct field_change *change = &changes->at[i];
        struct view *item = view_push(arena, list);
        view_text(arena, item, "field", change->field);
        view_c(arena, item, "level", level_name(change->level));
        view_side(context, item, "old", change->from, change->old_text);
        view_side(context, item, "new", change->to, change->new_text);
    }
}

static void view_commit(const struct page_context *context, struct view *map,
                        const struct revision *revision)
{
    struct arena *arena = context->arena;
    view_text(arena, map, "day", history_day(revision));
    view_text(arena, map, "commit",
              str_slice(str_from_c(revision->commit->id.text), 0, 8));
    view_text(arena, map, "author", revision->commit->author);
    view_flag(arena, map, "is_merge", revision->commit->is_merge);
}

/* What there is to say where no field is named. */
static const char *remark_of(const struct telling *telling)
{
    switch (telling->what) {
    case TELLING_CUT:
        return "As it was where the history of this clone starts.";
    case TELLING_BEGAN:
        return "Here it began.";
    case TELLING_REMOVED:
        return "Here it was removed.";
    case TELLING_CHANGED:
        break;
    }
    if (telling->changes.len > 0) {
        return "";
    }
    return telling->version != telling->version_before
               ? "No field but the version."
               : "Layout or comments only.";
}

static void view_version(const struct page_context *context, struct view *map,
                         const struct telling *telling)
{
    struct arena *arena = context->arena;
    if (telling->version > 0) {
        view_int(arena, map, "version", telling->version);
    }
    if (telling->version > 0 && telling->version_before > 0 &&
        telling->version != telling->version_before) {
        view_int(arena, map, "version_before", telling->version_before);
    }
}

/* The commit that a history starts with did something else, so who made it and
 * why is left out. */
static void view_telling(const struct page_context *context, struct view *item,
                         const struct telling *telling)
{
    struct arena *arena = context->arena;
    const bool is_cut = telling->what == TELLING_CUT;
    view_commit(context, item, telling->revision);
    view_flag(arena, item, "is_cut", is_cut);
    view_c(arena, item, "what", telling_what_name(telling->what));
    view_c(arena, item, "remark", remark_of(telling));
    view_version(context, item, telling);
    view_changes(context, item, &telling->changes);
    if (!is_cut) {
        view_text(arena, item, "summary", telling->revision->commit->summary);
    }
}

/* ---- Dates and sources ------------------------------------------------- */

static void view_date(const struct page_context *context, struct view *list,
                      const char *label, const struct revision *revision)
{
    struct view *item = view_push(context->arena, list);
    view_c(context->arena, item, "label", label);
    if (revision != NULL) {
        view_text(context->arena, item, "day", history_day(revision));
    }
}

static void view_dates(const struct page_context *context, struct view *page,
                       const struct record_history *history)
{
    struct view *list = view_list(context->arena, page, "dates");
    if (history != NULL) {
        const struct history_dates dates = history_dates(history);
        view_date(context, list, "began", dates.began);
        view_date(context, list, "fields last changed", dates.header);
        view_date(context, list, "text last changed", dates.body);
    }
}

static void view_former(const struct page_context *context, struct view *item,
                        const struct former *former)
{
    view_reference(context, item, former->ref);
    view_flag(context->arena, item, "is_silent", !former->is_recorded);
    if (former->until != NULL) {
        view_commit(context, item, former->until);
    }
}

/* ---- The page ---------------------------------------------------------- */

static void view_revisions(const struct page_context *context,
                           struct view *page, struct teller *teller,
                           const struct record_history *history)
{
    struct arena *arena = context->arena;
    const struct tellings tellings = history_tell(teller, history);
    struct view *list = view_list(arena, page, "revisions");
    for (size_t i = 0; i < tellings.len; i++) {
        view_telling(context, view_push(arena, list), &tellings.at[i]);
    }
    view_flag(arena, page, "has_revisions", tellings.len > 0);
}

static void view_formers(const struct page_context *context, struct view *page,
                         struct teller *teller,
                         const struct record_history *history,
                         const struct record *record)
{
    struct arena *arena = context->arena;
    const struct formers formers = history_formers(teller, history, record);
    struct view *list = view_list(arena, page, "formers");
    for (size_t i = 0; i < formers.len; i++) {
        view_former(context, view_push(arena, list), &formers.at[i]);
    }
    view_flag(arena, page, "has_formers", formers.len > 0);
}

void fill_history(const struct page_context *context, struct view *view,
                  const struct page *page)
{
    struct arena *arena = context->arena;
    struct history_book *book = context->site->input.book;
    const struct record *record = page->past;
    const struct histories none = {0};
    const struct histories *histories =
        book != NULL ? history_book_read(book) : &none;
    const struct record_history *history =
        history_of_record(arena, histories, record);
    struct teller teller = {.arena = arena,
                            .project = context->site->input.project,
                            .vcs = book != NULL ? book->vcs : NULL,
                            .today = record};

    view_base(context, view, "history",
              arena_printf(arena, "History of %.*s",
                           STR_ARG(short_title(arena, record))),
              page->place);
    view_record(context, view, record);
    view_crumb_of_record(context, view, record);
    view_c(arena, view, "here", "History");
    view_text(arena, view, "gap",
              book != NULL ? book->gap : history_gap(arena, &none, NULL));
    view_flag(arena, view, "is_uncommitted",
              history == NULL && histories->reach != HISTORY_NONE);
    view_dates(context, view, history);
    view_history(context, view, record);
    view_revisions(context, view, &teller, history);
    view_formers(context, view, &teller, history, record);
}
