// Shows important moments over the board for some seconds: a round that begins, the result of a play, an event.

import { lastPlayed, named } from "../state/sentences.js";
import { view } from "../state/selectors.js";
import { say } from "../words/say.js";

/** @import { State, Witnessed } from "../../types/page.js" */

const SHOWN_MS = 2800;
const MOST_LINES = 4;

/**
 * The round and the last play of a state, to compare states by; null while the page knows no match.
 * @type {(state: State) => Witnessed | null}
 */
export function witnessed(state) {
  const now = view(state);
  if (!now || !state.match || !state.situation) return null;
  const last = lastPlayed(state);
  return {
    match: state.match.match,
    round: now.round,
    played: last ? `${last.revision} ${last.taken_at} ${last.frame}` : null,
  };
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
  return [...new Set([round, ...notes, ...came])].filter(Boolean).slice(0, MOST_LINES);
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
    before = witnessed(state) ?? before;
    if (!lines.length) return;
    element.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    element.hidden = false;
    clearTimeout(until);
    until = window.setTimeout(hide, SHOWN_MS);
  };
}
