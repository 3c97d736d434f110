/* What the target of a link leads to. */

#include "support/test.h"

#include <string.h>

#include "record/target.h"

static void every_form_of_target_is_told_apart(void **state)
{
    static const struct {
        const char *written;
        enum target_kind kind;
        const char *name, *anchor;
    } cases[] = {
        {"", TARGET_REFUSED, "", ""},
        {"javascript:alert(1)", TARGET_REFUSED, "", ""},
        {"file:///etc/passwd", TARGET_REFUSED, "", ""},
        {"https://example.org/a.md#b", TARGET_WEB, "", ""},
        {"mailto:a@example.org", TARGET_WEB, "", ""},
        {"#part", TARGET_ANCHOR, "", "part"},
        {"#", TARGET_ANCHOR, "", ""},
        {"LIT-022.yaml", TARGET_FILE, "LIT-022", ""},
        {"../literature/LIT-022.yaml#a", TARGET_FILE, "LIT-022", "a"},
        {"a/b:c.md", TARGET_FILE, "b:c", ""},
        {"notes", TARGET_FILE, "", ""},
        {"folder.d/", TARGET_FILE, "", ""},
        {"//example.org/x.html", TARGET_FILE, "x", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct target target = target_read(str_from_c(cases[i].written));
        if (target.kind != cases[i].kind ||
            !str_is(target.name, cases[i].name) ||
            !str_is(target.anchor, cases[i].anchor)) {
            fail_msg("%s: kind %d, \"%.*s\", \"%.*s\"", cases[i].written,
                     (int)target.kind, STR_ARG(target.name),
                     STR_ARG(target.anchor));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_target_is_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
