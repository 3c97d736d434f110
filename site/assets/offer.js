// Offers, in the room that is kept for it, to train again what a page shows. The
// style and the scripts for that come when a reader turns to the offer: who only
// reads, or scrolls past, never waits for, or pays for, what trains a model.
'use strict';

(function (probatum) {
  const { element, load, missed } = probatum;
  const kinds = ['pointermove', 'focusin', 'click'];

  // A button in the box. What it is for loads what fills the box and takes its place,
  // or says there that it did not come; a press that came before starts nothing yet,
  // since nobody has read what it would take.
  function offer(root, box, words, names, start) {
    const button = element('button', { type: 'button', class: 'offer' }, words);

    // The focus stays with what one can press.
    function put(act) {
      const hadFocus = box.contains(document.activeElement);
      act();
      if (hadFocus) box.querySelector('button')?.focus();
    }

    function fill() {
      load(root.dataset.assets, ['panel.css', 'engine.js', 'plot.js', 'panel.js', ...names]).then(() => put(start), (error) => put(() => box.replaceChildren(missed('Nothing can be trained here', error, () => {
        put(() => box.replaceChildren(button));
        fill();
      }))));
    }

    function turn(event) {
      if (probatum.isPassing(event)) return;
      kinds.forEach((kind) => box.removeEventListener(kind, turn));
      fill();
    }

    box.append(button);
    kinds.forEach((kind) => box.addEventListener(kind, turn));
  }

  for (const root of document.querySelectorAll('[data-rerun]')) {
    offer(root, root, 'Run it here', ['knobs.js', 'rerun.js'], () => probatum.rerun(root));
  }
  for (const root of document.querySelectorAll('[data-widget][data-index]')) {
    offer(root, root.querySelector('.widget-bar'), 'Draw it here', ['widget.js', `widget-${root.dataset.widget}.js`], () => probatum.widget.start(root));
  }
})(window.probatum);
