// What the browser tests share: TAP on standard output, the site of the fixture
// project built once per run, and a Chromium that is watched for whatever a page
// should not do.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const program = process.env.PROBATUM ?? join(root, 'build/probatum');
const browserPath = process.env.PROBATUM_CHROMIUM ?? '/usr/bin/chromium';

// ---- TAP -------------------------------------------------------------------

const tests = [];

// PROBATUM_TESTS=keyboard leaves out those whose names do not have the word.
export function test(name, body) {
  if (name.includes(process.env.PROBATUM_TESTS ?? '')) tests.push({ name, body });
}

export function ok(condition, message) {
  if (!condition) throw new Error(message);
}

export async function run() {
  let failed = 0;
  console.log(`1..${tests.length}`);
  for (const [index, { name, body }] of tests.entries()) {
    try {
      await body();
      console.log(`ok ${index + 1} - ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`not ok ${index + 1} - ${name}`);
      for (const line of String(error.stack ?? error).split('\n')) {
        console.log(`# ${line}`);
      }
    }
  }
  await close();
  process.exitCode = failed > 0 ? 1 : 0;
  setTimeout(complain, 10_000).unref();
}

// Whatever still runs by then, a second browser or a server, would keep this
// process, and all who wait for it, for ever.
function complain() {
  console.log(`# still open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}

// ---- The site --------------------------------------------------------------

// The fixture has a record that cannot be built, so the status is 1.
export function buildSite(name, project, options = []) {
  const folder = join(root, 'build/browser', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(project, join(folder, 'project'), { recursive: true });
  const out = join(folder, 'site');
  try {
    execFileSync(program, ['-C', join(folder, 'project'), 'build', '--out', out, ...options], { stdio: 'pipe' });
  } catch (error) {
    if (error.status !== 1) {
      throw new Error(`probatum build: ${error.status} ${error.stderr}`);
    }
  }
  return out;
}

// The site of this project itself.
export function buildOwnSite(name, options = []) {
  const out = join(root, 'build/browser', name);
  execFileSync(program, ['-C', root, 'build', '--out', out, ...options], { stdio: 'pipe' });
  return out;
}

// A copy of a site without one of its files, and what puts the file there.
export function siteWithout(site, file) {
  const copy = `${site}-without`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(site, copy, { recursive: true });
  rmSync(join(copy, file));
  return { copy, mend: () => cpSync(join(site, file), join(copy, file)) };
}

export function pagesOf(site, folder = '') {
  return readdirSync(join(site, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pagesOf(site, path);
    return path.endsWith('.html') ? [path] : [];
  });
}

// Reads a page to its end, with a mouse that lies in the middle of it, and gives the
// bytes of all that came for that: the page, its style sheets and scripts.
export async function bytesToRead(tab, site, path) {
  const files = new Set([path]);
  tab.on('request', (request) => {
    const file = decodeURIComponent(new URL(request.url()).pathname);
    if (/\.(css|js)$/.test(file)) files.add(relative(site, file));
  });
  await tab.goto(urlOf(site, path));
  const { width, height } = tab.viewportSize();
  await tab.mouse.move(width / 2, height / 2);
  const isAtEnd = () => tab.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
  while (!(await isAtEnd())) {
    await tab.mouse.wheel(0, 400);
    await tab.waitForTimeout(30);
  }
  await tab.waitForTimeout(300);
  return [...files].reduce((sum, file) => sum + statSync(join(site, file)).size, 0);
}

export function screenshotPath(name) {
  const folder = join(root, 'build/screenshots');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.png`);
}

// ---- The browser -----------------------------------------------------------

// One for all tabs, those asked for at the same time too: it is the promise that
// is kept.
let browser;

function open() {
  if (!existsSync(browserPath)) {
    throw new Error(`no Chromium at ${browserPath}; install it (make deps) or name one in PROBATUM_CHROMIUM`);
  }
  browser ??= chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  return browser;
}

async function close() {
  await (await browser)?.close();
}

// A tab with a list of everything it did that a page of this site must not do. A
// page that is served may ask its own server, whose stream of events it leaves
// when it is loaded again.
export async function newTab({ width = 1280, scheme = 'light', javaScript = true, hasTouch = false, server } = {}) {
  const isServed = (url) => server !== undefined && url.startsWith(`${server}/`);
  const context = await (await open()).newContext({
    viewport: { width, height: width < 500 ? 740 : 900 },
    colorScheme: scheme,
    javaScriptEnabled: javaScript,
    hasTouch,
  });
  context.setDefaultTimeout(120_000); // a busy machine is no fault of the page
  const tab = await context.newPage();
  const faults = [];
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  tab.on('requestfailed', (request) => {
    if (!isServed(request.url()) || !request.url().includes('/-/events?')) faults.push(`failed: ${request.url()}`);
  });
  tab.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  tab.on('request', (request) => {
    if (!/^(file|data|about|blob):/.test(request.url()) && !isServed(request.url())) faults.push(`outside: ${request.url()}`);
  });
  return { tab, faults, close: () => context.close() };
}

// The pointer comes to the element from where it was: one that appears above it has
// not moved, and is no sign of a reader.
export async function pointAt(locator) {
  await locator.scrollIntoViewIfNeeded();
  await locator.page().mouse.move(1, 1);
  await locator.hover();
}

// What axe has against a part of the page, as text.
export async function inaccessible(tab, selector) {
  await tab.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  const { violations } = await tab.evaluate((part) => window.axe.run(part, { preload: false, resultTypes: ['violations'] }), selector);
  return violations.map((one) => `${one.id}: ${one.help}\n${one.nodes.slice(0, 3).map((node) => `    ${node.html.slice(0, 160)} ${node.failureSummary}`).join('\n')}`).join('\n');
}

export function urlOf(site, path) {
  const [file, anchor] = path.split('#');
  return pathToFileURL(join(site, file)).href + (anchor ? `#${encodeURIComponent(anchor)}` : '');
}
