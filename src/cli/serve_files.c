/* Files of the site as a browser asks for them. Every part of the path is
 * opened from the folder before it and no link is followed, so that nothing
 * outside the site can be reached. */

#include "cli/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

enum { FILE_CEILING = 256 << 20 };

/* "practices", then "SOTA-001.html". Hidden names and ".." are none. */
static bool next_part(struct str *rest, struct str *part)
{
    while (str_starts(*rest, S("/"))) {
        *rest = str_from(*rest, 1);
    }
    const size_t slash = str_find_char(*rest, '/');
    *part = str_slice(*rest, 0, slash == STR_NONE ? rest->len : slash);
    *rest = str_from(*rest, part->len);
    return part->len > 0;
}

static int open_below(struct arena *arena, struct str site, struct str path)
{
    struct str rest = path;
    struct str part = {0};
    int at = open(arena_cstr(arena, site), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (at >= 0 && next_part(&rest, &part)) {
        const bool is_plain =
            part.ptr[0] != '.' && str_find_char(part, '\0') == STR_NONE;
        const int next =
            is_plain ? openat(at, arena_cstr(arena, part),
                              O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
                     : -1;
        close(at);
        at = next;
    }
    return at;
}

static bool read_all(struct arena *arena, int file, size_t size,
                     struct str *text)
{
    char *bytes = ARENA_ARRAY(arena, char, size + 1);
    size_t done = 0;
    while (done < size) {
        const ssize_t got = read(file, bytes + done, size - done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        done += (size_t)got;
    }
    *text = (struct str){bytes, done};
    return done == size;
}

bool files_read(struct arena *arena, struct str site, struct str path,
                struct str *text, bool *is_folder)
{
    struct stat info;
    const bool has_slash = str_ends(path, S("/"));
    const struct str file =
        has_slash ? ARENA_JOIN(arena, path, S("index.html")) : path;
    *is_folder = false;
    if (site.len == 0) {
        return false;
    }
    const int at = open_below(arena, site, file);
    if (at < 0) {
        return false;
    }
    const bool is_known = fstat(at, &info) == 0;
    *is_folder = is_known && S_ISDIR(info.st_mode);
    const bool is_read = is_known && S_ISREG(info.st_mode) &&
                         info.st_size <= FILE_CEILING &&
                         read_all(arena, at, (size_t)info.st_size, text);
    close(at);
    return is_read;
}

const char *files_type(struct str path)
{
    static const struct {
        const char *end, *type;
    } types[] = {
        {"/", "text/html; charset=utf-8"},
        {".html", "text/html; charset=utf-8"},
        {".md", "text/markdown; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".wasm", "application/wasm"},
        {".woff2", "font/woff2"},
        {".xml", "application/xml"},
        {".atom", "application/atom+xml"},
        {".bib", "application/x-bibtex; charset=utf-8"},
        {".txt", "text/plain; charset=utf-8"},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (str_ends(path, str_from_c(types[i].end))) {
            return types[i].type;
        }
    }
    return "application/octet-stream";
}

struct str files_place(struct arena *arena, struct str path)
{
    static const char *const ends[] = {".html", ".md"};
    struct str place = path;
    while (str_starts(place, S("/"))) {
        place = str_from(place, 1);
    }
    if (place.len == 0 || str_ends(place, S("/"))) {
        return ARENA_JOIN(arena, place, S("index"));
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const struct str end = str_from_c(ends[i]);
        if (str_ends(place, end)) {
            return arena_copy(arena, str_slice(place, 0, place.len - end.len));
        }
    }
    return (struct str){0};
}

struct str files_print(struct arena *arena, struct str site, struct str path)
{
    struct str text = {0};
    bool is_folder = false;
    return files_read(arena, site, path, &text, &is_folder)
               ? arena_printf(arena, "%016llx",
                              (unsigned long long)hash_text(0, text))
               : S("0");
}
