// Letters of charts as a reader has them: a drawing is scaled to the room there
// is, and what is large enough in one place may be too small in the next.

import { buildOwnSite, newTab, ok, run, test, urlOf } from './lib.mjs';

const site = buildOwnSite('charts');
const PAGES = ['chapters/02-initialisation-normalisation-and-mup.html', 'chapters/03-how-a-claim-is-decided.html', 'experiments/EXP-001.html', 'practices/SOTA-060.html', 'practices/SOTA-143.html'];
const SMALLEST = 11;

// What rests on what is scrolled rather than scaled.
function small(least) {
  return [...document.querySelectorAll('svg.chart:not(.lineage) text')].flatMap((text) => {
    const drawing = text.ownerSVGElement;
    const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
    const size = scale * parseFloat(getComputedStyle(text).fontSize);
    return size > 0 && size < least ? [`${text.textContent} is ${size.toFixed(1)} px`] : [];
  });
}

for (const width of [360, 600, 1280]) {
  test(`no letter of a chart is smaller than ${SMALLEST} pixels where the window has ${width}`, async () => {
    const { tab, close } = await newTab({ width });
    for (const path of PAGES) {
      await tab.goto(urlOf(site, path));
      const wrong = await tab.evaluate(small, SMALLEST);
      ok(wrong.length === 0, `${path}: ${wrong.slice(0, 5).join(', ')}`);
      ok(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${path} is wider than its window`);
    }
    await close();
  });
}

await run();
