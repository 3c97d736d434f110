// The site as `probatum serve` shows it while its files are edited: an open page
// follows what is saved, however it is saved, mistakes are laid over the page
// until they are mended, and nobody else's page reaches the server (PC-19).

import { spawn } from 'node:child_process';
import {
  appendFileSync, closeSync, cpSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync,
  rmSync, unlinkSync, utimesSync, writeFileSync, writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { get } from 'node:http';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { join } from 'node:path';
import { newTab, ok, root, run, test } from './lib.mjs';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const program = process.env.PROBATUM ?? join(root, 'build/probatum');
const folder = join(root, 'build/browser/serve');
const project = join(folder, 'project');
const templates = join(folder, 'templates');
const record = join(project, 'records/practices/SOTA-001.md');
const neighbour = join(project, 'records/practices/SOTA-002.md');
const page = '/practices/SOTA-001.html';

// ---- A server ----------------------------------------------------------------

let server;

// The copy has nothing of what is broken on purpose. The output lies inside the
// tree that is watched.
async function start() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(templates, { recursive: true });
  cpSync(join(root, 'tests/cli/project'), project, { recursive: true });
  unlinkSync(join(project, 'records/literature/LIT-002.yaml'));
  writeFileSync(neighbour, readFileSync(neighbour, 'utf8').replace('LIT-011', 'LIT-001'));
  const child = spawn(program, ['-C', project, 'serve', '--port', '0', '--templates', templates,
    '--out', join(project, 'public')], { stdio: ['ignore', 'pipe', 'pipe'] });
  server = { child, said: '' };
  child.stderr.on('data', (text) => { server.said += text; });
  server.url = await new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`serve ended with ${code}: ${server.said}`)));
    child.stdout.on('data', (text) => resolve(/http:\/\/localhost:\d+/.exec(text)?.[0]));
  });
  server.port = Number(new URL(server.url).port);
}

async function stop() {
  server.child.removeAllListeners('exit');
  const ended = new Promise((resolve) => { server.child.on('exit', resolve); });
  server.child.kill('SIGINT');
  ok(await ended === 0, `serve ended with ${server.child.exitCode}`);
}

function ask(path) {
  return new Promise((resolve, reject) => {
    get(server.url + path, (answer) => {
      let text = '';
      answer.on('data', (part) => { text += part; });
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    }).on('error', reject);
  });
}

// The status of an answer to whoever says the name; null says none.
function statusFor(host, path) {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\n${host === null ? '' : `Host: ${host}\r\n`}Connection: close\r\n\r\n`);
    });
    socket.on('data', (text) => {
      socket.destroy();
      resolve(Number(String(text).split(' ')[1]));
    });
    socket.on('error', reject);
  });
}

// What is wrong, once all that was saved has been built and checked.
function problems() {
  return new Promise((resolve, reject) => {
    get(`${server.url}/-/events?page=%2F&print=0`, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
        const found = /event: problems\ndata: (.*)\n\n/.exec(text);
        if (found) {
          answer.destroy();
          resolve(JSON.parse(found[1]));
        }
      });
    }).on('error', reject);
  });
}

// The processes that build and check.
function children() {
  return readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, 'utf8');
}

// How often the server has built so far, whatever came of it.
async function builds() {
  return Number((await ask('/')).headers['probatum-build']);
}

async function until(what, message) {
  for (let i = 0; i < 600; i++) {
    if (await what()) return;
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  throw new Error(`${message}\n${server.said}`);
}

const seconds = (count) => new Promise((resolve) => { setTimeout(resolve, count * 1000); });

// ---- Ways to save ------------------------------------------------------------

const original = readFileSync(join(root, 'tests/cli/project/records/practices/SOTA-001.md'), 'utf8');
const withWords = (words) => `${original}\n${words}\n`;

function saveByRename(text) {
  writeFileSync(`${record}.tmp`, text);
  renameSync(`${record}.tmp`, record);
}

// The old file is moved out of the way first, as some editors keep it.
function saveWithBackup(text) {
  renameSync(record, `${record}~`);
  writeFileSync(record, text);
  unlinkSync(`${record}~`);
}

function saveAnew(text) {
  unlinkSync(record);
  writeFileSync(record, text);
}

const ways = {
  'a rename': saveByRename,
  'a rename, a second time': saveByRename,
  'a rename, a third time': saveByRename,
  'writing in place': (text) => writeFileSync(record, text),
  'a copy kept aside': saveWithBackup,
  'deleting and writing anew': saveAnew,
};

// ---- The page that is open -----------------------------------------------------

let open;

// A page that is left while it loads gives up what it was loading, so a test goes
// on when it is loaded.
const loaded = () => open.tab.waitForLoadState('load');

async function shown(words) {
  await until(
    () => open.tab.evaluate((text) => document.body.textContent.includes(text), words).catch(() => false),
    `the page never showed "${words}"`,
  );
  await loaded();
}

const overlay = () => open.tab.locator('#probatum-problems');

async function told() {
  await loaded();
  return await overlay().count() > 0 ? overlay().innerText() : '';
}

async function mended() {
  const { count, problems: all } = await problems();
  ok(count === 0, JSON.stringify(all));
  await until(async () => await overlay().count() === 0, 'the overlay stays');
  await loaded();
}

async function noFaults() {
  ok(open.faults.length === 0, open.faults.join('\n'));
}

test('a page opens from a server on this machine', async () => {
  await start();
  open = await newTab({ width: 360, server: server.url });
  await open.tab.goto(server.url + page);
  ok(await open.tab.locator('main[data-page="practice"]').count() === 1, 'no practice');
  await noFaults();
});

test('a saved record shows its new words in the open page, which stays where it was', async () => {
  saveByRename(withWords(Array.from({ length: 60 }, (_, i) => `Paragraph ${i}.\n`).join('\n')));
  await shown('Paragraph 59.');
  await open.tab.waitForLoadState(); // before that the browser scrolls, too
  await open.tab.evaluate(() => { scrollTo(0, 700); });
  saveByRename(withWords(Array.from({ length: 60 }, (_, i) => `Section ${i}.\n`).join('\n')));
  await shown('Section 59.');
  await until(async () => Math.abs(await open.tab.evaluate(() => scrollY) - 700) < 2, 'the page lost its place');
  await noFaults();
});

for (const [name, save] of Object.entries(ways)) {
  test(`what is saved by ${name} is shown, after two builds at most`, async () => {
    const before = await builds();
    const words = `Saved by ${name}.`;
    save(withWords(words));
    await shown(words);
    const count = await builds() - before;
    ok(count >= 1 && count <= 2, `${count} builds`);
    await noFaults();
  });
}

// Meanwhile the page is closed: it would be loaded again before it has loaded.
test('an answer right after a save has what was saved, fifty times', async () => {
  await open.tab.goto('about:blank');
  for (let i = 0; i < 50; i++) {
    saveByRename(withWords(`Right after ${i}.`));
    const answer = await ask(page);
    ok(answer.text.includes(`Right after ${i}.`), `the answer ${i} is older than its file`);
  }
});

// Everything that shows a title: its page, lists, what they are searched and
// drawn by, and what other programs read.
const withTitle = [page, '/practices/SOTA-001.md', '/practices/index.html', '/index.html', '/search.html', '/graph.html',
  '/history/SOTA-001.html', '/data/search-heads.js', '/data/records.json'];
const showsTitle = (text) => text.includes('Title number');

async function pagesWithTitle() {
  saveByRename(titled('0'));
  const shown = [];
  for (const path of withTitle) {
    if (showsTitle((await ask(path)).text)) shown.push(path);
  }
  ok(shown.length >= 6 && ['/practices/index.html', '/data/search-heads.js'].every((path) => shown.includes(path)),
    `of pages that show titles there are ${shown}`);
  return shown;
}

const titled = (words) => original.replace(/^title: .*$/m, `title: Title number ${words}.`);

// Resolves when the page is told that it is old, with how often the server had
// built by then.
async function listen(path) {
  const print = /data-print="(\w+)"/.exec((await ask(path)).text)[1];
  const stream = {};
  stream.reload = new Promise((resolve) => { stream.tell = resolve; });
  await new Promise((resolve, reject) => {
    stream.request = get(`${server.url}/-/events?page=${encodeURIComponent(path)}&print=${print}`, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
        if (text.includes('event: reload')) stream.tell();
      });
      answer.on('error', () => {});
      resolve();
    }).on('error', reject);
  });
  return stream;
}

test('a page is told of a new title before all others are made, and none of them is answered before it is', async () => {
  const shown = await pagesWithTitle();
  let early = 0;
  for (let i = 1; i <= 20; i++) {
    const stream = await listen(page);
    saveByRename(titled(i));
    await stream.reload;
    const answers = await Promise.all(shown.map(ask));
    answers.forEach(({ text }, at) => {
      ok(text.includes(`Title number ${i}.`), `${shown[at]} is older than the page that was told, in round ${i}`);
    });
    const [first, ...others] = answers.map(({ headers }) => Number(headers['probatum-build']));
    early += others.some((count) => count > first);
    stream.request.destroy();
  }
  ok(early > 0, 'the page was never told before all others were made');
});

test('while saves come one after the other no answer is older than its file, whatever page is read', async () => {
  const shown = await pagesWithTitle();
  const streams = await Promise.all([page, '/practices/index.html'].map(listen));
  const answers = [];
  for (let i = 1; i <= 60; i++) {
    saveByRename(titled(i));
    answers.push(ask(shown[i % shown.length]).then(({ text }) => ({ i, path: shown[i % shown.length], text })));
    await seconds([0, 0.002, 0.008, 0.03, 0.06][i % 5]);
  }
  for (const { i, path, text } of await Promise.all(answers)) {
    const numbers = [...text.matchAll(/Title number (\d+)\./g)].map((match) => Number(match[1]));
    ok(numbers.length > 0 && Math.min(...numbers) >= i, `${path} has title ${numbers} when ${i} was saved`);
  }
  await Promise.all(streams.map((stream) => stream.reload));
  streams.forEach((stream) => stream.request.destroy());
  for (const path of shown) ok((await ask(path)).text.includes('Title number 60.'), `${path} is old`);
});

test('a burst of saves is joined', async () => {
  const before = await builds();
  const start = Date.now();
  for (let i = 0; i < 200; i++) saveByRename(withWords(`Burst ${i}.`));
  const most = 10 + (Date.now() - start) / 20; // a busy machine saves slowly
  ok((await ask(page)).text.includes('Burst 199.'), 'the answer is old');
  ok(await builds() - before <= most, `${await builds() - before} builds`);
  await open.tab.goto(`${server.url}${page}`);
  await shown('Burst 199.');
  await noFaults();
});

test('neither its own output nor waiting builds anything, and a touch makes no page', async () => {
  await shown('Burst 199.');
  const before = await builds();
  writeFileSync(join(project, 'public/extra.txt'), 'x');
  await seconds(3);
  ok(await builds() === before, 'it built while nothing was saved');
  const length = server.said.length;
  utimesSync(record, new Date(), new Date());
  await builds();
  await seconds(0.3);
  ok(!server.said.slice(length).includes('built'), server.said.slice(length));
  ok(await builds() <= before + 2, 'a touch built again and again');
});

// ---- Mistakes ------------------------------------------------------------------

test('a mistake is laid over the page with its place, line and hint, and goes when it is mended', async () => {
  saveByRename(withWords('See LIT-00l and LIT-009.'));
  await until(async () => (await told()).includes('LIT-009'), 'no overlay');
  const text = await told();
  ok(/records\/practices\/SOTA-001\.md:\d+:\d+/.test(text), `no place in: ${text}`);
  ok(text.includes('See LIT-00l and LIT-009.'), `no line in: ${text}`);
  ok(text.includes('hint: '), `no hint in: ${text}`);
  ok(text.includes('[link-unresolved]'), `no rule in: ${text}`);
  saveByRename(withWords('See LIT-001.'));
  await mended();
  await noFaults();
});

test('a record that cannot be read is told in its place, and has its page again when it is mended', async () => {
  saveByRename(original.replace('title: ', 'title: ['));
  await until(async () => (await told()).includes('yaml-syntax'), 'no overlay');
  ok((await told()).includes('title: [Warm up the learning rate'), await told());
  saveByRename(original);
  await mended();
  await shown('See LIT-001.');
  await noFaults();
});

test('the overlay is announced, reached and left with the keyboard, and accessible', async () => {
  saveByRename(withWords('See LIT-009.'));
  await until(async () => await overlay().count() === 1, 'no overlay');
  ok(await overlay().getAttribute('role') === 'alert', 'it is not announced');
  await open.tab.evaluate(() => document.body.focus());
  await open.tab.keyboard.press('Shift+Tab');
  ok(await open.tab.evaluate(() => document.activeElement.closest('#probatum-problems') !== null), 'the keyboard misses it');
  await open.tab.addScriptTag({ path: axePath });
  const { violations } = await open.tab.evaluate(() => window.axe.run('#probatum-problems'));
  ok(violations.length === 0, violations.map((one) => `${one.id}: ${one.help}`).join('\n'));
  await open.tab.keyboard.press('Escape');
  await until(async () => await overlay().count() === 0, 'Escape does not hide it');
  saveByRename(original);
  await shown('See LIT-001.');
  await noFaults();
});

test('an error in a template is told with its place and line, and goes when it is mended', async () => {
  const mine = join(templates, 'practice.html');
  // An empty template makes a page without an icon, and browsers ask for one.
  writeFileSync(`${mine}~`, 'One line.\n  {{#open}}\n');
  renameSync(`${mine}~`, mine);
  await until(async () => (await told()).includes('practice.html:2'), 'no overlay');
  ok((await told()).includes('{{#open}}'), await told());
  ok((await ask(page)).status === 200, 'the page is gone');
  unlinkSync(mine);
  await mended();
  await noFaults();
});

test('a file caught half-written is read again when it is whole', async () => {
  const file = openSync(record, 'w');
  writeSync(file, original.slice(0, 60));
  fsyncSync(file);
  appendFileSync(neighbour, '\nA neighbour.\n');
  await ask(page);
  writeSync(file, withWords('The other half.').slice(60));
  closeSync(file);
  await shown('The other half.');
  await mended();
  await noFaults();
});

// ---- Who is answered -------------------------------------------------------------

test('a page elsewhere whose name leads here is refused', async () => {
  const names = ['example.org', `example.org:${server.port}`, 'localhost.example.org', 'localhost@example.org',
    '127.0.0.1.example.org', '[::1].example.org', `192.168.0.1:${server.port}`, '', null];
  for (const host of names) {
    for (const path of [page, '/-/events?page=%2F&print=0', '/-/live.js']) {
      const status = await statusFor(host, path);
      ok(status === 403, `${host || 'no name'} gets ${status} for ${path}`);
    }
  }
  for (const host of [`localhost:${server.port}`, `127.0.0.1:${server.port}`, 'localhost', `[::1]:${server.port}`]) {
    ok(await statusFor(host, page) === 200, `${host} is refused`);
  }
});

test('no address of this machine but the loopback is answered', async () => {
  const addresses = Object.values(networkInterfaces()).flat().filter((one) => !one.internal);
  for (const { address, family, scopeid } of addresses) {
    const host = family === 'IPv6' && scopeid ? `${address}%${scopeid}` : address;
    const answered = await new Promise((resolve) => {
      const socket = connect({ host, port: server.port, timeout: 3000 });
      socket.on('connect', () => { socket.destroy(); resolve(true); });
      socket.on('error', () => resolve(false));
      socket.on('timeout', () => { socket.destroy(); resolve(false); });
    });
    ok(!answered, `${address} is answered`);
  }
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => {
    try { return readFileSync(file, 'utf8').split('\n'); } catch { return []; }
  });
  const hex = server.port.toString(16).toUpperCase().padStart(4, '0');
  const listening = lines.map((line) => line.trim().split(/\s+/)).filter((one) => one[3] === '0A' && one[1].endsWith(`:${hex}`));
  ok(listening.length > 0, 'nothing listens');
  for (const one of listening) {
    ok(['0100007F', '00000000000000000000000001000000'].includes(one[1].split(':')[0]), `it listens on ${one[1]}`);
  }
});

// Bytes that are nearly a request, the same in each run.
function* nearlyRequests(count) {
  const parts = ['GET ', 'HEAD ', 'POST ', 'get ', '/', '//', '/%00', '/..%2f', '/-/events?page=%', '%zz', ' HTTP/1.1', ' HTTP/9.9',
    '\r\n', '\n', '\r\n\r\n', 'Host: localhost\r\n', 'Host:', 'Content-Length: -1\r\n', 'Content-Length: 99999999999\r\n',
    'Transfer-Encoding: chunked\r\n', 'ffffffffffffffff\r\n', '\0', '\xff\xfe', 'x'.repeat(70000), `X: ${'y'.repeat(9000)}\r\n`];
  let state = 17;
  const draw = (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % limit;
  };
  for (let i = 0; i < count; i++) {
    yield Array.from({ length: 1 + draw(9) }, () => parts[draw(parts.length)]).join('');
  }
}

test('bytes that are no request leave the server as it was', async () => {
  const builders = children();
  for (const bytes of nearlyRequests(300)) {
    await new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
      socket.setTimeout(300, () => socket.destroy());
      socket.on('data', () => socket.destroy());
      socket.on('error', () => {});
      socket.on('close', resolve);
    });
  }
  ok((await ask(page)).status === 200, 'it does not answer any more');
  ok(children() === builders, 'a child was lost');
});

test('the server ends when it is told to', async () => {
  await open.close();
  await stop();
});

await run();
server?.child.kill();
