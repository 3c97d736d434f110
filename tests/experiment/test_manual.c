/* probatum-experiment(5) has every key, setting and metric, in the words of
 * the tables that the program reads plans by. When this fails, the text that
 * belongs into the page is printed. */

#include "experiment/workplace.h"

#include <stdio.h>

#include "experiment/plan_reader.h"
#include "experiment/run.h"

static struct arena arena;
static struct str page;

static int set_up(void **state)
{
    struct failure failure = {0};
    (void)state;
    if (!fs_read(&arena, "man/probatum-experiment.5", 1 << 20, &page,
                 &failure)) {
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

static void assert_in_page(struct out *expected)
{
    if (str_find(page, out_text(expected)) == STR_NONE) {
        /* By itself: a message of cmocka's is cut after a kilobyte. */
        fprintf(stderr, "man/probatum-experiment.5 lacks:\n%.*s",
                STR_ARG(out_text(expected)));
        fail_msg("the manual and the tables differ");
    }
    out_free(expected);
}

/* As a sentence of its own. mdoc reads a leading point or quote as a macro, and
 * a backslash as its own. */
static void put_sentence(struct out *out, const char *text)
{
    assert_null(strchr(text, '\\'));
    assert_true(text[0] != '.' && text[0] != '\'');
    const bool is_lower = text[0] >= 'a' && text[0] <= 'z';
    out_printf(out, "%c%s.\n", is_lower ? text[0] - 'a' + 'A' : text[0],
               text + 1);
}

static void put_section(struct out *out, enum plan_section section)
{
    out_c(out, ".Bl -tag -width Ds -compact\n");
    for (size_t i = 0; i < plan_key_count; i++) {
        const struct plan_key *key = &plan_keys[i];
        if (key->section == section) {
            out_printf(out, ".It Ic %s%s\n", key->key,
                       key->need == NEED_ALWAYS ? " Pq required"
                       : key->need == NEED_RUN  ? " Pq required unless planned"
                                                : "");
            put_sentence(out, key->meaning);
        }
    }
    out_c(out, ".El\n");
}

static void every_key_of_a_plan_is_in_the_manual(void **state)
{
    (void)state;
    for (int section = SECTION_PLAN; section <= SECTION_REPORTED; section++) {
        struct out out = {0};
        put_section(&out, (enum plan_section)section);
        assert_in_page(&out);
    }
}

static void put_words(struct out *out, const char *words)
{
    struct str rest = str_from_c(words);
    struct str word = {0};
    bool has_more = true;
    while (has_more) {
        has_more = str_cut(rest, '|', &word, &rest);
        out_printf(out, " Cm %.*s%s", STR_ARG(word), has_more ? " |" : "");
    }
}

static void every_setting_is_in_the_manual_with_default_and_limits(void **state)
{
    (void)state;
    const struct config preset = config_default();
    struct out out = {0};
    out_c(&out, ".Bl -tag -width Ds -compact\n");
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting setting = setting_at(i);
        out_printf(&out, ".It Ic %s", setting.key);
        if (setting.kind == SETTING_WORD) {
            put_words(&out, setting.words);
        }
        out_char(&out, '\n');
        put_sentence(&out, setting.meaning);
        if (setting.kind != SETTING_WORD) {
            out_printf(&out, "From %.10g to %.10g.\n", setting.lowest,
                       setting.highest);
        }
        if (!setting.is_shorthand) {
            out_printf(&out, "Default %.*s.\n",
                       STR_ARG(setting_text(&arena, &preset, i)));
        }
    }
    out_c(&out, ".El\n");
    assert_in_page(&out);
}

static void every_metric_is_in_the_manual(void **state)
{
    (void)state;
    struct out out = {0};
    out_c(&out, ".Bl -tag -width Ds -compact\n");
    for (size_t i = 0; i < metric_count; i++) {
        out_printf(&out, ".It Ic %s", metric_infos[i].name);
        if (metric_infos[i].unit[0]) {
            out_printf(&out, " Pq %s", metric_infos[i].unit);
        }
        out_char(&out, '\n');
        put_sentence(&out, metric_infos[i].help);
    }
    out_c(&out, ".El\n");
    assert_in_page(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(every_key_of_a_plan_is_in_the_manual),
        TEST(every_setting_is_in_the_manual_with_default_and_limits),
        TEST(every_metric_is_in_the_manual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
