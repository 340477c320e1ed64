import assert from "node:assert/strict";
import { test } from "node:test";
import { drawersOf, openDrawers } from "../../dashboard/web/static/panels/drawers.js";
import { initial } from "../../dashboard/web/static/state/state.js";
import { after, match, news, sheet, use } from "./samples.js";

/** @import { State } from "../../dashboard/web/types/page.js" */

/** @type {(more: Partial<State>) => State} */
const state = (more) => ({ ...initial(), ...more });
/** @type {(role: "seat" | "spectator" | "arbiter", seat?: string) => Partial<State>} */
const at = (role, seat) => ({ place: /** @type {State["place"]} */ ({ role, seat: seat ?? null }) });
const seated = at("seat", "west");

test("only who has a seat has a hand, and only who may settle has the table's tools", () => {
  const names = (/** @type {State} */ one) => drawersOf(one).map(({ drawer }) => drawer);
  assert.deepEqual(names(state(seated)), ["hand", "left", "log", "table"]);
  assert.deepEqual(names(state(at("spectator"))), ["left", "log"]);
});

test("over the board no drawer is open until it's opened; beside it one always is", () => {
  assert.deepEqual(openDrawers(state(seated)), []);
  assert.deepEqual(openDrawers(state({ ...seated, drawer: "log" })), ["log"]);
  assert.deepEqual(openDrawers(state({ ...seated, column: true })), ["hand"]);
  assert.deepEqual(openDrawers(state({ ...at("arbiter"), column: true })), ["log"]);
  assert.deepEqual(openDrawers(state({ ...seated, column: true, drawer: "table" })), ["table"]);
});

test("at the virtual table what it can do lies beside the board, and over it only when it's opened", () => {
  const table = state({ ...at("arbiter"), mode: "table" });
  assert.deepEqual(openDrawers(table), ["table"]);
  assert.deepEqual(openDrawers({ ...table, upright: true }), []);
  assert.deepEqual(openDrawers({ ...table, upright: true, drawer: "table" }), ["table"]);
});

test("a drawer that has nothing any more isn't open", () => {
  assert.deepEqual(openDrawers(state({ ...at("spectator"), drawer: "hand" })), []);
});

test("the number beside the hand counts the held cards, playable or not", () => {
  const bow = use([{ play: "bow" }], { key: "bow" });
  const later = use([], { key: "shield" });
  const now = after(
    news("match", match()),
    news("seat", sheet([bow, later, use([{ skill: "x" }], { kind: "skill" })])),
  );
  assert.equal(drawersOf({ ...now, ...seated }).find((one) => one.drawer === "hand")?.count, 2);
});
