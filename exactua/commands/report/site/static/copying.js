// A formula that is copied is text in a line, with the signs of its powers and indices: δ^(-nd), l~_n, (a)/(b).
"use strict";
(function () {
  const MARKS = { "~": "~", "¯": "-bar", "^": "^" };
  const HIDDEN = /[\u2061\u2062]/g;

  function script(element, said) {
    const alone = !element.children.length || [...said].length === 1;
    return alone || /^\([^()]*\)$/.test(said) ? said : "(" + said + ")";
  }

  function sign(element) {
    const own = element.textContent.trim();
    if (own === "\u2062") return element.hasAttribute("rspace") ? " " : "";
    if (own === ",") return ", ";
    return element.getAttribute("form") === "infix" && own !== "/" ? " " + own + " " : own;
  }

  function written(element) {
    const parts = [...element.children];
    const inside = parts.map(written);
    const [base, first] = inside;
    const hung = (k) => script(parts[k], inside[k]);
    switch (element.localName) {
      case "mo": return sign(element);
      case "mover": return base + (MARKS[first] || "^" + hung(1));
      case "msub": case "munder": return base + "_" + hung(1);
      case "msup": return /^′+$/.test(first) ? base + first : base + "^" + hung(1);
      case "msubsup": case "munderover": return base + "_" + hung(1) + "^" + hung(2);
      case "mfrac": return hung(0) + "/" + hung(1);
      case "msqrt": return "sqrt(" + inside.join("") + ")";
      case "mtable": return inside.join("; ");
      case "mtr": return inside.join(" ");
    }
    return inside.length ? inside.join("") : element.textContent.replace(/\u00a0/g, " ");
  }

  document.addEventListener("copy", function (event) {
    const selection = document.getSelection();
    if (!event.clipboardData || selection.isCollapsed || !selection.rangeCount) return;
    const copied = document.createElement("div");
    copied.append(selection.getRangeAt(0).cloneContents());
    const formulas = [...copied.querySelectorAll("math")];
    if (!formulas.length) return;
    event.clipboardData.setData("text/html", copied.innerHTML);
    formulas.forEach((formula) => formula.replaceWith(written(formula).replace(HIDDEN, "")));
    copied.className = "hidden";
    document.body.append(copied);
    event.clipboardData.setData("text/plain", copied.innerText);
    copied.remove();
    event.preventDefault();
  });
})();
