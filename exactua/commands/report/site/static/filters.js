// Which statuses (of claims) or kinds (of faults) are shown. What is chosen stands in the address: #status=refuted,stale
"use strict";
(function () {
  const form = document.getElementById("filters");
  if (!form) return;
  const name = form.dataset.filters;
  const boxes = [...form.querySelectorAll("input")];
  const things = [...document.querySelectorAll("[data-" + name + "]")].filter((one) => one.closest("main"));
  const status = document.getElementById("filter-status");

  function apply() {
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    let shown = 0;
    for (const thing of things) {
      const hidden = chosen.length > 0 && !chosen.includes(thing.dataset[name]);
      // a graph keeps its shape: what is left out of it only fades
      if (thing.namespaceURI.endsWith("svg")) thing.classList.toggle("faded", hidden);
      else thing.hidden = hidden;
      if ("count" in thing.dataset && !hidden) shown += 1;
    }
    const { of, noun } = status.dataset;
    const all = of === "1" ? "The one " + noun.slice(0, -1) + " is shown." : "All " + of + " " + noun + " are shown.";
    status.textContent = chosen.length ? shown + " of " + of + " " + (of === "1" ? noun.slice(0, -1) : noun) + (shown === 1 ? " is" : " are") + " shown." : all;
    return chosen;
  }

  function remember() {
    const chosen = apply();
    const address = location.pathname + location.search + (chosen.length ? "#" + name + "=" + chosen.join(",") : "");
    history.replaceState(null, "", address);
  }

  function read() {
    const found = location.hash.match("^#" + name + "=(.*)$");
    if (!found && location.hash) {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (!target || !target.hidden) return;
    }
    const wanted = found ? decodeURIComponent(found[1]).split(",") : [];
    for (const box of boxes) box.checked = wanted.includes(box.value);
    apply();
    if (!found && location.hash) document.getElementById(location.hash.slice(1)).scrollIntoView();
  }

  form.addEventListener("change", remember);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", function () {
    setTimeout(remember);
  });
  window.addEventListener("hashchange", read);
  read();
})();
