#!/usr/bin/env bats
# The made-up anthology that speed is measured on: it has to be the same each
# time, and as free of faults as it says, or a rule cries wolf.

setup() {
    root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    probatum=${PROBATUM:-$root/build/probatum}
    anthology=$root/build/release/bench/anthology
    export TZ=UTC LC_ALL=C.UTF-8 NO_COLOR=1 SOURCE_DATE_EPOCH=1790000000
    cd "$BATS_TEST_TMPDIR"
}

@test "made twice it is the same, byte for byte, and another seed gives another" {
    "$anthology" one 300
    "$anthology" two 300
    "$anthology" three 300 2
    diff -r one two
    run diff -q one/records/practices/SOTA-001.md three/records/practices/SOTA-001.md
    [ "$status" -eq 1 ]
    [ "$(find one -name '*-*.md' | wc -l)" -eq 297 ]
    [ "$(find one -name 'EXP-*.yaml' | wc -l)" -eq 3 ]
}

@test "no rule finds a fault in it, nor anything that it could not check" {
    for seed in 1 7; do
        "$anthology" "a$seed" 400 "$seed"
        "$probatum" -C "a$seed" check --fail-on warning >out
        # all but what git alone could tell
        grep -E '^400 records: 0 errors, 0 warnings, 0 notes; [0-9]+ passed, 1 could not' out || {
            cat out
            return 1
        }
    done
}

@test "its experiments agree with their evidence" {
    "$anthology" a 300
    "$probatum" -C a verify
}

@test "with a history, git has the same files and each day's changes" {
    "$anthology" a 120 1 9
    cd a
    [ "$(git rev-list --count HEAD)" -eq 9 ]
    [ -z "$(git status --porcelain --untracked-files=all)" ]
    git log -p --format= -- records adr | grep -q '^-version: 1$'
    git log --format=%ct >days
    sort -nr days | cmp - days
}

@test "a folder that holds a project is left alone" {
    "$anthology" a 20
    run "$anthology" a 20
    [ "$status" -eq 2 ]
    [ "$output" = "anthology: a holds a project already" ]
}

@test "the floor reads every record that check reads" {
    "$anthology" a 100
    "$root/build/release/bench/bare" a | grep '^100 files, '
    mkdir out
    "$root/build/release/bench/bare" -j2 a out
    [ "$(find out -name '*.html' | wc -l)" -eq 100 ]
}
