// The page for building a deck. The deck is a part of the address: so a link shares it, and the table keeps nothing.

import "../page/language.js";
import { fill, html, region, regionOf } from "../page/dom.js";
import { language, say, whenTaught } from "../words/say.js";

/** @typedef {{ card: string, label: string, kind: string, text: string }} Card */
/** @typedef {{ part: string, label: string, cards: Card[], single: boolean }} Part */
/** @typedef {{ parts: Part[], samples: { name: string, deck: string }[] }} Offer */
/** @typedef {{ deck: string, faults: { rule: string, text: string }[] }} Check */

const game = location.pathname.split("/")[2];
const sample = regionOf("sample", HTMLSelectElement);
const part = regionOf("part", HTMLSelectElement);
const find = regionOf("find", HTMLInputElement);

/** @type {Offer | null} */
let offer = null;
/** @type {Check | null} */
let check = null;
/** @type {Map<string, Map<string, number>>} */
let deck = new Map();

/** @type {(line: string) => Map<string, Map<string, number>>} */
function parse(line) {
  const pair = (/** @type {string} */ one) =>
    /** @type {[string, number]} */ ([one.split("*")[0], Number(one.split("*")[1] ?? 1)]);
  return new Map(
    line
      .split(";")
      .filter(Boolean)
      .map((one) => {
        const [name, cards = ""] = one.split("=");
        return [name, new Map(cards.split(",").filter(Boolean).map(pair))];
      }),
  );
}

/** @type {(cards: Map<string, number>) => string} */
const written = (cards) => [...cards].map(([card, many]) => (many === 1 ? card : [card, many].join("*"))).join(",");
const format = () => [...deck].map(([name, cards]) => [name, written(cards)].join("=")).join(";");

/** @type {(what: string, more?: Record<string, string>) => string} */
const address = (what, more = {}) => `/decks/${game}${what}?${new URLSearchParams({ ...more, lang: language() })}`;

/**
 * The table's answer as JSON; null if it doesn't answer.
 * @type {(url: string) => Promise<any>}
 */
async function asked(url) {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

async function read() {
  offer = await asked(address("/cards"));
  await judge();
}

async function judge() {
  const line = format();
  const here = new URL(location.href);
  here.searchParams.set("deck", line);
  history.replaceState(null, "", here);
  draw();
  const found = await asked(address("/check", { deck: line }));
  // Answers may arrive in another order than their questions.
  if (line !== format()) return;
  check = found;
  draw();
}

/** @type {(name: string, card: string, by: number) => void} */
function change(name, card, by) {
  const held = deck.get(name) ?? new Map();
  const single = offer?.parts.find((one) => one.part === name)?.single;
  if (single && by > 0) held.clear();
  const many = Math.max(0, (held.get(card) ?? 0) + by);
  if (many) held.set(card, many);
  else held.delete(card);
  deck.set(name, held);
  judge();
}

/** @type {(name: string, one: Card) => HTMLElement} */
function item(name, one) {
  const many = deck.get(name)?.get(one.card) ?? 0;
  return html(
    "li",
    { "data-card": one.card },
    html("p", {}, `${one.label} (${one.card})`),
    html("p", { class: "what" }, [one.kind, one.text].filter(Boolean).join(" · ")),
    html(
      "div",
      { class: "many" },
      html(
        "button",
        {
          "data-key": `less ${one.card}`,
          disabled: many === 0,
          "aria-label": say("decks.less", { card: one.label }),
          onclick: () => change(name, one.card, -1),
        },
        "−",
      ),
      html("span", {}, `${many}`),
      html(
        "button",
        {
          "data-key": `more ${one.card}`,
          "aria-label": say("decks.more", { card: one.label }),
          onclick: () => change(name, one.card, 1),
        },
        "+",
      ),
    ),
  );
}

function drawCards() {
  const shown = offer?.parts.find((one) => one.part === part.value);
  const words = find.value.trim().toLowerCase();
  const cards = (shown?.cards ?? []).filter((one) =>
    `${one.label} ${one.card} ${one.kind} ${one.text}`.toLowerCase().includes(words),
  );
  fill(region("cards"), [part.value, cards, format()], () => cards.map((one) => item(part.value, one)));
}

function drawDeck() {
  fill(region("deck"), [offer, format()], () =>
    (offer?.parts ?? []).flatMap((one) => {
      const held = deck.get(one.part) ?? new Map();
      const number = [...held.values()].reduce((sum, many) => sum + many, 0);
      const cards = one.cards.filter((card) => held.has(card.card));
      return [
        html("h2", {}, `${one.label}: ${say("decks.count", { number })}`),
        cards.length ? html("ul", {}, ...cards.map((card) => item(one.part, card))) : html("p", {}, say("decks.none")),
      ];
    }),
  );
}

function draw() {
  const faults = check?.faults ?? [];
  fill(region("verdict"), [offer === null, check], () => {
    if (offer === null) return [html("p", {}, say("decks.away"))];
    if (check === null) return [];
    if (!faults.length) return [html("p", {}, say("decks.good"))];
    return [
      html("h2", {}, say("decks.faults")),
      html("ul", { class: "faults" }, ...faults.map((one) => html("li", {}, `${one.rule}: ${one.text}`))),
    ];
  });
  drawDeck();
  drawCards();
  const line = format();
  fill(region("away"), [line, faults.length], () => [
    html("button", { "data-key": "copy", onclick: copy }, say("decks.copy")),
    html("a", { href: address("/setup.yaml", { deck: line }) }, say("decks.file")),
    faults.length ? null : html("a", { href: address("/cards.pdf", { deck: line }) }, say("decks.cards")),
    html("button", { "data-key": "sheet", onclick: () => window.print() }, say("decks.sheet")),
  ]);
  document.body.dataset.ready = String(offer !== null && check !== null);
}

async function copy() {
  const done = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  if (done) region("verdict").append(html("p", {}, say("decks.copied")));
}

function write() {
  const chosen = part.value;
  fill(sample, [offer], () => [
    html("option", { value: "" }, say("decks.empty")),
    ...(offer?.samples ?? []).map((one) => html("option", { value: one.deck }, one.name)),
  ]);
  fill(part, [offer], () => (offer?.parts ?? []).map((one) => html("option", { value: one.part }, one.label)));
  if (chosen) part.value = chosen;
}

sample.addEventListener("change", () => {
  deck = parse(sample.value);
  judge();
});
part.addEventListener("change", drawCards);
find.addEventListener("input", drawCards);
deck = parse(new URLSearchParams(location.search).get("deck") ?? "");
await read();
write();
drawCards();
whenTaught(async () => {
  await read();
  write();
  drawCards();
});
