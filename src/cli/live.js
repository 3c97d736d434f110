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

  function hide() {
    var box = document.getElementById("probatum-problems");
    if (box) {
      box.remove();
      document.body.style.paddingBottom = "";
    }
  }

  // Announced as it comes, and scrolled with the keyboard; Escape or the button
  // uncover the page until there is news.
  function frame(count) {
    var box = document.createElement("section");
    box.id = "probatum-problems";
    box.tabIndex = 0;
    box.setAttribute("role", "alert");
    box.setAttribute("aria-label", "What is wrong");
    box.style.cssText =
      "position:fixed;inset:auto 0 0 0;max-height:45vh;overflow:auto;" +
      "overflow-wrap:anywhere;z-index:2147483647;padding:1rem;" +
      "background:#fff4f2;color:#3a0d08;color-scheme:light;" +
      "border-top:4px solid #b3261e;font:14px/1.45 ui-monospace,monospace";
    add(box, "strong", count === 1 ? "1 error" : count + " errors");
    var button = add(box, "button", "Hide");
    button.type = "button";
    button.style.cssText = "float:right;font:inherit;padding:0.2rem 0.6rem;" +
      "background:none;color:inherit;border:1px solid;border-radius:4px";
    button.addEventListener("click", hide);
    return box;
  }

  function put(box, problem) {
    var item = add(box, "div", "");
    item.style.marginTop = "0.7rem";
    if (problem.path) {
      add(item, "b", [problem.path, problem.line, problem.column]
        .filter(Boolean).join(":"));
      item.append(" ");
    }
    add(item, "span", problem.message);
    if (problem.rule) {
      add(item, "span", " [" + problem.rule + "]");
    }
    if (problem.source) {
      add(item, "pre", problem.source).style.cssText =
        "margin:0.2rem 0;white-space:pre-wrap;background:none;border:0;" +
        "padding:0 0 0 1rem;font:inherit;color:inherit";
    }
    if (problem.hint) {
      add(item, "div", "hint: " + problem.hint);
    }
  }

  events.addEventListener("problems", function (event) {
    var told = JSON.parse(event.data);
    hide();
    if (told.count === 0) {
      return;
    }
    var box = frame(told.count);
    told.problems.forEach(function (problem) {
      put(box, problem);
    });
    if (told.count > told.problems.length) {
      add(box, "p", "and " + (told.count - told.problems.length) + " more");
    }
    document.body.append(box);
    // So that the end of the page can be scrolled to.
    document.body.style.paddingBottom = box.offsetHeight + "px";
  });
  addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      hide();
    }
  });
})();
