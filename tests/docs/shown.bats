#!/usr/bin/env bats
# The documents: every command they show is run, and says what they show.

setup() {
    root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    cd "$root"
    page="$BATS_TEST_TMPDIR/page.md"
}

# -- The documents -------------------------------------------------------------

@test "the README's tour comes out as it is shown" {
    tools/shown README.md
}

@test "the sessions and examples of the manual pages come out as they are shown" {
    tools/shown man/*.[1-9]
}

@test "the two commands of the README are the two that .ci/run calls" {
    shown=$(sed -n '/^```sh$/,/^```$/{/^```/d;p;}' README.md)
    called=$(sed -n 's/^\(make .*\) <\/dev\/null$/\1/p' .ci/run)
    [ "$shown" = "$called" ]
    [ "$shown" = $'make site\nmake test' ]
}

@test "every file that the README leads to is there" {
    grep -oE '\]\([^)#]+\)' README.md | sed 's/^](\(.*\))$/\1/' >"$BATS_TEST_TMPDIR/links"
    [ -s "$BATS_TEST_TMPDIR/links" ]
    while read -r link; do
        case $link in http*) continue ;; esac
        [ -e "$link" ] || { echo "README.md leads to $link"; return 1; }
    done <"$BATS_TEST_TMPDIR/links"
}

@test "the picture is a PNG of at most 200 kB" {
    [ "$(head -c 8 doc/SOTA-060.png | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
    [ "$(wc -c <doc/SOTA-060.png)" -le 200000 ]
}

@test "the configuration fields and rules of other pages are reached from probatum(1)" {
    for name in probatum-record probatum-experiment probatum-templates probatum-rules; do
        grep -q "^\.Xr $name [57]" man/probatum.1
    done
}

# -- The tool that runs them ----------------------------------------------------

shown() {
    printf '%s\n' "$@" >"$page"
    run tools/shown "$page"
}

@test "output that differs is shown as a difference" {
    shown '```console' '$ echo one' 'one' '```'
    [ "$status" -eq 0 ]
    shown '```console' '$ echo one' 'two' '```'
    [ "$status" -eq 1 ]
    [[ "$output" == *$'\n-two\n+one\n'* ]]
}

@test "output that is not shown, or shown and absent, is a difference" {
    shown '```console' '$ echo one' '```'
    [ "$status" -eq 1 ]
    shown '```console' '$ true' 'one' '```'
    [ "$status" -eq 1 ]
}

@test "three dots stand for any lines, at any place, and for no wrong line" {
    shown '```console' '$ seq 5' '1' '...' '5' '```'
    [ "$status" -eq 0 ]
    shown '```console' '$ seq 5' '...' '3' '...' '```'
    [ "$status" -eq 0 ]
    shown '```console' '$ seq 5' '1' '2' '...' '```'
    [ "$status" -eq 0 ]
    shown '```console' '$ seq 5' '...' '6' '```'
    [ "$status" -eq 1 ]
    shown '```console' '$ seq 5' '2' '...' '```'
    [ "$status" -eq 1 ]
    shown '```console' '$ seq 15' '...' '5' '```'
    [ "$status" -eq 1 ]
}

@test "commands of one page share a shell: its folder, its files, its last status" {
    shown '```console' '$ cd records' '$ basename "$PWD"' 'records' '```' 'text' \
        '```console' '$ echo x >made' '$ cat made' 'x' '$ false' '$ echo $?' '1' '```'
    [ "$status" -eq 0 ]
    [ ! -e records/made ]
}

@test "standard error is part of what is shown" {
    shown '```console' '$ build/probatum chekc' \
        'probatum: no command "chekc"; did you mean "check"?' '  hint: probatum --help' '```'
    [ "$status" -eq 0 ]
}

@test "other blocks are left alone" {
    shown '```sh' '$ false' '```' '    $ false'
    [ "$status" -eq 0 ]
}

@test "--write puts in what came out and changes nothing else" {
    printf '%s\n' 'before' '```console' '$ seq 2' 'wrong' '```' 'after' >"$page"
    tools/shown --write "$page"
    [ "$(cat "$page")" = $'before\n```console\n$ seq 2\n1\n2\n```\nafter' ]
    run tools/shown "$page"
    [ "$status" -eq 0 ]
}

@test "in a manual page a display of commands must succeed, one with output must match" {
    page="$BATS_TEST_TMPDIR/page.1"
    shown '.Bd -literal' '$ echo \-\-' '\-\-' '.Ed'
    [ "$status" -eq 0 ]
    shown '.Bd -literal' '$ echo unseen' '$ true' '.Ed' '.Dl $ true'
    [ "$status" -eq 0 ]
    shown '.Bd -literal' '$ false' '.Ed'
    [ "$status" -eq 1 ]
    shown '.Dl $ false'
    [ "$status" -eq 1 ]
    shown '.Bd -literal' 'id: no session' '.Ed'
    [ "$status" -eq 0 ]
}
