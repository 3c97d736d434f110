/* Ids of numbers and claims. */

#include "render/anchors.h"

#include "base/map.h"
#include "base/out.h"

struct anchor {
    struct str mark;   /* the attribute, up to its value */
    struct str prefix; /* of the id */
};

/* The next mark of either kind at or after `at`, or STR_NONE. */
static size_t next_mark(struct str html, size_t at,
                        const struct anchor **anchor)
{
    static const struct anchor anchors[] = {
        {{"data-value=\"", 12}, {"at.", 3}},
        {{"data-claim=\"", 12}, {"claim.", 6}},
    };
    for (;;) {
        const size_t found = str_find(str_from(html, at), S("data-"));
        if (found == STR_NONE) {
            return STR_NONE;
        }
        at += found;
        for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++) {
            if (str_starts(str_from(html, at), anchors[i].mark)) {
                *anchor = &anchors[i];
                return at;
            }
        }
        at++;
    }
}

/* What has an id of its own is addressed by that. */
static bool has_id(struct str html, size_t at)
{
    size_t start = at;
    while (start > 0 && html.ptr[start] != '<') {
        start--;
    }
    const struct str rest = str_from(html, start);
    const struct str tag = str_slice(rest, 0, str_find_char(rest, '>'));
    return str_find(tag, S(" id=\"")) != STR_NONE;
}

struct str anchors_set(struct arena *arena, struct str html)
{
    struct map seen = {0};
    struct out out = {0};
    const struct anchor *anchor = NULL;
    size_t done = 0;
    size_t at = next_mark(html, 0, &anchor);
    if (at == STR_NONE) {
        return html;
    }
    for (; at != STR_NONE; at = next_mark(html, at + 1, &anchor)) {
        const struct str rest = str_from(html, at + anchor->mark.len);
        const size_t end = str_find_char(rest, '"');
        if (end == STR_NONE || end == 0 || has_id(html, at)) {
            continue;
        }
        const struct str id =
            ARENA_JOIN(arena, anchor->prefix, str_slice(rest, 0, end));
        void **slot = map_slot(arena, &seen, id);
        if (*slot == NULL) {
            *slot = &seen;
            out_str(&out, str_slice(html, done, at));
            out_c(&out, "id=\"");
            out_str(&out, id);
            out_c(&out, "\" ");
            done = at;
        }
    }
    out_str(&out, str_from(html, done));
    return out_take(&out, arena);
}
