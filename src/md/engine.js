// Runs before temml.js: what it uses of newer JavaScript than its interpreter
// has, and the one function that is called from C.
//
// Set is made from a list and asked what it has, and Array.from gives the list
// back: temml registers its delimiters so, and a Set that Array.from takes for
// empty costs every pair of parentheses its <mrow>.

var module = { exports: {} };

function Set(items) {
  this.items = items;
  this.known = Object.create(null);
  for (var i = 0; i < items.length; i++) this.known[items[i]] = true;
}

Set.prototype.has = function (item) {
  return this.known[item] === true;
};

(function () {
  function define(owner, name, value) {
    if (!owner[name]) {
      Object.defineProperty(owner, name, { value: value, writable: true, configurable: true });
    }
  }
  define(Array, 'from', function (list) {
    return list instanceof Set ? list.items.slice() : Array.prototype.slice.call(list);
  });
  define(Array.prototype, 'includes', function (item) {
    return this.indexOf(item) >= 0;
  });
  define(Array.prototype, 'fill', function (item) {
    for (var i = 0; i < this.length; i++) this[i] = item;
    return this;
  });
  define(Array.prototype, 'findIndex', function (is_it) {
    for (var i = 0; i < this.length; i++) if (is_it(this[i], i, this)) return i;
    return -1;
  });
  define(String.prototype, 'includes', function (part) {
    return this.indexOf(part) >= 0;
  });
  define(Object, 'values', function (object) {
    return Object.keys(object).map(function (key) { return object[key]; });
  });
  define(Object, 'entries', function (object) {
    return Object.keys(object).map(function (key) { return [key, object[key]]; });
  });
})();

// "=" and the MathML, or "!", where in the formula (in units of UTF-16, -1 when
// unknown), a line end, and what is wrong. Nothing that a formula asks for may
// carry a link, a class, an id or a style of its author's: trust is off.
function render(tex, is_display) {
  try {
    return '=' + module.exports.renderToString(tex, {
      displayMode: is_display,
      annotate: true,
      throwOnError: true,
      trust: false,
      maxSize: [40, 40],
      maxExpand: 1000
    });
  } catch (error) {
    var at = typeof error.position === 'number' ? error.position : -1;
    var said = String(error.message).split(/ at position \d+: \n| at end of input: /)[0];
    return '!' + at + '\n' + said;
  }
}
