// Makes temml.js from the package of npm: the same program in the JavaScript of
// 2009, which the interpreter inside probatum reads. And temml.css and strokes.css, the
// style that its MathML wants, without the fonts, which are the site's own.
//
//     node vendor/temml/make.mjs          writes them and LICENSE beside it
//     node vendor/temml/make.mjs --check  status 1 when they would change
//
// Both packages are those of the page tests (tests/browser/package.json), whose
// lock file says which versions.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const packages = createRequire(join(here, '../../tests/browser/package.json'));
const ts = packages('typescript');
const source = packages.resolve('temml/dist/temml.cjs');

const { version, license } = packages('temml/package.json');
const script = ts.transpileModule(readFileSync(source, 'utf8'), {
  fileName: 'temml.js',
  compilerOptions: {
    target: ts.ScriptTarget.ES5,
    module: ts.ModuleKind.None,
    allowJs: true,
    removeComments: true,
  },
}).outputText;

const style = readFileSync(packages.resolve('temml/dist/Temml-Local.css'), 'utf8')
  .replace(/@font-face \{[^}]*\}\n/g, '')
  .replace(/^ *font-family:[^;]*;\n/gm, '')
  .replace(/\/\*[^]*?\*\//g, '')
  .replace(/^[^{}]*\{\s*\}\n/gm, '')
  .replace(/\n\s*\n/g, '\n');

// What boxes, strokes and wide accents look like is half of it, and few formulas
// have one (mathml_has_strokes in src/md/mathml.h): it goes into a sheet of its own.
const isStroke = (selector) => /menclose|cancel|strike|\.sout|longdiv|phasor|fbox|circle|actuarial|tilde|tml-hat|overline|underline/.test(selector);
const rule = /[^{}]+\{[^{}]*\}\s*/g;
const group = /@[^{}]+\{\s*(?:[^{}]+\{[^{}]*\}\s*)+\}\s*|[^{}]+\{[^{}]*\}\s*/g;

function part(isWanted) {
  const kept = (text) => text.match(rule).filter((one) => isWanted(one.replace(/\{[^]*/, ''))).join('');
  return style.match(group).map((one) => {
    const [, head, inside] = one.match(/^(@[^{}]+\{\s*)([^]*)\}\s*$/) ?? [];
    if (!head) return kept(one);
    return kept(inside) && `${head}${kept(inside)}}\n`;
  }).join('');
}

const mark = `/* temml ${version} (${license}, see LICENSE). Made by make.mjs. Do not edit. */\n`;
const made = {
  'temml.css': mark + part((selector) => !isStroke(selector)),
  'strokes.css': `${mark}\n${part(isStroke)}`,
  'temml.js': `// temml ${version} (${license}, see LICENSE). Made by make.mjs. Do not edit.\n${script}`,
  LICENSE: readFileSync(join(dirname(source), '../LICENSE'), 'utf8'),
};

let changed = 0;
for (const [name, text] of Object.entries(made)) {
  const path = join(here, name);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text);
  } else if (readFileSync(path, 'utf8') !== text) {
    console.error(`vendor/temml/${name} is not what make.mjs makes`);
    changed += 1;
  }
}
process.exitCode = changed > 0 ? 1 : 0;
