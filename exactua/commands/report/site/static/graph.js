// A claim of the graph under the pointer, or with the focus, lights up all that it rests on and all that rests on it.
"use strict";
(function () {
  const graph = document.getElementById("graph");
  if (!graph) return;
  const nodes = new Map([...graph.querySelectorAll(".node")].map((node) => [node.id, node]));
  const edges = [...graph.querySelectorAll(".edge")];

  // where the graph is wider than its box, the beginning is in view: the first of the claims that nothing rests on
  const frame = document.getElementById("graph-box");
  const tops = [...nodes.values()].map((node) => node.querySelector(".box"));
  const least = Math.min(...tops.map((box) => box.y.baseVal.value));
  const first = tops.find((box) => box.y.baseVal.value === least);
  if (first) frame.scrollLeft = first.x.baseVal.value + first.width.baseVal.value / 2 - frame.clientWidth / 2;

  function reached(start, from, to) {
    const found = new Set([start]);
    for (const id of found) {
      for (const edge of edges) if (edge.dataset[from] === id) found.add(edge.dataset[to]);
    }
    return found;
  }

  function light(node) {
    const below = reached(node.id, "from", "to");
    const above = reached(node.id, "to", "from");
    graph.classList.add("lit");
    for (const [id, one] of nodes) one.classList.toggle("on", below.has(id) || above.has(id));
    for (const edge of edges) {
      const { from, to } = edge.dataset;
      edge.classList.toggle("on", (below.has(from) && below.has(to)) || (above.has(from) && above.has(to)));
    }
  }

  function dark() {
    graph.classList.remove("lit");
  }

  // Firefox scrolls to no element inside a drawing, so the tab key would lead out of sight
  function show(node) {
    const box = node.querySelector(".box").getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    const margin = 8;
    const top = document.querySelector("header.site").getBoundingClientRect().bottom + margin;
    const bottom = document.documentElement.clientHeight - margin;
    if (box.top < top) window.scrollBy(0, box.top - top);
    else if (box.bottom > bottom) window.scrollBy(0, box.bottom - bottom);
    if (box.left < around.left + margin) frame.scrollBy(box.left - around.left - margin, 0);
    else if (box.right > around.right - margin) frame.scrollBy(box.right - around.right + margin, 0);
  }

  for (const node of nodes.values()) {
    node.addEventListener("mouseenter", () => light(node));
    node.addEventListener("focus", function () {
      light(node);
      show(node);
    });
    node.addEventListener("mouseleave", dark);
    node.addEventListener("blur", dark);
  }
})();
