/* The quick hash: what makes a difference, and what must not. */

#include "support/test.h"

#include "base/hash.h"

static void every_byte_and_the_length_count(void **state)
{
    (void)state;
    char text[64] = {0};
    for (size_t len = 0; len < sizeof text; len++) {
        const struct str whole = {text, len};
        const uint64_t hash = hash_text(0, whole);
        assert_true(hash == hash_text(0, whole));
        assert_true(hash != hash_text(0, (struct str){text, len + 1}));
        assert_true(hash != hash_text(1, whole));
        for (size_t i = 0; i < len; i++) {
            for (int bit = 0; bit < 8; bit++) {
                text[i] ^= (char)(1 << bit);
                assert_true(hash != hash_text(0, whole));
                text[i] ^= (char)(1 << bit);
            }
        }
    }
}

/* "ab" and "c" are not "a" and "bc". */
static void where_one_text_ends_counts(void **state)
{
    (void)state;
    assert_true(hash_text(hash_text(0, S("ab")), S("c")) !=
                hash_text(hash_text(0, S("a")), S("bc")));
    assert_true(hash_text(hash_text(0, S("")), S("a")) !=
                hash_text(hash_text(0, S("a")), S("")));
}

/* Tables take low bits as they come. */
static void low_bits_are_as_good_as_any(void **state)
{
    (void)state;
    enum { BUCKETS = 1024, KEYS = 16 * BUCKETS };
    static int filled[BUCKETS];
    int most = 0;
    for (int i = 0; i < KEYS; i++) {
        char key[24] = {0};
        const int len = snprintf(key, sizeof key, "LIT-%d", i);
        const uint64_t hash = hash_text(0, (struct str){key, (size_t)len});
        const int in = ++filled[hash % BUCKETS];
        most = in > most ? in : most;
    }
    assert_in_range(most, KEYS / BUCKETS, 48);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_and_the_length_count),
        cmocka_unit_test(where_one_text_ends_counts),
        cmocka_unit_test(low_bits_are_as_good_as_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
