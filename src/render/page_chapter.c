/* The page of a chapter: its text with everything that it names in its place,
 * and at the foot what it rests on. */

#include "render/page.h"

#include <stdlib.h>

#include "record/target.h"
#include "render/cite.h"
#include "render/insert.h"
#include "render/outcome.h"
#include "render/words.h"

/* ---- The text --------------------------------------------------------- */

/* What writing the body needs. Links are asked of the page, which is first. */
struct chapter_writer {
    struct page_context page;
    const struct chapter *chapter;
    struct view *parts; /* text, block, text, block, ... */
};

static const struct insert *insert_of(const struct chapter *chapter,
                                      const struct md_directive *directive)
{
    return &chapter->inserts[directive - chapter->body->directives];
}

/* One after the other, each with its address. */
static void put_insert(const struct chapter_writer *writer, struct out *out,
                       const struct insert *insert, bool is_html)
{
    struct md_directive one = *insert->written;
    struct insert part = *insert;
    part.written = &one;
    struct str rest = insert->written->argument;
    for (bool is_first = true; rest.len > 0; is_first = false) {
        one.argument = rest;
        if (insert->kind == INSERT_CITE) {
            str_cut(rest, ';', &one.argument, &rest);
        } else {
            rest = (struct str){0};
        }
        out_c(out, is_first ? "" : "; ");
        struct shown_insert shown =
            insert_shown(&writer->page, writer->chapter, &part);
        if (insert->written->is_in_link) {
            shown.href = (struct str){0};
            shown.href_md = (struct str){0};
        }
        if (is_html) {
            insert_html(out, &shown);
        } else {
            insert_markdown(out, &shown);
        }
    }
}

static void push_text(const struct chapter_writer *writer, struct out *out)
{
    struct arena *arena = writer->page.arena;
    struct view *part = view_push(arena, writer->parts);
    view_text(arena, part, "html", out_take(out, arena));
    *out = (struct out){0};
}

static void write_directive(void *context, struct out *out,
                            const struct md_directive *directive,
                            struct str caption)
{
    const struct chapter_writer *writer = context;
    const struct insert *insert = insert_of(writer->chapter, directive);
    struct arena *arena = writer->page.arena;
    if (!directive->is_alone) {
        put_insert(writer, out, insert, true);
        return;
    }
    push_text(writer, out);
    struct view *block = view_push(arena, writer->parts);
    view_c(arena, block, "html", "");
    view_block(&writer->page, view_child(arena, block, "block"), insert);
    view_text(arena, view_child(arena, block, "block"), "caption_html",
              arena_copy(arena, caption));
}

/* Bytes [start, end) with inserts in their places. */
static struct str markdown_between(const struct chapter_writer *writer,
                                   size_t start, size_t end)
{
    const struct md_document *body = writer->chapter->body;
    struct out out = {0};
    for (size_t i = 0; i < body->directive_count; i++) {
        const struct place place = body->directives[i].place;
        const bool is_in_title =
            place.start >= body->title.start && place.end <= body->title.end;
        if (place.start < start || place.end > end || is_in_title) {
            continue;
        }
        put_markdown(&writer->page, &out, body, start, place.start);
        put_insert(writer, &out, &writer->chapter->inserts[i], false);
        start = place.end;
    }
    put_markdown(&writer->page, &out, body, start, end);
    return str_trim(out_take(&out, writer->page.arena));
}

/* Where the paragraph that holds the byte ends. */
static size_t paragraph_end(const struct md_document *body, size_t at)
{
    struct str rest = str_slice(body->source->text, at, body->end);
    struct str line = {0};
    const size_t length = rest.len;
    while (str_next_line(&rest, &line)) {
        const struct str next = str_slice(rest, 0, str_find_char(rest, '\n'));
        if (rest.len == 0 || str_is_blank(next)) {
            return at + (length - rest.len);
        }
    }
    return body->end;
}

/* The same parts once more, from the source. */
static void fill_markdown(const struct chapter_writer *writer)
{
    const struct md_document *body = writer->chapter->body;
    struct arena *arena = writer->page.arena;
    struct view *parts = writer->parts;
    size_t at = body->start;
    size_t part = 0;
    for (size_t i = 0; i < body->directive_count; i++) {
        const struct md_directive *directive = &body->directives[i];
        if (!directive->is_alone || part + 1 >= parts->len) {
            continue;
        }
        const size_t end = paragraph_end(body, directive->place.end);
        view_text(arena, parts->items[part], "md",
                  markdown_between(writer, at, directive->place.start));
        view_text(arena, view_child(arena, parts->items[part + 1], "block"),
                  "caption_md",
                  markdown_between(writer, directive->place.end, end));
        part += 2;
        at = end;
    }
    if (part < parts->len) {
        view_text(arena, parts->items[part], "md",
                  markdown_between(writer, at, body->end));
    }
}

/* From one chapter to another, besides what any page links to. The chapters'
 * files and their pages are called alike. */
static struct str chapter_link(void *context, struct str written)
{
    const struct chapter_writer *writer = context;
    const struct page_context *page = &writer->page;
    const struct target target = target_read(written);
    const struct chapter *other =
        chapters_linked(&page->site->input.library->chapters, &target);
    if (other == NULL) {
        return html_options(page).link(context, written);
    }
    return with_anchor(page->arena,
                       ARENA_JOIN(page->arena, page->root,
                                  chapter_place(page->site, other), S(".html")),
                       target.anchor);
}

static void view_text_of(const struct page_context *context, struct view *view,
                         const struct chapter *chapter)
{
    struct chapter_writer writer = {*context, chapter,
                                    view_list(context->arena, view, "parts")};
    struct md_html html = html_options(context);
    html.context = &writer;
    html.directive = write_directive;
    html.link = chapter_link;
    html.heading_shift = heading_shift(chapter->body);
    struct out out = {0};
    md_to_html(&out, chapter->body, &html);
    push_text(&writer, &out);
    fill_markdown(&writer);
}

/* Whether a block among the parts is a forest, whose style is its own. */
static bool has_forest(const struct view *parts)
{
    for (size_t i = 0; parts != NULL && i < parts->len; i++) {
        const struct view *block = view_get(parts->items[i], S("block"));
        if (view_get(block, S("forest")) != NULL) {
            return true;
        }
    }
    return false;
}

static void view_scripts(const struct page_context *context, struct view *view,
                         const struct chapter *chapter)
{
    bool has_widget = false;
    for (size_t i = 0; i < chapter->body->directive_count; i++) {
        has_widget = has_widget || chapter->inserts[i].kind == INSERT_WIDGET;
    }
    view_flag(context->arena, view, "has_widget", has_widget);
    view_flag(context->arena, view, "is_chapter", true);
    view_flag(context->arena, view, "has_forest",
              has_forest(view_get(view, S("parts"))));
}

static void view_contents(const struct page_context *context, struct view *view,
                          const struct chapter *chapter)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, view, "contents");
    for (size_t i = 0; i < chapter->body->heading_count; i++) {
        const struct md_heading *heading = &chapter->body->headings[i];
        if (heading->level == 2) {
            struct view *item = view_push(arena, list);
            view_text(arena, item, "text", heading->text);
            view_text(arena, item, "anchor", heading->id);
        }
    }
    view_flag(arena, view, "has_contents", list->len > 1);
}

/* ---- What it cites ---------------------------------------------------- */

/* Whether it was marked before. */
static bool mark_known(struct map *map, struct arena *arena, struct str key)
{
    void **slot = map_slot(arena, map, key);
    const bool was_known = *slot != NULL;
    *slot = map;
    return was_known;
}

static int compare_text(const struct view *a, const struct view *b,
                        struct str key)
{
    return str_compare(view_get(a, key)->text, view_get(b, key)->text);
}

/* Of works by the same author in the same year the id decides, as the order of
 * the equal is not defined. */
static int by_author(const void *left, const void *right)
{
    const struct view *const *a = left;
    const struct view *const *b = right;
    const int order = compare_text(*a, *b, S("author_year"));
    return order != 0 ? order : compare_text(*a, *b, S("id"));
}

static void sort_works(const struct page_context *context, struct view *view,
                       struct view *works)
{
    if (works->len > 1) {
        qsort(works->items, works->len, sizeof *works->items, by_author);
    }
    view_flag(context->arena, view, "has_works", works->len > 0);
}

/* Appends the works that the chapter cites or quotes numbers of. */
static void push_works(const struct page_context *context, struct view *list,
                       struct map *seen, const struct chapter *chapter)
{
    struct arena *arena = context->arena;
    for (size_t i = 0; i < chapter->use_count; i++) {
        const struct record *record = site_record(context, chapter->uses[i].id);
        if (record == NULL || record->kind->role != ROLE_LITERATURE ||
            mark_known(seen, arena, record->id)) {
            continue;
        }
        struct view *item = view_push(arena, list);
        view_record(context, item, record);
        view_work(context, item, record);
    }
}

static void view_constants(const struct page_context *context,
                           struct view *view, const struct chapter *chapter)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, view, "constants");
    for (size_t i = 0; i < chapter->constant_count; i++) {
        const struct chapter_constant *constant = &chapter->constants[i];
        struct view *item = view_push(arena, list);
        view_text(arena, item, "name", constant->name);
        view_text(arena, item, "value", constant->value);
        view_text(arena, item, "unit", constant->unit);
        view_prose(context, item, "reason", constant->reason);
    }
    view_flag(arena, view, "has_constants", list->len > 0);
}

/* ---- What it rests on ------------------------------------------------- */

struct rest {
    struct map practices, experiments;
    size_t verdicts[VERDICT_COUNT];
    enum certainty_level weakest;
    bool has_certainty;
    struct str newest;
};

static void add_practice(const struct page_context *context, struct view *view,
                         struct rest *rest, struct str id)
{
    struct arena *arena = context->arena;
    const struct record *practice = site_record(context, id);
    if (practice == NULL || practice->is_broken ||
        practice->kind->role != ROLE_PRACTICE ||
        mark_known(&rest->practices, arena, practice->id)) {
        return;
    }
    view_practice_row(context,
                      view_push(arena, view_list(arena, view, "practices")),
                      practice);
    size_t count = 0;
    const struct assessment *assessments =
        assess_practice(context, practice, &count);
    for (size_t i = 0; i < count; i++) {
        const enum certainty_level level = assessments[i].certainty.here.level;
        rest->verdicts[assessments[i].verdict]++;
        if (assessments[i].decision != NULL &&
            (!rest->has_certainty || level < rest->weakest)) {
            rest->weakest = level;
            rest->has_certainty = true;
        }
    }
}

static struct view *push_banner(const struct page_context *context,
                                struct view *view, const char *name,
                                const char *title, const struct record *cause)
{
    struct view *banner =
        view_push(context->arena, view_list(context->arena, view, "banners"));
    view_c(context->arena, banner, "name", name);
    view_c(context->arena, banner, "title", title);
    view_record(context, view_child(context->arena, banner, "work"), cause);
    return banner;
}

/* The practice whose claim it is, or the experiment where it is nobody's. */
static void add_contradiction(const struct page_context *context,
                              struct view *view, const struct record *record,
                              const struct evidence *evidence,
                              const struct evidence_decision *decided)
{
    struct arena *arena = context->arena;
    const struct record *practice = site_record(context, decided->practice);
    struct view *banner =
        push_banner(context, view, "contradicted",
                    "A claim that this chapter tells of is contradicted here",
                    practice != NULL ? practice : record);
    view_text(arena, banner, "banner_date", evidence->provenance.date);
    view_text(arena, banner, "cause",
              contradiction_words(arena, evidence, decided));
    view_printf(arena, banner, "action",
                "See on the page of %.*s how certain that is, and where.",
                STR_ARG(practice != NULL ? practice->id : record->id));
}

static void add_experiment(const struct page_context *context,
                           struct view *view, struct rest *rest,
                           const struct record *record)
{
    struct arena *arena = context->arena;
    const struct evidence *evidence = site_evidence(context, record->id);
    if (evidence == NULL ||
        mark_known(&rest->experiments, arena, evidence->id)) {
        return;
    }
    if (str_compare(evidence->provenance.date, rest->newest) > 0) {
        rest->newest = evidence->provenance.date;
    }
    if (evidence->is_stale) {
        struct view *banner =
            push_banner(context, view, "stale",
                        "Evidence in this chapter is stale", record);
        view_text(arena, banner, "banner_date", evidence->provenance.date);
        view_text(arena, banner, "cause", evidence->stale_reason);
        view_printf(arena, banner, "command", "probatum run %.*s",
                    STR_ARG(evidence->id));
    }
    if (evidence->is_pending_present) {
        struct view *banner = push_banner(context, view, "unreviewed",
                                          "A change awaits review", record);
        view_c(arena, banner, "cause",
               "It was run again and came out differently; the chapter shows "
               "the accepted evidence.");
        view_c(arena, banner, "command", "probatum review");
    }
    for (size_t i = 0; i < evidence->decision_count; i++) {
        const struct evidence_decision *decided = &evidence->decisions[i];
        if (decided->decision.verdict == VERDICT_CONTRADICTED) {
            add_contradiction(context, view, record, evidence, decided);
        }
    }
}

/* The practice of a hypothesis whose value or sentence the text has, which is
 * named as experiment.hypothesis.part. */
static struct str practice_of(const struct page_context *context,
                              const struct insert *insert)
{
    const bool is_value =
        insert->kind == INSERT_VALUE || insert->kind == INSERT_SENTENCE;
    struct str experiment = {0};
    struct str hypothesis = {0};
    struct str part = {0};
    str_cut(insert->written->argument, '.', &experiment, &part);
    str_cut(part, '.', &hypothesis, &part);
    const struct plan *plan = is_value ? site_plan(context, experiment) : NULL;
    const struct hypothesis *found =
        plan != NULL ? plan_hypothesis(plan, hypothesis) : NULL;
    return found != NULL ? found->practice : (struct str){0};
}

static void view_rest(const struct page_context *context, struct view *view,
                      const struct chapter *chapter)
{
    struct arena *arena = context->arena;
    struct rest rest = {.newest = S("")};
    for (size_t i = 0; i < chapter->use_count; i++) {
        const struct record *record = site_record(context, chapter->uses[i].id);
        if (record == NULL) {
            continue;
        }
        add_practice(context, view, &rest, record->id);
        if (record->kind->role == ROLE_EXPERIMENT) {
            add_experiment(context, view, &rest, record);
        }
        if (record->retracted.len > 0) {
            struct view *banner = push_banner(
                context, view, "retracted",
                "A work that this chapter cites was retracted", record);
            view_prose(context, banner, "cause", record->retracted);
            view_c(arena, banner, "action",
                   "What the chapter says after it needs another source.");
        }
    }
    for (size_t i = 0; i < chapter->body->directive_count; i++) {
        add_practice(context, view, &rest,
                     practice_of(context, &chapter->inserts[i]));
    }
    struct view *counts = view_list(arena, view, "verdict_counts");
    for (int v = 0; v < VERDICT_COUNT; v++) {
        if (rest.verdicts[v] > 0) {
            struct view *item = view_push(arena, counts);
            view_verdict(context, item, (enum verdict)v);
            view_int(arena, item, "count", (int64_t)rest.verdicts[v]);
        }
    }
    if (rest.has_certainty) {
        view_c(arena, view, "weakest", certainty_words(rest.weakest));
        view_c(arena, view, "weakest_signs", certainty_signs(rest.weakest));
    }
    view_counted(arena, view, "counted_claims", rest.practices.len, "claim");
    view_counted(arena, view, "counted_experiments", rest.experiments.len,
                 "experiment");
    view_text(arena, view, "current_to", rest.newest);
    view_flag(arena, view, "rests_on_something",
              rest.practices.len + rest.experiments.len > 0);
}

/* ---- Pages ------------------------------------------------------------ */

static void view_neighbours(const struct page_context *context,
                            struct view *view, const struct chapter *chapter)
{
    const struct chapters *chapters = &context->site->input.library->chapters;
    const size_t index = (size_t)(chapter - chapters->at);
    if (index > 0) {
        view_chapter(context, view_child(context->arena, view, "previous"),
                     &chapters->at[index - 1]);
    }
    if (index + 1 < chapters->len) {
        view_chapter(context, view_child(context->arena, view, "next"),
                     &chapters->at[index + 1]);
    }
}

void fill_chapter(const struct page_context *context, struct view *view,
                  const struct page *page)
{
    struct arena *arena = context->arena;
    const struct chapter *chapter = page->chapter;
    view_base(context, view, "chapter", chapter->title, page->place);
    view_chapter(context, view, chapter);
    view_c(arena, view, "caption_html", "");
    view_prose(context, view, "summary", chapter->summary);
    view_text(arena, view, "date", chapter->date);
    view_text(arena, view, "file", chapter->source->path);
    view_cite_chapter(context, view, chapter, page->place);
    if (chapter->version > 0) {
        view_int(arena, view, "version", chapter->version);
    }
    view_neighbours(context, view, chapter);
    view_constants(context, view, chapter);
    if (chapter->body == NULL) {
        return;
    }
    view_text_of(context, view, chapter);
    view_scripts(context, view, chapter);
    view_contents(context, view, chapter);
    view_rest(context, view, chapter);
    struct map seen = {0};
    struct view *works = view_list(arena, view, "works");
    push_works(context, works, &seen, chapter);
    sort_works(context, view, works);
}

void fill_chapters(const struct page_context *context, struct view *view,
                   const struct page *page)
{
    struct arena *arena = context->arena;
    const struct chapters *chapters = &context->site->input.library->chapters;
    view_base(context, view, "index", S("Chapters"), page->place);
    struct view *list = view_list(arena, view, "chapters");
    for (size_t i = 0; i < chapters->len; i++) {
        struct view *item = view_push(arena, list);
        view_chapter(context, item, &chapters->at[i]);
        view_prose(context, item, "summary", chapters->at[i].summary);
        if (chapters->at[i].body != NULL) {
            view_contents(context, item, &chapters->at[i]);
        }
    }
}

void fill_bibliography(const struct page_context *context, struct view *view,
                       const struct page *page)
{
    struct arena *arena = context->arena;
    const struct chapters *chapters = &context->site->input.library->chapters;
    struct map seen = {0};
    view_base(context, view, "index", S("Bibliography"), page->place);
    struct view *works = view_list(arena, view, "works");
    for (size_t i = 0; i < chapters->len; i++) {
        push_works(context, works, &seen, &chapters->at[i]);
    }
    sort_works(context, view, works);
}
