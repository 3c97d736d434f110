/* Directives of running text: numbers, citations, sentences, cross-references,
 * each with where it comes from. */

#include "render/insert.h"

#include "render/words.h"

static const struct str minus = {"\xe2\x88\x92", 3};

struct str chapter_place(const struct site *site, const struct chapter *chapter)
{
    return ARENA_JOIN(site->arena, S("chapters/"), chapter->slug);
}

void view_chapter(const struct page_context *context, struct view *map,
                  const struct chapter *chapter)
{
    struct arena *arena = context->arena;
    if (chapter->number > 0) {
        view_printf(arena, map, "id", "Chapter %lld",
                    (long long)chapter->number);
        view_int(arena, map, "number", chapter->number);
    }
    view_text(arena, map, "title", chapter->title);
    view_text(arena, map, "href",
              ARENA_JOIN(arena, context->root, S("chapters/"), chapter->slug,
                         S(".html")));
    view_text(arena, map, "href_md",
              ARENA_JOIN(arena, context->root, S("chapters/"), chapter->slug,
                         S(".md")));
}

static struct shown_insert missing(const struct page_context *context,
                                   const struct insert *insert, const char *why)
{
    return (struct shown_insert){
        .text = arena_printf(context->arena, "[%.*s: %s]",
                             STR_ARG(insert->written->argument), why),
        .kind = "missing",
        .is_missing = true,
    };
}

static void link_record(const struct page_context *context,
                        struct shown_insert *shown, const struct record *record,
                        struct str anchor)
{
    const char *sign = anchor.len > 0 ? "#" : "";
    shown->href =
        ARENA_JOIN(context->arena, record_url(context, record, "html"),
                   str_from_c(sign), anchor);
    shown->href_md = record_url(context, record, "md");
}

/* What an arm gave stands on the page of the runs, under the same anchor. */
static void link_runs(const struct page_context *context,
                      struct shown_insert *shown, const struct record *record)
{
    const size_t at = str_find_char(shown->href, '#');
    shown->href =
        ARENA_JOIN(context->arena, runs_url(context, record, "html"),
                   at != STR_NONE ? str_from(shown->href, at) : S(""));
    shown->href_md = runs_url(context, record, "md");
}

/* ---- Values ----------------------------------------------------------- */

/* The row of a card: of the arm's metric, of the hypothesis' part, or of the
 * arm where the value is a setting of it. */
static struct str value_anchor(const struct page_context *context,
                               const struct value *value, struct str reference)
{
    struct str parts[3] = {{0}};
    struct str rest = reference;
    for (size_t i = 0; i < 3; i++) {
        str_cut(rest, '.', &parts[i], &rest);
    }
    const bool is_metric =
        value->decision == NULL && metric_find(parts[2]) != NULL;
    const bool is_row = value->decision != NULL &&
                        !str_is(parts[2], "sentence") &&
                        !str_is(parts[2], "verdict") &&
                        !str_is(parts[2], "n") && !str_is(parts[2], "margin");
    const struct str card =
        ARENA_JOIN(context->arena, parts[0], S("."), parts[1]);
    return is_metric || is_row
               ? ARENA_JOIN(context->arena, card, S("."), parts[2])
               : card;
}

static struct str with_real_minus(struct arena *arena, struct str text)
{
    return str_starts(text, S("-"))
               ? ARENA_JOIN(arena, minus, str_from(text, 1))
               : text;
}

static struct shown_insert show_value(const struct page_context *context,
                                      const struct insert *insert,
                                      struct str reference)
{
    struct value value = {0};
    struct failure failure = {0};
    if (!site_value(context, reference, &value, &failure)) {
        return missing(context, insert, failure.why);
    }
    struct shown_insert shown = {
        .text = with_real_minus(context->arena, value.text),
        .value = reference,
        .kind = "",
    };
    const struct record *record = site_record(context, value.evidence->id);
    if (record != NULL) {
        link_record(context, &shown, record,
                    value_anchor(context, &value, reference));
        if (value.decision == NULL) {
            link_runs(context, &shown, record);
        }
    }
    if (value.evidence->is_stale) {
        shown.kind = "stale";
        shown.title = ARENA_JOIN(context->arena, S("stale: "),
                                 value.evidence->stale_reason);
    }
    return shown;
}

/* ---- Reports ---------------------------------------------------------- */

static struct shown_insert show_reported(const struct page_context *context,
                                         const struct insert *insert)
{
    struct str id = {0};
    struct str name = {0};
    struct str part = {0};
    str_cut(insert->written->argument, '#', &id, &name);
    str_cut(name, '.', &name, &part);
    const struct record *record = site_record(context, str_trim(id));
    const struct report *report =
        record != NULL ? record_report(record, name) : NULL;
    if (report == NULL) {
        return missing(context, insert, "no such report");
    }
    const struct str text = str_is(part, "spread") ? report->spread
                            : str_is(part, "n")    ? report->n
                                                   : report->value;
    if (text.len == 0) {
        return missing(context, insert, "not reported");
    }
    struct shown_insert shown = {.text = text, .kind = "reported"};
    link_record(context, &shown, record,
                ARENA_JOIN(context->arena, S("report."), report->id));
    const char *comma = report->setting.len > 0 ? ", " : "";
    shown.title = ARENA_JOIN(context->arena, record->id, S(": "), report->what,
                             str_from_c(comma), report->setting);
    return shown;
}

/* ---- Constants -------------------------------------------------------- */

static struct shown_insert show_constant(const struct page_context *context,
                                         const struct chapter *chapter,
                                         const struct insert *insert)
{
    const struct chapter_constant *constant =
        chapter_constant_find(chapter, insert->written->argument);
    if (constant == NULL || constant->value.len == 0) {
        return missing(context, insert, "no such constant");
    }
    return (struct shown_insert){
        .text = constant->value,
        .href = ARENA_JOIN(context->arena, S("#constant."), constant->name),
        .kind = "constant",
        .title = constant->reason,
    };
}

/* ---- Citations -------------------------------------------------------- */

/* Behind an opening bracket the year stands without brackets of its own. */
static bool is_in_brackets(const struct insert *insert)
{
    const struct place place = insert->written->place;
    return place.start > 0 && place.source->text.ptr[place.start - 1] == '(';
}

/* "Radford et al. (2019, §2.3)" from "Radford et al. (2019)". */
static struct str cite_text(struct arena *arena, struct str name,
                            struct str locator, bool is_bare)
{
    const size_t open = str_rfind_char(name, '(');
    if (open == STR_NONE || !str_ends(name, S(")"))) {
        return locator.len > 0 ? ARENA_JOIN(arena, name, S(", "), locator)
                               : name;
    }
    const struct str who = str_slice(name, 0, open);
    const struct str year = str_slice(name, open + 1, name.len - 1);
    const char *comma = locator.len > 0 ? ", " : "";
    return ARENA_JOIN(arena, who, is_bare ? S("") : S("("), year,
                      str_from_c(comma), locator, is_bare ? S("") : S(")"));
}

static struct shown_insert show_one_cite(const struct page_context *context,
                                         const struct insert *insert,
                                         struct str part, bool is_bare)
{
    struct str id = {0};
    struct str locator = {0};
    str_cut(str_trim(part), ' ', &id, &locator);
    const struct record *record = site_record(context, id);
    if (record == NULL) {
        return missing(context, insert, "no such record");
    }
    const bool is_work = record->kind->role == ROLE_LITERATURE;
    const struct str name =
        is_work ? author_year(context->arena, record) : record->id;
    struct shown_insert shown = {
        .text = cite_text(context->arena, name, str_trim(locator), is_bare),
        .kind = "cite",
        .title = record->title,
    };
    link_record(context, &shown, record, S(""));
    return shown;
}

/* ---- Cross-references ------------------------------------------------- */

static struct shown_insert show_target(const struct page_context *context,
                                       const struct chapter *chapter,
                                       struct str label, struct str base,
                                       struct str base_md)
{
    struct arena *arena = context->arena;
    const struct chapter_target target = chapter_target(chapter, label);
    struct shown_insert shown = {.kind = "ref", .href_md = base_md};
    if (target.insert != NULL) {
        shown.text = arena_printf(arena, "%s\xc2\xa0%d",
                                  insert_infos[target.insert->kind].numbered,
                                  target.insert->number);
        shown.href = ARENA_JOIN(arena, base, S("#"), target.insert->anchor);
    } else if (target.heading != NULL) {
        shown.text = ARENA_JOIN(arena, S("\xe2\x80\x9c"), target.heading->text,
                                S("\xe2\x80\x9d"));
        shown.href = ARENA_JOIN(arena, base, S("#"), target.heading->id);
    }
    return shown;
}

static struct shown_insert show_chapter(const struct page_context *context,
                                        const struct chapter *chapter)
{
    struct view *map = view_map(context->arena);
    view_chapter(context, map, chapter);
    const struct view *id = view_get(map, S("id"));
    return (struct shown_insert){
        .text = id != NULL ? arena_printf(context->arena, "chapter\xc2\xa0%lld",
                                          (long long)chapter->number)
                           : chapter->title,
        .href = view_get(map, S("href"))->text,
        .href_md = view_get(map, S("href_md"))->text,
        .kind = "ref",
        .title = chapter->title,
    };
}

static struct shown_insert show_ref(const struct page_context *context,
                                    const struct chapter *chapter,
                                    const struct insert *insert)
{
    const struct str label = insert->written->argument;
    struct shown_insert shown =
        show_target(context, chapter, label, S(""), S(""));
    if (shown.text.len > 0) {
        return shown;
    }
    struct str name = {0};
    struct str rest = {0};
    str_cut(label, '#', &name, &rest);
    const struct chapter *other =
        chapters_find(&context->site->input.library->chapters, name);
    if (other == NULL) {
        return missing(context, insert, "nothing is called so");
    }
    const struct shown_insert whole = show_chapter(context, other);
    if (rest.len == 0) {
        return whole;
    }
    shown = show_target(context, other, rest, whole.href, whole.href_md);
    if (shown.text.len == 0) {
        return missing(context, insert, "nothing is called so");
    }
    shown.text = ARENA_JOIN(context->arena, shown.text, S(" of "), whole.text);
    return shown;
}

/* ---- All of them ------------------------------------------------------ */

static struct shown_insert show_cites(const struct page_context *context,
                                      const struct insert *insert)
{
    return show_one_cite(context, insert, insert->written->argument,
                         is_in_brackets(insert));
}

struct shown_insert insert_shown(const struct page_context *context,
                                 const struct chapter *chapter,
                                 const struct insert *insert)
{
    const struct str argument = insert->written->argument;
    switch (insert->kind) {
    case INSERT_VALUE:
        return show_value(context, insert, argument);
    case INSERT_SENTENCE:
        return show_value(context, insert,
                          ARENA_JOIN(context->arena, argument, S(".sentence")));
    case INSERT_REPORTED:
        return show_reported(context, insert);
    case INSERT_CONST:
        return show_constant(context, chapter, insert);
    case INSERT_CITE:
        return show_cites(context, insert);
    case INSERT_REF:
        return show_ref(context, chapter, insert);
    case INSERT_FIGURE:
    case INSERT_TABLE:
    case INSERT_EVIDENCE:
    case INSERT_WIDGET:
        return missing(context, insert, "a block, which needs a paragraph");
    case INSERT_UNKNOWN:
        return missing(context, insert, "no such directive");
    }
    BUG("an insert of no kind");
}

void insert_html(struct out *out, const struct shown_insert *shown)
{
    const bool is_linked = shown->href.len > 0;
    out_char(out, '<');
    out_c(out, is_linked ? "a" : "span");
    if (shown->kind[0] != '\0') {
        out_printf(out, " class=\"%s\"", shown->kind);
    }
    if (shown->value.len > 0) {
        out_c(out, " data-value=\"");
        out_html(out, shown->value);
        out_char(out, '"');
    }
    if (shown->title.len > 0) {
        out_c(out, " title=\"");
        out_html(out, shown->title);
        out_char(out, '"');
    }
    if (is_linked) {
        out_c(out, " href=\"");
        out_html(out, shown->href);
        out_char(out, '"');
    }
    out_char(out, '>');
    out_html(out, shown->text);
    out_c(out, is_linked ? "</a>" : "</span>");
}

void insert_markdown(struct out *out, const struct shown_insert *shown)
{
    if (shown->href_md.len == 0) {
        out_markdown(out, shown->text);
        return;
    }
    out_char(out, '[');
    out_markdown(out, shown->text);
    out_c(out, "](");
    out_str(out, shown->href_md);
    out_char(out, ')');
}
