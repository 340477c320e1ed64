// The printed labels on somebody's own pieces.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  added,
  asPrinted,
  begun,
  doubles,
  missing,
  nextPiece,
  placeOf,
  removed,
  skippedOne,
  tagsChosen,
  tapped,
  undone,
  wanting,
} from "../../dashboard/web/static/own_pieces/choosing_labels.js";

/** @typedef {readonly [number, number]} Corner */

/** @param {number} x @param {number} y @returns {Corner[]} */
const square = (x, y) => [
  [x - 0.01, y - 0.01],
  [x + 0.01, y - 0.01],
  [x + 0.01, y + 0.01],
  [x - 0.01, y + 0.01],
];

/** @param {readonly number[]} tags @returns {import("../../dashboard/web/types/messages.js").LabelPhotograph} */
const photograph = (...tags) => ({
  labels: tags.map((tag, at) => ({ tag, outline: /** @type {any} */ (square(0.1 + at / 10, 0.5)) })),
  unread: [],
  strange: [],
});

const SET = begun([
  { piece: "red", name: "Red soldier", tags: [16, 17] },
  { piece: "blue", name: "Blue soldier", tags: [20, 21] },
  { piece: "coin", name: "Coin", tags: [31] },
]);

test("each tap puts the tapped label on the next piece, whichever of its two tags shows", () => {
  let state = added(SET, photograph(31, 21, 16));
  assert.equal(nextPiece(state), "red");
  state = tapped(state, 21);
  assert.equal(nextPiece(state), "blue");
  state = tapped(state, 16);
  assert.deepEqual(tagsChosen(state), { red: 20, blue: 16 });
  assert.deepEqual(
    missing(state).map(({ piece }) => piece),
    ["coin"],
  );
});

test("a second tap takes a label away, and each step can be undone", () => {
  let state = tapped(tapped(added(SET, photograph(16, 20)), 20), 16);
  state = tapped(state, 20);
  assert.deepEqual(tagsChosen(state), { blue: 16 });
  assert.equal(nextPiece(state), "red");
  state = undone(state);
  assert.deepEqual(tagsChosen(state), { red: 20, blue: 16 });
  state = undone(undone(undone(state)));
  assert.deepEqual(tagsChosen(state), {});
});

test("a piece that isn't there is passed over, and can be chosen all the same", () => {
  let state = skippedOne(added(SET, photograph(16, 20)));
  assert.equal(nextPiece(state), "blue");
  state = wanting(state, "red");
  assert.equal(nextPiece(state), "red");
  assert.deepEqual(tagsChosen(tapped(state, 16)), { red: 16 });
});

test("one press names all pieces in the photographs as their labels are printed", () => {
  const state = asPrinted(added(added(SET, photograph(17)), photograph(31, 16)));
  assert.deepEqual(tagsChosen(state), { red: 16, coin: 31 });
});

test("what only a removed photograph showed has no label any more", () => {
  const state = removed(asPrinted(added(added(SET, photograph(16)), photograph(31))), 1);
  assert.deepEqual(tagsChosen(state), { red: 16 });
});

test("one tag twice in a photograph is a double, the same piece in two photographs isn't", () => {
  const twice = photograph(16, 20, 16);
  assert.deepEqual(
    doubles(twice).map(({ tag, outlines }) => [tag, outlines.length]),
    [[16, 2]],
  );
  assert.deepEqual(doubles(photograph(16)), []);
});

test("places are named by the nine parts of the photograph", () => {
  assert.deepEqual(
    [placeOf(square(0.1, 0.1)), placeOf(square(0.5, 0.5)), placeOf(square(0.5, 0.9)), placeOf(square(0.9, 0.5))],
    ["upper_left", "middle", "lower", "right"],
  );
});
