/* The tree as plain text, for titles, search, and checks on words. */

#include "md/tree.h"

#include <string.h>

/* Appends with each run of white space as one blank, none at the start. */
static void add_words(struct out *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        bool is_blank = strchr(" \t\r\n", text.ptr[i]) && text.ptr[i] != '\0';
        struct str written = out_text(out);
        bool is_after_blank =
            written.len == 0 || written.ptr[written.len - 1] == ' ';
        if (!is_blank) {
            out_char(out, text.ptr[i]);
        } else if (!is_after_blank) {
            out_char(out, ' ');
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
