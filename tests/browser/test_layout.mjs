// How text is set: the blocks of a chapter share one column with its paragraphs,
// on screens and on paper, and on a phone no number, id or date is cut in two,
// which would be read as another.

import { buildOwnSite, newTab, ok, pagesOf, run, test, urlOf } from './lib.mjs';

const site = buildOwnSite('layout');
const chapters = pagesOf(site, 'chapters').filter((path) => /\/\d/.test(path));

// ---- The column ------------------------------------------------------------------

// Exhibits are wider on purpose, and stand in the middle with the text where that
// stands in the middle.
function outside() {
  const blocks = [...document.querySelectorAll('.chapter-text > :not(.exhibit)')];
  const edges = ({ left, right }) => `${Math.round(left)} to ${Math.round(right)}`;
  const column = edges(document.querySelector('.chapter-text > p').getBoundingClientRect());
  return blocks.filter((block) => edges(block.getBoundingClientRect()) !== column)
    .map((block) => `${block.outerHTML.slice(0, 60)} at ${edges(block.getBoundingClientRect())}, the text at ${column}`);
}

// Blocks that follow each other without room between them; a list's or a table's own
// padding is no room.
function touching() {
  const blocks = [...document.querySelectorAll('.chapter-text > *')];
  return blocks.filter((block, i) => i > 0 && block.getBoundingClientRect().top - blocks[i - 1].getBoundingClientRect().bottom < 4)
    .map((block) => `${block.outerHTML.slice(0, 60)} touches what is above it`);
}

for (const [name, width, media] of [['a phone', 360, 'screen'], ['a narrow window', 800, 'screen'], ['a wide window', 1280, 'screen'], ['paper', 680, 'print']]) {
  test(`all blocks of a chapter share the column of its text on ${name}, with room between them`, async () => {
    const { tab, close } = await newTab({ width });
    await tab.emulateMedia({ media });
    for (const path of chapters) {
      await tab.goto(urlOf(site, path));
      const wrong = [...await tab.evaluate(outside), ...await tab.evaluate(touching)];
      ok(wrong.length === 0, `${path}: ${wrong.join('\n')}`);
    }
    await close();
  });
}

// ---- Numbers and names -------------------------------------------------------------

// What stands on two lines though it is one number, or the id of a link or a cell. Dates
// may be broken where they have their hyphens, and so may ids in running text that lead
// nowhere.
function cut() {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const number = /(?<![\w.-])[−+]?\d+(?:[.,]\d+)*(?:e[−+-]?\d+)?%?(?![\w-])/gi;
  const id = /(?<![\w-])[A-Z]{2,}-\d+/g;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.parentElement;
    if (at.closest('script, style, pre, svg, math')) continue;
    const names = at.matches('a, .id') || at.closest('td, th') ? [...node.data.matchAll(id)] : [];
    for (const match of [...node.data.matchAll(number), ...names]) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`${match[0]} in ${at.outerHTML.slice(0, 90)}`);
    }
  }
  return found;
}

test('on a phone no number and no id is cut in two', async () => {
  const { tab, close } = await newTab({ width: 360 });
  const wrong = [];
  for (const folder of ['chapters', 'practices', 'experiments']) {
    for (const path of pagesOf(site, folder)) {
      await tab.goto(urlOf(site, path));
      wrong.push(...(await tab.evaluate(cut)).map((one) => `${path}: ${one}`));
    }
  }
  ok(wrong.length === 0, wrong.join('\n'));
  await close();
});

test('a number cut in two is found', async () => {
  const { tab, close } = await newTab({ width: 360 });
  await tab.setContent('<p style="width: 3ch; font-family: monospace; overflow-wrap: anywhere">1.5714 and <a href="#">EXP-005</a>');
  const found = await tab.evaluate(cut);
  ok(found.length === 2, found.join());
  await close();
});

await run();
