#!/usr/bin/env bats
# Every command that writes, killed at each call by which it changes a file: the
# records are never half written, and the next command clears up. A new command
# that writes gets a line here.

load helper

setup_file() {
    gcc -shared -fPIC -D_GNU_SOURCE -o "$BATS_FILE_TMPDIR/meddle.so" "$BATS_TEST_DIRNAME/meddle.c" -ldl
}

# killed AT ARGUMENT...: probatum, ended at that call; true while it was.
killed() {
    local at=$1 status=0
    shift
    env KILL_AT="$at" ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD="$BATS_FILE_TMPDIR/meddle.so" \
        "$probatum" "$@" >"$out" 2>"$err" </dev/null || status=$?
    [ "$status" -eq 0 ] || [ "$status" -eq 9 ] || {
        echo "probatum $* at call $at: status $status"
        cat "$err"
        exit 1
    }
    [ "$status" -eq 9 ]
}

# nothing_left: no temporary file of the dead.
nothing_left() {
    if find "$project" -name '.probatum-*' | grep .; then
        return 1
    fi
}

own_diff() {
    diff -rq -x build -x .git -x '.probatum-*' "$1" "$project"
}

# The files in which the project differs from a tree, or that one of them lacks.
unlike() {
    own_diff "$1" | sed -e "s|^Files $1/\\(.*\\) and .*|\\1|" \
        -e "s|^Only in $1\\(.*\\): |\\1/|" -e "s|^Only in $project\\(.*\\): |\\1/|" -e 's|^/||' | sort
}

# Every file is that of the tree before or of the tree after, and none is lost.
each_is_whole() {
    if comm -12 <(unlike "$before") <(unlike "$after") | grep .; then
        echo "neither as before nor as after"
        return 1
    fi
}

again() {
    rm -rf "$project"
    cp -R "$before" "$project"
    cd "$project"
}

# at_each_call ARGUMENT...: kills the command at each of its calls. Sets calls.
at_each_call() {
    before="$BATS_TEST_TMPDIR/before"
    after="$BATS_TEST_TMPDIR/after"
    cp -R "$project" "$before"
    probatum 0 "$@"
    cp -R "$project" "$after"
    again
    calls=0
    was_new=0
    while killed $((calls + 1)) "$@"; do
        calls=$((calls + 1))
        each_is_whole
        "$probatum" list >"$out" 2>"$err" || { cat "$err"; return 1; }
        nothing_left
        if own_diff "$after" >/dev/null; then
            was_new=1
        elif [ -z "${one_by_one:-}" ]; then
            own_diff "$before"
        fi
        again
    done
}

@test "killed at any call, rename leaves every file old, or every file new" {
    rm -rf "$project"
    cp -R "$root/tests/fixtures/site" "$project"
    cd "$project"
    at_each_call rename EXP-002 EXP-102
    # Some kills come behind the commit, and the next command finishes them.
    [ "$was_new" -eq 1 ]
    [ "$calls" -gt 20 ]
}

@test "killed at any call, new leaves a whole record or none" {
    rm records/literature/LIT-002.yaml
    at_each_call new practice --title 'Decay the learning rate'
    [ "$calls" -ge 4 ]
}

@test "killed at any call, bump leaves the record or its next version" {
    rm records/literature/LIT-002.yaml
    at_each_call bump LIT-001 --note 'Its venue is known.' --set 'venue=Proceedings of Ramps' --level patch --because 'there is no git here'
    [ "$calls" -ge 4 ]
}

@test "killed at any call, check --fix leaves each file as it was, or mended" {
    rm records/literature/LIT-002.yaml
    sed 's/SOTA-001/SOTA-003/; s/^evidence: .*/compared_against: [SOTA-001]/; s/^# .*/# SOTA-003: Ramps/' \
        records/practices/SOTA-001.md >records/practices/SOTA-003.md
    one_by_one=1
    at_each_call check --fix SOTA-001 SOTA-003
    [ "$calls" -ge 8 ]
}

@test "killed at any call, import writes all records of a bibliography or none" {
    cat >"$BATS_TEST_TMPDIR/two.bib" <<'EOF'
@article{one, author = {Ann Lee and Bo Cho}, title = {On Ramps Again}, year = {2021}, doi = {10.1000/xyz1}}
@article{two, author = {Ann Lee}, title = {On Steps}, year = {2022}, doi = {10.1000/xyz2}}
EOF
    at_each_call import bibtex "$BATS_TEST_TMPDIR/two.bib"
    [ "$was_new" -eq 1 ]
    [ "$calls" -ge 10 ]
}

@test "killed at any call, review leaves whole evidence, accepted or pending" {
    rm -rf "$project"
    cp -R "$root/tests/fixtures/site" "$project"
    cd "$project/experiments/evidence"
    sed 's/"date": "[^"]*"/"date": "2026-11-01"/' EXP-001.json >EXP-001.pending.json
    cd "$project"
    # The pending file goes once the accepted one is there; until then it can be
    # accepted again.
    one_by_one=1
    at_each_call review --accept EXP-001
    [ "$calls" -ge 5 ]
}

@test "killed at any call, build leaves the records alone, and the next one mends the site" {
    rm records/literature/LIT-002.yaml
    probatum 0 build
    cp -R build/site "$BATS_TEST_TMPDIR/site"
    rm -rf build
    before="$BATS_TEST_TMPDIR/before"
    after=$before
    cp -R "$project" "$before"
    at=1
    while killed "$at" build; do
        each_is_whole
        probatum 0 build
        nothing_left
        diff -r "$BATS_TEST_TMPDIR/site" build/site
        rm -rf build
        at=$((at + 1 + at / 12))
    done
    [ "$at" -gt 100 ]
}

@test "a command that died in the middle is finished by any other, which says so" {
    rm -rf "$project"
    cp -R "$root/tests/fixtures/site" "$project"
    cd "$project"
    at=1
    while killed "$at" rename EXP-002 EXP-102 && [ ! -e .probatum-journal ]; do
        at=$((at + 1))
    done
    [ -e .probatum-journal ]
    probatum 0 show EXP-102
    grep -q 'finished what an interrupted command had begun: [0-9]* files' "$err"
    [ ! -e .probatum-journal ]
    probatum 0 list
    [ ! -s "$err" ]
}

@test "a file that was edited after the death is not written over" {
    at=1
    while killed "$at" rename LIT-001 LIT-101 && [ ! -e .probatum-journal ]; do
        at=$((at + 1))
    done
    echo 'Edited.' >>records/practices/SOTA-001.md
    cp records/practices/SOTA-001.md "$BATS_TEST_TMPDIR/edited"
    probatum 3 check
    grep -q 'records/practices/SOTA-001.md has been edited since; remove .*/.probatum-journal to leave the files as they are now' "$err"
    cmp records/practices/SOTA-001.md "$BATS_TEST_TMPDIR/edited"
    [ -e records/literature/LIT-001.yaml ]
    rm .probatum-journal
    "$probatum" check >"$out" 2>"$err" || [ $? -eq 1 ]
    nothing_left
}

@test "a journal that came with a clone writes nothing outside the records" {
    for path in ../out.md .git/hooks/pre-commit /tmp/out.md build/../../out.md; do
        text="probatum journal 1"$'\n'"- $(printf evil | sha256sum | cut -c 1-64) .probatum-1-1.tmp $path"$'\n'
        printf '%s' "$text" >.probatum-journal
        printf '%s' "$text" | sha256sum | cut -c 1-64 >>.probatum-journal
        printf evil >.probatum-1-1.tmp
        probatum 3 check
        grep -q 'is not a file of the project that may be changed' "$err"
        [ ! -e ../out.md ]
        [ ! -e .git/hooks/pre-commit ]
    done
}
