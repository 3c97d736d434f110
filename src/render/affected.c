/* A walk from one record along what rests on what, and through the chapters. */

#include "render/affected.h"

#include <stdlib.h>
#include <string.h>

#include "check/sentence.h"

struct walk {
    struct arena *arena;
    const struct site_input *input;
    const struct record *start;
    struct map seen; /* id -> itself, the start included */
    LIST(struct affected) records;
    LIST(struct mention) mentions;
    LIST(struct affected_sentence) sentences;
};

/* -- Records --------------------------------------------------------------- */

/* Fields by which a record rests on what it names. The converse of one
 * (explains, extended_by) only points back. */
static bool is_support(const struct link *link)
{
    static const char *const fields[] = {
        "citations",    "source",          "introduced_by", "contested_by",
        "explained_by", "extends",         "corrects",      "evidence",
        "paper",        "compared_against"};
    const bool is_reference =
        link->origin == LINK_FIELD || link->origin == LINK_CITATION;
    for (size_t i = 0; is_reference && i < sizeof fields / sizeof fields[0];
         i++) {
        if (str_is(link->field, fields[i])) {
            return true;
        }
    }
    return false;
}

static void add(struct walk *walk, const struct affected *affected)
{
    void **slot = map_slot(walk->arena, &walk->seen, affected->record->id);
    if (*slot == NULL) {
        *slot = walk;
        *LIST_PUSH(walk->arena, &walk->records) = *affected;
    }
}

static void add_backlinks(struct walk *walk, const struct record *through,
                          int steps)
{
    for (size_t i = 0; i < through->backlink_count; i++) {
        const struct link *link = through->backlinks[i];
        /* Comparing two practices is about both, and goes no further. */
        const bool is_sideways = str_is(link->field, "compared_against");
        if (is_support(link) && !(is_sideways && steps > 1)) {
            add(walk, &(struct affected){link->from, through, link->field,
                                         link->place, steps});
        }
    }
}

/* Experiments whose numbers stand beside those that the work reports. */
static void add_plans(struct walk *walk, const struct record *through,
                      int steps)
{
    const struct plans *plans = walk->input->plans;
    for (size_t i = 0; i < plans->len; i++) {
        const struct plan *plan = &plans->at[i];
        for (size_t r = 0; r < plan->reported_count; r++) {
            if (plan->reported[r].record == through) {
                add(walk,
                    &(struct affected){plan->record, through, S("reported"),
                                       plan->reported[r].place, steps});
                break;
            }
        }
    }
}

static void walk_records(struct walk *walk)
{
    *map_slot(walk->arena, &walk->seen, walk->start->id) = walk;
    add_backlinks(walk, walk->start, 1);
    add_plans(walk, walk->start, 1);
    for (size_t i = 0; i < walk->records.len; i++) {
        const struct affected reached = walk->records.at[i];
        add_backlinks(walk, reached.record, reached.steps + 1);
        add_plans(walk, reached.record, reached.steps + 1);
    }
}

static void find_mentions(struct walk *walk)
{
    struct map named = {0};
    for (size_t i = 0; i < walk->start->backlink_count; i++) {
        const struct link *link = walk->start->backlinks[i];
        void **slot = map_slot(walk->arena, &named, link->from->id);
        if (link->from != walk->start && *slot == NULL &&
            map_get(&walk->seen, link->from->id) == NULL) {
            *slot = walk;
            *LIST_PUSH(walk->arena, &walk->mentions) =
                (struct mention){link->from, link->place};
        }
    }
}

/* -- Chapters -------------------------------------------------------------- */

static struct str one_line(struct arena *arena, struct str text)
{
    struct out out = {0};
    md_plain(&out, arena, text);
    return str_trim(out_take(&out, arena));
}

/* One a sentence, however often it names what rests on the start. */
static void find_sentences(struct walk *walk, const struct chapter *chapter)
{
    const struct md_document *body = chapter->body;
    size_t last = SIZE_MAX; /* start of the sentence before */
    for (size_t i = 0; i < chapter->use_count; i++) {
        const struct chapter_use *use = &chapter->uses[i];
        const struct place whole = {chapter->source, body->start, body->end};
        const struct place place = sentence_around(whole, use->place.start);
        const struct record *named =
            library_find(walk->input->library, use->id);
        const bool is_affected =
            named != NULL && map_get(&walk->seen, named->id) != NULL;
        if (!is_affected || place.start == last) {
            continue;
        }
        last = place.start;
        const struct str text =
            str_slice(chapter->source->text, place.start, place.end);
        *LIST_PUSH(walk->arena, &walk->sentences) = (struct affected_sentence){
            chapter->title, one_line(walk->arena, text), use->id, place};
    }
}

static void read_chapters(struct walk *walk)
{
    const struct chapters *chapters = &walk->input->library->chapters;
    for (size_t i = 0; i < chapters->len; i++) {
        find_sentences(walk, &chapters->at[i]);
    }
}

void affected_by(struct arena *arena, const struct site_input *input,
                 const struct record *start, struct affected_list *list)
{
    struct walk walk = {.arena = arena, .input = input, .start = start};
    walk_records(&walk);
    find_mentions(&walk);
    read_chapters(&walk);
    *list = (struct affected_list){walk.records.at,   walk.records.len,
                                   walk.mentions.at,  walk.mentions.len,
                                   walk.sentences.at, walk.sentences.len};
}
