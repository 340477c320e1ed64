// The page of a game's rules, each with its id and its place in the book. Rules can be searched and linked to.

import "../page/language.js";
import { fill, html, region, regionOf } from "../page/dom.js";
import { language, say, whenTaught } from "../words/say.js";
import { chapters } from "./chapters.js";

/** @import { Rulebook } from "../../types/page.js" */
/** @typedef {{ game: string, book: string }} Shelved A game and its rulebook's title. */

const AGAIN_MS = 3000;

const [games, search] = [regionOf("game", HTMLSelectElement), regionOf("wanted", HTMLInputElement)];
/** @type {Rulebook | null} */
let book = null;
/** The number of the last request. The answer of an earlier one is dropped. */
let reading = 0;
/** The rule that the address names, until it was scrolled into view. */
let meant = addressed();

/** The rule that the address names; empty without one. */
function addressed() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

const chosen = () => new URLSearchParams(location.search).get("game") ?? "";

async function read() {
  const mine = ++reading;
  try {
    const shelf = await fetch(`/rules?lang=${language()}`);
    /** @type {readonly Shelved[]} */
    const found = await shelf.json();
    const game = found.some((one) => one.game === chosen()) ? chosen() : (found[0]?.game ?? "");
    const answer = await fetch(`/rules/${encodeURIComponent(game)}?lang=${language()}`);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const rules = await answer.json();
    if (mine !== reading) return;
    games.replaceChildren(...found.map((one) => new Option(one.book, one.game)));
    games.value = game;
    book = rules;
    draw();
  } catch {
    if (mine !== reading) return;
    fill(region("count"), "away", () => say("rulebook.away"));
    setTimeout(() => mine === reading && read(), AGAIN_MS);
  }
}

function draw() {
  if (!book) return;
  const found = chapters(book, search.value);
  const n = found.reduce((sum, one) => sum + one.rules.length, 0);
  fill(region("count"), n, () => (n ? say("rulebook.count", { n }) : say("rulebook.none")));
  fill(region("rules"), [found, addressed()], () =>
    found.map(({ place, rules }) =>
      html(
        "section",
        {},
        html("h2", {}, place),
        html(
          "ul",
          {},
          rules.map((rule) =>
            html(
              "li",
              {
                id: rule.id,
                class: rule.id === addressed() ? "meant" : null,
                "aria-current": rule.id === addressed() ? "true" : null,
              },
              html("a", { href: `#${rule.id}`, "data-key": rule.id }, rule.id),
              html("p", {}, rule.says),
              rule.left_open ? html("p", { class: "quiet" }, rule.left_open) : null,
            ),
          ),
        ),
      ),
    ),
  );
  if (!meant) return;
  document.getElementById(meant)?.scrollIntoView({ block: "center" });
  meant = "";
}

games.addEventListener("change", () => {
  history.replaceState(null, "", `${location.pathname}?game=${encodeURIComponent(games.value)}`);
  read();
});
search.addEventListener("input", draw);
addEventListener("hashchange", () => {
  meant = addressed();
  draw();
});
whenTaught(read);
read();
