// The row of the matrix that WebAssembly gives: trains the pinned runs through
// what build/core.wasm exports, as a page does, and prints what tests/core/
// matrix.c prints. Runs under node and under the shells of two other engines,
// which is why it leans on nothing but the language.
//
//     node matrix.js MODULE RUNS      js102 matrix.js MODULE RUNS
//     jsc matrix.js -- MODULE RUNS
"use strict";

const is_node = typeof process === "object";
const operands = is_node ? process.argv.slice(2)
    : typeof scriptArgs === "object" ? scriptArgs : arguments;
const say = is_node ? console.log : print;

function read(path, is_text) {
    if (is_node) {
        return require("fs").readFileSync(path, is_text ? "utf8" : null);
    }
    if (typeof os === "object") {
        return is_text ? os.file.readFile(path)
            : os.file.readFile(path, "binary");
    }
    return is_text ? readFile(path) : readFile(path, "binary");
}

function start(core, text, fields, seed) {
    core.config_reset();
    for (let i = 0; i < core.field_count(); i++) {
        const name = text(core.field_section(i)) + "." + text(core.field_name(i));
        if (!(name in fields)) {
            throw new Error("no value for " + name);
        }
        core.field_set(i, fields[name]);
        if (core.field_get(i) !== fields[name]) {
            throw new Error(name + " is " + core.field_get(i));
        }
    }
    if (!core.run_start(seed)) {
        throw new Error("cannot start: " + text(core.config_error()));
    }
}

// FNV-1a of numbers as little-endian doubles, every NaN the quiet one.
function hash_of() {
    const view = new DataView(new ArrayBuffer(8));
    let hash = 0xcbf29ce484222325n;
    return {
        add(numbers) {
            for (const number of numbers) {
                view.setFloat64(0, number, true);
                if (number !== number) {
                    view.setBigUint64(0, 0x7ff8000000000000n, true);
                }
                for (let i = 0; i < 8; i++) {
                    hash = BigInt.asUintN(64, (hash ^ BigInt(view.getUint8(i)))
                        * 0x100000001b3n);
                }
            }
        },
        value() {
            return hash;
        },
    };
}

function answers(core, fields) {
    const blocks = fields["model.blocks"];
    const doubles = (at, count) =>
        new Float64Array(core.memory.buffer, at, count);
    const hash = hash_of();
    hash.add(doubles(core.run_evaluate(), 4));
    hash.add(doubles(core.run_floors(), 5));
    hash.add(doubles(core.run_residual_rms(), blocks + 1));
    hash.add(doubles(core.run_gradient_norms(), blocks));
    hash.add(doubles(core.run_activity(), 2 * blocks + 4));
    const logits = core.run_logits();
    hash.add(new Float32Array(core.memory.buffer, logits,
        fields["train.batch"] * fields["model.context"] * fields["model.vocab"]));
    return hash.value();
}

const hex = (number) =>
    BigInt.asUintN(64, number).toString(16).padStart(16, "0");

const compiled = new WebAssembly.Module(read(operands[0], false));
if (WebAssembly.Module.imports(compiled).length > 0) {
    throw new Error("the module imports something");
}
for (const run of JSON.parse(read(operands[1], true))) {
    const core = new WebAssembly.Instance(compiled).exports;
    const text = (at) => {
        const bytes = new Uint8Array(core.memory.buffer);
        let all = "";
        for (; bytes[at] !== 0; at++) {
            all += String.fromCharCode(bytes[at]);
        }
        return all;
    };
    if (core.self_test() !== 0) {
        throw new Error(text(core.self_test()));
    }
    start(core, text, run.fields, 1);
    core.run_step(run.fields["train.steps"]);
    say([run.name, 4, hex(core.run_trajectory_hash()),
        hex(answers(core, run.fields))].join("\t"));
}
