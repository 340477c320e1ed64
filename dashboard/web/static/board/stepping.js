// Finds the next cell for an arrow key, in a line that is as straight as the cells allow. Pure.

import { inradius } from "../surface/geometry.js";

/** @import { Surface, SurfaceCell } from "../../types/messages.js" */

/**
 * The state of a walk over the field. `cell`: the present cell; `way`: the last key. `line`: the coordinate that the
 * walk keeps, y for a walk sideways and else x, board millimetres.
 * @typedef {{ cell: string, way: string, line: number }} Walk
 */

/** The longest step, in widths of a cell: it reaches neighbours only. */
const NEAR = 1.2;
/** The smallest part of a step in the key's direction, in widths of a cell. */
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
 * The walk after a key; the same walk at the field's edge. A row of hexes lies half a hex higher and lower in turns.
 * A walk sideways keeps near its line there, so the opposite key leads back.
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
  // If two cells are equally good, the higher or the left one is next.
  const beside = (/** @type {SurfaceCell} */ cell) => Math.round(10 * Math.abs(lineOf(cell, key) - line));
  next.sort((a, b) => beside(a) - beside(b) || b.y_mm - a.y_mm || a.x_mm - b.x_mm);
  return next[0] ? { cell: next[0].cell, way: key, line } : walk;
}

/**
 * The cell nearest to the field's middle, where the first walk begins.
 * @type {(surface: Surface) => string}
 */
export function middlemost({ cells }) {
  const [x, y] = [0, 1].map(
    (axis) => cells.reduce((sum, cell) => sum + (axis ? cell.y_mm : cell.x_mm), 0) / (cells.length || 1),
  );
  const far = (/** @type {SurfaceCell} */ cell) => Math.hypot(cell.x_mm - x, cell.y_mm - y);
  return [...cells].sort((a, b) => far(a) - far(b))[0]?.cell ?? "";
}
