/* Words and figures. */

#include "render/words.h"

#include <math.h>
#include <string.h>

#include "record/author.h"
#include "render/chart.h"

static char word_byte(char c)
{
    return c == '_' || c == '-' ? ' ' : c;
}

struct str words_of_key(struct arena *arena, struct str key)
{
    char *bytes = ARENA_ARRAY(arena, char, key.len + 1);
    for (size_t i = 0; i < key.len; i++) {
        bytes[i] = word_byte(key.ptr[i]);
    }
    return (struct str){bytes, key.len};
}

struct str url_part(struct arena *arena, struct str text)
{
    struct out out = {0};
    out_url(&out, text);
    return out_take(&out, arena);
}

const char *ablation_words(enum ablation ablation)
{
    switch (ablation) {
    case ABLATION_ABSENT:
        return "ablation not stated";
    case ABLATION_NONE:
        return "no arm without it";
    case ABLATION_PARTIAL:
        return "left out together with other changes";
    case ABLATION_FULL:
        return "runs the arm without it";
    case ABLATION_UNKNOWN:
        return "not known whether it was left out";
    }
    BUG("ablation of no kind");
}

const char *ablation_icon(enum ablation ablation)
{
    switch (ablation) {
    case ABLATION_ABSENT:
    case ABLATION_UNKNOWN:
        return "?";
    case ABLATION_NONE:
        return "\xe2\x97\x8b"; /* white circle */
    case ABLATION_PARTIAL:
        return "\xe2\x97\x90"; /* half circle */
    case ABLATION_FULL:
        return "\xe2\x97\x8f"; /* black circle */
    }
    BUG("ablation of no kind");
}

const char *verdict_icon(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_REPLICATED:
        return "\xe2\x9c\x93"; /* check mark */
    case VERDICT_CONTRADICTED:
        return "\xe2\x9c\x97"; /* ballot x */
    case VERDICT_NO_EFFECT:
        return "\xe2\x89\x88"; /* almost equal */
    case VERDICT_INCONCLUSIVE:
        return "?";
    case VERDICT_NOT_DECIDED:
        return "\xe2\x8a\x98"; /* circled slash */
    case VERDICT_NOT_RUNNABLE:
        return "\xe2\x80\xa6"; /* ellipsis: to come */
    case VERDICT_NOT_TESTED:
        return "\xe2\x97\x8b"; /* white circle */
    case VERDICT_COUNT:
        break;
    }
    BUG("verdict of no kind");
}

const char *certainty_signs(enum certainty_level level)
{
#define FULL  "\xe2\x8a\x95" /* circled plus */
#define EMPTY "\xe2\x97\x8b" /* white circle */
    switch (level) {
    case CERTAINTY_NONE:
        return EMPTY EMPTY EMPTY EMPTY;
    case CERTAINTY_VERY_LOW:
        return FULL EMPTY EMPTY EMPTY;
    case CERTAINTY_LOW:
        return FULL FULL EMPTY EMPTY;
    case CERTAINTY_MODERATE:
        return FULL FULL FULL EMPTY;
    case CERTAINTY_HIGH:
        return FULL FULL FULL FULL;
    case CERTAINTY_COUNT:
        break;
    }
#undef FULL
#undef EMPTY
    BUG("certainty of no level");
}

static struct str grouped(struct arena *arena, double count)
{
    char digits[32] = {0};
    snprintf(digits, sizeof digits, "%.0f", count);
    const size_t len = strlen(digits);
    struct out out = {0};
    for (size_t i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0) {
            out_char(&out, ',');
        }
        out_char(&out, digits[i]);
    }
    return out_take(&out, arena);
}

static struct str in_units(struct arena *arena, double count, double unit,
                           const char *name)
{
    const double share = count / unit;
    const int decimals = share < 100 && share * 10 != floor(share) * 10;
    struct out out = {0};
    out_fixed(&out, share, decimals);
    const struct str text =
        arena_printf(arena, "%.*s %s", STR_ARG(out_text(&out)), name);
    out_free(&out);
    return text;
}

struct str count_words(struct arena *arena, double count)
{
    if (!(count > 0)) {
        return (struct str){0};
    }
    if (count >= 1e15) {
        return arena_printf(arena, "%.1e", count);
    }
    if (count >= 1e12) {
        return in_units(arena, count, 1e12, "trillion");
    }
    if (count >= 1e9) {
        return in_units(arena, count, 1e9, "billion");
    }
    if (count >= 1e6) {
        return in_units(arena, count, 1e6, "million");
    }
    return grouped(arena, count);
}

struct str author_year(struct arena *arena, const struct record *record)
{
    const struct texts *authors = &record->authors;
    const struct str date =
        record->published.len > 0 ? record->published : record->date;
    const struct str year = str_slice(date, 0, 4);
    struct str names = {0};
    if (authors->len == 0) {
        names = record->id; /* a title reads as if the text named itself */
    } else if (authors->len == 1) {
        names = author_family(arena, authors->at[0].text);
    } else if (authors->len == 2 && !str_is(authors->at[1].text, "others")) {
        names =
            ARENA_JOIN(arena, author_family(arena, authors->at[0].text),
                       S(" and "), author_family(arena, authors->at[1].text));
    } else {
        names = ARENA_JOIN(arena, author_family(arena, authors->at[0].text),
                           S(" et al."));
    }
    return year.len == 4 ? ARENA_JOIN(arena, names, S(" ("), year, S(")"))
                         : names;
}

struct str scale_words(struct arena *arena, const struct scale *scale)
{
    struct out out = {0};
    if (scale->params > 0) {
        out_str(&out, count_words(arena, scale->params));
        out_c(&out, " parameters");
    }
    if (scale->tokens > 0) {
        out_c(&out, out.len > 0 ? ", " : "");
        out_str(&out, count_words(arena, scale->tokens));
        out_c(&out, " tokens");
    }
    if (scale->data.len > 0) {
        out_c(&out, scale->tokens > 0 ? " of " : out.len > 0 ? ", " : "");
        out_str(&out, scale->data);
    }
    return out_take(&out, arena);
}

struct str derived_words(struct arena *arena, const struct derived *derived)
{
    return arena_printf(
        arena, "log2 of %s in the arm with the %s %.*s of each seed",
        setting_at(derived->setting).key,
        derived->is_highest ? "highest" : "lowest", STR_ARG(derived->metric));
}

struct str ratio_text(struct arena *arena, struct ratio value, int decimals,
                      bool has_plus)
{
    struct out digits = {0};
    out_ratio(&digits, value, decimals);
    struct str text = out_text(&digits);
    const bool is_negative = str_starts(text, S("-"));
    text = is_negative ? str_from(text, 1) : text;
    const char *sign = is_negative                         ? "\xe2\x88\x92"
                       : has_plus && ratio_sign(value) > 0 ? "+"
                                                           : "";
    const struct str shown = arena_printf(arena, "%s%.*s", sign, STR_ARG(text));
    out_free(&digits);
    return shown;
}

struct str p_text(struct arena *arena, int64_t numerator, int n)
{
    const double p = (double)numerator / (double)((int64_t)1 << n);
    int decimals = 3;
    for (double scaled = p * 100; scaled < 1 && decimals < 9; scaled *= 10) {
        decimals++;
    }
    return shown_number(arena, p, decimals, false);
}

struct str factor_text(struct arena *arena, double claimed, double here)
{
    if (!(claimed > 0) || !(here > 0)) {
        return (struct str){0};
    }
    double factor = claimed > here ? claimed / here : here / claimed;
    if (factor < 10) {
        return arena_printf(arena, "\xc3\x97%.1f", factor);
    }
    double step = 1; /* two digits are enough to judge by */
    while (factor / step >= 100) {
        step *= 10;
    }
    factor = floor(factor / step + 0.5) * step;
    return arena_printf(arena, "\xc3\x97%.*s",
                        STR_ARG(count_words(arena, factor)));
}
