// The list of actions that are left, and the switch of the threat map.

import { fill, html, set } from "../page/dom.js";
import { say } from "../words/say.js";
import { leftToDo, ownSeat, pieceOf, seatLabel, view } from "../state/selectors.js";
import { named, placeName } from "../state/sentences.js";
import { usesNow } from "../state/uses.js";

/** @import { LeftToDo } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

const LISTED = 6;

/**
 * Draw the list of actions that are left: first those that have to be done, then the others. A piece's button chooses
 * it.
 * @type {(region: HTMLElement, state: State, tools: { select: (piece: string) => void }) => void}
 */
export function drawLeft(region, state, { select }) {
  const left = choresOf(state);
  region.hidden = left.length === 0;
  fill(region, [left, state.labels, state.selected], () => {
    if (!left.length) return [];
    const due = left.some((one) => one.due);
    return [
      html("h2", {}, due ? say("left.first") : say("left.turn", { seat: seatLabel(state, left[0].seat) })),
      html(
        "ul",
        {},
        left.map((one) => html("li", { class: one.due ? "due" : "", "data-left": one.kind }, item(state, one, select))),
      ),
    ];
  });
}

/**
 * The actions that are left, this tablet's seat first. For each seat, those that have to be done come first.
 * @type {(state: State) => LeftToDo[]}
 */
export function choresOf(state) {
  const own = state.place?.seat ?? null;
  /** @type {(one: LeftToDo) => number} */
  const rank = (one) => (one.seat === own ? 0 : 2) + (one.due ? 0 : 1);
  return [...leftToDo(state), ...ownCards(state)].sort((a, b) => rank(a) - rank(b));
}

/**
 * An entry with the number of cards of this tablet's hand that can be played now, which others may not know.
 * @type {(state: State) => LeftToDo[]}
 */
function ownCards(state) {
  const field = new Set(state.surface?.cells.filter((one) => !one.zone).map((one) => one.cell));
  // A piece on the field, such as a hero, is no card of the hand.
  const held = usesNow(state).filter((use) => use.kind === "card" && !field.has(pieceOf(state, use.key)?.cell ?? ""));
  const cards = ownSeat(state) === null ? 0 : held.length;
  // If everybody may know it, the game has listed it already.
  if (!cards || leftToDo(state).some((one) => one.kind === "play" && one.seat === state.place?.seat)) return [];
  return [
    { seat: state.place?.seat ?? "", kind: "card", text: say("left.cards", { n: cards }), pieces: [], due: false },
  ];
}

/** @type {(state: State, one: LeftToDo, select: (piece: string) => void) => HTMLElement[]} */
function item(state, one, select) {
  const text = named(state, one.text);
  if (!one.pieces.length) return [html("p", {}, text)];
  const chips = one.pieces.map((id) =>
    html(
      "button",
      {
        type: "button",
        class: "chip",
        "data-key": `left-${one.kind}-${id}`,
        "aria-pressed": String(state.selected === id),
        onclick: () => select(id),
      },
      `${pieceOf(state, id)?.label ?? id} ${placeName(state, pieceOf(state, id)?.cell ?? "")}`,
    ),
  );
  return [
    html(
      "details",
      { open: one.due && one.pieces.length <= LISTED },
      html("summary", { "data-key": `left-${one.kind}` }, text),
      html("div", { class: "row" }, chips),
    ),
  ];
}

/**
 * The seat that a press of the threat map's switch shows: this tablet's seat, or else the seat to move. Null switches
 * off.
 * @type {(state: State) => string | null}
 */
export function nextDanger(state) {
  const now = view(state);
  const seats = (now?.seats ?? []).filter((one) => !one.out).map((one) => one.seat);
  const here = state.place?.seat ?? "";
  const own = seats.includes(here) ? here : now?.turn;
  return state.danger === null ? ((seats.includes(own ?? "") ? own : seats[0]) ?? null) : null;
}

/**
 * Draw the threat map's switch with the seat that it shows.
 * @type {(button: HTMLElement, state: State) => void}
 */
export function drawDangerSwitch(button, state) {
  const on = state.danger !== null;
  const next = nextDanger(state);
  // A table of cards only has no threats.
  button.hidden = state.help === "warnings" || (state.surface?.cells.every((cell) => cell.zone) ?? false);
  set(button, {
    "aria-pressed": String(on),
    "data-word": say("danger.switch"),
    title: next ? say("danger.show", { seat: seatLabel(state, next) }) : say("danger.hide"),
  });
  const label = button.querySelector(".label");
  const text = on ? say("danger.of", { seat: seatLabel(state, state.danger) }) : say("danger.switch");
  if (label && label.textContent !== text) label.textContent = text;
}
