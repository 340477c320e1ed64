// The tablet's language, and the page's texts in it. A page imports it first: then it is only drawn when its texts
// are loaded, and nothing is shown in a wrong language.

import "./theme.js";
import { keep, kept } from "./keeping.js";
import { language, say, teach, whenTaught } from "../words/say.js";

/** The languages that a tablet may be set to, each by its own name. */
const LANGUAGES = { en: "English", vi: "Tiếng Việt", ja: "日本語" };

const KEPT = "boardwarden-language";
const AGAIN_MS = 1000;
/** The attributes in the page's HTML that name a text, each with the attribute that gets it. */
const SAID = { sayLabel: "aria-label", sayTitle: "title", sayAlt: "alt", sayPlaceholder: "placeholder" };

/**
 * A language, if the pages have it; else null.
 * @param {string | null | undefined} tongue
 */
const known = (tongue) => (tongue && tongue in LANGUAGES ? tongue : null);

/** The language to use: the link's, as long as its tab is open; else the one chosen on this tablet; else the browser's. */
function chosen() {
  const linked = known(new URLSearchParams(location.search).get("lang"));
  if (linked) keep(KEPT, linked, "tab");
  const own = navigator.languages.map((tag) => known(tag.split("-")[0])).find(Boolean);
  return linked ?? known(kept(KEPT, "tab")) ?? known(kept(KEPT)) ?? own ?? "en";
}

/**
 * Load a language's sentences. Without a network they come from the service worker.
 * @param {string} tongue
 * @returns {Promise<Record<string, string>>}
 */
async function textsIn(tongue) {
  for (;;) {
    const answer = await fetch(`/texts/${tongue}.json`).catch(() => null);
    if (answer?.ok) return answer.json();
    // The server just sent the page, and it has the texts too: so ask again.
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Write the texts that the page's HTML names, and connect its choices of the language. */
function write() {
  document.documentElement.lang = language();
  for (const place of document.querySelectorAll("[data-say]"))
    place.textContent = say(/** @type {HTMLElement} */ (place).dataset.say ?? "");
  for (const [name, attribute] of Object.entries(SAID)) {
    const asking = `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    for (const place of document.querySelectorAll(`[${asking}]`))
      place.setAttribute(attribute, say(place.getAttribute(asking) ?? ""));
  }
  for (const select of document.querySelectorAll("select.language")) offer(/** @type {HTMLSelectElement} */ (select));
}

/** @param {HTMLSelectElement} select */
function offer(select) {
  if (!select.options.length) {
    for (const [tongue, name] of Object.entries(LANGUAGES)) {
      const option = new Option(name, tongue);
      option.lang = tongue;
      select.add(option);
    }
    select.addEventListener("change", () => choose(select.value));
  }
  select.value = language();
}

/**
 * Use a language on this tablet from now on.
 * @param {string} tongue
 */
async function choose(tongue) {
  keep(KEPT, tongue);
  keep(KEPT, tongue, "tab");
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  history.replaceState(null, "", here);
  if (tongue === language()) return;
  teach(tongue, await textsIn(tongue));
}

whenTaught(write);
const tongue = chosen();
teach(tongue, await textsIn(tongue));
