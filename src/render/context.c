/* Where pages lie, and how a record's own text gets into them. Everything a
 * record says passes through here or through the template's escaping. */

#include "render/context.h"

#include <ctype.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "record/target.h"

/* ---- Places ----------------------------------------------------------- */

/* File names hold what ids hold: letters, digits, hyphens, underscores. Any
 * other byte, a dot or a slash among them, becomes an underscore. */
static struct str plain_name(struct arena *arena, struct str id)
{
    struct str name = arena_copy(arena, str_slice(id, 0, 96));
    char *bytes = ARENA_ARRAY(arena, char, name.len + 1);
    for (size_t i = 0; i < name.len; i++) {
        const unsigned char c = (unsigned char)name.ptr[i];
        const bool is_plain = c < 0x80 && (isalnum(c) || c == '-' || c == '_');
        bytes[i] = is_plain ? (char)c : '_';
    }
    return (struct str){bytes, name.len};
}

/* The first of "place", "place_2" and so on that no page has. */
static void take_place(struct site *site, struct map *taken, struct map *places,
                       const struct record *record, struct str place)
{
    const struct str first = place;
    for (int n = 2;
         map_get(taken, place) != NULL || str_ends(place, S("/index")); n++) {
        place = arena_printf(site->arena, "%.*s_%d", STR_ARG(first), n);
    }
    struct str *kept = ARENA_NEW(site->arena, struct str);
    *kept = place;
    *map_slot(site->arena, taken, place) = kept;
    *map_slot(site->arena, places, record->source->path) = kept;
}

void site_place_records(struct site *site)
{
    struct map taken = {0};
    const struct library *library = site->input.library;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind->role == ROLE_JOURNAL) {
            continue;
        }
        const struct str slug = plain_name(site->arena, record->kind->slug);
        const struct str name = plain_name(site->arena, record->id);
        const struct str shown = name.len > 0 ? name : S("unnamed");
        take_place(site, &taken, &site->places, record,
                   arena_printf(site->arena, "%.*s/%.*s", STR_ARG(slug),
                                STR_ARG(shown)));
        take_place(site, &taken, &site->histories, record,
                   arena_printf(site->arena, "history/%.*s", STR_ARG(shown)));
    }
}

struct str site_place(const struct site *site, const struct record *record)
{
    const struct str *place = map_get(&site->places, record->source->path);
    return place != NULL ? *place : (struct str){0};
}

struct str site_history_place(const struct site *site,
                              const struct record *record)
{
    const struct str *place = map_get(&site->histories, record->source->path);
    return place != NULL ? *place : (struct str){0};
}

/* No two are alike since no two histories are. */
struct str site_runs_place(const struct site *site, const struct record *record)
{
    const struct str history = site_history_place(site, record);
    return history.len > 0
               ? ARENA_JOIN(site->arena, S("runs"),
                            str_from(history, str_find_char(history, '/')))
               : history;
}

struct str runs_url(const struct page_context *context,
                    const struct record *record, const char *extension)
{
    return ARENA_JOIN(context->arena, context->root,
                      site_runs_place(context->site, record), S("."),
                      str_from_c(extension));
}

struct str record_url(const struct page_context *context,
                      const struct record *record, const char *extension)
{
    const struct str place = site_place(context->site, record);
    if (place.len == 0) {
        return place;
    }
    return ARENA_JOIN(context->arena, context->root, place, S("."),
                      str_from_c(extension));
}

/* ---- What pages ask for ----------------------------------------------- */

const struct record *site_record(const struct page_context *context,
                                 struct str id)
{
    trace_add(context->trace, TRACE_RECORD, id);
    return library_find(context->site->input.library, id);
}

static void ask_experiment(const struct page_context *context, struct str id)
{
    const struct site *site = context->site;
    trace_add(context->trace, TRACE_EXPERIMENT, id);
    if (site->experiments != NULL && map_get(site->experiments, id) == NULL) {
        *site->is_short = true;
    }
}

const struct plan *site_plan(const struct page_context *context, struct str id)
{
    ask_experiment(context, id);
    return plans_find(context->site->input.plans, id);
}

const struct evidence *site_evidence(const struct page_context *context,
                                     struct str id)
{
    ask_experiment(context, id);
    return evidences_find(context->site->input.evidences, id);
}

const struct evidence_decision *site_decision(
    const struct page_context *context, struct str reference,
    const struct evidence **evidence)
{
    struct str experiment = {0};
    struct str hypothesis = {0};
    str_cut(reference, '.', &experiment, &hypothesis);
    ask_experiment(context, experiment);
    return evidences_decision(context->site->input.evidences, reference,
                              evidence);
}

const struct verdict_changes *site_verdict_changes(
    const struct page_context *context)
{
    trace_add(context->trace, TRACE_VERDICT_CHANGES, S(""));
    if (context->site->is_short != NULL) {
        *context->site->is_short = true;
    }
    return &context->site->changes;
}

bool site_value(const struct page_context *context, struct str reference,
                struct value *value, struct failure *failure)
{
    struct str experiment = {0};
    struct str rest = {0};
    str_cut(reference, '.', &experiment, &rest);
    trace_add(context->trace, TRACE_EXPERIMENT, experiment);
    return evidence_value(context->arena, context->site->input.evidences,
                          reference, value, failure);
}

bool site_is_called(const struct page_context *context,
                    const struct record *record, struct str id)
{
    return map_get(&context->site->input.library->by_id, id) == record;
}

/* ---- Markdown --------------------------------------------------------- */

static struct str reference_url(void *context, struct str id, struct str *title)
{
    const struct page_context *page = context;
    const struct record *record = site_record(page, id);
    if (record == NULL) {
        return (struct str){0};
    }
    *title = record->title;
    return record_url(page, record, "html");
}

/* The record whose file a link names ("../literature/LIT-022.yaml"). */
static const struct record *linked_record(const struct page_context *context,
                                          const struct target *target)
{
    return target->kind == TARGET_FILE && target->name.len > 0
               ? site_record(context, target->name)
               : NULL;
}

struct str with_anchor(struct arena *arena, struct str url, struct str anchor)
{
    return url.len > 0 && anchor.len > 0
               ? ARENA_JOIN(arena, url, S("#"), anchor)
               : url;
}

/* A relative link to anything but a record would lead nowhere on the site. */
static struct str link_url(void *context, struct str written)
{
    const struct page_context *page = context;
    const struct target target = target_read(written);
    const struct record *record = linked_record(page, &target);
    if (record != NULL) {
        return with_anchor(page->arena, record_url(page, record, "html"),
                           target.anchor);
    }
    return target.kind == TARGET_WEB || target.kind == TARGET_ANCHOR
               ? written
               : (struct str){0};
}

struct md_html html_options(const struct page_context *context)
{
    union {
        const struct page_context *in;
        void *out;
    } borrowed = {.in = context};
    return (struct md_html){
        .context = borrowed.out,
        .reference = reference_url,
        .link = link_url,
        .formulas = context->site->formulas,
        .seen = context->seen,
        .heading_shift = 1,
        .skip_first_title = true,
    };
}

static bool opens_html(struct str text, size_t i)
{
    if (text.ptr[i] != '<' || i + 1 >= text.len) {
        return false;
    }
    const unsigned char next = (unsigned char)text.ptr[i + 1];
    return isalpha(next) || next == '/' || next == '!' || next == '?';
}

/* How many backticks stand at i. */
static size_t tick_run(struct str text, size_t i)
{
    size_t run = 0;
    while (i + run < text.len && text.ptr[i + run] == '`') {
        run++;
    }
    return run;
}

/* Bytes of the code span or fence that opens at i with this many backticks,
 * or just the backticks when nothing closes it. */
static size_t code_length(struct str text, size_t i, size_t run)
{
    for (size_t j = i + run; j < text.len;) {
        const size_t found = tick_run(text, j);
        if (found == run) {
            return j + run - i;
        }
        j += found > 0 ? found : 1;
    }
    return run;
}

/* Bytes of a link's target that could run something, when the text at i opens
 * one: "](javascript:alert(1))" or "[a]: javascript:alert(1)". Else 0. */
static size_t unsafe_target(struct str text, size_t i, size_t *skipped)
{
    const struct str rest = str_from(text, i);
    if (!str_starts(rest, S("](")) && !str_starts(rest, S("]:"))) {
        return 0;
    }
    size_t from = 2;
    while (from < rest.len &&
           (rest.ptr[from] == ' ' || rest.ptr[from] == '<')) {
        from++;
    }
    size_t to = from;
    while (to < rest.len &&
           str_find_char(S(" \t\r\n)>"), rest.ptr[to]) == STR_NONE) {
        to++;
    }
    *skipped = from;
    return to > from && !md_is_safe_url(str_slice(rest, from, to)) ? to - from
                                                                   : 0;
}

/* Text with code that a Markdown reader could take for HTML made harmless. */
static void put_prose(struct out *out, struct str text)
{
    for (size_t i = 0; i < text.len;) {
        const size_t plain = ascii_plain_run(str_from(text, i), "<`]");
        out_str(out, str_slice(text, i, i + plain));
        i += plain;
        if (i == text.len) {
            return;
        }
        size_t skipped = 0;
        const size_t unsafe = unsafe_target(text, i, &skipped);
        if (unsafe > 0) {
            out_str(out, str_slice(text, i, i + 2));
            out_char(out, '#');
            i += skipped + unsafe;
            continue;
        }
        const size_t run = tick_run(text, i);
        if (run > 0) {
            const size_t length = code_length(text, i, run);
            out_str(out, str_slice(text, i, i + length));
            i += length;
            continue;
        }
        if (opens_html(text, i)) {
            out_c(out, "&lt;");
        } else {
            out_char(out, text.ptr[i]);
        }
        i++;
    }
}

static struct str on_one_line(struct arena *arena, struct str text)
{
    struct out out = {0};
    bool was_blank = false;
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        const bool is_blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (!is_blank) {
            out_char(&out, c);
        } else if (!was_blank) {
            out_char(&out, ' ');
        }
        was_blank = is_blank;
    }
    return out_take(&out, arena);
}

void view_prose(const struct page_context *context, struct view *map,
                const char *key, struct str text)
{
    struct arena *arena = context->arena;
    const struct str line = on_one_line(arena, str_trim(text));
    if (line.len == 0) {
        return;
    }
    const struct md_options options = {
        .prefixes = &context->site->input.project->prefixes};
    const struct md_html html = html_options(context);
    struct out out = {0};
    md_inline_html(&out, arena, line, &options, &html);
    const char *html_key = ARENA_JOIN(arena, str_from_c(key), S("_html")).ptr;
    view_text(arena, map, html_key, out_take(&out, arena));
    out = (struct out){0};
    md_plain(&out, arena, line);
    view_text(arena, map, key, out_take(&out, arena));
    out = (struct out){0};
    put_prose(&out, line);
    const char *md_key = ARENA_JOIN(arena, str_from_c(key), S("_md")).ptr;
    view_text(arena, map, md_key, out_take(&out, arena));
}

/* ---- Bodies ----------------------------------------------------------- */

/* Where the target of a link stands in the source, or STR_NONE. */
static size_t target_offset(const struct md_document *document,
                            const struct md_link *link)
{
    const struct place place = link->place;
    if (place.source != document->source || place.end <= place.start ||
        place.start < document->start || place.end > document->end) {
        return STR_NONE;
    }
    const struct str literal =
        str_slice(document->source->text, place.start, place.end);
    const size_t found = str_find(literal, link->target);
    return found == STR_NONE ? STR_NONE : place.start + found;
}

/* Bytes [start, end) with their links led to this site's Markdown. */
static void put_linked(const struct page_context *context, struct out *out,
                       const struct md_document *document, size_t start,
                       size_t end)
{
    const struct str text = document->source->text;
    size_t done = start;
    for (size_t i = 0; i < document->link_count; i++) {
        const struct md_link *link = &document->links[i];
        const size_t at = target_offset(document, link);
        if (at == STR_NONE || at < done || at >= end || link->target.len == 0) {
            continue;
        }
        const struct target target = target_read(link->target);
        const struct record *record = linked_record(context, &target);
        if (target.kind != TARGET_REFUSED && record == NULL) {
            continue;
        }
        put_prose(out, str_slice(text, done, at));
        out_str(out, record != NULL
                         ? with_anchor(context->arena,
                                       record_url(context, record, "md"),
                                       target.anchor)
                         : S("#"));
        done = at + link->target.len;
    }
    put_prose(out, str_slice(text, done, end));
}

/* The same without comments, which the page has none of either. */
static void put_uncommented(const struct page_context *context, struct out *out,
                            const struct md_document *document, size_t start,
                            size_t end)
{
    for (size_t i = 0; i < document->comment_count; i++) {
        const struct place place = document->comments[i].place;
        if (place.source == document->source && place.start >= start &&
            place.end <= end) {
            put_linked(context, out, document, start, place.start);
            start = place.end;
        }
    }
    put_linked(context, out, document, start, end);
}

void put_markdown(const struct page_context *context, struct out *out,
                  const struct md_document *document, size_t start, size_t end)
{
    const struct md_span title = document->title;
    if (start < title.start) {
        put_uncommented(context, out, document, start,
                        end < title.start ? end : title.start);
    }
    if (title.end < end) {
        put_uncommented(context, out, document,
                        start > title.end ? start : title.end, end);
    }
}

/* The first heading below the title becomes an <h2>, whatever its level, so
 * that the page's outline has no gap. */
int heading_shift(const struct md_document *document)
{
    int least = 7;
    for (size_t i = 0; i < document->heading_count; i++) {
        const int level = document->headings[i].level;
        const bool is_title = i == 0 && document->title.end > 0;
        least = !is_title && level < least ? level : least;
    }
    return least < 2 ? 2 - least : 0;
}

void view_body(const struct page_context *context, struct view *map,
               const struct record *record)
{
    if (record->body == NULL) {
        return;
    }
    struct md_html html = html_options(context);
    html.heading_shift = heading_shift(record->body);
    struct out out = {0};
    md_to_html(&out, record->body, &html);
    view_text(context->arena, map, "body_html", out_take(&out, context->arena));
    struct out markdown = {0};
    put_markdown(context, &markdown, record->body, record->body->start,
                 record->body->end);
    view_text(context->arena, map, "body_md",
              str_trim(out_take(&markdown, context->arena)));
}

/* ---- Records in lists ------------------------------------------------- */

struct str short_title(struct arena *arena, const struct record *record)
{
    const struct str title = record->title.len > 0 ? record->title : record->id;
    if (utf8_length(title) <= TITLE_LENGTH) {
        return title;
    }
    return arena_printf(
        arena, "%.*s\xe2\x80\xa6",
        STR_ARG(str_slice(title, 0, utf8_offset(title, TITLE_LENGTH))));
}

void view_record(const struct page_context *context, struct view *map,
                 const struct record *record)
{
    struct arena *arena = context->arena;
    view_text(arena, map, "id", record->id);
    view_text(arena, map, "title", short_title(arena, record));
    view_text(arena, map, "href", record_url(context, record, "html"));
    view_text(arena, map, "href_md", record_url(context, record, "md"));
    view_text(arena, map, "status", record->status);
    view_text(arena, map, "kind", record->kind->title);
    view_c(arena, map, "role", role_name(record->kind->role));
    view_flag(arena, map, "is_retired", record_is_retired(record));
    view_flag(arena, map, "is_broken", record->is_broken);
    view_flag(arena, map, "is_retracted", record->retracted.len > 0);
}

void view_reference(const struct page_context *context, struct view *map,
                    struct str id)
{
    const struct record *record = site_record(context, id);
    /* Set even when empty: a name that is not here is looked for outside. */
    view_c(context->arena, map, "title", "");
    view_c(context->arena, map, "href", "");
    view_c(context->arena, map, "status", "");
    if (record != NULL) {
        view_record(context, map, record);
    }
    view_text(context->arena, map, "id", id);
    view_flag(context->arena, map, "is_missing", record == NULL);
}
