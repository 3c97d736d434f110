#!/usr/bin/env bats
# check and explain: what is reported, in which words, with which status.

load helper

@test "findings go to standard output with place, rule and hint" {
    golden check 1 check
}

@test "the same as JSON, for programs" {
    golden check-json 1 check --format json
}

@test "a finding below the level asked for changes no status" {
    probatum 0 check SOTA-001
    grep -q ': warning: ' "$out"
    probatum 1 check SOTA-001 --fail-on warning
}

@test "one record is checked alone, by id and by path" {
    probatum 1 check SOTA-002
    grep -q '^records/practices/SOTA-002.md:9:10: error: ' "$out"
    lacks 'LIT-002|SOTA-001' "$out"
    cp "$out" "$out.first"
    probatum 1 check records/practices/SOTA-002.md
    cmp "$out" "$out.first"
    probatum 1 check "./records/../records/practices/SOTA-002.md"
    cmp "$out" "$out.first"
    probatum 1 check "$project/records/practices/SOTA-002.md"
    cmp "$out" "$out.first"
}

@test "from another folder paths lead from there, and name files from there" {
    cd records/practices
    probatum 1 check SOTA-002.md
    grep -q '^../../records/practices/SOTA-002.md:9:10: error: ' "$out"
    probatum 1 check ../literature
    grep -q '^../../records/literature/LIT-002.yaml:2:8: error: ' "$out"
    cd /
    probatum 1 -C "$project" check records/practices
    grep -q "^$project/records/practices/SOTA-002.md:9:10: error: " "$out"
}

@test "a folder holds what is below it, and the root holds everything" {
    probatum 1 check records/literature/
    lacks 'SOTA-002.md' "$out"
    probatum 1 check .
    cp "$out" "$out.first"
    probatum 1 check
    cmp "$out" "$out.first"
}

@test "the project file can be checked" {
    probatum 0 check probatum.yaml
    echo 'titel: twice' >>probatum.yaml
    probatum 1 check probatum.yaml
    grep -q '^probatum.yaml:7:1: error: ' "$out"
}

@test "a check of nothing is wrong usage, not a clean check" {
    probatum 2 check SOTA-999
    says 'no record has the id "SOTA-999"'
    probatum 2 check SOTA-011
    says 'no record has the id "SOTA-011"; did you mean "SOTA-001"?'
    probatum 2 check records/practices/SOTA-00
    says 'nothing to check at records/practices/SOTA-00'
    probatum 2 check records/practices/SOTA-002.md build
    says 'no record has the id "build"'
    untouched
}

@test "a path outside the project is refused" {
    touch "$BATS_TEST_TMPDIR/elsewhere.md"
    probatum 2 check ../elsewhere.md
    says "../elsewhere.md lies outside the project $project"
    ln -s ../elsewhere.md link.md
    probatum 2 check link.md
    says "link.md lies outside the project $project"
}

@test "one topic alone, and an unknown topic with the nearest" {
    probatum 1 check --only link
    grep -q 'link-unresolved' "$out"
    lacks 'yaml-syntax|practice-without' "$out"
    probatum 2 check --only lnk
    says 'no rule has the topic "lnk"; did you mean "link"?'
}

@test "a file that cannot be read is reported, the rest is checked, status 3" {
    [ "$(id -u)" -ne 0 ] || reader='setpriv --reuid 65534 --regid 65534 --clear-groups'
    chmod 000 records/practices/SOTA-001.md
    chmod a+rx "$BATS_RUN_TMPDIR" "$BATS_TEST_TMPDIR" 2>/dev/null || true
    # shellcheck disable=SC2086 # no word at all for who is not root
    ${reader:-} test -r "$probatum" || skip "nobody may not read the program"
    status=0
    ${reader:-} "$probatum" check >"$out" 2>"$err" || status=$?
    chmod 644 records/practices/SOTA-001.md
    [ "$status" -eq 3 ]
    grep -q '^records/practices/SOTA-001.md:1:1: error: .*\[file-unreadable\]$' "$out"
    grep -q '^records/practices/SOTA-002.md:9:10: error: ' "$out"
    [ "$(cat "$err")" = 'probatum: some files could not be read; the rest was checked' ]
}

@test "a folder that is a file is reported and leaves the rest to be checked" {
    rm -r adr
    echo none >adr
    probatum 3 check
    grep -q 'file-unreadable' "$out"
    grep -q 'SOTA-002.md:9:10' "$out"
    probatum 3 list
    grep -q SOTA-001 "$out"
    grep -q 'some files could not be read and are left out' "$err"
}

@test "a project file that cannot be read is named with its place" {
    printf 'title: [unclosed\n' >probatum.yaml
    probatum 3 check
    [ ! -s "$out" ]
    grep -q '^probatum.yaml:[12]:[0-9]*: error: ' "$err"
    printf 'title: No kinds\n' >probatum.yaml
    probatum 3 list
    grep -q 'names no kind of record' "$err"
}

@test "a repository that cannot be read is said, and the work goes on" {
    git init -q .
    echo garbage >.git/HEAD
    rm -rf .git/refs .git/objects
    mkdir .git/objects .git/refs
    echo '[core' >.git/config
    probatum 0 list
    grep -q SOTA-001 "$out"
    grep -q 'going on without git$' "$err"
}

@test "check writes nothing" {
    probatum 1 check
    untouched
}

@test "explain shows a rule with what fires and what does not" {
    golden explain-link-unresolved 0 explain link-unresolved
}

@test "explain without a rule has a line for each of them" {
    probatum 0 explain
    [ "$(wc -l <"$out")" -eq "$(grep -cE '^(READER|RECORD|LIBRARY)_RULE\(' "$root/src/check/rules.def")" ]
    while read -r rule severity _; do
        grep -q "\"$rule\"" "$root/src/check/rules.def"
        [[ $severity =~ ^(error|warning|note)$ ]]
    done <"$out"
}

@test "every rule can be explained, within 80 columns but for its examples" {
    probatum 0 explain
    cut -d' ' -f1 "$out" >"$BATS_TEST_TMPDIR/rules"
    while read -r rule; do
        probatum 0 explain "$rule"
        head -n 1 "$out" | grep -q "^$rule ("
        grep -v '^    ' "$out" | awk 'length > 80 { exit 1 }'
        grep -qx 'Fires on:' "$out"
    done <"$BATS_TEST_TMPDIR/rules"
}

@test "an unknown rule comes with the nearest one" {
    probatum 2 explain link-unresolvd
    says 'no rule "link-unresolvd"; did you mean "link-unresolved"?'
}
