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

await run();
