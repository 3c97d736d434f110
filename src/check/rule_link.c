/* Links between records: that they lead somewhere, to a record of the kind that
 * the field is for, and not to themselves. */

#include "check/rules.h"

/* -- link-unresolved, temporary-code -------------------------------------- */

static void suggest(struct check_context *context, struct diag *diag,
                    struct str id)
{
    const struct str near = library_nearest(context->input->library, id);
    if (near.len > 0) {
        diag_hint(context->diags, diag, "did you mean \"%.*s\"?",
                  STR_ARG(near));
    }
}

/* What a plan's hypotheses and reported numbers name is looked up where the
 * plan is read, with more to say (plan-hypothesis, plan-reported). */
static bool is_of_plan(const struct link *link)
{
    return link->from->kind->role == ROLE_EXPERIMENT &&
           link->origin == LINK_FIELD &&
           (str_is(link->field, "hypotheses") ||
            str_is(link->field, "reported"));
}

void rule_link_unresolved(struct check_context *context)
{
    const struct record *record = context->record;
    const struct project *project = context->input->project;
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (link->to) {
            check_pass(context);
        } else if (!project_is_temporary(project, link->id) &&
                   !is_of_plan(link)) {
            struct diag *diag = check_finding(context, link->place, link->id,
                                              "no record has the id \"%.*s\"",
                                              STR_ARG(link->id));
            suggest(context, diag, link->id);
        }
    }
}

void rule_temporary_code(struct check_context *context)
{
    const struct record *record = context->record;
    const struct project *project = context->input->project;
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (!project_is_temporary(project, link->id)) {
            continue;
        }
        struct diag *diag = check_finding(
            context, link->place, link->id,
            "\"%.*s\" is a temporary code, left behind in %s%.*s%s",
            STR_ARG(link->id), link->origin == LINK_PROSE ? "the " : "\"",
            STR_ARG(link->field), link->origin == LINK_PROSE ? "" : "\"");
        if (link->to) {
            diag_hint(context->diags, diag, "it became %.*s: write that",
                      STR_ARG(link->to->id));
        } else {
            diag_hint(context->diags, diag,
                      "write the number that the record got, or take the "
                      "mention out; no record has \"formerly: [%.*s]\"",
                      STR_ARG(link->id));
        }
    }
}

/* -- link-former ---------------------------------------------------------- */

/* "formerly SOTA-010": the former id is what is meant. */
static bool is_meant(const struct link *link)
{
    enum { BEFORE = 40 };
    static const char *const words[] = {"formerly", "former", "once", "was",
                                        "old",      "then",   "until"};
    const struct str text = link->place.source->text;
    const size_t start = link->place.start;
    const struct str before =
        str_slice(text, start > BEFORE ? start - BEFORE : 0, start);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_find_nocase(before, str_from_c(words[i])) != STR_NONE) {
            return true;
        }
    }
    return false;
}

void rule_link_former(struct check_context *context)
{
    const struct record *record = context->record;
    const struct project *project = context->input->project;
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (!link->to || link->origin == LINK_HISTORY ||
            project_is_temporary(project, link->id)) {
            continue;
        }
        const bool is_prose =
            link->origin == LINK_PROSE || link->origin == LINK_SUMMARY;
        if (str_equal(link->id, link->to->id) || (is_prose && is_meant(link))) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, link->place, link->id, "%.*s is called %.*s now",
            STR_ARG(link->id), STR_ARG(link->to->id));
        diag_hint(context->diags, diag,
                  "write %.*s; where the former id is meant, say \"formerly\" "
                  "before it",
                  STR_ARG(link->to->id));
    }
}

/* -- link-self ------------------------------------------------------------ */

/* A field or citation says something about another record; prose may well
 * name the record that it stands in. */
static bool is_statement(const struct link *link)
{
    return link->origin == LINK_FIELD || link->origin == LINK_CITATION;
}

void rule_link_self(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (!is_statement(link) || !link->to) {
            continue;
        }
        if (link->to != record) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, link->place, link->id, "%.*s names itself in \"%.*s\"",
            STR_ARG(record->id), STR_ARG(link->field));
        diag_hint(context->diags, diag,
                  "name the other record that is meant, or take %.*s out",
                  STR_ARG(link->id));
    }
}

/* -- link-wrong-kind ------------------------------------------------------ */

/* The key that decides what a link may name: a citation's is its role. */
static struct str deciding_key(const struct record *record,
                               const struct link *link)
{
    const struct citations *citations = &record->citations;
    for (size_t i = 0; link->origin == LINK_CITATION && i < citations->len;
         i++) {
        if (citations->at[i].ref_place.start == link->place.start) {
            return citations->at[i].role;
        }
    }
    return link->field;
}

/* What the field may name: prefixes from probatum.yaml, else roles. */
struct allowed {
    const struct strs *prefixes; /* NULL: any */
    unsigned roles;
};

static struct allowed allowed_in(const struct check_context *context,
                                 struct str key)
{
    const struct record *record = context->record;
    const struct extra_field *extra = kind_field(record->kind, key);
    const struct field_info *info =
        map_get(&context->input->project->fields, key);
    struct allowed allowed = {.roles = ROLE_ANY};
    if (extra && extra->targets.len > 0) {
        allowed.prefixes = &extra->targets;
    } else if (info && (info->roles & record->kind->role) &&
               info->type == FIELD_TYPE_REFERENCES) {
        allowed.roles = info->targets;
    } else if (info && info->type == FIELD_TYPE_STRINGS &&
               str_is(key, field_infos[FIELD_EVIDENCE].key)) {
        allowed.roles = ROLE_EXPERIMENT;
    }
    return allowed;
}

static bool is_allowed(const struct allowed *allowed, const struct kind *kind)
{
    if (!allowed->prefixes) {
        return (allowed->roles & kind->role) != 0;
    }
    return strs_has(allowed->prefixes, kind->prefix);
}

/* "SOTA-001 or LIT-001", from the prefixes of the kinds that would be right. */
static struct str right_kinds(struct check_context *context,
                              const struct allowed *allowed)
{
    const struct project *project = context->input->project;
    struct str list = {0};
    for (size_t i = 0; i < project->kind_count; i++) {
        const struct kind *kind = &project->kinds[i];
        if (kind->role != ROLE_JOURNAL && is_allowed(allowed, kind)) {
            list =
                arena_printf(context->scratch, "%.*s%s%.*s-…", STR_ARG(list),
                             list.len > 0 ? " or " : "", STR_ARG(kind->prefix));
        }
    }
    return list;
}

/* The first field of this record's kind that is for just such a record. */
static const char *better_field(const struct record *record, enum role role)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const struct field_info *info = &field_infos[i];
        if (info->type == FIELD_TYPE_REFERENCES &&
            (info->roles & record->kind->role) && (info->targets & role) &&
            i != FIELD_SUPERSEDED_BY) {
            return info->key;
        }
    }
    return NULL;
}

static void report_kind(struct check_context *context, const struct link *link,
                        struct str key, const struct allowed *allowed)
{
    struct diag *diag = check_finding(
        context, link->place, link->id,
        "\"%.*s\" cannot name %.*s, which is of the kind \"%s\"", STR_ARG(key),
        STR_ARG(link->id), role_name(link->to->kind->role));
    const struct str right = right_kinds(context, allowed);
    const char *field = better_field(context->record, link->to->kind->role);
    if (right.len > 0) {
        diag_hint(context->diags, diag, "it names %.*s%s%s%s", STR_ARG(right),
                  field ? "; such a record is named in \"" : "",
                  field ? field : "", field ? "\"" : "");
    }
}

void rule_link_wrong_kind(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (!is_statement(link) || !link->to) {
            continue;
        }
        const struct str key = deciding_key(record, link);
        const struct allowed allowed = allowed_in(context, key);
        if (is_allowed(&allowed, link->to->kind)) {
            check_pass(context);
        } else {
            report_kind(context, link, key, &allowed);
        }
    }
}
