// What turns TeX into MathML: that the copy in vendor/ is the package of npm in
// older JavaScript and nothing else, and that the pages hold the MathML that the
// package makes in Node, but for what says nothing (src/md/mathml.h).

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ok, root, run, test } from './lib.mjs';

const temml = createRequire(import.meta.url)('temml');
const options = { annotate: true, throwOnError: true, trust: false, maxSize: [40, 40], maxExpand: 1000 };

const unescape = (text) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>')
  .replace(/&quot;/g, '"').replace(/&#39;|&#x27;/g, "'").replace(/&amp;/g, '&');

// What the pages leave out, as rules of their own.
const spare = (math) => math
  .replace(/<mo [^>]*>(?=[()[\]{}]<)/g, (tag) => tag.replace(' fence="true"', ''))
  .replace(/<mo ([^>]*)>(?=[([{]<)/g, (tag) => tag.replace(' form="prefix"', ''))
  .replace(/<mo ([^>]*)>(?=[)\]}]<)/g, (tag) => tag.replace(' form="postfix"', ''))
  .replace(/<mo separator="true"([^>]*>[,;]<)/g, '<mo$1')
  .replace(/(<mspace[^>]*)><\/mspace>/g, '$1/>')
  .replace('<math display="block" class="tml-display" style="display:block math;">', '<math display="block">')
  .replace(/<semantics>(<mi>.<\/mi>)<annotation.*<\/semantics>/su, '$1');

test('the copy is made from the package of npm', () => {
  execFileSync(process.execPath, [join(root, 'vendor/temml/make.mjs'), '--check']);
});

test('formulas of the chapters are as the package makes them', () => {
  const site = join(root, 'build/browser/math');
  execFileSync(process.env.PROBATUM ?? join(root, 'build/probatum'), ['build', '--out', site], { cwd: root, stdio: 'pipe' });
  const folder = join(site, 'chapters');
  let count = 0;
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.html'))) {
    const page = readFileSync(join(folder, name), 'utf8');
    for (const [math] of page.matchAll(/<math[^]*?<\/math>/g)) {
      const source = math.match(/<annotation encoding="application\/x-tex">([^]*?)<\/annotation>/);
      const tex = unescape(source ? source[1] : math.replace(/<[^>]*>/g, ''));
      const displayMode = /^<math[^>]*display="block"/.test(math);
      const wanted = spare(temml.renderToString(tex, { ...options, displayMode }));
      ok(math === wanted, `${name}: ${tex}\n${math}\n${wanted}`);
      count++;
    }
  }
  ok(count > 50, `only ${count} formulas`);
});

await run();
