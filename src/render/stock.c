/* Where templates and assets come from. */

#include "render/stock.h"

#include "base/diag.h"
#include "render/embedded.h"

enum { TEMPLATE_CEILING = 1 << 20, FOLDER_DEPTH = 8 };

static struct str embedded_text(const struct embedded *file)
{
    union {
        const unsigned char *bytes;
        const char *text;
    } view = {.bytes = file->bytes};
    return (struct str){view.text, file->size};
}

static void put(struct stock *stock, struct str name, struct str text)
{
    struct str *kept = ARENA_NEW(stock->arena, struct str);
    *kept = text;
    *map_slot(stock->arena, &stock->templates, name) = kept;
}

/* The names inside the folder are what stands behind `skip` bytes of a path. */
static bool read_folder(struct stock *stock, struct str folder, size_t skip,
                        int depth, struct failure *failure)
{
    struct fs_entries entries = {0};
    if (depth == FOLDER_DEPTH) {
        return fail(failure, "%.*s: folders nest too deeply", STR_ARG(folder));
    }
    if (!fs_list(stock->arena, arena_cstr(stock->arena, folder), &entries,
                 failure)) {
        return false;
    }
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        if (str_starts(entry->name, S("."))) {
            continue;
        }
        if (entry->kind == FS_FOLDER &&
            !read_folder(stock, entry->path, skip, depth + 1, failure)) {
            return false;
        }
        struct str text = {0};
        if (entry->kind != FS_FILE) {
            continue;
        }
        if (!fs_read(stock->arena, entry->path.ptr, TEMPLATE_CEILING, &text,
                     failure)) {
            return false;
        }
        put(stock, str_from(entry->path, skip), text);
    }
    return true;
}

bool stock_load(struct arena *arena, struct str folder, struct stock *stock,
                struct failure *failure)
{
    *stock = (struct stock){.arena = arena};
    const struct str prefix = S("templates/");
    for (size_t i = 0; i < embedded_count; i++) {
        const struct str path = str_from_c(embedded_files[i].path);
        if (str_starts(path, prefix)) {
            put(stock, str_from(path, prefix.len),
                embedded_text(&embedded_files[i]));
        }
    }
    while (folder.len > 1 && str_ends(folder, S("/"))) {
        folder.len--;
    }
    return folder.len == 0 ||
           read_folder(stock, folder, folder.len + 1, 0, failure);
}

static bool find(void *context, struct str name, struct str *text)
{
    const struct stock *stock = context;
    const struct str *found = map_get(&stock->templates, name);
    if (found != NULL) {
        *text = *found;
    }
    return found != NULL;
}

static struct str nearest_name(void *context, struct str name)
{
    struct stock *stock = context;
    struct strs names = {0};
    for (size_t i = 0; i < stock->templates.len; i++) {
        *LIST_PUSH(stock->arena, &names) = stock->templates.at[i].key;
    }
    return nearest(name, &names);
}

struct template_source stock_source(struct stock *stock)
{
    return (struct template_source){stock, find, true, nearest_name};
}

struct sha256_hex stock_hash(const struct stock *stock)
{
    struct sha256 hash;
    sha256_start(&hash);
    for (size_t i = 0; i < stock->templates.len; i++) {
        const struct map_entry *entry = &stock->templates.at[i];
        const struct sha256_hex name = sha256_of(entry->key);
        const struct sha256_hex text =
            sha256_of(*(const struct str *)entry->value);
        sha256_add(&hash, str_from_c(name.text));
        sha256_add(&hash, str_from_c(text.text));
    }
    return sha256_end(&hash);
}

struct assets stock_assets(struct arena *arena)
{
    struct assets assets = {0};
    const struct str prefix = S("site/assets/");
    for (size_t i = 0; i < embedded_count; i++) {
        const struct str path = str_from_c(embedded_files[i].path);
        if (str_starts(path, prefix)) {
            *LIST_PUSH(arena, &assets) = (struct asset){
                str_from(path, prefix.len), embedded_text(&embedded_files[i])};
        }
    }
    return assets;
}
