/* UTF-8, places in a source, maps, hashes. */

#include "support/test.h"

#include "base/map.h"
#include "base/sha256.h"
#include "base/sha256_block.h"
#include "base/source.h"
#include "base/utf8.h"

static void invalid_bytes_are_found_where_they_stand(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t at;
    } cases[] = {
        {"plain text that is longer than a word", STR_NONE},
        {"\xc3\xa9\xe6\x97\xa5\xf0\x9f\x8e\x89", STR_NONE},
        {"12345678\xff", 8},
        {"ab\xc0\x80", 2},           /* overlong NUL */
        {"\xe0\x9f\xbf", 0},         /* overlong */
        {"a\xed\xa0\x80", 1},        /* surrogate */
        {"\xf4\x90\x80\x80", 0},     /* past U+10FFFF */
        {"abc\xe6\x97", 3},          /* cut short */
        {"\xf0\x9f\x8e\x89\x80", 4}, /* continuation without a start */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct str text = str_from_c(cases[i].text);
        assert_true(utf8_first_invalid(text) == cases[i].at);
    }
}

static void every_code_point_reads_back_as_written(void **state)
{
    (void)state;
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        if (c >= 0xd800 && c <= 0xdfff) {
            continue;
        }
        char bytes[4];
        struct str text = {bytes, utf8_encode(c, bytes)};
        if (utf8_next(&text) != c || text.len != 0) {
            fail_msg("U+%04X", (unsigned)c);
        }
    }
}

static void offsets_count_code_points_and_each_invalid_byte(void **state)
{
    (void)state;
    struct str text = S("a\xc3\xa9\xff\xe6\x97\xa5!");
    assert_int_equal(utf8_length(text), 5);
    assert_int_equal(utf8_offset(text, 2), 3);
    assert_int_equal(utf8_offset(text, 4), 7);
    assert_int_equal(utf8_offset(text, 99), text.len);
}

static void positions_count_code_points_from_one(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct source *source =
        source_new(&arena, S("a.md"), S("\xef\xbb\xbfx\r\n\xc3\xa9y\n\nend"));
    struct position first = source_position(&arena, source, 3);
    assert_int_equal(first.line, 1);
    assert_int_equal(first.column, 1); /* a byte-order mark is no column */
    struct position y = source_position(&arena, source, 8);
    assert_int_equal(y.line, 2);
    assert_int_equal(y.column, 2);
    struct position beyond = source_position(&arena, source, 999);
    assert_int_equal(beyond.line, 4);
    assert_int_equal(beyond.column, 4);
    assert_int_equal(source_line_offset(&arena, source, 4), 11);
    assert_int_equal(source_line_offset(&arena, source, 77), source->text.len);
    arena_free(&arena);
}

static void maps_remember_the_order_of_insertion(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct map map = {0};
    int values[500];
    assert_null(map_get(&map, S("k1")));
    for (size_t i = 0; i < 500; i++) {
        struct str key = arena_printf(&arena, "k%zu", i * 7919 % 500);
        *map_slot(&arena, &map, key) = &values[i];
    }
    *map_slot(&arena, &map, S("k0")) = &values[0];
    assert_int_equal(map.len, 500);
    for (size_t i = 0; i < 500; i++) {
        struct str key = arena_printf(&arena, "k%zu", i * 7919 % 500);
        assert_true(str_equal(map.at[i].key, key));
        assert_ptr_equal(map_get(&map, key), &values[i]);
    }
    assert_null(map_get(&map, S("k500")));
    arena_free(&arena);
}

/* NIST's examples, and the lengths at which the padding takes a block more. */
static void hashes_are_those_of_the_standard(void **state)
{
    (void)state;
    assert_string_equal(
        sha256_of(S("")).text,
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_string_equal(
        sha256_of(S("abc")).text,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_string_equal(
        sha256_of(S("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))
            .text,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    struct sha256 hash;
    sha256_start(&hash);
    for (int i = 0; i < 1000000 / 50; i++) {
        sha256_add(&hash,
                   S("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    }
    assert_string_equal(
        sha256_end(&hash).text,
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void a_block_is_the_same_with_the_machines_instructions(void **state)
{
    (void)state;
    uint32_t dice = 1;
    for (int round = 0; sha256_has_instructions() && round < 2000; round++) {
        unsigned char block[64];
        uint32_t plain[8];
        uint32_t quick[8];
        for (size_t i = 0; i < sizeof block; i++) {
            dice = dice * 1664525 + 1013904223;
            block[i] = (unsigned char)(dice >> 24);
        }
        for (size_t i = 0; i < 8; i++) {
            dice = dice * 1664525 + 1013904223;
            plain[i] = quick[i] = dice;
        }
        sha256_block_plainly(plain, block);
        sha256_block_quickly(quick, block);
        assert_memory_equal(plain, quick, sizeof plain);
    }
}

static void a_hash_does_not_depend_on_the_pieces(void **state)
{
    (void)state;
    char bytes[200];
    memset(bytes, 'x', sizeof bytes);
    for (size_t len = 0; len <= sizeof bytes; len++) {
        struct str text = {bytes, len};
        struct sha256 hash;
        sha256_start(&hash);
        sha256_add(&hash, str_slice(text, 0, len / 3));
        sha256_add(&hash, str_from(text, len / 3));
        assert_string_equal(sha256_end(&hash).text, sha256_of(text).text);
    }
}

static void numbers_of_every_script_are_told_from_letters(void **state)
{
    static const uint32_t numbers[] = {
        '0',    '9',    0xb2,   0xb3,    0xb9,    0xbc,    0xbe,    0x660,
        0x669,  0x966,  0xe59,  0x2070,  0x2089,  0x2153,  0x2162,  0x2460,
        0x3007, 0xff10, 0xff19, 0x104a0, 0x1d7ce, 0x1d7ff, 0x1fbf0, 0x1fbf9};
    static const uint32_t others[] = {
        '/',    ':',     'a',     0xb1,    0xb4,   0xbb,    0xbf,
        0x65f,  0x66a,   0x4e00,  0x208a,  0x2190, 0x3042,  0xff0f,
        0xff1a, 0x1d7cd, 0x1d800, 0x1fbfa, 0xfffd, 0x10ffff};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        assert_true(utf8_is_number(numbers[i]));
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(utf8_is_number(others[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_bytes_are_found_where_they_stand),
        cmocka_unit_test(every_code_point_reads_back_as_written),
        cmocka_unit_test(offsets_count_code_points_and_each_invalid_byte),
        cmocka_unit_test(positions_count_code_points_from_one),
        cmocka_unit_test(maps_remember_the_order_of_insertion),
        cmocka_unit_test(hashes_are_those_of_the_standard),
        cmocka_unit_test(a_block_is_the_same_with_the_machines_instructions),
        cmocka_unit_test(a_hash_does_not_depend_on_the_pieces),
        cmocka_unit_test(numbers_of_every_script_are_told_from_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
