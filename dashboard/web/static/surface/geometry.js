// Geometry in board millimetres: x to the right, y away from row 1. Pure. `down` turns y for the screen.

/** @import { SimulatedPiece, SimulatedTable, Surface, SurfaceCell } from "../../types/messages.js" */
/** @import { Point, Seen } from "../../types/page.js" */

/** @typedef {{ at: Point[], radius: number }} Slots Places of pieces in a cell: offsets from its centre, and the pieces' radius. */

/** @typedef {{ x_mm: number, y_mm: number }} Lying The place of a piece. */

/**
 * The screen's y for a board's y.
 * @type {(y: number) => number}
 */
export const down = (y) => -y;

/**
 * A point turned counter-clockwise around the board's centre by quarters of a circle.
 * @type {(point: Point, quarters: number) => Point}
 */
export function turnedPoint([x, y], quarters) {
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return [-y, x];
    case 2:
      return [-x, -y];
    case 3:
      return [y, -x];
    default:
      return [x, y];
  }
}

/** The least ratio of the sides of a field that counts as longer one way. */
const LONGER = 1.15;

/**
 * The number of quarters to turn the field by, so that a seat's side of the table is at the bottom. A field that is
 * longer one way always lies along the screen (`upright`: a screen that is higher than wide), because across it would
 * be half as large. Then the seat's corner is at the bottom.
 * @type {(seat: string | null, size_mm: Point, upright?: boolean) => number}
 */
export function sideOf(seat, [width, height], upright = false) {
  const side = ["south", "west", "north", "east"].indexOf(seat ?? "");
  const across = upright ? width > LONGER * height : height > LONGER * width;
  if (width <= LONGER * height && height <= LONGER * width) return Math.max(0, side);
  if (across) return side < 0 ? 1 : [3, 1, 1, 3][side];
  return side < 0 ? 0 : [0, 0, 2, 2][side];
}

/**
 * The field seen from another side of the table.
 * @template {Surface | null} Field @param {Field} surface @param {number} quarters @returns {Field}
 */
export function turnedSurface(surface, quarters) {
  if (!surface || quarters === 0) return surface;
  return {
    ...surface,
    cells: surface.cells.map((cell) => {
      const [x_mm, y_mm] = turnedPoint([cell.x_mm, cell.y_mm], quarters);
      return { ...cell, x_mm, y_mm, outline_mm: cell.outline_mm.map((point) => turnedPoint(point, quarters)) };
    }),
  };
}

/**
 * The most that a field of hexes is widened. A player at the table sees it wider too, because of the slanted view.
 */
const WIDEST = 1.2;

/** The least widening; below it the field stays as it is. */
const LEAST_WIDER = 1.02;

/** The widened fields, with their factors. The same field gives the same value, so that nothing is drawn again. @type {WeakMap<Surface, {by: number, field: Surface}>} */
const wider = new WeakMap();

/**
 * A field of hexes, widened for room that is `aspect` times as wide as high. The hexes get wider; the pieces in them
 * keep their form. A field of other cells stays as it is, because cards and tiles have to fill its cells.
 * @template {Surface | null} Field @param {Field} surface @param {number} aspect @returns {Field}
 */
export function widened(surface, aspect) {
  if (!surface?.cells.length || !surface.cells.every((cell) => cell.outline_mm.length === 6)) return surface;
  const { width, height } = extent(surface);
  const by = Math.min(WIDEST, (aspect * height) / width);
  if (by < LEAST_WIDER) return surface;
  const known = wider.get(surface);
  if (known?.by === by) return /** @type {Field} */ (known.field);
  const field = {
    ...surface,
    cells: surface.cells.map((cell) => ({
      ...cell,
      x_mm: cell.x_mm * by,
      outline_mm: cell.outline_mm.map(([x, y]) => /** @type {Point} */ ([x * by, y])),
    })),
  };
  wider.set(surface, { by, field });
  return field;
}

/**
 * The virtual table's pieces seen from another side of the table.
 * @type {(table: SimulatedTable | null, quarters: number) => SimulatedTable | null}
 */
export function turnedTable(table, quarters) {
  if (!table || quarters === 0) return table;
  /** @type {(piece: SimulatedPiece) => SimulatedPiece} */
  const turn = (piece) => {
    if (piece.x_mm === null || piece.y_mm === null) return piece;
    const [x_mm, y_mm] = turnedPoint([piece.x_mm, piece.y_mm], quarters);
    return { ...piece, x_mm, y_mm, turned_deg: (piece.turned_deg + 90 * quarters) % 360 };
  };
  return {
    ...table,
    pieces: table.pieces.map(turn),
    faults: table.faults.map((fault) =>
      fault.at_mm ? { ...fault, at_mm: turnedPoint(fault.at_mm, quarters) } : fault,
    ),
  };
}

/**
 * The rectangle around the board's cells with a margin, or of the camera's picture under them, in screen millimetres.
 * @type {(surface: Seen, margin?: number) => { left: number, top: number, width: number, height: number }}
 */
export function extent(surface, margin = 3) {
  if (surface.picture) return surface.picture;
  const points = surface.cells.flatMap((cell) => cell.outline_mm);
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => down(point[1]));
  const left = Math.min(...xs) - margin;
  const top = Math.min(...ys) - margin;
  return { left, top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}

/**
 * A cell's outline as an SVG points attribute; `inset` (0..1) shrinks it towards the cell's centre.
 * @type {(cell: SurfaceCell, inset?: number) => string}
 */
export function outline(cell, inset = 1) {
  return cell.outline_mm
    .map(([x, y]) => [cell.x_mm + (x - cell.x_mm) * inset, down(cell.y_mm + (y - cell.y_mm) * inset)])
    .map((point) => point.map((n) => n.toFixed(2)).join(","))
    .join(" ");
}

/**
 * The transform that moves a drawing around (0, 0) to a point, with a scale.
 * @type {(x: number, y: number, scale?: number) => string}
 */
export const placedAt = (x, y, scale = 1) => `translate(${x} ${y})${scale === 1 ? "" : ` scale(${scale})`}`;

/**
 * The area of a cell, square millimetres.
 * @type {(cell: SurfaceCell) => number}
 */
export function area({ outline_mm }) {
  const doubled = outline_mm.reduce((sum, [x, y], i) => {
    const [nx, ny] = outline_mm[(i + 1) % outline_mm.length];
    return sum + x * ny - nx * y;
  }, 0);
  return Math.abs(doubled) / 2;
}

/**
 * The distance from a cell's centre to its edge.
 * @type {(cell: SurfaceCell) => number}
 */
export function inradius(cell) {
  const [[ax, ay], [bx, by]] = cell.outline_mm;
  return Math.hypot((ax + bx) / 2 - cell.x_mm, (ay + by) / 2 - cell.y_mm);
}

/**
 * The cell that a point lies in; null without one.
 * @type {(surface: Surface, x: number, y: number) => SurfaceCell | null}
 */
export function cellAt(surface, x, y) {
  return surface.cells.find((cell) => inside(cell.outline_mm, x, y)) ?? null;
}

/** @type {(points: readonly Point[], x: number, y: number) => boolean} */
function inside(points, x, y) {
  let within = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i];
    const [xj, yj] = points[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}

/**
 * The SVG path of an arrow from a to b (screen points), `gap` away from both; null if it would be too short.
 * @type {(a: Point, b: Point, gap?: number) => string | null}
 */
export function arrow(a, b, gap = 12) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < gap + 6) return null;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const from = [a[0] + ux * Math.min(gap, length / 4), a[1] + uy * Math.min(gap, length / 4)];
  const to = [b[0] - ux * gap, b[1] - uy * gap];
  const bend = Math.min(length * 0.12, 26);
  const middle = [(from[0] + to[0]) / 2 + uy * bend, (from[1] + to[1]) / 2 - ux * bend];
  return `M${from.map(fixed)} Q${middle.map(fixed)} ${to.map(fixed)}`;
}

/** @type {(n: number) => string} */
const fixed = (n) => n.toFixed(1);

/**
 * The angle of upright cards in a cell on the screen, degrees counter-clockwise.
 * @type {(cell: SurfaceCell) => number}
 */
export const facing = ({ outline_mm: [, b, c] }) => (Math.atan2(b[1] - c[1], b[0] - c[0]) * 180) / Math.PI;
