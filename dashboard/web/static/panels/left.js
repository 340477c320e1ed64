// The list of what is left to do, and the switch of the threat map.

import { fill, html, set } from "../page/dom.js";
import { say } from "../words/say.js";
import { usesNow } from "./seat.js";
import { leftToDo, pieceOf, seatLabel, view } from "../state/selectors.js";
import { named, placeName } from "../state/sentences.js";

/** @import { LeftToDo } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

const LISTED = 6;

/**
 * List what is left: what must be done first, then what may be; a piece's button chooses it.
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
 * All that is left: of the seat at this tablet first, and of each what must be done before what may.
 * @type {(state: State) => LeftToDo[]}
 */
export function choresOf(state) {
  const own = state.place?.seat ?? null;
  /** @type {(one: LeftToDo) => number} */
  const rank = (one) => (one.seat === own ? 0 : 2) + (one.due ? 0 : 1);
  return [...leftToDo(state), ...ownCards(state)].sort((a, b) => rank(a) - rank(b));
}

/**
 * The actions that only the seat at this tablet may know: how many cards of its hand can be played now.
 * @type {(state: State) => LeftToDo[]}
 */
function ownCards(state) {
  const cards = usesNow(state).filter((use) => use.kind === "card").length;
  // Where everybody can count a hand, the game has said it.
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
 * The seat that the threat map is shown for next: the seat at this tablet or to move, and then nobody.
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
 * Say on the button which seat's danger is shown.
 * @type {(button: HTMLElement, state: State) => void}
 */
export function drawDangerSwitch(button, state) {
  const on = state.danger !== null;
  const next = nextDanger(state);
  // Where only cards lie, nothing reaches anything.
  button.hidden = state.help === "warnings" || (state.surface?.cells.every((cell) => cell.zone) ?? false);
  set(button, {
    "aria-pressed": String(on),
    title: next ? say("danger.show", { seat: seatLabel(state, next) }) : say("danger.hide"),
  });
  const label = button.querySelector(".label");
  const text = on ? say("danger.of", { seat: seatLabel(state, state.danger) }) : say("danger.switch");
  if (label && label.textContent !== text) label.textContent = text;
}
