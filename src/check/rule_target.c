/* Markdown links that no page can follow. An id that names no record is told
 * by link-unresolved and reference-unresolved; here it is the rest: files that
 * are no records, places that no page has, schemes that no page links to. */

#include "check/front_prose.h"
#include "check/rules.h"

#include "base/ascii.h"

/* Where the links stand: in a record, or in a chapter. */
struct page {
    const struct record *record;
    const struct chapter *chapter;
    const struct md_document *body; /* may be NULL */
};

/* -- Places on a page ------------------------------------------------------ */

/* What templates put on pages is called by a capital letter or has a dot in
 * it, which the id of a heading never has; it is theirs to change. */
static bool is_of_template(struct str anchor)
{
    return (anchor.ptr[0] >= 'A' && anchor.ptr[0] <= 'Z') ||
           str_find_char(anchor, '.') != STR_NONE;
}

static bool has_anchor(const struct page *page, struct str anchor)
{
    return page->chapter ? chapter_has_anchor(page->chapter, anchor)
                         : page->body && md_has_heading(page->body, anchor);
}

/* -- Targets --------------------------------------------------------------- */

struct lead {
    bool is_right, is_unknown;
    const char *why;
    struct str hint;
};

static struct str near_heading(const struct check_context *context,
                               const struct page *page, struct str anchor)
{
    struct strs ids = {0};
    for (size_t i = 0; page->body && i < page->body->heading_count; i++) {
        *LIST_PUSH(context->scratch, &ids) = page->body->headings[i].id;
    }
    struct out slug = {0};
    md_slug(&slug, anchor);
    return nearest(out_take(&slug, context->scratch), &ids);
}

static struct str did_you_mean(const struct check_context *context,
                               struct str near)
{
    return near.len > 0 ? arena_printf(context->diags->arena,
                                       "did you mean \"%.*s\"?", STR_ARG(near))
                        : near;
}

static struct lead follow_anchor(const struct check_context *context,
                                 const struct page *page, struct str anchor)
{
    struct lead lead = {0};
    if (anchor.len == 0 || has_anchor(page, anchor)) {
        lead.is_right = true;
        return lead;
    }
    const struct str near = near_heading(context, page, anchor);
    lead.is_unknown = is_of_template(anchor) && near.len == 0;
    lead.why = "there is no such heading on the page";
    if (near.len > 0) {
        lead.hint =
            did_you_mean(context, ARENA_JOIN(context->scratch, S("#"), near));
    }
    return lead;
}

static struct lead follow_file(const struct check_context *context,
                               const struct page *page,
                               const struct target *target)
{
    const struct library *library = context->input->library;
    const struct record *record = library_find(library, target->name);
    if (record) {
        const struct page to = {record, NULL, record->body};
        return follow_anchor(context, &to, target->anchor);
    }
    const struct chapter *chapter =
        page->chapter ? chapters_linked(&library->chapters, target) : NULL;
    if (chapter) {
        const struct page to = {NULL, chapter, chapter->body};
        return follow_anchor(context, &to, target->anchor);
    }
    struct lead lead = {.why = "this is no record"};
    lead.hint = did_you_mean(context, library_nearest(library, target->name));
    if (lead.hint.len == 0) {
        lead.hint = page->chapter
                        ? S("a relative link leads to the file of a record or "
                            "a chapter; what lies elsewhere is named by its "
                            "whole address")
                        : S("a relative link leads to the file of a record; "
                            "what lies elsewhere is named by its whole "
                            "address");
    }
    return lead;
}

static struct lead follow(const struct check_context *context,
                          const struct page *page, const struct md_link *link)
{
    const struct target target = target_read(link->target);
    struct lead lead = {0};
    switch (target.kind) {
    case TARGET_WEB:
        lead.is_right = true;
        return lead;
    case TARGET_REFUSED:
        lead.why = link->target.len == 0 ? "the link has no target"
                                         : "pages do not link to this";
        lead.hint = S("addresses begin with https:, http: or mailto:");
        return lead;
    case TARGET_ANCHOR:
    case TARGET_FILE:
        break;
    }
    if (link->is_image) {
        lead.why = "pages show no pictures from files";
        lead.hint = S("a figure is made from evidence; a picture on the web "
                      "is named by its whole address");
        return lead;
    }
    return target.kind == TARGET_ANCHOR
               ? follow_anchor(context, page, target.anchor)
               : follow_file(context, page, &target);
}

/* In a body, an id in the target that no record has is a finding of its own. */
static bool names_unknown(const struct check_context *context,
                          struct str target)
{
    struct md_id id = {0};
    size_t from = 0;
    while (md_find_id(context->scratch, target, from,
                      &context->input->project->prefixes, &id)) {
        if (!library_find(context->input->library, id.id)) {
            return true;
        }
        from = id.end;
    }
    return false;
}

/* -- Links ----------------------------------------------------------------- */

static void check_link(struct check_context *context, const struct page *page,
                       const struct md_link *link, struct place place)
{
    const struct lead lead = follow(context, page, link);
    if (lead.is_right) {
        check_pass(context);
        return;
    }
    struct diag *diag =
        lead.is_unknown
            ? check_cannot(context, place, link->target,
                           "whether the page has \"%.*s\" is up to its "
                           "template",
                           STR_ARG(link->target))
            : check_finding(context, place, link->target,
                            "the link \"%.*s\" leads nowhere: %s",
                            STR_ARG(link->target), lead.why);
    diag->subject = page->record ? page->record->id : (struct str){0};
    if (lead.hint.len > 0) {
        diag_hint(context->diags, diag, "%.*s", STR_ARG(lead.hint));
    }
}

static void check_page(struct check_context *context, const struct page *page,
                       const struct texts *lines)
{
    for (size_t i = 0; page->body && i < page->body->link_count; i++) {
        const struct md_link *link = &page->body->links[i];
        if (!names_unknown(context, link->target)) {
            check_link(context, page, link, link->place);
        }
    }
    for (size_t i = 0; i < lines->len; i++) {
        const struct text_item *line = &lines->at[i];
        const struct md_document *read =
            md_read_line(context->scratch, line->text, NULL);
        for (size_t l = 0; l < read->link_count; l++) {
            check_link(context, page, &read->links[l],
                       front_prose_place(line, read->links[l].target));
        }
    }
}

void rule_link_nowhere(struct check_context *context)
{
    const struct library *library = context->input->library;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct arena_mark mark = arena_mark(context->scratch);
        const struct record *record = library->records[i];
        const struct page page = {record, NULL, record->body};
        const struct texts lines =
            front_prose_of_record(context->scratch, record);
        check_page(context, &page, &lines);
        arena_rewind(context->scratch, mark);
    }
    for (size_t i = 0; i < library->chapters.len; i++) {
        const struct chapter *chapter = &library->chapters.at[i];
        const struct page page = {NULL, chapter, chapter->body};
        const struct texts lines =
            front_prose_of_chapter(context->scratch, chapter);
        check_page(context, &page, &lines);
    }
}
