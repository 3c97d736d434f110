/* Evidence files are large and verdicts are few, so both answers are kept: what
 * a set of files decides, and the list of changes at one HEAD. */

#include "render/verdict_changes.h"

#include "base/sha256.h"
#include "render/program.h"

static const char CHANGES[] = "verdict-changes-1";
static const char VERDICTS_OF[] = "verdicts-1";

/* What one hypothesis came to. */
struct standing {
    struct str reference, practice;
    enum verdict verdict;
};

/* What a set of evidence files decides. Of an experiment whose file cannot be
 * read nothing is known, which is not the same as nothing being decided. */
struct standings {
    struct map by_reference; /* -> struct standing */
    struct map unknown;      /* experiment ids */
};

struct reckoning {
    struct arena *arena;
    struct history_book *book;
    struct str folder; /* of evidence, ends in a slash */
    struct map files;  /* path -> struct vcs_id, as a commit left them */
    struct map blobs;  /* id -> struct evidence, NULL members when unreadable */
    struct map sets;   /* digest -> struct standings */
    struct verdict_changes oldest_first;
};

/* ---- What is kept -------------------------------------------------------- */

static bool recall(const struct history_book *book, const char *kind,
                   struct str key, struct arena *arena, struct str *text)
{
    struct failure untold;
    bool found = false;
    return book->store != NULL &&
           store_get_memo(book->store, kind, key, arena, text, &found,
                          &untold) &&
           found;
}

/* A store that fails only costs the next reading. */
static void remember(const struct history_book *book, const char *kind,
                     struct str key, struct str text)
{
    struct failure untold;
    if (book->store != NULL) {
        store_put_memo(book->store, kind, key, text, &untold);
    }
}

/* ---- Verdicts of a set of files ------------------------------------------ */

static enum verdict verdict_called(struct str name)
{
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (str_is(name, verdict_name((enum verdict)i))) {
            return (enum verdict)i;
        }
    }
    return VERDICT_COUNT;
}

/* The experiment that a path is called after. */
static struct str stem_of(struct str path)
{
    const size_t slash = str_rfind_char(path, '/');
    const struct str name =
        slash == STR_NONE ? path : str_from(path, slash + 1);
    return str_slice(name, 0, name.len - (sizeof ".json" - 1));
}

static struct evidence *evidence_of(struct reckoning *reckoning,
                                    struct str path, struct vcs_id *blob)
{
    struct arena *arena = reckoning->arena;
    void **slot = map_slot(arena, &reckoning->blobs, str_from_c(blob->text));
    if (*slot == NULL) {
        struct str text = {0};
        struct failure untold;
        const struct plans none = {0};
        struct evidence *evidence = ARENA_NEW(arena, struct evidence);
        if (!vcs_blob(reckoning->book->vcs, *blob, arena, &text, &untold) ||
            !evidence_read(arena, source_new(arena, path, text), &none,
                           evidence, &untold)) {
            *evidence = (struct evidence){0};
        }
        *slot = evidence;
    }
    return *slot;
}

/* "replicated SOTA-060 EXP-002.rmsnorm-no-worse" a hypothesis, "? EXP-004" for
 * a file that cannot be read. Decisions are copied: adjusting changes them. */
static struct str decide(struct reckoning *reckoning)
{
    struct arena *arena = reckoning->arena;
    struct evidences evidences = {0};
    struct out out = {0};
    for (size_t i = 0; i < reckoning->files.len; i++) {
        struct vcs_id *blob = reckoning->files.at[i].value;
        const struct str path = reckoning->files.at[i].key;
        if (blob->text[0] == '\0') {
            continue;
        }
        struct evidence evidence = *evidence_of(reckoning, path, blob);
        if (evidence.source == NULL) {
            out_printf(&out, "? %.*s\n", STR_ARG(stem_of(path)));
            continue;
        }
        struct evidence_decision *copies = ARENA_ARRAY(
            arena, struct evidence_decision, evidence.decision_count);
        for (size_t d = 0; d < evidence.decision_count; d++) {
            copies[d] = evidence.decisions[d];
        }
        evidence.decisions = copies;
        evidences_add(arena, &evidences, &evidence);
    }
    evidence_adjust(arena, &evidences);
    for (size_t i = 0; i < evidences.len; i++) {
        const struct evidence *evidence = &evidences.at[i];
        for (size_t d = 0; d < evidence->decision_count; d++) {
            const struct evidence_decision *decided = &evidence->decisions[d];
            out_printf(&out, "%s %.*s %.*s.%.*s\n",
                       verdict_name(decided->decision.verdict),
                       STR_ARG(decided->practice), STR_ARG(evidence->id),
                       STR_ARG(decided->id));
        }
    }
    return out_take(&out, arena);
}

static void read_standings(struct arena *arena, struct str text,
                           struct standings *standings)
{
    struct str line, word, rest;
    while (str_next_line(&text, &line)) {
        if (!str_cut(line, ' ', &word, &rest)) {
            continue;
        }
        if (str_is(word, "?")) {
            *map_slot(arena, &standings->unknown, rest) = standings;
            continue;
        }
        struct standing *standing = ARENA_NEW(arena, struct standing);
        standing->verdict = verdict_called(word);
        if (standing->verdict != VERDICT_COUNT &&
            str_cut(rest, ' ', &standing->practice, &standing->reference)) {
            *map_slot(arena, &standings->by_reference, standing->reference) =
                standing;
        }
    }
}

static struct str digest_of_files(const struct reckoning *reckoning)
{
    struct sha256 hash;
    const struct sha256_hex program = program_hash();
    sha256_start(&hash);
    sha256_add(&hash, str_from_c(program.text));
    for (size_t i = 0; i < reckoning->files.len; i++) {
        const struct vcs_id *blob = reckoning->files.at[i].value;
        if (blob->text[0] != '\0') {
            sha256_add(&hash, reckoning->files.at[i].key);
            sha256_add(&hash, S("\n"));
            sha256_add(&hash, str_from_c(blob->text));
        }
    }
    return arena_copy(reckoning->arena, str_from_c(sha256_end(&hash).text));
}

static const struct standings *standings_of(struct reckoning *reckoning)
{
    const struct str digest = digest_of_files(reckoning);
    void **slot = map_slot(reckoning->arena, &reckoning->sets, digest);
    if (*slot == NULL) {
        struct str text = {0};
        struct standings *standings =
            ARENA_NEW(reckoning->arena, struct standings);
        *standings = (struct standings){0};
        *slot = standings;
        if (!recall(reckoning->book, VERDICTS_OF, digest, reckoning->arena,
                    &text)) {
            text = decide(reckoning);
            remember(reckoning->book, VERDICTS_OF, digest, text);
        }
        read_standings(reckoning->arena, text, standings);
    }
    return *slot;
}

/* ---- From one commit to the next ----------------------------------------- */

static bool is_known(const struct standings *standings, struct str experiment)
{
    return map_get(&standings->unknown, experiment) == NULL;
}

static void compare(struct reckoning *reckoning, const struct standings *before,
                    const struct standings *after, const struct standing *found,
                    const struct vcs_commit *commit)
{
    const struct standing *then =
        map_get(&before->by_reference, found->reference);
    const struct standing *now =
        map_get(&after->by_reference, found->reference);
    struct verdict_change change = {
        .stamp = commit->stamp,
        .commit = str_from_c(commit->id.text),
        .practice = found->practice,
        .before = then != NULL ? then->verdict : VERDICT_NOT_TESTED,
        .after = now != NULL ? now->verdict : VERDICT_NOT_TESTED,
    };
    str_cut(found->reference, '.', &change.experiment, &change.hypothesis);
    if (change.before != change.after && commit->stamp.len > 0 &&
        is_known(before, change.experiment) &&
        is_known(after, change.experiment)) {
        *LIST_PUSH(reckoning->arena, &reckoning->oldest_first) = change;
    }
}

static void compare_all(struct reckoning *reckoning,
                        const struct standings *before,
                        const struct standings *after,
                        const struct vcs_commit *commit)
{
    for (size_t i = 0; i < after->by_reference.len; i++) {
        compare(reckoning, before, after, after->by_reference.at[i].value,
                commit);
    }
    for (size_t i = 0; i < before->by_reference.len; i++) {
        const struct standing *gone = before->by_reference.at[i].value;
        if (map_get(&after->by_reference, gone->reference) == NULL) {
            compare(reckoning, before, after, gone, commit);
        }
    }
}

static void set_file(struct reckoning *reckoning, struct str path,
                     struct vcs_id blob)
{
    void **slot = map_slot(reckoning->arena, &reckoning->files, path);
    if (*slot == NULL) {
        *slot = ARENA_NEW(reckoning->arena, struct vcs_id);
    }
    *(struct vcs_id *)*slot = blob;
}

/* A branch begins where its parent was, not where the walk was last: what each
 * changed file was before is asked of the commit itself. */
static void add_commit(struct reckoning *reckoning,
                       const struct evidence_change *changes, size_t count)
{
    const struct vcs_commit *commit = changes[0].commit;
    const struct standings *before = NULL;
    for (int round = commit->is_cut ? 1 : 0; round < 2; round++) {
        for (size_t i = 0; i < count; i++) {
            const struct vcs_change *change = &changes[i].change;
            if (str_starts(change->path, reckoning->folder)) {
                set_file(reckoning, change->path,
                         round == 0 ? change->before : change->blob);
            }
        }
        if (round == 0) {
            before = standings_of(reckoning);
        }
    }
    if (!commit->is_cut) {
        compare_all(reckoning, before, standings_of(reckoning), commit);
    }
}

static void walk(struct reckoning *reckoning)
{
    const struct histories *histories = history_book_read(reckoning->book);
    const struct evidence_change *changes = histories->evidence.at;
    for (size_t i = 0; i < histories->evidence.len;) {
        size_t count = 1;
        while (i + count < histories->evidence.len &&
               changes[i + count].commit == changes[i].commit) {
            count++;
        }
        add_commit(reckoning, &changes[i], count);
        i += count;
    }
}

/* ---- The list ------------------------------------------------------------ */

static void put_change(struct out *out, const struct verdict_change *change)
{
    out_printf(out, "%.*s %.*s %s %s %.*s %.*s.%.*s\n", STR_ARG(change->stamp),
               STR_ARG(change->commit), verdict_name(change->before),
               verdict_name(change->after), STR_ARG(change->practice),
               STR_ARG(change->experiment), STR_ARG(change->hypothesis));
}

static bool read_change(struct str line, struct verdict_change *change)
{
    struct str before, after;
    const bool is_whole =
        str_cut(line, ' ', &change->stamp, &line) &&
        str_cut(line, ' ', &change->commit, &line) &&
        str_cut(line, ' ', &before, &line) &&
        str_cut(line, ' ', &after, &line) &&
        str_cut(line, ' ', &change->practice, &line) &&
        str_cut(line, '.', &change->experiment, &change->hypothesis);
    if (is_whole) {
        change->before = verdict_called(before);
        change->after = verdict_called(after);
    }
    return is_whole && change->before != VERDICT_COUNT &&
           change->after != VERDICT_COUNT;
}

/* What is read on the way is large and of no use afterwards. */
static struct str reckon(struct arena *arena, struct history_book *book,
                         struct str folder)
{
    struct arena scratch = {0};
    struct reckoning reckoning = {
        .arena = &scratch,
        .book = book,
        .folder = arena_printf(&scratch, "%.*s/", STR_ARG(folder)),
    };
    struct out out = {0};
    walk(&reckoning);
    for (size_t i = reckoning.oldest_first.len; i-- > 0;) {
        put_change(&out, &reckoning.oldest_first.at[i]);
    }
    arena_free(&scratch);
    return out_take(&out, arena);
}

static void read_changes(struct arena *arena, struct str text,
                         struct verdict_changes *changes)
{
    struct str line = {0};
    while (str_next_line(&text, &line)) {
        struct verdict_change change = {0};
        if (read_change(line, &change)) {
            *LIST_PUSH(arena, changes) = change;
        }
    }
}

struct verdict_changes verdict_changes_read(struct arena *arena,
                                            const struct site_input *input)
{
    struct verdict_changes changes = {0};
    struct history_book *book = input->book;
    struct failure untold;
    const struct str folder = evidence_folder(arena, input->project);
    if (book == NULL || book->vcs == NULL || folder.len == 0) {
        changes.gap = book != NULL ? book->gap : (struct str){0};
        return changes;
    }
    const struct sha256_hex program = program_hash();
    const struct str key =
        arena_printf(arena, "%.*s %.32s", STR_ARG(book->key), program.text);
    struct str text = {0};
    if (!recall(book, CHANGES, key, arena, &text)) {
        text = reckon(arena, book, folder);
        if (book->store != NULL && book->histories.lost == 0 &&
            store_drop_memos(book->store, CHANGES, &untold)) {
            remember(book, CHANGES, key, text);
        }
    }
    read_changes(arena, text, &changes);
    changes.gap = book->gap;
    return changes;
}
