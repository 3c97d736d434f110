/* How people name a page of the site. */

#include "cli/page_name.h"

#include "render/explain.h"
#include "render/insert.h"

static struct str without_end(struct str word)
{
    static const char *const ends[] = {".html", ".md"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const struct str end = str_from_c(ends[i]);
        if (str_ends(word, end)) {
            return str_slice(word, 0, word.len - end.len);
        }
    }
    return word;
}

static struct str place_as_written(struct arena *arena, struct str word)
{
    const struct str output = S("build/site/");
    struct str place = without_end(word);
    while (str_starts(place, S("./"))) {
        place = str_from(place, 2);
    }
    if (str_starts(place, output)) {
        place = str_from(place, output.len);
    }
    while (str_starts(place, S("/"))) {
        place = str_from(place, 1);
    }
    return str_ends(place, S("/")) || place.len == 0
               ? ARENA_JOIN(arena, place, S("index"))
               : place;
}

/* Of the record or chapter whose file it is, else empty. */
static struct str place_of_file(const struct site *site, struct str path)
{
    const struct library *library = site->input.library;
    for (size_t i = 0; i < library->record_count; i++) {
        if (str_equal(library->records[i]->source->path, path)) {
            return site_place(site, library->records[i]);
        }
    }
    for (size_t i = 0; i < library->chapters.len; i++) {
        if (str_equal(library->chapters.at[i].source->path, path)) {
            return chapter_place(site, &library->chapters.at[i]);
        }
    }
    return S("");
}

struct str page_place(struct command *command,
                      const struct workspace *workspace, struct str word)
{
    struct site site = {
        .arena = &command->arena,
        .input = {.project = workspace->project, .library = workspace->library},
    };
    site_place_records(&site);
    const struct record *record = library_find(workspace->library, word);
    if (record != NULL) {
        return site_place(&site, record);
    }
    struct str path;
    const struct str place = workspace_path(command, workspace, word, &path)
                                 ? place_of_file(&site, path)
                                 : S("");
    return place.len > 0 ? place : place_as_written(&command->arena, word);
}

enum exit_status page_unknown(struct command *command,
                              struct workspace *workspace, struct str place)
{
    const struct site_input input = workspace_site_input(workspace);
    const struct strs places = explain_places(&command->arena, &input);
    const struct str near = command_nearest(command, place, &places);
    return command_usage(command, "the site has no page \"%.*s\"%.*s",
                         STR_ARG(place), STR_ARG(near));
}
