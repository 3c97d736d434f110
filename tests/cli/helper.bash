# For the tests of the command line: a copy of the small project in tests/cli,
# and comparing what a command says byte for byte, standard output and standard
# error apart. Output is first written to out and err of the test's own folder.
#
#     GOLDEN=write bats tests/cli      rewrites the files that are compared with

setup() {
    root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    probatum=${PROBATUM:-$root/build/probatum}
    export TZ=UTC LC_ALL=C.UTF-8 NO_COLOR=1 SOURCE_DATE_EPOCH=1790000000
    unset XDG_CONFIG_HOME
    project="$BATS_TEST_TMPDIR/project"
    out="$BATS_TEST_TMPDIR/out"
    err="$BATS_TEST_TMPDIR/err"
    cp -R "$BATS_TEST_DIRNAME/project" "$project"
    cd "$project"
}

# probatum STATUS ARGUMENT...: runs it and holds the status to what is expected.
probatum() {
    local expected=$1 status=0
    shift
    "$probatum" "$@" >"$out" 2>"$err" </dev/null || status=$?
    [ "$status" -eq "$expected" ] || {
        echo "probatum $*: status $status instead of $expected"
        cat "$out" "$err"
        return 1
    }
}

# Holds one of out, err to the file of that name among the golden ones.
same() {
    local want="$BATS_TEST_DIRNAME/golden/$2"
    if [ "${GOLDEN:-}" = write ]; then
        mkdir -p "${want%/*}"
        cp "$1" "$want"
    fi
    diff -u "$want" "$1"
}

# golden NAME STATUS ARGUMENT...: both streams, each compared whole; a stream
# without a file must be silent.
golden() {
    local name=$1 stream
    shift
    probatum "$@"
    for stream in out err; do
        if [ -s "$BATS_TEST_TMPDIR/$stream" ] || [ -e "$BATS_TEST_DIRNAME/golden/$name.$stream" ]; then
            same "$BATS_TEST_TMPDIR/$stream" "$name.$stream"
        fi
    done
}

# says TEXT: the one line on standard error, or its first, and nothing on
# standard output.
says() {
    [ ! -s "$out" ] || { echo "standard output is not empty:"; cat "$out"; return 1; }
    [ "$(head -n 1 "$err")" = "probatum: $1" ] || { cat "$err"; return 1; }
}

# lacks PATTERN FILE...: a plain "! grep" would not fail a test of bats.
lacks() {
    if grep -rE -e "$@"; then
        return 1
    fi
}

# Nothing below the project differs from what was copied.
untouched() {
    diff -r "$BATS_TEST_DIRNAME/project" "$project"
}
