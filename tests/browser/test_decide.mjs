// site/assets/decide.js, which decides reruns in a reader's browser, against what
// the program decided: every hypothesis of every evidence file of this project.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { ok, root, run, test } from './lib.mjs';

runInThisContext(readFileSync(join(root, 'site/assets/decide.js'), 'utf8'));
const { decide } = globalThis.probatum;

const folder = join(root, 'experiments/evidence');
const files = readdirSync(folder).filter((name) => /^EXP-\d+\.json$/.test(name));
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

// The plan's numbers are short decimals.
const units = (text) => decide.units(Number(text)).toString();

function inputOf(evidence, id, published) {
  const plan = (key) => evidence.plan[`hypotheses.${id}.${key}`];
  const column = (arm) => {
    const runs = (evidence.arms[arm] ?? evidence.derived[arm]).runs;
    return runs.map((one) => one.metrics[published.metric]?.decimal ?? NaN);
  };
  const sensitivity = plan('sensitivity.treatment') && {
    control: column(plan('sensitivity.control') ?? published.control),
    treatment: column(plan('sensitivity.treatment')),
    worse: plan('sensitivity.expect') === 'worse',
  };
  return {
    expect: published.expect,
    higher: published.higher_is_better,
    margin: published.margin,
    alpha: published.alpha,
    looks: published.looks,
    worst: units(plan('worst')),
    integrity: published.integrity,
    control: column(published.control),
    treatment: column(published.treatment),
    sensitivity,
  };
}

const ratio = (one) => (one ? { count: Number(one.count), sum: Number(one.sum) } : { count: 0, sum: 0 });
const interval = (one) => ({ hi: ratio(one.hi), lo: ratio(one.lo), rank: Number(one.rank) });

// What was decided here, in the form of the evidence file.
function asFile(decision) {
  return {
    deltas: decision.deltas.map(Number),
    equivalence: interval(decision.equivalence),
    interval: interval(decision.interval),
    losses: decision.losses,
    mean: ratio(decision.mean),
    n: decision.n,
    p: Object.fromEntries(['better', 'rule', 'two_sided', 'worse'].map((key) => [key, Number(decision.p[key])])),
    reason: decision.reason,
    rule: decision.rule,
    size: decision.size,
    ties: decision.ties,
    verdict: decision.verdict,
    wins: decision.wins,
    control_trouble: { clipped: decision.control.clipped, diverged: decision.control.diverged },
    treatment_trouble: { clipped: decision.treatment.clipped, diverged: decision.treatment.diverged },
  };
}

const sorted = (value) => JSON.stringify(value, (key, one) =>
  one && typeof one === 'object' && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort()) : one);

let decided = 0;
for (const file of files) {
  test(`${file} is decided in the browser as it was, to the digit`, () => {
    const evidence = read(file);
    for (const [id, published] of Object.entries(evidence.hypotheses)) {
      const decision = decide(inputOf(evidence, id, published));
      const here = asFile(decision);
      const there = Object.fromEntries(Object.keys(here).map((key) => [key, published[key]]));
      ok(sorted(here) === sorted(there), `${id}\nhere  ${sorted(here)}\nthere ${sorted(there)}`);
      ok(decision.sensitivity.found === published.sensitivity.found, `${id}: sensitivity ${decision.sensitivity.found}`);
      decided += 1;
    }
  });
}

test('dozens of decisions were compared', () => ok(decided >= 30, `only ${decided}`));

const plain = { expect: 'improvement', margin: '10000000', alpha: '50000000', looks: 1, worst: '3466000000' };
const ten = (value) => Array.from({ length: 10 }, (_, i) => value + i * 1e-3);

test('a value that is one unit off changes the difference by one unit', () => {
  const control = ten(2);
  const treatment = ten(1.9);
  const before = decide({ ...plain, control, treatment });
  treatment[3] -= 1e-9;
  const after = decide({ ...plain, control, treatment });
  ok(after.mean.sum - before.mean.sum === 1n, `${after.mean.sum - before.mean.sum}`);
});

test('five seeds are no verdict, six can be', () => {
  const of = (n) => decide({ ...plain, control: ten(2).slice(0, n), treatment: ten(1.5).slice(0, n) });
  ok(of(5).verdict === 'not-decided' && of(5).reason === 'too-few-seeds', of(5).reason);
  ok(of(6).verdict === 'replicated' && of(6).size === 'at-least-margin', of(6).verdict);
});

test('a run that diverged scores the worst and is counted', () => {
  const treatment = ten(1.5);
  treatment[0] = NaN;
  const decision = decide({ ...plain, control: ten(2), treatment });
  ok(decision.treatment.diverged === 1 && decision.deltas[0] === 2000000000n - 3466000000n, `${decision.deltas[0]}`);
});

test('twenty seeds take no noticeable time', () => {
  const twenty = (value) => [...ten(value), ...ten(value + 0.1)];
  const began = performance.now();
  decide({ ...plain, control: twenty(2), treatment: twenty(1.9) });
  ok(performance.now() - began < 5000, `${performance.now() - began} ms`);
});

test('ratios are written as the program writes them', () => {
  ok(decide.text({ sum: 12345678n, count: 1n }, 4) === '0.0123', decide.text({ sum: 12345678n, count: 1n }, 4));
  ok(decide.text({ sum: -5n, count: 1n }, 8) === '0.00000000', decide.text({ sum: -5n, count: 1n }, 8));
});

await run();
