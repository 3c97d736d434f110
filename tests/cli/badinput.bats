#!/usr/bin/env bats
# What may lie where a record should: each is named at its place, or refused in a
# plain sentence, by check and by the commands that write; the other records are
# checked as ever, and no byte of the bad file moves.

load helper

bad=records/practices/SOTA-090.md
good=records/practices/SOTA-001.md

setup_git() {
    rm records/literature/LIT-002.yaml
    git init -q
    git config user.name A
    git config user.email a@example.org
}

# is_said PATTERN: check names the bad file so, and still finds what is wrong
# with another record.
is_said() {
    local status=0
    "$probatum" check >"$out" 2>"$err" || status=$?
    [ "$status" -eq 1 ] || [ "$status" -eq 3 ] || { echo "check: $status"; cat "$out" "$err"; return 1; }
    grep -q "^$1" "$out" || { echo "not said: $1"; cat "$out"; return 1; }
    grep -q '^records/practices/SOTA-002.md:9:10: error: no record has the id "LIT-011"' "$out"
}

# refuses FILE COMMAND...: a status of 1, 2 or 3 with a sentence, and no byte of
# the project other.
refuses() {
    local file=$1 status=0
    shift
    rm -rf "$BATS_TEST_TMPDIR/was"
    cp -RP "$project" "$BATS_TEST_TMPDIR/was"
    "$probatum" "$@" >"$out" 2>"$err" </dev/null || status=$?
    [ "$status" -ge 1 ] && [ "$status" -le 3 ] || { echo "$*: $status"; cat "$out" "$err"; return 1; }
    [ -s "$out" ] || [ -s "$err" ]
    diff -r --no-dereference -x build "$BATS_TEST_TMPDIR/was" "$project"
}

# Another record is renamed and bumped beside the bad one.
writes_others() {
    git add -A 2>/dev/null || true
    git commit -q -m x
    probatum 0 rename SOTA-002 SOTA-202
    probatum 0 bump LIT-001 --note 'Its venue is known.' --set 'venue=Proceedings of Ramps'
}

bad_record() {
    printf -- '---\nid: SOTA-090\ntitle: T\nstatus: Active\nversion: 1\ndate: '"'2026-01-05'"'\nsummary: S.\n%b---\n\n# SOTA-090: T\n\n%b' "$1" "$2" >$bad
}

@test "CRLF and a byte-order mark are read, checked, and kept by every edit" {
    setup_git
    bad_record 'tags: [ a,  b ]\n# why\n' 'See LIT-001.\n'
    sed -i -e '1s/^/\xef\xbb\xbf/' -e 's/$/\r/' $bad
    is_said 'records/practices/SOTA-002.md'
    lacks 'SOTA-090.md:.* error' "$out"
    git add -A && git commit -q -m x
    cp $bad "$BATS_TEST_TMPDIR/first"
    sed -i 's/See/Look at/' $bad
    probatum 0 bump SOTA-090 --note 'The sentence about the source now begins with a verb.'
    probatum 0 rename SOTA-090 SOTA-091
    # What is not CRLF, and what was neither written nor replaced:
    [ "$(grep -c $'\r$' records/practices/SOTA-091.md)" -eq "$(wc -l <records/practices/SOTA-091.md)" ]
    diff <(sed -e 's/SOTA-090/SOTA-091/' -e 's/See/Look at/' -e 's/^version: 1/version: 2/' "$BATS_TEST_TMPDIR/first") \
        records/practices/SOTA-091.md | grep '^<' && return 1
    [ "$(head -c 3 records/practices/SOTA-091.md)" = "$(printf '\xef\xbb\xbf')" ]
}

@test "invalid UTF-8 is named at its byte, in fields and in the body" {
    setup_git
    bad_record 'consensus: caf\xe9\n' 'Body.\n'
    is_said "$bad:8:15: error: the byte 0xE9 is not valid UTF-8 \[text-invalid\]"
    refuses $bad bump SOTA-090 --note 'x is y.' --because 'z'
    refuses $bad rename SOTA-090 SOTA-091
    bad_record '' 'See LIT-001 and caf\xe9.\n'
    is_said "$bad:12:[0-9]*: error: the byte 0xE9 is not valid UTF-8"
    refuses $bad rename LIT-001 LIT-101
    bad_record '' 'caf\xe9.\n'
    writes_others
}

@test "NUL bytes are named, and are in nothing that is written" {
    setup_git
    bad_record 'consensus: a\0b\n' 'Body.\n'
    is_said "$bad:8:[0-9]*: error: .*U+0000"
    refuses $bad bump SOTA-090 --note 'x is y.' --because 'z'
    refuses $bad rename SOTA-090 SOTA-091
    bad_record '' 'a\0b LIT-001\n'
    is_said "$bad:12:[0-9]*: error: "
    refuses $bad rename LIT-001 LIT-101
    bad_record '' 'a\0b\n'
    writes_others
}

@test "a directory named like a record is named, and stays" {
    setup_git
    mkdir $bad
    status=0
    "$probatum" check >"$out" 2>"$err" || status=$?
    grep -q "^$bad:1:1: warning: no record is read from a folder below that of SOTA" "$out"
    refuses $bad bump SOTA-090 --note 'x is y.' --because 'z'
    refuses $bad rename SOTA-090 SOTA-091
    refuses $bad rename SOTA-001 SOTA-090
    writes_others
}

@test "links out of the tree are read and never written through" {
    setup_git
    mv $good "$BATS_TEST_TMPDIR/away.md"
    ln -s "$BATS_TEST_TMPDIR/away.md" $good
    is_said "$good:1:1: note: this file is a link out of the project"
    cp "$BATS_TEST_TMPDIR/away.md" "$BATS_TEST_TMPDIR/away.was"
    git add -A && git commit -q -m x
    refuses $good bump SOTA-001 --note 'x is y.' --because 'z'
    refuses $good rename SOTA-001 SOTA-101
    refuses $good rename LIT-001 LIT-101
    cmp "$BATS_TEST_TMPDIR/away.md" "$BATS_TEST_TMPDIR/away.was"
    ln -s /nowhere/at/all $bad
    is_said "$bad:1:1: error: "
    ln -sf /dev/zero $bad
    is_said "$bad:1:1: error: not a file that could be read"
    refuses $good rename LIT-001 LIT-101
}

# Root reads everything, unless it gives that up.
unprivileged() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --bounding-set=-dac_override,-dac_read_search "$@"
    else
        "$@"
    fi
}

@test "a file or folder that may not be read is said to be so, and the rest is checked" {
    bad_record '' 'Body.\n'
    chmod 000 $bad
    ! unprivileged cat $bad 2>/dev/null || skip 'everything can be read here'
    command=$probatum
    probatum=unprivileged_probatum
    unprivileged_probatum() { unprivileged "$command" "$@"; }
    is_said "$bad:1:1: error: cannot read .*Permission denied"
    refuses $bad rename SOTA-001 SOTA-101
    grep -q 'some files could not be read and may name SOTA-001' "$err"
    refuses $bad bump SOTA-090 --note 'x is y.' --because 'z'
    chmod 644 $bad
    chmod 000 records/practices
    status=0
    unprivileged "$command" check >"$out" 2>"$err" || status=$?
    chmod 755 records/practices
    [ "$status" -eq 3 ]
    grep -q '^records/practices:1:1: error: cannot read the folder' "$out"
    grep -q '^records/literature/LIT-002.yaml:' "$out"
}

@test "two files with one id are named, and neither is bumped nor renamed" {
    setup_git
    cp records/practices/SOTA-002.md records/practices/SOTA-002-again.md
    git add -A && git commit -q -m x
    "$probatum" check >"$out" 2>"$err" || true
    grep -q '^records/practices/SOTA-002.*:2:5: error: SOTA-002 is the id of another record already \[id-duplicate\]' "$out"
    refuses x rename SOTA-002 SOTA-202
    grep -q 'both records/practices/SOTA-002' "$err"
    refuses x bump SOTA-002 --note 'x is y.'
    probatum 0 rename SOTA-001 SOTA-101
}

@test "a record of 50 MB is refused by its size, quickly" {
    setup_git
    head -c 52428800 /dev/zero | tr '\0' 'a' >$bad
    is_said "$bad:1:1: error: .*too large: 52428800 bytes"
    refuses $bad rename SOTA-001 SOTA-101
    refuses $bad bump SOTA-090 --note 'x is y.' --because 'z'
    bad_record '' ''
    { printf 'summary2: '; head -c 1100000 /dev/zero | tr '\0' 'a'; echo; } >"$BATS_TEST_TMPDIR/long"
    sed -i "2r $BATS_TEST_TMPDIR/long" $bad
    is_said "$bad:[0-9]*:1: error: .*bytes of YAML, and at most"
}

@test "ten thousand tags are read, checked and kept" {
    setup_git
    sed -i 's|folder: records/practices|&, vocabulary: topics|' probatum.yaml
    printf 'vocabularies:\n  topics: {terms: {known: a, other: b}}\n' >>probatum.yaml
    bad_record "tags: [known$(printf ', tag%s' $(seq 1 9999))]\n" 'See LIT-001.\n'
    cp $bad "$BATS_TEST_TMPDIR/first"
    is_said "$bad:8:[0-9]*: error: "
    git add -A && git commit -q -m x
    probatum 0 rename LIT-001 LIT-101
    sed 's/LIT-001/LIT-101/' "$BATS_TEST_TMPDIR/first" | cmp - $bad
}

@test "markers of a merge are named, in fields and in the body, and nothing is written" {
    setup_git
    bad_record '<<<<<<< HEAD\nconsensus: a\n=======\nconsensus: b\n>>>>>>> other\n' 'Body.\n'
    is_said "$bad:8:1: error: a merge was left half done here \[text-invalid\]"
    refuses $bad bump SOTA-090 --note 'x is y.' --because 'z'
    refuses $bad rename SOTA-090 SOTA-091
    bad_record '' '<<<<<<< HEAD\nSee LIT-001.\n=======\nOne.\n>>>>>>> other\n'
    is_said "$bad:12:1: error: a merge was left half done here"
    refuses $bad rename LIT-001 LIT-101
    refuses $bad bump SOTA-090 --note 'x is y.' --because 'z'
    bad_record '' '<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n'
    writes_others
}

# PC-03, by kind.
@test "only a line that is exactly --- closes the front matter; left open, nothing is lost" {
    setup_git
    bad_record 'status_note: "a --- b"\nconsensus: |\n  first\n  ---\n  last\n' 'Above.\n\n---\n\nBelow.\n'
    "$probatum" check SOTA-090 >"$out" 2>"$err" || true
    lacks 'yaml-' "$out"
    probatum 0 show SOTA-090
    printf -- '---\nid: SOTA-090\ntitle: T\n\nNo closing line here.\n' >$bad
    cp $bad "$BATS_TEST_TMPDIR/first"
    is_said "$bad:1:1: error: the front matter opened here is never closed \[yaml-unclosed\]"
    refuses $bad bump SOTA-090 --note 'x is y.' --because 'z'
    refuses $bad rename SOTA-090 SOTA-091
    cmp $bad "$BATS_TEST_TMPDIR/first"
}

# PC-01: the declared type decides, never the look of the text.
@test "a hash that looks like a number keeps every character; 1e-5 is 0.00001" {
    setup_git
    sed -i 's|folder: records/practices,|& fields: {commit: text, short: text, tree: text},|' probatum.yaml
    bad_record 'commit: 52e8107\nshort: 61e9540\ntree: 1234567890123456789012345678901234567890\n' 'Body.\n'
    git add -A && git commit -q -m x
    probatum 0 show SOTA-090 --format json
    for text in 52e8107 61e9540 1234567890123456789012345678901234567890; do
        grep -q "\"$text\"" "$out" || { cat "$out"; false; }
    done
    probatum 0 build
    for text in 52e8107 61e9540 1234567890123456789012345678901234567890; do
        grep -q "$text" build/site/practices/SOTA-090.html
    done
    lacks '1\.2345|52000|6\.1e' build/site
    sed -i 's/Body\./Another./' $bad
    probatum 0 bump SOTA-090 --note 'The sentence about the source now begins with a verb.'
    probatum 0 rename SOTA-090 SOTA-091
    for text in 'commit: 52e8107' 'short: 61e9540' 'tree: 1234567890123456789012345678901234567890'; do
        grep -qx "$text" records/practices/SOTA-091.md
    done
}

@test "the rate 1e-5 is the number 0.00001 in the plan's key, its evidence and the site" {
    rm records/literature/LIT-002.yaml
    sed 's/lr: [0-9.e-]*/lr: 1e-5/' experiments/EXP-001.yaml >"$BATS_TEST_TMPDIR/a.yaml"
    grep -q 'lr: 1e-5' "$BATS_TEST_TMPDIR/a.yaml" || skip 'the plan sets no rate'
    cp "$BATS_TEST_TMPDIR/a.yaml" experiments/EXP-001.yaml
    probatum 0 why EXP-001 --format json
    first=$(grep plan_hash "$out")
    sed -i 's/lr: 1e-5/lr: 0.00001/' experiments/EXP-001.yaml
    probatum 0 why EXP-001 --format json
    [ "$first" = "$(grep plan_hash "$out")" ]
    sed -i 's/lr: 0.00001/lr: 1.0E-5/' experiments/EXP-001.yaml
    probatum 0 why EXP-001 --format json
    [ "$first" = "$(grep plan_hash "$out")" ]
}
