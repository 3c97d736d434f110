#!/usr/bin/env bats
# probatum rename: a new id in every file that names the record, or in none.

load helper

# The larger project, with evidence, chapters and everything else that names
# records.
in_site() {
    rm -rf "$project"
    cp -R "$root/tests/fixtures/site" "$project"
    cd "$project"
    cp -R "$project" "$BATS_TEST_TMPDIR/before"
}

nothing_written() {
    untouched
}

@test "the file, the id, the title and every reference get the new id" {
    probatum 0 rename LIT-001 LIT-101
    [ ! -e records/literature/LIT-001.yaml ]
    grep -qx 'id: LIT-101' records/literature/LIT-101.yaml
    grep -qx 'formerly: \[LIT-001\]' records/literature/LIT-101.yaml
    grep -qx -- '- ref: LIT-101' records/practices/SOTA-001.md
    grep -qx 'See LIT-101\.' records/practices/SOTA-001.md
    probatum 0 rename SOTA-001 SOTA-101
    grep -qx '# SOTA-101: Warm up the learning rate' records/practices/SOTA-101.md
    lacks '(LIT|SOTA)-001' --exclude=SOTA-101.md --exclude=LIT-101.yaml .
    probatum 0 show LIT-001
    grep -q 'LIT-101' "$out"
}

@test "only the code of the id changes, to the byte" {
    in_site
    probatum 0 rename LIT-001 LIT-100
    for file in $(cd ../before && find . -type f); do
        new=${file/LIT-001/LIT-100}
        sed 's/LIT-001/LIT-100/g' "../before/$file" >../expected
        grep -v '^formerly: \[LIT-001\]$' "$new" | sed 's/LIT-001/LIT-100/g' >../got
        cmp ../expected ../got
    done
}

@test "history, formerly, journals and quotations keep the old id, and are listed" {
    sed -i -e "s/note: Filed from the paper/note: Filed from LIT-001/" \
        -e 's/quote: a short/quote: LIT-001 a short/' \
        -e 's/^summary: .*/&\nformerly: [SOTA-900]/' records/practices/SOTA-001.md
    sed -i 's/text: With/text: LIT-001 a short. With/' records/literature/LIT-001.yaml
    printf '  log: {role: journal, folder: log}\n' >>probatum.yaml
    mkdir -p log/2026
    printf -- '---\ntitle: x\n---\n\nRead LIT-001.\n' >log/2026/a.md
    golden rename-kept 0 rename LIT-001 LIT-101
    grep -q 'Filed from LIT-001' records/practices/SOTA-001.md
    grep -q 'quote: LIT-001 a short' records/practices/SOTA-001.md
    grep -q 'Read LIT-001' log/2026/a.md
    probatum 0 rename SOTA-001 SOTA-101
    grep -qx 'formerly: \[SOTA-900, SOTA-001\]' records/practices/SOTA-101.md
    probatum 0 rename SOTA-101 SOTA-001
    grep -qx 'formerly: \[SOTA-900, SOTA-101\]' records/practices/SOTA-001.md
}

@test "code, comments, paths and ids broken over a line are renamed; words and addresses are not" {
    cat >>records/practices/SOTA-002.md <<'EOF'

Run `probatum show SOTA-001`, see [it](SOTA-001.md#x) and SOTA-
001 again, or
SOTA-001@v2. <!-- inactive-ok: SOTA-001 - Proposed -->

Not XSOTA-001, LU-SOTA-001, SOTA-0012, SOTA-001_b, https://example.org/SOTA-001
or sota-001.
EOF
    sed -i 's/^source:/# as SOTA-001 does\n&/' records/practices/SOTA-002.md
    probatum 0 rename SOTA-001 SOTA-777
    tail -n 7 records/practices/SOTA-002.md >"$out"
    same "$out" rename-words.out
    grep -qx '# as SOTA-777 does' records/practices/SOTA-002.md
}

@test "a chapter and probatum.yaml follow too" {
    mkdir -p site/chapters
    printf -- '---\ntitle: One\n---\n\nThe loss :value[EXP-001.fast.final-loss] of :cite[LIT-001 §3].\n' >site/chapters/01-one.md
    printf '# LIT-001 is the only source\n' >>probatum.yaml
    probatum 0 rename LIT-001 LIT-101
    probatum 0 rename EXP-001 EXP-101
    grep -q ':value\[EXP-101.fast.final-loss\] of :cite\[LIT-101 §3\]' site/chapters/01-one.md
    grep -qx '# LIT-101 is the only source' probatum.yaml
    grep -q '^evidence: \[EXP-101.warmup-helps\]' records/practices/SOTA-001.md
}

@test "evidence is written anew, and is as fresh as it was" {
    in_site
    probatum 0 why EXP-001
    grep '^  evidence\|^  plan' "$out" | sed 's/hash [0-9a-f]*/hash/' >../was
    probatum 0 rename SOTA-001 SOTA-101
    probatum 0 rename EXP-001 EXP-101
    [ -e experiments/evidence/EXP-101.json ]
    [ ! -e experiments/evidence/EXP-001.json ]
    [ -e experiments/EXP-101-rates.yaml ]
    lacks '"(SOTA|EXP)-001"' experiments/evidence
    probatum 0 why EXP-101
    grep '^  evidence\|^  plan' "$out" | sed 's/hash [0-9a-f]*/hash/' | diff ../was -
    "$probatum" check >"$out" 2>"$err" || true
    lacks 'EXP-[0-9]*.*(stale|unreadable)' "$out" || grep -q EXP-003 "$out"
}

@test "an anthology's numbers are numbers still" {
    rm -rf "$project"
    cp -R "$root/tests/fixtures/anthology" "$project"
    cp "$root/tests/corpus/probatum.yaml" "$project"
    cd "$project"
    file=$(grep -rl '^number:' record | head -n 1)
    old=$(basename "$file" .md)
    "$probatum" rename "$old" "${old%-*}-0777" >"$out" 2>"$err" || { cat "$err"; false; }
    grep -qx 'number: 777' "${file%/*}/${old%-*}-0777.md"
    grep -qx "formerly: \[$old\]" "${file%/*}/${old%-*}-0777.md"
}

@test "--dry-run shows the same and writes nothing" {
    golden rename-dry 0 rename LIT-001 LIT-101 --dry-run
    nothing_written
    golden rename-dry-json 0 rename LIT-001 LIT-101 --dry-run --format json
    nothing_written
}

@test "what cannot be renamed is a plain sentence, and nothing is written" {
    probatum 2 rename
    probatum 2 rename LIT-001
    probatum 2 rename LIT-001 LIT-002 LIT-003
    probatum 2 rename LIT-010 LIT-011
    says 'no record has the id "LIT-010"; did you mean "LIT-001"?'
    probatum 2 rename LIT-001 LIT-001
    says 'LIT-001 has this id already'
    probatum 2 rename LIT-001 SOTA-009
    says 'SOTA-009 is of another kind than LIT-001; its new id begins with LIT too'
    probatum 2 rename LIT-001 LIT-
    says '"LIT-" is not an id, such as LIT-001'
    probatum 2 rename LIT-001 '../LIT-009'
    probatum 2 rename SOTA-001 SOTA-002
    says 'SOTA-002 is in use: records/practices/SOTA-002.md'
    probatum 2 rename SOTA-001 SOTA-2
    says 'SOTA-2 is in use: records/practices/SOTA-002.md'
    nothing_written
}

@test "a former id is neither renamed nor given to another" {
    probatum 0 rename LIT-001 LIT-101
    probatum 2 rename LIT-001 LIT-102
    says 'LIT-001 is called LIT-101 now; rename that'
    printf 'id: LIT-003\ntitle: x\nstatus: Active\n' >records/literature/LIT-003.yaml
    probatum 2 rename LIT-003 LIT-001
    says 'LIT-001 was once the id of LIT-101, and is not given again'
    probatum 0 rename LIT-101 LIT-001
    grep -qx 'formerly: \[LIT-101\]' records/literature/LIT-001.yaml
    probatum 0 rename LIT-001 LIT-0001
    grep -qx 'formerly: \[LIT-101, LIT-001\]' records/literature/LIT-0001.yaml
}

@test "two files with one id, a file in the way, a link: refused, nothing written" {
    cp records/practices/SOTA-002.md records/practices/SOTA-002-again.md
    probatum 3 rename SOTA-002 SOTA-009
    grep -q 'both records/practices/SOTA-002.* and records/practices/SOTA-002.* have the id SOTA-002' "$err"
    rm records/practices/SOTA-002-again.md
    mkdir records/literature/LIT-101.yaml
    probatum 3 rename LIT-001 LIT-101
    grep -q 'records/literature/LIT-101.yaml is there already' "$err"
    rmdir records/literature/LIT-101.yaml
    mv records/practices/SOTA-001.md ..
    ln -s ../../../SOTA-001.md records/practices/SOTA-001.md
    probatum 3 rename LIT-001 LIT-101
    grep -q 'records/practices/SOTA-001.md is a symbolic link or lies behind one' "$err"
    rm records/practices/SOTA-001.md
    mv ../SOTA-001.md records/practices
    nothing_written
}

@test "a file that is broken and names the record is named; one that does not is none of it" {
    printf -- '---\nid: SOTA-003\ntitle: "x\nstatus: Active\n---\n\nSee LIT-001.\n' >records/practices/SOTA-003.md
    probatum 3 rename LIT-001 LIT-101
    grep -q 'records/practices/SOTA-003.md:[0-9]*:[0-9]* names LIT-001 too and has to be corrected first: ' "$err"
    grep -qx 'id: LIT-001' records/literature/LIT-001.yaml
    sed -i '/LIT-001/d' records/practices/SOTA-003.md
    probatum 0 rename LIT-001 LIT-101
}

@test "a file that cannot be read may name the record: refused" {
    rm records/literature/LIT-002.yaml
    mkfifo records/literature/LIT-002.yaml
    probatum 3 rename LIT-001 LIT-101
    says 'some files could not be read and may name LIT-001; `probatum check` names them'
    grep -qx 'id: LIT-001' records/literature/LIT-001.yaml
}
