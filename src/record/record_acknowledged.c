/* Findings that a curator has accepted: `acknowledged:` entries, and comments
 * in the forms that probatum.yaml names:
 *
 *     <!-- inactive-ok-file: ADR-029 - Proposed, named as history -->
 *     # inactive-ok: SOTA-136, SOTA-169 - still open until 2027-01-31
 *
 * A comment covers the next line, with -block the next paragraph, with -file
 * the file; in the front matter it covers the field or entry below it. The
 * status that its reason names is what it acknowledges: when the target's
 * status becomes another, the acknowledgement no longer says the truth. */

#include "record/directive.h"

#include <string.h>

/* -- acknowledged: -------------------------------------------------------- */

struct place directive_whole_file(const struct record *record)
{
    return (struct place){record->source, 0, record->source->text.len};
}

static const struct part acknowledgement_parts[] = {
    {"rule", part_words, offsetof(struct acknowledgement, rules), NO_PLACE,
     true},
    {"target", part_text, offsetof(struct acknowledgement, target), NO_PLACE,
     false},
    {"status", part_text, offsetof(struct acknowledgement, status), NO_PLACE,
     false},
    {"version", part_version, offsetof(struct acknowledgement, version),
     NO_PLACE, false},
    {"reason", part_text, offsetof(struct acknowledgement, reason), NO_PLACE,
     true},
    {"until", part_date, offsetof(struct acknowledgement, until), NO_PLACE,
     false},
};
const struct form acknowledgement_form = FORM(
    "an acknowledgement", struct acknowledgement, acknowledgement_parts, place);

void read_acknowledgements_field(struct reader *reader, const struct slot *slot,
                                 const struct yml_node *node)
{
    struct record *record = reader->record;
    record->acknowledged =
        read_entries(reader, slot->key, &acknowledgement_form, node,
                     &record->acknowledged_count);
    for (size_t i = 0; i < record->acknowledged_count; i++) {
        record->acknowledged[i].covers = directive_whole_file(record);
    }
}

/* -- What a comment says ------------------------------------------------- */

static const struct directive *find_directive(const struct project *project,
                                              struct str name,
                                              enum reach *reach)
{
    static const struct {
        const char *suffix;
        enum reach reach;
    } reaches[] = {
        {"-file", REACH_FILE}, {"-block", REACH_BLOCK}, {"", REACH_LINE}};
    for (size_t i = 0; i < sizeof reaches / sizeof reaches[0]; i++) {
        const struct str suffix = str_from_c(reaches[i].suffix);
        if (!str_ends(name, suffix)) {
            continue;
        }
        const struct str bare = str_slice(name, 0, name.len - suffix.len);
        for (size_t j = 0; j < project->directive_count; j++) {
            if (str_equal(project->directives[j].name, bare)) {
                *reach = reaches[i].reach;
                return &project->directives[j];
            }
        }
    }
    return NULL;
}

/* The targets end at a dash between blanks: "-", "--" or one of Unicode's. */
static size_t find_dash(struct str text, size_t *length)
{
    static const char *const dashes[] = {" \xe2\x80\x94 ", " \xe2\x80\x93 ",
                                         " -- ", " - "};
    size_t best = STR_NONE;
    for (size_t i = 0; i < sizeof dashes / sizeof dashes[0]; i++) {
        const struct str dash = str_from_c(dashes[i]);
        const size_t at = str_find(text, dash);
        if (at < best) {
            best = at;
            *length = dash.len;
        }
    }
    return best;
}

/* Takes "until 2027-01-31" off the end of the reason. */
static struct str take_until(struct str *reason)
{
    const struct str word = S("until ");
    enum { DATE_LENGTH = 10 };
    struct str text = str_trim(*reason);
    if (str_ends(text, S("."))) {
        text.len--;
    }
    if (text.len < word.len + DATE_LENGTH) {
        return S("");
    }
    const size_t at = text.len - word.len - DATE_LENGTH;
    const struct str date = str_from(text, text.len - DATE_LENGTH);
    if (!str_starts(str_from(text, at), word) || date.ptr[4] != '-' ||
        date.ptr[7] != '-') {
        return S("");
    }
    *reason = str_trim(str_slice(text, 0, at));
    return date;
}

struct str read_one_line(struct arena *arena, struct str text)
{
    char *out = ARENA_ARRAY(arena, char, text.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        const bool is_space =
            text.ptr[i] != '\0' && strchr(" \t\r\n", text.ptr[i]) != NULL;
        if (!is_space) {
            out[len++] = text.ptr[i];
        } else if (len > 0 && out[len - 1] != ' ') {
            out[len++] = ' ';
        }
    }
    return str_trim((struct str){out, len});
}

bool directive_parse(struct reader *reader, struct str text,
                     struct directive_comment *comment)
{
    struct str name, rest;
    if (!str_cut(text, ':', &name, &rest)) {
        return false;
    }
    comment->directive =
        find_directive(reader->project, str_trim(name), &comment->reach);
    if (!comment->directive) {
        return false;
    }
    /* Comments wrap; a reason reads as one line. */
    const struct str line = read_one_line(reader->arena, rest);
    size_t length = 0;
    const size_t dash = find_dash(line, &length);
    comment->targets = str_slice(line, 0, dash);
    comment->reason =
        dash == STR_NONE ? S("") : str_trim(str_from(line, dash + length));
    comment->until = take_until(&comment->reason);
    return true;
}

/* -- The status it acknowledges ------------------------------------------- */

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_';
}

/* Takes the next word off the text; the empty text at the end. */
static struct str take_word(struct str *rest)
{
    size_t start = 0;
    while (start < rest->len && !is_word_char(rest->ptr[start])) {
        start++;
    }
    size_t end = start;
    while (end < rest->len && is_word_char(rest->ptr[end])) {
        end++;
    }
    const struct str word = str_slice(*rest, start, end);
    *rest = str_from(*rest, end);
    return word;
}

/* How many words of a reason are searched for a status. */
enum { STATUS_WORDS = 60 };

/* The one status of the target's kind that the reason names. A reason that
 * opens with a status means that one; one that names two elsewhere is prose
 * about both, and acknowledges neither. */
static struct str status_in(const struct project *project, struct str target,
                            struct str reason)
{
    const struct kind *kind = project_kind_of(project, target);
    struct str found = {0};
    struct str rest = reason;
    for (size_t i = 0; kind && rest.len > 0 && i < STATUS_WORDS; i++) {
        const struct str word = take_word(&rest);
        if (!kind_status(kind, word)) {
            continue;
        }
        if (str_starts(reason, word)) {
            return word;
        }
        if (found.len > 0 && !str_equal(found, word)) {
            return S("");
        }
        found = word;
    }
    return found;
}

void directive_add(struct reader *reader, struct acknowledgements *list,
                   const struct directive_comment *comment, struct place covers)
{
    struct str rest = comment->targets;
    while (rest.len > 0) {
        size_t end = 0;
        while (end < rest.len && rest.ptr[end] != ',' && rest.ptr[end] != ' ') {
            end++;
        }
        const struct str target = str_slice(rest, 0, end);
        rest = str_from(rest, end + 1);
        if (target.len == 0) {
            continue;
        }
        *LIST_PUSH(reader->arena, list) = (struct acknowledgement){
            .rules = comment->directive->rules,
            .target = target,
            .status = status_in(reader->project, target, comment->reason),
            .reason = comment->reason,
            .until = comment->until,
            .is_comment = true,
            .place = comment->place,
            .covers = covers,
        };
    }
}
