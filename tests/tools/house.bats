#!/usr/bin/env bats
# The Makefile's own promises, and the small tools it leans on.

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
}

# A tree with the house in it and one module of one file.
small_tree() {
    tree="$BATS_TEST_TMPDIR/tree"
    mkdir -p "$tree/tools" "$tree/src/render" "$tree/build/config" "$tree/.ci"
    cp Makefile "$tree/"
    cp tools/* "$tree/tools/"
    cp .ci/run "$tree/.ci/"
    cp src/render/embedded.h "$tree/src/render/"
    printf 'PKG_CFLAGS :=\nPKG_LIBS :=\n' >"$tree/build/config/build.mk"
}

@test "help prints one line for each goal that people type" {
    run make help
    [ "$status" -eq 0 ]
    for goal in site test lint format deps asan bench dist install uninstall clean help; do
        [[ "$output" == *"make $goal "* ]]
    done
}

@test "help, clean and dist ask for no package" {
    for goal in help clean dist distclean; do
        run make -n "$goal" PROBATUM_PACKAGES=/nonexistent
        [ "$status" -eq 0 ]
        [[ "$output" != *"deps:"* ]]
    done
}

@test "embedded files come out byte for byte, the empty one too" {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p t
    printf '' >t/a-empty
    printf 'x\000\377"\\\n' >t/b-odd
    "$BATS_TEST_DIRNAME/../../tools/embed" t/a-empty t/b-odd >embedded.c
    cat >main.c <<'C'
#include <stdio.h>
#include "render/embedded.h"
int main(void)
{
    for (size_t i = 0; i < embedded_count; i++) {
        printf("%s %zu:", embedded_files[i].path, embedded_files[i].size);
        fwrite(embedded_files[i].bytes, 1, embedded_files[i].size, stdout);
    }
    return 0;
}
C
    gcc -I"$BATS_TEST_DIRNAME/../../src" -o show main.c embedded.c
    ./show >got
    printf 't/a-empty 0:t/b-odd 6:x\000\377"\\\n' >want
    cmp got want
}

@test "the same files embed to the same bytes" {
    run tools/embed Makefile LICENSE
    first="$output"
    run tools/embed Makefile LICENSE
    [ "$status" -eq 0 ]
    [ "$output" = "$first" ]
}

@test "removing a template remakes the table, touching nothing does not" {
    small_tree
    cd "$tree"
    mkdir -p templates build/gen/site/assets src/cli
    kept=
    for made in core-wasm.js latinmodern-math.woff2 latinmodern-math.txt math.css strokes.css; do
        echo "$made" >build/gen/site/assets/$made
        kept="$kept -o build/gen/site/assets/$made"
    done
    echo live >src/cli/live.js
    echo a >templates/a.html
    echo b >templates/b.html
    make -s -o build/config/build.mk $kept build/gen/embedded.c
    grep -q '"templates/b.html"' build/gen/embedded.c
    before=$(stat -c %Y.%i build/gen/embedded.c)
    make -s -o build/config/build.mk $kept build/gen/embedded.c
    [ "$(stat -c %Y.%i build/gen/embedded.c)" = "$before" ]
    rm templates/b.html
    make -s -o build/config/build.mk $kept build/gen/embedded.c
    ! grep -q '"templates/b.html"' build/gen/embedded.c
}

@test "prove-all fails when a test fails and when none ran" {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p tools
    cp "$BATS_TEST_DIRNAME"/../../tools/tap "$BATS_TEST_DIRNAME"/../../tools/prove-all tools/
    printf '#!/bin/sh\necho 1..1\necho ok 1\n' >good
    printf '#!/bin/sh\necho 1..1\necho not ok 1 - red\necho "# because"\n' >bad
    printf '#!/bin/sh\necho 1..0 # skip nothing here\n' >none
    chmod +x good bad none
    run tools/prove-all ./good
    [ "$status" -eq 0 ]
    [[ "${lines[-1]}" == "Result: PASS" ]]
    run tools/prove-all ./good ./bad
    [ "$status" -ne 0 ]
    [[ "${lines[-1]}" == "Result: FAIL" ]]
    [[ "$output" == *"not ok 1 - red"$'\n'"# because"* ]]
    run tools/prove-all ./none
    [ "$status" -ne 0 ]
    run tools/prove-all
    [ "$status" -ne 0 ]
}

@test "a test that dies without its closing line is a failure" {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p tools
    cp "$BATS_TEST_DIRNAME"/../../tools/tap "$BATS_TEST_DIRNAME"/../../tools/prove-all tools/
    printf '#!/bin/sh\necho 1..2\necho ok 1\nkill -9 $$\n' >dies
    chmod +x dies
    run tools/prove-all ./dies
    [ "$status" -ne 0 ]
}

@test "a test that does not end is ended, and is a failure" {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p tools
    cp "$BATS_TEST_DIRNAME"/../../tools/tap "$BATS_TEST_DIRNAME"/../../tools/prove-all tools/
    printf '#!/bin/sh\necho 1..1\necho ok 1\nsleep 300\n' >hangs
    chmod +x hangs
    TEST_SECONDS=1 run timeout 60 tools/prove-all ./hangs
    [ "$status" -ne 0 ]
    [[ "${lines[-1]}" == "Result: FAIL" ]]
}

@test "a browser test that leaves something running says so and fails" {
    cd "$BATS_TEST_DIRNAME/../browser"
    printf 'import { run, test } from "%s/lib.mjs";\ntest("it stays", () => setInterval(() => {}, 1000));\nawait run();\n' "$PWD" \
        >"$BATS_TEST_TMPDIR/stays.mjs"
    run timeout 60 node "$BATS_TEST_TMPDIR/stays.mjs"
    [ "$status" -eq 1 ]
    [[ "${lines[-1]}" == "# still open: "*Timeout* ]]
}

@test "lint-core names the call into the C library, and lets memory moves be" {
    cd "$BATS_TEST_TMPDIR"
    printf 'void *memset(void *p, int c, unsigned long n);\nvoid f(char *p) { memset(p, 0, 99999); }\n' >fine.c
    printf 'double exp(double x);\ndouble g(double x) { return exp(x); }\n' >libm.c
    gcc -O1 -ffreestanding -c fine.c libm.c
    ar rcs fine.a fine.o
    ar rcs libm.a libm.o
    run "$BATS_TEST_DIRNAME/../../tools/lint-core" fine.a
    [ "$status" -eq 0 ]
    run "$BATS_TEST_DIRNAME/../../tools/lint-core" libm.a
    [ "$status" -ne 0 ]
    [[ "$output" == *"calls exp"* ]]
}

@test "lint-docs finds a command, an option and a goal that do not exist" {
    cat >"$BATS_TEST_TMPDIR/probatum" <<'SH'
#!/bin/sh
case "$1" in
--help) echo "usage: probatum check" ;;
check) echo "usage: probatum check [--format F]" ;;
*) exit 2 ;;
esac
SH
    chmod +x "$BATS_TEST_TMPDIR/probatum"
    export PROBATUM="$BATS_TEST_TMPDIR/probatum"
    page="$BATS_TEST_TMPDIR/page.md"
    printf 'Run `probatum check --format json` and `make site`.\n\n```\n$ make test-base # quick\n```\n' >"$page"
    run tools/lint-docs "$page"
    [ "$status" -eq 0 ]
    [[ "$output" == *"all 3 commands"* ]]
    printf '`probatum chekc`, `probatum check --fromat x`, `make sight`\n' >"$page"
    run tools/lint-docs "$page"
    [ "$status" -ne 0 ]
    [[ "$output" == *'no command "chekc"'* ]]
    [[ "$output" == *"no option --fromat"* ]]
    [[ "$output" == *'no target "sight"'* ]]
}

@test "lint-width names a line wider than 80 columns, a comment too, and no address" {
    local eighty
    eighty=$(printf '%080d' 0)
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' "$eighty" "/* ${eighty#??????} */" " * https://example.org/$eighty" >narrow.c
    printf 'a\n%s1\n' "$eighty" >wide.c
    printf ' * %s\n' "see https://example.org/$eighty" >wide.h
    printf '%s\n' "${eighty//0/ä}" >letters.c
    run "$BATS_TEST_DIRNAME/../../tools/lint-width" narrow.c letters.c
    [ "$status" -eq 0 ]
    run "$BATS_TEST_DIRNAME/../../tools/lint-width" narrow.c wide.c wide.h
    [ "$status" -ne 0 ]
    [ "$output" = 'wide.c:2: wider than 80 columns
wide.h:1: wider than 80 columns' ]
}

@test "lint-docs reads the displays of manual pages" {
    printf '#!/bin/sh\n[ "$1" = --help ]\n' >"$BATS_TEST_TMPDIR/probatum"
    chmod +x "$BATS_TEST_TMPDIR/probatum"
    export PROBATUM="$BATS_TEST_TMPDIR/probatum"
    printf '.Dl $ probatum nothere\n.Bd -literal\nprobatum neither\n.Ed\n' \
        >"$BATS_TEST_TMPDIR/page.1"
    run tools/lint-docs "$BATS_TEST_TMPDIR/page.1"
    [ "$status" -ne 0 ]
    [[ "$output" == *'page.1:1: error: probatum has no command "nothere"'* ]]
    [[ "$output" == *'page.1:3: error: probatum has no command "neither"'* ]]
}

@test "install puts program, manual and completions under DESTDIR, uninstall leaves no file" {
    root="$BATS_TEST_TMPDIR/root"
    make -s install DESTDIR="$root" PREFIX=/usr
    "$root/usr/bin/probatum" --version
    [ -s "$root/usr/share/man/man1/probatum.1" ]
    [ -s "$root/usr/share/bash-completion/completions/probatum" ]
    [ -s "$root/usr/share/zsh/site-functions/_probatum" ]
    [ -s "$root/usr/share/fish/vendor_completions.d/probatum.fish" ]
    make -s uninstall DESTDIR="$root" PREFIX=/usr
    [ -z "$(find "$root" -type f)" ]
}
