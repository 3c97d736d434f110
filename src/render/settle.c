/* The end of a build: what the next one has to know of every file, so that it
 * need not read those that did not move. */

#include "render/build.h"

#include "base/hash.h"
#include "render/facts.h"
#include "render/program.h"
#include "render/study.h"

struct settling {
    struct build *build;
    const struct inputs *inputs;
    struct map records; /* path -> record */
    struct map sources; /* of evidence and chapters: path -> struct str text */
};

/* ---- Whether it may --------------------------------------------------- */

/* Ids that two records claim, and evidence that cannot be read, are told on
 * pages that do not say so in their traces. */
static bool is_plain_finding(const struct diag *diag)
{
    const struct str rule = str_from_c(diag->rule);
    return !str_is(rule, "id-duplicate") && !is_unreadable_evidence(diag);
}

static bool is_plain(const struct settling *settling)
{
    const struct site_input *input = &settling->build->site.input;
    const struct inputs *inputs = settling->inputs;
    for (size_t i = 0; i < input->diags->len; i++) {
        if (!is_plain_finding(&input->diags->at[i])) {
            return false;
        }
    }
    /* What a partial clone lacks may come at any moment. */
    const bool is_lossy =
        input->book != NULL && input->book->histories.lost > 0;
    return !inputs->is_odd && !inputs->is_incomplete && !is_lossy &&
           input->library->record_count == inputs->files.len;
}

/* ---- Nodes ------------------------------------------------------------ */

static bool put_if_moved(struct build *build, enum graph_kind kind,
                         struct str key, struct str stamp, struct str value)
{
    const struct node *known = graph_known(&build->graph, kind, key);
    if (known != NULL && str_equal(known->stamp, stamp) &&
        str_equal(known->value, value)) {
        graph_keep(&build->graph, kind, key);
        return true;
    }
    return graph_put(&build->graph, kind, key, stamp, value, build->failure);
}

static struct facts input_facts(const struct settling *settling,
                                const struct input *input)
{
    const struct build *build = settling->build;
    const struct record *record = map_get(&settling->records, input->path);
    const struct str *text = map_get(&settling->sources, input->path);
    if (record != NULL) {
        return facts_of(&build->site, record,
                        map_get(&build->prints.records, input->path));
    }
    return (struct facts){
        .text = text != NULL ? facts_text(*text) : 0,
    };
}

static bool put_files(const struct settling *settling)
{
    struct build *build = settling->build;
    const struct inputs *inputs = settling->inputs;
    for (size_t i = 0; i < inputs->len; i++) {
        const struct arena_mark mark = arena_mark(&build->page);
        const struct facts facts = input_facts(settling, &inputs->at[i]);
        const bool is_put = put_if_moved(build, GRAPH_FILE, inputs->at[i].path,
                                         inputs->at[i].stamp,
                                         facts_write(&build->page, &facts));
        arena_rewind(&build->page, mark);
        if (!is_put) {
            return false;
        }
    }
    return true;
}

static struct str families_of(struct arena *arena,
                              const struct evidence *evidence)
{
    struct out out = {0};
    for (size_t i = 0; evidence != NULL && i < evidence->decision_count; i++) {
        const uint64_t family = facts_name(evidence->decisions[i].family);
        const union {
            const uint64_t *number;
            const char *bytes;
        } view = {.number = &family};
        out_str(&out, (struct str){view.bytes, sizeof family});
    }
    return out_take(&out, arena);
}

static bool put_digests(const struct settling *settling)
{
    struct build *build = settling->build;
    const struct map *digests = &build->prints.digests;
    for (size_t i = 0; i < digests->len; i++) {
        const struct str id = digests->at[i].key;
        const struct sha256_hex *digest = digests->at[i].value;
        const struct str families = families_of(
            build->site.arena, evidences_find(build->site.input.evidences, id));
        if (!put_if_moved(build, GRAPH_DIGEST, id, str_from_c(digest->text),
                          families)) {
            return false;
        }
    }
    return true;
}

static void add_basis(const struct build *build, struct basis *basis,
                      struct str name, struct str text)
{
    struct arena *arena = build->site.arena;
    LIST_PUSH(arena, basis)->name = name;
    basis->at[basis->len - 1].print = sha256_of(text);
}

struct basis build_basis(const struct build *build)
{
    struct arena *arena = build->site.arena;
    const struct project *project = build->site.input.project;
    struct basis basis = {0};
    const struct sha256_hex program = program_hash();
    add_basis(build, &basis, S("program"), str_from_c(program.text));
    add_basis(build, &basis, S("probatum.yaml"),
              project->source != NULL ? project->source->text : S(""));
    const struct str study = study_text(arena, project);
    if (study.len > 0) {
        add_basis(build, &basis, S("site/mutants.json"), study);
    }
    const struct map *templates = &build->stock.templates;
    for (size_t i = 0; i < templates->len; i++) {
        const struct str *text = templates->at[i].value;
        add_basis(build, &basis,
                  ARENA_JOIN(arena, S("templates/"), templates->at[i].key),
                  *text);
    }
    return basis;
}

static bool put_basis(const struct settling *settling)
{
    struct build *build = settling->build;
    const struct basis basis = build_basis(build);
    for (size_t i = 0; i < basis.len; i++) {
        if (!put_if_moved(build, GRAPH_BASIS, basis.at[i].name,
                          str_from_c(basis.at[i].print.text), S(""))) {
            return false;
        }
    }
    return true;
}

static bool drop_old(struct build *build, enum graph_kind kind)
{
    const struct strs keys = graph_old(&build->graph, kind);
    for (size_t i = 0; i < keys.len; i++) {
        if (!graph_drop(&build->graph, kind, keys.at[i], build->failure)) {
            return false;
        }
    }
    return true;
}

static bool put_head(struct build *build, const struct pages *pages)
{
    struct graph_head head = {
        .global = str_from_c(build->prints.global.text),
        .is_settled = true,
        .pages = build->summary->pages,
        .broken = build->summary->broken,
    };
    for (size_t i = 0; i < pages->len; i++) {
        if (pages->at[i].record == NULL && pages->at[i].past == NULL) {
            *LIST_PUSH(build->site.arena, &head.lists) = pages->at[i].place;
        }
    }
    const struct site_input *input = &build->site.input;
    if (input->book != NULL) {
        head.past = input->book->key;
    } else if (!history_key(build->site.arena, input->project, NULL, &head.past,
                            build->failure)) {
        return false;
    }
    return graph_put_head(&build->graph, &head, build->failure);
}

/* ---- All of it -------------------------------------------------------- */

static void index_source(struct settling *settling, const struct source *source)
{
    if (source != NULL) {
        struct arena *arena = settling->build->site.arena;
        struct str *text = ARENA_NEW(arena, struct str);
        *text = source->text;
        *map_slot(arena, &settling->sources, source->path) = text;
    }
}

static void index_sources(struct settling *settling)
{
    const struct site *site = &settling->build->site;
    const struct library *library = site->input.library;
    const struct evidences *evidences = site->input.evidences;
    for (size_t i = 0; i < library->record_count; i++) {
        *map_slot(site->arena, &settling->records,
                  library->records[i]->source->path) = library->records[i];
    }
    for (size_t i = 0; i < evidences->len; i++) {
        index_source(settling, evidences->at[i].source);
    }
    for (size_t i = 0; i < library->chapters.len; i++) {
        index_source(settling, library->chapters.at[i].source);
    }
}

bool build_settle(struct build *build, const struct inputs *inputs,
                  const struct pages *pages)
{
    struct settling settling = {.build = build, .inputs = inputs};
    if (build->graph.store == NULL || !is_plain(&settling)) {
        return true;
    }
    index_sources(&settling);
    return graph_begin(&build->graph, build->failure) && put_files(&settling) &&
           put_digests(&settling) && put_basis(&settling) &&
           drop_old(build, GRAPH_FILE) && drop_old(build, GRAPH_DIGEST) &&
           drop_old(build, GRAPH_BASIS) && put_head(build, pages) &&
           graph_commit(&build->graph, build->failure);
}
