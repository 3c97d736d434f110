# Negative control: a build of the core that fuses multiplications with
# additions goes another way, and its self-test says so. Without this, equal
# hashes from many builds might only mean that nothing could change them.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    grep -qw fma /proc/cpuinfo || skip "this processor does not fuse"
}

@test "a build that fuses differs, and is told from others" {
    cat >"$BATS_TEST_TMPDIR/main.c" <<'END'
#include <stdio.h>
#include "core/pinned.h"
int main(void)
{
    static unsigned char memory[8 << 20];
    struct core_config config = pinned_config(&pinned_runs[0]);
    struct core_run *run = core_start_on(memory, sizeof memory, &config, 1, 0);
    const char *error = core_self_test();
    while (core_step(run)) {
    }
    puts(error ? error : "fit");
    puts(core_trajectory_hash(run) == pinned_runs[0].hash ? "same" : "other");
}
END
    for contract in off fast; do
        cc -std=gnu17 -O2 -march=x86-64-v3 -fno-math-errno \
            -ffp-contract="$contract" -Isrc -Itests src/core/*.c \
            "$BATS_TEST_TMPDIR/main.c" -o "$BATS_TEST_TMPDIR/$contract"
    done
    run "$BATS_TEST_TMPDIR/off"
    [ "$output" = "fit"$'\n'"same" ]
    run "$BATS_TEST_TMPDIR/fast"
    [[ "$output" == "multiplications and additions are fused"*"other" ]]
}
