// The uses of this tablet's seat that are possible now, by their piece and by the place that they are aimed at. Pure.

import { faceOf } from "../appearance/card_faces.js";
import { pick, step } from "./choosing.js";
import { currentSheet } from "./hand_sheet.js";
import { adviceOf, ownSeat, ownTurn, pieceOf, targetsIn, view } from "./selectors.js";

/** @import { UseView } from "../../types/messages.js" */
/** @import { Action, Picked, State } from "../../types/page.js" */

/**
 * The cards, skills and actions that this tablet's seat may use now.
 * @type {(state: State) => UseView[]}
 */
export const usesNow = (state) => (currentSheet(state)?.uses ?? []).filter((use) => use.actions.length);

/**
 * The uses of one piece, `among` those that are possible now unless others are given.
 * @type {(state: State, piece: string, among?: readonly UseView[]) => UseView[]}
 */
export const usesOfPiece = (state, piece, among = usesNow(state)) => among.filter((use) => use.piece === piece);

/** @typedef {{ use: UseView, picked: Picked, action: Action | null, target: string | null }} Offer A use with the tapped place filled in. `action` is its action if nothing is left to choose; `target` the place. */

/**
 * The actions of the chosen piece at the tapped place that its seat may ask the engine for. Where the place is a cell
 * with targets, they are the attacks on each of them.
 * @type {(state: State) => Offer[]}
 */
export function offersOf(state) {
  const { selected, asked } = state;
  if (selected === null) return blowsAt(state).map(whole);
  if (pieceOf(state, selected) === null) return [];
  if (asked === null) return faceOf(state, selected) ? usesOfPiece(state, selected).map(whole) : [];
  const found = offersAt(state, selected, asked);
  return found.length ? found : strikesAt(state, asked);
}

/** A use as an offer, without a place filled in. @type {(use: UseView) => Offer} */
const whole = (use) => ({ use, picked: {}, action: step(use.actions, {}).action ?? null, target: null });

/**
 * The seats that an action is aimed at: those of other players among its values.
 * @type {(state: State, action: Action) => string[]}
 */
export function aimedSeats(state, action) {
  const others = (view(state)?.seats ?? []).map((one) => one.seat).filter((seat) => seat !== ownSeat(state));
  return others.filter((seat) => Object.values(action).flat().includes(seat));
}

/**
 * The uses in this tablet's turn that are aimed at another player, and at no piece: there's nothing on the board to
 * choose for them. `seat`: only those that are aimed at it.
 * @type {(state: State, seat?: string | null) => UseView[]}
 */
export function blowsAt(state, seat = null) {
  if (state.mode !== "match" || state.situation?.paused || !ownTurn(state)) return [];
  return usesNow(state).filter((use) => {
    if (use.kind !== "deed" || use.piece !== null) return false;
    const aims = use.actions.map((action) => aimedSeats(state, action));
    return aims.every((seats) => (seat === null ? seats.length > 0 : seats.includes(seat)));
  });
}

/** The actions of a piece at a place. @type {(state: State, piece: string, place: string) => Offer[]} */
export const offersAt = (state, piece, place) =>
  usesOfPiece(state, piece).flatMap((use) => {
    const key = keyOf(use, place);
    if (key === null) return [];
    const picked = pick(use.actions, {}, key, place);
    const now = step(use.actions, picked);
    return now.left.length ? [{ use, picked, action: now.action ?? null, target: place }] : [];
  });

/**
 * The attacks that a tap on a target, or on the cell of targets, can mean. They include every use of the chosen piece
 * on such a target. None where the engine's advice has no target, or in a pause.
 * @type {(state: State, place: string) => Offer[]}
 */
export function strikesAt(state, place) {
  const { selected, situation } = state;
  const advice = selected === null || situation?.paused ? null : adviceOf(state, selected);
  if (!advice) return [];
  const targets = advice.attacks.includes(place) ? [place] : targetsIn(state, advice, place);
  return targets.flatMap((target) => offersAt(state, advice.piece, target));
}

/**
 * The field of a use's actions that may have a place; null if none may.
 * @type {(use: UseView, place: string) => string | null}
 */
function keyOf(use, place) {
  if (place === use.piece) return null;
  for (const action of use.actions) {
    const found = Object.entries(action).find(
      ([key, value]) => key !== "splash" && (value === place || (Array.isArray(value) && value.includes(place))),
    );
    if (found) return found[0];
  }
  return null;
}
