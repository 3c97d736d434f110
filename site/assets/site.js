// What every page gets when scripts run: how scripts make elements, load files
// and tell when that fails, and, for who turns to the search box or to a link that
// has a card, the rest of both (find.js), which nobody else has to load. All other
// scripts come after this one.
'use strict';

(function (probatum) {
  const root = document.currentScript.src.replace(/assets\/site\.js.*$/, '');
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

  // ---- What is loaded later ----------------------------------------------------------

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

  // The files of the folder, each once and after the one before it.
  probatum.load = (folder, names) => names.reduce((before, name) => before.then(() => probatum.loadFile(folder + name)), Promise.resolve());

  // A page that is scrolled moves under a pointer that lies still, and under a finger.
  probatum.isPassing = ({ type, pointerType, movementX, movementY }) => type === 'pointermove' && (pointerType === 'touch' || !(movementX || movementY));

  const find = () => probatum.load(root, ['assets/find.css', 'assets/find.js']);
  probatum.loadIndex = () => find().then(() => probatum.indexOfAll());

  // ---- The box ------------------------------------------------------------------------

  // What it is, and the place of its hits, are told from the start.
  function enhanceBox(form) {
    const input = form.querySelector('input');
    const list = make('ul', { class: 'hits', id: 'Hits', role: 'listbox', 'aria-label': 'Found', hidden: '', 'data-scripted': '' });
    const status = make('p', { class: 'hidden', role: 'status', 'data-scripted': '' });
    form.append(list, status);
    for (const [key, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'Hits' })) input.setAttribute(key, value);
    let isReady = false;
    const begin = () => find().then(() => {
      if (!isReady) probatum.searchIn(form, input, list, status);
      isReady = true;
    }, (error) => { status.textContent = error.message; });
    input.addEventListener('focus', begin);
    input.addEventListener('input', begin);
  }

  // ---- Cards ---------------------------------------------------------------------------

  // Where a title stands alone a card would only stand in the way.
  const NO_CARD = 'nav, .crumbs, .toc, .list, .verdict-groups, .hits, .results, table.practices, [data-value]';

  // "practices/SOTA-060", also of a link in a drawing.
  function placeAt(address) {
    const { href } = new URL(address, location.href);
    return href.startsWith(root) ? href.slice(root.length).replace(/[?#].*$/, '').replace(/\.html$/, '') : '';
  }
  probatum.placeOf = (link) => placeAt(link.getAttribute('href'));
  const here = placeAt('');

  function canHaveCard(link) {
    const place = probatum.placeOf(link);
    return link.closest('main') && !link.closest(NO_CARD) && /^[^/]+\/[^/]+$/.test(place) && !/\/index$/.test(place) && place !== here;
  }

  probatum.linkOf = (event) => {
    const link = event.target.closest?.('a[href]');
    return link && canHaveCard(link) ? link : null;
  };

  // A tap in running text tells first; a second one goes there.
  probatum.isTold = (event, link) => event.type === 'click' && event.pointerType === 'touch' && link.closest('.prose, .chapter-text, .sources');

  // Until find.js, which the first of these brings, takes them over.
  const kinds = ['pointermove', 'focusin', 'click'];
  function turn(event) {
    const link = probatum.linkOf(event);
    if (!link || probatum.isPassing(event)) return;
    if (probatum.isTold(event, link)) event.preventDefault();
    else if (event.type === 'click') return;
    find().then(() => {
      kinds.forEach((kind) => document.removeEventListener(kind, turn));
      probatum.cards(event, link);
    }, () => { if (event.type === 'click') location.href = link.href; }); // no cards then
  }

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

  kinds.forEach((kind) => document.addEventListener(kind, turn));
  document.querySelectorAll('form.site-search').forEach(enhanceBox);
  document.querySelectorAll('form.search-page').forEach(startSearch);
})((window.probatum = window.probatum || {}));
