// The figures of a chapter that a reader draws again: that each draws, from disk and
// only when asked, what its evidence has; that one button brings the published figure
// back; and that nothing moves, and nothing is lost, where scripts do not run.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOwnSite, bytesToRead, inaccessible, newTab, ok, pointAt, root, run, screenshotPath, siteWithout, test, urlOf } from './lib.mjs';

const site = buildOwnSite('widgets');
const CHAPTER = 'chapters/02-initialisation-normalisation-and-mup.html';
const names = ['init-std', 'warmup-placement', 'coordinate-check'];

const evidenceOf = (id) => JSON.parse(readFileSync(join(root, 'experiments/evidence', `${id}.json`), 'utf8'));
const note = (text) => console.log(`# ${text}`);

// Turns to a widget as a reader with a mouse does, who comes to its bar.
async function turnTo(tab, name) {
  const widget = tab.locator(`[data-widget="${name}"]`);
  await pointAt(widget.locator('.widget-bar'));
  return widget;
}

async function openWidget(tab, name) {
  const widget = await turnTo(tab, name);
  await widget.locator('.main').waitFor();
  return widget;
}

const ended = (widget, result) => widget.and(widget.page().locator(`[data-result="${result}"]`)).waitFor();
const drawn = (widget) => widget.locator('.widget-stage');
const published = (widget) => widget.locator('figure > svg.chart');

async function rowsOf(table) {
  return table.evaluate((node) => [...node.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent.trim())));
}

async function openTab(options) {
  const opened = await newTab(options);
  await opened.tab.goto(urlOf(site, CHAPTER));
  return opened;
}

// ---- What each draws -------------------------------------------------------------

// The rows as published, to the last digit that was published; what sources report is
// beside those alone.
function isAs(here, there) {
  const numbers = (cell) => cell.replace(/, reported .*/, '').match(/-?\d+(?:\.\d+)?/g) ?? [];
  const isNear = (x, shown) => Math.abs(x - shown) <= 0.55 * 10 ** -(shown.split('.')[1] ?? '').length;
  const isCell = (a, b) => numbers(a).length === numbers(b).length && numbers(a).every((x, i) => isNear(Number(x), numbers(b)[i]));
  return here.length === there.length && here.every((row, r) => row.length === there[r].length && row.every((cell, c) => isCell(cell, there[r][c])));
}

test('init-std at its published value gives the published numbers, elsewhere an exploration, and back', async () => {
  const { tab, faults, close } = await openTab();
  const widget = await openWidget(tab, 'init-std');
  const table = widget.locator('figure > details table');
  const there = await rowsOf(table);
  await widget.locator('.main').click();
  await ended(widget, 'same');
  ok(!(await published(widget).isVisible()), 'the published figure is still there');
  ok((await drawn(widget).innerText()).includes('computed here'), 'nothing says where it was computed');
  const here = await rowsOf(drawn(widget).locator('table').first());
  ok(isAs(here, there), `here\n${here.join('\n')}\npublished\n${there.join('\n')}`);
  await drawn(widget).screenshot({ path: screenshotPath('widget-init-std') });

  const slider = widget.getByRole('slider', { name: 'Standard deviation' });
  await slider.press('ArrowRight');
  await ended(widget, 'exploration');
  ok(await drawn(widget).getByText('Exploration, not evidence.').isVisible(), 'an exploration does not say so');
  const moved = await rowsOf(drawn(widget).locator('table').first());
  ok(Number(moved.at(-1)[1].split(' ')[0]) > Number(here.at(-1)[1].split(' ')[0]), 'a larger standard deviation, and the stream does not grow');
  await slider.press('Home');
  await tab.waitForFunction(() => document.querySelector('[data-widget="init-std"] .widget-title').textContent.includes('0.001;'));
  const flat = await rowsOf(drawn(widget).locator('table').first());
  ok(Math.abs(Number(flat.at(-1)[1].split(' ')[0]) - Number(flat[0][1].split(' ')[0])) < 1e-3, `not flat: ${flat.at(-1)}`);

  await widget.getByRole('button', { name: 'Back to the published figure' }).click();
  ok((await drawn(widget).count()) === 0 && await published(widget).isVisible(), 'the published figure does not come back');
  ok((await slider.getAttribute('aria-valuetext')).includes('as published'), 'the slider stays where it was');
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

test('init-std computes what evidence holds, to the last bit', async () => {
  const { tab, close } = await openTab();
  await openWidget(tab, 'init-std');
  const probed = await tab.evaluate(async () => {
    const { probatum } = window;
    const mount = document.querySelector('[data-widget="init-std"]');
    const index = JSON.parse(mount.dataset.index);
    const [data] = await Promise.all([probatum.fetch(index.id, index.data), probatum.engine.prepare(mount.dataset.assets)]);
    const all = {};
    for (const { name } of index.arms) {
      const arm = data.arms.find((one) => one.name === name);
      all[name] = await probatum.engine.probe({ ...data.base, ...arm.set }, data.seeds);
    }
    return { all, seeds: data.seeds };
  });
  const evidence = evidenceOf('EXP-014');
  let count = 0;
  for (const [name, runs] of Object.entries(probed.all)) {
    runs.forEach((here, i) => {
      const there = evidence.arms[name].runs.find((one) => one.seed === probed.seeds[i]);
      for (const [mine, its] of [[here.rms, there.residual_rms], [here.gradient, there.gradient_norm]]) {
        ok(mine.length === its.length && mine.every((x, k) => Object.is(x, its[k][0])), `${name}, seed ${there.seed}`);
        count += mine.length;
      }
    });
  }
  ok(count === 4 * 10 * 17, `${count} numbers`);
  await close();
});

test('warmup-placement trains both placements with and without warmup, to the published bits', async () => {
  const { tab, faults, close } = await openTab();
  const widget = await openWidget(tab, 'warmup-placement');
  await widget.getByLabel('Seed').selectOption('302');
  await widget.locator('.main').click();
  await drawn(widget).locator('.plot').first().waitFor();
  ok((await drawn(widget).locator('.plot').count()) === 2, 'not two charts');
  // The curves are there before they are whole.
  await tab.waitForFunction(() => document.querySelectorAll('[data-widget="warmup-placement"] .widget-stage path.line.c0[d*="L"]').length > 0);
  ok((await widget.getAttribute('data-result')) === null, 'a result before the end');
  await ended(widget, 'same');
  ok((await drawn(widget).innerText()).includes('in all 4 runs'), await drawn(widget).innerText());
  const last = (await rowsOf(drawn(widget).locator('table'))).at(-1);
  const { arms } = evidenceOf('EXP-003');
  const wanted = ['pre-w0-r003', 'post-w0-r003', 'pre-w200-r003', 'post-w200-r003'].map((name) => arms[name].runs.find((one) => one.seed === 302).metrics['final-loss'].decimal.toFixed(4));
  ok(JSON.stringify(last.slice(1)) === JSON.stringify(wanted), `${last} instead of ${wanted}`);
  await drawn(widget).screenshot({ path: screenshotPath('widget-warmup-placement') });
  await widget.getByRole('button', { name: 'Back to the published figure' }).click();
  ok((await drawn(widget).count()) === 0 && await published(widget).isVisible(), 'the published figure does not come back');
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

test('coordinate-check draws itself width by width, to the published bits', async () => {
  const { tab, faults, close } = await openTab();
  const widget = await openWidget(tab, 'coordinate-check');
  // How many widths were drawn at each moment.
  await widget.evaluate((node) => {
    window.widths = new Set();
    new MutationObserver(() => {
      const line = node.querySelector('.widget-stage path.line.c0');
      if (line && line.getAttribute('d')) window.widths.add(line.getAttribute('d').split(/[ML]/).length - 1);
    }).observe(node, { childList: true, subtree: true });
  });
  await widget.locator('.main').click();
  await ended(widget, 'same');
  // What it took is what the button promises from now on.
  const took = Number(await widget.getAttribute('data-took'));
  const next = Number(await widget.locator('.main').getAttribute('data-seconds'));
  note(`took ${took.toFixed(1)} s, promises ${next.toFixed(1)} s now`);
  ok(next > took / 2 && next < took * 2, `it took ${took} s and promises ${next} s`);
  const seen = await tab.evaluate(() => [...window.widths]);
  ok(seen.length >= 3, `drawn with ${seen.join(', ')} widths`);
  const rows = await rowsOf(drawn(widget).locator('table'));
  const { arms } = evidenceOf('EXP-006');
  for (const [width, ...values] of rows) {
    const wanted = ['standard', 'mup'].map((form) => arms[`${form}-w${width}`].runs.find((one) => one.seed === 601).metrics['logit-movement'].decimal.toFixed(4));
    ok(JSON.stringify(values) === JSON.stringify(wanted), `width ${width}: ${values} instead of ${wanted}`);
  }
  ok(rows.length === 5, `${rows.length} widths`);
  await drawn(widget).screenshot({ path: screenshotPath('widget-coordinate-check') });
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

test('a widget that is sent back while it trains leaves the published figure, and can begin again', async () => {
  const { tab, faults, close } = await openTab();
  const widget = await openWidget(tab, 'coordinate-check');
  const back = widget.getByRole('button', { name: 'Back to the published figure' });
  for (let i = 0; i < 2; i++) {
    await widget.locator('.main').click();
    await drawn(widget).locator('.plot').waitFor();
    await back.click();
    ok((await drawn(widget).count()) === 0 && await published(widget).isVisible(), 'the published figure does not come back');
  }
  await tab.waitForTimeout(500);
  ok((await drawn(widget).count()) === 0 && (await widget.getAttribute('data-result')) === null, 'what was sent back came again');
  ok(await back.isDisabled(), 'there is something to go back from');
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

test('what a widget draws is accessible on a phone in the dark, and stays inside the page', async () => {
  const { tab, faults, close } = await openTab({ width: 360, scheme: 'dark' });
  const widget = await openWidget(tab, 'init-std');
  await widget.getByRole('slider').press('ArrowRight');
  await ended(widget, 'exploration');
  for (const summary of await drawn(widget).locator('summary').all()) await summary.click();
  const found = await inaccessible(tab, '[data-widget="init-std"]');
  ok(found === '', found);
  ok(await tab.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'the page has become wider');
  await drawn(widget).screenshot({ path: screenshotPath('widget-init-std-360-dark') });
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

// The manual has the program's list: tests/record/test_chapter.c.
test('every widget of the manual is one that can be drawn', () => {
  const manual = readFileSync(join(root, 'man/probatum-chapter.5'), 'utf8');
  const listed = [...manual.split('.Ss Widgets')[1].split('.El')[0].matchAll(/^\.It Li (\S+)$/gm)].map(([, name]) => name);
  ok(listed.length === names.length, listed.join(', '));
  for (const name of listed) ok(names.includes(name) && readFileSync(join(root, `site/assets/widget-${name}.js`), 'utf8').includes(`kinds['${name}'] = `), name);
});

// ---- What a page costs ------------------------------------------------------------

test('a chapter that is scrolled through to its end stays under 200 kB, and offers each widget', async () => {
  const { tab, faults, close } = await newTab();
  const bytes = await bytesToRead(tab, site, CHAPTER);
  note(`${bytes} bytes`);
  ok(bytes < 200_000, `${bytes} bytes`);
  ok((await tab.locator('.widget-bar .offer:visible').count()) === names.length, 'a widget is not offered');
  ok((await tab.locator('.widget-bar > :not(.offer)').count()) === 0, 'something came unasked');
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

test('nothing is fetched to train with before a reader asks, and nothing moves when a widget comes', async () => {
  const { tab, close } = await newTab();
  const asked = [];
  tab.on('request', (request) => asked.push(request.url()));
  await tab.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await tab.goto(urlOf(site, CHAPTER));
  for (const name of names) await openWidget(tab, name);
  await tab.waitForTimeout(300);
  const early = asked.filter((url) => /core-wasm|\/data\//.test(url));
  ok(early.length === 0, early.join('\n'));
  const shift = await tab.evaluate(() => window.shift);
  note(`layout shift ${shift.toFixed(4)}`);
  ok(shift < 0.02, `a layout shift of ${shift}`);
  await close();
});

// ---- What a number is ----------------------------------------------------------------

test('the card of a reported number tells the number, each time, and then whose it is', async () => {
  const { tab, faults, close } = await openTab();
  const link = tab.locator('a.reported').first();
  const [value, title] = [await link.innerText(), await link.getAttribute('title')];
  for (let i = 0; i < 2; i++) {
    await pointAt(link);
    const card = tab.locator('.hover-card:not([hidden])');
    await card.waitFor();
    const words = await card.innerText();
    ok(words.startsWith(`${value} · ${title.split(': ').slice(1).join(': ')}`), words);
    ok(words.includes('Reported by'), words);
    await tab.keyboard.press('Escape');
  }
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

// ---- By keyboard --------------------------------------------------------------------

test('the keyboard comes from the offer of a widget to its button, and nothing is drawn yet', async () => {
  const { tab, faults, close } = await openTab();
  const widget = tab.locator('[data-widget="warmup-placement"]');
  await widget.locator('.offer').focus();
  await widget.locator('.main').waitFor();
  ok(await widget.locator('.main').evaluate((node) => node === document.activeElement), 'the focus is lost');
  ok((await drawn(widget).count()) === 0, 'it draws unasked');
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

test('the keyboard alone reaches every control of a widget, which has a name and shows the focus', async () => {
  const { tab, close } = await openTab();
  const widget = await openWidget(tab, 'init-std');
  await widget.evaluate((node) => {
    node.tabIndex = -1;
    node.focus();
  });
  const focused = () => tab.evaluate(() => {
    const node = document.activeElement;
    const style = getComputedStyle(node);
    return {
      name: node.labels?.[0]?.textContent || node.textContent,
      tag: node.localName,
      outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
    };
  });
  await tab.keyboard.press('Tab');
  const slider = await focused();
  ok(slider.tag === 'input' && slider.name.startsWith('Standard deviation') && slider.outline, JSON.stringify(slider));
  await tab.keyboard.press('Tab');
  const draw = await focused();
  ok(draw.name.startsWith('Draw it here') && draw.outline, JSON.stringify(draw));
  await tab.keyboard.press('Enter');
  await ended(widget, 'same');
  await tab.keyboard.press('Tab');
  const back = await focused();
  ok(back.name.startsWith('Back to') && back.outline, JSON.stringify(back));
  await tab.keyboard.press('Space');
  ok((await focused()).name.startsWith('Draw it here'), 'the focus is lost');
  ok((await drawn(widget).count()) === 0, 'the published figure does not come back');
  await close();
});

// ---- What does not load -------------------------------------------------------------------

test('a widget whose script is missing says so above its figure, and a button tries again', async () => {
  const { copy, mend } = siteWithout(site, 'assets/widget-init-std.js');
  const { tab, faults, close } = await newTab();
  await tab.goto(urlOf(copy, CHAPTER));
  const widget = await turnTo(tab, 'init-std');
  await widget.getByText('assets/widget-init-std.js cannot be loaded').waitFor();
  ok(await published(widget).isVisible(), 'no figure');
  mend();
  await widget.getByRole('button', { name: 'Try again' }).click();
  await widget.locator('.main').waitFor();
  ok((await tab.locator('.missed').count()) === 0, 'a complaint stays');
  ok(!faults.some((fault) => fault.startsWith('error: ')), faults.join('\n'));
  await close();
});

// ---- Where nothing runs -----------------------------------------------------------------

test('without scripts the published figures stand and no control is promised', async () => {
  const { tab, faults, close } = await openTab({ javaScript: false });
  for (const name of names) {
    const widget = tab.locator(`[data-widget="${name}"]`);
    ok(await published(widget).isVisible(), `${name}: no figure`);
    ok(!(await widget.locator('.widget-bar').isVisible()), `${name}: an empty bar`);
  }
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

test('without SIMD the published figures stand and a sentence says why', async () => {
  const { tab, faults, close } = await newTab();
  await tab.addInitScript(() => { WebAssembly.validate = () => false; });
  await tab.goto(urlOf(site, CHAPTER));
  for (const name of names) {
    const widget = await turnTo(tab, name);
    await widget.getByText('WebAssembly with SIMD').waitFor();
    ok(await published(widget).isVisible(), `${name}: no figure`);
    ok((await widget.locator('button, input').count()) === 0, `${name}: a control that cannot work`);
  }
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

await run();
