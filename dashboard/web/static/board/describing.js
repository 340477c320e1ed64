// The board in words, for screen readers: the pieces of each cell, their possible actions, the cell's marks. Pure.

import { zoneLabel } from "../appearance/card_faces.js";
import { cellTexts } from "./advice_marks.js";
import { say } from "../words/say.js";
import { placeName } from "../state/sentences.js";
import { seatLabel, view } from "../state/selectors.js";
import { spokenHere } from "../state/spoken_pieces.js";

/** @import { PhysicalSpot, Shown, State } from "../../types/page.js" */

/**
 * The name of a cell. A zone has the name that is written on the board ("Lan: play area").
 * @type {(state: State, cell: string) => string}
 */
export function cellName(state, cell) {
  const found = state.surface?.cells.find((one) => one.cell === cell);
  const zone = zoneLabel(state, cell);
  if (!found?.zone) return cell;
  return zone && found.seat ? say("zones.of", { seat: seatLabel(state, found.seat), zone }) : placeName(state, cell);
}

/**
 * The sentence of each cell with pieces or marks: "f6: West cavalry 1, may move to 14 hexes". `physical`: the pieces
 * of the virtual table; without them the match's pieces count.
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
  return new Map(
    [...found].map(([cell, texts]) => [
      cell,
      say("board.cell", { cell: cellName(state, cell), what: texts.join(say("joins.sentences")) }),
    ]),
  );
}
