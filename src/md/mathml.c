/* Works on the text as temml writes it: attributes in double quotes, every "<"
 * and ">" that is none of a tag escaped. */

#include "md/mathml.h"

#include "base/out.h"
#include "base/utf8.h"

/* An attribute that says nothing where it stands. */
struct idle {
    const char *tag;      /* how the tag begins */
    const char *contents; /* one of these characters, or NULL for any */
    const char *attribute;
};

/* A bracket has one form in the operator dictionary, which is found by any
 * place; fence and separator are for the dictionary alone. What a bracket does
 * not say is that it is not to stretch. */
static const struct idle idles[] = {
    {"<mo ", "()[]{}", " fence=\"true\""},
    {"<mo ", "([{", " form=\"prefix\""},
    {"<mo ", ")]}", " form=\"postfix\""},
    {"<mo ", ",;", " separator=\"true\""},
    {"<math ", NULL, " class=\"tml-display\" style=\"display:block math;\""},
};

/* Whether what stands before the next tag is one of these characters. */
static bool is_one_of(struct str rest, const char *contents)
{
    return rest.len > 1 && rest.ptr[1] == '<' &&
           str_find_char(str_from_c(contents), rest.ptr[0]) != STR_NONE;
}

/* The attribute at the offset, when it is idle; else nothing. */
static struct str idle_at(struct str tag, struct str rest, size_t at)
{
    for (size_t i = 0; i < sizeof idles / sizeof *idles; i++) {
        const struct idle *idle = &idles[i];
        const struct str attribute = str_from_c(idle->attribute);
        if (str_starts(tag, str_from_c(idle->tag)) &&
            (idle->contents == NULL || is_one_of(rest, idle->contents)) &&
            str_starts(str_from(tag, at), attribute)) {
            return attribute;
        }
    }
    return (struct str){0};
}

/* `rest` is what follows the tag; gives how much of it is written with it. */
static size_t put_tag(struct out *out, struct str tag, struct str rest)
{
    for (size_t at = 0; at + 1 < tag.len;) {
        const size_t idle = tag.ptr[at] == ' ' ? idle_at(tag, rest, at).len : 0;
        if (idle == 0) {
            out_char(out, tag.ptr[at]);
        }
        at += idle > 0 ? idle : 1;
    }
    const struct str end = S("</mspace>");
    const bool is_space =
        str_starts(tag, S("<mspace")) && str_starts(rest, end);
    out_c(out, is_space ? "/>" : ">");
    return is_space ? end.len : 0;
}

/* "<mi>x</mi>" of "<semantics><mi>x</mi><annotation ...", or nothing when the
 * formula is more than a letter. */
static struct str only_letter(struct str body)
{
    const struct str open = S("<semantics><mi>");
    const struct str close = S("</mi><annotation ");
    if (!str_starts(body, open)) {
        return (struct str){0};
    }
    struct str rest = str_from(body, open.len);
    const size_t before = rest.len;
    utf8_next(&rest);
    const size_t size = before - rest.len;
    return str_starts(rest, close) ? str_slice(body, S("<semantics>").len,
                                               open.len + size + S("</mi>").len)
                                   : (struct str){0};
}

struct str mathml_spare(struct arena *arena, struct str mathml)
{
    struct out out = {0};
    while (mathml.len > 0) {
        const size_t end = str_find_char(mathml, '>');
        if (mathml.ptr[0] != '<' || end == STR_NONE) {
            const size_t next = str_find_char(str_from(mathml, 1), '<');
            const size_t len = next == STR_NONE ? mathml.len : next + 1;
            out_str(&out, str_slice(mathml, 0, len));
            mathml = str_from(mathml, len);
            continue;
        }
        const struct str tag = str_slice(mathml, 0, end + 1);
        const struct str rest = str_from(mathml, end + 1);
        mathml = str_from(rest, put_tag(&out, tag, rest));
        const struct str letter = only_letter(mathml);
        if (letter.len > 0) {
            out_str(&out, letter);
            out_c(&out, "</math>");
            break;
        }
    }
    return out_take(&out, arena);
}

bool mathml_has_strokes(struct str mathml)
{
    static const char *const parts[] = {
        "menclose", "cancel",   "strike",   "sout",      "longdiv",
        "phasor",   "fbox",     "circle",   "actuarial", "tilde",
        "tml-hat",  "overline", "underline"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (str_find(mathml, str_from_c(parts[i])) != STR_NONE) {
            return true;
        }
    }
    return false;
}
