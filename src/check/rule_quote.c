/* A citation's quote, against the excerpts that its source's record keeps. */

#include "check/fold.h"
#include "check/rules.h"

/* The excerpts one after the other, for a quote that leaves out what lies
 * between them. */
static struct str joined_excerpts(struct arena *arena,
                                  const struct record *source)
{
    struct str joined = {0};
    for (size_t i = 0; i < source->excerpt_count; i++) {
        joined = arena_printf(arena, "%.*s\n%.*s", STR_ARG(joined),
                              STR_ARG(source->excerpts[i].text));
    }
    return joined;
}

static bool is_verbatim(const struct record *source, struct str quote)
{
    for (size_t i = 0; i < source->excerpt_count; i++) {
        if (fold_has_verbatim(source->excerpts[i].text, quote)) {
            return true;
        }
    }
    return false;
}

static bool is_found(struct arena *arena, const struct record *source,
                     struct str quote)
{
    for (size_t i = 0; i < source->excerpt_count; i++) {
        if (fold_has_quote(fold_layout(arena, source->excerpts[i].text),
                           quote)) {
            return true;
        }
    }
    return (str_find(quote, S("...")) != STR_NONE) &&
           fold_has_quote(fold_layout(arena, joined_excerpts(arena, source)),
                          quote);
}

/* As much of the text as fits into a hint, in whole words. */
static struct str first_words(struct arena *arena, struct str text)
{
    enum { HINT_BYTES = 48 };
    size_t len = text.len < HINT_BYTES ? text.len : HINT_BYTES;
    while (len < text.len && len > 0 && text.ptr[len] != ' ') {
        len--;
    }
    const struct str cut = arena_copy(arena, str_slice(text, 0, len));
    char *bytes = arena_alloc(arena, cut.len + 1, 1);
    for (size_t i = 0; i < cut.len; i++) {
        bytes[i] = cut.ptr[i] == FOLD_LINE_HYPHEN ? '-' : cut.ptr[i];
    }
    return (struct str){bytes, cut.len};
}

/* Where the quote and the nearest excerpt part ways. */
static void hint_difference(struct check_context *context, struct diag *diag,
                            const struct record *source, struct str quote)
{
    struct str best = {0}, after = {0};
    for (size_t i = 0; i < source->excerpt_count; i++) {
        struct str behind;
        const struct str start = fold_longest_start(
            fold_layout(context->scratch, source->excerpts[i].text), quote,
            &behind);
        if (start.len > best.len) {
            best = start;
            after = behind;
        }
    }
    const struct str quoted =
        first_words(context->scratch, str_trim(str_from(quote, best.len)));
    const struct str stored = first_words(context->scratch, after);
    if (best.len == 0 || quoted.len == 0) {
        diag_hint(context->diags, diag,
                  "add the passage to \"excerpts\" of %.*s, or correct the "
                  "quote",
                  STR_ARG(source->id));
    } else if (stored.len == 0) {
        diag_hint(context->diags, diag,
                  "the excerpt ends before \"%.*s\": store the rest of it in "
                  "%.*s",
                  STR_ARG(quoted), STR_ARG(source->id));
    } else {
        diag_hint(context->diags, diag,
                  "where the quote has \"%.*s\", the excerpt has \"%.*s\"",
                  STR_ARG(quoted), STR_ARG(stored));
    }
}

void rule_quote_not_found(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        const struct record *source =
            library_find(context->input->library, citation->ref);
        if (citation->quote.len == 0 || !source) {
            continue;
        }
        if (is_verbatim(source, citation->quote)) {
            check_pass(context);
            continue;
        }
        const struct str quote = fold_layout(context->scratch, citation->quote);
        if (source->excerpt_count == 0) {
            check_cannot(context, citation->quote_place, citation->ref,
                         "%.*s keeps no excerpt to compare the quote with",
                         STR_ARG(citation->ref));
        } else if (is_found(context->scratch, source, quote)) {
            check_pass(context);
        } else {
            struct diag *diag = check_finding(
                context, citation->quote_place, citation->ref,
                "the quote is in no excerpt of %.*s", STR_ARG(citation->ref));
            hint_difference(context, diag, source, quote);
        }
    }
}
