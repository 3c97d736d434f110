#!/usr/bin/env bats
# new, list and show.

load helper

# -- new ----------------------------------------------------------------------

@test "a new practice has the next number, the day and empty fields" {
    golden new-practice 0 new practice --title "Warm up, then 'decay'"
    same records/practices/SOTA-003.md new-practice.md
}

@test "what check says of a new record is what is left to fill, for every kind" {
    for kind in practice literature decision experiment; do
        probatum 0 new "$kind" --title "A new $kind"
        file=$(cat "$out")
        id=$(basename "$file" | cut -d. -f1)
        probatum 1 check "$id"
        # Each error but those about the file as a whole stands where a line
        # ends with the colon of an empty field, and each such line has one.
        grep -oE "^$file:[0-9]+:[0-9]+: error: " "$out" | cut -d: -f2 | sort -un >reported
        awk 'empty && !/^ / { print NR - 1 } { empty = /^[a-z_]+:$/ } END { if (empty) print NR }' "$file" >empty
        [ -s empty ]
        [ -z "$(comm -13 <(sort reported) <(sort empty))" ]
        comm -23 <(sort reported) <(sort empty) | while read -r line; do
            grep -q "^$file:$line:[0-9]*: error: .*\[identifier-missing\]" "$out"
        done
    done
}

@test "a kind is named by its word, its prefix or its folder in the site" {
    probatum 0 new SOTA
    [ "$(cat "$out")" = records/practices/SOTA-003.md ]
    probatum 0 new practices
    [ "$(cat "$out")" = records/practices/SOTA-004.md ]
    probatum 0 new lit
    [ "$(cat "$out")" = records/literature/LIT-003.yaml ]
    probatum 2 new song
    says 'no kind is called "song"; there are practice, literature, decision, experiment'
}

@test "a new record takes no number in use, a former one included" {
    printf '%s\n' --- 'id: SOTA-010' 'formerly: [SOTA-0042]' 'title: T' 'status: Active' --- >records/practices/SOTA-010.md
    probatum 0 new practice
    [ "$(cat "$out")" = records/practices/SOTA-0043.md ]
}

@test "new never writes over a file, whoever put it there" {
    echo 'mine' >experiments/EXP-002.md
    mkdir -p records/practices
    ln -s nowhere records/practices/SOTA-003.md
    probatum 3 new practice
    [ -L records/practices/SOTA-003.md ]
    [ ! -e records/practices/nowhere ]
    rm records/practices/SOTA-003.md
    mkdir records/practices/SOTA-003.md
    probatum 3 new practice
    [ -d records/practices/SOTA-003.md ]
}

@test "new makes no number up while some files cannot be read" {
    rm -r adr
    echo none >adr
    probatum 3 new practice
    [ ! -e records/practices/SOTA-003.md ]
    grep -q 'the next free number is not known' "$err"
}

@test "a title is one line of text" {
    probatum 2 new practice --title $'two\nlines'
    says '--title takes one line of UTF-8 text'
    probatum 2 new practice --title $'\xff'
    says '--title takes one line of UTF-8 text'
    untouched
}

@test "a title with marks of YAML and Markdown is read back as it was" {
    probatum 0 new practice --title '*Stars*, `ticks`: #1 "and" \ [x](y) <b>'
    probatum 0 list practice
    grep -qF 'SOTA-003  Proposed  *Stars*, `ticks`: #1 "and" \ [x](y) <b>' "$out"
    probatum 1 check SOTA-003
    lacks 'title' "$out"
}

@test "from another folder the path leads from there" {
    cd records
    probatum 0 new decision --title 'From here'
    [ "$(cat "$out")" = ../adr/ADR-002.md ]
    [ -f ../adr/ADR-002.md ]
}

@test "a folder that cannot be written is a failure and leaves nothing" {
    [ "$(id -u)" -ne 0 ] || skip "root writes everywhere"
    chmod 555 records/practices
    probatum 3 new practice
    chmod 755 records/practices
    untouched
}

# -- list ---------------------------------------------------------------------

@test "list has every record, by kind and number" {
    golden list 0 list
}

@test "list as JSON" {
    golden list-json 0 list practice --format json
}

@test "list takes a kind, a status, a verdict and an ablation" {
    probatum 0 list literature
    [ "$(cut -d' ' -f1 "$out" | tr '\n' ' ')" = 'LIT-001 LIT-002 ' ]
    probatum 0 list --status proposed
    [ "$(cut -d' ' -f1 "$out")" = SOTA-002 ]
    probatum 0 list --ablation true
    [ "$(cut -d' ' -f1 "$out")" = SOTA-001 ]
    probatum 0 list --ablation unknown
    [ "$(cut -d' ' -f1 "$out")" = SOTA-002 ]
    probatum 0 list --verdict not-tested
    [ "$(cut -d' ' -f1 "$out" | tr '\n' ' ')" = 'SOTA-001 SOTA-002 ' ]
    probatum 0 list --verdict replicated
    [ ! -s "$out" ]
}

# ablated NUMBER STATUS LINES: a practice with these lines of its own.
ablated() {
    printf '%s\n' --- "id: SOTA-$1" "title: Number $1" "status: $2" "$3" --- >"records/practices/SOTA-$1.md"
}

@test "the page for curators counts the unablated that its command lists" {
    local none='{ref: LIT-001, role: source, locator: "§1", ablation: none}'
    local silent='{ref: LIT-001, role: source, locator: "§2"}'
    local full='{ref: LIT-001, role: source, locator: "§3", ablation: full}'
    rm records/literature/LIT-002.yaml # broken on purpose
    ablated 201 Active 'ablation: {present: false}'
    ablated 202 Active 'ablation: {present: unknown}'
    ablated 203 Active 'ablation: {present: true, where: LIT-001}'
    ablated 204 Active "citations: [$none]"
    ablated 205 Active "citations: [$none, $silent]"
    ablated 206 Active "citations: [$none, $full]"
    ablated 207 Active "citations: [$silent]"
    ablated 208 Superseded 'ablation: {present: false}'
    for number in $(seq 300 345); do # more than the page names
        ablated "$number" Active 'ablation: {present: false}'
    done
    probatum 0 build
    command=$(sed -n '/^## Unablated/,/^## /s/.*`probatum \(.*\)` tells all.*/\1/p' build/site/attention.md)
    # shellcheck disable=SC2086 # a command is its words
    probatum 0 $command
    cut -d' ' -f1 "$out" >listed
    printf 'SOTA-%s\n' 201 202 204 205 $(seq 300 345) | diff - listed
    grep -qx "## Unablated: $(wc -l <listed)" build/site/attention.md
}

@test "words that nothing is called are wrong usage, not an empty list" {
    probatum 2 list --status actve
    says 'no kind has the status "actve"; did you mean "active"?'
    probatum 2 list --verdict replicate
    says 'no verdict is called "replicate"; did you mean "replicated"?'
    probatum 2 list pracitce
    says 'no kind is called "pracitce"; there are practice, literature, decision, experiment'
}

# -- show ---------------------------------------------------------------------

@test "a practice with its citations, history and what names it" {
    golden show-practice 0 show SOTA-001
}

@test "a plan with its question and what came of it" {
    golden show-experiment 0 show EXP-001
}

@test "a record of few fields shows no empty lines for the others" {
    golden show-literature 0 show LIT-001
}

@test "a record as JSON, every value as it was written" {
    golden show-json 0 show SOTA-002 --format json
}

@test "a record that is broken is shown as far as it could be read" {
    probatum 0 show LIT-002
    grep -q '^LIT-002: ' "$out"
}

@test "an unknown id comes with the nearest one, a missing one with an example" {
    probatum 2 show SOTA-011
    says 'no record has the id "SOTA-011"; did you mean "SOTA-001"?'
    probatum 2 show
    says 'name one record, such as SOTA-060'
}

# -- What records say is written by others --------------------------------------

@test "list and show pass no control character of a record on to the terminal" {
    sed -i 's/^title: Warm.*/title: "Warm\\e[31m up\\nSOTA-999  Active  Fake"/' records/practices/SOTA-001.md
    sed -i 's/^summary: A ramp.*/summary: "A \\x9b2J ramp \\a"/' records/practices/SOTA-001.md
    sed -i 's/  locator: section 3/  locator: "section\\e3"/' records/practices/SOTA-001.md
    for words in 'list' 'show SOTA-001' 'show EXP-001'; do
        # shellcheck disable=SC2086 # cut into words on purpose
        probatum 0 $words
        lacks '^SOTA-999' "$out"
        [ -z "$(LC_ALL=C tr -d '\n\040-\176\200-\377' <"$out")" ]
        lacks $'\u9b' "$out"
    done
}

@test "no other command passes one on either, from evidence that somebody edited" {
    rm records/literature/LIT-002.yaml
    probatum 0 run
    sed -i 's/"compiler": "/"compiler": "\\u001b[31m\\u009b2J/' experiments/evidence/EXP-001.json
    probatum 0 why EXP-001.warm.final-loss.mean
    grep -q 'made: ' "$out"
    lacks "$(printf '\033')" "$out"
    [ -z "$(LC_ALL=C tr -cd '\233' <"$out")" ]
    sed -i '0,/"0x[^"]*"/s//"\\u001b[31mred"/' experiments/evidence/EXP-001.json
    probatum 1 verify
    grep -q 'red in the evidence' "$out"
    lacks "$(printf '\033')" "$out"
}
