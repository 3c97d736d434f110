/* The fixture's site, built and read. */

#include "support/site.h"

#include <stdio.h>

#include "base/fs.h"
#include "record/library_keep.h"

static char folder[64];          /* project/ and out/ are in it */
static struct library_keep keep; /* from one build to the next */

const char *site_folder(void)
{
    return folder;
}

struct world {
    struct arena arena;
    struct project *project;
    struct inputs inputs;
    struct library *library;
    struct plans plans;
    struct evidences evidences;
    struct diags diags;
    struct vcs *vcs; /* NULL: no repository */
    struct history_book book;
};

void sh(const char *format, ...)
{
    char command[2048] = {0};
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(command, sizeof command, format, args);
    va_end(args);
    assert_in_range(length, 1, sizeof command - 1);
    assert_int_equal(system(command), 0);
}

static bool find(struct world *world, struct library_keep *kept,
                 struct failure *failure)
{
    *world = (struct world){0};
    world->diags.arena = &world->arena;
    const struct str root = arena_printf(&world->arena, "%s/project", folder);
    if (!project_load(&world->arena, root, &world->project, &world->diags,
                      failure)) {
        return false;
    }
    if (kept != NULL) {
        world->project = library_keep_begin(kept, world->project);
    }
    world->project->keeps_trees = true;
    world->inputs = inputs_list(&world->arena, world->project, &world->diags);
    world->inputs.files.keep = kept;
    return vcs_open(root.ptr, &world->vcs, failure);
}

static void leave(struct world *world)
{
    vcs_close(world->vcs);
    arena_free(&world->arena);
}

static void load(struct world *world)
{
    bool is_incomplete = false;
    world->library =
        library_read(&world->arena, world->project, &world->inputs.files,
                     &world->diags, &is_incomplete);
    world->plans = plans_load(&world->arena, world->library, &world->diags);
    world->evidences = evidences_load(&world->arena, world->library,
                                      &world->plans, &world->diags);
}

static bool build_whole(struct world *world, const struct site_options *options,
                        struct store *store, struct site_summary *summary,
                        struct failure *failure)
{
    load(world);
    if (!history_book_open(&world->arena, world->project, world->vcs, store,
                           &world->book, failure)) {
        return false;
    }
    const struct site_input input = {
        .project = world->project,
        .library = world->library,
        .plans = &world->plans,
        .evidences = &world->evidences,
        .diags = &world->diags,
        .inputs = &world->inputs,
        .vcs = world->vcs,
        .book = &world->book,
    };
    return site_build(&world->arena, &input, options, store, summary, failure);
}

static bool build_as(enum site_way way, struct site_options options,
                     const char *out, struct store *store,
                     struct site_summary *summary, bool *was_part,
                     struct failure *failure)
{
    struct world world;
    if (!find(&world, way == SITE_WHOLE ? NULL : &keep, failure)) {
        arena_free(&world.arena);
        return false;
    }
    bool is_well = true;
    options.out = arena_printf(&world.arena, "%s/%s", folder, out);
    const struct site_input input = {
        .project = world.project, .vcs = world.vcs, .inputs = &world.inputs};
    *was_part = false;
    if (way == SITE_AS_NEEDED) {
        is_well = site_rebuild(&world.arena, &input, &options, store, summary,
                               was_part, failure);
    }
    if (is_well && !*was_part) {
        is_well = build_whole(&world, &options, store, summary, failure);
    }
    leave(&world);
    return is_well;
}

bool build_by(enum site_way way, const char *out, const char *templates,
              struct store *store, struct site_summary *summary, bool *was_part,
              struct failure *failure)
{
    const struct site_options options = {.templates = str_from_c(templates)};
    return build_as(way, options, out, store, summary, was_part, failure);
}

bool build_for(const struct site_readers *readers, const char *out,
               struct store *store, struct site_summary *summary,
               bool *was_part, struct failure *failure)
{
    const struct site_options options = {.readers = readers};
    return build_as(SITE_AS_NEEDED, options, out, store, summary, was_part,
                    failure);
}

bool try_build(const char *out, const char *templates, struct store *store,
               struct site_summary *summary, struct failure *failure)
{
    bool was_part = false;
    return build_by(SITE_AS_NEEDED, out, templates, store, summary, &was_part,
                    failure);
}

struct site_summary build(const char *out, struct store *store)
{
    struct failure failure = {0};
    struct site_summary summary = {0};
    if (!try_build(out, "", store, &summary, &failure)) {
        fail_msg("%s", failure.why);
    }
    return summary;
}

int site_set_up(void **state)
{
    (void)state;
    struct failure failure = {0};
    assert_true(vcs_keep(&failure));
    snprintf(folder, sizeof folder, "/tmp/probatum-site-XXXXXX");
    assert_non_null(mkdtemp(folder));
    sh("cp -r tests/fixtures/site %s/project", folder);
    return 0;
}

int site_tear_down(void **state)
{
    (void)state;
    sh("rm -rf %s", folder);
    library_keep_end(&keep);
    return 0;
}

struct str page(struct arena *arena, const char *path)
{
    struct failure failure = {0};
    struct str text = {0};
    const struct str full = arena_printf(arena, "%s/out/%s", folder, path);
    if (!fs_read(arena, full.ptr, 16 << 20, &text, &failure)) {
        fail_msg("%s", failure.why);
    }
    return text;
}

bool has(struct str text, const char *part)
{
    return str_find(text, str_from_c(part)) != STR_NONE;
}

void assert_has(struct str text, const char *part)
{
    if (!has(text, part)) {
        fail_msg("the page has no %s", part);
    }
}

void assert_lacks(const char *where, struct str text, const char *part)
{
    if (has(text, part)) {
        fail_msg("%s has %s", where, part);
    }
}

size_t count_of(struct str text, const char *part)
{
    const struct str wanted = str_from_c(part);
    size_t count = 0;
    for (size_t at = str_find(text, wanted); at != STR_NONE;
         at = str_find(text, wanted)) {
        text = str_from(text, at + wanted.len);
        count++;
    }
    return count;
}

struct str between(struct str text, const char *from, const char *to)
{
    const size_t start = str_find(text, str_from_c(from));
    if (start == STR_NONE) {
        fail_msg("the page has no %s", from);
    }
    text = str_from(text, start);
    return str_slice(text, 0, str_find(text, str_from_c(to)));
}
