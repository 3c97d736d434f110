/* The list of fields as a table, and what the configuration can be asked. */

#include "record/project.h"

/* The roles as fields.def writes them. */
enum {
    PRACTICE = ROLE_PRACTICE,
    LITERATURE = ROLE_LITERATURE,
    THEORY = ROLE_THEORY,
    DECISION = ROLE_DECISION,
    NOTE = ROLE_NOTE,
    EXPERIMENT = ROLE_EXPERIMENT,
    ANY = ROLE_ANY,
};

const struct field_info field_infos[FIELD_COUNT] = {
#define FIELD(name, key, type, roles, targets, converse, help) \
    [FIELD_##name] = {key, FIELD_TYPE_##type, (roles), targets, converse, help},
#include "record/fields.def"
#undef FIELD
};

const struct kind *project_kind_of(const struct project *project, struct str id)
{
    const struct str prefix = str_slice(id, 0, str_find_char(id, '-'));
    for (size_t i = 0; i < project->kind_count; i++) {
        const struct kind *kind = &project->kinds[i];
        if (kind->role != ROLE_JOURNAL && str_equal(kind->prefix, prefix)) {
            return prefix.len < id.len ? kind : NULL;
        }
    }
    return NULL;
}

const struct kind *project_kind_by_role(const struct project *project,
                                        enum role role)
{
    for (size_t i = 0; i < project->kind_count; i++) {
        if (project->kinds[i].role == role) {
            return &project->kinds[i];
        }
    }
    return NULL;
}

const struct status *kind_status(const struct kind *kind, struct str word)
{
    for (size_t i = 0; i < kind->status_count; i++) {
        if (str_equal(kind->statuses[i].word, word)) {
            return &kind->statuses[i];
        }
    }
    return NULL;
}

const struct extra_field *kind_field(const struct kind *kind, struct str key)
{
    for (size_t i = 0; i < kind->extra_count; i++) {
        if (str_equal(kind->extras[i].key, key)) {
            return &kind->extras[i];
        }
    }
    return NULL;
}

const struct vocabulary *project_vocabulary(const struct project *project,
                                            struct str name)
{
    for (size_t i = 0; i < project->vocabulary_count; i++) {
        if (str_equal(project->vocabularies[i].name, name)) {
            return &project->vocabularies[i];
        }
    }
    return NULL;
}

/* What follows the prefix and its hyphen. */
static struct str code_of(const struct project *project, struct str id)
{
    const struct kind *kind = project_kind_of(project, id);
    return kind ? str_from(id, kind->prefix.len + 1) : S("");
}

static bool is_made_of(struct str text, bool allows_letters)
{
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        const bool is_digit = c >= '0' && c <= '9';
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!is_digit && !(allows_letters && is_letter)) {
            return false;
        }
    }
    return text.len > 0;
}

bool project_is_temporary(const struct project *project, struct str id)
{
    const struct str code = code_of(project, id);
    for (size_t i = 0; i < project->temporary.len; i++) {
        if (str_starts(code, project->temporary.at[i])) {
            return is_made_of(code, true);
        }
    }
    return false;
}

bool project_is_id(const struct project *project, struct str text)
{
    enum { DIGITS_CEILING = 9 };
    const struct str code = code_of(project, text);
    return (is_made_of(code, false) && code.len <= DIGITS_CEILING) ||
           project_is_temporary(project, text);
}
