/* Footnotes, which CommonMark has none of: `[^label]` in running text, and a
 * paragraph of the body that begins with `[^label]:`. Their texts stand at the
 * end of the page; a note that is used twice has two ways back. */

#include "md/build.h"

#include "base/ascii.h"

enum { LONGEST_LABEL = 64 };

/* -- Finding them ---------------------------------------------------------- */

/* Bytes of `[^label]` at the start, 0 for anything else. */
static size_t note_length(struct str text)
{
    size_t end = 2;
    if (!str_starts(text, S("[^"))) {
        return 0;
    }
    while (end < text.len && end < 2 + LONGEST_LABEL) {
        const char c = text.ptr[end];
        const bool is_label = ascii_is_alnum(c) || c == '-' || c == '_' ||
                              (unsigned char)c >= 0x80;
        if (!is_label) {
            break;
        }
        end++;
    }
    return end > 2 && end < text.len && text.ptr[end] == ']' ? end + 1 : 0;
}

static void cover(struct md_text *text, size_t start, size_t end,
                  bool is_definition)
{
    const struct str label = md_text_slice(text, start + 2, end - 1);
    md_text_cover(text, start, end,
                  (struct md_mark){.kind = MD_MARK_NOTE,
                                   .place = md_text_place(text, start, end),
                                   .value = arena_copy(text->arena, label),
                                   .is_definition = is_definition});
}

size_t md_mark_note(struct md_text *text, size_t at, size_t end)
{
    const struct str rest = md_text_slice(text, at, end);
    const size_t length = note_length(rest);
    /* "[^words](target)" is a link. */
    if (length == 0 || str_starts(str_from(rest, length), S("("))) {
        return at + 1;
    }
    cover(text, at, at + length, false);
    return at + length;
}

void md_mark_note_starts(struct md_text *text)
{
    struct str rest = md_text_slice(text, 0, text->len);
    struct str line = {0};
    while (str_next_line(&rest, &line)) {
        const struct str note = str_from(line, md_marks_length(line));
        const size_t length = note_length(note);
        if (length > 0 && str_starts(str_from(note, length), S(":"))) {
            const size_t start = (size_t)(note.ptr - text->ptr);
            cover(text, start, start + length, true);
        }
    }
}

/* -- Taking their texts out of the body ------------------------------------ */

static bool begins_note(const struct md_builder *b, const struct md_node *node)
{
    return node->type == MD_NOTE && b->notes.at[node->number].is_definition &&
           node->next && node->next->type == MD_TEXT &&
           str_starts(node->next->text, S(":"));
}

/* The node after which the first note begins a line; NULL when it begins the
 * paragraph. False when there is none. */
static bool find_first(const struct md_builder *b,
                       const struct md_node *paragraph, struct md_node **before)
{
    *before = NULL;
    for (struct md_node *n = paragraph->first; n; n = n->next) {
        if (begins_note(b, n) &&
            (!*before || (*before)->type == MD_SOFT_BREAK)) {
            return true;
        }
        *before = n;
    }
    return false;
}

static struct md_node *begin_text(struct md_builder *b, struct md_node *note)
{
    struct md_node *text = md_node_new(b->trees, MD_NOTE_TEXT, NULL);
    const size_t index = (size_t)note->number;
    b->notes.at[index].is_taken = true;
    *LIST_PUSH(b->scratch, &b->note_texts) =
        (struct md_note_text){.node = text, .note = index};
    struct str *first = &note->next->text;
    *first = str_from(*first, 1);
    while (str_starts(*first, S(" "))) {
        *first = str_from(*first, 1);
    }
    return text;
}

/* The children from the node on, each to the footnote that it belongs to. */
static void deal_out(struct md_builder *b, struct md_node *node)
{
    struct md_node *text = NULL;
    while (node) {
        struct md_node *next = node->next;
        const bool ends_note =
            node->type == MD_SOFT_BREAK && next && begins_note(b, next);
        if (begins_note(b, node)) {
            text = begin_text(b, node);
        } else if (!ends_note) {
            md_node_add(text, node);
        }
        node = next;
    }
}

bool md_take_notes(struct md_builder *b, struct md_node *paragraph)
{
    struct md_node *before = NULL;
    if (!find_first(b, paragraph, &before)) {
        return false;
    }
    struct md_node *first = before ? before->next : paragraph->first;
    if (before) {
        before->next = NULL;
    } else {
        paragraph->first = NULL;
    }
    paragraph->last = before;
    deal_out(b, first);
    return !before;
}

/* -- Numbering ------------------------------------------------------------- */

static void report(struct md_builder *b, const struct md_note *note,
                   const char *what, const char *hint)
{
    if (b->diags) {
        struct diag *diag = diag_add(
            b->diags, SEVERITY_WARNING, "footnote-unmatched", note->place,
            "[^%.*s] %s", STR_ARG(note->node->text), what);
        diag_hint(b->diags, diag, "%s", hint);
    }
}

/* The texts by their labels: the first of each counts. */
static struct map texts_by_label(struct md_builder *b)
{
    struct map texts = {0};
    for (size_t i = 0; i < b->note_texts.len; i++) {
        const struct md_note *note = &b->notes.at[b->note_texts.at[i].note];
        void **slot = map_slot(b->scratch, &texts, note->node->text);
        if (*slot) {
            report(b, note, "is the label of two footnotes",
                   "the first is the one that is shown where it is used; call "
                   "this one otherwise");
        } else {
            *slot = &b->note_texts.at[i];
        }
    }
    return texts;
}

static void number_text(struct md_node *notes, struct md_node *text)
{
    md_node_add(notes, text);
    text->number = ++notes->number;
}

static void make_text(struct md_builder *b, const struct md_note *note)
{
    report(b, note, "names no footnote of this text",
           "begin a paragraph of the body with it and a colon; what is no "
           "footnote is written \\[^");
    note->node->type = MD_TEXT;
    note->node->text = ARENA_JOIN(b->trees, S("[^"), note->node->text, S("]"));
}

static void place_use(struct md_builder *b, struct md_node *notes,
                      struct md_node *use, struct md_note_text *text)
{
    if (text->uses++ == 0) {
        number_text(notes, text->node);
    }
    struct md_node *back = md_node_new(b->trees, MD_NOTE_BACK, text->node);
    const int number = text->node->number;
    back->number = text->uses;
    back->extra =
        text->uses == 1
            ? arena_printf(b->trees, "Note-use.%d", number)
            : arena_printf(b->trees, "Note-use.%d.%d", number, text->uses);
    use->number = number;
    use->extra = back->extra;
}

/* Nothing that was written is lost: what nobody uses stands last. */
static void place_unused(struct md_builder *b, struct md_node *notes)
{
    for (size_t i = 0; i < b->note_texts.len; i++) {
        const struct md_note_text *text = &b->note_texts.at[i];
        const struct md_note *note = &b->notes.at[text->note];
        if (text->uses == 0) {
            number_text(notes, text->node);
            report(b, note, "is used nowhere",
                   "name it in the text, or take it out");
        }
    }
}

void md_place_notes(struct md_builder *b, struct md_node *root)
{
    if (b->notes.len == 0) {
        return;
    }
    struct map texts = texts_by_label(b);
    struct md_node *notes = md_node_new(b->trees, MD_NOTES, NULL);
    for (size_t i = 0; i < b->notes.len; i++) {
        const struct md_note *note = &b->notes.at[i];
        struct md_note_text *text = map_get(&texts, note->node->text);
        if (text && !note->is_taken) {
            place_use(b, notes, note->node, text);
        } else if (!note->is_taken) {
            make_text(b, note);
        }
    }
    place_unused(b, notes);
    if (notes->first) {
        md_node_add(root, notes);
    }
}
