// Loads the style and the scripts that a part of the page needs when the reader
// comes near it: who only reads never waits for, or pays for, what trains a model.
'use strict';

window.probatum = window.probatum || {};

(function (probatum) {
  const loading = new Map();

  function loadOne(url) {
    if (!loading.has(url)) {
      loading.set(url, new Promise((resolve, reject) => {
        const isStyle = url.endsWith('.css');
        const element = document.createElement(isStyle ? 'link' : 'script');
        Object.assign(element, isStyle ? { rel: 'stylesheet', href: url } : { src: url });
        element.onload = resolve;
        element.onerror = () => reject(new Error(`${url} cannot be read`));
        document.head.append(element);
      }));
    }
    return loading.get(url);
  }

  // The files of the folder, each once and after the one before it.
  probatum.load = function (folder, names) {
    return names.reduce((before, name) => before.then(() => loadOne(folder + name)), Promise.resolve());
  };

  // Calls `act` once, when the node is less than a screen away.
  probatum.whenNear = function (node, act) {
    if (typeof IntersectionObserver !== 'function') {
      act();
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        observer.disconnect();
        act();
      }
    }, { rootMargin: '800px' });
    observer.observe(node);
  };

  const load = (root, name) => probatum.load(root.dataset.assets, ['panel.css', 'engine.js', 'plot.js', 'panel.js', name]);
  for (const root of document.querySelectorAll('[data-rerun]')) {
    probatum.whenNear(root.parentElement, () => load(root, 'rerun.js'));
  }
  for (const root of document.querySelectorAll('[data-widget][data-index]')) {
    probatum.whenNear(root, () => load(root, 'widgets.js'));
  }
})(window.probatum);
