/* Few lines cross where each node stands near the middle of its neighbours, so
 * the columns take turns in moving there (the barycentres of Sugiyama, Tagawa
 * and Toda 1981, section IV). Nodes stay where they are in memory. */

#include "render/lineage.h"

#include <stdlib.h>

enum { TURNS = 6 };

struct wish {
    size_t node;
    int kind;
    double at; /* 0 the top, 1 the bottom */
};

/* Grounds stand together by kind. */
static int kind_of(const struct lineage_node *node)
{
    const enum role role =
        node->record != NULL ? node->record->kind->role : ROLE_ANY;
    return role == ROLE_EXPERIMENT   ? 1
           : role == ROLE_THEORY     ? 2
           : role == ROLE_LITERATURE ? 3
                                     : 0;
}

static int by_wish(const void *left, const void *right)
{
    const struct wish *a = left;
    const struct wish *b = right;
    if (a->kind != b->kind) {
        return a->kind - b->kind;
    }
    if (a->at < b->at || a->at > b->at) {
        return a->at < b->at ? -1 : 1;
    }
    return a->node < b->node ? -1 : a->node > b->node;
}

static double place_of(const struct lineage_nodes *column, size_t node)
{
    return ((double)column->at[node].row + 0.5) / (double)column->len;
}

/* Adds where the neighbours across a gap stand to sum and count. */
static void look_across(const struct lineage *lineage, size_t gap, bool is_left,
                        size_t node, double *sum, double *count)
{
    const struct lineage_nodes *other =
        &lineage->columns[is_left ? gap + 1 : gap];
    for (size_t i = 0; i < lineage->gaps[gap].len; i++) {
        const struct lineage_edge *edge = &lineage->gaps[gap].at[i];
        if ((is_left ? edge->left : edge->right) == node) {
            *sum += place_of(other, is_left ? edge->right : edge->left);
            *count += 1;
        }
    }
}

static double wanted(const struct lineage *lineage, size_t column, size_t node)
{
    double sum = 0;
    double count = 0;
    if (column > 0) {
        look_across(lineage, column - 1, false, node, &sum, &count);
    }
    if (column + 1 < LINEAGE_COLUMNS) {
        look_across(lineage, column, true, node, &sum, &count);
    }
    return count > 0 ? sum / count : 1;
}

static void settle(struct arena *arena, struct lineage *lineage, size_t column)
{
    struct lineage_nodes *nodes = &lineage->columns[column];
    struct wish *wishes = ARENA_ARRAY(arena, struct wish, nodes->len);
    for (size_t i = 0; i < nodes->len; i++) {
        wishes[i] = (struct wish){i, kind_of(&nodes->at[i]),
                                  wanted(lineage, column, i)};
    }
    if (nodes->len > 1) {
        qsort(wishes, nodes->len, sizeof *wishes, by_wish);
    }
    for (size_t row = 0; row < nodes->len; row++) {
        nodes->rows[row] = wishes[row].node;
        nodes->at[wishes[row].node].row = row;
    }
}

void lineage_order(struct arena *arena, struct lineage *lineage)
{
    for (size_t c = 0; c < LINEAGE_COLUMNS; c++) {
        struct lineage_nodes *nodes = &lineage->columns[c];
        nodes->rows = ARENA_ARRAY(arena, size_t, nodes->len + 1);
        for (size_t i = 0; i < nodes->len; i++) {
            nodes->rows[i] = nodes->at[i].row = i;
        }
    }
    for (int turn = 0; turn < TURNS; turn++) {
        settle(arena, lineage, LINEAGE_GROUNDS);
        settle(arena, lineage, LINEAGE_PRACTICES);
    }
    settle(arena, lineage, LINEAGE_GROUNDS);
}
