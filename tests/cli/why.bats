#!/usr/bin/env bats
# why PAGE: what a page is made from and what of it moved. What it says of all
# pages together must be what the next build does.

load helper

start() {
    rm records/literature/LIT-002.yaml # broken on purpose
    probatum 0 new chapter --title "The model"
    printf '\nIt rests on LIT-001.\n' >>site/chapters/01-the-model.md
    git init -q .
    echo build/ >.gitignore
    commit all
    probatum 0 build
}

commit() {
    git add -A
    git -c user.name=t -c user.email=t@example.org -c commit.gpgsign=false commit -q -m "$1"
}

pages() {
    (cd build/site && find . -name '*.html' | sed 's/\.html$//; s/^\.\///' | sort)
}

# foretold: as many pages would be made again as the next build then makes.
foretold() {
    local page count=0 made
    for page in $(pages); do
        "$probatum" why "$page.html" --format json >"$out" 2>"$err" || continue # it is to go
        ! grep -q '"is_to_be_made": true' "$out" || count=$((count + 1))
    done
    made=$("$probatum" build --format json | sed -n 's/^  "made": \([0-9]*\),$/\1/p')
    echo "foretold $count, made $made"
    [ "$count" = "$made" ]
}

moved() {
    "$probatum" why "$1" | sed -n 's/, \(moved\|new\|gone\)$/ \1/p' | sed 's/^ *//'
}

@test "a page that nothing moved under stays, and why says from what it is made" {
    start
    probatum 0 why practices/SOTA-001.html
    grep -qx 'practices/SOTA-001: would stay as it is' "$out"
    grep -qx '  record: records/practices/SOTA-001.md, as it was' "$out"
    grep -qx '  shown: records/literature/LIT-001.yaml, as it was' "$out"
    grep -qx '  decisions: EXP-001, as it was' "$out"
    grep -qx '  template: templates/practice.html, as it was' "$out"
    grep -qx '  of every page: probatum.yaml, as it was' "$out"
    foretold
}

@test "a page is called by its place, its file, its address or its record" {
    start
    probatum 0 why practices/SOTA-001.html
    cp "$out" first
    for word in SOTA-001 practices/SOTA-001 practices/SOTA-001.md /practices/SOTA-001.html \
        build/site/practices/SOTA-001.html; do
        probatum 0 why "$word"
        diff first "$out"
    done
    probatum 0 why /
    grep -q '^index: ' "$out"
    probatum 0 why practices/
    grep -q '^practices/index: ' "$out"
    for page in build/site/*.html; do # by its name alone, whichever there are
        name=$(basename "$page" .html)
        probatum 0 why "$name"
        grep -q "^$name: " "$out"
    done
    probatum 2 why practices/SOTA-01.html
    says 'the site has no page "practices/SOTA-01"; did you mean "practices/SOTA-001"?'
}

@test "a body that moved makes its page again, a title those that show it" {
    start
    echo "A line." >>records/practices/SOTA-001.md
    [ "$(moved SOTA-001)" = 'record: records/practices/SOTA-001.md moved' ]
    [ "$(moved LIT-001)" = '' ]
    foretold
    sed -i 's/^title: /title: On /' records/literature/LIT-001.yaml
    [ "$(moved SOTA-001)" = 'shown: records/literature/LIT-001.yaml moved' ]
    moved literature/index | grep -qx 'listed: records/literature/LIT-001.yaml moved'
    foretold
}

@test "a record that came or went is told where it is named" {
    start
    sed 's/SOTA-001/SOTA-003/' records/practices/SOTA-001.md >records/practices/SOTA-003.md
    [ "$(moved LIT-001)" = 'names it: records/practices/SOTA-003.md new' ]
    moved practices/index.html | grep -qx 'listed: records/practices/SOTA-003.md new'
    probatum 0 why SOTA-003
    grep -qx 'practices/SOTA-003: would be made, for the first time' "$out"
    probatum 0 build
    rm records/practices/SOTA-003.md
    moved practices/index.html | grep -qx 'listed: records/practices/SOTA-003.md gone'
    foretold
}

@test "settings, templates, chapters and commits are told apart" {
    start
    sed -i 's/^title: /title: The /' probatum.yaml
    [ "$(moved SOTA-001)" = 'of every page: probatum.yaml moved' ]
    foretold
    mkdir "$BATS_TEST_TMPDIR/own"
    echo '{{title}}' >"$BATS_TEST_TMPDIR/own/practice.html"
    "$probatum" why SOTA-001 --templates "$BATS_TEST_TMPDIR/own" |
        grep -qx '  template: templates/practice.html, moved'
    echo "More on LIT-001." >>site/chapters/01-the-model.md
    moved chapters/01-the-model.html | grep -q '^chapter: site/chapters/01-the-model.md moved'
    foretold
    commit later
    moved index.html | grep -qx 'commits: all there are moved'
    foretold
}

@test "a file that is gone and a site that was never built are told" {
    start
    rm build/site/practices/SOTA-001.md
    probatum 0 why SOTA-001
    grep -qx 'practices/SOTA-001: would be made again: a file of it is gone' "$out"
    probatum 0 why SOTA-001 --out "$BATS_TEST_TMPDIR/elsewhere"
    grep -qx 'practices/SOTA-001: would be made, for the first time' "$out"
    [ ! -e "$BATS_TEST_TMPDIR/elsewhere" ]
    rm -r build
    probatum 0 why SOTA-001 --format json
    grep -q '"is_known": false' "$out"
    [ ! -e build ]
}
