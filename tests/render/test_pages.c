/* What the pages of the fixture's site say. */

#include "support/drawing.h"
#include "support/site.h"

#include "base/fs.h"
#include "base/json.h"

/* ---- Links --------------------------------------------------------------- */

/* The next value of an attribute in *rest, which moves past it. Text cannot
 * look like one, because its quotes are escaped. */
static bool next_value(struct str *rest, const char *attribute,
                       struct str *value)
{
    char open[64] = {0};
    snprintf(open, sizeof open, " %s=\"", attribute);
    const struct str opening = str_from_c(open);
    const size_t at = str_find(*rest, opening);
    if (at == STR_NONE) {
        return false;
    }
    *rest = str_from(*rest, at + opening.len);
    const size_t end = str_find_char(*rest, '"');
    *value = str_slice(*rest, 0, end);
    *rest = str_from(*rest, end);
    return true;
}

struct html {
    struct str path; /* relative to out/ */
    struct str text;
    struct map ids;
};
struct htmls {
    struct html *at;
    size_t len, cap;
};

static void read_folder(struct arena *arena, struct str path, size_t skip,
                        struct htmls *htmls)
{
    struct failure failure = {0};
    struct fs_entries entries = {0};
    assert_true(fs_list(arena, arena_cstr(arena, path), &entries, &failure));
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        if (entry->kind == FS_FOLDER) {
            read_folder(arena, entry->path, skip, htmls);
        } else if (str_ends(entry->path, S(".html"))) {
            struct html html = {.path = str_from(entry->path, skip)};
            assert_true(fs_read(arena, entry->path.ptr, 16 << 20, &html.text,
                                &failure));
            *LIST_PUSH(arena, htmls) = html;
        }
    }
}

static struct htmls read_site(struct arena *arena)
{
    struct htmls htmls = {0};
    const struct str root = arena_printf(arena, "%s/out", site_folder());
    read_folder(arena, root, root.len + 1, &htmls);
    assert_int_equal(htmls.len, SITE_PAGES);
    for (size_t i = 0; i < htmls.len; i++) {
        struct str rest = htmls.at[i].text;
        struct str id = {0};
        while (next_value(&rest, "id", &id)) {
            if (id.len == 0 || map_get(&htmls.at[i].ids, id) != NULL) {
                fail_msg("%.*s: the id \"%.*s\" is empty or there twice",
                         STR_ARG(htmls.at[i].path), STR_ARG(id));
            }
            *map_slot(arena, &htmls.at[i].ids, id) = &htmls;
        }
    }
    return htmls;
}

static const struct html *find_html(const struct htmls *htmls, struct str path)
{
    for (size_t i = 0; i < htmls->len; i++) {
        if (str_equal(htmls->at[i].path, path)) {
            return &htmls->at[i];
        }
    }
    return NULL;
}

/* "../literature/LIT-001.html" as seen from "practices/SOTA-001.html". */
static struct str resolve(struct arena *arena, struct str from, struct str href)
{
    if (str_starts(href, S("../"))) {
        return str_from(href, 3);
    }
    const size_t slash = str_rfind_char(from, '/');
    return slash == STR_NONE
               ? href
               : arena_printf(arena, "%.*s%.*s",
                              STR_ARG(str_slice(from, 0, slash + 1)),
                              STR_ARG(href));
}

/* An id as the page has it, from an anchor that browsers decode. */
static struct str id_of_anchor(struct arena *arena, struct str anchor)
{
    static const char digits[] = "0123456789ABCDEF";
    struct out plain = {0};
    struct out html = {0};
    if (str_find_char(anchor, '%') == STR_NONE) {
        return anchor;
    }
    for (size_t i = 0; i < anchor.len; i++) {
        const bool is_coded = anchor.ptr[i] == '%' && i + 2 < anchor.len;
        const char *high = is_coded ? strchr(digits, anchor.ptr[i + 1]) : NULL;
        const char *low = is_coded ? strchr(digits, anchor.ptr[i + 2]) : NULL;
        const bool is_byte = high != NULL && low != NULL;
        out_char(&plain, is_byte ? (char)(16 * (high - digits) + (low - digits))
                                 : anchor.ptr[i]);
        i += is_byte ? 2 : 0;
    }
    out_html(&html, out_text(&plain));
    out_free(&plain);
    return out_take(&html, arena);
}

static void check_link(struct arena *arena, const struct htmls *htmls,
                       const struct html *from, struct str href)
{
    struct str path = {0};
    struct str anchor = {0};
    const bool has_anchor = str_cut(href, '#', &path, &anchor);
    anchor = id_of_anchor(arena, anchor);
    const struct html *to = from;
    if (path.len > 0) {
        const struct str target = resolve(arena, from->path, path);
        const struct str full =
            arena_printf(arena, "%s/out/%.*s", site_folder(), STR_ARG(target));
        if (fs_kind(full.ptr) != FS_FILE) {
            fail_msg("%.*s links to %.*s, which is not there",
                     STR_ARG(from->path), STR_ARG(href));
        }
        to = find_html(htmls, target);
    }
    if (has_anchor && (to == NULL || map_get(&to->ids, anchor) == NULL)) {
        fail_msg("%.*s links to %.*s, which has no such place",
                 STR_ARG(from->path), STR_ARG(href));
    }
}

/* ---- Pages --------------------------------------------------------------- */

static void hostile_text_is_inert_wherever_it_is_shown(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct htmls htmls = read_site(&arena);
    for (size_t i = 0; i < htmls.len; i++) {
        const struct str text = htmls.at[i].text;
        const char *where = arena_cstr(&arena, htmls.at[i].path);
        /* What a page says to machines is data, and ends where we end it. */
        assert_int_equal(
            count_of(text, "<script"),
            count_of(text, "<script type=\"application/ld+json\">{") +
                count_of(text, "<script defer src=\""));
        assert_int_equal(count_of(text, "<script"), count_of(text, "</script"));
        assert_lacks(where, text, "<iframe");
        assert_lacks(where, text, "<img");
        assert_lacks(where, text, "<style");
        assert_lacks(where, text, "<b onmouseover");
        assert_lacks(where, text, "=\"javascript:");
        assert_lacks(where, text, "=\"data:text");
        assert_lacks(where, text, "\xe2\x80\xae"); /* right-to-left override */
        assert_lacks(where, text, "</main><h1>out");
    }
    /* and it is shown, not dropped */
    const struct str hostile = page(&arena, "practices/SOTA-002.html");
    assert_has(hostile, "&lt;script&gt;alert(&quot;title&quot;)");
    assert_has(hostile, "&lt;script&gt;alert(&quot;body&quot;)");
    assert_has(hostile, "{{title}} {{{title}}}");
    assert_lacks("SOTA-002.md", page(&arena, "practices/SOTA-002.md"),
                 "](javascript:");
    arena_free(&arena);
}

static void every_link_and_anchor_leads_somewhere(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct htmls htmls = read_site(&arena);
    size_t count = 0;
    for (size_t i = 0; i < htmls.len; i++) {
        struct str rest = htmls.at[i].text;
        struct str href = {0};
        while (next_value(&rest, "href", &href)) {
            if (!str_starts(href, S("https://")) &&
                !str_starts(href, S("data:,"))) {
                check_link(&arena, &htmls, &htmls.at[i], href);
                count++;
            }
        }
    }
    assert_true(count > 500);
    arena_free(&arena);
}

static void every_number_leads_to_its_provenance(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct htmls htmls = read_site(&arena);
    size_t count = 0;
    for (size_t i = 0; i < htmls.len; i++) {
        struct str rest = htmls.at[i].text;
        struct str ref = {0};
        struct str href = {0};
        while (next_value(&rest, "data-value", &ref)) {
            assert_true(next_value(&rest, "href", &href));
            assert_true(str_ends(href, ref));
            check_link(&arena, &htmls, &htmls.at[i], href);
            count++;
        }
    }
    assert_true(count > 40);
    arena_free(&arena);
}

static void a_practice_has_claim_citations_and_evidence(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "practices/SOTA-001.html");
    assert_has(text, "<main id=\"Content\" data-page=\"practice\"");
    assert_has(text, "data-claim=\"SOTA-001\"");
    assert_has(text, "data-citation=\"LIT-001\" data-role=\"source\" "
                     "data-ablation=\"full\"");
    assert_has(text, "data-citation=\"LIT-003\" data-role=\"introduced_by\" "
                     "data-ablation=\"none\"");
    assert_has(text, "data-evidence=\"EXP-001.slow-is-worse\" "
                     "data-verdict=\"replicated\"");
    assert_has(text, "data-evidence=\"EXP-001.slow-is-better\" "
                     "data-verdict=\"contradicted\"");
    assert_has(text, "data-evidence=\"EXP-001.decay-hardly-matters\" "
                     "data-verdict=\"no-meaningful-effect\"");
    assert_has(text, "data-evidence=\"EXP-001.norm-small-margin\" "
                     "data-verdict=\"inconclusive\"");
    assert_has(text, "data-evidence=\"EXP-002.pilot\" "
                     "data-verdict=\"not-decided\"");
    assert_has(text, "no arm without it");
    assert_has(text, "says nothing about models of other sizes");
    assert_has(text, "5,376 parameters");
    assert_has(text, "<code>probatum why EXP-001</code>");
    assert_has(text, "<code>probatum verify EXP-001</code>");
    assert_has(text, "It was retracted.");
    arena_free(&arena);
}

static void what_was_not_tested_says_so(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    assert_has(page(&arena, "practices/SOTA-007.html"),
               "data-verdict=\"not-runnable\"");
    const struct str early = page(&arena, "practices/SOTA-005.html");
    assert_has(early, "data-verdict=\"not-tested\"");
    assert_has(early, "states no claim");
    assert_has(page(&arena, "practices/SOTA-002.html"),
               "data-evidence=\"EXP-404.nothing\" data-verdict=\"not-tested\"");
    assert_has(page(&arena, "runs-to-come.html"), "The big one");
    arena_free(&arena);
}

static void a_survey_says_that_it_decides_nothing(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "experiments/EXP-005.html");
    assert_has(text, "A survey: it decides nothing.");
    assert_lacks("EXP-005.html", text, "data-verdict");
    assert_lacks("EXP-005.html", text, "What came out");
    assert_has(page(&arena, "experiments/EXP-005.md"), "it decides nothing");
    assert_has(page(&arena, "experiments/index.html"),
               "a survey: decides nothing");
    assert_lacks("EXP-001.html", page(&arena, "experiments/EXP-001.html"),
                 "decides nothing");
    arena_free(&arena);
}

static void what_diverged_is_no_number_and_never_the_best(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "experiments/EXP-005.html");
    assert_int_equal(str_find(text, S("NaN")), STR_NONE);
    assert_int_equal(str_find(text, S("nan ")), STR_NONE);
    assert_lacks("EXP-005.html", text, "\"inf");
    const struct str sweep =
        between(text, "id=\"EXP-005.sweep.figure\"", "</figure>");
    assert_has(sweep, "Crosses: 4 of 12 runs diverged");
    assert_int_equal(count_of(sweep, "class=\"best\""), 2);
    const struct str row = between(sweep, "<th scope=\"row\">90<td>", "\n");
    assert_int_equal(count_of(row, "all 2 diverged"), 2);
    assert_lacks("the row of what diverged", row, "lowest");
    const struct str map =
        between(text, "id=\"EXP-005.map.figure\"", "</figure>");
    assert_int_equal(count_of(map, "lowest<td>"), 2);
    const struct drawing drawing =
        drawing_read(&arena, between(map, "<svg ", "</svg>"));
    assert_int_equal(drawing_pieces(&drawing, "none"), 2);
    assert_int_equal(drawing_crosses(&drawing, "diverged"), 3);
    const struct str arm =
        between(text, "<th scope=\"row\">w16-r9000</th><td>", "</tr>");
    assert_has(arm, "2 of 2 diverged");
    assert_lacks("the arm that diverged", arm, "data-value");
    arena_free(&arena);
}

/* The graph of what rests on what has links in it and is no chart. */
static void check_chart(struct arena *arena, struct str svg)
{
    if (!str_starts(svg, S("<svg class=\"chart lineage"))) {
        const struct drawing drawing = drawing_read(arena, svg);
        assert_true(drawing.title.len > 0 && drawing.description.len > 0);
        assert_inside(&drawing);
    }
}

/* Also those that stand in no <figure>: rows of a forest. */
static void every_chart_says_what_it_shows_and_every_figure_has_its_numbers(
    void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct htmls htmls = read_site(&arena);
    size_t charts = 0;
    size_t figures = 0;
    for (size_t i = 0; i < htmls.len; i++) {
        struct str rest = htmls.at[i].text;
        for (size_t at = str_find(rest, S("<svg class=\"chart "));
             at != STR_NONE; at = str_find(rest, S("<svg class=\"chart "))) {
            rest = str_from(rest, at);
            const size_t end = str_find(rest, S("</svg>"));
            check_chart(&arena, str_slice(rest, 0, end));
            rest = str_from(rest, end);
            charts++;
        }
        rest = htmls.at[i].text;
        for (size_t at = str_find(rest, S("<figure class=\"figure\""));
             at != STR_NONE;
             at = str_find(rest, S("<figure class=\"figure\""))) {
            rest = str_from(rest, at + 1);
            const struct str figure =
                str_slice(rest, 0, str_find(rest, S("</figure>")));
            assert_has(figure, "<svg class=\"chart ");
            assert_has(figure,
                       "<summary>The same numbers as a table</summary>");
            assert_has(figure, "<th scope=\"row\">");
            figures++;
        }
    }
    assert_true(figures >= 8 && charts > figures);
    arena_free(&arena);
}

/* The first of its arms has no step but the first. */
static void runs_that_diverged_hide_no_step_of_the_others(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str figure =
        between(page(&arena, "experiments/EXP-005.html"),
                "id=\"EXP-005.move-rates.figure\"", "</figure>");
    assert_has(figure, "class=\"name\"");
    assert_has(figure, ">step 0<");
    assert_has(figure, ">step 30<");
    arena_free(&arena);
}

static void a_step_at_which_nothing_moved_is_left_out_of_a_log_axis(
    void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "experiments/EXP-005.html");
    const struct str linear =
        between(text, "id=\"EXP-005.move.figure\"", "</figure>");
    const struct str log =
        between(text, "id=\"EXP-005.move-log.figure\"", "</figure>");
    assert_has(linear, ">step 0</text>");
    assert_lacks("the linear axis", linear, "left out");
    assert_has(log, ">step 10</text>");
    assert_lacks("the logarithmic axis", log, "step 0");
    assert_has(log, "4 values of zero or less have no place");
    arena_free(&arena);
}

static void a_derived_value_names_the_arms_it_picks_from(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "experiments/EXP-006.html");
    assert_has(text, "data-value=\"EXP-006.best-16.best-rate\"");
    const struct str card =
        between(page(&arena, "runs/EXP-006.html"),
                "data-provenance=\"EXP-006.best-16\"", "</tbody>");
    assert_has(card, "log2 of train.lr in the arm with the lowest final-loss");
    assert_has(card, "<code>w16-r30</code> (0.03)");
    assert_has(card, "101 <code>w16-r30</code>");
    assert_lacks("a derived arm", card, "Run key");
    const struct str hypothesis =
        between(text, "data-provenance=\"EXP-006.same-rate\"", "</article>");
    assert_has(hypothesis, "<code>w32-r3</code> (0.003)");
    assert_has(hypothesis, "</span> <code>w16-r30</code>");
    arena_free(&arena);
}

static void outcomes_stand_by_experiment_with_their_figure(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "practices/SOTA-008.html");
    assert_int_equal(count_of(text, "<div class=\"group\">"), 2);
    const struct str group =
        between(text, "<h3 class=\"group-title\">", "<div class=\"group\">");
    assert_has(group, "EXP-006</span> One rate for two widths");
    assert_has(group, "data-evidence=\"EXP-006.same-rate\"");
    assert_has(group, "data-evidence=\"EXP-006.wide-is-better\"");
    assert_lacks("the first group", group, "EXP-010.bigger");
    /* the sweep for the derived arms, the curves for the trained ones */
    assert_has(group, "id=\"EXP-006.rates.figure\"");
    assert_has(group, "id=\"EXP-006.loss.figure\"");
    assert_lacks("the first group", group, "EXP-006.best.figure");
    assert_has(text, "id=\"EXP-006.best.figure\"");
    /* every hypothesis is in the roll-up, none averaged away */
    const struct str rollup = between(text, "<ul class=\"rollup\">", "</ul>");
    assert_int_equal(count_of(rollup, "<li>"), 3);
    assert_has(rollup, "href=\"#outcome.EXP-010.bigger\"");
    assert_has(rollup, "v-inconclusive");
    assert_has(rollup, "v-replicated");
    assert_has(page(&arena, "practices/SOTA-008.md"),
               "Of 3 hypotheses: 1 inconclusive; 1 replicated; 1 not runnable");
    arena_free(&arena);
}

static void what_sources_report_stands_beside_what_was_measured(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "experiments/EXP-001.html");
    const struct str table =
        between(text, "<table class=\"numbers compared\"", "</table>");
    /* two losses, one RMS, and two differences between arms */
    assert_int_equal(count_of(table, "data-versus="), 5);
    assert_int_equal(count_of(table, "data-versus=\"not-comparable\""), 2);
    assert_int_equal(count_of(table, "difference in final-loss"), 2);
    assert_has(table, "3.00 \xc2\xb1 0.02 nats, n = 3");
    assert_has(table, "data-value=\"EXP-001.slow-is-worse.delta\"");
    assert_has(page(&arena, "practices/SOTA-001.html"),
               "href=\"../runs/EXP-001.html#EXP-001.fast.final-loss\"");
    arena_free(&arena);
}

static void certainty_is_said_in_a_sentence_and_a_line(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "practices/SOTA-001.html");
    assert_has(text, "fast lowers final-loss by 0.514 nats [0.494, 0.532] "
                     "against slow.");
    assert_has(text, "high, \xe2\x88\x92"
                     "1 no sensitivity arm, +1 lower bound");
    assert_has(text, "sensitivity arm detected: slow against fast, expected "
                     "to be worse, \xe2\x88\x92"
                     "0.514");
    arena_free(&arena);
}

static void runs_to_come_say_cost_needs_and_what_they_will_decide(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "runs-to-come.html");
    assert_has(text, "data-page=\"runs-to-come\"");
    assert_has(text, "<b>Expected cost:</b> about <em>twenty</em> hours");
    assert_has(text, "<b>Needs</b> one accelerator for a day");
    assert_has(text, "2 arms on 6 seeds, 24 runs");
    assert_has(text, "fast improves final-loss over slow, for");
    assert_has(text, "slow is no worse than fast in final-loss, by 0.05 nats");
    const struct str own = page(&arena, "experiments/EXP-010.html");
    assert_has(own, "Planned, not run.");
    assert_has(own, "How it is to be set up");
    arena_free(&arena);
}

/* Offsets of the banners with these names, in this order. */
static void assert_banners(struct str text, const char *const names[],
                           size_t count)
{
    struct str rest = text;
    struct str name = {0};
    for (size_t i = 0; i < count; i++) {
        assert_true(next_value(&rest, "data-banner", &name));
        if (!str_is(name, names[i])) {
            fail_msg("banner %zu is %.*s, not %s", i, STR_ARG(name), names[i]);
        }
    }
    assert_false(next_value(&rest, "data-banner", &name));
}

static void evidence_that_cannot_be_read_is_not_taken_for_none(void **state)
{
    (void)state;
    struct arena arena = {0};
    sh("sed -i '3s/{/[/' %s/project/experiments/evidence/EXP-002.json",
       site_folder());
    build("out", NULL);
    const struct str text = page(&arena, "practices/SOTA-001.html");
    assert_has(text, "data-evidence=\"EXP-002.pilot\" "
                     "data-verdict=\"not-decided\"");
    assert_has(text, "Its evidence cannot be read:");
    assert_has(text, "experiments/evidence/EXP-002.json:");
    arena_free(&arena);
}

static void banners_come_gravest_first(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    static const char *const slow[] = {"retracted", "contradicted",
                                       "contradicted", "stale", "unreviewed"};
    assert_banners(page(&arena, "practices/SOTA-006.html"), slow, 5);
    static const char *const early[] = {"superseded"};
    assert_banners(page(&arena, "practices/SOTA-005.html"), early, 1);
    static const char *const work[] = {"retracted"};
    assert_banners(page(&arena, "literature/LIT-002.html"), work, 1);
    assert_has(page(&arena, "practices/SOTA-006.html"),
               "<code>probatum run EXP-003</code>");
    arena_free(&arena);
}

/* THEORY-001 explains SOTA-001, which got another claim afterwards; NOTE-001
 * only speaks of it. */
static void what_rests_on_a_change_says_so_until_it_is_gone_over(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const char *const suspect[] = {"suspect"};
    build("out", NULL);
    const struct str theory = page(&arena, "theory/THEORY-001.html");
    assert_banners(theory, suspect, 1);
    assert_has(theory, "This rests on something that changed "
                       "(<time>2026-03-01</time>).");
    assert_has(theory, "The claim now has a scope.");
    assert_banners(page(&arena, "notes/NOTE-001.html"), NULL, 0);
    sh("sed -i \"s/^date: .*/date: '2026-03-01'/\" "
       "%s/project/theory/THEORY-001.md",
       site_folder());
    build("out", NULL);
    assert_banners(page(&arena, "theory/THEORY-001.html"), NULL, 0);
    arena_free(&arena);
}

static void a_broken_record_has_a_page_that_says_where(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "practices/SOTA-004.html");
    assert_has(text, "SOTA-004 could not be built");
    assert_has(text, "practices/SOTA-004.md:3:8");
    assert_has(page(&arena, "practices/index.html"), "could not be built");
    arena_free(&arena);
}

static void an_id_cannot_lead_out_of_the_site(void **state)
{
    (void)state;
    sh("printf -- '---\\nid: ../../evil\\ntitle: Out\\n---\\n' > "
       "%s/project/notes/evil.md",
       site_folder());
    build("out", NULL);
    sh("test -z \"$(find %s -name '*evil*' -not -path '*/out/notes/*' "
       "-not -path '*/out/history/*' -not -path '*/project/notes/*')\"",
       site_folder());
}

static void the_history_shows_what_changed(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct str text = page(&arena, "practices/SOTA-001.html");
    assert_has(text, "<del>Training longer is always better.</del>");
    assert_has(text, "<b>Version 2</b> <time datetime=\"2026-02-01\">");
    const struct str twin = page(&arena, "practices/SOTA-001.md");
    assert_has(twin, "claim was: Training longer is always better.");
    /* Version 1 tells of it too, but it was the same after as before. */
    const size_t at = str_find(twin, S("source was: LIT-002"));
    assert_true(at != STR_NONE);
    assert_true(str_find(str_from(twin, at + 1), S("source was")) == STR_NONE);
    arena_free(&arena);
}

static void data_is_valid_json(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct failure failure = {0};
    struct json *json = NULL;
    build("out", NULL);
    assert_true(
        json_read(&arena, page(&arena, "data/records.json"), &json, &failure));
    assert_int_equal(json_get(json, "records")->len, 23);
    assert_true(
        json_read(&arena, page(&arena, "data/evidence.json"), &json, &failure));
    assert_int_equal(json_get(json, "experiments")->len, 5);
    arena_free(&arena);
}

/* Every page's linked data is JSON, whatever the records say. */
static void what_pages_say_to_machines_is_valid_json(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    const struct htmls htmls = read_site(&arena);
    size_t found = 0;
    for (size_t i = 0; i < htmls.len; i++) {
        const char *start = "<script type=\"application/ld+json\">";
        struct failure failure = {0};
        struct json *json = NULL;
        if (!has(htmls.at[i].text, start)) {
            continue;
        }
        const struct str text = between(htmls.at[i].text, start, "</script");
        found++;
        assert_true(
            json_read(&arena, str_from(text, strlen(start)), &json, &failure));
        assert_non_null(json_get(json, "@type"));
    }
    assert_in_range(found, 20, htmls.len);
    arena_free(&arena);
}

static void addresses_are_whole_where_a_base_is_declared(void **state)
{
    (void)state;
    struct arena arena = {0};
    build("out", NULL);
    sh("test ! -e %s/out/sitemap.xml", site_folder());
    assert_lacks("feed", page(&arena, "feed.xml"), "https://example.org/");
    sh("echo 'base_url: https://example.org/x' >>%s/project/probatum.yaml",
       site_folder());
    build("out", NULL);
    assert_has(page(&arena, "sitemap.xml"),
               "<loc>https://example.org/x/index.html</loc>");
    assert_has(page(&arena, "feed.xml"), "href=\"https://example.org/x/");
    assert_has(page(&arena, "index.html"), "feed.xml");
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(hostile_text_is_inert_wherever_it_is_shown),
        SITE_TEST(every_link_and_anchor_leads_somewhere),
        SITE_TEST(every_number_leads_to_its_provenance),
        SITE_TEST(a_practice_has_claim_citations_and_evidence),
        SITE_TEST(what_was_not_tested_says_so),
        SITE_TEST(a_survey_says_that_it_decides_nothing),
        SITE_TEST(what_diverged_is_no_number_and_never_the_best),
        SITE_TEST(
            every_chart_says_what_it_shows_and_every_figure_has_its_numbers),
        SITE_TEST(runs_that_diverged_hide_no_step_of_the_others),
        SITE_TEST(a_step_at_which_nothing_moved_is_left_out_of_a_log_axis),
        SITE_TEST(a_derived_value_names_the_arms_it_picks_from),
        SITE_TEST(outcomes_stand_by_experiment_with_their_figure),
        SITE_TEST(what_sources_report_stands_beside_what_was_measured),
        SITE_TEST(certainty_is_said_in_a_sentence_and_a_line),
        SITE_TEST(runs_to_come_say_cost_needs_and_what_they_will_decide),
        SITE_TEST(evidence_that_cannot_be_read_is_not_taken_for_none),
        SITE_TEST(banners_come_gravest_first),
        SITE_TEST(what_rests_on_a_change_says_so_until_it_is_gone_over),
        SITE_TEST(a_broken_record_has_a_page_that_says_where),
        SITE_TEST(an_id_cannot_lead_out_of_the_site),
        SITE_TEST(the_history_shows_what_changed),
        SITE_TEST(data_is_valid_json),
        SITE_TEST(what_pages_say_to_machines_is_valid_json),
        SITE_TEST(addresses_are_whole_where_a_base_is_declared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
