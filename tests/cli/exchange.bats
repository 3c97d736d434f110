#!/usr/bin/env bats
# import and export: bibliographies, crates, anthologies. What is exported is
# read by programs of others, too.

load helper

# The Python that the packages of tools/packages.txt are for.
python=/usr/bin/python3

# A project of made-up works instead of the usual one.
works() {
    cp -R "$root/tests/fixtures/exchange" "$BATS_TEST_TMPDIR/works"
    cd "$BATS_TEST_TMPDIR/works"
}

# One with no record yet.
nothing() {
    mkdir "$BATS_TEST_TMPDIR/nothing"
    cp "$root/tests/fixtures/exchange/probatum.yaml" "$BATS_TEST_TMPDIR/nothing/"
    cd "$BATS_TEST_TMPDIR/nothing"
}

# Nothing is in the folder but the configuration.
still_nothing() {
    [ "$(find . -type f)" = ./probatum.yaml ]
}

# -- export -------------------------------------------------------------------

@test "BibTeX, byte for byte" {
    works
    golden export-bibtex 0 export bibtex
}

@test "CSL-JSON, byte for byte" {
    works
    golden export-csl 0 export csl-json
}

@test "another parser of BibTeX reads the same works as are in CSL-JSON" {
    works
    "$probatum" export bibtex >works.bib
    "$probatum" export csl-json >works.json
    "$python" "$root/tests/exchange/read_bibtex.py" works.bib works.json >read
    [ "$(wc -l <read)" -eq 4 ]
    grep -q "^sandler2019latex	inproceedings	" read
}

@test "CSL-JSON is as its schema wants it, and another program cites it" {
    works
    "$probatum" export csl-json --out works.json
    "$python" "$root/tests/exchange/read_csl.py" "$root/tests/exchange/csl-item.schema.json" works.json >read
    grep -q '^Sandler, R\. et al\., 2019\. LaTeX-free GPU Tests' read
    sed -i 's/"container-title"/"container_title"/' works.json
    run "$python" "$root/tests/exchange/read_csl.py" "$root/tests/exchange/csl-item.schema.json" works.json
    [ "$status" -eq 1 ]
}

@test "the project's own literature is exported so that others can read it" {
    cd "$root"
    "$probatum" export bibtex >"$BATS_TEST_TMPDIR/own.bib"
    "$probatum" export csl-json >"$BATS_TEST_TMPDIR/own.json"
    cd "$BATS_TEST_TMPDIR"
    "$python" "$root/tests/exchange/read_bibtex.py" own.bib own.json >read
    "$python" "$root/tests/exchange/read_csl.py" "$root/tests/exchange/csl-item.schema.json" own.json >cited
    [ "$(wc -l <read)" -eq "$(find "$root/records/literature" -name '*.yaml' | wc -l)" ]
    [ "$(wc -l <cited)" -eq "$(wc -l <read)" ]
}

@test "of a practice what it cites is exported, in the long form and the short" {
    works
    probatum 0 export bibtex SOTA-001
    [ "$(grep '^@' "$out")" = $'@article{LIT-002,\n@software{LIT-003,' ]
    probatum 0 export bibtex LIT-003 SOTA-001 LIT-003
    [ "$(grep -c '^@' "$out")" -eq 2 ]
}

@test "of an experiment what it reports beside its own is exported" {
    cd "$root"
    probatum 0 export csl-json EXP-002
    grep -q '"id": "LIT-900"' "$out"
    grep -q '"id": "LIT-711"' "$out" || [ "$(grep -c '"id"' "$out")" -eq 1 ]
}

@test "export goes to the file that is named, whole" {
    works
    probatum 0 export bibtex --out deep/er/works.bib
    [ ! -s "$out" ]
    probatum 0 export bibtex
    cmp "$out" deep/er/works.bib
}

@test "an unknown id or format is wrong usage" {
    works
    probatum 2 export bibtex LIT-005
    says 'no record has the id "LIT-005"; did you mean "LIT-004"?'
    probatum 2 export bibtx
    says 'no format is called "bibtx"; there are bibtex, csl-json and ro-crate; did you mean "bibtex"?'
    probatum 2 export
    says 'name a format: bibtex, csl-json or ro-crate'
}

@test "two works with one key are not exported, nor one whose key none could hold" {
    works
    printf 'cite_key: LIT-003\n' >>literature/LIT-004.yaml
    probatum 1 export bibtex
    says 'LIT-003 and LIT-004 have the same citation key, LIT-003'
    sed -i "s/^cite_key: LIT-003/cite_key: 'a, b'/" literature/LIT-004.yaml
    probatum 1 export csl-json
    says 'LIT-004 has the citation key "a, b", which no bibliography could hold'
    probatum 1 check LIT-004
    grep -q 'citation-key-invalid' "$out"
}

@test "what is no identifier is left out and said" {
    works
    sed -i "s/^arxiv: .*/arxiv: nonsense/" literature/LIT-004.yaml
    probatum 0 export bibtex LIT-004
    lacks eprint "$out"
    grep -q 'LIT-004 goes without its arXiv number: "nonsense" is none' "$err"
}

@test "a key stays when the record is renamed, whether it was written or not" {
    works
    "$probatum" export bibtex | grep '^@' >before
    probatum 0 rename LIT-002 LIT-020
    probatum 0 rename LIT-001 LIT-010
    "$probatum" export bibtex | grep '^@' >after
    diff <(sort before) <(sort after)
    sed -i 's/^title:/cite_key: LIT-003\ntitle:/' literature/LIT-003.yaml
    probatum 0 rename LIT-003 LIT-030
    grep -qx 'cite_key: LIT-003' literature/LIT-030.yaml
}

# -- import bibtex ------------------------------------------------------------

@test "what is exported is imported into an empty project and exported the same" {
    works
    "$probatum" export bibtex >first.bib
    cp first.bib "$BATS_TEST_TMPDIR/"
    nothing
    probatum 0 import bibtex ../first.bib
    [ "$(wc -l <"$out")" -eq 4 ]
    probatum 0 export bibtex
    cmp "$out" ../first.bib
    probatum 0 import bibtex ../first.bib
    [ ! -s "$out" ]
    [ "$(find literature -type f | wc -l)" -eq 4 ]
}

@test "the project's own literature comes back with the same bytes" {
    cd "$root"
    "$probatum" export bibtex >"$BATS_TEST_TMPDIR/own.bib"
    nothing
    probatum 0 import bibtex ../own.bib
    probatum 0 export bibtex
    cmp "$out" ../own.bib
}

@test "every kind of value becomes what it means, and the rest is accounted for" {
    nothing
    cp "$root/tests/fixtures/bibtex/values.bib" .
    golden import-bibtex 1 import bibtex values.bib
    [ "$(find literature -type f | wc -l)" -eq 4 ]
    same literature/LIT-001.yaml import-values.yaml
    sed -n '/^authors/,/^published/p' literature/LIT-001.yaml >authors
    [ "$(grep -c '^- ' authors)" -eq 7 ]
    probatum 0 check --only yaml
}

@test "what the library says of an entry is passed on" {
    nothing
    printf '@misc{a,\n x = {1},\n y {2}}\n' >a.bib
    probatum 1 import bibtex a.bib
    grep -q '^a.bib:3:1: error: the entry "a" cannot be read: found "{2}", expected "="$' "$err"
    still_nothing_but=$(find . -type f | sort | tr '\n' ' ')
    [ "$still_nothing_but" = './a.bib ./probatum.yaml ' ]
}

@test "a dry run shows the records and writes none" {
    works
    cp -R . ../before
    printf '@misc{new1, title = {New}, url = {https://e.org/n}}\n' >../new.bib
    probatum 0 import bibtex ../new.bib --dry-run
    grep -qx 'literature/LIT-0045.yaml  new1' "$out"
    grep -qx 'cite_key: new1' "$out"
    diff -r . ../before
    probatum 0 import bibtex ../new.bib
    grep -qx "title: 'New'" literature/LIT-0045.yaml
}

@test "what is there already is said and not written, by any identifier" {
    works
    cat >dup.bib <<'EOF'
@misc{a, title = {{LaTeX}-free {GPU} tests \& more: a case with {$L_2$} norms, 100\% of \{them\}}, url = {http://arxiv.org/abs/2103.03098}}
@misc{b, title = {Other}, doi = {10.1002/(sici)1097-0258(19980815)17:15%3C1661::AID-SIM968%3E3.0.CO;2-2}}
@misc{c, title = {New}, url = {https://e.org/new}}
@misc{d, title = {Newer}, url = {https://e.org/new}}
@misc{LIT-003, title = {Dune: a program.}}
EOF
    golden import-duplicates 0 import bibtex dup.bib
    [ "$(find literature -type f | wc -l)" -eq 5 ]
}

@test "a key that belongs to another work is an error and writes nothing of it" {
    works
    printf '@misc{LIT-003, title = {Something else}, url = {https://e.org/else}}\n' >key.bib
    probatum 1 import bibtex key.bib
    grep -q '^key.bib:1:1: error: the key LIT-003 belongs to LIT-003, which is another work: "dune, a program"$' "$err"
    [ ! -s "$out" ]
    [ "$(find literature -type f | wc -l)" -eq 4 ]
}

@test "as JSON, every entry has a fate" {
    works
    printf '@misc{new1, title = {New}, pages = 3, url = {https://e.org/n}}\n@misc{x\n' >new.bib
    probatum 1 import bibtex new.bib --dry-run --format json
    "$python" - "$out" <<'EOF'
import json, sys
read = json.load(open(sys.argv[1]))
assert read["counts"] == {"new": 1, "duplicates": 0, "conflicts": 0, "failed": 1,
                          "strings": 0, "comments_and_preambles": 0}, read["counts"]
assert [e["fate"] for e in read["entries"]] == ["new"]
assert read["entries"][0]["left_over"] == ["pages"]
assert read["faults"][0]["line"] == 2
EOF
}

@test "records follow the layout of their kind: Markdown where the others are" {
    works
    for file in literature/*.yaml; do
        { echo ---; cat "$file"; echo ---; } >"${file%.yaml}.md"
        rm "$file"
    done
    printf '@misc{new1, title = {A *new* one}, url = {https://e.org/n}}\n' >new.bib
    probatum 0 import bibtex new.bib
    [ "$(tail -n 1 literature/LIT-0045.md)" = '# LIT-0045: A \*new\* one' ]
    probatum 1 check LIT-0045
    lacks 'title-heading|yaml' "$out"
}

@test "what a kind requires and the entry lacks is empty, and check names it" {
    nothing
    printf '@misc{bare}\n' >bare.bib
    probatum 0 import bibtex bare.bib
    probatum 1 check
    for field in title authors published; do
        grep -qx "$field:" literature/LIT-001.yaml
        grep -q "$field" "$out"
    done
}

@test "a leftover cannot acknowledge a finding or leave its line" {
    nothing
    printf '@misc{a, title = {T}, inactive-ok:x = {LIT-001 - no\n\n---\nid: LIT-9}, url = {https://e.org}}\n' >a.bib
    probatum 0 import bibtex a.bib
    grep -qx '# bibtex inactive-ok:x = LIT-001 - no --- id: LIT-9' literature/LIT-001.yaml
    probatum 1 check --format json
    lacks 'yaml-|acknowledgement-' "$out"
}

@test "files that are not there, not BibTeX or too large are plain failures" {
    nothing
    probatum 3 import bibtex none.bib
    grep -q 'none.bib' "$err"
    printf '\x7fELF\x00\x01@@@' >binary
    probatum 0 import bibtex binary
    says '0 entries: 0 written, 0 there already, 0 with a key that is taken, 0 that cannot be read'
    rm binary
    truncate -s 70M large.bib
    probatum 3 import bibtex large.bib
    rm large.bib
    probatum 2 import bibtex
    probatum 2 import bibtx none.bib
    says 'nothing is imported as "bibtx"; there are bibtex and anthology; did you mean "bibtex"?'
    still_nothing
}

@test "fifty megabytes of entries that never close are read in seconds" {
    nothing
    yes '@article{open, title = {never' | head -c 50000000 >../large.bib
    SECONDS=0
    probatum 1 import bibtex ../large.bib
    [ "$SECONDS" -lt 60 ]
    tail -n 1 "$err" | grep -qE '[0-9]{7} entries: 0 written'
    still_nothing
}

@test "no name of the program is taken for one of libbtparse's" {
    library=$(find /usr/lib /usr/local/lib -name 'libbtparse.so' 2>/dev/null | head -n 1)
    [ -n "$library" ]
    nm -D --defined-only "$library" | awk '{ print $3 }' | sort >theirs
    nm --defined-only "$probatum" | awk '$2 ~ /[A-Z]/ { print $3 }' | sort >ours
    [ -s theirs ] && [ -s ours ]
    [ -z "$(comm -12 theirs ours)" ]
}

# -- export ro-crate ----------------------------------------------------------

# The site's fixture has evidence.
evidence() {
    cp -R "$root/tests/fixtures/site" "$BATS_TEST_TMPDIR/site"
    cd "$BATS_TEST_TMPDIR/site"
}

@test "a crate holds plan, evidence and every run, as RO-Crate requires" {
    evidence
    probatum 0 export ro-crate EXP-001 --out ../crate
    [ "$(tail -n 1 "$out")" = ../crate/ro-crate-metadata.json ]
    "$python" "$root/tests/exchange/read_crate.py" ../crate
    cmp experiments/EXP-001-rates.yaml ../crate/experiments/EXP-001-rates.yaml
    cmp experiments/evidence/EXP-001.json ../crate/experiments/evidence/EXP-001.json
    echo more >>../crate/experiments/EXP-001-rates.yaml
    run "$python" "$root/tests/exchange/read_crate.py" ../crate
    [ "$status" -eq 1 ]
}

@test "the project's own evidence is a crate" {
    cd "$root"
    probatum 0 export ro-crate EXP-002 SOTA-060 --out "$BATS_TEST_TMPDIR/crate"
    "$python" tests/exchange/read_crate.py "$BATS_TEST_TMPDIR/crate"
}

@test "the same evidence gives the same crate, on any day" {
    evidence
    probatum 0 export ro-crate EXP-001 --out ../one
    SOURCE_DATE_EPOCH=1 probatum 0 export ro-crate EXP-001 --out ../two
    diff -r ../one ../two
    probatum 0 export ro-crate EXP-001 --out ../one
    diff -r ../one ../two
}

@test "a crate is refused without a licence, a folder of its own, or its plan" {
    evidence
    probatum 2 export ro-crate EXP-001
    says 'a crate is a folder; name it with --out'
    mkdir ../mine
    echo mine >../mine/notes.txt
    probatum 3 export ro-crate EXP-001 --out ../mine
    says '../mine holds notes.txt, which is no part of the crate; name a folder of its own'
    probatum 3 export ro-crate EXP-003 --out ../crate
    grep -q 'the evidence of EXP-003 is not that of its plan any more' "$err"
    probatum 3 export ro-crate EXP-004 --out ../crate
    says 'EXP-004 has no evidence to export'
    sed -i '/^licence/d' probatum.yaml
    probatum 3 export ro-crate EXP-001 --out ../crate
    says 'a crate must state a licence, and probatum.yaml has none; add one, such as `licence: CC-BY-4.0`'
    [ ! -e ../crate ]
}

# -- import anthology ---------------------------------------------------------

# An anthology of made-up records, with its layout.
anthology() {
    cp -R "$root/tests/fixtures/anthology" "$BATS_TEST_TMPDIR/old"
    chmod -R u+w "$BATS_TEST_TMPDIR/old"
    cd "$BATS_TEST_TMPDIR"
}

@test "an anthology is copied byte for byte, and its layout becomes probatum.yaml" {
    anthology
    mkdir -p old/docs old/record/drafts.d
    echo made >old/docs/index.html
    golden import-anthology 0 import anthology old --out new
    same new/probatum.yaml import-anthology.yaml
    diff -r old/record new/record --exclude=drafts.d
    cmp old/luria.yaml new/luria.yaml
    [ ! -e new/docs ] && [ ! -e new/record/drafts.d ]
}

@test "check finds the same in the copy as with a configuration written by hand" {
    anthology
    probatum 0 import anthology old --out new
    cp -R old byhand
    cp "$root/tests/corpus/probatum.yaml" byhand/
    "$probatum" -C new check | grep '\]$' | sed 's,^.*new/,,' | sort >in-copy || true
    "$probatum" -C byhand check | grep '\]$' | sed 's,^.*byhand/,,' | sort >by-hand || true
    [ -s in-copy ]
    diff by-hand in-copy
}

@test "every key of every record is read in the copy" {
    anthology
    probatum 0 import anthology old --out new
    "$probatum" -C new check >report || true
    lacks 'field-unknown|field-wrong-role|config-invalid|file-unreadable' report
}

@test "the older layout in TOML, or none at all, is read as well" {
    anthology
    rm old/luria.yaml
    probatum 0 import anthology old --out bare
    "$probatum" -C bare check >report || true
    lacks 'config-invalid|field-unknown' report
    cat >old/luria.toml <<'EOF'
[luria]
issue_url = "https://example.org/someone/old-practice/issues/{n}"
[luria.schemes.SOTA]
dir = "record/practices.d" # one document per recommendation
[luria.schemes.SOTA.references]
source = { scheme = "LIT", required = true, many = true }
[luria.fragments]
"record/changelog.d" = { file = "CHANGELOG.md" }
EOF
    probatum 0 import anthology old --out toml
    grep -qx "title: 'old-practice'" toml/probatum.yaml
    grep -qx '    required: \[title, status, version, date, source\]' toml/probatum.yaml
    [ "$(find toml/record -type f | wc -l)" -eq "$(find old/record -type f | wc -l)" ]
    echo '[luria' >old/luria.toml
    probatum 3 import anthology old --out broken
    says 'luria.toml, line 1: a bracket is missing'
    [ ! -e broken ]
}

@test "an anthology is written where nothing is, or nowhere" {
    anthology
    probatum 2 import anthology old
    says 'name the folder that the project is written to, with --out'
    mkdir new
    echo mine >new/mine
    probatum 3 import anthology old --out new
    says 'new is not empty; an anthology becomes a project of its own, so name a folder that is not there yet'
    [ "$(ls new)" = mine ]
    probatum 3 import anthology new --out other
    says 'new holds no anthology: there is no record/practices.d, record/literature.d or the like in it'
    probatum 3 import anthology none --out other
    [ ! -e other ]
}

@test "a dry run shows the configuration and makes no folder" {
    anthology
    probatum 0 import anthology old --out new --dry-run
    grep -qx '    folder: .record/practices.d.' "$out"
    [ ! -e new ]
}

@test "links and hidden files of an anthology stay behind and are named" {
    anthology
    ln -s /etc/passwd old/record/practices.d/SOTA-099.md
    ln -s ../.. old/record/loop
    echo hidden >old/record/practices.d/.hidden
    probatum 0 import anthology old --out new
    grep -q 'left where they are: .*record/practices.d/.hidden, record/practices.d/SOTA-099.md, .*record/loop' "$err"
    [ ! -e new/record/practices.d/SOTA-099.md ]
}

@test "maps that no field can hold are said" {
    anthology
    sed -i '0,/^title:/s//odd: {a: 1}\ntitle:/' old/record/practices.d/SOTA-001.md
    probatum 0 import anthology old --out new
    grep -q 'odd of SOTA holds maps, for which no field can be declared; its 1 place will be findings' "$err"
}
