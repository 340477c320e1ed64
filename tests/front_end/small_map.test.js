import assert from "node:assert/strict";
import { test } from "node:test";
import { hidden } from "../../dashboard/web/static/board/small_map.js";

const PART = { left: 100, top: 50, width: 200, height: 300 };

test("the small map would hide what lies in the corner, and own pieces count for more", () => {
  /** @type {(x: number, y: number, own?: boolean) => { at: readonly [number, number], look: number, own: boolean }} */
  const dot = (x, y, own = false) => ({ at: [x, y], look: 0, own });
  const dots = [dot(110, 340), dot(290, 345, true), dot(200, 340, true), dot(110, 60, true), dot(90, 340)];
  assert.equal(hidden(PART, dots, false), 1);
  assert.equal(hidden(PART, dots, true), 4);
});
