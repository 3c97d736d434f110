/* Checks and fixtures that several modules' tests share. */

#include "support/test.h"

#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

void assert_str_at(struct str text, const char *expected, const char *file,
                   int line)
{
    if (!str_is(text, expected)) {
        print_error("got:      \"%.*s\"\nexpected: \"%s\"\n", STR_ARG(text),
                    expected);
        _fail(file, line);
    }
}

struct test_folder test_folder_new(void)
{
    struct test_folder folder = {"/tmp/probatum-test-XXXXXX"};
    if (!mkdtemp(folder.path)) {
        fail_msg("cannot make a folder under /tmp");
    }
    return folder;
}

static int remove_entry(const char *path, const struct stat *info, int type,
                        struct FTW *walk)
{
    (void)info;
    (void)type;
    (void)walk;
    return remove(path);
}

void test_folder_remove(const struct test_folder *folder)
{
    nftw(folder->path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

const char *test_diags_text(struct arena *arena, struct diags *diags)
{
    struct out out = {0};
    diags_sort(diags);
    for (size_t i = 0; i < diags->len; i++) {
        diag_print(&out, arena, &diags->at[i], (struct str){0}, false);
    }
    const char *text = arena_cstr(arena, out_text(&out));
    out_free(&out);
    return text;
}

size_t test_count_rule(const struct diags *diags, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < diags->len; i++) {
        count += strcmp(diags->at[i].rule, rule) == 0;
    }
    return count;
}
