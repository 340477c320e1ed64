// The board can be looked at closely, and is never lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  CLOSEST,
  closeOn,
  frameOf,
  panned,
  pinched,
  showing,
  whole,
  zoomed,
} from "../../dashboard/web/static/board/zooming.js";

const HOME = { left: -400, top: -300, width: 800, height: 600 };
const ALL = whole(HOME);

/** @typedef {import("../../dashboard/web/static/board/zooming.js").Zoom} Zoom */
/** @typedef {import("../../dashboard/web/static/board/zooming.js").Pair} Pair */

/** Where on the screen, as parts of it, a point of the drawing is seen. @param {Zoom} zoom @param {readonly [number, number]} at */
function onScreen(zoom, [x, y]) {
  const { left, top, width, height } = frameOf(zoom, HOME);
  return [(x - left) / width, (y - top) / height];
}

/** @param {number[]} actual @param {number[]} expected */
function near(actual, expected) {
  actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-9, `${actual} isn't ${expected}`));
}

test("at first the whole drawing is seen", () => assert.deepEqual(frameOf(ALL, HOME), HOME));

test("what is under the pointer stays there while the board comes closer", () => {
  const once = zoomed(ALL, HOME, 2, [100, -50]);
  near(onScreen(once, [100, -50]), onScreen(ALL, [100, -50]));
  near(onScreen(zoomed(once, HOME, 1.5, [80, -40]), [80, -40]), onScreen(once, [80, -40]));
});

test("it comes no closer than there is something to see, and goes no further than the whole", () => {
  assert.equal(zoomed(ALL, HOME, 1000).scale, CLOSEST);
  assert.deepEqual(frameOf(zoomed(zoomed(ALL, HOME, 3, [390, 290]), HOME, 0.01, [-390, 0]), HOME), HOME);
});

test("however it is dragged, what is seen lies on the drawing", () => {
  let zoom = zoomed(ALL, HOME, 2.3, [300, 200]);
  for (const [dx, dy] of [
    [1e4, 0],
    [0, -1e4],
    [-77, 5],
    [-1e5, 1e5],
  ]) {
    zoom = panned(zoom, HOME, dx, dy);
    const { left, top, width, height } = frameOf(zoom, HOME);
    assert.ok(left >= HOME.left - 1e-9 && left + width <= HOME.left + HOME.width + 1e-9, `${left} + ${width}`);
    assert.ok(top >= HOME.top - 1e-9 && top + height <= HOME.top + HOME.height + 1e-9, `${top} + ${height}`);
  }
});

test("what a finger drags stays under it", () => {
  const zoom = zoomed(ALL, HOME, 4);
  near(onScreen(panned(zoom, HOME, 30, -20), [0, 0]), onScreen(zoom, [30, -20]));
});

test("what lies under two fingers stays under them, however they go", () => {
  const zoom = zoomed(ALL, HOME, 1.5);
  /** @type {Pair} */
  const before = [
    [-50, 0],
    [50, 20],
  ];
  /** @type {Pair} */
  const after = [
    [-90, 40],
    [70, 72],
  ];
  const then = pinched(zoom, HOME, before, after);
  assert.ok(Math.abs(then.scale / zoom.scale - 1.6) < 1e-9);
  before.forEach((point, i) => near(onScreen(then, point), onScreen(zoom, after[i])));
});

test("two fingers on one spot don't throw the board away", () => {
  assert.deepEqual(
    pinched(
      ALL,
      HOME,
      [
        [1, 1],
        [1, 1],
      ],
      [
        [1, 1],
        [1, 1],
      ],
    ),
    ALL,
  );
});

test("a piece that the keyboard reaches is brought into view, and nothing moves for one that is seen", () => {
  const zoom = zoomed(ALL, HOME, 4);
  assert.deepEqual(showing(zoom, HOME, [20, 10], 30), zoom);
  const [x, y] = onScreen(showing(zoom, HOME, [-330, 200], 30), [-330, 200]);
  assert.ok(x > 0 && x < 1 && y > 0 && y < 1, `${x}, ${y}`);
});

test("a board that gets a new frame is still seen as closely", () => {
  const zoom = zoomed(ALL, HOME, 3, [400, 300]);
  const smaller = { ...HOME, height: 500 };
  const { top, height } = frameOf(zoom, smaller);
  assert.ok(top + height <= 200 + 1e-9);
});

test("the board comes close on the middle of some places, and isn't lost where they lie at its border", () => {
  const close = closeOn(HOME, 2, [
    [-100, 40],
    [100, 60],
  ]);
  assert.deepEqual(frameOf(close, HOME), { left: -200, top: -100, width: 400, height: 300 });
  const corner = frameOf(closeOn(HOME, 2, [[-390, -290]]), HOME);
  assert.deepEqual(corner, { left: -400, top: -300, width: 400, height: 300 });
  assert.deepEqual(closeOn(HOME, 2, []), { ...ALL, scale: 2 });
});
