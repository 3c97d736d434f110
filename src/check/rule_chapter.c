/* What chapters name: whether it is there, whether it still holds, and whether
 * what they declare is used. */

#include "check/rules.h"

#include <string.h>

/* -- Whether it is there --------------------------------------------------- */

/* What stands in the brackets, and why it cannot be found. */
struct search {
    struct check_context *context;
    const struct check_input *input;
    const struct chapter *chapter;
    struct str why;  /* empty: found */
    struct str near; /* "did you mean" */
};

static void missed(struct search *search, const char *why,
                   const struct strs *candidates, struct str word)
{
    search->why = str_from_c(why);
    search->near = candidates ? nearest(word, candidates) : (struct str){0};
}

static void put_name(struct search *search, struct strs *names, struct str name)
{
    *LIST_PUSH(search->context->diags->arena, names) = name;
}

static const struct plan *find_plan(struct search *search, struct str id)
{
    const struct plan *plan = plans_find(search->input->plans, id);
    if (!plan) {
        search->why = S("no experiment has this id");
        search->near = library_nearest(search->input->library, id);
    }
    return plan;
}

static void suggest_name(struct search *search, const struct plan *plan,
                         struct str name)
{
    struct strs names = {0};
    for (size_t i = 0; i < plan->arm_count; i++) {
        put_name(search, &names, plan->arms[i].name);
    }
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        put_name(search, &names, plan->hypotheses[i].id);
    }
    search->near = nearest(name, &names);
}

static void find_value(struct search *search, struct str reference)
{
    struct str id, name, rest;
    struct value value = {0};
    struct failure failure = {0};
    struct arena *arena = search->context->diags->arena;
    if (evidence_value(arena, search->input->evidences, reference, &value,
                       &failure)) {
        return;
    }
    str_cut(reference, '.', &id, &rest);
    str_cut(rest, '.', &name, &rest);
    const struct plan *plan = find_plan(search, id);
    if (!plan) {
        return;
    }
    search->why = arena_copy(arena, str_from_c(failure.why));
    if (!value.evidence || (!value.arm && !value.decision)) {
        suggest_name(search, plan, name);
        return;
    }
    str_cut(rest, '.', &rest, &name);
    search->near = nearest(rest, &value.evidence->metrics);
}

static void find_report(struct search *search, struct str reference)
{
    struct str id, name, part;
    struct strs names = {0};
    str_cut(reference, '#', &id, &name);
    str_cut(name, '.', &name, &part);
    const struct record *record = library_find(search->input->library, id);
    if (!record) {
        missed(search, "no record has this id", NULL, id);
        search->near = library_nearest(search->input->library, id);
        return;
    }
    if (!record_report(record, name)) {
        for (size_t i = 0; i < record->reports.len; i++) {
            put_name(search, &names, record->reports.at[i].id);
        }
        missed(search, "the work reports nothing under this name", &names,
               name);
    } else if (part.len > 0 && !str_is(part, "spread") && !str_is(part, "n")) {
        missed(search, "a report has its value, .spread and .n", NULL, part);
    }
}

static void find_constant(struct search *search, struct str name)
{
    struct strs names = {0};
    const struct chapter *chapter = search->chapter;
    for (size_t i = 0; i < chapter->constant_count; i++) {
        put_name(search, &names, chapter->constants[i].name);
    }
    if (!chapter_constant_find(chapter, name)) {
        missed(search, "the front matter declares no such constant", &names,
               name);
    }
}

static void find_record(struct search *search, struct str id, bool is_practice)
{
    const struct record *record = library_find(search->input->library, id);
    if (!record) {
        search->why = S("no record has this id");
        search->near = library_nearest(search->input->library, id);
    } else if (is_practice && record->kind->role != ROLE_PRACTICE) {
        search->why = S("it is no practice");
    }
}

static void find_records(struct search *search, const struct insert *insert)
{
    struct str rest = insert->written->argument;
    struct str id;
    while (search->why.len == 0 && insert_next_id(insert, &rest, &id)) {
        find_record(search, id, insert->kind == INSERT_EVIDENCE);
    }
}

static bool is_target(const struct chapter *chapter, struct str label)
{
    const struct chapter_target target = chapter_target(chapter, label);
    return target.insert || target.heading;
}

static void find_target(struct search *search, struct str label)
{
    const struct chapters *chapters = &search->input->library->chapters;
    const struct md_document *body = search->chapter->body;
    struct strs names = {0};
    struct str name, rest;
    str_cut(label, '#', &name, &rest);
    const struct chapter *other = chapters_find(chapters, name);
    if (is_target(search->chapter, label) ||
        (other && (rest.len == 0 || is_target(other, rest)))) {
        return;
    }
    for (size_t i = 0; i < body->directive_count; i++) {
        if (body->directives[i].label.len > 0) {
            put_name(search, &names, body->directives[i].label);
        }
    }
    for (size_t i = 0; i < body->heading_count; i++) {
        put_name(search, &names, body->headings[i].id);
    }
    missed(search, "no figure, table, section or chapter is called so", &names,
           label);
}

static void find_figure(struct search *search, struct str reference)
{
    struct str id, name;
    struct strs names = {0};
    str_cut(reference, '.', &id, &name);
    const struct plan *plan = find_plan(search, id);
    if (!plan) {
        return;
    }
    for (size_t i = 0; i < plan->figure_count; i++) {
        if (str_equal(plan->figures[i].id, name)) {
            if (!evidences_find(search->input->evidences, id)) {
                missed(search, "there is no evidence to draw it from", NULL,
                       id);
            }
            return;
        }
        put_name(search, &names, plan->figures[i].id);
    }
    missed(search, "the plan has no such figure", &names, name);
}

static void find_widget(struct search *search, struct str argument)
{
    struct str name, figure;
    struct strs names = {0};
    str_cut(argument, ' ', &name, &figure);
    if (!widget_find(name)) {
        for (size_t i = 0; i < widget_count; i++) {
            put_name(search, &names, str_from_c(widget_infos[i].name));
        }
        missed(search, "no widget is called so", &names, name);
    } else if (figure.len > 0) {
        find_figure(search, figure);
    }
}

static void find_table(struct search *search, struct str argument)
{
    static const char *const tables[] = {"summary", "arms", "hypotheses",
                                         "reported", "parameters"};
    struct str what, metrics, id, arm;
    struct strs names = {0};
    str_cut(argument, ' ', &what, &metrics);
    str_cut(what, '.', &id, &what);
    const struct plan *plan = find_plan(search, id);
    const size_t dot = str_rfind_char(what, '.');
    if (!plan) {
        return;
    }
    if (dot != STR_NONE) {
        arm = str_slice(what, 0, dot);
        what = str_from(what, dot + 1);
        if (!str_is(what, "parameters") ||
            plan_arm(plan, arm) >= plan->trained_count) {
            missed(search, "the plan has no such arm or table", NULL, arm);
            suggest_name(search, plan, arm);
        }
        return;
    }
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        put_name(search, &names, str_from_c(tables[i]));
        if (i < 4 && str_is(what, tables[i])) {
            if (!evidences_find(search->input->evidences, id)) {
                missed(search, "there is no evidence to fill it from", NULL,
                       id);
            }
            return;
        }
    }
    missed(search, "no table is called so", &names, what);
}

/* What comes after the paragraph that begins at the place. */
static struct str next_block(struct place place)
{
    struct str rest = str_from(place.source->text, place.end);
    struct str line = {0};
    do {
        str_cut(rest, '\n', &line, &rest);
    } while (str_trim(line).len > 0);
    while (rest.len > 0 && str_trim(line).len == 0) {
        str_cut(rest, '\n', &line, &rest);
    }
    return str_trim(line);
}

static void find_table_below(struct search *search, const struct insert *insert)
{
    if (!str_starts(next_block(insert->written->place), S("|"))) {
        missed(search, "no table stands below this paragraph", NULL,
               insert->written->argument);
    }
}

static void find(struct search *search, const struct insert *insert)
{
    const struct str argument = insert->written->argument;
    switch (insert->kind) {
    case INSERT_VALUE:
        find_value(search, argument);
        return;
    case INSERT_SENTENCE:
        find_value(search, ARENA_JOIN(search->context->diags->arena, argument,
                                      S(".sentence")));
        return;
    case INSERT_REPORTED:
        find_report(search, argument);
        return;
    case INSERT_CONST:
        find_constant(search, argument);
        return;
    case INSERT_CITE:
    case INSERT_EVIDENCE:
        find_records(search, insert);
        return;
    case INSERT_REF:
        find_target(search, argument);
        return;
    case INSERT_FIGURE:
        find_figure(search, argument);
        return;
    case INSERT_TABLE:
        if (insert_is_caption(insert)) {
            find_table_below(search, insert);
        } else {
            find_table(search, argument);
        }
        return;
    case INSERT_WIDGET:
        find_widget(search, argument);
        return;
    case INSERT_UNKNOWN:
        return;
    }
}

static void report(struct search *search, struct place place, struct str what)
{
    struct check_context *context = search->context;
    if (search->why.len == 0) {
        check_pass(context);
        return;
    }
    struct diag *diag =
        check_finding(context, place, what, "\"%.*s\" leads to nothing: %.*s",
                      STR_ARG(what), STR_ARG(search->why));
    if (search->near.len > 0) {
        diag_hint(context->diags, diag, "did you mean \"%.*s\"?",
                  STR_ARG(search->near));
    }
}

void rule_reference_unresolved(struct check_context *context)
{
    const struct chapters *chapters = &context->input->library->chapters;
    for (size_t i = 0; i < chapters->len; i++) {
        const struct chapter *chapter = &chapters->at[i];
        const struct md_document *body = chapter->body;
        for (size_t d = 0; body && d < body->directive_count; d++) {
            struct search search = {context, context->input, chapter, {0}, {0}};
            if (body->directives[d].argument.len > 0) {
                find(&search, &chapter->inserts[d]);
                report(&search, body->directives[d].place,
                       body->directives[d].argument);
            }
        }
        for (size_t r = 0; body && r < body->reference_count; r++) {
            struct search search = {context, context->input, chapter, {0}, {0}};
            find_record(&search, body->references[r].id, false);
            report(&search, body->references[r].place, body->references[r].id);
        }
    }
}

/* -- Whether it still holds ------------------------------------------------ */

static bool shows_evidence(enum insert_kind kind)
{
    return kind == INSERT_VALUE || kind == INSERT_SENTENCE ||
           kind == INSERT_FIGURE || kind == INSERT_TABLE ||
           kind == INSERT_WIDGET;
}

static void check_age(struct check_context *context,
                      const struct insert *insert)
{
    struct str rest = insert->written->argument;
    struct str id = {0};
    if (!shows_evidence(insert->kind) || !insert_next_id(insert, &rest, &id)) {
        return;
    }
    const struct evidence *evidence =
        evidences_find(context->input->evidences, id);
    if (!evidence) {
        return; /* reference-unresolved says it */
    }
    if (!evidence->is_stale) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(context, insert->written->place, id,
                                      "this rests on stale evidence: %.*s",
                                      STR_ARG(evidence->stale_reason));
    diag_hint(context->diags, diag, "probatum run %.*s", STR_ARG(id));
}

void rule_chapter_stale(struct check_context *context)
{
    const struct chapters *chapters = &context->input->library->chapters;
    for (size_t i = 0; i < chapters->len; i++) {
        const struct md_document *body = chapters->at[i].body;
        for (size_t d = 0; body && d < body->directive_count; d++) {
            check_age(context, &chapters->at[i].inserts[d]);
        }
    }
}

/* -- What is declared ------------------------------------------------------ */

static bool is_used(const struct chapter *chapter, struct str name)
{
    const struct md_document *body = chapter->body;
    for (size_t d = 0; body && d < body->directive_count; d++) {
        if (chapter->inserts[d].kind == INSERT_CONST &&
            str_equal(body->directives[d].argument, name)) {
            return true;
        }
    }
    return false;
}

void rule_constant_unused(struct check_context *context)
{
    const struct chapters *chapters = &context->input->library->chapters;
    for (size_t i = 0; i < chapters->len; i++) {
        const struct chapter *chapter = &chapters->at[i];
        for (size_t c = 0; c < chapter->constant_count; c++) {
            const struct chapter_constant *constant = &chapter->constants[c];
            if (is_used(chapter, constant->name)) {
                check_pass(context);
                continue;
            }
            check_finding(context, constant->place, constant->name,
                          "nothing in the chapter uses the constant \"%.*s\"",
                          STR_ARG(constant->name));
        }
    }
}

/* -- Its form -------------------------------------------------------------- */

static const char *heading_fault(const struct md_document *body, size_t index)
{
    const struct md_heading *heading = &body->headings[index];
    const int before = index > 0 ? body->headings[index - 1].level : 1;
    if (heading->text.len == 0) {
        return "a heading says nothing";
    }
    if (heading->level == 1 && index > 0) {
        return "a second heading of level 1: a chapter has one title";
    }
    if (heading->level > before + 1) {
        return "a heading skips a level";
    }
    return NULL;
}

void rule_heading_structure(struct check_context *context)
{
    const struct chapters *chapters = &context->input->library->chapters;
    for (size_t i = 0; i < chapters->len; i++) {
        const struct md_document *body = chapters->at[i].body;
        for (size_t h = 0; body && h < body->heading_count; h++) {
            const char *fault = heading_fault(body, h);
            if (!fault) {
                check_pass(context);
                continue;
            }
            check_finding(context, body->headings[h].place,
                          body->headings[h].text, "%s", fault);
        }
    }
}

/* Headings have the ids of the page first. */
static bool is_taken(const struct md_document *body, size_t index)
{
    const struct str label = body->directives[index].label;
    for (size_t i = 0; i < index; i++) {
        if (str_equal(body->directives[i].label, label)) {
            return true;
        }
    }
    for (size_t i = 0; i < body->heading_count; i++) {
        if (str_equal(body->headings[i].id, label)) {
            return true;
        }
    }
    return false;
}

void rule_label_duplicate(struct check_context *context)
{
    const struct chapters *chapters = &context->input->library->chapters;
    for (size_t i = 0; i < chapters->len; i++) {
        const struct md_document *body = chapters->at[i].body;
        for (size_t d = 0; body && d < body->directive_count; d++) {
            const struct md_directive *directive = &body->directives[d];
            if (directive->label.len == 0) {
                continue;
            }
            if (!is_taken(body, d)) {
                check_pass(context);
                continue;
            }
            check_finding(context, directive->place, directive->label,
                          "the label \"%.*s\" is taken by a heading or another "
                          "label of the chapter",
                          STR_ARG(directive->label));
        }
    }
}
