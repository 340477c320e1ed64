// A rulebook is read by its chapters, and searched as people type.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chapters } from "../../dashboard/web/static/rulebook/chapters.js";
import { finds } from "../../dashboard/web/static/words/searching.js";

const book = {
  lang: "vi",
  book: "Luật chơi",
  questions: {},
  rules: {
    "DW-1": { says: "Đánh bằng tướng.", place: "Tướng", left_open: "" },
    "DW-2": { says: "Núi chặn đường.", place: "Núi", left_open: "" },
    "DW-3": { says: "Tướng đi 3 ô.", place: "Tướng", left_open: "" },
  },
};
/** @param {string} wanted */
const found = (wanted) => chapters(book, wanted).map(({ place, rules }) => [place, rules.map((one) => one.id)]);

test("without a search every rule stands under its place, in the book's order", () => {
  assert.deepEqual(found(""), [
    ["Tướng", ["DW-1", "DW-3"]],
    ["Núi", ["DW-2"]],
  ]);
});

test("a search finds rules by number, place and words in any order, typed without marks", () => {
  assert.deepEqual(found("dw-2"), [["Núi", ["DW-2"]]]);
  assert.deepEqual(found("tuong danh"), [["Tướng", ["DW-1"]]]);
  assert.deepEqual(found("  NUI "), [["Núi", ["DW-2"]]]);
  assert.deepEqual(found("mountain"), []);
});

test("a voiced Japanese sign is found by itself", () => {
  assert.ok(finds("じん", "しょうぐん じん"));
});
