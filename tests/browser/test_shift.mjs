// Pages stand still while they load and are read: what scripts add finds its
// room kept. The shifts are those that the browser itself counts as cumulative
// layout shift, of which 0.1 is called good.

import { buildOwnSite, newTab, ok, run, test, urlOf } from './lib.mjs';

const site = buildOwnSite('shift');
const pages = ['index.html', 'practices/index.html', 'practices/SOTA-060.html', 'experiments/EXP-001.html',
  'chapters/02-initialisation-normalisation-and-mup.html', 'search.html', 'graph.html', 'attention.html'];
const most = 0.05;

function watch() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 60) ?? String(node?.nodeName));
      window.shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function read(tab) {
  for (let screen = 0; screen < 8; screen++) {
    await tab.mouse.wheel(0, 700);
    await tab.waitForTimeout(60);
  }
}

for (const width of [360, 700, 1280]) {
  test(`pages stand still at ${width} px`, async () => {
    const { tab, faults, close } = await newTab({ width });
    await tab.addInitScript(watch);
    for (const page of pages) {
      await tab.goto(urlOf(site, page));
      await read(tab);
      const shifts = await tab.evaluate(() => window.shifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      ok(sum <= most, `${page} moves by ${sum.toFixed(3)}: ${JSON.stringify(shifts)}`);
    }
    ok(faults.length === 0, faults.join('\n'));
    await close();
  });
}

await run();
