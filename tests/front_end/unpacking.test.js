import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { inOrder } from "../../dashboard/web/static/line/unpacking.js";

/** @param {string} text */
const packed = (text) => new Blob([new Uint8Array(deflateRawSync(text))]);

/** @param {import("../../dashboard/web/static/line/unpacking.js").Heard[]} heard */
async function handedOn(...heard) {
  /** @type {string[]} */
  const found = [];
  await new Promise((/** @type {(done: void) => void} */ done) => {
    const hear = inOrder(
      (text) => (text === "end" ? done() : void found.push(text)),
      () => {
        found.push("broken");
        done();
      },
    );
    for (const one of [...heard, "end"]) hear(one);
  });
  return found;
}

test("a text that comes behind a packed one waits until that is unpacked", async () => {
  const long = "quân ♠".repeat(9000);
  assert.deepEqual(await handedOn("one", packed(long), "two", packed("three"), "four"), [
    "one",
    long,
    "two",
    "three",
    "four",
  ]);
});

test("plain texts are handed on at once", () => {
  /** @type {string[]} */
  const found = [];
  const hear = inOrder(
    (text) => void found.push(text),
    () => {},
  );
  hear("one");
  hear("two");
  assert.deepEqual(found, ["one", "two"]);
});

test("behind a text that can't be unpacked nothing is handed on", async () => {
  assert.deepEqual(await handedOn("one", new Blob(["\u0007nonsense"]), "two"), ["one", "broken"]);
});
