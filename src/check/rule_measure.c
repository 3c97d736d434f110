/* Whether numbers that are set side by side are of the same thing: a cited
 * report and our measurement, a claim and its sources, a citation's report and
 * the work's own. A training loss beside a validation loss looks like a result
 * and is none. */

#include "check/index.h"
#include "check/measure.h"
#include "check/number.h"
#include "check/rules.h"

/* -- The plan's reported numbers ------------------------------------------ */

static const struct plan *plan_of(const struct check_context *context)
{
    return context->record->kind->role == ROLE_EXPERIMENT
               ? index_plan(context->index, context->record->id)
               : NULL;
}

/* How a difference of units is bridged, for the hint. */
static const char *bridge(enum unit_kind unit)
{
    switch (unit) {
    case UNIT_PERPLEXITY:
        return "a perplexity is exp of the loss in nats";
    case UNIT_BITS:
        return "a bit is 0.6931 nats";
    case UNIT_BITS_PER_BYTE:
        return "it is a loss per byte, and a token has several";
    case UNIT_PERCENT:
        return "a share needs to say of what";
    case UNIT_UNKNOWN:
    case UNIT_MISSING:
    case UNIT_PLAIN:
    case UNIT_NATS:
    case UNIT_BLEU:
    case UNIT_LOGITS:
    case UNIT_STEPS:
    case UNIT_DOUBLINGS:
    case UNIT_TIME:
    case UNIT_TOKENS:
    case UNIT_PARAMETERS:
        break;
    }
    return "the two cannot be compared";
}

/* A metric without a unit is a pure number, and so is a report of one that
 * names none. */
static enum unit_kind unit_of_metric(const struct metric_info *metric)
{
    return metric->unit[0] ? unit_of(str_from_c(metric->unit)) : UNIT_PLAIN;
}

static enum unit_kind unit_of_report(const struct report *report,
                                     enum unit_kind wanted)
{
    const enum unit_kind unit = unit_of(report->unit);
    return unit == UNIT_MISSING && wanted == UNIT_PLAIN ? UNIT_PLAIN : unit;
}

static void check_unit(struct check_context *context,
                       const struct reported *reported,
                       const struct metric_info *metric)
{
    const enum unit_kind ours = unit_of_metric(metric);
    const struct report *report = reported->report;
    const enum unit_kind theirs = unit_of_report(report, ours);
    if (theirs == ours) {
        check_pass(context);
    } else if (theirs == UNIT_MISSING) {
        check_cannot(context, reported->place, reported->ref,
                     "%.*s does not say its unit; %s is measured in %s",
                     STR_ARG(reported->ref), metric->name, metric->unit);
    } else if (theirs == UNIT_UNKNOWN) {
        check_cannot(context, reported->place, reported->ref,
                     "%.*s is in \"%.*s\", which is no unit that is known here",
                     STR_ARG(reported->ref), STR_ARG(report->unit));
    } else {
        struct diag *diag = check_finding(
            context, reported->place, reported->ref,
            "%.*s is in %.*s, and %s is measured in %s", STR_ARG(reported->ref),
            STR_ARG(report->unit), metric->name,
            metric->unit[0] ? metric->unit : "no unit");
        diag_hint(context->diags, diag,
                  "%s: take a report in the unit of the metric, or leave this "
                  "one out",
                  bridge(theirs));
    }
}

void rule_report_unit_mismatch(struct check_context *context)
{
    const struct plan *plan = plan_of(context);
    for (size_t i = 0; plan && i < plan->reported_count; i++) {
        const struct reported *reported = &plan->reported[i];
        const struct metric_info *metric = metric_find(reported->metric);
        if (reported->report && metric) {
            check_unit(context, reported, metric);
        }
    }
}

/* The first of the quantities. */
static enum quantity first_of(unsigned quantities)
{
    enum quantity quantity = (enum quantity)0;
    while (quantity < QUANTITY_COUNT && !(quantities & (1U << quantity))) {
        quantity++;
    }
    return quantity;
}

static void report_quantity(struct check_context *context,
                            const struct reported *reported, const char *theirs,
                            const char *ours)
{
    struct diag *diag = check_finding(
        context, reported->place, reported->ref, "%.*s is %s, and %.*s is %s",
        STR_ARG(reported->ref), theirs, STR_ARG(reported->metric), ours);
    diag_hint(context->diags, diag,
              "\"%.*s\" is what it reports: name the metric that is meant, or "
              "leave it out",
              STR_ARG(reported->report->what));
}

static void check_split(struct check_context *context,
                        const struct reported *reported,
                        const struct measure *ours)
{
    const struct report *report = reported->report;
    const unsigned theirs = splits_in(context->scratch, report->what) |
                            splits_in(context->scratch, report->setting);
    if (theirs == SPLIT_UNSAID) {
        check_cannot(context, reported->place, reported->ref,
                     "%.*s does not say whether its loss is of training or of "
                     "held-out text",
                     STR_ARG(reported->ref));
    } else if (theirs & ours->split) {
        check_pass(context);
    } else {
        report_quantity(context, reported,
                        theirs == SPLIT_TRAINING ? "a loss of training"
                                                 : "a loss of held-out text",
                        ours->split == SPLIT_TRAINING
                            ? "a loss of training"
                            : "a loss of held-out text");
    }
}

/* A perplexity beside a loss differs in its unit, and is reported there. */
static void check_quantity(struct check_context *context,
                           const struct reported *reported,
                           const struct measure *ours)
{
    const struct report *report = reported->report;
    unsigned theirs = quantities_in(context->scratch, report->what);
    theirs = theirs ? theirs : quantities_in(context->scratch, report->unit);
    const unsigned wanted = 1U << ours->quantity;
    if (!theirs) {
        check_cannot(context, reported->place, reported->ref,
                     "%.*s does not say what it is of", STR_ARG(reported->ref));
    } else if (theirs & wanted) {
        if (ours->split) {
            check_split(context, reported, ours);
        } else {
            check_pass(context);
        }
    } else if (unit_of(report->unit) != UNIT_PERPLEXITY) {
        report_quantity(context, reported, quantity_words(first_of(theirs)),
                        quantity_words(ours->quantity));
    }
}

void rule_report_metric_mismatch(struct check_context *context)
{
    const struct plan *plan = plan_of(context);
    for (size_t i = 0; plan && i < plan->reported_count; i++) {
        const struct reported *reported = &plan->reported[i];
        if (!reported->report || !metric_find(reported->metric)) {
            continue;
        }
        const struct measure ours =
            measure_of((enum run_metric)metric_index(reported->metric));
        if (ours.quantity < QUANTITY_COUNT) {
            check_quantity(context, reported, &ours);
        }
    }
}

/* -- claim-metric-mismatch ------------------------------------------------ */

/* What is kept of the sources, as one text: passages and reports; where there
 * are none, what was written about them. */
static struct str kept_of_sources(struct check_context *context)
{
    const struct citations *citations = &context->record->citations;
    struct out kept = {0}, notes = {0};
    for (size_t i = 0; i < citations->len; i++) {
        const struct citation *citation = &citations->at[i];
        const struct record *source =
            library_find(context->input->library, citation->ref);
        out_printf(&kept, "%.*s\n", STR_ARG(citation->quote));
        for (size_t e = 0; source && e < source->excerpt_count; e++) {
            out_printf(&kept, "%.*s\n", STR_ARG(source->excerpts[e].text));
        }
        for (size_t r = 0; source && r < source->reports.len; r++) {
            out_printf(&kept, "%.*s, %.*s\n",
                       STR_ARG(source->reports.at[r].what),
                       STR_ARG(source->reports.at[r].setting));
        }
        if (source && source->body) {
            out_str(&notes, str_slice(source->source->text, source->body->start,
                                      source->body->end));
        }
    }
    const bool has_kept = !str_is_blank(out_text(&kept));
    const struct str text =
        out_take(has_kept ? &kept : &notes, context->scratch);
    out_free(has_kept ? &notes : &kept);
    return text;
}

static struct place claim_place(const struct record *record)
{
    return record_place(record,
                        record->claim.len > 0 ? FIELD_CLAIM : FIELD_TITLE);
}

/* The claim is of one split; do its sources speak of the other alone? */
static void check_sources(struct check_context *context, unsigned split)
{
    const struct record *record = context->record;
    if (record->citations.len == 0) {
        return;
    }
    const unsigned theirs =
        splits_in(context->scratch, kept_of_sources(context));
    if (theirs == SPLIT_UNSAID) {
        check_cannot(context, claim_place(record), S("claim"),
                     "nothing that is kept of the sources says whether they "
                     "measure %s",
                     split_words(split));
    } else if (theirs & split) {
        check_pass(context);
    } else {
        struct diag *diag = check_finding(
            context, claim_place(record), S("claim"),
            "it is about %s, and what is kept of its sources is about %s",
            split_words(split), split_words(theirs));
        diag_hint(context->diags, diag,
                  "open the source: say what it measured, or store the "
                  "passage that says otherwise");
    }
}

static const struct hypothesis *hypothesis_of(
    const struct check_context *context, struct str reference)
{
    struct str experiment, id;
    index_split(reference, &experiment, &id);
    const struct plan *plan = index_plan(context->index, experiment);
    return plan ? plan_hypothesis(plan, id) : NULL;
}

/* Of another split than the claim, or a loss where the claim is about how often
 * something is right. */
static bool is_of_another(const struct measure *ours, unsigned split,
                          unsigned quantities)
{
    const unsigned losses =
        1U << QUANTITY_LOSS | 1U << QUANTITY_EXCESS | 1U << QUANTITY_PERPLEXITY;
    const unsigned scores = 1U << QUANTITY_ACCURACY | 1U << QUANTITY_BLEU;
    const bool is_loss =
        ours->quantity < QUANTITY_COUNT && (losses & (1U << ours->quantity));
    return is_loss && ((split && !(split & ours->split)) ||
                       ((quantities & scores) && !(quantities & losses)));
}

static void check_hypothesis(struct check_context *context,
                             const struct text_item *item, unsigned split,
                             unsigned quantities)
{
    const struct hypothesis *hypothesis = hypothesis_of(context, item->text);
    if (!hypothesis || !metric_find(hypothesis->metric)) {
        return;
    }
    const struct measure ours =
        measure_of((enum run_metric)metric_index(hypothesis->metric));
    if (!is_of_another(&ours, split, quantities)) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, item->place, item->text,
        "%.*s is decided on %.*s, %s of %s, and the claim is about %s",
        STR_ARG(item->text), STR_ARG(hypothesis->metric),
        quantity_words(ours.quantity), split_words(ours.split),
        split ? split_words(split)
              : quantity_words(first_of(quantities & (1U << QUANTITY_ACCURACY |
                                                      1U << QUANTITY_BLEU))));
    diag_hint(context->diags, diag,
              "the claim says what is measured here, or the hypothesis names "
              "another metric");
}

void rule_claim_metric_mismatch(struct check_context *context)
{
    const struct record *record = context->record;
    if (record->kind->role != ROLE_PRACTICE || record->is_broken ||
        record_is_retired(record)) {
        return;
    }
    const struct str claim =
        arena_printf(context->scratch, "%.*s. %.*s", STR_ARG(record->title),
                     STR_ARG(record->claim));
    const unsigned split = splits_in(context->scratch, claim);
    const unsigned quantities = quantities_in(context->scratch, claim);
    if (split == SPLIT_TRAINING || split == SPLIT_HELD_OUT) {
        check_sources(context, split);
    }
    for (size_t i = 0; i < record->evidence.len; i++) {
        check_hypothesis(context, &record->evidence.at[i], split, quantities);
    }
}

/* -- report-disagree ------------------------------------------------------ */

/* The work's report under the same words and in the same setting. */
static const struct report *same_report(const struct record *work,
                                        const struct report *report)
{
    for (size_t i = 0; i < work->reports.len; i++) {
        const struct report *other = &work->reports.at[i];
        const bool is_one_setting =
            report->setting.len == 0 || other->setting.len == 0 ||
            str_equal_nocase(report->setting, other->setting);
        if (report->what.len > 0 && is_one_setting &&
            str_equal_nocase(report->what, other->what)) {
            return other;
        }
    }
    return NULL;
}

static bool is_same_number(struct arena *scratch, struct str a, struct str b)
{
    struct numbers as = {0}, bs = {0};
    numbers_read(scratch, a, &as);
    numbers_read(scratch, b, &bs);
    bool is_same = as.len == bs.len;
    for (size_t i = 0; is_same && i < as.len; i++) {
        is_same = number_is_same(&as.at[i], &bs.at[i]);
    }
    return is_same && (as.len > 0 || str_equal(a, b));
}

static void check_report(struct check_context *context,
                         const struct record *work, const struct report *report)
{
    const struct report *other = same_report(work, report);
    if (!other) {
        return;
    }
    const bool is_value_same =
        is_same_number(context->scratch, report->value, other->value);
    if (is_value_same && str_equal_nocase(report->unit, other->unit)) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, report->value_place, work->id,
        "%.*s %.*s here, and %.*s %.*s in %.*s: %.*s", STR_ARG(report->value),
        STR_ARG(report->unit), STR_ARG(other->value), STR_ARG(other->unit),
        STR_ARG(work->id), STR_ARG(report->what));
    diag_hint(context->diags, diag,
              "look it up in the work, and write it as it is printed in both "
              "places");
}

void rule_report_disagree(struct check_context *context)
{
    const struct citations *citations = &context->record->citations;
    for (size_t i = 0; i < citations->len; i++) {
        const struct record *work =
            library_find(context->input->library, citations->at[i].ref);
        const struct reports *reports = &citations->at[i].reports;
        for (size_t r = 0; work && r < reports->len; r++) {
            check_report(context, work, &reports->at[r]);
        }
    }
}
