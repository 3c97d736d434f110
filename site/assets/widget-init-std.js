// A figure of a chapter that is drawn again: the residual stream and the gradient by
// block before the first step, over the standard deviation of the initial weights.
'use strict';

(function (probatum) {
  const { engine, element } = probatum;
  const { armOf, asNumber, fieldsOf, table } = probatum.panel;
  const { Judge, LOOKS, mean, range, runOf, shortNames, shown, title } = probatum.widget;

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

  // Means over the seeds, place by place.
  const means = (runs, key) => runs[0][key].map((_, i) => mean(runs.map((run) => run[key][i])));

  // Of what is published, so that the axis stays while one looks around it.
  function reach(frame, data, key) {
    const all = frame.index.arms.flatMap((arm) => means(armOf(data, arm.name).runs.filter((run) => run[key]), key));
    return [Math.min(...all), Math.max(...all)];
  }

  function numbers(names, caption, first, lines, key) {
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

  // The two charts, with a line for each arm.
  function plotsOf(frame, data, names, blocks) {
    const plot = (heading, yLabel, key, first) => {
      const made = probatum.plot({ title: yLabel, x: [first, blocks], xLabel: first ? 'block' : 'blocks passed', yLabel, isLogY: true, xTicks: range(first, blocks), y: reach(frame, data, key) });
      return { heading, plot: made, key, first, lines: names.map((one, i) => made.line(one, LOOKS[i % 4], { hasMarks: true })) };
    };
    return [plot('Going forward: the residual stream', 'RMS of the residual stream', 'rms', 0), plot('Coming back: the gradient', 'norm of the gradient', 'gradient', 1)];
  }

  // Moves the lines of a chart to these draws, and says where they are.
  function redraw({ plot, key, first, lines }, drawn, names, std) {
    const all = drawn.map(({ runs }) => means(runs, key));
    all.forEach((line, i) => lines[i].set(line.map((y, at) => [at + first, y])));
    const ends = all.map((line, i) => `${names[i]}: ${shown(line[0])} at first, ${shown(line[line.length - 1])} at the end.`);
    const what = key === 'rms' ? 'RMS of the residual stream' : 'Norm of the gradient';
    plot.describe(`${what} by block at a standard deviation of ${std}. ${ends.join(' ')}`);
  }

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

    let plots = null;
    function show(data, lines, std) {
      if (!plots) {
        plots = plotsOf(frame, data, names, lines[0].runs[0].gradient.length);
        frame.show(plots);
      }
      for (const plot of plots) redraw(plot, lines, names, std);
      frame.tables(numbers(names, 'The stream as numbers', 0, lines, 'rms'), numbers(names, 'The gradient as numbers', 1, lines, 'gradient'));
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

  probatum.widget.kinds['init-std'] = InitStd;
})(window.probatum);
