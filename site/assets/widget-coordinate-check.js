// A figure of a chapter that is drawn again: how far the logits move, width by width.
'use strict';

(function (probatum) {
  const { armOf, fieldsOf, table } = probatum.panel;
  const { Judge, LOOKS, isCalm, seedBox, shown, title, train, wordsOf } = probatum.widget;

  // Seconds that a run takes besides its cost, to measure each step and to draw it:
  // 0.1 to 0.2 at each of the widths 16 to 128.
  const STEPWISE = 0.15;

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
        frame.finish(judge, text, numbers(lines));
      } catch (error) {
        if (!frame.isOver(turn)) frame.failed(error);
      }
    }

    frame.draw.addEventListener('click', draw);
    frame.promise(frame.index.arms.reduce((sum, arm) => sum + arm.cost, 0), 2, widths.length * STEPWISE);
  }

  probatum.widget.kinds['coordinate-check'] = Coordinates;
})(window.probatum);
