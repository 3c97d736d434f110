// The panel that trains an experiment again in the reader's browser: one run
// beside its published curve, or all seeds of a hypothesis with the verdict at the
// end. As soon as a knob is turned it is exploration, looks like it, and says
// nothing about evidence.
'use strict';

(function (probatum) {
  const { engine, element } = probatum;
  const { armOf, comparison, curveOf, duration, field, fieldsOf, loss, pace, table, verdictLine } = probatum.panel;
  const LONG = 120; // seconds from which an estimate comes with a warning

  // ---- Knobs ----------------------------------------------------------------------

  // What can be turned, and how far where the core's own limits are too wide.
  const KNOBS = [
    { name: 'train.lr', title: 'Peak learning rate', lowest: 2 ** -12, highest: 1, isLog: true },
    { name: 'model.init_std', title: 'Std of initial weights', lowest: 2 ** -10, highest: 2, isLog: true },
    { name: 'train.warmup', title: 'Steps of warmup', lowest: 0, highest: 500, step: 10 },
    { name: 'model.blocks', title: 'Blocks', lowest: 1, highest: 16, step: 1 },
    { name: 'model.placement', title: 'Norm placement' },
    { name: 'model.norm', title: 'Norm' },
    { name: 'model.residual', title: 'Residual scaling' },
    { name: 'model.activation', title: 'Activation' },
    { name: 'train.optimizer', title: 'Optimiser' },
    { name: 'train.schedule', title: 'Schedule' },
    { name: 'train.steps', title: 'Steps', lowest: 100, highest: 3000, step: 100 },
  ];

  function knobOf(knob, field, onturn) {
    const id = `rerun-${field.name.replace('.', '-')}`;
    const row = element('div', { class: 'knob' }, element('label', { for: id }, knob.title));
    if (field.choices) {
      const select = element('select', { id }, ...field.choices.map((name, i) => element('option', { value: i }, name)));
      select.value = field.value;
      select.addEventListener('change', () => onturn(field.name, Number(select.value)));
      row.append(select);
      return row;
    }
    const lowest = Math.max(knob.lowest, field.lowest);
    const highest = Math.min(knob.highest, field.highest);
    const to = knob.isLog ? Math.log2 : (x) => x;
    const from = knob.isLog ? (x) => Number((2 ** x).toPrecision(3)) : (x) => x;
    const shown = element('output', { for: id }, String(field.value));
    const slider = element('input', { id, type: 'range', min: to(lowest), max: to(highest), step: knob.isLog ? 0.25 : knob.step });
    slider.value = field.value > 0 || !knob.isLog ? to(field.value) : to(lowest);
    slider.setAttribute('aria-valuetext', String(field.value));
    slider.addEventListener('input', () => {
      const value = from(Number(slider.value));
      shown.textContent = String(value);
      slider.setAttribute('aria-valuetext', String(value));
      onturn(field.name, value);
    });
    row.append(slider, shown);
    return row;
  }

  // run_cost of the program, for settings that no plan has.
  function costOf(fields, every, parameters) {
    const token = parameters + fields['model.blocks'] * fields['model.context'] * fields['model.width'];
    const trained = fields['train.steps'] * fields['train.batch'] * fields['model.context'];
    const evaluations = every ? Math.floor(fields['train.steps'] / every) + 1 : 1;
    return token * (3 * trained + evaluations * fields['train.eval_tokens']);
  }

  // ---- The panel --------------------------------------------------------------------

  function Panel(root) {
    const experiments = JSON.parse(root.dataset.rerun);
    const assets = root.dataset.assets;
    const what = element('select', { id: 'rerun-what' });
    const armBox = element('select', { id: 'rerun-arm' });
    const seedBox = element('select', { id: 'rerun-seed' });
    const one = element('button', { type: 'submit', class: 'main' });
    const all = element('button', { type: 'button' });
    const halt = element('button', { type: 'button', hidden: true });
    const bar = element('progress', { hidden: true, max: 1, value: 0, 'aria-label': 'Progress of the rerun' });
    const status = element('p', { class: 'rerun-status', role: 'status' });
    const hint = element('p', { class: 'rerun-hint' });
    const output = element('div', { class: 'rerun-output' });
    const badge = element('p', { class: 'rerun-badge', hidden: true }, element('strong', {}, 'Exploration, not evidence.'), ' These settings are in no plan. The published run is drawn beside them to show what they change, and decides nothing.');
    const reset = element('button', { type: 'button', hidden: true }, 'Back to the published settings');
    const knobs = element('details', { class: 'rerun-knobs' }, element('summary', {}, 'Turn a knob'));
    const knobRows = element('div', { class: 'knobs' });
    knobs.append(knobRows);

    let picks = []; // of `what`: {experiment, hypothesis}
    let turned = {}; // settings that differ from the arm's
    let turnedCost = 0; // 0 until the core has said it
    let isImpossible = false; // the core does not take the settings
    // The last request of each kind: an answer to one before it comes too late.
    const last = { promise: 0, fill: 0, turn: 0 };
    let isRunning = false;
    let isStopped = false;
    let handles = [];
    let started = null; // the button that did

    const pick = () => picks[what.selectedIndex];

    // ---- Choosing ----

    function fillWhat() {
      const isOne = experiments.length === 1;
      for (const experiment of experiments) {
        const group = element('optgroup', { label: experiment.id });
        for (const hypothesis of experiment.hypotheses) {
          picks.push({ experiment, hypothesis });
          group.append(element('option', {}, hypothesis.id.replaceAll('-', ' ')));
        }
        if (isOne && (experiment.hypotheses.length === 0 || experiment.arms.length > 2)) {
          picks.push({ experiment, hypothesis: null });
          group.append(element('option', {}, experiment.hypotheses.length > 0 ? 'none: any arm' : 'none'));
        }
        what.append(...(isOne ? group.children : [group]));
      }
    }

    function fillArms() {
      const { experiment, hypothesis } = pick();
      const names = hypothesis ? new Set([hypothesis.treatment, hypothesis.control, ...hypothesis.arms]) : null;
      const role = (name) => (hypothesis && name === hypothesis.control ? ' (control)' : hypothesis && name === hypothesis.treatment ? ' (treatment)' : '');
      const arms = hypothesis ? [...names].map((name) => experiment.arms.find((arm) => arm.name === name)).filter(Boolean) : experiment.arms;
      armBox.replaceChildren(...arms.map((arm) => element('option', { value: arm.name }, arm.name + role(arm.name))));
      seedBox.replaceChildren(...experiment.seeds.map((seed) => element('option', { value: seed }, String(seed))));
    }

    const costOfArm = (name) => pick().experiment.arms.find((arm) => arm.name === name).cost;
    const isExploring = () => Object.keys(turned).length > 0;

    async function promise() {
      const { experiment, hypothesis } = pick();
      const cost = isExploring() ? turnedCost : costOfArm(armBox.value);
      const names = hypothesis ? [...new Set(hypothesis.arms)] : [];
      const request = ++last.promise;
      const subject = isExploring() ? `Run these settings on seed ${seedBox.value}` : `Rerun seed ${seedBox.value}`;
      const several = `Rerun all ${experiment.seeds.length} seeds of ${names.length === 2 ? 'both' : `${names.length}`} arms`;
      one.textContent = `${subject} (about … s)`;
      all.textContent = `${several} (about … s)`;
      all.hidden = !hypothesis || isExploring();
      hint.textContent = '';
      const speed = await engine.measure().catch(() => 0);
      if (request !== last.promise) return;
      if (!speed) {
        one.textContent = subject;
        all.textContent = several;
      }
      if (!speed || !cost) return;
      const seconds = cost / speed;
      const tasks = names.length * experiment.seeds.length;
      const together = (names.reduce((sum, name) => sum + costOfArm(name), 0) * experiment.seeds.length) / speed / pace(tasks);
      one.textContent = `${subject} (${duration(seconds)})`;
      one.dataset.seconds = seconds;
      all.textContent = `${several} (${duration(together)})`;
      all.dataset.seconds = together;
      if (seconds > LONG || (!all.hidden && together > LONG)) {
        hint.textContent = `${seconds > LONG ? 'This' : 'The longer of these'} is more than a browser is made for; the command above is several times faster. A run can be stopped and resumed as long as this page is open.`;
      }
    }

    // ---- Running ----

    function say(text) {
      status.textContent = text;
    }

    // What has the focus is locked or hidden when a run starts or ends: the focus
    // goes to the button that can be pressed then.
    function setRunning(running) {
      const hadFocus = root.contains(document.activeElement) ? document.activeElement : null;
      isRunning = running;
      isStopped = false;
      for (const box of [what, armBox, seedBox, one, all, reset]) box.disabled = running;
      if (isImpossible) one.disabled = true;
      lockKnobs();
      halt.hidden = !running;
      halt.textContent = 'Stop';
      bar.hidden = !running;
      bar.value = 0;
      root.dataset.state = running ? 'running' : 'ended';
      if (running && hadFocus && hadFocus.disabled) halt.focus();
      if (!running && hadFocus === halt) (started || one).focus();
      if (running) {
        started = hadFocus === all ? all : one;
        root.removeAttribute('data-result');
      }
      if (!running) handles = [];
    }

    function toggle() {
      isStopped = !isStopped;
      halt.textContent = isStopped ? 'Resume' : 'Stop';
      root.dataset.state = isStopped ? 'stopped' : 'running';
      // The last first, so that none that waits takes the place of one stopped.
      for (const handle of handles.slice().reverse()) {
        if (isStopped) handle.stop();
        else handle.resume();
      }
      say(isStopped ? 'Stopped. The run is kept and goes on from here.' : 'Going on.');
    }

    // The experiment's data, with the core ready.
    async function fetchAll() {
      const { experiment } = pick();
      const [data] = await Promise.all([probatum.fetch(experiment.id, experiment.data), engine.prepare(assets)]);
      return data;
    }

    function failed(error) {
      for (const handle of handles.slice().reverse()) handle.drop();
      setRunning(false);
      say(`The rerun did not work here: ${error.message}. The same button tries again.`);
    }

    // ---- One run ----

    function lossPlot(steps, arm, published) {
      const plot = probatum.plot({ title: 'Evaluation loss over steps', x: [0, Math.max(steps, ...(published ? curveOf(arm, published).map(([step]) => step) : []))], xLabel: 'steps', yLabel: 'loss, nats per token' });
      if (published) plot.line('published', 'published', { points: curveOf(arm, published), hasMarks: true });
      const batch = plot.line('here: each batch', 'batch', { isMinor: true });
      const here = plot.line('here: evaluation', isExploring() ? 'exploring' : 'here');
      return { plot, batch, here };
    }

    function hashes(here, there) {
      return element('dl', { class: 'pairs rerun-hashes' },
        element('dt', {}, 'Trajectory hash here'), element('dd', {}, element('code', { 'data-hash': 'here' }, here)),
        element('dt', {}, 'Published'), element('dd', {}, element('code', { 'data-hash': 'published' }, there)));
    }

    function showOne(arm, published, seen, outcome, result) {
      const there = new Map(published ? curveOf(arm, published) : []);
      const rows = seen.map(([step, value]) => [String(step), loss(value), ...(published ? [there.has(step) ? loss(there.get(step)) : ''] : [])]);
      const parts = outcome ? [verdictLine(outcome.isSame, outcome.words), hashes(result.hash, published.hash)]
        : [element('p', { class: 'rerun-result' }, result.diverged === null ? `Final loss ${loss(result.metrics['final-loss'])} with these settings.` : `Diverged at step ${result.diverged} with these settings.`)];
      output.append(...parts, table('The curve as numbers', ['Step', 'Loss here', ...(published ? ['Published'] : [])], rows));
    }

    async function runOne() {
      setRunning(true);
      output.replaceChildren();
      say('Fetching the core and the settings.');
      const name = armBox.value;
      const seed = Number(seedBox.value);
      const isEvidence = !isExploring();
      const data = await fetchAll();
      const arm = armOf(data, name);
      const published = arm.runs.find((run) => run.seed === seed);
      const fields = { ...fieldsOf(data, arm), ...turned };
      const steps = fields['train.steps'];
      const outcome = isEvidence ? comparison(arm, published) : null;
      const { plot, batch, here } = lossPlot(steps, arm, published);
      const seen = [];
      const began = performance.now();
      let paused = false;
      output.append(element('figure', { class: 'rerun-figure' }, ...plot.nodes));
      say(`Training ${name}, seed ${seed}.`);
      const handle = engine.start({ fields, seed, every: arm.every }, {
        onprogress({ step, loss: value }) {
          bar.value = step / steps;
          batch.push(step, value);
        },
        onevaluation(event) {
          seen.push([event.step, event.loss]);
          here.push(event.step, event.loss);
          if (outcome) outcome.evaluation(event);
        },
        onstopped() {
          paused = true;
        },
        onerror: failed,
        onend(result) {
          const seconds = (performance.now() - began) / 1000;
          setRunning(false);
          const found = outcome && outcome.end(result);
          if (isEvidence && !paused) engine.learn(arm.cost, seconds);
          showOne(arm, published, seen, found, result);
          plot.describe(`Evaluation loss over ${steps} steps, from ${loss(seen[0] ? seen[0][1] : NaN)} to ${loss(seen.length ? seen[seen.length - 1][1] : NaN)}. The numbers are in the table below.`);
          root.dataset.result = !found ? 'exploration' : found.isSame ? 'same' : 'differs';
          root.dataset.took = seconds;
          say(`${found ? found.words : 'Done: an exploration, not evidence.'} It took ${seconds.toFixed(1)} s.`);
          promise();
        },
      });
      handles = [handle];
    }

    // ---- All seeds of a hypothesis ----

    async function runAll() {
      setRunning(true);
      output.replaceChildren();
      say('Fetching the core and the settings.');
      const [data] = await Promise.all([fetchAll(), probatum.load(assets, ['decide.js', 'seeds.js'])]);
      const hypothesis = data.hypotheses.find((one_) => one_.id === pick().hypothesis.id);
      probatum.rerunAll({ root, output, bar, say, setRunning, failed, keep: (handle) => handles.push(handle) }, data, hypothesis);
    }

    // ---- Exploring ----

    function show() {
      const exploring = isExploring();
      root.dataset.mode = exploring ? 'exploration' : 'evidence';
      badge.hidden = !exploring;
      reset.hidden = !exploring;
      promise();
    }

    // What was drawn was drawn with other settings.
    function clear() {
      output.replaceChildren();
      root.removeAttribute('data-result');
      say('');
    }

    // The page is an exploration at once; the core's word on the settings, and on
    // what they cost, comes a moment later. A run that goes on is not touched.
    async function turn(base, every, name, value) {
      if (isRunning) return;
      const request = ++last.turn;
      if (value === base[name]) delete turned[name];
      else turned[name] = value;
      turnedCost = 0;
      clear();
      show();
      const wanted = { ...base, ...turned };
      const { error, parameters } = await engine.describe(wanted);
      if (request !== last.turn) return;
      turnedCost = costOf(wanted, every, parameters);
      isImpossible = error !== '';
      if (isRunning) return;
      one.disabled = isImpossible;
      if (isImpossible) say(`These settings do not go together: ${error}.`);
      promise();
    }

    async function fillKnobs() {
      const request = ++last.fill;
      const data = await fetchAll();
      const arm = armOf(data, armBox.value);
      const base = fieldsOf(data, arm);
      const { fields } = await engine.describe(base);
      if (request !== last.fill) return;
      const onturn = (name, value) => {
        if (request === last.fill) turn(base, arm.every, name, value).catch((error) => say(`The core gives no answer: ${error.message}.`));
      };
      knobRows.replaceChildren(...KNOBS.map((knob) => knobOf(knob, fields.find((one_) => one_.name === knob.name), onturn)));
      lockKnobs();
    }

    function lockKnobs() {
      for (const box of knobRows.querySelectorAll('input, select')) box.disabled = isRunning;
    }

    function openKnobs() {
      fillKnobs().catch((error) => say(`The knobs cannot be shown: ${error.message}.`));
    }

    function settle() {
      turned = {};
      last.turn += 1;
      isImpossible = false;
      one.disabled = false;
      clear();
      if (knobs.open) openKnobs();
      show();
    }

    // ---- Together ----

    const form = element('form', { class: 'rerun-form' },
      element('div', { class: 'fields' }, field('Hypothesis', what), field('Arm', armBox), field('Seed', seedBox)),
      element('div', { class: 'buttons' }, one, all, halt, reset));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!isRunning) runOne().catch(failed);
    });
    all.addEventListener('click', () => !isRunning && runAll().catch(failed));
    halt.addEventListener('click', toggle);
    reset.addEventListener('click', () => {
      settle();
      one.focus();
    });
    what.addEventListener('change', () => {
      fillArms();
      settle();
    });
    armBox.addEventListener('change', settle);
    seedBox.addEventListener('change', show);
    knobs.addEventListener('toggle', () => {
      if (knobs.open && knobRows.childElementCount === 0) openKnobs();
    });

    fillWhat();
    fillArms();
    root.replaceChildren(badge, form, hint, bar, status, output, knobs);
    root.dataset.mode = 'evidence';
    show();
  }

  // ---- On the page --------------------------------------------------------------------

  // This script is loaded when a panel comes near (near.js).
  for (const root of document.querySelectorAll('[data-rerun]')) {
    if (engine.isSupported()) {
      Panel(root);
    } else {
      root.replaceChildren(element('p', { class: 'rerun-none' }, probatum.panel.NOT_HERE));
      root.classList.add('none');
    }
  }
})(window.probatum);
