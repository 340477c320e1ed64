import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

/** @import { LineEvent } from "../../dashboard/web/types/page.js" */

/** A socket whose other end is the test. */
class FakeSocket {
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static made = [];

  readyState = 0;
  /** @type {string[]} */
  sent = [];
  onopen = () => {};
  onclose = () => {};
  /** @type {(message: { data: string }) => void} */
  onmessage = () => {};

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    FakeSocket.made.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }

  close() {
    this.readyState = 3;
  }

  opens() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  /** @param {object} news */
  tells(news) {
    this.onmessage({ data: JSON.stringify(news) });
  }

  breaks() {
    this.readyState = 3;
    this.onclose();
  }
}

// Each test's page is its own: a line listens to its page for ever.
let page = new EventTarget();
let document = new EventTarget();
Object.assign(globalThis, { WebSocket: FakeSocket });
const { connect, freshId } = await import("../../dashboard/web/static/line/connection.js");

const QUIET_MS = 13_000;
const HEARTBEAT = { channel: "heartbeat", name: "", data: {} };

/** @type {LineEvent[]} */
let events = [];
const open = () =>
  connect(
    () => "ws://table/ws",
    (event) => void events.push(event),
    () => ({ join: { link: "west.x" } }),
  );
const newest = () => /** @type {FakeSocket} */ (FakeSocket.made.at(-1));
const kinds = () => events.map((event) => event.type);

beforeEach(() => {
  FakeSocket.made = [];
  events = [];
  [page, document] = [new EventTarget(), new EventTarget()];
  Object.assign(globalThis, { window: page, document });
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  mock.method(Math, "random", () => 1);
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

test("a line greets first, then passes on what it hears", () => {
  open();
  newest().opens();
  newest().tells({ channel: "verdict", name: "", data: { text: "played" } });
  assert.deepEqual(
    newest().sent.map((text) => JSON.parse(text)),
    [{ join: { link: "west.x" } }],
  );
  assert.deepEqual(kinds(), ["opened", "message"]);
});

test("nothing is sent while the line is down, and whoever asks learns it", () => {
  const line = open();
  assert.equal(line.send({ hello: {} }), false);
  newest().opens();
  assert.equal(line.send({ hello: {} }), true);
});

test("a broken line comes back by itself, waiting longer each time but never beyond eight seconds", () => {
  open();
  const pauses = [];
  for (let n = 0; n < 7; n += 1) {
    newest().breaks();
    const closed = /** @type {{ retryAt: number, at: number }} */ (/** @type {unknown} */ (events.at(-1)));
    pauses.push(closed.retryAt - closed.at);
    mock.timers.tick(pauses[n]);
    assert.equal(FakeSocket.made.length, n + 2);
  }
  assert.deepEqual(pauses, [400, 800, 1600, 3200, 6400, 8000, 8000]);
});

test("a word heard makes the next pause short again", () => {
  open();
  for (const pause of [400, 800]) {
    newest().breaks();
    mock.timers.tick(pause);
  }
  newest().opens();
  newest().tells(HEARTBEAT);
  newest().breaks();
  mock.timers.tick(400);
  assert.equal(FakeSocket.made.length, 4);
});

test("a line on which nobody speaks is given up", () => {
  open();
  newest().opens();
  mock.timers.tick(QUIET_MS - 1);
  newest().tells(HEARTBEAT);
  mock.timers.tick(QUIET_MS - 1);
  assert.deepEqual(kinds(), ["opened", "message"]);
  mock.timers.tick(1);
  assert.equal(events.at(-1)?.type, "closed");
});

test("a line that was given up tells nothing more", () => {
  open();
  const old = newest();
  old.opens();
  mock.timers.tick(QUIET_MS + 400);
  old.tells({ channel: "match", name: "", data: {} });
  assert.deepEqual(kinds(), ["opened", "closed"]);
});

test("a tablet that wakes asks, and takes another line when nobody answers soon", () => {
  open();
  newest().opens();
  document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(JSON.parse(newest().sent.at(-1) ?? ""), { hello: {} });
  mock.timers.tick(499);
  assert.equal(FakeSocket.made.length, 1);
  mock.timers.tick(1);
  assert.equal(FakeSocket.made.length, 2);
});

test("a tablet that wakes keeps the line that answers", () => {
  open();
  newest().opens();
  page.dispatchEvent(new Event("online"));
  newest().tells(HEARTBEAT);
  mock.timers.tick(5000);
  assert.equal(FakeSocket.made.length, 1);
});

test("who doesn't want to wait goes on at once, and only once", () => {
  const line = open();
  newest().breaks();
  line.hurry();
  assert.equal(FakeSocket.made.length, 2);
  line.hurry();
  mock.timers.tick(8000);
  assert.equal(FakeSocket.made.length, 2);
});

test("steps that don't fit are asked for whole, once", () => {
  open();
  newest().opens();
  const step = { channel: "match", name: "", number: 2, from: 1, steps: [{ is: {} }], check: 0 };
  newest().tells(step);
  newest().tells(step);
  assert.deepEqual(
    newest()
      .sent.slice(1)
      .map((text) => JSON.parse(text)),
    [{ again: {} }],
  );
  assert.deepEqual(kinds(), ["opened"]);
});

test("ids are of 24 characters, and no two alike", () => {
  const ids = new Set(Array.from({ length: 200 }, freshId));
  assert.equal(ids.size, 200);
  for (const id of ids) assert.match(id, /^[0-9a-f]{24}$/);
});
