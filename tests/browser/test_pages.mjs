// Every kind of page in a real browser: wide and narrow, light and dark, with
// and without scripts. The fixture project has each verdict, each banner and
// text that wants out of its place; the site of this project has chapters and
// much of everything. Links are test_html.mjs's business, which needs no browser.
//
// A page takes a browser a second or two with axe, so the four looks are taken
// at the same time, and axe looks at each page once in light and once in dark,
// wide in one and narrow in the other.

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOwnSite, buildSite, newTab, ok, pagesOf, root, run, screenshotPath, test, urlOf } from './lib.mjs';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const site = buildSite('fixture', join(root, 'tests/fixtures/site'));
const own = buildOwnSite('own');

const kinds = {
  index: 'index.html',
  practice: 'practices/SOTA-001.html',
  hostile: 'practices/SOTA-002.html',
  'long-title': 'practices/SOTA-003.html',
  broken: 'practices/SOTA-004.html',
  'several-experiments': 'practices/SOTA-008.html',
  'practice-with-banners': 'practices/SOTA-006.html',
  literature: 'literature/LIT-001.html',
  theory: 'theory/THEORY-001.html',
  decision: 'decisions/ADR-001.html',
  note: 'notes/NOTE-001.html',
  record: 'principles/PRIN-001.html',
  experiment: 'experiments/EXP-001.html',
  survey: 'experiments/EXP-005.html',
  derived: 'experiments/EXP-006.html',
  planned: 'experiments/EXP-010.html',
  runs: 'runs/EXP-001.html',
  'derived-runs': 'runs/EXP-006.html',
  history: 'history/SOTA-001.html',
  'list-of-practices': 'practices/index.html',
  'list-of-literature': 'literature/index.html',
  'list-of-experiments': 'experiments/index.html',
  'runs-to-come': 'runs-to-come.html',
  attention: 'attention.html',
  graph: 'graph.html',
  404: '404.html',
};

// The kinds that a site has of itself, each with its first page.
function kindsOf(folder) {
  const found = {};
  for (const path of pagesOf(folder).sort()) {
    const kind = /<main[^>]* data-page="([^"]+)"/.exec(readFileSync(join(folder, path), 'utf8'))?.[1] ?? 'none';
    found[kind] ??= path;
  }
  return found;
}

const ownKinds = { ...kindsOf(own), practice: 'practices/SOTA-060.html' };

// Every page to look at: of the fixture by name, of our own site by kind.
const pages = new Map([
  ...Object.entries(kinds).map(([name, path]) => [name, urlOf(site, path)]),
  ...Object.entries(ownKinds).map(([kind, path]) => [`own ${kind}`, urlOf(own, path)]),
  ...pagesOf(own, 'chapters').map((path) => [`own ${path}`, urlOf(own, path)]),
]);

// The main pages of our own site are kept for a person to look at.
const kept = ['index', 'practice', 'chapter', 'experiment', 'literature', 'search', 'graph', 'attention', 'runs-to-come'];

async function violations(tab) {
  const result = await tab.evaluate(() => window.axe.run(document, { preload: false, resultTypes: ['violations'] }));
  return result.violations.map(
    (one) => `${one.id}: ${one.help}\n${one.nodes.slice(0, 3).map((node) => `    ${node.html.slice(0, 160)} ${node.failureSummary}`).join('\n')}`,
  );
}

// What sticks out of the page, when something does.
async function overflow(tab) {
  return tab.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= edge) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => !element.closest('.scroll, pre, .hidden, .skip') && element.getBoundingClientRect().right > edge + 0.5)
      .map((element) => `${element.outerHTML.slice(0, 120)} ends at ${element.getBoundingClientRect().right}`)
      .concat(`the page is ${document.documentElement.scrollWidth} wide`);
  });
}

// Every kind that DESIGN promises a page of, and each that a site has, is looked
// at: a new kind of page needs no line here.
test('a page of every kind is looked at', async () => {
  const promised = ['practice', 'literature', 'theory', 'decision', 'note', 'record', 'experiment', 'chapter', 'index',
    'history', 'search', 'runs-to-come', 'attention', 'graph', '404'];
  const seen = new Set(Object.keys(ownKinds));
  for (const path of Object.values(kinds)) {
    seen.add(/ data-page="([^"]+)"/.exec(readFileSync(join(site, path), 'utf8'))?.[1]);
  }
  const missing = promised.concat(Object.keys(kindsOf(site))).filter((kind) => !seen.has(kind));
  ok(missing.length === 0, `no page of the kind ${missing.join(', ')}`);
  ok(!seen.has('none'), 'a page says no kind');
});

// ---- Looks -------------------------------------------------------------------

const looks = [1280, 360].flatMap((width) => ['light', 'dark'].map((scheme) => ({ width, scheme, hasAxe: (width === 1280) === (scheme === 'light') })));

async function look(tab, faults, url, name, { width, scheme, hasAxe }) {
  faults.length = 0;
  await tab.goto(url);
  const outside = await overflow(tab);
  const kind = name.replace('own ', '');
  if (name.startsWith('own ') && kept.includes(kind)) {
    await tab.screenshot({ path: screenshotPath(`${kind}-${width}-${scheme}`), fullPage: true });
  }
  const found = hasAxe ? await violations(tab) : [];
  return [...outside, ...found, ...faults];
}

// All pages in all looks, four tabs beside each other, begun by the first test;
// each test waits for its own page.
const answers = new Map();

function begin() {
  for (const one of looks) {
    for (const name of pages.keys()) {
      const answer = {};
      answer.wrong = new Promise((resolve) => { answer.tell = resolve; });
      answers.set(`${name} ${one.width} ${one.scheme}`, answer);
    }
  }
  for (const one of looks) lookAtAll(one);
}

async function lookAtAll(one) {
  const opened = await newTab(one);
  if (one.hasAxe) await opened.tab.context().addInitScript({ path: axePath });
  for (const [name, url] of pages) {
    const { tell } = answers.get(`${name} ${one.width} ${one.scheme}`);
    try {
      tell(await look(opened.tab, opened.faults, url, name, one));
    } catch (error) {
      tell([String(error)]);
    }
  }
  await opened.close();
}

for (const name of pages.keys()) {
  for (const { width, scheme } of looks) {
    test(`${name} at ${width} in ${scheme} is accessible, stays inside and asks nobody`, async () => {
      if (answers.size === 0) begin();
      const wrong = await answers.get(`${name} ${width} ${scheme}`).wrong;
      ok(wrong.length === 0, wrong.join('\n'));
    });
  }
}

// But for what only they can do, and what says so.
test('every page is the same without scripts', async () => {
  const withScripts = await newTab();
  const without = await newTab({ javaScript: false });
  for (const [name, url] of pages) {
    await Promise.all([withScripts.tab.goto(url), without.tab.goto(url)]);
    const strip = () => document.querySelectorAll('.rerun-panel, .offer, [data-scripted], noscript').forEach((one) => one.remove());
    await Promise.all([withScripts, without].map(({ tab }) => tab.evaluate(strip)));
    const texts = await Promise.all([withScripts.tab, without.tab].map((tab) => tab.evaluate(() => document.body.innerText)));
    ok(texts[0] === texts[1] && texts[0].length > 100, name);
    ok(without.faults.length === 0, without.faults.join('\n'));
  }
  await withScripts.close();
  await without.close();
});

// ---- The keyboard ------------------------------------------------------------

// What a keyboard should reach, in the order of the page; and what it reached,
// with whether that could be seen.
function watchFocus() {
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');
  const reached = [];
  window.stops = [...document.querySelectorAll('a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]')]
    .filter((element) => element.tabIndex >= 0 && !element.disabled && isShown(element))
    .filter((element) => element.type !== 'radio' || element.checked || !element.form?.elements[element.name]?.value);
  window.reached = reached;
  document.addEventListener('focusin', ({ target }) => {
    const style = getComputedStyle(target);
    const box = target.getBoundingClientRect();
    const isOutlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
    reached.push({ target, isSeen: (isOutlined || style.boxShadow !== 'none') && box.width > 0 && box.height > 0 && box.right > 0 && box.left < innerWidth });
  });
  return window.stops.length;
}

function judgeFocus() {
  const name = (element) => element.outerHTML.slice(0, 100);
  const order = window.reached.map(({ target }) => target);
  // An offer is gone once what it offers has come.
  const isAhead = (a, b) => a.isConnected && b.isConnected && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING;
  return [
    ...window.stops.filter((element) => !order.includes(element)).map((element) => `never reached: ${name(element)}`),
    ...window.reached.filter(({ isSeen }) => !isSeen).map(({ target }) => `focus not to be seen: ${name(target)}`),
    ...order.filter((element, i) => i > 0 && i < window.stops.length && isAhead(order[i - 1], element)).map((element) => `out of order: ${name(element)}`),
  ].slice(0, 10);
}

const walked = ['practice', 'literature', 'experiment', 'history', 'runs-to-come', 'attention', 'graph', '404', 'search', 'index'];

for (const kind of [...walked, 'chapter']) {
  test(`a keyboard reaches all of ${kind}, in order, and sees where it is`, async () => {
    const { tab, close } = await newTab();
    const path = kindsOf(site)[kind];
    await tab.goto(path === undefined || kind === 'index' ? urlOf(own, ownKinds[kind]) : urlOf(site, path));
    const count = await tab.evaluate(watchFocus);
    ok(count > 5, `only ${count} stops`);
    for (let i = 0; i < count + 8; i++) await tab.keyboard.press('Tab');
    const wrong = await tab.evaluate(judgeFocus);
    ok(wrong.length === 0, wrong.join('\n'));
    await close();
  });
}

// The parts of the first row, in the order they are read.
async function boxes(tab) {
  const parts = ['[data-claim]', '[data-citation]', '[data-evidence] .measured', '[data-evidence] .judged', '[data-evidence] .certain'];
  return Promise.all(parts.map((part) => tab.locator(part).first().boundingBox()));
}

test('claim, citation, measurement, verdict and certainty stand side by side at 1280', async () => {
  const { tab, close } = await newTab({ width: 1280 });
  await tab.goto(urlOf(site, kinds.practice));
  const row = await boxes(tab);
  for (let i = 1; i < row.length; i++) {
    ok(row[i].x >= row[i - 1].x + row[i - 1].width - 1, `part ${i} is not to the right of part ${i - 1}`);
    ok(row[i].y < row[i - 1].y + row[i - 1].height && row[i - 1].y < row[i].y + row[i].height, `part ${i} does not stand beside part ${i - 1}`);
  }
  await close();
});

test('they are stacked at 360', async () => {
  const { tab, close } = await newTab({ width: 360 });
  await tab.goto(urlOf(site, kinds.practice));
  const row = await boxes(tab);
  for (let i = 1; i < row.length; i++) {
    ok(row[i].y >= row[i - 1].y + row[i - 1].height - 1, `part ${i} is not below part ${i - 1}: ${JSON.stringify(row)}`);
    ok(Math.abs(row[i].x - row[0].x) < 2, `part ${i} does not begin where the claim does`);
  }
  await close();
});

test('every number opens its provenance', async () => {
  const { tab, close } = await newTab({ javaScript: false });
  await tab.goto(urlOf(site, kinds.practice));
  const values = tab.locator('a[data-value]');
  const count = await values.count();
  ok(count >= 12, `only ${count} numbers`);
  for (let i = 0; i < count; i++) {
    const ref = await values.nth(i).getAttribute('data-value');
    await values.nth(i).click();
    const card = tab.locator('[data-provenance]', { has: tab.locator(':target') });
    ok((await card.count()) === 1, `${ref} leads to no card`);
    ok(decodeURIComponent(new URL(tab.url()).hash.slice(1)) === ref, `${ref} leads to ${tab.url()}`);
    // An arm's card is rows of one table: what all have in common stands above it.
    const text = await card.evaluate((node) => (node.tagName === 'TBODY' ? node.closest('main') : node).innerText);
    for (const part of ['Plan', 'numerics', 'probatum why', 'probatum verify']) {
      ok(text.includes(part), `the card of ${ref} has no "${part}"`);
    }
    ok(/Arms differ in|what it changes in the base/.test(text), `the card of ${ref} does not say what its arms are`);
    await tab.goBack();
  }
  await close();
});

test('a keyboard that loses its place, or cannot reach one, is told', async () => {
  const { tab, close } = await newTab();
  await tab.goto(urlOf(site, '404.html'));
  await tab.addStyleTag({ content: '* { outline: none !important; box-shadow: none !important; }' });
  const count = await tab.evaluate(watchFocus);
  for (let i = 0; i + 2 < count; i++) await tab.keyboard.press('Tab');
  const wrong = await tab.evaluate(judgeFocus);
  ok(wrong.some((one) => one.startsWith('never reached')) && wrong.some((one) => one.startsWith('focus not')), wrong.join('\n'));
  await close();
});

test('a keyboard reaches the content and sees where it is', async () => {
  const { tab, close } = await newTab();
  await tab.goto(urlOf(site, kinds.practice));
  await tab.keyboard.press('Tab');
  const first = await tab.evaluate(() => ({
    text: document.activeElement.textContent,
    left: document.activeElement.getBoundingClientRect().left,
    outline: getComputedStyle(document.activeElement).outlineStyle,
  }));
  ok(first.text.includes('Skip') && first.left >= 0, 'the first stop is not a visible way past the navigation');
  ok(first.outline !== 'none', 'no outline on what has the focus');
  await tab.keyboard.press('Enter');
  ok(new URL(tab.url()).hash === '#Content', 'the skip link leads elsewhere');
  await close();
});

test('verdicts are told apart by word and sign, not by colour alone', async () => {
  const { tab, close } = await newTab();
  await tab.goto(urlOf(site, kinds.practice));
  const shown = await tab.locator('[data-evidence] .headline .verdict').allInnerTexts();
  ok(new Set(shown).size === 5, shown.join(', '));
  for (const text of shown) ok(/^\S+\s+[a-z]/.test(text.replace(/\n/g, ' ')), text);
  await close();
});

test('paper gets no navigation and no colour scheme', async () => {
  const { tab, close } = await newTab({ scheme: 'dark' });
  await tab.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await tab.goto(urlOf(site, kinds.practice));
  ok(!(await tab.locator('header.site nav').isVisible()), 'the navigation would be printed');
  const paper = await tab.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper').trim());
  ok(/^#fff/.test(paper), `the paper is ${paper}`);
  await close();
});

await run();
