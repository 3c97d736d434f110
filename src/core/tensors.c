/* The table of tensors: their shapes, their places, their count. */
#include "core/layout.h"

enum place { BEFORE, BLOCK, AFTER };

struct entry {
    const char *name;
    uint32_t stream;
    enum place place;
    enum core_tensor_start start;
    enum core_tensor_kind kind;
};

static const struct entry entries[CORE_TENSOR_IDS] = {
#define TENSOR(id, stream, place, name, rows, columns, start, kind) \
    {name, stream, place, CORE_START_##start, CORE_KIND_##kind},
#include "core/tensors.def"
#undef TENSOR
};

uint32_t core_tensor_rows(const struct core_model *m, enum core_tensor_id id)
{
    switch (id) {
#define TENSOR(id, stream, place, name, rows, columns, start, kind) \
    case CORE_TENSOR_##id:                                          \
        return rows;
#include "core/tensors.def"
#undef TENSOR
    case CORE_TENSOR_IDS:
        break;
    }
    return 0;
}

uint32_t core_tensor_columns(const struct core_model *m, enum core_tensor_id id)
{
    switch (id) {
#define TENSOR(id, stream, place, name, rows, columns, start, kind) \
    case CORE_TENSOR_##id:                                          \
        return columns;
#include "core/tensors.def"
#undef TENSOR
    case CORE_TENSOR_IDS:
        break;
    }
    return 0;
}

enum core_tensor_kind core_tensor_kind(enum core_tensor_id id)
{
    return entries[id].kind;
}

bool core_tensor_is_trained(const struct core_model *m, enum core_tensor_id id)
{
    switch (entries[id].kind) {
    case CORE_KIND_NORM_GAIN:
        return m->norm_gain == CORE_NORM_GAIN_TRAINED;
    case CORE_KIND_NORM_BIAS:
        return m->norm_bias == CORE_NORM_BIAS_TRAINED;
    case CORE_KIND_EMBEDDING:
    case CORE_KIND_HIDDEN:
    case CORE_KIND_READOUT:
    case CORE_KIND_VECTOR:
        break;
    }
    return true;
}

uint32_t core_tensor_copies(const struct core_model *m, enum core_tensor_id id)
{
    return entries[id].place == BLOCK ? m->blocks : 1;
}

uint32_t core_tensor_stream(enum core_tensor_id id)
{
    return entries[id].stream;
}

static size_t tensor_count(const struct core_model *model,
                           enum core_tensor_id id)
{
    return (size_t)core_tensor_rows(model, id) * core_tensor_columns(model, id);
}

/* Gives the tensors of one place their offsets from `at`; returns the end. */
static size_t lay_out(const struct core_model *model, enum place place,
                      struct core_layout *layout, size_t at)
{
    for (uint32_t id = 0; id < CORE_TENSOR_IDS; id++) {
        if (entries[id].place == place) {
            layout->offset[id] = at;
            at += (tensor_count(model, (enum core_tensor_id)id) + 15) / 16 * 16;
        }
    }
    return at;
}

struct core_layout core_layout(const struct core_model *model)
{
    struct core_layout layout = {0};
    size_t before = lay_out(model, BEFORE, &layout, 0);
    layout.block_stride = lay_out(model, BLOCK, &layout, before) - before;
    size_t blocks = layout.block_stride * model->blocks;
    layout.size = lay_out(model, AFTER, &layout, before + blocks);
    size_t tied = model->head == CORE_HEAD_TIED
                      ? tensor_count(model, CORE_TENSOR_EMBEDDING)
                      : 0;
    layout.gradient_size = layout.size + (tied + 15) / 16 * 16;
    return layout;
}

static uint32_t present(const struct core_model *model, enum place place)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < CORE_TENSOR_IDS; id++) {
        count += entries[id].place == place &&
                 core_tensor_rows(model, (enum core_tensor_id)id) > 0;
    }
    return count;
}

uint32_t core_tensor_count(const struct core_model *model)
{
    return present(model, BEFORE) + present(model, BLOCK) * model->blocks +
           present(model, AFTER);
}

/* The index-th present tensor of one place. */
static enum core_tensor_id nth(const struct core_model *model, enum place place,
                               uint32_t index)
{
    for (uint32_t id = 0; id < CORE_TENSOR_IDS; id++) {
        enum core_tensor_id tensor = (enum core_tensor_id)id;
        if (entries[id].place == place && core_tensor_rows(model, tensor) > 0 &&
            index-- == 0) {
            return tensor;
        }
    }
    return CORE_TENSOR_IDS;
}

enum core_tensor_id core_tensor_at(const struct core_model *model,
                                   uint32_t index, uint32_t *block)
{
    uint32_t before = present(model, BEFORE);
    uint32_t inside = present(model, BLOCK);
    *block = UINT32_MAX;
    if (index < before) {
        return nth(model, BEFORE, index);
    }
    index -= before;
    if (index < inside * model->blocks) {
        *block = index / inside;
        return nth(model, BLOCK, index % inside);
    }
    return nth(model, AFTER, index - inside * model->blocks);
}

struct core_tensor core_tensor(const struct core_model *model, uint32_t index)
{
    uint32_t block = UINT32_MAX;
    enum core_tensor_id id = core_tensor_at(model, index, &block);
    struct core_layout layout = core_layout(model);
    const struct entry *entry = &entries[id];
    return (struct core_tensor){
        .name = entry->name,
        .block = block,
        .rows = core_tensor_rows(model, id),
        .columns = core_tensor_columns(model, id),
        .offset = core_layout_at(&layout, id, block == UINT32_MAX ? 0 : block),
        .start = entry->start,
        .kind = entry->kind,
        .is_trained = core_tensor_is_trained(model, id)};
}

size_t core_parameter_count(const struct core_model *model)
{
    size_t count = 0;
    for (uint32_t id = 0; id < CORE_TENSOR_IDS; id++) {
        enum core_tensor_id tensor = (enum core_tensor_id)id;
        if (core_tensor_is_trained(model, tensor)) {
            count +=
                core_tensor_copies(model, tensor) * tensor_count(model, tensor);
        }
    }
    return count;
}
