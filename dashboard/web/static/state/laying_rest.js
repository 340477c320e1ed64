// Answers a question that is asked many times in one go (which land lies where?) by chance, until it is answered. Pure.

import { currentSheet } from "./hand_sheet.js";
import { mayAsk, ownSeat, simulated, view } from "./selectors.js";
import { usesNow } from "./uses.js";

/** @import { UseView } from "../../types/messages.js" */
/** @import { Action, State } from "../../types/page.js" */

/**
 * The uses that all that is left to lay can be laid by; empty if this tablet's seat isn't asked to lay many things, or
 * if people lay them, because simulated hands alone lay things that nobody looked at.
 * @type {(state: State) => UseView[]}
 */
export function restToLay(state) {
  const own = ownSeat(state);
  const decision = view(state)?.decision;
  if (own === null || !decision?.many || decision.chooser !== "seat" || !decision.seats.includes(own)) return [];
  if (state.mode !== "match" || state.situation?.paused || !simulated(state)) return [];
  return usesNow(state).filter((use) => use.kind !== "known");
}

/**
 * The next thing to lay by chance, and where; null if the rest isn't being laid, or if the tablet has to wait.
 * `chance` returns a number from 0 up to 1.
 * @type {(state: State, chance: () => number) => { use: UseView, action: Action } | null}
 */
export function nextOfRest(state, chance) {
  if (state.layingRest === null || state.layingRest !== view(state)?.decision.kind || !mayAsk(state)) return null;
  const uses = restToLay(state);
  if (!uses.length) return null;
  const use = anyOf(uses, chance);
  return { use, action: anyOf(use.actions, chance) };
}

/** @type {<Thing>(things: readonly Thing[], chance: () => number) => Thing} */
const anyOf = (things, chance) => things[Math.floor(chance() * things.length)];

/**
 * Whether laying the rest has ended: all lies, or another question comes first.
 * @type {(state: State) => boolean}
 */
export const hasLaidRest = (state) =>
  state.layingRest !== null &&
  currentSheet(state) !== null &&
  mayAsk(state) &&
  (state.layingRest !== view(state)?.decision.kind || !restToLay(state).length);

/**
 * The kind of question that a press of the button has answered by chance from now on; null: the press stops that.
 * @type {(state: State) => string | null}
 */
export const restPressed = (state) => (state.layingRest === null ? (view(state)?.decision.kind ?? null) : null);
