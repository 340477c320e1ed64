// The page's theme, light or dark: the one in the address (`?theme=dark`), or chosen on this tablet, or the device's
// own.

import { keep, kept } from "./keeping.js";

const KEPT = "boardwarden-theme";
const THEMES = ["light", "dark"];
const night = matchMedia("(prefers-color-scheme: dark)");

/** The chosen theme: "light", "dark", or "auto" for the device's own. */
export function chosenTheme() {
  const asked = new URLSearchParams(location.search).get("theme") ?? kept(KEPT) ?? "";
  return THEMES.includes(asked) ? asked : "auto";
}

/** Show the page in a theme from now on. @param {string} theme */
export function chooseTheme(theme) {
  keep(KEPT, theme);
  show(theme);
}

/** @param {string} theme */
function show(theme) {
  document.documentElement.dataset.theme = theme === "auto" ? (night.matches ? "dark" : "light") : theme;
}

night.addEventListener("change", () => show(chosenTheme()));
show(chosenTheme());

for (const select of document.querySelectorAll(/** @type {"select"} */ ("select.theme"))) {
  select.value = chosenTheme();
  select.addEventListener("change", () => chooseTheme(select.value));
}
