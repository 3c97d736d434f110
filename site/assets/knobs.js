// The settings of a run that a reader may change in the panel: knobs, what the core
// says of what they are set to, and what that would cost.
'use strict';

(function (probatum) {
  const { engine, element } = probatum;
  const { armOf, fieldsOf } = probatum.panel;

  // What can be turned, and how far where the core's own limits are too wide.
  const KNOBS = [
    { name: 'train.lr', title: 'Peak learning rate', lowest: 2 ** -12, highest: 1, isLog: true },
    { name: 'model.init_std', title: 'Std of initial weights', lowest: 2 ** -10, highest: 2, isLog: true },
    { name: 'train.warmup', title: 'Steps of warmup', lowest: 0, highest: 500, step: 10 },
    { name: 'model.blocks', title: 'Blocks', lowest: 1, highest: 16, step: 1 },
    { name: 'model.placement', title: 'Norm placement' },
    { name: 'model.norm', title: 'Norm' },
    { name: 'model.residual', title: 'Residual scaling' },
    { name: 'model.activation', title: 'Activation' },
    { name: 'train.optimizer', title: 'Optimiser' },
    { name: 'train.schedule', title: 'Schedule' },
    { name: 'train.steps', title: 'Steps', lowest: 100, highest: 3000, step: 100 },
  ];

  function knobOf(knob, field, onturn) {
    const id = `rerun-${field.name.replace('.', '-')}`;
    const row = element('div', { class: 'knob' }, element('label', { for: id }, knob.title));
    if (field.choices) {
      const select = element('select', { id }, ...field.choices.map((name, i) => element('option', { value: i }, name)));
      select.value = field.value;
      select.addEventListener('change', () => onturn(field.name, Number(select.value)));
      row.append(select);
      return row;
    }
    const lowest = Math.max(knob.lowest, field.lowest);
    const highest = Math.min(knob.highest, field.highest);
    const to = knob.isLog ? Math.log2 : (x) => x;
    const from = knob.isLog ? (x) => Number((2 ** x).toPrecision(3)) : (x) => x;
    const shown = element('output', { for: id }, String(field.value));
    const slider = element('input', { id, type: 'range', min: to(lowest), max: to(highest), step: knob.isLog ? 0.25 : knob.step });
    slider.value = field.value > 0 || !knob.isLog ? to(field.value) : to(lowest);
    slider.setAttribute('aria-valuetext', String(field.value));
    slider.addEventListener('input', () => {
      const value = from(Number(slider.value));
      shown.textContent = String(value);
      slider.setAttribute('aria-valuetext', String(value));
      onturn(field.name, value);
    });
    row.append(slider, shown);
    return row;
  }

  // run_cost of the program, for settings that no plan has.
  function costOf(fields, every, parameters) {
    const token = parameters + fields['model.blocks'] * fields['model.context'] * fields['model.width'];
    const trained = fields['train.steps'] * fields['train.batch'] * fields['model.context'];
    const evaluations = every ? Math.floor(fields['train.steps'] / every) + 1 : 1;
    return token * (3 * trained + evaluations * fields['train.eval_tokens']);
  }

  // Of a panel it uses {run, choices, fetch, clear, show, say, promise, one}; what it
  // returns is asked for the settings that differ from the arm's.
  probatum.Knobs = function (panel) {
    const rows = element('div', { class: 'knobs' });
    const box = element('details', { class: 'rerun-knobs' }, element('summary', {}, 'Turn a knob'), rows);
    // The last request of each kind: an answer to one before it comes too late.
    const last = { fill: 0, turn: 0 };
    const knobs = {
      box,
      turned: {}, // settings that differ from the arm's
      cost: 0, // 0 until the core has said it
      isImpossible: false, // the core does not take the settings
      isExploring: () => Object.keys(knobs.turned).length > 0,
      lock,
      reset,
    };

    function lock() {
      for (const one of rows.querySelectorAll('input, select')) one.disabled = panel.run.isRunning;
    }

    // The page is an exploration at once; the core's word on the settings, and on
    // what they cost, comes a moment later. A run that goes on is not touched.
    async function turn(base, every, name, value) {
      if (panel.run.isRunning) return;
      const request = ++last.turn;
      if (value === base[name]) delete knobs.turned[name];
      else knobs.turned[name] = value;
      knobs.cost = 0;
      panel.clear();
      panel.show();
      const wanted = { ...base, ...knobs.turned };
      const { error, parameters } = await engine.describe(wanted);
      if (request !== last.turn) return;
      knobs.cost = costOf(wanted, every, parameters);
      knobs.isImpossible = error !== '';
      if (panel.run.isRunning) return;
      panel.one.disabled = knobs.isImpossible;
      if (knobs.isImpossible) panel.say(`These settings do not go together: ${error}.`);
      panel.promise();
    }

    async function fill() {
      const request = ++last.fill;
      const data = await panel.fetch();
      const arm = armOf(data, panel.choices.arm.value);
      const base = fieldsOf(data, arm);
      const { fields } = await engine.describe(base);
      if (request !== last.fill) return;
      const onturn = (name, value) => {
        if (request === last.fill) turn(base, arm.every, name, value).catch((error) => panel.say(`The core gives no answer: ${error.message}.`));
      };
      rows.replaceChildren(...KNOBS.map((knob) => knobOf(knob, fields.find((one) => one.name === knob.name), onturn)));
      lock();
    }

    function open() {
      fill().catch((error) => panel.say(`The knobs cannot be shown: ${error.message}.`));
    }

    // Back to the settings of the arm.
    function reset() {
      knobs.turned = {};
      knobs.isImpossible = false;
      last.turn += 1;
      if (box.open) open();
    }

    box.addEventListener('toggle', () => {
      if (box.open && rows.childElementCount === 0) open();
    });
    return knobs;
  };
})(window.probatum);
