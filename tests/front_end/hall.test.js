import assert from "node:assert/strict";
import { test } from "node:test";
import { callers, inOrder, kept, pageOf, withMessage } from "../../dashboard/web/static/hall/hall_tables.js";

/** @type {(table: string, more?: object) => import("../../dashboard/web/types/messages.js").HallTable} */
const listed = (table, more = {}) => ({
  table,
  broker: "north:1883",
  is_there: true,
  away_since: null,
  pages: "",
  host: "oak",
  delay_s: 0,
  ...more,
});

/** @param {ReturnType<typeof listed>[]} tables */
function having(...tables) {
  /** @type {import("../../dashboard/web/static/hall/hall_tables.js").Tables} */
  let all = new Map();
  for (const data of tables)
    all = withMessage(all, { type: "message", at: 0, channel: "table", name: `x/${data.table}`, data });
  return all;
}

test("tables that are there come first, by their numbers and names", () => {
  const tables = having(listed("T 10"), listed("a", { is_there: false, away_since: 5 }), listed("T 2"), listed("b"));
  assert.deepEqual(
    inOrder(tables, "en").map(([, one]) => one.listed.table),
    ["b", "T 2", "T 10", "a"],
  );
});

test("a message of a match counts at its own table alone, and of a table that isn't listed nowhere", () => {
  const tables = having(listed("a"), listed("b"));
  const clock = { match: "m1", control: "30m", seats: [], stands: null };
  const then = withMessage(tables, { type: "message", at: 7, channel: "clock", name: "x/a", data: clock });
  assert.equal(then.get("x/a")?.state.clock, clock);
  assert.equal(then.get("x/b")?.state.clock, null);
  assert.equal(withMessage(tables, { type: "message", at: 7, channel: "clock", name: "x/c", data: clock }), tables);
  assert.deepEqual([...kept(then, ["x/b", "x/c"]).keys()], ["x/b"]);
});

test("seats ask the arbiter only where no other seat is waited for", () => {
  /** @type {(waiting: string[]) => any} */
  const situation = (waiting) => ({ breaking_off: { wanted_by: ["west"], waiting } });
  assert.deepEqual(callers(situation([])), ["west"]);
  assert.deepEqual(callers(situation(["north"])), []);
  assert.deepEqual(callers(null), []);
});

test("a table's page is a link where it can be reached, and only a page is one", () => {
  assert.equal(pageOf("http://10.0.0.7:8321/", "10.0.0.2"), "http://10.0.0.7:8321/");
  assert.equal(pageOf("http://127.0.0.1:8321/", "localhost"), "http://127.0.0.1:8321/");
  assert.equal(pageOf("http://127.0.0.1:8321/", "10.0.0.2"), "");
  for (const text of ["javascript:alert(1)", "", "oak", "file:///etc/passwd"])
    assert.equal(pageOf(text, "127.0.0.1"), "", text);
});
