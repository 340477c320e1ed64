// The places of cards in the zones of a surface. Pure geometry, in screen millimetres (y down).

import { down, facing } from "../surface/geometry.js";
import { CARD } from "../appearance/card.js";
import { faceOf } from "../appearance/card_faces.js";

/** @import { HeapView, PieceView } from "../../types/messages.js" */
/** @import { BoardSpot, SeenCell, State } from "../../types/page.js" */

const GAP = 4;

/**
 * The width and depth of a zone's cell, mm, as its owner sees it.
 * @type {(cell: SeenCell) => { width: number, depth: number }}
 */
export function roomIn({ outline_mm: [a, b, c] }) {
  return { width: Math.hypot(c[0] - b[0], c[1] - b[1]), depth: Math.hypot(b[0] - a[0], b[1] - a[1]) };
}

/**
 * The scale of cards in a cell, so that they stay within it.
 * @type {(cell: SeenCell) => number}
 */
export function cardScale(cell) {
  const { width, depth } = roomIn(cell);
  return Math.min(cell.scale ?? 1, (depth - 2) / CARD.height, (width - 2) / CARD.width);
}

/**
 * The places of cards side by side in a cell: their centres, and their angles on the screen, degrees clockwise.
 * `sideways`: for each card whether it lies across. If there isn't enough room they overlap evenly.
 * @type {(cell: SeenCell, sideways: readonly boolean[]) => { x: number, y: number, turned: number }[]}
 */
export function sideBySide(cell, sideways) {
  const scale = cardScale(cell);
  const { width } = roomIn(cell);
  const wide = sideways.map((across) => (across ? CARD.height : CARD.width) * scale);
  const [last = 0] = wide.slice(-1);
  const steps = wide.map((one) => one + GAP);
  const before = steps.map((_, i) => steps.slice(0, i).reduce((sum, one) => sum + one, 0));
  const whole = (before.at(-1) ?? 0) + last;
  const share = whole <= width || whole === last ? 1 : Math.max(0, width - last) / (whole - last);
  const taken = Math.min(whole, width);
  const turned = facing(cell);
  const along = (turned * Math.PI) / 180;
  return wide.map((one, i) => {
    const at = before[i] * share + one / 2 - taken / 2;
    return {
      x: cell.x_mm + at * Math.cos(along),
      y: down(cell.y_mm + at * Math.sin(along)),
      turned: (sideways[i] ? 90 : 0) - turned,
    };
  });
}

/**
 * The spots of the cards in a zone's cell. Of a pile only the top card is drawn, with the number of cards.
 * @type {(state: State, cell: SeenCell, pieces: readonly PieceView[], heap: HeapView | null) => BoardSpot[]}
 */
export function cardSpots(state, cell, pieces, heap) {
  const shown = cell.zone === "pile" ? pieces.slice(0, 1) : pieces;
  const places = sideBySide(
    cell,
    shown.map((piece) => piece.sideways),
  );
  const scale = cardScale(cell);
  const count = cell.zone === "pile" ? pieces.length + (heap?.number ?? 0) : 0;
  return shown.flatMap((piece, i) => {
    const face = faceOf(state, piece.piece);
    const { x, y, turned } = places[i];
    return face ? [{ x, y, radius: CARD.width / 2, scale, piece, cell, card: { face, turned, count } }] : [];
  });
}
