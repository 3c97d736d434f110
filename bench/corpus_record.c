/* What records of every kind have: the file's path, the head of the front
 * matter with the history, ids and citations in prose. */

#include "bench/corpus.h"

#include <time.h>

static const struct {
    const char *prefix, *folder;
} kinds[CORPUS_KINDS] = {
    [CORPUS_PRACTICE] = {"SOTA", "records/practices"},
    [CORPUS_LITERATURE] = {"LIT", "records/literature"},
    [CORPUS_THEORY] = {"THEORY", "records/theory"},
    [CORPUS_DECISION] = {"ADR", "adr"},
};

void put_id(struct out *out, enum corpus_kind kind, uint32_t index)
{
    out_printf(out, "%s-%03u", kinds[kind].prefix, index + 1);
}

void put_day(struct out *out, int64_t day)
{
    const time_t seconds = (time_t)(day * 86400);
    struct tm tm;
    (void)gmtime_r(&seconds, &tm);
    out_printf(out, "%04d-%02d-%02d", tm.tm_year + 1900, tm.tm_mon + 1,
               tm.tm_mday);
}

void corpus_put_path(struct out *out, enum corpus_kind kind, uint32_t index)
{
    out_printf(out, "%s/", kinds[kind].folder);
    put_id(out, kind, index);
    out_c(out, ".md");
}

void put_ids(struct out *out, enum corpus_kind kind,
             const struct corpus_list *list)
{
    out_char(out, '[');
    for (size_t i = 0; i < list->len; i++) {
        out_c(out, i > 0 ? ", " : "");
        put_id(out, kind, list->at[i]);
    }
    out_c(out, "]\n");
}

void put_ids_in_words(struct out *out, enum corpus_kind kind,
                      const struct corpus_list *list)
{
    for (size_t i = 0; i < list->len; i++) {
        out_c(out, i == 0 ? "" : i + 1 < list->len ? ", " : " and ");
        put_id(out, kind, list->at[i]);
    }
}

void put_cited(struct out *out, const struct corpus *corpus, uint32_t work)
{
    struct author authors[6];
    const uint32_t count = corpus_authors(corpus, work, authors);
    struct out day = {0};
    put_day(&day, corpus_published(corpus, work));
    out_c(out, authors[0].surname);
    if (count == 2) {
        out_printf(out, " and %s", authors[1].surname);
    } else if (count > 2) {
        out_c(out, " et al.");
    }
    out_printf(out, " (%.4s), ", day.ptr);
    put_id(out, CORPUS_LITERATURE, work);
    out_free(&day);
}

/* -- Head ------------------------------------------------------------------ */

static void put_note(struct out *out, const struct subject *subject,
                     uint32_t version, bool is_retitled)
{
    struct out note = {0};
    if (version == 1) {
        out_printf(&note, "Filed with the first reading of %s.",
                   subject->method);
    } else if (is_retitled) {
        out_printf(&note,
                   "Retitled: the old title left out where %s applies and to "
                   "which %s.",
                   subject->method, subject->part);
    } else {
        out_printf(&note,
                   "The account of the %s %s was read again and the body says "
                   "more about %s.",
                   subject->component, subject->part, subject->method);
    }
    out_c(out, "  note: >-\n");
    put_filled(out, out_text(&note), "    ");
    out_free(&note);
}

static void put_history(struct out *out, const struct corpus *corpus,
                        enum corpus_kind kind, uint32_t index, uint32_t version,
                        const struct titles *titles)
{
    const struct subject subject = corpus_subject(corpus, kind, index);
    out_c(out, "history:\n");
    for (uint32_t v = 1; v <= version; v++) {
        const bool is_retitled = v == titles->retitled;
        out_printf(out, "- version: %u\n  date: '", v);
        put_day(out, corpus_day(corpus, kind, index, v));
        out_c(out, "'\n");
        if (v > 1) {
            out_printf(out, "  level: %s\n", is_retitled ? "major" : "patch");
        }
        put_note(out, &subject, v, is_retitled);
        if (is_retitled) {
            out_printf(out, "  was: {title: '%.*s'}\n", STR_ARG(titles->old));
        }
    }
}

void put_head(struct out *out, const struct corpus *corpus,
              enum corpus_kind kind, uint32_t index, uint32_t version,
              const struct titles *titles, const char *status)
{
    const bool is_old = version < titles->retitled;
    const struct str title = is_old ? titles->old : titles->now;
    out_c(out, "---\nid: ");
    put_id(out, kind, index);
    out_printf(out, "\ntitle: '%.*s'\nstatus: %s\nversion: %u\ndate: '",
               STR_ARG(title), status, version);
    put_day(out, corpus_day(corpus, kind, index, 1));
    out_c(out, "'\n");
    if (version > 1) {
        put_history(out, corpus, kind, index, version, titles);
    }
}

void put_revisions(struct out *out, const struct corpus *corpus,
                   enum corpus_kind kind, uint32_t index, uint32_t version)
{
    const struct subject subject = corpus_subject(corpus, kind, index);
    for (uint32_t v = 2; v <= version; v++) {
        struct dice dice = corpus_dice(corpus, kind, index, 20 + v);
        struct out more = {0};
        corpus_say(&more, &dice, &subject, 2);
        out_char(out, '\n');
        put_filled(out, out_text(&more), "");
        out_free(&more);
    }
}

void corpus_put_record(struct out *out, const struct corpus *corpus,
                       enum corpus_kind kind, uint32_t index, uint32_t version)
{
    switch (kind) {
    case CORPUS_PRACTICE:
        put_practice(out, corpus, index, version);
        return;
    case CORPUS_LITERATURE:
        put_work(out, corpus, index, version);
        return;
    case CORPUS_THEORY:
        put_theory(out, corpus, index, version);
        return;
    case CORPUS_DECISION:
        put_decision(out, corpus, index, version);
        return;
    case CORPUS_KINDS:
        return;
    }
}
