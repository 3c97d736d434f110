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
  const NOTHING = Object.fromEntries(KEYS.map((key) => [key, '']));

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

  // ---- Controls ---------------------------------------------------------------------

  // `ask` takes what the reader now asks for, { verdict: 'replicated' }, or what
  // makes that of what was asked before.

  // A choice for each property in which the rows differ.
  function choicesOf(rows, ask) {
    return FACETS.flatMap((facet) => {
      const names = new Map();
      for (const row of rows) for (const [value, name] of row.values[facet.key]) names.set(value, { name, rank: facet.rank ? Number(row.data[facet.rank]) : 0 });
      if (names.size < 2) return [];
      const select = make('select', { id: `Filter-${facet.key}` });
      const options = [...names].sort(([, a], [, b]) => (facet.isDown ? b.rank - a.rank : a.rank - b.rank) || a.name.localeCompare(b.name, 'en'));
      select.append(make('option', { value: '' }, 'any'), ...options.map(([value]) => make('option', { value })));
      select.addEventListener('change', () => ask({ [facet.key]: select.value }));
      return [{ ...facet, select, names }];
    });
  }

  function showChoices(choices, counts, state) {
    for (const { key, select, names } of choices) {
      for (const option of select.options) {
        if (option.value) option.textContent = `${names.get(option.value).name} (${counts[key].get(option.value) || 0})`;
      }
      select.value = state[key];
    }
  }

  // Names of columns become buttons: their order, the other way round, as listed.
  function sortersOf(table, ask) {
    return [...table.querySelectorAll('th[data-sort]')].map((head) => {
      const name = head.textContent;
      const button = make('button', { type: 'button', class: 'sort' }, ...head.childNodes);
      head.append(button);
      const key = head.dataset.sort;
      const first = (FACETS.find((one) => one.key === key) || {}).isDown ? `-${key}` : key;
      const second = first === key ? `-${key}` : key;
      const after = { [first]: second, [second]: '' };
      button.addEventListener('click', () => ask(({ sort }) => ({ sort: after[sort] ?? first })));
      return { head, key, first, name, button };
    });
  }

  function showSort(sorters, sort) {
    for (const { head, key } of sorters) {
      if (sort === key) head.setAttribute('aria-sort', 'ascending');
      else if (sort === `-${key}`) head.setAttribute('aria-sort', 'descending');
      else head.removeAttribute('aria-sort');
    }
  }

  // On a phone the heads are there for the ear alone, so nothing in them takes
  // the focus, which nobody could see; what they do is a choice of its own.
  function restOnPhones(sorters) {
    const phone = matchMedia('(max-width: 47.99rem)');
    const rest = () => sorters.forEach(({ button }) => { button.disabled = phone.matches; });
    phone.addEventListener('change', rest);
    rest();
  }

  const field = (label, control, attributes = {}) => make('p', attributes, make('label', { for: control.id }, label), control);

  // Everything one can ask with, and the form that holds it.
  function controlsOf(table, rows, ask) {
    const choices = choicesOf(rows, ask);
    const sorters = sortersOf(table, ask);
    restOnPhones(sorters);

    const input = make('input', { id: 'Filter-words', type: 'search', autocomplete: 'off' });
    input.addEventListener('input', () => ask({ words: input.value }));
    const sort = make('select', { id: 'Filter-sort' }, make('option', { value: '' }, 'as listed'),
      ...sorters.map(({ first, name }) => make('option', { value: first }, name)));
    sort.addEventListener('change', () => ask({ sort: sort.value }));

    const count = make('span', { class: 'filter-count', role: 'status' });
    const reset = make('button', { type: 'button', hidden: true }, 'Show all');
    reset.addEventListener('click', () => {
      ask(({ sort: kept }) => ({ ...NOTHING, sort: kept }));
      input.focus();
    });
    const again = make('button', { type: 'button' }, 'Show all of them');
    again.addEventListener('click', () => reset.click());
    const none = make('p', { class: 'filter-none', hidden: true, 'data-scripted': '' }, 'No practice fits. ', again);

    const form = make('form', { class: 'filter', 'data-scripted': '', 'aria-label': 'Filter the practices' },
      field('Words', input), ...choices.map(({ label, select }) => field(label, select)),
      field('Sort by', sort, { class: 'filter-sort' }), make('p', { class: 'filter-foot' }, count, reset));
    form.addEventListener('submit', (event) => event.preventDefault());
    return { choices, sorters, input, sort, count, reset, none, form };
  }

  // The controls say what is asked for and how many rows are left.
  function showControls(controls, counts, state, left, all) {
    const { choices, sorters, input, sort, count, reset, none } = controls;
    showChoices(choices, counts, state);
    showSort(sorters, state.sort);
    sort.value = state.sort;
    if (input.value !== state.words) input.value = state.words;
    reset.hidden = KEYS.every((key) => key === 'sort' || !state[key]);
    count.textContent = left === all ? `${all} practices` : `${left} of ${all} practices`;
    none.hidden = left > 0;
  }

  // ---- The table --------------------------------------------------------------------

  // A name that no row has would hide everything without a way to see why.
  function withoutUnknown(asked, choices) {
    const isKnown = (key) => choices.some((one) => one.key === key && one.names.has(asked[key]));
    const unknown = FACETS.filter(({ key }) => asked[key] && !isKnown(key));
    return { ...asked, ...Object.fromEntries(unknown.map(({ key }) => [key, ''])) };
  }

  function enhance(table) {
    const body = table.tBodies[0];
    const rows = [...body.rows].map(readRow);
    if (rows.length < 2) return;
    const controls = controlsOf(table, rows, ask);
    let state = { ...NOTHING };
    let order = ''; // by which the rows stand now

    function show() {
      const counts = tally(rows, state);
      for (const row of rows) row.element.hidden = !row.fits;
      if (state.sort !== order) {
        const sorted = state.sort ? [...rows].sort(comparison(state.sort)) : rows;
        body.append(...sorted.map((row) => row.element));
        order = state.sort;
      }
      const left = rows.filter((row) => row.fits).length;
      table.hidden = left === 0;
      showControls(controls, counts, state, left, rows.length);
    }

    function ask(what) {
      state = { ...state, ...(typeof what === 'function' ? what(state) : what) };
      show();
      writeAddress(state);
    }

    function follow() {
      const asked = readAddress();
      if (asked) state = withoutUnknown(asked, controls.choices);
      show();
      return asked !== null;
    }

    const frame = table.parentElement;
    frame.previousElementSibling.append(controls.form);
    frame.after(controls.none);
    for (const row of rows) row.element.removeAttribute('id');
    if (follow()) controls.form.scrollIntoView({ block: 'nearest' });
    addEventListener('hashchange', follow);
  }

  document.querySelectorAll('table[data-filter]').forEach(enhance);
})();
