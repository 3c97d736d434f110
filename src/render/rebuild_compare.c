/* What became of the files that moved. As long as a record shows others the
 * same card, its own page rests on its text, those of whom it names on how it
 * names them, and nothing else does. Whatever is more than that is refused; and
 * unless every record is still called and placed as it was, all is lost. */

#include "render/rebuild.h"

/* ---- What moved ------------------------------------------------------- */

static void mark_stale(struct rebuild *rebuild, size_t input)
{
    const struct facts *facts = partial_facts(&rebuild->part, input);
    if (facts == NULL || facts->pages.len == 0) {
        return;
    }
    rebuild->is_stale[input] = true;
    /* These tell findings, of which some are about several files. */
    if (facts->is_broken || facts->is_experiment) {
        rebuild->is_refused = true;
    }
}

static const struct link_fact *link_to(const struct facts *facts,
                                       uint64_t target)
{
    for (size_t i = 0; i < facts->link_count; i++) {
        if (facts->links[i].target == target) {
            return &facts->links[i];
        }
    }
    return NULL;
}

/* Marks what `one` names and `other` does not name the same way. Names of one
 * record may have changed places: by a former name, any change counts. */
static void mark_renamed(struct rebuild *rebuild, const struct facts *one,
                         const struct facts *other)
{
    for (size_t i = 0; i < one->link_count; i++) {
        const struct link_fact *link = &one->links[i];
        const struct link_fact *same = link_to(other, link->target);
        bool is_former = false;
        const int64_t to =
            partial_find(&rebuild->part, link->target, &is_former);
        if (to != PARTIAL_NONE &&
            (same == NULL || same->how != link->how || is_former)) {
            mark_stale(rebuild, (size_t)to);
        }
    }
}

static bool has_same_links(const struct facts *a, const struct facts *b)
{
    for (size_t i = 0; i < a->link_count && i < b->link_count; i++) {
        if (a->links[i].target != b->links[i].target ||
            a->links[i].how != b->links[i].how) {
            return false;
        }
    }
    return a->link_count == b->link_count;
}

static bool has_same_card(const struct record_prints *a,
                          const struct record_prints *b)
{
    return str_is(str_from_c(a->card.text), b->card.text);
}

/* Who can be found, and where, is as it was. */
static bool is_at_its_place(const struct record *record,
                            const struct facts *known)
{
    bool is_so = !record->is_broken && !known->is_broken &&
                 !known->is_experiment && str_equal(record->id, known->id) &&
                 record->formerly.len == known->former.len;
    for (size_t i = 0; is_so && i < known->former.len; i++) {
        is_so = str_equal(record->formerly.at[i].text, known->former.at[i]);
    }
    return is_so;
}

/* Reads the record of a file whose text moved, and marks what rests on it. */
static void compare_record(struct rebuild *rebuild, struct moved *moved,
                           const struct str *text)
{
    struct partial *part = &rebuild->part;
    struct site *site = &rebuild->build.site;
    struct library_file file = *rebuild->inputs->at[moved->input].file;
    file.text = text;
    const struct facts *known = partial_facts(part, moved->input);
    struct record *record =
        library_read_one(site->arena, site->input.project, &file, &part->diags);
    if (known == NULL || record == NULL) {
        rebuild->is_lost = true;
        return;
    }
    partial_place(part, record, known);
    const struct record_prints prints = fingerprint_record(site, record);
    if (!has_same_card(&prints, &known->prints)) {
        rebuild->is_refused = true;
        rebuild->is_lost |= !is_at_its_place(record, known);
    }
    partial_set_record(part, moved->input, record, &prints);
    rebuild->is_read[moved->input] = true;
    mark_stale(rebuild, moved->input);
}

static void compare_input(struct rebuild *rebuild, struct moved *moved)
{
    const struct input *input = &rebuild->inputs->at[moved->input];
    struct str *text = ARENA_NEW(rebuild->build.site.arena, struct str);
    const bool is_there = input_read(rebuild->build.site.arena, input, text);
    if (is_there && facts_text(*text) == facts_text_in(moved->facts)) {
        return;
    }
    if (is_there && input->file != NULL) {
        compare_record(rebuild, moved, text);
    } else {
        rebuild->is_lost = true;
    }
}

/* More than this is as quick to read whole. */
static size_t most_moved(const struct rebuild *rebuild)
{
    return 16 + rebuild->inputs->len / 16;
}

static void compare_inputs(struct rebuild *rebuild)
{
    size_t read = 0;
    for (size_t i = 0; i < rebuild->moved.len && !rebuild->is_lost; i++) {
        compare_input(rebuild, &rebuild->moved.at[i]);
        read += rebuild->is_read[rebuild->moved.at[i].input];
        rebuild->is_lost |= read > most_moved(rebuild);
    }
}

/* Links are known once every record that moved can be found. */
static void compare_links(struct rebuild *rebuild)
{
    struct partial *part = &rebuild->part;
    for (size_t i = 0; i < rebuild->moved.len && !rebuild->is_lost; i++) {
        struct moved *moved = &rebuild->moved.at[i];
        if (!rebuild->is_read[moved->input]) {
            continue;
        }
        struct record *record = part->records[moved->input];
        const struct facts *known = partial_facts(part, moved->input);
        library_link_one(part->library, record);
        const struct facts now = facts_of(
            &rebuild->build.site, record,
            map_get(&rebuild->build.prints.records, record->source->path));
        moved->facts = facts_write(part->arena, &now);
        if (!has_same_links(known, &now)) {
            mark_renamed(rebuild, known, &now);
            mark_renamed(rebuild, &now, known);
        }
    }
}

void rebuild_compare(struct rebuild *rebuild)
{
    compare_inputs(rebuild);
    compare_links(rebuild);
    rebuild->is_lost |= rebuild->part.is_short;
}
