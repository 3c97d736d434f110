// All seeds of a hypothesis in the reader's browser: mean and interval as they come
// in, and once every run is there the verdict, by the rule that decided the evidence.
'use strict';

(function (probatum) {
  const { decide, element, engine } = probatum;
  const { armOf, asNumber, comparison, fieldsOf, loss, table, verdictLine } = probatum.panel;

  // Metrics that are measured at each evaluation.
  const STEPWISE = /-activity$|^logit-movement$|^largest-attention-logit$/;

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
    return decide(input);
  }

  const number = (ratio) => Number(ratio.sum) / Number(ratio.count) / 1e9;

  function decimalsOf(decision) {
    const width = decision.interval && decision.interval.lo ? number(decision.interval.hi) - number(decision.interval.lo) : Math.abs(number(decision.mean));
    for (let decimals = 0; decimals < 6; decimals++) if (width * 10 ** decimals >= 20) return decimals;
    return 6;
  }

  function amount(decision, unit) {
    const decimals = decimalsOf(decision);
    const text = (ratio) => decide.text(ratio, decimals);
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
    // The ends are labelled where they leave room for the zero.
    for (const end of [low, high]) {
      if (Math.abs(at(end) - at(0)) > 34) svg.append(element('svg:text', { class: 'tick x', x: at(end), y: 78 }, end.toPrecision(2).replace('-', '−')));
    }
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
    const own = decide.words[decision.verdict];
    const words = isTakenBack ? `${decide.words[published.verdict]} (alone ${own}; it does not survive the adjustment for its family of ${published.family})` : own;
    return { faults, words };
  }

  function showAll(panel, data, hypothesis, results, seeds, decision, differing) {
    const { faults, words } = judge(decision, hypothesis.published);
    const isSame = faults.length === 0 && differing.length === 0;
    const runs = results.size;
    panel.output.append(
      element('p', { class: 'rerun-verdict', 'data-verdict': decision.verdict }, 'Verdict: ', element('strong', {}, words), `, ${decision.wins} of ${decision.n} seeds, p = ${decision.p.rule} / ${1n << BigInt(decision.n)}.`),
      verdictLine(isSame, isSame ? `Same bits as published in all ${runs} runs; mean, interval, p and verdict too.`
        : differing.length ? `${differing.length} of ${runs} runs differ from the published ones: ${differing.slice(0, 4).join('; ')}` : `The runs agree, but not the published ${faults.join(', ')}.`),
      table('Seed by seed', ['Seed', hypothesis.control, hypothesis.treatment, 'Difference'], seeds.map((seed, i) => [
        String(seed),
        loss(valueOf(data, results, hypothesis.control, hypothesis.metric, seed)),
        loss(valueOf(data, results, hypothesis.treatment, hypothesis.metric, seed)),
        decide.text({ sum: decision.deltas[i], count: 1n }, 4),
      ])));
    panel.root.dataset.result = isSame ? 'same' : 'differs';
    panel.say(`Verdict: ${words}. ${isSame ? 'Everything is as published.' : 'Something differs from what was published.'}`);
  }

  // Trains every arm of the hypothesis on every seed. `panel` is what of the panel
  // is written to: {root, output, bar, say, setRunning, failed, keep}.
  probatum.rerunAll = function (panel, data, hypothesis) {
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
    panel.output.append(live, element('figure', { class: 'rerun-figure' }, picture,
      element('figcaption', {}, 'Each dot is a seed, to the right where the treatment is better; the line is the interval of their mean, the band the margin.')));
    panel.say(`Training ${total} runs, ${Math.min(engine.workers, total)} at a time.`);

    function look() {
      const done = seeds.filter((seed) => paired.every((name) => results.has(`${name} ${seed}`)));
      panel.bar.value = results.size / total;
      if (done.length === 0) return;
      const isWhole = results.size === total;
      const decision = decideOn(data, hypothesis, results, done, isWhole);
      live.textContent = `${done.length} of ${seeds.length} seeds: ${amount(decision, hypothesis.unit)}`;
      picture.replaceChildren(forest(decision, margin, seeds.length, Math.max(240, Math.min(736, picture.clientWidth))));
      if (isWhole) {
        panel.setRunning(false);
        showAll(panel, data, hypothesis, results, seeds, decision, differing);
      }
    }

    for (const seed of seeds) {
      for (const name of names) {
        const arm = armOf(data, name);
        const compared = comparison(arm, arm.runs.find((run) => run.seed === seed));
        panel.keep(engine.start({ fields: fieldsOf(data, arm), seed, every: arm.every, isStepwise: STEPWISE.test(hypothesis.metric) }, {
          onevaluation: compared.evaluation,
          onerror: panel.failed,
          onend(result) {
            const found = compared.end(result);
            if (!found.isSame) differing.push(`${name} seed ${seed}`);
            results.set(`${name} ${seed}`, result);
            look();
          },
        }));
      }
    }
  };
})(window.probatum);
