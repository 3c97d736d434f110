#!/usr/bin/env bats
# check --fix: what is mechanical is mended in place, and nothing else is touched.

load helper

# Three things to mend in two files, and an error that stays.
prepare() {
    rm records/literature/LIT-002.yaml
    cat >records/practices/SOTA-003.md <<'EOF'
---
id: SOTA-003
title: Decay at the end
status: Active
version: 1
date: '2026-01-01'
# two of them
tags: [optimisation,  optimisation]
compared_against: [SOTA-001]
summary: In one line.
---

# SOTA-003: Decay

See SOTA-404.
EOF
    cp -R records "$BATS_TEST_TMPDIR/before"
}

@test "what is mechanical is mended, said, and checked again" {
    prepare
    probatum 1 check --fix
    grep -q '^records/practices/SOTA-003.md:8:23: mended: .* \[item-twice\]$' "$out"
    grep -q '^records/practices/SOTA-003.md:13:3: mended: .* \[title-heading\]$' "$out"
    grep -q '^records/practices/SOTA-003.md:9:20: mended: .* \[converse-missing\]$' "$out"
    grep -q '^records/practices/SOTA-003.md:15:5: error: no record has the id "SOTA-404"' "$out"
    lacks '^mechanical:' "$out"
    [ ! -s "$err" ]
    run diff "$BATS_TEST_TMPDIR/before/practices/SOTA-003.md" records/practices/SOTA-003.md
    [ "$output" = "8c8
< tags: [optimisation,  optimisation]
---
> tags: [optimisation]
13c13
< # SOTA-003: Decay
---
> # SOTA-003: Decay at the end" ]
    grep -q '^compared_against: \[.*SOTA-003\]$' records/practices/SOTA-001.md
}

@test "mending again changes nothing" {
    prepare
    probatum 1 check --fix
    cp -R records "$BATS_TEST_TMPDIR/once"
    probatum 1 check --fix
    lacks ': mended: ' "$out"
    diff -r records "$BATS_TEST_TMPDIR/once"
}

@test "--dry-run shows what would change and writes nothing" {
    prepare
    probatum 1 check --fix --dry-run
    grep -q '^--- a/records/practices/SOTA-003.md$' "$out"
    grep -q '^-tags: \[optimisation,  optimisation\]$' "$out"
    grep -q '^+tags: \[optimisation\]$' "$out"
    grep -q '^+# SOTA-003: Decay at the end$' "$out"
    lacks ': error: ' "$out"
    [ "$(cat "$err")" = 'probatum: 3 findings in 2 files can be mended; nothing was written' ]
    diff -r records "$BATS_TEST_TMPDIR/before"
    git init -q .
    git apply "$out"
    probatum 1 check --fix
    lacks ': mended: ' "$out"
}

@test "one record is mended alone, and what belongs to it at the other end" {
    prepare
    sed -i 's/^title: .*/&!/' records/practices/SOTA-001.md
    probatum 1 check --fix SOTA-003
    grep -q 'SOTA-003\]$' records/practices/SOTA-001.md
    grep -q '^title: .*!$' records/practices/SOTA-001.md
    lacks '^# .*!$' records/practices/SOTA-001.md
}

@test "programs read which findings are mechanical, and what was mended apart" {
    prepare
    probatum 1 check --format json
    [ "$(grep -c '"fixable": true' "$out")" -eq 3 ]
    probatum 1 check
    grep -q '^mechanical: 3 findings that `probatum check --fix` mends$' "$out"
    probatum 1 check --fix --format json
    lacks 'fixable|mended' "$out"
    [ "$(grep -c ': mended: ' "$err")" -eq 3 ]
}

@test "a file that was saved in between is left alone" {
    prepare
    gcc -shared -fPIC -D_GNU_SOURCE -o "$BATS_TEST_TMPDIR/meddle.so" "$BATS_TEST_DIRNAME/meddle.c" -ldl
    cp records/practices/SOTA-003.md "$BATS_TEST_TMPDIR/saved.md"
    echo 'Another line.' >>"$BATS_TEST_TMPDIR/saved.md"
    status=0
    env SAVE_AT=practices/SOTA-003.md ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD="$BATS_TEST_TMPDIR/meddle.so" \
        "$probatum" check --fix >"$out" 2>"$err" || status=$?
    [ "$status" -eq 1 ]
    cmp "$BATS_TEST_TMPDIR/saved.md" records/practices/SOTA-003.md
    [ "$(cat "$err")" = 'probatum: records/practices/SOTA-003.md was changed just now and is left alone' ]
    grep -q 'SOTA-003\]$' records/practices/SOTA-001.md
    grep -q ': warning: .*\[item-twice\]$' "$out"
    lacks 'mended: .*\[item-twice\]$' "$out"
}

@test "a file behind a link is left alone" {
    prepare
    mv records/practices/SOTA-003.md elsewhere.md
    ln -s ../../elsewhere.md records/practices/SOTA-003.md
    cp elsewhere.md "$BATS_TEST_TMPDIR/elsewhere.md"
    probatum 1 check --fix
    cmp elsewhere.md "$BATS_TEST_TMPDIR/elsewhere.md"
    [ -L records/practices/SOTA-003.md ]
    grep -q '\[item-twice\]$' "$out"
}

@test "--fix and --staged contradict each other, and --dry-run needs --fix" {
    probatum 2 check --fix --staged
    says '--fix mends files, and --staged reads what git has in its index; give one of them'
    probatum 2 check --dry-run
    says '--dry-run goes with --fix: a check writes nothing'
    untouched
}

@test "explain says what is mechanical, in text and for programs" {
    probatum 0 explain item-twice
    grep -q '^Mechanical: `probatum check --fix` takes the second one away\.$' "$out"
    probatum 0 explain item-twice --format json
    grep -q '"fix": "takes the second one away"' "$out"
    probatum 0 explain link-unresolved
    lacks 'Mechanical' "$out"
}
