// What peers of bench_core under node have in common. For each line
// "WIDTH HEADS HIDDEN PARAMETERS SECONDS" a peer trains a model of that shape
// for about that much processor time, a step at least, and prints the rate.
import { createInterface } from "node:readline";

// So that the engine has compiled what it will by the first round.
const WARM_UP_SECONDS = 1;

function now() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
}

/** How much of what `once` does, and returns the amount of, comes a second. */
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

/**
 * Answers lines until there are no more. `start({width, heads, hidden,
 * parameters})` returns a function that takes one step and returns 1; `extra`
 * holds functions of that kind by the one word of a line that asks for them.
 */
export async function serve(start, extra = {}) {
    let shape;
    let step;
    for await (const line of createInterface({ input: process.stdin })) {
        const asked = line.split(" ");
        const seconds = Number(asked.pop());
        if (asked[0] in extra) {
            console.log(String(rate(extra[asked[0]], seconds)));
            continue;
        }
        if (asked.join(" ") !== shape) {
            shape = asked.join(" ");
            const [width, heads, hidden, parameters] = asked.map(Number);
            step = undefined;
            step = await start({ width, heads, hidden, parameters });
            rate(step, WARM_UP_SECONDS);
        }
        console.log(String(rate(step, seconds)));
    }
}
