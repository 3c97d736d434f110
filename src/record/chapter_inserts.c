/* From directives, which are names and brackets, to inserts, which mean
 * something; and what of the project they name. */

#include "record/chapter_read.h"

#include <stdlib.h>
#include <string.h>

const struct insert_info insert_infos[INSERT_UNKNOWN] = {
#define INSERT(constant, name, form, numbered, example, meaning) \
    {name, INSERT_##form, numbered, example, meaning},
#include "record/inserts.def"
#undef INSERT
};

/* One list: pages, scripts and probatum-chapter(5) read it. */
const struct widget_info widget_infos[] = {
    {"init-std",
     "the residual stream and the gradient by block, over the standard "
     "deviation of the initial weights",
     false},
    {"warmup-placement",
     "training with the norm before or after the sublayers, with and without "
     "warmup",
     true},
    {"coordinate-check",
     "how far the logits move at each width, under both parameterisations",
     true},
};
const size_t widget_count = sizeof widget_infos / sizeof widget_infos[0];

const struct widget_info *widget_find(struct str name)
{
    for (size_t i = 0; i < widget_count; i++) {
        if (str_is(name, widget_infos[i].name)) {
            return &widget_infos[i];
        }
    }
    return NULL;
}

/* -- Kinds ----------------------------------------------------------------- */

static enum insert_kind kind_of(struct str name)
{
    int kind = 0;
    while (kind < INSERT_UNKNOWN && !str_is(name, insert_infos[kind].name)) {
        kind++;
    }
    return (enum insert_kind)kind;
}

static void report_unknown(struct arena *arena, struct diags *diags,
                           const struct md_directive *directive)
{
    struct strs names = {0};
    for (int i = 0; i < INSERT_UNKNOWN; i++) {
        *LIST_PUSH(arena, &names) = str_from_c(insert_infos[i].name);
    }
    const struct str near = nearest(directive->name, &names);
    struct diag *diag =
        diag_add(diags, SEVERITY_ERROR, "directive-unknown", directive->place,
                 "no directive is called \"%.*s\"", STR_ARG(directive->name));
    if (near.len > 0) {
        diag_hint(diags, diag,
                  "did you mean \"%.*s\"? A colon that begins none is "
                  "written \\:",
                  STR_ARG(near));
    } else {
        diag_hint(diags, diag,
                  "probatum-chapter(5) lists them; a colon that begins none "
                  "is written \\:");
    }
}

static void report_form(struct diags *diags,
                        const struct md_directive *directive,
                        const struct insert_info *info)
{
    const bool is_block = info->form == INSERT_BLOCK;
    struct diag *diag = diag_add(
        diags, SEVERITY_ERROR, "directive-malformed", directive->place,
        is_block ? "\"%s\" is a block and begins a paragraph of its own"
                 : "\"%s\" belongs in running text",
        info->name);
    diag_hint(diags, diag, "write %s%s[%.*s]", is_block ? "::" : ":",
              info->name, STR_ARG(directive->argument));
}

/* -- Anchors --------------------------------------------------------------- */

static bool is_taken(const struct chapter *chapter, size_t before,
                     struct str anchor)
{
    for (size_t i = 0; i < before; i++) {
        if (str_equal(chapter->inserts[i].anchor, anchor)) {
            return true;
        }
    }
    for (size_t i = 0; i < chapter->body->heading_count; i++) {
        if (str_equal(chapter->body->headings[i].id, anchor)) {
            return true;
        }
    }
    return false;
}

/* Its label, unless a heading or an insert before it has that: no id is on a
 * page twice. */
static struct str anchor_of(struct arena *arena, const struct chapter *chapter,
                            size_t index)
{
    const struct insert *insert = &chapter->inserts[index];
    const bool is_table = insert->kind == INSERT_TABLE;
    struct str anchor = insert->written->label;
    if (insert->number == 0) {
        return (struct str){0};
    }
    if (anchor.len == 0 || is_taken(chapter, index, anchor)) {
        anchor = arena_printf(arena, "%s-%d", is_table ? "table" : "figure",
                              insert->number);
    }
    while (is_taken(chapter, index, anchor)) {
        anchor = ARENA_JOIN(arena, anchor, S("-too"));
    }
    return anchor;
}

void read_inserts(struct arena *arena, struct chapter *chapter,
                  struct diags *diags)
{
    const struct md_document *body = chapter->body;
    int figures = 0;
    int tables = 0;
    chapter->inserts = ARENA_ARRAY(arena, struct insert, body->directive_count);
    for (size_t i = 0; i < body->directive_count; i++) {
        const struct md_directive *written = &body->directives[i];
        struct insert *insert = &chapter->inserts[i];
        *insert =
            (struct insert){.kind = kind_of(written->name), .written = written};
        if (insert->kind == INSERT_UNKNOWN) {
            report_unknown(arena, diags, written);
            continue;
        }
        const struct insert_info *info = &insert_infos[insert->kind];
        if ((info->form == INSERT_BLOCK) != written->is_block) {
            report_form(diags, written, info);
        } else if (strcmp(info->numbered, "Figure") == 0) {
            insert->number = ++figures;
        } else if (strcmp(info->numbered, "Table") == 0) {
            insert->number = ++tables;
        }
        insert->anchor = anchor_of(arena, chapter, i);
    }
}

/* -- What is named --------------------------------------------------------- */

static struct str first_word(struct str text)
{
    struct str word = {0};
    struct str rest = {0};
    str_cut(str_trim(text), ' ', &word, &rest);
    return word;
}

bool insert_is_caption(const struct insert *insert)
{
    return insert->kind == INSERT_TABLE &&
           str_is(insert->written->argument, "below");
}

bool insert_next_id(const struct insert *insert, struct str *rest,
                    struct str *id)
{
    struct str part = {0};
    struct str tail = {0};
    if (rest->len == 0 || insert_is_caption(insert)) {
        return false;
    }
    switch (insert->kind) {
    case INSERT_CITE:
        str_cut(*rest, ';', &part, rest);
        *id = first_word(part);
        return true;
    case INSERT_REPORTED:
        str_cut(*rest, '#', id, &tail);
        break;
    case INSERT_VALUE:
    case INSERT_SENTENCE:
    case INSERT_FIGURE:
    case INSERT_TABLE:
        str_cut(*rest, '.', id, &tail);
        break;
    case INSERT_EVIDENCE:
        str_cut(*rest, ' ', id, &tail);
        break;
    case INSERT_WIDGET:
        str_cut(*rest, ' ', &part, &tail);
        str_cut(str_trim(tail), '.', id, &part);
        break;
    case INSERT_CONST:
    case INSERT_REF:
    case INSERT_UNKNOWN:
        *rest = (struct str){0};
        return false;
    }
    *rest = (struct str){0};
    *id = str_trim(*id);
    return id->len > 0;
}

struct uses {
    struct chapter_use *at;
    size_t len, cap;
};

static int by_place(const void *left, const void *right)
{
    const struct chapter_use *a = left;
    const struct chapter_use *b = right;
    return (a->place.start > b->place.start) -
           (a->place.start < b->place.start);
}

void read_uses(struct arena *arena, struct chapter *chapter)
{
    const struct md_document *body = chapter->body;
    struct uses uses = {0};
    for (size_t i = 0; i < body->reference_count; i++) {
        *LIST_PUSH(arena, &uses) = (struct chapter_use){
            body->references[i].id, body->references[i].place};
    }
    for (size_t i = 0; i < body->directive_count; i++) {
        struct str rest = body->directives[i].argument;
        struct str id = {0};
        while (insert_next_id(&chapter->inserts[i], &rest, &id)) {
            *LIST_PUSH(arena, &uses) =
                (struct chapter_use){id, body->directives[i].place};
        }
    }
    if (uses.len > 1) {
        qsort(uses.at, uses.len, sizeof *uses.at, by_place);
    }
    chapter->uses = uses.at;
    chapter->use_count = uses.len;
}

/* -- Targets --------------------------------------------------------------- */

static struct str shown_by(const struct insert *insert)
{
    struct str name = {0};
    struct str rest = {0};
    const bool is_bare = !str_cut(insert->written->argument, ' ', &name, &rest);
    return is_bare ? insert->written->argument : name;
}

struct chapter_target chapter_target(const struct chapter *chapter,
                                     struct str label)
{
    const struct md_document *body = chapter->body;
    struct chapter_target shown = {0};
    for (size_t i = 0; body && i < body->directive_count; i++) {
        const struct insert *insert = &chapter->inserts[i];
        if (insert->number == 0) {
            continue;
        }
        if (str_equal(insert->written->label, label)) {
            return (struct chapter_target){insert, NULL};
        }
        if (!shown.insert && str_equal(shown_by(insert), label)) {
            shown.insert = insert;
        }
    }
    for (size_t i = 0; body && !shown.insert && i < body->heading_count; i++) {
        if (str_equal(body->headings[i].id, label)) {
            return (struct chapter_target){NULL, &body->headings[i]};
        }
    }
    return shown;
}

bool chapter_has_anchor(const struct chapter *chapter, struct str anchor)
{
    const struct md_document *body = chapter->body;
    for (size_t i = 0; body && i < body->directive_count; i++) {
        if (str_equal(chapter->inserts[i].anchor, anchor)) {
            return true;
        }
    }
    return body && md_has_heading(body, anchor);
}
