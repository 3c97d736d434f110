/* The Mustache specification, case by case: every named case of its six
 * required modules (comments, delimiters, interpolation, inverted, partials,
 * sections), restated with data of our own, and the errors people meet. */

#include "base/json.h"
#include "render/template.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Last: cmocka has a macro called fail. */
#include <cmocka.h>

struct spec_case {
    const char *name;
    const char *template;
    const char *data; /* JSON; numbers and texts as texts */
    const char *expected;
    const char *partials; /* JSON object: name -> text; NULL for none */
};

static struct view *from_json(struct arena *arena, const struct json *json);

static struct view *text_view(struct arena *arena, struct str text)
{
    struct view *view = ARENA_NEW(arena, struct view);
    *view = (struct view){.type = VIEW_TEXT, .text = text};
    return view;
}

static struct view *list_view(struct arena *arena, const struct json *json)
{
    struct view *list = ARENA_NEW(arena, struct view);
    *list = (struct view){.type = VIEW_LIST, .len = json->len};
    list->items = ARENA_ARRAY(arena, struct view *, json->len);
    for (size_t i = 0; i < json->len; i++) {
        list->items[i] = from_json(arena, &json->items[i]);
    }
    return list;
}

static struct view *map_view(struct arena *arena, const struct json *json)
{
    struct view *map = view_map(arena);
    for (size_t i = 0; i < json->len; i++) {
        view_set(arena, map, arena_cstr(arena, json->items[i].key),
                 from_json(arena, &json->items[i]));
    }
    return map;
}

static struct view *from_json(struct arena *arena, const struct json *json)
{
    struct view *flag = ARENA_NEW(arena, struct view);
    switch (json->type) {
    case JSON_NULL:
        return flag;
    case JSON_BOOL:
        flag->type = json->boolean ? VIEW_TRUE : VIEW_FALSE;
        return flag;
    case JSON_INTEGER:
        return text_view(arena,
                         arena_printf(arena, "%lld", (long long)json->integer));
    case JSON_REAL:
        return text_view(arena, arena_printf(arena, "%.2f", json->real));
    case JSON_STRING:
        return text_view(arena, json->string);
    case JSON_ARRAY:
        return list_view(arena, json);
    case JSON_OBJECT:
        return map_view(arena, json);
    }
    return flag;
}

struct fixture {
    struct arena arena;
    const char *template;
    struct json *partials;
};

static bool find_text(void *context, struct str name, struct str *text)
{
    struct fixture *fixture = context;
    if (str_is(name, "main")) {
        *text = str_from_c(fixture->template);
        return true;
    }
    const struct json *partial =
        json_get(fixture->partials, arena_cstr(&fixture->arena, name));
    if (partial == NULL) {
        return false;
    }
    *text = partial->string;
    return true;
}

static bool render(struct fixture *fixture, const struct spec_case *spec,
                   bool is_strict, struct out *out, struct failure *failure)
{
    struct json *data = NULL;
    fixture->template = spec->template;
    assert_true(
        json_read(&fixture->arena, str_from_c(spec->data), &data, failure));
    if (spec->partials != NULL) {
        assert_true(json_read(&fixture->arena, str_from_c(spec->partials),
                              &fixture->partials, failure));
    }
    struct templates templates = templates_new(
        &fixture->arena,
        (struct template_source){fixture, find_text, is_strict, NULL});
    return template_render(&templates, S("main"),
                           from_json(&fixture->arena, data), out_html, out,
                           failure);
}

static void check_cases(const struct spec_case cases[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct fixture fixture = {0};
        struct out out = {0};
        struct failure failure = {0};
        const bool is_done = render(&fixture, &cases[i], false, &out, &failure);
        if (!is_done) {
            fail_msg("%s: %s", cases[i].name, failure.why);
        }
        const struct str got = out_text(&out);
        if (!str_is(got, cases[i].expected)) {
            fail_msg("%s: expected [%s], got [%.*s]", cases[i].name,
                     cases[i].expected, STR_ARG(got));
        }
        out_free(&out);
        arena_free(&fixture.arena);
    }
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void comments_leave_nothing_behind(void **state)
{
    (void)state;
    static const struct spec_case cases[] = {
        {"inline", "ab{{! gone }}cd", "{}", "abcd", NULL},
        {"multiline", "ab{{!\n gone\n too\n}}cd\n", "{}", "abcd\n", NULL},
        {"standalone", "a\n{{! gone }}\nb\n", "{}", "a\nb\n", NULL},
        {"indented standalone", "a\n  {{! gone }}\nb\n", "{}", "a\nb\n", NULL},
        {"standalone line endings", "|\r\n{{! gone }}\r\n|", "{}", "|\r\n|",
         NULL},
        {"standalone without previous line", "  {{! here }}\n!", "{}", "!",
         NULL},
        {"standalone without newline", "!\n  {{! here }}", "{}", "!\n", NULL},
        {"multiline standalone", "a\n{{!\nb\n}}\nc\n", "{}", "a\nc\n", NULL},
        {"indented multiline standalone", "a\n  {{!\n  b\n  }}\nc\n", "{}",
         "a\nc\n", NULL},
        {"indented inline", "  12 {{! 34 }}\n", "{}", "  12 \n", NULL},
        {"surrounding whitespace", "12 {{! gone }} 34", "{}", "12  34", NULL},
        {"no collision with a variable", "c: >{{! name }}<",
         "{\"! name\": 1, \"name\": 3}", "c: ><", NULL},
        {"empty", "a{{!}}b", "{}", "ab", NULL},
    };
    check_cases(cases, COUNT(cases));
}

static void delimiters_can_be_changed(void **state)
{
    (void)state;
    static const struct spec_case cases[] = {
        {"pair", "{{=<% %>=}}(<%t%>)", "{\"t\": \"hey\"}", "(hey)", NULL},
        {"special characters", "({{=[ ]=}}[t])", "{\"t\": \"works\"}",
         "(works)", NULL},
        {"sections",
         "[\n{{#s}}\n  {{d}}\n  |d|\n{{/s}}\n\n{{= | | =}}\n|#s|\n  {{d}}\n"
         "  |d|\n|/s|\n]\n",
         "{\"s\": true, \"d\": \"x\"}", "[\n  x\n  |d|\n\n  {{d}}\n  x\n]\n",
         NULL},
        {"inverted sections",
         "[\n{{^s}}\n  {{d}}\n{{/s}}\n{{= | | =}}\n|^s|\n  |d|\n|/s|\n]\n",
         "{\"s\": false, \"d\": \"x\"}", "[\n  x\n  x\n]\n", NULL},
        {"partial inheritence: a partial begins with its own",
         "[ {{>p}} ]\n{{= | | =}}\n[ |>p| ]\n", "{\"v\": \"yes\"}",
         "[ .yes. ]\n[ .yes. ]\n", "{\"p\": \".{{v}}.\"}"},
        {"post-partial: a partial's change stays inside it",
         "[ {{>p}} ]\n[ .{{v}}.  .|v|. ]\n", "{\"v\": \"yes\"}",
         "[ .yes.  .yes. ]\n[ .yes.  .|v|. ]\n",
         "{\"p\": \".{{v}}. {{= | | =}} .|v|.\"}"},
        {"surrounding whitespace", "| {{=@ @=}} |", "{}", "|  |", NULL},
        {"outlying whitespace", " | {{=@ @=}}\n", "{}", " | \n", NULL},
        {"standalone", "a\n{{=@ @=}}\nb\n", "{}", "a\nb\n", NULL},
        {"indented standalone", "a\n  {{=@ @=}}\nb\n", "{}", "a\nb\n", NULL},
        {"standalone line endings", "|\r\n{{= @ @ =}}\r\n|", "{}", "|\r\n|",
         NULL},
        {"standalone without previous line", "  {{=@ @=}}\n=", "{}", "=", NULL},
        {"standalone without newline", "=\n  {{=@ @=}}", "{}", "=\n", NULL},
        {"pair with padding", "|{{= @   @ =}}|", "{}", "||", NULL},
    };
    check_cases(cases, COUNT(cases));
}

static void variables_are_filled_in(void **state)
{
    (void)state;
    static const struct spec_case cases[] = {
        {"no interpolation", "Hello from {Mustache}!\n", "{}",
         "Hello from {Mustache}!\n", NULL},
        {"basic", "Hi {{s}}!", "{\"s\": \"you\"}", "Hi you!", NULL},
        {"no reinterpolation", "{{t}}: {{p}}",
         "{\"t\": \"{{p}}\", \"p\": \"3\"}", "{{p}}: 3", NULL},
        {"html escaping", "{{f}}", "{\"f\": \"& \\\" < >\"}",
         "&amp; &quot; &lt; &gt;", NULL},
        {"triple mustache", "{{{f}}}", "{\"f\": \"& \\\" < >\"}", "& \" < >",
         NULL},
        {"ampersand", "{{&f}}", "{\"f\": \"& \\\" < >\"}", "& \" < >", NULL},
        {"integer", "{{n}} {{{n}}} {{&n}}", "{\"n\": 85}", "85 85 85", NULL},
        {"decimal", "{{n}} {{{n}}} {{&n}}", "{\"n\": 1.21}", "1.21 1.21 1.21",
         NULL},
        {"null", "({{n}}{{{n}}}{{&n}})", "{\"n\": null}", "()", NULL},
        {"context miss", "({{n}}{{{n}}}{{&n}})", "{}", "()", NULL},
        {"dotted names", "{{a.b}} {{{a.b}}} {{&a.b}}",
         "{\"a\": {\"b\": \"x\"}}", "x x x", NULL},
        {"dotted names at depth", "{{a.b.c.d.e}}",
         "{\"a\": {\"b\": {\"c\": {\"d\": {\"e\": \"deep\"}}}}}", "deep", NULL},
        {"broken chains", "({{a.b.c}})", "{\"a\": {}}", "()", NULL},
        {"broken chain resolution", "({{a.b.c.n}})",
         "{\"a\": {\"b\": {}}, \"c\": {\"n\": \"no\"}}", "()", NULL},
        {"initial resolution", "{{#a}}{{b.c}}{{/a}}",
         "{\"a\": {\"b\": {\"c\": \"in\"}}, \"b\": {\"c\": \"out\"}}", "in",
         NULL},
        {"context precedence", "{{#a}}({{b.c}}){{/a}}",
         "{\"a\": {\"b\": {}}, \"b\": {\"c\": \"no\"}}", "()", NULL},
        {"dotted names are never single keys", "({{a.b}})", "{\"a.b\": \"c\"}",
         "()", NULL},
        {"implicit iterator", "({{.}}{{{.}}}{{&.}})", "\"<\"", "(&lt;<<)",
         NULL},
        {"surrounding whitespace", "| {{s}} | {{{s}}} | {{&s}} |",
         "{\"s\": \"-\"}", "| - | - | - |", NULL},
        {"alone on a line keeps its line", "  {{s}}\n  {{{s}}}\n  {{&s}}\n",
         "{\"s\": \"-\"}", "  -\n  -\n  -\n", NULL},
        {"padding", "|{{ s }}|{{{ s }}}|{{& s }}|", "{\"s\": \"-\"}", "|-|-|-|",
         NULL},
    };
    check_cases(cases, COUNT(cases));
}

static void inverted_sections_speak_when_there_is_nothing(void **state)
{
    (void)state;
    static const struct spec_case cases[] = {
        {"falsey", "{{^b}}yes{{/b}}", "{\"b\": false}", "yes", NULL},
        {"truthy", "({{^b}}no{{/b}})", "{\"b\": true}", "()", NULL},
        {"null is falsey", "{{^b}}yes{{/b}}", "{\"b\": null}", "yes", NULL},
        {"context", "({{^c}}no{{/c}})", "{\"c\": {\"n\": 1}}", "()", NULL},
        {"list", "({{^l}}no{{/l}})", "{\"l\": [{\"n\": 1}, {\"n\": 2}]}", "()",
         NULL},
        {"empty list", "{{^l}}yes{{/l}}", "{\"l\": []}", "yes", NULL},
        {"doubled", "{{^b}}\n* first\n{{/b}}\n* {{t}}\n{{^b}}\n* third\n{{/b}}",
         "{\"b\": false, \"t\": \"second\"}", "* first\n* second\n* third\n",
         NULL},
        {"nested falsey", "| A {{^b}}B {{^b}}C{{/b}} D{{/b}} E |",
         "{\"b\": false}", "| A B C D E |", NULL},
        {"nested truthy", "| A {{^b}}B {{^b}}C{{/b}} D{{/b}} E |",
         "{\"b\": true}", "| A  E |", NULL},
        {"context miss", "[{{^m}}none{{/m}}]", "{}", "[none]", NULL},
        {"dotted names, truthy", "({{^a.b}}no{{/a.b}})",
         "{\"a\": {\"b\": true}}", "()", NULL},
        {"dotted names, falsey", "({{^a.b}}yes{{/a.b}})",
         "{\"a\": {\"b\": false}}", "(yes)", NULL},
        {"dotted names, broken chain", "({{^a.b.c}}yes{{/a.b.c}})",
         "{\"a\": {}}", "(yes)", NULL},
        {"surrounding whitespace", " | {{^b}}\t|\t{{/b}} | \n",
         "{\"b\": false}", " | \t|\t | \n", NULL},
        {"internal whitespace", " | {{^b}} {{! gone }}\n {{/b}} | \n",
         "{\"b\": false}", " |  \n  | \n", NULL},
        {"indented inline sections", " {{^b}}NO{{/b}}\n {{^b}}WAY{{/b}}\n",
         "{\"b\": false}", " NO\n WAY\n", NULL},
        {"standalone lines", "| a\n{{^b}}\n|\n{{/b}}\n| c\n", "{\"b\": false}",
         "| a\n|\n| c\n", NULL},
        {"standalone indented lines", "| a\n  {{^b}}\n|\n  {{/b}}\n| c\n",
         "{\"b\": false}", "| a\n|\n| c\n", NULL},
        {"standalone line endings", "|\r\n{{^b}}\r\n{{/b}}\r\n|",
         "{\"b\": false}", "|\r\n|", NULL},
        {"standalone without previous line", "  {{^b}}\n^{{/b}}\n/",
         "{\"b\": false}", "^\n/", NULL},
        {"standalone without newline", "^{{^b}}\n/\n  {{/b}}", "{\"b\": false}",
         "^\n/\n", NULL},
        {"padding", "|{{^ b }}={{/ b }}|", "{\"b\": false}", "|=|", NULL},
    };
    check_cases(cases, COUNT(cases));
}

static void sections_repeat_and_enter_their_value(void **state)
{
    (void)state;
    static const struct spec_case cases[] = {
        {"truthy", "{{#b}}yes{{/b}}", "{\"b\": true}", "yes", NULL},
        {"falsey", "({{#b}}no{{/b}})", "{\"b\": false}", "()", NULL},
        {"null is falsey", "({{#b}}no{{/b}})", "{\"b\": null}", "()", NULL},
        {"context", "{{#c}}Hi {{n}}.{{/c}}", "{\"c\": {\"n\": \"Joe\"}}",
         "Hi Joe.", NULL},
        {"parent contexts", "{{#s}}{{a}}{{b}}{{c.d}}{{/s}}",
         "{\"a\": \"1\", \"b\": \"2\", \"s\": {\"b\": \"3\"}, "
         "\"c\": {\"d\": \"4\"}}",
         "134", NULL},
        {"variable test", "{{#f}}{{.}} is {{f}}{{/f}}", "{\"f\": \"bar\"}",
         "bar is bar", NULL},
        {"list contexts",
         "{{#t}}{{#m}}{{n}}{{#b}}{{n}}{{l}}.{{/b}}{{/m}}{{/t}}",
         "{\"t\": [{\"m\": [{\"n\": 1, \"b\": [{\"l\": \"A\"}, "
         "{\"l\": \"B\"}]}]}]}",
         "11A.1B.", NULL},
        {"deeply nested contexts",
         "{{#a}}{{one}}{{#b}}{{one}}{{two}}{{#c}}{{one}}{{two}}{{three}}"
         "{{/c}}{{one}}{{/b}}{{one}}{{/a}}",
         "{\"a\": {\"one\": 1}, \"b\": {\"two\": 2}, \"c\": {\"three\": 3}}",
         "11212311", NULL},
        {"list", "{{#l}}{{n}}{{/l}}",
         "{\"l\": [{\"n\": 1}, {\"n\": 2}, {\"n\": 3}]}", "123", NULL},
        {"empty list", "({{#l}}no{{/l}})", "{\"l\": []}", "()", NULL},
        {"doubled", "{{#b}}\n* first\n{{/b}}\n* {{t}}\n{{#b}}\n* third\n{{/b}}",
         "{\"b\": true, \"t\": \"second\"}", "* first\n* second\n* third\n",
         NULL},
        {"nested truthy", "| A {{#b}}B {{#b}}C{{/b}} D{{/b}} E |",
         "{\"b\": true}", "| A B C D E |", NULL},
        {"nested falsey", "| A {{#b}}B {{#b}}C{{/b}} D{{/b}} E |",
         "{\"b\": false}", "| A  E |", NULL},
        {"context miss", "[{{#m}}found{{/m}}]", "{}", "[]", NULL},
        {"implicit iterator, text", "{{#l}}({{.}}){{/l}}",
         "{\"l\": [\"a\", \"b\"]}", "(a)(b)", NULL},
        {"implicit iterator, integer", "{{#l}}({{.}}){{/l}}",
         "{\"l\": [1, 2, 3]}", "(1)(2)(3)", NULL},
        {"implicit iterator, decimal", "{{#l}}({{.}}){{/l}}",
         "{\"l\": [1.10, 2.25]}", "(1.10)(2.25)", NULL},
        {"implicit iterator, array", "{{#l}}({{#.}}{{.}}{{/.}}){{/l}}",
         "{\"l\": [[1, 2], [\"a\"]]}", "(12)(a)", NULL},
        {"implicit iterator, escaping", "{{#l}}({{.}}{{{.}}}{{&.}}){{/l}}",
         "{\"l\": [\"<\"]}", "(&lt;<<)", NULL},
        {"implicit iterator, root", "{{#.}}({{v}}){{/.}}",
         "[{\"v\": \"a\"}, {\"v\": \"b\"}]", "(a)(b)", NULL},
        {"dotted names, truthy", "{{#a.b}}yes{{/a.b}}",
         "{\"a\": {\"b\": true}}", "yes", NULL},
        {"dotted names, falsey", "({{#a.b}}no{{/a.b}})",
         "{\"a\": {\"b\": false}}", "()", NULL},
        {"dotted names, broken chain", "({{#a.b.c}}no{{/a.b.c}})",
         "{\"a\": {}}", "()", NULL},
        {"surrounding whitespace", " | {{#b}}\t|\t{{/b}} | \n", "{\"b\": true}",
         " | \t|\t | \n", NULL},
        {"internal whitespace", " | {{#b}} {{! gone }}\n {{/b}} | \n",
         "{\"b\": true}", " |  \n  | \n", NULL},
        {"indented inline sections", " {{#b}}YES{{/b}}\n {{#b}}GOOD{{/b}}\n",
         "{\"b\": true}", " YES\n GOOD\n", NULL},
        {"standalone lines", "| a\n{{#b}}\n|\n{{/b}}\n| c\n", "{\"b\": true}",
         "| a\n|\n| c\n", NULL},
        {"indented standalone lines", "| a\n  {{#b}}\n|\n  {{/b}}\n| c\n",
         "{\"b\": true}", "| a\n|\n| c\n", NULL},
        {"standalone line endings", "|\r\n{{#b}}\r\n{{/b}}\r\n|",
         "{\"b\": true}", "|\r\n|", NULL},
        {"standalone without previous line", "  {{#b}}\n#{{/b}}\n/",
         "{\"b\": true}", "#\n/", NULL},
        {"standalone without newline", "#{{#b}}\n/\n  {{/b}}", "{\"b\": true}",
         "#\n/\n", NULL},
        {"padding", "|{{# b }}={{/ b }}|", "{\"b\": true}", "|=|", NULL},
    };
    check_cases(cases, COUNT(cases));
}

static void partials_are_templates_inside_templates(void **state)
{
    (void)state;
    static const struct spec_case cases[] = {
        {"basic", "\"{{>t}}\"", "{}", "\"from partial\"",
         "{\"t\": \"from partial\"}"},
        {"failed lookup", "\"{{>t}}\"", "{}", "\"\"", "{}"},
        {"context", "\"{{>p}}\"", "{\"x\": \"content\"}", "\"*content*\"",
         "{\"p\": \"*{{x}}*\"}"},
        {"recursion", "{{>n}}",
         "{\"c\": \"X\", \"l\": [{\"c\": \"Y\", \"l\": []}]}", "X<Y<>>",
         "{\"n\": \"{{c}}<{{#l}}{{>n}}{{/l}}>\"}"},
        {"nested", "{{>o}}", "{\"a\": \"hi\", \"b\": \"you\"}", "*hi you!*",
         "{\"o\": \"*{{a}} {{>i}}*\", \"i\": \"{{b}}!\"}"},
        {"surrounding whitespace", "| {{>p}} |", "{}", "| \t|\t |",
         "{\"p\": \"\\t|\\t\"}"},
        {"inline indentation", "  {{d}}  {{> p}}\n", "{\"d\": \"|\"}",
         "  |  >\n>\n", "{\"p\": \">\\n>\"}"},
        {"standalone line endings", "|\r\n{{>p}}\r\n|", "{}", "|\r\n>|",
         "{\"p\": \">\"}"},
        {"standalone without previous line", "  {{>p}}\n>", "{}", "  >\n  >>",
         "{\"p\": \">\\n>\"}"},
        {"standalone without newline", ">\n  {{>p}}", "{}", ">\n  >\n  >",
         "{\"p\": \">\\n>\"}"},
        {"standalone indentation: values are not indented", "\\\n {{>p}}\n/\n",
         "{\"c\": \"<\\n->\"}", "\\\n |\n <\n->\n |\n/\n",
         "{\"p\": \"|\\n{{{c}}}\\n|\\n\"}"},
        {"padding", "|{{> p }}|", "{}", "|[]|", "{\"p\": \"[]\"}"},
    };
    check_cases(cases, COUNT(cases));
}

static void check_error(const char *template, const char *expected)
{
    struct fixture fixture = {0};
    struct out out = {0};
    struct failure failure = {0};
    const struct spec_case spec = {"", template, "{}", "", "{}"};
    assert_false(render(&fixture, &spec, true, &out, &failure));
    assert_string_equal(failure.why, expected);
    out_free(&out);
    arena_free(&fixture.arena);
}

static void an_error_names_template_and_line(void **state)
{
    (void)state;
    check_error(
        "a\n{{#b}}\nc\n",
        "main:2: the section \"b\" is never closed; end it with {{/b}}");
    check_error("a\n{{#b}}\n{{/c}}", "main:3: \"c\" is closed, but \"b\" is "
                                     "open since line 2; write {{/b}} first");
    check_error("{{/c}}", "main:1: nothing is open to close \"c\"; leave it "
                          "out, or open it with {{#name}}");
    check_error(
        "\n\n {{name",
        "main:3: this tag never ends; end it with the braces that opened it");
    check_error("{{ }}", "main:1: this tag has no name; write {{name}}, or "
                         "{{.}} for the item itself");
    check_error(
        "{{=<%=}}",
        "main:1: delimiters come in pairs, not \"<%\"; write {{=<% %>=}}");
    check_error("x\n{{> gone }}",
                "main:2: no template is called \"gone\"; write it with its "
                "folder and ending: parts/head.html");
}

static void endless_recursion_is_an_error(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct out out = {0};
    struct failure failure = {0};
    const struct spec_case spec = {"", "{{>n}}", "{}", "",
                                   "{\"n\": \"{{>n}}\"}"};
    assert_false(render(&fixture, &spec, true, &out, &failure));
    assert_string_equal(
        failure.why,
        "n:1: partials nest too deeply; does a template include itself?");
    out_free(&out);
    arena_free(&fixture.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_leave_nothing_behind),
        cmocka_unit_test(delimiters_can_be_changed),
        cmocka_unit_test(variables_are_filled_in),
        cmocka_unit_test(inverted_sections_speak_when_there_is_nothing),
        cmocka_unit_test(sections_repeat_and_enter_their_value),
        cmocka_unit_test(partials_are_templates_inside_templates),
        cmocka_unit_test(an_error_names_template_and_line),
        cmocka_unit_test(endless_recursion_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
