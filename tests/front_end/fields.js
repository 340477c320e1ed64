// Small fields to test on: 3 by 3 squares, and 5 columns of 5 flat-topped hexes where every second column is lower.

/** @import { Surface, SurfaceCell } from "../../dashboard/web/types/messages.js" */

const NAMES = ["a", "b", "c", "d", "e"];

/** @type {(cell: string, x_mm: number, y_mm: number, corners: number, radius: number, turn: number) => SurfaceCell} */
function polygon(cell, x_mm, y_mm, corners, radius, turn) {
  const outline_mm = Array.from({ length: corners }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / corners;
    return /** @type {const} */ ([x_mm + radius * Math.cos(angle), y_mm + radius * Math.sin(angle)]);
  });
  return { cell, x_mm, y_mm, outline_mm, zone: "", seat: null };
}

/** @type {Surface} */
export const squares = {
  board: "squares",
  size_mm: [300, 300],
  cells: [0, 1, 2].flatMap((column) =>
    [0, 1, 2].map((row) =>
      polygon(`${NAMES[column]}${row + 1}`, (column - 1) * 64, (row - 1) * 64, 4, 32 * Math.SQRT2, Math.PI / 4),
    ),
  ),
};

const SIDE = 64 / Math.sqrt(3);

/** @type {Surface} */
export const hexes = {
  board: "hexes",
  size_mm: [400, 400],
  cells: [0, 1, 2, 3, 4].flatMap((column) =>
    [0, 1, 2, 3, 4].map((row) =>
      polygon(`${NAMES[column]}${row + 1}`, (column - 2) * 1.5 * SIDE, (row - 2) * 64 - (column % 2) * 32, 6, SIDE, 0),
    ),
  ),
};
