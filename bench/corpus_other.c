/* Works, theories and decisions of the made-up anthology. */

#include "bench/corpus.h"

#include <string.h>

static const char *const topics[] = {"initialisation", "normalisation",
                                     "optimisation",   "architecture",
                                     "data",           "systems"};

static void put_text(struct out *out, const char *key, struct str text)
{
    out_printf(out, "%s: >-\n", key);
    put_filled(out, text, "  ");
}

static void put_tags(struct out *out, struct dice *dice)
{
    const uint32_t first = dice_roll(dice, 6);
    out_printf(out, "tags: [%s, %s]\n", topics[first],
               topics[(first + 1 + dice_roll(dice, 5)) % 6]);
}

static void put_heading(struct out *out, enum corpus_kind kind, uint32_t index,
                        struct str title)
{
    out_c(out, "---\n\n# ");
    put_id(out, kind, index);
    out_printf(out, ": %.*s\n\n", STR_ARG(title));
}

static void put_relation(struct out *out, const char *key,
                         enum corpus_kind kind, const struct corpus_list *list)
{
    if (list->len > 0) {
        out_printf(out, "%s: ", key);
        put_ids(out, kind, list);
    }
}

static void say_relation(struct out *text, const char *before,
                         enum corpus_kind kind, const struct corpus_list *list,
                         const char *after)
{
    if (list->len > 0) {
        out_c(text, before);
        put_ids_in_words(text, kind, list);
        out_printf(text, "%s ", after);
    }
}

/* A section of its own, which starts with what is given. */
static void put_section(struct out *out, struct dice *dice,
                        const struct subject *subject, const char *heading,
                        struct str start, uint32_t sentences)
{
    struct out text = {0};
    out_str(&text, start);
    out_char(&text, ' ');
    corpus_say(&text, dice, subject, sentences);
    if (heading) {
        out_printf(out, "\n## %s\n\n", heading);
    }
    put_filled(out, out_text(&text), "");
    out_free(&text);
}

/* -- Literature ------------------------------------------------------------ */

struct work {
    const struct corpus *corpus;
    uint32_t index;
    const struct corpus_links *links;
    struct subject subject;
    struct dice dice;
};

static void put_authors(struct out *out, const struct work *w)
{
    struct author authors[6];
    const uint32_t count = corpus_authors(w->corpus, w->index, authors);
    out_c(out, "authors: [");
    for (uint32_t i = 0; i < count; i++) {
        out_printf(out, "%s%s %s", i > 0 ? ", " : "", authors[i].given,
                   authors[i].surname);
    }
    out_c(out, "]\n");
}

/* Works of one month are numbered in order, so that no two have one number. */
static void put_identity(struct out *out, const struct work *w)
{
    struct out day = {0};
    put_day(&day, corpus_published(w->corpus, w->index));
    out_printf(out, "type: preprint\npublished: '%.*s'\n",
               STR_ARG(out_text(&day)));
    out_printf(out, "arxiv: '%.2s%.2s.%05uv1'\n", day.ptr + 2, day.ptr + 5,
               1 + w->index % 99999);
    if (w->index % 3 == 0) {
        out_printf(out, "doi: 10.5555/%u.%06u\n", 1000 + w->index % 7,
                   w->index);
    }
    out_free(&day);
}

static void put_excerpt(struct out *out, struct dice *dice, struct str text)
{
    out_printf(out, "- locator: '§%u.%u'\n  text: >-\n", 2 + dice_roll(dice, 5),
               1 + dice_roll(dice, 4));
    put_filled(out, text, "    ");
}

static void put_excerpts(struct out *out, struct work *w)
{
    struct out text = {0};
    out_c(out, "excerpts:\n");
    corpus_say(&text, &w->dice, &w->subject, 1);
    put_excerpt(out, &w->dice, out_text(&text));
    for (size_t i = 0; i < w->links->citing.len; i++) {
        const struct subject practice =
            corpus_subject(w->corpus, CORPUS_PRACTICE, w->links->citing.at[i]);
        out_reset(&text);
        out_c(&text, "In our runs ");
        corpus_put_core(&text, &practice);
        out_c(&text, " than leaving it as it is, and costs nothing; we scale "
                     "nothing else.");
        put_excerpt(out, &w->dice, out_text(&text));
    }
    out_free(&text);
}

static void put_reports(struct out *out, struct work *w)
{
    if (!dice_is_lucky(&w->dice, 30)) {
        return;
    }
    out_c(out, "reports:\n");
    for (uint32_t i = 0; i < 2; i++) {
        out_printf(out,
                   "- {id: %s-loss, what: final evaluation loss, value: "
                   "'%u.%03u', unit: nats, setting: %s decoder, n: %u}\n",
                   i == 0 ? "plain" : "changed", 2 + dice_roll(&w->dice, 2),
                   dice_roll(&w->dice, 1000), w->subject.site,
                   1 + dice_roll(&w->dice, 5));
    }
}

static void put_ablates(struct out *out, const struct work *w)
{
    bool has_any = false;
    for (size_t i = 0; i < w->links->citing.len; i++) {
        const uint32_t practice = w->links->citing.at[i];
        if (corpus_is_ablated(w->corpus, practice, w->index)) {
            out_c(out, has_any ? ", " : "ablates: [");
            put_id(out, CORPUS_PRACTICE, practice);
            has_any = true;
        }
    }
    out_c(out, has_any ? "]\n" : "");
}

static void put_work_body(struct out *out, struct work *w)
{
    const struct subject *s = &w->subject;
    struct out text = {0};
    out_printf(&text, "The paper studies %s with %s in %s decoders.", s->gerund,
               s->method, s->site);
    put_section(out, &w->dice, s, NULL, out_text(&text), 4);
    out_reset(&text);
    say_relation(&text, "It starts from ", CORPUS_LITERATURE,
                 &w->links->extends, " and keeps the set-up.");
    say_relation(&text, "It is where these start from: ", CORPUS_LITERATURE,
                 &w->links->extended_by, ".");
    say_relation(&text, "What is recommended in ", CORPUS_PRACTICE,
                 &w->links->citing, " is taken from here.");
    put_section(out, &w->dice, s, "What it is used for", out_text(&text), 3);
    put_section(out, &w->dice, s, "How it was done", S(""), 4);
    out_free(&text);
}

void put_work(struct out *out, const struct corpus *corpus, uint32_t index,
              uint32_t version)
{
    struct work w = {
        .corpus = corpus,
        .index = index,
        .links = &corpus->links[CORPUS_LITERATURE][index],
        .subject = corpus_subject(corpus, CORPUS_LITERATURE, index),
        .dice = corpus_dice(corpus, CORPUS_LITERATURE, index, 11),
    };
    struct out title = {0};
    struct out summary = {0};
    out_printf(&title, "%s: %s %s in %s decoders", w.subject.method,
               w.subject.component, w.subject.gerund, w.subject.site);
    const struct titles titles = {.now = out_text(&title)};
    put_head(out, corpus, CORPUS_LITERATURE, index, version, &titles, "Active");
    put_authors(out, &w);
    put_identity(out, &w);
    out_printf(out,
               "metadata: {title: '%.*s', from: a made-up registry, date: "
               "'2026-01-05'}\n",
               STR_ARG(titles.now));
    put_tags(out, &w.dice);
    out_c(out, index % 4 == 0 ? "read: partial\n" : "read: full\n");
    corpus_say(&summary, &w.dice, &w.subject, 2);
    put_text(out, "summary", out_text(&summary));
    put_excerpts(out, &w);
    put_reports(out, &w);
    put_ablates(out, &w);
    put_relation(out, "extends", CORPUS_LITERATURE, &w.links->extends);
    put_relation(out, "extended_by", CORPUS_LITERATURE, &w.links->extended_by);
    put_heading(out, CORPUS_LITERATURE, index, titles.now);
    put_work_body(out, &w);
    put_revisions(out, corpus, CORPUS_LITERATURE, index, version);
    out_free(&title);
    out_free(&summary);
}

/* -- Theories -------------------------------------------------------------- */

static void put_theory_body(struct out *out, const struct corpus *corpus,
                            const struct corpus_links *links,
                            const struct subject *s, struct dice *dice)
{
    struct out text = {0};
    for (size_t i = 0; i < links->cited.len; i++) {
        put_cited(&text, corpus, links->cited.at[i]);
        out_c(&text,
              i == 0 ? ", give the argument. " : ", give it in another form. ");
    }
    for (size_t i = 0; i < links->mentioned.len; i++) {
        out_c(&text, "Its terms are those of ");
        put_cited(&text, corpus, links->mentioned.at[i]);
        out_c(&text, ". ");
    }
    put_section(out, dice, s, NULL, out_text(&text), 4);
    out_reset(&text);
    say_relation(&text, "It is about ", CORPUS_PRACTICE, &links->explains,
                 ", each in its own way.");
    put_section(out, dice, s, "What follows from it", out_text(&text), 5);
    out_printf(out,
               "\nWith $%c$ inputs the %s grows like $\\sqrt{%c} \\, "
               "\\sigma$, and a move of size $\\eta$ like $\\eta %c$.\n",
               "dkmn"[s->component[0] % 4], s -> part,
               "dkmn"[s->component[0] % 4], "dkmn"[s->component[0] % 4]);
    put_section(out, dice, s, "How far it goes", S(""), 6);
    out_free(&text);
}

void put_theory(struct out *out, const struct corpus *corpus, uint32_t index,
                uint32_t version)
{
    const struct subject s = corpus_subject(corpus, CORPUS_THEORY, index);
    const struct corpus_links *links = &corpus->links[CORPUS_THEORY][index];
    struct dice dice = corpus_dice(corpus, CORPUS_THEORY, index, 11);
    struct out text = {0};
    struct out title = {0};
    out_printf(&title, "With %s the %s %s makes %s decoders steadier", s.method,
               s.component, s.part, s.site);
    const struct titles titles = {.now = out_text(&title)};
    put_head(out, corpus, CORPUS_THEORY, index, version, &titles, "Active");
    put_relation(out, "source", CORPUS_LITERATURE, &links->cited);
    put_relation(out, "explains", CORPUS_PRACTICE, &links->explains);
    put_tags(out, &dice);
    corpus_say(&text, &dice, &s, 2);
    put_text(out, "summary", out_text(&text));
    put_heading(out, CORPUS_THEORY, index, titles.now);
    put_theory_body(out, corpus, links, &s, &dice);
    put_revisions(out, corpus, CORPUS_THEORY, index, version);
    out_free(&text);
    out_free(&title);
}

/* -- Decisions ------------------------------------------------------------- */

void put_decision(struct out *out, const struct corpus *corpus, uint32_t index,
                  uint32_t version)
{
    static const char *const tags[] = {"record", "core", "evidence", "site"};
    const struct subject s = corpus_subject(corpus, CORPUS_DECISION, index);
    struct dice dice = corpus_dice(corpus, CORPUS_DECISION, index, 11);
    struct out text = {0};
    struct out title = {0};
    out_printf(&title, "The %s %s of %s is kept beside %s records", s.component,
               s.part, s.method, s.site);
    const struct titles titles = {.now = out_text(&title)};
    put_head(out, corpus, CORPUS_DECISION, index, version, &titles, "Active");
    out_printf(out, "tags: [%s]\n", tags[dice_roll(&dice, 4)]);
    corpus_say(&text, &dice, &s, 1);
    put_text(out, "summary", out_text(&text));
    put_heading(out, CORPUS_DECISION, index, titles.now);
    out_reset(&text);
    out_printf(&text, "Records about the %s %s and %s were filed apart.",
               s.component, s.part, s.method);
    out_c(out, "## Context\n\n");
    put_section(out, &dice, &s, NULL, out_text(&text), 4);
    put_section(out, &dice, &s, "Decision", S(""), 4);
    put_section(out, &dice, &s, "Alternatives", S(""), 4);
    put_section(out, &dice, &s, "Consequences", S(""), 4);
    put_revisions(out, corpus, CORPUS_DECISION, index, version);
    out_free(&text);
    out_free(&title);
}
