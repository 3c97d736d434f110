// The hits below the search box while one types, and cards for links to records.
// Both read data/search-*.js. Comes when somebody turns to either (site.js).
'use strict';

(function (probatum) {
  const make = probatum.element;
  const home = document.currentScript.src.replace(/assets\/find\.js.*$/, '');
  const MOST = 7; // hits below the box

  // ---- The index -----------------------------------------------------------------

  const prose = new Map(); // place -> text
  let data;

  // data/search-heads.js and its like call these.
  probatum.words = (texts) => Object.entries(texts).forEach(([place, text]) => prose.set(place, text));
  probatum.heads = (given) => {
    const rows = given.rows.map(([place, ids, whole, claim, kind, status, note, verdicts]) => ({
      place, ids, whole, claim, kind: given.kinds[kind], status, note, verdicts, isChapter: place.startsWith('chapters/'),
      id: ids.split('\n')[0], title: whole.split('\n')[0], href: `${home}${place}.html`,
    }));
    data = { ...given, rows, places: new Map(rows.map((row) => [row.place, row])) };
  };

  const script = (path) => probatum.loadFile(home + path);
  const heads = () => script('data/search-heads.js').then(() => data);
  probatum.indexOfAll = probatum.once(async () => {
    await Promise.all([heads(), script('assets/search.js')]);
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

  probatum.searchIn = function (form, input, list, status) {
    let at = -1;

    // How many were found is for the ear, since the eye sees them; that nothing was, or
    // can be, is for both.
    function say(text, isSeen = false) {
      status.textContent = text;
      status.className = isSeen ? 'hits missed' : 'hidden';
    }

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
      list.hidden = false;
      at = -1;
      input.setAttribute('aria-expanded', 'true');
      input.removeAttribute('aria-activedescendant');
      say(`${hits.length} found`);
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
      if (hits?.length) {
        show(hits, query);
      } else {
        close();
        say(probatum.search.nothing(hits, query), true);
      }
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
    if (document.activeElement === input) attempt(async () => { await probatum.loadIndex(); await search(); });
  };

  // ---- Cards ---------------------------------------------------------------------------

  const [SOON, LATER] = [300, 250];

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

  // A number that a work reports is told itself, before the work.
  function number(link, row) {
    if (link.title) link.dataset.told = link.title.replace(/^[^:]*: /, '');
    return make('div', { class: 'card-entry' }, make('p', { class: 'card-title' }, `${link.textContent} · ${link.dataset.told}`), make('p', {}, `Reported by ${short(row.title || row.id, 120)}`), make('p', {}, probatum.facts(row)));
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
    const { places } = await heads();
    const rows = [...new Set(together(link).map((one) => places.get(probatum.placeOf(one))).filter(Boolean))];
    if (rows.length === 0 || !(link.matches(':hover') || document.activeElement === link)) return;
    hide();
    owner = link;
    const isNumber = link.matches('.reported[title], [data-told]');
    card.replaceChildren(...(isNumber ? [number(link, rows[0])] : rows.map(entry)));
    link.removeAttribute('title'); // which the card says
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

  let isOn = false;
  let touched = null; // whose card a tap opened

  function tell(link) {
    touched = link;
    link.focus();
    show(link).catch(hide);
  }

  function enhanceLinks() {
    const { linkOf } = probatum;
    document.querySelector('main').append(card);
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
    document.addEventListener('click', (event) => {
      const link = linkOf(event);
      const isTold = link && link !== touched && probatum.isTold(event, link);
      touched = null;
      if (isTold) {
        event.preventDefault();
        tell(link);
      } else if (!card.contains(event.target)) {
        hide();
      }
    });
  }

  // What site.js has seen of links until this was there, one after the other.
  probatum.cards = function (event, link) {
    if (!isOn) enhanceLinks();
    isOn = true;
    if (probatum.isTold(event, link)) tell(link);
    else if (event.type === 'focusin' ? link.matches(':focus-visible') : event.pointerType !== 'touch') soon(link);
  };
})(window.probatum);
