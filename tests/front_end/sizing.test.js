// A phone's pictures are whole at rest and smaller while something moves, and a slow line gets less.

import assert from "node:assert/strict";
import { test } from "node:test";

import { QUALITIES, SMALL, moved, nextQuality, sizeOf } from "../../dashboard/web/static/phone/sizing.js";

/** A small picture of one grey, with `spots` parts of another. @param {number} grey @param {number} [spots] @param {number} [other] */
function picture(grey, spots = 0, other = 0) {
  const pixels = new Uint8ClampedArray(SMALL.width * SMALL.height * 4).fill(grey);
  pixels.fill(other, 0, spots * 4);
  return pixels;
}

test("the first picture has nothing to be compared with", () => assert.ok(moved(picture(90), null)));

test("noise is no movement", () => assert.ok(!moved(picture(90), picture(96))));

test("one spot that glitters is no movement, a hand is", () => {
  assert.ok(!moved(picture(90, 3, 200), picture(90)));
  assert.ok(moved(picture(90, 60, 160), picture(90)));
});

test("a picture is half as wide and high while something moves", () => {
  assert.deepEqual(sizeOf({ width: 1600, height: 1200 }, true), { width: 800, height: 600 });
  assert.deepEqual(sizeOf({ width: 1601, height: 1201 }, false), { width: 1601, height: 1201 });
});

test("a slow line gets a stronger compression, step by step, and a quick one the best again", () => {
  const last = QUALITIES.length - 1;
  assert.equal([1000, 1000, 1000, 1000, 1000].reduce(nextQuality, 0), last);
  assert.equal(nextQuality(last, 500), last);
  assert.equal([100, 100, 100, 100].reduce(nextQuality, last), 0);
});
