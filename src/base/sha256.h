#ifndef BASE_SHA256_H
#define BASE_SHA256_H

/* SHA-256, NIST FIPS 180-4 (2015), section 6.2. Names runs and plans. */

#include "base/str.h"

struct sha256 {
    uint32_t state[8];
    uint64_t length;
    unsigned char block[64];
};

struct sha256_hex {
    char text[65]; /* 64 lower-case digits, terminated */
};

void sha256_start(struct sha256 *hash);
void sha256_add(struct sha256 *hash, struct str bytes);
struct sha256_hex sha256_end(struct sha256 *hash);
struct sha256_hex sha256_of(struct str bytes);

#endif
