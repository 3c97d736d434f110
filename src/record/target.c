/* Targets of links, taken apart. */

#include "record/target.h"

#include "md/md.h"

static bool is_relative(struct str written)
{
    const size_t colon = str_find_char(written, ':');
    const size_t slash = str_find_char(written, '/');
    return colon == STR_NONE || (slash != STR_NONE && slash < colon);
}

struct target target_read(struct str written)
{
    struct target target = {.kind = TARGET_REFUSED};
    if (!md_is_safe_url(written)) {
        return target;
    }
    if (!is_relative(written)) {
        target.kind = TARGET_WEB;
        return target;
    }
    struct str path;
    str_cut(written, '#', &path, &target.anchor);
    target.kind = path.len > 0 ? TARGET_FILE : TARGET_ANCHOR;
    const size_t slash = str_rfind_char(path, '/');
    const struct str name =
        slash == STR_NONE ? path : str_from(path, slash + 1);
    const size_t dot = str_rfind_char(name, '.');
    target.name = dot == STR_NONE ? (struct str){0} : str_slice(name, 0, dot);
    return target;
}
