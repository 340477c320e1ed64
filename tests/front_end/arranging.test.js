import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, isArrangeable } from "../../dashboard/web/static/surface/arranging.js";
import { extent } from "../../dashboard/web/static/surface/geometry.js";
import { folded } from "../../dashboard/web/static/surface/table_part.js";
import { cardScale } from "../../dashboard/web/static/cards/lying.js";
import { shapeOf } from "../../dashboard/web/static/page/shape.js";
import { squares } from "./fields.js";
import { piece, view } from "./samples.js";

/** @import { Surface, SurfaceCell } from "../../dashboard/web/types/messages.js" */

/** @type {(cell: string, zone: string, x_mm: number, y_mm: number, width: number, seat?: string | null) => SurfaceCell} */
const place = (cell, zone, x_mm, y_mm, width, seat = null) => {
  const [left, right, low, high] = [x_mm - width / 2, x_mm + width / 2, y_mm - 48, y_mm + 48];
  return {
    cell,
    x_mm,
    y_mm,
    zone,
    seat,
    outline_mm: [
      [right, low],
      [right, high],
      [left, high],
      [left, low],
    ],
  };
};

/** Deck, a row of five and discards in the middle, and seats all along one side. @type {(seats: readonly string[]) => Surface} */
const tableOf = (seats) => ({
  board: "cards",
  size_mm: [2000, 600],
  cells: [
    place("discards", "pile", 400, 200, 72),
    place("deck", "pile", -400, 200, 72),
    ...[1, 2, 3, 4, 5].map((i) => place(`row.${i}`, "slots", i * 80 - 240, 200, 72)),
    ...seats.flatMap((seat, i) => [
      place(`${seat}.pile`, "pile", i * 460, 0, 72, seat),
      place(`${seat}.open`, "spread", i * 460 + 200, 0, 300, seat),
      place(`${seat}.hand`, "private", i * 460, -110, 72, seat),
    ]),
  ],
});

/** @type {(...seats: string[]) => ReturnType<typeof view>} */
const seated = (...seats) =>
  view({ pieces: [], seats: seats.map((seat) => ({ seat, label: seat, numbers: [], out: false, counts: [] })) });
const SEATS = ["a", "b", "c", "d", "e", "f", "g", "h"];
const ASPECTS = [0.6, 0.7, 1.05, 1.34, 1.5];

/** @type {(cell: SurfaceCell) => { left: number, right: number, low: number, high: number }} */
const boxOf = ({ outline_mm }) => {
  const [xs, ys] = [0, 1].map((axis) => outline_mm.map((point) => point[axis]));
  return { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) };
};

test("of however many seats a table's places fill the field of every screen, and none lies over another", () => {
  for (const n of [2, 3, 4, 6, 8])
    for (const aspect of ASPECTS) {
      const { cells } = arranged(tableOf(SEATS.slice(0, n)), seated(...SEATS.slice(0, n)), "b", aspect);
      const whole = extent({ ...tableOf([]), cells }, 0);
      assert.ok(
        Math.abs(whole.width / whole.height / aspect - 1) < 0.01,
        `${n} ${aspect}: ${whole.width} by ${whole.height}`,
      );
      const boxes = cells.map(boxOf);
      for (const [i, one] of boxes.entries())
        for (const other of boxes.slice(i + 1)) {
          assert.ok(
            one.right <= other.left || other.right <= one.left || one.high <= other.low || other.high <= one.low,
            `${n} ${aspect}`,
          );
        }
    }
});

test("cards are seen no smaller than on the table as it lies", () => {
  for (const n of [2, 4, 8])
    for (const aspect of ASPECTS) {
      const before = folded(tableOf(SEATS.slice(0, n))),
        after = arranged(before, seated(...SEATS.slice(0, n)), "a", aspect);
      /** How wide the smallest card is on a screen one wide. @param {Surface} surface */
      const seen = (surface) => {
        const { width, height } = extent(surface, 0);
        return Math.min(...surface.cells.map(cardScale)) / Math.max(width / aspect, height);
      };
      assert.ok(seen(after) >= seen(before), `${n} ${aspect}: ${seen(before)} ${seen(after)}`);
    }
});

test("the own places are below, the others' above, who plays next at the left, what all share between", () => {
  const { cells } = arranged(tableOf(["a", "b", "c"]), seated("a", "b", "c"), "b", 1.34);
  const at = Object.fromEntries(cells.map((cell) => [cell.cell, cell]));
  assert.ok(at["b.open"].y_mm < at["row.1"].y_mm && at["row.1"].y_mm < at["a.open"].y_mm);
  assert.ok(at["c.pile"].x_mm < at["a.pile"].x_mm || at["c.pile"].y_mm > at["a.pile"].y_mm);
  const shared = ["deck", "row.1", "row.2", "row.3", "row.4", "row.5", "discards"].map((name) => at[name]);
  assert.ok(
    shared.every((cell, i) => i === 0 || cell.x_mm > shared[i - 1].x_mm || cell.y_mm < shared[i - 1].y_mm),
    "as they lie, from the left",
  );
});

test("hands are drawers, and a pad is drawn as long as something lies on it", () => {
  const names = (/** @type {ReturnType<typeof view>} */ now) =>
    arranged(tableOf(["a", "b"]), now, "a", 1.34)
      .cells.map((cell) => cell.cell)
      .filter((name) => name.endsWith("hand"));
  assert.deepEqual(names(seated("a", "b")), []);
  assert.deepEqual(names({ ...seated("a", "b"), pieces: [piece("x", "b.hand")] }), ["b.hand"]);
});

test("the same table is the same value", () => {
  const table = tableOf(["a", "b"]);
  assert.equal(
    arranged(table, seated("a", "b"), "a", 1.34),
    arranged(table, { ...seated("a", "b"), round: 2 }, "a", 1.34),
  );
  assert.notEqual(arranged(table, seated("a", "b"), "a", 1.34), arranged(table, seated("a", "b"), "b", 1.34));
});

test("only tables of nothing but places for cards are laid out anew", () => {
  assert.deepEqual(
    [isArrangeable(squares), isArrangeable(tableOf(["a"])), isArrangeable({ ...squares, cells: [] })],
    [false, true, false],
  );
});

test("a screen's shape says how wide the board's room is", () => {
  assert.deepEqual(shapeOf(1024, 768), { upright: false, column: false, aspect: 1.25, line: 0 });
  assert.deepEqual(shapeOf(1920, 1080), { upright: false, column: true, aspect: 1.33, line: 0 });
  assert.deepEqual(shapeOf(390, 844), { upright: true, column: false, aspect: 0.67, line: 0.049 });
  assert.deepEqual(shapeOf(844, 390), { upright: false, column: true, aspect: 1.26, line: 0 });
});
