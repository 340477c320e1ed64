// A board laid onto four corners of a screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matrix3d, perspective, projected } from "../../dashboard/web/static/projecting/keystone.js";

/** @import { Point } from "../../dashboard/web/static/projecting/keystone.js" */

/** @type {readonly [Point, Point, Point, Point]} */
const SLANTED = [
  [100, 80],
  [900, 120],
  [980, 700],
  [40, 640],
];

/** @param {number} width @param {number} height @param {readonly Point[]} corners */
function mapOf(width, height, corners) {
  const map = perspective(width, height, corners);
  assert.ok(map);
  return map;
}

test("each corner of the board comes to its corner of the screen", () => {
  const map = mapOf(600, 400, SLANTED);
  /** @type {readonly Point[]} */
  const board = [
    [0, 0],
    [600, 0],
    [600, 400],
    [0, 400],
  ];
  board.forEach((corner, at) => {
    const [x, y] = projected(map, corner);
    assert.ok(Math.hypot(x - SLANTED[at][0], y - SLANTED[at][1]) < 1e-6);
  });
});

test("the board's middle lies where its diagonals cross, as in perspective", () => {
  const map = mapOf(600, 400, SLANTED);
  const [x, y] = projected(map, [300, 200]);
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = SLANTED;
  /** @type {(px: number, py: number, qx: number, qy: number) => number} */
  const off = (px, py, qx, qy) => Math.abs((qx - px) * (y - py) - (qy - py) * (x - px)) / Math.hypot(qx - px, qy - py);
  assert.ok(off(ax, ay, cx, cy) < 1e-6);
  assert.ok(off(bx, by, dx, dy) < 1e-6);
});

test("a rectangle is only moved and stretched", () => {
  const map = mapOf(2, 2, [
    [10, 20],
    [14, 20],
    [14, 28],
    [10, 28],
  ]);
  assert.deepEqual(
    map.map((one) => one + 0),
    [2, 0, 10, 0, 4, 20, 0, 0],
  );
  assert.equal(matrix3d(map), "matrix3d(2,0,0,0,0,4,0,0,0,0,1,0,10,20,0,1)");
});

test("corners that fold the board over, or turn it inside out, are refused", () => {
  const [a, b, c, d] = SLANTED;
  assert.equal(perspective(1, 1, [a, c, b, d]), null);
  assert.equal(perspective(1, 1, [b, a, d, c]), null);
  assert.equal(perspective(1, 1, [a, b, [200, 200], d]), null);
  assert.equal(perspective(1, 1, [a, a, c, d]), null);
});
