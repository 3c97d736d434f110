/* One memo holds the digests of all records at one HEAD, and a later HEAD takes
 * its place: ten thousand of them are read in milliseconds, a walk in tenths
 * of a second. */

#include "history/book.h"

#include "base/out.h"
#include "base/sha256.h"

static const char PRINTS[] = "history-prints-1";
enum { DIGEST = 32 };

/* --- Under which key ------------------------------------------------------ */

static void add_line(struct sha256 *hash, struct str text)
{
    sha256_add(hash, text);
    sha256_add(hash, S("\n"));
}

/* HEAD and its cuts, which folder of the repository it is, and what the project
 * calls things where. */
bool history_key(struct arena *arena, const struct project *project,
                 struct vcs *vcs, struct str *key, struct failure *failure)
{
    struct str cuts = {0};
    struct sha256 hash;
    *key = S("no repository");
    if (!vcs) {
        return true;
    }
    if (!vcs_cuts(vcs, arena, &cuts, failure)) {
        return false;
    }

    sha256_start(&hash);
    add_line(&hash, vcs_folder(vcs));
    add_line(&hash, cuts);
    for (size_t i = 0; i < project->kind_count; i++) {
        add_line(&hash, project->kinds[i].prefix);
        add_line(&hash, project->kinds[i].folder);
    }
    for (size_t i = 0; i < project->temporary.len; i++) {
        add_line(&hash, project->temporary.at[i]);
    }
    *key = arena_printf(arena, "%s %.*s", vcs_head(vcs).text, DIGEST,
                        sha256_end(&hash).text);
    return true;
}

/* --- Digests -------------------------------------------------------------- */

static struct str digest_of(struct arena *arena,
                            const struct record_history *history)
{
    struct sha256 hash;

    sha256_start(&hash);
    for (size_t i = 0; i < history->len; i++) {
        const struct revision *revision = &history->at[i];
        add_line(&hash, str_from_c(revision->commit->id.text));
        add_line(&hash, str_from_c(revision->blob.text));
        add_line(&hash, str_from_c(revision->before.text));
        add_line(&hash, revision->is_cut ? S("cut") : S(""));
    }
    return arena_printf(arena, "%.*s", DIGEST, sha256_end(&hash).text);
}

static void add_print(struct history_book *book, struct str id,
                      struct str digest)
{
    struct str *kept = ARENA_NEW(book->arena, struct str);

    *kept = digest;
    *map_slot(book->arena, &book->prints, id) = kept;
}

/* The sentence on what is missing, then `digest id`, a line each. */
static struct str write_prints(const struct history_book *book)
{
    struct out out = {0};

    out_str(&out, book->gap);
    out_char(&out, '\n');
    for (size_t i = 0; i < book->prints.len; i++) {
        const struct str *digest = book->prints.at[i].value;
        out_str(&out, *digest);
        out_char(&out, ' ');
        out_str(&out, book->prints.at[i].key);
        out_char(&out, '\n');
    }
    return out_take(&out, book->arena);
}

static void read_prints(struct history_book *book, struct str text)
{
    struct str line, digest, id;

    str_next_line(&text, &book->gap);
    while (str_next_line(&text, &line)) {
        if (str_cut(line, ' ', &digest, &id)) {
            add_print(book, id, digest);
        }
    }
}

/* --- The book ------------------------------------------------------------- */

static bool walk(struct history_book *book, struct failure *failure)
{
    const struct histories *histories = &book->histories;

    if (!histories_load(book->arena, book->project, book->vcs, book->store,
                        &book->histories, failure)) {
        book->histories = (struct histories){0};
        return false;
    }
    book->gap = history_gap(book->arena, histories, book->vcs);
    book->prints = (struct map){0};
    for (size_t i = 0; i < histories->by_id.len; i++) {
        const struct record_history *history = histories->by_id.at[i].value;
        add_print(book, history->id, digest_of(book->arena, history));
    }
    return true;
}

/* What a clone lacks may come later, under the same HEAD. A store that fails
 * only costs the next walk. */
static void remember(struct history_book *book)
{
    struct failure failure;
    if (!book->store || book->histories.lost > 0 ||
        !store_begin(book->store, &failure)) {
        return;
    }
    if (store_drop_memos(book->store, PRINTS, &failure) &&
        store_put_memo(book->store, PRINTS, book->key, write_prints(book),
                       &failure)) {
        store_commit(book->store, &failure);
    } else {
        store_rollback(book->store);
    }
}

static bool find_prints(struct history_book *book, struct failure *failure)
{
    struct str text = {0};
    bool found = false;
    struct failure untold;

    book->is_walked = book->vcs == NULL;
    book->gap = history_gap(book->arena, &book->histories, book->vcs);
    if (!history_key(book->arena, book->project, book->vcs, &book->key,
                     failure)) {
        return false;
    }
    if (!book->vcs) {
        return true;
    }
    if (book->store &&
        store_get_memo(book->store, PRINTS, book->key, book->arena, &text,
                       &found, &untold) &&
        found) {
        read_prints(book, text);
        return true;
    }
    book->is_walked = true;
    if (!walk(book, failure)) {
        return false;
    }
    remember(book);
    return true;
}

bool history_book_open(struct arena *arena, const struct project *project,
                       struct vcs *vcs, struct store *store,
                       struct history_book *book, struct failure *failure)
{
    *book = (struct history_book){
        .arena = arena, .project = project, .vcs = vcs, .store = store};
    if (find_prints(book, failure)) {
        return true;
    }
    *book = (struct history_book){
        .arena = arena, .project = project, .is_walked = true};
    book->gap = history_gap(arena, &book->histories, NULL);
    return false;
}

const struct histories *history_book_read(struct history_book *book)
{
    struct failure untold;

    if (!book->is_walked) {
        book->is_walked = true;
        walk(book, &untold);
    }
    return &book->histories;
}

static void print_id(const struct history_book *book, struct str id,
                     struct out *out)
{
    const struct str *digest = map_get(&book->prints, id);

    out_char(out, '\n');
    out_str(out, digest ? *digest : S("none"));
}

void history_book_print(const struct history_book *book,
                        const struct record *record, struct out *out)
{
    out_str(out, book->gap);
    print_id(book, record->id, out);
    for (size_t i = 0; i < record->formerly.len; i++) {
        print_id(book, record->formerly.at[i].text, out);
    }
}
