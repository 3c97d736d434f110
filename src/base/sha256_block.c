/* SHA-256 with the x86 instructions for it: Intel (2013), Intel SHA Extensions,
 * which two rounds of one instruction follow. clang 14 cannot be asked whether
 * the machine has them, so it compiles the plain form alone. */

#include "base/sha256_block.h"

#include "base/bug.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#include <immintrin.h>

bool sha256_has_instructions(void)
{
    return __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1");
}

/* The instructions keep the eight words as (a, b, e, f) and (c, d, g, h), the
 * first of each in the highest lane. */
__attribute__((target("sha,sse4.1"))) void sha256_block_quickly(
    uint32_t state[8], const unsigned char block[64])
{
    const __m128i turned = _mm_set_epi32(0x0c0d0e0f, 0x08090a0b, 0x04050607,
                                         0x00010203); /* big endian */
    const __m128i dcba = _mm_loadu_si128((const void *)&state[0]);
    const __m128i hgfe = _mm_loadu_si128((const void *)&state[4]);
    const __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1b);
    const __m128i abef_before = _mm_alignr_epi8(cdab, efgh, 8);
    const __m128i cdgh_before = _mm_blend_epi16(efgh, cdab, 0xf0);
    __m128i abef = abef_before;
    __m128i cdgh = cdgh_before;
    __m128i w[4]; /* the last sixteen words of the schedule */
    for (int i = 0; i < 16; i++) {
        __m128i *now = &w[i % 4];
        if (i < 4) {
            *now = _mm_shuffle_epi8(
                _mm_loadu_si128((const void *)(block + 16 * i)), turned);
        } else {
            const __m128i last = w[(i + 3) % 4];
            const __m128i early = _mm_sha256msg1_epu32(*now, w[(i + 1) % 4]);
            const __m128i middle = _mm_alignr_epi8(last, w[(i + 2) % 4], 4);
            *now = _mm_sha256msg2_epu32(_mm_add_epi32(early, middle), last);
        }
        const __m128i sum = _mm_add_epi32(
            *now,
            _mm_loadu_si128((const void *)&sha256_round_constants[4 * i]));
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((void *)&state[0], _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((void *)&state[4], _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool sha256_has_instructions(void)
{
    return false;
}

void sha256_block_quickly(uint32_t state[8], const unsigned char block[64])
{
    (void)state;
    (void)block;
    BUG("there are no such instructions");
}

#endif
