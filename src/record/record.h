#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

/* One record, typed. Parsing never stops at the first fault: whatever could be
 * read is here, and what could not was reported. Each field is in one of three
 * states, because "nobody looked", "looked and found none" and a value are
 * three different statements. */

#include "md/md.h"
#include "record/project.h"

enum presence { PRESENCE_ABSENT, PRESENCE_EMPTY, PRESENCE_FILLED };

struct field_value {
    enum presence presence;
    const struct yml_node *key;  /* NULL when absent */
    const struct yml_node *node; /* NULL when absent */
};

/* One item of a list, or one scalar, with its place. */
struct text_item {
    struct str text;
    struct place place;
};
struct texts {
    struct text_item *at;
    size_t len, cap;
};

/* A reported number keeps its literal: 2.440 is not 2.44. */
struct report {
    struct str id; /* of a literature record's reports; else empty */
    struct str what, value, unit, setting, n, spread;
    struct place place; /* of the whole entry */
    struct place value_place;
};
struct reports {
    struct report *at;
    size_t len, cap;
};

enum ablation {
    ABLATION_ABSENT, /* the field is not there */
    ABLATION_NONE,   /* no arm without the practice */
    ABLATION_PARTIAL,
    ABLATION_FULL,
    ABLATION_UNKNOWN,
};
const char *ablation_name(enum ablation ablation);

struct citation {
    struct str ref;  /* "LIT-733" */
    struct str role; /* source, introduced_by, contested_by, ... */
    struct str locator, quote, note;
    enum ablation ablation;
    struct reports reports;
    bool is_short;      /* came from `source: [LIT-022]` */
    struct place place; /* of the entry */
    struct place ref_place, quote_place;
};
struct citations {
    struct citation *at;
    size_t len, cap;
};

struct history_change {
    struct str field, old;
};
struct history_entry {
    int64_t version;
    struct str date, note, level;
    struct history_change *was;
    size_t was_count;
    struct place place, date_place, note_place;
};

struct flag {
    struct str text;
    int64_t since;       /* version */
    struct str resolved; /* version or day; empty while open */
    struct place place;
};

struct excerpt {
    struct str locator, text;
    struct place place;
};

/* What a registry (arXiv, Crossref) said of the work's number on a day. Kept so
 * that whether the number leads to the right paper can be checked anywhere. */
struct metadata {
    bool is_present;
    struct str title;
    struct strs authors;
    struct str published, from, date;
    struct place place;
};

/* A version of a work that is known to exist, whether or not it was read. What
 * was withdrawn is that version, not the work: `retracted` says the latter. */
struct work_version {
    struct str version; /* "v3" */
    struct str date, withdrawn, note;
    int number; /* 3; 0 where the version is called otherwise */
    struct place place;
};

struct scale {
    bool is_present;
    double params, tokens; /* 0 when not stated */
    struct str data;
    struct place place;
};

/* `acknowledged:` entries and comment directives alike. */
struct acknowledgement {
    struct strs rules;
    struct str target; /* id or field it is about */
    struct str status; /* status it acknowledges; may be empty */
    int64_t version;   /* or version; 0 when none */
    struct str reason, until;
    bool is_comment;
    struct place place;
    struct place covers; /* findings inside these bytes are acknowledged */
};

/* Where a record names another: in a reference field (short citations too), in
 * citations, in the body, in a field of prose such as the summary, or where it
 * tells its past (history notes, formerly_cited), which is no reason to follow
 * what the link's target has become since. */
enum link_origin {
    LINK_FIELD,
    LINK_CITATION,
    LINK_PROSE,
    LINK_SUMMARY,
    LINK_HISTORY,
};
struct link {
    struct record *from;
    struct str field;  /* key of the field, "body" for the body */
    struct str id;     /* as written */
    struct record *to; /* NULL when nothing has this id */
    enum link_origin origin;
    struct place place;
};
struct links {
    struct link *at;
    size_t len, cap;
};

/* The value of a field that the kind adds: its text when it is one, its items
 * when it is a list. */
struct extra_value {
    const struct extra_field *field;
    struct field_value value;
    struct str text;
    struct texts items;
};

struct record {
    struct str id;
    const struct kind *kind;
    struct source *source;
    const struct yml_node *front; /* NULL when unreadable */
    struct md_document *body;     /* NULL when there is none or too large */
    struct yml_front span;
    bool is_broken; /* its page says it could not be built */

    struct field_value fields[FIELD_COUNT];
    struct str title, status, status_note, date, published, summary, claim;
    struct str consensus, promote_when, primary_topic;
    int64_t version; /* 0 when absent or unreadable */
    struct texts tags, formerly, evidence, authors;
    struct texts references[FIELD_COUNT]; /* of fields of that type */
    struct extra_value *extras; /* as many, and in the order, of kind->extras */
    struct citations citations; /* long and short forms together */
    struct citations formerly_cited;
    struct history_entry *history;
    size_t history_count;
    struct {
        enum ablation present; /* FULL for true, NONE for false */
        struct str where, note;
        struct place place;
    } ablation;
    struct flag *flags;
    size_t flag_count;
    struct scale scale;
    /* literature */
    struct str type, cite_key, arxiv, arxiv_class, doi, url, venue, read,
        retracted;
    struct metadata metadata;
    struct work_version *versions;
    size_t version_count;
    struct excerpt *excerpts;
    size_t excerpt_count;
    struct reports reports;
    /* suppression */
    struct acknowledgement *acknowledged;
    size_t acknowledged_count;
    /* filled by the library */
    struct links links;      /* outgoing, in file order */
    struct link **backlinks; /* links to this one, each record's together */
    size_t backlink_count;
};

/* Reads one file's text as a record of the kind. `stem` is the file's name
 * without its extension, used when neither id nor number is there. Findings go
 * to diags (rules yaml-*, field-unknown, field-type, field-empty,
 * field-wrong-role, id-malformed, id-mismatch, version-unquoted,
 * reference-malformed, citation-twice, front-matter-missing). Never NULL. */
struct record *record_parse(struct arena *arena, const struct project *project,
                            const struct kind *kind, struct source *source,
                            struct str stem, struct diags *diags);

/* Place of the field's value, of its key when empty, of the file when
 * absent. */
struct place record_place(const struct record *record, enum field field);

/* The number of a version: 3 of "v3" and of "v3, abstract"; 0 when the text
 * does not start with one. */
int record_version_number(struct str text);
/* The version of the work that was read, from its arXiv number; 0 unknown. */
int record_version_read(const struct record *work);
/* The one that a citation is about: what its locator starts with ("v1 §4.2"),
 * else the one that was read. */
int record_version_cited(const struct record *work,
                         const struct citation *citation);
/* What is known of the version with this number, or NULL. */
const struct work_version *record_version(const struct record *work,
                                          int number);
/* The last of `versions` by number, or NULL. */
const struct work_version *record_version_latest(const struct record *work);

bool record_is_retired(const struct record *record);

/* Whether any source runs the arm without the practice: what the record states,
 * or else what its citations say together. One that runs it is enough; that
 * none does takes the word of all of them. ABSENT: nobody says anything. */
enum ablation record_ablation(const struct record *record);

/* A practice in force that no source ablates, or of which that is stated not to
 * be known. */
bool record_is_unablated(const struct record *record);

/* Whether the field is a short form of citations, as `source: [LIT-022]` is:
 * the references of a practice or theory to literature. */
bool record_is_short_citation(const struct kind *kind, enum field field);

const struct report *record_report(const struct record *record, struct str id);

#endif
