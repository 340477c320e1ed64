// Plays all cards of a hand that leave no choice, one after the other. Pure.

import { currentSheet } from "./hand_sheet.js";
import { leftToDo, mayAsk, ownSeat, ownTurn } from "./selectors.js";

/** @import { UseView } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * The cards of this tablet's seat that can all be played by one press: the game lists playing cards as left to do,
 * and each of these can only be played in one way.
 * @type {(state: State) => UseView[]}
 */
export function playableAtOnce(state) {
  const own = ownSeat(state);
  if (own === null || state.mode !== "match" || state.situation?.paused || !ownTurn(state)) return [];
  if (!leftToDo(state).some((one) => one.kind === "play" && one.seat === own)) return [];
  return (currentSheet(state)?.uses ?? []).filter((use) => use.kind === "card" && use.actions.length === 1);
}

/**
 * The next card while all are being played; null if there is none, or if the tablet has to wait.
 * @type {(state: State) => UseView | null}
 */
export function nextToPlay(state) {
  if (state.playingAll === null || !mayAsk(state)) return null;
  return playableAtOnce(state).find((use) => state.playingAll?.includes(use.key)) ?? null;
}

/**
 * Whether playing all has ended: no card is left, or a question comes first.
 * @type {(state: State) => boolean}
 */
export const hasPlayedAll = (state) =>
  state.playingAll !== null && currentSheet(state) !== null && mayAsk(state) && nextToPlay(state) === null;
