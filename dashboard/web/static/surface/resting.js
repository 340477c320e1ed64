// Where a dragged piece comes to rest: in the middle of its cell, at its edge, or beside what lies there. Pure.

import { inradius, turnedPoint } from "./geometry.js";

/** @import { SurfaceCell } from "../../types/messages.js" */
/** @import { Point } from "../../types/page.js" */
/** @import { Lying } from "./geometry.js" */

/**
 * How near the edge a point of a cell lies: 0 at the centre, the inradius at the edge; and that edge's normal.
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
 * Where a piece dropped in a cell comes to lie: near the edge it's pushed there, else it takes the nearest
 * free place, so that no piece covers another. `others` are the pieces already in the cell, `quarters` says
 * how the board is turned.
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
 * A free place at a cell's edge, at the side of `normal` where there's room.
 * @type {(cell: SurfaceCell, normal: Point, others: readonly Lying[]) => Point}
 */
export function pushedPlace(cell, normal, others) {
  const reach = inradius(cell) - 6;
  const plan = normals(cell).map((n) => /** @type {const} */ ([n[0] * reach, n[1] * reach]));
  const [x, y] = [cell.x_mm + normal[0] * reach, cell.y_mm + normal[1] * reach];
  return nearestFree(cell, plan, x, y, others) ?? [x, y];
}

// Places that don't count as pushed to the edge of an upright hex.
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

// Square pieces: they are clear of each other when either coordinate is.
/** @type {(at: Point, other: Lying) => number} */
const apart = (at, other) => Math.max(Math.abs(at[0] - other.x_mm), Math.abs(at[1] - other.y_mm));
