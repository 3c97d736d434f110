/* Runs are found sixteen and eight bytes at a time; a loop over single bytes
 * says what they have to be. */

#include "support/test.h"

#include "base/ascii.h"

static size_t plain_run_slowly(struct str text, const char *except)
{
    size_t at = 0;
    while (at < text.len && !strchr(except, text.ptr[at]) &&
           ((text.ptr[at] >= 0x20 && text.ptr[at] <= 0x7e) ||
            text.ptr[at] == '\n')) {
        at++;
    }
    return at;
}

static size_t ascii_run_slowly(struct str text)
{
    size_t at = 0;
    while (at < text.len && (text.ptr[at] & 0x80) == 0) {
        at++;
    }
    return at;
}

static void each_byte_at_each_place_ends_the_runs_it_should_end(void **state)
{
    (void)state;
    char bytes[48];
    for (size_t at = 0; at < sizeof bytes; at++) {
        for (int value = 0; value < 256; value++) {
            memset(bytes, 'a', sizeof bytes);
            bytes[at] = (char)value;
            for (size_t len = at; len <= sizeof bytes; len += 7) {
                const struct str text = {bytes, len};
                assert_int_equal(ascii_plain_run(text, "&"),
                                 plain_run_slowly(text, "&"));
                assert_int_equal(ascii_plain_run(text, ""),
                                 plain_run_slowly(text, ""));
                assert_int_equal(ascii_plain_run(text, "<>'\n"),
                                 plain_run_slowly(text, "<>'\n"));
                assert_int_equal(ascii_run(text), ascii_run_slowly(text));
            }
        }
    }
}

static void the_empty_text_has_no_run(void **state)
{
    (void)state;
    assert_int_equal(ascii_plain_run((struct str){0}, "&"), 0);
    assert_int_equal(ascii_run((struct str){0}), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_byte_at_each_place_ends_the_runs_it_should_end),
        cmocka_unit_test(the_empty_text_has_no_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
