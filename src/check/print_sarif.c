/* The report as SARIF 2.1.0 (OASIS, errata 01): what code-scanning services
 * and editors read. */

#include "check/check.h"

#include "base/json.h"
#include "base/map.h"
#include "base/sha256.h"

#include <stdio.h>

#define SCHEMA                                                            \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/" \
    "sarif-schema-2.1.0.json"

static const char *const levels[] = {
    [SEVERITY_NOTE] = "note",
    [SEVERITY_WARNING] = "warning",
    [SEVERITY_ERROR] = "error",
};

static void put_text(struct json_out *j, const char *key, struct str text)
{
    json_key(j, key);
    json_open(j, '{');
    json_put_str(j, "text", text);
    json_close(j);
}

/* -- The tool -------------------------------------------------------------- */

static void put_rule(struct json_out *j, const struct check_rule *rule)
{
    json_open(j, '{');
    json_put_c(j, "id", rule->id);
    put_text(j, "shortDescription", str_from_c(rule->summary));
    put_text(j, "fullDescription", str_from_c(rule->explanation));
    json_key(j, "defaultConfiguration");
    json_open(j, '{');
    json_put_c(j, "level", levels[rule->severity]);
    json_close(j);
    json_key(j, "properties");
    json_open(j, '{');
    json_key(j, "tags");
    json_open(j, '[');
    json_str(j, str_from_c(rule->topic));
    json_close(j);
    json_close(j);
    json_close(j);
}

static void put_tool(struct json_out *j)
{
    json_key(j, "tool");
    json_open(j, '{');
    json_key(j, "driver");
    json_open(j, '{');
    json_put_c(j, "name", "probatum");
    json_put_c(j, "version", PROBATUM_VERSION);
    json_key(j, "rules");
    json_open(j, '[');
    for (size_t i = 0; i < rule_count; i++) {
        put_rule(j, &rules[i]);
    }
    json_close(j);
    json_close(j);
    json_close(j);
}

/* -- Results --------------------------------------------------------------- */

static void put_uri(struct json_out *j, struct arena *scratch, struct str path)
{
    struct out uri = {0};
    for (size_t i = 0; i < path.len; i++) {
        const char c = path.ptr[i];
        const bool is_plain = (c >= 'a' && c <= 'z') ||
                              (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '/' || c == '.' ||
                              c == '-' || c == '_' || c == '~';
        if (is_plain) {
            out_char(&uri, c);
        } else {
            out_printf(&uri, "%%%02X", (unsigned)(unsigned char)c);
        }
    }
    json_put_str(j, "uri", out_take(&uri, scratch));
}

static void put_location(struct json_out *j, struct arena *scratch,
                         struct place place)
{
    const struct position at =
        source_position(scratch, place.source, place.start);
    json_open(j, '{');
    json_key(j, "physicalLocation");
    json_open(j, '{');
    json_key(j, "artifactLocation");
    json_open(j, '{');
    put_uri(j, scratch, place.source->path);
    json_put_c(j, "uriBaseId", "%SRCROOT%");
    json_close(j);
    json_key(j, "region");
    json_open(j, '{');
    json_put_int(j, "startLine", (int64_t)at.line);
    json_put_int(j, "startColumn", (int64_t)at.column);
    json_close(j);
    json_close(j);
    json_close(j);
}

/* The same finding after lines moved: its rule, file and target, and which of
 * those that share all three it is. */
static struct sha256_hex fingerprint_of(struct arena *scratch, struct map *seen,
                                        const struct diag *diag)
{
    const struct source *source = diag->place.source;
    const struct str path = source ? source->path : S("");
    const struct str name = arena_printf(scratch, "%s\n%.*s\n%.*s", diag->rule,
                                         STR_ARG(path), STR_ARG(diag->target));
    void **slot = map_slot(scratch, seen, name);
    size_t *count = *slot ? *slot : ARENA_NEW(scratch, size_t);
    *slot = count;
    ++*count;
    return sha256_of(arena_printf(scratch, "%.*s\n%zu", STR_ARG(name), *count));
}

static size_t rule_index(const struct diag *diag)
{
    const struct check_rule *rule = rule_find(str_from_c(diag->rule));
    if (!rule) {
        BUG("a finding of no rule: %s", diag->rule);
    }
    return (size_t)(rule - rules);
}

static void put_message(struct json_out *j, struct arena *scratch,
                        const struct diag *diag)
{
    put_text(j, "message",
             diag->hint.len
                 ? arena_printf(scratch, "%.*s\nhint: %.*s",
                                STR_ARG(diag->message), STR_ARG(diag->hint))
                 : diag->message);
}

static void put_result(struct json_out *j, struct arena *scratch,
                       struct map *seen, const struct diag *diag)
{
    const bool is_finding = diag->outcome == OUTCOME_FINDING;
    json_open(j, '{');
    json_put_c(j, "ruleId", diag->rule);
    json_put_int(j, "ruleIndex", (int64_t)rule_index(diag));
    json_put_c(j, "kind", is_finding ? "fail" : "open");
    json_put_c(j, "level", is_finding ? levels[diag->severity] : "none");
    put_message(j, scratch, diag);
    json_key(j, "locations");
    json_open(j, '[');
    if (diag->place.source) {
        put_location(j, scratch, diag->place);
    }
    json_close(j);
    json_key(j, "partialFingerprints");
    json_open(j, '{');
    const struct sha256_hex print = fingerprint_of(scratch, seen, diag);
    json_put_c(j, "probatum/v1", print.text);
    json_close(j);
    if (diag->is_suppressed) {
        json_key(j, "suppressions");
        json_open(j, '[');
        json_open(j, '{');
        json_put_c(j, "kind", "inSource");
        json_close(j);
        json_close(j);
    }
    json_close(j);
}

void check_print_sarif(struct out *out, struct arena *scratch,
                       const struct diags *diags)
{
    struct json_out j = {.out = out};
    struct map seen = {0};
    json_open(&j, '{');
    json_put_c(&j, "$schema", SCHEMA);
    json_put_c(&j, "version", "2.1.0");
    json_key(&j, "runs");
    json_open(&j, '[');
    json_open(&j, '{');
    put_tool(&j);
    json_put_c(&j, "columnKind", "unicodeCodePoints");
    json_key(&j, "results");
    json_open(&j, '[');
    for (size_t i = 0; i < diags->len; i++) {
        put_result(&j, scratch, &seen, &diags->at[i]);
    }
    json_close(&j);
    json_close(&j);
    json_close(&j);
    json_close(&j);
    out_char(out, '\n');
}
