// Finding one's way as a reader does: the filter of the practices, the search by
// keyboard with the hits of the command line, cards of links, and all of it from
// disk. Also without scripts, where the lists are whole.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSite, newTab, ok, pointAt, root, run, siteWithout, test, urlOf } from './lib.mjs';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

// ---- A project with words that search engines stumble over -----------------------

const project = join(root, 'build/browser/find-project');
rmSync(project, { recursive: true, force: true });
cpSync(join(root, 'tests/fixtures/site'), project, { recursive: true });

function put(path, ...lines) {
  const file = join(project, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
}

put('practices/SOTA-081.md', '---', 'title: On layer_norm', 'status: Active', '---', 'The key layer_norm, multi-head attention, 0.95 and mup:width; it don\'t matter.', 'See LIT-001.');
put('practices/SOTA-082.md', '---', 'title: Müller on C++', 'status: Proposed', '---', 'A/B and Crème brûlée, ΜΈΤΡΟ, 日本語 in one line. <img src=x onerror=alert(1)>');
put('practices/SOTA-083.md', '---', 'title: Carry the rate over with µP', 'status: Proposed', '---', 'Its letter is on few keyboards.');
put('practices/SOTA-084.md', '---', 'title: Widths under μP, as Greeks write it', 'status: Proposed', '---', 'The other letter that looks so.');
put('site/chapters/01-one.md', '---', 'title: One chapter', 'summary: It cites two works at once.', "date: '2026-01-05'", '---', '', '# One chapter', '',
  'Two at once :cite[LIT-001 p. 3; LIT-002 p. 4], and a record, SOTA-001, by its id.', '', 'A word nobody else has: xylophone.');

const site = buildSite('find', project);
const program = process.env.PROBATUM ?? join(root, 'build/probatum');

function commandLine(query) {
  const { status, stdout } = spawnSync(program, ['-C', project, 'search', '--format', 'json', '--', query], { encoding: 'utf8' });
  return status === 2 ? null : JSON.parse(stdout).map(({ id }) => id);
}

async function violations(tab) {
  await tab.addScriptTag({ path: axePath });
  const { violations: found } = await tab.evaluate(() => window.axe.run(document, { preload: false }));
  return found.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join('\n')}`).join('\n');
}

// A page and what it did that it must not, checked at the end.
async function visit(path, body, options = {}) {
  const { tab, faults, close } = await newTab(options);
  const [file, query] = path.split('?');
  await tab.goto(urlOf(site, file) + (query ? `?${query}` : ''));
  await body(tab);
  ok(faults.length === 0, faults.join('\n'));
  await close();
}

const rowsShown = (tab) => tab.locator('table.practices tbody tr:visible').evaluateAll((rows) => rows.map((row) => row.dataset.id));

// ---- The filter -------------------------------------------------------------------

test('a count of the front page leads to as many practices', async () => {
  await visit('index.html', async (tab) => {
    let followed = 0;
    for (const verdict of ['replicated', 'contradicted', 'not-tested']) {
      const link = tab.locator(`.counts [data-verdict="${verdict}"] a`);
      if ((await link.count()) === 0) continue;
      const count = Number(await link.locator('.number').innerText());
      await link.click();
      await tab.waitForSelector('.filter');
      const rows = await rowsShown(tab);
      ok(rows.length === count, `${verdict}: ${count} on the front page, ${rows} in the list`);
      ok((await tab.locator('.filter-count').innerText()).startsWith(`${count} of `), 'the count is not told');
      await tab.goBack();
      followed += 1;
    }
    ok(followed >= 2, `${followed} counts lead anywhere`);
  });
});

test('choices narrow the table, tell how many are left, and stay in the address', async () => {
  await visit('practices/index.html', async (tab) => {
    const all = await rowsShown(tab);
    await tab.selectOption('#Filter-status', 'Proposed');
    const proposed = await rowsShown(tab);
    ok(proposed.includes('SOTA-082') && proposed.length < all.length, proposed.join());
    ok(new URL(tab.url()).hash === '#status=Proposed', tab.url());
    const option = await tab.locator('#Filter-status option:checked').innerText();
    ok(option === `Proposed (${proposed.length})`, option);
    await tab.fill('#Filter-words', 'muller');
    ok((await rowsShown(tab)).join() === 'SOTA-082', 'a word without its accent is not found');
    const address = tab.url();
    await tab.fill('#Filter-words', 'nothing has this');
    ok(await tab.locator('.filter-none').isVisible(), 'no word that nothing fits');
    ok((await violations(tab)) === '', await violations(tab));
    await tab.locator('.filter-none button').click();
    ok((await rowsShown(tab)).length === all.length, 'the way back does not lead back');
    ok((await tab.locator('#Filter-words').evaluate((input) => document.activeElement === input)), 'the focus is lost');
    ok(!tab.url().includes('#'), tab.url());
    await tab.goto(address.replace('index.html', 'index.html?x'));
    ok((await rowsShown(tab)).join() === 'SOTA-082', 'the address does not keep the choice');
  });
});

test('a name of the address that no practice has hides nothing', async () => {
  await visit('practices/index.html#verdict=nonsense&topic=%3Cb%3E', async (tab) => {
    ok((await rowsShown(tab)).length > 5, 'rows are hidden');
  });
});

test('columns sort by what they mean, say so, and go back to the order they had', async () => {
  await visit('practices/index.html', async (tab) => {
    const before = await rowsShown(tab);
    const head = tab.locator('th[data-sort="certainty"]');
    await head.locator('button').click();
    ok((await head.getAttribute('aria-sort')) === 'descending', 'the highest certainty does not come first');
    const ranks = await tab.locator('tbody tr').evaluateAll((rows) => rows.map((row) => Number(row.dataset.certaintyRank || 0)));
    ok(ranks.every((rank, i) => i === 0 || rank <= ranks[i - 1]), ranks.join());
    await head.locator('button').focus();
    await tab.keyboard.press('Enter');
    ok((await head.getAttribute('aria-sort')) === 'ascending', 'a second press does not turn it round');
    await tab.keyboard.press('Enter');
    ok((await head.getAttribute('aria-sort')) === null, 'a third press leaves it sorted');
    ok((await rowsShown(tab)).join() === before.join(), 'the order before is lost');
  });
});

// ---- Search -------------------------------------------------------------------------

const queries = [
  'norm', 'layer_norm', 'atten', 'multi-head', 'head-multi', '0.95', "don't", 'mup:width', 'muller', 'Müller', 'A/B', 'C++', '*', '—', '"unclosed',
  'AND', 'OR NOT', 'NEAR(', 'a*b', '^x', '{id}: y', "'; DROP TABLE search;--", '""', 'creme brulee', 'μέτρο', '日本', 'SOTA-001', 'sota-001', 'lit-001',
  'EXP-001', 'EXP-001.slow-is-worse', 'exp-001.SLOW-is-worse', 'slow-is-worse', 'mup', 'MuP', 'µP', 'μP', 'the', 'rate', 'rate rate', 'e', 'xylophone', 'One chapter', 'p. 3', '<img', 'nobody wrote this',
];

test('the page finds what the command line finds, in its order, whatever is typed', async () => {
  await visit('search.html', async (tab) => {
    for (const query of queries) {
      const wanted = commandLine(query);
      const found = await tab.evaluate(async (words) => {
        const index = await window.probatum.loadIndex();
        return window.probatum.search.find(index, words)?.map(({ row }) => row.id) ?? null;
      }, query);
      ok(JSON.stringify(found) === JSON.stringify(wanted), `${query}\n  page: ${found}\n  command: ${wanted}`);
    }
    for (const query of ['mup', 'µP', 'μp']) ok(['SOTA-083', 'SOTA-084'].every((id) => commandLine(query).slice(0, 2).includes(id)), `${query}: ${commandLine(query)}`);
    ok(commandLine('norm').includes('SOTA-081') && commandLine('*') === null, 'the queries test nothing');
  });
});

test('results come as one types, are marked, and are walked through by arrows', async () => {
  await visit('search.html?q=layer_norm', async (tab) => {
    await tab.waitForSelector('.results li');
    ok((await tab.inputValue('#Words')) === 'layer_norm', 'the address does not fill the box');
    ok((await tab.locator('.results mark').first().innerText()) === 'layer_norm', 'what was found is not marked');
    await tab.locator('#Words').focus();
    await tab.keyboard.press('ArrowDown');
    ok((await tab.evaluate(() => document.activeElement.closest('.results li') !== null)), 'down does not lead to the first result');
    await tab.keyboard.press('Escape');
    ok((await tab.evaluate(() => document.activeElement.id)) === 'Words', 'Escape does not lead back');
    await tab.fill('#Words', '*');
    ok((await tab.locator('[role="status"]').innerText()).includes('nothing to search for in “*”'), 'nothing is said of *');
    await tab.fill('#Words', 'brulee');
    ok((await tab.locator('.results .excerpt').innerText()).includes('<img src=x onerror=alert(1)>'), 'the text is not shown as it is');
    ok((await tab.locator('.results mark').allInnerTexts()).includes('brûlée'), 'a word with accents is not marked');
    ok((await violations(tab)) === '', await violations(tab));
  });
});

test('the box of a page offers hits, arrows choose, Enter goes there, Escape closes', async () => {
  await visit('practices/SOTA-001.html', async (tab) => {
    ok((await tab.evaluate(() => document.querySelectorAll('script[src*="data/search"]').length)) === 0, 'the index is loaded before anybody asks');
    await tab.locator('#Search').focus();
    await tab.keyboard.type('layer_norm');
    await tab.waitForSelector('.hits:not([hidden]) li');
    ok((await tab.getAttribute('#Search', 'aria-expanded')) === 'true', 'not said to be open');
    ok((await violations(tab)) === '', await violations(tab));
    await tab.keyboard.press('ArrowDown');
    const active = await tab.getAttribute('#Search', 'aria-activedescendant');
    ok((await tab.locator(`#${active}`).getAttribute('aria-selected')) === 'true', 'the chosen hit is not said to be');
    await tab.keyboard.press('Escape');
    ok(!(await tab.locator('.hits').isVisible()), 'Escape does not close');
    await tab.keyboard.press('ArrowDown');
    await tab.waitForSelector('.hits:not([hidden]) li');
    await tab.keyboard.press('ArrowUp');
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/SOTA-081\.html$/);
  });
});

test('the id of a hypothesis leads to its outcome on the page of the experiment', async () => {
  await visit('search.html?q=EXP-001.slow-is-worse', async (tab) => {
    await tab.locator('.results a').first().click();
    await tab.waitForURL(/EXP-001\.html#outcome\.EXP-001\.slow-is-worse$/);
    ok((await tab.locator(':target').count()) === 1, 'the page has no such place');
  });
});

test('the box of a page says that nothing was found, or that there is nothing to search for', async () => {
  await visit('practices/SOTA-001.html', async (tab) => {
    const told = tab.locator('.site-search [role="status"]');
    for (const [query, words] of [['zzzz', 'Nothing found. Every word'], ['*', 'nothing to search for in “*”']]) {
      await tab.locator('#Search').fill(query);
      await told.getByText(words).or(told.and(tab.getByText(words))).waitFor();
      ok((await told.boundingBox()).height > 20, `${query}: it is not to be seen`);
    }
    await tab.locator('#Search').fill('layer_norm');
    await tab.waitForSelector('.hits:not([hidden]) li');
    ok((await told.boundingBox()).height < 3, 'it stays');
  });
});

test('Enter without a choice leads to the page of results', async () => {
  await visit('chapters/01-one.html', async (tab) => {
    await tab.locator('#Search').focus();
    await tab.keyboard.type('xylophone');
    await tab.waitForSelector('.hits:not([hidden]) li'); // what loads when one leaves fails, rightly
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/search\.html\?q=xylophone$/);
    await tab.waitForSelector('.results li');
    ok((await tab.locator('.results a').getAttribute('href')).endsWith('chapters/01-one.html'), 'the chapter is not found');
  });
});

// ---- What does not load ----------------------------------------------------------------

// The missing file itself is no fault here.
const unhandled = (faults) => faults.filter((fault) => fault.startsWith('error: '));

for (const file of ['data/search-heads.js', 'data/search-words-0.js', 'assets/search.js']) {
  test(`the page of a search says that ${file} is missing, and a button tries again`, async () => {
    const { copy, mend } = siteWithout(site, file);
    const { tab, faults, close } = await newTab();
    await tab.goto(`${urlOf(copy, 'search.html')}?q=layer_norm`);
    await tab.getByText(`${file} cannot be loaded`).waitFor();
    mend();
    await tab.getByRole('button', { name: 'Try again' }).click();
    await tab.locator('.results li').first().waitFor();
    ok((await tab.locator('.missed').count()) === 0, 'the complaint stays');
    ok(unhandled(faults).length === 0, faults.join('\n'));
    await close();
  });

  test(`the box of a page says that ${file} is missing, and typing on tries again`, async () => {
    const { copy, mend } = siteWithout(site, file);
    const { tab, faults, close } = await newTab({ width: 360 });
    await tab.goto(urlOf(copy, 'practices/SOTA-001.html'));
    await tab.locator('#Search').focus();
    const complaint = tab.locator('.site-search').getByText(`${file} cannot be loaded`);
    await complaint.waitFor();
    ok((await complaint.boundingBox()).height > 20, 'it is not to be seen');
    ok((await violations(tab)) === '', await violations(tab));
    await tab.keyboard.type('layer');
    await complaint.waitFor();
    mend();
    await tab.keyboard.type('_norm');
    await tab.waitForSelector('.hits:not([hidden]) li');
    ok((await tab.locator('.missed').count()) === 0, 'the complaint stays');
    ok(unhandled(faults).length === 0, faults.join('\n'));
    await close();
  });
}

// ---- Cards ----------------------------------------------------------------------------

const cardOf = (tab) => tab.locator('.hover-card');

test('a card opens on focus with all works of a citation, describes its link and closes by Escape', async () => {
  await visit('chapters/01-one.html', async (tab) => {
    const links = tab.locator('a.cite');
    await tab.locator('#Search').focus();
    for (let i = 0; i < 40 && !(await links.first().evaluate((link) => link === document.activeElement)); i++) await tab.keyboard.press('Tab');
    await cardOf(tab).waitFor();
    ok((await cardOf(tab).locator('.card-entry').count()) === 2, 'not both works');
    ok((await links.first().getAttribute('aria-describedby')) === 'Card', 'the link is not described by it');
    ok((await cardOf(tab).locator('a').count()) === 0, 'a link in a card');
    ok((await violations(tab)) === '', await violations(tab));
    await tab.keyboard.press('Escape');
    ok(!(await cardOf(tab).isVisible()), 'Escape does not close it');
    ok((await links.first().getAttribute('aria-describedby')) === null, 'the link is still described');
  });
});

test('a card stays while the pointer travels to it, moves nothing and goes when the pointer does', async () => {
  await visit('chapters/01-one.html', async (tab) => {
    const link = tab.locator('.chapter-text a', { hasText: 'SOTA-001' }).first();
    const height = await tab.evaluate(() => document.documentElement.scrollHeight);
    await pointAt(link);
    await cardOf(tab).waitFor();
    ok((await tab.evaluate(() => document.documentElement.scrollHeight)) === height, 'the page grew');
    const [from, to] = [await link.boundingBox(), await cardOf(tab).boundingBox()];
    ok(to.x >= 0 && to.x + to.width <= 1280, 'it sticks out of the page');
    await tab.mouse.move(from.x + 5, from.y + from.height + 2);
    await tab.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
    await tab.waitForTimeout(500);
    ok(await cardOf(tab).isVisible(), 'it closed while the pointer was in it');
    await tab.mouse.move(5, 5);
    await cardOf(tab).waitFor({ state: 'hidden' });
  });
});

// ---- Without scripts ---------------------------------------------------------------------

test('without scripts the table is whole, counts lead into it, and the search says where to look', async () => {
  await visit('index.html', async (tab) => {
    await tab.locator('.counts [data-verdict="contradicted"] a').click();
    ok((await tab.locator('tr:target').getAttribute('data-verdict')) === 'contradicted', 'the link leads to no such row');
    ok((await rowsShown(tab)).length >= 9, 'rows are missing');
    ok((await tab.locator('.filter').count()) === 0, 'a filter that does nothing');
    await tab.fill('#Search', 'rate');
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/search\.html\?q=rate$/);
    ok((await tab.locator('noscript').innerText()).includes('probatum search'), 'no other way is named');
    ok((await tab.locator('main a').count()) > 4, 'the lists are not there');
  }, { javaScript: false });
});

// ---- Weight --------------------------------------------------------------------------------

test('the scripts of finding one\'s way are small', () => {
  const size = (name) => statSync(join(site, 'assets', name)).size;
  ok(size('site.js') < 5_000, `site.js ${size('site.js')}, which every page loads`);
  ok(size('find.js') + size('search.js') < 20_000, `find.js ${size('find.js')}, search.js ${size('search.js')}`);
  ok(size('list.js') < 10_000, `list.js ${size('list.js')}`);
});

await run();
