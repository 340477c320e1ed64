import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

/** @import { LineEvent } from "../../dashboard/web/types/page.js" */

/** A socket whose other end is the test. */
class FakeSocket extends EventTarget {
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static made = [];

  readyState = 0;
  /** @type {string[]} */
  sent = [];
  /** @type {((message: MessageEvent) => void) | undefined} */
  onmessage;
  /** @type {(() => void) | undefined} */
  onopen;

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    FakeSocket.made.push(this);
    this.addEventListener("open", () => this.onopen?.());
    this.addEventListener("message", (event) => this.onmessage?.(/** @type {MessageEvent} */ (event)));
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
    this.dispatchEvent(new Event("open"));
  }

  /** @param {string} text */
  tells(text) {
    this.dispatchEvent(
      new MessageEvent("message", { data: JSON.stringify({ channel: "verdict", name: "", data: text }) }),
    );
  }
}

/** @type {Map<string, string>} */
let kept;
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  window: new EventTarget(),
  document: new EventTarget(),
  location: { protocol: "http:", host: "table", hostname: "table", hash: "", pathname: "/", search: "" },
  sessionStorage: {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => kept.set(name, text),
  },
});
const { lineAddress, openEarly } = await import("../../dashboard/web/static/line/early_line.js");
const { connect } = await import("../../dashboard/web/static/line/connection.js");

/** @type {LineEvent[]} */
let told;
/** @param {string} tongue */
const follow = (tongue) =>
  connect(
    () => lineAddress(tongue),
    (event) => void told.push(event),
    () => ({ join: { link: "west.x" } }),
  );
const rest = () => new Promise((done) => setImmediate(done));
const heard = () => told.map((event) => (event.type === "message" ? event.data : event.type));

beforeEach(() => {
  FakeSocket.made = [];
  told = [];
  kept = new Map([["boardwarden-place", "west.x"]]);
  Reflect.deleteProperty(globalThis, "boardwardenEarlyLine");
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
});

afterEach(() => mock.timers.reset());

test("what a line has heard before the page was there is told first, and its link is sent once", async () => {
  openEarly("vi");
  const [line] = FakeSocket.made;
  line.opens();
  line.tells("one");
  line.tells("two");
  follow("vi");
  await rest();
  line.tells("three");
  assert.deepEqual(heard(), ["opened", "one", "two", "three"]);
  assert.deepEqual(line.sent, ['{"join":{"link":"west.x"}}']);
  assert.equal(FakeSocket.made.length, 1);
});

test("a line that isn't open yet is waited for, and its link is sent once", () => {
  openEarly("vi");
  follow("vi");
  const [line] = FakeSocket.made;
  line.opens();
  line.tells("one");
  assert.deepEqual(heard(), ["opened", "one"]);
  assert.equal(line.sent.length, 1);
});

test("a line in another language, or for another link, is closed, and another opened", () => {
  openEarly("vi");
  follow("ja");
  assert.deepEqual(
    FakeSocket.made.map((one) => [one.url, one.readyState]),
    [
      [lineAddress("vi"), 3],
      [lineAddress("ja"), 0],
    ],
  );
  Reflect.deleteProperty(globalThis, "boardwardenEarlyLine");
  openEarly("vi");
  kept.set("boardwarden-place", "east.x");
  follow("vi");
  assert.deepEqual(
    FakeSocket.made.slice(2).map((one) => one.readyState),
    [3, 0],
  );
});

test("the small script opens no second line where the page was there first", () => {
  follow("vi");
  openEarly("vi");
  assert.equal(FakeSocket.made.length, 1);
});
