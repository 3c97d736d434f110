/* Records and evidence as JSON. */

#include "render/data.h"

#include "base/json.h"
#include "render/insert.h"
#include "render/page.h"

/* Left out when it is empty. */
static void member(struct json_out *j, const char *key, struct str value)
{
    if (value.len > 0) {
        json_put_str(j, key, value);
    }
}

static void members(struct json_out *j, const char *key,
                    const struct texts *texts)
{
    if (texts->len == 0) {
        return;
    }
    json_key(j, key);
    json_open(j, '[');
    for (size_t i = 0; i < texts->len; i++) {
        json_str(j, texts->at[i].text);
    }
    json_close(j);
}

static void write_citations(struct json_out *j, const struct record *record)
{
    if (record->citations.len == 0) {
        return;
    }
    json_key(j, "citations");
    json_open(j, '[');
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        json_open(j, '{');
        member(j, "ref", citation->ref);
        member(j, "role", citation->role);
        member(j, "locator", citation->locator);
        member(j, "quote", citation->quote);
        if (citation->ablation != ABLATION_ABSENT) {
            json_put_c(j, "ablation", ablation_name(citation->ablation));
        }
        json_close(j);
    }
    json_close(j);
}

static void write_outcomes(struct json_out *j,
                           const struct page_context *context,
                           const struct record *record)
{
    if (record->kind->role != ROLE_PRACTICE) {
        return;
    }
    size_t count = 0;
    const struct assessment *assessments =
        assess_practice(context, record, &count);
    json_key(j, "outcomes");
    json_open(j, '[');
    for (size_t i = 0; i < count; i++) {
        json_open(j, '{');
        member(j, "evidence", assessments[i].reference);
        json_put_c(j, "verdict", verdict_name(assessments[i].verdict));
        json_put_c(j, "certainty_here",
                   certainty_name(assessments[i].certainty.here.level));
        json_put_c(j, "certainty_claimed",
                   certainty_name(assessments[i].certainty.claimed));
        json_put_c(j, "versus_report",
                   versus_name(assessments[i].certainty.versus));
        json_close(j);
    }
    json_close(j);
}

static void write_record(struct json_out *j, const struct page_context *context,
                         const struct record *record)
{
    json_open(j, '{');
    member(j, "id", record->id);
    json_put_c(j, "kind", role_name(record->kind->role));
    member(j, "title", record->title);
    member(j, "status", record->status);
    if (record->version > 0) {
        json_put_int(j, "version", record->version);
    }
    member(j, "date", record->date);
    member(j, "page", record_url(context, record, "html"));
    member(j, "file", record->source->path);
    json_put_bool(j, "is_broken", record->is_broken);
    member(j, "claim", record->claim);
    member(j, "summary", record->summary);
    members(j, "tags", &record->tags);
    members(j, "authors", &record->authors);
    member(j, "published", record->published);
    member(j, "arxiv", record->arxiv);
    member(j, "doi", record->doi);
    member(j, "url", record->url);
    member(j, "retracted", record->retracted);
    write_citations(j, record);
    if (!record->is_broken) {
        write_outcomes(j, context, record);
    }
    json_close(j);
}

/* Whom the chapter names, each once. */
static void write_uses(struct json_out *j, const struct page_context *context,
                       const struct chapter *chapter)
{
    struct map seen = {0};
    json_key(j, "names");
    json_open(j, '[');
    for (size_t i = 0; i < chapter->use_count; i++) {
        void **slot = map_slot(context->arena, &seen, chapter->uses[i].id);
        if (*slot == NULL) {
            *slot = j;
            json_str(j, chapter->uses[i].id);
        }
    }
    json_close(j);
}

static void write_chapters(struct json_out *j,
                           const struct page_context *context)
{
    const struct chapters *chapters = &context->site->input.library->chapters;
    json_key(j, "chapters");
    json_open(j, '[');
    for (size_t i = 0; i < chapters->len; i++) {
        const struct chapter *chapter = &chapters->at[i];
        json_open(j, '{');
        json_put_str(j, "id", chapter->slug);
        if (chapter->number > 0) {
            json_put_int(j, "number", chapter->number);
        }
        member(j, "title", chapter->title);
        if (chapter->version > 0) {
            json_put_int(j, "version", chapter->version);
        }
        member(j, "date", chapter->date);
        member(j, "page",
               ARENA_JOIN(context->arena, chapter_place(context->site, chapter),
                          S(".html")));
        member(j, "file", chapter->source->path);
        member(j, "summary", chapter->summary);
        write_uses(j, context, chapter);
        json_close(j);
    }
    json_close(j);
}

void data_records(struct out *out, const struct page_context *context)
{
    const struct library *library = context->site->input.library;
    struct json_out j = {.out = out};
    json_open(&j, '{');
    member(&j, "title", context->site->input.project->title);
    member(&j, "licence", context->site->input.project->licence);
    json_key(&j, "records");
    json_open(&j, '[');
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (site_place(context->site, record).len > 0) {
            write_record(&j, context, record);
        }
    }
    json_close(&j);
    write_chapters(&j, context);
    json_close(&j);
    out_char(out, '\n');
}

/* ---- Evidence --------------------------------------------------------- */

static void write_decision(struct json_out *j, struct str experiment,
                           const struct evidence_decision *found)
{
    const struct decision *decision = &found->decision;
    json_open(j, '{');
    member(j, "id", found->id);
    member(j, "experiment", experiment);
    member(j, "practice", found->practice);
    member(j, "metric", found->metric);
    member(j, "control", found->control);
    member(j, "treatment", found->treatment);
    json_put_c(j, "verdict", verdict_name(decision->verdict));
    member(j, "sentence", found->sentence);
    json_put_int(j, "n", decision->n);
    json_put_int(j, "wins", decision->wins);
    if (decision->n > 0) {
        json_put_double(j, "delta", ratio_to_double(decision->mean));
    }
    if (decision->interval.rank > 0) {
        json_put_double(j, "lo", ratio_to_double(decision->interval.lo));
        json_put_double(j, "hi", ratio_to_double(decision->interval.hi));
    }
    json_put_double(j, "margin",
                    ratio_to_double(ratio_of_units(decision->margin)));
    json_close(j);
}

static void write_arm(struct json_out *j, const struct evidence *evidence,
                      const struct evidence_arm *arm)
{
    json_open(j, '{');
    member(j, "name", arm->name);
    json_key(j, "metrics");
    json_open(j, '{');
    for (size_t m = 0;
         evidence->plan != NULL && m < evidence->plan->metrics.len; m++) {
        const struct summary *summary =
            evidence_summary(evidence, arm, evidence->plan->metrics.at[m]);
        if (summary == NULL) {
            continue;
        }
        json_key_str(j, evidence->plan->metrics.at[m]);
        json_open(j, '{');
        json_put_double(j, "mean", summary->mean);
        json_put_double(j, "sd", summary->sd);
        json_put_double(j, "min", summary->min);
        json_put_double(j, "max", summary->max);
        json_put_int(j, "n", (int64_t)summary->n);
        json_put_int(j, "diverged", (int64_t)summary->diverged);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

static void write_experiment(struct json_out *j,
                             const struct evidence *evidence)
{
    json_open(j, '{');
    member(j, "id", evidence->id);
    member(j, "plan_hash", evidence->provenance.plan_hash);
    member(j, "commit", evidence->provenance.commit);
    member(j, "date", evidence->provenance.date);
    json_put_bool(j, "is_preregistered", evidence->provenance.is_preregistered);
    json_put_bool(j, "is_stale", evidence->is_stale);
    json_key(j, "hypotheses");
    json_open(j, '[');
    for (size_t i = 0; i < evidence->decision_count; i++) {
        write_decision(j, evidence->id, &evidence->decisions[i]);
    }
    json_close(j);
    json_key(j, "arms");
    json_open(j, '[');
    for (size_t i = 0; i < evidence->arm_count; i++) {
        write_arm(j, evidence, &evidence->arms[i]);
    }
    json_close(j);
    json_close(j);
}

void data_evidence(struct out *out, const struct page_context *context)
{
    const struct evidences *evidences = context->site->input.evidences;
    struct json_out j = {.out = out};
    json_open(&j, '{');
    json_key(&j, "experiments");
    json_open(&j, '[');
    for (size_t i = 0; i < evidences->len; i++) {
        write_experiment(&j, &evidences->at[i]);
    }
    json_close(&j);
    json_close(&j);
    out_char(out, '\n');
}
