# The training core for browsers, build/core.wasm: what a page may ask of it.
# That it goes the pinned ways is matrix.bats's to show.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    for tool in clang wasm-ld node; do
        command -v "$tool" >/dev/null || skip "$tool is not installed"
    done
    make -s build/core.wasm
}

# Runs a script that has `core`, a fresh instance, and `text(address)`.
page() {
    node -e '
        const bytes = require("fs").readFileSync("build/core.wasm");
        const compiled = new WebAssembly.Module(bytes);
        const core = new WebAssembly.Instance(compiled).exports;
        const text = (at) => {
            const all = Buffer.from(core.memory.buffer);
            return at ? all.toString("utf8", at, all.indexOf(0, at)) : "";
        };
        const fields = {};
        for (let i = 0; i < core.field_count(); i++) {
            fields[text(core.field_name(i))] = i;
        }
        const hex = (n) => BigInt.asUintN(64, n).toString(16).padStart(16, "0");
        '"$1"
}

@test "the module imports nothing" {
    run page 'console.log(WebAssembly.Module.imports(compiled).length)'
    [ "$output" = 0 ]
}

# The goal is 20,000, which it missed when the core learned its many choices.
# Until it is met, the module may not grow.
@test "the module is under 30,000 bytes as gzip sends it" {
    [ "$(gzip -9nc build/core.wasm | wc -c)" -lt 30000 ]
}

@test "the module exports its memory and what exports.h declares, no more" {
    run page 'console.log(Object.keys(core).sort().join("\n"))'
    declared=$(sed -n 's/^EXPORTED .*[ *]\([a-z_]*\)(.*/\1/p' src/wasm/exports.h)
    [ "$output" = "$(printf '%s\nmemory\n' "$declared" | LC_ALL=C sort)" ]
}

@test "no path of the machine that built it is in the module" {
    run grep -caE "/home|/tmp|/root|$PWD" build/core.wasm
    [ "$output" = 0 ]
}

@test "decoder-16 trains to its pinned hash, in one go or step by step" {
    script='
        const set = { init_std: 0.1, lr: 0.01, warmup: 10, steps: 60, clip: 0.5,
            eval_tokens: 512, residual: 1 };
        for (const count of [1, 60]) {
            for (const name in set) core.field_set(fields[name], set[name]);
            if (!core.run_start(1)) throw text(core.config_error());
            while (core.run_step(count)) {}
            console.log(hex(core.run_trajectory_hash()), core.run_steps_done());
        }'
    run page "$script"
    hash=$(sed -n 's/.*"pre-layernorm".*0x\([0-9a-f]*\).*/\1/p' tests/core/pinned.h)
    [ "$output" = "$hash 60"$'\n'"$hash 60" ]
}

@test "what a page cannot have is refused with a sentence, and the next run goes" {
    run page '
        core.field_set(fields.heads, 3);
        console.log(core.run_start(1), text(core.config_error()));
        core.config_reset();
        core.field_set(fields.width, 4096);
        core.field_set(fields.hidden, 16384);
        core.field_set(fields.blocks, 64);
        console.log(core.config_memory() > 2 ** 32 || core.config_memory() === 0,
            core.run_start(1));
        core.config_reset();
        console.log(core.config_parameters(), core.run_start(1), core.run_step(2));
        '
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "0 model.heads must divide model.width" ]
    [ "${lines[1]}" = "true 0" ]
    [ "${lines[2]}" = "5376 1 2" ]
}

@test "tensors lie where the module says, and sequences follow their law" {
    run page '
        core.run_start(7);
        const numbers = new Float32Array(core.memory.buffer, core.run_parameters());
        let count = 0;
        for (let i = 0; i < core.tensor_count(); i++) {
            const size = core.tensor_rows(i) * core.tensor_columns(i);
            const at = core.tensor_offset(i);
            count += size;
            if (text(core.tensor_name(i)) === "final.norm.gain") {
                console.log(numbers.subarray(at, at + size).every((x) => x === 1));
            }
        }
        const tokens = core.sequence(1, 3);
        const scores = core.sequence_bayes();
        console.log(count,
            new Uint8Array(core.memory.buffer, tokens, 33).every((t) => t < 32),
            new Float64Array(core.memory.buffer, scores, 32).every(isFinite));
        '
    [ "$output" = "true"$'\n'"5376 true true" ]
}
