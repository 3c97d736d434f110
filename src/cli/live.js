// Added by `probatum serve` to the pages it shows, and never written to the
// site: loads the page again when its file changed, and shows what is wrong
// with the project until it is mended.
(function () {
  "use strict";
  var print = document.currentScript.dataset.print;
  var events = new EventSource(
    "/-/events?page=" + encodeURIComponent(location.pathname) +
      "&print=" + print
  );
  events.addEventListener("reload", function () {
    events.close();
    location.reload();
  });
  addEventListener("pagehide", function () {
    events.close();
  });

  function add(parent, tag, text) {
    var element = document.createElement(tag);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  function show(problems) {
    var old = document.getElementById("probatum-problems");
    if (old) {
      old.remove();
    }
    if (problems.length === 0) {
      return;
    }
    var box = document.createElement("section");
    box.id = "probatum-problems";
    box.setAttribute("role", "alert");
    box.style.cssText =
      "position:fixed;inset:auto 0 0 0;max-height:45vh;overflow:auto;" +
      "z-index:2147483647;padding:1rem;background:#fff4f2;color:#3a0d08;" +
      "border-top:4px solid #b3261e;font:14px/1.45 ui-monospace,monospace";
    add(box, "strong", problems.length === 1
      ? "1 error" : problems.length + " errors");
    problems.forEach(function (problem) {
      var item = document.createElement("div");
      item.style.marginTop = "0.7rem";
      if (problem.path) {
        add(item, "b", problem.path + ":" + problem.line + ":" +
          problem.column);
        item.append(" ");
      }
      add(item, "span", problem.message);
      if (problem.rule) {
        add(item, "span", " [" + problem.rule + "]");
      }
      if (problem.source) {
        var line = add(item, "pre", problem.source);
        line.style.cssText = "margin:0.2rem 0;white-space:pre-wrap;" +
          "background:none;border:0;padding:0 0 0 1rem;color:inherit";
      }
      if (problem.hint) {
        add(item, "div", "hint: " + problem.hint);
      }
      box.append(item);
    });
    document.body.append(box);
  }
  events.addEventListener("problems", function (event) {
    show(JSON.parse(event.data));
  });
})();
