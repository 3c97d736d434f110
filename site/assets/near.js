// Loads the style and the scripts that a part of the page needs when the reader
// comes near it: who only reads never waits for, or pays for, what trains a model.
'use strict';

(function (probatum) {
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

  // Loads what fills the box and starts it, or says there that it did not come.
  // Whatever fills a box takes the place of what stands in it.
  function fill(root, box, names, start) {
    probatum.load(root.dataset.assets, ['panel.css', 'engine.js', 'plot.js', 'panel.js', ...names]).then(start, (error) => {
      box.replaceChildren(probatum.missed('Nothing can be trained here', error, () => {
        box.replaceChildren();
        fill(root, box, names, start);
      }));
    });
  }

  for (const root of document.querySelectorAll('[data-rerun]')) {
    probatum.whenNear(root.parentElement, () => fill(root, root, ['knobs.js', 'rerun.js'], () => probatum.rerun(root)));
  }
  for (const root of document.querySelectorAll('[data-widget][data-index]')) {
    probatum.whenNear(root, () => fill(root, root.querySelector('.widget-bar'), ['widget.js', `widget-${root.dataset.widget}.js`], () => probatum.widget.start(root)));
  }
})(window.probatum);
