/* The history of a made-up anthology, as `git fast-import` reads it: every
 * version of every record on its day, in so many commits, of which the last
 * leaves the tree that the files have. */
#ifndef BENCH_CORPUS_GIT_H
#define BENCH_CORPUS_GIT_H

#include "base/bug.h"
#include "bench/corpus.h"

/* Makes the folder a repository; it holds the files already. Needs git. */
bool corpus_commit(struct arena *arena, const struct corpus *corpus,
                   const char *folder, uint32_t commits,
                   struct failure *failure);

#endif
