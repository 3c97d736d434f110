// What every page gets when scripts run: hits below the search box while one
// types, and cards for links to records. Both read data/search-*.js, which is
// loaded when somebody turns to them and not before. All other scripts come after
// this one, which has how they make elements, load what they need, and tell when
// that fails.
'use strict';

(function (probatum) {
  const root = document.currentScript.src.replace(/assets\/site\.js.*$/, '');
  const MOST = 7; // hits below the box

  const SVG = 'http://www.w3.org/2000/svg';

  // An element with attributes and children; text is always text.
  probatum.element = function (name, attributes = {}, ...children) {
    const made = name.startsWith('svg:') ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === 'boolean') made.toggleAttribute(key, value);
      else made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  };
  const make = probatum.element;

  // ---- Loading -------------------------------------------------------------------

  // What `act` promises, which is done once; after a failure it may be tried again.
  probatum.once = function (act) {
    let kept = null;
    return () => (kept ??= act().catch((error) => {
      kept = null;
      throw error;
    }));
  };

  const files = new Map(); // address -> what loads it

  // A script or a style sheet, once.
  probatum.loadFile = function (url) {
    const { href } = new URL(url, location.href);
    const load = () => new Promise((done, fail) => {
      const element = href.endsWith('.css') ? make('link', { rel: 'stylesheet', href }) : make('script', { src: href });
      element.onload = done;
      element.onerror = () => {
        element.remove();
        fail(new Error(`${href.replace(root, '')} cannot be loaded`));
      };
      document.head.append(element);
    });
    if (!files.has(href)) files.set(href, probatum.once(load));
    return files.get(href)();
  };

  // Says in the page what did not come, with a way to try again.
  probatum.missed = function (what, error, again) {
    const button = make('button', { type: 'button' }, 'Try again');
    button.addEventListener('click', again);
    return make('p', { class: 'missed', role: 'alert', 'data-scripted': '' }, `${what}: ${error.message}. Look whether you are online, or whether this copy of the site is whole. `, button);
  };

  // ---- The index -----------------------------------------------------------------

  const prose = new Map(); // place -> text
  let data;

  // data/search-heads.js and its like call these.
  probatum.words = (texts) => Object.entries(texts).forEach(([place, text]) => prose.set(place, text));
  probatum.heads = (given) => {
    const rows = given.rows.map(([place, ids, whole, claim, kind, status, note, verdicts]) => ({
      place, ids, whole, claim, kind: given.kinds[kind], status, note, verdicts, isChapter: place.startsWith('chapters/'),
      id: ids.split('\n')[0], title: whole.split('\n')[0], href: `${root}${place}.html`,
    }));
    data = { ...given, rows, places: new Map(rows.map((row) => [row.place, row])) };
  };

  const script = (path) => probatum.loadFile(root + path);
  probatum.loadHeads = () => script('data/search-heads.js').then(() => data);
  probatum.loadIndex = probatum.once(async () => {
    await Promise.all([probatum.loadHeads(), script('assets/search.js')]);
    await Promise.all(data.files.map(script));
    return probatum.search.indexOf({ rows: data.rows, prose });
  });

  // ---- One record -------------------------------------------------------------------

  const short = (text, most) => (text.length > most ? `${text.slice(0, most).replace(/\s+\S*$/, '')} …` : text);
  const plain = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[\x60*]/g, '');

  // "✓ replicated here ×3", gravest first.
  function verdicts(row) {
    return data.verdicts.filter(([name]) => row.verdicts[name]).map(([name, sign, words, isHere]) => {
      const times = row.verdicts[name] > 1 ? ` ×${row.verdicts[name]}` : '';
      return make('span', { class: `verdict v-${name}` }, make('span', { class: 'icon', 'aria-hidden': 'true' }, sign), ` ${words}${isHere ? ' here' : ''}${times}`);
    });
  }

  probatum.facts = (row) => {
    const line = make('span', { class: 'hit-facts' }, make('span', { class: 'id' }, row.isChapter ? 'Chapter' : row.id));
    // That a record is in force goes without saying.
    for (const part of [row.note, /^active$/i.test(row.status) ? '' : row.status].filter(Boolean)) line.append(' · ', part);
    for (const verdict of verdicts(row)) line.append(' ', verdict);
    return line;
  };

  // ---- The box ------------------------------------------------------------------------

  function enhanceBox(form) {
    const input = form.querySelector('input');
    const list = make('ul', { class: 'hits', id: 'Hits', role: 'listbox', 'aria-label': 'Found', hidden: '', 'data-scripted': '' });
    const status = make('p', { class: 'hidden', role: 'status', 'data-scripted': '' });
    let at = -1;

    // How many were found is for the ear, since the eye sees them; a failure is for both.
    function say(text, isFailure = false) {
      status.textContent = text;
      status.className = isFailure ? 'hits missed' : 'hidden';
    }
    form.append(list, status);
    for (const [key, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'Hits' })) input.setAttribute(key, value);

    function close() {
      list.hidden = true;
      at = -1;
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    }

    function choose(next) {
      const options = [...list.children];
      at = (next + options.length) % options.length;
      options.forEach((option, i) => option.setAttribute('aria-selected', String(i === at)));
      options[at].scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', options[at].id);
    }

    function option(i, href, ...children) {
      const item = make('li', { role: 'option', id: `Hit-${i}`, 'aria-selected': 'false', 'data-href': href }, ...children);
      item.addEventListener('mousedown', (event) => event.preventDefault()); // the focus stays
      item.addEventListener('click', () => { location.href = href; });
      return item;
    }

    function show(hits, query) {
      const { marked } = probatum.search;
      list.replaceChildren(...hits.slice(0, MOST).map(({ row }, i) => option(i, row.href, make('span', { class: 'hit-title' }, marked(short(row.title, 120), query)), probatum.facts(row))));
      if (hits.length > MOST) list.append(option(MOST, `${form.action}?q=${encodeURIComponent(query)}`, `All ${hits.length} found`));
      list.hidden = hits.length === 0;
      at = -1;
      input.setAttribute('aria-expanded', String(hits.length > 0));
      input.removeAttribute('aria-activedescendant');
      say(hits.length === 0 ? 'Nothing found' : `${hits.length} found`);
    }

    async function search() {
      const query = input.value;
      if (!query.trim()) {
        say('');
        close();
        return;
      }
      const index = await probatum.loadIndex();
      const hits = probatum.search.find(index, query);
      if (query !== input.value || document.activeElement !== input) return;
      if (hits === null) close();
      else show(hits, query);
    }

    // Whatever is typed next tries again.
    const attempt = (act) => act().catch((error) => {
      if (document.activeElement === input) say(`Nothing can be searched: ${error.message}. Look whether you are online, or whether this copy of the site is whole.`, true);
    });
    input.addEventListener('focus', () => attempt(probatum.loadIndex));
    input.addEventListener('input', () => attempt(search));
    input.addEventListener('blur', () => {
      say('');
      close();
    });
    input.addEventListener('keydown', (event) => {
      if (list.hidden) {
        if (event.key === 'ArrowDown' && input.value.trim()) { event.preventDefault(); attempt(search); }
        return;
      }
      if (event.key === 'ArrowDown') choose(at + 1);
      else if (event.key === 'ArrowUp') choose(at < 0 ? -1 : at - 1);
      else if (event.key === 'Escape') close();
      else if (event.key === 'Enter' && at >= 0) location.href = list.children[at].dataset.href;
      else return;
      event.preventDefault();
    });
  }

  // ---- Cards ---------------------------------------------------------------------------

  // Where a title stands alone a card would only stand in the way.
  const NO_CARD = 'nav, .crumbs, .toc, .list, .verdict-groups, .hits, .results, table.practices, [data-value]';
  const [SOON, LATER] = [300, 250];

  // "practices/SOTA-060", also of a link in a drawing.
  function placeAt(address) {
    const { href } = new URL(address, location.href);
    return href.startsWith(root) ? href.slice(root.length).replace(/[?#].*$/, '').replace(/\.html$/, '') : '';
  }
  const placeOf = (link) => placeAt(link.getAttribute('href'));
  const here = placeAt('');

  function canHaveCard(link) {
    return link.closest('main') && !link.closest(NO_CARD) && /^[^/]+\/[^/]+$/.test(placeOf(link)) && !/\/index$/.test(placeOf(link)) && placeOf(link) !== here;
  }

  // Works that are cited at one place are told together: links with nothing but a
  // semicolon between them.
  function together(link) {
    const walk = (step) => {
      const found = [];
      for (let one = link; one[step] && one[step].nodeType === Node.TEXT_NODE && /^\s*;\s*$/.test(one[step].data) && one[step][step] && one[step][step].matches?.('a[href]'); one = one[step][step]) found.push(one[step][step]);
      return found;
    };
    return [...walk('previousSibling').reverse(), link, ...walk('nextSibling')];
  }

  const card = make('div', { class: 'hover-card', id: 'Card', role: 'tooltip', hidden: '', 'data-scripted': '' });
  let owner = null; // the link that the card is about
  let timer = 0;

  function entry(row, _, rows) {
    const claim = plain(row.claim.split('\n')[0]);
    const parts = [make('p', { class: 'card-title' }, short(row.title || row.id, 160)), make('p', {}, probatum.facts(row))];
    if (claim) parts.push(make('p', { class: 'card-claim' }, short(claim, rows.length > 1 ? 150 : 260)));
    return make('div', { class: 'card-entry' }, ...parts);
  }

  function hide() {
    clearTimeout(timer);
    if (!owner) return;
    owner.removeAttribute('aria-describedby');
    owner = null;
    card.hidden = true;
  }

  // Below the link, or above it where there is no room; never wider than the page.
  function put(link) {
    const box = link.getClientRects()[0] || link.getBoundingClientRect();
    const page = document.documentElement;
    card.style.left = '0';
    card.style.top = '0';
    const base = card.offsetParent.getBoundingClientRect();
    const left = Math.max(8, Math.min(box.left, page.clientWidth - card.offsetWidth - 8));
    const isBelow = box.bottom + card.offsetHeight + 12 < page.clientHeight || box.top < card.offsetHeight + 12;
    card.style.left = `${left - base.left}px`;
    card.style.top = `${(isBelow ? box.bottom + 6 : box.top - card.offsetHeight - 6) - base.top}px`;
  }

  async function show(link) {
    const { places } = await probatum.loadHeads();
    const rows = [...new Set(together(link).map((one) => places.get(placeOf(one))).filter(Boolean))];
    if (rows.length === 0 || !(link.matches(':hover') || document.activeElement === link)) return;
    hide();
    owner = link;
    link.removeAttribute('title'); // which the card says
    card.replaceChildren(...rows.map(entry));
    card.hidden = false;
    link.setAttribute('aria-describedby', 'Card');
    put(link);
  }

  function soon(link) {
    clearTimeout(timer);
    if (link !== owner) timer = setTimeout(() => show(link).catch(hide), SOON);
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(hide, LATER);
  }

  const linkOf = (event) => {
    const link = event.target.closest?.('a[href]');
    return link && canHaveCard(link) ? link : null;
  };

  function enhanceLinks() {
    document.querySelector('main').append(card);
    let touched = null; // whose card a tap opened
    document.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'touch') return;
      if (card.contains(event.target)) clearTimeout(timer);
      else if (linkOf(event)) soon(linkOf(event));
    });
    document.addEventListener('pointerout', (event) => {
      if (event.pointerType !== 'touch' && (card.contains(event.target) || linkOf(event))) later();
    });
    document.addEventListener('focusin', (event) => (linkOf(event) && event.target.matches(':focus-visible') ? soon(linkOf(event)) : undefined));
    document.addEventListener('focusout', later);
    document.addEventListener('keydown', (event) => (event.key === 'Escape' ? hide() : undefined));
    // In running text a first tap tells, a second one goes there.
    document.addEventListener('click', (event) => {
      const link = linkOf(event);
      const isTold = link && event.pointerType === 'touch' && link !== touched && link.closest('.prose, .chapter-text, .sources');
      touched = isTold ? link : null;
      if (isTold) {
        event.preventDefault();
        link.focus();
        show(link).catch(hide);
      } else if (!card.contains(event.target)) {
        hide();
      }
    });
  }

  // ---- The page of a search ------------------------------------------------------------

  async function startSearch(form) {
    try {
      const index = await probatum.loadIndex();
      probatum.search.page(index);
    } catch (error) {
      const told = probatum.missed('Nothing can be searched', error, () => {
        told.remove();
        startSearch(form);
      });
      form.after(told);
    }
  }

  document.querySelectorAll('form.site-search').forEach(enhanceBox);
  document.querySelectorAll('form.search-page').forEach(startSearch);
  enhanceLinks();
})((window.probatum = window.probatum || {}));
