/* What moved since evidence was derived. The file holds the plan's canonical
 * lines, so the answer names settings and margins, not two hashes. */

#include "evidence/evidence.h"

/* Groups of lines with a name in the second place, and what it is of. */
static const struct {
    const char *group, *words;
} groups[] = {
    {"arms", "arm"}, {"derived", "derived arm"}, {"hypotheses", "hypothesis"}};

/* A line's key in its parts: "arms.rmsnorm.train.lr". */
struct line_parts {
    const char *words; /* "arm"; NULL for a line of the whole plan */
    struct str name, rest;
};

static struct line_parts line_parts(struct str key)
{
    struct line_parts parts = {.rest = key};
    struct str group = {0};
    struct str rest = {0};
    str_cut(key, '.', &group, &rest);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (str_is(group, groups[i].group)) {
            parts.words = groups[i].words;
            str_cut(rest, '.', &parts.name, &parts.rest);
        }
    }
    return parts;
}

/* "train.lr of arm rmsnorm". */
static struct str line_words(struct arena *arena, struct str key)
{
    const struct line_parts parts = line_parts(key);
    return parts.words
               ? arena_printf(arena, "%.*s of %s %.*s", STR_ARG(parts.rest),
                              parts.words, STR_ARG(parts.name))
               : key;
}

static bool has_arm(const struct lines *lines, struct str name)
{
    for (size_t i = 0; i < lines->len; i++) {
        if (str_starts(lines->at[i].key, S("arms.")) &&
            str_equal(line_parts(lines->at[i].key).name, name)) {
            return true;
        }
    }
    return false;
}

/* What a line that is not there stands for: in an arm that is, a setting at its
 * neutral value. */
static struct str absent_value(struct arena *arena, const struct lines *lines,
                               struct str key)
{
    const struct line_parts parts = line_parts(key);
    return str_starts(key, S("arms.")) && has_arm(lines, parts.name)
               ? setting_neutral(arena, parts.rest)
               : (struct str){0};
}

static struct str difference_words(struct arena *arena,
                                   const struct config_difference *difference,
                                   const struct lines *old_lines,
                                   const struct lines *new_lines)
{
    const struct str words = line_words(arena, difference->key);
    const struct str was =
        difference->left.len ? difference->left
                             : absent_value(arena, old_lines, difference->key);
    const struct str is = difference->right.len
                              ? difference->right
                              : absent_value(arena, new_lines, difference->key);
    if (was.len == 0) {
        return arena_printf(arena, "%.*s is %.*s and was not set",
                            STR_ARG(words), STR_ARG(is));
    }
    if (is.len == 0) {
        return arena_printf(arena, "%.*s was %.*s and is gone", STR_ARG(words),
                            STR_ARG(was));
    }
    return arena_printf(arena, "%.*s is %.*s, was %.*s", STR_ARG(words),
                        STR_ARG(is), STR_ARG(was));
}

void evidence_moved(struct arena *arena, const struct evidence *evidence,
                    struct strs *moved)
{
    struct lines now = {0};
    struct config_difference *differences = NULL;
    if (evidence->provenance.numerics != CORE_NUMERICS) {
        *LIST_PUSH(arena, moved) = arena_printf(
            arena, "the core's numerics are %d, were %lld", CORE_NUMERICS,
            (long long)evidence->provenance.numerics);
    }
    if (!evidence->plan || !evidence->plan->is_sound) {
        *LIST_PUSH(arena, moved) = evidence->plan
                                       ? S("the plan cannot be read any more")
                                       : S("there is no such plan any more");
        return;
    }
    plan_lines(arena, evidence->plan, &now);
    const size_t count =
        lines_diff(arena, &evidence->plan_lines, &now, &differences);
    for (size_t i = 0; i < count; i++) {
        *LIST_PUSH(arena, moved) = difference_words(
            arena, &differences[i], &evidence->plan_lines, &now);
    }
    const struct str hash = str_from_c(evidence->plan->hash.text);
    if (count == 0 && !str_equal(evidence->provenance.plan_hash, hash)) {
        *LIST_PUSH(arena, moved) = arena_printf(
            arena, "the plan's hash is %.*s, the evidence has %.*s",
            STR_ARG(hash), STR_ARG(evidence->provenance.plan_hash));
    }
}

void evidence_judge_age(struct arena *arena, struct evidence *evidence)
{
    struct strs moved = {0};
    evidence_moved(arena, evidence, &moved);
    evidence->is_stale = moved.len > 0;
    if (moved.len == 1) {
        evidence->stale_reason = moved.at[0];
    } else if (moved.len > 1) {
        evidence->stale_reason = arena_printf(
            arena, "%.*s; and %zu more", STR_ARG(moved.at[0]), moved.len - 1);
    }
}
