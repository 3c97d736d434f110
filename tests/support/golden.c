/* Charts kept as files. */

#include "support/golden.h"

#include <stdlib.h>

#include "base/fs.h"

void check_chart_golden(const char *name, struct str text)
{
    struct arena arena = {0};
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
