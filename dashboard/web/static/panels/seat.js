// A seat's own region: what it holds and may use, what it's asked, and the choosing of targets.

import { cardToRead, kindLook } from "../cards/card.js";
import { faceOf } from "../cards/faces.js";
import { step } from "../state/choosing.js";
import { fill, html, svg } from "../page/dom.js";
import { say, sayable } from "../words/say.js";
import { leftToDo, named, pieceOf, placed, seatLabel, seatLook, turnOf, view } from "../state/selectors.js";
import { seatShape } from "../board/symbols.js";

/** @import { SeatSheet, UseView } from "../../types/messages.js" */
/** @import { Child, SeatTools, State, Turn, UsingNow } from "../../types/page.js" */

const KINDS = ["draft", "deed", "card", "skill"];

/**
 * What this tablet's seat alone may know, when it is of the position that is shown.
 * @type {(state: State) => SeatSheet | null}
 */
const current = ({ sheet, match }) => (sheet && match && sheet.match === match.match && sheet.revision === match.revision ? sheet : null);

/**
 * What is being used and how far its choosing is: {use, now}, or null.
 * @type {(state: State) => UsingNow | null}
 */
export function usingOf(state) {
  const { using } = state;
  const use = using && current(state)?.uses.find((one) => one.key === using.key);
  return using && use?.actions.length ? { use, picked: using.picked, now: step(use.actions, using.picked) } : null;
}

/**
 * The places on the board, cells and pieces, that may be chosen now, or that were.
 * @type {(state: State) => Set<unknown>}
 */
export function litPlaces(state) {
  const now = usingOf(state)?.now;
  return new Set(now?.options ?? (now?.action ? Object.values(now.action).flat().filter((value) => isPlace(state, value)) : []));
}

/**
 * The use's option that a tap on a cell or a piece means; null when it means none, or several.
 * @type {(state: State, place: string) => unknown}
 */
export function optionAt(state, place) {
  const lit = litPlaces(state);
  if (lit.has(place)) return place;
  const piece = pieceOf(state, place);
  if (piece) return lit.has(piece.cell) ? piece.cell : null;
  const here = [...lit].filter((one) => pieceOf(state, `${one}`)?.cell === place);
  return here.length === 1 ? here[0] : null;
}

/**
 * Mark what may be chosen on the drawn board.
 * @type {(root: Element, state: State) => void}
 */
export function light(root, state) {
  const lit = litPlaces(state);
  root.classList.toggle("choosing", usingOf(state) !== null);
  for (const one of root.querySelectorAll(/** @type {"g"} */ ("[data-piece], [data-cell]"))) {
    one.classList.toggle("lit", lit.has(one.dataset.piece ?? one.dataset.cell));
  }
}

/**
 * All that the seat at this tablet may use now.
 * @type {(state: State) => UseView[]}
 */
export const usesNow = (state) => (current(state)?.uses ?? []).filter((use) => use.actions.length);

/**
 * The uses of one piece, for its own region.
 * @type {(state: State, piece: string) => UseView[]}
 */
export const usesOfPiece = (state, piece) => usesNow(state).filter((use) => use.piece === piece);

/** @type {(region: HTMLElement, state: State, tools: SeatTools) => void} */
export function drawSeat(region, state, tools) {
  const own = state.place?.role === "seat" ? state.place.seat : null;
  region.hidden = own === null;
  const free = state.link.open && Object.values(state.sent).length === 0 && current(state) !== null;
  const turn = turnOf(state);
  region.classList.toggle("acting", own !== null && (usingOf(state) !== null || mustChoose(state, own, turn)));
  const shown = [own, state.sheet, state.using, free, state.labels, state.faces, turn, state.match?.last_actions, leftToDo(state), view(state)?.seats.map((one) => one.label)];
  fill(region, shown, () => {
    if (own === null) return [];
    const head = html("div", { class: "seat-head" },
      svg("svg", { viewBox: "-13 -13 26 26", width: 28, height: 28, "aria-hidden": "true", class: `token icon seat-${seatLook(state, own)}` }, seatShape(seatLook(state, own), { class: "body" })),
      html("h2", {}, say("seat.eyes", { seat: seatLabel(state, own) })),
      html("button", { type: "button", class: "leave", "data-key": "leave", onclick: tools.leave }, say("seat.leave")));
    const { sheet } = state;
    if (sheet === null) return [head, html("p", { class: "quiet" }, say("seat.waiting"))];
    const using = usingOf(state);
    if (using) return [head, choosing(state, using, free, tools)];
    return [head, onThePad(sheet), ...question(state, sheet, own, turn, free, tools), ...belongings(state, sheet, free, tools)];
  });
}

/**
 * What is to be said of a card that lies on the seat's pad and can't be used.
 * @type {(sheet: SeatSheet) => HTMLElement | null}
 */
const onThePad = (sheet) => (sheet.laid_text ? html("p", { class: "on-the-pad", role: "status" }, sheet.laid_text) : null);

/**
 * Whether the seat is asked outside its usual turn.
 * @type {(state: State, own: string, turn: Turn) => boolean}
 */
const mustChoose = (state, own, turn) => {
  const decision = view(state)?.decision;
  return decision?.chooser === "seat" && decision.seats.includes(own) && turn.kind !== "turn" && turn.kind !== null;
};

/** @type {(state: State, sheet: SeatSheet, own: string, turn: Turn, free: boolean, tools: SeatTools) => HTMLElement[]} */
function question(state, { choices }, own, turn, free, { choose }) {
  if (!mustChoose(state, own, turn)) return [];
  // What the game itself says is due goes before the last play, which may not be what is asked about.
  const due = leftToDo(state).find((one) => one.due && one.seat === own && one.pieces.length)?.text;
  const title = sayable(`seat.asked.${turn.kind}`) ? say(`seat.asked.${turn.kind}`) : (due ?? say("seat.for_you"));
  const before = due === title ? null : (due ?? state.match?.last_actions.at(-1));
  return [html("div", { class: "asked-of-you", role: "group", "aria-label": say("seat.must_choose") },
    html("h3", {}, title),
    before ? html("p", { class: "before" }, named(state, before)) : null,
    choices.map((one, i) => html("button", { type: "button", class: "choice", "data-key": `own-${i}`, disabled: !free, onclick: () => choose(one) }, named(state, one.text))))];
}


/** @type {(state: State, sheet: SeatSheet, free: boolean, tools: SeatTools) => Child[]} */
function belongings(state, { uses }, free, tools) {
  const groups = KINDS.flatMap((kind) => {
    const all = uses.filter((use) => use.kind === kind);
    const [ready, waiting] = [all.filter((use) => use.actions.length), all.filter((use) => !use.actions.length)];
    if (!all.length) return [];
    return [html("div", { class: "uses-group" }, html("h3", {}, say(`seat.kinds.${kind}`)),
      html("ul", { class: "belongings" }, ready.map((use) => html("li", {}, useButton(state, use, free, tools)))),
      waiting.length ? later(state, kind, waiting, ready.length === 0) : null)];
  });
  const known = uses.filter((use) => use.kind === "known");
  return [...groups,
    known.length ? html("ul", { class: "known" }, known.map((use) => html("li", {}, named(state, use.label)))) : null,
    groups.length || known.length ? null : html("p", { class: "quiet" }, say("seat.empty"))];
}

/** @type {(state: State, kind: string, waiting: readonly UseView[], open: boolean) => HTMLElement} */
const later = (state, kind, waiting, open) =>
  html("details", { class: "later", open: open && kind === "card" },
    html("summary", { "data-key": `later-${kind}` }, say("seat.not_now", { n: waiting.length })),
    html("ul", { class: "belongings" }, waiting.map((use) => html("li", { class: `waiting${printed(state, use)}` }, face(state, use),
      html("ul", { class: "whys" }, use.why_not.map(([rule, text]) => html("li", {}, html("span", { class: "rule" }, rule), ` ${named(state, text)}`)))))));

/** @type {(state: State, use: UseView, free: boolean, tools: SeatTools) => HTMLElement} */
function useButton(state, use, free, { use: begin }) {
  return html("button", { type: "button", class: `belonging ${use.kind}${printed(state, use)}`, "data-key": use.key, disabled: !free, onclick: () => begin(use.key) }, face(state, use));
}

/** The colours of a card of the game's own look. @type {(state: State, use: UseView) => string} */
function printed(state, use) {
  const card = faceOf(state, use.key);
  return card ? ` kind-${kindLook(card.kind)}` : "";
}

/** @type {(state: State, use: UseView) => HTMLElement} */
function face(state, use) {
  const card = faceOf(state, use.key);
  if (card) return cardToRead(card, use.label);
  /** @type {(name: string) => number} */
  const number = (name) => use.numbers.find(([one]) => one === name)?.[1] ?? 0;
  const owner = use.kind === "skill" ? pieceOf(state, use.piece)?.label.split(" ").at(-1) : null;
  const costs = [
    number("copies") ? html("span", { class: "cost" }, say("seat.copies", { n: number("copies") })) : null,
    number("coins") ? html("span", { class: "cost coins" }, say("seat.coins", { n: number("coins") })) : null,
    number("stars") ? html("span", { class: "cost", title: say("seat.stars_are") }, "★".repeat(number("stars")), html("span", { class: "unseen" }, ` ${say("seat.stars", { n: number("stars") })}`)) : null,
  ];
  return html("span", { class: "face" },
    html("span", { class: "face-head" }, html("b", {}, owner ? say("seat.owner", { owner, skill: use.label }) : use.label), html("span", { class: "costs" }, costs)),
    use.text ? html("span", { class: "face-text" }, use.text) : null,
    use.marks.length ? html("span", { class: "face-marks" }, use.marks.map((mark) => sayable(`seat.marks.${mark}`) ? say(`seat.marks.${mark}`) : mark).join(" · ")) : null);
}


/** @type {(state: State, value: unknown) => boolean} */
const isPlace = (state, value) => pieceOf(state, `${value}`) !== null || (state.surface?.cells.some((one) => one.cell === value) ?? false);

/** @type {(state: State, using: UsingNow, free: boolean, tools: SeatTools) => HTMLElement} */
function choosing(state, { use, picked, now }, free, { pick, enough, stop, play }) {
  const { action } = now;
  const told = action ? Object.values(action).flat() : Object.values(picked).flatMap((one) => one.values);
  // Whose skill it is, is said with what it is used on; a deed says it in its name.
  const done = told.filter((value) => (value !== use.piece || use.kind === "skill") && (!action || isPlace(state, value)));
  /** @type {(value: unknown) => string} */
  const name = (value) => {
    const piece = pieceOf(state, `${value}`);
    return piece ? placed(piece) : named(state, `${value}`);
  };
  return html("div", { class: "using", role: "group", "aria-label": use.label },
    html("h3", {}, use.label), use.text && use.kind !== "draft" ? html("p", { class: "face-text" }, use.text) : null,
    done.length ? html("p", { class: "done-so-far" }, say("seat.done"), html("b", {}, done.map(name).join(say("joins.comma")))) : null,
    action
      ? html("button", { type: "button", class: "go", "data-key": "go", disabled: !free, onclick: () => play(use, action) }, sayable(`seat.verbs.${use.kind}`) ? say(`seat.verbs.${use.kind}`, { name: use.label }) : use.label)
      : now.key === undefined ? null : html("div", { class: "options" },
          html("p", { class: "ask" }, html("b", {}, say(sayable(`seat.which.${now.key}`) ? `seat.which.${now.key}` : "seat.which.other")), ` ${say("seat.tap")}`),
          html("div", { class: "row" }, now.options.map((value) => html("button", { type: "button", class: "chip", "data-key": `pick-${value}`, onclick: () => pick(now.key, value) }, name(value)))),
          now.enough ? html("button", { type: "button", class: "enough", "data-key": "enough", onclick: () => enough(now.key) }, say(now.taken.length ? "seat.all" : "seat.no_more")) : null),
    html("button", { type: "button", class: "stop", "data-key": "stop", onclick: stop }, say("seat.back")));
}
