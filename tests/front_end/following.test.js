// The data of the shown match is read once, again when the match is another, and again when nobody answered.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { createFollowing } from "../../dashboard/web/static/page/following.js";

/** @type {Map<string, { resolve: (answer: object) => void, reject: (why: Error) => void }>} */
const asked = new Map();
/** @type {unknown[]} */
let heard = [];
const really = globalThis.fetch;

/** @param {string | null} name @returns {any} */
const showing = (name) => ({ match: name && { game: name } });
const settled = () => new Promise((resolve) => setImmediate(resolve));
const answer = (/** @type {unknown} */ what) => ({ ok: what !== null, json: async () => what });
const follow = () =>
  createFollowing(
    ({ match }) => match && `/of/${match.game}`,
    (read) => heard.push(read),
    () => heard.push("none"),
  );

beforeEach(() => {
  asked.clear();
  heard = [];
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.fetch = /** @type {any} */ (
    (/** @type {string} */ address) => new Promise((resolve, reject) => asked.set(address, { resolve, reject }))
  );
});

afterEach(() => {
  mock.timers.reset();
  globalThis.fetch = really;
});

test("what a state leads to is read once, and nothing while no match is shown", async () => {
  const read = follow();
  void read(showing(null));
  assert.equal(asked.size, 0);
  void read(showing("chess"));
  void read(showing("chess"));
  assert.deepEqual([...asked.keys()], ["/of/chess"]);
  asked.get("/of/chess")?.resolve(answer("knights"));
  await settled();
  assert.deepEqual(heard, ["knights"]);
});

test("of two readings under way only the later counts, whichever comes first", async () => {
  const read = follow();
  void read(showing("chess"));
  void read(showing("go"));
  asked.get("/of/go")?.resolve(answer("stones"));
  asked.get("/of/chess")?.resolve(answer("knights"));
  await settled();
  assert.deepEqual(heard, ["stones"]);
});

test("where a table has nothing, that is said, and it isn't asked again", async () => {
  const read = follow();
  void read(showing("chess"));
  asked.get("/of/chess")?.resolve(answer(null));
  await settled();
  asked.clear();
  mock.timers.tick(60_000);
  void read(showing("chess"));
  assert.deepEqual([heard, asked.size], [["none"], 0]);
});

test("a table that doesn't answer, or breaks off, is asked again later", async () => {
  const read = follow();
  void read(showing("chess"));
  asked.get("/of/chess")?.resolve({ ok: true, json: async () => Promise.reject(new Error("cut")) });
  await settled();
  asked.clear();
  void read(showing("chess"));
  assert.equal(asked.size, 0);
  mock.timers.tick(60_000);
  void read(showing("chess"));
  asked.get("/of/chess")?.resolve(answer("knights"));
  await settled();
  assert.deepEqual(heard, ["none", "knights"]);
});

test("a table that didn't answer is asked again though nothing else happens, and what comes late is read", async () => {
  const read = follow();
  void read(showing("chess"));
  asked.get("/of/chess")?.reject(new Error("away"));
  await settled();
  asked.clear();
  mock.timers.tick(10_000);
  assert.deepEqual([...asked.keys()], ["/of/chess"]);
  mock.timers.tick(60_000);
  asked.get("/of/chess")?.resolve(answer("knights"));
  await settled();
  assert.deepEqual(heard, ["none", "knights"]);
});
