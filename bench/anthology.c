/* Writes a made-up anthology, for measuring and for tests at any size:
 *
 *     anthology FOLDER COUNT [SEED [COMMITS]]
 *
 * The folder must not hold a project. The same count and seed give the same
 * bytes on one machine; its experiments are trained here, which takes a moment,
 * so that their evidence is real. With COMMITS the folder becomes a repository
 * with a history of so many. */

#include <stdio.h>
#include <stdlib.h>

#include "base/fs.h"
#include "bench/corpus.h"
#include "bench/corpus_git.h"
#include "evidence/evidence.h"
#include "record/library.h"

struct writer {
    struct arena *arena;
    const struct corpus *corpus;
    const char *folder;
};

static bool write_file(const struct writer *writer, const struct out *path,
                       struct out *text, struct failure *failure)
{
    struct out full = {0};
    out_printf(&full, "%s/%.*s", writer->folder, STR_ARG(out_text(path)));
    out_char(&full, '\0');
    const bool is_written =
        fs_write(full.ptr, out_text(text), FS_QUICK, failure);
    out_free(&full);
    out_reset(text);
    return is_written;
}

static bool write_project(const struct writer *writer, struct failure *failure)
{
    struct out path = {0};
    struct out text = {0};
    out_c(&path, "probatum.yaml");
    corpus_put_project(&text);
    bool is_written = write_file(writer, &path, &text, failure);
    for (uint32_t i = 0; i < writer->corpus->experiments && is_written; i++) {
        out_reset(&path);
        corpus_put_plan_path(&path, i);
        corpus_put_plan(&text, writer->corpus, i);
        is_written = write_file(writer, &path, &text, failure);
    }
    out_free(&path);
    out_free(&text);
    return is_written;
}

static bool write_records(const struct writer *writer, enum corpus_kind kind,
                          uint32_t first, uint32_t end, struct failure *failure)
{
    struct out path = {0};
    struct out text = {0};
    bool is_written = true;
    for (uint32_t i = first; i < end && is_written; i++) {
        out_reset(&path);
        corpus_put_path(&path, kind, i);
        corpus_put_record(&text, writer->corpus, kind, i,
                          corpus_versions(writer->corpus, kind, i));
        is_written = write_file(writer, &path, &text, failure);
    }
    out_free(&path);
    out_free(&text);
    return is_written;
}

/* -- Evidence -------------------------------------------------------------- */

static bool write_evidence(const struct writer *writer,
                           const struct project *project,
                           const struct plan *plan, struct failure *failure)
{
    struct task *tasks = NULL;
    const size_t count = evidence_tasks(writer->arena, plan, &tasks);
    struct run_result *results =
        ARENA_ARRAY(writer->arena, struct run_result, count);
    struct evidence evidence = {0};
    if (!runner_run(writer->arena, NULL, tasks, count,
                    &(struct runner_options){.jobs = 1}, results, failure)) {
        return false;
    }
    evidence_derive(writer->arena, plan, results, &evidence);
    evidence.provenance.tool_version = S("probatum " PROBATUM_VERSION);
    evidence.provenance.date = S("2026-11-02");
    evidence.provenance.compiler = S("any");
    evidence.provenance.preregistration = S("the anthology is made up");
    struct out text = {0};
    struct out path = {0};
    evidence_write(&text, &evidence);
    out_str(&path,
            evidence_path(writer->arena, project, plan->id, EVIDENCE_ACCEPTED));
    const bool is_written = write_file(writer, &path, &text, failure);
    out_free(&text);
    out_free(&path);
    return is_written;
}

/* Reads what was written so far, which holds the plans and the practices they
 * are about. */
static bool try_practices(const struct writer *writer, struct failure *failure)
{
    struct diags diags = {.arena = writer->arena};
    struct project *project = NULL;
    bool is_incomplete = false;
    const struct str root = fs_real(writer->arena, writer->folder);
    if (!project_load(writer->arena, root, &project, &diags, failure)) {
        return false;
    }
    const struct library *library =
        library_load(writer->arena, project, &diags, &is_incomplete);
    const struct plans plans = plans_load(writer->arena, library, &diags);
    for (size_t i = 0; i < plans.len; i++) {
        if (!plans.at[i].is_sound) {
            return fail(failure, "the plan %.*s has faults",
                        STR_ARG(plans.at[i].id));
        }
        if (!write_evidence(writer, project, &plans.at[i], failure)) {
            return false;
        }
    }
    return true;
}

/* -- The program ----------------------------------------------------------- */

static bool write_all(const struct writer *writer, uint32_t commits,
                      struct failure *failure)
{
    const struct corpus *corpus = writer->corpus;
    const uint32_t tried = corpus->experiments;
    bool is_written =
        write_project(writer, failure) &&
        write_records(writer, CORPUS_PRACTICE, 0, tried, failure) &&
        try_practices(writer, failure);
    for (enum corpus_kind kind = 0; kind < CORPUS_KINDS && is_written; kind++) {
        is_written =
            write_records(writer, kind, kind == CORPUS_PRACTICE ? tried : 0,
                          corpus->counts[kind], failure);
    }
    return is_written &&
           (commits == 0 || corpus_commit(writer->arena, corpus, writer->folder,
                                          commits, failure));
}

static bool number(int argc, char **argv, int at, int64_t least, int64_t most,
                   int64_t *value)
{
    return at >= argc || (str_to_int64(str_from_c(argv[at]), value) &&
                          *value >= least && *value <= most);
}

int main(int argc, char **argv)
{
    enum { LEAST = 20, MOST = 1000000 };
    int64_t count = 0;
    int64_t seed = 1;
    int64_t commits = 0;
    struct failure failure = {0};
    struct arena arena = {0};
    if (argc < 3 || argc > 5 || !number(argc, argv, 2, LEAST, MOST, &count) ||
        !number(argc, argv, 3, 0, INT32_MAX, &seed) ||
        !number(argc, argv, 4, 0, MOST, &commits)) {
        (void)fprintf(stderr,
                      "usage: anthology FOLDER COUNT [SEED [COMMITS]], COUNT "
                      "from %d to %d\n",
                      LEAST, MOST);
        return 2;
    }
    const struct str project =
        fs_join(&arena, str_from_c(argv[1]), S("probatum.yaml"));
    if (fs_kind(project.ptr) != FS_MISSING) {
        (void)fprintf(stderr, "anthology: %s holds a project already\n",
                      argv[1]);
        return 2;
    }
    const struct corpus corpus =
        corpus_new(&arena, (uint32_t)count, (uint64_t)seed);
    const struct writer writer = {&arena, &corpus, argv[1]};
    const bool is_written = write_all(&writer, (uint32_t)commits, &failure);
    if (!is_written) {
        (void)fprintf(stderr, "anthology: %s\n", failure.why);
    }
    arena_free(&arena);
    return is_written ? 0 : 3;
}
