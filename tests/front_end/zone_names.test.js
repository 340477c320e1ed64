import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted, inLines, sizeIn } from "../../dashboard/web/static/cards/zone_names.js";

test("a name is broken between words, and cut only where a word or the lines don't suffice", () => {
  assert.deepEqual(inLines("paid cards, before they go", 10, 3), ["paid cards,", "before they go"]);
  assert.deepEqual(inLines("supply", 10, 1), ["supply"]);
  assert.deepEqual(inLines("paid cards, before they go", 8, 1), ["paid cards,…"]);
  assert.ok(inLines("graveyard", 3, 2)[0].endsWith("…"), "a word that is too long");
  assert.deepEqual(inLines("山札", 3, 1), ["山札"]);
});

test("a name is as large as a small screen needs and its place has room for, and never smaller than on the table", () => {
  assert.equal(sizeIn(200, 100, 2, false), 9.6, "on a large screen as on the table");
  assert.equal(sizeIn(400, 200, 0.5, false), 24, "twelve pixels");
  assert.ok(sizeIn(60, 90, 0.3, false) < 17, "six letters of a line");
  assert.equal(sizeIn(400, 200, 0.5, true), 11, "above cards");
});

test("a name is rather smaller, or without its seat, than cut off", () => {
  const room = { least: 8, most: 48, linesAt: () => 2 };
  assert.deepEqual(fitted(["Lan: discards", "discards"], 12, room), { size: 8, name: ["Lan:", "discards"] });
  assert.deepEqual(fitted(["Lan: deck", "deck"], 12, room), { size: 12, name: ["Lan:", "deck"] });
  assert.deepEqual(fitted(["An: battlegrounds", "battlegrounds"], 12, room), { size: 12, name: ["battl…"] });
});
