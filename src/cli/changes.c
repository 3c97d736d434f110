#include "cli/changes.h"

#include "cli/text.h"

static const char *presence_name(enum presence presence)
{
    switch (presence) {
    case PRESENCE_ABSENT:
        return "absent";
    case PRESENCE_EMPTY:
        return "empty";
    case PRESENCE_FILLED:
        return "filled";
    }
    BUG("presence %d", (int)presence);
}

/* -- Text ------------------------------------------------------------------ */

/* A side that was not there has no line; one that says there is nothing has. */
static void side(struct out *out, char sign, enum presence presence,
                 struct str text, size_t indent)
{
    if (presence == PRESENCE_EMPTY) {
        text = S("(empty)");
    }
    if (presence == PRESENCE_ABSENT || text.len == 0) {
        return;
    }
    out_repeat(out, ' ', indent);
    out_char(out, sign);
    out_char(out, ' ');
    text_wrap(out, text, indent + 2, indent + 2);
}

void changes_text(struct out *out, const struct field_changes *changes,
                  size_t indent)
{
    for (size_t i = 0; i < changes->len; i++) {
        const struct field_change *change = &changes->at[i];
        out_repeat(out, ' ', indent);
        text_put(out, change->field);
        out_printf(out, " (%s)\n", level_name(change->level));
        side(out, '-', change->from, change->old_text, indent + 2);
        side(out, '+', change->to, change->new_text, indent + 2);
    }
}

/* -- JSON ------------------------------------------------------------------ */

static void json_side(struct json_out *j, const char *presence_key,
                      const char *text_key, enum presence presence,
                      struct str text)
{
    json_put_c(j, presence_key, presence_name(presence));
    json_key(j, text_key);
    if (presence == PRESENCE_FILLED) {
        json_str(j, text);
    } else {
        json_none(j);
    }
}

void changes_json(struct json_out *j, const struct field_changes *changes)
{
    json_open(j, '[');
    for (size_t i = 0; i < changes->len; i++) {
        const struct field_change *change = &changes->at[i];
        json_open(j, '{');
        json_put_str(j, "field", change->field);
        json_put_c(j, "level", level_name(change->level));
        json_side(j, "from", "old", change->from, change->old_text);
        json_side(j, "to", "new", change->to, change->new_text);
        json_close(j);
    }
    json_close(j);
}
