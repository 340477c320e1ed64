// Where the arrow keys lead on the field: from a cell to the next one, in a line as straight as its cells allow. Pure.

import { inradius } from "../surface/geometry.js";

/** @import { Surface, SurfaceCell } from "../../types/messages.js" */

/**
 * Where a walk has come. `line` is what its cells keep to: their height while it goes sideways, else how far to
 * the right they are, board millimetres; `way` is the key that was pressed last.
 * @typedef {{ cell: string, way: string, line: number }} Walk
 */

/** A step goes no further than to a neighbour, measured in the cell's own width. */
const NEAR = 1.2;
/** A neighbour lies in a direction when this share of the step to it does. */
const AHEAD = 0.3;

/** @type {Record<string, readonly [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Whether a key leads from cell to cell. @param {string} key */
export const leads = (key) => key in WAYS;

/**
 * Begin a walk at a cell.
 * @type {(cell: string) => Walk}
 */
export const begun = (cell) => ({ cell, way: "", line: 0 });

/** @type {(way: string) => boolean} */
const sideways = (way) => way === "ArrowLeft" || way === "ArrowRight";

/** @type {(cell: SurfaceCell, way: string) => number} */
const lineOf = (cell, way) => (sideways(way) ? cell.y_mm : cell.x_mm);

/**
 * The walk after a key; the same one at the field's edge. In a row of hexes that lie half a hex higher and lower
 * in turns, a walk sideways stays about its line and so comes back to where it was.
 * @type {(surface: Surface, walk: Walk, key: string) => Walk}
 */
export function stepped(surface, walk, key) {
  const from = surface.cells.find((one) => one.cell === walk.cell);
  if (!from || !leads(key)) return walk;
  const line = sideways(key) === sideways(walk.way) && walk.way ? walk.line : lineOf(from, key);
  const [x, y] = WAYS[key];
  const width = 2 * inradius(from);
  const next = surface.cells
    .map((cell) => ({ cell, dx: cell.x_mm - from.x_mm, dy: cell.y_mm - from.y_mm }))
    .filter(({ dx, dy }) => Math.hypot(dx, dy) < NEAR * width && dx * x + dy * y > AHEAD * width)
    .map(({ cell }) => cell);
  // Of two that are as good, the higher or the left one.
  const beside = (/** @type {SurfaceCell} */ cell) => Math.round(10 * Math.abs(lineOf(cell, key) - line));
  next.sort((a, b) => beside(a) - beside(b) || b.y_mm - a.y_mm || a.x_mm - b.x_mm);
  return next[0] ? { cell: next[0].cell, way: key, line } : walk;
}

/**
 * The cell nearest to the field's middle: where a walk begins that nobody has begun.
 * @type {(surface: Surface) => string}
 */
export function middlemost({ cells }) {
  const [x, y] = [0, 1].map(
    (axis) => cells.reduce((sum, cell) => sum + (axis ? cell.y_mm : cell.x_mm), 0) / (cells.length || 1),
  );
  const far = (/** @type {SurfaceCell} */ cell) => Math.hypot(cell.x_mm - x, cell.y_mm - y);
  return [...cells].sort((a, b) => far(a) - far(b))[0]?.cell ?? "";
}
