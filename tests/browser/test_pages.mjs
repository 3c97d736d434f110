// Every kind of page in a real browser: wide and narrow, light and dark, with
// and without scripts. The fixture project has each verdict, each banner and
// text that wants out of its place.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSite, newTab, ok, pagesOf, root, run, screenshotPath, test, urlOf } from './lib.mjs';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const site = buildSite('fixture', join(root, 'tests/fixtures/site'));

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

// Of the others the first screen is kept.
const fullPages = ['index', 'practice', 'several-experiments', 'survey', 'literature', 'experiment'];

async function violations(tab) {
  await tab.addScriptTag({ path: axePath });
  const result = await tab.evaluate(() => window.axe.run(document, { preload: false }));
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

// One tab for each look; the pages are opened in it one after the other.
for (const width of [1280, 360]) {
  for (const scheme of ['light', 'dark']) {
    let opened;
    for (const [name, path] of Object.entries(kinds)) {
      test(`${name} at ${width} in ${scheme} is accessible, stays inside and asks nobody`, async () => {
        opened ??= await newTab({ width, scheme });
        const { tab, faults } = opened;
        faults.length = 0;
        await tab.goto(urlOf(site, path));
        const outside = await overflow(tab);
        ok(outside.length === 0, outside.join('\n'));
        await tab.screenshot({ path: screenshotPath(`${name}-${width}-${scheme}`), fullPage: fullPages.includes(name) });
        // What is dark does not depend on the width.
        const found = width === 360 && scheme === 'dark' ? [] : await violations(tab);
        ok(found.length === 0, found.join('\n'));
        ok(faults.length === 0, faults.join('\n'));
      });
    }
    test(`the tab at ${width} in ${scheme} closes`, async () => opened?.close());
  }
}

// But for what only they can do.
test('every page is the same without scripts', async () => {
  const withScripts = await newTab();
  const without = await newTab({ javaScript: false });
  for (const path of Object.values(kinds)) {
    await withScripts.tab.goto(urlOf(site, path));
    await without.tab.goto(urlOf(site, path));
    await withScripts.tab.evaluate(() => document.querySelectorAll('.rerun-panel, [data-scripted]').forEach((one) => one.remove()));
    const texts = await Promise.all([withScripts.tab, without.tab].map((tab) => tab.locator('body').innerText()));
    ok(texts[0] === texts[1] && texts[0].length > 100, path);
  }
  await withScripts.close();
  await without.close();
});

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
    ok(row[i].y >= row[i - 1].y + row[i - 1].height - 1 || i === 2, `part ${i} is not below part ${i - 1}`);
    ok(Math.abs(row[i].x - row[0].x) < 2, `part ${i} does not begin where the claim does`);
  }
  await close();
});

test('every link and anchor of every page resolves, and every id is there once', async () => {
  const { tab, faults, close } = await newTab();
  const ids = new Map();
  const links = [];
  for (const path of pagesOf(site)) {
    await tab.goto(urlOf(site, path));
    const found = await tab.evaluate(() => ({
      ids: [...document.querySelectorAll('[id]')].map((element) => element.id),
      links: [...document.querySelectorAll('a[href]')].map((link) => link.href),
    }));
    ok(new Set(found.ids).size === found.ids.length, `${path}: an id twice`);
    ids.set(urlOf(site, path), new Set(found.ids));
    links.push(...found.links.map((href) => ({ path, href })));
  }
  for (const { path, href } of links) {
    if (/^https?:/.test(href)) continue;
    const [file, anchor] = href.split('#');
    ok(/^file:/.test(file), `${path} links to ${href}`);
    if (file.endsWith('.html')) ok(ids.has(file), `${path} links to ${href}, which is not there`);
    if (anchor !== undefined) ok(ids.get(file)?.has(decodeURIComponent(anchor)), `${path} links to ${href}: no such place`);
  }
  ok(links.length > 500, `only ${links.length} links`);
  ok(faults.length === 0, faults.join('\n'));
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
