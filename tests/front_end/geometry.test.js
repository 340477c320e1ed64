import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arrow,
  cellAt,
  down,
  extent,
  inradius,
  outline,
  sideOf,
  turnedPoint,
  turnedSurface,
  turnedTable,
  widened,
} from "../../dashboard/web/static/surface/geometry.js";
import { edgeward, pushedPlace, restingPlace } from "../../dashboard/web/static/surface/resting.js";
import { slots } from "../../dashboard/web/static/surface/slots.js";
import { hexes, squares } from "./fields.js";
import { lying, physical } from "./samples.js";

const [middle] = hexes.cells.filter((cell) => cell.cell === "c3");

test("four quarters turn everything back to where it was", () => {
  assert.deepEqual(turnedPoint([3, 4], 1), [-4, 3]);
  assert.deepEqual(turnedPoint(turnedPoint([3, 4], 1), -1), [3, 4]);
  assert.deepEqual(turnedPoint([3, 4], 4), [3, 4]);
  assert.equal(turnedSurface(hexes, 0), hexes);
  const half = turnedSurface(turnedSurface(hexes, 2), 2);
  half.cells.forEach((cell, i) => assert.ok(Math.abs(cell.x_mm - hexes.cells[i].x_mm) < 1e-9));
});

/** @type {[number, number]} */
const AS_WIDE_AS_HIGH = [100, 100];
const SEATS = ["south", "west", "north", "east", null, "s7"];

test("each seat has its own side of a square field at the bottom; nobody's is the south", () => {
  assert.deepEqual(
    SEATS.map((seat) => sideOf(seat, AS_WIDE_AS_HIGH)),
    [0, 1, 2, 3, 0, 0],
  );
  assert.deepEqual(
    SEATS.map((seat) => sideOf(seat, AS_WIDE_AS_HIGH, true)),
    [0, 1, 2, 3, 0, 0],
  );
  const [x, y] = turnedPoint([-100, 0], sideOf("west", AS_WIDE_AS_HIGH));
  assert.ok(y < 0 && x === 0, "what lay at the west lies at the bottom");
});

test("a long field lies along the screen for every seat, and the seat's corner is at the bottom", () => {
  const corners = { west: [-1, -1], south: [1, -1], east: [1, 1], north: [-1, 1] };
  for (const [size, upright] of /** @type {[[number, number], boolean][]} */ ([
    [[922, 718], false],
    [[922, 718], true],
    [[718, 922], true],
    [[718, 922], false],
  ])) {
    const across = size[0] > size[1] === upright;
    for (const seat of SEATS) assert.equal(sideOf(seat, size, upright) % 2 === 1, across, `${seat} ${size} ${upright}`);
    for (const [seat, [x, y]] of Object.entries(corners)) {
      assert.ok(turnedPoint([x, y], sideOf(seat, size, upright))[1] < 0, `${seat}'s corner, ${size} ${upright}`);
    }
  }
});

test("a field of hexes is drawn wider into wider room, up to a fifth, and no other field is", () => {
  const ratio = (/** @type {typeof hexes} */ field) => extent(field, 0).width / extent(field, 0).height;
  const own = ratio(hexes);
  for (const [aspect, is] of [
    [own / 2, own],
    [own, own],
    [own * 1.1, own * 1.1],
    [own * 3, own * 1.2],
  ]) {
    assert.ok(Math.abs(ratio(widened(hexes, aspect)) / is - 1) < 0.02, `${aspect}: ${ratio(widened(hexes, aspect))}`);
  }
  const wider = widened(hexes, own * 1.1);
  for (const cell of wider.cells) assert.equal(cellAt(wider, cell.x_mm, cell.y_mm), cell);
  assert.equal(extent(wider).height, extent(hexes).height);
  // Into the same room the same field: nothing is drawn again.
  assert.equal(widened(hexes, own * 1.1), wider);
  assert.equal(widened(hexes, own * 3), widened(hexes, own * 4));
  assert.equal(widened(squares, 3), squares);
  assert.equal(widened(null, 3), null);
});

test("a piece in the box has no place to turn", () => {
  const boxed = physical("w.inf.1");
  assert.deepEqual(turnedTable(lying(boxed), 1)?.pieces, [boxed]);
  assert.equal(turnedTable(null, 1), null);
});

test("a point lies in the cell whose outline is about it, and beside the field in none", () => {
  for (const cell of hexes.cells) assert.equal(cellAt(hexes, cell.x_mm, cell.y_mm)?.cell, cell.cell);
  assert.equal(cellAt(hexes, 999, 0), null);
});

test("the extent holds every corner with its margin", () => {
  const { left, top, width, height } = extent(squares, 0);
  [left, top, width, height].forEach((value, i) => assert.ok(Math.abs(value - [-96, -96, 192, 192][i]) < 1e-9));
  assert.equal(down(5), -5);
});

test("an outline shrinks towards its centre", () => {
  const points = outline(middle, 0.5)
    .split(" ")
    .map((point) => point.split(",").map(Number));
  assert.equal(points.length, 6);
  points.forEach(([x, y]) => assert.ok(Math.abs(Math.hypot(x, y) - 32 / Math.sqrt(3)) < 0.02));
  assert.ok(Math.abs(inradius(middle) - 32) < 1e-9);
});

test("pieces of one cell don't overlap, as many as the plan holds", () => {
  for (const plate of [false, true]) {
    for (let count = 1; count <= 6; count += 1) {
      const { at, radius } = slots(count, plate);
      assert.equal(at.length, count);
      at.forEach(([x, y], i) =>
        at.slice(i + 1).forEach(([u, v]) => assert.ok(Math.hypot(x - u, y - v) > 1.5 * radius, `${count} pieces`)),
      );
    }
  }
  assert.equal(slots(12, false).at.length, 12);
});

test("an arrow keeps off both ends, and there is none between neighbours too near", () => {
  assert.equal(arrow([0, 0], [10, 0]), null);
  const [x] =
    (arrow([0, 0], [100, 0]) ?? "")
      .match(/[-\d.]+,[-\d.]+$/)?.[0]
      .split(",")
      .map(Number) ?? [];
  assert.equal(x, 88);
});

test("a lone piece rests in the middle, at the edge it is pushed there", () => {
  assert.deepEqual(restingPlace(middle, 3, 4, [], 0).map(Math.round), [0, 0]);
  const { along } = edgeward(middle, ...restingPlace(middle, 0, 31, [], 0));
  assert.ok(along > 0.78 * inradius(middle));
});

test("a piece is never put upon another while there is room", () => {
  /** @type {{ x_mm: number, y_mm: number }[]} */
  const lying = [];
  for (let n = 0; n < 4; n += 1) {
    const [x_mm, y_mm] = restingPlace(middle, 0, 0, lying, 0);
    lying.forEach((one) => assert.ok(Math.max(Math.abs(one.x_mm - x_mm), Math.abs(one.y_mm - y_mm)) >= 20));
    lying.push({ x_mm, y_mm });
  }
  const [x, y] = pushedPlace(middle, [0, 1], [{ x_mm: 0, y_mm: 26 }]);
  assert.ok(Math.max(Math.abs(x), Math.abs(y - 26)) >= 20);
});
