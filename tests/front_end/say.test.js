import assert from "node:assert/strict";
import { test } from "node:test";
import { capital, language, listed, say, teach, whenTaught } from "../../dashboard/web/static/words/say.js";

test("a sentence is filled with facts, and counts", () => {
  teach("en", { way: "{piece}: {n:hex|hexes}, by {way}" });
  assert.equal(say("way", { piece: "Cavalry", n: 1, way: "d6" }), "Cavalry: 1 hex, by d6");
  assert.equal(say("way", { piece: "Cavalry", n: 2, way: "$1" }), "Cavalry: 2 hexes, by $1");
});

test("what nobody wrote shows its key", () => assert.equal(say("no.such"), "no.such"));

test("things are listed as the language lists them", () => {
  teach("en", {});
  assert.equal(listed(["West", "North"]), "West and North");
  teach("ja", {});
  assert.equal(listed(["西", "北"]), "西、北");
});

test("an address stays as it is at a sentence's beginning", () => {
  assert.equal(capital("http://here/x gives nothing"), "http://here/x gives nothing");
});

test("whoever listens learns of another language", () => {
  let heard = "";
  whenTaught(() => (heard = language()));
  teach("vi", {});
  assert.equal(heard, "vi");
  assert.equal(capital("đang"), "Đang");
});
