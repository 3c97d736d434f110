// temml 0.13.5 (MIT, see LICENSE). Made by make.mjs. Do not edit.
'use strict';
var __spreadArray = (this && this.__spreadArray) || function (to, from, pack) {
    if (pack || arguments.length === 2) for (var i = 0, l = from.length, ar; i < l; i++) {
        if (ar || !(i in from)) {
            if (!ar) ar = Array.prototype.slice.call(from, 0, i);
            ar[i] = from[i];
        }
    }
    return to.concat(ar || Array.prototype.slice.call(from));
};
var ParseError = (function () {
    function ParseError(message, token) {
        var error = " " + message;
        var start;
        var loc = token && token.loc;
        if (loc && loc.start <= loc.end) {
            var input = loc.lexer.input;
            start = loc.start;
            var end = loc.end;
            if (start === input.length) {
                error += " at end of input: ";
            }
            else {
                error += " at position " + (start + 1) + ": \n";
            }
            var underlined = input.slice(start, end).replace(/[^]/g, "$&\u0332");
            var left = void 0;
            if (start > 15) {
                left = "…" + input.slice(start - 15, start);
            }
            else {
                left = input.slice(0, start);
            }
            var right = void 0;
            if (end + 15 < input.length) {
                right = input.slice(end, end + 15) + "…";
            }
            else {
                right = input.slice(end);
            }
            error += left + underlined + right;
        }
        var self = new Error(error);
        self.name = "ParseError";
        self.__proto__ = ParseError.prototype;
        self.position = start;
        return self;
    }
    return ParseError;
}());
ParseError.prototype.__proto__ = Error.prototype;
var deflt = function (options, key, defaultIfUndefined) {
    if (!Object.prototype.hasOwnProperty.call(options, key)) {
        return defaultIfUndefined;
    }
    var setting = options[key];
    return setting === undefined ? defaultIfUndefined : setting;
};
var uppercase = /([A-Z])/g;
var hyphenate = function (str) {
    return str.replace(uppercase, "-$1").toLowerCase();
};
var ESCAPE_LOOKUP = {
    "&": "&amp;",
    ">": "&gt;",
    "<": "&lt;",
    '"': "&quot;",
    "'": "&#x27;"
};
var ESCAPE_REGEX = /[&><"']/g;
function escape(text) {
    return String(text).replace(ESCAPE_REGEX, function (match) { return ESCAPE_LOOKUP[match]; });
}
var getBaseElem = function (group) {
    if (group.type === "ordgroup") {
        if (group.body.length === 1) {
            return getBaseElem(group.body[0]);
        }
        else {
            return group;
        }
    }
    else if (group.type === "color") {
        if (group.body.length === 1) {
            return getBaseElem(group.body[0]);
        }
        else {
            return group;
        }
    }
    else if (group.type === "font") {
        return getBaseElem(group.body);
    }
    else {
        return group;
    }
};
var isCharacterBox = function (group) {
    var baseElem = getBaseElem(group);
    return baseElem.type === "mathord" || baseElem.type === "textord" || baseElem.type === "atom";
};
var assert = function (value) {
    if (!value) {
        throw new Error("Expected non-null, but got " + String(value));
    }
    return value;
};
var protocolFromUrl = function (url) {
    var protocol = /^[\x00-\x20]*([^\\/#?]*?)(:|&#0*58|&#x0*3a|&colon)/i.exec(url);
    if (!protocol) {
        return "_relative";
    }
    if (protocol[2] !== ":") {
        return null;
    }
    if (!/^[a-zA-Z][a-zA-Z0-9+\-.]*$/.test(protocol[1])) {
        return null;
    }
    return protocol[1].toLowerCase();
};
var round = function (n) {
    return +n.toFixed(4);
};
var smalls = "acegıȷmnopqrsuvwxyzαγεηικμνοπρςστυχωϕ𝐚𝐜𝐞𝐠𝐦𝐧𝐨𝐩𝐪𝐫𝐬𝐮𝐯𝐰𝐱𝐲𝐳";
var FORBIDDEN_MACRO_KEYS = ["__proto__", "prototype", "constructor"];
var sanitizeMacros = function (macros) {
    if (macros == null || typeof macros !== "object") {
        return Object.create(null);
    }
    for (var _i = 0, FORBIDDEN_MACRO_KEYS_1 = FORBIDDEN_MACRO_KEYS; _i < FORBIDDEN_MACRO_KEYS_1.length; _i++) {
        var key = FORBIDDEN_MACRO_KEYS_1[_i];
        if (Object.prototype.hasOwnProperty.call(macros, key)) {
            delete macros[key];
        }
    }
    return Object.setPrototypeOf(macros, null);
};
var Settings = (function () {
    function Settings(options) {
        options = options || {};
        this.displayMode = deflt(options, "displayMode", false);
        this.annotate = deflt(options, "annotate", false);
        this.leqno = deflt(options, "leqno", false);
        this.throwOnError = deflt(options, "throwOnError", false);
        this.errorColor = deflt(options, "errorColor", "#b22222");
        this.macros = sanitizeMacros(Object.prototype.hasOwnProperty.call(options, "macros") ? options.macros : undefined);
        this.wrap = deflt(options, "wrap", "none");
        this.xml = deflt(options, "xml", false);
        this.colorIsTextColor = deflt(options, "colorIsTextColor", false);
        this.strict = deflt(options, "strict", false);
        this.trust = deflt(options, "trust", false);
        var maxSize = Object.prototype.hasOwnProperty.call(options, "maxSize")
            ? options.maxSize
            : undefined;
        this.maxSize = (maxSize === undefined
            ? [Infinity, Infinity]
            : Array.isArray(maxSize)
                ? maxSize
                : [Infinity, Infinity]);
        this.maxExpand = Math.max(0, deflt(options, "maxExpand", 1000));
        this.wrapDelimiterPairs = true;
    }
    Settings.prototype.isTrusted = function (context) {
        if (context.url && !context.protocol) {
            var protocol = protocolFromUrl(context.url);
            if (protocol == null) {
                return false;
            }
            context.protocol = protocol;
        }
        var trust = typeof this.trust === "function" ? this.trust(context) : this.trust;
        return Boolean(trust);
    };
    return Settings;
}());
var _functions = {};
var _mathmlGroupBuilders = {};
function defineFunction(_a) {
    var type = _a.type, names = _a.names, props = _a.props, handler = _a.handler, mathmlBuilder = _a.mathmlBuilder;
    var data = {
        type: type,
        numArgs: props.numArgs,
        argTypes: props.argTypes,
        allowedInArgument: !!props.allowedInArgument,
        allowedInText: !!props.allowedInText,
        allowedInMath: props.allowedInMath === undefined ? true : props.allowedInMath,
        numOptionalArgs: props.numOptionalArgs || 0,
        infix: !!props.infix,
        primitive: !!props.primitive,
        handler: handler
    };
    for (var i = 0; i < names.length; ++i) {
        _functions[names[i]] = data;
    }
    if (type) {
        if (mathmlBuilder) {
            _mathmlGroupBuilders[type] = mathmlBuilder;
        }
    }
}
function defineFunctionBuilders(_a) {
    var type = _a.type, mathmlBuilder = _a.mathmlBuilder;
    defineFunction({
        type: type,
        names: [],
        props: { numArgs: 0 },
        handler: function () {
            throw new Error("Should never be called.");
        },
        mathmlBuilder: mathmlBuilder
    });
}
var normalizeArgument = function (arg) {
    return arg.type === "ordgroup" && arg.body.length === 1 ? arg.body[0] : arg;
};
var ordargument = function (arg) {
    return arg.type === "ordgroup" ? arg.body : [arg];
};
var DocumentFragment = (function () {
    function DocumentFragment(children) {
        this.children = children;
        this.classes = [];
        this.style = {};
    }
    DocumentFragment.prototype.hasClass = function (className) {
        return this.classes.includes(className);
    };
    DocumentFragment.prototype.toNode = function () {
        var frag = document.createDocumentFragment();
        for (var i = 0; i < this.children.length; i++) {
            frag.appendChild(this.children[i].toNode());
        }
        return frag;
    };
    DocumentFragment.prototype.toMarkup = function () {
        var markup = "";
        for (var i = 0; i < this.children.length; i++) {
            markup += this.children[i].toMarkup();
        }
        return markup;
    };
    DocumentFragment.prototype.toText = function () {
        var toText = function (child) { return child.toText(); };
        return this.children.map(toText).join("");
    };
    return DocumentFragment;
}());
var createClass = function (classes) {
    return classes.filter(function (cls) { return cls; }).join(" ");
};
var initNode = function (classes, style) {
    this.classes = classes || [];
    this.attributes = {};
    this.style = style || {};
};
var toNode = function (tagName) {
    var node = document.createElement(tagName);
    node.className = createClass(this.classes);
    for (var style in this.style) {
        if (Object.prototype.hasOwnProperty.call(this.style, style)) {
            node.style[style] = this.style[style];
        }
    }
    for (var attr in this.attributes) {
        if (Object.prototype.hasOwnProperty.call(this.attributes, attr)) {
            node.setAttribute(attr, this.attributes[attr]);
        }
    }
    for (var i = 0; i < this.children.length; i++) {
        node.appendChild(this.children[i].toNode());
    }
    return node;
};
var toMarkup = function (tagName) {
    var markup = "<".concat(tagName);
    if (this.classes.length) {
        markup += " class=\"".concat(escape(createClass(this.classes)), "\"");
    }
    var styles = "";
    for (var style in this.style) {
        if (Object.prototype.hasOwnProperty.call(this.style, style)) {
            styles += "".concat(hyphenate(style), ":").concat(this.style[style], ";");
        }
    }
    if (styles) {
        markup += " style=\"".concat(styles, "\"");
    }
    for (var attr in this.attributes) {
        if (Object.prototype.hasOwnProperty.call(this.attributes, attr)) {
            markup += " ".concat(attr, "=\"").concat(escape(this.attributes[attr]), "\"");
        }
    }
    markup += ">";
    for (var i = 0; i < this.children.length; i++) {
        markup += this.children[i].toMarkup();
    }
    markup += "</".concat(tagName, ">");
    return markup;
};
var Span = (function () {
    function Span(classes, children, style) {
        initNode.call(this, classes, style);
        this.children = children || [];
    }
    Span.prototype.setAttribute = function (attribute, value) {
        this.attributes[attribute] = value;
    };
    Span.prototype.toNode = function () {
        return toNode.call(this, "span");
    };
    Span.prototype.toMarkup = function () {
        return toMarkup.call(this, "span");
    };
    return Span;
}());
var TextNode$1 = (function () {
    function TextNode(text) {
        this.text = text;
    }
    TextNode.prototype.toNode = function () {
        return document.createTextNode(this.text);
    };
    TextNode.prototype.toMarkup = function () {
        return escape(this.text);
    };
    return TextNode;
}());
var AnchorNode = (function () {
    function AnchorNode(href, classes, children) {
        this.href = href;
        this.classes = classes;
        this.children = children || [];
    }
    AnchorNode.prototype.toNode = function () {
        var node = document.createElement("a");
        node.setAttribute("href", this.href);
        if (this.classes.length > 0) {
            node.className = createClass(this.classes);
        }
        for (var i = 0; i < this.children.length; i++) {
            node.appendChild(this.children[i].toNode());
        }
        return node;
    };
    AnchorNode.prototype.toMarkup = function () {
        var markup = "<a href='".concat(escape(this.href), "'");
        if (this.classes.length > 0) {
            markup += " class=\"".concat(escape(createClass(this.classes)), "\"");
        }
        markup += ">";
        for (var i = 0; i < this.children.length; i++) {
            markup += this.children[i].toMarkup();
        }
        markup += "</a>";
        return markup;
    };
    return AnchorNode;
}());
var Img = (function () {
    function Img(src, alt, style) {
        this.alt = alt;
        this.src = src;
        this.classes = ["mord"];
        this.style = style;
    }
    Img.prototype.hasClass = function (className) {
        return this.classes.includes(className);
    };
    Img.prototype.toNode = function () {
        var node = document.createElement("img");
        node.src = this.src;
        node.alt = this.alt;
        node.className = "mord";
        for (var style in this.style) {
            if (Object.prototype.hasOwnProperty.call(this.style, style)) {
                node.style[style] = this.style[style];
            }
        }
        return node;
    };
    Img.prototype.toMarkup = function () {
        var markup = "<img src='".concat(this.src, "' alt='").concat(this.alt, "'");
        var styles = "";
        for (var style in this.style) {
            if (Object.prototype.hasOwnProperty.call(this.style, style)) {
                styles += "".concat(hyphenate(style), ":").concat(this.style[style], ";");
            }
        }
        if (styles) {
            markup += " style=\"".concat(escape(styles), "\"");
        }
        markup += ">";
        return markup;
    };
    return Img;
}());
function newDocumentFragment(children) {
    return new DocumentFragment(children);
}
var MathNode = (function () {
    function MathNode(type, children, classes, style) {
        this.type = type;
        this.attributes = {};
        this.children = children || [];
        this.classes = classes || [];
        this.style = style || {};
        this.label = "";
    }
    MathNode.prototype.setAttribute = function (name, value) {
        this.attributes[name] = value;
    };
    MathNode.prototype.getAttribute = function (name) {
        return this.attributes[name];
    };
    MathNode.prototype.setLabel = function (value) {
        this.label = value;
    };
    MathNode.prototype.toNode = function () {
        var node = document.createElementNS("http://www.w3.org/1998/Math/MathML", this.type);
        for (var attr in this.attributes) {
            if (Object.prototype.hasOwnProperty.call(this.attributes, attr)) {
                node.setAttribute(attr, this.attributes[attr]);
            }
        }
        if (this.classes.length > 0) {
            node.className = createClass(this.classes);
        }
        for (var style in this.style) {
            if (Object.prototype.hasOwnProperty.call(this.style, style)) {
                node.style[style] = this.style[style];
            }
        }
        for (var i = 0; i < this.children.length; i++) {
            node.appendChild(this.children[i].toNode());
        }
        return node;
    };
    MathNode.prototype.toMarkup = function () {
        var markup = "<" + this.type;
        for (var attr in this.attributes) {
            if (Object.prototype.hasOwnProperty.call(this.attributes, attr)) {
                markup += " " + attr + '="';
                markup += escape(this.attributes[attr]);
                markup += '"';
            }
        }
        if (this.classes.length > 0) {
            markup += " class=\"".concat(escape(createClass(this.classes)), "\"");
        }
        var styles = "";
        for (var style in this.style) {
            if (Object.prototype.hasOwnProperty.call(this.style, style)) {
                styles += "".concat(hyphenate(style), ":").concat(this.style[style], ";");
            }
        }
        if (styles) {
            markup += " style=\"".concat(styles, "\"");
        }
        markup += ">";
        for (var i = 0; i < this.children.length; i++) {
            markup += this.children[i].toMarkup();
        }
        markup += "</" + this.type + ">";
        return markup;
    };
    MathNode.prototype.toText = function () {
        return this.children.map(function (child) { return child.toText(); }).join("");
    };
    return MathNode;
}());
var TextNode = (function () {
    function TextNode(text) {
        this.text = text;
    }
    TextNode.prototype.toNode = function () {
        return document.createTextNode(this.text);
    };
    TextNode.prototype.toMarkup = function () {
        return escape(this.toText());
    };
    TextNode.prototype.toText = function () {
        return this.text;
    };
    return TextNode;
}());
var wrapWithMstyle = function (expression) {
    var node;
    if (expression.length === 1 && expression[0].type === "mrow") {
        node = expression.pop();
        node.type = "mstyle";
    }
    else {
        node = new MathNode("mstyle", expression);
    }
    return node;
};
var estimatedWidth = function (node) {
    var width = 0;
    if (node.body && Array.isArray(node.body)) {
        for (var _i = 0, _a = node.body; _i < _a.length; _i++) {
            var item = _a[_i];
            width += estimatedWidth(item);
        }
    }
    else if (node.body) {
        width += estimatedWidth(node.body);
    }
    else if (node.type === "supsub") {
        width += estimatedWidth(node.base);
        if (node.sub) {
            width += 0.7 * estimatedWidth(node.sub);
        }
        if (node.sup) {
            width += 0.7 * estimatedWidth(node.sup);
        }
    }
    else if (node.type === "mathord" || node.type === "textord") {
        for (var _b = 0, _c = node.text.split(''); _b < _c.length; _b++) {
            var ch = _c[_b];
            var codePoint = ch.codePointAt(0);
            if ((0x60 < codePoint && codePoint < 0x7B) || (0x03B0 < codePoint && codePoint < 0x3CA)) {
                width += 0.56;
            }
            else if (0x2F < codePoint && codePoint < 0x3A) {
                width += 0.50;
            }
            else {
                width += 0.92;
            }
        }
    }
    else {
        width += 1.0;
    }
    return width;
};
var stretchyCodePoint = {
    widehat: "\u02c6",
    widecheck: "ˇ",
    widetilde: "~",
    wideparen: "⏜",
    utilde: "~",
    overleftarrow: "\u2190",
    underleftarrow: "\u2190",
    xleftarrow: "\u2190",
    overrightarrow: "\u2192",
    underrightarrow: "\u2192",
    xrightarrow: "\u2192",
    underbrace: "\u23df",
    overbrace: "\u23de",
    overbracket: "\u23b4",
    underbracket: "\u23b5",
    overgroup: "\u23e0",
    overparen: "⏜",
    undergroup: "\u23e1",
    underparen: "\u23dd",
    overleftrightarrow: "\u2194",
    underleftrightarrow: "\u2194",
    xleftrightarrow: "\u2194",
    Overrightarrow: "\u21d2",
    xRightarrow: "\u21d2",
    overleftharpoon: "\u21bc",
    xleftharpoonup: "\u21bc",
    overrightharpoon: "\u21c0",
    xrightharpoonup: "\u21c0",
    xLeftarrow: "\u21d0",
    xLeftrightarrow: "\u21d4",
    xhookleftarrow: "\u21a9",
    xhookrightarrow: "\u21aa",
    xmapsto: "\u21a6",
    xrightharpoondown: "\u21c1",
    xleftharpoondown: "\u21bd",
    xtwoheadleftarrow: "\u219e",
    xtwoheadrightarrow: "\u21a0",
    xlongequal: "=",
    xrightleftarrows: "\u21c4",
    xtofrom: "\u21c4",
    xleftrightharpoons: "\u21cb",
    xrightleftharpoons: "\u21cc",
    yields: "\u2192",
    yieldsLeft: "\u2190",
    mesomerism: "\u2194",
    longrightharpoonup: "\u21c0",
    longleftharpoondown: "\u21bd",
    eqrightharpoonup: "\u21c0",
    eqleftharpoondown: "\u21bd",
    "\\cdrightarrow": "\u2192",
    "\\cdleftarrow": "\u2190",
    "\\cdlongequal": "=",
    yieldsLeftRight: "\u21c4",
    chemequilibrium: "\u21cc"
};
var mathMLnode = function (label) {
    var child = new TextNode(stretchyCodePoint[label.slice(1)]);
    var node = new MathNode("mo", [child]);
    node.setAttribute("stretchy", "true");
    return node;
};
var wideHats = ["\\widehat", "\\widecheck"];
var accentNode = function (group) {
    var mo = mathMLnode(group.label);
    if (group.label.indexOf("tilde") > -1) {
        var width = estimatedWidth(group.base);
        if (1 < width && width < 1.6) {
            mo.classes.push("tml-tilde-2");
        }
        else if (1.6 <= width && width < 2.5) {
            mo.classes.push("tml-tilde-3");
        }
        else if (2.5 <= width) {
            mo.classes.push("tml-tilde-4");
        }
    }
    else if (wideHats.includes(group.label)) {
        var width = estimatedWidth(group.base);
        if (0 < width && width <= 1) {
            mo.classes.push("tml-hat-1");
        }
        else if (1 < width && width < 1.6) {
            mo.classes.push("tml-hat-2");
        }
        else if (1.6 <= width && width < 2.5) {
            mo.classes.push("tml-hat-3");
        }
        else if (2.5 <= width) {
            mo.classes.push("tml-hat-4");
        }
    }
    return mo;
};
var ATOMS = {
    bin: 1,
    close: 1,
    inner: 1,
    open: 1,
    punct: 1,
    rel: 1
};
var NON_ATOMS = {
    "accent-token": 1,
    mathord: 1,
    "op-token": 1,
    spacing: 1,
    textord: 1
};
var symbols = Object.create(null);
symbols.math = Object.create(null);
symbols.text = Object.create(null);
function defineSymbol(mode, group, replace, name, acceptUnicodeChar) {
    if (mode !== "math" && mode !== "text") {
        throw new TypeError("Invalid mode: ".concat(mode, " called in defineSymbol"));
    }
    var entry = { group: group, replace: replace };
    symbols[mode][name] = entry;
    if (acceptUnicodeChar && replace) {
        symbols[mode][replace] = entry;
    }
}
var math = "math";
var text = "text";
var accent = "accent-token";
var bin = "bin";
var close = "close";
var inner = "inner";
var mathord = "mathord";
var op = "op-token";
var open = "open";
var punct = "punct";
var rel = "rel";
var spacing = "spacing";
var textord = "textord";
defineSymbol(math, rel, "\u2261", "\\equiv", true);
defineSymbol(math, rel, "\u227a", "\\prec", true);
defineSymbol(math, rel, "\u227b", "\\succ", true);
defineSymbol(math, rel, "\u223c", "\\sim", true);
defineSymbol(math, rel, "\u27c2", "\\perp", true);
defineSymbol(math, rel, "\u2aaf", "\\preceq", true);
defineSymbol(math, rel, "\u2ab0", "\\succeq", true);
defineSymbol(math, rel, "\u2243", "\\simeq", true);
defineSymbol(math, rel, "\u224c", "\\backcong", true);
defineSymbol(math, rel, "|", "\\mid", true);
defineSymbol(math, rel, "\u226a", "\\ll", true);
defineSymbol(math, rel, "\u226b", "\\gg", true);
defineSymbol(math, rel, "\u224d", "\\asymp", true);
defineSymbol(math, rel, "\u2225", "\\parallel");
defineSymbol(math, rel, "\u2323", "\\smile", true);
defineSymbol(math, rel, "\u2291", "\\sqsubseteq", true);
defineSymbol(math, rel, "\u2292", "\\sqsupseteq", true);
defineSymbol(math, rel, "\u2250", "\\doteq", true);
defineSymbol(math, rel, "\u2322", "\\frown", true);
defineSymbol(math, rel, "\u220b", "\\ni", true);
defineSymbol(math, rel, "\u220c", "\\notni", true);
defineSymbol(math, rel, "\u221d", "\\propto", true);
defineSymbol(math, rel, "\u22a2", "\\vdash", true);
defineSymbol(math, rel, "\u22a3", "\\dashv", true);
defineSymbol(math, rel, "\u220b", "\\owns");
defineSymbol(math, rel, "\u2258", "\\arceq", true);
defineSymbol(math, rel, "\u2259", "\\wedgeq", true);
defineSymbol(math, rel, "\u225a", "\\veeeq", true);
defineSymbol(math, rel, "\u225b", "\\stareq", true);
defineSymbol(math, rel, "\u225d", "\\eqdef", true);
defineSymbol(math, rel, "\u225e", "\\measeq", true);
defineSymbol(math, rel, "\u225f", "\\questeq", true);
defineSymbol(math, rel, "\u2260", "\\ne", true);
defineSymbol(math, rel, "\u2260", "\\neq");
defineSymbol(math, rel, "\u2a75", "\\eqeq", true);
defineSymbol(math, rel, "\u2a76", "\\eqeqeq", true);
defineSymbol(math, rel, "\u2237", "\\dblcolon", true);
defineSymbol(math, rel, "\u2254", "\\coloneqq", true);
defineSymbol(math, rel, "\u2255", "\\eqqcolon", true);
defineSymbol(math, rel, "\u2239", "\\eqcolon", true);
defineSymbol(math, rel, "\u2A74", "\\Coloneqq", true);
defineSymbol(math, punct, "\u002e", "\\ldotp");
defineSymbol(math, punct, "\u00b7", "\\cdotp");
defineSymbol(math, textord, "\u0023", "\\#");
defineSymbol(text, textord, "\u0023", "\\#");
defineSymbol(math, textord, "\u0026", "\\&");
defineSymbol(text, textord, "\u0026", "\\&");
defineSymbol(math, textord, "\u2135", "\\aleph", true);
defineSymbol(math, textord, "\u2200", "\\forall", true);
defineSymbol(math, textord, "\u210f", "\\hbar", true);
defineSymbol(math, textord, "\u2203", "\\exists", true);
defineSymbol(math, open, "\u2207", "\\nabla", true);
defineSymbol(math, textord, "\u266d", "\\flat", true);
defineSymbol(math, textord, "\u2113", "\\ell", true);
defineSymbol(math, textord, "\u266e", "\\natural", true);
defineSymbol(math, textord, "Å", "\\Angstrom", true);
defineSymbol(text, textord, "Å", "\\Angstrom", true);
defineSymbol(math, textord, "\u2663", "\\clubsuit", true);
defineSymbol(math, textord, "\u2667", "\\varclubsuit", true);
defineSymbol(math, textord, "\u2118", "\\wp", true);
defineSymbol(math, textord, "\u266f", "\\sharp", true);
defineSymbol(math, textord, "\u2662", "\\diamondsuit", true);
defineSymbol(math, textord, "\u2666", "\\vardiamondsuit", true);
defineSymbol(math, textord, "\u211c", "\\Re", true);
defineSymbol(math, textord, "\u2661", "\\heartsuit", true);
defineSymbol(math, textord, "\u2665", "\\varheartsuit", true);
defineSymbol(math, textord, "\u2111", "\\Im", true);
defineSymbol(math, textord, "\u2660", "\\spadesuit", true);
defineSymbol(math, textord, "\u2664", "\\varspadesuit", true);
defineSymbol(math, textord, "\u2640", "\\female", true);
defineSymbol(math, textord, "\u2642", "\\male", true);
defineSymbol(math, textord, "\u00a7", "\\S", true);
defineSymbol(text, textord, "\u00a7", "\\S");
defineSymbol(math, textord, "\u00b6", "\\P", true);
defineSymbol(text, textord, "\u00b6", "\\P");
defineSymbol(text, textord, "\u263a", "\\smiley", true);
defineSymbol(math, textord, "\u263a", "\\smiley", true);
defineSymbol(math, textord, "\u2020", "\\dag");
defineSymbol(text, textord, "\u2020", "\\dag");
defineSymbol(text, textord, "\u2020", "\\textdagger");
defineSymbol(math, textord, "\u2021", "\\ddag");
defineSymbol(text, textord, "\u2021", "\\ddag");
defineSymbol(text, textord, "\u2021", "\\textdaggerdbl");
defineSymbol(math, close, "\u23b1", "\\rmoustache", true);
defineSymbol(math, open, "\u23b0", "\\lmoustache", true);
defineSymbol(math, close, "\u27ef", "\\rgroup", true);
defineSymbol(math, open, "\u27ee", "\\lgroup", true);
defineSymbol(math, bin, "\u2213", "\\mp", true);
defineSymbol(math, bin, "\u2296", "\\ominus", true);
defineSymbol(math, bin, "\u228e", "\\uplus", true);
defineSymbol(math, bin, "\u2293", "\\sqcap", true);
defineSymbol(math, bin, "\u2217", "\\ast");
defineSymbol(math, bin, "\u2294", "\\sqcup", true);
defineSymbol(math, bin, "\u25ef", "\\bigcirc", true);
defineSymbol(math, bin, "\u2219", "\\bullet", true);
defineSymbol(math, bin, "\u2021", "\\ddagger");
defineSymbol(math, bin, "\u2240", "\\wr", true);
defineSymbol(math, bin, "\u2a3f", "\\amalg");
defineSymbol(math, bin, "\u0026", "\\And");
defineSymbol(math, bin, "\u2AFD", "\\sslash", true);
defineSymbol(math, rel, "\u27f5", "\\longleftarrow", true);
defineSymbol(math, rel, "\u21d0", "\\Leftarrow", true);
defineSymbol(math, rel, "\u27f8", "\\Longleftarrow", true);
defineSymbol(math, rel, "\u27f6", "\\longrightarrow", true);
defineSymbol(math, rel, "\u21d2", "\\Rightarrow", true);
defineSymbol(math, rel, "\u27f9", "\\Longrightarrow", true);
defineSymbol(math, rel, "\u2194", "\\leftrightarrow", true);
defineSymbol(math, rel, "\u27f7", "\\longleftrightarrow", true);
defineSymbol(math, rel, "\u21d4", "\\Leftrightarrow", true);
defineSymbol(math, rel, "\u27fa", "\\Longleftrightarrow", true);
defineSymbol(math, rel, "\u21a4", "\\mapsfrom", true);
defineSymbol(math, rel, "\u21a6", "\\mapsto", true);
defineSymbol(math, rel, "\u27fc", "\\longmapsto", true);
defineSymbol(math, rel, "\u2197", "\\nearrow", true);
defineSymbol(math, rel, "\u21a9", "\\hookleftarrow", true);
defineSymbol(math, rel, "\u21aa", "\\hookrightarrow", true);
defineSymbol(math, rel, "\u2198", "\\searrow", true);
defineSymbol(math, rel, "\u21bc", "\\leftharpoonup", true);
defineSymbol(math, rel, "\u21c0", "\\rightharpoonup", true);
defineSymbol(math, rel, "\u2199", "\\swarrow", true);
defineSymbol(math, rel, "\u21bd", "\\leftharpoondown", true);
defineSymbol(math, rel, "\u21c1", "\\rightharpoondown", true);
defineSymbol(math, rel, "\u2196", "\\nwarrow", true);
defineSymbol(math, rel, "\u21cc", "\\rightleftharpoons", true);
defineSymbol(math, mathord, "\u21af", "\\lightning", true);
defineSymbol(math, mathord, "\u220E", "\\QED", true);
defineSymbol(math, mathord, "\u2030", "\\permil", true);
defineSymbol(text, textord, "\u2030", "\\permil");
defineSymbol(math, mathord, "\u2609", "\\astrosun", true);
defineSymbol(math, mathord, "\u263c", "\\sun", true);
defineSymbol(math, mathord, "\u263e", "\\leftmoon", true);
defineSymbol(math, mathord, "\u263d", "\\rightmoon", true);
defineSymbol(math, mathord, "\u2295", "\\Earth");
defineSymbol(math, rel, "\u226e", "\\nless", true);
defineSymbol(math, rel, "\u2a87", "\\lneq", true);
defineSymbol(math, rel, "\u2268", "\\lneqq", true);
defineSymbol(math, rel, "\u2268\ufe00", "\\lvertneqq");
defineSymbol(math, rel, "\u22e6", "\\lnsim", true);
defineSymbol(math, rel, "\u2a89", "\\lnapprox", true);
defineSymbol(math, rel, "\u2280", "\\nprec", true);
defineSymbol(math, rel, "\u22e0", "\\npreceq", true);
defineSymbol(math, rel, "\u22e8", "\\precnsim", true);
defineSymbol(math, rel, "\u2ab9", "\\precnapprox", true);
defineSymbol(math, rel, "\u2241", "\\nsim", true);
defineSymbol(math, rel, "\u2224", "\\nmid", true);
defineSymbol(math, rel, "\u2224", "\\nshortmid");
defineSymbol(math, rel, "\u22ac", "\\nvdash", true);
defineSymbol(math, rel, "\u22ad", "\\nvDash", true);
defineSymbol(math, rel, "\u22ea", "\\ntriangleleft");
defineSymbol(math, rel, "\u22ec", "\\ntrianglelefteq", true);
defineSymbol(math, rel, "\u2284", "\\nsubset", true);
defineSymbol(math, rel, "\u2285", "\\nsupset", true);
defineSymbol(math, rel, "\u228a", "\\subsetneq", true);
defineSymbol(math, rel, "\u228a\ufe00", "\\varsubsetneq");
defineSymbol(math, rel, "\u2acb", "\\subsetneqq", true);
defineSymbol(math, rel, "\u2acb\ufe00", "\\varsubsetneqq");
defineSymbol(math, rel, "\u226f", "\\ngtr", true);
defineSymbol(math, rel, "\u2a88", "\\gneq", true);
defineSymbol(math, rel, "\u2269", "\\gneqq", true);
defineSymbol(math, rel, "\u2269\ufe00", "\\gvertneqq");
defineSymbol(math, rel, "\u22e7", "\\gnsim", true);
defineSymbol(math, rel, "\u2a8a", "\\gnapprox", true);
defineSymbol(math, rel, "\u2281", "\\nsucc", true);
defineSymbol(math, rel, "\u22e1", "\\nsucceq", true);
defineSymbol(math, rel, "\u22e9", "\\succnsim", true);
defineSymbol(math, rel, "\u2aba", "\\succnapprox", true);
defineSymbol(math, rel, "\u2246", "\\ncong", true);
defineSymbol(math, rel, "\u2226", "\\nparallel", true);
defineSymbol(math, rel, "\u2226", "\\nshortparallel");
defineSymbol(math, rel, "\u22af", "\\nVDash", true);
defineSymbol(math, rel, "\u22eb", "\\ntriangleright");
defineSymbol(math, rel, "\u22ed", "\\ntrianglerighteq", true);
defineSymbol(math, rel, "\u228b", "\\supsetneq", true);
defineSymbol(math, rel, "\u228b", "\\varsupsetneq");
defineSymbol(math, rel, "\u2acc", "\\supsetneqq", true);
defineSymbol(math, rel, "\u2acc\ufe00", "\\varsupsetneqq");
defineSymbol(math, rel, "\u22ae", "\\nVdash", true);
defineSymbol(math, rel, "\u2ab5", "\\precneqq", true);
defineSymbol(math, rel, "\u2ab6", "\\succneqq", true);
defineSymbol(math, bin, "\u22b4", "\\unlhd");
defineSymbol(math, bin, "\u22b5", "\\unrhd");
defineSymbol(math, rel, "\u219a", "\\nleftarrow", true);
defineSymbol(math, rel, "\u219b", "\\nrightarrow", true);
defineSymbol(math, rel, "\u21cd", "\\nLeftarrow", true);
defineSymbol(math, rel, "\u21cf", "\\nRightarrow", true);
defineSymbol(math, rel, "\u21ae", "\\nleftrightarrow", true);
defineSymbol(math, rel, "\u21ce", "\\nLeftrightarrow", true);
defineSymbol(math, rel, "\u25b3", "\\vartriangle");
defineSymbol(math, textord, "\u210f", "\\hslash");
defineSymbol(math, textord, "\u25bd", "\\triangledown");
defineSymbol(math, textord, "\u25ca", "\\lozenge");
defineSymbol(math, textord, "\u24c8", "\\circledS");
defineSymbol(math, textord, "\u00ae", "\\circledR", true);
defineSymbol(text, textord, "\u00ae", "\\circledR");
defineSymbol(text, textord, "\u00ae", "\\textregistered");
defineSymbol(math, textord, "\u2221", "\\measuredangle", true);
defineSymbol(math, textord, "\u2204", "\\nexists");
defineSymbol(math, textord, "\u2127", "\\mho");
defineSymbol(math, textord, "\u2132", "\\Finv", true);
defineSymbol(math, textord, "\u2141", "\\Game", true);
defineSymbol(math, textord, "\u2035", "\\backprime");
defineSymbol(math, textord, "\u2036", "\\backdprime");
defineSymbol(math, textord, "\u2037", "\\backtrprime");
defineSymbol(math, textord, "\u25b2", "\\blacktriangle");
defineSymbol(math, textord, "\u25bc", "\\blacktriangledown");
defineSymbol(math, textord, "\u25a0", "\\blacksquare");
defineSymbol(math, textord, "\u29eb", "\\blacklozenge");
defineSymbol(math, textord, "\u2605", "\\bigstar");
defineSymbol(math, textord, "\u2222", "\\sphericalangle", true);
defineSymbol(math, textord, "\u2201", "\\complement", true);
defineSymbol(math, textord, "\u2571", "\\diagup");
defineSymbol(math, textord, "\u2572", "\\diagdown");
defineSymbol(math, textord, "\u25a1", "\\square");
defineSymbol(math, textord, "\u25a1", "\\Box");
defineSymbol(math, textord, "\u25ca", "\\Diamond");
defineSymbol(math, textord, "\u00a5", "\\yen", true);
defineSymbol(text, textord, "\u00a5", "\\yen", true);
defineSymbol(math, textord, "\u2713", "\\checkmark", true);
defineSymbol(text, textord, "\u2713", "\\checkmark");
defineSymbol(math, textord, "\u2717", "\\ballotx", true);
defineSymbol(text, textord, "\u2717", "\\ballotx");
defineSymbol(text, textord, "\u2022", "\\textbullet");
defineSymbol(math, textord, "\u2136", "\\beth", true);
defineSymbol(math, textord, "\u2138", "\\daleth", true);
defineSymbol(math, textord, "\u2137", "\\gimel", true);
defineSymbol(math, textord, "\u03dd", "\\digamma", true);
defineSymbol(math, textord, "\u03f0", "\\varkappa");
defineSymbol(math, open, "\u231C", "\\ulcorner", true);
defineSymbol(math, close, "\u231D", "\\urcorner", true);
defineSymbol(math, open, "\u231E", "\\llcorner", true);
defineSymbol(math, close, "\u231F", "\\lrcorner", true);
defineSymbol(math, rel, "\u2266", "\\leqq", true);
defineSymbol(math, rel, "\u2a7d", "\\leqslant", true);
defineSymbol(math, rel, "\u2a95", "\\eqslantless", true);
defineSymbol(math, rel, "\u2272", "\\lesssim", true);
defineSymbol(math, rel, "\u2a85", "\\lessapprox", true);
defineSymbol(math, rel, "\u224a", "\\approxeq", true);
defineSymbol(math, bin, "\u22d6", "\\lessdot");
defineSymbol(math, rel, "\u22d8", "\\lll", true);
defineSymbol(math, rel, "\u2276", "\\lessgtr", true);
defineSymbol(math, rel, "\u22da", "\\lesseqgtr", true);
defineSymbol(math, rel, "\u2a8b", "\\lesseqqgtr", true);
defineSymbol(math, rel, "\u2251", "\\doteqdot");
defineSymbol(math, rel, "\u2253", "\\risingdotseq", true);
defineSymbol(math, rel, "\u2252", "\\fallingdotseq", true);
defineSymbol(math, rel, "\u223d", "\\backsim", true);
defineSymbol(math, rel, "\u22cd", "\\backsimeq", true);
defineSymbol(math, rel, "\u2ac5", "\\subseteqq", true);
defineSymbol(math, rel, "\u22d0", "\\Subset", true);
defineSymbol(math, rel, "\u228f", "\\sqsubset", true);
defineSymbol(math, rel, "\u227c", "\\preccurlyeq", true);
defineSymbol(math, rel, "\u22de", "\\curlyeqprec", true);
defineSymbol(math, rel, "\u227e", "\\precsim", true);
defineSymbol(math, rel, "\u2ab7", "\\precapprox", true);
defineSymbol(math, rel, "\u22b2", "\\vartriangleleft");
defineSymbol(math, rel, "\u22b4", "\\trianglelefteq");
defineSymbol(math, rel, "\u22a8", "\\vDash", true);
defineSymbol(math, rel, "\u22ab", "\\VDash", true);
defineSymbol(math, rel, "\u22aa", "\\Vvdash", true);
defineSymbol(math, rel, "\u2323", "\\smallsmile");
defineSymbol(math, rel, "\u2322", "\\smallfrown");
defineSymbol(math, rel, "\u224f", "\\bumpeq", true);
defineSymbol(math, rel, "\u224e", "\\Bumpeq", true);
defineSymbol(math, rel, "\u2267", "\\geqq", true);
defineSymbol(math, rel, "\u2a7e", "\\geqslant", true);
defineSymbol(math, rel, "\u2a96", "\\eqslantgtr", true);
defineSymbol(math, rel, "\u2273", "\\gtrsim", true);
defineSymbol(math, rel, "\u2a86", "\\gtrapprox", true);
defineSymbol(math, bin, "\u22d7", "\\gtrdot");
defineSymbol(math, rel, "\u22d9", "\\ggg", true);
defineSymbol(math, rel, "\u2277", "\\gtrless", true);
defineSymbol(math, rel, "\u22db", "\\gtreqless", true);
defineSymbol(math, rel, "\u2a8c", "\\gtreqqless", true);
defineSymbol(math, rel, "\u2256", "\\eqcirc", true);
defineSymbol(math, rel, "\u2257", "\\circeq", true);
defineSymbol(math, rel, "\u225c", "\\triangleq", true);
defineSymbol(math, rel, "\u223c", "\\thicksim");
defineSymbol(math, rel, "\u2248", "\\thickapprox");
defineSymbol(math, rel, "\u2ac6", "\\supseteqq", true);
defineSymbol(math, rel, "\u22d1", "\\Supset", true);
defineSymbol(math, rel, "\u2290", "\\sqsupset", true);
defineSymbol(math, rel, "\u227d", "\\succcurlyeq", true);
defineSymbol(math, rel, "\u22df", "\\curlyeqsucc", true);
defineSymbol(math, rel, "\u227f", "\\succsim", true);
defineSymbol(math, rel, "\u2ab8", "\\succapprox", true);
defineSymbol(math, rel, "\u22b3", "\\vartriangleright");
defineSymbol(math, rel, "\u22b5", "\\trianglerighteq");
defineSymbol(math, rel, "\u22a9", "\\Vdash", true);
defineSymbol(math, rel, "\u2223", "\\shortmid");
defineSymbol(math, rel, "\u2225", "\\shortparallel");
defineSymbol(math, rel, "\u226c", "\\between", true);
defineSymbol(math, rel, "\u22d4", "\\pitchfork", true);
defineSymbol(math, rel, "\u221d", "\\varpropto");
defineSymbol(math, rel, "\u25c0", "\\blacktriangleleft");
defineSymbol(math, rel, "\u2234", "\\therefore", true);
defineSymbol(math, rel, "\u220d", "\\backepsilon");
defineSymbol(math, rel, "\u25b6", "\\blacktriangleright");
defineSymbol(math, rel, "\u2235", "\\because", true);
defineSymbol(math, rel, "\u22d8", "\\llless");
defineSymbol(math, rel, "\u22d9", "\\gggtr");
defineSymbol(math, bin, "\u22b2", "\\lhd");
defineSymbol(math, bin, "\u22b3", "\\rhd");
defineSymbol(math, rel, "\u2242", "\\eqsim", true);
defineSymbol(math, rel, "\u2251", "\\Doteq", true);
defineSymbol(math, rel, "\u297d", "\\strictif", true);
defineSymbol(math, rel, "\u297c", "\\strictfi", true);
defineSymbol(math, bin, "\u2214", "\\dotplus", true);
defineSymbol(math, bin, "\u2216", "\\smallsetminus");
defineSymbol(math, bin, "\u22d2", "\\Cap", true);
defineSymbol(math, bin, "\u22d3", "\\Cup", true);
defineSymbol(math, bin, "\u2a5e", "\\doublebarwedge", true);
defineSymbol(math, bin, "\u229f", "\\boxminus", true);
defineSymbol(math, bin, "\u229e", "\\boxplus", true);
defineSymbol(math, bin, "\u29C4", "\\boxslash", true);
defineSymbol(math, bin, "\u22c7", "\\divideontimes", true);
defineSymbol(math, bin, "\u22c9", "\\ltimes", true);
defineSymbol(math, bin, "\u22ca", "\\rtimes", true);
defineSymbol(math, bin, "\u22cb", "\\leftthreetimes", true);
defineSymbol(math, bin, "\u22cc", "\\rightthreetimes", true);
defineSymbol(math, bin, "\u22cf", "\\curlywedge", true);
defineSymbol(math, bin, "\u22ce", "\\curlyvee", true);
defineSymbol(math, bin, "\u229d", "\\circleddash", true);
defineSymbol(math, bin, "\u229b", "\\circledast", true);
defineSymbol(math, bin, "\u22ba", "\\intercal", true);
defineSymbol(math, bin, "\u22d2", "\\doublecap");
defineSymbol(math, bin, "\u22d3", "\\doublecup");
defineSymbol(math, bin, "\u22a0", "\\boxtimes", true);
defineSymbol(math, bin, "\u22c8", "\\bowtie", true);
defineSymbol(math, bin, "\u22c8", "\\Join");
defineSymbol(math, bin, "\u27d5", "\\leftouterjoin", true);
defineSymbol(math, bin, "\u27d6", "\\rightouterjoin", true);
defineSymbol(math, bin, "\u27d7", "\\fullouterjoin", true);
defineSymbol(math, bin, "\u2238", "\\dotminus", true);
defineSymbol(math, bin, "\u27D1", "\\wedgedot", true);
defineSymbol(math, bin, "\u27C7", "\\veedot", true);
defineSymbol(math, bin, "\u2A62", "\\doublebarvee", true);
defineSymbol(math, bin, "\u2A63", "\\veedoublebar", true);
defineSymbol(math, bin, "\u2A5F", "\\wedgebar", true);
defineSymbol(math, bin, "\u2A60", "\\wedgedoublebar", true);
defineSymbol(math, bin, "\u2A54", "\\Vee", true);
defineSymbol(math, bin, "\u2A53", "\\Wedge", true);
defineSymbol(math, bin, "\u2A43", "\\barcap", true);
defineSymbol(math, bin, "\u2A42", "\\barcup", true);
defineSymbol(math, bin, "\u2A48", "\\capbarcup", true);
defineSymbol(math, bin, "\u2A40", "\\capdot", true);
defineSymbol(math, bin, "\u2A47", "\\capovercup", true);
defineSymbol(math, bin, "\u2A46", "\\cupovercap", true);
defineSymbol(math, bin, "\u2A4D", "\\closedvarcap", true);
defineSymbol(math, bin, "\u2A4C", "\\closedvarcup", true);
defineSymbol(math, bin, "\u2A2A", "\\minusdot", true);
defineSymbol(math, bin, "\u2A2B", "\\minusfdots", true);
defineSymbol(math, bin, "\u2A2C", "\\minusrdots", true);
defineSymbol(math, bin, "\u22BB", "\\Xor", true);
defineSymbol(math, bin, "\u22BC", "\\Nand", true);
defineSymbol(math, bin, "\u22BD", "\\Nor", true);
defineSymbol(math, bin, "\u22BD", "\\barvee");
defineSymbol(math, bin, "\u2AF4", "\\interleave", true);
defineSymbol(math, bin, "\u29E2", "\\shuffle", true);
defineSymbol(math, bin, "\u2AF6", "\\threedotcolon", true);
defineSymbol(math, bin, "\u2982", "\\typecolon", true);
defineSymbol(math, bin, "\u223E", "\\invlazys", true);
defineSymbol(math, bin, "\u2A4B", "\\twocaps", true);
defineSymbol(math, bin, "\u2A4A", "\\twocups", true);
defineSymbol(math, bin, "\u2A4E", "\\Sqcap", true);
defineSymbol(math, bin, "\u2A4F", "\\Sqcup", true);
defineSymbol(math, bin, "\u2A56", "\\veeonvee", true);
defineSymbol(math, bin, "\u2A55", "\\wedgeonwedge", true);
defineSymbol(math, bin, "\u29D7", "\\blackhourglass", true);
defineSymbol(math, bin, "\u29C6", "\\boxast", true);
defineSymbol(math, bin, "\u29C8", "\\boxbox", true);
defineSymbol(math, bin, "\u29C7", "\\boxcircle", true);
defineSymbol(math, bin, "\u229C", "\\circledequal", true);
defineSymbol(math, bin, "\u29B7", "\\circledparallel", true);
defineSymbol(math, bin, "\u29B6", "\\circledvert", true);
defineSymbol(math, bin, "\u29B5", "\\circlehbar", true);
defineSymbol(math, bin, "\u27E1", "\\concavediamond", true);
defineSymbol(math, bin, "\u27E2", "\\concavediamondtickleft", true);
defineSymbol(math, bin, "\u27E3", "\\concavediamondtickright", true);
defineSymbol(math, bin, "\u22C4", "\\diamond", true);
defineSymbol(math, bin, "\u29D6", "\\hourglass", true);
defineSymbol(math, bin, "\u27E0", "\\lozengeminus", true);
defineSymbol(math, bin, "\u233D", "\\obar", true);
defineSymbol(math, bin, "\u29B8", "\\obslash", true);
defineSymbol(math, bin, "\u2A38", "\\odiv", true);
defineSymbol(math, bin, "\u29C1", "\\ogreaterthan", true);
defineSymbol(math, bin, "\u29C0", "\\olessthan", true);
defineSymbol(math, bin, "\u29B9", "\\operp", true);
defineSymbol(math, bin, "\u2A37", "\\Otimes", true);
defineSymbol(math, bin, "\u2A36", "\\otimeshat", true);
defineSymbol(math, bin, "\u22C6", "\\star", true);
defineSymbol(math, bin, "\u25B3", "\\triangle", true);
defineSymbol(math, bin, "\u2A3A", "\\triangleminus", true);
defineSymbol(math, bin, "\u2A39", "\\triangleplus", true);
defineSymbol(math, bin, "\u2A3B", "\\triangletimes", true);
defineSymbol(math, bin, "\u27E4", "\\whitesquaretickleft", true);
defineSymbol(math, bin, "\u27E5", "\\whitesquaretickright", true);
defineSymbol(math, bin, "\u2A33", "\\smashtimes", true);
defineSymbol(math, rel, "\u21e2", "\\dashrightarrow", true);
defineSymbol(math, rel, "\u21e0", "\\dashleftarrow", true);
defineSymbol(math, rel, "\u21c7", "\\leftleftarrows", true);
defineSymbol(math, rel, "\u21c6", "\\leftrightarrows", true);
defineSymbol(math, rel, "\u21da", "\\Lleftarrow", true);
defineSymbol(math, rel, "\u219e", "\\twoheadleftarrow", true);
defineSymbol(math, rel, "\u21a2", "\\leftarrowtail", true);
defineSymbol(math, rel, "\u21ab", "\\looparrowleft", true);
defineSymbol(math, rel, "\u21cb", "\\leftrightharpoons", true);
defineSymbol(math, rel, "\u21b6", "\\curvearrowleft", true);
defineSymbol(math, rel, "\u21ba", "\\circlearrowleft", true);
defineSymbol(math, rel, "\u21b0", "\\Lsh", true);
defineSymbol(math, rel, "\u21c8", "\\upuparrows", true);
defineSymbol(math, rel, "\u21bf", "\\upharpoonleft", true);
defineSymbol(math, rel, "\u21c3", "\\downharpoonleft", true);
defineSymbol(math, rel, "\u22b6", "\\origof", true);
defineSymbol(math, rel, "\u22b7", "\\imageof", true);
defineSymbol(math, rel, "\u22b8", "\\multimap", true);
defineSymbol(math, rel, "\u21ad", "\\leftrightsquigarrow", true);
defineSymbol(math, rel, "\u21c9", "\\rightrightarrows", true);
defineSymbol(math, rel, "\u21c4", "\\rightleftarrows", true);
defineSymbol(math, rel, "\u21a0", "\\twoheadrightarrow", true);
defineSymbol(math, rel, "\u21a3", "\\rightarrowtail", true);
defineSymbol(math, rel, "\u21ac", "\\looparrowright", true);
defineSymbol(math, rel, "\u21b7", "\\curvearrowright", true);
defineSymbol(math, rel, "\u21bb", "\\circlearrowright", true);
defineSymbol(math, rel, "\u21b1", "\\Rsh", true);
defineSymbol(math, rel, "\u21ca", "\\downdownarrows", true);
defineSymbol(math, rel, "\u21be", "\\upharpoonright", true);
defineSymbol(math, rel, "\u21c2", "\\downharpoonright", true);
defineSymbol(math, rel, "\u21dd", "\\rightsquigarrow", true);
defineSymbol(math, rel, "\u21dd", "\\leadsto");
defineSymbol(math, rel, "\u21db", "\\Rrightarrow", true);
defineSymbol(math, rel, "\u21be", "\\restriction");
defineSymbol(math, textord, "\u2018", "`");
defineSymbol(math, textord, "$", "\\$");
defineSymbol(text, textord, "$", "\\$");
defineSymbol(text, textord, "$", "\\textdollar");
defineSymbol(math, textord, "¢", "\\cent");
defineSymbol(text, textord, "¢", "\\cent");
defineSymbol(math, textord, "%", "\\%");
defineSymbol(text, textord, "%", "\\%");
defineSymbol(math, textord, "_", "\\_");
defineSymbol(text, textord, "_", "\\_");
defineSymbol(text, textord, "_", "\\textunderscore");
defineSymbol(text, textord, "\u2423", "\\textvisiblespace", true);
defineSymbol(math, textord, "\u2220", "\\angle", true);
defineSymbol(math, textord, "\u221e", "\\infty", true);
defineSymbol(math, textord, "\u2032", "\\prime");
defineSymbol(math, textord, "\u2033", "\\dprime");
defineSymbol(math, textord, "\u2034", "\\trprime");
defineSymbol(math, textord, "\u2057", "\\qprime");
defineSymbol(math, textord, "\u25b3", "\\triangle");
defineSymbol(text, textord, "\u0391", "\\Alpha", true);
defineSymbol(text, textord, "\u0392", "\\Beta", true);
defineSymbol(text, textord, "\u0393", "\\Gamma", true);
defineSymbol(text, textord, "\u0394", "\\Delta", true);
defineSymbol(text, textord, "\u0395", "\\Epsilon", true);
defineSymbol(text, textord, "\u0396", "\\Zeta", true);
defineSymbol(text, textord, "\u0397", "\\Eta", true);
defineSymbol(text, textord, "\u0398", "\\Theta", true);
defineSymbol(text, textord, "\u0399", "\\Iota", true);
defineSymbol(text, textord, "\u039a", "\\Kappa", true);
defineSymbol(text, textord, "\u039b", "\\Lambda", true);
defineSymbol(text, textord, "\u039c", "\\Mu", true);
defineSymbol(text, textord, "\u039d", "\\Nu", true);
defineSymbol(text, textord, "\u039e", "\\Xi", true);
defineSymbol(text, textord, "\u039f", "\\Omicron", true);
defineSymbol(text, textord, "\u03a0", "\\Pi", true);
defineSymbol(text, textord, "\u03a1", "\\Rho", true);
defineSymbol(text, textord, "\u03a3", "\\Sigma", true);
defineSymbol(text, textord, "\u03a4", "\\Tau", true);
defineSymbol(text, textord, "\u03a5", "\\Upsilon", true);
defineSymbol(text, textord, "\u03a6", "\\Phi", true);
defineSymbol(text, textord, "\u03a7", "\\Chi", true);
defineSymbol(text, textord, "\u03a8", "\\Psi", true);
defineSymbol(text, textord, "\u03a9", "\\Omega", true);
defineSymbol(math, mathord, "\u0391", "\\Alpha", true);
defineSymbol(math, mathord, "\u0392", "\\Beta", true);
defineSymbol(math, mathord, "\u0393", "\\Gamma", true);
defineSymbol(math, mathord, "\u0394", "\\Delta", true);
defineSymbol(math, mathord, "\u0395", "\\Epsilon", true);
defineSymbol(math, mathord, "\u0396", "\\Zeta", true);
defineSymbol(math, mathord, "\u0397", "\\Eta", true);
defineSymbol(math, mathord, "\u0398", "\\Theta", true);
defineSymbol(math, mathord, "\u0399", "\\Iota", true);
defineSymbol(math, mathord, "\u039a", "\\Kappa", true);
defineSymbol(math, mathord, "\u039b", "\\Lambda", true);
defineSymbol(math, mathord, "\u039c", "\\Mu", true);
defineSymbol(math, mathord, "\u039d", "\\Nu", true);
defineSymbol(math, mathord, "\u039e", "\\Xi", true);
defineSymbol(math, mathord, "\u039f", "\\Omicron", true);
defineSymbol(math, mathord, "\u03a0", "\\Pi", true);
defineSymbol(math, mathord, "\u03a1", "\\Rho", true);
defineSymbol(math, mathord, "\u03a3", "\\Sigma", true);
defineSymbol(math, mathord, "\u03a4", "\\Tau", true);
defineSymbol(math, mathord, "\u03a5", "\\Upsilon", true);
defineSymbol(math, mathord, "\u03a6", "\\Phi", true);
defineSymbol(math, mathord, "\u03a7", "\\Chi", true);
defineSymbol(math, mathord, "\u03a8", "\\Psi", true);
defineSymbol(math, mathord, "\u03a9", "\\Omega", true);
defineSymbol(math, open, "\u00ac", "\\neg", true);
defineSymbol(math, open, "\u00ac", "\\lnot");
defineSymbol(math, textord, "\u22a4", "\\top");
defineSymbol(math, textord, "\u22a5", "\\bot");
defineSymbol(math, textord, "\u2205", "\\emptyset");
defineSymbol(math, textord, "\u2300", "\\varnothing");
defineSymbol(math, mathord, "\u03b1", "\\alpha", true);
defineSymbol(math, mathord, "\u03b2", "\\beta", true);
defineSymbol(math, mathord, "\u03b3", "\\gamma", true);
defineSymbol(math, mathord, "\u03b4", "\\delta", true);
defineSymbol(math, mathord, "\u03f5", "\\epsilon", true);
defineSymbol(math, mathord, "\u03b6", "\\zeta", true);
defineSymbol(math, mathord, "\u03b7", "\\eta", true);
defineSymbol(math, mathord, "\u03b8", "\\theta", true);
defineSymbol(math, mathord, "\u03b9", "\\iota", true);
defineSymbol(math, mathord, "\u03ba", "\\kappa", true);
defineSymbol(math, mathord, "\u03bb", "\\lambda", true);
defineSymbol(math, mathord, "\u03bc", "\\mu", true);
defineSymbol(math, mathord, "\u03bd", "\\nu", true);
defineSymbol(math, mathord, "\u03be", "\\xi", true);
defineSymbol(math, mathord, "\u03bf", "\\omicron", true);
defineSymbol(math, mathord, "\u03c0", "\\pi", true);
defineSymbol(math, mathord, "\u03c1", "\\rho", true);
defineSymbol(math, mathord, "\u03c3", "\\sigma", true);
defineSymbol(math, mathord, "\u03c4", "\\tau", true);
defineSymbol(math, mathord, "\u03c5", "\\upsilon", true);
defineSymbol(math, mathord, "\u03d5", "\\phi", true);
defineSymbol(math, mathord, "\u03c7", "\\chi", true);
defineSymbol(math, mathord, "\u03c8", "\\psi", true);
defineSymbol(math, mathord, "\u03c9", "\\omega", true);
defineSymbol(math, mathord, "\u03b5", "\\varepsilon", true);
defineSymbol(math, mathord, "\u03d1", "\\vartheta", true);
defineSymbol(math, mathord, "\u03d6", "\\varpi", true);
defineSymbol(math, mathord, "\u03f1", "\\varrho", true);
defineSymbol(math, mathord, "\u03c2", "\\varsigma", true);
defineSymbol(math, mathord, "\u03c6", "\\varphi", true);
defineSymbol(math, mathord, "\u03d8", "\\Coppa", true);
defineSymbol(math, mathord, "\u03d9", "\\coppa", true);
defineSymbol(math, mathord, "\u03d9", "\\varcoppa", true);
defineSymbol(math, mathord, "\u03de", "\\Koppa", true);
defineSymbol(math, mathord, "\u03df", "\\koppa", true);
defineSymbol(math, mathord, "\u03e0", "\\Sampi", true);
defineSymbol(math, mathord, "\u03e1", "\\sampi", true);
defineSymbol(math, mathord, "\u03da", "\\Stigma", true);
defineSymbol(math, mathord, "\u03db", "\\stigma", true);
defineSymbol(math, mathord, "\u2aeb", "\\Bot");
defineSymbol(math, textord, "\u00f0", "\\eth", true);
defineSymbol(text, textord, "\u00f0", "\u00f0");
defineSymbol(math, textord, "\u00C5", "\\AA");
defineSymbol(text, textord, "\u00C5", "\\AA", true);
defineSymbol(math, textord, "\u00C6", "\\AE", true);
defineSymbol(text, textord, "\u00C6", "\\AE", true);
defineSymbol(math, textord, "\u00D0", "\\DH", true);
defineSymbol(text, textord, "\u00D0", "\\DH", true);
defineSymbol(math, textord, "\u00DE", "\\TH", true);
defineSymbol(text, textord, "\u00DE", "\\TH", true);
defineSymbol(math, textord, "\u00DF", "\\ss", true);
defineSymbol(text, textord, "\u00DF", "\\ss", true);
defineSymbol(math, textord, "\u00E5", "\\aa");
defineSymbol(text, textord, "\u00E5", "\\aa", true);
defineSymbol(math, textord, "\u00E6", "\\ae", true);
defineSymbol(text, textord, "\u00E6", "\\ae", true);
defineSymbol(math, textord, "\u00F0", "\\dh");
defineSymbol(text, textord, "\u00F0", "\\dh", true);
defineSymbol(math, textord, "\u00FE", "\\th", true);
defineSymbol(text, textord, "\u00FE", "\\th", true);
defineSymbol(math, textord, "\u0110", "\\DJ", true);
defineSymbol(text, textord, "\u0110", "\\DJ", true);
defineSymbol(math, textord, "\u0111", "\\dj", true);
defineSymbol(text, textord, "\u0111", "\\dj", true);
defineSymbol(math, textord, "\u0141", "\\L", true);
defineSymbol(text, textord, "\u0141", "\\L", true);
defineSymbol(math, textord, "\u0141", "\\l", true);
defineSymbol(text, textord, "\u0141", "\\l", true);
defineSymbol(math, textord, "\u014A", "\\NG", true);
defineSymbol(text, textord, "\u014A", "\\NG", true);
defineSymbol(math, textord, "\u014B", "\\ng", true);
defineSymbol(text, textord, "\u014B", "\\ng", true);
defineSymbol(math, textord, "\u0152", "\\OE", true);
defineSymbol(text, textord, "\u0152", "\\OE", true);
defineSymbol(math, textord, "\u0153", "\\oe", true);
defineSymbol(text, textord, "\u0153", "\\oe", true);
defineSymbol(math, bin, "\u2217", "\u2217", true);
defineSymbol(math, bin, "+", "+");
defineSymbol(math, bin, "\u2217", "*");
defineSymbol(math, bin, "\u2044", "/", true);
defineSymbol(math, bin, "\u2044", "\u2044");
defineSymbol(math, bin, "\u2212", "-", true);
defineSymbol(math, bin, "\u22c5", "\\cdot", true);
defineSymbol(math, bin, "\u2218", "\\circ", true);
defineSymbol(math, bin, "\u00f7", "\\div", true);
defineSymbol(math, bin, "\u00b1", "\\pm", true);
defineSymbol(math, bin, "\u00d7", "\\times", true);
defineSymbol(math, bin, "\u2229", "\\cap", true);
defineSymbol(math, bin, "\u222a", "\\cup", true);
defineSymbol(math, bin, "\u2216", "\\setminus", true);
defineSymbol(math, bin, "\u2227", "\\land");
defineSymbol(math, bin, "\u2228", "\\lor");
defineSymbol(math, bin, "\u2227", "\\wedge", true);
defineSymbol(math, bin, "\u2228", "\\vee", true);
defineSymbol(math, open, "\u27e6", "\\llbracket", true);
defineSymbol(math, close, "\u27e7", "\\rrbracket", true);
defineSymbol(math, open, "\u27e8", "\\langle", true);
defineSymbol(math, open, "\u27ea", "\\lAngle", true);
defineSymbol(math, open, "\u2989", "\\llangle", true);
defineSymbol(math, open, "|", "\\lvert");
defineSymbol(math, open, "\u2016", "\\lVert", true);
defineSymbol(math, textord, "!", "\\oc");
defineSymbol(math, textord, "?", "\\wn");
defineSymbol(math, textord, "\u2193", "\\shpos");
defineSymbol(math, textord, "\u2195", "\\shift");
defineSymbol(math, textord, "\u2191", "\\shneg");
defineSymbol(math, close, "?", "?");
defineSymbol(math, close, "!", "!");
defineSymbol(math, close, "‼", "‼");
defineSymbol(math, close, "\u27e9", "\\rangle", true);
defineSymbol(math, close, "\u27eb", "\\rAngle", true);
defineSymbol(math, close, "\u298a", "\\rrangle", true);
defineSymbol(math, close, "|", "\\rvert");
defineSymbol(math, close, "\u2016", "\\rVert");
defineSymbol(math, open, "\u2983", "\\lBrace", true);
defineSymbol(math, close, "\u2984", "\\rBrace", true);
defineSymbol(math, rel, "=", "\\equal", true);
defineSymbol(math, rel, ":", ":");
defineSymbol(math, rel, "\u2248", "\\approx", true);
defineSymbol(math, rel, "\u2245", "\\cong", true);
defineSymbol(math, rel, "\u2265", "\\ge");
defineSymbol(math, rel, "\u2265", "\\geq", true);
defineSymbol(math, rel, "\u2190", "\\gets");
defineSymbol(math, rel, ">", "\\gt", true);
defineSymbol(math, rel, "\u2208", "\\in", true);
defineSymbol(math, rel, "\u2209", "\\notin", true);
defineSymbol(math, rel, "\ue020", "\\@not");
defineSymbol(math, rel, "\u2282", "\\subset", true);
defineSymbol(math, rel, "\u2283", "\\supset", true);
defineSymbol(math, rel, "\u2286", "\\subseteq", true);
defineSymbol(math, rel, "\u2287", "\\supseteq", true);
defineSymbol(math, rel, "\u2288", "\\nsubseteq", true);
defineSymbol(math, rel, "\u2288", "\\nsubseteqq");
defineSymbol(math, rel, "\u2289", "\\nsupseteq", true);
defineSymbol(math, rel, "\u2289", "\\nsupseteqq");
defineSymbol(math, rel, "\u22a8", "\\models");
defineSymbol(math, rel, "\u2190", "\\leftarrow", true);
defineSymbol(math, rel, "\u2264", "\\le");
defineSymbol(math, rel, "\u2264", "\\leq", true);
defineSymbol(math, rel, "<", "\\lt", true);
defineSymbol(math, rel, "\u2192", "\\rightarrow", true);
defineSymbol(math, rel, "\u2192", "\\to");
defineSymbol(math, rel, "\u2271", "\\ngeq", true);
defineSymbol(math, rel, "\u2271", "\\ngeqq");
defineSymbol(math, rel, "\u2271", "\\ngeqslant");
defineSymbol(math, rel, "\u2270", "\\nleq", true);
defineSymbol(math, rel, "\u2270", "\\nleqq");
defineSymbol(math, rel, "\u2270", "\\nleqslant");
defineSymbol(math, rel, "\u2aeb", "\\Perp", true);
defineSymbol(math, spacing, "\u00a0", "\\ ");
defineSymbol(math, spacing, "\u00a0", "\\space");
defineSymbol(math, spacing, "\u00a0", "\\nobreakspace");
defineSymbol(text, spacing, "\u00a0", "\\ ");
defineSymbol(text, spacing, "\u00a0", " ");
defineSymbol(text, spacing, "\u00a0", "\\space");
defineSymbol(text, spacing, "\u00a0", "\\nobreakspace");
defineSymbol(math, spacing, null, "\\nobreak");
defineSymbol(math, spacing, null, "\\allowbreak");
defineSymbol(math, punct, ",", ",");
defineSymbol(text, punct, ":", ":");
defineSymbol(math, punct, ";", ";");
defineSymbol(math, bin, "\u22bc", "\\barwedge");
defineSymbol(math, bin, "\u22bb", "\\veebar");
defineSymbol(math, bin, "\u2299", "\\odot", true);
defineSymbol(math, bin, "\u2295\uFE0E", "\\oplus");
defineSymbol(math, bin, "\u2297", "\\otimes", true);
defineSymbol(math, textord, "\u2202", "\\partial", true);
defineSymbol(math, bin, "\u2298", "\\oslash", true);
defineSymbol(math, bin, "\u229a", "\\circledcirc", true);
defineSymbol(math, bin, "\u22a1", "\\boxdot", true);
defineSymbol(math, bin, "\u25b3", "\\bigtriangleup");
defineSymbol(math, bin, "\u25bd", "\\bigtriangledown");
defineSymbol(math, bin, "\u2020", "\\dagger");
defineSymbol(math, bin, "\u22c4", "\\diamond");
defineSymbol(math, bin, "\u25c3", "\\triangleleft");
defineSymbol(math, bin, "\u25b9", "\\triangleright");
defineSymbol(math, open, "{", "\\{");
defineSymbol(text, textord, "{", "\\{");
defineSymbol(text, textord, "{", "\\textbraceleft");
defineSymbol(math, close, "}", "\\}");
defineSymbol(text, textord, "}", "\\}");
defineSymbol(text, textord, "}", "\\textbraceright");
defineSymbol(math, open, "{", "\\lbrace");
defineSymbol(math, close, "}", "\\rbrace");
defineSymbol(math, open, "[", "\\lbrack", true);
defineSymbol(text, textord, "[", "\\lbrack", true);
defineSymbol(math, close, "]", "\\rbrack", true);
defineSymbol(text, textord, "]", "\\rbrack", true);
defineSymbol(math, open, "(", "\\lparen", true);
defineSymbol(math, close, ")", "\\rparen", true);
defineSymbol(math, open, "⦇", "\\llparenthesis", true);
defineSymbol(math, close, "⦈", "\\rrparenthesis", true);
defineSymbol(text, textord, "<", "\\textless", true);
defineSymbol(text, textord, ">", "\\textgreater", true);
defineSymbol(math, open, "\u230a", "\\lfloor", true);
defineSymbol(math, close, "\u230b", "\\rfloor", true);
defineSymbol(math, open, "\u2308", "\\lceil", true);
defineSymbol(math, close, "\u2309", "\\rceil", true);
defineSymbol(math, textord, "\\", "\\backslash");
defineSymbol(math, textord, "|", "|");
defineSymbol(math, textord, "|", "\\vert");
defineSymbol(text, textord, "|", "\\textbar", true);
defineSymbol(math, textord, "\u2016", "\\|");
defineSymbol(math, textord, "\u2016", "\\Vert");
defineSymbol(text, textord, "\u2016", "\\textbardbl");
defineSymbol(text, textord, "~", "\\textasciitilde");
defineSymbol(text, textord, "\\", "\\textbackslash");
defineSymbol(text, textord, "^", "\\textasciicircum");
defineSymbol(math, rel, "\u2191", "\\uparrow", true);
defineSymbol(math, rel, "\u21d1", "\\Uparrow", true);
defineSymbol(math, rel, "\u2193", "\\downarrow", true);
defineSymbol(math, rel, "\u21d3", "\\Downarrow", true);
defineSymbol(math, rel, "\u2195", "\\updownarrow", true);
defineSymbol(math, rel, "\u21d5", "\\Updownarrow", true);
defineSymbol(math, op, "\u2210", "\\coprod");
defineSymbol(math, op, "\u22c1", "\\bigvee");
defineSymbol(math, op, "\u22c0", "\\bigwedge");
defineSymbol(math, op, "\u2a04", "\\biguplus");
defineSymbol(math, op, "\u2a04", "\\bigcupplus");
defineSymbol(math, op, "\u2a03", "\\bigcupdot");
defineSymbol(math, op, "\u2a07", "\\bigdoublevee");
defineSymbol(math, op, "\u2a08", "\\bigdoublewedge");
defineSymbol(math, op, "\u22c2", "\\bigcap");
defineSymbol(math, op, "\u22c3", "\\bigcup");
defineSymbol(math, op, "\u222b", "\\int");
defineSymbol(math, op, "\u222b", "\\intop");
defineSymbol(math, op, "\u222c", "\\iint");
defineSymbol(math, op, "\u222d", "\\iiint");
defineSymbol(math, op, "\u220f", "\\prod");
defineSymbol(math, op, "\u2211", "\\sum");
defineSymbol(math, op, "\u2a02", "\\bigotimes");
defineSymbol(math, op, "\u2a01", "\\bigoplus");
defineSymbol(math, op, "\u2a00", "\\bigodot");
defineSymbol(math, op, "\u2a09", "\\bigtimes");
defineSymbol(math, op, "\u222e", "\\oint");
defineSymbol(math, op, "\u222f", "\\oiint");
defineSymbol(math, op, "\u2230", "\\oiiint");
defineSymbol(math, op, "\u2231", "\\intclockwise");
defineSymbol(math, op, "\u2232", "\\varointclockwise");
defineSymbol(math, op, "\u2a0c", "\\iiiint");
defineSymbol(math, op, "\u2a0d", "\\intbar");
defineSymbol(math, op, "\u2a0e", "\\intBar");
defineSymbol(math, op, "\u2a0f", "\\fint");
defineSymbol(math, op, "\u2a12", "\\rppolint");
defineSymbol(math, op, "\u2a13", "\\scpolint");
defineSymbol(math, op, "\u2a15", "\\pointint");
defineSymbol(math, op, "\u2a16", "\\sqint");
defineSymbol(math, op, "\u2a17", "\\intlarhk");
defineSymbol(math, op, "\u2a18", "\\intx");
defineSymbol(math, op, "\u2a19", "\\intcap");
defineSymbol(math, op, "\u2a1a", "\\intcup");
defineSymbol(math, op, "\u2a05", "\\bigsqcap");
defineSymbol(math, op, "\u2a06", "\\bigsqcup");
defineSymbol(math, op, "\u222b", "\\smallint");
defineSymbol(text, inner, "\u2026", "\\textellipsis");
defineSymbol(math, inner, "\u2026", "\\mathellipsis");
defineSymbol(text, inner, "\u2026", "\\ldots", true);
defineSymbol(math, inner, "\u2026", "\\ldots", true);
defineSymbol(math, inner, "\u22f0", "\\iddots", true);
defineSymbol(math, inner, "\u22ef", "\\@cdots", true);
defineSymbol(math, inner, "\u22f1", "\\ddots", true);
defineSymbol(math, textord, "\u22ee", "\\varvdots");
defineSymbol(text, textord, "\u22ee", "\\varvdots");
defineSymbol(math, accent, "\u00b4", "\\acute");
defineSymbol(math, accent, "\u0060", "\\grave");
defineSymbol(math, accent, "\u00a8", "\\ddot");
defineSymbol(math, accent, "\u2026", "\\dddot");
defineSymbol(math, accent, "\u2026\u002e", "\\ddddot");
defineSymbol(math, accent, "\u007e", "\\tilde");
defineSymbol(math, accent, "\u203e", "\\bar");
defineSymbol(math, accent, "\u02d8", "\\breve");
defineSymbol(math, accent, "\u02c7", "\\check");
defineSymbol(math, accent, "\u02c6", "\\hat");
defineSymbol(math, accent, "\u2192", "\\vec");
defineSymbol(math, accent, "\u02d9", "\\dot");
defineSymbol(math, accent, "\u02da", "\\mathring");
defineSymbol(math, mathord, "\u0131", "\\imath", true);
defineSymbol(math, mathord, "\u0237", "\\jmath", true);
defineSymbol(math, textord, "\u0131", "\u0131");
defineSymbol(math, textord, "\u0237", "\u0237");
defineSymbol(text, textord, "\u0131", "\\i", true);
defineSymbol(text, textord, "\u0237", "\\j", true);
defineSymbol(text, textord, "\u00f8", "\\o", true);
defineSymbol(math, mathord, "\u00f8", "\\o", true);
defineSymbol(text, textord, "\u00d8", "\\O", true);
defineSymbol(math, mathord, "\u00d8", "\\O", true);
defineSymbol(text, accent, "\u02ca", "\\'");
defineSymbol(text, accent, "\u02cb", "\\`");
defineSymbol(text, accent, "\u02c6", "\\^");
defineSymbol(text, accent, "\u007e", "\\~");
defineSymbol(text, accent, "\u02c9", "\\=");
defineSymbol(text, accent, "\u02d8", "\\u");
defineSymbol(text, accent, "\u02d9", "\\.");
defineSymbol(text, accent, "\u00b8", "\\c");
defineSymbol(text, accent, "\u02da", "\\r");
defineSymbol(text, accent, "\u02c7", "\\v");
defineSymbol(text, accent, "\u00a8", '\\"');
defineSymbol(text, accent, "\u02dd", "\\H");
defineSymbol(math, accent, "\u02ca", "\\'");
defineSymbol(math, accent, "\u02cb", "\\`");
defineSymbol(math, accent, "\u02c6", "\\^");
defineSymbol(math, accent, "\u007e", "\\~");
defineSymbol(math, accent, "\u02c9", "\\=");
defineSymbol(math, accent, "\u02d8", "\\u");
defineSymbol(math, accent, "\u02d9", "\\.");
defineSymbol(math, accent, "\u00b8", "\\c");
defineSymbol(math, accent, "\u02da", "\\r");
defineSymbol(math, accent, "\u02c7", "\\v");
defineSymbol(math, accent, "\u00a8", '\\"');
defineSymbol(math, accent, "\u02dd", "\\H");
var ligatures = {
    "--": true,
    "---": true,
    "``": true,
    "''": true
};
defineSymbol(text, textord, "\u2013", "--", true);
defineSymbol(text, textord, "\u2013", "\\textendash");
defineSymbol(text, textord, "\u2014", "---", true);
defineSymbol(text, textord, "\u2014", "\\textemdash");
defineSymbol(text, textord, "\u2018", "`", true);
defineSymbol(text, textord, "\u2018", "\\textquoteleft");
defineSymbol(text, textord, "\u2019", "'", true);
defineSymbol(text, textord, "\u2019", "\\textquoteright");
defineSymbol(text, textord, "\u201c", "``", true);
defineSymbol(text, textord, "\u201c", "\\textquotedblleft");
defineSymbol(text, textord, "\u201d", "''", true);
defineSymbol(text, textord, "\u201d", "\\textquotedblright");
defineSymbol(math, textord, "\u00b0", "\\degree", true);
defineSymbol(text, textord, "\u00b0", "\\degree");
defineSymbol(text, textord, "\u00b0", "\\textdegree", true);
defineSymbol(math, textord, "\u00a3", "\\pounds");
defineSymbol(math, textord, "\u00a3", "\\mathsterling", true);
defineSymbol(text, textord, "\u00a3", "\\pounds");
defineSymbol(text, textord, "\u00a3", "\\textsterling", true);
defineSymbol(math, textord, "\u2720", "\\maltese");
defineSymbol(text, textord, "\u2720", "\\maltese");
defineSymbol(math, textord, "\u20ac", "\\euro", true);
defineSymbol(text, textord, "\u20ac", "\\euro", true);
defineSymbol(text, textord, "\u20ac", "\\texteuro");
defineSymbol(math, textord, "\u00a9", "\\copyright", true);
defineSymbol(text, textord, "\u00a9", "\\textcopyright");
defineSymbol(math, textord, "\u2300", "\\diameter", true);
defineSymbol(text, textord, "\u2300", "\\diameter");
defineSymbol(math, textord, "𝛤", "\\varGamma");
defineSymbol(math, textord, "𝛥", "\\varDelta");
defineSymbol(math, textord, "𝛩", "\\varTheta");
defineSymbol(math, textord, "𝛬", "\\varLambda");
defineSymbol(math, textord, "𝛯", "\\varXi");
defineSymbol(math, textord, "𝛱", "\\varPi");
defineSymbol(math, textord, "𝛴", "\\varSigma");
defineSymbol(math, textord, "𝛶", "\\varUpsilon");
defineSymbol(math, textord, "𝛷", "\\varPhi");
defineSymbol(math, textord, "𝛹", "\\varPsi");
defineSymbol(math, textord, "𝛺", "\\varOmega");
defineSymbol(text, textord, "𝛤", "\\varGamma");
defineSymbol(text, textord, "𝛥", "\\varDelta");
defineSymbol(text, textord, "𝛩", "\\varTheta");
defineSymbol(text, textord, "𝛬", "\\varLambda");
defineSymbol(text, textord, "𝛯", "\\varXi");
defineSymbol(text, textord, "𝛱", "\\varPi");
defineSymbol(text, textord, "𝛴", "\\varSigma");
defineSymbol(text, textord, "𝛶", "\\varUpsilon");
defineSymbol(text, textord, "𝛷", "\\varPhi");
defineSymbol(text, textord, "𝛹", "\\varPsi");
defineSymbol(text, textord, "𝛺", "\\varOmega");
var mathTextSymbols = '0123456789/@."';
for (var i = 0; i < mathTextSymbols.length; i++) {
    var ch = mathTextSymbols.charAt(i);
    defineSymbol(math, textord, ch, ch);
}
var textSymbols = '0123456789!@*()-=+";:?/.,';
for (var i = 0; i < textSymbols.length; i++) {
    var ch = textSymbols.charAt(i);
    defineSymbol(text, textord, ch, ch);
}
var letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
for (var i = 0; i < letters.length; i++) {
    var ch = letters.charAt(i);
    defineSymbol(math, mathord, ch, ch);
    defineSymbol(text, textord, ch, ch);
}
var narrow = "ÇÐÞçþℂℍℕℙℚℝℤℎℏℊℋℌℐℑℒℓ℘ℛℜℬℰℱℳℭℨ";
for (var i = 0; i < narrow.length; i++) {
    var ch = narrow.charAt(i);
    defineSymbol(math, mathord, ch, ch);
    defineSymbol(text, textord, ch, ch);
}
var wideChar = "";
for (var i = 0; i < letters.length; i++) {
    wideChar = String.fromCharCode(0xd835, 0xdc00 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xdc34 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xdc68 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xdd04 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xdda0 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xddd4 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xde08 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xde70 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xdd38 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    var ch = letters.charAt(i);
    wideChar = String.fromCharCode(0xd835, 0xdc9c + i);
    defineSymbol(math, mathord, ch, wideChar);
    defineSymbol(text, textord, ch, wideChar);
}
for (var i = 0; i < 10; i++) {
    wideChar = String.fromCharCode(0xd835, 0xdfce + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xdfe2 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xdfec + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
    wideChar = String.fromCharCode(0xd835, 0xdff6 + i);
    defineSymbol(math, mathord, wideChar, wideChar);
    defineSymbol(text, textord, wideChar, wideChar);
}
function setLineBreaks(expression, wrapMode, isDisplayMode) {
    var mtrs = [];
    var mrows = [];
    var block = [];
    var numTopLevelEquals = 0;
    var i = 0;
    while (i < expression.length) {
        while (expression[i] instanceof DocumentFragment) {
            expression.splice.apply(expression, __spreadArray([i, 1], expression[i].children, false));
        }
        var node = expression[i];
        if (node.attributes && node.attributes.linebreak &&
            node.attributes.linebreak === "newline") {
            if (block.length > 0) {
                mrows.push(new MathNode("mrow", block));
            }
            mrows.push(node);
            block = [];
            var mtd = new MathNode("mtd", mrows);
            mtd.style.textAlign = "left";
            mtrs.push(new MathNode("mtr", [mtd]));
            mrows = [];
            i += 1;
            continue;
        }
        block.push(node);
        if (node.type && node.type === "mo" && node.children.length === 1 &&
            !(node.attributes.form && node.attributes.form === "prefix") &&
            !Object.prototype.hasOwnProperty.call(node.attributes, "movablelimits")) {
            var ch = node.children[0].text;
            if (wrapMode === "=" && ch === "=") {
                numTopLevelEquals += 1;
                if (numTopLevelEquals > 1) {
                    block.pop();
                    var element = new MathNode("mrow", block);
                    mrows.push(element);
                    block = [node];
                }
            }
            else if (wrapMode === "tex") {
                var next = i < expression.length - 1 ? expression[i + 1] : null;
                var glueIsFreeOfNobreak = true;
                if (!(next &&
                    next.type === "mtext" &&
                    next.attributes.linebreak &&
                    next.attributes.linebreak === "nobreak")) {
                    for (var j = i + 1; j < expression.length; j++) {
                        var nd = expression[j];
                        if (nd.type &&
                            nd.type === "mspace" &&
                            !(nd.attributes.linebreak && nd.attributes.linebreak === "newline")) {
                            block.push(nd);
                            i += 1;
                            if (nd.attributes &&
                                nd.attributes.linebreak &&
                                nd.attributes.linebreak === "nobreak") {
                                glueIsFreeOfNobreak = false;
                            }
                        }
                        else {
                            break;
                        }
                    }
                }
                if (glueIsFreeOfNobreak) {
                    var element = new MathNode("mrow", block);
                    mrows.push(element);
                    block = [];
                }
            }
        }
        i += 1;
    }
    if (block.length > 0) {
        var element = new MathNode("mrow", block);
        mrows.push(element);
    }
    if (mtrs.length > 0) {
        var mtd = new MathNode("mtd", mrows);
        mtd.style.textAlign = "left";
        var mtr = new MathNode("mtr", [mtd]);
        mtrs.push(mtr);
        var mtable = new MathNode("mtable", mtrs);
        if (!isDisplayMode) {
            mtable.setAttribute("columnalign", "left");
            mtable.setAttribute("rowspacing", "0em");
        }
        return mtable;
    }
    return newDocumentFragment(mrows);
}
var makeText = function (text, mode, style) {
    if (symbols[mode][text] &&
        symbols[mode][text].replace &&
        text.charCodeAt(0) !== 0xd835 &&
        !(Object.prototype.hasOwnProperty.call(ligatures, text) &&
            style &&
            ((style.fontFamily && style.fontFamily.slice(4, 6) === "tt") ||
                (style.font && style.font.slice(4, 6) === "tt")))) {
        text = symbols[mode][text].replace;
    }
    return new TextNode(text);
};
var copyChar = function (newRow, child) {
    if (newRow.children.length === 0 ||
        newRow.children[newRow.children.length - 1].type !== "mtext") {
        var mtext = new MathNode("mtext", [new TextNode(child.children[0].text)]);
        newRow.children.push(mtext);
    }
    else {
        newRow.children[newRow.children.length - 1].children[0].text += child.children[0].text;
    }
};
var consolidateText = function (mrow) {
    if (mrow.type !== "mrow" && mrow.type !== "mstyle") {
        return mrow;
    }
    if (mrow.children.length === 0) {
        return mrow;
    }
    var newRow = new MathNode("mrow");
    for (var i = 0; i < mrow.children.length; i++) {
        var child = mrow.children[i];
        if (child.type === "mtext" && Object.keys(child.attributes).length === 0) {
            copyChar(newRow, child);
        }
        else if (child.type === "mrow") {
            var canConsolidate = true;
            for (var j = 0; j < child.children.length; j++) {
                var grandChild = child.children[j];
                if (grandChild.type !== "mtext" || Object.keys(child.attributes).length !== 0) {
                    canConsolidate = false;
                    break;
                }
            }
            if (canConsolidate) {
                for (var j = 0; j < child.children.length; j++) {
                    var grandChild = child.children[j];
                    copyChar(newRow, grandChild);
                }
            }
            else {
                newRow.children.push(child);
            }
        }
        else {
            newRow.children.push(child);
        }
    }
    for (var i = 0; i < newRow.children.length; i++) {
        if (newRow.children[i].type === "mtext") {
            var mtext = newRow.children[i];
            if (mtext.children[0].text.charAt(0) === " ") {
                mtext.children[0].text = "\u00a0" + mtext.children[0].text.slice(1);
            }
            var L = mtext.children[0].text.length;
            if (L > 0 && mtext.children[0].text.charAt(L - 1) === " ") {
                mtext.children[0].text = mtext.children[0].text.slice(0, -1) + "\u00a0";
            }
            for (var _i = 0, _a = Object.entries(mrow.attributes); _i < _a.length; _i++) {
                var _b = _a[_i], key = _b[0], value = _b[1];
                mtext.attributes[key] = value;
            }
        }
    }
    if (newRow.children.length === 1 && newRow.children[0].type === "mtext") {
        return newRow.children[0];
    }
    else {
        return newRow;
    }
};
var makeRow = function (body, semisimple) {
    if (semisimple === void 0) { semisimple = false; }
    if (body.length === 1 && !(body[0] instanceof DocumentFragment)) {
        return body[0];
    }
    else if (!semisimple) {
        if (body[0] instanceof MathNode && body[0].type === "mo" && !body[0].attributes.fence) {
            body[0].attributes.lspace = "0em";
            body[0].attributes.rspace = "0em";
        }
        var end = body.length - 1;
        if (body[end] instanceof MathNode && body[end].type === "mo" && !body[end].attributes.fence) {
            body[end].attributes.lspace = "0em";
            body[end].attributes.rspace = "0em";
        }
    }
    return new MathNode("mrow", body);
};
function isNumberPunctuation(group) {
    if (!group) {
        return false;
    }
    if (group.type === 'mi' && group.children.length === 1) {
        var child = group.children[0];
        return child instanceof TextNode && child.text === '.';
    }
    else if (group.type === "mtext" && group.children.length === 1) {
        var child = group.children[0];
        return child instanceof TextNode && child.text === '\u2008';
    }
    else if (group.type === 'mo' && group.children.length === 1 &&
        group.getAttribute('separator') === 'true' &&
        group.getAttribute('lspace') === '0em' &&
        group.getAttribute('rspace') === '0em') {
        var child = group.children[0];
        return child instanceof TextNode && child.text === ',';
    }
    else {
        return false;
    }
}
var isComma = function (expression, i) {
    var node = expression[i];
    var followingNode = expression[i + 1];
    return (node.type === "atom" && node.text === ",") &&
        node.loc && followingNode.loc && node.loc.end === followingNode.loc.start;
};
var isRel = function (item) {
    return (item.type === "atom" && item.family === "rel") ||
        (item.type === "mclass" && item.mclass === "mrel");
};
var buildExpression = function (expression, style, semisimple) {
    var _a, _b, _c;
    if (semisimple === void 0) { semisimple = false; }
    if (!semisimple && expression.length === 1) {
        var group = buildGroup$1(expression[0], style);
        if (group instanceof MathNode && group.type === "mo") {
            group.setAttribute("lspace", "0em");
            group.setAttribute("rspace", "0em");
        }
        return [group];
    }
    var groups = [];
    var groupArray = [];
    var lastGroup;
    for (var i = 0; i < expression.length; i++) {
        groupArray.push(buildGroup$1(expression[i], style));
    }
    for (var i = 0; i < groupArray.length; i++) {
        var group = groupArray[i];
        if (i < expression.length - 1 && isRel(expression[i]) && isRel(expression[i + 1])) {
            group.setAttribute("rspace", "0em");
        }
        if (i > 0 && isRel(expression[i]) && isRel(expression[i - 1])) {
            group.setAttribute("lspace", "0em");
        }
        if (group.type === 'mn' && lastGroup && lastGroup.type === 'mn') {
            (_a = lastGroup.children).push.apply(_a, group.children);
            continue;
        }
        else if (isNumberPunctuation(group) && lastGroup && lastGroup.type === 'mn') {
            (_b = lastGroup.children).push.apply(_b, group.children);
            continue;
        }
        else if (lastGroup && lastGroup.type === "mn" && i < groupArray.length - 1 &&
            groupArray[i + 1].type === "mn" && isComma(expression, i)) {
            (_c = lastGroup.children).push.apply(_c, group.children);
            continue;
        }
        else if (group.type === 'mn' && isNumberPunctuation(lastGroup)) {
            group.children = __spreadArray(__spreadArray([], lastGroup.children, true), group.children, true);
            groups.pop();
        }
        else if ((group.type === 'msup' || group.type === 'msub') &&
            group.children.length >= 1 && lastGroup &&
            (lastGroup.type === 'mn' || isNumberPunctuation(lastGroup))) {
            var base = group.children[0];
            if (base instanceof MathNode && base.type === 'mn' && lastGroup) {
                base.children = __spreadArray(__spreadArray([], lastGroup.children, true), base.children, true);
                groups.pop();
            }
        }
        groups.push(group);
        lastGroup = group;
    }
    return groups;
};
var buildExpressionRow = function (expression, style, semisimple) {
    if (semisimple === void 0) { semisimple = false; }
    return makeRow(buildExpression(expression, style, semisimple), semisimple);
};
var buildGroup$1 = function (group, style) {
    if (!group) {
        return new MathNode("mrow");
    }
    if (_mathmlGroupBuilders[group.type]) {
        var result = _mathmlGroupBuilders[group.type](group, style);
        return result;
    }
    else {
        throw new ParseError("Got group of unknown type: '" + group.type + "'");
    }
};
var glue$1 = function (_) {
    return new MathNode("mtd", [], [], { padding: "0", width: "50%" });
};
var labelContainers = ["mrow", "mtd", "mtable", "mtr"];
var getLabel = function (parent) {
    for (var _i = 0, _a = parent.children; _i < _a.length; _i++) {
        var node = _a[_i];
        if (node.type && labelContainers.includes(node.type)) {
            if (node.classes && node.classes[0] === "tml-label") {
                var label = node.label;
                return label;
            }
            else {
                var label = getLabel(node);
                if (label) {
                    return label;
                }
            }
        }
        else if (!node.type) {
            var label = getLabel(node);
            if (label) {
                return label;
            }
        }
    }
};
var taggedExpression = function (expression, tag, style, leqno) {
    tag = buildExpressionRow(tag[0].body, style);
    tag = consolidateText(tag);
    tag.classes.push("tml-tag");
    var label = getLabel(expression);
    expression = new MathNode("mtd", [expression]);
    var rowArray = [glue$1(), expression, glue$1()];
    rowArray[leqno ? 0 : 2].children.push(tag);
    var mtr = new MathNode("mtr", rowArray, ["tml-tageqn"]);
    if (label) {
        mtr.setAttribute("id", label);
    }
    var table = new MathNode("mtable", [mtr]);
    table.style.width = "100%";
    table.setAttribute("displaystyle", "true");
    return table;
};
function buildMathML(tree, texExpression, style, settings) {
    var tag = null;
    if (tree.length === 1 && tree[0].type === "tag") {
        tag = tree[0].tag;
        tree = tree[0].body;
    }
    var expression = buildExpression(tree, style);
    if (expression.length === 1 && expression[0] instanceof AnchorNode) {
        return expression[0];
    }
    var wrap = (settings.displayMode || settings.annotate) ? "none" : settings.wrap;
    var n1 = expression.length === 0 ? null : expression[0];
    var wrapper = expression.length === 1 && tag === null && (n1 instanceof MathNode)
        ? expression[0]
        : setLineBreaks(expression, wrap, settings.displayMode);
    if (tag) {
        wrapper = taggedExpression(wrapper, tag, style, settings.leqno);
    }
    if (settings.annotate) {
        var annotation = new MathNode("annotation", [new TextNode(texExpression)]);
        annotation.setAttribute("encoding", "application/x-tex");
        wrapper = new MathNode("semantics", [wrapper, annotation]);
    }
    var math = new MathNode("math", [wrapper]);
    if (settings.xml) {
        math.setAttribute("xmlns", "http://www.w3.org/1998/Math/MathML");
    }
    if (settings.displayMode) {
        math.setAttribute("display", "block");
        math.style.display = "block math";
        math.classes = ["tml-display"];
    }
    return math;
}
var smallNudge = "DHKLUcegorsuvxyzΠΥΨαδηιμνοτυχϵ";
var mediumNudge = "BCEGIMNOPQRSTXZlpqtwΓΘΞΣΦΩβεζθξρςφψϑϕϱ";
var largeNudge = "AFJdfΔΛ";
var mathmlBuilder$a = function (group, style) {
    var accentNode$1 = group.isStretchy
        ? accentNode(group)
        : new MathNode("mo", [makeText(group.label, group.mode)]);
    if (!group.isStretchy) {
        accentNode$1.setAttribute("stretchy", "false");
    }
    if (group.label !== "\\vec") {
        accentNode$1.style.mathDepth = "0";
    }
    var tag = group.label === "\\c" ? "munder" : "mover";
    var needsWbkVertShift = needsWebkitVerticalShift.has(group.label);
    if (tag === "mover" && group.mode === "math" && (!group.isStretchy) && group.base.text
        && group.base.text.length === 1) {
        var text_1 = group.base.text;
        var isVec = group.label === "\\vec";
        var vecPostfix = isVec === "\\vec" ? "-vec" : "";
        if (isVec) {
            accentNode$1.classes.push("tml-vec");
        }
        var wbkPostfix = isVec ? "-vec" : needsWbkVertShift ? "-acc" : "";
        if (smallNudge.indexOf(text_1) > -1) {
            accentNode$1.classes.push("chr-sml".concat(vecPostfix));
            accentNode$1.classes.push("wbk-sml".concat(wbkPostfix));
        }
        else if (mediumNudge.indexOf(text_1) > -1) {
            accentNode$1.classes.push("chr-med".concat(vecPostfix));
            accentNode$1.classes.push("wbk-med".concat(wbkPostfix));
        }
        else if (largeNudge.indexOf(text_1) > -1) {
            accentNode$1.classes.push("chr-lrg".concat(vecPostfix));
            accentNode$1.classes.push("wbk-lrg".concat(wbkPostfix));
        }
        else if (isVec) {
            accentNode$1.classes.push("wbk-vec");
        }
        else if (needsWbkVertShift) {
            accentNode$1.classes.push("wbk-acc");
        }
    }
    else if (needsWbkVertShift) {
        accentNode$1.classes.push("wbk-acc");
    }
    var node = new MathNode(tag, [buildGroup$1(group.base, style), accentNode$1]);
    return node;
};
var nonStretchyAccents = new Set([
    "\\acute",
    "\\check",
    "\\grave",
    "\\ddot",
    "\\dddot",
    "\\ddddot",
    "\\tilde",
    "\\bar",
    "\\breve",
    "\\check",
    "\\hat",
    "\\vec",
    "\\dot",
    "\\mathring"
]);
var needsWebkitVerticalShift = new Set([
    "\\acute",
    "\\bar",
    "\\breve",
    "\\check",
    "\\dot",
    "\\ddot",
    "\\grave",
    "\\hat",
    "\\mathring",
    "\\`", "\\'", "\\^", "\\=", "\\u", "\\.", '\\"', "\\r", "\\H", "\\v"
]);
var combiningChar = {
    "\\`": "\u0300",
    "\\'": "\u0301",
    "\\^": "\u0302",
    "\\~": "\u0303",
    "\\=": "\u0304",
    "\\u": "\u0306",
    "\\.": "\u0307",
    '\\"': "\u0308",
    "\\r": "\u030A",
    "\\H": "\u030B",
    "\\v": "\u030C",
    "\\c": "\u0327"
};
defineFunction({
    type: "accent",
    names: [
        "\\acute",
        "\\grave",
        "\\ddot",
        "\\dddot",
        "\\ddddot",
        "\\tilde",
        "\\bar",
        "\\breve",
        "\\check",
        "\\hat",
        "\\vec",
        "\\dot",
        "\\mathring",
        "\\overparen",
        "\\widecheck",
        "\\widehat",
        "\\wideparen",
        "\\widetilde",
        "\\overrightarrow",
        "\\overleftarrow",
        "\\Overrightarrow",
        "\\overleftrightarrow",
        "\\overgroup",
        "\\overleftharpoon",
        "\\overrightharpoon"
    ],
    props: {
        numArgs: 1
    },
    handler: function (context, args) {
        var base = normalizeArgument(args[0]);
        var isStretchy = !nonStretchyAccents.has(context.funcName);
        return {
            type: "accent",
            mode: context.parser.mode,
            label: context.funcName,
            isStretchy: isStretchy,
            base: base
        };
    },
    mathmlBuilder: mathmlBuilder$a
});
defineFunction({
    type: "accent",
    names: ["\\'", "\\`", "\\^", "\\~", "\\=", "\\c", "\\u", "\\.", '\\"', "\\r", "\\H", "\\v"],
    props: {
        numArgs: 1,
        allowedInText: true,
        allowedInMath: true,
        argTypes: ["primitive"]
    },
    handler: function (context, args) {
        var base = normalizeArgument(args[0]);
        var mode = context.parser.mode;
        if (mode === "math" && context.parser.settings.strict) {
            console.log("Temml parse error: Command ".concat(context.funcName, " is invalid in math mode."));
        }
        if (mode === "text" && base.text && base.text.length === 1
            && context.funcName in combiningChar && smalls.indexOf(base.text) > -1) {
            return {
                type: "textord",
                mode: "text",
                text: base.text + combiningChar[context.funcName]
            };
        }
        else if (context.funcName === "\\c" && mode === "text" && base.text
            && base.text.length === 1) {
            return { type: "textord", mode: "text", text: base.text + "\u0327" };
        }
        else {
            return {
                type: "accent",
                mode: mode,
                label: context.funcName,
                isStretchy: false,
                base: base
            };
        }
    },
    mathmlBuilder: mathmlBuilder$a
});
defineFunction({
    type: "accentUnder",
    names: [
        "\\underleftarrow",
        "\\underrightarrow",
        "\\underleftrightarrow",
        "\\undergroup",
        "\\underparen",
        "\\utilde"
    ],
    props: {
        numArgs: 1
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var base = args[0];
        return {
            type: "accentUnder",
            mode: parser.mode,
            label: funcName,
            base: base
        };
    },
    mathmlBuilder: function (group, style) {
        var accentNode$1 = accentNode(group);
        accentNode$1.style["math-depth"] = 0;
        var node = new MathNode("munder", [
            buildGroup$1(group.base, style),
            accentNode$1
        ]);
        return node;
    }
});
var ptPerUnit = {
    pt: 800 / 803,
    pc: (12 * 800) / 803,
    dd: ((1238 / 1157) * 800) / 803,
    cc: ((14856 / 1157) * 800) / 803,
    nd: ((685 / 642) * 800) / 803,
    nc: ((1370 / 107) * 800) / 803,
    sp: ((1 / 65536) * 800) / 803,
    mm: (25.4 / 72),
    cm: (2.54 / 72),
    in: (1 / 72),
    px: (96 / 72)
};
var validUnits = [
    "em",
    "ex",
    "mu",
    "pt",
    "mm",
    "cm",
    "in",
    "px",
    "bp",
    "pc",
    "dd",
    "cc",
    "nd",
    "nc",
    "sp"
];
var validUnit = function (unit) {
    if (typeof unit !== "string") {
        unit = unit.unit;
    }
    return validUnits.indexOf(unit) > -1;
};
var emScale = function (styleLevel) {
    var scriptLevel = Math.max(styleLevel - 1, 0);
    return [1, 0.7, 0.5][scriptLevel];
};
var calculateSize = function (sizeValue, style) {
    var number = sizeValue.number;
    if (style.maxSize[0] < 0 && number > 0) {
        return { number: 0, unit: "em" };
    }
    var unit = sizeValue.unit;
    switch (unit) {
        case "mm":
        case "cm":
        case "in":
        case "px": {
            var numInCssPts = number * ptPerUnit[unit];
            if (numInCssPts > style.maxSize[1]) {
                return { number: style.maxSize[1], unit: "pt" };
            }
            return { number: number, unit: unit };
        }
        case "em":
        case "ex": {
            if (unit === "ex") {
                number *= 0.431;
            }
            number = Math.min(number / emScale(style.level), style.maxSize[0]);
            return { number: round(number), unit: "em" };
        }
        case "bp": {
            if (number > style.maxSize[1]) {
                number = style.maxSize[1];
            }
            return { number: number, unit: "pt" };
        }
        case "pt":
        case "pc":
        case "dd":
        case "cc":
        case "nd":
        case "nc":
        case "sp": {
            number = Math.min(number * ptPerUnit[unit], style.maxSize[1]);
            return { number: round(number), unit: "pt" };
        }
        case "mu": {
            number = Math.min(number / 18, style.maxSize[0]);
            return { number: round(number), unit: "em" };
        }
        default:
            throw new ParseError("Invalid unit: '" + unit + "'");
    }
};
var padding = function (width) {
    var node = new MathNode("mspace");
    node.setAttribute("width", width + "em");
    return node;
};
var paddedNode = function (group, lspace, rspace, mustSmash) {
    if (lspace === void 0) { lspace = 0.3; }
    if (rspace === void 0) { rspace = 0; }
    if (mustSmash === void 0) { mustSmash = false; }
    if (group == null && rspace === 0) {
        return padding(lspace);
    }
    var row = group ? [group] : [];
    if (lspace !== 0) {
        row.unshift(padding(lspace));
    }
    if (rspace > 0) {
        row.push(padding(rspace));
    }
    if (mustSmash) {
        var mpadded = new MathNode("mpadded", row);
        mpadded.setAttribute("height", "0.1px");
        return mpadded;
    }
    else {
        return new MathNode("mrow", row);
    }
};
var labelSize = function (size, scriptLevel) { return Number(size) / emScale(scriptLevel); };
var munderoverNode = function (fName, body, below, style) {
    var arrowNode = mathMLnode(fName);
    var isEq = fName.slice(1, 3) === "eq";
    var minWidth = fName.charAt(1) === "x"
        ? "1.75"
        : fName.slice(2, 4) === "cd"
            ? "3.0"
            : isEq
                ? "1.0"
                : "2.0";
    arrowNode.setAttribute("lspace", "0");
    arrowNode.setAttribute("rspace", (isEq ? "0.5em" : "0"));
    var labelStyle = style.withLevel(style.level < 2 ? 2 : 3);
    var minArrowWidth = labelSize(minWidth, labelStyle.level);
    var dummyWidth = labelSize(minWidth, 3);
    var emptyLabel = paddedNode(null, minArrowWidth.toFixed(4), 0);
    var dummyNode = paddedNode(null, dummyWidth.toFixed(4), 0);
    var space = labelSize((isEq ? 0 : 0.3), labelStyle.level).toFixed(4);
    var upperNode;
    var lowerNode;
    var gotUpper = (body && body.body &&
        (body.body.body || body.body.length > 0));
    if (gotUpper) {
        var label = buildGroup$1(body, labelStyle);
        var mustSmash = (fName === "\\\\cdrightarrow" || fName === "\\\\cdleftarrow");
        label = paddedNode(label, space, space, mustSmash);
        upperNode = new MathNode("mover", [label, dummyNode]);
    }
    var gotLower = (below && below.body &&
        (below.body.body || below.body.length > 0));
    if (gotLower) {
        var label = buildGroup$1(below, labelStyle);
        label = paddedNode(label, space, space);
        lowerNode = new MathNode("munder", [label, dummyNode]);
    }
    var node;
    if (!gotUpper && !gotLower) {
        node = new MathNode("mover", [arrowNode, emptyLabel]);
    }
    else if (gotUpper && gotLower) {
        node = new MathNode("munderover", [arrowNode, lowerNode, upperNode]);
    }
    else if (gotUpper) {
        node = new MathNode("mover", [arrowNode, upperNode]);
    }
    else {
        node = new MathNode("munder", [arrowNode, lowerNode]);
    }
    if (minWidth === "3.0") {
        node.style.height = "1em";
    }
    node.setAttribute("accent", "false");
    return node;
};
defineFunction({
    type: "xArrow",
    names: [
        "\\xleftarrow",
        "\\xrightarrow",
        "\\xLeftarrow",
        "\\xRightarrow",
        "\\xleftrightarrow",
        "\\xLeftrightarrow",
        "\\xhookleftarrow",
        "\\xhookrightarrow",
        "\\xmapsto",
        "\\xrightharpoondown",
        "\\xrightharpoonup",
        "\\xleftharpoondown",
        "\\xleftharpoonup",
        "\\xlongequal",
        "\\xtwoheadrightarrow",
        "\\xtwoheadleftarrow",
        "\\xtofrom",
        "\\xleftrightharpoons",
        "\\xrightleftharpoons",
        "\\yields",
        "\\yieldsLeft",
        "\\mesomerism",
        "\\longrightharpoonup",
        "\\longleftharpoondown",
        "\\yieldsLeftRight",
        "\\chemequilibrium",
        "\\\\cdrightarrow",
        "\\\\cdleftarrow",
        "\\\\cdlongequal"
    ],
    props: {
        numArgs: 1,
        numOptionalArgs: 1
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser, funcName = _a.funcName;
        return {
            type: "xArrow",
            mode: parser.mode,
            name: funcName,
            body: args[0],
            below: optArgs[0]
        };
    },
    mathmlBuilder: function (group, style) {
        var node = munderoverNode(group.name, group.body, group.below, style);
        var row = [node];
        row.unshift(padding(0.2778));
        row.push(padding(0.2778));
        return new MathNode("mrow", row);
    }
});
var arrowComponent = {
    "\\equilibriumRight": ["\\longrightharpoonup", "\\eqleftharpoondown"],
    "\\equilibriumLeft": ["\\eqrightharpoonup", "\\longleftharpoondown"]
};
defineFunction({
    type: "stackedArrow",
    names: [
        "\\equilibriumRight",
        "\\equilibriumLeft"
    ],
    props: {
        numArgs: 1,
        numOptionalArgs: 1
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser, funcName = _a.funcName;
        var lowerArrowBody = args[0]
            ? {
                type: "hphantom",
                mode: parser.mode,
                body: args[0]
            }
            : null;
        var upperArrowBelow = optArgs[0]
            ? {
                type: "hphantom",
                mode: parser.mode,
                body: optArgs[0]
            }
            : null;
        return {
            type: "stackedArrow",
            mode: parser.mode,
            name: funcName,
            body: args[0],
            upperArrowBelow: upperArrowBelow,
            lowerArrowBody: lowerArrowBody,
            below: optArgs[0]
        };
    },
    mathmlBuilder: function (group, style) {
        var topLabel = arrowComponent[group.name][0];
        var botLabel = arrowComponent[group.name][1];
        var topArrow = munderoverNode(topLabel, group.body, group.upperArrowBelow, style);
        var botArrow = munderoverNode(botLabel, group.lowerArrowBody, group.below, style);
        var wrapper;
        var raiseNode = new MathNode("mpadded", [topArrow]);
        raiseNode.setAttribute("voffset", "0.3em");
        raiseNode.setAttribute("height", "+0.3em");
        raiseNode.setAttribute("depth", "-0.3em");
        if (group.name === "\\equilibriumLeft") {
            var botNode = new MathNode("mpadded", [botArrow]);
            botNode.setAttribute("width", "0.5em");
            wrapper = new MathNode("mpadded", [padding(0.2778), botNode, raiseNode, padding(0.2778)]);
        }
        else {
            raiseNode.setAttribute("width", (group.name === "\\equilibriumRight" ? "0.5em" : "0"));
            wrapper = new MathNode("mpadded", [padding(0.2778), raiseNode, botArrow, padding(0.2778)]);
        }
        wrapper.setAttribute("voffset", "-0.18em");
        wrapper.setAttribute("height", "-0.18em");
        wrapper.setAttribute("depth", "+0.18em");
        return wrapper;
    }
});
var _environments = {};
function defineEnvironment(_a) {
    var type = _a.type, names = _a.names, props = _a.props, handler = _a.handler, mathmlBuilder = _a.mathmlBuilder;
    var data = {
        type: type,
        numArgs: props.numArgs || 0,
        allowedInText: false,
        numOptionalArgs: 0,
        handler: handler
    };
    for (var i = 0; i < names.length; ++i) {
        _environments[names[i]] = data;
    }
    if (mathmlBuilder) {
        _mathmlGroupBuilders[type] = mathmlBuilder;
    }
}
function assertNodeType(node, type) {
    if (!node || node.type !== type) {
        throw new Error("Expected node of type ".concat(type, ", but got ") +
            (node ? "node of type ".concat(node.type) : String(node)));
    }
    return node;
}
function assertSymbolNodeType(node) {
    var typedNode = checkSymbolNodeType(node);
    if (!typedNode) {
        throw new Error("Expected node of symbol group type, but got " +
            (node ? "node of type ".concat(node.type) : String(node)));
    }
    return typedNode;
}
function checkSymbolNodeType(node) {
    if (node && (node.type === "atom" || node.type === "delimiter" ||
        Object.prototype.hasOwnProperty.call(NON_ATOMS, node.type))) {
        return node;
    }
    return null;
}
var cdArrowFunctionName = {
    ">": "\\\\cdrightarrow",
    "<": "\\\\cdleftarrow",
    "=": "\\\\cdlongequal",
    A: "\\uparrow",
    V: "\\downarrow",
    "|": "\\Vert",
    ".": "no arrow"
};
var newCell = function () {
    return { type: "styling", body: [], mode: "math", scriptLevel: "display" };
};
var isStartOfArrow = function (node) {
    return node.type === "textord" && node.text === "@";
};
var isLabelEnd = function (node, endChar) {
    return (node.type === "mathord" || node.type === "atom") && node.text === endChar;
};
function cdArrow(arrowChar, labels, parser) {
    var funcName = cdArrowFunctionName[arrowChar];
    switch (funcName) {
        case "\\\\cdrightarrow":
        case "\\\\cdleftarrow":
            return parser.callFunction(funcName, [labels[0]], [labels[1]]);
        case "\\uparrow":
        case "\\downarrow": {
            var leftLabel = parser.callFunction("\\\\cdleft", [labels[0]], []);
            var bareArrow = {
                type: "atom",
                text: funcName,
                mode: "math",
                family: "rel"
            };
            var sizedArrow = parser.callFunction("\\Big", [bareArrow], []);
            var rightLabel = parser.callFunction("\\\\cdright", [labels[1]], []);
            var arrowGroup = {
                type: "ordgroup",
                mode: "math",
                body: [leftLabel, sizedArrow, rightLabel],
                semisimple: true
            };
            return parser.callFunction("\\\\cdparent", [arrowGroup], []);
        }
        case "\\\\cdlongequal":
            return parser.callFunction("\\\\cdlongequal", [], []);
        case "\\Vert": {
            var arrow = { type: "textord", text: "\\Vert", mode: "math" };
            return parser.callFunction("\\Big", [arrow], []);
        }
        default:
            return { type: "textord", text: " ", mode: "math" };
    }
}
function parseCD(parser) {
    var parsedRows = [];
    parser.gullet.beginGroup();
    parser.gullet.macros.set("\\cr", "\\\\\\relax");
    parser.gullet.beginGroup();
    while (true) {
        parsedRows.push(parser.parseExpression(false, "\\\\"));
        parser.gullet.endGroup();
        parser.gullet.beginGroup();
        var next = parser.fetch().text;
        if (next === "&" || next === "\\\\") {
            parser.consume();
        }
        else if (next === "\\end") {
            if (parsedRows[parsedRows.length - 1].length === 0) {
                parsedRows.pop();
            }
            break;
        }
        else {
            throw new ParseError("Expected \\\\ or \\cr or \\end", parser.nextToken);
        }
    }
    var row = [];
    var body = [row];
    for (var i = 0; i < parsedRows.length; i++) {
        var rowNodes = parsedRows[i];
        var cell = newCell();
        for (var j = 0; j < rowNodes.length; j++) {
            if (!isStartOfArrow(rowNodes[j])) {
                cell.body.push(rowNodes[j]);
            }
            else {
                row.push(cell);
                j += 1;
                var arrowChar = assertSymbolNodeType(rowNodes[j]).text;
                var labels = new Array(2);
                labels[0] = { type: "ordgroup", mode: "math", body: [] };
                labels[1] = { type: "ordgroup", mode: "math", body: [] };
                if ("=|.".indexOf(arrowChar) > -1)
                    ;
                else if ("<>AV".indexOf(arrowChar) > -1) {
                    for (var labelNum = 0; labelNum < 2; labelNum++) {
                        var inLabel = true;
                        for (var k = j + 1; k < rowNodes.length; k++) {
                            if (isLabelEnd(rowNodes[k], arrowChar)) {
                                inLabel = false;
                                j = k;
                                break;
                            }
                            if (isStartOfArrow(rowNodes[k])) {
                                throw new ParseError("Missing a " + arrowChar + " character to complete a CD arrow.", rowNodes[k]);
                            }
                            labels[labelNum].body.push(rowNodes[k]);
                        }
                        if (inLabel) {
                            throw new ParseError("Missing a " + arrowChar + " character to complete a CD arrow.", rowNodes[j]);
                        }
                    }
                }
                else {
                    throw new ParseError("Expected one of \"<>AV=|.\" after @.");
                }
                var arrow = cdArrow(arrowChar, labels, parser);
                row.push(arrow);
                cell = newCell();
            }
        }
        if (i % 2 === 0) {
            row.push(cell);
        }
        else {
            row.shift();
        }
        row = [];
        body.push(row);
    }
    body.pop();
    parser.gullet.endGroup();
    parser.gullet.endGroup();
    return {
        type: "array",
        mode: "math",
        body: body,
        tags: null,
        labels: new Array(body.length + 1).fill(""),
        envClasses: ["jot", "cd"],
        cols: [],
        hLinesBeforeRow: new Array(body.length + 1).fill([])
    };
}
defineFunction({
    type: "cdlabel",
    names: ["\\\\cdleft", "\\\\cdright"],
    props: {
        numArgs: 1
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        return {
            type: "cdlabel",
            mode: parser.mode,
            side: funcName.slice(4),
            label: args[0]
        };
    },
    mathmlBuilder: function (group, style) {
        if (group.label.body.length === 0) {
            return new MathNode("mrow", style);
        }
        var mrow = buildGroup$1(group.label, style);
        if (group.side === "left") {
            mrow.classes.push("tml-shift-left");
        }
        var mtd = new MathNode("mtd", [mrow]);
        mtd.style.padding = "0";
        var mtr = new MathNode("mtr", [mtd]);
        var mtable = new MathNode("mtable", [mtr]);
        var label = new MathNode("mpadded", [mtable]);
        label.setAttribute("width", "0.1px");
        label.setAttribute("displaystyle", "false");
        label.setAttribute("scriptlevel", "1");
        return label;
    }
});
defineFunction({
    type: "cdlabelparent",
    names: ["\\\\cdparent"],
    props: {
        numArgs: 1
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        return {
            type: "cdlabelparent",
            mode: parser.mode,
            fragment: args[0]
        };
    },
    mathmlBuilder: function (group, style) {
        return new MathNode("mrow", [buildGroup$1(group.fragment, style)]);
    }
});
var ordGroup = function (body) {
    return {
        "type": "ordgroup",
        "mode": "math",
        "body": body,
        "semisimple": true
    };
};
var phantom = function (body, type) {
    return {
        "type": type,
        "mode": "math",
        "body": ordGroup(body)
    };
};
var bordermatrixParseTree = function (matrix, delimiters) {
    var body = matrix.body;
    body[0].shift();
    var leftColumnBody = new Array(body.length - 1).fill().map(function () { return []; });
    for (var i = 1; i < body.length; i++) {
        leftColumnBody[i - 1].push(body[i].shift());
        var phantomBody = [];
        for (var j = 0; j < body[i].length; j++) {
            phantomBody.push(body[i][j]);
        }
        leftColumnBody[i - 1].push(phantom(phantomBody, "vphantom"));
    }
    var topRowBody = new Array(body.length).fill().map(function () { return []; });
    for (var j = 0; j < body[0].length; j++) {
        topRowBody[0].push(body[0][j]);
    }
    for (var i = 1; i < body.length; i++) {
        for (var j = 0; j < body[0].length; j++) {
            topRowBody[i].push(phantom(body[i][j].body, "hphantom"));
        }
    }
    for (var j = 0; j < body[0].length; j++) {
        body[0][j] = phantom(body[0][j].body, "hphantom");
    }
    var leftColumn = {
        type: "array",
        mode: "math",
        body: leftColumnBody,
        cols: [{ type: "align", align: "c" }],
        rowGaps: new Array(leftColumnBody.length - 1).fill(null),
        hLinesBeforeRow: new Array(leftColumnBody.length + 1).fill().map(function () { return []; }),
        envClasses: [],
        scriptLevel: "text",
        arraystretch: 1,
        labels: new Array(leftColumnBody.length).fill(""),
        arraycolsep: { "number": 0.04, unit: "em" }
    };
    var topRow = {
        type: "array",
        mode: "math",
        body: topRowBody,
        cols: new Array(topRowBody.length).fill({ type: "align", align: "c" }),
        rowGaps: new Array(topRowBody.length - 1).fill(null),
        hLinesBeforeRow: new Array(topRowBody.length + 1).fill().map(function () { return []; }),
        envClasses: [],
        scriptLevel: "text",
        arraystretch: 1,
        labels: new Array(topRowBody.length).fill(""),
        arraycolsep: null
    };
    var topWrapper = {
        type: "styling",
        mode: "math",
        scriptLevel: "text",
        body: [topRow]
    };
    var container = {
        type: "leftright",
        mode: "math",
        body: [matrix],
        left: delimiters ? delimiters[0] : "(",
        right: delimiters ? delimiters[1] : ")",
        rightColor: undefined
    };
    var base = {
        type: "op",
        mode: "math",
        limits: true,
        alwaysHandleSupSub: true,
        parentIsSupSub: true,
        symbol: false,
        suppressBaseShift: true,
        body: [container]
    };
    var mover = {
        type: "supsub",
        mode: "math",
        stack: true,
        base: base,
        sup: topWrapper,
        sub: null
    };
    return ordGroup([leftColumn, mover]);
};
var SourceLocation = (function () {
    function SourceLocation(lexer, start, end) {
        this.lexer = lexer;
        this.start = start;
        this.end = end;
    }
    SourceLocation.range = function (first, second) {
        if (!second) {
            return first && first.loc;
        }
        else if (!first || !first.loc || !second.loc || first.loc.lexer !== second.loc.lexer) {
            return null;
        }
        else {
            return new SourceLocation(first.loc.lexer, first.loc.start, second.loc.end);
        }
    };
    return SourceLocation;
}());
var Token = (function () {
    function Token(text, loc) {
        this.text = text;
        this.loc = loc;
    }
    Token.prototype.range = function (endToken, text) {
        return new Token(text, SourceLocation.range(this, endToken));
    };
    return Token;
}());
var StyleLevel = {
    DISPLAY: 0,
    TEXT: 1,
    SCRIPT: 2,
    SCRIPTSCRIPT: 3
};
var _macros = Object.create(null);
function defineMacro(name, body) {
    _macros[name] = body;
}
var macros = _macros;
defineMacro("\\noexpand", function (context) {
    var t = context.popToken();
    if (context.isExpandable(t.text)) {
        t.noexpand = true;
        t.treatAsRelax = true;
    }
    return { tokens: [t], numArgs: 0 };
});
defineMacro("\\expandafter", function (context) {
    var t = context.popToken();
    context.expandOnce(true);
    return { tokens: [t], numArgs: 0 };
});
defineMacro("\\@firstoftwo", function (context) {
    var args = context.consumeArgs(2);
    return { tokens: args[0], numArgs: 0 };
});
defineMacro("\\@secondoftwo", function (context) {
    var args = context.consumeArgs(2);
    return { tokens: args[1], numArgs: 0 };
});
defineMacro("\\@ifnextchar", function (context) {
    var args = context.consumeArgs(3);
    context.consumeSpaces();
    var nextToken = context.future();
    if (args[0].length === 1 && args[0][0].text === nextToken.text) {
        return { tokens: args[1], numArgs: 0 };
    }
    else {
        return { tokens: args[2], numArgs: 0 };
    }
});
defineMacro("\\@ifstar", "\\@ifnextchar *{\\@firstoftwo{#1}}");
defineMacro("\\TextOrMath", function (context) {
    var args = context.consumeArgs(2);
    if (context.mode === "text") {
        return { tokens: args[0], numArgs: 0 };
    }
    else {
        return { tokens: args[1], numArgs: 0 };
    }
});
var stringFromArg = function (arg) {
    var str = "";
    for (var i = arg.length - 1; i > -1; i--) {
        str += arg[i].text;
    }
    return str;
};
var digitToNumber = {
    0: 0,
    1: 1,
    2: 2,
    3: 3,
    4: 4,
    5: 5,
    6: 6,
    7: 7,
    8: 8,
    9: 9,
    a: 10,
    A: 10,
    b: 11,
    B: 11,
    c: 12,
    C: 12,
    d: 13,
    D: 13,
    e: 14,
    E: 14,
    f: 15,
    F: 15
};
var nextCharNumber = function (context) {
    var numStr = context.future().text;
    if (numStr === "EOF") {
        return [null, ""];
    }
    return [digitToNumber[numStr.charAt(0)], numStr];
};
var appendCharNumbers = function (number, numStr, base) {
    for (var i = 1; i < numStr.length; i++) {
        var digit = digitToNumber[numStr.charAt(i)];
        number *= base;
        number += digit;
    }
    return number;
};
defineMacro("\\char", function (context) {
    var _a, _b;
    var token = context.popToken();
    var base;
    var number = "";
    if (token.text === "'") {
        base = 8;
        token = context.popToken();
    }
    else if (token.text === '"') {
        base = 16;
        token = context.popToken();
    }
    else if (token.text === "`") {
        token = context.popToken();
        if (token.text[0] === "\\") {
            number = token.text.charCodeAt(1);
        }
        else if (token.text === "EOF") {
            throw new ParseError("\\char` missing argument");
        }
        else {
            number = token.text.charCodeAt(0);
        }
    }
    else {
        base = 10;
    }
    if (base) {
        var numStr = token.text;
        number = digitToNumber[numStr.charAt(0)];
        if (number == null || number >= base) {
            throw new ParseError("Invalid base-".concat(base, " digit ").concat(token.text));
        }
        number = appendCharNumbers(number, numStr, base);
        var digit = void 0;
        _a = nextCharNumber(context), digit = _a[0], numStr = _a[1];
        while (digit != null && digit < base) {
            number *= base;
            number += digit;
            number = appendCharNumbers(number, numStr, base);
            context.popToken();
            _b = nextCharNumber(context), digit = _b[0], numStr = _b[1];
        }
    }
    return "\\@char{".concat(number, "}");
});
function recreateArgStr(context) {
    var tokens = context.consumeArgs(1)[0];
    var str = "";
    var expectedLoc = tokens[tokens.length - 1].loc.start;
    for (var i = tokens.length - 1; i >= 0; i--) {
        var actualLoc = tokens[i].loc.start;
        if (actualLoc > expectedLoc) {
            str += " ";
            expectedLoc = actualLoc;
        }
        str += tokens[i].text;
        expectedLoc += tokens[i].text.length;
    }
    return str;
}
defineMacro("\\surd", '\\sqrt{\\vphantom{|}}');
defineMacro("\u2295", "\\oplus");
defineMacro("\\long", "");
defineMacro("\\bgroup", "{");
defineMacro("\\egroup", "}");
defineMacro("~", "\\nobreakspace");
defineMacro("\\lq", "`");
defineMacro("\\rq", "'");
defineMacro("\\aa", "\\r a");
defineMacro("\\Bbbk", "\\Bbb{k}");
defineMacro("\\mathstrut", "\\vphantom{(}");
defineMacro("\\underbar", "\\underline{\\text{#1}}");
defineMacro("\\vdots", "{\\varvdots\\rule{0pt}{15pt}}");
defineMacro("\u22ee", "\\vdots");
defineMacro("\\arraystretch", "1");
defineMacro("\\arraycolsep", "6pt");
defineMacro("\\substack", "\\begin{subarray}{c}#1\\end{subarray}");
defineMacro("\\iff", "\\DOTSB\\;\\Longleftrightarrow\\;");
defineMacro("\\implies", "\\DOTSB\\;\\Longrightarrow\\;");
defineMacro("\\impliedby", "\\DOTSB\\;\\Longleftarrow\\;");
var dotsByToken = {
    ",": "\\dotsc",
    "\\not": "\\dotsb",
    "+": "\\dotsb",
    "=": "\\dotsb",
    "<": "\\dotsb",
    ">": "\\dotsb",
    "-": "\\dotsb",
    "*": "\\dotsb",
    ":": "\\dotsb",
    "\\DOTSB": "\\dotsb",
    "\\coprod": "\\dotsb",
    "\\bigvee": "\\dotsb",
    "\\bigwedge": "\\dotsb",
    "\\biguplus": "\\dotsb",
    "\\bigcap": "\\dotsb",
    "\\bigcup": "\\dotsb",
    "\\prod": "\\dotsb",
    "\\sum": "\\dotsb",
    "\\bigotimes": "\\dotsb",
    "\\bigoplus": "\\dotsb",
    "\\bigodot": "\\dotsb",
    "\\bigsqcap": "\\dotsb",
    "\\bigsqcup": "\\dotsb",
    "\\bigtimes": "\\dotsb",
    "\\And": "\\dotsb",
    "\\longrightarrow": "\\dotsb",
    "\\Longrightarrow": "\\dotsb",
    "\\longleftarrow": "\\dotsb",
    "\\Longleftarrow": "\\dotsb",
    "\\longleftrightarrow": "\\dotsb",
    "\\Longleftrightarrow": "\\dotsb",
    "\\mapsto": "\\dotsb",
    "\\longmapsto": "\\dotsb",
    "\\hookrightarrow": "\\dotsb",
    "\\doteq": "\\dotsb",
    "\\mathbin": "\\dotsb",
    "\\mathrel": "\\dotsb",
    "\\relbar": "\\dotsb",
    "\\Relbar": "\\dotsb",
    "\\xrightarrow": "\\dotsb",
    "\\xleftarrow": "\\dotsb",
    "\\DOTSI": "\\dotsi",
    "\\int": "\\dotsi",
    "\\oint": "\\dotsi",
    "\\iint": "\\dotsi",
    "\\iiint": "\\dotsi",
    "\\iiiint": "\\dotsi",
    "\\DOTSX": "\\dotsx"
};
defineMacro("\\dots", function (context) {
    var thedots = "\\dotso";
    var next = context.expandAfterFuture().text;
    if (next in dotsByToken) {
        thedots = dotsByToken[next];
    }
    else if (next.slice(0, 4) === "\\not") {
        thedots = "\\dotsb";
    }
    else if (next in symbols.math) {
        if (["bin", "rel"].includes(symbols.math[next].group)) {
            thedots = "\\dotsb";
        }
    }
    return thedots;
});
var spaceAfterDots = {
    ")": true,
    "]": true,
    "\\rbrack": true,
    "\\}": true,
    "\\rbrace": true,
    "\\rangle": true,
    "\\rceil": true,
    "\\rfloor": true,
    "\\rgroup": true,
    "\\rmoustache": true,
    "\\right": true,
    "\\bigr": true,
    "\\biggr": true,
    "\\Bigr": true,
    "\\Biggr": true,
    $: true,
    ";": true,
    ".": true,
    ",": true
};
defineMacro("\\dotso", function (context) {
    var next = context.future().text;
    if (next in spaceAfterDots) {
        return "\\ldots\\,";
    }
    else {
        return "\\ldots";
    }
});
defineMacro("\\dotsc", function (context) {
    var next = context.future().text;
    if (next in spaceAfterDots && next !== ",") {
        return "\\ldots\\,";
    }
    else {
        return "\\ldots";
    }
});
defineMacro("\\cdots", function (context) {
    var next = context.future().text;
    if (next in spaceAfterDots) {
        return "\\@cdots\\,";
    }
    else {
        return "\\@cdots";
    }
});
defineMacro("\\dotsb", "\\cdots");
defineMacro("\\dotsm", "\\cdots");
defineMacro("\\dotsi", "\\!\\cdots");
defineMacro("\\idotsint", "\\int\\!\\cdots\\!\\int");
defineMacro("\\dotsx", "\\ldots\\,");
defineMacro("\\DOTSI", "\\relax");
defineMacro("\\DOTSB", "\\relax");
defineMacro("\\DOTSX", "\\relax");
defineMacro("\\tmspace", "\\TextOrMath{\\kern#1#3}{\\mskip#1#2}\\relax");
defineMacro("\\,", "{\\tmspace+{3mu}{.1667em}}");
defineMacro("\\thinspace", "\\,");
defineMacro("\\>", "\\mskip{4mu}");
defineMacro("\\:", "{\\tmspace+{4mu}{.2222em}}");
defineMacro("\\medspace", "\\:");
defineMacro("\\;", "{\\tmspace+{5mu}{.2777em}}");
defineMacro("\\thickspace", "\\;");
defineMacro("\\!", "{\\tmspace-{3mu}{.1667em}}");
defineMacro("\\negthinspace", "\\!");
defineMacro("\\negmedspace", "{\\tmspace-{4mu}{.2222em}}");
defineMacro("\\negthickspace", "{\\tmspace-{5mu}{.277em}}");
defineMacro("\\enspace", "\\kern.5em ");
defineMacro("\\enskip", "\\hskip.5em\\relax");
defineMacro("\\quad", "\\hskip1em\\relax");
defineMacro("\\qquad", "\\hskip2em\\relax");
defineMacro("\\AA", "\\TextOrMath{\\Angstrom}{\\mathring{A}}\\relax");
defineMacro("\\tag", "\\@ifstar\\tag@literal\\tag@paren");
defineMacro("\\tag@paren", "\\tag@literal{({#1})}");
defineMacro("\\tag@literal", function (context) {
    if (context.macros.get("\\df@tag")) {
        throw new ParseError("Multiple \\tag");
    }
    return "\\gdef\\df@tag{\\text{#1}}";
});
defineMacro("\\notag", "\\nonumber");
defineMacro("\\nonumber", "\\gdef\\@eqnsw{0}");
defineMacro("\\bmod", "\\mathbin{\\text{mod}}");
defineMacro("\\pod", "\\allowbreak" + "\\mathchoice{\\mkern18mu}{\\mkern8mu}{\\mkern8mu}{\\mkern8mu}(#1)");
defineMacro("\\pmod", "\\pod{{\\rm mod}\\mkern6mu#1}");
defineMacro("\\mod", "\\allowbreak" +
    "\\mathchoice{\\mkern18mu}{\\mkern12mu}{\\mkern12mu}{\\mkern12mu}" +
    "{\\rm mod}\\,\\,#1");
defineMacro("\\newline", "\\\\\\relax");
defineMacro("\\TeX", "\\textrm{T}\\kern-.1667em\\raisebox{-.5ex}{E}\\kern-.125em\\textrm{X}");
defineMacro("\\LaTeX", "\\textrm{L}\\kern-.35em\\raisebox{0.2em}{\\scriptstyle A}\\kern-.15em\\TeX");
defineMacro("\\Temml", "\\textrm{T}\\kern-0.2em\\lower{0.2em}{\\textrm{E}}\\kern-0.08em{\\textrm{M}\\kern-0.08em\\raise{0.2em}\\textrm{M}\\kern-0.08em\\textrm{L}}");
defineMacro("\\hspace", "\\@ifstar\\@hspacer\\@hspace");
defineMacro("\\@hspace", "\\hskip #1\\relax");
defineMacro("\\@hspacer", "\\rule{0pt}{0pt}\\hskip #1\\relax");
defineMacro("\\colon", "\\mathpunct{\\char\"3a}");
defineMacro("\\prescript", "\\pres@cript{_{#1}^{#2}}{}{#3}");
defineMacro("\\ordinarycolon", "\\char\"3a");
defineMacro("\\vcentcolon", "\\mathrel{\\raisebox{0.035em}{\\ordinarycolon}}");
defineMacro("\\coloneq", '\\mathrel{\\raisebox{0.035em}{\\ordinarycolon}\\char"2212}');
defineMacro("\\Coloneq", '\\mathrel{\\char"2237\\char"2212}');
defineMacro("\\Eqqcolon", '\\mathrel{\\char"3d\\char"2237}');
defineMacro("\\Eqcolon", '\\mathrel{\\char"2212\\char"2237}');
defineMacro("\\colonapprox", '\\mathrel{\\raisebox{0.035em}{\\ordinarycolon}\\char"2248}');
defineMacro("\\Colonapprox", '\\mathrel{\\char"2237\\char"2248}');
defineMacro("\\colonsim", '\\mathrel{\\raisebox{0.035em}{\\ordinarycolon}\\char"223c}');
defineMacro("\\Colonsim", '\\mathrel{\\raisebox{0.035em}{\\ordinarycolon}\\char"223c}');
defineMacro("\\ratio", "\\vcentcolon");
defineMacro("\\coloncolon", "\\dblcolon");
defineMacro("\\colonequals", "\\coloneqq");
defineMacro("\\coloncolonequals", "\\Coloneqq");
defineMacro("\\equalscolon", "\\eqqcolon");
defineMacro("\\equalscoloncolon", "\\Eqqcolon");
defineMacro("\\colonminus", "\\coloneq");
defineMacro("\\coloncolonminus", "\\Coloneq");
defineMacro("\\minuscolon", "\\eqcolon");
defineMacro("\\minuscoloncolon", "\\Eqcolon");
defineMacro("\\coloncolonapprox", "\\Colonapprox");
defineMacro("\\coloncolonsim", "\\Colonsim");
defineMacro("\\notni", "\\mathrel{\\char`\u220C}");
defineMacro("\\limsup", "\\DOTSB\\operatorname*{lim\\,sup}");
defineMacro("\\liminf", "\\DOTSB\\operatorname*{lim\\,inf}");
defineMacro("\\injlim", "\\DOTSB\\operatorname*{inj\\,lim}");
defineMacro("\\projlim", "\\DOTSB\\operatorname*{proj\\,lim}");
defineMacro("\\varlimsup", "\\DOTSB\\operatorname*{\\overline{\\text{lim}}}");
defineMacro("\\varliminf", "\\DOTSB\\operatorname*{\\underline{\\text{lim}}}");
defineMacro("\\varinjlim", "\\DOTSB\\operatorname*{\\underrightarrow{\\text{lim}}}");
defineMacro("\\varprojlim", "\\DOTSB\\operatorname*{\\underleftarrow{\\text{lim}}}");
defineMacro("\\centerdot", "{\\medspace\\rule{0.167em}{0.189em}\\medspace}");
defineMacro("\\argmin", "\\DOTSB\\operatorname*{arg\\,min}");
defineMacro("\\argmax", "\\DOTSB\\operatorname*{arg\\,max}");
defineMacro("\\plim", "\\DOTSB\\operatorname*{plim}");
defineMacro("\\leftmodels", "\\mathop{\\reflectbox{$\\models$}}");
defineMacro("\\bra", "\\mathinner{\\langle{#1}|}");
defineMacro("\\ket", "\\mathinner{|{#1}\\rangle}");
defineMacro("\\braket", "\\mathinner{\\langle{#1}\\rangle}");
defineMacro("\\Bra", "\\left\\langle#1\\right|");
defineMacro("\\Ket", "\\left|#1\\right\\rangle");
var replaceVert = function (argStr, match) {
    var ch = match[0] === "|" ? "\\vert" : "\\Vert";
    var replaceStr = "}\\,\\middle".concat(ch, "\\,{");
    return argStr.slice(0, match.index) + replaceStr + argStr.slice(match.index + match[0].length);
};
defineMacro("\\Braket", function (context) {
    var argStr = recreateArgStr(context);
    var regEx = /\|\||\||\\\|/g;
    var match;
    while ((match = regEx.exec(argStr)) !== null) {
        argStr = replaceVert(argStr, match);
    }
    return "\\left\\langle{" + argStr + "}\\right\\rangle";
});
defineMacro("\\Set", function (context) {
    var argStr = recreateArgStr(context);
    var match = /\|\||\||\\\|/.exec(argStr);
    if (match) {
        argStr = replaceVert(argStr, match);
    }
    return "\\left\\{\\:{" + argStr + "}\\:\\right\\}";
});
defineMacro("\\set", function (context) {
    var argStr = recreateArgStr(context);
    return "\\{{" + argStr.replace(/\|/, "}\\mid{") + "}\\}";
});
defineMacro("\\angln", "{\\angl n}");
defineMacro("\\odv", "\\@ifstar\\odv@next\\odv@numerator");
defineMacro("\\odv@numerator", "\\frac{\\mathrm{d}#1}{\\mathrm{d}#2}");
defineMacro("\\odv@next", "\\frac{\\mathrm{d}}{\\mathrm{d}#2}#1");
defineMacro("\\pdv", "\\@ifstar\\pdv@next\\pdv@numerator");
var pdvHelper = function (args) {
    var numerator = args[0][0].text;
    var denoms = stringFromArg(args[1]).split(",");
    var power = String(denoms.length);
    var numOp = power === "1" ? "\\partial" : "\\partial^".concat(power);
    var denominator = "";
    denoms.map(function (e) { denominator += "\\partial " + e.trim() + "\\,"; });
    return [numerator, numOp, denominator.replace(/\\,$/, "")];
};
defineMacro("\\pdv@numerator", function (context) {
    var _a = pdvHelper(context.consumeArgs(2)), numerator = _a[0], numOp = _a[1], denominator = _a[2];
    return "\\frac{".concat(numOp, " ").concat(numerator, "}{").concat(denominator, "}");
});
defineMacro("\\pdv@next", function (context) {
    var _a = pdvHelper(context.consumeArgs(2)), numerator = _a[0], numOp = _a[1], denominator = _a[2];
    return "\\frac{".concat(numOp, "}{").concat(denominator, "} ").concat(numerator);
});
defineMacro("\\upalpha", "\\up@greek{\\alpha}");
defineMacro("\\upbeta", "\\up@greek{\\beta}");
defineMacro("\\upgamma", "\\up@greek{\\gamma}");
defineMacro("\\updelta", "\\up@greek{\\delta}");
defineMacro("\\upepsilon", "\\up@greek{\\epsilon}");
defineMacro("\\upzeta", "\\up@greek{\\zeta}");
defineMacro("\\upeta", "\\up@greek{\\eta}");
defineMacro("\\uptheta", "\\up@greek{\\theta}");
defineMacro("\\upiota", "\\up@greek{\\iota}");
defineMacro("\\upkappa", "\\up@greek{\\kappa}");
defineMacro("\\uplambda", "\\up@greek{\\lambda}");
defineMacro("\\upmu", "\\up@greek{\\mu}");
defineMacro("\\upnu", "\\up@greek{\\nu}");
defineMacro("\\upxi", "\\up@greek{\\xi}");
defineMacro("\\upomicron", "\\up@greek{\\omicron}");
defineMacro("\\uppi", "\\up@greek{\\pi}");
defineMacro("\\upalpha", "\\up@greek{\\alpha}");
defineMacro("\\uprho", "\\up@greek{\\rho}");
defineMacro("\\upsigma", "\\up@greek{\\sigma}");
defineMacro("\\uptau", "\\up@greek{\\tau}");
defineMacro("\\upupsilon", "\\up@greek{\\upsilon}");
defineMacro("\\upphi", "\\up@greek{\\phi}");
defineMacro("\\upchi", "\\up@greek{\\chi}");
defineMacro("\\uppsi", "\\up@greek{\\psi}");
defineMacro("\\upomega", "\\up@greek{\\omega}");
defineMacro("\\invamp", '\\mathbin{\\char"214b}');
defineMacro("\\parr", '\\mathbin{\\char"214b}');
defineMacro("\\upand", '\\mathbin{\\char"214b}');
defineMacro("\\with", '\\mathbin{\\char"26}');
defineMacro("\\multimapinv", '\\mathrel{\\char"27dc}');
defineMacro("\\multimapboth", '\\mathrel{\\char"29df}');
defineMacro("\\scoh", '{\\mkern5mu\\char"2322\\mkern5mu}');
defineMacro("\\sincoh", '{\\mkern5mu\\char"2323\\mkern5mu}');
defineMacro("\\coh", "{\\mkern5mu\\rule{}{0.7em}\\mathrlap{\\smash{\\raise2mu{\\char\"2322}}}\n{\\smash{\\lower4mu{\\char\"2323}}}\\mkern5mu}");
defineMacro("\\incoh", "{\\mkern5mu\\rule{}{0.7em}\\mathrlap{\\smash{\\raise2mu{\\char\"2323}}}\n{\\smash{\\lower4mu{\\char\"2322}}}\\mkern5mu}");
defineMacro("\\standardstate", "\\text{\\tiny\\char`⦵}");
defineMacro("\\ce", function (context) {
    return chemParse(context.consumeArgs(1)[0], "ce");
});
defineMacro("\\pu", function (context) {
    return chemParse(context.consumeArgs(1)[0], "pu");
});
defineMacro("\\uniDash", "{\\rule{0.672em}{0.06em}}");
defineMacro("\\triDash", "{\\rule{0.15em}{0.06em}\\kern2mu\\rule{0.15em}{0.06em}\\kern2mu\\rule{0.15em}{0.06em}}");
defineMacro("\\tripleDash", "\\kern0.075em\\raise0.25em{\\triDash}\\kern0.075em");
defineMacro("\\tripleDashOverLine", "\\kern0.075em\\mathrlap{\\raise0.125em{\\uniDash}}\\raise0.34em{\\triDash}\\kern0.075em");
defineMacro("\\tripleDashOverDoubleLine", "\\kern0.075em\\mathrlap{\\mathrlap{\\raise0.48em{\\triDash}}\\raise0.27em{\\uniDash}}{\\raise0.05em{\\uniDash}}\\kern0.075em");
defineMacro("\\tripleDashBetweenDoubleLine", "\\kern0.075em\\mathrlap{\\mathrlap{\\raise0.48em{\\uniDash}}\\raise0.27em{\\triDash}}{\\raise0.05em{\\uniDash}}\\kern0.075em");
var chemParse = function (tokens, stateMachine) {
    var str = "";
    var expectedLoc = tokens.length && tokens[tokens.length - 1].loc.start;
    for (var i = tokens.length - 1; i >= 0; i--) {
        if (tokens[i].loc.start > expectedLoc) {
            str += " ";
            expectedLoc = tokens[i].loc.start;
        }
        str += tokens[i].text;
        expectedLoc += tokens[i].text.length;
    }
    var tex = texify.go(mhchemParser.go(str, stateMachine));
    return tex;
};
var mhchemParser = {
    go: function (input, stateMachine) {
        if (!input) {
            return [];
        }
        if (stateMachine === undefined) {
            stateMachine = 'ce';
        }
        var state = '0';
        var buffer = {};
        buffer['parenthesisLevel'] = 0;
        input = input.replace(/\n/g, " ");
        input = input.replace(/[\u2212\u2013\u2014\u2010]/g, "-");
        input = input.replace(/[\u2026]/g, "...");
        var lastInput;
        var watchdog = 10;
        var output = [];
        while (true) {
            if (lastInput !== input) {
                watchdog = 10;
                lastInput = input;
            }
            else {
                watchdog--;
            }
            var machine = mhchemParser.stateMachines[stateMachine];
            var t = machine.transitions[state] || machine.transitions['*'];
            iterateTransitions: for (var i = 0; i < t.length; i++) {
                var matches = mhchemParser.patterns.match_(t[i].pattern, input);
                if (matches) {
                    var task = t[i].task;
                    for (var iA = 0; iA < task.action_.length; iA++) {
                        var o;
                        if (machine.actions[task.action_[iA].type_]) {
                            o = machine.actions[task.action_[iA].type_](buffer, matches.match_, task.action_[iA].option);
                        }
                        else if (mhchemParser.actions[task.action_[iA].type_]) {
                            o = mhchemParser.actions[task.action_[iA].type_](buffer, matches.match_, task.action_[iA].option);
                        }
                        else {
                            throw ["MhchemBugA", "mhchem bug A. Please report. (" + task.action_[iA].type_ + ")"];
                        }
                        mhchemParser.concatArray(output, o);
                    }
                    state = task.nextState || state;
                    if (input.length > 0) {
                        if (!task.revisit) {
                            input = matches.remainder;
                        }
                        if (!task.toContinue) {
                            break iterateTransitions;
                        }
                    }
                    else {
                        return output;
                    }
                }
            }
            if (watchdog <= 0) {
                throw ["MhchemBugU", "mhchem bug U. Please report."];
            }
        }
    },
    concatArray: function (a, b) {
        if (b) {
            if (Array.isArray(b)) {
                for (var iB = 0; iB < b.length; iB++) {
                    a.push(b[iB]);
                }
            }
            else {
                a.push(b);
            }
        }
    },
    patterns: {
        patterns: {
            'empty': /^$/,
            'else': /^./,
            'else2': /^./,
            'space': /^\s/,
            'space A': /^\s(?=[A-Z\\$])/,
            'space$': /^\s$/,
            'a-z': /^[a-z]/,
            'x': /^x/,
            'x$': /^x$/,
            'i$': /^i$/,
            'letters': /^(?:[a-zA-Z\u03B1-\u03C9\u0391-\u03A9?@]|(?:\\(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega)(?:\s+|\{\}|(?![a-zA-Z]))))+/,
            '\\greek': /^\\(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega)(?:\s+|\{\}|(?![a-zA-Z]))/,
            'one lowercase latin letter $': /^(?:([a-z])(?:$|[^a-zA-Z]))$/,
            '$one lowercase latin letter$ $': /^\$(?:([a-z])(?:$|[^a-zA-Z]))\$$/,
            'one lowercase greek letter $': /^(?:\$?[\u03B1-\u03C9]\$?|\$?\\(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega)\s*\$?)(?:\s+|\{\}|(?![a-zA-Z]))$/,
            'digits': /^[0-9]+/,
            '-9.,9': /^[+\-]?(?:[0-9]+(?:[,.][0-9]+)?|[0-9]*(?:\.[0-9]+))/,
            '-9.,9 no missing 0': /^[+\-]?[0-9]+(?:[.,][0-9]+)?/,
            '(-)(9.,9)(e)(99)': function (input) {
                var m = input.match(/^(\+\-|\+\/\-|\+|\-|\\pm\s?)?([0-9]+(?:[,.][0-9]+)?|[0-9]*(?:\.[0-9]+))?(\((?:[0-9]+(?:[,.][0-9]+)?|[0-9]*(?:\.[0-9]+))\))?(?:([eE]|\s*(\*|x|\\times|\u00D7)\s*10\^)([+\-]?[0-9]+|\{[+\-]?[0-9]+\}))?/);
                if (m && m[0]) {
                    return { match_: m.splice(1), remainder: input.substr(m[0].length) };
                }
                return null;
            },
            '(-)(9)^(-9)': function (input) {
                var m = input.match(/^(\+\-|\+\/\-|\+|\-|\\pm\s?)?([0-9]+(?:[,.][0-9]+)?|[0-9]*(?:\.[0-9]+)?)\^([+\-]?[0-9]+|\{[+\-]?[0-9]+\})/);
                if (m && m[0]) {
                    return { match_: m.splice(1), remainder: input.substr(m[0].length) };
                }
                return null;
            },
            'state of aggregation $': function (input) {
                var a = mhchemParser.patterns.findObserveGroups(input, "", /^\([a-z]{1,3}(?=[\),])/, ")", "");
                if (a && a.remainder.match(/^($|[\s,;\)\]\}])/)) {
                    return a;
                }
                var m = input.match(/^(?:\((?:\\ca\s?)?\$[amothc]\$\))/);
                if (m) {
                    return { match_: m[0], remainder: input.substr(m[0].length) };
                }
                return null;
            },
            '_{(state of aggregation)}$': /^_\{(\([a-z]{1,3}\))\}/,
            '{[(': /^(?:\\\{|\[|\()/,
            ')]}': /^(?:\)|\]|\\\})/,
            ', ': /^[,;]\s*/,
            ',': /^[,;]/,
            '.': /^[.]/,
            '. ': /^([.\u22C5\u00B7\u2022])\s*/,
            '...': /^\.\.\.(?=$|[^.])/,
            '* ': /^([*])\s*/,
            '^{(...)}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "^{", "", "", "}"); },
            '^($...$)': function (input) { return mhchemParser.patterns.findObserveGroups(input, "^", "$", "$", ""); },
            '^a': /^\^([0-9]+|[^\\_])/,
            '^\\x{}{}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "^", /^\\[a-zA-Z]+\{/, "}", "", "", "{", "}", "", true); },
            '^\\x{}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "^", /^\\[a-zA-Z]+\{/, "}", ""); },
            '^\\x': /^\^(\\[a-zA-Z]+)\s*/,
            '^(-1)': /^\^(-?\d+)/,
            '\'': /^'/,
            '_{(...)}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "_{", "", "", "}"); },
            '_($...$)': function (input) { return mhchemParser.patterns.findObserveGroups(input, "_", "$", "$", ""); },
            '_9': /^_([+\-]?[0-9]+|[^\\])/,
            '_\\x{}{}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "_", /^\\[a-zA-Z]+\{/, "}", "", "", "{", "}", "", true); },
            '_\\x{}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "_", /^\\[a-zA-Z]+\{/, "}", ""); },
            '_\\x': /^_(\\[a-zA-Z]+)\s*/,
            '^_': /^(?:\^(?=_)|\_(?=\^)|[\^_]$)/,
            '{}': /^\{\}/,
            '{...}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "", "{", "}", ""); },
            '{(...)}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "{", "", "", "}"); },
            '$...$': function (input) { return mhchemParser.patterns.findObserveGroups(input, "", "$", "$", ""); },
            '${(...)}$': function (input) { return mhchemParser.patterns.findObserveGroups(input, "${", "", "", "}$"); },
            '$(...)$': function (input) { return mhchemParser.patterns.findObserveGroups(input, "$", "", "", "$"); },
            '=<>': /^[=<>]/,
            '#': /^[#\u2261]/,
            '+': /^\+/,
            '-$': /^-(?=[\s_},;\]/]|$|\([a-z]+\))/,
            '-9': /^-(?=[0-9])/,
            '- orbital overlap': /^-(?=(?:[spd]|sp)(?:$|[\s,;\)\]\}]))/,
            '-': /^-/,
            'pm-operator': /^(?:\\pm|\$\\pm\$|\+-|\+\/-)/,
            'operator': /^(?:\+|(?:[\-=<>]|<<|>>|\\approx|\$\\approx\$)(?=\s|$|-?[0-9]))/,
            'arrowUpDown': /^(?:v|\(v\)|\^|\(\^\))(?=$|[\s,;\)\]\}])/,
            '\\bond{(...)}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "\\bond{", "", "", "}"); },
            '->': /^(?:<->|<-->|->|<-|<=>>|<<=>|<=>|[\u2192\u27F6\u21CC])/,
            'CMT': /^[CMT](?=\[)/,
            '[(...)]': function (input) { return mhchemParser.patterns.findObserveGroups(input, "[", "", "", "]"); },
            '1st-level escape': /^(&|\\\\|\\hline)\s*/,
            '\\,': /^(?:\\[,\ ;:])/,
            '\\x{}{}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "", /^\\[a-zA-Z]+\{/, "}", "", "", "{", "}", "", true); },
            '\\x{}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "", /^\\[a-zA-Z]+\{/, "}", ""); },
            '\\ca': /^\\ca(?:\s+|(?![a-zA-Z]))/,
            '\\x': /^(?:\\[a-zA-Z]+\s*|\\[_&{}%])/,
            'orbital': /^(?:[0-9]{1,2}[spdfgh]|[0-9]{0,2}sp)(?=$|[^a-zA-Z])/,
            'others': /^[\/~|]/,
            '\\frac{(...)}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "\\frac{", "", "", "}", "{", "", "", "}"); },
            '\\overset{(...)}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "\\overset{", "", "", "}", "{", "", "", "}"); },
            '\\underset{(...)}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "\\underset{", "", "", "}", "{", "", "", "}"); },
            '\\underbrace{(...)}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "\\underbrace{", "", "", "}_", "{", "", "", "}"); },
            '\\color{(...)}0': function (input) { return mhchemParser.patterns.findObserveGroups(input, "\\color{", "", "", "}"); },
            '\\color{(...)}{(...)}1': function (input) { return mhchemParser.patterns.findObserveGroups(input, "\\color{", "", "", "}", "{", "", "", "}"); },
            '\\color(...){(...)}2': function (input) { return mhchemParser.patterns.findObserveGroups(input, "\\color", "\\", "", /^(?=\{)/, "{", "", "", "}"); },
            '\\ce{(...)}': function (input) { return mhchemParser.patterns.findObserveGroups(input, "\\ce{", "", "", "}"); },
            'oxidation$': /^(?:[+-][IVX]+|\\pm\s*0|\$\\pm\$\s*0)$/,
            'd-oxidation$': /^(?:[+-]?\s?[IVX]+|\\pm\s*0|\$\\pm\$\s*0)$/,
            'roman numeral': /^[IVX]+/,
            '1/2$': /^[+\-]?(?:[0-9]+|\$[a-z]\$|[a-z])\/[0-9]+(?:\$[a-z]\$|[a-z])?$/,
            'amount': function (input) {
                var match;
                match = input.match(/^(?:(?:(?:\([+\-]?[0-9]+\/[0-9]+\)|[+\-]?(?:[0-9]+|\$[a-z]\$|[a-z])\/[0-9]+|[+\-]?[0-9]+[.,][0-9]+|[+\-]?\.[0-9]+|[+\-]?[0-9]+)(?:[a-z](?=\s*[A-Z]))?)|[+\-]?[a-z](?=\s*[A-Z])|\+(?!\s))/);
                if (match) {
                    return { match_: match[0], remainder: input.substr(match[0].length) };
                }
                var a = mhchemParser.patterns.findObserveGroups(input, "", "$", "$", "");
                if (a) {
                    match = a.match_.match(/^\$(?:\(?[+\-]?(?:[0-9]*[a-z]?[+\-])?[0-9]*[a-z](?:[+\-][0-9]*[a-z]?)?\)?|\+|-)\$$/);
                    if (match) {
                        return { match_: match[0], remainder: input.substr(match[0].length) };
                    }
                }
                return null;
            },
            'amount2': function (input) { return this['amount'](input); },
            '(KV letters),': /^(?:[A-Z][a-z]{0,2}|i)(?=,)/,
            'formula$': function (input) {
                if (input.match(/^\([a-z]+\)$/)) {
                    return null;
                }
                var match = input.match(/^(?:[a-z]|(?:[0-9\ \+\-\,\.\(\)]+[a-z])+[0-9\ \+\-\,\.\(\)]*|(?:[a-z][0-9\ \+\-\,\.\(\)]+)+[a-z]?)$/);
                if (match) {
                    return { match_: match[0], remainder: input.substr(match[0].length) };
                }
                return null;
            },
            'uprightEntities': /^(?:pH|pOH|pC|pK|iPr|iBu)(?=$|[^a-zA-Z])/,
            '/': /^\s*(\/)\s*/,
            '//': /^\s*(\/\/)\s*/,
            '*': /^\s*[*.]\s*/
        },
        findObserveGroups: function (input, begExcl, begIncl, endIncl, endExcl, beg2Excl, beg2Incl, end2Incl, end2Excl, combine) {
            var _match = function (input, pattern) {
                if (typeof pattern === "string") {
                    if (input.indexOf(pattern) !== 0) {
                        return null;
                    }
                    return pattern;
                }
                else {
                    var match = input.match(pattern);
                    if (!match) {
                        return null;
                    }
                    return match[0];
                }
            };
            var _findObserveGroups = function (input, i, endChars) {
                var braces = 0;
                while (i < input.length) {
                    var a = input.charAt(i);
                    var match = _match(input.substr(i), endChars);
                    if (match !== null && braces === 0) {
                        return { endMatchBegin: i, endMatchEnd: i + match.length };
                    }
                    else if (a === "{") {
                        braces++;
                    }
                    else if (a === "}") {
                        if (braces === 0) {
                            throw ["ExtraCloseMissingOpen", "Extra close brace or missing open brace"];
                        }
                        else {
                            braces--;
                        }
                    }
                    i++;
                }
                if (braces > 0) {
                    return null;
                }
                return null;
            };
            var match = _match(input, begExcl);
            if (match === null) {
                return null;
            }
            input = input.substr(match.length);
            match = _match(input, begIncl);
            if (match === null) {
                return null;
            }
            var e = _findObserveGroups(input, match.length, endIncl || endExcl);
            if (e === null) {
                return null;
            }
            var match1 = input.substring(0, (endIncl ? e.endMatchEnd : e.endMatchBegin));
            if (!(beg2Excl || beg2Incl)) {
                return {
                    match_: match1,
                    remainder: input.substr(e.endMatchEnd)
                };
            }
            else {
                var group2 = this.findObserveGroups(input.substr(e.endMatchEnd), beg2Excl, beg2Incl, end2Incl, end2Excl);
                if (group2 === null) {
                    return null;
                }
                var matchRet = [match1, group2.match_];
                return {
                    match_: (combine ? matchRet.join("") : matchRet),
                    remainder: group2.remainder
                };
            }
        },
        match_: function (m, input) {
            var pattern = mhchemParser.patterns.patterns[m];
            if (pattern === undefined) {
                throw ["MhchemBugP", "mhchem bug P. Please report. (" + m + ")"];
            }
            else if (typeof pattern === "function") {
                return mhchemParser.patterns.patterns[m](input);
            }
            else {
                var match = input.match(pattern);
                if (match) {
                    var mm;
                    if (match[2]) {
                        mm = [match[1], match[2]];
                    }
                    else if (match[1]) {
                        mm = match[1];
                    }
                    else {
                        mm = match[0];
                    }
                    return { match_: mm, remainder: input.substr(match[0].length) };
                }
                return null;
            }
        }
    },
    actions: {
        'a=': function (buffer, m) { buffer.a = (buffer.a || "") + m; },
        'b=': function (buffer, m) { buffer.b = (buffer.b || "") + m; },
        'p=': function (buffer, m) { buffer.p = (buffer.p || "") + m; },
        'o=': function (buffer, m) { buffer.o = (buffer.o || "") + m; },
        'q=': function (buffer, m) { buffer.q = (buffer.q || "") + m; },
        'd=': function (buffer, m) { buffer.d = (buffer.d || "") + m; },
        'rm=': function (buffer, m) { buffer.rm = (buffer.rm || "") + m; },
        'text=': function (buffer, m) { buffer.text_ = (buffer.text_ || "") + m; },
        'insert': function (buffer, m, a) { return { type_: a }; },
        'insert+p1': function (buffer, m, a) { return { type_: a, p1: m }; },
        'insert+p1+p2': function (buffer, m, a) { return { type_: a, p1: m[0], p2: m[1] }; },
        'copy': function (buffer, m) { return m; },
        'rm': function (buffer, m) { return { type_: 'rm', p1: m || "" }; },
        'text': function (buffer, m) { return mhchemParser.go(m, 'text'); },
        '{text}': function (buffer, m) {
            var ret = ["{"];
            mhchemParser.concatArray(ret, mhchemParser.go(m, 'text'));
            ret.push("}");
            return ret;
        },
        'tex-math': function (buffer, m) { return mhchemParser.go(m, 'tex-math'); },
        'tex-math tight': function (buffer, m) { return mhchemParser.go(m, 'tex-math tight'); },
        'bond': function (buffer, m, k) { return { type_: 'bond', kind_: k || m }; },
        'color0-output': function (buffer, m) { return { type_: 'color0', color: m[0] }; },
        'ce': function (buffer, m) { return mhchemParser.go(m); },
        '1/2': function (buffer, m) {
            var ret = [];
            if (m.match(/^[+\-]/)) {
                ret.push(m.substr(0, 1));
                m = m.substr(1);
            }
            var n = m.match(/^([0-9]+|\$[a-z]\$|[a-z])\/([0-9]+)(\$[a-z]\$|[a-z])?$/);
            n[1] = n[1].replace(/\$/g, "");
            ret.push({ type_: 'frac', p1: n[1], p2: n[2] });
            if (n[3]) {
                n[3] = n[3].replace(/\$/g, "");
                ret.push({ type_: 'tex-math', p1: n[3] });
            }
            return ret;
        },
        '9,9': function (buffer, m) { return mhchemParser.go(m, '9,9'); }
    },
    createTransitions: function (o) {
        var pattern, state;
        var stateArray;
        var i;
        var transitions = {};
        for (pattern in o) {
            for (state in o[pattern]) {
                stateArray = state.split("|");
                o[pattern][state].stateArray = stateArray;
                for (i = 0; i < stateArray.length; i++) {
                    transitions[stateArray[i]] = [];
                }
            }
        }
        for (pattern in o) {
            for (state in o[pattern]) {
                stateArray = o[pattern][state].stateArray || [];
                for (i = 0; i < stateArray.length; i++) {
                    var p = o[pattern][state];
                    if (p.action_) {
                        p.action_ = [].concat(p.action_);
                        for (var k = 0; k < p.action_.length; k++) {
                            if (typeof p.action_[k] === "string") {
                                p.action_[k] = { type_: p.action_[k] };
                            }
                        }
                    }
                    else {
                        p.action_ = [];
                    }
                    var patternArray = pattern.split("|");
                    for (var j = 0; j < patternArray.length; j++) {
                        if (stateArray[i] === '*') {
                            for (var t in transitions) {
                                transitions[t].push({ pattern: patternArray[j], task: p });
                            }
                        }
                        else {
                            transitions[stateArray[i]].push({ pattern: patternArray[j], task: p });
                        }
                    }
                }
            }
        }
        return transitions;
    },
    stateMachines: {}
};
mhchemParser.stateMachines = {
    'ce': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': { action_: 'output' }
            },
            'else': {
                '0|1|2': { action_: 'beginsWithBond=false', revisit: true, toContinue: true }
            },
            'oxidation$': {
                '0': { action_: 'oxidation-output' }
            },
            'CMT': {
                'r': { action_: 'rdt=', nextState: 'rt' },
                'rd': { action_: 'rqt=', nextState: 'rdt' }
            },
            'arrowUpDown': {
                '0|1|2|as': { action_: ['sb=false', 'output', 'operator'], nextState: '1' }
            },
            'uprightEntities': {
                '0|1|2': { action_: ['o=', 'output'], nextState: '1' }
            },
            'orbital': {
                '0|1|2|3': { action_: 'o=', nextState: 'o' }
            },
            '->': {
                '0|1|2|3': { action_: 'r=', nextState: 'r' },
                'a|as': { action_: ['output', 'r='], nextState: 'r' },
                '*': { action_: ['output', 'r='], nextState: 'r' }
            },
            '+': {
                'o': { action_: 'd= kv', nextState: 'd' },
                'd|D': { action_: 'd=', nextState: 'd' },
                'q': { action_: 'd=', nextState: 'qd' },
                'qd|qD': { action_: 'd=', nextState: 'qd' },
                'dq': { action_: ['output', 'd='], nextState: 'd' },
                '3': { action_: ['sb=false', 'output', 'operator'], nextState: '0' }
            },
            'amount': {
                '0|2': { action_: 'a=', nextState: 'a' }
            },
            'pm-operator': {
                '0|1|2|a|as': { action_: ['sb=false', 'output', { type_: 'operator', option: '\\pm' }], nextState: '0' }
            },
            'operator': {
                '0|1|2|a|as': { action_: ['sb=false', 'output', 'operator'], nextState: '0' }
            },
            '-$': {
                'o|q': { action_: ['charge or bond', 'output'], nextState: 'qd' },
                'd': { action_: 'd=', nextState: 'd' },
                'D': { action_: ['output', { type_: 'bond', option: "-" }], nextState: '3' },
                'q': { action_: 'd=', nextState: 'qd' },
                'qd': { action_: 'd=', nextState: 'qd' },
                'qD|dq': { action_: ['output', { type_: 'bond', option: "-" }], nextState: '3' }
            },
            '-9': {
                '3|o': { action_: ['output', { type_: 'insert', option: 'hyphen' }], nextState: '3' }
            },
            '- orbital overlap': {
                'o': { action_: ['output', { type_: 'insert', option: 'hyphen' }], nextState: '2' },
                'd': { action_: ['output', { type_: 'insert', option: 'hyphen' }], nextState: '2' }
            },
            '-': {
                '0|1|2': { action_: [{ type_: 'output', option: 1 }, 'beginsWithBond=true', { type_: 'bond', option: "-" }], nextState: '3' },
                '3': { action_: { type_: 'bond', option: "-" } },
                'a': { action_: ['output', { type_: 'insert', option: 'hyphen' }], nextState: '2' },
                'as': { action_: [{ type_: 'output', option: 2 }, { type_: 'bond', option: "-" }], nextState: '3' },
                'b': { action_: 'b=' },
                'o': { action_: { type_: '- after o/d', option: false }, nextState: '2' },
                'q': { action_: { type_: '- after o/d', option: false }, nextState: '2' },
                'd|qd|dq': { action_: { type_: '- after o/d', option: true }, nextState: '2' },
                'D|qD|p': { action_: ['output', { type_: 'bond', option: "-" }], nextState: '3' }
            },
            'amount2': {
                '1|3': { action_: 'a=', nextState: 'a' }
            },
            'letters': {
                '0|1|2|3|a|as|b|p|bp|o': { action_: 'o=', nextState: 'o' },
                'q|dq': { action_: ['output', 'o='], nextState: 'o' },
                'd|D|qd|qD': { action_: 'o after d', nextState: 'o' }
            },
            'digits': {
                'o': { action_: 'q=', nextState: 'q' },
                'd|D': { action_: 'q=', nextState: 'dq' },
                'q': { action_: ['output', 'o='], nextState: 'o' },
                'a': { action_: 'o=', nextState: 'o' }
            },
            'space A': {
                'b|p|bp': {}
            },
            'space': {
                'a': { nextState: 'as' },
                '0': { action_: 'sb=false' },
                '1|2': { action_: 'sb=true' },
                'r|rt|rd|rdt|rdq': { action_: 'output', nextState: '0' },
                '*': { action_: ['output', 'sb=true'], nextState: '1' }
            },
            '1st-level escape': {
                '1|2': { action_: ['output', { type_: 'insert+p1', option: '1st-level escape' }] },
                '*': { action_: ['output', { type_: 'insert+p1', option: '1st-level escape' }], nextState: '0' }
            },
            '[(...)]': {
                'r|rt': { action_: 'rd=', nextState: 'rd' },
                'rd|rdt': { action_: 'rq=', nextState: 'rdq' }
            },
            '...': {
                'o|d|D|dq|qd|qD': { action_: ['output', { type_: 'bond', option: "..." }], nextState: '3' },
                '*': { action_: [{ type_: 'output', option: 1 }, { type_: 'insert', option: 'ellipsis' }], nextState: '1' }
            },
            '. |* ': {
                '*': { action_: ['output', { type_: 'insert', option: 'addition compound' }], nextState: '1' }
            },
            'state of aggregation $': {
                '*': { action_: ['output', 'state of aggregation'], nextState: '1' }
            },
            '{[(': {
                'a|as|o': { action_: ['o=', 'output', 'parenthesisLevel++'], nextState: '2' },
                '0|1|2|3': { action_: ['o=', 'output', 'parenthesisLevel++'], nextState: '2' },
                '*': { action_: ['output', 'o=', 'output', 'parenthesisLevel++'], nextState: '2' }
            },
            ')]}': {
                '0|1|2|3|b|p|bp|o': { action_: ['o=', 'parenthesisLevel--'], nextState: 'o' },
                'a|as|d|D|q|qd|qD|dq': { action_: ['output', 'o=', 'parenthesisLevel--'], nextState: 'o' }
            },
            ', ': {
                '*': { action_: ['output', 'comma'], nextState: '0' }
            },
            '^_': {
                '*': {}
            },
            '^{(...)}|^($...$)': {
                '0|1|2|as': { action_: 'b=', nextState: 'b' },
                'p': { action_: 'b=', nextState: 'bp' },
                '3|o': { action_: 'd= kv', nextState: 'D' },
                'q': { action_: 'd=', nextState: 'qD' },
                'd|D|qd|qD|dq': { action_: ['output', 'd='], nextState: 'D' }
            },
            '^a|^\\x{}{}|^\\x{}|^\\x|\'': {
                '0|1|2|as': { action_: 'b=', nextState: 'b' },
                'p': { action_: 'b=', nextState: 'bp' },
                '3|o': { action_: 'd= kv', nextState: 'd' },
                'q': { action_: 'd=', nextState: 'qd' },
                'd|qd|D|qD': { action_: 'd=' },
                'dq': { action_: ['output', 'd='], nextState: 'd' }
            },
            '_{(state of aggregation)}$': {
                'd|D|q|qd|qD|dq': { action_: ['output', 'q='], nextState: 'q' }
            },
            '_{(...)}|_($...$)|_9|_\\x{}{}|_\\x{}|_\\x': {
                '0|1|2|as': { action_: 'p=', nextState: 'p' },
                'b': { action_: 'p=', nextState: 'bp' },
                '3|o': { action_: 'q=', nextState: 'q' },
                'd|D': { action_: 'q=', nextState: 'dq' },
                'q|qd|qD|dq': { action_: ['output', 'q='], nextState: 'q' }
            },
            '=<>': {
                '0|1|2|3|a|as|o|q|d|D|qd|qD|dq': { action_: [{ type_: 'output', option: 2 }, 'bond'], nextState: '3' }
            },
            '#': {
                '0|1|2|3|a|as|o': { action_: [{ type_: 'output', option: 2 }, { type_: 'bond', option: "#" }], nextState: '3' }
            },
            '{}': {
                '*': { action_: { type_: 'output', option: 1 }, nextState: '1' }
            },
            '{...}': {
                '0|1|2|3|a|as|b|p|bp': { action_: 'o=', nextState: 'o' },
                'o|d|D|q|qd|qD|dq': { action_: ['output', 'o='], nextState: 'o' }
            },
            '$...$': {
                'a': { action_: 'a=' },
                '0|1|2|3|as|b|p|bp|o': { action_: 'o=', nextState: 'o' },
                'as|o': { action_: 'o=' },
                'q|d|D|qd|qD|dq': { action_: ['output', 'o='], nextState: 'o' }
            },
            '\\bond{(...)}': {
                '*': { action_: [{ type_: 'output', option: 2 }, 'bond'], nextState: "3" }
            },
            '\\frac{(...)}': {
                '*': { action_: [{ type_: 'output', option: 1 }, 'frac-output'], nextState: '3' }
            },
            '\\overset{(...)}': {
                '*': { action_: [{ type_: 'output', option: 2 }, 'overset-output'], nextState: '3' }
            },
            '\\underset{(...)}': {
                '*': { action_: [{ type_: 'output', option: 2 }, 'underset-output'], nextState: '3' }
            },
            '\\underbrace{(...)}': {
                '*': { action_: [{ type_: 'output', option: 2 }, 'underbrace-output'], nextState: '3' }
            },
            '\\color{(...)}{(...)}1|\\color(...){(...)}2': {
                '*': { action_: [{ type_: 'output', option: 2 }, 'color-output'], nextState: '3' }
            },
            '\\color{(...)}0': {
                '*': { action_: [{ type_: 'output', option: 2 }, 'color0-output'] }
            },
            '\\ce{(...)}': {
                '*': { action_: [{ type_: 'output', option: 2 }, 'ce'], nextState: '3' }
            },
            '\\,': {
                '*': { action_: [{ type_: 'output', option: 1 }, 'copy'], nextState: '1' }
            },
            '\\x{}{}|\\x{}|\\x': {
                '0|1|2|3|a|as|b|p|bp|o|c0': { action_: ['o=', 'output'], nextState: '3' },
                '*': { action_: ['output', 'o=', 'output'], nextState: '3' }
            },
            'others': {
                '*': { action_: [{ type_: 'output', option: 1 }, 'copy'], nextState: '3' }
            },
            'else2': {
                'a': { action_: 'a to o', nextState: 'o', revisit: true },
                'as': { action_: ['output', 'sb=true'], nextState: '1', revisit: true },
                'r|rt|rd|rdt|rdq': { action_: ['output'], nextState: '0', revisit: true },
                '*': { action_: ['output', 'copy'], nextState: '3' }
            }
        }),
        actions: {
            'o after d': function (buffer, m) {
                var ret;
                if ((buffer.d || "").match(/^[0-9]+$/)) {
                    var tmp = buffer.d;
                    buffer.d = undefined;
                    ret = this['output'](buffer);
                    buffer.b = tmp;
                }
                else {
                    ret = this['output'](buffer);
                }
                mhchemParser.actions['o='](buffer, m);
                return ret;
            },
            'd= kv': function (buffer, m) {
                buffer.d = m;
                buffer.dType = 'kv';
            },
            'charge or bond': function (buffer, m) {
                if (buffer['beginsWithBond']) {
                    var ret = [];
                    mhchemParser.concatArray(ret, this['output'](buffer));
                    mhchemParser.concatArray(ret, mhchemParser.actions['bond'](buffer, m, "-"));
                    return ret;
                }
                else {
                    buffer.d = m;
                }
            },
            '- after o/d': function (buffer, m, isAfterD) {
                var c1 = mhchemParser.patterns.match_('orbital', buffer.o || "");
                var c2 = mhchemParser.patterns.match_('one lowercase greek letter $', buffer.o || "");
                var c3 = mhchemParser.patterns.match_('one lowercase latin letter $', buffer.o || "");
                var c4 = mhchemParser.patterns.match_('$one lowercase latin letter$ $', buffer.o || "");
                var hyphenFollows = m === "-" && (c1 && c1.remainder === "" || c2 || c3 || c4);
                if (hyphenFollows && !buffer.a && !buffer.b && !buffer.p && !buffer.d && !buffer.q && !c1 && c3) {
                    buffer.o = '$' + buffer.o + '$';
                }
                var ret = [];
                if (hyphenFollows) {
                    mhchemParser.concatArray(ret, this['output'](buffer));
                    ret.push({ type_: 'hyphen' });
                }
                else {
                    c1 = mhchemParser.patterns.match_('digits', buffer.d || "");
                    if (isAfterD && c1 && c1.remainder === '') {
                        mhchemParser.concatArray(ret, mhchemParser.actions['d='](buffer, m));
                        mhchemParser.concatArray(ret, this['output'](buffer));
                    }
                    else {
                        mhchemParser.concatArray(ret, this['output'](buffer));
                        mhchemParser.concatArray(ret, mhchemParser.actions['bond'](buffer, m, "-"));
                    }
                }
                return ret;
            },
            'a to o': function (buffer) {
                buffer.o = buffer.a;
                buffer.a = undefined;
            },
            'sb=true': function (buffer) { buffer.sb = true; },
            'sb=false': function (buffer) { buffer.sb = false; },
            'beginsWithBond=true': function (buffer) { buffer['beginsWithBond'] = true; },
            'beginsWithBond=false': function (buffer) { buffer['beginsWithBond'] = false; },
            'parenthesisLevel++': function (buffer) { buffer['parenthesisLevel']++; },
            'parenthesisLevel--': function (buffer) { buffer['parenthesisLevel']--; },
            'state of aggregation': function (buffer, m) {
                return { type_: 'state of aggregation', p1: mhchemParser.go(m, 'o') };
            },
            'comma': function (buffer, m) {
                var a = m.replace(/\s*$/, '');
                var withSpace = (a !== m);
                if (withSpace && buffer['parenthesisLevel'] === 0) {
                    return { type_: 'comma enumeration L', p1: a };
                }
                else {
                    return { type_: 'comma enumeration M', p1: a };
                }
            },
            'output': function (buffer, m, entityFollows) {
                var ret;
                if (!buffer.r) {
                    ret = [];
                    if (!buffer.a && !buffer.b && !buffer.p && !buffer.o && !buffer.q && !buffer.d && !entityFollows) {
                    }
                    else {
                        if (buffer.sb) {
                            ret.push({ type_: 'entitySkip' });
                        }
                        if (!buffer.o && !buffer.q && !buffer.d && !buffer.b && !buffer.p && entityFollows !== 2) {
                            buffer.o = buffer.a;
                            buffer.a = undefined;
                        }
                        else if (!buffer.o && !buffer.q && !buffer.d && (buffer.b || buffer.p)) {
                            buffer.o = buffer.a;
                            buffer.d = buffer.b;
                            buffer.q = buffer.p;
                            buffer.a = buffer.b = buffer.p = undefined;
                        }
                        else {
                            if (buffer.o && buffer.dType === 'kv' && mhchemParser.patterns.match_('d-oxidation$', buffer.d || "")) {
                                buffer.dType = 'oxidation';
                            }
                            else if (buffer.o && buffer.dType === 'kv' && !buffer.q) {
                                buffer.dType = undefined;
                            }
                        }
                        ret.push({
                            type_: 'chemfive',
                            a: mhchemParser.go(buffer.a, 'a'),
                            b: mhchemParser.go(buffer.b, 'bd'),
                            p: mhchemParser.go(buffer.p, 'pq'),
                            o: mhchemParser.go(buffer.o, 'o'),
                            q: mhchemParser.go(buffer.q, 'pq'),
                            d: mhchemParser.go(buffer.d, (buffer.dType === 'oxidation' ? 'oxidation' : 'bd')),
                            dType: buffer.dType
                        });
                    }
                }
                else {
                    var rd;
                    if (buffer.rdt === 'M') {
                        rd = mhchemParser.go(buffer.rd, 'tex-math');
                    }
                    else if (buffer.rdt === 'T') {
                        rd = [{ type_: 'text', p1: buffer.rd || "" }];
                    }
                    else {
                        rd = mhchemParser.go(buffer.rd);
                    }
                    var rq;
                    if (buffer.rqt === 'M') {
                        rq = mhchemParser.go(buffer.rq, 'tex-math');
                    }
                    else if (buffer.rqt === 'T') {
                        rq = [{ type_: 'text', p1: buffer.rq || "" }];
                    }
                    else {
                        rq = mhchemParser.go(buffer.rq);
                    }
                    ret = {
                        type_: 'arrow',
                        r: buffer.r,
                        rd: rd,
                        rq: rq
                    };
                }
                for (var p in buffer) {
                    if (p !== 'parenthesisLevel' && p !== 'beginsWithBond') {
                        delete buffer[p];
                    }
                }
                return ret;
            },
            'oxidation-output': function (buffer, m) {
                var ret = ["{"];
                mhchemParser.concatArray(ret, mhchemParser.go(m, 'oxidation'));
                ret.push("}");
                return ret;
            },
            'frac-output': function (buffer, m) {
                return { type_: 'frac-ce', p1: mhchemParser.go(m[0]), p2: mhchemParser.go(m[1]) };
            },
            'overset-output': function (buffer, m) {
                return { type_: 'overset', p1: mhchemParser.go(m[0]), p2: mhchemParser.go(m[1]) };
            },
            'underset-output': function (buffer, m) {
                return { type_: 'underset', p1: mhchemParser.go(m[0]), p2: mhchemParser.go(m[1]) };
            },
            'underbrace-output': function (buffer, m) {
                return { type_: 'underbrace', p1: mhchemParser.go(m[0]), p2: mhchemParser.go(m[1]) };
            },
            'color-output': function (buffer, m) {
                return { type_: 'color', color1: m[0], color2: mhchemParser.go(m[1]) };
            },
            'r=': function (buffer, m) { buffer.r = m; },
            'rdt=': function (buffer, m) { buffer.rdt = m; },
            'rd=': function (buffer, m) { buffer.rd = m; },
            'rqt=': function (buffer, m) { buffer.rqt = m; },
            'rq=': function (buffer, m) { buffer.rq = m; },
            'operator': function (buffer, m, p1) { return { type_: 'operator', kind_: (p1 || m) }; }
        }
    },
    'a': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': {}
            },
            '1/2$': {
                '0': { action_: '1/2' }
            },
            'else': {
                '0': { nextState: '1', revisit: true }
            },
            '$(...)$': {
                '*': { action_: 'tex-math tight', nextState: '1' }
            },
            ',': {
                '*': { action_: { type_: 'insert', option: 'commaDecimal' } }
            },
            'else2': {
                '*': { action_: 'copy' }
            }
        }),
        actions: {}
    },
    'o': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': {}
            },
            '1/2$': {
                '0': { action_: '1/2' }
            },
            'else': {
                '0': { nextState: '1', revisit: true }
            },
            'letters': {
                '*': { action_: 'rm' }
            },
            '\\ca': {
                '*': { action_: { type_: 'insert', option: 'circa' } }
            },
            '\\x{}{}|\\x{}|\\x': {
                '*': { action_: 'copy' }
            },
            '${(...)}$|$(...)$': {
                '*': { action_: 'tex-math' }
            },
            '{(...)}': {
                '*': { action_: '{text}' }
            },
            'else2': {
                '*': { action_: 'copy' }
            }
        }),
        actions: {}
    },
    'text': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': { action_: 'output' }
            },
            '{...}': {
                '*': { action_: 'text=' }
            },
            '${(...)}$|$(...)$': {
                '*': { action_: 'tex-math' }
            },
            '\\greek': {
                '*': { action_: ['output', 'rm'] }
            },
            '\\,|\\x{}{}|\\x{}|\\x': {
                '*': { action_: ['output', 'copy'] }
            },
            'else': {
                '*': { action_: 'text=' }
            }
        }),
        actions: {
            'output': function (buffer) {
                if (buffer.text_) {
                    var ret = { type_: 'text', p1: buffer.text_ };
                    for (var p in buffer) {
                        delete buffer[p];
                    }
                    return ret;
                }
            }
        }
    },
    'pq': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': {}
            },
            'state of aggregation $': {
                '*': { action_: 'state of aggregation' }
            },
            'i$': {
                '0': { nextState: '!f', revisit: true }
            },
            '(KV letters),': {
                '0': { action_: 'rm', nextState: '0' }
            },
            'formula$': {
                '0': { nextState: 'f', revisit: true }
            },
            '1/2$': {
                '0': { action_: '1/2' }
            },
            'else': {
                '0': { nextState: '!f', revisit: true }
            },
            '${(...)}$|$(...)$': {
                '*': { action_: 'tex-math' }
            },
            '{(...)}': {
                '*': { action_: 'text' }
            },
            'a-z': {
                'f': { action_: 'tex-math' }
            },
            'letters': {
                '*': { action_: 'rm' }
            },
            '-9.,9': {
                '*': { action_: '9,9' }
            },
            ',': {
                '*': { action_: { type_: 'insert+p1', option: 'comma enumeration S' } }
            },
            '\\color{(...)}{(...)}1|\\color(...){(...)}2': {
                '*': { action_: 'color-output' }
            },
            '\\color{(...)}0': {
                '*': { action_: 'color0-output' }
            },
            '\\ce{(...)}': {
                '*': { action_: 'ce' }
            },
            '\\,|\\x{}{}|\\x{}|\\x': {
                '*': { action_: 'copy' }
            },
            'else2': {
                '*': { action_: 'copy' }
            }
        }),
        actions: {
            'state of aggregation': function (buffer, m) {
                return { type_: 'state of aggregation subscript', p1: mhchemParser.go(m, 'o') };
            },
            'color-output': function (buffer, m) {
                return { type_: 'color', color1: m[0], color2: mhchemParser.go(m[1], 'pq') };
            }
        }
    },
    'bd': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': {}
            },
            'x$': {
                '0': { nextState: '!f', revisit: true }
            },
            'formula$': {
                '0': { nextState: 'f', revisit: true }
            },
            'else': {
                '0': { nextState: '!f', revisit: true }
            },
            '-9.,9 no missing 0': {
                '*': { action_: '9,9' }
            },
            '.': {
                '*': { action_: { type_: 'insert', option: 'electron dot' } }
            },
            'a-z': {
                'f': { action_: 'tex-math' }
            },
            'x': {
                '*': { action_: { type_: 'insert', option: 'KV x' } }
            },
            'letters': {
                '*': { action_: 'rm' }
            },
            '\'': {
                '*': { action_: { type_: 'insert', option: 'prime' } }
            },
            '${(...)}$|$(...)$': {
                '*': { action_: 'tex-math' }
            },
            '{(...)}': {
                '*': { action_: 'text' }
            },
            '\\color{(...)}{(...)}1|\\color(...){(...)}2': {
                '*': { action_: 'color-output' }
            },
            '\\color{(...)}0': {
                '*': { action_: 'color0-output' }
            },
            '\\ce{(...)}': {
                '*': { action_: 'ce' }
            },
            '\\,|\\x{}{}|\\x{}|\\x': {
                '*': { action_: 'copy' }
            },
            'else2': {
                '*': { action_: 'copy' }
            }
        }),
        actions: {
            'color-output': function (buffer, m) {
                return { type_: 'color', color1: m[0], color2: mhchemParser.go(m[1], 'bd') };
            }
        }
    },
    'oxidation': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': {}
            },
            'roman numeral': {
                '*': { action_: 'roman-numeral' }
            },
            '${(...)}$|$(...)$': {
                '*': { action_: 'tex-math' }
            },
            'else': {
                '*': { action_: 'copy' }
            }
        }),
        actions: {
            'roman-numeral': function (buffer, m) { return { type_: 'roman numeral', p1: m || "" }; }
        }
    },
    'tex-math': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': { action_: 'output' }
            },
            '\\ce{(...)}': {
                '*': { action_: ['output', 'ce'] }
            },
            '{...}|\\,|\\x{}{}|\\x{}|\\x': {
                '*': { action_: 'o=' }
            },
            'else': {
                '*': { action_: 'o=' }
            }
        }),
        actions: {
            'output': function (buffer) {
                if (buffer.o) {
                    var ret = { type_: 'tex-math', p1: buffer.o };
                    for (var p in buffer) {
                        delete buffer[p];
                    }
                    return ret;
                }
            }
        }
    },
    'tex-math tight': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': { action_: 'output' }
            },
            '\\ce{(...)}': {
                '*': { action_: ['output', 'ce'] }
            },
            '{...}|\\,|\\x{}{}|\\x{}|\\x': {
                '*': { action_: 'o=' }
            },
            '-|+': {
                '*': { action_: 'tight operator' }
            },
            'else': {
                '*': { action_: 'o=' }
            }
        }),
        actions: {
            'tight operator': function (buffer, m) { buffer.o = (buffer.o || "") + "{" + m + "}"; },
            'output': function (buffer) {
                if (buffer.o) {
                    var ret = { type_: 'tex-math', p1: buffer.o };
                    for (var p in buffer) {
                        delete buffer[p];
                    }
                    return ret;
                }
            }
        }
    },
    '9,9': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': {}
            },
            ',': {
                '*': { action_: 'comma' }
            },
            'else': {
                '*': { action_: 'copy' }
            }
        }),
        actions: {
            'comma': function () { return { type_: 'commaDecimal' }; }
        }
    },
    'pu': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': { action_: 'output' }
            },
            'space$': {
                '*': { action_: ['output', 'space'] }
            },
            '{[(|)]}': {
                '0|a': { action_: 'copy' }
            },
            '(-)(9)^(-9)': {
                '0': { action_: 'number^', nextState: 'a' }
            },
            '(-)(9.,9)(e)(99)': {
                '0': { action_: 'enumber', nextState: 'a' }
            },
            'space': {
                '0|a': {}
            },
            'pm-operator': {
                '0|a': { action_: { type_: 'operator', option: '\\pm' }, nextState: '0' }
            },
            'operator': {
                '0|a': { action_: 'copy', nextState: '0' }
            },
            '//': {
                'd': { action_: 'o=', nextState: '/' }
            },
            '/': {
                'd': { action_: 'o=', nextState: '/' }
            },
            '{...}|else': {
                '0|d': { action_: 'd=', nextState: 'd' },
                'a': { action_: ['space', 'd='], nextState: 'd' },
                '/|q': { action_: 'q=', nextState: 'q' }
            }
        }),
        actions: {
            'enumber': function (buffer, m) {
                var ret = [];
                if (m[0] === "+-" || m[0] === "+/-") {
                    ret.push("\\pm ");
                }
                else if (m[0]) {
                    ret.push(m[0]);
                }
                if (m[1]) {
                    mhchemParser.concatArray(ret, mhchemParser.go(m[1], 'pu-9,9'));
                    if (m[2]) {
                        if (m[2].match(/[,.]/)) {
                            mhchemParser.concatArray(ret, mhchemParser.go(m[2], 'pu-9,9'));
                        }
                        else {
                            ret.push(m[2]);
                        }
                    }
                    m[3] = m[4] || m[3];
                    if (m[3]) {
                        m[3] = m[3].trim();
                        if (m[3] === "e" || m[3].substr(0, 1) === "*") {
                            ret.push({ type_: 'cdot' });
                        }
                        else {
                            ret.push({ type_: 'times' });
                        }
                    }
                }
                if (m[3]) {
                    ret.push("10^{" + m[5] + "}");
                }
                return ret;
            },
            'number^': function (buffer, m) {
                var ret = [];
                if (m[0] === "+-" || m[0] === "+/-") {
                    ret.push("\\pm ");
                }
                else if (m[0]) {
                    ret.push(m[0]);
                }
                mhchemParser.concatArray(ret, mhchemParser.go(m[1], 'pu-9,9'));
                ret.push("^{" + m[2] + "}");
                return ret;
            },
            'operator': function (buffer, m, p1) { return { type_: 'operator', kind_: (p1 || m) }; },
            'space': function () { return { type_: 'pu-space-1' }; },
            'output': function (buffer) {
                var ret;
                var md = mhchemParser.patterns.match_('{(...)}', buffer.d || "");
                if (md && md.remainder === '') {
                    buffer.d = md.match_;
                }
                var mq = mhchemParser.patterns.match_('{(...)}', buffer.q || "");
                if (mq && mq.remainder === '') {
                    buffer.q = mq.match_;
                }
                if (buffer.d) {
                    buffer.d = buffer.d.replace(/\u00B0C|\^oC|\^{o}C/g, "{}^{\\circ}C");
                    buffer.d = buffer.d.replace(/\u00B0F|\^oF|\^{o}F/g, "{}^{\\circ}F");
                }
                if (buffer.q) {
                    buffer.q = buffer.q.replace(/\u00B0C|\^oC|\^{o}C/g, "{}^{\\circ}C");
                    buffer.q = buffer.q.replace(/\u00B0F|\^oF|\^{o}F/g, "{}^{\\circ}F");
                    var b5 = {
                        d: mhchemParser.go(buffer.d, 'pu'),
                        q: mhchemParser.go(buffer.q, 'pu')
                    };
                    if (buffer.o === '//') {
                        ret = { type_: 'pu-frac', p1: b5.d, p2: b5.q };
                    }
                    else {
                        ret = b5.d;
                        if (b5.d.length > 1 || b5.q.length > 1) {
                            ret.push({ type_: ' / ' });
                        }
                        else {
                            ret.push({ type_: '/' });
                        }
                        mhchemParser.concatArray(ret, b5.q);
                    }
                }
                else {
                    ret = mhchemParser.go(buffer.d, 'pu-2');
                }
                for (var p in buffer) {
                    delete buffer[p];
                }
                return ret;
            }
        }
    },
    'pu-2': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '*': { action_: 'output' }
            },
            '*': {
                '*': { action_: ['output', 'cdot'], nextState: '0' }
            },
            '\\x': {
                '*': { action_: 'rm=' }
            },
            'space': {
                '*': { action_: ['output', 'space'], nextState: '0' }
            },
            '^{(...)}|^(-1)': {
                '1': { action_: '^(-1)' }
            },
            '-9.,9': {
                '0': { action_: 'rm=', nextState: '0' },
                '1': { action_: '^(-1)', nextState: '0' }
            },
            '{...}|else': {
                '*': { action_: 'rm=', nextState: '1' }
            }
        }),
        actions: {
            'cdot': function () { return { type_: 'tight cdot' }; },
            '^(-1)': function (buffer, m) { buffer.rm += "^{" + m + "}"; },
            'space': function () { return { type_: 'pu-space-2' }; },
            'output': function (buffer) {
                var ret = [];
                if (buffer.rm) {
                    var mrm = mhchemParser.patterns.match_('{(...)}', buffer.rm || "");
                    if (mrm && mrm.remainder === '') {
                        ret = mhchemParser.go(mrm.match_, 'pu');
                    }
                    else {
                        ret = { type_: 'rm', p1: buffer.rm };
                    }
                }
                for (var p in buffer) {
                    delete buffer[p];
                }
                return ret;
            }
        }
    },
    'pu-9,9': {
        transitions: mhchemParser.createTransitions({
            'empty': {
                '0': { action_: 'output-0' },
                'o': { action_: 'output-o' }
            },
            ',': {
                '0': { action_: ['output-0', 'comma'], nextState: 'o' }
            },
            '.': {
                '0': { action_: ['output-0', 'copy'], nextState: 'o' }
            },
            'else': {
                '*': { action_: 'text=' }
            }
        }),
        actions: {
            'comma': function () { return { type_: 'commaDecimal' }; },
            'output-0': function (buffer) {
                var ret = [];
                buffer.text_ = buffer.text_ || "";
                if (buffer.text_.length > 4) {
                    var a = buffer.text_.length % 3;
                    if (a === 0) {
                        a = 3;
                    }
                    for (var i = buffer.text_.length - 3; i > 0; i -= 3) {
                        ret.push(buffer.text_.substr(i, 3));
                        ret.push({ type_: '1000 separator' });
                    }
                    ret.push(buffer.text_.substr(0, a));
                    ret.reverse();
                }
                else {
                    ret.push(buffer.text_);
                }
                for (var p in buffer) {
                    delete buffer[p];
                }
                return ret;
            },
            'output-o': function (buffer) {
                var ret = [];
                buffer.text_ = buffer.text_ || "";
                if (buffer.text_.length > 4) {
                    var a = buffer.text_.length - 3;
                    for (var i = 0; i < a; i += 3) {
                        ret.push(buffer.text_.substr(i, 3));
                        ret.push({ type_: '1000 separator' });
                    }
                    ret.push(buffer.text_.substr(i));
                }
                else {
                    ret.push(buffer.text_);
                }
                for (var p in buffer) {
                    delete buffer[p];
                }
                return ret;
            }
        }
    }
};
var texify = {
    go: function (input, isInner) {
        if (!input) {
            return "";
        }
        var res = "";
        var cee = false;
        for (var i = 0; i < input.length; i++) {
            var inputi = input[i];
            if (typeof inputi === "string") {
                res += inputi;
            }
            else {
                res += texify._go2(inputi);
                if (inputi.type_ === '1st-level escape') {
                    cee = true;
                }
            }
        }
        if (!isInner && !cee && res) {
            res = "{" + res + "}";
        }
        return res;
    },
    _goInner: function (input) {
        if (!input) {
            return input;
        }
        return texify.go(input, true);
    },
    _go2: function (buf) {
        var res;
        switch (buf.type_) {
            case 'chemfive':
                res = "";
                var b5 = {
                    a: texify._goInner(buf.a),
                    b: texify._goInner(buf.b),
                    p: texify._goInner(buf.p),
                    o: texify._goInner(buf.o),
                    q: texify._goInner(buf.q),
                    d: texify._goInner(buf.d)
                };
                if (b5.a) {
                    if (b5.a.match(/^[+\-]/)) {
                        b5.a = "{" + b5.a + "}";
                    }
                    res += b5.a + "\\,";
                }
                if (b5.b || b5.p) {
                    res += "{\\vphantom{X}}";
                    res += "^{\\hphantom{" + (b5.b || "") + "}}_{\\hphantom{" + (b5.p || "") + "}}";
                    res += "{\\vphantom{X}}";
                    res += "^{\\vphantom{2}\\mathllap{" + (b5.b || "") + "}}";
                    res += "_{\\vphantom{2}\\mathllap{" + (b5.p || "") + "}}";
                }
                if (b5.o) {
                    if (b5.o.match(/^[+\-]/)) {
                        b5.o = "{" + b5.o + "}";
                    }
                    res += b5.o;
                }
                if (buf.dType === 'kv') {
                    if (b5.d || b5.q) {
                        res += "{\\vphantom{X}}";
                    }
                    if (b5.d) {
                        res += "^{" + b5.d + "}";
                    }
                    if (b5.q) {
                        res += "_{" + b5.q + "}";
                    }
                }
                else if (buf.dType === 'oxidation') {
                    if (b5.d) {
                        res += "{\\vphantom{X}}";
                        res += "^{" + b5.d + "}";
                    }
                    if (b5.q) {
                        res += "{{}}";
                        res += "_{" + b5.q + "}";
                    }
                }
                else {
                    if (b5.q) {
                        res += "{{}}";
                        res += "_{" + b5.q + "}";
                    }
                    if (b5.d) {
                        res += "{{}}";
                        res += "^{" + b5.d + "}";
                    }
                }
                break;
            case 'rm':
                res = "\\mathrm{" + buf.p1 + "}";
                break;
            case 'text':
                if (buf.p1.match(/[\^_]/)) {
                    buf.p1 = buf.p1.replace(" ", "~").replace("-", "\\text{-}");
                    res = "\\mathrm{" + buf.p1 + "}";
                }
                else {
                    res = "\\text{" + buf.p1 + "}";
                }
                break;
            case 'roman numeral':
                res = "\\mathrm{" + buf.p1 + "}";
                break;
            case 'state of aggregation':
                res = "\\mskip2mu " + texify._goInner(buf.p1);
                break;
            case 'state of aggregation subscript':
                res = "\\mskip1mu " + texify._goInner(buf.p1);
                break;
            case 'bond':
                res = texify._getBond(buf.kind_);
                if (!res) {
                    throw ["MhchemErrorBond", "mhchem Error. Unknown bond type (" + buf.kind_ + ")"];
                }
                break;
            case 'frac':
                var c = "\\frac{" + buf.p1 + "}{" + buf.p2 + "}";
                res = "\\mathchoice{\\textstyle" + c + "}{" + c + "}{" + c + "}{" + c + "}";
                break;
            case 'pu-frac':
                var d = "\\frac{" + texify._goInner(buf.p1) + "}{" + texify._goInner(buf.p2) + "}";
                res = "\\mathchoice{\\textstyle" + d + "}{" + d + "}{" + d + "}{" + d + "}";
                break;
            case 'tex-math':
                res = buf.p1 + " ";
                break;
            case 'frac-ce':
                res = "\\frac{" + texify._goInner(buf.p1) + "}{" + texify._goInner(buf.p2) + "}";
                break;
            case 'overset':
                res = "\\overset{" + texify._goInner(buf.p1) + "}{" + texify._goInner(buf.p2) + "}";
                break;
            case 'underset':
                res = "\\underset{" + texify._goInner(buf.p1) + "}{" + texify._goInner(buf.p2) + "}";
                break;
            case 'underbrace':
                res = "\\underbrace{" + texify._goInner(buf.p1) + "}_{" + texify._goInner(buf.p2) + "}";
                break;
            case 'color':
                res = "{\\color{" + buf.color1 + "}{" + texify._goInner(buf.color2) + "}}";
                break;
            case 'color0':
                res = "\\color{" + buf.color + "}";
                break;
            case 'arrow':
                var b6 = {
                    rd: texify._goInner(buf.rd),
                    rq: texify._goInner(buf.rq)
                };
                var arrow = texify._getArrow(buf.r);
                if (b6.rq) {
                    arrow += "[{\\rm " + b6.rq + "}]";
                }
                if (b6.rd) {
                    arrow += "{\\rm " + b6.rd + "}";
                }
                else {
                    arrow += "{}";
                }
                res = arrow;
                break;
            case 'operator':
                res = texify._getOperator(buf.kind_);
                break;
            case '1st-level escape':
                res = buf.p1 + " ";
                break;
            case 'space':
                res = " ";
                break;
            case 'entitySkip':
                res = "~";
                break;
            case 'pu-space-1':
                res = "~";
                break;
            case 'pu-space-2':
                res = "\\mkern3mu ";
                break;
            case '1000 separator':
                res = "\\mkern2mu ";
                break;
            case 'commaDecimal':
                res = "{,}";
                break;
            case 'comma enumeration L':
                res = "{" + buf.p1 + "}\\mkern6mu ";
                break;
            case 'comma enumeration M':
                res = "{" + buf.p1 + "}\\mkern3mu ";
                break;
            case 'comma enumeration S':
                res = "{" + buf.p1 + "}\\mkern1mu ";
                break;
            case 'hyphen':
                res = "\\text{-}";
                break;
            case 'addition compound':
                res = "\\,{\\cdot}\\,";
                break;
            case 'electron dot':
                res = "\\mkern1mu \\text{\\textbullet}\\mkern1mu ";
                break;
            case 'KV x':
                res = "{\\times}";
                break;
            case 'prime':
                res = "\\prime ";
                break;
            case 'cdot':
                res = "\\cdot ";
                break;
            case 'tight cdot':
                res = "\\mkern1mu{\\cdot}\\mkern1mu ";
                break;
            case 'times':
                res = "\\times ";
                break;
            case 'circa':
                res = "{\\sim}";
                break;
            case '^':
                res = "uparrow";
                break;
            case 'v':
                res = "downarrow";
                break;
            case 'ellipsis':
                res = "\\ldots ";
                break;
            case '/':
                res = "/";
                break;
            case ' / ':
                res = "\\,/\\,";
                break;
            default:
                assertNever(buf);
                throw ["MhchemBugT", "mhchem bug T. Please report."];
        }
        assertString(res);
        return res;
    },
    _getArrow: function (a) {
        switch (a) {
            case "->": return "\\yields";
            case "\u2192": return "\\yields";
            case "\u27F6": return "\\yields";
            case "<-": return "\\yieldsLeft";
            case "<->": return "\\mesomerism";
            case "<-->": return "\\yieldsLeftRight";
            case "<=>": return "\\chemequilibrium";
            case "\u21CC": return "\\chemequilibrium";
            case "<=>>": return "\\equilibriumRight";
            case "<<=>": return "\\equilibriumLeft";
            default:
                assertNever(a);
                throw ["MhchemBugT", "mhchem bug T. Please report."];
        }
    },
    _getBond: function (a) {
        switch (a) {
            case "-": return "{-}";
            case "1": return "{-}";
            case "=": return "{=}";
            case "2": return "{=}";
            case "#": return "{\\equiv}";
            case "3": return "{\\equiv}";
            case "~": return "{\\tripleDash}";
            case "~-": return "{\\tripleDashOverLine}";
            case "~=": return "{\\tripleDashOverDoubleLine}";
            case "~--": return "{\\tripleDashOverDoubleLine}";
            case "-~-": return "{\\tripleDashBetweenDoubleLine}";
            case "...": return "{{\\cdot}{\\cdot}{\\cdot}}";
            case "....": return "{{\\cdot}{\\cdot}{\\cdot}{\\cdot}}";
            case "->": return "{\\rightarrow}";
            case "<-": return "{\\leftarrow}";
            case "<": return "{<}";
            case ">": return "{>}";
            default:
                assertNever(a);
                throw ["MhchemBugT", "mhchem bug T. Please report."];
        }
    },
    _getOperator: function (a) {
        switch (a) {
            case "+": return " {}+{} ";
            case "-": return " {}-{} ";
            case "=": return " {}={} ";
            case "<": return " {}<{} ";
            case ">": return " {}>{} ";
            case "<<": return " {}\\ll{} ";
            case ">>": return " {}\\gg{} ";
            case "\\pm": return " {}\\pm{} ";
            case "\\approx": return " {}\\approx{} ";
            case "$\\approx$": return " {}\\approx{} ";
            case "v": return " \\downarrow{} ";
            case "(v)": return " \\downarrow{} ";
            case "^": return " \\uparrow{} ";
            case "(^)": return " \\uparrow{} ";
            default:
                assertNever(a);
                throw ["MhchemBugT", "mhchem bug T. Please report."];
        }
    }
};
function assertNever(a) { }
function assertString(a) { }
defineMacro("\\darr", "\\downarrow");
defineMacro("\\dArr", "\\Downarrow");
defineMacro("\\Darr", "\\Downarrow");
defineMacro("\\lang", "\\langle");
defineMacro("\\rang", "\\rangle");
defineMacro("\\uarr", "\\uparrow");
defineMacro("\\uArr", "\\Uparrow");
defineMacro("\\Uarr", "\\Uparrow");
defineMacro("\\N", "\\mathbb{N}");
defineMacro("\\R", "\\mathbb{R}");
defineMacro("\\Z", "\\mathbb{Z}");
defineMacro("\\alef", "\\aleph");
defineMacro("\\alefsym", "\\aleph");
defineMacro("\\bull", "\\bullet");
defineMacro("\\clubs", "\\clubsuit");
defineMacro("\\cnums", "\\mathbb{C}");
defineMacro("\\Complex", "\\mathbb{C}");
defineMacro("\\Dagger", "\\ddagger");
defineMacro("\\diamonds", "\\diamondsuit");
defineMacro("\\empty", "\\emptyset");
defineMacro("\\exist", "\\exists");
defineMacro("\\harr", "\\leftrightarrow");
defineMacro("\\hArr", "\\Leftrightarrow");
defineMacro("\\Harr", "\\Leftrightarrow");
defineMacro("\\hearts", "\\heartsuit");
defineMacro("\\image", "\\Im");
defineMacro("\\infin", "\\infty");
defineMacro("\\isin", "\\in");
defineMacro("\\larr", "\\leftarrow");
defineMacro("\\lArr", "\\Leftarrow");
defineMacro("\\Larr", "\\Leftarrow");
defineMacro("\\lrarr", "\\leftrightarrow");
defineMacro("\\lrArr", "\\Leftrightarrow");
defineMacro("\\Lrarr", "\\Leftrightarrow");
defineMacro("\\natnums", "\\mathbb{N}");
defineMacro("\\plusmn", "\\pm");
defineMacro("\\rarr", "\\rightarrow");
defineMacro("\\rArr", "\\Rightarrow");
defineMacro("\\Rarr", "\\Rightarrow");
defineMacro("\\real", "\\Re");
defineMacro("\\reals", "\\mathbb{R}");
defineMacro("\\Reals", "\\mathbb{R}");
defineMacro("\\sdot", "\\cdot");
defineMacro("\\sect", "\\S");
defineMacro("\\spades", "\\spadesuit");
defineMacro("\\sub", "\\subset");
defineMacro("\\sube", "\\subseteq");
defineMacro("\\supe", "\\supseteq");
defineMacro("\\thetasym", "\\vartheta");
defineMacro("\\weierp", "\\wp");
defineMacro("\\quantity", "{\\left\\{ #1 \\right\\}}");
defineMacro("\\qty", "{\\left\\{ #1 \\right\\}}");
defineMacro("\\pqty", "{\\left( #1 \\right)}");
defineMacro("\\bqty", "{\\left[ #1 \\right]}");
defineMacro("\\vqty", "{\\left\\vert #1 \\right\\vert}");
defineMacro("\\Bqty", "{\\left\\{ #1 \\right\\}}");
defineMacro("\\absolutevalue", "{\\left\\vert #1 \\right\\vert}");
defineMacro("\\abs", "{\\left\\vert #1 \\right\\vert}");
defineMacro("\\norm", "{\\left\\Vert #1 \\right\\Vert}");
defineMacro("\\evaluated", "{\\left.#1 \\right\\vert}");
defineMacro("\\eval", "{\\left.#1 \\right\\vert}");
defineMacro("\\order", "{\\mathcal{O} \\left( #1 \\right)}");
defineMacro("\\commutator", "{\\left[ #1 , #2 \\right]}");
defineMacro("\\comm", "{\\left[ #1 , #2 \\right]}");
defineMacro("\\anticommutator", "{\\left\\{ #1 , #2 \\right\\}}");
defineMacro("\\acomm", "{\\left\\{ #1 , #2 \\right\\}}");
defineMacro("\\poissonbracket", "{\\left\\{ #1 , #2 \\right\\}}");
defineMacro("\\pb", "{\\left\\{ #1 , #2 \\right\\}}");
defineMacro("\\vectorbold", "{\\boldsymbol{ #1 }}");
defineMacro("\\vb", "{\\boldsymbol{ #1 }}");
defineMacro("\\vectorarrow", "{\\vec{\\boldsymbol{ #1 }}}");
defineMacro("\\va", "{\\vec{\\boldsymbol{ #1 }}}");
defineMacro("\\vectorunit", "{{\\boldsymbol{\\hat{ #1 }}}}");
defineMacro("\\vu", "{{\\boldsymbol{\\hat{ #1 }}}}");
defineMacro("\\dotproduct", "\\mathbin{\\boldsymbol\\cdot}");
defineMacro("\\vdot", "{\\boldsymbol\\cdot}");
defineMacro("\\crossproduct", "\\mathbin{\\boldsymbol\\times}");
defineMacro("\\cross", "\\mathbin{\\boldsymbol\\times}");
defineMacro("\\cp", "\\mathbin{\\boldsymbol\\times}");
defineMacro("\\gradient", "{\\boldsymbol\\nabla}");
defineMacro("\\grad", "{\\boldsymbol\\nabla}");
defineMacro("\\divergence", "{\\grad\\vdot}");
defineMacro("\\curl", "{\\grad\\cross}");
defineMacro("\\laplacian", "\\nabla^2");
defineMacro("\\tr", "{\\operatorname{tr}}");
defineMacro("\\Tr", "{\\operatorname{Tr}}");
defineMacro("\\rank", "{\\operatorname{rank}}");
defineMacro("\\erf", "{\\operatorname{erf}}");
defineMacro("\\Res", "{\\operatorname{Res}}");
defineMacro("\\principalvalue", "{\\mathcal{P}}");
defineMacro("\\pv", "{\\mathcal{P}}");
defineMacro("\\PV", "{\\operatorname{P.V.}}");
defineMacro("\\qqtext", "{\\quad\\text{ #1 }\\quad}");
defineMacro("\\qq", "{\\quad\\text{ #1 }\\quad}");
defineMacro("\\qcomma", "{\\text{,}\\quad}");
defineMacro("\\qc", "{\\text{,}\\quad}");
defineMacro("\\qcc", "{\\quad\\text{c.c.}\\quad}");
defineMacro("\\qif", "{\\quad\\text{if}\\quad}");
defineMacro("\\qthen", "{\\quad\\text{then}\\quad}");
defineMacro("\\qelse", "{\\quad\\text{else}\\quad}");
defineMacro("\\qotherwise", "{\\quad\\text{otherwise}\\quad}");
defineMacro("\\qunless", "{\\quad\\text{unless}\\quad}");
defineMacro("\\qgiven", "{\\quad\\text{given}\\quad}");
defineMacro("\\qusing", "{\\quad\\text{using}\\quad}");
defineMacro("\\qassume", "{\\quad\\text{assume}\\quad}");
defineMacro("\\qsince", "{\\quad\\text{since}\\quad}");
defineMacro("\\qlet", "{\\quad\\text{let}\\quad}");
defineMacro("\\qfor", "{\\quad\\text{for}\\quad}");
defineMacro("\\qall", "{\\quad\\text{all}\\quad}");
defineMacro("\\qeven", "{\\quad\\text{even}\\quad}");
defineMacro("\\qodd", "{\\quad\\text{odd}\\quad}");
defineMacro("\\qinteger", "{\\quad\\text{integer}\\quad}");
defineMacro("\\qand", "{\\quad\\text{and}\\quad}");
defineMacro("\\qor", "{\\quad\\text{or}\\quad}");
defineMacro("\\qas", "{\\quad\\text{as}\\quad}");
defineMacro("\\qin", "{\\quad\\text{in}\\quad}");
defineMacro("\\differential", "{\\text{d}}");
defineMacro("\\dd", "{\\text{d}}");
defineMacro("\\derivative", "{\\frac{\\text{d}{ #1 }}{\\text{d}{ #2 }}}");
defineMacro("\\dv", "{\\frac{\\text{d}{ #1 }}{\\text{d}{ #2 }}}");
defineMacro("\\partialderivative", "{\\frac{\\partial{ #1 }}{\\partial{ #2 }}}");
defineMacro("\\variation", "{\\delta}");
defineMacro("\\var", "{\\delta}");
defineMacro("\\functionalderivative", "{\\frac{\\delta{ #1 }}{\\delta{ #2 }}}");
defineMacro("\\fdv", "{\\frac{\\delta{ #1 }}{\\delta{ #2 }}}");
defineMacro("\\innerproduct", "{\\left\\langle {#1} \\mid { #2} \\right\\rangle}");
defineMacro("\\outerproduct", "{\\left\\vert { #1 } \\right\\rangle\\left\\langle { #2} \\right\\vert}");
defineMacro("\\dyad", "{\\left\\vert { #1 } \\right\\rangle\\left\\langle { #2} \\right\\vert}");
defineMacro("\\ketbra", "{\\left\\vert { #1 } \\right\\rangle\\left\\langle { #2} \\right\\vert}");
defineMacro("\\op", "{\\left\\vert { #1 } \\right\\rangle\\left\\langle { #2} \\right\\vert}");
defineMacro("\\expectationvalue", "{\\left\\langle {#1 } \\right\\rangle}");
defineMacro("\\expval", "{\\left\\langle {#1 } \\right\\rangle}");
defineMacro("\\ev", "{\\left\\langle {#1 } \\right\\rangle}");
defineMacro("\\matrixelement", "{\\left\\langle{ #1 }\\right\\vert{ #2 }\\left\\vert{#3}\\right\\rangle}");
defineMacro("\\matrixel", "{\\left\\langle{ #1 }\\right\\vert{ #2 }\\left\\vert{#3}\\right\\rangle}");
defineMacro("\\mel", "{\\left\\langle{ #1 }\\right\\vert{ #2 }\\left\\vert{#3}\\right\\rangle}");
function getHLines(parser) {
    var hlineInfo = [];
    parser.consumeSpaces();
    var nxt = parser.fetch().text;
    if (nxt === "\\relax") {
        parser.consume();
        parser.consumeSpaces();
        nxt = parser.fetch().text;
    }
    while (nxt === "\\hline" || nxt === "\\hdashline") {
        parser.consume();
        hlineInfo.push(nxt === "\\hdashline");
        parser.consumeSpaces();
        nxt = parser.fetch().text;
    }
    return hlineInfo;
}
var validateAmsEnvironmentContext = function (context) {
    var settings = context.parser.settings;
    if (!settings.displayMode) {
        throw new ParseError("{".concat(context.envName, "} can be used only in display mode."));
    }
};
var sizeRegEx$1 = /([-+]?) *(\d+(?:\.\d*)?|\.\d+) *([a-z]{2})/;
var arrayGaps = function (macros) {
    var arraystretch = macros.get("\\arraystretch");
    if (typeof arraystretch !== "string") {
        arraystretch = stringFromArg(arraystretch.tokens);
    }
    arraystretch = isNaN(arraystretch) ? null : Number(arraystretch);
    var arraycolsepStr = macros.get("\\arraycolsep");
    if (typeof arraycolsepStr !== "string") {
        arraycolsepStr = stringFromArg(arraycolsepStr.tokens);
    }
    var match = sizeRegEx$1.exec(arraycolsepStr);
    var arraycolsep = match
        ? { number: +(match[1] + match[2]), unit: match[3] }
        : null;
    return [arraystretch, arraycolsep];
};
var checkCellForLabels = function (cell) {
    var rowLabel = "";
    for (var i = 0; i < cell.length; i++) {
        if (cell[i].type === "label") {
            if (rowLabel) {
                throw new ParseError(("Multiple \\labels in one row"));
            }
            rowLabel = cell[i].string;
        }
    }
    return rowLabel;
};
function getAutoTag(name) {
    if (name.indexOf("ed") === -1) {
        return name.indexOf("*") === -1;
    }
}
function parseArray(parser, _a, scriptLevel) {
    var cols = _a.cols, envClasses = _a.envClasses, autoTag = _a.autoTag, singleRow = _a.singleRow, emptySingleRow = _a.emptySingleRow, maxNumCols = _a.maxNumCols, leqno = _a.leqno, arraystretch = _a.arraystretch, arraycolsep = _a.arraycolsep;
    var endToken = envClasses && envClasses.includes("bordermatrix") ? "}" : "\\end";
    parser.gullet.beginGroup();
    if (!singleRow) {
        parser.gullet.macros.set("\\cr", "\\\\\\relax");
    }
    parser.gullet.beginGroup();
    var row = [];
    var body = [row];
    var rowGaps = [];
    var labels = [];
    var hLinesBeforeRow = [];
    var tags = (autoTag != null ? [] : undefined);
    function beginRow() {
        if (autoTag) {
            parser.gullet.macros.set("\\@eqnsw", "1", true);
        }
    }
    function endRow() {
        if (tags) {
            if (parser.gullet.macros.get("\\df@tag")) {
                tags.push(parser.subparse([new Token("\\df@tag")]));
                parser.gullet.macros.set("\\df@tag", undefined, true);
            }
            else {
                tags.push(Boolean(autoTag) &&
                    parser.gullet.macros.get("\\@eqnsw") === "1");
            }
        }
    }
    beginRow();
    hLinesBeforeRow.push(getHLines(parser));
    while (true) {
        var cell = parser.parseExpression(false, singleRow ? "\\end" : "\\\\");
        parser.gullet.endGroup();
        parser.gullet.beginGroup();
        cell = {
            type: "ordgroup",
            mode: parser.mode,
            body: cell,
            semisimple: true
        };
        row.push(cell);
        var next = parser.fetch().text;
        if (next === "&") {
            if (maxNumCols && row.length === maxNumCols) {
                if (envClasses.includes("array")) {
                    if (parser.settings.strict) {
                        throw new ParseError("Too few columns " + "specified in the {array} column argument.", parser.nextToken);
                    }
                }
                else if (maxNumCols === 2) {
                    throw new ParseError("The split environment accepts no more than two columns", parser.nextToken);
                }
                else {
                    throw new ParseError("The equation environment accepts only one column", parser.nextToken);
                }
            }
            parser.consume();
        }
        else if (next === endToken) {
            endRow();
            if (row.length === 1 && cell.body.length === 0 && (body.length > 1 || !emptySingleRow)) {
                body.pop();
            }
            labels.push(checkCellForLabels(cell.body));
            if (hLinesBeforeRow.length < body.length + 1) {
                hLinesBeforeRow.push([]);
            }
            break;
        }
        else if (next === "\\\\") {
            parser.consume();
            var size = void 0;
            if (parser.gullet.future().text !== " ") {
                size = parser.parseSizeGroup(true);
            }
            rowGaps.push(size ? size.value : null);
            endRow();
            labels.push(checkCellForLabels(cell.body));
            hLinesBeforeRow.push(getHLines(parser));
            row = [];
            body.push(row);
            beginRow();
        }
        else {
            throw new ParseError("Expected & or \\\\ or \\cr or " + endToken, parser.nextToken);
        }
    }
    parser.gullet.endGroup();
    parser.gullet.endGroup();
    return {
        type: "array",
        mode: parser.mode,
        body: body,
        cols: cols,
        rowGaps: rowGaps,
        hLinesBeforeRow: hLinesBeforeRow,
        envClasses: envClasses,
        autoTag: autoTag,
        scriptLevel: scriptLevel,
        tags: tags,
        labels: labels,
        leqno: leqno,
        arraystretch: arraystretch,
        arraycolsep: arraycolsep
    };
}
function dCellStyle(envName) {
    return envName.slice(0, 1) === "d" ? "display" : "text";
}
var alignMap = {
    c: "center ",
    l: "left ",
    r: "right "
};
var glue = function (group) {
    var glueNode = new MathNode("mtd", []);
    glueNode.style = { padding: "0", width: "50%" };
    if (group.envClasses.includes("multline")) {
        glueNode.style.width = "7.5%";
    }
    return glueNode;
};
var mathmlBuilder$9 = function (group, style) {
    var tbl = [];
    var numRows = group.body.length;
    var hlines = group.hLinesBeforeRow;
    var tagIsPresent = (group.tags && group.tags.some(function (tag) { return tag; }));
    var _loop_1 = function (i) {
        var rw = group.body[i];
        var row = [];
        var cellLevel = group.scriptLevel === "text"
            ? StyleLevel.TEXT
            : group.scriptLevel === "script"
                ? StyleLevel.SCRIPT
                : StyleLevel.DISPLAY;
        for (var j = 0; j < rw.length; j++) {
            var mtd = new MathNode("mtd", [buildGroup$1(rw[j], style.withLevel(cellLevel))]);
            if (group.envClasses.includes("multline")) {
                var align = i === 0 ? "left" : i === numRows - 1 ? "right" : "center";
                if (align !== "center") {
                    mtd.classes.push("tml-" + align);
                }
            }
            row.push(mtd);
        }
        var numColumns = group.body[0].length;
        for (var k = 0; k < numColumns - rw.length; k++) {
            row.push(new MathNode("mtd", [], [], style));
        }
        if (tagIsPresent) {
            var tag = group.tags[i];
            var tagElement = void 0;
            if (tag === true) {
                tagElement = new MathNode("mtext", [new Span(["tml-eqn"])]);
            }
            else if (tag === false) {
                tagElement = new MathNode("mtext", [], []);
            }
            else {
                tagElement = buildExpressionRow(tag[0].body, style.withLevel(cellLevel), true);
                tagElement = consolidateText(tagElement);
                tagElement.classes = ["tml-tag"];
            }
            if (tagElement) {
                row.unshift(glue(group));
                row.push(glue(group));
                if (group.leqno) {
                    row[0].children.push(tagElement);
                }
                else {
                    row[row.length - 1].children.push(tagElement);
                }
            }
        }
        var mtr = new MathNode("mtr", row, []);
        var label = group.labels.shift();
        if (label && group.tags && group.tags[i]) {
            mtr.setAttribute("id", label);
            if (Array.isArray(group.tags[i])) {
                mtr.classes.push("tml-tageqn");
            }
        }
        if (i === 0 && hlines[0].length > 0) {
            if (hlines[0].length === 2) {
                mtr.children.forEach(function (cell) { cell.style.borderTop = "0.15em double"; });
            }
            else {
                mtr.children.forEach(function (cell) {
                    cell.style.borderTop = hlines[0][0] ? "0.06em dashed" : "0.06em solid";
                });
            }
        }
        if (hlines[i + 1].length > 0) {
            if (hlines[i + 1].length === 2) {
                mtr.children.forEach(function (cell) { cell.style.borderBottom = "0.15em double"; });
            }
            else {
                mtr.children.forEach(function (cell) {
                    cell.style.borderBottom = hlines[i + 1][0] ? "0.06em dashed" : "0.06em solid";
                });
            }
        }
        var mustSquashRow = true;
        for (var j = 0; j < mtr.children.length; j++) {
            var child = mtr.children[j].children[0];
            if (!(child && child.type === "mpadded" && child.attributes.height === "0px")) {
                mustSquashRow = false;
                break;
            }
        }
        if (mustSquashRow) {
            mtr.classes.push("ff-squash");
            for (var j = 0; j < mtr.children.length; j++) {
                mtr.children[j].style.paddingTop = "0";
                mtr.children[j].style.paddingBottom = "0";
            }
        }
        tbl.push(mtr);
    };
    for (var i = 0; i < numRows; i++) {
        _loop_1(i);
    }
    if (group.arraystretch && group.arraystretch !== 1) {
        var pad = String(1.4 * group.arraystretch - 0.8) + "ex";
        for (var i = 0; i < tbl.length; i++) {
            for (var j = 0; j < tbl[i].children.length; j++) {
                tbl[i].children[j].style.paddingTop = pad;
                tbl[i].children[j].style.paddingBottom = pad;
            }
        }
    }
    var sidePadding;
    var sidePadUnit;
    if (group.envClasses.length > 0) {
        sidePadding = group.envClasses.includes("abut")
            ? "0"
            : group.envClasses.includes("cases")
                ? "0"
                : group.envClasses.includes("small")
                    ? "0.1389"
                    : group.envClasses.includes("cd")
                        ? "0.25"
                        : "0.4";
        sidePadUnit = "em";
    }
    if (group.arraycolsep) {
        var arraySidePad = calculateSize(group.arraycolsep, style);
        sidePadding = arraySidePad.number.toFixed(4);
        sidePadUnit = arraySidePad.unit;
    }
    if (sidePadding) {
        var numCols_1 = tbl.length === 0 ? 0 : tbl[0].children.length;
        var sidePad = function (j, hand) {
            if (j === 0 && hand === 0) {
                return "0";
            }
            if (j === numCols_1 - 1 && hand === 1) {
                return "0";
            }
            if (group.envClasses[0] !== "align") {
                return sidePadding;
            }
            if (hand === 1) {
                return "0";
            }
            if (tagIsPresent) {
                return (j % 2) ? "1" : "0";
            }
            else {
                return (j % 2) ? "0" : "1";
            }
        };
        for (var i = 0; i < tbl.length; i++) {
            for (var j = 0; j < tbl[i].children.length; j++) {
                tbl[i].children[j].style.paddingLeft = "".concat(sidePad(j, 0)).concat(sidePadUnit);
                tbl[i].children[j].style.paddingRight = "".concat(sidePad(j, 1)).concat(sidePadUnit);
            }
        }
    }
    if (group.envClasses.length === 0) {
        for (var i = 0; i < tbl.length; i++) {
            tbl[i].children[0].style.paddingLeft = "0em";
            if (tbl[i].children.length === tbl[0].children.length) {
                tbl[i].children[tbl[i].children.length - 1].style.paddingRight = "0em";
            }
        }
    }
    if (group.envClasses.length > 0) {
        var align = group.envClasses.includes("align") || group.envClasses.includes("alignat");
        for (var i = 0; i < tbl.length; i++) {
            var row = tbl[i];
            if (align) {
                for (var j = 0; j < row.children.length; j++) {
                    row.children[j].classes = ["tml-" + (j % 2 ? "left" : "right")];
                }
                if (tagIsPresent) {
                    var k = group.leqno ? 0 : row.children.length - 1;
                    row.children[k].classes = [];
                }
            }
            if (row.children.length > 1 && group.envClasses.includes("cases")) {
                row.children[1].style.paddingLeft = "1em";
            }
            if (group.envClasses.includes("cases") || group.envClasses.includes("subarray")) {
                for (var _i = 0, _a = row.children; _i < _a.length; _i++) {
                    var cell = _a[_i];
                    cell.classes.push("tml-left");
                }
            }
        }
    }
    var table = new MathNode("mtable", tbl);
    if (group.envClasses.length > 0) {
        if (group.envClasses.includes("jot")) {
            table.classes.push("tml-jot");
        }
        else if (group.envClasses.includes("small")) {
            table.classes.push("tml-small");
        }
    }
    if (group.scriptLevel === "display") {
        table.setAttribute("displaystyle", "true");
    }
    if (group.autoTag || group.envClasses.includes("multline")) {
        table.style.width = "100%";
    }
    if (group.cols && group.cols.length > 0) {
        var cols = group.cols;
        var prevTypeWasAlign = false;
        var iStart = 0;
        var iEnd = cols.length;
        while (cols[iStart].type === "separator") {
            iStart += 1;
        }
        while (cols[iEnd - 1].type === "separator") {
            iEnd -= 1;
        }
        if (cols[0].type === "separator") {
            var sep = cols[1].type === "separator"
                ? "0.15em double"
                : cols[0].separator === "|"
                    ? "0.06em solid "
                    : "0.06em dashed ";
            for (var _b = 0, _c = table.children; _b < _c.length; _b++) {
                var row = _c[_b];
                row.children[0].style.borderLeft = sep;
            }
        }
        var iCol = tagIsPresent ? 0 : -1;
        for (var i = iStart; i < iEnd; i++) {
            if (cols[i].type === "align") {
                var colAlign = alignMap[cols[i].align];
                iCol += 1;
                for (var _d = 0, _e = table.children; _d < _e.length; _d++) {
                    var row = _e[_d];
                    if (colAlign.trim() !== "center" && iCol < row.children.length) {
                        row.children[iCol].classes = ["tml-" + colAlign.trim()];
                    }
                }
                prevTypeWasAlign = true;
            }
            else if (cols[i].type === "separator") {
                if (prevTypeWasAlign) {
                    var sep = cols[i + 1].type === "separator"
                        ? "0.15em double"
                        : cols[i].separator === "|"
                            ? "0.06em solid"
                            : "0.06em dashed";
                    for (var _f = 0, _g = table.children; _f < _g.length; _f++) {
                        var row = _g[_f];
                        if (iCol < row.children.length) {
                            row.children[iCol].style.borderRight = sep;
                        }
                    }
                }
                prevTypeWasAlign = false;
            }
        }
        if (cols[cols.length - 1].type === "separator") {
            var sep = cols[cols.length - 2].type === "separator"
                ? "0.15em double"
                : cols[cols.length - 1].separator === "|"
                    ? "0.06em solid"
                    : "0.06em dashed";
            for (var _h = 0, _j = table.children; _h < _j.length; _h++) {
                var row = _j[_h];
                row.children[row.children.length - 1].style.borderRight = sep;
                row.children[row.children.length - 1].style.paddingRight = "0.4em";
            }
        }
    }
    if (group.envClasses.includes("small")) {
        table = new MathNode("mstyle", [table]);
        table.setAttribute("scriptlevel", "1");
    }
    return table;
};
var alignedHandler = function (context, args) {
    if (context.envName.indexOf("ed") === -1) {
        validateAmsEnvironmentContext(context);
    }
    var isSplit = context.envName === "split";
    var cols = [];
    var res = parseArray(context.parser, {
        cols: cols,
        emptySingleRow: true,
        autoTag: isSplit ? undefined : getAutoTag(context.envName),
        envClasses: ["abut", "jot"],
        maxNumCols: context.envName === "split" ? 2 : undefined,
        leqno: context.parser.settings.leqno
    }, "display");
    var numMaths;
    var numCols = 0;
    var isAlignedAt = context.envName.indexOf("at") > -1;
    if (args[0] && isAlignedAt) {
        var arg0 = "";
        for (var i = 0; i < args[0].body.length; i++) {
            var textord_1 = assertNodeType(args[0].body[i], "textord");
            arg0 += textord_1.text;
        }
        if (isNaN(arg0)) {
            throw new ParseError("The alignat enviroment requires a numeric first argument.");
        }
        numMaths = Number(arg0);
        numCols = numMaths * 2;
    }
    res.body.forEach(function (row) {
        if (isAlignedAt) {
            var curMaths = row.length / 2;
            if (numMaths < curMaths) {
                throw new ParseError("Too many math in a row: " + "expected ".concat(numMaths, ", but got ").concat(curMaths), row[0]);
            }
        }
        else if (numCols < row.length) {
            numCols = row.length;
        }
    });
    for (var i = 0; i < numCols; ++i) {
        var align = "r";
        if (i % 2 === 1) {
            align = "l";
        }
        cols[i] = {
            type: "align",
            align: align
        };
    }
    if (context.envName === "split")
        ;
    else if (isAlignedAt) {
        res.envClasses.push("alignat");
    }
    else {
        res.envClasses[0] = "align";
    }
    return res;
};
defineEnvironment({
    type: "array",
    names: ["array", "darray"],
    props: {
        numArgs: 1
    },
    handler: function (context, args) {
        var symNode = checkSymbolNodeType(args[0]);
        var colalign = symNode ? [args[0]] : assertNodeType(args[0], "ordgroup").body;
        var cols = colalign.map(function (nde) {
            var node = assertSymbolNodeType(nde);
            var ca = node.text;
            if ("lcr".indexOf(ca) !== -1) {
                return {
                    type: "align",
                    align: ca
                };
            }
            else if (ca === "|") {
                return {
                    type: "separator",
                    separator: "|"
                };
            }
            else if (ca === ":") {
                return {
                    type: "separator",
                    separator: ":"
                };
            }
            throw new ParseError("Unknown column alignment: " + ca, nde);
        });
        var _a = arrayGaps(context.parser.gullet.macros), arraystretch = _a[0], arraycolsep = _a[1];
        var res = {
            cols: cols,
            envClasses: ["array"],
            maxNumCols: cols.length,
            arraystretch: arraystretch,
            arraycolsep: arraycolsep
        };
        return parseArray(context.parser, res, dCellStyle(context.envName));
    },
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: [
        "matrix",
        "pmatrix",
        "bmatrix",
        "Bmatrix",
        "vmatrix",
        "Vmatrix",
        "matrix*",
        "pmatrix*",
        "bmatrix*",
        "Bmatrix*",
        "vmatrix*",
        "Vmatrix*"
    ],
    props: {
        numArgs: 0
    },
    handler: function (context) {
        var delimiters = {
            matrix: null,
            pmatrix: ["(", ")"],
            bmatrix: ["[", "]"],
            Bmatrix: ["\\{", "\\}"],
            vmatrix: ["|", "|"],
            Vmatrix: ["\\Vert", "\\Vert"]
        }[context.envName.replace("*", "")];
        var colAlign = "c";
        var payload = {
            envClasses: [],
            cols: []
        };
        if (context.envName.charAt(context.envName.length - 1) === "*") {
            var parser = context.parser;
            parser.consumeSpaces();
            if (parser.fetch().text === "[") {
                parser.consume();
                parser.consumeSpaces();
                colAlign = parser.fetch().text;
                if ("lcr".indexOf(colAlign) === -1) {
                    throw new ParseError("Expected l or c or r", parser.nextToken);
                }
                parser.consume();
                parser.consumeSpaces();
                parser.expect("]");
                parser.consume();
                payload.cols = [];
            }
        }
        var res = parseArray(context.parser, payload, "text");
        res.cols = res.body.length > 0
            ? new Array(res.body[0].length).fill({ type: "align", align: colAlign })
            : [];
        var _a = arrayGaps(context.parser.gullet.macros), arraystretch = _a[0], arraycolsep = _a[1];
        res.arraystretch = arraystretch;
        if (arraycolsep && !(arraycolsep === 6 && arraycolsep === "pt")) {
            res.arraycolsep = arraycolsep;
        }
        return delimiters
            ? {
                type: "leftright",
                mode: context.mode,
                body: [res],
                left: delimiters[0],
                right: delimiters[1],
                rightColor: undefined
            }
            : res;
    },
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: ["bordermatrix"],
    props: {
        numArgs: 0
    },
    handler: function (context) {
        var payload = { cols: [], envClasses: ["bordermatrix"] };
        var res = parseArray(context.parser, payload, "text");
        res.cols = res.body.length > 0
            ? new Array(res.body[0].length).fill({ type: "align", align: "c" })
            : [];
        res.envClasses = [];
        res.arraystretch = 1;
        if (context.envName === "matrix") {
            return res;
        }
        return bordermatrixParseTree(res, context.delimiters);
    },
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: ["smallmatrix"],
    props: {
        numArgs: 0
    },
    handler: function (context) {
        var payload = { envClasses: ["small"] };
        var res = parseArray(context.parser, payload, "script");
        return res;
    },
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: ["subarray"],
    props: {
        numArgs: 1
    },
    handler: function (context, args) {
        var symNode = checkSymbolNodeType(args[0]);
        var colalign = symNode ? [args[0]] : assertNodeType(args[0], "ordgroup").body;
        var cols = colalign.map(function (nde) {
            var node = assertSymbolNodeType(nde);
            var ca = node.text;
            if ("lc".indexOf(ca) !== -1) {
                return {
                    type: "align",
                    align: ca
                };
            }
            throw new ParseError("Unknown column alignment: " + ca, nde);
        });
        if (cols.length > 1) {
            throw new ParseError("{subarray} can contain only one column");
        }
        var res = {
            cols: cols,
            envClasses: ["small"]
        };
        res = parseArray(context.parser, res, "script");
        if (res.body.length > 0 && res.body[0].length > 1) {
            throw new ParseError("{subarray} can contain only one column");
        }
        return res;
    },
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: ["cases", "dcases", "rcases", "drcases"],
    props: {
        numArgs: 0
    },
    handler: function (context) {
        var payload = {
            cols: [],
            envClasses: ["cases"]
        };
        var res = parseArray(context.parser, payload, dCellStyle(context.envName));
        return {
            type: "leftright",
            mode: context.mode,
            body: [res],
            left: context.envName.indexOf("r") > -1 ? "." : "\\{",
            right: context.envName.indexOf("r") > -1 ? "\\}" : ".",
            rightColor: undefined
        };
    },
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: ["align", "align*", "aligned", "split"],
    props: {
        numArgs: 0
    },
    handler: alignedHandler,
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: ["alignat", "alignat*", "alignedat"],
    props: {
        numArgs: 1
    },
    handler: alignedHandler,
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: ["gathered", "gather", "gather*"],
    props: {
        numArgs: 0
    },
    handler: function (context) {
        if (context.envName !== "gathered") {
            validateAmsEnvironmentContext(context);
        }
        var res = {
            cols: [],
            envClasses: ["abut", "jot"],
            autoTag: getAutoTag(context.envName),
            emptySingleRow: true,
            leqno: context.parser.settings.leqno
        };
        return parseArray(context.parser, res, "display");
    },
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: ["equation", "equation*"],
    props: {
        numArgs: 0
    },
    handler: function (context) {
        validateAmsEnvironmentContext(context);
        var res = {
            autoTag: getAutoTag(context.envName),
            emptySingleRow: true,
            singleRow: true,
            maxNumCols: 1,
            envClasses: ["align"],
            leqno: context.parser.settings.leqno
        };
        return parseArray(context.parser, res, "display");
    },
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: ["multline", "multline*"],
    props: {
        numArgs: 0
    },
    handler: function (context) {
        validateAmsEnvironmentContext(context);
        var res = {
            autoTag: context.envName === "multline",
            maxNumCols: 1,
            envClasses: ["jot", "multline"],
            leqno: context.parser.settings.leqno
        };
        return parseArray(context.parser, res, "display");
    },
    mathmlBuilder: mathmlBuilder$9
});
defineEnvironment({
    type: "array",
    names: ["CD"],
    props: {
        numArgs: 0
    },
    handler: function (context) {
        validateAmsEnvironmentContext(context);
        return parseCD(context.parser);
    },
    mathmlBuilder: mathmlBuilder$9
});
defineFunction({
    type: "text",
    names: ["\\hline", "\\hdashline"],
    props: {
        numArgs: 0,
        allowedInText: true,
        allowedInMath: true
    },
    handler: function (context, args) {
        throw new ParseError("".concat(context.funcName, " valid only within array environment"));
    }
});
var environments = _environments;
defineFunction({
    type: "bordermatrix",
    names: ["\\bordermatrix", "\\matrix"],
    props: {
        numArgs: 0,
        numOptionalArgs: 1
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser, funcName = _a.funcName;
        var delimiters = ["(", ")"];
        if (funcName === "\\bordermatrix" && optArgs[0] && optArgs[0].body) {
            var body = optArgs[0].body;
            if (body.length === 1 && body[0].type === "delimiter") {
                delimiters = [body[0].left, body[0].right];
            }
        }
        parser.consumeSpaces();
        parser.consume();
        var env = environments["bordermatrix"];
        var context = {
            mode: parser.mode,
            envName: funcName.slice(1),
            delimiters: delimiters,
            parser: parser
        };
        var result = env.handler(context);
        parser.expect("}", true);
        return result;
    }
});
defineFunction({
    type: "cancelto",
    names: ["\\cancelto"],
    props: {
        numArgs: 2
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        var to = args[0];
        var body = args[1];
        return {
            type: "cancelto",
            mode: parser.mode,
            body: body,
            to: to,
            isCharacterBox: isCharacterBox(body)
        };
    },
    mathmlBuilder: function (group, style) {
        var fromNode = new MathNode("mrow", [buildGroup$1(group.body, style)], ["ff-narrow"]);
        var phantom = new MathNode("mphantom", [buildGroup$1(group.body, style)]);
        var arrow = new MathNode("mrow", [phantom], ["tml-cancelto"]);
        arrow.style.color = style.color;
        if (group.isCharacterBox && smalls.indexOf(group.body.body[0].text) > -1) {
            arrow.style.left = "0.1em";
            arrow.style.width = "90%";
        }
        var node = new MathNode("mrow", [fromNode, arrow], ["menclose"]);
        if (!group.isCharacterBox || /[f∫∑]/.test(group.body.body[0].text)) {
            phantom.style.paddingRight = "0.2em";
        }
        else {
            phantom.style.padding = "0.5ex 0.1em 0 0";
            var strut = new MathNode('mspace', []);
            strut.setAttribute('height', "0.85em");
            fromNode.children.push(strut);
        }
        var dummyNode;
        if (group.isCharacterBox) {
            dummyNode = new MathNode('mspace', []);
            dummyNode.setAttribute('height', "1em");
        }
        else {
            var inner_1 = buildGroup$1(group.body, style);
            var zeroWidthNode = new MathNode("mpadded", [inner_1]);
            zeroWidthNode.setAttribute("width", "0.1px");
            dummyNode = new MathNode("mphantom", [zeroWidthNode]);
        }
        var toNode = buildGroup$1(group.to, style);
        toNode.style.color = style.color;
        var zeroWidthToNode = new MathNode("mpadded", [toNode]);
        if (!group.isCharacterBox || /[f∫∑]/.test(group.body.body[0].text)) {
            var w = new MathNode("mspace", []);
            w.setAttribute('width', "0.2em");
            zeroWidthToNode.children.unshift(w);
        }
        zeroWidthToNode.setAttribute("width", "0.1px");
        var mover = new MathNode("mover", [dummyNode, zeroWidthToNode]);
        var nudgeLeft = new MathNode('mrow', [], ["ff-nudge-left"]);
        return newDocumentFragment([makeRow([node, mover]), nudgeLeft]);
    }
});
defineFunction({
    type: "textord",
    names: ["\\@char"],
    props: {
        numArgs: 1,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, token = _a.token;
        var arg = assertNodeType(args[0], "ordgroup");
        var group = arg.body;
        var number = "";
        for (var i = 0; i < group.length; i++) {
            var node = assertNodeType(group[i], "textord");
            number += node.text;
        }
        var code = parseInt(number);
        if (isNaN(code)) {
            throw new ParseError("\\@char has non-numeric argument ".concat(number), token);
        }
        return {
            type: "textord",
            mode: parser.mode,
            text: String.fromCodePoint(code)
        };
    }
});
var htmlRegEx = /^(#[a-f0-9]{3}|#?[a-f0-9]{6})$/i;
var htmlOrNameRegEx = /^(#[a-f0-9]{3}|#?[a-f0-9]{6}|[a-z]+)$/i;
var RGBregEx = /^ *\d{1,3} *(?:, *\d{1,3} *){2}$/;
var rgbRegEx = /^ *[10](?:\.\d*)? *(?:, *[10](?:\.\d*)? *){2}$/;
var xcolorHtmlRegEx = /^[a-f0-9]{6}$/i;
var toHex = function (num) {
    var str = num.toString(16);
    if (str.length === 1) {
        str = "0" + str;
    }
    return str;
};
var xcolors = JSON.parse("{\n  \"Apricot\": \"#ffb484\",\n  \"Aquamarine\": \"#08b4bc\",\n  \"Bittersweet\": \"#c84c14\",\n  \"blue\": \"#0000FF\",\n  \"Blue\": \"#303494\",\n  \"BlueGreen\": \"#08b4bc\",\n  \"BlueViolet\": \"#503c94\",\n  \"BrickRed\": \"#b8341c\",\n  \"brown\": \"#BF8040\",\n  \"Brown\": \"#802404\",\n  \"BurntOrange\": \"#f8941c\",\n  \"CadetBlue\": \"#78749c\",\n  \"CarnationPink\": \"#f884b4\",\n  \"Cerulean\": \"#08a4e4\",\n  \"CornflowerBlue\": \"#40ace4\",\n  \"cyan\": \"#00FFFF\",\n  \"Cyan\": \"#08acec\",\n  \"Dandelion\": \"#ffbc44\",\n  \"darkgray\": \"#404040\",\n  \"DarkOrchid\": \"#a8548c\",\n  \"Emerald\": \"#08ac9c\",\n  \"ForestGreen\": \"#089c54\",\n  \"Fuchsia\": \"#90348c\",\n  \"Goldenrod\": \"#ffdc44\",\n  \"gray\": \"#808080\",\n  \"Gray\": \"#98949c\",\n  \"green\": \"#00FF00\",\n  \"Green\": \"#08a44c\",\n  \"GreenYellow\": \"#e0e474\",\n  \"JungleGreen\": \"#08ac9c\",\n  \"Lavender\": \"#f89cc4\",\n  \"lightgray\": \"#c0c0c0\",\n  \"lime\": \"#BFFF00\",\n  \"LimeGreen\": \"#90c43c\",\n  \"magenta\": \"#FF00FF\",\n  \"Magenta\": \"#f0048c\",\n  \"Mahogany\": \"#b0341c\",\n  \"Maroon\": \"#b03434\",\n  \"Melon\": \"#f89c7c\",\n  \"MidnightBlue\": \"#086494\",\n  \"Mulberry\": \"#b03c94\",\n  \"NavyBlue\": \"#086cbc\",\n  \"olive\": \"#7F7F00\",\n  \"OliveGreen\": \"#407c34\",\n  \"orange\": \"#FF8000\",\n  \"Orange\": \"#f8843c\",\n  \"OrangeRed\": \"#f0145c\",\n  \"Orchid\": \"#b074ac\",\n  \"Peach\": \"#f8945c\",\n  \"Periwinkle\": \"#8074bc\",\n  \"PineGreen\": \"#088c74\",\n  \"pink\": \"#ff7f7f\",\n  \"Plum\": \"#98248c\",\n  \"ProcessBlue\": \"#08b4ec\",\n  \"purple\": \"#BF0040\",\n  \"Purple\": \"#a0449c\",\n  \"RawSienna\": \"#983c04\",\n  \"red\": \"#ff0000\",\n  \"Red\": \"#f01c24\",\n  \"RedOrange\": \"#f86434\",\n  \"RedViolet\": \"#a0246c\",\n  \"Rhodamine\": \"#f0549c\",\n  \"Royallue\": \"#0874bc\",\n  \"RoyalPurple\": \"#683c9c\",\n  \"RubineRed\": \"#f0047c\",\n  \"Salmon\": \"#f8948c\",\n  \"SeaGreen\": \"#30bc9c\",\n  \"Sepia\": \"#701404\",\n  \"SkyBlue\": \"#48c4dc\",\n  \"SpringGreen\": \"#c8dc64\",\n  \"Tan\": \"#e09c74\",\n  \"teal\": \"#007F7F\",\n  \"TealBlue\": \"#08acb4\",\n  \"Thistle\": \"#d884b4\",\n  \"Turquoise\": \"#08b4cc\",\n  \"violet\": \"#800080\",\n  \"Violet\": \"#60449c\",\n  \"VioletRed\": \"#f054a4\",\n  \"WildStrawberry\": \"#f0246c\",\n  \"yellow\": \"#FFFF00\",\n  \"Yellow\": \"#fff404\",\n  \"YellowGreen\": \"#98cc6c\",\n  \"YellowOrange\": \"#ffa41c\"\n}");
var colorFromSpec = function (model, spec) {
    var color = "";
    if (model === "HTML") {
        if (!htmlRegEx.test(spec)) {
            throw new ParseError("Invalid HTML input.");
        }
        color = spec;
    }
    else if (model === "RGB") {
        if (!RGBregEx.test(spec)) {
            throw new ParseError("Invalid RGB input.");
        }
        spec.split(",").map(function (e) { color += toHex(Number(e.trim())); });
    }
    else {
        if (!rgbRegEx.test(spec)) {
            throw new ParseError("Invalid rbg input.");
        }
        spec.split(",").map(function (e) {
            var num = Number(e.trim());
            if (num > 1) {
                throw new ParseError("Color rgb input must be < 1.");
            }
            color += toHex(Number((num * 255).toFixed(0)));
        });
    }
    if (color.charAt(0) !== "#") {
        color = "#" + color;
    }
    return color;
};
var validateColor = function (color, macros, token) {
    var macroName = "\\\\color@".concat(color);
    var match = htmlOrNameRegEx.exec(color);
    if (!match) {
        throw new ParseError("Invalid color: '" + color + "'", token);
    }
    if (xcolorHtmlRegEx.test(color)) {
        return "#" + color;
    }
    else if (color.charAt(0) === "#") {
        return color;
    }
    else if (macros.has(macroName)) {
        color = macros.get(macroName).tokens[0].text;
    }
    else if (xcolors[color]) {
        color = xcolors[color];
    }
    return color;
};
var mathmlBuilder$8 = function (group, style) {
    var expr = buildExpression(group.body, style.withColor(group.color));
    if (expr.length === 0) {
        expr.push(new MathNode("mrow"));
    }
    expr = expr.map(function (e) {
        e.style.color = group.color;
        return e;
    });
    return newDocumentFragment(expr);
};
defineFunction({
    type: "color",
    names: ["\\textcolor"],
    props: {
        numArgs: 2,
        numOptionalArgs: 1,
        allowedInText: true,
        argTypes: ["raw", "raw", "original"]
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser, token = _a.token;
        var model = optArgs[0] && assertNodeType(optArgs[0], "raw").string;
        var color = "";
        if (model) {
            var spec = assertNodeType(args[0], "raw").string;
            color = colorFromSpec(model, spec);
        }
        else {
            color = validateColor(assertNodeType(args[0], "raw").string, parser.gullet.macros, token);
        }
        var body = args[1];
        return {
            type: "color",
            mode: parser.mode,
            color: color,
            isTextColor: true,
            body: ordargument(body)
        };
    },
    mathmlBuilder: mathmlBuilder$8
});
defineFunction({
    type: "color",
    names: ["\\color"],
    props: {
        numArgs: 1,
        numOptionalArgs: 1,
        allowedInText: true,
        argTypes: ["raw", "raw"]
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser, breakOnTokenText = _a.breakOnTokenText, token = _a.token;
        var model = optArgs[0] && assertNodeType(optArgs[0], "raw").string;
        var color = "";
        if (model) {
            var spec = assertNodeType(args[0], "raw").string;
            color = colorFromSpec(model, spec);
        }
        else {
            color = validateColor(assertNodeType(args[0], "raw").string, parser.gullet.macros, token);
        }
        var body = parser.parseExpression(true, breakOnTokenText, true);
        return {
            type: "color",
            mode: parser.mode,
            color: color,
            isTextColor: false,
            body: body
        };
    },
    mathmlBuilder: mathmlBuilder$8
});
defineFunction({
    type: "color",
    names: ["\\definecolor"],
    props: {
        numArgs: 3,
        allowedInText: true,
        argTypes: ["raw", "raw", "raw"]
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName, token = _a.token;
        var name = assertNodeType(args[0], "raw").string;
        if (!/^[A-Za-z]+$/.test(name)) {
            throw new ParseError("Color name must be latin letters.", token);
        }
        var model = assertNodeType(args[1], "raw").string;
        if (!["HTML", "RGB", "rgb"].includes(model)) {
            throw new ParseError("Color model must be HTML, RGB, or rgb.", token);
        }
        var spec = assertNodeType(args[2], "raw").string;
        var color = colorFromSpec(model, spec);
        parser.gullet.macros.set("\\\\color@".concat(name), { tokens: [{ text: color }], numArgs: 0 });
        return { type: "internal", mode: parser.mode };
    }
});
defineFunction({
    type: "cr",
    names: ["\\\\"],
    props: {
        numArgs: 0,
        numOptionalArgs: 0,
        allowedInText: true
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser;
        var size = parser.gullet.future().text === "[" ? parser.parseSizeGroup(true) : null;
        var newLine = !parser.settings.displayMode;
        return {
            type: "cr",
            mode: parser.mode,
            newLine: newLine,
            size: size && assertNodeType(size, "size").value
        };
    },
    mathmlBuilder: function (group, style) {
        var node = new MathNode("mo");
        if (group.newLine) {
            node.setAttribute("linebreak", "newline");
            if (group.size) {
                var size = calculateSize(group.size, style);
                node.setAttribute("height", size.number + size.unit);
            }
        }
        return node;
    }
});
var globalMap = {
    "\\global": "\\global",
    "\\long": "\\\\globallong",
    "\\\\globallong": "\\\\globallong",
    "\\def": "\\gdef",
    "\\gdef": "\\gdef",
    "\\edef": "\\xdef",
    "\\xdef": "\\xdef",
    "\\let": "\\\\globallet",
    "\\futurelet": "\\\\globalfuture"
};
var checkControlSequence = function (tok) {
    var name = tok.text;
    if (/^(?:[\\{}$&#^_]|EOF)$/.test(name)) {
        throw new ParseError("Expected a control sequence", tok);
    }
    return name;
};
var getRHS = function (parser) {
    var tok = parser.gullet.popToken();
    if (tok.text === "=") {
        tok = parser.gullet.popToken();
        if (tok.text === " ") {
            tok = parser.gullet.popToken();
        }
    }
    return tok;
};
var letCommand = function (parser, name, tok, global) {
    var macro = parser.gullet.macros.get(tok.text);
    if (macro == null) {
        tok.noexpand = true;
        macro = {
            tokens: [tok],
            numArgs: 0,
            unexpandable: !parser.gullet.isExpandable(tok.text)
        };
    }
    parser.gullet.macros.set(name, macro, global);
};
defineFunction({
    type: "internal",
    names: [
        "\\global",
        "\\long",
        "\\\\globallong"
    ],
    props: {
        numArgs: 0,
        allowedInText: true
    },
    handler: function (_a) {
        var parser = _a.parser, funcName = _a.funcName;
        parser.consumeSpaces();
        var token = parser.fetch();
        if (globalMap[token.text]) {
            if (funcName === "\\global" || funcName === "\\\\globallong") {
                token.text = globalMap[token.text];
            }
            return assertNodeType(parser.parseFunction(), "internal");
        }
        throw new ParseError("Invalid token after macro prefix", token);
    }
});
defineFunction({
    type: "internal",
    names: ["\\def", "\\gdef", "\\edef", "\\xdef"],
    props: {
        numArgs: 0,
        allowedInText: true,
        primitive: true
    },
    handler: function (_a) {
        var parser = _a.parser, funcName = _a.funcName;
        var tok = parser.gullet.popToken();
        var name = tok.text;
        if (/^(?:[\\{}$&#^_]|EOF)$/.test(name)) {
            throw new ParseError("Expected a control sequence", tok);
        }
        var numArgs = 0;
        var insert;
        var delimiters = [[]];
        while (parser.gullet.future().text !== "{") {
            tok = parser.gullet.popToken();
            if (tok.text === "#") {
                if (parser.gullet.future().text === "{") {
                    insert = parser.gullet.future();
                    delimiters[numArgs].push("{");
                    break;
                }
                tok = parser.gullet.popToken();
                if (!/^[1-9]$/.test(tok.text)) {
                    throw new ParseError("Invalid argument number \"".concat(tok.text, "\""));
                }
                if (parseInt(tok.text) !== numArgs + 1) {
                    throw new ParseError("Argument number \"".concat(tok.text, "\" out of order"));
                }
                numArgs++;
                delimiters.push([]);
            }
            else if (tok.text === "EOF") {
                throw new ParseError("Expected a macro definition");
            }
            else {
                delimiters[numArgs].push(tok.text);
            }
        }
        var tokens = parser.gullet.consumeArg().tokens;
        if (insert) {
            tokens.unshift(insert);
        }
        if (funcName === "\\edef" || funcName === "\\xdef") {
            tokens = parser.gullet.expandTokens(tokens);
            if (tokens.length > parser.gullet.settings.maxExpand) {
                throw new ParseError("Too many expansions in an " + funcName);
            }
            tokens.reverse();
        }
        parser.gullet.macros.set(name, { tokens: tokens, numArgs: numArgs, delimiters: delimiters }, funcName === globalMap[funcName]);
        return { type: "internal", mode: parser.mode };
    }
});
defineFunction({
    type: "internal",
    names: [
        "\\let",
        "\\\\globallet"
    ],
    props: {
        numArgs: 0,
        allowedInText: true,
        primitive: true
    },
    handler: function (_a) {
        var parser = _a.parser, funcName = _a.funcName;
        var name = checkControlSequence(parser.gullet.popToken());
        parser.gullet.consumeSpaces();
        var tok = getRHS(parser);
        letCommand(parser, name, tok, funcName === "\\\\globallet");
        return { type: "internal", mode: parser.mode };
    }
});
defineFunction({
    type: "internal",
    names: [
        "\\futurelet",
        "\\\\globalfuture"
    ],
    props: {
        numArgs: 0,
        allowedInText: true,
        primitive: true
    },
    handler: function (_a) {
        var parser = _a.parser, funcName = _a.funcName;
        var name = checkControlSequence(parser.gullet.popToken());
        var middle = parser.gullet.popToken();
        var tok = parser.gullet.popToken();
        letCommand(parser, name, tok, funcName === "\\\\globalfuture");
        parser.gullet.pushToken(tok);
        parser.gullet.pushToken(middle);
        return { type: "internal", mode: parser.mode };
    }
});
defineFunction({
    type: "internal",
    names: ["\\newcommand", "\\renewcommand", "\\providecommand"],
    props: {
        numArgs: 0,
        allowedInText: true,
        primitive: true
    },
    handler: function (_a) {
        var parser = _a.parser, funcName = _a.funcName;
        var name = "";
        var tok = parser.gullet.popToken();
        if (tok.text === "{") {
            name = checkControlSequence(parser.gullet.popToken());
            parser.gullet.popToken();
        }
        else {
            name = checkControlSequence(tok);
        }
        var exists = parser.gullet.isDefined(name);
        if (exists && funcName === "\\newcommand") {
            throw new ParseError("\\newcommand{".concat(name, "} attempting to redefine ").concat(name, "; use \\renewcommand"));
        }
        if (!exists && funcName === "\\renewcommand") {
            throw new ParseError("\\renewcommand{".concat(name, "} when command ").concat(name, " does not yet exist; use \\newcommand"));
        }
        var numArgs = 0;
        if (parser.gullet.future().text === "[") {
            var tok_1 = parser.gullet.popToken();
            tok_1 = parser.gullet.popToken();
            if (!/^[0-9]$/.test(tok_1.text)) {
                throw new ParseError("Invalid number of arguments: \"".concat(tok_1.text, "\""));
            }
            numArgs = parseInt(tok_1.text);
            tok_1 = parser.gullet.popToken();
            if (tok_1.text !== "]") {
                throw new ParseError("Invalid argument \"".concat(tok_1.text, "\""));
            }
        }
        var tokens = parser.gullet.consumeArg().tokens;
        if (!(funcName === "\\providecommand" && parser.gullet.macros.has(name))) {
            parser.gullet.macros.set(name, { tokens: tokens, numArgs: numArgs });
        }
        return { type: "internal", mode: parser.mode };
    }
});
var delimiterSizes = {
    "\\bigl": { mclass: "mopen", size: 1 },
    "\\Bigl": { mclass: "mopen", size: 2 },
    "\\biggl": { mclass: "mopen", size: 3 },
    "\\Biggl": { mclass: "mopen", size: 4 },
    "\\bigr": { mclass: "mclose", size: 1 },
    "\\Bigr": { mclass: "mclose", size: 2 },
    "\\biggr": { mclass: "mclose", size: 3 },
    "\\Biggr": { mclass: "mclose", size: 4 },
    "\\bigm": { mclass: "mrel", size: 1 },
    "\\Bigm": { mclass: "mrel", size: 2 },
    "\\biggm": { mclass: "mrel", size: 3 },
    "\\Biggm": { mclass: "mrel", size: 4 },
    "\\big": { mclass: "mord", size: 1 },
    "\\Big": { mclass: "mord", size: 2 },
    "\\bigg": { mclass: "mord", size: 3 },
    "\\Bigg": { mclass: "mord", size: 4 }
};
var leftToRight = {
    "(": ")",
    "\\lparen": "\\rparen",
    "[": "]",
    "\\lbrack": "\\rbrack",
    "\\{": "\\}",
    "\\lbrace": "\\rbrace",
    "⦇": "⦈",
    "\\llparenthesis": "\\rrparenthesis",
    "\\lfloor": "\\rfloor",
    "\u230a": "\u230b",
    "\\lceil": "\\rceil",
    "\u2308": "\u2309",
    "\\langle": "\\rangle",
    "\u27e8": "\u27e9",
    "\\lAngle": "\\rAngle",
    "\u27ea": "\u27eb",
    "\\llangle": "\\rrangle",
    "⦉": "⦊",
    "\\lvert": "\\rvert",
    "\\lVert": "\\rVert",
    "\\lgroup": "\\rgroup",
    "\u27ee": "\u27ef",
    "\\lmoustache": "\\rmoustache",
    "\u23b0": "\u23b1",
    "\\llbracket": "\\rrbracket",
    "\u27e6": "\u27e7",
    "\\lBrace": "\\rBrace",
    "\u2983": "\u2984"
};
var leftDelimiterNames = new Set(Object.keys(leftToRight));
new Set(Object.values(leftToRight));
var delimiters = new Set([
    "(",
    "\\lparen",
    ")",
    "\\rparen",
    "[",
    "\\lbrack",
    "]",
    "\\rbrack",
    "\\{",
    "\\lbrace",
    "\\}",
    "\\rbrace",
    "⦇",
    "\\llparenthesis",
    "⦈",
    "\\rrparenthesis",
    "\\lfloor",
    "\\rfloor",
    "\u230a",
    "\u230b",
    "\\lceil",
    "\\rceil",
    "\u2308",
    "\u2309",
    "<",
    ">",
    "\\langle",
    "\u27e8",
    "\\rangle",
    "\u27e9",
    "\\lAngle",
    "\u27ea",
    "\\rAngle",
    "\u27eb",
    "\\llangle",
    "⦉",
    "\\rrangle",
    "⦊",
    "\\lt",
    "\\gt",
    "\\lvert",
    "\\rvert",
    "\\lVert",
    "\\rVert",
    "\\lgroup",
    "\\rgroup",
    "\u27ee",
    "\u27ef",
    "\\lmoustache",
    "\\rmoustache",
    "\u23b0",
    "\u23b1",
    "\\llbracket",
    "\\rrbracket",
    "\u27e6",
    "\u27e7",
    "\\lBrace",
    "\\rBrace",
    "\u2983",
    "\u2984",
    "/",
    "\\backslash",
    "|",
    "\\vert",
    "\\|",
    "\\Vert",
    "\u2016",
    "\\uparrow",
    "\\Uparrow",
    "\\downarrow",
    "\\Downarrow",
    "\\updownarrow",
    "\\Updownarrow",
    "."
]);
var dels = new Set(["}", "\\left", "\\middle", "\\right"]);
var isDelimiter = function (str) { return str.length > 0 &&
    (delimiters.has(str) || delimiterSizes[str] || dels.has(str)); };
var sizeToMaxHeight = [0, 1.2, 1.8, 2.4, 3.0];
function checkDelimiter(delim, context) {
    if (delim.type === "ordgroup" && delim.body.length === 1) {
        delim = delim.body[0];
    }
    var symDelim = checkSymbolNodeType(delim);
    if (symDelim && delimiters.has(symDelim.text)) {
        if (symDelim.text === "<" || symDelim.text === "\\lt") {
            symDelim.text = "⟨";
        }
        if (symDelim.text === ">" || symDelim.text === "\\gt") {
            symDelim.text = "⟩";
        }
        return symDelim;
    }
    else if (symDelim) {
        throw new ParseError("Invalid delimiter '".concat(symDelim.text, "' after '").concat(context.funcName, "'"), delim);
    }
    else {
        throw new ParseError("Invalid delimiter type '".concat(delim.type, "'"), delim);
    }
}
var needExplicitStretch = new Set(["\u002F", "\u005C", "\\backslash", "\u2216", "\\vert", "|"]);
var makeFenceMo = function (delim, mode, form, isStretchy) {
    var text = delim === "." ? "" : delim;
    var node = new MathNode("mo", [makeText(text, mode)]);
    node.setAttribute("fence", "true");
    node.setAttribute("form", form);
    node.setAttribute("stretchy", isStretchy ? "true" : "false");
    return node;
};
defineFunction({
    type: "delimsizing",
    names: [
        "\\bigl",
        "\\Bigl",
        "\\biggl",
        "\\Biggl",
        "\\bigr",
        "\\Bigr",
        "\\biggr",
        "\\Biggr",
        "\\bigm",
        "\\Bigm",
        "\\biggm",
        "\\Biggm",
        "\\big",
        "\\Big",
        "\\bigg",
        "\\Bigg"
    ],
    props: {
        numArgs: 1,
        argTypes: ["primitive"]
    },
    handler: function (context, args) {
        var delim = checkDelimiter(args[0], context);
        var delimNode = {
            type: "delimsizing",
            mode: context.parser.mode,
            size: delimiterSizes[context.funcName].size,
            mclass: delimiterSizes[context.funcName].mclass,
            delim: delim.text
        };
        var nextToken = context.parser.fetch().text;
        if (nextToken !== "^" && nextToken !== "_") {
            return delimNode;
        }
        else {
            return {
                type: "ordgroup",
                mode: "math",
                body: [delimNode, { type: "ordgroup", mode: "math", body: [] }]
            };
        }
    },
    mathmlBuilder: function (group) {
        var children = [];
        var delim = group.delim === "." ? "" : group.delim;
        children.push(makeText(delim, group.mode));
        var node = new MathNode("mo", children);
        if (group.mclass === "mopen" || group.mclass === "mclose") {
            node.setAttribute("fence", "true");
        }
        else {
            node.setAttribute("fence", "false");
        }
        if (needExplicitStretch.has(delim) || delim.indexOf("arrow") > -1) {
            node.setAttribute("stretchy", "true");
        }
        node.setAttribute("symmetric", "true");
        node.setAttribute("minsize", sizeToMaxHeight[group.size] + "em");
        node.setAttribute("maxsize", sizeToMaxHeight[group.size] + "em");
        return node;
    }
});
function assertParsed(group) {
    if (!group.body) {
        throw new Error("Bug: The delim ParseNode wasn't fully parsed.");
    }
}
defineFunction({
    type: "leftright-right",
    names: ["\\right"],
    props: {
        numArgs: 1,
        argTypes: ["primitive"]
    },
    handler: function (context, args) {
        return {
            type: "leftright-right",
            mode: context.parser.mode,
            delim: checkDelimiter(args[0], context).text
        };
    }
});
defineFunction({
    type: "leftright",
    names: ["\\left"],
    props: {
        numArgs: 1,
        argTypes: ["primitive"]
    },
    handler: function (context, args) {
        var delim = checkDelimiter(args[0], context);
        var parser = context.parser;
        ++parser.leftrightDepth;
        var body = parser.parseExpression(false, "\\right", true);
        var nextToken = parser.fetch();
        while (nextToken.text === "\\middle") {
            parser.consume();
            var middle = parser.fetch().text;
            if (!symbols.math[middle]) {
                throw new ParseError("Invalid delimiter '".concat(middle, "' after '\\middle'"));
            }
            checkDelimiter({ type: "atom", mode: "math", text: middle }, { funcName: "\\middle" });
            body.push({ type: "middle", mode: "math", delim: middle });
            parser.consume();
            body = body.concat(parser.parseExpression(false, "\\right", true));
            nextToken = parser.fetch();
        }
        --parser.leftrightDepth;
        parser.expect("\\right", false);
        var right = assertNodeType(parser.parseFunction(), "leftright-right");
        return {
            type: "leftright",
            mode: parser.mode,
            body: body,
            left: delim.text,
            right: right.delim,
            isStretchy: true
        };
    },
    mathmlBuilder: function (group, style) {
        assertParsed(group);
        var inner = buildExpression(group.body, style);
        var leftNode = makeFenceMo(group.left, group.mode, "prefix", true);
        inner.unshift(leftNode);
        var rightNode = makeFenceMo(group.right, group.mode, "postfix", true);
        if (group.body.length > 0) {
            var lastElement = group.body[group.body.length - 1];
            if (lastElement.type === "color" && !lastElement.isTextColor) {
                rightNode.setAttribute("mathcolor", lastElement.color);
            }
        }
        inner.push(rightNode);
        return makeRow(inner);
    }
});
defineFunction({
    type: "delimiter",
    names: Array.from(leftDelimiterNames),
    props: {
        numArgs: 0,
        allowedInText: true,
        allowedInMath: true,
        allowedInArgument: true
    },
    handler: function (_a) {
        var parser = _a.parser, funcName = _a.funcName, token = _a.token;
        if (parser.mode === "text") {
            return {
                type: "textord",
                mode: "text",
                text: funcName,
                loc: token.loc
            };
        }
        else if (!parser.settings.wrapDelimiterPairs) {
            return {
                type: "atom",
                mode: "math",
                family: "open",
                loc: token.loc,
                text: funcName
            };
        }
        var rightDelim = leftToRight[funcName];
        var body = parser.parseExpression(false, rightDelim, false);
        var nextToken = parser.fetch().text;
        if (nextToken !== rightDelim) {
            throw new ParseError("Unmatched delimiter");
        }
        parser.consume();
        return {
            type: "delimiter",
            mode: parser.mode,
            body: body,
            left: funcName,
            right: rightDelim
        };
    },
    mathmlBuilder: function (group, style) {
        assertParsed(group);
        var inner = buildExpression(group.body, style);
        var leftNode = makeFenceMo(group.left, group.mode, "prefix", false);
        inner.unshift(leftNode);
        var rightNode = makeFenceMo(group.right, group.mode, "postfix", false);
        if (group.body.length > 0) {
            var lastElement = group.body[group.body.length - 1];
            if (lastElement.type === "color" && !lastElement.isTextColor) {
                rightNode.setAttribute("mathcolor", lastElement.color);
            }
        }
        inner.push(rightNode);
        return makeRow(inner);
    }
});
defineFunction({
    type: "middle",
    names: ["\\middle"],
    props: {
        numArgs: 1,
        argTypes: ["primitive"]
    },
    handler: function (context, args) {
        var delim = checkDelimiter(args[0], context);
        if (!context.parser.leftrightDepth) {
            throw new ParseError("\\middle without preceding \\left", delim);
        }
        return {
            type: "middle",
            mode: context.parser.mode,
            delim: delim.text
        };
    },
    mathmlBuilder: function (group) {
        var textNode = makeText(group.delim, group.mode);
        var middleNode = new MathNode("mo", [textNode]);
        middleNode.setAttribute("stretchy", "true");
        middleNode.setAttribute("form", "infix");
        if (textNode.text !== "/") {
            middleNode.setAttribute("lspace", "0.05em");
            middleNode.setAttribute("rspace", "0.05em");
        }
        return middleNode;
    }
});
var boxTags = ["\\boxed", "\\fcolorbox", "\\colorbox"];
var mathmlBuilder$7 = function (group, style) {
    var tag = boxTags.includes(group.label) ? "mrow" : "menclose";
    var node = new MathNode(tag, [buildGroup$1(group.body, style)]);
    switch (group.label) {
        case "\\overline":
            node.setAttribute("notation", "top");
            node.classes.push("tml-overline");
            break;
        case "\\underline":
            node.setAttribute("notation", "bottom");
            node.classes.push("tml-underline");
            break;
        case "\\cancel":
            node.setAttribute("notation", "updiagonalstrike");
            node.children.push(new MathNode("mrow", [], ["tml-cancel", "upstrike"]));
            break;
        case "\\bcancel":
            node.setAttribute("notation", "downdiagonalstrike");
            node.children.push(new MathNode("mrow", [], ["tml-cancel", "downstrike"]));
            break;
        case "\\sout":
            node.setAttribute("notation", "horizontalstrike");
            node.children.push(new MathNode("mrow", [], ["tml-cancel", "sout"]));
            break;
        case "\\xcancel":
            node.setAttribute("notation", "updiagonalstrike downdiagonalstrike");
            node.children.push(new MathNode("mrow", [], ["tml-cancel", "tml-xcancel"]));
            break;
        case "\\longdiv":
            node.setAttribute("notation", "longdiv");
            node.classes.push("longdiv-top");
            node.children.push(new MathNode("mrow", [], ["longdiv-arc"]));
            break;
        case "\\phase":
            node.setAttribute("notation", "phasorangle");
            node.classes.push("phasor-bottom");
            node.children.push(new MathNode("mrow", [], ["phasor-angle"]));
            break;
        case "\\textcircled":
            node.setAttribute("notation", "circle");
            node.classes.push("circle-pad");
            node.children.push(new MathNode("mrow", [], ["textcircle"]));
            break;
        case "\\angl":
            node.setAttribute("notation", "actuarial");
            node.classes.push("actuarial");
            break;
        case "\\boxed":
            node.style.padding = "3pt";
            node.style.border = "1px solid";
            node.setAttribute("scriptlevel", "0");
            node.setAttribute("displaystyle", "true");
            break;
        case "\\fbox":
            node.setAttribute("notation", "box");
            node.classes.push("tml-fbox");
            break;
        case "\\fcolorbox":
        case "\\colorbox": {
            node.style.padding = "0.3em";
            if (group.label === "\\fcolorbox") {
                node.style.border = "0.0667em solid " + String(group.borderColor);
            }
            break;
        }
    }
    if (group.backgroundColor) {
        node.setAttribute("mathbackground", group.backgroundColor);
    }
    return node;
};
defineFunction({
    type: "enclose",
    names: ["\\colorbox"],
    props: {
        numArgs: 2,
        numOptionalArgs: 1,
        allowedInText: true,
        argTypes: ["raw", "raw", "text"]
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser, funcName = _a.funcName;
        var model = optArgs[0] && assertNodeType(optArgs[0], "raw").string;
        var color = "";
        if (model) {
            var spec = assertNodeType(args[0], "raw").string;
            color = colorFromSpec(model, spec);
        }
        else {
            color = validateColor(assertNodeType(args[0], "raw").string, parser.gullet.macros);
        }
        var body = args[1];
        return {
            type: "enclose",
            mode: parser.mode,
            label: funcName,
            backgroundColor: color,
            body: body
        };
    },
    mathmlBuilder: mathmlBuilder$7
});
defineFunction({
    type: "enclose",
    names: ["\\fcolorbox"],
    props: {
        numArgs: 3,
        numOptionalArgs: 1,
        allowedInText: true,
        argTypes: ["raw", "raw", "raw", "text"]
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser, funcName = _a.funcName;
        var model = optArgs[0] && assertNodeType(optArgs[0], "raw").string;
        var borderColor = "";
        var backgroundColor;
        if (model) {
            var borderSpec = assertNodeType(args[0], "raw").string;
            var backgroundSpec = assertNodeType(args[0], "raw").string;
            borderColor = colorFromSpec(model, borderSpec);
            backgroundColor = colorFromSpec(model, backgroundSpec);
        }
        else {
            borderColor = validateColor(assertNodeType(args[0], "raw").string, parser.gullet.macros);
            backgroundColor = validateColor(assertNodeType(args[1], "raw").string, parser.gullet.macros);
        }
        var body = args[2];
        return {
            type: "enclose",
            mode: parser.mode,
            label: funcName,
            backgroundColor: backgroundColor,
            borderColor: borderColor,
            body: body
        };
    },
    mathmlBuilder: mathmlBuilder$7
});
defineFunction({
    type: "enclose",
    names: ["\\fbox"],
    props: {
        numArgs: 1,
        argTypes: ["hbox"],
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        return {
            type: "enclose",
            mode: parser.mode,
            label: "\\fbox",
            body: args[0]
        };
    }
});
defineFunction({
    type: "enclose",
    names: ["\\angl", "\\cancel", "\\bcancel", "\\xcancel", "\\overline",
        "\\boxed", "\\longdiv", "\\phase"],
    props: {
        numArgs: 1
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var body = args[0];
        return {
            type: "enclose",
            mode: parser.mode,
            label: funcName,
            body: body
        };
    },
    mathmlBuilder: mathmlBuilder$7
});
defineFunction({
    type: "enclose",
    names: ["\\sout"],
    props: {
        numArgs: 1,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var body = args[0];
        return {
            type: "enclose",
            mode: parser.mode,
            label: funcName,
            body: body
        };
    },
    mathmlBuilder: mathmlBuilder$7
});
defineFunction({
    type: "enclose",
    names: ["\\underline"],
    props: {
        numArgs: 1,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var body = args[0];
        return {
            type: "enclose",
            mode: parser.mode,
            label: funcName,
            body: body
        };
    },
    mathmlBuilder: mathmlBuilder$7
});
defineFunction({
    type: "enclose",
    names: ["\\textcircled"],
    props: {
        numArgs: 1,
        argTypes: ["text"],
        allowedInArgument: true,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var body = args[0];
        return {
            type: "enclose",
            mode: parser.mode,
            label: funcName,
            body: body
        };
    },
    mathmlBuilder: mathmlBuilder$7
});
defineFunction({
    type: "environment",
    names: ["\\begin", "\\end"],
    props: {
        numArgs: 1,
        argTypes: ["text"]
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var nameGroup = args[0];
        if (nameGroup.type !== "ordgroup") {
            throw new ParseError("Invalid environment name", nameGroup);
        }
        var envName = "";
        for (var i = 0; i < nameGroup.body.length; ++i) {
            envName += assertNodeType(nameGroup.body[i], "textord").text;
        }
        if (funcName === "\\begin") {
            if (!Object.prototype.hasOwnProperty.call(environments, envName)) {
                throw new ParseError("No such environment: " + envName, nameGroup);
            }
            var env = environments[envName];
            var _b = parser.parseArguments("\\begin{" + envName + "}", env), args_1 = _b.args, optArgs = _b.optArgs;
            var context = {
                mode: parser.mode,
                envName: envName,
                parser: parser
            };
            var result = env.handler(context, args_1, optArgs);
            parser.expect("\\end", false);
            var endNameToken = parser.nextToken;
            var end = assertNodeType(parser.parseFunction(), "environment");
            if (end.name !== envName) {
                throw new ParseError("Mismatch: \\begin{".concat(envName, "} matched by \\end{").concat(end.name, "}"), endNameToken);
            }
            return result;
        }
        return {
            type: "environment",
            mode: parser.mode,
            name: envName,
            nameGroup: nameGroup
        };
    }
});
defineFunction({
    type: "envTag",
    names: ["\\env@tag"],
    props: {
        numArgs: 1,
        argTypes: ["math"]
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        return {
            type: "envTag",
            mode: parser.mode,
            body: args[0]
        };
    },
    mathmlBuilder: function (group, style) {
        return new MathNode("mrow");
    }
});
defineFunction({
    type: "noTag",
    names: ["\\env@notag"],
    props: {
        numArgs: 0
    },
    handler: function (_a) {
        var parser = _a.parser;
        return {
            type: "noTag",
            mode: parser.mode
        };
    },
    mathmlBuilder: function (group, style) {
        return new MathNode("mrow");
    }
});
var script = Object.freeze({
    B: 0x20EA,
    E: 0x20EB,
    F: 0x20EB,
    H: 0x20C3,
    I: 0x20C7,
    L: 0x20C6,
    M: 0x20E6,
    R: 0x20C9,
    e: 0x20CA,
    g: 0x20A3,
    o: 0x20C5
});
var frak = Object.freeze({
    C: 0x20EA,
    H: 0x20C4,
    I: 0x20C8,
    R: 0x20CA,
    Z: 0x20CE
});
var bbb = Object.freeze({
    C: 0x20BF,
    H: 0x20C5,
    N: 0x20C7,
    P: 0x20C9,
    Q: 0x20C9,
    R: 0x20CB,
    Z: 0x20CA
});
var bold = Object.freeze({
    "\u03f5": 0x1D2E7,
    "\u03d1": 0x1D30C,
    "\u03f0": 0x1D2EE,
    "\u03c6": 0x1D319,
    "\u03f1": 0x1D2EF,
    "\u03d6": 0x1D30B
});
var boldItalic = Object.freeze({
    "\u03f5": 0x1D35B,
    "\u03d1": 0x1D380,
    "\u03f0": 0x1D362,
    "\u03c6": 0x1D38D,
    "\u03f1": 0x1D363,
    "\u03d6": 0x1D37F
});
var boldsf = Object.freeze({
    "\u03f5": 0x1D395,
    "\u03d1": 0x1D3BA,
    "\u03f0": 0x1D39C,
    "\u03c6": 0x1D3C7,
    "\u03f1": 0x1D39D,
    "\u03d6": 0x1D3B9
});
var bisf = Object.freeze({
    "\u03f5": 0x1D3CF,
    "\u03d1": 0x1D3F4,
    "\u03f0": 0x1D3D6,
    "\u03c6": 0x1D401,
    "\u03f1": 0x1D3D7,
    "\u03d6": 0x1D3F3
});
var offset = Object.freeze({
    upperCaseLatin: {
        "normal": function (ch) { return 0; },
        "bold": function (ch) { return 0x1D3BF; },
        "italic": function (ch) { return 0x1D3F3; },
        "bold-italic": function (ch) { return 0x1D427; },
        "script": function (ch) { return script[ch] || 0x1D45B; },
        "script-bold": function (ch) { return 0x1D48F; },
        "fraktur": function (ch) { return frak[ch] || 0x1D4C3; },
        "fraktur-bold": function (ch) { return 0x1D52B; },
        "double-struck": function (ch) { return bbb[ch] || 0x1D4F7; },
        "sans-serif": function (ch) { return 0x1D55F; },
        "sans-serif-bold": function (ch) { return 0x1D593; },
        "sans-serif-italic": function (ch) { return 0x1D5C7; },
        "sans-serif-bold-italic": function (ch) { return 0x1D63C; },
        "monospace": function (ch) { return 0x1D62F; }
    },
    lowerCaseLatin: {
        "normal": function (ch) { return 0; },
        "bold": function (ch) { return 0x1D3B9; },
        "italic": function (ch) { return ch === "h" ? 0x20A6 : 0x1D3ED; },
        "bold-italic": function (ch) { return 0x1D421; },
        "script": function (ch) { return script[ch] || 0x1D455; },
        "script-bold": function (ch) { return 0x1D489; },
        "fraktur": function (ch) { return 0x1D4BD; },
        "fraktur-bold": function (ch) { return 0x1D525; },
        "double-struck": function (ch) { return 0x1D4F1; },
        "sans-serif": function (ch) { return 0x1D559; },
        "sans-serif-bold": function (ch) { return 0x1D58D; },
        "sans-serif-italic": function (ch) { return 0x1D5C1; },
        "sans-serif-bold-italic": function (ch) { return 0x1D5F5; },
        "monospace": function (ch) { return 0x1D629; }
    },
    upperCaseGreek: {
        "normal": function (ch) { return 0; },
        "bold": function (ch) { return 0x1D317; },
        "italic": function (ch) { return 0x1D351; },
        "bold-italic": function (ch) { return 0x1D317; },
        "script": function (ch) { return 0; },
        "script-bold": function (ch) { return 0; },
        "fraktur": function (ch) { return 0; },
        "fraktur-bold": function (ch) { return 0; },
        "double-struck": function (ch) { return 0; },
        "sans-serif": function (ch) { return 0x1D3C5; },
        "sans-serif-bold": function (ch) { return 0x1D3C5; },
        "sans-serif-italic": function (ch) { return 0; },
        "sans-serif-bold-italic": function (ch) { return 0x1D3FF; },
        "monospace": function (ch) { return 0; }
    },
    lowerCaseGreek: {
        "normal": function (ch) { return 0; },
        "bold": function (ch) { return 0x1D311; },
        "italic": function (ch) { return 0x1D34B; },
        "bold-italic": function (ch) { return ch === "\u03d5" ? 0x1D37E : 0x1D385; },
        "script": function (ch) { return 0; },
        "script-bold": function (ch) { return 0; },
        "fraktur": function (ch) { return 0; },
        "fraktur-bold": function (ch) { return 0; },
        "double-struck": function (ch) { return 0; },
        "sans-serif": function (ch) { return 0x1D3BF; },
        "sans-serif-bold": function (ch) { return 0x1D3BF; },
        "sans-serif-italic": function (ch) { return 0; },
        "sans-serif-bold-italic": function (ch) { return 0x1D3F9; },
        "monospace": function (ch) { return 0; }
    },
    varGreek: {
        "normal": function (ch) { return 0; },
        "bold": function (ch) { return bold[ch] || -51; },
        "italic": function (ch) { return 0; },
        "bold-italic": function (ch) { return boldItalic[ch] || 0x3A; },
        "script": function (ch) { return 0; },
        "script-bold": function (ch) { return 0; },
        "fraktur": function (ch) { return 0; },
        "fraktur-bold": function (ch) { return 0; },
        "double-struck": function (ch) { return 0; },
        "sans-serif": function (ch) { return boldsf[ch] || 0x74; },
        "sans-serif-bold": function (ch) { return boldsf[ch] || 0x74; },
        "sans-serif-italic": function (ch) { return 0; },
        "sans-serif-bold-italic": function (ch) { return bisf[ch] || 0xAE; },
        "monospace": function (ch) { return 0; }
    },
    numeral: {
        "normal": function (ch) { return 0; },
        "bold": function (ch) { return 0x1D79E; },
        "italic": function (ch) { return 0; },
        "bold-italic": function (ch) { return 0; },
        "script": function (ch) { return 0; },
        "script-bold": function (ch) { return 0; },
        "fraktur": function (ch) { return 0; },
        "fraktur-bold": function (ch) { return 0; },
        "double-struck": function (ch) { return 0x1D7A8; },
        "sans-serif": function (ch) { return 0x1D7B2; },
        "sans-serif-bold": function (ch) { return 0x1D7BC; },
        "sans-serif-italic": function (ch) { return 0; },
        "sans-serif-bold-italic": function (ch) { return 0; },
        "monospace": function (ch) { return 0x1D7C6; }
    }
});
var variantChar = function (ch, variant) {
    var codePoint = ch.codePointAt(0);
    var block = 0x40 < codePoint && codePoint < 0x5b
        ? "upperCaseLatin"
        : 0x60 < codePoint && codePoint < 0x7b
            ? "lowerCaseLatin"
            : (0x390 < codePoint && codePoint < 0x3AA)
                ? "upperCaseGreek"
                : 0x3B0 < codePoint && codePoint < 0x3CA || ch === "\u03d5"
                    ? "lowerCaseGreek"
                    : 0x1D6E1 < codePoint && codePoint < 0x1D6FC || bold[ch]
                        ? "varGreek"
                        : (0x2F < codePoint && codePoint < 0x3A)
                            ? "numeral"
                            : "other";
    return block === "other"
        ? ch
        : String.fromCodePoint(codePoint + offset[block][variant](ch));
};
var smallCaps = Object.freeze({
    a: "ᴀ",
    b: "ʙ",
    c: "ᴄ",
    d: "ᴅ",
    e: "ᴇ",
    f: "ꜰ",
    g: "ɢ",
    h: "ʜ",
    i: "ɪ",
    j: "ᴊ",
    k: "ᴋ",
    l: "ʟ",
    m: "ᴍ",
    n: "ɴ",
    o: "ᴏ",
    p: "ᴘ",
    q: "ǫ",
    r: "ʀ",
    s: "s",
    t: "ᴛ",
    u: "ᴜ",
    v: "ᴠ",
    w: "ᴡ",
    x: "x",
    y: "ʏ",
    z: "ᴢ"
});
var varNameFonts = ["mathrm", "mathit"];
var isLongVariableName = function (group, font) {
    if (!varNameFonts.includes(font) || !group.body || group.body.type !== "ordgroup" ||
        group.body.body.length === 1) {
        return false;
    }
    if (group.body.body[0].type !== "mathord") {
        return false;
    }
    for (var i = 1; i < group.body.body.length; i++) {
        var parseNodeType = group.body.body[i].type;
        if (!(parseNodeType === "mathord" ||
            (parseNodeType === "textord" && !isNaN(group.body.body[i].text)))) {
            return false;
        }
    }
    return true;
};
var mathmlBuilder$6 = function (group, style) {
    var font = group.font;
    var newStyle = style.withFont(font);
    var mathGroup = buildGroup$1(group.body, newStyle);
    if (mathGroup.children.length === 0) {
        return mathGroup;
    }
    if (font === "boldsymbol" && ["mo", "mpadded", "mrow"].includes(mathGroup.type)) {
        mathGroup.style.fontWeight = "bold";
        return mathGroup;
    }
    if (isLongVariableName(group, font)) {
        var mi_1 = mathGroup.children[0].children[0].children
            ? mathGroup.children[0].children[0]
            : mathGroup.children[0];
        delete mi_1.attributes.mathvariant;
        for (var i = 1; i < mathGroup.children.length; i++) {
            mi_1.children[0].text += mathGroup.children[i].children[0].children
                ? mathGroup.children[i].children[0].children[0].text
                : mathGroup.children[i].children[0].text;
        }
        if (font === "mathit") {
            mi_1.children[0].text = mi_1.children[0].text.split("")
                .map(function (c) { return variantChar(c, "italic"); }).join("");
            return mi_1;
        }
        var mpadded = new MathNode("mpadded", [mi_1]);
        mpadded.setAttribute("lspace", "0");
        return mpadded;
    }
    var canConsolidate = mathGroup.children[0].type === "mo";
    for (var i = 1; i < mathGroup.children.length; i++) {
        if (mathGroup.children[i].type === "mo" && font === "boldsymbol") {
            mathGroup.children[i].style.fontWeight = "bold";
        }
        if (mathGroup.children[i].type !== "mi") {
            canConsolidate = false;
        }
        var localVariant = mathGroup.children[i].attributes &&
            mathGroup.children[i].attributes.mathvariant || "";
        if (localVariant !== "normal") {
            canConsolidate = false;
        }
    }
    if (!canConsolidate) {
        return mathGroup;
    }
    var mi = mathGroup.children[0];
    for (var i = 1; i < mathGroup.children.length; i++) {
        mi.children.push(mathGroup.children[i].children[0]);
    }
    if (mi.attributes.mathvariant && mi.attributes.mathvariant === "normal") {
        var bogus = new MathNode("mtext", new TextNode("\u200b"));
        return new MathNode("mrow", [bogus, mi]);
    }
    return mi;
};
var fontAliases = {
    "\\Bbb": "\\mathbb",
    "\\bold": "\\mathbf",
    "\\frak": "\\mathfrak",
    "\\bm": "\\boldsymbol"
};
defineFunction({
    type: "font",
    names: [
        "\\mathrm",
        "\\mathit",
        "\\mathbf",
        "\\mathnormal",
        "\\up@greek",
        "\\boldsymbol",
        "\\mathbb",
        "\\mathcal",
        "\\mathfrak",
        "\\mathscr",
        "\\mathsf",
        "\\mathsfit",
        "\\mathtt",
        "\\Bbb",
        "\\bm",
        "\\bold",
        "\\frak"
    ],
    props: {
        numArgs: 1,
        allowedInArgument: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var body = normalizeArgument(args[0]);
        var func = funcName;
        if (func in fontAliases) {
            func = fontAliases[func];
        }
        return {
            type: "font",
            mode: parser.mode,
            font: func.slice(1),
            body: body
        };
    },
    mathmlBuilder: mathmlBuilder$6
});
defineFunction({
    type: "font",
    names: ["\\rm", "\\sf", "\\tt", "\\bf", "\\it", "\\cal"],
    props: {
        numArgs: 0,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName, breakOnTokenText = _a.breakOnTokenText;
        var mode = parser.mode;
        var body = parser.parseExpression(true, breakOnTokenText, true);
        var fontStyle = "math".concat(funcName.slice(1));
        return {
            type: "font",
            mode: mode,
            font: fontStyle,
            body: {
                type: "ordgroup",
                mode: parser.mode,
                body: body
            }
        };
    },
    mathmlBuilder: mathmlBuilder$6
});
var stylArray = ["display", "text", "script", "scriptscript"];
var scriptLevel = { auto: -1, display: 0, text: 0, script: 1, scriptscript: 2 };
var adjustStyle = function (functionSize, originalStyle) {
    var style = originalStyle;
    if (functionSize === "display") {
        var newSize = style.level >= StyleLevel.SCRIPT ? StyleLevel.TEXT : StyleLevel.DISPLAY;
        style = style.withLevel(newSize);
    }
    else if (functionSize === "text" &&
        style.level === StyleLevel.DISPLAY) {
        style = style.withLevel(StyleLevel.TEXT);
    }
    else if (functionSize === "auto") {
        style = style.incrementLevel();
    }
    else if (functionSize === "script") {
        style = style.withLevel(StyleLevel.SCRIPT);
    }
    else if (functionSize === "scriptscript") {
        style = style.withLevel(StyleLevel.SCRIPTSCRIPT);
    }
    return style;
};
var mathmlBuilder$5 = function (group, style) {
    style = adjustStyle(group.scriptLevel, style);
    var numer = buildGroup$1(group.numer, style);
    var denom = buildGroup$1(group.denom, style);
    if (style.level === 3) {
        numer.style.mathDepth = "2";
        numer.setAttribute("scriptlevel", "2");
        denom.style.mathDepth = "2";
        denom.setAttribute("scriptlevel", "2");
    }
    var node = new MathNode("mfrac", [numer, denom]);
    if (!group.hasBarLine) {
        node.setAttribute("linethickness", "0px");
    }
    else if (group.barSize) {
        var ruleWidth = calculateSize(group.barSize, style);
        node.setAttribute("linethickness", ruleWidth.number + ruleWidth.unit);
    }
    if (group.leftDelim != null || group.rightDelim != null) {
        var withDelims = [];
        if (group.leftDelim != null) {
            var leftOp = new MathNode("mo", [
                new TextNode(group.leftDelim.replace("\\", ""))
            ]);
            leftOp.setAttribute("fence", "true");
            withDelims.push(leftOp);
        }
        withDelims.push(node);
        if (group.rightDelim != null) {
            var rightOp = new MathNode("mo", [
                new TextNode(group.rightDelim.replace("\\", ""))
            ]);
            rightOp.setAttribute("fence", "true");
            withDelims.push(rightOp);
        }
        node = makeRow(withDelims);
    }
    if (group.scriptLevel !== "auto") {
        node = new MathNode("mstyle", [node]);
        node.setAttribute("displaystyle", String(group.scriptLevel === "display"));
        node.setAttribute("scriptlevel", scriptLevel[group.scriptLevel]);
    }
    return node;
};
defineFunction({
    type: "genfrac",
    names: [
        "\\cfrac",
        "\\dfrac",
        "\\frac",
        "\\tfrac",
        "\\dbinom",
        "\\binom",
        "\\tbinom",
        "\\\\atopfrac",
        "\\\\bracefrac",
        "\\\\brackfrac"
    ],
    props: {
        numArgs: 2,
        allowedInArgument: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var numer = args[0];
        var denom = args[1];
        var hasBarLine = false;
        var leftDelim = null;
        var rightDelim = null;
        var scriptLevel = "auto";
        switch (funcName) {
            case "\\cfrac":
            case "\\dfrac":
            case "\\frac":
            case "\\tfrac":
                hasBarLine = true;
                break;
            case "\\\\atopfrac":
                hasBarLine = false;
                break;
            case "\\dbinom":
            case "\\binom":
            case "\\tbinom":
                leftDelim = "(";
                rightDelim = ")";
                break;
            case "\\\\bracefrac":
                leftDelim = "\\{";
                rightDelim = "\\}";
                break;
            case "\\\\brackfrac":
                leftDelim = "[";
                rightDelim = "]";
                break;
            default:
                throw new Error("Unrecognized genfrac command");
        }
        if (funcName === "\\cfrac" || funcName.startsWith("\\d")) {
            scriptLevel = "display";
        }
        else if (funcName.startsWith("\\t")) {
            scriptLevel = "text";
        }
        return {
            type: "genfrac",
            mode: parser.mode,
            continued: false,
            numer: numer,
            denom: denom,
            hasBarLine: hasBarLine,
            leftDelim: leftDelim,
            rightDelim: rightDelim,
            scriptLevel: scriptLevel,
            barSize: null
        };
    },
    mathmlBuilder: mathmlBuilder$5
});
defineFunction({
    type: "infix",
    names: ["\\over", "\\choose", "\\atop", "\\brace", "\\brack"],
    props: {
        numArgs: 0,
        infix: true
    },
    handler: function (_a) {
        var parser = _a.parser, funcName = _a.funcName, token = _a.token;
        var replaceWith;
        switch (funcName) {
            case "\\over":
                replaceWith = "\\frac";
                break;
            case "\\choose":
                replaceWith = "\\binom";
                break;
            case "\\atop":
                replaceWith = "\\\\atopfrac";
                break;
            case "\\brace":
                replaceWith = "\\\\bracefrac";
                break;
            case "\\brack":
                replaceWith = "\\\\brackfrac";
                break;
            default:
                throw new Error("Unrecognized infix genfrac command");
        }
        return {
            type: "infix",
            mode: parser.mode,
            replaceWith: replaceWith,
            token: token
        };
    }
});
var delimFromValue = function (delimString) {
    var delim = null;
    if (delimString.length > 0) {
        delim = delimString;
        delim = delim === "." ? null : delim;
    }
    return delim;
};
defineFunction({
    type: "genfrac",
    names: ["\\genfrac"],
    props: {
        numArgs: 6,
        allowedInArgument: true,
        argTypes: ["math", "math", "size", "text", "math", "math"]
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        var numer = args[4];
        var denom = args[5];
        var leftNode = normalizeArgument(args[0]);
        var leftDelim = leftNode.type === "atom" && leftNode.family === "open"
            ? delimFromValue(leftNode.text)
            : null;
        var rightNode = normalizeArgument(args[1]);
        var rightDelim = rightNode.type === "atom" && rightNode.family === "close"
            ? delimFromValue(rightNode.text)
            : null;
        var barNode = assertNodeType(args[2], "size");
        var hasBarLine;
        var barSize = null;
        if (barNode.isBlank) {
            hasBarLine = true;
        }
        else {
            barSize = barNode.value;
            hasBarLine = barSize.number > 0;
        }
        var scriptLevel = "auto";
        var styl = args[3];
        if (styl.type === "ordgroup") {
            if (styl.body.length > 0) {
                var textOrd = assertNodeType(styl.body[0], "textord");
                scriptLevel = stylArray[Number(textOrd.text)];
            }
        }
        else {
            styl = assertNodeType(styl, "textord");
            scriptLevel = stylArray[Number(styl.text)];
        }
        return {
            type: "genfrac",
            mode: parser.mode,
            numer: numer,
            denom: denom,
            continued: false,
            hasBarLine: hasBarLine,
            barSize: barSize,
            leftDelim: leftDelim,
            rightDelim: rightDelim,
            scriptLevel: scriptLevel
        };
    },
    mathmlBuilder: mathmlBuilder$5
});
defineFunction({
    type: "infix",
    names: ["\\above"],
    props: {
        numArgs: 1,
        argTypes: ["size"],
        infix: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName, token = _a.token;
        return {
            type: "infix",
            mode: parser.mode,
            replaceWith: "\\\\abovefrac",
            barSize: assertNodeType(args[0], "size").value,
            token: token
        };
    }
});
defineFunction({
    type: "genfrac",
    names: ["\\\\abovefrac"],
    props: {
        numArgs: 3,
        argTypes: ["math", "size", "math"]
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var numer = args[0];
        var barSize = assert(assertNodeType(args[1], "infix").barSize);
        var denom = args[2];
        var hasBarLine = barSize.number > 0;
        return {
            type: "genfrac",
            mode: parser.mode,
            numer: numer,
            denom: denom,
            continued: false,
            hasBarLine: hasBarLine,
            barSize: barSize,
            leftDelim: null,
            rightDelim: null,
            scriptLevel: "auto"
        };
    },
    mathmlBuilder: mathmlBuilder$5
});
defineFunction({
    type: "hbox",
    names: ["\\hbox"],
    props: {
        numArgs: 1,
        argTypes: ["hbox"],
        allowedInArgument: true,
        allowedInText: false
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        return {
            type: "hbox",
            mode: parser.mode,
            body: ordargument(args[0])
        };
    },
    mathmlBuilder: function (group, style) {
        var newStyle = style.withLevel(StyleLevel.TEXT);
        var mrow = buildExpressionRow(group.body, newStyle);
        return consolidateText(mrow);
    }
});
var mathmlBuilder$4 = function (group, style) {
    var accentNode = mathMLnode(group.label);
    accentNode.style["math-depth"] = 0;
    return new MathNode(group.isOver ? "mover" : "munder", [
        buildGroup$1(group.base, style),
        accentNode
    ]);
};
defineFunction({
    type: "horizBracket",
    names: ["\\overbrace", "\\underbrace", "\\overbracket", "\\underbracket"],
    props: {
        numArgs: 1
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        return {
            type: "horizBracket",
            mode: parser.mode,
            label: funcName,
            isOver: /^\\over/.test(funcName),
            base: args[0]
        };
    },
    mathmlBuilder: mathmlBuilder$4
});
defineFunction({
    type: "html",
    names: ["\\class", "\\id", "\\style", "\\data"],
    props: {
        numArgs: 2,
        argTypes: ["raw", "original"],
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName, token = _a.token;
        var value = assertNodeType(args[0], "raw").string;
        var body = args[1];
        if (parser.settings.strict) {
            throw new ParseError("Function \"".concat(funcName, "\" is disabled in strict mode"), token);
        }
        var trustContext;
        var attributes = {};
        switch (funcName) {
            case "\\class":
                attributes.class = value;
                trustContext = {
                    command: "\\class",
                    class: value
                };
                break;
            case "\\id":
                attributes.id = value;
                trustContext = {
                    command: "\\id",
                    id: value
                };
                break;
            case "\\style":
                attributes.style = value;
                trustContext = {
                    command: "\\style",
                    style: value
                };
                break;
            case "\\data": {
                var data = value.split(",");
                for (var i = 0; i < data.length; i++) {
                    var keyVal = data[i].split("=");
                    if (keyVal.length !== 2) {
                        throw new ParseError("Error parsing key-value for \\data");
                    }
                    attributes["data-" + keyVal[0].trim()] = keyVal[1].trim();
                }
                trustContext = {
                    command: "\\data",
                    attributes: attributes
                };
                break;
            }
            default:
                throw new Error("Unrecognized html command");
        }
        if (!parser.settings.isTrusted(trustContext)) {
            throw new ParseError("Function \"".concat(funcName, "\" is not trusted"), token);
        }
        return {
            type: "html",
            mode: parser.mode,
            attributes: attributes,
            body: ordargument(body)
        };
    },
    mathmlBuilder: function (group, style) {
        var element = buildExpressionRow(group.body, style);
        var classes = [];
        if (group.attributes.class) {
            classes.push.apply(classes, group.attributes.class.trim().split(/\s+/));
        }
        element.classes = classes;
        for (var attr in group.attributes) {
            if (attr !== "class" && Object.prototype.hasOwnProperty.call(group.attributes, attr)) {
                element.setAttribute(attr, group.attributes[attr]);
            }
        }
        return element;
    }
});
var sizeData = function (str) {
    if (/^[-+]? *(\d+(\.\d*)?|\.\d+)$/.test(str)) {
        return { number: +str, unit: "bp" };
    }
    else {
        var match = /([-+]?) *(\d+(?:\.\d*)?|\.\d+) *([a-z]{2})/.exec(str);
        if (!match) {
            throw new ParseError("Invalid size: '" + str + "' in \\includegraphics");
        }
        var data = {
            number: +(match[1] + match[2]),
            unit: match[3]
        };
        if (!validUnit(data)) {
            throw new ParseError("Invalid unit: '" + data.unit + "' in \\includegraphics.");
        }
        return data;
    }
};
defineFunction({
    type: "includegraphics",
    names: ["\\includegraphics"],
    props: {
        numArgs: 1,
        numOptionalArgs: 1,
        argTypes: ["raw", "url"],
        allowedInText: false
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser, token = _a.token;
        var width = { number: 0, unit: "em" };
        var height = { number: 0.9, unit: "em" };
        var totalheight = { number: 0, unit: "em" };
        var alt = "";
        if (optArgs[0]) {
            var attributeStr = assertNodeType(optArgs[0], "raw").string;
            var attributes = attributeStr.split(",");
            for (var i = 0; i < attributes.length; i++) {
                var keyVal = attributes[i].split("=");
                if (keyVal.length === 2) {
                    var str = keyVal[1].trim();
                    switch (keyVal[0].trim()) {
                        case "alt":
                            alt = str;
                            break;
                        case "width":
                            width = sizeData(str);
                            break;
                        case "height":
                            height = sizeData(str);
                            break;
                        case "totalheight":
                            totalheight = sizeData(str);
                            break;
                        default:
                            throw new ParseError("Invalid key: '" + keyVal[0] + "' in \\includegraphics.");
                    }
                }
            }
        }
        var src = assertNodeType(args[0], "url").url;
        if (alt === "") {
            alt = src;
            alt = alt.replace(/^.*[\\/]/, "");
            alt = alt.substring(0, alt.lastIndexOf("."));
        }
        if (!parser.settings.isTrusted({
            command: "\\includegraphics",
            url: src
        })) {
            throw new ParseError("Function \"\\includegraphics\" is not trusted", token);
        }
        return {
            type: "includegraphics",
            mode: parser.mode,
            alt: alt,
            width: width,
            height: height,
            totalheight: totalheight,
            src: src
        };
    },
    mathmlBuilder: function (group, style) {
        var height = calculateSize(group.height, style);
        var depth = { number: 0, unit: "em" };
        if (group.totalheight.number > 0) {
            if (group.totalheight.unit === height.unit &&
                group.totalheight.number > height.number) {
                depth.number = group.totalheight.number - height.number;
                depth.unit = height.unit;
            }
        }
        var width = 0;
        if (group.width.number > 0) {
            width = calculateSize(group.width, style);
        }
        var graphicStyle = { height: height.number + depth.number + "em" };
        if (width.number > 0) {
            graphicStyle.width = width.number + width.unit;
        }
        if (depth.number > 0) {
            graphicStyle.verticalAlign = -depth.number + depth.unit;
        }
        var node = new Img(group.src, group.alt, graphicStyle);
        node.height = height;
        node.depth = depth;
        return new MathNode("mtext", [node]);
    }
});
defineFunction({
    type: "kern",
    names: ["\\kern", "\\mkern", "\\hskip", "\\mskip"],
    props: {
        numArgs: 1,
        argTypes: ["size"],
        primitive: true,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName, token = _a.token;
        var size = assertNodeType(args[0], "size");
        if (parser.settings.strict) {
            var mathFunction = funcName[1] === "m";
            var muUnit = size.value.unit === "mu";
            if (mathFunction) {
                if (!muUnit) {
                    throw new ParseError("LaTeX's ".concat(funcName, " supports only mu units, ") +
                        "not ".concat(size.value.unit, " units"), token);
                }
                if (parser.mode !== "math") {
                    throw new ParseError("LaTeX's ".concat(funcName, " works only in math mode"), token);
                }
            }
            else {
                if (muUnit) {
                    throw new ParseError("LaTeX's ".concat(funcName, " doesn't support mu units"), token);
                }
            }
        }
        return {
            type: "kern",
            mode: parser.mode,
            dimension: size.value
        };
    },
    mathmlBuilder: function (group, style) {
        var dimension = calculateSize(group.dimension, style);
        var ch = dimension.number > 0 && dimension.unit === "em"
            ? spaceCharacter(dimension.number)
            : "";
        if (group.mode === "text" && ch.length > 0) {
            var character = new TextNode(ch);
            return new MathNode("mtext", [character]);
        }
        else {
            if (dimension.number >= 0) {
                var node = new MathNode("mspace");
                node.setAttribute("width", dimension.number + dimension.unit);
                return node;
            }
            else {
                var node = new MathNode("mrow");
                node.style.marginLeft = dimension.number + dimension.unit;
                return node;
            }
        }
    }
});
var spaceCharacter = function (width) {
    if (width >= 0.05555 && width <= 0.05556) {
        return "\u200a";
    }
    else if (width >= 0.1666 && width <= 0.1667) {
        return "\u2009";
    }
    else if (width >= 0.2222 && width <= 0.2223) {
        return "\u2005";
    }
    else if (width >= 0.2777 && width <= 0.2778) {
        return "\u2005\u200a";
    }
    else {
        return "";
    }
};
var invalidIdRegEx = /[^A-Za-z_0-9-]/g;
defineFunction({
    type: "label",
    names: ["\\label"],
    props: {
        numArgs: 1,
        argTypes: ["raw"]
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        return {
            type: "label",
            mode: parser.mode,
            string: args[0].string.replace(invalidIdRegEx, "")
        };
    },
    mathmlBuilder: function (group, style) {
        var node = new MathNode("mrow", [], ["tml-label"]);
        if (group.string.length > 0) {
            node.setLabel(group.string);
        }
        return node;
    }
});
var textModeLap = ["\\clap", "\\llap", "\\rlap"];
defineFunction({
    type: "lap",
    names: ["\\mathllap", "\\mathrlap", "\\mathclap", "\\clap", "\\llap", "\\rlap"],
    props: {
        numArgs: 1,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName, token = _a.token;
        if (textModeLap.includes(funcName)) {
            if (parser.settings.strict && parser.mode !== "text") {
                throw new ParseError("{".concat(funcName, "} can be used only in text mode.\n Try \\math").concat(funcName.slice(1)), token);
            }
            funcName = funcName.slice(1);
        }
        else {
            funcName = funcName.slice(5);
        }
        var body = args[0];
        return {
            type: "lap",
            mode: parser.mode,
            alignment: funcName,
            body: body
        };
    },
    mathmlBuilder: function (group, style) {
        var strut;
        if (group.alignment === "llap") {
            var phantomInner = buildExpression(ordargument(group.body), style);
            var phantom_1 = new MathNode("mphantom", phantomInner);
            strut = new MathNode("mpadded", [phantom_1]);
            strut.setAttribute("width", "0.1px");
        }
        var inner = buildGroup$1(group.body, style);
        var node;
        if (group.alignment === "llap") {
            inner.style.position = "absolute";
            inner.style.right = "0";
            inner.style.bottom = "0";
            node = new MathNode("mpadded", [strut, inner]);
        }
        else {
            node = new MathNode("mpadded", [inner]);
        }
        if (group.alignment === "rlap") {
            if (group.body.body.length > 0 && group.body.body[0].type === "genfrac") {
                node.setAttribute("lspace", "0.16667em");
            }
        }
        else {
            var offset_1 = group.alignment === "llap" ? "-1" : "-0.5";
            node.setAttribute("lspace", offset_1 + "width");
            if (group.alignment === "llap") {
                node.style.position = "relative";
            }
            else {
                node.style.display = "flex";
                node.style.justifyContent = "center";
            }
        }
        node.setAttribute("width", "0.1px");
        return node;
    }
});
defineFunction({
    type: "ordgroup",
    names: ["\\(", "$"],
    props: {
        numArgs: 0,
        allowedInText: true,
        allowedInMath: false
    },
    handler: function (_a, args) {
        var funcName = _a.funcName, parser = _a.parser;
        var outerMode = parser.mode;
        parser.switchMode("math");
        var close = funcName === "\\(" ? "\\)" : "$";
        var body = parser.parseExpression(false, close);
        parser.expect(close);
        parser.switchMode(outerMode);
        return {
            type: "ordgroup",
            mode: parser.mode,
            body: body
        };
    }
});
defineFunction({
    type: "text",
    names: ["\\)", "\\]"],
    props: {
        numArgs: 0,
        allowedInText: true,
        allowedInMath: false
    },
    handler: function (context, token) {
        throw new ParseError("Mismatched ".concat(context.funcName), token);
    }
});
var chooseStyle = function (group, style) {
    switch (style.level) {
        case StyleLevel.DISPLAY:
            return group.display;
        case StyleLevel.TEXT:
            return group.text;
        case StyleLevel.SCRIPT:
            return group.script;
        case StyleLevel.SCRIPTSCRIPT:
            return group.scriptscript;
        default:
            return group.text;
    }
};
defineFunction({
    type: "mathchoice",
    names: ["\\mathchoice"],
    props: {
        numArgs: 4,
        primitive: true
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        return {
            type: "mathchoice",
            mode: parser.mode,
            display: ordargument(args[0]),
            text: ordargument(args[1]),
            script: ordargument(args[2]),
            scriptscript: ordargument(args[3])
        };
    },
    mathmlBuilder: function (group, style) {
        var body = chooseStyle(group, style);
        return buildExpressionRow(body, style);
    }
});
var textAtomTypes = ["text", "textord", "mathord", "atom"];
function mathmlBuilder$3(group, style) {
    var node;
    var inner = buildExpression(group.body, style);
    if (group.mclass === "minner") {
        node = new MathNode("mpadded", inner);
    }
    else if (group.mclass === "mord") {
        if (group.isCharacterBox || inner[0].type === "mathord") {
            node = inner[0];
            node.type = "mi";
            if (node.children.length === 1 && node.children[0].text && node.children[0].text === "∇") {
                node.setAttribute("mathvariant", "normal");
            }
        }
        else {
            node = new MathNode("mi", inner);
        }
    }
    else {
        node = new MathNode("mrow", inner);
        if (group.mustPromote) {
            node = inner[0];
            node.type = "mo";
            if (group.isCharacterBox && group.body[0].text && /[A-Za-z]/.test(group.body[0].text)) {
                node.setAttribute("mathvariant", "italic");
            }
        }
        else {
            node = new MathNode("mrow", inner);
        }
        var doSpacing = style.level < 2;
        if (node.type === "mrow") {
            if (doSpacing) {
                if (group.mclass === "mbin") {
                    node.children.unshift(padding(0.2222));
                    node.children.push(padding(0.2222));
                }
                else if (group.mclass === "mrel") {
                    node.children.unshift(padding(0.2778));
                    node.children.push(padding(0.2778));
                }
                else if (group.mclass === "mpunct") {
                    node.children.push(padding(0.1667));
                }
                else if (group.mclass === "minner") {
                    node.children.unshift(padding(0.0556));
                    node.children.push(padding(0.0556));
                }
            }
        }
        else {
            if (group.mclass === "mbin") {
                node.attributes.lspace = (doSpacing ? "0.2222em" : "0");
                node.attributes.rspace = (doSpacing ? "0.2222em" : "0");
            }
            else if (group.mclass === "mrel") {
                node.attributes.lspace = (doSpacing ? "0.2778em" : "0");
                node.attributes.rspace = (doSpacing ? "0.2778em" : "0");
            }
            else if (group.mclass === "mpunct") {
                node.attributes.lspace = "0em";
                node.attributes.rspace = (doSpacing ? "0.1667em" : "0");
            }
            else if (group.mclass === "mopen" || group.mclass === "mclose") {
                node.attributes.lspace = "0em";
                node.attributes.rspace = "0em";
            }
            else if (group.mclass === "minner" && doSpacing) {
                node.attributes.lspace = "0.0556em";
                node.attributes.width = "+0.1111em";
            }
        }
        if (!(group.mclass === "mopen" || group.mclass === "mclose")) {
            delete node.attributes.stretchy;
            delete node.attributes.form;
        }
    }
    return node;
}
defineFunction({
    type: "mclass",
    names: [
        "\\mathord",
        "\\mathbin",
        "\\mathrel",
        "\\mathopen",
        "\\mathclose",
        "\\mathpunct",
        "\\mathinner"
    ],
    props: {
        numArgs: 1,
        primitive: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var body = args[0];
        var isCharacterBox$1 = isCharacterBox(body);
        var mustPromote = true;
        var mord = { type: "mathord", text: "", mode: parser.mode };
        var arr = (body.body) ? body.body : [body];
        for (var _i = 0, arr_1 = arr; _i < arr_1.length; _i++) {
            var arg = arr_1[_i];
            if (textAtomTypes.includes(arg.type)) {
                if (symbols[parser.mode][arg.text]) {
                    mord.text += symbols[parser.mode][arg.text].replace;
                }
                else if (arg.text) {
                    mord.text += arg.text;
                }
                else if (arg.body) {
                    arg.body.map(function (e) { mord.text += e.text; });
                }
            }
            else {
                mustPromote = false;
                break;
            }
        }
        if (mustPromote && funcName === "\\mathord" && mord.type === "mathord"
            && mord.text.length > 1) {
            return mord;
        }
        else {
            return {
                type: "mclass",
                mode: parser.mode,
                mclass: "m" + funcName.slice(5),
                body: ordargument(mustPromote ? mord : body),
                isCharacterBox: isCharacterBox$1,
                mustPromote: mustPromote
            };
        }
    },
    mathmlBuilder: mathmlBuilder$3
});
var binrelClass = function (arg) {
    var atom = arg.type === "ordgroup" && arg.body.length && arg.body.length === 1
        ? arg.body[0]
        : arg;
    if (atom.type === "atom") {
        var family = arg.body.length > 0 && arg.body[0].text && symbols.math[arg.body[0].text]
            ? symbols.math[arg.body[0].text].group
            : atom.family;
        if (family === "bin" || family === "rel") {
            return "m" + family;
        }
        else {
            return "mord";
        }
    }
    else {
        return "mord";
    }
};
defineFunction({
    type: "mclass",
    names: ["\\@binrel"],
    props: {
        numArgs: 2
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        return {
            type: "mclass",
            mode: parser.mode,
            mclass: binrelClass(args[0]),
            body: ordargument(args[1]),
            isCharacterBox: isCharacterBox(args[1])
        };
    }
});
defineFunction({
    type: "mclass",
    names: ["\\stackrel", "\\overset", "\\underset"],
    props: {
        numArgs: 2
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var baseArg = args[1];
        var shiftedArg = args[0];
        var mclass;
        if (funcName !== "\\stackrel") {
            mclass = binrelClass(baseArg);
        }
        else {
            mclass = "mrel";
        }
        var baseType = mclass === "mrel" || mclass === "mbin"
            ? "op"
            : "ordgroup";
        var baseOp = {
            type: baseType,
            mode: baseArg.mode,
            limits: true,
            alwaysHandleSupSub: true,
            parentIsSupSub: false,
            symbol: false,
            suppressBaseShift: funcName !== "\\stackrel",
            body: ordargument(baseArg)
        };
        return {
            type: "supsub",
            mode: shiftedArg.mode,
            stack: true,
            base: baseOp,
            sup: funcName === "\\underset" ? null : shiftedArg,
            sub: funcName === "\\underset" ? shiftedArg : null
        };
    },
    mathmlBuilder: mathmlBuilder$3
});
var buildGroup = function (el, style, noneNode) {
    if (!el) {
        return noneNode;
    }
    var node = buildGroup$1(el, style);
    if (node.type === "mrow" && node.children.length === 0) {
        return noneNode;
    }
    return node;
};
defineFunction({
    type: "multiscript",
    names: ["\\sideset", "\\pres@cript"],
    props: {
        numArgs: 3
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName, token = _a.token;
        if (args[2].body.length === 0) {
            throw new ParseError(funcName + "cannot parse an empty base.");
        }
        var base = args[2].body[0];
        if (parser.settings.strict && funcName === "\\sideset" && !base.symbol) {
            throw new ParseError("The base of \\sideset must be a big operator. Try \\prescript.");
        }
        if ((args[0].body.length > 0 && args[0].body[0].type !== "supsub") ||
            (args[1].body.length > 0 && args[1].body[0].type !== "supsub")) {
            throw new ParseError("\\sideset can parse only subscripts and " +
                "superscripts in its first two arguments", token);
        }
        var prescripts = args[0].body.length > 0 ? args[0].body[0] : null;
        var postscripts = args[1].body.length > 0 ? args[1].body[0] : null;
        if (!prescripts && !postscripts) {
            return base;
        }
        else if (!prescripts) {
            return {
                type: "styling",
                mode: parser.mode,
                scriptLevel: "text",
                body: [{
                        type: "supsub",
                        mode: parser.mode,
                        base: base,
                        sup: postscripts.sup,
                        sub: postscripts.sub
                    }]
            };
        }
        else {
            return {
                type: "multiscript",
                mode: parser.mode,
                isSideset: funcName === "\\sideset",
                prescripts: prescripts,
                postscripts: postscripts,
                base: base
            };
        }
    },
    mathmlBuilder: function (group, style) {
        var base = buildGroup$1(group.base, style);
        var prescriptsNode = new MathNode("mprescripts");
        var noneNode = new MathNode("none");
        var children = [];
        var preSub = buildGroup(group.prescripts.sub, style, noneNode);
        var preSup = buildGroup(group.prescripts.sup, style, noneNode);
        if (group.isSideset) {
            preSub.setAttribute("style", "text-align: left;");
            preSup.setAttribute("style", "text-align: left;");
        }
        if (group.postscripts) {
            var postSub = buildGroup(group.postscripts.sub, style, noneNode);
            var postSup = buildGroup(group.postscripts.sup, style, noneNode);
            children = [base, postSub, postSup, prescriptsNode, preSub, preSup];
        }
        else {
            children = [base, prescriptsNode, preSub, preSup];
        }
        return new MathNode("mmultiscripts", children);
    }
});
defineFunction({
    type: "not",
    names: ["\\not"],
    props: {
        numArgs: 1,
        primitive: true,
        allowedInText: false
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        var isCharacterBox$1 = isCharacterBox(args[0]);
        var body;
        if (isCharacterBox$1) {
            body = ordargument(args[0]);
            if (body[0].text.charAt(0) === "\\") {
                body[0].text = symbols.math[body[0].text].replace;
            }
            body[0].text = body[0].text.slice(0, 1) + "\u0338" + body[0].text.slice(1);
        }
        else {
            var notNode = { type: "textord", mode: "math", text: "\u0338" };
            var kernNode = { type: "kern", mode: "math", dimension: { number: -0.6, unit: "em" } };
            body = [notNode, kernNode, args[0]];
        }
        return {
            type: "not",
            mode: parser.mode,
            body: body,
            isCharacterBox: isCharacterBox$1
        };
    },
    mathmlBuilder: function (group, style) {
        if (group.isCharacterBox) {
            var inner_2 = buildExpression(group.body, style, true);
            return inner_2[0];
        }
        else {
            return buildExpressionRow(group.body, style);
        }
    }
});
var ordAtomTypes = ["textord", "mathord", "atom"];
var noSuccessor = ["\\smallint"];
var ordTypes = ["textord", "mathord", "ordgroup", "close", "leftright", "font"];
var setSpacing = function (node) {
    node.attributes.lspace = "0.1667em";
    node.attributes.rspace = "0.1667em";
};
var mathmlBuilder$2 = function (group, style) {
    var node;
    if (group.symbol) {
        node = new MathNode("mo", [makeText(group.name, group.mode)]);
        if (noSuccessor.includes(group.name)) {
            node.setAttribute("largeop", "false");
        }
        else {
            node.setAttribute("movablelimits", "false");
        }
        if (group.fromMathOp) {
            setSpacing(node);
        }
    }
    else if (group.body) {
        node = new MathNode("mo", buildExpression(group.body, style));
        if (group.fromMathOp) {
            setSpacing(node);
        }
    }
    else {
        node = new MathNode("mi", [new TextNode(group.name.slice(1))]);
        if (!group.parentIsSupSub) {
            var operator = new MathNode("mo", [makeText("\u2061", "text")]);
            var row = [node, operator];
            if (group.needsLeadingSpace) {
                var lead = new MathNode("mspace");
                lead.setAttribute("width", "0.1667em");
                row.unshift(lead);
            }
            if (!group.isFollowedByDelimiter) {
                var trail = new MathNode("mspace");
                trail.setAttribute("width", "0.1667em");
                row.push(trail);
            }
            node = new MathNode("mrow", row);
        }
    }
    return node;
};
var singleCharBigOps = {
    "\u220F": "\\prod",
    "\u2210": "\\coprod",
    "\u2211": "\\sum",
    "\u22c0": "\\bigwedge",
    "\u22c1": "\\bigvee",
    "\u22c2": "\\bigcap",
    "\u22c3": "\\bigcup",
    "\u2a00": "\\bigodot",
    "\u2a01": "\\bigoplus",
    "\u2a02": "\\bigotimes",
    "\u2a04": "\\biguplus",
    "\u2a05": "\\bigsqcap",
    "\u2a06": "\\bigsqcup",
    "\u2a03": "\\bigcupdot",
    "\u2a07": "\\bigdoublevee",
    "\u2a08": "\\bigdoublewedge",
    "\u2a09": "\\bigtimes"
};
defineFunction({
    type: "op",
    names: [
        "\\coprod",
        "\\bigvee",
        "\\bigwedge",
        "\\biguplus",
        "\\bigcupplus",
        "\\bigcupdot",
        "\\bigcap",
        "\\bigcup",
        "\\bigdoublevee",
        "\\bigdoublewedge",
        "\\intop",
        "\\prod",
        "\\sum",
        "\\bigotimes",
        "\\bigoplus",
        "\\bigodot",
        "\\bigsqcap",
        "\\bigsqcup",
        "\\bigtimes",
        "\\smallint",
        "\u220F",
        "\u2210",
        "\u2211",
        "\u22c0",
        "\u22c1",
        "\u22c2",
        "\u22c3",
        "\u2a00",
        "\u2a01",
        "\u2a02",
        "\u2a03",
        "\u2a04",
        "\u2a05",
        "\u2a06",
        "\u2a07",
        "\u2a08",
        "\u2a09"
    ],
    props: {
        numArgs: 0
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var fName = funcName;
        if (fName.length === 1) {
            fName = singleCharBigOps[fName];
        }
        return {
            type: "op",
            mode: parser.mode,
            limits: true,
            parentIsSupSub: false,
            symbol: true,
            stack: false,
            name: fName
        };
    },
    mathmlBuilder: mathmlBuilder$2
});
defineFunction({
    type: "op",
    names: ["\\mathop"],
    props: {
        numArgs: 1,
        primitive: true
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        var body = args[0];
        var arr = (body.body) ? body.body : [body];
        var isSymbol = arr.length === 1 && ordAtomTypes.includes(arr[0].type);
        return {
            type: "op",
            mode: parser.mode,
            limits: true,
            parentIsSupSub: false,
            symbol: isSymbol,
            fromMathOp: true,
            stack: false,
            name: isSymbol ? arr[0].text : null,
            body: isSymbol ? null : ordargument(body)
        };
    },
    mathmlBuilder: mathmlBuilder$2
});
var singleCharIntegrals = {
    "\u222b": "\\int",
    "\u222c": "\\iint",
    "\u222d": "\\iiint",
    "\u222e": "\\oint",
    "\u222f": "\\oiint",
    "\u2230": "\\oiiint",
    "\u2231": "\\intclockwise",
    "\u2232": "\\varointclockwise",
    "\u2a0c": "\\iiiint",
    "\u2a0d": "\\intbar",
    "\u2a0e": "\\intBar",
    "\u2a0f": "\\fint",
    "\u2a12": "\\rppolint",
    "\u2a13": "\\scpolint",
    "\u2a15": "\\pointint",
    "\u2a16": "\\sqint",
    "\u2a17": "\\intlarhk",
    "\u2a18": "\\intx",
    "\u2a19": "\\intcap",
    "\u2a1a": "\\intcup"
};
defineFunction({
    type: "op",
    names: [
        "\\arcsin",
        "\\arccos",
        "\\arctan",
        "\\arctg",
        "\\arcctg",
        "\\arg",
        "\\ch",
        "\\cos",
        "\\cosec",
        "\\cosh",
        "\\cot",
        "\\cotg",
        "\\coth",
        "\\csc",
        "\\ctg",
        "\\cth",
        "\\deg",
        "\\dim",
        "\\exp",
        "\\hom",
        "\\ker",
        "\\lg",
        "\\ln",
        "\\log",
        "\\sec",
        "\\sin",
        "\\sinh",
        "\\sh",
        "\\sgn",
        "\\tan",
        "\\tanh",
        "\\tg",
        "\\th"
    ],
    props: {
        numArgs: 0
    },
    handler: function (_a) {
        var parser = _a.parser, funcName = _a.funcName;
        var prevAtomType = parser.prevAtomType;
        var next = parser.gullet.future().text;
        return {
            type: "op",
            mode: parser.mode,
            limits: false,
            parentIsSupSub: false,
            symbol: false,
            stack: false,
            isFollowedByDelimiter: isDelimiter(next),
            needsLeadingSpace: prevAtomType.length > 0 && ordTypes.includes(prevAtomType),
            name: funcName
        };
    },
    mathmlBuilder: mathmlBuilder$2
});
defineFunction({
    type: "op",
    names: ["\\det", "\\gcd", "\\inf", "\\lim", "\\max", "\\min", "\\Pr", "\\sup"],
    props: {
        numArgs: 0
    },
    handler: function (_a) {
        var parser = _a.parser, funcName = _a.funcName;
        var prevAtomType = parser.prevAtomType;
        var next = parser.gullet.future().text;
        return {
            type: "op",
            mode: parser.mode,
            limits: true,
            parentIsSupSub: false,
            symbol: false,
            stack: false,
            isFollowedByDelimiter: isDelimiter(next),
            needsLeadingSpace: prevAtomType.length > 0 && ordTypes.includes(prevAtomType),
            name: funcName
        };
    },
    mathmlBuilder: mathmlBuilder$2
});
defineFunction({
    type: "op",
    names: [
        "\\int",
        "\\iint",
        "\\iiint",
        "\\iiiint",
        "\\oint",
        "\\oiint",
        "\\oiiint",
        "\\intclockwise",
        "\\varointclockwise",
        "\\intbar",
        "\\intBar",
        "\\fint",
        "\\rppolint",
        "\\scpolint",
        "\\pointint",
        "\\sqint",
        "\\intlarhk",
        "\\intx",
        "\\intcap",
        "\\intcup",
        "\u222b",
        "\u222c",
        "\u222d",
        "\u222e",
        "\u222f",
        "\u2230",
        "\u2231",
        "\u2232",
        "\u2a0c",
        "\u2a0d",
        "\u2a0e",
        "\u2a0f",
        "\u2a12",
        "\u2a13",
        "\u2a15",
        "\u2a16",
        "\u2a17",
        "\u2a18",
        "\u2a19",
        "\u2a1a"
    ],
    props: {
        numArgs: 0,
        allowedInArgument: true
    },
    handler: function (_a) {
        var parser = _a.parser, funcName = _a.funcName;
        var fName = funcName;
        if (fName.length === 1) {
            fName = singleCharIntegrals[fName];
        }
        return {
            type: "op",
            mode: parser.mode,
            limits: false,
            parentIsSupSub: false,
            symbol: true,
            stack: false,
            name: fName
        };
    },
    mathmlBuilder: mathmlBuilder$2
});
var mathmlBuilder$1 = function (group, style) {
    var expression = buildExpression(group.body, style.withFont("mathrm"));
    var isAllString = true;
    for (var i = 0; i < expression.length; i++) {
        var node = expression[i];
        if (node instanceof MathNode) {
            if ((node.type === "mrow" || node.type === "mpadded") && node.children.length === 1 &&
                node.children[0] instanceof MathNode) {
                node = node.children[0];
            }
            else if (node.type === "mrow" && node.children.length === 2 &&
                node.children[0] instanceof MathNode &&
                node.children[1] instanceof MathNode &&
                node.children[1].type === "mspace" && !node.children[1].attributes.width &&
                node.children[1].children.length === 0) {
                node = node.children[0];
            }
            switch (node.type) {
                case "mi":
                case "mn":
                case "ms":
                case "mtext":
                    break;
                case "mspace":
                    {
                        if (node.attributes.width) {
                            var width = node.attributes.width.replace("em", "");
                            var ch = spaceCharacter(Number(width));
                            if (ch === "") {
                                isAllString = false;
                            }
                            else {
                                expression[i] = new MathNode("mtext", [new TextNode(ch)]);
                            }
                        }
                    }
                    break;
                case "mo": {
                    var child = node.children[0];
                    if (node.children.length === 1 && child instanceof TextNode) {
                        child.text = child.text.replace(/\u2212/, "-").replace(/\u2217/, "*");
                    }
                    else {
                        isAllString = false;
                    }
                    break;
                }
                default:
                    isAllString = false;
            }
        }
        else {
            isAllString = false;
        }
    }
    if (isAllString) {
        var word = expression.map(function (node) { return node.toText(); }).join("");
        expression = [new TextNode(word)];
    }
    else if (expression.length === 1
        && ["mover", "munder"].includes(expression[0].type) &&
        (expression[0].children[0].type === "mi" || expression[0].children[0].type === "mtext")) {
        expression[0].children[0].type = "mi";
        if (group.parentIsSupSub) {
            return new MathNode("mrow", expression);
        }
        else {
            var operator = new MathNode("mo", [makeText("\u2061", "text")]);
            return newDocumentFragment([expression[0], operator]);
        }
    }
    var wrapper;
    if (isAllString) {
        wrapper = new MathNode("mi", expression);
        if (expression[0].text.length === 1) {
            wrapper.setAttribute("mathvariant", "normal");
        }
    }
    else {
        wrapper = new MathNode("mrow", expression);
    }
    if (!group.parentIsSupSub) {
        var operator = new MathNode("mo", [makeText("\u2061", "text")]);
        var fragment = [wrapper, operator];
        if (group.needsLeadingSpace) {
            var space = new MathNode("mspace");
            space.setAttribute("width", "0.1667em");
            fragment.unshift(space);
        }
        if (!group.isFollowedByDelimiter) {
            var trail = new MathNode("mspace");
            trail.setAttribute("width", "0.1667em");
            fragment.push(trail);
        }
        return newDocumentFragment(fragment);
    }
    return wrapper;
};
defineFunction({
    type: "operatorname",
    names: ["\\operatorname@", "\\operatornamewithlimits"],
    props: {
        numArgs: 1,
        allowedInArgument: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var body = args[0];
        var prevAtomType = parser.prevAtomType;
        var next = parser.gullet.future().text;
        return {
            type: "operatorname",
            mode: parser.mode,
            body: ordargument(body),
            alwaysHandleSupSub: (funcName === "\\operatornamewithlimits"),
            limits: false,
            parentIsSupSub: false,
            isFollowedByDelimiter: isDelimiter(next),
            needsLeadingSpace: prevAtomType.length > 0 && ordTypes.includes(prevAtomType)
        };
    },
    mathmlBuilder: mathmlBuilder$1
});
defineMacro("\\operatorname", "\\@ifstar\\operatornamewithlimits\\operatorname@");
defineFunctionBuilders({
    type: "ordgroup",
    mathmlBuilder: function (group, style) {
        return buildExpressionRow(group.body, style, group.semisimple);
    }
});
defineFunction({
    type: "phantom",
    names: ["\\phantom"],
    props: {
        numArgs: 1,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        var body = args[0];
        return {
            type: "phantom",
            mode: parser.mode,
            body: ordargument(body)
        };
    },
    mathmlBuilder: function (group, style) {
        var inner = buildExpression(group.body, style);
        return new MathNode("mphantom", inner);
    }
});
defineFunction({
    type: "hphantom",
    names: ["\\hphantom"],
    props: {
        numArgs: 1,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        var body = args[0];
        return {
            type: "hphantom",
            mode: parser.mode,
            body: body
        };
    },
    mathmlBuilder: function (group, style) {
        var inner = buildExpression(ordargument(group.body), style);
        var phantom = new MathNode("mphantom", inner);
        var node = new MathNode("mpadded", [phantom]);
        node.setAttribute("height", "0px");
        node.setAttribute("depth", "0px");
        return node;
    }
});
defineFunction({
    type: "vphantom",
    names: ["\\vphantom"],
    props: {
        numArgs: 1,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        var body = args[0];
        return {
            type: "vphantom",
            mode: parser.mode,
            body: body
        };
    },
    mathmlBuilder: function (group, style) {
        var inner = buildExpression(ordargument(group.body), style);
        var phantom = new MathNode("mphantom", inner);
        var node = new MathNode("mpadded", [phantom]);
        node.setAttribute("width", "0.1px");
        return node;
    }
});
defineFunction({
    type: "pmb",
    names: ["\\pmb"],
    props: {
        numArgs: 1,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        return {
            type: "pmb",
            mode: parser.mode,
            body: ordargument(args[0])
        };
    },
    mathmlBuilder: function (group, style) {
        var inner = buildExpression(group.body, style);
        var node = wrapWithMstyle(inner);
        node.setAttribute("style", "font-weight:bold");
        return node;
    }
});
var mathmlBuilder = function (group, style) {
    var newStyle = style.withLevel(StyleLevel.TEXT);
    var node = new MathNode("mpadded", [buildGroup$1(group.body, newStyle)]);
    var dy = calculateSize(group.dy, style);
    node.setAttribute("voffset", dy.number + dy.unit);
    if (dy.number > 0) {
        node.style.padding = dy.number + dy.unit + " 0 0 0";
    }
    else {
        node.style.padding = "0 0 " + Math.abs(dy.number) + dy.unit + " 0";
    }
    return node;
};
defineFunction({
    type: "raise",
    names: ["\\raise", "\\lower"],
    props: {
        numArgs: 2,
        argTypes: ["size", "primitive"],
        primitive: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var amount = assertNodeType(args[0], "size").value;
        if (funcName === "\\lower") {
            amount.number *= -1;
        }
        var body = args[1];
        return {
            type: "raise",
            mode: parser.mode,
            dy: amount,
            body: body
        };
    },
    mathmlBuilder: mathmlBuilder
});
defineFunction({
    type: "raise",
    names: ["\\raisebox"],
    props: {
        numArgs: 2,
        argTypes: ["size", "hbox"],
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var amount = assertNodeType(args[0], "size").value;
        var body = args[1];
        return {
            type: "raise",
            mode: parser.mode,
            dy: amount,
            body: body
        };
    },
    mathmlBuilder: mathmlBuilder
});
defineFunction({
    type: "ref",
    names: ["\\ref", "\\eqref"],
    props: {
        numArgs: 1,
        argTypes: ["raw"]
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        return {
            type: "ref",
            mode: parser.mode,
            funcName: funcName,
            string: args[0].string.replace(invalidIdRegEx, "")
        };
    },
    mathmlBuilder: function (group, style) {
        var classes = group.funcName === "\\ref" ? ["tml-ref"] : ["tml-ref", "tml-eqref"];
        return new AnchorNode("#" + group.string, classes, null);
    }
});
defineFunction({
    type: "reflect",
    names: ["\\reflectbox"],
    props: {
        numArgs: 1,
        argTypes: ["hbox"],
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        return {
            type: "reflect",
            mode: parser.mode,
            body: args[0]
        };
    },
    mathmlBuilder: function (group, style) {
        var node = buildGroup$1(group.body, style);
        node.style.transform = "scaleX(-1)";
        return node;
    }
});
defineFunction({
    type: "internal",
    names: ["\\relax"],
    props: {
        numArgs: 0,
        allowedInText: true,
        allowedInArgument: true
    },
    handler: function (_a) {
        var parser = _a.parser;
        return {
            type: "internal",
            mode: parser.mode
        };
    }
});
defineFunction({
    type: "rule",
    names: ["\\rule"],
    props: {
        numArgs: 2,
        numOptionalArgs: 1,
        allowedInText: true,
        allowedInMath: true,
        argTypes: ["size", "size", "size"]
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser;
        var shift = optArgs[0];
        var width = assertNodeType(args[0], "size");
        var height = assertNodeType(args[1], "size");
        return {
            type: "rule",
            mode: parser.mode,
            shift: shift && assertNodeType(shift, "size").value,
            width: width.value,
            height: height.value
        };
    },
    mathmlBuilder: function (group, style) {
        var width = calculateSize(group.width, style);
        var height = calculateSize(group.height, style);
        var shift = group.shift
            ? calculateSize(group.shift, style)
            : { number: 0, unit: "em" };
        var color = (style.color && style.getColor()) || "black";
        var rule = new MathNode("mspace");
        if (width.number > 0 && height.number > 0) {
            rule.setAttribute("mathbackground", color);
        }
        rule.setAttribute("width", width.number + width.unit);
        rule.setAttribute("height", height.number + height.unit);
        if (shift.number === 0) {
            return rule;
        }
        var wrapper = new MathNode("mpadded", [rule]);
        if (shift.number >= 0) {
            wrapper.setAttribute("height", "+" + shift.number + shift.unit);
        }
        else {
            wrapper.setAttribute("height", shift.number + shift.unit);
            wrapper.setAttribute("depth", "+" + -shift.number + shift.unit);
        }
        wrapper.setAttribute("voffset", shift.number + shift.unit);
        return wrapper;
    }
});
var numRegEx = /^[0-9]$/;
var unicodeNumSubs = {
    '0': '₀',
    '1': '₁',
    '2': '₂',
    '3': '₃',
    '4': '₄',
    '5': '₅',
    '6': '₆',
    '7': '₇',
    '8': '₈',
    '9': '₉'
};
var unicodeNumSups = {
    '0': '⁰',
    '1': '¹',
    '2': '²',
    '3': '³',
    '4': '⁴',
    '5': '⁵',
    '6': '⁶',
    '7': '⁷',
    '8': '⁸',
    '9': '⁹'
};
defineFunction({
    type: "sfrac",
    names: ["\\sfrac"],
    props: {
        numArgs: 2,
        allowedInText: true,
        allowedInMath: true
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        var numerator = "";
        for (var _i = 0, _b = args[0].body; _i < _b.length; _i++) {
            var node = _b[_i];
            if (node.type !== "textord" || !numRegEx.test(node.text)) {
                throw new ParseError("Numerator must be an integer.", node);
            }
            numerator += node.text;
        }
        var denominator = "";
        for (var _c = 0, _d = args[1].body; _c < _d.length; _c++) {
            var node = _d[_c];
            if (node.type !== "textord" || !numRegEx.test(node.text)) {
                throw new ParseError("Denominator must be an integer.", node);
            }
            denominator += node.text;
        }
        return {
            type: "sfrac",
            mode: parser.mode,
            numerator: numerator,
            denominator: denominator
        };
    },
    mathmlBuilder: function (group, style) {
        var numerator = group.numerator.split('').map(function (c) { return unicodeNumSups[c]; }).join('');
        var denominator = group.denominator.split('').map(function (c) { return unicodeNumSubs[c]; }).join('');
        var text = new TextNode(numerator + "\u2044" + denominator, group.mode, style);
        return new MathNode("mn", [text], ["special-fraction"]);
    }
});
var sizeMap = {
    "\\tiny": 0.5,
    "\\sixptsize": 0.6,
    "\\Tiny": 0.6,
    "\\scriptsize": 0.7,
    "\\footnotesize": 0.8,
    "\\small": 0.9,
    "\\normalsize": 1.0,
    "\\large": 1.2,
    "\\Large": 1.44,
    "\\LARGE": 1.728,
    "\\huge": 2.074,
    "\\Huge": 2.488
};
defineFunction({
    type: "sizing",
    names: [
        "\\tiny",
        "\\sixptsize",
        "\\Tiny",
        "\\scriptsize",
        "\\footnotesize",
        "\\small",
        "\\normalsize",
        "\\large",
        "\\Large",
        "\\LARGE",
        "\\huge",
        "\\Huge"
    ],
    props: {
        numArgs: 0,
        allowedInText: true
    },
    handler: function (_a, args) {
        var breakOnTokenText = _a.breakOnTokenText, funcName = _a.funcName, parser = _a.parser;
        if (parser.settings.strict && parser.mode === "math") {
            console.log("Temml strict-mode warning: Command ".concat(funcName, " is invalid in math mode."));
        }
        var body = parser.parseExpression(false, breakOnTokenText, true);
        return {
            type: "sizing",
            mode: parser.mode,
            funcName: funcName,
            body: body
        };
    },
    mathmlBuilder: function (group, style) {
        var newStyle = style.withFontSize(sizeMap[group.funcName]);
        var inner = buildExpression(group.body, newStyle);
        var node = wrapWithMstyle(inner);
        var factor = (sizeMap[group.funcName] / style.fontSize).toFixed(4);
        node.setAttribute("mathsize", factor + "em");
        return node;
    }
});
defineFunction({
    type: "smash",
    names: ["\\smash"],
    props: {
        numArgs: 1,
        numOptionalArgs: 1,
        allowedInText: true
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser;
        var smashHeight = false;
        var smashDepth = false;
        var tbArg = optArgs[0] && assertNodeType(optArgs[0], "ordgroup");
        if (tbArg) {
            var letter = "";
            for (var i = 0; i < tbArg.body.length; ++i) {
                var node = tbArg.body[i];
                letter = node.text;
                if (letter === "t") {
                    smashHeight = true;
                }
                else if (letter === "b") {
                    smashDepth = true;
                }
                else {
                    smashHeight = false;
                    smashDepth = false;
                    break;
                }
            }
        }
        else {
            smashHeight = true;
            smashDepth = true;
        }
        var body = args[0];
        return {
            type: "smash",
            mode: parser.mode,
            body: body,
            smashHeight: smashHeight,
            smashDepth: smashDepth
        };
    },
    mathmlBuilder: function (group, style) {
        var node = new MathNode("mpadded", [buildGroup$1(group.body, style)]);
        if (group.smashHeight) {
            node.setAttribute("height", "0px");
        }
        if (group.smashDepth) {
            node.setAttribute("depth", "0px");
        }
        return node;
    }
});
var xHeights = ['a', 'c', 'e', 'ı', 'm', 'n', 'o', 'r', 's', 'u', 'v', 'w', 'x', 'z', 'α',
    'ε', 'ι', 'κ', 'ν', 'ο', 'π', 'σ', 'τ', 'υ', 'ω', '\\alpha', '\\epsilon', "\\iota",
    '\\kappa', '\\nu', '\\omega', '\\pi', '\\tau', '\\omega'];
defineFunction({
    type: "sqrt",
    names: ["\\sqrt"],
    props: {
        numArgs: 1,
        numOptionalArgs: 1
    },
    handler: function (_a, args, optArgs) {
        var parser = _a.parser;
        var index = optArgs[0];
        var body = args[0];
        if (body.body && body.body.length === 1 && body.body[0].text &&
            xHeights.includes(body.body[0].text)) {
            body.body.push({
                "type": "rule",
                "mode": "math",
                "shift": null,
                "width": { "number": 0, "unit": "pt" },
                "height": { "number": 0.5, "unit": "em" }
            });
        }
        return {
            type: "sqrt",
            mode: parser.mode,
            body: body,
            index: index
        };
    },
    mathmlBuilder: function (group, style) {
        var body = group.body, index = group.index;
        return index
            ? new MathNode("mroot", [
                buildGroup$1(body, style),
                buildGroup$1(index, style.incrementLevel())
            ])
            : new MathNode("msqrt", [buildGroup$1(body, style)]);
    }
});
var styleMap = {
    display: 0,
    text: 1,
    script: 2,
    scriptscript: 3
};
var styleAttributes = {
    display: ["0", "true"],
    text: ["0", "false"],
    script: ["1", "false"],
    scriptscript: ["2", "false"]
};
defineFunction({
    type: "styling",
    names: ["\\displaystyle", "\\textstyle", "\\scriptstyle", "\\scriptscriptstyle"],
    props: {
        numArgs: 0,
        allowedInText: true,
        primitive: true
    },
    handler: function (_a, args) {
        var breakOnTokenText = _a.breakOnTokenText, funcName = _a.funcName, parser = _a.parser;
        var body = parser.parseExpression(true, breakOnTokenText, true);
        var scriptLevel = funcName.slice(1, funcName.length - 5);
        return {
            type: "styling",
            mode: parser.mode,
            scriptLevel: scriptLevel,
            body: body
        };
    },
    mathmlBuilder: function (group, style) {
        var newStyle = style.withLevel(styleMap[group.scriptLevel]);
        var inner = buildExpression(group.body, newStyle);
        var node = wrapWithMstyle(inner);
        var attr = styleAttributes[group.scriptLevel];
        node.setAttribute("scriptlevel", attr[0]);
        node.setAttribute("displaystyle", attr[1]);
        return node;
    }
});
var symbolRegEx = /^m(over|under|underover)$/;
var smallPad = "DHKLUcegorsuvxyzΠΥΨαδηιμνοτυχϵ";
var mediumPad = "BCEFGIMNOPQRSTXZlpqtwΓΘΞΣΦΩβεζθξρςφψϑϕϱ";
var largePad = "AJdfΔΛ";
defineFunctionBuilders({
    type: "supsub",
    mathmlBuilder: function (group, style) {
        var isBracket = false;
        var isOver;
        var isSup;
        var appendApplyFunction = false;
        var appendSpace = false;
        var needsLeadingSpace = false;
        if (group.base && group.base.type === "horizBracket") {
            isSup = !!group.sup;
            if (isSup === group.base.isOver) {
                isBracket = true;
                isOver = group.base.isOver;
            }
        }
        if (group.base && !group.stack &&
            (group.base.type === "op" || group.base.type === "operatorname")) {
            group.base.parentIsSupSub = true;
            appendApplyFunction = !group.base.symbol;
            appendSpace = appendApplyFunction && !group.isFollowedByDelimiter;
            needsLeadingSpace = group.base.needsLeadingSpace;
        }
        var children = group.stack && group.base.body.length === 1
            ? [buildGroup$1(group.base.body[0], style)]
            : [buildGroup$1(group.base, style)];
        var childStyle = style.inSubOrSup();
        if (group.sub) {
            var sub = buildGroup$1(group.sub, childStyle);
            if (style.level === 3) {
                sub.setAttribute("scriptlevel", "2");
            }
            children.push(sub);
        }
        if (group.sup) {
            var sup = buildGroup$1(group.sup, childStyle);
            if (style.level === 3) {
                sup.setAttribute("scriptlevel", "2");
            }
            if (group.base && group.base.text && group.base.text.length === 1) {
                var text_2 = group.base.text;
                if (smallPad.indexOf(text_2) > -1) {
                    sup.classes.push("tml-sml-pad");
                }
                else if (mediumPad.indexOf(text_2) > -1) {
                    sup.classes.push("tml-med-pad");
                }
                else if (largePad.indexOf(text_2) > -1) {
                    sup.classes.push("tml-lrg-pad");
                }
            }
            children.push(sup);
        }
        var nodeType;
        if (isBracket) {
            nodeType = isOver ? "mover" : "munder";
        }
        else if (!group.sub) {
            var base = group.base;
            if (base &&
                base.type === "op" &&
                base.limits &&
                (style.level === StyleLevel.DISPLAY || base.alwaysHandleSupSub)) {
                nodeType = "mover";
            }
            else if (base &&
                base.type === "operatorname" &&
                base.alwaysHandleSupSub &&
                (base.limits || style.level === StyleLevel.DISPLAY)) {
                nodeType = "mover";
            }
            else {
                nodeType = "msup";
            }
        }
        else if (!group.sup) {
            var base = group.base;
            if (group.stack) {
                nodeType = "munder";
            }
            else if (base &&
                base.type === "op" &&
                base.limits &&
                (style.level === StyleLevel.DISPLAY || base.alwaysHandleSupSub)) {
                nodeType = "munder";
            }
            else if (base &&
                base.type === "operatorname" &&
                base.alwaysHandleSupSub &&
                (base.limits || style.level === StyleLevel.DISPLAY)) {
                nodeType = "munder";
            }
            else {
                nodeType = "msub";
            }
        }
        else {
            var base = group.base;
            if (base && ((base.type === "op" && base.limits) || base.type === "multiscript") &&
                (style.level === StyleLevel.DISPLAY || base.alwaysHandleSupSub)) {
                nodeType = "munderover";
            }
            else if (base &&
                base.type === "operatorname" &&
                base.alwaysHandleSupSub &&
                (style.level === StyleLevel.DISPLAY || base.limits)) {
                nodeType = "munderover";
            }
            else {
                nodeType = "msubsup";
            }
        }
        var node = new MathNode(nodeType, children);
        if (appendApplyFunction) {
            var operator = new MathNode("mo", [makeText("\u2061", "text")]);
            if (needsLeadingSpace) {
                var space = new MathNode("mspace");
                space.setAttribute("width", "0.1667em");
                node = newDocumentFragment([space, node, operator]);
            }
            else {
                node = newDocumentFragment([node, operator]);
            }
            if (appendSpace) {
                var space = new MathNode("mspace");
                space.setAttribute("width", "0.1667em");
                node.children.push(space);
            }
        }
        else if (symbolRegEx.test(nodeType)) {
            node = new MathNode("mrow", [node]);
        }
        return node;
    }
});
var short = ["\\shortmid", "\\nshortmid", "\\shortparallel",
    "\\nshortparallel", "\\smallsetminus"];
var arrows = ["\\Rsh", "\\Lsh", "\\restriction"];
var isArrow = function (str) {
    if (str.length === 1) {
        var codePoint = str.codePointAt(0);
        return (0x218f < codePoint && codePoint < 0x2200);
    }
    return str.indexOf("arrow") > -1 || str.indexOf("harpoon") > -1 || arrows.includes(str);
};
defineFunctionBuilders({
    type: "atom",
    mathmlBuilder: function (group, style) {
        var node = new MathNode("mo", [makeText(group.text, group.mode)]);
        if (group.family === "punct") {
            node.setAttribute("separator", "true");
        }
        else if (group.family === "open" || group.family === "close") {
            if (group.family === "open") {
                node.setAttribute("form", "prefix");
                node.setAttribute("stretchy", "false");
            }
            else if (group.family === "close") {
                node.setAttribute("form", "postfix");
                node.setAttribute("stretchy", "false");
            }
        }
        else if (group.text === "\\mid") {
            node.setAttribute("lspace", "0.22em");
            node.setAttribute("rspace", "0.22em");
            node.setAttribute("stretchy", "false");
        }
        else if (group.family === "rel" && isArrow(group.text)) {
            node.setAttribute("stretchy", "false");
        }
        else if (short.includes(group.text)) {
            node.setAttribute("mathsize", "70%");
        }
        else if (group.text === ":") {
            node.attributes.lspace = "0.2222em";
            node.attributes.rspace = "0.2222em";
        }
        else if (group.needsSpacing) {
            if (group.family === "bin") {
                return new MathNode("mrow", [padding(0.222), node, padding(0.222)]);
            }
            else {
                return new MathNode("mrow", [padding(0.2778), node, padding(0.2778)]);
            }
        }
        return node;
    }
});
var fontMap = {
    mathbf: "bold",
    mathrm: "normal",
    textit: "italic",
    mathit: "italic",
    mathnormal: "italic",
    mathbb: "double-struck",
    mathcal: "script",
    mathfrak: "fraktur",
    mathscr: "script",
    mathsf: "sans-serif",
    mathtt: "monospace"
};
var getVariant = function (group, style) {
    if (style.fontFamily === "texttt") {
        return "monospace";
    }
    else if (style.fontFamily === "textsc") {
        return "normal";
    }
    else if (style.fontFamily === "textsf") {
        if (style.fontShape === "textit" && style.fontWeight === "textbf") {
            return "sans-serif-bold-italic";
        }
        else if (style.fontShape === "textit") {
            return "sans-serif-italic";
        }
        else if (style.fontWeight === "textbf") {
            return "sans-serif-bold";
        }
        else {
            return "sans-serif";
        }
    }
    else if (style.fontShape === "textit" && style.fontWeight === "textbf") {
        return "bold-italic";
    }
    else if (style.fontShape === "textit") {
        return "italic";
    }
    else if (style.fontWeight === "textbf") {
        return "bold";
    }
    var font = style.font;
    if (!font || font === "mathnormal") {
        return null;
    }
    var mode = group.mode;
    switch (font) {
        case "mathit":
            return "italic";
        case "mathrm": {
            var codePoint = group.text.codePointAt(0);
            return (0x03ab < codePoint && codePoint < 0x03cf) ? "italic" : "normal";
        }
        case "greekItalic":
            return "italic";
        case "up@greek":
            return "normal";
        case "boldsymbol":
        case "mathboldsymbol":
            return "bold-italic";
        case "mathbf":
            return "bold";
        case "mathbb":
            return "double-struck";
        case "mathfrak":
            return "fraktur";
        case "mathscr":
        case "mathcal":
            return "script";
        case "mathsf":
            return "sans-serif";
        case "mathsfit":
            return "sans-serif-italic";
        case "mathtt":
            return "monospace";
    }
    var text = group.text;
    if (symbols[mode][text] && symbols[mode][text].replace) {
        text = symbols[mode][text].replace;
    }
    return Object.prototype.hasOwnProperty.call(fontMap, font) ? fontMap[font] : null;
};
var numberRegEx = /^\d(?:[\d,.]*\d)?$/;
var latinRegEx = /[A-Ba-z]/;
var primes = new Set(["\\prime", "\\dprime", "\\trprime", "\\qprime",
    "\\backprime", "\\backdprime", "\\backtrprime"]);
var italicNumber = function (text, variant, tag) {
    var mn = new MathNode(tag, [text]);
    var wrapper = new MathNode("mstyle", [mn]);
    wrapper.style["font-style"] = "italic";
    wrapper.style["font-family"] = "Cambria, 'Times New Roman', serif";
    if (variant === "bold-italic") {
        wrapper.style["font-weight"] = "bold";
    }
    return wrapper;
};
defineFunctionBuilders({
    type: "mathord",
    mathmlBuilder: function (group, style) {
        var text = makeText(group.text, group.mode, style);
        var codePoint = text.text.codePointAt(0);
        var defaultVariant = (0x0390 < codePoint && codePoint < 0x03aa) ? "normal" : "italic";
        var variant = getVariant(group, style) || defaultVariant;
        if (variant === "script") {
            text.text = variantChar(text.text, variant);
            return new MathNode("mi", [text], [style.font]);
        }
        else if (variant !== "italic") {
            text.text = variantChar(text.text, variant);
        }
        var node = new MathNode("mi", [text]);
        if (variant === "normal") {
            node.setAttribute("mathvariant", "normal");
            if (text.text.length === 1) {
                var mspace = new MathNode("mspace", []);
                node = new MathNode("mrow", [node, mspace]);
            }
        }
        return node;
    }
});
defineFunctionBuilders({
    type: "textord",
    mathmlBuilder: function (group, style) {
        var ch = group.text;
        var codePoint = ch.codePointAt(0);
        if (style.fontFamily === "textsc") {
            if (96 < codePoint && codePoint < 123) {
                ch = smallCaps[ch];
            }
        }
        var text = makeText(ch, group.mode, style);
        var variant = getVariant(group, style) || "normal";
        var node;
        if (numberRegEx.test(group.text)) {
            var tag = group.mode === "text" ? "mtext" : "mn";
            if (variant === "italic" || variant === "bold-italic") {
                return italicNumber(text, variant, tag);
            }
            else {
                if (variant !== "normal") {
                    text.text = text.text.split("").map(function (c) { return variantChar(c, variant); }).join("");
                }
                node = new MathNode(tag, [text]);
            }
        }
        else if (group.mode === "text") {
            if (variant !== "normal") {
                text.text = variantChar(text.text, variant);
            }
            node = new MathNode("mtext", [text]);
        }
        else if (primes.has(group.text)) {
            node = new MathNode("mo", [text]);
            node.classes.push("tml-prime");
        }
        else {
            var origText = text.text;
            if (variant !== "italic") {
                text.text = variantChar(text.text, variant);
            }
            node = new MathNode("mi", [text]);
            if (text.text === origText && latinRegEx.test(origText)) {
                node.setAttribute("mathvariant", "italic");
            }
        }
        return node;
    }
});
var cssSpace = {
    "\\nobreak": "nobreak",
    "\\allowbreak": "allowbreak"
};
var regularSpace = {
    " ": {},
    "\\ ": {},
    "~": {
        className: "nobreak"
    },
    "\\space": {},
    "\\nobreakspace": {
        className: "nobreak"
    }
};
defineFunctionBuilders({
    type: "spacing",
    mathmlBuilder: function (group, style) {
        var node;
        if (Object.prototype.hasOwnProperty.call(regularSpace, group.text)) {
            node = new MathNode("mtext", [new TextNode("\u00a0")]);
        }
        else if (Object.prototype.hasOwnProperty.call(cssSpace, group.text)) {
            node = new MathNode("mo");
            if (group.text === "\\nobreak") {
                node.setAttribute("linebreak", "nobreak");
            }
        }
        else {
            throw new ParseError("Unknown type of space \"".concat(group.text, "\""));
        }
        return node;
    }
});
defineFunctionBuilders({
    type: "tag"
});
var textFontFamilies = {
    "\\text": undefined,
    "\\textrm": "textrm",
    "\\textsf": "textsf",
    "\\texttt": "texttt",
    "\\textnormal": "textrm",
    "\\textsc": "textsc"
};
var textFontWeights = {
    "\\textbf": "textbf",
    "\\textmd": "textmd"
};
var textFontShapes = {
    "\\textit": "textit",
    "\\textup": "textup"
};
var styleWithFont = function (group, style) {
    var font = group.font;
    if (!font) {
        return style;
    }
    else if (textFontFamilies[font]) {
        return style.withTextFontFamily(textFontFamilies[font]);
    }
    else if (textFontWeights[font]) {
        return style.withTextFontWeight(textFontWeights[font]);
    }
    else if (font === "\\emph") {
        return style.fontShape === "textit"
            ? style.withTextFontShape("textup")
            : style.withTextFontShape("textit");
    }
    return style.withTextFontShape(textFontShapes[font]);
};
defineFunction({
    type: "text",
    names: [
        "\\text",
        "\\textrm",
        "\\textsf",
        "\\texttt",
        "\\textnormal",
        "\\textsc",
        "\\textbf",
        "\\textmd",
        "\\textit",
        "\\textup",
        "\\emph"
    ],
    props: {
        numArgs: 1,
        argTypes: ["text"],
        allowedInArgument: true,
        allowedInText: true
    },
    handler: function (_a, args) {
        var parser = _a.parser, funcName = _a.funcName;
        var body = args[0];
        return {
            type: "text",
            mode: parser.mode,
            body: ordargument(body),
            font: funcName
        };
    },
    mathmlBuilder: function (group, style) {
        var newStyle = styleWithFont(group, style);
        var mrow = buildExpressionRow(group.body, newStyle);
        return consolidateText(mrow);
    }
});
defineFunction({
    type: "vcenter",
    names: ["\\vcenter"],
    props: {
        numArgs: 1,
        argTypes: ["original"],
        allowedInText: false
    },
    handler: function (_a, args) {
        var parser = _a.parser;
        return {
            type: "vcenter",
            mode: parser.mode,
            body: args[0]
        };
    },
    mathmlBuilder: function (group, style) {
        var mtd = new MathNode("mtd", [buildGroup$1(group.body, style)]);
        mtd.style.padding = "0";
        var mtr = new MathNode("mtr", [mtd]);
        return new MathNode("mtable", [mtr]);
    }
});
defineFunction({
    type: "verb",
    names: ["\\verb"],
    props: {
        numArgs: 0,
        allowedInText: true
    },
    handler: function (context, args, optArgs) {
        throw new ParseError("\\verb ended by end of line instead of matching delimiter");
    },
    mathmlBuilder: function (group, style) {
        var text = new TextNode(makeVerb(group));
        var node = new MathNode("mtext", [text]);
        node.setAttribute("mathvariant", "monospace");
        return node;
    }
});
var makeVerb = function (group) { return group.body.replace(/ /g, group.star ? "\u2423" : "\xA0"); };
var functions = _functions;
var spaceRegexString = "[ \r\n\t]";
var controlWordRegexString = "\\\\[a-zA-Z@]+";
var controlSymbolRegexString = "\\\\[^\uD800-\uDFFF]";
var controlWordWhitespaceRegexString = "(".concat(controlWordRegexString, ")").concat(spaceRegexString, "*");
var controlSpaceRegexString = "\\\\(\n|[ \r\t]+\n?)[ \r\t]*";
var combiningDiacriticalMarkString = "[\u0300-\u036f]";
var combiningDiacriticalMarksEndRegex = new RegExp("".concat(combiningDiacriticalMarkString, "+$"));
var tokenRegexString = "(".concat(spaceRegexString, "+)|") +
    "".concat(controlSpaceRegexString, "|") +
    "([!-\\[\\]-\u2027\u202A-\uD7FF\uF900-\uFFFF]" +
    "".concat(combiningDiacriticalMarkString, "*") +
    "|[\uD800-\uDBFF][\uDC00-\uDFFF]" +
    "".concat(combiningDiacriticalMarkString, "*") +
    "|\\\\verb\\*([^]).*?\\4" +
    "|\\\\verb([^*a-zA-Z]).*?\\5" +
    "|".concat(controlWordWhitespaceRegexString) +
    "|".concat(controlSymbolRegexString, ")");
var Lexer = (function () {
    function Lexer(input, settings) {
        this.input = input;
        this.settings = settings;
        this.tokenRegex = new RegExp(tokenRegexString, 'g');
        this.catcodes = {
            "%": 14,
            "~": 13
        };
    }
    Lexer.prototype.setCatcode = function (char, code) {
        this.catcodes[char] = code;
    };
    Lexer.prototype.lex = function () {
        var input = this.input;
        var pos = this.tokenRegex.lastIndex;
        if (pos === input.length) {
            return new Token("EOF", new SourceLocation(this, pos, pos));
        }
        var match = this.tokenRegex.exec(input);
        if (match === null || match.index !== pos) {
            throw new ParseError("Unexpected character: '".concat(input[pos], "'"), new Token(input[pos], new SourceLocation(this, pos, pos + 1)));
        }
        var text = match[6] || match[3] || (match[2] ? "\\ " : " ");
        if (this.catcodes[text] === 14) {
            var nlIndex = input.indexOf("\n", this.tokenRegex.lastIndex);
            if (nlIndex === -1) {
                this.tokenRegex.lastIndex = input.length;
                if (this.settings.strict) {
                    throw new ParseError("% comment has no terminating newline; LaTeX would " +
                        "fail because of commenting the end of math mode");
                }
            }
            else {
                this.tokenRegex.lastIndex = nlIndex + 1;
            }
            return this.lex();
        }
        return new Token(text, new SourceLocation(this, pos, this.tokenRegex.lastIndex));
    };
    return Lexer;
}());
var Namespace = (function () {
    function Namespace(builtins, globalMacros) {
        if (builtins === void 0) { builtins = Object.create(null); }
        if (globalMacros === void 0) { globalMacros = Object.create(null); }
        this.current = globalMacros;
        this.builtins = builtins;
        this.undefStack = [];
    }
    Namespace.prototype.beginGroup = function () {
        this.undefStack.push(Object.create(null));
    };
    Namespace.prototype.endGroup = function () {
        if (this.undefStack.length === 0) {
            throw new ParseError("Unbalanced namespace destruction: attempt " +
                "to pop global namespace; please report this as a bug");
        }
        var undefs = this.undefStack.pop();
        for (var undef in undefs) {
            if (Object.prototype.hasOwnProperty.call(undefs, undef)) {
                if (undefs[undef] === undefined) {
                    delete this.current[undef];
                }
                else {
                    this.current[undef] = undefs[undef];
                }
            }
        }
    };
    Namespace.prototype.has = function (name) {
        return Object.prototype.hasOwnProperty.call(this.current, name) ||
            Object.prototype.hasOwnProperty.call(this.builtins, name);
    };
    Namespace.prototype.get = function (name) {
        if (Object.prototype.hasOwnProperty.call(this.current, name)) {
            return this.current[name];
        }
        else {
            return this.builtins[name];
        }
    };
    Namespace.prototype.set = function (name, value, global) {
        if (global === void 0) { global = false; }
        if (global) {
            for (var i = 0; i < this.undefStack.length; i++) {
                delete this.undefStack[i][name];
            }
            if (this.undefStack.length > 0) {
                this.undefStack[this.undefStack.length - 1][name] = value;
            }
        }
        else {
            var top = this.undefStack[this.undefStack.length - 1];
            if (top && !Object.prototype.hasOwnProperty.call(top, name)) {
                top[name] = this.current[name];
            }
        }
        this.current[name] = value;
    };
    return Namespace;
}());
var implicitCommands = {
    "^": true,
    _: true,
    "\\limits": true,
    "\\nolimits": true
};
var MacroExpander = (function () {
    function MacroExpander(input, settings, mode) {
        this.settings = settings;
        this.expansionCount = 0;
        this.feed(input);
        this.macros = new Namespace(macros, settings.macros);
        this.mode = mode;
        this.stack = [];
    }
    MacroExpander.prototype.feed = function (input) {
        this.lexer = new Lexer(input, this.settings);
    };
    MacroExpander.prototype.switchMode = function (newMode) {
        this.mode = newMode;
    };
    MacroExpander.prototype.beginGroup = function () {
        this.macros.beginGroup();
    };
    MacroExpander.prototype.endGroup = function () {
        this.macros.endGroup();
    };
    MacroExpander.prototype.future = function () {
        if (this.stack.length === 0) {
            this.pushToken(this.lexer.lex());
        }
        return this.stack[this.stack.length - 1];
    };
    MacroExpander.prototype.popToken = function () {
        this.future();
        return this.stack.pop();
    };
    MacroExpander.prototype.pushToken = function (token) {
        this.stack.push(token);
    };
    MacroExpander.prototype.pushTokens = function (tokens) {
        var _a;
        (_a = this.stack).push.apply(_a, tokens);
    };
    MacroExpander.prototype.scanArgument = function (isOptional) {
        var _a, _b;
        var start;
        var end;
        var tokens;
        if (isOptional) {
            this.consumeSpaces();
            if (this.future().text !== "[") {
                return null;
            }
            start = this.popToken();
            (_a = this.consumeArg(["]"]), tokens = _a.tokens, end = _a.end);
        }
        else {
            (_b = this.consumeArg(), tokens = _b.tokens, start = _b.start, end = _b.end);
        }
        this.pushToken(new Token("EOF", end.loc));
        this.pushTokens(tokens);
        return new Token("", SourceLocation.range(start, end));
    };
    MacroExpander.prototype.consumeSpaces = function () {
        for (;;) {
            var token = this.future();
            if (token.text === " ") {
                this.stack.pop();
            }
            else {
                break;
            }
        }
    };
    MacroExpander.prototype.consumeArg = function (delims) {
        var tokens = [];
        var isDelimited = delims && delims.length > 0;
        if (!isDelimited) {
            this.consumeSpaces();
        }
        var start = this.future();
        var tok;
        var depth = 0;
        var match = 0;
        do {
            tok = this.popToken();
            tokens.push(tok);
            if (tok.text === "{") {
                ++depth;
            }
            else if (tok.text === "}") {
                --depth;
                if (depth === -1) {
                    throw new ParseError("Extra }", tok);
                }
            }
            else if (tok.text === "EOF") {
                throw new ParseError("Unexpected end of input in a macro argument" +
                    ", expected '" +
                    (delims && isDelimited ? delims[match] : "}") +
                    "'", tok);
            }
            if (delims && isDelimited) {
                if ((depth === 0 || (depth === 1 && delims[match] === "{")) && tok.text === delims[match]) {
                    ++match;
                    if (match === delims.length) {
                        tokens.splice(-match, match);
                        break;
                    }
                }
                else {
                    match = 0;
                }
            }
        } while (depth !== 0 || isDelimited);
        if (start.text === "{" && tokens[tokens.length - 1].text === "}") {
            tokens.pop();
            tokens.shift();
        }
        tokens.reverse();
        return { tokens: tokens, start: start, end: tok };
    };
    MacroExpander.prototype.consumeArgs = function (numArgs, delimiters) {
        if (delimiters) {
            if (delimiters.length !== numArgs + 1) {
                throw new ParseError("The length of delimiters doesn't match the number of args!");
            }
            var delims = delimiters[0];
            for (var i = 0; i < delims.length; i++) {
                var tok = this.popToken();
                if (delims[i] !== tok.text) {
                    throw new ParseError("Use of the macro doesn't match its definition", tok);
                }
            }
        }
        var args = [];
        for (var i = 0; i < numArgs; i++) {
            args.push(this.consumeArg(delimiters && delimiters[i + 1]).tokens);
        }
        return args;
    };
    MacroExpander.prototype.expandOnce = function (expandableOnly) {
        var topToken = this.popToken();
        var name = topToken.text;
        var expansion = !topToken.noexpand ? this._getExpansion(name) : null;
        if (expansion == null || (expandableOnly && expansion.unexpandable)) {
            if (expandableOnly && expansion == null && name[0] === "\\" && !this.isDefined(name)) {
                throw new ParseError("Undefined control sequence: " + name);
            }
            this.pushToken(topToken);
            return false;
        }
        this.expansionCount++;
        if (this.expansionCount > this.settings.maxExpand) {
            throw new ParseError("Too many expansions: infinite loop or " + "need to increase maxExpand setting");
        }
        var tokens = expansion.tokens;
        var args = this.consumeArgs(expansion.numArgs, expansion.delimiters);
        if (expansion.numArgs) {
            tokens = tokens.slice();
            for (var i = tokens.length - 1; i >= 0; --i) {
                var tok = tokens[i];
                if (tok.text === "#") {
                    if (i === 0) {
                        throw new ParseError("Incomplete placeholder at end of macro body", tok);
                    }
                    tok = tokens[--i];
                    if (tok.text === "#") {
                        tokens.splice(i + 1, 1);
                    }
                    else if (/^[1-9]$/.test(tok.text)) {
                        tokens.splice.apply(tokens, __spreadArray([i, 2], args[+tok.text - 1], false));
                    }
                    else {
                        throw new ParseError("Not a valid argument number", tok);
                    }
                }
            }
        }
        this.pushTokens(tokens);
        return tokens.length;
    };
    MacroExpander.prototype.expandAfterFuture = function () {
        this.expandOnce();
        return this.future();
    };
    MacroExpander.prototype.expandNextToken = function () {
        for (;;) {
            if (this.expandOnce() === false) {
                var token = this.stack.pop();
                if (token.treatAsRelax) {
                    token.text = "\\relax";
                }
                return token;
            }
        }
        throw new Error();
    };
    MacroExpander.prototype.expandMacro = function (name) {
        return this.macros.has(name) ? this.expandTokens([new Token(name)]) : undefined;
    };
    MacroExpander.prototype.expandTokens = function (tokens) {
        var output = [];
        var oldStackLength = this.stack.length;
        this.pushTokens(tokens);
        while (this.stack.length > oldStackLength) {
            if (this.expandOnce(true) === false) {
                var token = this.stack.pop();
                if (token.treatAsRelax) {
                    token.noexpand = false;
                    token.treatAsRelax = false;
                }
                output.push(token);
            }
        }
        return output;
    };
    MacroExpander.prototype.expandMacroAsText = function (name) {
        var tokens = this.expandMacro(name);
        if (tokens) {
            return tokens.map(function (token) { return token.text; }).join("");
        }
        else {
            return tokens;
        }
    };
    MacroExpander.prototype._getExpansion = function (name) {
        var definition = this.macros.get(name);
        if (definition == null) {
            return definition;
        }
        if (name.length === 1) {
            var catcode = this.lexer.catcodes[name];
            if (catcode != null && catcode !== 13) {
                return;
            }
        }
        var expansion = typeof definition === "function" ? definition(this) : definition;
        if (typeof expansion === "string") {
            var numArgs = 0;
            if (expansion.indexOf("#") !== -1) {
                var stripped = expansion.replace(/##/g, "");
                while (stripped.indexOf("#" + (numArgs + 1)) !== -1) {
                    ++numArgs;
                }
            }
            var bodyLexer = new Lexer(expansion, this.settings);
            var tokens = [];
            var tok = bodyLexer.lex();
            while (tok.text !== "EOF") {
                tokens.push(tok);
                tok = bodyLexer.lex();
            }
            tokens.reverse();
            var expanded = { tokens: tokens, numArgs: numArgs };
            return expanded;
        }
        return expansion;
    };
    MacroExpander.prototype.isDefined = function (name) {
        return (this.macros.has(name) ||
            Object.prototype.hasOwnProperty.call(functions, name) ||
            Object.prototype.hasOwnProperty.call(symbols.math, name) ||
            Object.prototype.hasOwnProperty.call(symbols.text, name) ||
            Object.prototype.hasOwnProperty.call(implicitCommands, name));
    };
    MacroExpander.prototype.isExpandable = function (name) {
        var macro = this.macros.get(name);
        return macro != null
            ? typeof macro === "string" || typeof macro === "function" || !macro.unexpandable
            : Object.prototype.hasOwnProperty.call(functions, name) && !functions[name].primitive;
    };
    return MacroExpander;
}());
var unicodeSubRegEx = /^[₊₋₌₍₎₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ]/;
var uSubsAndSups = Object.freeze({
    '₊': '+',
    '₋': '-',
    '₌': '=',
    '₍': '(',
    '₎': ')',
    '₀': '0',
    '₁': '1',
    '₂': '2',
    '₃': '3',
    '₄': '4',
    '₅': '5',
    '₆': '6',
    '₇': '7',
    '₈': '8',
    '₉': '9',
    '\u2090': 'a',
    '\u2091': 'e',
    '\u2095': 'h',
    '\u1D62': 'i',
    '\u2C7C': 'j',
    '\u2096': 'k',
    '\u2097': 'l',
    '\u2098': 'm',
    '\u2099': 'n',
    '\u2092': 'o',
    '\u209A': 'p',
    '\u1D63': 'r',
    '\u209B': 's',
    '\u209C': 't',
    '\u1D64': 'u',
    '\u1D65': 'v',
    '\u2093': 'x',
    '\u1D66': 'β',
    '\u1D67': 'γ',
    '\u1D68': 'ρ',
    '\u1D69': '\u03d5',
    '\u1D6A': 'χ',
    '⁺': '+',
    '⁻': '-',
    '⁼': '=',
    '⁽': '(',
    '⁾': ')',
    '⁰': '0',
    '¹': '1',
    '²': '2',
    '³': '3',
    '⁴': '4',
    '⁵': '5',
    '⁶': '6',
    '⁷': '7',
    '⁸': '8',
    '⁹': '9',
    '\u1D2C': 'A',
    '\u1D2E': 'B',
    '\u1D30': 'D',
    '\u1D31': 'E',
    '\u1D33': 'G',
    '\u1D34': 'H',
    '\u1D35': 'I',
    '\u1D36': 'J',
    '\u1D37': 'K',
    '\u1D38': 'L',
    '\u1D39': 'M',
    '\u1D3A': 'N',
    '\u1D3C': 'O',
    '\u1D3E': 'P',
    '\u1D3F': 'R',
    '\u1D40': 'T',
    '\u1D41': 'U',
    '\u2C7D': 'V',
    '\u1D42': 'W',
    '\u1D43': 'a',
    '\u1D47': 'b',
    '\u1D9C': 'c',
    '\u1D48': 'd',
    '\u1D49': 'e',
    '\u1DA0': 'f',
    '\u1D4D': 'g',
    '\u02B0': 'h',
    '\u2071': 'i',
    '\u02B2': 'j',
    '\u1D4F': 'k',
    '\u02E1': 'l',
    '\u1D50': 'm',
    '\u207F': 'n',
    '\u1D52': 'o',
    '\u1D56': 'p',
    '\u02B3': 'r',
    '\u02E2': 's',
    '\u1D57': 't',
    '\u1D58': 'u',
    '\u1D5B': 'v',
    '\u02B7': 'w',
    '\u02E3': 'x',
    '\u02B8': 'y',
    '\u1DBB': 'z',
    '\u1D5D': 'β',
    '\u1D5E': 'γ',
    '\u1D5F': 'δ',
    '\u1D60': '\u03d5',
    '\u1D61': 'χ',
    '\u1DBF': 'θ'
});
var asciiFromScript = Object.freeze({
    "\ud835\udc9c": "A",
    "\u212c": "B",
    "\ud835\udc9e": "C",
    "\ud835\udc9f": "D",
    "\u2130": "E",
    "\u2131": "F",
    "\ud835\udca2": "G",
    "\u210B": "H",
    "\u2110": "I",
    "\ud835\udca5": "J",
    "\ud835\udca6": "K",
    "\u2112": "L",
    "\u2133": "M",
    "\ud835\udca9": "N",
    "\ud835\udcaa": "O",
    "\ud835\udcab": "P",
    "\ud835\udcac": "Q",
    "\u211B": "R",
    "\ud835\udcae": "S",
    "\ud835\udcaf": "T",
    "\ud835\udcb0": "U",
    "\ud835\udcb1": "V",
    "\ud835\udcb2": "W",
    "\ud835\udcb3": "X",
    "\ud835\udcb4": "Y",
    "\ud835\udcb5": "Z"
});
var unicodeAccents = {
    "\u0301": { text: "\\'", math: "\\acute" },
    "\u0300": { text: "\\`", math: "\\grave" },
    "\u0308": { text: '\\"', math: "\\ddot" },
    "\u0303": { text: "\\~", math: "\\tilde" },
    "\u0304": { text: "\\=", math: "\\bar" },
    "\u0306": { text: "\\u", math: "\\breve" },
    "\u030c": { text: "\\v", math: "\\check" },
    "\u0302": { text: "\\^", math: "\\hat" },
    "\u0307": { text: "\\.", math: "\\dot" },
    "\u030a": { text: "\\r", math: "\\mathring" },
    "\u030b": { text: "\\H" },
    '\u0327': { text: '\\c' }
};
var unicodeSymbols = {
    "á": "á",
    "à": "à",
    "ä": "ä",
    "ǟ": "ǟ",
    "ã": "ã",
    "ā": "ā",
    "ă": "ă",
    "ắ": "ắ",
    "ằ": "ằ",
    "ẵ": "ẵ",
    "ǎ": "ǎ",
    "â": "â",
    "ấ": "ấ",
    "ầ": "ầ",
    "ẫ": "ẫ",
    "ȧ": "ȧ",
    "ǡ": "ǡ",
    "å": "å",
    "ǻ": "ǻ",
    "ḃ": "ḃ",
    "ć": "ć",
    "č": "č",
    "ĉ": "ĉ",
    "ċ": "ċ",
    "ď": "ď",
    "ḋ": "ḋ",
    "é": "é",
    "è": "è",
    "ë": "ë",
    "ẽ": "ẽ",
    "ē": "ē",
    "ḗ": "ḗ",
    "ḕ": "ḕ",
    "ĕ": "ĕ",
    "ě": "ě",
    "ê": "ê",
    "ế": "ế",
    "ề": "ề",
    "ễ": "ễ",
    "ė": "ė",
    "ḟ": "ḟ",
    "ǵ": "ǵ",
    "ḡ": "ḡ",
    "ğ": "ğ",
    "ǧ": "ǧ",
    "ĝ": "ĝ",
    "ġ": "ġ",
    "ḧ": "ḧ",
    "ȟ": "ȟ",
    "ĥ": "ĥ",
    "ḣ": "ḣ",
    "í": "í",
    "ì": "ì",
    "ï": "ï",
    "ḯ": "ḯ",
    "ĩ": "ĩ",
    "ī": "ī",
    "ĭ": "ĭ",
    "ǐ": "ǐ",
    "î": "î",
    "ǰ": "ǰ",
    "ĵ": "ĵ",
    "ḱ": "ḱ",
    "ǩ": "ǩ",
    "ĺ": "ĺ",
    "ľ": "ľ",
    "ḿ": "ḿ",
    "ṁ": "ṁ",
    "ń": "ń",
    "ǹ": "ǹ",
    "ñ": "ñ",
    "ň": "ň",
    "ṅ": "ṅ",
    "ó": "ó",
    "ò": "ò",
    "ö": "ö",
    "ȫ": "ȫ",
    "õ": "õ",
    "ṍ": "ṍ",
    "ṏ": "ṏ",
    "ȭ": "ȭ",
    "ō": "ō",
    "ṓ": "ṓ",
    "ṑ": "ṑ",
    "ŏ": "ŏ",
    "ǒ": "ǒ",
    "ô": "ô",
    "ố": "ố",
    "ồ": "ồ",
    "ỗ": "ỗ",
    "ȯ": "ȯ",
    "ȱ": "ȱ",
    "ő": "ő",
    "ṕ": "ṕ",
    "ṗ": "ṗ",
    "ŕ": "ŕ",
    "ř": "ř",
    "ṙ": "ṙ",
    "ś": "ś",
    "ṥ": "ṥ",
    "š": "š",
    "ṧ": "ṧ",
    "ŝ": "ŝ",
    "ṡ": "ṡ",
    "ẗ": "ẗ",
    "ť": "ť",
    "ṫ": "ṫ",
    "ú": "ú",
    "ù": "ù",
    "ü": "ü",
    "ǘ": "ǘ",
    "ǜ": "ǜ",
    "ǖ": "ǖ",
    "ǚ": "ǚ",
    "ũ": "ũ",
    "ṹ": "ṹ",
    "ū": "ū",
    "ṻ": "ṻ",
    "ŭ": "ŭ",
    "ǔ": "ǔ",
    "û": "û",
    "ů": "ů",
    "ű": "ű",
    "ṽ": "ṽ",
    "ẃ": "ẃ",
    "ẁ": "ẁ",
    "ẅ": "ẅ",
    "ŵ": "ŵ",
    "ẇ": "ẇ",
    "ẘ": "ẘ",
    "ẍ": "ẍ",
    "ẋ": "ẋ",
    "ý": "ý",
    "ỳ": "ỳ",
    "ÿ": "ÿ",
    "ỹ": "ỹ",
    "ȳ": "ȳ",
    "ŷ": "ŷ",
    "ẏ": "ẏ",
    "ẙ": "ẙ",
    "ź": "ź",
    "ž": "ž",
    "ẑ": "ẑ",
    "ż": "ż",
    "Á": "Á",
    "À": "À",
    "Ä": "Ä",
    "Ǟ": "Ǟ",
    "Ã": "Ã",
    "Ā": "Ā",
    "Ă": "Ă",
    "Ắ": "Ắ",
    "Ằ": "Ằ",
    "Ẵ": "Ẵ",
    "Ǎ": "Ǎ",
    "Â": "Â",
    "Ấ": "Ấ",
    "Ầ": "Ầ",
    "Ẫ": "Ẫ",
    "Ȧ": "Ȧ",
    "Ǡ": "Ǡ",
    "Å": "Å",
    "Ǻ": "Ǻ",
    "Ḃ": "Ḃ",
    "Ć": "Ć",
    "Č": "Č",
    "Ĉ": "Ĉ",
    "Ċ": "Ċ",
    "Ď": "Ď",
    "Ḋ": "Ḋ",
    "É": "É",
    "È": "È",
    "Ë": "Ë",
    "Ẽ": "Ẽ",
    "Ē": "Ē",
    "Ḗ": "Ḗ",
    "Ḕ": "Ḕ",
    "Ĕ": "Ĕ",
    "Ě": "Ě",
    "Ê": "Ê",
    "Ế": "Ế",
    "Ề": "Ề",
    "Ễ": "Ễ",
    "Ė": "Ė",
    "Ḟ": "Ḟ",
    "Ǵ": "Ǵ",
    "Ḡ": "Ḡ",
    "Ğ": "Ğ",
    "Ǧ": "Ǧ",
    "Ĝ": "Ĝ",
    "Ġ": "Ġ",
    "Ḧ": "Ḧ",
    "Ȟ": "Ȟ",
    "Ĥ": "Ĥ",
    "Ḣ": "Ḣ",
    "Í": "Í",
    "Ì": "Ì",
    "Ï": "Ï",
    "Ḯ": "Ḯ",
    "Ĩ": "Ĩ",
    "Ī": "Ī",
    "Ĭ": "Ĭ",
    "Ǐ": "Ǐ",
    "Î": "Î",
    "İ": "İ",
    "Ĵ": "Ĵ",
    "Ḱ": "Ḱ",
    "Ǩ": "Ǩ",
    "Ĺ": "Ĺ",
    "Ľ": "Ľ",
    "Ḿ": "Ḿ",
    "Ṁ": "Ṁ",
    "Ń": "Ń",
    "Ǹ": "Ǹ",
    "Ñ": "Ñ",
    "Ň": "Ň",
    "Ṅ": "Ṅ",
    "Ó": "Ó",
    "Ò": "Ò",
    "Ö": "Ö",
    "Ȫ": "Ȫ",
    "Õ": "Õ",
    "Ṍ": "Ṍ",
    "Ṏ": "Ṏ",
    "Ȭ": "Ȭ",
    "Ō": "Ō",
    "Ṓ": "Ṓ",
    "Ṑ": "Ṑ",
    "Ŏ": "Ŏ",
    "Ǒ": "Ǒ",
    "Ô": "Ô",
    "Ố": "Ố",
    "Ồ": "Ồ",
    "Ỗ": "Ỗ",
    "Ȯ": "Ȯ",
    "Ȱ": "Ȱ",
    "Ő": "Ő",
    "Ṕ": "Ṕ",
    "Ṗ": "Ṗ",
    "Ŕ": "Ŕ",
    "Ř": "Ř",
    "Ṙ": "Ṙ",
    "Ś": "Ś",
    "Ṥ": "Ṥ",
    "Š": "Š",
    "Ṧ": "Ṧ",
    "Ŝ": "Ŝ",
    "Ṡ": "Ṡ",
    "Ť": "Ť",
    "Ṫ": "Ṫ",
    "Ú": "Ú",
    "Ù": "Ù",
    "Ü": "Ü",
    "Ǘ": "Ǘ",
    "Ǜ": "Ǜ",
    "Ǖ": "Ǖ",
    "Ǚ": "Ǚ",
    "Ũ": "Ũ",
    "Ṹ": "Ṹ",
    "Ū": "Ū",
    "Ṻ": "Ṻ",
    "Ŭ": "Ŭ",
    "Ǔ": "Ǔ",
    "Û": "Û",
    "Ů": "Ů",
    "Ű": "Ű",
    "Ṽ": "Ṽ",
    "Ẃ": "Ẃ",
    "Ẁ": "Ẁ",
    "Ẅ": "Ẅ",
    "Ŵ": "Ŵ",
    "Ẇ": "Ẇ",
    "Ẍ": "Ẍ",
    "Ẋ": "Ẋ",
    "Ý": "Ý",
    "Ỳ": "Ỳ",
    "Ÿ": "Ÿ",
    "Ỹ": "Ỹ",
    "Ȳ": "Ȳ",
    "Ŷ": "Ŷ",
    "Ẏ": "Ẏ",
    "Ź": "Ź",
    "Ž": "Ž",
    "Ẑ": "Ẑ",
    "Ż": "Ż",
    "ά": "ά",
    "ὰ": "ὰ",
    "ᾱ": "ᾱ",
    "ᾰ": "ᾰ",
    "έ": "έ",
    "ὲ": "ὲ",
    "ή": "ή",
    "ὴ": "ὴ",
    "ί": "ί",
    "ὶ": "ὶ",
    "ϊ": "ϊ",
    "ΐ": "ΐ",
    "ῒ": "ῒ",
    "ῑ": "ῑ",
    "ῐ": "ῐ",
    "ό": "ό",
    "ὸ": "ὸ",
    "ύ": "ύ",
    "ὺ": "ὺ",
    "ϋ": "ϋ",
    "ΰ": "ΰ",
    "ῢ": "ῢ",
    "ῡ": "ῡ",
    "ῠ": "ῠ",
    "ώ": "ώ",
    "ὼ": "ὼ",
    "Ύ": "Ύ",
    "Ὺ": "Ὺ",
    "Ϋ": "Ϋ",
    "Ῡ": "Ῡ",
    "Ῠ": "Ῠ",
    "Ώ": "Ώ",
    "Ὼ": "Ὼ"
};
var binLeftCancellers = ["bin", "op", "open", "punct", "rel"];
var sizeRegEx = /([-+]?) *(\d+(?:\.\d*)?|\.\d+) *([a-z]{2})/;
var textRegEx = /^ *\\text/;
var Parser = (function () {
    function Parser(input, settings, isPreamble) {
        if (isPreamble === void 0) { isPreamble = false; }
        this.mode = "math";
        this.gullet = new MacroExpander(input, settings, this.mode);
        this.settings = settings;
        this.isPreamble = isPreamble;
        this.leftrightDepth = 0;
        this.prevAtomType = "";
    }
    Parser.prototype.expect = function (text, consume) {
        if (consume === void 0) { consume = true; }
        if (this.fetch().text !== text) {
            throw new ParseError("Expected '".concat(text, "', got '").concat(this.fetch().text, "'"), this.fetch());
        }
        if (consume) {
            this.consume();
        }
    };
    Parser.prototype.consume = function () {
        this.nextToken = null;
    };
    Parser.prototype.fetch = function () {
        if (this.nextToken == null) {
            this.nextToken = this.gullet.expandNextToken();
        }
        return this.nextToken;
    };
    Parser.prototype.switchMode = function (newMode) {
        this.mode = newMode;
        this.gullet.switchMode(newMode);
    };
    Parser.prototype.parse = function () {
        this.gullet.beginGroup();
        if (this.settings.colorIsTextColor) {
            this.gullet.macros.set("\\color", "\\textcolor");
        }
        var parse = this.parseExpression(false);
        this.expect("EOF");
        if (this.isPreamble) {
            var macros_1 = Object.create(null);
            Object.entries(this.gullet.macros.current).forEach(function (_a) {
                var key = _a[0], value = _a[1];
                macros_1[key] = value;
            });
            this.gullet.endGroup();
            return macros_1;
        }
        var tag = this.gullet.macros.get("\\df@tag");
        this.gullet.endGroup();
        if (tag) {
            this.gullet.macros.current["\\df@tag"] = tag;
        }
        return parse;
    };
    Object.defineProperty(Parser, "endOfExpression", {
        get: function () {
            return ["}", "\\endgroup", "\\end", "\\right", "\\endtoggle", "&"];
        },
        enumerable: false,
        configurable: true
    });
    Parser.prototype.subparse = function (tokens) {
        var oldToken = this.nextToken;
        this.consume();
        this.gullet.pushToken(new Token("}"));
        this.gullet.pushTokens(tokens);
        var parse = this.parseExpression(false);
        this.expect("}");
        this.nextToken = oldToken;
        return parse;
    };
    Parser.prototype.parseExpression = function (breakOnInfix, breakOnTokenText, breakOnMiddle) {
        var body = [];
        this.prevAtomType = "";
        while (true) {
            if (this.mode === "math") {
                this.consumeSpaces();
            }
            var lex = this.fetch();
            if (Parser.endOfExpression.indexOf(lex.text) !== -1) {
                break;
            }
            if (breakOnTokenText && lex.text === breakOnTokenText) {
                break;
            }
            if (breakOnMiddle && lex.text === "\\middle") {
                break;
            }
            if (breakOnInfix && functions[lex.text] && functions[lex.text].infix) {
                break;
            }
            var atom = this.parseAtom(breakOnTokenText);
            if (!atom) {
                break;
            }
            else if (atom.type === "internal") {
                continue;
            }
            body.push(atom);
            this.prevAtomType = atom.type === "atom" ? atom.family : atom.type;
        }
        if (this.mode === "text") {
            this.formLigatures(body);
        }
        return this.handleInfixNodes(body);
    };
    Parser.prototype.handleInfixNodes = function (body) {
        var overIndex = -1;
        var funcName;
        for (var i = 0; i < body.length; i++) {
            if (body[i].type === "infix") {
                if (overIndex !== -1) {
                    throw new ParseError("only one infix operator per group", body[i].token);
                }
                overIndex = i;
                funcName = body[i].replaceWith;
            }
        }
        if (overIndex !== -1 && funcName) {
            var numerNode = void 0;
            var denomNode = void 0;
            var numerBody = body.slice(0, overIndex);
            var denomBody = body.slice(overIndex + 1);
            if (numerBody.length === 1 && numerBody[0].type === "ordgroup") {
                numerNode = numerBody[0];
            }
            else {
                numerNode = { type: "ordgroup", mode: this.mode, body: numerBody };
            }
            if (denomBody.length === 1 && denomBody[0].type === "ordgroup") {
                denomNode = denomBody[0];
            }
            else {
                denomNode = { type: "ordgroup", mode: this.mode, body: denomBody };
            }
            var node = void 0;
            if (funcName === "\\\\abovefrac") {
                node = this.callFunction(funcName, [numerNode, body[overIndex], denomNode], []);
            }
            else {
                node = this.callFunction(funcName, [numerNode, denomNode], []);
            }
            return [node];
        }
        else {
            return body;
        }
    };
    Parser.prototype.handleSupSubscript = function (name) {
        var symbolToken = this.fetch();
        var symbol = symbolToken.text;
        this.consume();
        this.consumeSpaces();
        var group;
        do {
            group = this.parseGroup(name);
        } while (group.type && group.type === "internal");
        if (!group) {
            throw new ParseError("Expected group after '" + symbol + "'", symbolToken);
        }
        return group;
    };
    Parser.prototype.formatUnsupportedCmd = function (text) {
        var textordArray = [];
        for (var i = 0; i < text.length; i++) {
            textordArray.push({ type: "textord", mode: "text", text: text[i] });
        }
        var textNode = {
            type: "text",
            mode: this.mode,
            body: textordArray
        };
        var colorNode = {
            type: "color",
            mode: this.mode,
            color: this.settings.errorColor,
            body: [textNode]
        };
        return colorNode;
    };
    Parser.prototype.parseAtom = function (breakOnTokenText) {
        var base = this.parseGroup("atom", breakOnTokenText);
        if (base && base.type === "internal") {
            return base;
        }
        if (this.mode === "text") {
            return base;
        }
        var superscript;
        var subscript;
        while (true) {
            this.consumeSpaces();
            var lex = this.fetch();
            if (lex.text === "\\limits" || lex.text === "\\nolimits") {
                if (base && base.type === "op") {
                    var limits = lex.text === "\\limits";
                    base.limits = limits;
                    base.alwaysHandleSupSub = true;
                }
                else if (base && base.type === "operatorname") {
                    if (base.alwaysHandleSupSub) {
                        base.limits = lex.text === "\\limits";
                    }
                }
                else {
                    throw new ParseError("Limit controls must follow a math operator", lex);
                }
                this.consume();
            }
            else if (lex.text === "^") {
                if (superscript) {
                    throw new ParseError("Double superscript", lex);
                }
                superscript = this.handleSupSubscript("superscript");
            }
            else if (lex.text === "_") {
                if (subscript) {
                    throw new ParseError("Double subscript", lex);
                }
                subscript = this.handleSupSubscript("subscript");
            }
            else if (lex.text === "'") {
                if (superscript) {
                    throw new ParseError("Double superscript", lex);
                }
                var prime = { type: "textord", mode: this.mode, text: "\\prime" };
                var primes_1 = [prime];
                this.consume();
                while (this.fetch().text === "'") {
                    primes_1.push(prime);
                    this.consume();
                }
                if (this.fetch().text === "^") {
                    primes_1.push(this.handleSupSubscript("superscript"));
                }
                superscript = { type: "ordgroup", mode: this.mode, body: primes_1 };
            }
            else if (uSubsAndSups[lex.text]) {
                var isSub = unicodeSubRegEx.test(lex.text);
                var subsupTokens = [];
                subsupTokens.push(new Token(uSubsAndSups[lex.text]));
                this.consume();
                while (true) {
                    var token = this.fetch().text;
                    if (!(uSubsAndSups[token])) {
                        break;
                    }
                    if (unicodeSubRegEx.test(token) !== isSub) {
                        break;
                    }
                    subsupTokens.unshift(new Token(uSubsAndSups[token]));
                    this.consume();
                }
                var body = this.subparse(subsupTokens);
                if (isSub) {
                    subscript = { type: "ordgroup", mode: "math", body: body };
                }
                else {
                    superscript = { type: "ordgroup", mode: "math", body: body };
                }
            }
            else {
                break;
            }
        }
        if (superscript || subscript) {
            if (base && base.type === "multiscript" && !base.postscripts) {
                base.postscripts = { sup: superscript, sub: subscript };
                return base;
            }
            else {
                var isFollowedByDelimiter = (!base || base.type !== "op" && base.type !== "operatorname")
                    ? undefined
                    : isDelimiter(this.nextToken.text);
                return {
                    type: "supsub",
                    mode: this.mode,
                    base: base,
                    sup: superscript,
                    sub: subscript,
                    isFollowedByDelimiter: isFollowedByDelimiter
                };
            }
        }
        else {
            return base;
        }
    };
    Parser.prototype.parseFunction = function (breakOnTokenText, name) {
        var token = this.fetch();
        var func = token.text;
        var funcData = functions[func];
        if (!funcData) {
            return null;
        }
        this.consume();
        if (name && name !== "atom" && !funcData.allowedInArgument) {
            throw new ParseError("Got function '" + func + "' with no arguments" + (name ? " as " + name : ""), token);
        }
        else if (this.mode === "text" && !funcData.allowedInText) {
            throw new ParseError("Can't use function '" + func + "' in text mode", token);
        }
        else if (this.mode === "math" && funcData.allowedInMath === false) {
            throw new ParseError("Can't use function '" + func + "' in math mode", token);
        }
        var prevAtomType = this.prevAtomType;
        var _a = this.parseArguments(func, funcData), args = _a.args, optArgs = _a.optArgs;
        this.prevAtomType = prevAtomType;
        return this.callFunction(func, args, optArgs, token, breakOnTokenText);
    };
    Parser.prototype.callFunction = function (name, args, optArgs, token, breakOnTokenText) {
        var context = {
            funcName: name,
            parser: this,
            token: token,
            breakOnTokenText: breakOnTokenText
        };
        var func = functions[name];
        if (func && func.handler) {
            return func.handler(context, args, optArgs);
        }
        else {
            throw new ParseError("No function handler for ".concat(name));
        }
    };
    Parser.prototype.parseArguments = function (func, funcData) {
        var totalArgs = funcData.numArgs + funcData.numOptionalArgs;
        if (totalArgs === 0) {
            return { args: [], optArgs: [] };
        }
        var args = [];
        var optArgs = [];
        for (var i = 0; i < totalArgs; i++) {
            var argType = funcData.argTypes && funcData.argTypes[i];
            var isOptional = i < funcData.numOptionalArgs;
            if ((funcData.primitive && argType == null) ||
                (funcData.type === "sqrt" && i === 1 && optArgs[0] == null)) {
                argType = "primitive";
            }
            var arg = this.parseGroupOfType("argument to '".concat(func, "'"), argType, isOptional);
            if (isOptional) {
                optArgs.push(arg);
            }
            else if (arg != null) {
                args.push(arg);
            }
            else {
                throw new ParseError("Null argument, please report this as a bug");
            }
        }
        return { args: args, optArgs: optArgs };
    };
    Parser.prototype.parseGroupOfType = function (name, type, optional) {
        switch (type) {
            case "size":
                return this.parseSizeGroup(optional);
            case "url":
                return this.parseUrlGroup(optional);
            case "math":
            case "text":
                return this.parseArgumentGroup(optional, type);
            case "hbox": {
                var group = this.parseArgumentGroup(optional, "text");
                return group != null
                    ? {
                        type: "styling",
                        mode: group.mode,
                        body: [group],
                        scriptLevel: "text"
                    }
                    : null;
            }
            case "raw": {
                var token = this.parseStringGroup("raw", optional);
                return token != null
                    ? {
                        type: "raw",
                        mode: "text",
                        string: token.text
                    }
                    : null;
            }
            case "primitive": {
                if (optional) {
                    throw new ParseError("A primitive argument cannot be optional");
                }
                var group = this.parseGroup(name);
                if (group == null) {
                    throw new ParseError("Expected group as " + name, this.fetch());
                }
                return group;
            }
            case "original":
            case null:
            case undefined:
                return this.parseArgumentGroup(optional);
            default:
                throw new ParseError("Unknown group type as " + name, this.fetch());
        }
    };
    Parser.prototype.consumeSpaces = function () {
        while (true) {
            var ch = this.fetch().text;
            if (ch === " " || ch === "\u00a0" || ch === "\ufe0e") {
                this.consume();
            }
            else {
                break;
            }
        }
    };
    Parser.prototype.parseStringGroup = function (modeName, optional) {
        var argToken = this.gullet.scanArgument(optional);
        if (argToken == null) {
            return null;
        }
        var str = "";
        var nextToken;
        while ((nextToken = this.fetch()).text !== "EOF") {
            str += nextToken.text;
            this.consume();
        }
        this.consume();
        argToken.text = str;
        return argToken;
    };
    Parser.prototype.parseRegexGroup = function (regex, modeName) {
        var firstToken = this.fetch();
        var lastToken = firstToken;
        var str = "";
        var nextToken;
        while ((nextToken = this.fetch()).text !== "EOF" && regex.test(str + nextToken.text)) {
            lastToken = nextToken;
            str += lastToken.text;
            this.consume();
        }
        if (str === "") {
            throw new ParseError("Invalid " + modeName + ": '" + firstToken.text + "'", firstToken);
        }
        return firstToken.range(lastToken, str);
    };
    Parser.prototype.parseSizeGroup = function (optional) {
        var res;
        var isBlank = false;
        this.gullet.consumeSpaces();
        if (!optional && this.gullet.future().text !== "{") {
            res = this.parseRegexGroup(/^[-+]? *(?:$|\d+|\d+\.\d*|\.\d*) *[a-z]{0,2} *$/, "size");
        }
        else {
            res = this.parseStringGroup("size", optional);
        }
        if (!res) {
            return null;
        }
        if (!optional && res.text.length === 0) {
            res.text = "0pt";
            isBlank = true;
        }
        var match = sizeRegEx.exec(res.text);
        if (!match) {
            throw new ParseError("Invalid size: '" + res.text + "'", res);
        }
        var data = {
            number: +(match[1] + match[2]),
            unit: match[3]
        };
        if (!validUnit(data)) {
            throw new ParseError("Invalid unit: '" + data.unit + "'", res);
        }
        return {
            type: "size",
            mode: this.mode,
            value: data,
            isBlank: isBlank
        };
    };
    Parser.prototype.parseUrlGroup = function (optional) {
        this.gullet.lexer.setCatcode("%", 13);
        this.gullet.lexer.setCatcode("~", 12);
        var res = this.parseStringGroup("url", optional);
        this.gullet.lexer.setCatcode("%", 14);
        this.gullet.lexer.setCatcode("~", 13);
        if (res == null) {
            return null;
        }
        var url = res.text.replace(/\\([#$%&~_^{}])/g, "$1");
        url = res.text.replace(/{\u2044}/g, "/");
        return {
            type: "url",
            mode: this.mode,
            url: url
        };
    };
    Parser.prototype.parseArgumentGroup = function (optional, mode) {
        var argToken = this.gullet.scanArgument(optional);
        if (argToken == null) {
            return null;
        }
        var outerMode = this.mode;
        if (mode) {
            this.switchMode(mode);
        }
        this.gullet.beginGroup();
        var expression = this.parseExpression(false, "EOF");
        this.expect("EOF");
        this.gullet.endGroup();
        var result = {
            type: "ordgroup",
            mode: this.mode,
            loc: argToken.loc,
            body: expression
        };
        if (mode) {
            this.switchMode(outerMode);
        }
        return result;
    };
    Parser.prototype.parseGroup = function (name, breakOnTokenText) {
        var firstToken = this.fetch();
        var text = firstToken.text;
        if (name === "argument to '\\left'") {
            return this.parseSymbol();
        }
        var result;
        if (text === "{" || text === "\\begingroup" || text === "\\toggle") {
            this.consume();
            var groupEnd = text === "{"
                ? "}"
                : text === "\\begingroup"
                    ? "\\endgroup"
                    : "\\endtoggle";
            this.gullet.beginGroup();
            var expression = this.parseExpression(false, groupEnd);
            var lastToken = this.fetch();
            this.expect(groupEnd);
            this.gullet.endGroup();
            result = {
                type: (lastToken.text === "\\endtoggle" ? "toggle" : "ordgroup"),
                mode: this.mode,
                loc: SourceLocation.range(firstToken, lastToken),
                body: expression,
                semisimple: text === "\\begingroup" || undefined
            };
        }
        else {
            result = this.parseFunction(breakOnTokenText, name) || this.parseSymbol();
            if (result == null && text[0] === "\\" &&
                !Object.prototype.hasOwnProperty.call(implicitCommands, text)) {
                if (this.settings.throwOnError) {
                    throw new ParseError("Unsupported function name: " + text, firstToken);
                }
                result = this.formatUnsupportedCmd(text);
                this.consume();
            }
        }
        return result;
    };
    Parser.prototype.formLigatures = function (group) {
        var n = group.length - 1;
        for (var i = 0; i < n; ++i) {
            var a = group[i];
            var v = a.text;
            if (v === "-" && group[i + 1].text === "-") {
                if (i + 1 < n && group[i + 2].text === "-") {
                    group.splice(i, 3, {
                        type: "textord",
                        mode: "text",
                        loc: SourceLocation.range(a, group[i + 2]),
                        text: "---"
                    });
                    n -= 2;
                }
                else {
                    group.splice(i, 2, {
                        type: "textord",
                        mode: "text",
                        loc: SourceLocation.range(a, group[i + 1]),
                        text: "--"
                    });
                    n -= 1;
                }
            }
            if ((v === "'" || v === "`") && group[i + 1].text === v) {
                group.splice(i, 2, {
                    type: "textord",
                    mode: "text",
                    loc: SourceLocation.range(a, group[i + 1]),
                    text: v + v
                });
                n -= 1;
            }
        }
    };
    Parser.prototype.parseSymbol = function () {
        var nucleus = this.fetch();
        var text = nucleus.text;
        if (/^\\verb[^a-zA-Z]/.test(text)) {
            this.consume();
            var arg = text.slice(5);
            var star = arg.charAt(0) === "*";
            if (star) {
                arg = arg.slice(1);
            }
            if (arg.length < 2 || arg.charAt(0) !== arg.slice(-1)) {
                throw new ParseError("\\verb assertion failed --\n                    please report what input caused this bug");
            }
            arg = arg.slice(1, -1);
            return {
                type: "verb",
                mode: "text",
                body: arg,
                star: star
            };
        }
        if (Object.prototype.hasOwnProperty.call(unicodeSymbols, text[0]) &&
            this.mode === "math" && !symbols[this.mode][text[0]]) {
            if (this.settings.strict && this.mode === "math") {
                throw new ParseError("Accented Unicode text character \"".concat(text[0], "\" used in ") + "math mode", nucleus);
            }
            text = unicodeSymbols[text[0]] + text.slice(1);
        }
        var match = this.mode === "math"
            ? combiningDiacriticalMarksEndRegex.exec(text)
            : null;
        if (match) {
            text = text.substring(0, match.index);
            if (text === "i") {
                text = "\u0131";
            }
            else if (text === "j") {
                text = "\u0237";
            }
        }
        var symbol;
        if (symbols[this.mode][text]) {
            var group = symbols[this.mode][text].group;
            if (group === "bin" &&
                (binLeftCancellers.includes(this.prevAtomType) || this.prevAtomType === "")) {
                group = "open";
            }
            var loc = SourceLocation.range(nucleus);
            var s = void 0;
            if (Object.prototype.hasOwnProperty.call(ATOMS, group)) {
                var family = group;
                s = {
                    type: "atom",
                    mode: this.mode,
                    family: family,
                    loc: loc,
                    text: text
                };
                if ((family === "rel" || family === "bin") && this.prevAtomType === "text") {
                    if (textRegEx.test(loc.lexer.input.slice(loc.end))) {
                        s.needsSpacing = true;
                    }
                }
            }
            else {
                if (asciiFromScript[text]) {
                    this.consume();
                    var nextCode = this.fetch().text.charCodeAt(0);
                    var font = nextCode === 0xfe01 ? "mathscr" : "mathcal";
                    if (nextCode === 0xfe00 || nextCode === 0xfe01) {
                        this.consume();
                    }
                    return {
                        type: "font",
                        mode: "math",
                        font: font,
                        body: { type: "mathord", mode: "math", loc: loc, text: asciiFromScript[text] }
                    };
                }
                s = {
                    type: group,
                    mode: this.mode,
                    loc: loc,
                    text: text
                };
            }
            symbol = s;
        }
        else if (text.charCodeAt(0) >= 0x80 || combiningDiacriticalMarksEndRegex.exec(text)) {
            if (this.settings.strict && this.mode === "math") {
                throw new ParseError("Unicode text character \"".concat(text[0], "\" used in math mode"), nucleus);
            }
            symbol = {
                type: "textord",
                mode: "text",
                loc: SourceLocation.range(nucleus),
                text: text
            };
        }
        else {
            return null;
        }
        this.consume();
        if (match) {
            for (var i = 0; i < match[0].length; i++) {
                var accent_1 = match[0][i];
                if (!unicodeAccents[accent_1]) {
                    throw new ParseError("Unknown accent ' ".concat(accent_1, "'"), nucleus);
                }
                var command = unicodeAccents[accent_1][this.mode] ||
                    unicodeAccents[accent_1].text;
                if (!command) {
                    throw new ParseError("Accent ".concat(accent_1, " unsupported in ").concat(this.mode, " mode"), nucleus);
                }
                symbol = {
                    type: "accent",
                    mode: this.mode,
                    loc: SourceLocation.range(nucleus),
                    label: command,
                    isStretchy: false,
                    base: symbol
                };
            }
        }
        return symbol;
    };
    return Parser;
}());
var parseTree = function (toParse, settings) {
    if (!(typeof toParse === "string" || toParse instanceof String)) {
        throw new TypeError("Temml can only parse string typed expression");
    }
    var tree;
    var parser;
    try {
        parser = new Parser(toParse, settings);
        delete parser.gullet.macros.current["\\df@tag"];
        tree = parser.parse();
    }
    catch (error) {
        if (error.toString() === "ParseError:  Unmatched delimiter") {
            settings.wrapDelimiterPairs = false;
            parser = new Parser(toParse, settings);
            delete parser.gullet.macros.current["\\df@tag"];
            tree = parser.parse();
        }
        else {
            throw error;
        }
    }
    if (!(tree.length > 0 && tree[0].type && tree[0].type === "array" && tree[0].addEqnNum)) {
        if (parser.gullet.macros.get("\\df@tag")) {
            if (!settings.displayMode) {
                throw new ParseError("\\tag works only in display mode");
            }
            parser.gullet.feed("\\df@tag");
            tree = [
                {
                    type: "tag",
                    mode: "text",
                    body: tree,
                    tag: parser.parse()
                }
            ];
        }
    }
    return tree;
};
var subOrSupLevel = [2, 2, 3, 3];
var Style = (function () {
    function Style(data) {
        this.level = data.level;
        this.color = data.color;
        this.font = data.font || "";
        this.fontFamily = data.fontFamily || "";
        this.fontSize = data.fontSize || 1.0;
        this.fontWeight = data.fontWeight || "";
        this.fontShape = data.fontShape || "";
        this.maxSize = data.maxSize;
    }
    Style.prototype.extend = function (extension) {
        var data = {
            level: this.level,
            color: this.color,
            font: this.font,
            fontFamily: this.fontFamily,
            fontSize: this.fontSize,
            fontWeight: this.fontWeight,
            fontShape: this.fontShape,
            maxSize: this.maxSize
        };
        for (var key in extension) {
            if (Object.prototype.hasOwnProperty.call(extension, key)) {
                data[key] = extension[key];
            }
        }
        return new Style(data);
    };
    Style.prototype.withLevel = function (n) {
        return this.extend({
            level: n
        });
    };
    Style.prototype.incrementLevel = function () {
        return this.extend({
            level: Math.min(this.level + 1, 3)
        });
    };
    Style.prototype.inSubOrSup = function () {
        return this.extend({
            level: subOrSupLevel[this.level]
        });
    };
    Style.prototype.withColor = function (color) {
        return this.extend({
            color: color
        });
    };
    Style.prototype.withFont = function (font) {
        return this.extend({
            font: font
        });
    };
    Style.prototype.withTextFontFamily = function (fontFamily) {
        return this.extend({
            fontFamily: fontFamily,
            font: ""
        });
    };
    Style.prototype.withFontSize = function (num) {
        return this.extend({
            fontSize: num
        });
    };
    Style.prototype.withTextFontWeight = function (fontWeight) {
        return this.extend({
            fontWeight: fontWeight,
            font: ""
        });
    };
    Style.prototype.withTextFontShape = function (fontShape) {
        return this.extend({
            fontShape: fontShape,
            font: ""
        });
    };
    Style.prototype.getColor = function () {
        return this.color;
    };
    return Style;
}());
var version = "0.13.5";
function postProcess(block) {
    var labelMap = {};
    var i = 0;
    var amsEqns = document.getElementsByClassName('tml-eqn');
    for (var _i = 0, amsEqns_1 = amsEqns; _i < amsEqns_1.length; _i++) {
        var parent = amsEqns_1[_i];
        i += 1;
        parent.setAttribute("id", "tml-eqn-" + String(i));
        while (true) {
            if (parent.tagName === "mtable") {
                break;
            }
            var labels = parent.getElementsByClassName("tml-label");
            if (labels.length > 0) {
                var id = parent.attributes.id.value;
                labelMap[id] = String(i);
                break;
            }
            else {
                parent = parent.parentElement;
            }
        }
    }
    var taggedEqns = document.getElementsByClassName('tml-tageqn');
    for (var _a = 0, taggedEqns_1 = taggedEqns; _a < taggedEqns_1.length; _a++) {
        var parent = taggedEqns_1[_a];
        var labels = parent.getElementsByClassName("tml-label");
        if (labels.length > 0) {
            var tags = parent.getElementsByClassName("tml-tag");
            if (tags.length > 0) {
                var id = parent.attributes.id.value;
                labelMap[id] = tags[0].textContent;
            }
        }
    }
    var refs = block.getElementsByClassName("tml-ref");
    __spreadArray([], refs, true).forEach(function (ref) {
        var attr = ref.getAttribute("href");
        var str = labelMap[attr.slice(1)];
        if (ref.className.indexOf("tml-eqref") === -1) {
            str = str.replace(/^\(/, "");
            str = str.replace(/\)$/, "");
        }
        else {
            if (str.charAt(0) !== "(") {
                str = "(" + str;
            }
            if (str.slice(-1) !== ")") {
                str = str + ")";
            }
        }
        var mtext = document.createElementNS("http://www.w3.org/1998/Math/MathML", "mtext");
        mtext.appendChild(document.createTextNode(str));
        var math = document.createElementNS("http://www.w3.org/1998/Math/MathML", "math");
        math.appendChild(mtext);
        ref.textContent = '';
        ref.appendChild(math);
    });
}
var findEndOfMath = function (delimiter, text, startIndex) {
    var index = startIndex;
    var braceLevel = 0;
    var delimLength = delimiter.length;
    while (index < text.length) {
        var character = text[index];
        if (braceLevel <= 0 && text.slice(index, index + delimLength) === delimiter) {
            return index;
        }
        else if (character === "\\") {
            index++;
        }
        else if (character === "{") {
            braceLevel++;
        }
        else if (character === "}") {
            braceLevel--;
        }
        index++;
    }
    return -1;
};
var escapeRegex = function (string) {
    return string.replace(/[-/\\^$*+?.()|[\]{}]/g, "\\$&");
};
var amsRegex = /^\\(?:begin|(?:eq)?ref){/;
var splitAtDelimiters = function (text, delimiters) {
    var index;
    var data = [];
    var regexLeft = new RegExp("(" + delimiters.map(function (x) { return escapeRegex(x.left); }).join("|") + ")");
    while (true) {
        index = text.search(regexLeft);
        if (index === -1) {
            break;
        }
        if (index > 0) {
            data.push({
                type: "text",
                data: text.slice(0, index)
            });
            text = text.slice(index);
        }
        var i = delimiters.findIndex(function (delim) { return text.startsWith(delim.left); });
        index = findEndOfMath(delimiters[i].right, text, delimiters[i].left.length);
        if (index === -1) {
            break;
        }
        var rawData = text.slice(0, index + delimiters[i].right.length);
        var math_1 = amsRegex.test(rawData)
            ? rawData
            : text.slice(delimiters[i].left.length, index);
        data.push({
            type: "math",
            data: math_1,
            rawData: rawData,
            display: delimiters[i].display
        });
        text = text.slice(index + delimiters[i].right.length);
    }
    if (text !== "") {
        data.push({
            type: "text",
            data: text
        });
    }
    return data;
};
var defaultDelimiters = [
    { left: "$$", right: "$$", display: true },
    { left: "\\(", right: "\\)", display: false },
    { left: "\\begin{equation}", right: "\\end{equation}", display: true },
    { left: "\\begin{equation*}", right: "\\end{equation*}", display: true },
    { left: "\\begin{align}", right: "\\end{align}", display: true },
    { left: "\\begin{align*}", right: "\\end{align*}", display: true },
    { left: "\\begin{alignat}", right: "\\end{alignat}", display: true },
    { left: "\\begin{alignat*}", right: "\\end{alignat*}", display: true },
    { left: "\\begin{gather}", right: "\\end{gather}", display: true },
    { left: "\\begin{gather*}", right: "\\end{gather*}", display: true },
    { left: "\\begin{CD}", right: "\\end{CD}", display: true },
    { left: "\\ref{", right: "}", display: false },
    { left: "\\eqref{", right: "}", display: false },
    { left: "\\[", right: "\\]", display: true }
];
var firstDraftDelimiters = {
    "$": [
        { left: "$$", right: "$$", display: true },
        { left: "$`", right: "`$", display: false },
        { left: "$", right: "$", display: false }
    ],
    "(": [
        { left: "\\[", right: "\\]", display: true },
        { left: "\\(", right: "\\)", display: false }
    ]
};
var amsDelimiters = [
    { left: "\\begin{equation}", right: "\\end{equation}", display: true },
    { left: "\\begin{equation*}", right: "\\end{equation*}", display: true },
    { left: "\\begin{align}", right: "\\end{align}", display: true },
    { left: "\\begin{align*}", right: "\\end{align*}", display: true },
    { left: "\\begin{alignat}", right: "\\end{alignat}", display: true },
    { left: "\\begin{alignat*}", right: "\\end{alignat*}", display: true },
    { left: "\\begin{gather}", right: "\\end{gather}", display: true },
    { left: "\\begin{gather*}", right: "\\end{gather*}", display: true },
    { left: "\\begin{CD}", right: "\\end{CD}", display: true },
    { left: "\\ref{", right: "}", display: false },
    { left: "\\eqref{", right: "}", display: false }
];
var delimitersFromKey = function (key) {
    if (key === "$" || key === "(") {
        return firstDraftDelimiters[key];
    }
    else if (key === "$+" || key === "(+") {
        var firstDraft = firstDraftDelimiters[key.slice(0, 1)];
        return firstDraft.concat(amsDelimiters);
    }
    else if (key === "ams") {
        return amsDelimiters;
    }
    else if (key === "all") {
        return (firstDraftDelimiters["("]).concat(firstDraftDelimiters["$"]).concat(amsDelimiters);
    }
    else {
        return defaultDelimiters;
    }
};
var renderMathInText = function (text, optionsCopy) {
    var data = splitAtDelimiters(text, optionsCopy.delimiters);
    if (data.length === 1 && data[0].type === "text") {
        return null;
    }
    var fragment = document.createDocumentFragment();
    for (var i = 0; i < data.length; i++) {
        if (data[i].type === "text") {
            fragment.appendChild(document.createTextNode(data[i].data));
        }
        else {
            var span = document.createElement("span");
            var math_2 = data[i].data;
            optionsCopy.displayMode = data[i].display;
            try {
                if (optionsCopy.preProcess) {
                    math_2 = optionsCopy.preProcess(math_2);
                }
                temml.render(math_2, span, optionsCopy);
            }
            catch (e) {
                if (!(e instanceof ParseError)) {
                    throw e;
                }
                optionsCopy.errorCallback("Temml auto-render: Failed to parse `" + data[i].data + "` with ", e);
                fragment.appendChild(document.createTextNode(data[i].rawData));
                continue;
            }
            fragment.appendChild(span);
        }
    }
    return fragment;
};
var renderElem = function (elem, optionsCopy) {
    var _loop_2 = function (i) {
        var childNode = elem.childNodes[i];
        if (childNode.nodeType === 3) {
            var frag = renderMathInText(childNode.textContent, optionsCopy);
            if (frag) {
                i += frag.childNodes.length - 1;
                elem.replaceChild(frag, childNode);
            }
        }
        else if (childNode.nodeType === 1) {
            var className_1 = " " + childNode.className + " ";
            var shouldRender = optionsCopy.ignoredTags.indexOf(childNode.nodeName.toLowerCase()) === -1 &&
                optionsCopy.ignoredClasses.every(function (x) { return className_1.indexOf(" " + x + " ") === -1; });
            if (shouldRender) {
                renderElem(childNode, optionsCopy);
            }
        }
        out_i_1 = i;
    };
    var out_i_1;
    for (var i = 0; i < elem.childNodes.length; i++) {
        _loop_2(i);
        i = out_i_1;
    }
};
var renderMathInElement = function (elem, options) {
    if (!elem) {
        throw new Error("No element provided to render");
    }
    var optionsCopy = {};
    for (var option in options) {
        if (Object.prototype.hasOwnProperty.call(options, option)) {
            optionsCopy[option] = options[option];
        }
    }
    if (optionsCopy.fences) {
        optionsCopy.delimiters = delimitersFromKey(optionsCopy.fences);
    }
    else {
        optionsCopy.delimiters = optionsCopy.delimiters || defaultDelimiters;
    }
    optionsCopy.ignoredTags = optionsCopy.ignoredTags || [
        "script",
        "noscript",
        "style",
        "textarea",
        "pre",
        "code",
        "option"
    ];
    optionsCopy.ignoredClasses = optionsCopy.ignoredClasses || [];
    optionsCopy.errorCallback = optionsCopy.errorCallback || console.error;
    optionsCopy.macros = optionsCopy.macros || Object.create(null);
    renderElem(elem, optionsCopy);
    postProcess(elem);
};
var render = function (expression, baseNode, options) {
    if (options === void 0) { options = {}; }
    baseNode.textContent = "";
    var alreadyInMathElement = baseNode.tagName.toLowerCase() === "math";
    if (alreadyInMathElement) {
        options.wrap = "none";
    }
    var math = renderToMathMLTree(expression, options);
    if (alreadyInMathElement) {
        baseNode.textContent = "";
        math.children.forEach(function (e) { baseNode.appendChild(e.toNode()); });
    }
    else if (math.children.length > 1) {
        baseNode.textContent = "";
        math.children.forEach(function (e) { baseNode.appendChild(e.toNode()); });
    }
    else {
        baseNode.appendChild(math.toNode());
    }
};
if (typeof document !== "undefined") {
    if (document.compatMode !== "CSS1Compat") {
        typeof console !== "undefined" &&
            console.warn("Warning: Temml doesn't work in quirks mode. Make sure your " +
                "website has a suitable doctype.");
        render = function () {
            throw new ParseError("Temml doesn't work in quirks mode.");
        };
    }
}
var renderToString = function (expression, options) {
    var markup = renderToMathMLTree(expression, options).toMarkup();
    return markup;
};
var generateParseTree = function (expression, options) {
    var settings = new Settings(options);
    return parseTree(expression, settings);
};
var definePreamble = function (expression, options) {
    var settings = new Settings(options);
    settings.macros = Object.create(null);
    if (!(typeof expression === "string" || expression instanceof String)) {
        throw new TypeError("Temml can only parse string typed expression");
    }
    var parser = new Parser(expression, settings, true);
    delete parser.gullet.macros.current["\\df@tag"];
    var macros = parser.parse();
    return macros;
};
var renderError = function (error, expression, options) {
    if (options.throwOnError || !(error instanceof ParseError)) {
        throw error;
    }
    var node = new Span(["temml-error"], [new TextNode$1(expression + "\n\n" + error.toString())]);
    node.style.color = options.errorColor;
    node.style.whiteSpace = "pre-line";
    return node;
};
var renderToMathMLTree = function (expression, options) {
    var settings = new Settings(options);
    try {
        var tree = parseTree(expression, settings);
        var style = new Style({
            level: settings.displayMode ? StyleLevel.DISPLAY : StyleLevel.TEXT,
            maxSize: settings.maxSize
        });
        return buildMathML(tree, expression, style, settings);
    }
    catch (error) {
        return renderError(error, expression, settings);
    }
};
var temml$1 = {
    version: version,
    render: render,
    renderToString: renderToString,
    renderMathInElement: renderMathInElement,
    postProcess: postProcess,
    ParseError: ParseError,
    definePreamble: definePreamble,
    __parse: generateParseTree,
    __renderToMathMLTree: renderToMathMLTree,
    __defineSymbol: defineSymbol,
    __defineMacro: defineMacro
};
module.exports = temml$1;
