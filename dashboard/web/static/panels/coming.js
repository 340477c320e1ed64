// The expected result of an attack.

import { say } from "../words/say.js";

/** @import { Advice, PieceView } from "../../types/messages.js" */

/**
 * A sentence with the target's hit points before and after the attack, if nobody answers it; empty without hit
 * points.
 * @type {(advice: Advice | null, target: PieceView | null) => string}
 */
export function comesTo(advice, target) {
  if (!advice?.damage || target?.hp === null || target?.hp === undefined) return "";
  const left = Math.max(0, target.hp - advice.damage);
  return say(left ? "caption.comes_to" : "caption.kills", { n: advice.damage, hp: target.hp, left });
}
