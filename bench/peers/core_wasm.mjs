// The training core in WebAssembly under node: a peer of bench_core.
//
//     node core_wasm.mjs CORE_MODULE PEAK_MODULE
//
// For each line "WIDTH HEADS HIDDEN PARAMETERS SECONDS" it trains for about
// that much processor time and prints steps per second; for a line "peak
// SECONDS", what registers alone reach, in operations per second.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

function compiled(path) {
    return new WebAssembly.Module(readFileSync(path));
}

function now() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
}

/** How much of what `once` does comes out a second. */
function rate(once, seconds) {
    const start = now();
    let done = 0;
    let elapsed = 0;
    do {
        done += once();
        elapsed = now() - start;
    } while (elapsed < seconds);
    return done / elapsed;
}

function text(core, address) {
    const bytes = new Uint8Array(core.memory.buffer, address);
    return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
}

/** A new instance for each shape, so that the memory of the last goes back. */
function started(module, fields) {
    const core = new WebAssembly.Instance(module).exports;
    for (let i = 0; i < core.field_count(); i++) {
        const name = text(core, core.field_name(i));
        if (name in fields) {
            core.field_set(i, fields[name]);
        }
    }
    if (!core.run_start(1)) {
        throw new Error(text(core, core.config_error()));
    }
    return core;
}

const [corePath, peakPath] = process.argv.slice(2);
const coreModule = compiled(corePath);
const peak = new WebAssembly.Instance(compiled(peakPath)).exports.peak;
let shape;
let core;

function answer(line) {
    const asked = line.split(" ");
    const seconds = Number(asked.pop());
    if (asked[0] === "peak") {
        return rate(() => peak(100000), seconds);
    }
    const step = () => core.run_step(1);
    if (asked.join(" ") !== shape) {
        shape = asked.join(" ");
        const [width, heads, hidden] = asked.map(Number);
        core = undefined;
        core = started(coreModule, { width, heads, hidden, steps: 10000000 });
        rate(step, seconds / 2);
    }
    return rate(step, seconds);
}

for await (const line of createInterface({ input: process.stdin })) {
    console.log(String(answer(line)));
}
