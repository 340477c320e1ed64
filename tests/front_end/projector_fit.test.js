// A projector's picture, measured by its marks in a camera's pictures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agreed, distance, fitted } from "../../dashboard/web/static/projecting/homography.js";
import { projected } from "../../dashboard/web/static/projecting/keystone.js";
import { brightness, findMark, spread } from "../../dashboard/web/static/projecting/marks.js";
import { fitOf } from "../../dashboard/web/static/projecting/projector_fit.js";

/** @typedef {import("../../dashboard/web/static/projecting/keystone.js").Point} Point */
/** @typedef {import("../../dashboard/web/static/projecting/homography.js").Perspective} Perspective */

/** @type {Perspective} */
const MAP = [0.9, 0.12, 40, -0.08, 1.05, 25, 0.0002, -0.00015];

/** @type {Point[]} */
const GRID = Array.from({ length: 20 }, (_, at) => /** @type {Point} */ ([(at % 5) * 90, Math.floor(at / 5) * 100]));

const pairs = GRID.map((from) => ({ from, to: projected(MAP, from) }));

test("a perspective is found from pairs that follow it", () => {
  const map = fitted(pairs);
  assert.ok(map);
  for (const { from, to } of pairs) assert.ok(distance(projected(map, from), to) < 1e-6);
});

test("marks that fell onto pieces don't pull the perspective", () => {
  const wrong = pairs.map((pair, at) => (at % 4 ? pair : { ...pair, to: /** @type {Point} */ ([pair.to[0] + 25, 9]) }));
  const found = agreed(wrong, 1, 8);
  assert.ok(found);
  assert.equal(found.agree.length, 15);
  for (const { from, to } of pairs) assert.ok(distance(projected(found.map, from), to) < 1e-6);
});

test("too few marks, or marks on one line, give no perspective", () => {
  assert.equal(fitted(pairs.slice(0, 3)), null);
  assert.equal(fitted(pairs.slice(0, 5)), null, "five on one line");
  assert.equal(agreed(pairs.slice(0, 7), 1, 8), null);
});

/** A picture whose light is `light(x, y)`, 0 to 1. @param {number} width @param {number} height @param {(x: number, y: number) => number} light */
function picture(width, height, light) {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let at = 0; at < width * height; at++) {
    const shade = Math.min(1, light(at % width, Math.floor(at / width)));
    const level = Math.round(255 * (shade <= 0.0031308 ? 12.92 * shade : 1.055 * shade ** (1 / 2.4) - 0.055));
    data.set([level, level, level, 255], 4 * at);
  }
  return brightness({ width, height, data });
}

/** A print of bright and dark areas with dark lines between. @param {number} x @param {number} y */
const print = (x, y) => (x % 40 < 2 || y % 40 < 2 ? 0.02 : (Math.floor(x / 40) + Math.floor(y / 40)) % 2 ? 0.5 : 0.12);

/** @param {readonly Point[]} at @param {number} radius @param {number} [all] */
const litAt =
  (at, radius, all = 1) =>
  (/** @type {number} */ x, /** @type {number} */ y) =>
    all * print(x, y) * (at.some(([u, v]) => (u - x) ** 2 + (v - y) ** 2 <= radius ** 2) ? 1.7 : 1);

test("a mark is found where bright print meets dark, even if the camera sets its exposure anew", () => {
  const without = picture(200, 160, print);
  for (const all of [1, 0.85]) {
    const lit = picture(200, 160, litAt([[83, 78]], 8, all));
    const found = findMark(without, lit, { expected: [90, 70], reach: 30, radius: 8 });
    assert.ok(found, `exposure ${all}`);
    assert.ok(distance(found, [83, 78]) < 0.6, `${found}`);
  }
});

test("a mark half on print so bright that light blows it out is found at its middle", () => {
  const bright = (/** @type {number} */ x, /** @type {number} */ y) => (x > 83 ? 0.85 : print(x, y));
  const lit = (/** @type {number} */ x, /** @type {number} */ y) =>
    bright(x, y) * (distance([83, 78], [x, y]) <= 8 ? 1.7 : 1);
  const where = { expected: /** @type {Point} */ ([90, 70]), reach: 30, radius: 8 };
  const found = findMark(picture(200, 160, bright), picture(200, 160, lit), where);
  assert.ok(found);
  assert.ok(distance(found, [83, 78]) < 0.6, `${found}`);
});

test("neither an unchanged picture, nor a hand's shadow, nor a spot at the window's edge is a mark", () => {
  const without = picture(200, 160, print);
  const where = { expected: /** @type {Point} */ ([90, 70]), reach: 30, radius: 8 };
  assert.equal(findMark(without, without, where), null);
  const hand = picture(200, 160, (x, y) => print(x, y) * (x > 70 ? 1.7 : 1));
  assert.equal(findMark(without, hand, where), null);
  assert.equal(findMark(without, picture(200, 160, litAt([[118, 70]], 8)), where), null);
});

test("marks are chosen far apart, and no two corners are both chosen that are near", () => {
  const corners = Array.from(
    { length: 400 },
    (_, at) => /** @type {Point} */ ([(at % 20) * 30, Math.floor(at / 20) * 30]),
  );
  const chosen = spread(corners, 100);
  assert.ok(chosen.length >= 12 && chosen.length <= 24, `${chosen.length}`);
  for (const [at, one] of chosen.entries())
    for (const other of chosen.slice(at + 1)) assert.ok(distance(one, other) >= 100);
});

/** A board's corners and marks as a camera straight above sees them, and two pictures of it. The screen shows 1.5 px a millimetre. `seen`: where the camera sees a place of the board; `lands`: where a mark's light falls. @param {(mm: Point) => Point} seen @param {(mm: Point, at: number) => Point} lands */
function filmed(seen, lands) {
  const mm = Array.from(
    { length: 221 },
    (_, at) => /** @type {Point} */ ([60 + (at % 17) * 30, 60 + Math.floor(at / 17) * 27.5]),
  );
  const corners = mm.map((one) => ({ mm: one, px: seen(one) }));
  const marks = mm
    .filter((_, at) => (at % 17) % 4 === 0 && Math.floor(at / 17) % 2 === 0)
    .map((one) => ({ mm: one, screen: /** @type {Point} */ ([one[0] * 1.5, one[1] * 1.5]) }));
  const lit = litAt(
    marks.map((one, at) => seen(lands(one.mm, at))),
    8,
  );
  return { corners, marks, without: picture(640, 480, print), lit: picture(640, 480, lit) };
}

/** @type {Point[]} */
const RIM = [
  [60, 60],
  [540, 60],
  [540, 390],
  [60, 390],
];

test("a picture is laid as closely through a lens that bends it", () => {
  const bent = (/** @type {Point} */ [x, y]) => {
    const [u, v] = [(x - 320) / 500, (y - 240) / 500];
    const by = 1 - 0.15 * (u * u + v * v);
    return /** @type {Point} */ ([320 + 500 * u * by, 240 + 500 * v * by]);
  };
  const { corners, marks, without, lit } = filmed(bent, ([x, y]) => [x + 4, y - 3]);
  const fit = fitOf(without, lit, { corners, marks, reach_mm: 25 });
  assert.ok(fit);
  for (const [x, y] of RIM) {
    const at = fit.corner([x, y]);
    assert.ok(distance(at, [(x - 4) * 1.5, (y + 3) * 1.5]) < 1.5 * 0.5, `${at} for ${x}, ${y}`);
  }
});

test("marks on low pieces, which all lie off to one side, don't pull the picture", () => {
  const { corners, marks, without, lit } = filmed(
    (mm) => mm,
    ([x, y], at) => [x, y + (at % 4 === 0 || (x > 300 && at % 4 === 1) ? 2.6 : 0)],
  );
  const fit = fitOf(without, lit, { corners, marks, reach_mm: 25 });
  assert.ok(fit);
  for (const [x, y] of RIM) {
    const at = fit.corner([x, y]);
    assert.ok(distance(at, [x * 1.5, y * 1.5]) < 1.5 * 0.5, `${at} for ${x}, ${y}`);
  }
});

test("a picture that lies some millimetres off is measured, and where it has to lie instead", () => {
  // The camera looks straight down at 1 px a millimetre, and the screen shows 1.5 px a millimetre.
  /** @type {Point[]} */
  const mm = Array.from({ length: 35 }, (_, at) => [60 + (at % 7) * 80, 60 + Math.floor(at / 7) * 80]);
  const corners = mm.map((one) => ({ mm: one, px: one }));
  const marks = mm
    .filter((_, at) => at % 2 === 0)
    .map((one) => ({ mm: one, screen: /** @type {Point} */ ([one[0] * 1.5, one[1] * 1.5]) }));
  const off = /** @type {Point} */ ([4, -3]);
  const without = picture(620, 460, print);
  const lit = picture(
    620,
    460,
    litAt(
      marks.map((one) => /** @type {Point} */ ([one.mm[0] + off[0], one.mm[1] + off[1]])),
      8,
    ),
  );
  const fit = fitOf(without, lit, { corners, marks, reach_mm: 32 });
  assert.ok(fit);
  assert.ok(Math.abs(fit.off_mm - 5) < 0.3, `${fit.off_mm}`);
  assert.ok(fit.left_mm < 0.5, `${fit.left_mm}`);
  const [x, y] = fit.corner([300, 200]);
  assert.ok(Math.hypot(x - (300 - 4) * 1.5, y - (200 + 3) * 1.5) < 0.75, `${x}, ${y}`);
});
