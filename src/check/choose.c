/* Everything is chosen where nothing was asked for. */

#include "check/choose.h"

static bool is_above(struct str folder, struct str path)
{
    return str_starts(path, folder) && path.len > folder.len &&
           path.ptr[folder.len] == '/';
}

bool choose_subject(const struct check_options *options, struct str id,
                    struct str path)
{
    for (size_t i = 0; i < options->subjects.len; i++) {
        struct str subject = options->subjects.at[i];
        while (str_ends(subject, S("/"))) {
            subject.len--;
        }
        if (str_equal(subject, id) || str_equal(subject, path) ||
            is_above(subject, path)) {
            return true;
        }
    }
    return options->subjects.len == 0;
}

bool choose_record(const struct check_options *options,
                   const struct record *record)
{
    return choose_subject(options, record->id, record->source->path);
}

bool choose_rule(const struct check_options *options,
                 const struct check_rule *rule)
{
    bool is_named = options->rules.len == 0;
    for (size_t i = 0; i < options->rules.len && !is_named; i++) {
        is_named = str_is(options->rules.at[i], rule->id);
    }
    return is_named &&
           (options->topic.len == 0 || str_is(options->topic, rule->topic));
}
