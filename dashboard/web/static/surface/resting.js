// Finds the place of a dropped piece: in the middle of its cell, at its edge, or beside other pieces. Pure.

import { inradius, turnedPoint } from "./geometry.js";

/** @import { SurfaceCell } from "../../types/messages.js" */
/** @import { Point } from "../../types/page.js" */
/** @import { Lying } from "./geometry.js" */

/**
 * The distance of a point from its cell's centre towards the nearest edge (the inradius at the edge), and that edge's
 * normal.
 * @type {(cell: SurfaceCell, x: number, y: number) => { along: number, normal: Point }}
 */
export function edgeward(cell, x, y) {
  const [dx, dy] = [x - cell.x_mm, y - cell.y_mm];
  let best = { along: -Infinity, normal: /** @type {Point} */ ([1, 0]) };
  for (const normal of normals(cell)) {
    const along = dx * normal[0] + dy * normal[1];
    if (along > best.along) best = { along, normal };
  }
  return best;
}

/** @type {(cell: SurfaceCell) => Point[]} */
function normals(cell) {
  return cell.outline_mm.map(([x, y], i) => {
    const [nx, ny] = cell.outline_mm[(i + 1) % cell.outline_mm.length];
    const middle = [(x + nx) / 2 - cell.x_mm, (y + ny) / 2 - cell.y_mm];
    const length = Math.hypot(...middle);
    return [middle[0] / length, middle[1] / length];
  });
}

const PIECE_MM = 21;

/** @type {Point} */
const CENTRE = [0, 0];

/**
 * The place of a piece that is dropped in a cell. Near an edge it is pushed there; elsewhere it takes the nearest
 * free place, so that it covers no other piece. `others`: the pieces in the cell; `quarters`: how far the board is
 * turned.
 * @type {(cell: SurfaceCell, x: number, y: number, others: readonly Lying[], quarters: number) => Point}
 */
export function restingPlace(cell, x, y, others, quarters) {
  const reach = inradius(cell);
  const { along, normal } = edgeward(cell, x, y);
  if (along > reach * 0.78) return pushedPlace(cell, normal, others);
  const plan = others.length === 0 ? [CENTRE] : INNER.map((place) => turnedPoint(place, quarters));
  return nearestFree(cell, plan, x, y, others) ?? [x, y];
}

/**
 * A free place at a cell's edge, if possible at the side of `normal`.
 * @type {(cell: SurfaceCell, normal: Point, others: readonly Lying[]) => Point}
 */
export function pushedPlace(cell, normal, others) {
  const reach = inradius(cell) - 6;
  const plan = normals(cell).map((n) => /** @type {const} */ ([n[0] * reach, n[1] * reach]));
  const [x, y] = [cell.x_mm + normal[0] * reach, cell.y_mm + normal[1] * reach];
  return nearestFree(cell, plan, x, y, others) ?? [x, y];
}

// The places in an upright hex that don't count as pushed to its edge.
/** @type {Point[]} */
const INNER = [
  [0, 0],
  [-21, -10.5],
  [0, -10.5],
  [21, -10.5],
  [-21, 10.5],
  [0, 10.5],
  [21, 10.5],
];

/** @type {(cell: SurfaceCell, plan: readonly Point[], x: number, y: number, others: readonly Lying[]) => Point | null} */
function nearestFree(cell, plan, x, y, others) {
  const free = plan
    .map(([dx, dy]) => /** @type {const} */ ([cell.x_mm + dx, cell.y_mm + dy]))
    .filter((at) => others.every((other) => apart(at, other) >= PIECE_MM - 1));
  free.sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
  return free[0] ?? null;
}

// The distance of two square pieces: they are apart if one of their coordinates is.
/** @type {(at: Point, other: Lying) => number} */
const apart = (at, other) => Math.max(Math.abs(at[0] - other.x_mm), Math.abs(at[1] - other.y_mm));
