// A phone's camera: what a page says is locked, or lit, is so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasTorch, hold, letGo, setTorch } from "../../dashboard/web/static/page/lens.js";

/**
 * A track of a camera with these abilities. `obeys`: which wishes change its settings; the browser accepts all others
 * too, as it does with advanced constraints that can't be met.
 * @param {Record<string, unknown>} can @param {(wish: string) => boolean} obeys
 */
function trackOf(can, obeys) {
  const settings = /** @type {Record<string, unknown>} */ ({
    focusMode: "continuous",
    exposureMode: "continuous",
    whiteBalanceMode: "continuous",
    focusDistance: 0.6,
    torch: false,
  });
  /** @type {Record<string, unknown>[]} */
  const asked = [];
  const track = {
    asked,
    getCapabilities: () => can,
    getSettings: () => ({ ...settings }),
    applyConstraints: async (/** @type {{ advanced: Record<string, unknown>[] }} */ { advanced }) => {
      asked.push(...advanced);
      for (const wish of advanced)
        for (const [name, value] of Object.entries(wish)) if (obeys(name)) settings[name] = value;
    },
  };
  return /** @type {any} */ (track);
}

const MANUAL = ["manual", "continuous"];
const ALL = { focusMode: MANUAL, exposureMode: MANUAL, whiteBalanceMode: MANUAL, focusDistance: {}, torch: true };

test("controls that the camera can lock are locked at their present values", async () => {
  const track = trackOf(ALL, () => true);
  assert.deepEqual(await hold(track), ["focus", "exposure", "white"]);
  assert.deepEqual(track.asked[0], { focusMode: "manual", focusDistance: 0.6 });
  assert.deepEqual(await letGo(track), ["focus", "exposure", "white"]);
  assert.equal(track.getSettings().focusMode, "continuous");
});

test("a control that the browser accepts and leaves as it was isn't said to be locked", async () => {
  const track = trackOf(ALL, (name) => !name.startsWith("exposure"));
  assert.deepEqual(await hold(track), ["focus", "white"]);
});

test("a camera without a control, or that only focuses by itself, is asked for nothing", async () => {
  const track = trackOf({ focusMode: ["continuous"] }, () => true);
  assert.deepEqual(await hold(track), []);
  assert.deepEqual(track.asked, []);
});

test("the light is on only if the camera says so, or says nothing of it", async () => {
  assert.equal(hasTorch(trackOf(ALL, () => true)), true);
  assert.equal(
    await setTorch(
      trackOf(ALL, () => true),
      true,
    ),
    true,
  );
  assert.equal(
    await setTorch(
      trackOf(ALL, (name) => name !== "torch"),
      true,
    ),
    false,
  );
  const silent = trackOf(ALL, () => true);
  silent.getSettings = () => ({});
  assert.equal(await setTorch(silent, true), true);
});
