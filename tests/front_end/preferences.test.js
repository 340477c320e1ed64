import assert from "node:assert/strict";
import { test } from "node:test";
import {
  formatPreferences,
  parsePreferences,
  preferring,
  prefers,
  USUAL,
} from "../../dashboard/web/static/announcing/preferences.js";

test("what was preferred is kept, each by the name of its switch", () => {
  const wanted = ["speech", "sounds.warning", "calm"].reduce((found, name) => preferring(found, name, true), USUAL);
  const kept = parsePreferences(formatPreferences(preferring(wanted, "buzz", false)));
  assert.deepEqual(
    ["speech", "sounds.warning", "sounds.move", "buzz", "calm"].map((name) => prefers(kept, name)),
    [true, true, false, false, true],
  );
});

test("what can't be read is as usual", () => {
  for (const text of [null, "", "{", "null", "7", '{"speech": "yes", "sounds": 3}'])
    assert.deepEqual(parsePreferences(text), USUAL);
});

test("a tablet that nobody set up makes no noise", () => {
  assert.equal(USUAL.speech, false);
  assert.deepEqual(Object.values(USUAL.sounds), [false, false, false, false]);
});
