// What is wider than its place can be reached, and scrolled, by keyboard; what fits is no stop of the tab key.
"use strict";
(function () {
  const names = ".scroll, .formula, .graph, .says, .said, .may, .may-not, .parts, blockquote, dt, dd";
  const places = [...document.querySelectorAll(names)];

  function update() {
    const wide = places.map((place) => place.scrollWidth > place.clientWidth);
    places.forEach(function (place, k) {
      if (wide[k]) place.tabIndex = 0;
      else place.removeAttribute("tabindex");
    });
  }

  window.addEventListener("resize", update);
  document.addEventListener("toggle", update, true);
  update();
})();
