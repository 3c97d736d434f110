// Search in the browser: the words, hits and order of `probatum search`. Text is
// taken apart as SQLite's FTS5 does (unicode61, without accents) and ranked by its
// BM25 with the same weights, so a reader finds here what a curator finds there.
// Loaded when somebody is about to search.
'use strict';

(function (probatum) {
  const WEIGHTS = [10, 8, 4, 1]; // ids, title, claim, prose
  const [K1, B] = [1.2, 0.75];

  // ---- Words --------------------------------------------------------------------

  const TOKEN = /[\p{L}\p{N}\p{Co}\u0300-\u036f]+/gu;

  function fold(token) {
    return token.replace(/[\u00c0-\u1fff]/g, (c) => c.normalize('NFD').replace(/[\u0300-\u036f]/g, '')).replace(/[\u0300-\u036f]/g, '').toLowerCase().replaceAll('\u00b5', '\u03bc');
  }

  const tokens = (text) => (text.match(TOKEN) || []).map(fold).filter((token) => token);

  // A word is looked for as written: its runs next to each other, the last also as
  // a beginning, unless it is a single letter.
  function phrase(word) {
    const bare = word.replace(/[^0-9A-Za-z\u0080-\u{10ffff}]+$/u, '');
    const isBeginning = /[\u0080-\u{10ffff}]$/u.test(bare) || /[0-9A-Za-z\u0080-\u{10ffff}]{2}$/u.test(bare);
    return { tokens: tokens(word), isBeginning };
  }

  // null: nothing to search for.
  function phrases(query) {
    const asked = query.split(/[\x00-\x20]+/).filter((word) => /[0-9A-Za-z\u0080-\u{10ffff}]/u.test(word)).map(phrase);
    return asked.length ? asked.filter((one) => one.tokens.length) : null;
  }

  // ---- The index ------------------------------------------------------------------

  // A column is " one two three ", so a phrase is found by looking for its text.
  const columnOf = (text) => {
    const words = tokens(text);
    return { text, length: words.length, words: words.length ? ` ${words.join(' ')} ` : '' };
  };

  function indexOf({ rows, prose }) {
    const indexed = rows.map((row) => {
      const columns = [row.ids, row.whole, row.claim, prose.get(row.place) || ''].map(columnOf);
      return { row, columns, length: columns.reduce((sum, column) => sum + column.length, 0) };
    });
    return { rows: indexed, average: indexed.reduce((sum, one) => sum + one.length, 0) / indexed.length };
  }

  function count(words, needle) {
    let found = 0;
    for (let at = words.indexOf(needle); at >= 0; at = words.indexOf(needle, at + 1)) found += 1;
    return found;
  }

  // ---- Finding ----------------------------------------------------------------------

  const compareBytes = (a, b) => {
    const [x, y] = [a, b].map((text) => [...text]);
    for (let i = 0; i < x.length && i < y.length; i++) {
      if (x[i] !== y[i]) return x[i].codePointAt(0) - y[i].codePointAt(0);
    }
    return x.length - y.length;
  };

  // EXP-001.slow-is-worse, whose outcome has a place on the page of its experiment.
  const isHypothesis = (id) => Boolean(id) && id.includes('.');

  // Hits, best first; null when there is nothing to search for.
  function find(index, query) {
    const asked = phrases(query);
    if (asked === null) return null;
    if (asked.length === 0) return [];
    const counted = asked.map(({ tokens, isBeginning }) => {
      const needle = ` ${tokens.join(' ')}${isBeginning ? '' : ' '}`;
      const weights = index.rows.map(({ columns }) => columns.reduce((sum, { words }, i) => sum + WEIGHTS[i] * count(words, needle), 0));
      const rows = weights.filter((weight) => weight > 0).length;
      return { weights, idf: Math.max(1e-6, Math.log((index.rows.length - rows + 0.5) / (rows + 0.5))) };
    });
    const wanted = query.trim().toLowerCase();
    const exactly = (row) => row.ids.split('\n').find((id) => id.toLowerCase() === wanted);
    const hits = [];
    index.rows.forEach(({ row, columns, length }, i) => {
      if (counted.some(({ weights }) => weights[i] === 0)) return;
      let score = 0;
      for (const { weights, idf } of counted) score += idf * ((weights[i] * (K1 + 1)) / (weights[i] + K1 * (1 - B + (B * length) / index.average)));
      const id = exactly(row);
      hits.push({ row: isHypothesis(id) ? { ...row, href: `${row.href}#outcome.${id}` } : row, columns, score, isExact: Boolean(id) });
    });
    hits.sort((a, b) => b.score - a.score || compareBytes(a.row.ids, b.row.ids));
    const exact = hits.findIndex((hit) => hit.isExact);
    return exact > 0 ? [hits[exact], ...hits.slice(0, exact), ...hits.slice(exact + 1)] : hits;
  }

  // ---- Showing -------------------------------------------------------------------------

  // [start, end) of each place where a phrase of the query is.
  function places(text, asked) {
    const found = [...text.matchAll(TOKEN)].map((match) => ({ token: fold(match[0]), start: match.index, end: match.index + match[0].length })).filter(({ token }) => token);
    const spans = [];
    for (const { tokens, isBeginning } of asked) {
      for (let at = 0; at + tokens.length <= found.length; at++) {
        const isHere = tokens.every((token, i) => (isBeginning && i === tokens.length - 1 ? found[at + i].token.startsWith(token) : found[at + i].token === token));
        if (isHere) spans.push([found[at].start, found[at + tokens.length - 1].end]);
      }
    }
    return spans.sort((a, b) => a[0] - b[0]);
  }

  // The text with what was found marked.
  function marked(text, query) {
    const fragment = document.createDocumentFragment();
    let done = 0;
    for (const [start, end] of places(text, phrases(query) || [])) {
      if (start < done) continue;
      const mark = document.createElement('mark');
      mark.textContent = text.slice(start, end);
      fragment.append(text.slice(done, start), mark);
      done = end;
    }
    fragment.append(text.slice(done));
    return fragment;
  }

  // Some words around what was found: of the claim, else of the prose.
  function excerpt({ columns }, query) {
    const [BEFORE, LENGTH] = [60, 210];
    const asked = phrases(query) || [];
    const column = [columns[2], columns[3]].find(({ text }) => places(text, asked).length) || columns[2].text && columns[2] || columns[3];
    const text = column.text.replace(/\s+/g, ' ');
    const [first] = places(text, asked);
    let start = first && first[0] > BEFORE ? text.indexOf(' ', first[0] - BEFORE) + 1 : 0;
    if (first && start > first[0]) start = first[0];
    let end = text.length > start + LENGTH ? text.lastIndexOf(' ', start + LENGTH) : text.length;
    if (end <= start) end = Math.min(text.length, start + LENGTH);
    return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
  }

  const nothing = (found, query) => (found === null ? `There is nothing to search for in “${query.trim()}”.` : 'Nothing found. Every word has to be there: leave one out, or type less of it.');

  // ---- The page ------------------------------------------------------------------------

  const AT_ONCE = 40;

  const make = probatum.element; // site.js

  function result(hit, query) {
    const link = make('a', {}, marked(hit.row.title, query));
    link.href = hit.row.href;
    return make('li', {}, make('h2', {}, link), make('p', {}, probatum.facts(hit.row)), make('p', { class: 'excerpt' }, marked(excerpt(hit, query), query)));
  }

  // Results as one types; arrows walk through them, Escape leads back to the words.
  function page(index) {
    const form = document.querySelector('form.search-page');
    const input = form.querySelector('input');
    const count = make('p', { class: 'filter-count' });
    const list = make('ol', { class: 'results' });
    const more = make('button', { class: 'more' }, 'Show more');
    count.setAttribute('role', 'status');
    more.type = 'button';
    for (const element of [count, list, more]) element.dataset.scripted = '';
    form.after(count, list, more);
    let [hits, shown] = [[], 0];

    function showMore() {
      const query = input.value;
      const next = hits.slice(shown, shown + AT_ONCE).map((hit) => result(hit, query));
      list.append(...next);
      shown += next.length;
      more.hidden = shown >= hits.length;
      return next[0];
    }

    function search() {
      const query = input.value;
      const found = query.trim() ? find(index, query) : [];
      hits = found || [];
      shown = 0;
      list.replaceChildren();
      showMore();
      if (!query.trim()) count.textContent = '';
      else count.textContent = hits.length === 0 ? nothing(found, query) : `${hits.length} found`;
      const address = new URL(location.href);
      if (query) address.searchParams.set('q', query);
      else address.searchParams.delete('q');
      if (address.href !== location.href) history.replaceState(null, '', address);
    }

    input.addEventListener('input', search);
    more.addEventListener('click', () => showMore()?.querySelector('a').focus());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      list.querySelector('a')?.focus();
    });
    document.addEventListener('keydown', (event) => {
      const links = [input, ...list.querySelectorAll('a')];
      const at = links.indexOf(document.activeElement);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Escape: at > 0 ? 0 : -1 }[event.key];
      if (at < 0 || to === undefined || !links[to]) return;
      event.preventDefault();
      links[to].focus();
    });
    const asked = new URLSearchParams(location.search).get('q');
    if (asked !== null && !input.value) input.value = asked;
    search();
  }

  probatum.search = { indexOf, find, marked, excerpt, nothing, page };
})((window.probatum = window.probatum || {}));
