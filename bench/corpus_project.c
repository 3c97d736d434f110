/* What makes the records a project: probatum.yaml, and plans of experiments
 * that are trained in a moment. */

#include "bench/corpus.h"

void corpus_put_project(struct out *out)
{
    out_c(out,
          "title: A made-up anthology\n"
          "tagline: For measuring, with nothing true in it\n"
          "licence: CC0-1.0\n"
          "\n"
          "# Three of its practices are tried here, as in a young anthology.\n"
          "rules: {practice-without-evidence: 'off'}\n"
          "\n"
          "kinds:\n"
          "  SOTA:\n"
          "    role: practice\n"
          "    folder: records/practices\n"
          "    vocabulary: topics\n"
          "    required: [title, status, version, date, tags, summary]\n"
          "    fields:\n"
          "      primary_topic: {vocabulary: topics}\n"
          "      consensus: {vocabulary: consensus}\n"
          "  LIT:\n"
          "    role: literature\n"
          "    folder: records/literature\n"
          "    vocabulary: topics\n"
          "    required: [title, status, version, date, authors, published, "
          "type, read]\n"
          "  THEORY:\n"
          "    role: theory\n"
          "    folder: records/theory\n"
          "    vocabulary: topics\n"
          "    required: [title, status, version, date, summary]\n"
          "  ADR:\n"
          "    role: decision\n"
          "    folder: adr\n"
          "    vocabulary: decision-tags\n"
          "    required: [title, status, version, date, summary]\n"
          "  EXP:\n"
          "    role: experiment\n"
          "    folder: experiments\n"
          "    vocabulary: topics\n"
          "    required: [title, status]\n"
          "\n"
          "vocabularies:\n"
          "  topics:\n"
          "    terms:\n"
          "      initialisation: what the weights are before the first step\n"
          "      normalisation: which statistic is divided out, and where\n"
          "      optimisation: optimisers, rates and schedules\n"
          "      architecture: how blocks are built and joined\n"
          "      data: what is trained on, and in which order\n"
          "      systems: how training is spread over machines\n"
          "  decision-tags:\n"
          "    terms:\n"
          "      record: what records hold\n"
          "      core: the arithmetic\n"
          "      evidence: experiments and verdicts\n"
          "      site: pages and charts\n"
          "  consensus:\n"
          "    terms:\n"
          "      unassessed: still to be looked at\n"
          "      unreplicated: one group, one result\n"
          "      contested: groups disagree in print\n"
          "      emerging: several groups\n"
          "      converged: the field agrees\n");
}

void corpus_put_plan_path(struct out *out, uint32_t experiment)
{
    out_printf(out, "experiments/EXP-%03u.yaml", experiment + 1);
}

/* The model of a moment: ten steps, which any machine has in milliseconds. */
void corpus_put_plan(struct out *out, const struct corpus *corpus,
                     uint32_t experiment)
{
    const struct subject s =
        corpus_subject(corpus, CORPUS_PRACTICE, experiment);
    out_printf(out,
               "id: EXP-%03u\n"
               "title: %s in %s decoders\n"
               "question: Does %s cost anything at the end of training?\n"
               "status: active\n"
               "version: 1\n"
               "date: '2026-11-01'\n"
               "tags: [optimisation]\n"
               "summary: Two arms that differ in the norm of each block.\n"
               "scale: {params: 5376, tokens: 2560, data: letters}\n",
               experiment + 1, s.method, s.site, s.method);
    out_printf(
        out,
        "model: {preset: decoder-16, norm: layernorm, placement: pre}\n"
        "data: {source: letters-recall, set: a}\n"
        "train: {optimizer: adamw, lr: %u.0e-3, schedule: cosine, floor: 0.1, "
        "warmup: 2, clip: 1.0, decay: 0.1, batch: 8, steps: 10, eval: "
        "{every: 5, tokens: 512}}\n"
        "arms:\n"
        "  plain: {}\n"
        "  changed: {model.norm: rmsnorm}\n"
        "  untrained: {train.lr: 1.0e-9}\n"
        "seeds: {noise: [11, 12, 13, 14, 15, 16], claim: [101, 102, 103, 104, "
        "105, 106]}\n"
        "measure: [final-loss]\n"
        "fixed: [train.steps, train.batch, data]\n",
        3 + experiment);
    out_c(out, "hypotheses:\n- {id: no-worse, practice: ");
    put_id(out, CORPUS_PRACTICE, experiment);
    out_c(out,
          ", metric: final-loss, better: lower, control: plain, treatment: "
          "changed, expect: no-worse, margin: 0.05, alpha: 0.05, looks: 1, "
          "worst: 3.466, sensitivity: {treatment: untrained, expect: worse}, "
          "family: one}\n"
          "figures:\n"
          "- {id: loss, kind: curves, title: Evaluation loss, arms: [plain, "
          "changed]}\n"
          "- {id: effect, kind: forest, title: Effect}\n");
}
