// The page of the rounds: pairings, results and standings for everybody; the arbiter types results and pairs on.

import "../page/language.js";
import { linkHeaders } from "../line/own_link.js";
import { fill, html, region, regionOf } from "../page/dom.js";
import { capital, language, say, whenTaught } from "../words/say.js";

/** @import { GroupStanding, Pairing, PersonsCode, Result, Round, RoundsNow, Standing, TakenSeat, Tournament } from "../../types/messages.js" */

const AGAIN_MS = 4000;
const SYSTEMS = ["swiss", "round_robin", "knock_out", "groups"];
/** @type {readonly Result[]} */
const RESULTS = ["first", "drawn", "second"];
const SCORES = { first: "1 – 0", drawn: "½ – ½", second: "0 – 1" };
const SHEETS = ["people", "pairings", "standings"];

/** @type {RoundsNow | null} */
let now = null;
let away = false;
let refused = "";
let asked = 0;
/** The people's codes, once the arbiter has asked for them. @type {readonly PersonsCode[]} */
let codes = [];

/** Half points as people count them: "2½". @param {number} halves */
const points = (halves) => `${halves > 1 || halves === 0 ? Math.floor(halves / 2) : ""}${halves % 2 ? "½" : ""}`;

/** @param {number} quarters */
const quartersText = (quarters) => new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(quarters / 4);

const PARTS = 2520;
/** Parts of points as people count them. @param {number} parts */
const partsText = (parts) => new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(parts / PARTS);

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
  const may = now?.may_change ?? false;
  fill(region("said"), [away, refused, no, now === null, tournament === null, may], () =>
    away
      ? say("rounds.away")
      : refused || no || (now && !tournament ? say(may ? "rounds.none_yet_for_arbiter" : "rounds.none_yet") : ""),
  );
  region("name").textContent = tournament?.name || say("rounds.heading");
  drawTools(tournament, may);
  if (tournament?.system === "groups") drawGroupStandings(now?.group_standings ?? [], tournament, may);
  else drawStandings(now?.standings ?? [], tournament, may);
  drawRounds(tournament, may);
  drawCodes(tournament, may);
  offerOpening(tournament, may);
  region("replaces").textContent = tournament ? say("rounds.replaces", { name: tournament.name }) : "";
}

/** @param {Tournament | null} tournament @param {boolean} may */
function drawTools(tournament, may) {
  const missing =
    tournament?.rounds.at(-1)?.pairings.filter((one) => one.second !== null && !one.result && !one.places.length)
      .length ?? 0;
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
          standingsTable(
            ["buchholz", "sonneborn", "played"],
            lines.map((one) =>
              standingRow(
                one,
                [points(one.halves), points(one.buchholz), quartersText(one.sonneborn), `${one.played}`],
                may,
              ),
            ),
            may,
          ),
          howOrdered(
            ["points", "buchholz", "sonneborn", "direct", "shared"].map((one) => say(`rounds.explained.${one}`)),
          ),
        ]
      : [],
  );
}

/** @type {(lines: readonly GroupStanding[], tournament: Tournament, may: boolean) => void} */
function drawGroupStandings(lines, tournament, may) {
  fill(region("standings"), [lines, may, tournament.points], () => [
    html("h2", {}, say("rounds.standings")),
    standingsTable(
      ["firsts", "opponents", "played"],
      lines.map((one) =>
        standingRow(one, [partsText(one.parts), `${one.firsts}`, partsText(one.opponents), `${one.played}`], may),
      ),
      may,
    ),
    howOrdered([
      say("rounds.explained.group_points", { points: tournament.points.join(", ") }),
      ...["group_bye", "group_winners", "group_order", "shared"].map((one) => say(`rounds.explained.${one}`)),
    ]),
  ]);
}

/** @type {(columns: readonly string[], rows: readonly HTMLElement[], may: boolean) => HTMLElement} */
const standingsTable = (columns, rows, may) =>
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
          ["points", ...columns].map((one) => html("th", { class: "n" }, say(`rounds.${one}`))),
          may ? html("td", {}) : null,
        ),
      ),
      html("tbody", {}, rows),
    ),
  );

/** @param {readonly string[]} sentences */
const howOrdered = (sentences) =>
  html(
    "details",
    {},
    html("summary", { "data-key": "why" }, say("rounds.how_ordered")),
    sentences.map((one) => html("p", {}, one)),
  );

/** @type {(one: Standing | GroupStanding, numbers: readonly string[], may: boolean) => HTMLElement} */
const standingRow = (one, numbers, may) =>
  html(
    "tr",
    { class: one.gone ? "gone" : null },
    html("td", { class: "n" }, `${one.place}.`),
    html("td", { class: "name" }, one.name),
    numbers.map((number) => html("td", { class: "n" }, number)),
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

async function showCodes() {
  try {
    const answer = await fetch(`/rounds/codes?lang=${language()}`, { headers: linkHeaders() });
    const found = await answer.json();
    if (answer.ok) [codes, refused] = [found, ""];
    else refused = found.text;
  } catch {
    refused = say("rounds.away");
  }
  draw();
}

/** The slips with the people's codes, for the arbiter to print. @param {Tournament | null} tournament @param {boolean} may */
function drawCodes(tournament, may) {
  const place = regionOf("codes", HTMLDetailsElement);
  place.hidden = !may || !tournament;
  const slips = codes.filter((one) => tournament?.people.includes(one.name));
  fill(region("slips"), [slips, place.hidden], () =>
    slips.length
      ? [
          html("button", { type: "button", "data-key": "print", onclick: () => print() }, say("rounds.codes.print")),
          html("ul", { class: "slips" }, slips.map(slip)),
        ]
      : [
          html(
            "button",
            { type: "button", "data-key": "codes", onclick: () => void showCodes() },
            say("rounds.codes.show"),
          ),
        ],
  );
}

/** @param {PersonsCode} one */
const slip = ({ name, code, picture }) =>
  html(
    "li",
    {},
    html("img", { src: picture, alt: say("rounds.codes.picture", { name }), width: 132, height: 132 }),
    html("div", {}, html("strong", {}, name), html("code", {}, code)),
  );

/** The people who have sat down by a code, and the arbiter's way to free a seat. @param {readonly TakenSeat[]} taken @param {boolean} may */
const seated = (taken, may) =>
  taken.length
    ? html(
        "div",
        { class: "at" },
        taken.map((one) =>
          html(
            "span",
            { class: "row" },
            say("rounds.codes.sits", { name: one.person, seat: capital(one.seat) }),
            may
              ? html(
                  "button",
                  {
                    type: "button",
                    "data-key": `free ${one.person}`,
                    "aria-label": `${say("rounds.codes.free")}: ${one.person}`,
                    onclick: () => void change("freeing", { name: one.person }),
                  },
                  say("rounds.codes.free"),
                )
              : null,
          ),
        ),
      )
    : null;

/** @type {(pairing: Pairing, may: boolean, mayDraw: boolean) => HTMLElement} */
function pairingOf(pairing, may, mayDraw) {
  if (pairing.others.length) return groupOf(pairing, may);
  const { first, second, result, table, taken } = pairing;
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
    result ? null : seated(taken, may),
    may ? html("div", { class: "row typed" }, typing(first, second, result, mayDraw)) : null,
  );
}

/**
 * A group: its people in the order of their seats with their places, and the arbiter's form for these.
 * @type {(group: Pairing, may: boolean) => HTMLElement}
 */
function groupOf({ first, second, others, places, table, taken }, may) {
  const people = [first, second ?? "", ...others];
  const typed = may && !places.length;
  /** @type {(event: SubmitEvent) => void} */
  const keepPlaces = (event) => {
    event.preventDefault();
    const said = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    void change("places", { first, second, places: people.map((_, i) => Number(said.get(`place-${i}`))) });
  };
  const lines = people.map((name, i) =>
    html(
      "li",
      { class: places[i] === 1 ? "won" : null },
      typed
        ? html(
            "select",
            { name: `place-${i}`, "data-key": `place ${name}`, "aria-label": say("rounds.place_of", { name }) },
            people.map((_, place) => html("option", { value: `${place + 1}`, selected: place === i }, `${place + 1}.`)),
          )
        : html("span", { class: "n" }, places.length ? `${places[i]}.` : "–"),
      html("span", {}, name),
    ),
  );
  return html(
    "li",
    { class: "group", "data-pairing": people.join(" – ") },
    table ? html("span", { class: "at" }, table) : null,
    html(
      "form",
      { onsubmit: keepPlaces },
      html("ol", {}, lines),
      typed ? html("button", { "data-key": `places ${first}` }, say("rounds.set_places")) : null,
    ),
    may && places.length
      ? html(
          "button",
          {
            type: "button",
            "data-key": `back ${first}`,
            "aria-label": `${say("rounds.take_back")}: ${people.join(", ")}`,
            onclick: () => void change("places", { first, second, places: [] }),
          },
          say("rounds.take_back"),
        )
      : null,
    places.length ? null : seated(taken, may),
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

/**
 * Offer the arbiter the form, open where there's no tournament yet, with the tables that are there.
 * @type {(tournament: Tournament | null, may: boolean) => void}
 */
function offerOpening(tournament, may) {
  const opening = regionOf("opening", HTMLDetailsElement);
  if (opening.hidden && may && !tournament) opening.open = true;
  opening.hidden = !may;
  const tables = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("tables"));
  const names = [...(now?.tables ?? [])].sort((a, b) => a.localeCompare(b, language(), { numeric: true })).join("\n");
  if (tables.value === tables.defaultValue) tables.value = names;
  tables.defaultValue = names;
}

function offerSystems() {
  const select = /** @type {HTMLSelectElement} */ (regionOf("form", HTMLFormElement).elements.namedItem("system"));
  const chosen = select.value || SYSTEMS[0];
  select.replaceChildren(...SYSTEMS.map((one) => new Option(say(`rounds.systems.${one}`), one)));
  select.value = chosen;
  offerGroups();
}

/** Ask for the size and the points of groups only where people play in groups. */
function offerGroups() {
  const { value } = /** @type {HTMLSelectElement} */ (form.elements.namedItem("system"));
  region("of-groups").hidden = value !== "groups";
}

const form = regionOf("form", HTMLFormElement);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = new FormData(form);
  const [name, system, people, tables, points] = ["name", "system", "people", "tables", "points"].map((one) =>
    String(said.get(one) ?? ""),
  );
  if (!(await change("opening", { name, system, people, tables, points, size: Number(said.get("size")) }))) return;
  form.reset();
  offerGroups();
  codes = [];
  regionOf("opening", HTMLDetailsElement).open = false;
});
form.addEventListener("change", async ({ target }) => {
  offerGroups();
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
