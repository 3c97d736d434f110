#ifndef RENDER_FEED_H
#define RENDER_FEED_H

/* What other programs read to keep up with the site: an Atom feed of verdicts
 * that changed, by git's times, and a map of all pages. Neither asks the clock.
 * Addresses are absolute where probatum.yaml declares `base_url`; without one
 * those of the feed are relative to it, and there is no map. */

#include "render/context.h"

/* feed.xml. Ids are tag: URIs of commit and hypothesis, so that no edit brings
 * an old entry up again. In a clone whose history is cut short it lists what is
 * known and says so. */
void feed_write(struct out *out, const struct page_context *context);

/* sitemap.xml; nothing without a base URL. */
void sitemap_write(struct out *out, const struct page_context *context);

#endif
