// The large page's own steps within one decision: which group of things is looked through, which page of a list. Pure.
// All that is chosen is in the page's state, as on the match page.

/** @import { State, Picked } from "../../types/page.js" */

/**
 * `of`: the position that the step belongs to; `at`: the question there. `group`: the group of things that is looked
 * through; `moves`: whether the places for the chosen piece are looked through; `page`: the page of a long list; `why`:
 * the thing that can't be used, and whose reason is read; `put_off`: the wish of others that the player doesn't answer.
 * @typedef {{ of: string, at: string, group: string | null, moves: boolean, page: number, why: string | null, put_off: string | null }} Step
 */

/** @type {Step} */
export const FIRST = { of: "", at: "", group: null, moves: false, page: 0, why: null, put_off: null };

/** The position of a state. @type {(state: State) => string} */
const positionOf = (state) => `${state.match?.match} ${state.match?.revision}`;

/** The question of a state in its position. @type {(state: State) => string} */
const questionAt = ({ selected, asked, using }) => JSON.stringify([selected, asked, using]);

/**
 * The step for a state: in another position it starts again, at another question the list does.
 * @type {(step: Step, state: State) => Step}
 */
export function onward(step, state) {
  const [of, at] = [positionOf(state), questionAt(state)];
  if (of !== step.of) return { ...FIRST, of, at, put_off: step.put_off };
  if (at === step.at) return step;
  return { ...step, at, page: 0, why: null, moves: step.moves && state.selected !== null };
}

/**
 * The answers without the last one; null if there is none to take back.
 * @type {(picked: Picked) => Picked | null}
 */
export function withoutLast(picked) {
  const [last] = Object.entries(picked).slice(-1);
  if (!last) return null;
  const [key, { values, closed }] = last;
  const { [key]: _, ...rest } = picked;
  // A list that was closed by hand is opened again, with all that is in it.
  if (closed && values.length > 1) return { ...rest, [key]: { values, closed: false } };
  return values.length > 1 ? { ...rest, [key]: { values: values.slice(0, -1), closed: false } } : rest;
}
