// Steps per second of TensorFlow.js on the core's default model, by its
// WebAssembly backend under node, one thread: a peer of bench_core. The batches
// are made before the clock starts. Tokens come in as one-hot rows, since this
// backend cannot take the gradient of a look-up.
import * as tf from "@tensorflow/tfjs";
import { setThreadsCount } from "@tensorflow/tfjs-backend-wasm";
import { serve } from "../serve.mjs";

const VOCAB = 32;
const CONTEXT = 32;
const BLOCKS = 2;
const BATCH = 16;
const BATCHES = 16;
const TOKENS = BATCH * CONTEXT;

setThreadsCount(1);
await tf.setBackend("wasm");

/** sin and cos of every place, as in Vaswani et al. (2017), section 3.5. */
function places(width) {
    const table = tf.buffer([CONTEXT, width]);
    for (let t = 0; t < CONTEXT; t++) {
        for (let c = 0; c < width; c += 2) {
            const angle = t / 10000 ** (c / width);
            table.set(Math.sin(angle), t, c);
            table.set(Math.cos(angle), t, c + 1);
        }
    }
    return tf.tile(table.toTensor(), [BATCH, 1]);
}

function causalMask() {
    const mask = tf.buffer([1, 1, CONTEXT, CONTEXT]);
    for (let t = 0; t < CONTEXT; t++) {
        for (let j = t + 1; j < CONTEXT; j++) {
            mask.set(-1e9, 0, 0, t, j);
        }
    }
    return mask.toTensor();
}

class Decoder {
    constructor(width, heads, hidden) {
        Object.assign(this, { width, heads, hidden, variables: [] });
        this.places = places(width);
        this.mask = causalMask();
        this.embedding = this.matrix(VOCAB, width);
        this.blocks = Array.from({ length: BLOCKS }, () => ({
            norm1: this.norm(),
            qkv: this.matrix(width, 3 * width),
            out: this.matrix(width, width),
            norm2: this.norm(),
            mlpIn: this.matrix(width, hidden),
            mlpInBias: this.vector(hidden, 0),
            mlpOut: this.matrix(hidden, width),
            mlpOutBias: this.vector(width, 0),
        }));
        this.final = this.norm();
        this.head = this.matrix(width, VOCAB);
    }

    keep(tensor) {
        const variable = tf.variable(tensor);
        this.variables.push(variable);
        return variable;
    }

    matrix(rows, columns) {
        return this.keep(tf.randomNormal([rows, columns], 0, 0.02));
    }

    vector(length, value) {
        return this.keep(tf.fill([length], value));
    }

    norm() {
        const { width } = this;
        return { gain: this.vector(width, 1), bias: this.vector(width, 0) };
    }

    normalised(x, { gain, bias }) {
        const centred = tf.sub(x, tf.mean(x, 1, true));
        const variance = tf.mean(tf.square(centred), 1, true);
        const scale = tf.rsqrt(tf.add(variance, 1e-5));
        return tf.add(tf.mul(tf.mul(centred, scale), gain), bias);
    }

    attention(x, block) {
        const { width, heads } = this;
        const perHead = (part) =>
            tf.transpose(
                tf.reshape(part, [BATCH, CONTEXT, heads, width / heads]),
                [0, 2, 1, 3],
            );
        const [q, k, v] = tf
            .split(tf.matMul(x, block.qkv), 3, 1)
            .map(perHead);
        const scale = 1 / Math.sqrt(width / heads);
        const scores = tf.mul(tf.matMul(q, k, false, true), scale);
        const weights = tf.softmax(tf.add(scores, this.mask));
        const mixed = tf.transpose(tf.matMul(weights, v), [0, 2, 1, 3]);
        return tf.matMul(tf.reshape(mixed, [TOKENS, width]), block.out);
    }

    mlp(x, block) {
        const inner = tf.add(tf.matMul(x, block.mlpIn), block.mlpInBias);
        const outer = tf.matMul(tf.relu(inner), block.mlpOut);
        return tf.add(outer, block.mlpOutBias);
    }

    loss({ input, target }) {
        let x = tf.add(tf.matMul(input, this.embedding), this.places);
        for (const block of this.blocks) {
            x = tf.add(x, this.attention(this.normalised(x, block.norm1), block));
            x = tf.add(x, this.mlp(this.normalised(x, block.norm2), block));
        }
        const logits = tf.matMul(this.normalised(x, this.final), this.head);
        const picked = tf.sum(tf.mul(tf.logSoftmax(logits), target));
        return tf.mul(picked, -1 / TOKENS);
    }

    count() {
        return this.variables.reduce((sum, { size }) => sum + size, 0);
    }
}

function oneHotBatch() {
    const tokens = () =>
        tf.oneHot(tf.randomUniform([TOKENS], 0, VOCAB, "int32"), VOCAB, 1, 0, "float32");
    return { input: tokens(), target: tokens() };
}

/** Adam with decoupled decay of the matrices, the gradient clipped to norm 1. */
class Training {
    constructor({ width, heads, hidden, parameters }) {
        this.model = new Decoder(width, heads, hidden);
        if (this.model.count() !== parameters) {
            throw new Error(`${this.model.count()} parameters`);
        }
        this.adam = tf.train.adam(3e-3, 0.9, 0.95, 1e-8);
        this.batches = Array.from({ length: BATCHES }, oneHotBatch);
        this.steps = 0;
    }

    step() {
        const batch = this.batches[this.steps++ % BATCHES];
        tf.tidy(() => {
            const { grads } = tf.variableGrads(
                () => this.model.loss(batch),
                this.model.variables,
            );
            const squares = Object.values(grads).map((g) => tf.sum(tf.square(g)));
            const norm = tf.sqrt(tf.addN(squares));
            const scale = tf.div(1, tf.maximum(norm, 1));
            for (const name of Object.keys(grads)) {
                grads[name] = tf.mul(grads[name], scale);
            }
            for (const variable of this.model.variables) {
                if (variable.rank === 2) {
                    variable.assign(tf.mul(variable, 1 - 3e-3 * 0.1));
                }
            }
            this.adam.applyGradients(grads);
        });
        return 1;
    }
}

await serve((shape) => {
    tf.disposeVariables();
    const training = new Training(shape);
    return () => training.step();
});
