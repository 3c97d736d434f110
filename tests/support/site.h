#ifndef SUPPORT_SITE_H
#define SUPPORT_SITE_H

/* The site of a small project with every kind of page and text that wants out
 * (tests/fixtures/site), built into a temporary folder and read back. */

#include "support/test.h"

#include "render/site.h"

enum { SITE_PAGES = 66 };

/* Around each test: a folder with the project in project/, then built into
 * out/ or wherever the test says. */
int site_set_up(void **state);
int site_tear_down(void **state);
const char *site_folder(void);
#define SITE_TEST(test) \
    cmocka_unit_test_setup_teardown(test, site_set_up, site_tear_down)

/* A shell command that has to succeed. */
__attribute__((format(printf, 1, 2))) void sh(const char *format, ...);

/* Builds the project into the folder `out`: whole, or as the program does it,
 * only what moved when that can be told. `was_part` says which it was. Kept:
 * whole, but of records that last from one build to the next, as those of a
 * build as needed do. */
enum site_way { SITE_AS_NEEDED, SITE_WHOLE, SITE_KEPT };
bool build_by(enum site_way way, const char *out, const char *templates,
              struct store *store, struct site_summary *summary, bool *was_part,
              struct failure *failure);

/* As needed, while these wait for it. */
bool build_for(const struct site_readers *readers, const char *out,
               struct store *store, struct site_summary *summary,
               bool *was_part, struct failure *failure);

/* The same as needed. build has to succeed. */
bool try_build(const char *out, const char *templates, struct store *store,
               struct site_summary *summary, struct failure *failure);
struct site_summary build(const char *out, struct store *store);

/* The text of a page in out/, and what it has. */
struct str page(struct arena *arena, const char *path);
bool has(struct str text, const char *part);
void assert_has(struct str text, const char *part);
void assert_lacks(const char *where, struct str text, const char *part);
size_t count_of(struct str text, const char *part);

/* The text from the first `from` to the next `to` after it. */
struct str between(struct str text, const char *from, const char *to);

#endif
