// Runs the training core in this browser: workers, a queue for them, and what is
// fetched before the first run. Nothing is fetched or started until a page asks.
//
//   probatum.engine.start({fields, every, seed}, {onevaluation, onend, ...})
//
// A run is one instance of the module in one worker, which keeps it while it is
// stopped. Pages may be read from disk: workers are made from text, the module
// comes as a script of base64, and its bytes go to each worker in a message.
'use strict';

window.probatum = window.probatum || {};

(function (probatum) {
  // ---- What is fetched ------------------------------------------------------

  const received = new Map();

  // Called by the scripts that hold data: core-wasm.js, data/EXP-001.js.
  probatum.receive = function (name, value) {
    received.set(name, value);
  };

  // The value that the script at `url` hands over under that name.
  probatum.fetch = async function (name, url) {
    await probatum.loadFile(url);
    if (!received.has(name)) throw new Error(`${url} does not hold ${name}`);
    return received.get(name);
  };

  function bytesOf(base64) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  }

  // ---- The worker -----------------------------------------------------------

  // Its text becomes the worker's script, so it uses nothing from outside.
  function worker() {
    const SLICE = 30; // ms between looks at messages
    let compiled = null;
    let isTested = false; // what is tested is this browser's arithmetic
    const runs = new Map();
    const active = [];
    const wake = new MessageChannel();

    function instance() {
      return new WebAssembly.Instance(compiled).exports;
    }

    function text(core, at) {
      const bytes = new Uint8Array(core.memory.buffer);
      let all = '';
      for (let i = at; at && bytes[i]; i++) all += String.fromCharCode(bytes[i]);
      return all;
    }

    function doubles(core, at, count) {
      return Array.from(new Float64Array(core.memory.buffer, at, count));
    }

    // Decoder-16 with these fields set, by name.
    function configure(core, fields) {
      const left = new Set(Object.keys(fields));
      core.config_reset();
      for (let i = 0; i < core.field_count(); i++) {
        const name = `${text(core, core.field_section(i))}.${text(core, core.field_name(i))}`;
        if (left.delete(name)) core.field_set(i, fields[name]);
      }
      if (left.size > 0) throw new Error(`the core has no field ${[...left].join(', ')}`);
    }

    function values(core) {
      const all = {};
      for (let i = 0; i < core.field_count(); i++) {
        all[`${text(core, core.field_section(i))}.${text(core, core.field_name(i))}`] = core.field_get(i);
      }
      return all;
    }

    function describe(fields) {
      const core = instance();
      configure(core, fields);
      const list = [];
      for (let i = 0; i < core.field_count(); i++) {
        list.push({
          name: `${text(core, core.field_section(i))}.${text(core, core.field_name(i))}`,
          choices: core.field_choices(i) ? text(core, core.field_choices(i)).split('|') : null,
          lowest: core.field_lowest(i),
          highest: core.field_highest(i),
          value: core.field_get(i),
        });
      }
      const error = core.config_error();
      return { fields: list, error: error ? text(core, error) : '', parameters: error ? 0 : core.config_parameters() };
    }

    function begin(core, fields, seed) {
      if (!isTested && core.self_test() !== 0) throw new Error(text(core, core.self_test()));
      isTested = true;
      configure(core, fields);
      if (!core.run_start(seed)) {
        throw new Error(text(core, core.config_error()) || 'it needs more memory than this browser gives');
      }
    }

    function profiles(core, blocks) {
      return {
        rms: doubles(core, core.run_residual_rms(), blocks + 1),
        gradient: doubles(core, core.run_gradient_norms(), blocks),
      };
    }

    // ---- Metrics: what run_train of the program measures, by its names ----

    function logits(run) {
      const set = run.values;
      const count = set['train.batch'] * set['model.context'] * set['model.vocab'];
      const at = run.core.run_logits();
      return new Float32Array(run.core.memory.buffer, at, count).slice();
    }

    function mean(list) {
      return list.reduce((sum, x) => sum + x, 0) / list.length;
    }

    function movement(now, first) {
      let squares = 0;
      for (let i = 0; i < now.length; i++) squares += (now[i] - first[i]) * (now[i] - first[i]);
      return Math.sqrt(squares / now.length);
    }

    function stepwise(run, now) {
      const blocks = run.values['model.blocks'];
      const all = doubles(run.core, run.core.run_activity(), 2 * blocks + 4);
      return {
        'embedding-activity': all[0],
        'attention-activity': mean(all.slice(1, 1 + blocks)),
        'mlp-activity': mean(all.slice(1 + blocks, 1 + 2 * blocks)),
        'stream-activity': all[1 + 2 * blocks],
        'logit-activity': all[2 + 2 * blocks],
        'largest-attention-logit': all[3 + 2 * blocks],
        'logit-movement': movement(now, run.first),
      };
    }

    function evaluate(run) {
      const [loss, , excess] = doubles(run.core, run.core.run_evaluate(), 4);
      const step = run.core.run_steps_done();
      run.last = { loss, excess };
      run.best = loss < run.best ? loss : run.best;
      let now = null;
      if (run.isStepwise) {
        now = stepwise(run, logits(run));
        run.stepwise.push(now);
      }
      postMessage({ type: 'evaluation', id: run.id, step, loss, stepwise: now });
    }

    function metricsOf(run, isLost) {
      const { rms, gradient } = run.profiles;
      const metrics = {
        'residual-rms-in': rms[0],
        'residual-rms-out': rms[rms.length - 1],
        'residual-growth': rms[rms.length - 1] / rms[0],
        'gradient-norm-first': gradient[0],
        'gradient-norm-last': gradient[gradient.length - 1],
        'steps-done': run.core.run_steps_done(),
      };
      if (isLost) return metrics;
      metrics['final-loss'] = run.last.loss;
      metrics['best-loss'] = run.best;
      metrics['final-excess'] = run.last.excess;
      metrics['training-loss'] = run.core.run_loss();
      if (run.isStepwise) {
        Object.assign(metrics, run.stepwise[run.stepwise.length - 1]);
        for (const one of run.stepwise) {
          const largest = one['largest-attention-logit'];
          if (largest > metrics['largest-attention-logit']) metrics['largest-attention-logit'] = largest;
        }
      }
      return metrics;
    }

    // ---- Training ----

    function start({ id, fields, seed, every, isStepwise }) {
      const core = instance();
      begin(core, fields, seed);
      const run = { id, core, every, isStepwise, values: values(core), best: Infinity, last: { loss: NaN }, chunk: 1, stepwise: [] };
      run.steps = run.values['train.steps'];
      run.profiles = profiles(core, run.values['model.blocks']);
      if (isStepwise) {
        run.first = logits(run);
        run.stepwise.push(stepwise(run, run.first));
      }
      runs.set(id, run);
      postMessage({ type: 'start', id, steps: run.steps, profiles: run.profiles, stepwise: run.stepwise[0] || null });
      active.push(run);
      wake.port2.postMessage(0);
    }

    function end(run) {
      const core = run.core;
      const isLost = core.run_has_diverged() !== 0 || !Number.isFinite(run.last.loss);
      const hash = BigInt.asUintN(64, core.run_trajectory_hash()).toString(16).padStart(16, '0');
      runs.delete(run.id);
      postMessage({
        type: 'end',
        id: run.id,
        hash,
        diverged: isLost ? core.run_steps_done() : null,
        metrics: metricsOf(run, isLost),
      });
    }

    // Steps up to the next evaluation, as many at a time as fit into a slice.
    // True when there are no more.
    function advance(run, until) {
      const core = run.core;
      while (performance.now() < until) {
        const done = core.run_steps_done();
        const next = run.every > 0 ? Math.min(run.steps, done + run.every - (done % run.every)) : run.steps;
        const count = Math.min(run.chunk, next - done);
        const began = performance.now();
        const taken = count > 0 ? core.run_step(count) : 0;
        if (taken < count || count <= 0) return true;
        const took = performance.now() - began;
        run.chunk = Math.max(1, Math.min(256, Math.round((run.chunk * 5) / Math.max(took, 0.5))));
        if (done + taken === next) evaluate(run);
      }
      return false;
    }

    function work() {
      const run = active.shift();
      if (!run) return;
      if (advance(run, performance.now() + SLICE)) {
        end(run);
      } else {
        active.push(run);
        postMessage({ type: 'progress', id: run.id, step: run.core.run_steps_done(), loss: run.core.run_loss() });
      }
      if (active.length > 0) wake.port2.postMessage(0);
    }
    wake.port1.onmessage = work;

    const handlers = {
      core({ bytes }) {
        compiled = new WebAssembly.Module(bytes);
      },
      start,
      stop({ id }) {
        const at = active.findIndex((run) => run.id === id);
        if (at >= 0) active.splice(at, 1);
        const run = runs.get(id);
        if (run) postMessage({ type: 'stopped', id, step: run.core.run_steps_done() });
      },
      resume({ id }) {
        const run = runs.get(id);
        if (run && !active.includes(run)) {
          active.push(run);
          wake.port2.postMessage(0);
        }
      },
      drop({ id }) {
        const at = active.findIndex((run) => run.id === id);
        if (at >= 0) active.splice(at, 1);
        runs.delete(id);
      },
      describe({ id, fields }) {
        postMessage({ type: 'answer', id, answer: describe(fields) });
      },
      probe({ id, fields, seeds }) {
        const core = instance();
        const answer = seeds.map((seed) => {
          begin(core, fields, seed);
          return profiles(core, values(core)['model.blocks']);
        });
        postMessage({ type: 'answer', id, answer });
      },
    };

    self.onmessage = ({ data }) => {
      try {
        handlers[data.type](data);
      } catch (error) {
        postMessage({ type: 'error', id: data.id, text: error.message });
      }
    };
  }

  function makeWorker(body) {
    const url = URL.createObjectURL(new Blob([`'use strict';(${body})();`], { type: 'text/javascript' }));
    const made = new Worker(url);
    URL.revokeObjectURL(url);
    return made;
  }

  // ---- How fast this machine is ----------------------------------------------

  // A module whose one function multiplies and adds vectors n times, eight at a
  // time, written out in the bytes of the WebAssembly specification. Whether it
  // validates says whether there is SIMD; how long it takes, how long a run will.
  function yardstick() {
    const MUL = [0xfd, 0xe6, 0x01], ADD = [0xfd, 0xe4, 0x01], GET = 0x20, SET = 0x21;
    const half = [0, 0, 0, 0x3f];
    const body = [1, 9, 0x7b, 0xfd, 0x0c, ...half, ...half, ...half, ...half, SET, 9, 0x03, 0x40];
    for (let i = 1; i <= 8; i++) body.push(GET, i, GET, 9, ...MUL, GET, 9, ...ADD, SET, i);
    body.push(GET, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, GET, 1);
    for (let i = 2; i <= 8; i++) body.push(GET, i, ...ADD);
    body.push(0xfd, 0x1f, 0, 0x0b);
    const size = [(body.length & 0x7f) | 0x80, body.length >> 7];
    const whole = body.length + 3;
    return new Uint8Array([
      0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // magic, version
      1, 6, 1, 0x60, 1, 0x7f, 1, 0x7d, // one type: i32 to f32
      3, 2, 1, 0, // one function
      7, 5, 1, 1, 0x66, 0, 0, // exported as "f"
      10, (whole & 0x7f) | 0x80, whole >> 7, 1, ...size, ...body,
    ]);
  }

  function timer() {
    self.onmessage = ({ data }) => {
      const { f } = new WebAssembly.Instance(new WebAssembly.Module(data)).exports;
      const time = (milliseconds) => {
        const began = performance.now();
        let passes = 0;
        let now = began;
        for (; now - began < milliseconds; now = performance.now()) {
          f(5000);
          passes += 5000;
        }
        return (passes / (now - began)) * 1000;
      };
      time(30); // until it is compiled well
      // The middle of several, since a machine is sometimes elsewhere for a moment.
      const several = Array.from({ length: 5 }, () => time(20)).sort((a, b) => a - b);
      postMessage(several[2]);
    };
  }

  // Units of cost (run_cost of the program) that the core does in the time of one
  // pass of the yardstick: measured, 27 to 36 over widths 16 to 256.
  const COST_OF_PASS = 30;

  const REMEMBERED = 'probatum-speed';
  let speed = 0;

  function remembered() {
    try {
      return Number(sessionStorage.getItem(REMEMBERED)) || 0;
    } catch {
      return 0;
    }
  }

  function remember(value) {
    speed = value;
    try {
      sessionStorage.setItem(REMEMBERED, String(value));
    } catch {
      // A page that may keep nothing measures again.
    }
  }

  async function measureNow() {
    const passes = await new Promise((resolve, reject) => {
      const one = makeWorker(timer);
      one.onmessage = ({ data }) => {
        one.terminate();
        resolve(data);
      };
      one.onerror = () => reject(new Error('no worker'));
      one.postMessage(yardstick());
    });
    remember(passes * COST_OF_PASS);
    return speed;
  }

  // Resolves to units of cost a second; who asks while it is measured waits too.
  const measureOnce = probatum.once(measureNow);
  async function measure() {
    speed = speed || remembered();
    return speed > 0 ? speed : measureOnce();
  }

  // ---- The pool ---------------------------------------------------------------

  const size = Math.max(1, Math.min(navigator.hardwareConcurrency || 2, 16));
  const pool = [];
  const queue = [];
  const jobs = new Map();
  let nextId = 1;
  let bytes = null;

  function finish(job) {
    jobs.delete(job.id);
    if (job.slot && job.slot.job === job) job.slot.job = null;
    dispatch();
  }

  function hear({ data }) {
    const job = jobs.get(data.id);
    if (!job) return;
    const tell = (name, value) => job.callbacks[name] && job.callbacks[name](value);
    if (data.type === 'answer') {
      finish(job);
      tell('onanswer', data.answer);
    } else if (data.type === 'error') {
      finish(job);
      tell('onerror', new Error(data.text));
    } else if (data.type === 'end') {
      finish(job);
      tell('onend', data);
    } else {
      tell(`on${data.type}`, data);
    }
  }

  function newSlot() {
    const slot = { worker: makeWorker(worker), job: null };
    slot.worker.onmessage = hear;
    slot.worker.onerror = (event) => {
      event.preventDefault();
      for (const job of [...jobs.values()].filter((one) => one.slot === slot)) {
        hear({ data: { type: 'error', id: job.id, text: event.message || 'the worker failed' } });
      }
    };
    slot.worker.postMessage({ type: 'core', bytes });
    pool.push(slot);
    return slot;
  }

  // The first that waits and whose worker is free; a run that was stopped can only
  // go on where it is.
  function dispatch() {
    for (let i = 0; i < queue.length; i++) {
      const job = queue[i];
      const slot = job.slot ? (job.slot.job ? null : job.slot) : pool.find((one) => !one.job) || (pool.length < size ? newSlot() : null);
      if (slot) {
        queue.splice(i, 1);
        i -= 1;
        job.slot = slot;
        slot.job = job;
        slot.worker.postMessage(job.message);
      }
    }
  }

  function put(job) {
    jobs.set(job.id, job);
    queue.push(job);
    dispatch();
  }

  function unqueue(job) {
    const at = queue.indexOf(job);
    if (at >= 0) queue.splice(at, 1);
    return at >= 0;
  }

  function start(spec, callbacks) {
    const id = nextId++;
    const message = { type: 'start', id, fields: spec.fields, seed: spec.seed, every: spec.every, isStepwise: Boolean(spec.isStepwise) };
    const job = { id, callbacks, message, slot: null };
    put(job);
    return {
      stop() {
        if (unqueue(job)) {
          if (callbacks.onstopped) callbacks.onstopped({ step: null });
        } else if (jobs.has(id) && job.slot.job === job) {
          job.slot.worker.postMessage({ type: 'stop', id });
          job.slot.job = null;
          job.message = { type: 'resume', id };
          dispatch();
        }
      },
      resume() {
        if (jobs.has(id) && !queue.includes(job) && !(job.slot && job.slot.job === job)) {
          queue.push(job);
          dispatch();
        }
      },
      drop() {
        unqueue(job);
        if (jobs.has(id) && job.slot) job.slot.worker.postMessage({ type: 'drop', id });
        finish(job);
      },
    };
  }

  // Questions are short and wait for no run: a worker that trains answers between
  // two slices.
  function ask(message) {
    return new Promise((resolve, reject) => {
      const id = nextId++;
      const slot = pool.find((one) => !one.job) || (pool.length < size ? newSlot() : pool[id % pool.length]);
      jobs.set(id, { id, callbacks: { onanswer: resolve, onerror: reject }, slot });
      slot.worker.postMessage({ ...message, id });
    });
  }

  // ---- What pages call ----------------------------------------------------------

  probatum.engine = {
    workers: size,

    // Whether this browser can run the core at all.
    isSupported() {
      try {
        return typeof Worker === 'function' && typeof BigInt === 'function' && WebAssembly.validate(yardstick());
      } catch {
        return false;
      }
    },

    // Fetches the core, once. `assets` is the address of the assets folder.
    async prepare(assets) {
      const text = await probatum.fetch('core-wasm', `${assets}core-wasm.js`);
      bytes = bytes || bytesOf(text);
    },

    measure,

    // Remembers what a whole run taught about this machine.
    learn(cost, seconds) {
      if (seconds > 0.2) remember(cost / seconds);
    },

    // After prepare: a handle with stop, resume and drop. `fields` are the core's,
    // by name; others are decoder-16's. Callbacks, each with one object:
    // onstart {steps, profiles}, onprogress {step, loss}, onevaluation {step, loss,
    // stepwise}, onstopped {step}, onend {hash, diverged, metrics}, onerror.
    start,

    // {fields: [{name, choices, lowest, highest, value}], error, parameters}
    describe: (fields) => ask({ type: 'describe', fields }),

    // For each seed {rms: [blocks + 1], gradient: [blocks]} at initialisation.
    probe: (fields, seeds) => ask({ type: 'probe', fields, seeds }),
  };
})(window.probatum);
