// The panel that trains an experiment again in the reader's browser: one run
// beside its published curve, or all seeds of a hypothesis with the verdict at the
// end. As soon as a knob is turned (knobs.js) it is exploration, looks like it, and
// says nothing about evidence.
'use strict';

(function (probatum) {
  const { engine, element } = probatum;
  const { armOf, comparison, curveOf, duration, field, fieldsOf, loss, pace, table, verdictLine } = probatum.panel;
  const LONG = 120; // seconds from which an estimate comes with a warning

  // ---- Choosing ---------------------------------------------------------------------

  // A hypothesis, an arm and a seed. An arm of no hypothesis can be chosen where there
  // is one experiment alone.
  function Choices(experiments) {
    const what = element('select', { id: 'rerun-what' });
    const arm = element('select', { id: 'rerun-arm' });
    const seed = element('select', { id: 'rerun-seed' });
    const picks = []; // of `what`: {experiment, hypothesis}
    const isOne = experiments.length === 1;

    function offer(group, experiment, hypothesis, words) {
      picks.push({ experiment, hypothesis });
      group.append(element('option', {}, words));
    }

    function fillArms() {
      const { experiment, hypothesis } = choices.pick;
      const names = hypothesis ? new Set([hypothesis.treatment, hypothesis.control, ...hypothesis.arms]) : null;
      const role = (name) => (hypothesis && name === hypothesis.control ? ' (control)' : hypothesis && name === hypothesis.treatment ? ' (treatment)' : '');
      const arms = hypothesis ? [...names].map((name) => experiment.arms.find((one) => one.name === name)).filter(Boolean) : experiment.arms;
      arm.replaceChildren(...arms.map((one) => element('option', { value: one.name }, one.name + role(one.name))));
      seed.replaceChildren(...experiment.seeds.map((one) => element('option', { value: one }, String(one))));
    }

    for (const experiment of experiments) {
      const group = element('optgroup', { label: experiment.id });
      for (const hypothesis of experiment.hypotheses) offer(group, experiment, hypothesis, hypothesis.id.replaceAll('-', ' '));
      if (isOne && (experiment.hypotheses.length === 0 || experiment.arms.length > 2)) {
        offer(group, experiment, null, experiment.hypotheses.length > 0 ? 'none: any arm' : 'none');
      }
      what.append(...(isOne ? group.children : [group]));
    }
    const choices = {
      what, arm, seed, fillArms,
      get pick() { return picks[what.selectedIndex]; },
      costOf: (name) => choices.pick.experiment.arms.find((one) => one.name === name).cost,
    };
    fillArms();
    return choices;
  }

  // ---- What it takes ------------------------------------------------------------------

  // Writes on the buttons what they do and how long that takes on this machine.
  function Estimate({ choices, knobs, one, all, hint }) {
    let last = 0; // an estimate for one before comes too late

    function warn(seconds, together) {
      if (seconds <= LONG && (all.hidden || together <= LONG)) return;
      hint.textContent = `${seconds > LONG ? 'This' : 'The longer of these'} is more than a browser is made for; the command above is several times faster. A run can be stopped and resumed as long as this page is open.`;
    }

    return async function () {
      const { experiment, hypothesis } = choices.pick;
      const cost = knobs.isExploring() ? knobs.cost : choices.costOf(choices.arm.value);
      const names = hypothesis ? [...new Set(hypothesis.arms)] : [];
      const subject = knobs.isExploring() ? `Run these settings on seed ${choices.seed.value}` : `Rerun seed ${choices.seed.value}`;
      const several = `Rerun all ${experiment.seeds.length} seeds of ${names.length === 2 ? 'both' : `${names.length}`} arms`;
      const request = ++last;
      const write = (short, long) => {
        one.textContent = short ? `${subject} (${short})` : subject;
        all.textContent = long ? `${several} (${long})` : several;
      };
      write('about … s', 'about … s');
      all.hidden = !hypothesis || knobs.isExploring();
      hint.textContent = '';
      const speed = await engine.measure().catch(() => 0);
      if (request !== last) return;
      if (!speed) write('', '');
      if (!speed || !cost) return;
      const seconds = cost / speed;
      const tasks = names.length * experiment.seeds.length;
      const together = (names.reduce((sum, name) => sum + choices.costOf(name), 0) * experiment.seeds.length) / speed / pace(tasks);
      write(duration(seconds), duration(together));
      one.dataset.seconds = seconds;
      all.dataset.seconds = together;
      warn(seconds, together);
    };
  }

  // ---- Running ------------------------------------------------------------------------

  // Starts, stops and ends what the panel trains, and locks meanwhile what would
  // change it.
  function Run(panel) {
    const { root, choices, knobs, one, all, halt, over, reset, bar, say } = panel;
    let handles = [];
    let isStopped = false;
    let since = 0; // it is stopped
    let idle = 0; // milliseconds that it was stopped before
    let started = null; // the button that did
    const run = {
      isRunning: false, set, toggle, drop, fail,
      keep: (handle) => handles.push(handle),
      get idle() { return idle + (isStopped ? performance.now() - since : 0); },
    };

    // What has the focus is locked or hidden when a run starts or ends: the focus
    // goes to the button that can be pressed then.
    function set(running) {
      const hadFocus = root.contains(document.activeElement) ? document.activeElement : null;
      run.isRunning = running;
      isStopped = false;
      idle = 0;
      for (const box of [choices.what, choices.arm, choices.seed, one, all, reset]) box.disabled = running;
      if (knobs.isImpossible) one.disabled = true;
      knobs.lock();
      halt.hidden = !running;
      halt.textContent = 'Stop';
      over.hidden = true;
      bar.hidden = !running;
      bar.value = 0;
      root.dataset.state = running ? 'running' : 'ended';
      if (running && hadFocus && hadFocus.disabled) halt.focus();
      if (!running && [halt, over].includes(hadFocus)) (started || one).focus();
      if (running) {
        started = hadFocus === all ? all : one;
        root.removeAttribute('data-result');
      }
      if (!running) handles = [];
    }

    function toggle() {
      if (isStopped) idle += performance.now() - since;
      since = performance.now();
      isStopped = !isStopped;
      over.hidden = !isStopped || handles.length === 0;
      halt.textContent = isStopped ? 'Resume' : 'Stop';
      root.dataset.state = isStopped ? 'stopped' : 'running';
      // The last first, so that none that waits takes the place of one stopped.
      for (const handle of handles.slice().reverse()) {
        if (isStopped) handle.stop();
        else handle.resume();
      }
      say(isStopped ? 'Stopped. The run is kept and goes on from here.' : 'Going on.');
    }

    // Back to where anything can be chosen.
    function drop() {
      for (const handle of handles.slice().reverse()) handle.drop();
      set(false);
    }

    function fail(error) {
      drop();
      say(`The rerun did not work here: ${error.message}. The same button tries again.`);
    }

    return run;
  }

  // ---- One run ------------------------------------------------------------------------

  function lossPlot(steps, curve, isEvidence) {
    const plot = probatum.plot({ title: 'Evaluation loss over steps', x: [0, Math.max(steps, ...curve.map(([step]) => step))], xLabel: 'steps', yLabel: 'loss, nats per token' });
    if (curve.length > 0) plot.line('published', 'published', { points: curve, hasMarks: true });
    const batch = plot.line('here: some of the batches', 'batch', { isMinor: true });
    const here = plot.line('here: evaluation', isEvidence ? 'here' : 'exploring');
    return { plot, batch, here };
  }

  function hashes(here, there) {
    return element('dl', { class: 'pairs rerun-hashes' },
      element('dt', {}, 'Trajectory hash here'), element('dd', {}, element('code', { 'data-hash': 'here' }, here)),
      element('dt', {}, 'Published'), element('dd', {}, element('code', { 'data-hash': 'published' }, there)));
  }

  // What came of a run, below its picture; of an exploration no hash is shown.
  function partsOf({ published, curve, seen, result, found }) {
    const there = new Map(curve);
    const rows = seen.map(([step, value]) => [String(step), loss(value), ...(published ? [there.has(step) ? loss(there.get(step)) : ''] : [])]);
    const parts = found ? [verdictLine(found.isSame, found.words), hashes(result.hash, published.hash)]
      : [element('p', { class: 'rerun-result' }, result.diverged === null ? `Final loss ${loss(result.metrics['final-loss'])} with these settings.` : `Diverged at step ${result.diverged} with these settings.`)];
    return [...parts, table('The curve as numbers', ['Step', 'Loss here', ...(published ? ['Published'] : [])], rows)];
  }

  // Trains the arm on the seed, with what is turned, and shows it as it comes.
  function trainOne({ root, run, output, bar, say, promise }, data, arm, seed, turned) {
    const isEvidence = Object.keys(turned).length === 0;
    const published = arm.runs.find((one) => one.seed === seed);
    const curve = published ? curveOf(arm, published) : [];
    const fields = { ...fieldsOf(data, arm), ...turned };
    const steps = fields['train.steps'];
    const outcome = isEvidence ? comparison(arm, published) : null;
    const { plot, batch, here } = lossPlot(steps, curve, isEvidence);
    const seen = [];
    const began = performance.now();
    let wasStopped = false; // and its time tells nothing

    function end(result) {
      const seconds = (performance.now() - began - run.idle) / 1000;
      run.set(false);
      const found = outcome && outcome.end(result);
      if (isEvidence && !wasStopped) engine.learn(arm.cost, seconds);
      output.append(...partsOf({ published, curve, seen, result, found }));
      plot.describe(`Evaluation loss over ${steps} steps, from ${loss(seen[0] ? seen[0][1] : NaN)} to ${loss(seen.length ? seen[seen.length - 1][1] : NaN)}. The numbers are in the table below.`);
      root.dataset.result = !found ? 'exploration' : found.isSame ? 'same' : 'differs';
      root.dataset.took = seconds;
      say(`${found ? found.words : 'Done: an exploration, not evidence.'} It took ${seconds.toFixed(1)} s.`);
      promise();
    }

    output.append(element('figure', { class: 'rerun-figure' }, ...plot.nodes));
    say(`Training ${arm.name}, seed ${seed}.`);
    run.keep(engine.start({ fields, seed, every: arm.every }, {
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
        wasStopped = true;
      },
      onerror: run.fail,
      onend: end,
    }));
  }

  // ---- The panel ------------------------------------------------------------------------

  function nodesOf() {
    return {
      one: element('button', { type: 'submit', class: 'main' }),
      all: element('button', { type: 'button' }),
      halt: element('button', { type: 'button', hidden: true }),
      over: element('button', { type: 'button', hidden: true }, 'Start over'),
      reset: element('button', { type: 'button', hidden: true }, 'Back to the published settings'),
      bar: element('progress', { hidden: true, max: 1, value: 0, 'aria-label': 'Progress of the rerun' }),
      status: element('p', { class: 'rerun-status', role: 'status' }),
      hint: element('p', { class: 'rerun-hint' }),
      output: element('div', { class: 'rerun-output' }),
      badge: element('p', { class: 'rerun-badge', hidden: true }, element('strong', {}, 'Exploration, not evidence.'), ' These settings are in no plan. The published run is drawn beside them to show what they change, and decides nothing.'),
    };
  }

  // The buttons and boxes of a panel, and what each does.
  function connect(panel) {
    const { choices, run, knobs, one, all, halt, over, reset } = panel;
    const { what, arm, seed } = choices;
    const form = element('form', { class: 'rerun-form' },
      element('div', { class: 'fields' }, field('Hypothesis', what), field('Arm', arm), field('Seed', seed)),
      element('div', { class: 'buttons' }, one, all, halt, over, reset));

    async function begin(act) {
      if (run.isRunning) return;
      run.set(true);
      panel.clear();
      panel.say('Fetching the core and the settings.');
      await act().catch(run.fail);
    }

    async function startOne() {
      const [name, number, turned] = [arm.value, Number(seed.value), { ...knobs.turned }];
      const data = await panel.fetch();
      trainOne(panel, data, armOf(data, name), number, turned);
    }

    async function startAll() {
      const [data] = await Promise.all([panel.fetch(), probatum.load(panel.assets, ['decide.js', 'seeds.js'])]);
      const hypothesis = data.hypotheses.find(({ id }) => id === choices.pick.hypothesis.id);
      probatum.rerunAll({ ...panel, setRunning: run.set, failed: run.fail, keep: run.keep }, data, hypothesis);
    }

    function settle() {
      knobs.reset();
      one.disabled = false;
      panel.clear();
      panel.show();
    }

    form.addEventListener('submit', (event) => {
      event.preventDefault();
      begin(startOne);
    });
    all.addEventListener('click', () => begin(startAll));
    halt.addEventListener('click', run.toggle);
    over.addEventListener('click', () => {
      run.drop();
      panel.clear();
      panel.say('The run was dropped.');
    });
    reset.addEventListener('click', () => {
      settle();
      one.focus();
    });
    what.addEventListener('change', () => {
      choices.fillArms();
      settle();
    });
    arm.addEventListener('change', settle);
    seed.addEventListener('change', panel.show);
    return form;
  }

  function Panel(root) {
    const panel = {
      root, ...nodesOf(), assets: root.dataset.assets, choices: Choices(JSON.parse(root.dataset.rerun)),
      say: (text) => { panel.status.textContent = text; },

      // The experiment's data, with the core ready.
      async fetch() {
        const { id, data } = panel.choices.pick.experiment;
        const [settings] = await Promise.all([probatum.fetch(id, data), engine.prepare(panel.assets)]);
        return settings;
      },

      // What was drawn was drawn with other settings.
      clear() {
        panel.output.replaceChildren();
        root.removeAttribute('data-result');
        panel.say('');
      },

      // Evidence or exploration, in words and in the frame.
      show() {
        const isExploring = panel.knobs.isExploring();
        root.dataset.mode = isExploring ? 'exploration' : 'evidence';
        panel.badge.hidden = !isExploring;
        panel.reset.hidden = !isExploring;
        panel.promise();
      },
    };
    panel.knobs = probatum.Knobs(panel);
    panel.run = Run(panel);
    panel.promise = Estimate(panel);
    const form = connect(panel);
    root.replaceChildren(panel.badge, form, panel.hint, panel.bar, panel.status, panel.output, panel.knobs.box);
    panel.show();
  }

  // ---- On the page --------------------------------------------------------------------

  // Makes the panel of what the page has (offer.js).
  probatum.rerun = function (root) {
    if (engine.isSupported()) {
      Panel(root);
    } else {
      root.replaceChildren(element('p', { class: 'rerun-none' }, probatum.panel.NOT_HERE));
      root.classList.add('none');
    }
  };
})(window.probatum);
