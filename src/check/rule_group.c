/* Several works by one group look like several witnesses. What an outside group
 * found is missing then, and a reader should know. */

#include "check/rules.h"

#include "base/ascii.h"

enum { WORKS_MOST = 16 }; /* with more, somebody else is among them */

struct works_cited {
    const struct record *at[WORKS_MOST];
    size_t len;
    bool is_too_many;
};

static void add_work(struct works_cited *works, const struct record *work)
{
    for (size_t i = 0; i < works->len; i++) {
        if (works->at[i] == work) {
            return;
        }
    }
    works->is_too_many |= works->len == WORKS_MOST;
    if (works->len < WORKS_MOST) {
        works->at[works->len++] = work;
    }
}

/* What speaks for the practice; who contests it is another group or not. */
static struct works_cited supporting_works(struct check_context *context)
{
    const struct citations *citations = &context->record->citations;
    struct works_cited works = {0};
    for (size_t i = 0; i < citations->len; i++) {
        const struct citation *citation = &citations->at[i];
        const struct record *work =
            library_find(context->input->library, citation->ref);
        if (work && work->kind->role == ROLE_LITERATURE &&
            (str_is(citation->role, "source") ||
             str_is(citation->role, "introduced_by"))) {
            add_work(&works, work);
        }
    }
    return works;
}

static bool is_name(struct str author)
{
    return !str_is(author, "others");
}

static bool shares_author(const struct record *a, const struct record *b)
{
    for (size_t i = 0; i < a->authors.len; i++) {
        for (size_t j = 0; j < b->authors.len; j++) {
            if (is_name(a->authors.at[i].text) &&
                str_equal_nocase(a->authors.at[i].text,
                                 b->authors.at[j].text)) {
                return true;
            }
        }
    }
    return false;
}

/* Grows from the first work by shared authors; true when it reaches all. */
static bool is_one_group(const struct works_cited *works)
{
    bool is_reached[WORKS_MOST] = {true};
    size_t reached = 1, known = 0;
    while (reached > known) {
        known = reached;
        for (size_t i = 0; i < works->len; i++) {
            for (size_t j = 0; is_reached[i] && j < works->len; j++) {
                if (!is_reached[j] &&
                    shares_author(works->at[i], works->at[j])) {
                    is_reached[j] = true;
                    reached++;
                }
            }
        }
    }
    return reached == works->len;
}

static const struct record *without_authors(const struct works_cited *works)
{
    for (size_t i = 0; i < works->len; i++) {
        if (works->at[i]->authors.len == 0) {
            return works->at[i];
        }
    }
    return NULL;
}

void rule_citation_single_group(struct check_context *context)
{
    const struct record *record = context->record;
    if (!(record->kind->role & (ROLE_PRACTICE | ROLE_THEORY)) ||
        record->is_broken || record_is_retired(record) ||
        str_is(record->consensus, "unreplicated")) {
        return;
    }
    const struct works_cited works = supporting_works(context);
    if (works.len < 2 || works.is_too_many) {
        return;
    }
    const struct record *unknown = without_authors(&works);
    if (unknown && unknown->fields[FIELD_AUTHORS].presence == PRESENCE_ABSENT) {
        check_cannot(context, record->citations.at[0].place, unknown->id,
                     "who wrote %.*s is not recorded", STR_ARG(unknown->id));
        return;
    }
    if (unknown || !is_one_group(&works)) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, record->citations.at[0].place, S("citations"),
        "all %zu works that support it share authors: it rests on one group",
        works.len);
    diag_hint(context->diags, diag,
              "cite an outside test; where there is none, say so: `consensus: "
              "unreplicated`");
}
