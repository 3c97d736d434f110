// A small line chart that is drawn while numbers arrive. Lines are told apart by
// colour, dash and mark; the legend names them, and whoever uses a chart gives the
// same numbers as a table.
'use strict';

window.probatum = window.probatum || {};

(function (probatum) {
  const HEIGHT = 290;
  const RIGHT = 14, TOP = 12, BOTTOM = 44;

  const element = probatum.element;

  // About five round values inside a range; powers on a logarithmic axis.
  function ticks(low, high, isLog) {
    const found = [];
    if (isLog) {
      const base = high / low > 300 ? 10 : 2;
      const log = (x) => Math.log(x) / Math.log(base);
      for (let e = Math.ceil(log(low) - 1e-9); e <= log(high) + 1e-9; e++) found.push(base ** e);
      if (found.length >= 2) return found;
      found.length = 0; // a range too narrow for powers
    }
    const rough = (high - low) / 5;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough);
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) found.push(i * step);
    return found;
  }

  function label(value) {
    if (value === 0) return '0';
    const size = Math.abs(value);
    return size >= 1e5 || size < 1e-3 ? value.toExponential(0).replace('e+', 'e').replace('-', '−')
      : String(Number(value.toPrecision(3))).replace('-', '−');
  }

  // Marks by look, so that lines differ by more than their colour.
  const MARKS = {
    c1: (u, v) => `M${u - 3} ${v - 3}h6v6h-6z`,
    c2: (u, v) => `M${u} ${v - 4.2}l4.2 4.2l-4.2 4.2l-4.2 -4.2z`,
    c3: (u, v) => `M${u} ${v - 3.8}l4 7.2h-8z`,
  };
  const circle = (u, v) => `M${u - 3} ${v}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`;

  const isShown = (y, isLog) => Number.isFinite(y) && (!isLog || y > 0);

  // {x: [low, high], xLabel, yLabel, isLogX, isLogY, xTicks, y}. The y axis reaches
  // at least from y[0] to y[1], and farther when a line does. A unit of the drawing
  // is one pixel, so that letters are as large on a phone.
  probatum.plot = function (options) {
    let width = 0;
    const svg = element('svg:svg', { height: HEIGHT, role: 'img', class: 'plot', 'aria-label': options.title || '' });
    const legend = element('ul', { class: 'plot-legend' });
    const lines = [];
    let isWaiting = false;
    const x = options.x;

    function rangeOfY() {
      let [low, high] = options.y || [Infinity, -Infinity];
      for (const line of lines) {
        if (line.isMinor && lines.some((one) => !one.isMinor && one.points.length > 1)) continue;
        for (const [, y] of line.points) {
          if (isShown(y, options.isLogY)) {
            low = Math.min(low, y);
            high = Math.max(high, y);
          }
        }
      }
      if (low > high) return options.isLogY ? [0.1, 10] : [0, 1];
      if (options.isLogY) return [low / 1.15, high * 1.15];
      const room = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
      return [low - room, high + room];
    }

    function scale([low, high], from, to, isLog) {
      const f = isLog ? Math.log : (v) => v;
      const a = f(low);
      const b = f(high) > a ? f(high) : a + 1;
      return (v) => from + ((f(v) - a) / (b - a)) * (to - from);
    }

    function draw() {
      isWaiting = false;
      width = Math.max(240, Math.round(svg.clientWidth));
      svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
      const y = rangeOfY();
      const yTicks = ticks(y[0], y[1], options.isLogY);
      // Beside the title, which stands upright, the longest label and a gap.
      const left = Math.max(58, 32 + 8 * Math.max(0, ...yTicks.map((value) => label(value).length)));
      const atX = scale(x, left + 6, width - RIGHT, options.isLogX);
      const atY = scale(y, HEIGHT - BOTTOM, TOP, options.isLogY);
      const parts = [];
      for (const value of yTicks) {
        const at = atY(value).toFixed(1);
        parts.push(element('svg:path', { class: 'grid', d: `M${left} ${at}H${width - RIGHT}` }));
        parts.push(element('svg:text', { x: left - 8, y: at, class: 'tick y' }, label(value)));
      }
      for (const value of options.xTicks || ticks(x[0], x[1], options.isLogX)) {
        const at = atX(value).toFixed(1);
        parts.push(element('svg:path', { class: 'grid', d: `M${at} ${HEIGHT - BOTTOM}v5` }));
        parts.push(element('svg:text', { x: at, y: HEIGHT - BOTTOM + 19, class: 'tick x' }, label(value)));
      }
      parts.push(element('svg:path', { class: 'axis', d: `M${left} ${TOP}V${HEIGHT - BOTTOM}H${width - RIGHT}` }));
      parts.push(element('svg:text', { x: (left + width - RIGHT) / 2, y: HEIGHT - 6, class: 'title x' }, options.xLabel));
      parts.push(element('svg:text', { class: 'title y', transform: `translate(13 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)` }, options.yLabel));
      for (const line of lines) {
        // What lies outside the axes is left out, with a gap in the line.
        const isInside = ([u, v]) => isShown(v, options.isLogY) && u <= x[1] && v >= y[0] && v <= y[1];
        const dots = [];
        let d = '';
        line.points.forEach((point, i) => {
          if (!isInside(point)) return;
          const [u, v] = [atX(point[0]), atY(point[1])];
          dots.push([u, v]);
          d += `${i > 0 && isInside(line.points[i - 1]) ? 'L' : 'M'}${u.toFixed(1)} ${v.toFixed(1)}`;
        });
        if (d) parts.push(element('svg:path', { class: `line ${line.look}`, d }));
        if (line.hasMarks || dots.length === 1) {
          const mark = MARKS[line.look] || circle;
          parts.push(element('svg:path', { class: `mark ${line.look}`, d: dots.map(([u, v]) => mark(Number(u.toFixed(1)), Number(v.toFixed(1)))).join('') }));
        }
      }
      svg.replaceChildren(...parts);
    }

    function redraw() {
      if (!isWaiting) {
        isWaiting = true;
        requestAnimationFrame(draw);
      }
    }

    redraw();
    if (typeof ResizeObserver === 'function') {
      new ResizeObserver(() => {
        if (Math.round(svg.clientWidth) !== width) redraw();
      }).observe(svg);
    }
    return {
      nodes: [svg, legend],
      // `look` is the class that gives colour and dash.
      line(name, look, { isMinor = false, hasMarks = false, points = [] } = {}) {
        const line = { name, look, isMinor, hasMarks, points: points.slice() };
        lines.push(line);
        legend.append(element('li', {}, element('svg:svg', { viewBox: '0 0 28 10', class: 'key', 'aria-hidden': 'true' }, element('svg:path', { class: `line ${look}`, d: 'M1 5H27' }),
          hasMarks ? element('svg:path', { class: `mark ${look}`, d: (MARKS[look] || circle)(14, 5) }) : null), name));
        redraw();
        return {
          push(u, v) {
            line.points.push([u, v]);
            redraw();
          },
          set(all) {
            line.points = all.slice();
            redraw();
          },
        };
      },
      describe(text) {
        svg.setAttribute('aria-label', text);
      },
    };
  };
})(window.probatum);
