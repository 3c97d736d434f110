// Every page of the fixture's site and of this project's own: valid HTML by the
// Nu validator, started once for all of them; and each link, anchor and file
// that a page names is there. Neither needs a browser.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { buildOwnSite, buildSite, ok, pagesOf, root, run, test } from './lib.mjs';

const validator = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');

// A second set of templates, small and plain, makes every page without a line of C.
const plain = join(root, 'tests/fixtures/plain');

const sites = {
  'the fixture': buildSite('html', join(root, 'tests/fixtures/site')),
  'this project': buildOwnSite('html-own'),
  'the fixture in plain': buildSite('html-plain', join(root, 'tests/fixtures/site'), ['--templates', plain]),
  'this project in plain': buildOwnSite('html-own-plain', ['--templates', plain]),
};

// ---- Validity ----------------------------------------------------------------

// The validator guesses each page's language by sampling, another way each time:
// a page with few words is now and then taken for Basque. What a page says of its
// language is tested below.
const options = ['--no-langdetect', '--format', 'json'];

function complaints(files) {
  const { status, stderr } = spawnSync('java', ['-Xss4m', '-jar', validator, ...options, ...files],
    { encoding: 'utf8', maxBuffer: 1 << 28 });
  let messages;
  try {
    ({ messages } = JSON.parse(stderr));
  } catch {
    throw new Error(`java ended with ${status}: ${stderr.slice(0, 400)}`);
  }
  return messages.map(({ url, lastLine, message, extract }) => `${url}:${lastLine}: ${message}\n    ${extract ?? ''}`);
}

test('every page is valid HTML', () => {
  const files = Object.values(sites).flatMap((site) => pagesOf(site).map((path) => join(site, path)));
  ok(files.length > 200, `only ${files.length} pages`);
  const found = complaints(files);
  ok(found.length === 0, `${found.length} faults\n${found.slice(0, 20).join('\n')}`);
});

test('every page says that it is in English', () => {
  for (const [name, site] of Object.entries(sites)) {
    for (const path of pagesOf(site)) {
      const [html] = readFileSync(join(site, path), 'utf8').match(/<html[^>]*>/);
      ok(html.includes(' lang="en"'), `${name}: ${path}: ${html}`);
    }
  }
});

test('a page that is not is told apart', () => {
  const found = complaints([join(root, 'tests/browser/fixtures/invalid.html')]);
  ok(found.some((one) => one.includes('Duplicate ID')), found.join('\n'));
});

test('the plain templates make every kind of page, with no style and no script', () => {
  const names = (folder) => readdirSync(folder).filter((name) => name.endsWith('.html')).join(' ');
  ok(names(plain) === names(join(root, 'templates')), 'a page has no plain template');
  for (const [name, site] of Object.entries(sites).filter(([one]) => one.endsWith('in plain'))) {
    for (const path of pagesOf(site)) {
      const html = readFileSync(join(site, path), 'utf8');
      ok(html.includes('>As Markdown</a>') && !/<(?:link rel="stylesheet"|script)/.test(html), `${name}: ${path}`);
    }
  }
});

// ---- Links -------------------------------------------------------------------

// Pages are whole and valid (above), so their tags can be read as text: quotes
// and angle brackets in values and words are escaped.
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decode = (text) => text.replace(/&(#?\w+);/g, (all, name) => entities[name] ?? all);

function tagsOf(html) {
  return [...html.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g)].map(([, name, rest]) => ({
    name,
    attributes: Object.fromEntries([...rest.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key, value]) => [key, decode(value ?? '')])),
  }));
}

function readSite(site) {
  return new Map(pagesOf(site).map((path) => {
    const html = readFileSync(join(site, path), 'utf8');
    return [path, tagsOf(html.replace(/<script[^>]*>[^]*?<\/script>/g, (all) => all.slice(0, all.indexOf('>') + 1)))];
  }));
}

const idsOf = (tags) => tags.map(({ attributes }) => attributes.id).filter((id) => id !== undefined);

// What is wrong with an address on a page, or undefined.
function trouble(site, ids, path, address) {
  if (/^(https?:|mailto:|data:,$)/.test(address)) return undefined;
  if (/^[a-z+.-]+:/i.test(address)) return 'has a scheme of its own';
  const [file, anchor] = address.split('#');
  const target = file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file.split('?')[0])));
  if (relative(site, resolve(site, target)).startsWith('..')) return 'leads out of the site';
  if (!existsSync(join(site, target))) return 'is not there';
  if (anchor && target.endsWith('.html') && !ids.get(target)?.has(decodeURIComponent(anchor))) return 'has no such place';
  return undefined;
}

for (const [name, site] of Object.entries(sites)) {
  test(`every link and anchor of ${name} resolves, and every id is there once`, () => {
    const pages = readSite(site);
    const ids = new Map([...pages].map(([path, tags]) => [path, new Set(idsOf(tags))]));
    const wrong = [];
    let count = 0;
    for (const [path, tags] of pages) {
      if (idsOf(tags).length !== ids.get(path).size) wrong.push(`${path}: an id twice`);
      for (const { attributes: { href, src, 'aria-labelledby': labels, 'aria-describedby': notes, for: control } } of tags) {
        for (const address of [href, src]) {
          const fault = address === undefined ? undefined : trouble(site, ids, path, address);
          if (fault) wrong.push(`${path} leads to ${address}, which ${fault}`);
          count += address === undefined ? 0 : 1;
        }
        for (const id of `${labels ?? ''} ${notes ?? ''} ${control ?? ''}`.split(' ').filter(Boolean)) {
          if (!ids.get(path).has(id)) wrong.push(`${path}: nothing has the id ${id}`);
        }
      }
    }
    ok(count > 500, `only ${count} addresses`);
    ok(wrong.length === 0, `${wrong.length}\n${wrong.slice(0, 20).join('\n')}`);
  });
}

await run();
