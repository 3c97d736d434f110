/* Practices of the made-up anthology: a claim whose words and number are in an
 * excerpt of each work it cites, and a body that says what each link is. */

#include "bench/corpus.h"

#include <string.h>

static const char *const topics[] = {"initialisation", "normalisation",
                                     "optimisation",   "architecture",
                                     "data",           "systems"};

struct practice {
    const struct corpus *corpus;
    uint32_t index, version;
    const struct corpus_links *links;
    struct subject subject;
    bool is_ablated; /* by the last work it cites */
    bool is_tried;   /* by an experiment */
};

static struct practice practice_of(const struct corpus *corpus, uint32_t index,
                                   uint32_t version)
{
    struct dice dice = corpus_dice(corpus, CORPUS_PRACTICE, index, 11);
    return (struct practice){
        .corpus = corpus,
        .index = index,
        .version = version,
        .links = &corpus->links[CORPUS_PRACTICE][index],
        .subject = corpus_subject(corpus, CORPUS_PRACTICE, index),
        .is_ablated = dice_is_lucky(&dice, 25),
        .is_tried = index < corpus->experiments,
    };
}

static uint32_t last_cited(const struct practice *p)
{
    return p->links->cited.at[p->links->cited.len - 1];
}

bool corpus_is_ablated(const struct corpus *corpus, uint32_t practice,
                       uint32_t work)
{
    const struct practice p = practice_of(corpus, practice, 1);
    return p.is_ablated && last_cited(&p) == work;
}

/* -- Titles ---------------------------------------------------------------- */

static void put_title(struct out *out, const struct subject *s)
{
    out_printf(out, "%s the %s %s of %s decoders by %s with %s", s->verb,
               s->component, s->part, s->site, s->number, s->method);
}

static struct titles titles_of(const struct practice *p, struct out *now,
                               struct out *old)
{
    const struct subject *s = &p->subject;
    put_title(now, s);
    out_printf(old, "%s the %s %s with %s", s->verb, s->component, s->part,
               s->method);
    return (struct titles){
        out_text(now), out_text(old),
        corpus_is_retitled(p->corpus, CORPUS_PRACTICE, p->index) ? 2 : 0};
}

/* -- Front matter ---------------------------------------------------------- */

static void put_folded(struct out *out, const char *key, struct str text,
                       const char *indent)
{
    out_printf(out, "%.*s%s: >-\n", (int)strlen(indent) - 2, indent, key);
    put_filled(out, text, indent);
}

static void put_claim(struct out *out, const struct practice *p)
{
    const struct subject *s = &p->subject;
    struct out claim = {0};
    if (p->is_tried) {
        out_printf(&claim,
                   "In %s decoders %s the %s %s by %s with %s costs nothing: "
                   "training on %s ends at a loss no higher than without it.",
                   s->site, s->gerund, s->component, s->part, s->number,
                   s->method, s->data);
    } else {
        corpus_put_core(&claim, s);
        out_c(&claim, " than leaving it as it is.");
        claim.ptr[0] = s->verb[0];
    }
    put_folded(out, "claim", out_text(&claim), "  ");
    out_free(&claim);
}

static void put_summary(struct out *out, const struct practice *p)
{
    struct out summary = {0};
    out_printf(&summary, "%s as a recipe for the %s %s, stated by ",
               p->subject.method, p->subject.component, p->subject.part);
    put_cited(&summary, p->corpus, last_cited(p));
    out_c(&summary, ".");
    put_folded(out, "summary", out_text(&summary), "  ");
    out_free(&summary);
}

static void put_citation(struct out *out, const struct practice *p, size_t at)
{
    struct dice dice =
        corpus_dice(p->corpus, CORPUS_PRACTICE, p->index, 40 + (uint32_t)at);
    const uint32_t work = p->links->cited.at[at];
    const bool is_last = at + 1 == p->links->cited.len;
    struct out text = {0};
    out_c(out, "- ref: ");
    put_id(out, CORPUS_LITERATURE, work);
    out_printf(out, "\n  role: %s\n  locator: '§%u.%u'\n",
               at == 0 ? "introduced_by" : "source", 2 + dice_roll(&dice, 5),
               1 + dice_roll(&dice, 4));
    corpus_put_core(&text, &p->subject);
    put_folded(out, "quote", out_text(&text), "    ");
    out_printf(out, "  ablation: %s\n",
               is_last && p->is_ablated ? "full" : "none");
    out_reset(&text);
    corpus_say(&text, &dice, &p->subject, 1);
    put_folded(out, "note", out_text(&text), "    ");
    out_free(&text);
}

static void put_ablation(struct out *out, const struct practice *p)
{
    out_printf(out, "ablation:\n  present: %s\n  where: ",
               p->is_ablated ? "true" : "false");
    put_id(out, CORPUS_LITERATURE, last_cited(p));
    out_c(out, " and the works beside it\n");
    out_printf(out, "  note: Read with the %s %s in mind.\n",
               p->subject.component, p->subject.part);
}

static void put_relation(struct out *out, const char *key,
                         enum corpus_kind kind, const struct corpus_list *list)
{
    if (list->len > 0) {
        out_printf(out, "%s: ", key);
        put_ids(out, kind, list);
    }
}

static void put_scale(struct out *out, const struct practice *p)
{
    struct dice dice = corpus_dice(p->corpus, CORPUS_PRACTICE, p->index, 13);
    const uint32_t size = dice_roll(&dice, 4);
    static const char *const params[] = {"5376", "125000000", "1300000000",
                                         "8300000000"};
    static const char *const tokens[] = {"768000", "2500000000", "26000000000",
                                         "157000000000"};
    out_printf(out, "scale: {params: %s, tokens: %s, data: %s}\n", params[size],
               tokens[size], p->subject.data);
}

static void put_topics(struct out *out, const struct practice *p)
{
    static const char *const consensus[] = {"unassessed", "unreplicated",
                                            "emerging", "converged"};
    struct dice dice = corpus_dice(p->corpus, CORPUS_PRACTICE, p->index, 14);
    const uint32_t first = dice_roll(&dice, 6);
    out_printf(out, "tags: [%s, %s]\nprimary_topic: %s\nconsensus: %s\n",
               topics[first], topics[(first + 1 + dice_roll(&dice, 5)) % 6],
               topics[first], consensus[dice_roll(&dice, 4)]);
}

static void put_retired(struct out *out, const struct practice *p)
{
    if (p->links->has_retired) {
        out_c(out, "acknowledged:\n- {rule: link-retired, target: ");
        put_id(out, CORPUS_PRACTICE, p->links->retired);
        out_c(
            out,
            ", status: Superseded, reason: Named for what it used to say.}\n");
    }
    if (corpus_is_retired(p->corpus, p->index)) {
        out_c(out, "superseded_by: [");
        put_id(out, CORPUS_PRACTICE, p->index + 1);
        out_c(out, "]\n");
    }
}

static void put_front(struct out *out, const struct practice *p,
                      const struct titles *titles)
{
    const bool is_retired = corpus_is_retired(p->corpus, p->index);
    put_head(out, p->corpus, CORPUS_PRACTICE, p->index, p->version, titles,
             is_retired ? "Superseded" : "Active");
    put_claim(out, p);
    put_scale(out, p);
    put_summary(out, p);
    put_topics(out, p);
    out_c(out, "citations:\n");
    for (size_t i = 0; i < p->links->cited.len; i++) {
        put_citation(out, p, i);
    }
    put_ablation(out, p);
    if (p->is_tried) {
        out_printf(out, "evidence: [EXP-%03u.no-worse]\n", p->index + 1);
    }
    put_relation(out, "compared_against", CORPUS_PRACTICE, &p->links->compared);
    put_relation(out, "extends", CORPUS_PRACTICE, &p->links->extends);
    put_relation(out, "extended_by", CORPUS_PRACTICE, &p->links->extended_by);
    put_relation(out, "explained_by", CORPUS_THEORY, &p->links->explains);
    put_retired(out, p);
    out_c(out, "---\n\n");
}

/* -- Body ------------------------------------------------------------------ */

static void put_recommended(struct out *out, const struct practice *p)
{
    const struct subject *s = &p->subject;
    struct dice dice = corpus_dice(p->corpus, CORPUS_PRACTICE, p->index, 15);
    struct out text = {0};
    out_printf(&text,
               "%s the %s %s of a %s decoder by %s, with %s as its authors "
               "wrote it. In code the %s is `%s.%s`, a tensor of its own. ",
               s->verb, s->component, s->part, s->site, s->number, s->method,
               s->part, s->site, s->component);
    corpus_say(&text, &dice, s, 3);
    out_c(out, "## What is recommended\n\n");
    put_filled(out, out_text(&text), "");
    out_free(&text);
    if (dice_is_lucky(&dice, 25)) {
        out_printf(out,
                   "\n$$ y = W_{\\text{%s}} x + \\sum_{i=1}^{n} g_i(x) $$\n",
                   s->component);
    }
}

static void put_meaning(struct out *out, const struct practice *p)
{
    struct dice dice = corpus_dice(p->corpus, CORPUS_PRACTICE, p->index, 16);
    struct out text = {0};
    corpus_say(&text, &dice, &p->subject, 4);
    out_c(out, "\n## What it is for\n\n");
    put_filled(out, out_text(&text), "");
    out_reset(&text);
    if (dice_is_lucky(&dice, 35)) {
        out_char(out, '\n');
        for (uint32_t i = 0; i < 3; i++) {
            out_reset(&text);
            corpus_say(&text, &dice, &p->subject, 1);
            out_printf(out, "- *%s*: %.*s\n", topics[dice_roll(&dice, 6)],
                       STR_ARG(str_trim(out_text(&text))));
        }
    }
    out_free(&text);
}

static void put_origin(struct out *out, const struct practice *p)
{
    static const char *const ways[] = {
        ", stated it first.", ", report it with the numbers of a run.",
        ", has the rest in an appendix.", ", describe the same recipe."};
    struct dice dice = corpus_dice(p->corpus, CORPUS_PRACTICE, p->index, 17);
    struct out text = {0};
    for (size_t i = 0; i < p->links->cited.len; i++) {
        put_cited(&text, p->corpus, p->links->cited.at[i]);
        out_c(&text, i == 0   ? ways[0]
                     : i == 1 ? ", came back to it on other data."
                              : ways[2 + i % 2]);
        out_char(&text, ' ');
    }
    for (size_t i = 0; i < p->links->mentioned.len; i++) {
        out_c(&text, "The wider setting is that of ");
        put_cited(&text, p->corpus, p->links->mentioned.at[i]);
        out_c(&text, ". ");
    }
    corpus_say(&text, &dice, &p->subject, 2);
    out_c(out, "\n## Where it comes from\n\n");
    put_filled(out, out_text(&text), "");
    out_free(&text);
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

static void put_neighbours(struct out *out, const struct practice *p)
{
    struct dice dice = corpus_dice(p->corpus, CORPUS_PRACTICE, p->index, 18);
    struct out text = {0};
    say_relation(&text, "Run side by side it was compared with ",
                 CORPUS_PRACTICE, &p->links->compared, ".");
    say_relation(&text, "It builds on ", CORPUS_PRACTICE, &p->links->extends,
                 ", whose set-up it keeps.");
    say_relation(&text, "Later records build on it: ", CORPUS_PRACTICE,
                 &p->links->extended_by, ".");
    say_relation(&text, "The account of why it works is that of ",
                 CORPUS_THEORY, &p->links->explains, ".");
    if (p->links->has_retired) {
        out_c(&text, "Before it there was ");
        put_id(&text, CORPUS_PRACTICE, p->links->retired);
        out_c(&text, ". ");
    }
    if (corpus_is_retired(p->corpus, p->index)) {
        out_c(&text, "What is done today is ");
        put_id(&text, CORPUS_PRACTICE, p->index + 1);
        out_c(&text, ". ");
    }
    if (p->is_tried) {
        out_printf(&text, "EXP-%03u tries it here. ", p->index + 1);
    }
    corpus_say(&text, &dice, &p->subject, 2);
    out_c(out, "\n## What stands beside it\n\n");
    put_filled(out, out_text(&text), "");
    out_free(&text);
}

static void put_settings(struct out *out, const struct practice *p)
{
    struct dice dice = corpus_dice(p->corpus, CORPUS_PRACTICE, p->index, 19);
    if (dice_is_lucky(&dice, 15)) {
        out_printf(out,
                   "\n## Settings\n\n| setting | in %s | elsewhere |\n"
                   "|---|---|---|\n",
                   p->subject.method);
        for (uint32_t i = 0; i < 4; i++) {
            out_printf(out, "| %s | `%s` | as it was |\n", topics[i],
                       p->subject.component);
        }
    }
}

void put_practice(struct out *out, const struct corpus *corpus, uint32_t index,
                  uint32_t version)
{
    const struct practice p = practice_of(corpus, index, version);
    struct out now = {0};
    struct out old = {0};
    const struct titles titles = titles_of(&p, &now, &old);
    put_front(out, &p, &titles);
    out_c(out, "# ");
    put_id(out, CORPUS_PRACTICE, index);
    out_printf(out, ": %.*s\n\n",
               STR_ARG(version < titles.retitled ? titles.old : titles.now));
    put_recommended(out, &p);
    put_meaning(out, &p);
    put_origin(out, &p);
    put_neighbours(out, &p);
    put_settings(out, &p);
    put_revisions(out, corpus, CORPUS_PRACTICE, index, version);
    out_free(&now);
    out_free(&old);
}
