/* The index of words. */

#include "store/search.h"

#include "base/ascii.h"
#include "base/out.h"
#include "store/database.h"

static const char memo[] = "search-1";

/* -- Filling --------------------------------------------------------------- */

static bool put_row(struct store *store, const struct search_row *row,
                    struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_PUT_SEARCH);
    const struct str columns[] = {row->id, row->title, row->claim, row->prose};
    int status = SQLITE_OK;
    for (int i = 0; status == SQLITE_OK && i < 4; i++) {
        status = database_bind_text(statement, i + 1, columns[i]);
    }
    return database_finish(store, statement, database_step(statement, status),
                           "write", failure);
}

static bool empty(struct store *store, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_DROP_SEARCH);
    return database_finish(store, statement, sqlite3_step(statement), "write",
                           failure);
}

bool search_fill(struct store *store, const struct search_row *rows,
                 size_t count, struct str made_from, struct failure *failure)
{
    if (!store_begin(store, failure)) {
        return false;
    }
    bool is_ok = empty(store, failure);
    for (size_t i = 0; is_ok && i < count; i++) {
        is_ok = put_row(store, &rows[i], failure);
    }
    is_ok = is_ok && store_put_memo(store, memo, S(""), made_from, failure);
    if (!is_ok) {
        store_rollback(store);
        return false;
    }
    return store_commit(store, failure);
}

bool search_is_fresh(struct store *store, struct str made_from, bool *is_fresh,
                     struct failure *failure)
{
    struct arena scratch = {0};
    struct str kept = {0};
    bool is_found = false;
    const bool is_ok =
        store_get_memo(store, memo, S(""), &scratch, &kept, &is_found, failure);
    *is_fresh = is_ok && is_found && str_equal(kept, made_from);
    arena_free(&scratch);
    return is_ok;
}

/* -- Finding --------------------------------------------------------------- */

/* What the tokenizer takes for a part of a word, as far as it matters here:
 * whether there is anything to look for. */
static bool is_token(char c)
{
    return (unsigned char)c >= 0x80 || ascii_is_digit(c) || ascii_is_letter(c);
}

static bool has_token(struct str word)
{
    for (size_t i = 0; i < word.len; i++) {
        if (is_token(word.ptr[i])) {
            return true;
        }
    }
    return false;
}

/* Many words begin with any one letter: C++ and A/B mean that letter. */
static bool is_beginning(struct str word)
{
    size_t end = word.len;
    while (end > 0 && !is_token(word.ptr[end - 1])) {
        end--;
    }
    return end > 1 && is_token(word.ptr[end - 2]);
}

/* "a b" *: between quotation marks nothing is an operator. */
static void put_word(struct out *out, struct str word)
{
    out_char(out, '"');
    for (size_t i = 0; i < word.len; i++) {
        const char c = word.ptr[i];
        out_char(out, c == '\0' ? ' ' : c);
        if (c == '"') {
            out_char(out, '"');
        }
    }
    out_c(out, is_beginning(word) ? "\" * " : "\" ");
}

static struct str match_of(struct arena *arena, struct str query)
{
    struct out out = {0};
    size_t at = 0;
    while (at < query.len) {
        size_t end = at;
        while (end < query.len && (unsigned char)query.ptr[end] > ' ') {
            end++;
        }
        const struct str word = str_slice(query, at, end);
        if (has_token(word)) {
            put_word(&out, word);
        }
        at = end + 1;
    }
    return out_take(&out, arena);
}

static bool count_hits(struct store *store, struct str match, size_t *total,
                       struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_COUNT_SEARCH);
    const int status =
        database_step(statement, database_bind_text(statement, 1, match));
    *total = (size_t)sqlite3_column_int64(statement, 0);
    return database_finish(store, statement, status, "read", failure);
}

bool search_find(struct store *store, struct str query, size_t most,
                 struct arena *arena, struct search_hits *hits, bool *has_words,
                 struct failure *failure)
{
    const struct str match = match_of(arena, query);
    *hits = (struct search_hits){0};
    *has_words = match.len > 0;
    if (!*has_words) {
        return true;
    }
    if (!count_hits(store, match, &hits->total, failure)) {
        return false;
    }
    sqlite3_stmt *statement = database_statement(store, STATEMENT_FIND_SEARCH);
    int status = database_bind_text(statement, 1, match);
    if (status == SQLITE_OK) {
        status = sqlite3_bind_int64(statement, 2, (sqlite3_int64)most);
    }
    status = database_step(statement, status);
    while (status == SQLITE_ROW) {
        *LIST_PUSH(arena, hits) = (struct search_hit){
            arena_copy(arena, database_column(statement, 0)),
            arena_copy(arena, database_column(statement, 1)),
            arena_copy(arena, database_column(statement, 2)),
        };
        status = sqlite3_step(statement);
    }
    return database_finish(store, statement, status, "read", failure);
}
