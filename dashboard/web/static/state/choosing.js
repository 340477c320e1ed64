// Chooses one of several actions by one question after the other. Pure: it gets the actions and knows no rules.
//
// Actions are plain objects with the same keys. A key where they differ is a question. A list under a key is filled
// thing by thing, in any order. `picked` has the answers so far: {key: {values: [...], closed}}.

/** @import { Action, Asking, Chosen, Picked } from "../../types/page.js" */

/** @type {(value: unknown) => readonly unknown[]} */
const listOf = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/**
 * The list without the things, each taken out once; null if one of them isn't in it.
 * @type {(list: readonly unknown[], things: readonly unknown[]) => unknown[] | null}
 */
function without(list, things) {
  const rest = [...list];
  for (const thing of things) {
    const at = rest.indexOf(thing);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** @type {(action: Action, picked: Picked) => boolean} */
function fits(action, picked) {
  return Object.entries(picked).every(([key, { values, closed }]) => {
    const rest = without(listOf(action[key]), values);
    return rest !== null && !(closed && rest.length);
  });
}

/**
 * The next question, or the chosen action. `left`: the actions that fit the answers; `action`: the chosen one.
 * `options`: the things that may be added under `key`; `taken`: those that are; `enough`: whether nothing more has to
 * be added.
 * @type {(actions: readonly Action[], picked: Picked) => Asking | Chosen}
 */
export function step(actions, picked) {
  const left = actions.filter((action) => fits(action, picked));
  const keys = [...new Set(left.flatMap((action) => Object.keys(action)))];
  // Keys that all actions have come first, because the other questions may depend on them.
  /** @type {(key: string) => number} */
  const coverage = (key) => left.filter((action) => key in action).length;
  keys.sort((a, b) => coverage(b) - coverage(a));
  for (const key of keys) {
    if (picked[key]?.closed) continue;
    const lists = left.map((action) => listOf(action[key]));
    if (lists.every((list) => list.length === lists[0].length && without(list, lists[0]) !== null)) continue;
    const taken = picked[key]?.values ?? [];
    const rests = lists.map((list) => without(list, taken) ?? []);
    return { left, key, taken, options: [...new Set(rests.flat())], enough: rests.some((rest) => rest.length === 0) };
  }
  return left.length ? { left, action: left[0] } : { left };
}

/**
 * The answers with one more thing under a key.
 * @type {(actions: readonly Action[], picked: Picked, key: string, value: unknown) => Picked}
 */
export function pick(actions, picked, key, value) {
  const several = actions.some((action) => Array.isArray(action[key]));
  return { ...picked, [key]: { values: [...(picked[key]?.values ?? []), value], closed: !several } };
}

/**
 * The answers with nothing more to be added under a key.
 * @type {(picked: Picked, key: string) => Picked}
 */
export const enough = (picked, key) => ({ ...picked, [key]: { values: picked[key]?.values ?? [], closed: true } });
