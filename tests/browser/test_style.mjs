// The style sheets as text: no rule for a class that nothing has, and nothing in the
// sheet for paper that acts on a screen. Needs no browser.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok, root, run, test } from './lib.mjs';

function textsOf(folder, ending) {
  return readdirSync(join(root, folder), { recursive: true }).filter((name) => ending.test(name))
    .map((name) => ({ name, text: readFileSync(join(root, folder, name), 'utf8') }));
}

const sheets = textsOf('site/assets', /\.css$/);
const withoutComments = (css) => css.replace(/\/\*.*?\*\//gs, '');

// ---- Classes ---------------------------------------------------------------------

function classesOf(css) {
  const selectors = [...withoutComments(css).replace(/"[^"]*"/g, '').matchAll(/([^{};]*)\{/g)].map(([, text]) => text.trim());
  return new Set(selectors.filter((text) => !text.startsWith('@')).flatMap((text) => [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name)));
}

const wordsOf = (text) => text.match(/[a-zA-Z][\w-]*/g) ?? [];

// Every word of the templates' class attributes, and of whatever the program and
// the scripts write in quotation marks.
function wordsInUse() {
  const templates = textsOf('templates', /\.html$/).flatMap(({ text }) => [...text.matchAll(/class="((?:\{\{[^}]*\}\}|[^"])*)"/g)].map(([, value]) => value.replace(/\{\{[^}]*\}\}/g, ' ')));
  const program = textsOf('src', /\.(c|h|def)$/).flatMap(({ text }) => [...text.matchAll(/"((?:\\.|[^"\\\n])*)"/g)].map(([, value]) => value));
  const scripts = [...textsOf('site/assets', /\.js$/), ...textsOf('src/cli', /\.js$/)].flatMap(({ text }) => {
    const code = text.replace(/(^|\s)\/\/.*/g, '');
    return [...code.matchAll(/'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g)].map(([, plain, template]) => plain ?? template);
  });
  return new Set([...templates, ...program, ...scripts].flatMap(wordsOf));
}

// Made of a word and of what a record, an arm or a line is: v-replicated, s4, p0.
const COMPOSED = /^(?:[vsab]-[a-z-]+|[scp]\d)$/;

function unused(css, words) {
  return [...classesOf(css)].filter((name) => !words.has(name) && !COMPOSED.test(name));
}

test('every class in a style sheet is one that a page can have', () => {
  const words = wordsInUse();
  for (const { name, text } of sheets) {
    const dead = unused(text, words);
    ok(dead.length === 0, `${name}: ${dead.join(', ')}`);
    ok(classesOf(text).size > 0, `${name}: no class is found`);
  }
});

test('a class that nothing has is found', () => {
  const css = '/* .told */ @media print { .hidden, p.nobody-has-this:hover > a::after { content: ".quoted"; } }';
  ok(unused(css, wordsInUse()).join() === 'nobody-has-this', unused(css, wordsInUse()).join());
});

// ---- Paper -----------------------------------------------------------------------

test('the sheet for paper acts on paper alone, and has what all pages need there', () => {
  const { text } = sheets.find(({ name }) => name === 'print.css');
  const rules = withoutComments(text).trim();
  let depth = 0;
  const ends = [...rules].flatMap((sign, i) => {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    return sign === '}' && depth === 0 ? [i] : [];
  });
  ok(rules.startsWith('@media print {') && ends.length === 1 && ends[0] === rules.length - 1, 'a rule stands outside @media print');
  const style = sheets.find(({ name }) => name === 'style.css').text;
  ok(!style.includes('@media print'), 'style.css has rules for paper, too');
});

await run();
