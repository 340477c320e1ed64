// The tablet's language, and the page's texts in it. A page imports it first: then it is only drawn when its texts
// are loaded, and nothing is shown in a wrong language.

import "./theme.js";
import { chooseTongue, chosenTongue, LANGUAGES } from "./tongue.js";
import { language, say, teach, whenTaught } from "../words/say.js";

const AGAIN_MS = 1000;
/** The page's own texts, which other pages don't load. */
const ALSO = document.documentElement.dataset.texts ? `?also=${document.documentElement.dataset.texts}` : "";
/** The attributes in the page's HTML that name a text, each with the attribute that gets it. */
const SAID = { sayLabel: "aria-label", sayTitle: "title", sayAlt: "alt", sayPlaceholder: "placeholder" };

/**
 * Load a language's sentences. Without a network they come from the service worker.
 * @param {string} tongue
 * @returns {Promise<Record<string, string>>}
 */
async function textsIn(tongue) {
  for (;;) {
    const answer = await fetch(`/texts/${tongue}.json${ALSO}`).catch(() => null);
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
  chooseTongue(tongue);
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  history.replaceState(null, "", here);
  if (tongue === language()) return;
  teach(tongue, await textsIn(tongue));
}

whenTaught(write);
const tongue = chosenTongue();
teach(tongue, await textsIn(tongue));
