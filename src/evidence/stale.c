/* What moved since evidence was derived. The file holds the plan's canonical
 * lines, so the answer names settings and margins, not two hashes. */

#include "evidence/evidence.h"

/* "arms.rmsnorm.train.lr" -> "train.lr of arm rmsnorm". */
static struct str line_words(struct arena *arena, struct str key)
{
    struct str group = {0};
    struct str name = {0};
    struct str rest = {0};
    str_cut(key, '.', &group, &rest);
    if (!str_is(group, "arms") && !str_is(group, "hypotheses")) {
        return key;
    }
    str_cut(rest, '.', &name, &rest);
    return arena_printf(arena, "%.*s of %s %.*s", STR_ARG(rest),
                        str_is(group, "arms") ? "arm" : "hypothesis",
                        STR_ARG(name));
}

static struct str difference_words(struct arena *arena,
                                   const struct config_difference *difference)
{
    const struct str words = line_words(arena, difference->key);
    if (difference->left.len == 0) {
        return arena_printf(arena, "%.*s is %.*s and was not set",
                            STR_ARG(words), STR_ARG(difference->right));
    }
    if (difference->right.len == 0) {
        return arena_printf(arena, "%.*s was %.*s and is gone", STR_ARG(words),
                            STR_ARG(difference->left));
    }
    return arena_printf(arena, "%.*s is %.*s, was %.*s", STR_ARG(words),
                        STR_ARG(difference->right), STR_ARG(difference->left));
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
        *LIST_PUSH(arena, moved) = difference_words(arena, &differences[i]);
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
