/* Making sure of an edit. YAML has more corners than any writer of it knows,
 * so the text is read again and compared with the tree that it should give. */

#include "yml/edit.h"

bool yml_same(const struct yml_node *a, const struct yml_node *b)
{
    if (a->kind != b->kind || a->len != b->len) {
        return false;
    }
    for (size_t i = 0; i < a->len; i++) {
        if (a->kind == YML_LIST
                ? !yml_same(a->items[i], b->items[i])
                : !yml_same(a->pairs[i].key, b->pairs[i].key) ||
                      !yml_same(a->pairs[i].value, b->pairs[i].value)) {
            return false;
        }
    }
    return a->kind != YML_SCALAR || str_equal(a->text, b->text);
}

static struct str without_line_end(struct str text)
{
    return str_slice(text, 0, text.len - str_ends(text, S("\n")));
}

/* The line end of a block scalar comes and goes with the file's last one. */
static bool is_same_text(const struct yml_node *old, const struct yml_node *now)
{
    if (old->style != YML_LITERAL && old->style != YML_FOLDED) {
        return str_equal(old->text, now->text);
    }
    return str_equal(without_line_end(old->text), without_line_end(now->text));
}

static bool holds(const struct yml_change *change, const struct yml_node *old,
                  const struct yml_node *now);

static bool holds_pairs(const struct yml_change *change,
                        const struct yml_node *old, const struct yml_node *now)
{
    size_t k = 0;
    for (size_t i = 0; i < old->len; i++, k++) {
        const struct yml_pair *pair = &old->pairs[i];
        if (change->target == old && change->kind == YML_REMOVE_PAIR &&
            str_is(pair->key->text, change->key)) {
            k--;
            continue;
        }
        if (change->target == old && change->kind == YML_ADD_PAIR && k == i &&
            k < now->len && str_is(now->pairs[k].key->text, change->key)) {
            k++;
        }
        if (k >= now->len || !yml_same(pair->key, now->pairs[k].key) ||
            !holds(change, pair->value, now->pairs[k].value)) {
            return false;
        }
    }
    return true;
}

static bool holds_items(const struct yml_change *change,
                        const struct yml_node *old, const struct yml_node *now)
{
    const bool is_less =
        change->target == old && change->kind == YML_REMOVE_ITEM;
    for (size_t i = 0, k = 0; i < old->len; i++) {
        if (is_less && i == change->index) {
            continue;
        }
        if (!holds(change, old->items[i], now->items[k++])) {
            return false;
        }
    }
    return true;
}

/* How many more children the changed node has. */
static bool has_right_length(const struct yml_change *change,
                             const struct yml_node *old,
                             const struct yml_node *now)
{
    if (change->target != old) {
        return now->len == old->len;
    }
    if (change->kind == YML_REMOVE_PAIR) {
        return now->len + 1 == old->len && !yml_get(now, change->key);
    }
    if (change->kind == YML_REMOVE_ITEM) {
        return now->len + 1 == old->len;
    }
    return now->len == old->len + 1;
}

/* What was added is there, with its value. */
static bool has_addition(const struct yml_change *change,
                         const struct yml_node *now)
{
    if (change->kind == YML_ADD_ITEM) {
        return yml_same(change->value, now->items[now->len - 1]);
    }
    const struct yml_node *value = yml_get(now, change->key);
    return change->kind != YML_ADD_PAIR ||
           (value && yml_same(change->value, value));
}

static bool holds(const struct yml_change *change, const struct yml_node *old,
                  const struct yml_node *now)
{
    if (change->kind == YML_REPLACE && change->target == old) {
        return yml_same(change->value, now);
    }
    if (old->kind != now->kind || !has_right_length(change, old, now)) {
        return false;
    }
    switch (old->kind) {
    case YML_SCALAR:
        return is_same_text(old, now);
    case YML_LIST:
        return holds_items(change, old, now) &&
               (change->target != old || has_addition(change, now));
    case YML_MAP:
        return holds_pairs(change, old, now) &&
               (change->target != old || has_addition(change, now));
    }
    return false;
}

struct yml_node *yml_reread(struct arena *arena, const struct source *old,
                            struct str text)
{
    struct diags dropped = {.arena = arena};
    struct source *source = source_new(arena, old->path, text);
    struct yml_front front = yml_front(source, &dropped);
    if (!front.is_present || !front.is_closed) {
        front.yaml_start = str_starts(text, S("\xef\xbb\xbf")) ? 3 : 0;
        front.yaml_end = text.len;
    }
    return yml_parse(arena, source, front.yaml_start, front.yaml_end, &dropped);
}

bool yml_holds_change(struct arena *arena, const struct yml_change *change,
                      struct str text)
{
    const struct yml_node *root = change->target;
    while (root->parent) {
        root = root->parent;
    }
    const struct yml_node *now = yml_reread(arena, root->place.source, text);
    return now && holds(change, root, now);
}
