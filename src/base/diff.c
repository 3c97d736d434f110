/* The textbook's table of longest common subsequences, over what is left when
 * equal beginnings and ends are taken off: edits of a record are short. */

#include "base/diff.h"

#include "base/out.h"

/* Cells of the table: 2,000 lines against as many. */
enum { TABLE_CEILING = 4 << 20, CONTEXT = 3 };

/* -- Common elements ------------------------------------------------------ */

/* The two sequences without their equal ends. */
struct middle {
    struct diff_side olds, news;
    size_t start;
};

static struct middle middle_of(struct diff_side olds, struct diff_side news)
{
    size_t start = 0;
    while (start < olds.len && start < news.len &&
           str_equal(olds.at[start], news.at[start])) {
        start++;
    }
    size_t old_end = olds.len, new_end = news.len;
    while (old_end > start && new_end > start &&
           str_equal(olds.at[old_end - 1], news.at[new_end - 1])) {
        old_end--;
        new_end--;
    }
    return (struct middle){{olds.at + start, old_end - start},
                           {news.at + start, new_end - start},
                           start};
}

static void fill_table(const struct middle *middle, uint32_t *table)
{
    const size_t width = middle->news.len + 1;
    for (size_t i = middle->olds.len; i-- > 0;) {
        for (size_t j = middle->news.len; j-- > 0;) {
            uint32_t *const here = &table[i * width + j];
            const uint32_t down = here[width], right = here[1];
            *here = str_equal(middle->olds.at[i], middle->news.at[j])
                        ? here[width + 1] + 1
                    : down > right ? down
                                   : right;
        }
    }
}

static void match_middle(struct arena *arena, const struct middle *middle,
                         size_t *old_of)
{
    const size_t width = middle->news.len + 1;
    uint32_t *const table =
        ARENA_ARRAY(arena, uint32_t, (middle->olds.len + 1) * width);
    fill_table(middle, table);
    for (size_t i = 0, j = 0; i < middle->olds.len && j < middle->news.len;) {
        if (str_equal(middle->olds.at[i], middle->news.at[j])) {
            old_of[middle->start + j] = middle->start + i;
            i++;
            j++;
        } else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) {
            i++;
        } else {
            j++;
        }
    }
}

size_t *diff_common(struct arena *arena, struct diff_side olds,
                    struct diff_side news)
{
    size_t *const old_of = ARENA_ARRAY(arena, size_t, news.len + 1);
    const struct middle middle = middle_of(olds, news);
    for (size_t j = 0; j < news.len; j++) {
        const size_t behind = middle.start + middle.news.len;
        old_of[j] = j < middle.start ? j
                    : j >= behind    ? j - news.len + olds.len
                                     : STR_NONE;
    }
    if (middle.olds.len > 0 && middle.news.len > 0 &&
        middle.olds.len <= TABLE_CEILING / middle.news.len) {
        match_middle(arena, &middle, old_of);
    }
    return old_of;
}

/* -- Lines ---------------------------------------------------------------- */

/* Each line with its end. */
static struct diff_side lines_of(struct arena *arena, struct str text)
{
    LIST(struct str) lines = {0};
    while (text.len > 0) {
        const size_t end = str_find_char(text, '\n');
        const struct str line =
            end == STR_NONE ? text : str_slice(text, 0, end + 1);
        *LIST_PUSH(arena, &lines) = line;
        text = str_from(text, line.len);
    }
    return (struct diff_side){lines.at, lines.len};
}

struct edit {
    char mark; /* ' ' for what stays, '-' for what goes, '+' for what comes */
    struct str line;
};
struct edits {
    struct edit *at;
    size_t len, cap;
};

/* The old line that the next new line in common is, from j on. */
static size_t next_common(const size_t *old_of, size_t j, size_t new_count,
                          size_t old_count)
{
    while (j < new_count && old_of[j] == STR_NONE) {
        j++;
    }
    return j < new_count ? old_of[j] : old_count;
}

/* What goes stands before what comes in its place. */
static struct edits edits_of(struct arena *arena, struct str old_text,
                             struct str new_text)
{
    struct edits edits = {0};
    const struct diff_side olds = lines_of(arena, old_text);
    const struct diff_side news = lines_of(arena, new_text);
    const size_t *old_of = diff_common(arena, olds, news);
    size_t i = 0;
    for (size_t j = 0; j <= news.len; j++) {
        const size_t next = next_common(old_of, j, news.len, olds.len);
        while (i < next && i < olds.len) {
            *LIST_PUSH(arena, &edits) = (struct edit){'-', olds.at[i++]};
        }
        if (j < news.len) {
            const bool is_same = old_of[j] != STR_NONE;
            *LIST_PUSH(arena, &edits) =
                (struct edit){is_same ? ' ' : '+', news.at[j]};
            i += is_same;
        }
    }
    return edits;
}

/* -- Unified -------------------------------------------------------------- */

static void write_line(struct out *out, const struct edit *edit)
{
    out_char(out, edit->mark);
    out_str(out, edit->line);
    if (!str_ends(edit->line, S("\n"))) {
        out_c(out, "\n\\ No newline at end of file\n");
    }
}

/* An empty range is named by the line before it. */
static void write_range(struct out *out, size_t before, size_t count)
{
    out_printf(out, "%zu", count > 0 ? before + 1 : before);
    if (count != 1) {
        out_printf(out, ",%zu", count);
    }
}

static size_t count_lines(const struct edits *edits, size_t start, size_t end,
                          char other_side)
{
    size_t count = 0;
    for (size_t i = start; i < end; i++) {
        count += edits->at[i].mark != other_side;
    }
    return count;
}

static void write_hunk(struct out *out, const struct edits *edits, size_t start,
                       size_t end)
{
    out_c(out, "@@ -");
    write_range(out, count_lines(edits, 0, start, '+'),
                count_lines(edits, start, end, '+'));
    out_c(out, " +");
    write_range(out, count_lines(edits, 0, start, '-'),
                count_lines(edits, start, end, '-'));
    out_c(out, " @@\n");
    for (size_t i = start; i < end; i++) {
        write_line(out, &edits->at[i]);
    }
}

static size_t next_change(const struct edits *edits, size_t at)
{
    while (at < edits->len && edits->at[at].mark == ' ') {
        at++;
    }
    return at;
}

/* Past the last change of the hunk that begins with the change at `first`:
 * changes whose contexts would touch are in one. */
static size_t hunk_end(const struct edits *edits, size_t first)
{
    size_t end = first;
    for (size_t next = first;
         next < edits->len && next - end <= 2 * (size_t)CONTEXT;
         next = next_change(edits, end)) {
        end = next + 1;
    }
    return end;
}

void diff_unified(struct out *out, struct arena *arena, struct str path,
                  struct str old_text, struct str new_text)
{
    const struct edits edits = edits_of(arena, old_text, new_text);
    size_t first = next_change(&edits, 0);
    if (first < edits.len) {
        out_printf(out, "--- a/%.*s\n+++ b/%.*s\n", STR_ARG(path),
                   STR_ARG(path));
    }
    while (first < edits.len) {
        const size_t last = hunk_end(&edits, first);
        const size_t start = first > CONTEXT ? first - CONTEXT : 0;
        const size_t end =
            edits.len - last > CONTEXT ? last + CONTEXT : edits.len;
        write_hunk(out, &edits, start, end);
        first = next_change(&edits, last);
    }
}

/* -- Places --------------------------------------------------------------- */

size_t diff_offset_before(struct arena *arena, struct str old_text,
                          struct str new_text, size_t offset)
{
    const struct edits edits = edits_of(arena, old_text, new_text);
    size_t old_at = 0, new_at = 0; /* where the edit's line begins */
    size_t gone = STR_NONE;        /* the first line that went just before */
    for (size_t i = 0; i < edits.len; i++) {
        const struct edit *edit = &edits.at[i];
        const size_t len = edit->line.len;
        if (edit->mark == '-') {
            gone = gone == STR_NONE ? old_at : gone;
            old_at += len;
            continue;
        }
        if (offset < new_at + len) {
            return edit->mark == ' '  ? old_at + (offset - new_at)
                   : gone == STR_NONE ? old_at
                                      : gone;
        }
        new_at += len;
        old_at += edit->mark == ' ' ? len : 0;
        gone = edit->mark == ' ' ? STR_NONE : gone;
    }
    return old_text.len;
}
