// The training core in WebAssembly under node: a peer of bench_core.
//
//     node core_wasm.mjs CORE_MODULE PEAK_MODULE
//
// To "peak SECONDS" it answers what registers alone reach, in floating-point
// operations per second.
import { readFileSync } from "node:fs";
import { serve } from "./serve.mjs";

const [core, peak] = process.argv
    .slice(2)
    .map((path) => new WebAssembly.Module(readFileSync(path)));

function text(exports, address) {
    const bytes = new Uint8Array(exports.memory.buffer, address);
    return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
}

/** A new instance for each shape, so that the memory of the last goes back. */
function start({ width, heads, hidden }) {
    const fields = { width, heads, hidden, steps: 10000000 };
    const run = new WebAssembly.Instance(core).exports;
    for (let i = 0; i < run.field_count(); i++) {
        const name = text(run, run.field_name(i));
        if (name in fields) {
            run.field_set(i, fields[name]);
        }
    }
    if (!run.run_start(1)) {
        throw new Error(text(run, run.config_error()));
    }
    return () => run.run_step(1);
}

const { peak: operations } = new WebAssembly.Instance(peak).exports;
await serve(start, { peak: () => operations(100000) });
