import assert from "node:assert/strict";
import { test } from "node:test";
import { SILENT, heard, next } from "../../dashboard/web/static/announcing/queueing.js";

/** @import { News } from "../../dashboard/web/types/page.js" */

/** @type {(topic: News["topic"], text: string) => News} */
const news = (topic, text) => ({ topic, text, sound: null, buzz: null });

test("what was overtaken is never said", () => {
  const { speech } = heard(heard(SILENT, [news("played", "one")]).speech, [
    news("played", "two"),
    news("turn", "North"),
  ]);
  assert.deepEqual(
    speech.waiting.map((one) => one.text),
    ["two", "North"],
  );
});

test("what is being said is finished, unless a warning comes", () => {
  const speaking = next(heard(SILENT, [news("played", "one")]).speech);
  assert.equal(speaking.now?.text, "one");
  assert.equal(heard(speaking, [news("played", "two")]).interrupts, false);
  const warned = heard(speaking, [news("alert", "Not allowed")]);
  assert.equal(warned.interrupts, true);
  assert.equal(next(warned.speech).now?.text, "Not allowed");
});

test("a warning that is over is neither begun nor finished", () => {
  const waiting = heard(SILENT, [news("alert", "Not allowed"), news("turn", "North")]).speech;
  assert.deepEqual(
    heard(waiting, [news("alert", "")]).speech.waiting.map((one) => one.text),
    ["North"],
  );
  assert.equal(heard(next(waiting), [news("alert", "")]).interrupts, true);
  assert.equal(heard(next(heard(SILENT, [news("turn", "North")]).speech), [news("alert", "")]).interrupts, false);
});

test("nothing is spoken when nothing waits", () => assert.deepEqual(next(SILENT), SILENT));
