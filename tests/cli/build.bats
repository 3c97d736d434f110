#!/usr/bin/env bats
# build: how many pages it says it wrote, where they land, and what stops it.

load helper

# Without the record that is broken on purpose.
sound() {
    rm records/literature/LIT-002.yaml
}

@test "the first build writes every page, the second none, an edit only its own" {
    sound
    probatum 0 build
    grep -Eq '^wrote ([0-9]+) of \1 pages: build/site$' "$out"
    [ ! -s "$err" ]
    probatum 0 build
    grep -Eq '^wrote 0 of [0-9]+ pages: build/site$' "$out"
    echo "One more sentence." >>records/practices/SOTA-001.md
    probatum 0 build
    grep -Eq '^wrote 1 of [0-9]+ pages: build/site$' "$out"
    [ ! -s "$err" ]
}

@test "--only makes one page, and the next build what it left" {
    sound
    probatum 0 build
    cp -r build/site "$BATS_TEST_TMPDIR/before"
    sed -i 's/^title: .*/title: Another title/' records/practices/SOTA-001.md
    local word
    for word in SOTA-001 practices/SOTA-001.html records/practices/SOTA-001.md; do
        probatum 0 build --only "$word"
        grep -q '^wrote [01] of 1 page: build/site$' "$out"
    done
    grep -q 'Another title' build/site/practices/SOTA-001.html
    cmp build/site/index.html "$BATS_TEST_TMPDIR/before/index.html"
    cmp build/site/practices/index.html "$BATS_TEST_TMPDIR/before/practices/index.html"
    probatum 0 build
    probatum 0 build --out "$BATS_TEST_TMPDIR/anew"
    diff -r build/site "$BATS_TEST_TMPDIR/anew"
    grep -q 'Another title' build/site/practices/index.html
}

@test "--only in an empty folder makes a page that has its assets" {
    sound
    probatum 0 build --only index
    grep -q '^wrote 1 of 1 page: build/site$' "$out"
    [ -e build/site/index.html ]
    [ -e build/site/assets/style.css ]
    [ ! -e build/site/practices ]
}

@test "--only of a page that is not there says which is near" {
    probatum 2 build --only practices/SOTA-01
    says 'the site has no page "practices/SOTA-01"; did you mean "practices/SOTA-001"?'
    [ ! -e build/site/index.html ]
}

@test "a folder named with --out gets the same bytes" {
    sound
    probatum 0 build
    probatum 0 build --out "$BATS_TEST_TMPDIR/elsewhere"
    diff -r build/site "$BATS_TEST_TMPDIR/elsewhere"
    probatum 0 build --format json
    grep -q '"written": 0' "$out"
}

@test "the site is not written over the project" {
    probatum 3 build --out .
    says "the site would be written over $project; name a folder of its own with --out"
    untouched
}

@test "a page whose record is gone is removed" {
    sound
    probatum 0 build
    [ -e build/site/practices/SOTA-001.html ]
    rm records/practices/SOTA-001.md
    probatum 0 build
    grep -q 'removed 2' "$out" # its own and that of its history
    [ ! -e build/site/history/SOTA-001.html ]
    [ ! -e build/site/practices/SOTA-001.html ]
    [ ! -e build/site/practices/SOTA-001.md ]
}

@test "a record that cannot be read has a page that says so, and the status tells" {
    printf -- "---\nid: SOTA-009\ntitle: 'never closed\n---\n" >records/practices/SOTA-009.md
    probatum 1 build
    grep -q '; 2 records could not be built: ' "$out"
    grep -q 'SOTA-009.md:3:8' build/site/practices/SOTA-009.html
}

@test "a fault in a template is named by file and line" {
    mkdir mine
    printf '<p>\n\n{{#records}}\n' >mine/kind.html
    probatum 3 build --templates mine
    says 'kind.html:3: the section "records" is never closed; end it with {{/records}}'
    probatum 3 build --templates nowhere
    grep -q 'nowhere' "$err"
}

@test "a damaged cache is set aside, said once, and everything is made again" {
    sound
    probatum 0 build
    printf 'not a database at all, but long enough to be looked at' >build/cache.db
    rm -f build/cache.db-wal build/cache.db-shm
    probatum 0 build
    grep -q 'damaged' "$err"
    grep -Eq '^wrote 0 of [0-9]+ pages: build/site$' "$out"
    probatum 0 build
    [ ! -s "$err" ]
}

@test "a cache that turns out damaged only when a page is asked for is set aside, too" {
    sound
    probatum 0 build
    pages=$(($(stat -c %s build/cache.db) / 4096 - 1))
    tr '\0' '\377' </dev/zero |
        dd of=build/cache.db bs=4096 seek=1 count="$pages" iflag=fullblock \
            conv=notrunc status=none
    rm -f build/cache.db-wal build/cache.db-shm
    probatum 0 build
    grep -q 'was set aside as .*damaged' "$err"
    probatum 0 build
    [ ! -s "$err" ]
}

@test "without a cache every page is made and the site is the same" {
    sound
    mkdir -p build/cache.db
    probatum 0 build
    grep -Eq '^wrote ([0-9]+) of \1 pages: ' "$out"
    grep -q 'going on without a cache' "$err"
}

@test "a faulty template is told before the first file that it would be in" {
    rm records/literature/LIT-002.yaml # broken on purpose
    mkdir mine
    for end in html md; do
        rm -rf build mine/*
        echo '{{#id}}' >"mine/record.$end"
        probatum 3 build --templates mine
        says "record.$end:1: the section \"id\" is never closed; end it with {{/id}}"
        [ -z "$(find build/site/decisions -name "ADR-*.$end")" ]
    done
    rm -r build mine
    probatum 0 build
    [ -n "$(find build/site/decisions -name 'ADR-*')" ]
}
