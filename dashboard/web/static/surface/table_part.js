// The part of a table that a match uses: the places of absent seats are left out, and the empty bands between the
// rest are narrowed, so that the rest is larger on the screen. Pure. A camera's view and the virtual table stay
// whole.

/** @import { Surface, SurfaceCell, View } from "../../types/messages.js" */
/** @import { Point } from "../../types/page.js" */

/** The width of a narrowed band: wide enough to show which places belong together. */
const BAND_MM = 14;

/** @type {WeakMap<Surface, { key: string, part: Surface }>} */
const taken = new WeakMap();

/**
 * The part of a field that a match uses. The same part gives the same value, so that nothing is drawn again.
 * @type {(surface: Surface, view: View) => Surface}
 */
export function partOf(surface, view) {
  const seats = new Set(view.seats.map((one) => one.seat));
  // Places of absent seats are shown if cards lie there.
  const lain = new Set([...view.pieces, ...view.heaps].map((one) => one.cell));
  const cells = surface.cells.filter((cell) => cell.seat === null || seats.has(cell.seat) || lain.has(cell.cell));
  const key = cells.map((cell) => cell.cell).join();
  const known = taken.get(surface);
  if (known?.key === key) return known.part;
  const part = cells.some((cell) => cell.zone) ? folded({ ...surface, cells }) : surface;
  taken.set(surface, { key, part });
  return part;
}

/**
 * A field with narrowed empty bands. The cells keep their sizes and their order.
 * @type {(surface: Surface) => Surface}
 */
export function folded(surface) {
  const [across, along] = [shiftsOf(surface.cells, 0), shiftsOf(surface.cells, 1)];
  const cells = surface.cells.map((cell) => {
    const [dx, dy] = [across(cell), along(cell)];
    return {
      ...cell,
      x_mm: cell.x_mm + dx,
      y_mm: cell.y_mm + dy,
      outline_mm: cell.outline_mm.map(([x, y]) => /** @type {const} */ ([x + dx, y + dy])),
    };
  });
  return { ...surface, size_mm: sizeOf(cells), cells };
}

/**
 * The side of the field that a seat sits at, by its own places; null if it has none.
 * @type {(surface: Surface, seat: string) => "south" | "west" | "north" | "east" | null}
 */
export function sideWith(surface, seat) {
  const own = surface.cells.filter((cell) => cell.seat === seat);
  if (!own.length) return null;
  const [[left, right], [low, high]] = [rangeOf(surface.cells, 0), rangeOf(surface.cells, 1)];
  /** @type {(which: "x_mm" | "y_mm") => number} */
  const mean = (which) => own.reduce((sum, cell) => sum + cell[which], 0) / own.length;
  const x = (2 * mean("x_mm") - left - right) / (right - left);
  const y = (2 * mean("y_mm") - low - high) / (high - low);
  // Several seats sit side by side along the long sides; only a seat near the middle of an end is east or west.
  if (Math.abs(y) >= Math.abs(x) || Math.abs(y) > 0.4) return y > 0 ? "north" : "south";
  return x > 0 ? "east" : "west";
}

/**
 * The distance that each cell moves along an axis (0: x, 1: y) when the empty bands are narrowed.
 * @type {(cells: readonly SurfaceCell[], axis: 0 | 1) => (cell: SurfaceCell) => number}
 */
function shiftsOf(cells, axis) {
  const spans = cells.map((cell) => rangeOf([cell], axis)).sort((a, b) => a[0] - b[0]);
  /** @type {{ from: number, by: number }[]} */
  const folds = [];
  let [end, by] = [spans[0]?.[1] ?? 0, 0];
  for (const [from, to] of spans) {
    if (from - end > BAND_MM) folds.push({ from, by: (by -= from - end - BAND_MM) });
    end = Math.max(end, to);
  }
  return (cell) => folds.findLast((fold) => rangeOf([cell], axis)[0] >= fold.from)?.by ?? 0;
}

/** @type {(cells: readonly SurfaceCell[], axis: 0 | 1) => [number, number]} */
function rangeOf(cells, axis) {
  const values = cells.flatMap((cell) => cell.outline_mm.map((point) => point[axis]));
  return [Math.min(...values), Math.max(...values)];
}

/** @type {(cells: readonly SurfaceCell[]) => Point} */
function sizeOf(cells) {
  const [[left, right], [low, high]] = [rangeOf(cells, 0), rangeOf(cells, 1)];
  return [right - left, high - low];
}
