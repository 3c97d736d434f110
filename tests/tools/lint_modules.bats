#!/usr/bin/env bats
# tools/lint-modules finds a wrong include, wherever it is planted.

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    tree="$BATS_TEST_TMPDIR/tree"
    mkdir -p "$tree/tools" "$tree/src/base" "$tree/src/yml" "$tree/src/core"
    cp tools/modules.txt "$tree/tools/"
    echo '#include <stdio.h>' >"$tree/src/base/str.c"
    printf '#include "yml/yml.h"\n#include <yaml.h>\n#include "base/str.h"\n' \
        >"$tree/src/yml/yml.c"
    echo '#include <stddef.h>' >"$tree/src/core/op.c"
}

@test "a tree that keeps the direction passes, and says how much was read" {
    run tools/lint-modules "$tree"
    [ "$status" -eq 0 ]
    [ "$output" = "modules: 5 includes in 3 files, all along tools/modules.txt" ]
}

@test "a module that includes a higher one is named with file and line" {
    printf '\n#include "yml/yml.h"\n' >>"$tree/src/base/str.c"
    run tools/lint-modules "$tree"
    [ "$status" -ne 0 ]
    [[ "$output" == *'src/base/str.c:3:1: error: base may not include yml: "yml/yml.h"'* ]]
}

@test "the header of a library belongs to one module" {
    echo '#  include <git2/blob.h>' >>"$tree/src/yml/yml.c"
    run tools/lint-modules "$tree"
    [ "$status" -ne 0 ]
    [[ "$output" == *"<git2/blob.h> belongs to vcs alone"* ]]
}

@test "core includes no C library and nothing of ours" {
    printf '#include <string.h>\n#include "base/str.h"\n' >>"$tree/src/core/op.c"
    run tools/lint-modules "$tree"
    [ "$status" -ne 0 ]
    [[ "$output" == *"op.c:2:1: error: <string.h> is not there"* ]]
    [[ "$output" == *"op.c:3:1: error: core may not include base"* ]]
}

@test "a folder without a row in the table is found" {
    mkdir "$tree/src/util"
    echo 'int x;' >"$tree/src/util/misc.c"
    run tools/lint-modules "$tree"
    [ "$status" -ne 0 ]
    [[ "$output" == *'no row for module "util"'* ]]
}

@test "an include in a comment or a string counts for nothing" {
    printf '/* #include "yml/yml.h" */\n// see #include "cli/x.h"\n' \
        >>"$tree/src/base/str.c"
    run tools/lint-modules "$tree"
    [ "$status" -eq 0 ]
}

@test "rows of the table name only modules further up, so the order links" {
    run awk '!/^#/ && NF {
        for (i = 3; i <= NF; i++) {
            if ($i != "-" && !($i in seen)) { print $1 " names " $i; bad = 1 }
        }
        seen[$1] = 1
    } END { exit bad }' tools/modules.txt
    [ "$status" -eq 0 ]
}
