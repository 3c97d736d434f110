#!/usr/bin/env bats
# What people and disks do to a project: each of these once cost a record, a
# wrong status or a sentence that sent its reader the wrong way.

load helper

# Nothing that a person wrote has moved; what stands in `build` does not count.
intact() {
    diff -r -x build "$BATS_TEST_DIRNAME/project" "$project"
}

@test "a site never takes the place of records, templates or history" {
    mkdir -p .git templates site
    for folder in records records/practices records/practices/below \
        experiments/evidence .git templates site .. new/../records; do
        status=0
        "$probatum" build --out "$folder" >"$out" 2>"$err" || status=$?
        [ "$status" -eq 3 ] || { echo "$folder: $status"; false; }
        grep -q 'the site would be written over ' "$err"
    done
    rmdir .git templates site new
    untouched
}

@test "a refused output folder is not made" {
    probatum 3 build --out records/practices/below/it
    [ ! -e records/practices/below ]
}

@test "a link in the output folder is not followed into the records" {
    mkdir -p build/site
    ln -s ../../records/practices build/site/practices
    probatum 3 build
    grep -q 'build/site/practices/.* is a link or lies behind one' "$err"
    intact
    rm build/site/practices
    ln -sf ../../probatum.yaml build/site/index.html
    probatum 3 build
    grep -q 'build/site/index.html is a link' "$err"
    intact
}

@test "a record that is there and cannot be read is not called missing" {
    rm records/practices/SOTA-001.md
    mkfifo records/practices/SOTA-001.md
    for command in show check; do
        probatum 3 "$command" SOTA-001
        says 'no record that could be read has the id "SOTA-001"; `probatum check` names the files that could not'
    done
    probatum 2 show sota-001x -C "$BATS_TEST_DIRNAME/project"
}

@test "records in a folder below their own are not passed over in silence" {
    mkdir -p records/practices/old records/practices/_old records/practices/SOTA-090.md
    cp records/practices/SOTA-001.md records/practices/old
    cp records/practices/SOTA-001.md records/practices/_old
    "$probatum" check >"$out" 2>"$err" || true
    grep -q '^records/practices/old:1:1: warning: no record is read from a folder below that of SOTA' "$out"
    grep -q '^records/practices/SOTA-090.md:1:1: warning: no record is read' "$out"
    lacks '_old' "$out"
}

@test "a merge left half done is named in fields and in the body" {
    printf '\n<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n' >>records/practices/SOTA-001.md
    probatum 1 check SOTA-001
    grep -q 'a merge was left half done here \[text-invalid\]' "$out"
    printf -- '---\nid: SOTA-090\n<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> other\n---\n' >records/practices/SOTA-090.md
    probatum 1 check SOTA-090
    grep -q '^records/practices/SOTA-090.md:3:1: error: a merge was left half done here' "$out"
}

@test "markers of a merge that are an example of one or half of it are text" {
    printf '\n    <<<<<<< HEAD\n    =======\n    >>>>>>> other\n\n<<<<<<< HEAD\n' >>records/practices/SOTA-001.md
    "$probatum" check SOTA-001 >"$out" 2>"$err" || true
    lacks 'half done' "$out"
}

@test "two kinds of one folder are one finding, not two of every record" {
    printf '  X: {role: note, folder: records/practices}\n  Y: {role: note, folder: build/x}\n' >>probatum.yaml
    "$probatum" check >"$out" 2>"$err" || true
    grep -q 'the folder "records/practices" belongs to SOTA already' "$out"
    grep -q 'the folder "build/x" is for what is made' "$out"
    lacks 'id-duplicate' "$out"
}

@test "a link out of the project is read, and named" {
    cp records/practices/SOTA-001.md "$BATS_TEST_TMPDIR/away.md"
    ln -sf "$BATS_TEST_TMPDIR/away.md" records/practices/SOTA-001.md
    "$probatum" check >"$out" 2>"$err" || true
    grep -q "^records/practices/SOTA-001.md:1:1: note: this file is a link out of the project, to $BATS_TEST_TMPDIR/away.md" "$out"
}

@test "hostile records are each said, and none stops the others" {
    printf '\xef\xbb\xbf' >records/practices/SOTA-091.md
    : >records/practices/SOTA-092.md
    printf -- '---' >records/practices/SOTA-093.md
    printf -- '---\nid: ../../../SOTA-094\ntitle: "\\0<script>"\n---\n\n<script>x</script>\n' >records/practices/SOTA-094.md
    printf 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n' >records/practices/SOTA-095.yaml
    { printf 'x: '; head -c 5000 /dev/zero | tr '\0' '['; } >records/practices/SOTA-096.yaml
    { printf 'title: t\nbody: |\n  '; head -c 20000 /dev/zero | tr '\0' '>'; } >records/practices/SOTA-097.yaml
    head -c 40000000 /dev/zero >records/practices/SOTA-098.md
    ln -s SOTA-099.md records/practices/SOTA-099.md
    probatum 3 check
    for n in 1 2 3 4 5 6 7 8 9; do
        grep -q "^records/practices/SOTA-09$n[^ ]*: error: " "$out"
    done
    probatum 3 build
    [ -e build/site/practices/SOTA-001.html ]
    [ ! -e build/SOTA-094.html ] && [ ! -e SOTA-094.html ]
    lacks '<script>x' build/site
}

@test "what is said stays on one line, whatever a name holds" {
    probatum 2 show "$(printf 'SOTA\n\033[31m-001')"
    [ "$(wc -l <"$err")" -eq 2 ]
    lacks "$(printf '\033')" "$err"
}

@test "killed at any instant, build leaves whole pages and the next one mends the rest" {
    rm records/literature/LIT-002.yaml
    for delay in 0.01 0.02 0.03 0.05 0.08; do
        rm -rf build/site
        "$probatum" build >/dev/null 2>&1 3>&- &
        sleep "$delay"
        kill -9 $! 2>/dev/null || true
        wait $! 2>/dev/null || true
    done
    probatum 0 build
    cp -R build/site "$BATS_TEST_TMPDIR/mended"
    rm -rf build
    probatum 0 build
    diff -r -x '.probatum-*.tmp' "$BATS_TEST_TMPDIR/mended" build/site
}

# Controls and marks of direction, as printf writes them, and how they are shown.
@test "what a terminal would obey is shown by its number in findings, and kept in JSON" {
    local sign shown
    while read -r sign shown; do
        printf "summary: \"As SOTA-999 says\"\nsou${sign}rce: []\n" >tail.txt
        { printf 'id: SOTA-777\ntitle: T\nstatus: Active\n'; cat tail.txt; } \
            >records/practices/SOTA-777.yaml
        probatum 1 check SOTA-777
        grep -qF "sou$shown" "$out"
        lacks "$(printf "$sign")" "$out"
        probatum 1 check SOTA-777 --format json
        grep -q "sou.*rce" "$out"
        lacks "$(printf "$sign")" "$out"
        node -e '
            const text = require("fs").readFileSync(process.argv[1], "utf8");
            if (!text.includes("\\u")) process.exit(1);
            JSON.parse(text)' "$out"
    done <<'SIGNS'
\xd8\x9c <U+061C>
\xe2\x80\x8e <U+200E>
\xe2\x80\x8f <U+200F>
\xe2\x80\xaa <U+202A>
\xe2\x80\xab <U+202B>
\xe2\x80\xac <U+202C>
\xe2\x80\xad <U+202D>
\xe2\x80\xae <U+202E>
\xe2\x81\xa6 <U+2066>
\xe2\x81\xa7 <U+2067>
\xe2\x81\xa8 <U+2068>
\xe2\x81\xa9 <U+2069>
SIGNS
}
