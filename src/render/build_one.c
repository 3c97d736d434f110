/* A build of one page: what is known of all others stays as it is, and the next
 * whole build makes what this one left. */

#include "render/build.h"

static struct page *page_at(const struct pages *pages, struct str place)
{
    for (size_t i = 0; i < pages->len; i++) {
        if (str_equal(pages->at[i].place, place)) {
            return &pages->at[i];
        }
    }
    return NULL;
}

/* Said before it is written: a build that ends there is known to be unsure of
 * this page, and of the site as a whole. */
static bool announce(struct build *build, const struct page *page)
{
    return graph_begin(&build->graph, build->failure) &&
           build_unsettle(build) && build_announce(build, page) &&
           graph_commit(&build->graph, build->failure);
}

bool build_one(struct build *build, const struct pages *pages, struct str place)
{
    struct page *page = page_at(pages, place);
    if (page == NULL) {
        return fail(build->failure, "the site has no page \"%.*s\"",
                    STR_ARG(place));
    }
    build->summary->pages = 1;
    build->summary->broken = page->record != NULL && page->record->is_broken;
    if (build_is_fresh(build, page)) {
        return true;
    }
    return announce(build, page) && build_page(build, page) &&
           build_remember(build, page);
}
