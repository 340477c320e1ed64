// Which language this tablet speaks, and the page's written texts in it. Import it first: a page that does is
// drawn when its texts are there, so that nothing is shown in the wrong language.

import "./theme.js";
import { keep, kept } from "./keeping.js";
import { language, say, teach, whenTaught } from "../words/say.js";

/** The languages that a tablet may be set to, each by its own name. */
const LANGUAGES = { en: "English", vi: "Tiếng Việt", ja: "日本語" };

const KEPT = "boardwarden-language";
const AGAIN_MS = 1000;
/** The attributes of the page's own HTML that name a text, and what the text becomes. */
const SAID = { sayLabel: "aria-label", sayTitle: "title", sayAlt: "alt", sayPlaceholder: "placeholder" };

/**
 * One of our languages, or null.
 * @param {string | null | undefined} tongue
 */
const known = (tongue) => (tongue && tongue in LANGUAGES ? tongue : null);

/** The language of a link goes first, for as long as its tab lives; then what was chosen here, then the browser's. */
function chosen() {
  const linked = known(new URLSearchParams(location.search).get("lang"));
  if (linked) keep(KEPT, linked, "tab");
  const own = navigator.languages.map((tag) => known(tag.split("-")[0])).find(Boolean);
  return linked ?? known(kept(KEPT, "tab")) ?? known(kept(KEPT)) ?? own ?? "en";
}

/**
 * Read a language's sentences; what was kept for when the network is away counts too.
 * @param {string} tongue
 * @returns {Promise<Record<string, string>>}
 */
async function textsIn(tongue) {
  for (;;) {
    const answer = await fetch(`/texts/${tongue}.json`).catch(() => null);
    if (answer?.ok) return answer.json();
    // The page came a moment ago from who has the texts too.
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Write the texts that the page's HTML asks for, and make what it lets choose the language work. */
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
 * Speak a language on this tablet from now on.
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
