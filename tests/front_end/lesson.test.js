// How a lesson goes on: by what the learner does, one thing after the other, and by nobody else's play.

import assert from "node:assert/strict";
import test from "node:test";
import { onward } from "../../dashboard/web/static/panels/lesson.js";
import { match, played, verdict } from "./samples.js";

const LESSON = {
  game: "g",
  lesson: "l",
  title: "",
  learner: "west",
  terms: match().terms,
  setup: {},
  steps: ["move", "warned", "righted", "won"].map((until) => ({ until, title: "", text: "" })),
};
const BEGUN = { game: "g", lesson: "l", match: "m", at: 0, seen: 0 };
/** @type {(taken_at: number, by: string) => import("../../dashboard/web/types/messages.js").Verdict} */
const moved = (taken_at, by) => verdict("settled", { taken_at, actions: [{ ...played({ move: "x" }), by }] });
/** @param {number} taken_at */
const warned = (taken_at) => verdict("illegal", { taken_at });

test("the learner's own play takes a lesson on, another's doesn't", () => {
  assert.equal(onward(LESSON, BEGUN, [moved(1, "north")], false).at, 0);
  assert.equal(onward(LESSON, BEGUN, [moved(1, "west")], false).at, 1);
});

test("what was counted once isn't counted again, and what came before a step doesn't do it", () => {
  const verdicts = [warned(1), moved(2, "west")];
  const way = onward(LESSON, BEGUN, verdicts, false);
  assert.deepEqual([way.at, way.seen], [1, 2]);
  assert.equal(onward(LESSON, way, verdicts, false), way);
});

test("a warning and the table put right are steps of their own", () => {
  const way = onward(LESSON, BEGUN, [moved(1, "west"), warned(2), verdict("settled", { taken_at: 3 })], false);
  assert.equal(way.at, 3);
});

test("plays count at a table that nothing watches, whose verdicts all have the same time", () => {
  const lesson = { ...LESSON, steps: ["move", "attack", "won"].map((until) => ({ until, title: "", text: "" })) };
  const first = { ...moved(0, "west"), revision: 1 };
  const second = { ...first, actions: [played({ attack: "x" })], revision: 2 };
  const begun = onward(lesson, BEGUN, [first], false);
  assert.equal(begun.at, 1);
  assert.equal(onward(lesson, begun, [first], false), begun);
  assert.equal(onward(lesson, begun, [first, second], false).at, 2);
});

test("a match that is over ends the lesson", () => {
  assert.equal(onward(LESSON, BEGUN, [], true).at, 4);
});
