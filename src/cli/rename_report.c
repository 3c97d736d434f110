/* What a rename changes, and what it keeps. */

#include "base/json.h"
#include "cli/rename.h"

static struct position position_of(const struct renaming *renaming,
                                   struct place place)
{
    return source_position(renaming->arena, place.source, place.start);
}

/* The places of one file that are, or are not, kept. */
static size_t count_places(const struct renaming *renaming,
                           const struct source *source, bool is_kept)
{
    size_t count = 0;
    for (size_t i = 0; i < renaming->places.len; i++) {
        const struct rename_place *place = &renaming->places.at[i];
        count += place->is_kept == is_kept &&
                 (!source || place->place.source == source);
    }
    return count;
}

static void put_lines(struct out *out, const struct renaming *renaming,
                      const struct source *source, bool is_kept)
{
    size_t last = 0;
    const bool is_one = count_places(renaming, source, is_kept) == 1;
    out_printf(out, "line%s", is_one ? "" : "s");
    for (size_t i = 0; i < renaming->places.len; i++) {
        const struct rename_place *place = &renaming->places.at[i];
        if (place->is_kept != is_kept || place->place.source != source) {
            continue;
        }
        const size_t line = position_of(renaming, place->place).line;
        if (line != last) {
            out_printf(out, "%s %zu", last ? "," : "", line);
        }
        last = line;
    }
}

static void put_file(struct out *out, const struct renaming *renaming,
                     const struct rename_file *file)
{
    const struct str prefix = renaming->workspace->prefix;
    out_printf(out, "  %.*s%.*s", STR_ARG(prefix), STR_ARG(file->path));
    if (!str_equal(file->path, file->new_path)) {
        out_printf(out, " -> %.*s%.*s", STR_ARG(prefix),
                   STR_ARG(file->new_path));
    }
    if (file->is_evidence) {
        out_c(out, ": names and the plan's hash");
    } else if (count_places(renaming, file->source, false) > 0) {
        out_c(out, ": ");
        put_lines(out, renaming, file->source, false);
    }
    out_char(out, '\n');
}

static void put_kept(struct out *out, const struct renaming *renaming)
{
    const struct source *last = NULL;
    out_printf(out, "kept, because it tells the past or quotes:\n");
    for (size_t i = 0; i < renaming->places.len; i++) {
        const struct rename_place *place = &renaming->places.at[i];
        if (!place->is_kept || place->place.source == last) {
            continue;
        }
        last = place->place.source;
        out_printf(out, "  %.*s%.*s: ", STR_ARG(renaming->workspace->prefix),
                   STR_ARG(last->path));
        put_lines(out, renaming, last, true);
        out_char(out, '\n');
    }
}

void rename_report_text(const struct renaming *renaming)
{
    struct out *out = &renaming->command->out;
    const bool is_dry = command_has(renaming->command, OPTION_DRY_RUN);
    const size_t count = count_places(renaming, NULL, false);
    out_printf(out, "%.*s %s %.*s: %zu place%s, %zu file%s\n",
               STR_ARG(renaming->old_id), is_dry ? "would become" : "became",
               STR_ARG(renaming->new_id), count, count == 1 ? "" : "s",
               renaming->files.len, renaming->files.len == 1 ? "" : "s");
    for (size_t i = 0; i < renaming->files.len; i++) {
        put_file(out, renaming, &renaming->files.at[i]);
    }
    if (count_places(renaming, NULL, true) > 0) {
        put_kept(out, renaming);
    }
}

static void put_places(struct json_out *j, const struct renaming *renaming,
                       const struct source *source)
{
    json_key(j, "places");
    json_open(j, '[');
    for (size_t i = 0; i < renaming->places.len; i++) {
        const struct rename_place *place = &renaming->places.at[i];
        if (!place->is_kept && place->place.source == source) {
            const struct position at = position_of(renaming, place->place);
            json_open(j, '{');
            json_put_int(j, "line", (int64_t)at.line);
            json_put_int(j, "column", (int64_t)at.column);
            json_close(j);
        }
    }
    json_close(j);
}

void rename_report_json(const struct renaming *renaming)
{
    struct json_out j = {.out = &renaming->command->out};
    json_open(&j, '{');
    json_put_str(&j, "old", renaming->old_id);
    json_put_str(&j, "new", renaming->new_id);
    json_put_bool(&j, "is_written",
                  !command_has(renaming->command, OPTION_DRY_RUN));
    json_key(&j, "files");
    json_open(&j, '[');
    for (size_t i = 0; i < renaming->files.len; i++) {
        const struct rename_file *file = &renaming->files.at[i];
        json_open(&j, '{');
        json_put_str(&j, "path", file->path);
        json_put_str(&j, "new_path", file->new_path);
        put_places(&j, renaming, file->source);
        json_close(&j);
    }
    json_close(&j);
    json_key(&j, "kept");
    json_open(&j, '[');
    for (size_t i = 0; i < renaming->places.len; i++) {
        const struct rename_place *place = &renaming->places.at[i];
        if (place->is_kept) {
            const struct position at = position_of(renaming, place->place);
            json_open(&j, '{');
            json_put_str(&j, "path", place->place.source->path);
            json_put_int(&j, "line", (int64_t)at.line);
            json_put_int(&j, "column", (int64_t)at.column);
            json_close(&j);
        }
    }
    json_close(&j);
    json_close(&j);
    out_char(&renaming->command->out, '\n');
}
