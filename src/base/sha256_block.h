#ifndef BASE_SHA256_BLOCK_H
#define BASE_SHA256_BLOCK_H

/* One block of 64 bytes into the state: as the standard writes it, and with the
 * instructions that most processors have for it, which is some fifteen times as
 * fast. Every page's fingerprint goes through here. */

#include <stdbool.h>
#include <stdint.h>

extern const uint32_t sha256_round_constants[64];

void sha256_block_plainly(uint32_t state[8], const unsigned char block[64]);

/* Whether this machine and compiler have them; only then may it be called. */
bool sha256_has_instructions(void);
void sha256_block_quickly(uint32_t state[8], const unsigned char block[64]);

#endif
