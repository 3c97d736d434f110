/* A paper changes between versions. A citation or an excerpt that names the
 * version it is from, at the start of its locator (`v1 §4.2`), is held against
 * the version that the record keeps. */

#include "check/rules.h"
#include "base/ascii.h"
#include "record/identifier.h"

/* 1 of "v1 §4.2" and "v1, abstract"; 0 when no version is named. */
static int version_of(struct str locator)
{
    size_t at = 1;
    int version = 0;
    if (locator.len < 2 || locator.ptr[0] != 'v') {
        return 0;
    }
    while (at < locator.len && at < 4 && ascii_is_digit(locator.ptr[at])) {
        version = version * 10 + (locator.ptr[at++] - '0');
    }
    return at == locator.len || !ascii_is_alnum(locator.ptr[at]) ? version : 0;
}

/* The version of the arXiv number, or 0. */
static int kept_version(struct check_context *context,
                        const struct record *work)
{
    struct arxiv_id id = {0};
    return work->arxiv.len > 0 && arxiv_parse(context->scratch, work->arxiv,
                                              &id) == IDENTIFIER_OK
               ? id.version
               : 0;
}

static bool keeps_excerpt_of(const struct record *work, int version)
{
    for (size_t i = 0; i < work->excerpt_count; i++) {
        if (version_of(work->excerpts[i].locator) == version) {
            return true;
        }
    }
    return false;
}

void rule_quote_other_version(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        const int quoted = version_of(citation->locator);
        const struct record *work =
            quoted ? library_find(context->input->library, citation->ref)
                   : NULL;
        const int kept = work ? kept_version(context, work) : 0;
        if (!work) {
            continue;
        }
        if (kept == 0) {
            check_cannot(context, citation->place, citation->ref,
                         "which version of %.*s is kept is not said",
                         STR_ARG(citation->ref));
        } else if (kept == quoted || keeps_excerpt_of(work, quoted)) {
            check_pass(context);
        } else {
            struct diag *diag =
                check_finding(context, citation->place, citation->ref,
                              "it cites v%d of %.*s, and what is kept is v%d",
                              quoted, STR_ARG(citation->ref), kept);
            diag_hint(context->diags, diag,
                      "look whether v%d still says it, and cite that; or keep "
                      "an excerpt of v%d, with `locator: v%d …`",
                      kept, quoted, quoted);
        }
    }
}
