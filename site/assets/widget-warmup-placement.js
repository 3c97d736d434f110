// A figure of a chapter that is drawn again: four trainings side by side, with both
// placements of the norm, with and without warmup.
'use strict';

(function (probatum) {
  const { engine, element } = probatum;
  const { curveOf, field, fieldsOf, loss, table } = probatum.panel;
  const { Judge, LOOKS, isCalm, runOf, seedBox, title, train, wordsOf } = probatum.widget;

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
        frame.finish(judge, text, numbers(charts));
      } catch (error) {
        if (!frame.isOver(turn)) frame.failed(error);
      }
    }

    frame.draw.addEventListener('click', draw);
    const costs = frame.index.arms.filter((arm) => arm.x === rates[0]).reduce((sum, arm) => sum + arm.cost, 0);
    frame.promise(2 * costs, 4);
  }

  probatum.widget.kinds['warmup-placement'] = Placement;
})(window.probatum);
