// What the rerun panel and the widgets of chapters share: how a run is held to the
// published one, and how durations, choices and tables look.
'use strict';

window.probatum = window.probatum || {};

(function (probatum) {
  const { engine, element } = probatum;

  const NOT_HERE = 'This browser has no WebAssembly with SIMD, which a rerun needs. The figures on this page are the published ones.';

  // ---- Words ------------------------------------------------------------------

  function duration(seconds) {
    if (seconds < 0.95) return 'under a second';
    if (seconds < 9.5) return `about ${Number(seconds.toPrecision(seconds < 2 ? 2 : 1))} s`;
    if (seconds < 90) return `about ${Math.round(seconds / 5) * 5} s`;
    if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
    return `about ${(seconds / 3600).toFixed(1)} hours`;
  }

  const loss = (x) => (Number.isFinite(x) ? x.toFixed(4) : 'none');

  // A double as C writes it with %a: every bit of it.
  function hexadecimal(x) {
    if (!Number.isFinite(x)) return String(x);
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, x);
    const bits = view.getBigUint64(0);
    const exponent = Number((bits >> 52n) & 0x7ffn);
    const digits = (bits & 0xfffffffffffffn).toString(16).padStart(13, '0').replace(/0+$/, '');
    if (exponent === 0 && digits === '') return '0x0p+0';
    const power = exponent === 0 ? -1022 : exponent - 1023;
    return `${x < 0 ? '-' : ''}0x${exponent === 0 ? 0 : 1}${digits ? `.${digits}` : ''}p${power < 0 ? '' : '+'}${power}`;
  }

  const asNumber = (x) => (x === null || x === undefined ? NaN : x);

  // ---- Published runs -----------------------------------------------------------

  const armOf = (data, name) => data.arms.find((arm) => arm.name === name);
  const fieldsOf = (data, arm) => ({ ...data.base, ...arm.set });

  // Steps and losses of a published run.
  function curveOf(arm, run) {
    const points = run.points || arm.points;
    return points.map((step, i) => [step, asNumber(run.losses[i])]);
  }

  // Watches a run beside the published one.
  function comparison(arm, published) {
    const at = new Map(curveOf(arm, published));
    let first = null;
    let last = 0;
    return {
      evaluation({ step, loss: here }) {
        last = step;
        if (first === null && at.has(step) && !Object.is(at.get(step), here)) first = { step, here, there: at.get(step) };
      },
      // {isSame, words}
      end({ hash, diverged }) {
        const there = published.diverged === undefined ? null : published.diverged;
        if (first) {
          return { isSame: false, words: `Differs at step ${first.step}: loss ${hexadecimal(first.here)} here, ${hexadecimal(first.there)} published.` };
        }
        if (diverged !== there) {
          const step = Math.min(...[diverged, there].filter((at_) => at_ !== null));
          return { isSame: false, words: `Differs at step ${step}: ${diverged === null ? 'the published run diverged there, this one did not' : there === null ? 'this run diverged, the published one did not' : `this run diverged at ${diverged}, the published one at ${there}`}.` };
        }
        if (hash !== published.hash) {
          return { isSame: false, words: `Differs at step ${last} at the latest: every published loss up to there agrees, the trajectory hash does not.` };
        }
        return { isSame: true, words: 'Same bits as published.' };
      },
    };
  }

  // ---- Time -------------------------------------------------------------------

  // How many runs proceed at a time; threads that share a core gain less.
  function pace(tasks) {
    const width = Math.min(engine.workers, tasks);
    return width <= 2 ? width : 2 + (width - 2) * 0.6;
  }

  // ---- Parts ------------------------------------------------------------------

  const field = (labelText, box) => element('div', { class: 'field' }, element('label', { for: box.id }, labelText), box);

  function table(caption, heads, rows) {
    return element('details', { class: 'rerun-table' }, element('summary', {}, caption),
      element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
        element('table', { class: 'numbers' },
          element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
          element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map((cell, i) => element(i ? 'td' : 'th', i ? {} : { scope: 'row' }, cell))))))));
  }

  function verdictLine(isGood, words) {
    return element('p', { class: `rerun-result ${isGood ? 'same' : 'differs'}` },
      element('span', { 'aria-hidden': 'true' }, isGood ? '✓ ' : '✗ '), element('strong', {}, words));
  }

  probatum.panel = { NOT_HERE, armOf, asNumber, comparison, curveOf, duration, field, fieldsOf, loss, pace, table, verdictLine };
})(window.probatum);
