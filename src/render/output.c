/* Files of a site. */

#include "render/output.h"

#include "base/ascii.h"
#include "base/fs.h"
#include "base/out.h"

static struct str key_of(const struct output *output, struct str path)
{
    return ARENA_JOIN(output->arena, output->folder, S("/"), path);
}

/* ---- What is there ---------------------------------------------------- */

/* What a folder held when it was first asked about. */
struct folder {
    struct map entries; /* name -> struct fs_entry */
    bool leads_out;     /* it is a link or lies behind one */
};

static struct folder *folder_read(struct output *output, struct str path)
{
    struct folder *folder = ARENA_NEW(output->arena, struct folder);
    struct failure ignored = {0};
    struct fs_entries entries = {0};
    const struct str whole = path.len > 0
                                 ? key_of(output, path)
                                 : arena_copy(output->arena, output->folder);
    if (fs_list(output->arena, whole.ptr, &entries, &ignored)) {
        fs_sweep(&entries);
        for (size_t i = 0; i < entries.len; i++) {
            *map_slot(output->arena, &folder->entries, entries.at[i].name) =
                &entries.at[i];
        }
    }
    folder->leads_out =
        path.len > 0 &&
        fs_has_link(arena_cstr(output->arena, output->folder), path);
    return folder;
}

static struct folder *folder_of(struct output *output, struct str path)
{
    const size_t slash = str_rfind_char(path, '/');
    const struct str name =
        slash == STR_NONE ? S("") : str_slice(path, 0, slash);
    struct folder *folder = map_get(&output->folders, name);
    if (folder == NULL) {
        folder = folder_read(output, name);
        /* The key outlives the page whose path it is a piece of. */
        *map_slot(output->arena, &output->folders,
                  arena_copy(output->arena, name)) = folder;
    }
    return folder;
}

static const struct fs_entry *entry_of(struct output *output, struct str path)
{
    const size_t slash = str_rfind_char(path, '/');
    return map_get(&folder_of(output, path)->entries,
                   slash == STR_NONE ? path : str_from(path, slash + 1));
}

bool output_has(struct output *output, struct str path)
{
    const struct fs_entry *entry = entry_of(output, path);
    return entry != NULL && entry->kind == FS_FILE;
}

/* A link in the output folder may lead into the records. */
static bool leads_out(struct output *output, struct str path)
{
    const struct fs_entry *entry = entry_of(output, path);
    return folder_of(output, path)->leads_out ||
           (entry != NULL && entry->is_link);
}

/* ---- Writing ---------------------------------------------------------- */

bool output_write(struct output *output, struct str path, struct str text,
                  bool *has_changed, struct failure *failure)
{
    if (!fs_is_inside(path)) {
        BUG("a page would be written outside the site");
    }
    const struct str file = key_of(output, path);
    if (leads_out(output, path)) {
        return fail(failure,
                    "%s is a link or lies behind one, and the site stays in "
                    "its folder; remove the link",
                    file.ptr);
    }
    if (entry_of(output, path) == NULL) {
        *has_changed = true;
        return fs_write_new(file.ptr, text, failure);
    }
    return fs_write_changed(file.ptr, text, has_changed, failure);
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

/* ---- Characters ------------------------------------------------------- */

/* Bytes of the mark at i that turns the direction, or of a control character;
 * 0 for anything else. */
static size_t unwanted(struct str text, size_t i)
{
    const unsigned char first = (unsigned char)text.ptr[i];
    if (first < ' ' || first == 0x7f) {
        return first != '\n' && first != '\t' && first != '\r';
    }
    if (first != 0xe2 || i + 2 >= text.len) {
        return 0;
    }
    const unsigned char second = (unsigned char)text.ptr[i + 1];
    const unsigned char third = (unsigned char)text.ptr[i + 2];
    const bool turns = (second == 0x80 && third >= 0xaa && third <= 0xae) ||
                       (second == 0x81 && third >= 0xa6 && third <= 0xa9);
    return turns ? 3 : 0;
}

void output_inert_json(struct out *out, size_t from)
{
    struct out inert = {0};
    const struct str text = str_from(out_text(out), from);
    size_t done = 0;
    for (size_t i = 0; i < text.len; i++) {
        i += ascii_plain_run(str_from(text, i), "<>&'");
        if (i < text.len && str_find_char(S("<>&'"), text.ptr[i]) != STR_NONE) {
            out_str(&inert, str_slice(text, done, i));
            out_printf(&inert, "\\u%04x", (unsigned)text.ptr[i]);
            done = i + 1;
        }
    }
    out_str(&inert, str_from(text, done));
    out->len = from;
    out_str(out, out_text(&inert));
    out_free(&inert);
}

struct str output_text(struct arena *arena, struct str text)
{
    struct out out = {0};
    size_t done = 0;
    for (size_t i = 0; i < text.len;) {
        i += ascii_plain_run(str_from(text, i), "");
        const size_t length = i < text.len ? unwanted(text, i) : 0;
        if (length > 0) {
            out_str(&out, str_slice(text, done, i));
            out_c(&out, "\xef\xbf\xbd");
            done = i + length;
        }
        i += length > 0 ? length : 1;
    }
    if (done == 0) {
        return text;
    }
    out_str(&out, str_from(text, done));
    return out_take(&out, arena);
}
