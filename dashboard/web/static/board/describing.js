// The board in words, for who doesn't see it: what lies in each cell, what it may do, what is marked there. Pure.

import { cellTexts } from "./counsel_marks.js";
import { say } from "../words/say.js";
import { spokenHere, view } from "../state/selectors.js";

/** @import { PhysicalSpot, Shown, State } from "../../types/page.js" */

/**
 * Every cell that there is something to say of: "f6: West cavalry 1, may move to 14 hexes". On the virtual table
 * of the pieces that lie there, else of the match's.
 * @type {(state: State, physical?: ReadonlyMap<string, PhysicalSpot>) => Map<string, string>}
 */
export function cellsSpoken(state, physical) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const note = (/** @type {string | null | undefined} */ cell, /** @type {string} */ text) => {
    if (cell) found.set(cell, [...(found.get(cell) ?? []), text]);
  };
  /** @type {readonly { cell: string | null | undefined, piece: Shown }[]} */
  const lying = physical
    ? [...physical.values()].map(({ cell, piece }) => ({ cell: cell?.cell, piece }))
    : (view(state)?.pieces ?? []).map((piece) => ({ cell: piece.cell, piece }));
  for (const { cell, piece } of lying) note(cell, spokenHere(state, piece));
  for (const [cell, texts] of cellTexts(state)) for (const text of texts) note(cell, text);
  return new Map([...found].map(([cell, texts]) => [cell, say("board.cell", { cell, what: texts.join(say("joins.sentences")) })]));
}
