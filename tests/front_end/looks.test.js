// A game's appearance on the page is taken from its file alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isPlate,
  isTerrain,
  landOf,
  look,
  lookNumber,
  lookOfSeat,
  marksAt,
  pieceLook,
  wear,
  whenWorn,
} from "../../dashboard/web/static/appearance/worn_look.js";

const SEAT = {
  seat: "",
  shape: "disc",
  body: "#111111",
  edge: "#222222",
  ink: "#ffffff",
  tint: "#eeeeee",
  rim: "#cccccc",
  dusk: "#0a0a0a",
};
const LAND = { day: "#eeeeee", night: "#111111", marks: "tuft", strokes: ["#dddddd", "#222222"] };

/** @returns {any} */
const sample = () => ({
  ...look(),
  seats: [{ ...SEAT, seat: "left" }, SEAT, { ...SEAT, seat: "right" }],
  kinds: {
    hill: { symbol: "peak", drawn: "ground" },
    keep: { symbol: "tower", drawn: "plate" },
    hero: { symbol: "crown", drawn: "piece" },
  },
  pieces: { "hero.ann": { kind: "hero", seat: null, label: "Ann", person: "ann" } },
  lands: { a1: 4 },
  field: { ...look().field, lands: [LAND, LAND, LAND, LAND, LAND, LAND] },
});

test("before a look is read nothing is ground and every seat has a number", () => {
  assert.equal(isTerrain("hill"), false);
  assert.equal(lookOfSeat("right", ["left", "right"]), 1);
});

test("a look that is worn is given to who listens and says what is ground and what is a plate", () => {
  let heard = 0;
  whenWorn(() => (heard += 1));
  const before = lookNumber();
  wear(sample());
  assert.equal(heard, 1);
  assert.equal(lookNumber(), before + 1);
  assert.deepEqual(
    [isTerrain("hill"), isTerrain("keep"), isPlate("keep"), isPlate("hero")],
    [true, false, true, false],
  );
});

test("a seat keeps its own look wherever it sits, others take theirs by their place", () => {
  wear(sample());
  assert.deepEqual(
    ["right", "left", "someone", null].map((seat) => lookOfSeat(seat, ["someone", "right"])),
    [2, 0, 0, 3],
  );
});

test("a piece is known by its match's id and by the one that its tag says", () => {
  wear(sample());
  assert.equal(pieceLook("w.hero.ann")?.person, "ann");
  assert.equal(pieceLook("hero.ann")?.label, "Ann");
  assert.equal(pieceLook("w.hero.bob"), null);
});

test("a cell's land is the printed board's, and of an unknown board follows from its name", () => {
  wear(sample());
  assert.equal(landOf("meadow", "a1"), 4);
  assert.equal(landOf("meadow", "b7"), landOf("meadow", "b7"));
  // The same numbers as the printed board's, made by dashboard/drawing/ground.py.
  assert.deepEqual(
    marksAt("meadow", "a1")
      .flat()
      .map((n) => Number(n.toFixed(4))),
    [0.2624, -0.2363, -0.0153, -0.1422, 0.1588, -0.05, -0.1, -0.0814],
  );
});
