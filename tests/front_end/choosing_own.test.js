import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, isOnlyOwn } from "../../dashboard/web/static/panels/choosing_targets.js";
import { choresOf } from "../../dashboard/web/static/panels/left.js";
import { askedCard } from "../../dashboard/web/static/state/hand_sheet.js";
import { step } from "../../dashboard/web/static/state/choosing.js";
import { match, piece, running, sheet, use, view } from "./samples.js";

/** @import { State } from "../../dashboard/web/types/page.js" */

/** @type {State} */
const west = { ...running, place: { role: "seat", seat: "west" } };

/** @type {(cell: string, x_mm: number, y_mm: number, zone?: string) => any} */
const at = (cell, x_mm, y_mm, zone = "") => ({ cell, x_mm, y_mm, zone, outline_mm: [], seat: null });

/** A field of two columns and three rows, y away from row 1. @type {import("../../dashboard/web/types/page.js").Fielded["surface"]} */
const surface = {
  board: "b",
  size_mm: [30, 30],
  cells: ["a1", "b1", "a2", "b2", "a3", "b3"].map((cell, i) => at(cell, 10 * (i % 2), 10 * Math.floor(i / 2))),
};

test("a target that nobody chose is called the player's own, if it's the only one and the player's own", () => {
  const bolt = use([{ play: "bolt", on: ["w.cav.1"] }]);
  const strike = use([{ play: "bolt", on: ["n.inf.1"] }]);
  const one = { on: { values: ["w.cav.1"], closed: true } };
  assert.equal(isOnlyOwn(west, { picked: {}, now: step(bolt.actions, {}) }), true);
  assert.equal(isOnlyOwn(west, { picked: one, now: step(bolt.actions, one) }), false);
  assert.equal(isOnlyOwn(west, { picked: {}, now: step(strike.actions, {}) }), false);
});

test("the buttons of many cells stand as the cells lie, with gaps, and few cells or other things in a list", () => {
  const state = { ...west, surface };
  assert.deepEqual(arranged(state, ["a1", "a2", "a3", "b1", "b2", "b3"]), [
    ["a3", "b3"],
    ["a2", "b2"],
    ["a1", "b1"],
  ]);
  const wider = { ...state, surface: { ...surface, cells: [...surface.cells, at("c1", 20, 0)] } };
  assert.deepEqual(arranged(wider, ["a1", "b1", "c1", "a2", "b2", "a3"])?.[0], ["a3", null, null]);
  assert.equal(arranged(state, ["a1", "a2"]), null);
  assert.equal(arranged(state, ["a1", "a2", "a3", "b1", "b2", "w.cav.1"]), null);
});

test("a hero that stands on the field isn't counted among the cards that can be played", () => {
  /** @type {State} */
  const state = {
    ...west,
    surface,
    match: match({ view: view({ pieces: [piece("w.hero", "a1")] }) }),
    sheet: sheet([use([{ move: "w.hero" }], { key: "w.hero" })]),
  };
  assert.deepEqual(choresOf(state), []);
});

test("the card that a question names, and that doesn't answer it, is the one the question is about", () => {
  const uses = [use([], { key: "lion", label: "Lion" }), use([], { key: "pocket", label: "Pocket Lion" })];
  const question = "Pocket Lion is turned up: where does it go?";
  assert.equal(askedCard(sheet(uses, { question }))?.key, "pocket");
  assert.equal(askedCard(sheet(uses)), null);
  assert.equal(askedCard(sheet([use([{ play: "lion" }], { label: "Lion" })], { question })), null);
});
