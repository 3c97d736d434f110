// How soon an open page knows of a save: the time from the rename that saves a
// record to the event at the browser's end of the stream, and to the last byte
// of the new page, in a made-up anthology; and to the last byte of the list of
// all practices, asked for after that, when all of the site is made. On a shared
// machine the clock on the wall measures the neighbours, too: so there is also
// how long the server and its builder were on a processor until then, and how
// long they waited for one.
//
//     node bench/live.mjs [RECORDS [ROUNDS]]

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const program = process.env.PROBATUM ?? join(root, 'build/probatum');
const records = Number(process.argv[2] ?? 1000);
const rounds = Number(process.argv[3] ?? 20);
const folder = mkdtempSync('/dev/shm/probatum-live-');
const project = join(folder, 'project');
const agent = new Agent({ keepAlive: true });

const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
const now = () => Number(process.hrtime.bigint()) / 1e6;

function makeProject() {
  execFileSync(join(root, 'build/release/bench/anthology'), [project, String(records), '7'], { stdio: 'ignore' });
  const git = (...words) => execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org',
    '-c', 'commit.gpgsign=false', ...words], { cwd: project });
  writeFileSync(join(project, '.gitignore'), 'build/\n');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'all');
}

function serve() {
  const child = spawn(program, ['-C', project, 'serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((done, fail) => {
    child.on('exit', (code) => fail(new Error(`serve ended with ${code}`)));
    child.stdout.on('data', (text) => done({ child, url: /http:\/\/localhost:\d+/.exec(text)[0] }));
  });
}

function fetchText(url) {
  return new Promise((done, fail) => {
    get(url, { agent }, (answer) => {
      let text = '';
      answer.on('data', (part) => { text += part; });
      answer.on('end', () => done(text));
    }).on('error', fail);
  });
}

// Resolves when the page is told that it is old, and when it is told what is
// wrong, which follows the check.
function listen(url, page, print) {
  let told;
  let checked;
  let text = '';
  const stream = {
    reload: new Promise((done) => { told = done; }),
    problems: new Promise((done) => { checked = done; }),
  };
  return new Promise((done, fail) => {
    stream.request = get(`${url}/-/events?page=${encodeURIComponent(page)}&print=${print}`, (answer) => {
      answer.on('data', (part) => {
        text += part;
        if (text.includes('event: reload')) told(now());
        if (text.includes('event: problems')) checked(now());
      });
      answer.on('error', () => {});
      done(stream);
    }).on('error', fail);
  });
}

// Of the server and of its first child, which builds: time on a processor and
// time waiting for one, in milliseconds.
function processor(pid) {
  const [builder] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const sum = { used: 0, waited: 0 };
  for (const one of [pid, builder]) {
    const [used, waited] = readFileSync(`/proc/${one}/schedstat`, 'utf8').split(' ');
    sum.used += used / 1e6;
    sum.waited += waited / 1e6;
  }
  return sum;
}

function row(name, values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part) => sorted[Math.floor((sorted.length - 1) * part)].toFixed(1).padStart(8);
  console.log(`${name.padEnd(34)}${at(0)}${at(0.5)}${at(0.9)}${at(1)}`);
}

const list = '/practices/index.html';
const own = (file) => `/practices/${file.replace(/^.*\//, '').replace('.md', '.html')}`;

// `read`: the page that is open, the record's own unless it is named.
async function measure(server, name, change, read) {
  const file = join(project, 'records/practices', readdirSync(join(project, 'records/practices')).sort()[0]);
  const page = read ?? own(file);
  const times = { event: [], page: [], used: [], waited: [], list: [], all: [] };
  for (let round = 0; round < rounds; round++) {
    const words = `${name.split(/\W/)[0]}${round}x`;
    const print = /data-print="(\w+)"/.exec(await fetchText(server.url + page))[1];
    const stream = await listen(server.url, page, print);
    await stream.problems;
    await pause(150);
    const text = change(readFileSync(file, 'utf8'), words);
    writeFileSync(`${file}~`, text);
    const before = processor(server.child.pid);
    const start = now();
    renameSync(`${file}~`, file);
    times.event.push(await stream.reload - start);
    if (!(await fetchText(server.url + page)).includes(words)) throw new Error(`${page} is old`);
    times.page.push(now() - start);
    const after = processor(server.child.pid);
    times.used.push(after.used - before.used);
    times.waited.push(after.waited - before.waited);
    await fetchText(server.url + list);
    times.list.push(now() - start);
    times.all.push(processor(server.child.pid).used - before.used);
    stream.request.destroy();
  }
  row(`${name}: to the event`, times.event);
  row(`${name}: to the page`, times.page);
  row(`${name}: on a processor`, times.used);
  row(`${name}: waiting for one`, times.waited);
  row(`${name}: to the list`, times.list);
  row(`${name}: on a processor by then`, times.all);
}

makeProject();
const server = await serve();
try {
  console.log(`${records} records, ${rounds} saves, milliseconds`);
  console.log(`${''.padEnd(34)}${['least', 'median', '90 %', 'most'].map((word) => word.padStart(8)).join('')}`);
  await measure(server, 'body', (text, words) => `${text}\nA line, ${words}.\n`);
  const retitled = (text, words) => text.replace(/^title: .*$/m, `title: Of ${words}`);
  await measure(server, 'title', retitled);
  await measure(server, 'list, of a title', retitled, list);
  await measure(server, 'front page, of a title', retitled, '/index.html');
  await measure(server, 'citation', (text, words) => text.replace(/^ {2}locator: .*$/m, `  locator: '§1, ${words}'`));
} finally {
  server.child.removeAllListeners('exit');
  server.child.kill('SIGINT');
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}
