/* The front page, and the page of the search, which without scripts leads on.
 * The front page tells what is known, at a glance; the chapters; what changed
 * last; how to try it oneself. It leads to the lists and repeats none of them,
 * so it fits one or two screens whatever the number of records. */

#include "render/page.h"

#include "render/chart.h"
#include "render/cite.h"
#include "render/insert.h"
#include "render/outcome.h"
#include "render/rerun.h"
#include "render/study.h"
#include "render/words.h"

enum { NAMED_MOST = 8, CHANGES_MOST = 5 };

/* In the order in which a reader wants to know; what nobody could test comes
 * last. */
static const enum verdict front_order[] = {
    VERDICT_REPLICATED,   VERDICT_CONTRADICTED, VERDICT_NO_EFFECT,
    VERDICT_INCONCLUSIVE, VERDICT_NOT_DECIDED,  VERDICT_NOT_TESTED,
    VERDICT_NOT_RUNNABLE};
enum { FRONT_VERDICTS = sizeof front_order / sizeof *front_order };

/* ---- Counts ----------------------------------------------------------- */

static struct str verdict_of_row(const struct view *row)
{
    const struct view *name = view_get(view_get(row, S("verdict")), S("name"));
    return name != NULL ? name->text : S("");
}

/* The list of practices, where a script keeps to those of one verdict. */
static struct str practices_href(const struct page_context *context)
{
    const struct project *project = context->site->input.project;
    for (size_t i = 0; i < project->kind_count; i++) {
        if (project->kinds[i].role == ROLE_PRACTICE) {
            return ARENA_JOIN(context->arena, project->kinds[i].slug,
                              S("/index.html"));
        }
    }
    return S("");
}

static int64_t count_verdict(const struct view *practices, struct str verdict)
{
    int64_t count = 0;
    for (size_t i = 0; i < practices->len; i++) {
        count += str_equal(verdict_of_row(practices->items[i]), verdict);
    }
    return count;
}

/* The first practices of a verdict by name, and how many more there are. */
static void view_named(const struct page_context *context, struct view *item,
                       const struct view *practices, struct str verdict)
{
    struct view *named = view_list(context->arena, item, "practices");
    int64_t more = 0;
    for (size_t i = 0; i < practices->len; i++) {
        const struct view *row = practices->items[i];
        if (!str_equal(verdict_of_row(row), verdict)) {
            continue;
        }
        if (named->len == NAMED_MOST) {
            more++;
        } else {
            *view_push(context->arena, named) = *row;
        }
    }
    if (more > 0) {
        view_int(context->arena, item, "more", more);
    }
}

/* Not worth a line where there are none. */
static bool is_rare(enum verdict verdict)
{
    return verdict == VERDICT_NOT_DECIDED || verdict == VERDICT_NOT_RUNNABLE;
}

/* How many practices have each verdict as their gravest, and which. */
static void view_counts(const struct page_context *context, struct view *page,
                        int64_t counts[FRONT_VERDICTS])
{
    struct arena *arena = context->arena;
    const struct view *practices = view_get(page, S("practices"));
    const struct str href = practices_href(context);
    struct view *list = view_list(arena, page, "counts");
    for (size_t v = 0; v < FRONT_VERDICTS; v++) {
        const struct str name = str_from_c(verdict_name(front_order[v]));
        counts[v] = count_verdict(practices, name);
        if (counts[v] == 0 && is_rare(front_order[v])) {
            continue;
        }
        struct view *item = view_push(arena, list);
        view_named(context, item, practices, name);
        view_verdict(context, item, front_order[v]);
        view_int(arena, item, "count", counts[v]);
        view_flag(arena, item, "is_none", counts[v] == 0);
        view_flag(arena, item, "is_any", counts[v] > 0);
        view_text(arena, item, "href",
                  ARENA_JOIN(arena, href, S("#verdict="), name));
    }
}

/* All that were counted, and those of which nothing can be said. */
static void view_totals(const struct page_context *context, struct view *page,
                        const int64_t counts[FRONT_VERDICTS])
{
    struct arena *arena = context->arena;
    const int64_t rows = (int64_t)view_get(page, S("practices"))->len;
    int64_t total = 0;
    for (size_t v = 0; v < FRONT_VERDICTS; v++) {
        total += counts[v];
    }
    view_int(arena, page, "practice_count", total);
    if (rows > total) {
        view_int(arena, page, "unread_count", rows - total);
    }
}

/* One bar, as long as all practices, in one piece for each verdict. A piece
 * that is wide enough shows its sign; the words stand below. */
static void view_shares(const struct page_context *context, struct view *page,
                        const int64_t counts[FRONT_VERDICTS])
{
    enum { WIDTH = 720, HEIGHT = 22, GAP = 3, SIGN_WIDTH = 18, BASELINE = 16 };
    struct arena *arena = context->arena;
    struct out out = {0};
    struct out words = {0};
    int64_t total = 0;
    int64_t pieces = 0;
    for (size_t v = 0; v < FRONT_VERDICTS; v++) {
        total += counts[v];
        pieces += counts[v] > 0;
        if (counts[v] > 0) {
            out_printf(&words, "%s%lld %s", pieces > 1 ? ", " : "",
                       (long long)counts[v], verdict_words(front_order[v]));
        }
    }
    if (total == 0) {
        out_free(&words);
        return;
    }
    struct svg svg = {.out = &out, .width = WIDTH, .height = HEIGHT};
    svg_open(&svg, S("Shares"), "shares", S("Practices by verdict"),
             out_take(&words, arena));
    const double room = WIDTH - GAP * (double)(pieces - 1);
    double at = 0;
    for (size_t v = 0; v < FRONT_VERDICTS; v++) {
        const double width = room * (double)counts[v] / (double)total;
        if (counts[v] == 0) {
            continue;
        }
        const struct str classes =
            arena_printf(arena, "share s-%s", verdict_name(front_order[v]));
        svg_rect(&svg, arena_cstr(arena, classes), at, 0, width, HEIGHT);
        if (width >= SIGN_WIDTH) {
            svg_text(&svg, "share-sign", ANCHOR_MIDDLE, at + width / 2,
                     BASELINE, str_from_c(verdict_icon(front_order[v])));
        }
        at += width + GAP;
    }
    svg_close(&svg);
    view_text(arena, page, "shares", out_take(&out, arena));
}

/* ---- Chance ----------------------------------------------------------- */

/* How many hypotheses would meet their claim if nothing were true: the exact
 * level of each rule, added up. */
static void view_chance(const struct page_context *context, struct view *page)
{
    struct arena *arena = context->arena;
    const struct evidences *evidences = context->site->input.evidences;
    double by_chance = 0;
    int64_t tested = 0;
    int64_t replicated = 0;
    for (size_t i = 0; i < evidences->len; i++) {
        for (size_t d = 0; d < evidences->at[i].decision_count; d++) {
            const struct decision *decision =
                &evidences->at[i].decisions[d].decision;
            if (decision->n == 0 || decision->n > SIGNFLIP_MAX) {
                continue;
            }
            tested++;
            replicated += decision->verdict == VERDICT_REPLICATED;
            by_chance += (double)verdict_rule_rank(
                             verdict_rule_of_claim(decision->expect),
                             decision->level, decision->n) /
                         (double)((int64_t)1 << decision->n);
        }
    }
    view_printf(arena, page, "tested", "%lld hypothes%s", (long long)tested,
                tested == 1 ? "is was" : "es were");
    view_int(arena, page, "replicated", replicated);
    view_flag(arena, page, "has_tested", tested > 0);
    view_text(arena, page, "by_chance",
              shown_number(arena, by_chance, 2, false));
}

/* ---- Trying it -------------------------------------------------------- */

static size_t runs_of(const struct plan *plan)
{
    return plan->trained_count * plan_seeds(plan)->len;
}

/* The experiment that is tried again soonest, as an example. */
static void view_example(const struct page_context *context, struct view *page)
{
    struct arena *arena = context->arena;
    const struct plans *plans = context->site->input.plans;
    const struct plan *least = NULL;
    for (size_t i = 0; i < plans->len; i++) {
        const struct plan *plan = &plans->at[i];
        const struct evidence *evidence = site_evidence(context, plan->id);
        const bool is_good = evidence != NULL && !evidence->is_stale &&
                             evidence->decision_count > 0 && runs_of(plan) > 0;
        if (is_good && (least == NULL || runs_of(plan) < runs_of(least))) {
            least = plan;
        }
    }
    if (least != NULL) {
        struct view *example = view_child(arena, page, "example");
        view_record(context, example, least->record);
        view_int(arena, example, "runs", (int64_t)runs_of(least));
        const struct evidence *evidence = site_evidence(context, least->id);
        view_flag(arena, example, "runs_here",
                  rerun_path(context, least, evidence).len > 0);
    }
}

static void view_planned_count(const struct page_context *context,
                               struct view *page)
{
    const struct plans *plans = context->site->input.plans;
    int64_t count = 0;
    for (size_t i = 0; i < plans->len; i++) {
        count += plans->at[i].status == PLAN_PLANNED;
    }
    view_int(context->arena, page, "planned_count", count);
    view_flag(context->arena, page, "has_planned", count > 0);
    view_flag(context->arena, page, "has_one_planned", count == 1);
}

/* ---- The way to everything -------------------------------------------- */

static void view_chapters(const struct page_context *context, struct view *page)
{
    const struct chapters *chapters = &context->site->input.library->chapters;
    struct view *list = view_list(context->arena, page, "chapters");
    for (size_t i = 0; i < chapters->len; i++) {
        struct view *item = view_push(context->arena, list);
        view_chapter(context, item, &chapters->at[i]);
        view_prose(context, item, "summary", chapters->at[i].summary);
    }
    view_flag(context->arena, page, "has_chapters", list->len > 0);
}

static int64_t count_listed(const struct page_context *context,
                            const struct kind *kind)
{
    const struct library *library = context->site->input.library;
    int64_t count = 0;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        count +=
            record->kind == kind && site_place(context->site, record).len > 0;
    }
    return count;
}

static void view_kinds(const struct page_context *context, struct view *page)
{
    struct arena *arena = context->arena;
    const struct project *project = context->site->input.project;
    struct view *kinds = view_list(arena, page, "kinds");
    for (size_t k = 0; k < project->kind_count; k++) {
        const int64_t count = count_listed(context, &project->kinds[k]);
        if (count > 0) {
            struct view *item = view_push(arena, kinds);
            view_text(arena, item, "title", project->kinds[k].title);
            view_printf(arena, item, "href", "%.*s/index.html",
                        STR_ARG(project->kinds[k].slug));
            view_printf(arena, item, "href_md", "%.*s/index.md",
                        STR_ARG(project->kinds[k].slug));
            view_int(arena, item, "count", count);
        }
    }
}

void fill_search(const struct page_context *context, struct view *view,
                 const struct page *page)
{
    const struct library *library = context->site->input.library;
    trace_add(context->trace, TRACE_EVERYTHING, S(""));
    view_base(context, view, "search", S("Search"), page->place);
    view_flag(context->arena, view, "is_search", true);
    view_flag(context->arena, view, "has_chapters", library->chapters.len > 0);
    view_kinds(context, view);
}

void fill_index(const struct page_context *context, struct view *view,
                const struct page *page)
{
    struct arena *arena = context->arena;
    const struct project *project = context->site->input.project;
    int64_t counts[FRONT_VERDICTS] = {0};
    trace_add(context->trace, TRACE_EVERYTHING, S(""));
    view_base(context, view, "index", project->title, page->place);
    view_practices(context, view);
    view_counts(context, view, counts);
    view_totals(context, view, counts);
    view_shares(context, view, counts);
    view_chance(context, view);
    view_planned_count(context, view);
    view_chapters(context, view);
    view_verdict_changes(context, view, CHANGES_MOST);
    view_example(context, view);
    view_kinds(context, view);
    view_cite_site(context, view);
    view_flag(arena, view, "has_study", study_read(arena, project) != NULL);
}
