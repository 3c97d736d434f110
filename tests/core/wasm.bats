# The training core in WebAssembly: built by plain clang and wasm-ld, without
# imports, it goes the pinned way to the last bit. Skipped where a tool is
# missing; the browser's build is made elsewhere.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    for tool in clang wasm-ld node; do
        command -v "$tool" >/dev/null || skip "$tool is not installed"
    done
}

build() {
    for source in src/core/*.c tests/core/wasm_hashes.c; do
        clang --target=wasm32 -msimd128 -mbulk-memory "$1" -std=c17 \
            -ffreestanding -ffp-contract=off -fno-math-errno -Isrc -Itests \
            -c "$source" -o "$BATS_TEST_TMPDIR/$(basename "$source").o"
    done
    wasm-ld --no-entry --export=trajectory --export=self_test \
        -z stack-size=1048576 "$BATS_TEST_TMPDIR"/*.o \
        -o "$BATS_TEST_TMPDIR/core.wasm"
}

hashes() {
    node -e '
        const bytes = require("fs").readFileSync(process.argv[1]);
        const module = new WebAssembly.Module(bytes);
        if (WebAssembly.Module.imports(module).length) throw "imports";
        const core = new WebAssembly.Instance(module).exports;
        if (!core.self_test()) throw "self-test";
        for (let i = 0; i < 5; i++) {
            const hash = BigInt.asUintN(64, core.trajectory(i));
            console.log("0x" + hash.toString(16).padStart(16, "0"));
        }' "$BATS_TEST_TMPDIR/core.wasm"
}

@test "WebAssembly gives the pinned hashes" {
    build -O2
    run hashes
    [ "$status" -eq 0 ]
    [ "$output" = "$(grep -o '0x[0-9a-f]\{16\}' tests/core/pinned.h)" ]
}
