#ifndef RECORD_CHAPTER_H
#define RECORD_CHAPTER_H

/* Chapters: prose in which numbers, figures and citations are named and never
 * typed. A chapter is site/chapters/NN-slug.md, front matter and a body with
 * directives; probatum-chapter(5) is what an author reads. Here a chapter is
 * read by itself; whether what it names is there is the checker's question, and
 * what that looks like the page's. */

#include "md/md.h"
#include "record/project.h"
#include "record/target.h"

extern const char chapter_folder[]; /* "site/chapters", from the root */

/* -- Directives ------------------------------------------------------------ */

enum insert_kind {
#define INSERT(constant, name, form, numbered, example, meaning) \
    INSERT_##constant,
#include "record/inserts.def"
#undef INSERT
    INSERT_UNKNOWN, /* reported; shown as it was written */
};

enum insert_form { INSERT_INLINE, INSERT_BLOCK };

struct insert_info {
    const char *name;
    enum insert_form form;
    const char *numbered, *example, *meaning;
};
extern const struct insert_info insert_infos[INSERT_UNKNOWN];

/* A directive that is one of the table. `number` counts what is numbered alike,
 * from 1, in the order of the chapter; 0 for what has no number. */
struct insert {
    enum insert_kind kind;
    const struct md_directive *written; /* as many, and in the same order */
    int number;
    struct str anchor; /* its id on the page: its label, else "figure-2" and the
                          like; unlike every other of the chapter, and empty for
                          what has no number */
};

/* `::table[below]`: the number and the caption of the table that the author
 * wrote, which stands below; it names nothing. */
bool insert_is_caption(const struct insert *insert);

/* The names of experiments and works that the brackets of one insert hold: each
 * part between semicolons begins with one. False at the end. */
bool insert_next_id(const struct insert *insert, struct str *rest,
                    struct str *id);

/* What a reader may change in a widget, for people and scripts. */
struct widget_info {
    const char *name, *meaning;
    bool is_sweep; /* drawn from a sweep over positive numbers, or from none */
};
extern const struct widget_info widget_infos[];
extern const size_t widget_count;
const struct widget_info *widget_find(struct str name);

/* -- Chapters -------------------------------------------------------------- */

/* A number that belongs to the text itself, kept as it was typed. */
struct chapter_constant {
    struct str name, value, unit, reason;
    struct place place; /* of its name */
};

/* A record or experiment that the chapter names, in prose or in a directive. */
struct chapter_use {
    struct str id;
    struct place place;
};

struct chapter {
    struct source *source;
    struct str slug; /* "02-initialisation", of its page too */
    int64_t number;  /* 2; 0 where the file's name does not say */
    struct str title, summary, date;
    struct place title_place, summary_place;
    int64_t version; /* 0 when absent */
    struct yml_front span;
    struct chapter_constant *constants;
    size_t constant_count;
    const struct md_document *body; /* NULL when it is too large */
    struct insert *inserts;         /* of body->directives, one each */
    struct chapter_use *uses;       /* in the order of the text */
    size_t use_count;
};

struct chapters {
    struct chapter *at; /* by number, then by name */
    size_t len, cap;
};

/* Reads one file's text. Findings go to diags: chapter-invalid, constant-
 * incomplete, directive-unknown, and those of YAML and Markdown. */
struct chapter chapter_parse(struct arena *arena, const struct project *project,
                             struct source *source, struct diags *diags);

/* Every chapter of the project; none where the folder is not there. `texts` is
 * as for library_load_with, NULL for none. What cannot be read is a finding
 * (file-unreadable) and sets *is_incomplete, which is left alone otherwise. */
struct chapters chapters_load(struct arena *arena,
                              const struct project *project,
                              const struct map *texts, struct diags *diags,
                              bool *is_incomplete);

/* By slug, or by number ("2", "02"); NULL when there is none. */
const struct chapter *chapters_find(const struct chapters *chapters,
                                    struct str name);

/* The chapter whose file a link names, or NULL. */
const struct chapter *chapters_linked(const struct chapters *chapters,
                                      const struct target *target);

/* Whether the record or experiment is among its uses. */
bool chapter_names(const struct chapter *chapter, struct str id);

const struct chapter_constant *chapter_constant_find(
    const struct chapter *chapter, struct str name);

/* What `:ref` may name in the chapter: a label, what a figure or table shows
 * ("EXP-003.loss"), or a heading's id. One of the two is set; both NULL when
 * there is no such thing. */
struct chapter_target {
    const struct insert *insert;
    const struct md_heading *heading;
};
struct chapter_target chapter_target(const struct chapter *chapter,
                                     struct str label);

/* Whether the chapter's text has this id on its page. */
bool chapter_has_anchor(const struct chapter *chapter, struct str anchor);

#endif
