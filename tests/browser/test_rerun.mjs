// Training again in the browser, on the real site and from disk: a practice and an
// experiment, one seed and all of them, stopped, tampered with, turned into an
// exploration, by keyboard alone, and where the core cannot run.

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOwnSite, bytesToRead, inaccessible, newTab, ok, pointAt, run, siteWithout, test, urlOf } from './lib.mjs';

const site = buildOwnSite('rerun');

// EXP-006 trains ten steps, EXP-014 one: all their seeds take seconds.
const PRACTICE = 'practices/SOTA-060.html';
const EXPERIMENT = 'experiments/EXP-006.html';
const pages = { practice: PRACTICE, experiment: EXPERIMENT };
const allSeeds = { practice: ['practices/SOTA-032.html', 'EXP-014'], experiment: ['experiments/EXP-014.html', 'EXP-014'] };

const note = (text) => console.log(`# ${text}`);

// ---- The panel ---------------------------------------------------------------

// Turns to the panel as a reader with a mouse does.
async function turnTo(tab) {
  const panel = tab.locator('.rerun-panel');
  await pointAt(panel);
  return panel;
}

// Opens a page as far as a reader who turns to the panel: with estimates.
async function openPanel(tab, path, where = site) {
  await tab.goto(urlOf(where, path));
  const panel = await turnTo(tab);
  await panel.and(tab.locator('[data-mode]')).waitFor();
  await promised(tab);
  return panel;
}

// Seconds that the button promises.
async function promised(tab) {
  await tab.waitForFunction(() => document.querySelector('.rerun-panel .main')?.dataset.seconds);
  return Number(await tab.locator('.rerun-panel .main').getAttribute('data-seconds'));
}

const ended = (panel, result) => panel.and(panel.page().locator(`[data-result="${result}"]`)).waitFor();

async function hash(panel, which) {
  return panel.locator(`[data-hash="${which}"]`).innerText();
}

// What evidence says about a run, from the file and not from the page.
function publishedHash(experiment, arm, seed) {
  const evidence = JSON.parse(readFileSync(join('experiments/evidence', `${experiment}.json`), 'utf8'));
  return evidence.arms[arm].runs.find((one) => one.seed === seed).trajectory;
}

async function choice(panel) {
  return panel.evaluate((node) => ({
    arm: node.querySelector('#rerun-arm').value,
    seed: Number(node.querySelector('#rerun-seed').value),
  }));
}

// The longest task of the main thread while `body` runs, and the share of that
// time in which the thread worked at all.
async function watched(tab, body) {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable');
  const busy = async () => (await session.send('Performance.getMetrics')).metrics.find((one) => one.name === 'ThreadTime').value;
  await tab.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
    }).observe({ type: 'longtask' });
  });
  const before = await busy();
  const began = performance.now();
  await body();
  const share = (await busy() - before) / ((performance.now() - began) / 1000);
  return { longest: await tab.evaluate(() => window.longest), share };
}

// ---- The offer -----------------------------------------------------------------

for (const width of [1280, 360]) {
  test(`pages of ${width} that are scrolled through to their end stay under 200 kB, and offer a rerun`, async () => {
    const { tab, faults, close } = await newTab({ width });
    for (const path of [PRACTICE, 'practices/SOTA-032.html', 'experiments/EXP-001.html']) {
      const bytes = await bytesToRead(tab, site, path);
      note(`${path}: ${bytes} bytes`);
      ok(bytes < 200_000, `${path}: ${bytes} bytes`);
      ok(await tab.getByRole('button', { name: 'Run it here' }).isVisible(), `${path}: no offer`);
      const found = await inaccessible(tab, '.rerun-panel');
      ok(found === '', found);
    }
    ok(faults.length === 0, faults.join('\n'));
    await close();
  });
}

const turns = {
  'the pointer': pointAt,
  'the focus': (offer) => offer.focus(),
  'a press': (offer) => offer.evaluate((button) => button.click()),
  'a tap': (offer) => offer.tap(),
};

for (const [what, turn] of Object.entries(turns)) {
  test(`${what} brings the panel with its promise, and starts no run`, async () => {
    const { tab, faults, close } = await newTab({ hasTouch: what === 'a tap' });
    await tab.goto(urlOf(site, EXPERIMENT));
    await turn(tab.locator('.offer'));
    await promised(tab);
    await tab.waitForTimeout(200);
    const state = await tab.locator('.rerun-panel').getAttribute('data-state');
    ok(state === null, `it is ${state}`);
    const isFocused = await tab.locator('.rerun-panel .main').evaluate((button) => button === document.activeElement);
    if (what === 'the focus') ok(isFocused, 'the focus is lost');
    ok(faults.length === 0, faults.join('\n'));
    await close();
  });
}

// ---- One seed ------------------------------------------------------------------

// Reruns what the panel shows first, on a page that knows nothing of this machine.
async function rerunOnce(tab, path, experiment) {
  const panel = await openPanel(tab, path);
  const { arm, seed } = await choice(panel);
  const expected = await promised(tab);
  const { longest, share } = await watched(tab, async () => {
    await panel.locator('.main').click();
    await ended(panel, 'same');
  });
  ok((await hash(panel, 'here')) === publishedHash(experiment, arm, seed), `${await hash(panel, 'here')} is not in the evidence`);
  ok((await panel.innerText()).includes('Same bits as published'), await panel.innerText());
  ok(!(await tab.locator('#rerun-what').isDisabled()), 'the choices stay locked');
  const took = Number(await panel.getAttribute('data-took'));
  note(`${arm}, seed ${seed}: promised ${expected.toFixed(2)} s, took ${took.toFixed(2)} s: ${(took / expected).toFixed(2)} of it`);
  note(`main thread: longest task ${longest.toFixed(0)} ms, at work ${(share * 100).toFixed(0)} % of the time`);
  await tab.evaluate(() => sessionStorage.clear());
  return { ratio: Math.max(took / expected, expected / took), longest, share };
}

for (const [kind, path] of Object.entries(pages)) {
  const experiment = kind === 'practice' ? 'EXP-001' : 'EXP-006';

  test(`on the page of a${kind === 'experiment' ? 'n' : ''} ${kind} one seed ends with the published hash, and the page stays free`, async () => {
    const { tab, faults, close } = await newTab();
    // What a busy machine does to one estimate, or to one task, it seldom does
    // three times; what a page does wrong it does always.
    let best = { ratio: Infinity, longest: Infinity, share: Infinity };
    for (let i = 0; i < 3 && !(best.ratio < 4 && best.longest < 200 && best.share < 0.5); i++) {
      const one = await rerunOnce(tab, path, experiment);
      best = Object.fromEntries(Object.entries(one).map(([name, value]) => [name, Math.min(value, best[name])]));
    }
    ok(best.ratio < 10, `the promise was off by a factor of ${best.ratio}`);
    ok(best.longest < 1000, `a task of ${best.longest} ms`);
    ok(best.share < 0.5, `the main thread works ${best.share} of the time`);
    ok(faults.length === 0, faults.join('\n'));
    await close();
  });
}

test('a run that is stopped stays where it is, goes on, and ends in the same hash', async () => {
  const { tab, faults, close } = await newTab();
  const panel = await openPanel(tab, PRACTICE);
  const { arm, seed } = await choice(panel);
  const bar = panel.locator('progress');
  const progress = () => bar.evaluate((node) => node.value);
  await panel.locator('.main').click();
  await tab.waitForFunction(() => document.querySelector('.rerun-panel progress').value > 0.1);
  const halt = panel.getByRole('button', { name: 'Stop' });
  await halt.click();
  await tab.waitForTimeout(150); // the slice that was under way
  const before = await progress();
  await tab.waitForTimeout(300);
  ok((await progress()) === before && before < 1, `it went on from ${before} to ${await progress()}`);
  ok((await panel.locator('.rerun-status').innerText()).startsWith('Stopped'), 'the status does not say that it stopped');
  await panel.getByRole('button', { name: 'Resume' }).click();
  await ended(panel, 'same');
  ok((await hash(panel, 'here')) === publishedHash('EXP-001', arm, seed), 'another hash');
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

test('a run that is stopped can be dropped for another, and the time it stood does not count', async () => {
  const { tab, faults, close } = await newTab();
  const panel = await openPanel(tab, PRACTICE);
  const begin = async () => {
    await panel.locator('.main').click();
    await tab.waitForFunction(() => document.querySelector('.rerun-panel progress').value > 0.05);
    await panel.getByRole('button', { name: 'Stop' }).click();
  };
  await begin();
  await panel.getByRole('button', { name: 'Start over' }).click();
  ok(await panel.locator('#rerun-seed').isEnabled(), 'the choices stay locked');
  ok(await panel.locator('.main').evaluate((button) => button === document.activeElement), 'the focus is lost');
  ok((await panel.locator('.plot').count()) === 0, 'what was dropped is still drawn');
  const began = performance.now();
  await begin();
  await tab.waitForTimeout(5000);
  await panel.getByRole('button', { name: 'Resume' }).click();
  await ended(panel, 'same');
  const whole = (performance.now() - began) / 1000;
  const took = Number(await panel.getAttribute('data-took'));
  ok(took > 0 && took < whole - 4.9, `${took} s of ${whole} s, of which it stood five`);
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

// ---- A published run that is not what was run --------------------------------------

function tampered(name, experiment, change) {
  const copy = `${site}-${name}`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(site, copy, { recursive: true });
  const script = join(copy, 'data', `${experiment}.js`);
  const text = readFileSync(script, 'utf8');
  const [, id, data] = text.match(/^probatum\.receive\("([^"]+)",(.*)\);\n$/s);
  const value = JSON.parse(data);
  change(value);
  writeFileSync(script, `probatum.receive("${id}",${JSON.stringify(value)});\n`);
  return copy;
}

for (const [kind, path] of Object.entries(pages)) {
  const experiment = kind === 'practice' ? 'EXP-001' : 'EXP-006';

  test(`on the page of a${kind === 'experiment' ? 'n' : ''} ${kind} a published hash or loss that was tampered with is found, with the step`, async () => {
    const { tab, close } = await newTab();
    let step = 0;
    const changes = {
      hash: (one) => { one.hash = one.hash.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')); },
      loss: (one, points) => {
        one.losses[3] += 1e-9;
        step = points[3];
      },
    };
    for (const [name, change] of Object.entries(changes)) {
      const copy = tampered(name, experiment, (data) => {
        for (const arm of data.arms) for (const one of arm.runs) change(one, one.points ?? arm.points);
      });
      const panel = await openPanel(tab, path, copy);
      await panel.locator('#rerun-arm').selectOption({ index: 1 });
      await panel.locator('.main').click();
      await ended(panel, 'differs');
      const words = await panel.locator('.rerun-result').innerText();
      ok(/^✗\s+Differs at step [1-9]/.test(words), words);
      if (name === 'loss') ok(words.includes(`Differs at step ${step}:`), `not step ${step}: ${words}`);
      else ok(words.includes('trajectory hash'), words);
      rmSync(copy, { recursive: true });
    }
    await close();
  });
}

// ---- All seeds -------------------------------------------------------------------

for (const [kind, [path, experiment]] of Object.entries(allSeeds)) {
  test(`on the page of a${kind === 'experiment' ? 'n' : ''} ${kind} all seeds give a live mean and interval, and at the end the verdict`, async () => {
    const { tab, faults, close } = await newTab();
    const panel = await openPanel(tab, path);
    const what = panel.locator('#rerun-what');
    const label = await what.evaluate((box, id) => [...box.options].find((option) => option.text.startsWith('gradient') && (!option.parentElement.label || option.parentElement.label === id)).index, experiment);
    await what.selectOption({ index: label });
    // Every text the live line had, read off as it changed.
    await tab.evaluate(() => {
      window.seen = [];
      new MutationObserver(() => {
        const line = document.querySelector('.rerun-live');
        if (line && line.textContent !== window.seen.at(-1)) window.seen.push(line.textContent);
      }).observe(document.querySelector('.rerun-panel'), { childList: true, subtree: true, characterData: true });
    });
    await panel.locator('.buttons button').nth(1).click();
    await ended(panel, 'same');
    const seen = await tab.evaluate(() => window.seen);
    ok(seen.some((text) => /^[1-9] of 10 seeds: mean difference/.test(text)), `no mean on the way: ${seen.join(' | ')}`);
    ok(/^10 of 10 seeds: mean difference \S+.* \[\S+, \S+\]$/.test(seen.at(-1)), seen.at(-1));
    const published = JSON.parse(readFileSync(join('experiments/evidence', `${experiment}.json`), 'utf8')).hypotheses['gradient-near-output'];
    ok((await panel.locator('.rerun-verdict').getAttribute('data-verdict')) === published.verdict, 'another verdict');
    ok((await panel.locator('.forest').count()) === 1, 'no picture');
    ok(faults.length === 0, faults.join('\n'));
    await close();
  });
}

// ---- Exploring ---------------------------------------------------------------------

for (const [kind, path] of Object.entries(pages)) {
  test(`on the page of a${kind === 'experiment' ? 'n' : ''} ${kind} a knob makes it an exploration, and one button ends that`, async () => {
    const { tab, faults, close } = await newTab();
    const panel = await openPanel(tab, path);
    const frame = () => panel.evaluate((node) => getComputedStyle(node).borderTopStyle);
    const plain = await frame();
    await panel.locator('summary', { hasText: 'Turn a knob' }).click();
    const rate = panel.getByLabel('Peak learning rate');
    await rate.focus();
    await rate.press('ArrowRight');
    await panel.and(tab.locator('[data-mode="exploration"]')).waitFor();
    ok((await frame()) !== plain, 'the frame is the same');
    ok(await panel.getByText('Exploration, not evidence.').isVisible(), 'no words say so');
    ok((await panel.locator('.main').innerText()).startsWith('Run these settings'), await panel.locator('.main').innerText());
    if (kind === 'practice') {
      await panel.getByLabel('Steps', { exact: true }).fill('100');
    }
    await panel.locator('.main').click();
    await ended(panel, 'exploration');
    // The published run is longer than this one: the axis has room for both.
    const { right } = await panel.boundingBox().then((box) => ({ right: box.x + box.width }));
    ok(await panel.locator('.line.published').first().evaluate((line, edge) => line.getBoundingClientRect().right < edge, right), 'the published curve leaves the panel');
    ok((await panel.locator('[data-hash], .same').count()) === 0, 'an exploration claims bits');
    for (const summary of await panel.locator('.rerun-table summary').all()) await summary.click();
    const found = await inaccessible(tab, '.rerun-panel');
    ok(found === '', found);
    await panel.getByRole('button', { name: 'Back to the published settings' }).click();
    await panel.and(tab.locator('[data-mode="evidence"]')).waitFor();
    ok((await frame()) === plain, 'the frame stays');
    ok((await panel.locator('.main').innerText()).startsWith('Rerun seed'), 'the button stays');
    ok(faults.length === 0, faults.join('\n'));
    await close();
  });
}

// Turns it as a script may, locked or not.
const force = (box, value) => box.evaluate((node, to) => {
  node.disabled = false;
  node.value = to;
  node.dispatchEvent(new Event('input'));
}, value);

test('knobs that come while evidence is trained are locked, and nothing they say touches that run', async () => {
  const { tab, faults, close } = await newTab();
  const panel = await openPanel(tab, PRACTICE);
  await panel.locator('.main').click();
  await tab.waitForFunction(() => document.querySelector('.rerun-panel progress').value > 0);
  await panel.getByRole('button', { name: 'Stop' }).click();
  await panel.locator('summary', { hasText: 'Turn a knob' }).click();
  const rate = panel.getByLabel('Peak learning rate');
  await rate.waitFor();
  const open = await panel.locator('.knob :is(input, select):enabled').count();
  ok(open === 0, `${open} knobs can be turned while a run goes on`);
  await force(rate, -3);
  await panel.getByRole('button', { name: 'Resume' }).click();
  await ended(panel, 'same');
  ok((await panel.getAttribute('data-mode')) === 'evidence', 'an exploration says that it has the published bits');
  ok((await panel.locator('.plot').count()) === 1, 'the curve is gone');
  ok(await rate.isEnabled(), 'the knobs stay locked');
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

test('of two turns of a knob the later one is told, whichever the core answers first', async () => {
  const { tab, faults, close } = await newTab();
  const panel = await openPanel(tab, PRACTICE);
  await panel.locator('summary', { hasText: 'Turn a knob' }).click();
  const blocks = panel.getByLabel('Blocks');
  await blocks.waitFor();
  await tab.evaluate(() => {
    const answers = [{ error: 'the first', parameters: 0 }, { error: '', parameters: 1000 }];
    window.held = [];
    window.probatum.engine.describe = () => new Promise((answer) => {
      const own = answers.shift();
      window.held.push(() => answer(own));
    });
  });
  await force(blocks, 3);
  await force(blocks, 4);
  await tab.evaluate(() => {
    const [first, second] = window.held;
    second();
    first();
  });
  await promised(tab);
  await tab.waitForTimeout(100);
  const words = await panel.locator('.rerun-status').innerText();
  ok(!words.includes('the first'), `an older answer is told: ${words}`);
  ok(await panel.locator('.main').isEnabled(), 'an older answer locks the button');
  ok(faults.length === 0, faults.join('\n'));
  await close();
});

// ---- By keyboard ---------------------------------------------------------------------

const focused = () => {
  const node = document.activeElement;
  const style = getComputedStyle(node);
  return { text: node.textContent, isMain: node.matches('.rerun-panel .main'), outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0 };
};

for (const [kind, path] of Object.entries(pages)) {
  test(`on the page of a${kind === 'experiment' ? 'n' : ''} ${kind} the keyboard alone starts, stops and resumes, and shows where it is`, async () => {
    const { tab, faults, close } = await newTab();
    const panel = await openPanel(tab, path);
    await tab.evaluate(() => document.querySelector('#Rerun').closest('section').querySelector('#rerun-what').focus());
    let at = await tab.evaluate(focused);
    for (let i = 0; i < 6 && !at.isMain; i++) {
      await tab.keyboard.press('Tab');
      at = await tab.evaluate(focused);
      ok(at.outline, `no outline on ${at.text}`);
    }
    ok(at.isMain, 'the button is not reached');
    // A run long enough to be stopped.
    await tab.keyboard.press('Enter');
    await panel.and(tab.locator('[data-state="running"]')).waitFor();
    at = await tab.evaluate(focused);
    ok(at.text === 'Stop' && at.outline, `the focus is on ${at.text}`);
    if (kind === 'practice') {
      await tab.waitForFunction(() => document.querySelector('.rerun-panel progress').value > 0.05);
      await tab.keyboard.press('Space');
      await panel.and(tab.locator('[data-state="stopped"]')).waitFor();
      ok((await tab.evaluate(focused)).text === 'Resume', 'the focus leaves the button');
      await tab.keyboard.press('Space');
    }
    await ended(panel, 'same');
    at = await tab.evaluate(focused);
    ok(at.isMain && at.outline, `after the end the focus is on ${at.text}`);
    ok(faults.length === 0, faults.join('\n'));
    await close();
  });
}

// ---- Room ---------------------------------------------------------------------

for (const width of [1280, 360]) {
  test(`nothing moves on a page of ${width} when the panel comes, and what is drawn stays inside it`, async () => {
    const { tab, faults, close } = await newTab({ width });
    await tab.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await tab.goto(urlOf(site, `${EXPERIMENT}#Rerun`));
    await turnTo(tab);
    await promised(tab);
    await tab.waitForTimeout(200);
    const shift = await tab.evaluate(() => window.shift);
    note(`layout shift ${shift.toFixed(4)}`);
    ok(shift < 0.05, `a layout shift of ${shift}`);
    const panel = tab.locator('.rerun-panel');
    await panel.locator('#rerun-arm').selectOption({ index: 1 });
    await panel.locator('.main').click();
    await ended(panel, 'same');
    await panel.scrollIntoViewIfNeeded();
    const outside = await panel.evaluate((node) => {
      const edge = node.getBoundingClientRect().right;
      return [...node.querySelectorAll('svg *, button, select')].filter((one) => one.getBoundingClientRect().right > edge).map((one) => one.outerHTML.slice(0, 100));
    });
    ok(outside.length === 0, outside.join('\n'));
    ok(faults.length === 0, faults.join('\n'));
    await close();
  });
}

// ---- What does not load -----------------------------------------------------------------

// The missing file itself is no fault here.
const unhandled = (faults) => faults.filter((fault) => fault.startsWith('error: '));

for (const file of ['assets/panel.css', 'assets/engine.js', 'assets/rerun.js']) {
  test(`the panel says that ${file} is missing, and a button tries again`, async () => {
    const { copy, mend } = siteWithout(site, file);
    const { tab, faults, close } = await newTab();
    await tab.goto(urlOf(copy, EXPERIMENT));
    await turnTo(tab);
    await tab.getByText(`${file} cannot be loaded`).waitFor();
    const found = await inaccessible(tab, '.rerun-panel');
    ok(found === '', found);
    const again = tab.getByRole('button', { name: 'Try again' });
    await again.click();
    await again.waitFor(); // it is still not there
    mend();
    await again.click();
    await promised(tab);
    ok((await tab.locator('.missed').count()) === 0, 'the complaint stays');
    ok(unhandled(faults).length === 0, faults.join('\n'));
    await close();
  });
}

for (const file of ['data/EXP-006.js', 'assets/core-wasm.js', 'assets/seeds.js']) {
  test(`a rerun says that ${file} is missing, and the same button tries again`, async () => {
    const { copy, mend } = siteWithout(site, file);
    const { tab, faults, close } = await newTab();
    const panel = await openPanel(tab, EXPERIMENT, copy);
    const start = panel.locator('.buttons button').nth(file.includes('seeds') ? 1 : 0);
    await start.click();
    await panel.getByText(`${file} cannot be loaded`).waitFor();
    mend();
    await start.click();
    await panel.locator('.plot, .rerun-live').first().waitFor();
    ok(unhandled(faults).length === 0, faults.join('\n'));
    await close();
  });
}

// ---- Where the core cannot run -----------------------------------------------------------

const lacks = {
  WebAssembly: () => { delete window.WebAssembly; },
  SIMD: () => { WebAssembly.validate = () => false; },
};

for (const [what, take] of Object.entries(lacks)) {
  for (const [kind, path] of Object.entries(pages)) {
    test(`without ${what} the page of a${kind === 'experiment' ? 'n' : ''} ${kind} keeps the published figures and says why`, async () => {
      const { tab, faults, close } = await newTab();
      await tab.addInitScript(take);
      await tab.goto(urlOf(site, path));
      const panel = await turnTo(tab);
      await panel.getByText('WebAssembly with SIMD').waitFor();
      ok((await panel.locator('button').count()) === 0, 'a button that cannot work');
      ok((await tab.locator('figure.figure svg').count()) > 0, 'no figure');
      ok((await tab.locator('a[data-value]').count()) > 0, 'no number');
      ok(faults.length === 0, faults.join('\n'));
      await close();
    });
  }
}

await run();
