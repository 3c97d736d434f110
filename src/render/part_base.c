/* Head and frame of every page. */

#include "render/parts.h"

#include "render/cite.h"
#include "render/words.h"

/* ---- Where one is ----------------------------------------------------- */

static void view_crumb(const struct page_context *context, struct view *page,
                       struct str title, struct str href)
{
    struct view *item =
        view_push(context->arena, view_list(context->arena, page, "crumbs"));
    view_text(context->arena, item, "title", title);
    view_text(context->arena, item, "href", href);
}

void view_crumb_of_record(const struct page_context *context, struct view *page,
                          const struct record *record)
{
    view_crumb(context, page, record->kind->title,
               ARENA_JOIN(context->arena, context->root, record->kind->slug,
                          S("/index.html")));
    view_crumb(context, page, record->id, record_url(context, record, "html"));
}

/* One entry of the navigation: a folder with a list of what is in it. The list
 * is above every page of the folder but itself. */
static void view_section(const struct page_context *context, struct view *page,
                         struct str title, struct str folder, struct str place)
{
    struct arena *arena = context->arena;
    const struct str list = ARENA_JOIN(arena, folder, S("/index"));
    const struct str href = ARENA_JOIN(arena, context->root, list, S(".html"));
    const bool is_list = str_equal(place, list);
    const bool is_inside = str_starts(place, ARENA_JOIN(arena, folder, S("/")));
    struct view *item = view_push(arena, view_list(arena, page, "navigation"));
    view_text(arena, item, "title", title);
    view_text(arena, item, "href", href);
    if (is_inside) {
        view_c(arena, item, "current", is_list ? "page" : "true");
    }
    if (is_inside && !is_list) {
        view_crumb(context, page, title, href);
    }
}

static void view_sections(const struct page_context *context, struct view *page,
                          struct str place)
{
    const struct project *project = context->site->input.project;
    if (context->site->input.library->chapters.len > 0) {
        view_section(context, page, S("Chapters"), S("chapters"), place);
    }
    for (size_t i = 0; i < project->kind_count; i++) {
        const struct kind *kind = &project->kinds[i];
        if (kind->role != ROLE_JOURNAL) {
            view_section(context, page, kind->title, kind->slug, place);
        }
    }
}

/* ---- Head and frame --------------------------------------------------- */

void view_base(const struct page_context *context, struct view *page,
               const char *kind, struct str title, struct str place)
{
    struct arena *arena = context->arena;
    const struct project *project = context->site->input.project;
    view_text(arena, page, "root", context->root);
    view_text(arena, page, "site_title", project->title);
    view_text(arena, page, "tagline", project->tagline);
    view_text(arena, page, "licence", project->licence);
    view_c(arena, page, "page", kind);
    view_text(arena, page, "page_title", title);
    const size_t slash = str_rfind_char(place, '/');
    view_text(arena, page, "twin",
              ARENA_JOIN(arena,
                         slash == STR_NONE ? place : str_from(place, slash + 1),
                         S(".md")));
    if (!str_is(place, "index")) {
        view_crumb(context, page, project->title,
                   ARENA_JOIN(arena, context->root, S("index.html")));
    }
    view_text(arena, page, "here", title);
    view_flag(arena, page, "has_crumbs", !str_is(place, "index"));
    view_flag(arena, page, "is_runs_to_come", str_is(place, "runs-to-come"));
    view_sections(context, page, place);
}

struct str tag_label(const struct page_context *context,
                     const struct record *record, struct str word)
{
    const struct vocabulary *vocabulary = project_vocabulary(
        context->site->input.project, record->kind->vocabulary);
    for (size_t t = 0; vocabulary != NULL && t < vocabulary->term_count; t++) {
        const struct term *term = &vocabulary->terms[t];
        if (str_equal(term->word, word) && term->label.len > 0) {
            return term->label;
        }
    }
    return word;
}

static void view_tags(const struct page_context *context, struct view *page,
                      const struct record *record)
{
    struct view *tags = view_list(context->arena, page, "tags");
    for (size_t i = 0; i < record->tags.len; i++) {
        view_push_text(context->arena, tags,
                       tag_label(context, record, record->tags.at[i].text));
    }
}

static void view_extras(const struct page_context *context, struct view *page,
                        const struct record *record)
{
    struct arena *arena = context->arena;
    struct view *extras = view_list(arena, page, "extras");
    for (size_t i = 0; record->extras != NULL && i < record->kind->extra_count;
         i++) {
        const struct extra_value *extra = &record->extras[i];
        if (extra->value.presence != PRESENCE_FILLED) {
            continue;
        }
        struct view *item = view_push(arena, extras);
        view_text(arena, item, "label", words_of_key(arena, extra->field->key));
        view_prose(context, item, "text", extra->text);
        struct view *values = view_list(arena, item, "items");
        for (size_t v = 0; v < extra->items.len; v++) {
            view_reference(context, view_push(arena, values),
                           extra->items.at[v].text);
        }
    }
}

void view_head(const struct page_context *context, struct view *page,
               const struct record *record)
{
    struct arena *arena = context->arena;
    view_record(context, page, record);
    view_text(arena, page, "title",
              record->title.len > 0 ? record->title : record->id);
    view_text(arena, page, "here", record->id);
    view_text(arena, page, "kind_title", record->kind->title);
    const struct str history = site_history_place(context->site, record);
    view_text(
        arena, page, "kind_href",
        ARENA_JOIN(arena, context->root, record->kind->slug, S("/index.html")));
    view_text(arena, page, "history_href",
              ARENA_JOIN(arena, context->root, history, S(".html")));
    view_text(arena, page, "history_href_md",
              ARENA_JOIN(arena, context->root, history, S(".md")));
    view_prose(context, page, "status_note", record->status_note);
    view_prose(context, page, "summary", record->summary);
    view_prose(context, page, "promote_when", record->promote_when);
    view_text(arena, page, "consensus", record->consensus);
    view_text(arena, page, "topic", record->primary_topic);
    view_text(arena, page, "date", record->date);
    view_text(arena, page, "published", record->published);
    view_text(arena, page, "file", record->source->path);
    if (record->version > 0) {
        view_int(arena, page, "version", record->version);
    }
    view_tags(context, page, record);
    view_extras(context, page, record);
    view_cite(context, page, record);
    if (!record->is_broken) {
        view_body(context, page, record);
    }
}

void view_findings(const struct page_context *context, struct view *page,
                   const struct record *record)
{
    struct arena *arena = context->arena;
    const struct diags *diags = context->site->input.diags;
    struct view *list = view_list(arena, page, "findings");
    for (size_t i = 0; diags != NULL && i < diags->len; i++) {
        const struct diag *diag = &diags->at[i];
        if (diag->place.source != record->source ||
            diag->severity != SEVERITY_ERROR) {
            continue;
        }
        const struct position position = source_position(
            context->site->arena, record->source, diag->place.start);
        struct view *item = view_push(arena, list);
        view_printf(arena, item, "place", "%.*s:%zu:%zu",
                    STR_ARG(record->source->path), position.line,
                    position.column);
        view_text(arena, item, "message", diag->message);
        view_c(arena, item, "rule", diag->rule);
        view_text(arena, item, "hint", diag->hint);
    }
}
