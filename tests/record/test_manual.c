/* probatum-record(5) tells of every field and every setting, in the words of
 * the lists that the program reads them by. */

#include "support/test.h"

#include "base/fs.h"
#include "record/project.h"

static struct arena arena;
static struct str page;

static int set_up(void **state)
{
    (void)state;
    struct failure failure;
    arena = (struct arena){0};
    if (!fs_read(&arena, "man/probatum-record.5", 1 << 20, &page, &failure)) {
        fail_msg("%s", failure.why);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* ".It Cm key", with or without a type, and the help on the next line. */
static void assert_told(const char *key, const char *help)
{
    struct str rest = page;
    const struct str wanted = arena_printf(&arena, ".It Cm %s", key);
    const struct str typed = arena_printf(&arena, ".It Cm %s Pq ", key);
    struct str line, next;
    while (str_next_line(&rest, &line)) {
        if (!str_equal(line, wanted) && !str_starts(line, typed)) {
            continue;
        }
        struct str after = rest;
        str_next_line(&after, &next);
        if (str_starts(next, str_from_c(help))) {
            return;
        }
    }
    fail_msg("the page lacks %s: %s", key, help);
}

static void every_field_is_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        assert_told(field_infos[i].key, field_infos[i].help);
    }
}

static void every_setting_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *key, *help;
    } settings[] = {
#define PROJECT_SETTING(key, help)    {#key, help},
#define KIND_SETTING(key, help)       {#key, help},
#define STATUS_SETTING(key, help)     {#key, help},
#define FIELD_SETTING(key, help)      {#key, help},
#define VOCABULARY_SETTING(key, help) {#key, help},
#define TERM_SETTING(key, help)       {#key, help},
#include "record/settings.def"
    };
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        assert_told(settings[i].key, settings[i].help);
    }
}

static void nothing_is_told_that_is_no_field_or_setting(void **state)
{
    (void)state;
    size_t items = 0, settings = 0;
    struct str rest = page, line;
    while (str_next_line(&rest, &line)) {
        items += str_starts(line, S(".It Cm "));
    }
#define PROJECT_SETTING(key, help)    settings++;
#define KIND_SETTING(key, help)       settings++;
#define STATUS_SETTING(key, help)     settings++;
#define FIELD_SETTING(key, help)      settings++;
#define VOCABULARY_SETTING(key, help) settings++;
#define TERM_SETTING(key, help)       settings++;
#include "record/settings.def"
    assert_int_equal(items, FIELD_COUNT + settings);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_field_is_told),
        TEST(every_setting_is_told),
        TEST(nothing_is_told_that_is_no_field_or_setting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
