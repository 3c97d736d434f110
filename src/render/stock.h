#ifndef RENDER_STOCK_H
#define RENDER_STOCK_H

/* Templates and assets: those inside the program, and those of a folder that
 * replaces single ones. */

#include "base/fs.h"
#include "base/map.h"
#include "base/sha256.h"
#include "render/template.h"

struct stock {
    struct arena *arena;
    struct map templates; /* "practice.html" -> struct str text */
};

/* Reads the program's templates and then the folder's over them; a file of the
 * folder with a name of its own is a further template. `folder` may be empty.
 * False when the folder cannot be read. */
bool stock_load(struct arena *arena, struct str folder, struct stock *stock,
                struct failure *failure);

struct template_source stock_source(struct stock *stock);
struct sha256_hex stock_hash(const struct stock *stock);

/* Assets by name: "style.css" and its text. */
struct asset {
    struct str name, text;
};
struct assets {
    struct asset *at;
    size_t len, cap;
};
struct assets stock_assets(struct arena *arena);

#endif
