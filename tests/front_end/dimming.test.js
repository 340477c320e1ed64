// The cells of a projected board that are dimmed beneath hands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OWN_LIGHT_MS, STAYS_MS, createDimming } from "../../dashboard/web/static/projecting/dimming.js";

test("a cell is dimmed while a hand covers it, and for a moment after", () => {
  const dimming = createDimming();
  dimming.cover(["c3", "c4"], 0);
  assert.deepEqual([...dimming.dimmed(5000)].sort(), ["c3", "c4"]);
  dimming.cover(["c4"], 10_000);
  assert.equal(dimming.due(10_000), STAYS_MS);
  assert.deepEqual([...dimming.dimmed(10_000 + STAYS_MS - 1)].sort(), ["c3", "c4"]);
  assert.deepEqual([...dimming.dimmed(10_000 + STAYS_MS)], ["c4"]);
});

test("a hand whose edge comes and goes between looks leaves its cells dimmed", () => {
  const dimming = createDimming();
  for (let at = 0; at < 5000; at += 400) {
    dimming.cover(at % 800 ? [] : ["c3"], at);
    assert.ok(dimming.dimmed(at).has("c3"), `at ${at}`);
  }
});

test("light that has just changed isn't taken for a hand, but a hand that stays is dimmed later", () => {
  const dimming = createDimming();
  dimming.lightChanged(["c3"], 0);
  dimming.cover(["c3"], 300);
  assert.equal(dimming.dimmed(300).size, 0);
  assert.equal(dimming.due(300), OWN_LIGHT_MS - 300);
  assert.deepEqual([...dimming.dimmed(OWN_LIGHT_MS)], ["c3"]);
  assert.equal(dimming.due(OWN_LIGHT_MS), null);
});

test("a camera that takes each change of light for a hand doesn't make the board flicker", () => {
  const dimming = createDimming();
  dimming.cover(["c3"], 0);
  dimming.cover([], 1000);
  let lit = !dimming.dimmed(1000).has("c3");
  let seenUntil = 0;
  let changes = 0;
  for (let at = 1000; at < 60_000; at += 100) {
    const now = !dimming.dimmed(at).has("c3");
    if (now !== lit) {
      lit = now;
      changes += 1;
      seenUntil = at + 900;
    }
    // The camera says "a hand" for as long as the picture isn't the one before the change.
    dimming.cover(at < seenUntil ? ["c3"] : [], at);
  }
  assert.equal(changes, 1, "it becomes light once");
});
