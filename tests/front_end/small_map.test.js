import assert from "node:assert/strict";
import { test } from "node:test";
import { cornersOf, hidden } from "../../dashboard/web/static/board/small_map.js";

/** @type {(x: number, y: number, own?: boolean) => { at: readonly [number, number], look: number, own: boolean }} */
const dot = (x, y, own = false) => ({ at: [x, y], look: 0, own });
const PART = { left: 100, top: 50, width: 200, height: 300 };

test("what lies over a corner hides the pieces there, and own pieces count for more", () => {
  const dots = [dot(110, 340), dot(290, 345, true), dot(200, 340, true), dot(110, 60, true), dot(90, 340)];
  const takes = { width: 0.3, height: 0.3 };
  assert.equal(hidden(PART, dots, takes, { atRight: false, low: true }), 1);
  assert.equal(hidden(PART, dots, takes, { atRight: true, low: true }), 4);
  assert.equal(hidden(PART, dots, takes, { atRight: false, low: false }), 4);
  assert.equal(hidden(PART, dots, takes, { atRight: true, low: false }), 0);
});

test("the button to the whole board lies over no own piece, and not where the map is", () => {
  const whole = { left: 0, top: 0, width: 400, height: 400 };
  assert.deepEqual(cornersOf(PART, whole, []), {
    map: { atRight: true, low: true },
    button: { atRight: true, low: false },
  });
  const above = [dot(280, 60, true)];
  assert.deepEqual(cornersOf(PART, whole, above).button, { atRight: false, low: false });
  assert.deepEqual(cornersOf(PART, whole, [...above, dot(120, 70, true)]).button, { atRight: false, low: true });
});
