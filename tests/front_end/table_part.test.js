import assert from "node:assert/strict";
import { test } from "node:test";
import { folded, partOf, sideWith } from "../../dashboard/web/static/surface/table_part.js";
import { initial, reduce } from "../../dashboard/web/static/state/state.js";
import { extent } from "../../dashboard/web/static/surface/geometry.js";
import { squares } from "./fields.js";
import { match, news, piece, view } from "./samples.js";

/** @import { Surface, SurfaceCell } from "../../dashboard/web/types/messages.js" */

/** @type {(cell: string, x_mm: number, y_mm: number, seat?: string | null) => SurfaceCell} */
const zone = (cell, x_mm, y_mm, seat = null) => ({
  cell,
  x_mm,
  y_mm,
  zone: "spread",
  seat,
  outline_mm: [
    [x_mm + 30, y_mm - 40],
    [x_mm + 30, y_mm + 40],
    [x_mm - 30, y_mm + 40],
    [x_mm - 30, y_mm - 40],
  ],
});

/** A table for four with a deck in the middle: two seats sit side by side, two at the other side. @type {Surface} */
const table = {
  board: "table",
  size_mm: [1200, 900],
  cells: [
    zone("deck", 0, 0),
    zone("p1.play", -300, -300, "p1"),
    zone("p2.play", 300, -300, "p2"),
    zone("p3.play", 300, 300, "p3"),
    zone("p4.play", -300, 300, "p4"),
  ],
};

/** @type {(...seats: string[]) => ReturnType<typeof view>} */
const seated = (...seats) =>
  view({ pieces: [], seats: seats.map((seat) => ({ seat, label: seat, numbers: [], out: false, counts: [] })) });

/** @type {(surface: Surface) => string[]} */
const names = (surface) => surface.cells.map((cell) => cell.cell);

test("the places of seats that nobody has are left out, unless something lies there", () => {
  assert.deepEqual(names(partOf(table, seated("p1", "p2"))), ["deck", "p1.play", "p2.play"]);
  const lain = { ...seated("p1", "p2"), pieces: [piece("x", "p4.play")] };
  assert.deepEqual(names(partOf(table, lain)), ["deck", "p1.play", "p2.play", "p4.play"]);
});

test("the part of a match stays the same value as long as it is the same part", () => {
  assert.equal(partOf(table, seated("p1", "p2")), partOf(table, { ...seated("p1", "p2"), round: 2 }));
});

test("a field without places of its own for cards is left as it is", () => {
  assert.equal(partOf(squares, view()), squares);
});

test("bare bands are folded, and cells keep their size, their order and who lies beside whom", () => {
  const before = table.cells,
    after = folded(table).cells;
  const whole = extent(folded(table), 0);
  assert.ok(whole.width < 3 * 60 + 2 * 15 && whole.height < 3 * 80 + 2 * 15, `${whole.width} by ${whole.height}`);
  for (const [i, cell] of after.entries()) {
    assert.deepEqual(
      cell.outline_mm.map(([x, y]) => [x - cell.x_mm, y - cell.y_mm]),
      before[i].outline_mm.map(([x, y]) => [x - before[i].x_mm, y - before[i].y_mm]),
    );
    for (const [k, other] of after.entries()) {
      assert.equal(Math.sign(cell.x_mm - other.x_mm), Math.sign(before[i].x_mm - before[k].x_mm));
      assert.equal(Math.sign(cell.y_mm - other.y_mm), Math.sign(before[i].y_mm - before[k].y_mm));
    }
  }
});

test("a seat sits where its own places lie", () => {
  assert.deepEqual(
    ["p1", "p2", "p3", "p4", "p9"].map((seat) => sideWith(table, seat)),
    ["south", "south", "north", "north", null],
  );
  const ends = {
    ...table,
    cells: [
      zone("deck", 0, 0),
      zone("a.play", 500, 20, "a"),
      zone("b.play", -500, 0, "b"),
      zone("c.play", 0, 200, "c"),
      zone("d.play", 0, -200, "d"),
    ],
  };
  assert.deepEqual(
    ["a", "b", "c", "d"].map((seat) => sideWith(ends, seat)),
    ["east", "west", "north", "south"],
  );
});

test("a page draws the part that its match takes; the virtual table is drawn whole, from the seat's side", () => {
  const found = match({ view: seated("p1", "p3") });
  for (const [mode, cells, quarters] of /** @type {["match" | "table", number, number][]} */ ([
    ["match", 3, 0],
    ["table", 5, 2],
  ])) {
    let state = initial(mode);
    for (const one of [news("surface", table), news("place", { role: "seat", seat: "p3" }), news("match", found)])
      state = reduce(state, one);
    assert.equal(state.surface?.cells.length, cells, mode);
    assert.equal(state.quarters, quarters, mode);
  }
});

test("a table of cards that is turned is seen as it lies, from all sides, and then laid out for the screen again", () => {
  let state = initial();
  for (const one of [
    news("surface", table),
    news("place", { role: "seat", seat: "p3" }),
    news("match", match({ view: seated("p1", "p3") })),
  ])
    state = reduce(state, one);
  const laidOut = state.surface;
  const folds = folded(partOf(table, seated("p1", "p3")));
  const seen = [1, 2, 3, 4].map(() => (state = reduce(state, { type: "turn" })));
  assert.deepEqual(seen.map((one) => one.quarters).sort(), [0, 1, 2, 3]);
  for (const one of seen)
    assert.equal(
      extent(/** @type {any} */ (one.surface)).width,
      one.quarters % 2 ? extent(folds).height : extent(folds).width,
    );
  state = reduce(state, { type: "turn" });
  assert.deepEqual([state.turned, state.quarters, state.surface], [false, 0, laidOut]);
});
