// The search box: "/" leads to it, arrows choose, Enter goes there. The index is loaded when it is first needed.
"use strict";
(function () {
  const MOST = 12;
  const box = document.getElementById("search-box");
  const list = document.getElementById("search-results");
  const status = document.getElementById("search-status");
  const root = box.dataset.root;
  const NAMES = {
    α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "eps", ϵ: "epsilon", ζ: "zeta", η: "eta", θ: "theta", κ: "kappa",
    λ: "lambda", μ: "mu", ν: "nu", ξ: "xi", π: "pi", ρ: "rho", σ: "sigma", τ: "tau", φ: "phi", ϕ: "phi", χ: "chi", ψ: "psi",
    ω: "omega", "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "−": "-", "…": "...", "×": "x", "′": "'", "∞": "infinity",
    "∑": "sum", "‖": "||", "\u0303": "~", "\u0304": "-bar",
  };
  let loading = null;
  let active = -1;

  function load() {
    loading = loading || new Promise(function (resolve, reject) {
      const script = document.createElement("script");
      script.src = root + "static/search-index.js";
      script.onload = () => resolve(window.exactuaIndex);
      script.onerror = reject;
      document.head.append(script);
    });
    return loading;
  }

  function score(entry, words, whole) {
    const [kind, label, title, , , more] = entry;
    const name = label.slice(label.lastIndexOf(":") + 1).toLowerCase();
    const heading = title.toLowerCase();
    const text = (label + " " + title + " " + more).toLowerCase();
    let points = { paper: 6, ledger: 5, claim: 4 }[kind] || 0;
    for (const word of words) {
      const at = text.indexOf(word);
      if (at < 0) return -1;
      if (name.startsWith(word)) points += 12;
      else if (heading.startsWith(word)) points += 10;
      else if (name.includes(word)) points += 6;
      else if (heading.includes(word)) points += 4;
      else points += at === 0 || /\W/.test(text[at - 1]) ? 2 : 1;
    }
    if (name === whole.replaceAll(" ", "") || heading === whole) points += 40;
    return points;
  }

  function found(index, query) {
    const whole = [...query.trim().toLowerCase()].map((sign) => NAMES[sign] || sign).join("");
    const words = whole.split(/\s+/).filter(Boolean);
    if (!words.length) return null;
    return index.entries
      .map((entry, place) => [score(entry, words, whole), place, entry])
      .filter((one) => one[0] >= 0)
      .sort((one, other) => other[0] - one[0] || one[1] - other[1])
      .map((one) => one[2]);
  }

  function element(name, className, text) {
    const made = document.createElement(name);
    made.className = className;
    if (text) made.textContent = text;
    return made;
  }

  function option(index, entry, place) {
    const [kind, label, title, key, page] = entry;
    const link = element("a", "result" + (key ? " s-" + key : ""));
    link.id = "search-result-" + place;
    link.href = root + page;
    link.tabIndex = -1;
    link.setAttribute("role", "option");
    link.setAttribute("aria-selected", "false");
    link.append(element("span", "result-title", title), element("span", "result-label", kind + " " + label));
    if (key) {
      const badge = element("span", "badge s-" + key);
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      mark.setAttribute("class", "mark");
      mark.setAttribute("width", "16");
      mark.setAttribute("height", "16");
      mark.setAttribute("aria-hidden", "true");
      use.setAttribute("href", "#mark-" + key);
      mark.append(use);
      badge.append(mark, element("span", "", index.words[key]));
      link.append(badge);
    }
    return link;
  }

  function close() {
    list.hidden = true;
    list.replaceChildren();
    active = -1;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  }

  function show(index) {
    const results = found(index, box.value);
    close();
    if (results === null) {
      status.textContent = "";
      return;
    }
    const shown = results.slice(0, MOST);
    status.textContent = results.length
      ? results.length + (results.length === 1 ? " result" : " results")
      : "Nothing is found";
    list.replaceChildren(...shown.map((entry, place) => option(index, entry, place)));
    if (!shown.length) {
      const none = element("div", "result none", "Nothing is found.");
      none.setAttribute("role", "option");
      none.setAttribute("aria-disabled", "true");
      list.append(none);
    }
    list.hidden = false;
    box.setAttribute("aria-expanded", "true");
    if (shown.length) choose(0);
  }

  function choose(place) {
    const options = list.querySelectorAll("a");
    if (!options.length) return;
    active = (place + options.length) % options.length;
    options.forEach((one, k) => one.setAttribute("aria-selected", String(k === active)));
    box.setAttribute("aria-activedescendant", options[active].id);
    options[active].scrollIntoView({ block: "nearest" });
  }

  box.addEventListener("focus", () => load().catch(() => {}));
  box.addEventListener("input", () => load().then(show).catch(function () {
    status.textContent = "The search index can't be read";
  }));
  box.addEventListener("keydown", function (event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      choose(active + (event.key === "ArrowDown" ? 1 : -1));
      event.preventDefault();
    } else if (event.key === "Enter" && active >= 0) {
      list.querySelectorAll("a")[active].click();
      event.preventDefault();
    } else if (event.key === "Escape") {
      box.value = "";
      close();
    }
  });
  list.addEventListener("click", close);
  document.addEventListener("click", function (event) {
    if (!event.target.closest(".search")) close();
  });
  document.addEventListener("keydown", function (event) {
    const writes = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !writes && !event.ctrlKey && !event.metaKey && !event.altKey) {
      box.focus();
      event.preventDefault();
    }
  });
  box.closest(".search").addEventListener("focusout", function (event) {
    if (event.relatedTarget && !event.relatedTarget.closest(".search")) close();
  });
})();
