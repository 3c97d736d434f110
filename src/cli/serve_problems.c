/* What is wrong, as pages show it: how a build that failed put it, and what
 * `check` finds, each with its place and its source line. */

#include "cli/serve.h"

#include "base/fs.h"
#include "base/json.h"

enum { SOURCE_CEILING = 64 << 20, SHOWN = 20, LINE_SHOWN = 200 };

struct problem {
    struct str path; /* as it is shown; empty: about no file */
    struct str file; /* to be read */
    int64_t line, column;
    struct str rule, message, hint;
};

struct problems {
    struct arena *arena;
    struct problem *at;
    size_t len, cap;
    size_t count; /* with those that are not shown */
};

/* ---- What a build says on its way out ------------------------------------ */

/* A template is named by where it lies below its folder. */
static struct str file_of(const struct serve *serve, struct arena *arena,
                          struct str path)
{
    const struct str beside = fs_join(arena, serve->root, path);
    const struct str template = fs_join(arena, serve->templates, path);
    return serve->templates.len > 0 && fs_kind(template.ptr) == FS_FILE
               ? template
               : beside;
}

/* "practice.html:3:5: what" or "practice.html:3: what". */
static bool read_place(struct str text, struct problem *problem)
{
    struct str path = {0};
    struct str rest = {0};
    struct str number = {0};
    struct str message = {0};
    if (!str_cut(text, ':', &path, &rest) ||
        !str_cut(rest, ':', &number, &message) || path.len == 0 ||
        str_find_char(path, ' ') != STR_NONE ||
        !str_to_int64(number, &problem->line) || problem->line < 1) {
        return false;
    }
    if (str_cut(message, ':', &number, &rest) &&
        str_to_int64(number, &problem->column)) {
        message = rest;
    }
    problem->path = path;
    problem->message = str_trim(message);
    return true;
}

static void read_failure(const struct serve *serve, struct problems *problems)
{
    const struct str name = S("probatum: ");
    const struct str hint = S("hint: ");
    struct str rest = serve->failure;
    struct str line = {0};
    while (str_next_line(&rest, &line)) {
        const struct str text = str_trim(line);
        if (text.len == 0) {
            continue;
        }
        if (str_starts(text, hint) && problems->len > 0) {
            problems->at[problems->len - 1].hint = str_from(text, hint.len);
            continue;
        }
        const struct str said =
            str_starts(text, name) ? str_from(text, name.len) : text;
        struct problem *problem = LIST_PUSH(problems->arena, problems);
        *problem = (struct problem){.message = said};
        problems->count++;
        if (read_place(said, problem)) {
            problem->file = file_of(serve, problems->arena, problem->path);
        } else {
            *problem = (struct problem){.message = said};
        }
    }
}

/* ---- What check finds ---------------------------------------------------- */

static struct str text_of(const struct json *object, const char *key)
{
    const struct json *member = json_get(object, key);
    return member != NULL && member->type == JSON_STRING ? member->string
                                                         : (struct str){0};
}

static bool is_error(const struct json *finding)
{
    return str_is(text_of(finding, "outcome"), "finding") &&
           str_is(text_of(finding, "severity"), "error");
}

static void read_findings(const struct serve *serve, struct problems *problems,
                          const struct json *report)
{
    const struct json *findings = json_get(report, "findings");
    for (size_t i = 0; findings != NULL && i < findings->len; i++) {
        const struct json *finding = &findings->items[i];
        if (!is_error(finding) || problems->count++ >= SHOWN) {
            continue;
        }
        const struct str path = text_of(finding, "path");
        *LIST_PUSH(problems->arena, problems) = (struct problem){
            .path = path,
            .file = fs_join(problems->arena, serve->root, path),
            .line = json_get_int(finding, "line"),
            .column = json_get_int(finding, "column"),
            .rule = text_of(finding, "rule"),
            .message = text_of(finding, "message"),
            .hint = text_of(finding, "hint"),
        };
    }
}

/* ---- Telling it ---------------------------------------------------------- */

static struct str source_line(struct arena *arena, const struct problem *from)
{
    struct failure ignored = {0};
    struct str text = {0};
    struct str line = {0};
    if (from->path.len == 0 ||
        !fs_read(arena, from->file.ptr, SOURCE_CEILING, &text, &ignored)) {
        return line;
    }
    for (int64_t at = 0; at < from->line; at++) {
        if (!str_next_line(&text, &line)) {
            return (struct str){0};
        }
    }
    return str_slice(line, 0, LINE_SHOWN);
}

static void put_problem(struct json_out *j, struct arena *arena,
                        const struct problem *problem)
{
    json_open(j, '{');
    json_put_str(j, "path", problem->path);
    json_put_int(j, "line", problem->line);
    json_put_int(j, "column", problem->column);
    json_put_str(j, "rule", problem->rule);
    json_put_str(j, "message", problem->message);
    json_put_str(j, "hint", problem->hint);
    json_put_str(j, "source", source_line(arena, problem));
    json_close(j);
}

static struct str problems_text(struct problems *problems)
{
    struct out out = {0};
    struct json_out j = {.out = &out, .is_compact = true};
    json_open(&j, '{');
    json_put_int(&j, "count", (int64_t)problems->count);
    json_key(&j, "problems");
    json_open(&j, '[');
    for (size_t i = 0; i < problems->len; i++) {
        put_problem(&j, problems->arena, &problems->at[i]);
    }
    json_close(&j);
    json_close(&j);
    return out_take(&out, problems->arena);
}

static void say(const struct serve *serve, size_t count)
{
    if (count > 0) {
        command_note(serve->command, "%zu error%s; pages show %s", count,
                     count == 1 ? "" : "s", count == 1 ? "it" : "them");
    } else {
        command_note(serve->command, "no errors");
    }
}

void problems_set(struct serve *serve, const struct json *report)
{
    struct arena scratch = {0};
    struct problems problems = {.arena = &scratch};
    read_failure(serve, &problems);
    read_findings(serve, &problems, report);
    const struct str text = problems_text(&problems);
    const bool is_news = !str_equal(serve->problems, text);
    if (is_news) {
        serve->problems = arena_copy(&serve->arena, text);
        say(serve, problems.count);
    }
    http_tell_problems(serve, is_news);
    arena_free(&scratch);
}
