// Shows important moments over the board for some seconds: a round that begins, the result of a play, an event, a blow
// at this tablet's player, the end of a turn with nothing left to do.

import { currentSheet } from "../state/hand_sheet.js";
import { lastPlayed, named } from "../state/sentences.js";
import { leftToDo, ownSeat, ownTurn, view } from "../state/selectors.js";
import { usesNow } from "../state/uses.js";
import { say } from "../words/say.js";

/** @import { State, Witnessed } from "../../types/page.js" */

const SHOWN_MS = 2800;
const MOST_LINES = 4;

/** The counters of a player's life, in the games that have one. */
const LIFE = ["health", "hp"];

/**
 * The facts of a state that states are compared by; null while the page knows no match. `before`: those of the state
 * that was drawn before it.
 * @type {(state: State, before?: Witnessed | null) => Witnessed | null}
 */
export function witnessed(state, before = null) {
  const now = view(state);
  if (!now || !state.match || !state.situation) return null;
  const { match, revision } = state.match;
  const last = lastPlayed(state);
  const known = before?.match === match ? before : null;
  const pressed = Object.keys(state.sent).length ? revision : (known?.pressed ?? null);
  return {
    match,
    round: now.round,
    played: last ? `${last.revision} ${last.taken_at} ${last.frame}` : null,
    turn: now.turn,
    life: lifeOf(state)?.number ?? null,
    pressed,
    spent: pressed !== revision && now.turn === ownSeat(state) && (nothingLeft(state) ?? known?.spent ?? false),
  };
}

/**
 * The life of this tablet's player, as a number and in words; null where there is none.
 * @type {(state: State) => { number: number, text: string } | null}
 */
function lifeOf(state) {
  const seat = view(state)?.seats.find((one) => one.seat === ownSeat(state));
  const at = seat?.numbers.findIndex(([key]) => LIFE.includes(key)) ?? -1;
  return seat && at >= 0 ? { number: seat.numbers[at][1], text: seat.counts[at] ?? `${seat.numbers[at][1]}` } : null;
}

/**
 * Whether this tablet's player can only end the turn; null while the page doesn't know it.
 * @type {(state: State) => boolean | null}
 */
function nothingLeft(state) {
  if (!ownTurn(state) || currentSheet(state) === null || state.advice?.revision !== state.match?.revision) return null;
  const own = ownSeat(state);
  return !leftToDo(state).some((one) => one.seat === own) && !usesNow(state).some((use) => use.kind !== "known");
}

/**
 * The sentence that this tablet's player was hit, with the play that did it and the life that is left; empty if the
 * player wasn't.
 * @type {(before: Witnessed, state: State) => string}
 */
function blow(before, state) {
  const life = lifeOf(state);
  if (life === null || before.life === null || life.number >= before.life) return "";
  const me = view(state)?.seats.find((one) => one.seat === ownSeat(state))?.label ?? "";
  const plays = state.match?.last_actions ?? [];
  const what = plays.findLast((text) => text.includes(me)) ?? plays.at(-1);
  return what
    ? say("moment.hit", { what: named(state, what), left: life.text })
    : say("moment.life", { left: life.text });
}

/**
 * The lines to show for the change between two states of one match; empty if nothing important happened.
 * @type {(before: Witnessed | null, state: State) => string[]}
 */
export function momentOf(before, state) {
  const now = witnessed(state);
  const seen = view(state);
  if (!before || !now || !seen || seen.outcome || before.match !== now.match) return [];
  const fresh = now.played !== before.played ? lastPlayed(state) : null;
  const actions = fresh?.actions ?? [];
  // Actions that nobody played are results: an event, a token. The event's printed text is shown with it.
  const notes = actions
    .filter((one) => one.by === null && one.note && !one.came.length)
    .flatMap((one) => [named(state, one.text), say("history.written", { text: one.note })]);
  const came = actions.flatMap((one) => one.came).map((text) => named(state, text));
  const round = now.round > before.round ? say("turn.round", { n: now.round }) : "";
  const ended = before.spent && before.turn !== now.turn ? say("moment.nothing_left") : "";
  return [...new Set([ended, blow(before, state), round, ...notes, ...came])].filter(Boolean).slice(0, MOST_LINES);
}

/**
 * Show the moments in an element, each until its time is over or it is tapped; returns a function to call with every
 * state that is drawn.
 * @type {(element: HTMLElement) => (state: State) => void}
 */
export function createMoments(element) {
  /** @type {Witnessed | null} */
  let before = null;
  let until = 0;
  const hide = () => {
    element.hidden = true;
  };
  element.addEventListener("click", hide);
  return (state) => {
    const lines = momentOf(before, state);
    before = witnessed(state, before) ?? before;
    if (!lines.length) return;
    element.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    element.hidden = false;
    clearTimeout(until);
    until = window.setTimeout(hide, SHOWN_MS);
  };
}
