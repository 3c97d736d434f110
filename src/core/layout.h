/* Where each tensor of a model lies in the array of parameters. Tensors begin
 * at multiples of 16 numbers, so that a vector never reaches into the next one;
 * the numbers between are 0 and stay 0. */
#ifndef CORE_LAYOUT_H
#define CORE_LAYOUT_H

#include "core/core.h"

enum core_tensor_id {
#define TENSOR(id, stream, place, name, rows, columns, start, kind) \
    CORE_TENSOR_##id,
#include "core/tensors.def"
#undef TENSOR
    CORE_TENSOR_IDS
};

struct core_layout {
    size_t offset[CORE_TENSOR_IDS]; /* of block 0 for tensors of blocks */
    size_t block_stride;            /* from a block to the next */
    size_t size;                    /* all of it, a multiple of 16 */
    size_t gradient_size;           /* the same and, with a tied head, behind it
                                       the embedding's gradient as a head */
};

struct core_layout core_layout(const struct core_model *model);

/* A tensor's rows and columns; 0 rows when the model does not have it. */
uint32_t core_tensor_rows(const struct core_model *m, enum core_tensor_id id);
uint32_t core_tensor_columns(const struct core_model *m,
                             enum core_tensor_id id);

enum core_tensor_kind core_tensor_kind(enum core_tensor_id id);

/* False for the gains or biases of norms that the model freezes. */
bool core_tensor_is_trained(const struct core_model *m, enum core_tensor_id id);

/* Matrices are decayed, no vector is. */
static inline bool core_kind_is_matrix(enum core_tensor_kind kind)
{
    return kind == CORE_KIND_EMBEDDING || kind == CORE_KIND_HIDDEN ||
           kind == CORE_KIND_READOUT;
}

/* How often the model has it: once, or once a block. */
uint32_t core_tensor_copies(const struct core_model *m, enum core_tensor_id id);

/* The random stream of a tensor's initial values. */
uint32_t core_tensor_stream(enum core_tensor_id id);

/* The id of the index-th tensor that is present; see core_tensor. */
enum core_tensor_id core_tensor_at(const struct core_model *model,
                                   uint32_t index, uint32_t *block);

static inline size_t core_layout_at(const struct core_layout *layout,
                                    enum core_tensor_id id, uint32_t block)
{
    return layout->offset[id] + block * layout->block_stride;
}

#endif
