/* A work as an item of CSL-JSON 1.0.2, which allows no variable that it does
 * not know; what is this project's own goes into `custom`. */

#include "exchange/work.h"

static void put(struct json_out *j, const char *key, struct str value)
{
    if (value.len > 0) {
        json_put_str(j, key, value);
    }
}

static void put_name(struct json_out *j, const struct author *author)
{
    json_open(j, '{');
    switch (author->kind) {
    case AUTHOR_OTHERS:
        json_put_c(j, "literal", "others");
        break;
    case AUTHOR_GROUP:
        json_put_str(j, "literal", author->family);
        break;
    case AUTHOR_PERSON:
        json_put_str(j, "family", author->family);
        put(j, "given", author->given);
        put(j, "suffix", author->suffix);
        break;
    }
    json_close(j);
}

static void put_authors(struct json_out *j, const struct authors *authors)
{
    if (authors->len == 0) {
        return;
    }
    json_key(j, "author");
    json_open(j, '[');
    for (size_t i = 0; i < authors->len; i++) {
        put_name(j, &authors->at[i]);
    }
    json_close(j);
}

/* {"date-parts": [[2019, 9, 17]]} */
static void put_issued(struct json_out *j, struct str published)
{
    const struct work_date date = work_date(published);
    if (date.year == 0) {
        return;
    }
    json_key(j, "issued");
    json_open(j, '{');
    json_key(j, "date-parts");
    json_open(j, '[');
    json_open(j, '[');
    json_int(j, date.year);
    if (date.month > 0) {
        json_int(j, date.month);
    }
    if (date.day > 0) {
        json_int(j, date.day);
    }
    json_close(j);
    json_close(j);
    json_close(j);
}

/* arXiv:2103.03098v3, its version, and the address where no other is known. */
static void put_arxiv(struct json_out *j, struct arena *scratch,
                      const struct work *work)
{
    const struct arxiv_id *id = &work->arxiv_id;
    if (id->number.len == 0) {
        put(j, "URL", work->url);
        return;
    }
    const struct str version =
        id->version > 0 ? arena_printf(scratch, "v%d", id->version) : S("");
    const struct str name = arena_printf(scratch, "%.*s%.*s",
                                         STR_ARG(id->number), STR_ARG(version));
    put(j, "number", arena_printf(scratch, "arXiv:%.*s", STR_ARG(name)));
    put(j, "version", version);
    put(j, "URL",
        work->url.len > 0 ? work->url
                          : arena_printf(scratch, "https://arxiv.org/abs/%.*s",
                                         STR_ARG(name)));
}

static void put_custom(struct json_out *j, const struct work *work)
{
    json_key(j, "custom");
    json_open(j, '{');
    json_put_str(j, "record", work->id);
    put(j, "status", work->status);
    put(j, "read", work->read);
    json_close(j);
}

void work_put_csl(struct json_out *j, struct arena *scratch,
                  const struct work *work)
{
    const struct work_type *type = work_type_of_word(work->type);
    struct doi_id doi;
    json_open(j, '{');
    json_put_str(j, "id", work->key);
    json_put_c(j, "type", type->csl);
    put(j, "title", work->title);
    put_authors(j, &work->authors);
    put(j, type->variable, work->venue);
    put_issued(j, work->published);
    if (work->doi.len > 0 && doi_parse(scratch, work->doi, &doi) != DOI_FORM) {
        put(j, "DOI", doi.shown);
    }
    put_arxiv(j, scratch, work);
    if (work->retracted.len > 0) {
        json_put_c(j, "status", "retracted");
        put(j, "note", work->retracted);
    }
    put_custom(j, work);
    json_close(j);
}
