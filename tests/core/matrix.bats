# One trajectory from every build of the core, and the proof that the comparison
# can fail. `make test` makes the rows before; this compares them.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
}

@test "every build of the core goes the pinned ways" {
    run make -s matrix
    [ "$status" -eq 0 ]
    head=$(printf '%s\n' "$output" | grep '^run ')
    for column in gcc-O0 gcc-O2 gcc-O3 clang-O0 clang-O2 clang-O3 wasm-O2; do
        [[ "$head" == *" $column"* ]]
    done
    [[ "${lines[-1]}" == "matrix: "*" all as pinned" ]]
}

# Equal hashes might only mean that nothing could change them.
@test "a build that fuses multiplications with additions makes the matrix fail" {
    grep -qw fma /proc/cpuinfo || skip "this processor does not fuse"
    run make -s matrix MATRIX=build/matrix/fused WRONG=-ffp-contract=fast \
        MATRIX_BUILDS=gcc-O2-x86-64-v3
    [ "$status" -ne 0 ]
    [[ "$output" == *"differs: pre-layernorm from gcc-O2-x86-64-v3, 8 lanes: "* ]]
    [[ "$output" == *", "*" differences"* ]]
    run build/matrix/fused/gcc-O2-x86-64-v3/matrix --fit
    [[ "$output" == "multiplications and additions are fused"* ]]
}

@test "a row that lacks a run makes the matrix fail, and so does an empty one" {
    cd "$BATS_TEST_TMPDIR"
    printf '[{"name": "a", "hash": "00"},\n{"name": "b", "hash": "01"}]\n' >runs
    mkdir gcc-O2-x clang-O2-x
    printf 'a\t4\t00\t7\nb\t4\t01\t8\n' | tee gcc-O2-x/row >clang-O2-x/row
    tools="$BATS_TEST_DIRNAME/../../tools"
    "$tools/matrix" runs gcc-O2-x/row clang-O2-x/row
    printf 'a\t4\t00\t7\n' >clang-O2-x/row
    run "$tools/matrix" runs gcc-O2-x/row clang-O2-x/row
    [ "$status" -eq 1 ]
    [[ "$output" == *"differs: b is missing from clang-O2-x"* ]]
    printf 'a\t4\t00\t7\nb\t4\t01\t9\n' >clang-O2-x/row
    run "$tools/matrix" runs gcc-O2-x/row clang-O2-x/row
    [ "$status" -eq 1 ]
    [[ "$output" == *"differs: b from clang-O2-x, 4 lanes: evaluation or probes"* ]]
    : >clang-O2-x/row
    run "$tools/matrix" runs gcc-O2-x/row clang-O2-x/row
    [ "$status" -eq 1 ]
    run "$tools/matrix" runs clang-O2-x/row
    [ "$status" -eq 1 ]
}
