// Figures of a chapter that a reader can draw again: each trains, or starts, the
// very arms that its published figure shows. Where the settings are published ones
// the result is held to the published bits; anywhere else it is an exploration, and
// says so. One button brings the published figure back.
'use strict';

(function (probatum) {
  const { engine, element } = probatum;
  const { NOT_HERE, armOf, asNumber, comparison, curveOf, duration, field, fieldsOf, loss, pace, table, verdictLine } = probatum.panel;
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

  // Controls above the figure, where they stay, and a stage in the figure that takes
  // the place of what was published.
  function Frame(root) {
    const index = JSON.parse(root.dataset.index);
    const bar = root.querySelector('.widget-bar');
    const figure = root.querySelector('figure');
    const number = (figure.querySelector('figcaption b').textContent.match(/^\S+ \d+/) || ['This figure'])[0];
    const controls = element('div', { class: 'widget-controls' });
    const draw = element('button', { type: 'button', class: 'main' }, 'Draw it here');
    const back = element('button', { type: 'button', disabled: true }, 'Back to the published figure');
    const progress = element('progress', { max: 1, value: 0, 'aria-label': `Progress of ${number}` });
    const status = element('p', { class: 'widget-status', role: 'status' });
    const badge = element('div', { class: 'widget-badge' });
    const charts = element('div', { class: 'widget-charts' });
    const tables = element('div', {});
    const stage = element('div', { class: 'widget-stage', role: 'group', 'aria-label': `${number}, computed here` }, badge, charts, tables);
    let handles = [];
    let turn = 0;

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
      keep: (handle) => handles.push(handle),

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

      failed(error) {
        close();
        status.textContent = `It could not be drawn here: ${error.message}. The same button tries again.`;
      },
    };

    // The promise on the button; measuring takes a worker a tenth of a second.
    frame.promise = async (cost, tasks) => {
      const speed = await engine.measure().catch(() => 0);
      if (!speed) return;
      draw.dataset.seconds = cost / speed / pace(tasks);
      draw.textContent = `Draw it here (${duration(cost / speed / pace(tasks))})`;
    };

    back.addEventListener('click', () => {
      close();
      status.textContent = `${number} as it was published.`;
      draw.focus();
    });
    bar.replaceChildren(element('div', { class: 'widget-row' }, controls, element('div', { class: 'buttons' }, draw, back)), progress, status);
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

  // ---- init-std: the stream and the gradient, over the standard deviation ----------------

  // Round steps from a thousandth to two, and every published value.
  function ladder(arms) {
    const round = [-3, -2, -1, 0].flatMap((power) => [1, 1.5, 2, 2.5, 3, 4, 5, 7].map((x) => Number(`${x}e${power}`)));
    return [...new Set([...round.filter((x) => x <= 2), ...arms.map((arm) => arm.std)])].sort((a, b) => a - b);
  }

  // The published arm with these settings, if there is one with profiles.
  function publishedArm(data, fields) {
    const isThis = (arm) => Object.entries(fieldsOf(data, arm)).every(([name, value]) => fields[name] === value);
    return data.arms.find((arm) => arm.runs[0].rms && isThis(arm));
  }

  const sameNumbers = (here, there) => here.length === there.length && here.every((x, i) => Object.is(x, asNumber(there[i])));

  function InitStd(frame) {
    const steps = ladder(frame.index.arms);
    const start = frame.index.arms[0].std;
    const id = frame.id('std');
    const slider = element('input', { id, type: 'range', min: 0, max: steps.length - 1, step: 1 });
    const value = element('output', { for: id });
    const names = shortNames(frame.index.arms.map((arm) => arm.name));
    frame.controls.append(element('div', { class: 'knob' }, element('label', { for: id }, 'Standard deviation of the initial weights'), slider, value));
    let isBusy = false;
    let isWanted = false;

    function set(std) {
      slider.value = steps.indexOf(std);
      name();
    }
    function name() {
      const std = steps[slider.value];
      value.textContent = std === start ? `${std}, as published` : String(std);
      slider.setAttribute('aria-valuetext', value.textContent);
    }

    // Means over the seeds, place by place.
    const means = (runs, key) => runs[0][key].map((_, i) => mean(runs.map((run) => run[key][i])));

    // Of what is published, so that the axis stays while one looks around it.
    function reach(data, key) {
      const all = frame.index.arms.flatMap((arm) => means(armOf(data, arm.name).runs.filter((run) => run[key]), key));
      return [Math.min(...all), Math.max(...all)];
    }

    function numbers(caption, first, lines, key) {
      const rows = lines[0].runs[0][key].map((_, i) => [String(i + first), ...lines.map(({ runs }) => {
        const at = runs.map((run) => run[key][i]);
        return `${shown(mean(at))} (${shown(Math.min(...at))} to ${shown(Math.max(...at))})`;
      })]);
      return table(caption, [first ? 'block' : 'blocks passed', ...names], rows);
    }

    function judge(data, lines) {
      const found = Judge();
      for (const { arm, fields, runs } of lines) {
        const published = publishedArm(data, fields);
        if (published) {
          runs.forEach((run, i) => {
            const there = runOf(published, data.seeds[i]);
            found.add(`${arm.name}, seed ${data.seeds[i]}`, { isSame: sameNumbers(run.rms, there.rms) && sameNumbers(run.gradient, there.gradient), words: 'another stream or gradient.' });
          });
        }
      }
      return found;
    }

    let plots = null;
    function show(data, lines, std) {
      if (!plots) {
        const blocks = lines[0].runs[0].gradient.length;
        const plot = (yLabel, key, first) => {
          const made = probatum.plot({ title: yLabel, x: [first, blocks], xLabel: first ? 'block' : 'blocks passed', yLabel, isLogY: true, xTicks: range(first, blocks), y: reach(data, key) });
          return { made, key, first, lines: names.map((one, i) => made.line(one, LOOKS[i % 4], { hasMarks: true })) };
        };
        plots = [plot('RMS of the residual stream', 'rms', 0), plot('norm of the gradient', 'gradient', 1)];
        frame.show([{ heading: 'Going forward: the residual stream', plot: plots[0].made }, { heading: 'Coming back: the gradient', plot: plots[1].made }]);
      }
      for (const plot of plots) {
        lines.forEach(({ runs }, i) => plot.lines[i].set(means(runs, plot.key).map((y, at) => [at + plot.first, y])));
        const ends = lines.map(({ runs }, i) => {
          const all = means(runs, plot.key);
          return `${names[i]}: ${shown(all[0])} at first, ${shown(all[all.length - 1])} at the end.`;
        });
        const what = plot.key === 'rms' ? 'RMS of the residual stream' : 'Norm of the gradient';
        plot.made.describe(`${what} by block at a standard deviation of ${std}. ${ends.join(' ')}`);
      }
      frame.tables(numbers('The stream as numbers', 0, lines, 'rms'), numbers('The gradient as numbers', 1, lines, 'gradient'));
    }

    async function drawOnce() {
      const std = steps[slider.value];
      const turn = frame.open();
      try {
        const data = await frame.fetch();
        const lines = await Promise.all(frame.index.arms.map(async (one) => {
          const arm = armOf(data, one.name);
          const fields = { ...fieldsOf(data, arm), 'model.init_std': std };
          return { arm, fields, runs: await engine.probe(fields, data.seeds) };
        }));
        if (frame.isOver(turn)) return;
        show(data, lines, std);
        const found = judge(data, lines);
        const text = title(frame, `Stream and gradient by block at a standard deviation of ${std}; means of ${data.seeds.length} draws.`);
        frame.end(found.count === 0 ? 'exploration' : found.isSame ? 'same' : 'differs',
          element('div', {}, text, found.count > 0 ? found.line('draws that are published')
            : element('p', { class: 'rerun-result' }, element('strong', {}, 'Exploration, not evidence.'), ' No plan has these settings.')));
        frame.say(`Drawn at ${std}.`);
      } catch (error) {
        if (!frame.isOver(turn)) frame.failed(error);
      }
    }

    // While one is drawn the slider may go on; the last place is drawn next.
    async function draw() {
      isWanted = true;
      if (isBusy) return;
      isBusy = true;
      while (isWanted) {
        isWanted = false;
        await drawOnce();
      }
      isBusy = false;
    }

    frame.onclose = () => {
      plots = null;
      isWanted = false;
      set(start);
    };
    slider.addEventListener('input', () => {
      name();
      draw();
    });
    frame.draw.addEventListener('click', draw);
    set(start);
  }

  // ---- Runs of a widget: what both of the others do --------------------------------------

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

  // ---- warmup-placement: four trainings side by side --------------------------------------

  const FREE = new Set(['model.placement', 'train.warmup', 'train.lr']);

  // The arms at this rate that differ only in placement and warmup, by warmup; those
  // placements that are there with every warmup.
  function armsAt(data, rate) {
    const all = data.arms.map((arm) => ({ arm, fields: fieldsOf(data, arm) }))
      .filter(({ arm, fields }) => Object.keys(arm.set).every((name) => FREE.has(name)) && fields['train.lr'] === rate);
    const of = (name) => [...new Set(all.map(({ fields }) => fields[name]))].sort((a, b) => a - b);
    const find = (warmup, placement) => all.find(({ fields }) => fields['train.warmup'] === warmup && fields['model.placement'] === placement);
    const warmups = of('train.warmup');
    const placements = of('model.placement').filter((placement) => warmups.every((warmup) => find(warmup, placement)));
    return warmups.map((warmup) => ({ warmup, arms: placements.map((placement) => ({ placement, ...find(warmup, placement) })) }));
  }

  function Placement(frame) {
    const rates = [...new Set(frame.index.arms.map((arm) => arm.x))].sort((a, b) => a - b);
    const rateBox = element('select', { id: frame.id('rate') }, ...rates.map((rate) => element('option', { value: rate }, String(rate))));
    rateBox.selectedIndex = Math.floor(rates.length / 2);
    frame.controls.append(field('Peak learning rate', rateBox));
    const seeds = seedBox(frame);

    // Losses of all published curves of these arms on the seed.
    function reach(groups, seed) {
      const all = groups.flatMap(({ arms }) => arms.flatMap(({ arm }) => curveOf(arm, runOf(arm, seed)).map(([, y]) => y))).filter(Number.isFinite);
      return [Math.min(...all), Math.max(...all)];
    }

    function chartOf({ warmup, arms }, word, seed, y) {
      const steps = arms[0].fields['train.steps'];
      const heading = warmup ? `Warmup of ${warmup} steps` : 'Without warmup';
      const plot = probatum.plot({ title: `Evaluation loss, ${heading.toLowerCase()}`, x: [0, steps], xLabel: 'steps', yLabel: 'loss, nats per token', y });
      const lines = arms.map(({ arm, placement }, i) => {
        plot.line(`${word(placement)}-norm, published`, `published p${i}`, { points: curveOf(arm, runOf(arm, seed)) });
        return { arm, name: `${word(placement)}-norm`, here: plot.line(`${word(placement)}-norm, here`, LOOKS[i % 4], { hasMarks: true }), seen: [] };
      });
      return { heading, plot, lines, steps };
    }

    function numbers(charts) {
      const lines = charts.flatMap(({ heading, lines: list }) => list.map((line) => ({ head: `${line.name}, ${heading.toLowerCase()}`, seen: new Map(line.seen) })));
      const steps = [...new Set(lines.flatMap(({ seen }) => [...seen.keys()]))].sort((a, b) => a - b);
      return table('The curves as numbers', ['Step', ...lines.map(({ head }) => head)], steps.map((step) => [String(step), ...lines.map(({ seen }) => (seen.has(step) ? loss(seen.get(step)) : ''))]));
    }

    async function draw() {
      const rate = rates[rateBox.selectedIndex];
      const seed = Number(seeds.value);
      const turn = frame.open();
      frame.say('Fetching the core and the settings.');
      try {
        const data = await frame.fetch();
        const groups = armsAt(data, rate);
        const word = await wordsOf(data.base, 'model.placement');
        if (frame.isOver(turn)) return;
        const y = reach(groups, seed);
        const charts = groups.map((group) => chartOf(group, word, seed, y));
        const judge = Judge();
        const text = title(frame, `Evaluation loss at a peak rate of ${rate}, seed ${seed} alone.`);
        frame.mark('evidence', text);
        frame.show(charts);
        const lines = charts.flatMap((chart) => chart.lines);
        const total = lines.length * charts[0].steps;
        frame.say(`Training ${lines.length} models, ${Math.min(engine.workers, lines.length)} at a time.`);
        frame.progress(0);
        const done = new Map();
        await Promise.all(lines.map(async (line) => {
          await train(frame, data, line.arm, seed, judge, {
            onprogress({ step }) {
              done.set(line, step);
              frame.progress([...done.values()].reduce((sum, x) => sum + x, 0) / total);
            },
            onevaluation({ step, loss: value }) {
              line.seen.push([step, value]);
              if (!isCalm.matches) line.here.push(step, value);
            },
          });
          line.here.set(line.seen);
        }));
        if (frame.isOver(turn)) return;
        for (const { plot, heading, lines: list } of charts) {
          plot.describe(`Evaluation loss, ${heading.toLowerCase()}. ${list.map(({ name, seen }) => `${name}: ${loss(seen[seen.length - 1][1])} at the end`).join('. ')}. The numbers are in the table below.`);
        }
        frame.tables(numbers(charts));
        frame.end(judge.isSame ? 'same' : 'differs', element('div', {}, text, judge.line('runs')));
        frame.say('Drawn.');
      } catch (error) {
        if (!frame.isOver(turn)) frame.failed(error);
      }
    }

    frame.draw.addEventListener('click', draw);
    const costs = frame.index.arms.filter((arm) => arm.x === rates[0]).reduce((sum, arm) => sum + arm.cost, 0);
    frame.promise(2 * costs, 4);
  }

  // ---- coordinate-check: how far the logits move, width by width ----------------------------

  function Coordinates(frame) {
    const widths = [...new Set(frame.index.arms.map((arm) => arm.x))].sort((a, b) => a - b);
    const seeds = seedBox(frame);

    // Arms of a line in the order of widths, by parameterisation.
    function series(data) {
      const arms = frame.index.arms.map(({ name, x }) => {
        const arm = armOf(data, name);
        return { arm, width: x, form: fieldsOf(data, arm)['model.parameterisation'] };
      });
      return [...new Set(arms.map(({ form }) => form))].map((form) => ({ form, arms: arms.filter((one) => one.form === form), points: [] }));
    }

    function numbers(lines) {
      return table('The same numbers as a table', ['Width', ...lines.map(({ name }) => name)],
        widths.map((width) => [String(width), ...lines.map(({ points }) => shown((points.find(([x]) => x === width) || [width, NaN])[1]))]));
    }

    async function draw() {
      const seed = Number(seeds.value);
      const turn = frame.open();
      frame.say('Fetching the core and the settings.');
      try {
        const data = await frame.fetch();
        const word = await wordsOf(data.base, 'model.parameterisation');
        if (frame.isOver(turn)) return;
        const steps = data.base['train.steps'];
        const plot = probatum.plot({ title: 'Movement of the logits', x: [widths[0], widths[widths.length - 1]], xLabel: 'width', yLabel: 'RMS of the change of the logits', isLogX: true, isLogY: true, xTicks: widths, y: [0.25, 4] });
        const lines = series(data).map((one, i) => ({ ...one, name: word(one.form), here: plot.line(word(one.form), LOOKS[i % 4], { hasMarks: true }) }));
        const judge = Judge();
        const text = title(frame, `Movement of the logits in ${steps} steps, seed ${seed} alone.`);
        frame.mark('evidence', text);
        frame.show([{ heading: 'How far the logits have moved', plot }]);
        frame.progress(0);
        for (const [i, width] of widths.entries()) {
          frame.say(`Training width ${width}.`);
          await Promise.all(lines.map(async (line) => {
            const { arm } = line.arms.find((one) => one.width === width);
            let moved = NaN;
            await train(frame, data, arm, seed, judge, {
              isStepwise: true,
              onevaluation({ stepwise }) {
                moved = stepwise['logit-movement'];
                if (!isCalm.matches) line.here.set([...line.points, [width, moved]]);
              },
            });
            line.points.push([width, moved]);
            line.here.set(line.points);
          }));
          if (frame.isOver(turn)) return;
          frame.progress((i + 1) / widths.length);
        }
        plot.describe(`Movement of the logits over width. ${lines.map(({ name, points }) => `${name}: ${shown(points[0][1])} at width ${widths[0]}, ${shown(points[points.length - 1][1])} at ${widths[widths.length - 1]}`).join('. ')}. The numbers are in the table below.`);
        frame.tables(numbers(lines));
        frame.end(judge.isSame ? 'same' : 'differs', element('div', {}, text, judge.line('runs')));
        frame.say('Drawn.');
      } catch (error) {
        if (!frame.isOver(turn)) frame.failed(error);
      }
    }

    frame.draw.addEventListener('click', draw);
    frame.promise(frame.index.arms.reduce((sum, arm) => sum + arm.cost, 0), 2);
  }

  // ---- On the page ---------------------------------------------------------------------------

  const KINDS = { 'init-std': InitStd, 'warmup-placement': Placement, 'coordinate-check': Coordinates };

  // The last two follow an axis, which the figure of a sweep has.
  const canDraw = (root) => root.dataset.widget === 'init-std' || JSON.parse(root.dataset.index).arms.every((arm) => arm.x > 0);

  // This script is loaded when the first of them comes near (near.js).
  for (const root of document.querySelectorAll('[data-widget][data-index]')) {
    if (!canDraw(root)) {
      root.querySelector('.widget-bar').remove();
    } else if (engine.isSupported()) {
      KINDS[root.dataset.widget](Frame(root));
    } else {
      root.querySelector('.widget-bar').replaceChildren(element('p', { class: 'widget-status' }, NOT_HERE));
    }
  }
})(window.probatum);
