// The steps that a page gets become the whole again, or are refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import { books, checkOf, patched } from "../../dashboard/web/static/line/patching.js";

const TREE = {
  round: 2,
  pieces: [
    { piece: "a", cell: "e5" },
    { piece: "b", cell: null },
    { piece: "c", cell: "f6" },
  ],
};
const MOVED = { in: { pieces: { of: [{ at: 0, in: { cell: "e6" } }, [1, 3]] } } };
const AFTER = { round: 2, pieces: [{ piece: "a", cell: "e6" }, TREE.pieces[1], TREE.pieces[2]] };

const message = (/** @type {object} */ more) => ({ channel: "match", name: "", ...more });
const opened = () => {
  const own = books();
  own.whole(message({ number: 7, data: TREE }));
  return own;
};

test("a delta changes what it names and shares the rest", () => {
  const after = patched(TREE, MOVED);
  assert.deepEqual(after, AFTER);
  assert.equal(after.pieces[1], TREE.pieces[1]);
  assert.equal(TREE.pieces[0].cell, "e5");
});

test("the check number is the CRC-32 of the JSON in UTF-8", () => {
  assert.equal(checkOf(123456789), 0xcbf43926);
  assert.equal(checkOf("Chiến"), 0xfdd9d9e4);
});

test("several steps in one message are made one after another", () => {
  const steps = [MOVED, { in: { round: 3 } }];
  const data = { ...AFTER, round: 3 };
  assert.deepEqual(opened().whole(message({ from: 7, number: 9, check: checkOf(data), steps })), message({ data }));
});

test("steps from elsewhere, that can't be made or come out wrong are refused", () => {
  const check = checkOf(AFTER);
  assert.equal(books().whole(message({ from: 7, number: 8, check, steps: [MOVED] })), null);
  assert.equal(opened().whole(message({ from: 6, number: 8, check, steps: [MOVED] })), null);
  assert.equal(opened().whole(message({ from: 7, number: 8, check: check + 1, steps: [MOVED] })), null);
  assert.equal(
    opened().whole(message({ from: 7, number: 8, check, steps: [{ in: { round: { of: [[0, 1]] } } }] })),
    null,
  );
});

test("after a refusal the whole is taken and steps go on from there", () => {
  const own = opened();
  assert.equal(own.whole(message({ from: 6, number: 8, check: 0, steps: [MOVED] })), null);
  assert.deepEqual(own.whole(message({ number: 8, data: TREE })), message({ number: 8, data: TREE }));
  assert.deepEqual(
    own.whole(message({ from: 8, number: 9, check: checkOf(AFTER), steps: [MOVED] })),
    message({ data: AFTER }),
  );
});
