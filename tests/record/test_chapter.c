/* Chapters as they are read, and their manual page. */

#include "support/test.h"

#include "base/fs.h"
#include "record/chapter.h"

static struct arena arena;
static struct diags diags;
static const struct project project = {0};

static int set_up(void **state)
{
    (void)state;
    arena = (struct arena){0};
    diags = (struct diags){.arena = &arena};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct chapter read(const char *text)
{
    struct source *source =
        source_new(&arena, S("site/chapters/02-a-b.md"), str_from_c(text));
    return chapter_parse(&arena, &project, source, &diags);
}

static void a_chapter_has_its_number_title_and_constants(void **state)
{
    (void)state;
    const struct chapter chapter =
        read("---\ntitle: T\nconstants:\n  w: {value: 2.50, unit: m, reason: "
             "R}\n---\n# T\n\nText.\n");
    assert_int_equal(diags.len, 0);
    assert_int_equal(chapter.number, 2);
    assert_true(str_is(chapter.slug, "02-a-b"));
    assert_true(str_is(chapter.title, "T"));
    assert_int_equal(chapter.constant_count, 1);
    /* the literal, not the number */
    assert_true(str_is(chapter.constants[0].value, "2.50"));
}

static void figures_and_tables_are_numbered_apart(void **state)
{
    (void)state;
    const struct chapter chapter =
        read("---\ntitle: T\n---\n::figure[E-1.a]{#first}\n\n"
             "::table[E-1.summary]\n\n::widget[init-std E-1.b]\n");
    assert_int_equal(diags.len, 0);
    assert_int_equal(chapter.inserts[0].number, 1);
    assert_int_equal(chapter.inserts[1].number, 1);
    assert_int_equal(chapter.inserts[2].number, 2);
    assert_true(str_is(chapter.inserts[0].anchor, "first"));
    assert_true(str_is(chapter.inserts[1].anchor, "table-1"));
    assert_ptr_equal(chapter_target(&chapter, S("first")).insert,
                     &chapter.inserts[0]);
    assert_ptr_equal(chapter_target(&chapter, S("E-1.b")).insert, NULL);
    assert_ptr_equal(chapter_target(&chapter, S("E-1.a")).insert,
                     &chapter.inserts[0]);
}

static void no_two_anchors_are_alike(void **state)
{
    (void)state;
    const struct chapter chapter =
        read("---\ntitle: T\n---\n## Loss\n\n## Figure 2\n\n"
             "::figure[E-1.a]{#one}\n\n::figure[E-1.b]{#one}\n\n"
             "::figure[E-1.c]{#loss}\n");
    assert_true(str_is(chapter.inserts[0].anchor, "one"));
    assert_true(str_is(chapter.inserts[1].anchor, "figure-2-too"));
    assert_true(str_is(chapter.inserts[2].anchor, "figure-3"));
}

static void each_work_of_a_citation_is_a_use(void **state)
{
    (void)state;
    const struct chapter chapter =
        read("---\ntitle: T\n---\n:cite[LIT-1 \xc2\xa7"
             "2; LIT-2] and :value[EXP-3.a.b] and :reported[LIT-4#x]\n");
    assert_int_equal(chapter.use_count, 4);
    assert_true(chapter_names(&chapter, S("LIT-2")));
    assert_true(chapter_names(&chapter, S("EXP-3")));
    assert_true(chapter_names(&chapter, S("LIT-4")));
    assert_false(chapter_names(&chapter, S("LIT-3")));
}

static void a_block_in_running_text_is_a_finding(void **state)
{
    (void)state;
    read("---\ntitle: T\n---\nSee :figure[E-1.a] here.\n");
    assert_int_equal(diags.len, 1);
    assert_string_equal(diags.at[0].rule, "directive-malformed");
    assert_true(str_is(diags.at[0].hint, "write ::figure[E-1.a]"));
}

static void assert_told(struct str page, const char *line)
{
    if (str_find(page, str_from_c(line)) == STR_NONE) {
        fail_msg("man/probatum-chapter.5 lacks:\n%s", line);
    }
}

static void the_manual_has_every_directive_and_widget(void **state)
{
    (void)state;
    struct str page = {0};
    struct failure failure = {0};
    assert_true(
        fs_read(&arena, "man/probatum-chapter.5", 1 << 20, &page, &failure));
    for (int i = 0; i < INSERT_UNKNOWN; i++) {
        const struct insert_info *info = &insert_infos[i];
        assert_told(page, arena_printf(&arena, ".It Li %s%s[%s]\n%s\n",
                                       info->form == INSERT_BLOCK ? "::" : ":",
                                       info->name, info->example, info->meaning)
                              .ptr);
    }
    for (size_t i = 0; i < widget_count; i++) {
        assert_told(page,
                    arena_printf(&arena, ".It Li %s\n%s\n",
                                 widget_infos[i].name, widget_infos[i].meaning)
                        .ptr);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_chapter_has_its_number_title_and_constants, set_up, tear_down),
        cmocka_unit_test_setup_teardown(figures_and_tables_are_numbered_apart,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_two_anchors_are_alike, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(each_work_of_a_citation_is_a_use,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_block_in_running_text_is_a_finding,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            the_manual_has_every_directive_and_widget, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
