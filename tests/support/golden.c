/* Charts kept as files. */

#include "support/golden.h"

#include <stdlib.h>

#include "base/fs.h"
#include "base/out.h"

/* A mark a line, so that a change shows as the marks that changed. */
static struct str in_lines(struct arena *arena, struct str text)
{
    struct out out = {0};
    for (size_t i = 0; i < text.len; i++) {
        if (i > 0 && text.ptr[i] == '<' && text.ptr[i - 1] == '>') {
            out_char(&out, '\n');
        }
        out_char(&out, text.ptr[i]);
    }
    return out_take(&out, arena);
}

void check_chart_golden(const char *name, struct str drawn)
{
    struct arena arena = {0};
    const struct str text = in_lines(&arena, drawn);
    struct failure failure = {0};
    struct str expected = {0};
    const struct str path =
        arena_printf(&arena, "tests/fixtures/charts/%s", name);
    assert_int_equal(str_find_nocase(text, S("nan")), STR_NONE);
    assert_int_equal(str_find_nocase(text, S("\"inf")), STR_NONE);
    if (getenv("PROBATUM_GOLDEN") != NULL) {
        assert_true(fs_write(path.ptr, text, FS_QUICK, &failure));
    }
    if (!fs_read(&arena, path.ptr, 1 << 20, &expected, &failure)) {
        fail_msg("%s", failure.why);
    }
    if (!str_equal(text, expected)) {
        fail_msg("%s is not what is drawn now", path.ptr);
    }
    arena_free(&arena);
}
