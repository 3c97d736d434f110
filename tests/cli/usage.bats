#!/usr/bin/env bats
# Options, operands, help and exit statuses: what is the same for all commands.

load helper

@test "help lists every command once" {
    golden help 0 --help
    probatum 0 help
    same "$out" help.out
}

@test "each command has help with its usage and an example" {
    for name in $(sed -n 's/^COMMAND(\([a-z]*\),.*/\1/p' "$root/src/cli/commands.def"); do
        probatum 0 "$name" --help
        [ ! -s "$err" ]
        grep -q "^Usage: probatum $name " "$out"
        grep -q "^  probatum $name" "$out"
        [ "$(wc -L <"$out")" -le 80 ]
        probatum 0 help "$name"
        grep -q "^Usage: probatum $name " "$out"
    done
}

@test "help of check, byte for byte" {
    golden help-check 0 check --help
}

@test "the version is one line, before or after a command" {
    probatum 0 --version
    grep -qx 'probatum [0-9.]*' "$out"
    cp "$out" "$out.first"
    probatum 0 check --version
    cmp "$out" "$out.first"
}

@test "no command at all is wrong usage" {
    golden bare 2
}

@test "an unknown command comes with the nearest one" {
    golden unknown-command 2 chekc
    probatum 2 help chekc
    says 'no command "chekc"; did you mean "check"?'
}

@test "a command unlike any other comes without a guess" {
    probatum 2 frobnicate
    says 'no command "frobnicate"'
}

@test "an unknown option comes with the nearest one of that command" {
    golden unknown-option 2 check --fromat json
}

@test "an option of another command is no option here" {
    probatum 2 check --jobs 2
    says 'no option --jobs here'
    probatum 2 list -j 2
    says 'no option -j here'
}

@test "a value that is missing or no choice is said with the choices" {
    probatum 2 list --format
    says '--format needs a value: text|json'
    probatum 2 list --format yaml
    says '--format may be text|json, not "yaml"'
    probatum 2 list --format=
    says '--format may be text|json, not ""'
    probatum 2 -C
    says '--directory needs a value: DIR'
    probatum 2 verify --fresh=yes
    says '--fresh takes no value'
}

@test "a value may be attached, and the last of two counts" {
    probatum 0 list --format=text --format=json
    grep -q '^\[' "$out"
    probatum 0 "-C$project" list
    [ -s "$out" ]
}

@test "two dashes end the options" {
    probatum 2 show -- --format
    says 'no record has the id "--format"'
    probatum 0 -- list
    [ -s "$out" ]
}

@test "a dash alone is an operand" {
    probatum 2 show -
    says 'no record has the id "-"'
    probatum 2 -
    says 'no command "-"'
}

@test "operands beyond what a command takes are refused, not overlooked" {
    probatum 2 list practice SOTA-001
    says 'list takes one operand, not also "SOTA-001"'
    probatum 2 build SOTA-001
    says 'build takes no operand, not also "SOTA-001"'
}

@test "a number is a whole number" {
    for bad in 0 -1 two 1.5 99999999999999999999; do
        probatum 2 verify --jobs "$bad"
        says "--jobs must be a whole number of at least 1, not \"$bad\""
    done
}

@test "outside a project every command that needs one fails with a way out" {
    cd "$BATS_TEST_TMPDIR"
    for words in 'check' 'list' 'show SOTA-001' 'new practice' 'build' 'run' 'verify' 'why EXP-001'; do
        # shellcheck disable=SC2086 # cut into words on purpose
        probatum 3 $words
        says "no probatum.yaml here or above $BATS_TEST_TMPDIR; go to a project, or name one with -C DIR"
    done
}

@test "-C works in the project that holds the folder, before and after the command" {
    cd /
    probatum 0 -C "$project/records" list
    cp "$out" "$out.first"
    probatum 0 list -C "$project"
    cmp "$out" "$out.first"
    probatum 3 -C "$project/nowhere" list
    says "cannot open the folder \"$project/nowhere\": No such file or directory"
}

@test "a result that cannot be written is a failure" {
    status=0
    "$probatum" list >/dev/full 2>"$err" || status=$?
    [ "$status" -eq 3 ]
    [ "$(cat "$err")" = 'probatum: cannot write to standard output: No space left on device' ]
    status=0
    "$probatum" list >&- 2>"$err" || status=$?
    [ "$status" -eq 3 ]
    [ "$(cat "$err")" = 'probatum: cannot write to standard output: Bad file descriptor' ]
}

@test "a reader that leaves the pipe early is no failure" {
    "$probatum" check >"$out" 2>"$err" || true
    run bash -c "set -o pipefail; { '$probatum' list; echo \$? >'$out.status'; } | true"
    [ "$(cat "$out.status")" -eq 0 ]
    [ -z "$output" ]
}

@test "messages never land in a file when standard error is closed" {
    rm records/literature/LIT-002.yaml
    "$probatum" run --seeds 101 2>&- >"$out" </dev/null
    "$probatum" new practice 2>&- >"$out" </dev/null
    lacks 'probatum: ' records build
}

@test "colour is for terminals alone, and NO_COLOR is honoured there" {
    unset NO_COLOR
    probatum 1 check
    lacks "$(printf '\033')" "$out"
    command -v script >/dev/null || skip "no script(1) to make a terminal"
    script -qec "'$probatum' check SOTA-002" /dev/null </dev/null >"$out" || true
    grep -q "$(printf '\033')" "$out"
    NO_COLOR=1 script -qec "'$probatum' check SOTA-002" /dev/null </dev/null >"$out" || true
    lacks "$(printf '\033')" "$out"
}

@test "the manual has every command and option, and no other" {
    manual="$root/man/probatum.1"
    sed -n 's/^COMMAND(\([a-z]*\),.*/\1/p' "$root/src/cli/commands.def" | sort >"$BATS_TEST_TMPDIR/commands"
    sed -n 's/^\.It Cm \([a-z]*\).*/\1/p' "$manual" | sort -u >"$BATS_TEST_TMPDIR/told"
    diff "$BATS_TEST_TMPDIR/commands" "$BATS_TEST_TMPDIR/told"
    for name in $(cat "$BATS_TEST_TMPDIR/commands"); do
        probatum 0 "$name" --help
        grep -o -e '--[a-z-]*' "$out"
    done | sort -u >"$BATS_TEST_TMPDIR/options"
    sed -n 's/^\.It .*Fl -\([a-z-]*\).*/--\1/p' "$manual" | sort -u >"$BATS_TEST_TMPDIR/told"
    diff "$BATS_TEST_TMPDIR/options" "$BATS_TEST_TMPDIR/told"
}
