// The spots of the pieces in the field. Pure.

import { faceOf } from "../appearance/card_faces.js";
import { isPlate, isTerrain } from "../appearance/worn_look.js";
import { cardSpots } from "../cards/lying.js";
import { view } from "../state/selectors.js";
import { down } from "../surface/geometry.js";
import { slots } from "../surface/slots.js";

/** @import { PieceView } from "../../types/messages.js" */
/** @import { BoardSpot, Fielded, Seen, SeenCell, State } from "../../types/page.js" */

/** @param {State} state @returns {state is Fielded} */
export const isFielded = (state) => state.surface !== null;

/** @type {(surface: Seen) => Map<string, SeenCell>} */
export const cellsByName = (surface) => new Map(surface.cells.map((cell) => [cell.cell, cell]));

/**
 * The spot of each piece of the match, by the piece's id, in screen millimetres.
 * @type {(state: Fielded) => Map<string, BoardSpot>}
 */
export function spotsOf(state) {
  /** @type {Map<string, BoardSpot>} */
  const spots = new Map();
  const now = view(state);
  if (!now) return spots;
  const cells = cellsByName(state.surface);
  /** @type {Map<SeenCell, PieceView[]>} */
  const byCell = new Map();
  for (const piece of now.pieces) {
    const carried = state.carried?.piece === piece.piece ? cells.get(state.carried.cell) : undefined;
    const cell = carried ?? (piece.cell === null ? undefined : cells.get(piece.cell));
    if (cell && !isTerrain(piece.kind)) byCell.set(cell, [...(byCell.get(cell) ?? []), piece]);
  }
  for (const [cell, all] of byCell) {
    const cards = cell.zone ? all.filter((piece) => faceOf(state, piece.piece)) : [];
    const heap = now.heaps.find((one) => one.cell === cell.cell) ?? null;
    for (const spot of cardSpots(state, cell, cards, heap)) spots.set(spot.piece.piece, spot);
    const pieces = all.filter((piece) => !cards.includes(piece));
    const [plates, tokens] = [pieces.filter((p) => isPlate(p.kind)), pieces.filter((p) => !isPlate(p.kind))];
    const scale = cell.scale ?? 1;
    for (const piece of plates) {
      spots.set(piece.piece, {
        x: cell.x_mm,
        y: down(cell.y_mm),
        radius: 28,
        scale,
        piece,
        plate: true,
        shared: tokens.length > 0,
        cell,
        tile: faceOf(state, piece.piece),
      });
    }
    const plan = slots(tokens.length, plates.length > 0);
    tokens.forEach((piece, i) => {
      const [dx, dy] = plan.at[i];
      // A piece that is alone in its cell can be drawn at the cell's edge, if it was pushed there.
      const push = tokens.length === 1 && piece.edge ? -11 : 0;
      spots.set(piece.piece, {
        x: cell.x_mm + dx * scale,
        y: down(cell.y_mm + (dy + push) * scale),
        radius: push ? 17 : plan.radius,
        scale,
        piece,
        cell,
      });
    });
  }
  return spots;
}
