/* Lists and maps in YAML's words, in lines or in brackets. */

#include "yml/edit.h"

static bool is_like(const struct yml_node *model, const struct yml_node *value)
{
    return model && model->kind == value->kind && model->len > 0;
}

static const struct yml_node *model_item(const struct yml_node *model)
{
    return model && model->kind == YML_LIST && model->len > 0
               ? model->items[model->len - 1]
               : NULL;
}

static const struct yml_node *model_value(const struct yml_node *model,
                                          struct str key)
{
    for (size_t i = 0; model && model->kind == YML_MAP && i < model->len; i++) {
        if (str_equal(model->pairs[i].key->text, key)) {
            return model->pairs[i].value;
        }
    }
    return NULL;
}

/* -- In brackets ----------------------------------------------------------- */

/* Whether the neighbour has a blank behind its bracket. */
static bool has_padding(const struct yml_node *model)
{
    return model && model->is_flow && model->kind != YML_SCALAR &&
           model->len > 0 && model->place.source &&
           model->place.source->text.ptr[model->place.start + 1] == ' ';
}

static void write_flow(struct out *out, const struct yml_node *model,
                       const struct yml_node *value)
{
    const struct yml_slot key = {.is_flow = true};
    if (value->kind == YML_SCALAR) {
        yml_write_inline(
            out, &(struct yml_slot){.is_flow = true, .model = model}, value);
        return;
    }
    const bool is_list = value->kind == YML_LIST;
    const char *pad = value->len > 0 && has_padding(model) ? " " : "";
    out_printf(out, "%c%s", is_list ? '[' : '{', pad);
    for (size_t i = 0; i < value->len; i++) {
        out_c(out, i ? ", " : "");
        if (is_list) {
            write_flow(out, model_item(model), value->items[i]);
        } else {
            const struct yml_pair *pair = &value->pairs[i];
            yml_write_inline(out, &key, pair->key);
            out_c(out, ": ");
            write_flow(out, model_value(model, pair->key->text), pair->value);
        }
    }
    out_printf(out, "%s%c", pad, is_list ? ']' : '}');
}

static bool fits_line(const struct yml_slot *slot, const struct yml_node *value)
{
    struct out line = {0};
    write_flow(&line, NULL, value);
    bool fits = slot->used + 1 + line.len <= YML_WIDTH;
    out_free(&line);
    return fits;
}

bool yml_writes_flow(const struct yml_slot *slot, const struct yml_node *value)
{
    if (slot->is_flow || value->len == 0) {
        return true;
    }
    if (is_like(slot->model, value)) {
        return slot->model->is_flow;
    }
    return (value->is_flow && fits_line(slot, value)) ||
           (slot->is_item && value->kind == YML_LIST);
}

/* -- In lines -------------------------------------------------------------- */

void yml_write_pair(struct out *out, const struct yml_slot *slot,
                    const struct yml_pair *pair)
{
    struct out key = {0};
    struct yml_slot inner = *slot;
    yml_write_inline(&key, &(struct yml_slot){.is_flow = true}, pair->key);
    inner.used = slot->column + key.len + 1;
    inner.is_item = false;
    out_str(out, out_text(&key));
    out_char(out, ':');
    out_free(&key);
    yml_write_value(out, &inner, pair->value);
}

static void write_map(struct out *out, const struct yml_slot *slot,
                      const struct yml_node *map)
{
    struct yml_slot inner = *slot;
    inner.column = slot->column + slot->map_gap;
    inner.map_gap = 2;
    for (size_t i = 0; i < map->len; i++) {
        if (i == 0 && slot->is_item) {
            out_repeat(out, ' ', inner.column - slot->used);
        } else {
            out_str(out, slot->eol);
            out_repeat(out, ' ', inner.column);
        }
        inner.model = model_value(slot->model, map->pairs[i].key->text);
        yml_write_pair(out, &inner, &map->pairs[i]);
    }
}

void yml_write_item(struct out *out, const struct yml_slot *slot,
                    const struct yml_node *item)
{
    struct yml_slot inner = *slot;
    inner.used = slot->column + 1;
    inner.is_item = true;
    out_char(out, '-');
    yml_write_value(out, &inner, item);
}

static void write_list(struct out *out, const struct yml_slot *slot,
                       const struct yml_node *list)
{
    struct yml_slot inner = *slot;
    inner.column = slot->column + slot->list_gap;
    inner.map_gap = 2;
    inner.model = model_item(slot->model);
    for (size_t i = 0; i < list->len; i++) {
        out_str(out, slot->eol);
        out_repeat(out, ' ', inner.column);
        yml_write_item(out, &inner, list->items[i]);
    }
}

void yml_write_value(struct out *out, const struct yml_slot *slot,
                     const struct yml_node *value)
{
    if (value->kind == YML_SCALAR) {
        yml_write_scalar(out, slot, value);
    } else if (yml_writes_flow(slot, value)) {
        out_char(out, ' ');
        write_flow(out, slot->model, value);
    } else if (value->kind == YML_LIST) {
        write_list(out, slot, value);
    } else {
        write_map(out, slot, value);
    }
}
