/* The words that practices use are numbered first; then each work is read once
 * and only its numbered words are written down. */

#include "check/kept.h"

#include <stdlib.h>

/* -- The vocabulary ------------------------------------------------------- */

static uint32_t id_of(const struct kept *kept, uint64_t key)
{
    return keys_get(&kept->words, key);
}

static void add_key(struct kept *kept, uint64_t key)
{
    keys_put(kept->arena, &kept->words, key, (uint32_t)kept->words.len);
}

static void add_vocabulary(struct kept *kept, struct str text)
{
    struct word_reader reader = {.text = text};
    struct word word;
    while (words_next(&reader, &word)) {
        if (word.is_content) {
            word_starts_add(&kept->starts,
                            str_slice(text, word.start, word.end));
            add_key(kept, word.key);
            add_key(kept, word.whole);
        }
    }
}

/* -- Works ---------------------------------------------------------------- */

struct notes {
    const struct record **at;
    size_t len, cap;
};

/* One work being read. `seen` holds for each word the number of the last work
 * that had it, so that no list has a word twice. */
struct reading {
    struct kept *kept;
    struct kept_work *work;
    uint32_t *seen; /* number of the work + 1 */
    struct word_memo *memo;
};

static void add_id(struct reading *reading, struct word_ids *ids, uint64_t key)
{
    const uint32_t id = id_of(reading->kept, key);
    if (id != KEYS_NONE && reading->seen[id] != reading->work->number + 1) {
        reading->seen[id] = reading->work->number + 1;
        *LIST_PUSH(reading->kept->arena, ids) = id;
    }
}

/* Returns how many content words the text has. */
static size_t add_text(struct reading *reading, struct word_ids *ids,
                       struct str text)
{
    struct word_reader reader = {
        .text = text, .wanted = &reading->kept->starts, .memo = reading->memo};
    struct word word;
    size_t count = 0;
    while (words_next(&reader, &word)) {
        count += word.is_content;
        if (word.key == 0) {
            continue;
        }
        add_id(reading, ids, word.key);
        if (word.whole != word.key) {
            add_id(reading, ids, word.whole);
            add_id(reading, ids, word.with_last);
        }
    }
    return count;
}

static void read_own_words(struct reading *reading)
{
    const struct record *work = reading->work->work;
    struct word_ids *own = &reading->work->own;
    add_text(reading, own, work->title);
    for (size_t i = 0; i < work->excerpt_count; i++) {
        add_text(reading, own, work->excerpts[i].text);
    }
    for (size_t i = 0; i < work->reports.len; i++) {
        const struct report *report = &work->reports.at[i];
        add_text(reading, own, report->what);
        add_text(reading, own, report->unit);
        add_text(reading, own, report->setting);
    }
    reading->work->passages = work->excerpt_count + work->reports.len;
}

/* The body without the heading that repeats the title. */
static struct str body_of(const struct reading *reading,
                          const struct record *record)
{
    const struct md_document *body =
        reading->kept->has_bodies ? record->body : NULL;
    if (!body) {
        return (struct str){0};
    }
    struct str text = str_slice(body->source->text, body->start, body->end);
    struct str rest = text, line;
    while (str_next_line(&rest, &line) && str_is_blank(line)) {
        text = rest;
    }
    return str_starts(line, S("# ")) ? rest : text;
}

static void read_reading(struct reading *reading, const struct notes *notes)
{
    struct kept_work *kept = reading->work;
    if (str_is(kept->work->read, "unread")) {
        return;
    }
    add_text(reading, &kept->reading, kept->work->summary);
    kept->read_words =
        add_text(reading, &kept->reading, body_of(reading, kept->work));
    for (size_t i = 0; notes && i < notes->len; i++) {
        kept->read_words +=
            add_text(reading, &kept->reading, body_of(reading, notes->at[i]));
    }
}

/* -- All of them ---------------------------------------------------------- */

static void number_words(struct kept *kept)
{
    const struct library *library = kept->library;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind->role == ROLE_PRACTICE) {
            add_vocabulary(kept, record->title);
            add_vocabulary(kept, record->claim);
            add_vocabulary(kept, record->summary);
        }
    }
}

/* id of a work -> struct notes */
static void find_notes(struct arena *arena, const struct library *library,
                       struct map *notes)
{
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        const struct texts *papers = &record->references[FIELD_PAPER];
        for (size_t p = 0; p < papers->len; p++) {
            void **slot = map_slot(arena, notes, papers->at[p].text);
            if (!*slot) {
                *slot = ARENA_NEW(arena, struct notes);
            }
            *LIST_PUSH(arena, (struct notes *)*slot) = record;
        }
    }
}

static void list_works(struct reading *reading)
{
    const struct word_ids *lists[] = {&reading->work->own,
                                      &reading->work->reading};
    for (size_t l = 0; l < 2; l++) {
        for (size_t i = 0; i < lists[l]->len; i++) {
            *LIST_PUSH(reading->kept->arena,
                       &reading->kept->with[lists[l]->at[i]]) = reading->work;
        }
    }
}

static void read_work(struct reading *reading, const struct record *record,
                      const struct notes *notes)
{
    struct kept *kept = reading->kept;
    void **slot = map_slot(kept->arena, &kept->works, record->id);
    if (*slot) {
        return; /* two records claim the id, and the first has it */
    }
    reading->work = *slot = ARENA_NEW(kept->arena, struct kept_work);
    reading->work->work = record;
    reading->work->number = (uint32_t)kept->works.len - 1;
    read_own_words(reading);
    read_reading(reading, notes);
    list_works(reading);
}

struct kept *kept_new(struct arena *arena, const struct library *library,
                      bool has_bodies)
{
    struct kept *kept = ARENA_NEW(arena, struct kept);
    *kept = (struct kept){
        .arena = arena, .library = library, .has_bodies = has_bodies};
    return kept;
}

void kept_read(struct kept *kept)
{
    struct arena *arena = kept->arena;
    const struct library *library = kept->library;
    struct map notes = {0};
    if (kept->is_read) {
        return;
    }
    kept->is_read = true;
    number_words(kept);
    find_notes(arena, library, &notes);
    const size_t word_count = kept->words.len + 1;
    kept->with = ARENA_ARRAY(arena, struct works, word_count);
    struct reading reading = {.kept = kept,
                              .seen = ARENA_ARRAY(arena, uint32_t, word_count),
                              .memo = ARENA_NEW(arena, struct word_memo)};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind->role == ROLE_LITERATURE) {
            read_work(&reading, record, map_get(&notes, record->id));
        }
    }
    kept->counts = ARENA_ARRAY(arena, uint16_t, kept->works.len + 1);
}

/* -- Asking --------------------------------------------------------------- */

const struct kept_work *kept_of(const struct kept *kept, struct str id)
{
    return map_get(&kept->works, id);
}

bool kept_is_stub(const struct kept_work *work)
{
    return work->passages == 0 && work->read_words < KEPT_READING_LEAST;
}

static bool has_id(const struct word_ids *ids, uint32_t id)
{
    for (size_t i = 0; i < ids->len; i++) {
        if (ids->at[i] == id) {
            return true;
        }
    }
    return false;
}

static bool has_word(const struct kept *kept, const struct word_ids *ids,
                     const struct word *word)
{
    return has_id(ids, id_of(kept, word->key)) ||
           (word->whole != word->key && has_id(ids, id_of(kept, word->whole)));
}

bool kept_in_own(const struct kept *kept, const struct kept_work *work,
                 const struct word *word)
{
    return has_word(kept, &work->own, word);
}

bool kept_in_any(const struct kept *kept, const struct kept_work *work,
                 const struct word *word)
{
    return has_word(kept, &work->own, word) ||
           has_word(kept, &work->reading, word);
}

/* -- Finding -------------------------------------------------------------- */

/* A word that more works have is common. */
enum { COMMON_WORD = 256 };

static const struct works *works_with(const struct kept *kept,
                                      const struct word *word)
{
    const uint32_t id = id_of(kept, word->key);
    return id == KEYS_NONE ? NULL : &kept->with[id];
}

static bool has_at_least(const struct kept *kept, const struct kept_work *work,
                         const struct words *words, size_t least)
{
    size_t count = 0;
    for (size_t i = 0; i < words->len && count < least; i++) {
        count += kept_in_any(kept, work, &words->at[i]);
    }
    return count >= least;
}

/* Counts for each work how many of the rarer words it has; each work that could
 * have enough with the common ones is looked at once, and its count cleared. */
void kept_find(struct kept *kept, struct arena *arena,
               const struct words *words, size_t least, struct works *works)
{
    struct works found = {0};
    size_t common = 0;
    for (size_t i = 0; i < words->len; i++) {
        const struct works *with = works_with(kept, &words->at[i]);
        common += with && with->len > COMMON_WORD;
        for (size_t w = 0; with && with->len <= COMMON_WORD && w < with->len;
             w++) {
            if (kept->counts[with->at[w]->number]++ == 0) {
                *LIST_PUSH(arena, &found) = with->at[w];
            }
        }
    }
    for (size_t i = 0; i < found.len; i++) {
        const struct kept_work *work = found.at[i];
        if (kept->counts[work->number] + common >= least &&
            has_at_least(kept, work, words, least)) {
            *LIST_PUSH(arena, works) = work;
        }
        kept->counts[work->number] = 0;
    }
}
