// The uses of this tablet's seat that are possible now, by their piece and by the place that they are aimed at. Pure.

import { faceOf } from "../appearance/card_faces.js";
import { pick, step } from "./choosing.js";
import { currentSheet } from "./hand_sheet.js";
import { adviceOf, pieceOf, targetsIn } from "./selectors.js";

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
  if (selected === null || pieceOf(state, selected) === null) return [];
  if (asked === null)
    return faceOf(state, selected)
      ? usesOfPiece(state, selected).map((use) => ({
          use,
          picked: {},
          action: step(use.actions, {}).action ?? null,
          target: null,
        }))
      : [];
  const found = offersAt(state, selected, asked);
  return found.length ? found : strikesAt(state, asked);
}

/** The actions of a piece at a place. @type {(state: State, piece: string, place: string) => Offer[]} */
const offersAt = (state, piece, place) =>
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
