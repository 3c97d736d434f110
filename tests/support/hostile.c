/* One text in every place. Values are written as JSON, which is YAML too. */

#include "support/hostile.h"

#include <stdio.h>

#include "base/fs.h"
#include "base/json.h"
#include "experiment/plan_reader.h"
#include "record/chapter.h"
#include "record/record_read.h"

/* ---- Texts --------------------------------------------------------------- */

#define TEXT(name, text)                 \
    {                                    \
        (name), (text), sizeof(text) - 1 \
    }

/* What does harm from the first character on is a text of its own; the others
 * stand together. A text without one is its name, ten thousand times over. */
const struct hostile_text hostile_texts[] = {
    TEXT("markup", "<script>alert(1)</script> \"><img src=x onerror=alert(1)> "
                   "' onmouseover='alert(1)' x=' "
                   "\" autofocus onfocus=\"alert(1)\" x=\" "
                   "]]><script xmlns='http://www.w3.org/1999/xhtml'/> "
                   "&lt;script&gt;&#60;script&#x3e; &#x202e; &nosuch; & "
                   "\\u003cscript\\u003e \\\" \\' \\"),
    TEXT("closing tags", "</p></td></li></main></title></style></textarea>"
                         "</pre></code></svg><svg/onload=alert(1)>"),
    TEXT("javascript", "javascript:alert(1)"),
    TEXT("javascript in disguise", " JaVa\tScRiPt:alert(1)"),
    TEXT("data", "data:text/html,<script>alert(1)</script>"),
    TEXT("vbscript", "vbscript:msgbox(1)"),
    TEXT("host", "//example.org/x"),
    TEXT("links", "[a](javascript:alert(1)) [b](<data:text/html,x>) "
                  "![c](vbscript:x) <javascript:alert(1)> "
                  "[d](java&#9;script:alert(1)) ![e](https://example.org/e)"),
    TEXT("overrides", "\u202e dessever \u202d not \u202a left \u202b right "
                      "\u2066 left \u2067 right \u2068 either"),
    TEXT("ends of what never began", "\u202c\u2069 \u202c\u2069"),
    TEXT("x", ""),
    TEXT("up", "../../../../escaped"),
    TEXT("far up", "../../../../../../../../tmp/probatum-escaped"),
    TEXT("root", "/tmp/probatum-escaped"),
    TEXT("other ways up", "..\\..\\escaped %2e%2e%2fescaped .. . "),
    TEXT("controls", "a\0b\1\2\a\b\v\f\x1b[31m\x7f"),
    TEXT("template", "{{title}}{{{title}}}{{> parts/head.html}}{{#a}}{{/b}}"),
    TEXT("end of script", "</script><script>alert(1)</script>"
                          "<!--<script></SCRIPT ><script>alert(1)//"),
    TEXT("comment", "<!-- open"),
    TEXT("end of comment", "--><b>out</b>--!><i>"),
    TEXT("line ends of scripts", "a\u2028b\u2029c'+alert(1)+'\\"),
    TEXT("lines", "one\n\n# two\n\n```\n<b>\n---\nid: SOTA-001\n---\n|a|\n|-|"),
    TEXT("directive", "::figure[EXP-001.x]{#\"><b>} :value[:cite[x]] SOTA-001 "
                      "#Content \"#\" ?a=b&c;d//example.org/x"),
};
const size_t hostile_text_count = sizeof hostile_texts / sizeof *hostile_texts;

struct str hostile_of(struct arena *arena, const struct hostile_text *text)
{
    struct out out = {0};
    if (text->len > 0) {
        return (struct str){text->text, text->len};
    }
    for (int i = 0; i < 10000; i++) {
        out_c(&out, text->name);
    }
    return out_take(&out, arena);
}

/* ---- Files --------------------------------------------------------------- */

struct writer {
    struct arena *arena;
    const char *folder;
    struct str text;   /* wherever it can stand */
    struct str quoted; /* as JSON */
    size_t files;
};

/* Plainly: thousands of files need not last. */
static void put_file(struct writer *writer, struct str path, struct str text)
{
    const struct str path_whole =
        ARENA_JOIN(writer->arena, str_from_c(writer->folder), S("/"), path);
    FILE *file = fopen(path_whole.ptr, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.ptr, 1, text.len, file), text.len);
    assert_int_equal(fclose(file), 0);
    writer->files++;
}

/* "key: value" with any text as the key. */
static void put_pair(struct out *out, struct str key, struct str json)
{
    out_c(out, "? ");
    out_json(out, key);
    out_c(out, "\n: ");
    out_str(out, json);
    out_char(out, '\n');
}

/* ---- Bodies -------------------------------------------------------------- */

/* Where Markdown has a place for a text; % stands for it. */
static const char body_form[] =
    "# %\n\n## % and `%`\n\n%\n\nText % **%** *%* `%` and [%](a.html) "
    "[a](%) [b](<%>) [c](d \"%\") ![%](e.png) ![f](%) <%> SOTA-001.\n\n"
    "> %\n\n- %\n- a\n\n1. %\n\n| % | b |\n|---|:-:|\n| % | `%` |\n\n"
    "```%\n%\n```\n\n    %\n\nMath $%$, $\\nosuch$ and\n\n$$%$$\n\n<!-- % "
    "-->\n\n"
    "<div %>\n\n<%>\n\n[ref]: % \"%\"\n\nSee [ref] and [%][ref].\n";

static void put_body(struct writer *writer, struct out *out, const char *form)
{
    for (; *form != '\0'; form++) {
        if (*form == '%') {
            out_str(out, writer->text);
        } else {
            out_char(out, *form);
        }
    }
}

/* ---- Entries ------------------------------------------------------------- */

/* A value that the part takes. */
static const char *harmless(const struct part *part)
{
    static const struct {
        void (*read)(struct reader *, const struct yml_pair *, void *);
        const char *json;
    } values[] = {
        {part_text, "\"words\""},
        {part_date, "\"2026-01-05\""},
        {part_version, "1"},
        {part_number, "5"},
        {part_words, "[\"words\"]"},
        {part_reference, "\"LIT-001\""},
        {part_reports, "[{\"what\": \"words\", \"value\": \"1\"}]"},
        {part_ablation, "\"none\""},
        {part_present, "true"},
        {part_role, "\"source\""},
        {part_level, "\"minor\""},
        {part_was, "{\"title\": \"words\"}"},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (values[i].read == part->read) {
            return values[i].json;
        }
    }
    fail_msg("no value for the part \"%s\"", part->key);
    return "";
}

/* The text in the place of the part: as a map's keys and values where it takes
 * a map, else as a scalar. */
static struct str in_part(struct writer *writer, const struct part *part)
{
    const struct str text = writer->quoted;
    return part->read == part_was
               ? ARENA_JOIN(writer->arena, S("{\"title\": "), text, S(", ? "),
                            text, S(" : "), text, S("}"))
               : text;
}

/* The entry with the text in one part; `inner` is of its reports, or -1. */
static struct str entry_with(struct writer *writer, const struct form *form,
                             size_t at, int inner)
{
    struct out out = {0};
    out_char(&out, '{');
    for (size_t i = 0; i < form->part_count; i++) {
        const struct part *part = &form->parts[i];
        out_printf(&out, "%s\"%s\": ", i > 0 ? ", " : "", part->key);
        if (i != at) {
            out_c(&out, harmless(part));
        } else if (inner >= 0) {
            out_char(&out, '[');
            out_str(&out, entry_with(writer, &report_form, (size_t)inner, -1));
            out_char(&out, ']');
        } else {
            out_str(&out, in_part(writer, part));
        }
    }
    out_char(&out, '}');
    return out_take(&out, writer->arena);
}

static const struct form *form_of(enum field_type type)
{
    static const struct {
        enum field_type type;
        const struct form *form;
    } forms[] = {
        {FIELD_TYPE_CITATIONS, &citation_form},
        {FIELD_TYPE_HISTORY, &history_form},
        {FIELD_TYPE_ABLATION, &ablation_form},
        {FIELD_TYPE_SCALE, &scale_form},
        {FIELD_TYPE_FLAGS, &flag_form},
        {FIELD_TYPE_EXCERPTS, &excerpt_form},
        {FIELD_TYPE_REPORTS, &report_form},
        {FIELD_TYPE_METADATA, &metadata_form},
        {FIELD_TYPE_VERSIONS, &version_form},
        {FIELD_TYPE_ACKNOWLEDGEMENTS, &acknowledgement_form},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (forms[i].type == type) {
            return forms[i].form;
        }
    }
    return NULL;
}

/* ---- Records ------------------------------------------------------------- */

struct shelf {
    enum role role;
    const char *prefix, *folder;
    size_t count;
};

/* What a sound record has; a field of one role takes the place of another's. */
static const struct {
    enum field field;
    unsigned roles;
    const char *json;
} bases[] = {
    {FIELD_STATUS, ROLE_ANY & ~ROLE_EXPERIMENT, "Active"},
    {FIELD_STATUS, ROLE_EXPERIMENT, "active"},
    {FIELD_VERSION, ROLE_ANY, "1"},
    {FIELD_DATE, ROLE_ANY, "\"2026-01-05\""},
    {FIELD_HISTORY, ROLE_ANY,
     "[{version: 1, date: \"2026-01-05\", note: words}]"},
    {FIELD_CLAIM, ROLE_PRACTICE, "\"A claim.\""},
    {FIELD_CITATIONS, ROLE_PRACTICE, "[{ref: LIT-001, role: source}]"},
    {FIELD_TYPE, ROLE_LITERATURE, "paper"},
    {FIELD_AUTHORS, ROLE_LITERATURE, "[A. Author]"},
    {FIELD_PUBLISHED, ROLE_LITERATURE, "\"2020\""},
    {FIELD_URL, ROLE_LITERATURE, "\"https://example.org/a\""},
    {FIELD_READ, ROLE_LITERATURE, "full"},
};

struct record_text {
    struct str key;      /* of the field that has the text */
    struct str json;     /* its value */
    const char *path;    /* "citations.reports.what", the title */
    const char *more;    /* of a plan: the other keys */
    const char *skipped; /* a base's key that is left out, besides `key` */
    bool has_body;
};

static void put_bases(struct out *out, enum role role,
                      const struct record_text *record)
{
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        const char *key = field_infos[bases[i].field].key;
        const bool is_skipped =
            str_is(record->key, key) ||
            (record->skipped != NULL && strcmp(record->skipped, key) == 0);
        if ((bases[i].roles & role) != 0 && !is_skipped) {
            out_printf(out, "%s: %s\n", key, bases[i].json);
        }
    }
}

static void put_record(struct writer *writer, struct shelf *shelf,
                       const struct record_text *record)
{
    struct out out = {0};
    const size_t number = ++shelf->count;
    const bool has_front = shelf->role != ROLE_EXPERIMENT;
    out_c(&out, has_front ? "---\n" : "");
    if (!str_is(record->key, "id") && !str_is(record->key, "number")) {
        out_printf(&out, "id: %s-%03zu\n", shelf->prefix, number);
    }
    if (!str_is(record->key, "title")) {
        out_printf(&out, "title: '%s'\n", record->path);
    }
    put_bases(&out, shelf->role, record);
    out_c(&out, record->more != NULL ? record->more : "");
    put_pair(&out, record->key, record->json);
    if (has_front) {
        out_printf(&out, "---\n\nThe words of %s.\n", record->path);
    }
    if (record->has_body) {
        put_body(writer, &out, body_form);
    }
    put_file(writer,
             arena_printf(writer->arena, "%s/%s-%03zu%s", shelf->folder,
                          shelf->prefix, number, has_front ? ".md" : ".yaml"),
             out_take(&out, writer->arena));
}

static const char *path_of(struct writer *writer, const char *field,
                           const char *part, const char *inner)
{
    const struct str path =
        ARENA_JOIN(writer->arena, str_from_c(field), S("."), str_from_c(part));
    return inner == NULL
               ? path.ptr
               : ARENA_JOIN(writer->arena, path, S("."), str_from_c(inner)).ptr;
}

static void put_form_records(struct writer *writer, struct shelf *shelf,
                             const struct field_info *field,
                             const struct form *form, const char *more)
{
    const bool is_map =
        form == &ablation_form || form == &scale_form || form == &metadata_form;
    for (size_t i = 0; i < form->part_count; i++) {
        const struct part *part = &form->parts[i];
        const bool has_inner = part->read == part_reports;
        const size_t most = has_inner ? report_form.part_count : 1;
        for (size_t k = 0; k < most; k++) {
            const struct str entry =
                entry_with(writer, form, i, has_inner ? (int)k : -1);
            put_record(writer, shelf,
                       &(struct record_text){
                           .key = str_from_c(field->key),
                           .json = is_map ? entry
                                          : ARENA_JOIN(writer->arena, S("["),
                                                       entry, S("]")),
                           .path = path_of(writer, field->key, part->key,
                                           has_inner ? report_form.parts[k].key
                                                     : NULL),
                           .more = more,
                       });
        }
    }
}

static void put_field_records(struct writer *writer, struct shelf *shelf,
                              const char *more)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const struct field_info *field = &field_infos[i];
        const struct form *form = form_of(field->type);
        const bool is_list = field->type == FIELD_TYPE_STRINGS ||
                             field->type == FIELD_TYPE_REFERENCES;
        if ((field->roles & shelf->role) == 0) {
            continue;
        }
        if (form != NULL) {
            put_form_records(writer, shelf, field, form, more);
        }
        /* A text where a list or a map belongs is a place too. */
        put_record(writer, shelf,
                   &(struct record_text){.key = str_from_c(field->key),
                                         .json = writer->quoted,
                                         .path = field->key,
                                         .more = more});
        if (is_list) {
            put_record(writer, shelf,
                       &(struct record_text){
                           .key = str_from_c(field->key),
                           .json = ARENA_JOIN(writer->arena, S("["),
                                              writer->quoted, S(", LIT-001, "),
                                              writer->quoted, S("]")),
                           .path = field->key,
                           .more = more});
        }
    }
}

/* A key that is none, a body, and what the kind adds. */
static void put_other_records(struct writer *writer, struct shelf *shelf)
{
    static const char *const extras[] = {"a-text",    "some-prose", "a-count",
                                         "a-day",     "some-words", "some-refs",
                                         "some-topic"};
    put_record(writer, shelf,
               &(struct record_text){.key = writer->text,
                                     .json = writer->quoted,
                                     .path = "a key that is none"});
    put_record(writer, shelf,
               &(struct record_text){.key = S("summary"),
                                     .json = S("words"),
                                     .path = "the body",
                                     .has_body = true});
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++) {
        put_record(writer, shelf,
                   &(struct record_text){.key = str_from_c(extras[i]),
                                         .json = writer->quoted,
                                         .path = extras[i]});
    }
}

/* ---- Plans --------------------------------------------------------------- */

/* A sound plan, key by key; the text takes the place of one after another. */
static const struct {
    enum plan_section section;
    const char *key, *json;
} plan_values[] = {
    {SECTION_PLAN, "question", "\"What of it?\""},
    {SECTION_PLAN, "model", "{preset: decoder-16}"},
    {SECTION_PLAN, "data", "{source: letters-recall}"},
    {SECTION_PLAN, "train",
     "{schedule: constant, warmup: 0, steps: 10, "
     "eval: {every: 5}}"},
    {SECTION_PLAN, "arms", "{fast: {}, slow: {train.lr: 3.0e-5}}"},
    {SECTION_PLAN, "grid", NULL},
    {SECTION_PLAN, "derived", NULL},
    {SECTION_PLAN, "seeds", NULL},
    {SECTION_PLAN, "measure", "[final-loss]"},
    {SECTION_PLAN, "fixed", "[train.steps]"},
    {SECTION_PLAN, "hypotheses", NULL},
    {SECTION_PLAN, "figures", NULL},
    {SECTION_PLAN, "reported", NULL},
    {SECTION_PLAN, "needs", NULL},
    {SECTION_PLAN, "cost", NULL},
    {SECTION_DERIVED, "id", "best"},
    {SECTION_DERIVED, "metric", "final-loss"},
    {SECTION_DERIVED, "pick", "lowest"},
    {SECTION_DERIVED, "of", "train.lr"},
    {SECTION_DERIVED, "scale", "log2"},
    {SECTION_DERIVED, "arms", "[fast, slow]"},
    {SECTION_SEEDS, "tuning", "[1]"},
    {SECTION_SEEDS, "noise", "[11, 12, 13]"},
    {SECTION_SEEDS, "claim", "[101, 102, 103]"},
    {SECTION_HYPOTHESIS, "id", "faster"},
    {SECTION_HYPOTHESIS, "practice", "SOTA-001"},
    {SECTION_HYPOTHESIS, "metric", "final-loss"},
    {SECTION_HYPOTHESIS, "better", "lower"},
    {SECTION_HYPOTHESIS, "control", "slow"},
    {SECTION_HYPOTHESIS, "treatment", "fast"},
    {SECTION_HYPOTHESIS, "expect", "improvement"},
    {SECTION_HYPOTHESIS, "margin", "0.05"},
    {SECTION_HYPOTHESIS, "alpha", "0.05"},
    {SECTION_HYPOTHESIS, "looks", "1"},
    {SECTION_HYPOTHESIS, "worst", "4"},
    {SECTION_HYPOTHESIS, "sensitivity", NULL},
    {SECTION_HYPOTHESIS, "family", "rates"},
    {SECTION_HYPOTHESIS, "pilot", "true"},
    {SECTION_SENSITIVITY, "treatment", "fast"},
    {SECTION_SENSITIVITY, "control", "slow"},
    {SECTION_SENSITIVITY, "expect", "better"},
    {SECTION_FIGURE, "id", "loss"},
    {SECTION_FIGURE, "kind", "curves"},
    {SECTION_FIGURE, "title", "\"The loss\""},
    {SECTION_FIGURE, "metric", NULL},
    {SECTION_FIGURE, "x", NULL},
    {SECTION_FIGURE, "y", NULL},
    {SECTION_FIGURE, "series", NULL},
    {SECTION_FIGURE, "log", NULL},
    {SECTION_FIGURE, "arms", "[fast, slow]"},
    {SECTION_REPORTED, "arm", "fast"},
    {SECTION_REPORTED, "metric", "final-loss"},
    {SECTION_REPORTED, "ref", "LIT-001#loss"},
};

static const char *plan_value(enum plan_section section, const char *key)
{
    for (size_t i = 0; i < sizeof plan_values / sizeof *plan_values; i++) {
        if (plan_values[i].section == section &&
            strcmp(plan_values[i].key, key) == 0) {
            return plan_values[i].json;
        }
    }
    fail_msg("no value for the plan's key \"%s\"", key);
    return NULL;
}

/* The map of a section, the text in the place of one of its keys. */
static struct str section_with(struct writer *writer, enum plan_section section,
                               const char *at)
{
    struct out out = {0};
    const char *separator = "";
    out_char(&out, '{');
    for (size_t i = 0; i < plan_key_count; i++) {
        const struct plan_key *key = &plan_keys[i];
        if (key->section != section) {
            continue;
        }
        const bool is_it = at != NULL && strcmp(at, key->key) == 0;
        const char *value = plan_value(section, key->key);
        if (is_it || value != NULL) {
            out_printf(&out, "%s%s: ", separator, key->key);
            out_str(&out, is_it ? writer->quoted : str_from_c(value));
            separator = ", ";
        }
    }
    out_char(&out, '}');
    return out_take(&out, writer->arena);
}

static const char *place_of(enum plan_section section)
{
    switch (section) {
    case SECTION_PLAN:
    case SECTION_SENSITIVITY:
        return "";
    case SECTION_SEEDS:
        return "seeds";
    case SECTION_DERIVED:
        return "derived";
    case SECTION_HYPOTHESIS:
        return "hypotheses";
    case SECTION_FIGURE:
        return "figures";
    case SECTION_REPORTED:
        return "reported";
    }
    return "";
}

/* The keys of a sound plan, but for the one that has the text. */
static const char *rest_of_plan(struct writer *writer, const char *left_out)
{
    static const enum plan_section sections[] = {
        SECTION_SEEDS, SECTION_HYPOTHESIS, SECTION_FIGURE, SECTION_REPORTED};
    struct out out = {0};
    for (size_t i = 0; i < plan_key_count; i++) {
        const struct plan_key *key = &plan_keys[i];
        const char *value = key->section == SECTION_PLAN
                                ? plan_value(SECTION_PLAN, key->key)
                                : NULL;
        if (value != NULL && strcmp(key->key, left_out) != 0) {
            out_printf(&out, "%s: %s\n", key->key, value);
        }
    }
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        const char *place = place_of(sections[i]);
        const bool is_map = sections[i] == SECTION_SEEDS;
        if (strcmp(place, left_out) != 0) {
            const struct str map = section_with(writer, sections[i], NULL);
            out_printf(&out, "%s: %s%.*s%s\n", place, is_map ? "" : "[",
                       STR_ARG(map), is_map ? "" : "]");
        }
    }
    return arena_cstr(writer->arena, out_take(&out, writer->arena));
}

static void put_plan(struct writer *writer, struct shelf *shelf,
                     const char *key, struct str json, const char *path,
                     const char *status)
{
    struct arena *arena = writer->arena;
    const char *rest = rest_of_plan(writer, key);
    put_record(
        writer, shelf,
        &(struct record_text){
            .key = str_from_c(key),
            .json = json,
            .path = path,
            .skipped = "status",
            .more = arena_printf(arena, "status: %s\n%s", status, rest).ptr,
        });
}

static void put_plan_keys(struct writer *writer, struct shelf *shelf)
{
    struct arena *arena = writer->arena;
    for (size_t i = 0; i < plan_key_count; i++) {
        const struct plan_key *key = &plan_keys[i];
        const bool is_top = key->section == SECTION_PLAN;
        const char *place = is_top ? key->key : place_of(key->section);
        struct str json = is_top ? writer->quoted
                                 : section_with(writer, key->section, key->key);
        if (key->section == SECTION_SENSITIVITY) {
            place = "hypotheses";
            json =
                ARENA_JOIN(arena, S("[{id: a, sensitivity: "), json, S("}]"));
        } else if (!is_top && key->section != SECTION_SEEDS) {
            json = ARENA_JOIN(arena, S("["), json, S("]"));
        }
        const char *path = path_of(writer, place, key->key, NULL);
        put_plan(writer, shelf, place, json, path, "active");
        if (is_top) {
            put_plan(writer, shelf, place, json, path, "planned");
        }
    }
}

static const char *const setting_keys[] = {
#define SHORTHAND(key, words, meaning)                    key,
#define CORE(key, section, name, words)                   key,
#define LATER(key, section, name, words)                  key,
#define OWN(key, field, lowest, highest, preset, meaning) key,
#include "experiment/settings.def"
#undef SHORTHAND
#undef CORE
#undef LATER
#undef OWN
};

/* As a value, a name of an arm, a setting, a factor and a level. */
static void put_plan_settings(struct writer *writer, struct shelf *shelf)
{
    struct arena *arena = writer->arena;
    const struct str text = writer->quoted;
    struct out settings = {0};
    out_c(&settings, "{fast: {}, slow: {");
    for (size_t i = 0; i < sizeof setting_keys / sizeof *setting_keys; i++) {
        out_printf(&settings, "%s%s: %.*s", i > 0 ? ", " : "", setting_keys[i],
                   STR_ARG(text));
    }
    out_c(&settings, "}}");
    put_plan(writer, shelf, "arms", out_take(&settings, arena), "every setting",
             "active");
    put_plan(writer, shelf, "arms",
             ARENA_JOIN(arena, S("{fast: {}, slow: {? "), text, S(" : 1}}")),
             "a setting's name", "planned");
    put_plan(writer, shelf, "grid",
             ARENA_JOIN(arena, S("{? "), text, S(" : {? "), text,
                        S(" : {train.lr: 0.1}, b: {}}}")),
             "factor and level", "planned");
    put_plan(
        writer, shelf, "model",
        ARENA_JOIN(arena, S("{? "), text, S(" : 1, preset: "), text, S("}")),
        "a preset", "planned");
}

/* ---- Chapters ------------------------------------------------------------ */

static void put_chapter(struct writer *writer, const char *front,
                        struct str json, const char *form)
{
    struct out out = {0};
    const size_t number = writer->files;
    out_printf(&out, "---\n%s",
               strcmp(front, "title") != 0 ? "title: A chapter\n" : "");
    if (strcmp(front, "constants") == 0) {
        out_printf(&out, "constants: %.*s\n", STR_ARG(json));
    } else {
        put_pair(&out, str_from_c(front), json);
    }
    out_c(&out, "---\n\n");
    put_body(writer, &out, form);
    put_file(
        writer,
        arena_printf(writer->arena, "site/chapters/%02zu-chapter.md", number),
        out_take(&out, writer->arena));
}

static void put_chapters(struct writer *writer)
{
    static const char *const keys[] = {"title", "summary", "date", "version",
                                       "constants"};
    static const char *const parts[] = {"value", "unit", "reason"};
    struct arena *arena = writer->arena;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        put_chapter(writer, keys[i], writer->quoted, body_form);
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct out json = {0};
        out_c(&json, "{a: {value: '1', unit: words, reason: words, ");
        out_printf(&json, "%s: ", parts[i]);
        out_str(&json, writer->quoted);
        out_c(&json, "}, b: {");
        out_printf(&json, "%s: ", parts[i]);
        out_str(&json, writer->quoted);
        out_c(&json, strcmp(parts[i], "value") == 0 ? ", reason: words}}"
                                                    : ", value: '2'}}");
        put_chapter(writer, "constants", out_take(&json, arena),
                    "A :const[a] and :const[b].\n");
    }
    put_chapter(writer, "constants",
                ARENA_JOIN(arena, S("{? "), writer->quoted,
                           S(" : {value: '1', reason: words}}")),
                "A :const[%].\n");
    for (size_t i = 0; i < INSERT_UNKNOWN; i++) {
        const struct insert_info *info = &insert_infos[i];
        const char *form =
            arena_printf(arena,
                         "%s%s[%%]{#%%} and %%\n\n%s%s[%s]{#%%} %% %s[%%]\n\n"
                         "%s%s[%s %%]\n",
                         info->form == INSERT_BLOCK ? "::" : "a :", info->name,
                         info->form == INSERT_BLOCK ? "::" : "a :", info->name,
                         info->example, info->name,
                         info->form == INSERT_BLOCK ? "::" : "a :", info->name,
                         info->example)
                .ptr;
        put_chapter(writer, "summary", writer->quoted, form);
    }
}

/* ---- The project --------------------------------------------------------- */

static const char project_text[] =
    "title: A library\n"
    "kinds:\n"
    "  SOTA: {role: practice, folder: practices, title: Practices, "
    "slug: practices, fields: &extras {a-text: {type: text}, "
    "some-prose: {type: prose}, a-count: {type: integer}, "
    "a-day: {type: date}, some-words: {type: strings}, "
    "some-refs: {type: references}, "
    "some-topic: {type: strings, vocabulary: topics}}}\n"
    "  LIT: {role: literature, folder: literature, title: Literature, "
    "slug: literature, fields: *extras}\n"
    "  THEORY: {role: theory, folder: theories, title: Theories, "
    "slug: theories, fields: *extras}\n"
    "  ADR: {role: decision, folder: decisions, title: Decisions, "
    "slug: decisions, fields: *extras}\n"
    "  NOTE: {role: note, folder: notes, title: Notes, slug: notes, "
    "fields: *extras}\n"
    "  PRIN: {role: record, folder: principles, title: Principles, "
    "slug: principles, fields: *extras}\n"
    "  EXP: {role: experiment, folder: experiments, title: Experiments, "
    "slug: experiments, fields: *extras}\n"
    "vocabularies:\n"
    "  topics: {closed: false, terms: {words: {label: Words}}}\n";

/* A file whose name is the text, as far as a name can be. */
static void put_named(struct writer *writer, const struct shelf *shelf)
{
    struct out name = {0};
    for (size_t i = 0; i < writer->text.len && i < 200; i++) {
        const char c = writer->text.ptr[i];
        out_char(&name, c == '/' || c == '\0' ? '-' : c);
    }
    put_file(writer,
             arena_printf(writer->arena, "%s/%s-9%.*s.md", shelf->folder,
                          shelf->prefix, STR_ARG(out_text(&name))),
             S("---\ntitle: named\n---\n\nWords.\n"));
    out_free(&name);
}

size_t hostile_write(struct arena *arena, const char *folder, struct str text)
{
    struct shelf shelves[] = {
        {ROLE_PRACTICE, "SOTA", "practices", 0},
        {ROLE_LITERATURE, "LIT", "literature", 0},
        {ROLE_THEORY, "THEORY", "theories", 0},
        {ROLE_DECISION, "ADR", "decisions", 0},
        {ROLE_NOTE, "NOTE", "notes", 0},
        {ROLE_RECORD, "PRIN", "principles", 0},
        {ROLE_EXPERIMENT, "EXP", "experiments", 0},
    };
    struct failure failure = {0};
    struct out quoted = {0};
    struct writer writer = {.arena = arena, .folder = folder, .text = text};
    out_json(&quoted, text);
    writer.quoted = out_take(&quoted, arena);
    assert_true(fs_make_folders(
        ARENA_JOIN(arena, str_from_c(folder), S("/site/chapters")).ptr,
        &failure));
    put_chapters(&writer);
    put_file(&writer, S("probatum.yaml"), str_from_c(project_text));
    for (size_t i = 0; i < sizeof shelves / sizeof *shelves; i++) {
        struct shelf *shelf = &shelves[i];
        const bool is_plan = shelf->role == ROLE_EXPERIMENT;
        assert_true(
            fs_make_folders(ARENA_JOIN(arena, str_from_c(folder), S("/"),
                                       str_from_c(shelf->folder))
                                .ptr,
                            &failure));
        put_field_records(&writer, shelf,
                          is_plan ? rest_of_plan(&writer, "") : NULL);
        if (is_plan) {
            put_plan_keys(&writer, shelf);
            put_plan_settings(&writer, shelf);
        } else {
            put_other_records(&writer, shelf);
            put_named(&writer, shelf);
        }
    }
    return writer.files;
}

/* ---- Settings of the project --------------------------------------------- */

/* A probatum.yaml in which % is where the nth key of settings.def has its
 * value. */
static const struct {
    const char *key, *form;
} setting_forms[] = {
#define PROJECT_SETTING(key, help)    {"project", #key},
#define KIND_SETTING(key, help)       {"kind", #key},
#define STATUS_SETTING(key, help)     {"status", #key},
#define FIELD_SETTING(key, help)      {"field", #key},
#define VOCABULARY_SETTING(key, help) {"vocabulary", #key},
#define TERM_SETTING(key, help)       {"term", #key},
#include "record/settings.def"
};

static void put_kind(struct out *out, const char *scope, const char *key,
                     struct str text)
{
    static const char *const usual[][2] = {{"role", "practice"},
                                           {"folder", "practices"},
                                           {"title", "Practices"},
                                           {"slug", "practices"}};
    const bool is_here = strcmp(scope, "kind") == 0;
    out_c(out, "  SOTA: {");
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (!is_here || strcmp(key, usual[i][0]) != 0) {
            out_printf(out, "%s: %s, ", usual[i][0], usual[i][1]);
        }
    }
    if (is_here) {
        out_printf(out, "%s: %.*s}\n", key, STR_ARG(text));
    } else if (strcmp(scope, "status") == 0) {
        out_printf(out, "statuses: {Active: {%s: %.*s}, ? %.*s : {}}}\n", key,
                   STR_ARG(text), STR_ARG(text));
    } else if (strcmp(scope, "field") == 0) {
        out_printf(out, "fields: {motto: {%s: %.*s}, ? %.*s : {type: text}}}\n",
                   key, STR_ARG(text), STR_ARG(text));
    } else {
        out_c(out, "vocabulary: topics}\n");
    }
}

static void put_vocabularies(struct out *out, const char *scope,
                             const char *key, struct str text)
{
    out_c(out, "vocabularies:\n");
    if (strcmp(scope, "vocabulary") == 0) {
        out_printf(out, "  topics: {%s: %.*s}\n  ? %.*s\n  : {terms: [a]}\n",
                   key, STR_ARG(text), STR_ARG(text));
    } else if (strcmp(scope, "term") == 0) {
        out_printf(out, "  topics: {terms: {words: {%s: %.*s}, ? %.*s : {}}}\n",
                   key, STR_ARG(text), STR_ARG(text));
    } else {
        out_c(out, "  topics: [words]\n");
    }
}

bool hostile_write_settings(struct arena *arena, const char *folder,
                            struct str text, size_t nth)
{
    struct writer writer = {.arena = arena, .folder = folder, .text = text};
    struct out out = {0};
    struct out quoted = {0};
    if (nth == sizeof setting_forms / sizeof *setting_forms) {
        return false;
    }
    out_json(&quoted, text);
    const struct str json = out_take(&quoted, arena);
    const char *scope = setting_forms[nth].key;
    const char *key = setting_forms[nth].form;
    const bool is_top = strcmp(scope, "project") == 0;
    if (is_top) {
        out_printf(&out, "%s: %.*s\n", key, STR_ARG(json));
    }
    if (!is_top || strcmp(key, "kinds") != 0) {
        out_c(&out, "kinds:\n");
        put_kind(&out, scope, key, json);
    }
    if (!is_top || strcmp(key, "vocabularies") != 0) {
        put_vocabularies(&out, scope, key, json);
    }
    put_file(&writer, S("probatum.yaml"), out_take(&out, arena));
    return true;
}
