/* The description of a crate, entity by entity. */

#include "exchange/crate.h"

#include "base/ascii.h"
#include "base/json.h"
#include "base/sha256.h"

#define CRATE_VERSION "https://w3id.org/ro/crate/1.2"
#define CRATE_FILE    "ro-crate-metadata.json"

struct crate {
    struct arena *arena;
    const struct project *project;
    const struct chosen_evidence *chosen;
    struct str date, licence;
    struct json_out j;
    struct map cores; /* ids of those that are written */
};

/* -- Names ----------------------------------------------------------------- */

struct str crate_licence(struct arena *arena, struct str licence)
{
    const bool is_address = str_find(licence, S("://")) != STR_NONE;
    return is_address ? licence
                      : arena_printf(arena, "https://spdx.org/licenses/%.*s",
                                     STR_ARG(licence));
}

/* A path as a relative address: its parts escaped, its slashes kept. */
static struct str address_of(struct crate *crate, struct str path)
{
    struct out out = {0};
    struct str part;
    bool has_more = true;
    while (has_more) {
        has_more = str_cut(path, '/', &part, &path);
        out_url(&out, part);
        out_c(&out, has_more ? "/" : "");
    }
    return out_take(&out, crate->arena);
}

static struct str run_id(struct crate *crate, const struct evidence *evidence,
                         const struct evidence_arm *arm,
                         const struct run_result *run)
{
    return arena_printf(crate->arena, "#%.*s-%.*s-%u", STR_ARG(evidence->id),
                        STR_ARG(arm->name), run->seed);
}

/* "#probatum-0.1.0-numerics-1" */
static struct str core_id(struct crate *crate, const struct evidence *evidence)
{
    const struct str tool = evidence->provenance.tool_version;
    struct out out = {0};
    out_char(&out, '#');
    for (size_t i = 0; i < tool.len; i++) {
        const char c = tool.ptr[i];
        out_char(&out, ascii_is_alnum(c) || c == '.' ? c : '-');
    }
    out_printf(&out, "-numerics-%lld",
               (long long)evidence->provenance.numerics);
    return out_take(&out, crate->arena);
}

/* -- Pieces ---------------------------------------------------------------- */

static void put_reference(struct json_out *j, struct str id)
{
    json_open(j, '{');
    json_put_str(j, "@id", id);
    json_close(j);
}

static void put_key_reference(struct json_out *j, const char *key,
                              struct str id)
{
    json_key(j, key);
    put_reference(j, id);
}

static void open_entity(struct crate *crate, struct str id, const char *type)
{
    json_open(&crate->j, '{');
    json_put_str(&crate->j, "@id", id);
    json_put_c(&crate->j, "@type", type);
}

static struct str title_of(const struct evidence *evidence)
{
    return evidence->plan->title.len > 0 ? evidence->plan->title : evidence->id;
}

/* -- Runs ------------------------------------------------------------------ */

typedef void run_visitor(struct crate *crate, const struct evidence *evidence,
                         const struct evidence_arm *arm,
                         const struct run_result *run);

/* Derived arms have no runs of their own. */
static void each_run(struct crate *crate, run_visitor *visit)
{
    for (size_t e = 0; e < crate->chosen->len; e++) {
        const struct evidence *evidence = crate->chosen->at[e];
        for (size_t a = 0; a < evidence->arm_count; a++) {
            const struct evidence_arm *arm = &evidence->arms[a];
            for (size_t r = 0; !arm->is_derived && r < arm->run_count; r++) {
                visit(crate, evidence, arm, &arm->runs[r]);
            }
            for (size_t r = 0; !arm->is_derived && r < arm->noise_count; r++) {
                visit(crate, evidence, arm, &arm->noise_runs[r]);
            }
        }
    }
}

static void put_mention(struct crate *crate, const struct evidence *evidence,
                        const struct evidence_arm *arm,
                        const struct run_result *run)
{
    put_reference(&crate->j, run_id(crate, evidence, arm, run));
}

static void put_run(struct crate *crate, const struct evidence *evidence,
                    const struct evidence_arm *arm,
                    const struct run_result *run)
{
    struct json_out *j = &crate->j;
    open_entity(crate, run_id(crate, evidence, arm, run), "CreateAction");
    json_put_str(j, "name",
                 arena_printf(crate->arena, "%.*s %.*s seed %u",
                              STR_ARG(evidence->id), STR_ARG(arm->name),
                              run->seed));
    if (run->diverged_at >= 0) {
        json_put_str(j, "description",
                     arena_printf(crate->arena, "diverged after %lld steps",
                                  (long long)run->diverged_at));
    }
    json_put_c(j, "identifier", run->key.text);
    put_key_reference(j, "instrument", core_id(crate, evidence));
    put_key_reference(j, "object",
                      address_of(crate, evidence->plan->record->source->path));
    put_key_reference(j, "result", address_of(crate, evidence->source->path));
    json_put_str(j, "endTime", evidence->provenance.date);
    put_key_reference(j, "actionStatus",
                      S("http://schema.org/CompletedActionStatus"));
    json_close(j);
}

/* -- Entities -------------------------------------------------------------- */

static void put_descriptor(struct crate *crate)
{
    open_entity(crate, S(CRATE_FILE), "CreativeWork");
    put_key_reference(&crate->j, "about", S("./"));
    put_key_reference(&crate->j, "conformsTo", S(CRATE_VERSION));
    json_close(&crate->j);
}

static struct str root_name(struct crate *crate)
{
    struct out out = {0};
    out_str(&out, crate->project->title);
    out_c(&out, ": evidence of ");
    for (size_t i = 0; i < crate->chosen->len; i++) {
        out_c(&out, i > 0 ? ", " : "");
        out_str(&out, crate->chosen->at[i]->id);
    }
    return out_take(&out, crate->arena);
}

static struct str root_description(struct crate *crate)
{
    struct out out = {0};
    for (size_t i = 0; i < crate->chosen->len; i++) {
        out_printf(&out, "%s%.*s: %.*s", i > 0 ? "\n" : "",
                   STR_ARG(crate->chosen->at[i]->id),
                   STR_ARG(title_of(crate->chosen->at[i])));
    }
    return out_take(&out, crate->arena);
}

static void put_root(struct crate *crate, const struct crate_files *files)
{
    struct json_out *j = &crate->j;
    open_entity(crate, S("./"), "Dataset");
    json_put_str(j, "name", root_name(crate));
    json_put_str(j, "description", root_description(crate));
    json_put_str(j, "datePublished", crate->date);
    put_key_reference(j, "license", crate->licence);
    json_key(j, "hasPart");
    json_open(j, '[');
    for (size_t i = 0; i < files->len; i++) {
        put_reference(j, address_of(crate, files->at[i].path));
    }
    json_close(j);
    json_key(j, "mentions");
    json_open(j, '[');
    each_run(crate, put_mention);
    json_close(j);
    json_close(j);
}

static const char *media_type(struct str path)
{
    return str_ends(path, S(".json"))   ? "application/json"
           : str_ends(path, S(".yaml")) ? "application/yaml"
                                        : "text/markdown";
}

static void put_file(struct crate *crate, const struct crate_file *file,
                     struct str name)
{
    struct json_out *j = &crate->j;
    const struct sha256_hex hash = sha256_of(file->text);
    open_entity(crate, address_of(crate, file->path), "File");
    json_put_str(j, "name", name);
    json_put_c(j, "encodingFormat", media_type(file->path));
    json_put_str(j, "contentSize",
                 arena_printf(crate->arena, "%zu", file->text.len));
    json_put_c(j, "sha256", hash.text);
    put_key_reference(j, "license", crate->licence);
    json_close(j);
}

static void put_core(struct crate *crate, const struct evidence *evidence)
{
    const struct str id = core_id(crate, evidence);
    void **slot = map_slot(crate->arena, &crate->cores, id);
    if (*slot) {
        return;
    }
    *slot = crate;
    open_entity(crate, id, "SoftwareApplication");
    json_put_c(&crate->j, "name", "probatum-core");
    json_put_str(&crate->j, "version",
                 arena_printf(crate->arena, "%.*s, numerics %lld",
                              STR_ARG(evidence->provenance.tool_version),
                              (long long)evidence->provenance.numerics));
    json_close(&crate->j);
}

static void put_licence(struct crate *crate)
{
    open_entity(crate, crate->licence, "CreativeWork");
    json_put_str(&crate->j, "name", crate->project->licence);
    json_close(&crate->j);
}

static void put_status(struct crate *crate)
{
    open_entity(crate, S("http://schema.org/CompletedActionStatus"),
                "ActionStatusType");
    json_put_c(&crate->j, "name", "completed");
    json_close(&crate->j);
}

/* -- The crate ------------------------------------------------------------- */

static bool is_whole(const struct evidence *evidence, struct failure *failure)
{
    if (!evidence->plan) {
        return fail(failure,
                    "the plan of %.*s is gone, so its evidence says "
                    "nothing that could be handed on",
                    STR_ARG(evidence->id));
    }
    if (evidence->is_stale) {
        return fail(failure,
                    "the evidence of %.*s is not that of its plan any more: "
                    "%.*s; run it first, with `probatum run %.*s`",
                    STR_ARG(evidence->id), STR_ARG(evidence->stale_reason),
                    STR_ARG(evidence->id));
    }
    return true;
}

static bool check_whole(struct crate *crate, struct failure *failure)
{
    if (crate->project->licence.len == 0) {
        return fail(failure, "a crate must state a licence, and probatum.yaml "
                             "has none; add one, such as `licence: CC-BY-4.0`");
    }
    for (size_t i = 0; i < crate->chosen->len; i++) {
        if (!is_whole(crate->chosen->at[i], failure)) {
            return false;
        }
    }
    return true;
}

/* Each plan and its evidence, side by side. */
static void add_files(struct crate *crate, struct crate_files *files)
{
    for (size_t i = 0; i < crate->chosen->len; i++) {
        const struct evidence *evidence = crate->chosen->at[i];
        const struct source *plan = evidence->plan->record->source;
        *LIST_PUSH(crate->arena, files) =
            (struct crate_file){plan->path, plan->text};
        *LIST_PUSH(crate->arena, files) =
            (struct crate_file){evidence->source->path, evidence->source->text};
    }
}

static void put_files(struct crate *crate, const struct crate_files *files)
{
    for (size_t i = 0; i < crate->chosen->len; i++) {
        const struct evidence *evidence = crate->chosen->at[i];
        put_file(crate, &files->at[2 * i], title_of(evidence));
        put_file(crate, &files->at[2 * i + 1],
                 arena_printf(crate->arena, "Evidence of %.*s",
                              STR_ARG(evidence->id)));
    }
}

static struct str describe(struct crate *crate, const struct crate_files *files)
{
    struct out out = {0};
    crate->j = (struct json_out){.out = &out};
    json_open(&crate->j, '{');
    json_put_c(&crate->j, "@context", CRATE_VERSION "/context");
    json_key(&crate->j, "@graph");
    json_open(&crate->j, '[');
    put_descriptor(crate);
    put_root(crate, files);
    put_files(crate, files);
    each_run(crate, put_run);
    for (size_t i = 0; i < crate->chosen->len; i++) {
        put_core(crate, crate->chosen->at[i]);
    }
    put_licence(crate);
    put_status(crate);
    json_close(&crate->j);
    json_close(&crate->j);
    out_char(&out, '\n');
    return out_take(&out, crate->arena);
}

bool crate_make(struct arena *arena, const struct project *project,
                const struct chosen_evidence *chosen, struct crate_files *files,
                struct failure *failure)
{
    struct crate crate = {
        .arena = arena,
        .project = project,
        .chosen = chosen,
        .licence = crate_licence(arena, project->licence),
    };
    if (!check_whole(&crate, failure)) {
        return false;
    }
    for (size_t i = 0; i < chosen->len; i++) {
        const struct str date = chosen->at[i]->provenance.date;
        crate.date = str_compare(date, crate.date) > 0 ? date : crate.date;
    }
    add_files(&crate, files);
    const struct str text = describe(&crate, files);
    *LIST_PUSH(arena, files) = (struct crate_file){S(CRATE_FILE), text};
    return true;
}
