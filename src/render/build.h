#ifndef RENDER_BUILD_H
#define RENDER_BUILD_H

/* A build under way, whole or of what moved; for build*.c and rebuild*.c. */

#include "check/formula_memory.h"
#include "render/fingerprint.h"
#include "render/graph.h"
#include "render/output.h"
#include "render/search_index.h"
#include "render/stock.h"

struct build {
    struct site site;
    struct fingerprints prints;
    struct stock stock;
    struct templates templates;
    struct arena page; /* rewound after each page */
    struct output output;
    struct graph graph;
    struct formula_memory formulas;
    const struct site_readers *readers; /* NULL: nobody waits */
    struct str only; /* place of the one page to make; empty: all */
    struct site_summary *summary;
    struct failure *failure;
};

/* Opens stock, graph and output; site and prints are the caller's. */
bool build_start(struct build *build, struct arena *arena,
                 const struct site_options *options, struct store *store,
                 struct site_summary *summary, struct failure *failure);
void build_end(struct build *build);

/* A file of the page: "practices/SOTA-060.md". In the page's arena. */
struct str build_page_file(struct build *build, struct str place,
                           const char *extension);

/* Places and prints everything, and lists the pages. Once the graph is read. */
struct pages build_list(struct build *build);

/* Whether its two files are there; and whether it may stay as they are. */
bool build_has_files(struct build *build, const struct page *page);
bool build_is_fresh(struct build *build, const struct page *page);

/* What the page asks for, found out by filling it. */
struct str build_trace(struct build *build, const struct page *page);

/* What every page rests on, one by one: "program", "probatum.yaml",
 * "templates/practice.html". Together they are fingerprint_global. */
struct basis {
    struct {
        struct str name;
        struct sha256_hex print;
    } * at;
    size_t len, cap;
};
struct basis build_basis(const struct build *build);

/* The page's fingerprint is emptied while its trace stays, which says what it
 * may show. And the graph is not settled any more. */
bool build_announce(struct build *build, const struct page *page);
bool build_unsettle(struct build *build);

/* Pages that somebody reads: whether it is one, and that it is made. */
bool build_is_open(const struct build *build, struct str place);
void build_show(const struct build *build, struct str place);

/* False, with the reason, when nobody waits for this build any more. */
bool build_goes_on(const struct build *build);

/* Renders and writes the page, with its trace and fingerprint. */
bool build_page(struct build *build, struct page *page);

/* Makes the page at that place and no other, unless it is fresh. */
bool build_one(struct build *build, const struct pages *pages,
               struct str place);

/* The page is as its fingerprint says. */
bool build_remember(struct build *build, const struct page *page);

/* Writes one part of the index of words, unless it is as it would be. Sorts the
 * members. */
bool build_search_part(struct build *build, size_t part,
                       struct search_member *members, size_t count);

/* Keeps what a rebuild needs to know of the files that were read. */
bool build_settle(struct build *build, const struct inputs *inputs,
                  const struct pages *pages);

#endif
