import assert from "node:assert/strict";
import { test } from "node:test";
import { enough, pick, step } from "../../dashboard/web/static/state/choosing.js";

const BOW = [
  { play: "bow", user: "a" },
  { play: "bow", user: "b" },
];
const SKILL = [
  { skill: "g", targets: ["x"] },
  { skill: "g", targets: ["x", "y"] },
  { skill: "g", targets: ["y", "z"] },
];

test("what is the same in every action isn't asked", () => {
  const only = step([{ play: "bow", user: "a" }], {});
  assert.deepEqual(only.action, { play: "bow", user: "a" });
});

test("a question offers what some action still holds, and is answered by one of them", () => {
  const first = step(BOW, {});
  assert.deepEqual([first.key, first.options], ["user", ["a", "b"]]);
  assert.deepEqual(step(BOW, pick(BOW, {}, "user", "b")).action, BOW[1]);
});

test("of a list things are taken one by one, in any order, until nothing is open", () => {
  const one = pick(SKILL, {}, "targets", "y");
  const asking = step(SKILL, one);
  assert.deepEqual([asking.key, asking.options], ["targets", ["x", "z"]]);
  assert.deepEqual(step(SKILL, pick(SKILL, one, "targets", "x")).action, SKILL[1]);
});

test("a list may be left at what is taken where that is an action of its own", () => {
  const one = pick(SKILL, {}, "targets", "x");
  const asking = step(SKILL, one);
  assert.ok(asking.key && asking.enough);
  assert.deepEqual(step(SKILL, enough(one, "targets")).action, SKILL[0]);
  const other = step(SKILL, pick(SKILL, {}, "targets", "y"));
  assert.ok(other.key && !other.enough);
});

test("what fits no action leaves none", () => {
  const lost = step(BOW, pick(BOW, {}, "user", "nobody"));
  assert.deepEqual([lost.left, lost.action, lost.key], [[], undefined, undefined]);
});

test("what every action has is asked first", () => {
  const actions = [{ who: "a", splash: "s" }, { who: "a", splash: "t" }, { who: "b" }];
  assert.equal(step(actions, {}).key, "who");
  assert.deepEqual(step(actions, pick(actions, {}, "who", "b")).action, { who: "b" });
});
