// The table of practices, kept to what the reader asks for: a choice for each
// property, words, and an order. The rows say what to choose from, the address
// keeps the choice, so a link can lead to one. Without scripts the table is whole.
'use strict';

(function () {
  const FACETS = [
    { key: 'verdict', label: 'Verdict', rank: 'verdictRank', sign: '.verdict' },
    { key: 'certainty', label: 'Certainty', rank: 'certaintyRank', isDown: true },
    { key: 'status', label: 'Status' },
    { key: 'ablation', label: 'Ablation', sign: '.ablation' },
    { key: 'topic', label: 'Topic' },
  ];

  const make = window.probatum.element; // site.js

  const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = (text) => text.replace(/\s+/g, ' ').trim();

  // ---- Rows ---------------------------------------------------------------------

  // What one row has of each property: value -> what it is called.
  function readRow(element, at) {
    const values = {};
    for (const { key, sign } of FACETS) {
      values[key] = new Map();
      const value = element.dataset[key];
      const shown = sign && element.querySelector(sign);
      if (value) values[key].set(value, shown ? words(shown.textContent) : value.replaceAll('-', ' '));
    }
    for (const topic of element.querySelectorAll('[data-topic]')) values.topic.set(topic.dataset.topic, words(topic.textContent));
    return { element, at, values, text: fold(element.textContent), data: element.dataset };
  }

  // Decides for every row whether it fits, and counts for every value of a property
  // how many would fit if that were asked for: a row that fails in one property
  // alone counts there. One walk over the rows, however many choices there are.
  function tally(rows, state) {
    const asked = fold(state.words).split(/\s+/);
    const counts = Object.fromEntries(FACETS.map(({ key }) => [key, new Map()]));
    for (const row of rows) {
      const failing = FACETS.filter(({ key }) => state[key] && !row.values[key].has(state[key]));
      const hasWords = asked.every((word) => row.text.includes(word));
      row.fits = hasWords && failing.length === 0;
      if (!hasWords || failing.length > 1) continue;
      for (const { key } of failing.length ? failing : FACETS) {
        for (const value of row.values[key].keys()) counts[key].set(value, (counts[key].get(value) || 0) + 1);
      }
    }
    return counts;
  }

  // ---- The address ----------------------------------------------------------------

  const KEYS = [...FACETS.map(({ key }) => key), 'words', 'sort'];

  // null: the fragment is about something else.
  function readAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    if (![...given.keys()].some((key) => KEYS.includes(key) && given.get(key))) return null;
    return Object.fromEntries(KEYS.map((key) => [key, given.get(key) || '']));
  }

  function writeAddress(state) {
    const kept = new URLSearchParams(KEYS.filter((key) => state[key]).map((key) => [key, state[key]]));
    const hash = String(kept) ? `#${kept}` : '';
    if (hash !== location.hash) history.replaceState(null, '', hash || location.pathname + location.search);
  }

  // ---- The order --------------------------------------------------------------------

  function comparison(sort) {
    const isDown = sort.startsWith('-');
    const key = isDown ? sort.slice(1) : sort;
    const facet = FACETS.find((one) => one.key === key) || {};
    const value = (row) => (facet.rank ? Number(row.data[facet.rank] || 0) : row.data[key] || '');
    const sense = isDown ? -1 : 1;
    return (a, b) => {
      const [x, y] = [value(a), value(b)];
      return x === y ? a.at - b.at : sense * (x < y ? -1 : 1);
    };
  }

  // ---- The table --------------------------------------------------------------------

  function enhance(table) {
    const body = table.tBodies[0];
    const rows = [...body.rows].map(readRow);
    if (rows.length < 2) return;
    const none = Object.fromEntries(KEYS.map((key) => [key, '']));
    let state = { ...none };
    let order = ''; // by which the rows stand now

    const selects = FACETS.flatMap((facet) => {
      const names = new Map();
      for (const row of rows) for (const [value, name] of row.values[facet.key]) names.set(value, { name, rank: facet.rank ? Number(row.data[facet.rank]) : 0 });
      if (names.size < 2) return [];
      const select = make('select', { id: `Filter-${facet.key}` });
      const options = [...names].sort(([, a], [, b]) => (facet.isDown ? b.rank - a.rank : a.rank - b.rank) || a.name.localeCompare(b.name, 'en'));
      select.append(make('option', { value: '' }, 'any'), ...options.map(([value]) => make('option', { value })));
      select.addEventListener('change', () => change({ [facet.key]: select.value }));
      return [{ ...facet, select, names }];
    });
    const input = make('input', { id: 'Filter-words', type: 'search', autocomplete: 'off' });
    input.addEventListener('input', () => change({ words: input.value }));
    const reset = make('button', { type: 'button', hidden: true }, 'Show all');
    reset.addEventListener('click', () => {
      change({ ...none, sort: state.sort });
      input.focus();
    });
    const count = make('span', { class: 'filter-count', role: 'status' });
    const field = (label, control) => make('p', {}, make('label', { for: control.id }, label), control);
    const form = make('form', { class: 'filter', 'data-scripted': '', 'aria-label': 'Filter the practices' },
      field('Words', input), ...selects.map(({ label, select }) => field(label, select)),
      make('p', { class: 'filter-foot' }, count, reset));
    form.addEventListener('submit', (event) => event.preventDefault());

    const again = make('button', { type: 'button' }, 'Show all of them');
    again.addEventListener('click', () => reset.click());
    const nothing = make('p', { class: 'filter-none', hidden: true, 'data-scripted': '' }, 'No practice fits. ', again);

    // Names of columns become buttons that sort by them.
    const heads = [...table.querySelectorAll('th[data-sort]')].map((head) => {
      const name = head.textContent;
      const button = make('button', { type: 'button', class: 'sort' }, ...head.childNodes);
      head.append(button);
      const key = head.dataset.sort;
      const first = (FACETS.find((one) => one.key === key) || {}).isDown ? `-${key}` : key;
      const second = first === key ? `-${key}` : key;
      button.addEventListener('click', () => change({ sort: state.sort === first ? second : state.sort === second ? '' : first }));
      return { head, key, first, name, button };
    });

    // On a phone the heads are there for the ear alone, so nothing in them takes
    // the focus, which nobody could see; what they do is a choice of its own.
    const phone = matchMedia('(max-width: 47.99rem)');
    const rest = () => heads.forEach(({ button }) => { button.disabled = phone.matches; });
    phone.addEventListener('change', rest);
    rest();

    const sort = make('select', { id: 'Filter-sort' }, make('option', { value: '' }, 'as listed'),
      ...heads.map(({ first, name }) => make('option', { value: first }, name)));
    sort.addEventListener('change', () => change({ sort: sort.value }));
    form.lastElementChild.before(field('Sort by', sort));
    sort.parentElement.className = 'filter-sort';

    function showCounts(counts) {
      for (const { key, select, names } of selects) {
        for (const option of select.options) {
          if (option.value) option.textContent = `${names.get(option.value).name} (${counts[key].get(option.value) || 0})`;
        }
        select.value = state[key];
      }
      sort.value = state.sort;
      if (input.value !== state.words) input.value = state.words;
    }

    function show() {
      const counts = tally(rows, state);
      for (const row of rows) row.element.hidden = !row.fits;
      if (state.sort !== order) {
        const sorted = state.sort ? [...rows].sort(comparison(state.sort)) : rows;
        body.append(...sorted.map((row) => row.element));
        order = state.sort;
      }
      for (const { head, key } of heads) {
        if (state.sort === key) head.setAttribute('aria-sort', 'ascending');
        else if (state.sort === `-${key}`) head.setAttribute('aria-sort', 'descending');
        else head.removeAttribute('aria-sort');
      }
      showCounts(counts);
      const left = rows.filter((row) => row.fits).length;
      const isAll = left === rows.length;
      reset.hidden = KEYS.every((key) => key === 'sort' || !state[key]);
      count.textContent = isAll ? `${rows.length} practices` : `${left} of ${rows.length} practices`;
      nothing.hidden = left > 0;
      table.hidden = left === 0;
    }

    function change(asked) {
      state = { ...state, ...asked };
      show();
      writeAddress(state);
    }

    function follow() {
      const asked = readAddress();
      // A name that no row has would hide everything without a way to see why.
      for (const { key } of FACETS) if (asked && asked[key] && !selects.some((one) => one.key === key && one.names.has(asked[key]))) asked[key] = '';
      if (asked) state = asked;
      show();
      return asked !== null;
    }

    const frame = table.parentElement;
    frame.previousElementSibling.append(form);
    frame.after(nothing);
    for (const row of rows) row.element.removeAttribute('id');
    if (follow()) form.scrollIntoView({ block: 'nearest' });
    addEventListener('hashchange', follow);
  }

  document.querySelectorAll('table[data-filter]').forEach(enhance);
})();
