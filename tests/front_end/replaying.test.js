import assert from "node:assert/strict";
import { test } from "node:test";
import { teach } from "../../dashboard/web/static/words/say.js";
import { begun, clock, entriesOf, reduce, warningFrom } from "../../dashboard/web/static/state/replaying.js";

/** @param {string} kind */
const verdict = (kind) => ({ kind, text: "", rules: [] });
const moments = [
  { at_s: 0, revision: 0, verdicts: [], played: [] },
  { at_s: 4, revision: 1, verdicts: [verdict("settled")], played: ["one"] },
  { at_s: 9, revision: 1, verdicts: [verdict("illegal")], played: [] },
  { at_s: 12, revision: 2, verdicts: [verdict("settled")], played: ["two"] },
];
const read = reduce(begun, { type: "read", length: 15, moments, at: 0 });

test("the moment that stands is the last one begun", () => {
  assert.equal(reduce(read, { type: "seek", at: 3.9 }).number, 0);
  assert.equal(reduce(read, { type: "seek", at: 4 }).number, 1);
  assert.equal(reduce(read, { type: "seek", at: 15 }).number, 3);
});

test("nobody gets before the beginning or behind the end", () => {
  assert.equal(reduce(read, { type: "seek", at: -5 }).at, 0);
  assert.equal(reduce(read, { type: "seek", at: 99 }).at, 15);
  assert.equal(reduce(read, { type: "seek", at: Number.NaN }).at, 0);
  assert.equal(reduce(read, { type: "step", by: -1 }), read);
});

test("playing goes on at the chosen speed and stops at the end", () => {
  let state = reduce(reduce(read, { type: "play" }), { type: "speed", speed: 4 });
  state = reduce(state, { type: "passed", seconds: 2 });
  assert.deepEqual([state.at, state.number, state.playing], [8, 1, true]);
  state = reduce(state, { type: "passed", seconds: 60 });
  assert.deepEqual([state.at, state.playing], [15, false]);
  assert.deepEqual([reduce(state, { type: "play" }).at, reduce(state, { type: "play" }).playing], [0, true]);
});

test("the next warning is found in either direction", () => {
  assert.equal(warningFrom(read, 1), 2);
  assert.equal(warningFrom(reduce(read, { type: "seek", at: 15 }), -1), 2);
  assert.equal(warningFrom(reduce(read, { type: "seek", at: 9 }), 1), null);
});

test("a time of play reads as hours, minutes and seconds", () => {
  assert.equal(clock(0), "0:00:00");
  assert.equal(clock(59.9999), "0:01:00");
  assert.equal(clock(3_725), "1:02:05");
});

test("dead time is skipped while it plays, unless somebody wants to see it", () => {
  const long = reduce(begun, {
    type: "read",
    length: 300,
    moments: [moments[0], { ...moments[1], at_s: 100 }, { ...moments[3], at_s: 290 }],
    at: 0,
  });
  const playing = reduce(long, { type: "play" });
  assert.equal(reduce(playing, { type: "passed", seconds: 2 }).at, 2);
  assert.equal(reduce(playing, { type: "passed", seconds: 3 }).at, 99);
  const whole = reduce(playing, { type: "skips", skips: false });
  assert.equal(reduce(whole, { type: "passed", seconds: 3 }).at, 3);
});

test("what hands weren't done with is no warning", () => {
  const waiting = reduce(begun, {
    type: "read",
    length: 15,
    moments: [moments[0], { ...moments[1], verdicts: [verdict("pending"), verdict("remarked")] }, moments[2]],
    at: 0,
  });
  assert.equal(warningFrom(waiting, 1), 2);
});

test("what hands had still to do isn't said, nor that it's done; what was wrong is, and that it's right again", () => {
  /** @type {(kind: string, text: string) => { kind: string, text: string, rules: string[] }} */
  const says = (kind, text) => ({ kind, text, rules: [] });
  teach("en", { "verdict.again": "right again" });
  const spoken = [
    { at_s: 0, revision: 0, verdicts: [], played: [] },
    { at_s: 4, revision: 1, verdicts: [says("settled", "one"), says("pending", "take it off")], played: ["one"] },
    { at_s: 5, revision: 1, verdicts: [says("settled", "right again")], played: ["one"] },
    { at_s: 6, revision: 1, verdicts: [says("pending", "a hand")], played: ["one"] },
    { at_s: 9, revision: 1, verdicts: [says("illegal", "not allowed")], played: ["one"] },
    { at_s: 10, revision: 1, verdicts: [says("settled", "right again")], played: ["one"] },
    { at_s: 12, revision: 2, verdicts: [], played: ["two"] },
    { at_s: 13, revision: 2, verdicts: [says("settled", "corrected")], played: ["two"] },
  ];
  assert.deepEqual(
    entriesOf(spoken).map((one) => [one.number, one.text, one.warns]),
    [
      [1, "one", false],
      [4, "not allowed", true],
      [5, "right again", false],
      [6, "two", false],
      [7, "corrected", false],
    ],
  );
});
