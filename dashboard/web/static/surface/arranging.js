// Lays out a table of cards for a screen: the other seats' open cards above, the shared cards in the middle, the
// player's own cards below, in lines across the whole field. Cards are as large as the room allows. Pure.

/** @import { Surface, SurfaceCell, View } from "../../types/messages.js" */
/** @import { Point } from "../../types/page.js" */

/** @typedef {{ cells: readonly SurfaceCell[], lines: number, left: number, width: number }} Block Places that stay together, in some lines, in a part of the field's width. */
/** @typedef {readonly Block[]} Band Blocks beside each other. */
/** @typedef {{ width: number, least: number, grows: number }} Breadth The width of a place: on the table, at least, and its share of the remaining room. */

/** The gaps between places, and between those of different seats. */
const GAP_MM = 6;
const APART_MM = 12;
/** The height of a place's name above its cards. */
const NAME_MM = 13;
/** The smallest share of its width that a row of cards may get. Its cards overlap then. */
const NARROWEST = 0.6;
const MOST_LINES = 4;

/** @type {WeakMap<Surface, { key: string, laid: Surface }>} */
const known = new WeakMap();

/** Whether all cells are zones for cards, so that they can be laid out freely. @param {Surface} surface */
export const isArrangeable = (surface) => surface.cells.length > 0 && surface.cells.every((cell) => cell.zone !== "");

/**
 * A table of cards as the tablet of the seat `own` shows it (null: the first seat is below), `aspect` times as wide
 * as high. The next player is above at the left. Hands are left out: nobody sees others' hands, and the seat's hand is
 * in a drawer. The same table gives the same value, so that nothing is drawn again.
 * @type {(surface: Surface, view: View, own: string | null, aspect: number) => Surface}
 */
export function arranged(surface, view, own, aspect) {
  const seats = view.seats.map((one) => one.seat);
  const lain = new Set([...view.pieces, ...view.heaps].map((one) => one.cell));
  const shown = surface.cells.filter((cell) => cell.zone !== "private" || lain.has(cell.cell));
  const key = [aspect, own, ...seats, ...shown.map((cell) => cell.cell)].join();
  const before = known.get(surface);
  if (before?.key === key) return before.laid;
  const laid = laidOut(surface, shown, seats, own, aspect);
  known.set(surface, { key, laid });
  return laid;
}

/** @type {(surface: Surface, shown: readonly SurfaceCell[], seats: readonly string[], own: string | null, aspect: number) => Surface} */
function laidOut(surface, shown, seats, own, aspect) {
  const at = Math.max(0, seats.indexOf(own ?? ""));
  const owner = seats[at];
  const extra = [
    ...new Set(shown.flatMap((cell) => (cell.seat !== null && !seats.includes(cell.seat) ? [cell.seat] : []))),
  ];
  /** @type {(seat: string | null) => readonly SurfaceCell[]} */
  const of = (seat) => shown.filter((cell) => cell.seat === seat);
  const others = [...seats.slice(at + 1), ...seats.slice(0, at), ...extra].map(of).filter((cells) => cells.length);
  const shared = [...of(null)].sort((a, b) => a.x_mm - b.x_mm);
  const best = plans(others.length)
    .map((plan) => {
      const rows = Math.ceil(others.length / plan.columns);
      const bands = [
        ...Array.from({ length: rows }, (_, row) =>
          share(others, row, rows).map((cells) => ({ cells, lines: plan.others })),
        ),
        [{ cells: shared, lines: plan.shared }],
        [{ cells: of(owner), lines: plan.own }],
      ]
        .map((band) => band.filter((one) => one.cells.length))
        .filter((band) => band.length);
      const height = heightOf(bands);
      const width = Math.max(height * aspect, ...bands.map(leastWidth));
      // The best plan has the largest cards. Places that are narrower than on the table count less: cards overlap
      // there.
      const room = Math.min(1, ...bands.map((band) => width / naturalWidth(band)));
      return { bands, width, height, worth: room ** 0.3 / Math.max(width / aspect, height) };
    })
    .reduce((one, other) => (other.worth > one.worth * 1.0001 ? other : one));
  const height = Math.max(best.height, best.width / aspect);
  return { ...surface, size_mm: [best.width, height], cells: placed(best.bands, best.width, height) };
}

/** All ways to divide the places into lines and the other seats into columns. @param {number} others */
function plans(others) {
  const counts = (/** @type {number} */ most) => Array.from({ length: most }, (_, i) => i + 1);
  return counts(MOST_LINES).flatMap((own) =>
    counts(MOST_LINES).flatMap((shared) =>
      counts(Math.max(1, others)).flatMap((columns) =>
        counts(MOST_LINES).map((lines) => ({ own, shared, columns, others: lines })),
      ),
    ),
  );
}

/** The seats of a row, with rows as even as possible. @template One @param {readonly One[]} all @param {number} row @param {number} rows @returns {readonly One[]} */
const share = (all, row, rows) =>
  all.slice(Math.round((all.length * row) / rows), Math.round((all.length * (row + 1)) / rows));

/** @type {(cell: SurfaceCell) => { width: number, depth: number }} */
const sizeOf = ({ outline_mm: [a, b, c] }) => ({
  width: Math.hypot(c[0] - b[0], c[1] - b[1]),
  depth: Math.hypot(b[0] - a[0], b[1] - a[1]),
});

/** @type {(cell: SurfaceCell) => Breadth} */
function breadth(cell) {
  const { width } = sizeOf(cell);
  return cell.zone === "spread" ? { width, least: width * NARROWEST, grows: width } : { width, least: width, grows: 0 };
}

/**
 * Places divided into lines of about the same width, in their order.
 * @type {(cells: readonly SurfaceCell[], lines: number) => readonly (readonly SurfaceCell[])[]}
 */
function broken(cells, lines) {
  const whole = across(cells, "width");
  /** @type {SurfaceCell[][]} */
  const found = [];
  let gone = 0;
  for (const cell of cells) {
    const { width } = breadth(cell);
    const line = Math.min(lines - 1, Math.floor(((gone + width / 2) / whole) * lines));
    (found[line] ??= []).push(cell);
    gone += width + GAP_MM;
  }
  return found.filter(Boolean);
}

/** The width of a line of places. @type {(cells: readonly SurfaceCell[], which: "width" | "least") => number} */
const across = (cells, which) =>
  cells.reduce((sum, cell) => sum + breadth(cell)[which], 0) + GAP_MM * (cells.length - 1);

/** The width of a block, at least or as on the table. @type {(block: Pick<Block, "cells" | "lines">, which: "width" | "least") => number} */
const wide = ({ cells, lines }, which) => Math.max(...broken(cells, lines).map((line) => across(line, which)));

/** @typedef {readonly Pick<Block, "cells" | "lines">[]} Loose */

/** The least width of a band. Its blocks all have the same width. @type {(band: Loose) => number} */
const leastWidth = (band) =>
  band.length * Math.max(...band.map((one) => wide(one, "least"))) + APART_MM * (band.length - 1);
/** @type {(band: Loose) => number} */
const naturalWidth = (band) =>
  band.length * Math.max(...band.map((one) => wide(one, "width"))) + APART_MM * (band.length - 1);

/** @type {(block: Pick<Block, "cells" | "lines">) => readonly number[]} */
const depths = ({ cells, lines }) =>
  broken(cells, lines).map((line) => Math.max(...line.map((cell) => sizeOf(cell).depth)) + NAME_MM);

/** @type {(depths: readonly number[]) => number} */
const stacked = (all) => all.reduce((sum, one) => sum + one, 0) + GAP_MM * (all.length - 1);

/** @type {(band: Loose) => number} */
const bandHeight = (band) => Math.max(...band.map((one) => stacked(depths(one))));

/** @type {(bands: readonly Loose[]) => number} */
const heightOf = (bands) => bands.reduce((sum, band) => sum + bandHeight(band), 0) + APART_MM * (bands.length - 1);

/**
 * The laid out places around the field's middle. Lines fill the whole width, bands the whole height.
 * @type {(bands: readonly Loose[], width: number, height: number) => readonly SurfaceCell[]}
 */
function placed(bands, width, height) {
  const taller = (height - APART_MM * (bands.length - 1)) / (heightOf(bands) - APART_MM * (bands.length - 1));
  let top = height / 2;
  return bands.flatMap((band) => {
    const deep = bandHeight(band) * taller;
    const each = (width - APART_MM * (band.length - 1)) / band.length;
    const from = top;
    top -= deep + APART_MM;
    return band.flatMap((block, i) => blockPlaced(block, -width / 2 + i * (each + APART_MM), from, each, deep));
  });
}

/** @type {(block: Pick<Block, "cells" | "lines">, left: number, top: number, width: number, height: number) => readonly SurfaceCell[]} */
function blockPlaced(block, left, top, width, height) {
  const lines = broken(block.cells, block.lines);
  const deep = (height - GAP_MM * (lines.length - 1)) / lines.length;
  return lines.flatMap((line, i) => linePlaced(line, left, top - i * (deep + GAP_MM), width, deep));
}

/** @type {(line: readonly SurfaceCell[], left: number, top: number, width: number, depth: number) => readonly SurfaceCell[]} */
function linePlaced(line, left, top, width, depth) {
  const all = line.map(breadth);
  const over = width - across(line, "width");
  const growing = all.reduce((sum, one) => sum + one.grows, 0);
  let x = left;
  return line.map((cell, i) => {
    const own = all[i].width + (growing ? (over * all[i].grows) / growing : over / line.length);
    const from = x;
    x += own + GAP_MM;
    return boxed(cell, [from, top - depth], [from + own, top]);
  });
}

/** A place as an upright box, with room for its name above its cards. @type {(cell: SurfaceCell, low: Point, high: Point) => SurfaceCell} */
const boxed = (cell, [left, bottom], [right, top]) => ({
  ...cell,
  x_mm: (left + right) / 2,
  y_mm: (bottom + top - NAME_MM) / 2,
  outline_mm: [
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ],
});
