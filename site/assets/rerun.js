// The panel that trains an experiment again in the reader's browser: one run
// beside its published curve, or all seeds of a hypothesis with the verdict at the
// end. As soon as a knob is turned it is exploration, looks like it, and says
// nothing about evidence.
'use strict';

(function (probatum) {
  const { engine, element } = probatum;
  const { asNumber, comparison, curveOf, duration, field, loss, pace, table, verdictLine } = probatum.panel;
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
    const slider = element('input', { id, type: 'range', min: to(lowest), max: to(highest), step: knob.isLog ? 'any' : knob.step });
    slider.value = field.value > 0 || !knob.isLog ? to(field.value) : to(lowest);
    if (knob.isLog) slider.setAttribute('step', '0.25');
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
    let turnedCost = 0;
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
      const wanted = [armBox.value, seedBox.value, what.selectedIndex].join();
      const subject = isExploring() ? `Run these settings on seed ${seedBox.value}` : `Rerun seed ${seedBox.value}`;
      const several = `Rerun all ${experiment.seeds.length} seeds of ${names.length === 2 ? 'both' : `${names.length}`} arms`;
      one.textContent = `${subject} (about … s)`;
      all.textContent = `${several} (about … s)`;
      all.hidden = !hypothesis || isExploring();
      hint.textContent = '';
      const speed = await engine.measure().catch(() => 0);
      if (!speed) {
        one.textContent = subject;
        all.textContent = several;
      }
      if (!speed || wanted !== [armBox.value, seedBox.value, what.selectedIndex].join()) return;
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
      for (const box of knobRows.querySelectorAll('input, select')) box.disabled = running;
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

    const armOf = (data, name) => data.arms.find((arm) => arm.name === name);
    const fieldsOf = (data, arm) => ({ ...data.base, ...arm.set });

    function failed(error) {
      for (const handle of handles.slice().reverse()) handle.drop();
      setRunning(false);
      say(`The rerun did not work here: ${error.message}.`);
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

    // The metric of an arm on a seed; of a derived arm the best member's setting.
    function valueOf(data, results, name, metric, seed) {
      const derived = data.derived.find((arm) => arm.name === name);
      if (!derived) return asNumber(results.get(`${name} ${seed}`).metrics[metric]);
      let best = NaN;
      let value = NaN;
      for (const member of derived.members) {
        const found = asNumber(results.get(`${member.arm} ${seed}`).metrics[derived.metric]);
        if (Number.isFinite(found) && (!Number.isFinite(best) || (derived.highest ? found > best : found < best))) {
          best = found;
          value = member.value;
        }
      }
      return value;
    }

    function membersOf(data, name) {
      const derived = data.derived.find((arm) => arm.name === name);
      return derived ? derived.members.map((member) => member.arm) : [name];
    }

    function decideOn(data, hypothesis, results, seeds, isWhole) {
      const column = (name) => seeds.map((seed) => valueOf(data, results, name, hypothesis.metric, seed));
      const input = { ...hypothesis, control: column(hypothesis.control), treatment: column(hypothesis.treatment), sensitivity: null };
      if (isWhole && hypothesis.sensitivity) {
        const { control, treatment, worse } = hypothesis.sensitivity;
        input.sensitivity = { control: column(control), treatment: column(treatment), worse };
      }
      return probatum.decide(input);
    }

    const number = (ratio) => Number(ratio.sum) / Number(ratio.count) / 1e9;

    function decimalsOf(decision) {
      const width = decision.interval && decision.interval.lo ? number(decision.interval.hi) - number(decision.interval.lo) : Math.abs(number(decision.mean));
      for (let decimals = 0; decimals < 6; decimals++) if (width * 10 ** decimals >= 20) return decimals;
      return 6;
    }

    function amount(decision, unit) {
      const decimals = decimalsOf(decision);
      const text = (ratio) => probatum.decide.text(ratio, decimals);
      const interval = decision.interval && decision.interval.lo ? ` [${text(decision.interval.lo)}, ${text(decision.interval.hi)}]` : '';
      return `mean difference ${text(decision.mean)}${unit ? ` ${unit}` : ''}${interval}`;
    }

    // Dots for seeds, a bar for the interval, a band for the margin.
    function forest(decision, margin, count, width) {
      const numbers = decision.deltas.map((delta) => Number(delta) / 1e9);
      const interval = decision.interval.lo ? [number(decision.interval.lo), number(decision.interval.hi)] : [];
      const edges = [...numbers, ...interval, margin, -margin, 0];
      const low = Math.min(...edges), high = Math.max(...edges);
      const at = (x) => (30 + ((x - low) / (high - low || 1)) * (width - 60)).toFixed(1);
      const svg = element('svg:svg', { viewBox: `0 0 ${width} 92`, height: 92, role: 'img', class: 'plot forest', 'aria-label': `Differences of ${numbers.length} of ${count} seeds` },
        element('svg:rect', { class: 'margin', x: at(-margin), y: 8, width: Math.max(1, at(margin) - at(-margin)), height: 52 }),
        element('svg:path', { class: 'axis', d: `M${at(0)} 8V60` }),
        element('svg:text', { class: 'tick x', x: at(0), y: 78 }, '0'));
      if (interval.length) svg.append(element('svg:path', { class: 'interval', d: `M${at(interval[0])} 44H${at(interval[1])}` }));
      svg.append(element('svg:path', { class: 'mean', d: `M${at(number(decision.mean))} 36v16` }));
      for (const x of numbers) svg.append(element('svg:circle', { class: 'mark here', cx: at(x), cy: 22, r: 4 }));
      svg.append(element('svg:text', { class: 'tick x', x: 30, y: 78, 'text-anchor': 'start' }, low.toPrecision(2).replace('-', '−')),
        element('svg:text', { class: 'tick x', x: width - 30, y: 78 }, high.toPrecision(2).replace('-', '−')));
      return svg;
    }

    const sameRatio = (a, b) => a !== null && BigInt(a.sum) * BigInt(b.count) === BigInt(b.sum) * BigInt(a.count);

    // Compared with what was published: all of it, or what is not the same.
    function judge(decision, published) {
      const faults = [];
      if (!sameRatio(decision.mean, published.mean)) faults.push('mean');
      if (decision.interval.lo && !(sameRatio(decision.interval.lo, published.lo) && sameRatio(decision.interval.hi, published.hi))) faults.push('interval');
      if (decision.p.rule !== BigInt(published.p)) faults.push('p');
      const isTakenBack = published.reason === 'family';
      if (!isTakenBack && decision.verdict !== published.verdict) faults.push('verdict');
      const own = probatum.decide.words[decision.verdict];
      const words = isTakenBack ? `${probatum.decide.words[published.verdict]} (alone ${own}; it does not survive the adjustment for its family of ${published.family})` : own;
      return { faults, words };
    }

    function showAll(data, hypothesis, results, seeds, decision, differing) {
      const { faults, words } = judge(decision, hypothesis.published);
      const isSame = faults.length === 0 && differing.length === 0;
      const runs = results.size;
      output.append(
        element('p', { class: 'rerun-verdict', 'data-verdict': decision.verdict }, 'Verdict: ', element('strong', {}, words), `, ${decision.wins} of ${decision.n} seeds, p = ${decision.p.rule} / ${1n << BigInt(decision.n)}.`),
        verdictLine(isSame, isSame ? `Same bits as published in all ${runs} runs; mean, interval, p and verdict too.`
          : differing.length ? `${differing.length} of ${runs} runs differ from the published ones: ${differing.slice(0, 4).join('; ')}` : `The runs agree, but not the published ${faults.join(', ')}.`),
        table('Seed by seed', ['Seed', hypothesis.control, hypothesis.treatment, 'Difference'], seeds.map((seed, i) => [
          String(seed),
          loss(valueOf(data, results, hypothesis.control, hypothesis.metric, seed)),
          loss(valueOf(data, results, hypothesis.treatment, hypothesis.metric, seed)),
          probatum.decide.text({ sum: decision.deltas[i], count: 1n }, 4),
        ])));
      root.dataset.result = isSame ? 'same' : 'differs';
      say(`Verdict: ${words}. ${isSame ? 'Everything is as published.' : 'Something differs from what was published.'}`);
    }

    async function runAll() {
      setRunning(true);
      output.replaceChildren();
      say('Fetching the core and the settings.');
      const [data] = await Promise.all([fetchAll(), probatum.load(assets, ['decide.js'])]);
      const hypothesis = data.hypotheses.find((one_) => one_.id === pick().hypothesis.id);
      const sides = [hypothesis.control, hypothesis.treatment, ...(hypothesis.sensitivity ? [hypothesis.sensitivity.control, hypothesis.sensitivity.treatment] : [])];
      const paired = [...new Set(sides.slice(0, 2).flatMap((name) => membersOf(data, name)))];
      const names = [...new Set(sides.flatMap((name) => membersOf(data, name)))];
      const seeds = data.seeds;
      const results = new Map();
      const differing = [];
      const total = names.length * seeds.length;
      const margin = Number(hypothesis.margin) / 1e9;
      const live = element('p', { class: 'rerun-live' }, `0 of ${seeds.length} seeds`);
      const picture = element('div', {});
      output.append(live, element('figure', { class: 'rerun-figure' }, picture,
        element('figcaption', {}, 'Each dot is a seed, to the right where the treatment is better; the line is the interval of their mean, the band the margin.')));
      say(`Training ${total} runs, ${Math.min(engine.workers, total)} at a time.`);

      function look() {
        const done = seeds.filter((seed) => paired.every((name) => results.has(`${name} ${seed}`)));
        bar.value = results.size / total;
        if (done.length === 0) return;
        const isWhole = results.size === total;
        const decision = decideOn(data, hypothesis, results, done, isWhole);
        live.textContent = `${done.length} of ${seeds.length} seeds: ${amount(decision, hypothesis.unit)}`;
        picture.replaceChildren(forest(decision, margin, seeds.length, Math.max(240, Math.min(736, picture.clientWidth))));
        if (isWhole) {
          setRunning(false);
          showAll(data, hypothesis, results, seeds, decision, differing);
        }
      }

      for (const seed of seeds) {
        for (const name of names) {
          const arm = armOf(data, name);
          const compared = comparison(arm, arm.runs.find((run) => run.seed === seed));
          handles.push(engine.start({ fields: fieldsOf(data, arm), seed, every: arm.every, isStepwise: STEPWISE.test(hypothesis.metric) }, {
            onevaluation: compared.evaluation,
            onerror: failed,
            onend(result) {
              const found = compared.end(result);
              if (!found.isSame) differing.push(`${name} seed ${seed}`);
              results.set(`${name} ${seed}`, result);
              look();
            },
          }));
        }
      }
    }

    // ---- Exploring ----

    function show() {
      const exploring = isExploring();
      root.dataset.mode = exploring ? 'exploration' : 'evidence';
      badge.hidden = !exploring;
      reset.hidden = !exploring;
      promise();
    }

    async function fillKnobs() {
      const data = await fetchAll();
      const arm = armOf(data, armBox.value);
      const base = fieldsOf(data, arm);
      const { fields } = await engine.describe(base);
      const onturn = async (name, value) => {
        if (value === base[name]) delete turned[name];
        else turned[name] = value;
        const wanted = { ...base, ...turned };
        const { error, parameters } = await engine.describe(wanted);
        turnedCost = costOf(wanted, arm.every, parameters);
        one.disabled = error !== '';
        output.replaceChildren();
        root.removeAttribute('data-result');
        say(error ? `These settings do not go together: ${error}.` : '');
        show();
      };
      knobRows.replaceChildren(...KNOBS.map((knob) => knobOf(knob, fields.find((one_) => one_.name === knob.name), onturn)));
    }

    function settle() {
      turned = {};
      one.disabled = false;
      output.replaceChildren();
      root.removeAttribute('data-result');
      say('');
      if (knobs.open) fillKnobs().catch(failed);
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
      if (knobs.open && knobRows.childElementCount === 0) fillKnobs().catch(failed);
    });

    fillWhat();
    fillArms();
    root.append(badge, form, hint, bar, status, output, knobs);
    root.dataset.mode = 'evidence';
    show();
  }

  const STEPWISE = /-activity$|^logit-movement$|^largest-attention-logit$/;

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
