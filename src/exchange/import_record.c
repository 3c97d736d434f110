/* The text of a new literature record. Values that YAML could read as anything
 * but this text stand in quotes. */

#include "exchange/import.h"

#include "exchange/yaml_text.h"

enum { COMMENT_CEILING = 64 << 10 };

/* -- YAML ------------------------------------------------------------------ */

static void put_field(struct out *out, const char *key, struct str value)
{
    if (value.len > 0) {
        out_printf(out, "%s: ", key);
        yaml_put(out, value);
        out_char(out, '\n');
    }
}

static void put_field_quoted(struct out *out, const char *key, struct str value)
{
    if (value.len > 0) {
        out_printf(out, "%s: ", key);
        yaml_put_quoted(out, value);
        out_char(out, '\n');
    }
}

/* -- The record ------------------------------------------------------------ */

static void put_authors(struct out *out, struct arena *arena,
                        const struct authors *authors)
{
    if (authors->len > 0) {
        out_c(out, "authors:\n");
    }
    for (size_t i = 0; i < authors->len; i++) {
        out_c(out, "- ");
        yaml_put(out, author_text(arena, &authors->at[i]));
        out_char(out, '\n');
    }
}

static struct str first_status(const struct kind *kind)
{
    const struct status *active = kind_status(kind, S("Active"));
    return active               ? active->word
           : kind->status_count ? kind->statuses[0].word
                                : S("Active");
}

static void put_fields(struct out *out, struct arena *arena,
                       const struct import_text *text, const struct work *work)
{
    put_field(out, "id", text->id);
    put_field_quoted(out, "title", work->title);
    put_field(out, "status", first_status(text->kind));
    out_c(out, "version: 1\n");
    put_field_quoted(out, "date", text->today);
    put_field(out, "type", work->type);
    if (!str_equal(work->key, text->id)) {
        put_field(out, "cite_key", work->key);
    }
    put_authors(out, arena, &work->authors);
    put_field_quoted(out, "published", work->published);
    put_field_quoted(out, "arxiv", work->arxiv);
    put_field(out, "arxiv_class", work->arxiv_class);
    put_field_quoted(out, "doi", work->doi);
    put_field_quoted(out, "url", work->url);
    put_field(out, "venue", work->venue);
    put_field_quoted(out, "retracted", work->retracted);
    out_c(out, "read: unread\n");
}

static bool has_key(struct str fields, struct str key)
{
    struct str line, name, value;
    while (str_next_line(&fields, &line)) {
        str_cut(line, ':', &name, &value);
        if (str_equal(name, key)) {
            return true;
        }
    }
    return false;
}

static void put_missing(struct out *out, const struct strs *keys)
{
    for (size_t i = 0; i < keys->len; i++) {
        if (!has_key(out_text(out), keys->at[i])) {
            out_printf(out, "%.*s:\n", STR_ARG(keys->at[i]));
        }
    }
}

/* "# bibtex pages = 11--19": the word in front keeps it from being read as a
 * comment that acknowledges a finding. */
static void put_leftovers(struct out *out, const struct import_text *text)
{
    for (size_t i = 0; i < text->leftovers->left.len; i++) {
        const struct bib_field *field =
            &text->entry->fields[text->leftovers->left.at[i]];
        struct out line = {0};
        out_squeezed(&line, field->tex);
        for (size_t c = 0; c < line.len; c++) {
            const unsigned char byte = (unsigned char)line.ptr[c];
            line.ptr[c] = byte < ' ' || byte == 0x7f ? ' ' : line.ptr[c];
        }
        out_printf(out, "# bibtex %.*s = ", STR_ARG(field->name));
        out_str(out, line.len <= COMMENT_CEILING ? out_text(&line)
                                                 : S("(longer than 64 KiB)"));
        out_char(out, '\n');
        out_free(&line);
    }
}

void import_put_record(struct out *out, const struct import_text *text,
                       struct arena *arena, const struct work *work)
{
    struct out fields = {0};
    const struct status *status =
        kind_status(text->kind, first_status(text->kind));
    put_fields(&fields, arena, text, work);
    put_missing(&fields, &text->kind->required);
    if (status) {
        put_missing(&fields, &status->requires);
    }
    put_leftovers(&fields, text);
    out_c(out, text->is_yaml ? "" : "---\n");
    out_str(out, out_text(&fields));
    out_free(&fields);
    if (!text->is_yaml) {
        out_printf(out, "---\n\n# %.*s: ", STR_ARG(text->id));
        out_markdown(out, work->title);
        out_char(out, '\n');
    }
}
