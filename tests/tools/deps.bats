#!/usr/bin/env bats
# tools/deps on machines that are not this one: PATH leads to a folder with the
# few commands that every system has, and to whatever a test puts beside them.

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bin="$BATS_TEST_TMPDIR/bin"
    mkdir -p "$bin"
    for name in sh sed awk find head tail cut tr uniq id env mkdir dirname cat mv rm; do
        ln -s "$(command -v "$name")" "$bin/$name"
    done
    printf '%s\n' \
        '# group package probe why' \
        'build   there-dev   file:/         is always there' \
        'build   grinder     cmd:grinder    grinds' \
        'test    polisher    cmd:polisher   polishes what was ground' \
        'lint    grinder     cmd:grinder    grinds here too' \
        >"$BATS_TEST_TMPDIR/packages"
    export PROBATUM_PACKAGES="$BATS_TEST_TMPDIR/packages"
}

deps() {
    PATH="$bin" tools/deps "$@" </dev/null
}

# An apt-get that writes down how it was called and, asked to install, leaves
# the commands that $1 names.
fake_apt_get() {
    {
        echo '#!/bin/sh'
        echo "echo \"\$@\" >>'$BATS_TEST_TMPDIR/apt.calls'"
        echo 'case " $* " in *" install "*)'
        for name in "$@"; do
            echo "    printf '#!/bin/sh\n' >'$bin/$name'; chmod +x '$bin/$name'"
        done
        echo '    : ;;'
        echo 'esac'
    } >"$bin/apt-get"
    chmod +x "$bin/apt-get"
    printf '#!/bin/sh\nexec "$@"\n' >"$bin/sudo"
    ln -sf "$(command -v chmod)" "$bin/chmod"
    chmod +x "$bin/sudo"
}

@test "a system without apt-get gets the names with their reasons and exit 3" {
    run deps
    [ "$status" -eq 3 ]
    [[ "$output" == *"grinder          grinds"* ]]
    [[ "$output" == *"polisher         polishes what was ground"* ]]
    [[ "$output" == *"no apt-get here"* ]]
    [[ "$output" != *"there-dev"* ]]
}

@test "a system without apt-get that has every command is content" {
    for name in grinder polisher; do
        printf '#!/bin/sh\n' >"$bin/$name"
        chmod +x "$bin/$name"
    done
    run deps
    [ "$status" -eq 0 ]
    [[ "$output" == *"nothing is missing"* ]]
}

@test "only the group asked for is looked at" {
    run deps test
    [ "$status" -eq 3 ]
    [[ "$output" == *"polisher"* ]]
    [[ "$output" != *"grinder"* ]]
}

@test "apt-get installs the missing packages, each once, without recommends" {
    fake_apt_get grinder polisher
    run deps
    [ "$status" -eq 0 ]
    run grep -c ' install ' "$BATS_TEST_TMPDIR/apt.calls"
    [ "$output" -eq 1 ]
    run grep ' install ' "$BATS_TEST_TMPDIR/apt.calls"
    [[ "$output" == *"install -y --no-install-recommends grinder polisher" ]]
}

@test "an install that leaves something missing is not taken for success" {
    fake_apt_get grinder
    run deps
    [ "$status" -eq 3 ]
    [[ "$output" == *"yet not found: polisher"* ]]
}

@test "an apt-get that fails is quoted and named" {
    printf '#!/bin/sh\necho "E: the disk is full"\nexit 100\n' >"$bin/apt-get"
    chmod +x "$bin/apt-get"
    printf '#!/bin/sh\nexec "$@"\n' >"$bin/sudo"
    chmod +x "$bin/sudo"
    run deps
    [ "$status" -eq 3 ]
    [[ "$output" == *"E: the disk is full"* ]]
    [[ "$output" == *"could not install: grinder polisher"* ]]
}

@test "an unknown group or option is a usage fault" {
    run deps nonsense
    [ "$status" -eq 2 ]
    [[ "$output" == *"build test lint"* ]]
    run deps --nonsense
    [ "$status" -eq 2 ]
}

@test "every row of the real table has a probe that tools/deps understands" {
    unset PROBATUM_PACKAGES
    run awk '!/^#/ && NF && $3 !~ /^(cmd|pc|lib|file):./ { print; bad = 1 }
             !/^#/ && NF && NF < 4 { print; bad = 1 } END { exit bad }' tools/packages.txt
    [ "$status" -eq 0 ]
}

# A compiler that finds only the headers whose names are its arguments.
fake_gcc() {
    printf '#!/bin/sh\nread -r line\ncase $line in %s) exit 0 ;; esac\nexit 1\n' \
        "$1" >"$bin/gcc"
    chmod +x "$bin/gcc"
}

@test "a library that pkg-config does not know is seen by its header" {
    echo 'build   sieve-dev   lib:sieve   sieves' >>"$PROBATUM_PACKAGES"
    fake_gcc '"#include <sieve.h>"'
    run deps build
    [ "$status" -eq 3 ]
    [[ "$output" != *"sieve-dev"* ]]
    fake_gcc '"#include <other.h>"'
    run deps build
    [[ "$output" == *"sieve-dev        sieves"* ]]
    rm "$bin/gcc"
    run deps build
    [[ "$output" == *"sieve-dev        sieves"* ]]
}

@test "and is linked by its name, behind what pkg-config says" {
    printf '%s\n' 'build a pc:alpha a' 'build b lib:beta b' 'test c pc:gamma c' \
        >"$PROBATUM_PACKAGES"
    fake_gcc '*'
    printf '#!/bin/sh\n[ "$1" != --libs ] || echo "-l$2"\n' >"$bin/pkg-config"
    chmod +x "$bin/pkg-config"
    run deps --config "$BATS_TEST_TMPDIR/flags.mk" build
    [ "$status" -eq 0 ]
    grep -qE '^PKG_LIBS := -lalpha +-lbeta$' "$BATS_TEST_TMPDIR/flags.mk"
}
