// The result of an attack, before it's made.

import { say } from "../words/say.js";

/** @import { Advice, PieceView } from "../../types/messages.js" */

/**
 * The target's life before and after, where nobody answers the attack; empty where it has none.
 * @type {(advice: Advice | null, target: PieceView | null) => string}
 */
export function comesTo(advice, target) {
  if (!advice?.damage || target?.hp === null || target?.hp === undefined) return "";
  const left = Math.max(0, target.hp - advice.damage);
  return say(left ? "caption.comes_to" : "caption.kills", { n: advice.damage, hp: target.hp, left });
}
