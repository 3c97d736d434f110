# What the start-up test of the arithmetic says where bits would come out
# otherwise, and that nothing is trained there. That of a build that fuses is in
# matrix.bats.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
}

# preload NAME STATEMENT: a library that does this to any program it is loaded
# into, as one linked with -ffast-math does to its own.
preload() {
    printf '#include <fenv.h>\n#include <immintrin.h>\n%s\n{ %s; }\n' \
        "__attribute__((constructor)) static void start(void)" "$2" |
        cc -O1 -shared -fPIC -x c - -o "$BATS_TEST_TMPDIR/$1.so" -lm
}

# refused LIBRARY COMMAND: on a project whose runs are not known yet, the command
# fails with LIBRARY loaded and leaves nothing behind.
refused() {
    rm -rf "$BATS_TEST_TMPDIR/project"
    cp -r tests/fixtures/experiments "$BATS_TEST_TMPDIR/project"
    LD_PRELOAD="$BATS_TEST_TMPDIR/$1.so" run "${PROBATUM:-build/probatum}" \
        -C "$BATS_TEST_TMPDIR/project" "$2"
    [ "$status" -eq 3 ]
    [[ "$output" == *"this build or machine would give other numbers: "* ]]
    [ -z "$(find "$BATS_TEST_TMPDIR/project" -name 'EXP-901*.json')" ]
}

@test "a processor told to flush subnormal numbers is refused before any run" {
    [ "$(uname -m)" = x86_64 ] || skip "sets the processor of x86-64"
    preload flush "_mm_setcsr(_mm_getcsr() | 0x8040)"
    for command in run verify; do
        refused flush "$command"
        [[ "$output" == *"numbers: subnormal numbers are flushed to zero"* ]]
    done
}

@test "another rounding mode is refused before any run" {
    preload upward "fesetround(FE_UPWARD)"
    for command in run verify; do
        refused upward "$command"
        [[ "$output" == *"numbers: arithmetic does not round to nearest"* ]]
    done
}

@test "a build that may reorder sums says so" {
    for source in src/core/*.c; do
        cc -std=c17 -O1 -ffast-math -Isrc -c "$source" \
            -o "$BATS_TEST_TMPDIR/$(basename "$source").o"
    done
    printf '#include <stdio.h>\n#include "core/core.h"\n%s\n' \
        'int main(void) { puts(core_self_test()); return 0; }' |
        cc -Isrc -x c -c - -o "$BATS_TEST_TMPDIR/main.o"
    cc "$BATS_TEST_TMPDIR"/*.o -o "$BATS_TEST_TMPDIR/main"
    run "$BATS_TEST_TMPDIR/main"
    [[ "$output" == "the compiler reorders additions"* ]]
}
