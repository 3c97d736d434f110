/* Runs the rules of rules.def over a library. The engine knows nothing about
 * any rule: it calls each row's function, joins what the readers reported,
 * sets the level that probatum.yaml asks for, applies acknowledgements, and
 * counts. */

#include "check/check.h"

#include <stdarg.h>

#include "check/choose.h"
#include "check/index.h"
#include "check/mend.h"
#include "check/sentence.h"
#include "check/suppress.h"
#include "check/unread.h"

/* --- what a rule calls ---------------------------------------------------- */

void check_pass(struct check_context *context)
{
    context->passed++;
}

__attribute__((format(printf, 5, 0))) static struct diag *report(
    struct check_context *context, enum outcome outcome, struct place place,
    struct str target, const char *format, va_list args)
{
    struct diags *diags = context->diags;
    struct str message = arena_vprintf(diags->arena, format, args);
    struct diag *diag = diag_add(diags, context->rule->severity,
                                 context->rule->id, place, "%s", message.ptr);
    diag->outcome = outcome;
    diag->subject = context->record ? context->record->id : (struct str){0};
    /* Rules put it together in memory that is theirs for one call. */
    diag->target = arena_copy(diags->arena, target);
    return diag;
}

struct diag *check_finding(struct check_context *context, struct place place,
                           struct str target, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct diag *diag =
        report(context, OUTCOME_FINDING, place, target, format, args);
    va_end(args);
    return diag;
}

struct diag *check_cannot(struct check_context *context, struct place place,
                          struct str target, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct diag *diag =
        report(context, OUTCOME_CANNOT_CHECK, place, target, format, args);
    va_end(args);
    return diag;
}

/* --- running -------------------------------------------------------------- */

/* The rules that look at one record after the other. */
struct chosen {
    const struct check_rule **at;
    size_t len, cap;
};

static struct chosen choose_rules(struct arena *arena,
                                  const struct check_options *options)
{
    struct chosen chosen = {0};
    for (size_t r = 0; r < rule_count; r++) {
        if (rules[r].check_record && choose_rule(options, &rules[r])) {
            *LIST_PUSH(arena, &chosen) = &rules[r];
        }
    }
    return chosen;
}

/* Takes back what was found in the record's body. */
static void drop_of_body(struct diags *diags, size_t start,
                         const struct record *record)
{
    const struct place body = body_place(record);
    size_t kept = start;
    for (size_t i = start; i < diags->len; i++) {
        const struct place place = diags->at[i].place;
        if (!body.source || place.start < body.start ||
            place.start >= body.end) {
            diags->at[kept++] = diags->at[i];
        }
    }
    diags->len = kept;
}

static void run_record_rules(struct check_context *context, struct arena *arena,
                             const struct check_options *options)
{
    const struct library *library = context->input->library;
    const struct chosen chosen = choose_rules(arena, options);
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (!choose_record(options, record)) {
            continue;
        }
        const size_t known = context->diags->len;
        context->record = record;
        for (size_t r = 0; r < chosen.len; r++) {
            struct arena_mark mark = arena_mark(context->scratch);
            context->rule = chosen.at[r];
            context->rule->check_record(context);
            arena_rewind(context->scratch, mark);
        }
        if (options->has_fields_only) {
            drop_of_body(context->diags, known, record);
        }
    }
    context->record = NULL;
}

static void run_library_rules(struct check_context *context,
                              const struct check_options *options)
{
    for (size_t r = 0; r < rule_count; r++) {
        if (rules[r].check_library && choose_rule(options, &rules[r])) {
            struct arena_mark mark = arena_mark(context->scratch);
            context->rule = &rules[r];
            rules[r].check_library(context);
            arena_rewind(context->scratch, mark);
        }
    }
}

/* Keeps what concerns the chosen subjects and topic. Findings of readers and
 * of library-wide rules are filtered by the file they stand in. */
static void keep_chosen(const struct check_options *options,
                        struct diags *diags)
{
    size_t kept = 0;
    for (size_t i = 0; i < diags->len; i++) {
        struct diag *diag = &diags->at[i];
        const struct check_rule *rule = rule_find(str_from_c(diag->rule));
        struct str path =
            diag->place.source ? diag->place.source->path : (struct str){0};
        if ((!rule || choose_rule(options, rule)) &&
            choose_subject(options, diag->subject, path)) {
            diags->at[kept++] = *diag;
        }
    }
    diags->len = kept;
}

/* --- levels --------------------------------------------------------------- */

static bool has_level(const struct project *project, const char *rule,
                      struct str *level)
{
    for (size_t i = 0; i < project->rule_level_count; i++) {
        if (str_is(project->rule_levels[i].rule, rule)) {
            *level = project->rule_levels[i].level;
            return true;
        }
    }
    return false;
}

/* Applies probatum.yaml's levels; rules that are off leave the list. */
static void apply_levels(const struct project *project, struct diags *diags)
{
    size_t kept = 0;
    for (size_t i = 0; i < diags->len; i++) {
        struct diag diag = diags->at[i];
        struct str level;
        if (has_level(project, diag.rule, &level)) {
            if (str_is(level, "off")) {
                continue;
            }
            for (enum severity s = SEVERITY_NOTE; s <= SEVERITY_ERROR; s++) {
                diag.severity =
                    str_is(level, severity_name(s)) ? s : diag.severity;
            }
        }
        diags->at[kept++] = diag;
    }
    diags->len = kept;
}

/* --- counting ------------------------------------------------------------- */

static void count(const struct diags *diags, struct check_summary *summary)
{
    for (size_t i = 0; i < diags->len; i++) {
        const struct diag *diag = &diags->at[i];
        if (diag->outcome == OUTCOME_CANNOT_CHECK) {
            summary->cannot_check++;
        } else if (diag->is_suppressed) {
            summary->suppressed++;
        } else {
            summary->errors += diag->severity == SEVERITY_ERROR;
            summary->warnings += diag->severity == SEVERITY_WARNING;
            summary->notes += diag->severity == SEVERITY_NOTE;
        }
    }
}

static size_t count_records(const struct library *library,
                            const struct check_options *options)
{
    size_t count = 0;
    for (size_t i = 0; i < library->record_count; i++) {
        count += choose_record(options, library->records[i]);
    }
    return count;
}

static size_t count_chapters(const struct chapters *chapters,
                             const struct check_options *options)
{
    size_t count = 0;
    for (size_t i = 0; i < chapters->len; i++) {
        count += choose_subject(options, (struct str){0},
                                chapters->at[i].source->path);
    }
    return count;
}

void check_run(struct arena *arena, const struct check_input *input,
               const struct check_options *options, struct diags *diags,
               struct check_summary *summary)
{
    struct arena scratch = {0};
    struct check_index index;
    index_build(arena, input, options, &index);
    struct check_context context = {
        .input = input,
        .index = &index,
        .scratch = &scratch,
        .diags = diags,
    };
    run_record_rules(&context, arena, options);
    run_library_rules(&context, options);
    *summary = (struct check_summary){
        .records = count_records(input->library, options),
        .chapters = count_chapters(&input->library->chapters, options),
        .files = input->library->file_count,
        .passed = context.passed,
    };
    summary->acknowledgements = suppress(arena, input, options, diags);
    unread_settle(input, diags);
    keep_chosen(options, diags);
    apply_levels(input->project, diags);
    count(diags, summary);
    diags_sort(diags);
    mend_mark(input, diags);
    arena_free(&scratch);
}

bool check_fails(const struct diags *diags, enum severity at_least)
{
    for (size_t i = 0; i < diags->len; i++) {
        const struct diag *diag = &diags->at[i];
        if (diag->outcome == OUTCOME_FINDING && !diag->is_suppressed &&
            diag->severity >= at_least) {
            return true;
        }
    }
    return false;
}
