// How a hypothesis is decided, as the program decides it: metrics to whole
// numbers of 1e-9, paired differences, the exact sign-flip test with its interval,
// then the first rule that passes. Integers throughout, so a rerun here and the
// evidence agree to the last digit or not at all.
//
//   probatum.decide({expect, higher, margin, alpha, looks, worst, control,
//                    treatment, ...}) -> {mean, interval, p, verdict, ...}
//
// Loaded by pages as a classic script and by tests through node's vm.
'use strict';

(function (root) {
  const probatum = (root.probatum = root.probatum || {});
  const NANO = 1000000000n;
  const CEILING = 100000000; // of a metric, in ones
  const LIMIT = BigInt(CEILING) * NANO;
  const MOST_SEEDS = 20;

  // ---- Units ------------------------------------------------------------------

  const abs = (x) => (x < 0n ? -x : x);

  // x / y for y > 0, to the nearest, halves to the even one.
  function divideHalfEven(x, y) {
    let quotient = abs(x) / y;
    const twice = 2n * (abs(x) % y);
    if (twice > y || (twice === y && quotient % 2n === 1n)) quotient += 1n;
    return x < 0n ? -quotient : quotient;
  }

  function divideDown(x, y) {
    const quotient = x / y;
    return x % y < 0n ? quotient - 1n : quotient;
  }

  const view = new DataView(new ArrayBuffer(8));

  // A double is a whole number times a power of two: rounded once, exactly.
  function units(value) {
    view.setFloat64(0, value);
    const bits = view.getBigUint64(0);
    const biased = Number((bits >> 52n) & 0x7ffn);
    const fraction = bits & 0xfffffffffffffn;
    const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
    const shift = 1075 - (biased === 0 ? 1 : biased);
    const scaled = (value < 0 ? -mantissa : mantissa) * NANO;
    if (shift <= 0) return scaled << BigInt(-shift);
    return shift > 90 ? 0n : divideHalfEven(scaled, 1n << BigInt(shift));
  }

  const difference = (control, treatment, higher) => (higher ? treatment - control : control - treatment);

  function score(value, plan, trouble) {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      trouble.diverged += 1;
      return plan.worst;
    }
    if (plan.higher ? value > CEILING : value < -CEILING) {
      trouble.isTooLarge = true;
      return plan.higher ? LIMIT : -LIMIT;
    }
    const fits = Math.abs(value) <= CEILING;
    const kept = fits ? units(value) : 0n;
    if (!fits || difference(plan.worst, kept, plan.higher) < 0n) {
      trouble.clipped += 1;
      return plan.worst;
    }
    return kept;
  }

  // ---- The exact test -----------------------------------------------------------

  // Sums of the subsets of some differences, by size of subset, sorted.
  function subsetSums(deltas) {
    let bySize = [[0n]];
    for (const delta of deltas) {
      const next = bySize.map((sums) => sums.slice());
      next.push([]);
      bySize.forEach((sums, size) => sums.forEach((sum) => next[size + 1].push(sum + delta)));
      bySize = next;
    }
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    return bySize.map((sums) => sums.sort(order));
  }

  function signFlip(deltas) {
    const half = Math.floor(deltas.length / 2);
    return {
      n: deltas.length,
      all: 1n << BigInt(deltas.length),
      least: deltas.reduce((a, b) => (b < a ? b : a)),
      most: deltas.reduce((a, b) => (b > a ? b : a)),
      left: subsetSums(deltas.slice(0, half)),
      right: subsetSums(deltas.slice(half)),
    };
  }

  // Non-empty subsets whose sum is at most limit(size). Walks up one half's sums
  // and down the other's.
  function count(test, limit) {
    let found = 0;
    test.left.forEach((left, i) => test.right.forEach((right, j) => {
      if (i + j === 0) return;
      const most = limit(BigInt(i + j));
      let fits = right.length;
      for (const sum of left) {
        while (fits > 0 && sum + right[fits - 1] > most) fits -= 1;
        if (fits === 0) break;
        found += fits;
      }
    }));
    return BigInt(found);
  }

  const atMost = (test, theta) => count(test, (size) => theta * size);
  const below = (test, theta) => count(test, (size) => theta * size - 1n);

  const pAbove = (test, theta) => 1n + atMost(test, theta);
  const pBelow = (test, theta) => test.all - below(test, theta);
  const pAboveOrAt = (test, theta) => 1n + below(test, theta);
  const pBelowOrAt = (test, theta) => test.all - atMost(test, theta);

  function divisor(a, b) {
    return b === 0n ? abs(a) : divisor(b, a % b);
  }

  // The rank-th smallest mean of a subset, in lowest terms: every mean is a whole
  // number over the least common multiple of the sizes.
  function smallest(test, rank) {
    let common = 1n;
    for (let i = 2n; i <= BigInt(test.n); i++) common = (common * i) / divisor(common, i);
    let low = test.least * common;
    let high = test.most * common;
    while (low < high) {
      const middle = low + divideDown(high - low, 2n);
      if (count(test, (size) => divideDown(middle * size, common)) >= rank) high = middle;
      else low = middle + 1n;
    }
    const by = divisor(low, common) || 1n;
    return { sum: low / by, count: common / by };
  }

  function intervalAt(test, rank) {
    if (rank <= 0n) return { rank: 0n, lo: null, hi: null };
    return { rank, lo: smallest(test, rank), hi: smallest(test, test.all - rank) };
  }

  function rankOf(plan, n, sides) {
    return (plan.alpha << BigInt(n)) / (NANO * plan.looks * sides);
  }

  // ---- Rules ------------------------------------------------------------------------

  const larger = (a, b) => (a > b ? a : b);

  // A rule's exact p and how many sides share its level.
  const rules = {
    better: { p: (t) => pAbove(t, 0n), sides: 2n },
    worse: { p: (t) => pBelow(t, 0n), sides: 2n },
    'no-worse': { p: (t, margin) => pAbove(t, -margin), sides: 2n },
    'worse-by-margin': { p: (t, margin) => pBelow(t, -margin), sides: 2n },
    'at-least-margin': { p: (t, margin) => pAboveOrAt(t, margin), sides: 2n },
    'at-most-margin': { p: (t, margin) => pBelowOrAt(t, -margin), sides: 2n },
    equivalent: { p: (t, margin) => larger(pAbove(t, -margin), pBelow(t, margin)), sides: 1n },
  };

  // What each expectation is tried on, in order; the first is its own rule where
  // none passes, but for an improvement, which is that it is better.
  const branches = {
    improvement: [['equivalent', 'no-meaningful-effect'], ['better', 'replicated'], ['worse', 'contradicted']],
    'no-worse': [['no-worse', 'replicated'], ['worse-by-margin', 'contradicted']],
    'no-effect': [['equivalent', 'replicated'], ['at-least-margin', 'contradicted'], ['at-most-margin', 'contradicted']],
  };
  const ownRule = { improvement: 'better', 'no-worse': 'no-worse', 'no-effect': 'equivalent' };

  const words = {
    'not-tested': 'not tested',
    'not-decided': 'not decided',
    inconclusive: 'inconclusive',
    'no-meaningful-effect': 'no meaningful effect',
    replicated: 'replicated',
    contradicted: 'contradicted',
  };

  function passes(rule, test, plan) {
    return rules[rule].p(test, plan.margin) <= rankOf(plan, test.n, rules[rule].sides);
  }

  function applyRules(test, plan, decision) {
    const found = branches[plan.expect].find(([rule]) => passes(rule, test, plan));
    decision.verdict = found ? found[1] : 'inconclusive';
    decision.rule = found ? found[0] : ownRule[plan.expect];
    decision.p.rule = rules[decision.rule].p(test, plan.margin);
    decision.size = 'none';
    if (plan.expect === 'improvement' && passes('better', test, plan)) {
      const isLarge = passes('at-least-margin', test, plan);
      decision.size = decision.verdict === 'no-meaningful-effect' ? 'real-below-margin' : isLarge ? 'at-least-margin' : 'size-uncertain';
    }
  }

  // ---- The whole ----------------------------------------------------------------------

  function differences(control, treatment, plan, troubles) {
    return control.map((value, i) => {
      const base = score(value, plan, troubles[0]);
      return difference(base, score(treatment[i], plan, troubles[1]), plan.higher);
    });
  }

  const newTrouble = () => ({ diverged: 0, clipped: 0, isTooLarge: false });

  function sensitivityOf(input, plan) {
    if (!input.sensitivity) return { found: 'none' };
    const troubles = [newTrouble(), newTrouble()];
    const deltas = differences(input.sensitivity.control, input.sensitivity.treatment, plan, troubles);
    const test = signFlip(deltas);
    const p = input.sensitivity.worse ? pBelow(test, 0n) : pAbove(test, 0n);
    return {
      found: p <= rankOf(plan, test.n, 2n) ? 'detected' : 'missed',
      p,
      mean: { sum: deltas.reduce((a, b) => a + b), count: BigInt(test.n) },
      isTooLarge: troubles.some((one) => one.isTooLarge),
    };
  }

  function settle(plan, decision) {
    const isNull = decision.verdict === 'no-meaningful-effect' || (decision.verdict === 'replicated' && plan.expect !== 'improvement');
    const reason = decision.integrity.length > 0 ? decision.integrity[0]
      : decision.interval.rank === 0n ? 'too-few-seeds'
      : isNull && decision.sensitivity.found === 'missed' ? 'not-sensitive'
      : 'none';
    decision.reason = reason;
    if (reason !== 'none') {
      decision.verdict = 'not-decided';
      decision.size = 'none';
    }
  }

  // margin, alpha and worst are whole numbers of 1e-9, as BigInt or as text.
  probatum.decide = function (input) {
    const plan = {
      expect: input.expect,
      higher: Boolean(input.higher),
      margin: BigInt(input.margin),
      alpha: BigInt(input.alpha),
      looks: BigInt(input.looks),
      worst: BigInt(input.worst),
    };
    const n = input.control.length;
    if (n === 0) return { n, verdict: 'not-tested', reason: 'none', size: 'none' };
    if (n > MOST_SEEDS) return { n, verdict: 'not-decided', reason: 'too-many-seeds', size: 'none' };
    const troubles = [newTrouble(), newTrouble()];
    const deltas = differences(input.control, input.treatment, plan, troubles);
    const test = signFlip(deltas);
    const better = pAbove(test, 0n);
    const worse = pBelow(test, 0n);
    const twice = 2n * (better < worse ? better : worse);
    const interval = intervalAt(test, rankOf(plan, n, 2n));
    const decision = {
      n,
      deltas,
      mean: { sum: deltas.reduce((a, b) => a + b), count: BigInt(n) },
      interval,
      equivalence: intervalAt(test, interval.rank > 0n ? rankOf(plan, n, 1n) : 0n),
      p: { better, worse, two_sided: twice < test.all ? twice : test.all },
      wins: deltas.filter((d) => d > 0n).length,
      ties: deltas.filter((d) => d === 0n).length,
      losses: deltas.filter((d) => d < 0n).length,
      control: troubles[0],
      treatment: troubles[1],
      sensitivity: sensitivityOf(input, plan),
      integrity: (input.integrity || []).slice(),
    };
    if (troubles.some((one) => one.isTooLarge) || decision.sensitivity.isTooLarge) decision.integrity.push('value-too-large');
    applyRules(test, plan, decision);
    settle(plan, decision);
    return decision;
  };

  probatum.decide.words = words;
  probatum.decide.units = units;

  // The ratio {sum, count} of units with this many decimals, half to even.
  probatum.decide.text = function (ratio, decimals) {
    const step = BigInt(ratio.count) * 10n ** BigInt(9 - decimals);
    const rounded = divideHalfEven(BigInt(ratio.sum), step);
    const digits = abs(rounded).toString().padStart(decimals + 1, '0');
    const whole = digits.slice(0, digits.length - decimals);
    return `${rounded < 0n ? '−' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`;
  };
})(typeof window === 'object' ? window : globalThis);
