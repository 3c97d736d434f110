/* Files of a site. */

#include "render/output.h"

#include "base/fs.h"
#include "base/out.h"

static struct str key_of(const struct output *output, struct str path)
{
    return ARENA_JOIN(output->arena, output->folder, S("/"), path);
}

/* ---- What is there ---------------------------------------------------- */

static struct map *names_in(struct output *output, struct str folder)
{
    struct map *names = map_get(&output->folders, folder);
    if (names != NULL) {
        return names;
    }
    names = ARENA_NEW(output->arena, struct map);
    /* The key outlives the page whose path it is a piece of. */
    *map_slot(output->arena, &output->folders,
              arena_copy(output->arena, folder)) = names;
    struct failure ignored = {0};
    struct fs_entries entries = {0};
    const struct str whole = folder.len > 0
                                 ? key_of(output, folder)
                                 : arena_copy(output->arena, output->folder);
    if (fs_list(output->arena, whole.ptr, &entries, &ignored)) {
        fs_sweep(&entries);
        for (size_t i = 0; i < entries.len; i++) {
            if (entries.at[i].kind == FS_FILE) {
                *map_slot(output->arena, names, entries.at[i].name) = names;
            }
        }
    }
    return names;
}

static struct map *names_beside(struct output *output, struct str path)
{
    const size_t slash = str_rfind_char(path, '/');
    return names_in(output,
                    slash == STR_NONE ? S("") : str_slice(path, 0, slash));
}

bool output_has(struct output *output, struct str path)
{
    const size_t slash = str_rfind_char(path, '/');
    const struct str name =
        slash == STR_NONE ? path : str_from(path, slash + 1);
    return map_get(names_beside(output, path), name) != NULL;
}

/* ---- Writing ---------------------------------------------------------- */

/* A link in the output folder may lead into the records. */
static bool leads_out(const struct output *output, struct str path)
{
    return fs_has_link(arena_cstr(output->arena, output->folder), path);
}

bool output_write(struct output *output, struct str path, struct str text,
                  bool *has_changed, struct failure *failure)
{
    if (!fs_is_inside(path)) {
        BUG("a page would be written outside the site");
    }
    if (leads_out(output, path)) {
        return fail(failure,
                    "%s is a link or lies behind one, and the site stays in "
                    "its folder; remove the link",
                    key_of(output, path).ptr);
    }
    names_beside(output, path); /* which clears away what the dead left */
    return fs_write_changed(key_of(output, path).ptr, text, has_changed,
                            failure);
}

/* A folder that held pages alone goes with the last of them; one that holds
 * anything else stays, which is no failure. */
static bool remove_empty(struct output *output, struct str path)
{
    const size_t slash = str_rfind_char(path, '/');
    if (slash != STR_NONE) {
        fs_remove_empty(key_of(output, str_slice(path, 0, slash)).ptr);
    }
    return true;
}

bool output_remove(struct output *output, struct str path, bool *was_there,
                   struct failure *failure)
{
    const struct str file = key_of(output, path);
    *was_there = fs_is_inside(path) && fs_kind(file.ptr) == FS_FILE &&
                 !leads_out(output, path);
    return !*was_there ||
           (fs_remove(file.ptr, failure) && remove_empty(output, path));
}

/* ---- Direction -------------------------------------------------------- */

static bool is_turning_mark(struct str text, size_t i)
{
    if (i + 2 >= text.len || (unsigned char)text.ptr[i] != 0xe2) {
        return false;
    }
    const unsigned char second = (unsigned char)text.ptr[i + 1];
    const unsigned char third = (unsigned char)text.ptr[i + 2];
    return (second == 0x80 && third >= 0xaa && third <= 0xae) ||
           (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

struct str output_text(struct arena *arena, struct str text)
{
    size_t first = 0;
    for (;;) {
        const size_t found = str_find_char(str_from(text, first), '\xe2');
        if (found == STR_NONE) {
            return text;
        }
        first += found;
        if (is_turning_mark(text, first)) {
            break;
        }
        first++;
    }
    struct out out = {0};
    for (size_t i = 0; i < text.len;) {
        const bool is_mark = is_turning_mark(text, i);
        if (is_mark) {
            out_c(&out, "\xef\xbf\xbd");
        } else {
            out_char(&out, text.ptr[i]);
        }
        i += is_mark ? 3 : 1;
    }
    return out_take(&out, arena);
}
