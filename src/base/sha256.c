/* The hash as the standard writes it, round by round. */

#include "base/sha256.h"

#include <string.h>

#include "base/sha256_block.h"

const uint32_t sha256_round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void sha256_start(struct sha256 *hash)
{
    *hash = (struct sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                      0xa54ff53a, 0x510e527f, 0x9b05688c,
                                      0x1f83d9ab, 0x5be0cd19}};
}

static uint32_t turn(uint32_t x, int bits)
{
    return x >> bits | x << (32 - bits);
}

static uint32_t read_big_endian(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 |
           b[3];
}

static void make_schedule(const unsigned char block[64], uint32_t w[64])
{
    for (int t = 0; t < 16; t++) {
        w[t] = read_big_endian(block + (ptrdiff_t)4 * t);
    }
    for (int t = 16; t < 64; t++) {
        uint32_t a = w[t - 15];
        uint32_t b = w[t - 2];
        uint32_t s0 = turn(a, 7) ^ turn(a, 18) ^ a >> 3;
        uint32_t s1 = turn(b, 17) ^ turn(b, 19) ^ b >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
}

void sha256_block_plainly(uint32_t state[8], const unsigned char block[64])
{
    uint32_t w[64];
    make_schedule(block, w);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int t = 0; t < 64; t++) {
        uint32_t s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        uint32_t choice = (e & f) ^ (~e & g);
        uint32_t t1 = h + s1 + choice + sha256_round_constants[t] + w[t];
        uint32_t s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + s0 + majority;
    }
    const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) {
        state[i] += sums[i];
    }
}

static void add_block(struct sha256 *hash)
{
    if (sha256_has_instructions()) {
        sha256_block_quickly(hash->state, hash->block);
    } else {
        sha256_block_plainly(hash->state, hash->block);
    }
}

void sha256_add(struct sha256 *hash, struct str bytes)
{
    size_t used = hash->length % 64;
    hash->length += bytes.len;
    while (bytes.len > 0) {
        size_t part = 64 - used < bytes.len ? 64 - used : bytes.len;
        memcpy(hash->block + used, bytes.ptr, part);
        bytes = str_from(bytes, part);
        used += part;
        if (used == 64) {
            add_block(hash);
            used = 0;
        }
    }
}

struct sha256_hex sha256_end(struct sha256 *hash)
{
    uint64_t bits = hash->length * 8;
    char padding[72] = {(char)0x80};
    size_t zeros = (119 - hash->length % 64) % 64;
    for (int i = 0; i < 8; i++) {
        padding[1 + zeros + (size_t)i] = (char)(bits >> (56 - 8 * i));
    }
    sha256_add(hash, (struct str){padding, 1 + zeros + 8});
    struct sha256_hex hex = {0};
    for (size_t i = 0; i < 64; i++) {
        uint32_t digit = hash->state[i / 8] >> (28 - 4 * (i % 8)) & 15;
        hex.text[i] = "0123456789abcdef"[digit];
    }
    return hex;
}

struct sha256_hex sha256_of(struct str bytes)
{
    struct sha256 hash;
    sha256_start(&hash);
    sha256_add(&hash, bytes);
    return sha256_end(&hash);
}
