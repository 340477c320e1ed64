import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOf, pagesOf } from "../../dashboard/web/static/large/drawing.js";
import { screenOf } from "../../dashboard/web/static/large/screen.js";
import { FIRST, onward, withoutLast } from "../../dashboard/web/static/large/steps.js";
import { wantsLarge } from "../../dashboard/web/static/page/keeping.js";
import { reduce } from "../../dashboard/web/static/state/state.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import {
  advice,
  decision,
  lying,
  match,
  news,
  physical,
  piece,
  running,
  sheet,
  situation,
  use,
  verdict,
  view,
} from "./samples.js";

/** @import { PageEvent, State } from "../../dashboard/web/types/page.js" */

/** @type {(state: State, ...events: PageEvent[]) => State} */
const then = (state, ...events) => events.reduce(reduce, state);

const CELLS = ["c5", "c6", "d5"].map((cell, i) => ({
  ...{ cell, x_mm: 60 * i, y_mm: 0, zone: null, seat: null },
  outline_mm: /** @type {[number, number][]} */ ([
    [60 * i - 20, -20],
    [60 * i + 20, -20],
    [60 * i, 20],
  ]),
}));

/** West's page, whose cavalry may go to c6, and attack. */
const west = then(
  running,
  news("place", { role: "seat", seat: "west" }),
  news("surface", /** @type {any} */ ({ board: "b", size_mm: [200, 200], cells: CELLS })),
  news("simulated_table", lying(physical("w.cav.1", 0, 0))),
  news("advice", { match: "m", revision: 1, advice: [advice("w.cav.1", { moves: ["c6"] })], left: [] }),
  news(
    "seat",
    sheet([
      use([{ attack: "w.cav.1", target: "n.inf.1" }], {
        key: "attack",
        kind: "attack",
        label: "Attack",
        piece: "w.cav.1",
      }),
    ]),
  ),
);

/** @type {(screen: ReturnType<typeof screenOf>) => string[]} */
const keys = ({ options, always }) => [...options, ...always].map((one) => one.key);

test("a turn asks for a piece, what it does, where it goes, and whether it's so", () => {
  const home = screenOf(west, FIRST);
  assert.deepEqual([home.kind, ...keys(home)], ["ask", "piece-w.cav.1", "end-turn"]);
  const chosen = then(west, { type: "select", piece: "w.cav.1" });
  assert.deepEqual(keys(screenOf(chosen, FIRST)), ["move", "attack"]);
  const moving = { ...FIRST, moves: true };
  const where = screenOf(chosen, moving);
  assert.deepEqual([keys(where), where.from], [["to-c6"], "c5"]);
  const confirmed = screenOf(then(chosen, { type: "ask", place: "c6" }), moving);
  assert.deepEqual(confirmed.options[0].go, { put: { piece: "w.cav.1", cell: "c6" } });
  assert.deepEqual(confirmed.back, { event: { type: "select", piece: "w.cav.1" } });
});

test("a turn with something left to do doesn't end by one press", () => {
  assert.deepEqual(screenOf(west, FIRST).always[0].go, { step: { group: "end", page: 0 } });
  const [end] = screenOf(west, { ...FIRST, group: "end" }).options;
  assert.deepEqual(end.go, { send: "end_turn" });
  const idle = then(west, news("seat", sheet([])), news("advice", { match: "m", revision: 1, advice: [], left: [] }));
  assert.deepEqual(
    screenOf(idle, FIRST).always.map((one) => one.go),
    [{ send: "end_turn" }],
  );
});

test("many things are grouped, and a long list comes in pages", () => {
  const cards = Array.from({ length: 14 }, (_, i) => use([{ play: `c${i}` }], { key: `c${i}` }));
  const many = then(west, news("seat", sheet(cards)));
  assert.deepEqual(
    screenOf(many, FIRST).options.map((one) => one.key),
    ["group-piece", "group-card"],
  );
  const { options } = screenOf(many, { ...FIRST, group: "card" });
  assert.deepEqual([options.length, pagesOf(options), pageOf(options, 2).length], [14, 3, 2]);
});

test("what can't be used is dim, and says the rule's sentence", () => {
  const waiting = use([], { key: "later", label: "Later", why_not: [["R-1", "not before noon"]] });
  const state = then(west, news("seat", sheet([waiting])));
  assert.deepEqual(keys(screenOf(state, FIRST)), ["piece-w.cav.1", "later", "end-turn"]);
  const [dim] = screenOf(state, { ...FIRST, group: "later" }).options;
  assert.deepEqual([dim.dim, dim.go], [true, { step: { why: "later" } }]);
  teach("en", { "joins.stop": "." });
  const why = screenOf(state, { ...FIRST, why: "later" });
  assert.deepEqual([why.kind, why.says, why.back], ["why", "Not before noon.", { step: { why: null } }]);
  teach("en", {});
});

test("a use asks for one target after the other, and going back takes the last one back", () => {
  const aimed = use(
    [
      { play: "card", user: "w.cav.1", hex: "c5" },
      { play: "card", user: "w.cav.1", hex: "c6" },
      { play: "card", user: "w.inf.1", hex: "c6" },
    ],
    { label: "Card" },
  );
  const state = then(west, news("seat", sheet([aimed])), { type: "use", key: "card" });
  assert.deepEqual(keys(screenOf(state, FIRST)), ["pick-w.cav.1", "pick-w.inf.1"]);
  assert.deepEqual(screenOf(state, FIRST).back, { event: { type: "stop" } });
  const next = then(state, { type: "pick", key: "user", value: "w.cav.1" });
  assert.deepEqual(screenOf(next, FIRST).back, { event: { type: "use", key: "card", picked: {} } });
  const done = then(next, { type: "pick", key: "hex", value: "c6" });
  assert.deepEqual(screenOf(done, FIRST).options[0].go, { play: aimed, action: aimed.actions[1] });
});

test("a thing that can be used in several ways asks for the way first", () => {
  teach("en", { "large.verbs.move": "Move", "large.verbs.battle": "Attack" });
  const hero = use(
    [
      { move: "f.hero", path: ["c6"] },
      { battle: "f.hero", target: "n.inf.1" },
    ],
    { key: "f.hero" },
  );
  const state = then(west, news("seat", sheet([hero])), { type: "use", key: "f.hero" });
  const ways = screenOf(state, FIRST);
  assert.deepEqual(
    ways.options.map((one) => one.text),
    ["Move", "Attack"],
  );
  const { go } = ways.options[1];
  assert.ok("event" in go);
  assert.deepEqual(screenOf(then(state, go.event), FIRST).options[0].go, { play: hero, action: hero.actions[1] });
  teach("en", {});
});

test("a warning is one sentence with one button that puts it right", () => {
  const step = { piece: "w.cav.1", text: "put w.cav.1 on c6", to: "c6", face: "up", seen: "c5", others: [] };
  const wrong = verdict("illegal", { text: "too far", repair: [/** @type {any} */ (step)] });
  const warned = then(west, news("situation", situation({ current: wrong })));
  const shown = screenOf(warned, FIRST);
  assert.deepEqual([shown.kind, keys(shown)], ["warn", ["right"]]);
  assert.deepEqual(shown.options[0].go, { orders: [{ order: "settle", piece: "w.cav.1" }] });
});

test("who isn't asked reads whose turn it is, and what happened last", () => {
  const others = view({ turn: "north", decision: decision("seat", ["north"], "turn") });
  const said = verdict("settled", {
    actions: [{ action: {}, by: "north", text: "north goes", note: "", came: [] }],
    text: "",
  });
  const state = then(west, news("match", match({ view: others })), news("situation", situation({ recent: [said] })));
  const shown = screenOf(state, FIRST);
  assert.deepEqual([shown.kind, keys(shown), shown.picture], ["wait", [], { seat: "north" }]);
  assert.match(shown.detail, /North goes/);
});

test("a question to the seat lists its answers and the cards that answer it", () => {
  const asking = view({ decision: decision("seat", ["west"], "answer"), pieces: [piece("w.cav.1", "c5")] });
  const own = sheet([use([{ play: "shield" }], { key: "shield" })], {
    choices: [{ action: { accept: true }, by: "west", text: "take it", note: "", came: [] }],
  });
  const shown = screenOf(then(west, news("match", match({ view: asking })), news("seat", own)), FIRST);
  assert.deepEqual([shown.kind, keys(shown)], ["ask", ["own-0", "shield"]]);
});

test("a step starts again in another position, and a list at another question", () => {
  const step = onward({ ...FIRST, group: "card", page: 2 }, west);
  assert.deepEqual([step.group, step.page], [null, 0]);
  const deep = { ...step, group: "card", page: 2, moves: true };
  assert.equal(onward(deep, west), deep);
  const chosen = onward(deep, then(west, { type: "select", piece: "w.cav.1" }));
  assert.deepEqual([chosen.group, chosen.page, chosen.moves], ["card", 0, true]);
  assert.equal(onward(deep, then(west, news("match", match({ revision: 2 })))).group, null);
});

test("the last answer is taken back, and a closed list is opened again", () => {
  assert.equal(withoutLast({}), null);
  assert.deepEqual(withoutLast({ a: { values: [1], closed: true } }), {});
  const both = { a: { values: [1], closed: true }, b: { values: [1, 2], closed: false } };
  assert.deepEqual(withoutLast(both), { ...both, b: { values: [1], closed: false } });
  const closed = { b: { values: [1, 2], closed: true } };
  assert.deepEqual(withoutLast(closed), { b: { values: [1, 2], closed: false } });
});

test("a wish is the table's, and only a seat has one", () => {
  assert.equal(wantsLarge(west), false);
  const told = then(west, news("wish", { large: true, aloud: true }));
  assert.equal(wantsLarge(told), true);
  assert.equal(wantsLarge(then(told, news("place", { role: "spectator", seat: null }))), false);
});
