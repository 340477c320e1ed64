// Playing all cards of a hand that leave no choice, one after the other. Pure.

import { currentSheet } from "./hand_sheet.js";
import { leftToDo, mayAsk, ownSeat, ownTurn } from "./selectors.js";

/** @import { UseView } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * The cards of this tablet's seat that can be played in one go: its game counts them as left to play in the turn, and
 * each can be played in one way alone.
 * @type {(state: State) => UseView[]}
 */
export function playableAtOnce(state) {
  const own = ownSeat(state);
  if (own === null || state.mode !== "match" || state.situation?.paused || !ownTurn(state)) return [];
  if (!leftToDo(state).some((one) => one.kind === "play" && one.seat === own)) return [];
  return (currentSheet(state)?.uses ?? []).filter((use) => use.kind === "card" && use.actions.length === 1);
}

/**
 * The next card to play while all are being played; null once there is none, or the tablet must wait.
 * @type {(state: State) => UseView | null}
 */
export function nextToPlay(state) {
  if (state.playingAll === null || !mayAsk(state)) return null;
  return playableAtOnce(state).find((use) => state.playingAll?.includes(use.key)) ?? null;
}

/**
 * Whether playing all is over: none is left, or something else is asked first.
 * @type {(state: State) => boolean}
 */
export const hasPlayedAll = (state) =>
  state.playingAll !== null && currentSheet(state) !== null && mayAsk(state) && nextToPlay(state) === null;
