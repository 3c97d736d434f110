/* DOIs and URLs. A DOI may hold brackets, < and >, so that what ends one is
 * found by balance and not by a list of characters; nothing is looked up. */

#include "record/identifier.h"

#include <string.h>

#include "record/identifier_text.h"

static const char arxiv_prefix[] = "10.48550/arxiv.";

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* %3C and < are one DOI: decoded, in the arena. */
static struct str percent_decode(struct arena *arena, struct str text)
{
    char *out = ARENA_ARRAY(arena, char, text.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        const bool is_coded = text.ptr[i] == '%' && i + 2 < text.len &&
                              hex_value(text.ptr[i + 1]) >= 0 &&
                              hex_value(text.ptr[i + 2]) >= 0;
        if (is_coded) {
            out[len++] = (char)(hex_value(text.ptr[i + 1]) * 16 +
                                hex_value(text.ptr[i + 2]));
            i += 2;
        } else {
            out[len++] = text.ptr[i];
        }
    }
    return (struct str){out, len};
}

static struct str lower_case(struct arena *arena, struct str text)
{
    char *out = ARENA_ARRAY(arena, char, text.len + 1);
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        out[i] = c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
    }
    return (struct str){out, text.len};
}

/* From "10." on, when the text holds one at the start of a word. */
static struct str find_start(struct str text)
{
    for (size_t i = 0; i + 3 < text.len; i++) {
        const bool is_word_start =
            i == 0 || strchr(" \t\n([{<\"'/:", text.ptr[i - 1]);
        if (is_word_start && str_starts(str_from(text, i), S("10."))) {
            return str_from(text, i);
        }
    }
    return S("");
}

static bool is_blank_or_control(char c)
{
    return (unsigned char)c <= 0x20 || c == 0x7f;
}

/* How often the character stands in the text. */
static size_t count(struct str text, char c)
{
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        n += text.ptr[i] == c;
    }
    return n;
}

/* True when the last character is punctuation of the sentence around the DOI,
 * or closes a bracket that was opened before it. */
static bool ends_in_prose(struct str text)
{
    static const char pairs[][2] = {{'(', ')'}, {'[', ']'}, {'{', '}'}};
    const char last = text.ptr[text.len - 1];
    if (strchr(".,;\"'", last)) {
        return true;
    }
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (last == pairs[i][1]) {
            return count(text, pairs[i][1]) > count(text, pairs[i][0]);
        }
    }
    return false;
}

/* 10.registrant(.part)*, a slash, and at least one character. */
static bool is_doi(struct str text)
{
    struct str rest = str_from(text, 3);
    const struct str registrant = text_digits(rest);
    if (registrant.len < 4 || registrant.len > 9) {
        return false;
    }
    rest = str_from(rest, registrant.len);
    while (rest.len > 0 && rest.ptr[0] == '.') {
        const struct str part = text_digits(str_from(rest, 1));
        if (part.len == 0) {
            return false;
        }
        rest = str_from(rest, 1 + part.len);
    }
    if (rest.len < 2 || rest.ptr[0] != '/') {
        return false;
    }
    for (size_t i = 0; i < rest.len; i++) {
        if (is_blank_or_control(rest.ptr[i])) {
            return false;
        }
    }
    return true;
}

static bool is_within_crossref(struct str canonical)
{
    const size_t slash = str_find_char(canonical, '/');
    for (size_t i = slash + 1; i < canonical.len; i++) {
        const char c = canonical.ptr[i];
        const bool is_alnum = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!is_alnum && (c == '\0' || !strchr("-._;()/:", c))) {
            return false;
        }
    }
    return true;
}

static struct str strip_doi(struct str text)
{
    text = str_trim(text);
    if (text_skip(&text, "https://") || text_skip(&text, "http://")) {
        text_skip(&text, "dx.");
        text_skip(&text, "doi.org/");
    } else {
        text_skip(&text, "doi:");
    }
    return str_trim(text);
}

enum identifier_fault doi_parse(struct arena *arena, struct str text,
                                struct doi_id *id)
{
    *id = (struct doi_id){0};
    const struct str stripped = strip_doi(text);
    struct str found = find_start(stripped);
    size_t len = 0;
    while (len < found.len && !is_blank_or_control(found.ptr[len])) {
        len++;
    }
    found = str_slice(found, 0, len);
    bool has_prose = found.len != stripped.len;
    while (found.len > 0 && ends_in_prose(found)) {
        found.len--;
        has_prose = true;
    }
    const struct str shown = percent_decode(arena, found);
    if (shown.len < 3 || !is_doi(shown)) {
        return DOI_FORM;
    }
    id->shown = shown;
    id->canonical = lower_case(arena, shown);
    id->is_outside_crossref = !is_within_crossref(id->canonical);
    id->is_arxiv = str_starts(id->canonical, str_from_c(arxiv_prefix));
    return has_prose ? DOI_TRAILING : IDENTIFIER_OK;
}

struct str identifier_key_doi(struct arena *arena, const struct doi_id *id)
{
    struct arxiv_id arxiv;
    if (id->is_arxiv &&
        arxiv_parse(arena, id->shown, &arxiv) == IDENTIFIER_OK) {
        return identifier_key_arxiv(arena, &arxiv);
    }
    return arena_printf(arena, "doi:%.*s", STR_ARG(id->canonical));
}

/* Host and path that two spellings of one address share: no scheme, "www.",
 * port 80 or 443, fragment or trailing slash; the host in lower case. */
static struct str comparable_url(struct arena *arena, struct str url)
{
    (void)(text_skip(&url, "https://") || text_skip(&url, "http://"));
    text_skip(&url, "www.");
    url = str_slice(url, 0, str_find_char(url, '#'));
    while (str_ends(url, S("/"))) {
        url.len--;
    }
    const size_t slash = str_find_char(url, '/');
    struct str host = str_slice(url, 0, slash);
    const struct str path = slash == STR_NONE ? S("") : str_from(url, slash);
    if (str_ends(host, S(":443"))) {
        host.len -= 4;
    } else if (str_ends(host, S(":80"))) {
        host.len -= 3;
    }
    return arena_printf(arena, "url:%.*s%.*s", STR_ARG(lower_case(arena, host)),
                        STR_ARG(path));
}

struct str identifier_key_url(struct arena *arena, struct str url)
{
    struct str text = str_trim(url);
    struct str rest = text;
    (void)(text_skip(&rest, "https://") || text_skip(&rest, "http://"));
    text_skip(&rest, "www.");
    struct arxiv_id arxiv;
    if (text_skip(&rest, "arxiv.org/") &&
        arxiv_parse(arena, text, &arxiv) == IDENTIFIER_OK) {
        return identifier_key_arxiv(arena, &arxiv);
    }
    struct doi_id doi;
    if ((text_skip(&rest, "dx.doi.org/") || text_skip(&rest, "doi.org/")) &&
        doi_parse(arena, text, &doi) == IDENTIFIER_OK) {
        return identifier_key_doi(arena, &doi);
    }
    return comparable_url(arena, text);
}
