#!/usr/bin/env bats
# search: what is found, in which order, and that nothing typed is an error.

load helper

# finds QUERY ID...: exactly these, in this order.
finds() {
    local query=$1
    shift
    probatum 0 search "$query" --format json
    [ "$(sed -n 's/^ *"id": "\(.*\)",$/\1/p' "$out" | tr '\n' ' ')" = "$*${1:+ }" ] || {
        echo "$query finds"
        cat "$out"
        return 1
    }
}

add() {
    printf '%s\n' --- "title: $2" 'status: Active' --- "$3" >"records/practices/SOTA-$1.md"
}

@test "a record is found by words of title, claim, author and prose, whatever their case" {
    finds 'RAMP steps' EXP-001 SOTA-001
    finds rampe LIT-001
    finds 'divergence' LIT-001 SOTA-001
    finds 'nobody wrote this'
    probatum 0 search 'nobody wrote this'
    grep -q '^nothing found$' "$out"
}

@test "an id comes first, then what names it" {
    probatum 0 search lit-001
    [ "$(head -c 7 "$out")" = LIT-001 ]
    grep -q '^SOTA-001 ' "$out"
}

@test "words are found within joined ones, and beginnings of words are enough" {
    add 101 'On layer_norm' 'The key layer_norm, and multi-head attention at 0.95; don'"'"'t.'
    add 102 'On Müller' 'C++ and A/B, mup:width.'
    finds norm SOTA-101 SOTA-002
    finds layer_norm SOTA-101
    finds atten SOTA-101
    finds multi-head SOTA-101
    finds head-multi
    finds 0.95 SOTA-101
    finds "don't" SOTA-101
    finds mup:width SOTA-102
    finds muller SOTA-102
    finds A/B SOTA-102
}

@test "nothing that is typed is an error of SQL" {
    for query in multi-head '10.5555/abc(89)01234-5' "don't" mup:width '"unclosed' AND 'OR NOT' layer_norm 'C++' 0.95 'NEAR(' 'a*b' '^x' '{id}: y' "'; DROP TABLE search;--" '""'; do
        "$probatum" search "$query" >"$out" 2>"$err" || [ "$?" -eq 2 ]
        lacks 'SQL|fts5|syntax|no such' "$out" "$err"
    done
    probatum 2 search '*'
    says 'nothing to search for in "*"'
    probatum 2 search
    says 'say what to search for'
}

@test "what changed is found, and what is gone is not" {
    finds zebra
    add 103 Stripes 'A zebra.'
    finds zebra SOTA-103
    touch -d '10 seconds ago' records/practices/SOTA-103.md
    finds zebra SOTA-103
    finds zebra SOTA-103
    rm records/practices/SOTA-103.md
    finds zebra
}

# chapter WORD: a chapter with the word in it.
chapter() {
    mkdir -p site/chapters
    printf '%s\n' --- 'title: One' --- "It tells of a $1." >site/chapters/01-one.md
}

# An index is kept of files that were left alone for two seconds.
settle() {
    sleep 2.2
}

@test "a chapter that came, changed or went is found as it is now" {
    settle
    finds zebra
    chapter zebra
    settle
    finds zebra 01-one
    chapter okapi
    settle
    finds zebra
    finds okapi 01-one
    rm site/chapters/01-one.md
    finds okapi
}

# The same program but for the id that the linker gave it.
another_program() {
    /usr/bin/python3 - "$probatum" "$BATS_TEST_TMPDIR/another" <<'PY'
import sys
program = bytearray(open(sys.argv[1], 'rb').read())
note = program.index(b'\x03\0\0\0GNU\0') + 8
program[note] ^= 1
open(sys.argv[2], 'wb').write(program)
PY
    chmod +x "$BATS_TEST_TMPDIR/another"
    probatum=$BATS_TEST_TMPDIR/another
}

@test "an index is believed by the program that filled it and by no other" {
    settle
    finds okapi
    /usr/bin/python3 - <<'PY'
import sqlite3
cache = sqlite3.connect('build/cache.db')
cache.execute("UPDATE search SET title = 'okapi' WHERE id LIKE 'LIT-001%'")
cache.commit()
PY
    finds okapi LIT-001
    another_program
    finds okapi
}

@test "without a place for the index it is made in memory" {
    touch build
    finds ramp LIT-001 EXP-001 SOTA-001
}
