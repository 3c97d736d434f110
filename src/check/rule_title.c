/* The body's first heading says the title again, for someone who reads the file
 * alone. Two copies of one text drift, so they are compared. */

#include "check/rules.h"

#include "base/ascii.h"

/* Equal but for how much white space stands between words. */
static bool is_same_text(struct str a, struct str b)
{
    a = str_trim(a);
    b = str_trim(b);
    size_t i = 0, j = 0;
    while (i < a.len && j < b.len) {
        if (ascii_is_space(a.ptr[i]) && ascii_is_space(b.ptr[j])) {
            while (i < a.len && ascii_is_space(a.ptr[i])) {
                i++;
            }
            while (j < b.len && ascii_is_space(b.ptr[j])) {
                j++;
            }
        } else if (a.ptr[i++] != b.ptr[j++]) {
            return false;
        }
    }
    return i == a.len && j == b.len;
}

/* What stands behind "SOTA-060: ", or the whole heading. */
static struct str without_id(struct str heading, struct str id)
{
    if (str_starts(heading, id) && heading.len > id.len &&
        heading.ptr[id.len] == ':') {
        return str_trim(str_from(heading, id.len + 1));
    }
    return heading;
}

/* A heading's text is plain; a title may have mark-up. */
static struct str plain_title(struct check_context *context)
{
    const struct str title = context->record->title;
    bool is_plain = true;
    for (size_t i = 0; is_plain && i < title.len; i++) {
        is_plain = str_find_char(S("`*_[\\<&$!~"), title.ptr[i]) == STR_NONE;
    }
    if (is_plain) {
        return title;
    }
    struct out out = {0};
    md_plain(&out, context->scratch, title);
    return out_take(&out, context->scratch);
}

void rule_title_heading(struct check_context *context)
{
    const struct record *record = context->record;
    const struct md_document *body = record->body;
    if (record->title.len == 0 || !body || body->heading_count == 0 ||
        body->headings[0].level != 1) {
        return; /* the title stands once, which is as well */
    }
    const struct md_heading *heading = &body->headings[0];
    const struct str shown = without_id(heading->text, record->id);
    if (is_same_text(shown, record->title) ||
        is_same_text(shown, plain_title(context))) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(context, heading->place, S("title"),
                                      "the heading is not the title: \"%.*s\"",
                                      STR_ARG(record->title));
    if (record->kind->role == ROLE_JOURNAL) {
        diag_hint(context->diags, diag, "write `# %.*s`",
                  STR_ARG(record->title));
    } else {
        diag_hint(context->diags, diag, "write `# %.*s: %.*s`",
                  STR_ARG(record->id), STR_ARG(record->title));
    }
}
