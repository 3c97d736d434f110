/* Configurations as text: the canonical lines, what differs between two, and
 * the key of a run. */

#include "experiment/config.h"

#include <stdlib.h>

static int compare_lines(const void *left, const void *right)
{
    return str_compare(((const struct line *)left)->key,
                       ((const struct line *)right)->key);
}

void lines_sort(struct lines *lines)
{
    if (lines->len > 0) {
        qsort(lines->at, lines->len, sizeof *lines->at, compare_lines);
    }
}

void config_lines(struct arena *arena, const struct config *config,
                  struct lines *lines)
{
    *lines = (struct lines){0};
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting setting = setting_at(i);
        if (setting_is_canonical(config, i)) {
            *LIST_PUSH(arena, lines) = (struct line){
                str_from_c(setting.key), setting_text(arena, config, i)};
        }
    }
    lines_sort(lines);
}

void lines_write(struct out *out, const struct lines *lines)
{
    for (size_t i = 0; i < lines->len; i++) {
        out_str(out, lines->at[i].key);
        out_char(out, '=');
        out_str(out, lines->at[i].value);
        out_char(out, '\n');
    }
}

void config_canonical(struct out *out, const struct config *config)
{
    struct arena scratch = {0};
    struct lines lines = {0};
    config_lines(&scratch, config, &lines);
    lines_write(out, &lines);
    arena_free(&scratch);
}

size_t lines_diff(struct arena *arena, const struct lines *left,
                  const struct lines *right,
                  struct config_difference **differences)
{
    LIST(struct config_difference) found = {0};
    size_t l = 0;
    size_t r = 0;
    while (l < left->len || r < right->len) {
        const int order = l == left->len ? 1
                          : r == right->len
                              ? -1
                              : compare_lines(&left->at[l], &right->at[r]);
        struct config_difference difference = {0};
        if (order <= 0) {
            difference.key = left->at[l].key;
            difference.left = left->at[l++].value;
        }
        if (order >= 0) {
            difference.key = right->at[r].key;
            difference.right = right->at[r++].value;
        }
        if (order != 0 || !str_equal(difference.left, difference.right)) {
            *LIST_PUSH(arena, &found) = difference;
        }
    }
    *differences = found.at;
    return found.len;
}

size_t config_diff(struct arena *arena, const struct config *left,
                   const struct config *right,
                   struct config_difference **differences)
{
    struct lines left_lines = {0};
    struct lines right_lines = {0};
    config_lines(arena, left, &left_lines);
    config_lines(arena, right, &right_lines);
    const size_t count =
        lines_diff(arena, &left_lines, &right_lines, differences);
    for (size_t i = 0; i < count; i++) {
        struct config_difference *difference = &(*differences)[i];
        const struct str neutral = setting_neutral(arena, difference->key);
        difference->left = difference->left.len ? difference->left : neutral;
        difference->right = difference->right.len ? difference->right : neutral;
    }
    return count;
}

struct sha256_hex run_key_of_text(int64_t numerics, struct str canonical,
                                  uint32_t seed)
{
    struct out out = {0};
    out_printf(&out, "numerics %lld\n", (long long)numerics);
    out_str(&out, canonical);
    out_printf(&out, "seed %lu\n", (unsigned long)seed);
    const struct sha256_hex key = sha256_of(out_text(&out));
    out_free(&out);
    return key;
}

struct sha256_hex run_key_of(int64_t numerics, const struct config *config,
                             uint32_t seed)
{
    struct out canonical = {0};
    config_canonical(&canonical, config);
    const struct sha256_hex key =
        run_key_of_text(numerics, out_text(&canonical), seed);
    out_free(&canonical);
    return key;
}

struct sha256_hex run_key(const struct config *config, uint32_t seed)
{
    return run_key_of(CORE_NUMERICS, config, seed);
}
