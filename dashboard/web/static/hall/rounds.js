// The page of the rounds: pairings, results and standings for everybody; the arbiter types results and pairs on.

import "../page/language.js";
import { linkHeaders } from "../line/own_link.js";
import { fill, html, region, regionOf } from "../page/dom.js";
import { capital, language, say, whenTaught } from "../words/say.js";

/** @import { Pairing, Result, Round, RoundsNow, Standing, Tournament } from "../../types/messages.js" */

const AGAIN_MS = 4000;
const SYSTEMS = ["swiss", "round_robin", "knock_out"];
/** @type {readonly Result[]} */
const RESULTS = ["first", "drawn", "second"];
const SCORES = { first: "1 – 0", drawn: "½ – ½", second: "0 – 1" };
const SHEETS = ["people", "pairings", "standings"];

/** @type {RoundsNow | null} */
let now = null;
let away = false;
let refused = "";
let asked = 0;

/** Half points as people count them: "2½". @param {number} halves */
const points = (halves) => `${halves > 1 || halves === 0 ? Math.floor(halves / 2) : ""}${halves % 2 ? "½" : ""}`;

/** @param {number} quarters */
const quartersText = (quarters) => new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(quarters / 4);

async function read() {
  const mine = ++asked;
  try {
    const answer = await fetch(`/rounds/now?lang=${language()}`, { headers: linkHeaders() });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const found = await answer.json();
    if (mine === asked) [now, away] = [found, false];
  } catch {
    away = true;
  }
  draw();
}

/** Ask for a change; where it's refused, say why. @type {(what: string, body?: object) => Promise<boolean>} */
async function change(what, body = {}) {
  const mine = ++asked;
  try {
    const answer = await fetch(`/rounds/${what}?lang=${language()}`, {
      method: "POST",
      headers: { ...linkHeaders(), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const found = await answer.json();
    refused = answer.ok ? "" : found.text;
    if (answer.ok && mine === asked) now = found;
    return answer.ok;
  } catch {
    refused = say("rounds.away");
    return false;
  } finally {
    draw();
  }
}

function draw() {
  const tournament = now?.tournament ?? null;
  const no = capital(now?.refused ?? "");
  fill(region("said"), [away, refused, no, now === null, tournament === null], () =>
    away ? say("rounds.away") : refused || no || (now && !tournament ? say("rounds.none_yet") : ""),
  );
  region("name").textContent = tournament?.name || say("rounds.heading");
  drawTools(tournament, now?.may_change ?? false);
  drawStandings(now?.standings ?? [], tournament, now?.may_change ?? false);
  drawRounds(tournament, now?.may_change ?? false);
  regionOf("opening", HTMLDetailsElement).hidden = !now?.may_change;
  region("replaces").textContent = tournament ? say("rounds.replaces", { name: tournament.name }) : "";
}

/** @param {Tournament | null} tournament @param {boolean} may */
function drawTools(tournament, may) {
  const missing = tournament?.rounds.at(-1)?.pairings.filter((one) => one.second !== null && !one.result).length ?? 0;
  fill(region("tools"), [tournament?.system, missing, may, tournament?.rounds.length], () =>
    tournament
      ? [
          html(
            "p",
            {},
            `${say(`rounds.systems.${tournament.system}`)} · ${say("rounds.so_far", { n: tournament.rounds.length })}`,
          ),
          html(
            "div",
            { class: "row" },
            may
              ? html(
                  "button",
                  { type: "button", "data-key": "next", disabled: missing > 0, onclick: () => void change("next") },
                  say("rounds.pair_next"),
                )
              : null,
            may && missing ? html("span", { class: "quiet" }, say("rounds.missing", { n: missing })) : null,
            SHEETS.map((one) => html("a", { class: "away", href: `/rounds/${one}.csv` }, say(`rounds.sheet.${one}`))),
          ),
        ]
      : [],
  );
}

/** @type {(lines: readonly Standing[], tournament: Tournament | null, may: boolean) => void} */
function drawStandings(lines, tournament, may) {
  fill(region("standings"), [lines, may, tournament?.system], () =>
    lines.length
      ? [
          html("h2", {}, say("rounds.standings")),
          html(
            "div",
            { class: "wide", tabindex: 0, role: "region", "aria-label": say("rounds.standings") },
            html(
              "table",
              {},
              html(
                "thead",
                {},
                html(
                  "tr",
                  {},
                  html("th", { class: "n" }, say("rounds.place")),
                  html("th", {}, say("rounds.person")),
                  html("th", { class: "n" }, say("rounds.points")),
                  html("th", { class: "n" }, say("rounds.buchholz")),
                  html("th", { class: "n" }, say("rounds.sonneborn")),
                  html("th", { class: "n" }, say("rounds.played")),
                  may ? html("td", {}) : null,
                ),
              ),
              html(
                "tbody",
                {},
                lines.map((one) => standingRow(one, may)),
              ),
            ),
          ),
          html(
            "details",
            {},
            html("summary", { "data-key": "why" }, say("rounds.how_ordered")),
            ["points", "buchholz", "sonneborn", "direct", "shared"].map((one) =>
              html("p", {}, say(`rounds.explained.${one}`)),
            ),
          ),
        ]
      : [],
  );
}

/** @param {Standing} one @param {boolean} may */
const standingRow = (one, may) =>
  html(
    "tr",
    { class: one.gone ? "gone" : null },
    html("td", { class: "n" }, `${one.place}.`),
    html("td", { class: "name" }, one.name),
    html("td", { class: "n" }, points(one.halves)),
    html("td", { class: "n" }, points(one.buchholz)),
    html("td", { class: "n" }, quartersText(one.sonneborn)),
    html("td", { class: "n" }, `${one.played}`),
    may
      ? html(
          "td",
          {},
          html(
            "button",
            {
              type: "button",
              "data-key": `gone ${one.name}`,
              "aria-label": `${say(one.gone ? "rounds.returns" : "rounds.leaves")}: ${one.name}`,
              onclick: () => void change("leaving", { name: one.name, gone: !one.gone }),
            },
            say(one.gone ? "rounds.returns" : "rounds.leaves"),
          ),
        )
      : null,
  );

/** @param {Tournament | null} tournament @param {boolean} may */
function drawRounds(tournament, may) {
  const rounds = tournament?.rounds ?? [];
  fill(region("rounds"), [rounds, may, tournament?.system], () =>
    rounds
      .map((one, i) => roundOf(one, i + 1, may && i === rounds.length - 1, tournament?.system !== "knock_out"))
      .reverse(),
  );
}

/** @type {(one: Round, number: number, may: boolean, mayDraw: boolean) => HTMLElement} */
const roundOf = (one, number, may, mayDraw) =>
  html(
    "div",
    { class: "round" },
    html("h2", {}, say("rounds.round", { n: number })),
    html(
      "ul",
      {},
      one.pairings.map((pairing) => pairingOf(pairing, may, mayDraw)),
    ),
  );

/** @type {(pairing: Pairing, may: boolean, mayDraw: boolean) => HTMLElement} */
function pairingOf({ first, second, result, table }, may, mayDraw) {
  if (second === null)
    return html(
      "li",
      {},
      html("span", { class: "first" }, first),
      html("span", { class: "score" }, say("rounds.bye")),
      html("span"),
    );
  return html(
    "li",
    { "data-pairing": `${first} – ${second}` },
    html("span", { class: result === "first" ? "first won" : "first" }, first),
    html("span", { class: "score" }, result ? SCORES[result] : "–"),
    html("span", { class: result === "second" ? "second won" : "second" }, second),
    table ? html("span", { class: "at" }, table) : null,
    may ? html("div", { class: "row typed" }, typing(first, second, result, mayDraw)) : null,
  );
}

/** @type {(first: string, second: string, result: Result | null, mayDraw: boolean) => HTMLElement[]} */
const typing = (first, second, result, mayDraw) =>
  result
    ? [
        html(
          "button",
          {
            type: "button",
            "data-key": `back ${first}`,
            "aria-label": `${say("rounds.take_back")}: ${first}, ${second}`,
            onclick: () => void change("result", { first, second, result: null }),
          },
          say("rounds.take_back"),
        ),
      ]
    : RESULTS.filter((one) => mayDraw || one !== "drawn").map((one) =>
        html(
          "button",
          {
            type: "button",
            "data-key": `${one} ${first}`,
            "aria-label": [SCORES[one], say(`rounds.result.${one}`, { first, second })].join(" "),
            onclick: () => void change("result", { first, second, result: one }),
          },
          SCORES[one],
        ),
      );

function offerSystems() {
  const select = /** @type {HTMLSelectElement} */ (regionOf("form", HTMLFormElement).elements.namedItem("system"));
  const chosen = select.value || SYSTEMS[0];
  select.replaceChildren(...SYSTEMS.map((one) => new Option(say(`rounds.systems.${one}`), one)));
  select.value = chosen;
}

const form = regionOf("form", HTMLFormElement);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = new FormData(form);
  const [name, system, people, tables] = ["name", "system", "people", "tables"].map((one) =>
    String(said.get(one) ?? ""),
  );
  if (!(await change("opening", { name, system, people, tables }))) return;
  form.reset();
  regionOf("opening", HTMLDetailsElement).open = false;
});
form.addEventListener("change", async ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== "file" || !target.files?.[0]) return;
  const people = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("people"));
  people.value = await target.files[0].text();
});

setInterval(read, AGAIN_MS);
whenTaught(() => {
  offerSystems();
  void read();
});
offerSystems();
void read();
