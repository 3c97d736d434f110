/* "Did you mean" for ids. The ids one slip away from a wrong one are few, so
 * they are spelled out and looked up, instead of measuring the distance to
 * each of ten thousand. */

#include "record/library.h"

#include <string.h>

enum { CODE_CEILING = 9 };

struct search {
    const struct library *library;
    struct str prefix;
    int64_t number; /* of the wrong id */
    struct str best;
    int64_t best_gap;
};

/* Keeps the candidate when it exists and its number is nearer. */
static void consider(struct search *search, const char *code, size_t len)
{
    const struct str digits = {code, len};
    int64_t number = 0;
    if (len == 0 || len > CODE_CEILING || !str_to_int64(digits, &number)) {
        return;
    }
    char id[64];
    const int written = snprintf(id, sizeof id, "%.*s-%.*s",
                                 STR_ARG(search->prefix), STR_ARG(digits));
    if (written < 0 || (size_t)written >= sizeof id) {
        return;
    }
    const struct record *record =
        library_find(search->library, (struct str){id, (size_t)written});
    const int64_t gap = number > search->number ? number - search->number
                                                : search->number - number;
    if (record && (search->best.len == 0 || gap < search->best_gap)) {
        search->best = record->id;
        search->best_gap = gap;
    }
}

/* 22, 0022: the same number, padded otherwise. */
static void try_padding(struct search *search, struct str code)
{
    for (int width = 1; width <= CODE_CEILING; width++) {
        char text[CODE_CEILING + 2];
        const int len = snprintf(text, sizeof text, "%0*lld", width,
                                 (long long)search->number);
        if (len > 0 && (size_t)len != code.len) {
            consider(search, text, (size_t)len);
        }
    }
}

static void try_substitutions(struct search *search, struct str code)
{
    char text[CODE_CEILING];
    for (size_t i = 0; i < code.len; i++) {
        memcpy(text, code.ptr, code.len);
        for (int digit = 0; digit < 10; digit++) {
            text[i] = (char)('0' + digit);
            consider(search, text, code.len);
        }
    }
}

static void try_transpositions(struct search *search, struct str code)
{
    char text[CODE_CEILING];
    for (size_t i = 0; i + 1 < code.len; i++) {
        memcpy(text, code.ptr, code.len);
        text[i] = code.ptr[i + 1];
        text[i + 1] = code.ptr[i];
        consider(search, text, code.len);
    }
}

static void try_deletions(struct search *search, struct str code)
{
    char text[CODE_CEILING];
    for (size_t i = 0; i < code.len; i++) {
        memcpy(text, code.ptr, i);
        memcpy(text + i, code.ptr + i + 1, code.len - i - 1);
        consider(search, text, code.len - 1);
    }
}

static void try_insertions(struct search *search, struct str code)
{
    char text[CODE_CEILING + 1];
    for (size_t i = 0; code.len < CODE_CEILING && i <= code.len; i++) {
        memcpy(text, code.ptr, i);
        memcpy(text + i + 1, code.ptr + i, code.len - i);
        for (int digit = 0; digit < 10; digit++) {
            text[i] = (char)('0' + digit);
            consider(search, text, code.len + 1);
        }
    }
}

/* From the likeliest slip to the least likely; the first that leads to records
 * decides, and among those the nearest number. */
static void (*const slips[])(struct search *, struct str) = {
    try_padding,   try_transpositions, try_substitutions,
    try_deletions, try_insertions,
};

struct str library_nearest(const struct library *library, struct str id)
{
    const struct project *project = library->project;
    struct str prefix, code;
    if (!str_cut(id, '-', &prefix, &code) || code.len == 0 ||
        code.len > CODE_CEILING) {
        return S("");
    }
    struct search search = {.library = library, .prefix = prefix};
    if (!str_to_int64(code, &search.number) || search.number < 0) {
        return S("");
    }
    if (!project_kind_of(project, id)) {
        search.prefix = nearest(prefix, &project->prefixes);
        consider(&search, code.ptr, code.len);
    }
    for (size_t i = 0; search.best.len == 0 && search.prefix.len > 0 &&
                       i < sizeof slips / sizeof slips[0];
         i++) {
        slips[i](&search, code);
    }
    return search.best;
}
