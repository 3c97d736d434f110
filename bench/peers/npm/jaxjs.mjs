// Steps per second of jax-js on the core's default model, compiled to
// WebAssembly under node, one thread: a peer of bench_core. A whole step is one
// compiled function. The batches are made before the clock starts; tokens come
// in as one-hot rows.
//
// An array passed to a function is given away; `.ref` keeps it for later.
import { init, jit, nn, numpy as np, tree, valueAndGrad } from "@jax-js/jax";
import { serve } from "../serve.mjs";

const VOCAB = 32;
const CONTEXT = 32;
const BLOCKS = 2;
const BATCH = 16;
const BATCHES = 16;
const TOKENS = BATCH * CONTEXT;
const [RATE, BETA1, BETA2, EPS, DECAY] = [3e-3, 0.9, 0.95, 1e-8, 0.1];

await init("wasm");

function array(shape, value) {
    const size = shape.reduce((a, b) => a * b, 1);
    return np.array(Float32Array.from({ length: size }, value)).reshape(shape);
}

function matrix(rows, columns) {
    return array([rows, columns], () => 0.07 * (Math.random() - 0.5));
}

function norm(width) {
    return { gain: array([width], () => 1), bias: array([width], () => 0) };
}

function initial({ width, hidden }) {
    return {
        embedding: matrix(VOCAB, width),
        blocks: Array.from({ length: BLOCKS }, () => ({
            norm1: norm(width),
            query: matrix(width, width),
            key: matrix(width, width),
            value: matrix(width, width),
            out: matrix(width, width),
            norm2: norm(width),
            mlpIn: matrix(width, hidden),
            mlpInBias: array([hidden], () => 0),
            mlpOut: matrix(hidden, width),
            mlpOutBias: array([width], () => 0),
        })),
        final: norm(width),
        head: matrix(width, VOCAB),
    };
}

/** sin and cos of every place, as in Vaswani et al. (2017), section 3.5. */
function places(width) {
    return array([TOKENS, width], (_, i) => {
        const c = i % width;
        const t = Math.floor(i / width) % CONTEXT;
        const angle = t / 10000 ** ((c - (c % 2)) / width);
        return c % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    });
}

function causalMask() {
    return array([CONTEXT, CONTEXT], (_, i) =>
        i % CONTEXT > Math.floor(i / CONTEXT) ? -1e9 : 0,
    );
}

function oneHotBatch() {
    const symbols = Array.from({ length: TOKENS }, () =>
        Math.floor(Math.random() * VOCAB),
    );
    return array([TOKENS, VOCAB], (_, i) =>
        symbols[Math.floor(i / VOCAB)] === i % VOCAB ? 1 : 0,
    );
}

function normalised(x, { gain, bias }) {
    const centred = x.ref.sub(np.mean(x, 1, { keepdims: true }));
    const variance = np.mean(np.square(centred.ref), 1, { keepdims: true });
    const scale = np.reciprocal(np.sqrt(variance.add(1e-5)));
    return centred.mul(scale).mul(gain).add(bias);
}

function attention(x, block, mask, { width, heads }) {
    const d = width / heads;
    const perHead = (weights) =>
        np
            .matmul(x.ref, weights)
            .reshape([BATCH, CONTEXT, heads, d])
            .transpose([0, 2, 1, 3]);
    const [q, k, v] = [block.query, block.key, block.value].map(perHead);
    x.dispose();
    const scores = np.matmul(q, k.transpose([0, 1, 3, 2])).mul(1 / Math.sqrt(d));
    const weights = nn.softmax(scores.add(mask), -1);
    const mixed = np
        .matmul(weights, v)
        .transpose([0, 2, 1, 3])
        .reshape([TOKENS, width]);
    return np.matmul(mixed, block.out);
}

function mlp(x, block) {
    const inner = np.matmul(x, block.mlpIn).add(block.mlpInBias);
    return np.matmul(nn.relu(inner), block.mlpOut).add(block.mlpOutBias);
}

function loss(parameters, input, target, constants, shape) {
    let x = np.matmul(input, parameters.embedding).add(constants.places);
    for (const block of parameters.blocks) {
        const first = normalised(x.ref, block.norm1);
        x = x.add(attention(first, block, constants.mask.ref, shape));
        x = x.ref.add(mlp(normalised(x, block.norm2), block));
    }
    constants.mask.dispose();
    const logits = np.matmul(normalised(x, parameters.final), parameters.head);
    return nn.logSoftmax(logits, -1).mul(target).sum().mul(-1 / TOKENS);
}

/** One leaf by AdamW; `power` holds beta1^step and beta2^step. */
function moved(p, m, v, g, scale, power) {
    const gradient = g.mul(scale);
    const first = m.mul(BETA1).add(gradient.ref.mul(1 - BETA1));
    const second = v.mul(BETA2).add(np.square(gradient).mul(1 - BETA2));
    const up = first.ref.div(np.subtract(1, power.ref.slice(0)));
    const down = np.sqrt(second.ref.div(np.subtract(1, power.slice(1))));
    const keep = p.shape.length === 2 ? 1 - RATE * DECAY : 1;
    return [p.mul(keep).sub(up.div(down.add(EPS)).mul(RATE)), first, second];
}

/** The state is [parameters, first moments, second moments] as leaves. */
function compiled(shape, structure) {
    return jit((state, power, input, target, constants) => {
        const [p, m, v] = state;
        const value = valueAndGrad((leaves) =>
            loss(tree.unflatten(structure, leaves), input, target, constants, shape),
        );
        const [nats, g] = value(p.map((leaf) => leaf.ref));
        const squares = g.map((leaf) => np.square(leaf.ref).sum());
        const size = np.sqrt(squares.reduce((a, b) => a.add(b)));
        const scale = np.reciprocal(np.maximum(size, 1));
        const next = p.map((leaf, i) =>
            moved(leaf, m[i], v[i], g[i], scale.ref, power.ref),
        );
        scale.dispose();
        power.dispose();
        return [nats, [0, 1, 2].map((i) => next.map((leaf) => leaf[i]))];
    });
}

await serve((shape) => {
    const [leaves, structure] = tree.flatten(initial(shape));
    const count = leaves.reduce((sum, leaf) => sum + leaf.size, 0);
    if (count !== shape.parameters) {
        throw new Error(`${count} parameters`);
    }
    const zeros = () => leaves.map((leaf) => array(leaf.shape, () => 0));
    const step = compiled(shape, structure);
    const constants = { places: places(shape.width), mask: causalMask() };
    const batches = Array.from({ length: BATCHES }, oneHotBatch);
    let state = [leaves, zeros(), zeros()];
    let steps = 0;
    return () => {
        steps++;
        const [nats, next] = step(
            state,
            np.array([BETA1 ** steps, BETA2 ** steps]),
            batches[steps % BATCHES].ref,
            batches[(steps + 1) % BATCHES].ref,
            { places: constants.places.ref, mask: constants.mask.ref },
        );
        state = next;
        nats.dataSync();
        return 1;
    };
});
