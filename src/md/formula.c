/* Between Markdown, which is UTF-8, and the interpreter, whose strings are
 * units of UTF-16 written as if each were a character (CESU-8): characters
 * beyond the first 65,536 go in as two halves and come out joined. */

#include "md/formula.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "md/engine.h"
#include "md/mathml.h"

struct md_formulas {
    struct arena arena;
    struct map known; /* "d" or "i" and the TeX -> struct md_formula */
    const struct md_formula_memory *memory;
    struct str version; /* of the scripts; made with the first key */
    struct engine engine;
};

struct md_formulas *md_formulas_new(const struct md_formula_memory *memory)
{
    struct arena arena = {0};
    struct md_formulas *formulas = ARENA_NEW(&arena, struct md_formulas);
    formulas->arena = arena;
    formulas->memory = memory;
    return formulas;
}

void md_formulas_free(struct md_formulas *formulas)
{
    if (formulas != NULL) {
        engine_stop(&formulas->engine);
        struct arena arena = formulas->arena;
        arena_free(&arena);
    }
}

/* ---- Halves of characters ---------------------------------------------- */

enum { FIRST_HALF = 0xd800, SECOND_HALF = 0xdc00, END_OF_HALVES = 0xe000 };

static void put_unit(struct out *out, uint32_t unit)
{
    const char bytes[3] = {(char)(0xe0 | unit >> 12),
                           (char)(0x80 | (unit >> 6 & 0x3f)),
                           (char)(0x80 | (unit & 0x3f))};
    out_str(out, (struct str){bytes, sizeof bytes});
}

static struct str as_halves(struct arena *arena, struct str text)
{
    struct out out = {0};
    while (text.len > 0) {
        const struct str before = text;
        const uint32_t point = utf8_next(&text);
        if (point > 0xffff) {
            put_unit(&out, FIRST_HALF + ((point - 0x10000) >> 10));
            put_unit(&out, SECOND_HALF + ((point - 0x10000) & 0x3ff));
        } else {
            out_str(&out, str_slice(before, 0, before.len - text.len));
        }
    }
    return out_take(&out, arena);
}

/* The half that three bytes stand for, 0 for anything else. */
static uint32_t half_at(struct str text)
{
    const unsigned char *at = (const unsigned char *)text.ptr;
    if (text.len < 3 || at[0] != 0xed || at[1] < 0xa0) {
        return 0;
    }
    return 0xd000 | (uint32_t)(at[1] & 0x3f) << 6 | (at[2] & 0x3f);
}

static void put_point(struct out *out, uint32_t point)
{
    char bytes[4];
    out_str(out, (struct str){bytes, utf8_encode(point, bytes)});
}

/* Half a character, and what may not stand in HTML, becomes U+FFFD. */
static struct str joined(struct arena *arena, struct str text)
{
    struct out out = {0};
    while (text.len > 0) {
        const uint32_t half = half_at(text);
        if (half == 0) {
            const uint32_t point = utf8_next(&text);
            const bool is_control =
                (point < 0x20 && point != '\n' && point != '\t') ||
                (point >= 0x7f && point < 0xa0) || (point & 0xfffe) == 0xfffe;
            put_point(&out, is_control ? 0xfffd : point);
            continue;
        }
        text = str_from(text, 3);
        const uint32_t second = half_at(text);
        if (half < SECOND_HALF && second >= SECOND_HALF) {
            text = str_from(text, 3);
            put_point(&out, 0x10000 + ((half - FIRST_HALF) << 10) +
                                (second - SECOND_HALF));
        } else {
            put_point(&out, 0xfffd);
        }
    }
    return out_take(&out, arena);
}

/* The byte at which so many units of UTF-16 have gone by. */
static size_t byte_of_unit(struct str tex, size_t units)
{
    struct str rest = tex;
    while (rest.len > 0 && units > 0) {
        const size_t size = utf8_next(&rest) > 0xffff ? 2 : 1;
        units -= size < units ? size : units;
    }
    return tex.len - rest.len;
}

/* ---- What may be shown -------------------------------------------------- */

/* How deep the elements nest. Text is escaped, so each < opens a tag. */
static int depth_of(struct str mathml)
{
    int depth = 0, deepest = 0;
    for (size_t at = 0; (at = str_find_char(mathml, '<')) != STR_NONE;) {
        depth += str_starts(str_from(mathml, at), S("</")) ? -1 : 1;
        deepest = depth > deepest ? depth : deepest;
        mathml = str_from(mathml, at + 1);
    }
    return deepest;
}

/* Labels become ids and references become links, which would be the page's. */
static bool is_inert(struct str mathml)
{
    static const char *const parts[] = {" id=",  " href=",  " src=", "<a ",
                                        "<img ", "<script", " on"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct str rest = mathml;
        const struct str part = str_from_c(parts[i]);
        for (size_t at = 0; (at = str_find(rest, part)) != STR_NONE;) {
            const struct str before = str_slice(rest, 0, at);
            const size_t open = str_rfind_char(before, '<');
            const size_t close = str_rfind_char(before, '>');
            const bool is_in_tag =
                part.ptr[0] == '<' ||
                (open != STR_NONE && (close == STR_NONE || close < open));
            if (is_in_tag) {
                return false;
            }
            rest = str_from(rest, at + part.len);
        }
    }
    return str_starts(mathml, S("<math"));
}

static struct md_formula faulty(const char *fault)
{
    return (struct md_formula){.fault = str_from_c(fault),
                               .fault_at = STR_NONE};
}

/* "!12\nUnsupported function name: \foo" */
static struct md_formula refused(struct str tex, struct str answer)
{
    struct str place, message;
    int64_t units = -1;
    str_cut(str_from(answer, 1), '\n', &place, &message);
    const bool has_place = str_to_int64(place, &units) && units >= 0;
    return (struct md_formula){
        .fault = message.len > 0 ? str_trim(message) : S("it cannot be read"),
        .fault_at =
            has_place ? byte_of_unit(tex, (size_t)units) : (size_t)STR_NONE,
    };
}

static struct md_formula understood(struct arena *arena, struct str tex,
                                    struct str answer)
{
    if (!str_starts(answer, S("="))) {
        return refused(tex, answer);
    }
    const struct str mathml = str_from(answer, 1);
    if (!is_inert(mathml)) {
        return faulty("labels, references and links have no place in a "
                      "formula here");
    }
    if (depth_of(mathml) > MD_FORMULA_DEPTH) {
        return faulty("it nests too deep");
    }
    return (struct md_formula){.mathml = mathml_spare(arena, mathml),
                               .fault_at = STR_NONE};
}

/* ---- Asking ------------------------------------------------------------- */

static struct str version_of(struct md_formulas *formulas)
{
    if (formulas->version.len == 0) {
        struct sha256 hash;
        sha256_start(&hash);
        for (size_t i = 0; i < engine_script_count; i++) {
            sha256_add(&hash,
                       (struct str){(const char *)engine_scripts[i].bytes,
                                    engine_scripts[i].size});
        }
        formulas->version =
            arena_copy(&formulas->arena, str_from_c(sha256_end(&hash).text));
    }
    return formulas->version;
}

static struct str ask(struct md_formulas *formulas, struct str tex,
                      bool is_display)
{
    struct arena *arena = &formulas->arena;
    struct out out = {0};
    if (!engine_render(&formulas->engine, as_halves(arena, tex), is_display,
                       &out)) {
        out_free(&out);
        return S("!-1\nit asks for too much: it repeats itself, or is too "
                 "long");
    }
    const struct str answer = joined(arena, out_text(&out));
    out_free(&out);
    return answer;
}

static struct str answer_to(struct md_formulas *formulas, struct str key)
{
    const struct md_formula_memory *memory = formulas->memory;
    const struct str tex = str_from(key, 1);
    const bool is_display = key.ptr[0] == 'd';
    struct str answer = {0};
    if (memory == NULL) {
        return ask(formulas, tex, is_display);
    }
    const struct str name =
        ARENA_JOIN(&formulas->arena, version_of(formulas), key);
    if (!memory->recall(memory->context, name, &formulas->arena, &answer)) {
        answer = ask(formulas, tex, is_display);
        memory->keep(memory->context, name, answer);
    }
    return answer;
}

const struct md_formula *md_formula_of(struct md_formulas *formulas,
                                       struct str tex, bool is_display)
{
    static const struct md_formula too_long = {
        .fault = {"it is longer than 4,096 bytes", 29}, .fault_at = STR_NONE};
    if (tex.len > MD_FORMULA_CEILING) {
        return &too_long;
    }
    const struct str key =
        ARENA_JOIN(&formulas->arena, is_display ? S("d") : S("i"), tex);
    void **slot = map_slot(&formulas->arena, &formulas->known, key);
    if (*slot == NULL) {
        struct md_formula *formula =
            ARENA_NEW(&formulas->arena, struct md_formula);
        *formula = understood(&formulas->arena, str_from(key, 1),
                              answer_to(formulas, key));
        *slot = formula;
    }
    return *slot;
}
