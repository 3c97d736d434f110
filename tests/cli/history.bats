#!/usr/bin/env bats
# log and diff, over repositories made here with fixed dates. Commits are
# compared by what they say; their ids only by their look.

load helper

setup_file() {
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
}

# commit DAY AUTHOR SUMMARY: everything, on that day of March 2026.
commit() {
    git add -A
    GIT_AUTHOR_NAME=$2 GIT_AUTHOR_EMAIL=x@example.org \
        GIT_COMMITTER_NAME=$2 GIT_COMMITTER_EMAIL=x@example.org \
        GIT_AUTHOR_DATE="2026-03-0$1T12:00:00Z" \
        GIT_COMMITTER_DATE="2026-03-0$1T12:00:00Z" git commit -qm "$3"
}

practice=records/practices/SOTA-001.md

# The small project, and five days of work on one of its practices.
five_days() {
    echo build >.gitignore
    git init -q -b main .
    commit 1 Ada 'Begin'
    sed -i 's/locator: section 3/locator: section 4.2/' $practice
    commit 2 Ada 'The passage is in section 4.2'
    sed -i -e 's/ref: LIT-001/ref: LIT-002/' -e 's/^version: 2/version: 3/' $practice
    sed -i '/which version 1 left open/a\
- version: 3\
  date: '"'2026-03-03'"'\
  note: Another paper shows it.' $practice
    commit 3 Ben 'Another source'
    sed -i -e 's/^title: .*/title: Warm the rate up/' -e 's/^See LIT-001/See LIT-002/' $practice
    commit 4 Cleo 'Say it shorter'
    printf '# only a comment\n' | sed -i '1r /dev/stdin' $practice
    commit 5 Cleo 'A comment'
}

# history NAME STATUS ARGUMENT...: as golden, with the ids of commits blotted
# out.
history() {
    local name=$1
    shift
    probatum "$@"
    sed -E -i -e 's/\b[0-9a-f]{40}\b/COMMIT/g' -e 's/\b[0-9a-f]{8}\b/COMMIT/g' "$out"
    same "$out" "$name.out"
}

# -- log ----------------------------------------------------------------------

@test "log tells who changed which field when, newest first" {
    five_days
    history log-practice 0 log SOTA-001
    [ ! -s "$err" ]
}

@test "log --field citations tells who changed a citation, and what was cited formerly" {
    five_days
    history log-citations 0 log SOTA-001 --field citations
    probatum 0 log SOTA-001 --field source
    [ "$(grep -c '^20' "$out")" -eq 3 ]
    probatum 0 log SOTA-001 --field title
    [ "$(grep -c '^20' "$out")" -eq 2 ]
    lacks 'formerly cited' "$out"
    probatum 0 log SOTA-001 --field version
    grep -q '^2026-03-03 .* v2 -> v3  Ben' "$out"
    probatum 0 log SOTA-001 --field ablation
    grep -q '^no revision changed ablation' "$out"
}

@test "log as JSON holds the same" {
    five_days
    history log-json 0 log SOTA-001 --format json
    node -e 'JSON.parse(require("fs").readFileSync(process.argv[1]))' "$out"
}

@test "log tells first what is not committed" {
    five_days
    sed -i 's/^status: Active/status: Proposed/' $practice
    probatum 0 log SOTA-001
    [ "$(sed -n 3,6p "$out")" = 'not committed  v3
  status (minor)
    - Active
    + Proposed' ]
}

@test "a record that was never committed, and one that was removed" {
    five_days
    cp $practice records/practices/SOTA-009.md
    sed -i 's/SOTA-001/SOTA-009/' records/practices/SOTA-009.md
    probatum 0 log SOTA-009
    grep -q '^SOTA-009 was never committed\.$' "$out"
    git rm -q records/practices/SOTA-002.md
    commit 6 Ada 'Out with it'
    probatum 0 log SOTA-002
    grep -q '^  removed$' "$out"
    grep -q '^  began$' "$out"
    probatum 2 log SOTA-999
    says 'no record has the id "SOTA-999"'
}

@test "log says what it cannot know, and that is no failure" {
    probatum 0 log SOTA-001
    same "$out" log-without-git.out
    git init -q -b main .
    probatum 0 log SOTA-001
    grep -q '^Nothing has been committed to git yet' "$out"
}

@test "in a shallow clone nothing begins at the cut" {
    "$root/tests/fixtures/make-history" "$BATS_TEST_TMPDIR/dates"
    cd "$BATS_TEST_TMPDIR/dates/shallow"
    history log-shallow 0 log P-001
    lacks 'began' "$out"
    probatum 0 log P-003
    grep -q '^2021-01-05 ' "$out"
    grep -q '^  began$' "$out"
    cd ../full
    history log-full 0 log P-002
    probatum 0 log P-001 --field status
    [ "$(grep -c '^2021' "$out")" -eq 2 ]
}

@test "log in a linked worktree and from a folder below" {
    five_days
    git worktree add -q ../linked
    cd ../linked/records
    probatum 0 log SOTA-001
    [ "$(grep -c '^2026' "$out")" -eq 5 ]
}

@test "log names a field that is near, and wants one record" {
    five_days
    probatum 2 log SOTA-001 --field citatons
    says 'no field is called "citatons"; did you mean "citations"?'
    probatum 2 log
    says 'name one record, such as SOTA-060'
    probatum 2 log SOTA-001 SOTA-002
}

@test "log passes no control character of a commit on to the terminal" {
    five_days
    printf '\n' >>$practice
    GIT_AUTHOR_NAME=$(printf 'E\033[31mve') && export GIT_AUTHOR_NAME
    git add -A
    GIT_AUTHOR_EMAIL=x@example.org GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@example.org \
        git commit -qm "$(printf 'red \033[31m \xff')"
    probatum 0 log SOTA-001
    lacks "$(printf '\033')" "$out"
    probatum 0 log SOTA-001 --format json
    node -e 'JSON.parse(require("fs").readFileSync(process.argv[1]))' "$out"
}

@test "a damaged repository is said, and the record's own history told" {
    five_days
    git gc -q
    head=$(git rev-parse HEAD)
    rm -rf .git/objects/pack .git/objects/"${head%"${head#??}"}"
    probatum 0 log SOTA-001
    grep -q 'going on without git' "$err"
    grep -q '^  v2  2026-02-01' "$out"
}

# -- diff ---------------------------------------------------------------------

@test "diff compares the file with HEAD" {
    five_days
    probatum 0 diff SOTA-001
    grep -q '^no field differs$' "$out"
    sed -i 's/^See LIT-002\./See LIT-002. More to come./' $practice
    history diff-head 0 diff SOTA-001
}

@test "diff compares two versions, or one with the file" {
    five_days
    history diff-versions 0 diff SOTA-001 V2..V3
    probatum 0 diff SOTA-001 2..3
    probatum 0 diff SOTA-001 v2
    grep -q '^title (major)$' "$out"
    history diff-json 0 diff SOTA-001 V2..V3 --format json
    sed -i 's/^version: 3/version: 4/' $practice
    probatum 0 diff SOTA-001 V3..V4
    grep -q '^+ the file, version 4$' "$out"
}

@test "diff of a version that never was is a mistake, of one that is not here is not" {
    five_days
    probatum 2 diff SOTA-001 V1..V2
    says 'no revision of SOTA-001 says that it is version 1; the newest is 3'
    probatum 2 diff SOTA-001 V3..V9
    for range in V V0 V1.. ..V2 V1...V2 V1..x V1..V2..V3 ''; do
        probatum 2 diff SOTA-001 "$range" 2>/dev/null ||
            [ -z "$range" ] || { echo "taken: $range"; return 1; }
    done
    git clone -q --depth 1 "file://$PWD" ../shallow
    cd ../shallow
    probatum 0 diff SOTA-001 V2..V3
    grep -q '^Version 2 of SOTA-001 is not here\. This clone' "$out"
    probatum 2 diff SOTA-001 V9
}

@test "diff without git, of a new record and of one that is gone" {
    probatum 0 diff SOTA-001
    [ "$(tail -n +2 "$out")" = 'There is no git repository here, so nobody knows what was before.' ]
    probatum 0 diff SOTA-001 --format json
    grep -q '"cannot_compare": "There is no git' "$out"
    five_days
    cp $practice records/practices/SOTA-009.md
    sed -i 's/SOTA-001/SOTA-009/' records/practices/SOTA-009.md
    probatum 0 diff SOTA-009
    grep -q '^SOTA-009 was never committed\.$' "$out"
    rm records/practices/SOTA-002.md
    probatum 0 diff SOTA-002
    grep -q '^removed$' "$out"
}

# -- pages --------------------------------------------------------------------

# The page of the practice's history, in HTML.
page=build/site/history/SOTA-001.html

@test "build writes a page of each record's history, linked from the record's" {
    five_days
    rm records/literature/LIT-002.yaml
    commit 6 Ada 'Out with what cannot be read'
    probatum 0 build
    [ "$(find build/site/history -name '*.html' | wc -l)" -eq 5 ]
    grep -q 'href="../history/SOTA-001.html"' build/site/practices/SOTA-001.html
    grep -q '<main id="Content" data-page="history">' $page
    grep -q '<li data-commit="[0-9a-f]*" data-what="began">' $page
    [ "$(grep -c 'data-what="changed"' $page)" -eq 4 ]
    grep -q 'data-field="citations\[LIT-001 source\].locator"' $page
    grep -q '<del>section 3</del>' $page
    grep -q '<ins>section 4.2</ins>' $page
    grep -q 'version 2 to 3' $page
    grep -q 'began <time datetime="2026-03-01">' $page
    grep -q 'fields last changed <time datetime="2026-03-05">' $page
    grep -q 'text last changed <time datetime="2026-03-04">' $page
    grep -q 'On Ramps</a>: dropped <time datetime="2026-03-03">' $page
    lacks 'data-banner' $page
    grep -q -- '- is: section 4.2' build/site/history/SOTA-001.md
}

@test "one commit remakes only the pages of records that it changed" {
    five_days
    probatum 1 build
    probatum 1 build
    grep -q '^wrote 0 of' "$out"
    echo unrelated >notes.txt
    commit 6 Ada 'Something else'
    probatum 1 build --format json
    grep -q '"made": 0' "$out"
    sed -i 's/^See LIT-002/As LIT-002 says/' $practice
    commit 7 Ada 'Other words'
    probatum 1 build --format json
    grep -q '"made": 2' "$out"
    grep -q 'As LIT-002 says' $page
}

@test "the same commit gives the same bytes, with a cache and without" {
    five_days
    probatum 1 build
    cp -R build/site ../first
    echo >>$practice
    probatum 1 build
    sed -i '$d' $practice
    probatum 1 build
    diff -r ../first build/site
    git clone -q "file://$PWD" ../clone
    cd ../clone
    probatum 1 build
    diff -r ../first build/site
}

@test "pages say what a shallow clone, or a folder without git, cannot know" {
    five_days
    git clone -q --depth 2 "file://$PWD" ../shallow
    cd ../shallow
    probatum 1 build
    grep -q 'what changed before 2026-03-04 may not be here' $page
    grep -q 'began before this clone' $page
    lacks 'datetime="2026-03-03">2026-03-03</time></b>' $page
    git fetch -q --unshallow
    probatum 1 build
    lacks 'may not be here' $page
    grep -q 'began <time datetime="2026-03-01">' $page
    rm -rf .git
    probatum 1 build
    grep -q 'There is no git repository here' $page
    grep -q 'Another paper shows it' $page
}

@test "what was never committed says so on its page" {
    five_days
    sed 's/SOTA-001/SOTA-009/' $practice >records/practices/SOTA-009.md
    probatum 1 build
    grep -q 'No commit has this record yet' build/site/history/SOTA-009.html
}

@test "what a commit says is text on the page" {
    five_days
    echo >>$practice
    commit 6 '<b>Eve</b>' '<script>alert(1)</script> {{title}}'
    probatum 1 build
    lacks '<script>|<b>Eve' $page
    grep -q '&lt;script&gt;alert(1)&lt;/script&gt; {{title}}' $page
}
