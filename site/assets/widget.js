// What the widgets of chapters share: figures that a reader can draw again. Each
// trains, or starts, the very arms that its published figure shows. Where the settings
// are published ones the result is held to the published bits; anywhere else it is an
// exploration, and says so. One button brings the published figure back. What a kind
// draws is in a file of its own, widget-NAME.js, which comes with the first of them
// that a reader turns to (offer.js).
'use strict';

(function (probatum) {
  const { engine, element } = probatum;
  const { NOT_HERE, comparison, duration, field, fieldsOf, pace, verdictLine } = probatum.panel;

  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)');

  const LOOKS = ['c0', 'c1', 'c2', 'c3'];
  const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const shown = (x) => (!Number.isFinite(x) ? 'none' : Math.abs(x) >= 0.1 || x === 0 ? x.toFixed(4) : x.toPrecision(4)).replace('-', '−');
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

  const runOf = (arm, seed) => arm.runs.find((run) => run.seed === seed);

  // What tells these names apart: "pre" of pre-s025 beside post-s025.
  function shortNames(names) {
    const parts = names.map((name) => name.split('-'));
    const isCommon = (part, i) => parts.every((one) => one[i] === part);
    return names.map((name, k) => (names.length < 2 ? name : parts[k].filter((part, i) => !isCommon(part, i)).join('-') || name));
  }

  // The word for a setting with choices: "post" for 1.
  async function wordsOf(fields, name) {
    const { choices } = (await engine.describe(fields)).fields.find((one) => one.name === name);
    return (value) => (choices[value] === 'mup' ? 'µP' : choices[value]);
  }

  // ---- The frame of a widget ------------------------------------------------------

  // Its controls and its stage, still empty.
  function partsOf(number) {
    const badge = element('div', { class: 'widget-badge' });
    const charts = element('div', { class: 'widget-charts' });
    const tables = element('div', {});
    return {
      badge, charts, tables,
      controls: element('div', { class: 'widget-controls' }),
      draw: element('button', { type: 'button', class: 'main' }, 'Draw it here'),
      back: element('button', { type: 'button', disabled: true }, 'Back to the published figure'),
      progress: element('progress', { max: 1, value: 0, 'aria-label': `Progress of ${number}` }),
      status: element('p', { class: 'widget-status', role: 'status' }),
      stage: element('div', { class: 'widget-stage', role: 'group', 'aria-label': `${number}, computed here` }, badge, charts, tables),
    };
  }

  // Controls above the figure, where they stay, and a stage in the figure that takes
  // the place of what was published.
  function Frame(root) {
    const index = JSON.parse(root.dataset.index);
    const figure = root.querySelector('figure');
    const number = (figure.querySelector('figcaption b').textContent.match(/^\S+ \d+/) || ['This figure'])[0];
    const { badge, charts, tables, controls, draw, back, progress, status, stage } = partsOf(number);
    let handles = [];
    let turn = 0;
    let began = 0; // the first run of this turn
    let whole = null; // what a turn takes: see promise

    function mark(mode, ...nodes) {
      stage.dataset.mode = mode;
      badge.replaceChildren(...nodes);
    }

    function close() {
      for (const handle of handles.slice().reverse()) handle.drop();
      handles = [];
      turn += 1;
      progress.value = 0;
      progress.classList.remove('active');
      back.disabled = true;
      delete root.dataset.result;
      stage.remove();
      figure.classList.remove('is-drawn');
      if (frame.onclose) frame.onclose();
    }

    const frame = {
      index, number, draw, controls, root,
      id: (name) => `${figure.id}-${name}`,
      say: (text) => { status.textContent = text; },
      mark,

      // A fresh stage; what was under way is dropped. The number that it returns is
      // the turn: whoever waited compares it with `isOver`.
      open() {
        if (!stage.isConnected) {
          stage.style.minHeight = `${figure.offsetHeight}px`;
          figure.append(stage);
          figure.classList.add('is-drawn');
        }
        for (const handle of handles.slice().reverse()) handle.drop();
        handles = [];
        back.disabled = false;
        delete root.dataset.result;
        turn += 1;
        return turn;
      },
      isOver: (one) => one !== turn,

      show(plots, ...under) {
        charts.replaceChildren(...plots.map(({ heading, plot }) => element('div', { class: 'widget-chart' }, element('p', { class: 'widget-heading' }, heading), ...plot.nodes)));
        tables.replaceChildren(...under);
      },
      tables: (...nodes) => tables.replaceChildren(...nodes),

      progress(share) {
        progress.classList.toggle('active', share < 1);
        progress.value = share;
      },
      keep(handle) {
        if (handles.length === 0) began = performance.now();
        handles.push(handle);
      },

      // Settings and published runs, with the core ready.
      async fetch() {
        const [data] = await Promise.all([probatum.fetch(index.id, index.data), engine.prepare(root.dataset.assets)]);
        return data;
      },

      // Ends a turn with what came of it: "same", "differs" or "exploration".
      end(result, line) {
        root.dataset.result = result;
        progress.classList.remove('active');
        mark(result === 'same' ? 'evidence' : 'exploration', line);
      },

      // Ends a turn whose runs all have published ones to be held against.
      finish(judge, text, table) {
        const seconds = (performance.now() - began) / 1000;
        engine.learn(whole.cost / pace(whole.tasks), seconds - whole.extra);
        root.dataset.took = seconds;
        frame.promise(whole.cost, whole.tasks, whole.extra);
        frame.tables(table);
        frame.end(judge.isSame ? 'same' : 'differs', element('div', {}, text, judge.line('runs')));
        frame.say('Drawn.');
      },

      // The promise on the button, `extra` seconds of it besides the cost of the runs;
      // measuring takes a worker a tenth of a second.
      async promise(cost, tasks, extra = 0) {
        whole = { cost, tasks, extra };
        const speed = await engine.measure().catch(() => 0);
        if (!speed) return;
        draw.dataset.seconds = cost / speed / pace(tasks) + extra;
        draw.textContent = `Draw it here (${duration(Number(draw.dataset.seconds))})`;
      },

      failed(error) {
        close();
        status.textContent = `It could not be drawn here: ${error.message}. The same button tries again.`;
      },
    };

    back.addEventListener('click', () => {
      close();
      status.textContent = `${number} as it was published.`;
      draw.focus();
    });
    root.querySelector('.widget-bar').replaceChildren(element('div', { class: 'widget-row' }, controls, element('div', { class: 'buttons' }, draw, back)), progress, status);
    return frame;
  }

  const title = (frame, text) => element('p', { class: 'widget-title' }, element('b', {}, `${frame.number}, computed here.`), ` ${text}`);

  // Compares runs with the published ones and says how it went.
  function Judge() {
    const faults = [];
    let count = 0;
    return {
      add(name, found) {
        count += 1;
        if (!found.isSame) faults.push(`${name}: ${found.words}`);
      },
      get isSame() { return faults.length === 0; },
      get count() { return count; },
      line(what) {
        return faults.length === 0 ? verdictLine(true, `Same bits as published, in all ${count} ${what}.`) : verdictLine(false, `${faults.length} of ${count} ${what} differ. ${faults[0]}`);
      },
    };
  }

  function seedBox(frame) {
    const box = element('select', { id: frame.id('seed') }, ...frame.index.seeds.map((seed) => element('option', { value: seed }, String(seed))));
    frame.controls.append(field('Seed', box));
    return box;
  }

  // ---- Runs -----------------------------------------------------------------------

  // Starts the arm on the seed and resolves with its end. `watch` has onevaluation
  // and onprogress.
  function train(frame, data, arm, seed, judge, { isStepwise = false, ...watch }) {
    return new Promise((resolve, reject) => {
      const compared = comparison(arm, runOf(arm, seed));
      frame.keep(engine.start({ fields: fieldsOf(data, arm), seed, every: arm.every, isStepwise }, {
        onprogress: watch.onprogress,
        onevaluation(event) {
          compared.evaluation(event);
          watch.onevaluation(event);
        },
        onerror: reject,
        onend(result) {
          judge.add(`${arm.name}, seed ${seed}`, compared.end(result));
          resolve(result);
        },
      }));
    });
  }

  // ---- On the page ------------------------------------------------------------------

  const kinds = {}; // filled by the files of the kinds

  // Makes a widget of what the page has, once its kind is there.
  function start(root) {
    const bar = root.querySelector('.widget-bar');
    if (engine.isSupported()) kinds[root.dataset.widget](Frame(root));
    else bar.replaceChildren(element('p', { class: 'widget-status' }, NOT_HERE));
  }

  probatum.widget = { Judge, LOOKS, isCalm, kinds, mean, range, runOf, seedBox, shortNames, shown, start, title, train, wordsOf };
})(window.probatum);
