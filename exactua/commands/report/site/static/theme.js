// Runs before anything is drawn: the colours that were chosen here before, without a flash of others.
"use strict";
(function () {
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  root.classList.add("js");

  function chosen() {
    try {
      return localStorage.getItem("exactua-theme");
    } catch (error) {
      return null; // a browser may forbid it, for files above all
    }
  }

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  }

  const known = chosen();
  if (known === "dark" || known === "light") root.dataset.theme = known;

  document.addEventListener("DOMContentLoaded", function () {
    const button = document.getElementById("theme-toggle");
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    show();
    system.addEventListener("change", show);
    button.addEventListener("click", function () {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("exactua-theme", root.dataset.theme);
      } catch (error) {
        // it lasts as long as this page then
      }
      show();
    });
  });
})();
