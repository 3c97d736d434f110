#!/usr/bin/env bats
# What the pages of the project's own site weigh: the page with every style sheet
# and script it names, as a reader's browser loads them before anything is asked
# for, nothing compressed. Fonts and images aside.

load helper

CEILING=200000

# weights SITE: "BYTES PATH" a page, the heaviest first.
weights() {
    local page asset folder bytes
    find "$1" -name '*.html' | while read -r page; do
        folder=${page%/*}
        bytes=$(wc -c <"$page")
        for asset in $(sed -nE \
            -e 's/^<link rel="stylesheet" href="([^"]+)">.*/\1/p' \
            -e 's/^<script defer src="([^"]+)">.*/\1/p' "$page"); do
            bytes=$((bytes + $(wc -c <"$folder/$asset")))
        done
        echo "$bytes ${page#"$1"/}"
    done | sort -rn
}

@test "no page of the site weighs 200 kB before a rerun is asked for" {
    "$probatum" -C "$root" build --out "$BATS_TEST_TMPDIR/site" >"$out" 2>"$err"
    weights "$BATS_TEST_TMPDIR/site" >"$BATS_TEST_TMPDIR/weights"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/weights")" -gt 100 ]
    while read -r bytes page; do
        if [ "$bytes" -ge "$CEILING" ]; then
            echo "$page weighs $bytes bytes; $CEILING is the ceiling"
            is_over=1
        fi
    done <"$BATS_TEST_TMPDIR/weights"
    [ -z "${is_over:-}" ]
}

@test "a page is weighed with all it loads" {
    mkdir -p "$BATS_TEST_TMPDIR/s/a" "$BATS_TEST_TMPDIR/s/assets"
    printf '12345' >"$BATS_TEST_TMPDIR/s/assets/x.css"
    printf '1234567' >"$BATS_TEST_TMPDIR/s/assets/x.js"
    printf '%s\n' '<link rel="stylesheet" href="../assets/x.css">' \
        '<script defer src="../assets/x.js"></script>' >"$BATS_TEST_TMPDIR/s/a/p.html"
    local own
    own=$(wc -c <"$BATS_TEST_TMPDIR/s/a/p.html")
    [ "$(weights "$BATS_TEST_TMPDIR/s")" = "$((own + 12)) a/p.html" ]
}
