// The region of this tablet's seat: its held cards, its skills, and what it may use now.

import { kindClass } from "../appearance/worn_look.js";
import { cardToRead } from "../appearance/card.js";
import { faceOf } from "../appearance/card_faces.js";
import { step } from "../state/choosing.js";
import { askedCard, currentSheet } from "../state/hand_sheet.js";
import { fill, html } from "../page/dom.js";
import { capital, say, sayable } from "../words/say.js";
import { hasZones, mayAsk, ownSeat, pieceOf, seatLabel, simulated, view } from "../state/selectors.js";
import { named } from "../state/sentences.js";
import { seatIcon } from "./seat_icon.js";
import { handsLine } from "./showing_hands.js";
import { rule } from "./rule_link.js";

/** @import { CardFace, SeatSheet, UseView } from "../../types/messages.js" */
/** @import { Action, Child, SeatTools, State, UsingNow } from "../../types/page.js" */

const KINDS = ["draft", "deed", "card", "skill"];
/** The order of kinds at a table of cards: the hand comes before actions with cards that lie there. */
const KINDS_OF_CARDS = ["card", "deed", "skill"];

/**
 * The card or skill that is being used, with the choices made so far; null if none is.
 * @type {(state: State) => UsingNow | null}
 */
export function usingOf(state) {
  const { using } = state;
  const use = using && currentSheet(state)?.uses.find((one) => one.key === using.key);
  return using && use?.actions.length
    ? { use, picked: using.picked, now: step(use.actions, using.picked), aimed: using.aimed ?? false }
    : null;
}

/**
 * The cells and pieces that may be chosen now. If all is chosen, the places where a tap plays it.
 * @type {(state: State) => Set<unknown>}
 */
export function litPlaces(state) {
  const now = usingOf(state)?.now;
  return new Set(now?.options ?? (now?.action ? playedAt(state, now.action) : []));
}

/**
 * The places where a tap plays a chosen action: its targets, or else the player's own zones for open cards. Outside the
 * usual turn, as when generals are chosen, the card needn't come to lie before the player.
 * @type {(state: State, action: Action) => unknown[]}
 */
function playedAt(state, action) {
  const aimed = Object.values(action)
    .flat()
    .filter((value) => isPlace(state, value) || (isSeat(state, value) && value !== state.place?.seat));
  if (aimed.length) return aimed;
  if (view(state)?.decision.kind !== "turn") return [];
  const own = (state.surface?.cells ?? []).filter(
    (one) => one.zone && one.seat !== null && one.seat === state.place?.seat,
  );
  const open = own.filter((one) => one.zone !== "pile");
  return (open.length ? open : own).map((one) => one.cell);
}

/**
 * Whether a value of an action is a seat.
 * @type {(state: State, value: unknown) => boolean}
 */
export const isSeat = (state, value) => view(state)?.seats.some((one) => one.seat === value) ?? false;

/**
 * The seat whose cell or piece a place is, or which it is itself; null if it is nobody's.
 * @type {(state: State, place: string) => string | null}
 */
export function seatAt(state, place) {
  if (isSeat(state, place)) return place;
  const piece = pieceOf(state, place);
  const cell = state.surface?.cells.find((one) => one.cell === (piece ? piece.cell : place));
  return cell?.seat ?? piece?.seat ?? null;
}

/**
 * The option that a tap on a cell, a piece or a player's line means; null if it means none or several. If a player
 * may be chosen, all that lies before that player means the player.
 * @type {(state: State, place: string) => unknown}
 */
export function optionAt(state, place) {
  const lit = litPlaces(state);
  if (lit.has(place)) return place;
  const seat = seatAt(state, place);
  if (seat !== null && lit.has(seat)) return seat;
  const piece = pieceOf(state, place);
  if (piece) return lit.has(piece.cell) ? piece.cell : null;
  const here = [...lit].filter((one) => pieceOf(state, `${one}`)?.cell === place);
  return here.length === 1 ? here[0] : null;
}

/**
 * Mark the places on the drawn board that may be chosen, and the reach of the card or skill in use.
 * @type {(root: Element, state: State) => void}
 */
export function light(root, state) {
  const lit = litPlaces(state);
  const reached = new Set(usingOf(state)?.use.reach);
  root.classList.toggle("choosing", usingOf(state) !== null);
  for (const one of root.querySelectorAll(/** @type {"g"} */ ("[data-piece], [data-cell]"))) {
    const place = one.dataset.piece ?? one.dataset.cell ?? "";
    one.classList.toggle("lit", lit.has(place) || lit.has(seatAt(state, place)));
    one.classList.toggle("reached", reached.has(one.dataset.cell ?? ""));
  }
}

/**
 * Mark the lines of the players who may be chosen.
 * @type {(region: Element, state: State) => void}
 */
export function lightSeats(region, state) {
  const lit = litPlaces(state);
  region.classList.toggle("choosing", usingOf(state) !== null);
  for (const one of region.querySelectorAll(/** @type {"li"} */ ("[data-seat]")))
    one.classList.toggle("lit", lit.has(one.dataset.seat));
}

/**
 * Whether this is a phone that can read the tags of a real table, by NFC or its camera.
 * @type {(state: State) => boolean}
 */
const readsTags = (state) =>
  !simulated(state) &&
  isSecureContext &&
  matchMedia("(pointer: coarse)").matches &&
  ("NDEFReader" in window || "mediaDevices" in navigator);

/** @type {(region: HTMLElement, state: State, tools: SeatTools) => void} */
export function drawSeat(region, state, tools) {
  const own = ownSeat(state);
  region.hidden = own === null;
  const free = mayAsk(state) && currentSheet(state) !== null;
  const shown = [
    own,
    state.sheet,
    state.match?.hands,
    free,
    simulated(state),
    state.labels,
    state.faces,
    view(state)?.seats.map((one) => one.label),
    state.match?.signs,
  ];
  fill(region, shown, () => {
    if (own === null) return [];
    const head = html(
      "div",
      { class: "seat-head" },
      seatIcon(state, own, 28),
      html("h2", {}, say("seat.eyes", { seat: seatLabel(state, own) })),
      readsTags(state) ? html("a", { class: "tag link", href: "/tap" }, say("seat.read_tag")) : null,
      html("button", { type: "button", class: "leave", "data-key": "leave", onclick: tools.leave }, say("seat.leave")),
    );
    const { sheet } = state;
    if (sheet === null) return [head, html("p", { class: "quiet" }, say("seat.waiting"))];
    return [head, handsLine(state), ...belongings(state, sheet, free, tools)];
  });
}

/** @type {(state: State, sheet: SeatSheet, free: boolean, tools: SeatTools) => Child[]} */
function belongings(state, { uses }, free, tools) {
  const groups = (hasZones(state) ? KINDS_OF_CARDS : KINDS).flatMap((kind) => {
    const all = uses.filter((use) => use.kind === kind);
    const [ready, waiting] = [all.filter((use) => use.actions.length), all.filter((use) => !use.actions.length)];
    if (!all.length) return [];
    return [
      html(
        "div",
        { class: "uses-group" },
        html("h3", {}, say(`seat.kinds.${kind}`)),
        html(
          "ul",
          { class: "belongings" },
          ready.map((use) => html("li", {}, useButton(state, use, free, tools))),
        ),
        waiting.length ? later(state, kind, waiting, ready.length === 0) : null,
      ),
    ];
  });
  const known = uses.filter((use) => use.kind === "known");
  return [
    ...groups,
    known.length
      ? html(
          "ul",
          { class: "known" },
          known.map((use) => html("li", {}, named(state, use.label))),
        )
      : null,
    groups.length || known.length ? null : html("p", { class: "quiet" }, say("seat.empty")),
  ];
}

/** @type {(state: State, kind: string, waiting: readonly UseView[], open: boolean) => HTMLElement} */
function later(state, kind, waiting, open) {
  // A reason that all of them have is said once.
  const [first, ...others] = waiting.map((use) => JSON.stringify(use.why_not));
  const about = state.sheet && askedCard(state.sheet);
  const shared = others.length > 0 && others.every((one) => one === first);
  return html(
    "details",
    { class: "later", open: open && kind === "card" },
    html("summary", { "data-key": `later-${kind}` }, say("seat.not_now", { n: waiting.length })),
    shared ? whys(state, waiting[0]) : null,
    html(
      "ul",
      { class: "belongings" },
      waiting.map((use) =>
        html(
          "li",
          { class: `waiting${printed(state, use)}` },
          face(state, use),
          shared ? null : use === about ? html("p", { class: "quiet" }, say("seat.asked_card")) : whys(state, use),
        ),
      ),
    ),
  );
}

/** The reasons why a card or skill can't be used. @type {(state: State, use: UseView) => HTMLElement} */
const whys = (state, use) =>
  html(
    "ul",
    { class: "whys" },
    use.why_not.map(([id, text]) => html("li", {}, rule(state, id), ` ${named(state, text)}`)),
  );

/** @type {(state: State, use: UseView, free: boolean, tools: SeatTools) => HTMLElement} */
function useButton(state, use, free, { use: begin }) {
  return html(
    "button",
    {
      type: "button",
      class: `belonging ${use.kind}${printed(state, use)}`,
      "data-key": use.key,
      disabled: !free,
      onclick: () => begin(use.key),
    },
    face(state, use),
  );
}

/** The CSS class for a card's colours; empty for other uses. @type {(state: State, use: UseView) => string} */
function printed(state, use) {
  const card = faceOf(state, use.key);
  return card ? ` kind-${kindClass(card.kind)}` : "";
}

/**
 * The present cost of a card for its holder, as text; empty if it is the printed one.
 * @type {(card: CardFace, use: UseView) => string}
 */
function costNow(card, use) {
  const cost = use.numbers.find(([one]) => one === "cost")?.[1];
  return cost === undefined || card.numbers.some((one) => one.key === "cost" && one.number === cost)
    ? ""
    : say("seat.cost_now", { n: cost });
}

/** The printed text and numbers of a card or another use. @type {(state: State, use: UseView) => HTMLElement} */
export function face(state, use) {
  const card = faceOf(state, use.key);
  if (card) return cardToRead(card, capital(use.label), costNow(card, use));
  /** @type {(name: string) => number} */
  const number = (name) => use.numbers.find(([one]) => one === name)?.[1] ?? 0;
  const owner = use.kind === "skill" ? pieceOf(state, use.piece)?.label.split(" ").at(-1) : null;
  const costs = [
    number("copies") ? html("span", { class: "cost" }, say("seat.copies", { n: number("copies") })) : null,
    number("coins") ? html("span", { class: "cost coins" }, say("seat.coins", { n: number("coins") })) : null,
    number("stars")
      ? html(
          "span",
          { class: "cost", title: say("seat.stars_are") },
          "★".repeat(number("stars")),
          html("span", { class: "unseen" }, ` ${say("seat.stars", { n: number("stars") })}`),
        )
      : null,
  ];
  return html(
    "span",
    { class: "face" },
    html(
      "span",
      { class: "face-head" },
      html("b", {}, owner ? say("seat.owner", { owner, skill: use.label }) : capital(use.label)),
      html("span", { class: "costs" }, costs),
    ),
    use.text ? html("span", { class: "face-text" }, use.text) : null,
    use.marks.length
      ? html(
          "span",
          { class: "face-marks" },
          use.marks.map((mark) => (sayable(`seat.marks.${mark}`) ? say(`seat.marks.${mark}`) : mark)).join(" · "),
        )
      : null,
  );
}

/**
 * Whether a value of an action is a cell or a piece.
 * @type {(state: State, value: unknown) => boolean}
 */
export const isPlace = (state, value) =>
  pieceOf(state, `${value}`) !== null || (state.surface?.cells.some((one) => one.cell === value) ?? false);
