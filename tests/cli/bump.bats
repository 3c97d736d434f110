#!/usr/bin/env bats
# bump: what it writes, what it refuses, and what it leaves alone.

load helper

setup_file() {
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org
    export GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org
    unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
}

practice=records/practices/SOTA-001.md

commit() {
    git add -A
    git commit -qm "${1:-State}"
}

# The small project without the two records that are wrong on purpose, and with
# the words of its practice kept of the source.
sound() {
    rm records/literature/LIT-002.yaml records/practices/SOTA-002.md
    printf '%s\n' '- locator: section 1' \
        '  text: >-' '    The learning rate rises over the first steps: to warm up, raise the rate' \
        '    slowly. A decoder ends training at a lower loss than from the peak.' >>records/literature/LIT-001.yaml
}

in_git() {
    sound
    git init -q -b main .
    commit
}

# refused RULE...: each stands on standard error, and nothing was written.
refused() {
    local rule
    for rule; do
        grep -qF "[$rule]" "$err" || { cat "$err"; return 1; }
    done
    grep -q '^probatum: refused; ' "$err" || { cat "$err"; return 1; }
    lacks '^wrote ' "$out"
}

# changed PATTERN...: the lines that git sees come and go are these, in order.
changed() {
    git diff -U0 | grep '^[-+]' | grep -v '^[-+][-+][-+] ' >seen
    printf '%s\n' "$@" | diff - seen
}

note='One sentence of the body is clearer.'

# -- What it writes -----------------------------------------------------------

@test "a reworded sentence is a patch, and git sees it and the version alone" {
    in_git
    sed -i 's/^See LIT-001\.$/It is shown in LIT-001./' $practice
    golden bump-patch 0 bump SOTA-001 --note "$note"
    changed '-version: 2' '+version: 3' \
        '+- version: 3' "+  date: '2026-09-21'" '+  level: patch' "+  note: $note" \
        '-See LIT-001.' '+It is shown in LIT-001.'
    probatum 0 check SOTA-001
    [ "$(git log --oneline | wc -l)" -eq 1 ]
    git diff --cached --quiet
}

@test "every comment, quote, blank, line end and mark at the start stays" {
    in_git
    printf '\xef\xbb\xbf---\r\nid:   SOTA-003 # its id\r\n\r\ntitle: "A title"\r\nstatus: Active\r\nversion:  1  # raised by bump\r\ndate: "2026-01-05"\r\n# a comment\r\ntags: [ a ,b ]\r\nsummary: '\''It'\'''\''s one.'\''\r\n---\r\n\r\nA body.\r\nNo end' >records/practices/SOTA-003.md
    commit
    sed -i 's/No end$/An end/' records/practices/SOTA-003.md
    cp records/practices/SOTA-003.md before
    probatum 0 bump SOTA-003 --note "$note"
    sed -i 's/^version:  1  # /version:  2  # /' before
    sed -i 's/^date: "2026-01-05"\r$/&\nhistory:\r\n- version: 2\r\n  date: '\''2026-09-21'\''\r\n  level: patch\r\n  note: One sentence of the body is clearer.\r/' before
    diff before records/practices/SOTA-003.md
}

@test "a plain .yaml record and a history in brackets are written in their own way" {
    in_git
    echo "history: [{version: 1, date: '2026-01-05', note: Filed from the paper.}]" >>records/literature/LIT-001.yaml
    commit
    sed -i 's/^published:.*/published: 2020-03/' records/literature/LIT-001.yaml
    probatum 0 bump LIT-001 --note 'Only the month is known.'
    grep -qF "Filed from the paper.}, {version: 2, date: '2026-09-21', level: patch, note: Only the month is known., was: {published: '2020-03-01'}}]" records/literature/LIT-001.yaml
    probatum 0 check LIT-001
}

@test "the entry says what fields of one line were" {
    in_git
    sed -i -e 's/^title: .*/title: Raise the learning rate slowly/' -e 's/^# SOTA-001: .*/# SOTA-001: Raise the learning rate slowly/' $practice
    probatum 0 bump SOTA-001 --note 'The title says what is done.'
    grep -qxF '  was: {title: Warm up the learning rate}' $practice
    grep -qxF '  level: major' $practice
}

@test "a record without version or history gets both" {
    in_git
    sed -i '/^version:/d' records/literature/LIT-001.yaml
    commit
    sed -i 's/^published:.*/published: 2020-03/' records/literature/LIT-001.yaml
    probatum 0 bump LIT-001 --note 'Only the month is known.'
    changed '+version: 2' \
        '+history:' '+- version: 2' "+  date: '2026-09-21'" '+  level: patch' \
        '+  note: Only the month is known.' "+  was: {published: '2020-03-01'}" \
        "-published: '2020-03-01'" '+published: 2020-03'
}

@test "--dry-run writes nothing and shows what it would write" {
    in_git
    sed -i 's/^See LIT-001\.$/It is shown in LIT-001./' $practice
    cp $practice before
    golden bump-dry 0 bump SOTA-001 --note "$note" --dry-run
    cmp before $practice
    cp "$out" patch
    probatum 0 bump SOTA-001 --note "$note"
    patch -s before <patch
    cmp before $practice
}

@test "two bumps on one day are two versions when the first is committed" {
    in_git
    sed -i 's/^See /Look at /' $practice
    probatum 0 bump SOTA-001 --note "$note"
    probatum 1 bump SOTA-001 --note "$note"
    refused
    grep -q 'version 3 is not committed: HEAD has version 2' "$err"
    commit
    probatum 1 bump SOTA-001 --note "$note"
    refused
    grep -q 'nothing changed since version 3' "$err"
    sed -i 's/^Look at /See /' $practice
    probatum 0 bump SOTA-001 --note "$note"
    grep -qx 'version: 4' $practice
    probatum 0 check SOTA-001
}

# -- Levels -------------------------------------------------------------------

@test "a lower level than the change asks for is refused, a higher one needs a reason" {
    in_git
    sed -i 's/locator: section 3/locator: section 4/' $practice
    probatum 1 bump SOTA-001 --note 'The passage is in section 4.' --level patch
    refused
    grep -qF 'this is a minor change, not a patch one: citations[LIT-001 source].locator' "$err"
    probatum 1 bump SOTA-001 --note 'The passage is in section 4.' --level major
    refused
    probatum 0 bump SOTA-001 --note 'The passage is in section 4.' --level major --because 'section 4 is about other runs'
    grep -qx '  level: major' $practice
    tr -s ' \n' ' ' <$practice >line
    grep -qF 'The passage is in section 4. Raised from minor: section 4 is about other runs' line
}

@test "nothing changed asks for a reason, which the history keeps" {
    in_git
    probatum 1 bump SOTA-001 --note 'Went over it once more.'
    refused
    grep -q 'nothing changed since version 2' "$err"
    probatum 0 bump SOTA-001 --note 'Went over it once more.' --because 'read again: nothing changes here'
    tr -s ' \n' ' ' <$practice >line
    grep -qF 'level: patch note: >- Went over it once more. Nothing changed: read again: nothing changes here' line ||
        grep -qF "level: patch note: 'Went over it once more. Nothing changed: read again: nothing changes here'" line
}

@test "a note that says nothing is refused" {
    in_git
    sed -i 's/^See /Look at /' $practice
    probatum 1 bump SOTA-001 --note 'Better.'
    refused history-note-thin
    lacks ":[0-9]+:[0-9]+:.*history-note-thin" "$err"
}

@test "without git the level is given by hand, with a reason" {
    sound
    probatum 1 bump SOTA-001 --note "$note"
    refused
    grep -q 'what changed since version 2 is not known: there is no git repository here' "$err"
    probatum 1 bump SOTA-001 --note "$note" --level patch
    refused
    probatum 0 bump SOTA-001 --note "$note" --level patch --because 'only the body was touched'
    grep -qx 'version: 3' $practice
    tr -s ' \n' ' ' <$practice >line
    grep -qF "$note Level by hand: only the body was touched" line
}

@test "a record that git does not have, or has at another version, is not guessed about" {
    in_git
    sed 's/SOTA-001/SOTA-005/' $practice >records/practices/SOTA-005.md
    probatum 1 bump SOTA-005 --note "$note"
    grep -q 'git has no commit of records/practices/SOTA-005.md' "$err"
    sed -i -e '0,/^version: 2/s//version: 3/' -e 's/^summary:/- {version: 3, date: 2026-03-01, note: It was made clearer by hand.}\n&/' $practice
    probatum 1 bump SOTA-001 --note "$note"
    grep -q 'version 3 is not committed: HEAD has version 2' "$err"
}

# -- What it refuses ----------------------------------------------------------

# A copy of this project's own records.
own_project() {
    rm -rf "$project"/*
    cp -R "$root"/probatum.yaml "$root"/records "$root"/adr "$root"/experiments "$project"
    git init -q -b main .
    commit
    export SOURCE_DATE_EPOCH=1796100000
}

@test "SOTA-060 is refused another source that does not say so, and takes a reworded sentence" {
    own_project
    version=$(sed -n 's/^version: //p' records/practices/SOTA-060.md)
    line=$(grep -n 'quote: >-' records/practices/SOTA-060.md | head -n 1 | cut -d: -f1)
    sed -i 's/^- ref: LIT-022/- ref: LIT-043/' records/practices/SOTA-060.md
    cp records/practices/SOTA-060.md before
    probatum 1 bump SOTA-060 --note 'The source is the later paper of the same line.'
    refused quote-not-found number-not-cited
    grep -qF "records/practices/SOTA-060.md:$line:10: cannot check: LIT-043 keeps no excerpt" "$err"
    grep -qF 'hint: these words are kept of LIT-022: cite that, or quote LIT-043' "$err"
    grep -qF 'records/practices/SOTA-060.md:3:38: warning: 0.02, in the title, is in no excerpt' "$err"
    grep -qF "  - {rule: number-not-cited, target: '0.02', version: $((version + 1)), reason: }" "$err"
    grep -qF 'citations[LIT-022 source].ref (major)' "$out"
    cmp before records/practices/SOTA-060.md
    git checkout -q .
    sed -i 's/^Draw every weight matrix/Take every weight matrix/' records/practices/SOTA-060.md
    probatum 0 bump SOTA-060 --note 'The first sentence says take where it said draw.'
    git diff -U0 | grep '^[-+]' | grep -v '^[-+][-+][-+] ' >seen
    grep -qx -- "-version: $version" seen
    grep -qx -- '-Draw every weight matrix from a normal distribution with standard deviation' seen
    [ "$(grep -c '^-' seen)" -eq 2 ]
    [ "$(grep -c '^+' seen)" -eq 7 ]
    probatum 0 check SOTA-060
}

@test "every record of this project can be bumped as it stands" {
    own_project
    for file in records/*/*.* adr/*.md experiments/*.yaml; do
        id=$(basename "$file" | grep -oE '^[A-Z]+-[0-9]+')
        probatum 0 bump "$id" --note 'Went over it once more.' --because 'read again: nothing changes here' --dry-run
    done
}

@test "a quote that is not in its source is refused until it is right" {
    in_git
    sed -i 's/removed the divergence/removed any divergence/' $practice
    golden bump-refused 1 bump SOTA-001 --note 'The quote is put in other words.'
    git diff --quiet -- records/literature
    sed -i 's/removed any divergence/a short ramp removed the divergence that we saw/; s/a short ramp a short ramp/a short ramp/' $practice
    probatum 0 bump SOTA-001 --note 'The quote goes on to its end.'
}

@test "what cannot be checked is gone past with a reason, which the history keeps" {
    in_git
    sed -i '/^excerpts:/,$d' records/literature/LIT-001.yaml
    commit
    sed -i 's/^See /Look at /' $practice
    probatum 1 bump SOTA-001 --note "$note"
    refused quote-not-found
    grep -q -- '--because' "$err"
    probatum 0 bump SOTA-001 --note "$note" --because 'the paper is lent out'
    tr -s ' \n' ' ' <$practice >line
    grep -qE 'clearer\. Not checked \([a-z, -]*quote-not-found[a-z, -]*\): the paper is lent out' line
    probatum 0 check SOTA-001
}

@test "a finding that the record acknowledges is no obstacle, and a patch takes the acknowledgement along" {
    in_git
    sed -i 's/short ramp removed the/short ramp of 17 steps removed the/' $practice
    sed -i 's/^evidence:.*/&\nacknowledged:\n- {rule: quote-not-found, target: LIT-001, version: 1, reason: from the talk}/' $practice
    probatum 0 bump SOTA-001 --note 'The quote is from the talk.'
    commit
    sed -i 's/^title: .*/title: Warm up the learning rate over 300 steps/; s/^# SOTA-001: .*/# SOTA-001: Warm up the learning rate over 300 steps/' $practice
    probatum 1 bump SOTA-001 --note 'The title says how long.'
    refused number-not-cited
    sed -i "s/^acknowledged:/&\n- {rule: number-not-cited, target: '300', version: 4, reason: ours}/" $practice
    probatum 0 bump SOTA-001 --note 'The title says how long.'
    probatum 0 check SOTA-001
    commit
    sed -i 's/^See /Look at /' $practice
    probatum 0 bump SOTA-001 --note "$note"
    grep -q 'number-not-cited.*version: 5' $practice
    grep -q 'quote-not-found.*version: 1,' $practice
    probatum 0 check SOTA-001
    commit
    sed -i 's/locator: section 3/locator: section 4/' $practice
    probatum 1 bump SOTA-001 --note 'The passage is in section 4.'
    refused number-not-cited acknowledgement-untrue
}

@test "errors of the record are told before anything is written, a broken file too" {
    in_git
    sed -i "s/^summary: .*/summary: 'open/" $practice
    cp $practice before
    probatum 1 bump SOTA-001 --note "$note"
    refused yaml-syntax
    cmp before $practice
    git checkout -q .
    printf '<<<<<<< ours\nA.\n=======\nB.\n>>>>>>> theirs\n' >>$practice
    probatum 1 bump SOTA-001 --note "$note"
    refused text-invalid
    git checkout -q .
    sed -i '0,/^- version: 2/s//- version: 1/' $practice
    probatum 1 bump SOTA-001 --note "$note"
    refused version-twice
}

@test "the clock set back is told, not written" {
    in_git
    sed -i 's/^See /Look at /' $practice
    SOURCE_DATE_EPOCH=1700000000 probatum 1 bump SOTA-001 --note "$note"
    refused history-order
}

@test "wrong usage is told by what would be right" {
    probatum 2 bump
    says 'name one record, such as SOTA-060'
    probatum 2 bump SOTA-001
    says 'say what changed with --note "…"'
    probatum 2 bump SOTA-01 --note "$note"
    [ "$(head -n 1 "$err")" = 'probatum: no record that could be read has the id "SOTA-01"; `probatum check` names the files that could not' ] ||
        grep -q 'did you mean "SOTA-001"?' "$err"
    probatum 2 bump SOTA-001 --note ' '
    says '--note says nothing'
    probatum 2 bump SOTA-001 --note "$note" --level large
    probatum 2 bump SOTA-001 --note "$note" --set titel=x
    says 'SOTA records have no field "titel"; did you mean "title"?'
    probatum 2 bump SOTA-001 --note "$note" --set claim
    says '--set takes FIELD=VALUE, not "claim"'
    probatum 2 bump SOTA-001 --note "$note" --set version=7
    says '"version" is what a bump writes itself'
    probatum 2 bump SOTA-001 --note "$note" --set citations=LIT-001
    says '"citations" has more than one line: edit the file, then bump it'
    probatum 2 bump SOTA-001 --note "$note" --set $'title=two\nlines'
    says '--set title takes one line of UTF-8 text'
    probatum 2 bump SOTA-001 --note $'\xff'
    says '--note takes plain UTF-8 text'
    untouched
}

@test "a record reached through a link is not written over the link" {
    in_git
    mv $practice "$BATS_TEST_TMPDIR/elsewhere.md"
    ln -s "$BATS_TEST_TMPDIR/elsewhere.md" $practice
    probatum 3 bump SOTA-001 --note "$note" --level patch --because 'for the test'
    [ -L $practice ]
}

# -- --set --------------------------------------------------------------------

@test "--set changes fields of one line in the same step" {
    in_git
    probatum 0 bump SOTA-001 --note 'Its title, tags and standing.' \
        --set 'title=Warm up: the "rate"' --set tags=b,a --set 'consensus=emerging'
    changed '-title: Warm up the learning rate' '+title: '\''Warm up: the "rate"'\' \
        '-version: 2' '+version: 3' '+tags: [b, a]' \
        '+- version: 3' "+  date: '2026-09-21'" '+  level: major' \
        '+  note: Its title, tags and standing.' \
        '+  was: {title: Warm up the learning rate, tags: none, consensus: none}' \
        '+consensus: emerging' \
        '-# SOTA-001: Warm up the learning rate' '+# SOTA-001: Warm up: the "rate"'
    probatum 0 check SOTA-001
    commit
    probatum 0 bump SOTA-001 --note 'No tags, and nobody looked.' --set tags= --set consensus=
    grep -qx 'tags: \[\]' $practice
    lacks '^consensus' $practice
}

@test "superseding is one step, and the successor names it back where its kind does" {
    in_git
    sed -i 's/required: \[title, status, version, date, summary\]/&, fields: {supersedes: references}/' probatum.yaml
    printf '%s\n' --- 'id: SOTA-003' 'title: Ramp up in two steps' 'status: Active' 'version: 1' "date: '2026-01-06'" 'summary: One.' 'supersedes: SOTA-009' --- >records/practices/SOTA-003.md
    sed 's/SOTA-003/SOTA-009/; /^supersedes/d; s/^status: .*/status: Superseded\nsuperseded_by: [SOTA-003]/' records/practices/SOTA-003.md >records/practices/SOTA-009.md
    commit
    # What it cites need not hold for it to go.
    sed -i 's/removed the divergence/removed any divergence/' $practice
    commit
    cp -R records before
    probatum 0 bump SOTA-001 --note 'Two steps do better.' --set status=Superseded --set superseded_by=SOTA-003 --dry-run
    diff -r before records
    probatum 1 bump SOTA-001 --note 'Two steps do better.' --set superseded_by=SOTA-003
    refused superseded-in-force
    probatum 1 bump SOTA-001 --note 'Two steps do better.' --set status=Superseded
    refused superseded-without-successor
    probatum 1 bump SOTA-001 --note 'Two steps do better.' --set status=Superseded --set superseded_by=SOTA-033
    refused link-unresolved
    diff -r before records
    probatum 0 bump SOTA-001 --note 'Two steps do better.' --set status=Superseded --set superseded_by=SOTA-003
    git diff --stat | grep -q '2 files changed'
    changed '-status: Active' '-version: 2' \
        '+status: Superseded' '+superseded_by: [SOTA-003]' '+version: 3' \
        '+- version: 3' "+  date: '2026-09-21'" '+  level: major' \
        '+  note: Two steps do better.' '+  was: {status: Active, superseded_by: none}' \
        '-supersedes: SOTA-009' '+supersedes: [SOTA-009, SOTA-001]'
    ! find . -name '.probatum*' | grep .
    # A chain stays a chain.
    commit
    probatum 1 check
    lacks 'superseded-|superseding-|converse-' "$out"
}

# -- Dependants ---------------------------------------------------------------

@test "what rests on a major change is suspect until it is read again" {
    in_git
    SOURCE_DATE_EPOCH=1790100000 probatum 0 bump LIT-001 --note 'Its authors withdrew section 3.' --set 'retracted=2026-09-20, section 3'
    grep -qx '  to be read again: SOTA-001' "$out"
    probatum 0 check SOTA-001
    grep -qF 'LIT-001 changed in a major way in version 2 of 2026-09-22, and SOTA-001 is of 2026-02-01: Its authors withdrew section 3. [dependency-suspect]' "$out"
    commit
    SOURCE_DATE_EPOCH=1790200000 probatum 1 bump SOTA-001 --note 'Read it again after that.' --because 'section 4 says so too'
    refused citation-retracted
    sed -i "s/^evidence:.*/&\nacknowledged:\n- {rule: citation-retracted, target: LIT-001, version: 2, reason: section 4 stands}/" $practice
    SOURCE_DATE_EPOCH=1790200000 probatum 0 bump SOTA-001 --note 'Read it again after that.' --because 'section 4 says so too'
    probatum 0 check SOTA-001
    lacks dependency-suspect "$out"
}

# -- For programs, and for accidents ------------------------------------------

@test "--format json tells the same to a program" {
    in_git
    sed -i 's/removed the divergence/removed any divergence/' $practice
    golden bump-json-refused 1 bump SOTA-001 --note 'The quote is put in other words.' --format json
    git checkout -q .
    sed -i 's/^See /Look at /' $practice
    golden bump-json 0 bump SOTA-001 --note "$note" --format json
}

# meddle VARIABLE=VALUE ARGUMENT...: probatum with the meddler preloaded.
meddle() {
    local setting=$1
    shift
    env "$setting" ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD="$BATS_TEST_TMPDIR/meddle.so" "$probatum" "$@" >"$out" 2>"$err" </dev/null
}

build_meddler() {
    gcc -shared -fPIC -D_GNU_SOURCE -o "$BATS_TEST_TMPDIR/meddle.so" "$BATS_TEST_DIRNAME/meddle.c" -ldl
}

@test "killed before any call that changes a file, bump leaves the old file or the new one" {
    in_git
    build_meddler
    sed -i 's/^See /Look at /' $practice
    cp $practice before
    probatum 0 bump SOTA-001 --note "$note"
    cp $practice after
    killed=0
    for at in $(seq 1 40); do
        cp before $practice
        status=0
        meddle KILL_AT="$at" bump SOTA-001 --note "$note" || status=$?
        cmp -s before $practice || cmp -s after $practice
        [ "$status" -eq 9 ] || break
        killed=$((killed + 1))
    done
    [ "$status" -eq 0 ]
    [ "$killed" -ge 3 ]
    rm before after
    git clean -nd | grep . && return 1
    [ "$(git status --short)" = " M $practice" ]
}

@test "killed in a succession, both records change or neither does" {
    in_git
    build_meddler
    sed -i 's/required: \[title, status, version, date, summary\]/&, fields: {supersedes: references}/' probatum.yaml
    printf '%s\n' --- 'id: SOTA-003' 'title: Ramp up in two steps' 'status: Active' 'version: 1' "date: '2026-01-06'" 'summary: One.' --- >records/practices/SOTA-003.md
    commit
    cp -R records before
    probatum 0 bump SOTA-001 --note 'Two steps do better.' --set status=Superseded --set superseded_by=SOTA-003
    cp -R records after
    for at in $(seq 1 80); do
        rm -rf records
        cp -R before records
        status=0
        meddle KILL_AT="$at" bump SOTA-001 --note 'Two steps do better.' --set status=Superseded --set superseded_by=SOTA-003 || status=$?
        # The next command finishes what was committed.
        probatum 0 show SOTA-001
        find records -name '.*' -type f -delete
        diff -r before records >/dev/null || diff -r after records
        [ "$status" -eq 9 ] || break
    done
    [ "$status" -eq 0 ]
    [ "$at" -gt 8 ]
}

@test "a file that was saved in between is not written over" {
    in_git
    build_meddler
    sed -i 's/^See /Look at /' $practice
    cp $practice before
    echo 'Another line.' >>before
    status=0
    meddle SAVE_AT=$practice bump SOTA-001 --note "$note" || status=$?
    [ "$status" -eq 3 ]
    cmp before $practice
    grep -q 'was changed just now; bump it again' "$err"
}
