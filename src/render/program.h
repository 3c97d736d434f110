#ifndef RENDER_PROGRAM_H
#define RENDER_PROGRAM_H

/* Which program is running, so that a new one trusts no page of an earlier. */

#include "base/sha256.h"

/* A hash that differs between two programs that differ. */
struct sha256_hex program_hash(void);

#endif
