/* The tree as plain text, for titles, search, and checks on words. */

#include "md/tree.h"

#include "base/ascii.h"

/* Appends with each run of white space as one blank, none at the start. */
static void add_words(struct out *out, struct str text)
{
    for (size_t i = 0; i < text.len;) {
        const size_t start = i;
        while (i < text.len && !ascii_is_space(text.ptr[i])) {
            i++;
        }
        out_str(out, str_slice(text, start, i));
        const struct str written = out_text(out);
        if (i < text.len && written.len > 0 &&
            written.ptr[written.len - 1] != ' ') {
            out_char(out, ' ');
        }
        while (i < text.len && ascii_is_space(text.ptr[i])) {
            i++;
        }
    }
}

void md_node_plain(struct out *out, const struct md_node *node)
{
    bool is_word = node->type == MD_TEXT || node->type == MD_CODE ||
                   node->type == MD_CODE_BLOCK || node->type == MD_MATH ||
                   node->type == MD_REFERENCE;
    if (is_word) {
        add_words(out, node->text);
    }
    for (const struct md_node *n = node->first; n; n = n->next) {
        md_node_plain(out, n);
    }
    bool ends_line = node->type < MD_TEXT || node->type == MD_SOFT_BREAK ||
                     node->type == MD_HARD_BREAK;
    if (ends_line) {
        add_words(out, S(" "));
    }
}

static void trim_end(struct out *out)
{
    if (out->len > 0 && out->ptr[out->len - 1] == ' ') {
        out->len--;
    }
}

void md_document_plain(struct out *out, const struct md_document *document)
{
    struct arena scratch = {0};
    md_node_plain(out, md_tree(document, &scratch));
    trim_end(out);
    arena_free(&scratch);
}

void md_plain(struct out *out, struct arena *scratch, struct str text)
{
    md_node_plain(out, md_parse_line(scratch, text, NULL));
    trim_end(out);
}
