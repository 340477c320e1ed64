import assert from "node:assert/strict";
import { test } from "node:test";
import { createTaps } from "../../dashboard/web/static/match/taps.js";
import { whichOffer } from "../../dashboard/web/static/panels/asked.js";
import { litPlaces } from "../../dashboard/web/static/panels/seat.js";
import { arbitersSeat } from "../../dashboard/web/static/state/hand_sheet.js";
import { spokenHere } from "../../dashboard/web/static/state/spoken_pieces.js";
import { reduce } from "../../dashboard/web/static/state/state.js";
import { offersOf, strikesAt } from "../../dashboard/web/static/state/uses.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import { squares } from "./fields.js";
import { advice, after, decision, match, news, piece, sheet, situation, use, view } from "./samples.js";

/** @import { State } from "../../dashboard/web/types/page.js" */
/** @import { UseView } from "../../dashboard/web/types/messages.js" */

const SWORD = use([{ attack: "w.cav.1", target: "n.inf.1" }], { key: "sword", label: "Sword", piece: "w.cav.1" });
const BOW = use([{ skill: "w.cav.1", targets: ["n.inf.1"] }], { key: "bow", label: "Bow", piece: "w.cav.1" });
const BURST = use(
  ["n.inf.2", "n.inf.3"].map((splash) => ({ attack: "w.cav.1", target: "n.inf.1", splash })),
  { key: "burst", label: "Burst", piece: "w.cav.1" },
);

/** @type {(uses: readonly UseView[], attacks?: readonly string[]) => State} */
const chosen = (uses, attacks = ["n.inf.1"]) => ({
  ...after(
    { type: "opened", at: 0 },
    news("surface", squares),
    news("match", match({ view: view({ pieces: [piece("w.cav.1", "a1"), piece("n.inf.1", "b2")] }) })),
    news("advice", { match: "m", revision: 1, advice: [advice("w.cav.1", { attacks })], left: [] }),
    news("seat", sheet([...uses])),
    { type: "select", piece: "w.cav.1" },
  ),
  place: { role: /** @type {const} */ ("seat"), seat: "west" },
});

/** A page that notes everything that taps on it play or ask. @param {State} state */
function tapping(state) {
  let now = state;
  /** @type {unknown[]} */
  const done = [];
  const taps = createTaps(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (null)), {
    now: () => now,
    isMoving: () => now.mode === "table",
    dispatch: (event) => (now = reduce(now, event)),
    wonder(place) {
      done.push(["ask", place]);
      now = reduce(now, { type: "ask", place });
    },
    put: (carried) => done.push(["put", carried]),
    play: ({ key }, action) => done.push(["play", key, action]),
    takePlace: () => false,
    focus: () => {},
  });
  return { ...taps, done, now: () => now };
}

test("a tap on a target of the chosen piece attacks it, and lets the piece go", () => {
  const page = tapping(chosen([SWORD]));
  page.onPiece("n.inf.1");
  assert.deepEqual(page.done, [["play", "sword", SWORD.actions[0]]]);
  assert.equal(page.now().selected, null);
});

test("a tap on the target's cell, and Enter on it, attack too", () => {
  for (const tap of [
    (/** @type {ReturnType<typeof tapping>} */ page) => page.onPlace("b2", null),
    (/** @type {ReturnType<typeof tapping>} */ page) => page.onPlace("b2", "n.inf.1"),
    (/** @type {ReturnType<typeof tapping>} */ page) => page.onCell("b2"),
  ]) {
    const page = tapping(chosen([SWORD]));
    tap(page);
    assert.deepEqual(page.done, [["play", "sword", SWORD.actions[0]]]);
  }
});

test("of several attacks on a target one is asked for by name, and the question isn't answered by another tap", () => {
  teach("en", { "seat.which_deed": "What should {piece} do at {place}?", "seat.on_target": "{name}: {target}" });
  const page = tapping(chosen([SWORD, BOW]));
  page.onPiece("n.inf.1");
  assert.deepEqual(page.done, [["ask", "n.inf.1"]]);
  const offers = offersOf(page.now());
  assert.deepEqual(whichOffer(page.now(), offers), {
    asks: "What should W.CAV.1 do at b2?",
    words: ["Sword", "Bow"],
  });
  page.onPiece("n.inf.1");
  assert.deepEqual([page.done.length, page.now().selected], [1, "n.inf.1"]);
  teach("en", {});
});

test("several targets in a tapped cell are asked for by name", () => {
  teach("en", { "seat.which_deed": "What should {piece} do at {place}?", "seat.on_target": "{name}: {target}" });
  const both = use(
    ["n.inf.1", "n.inf.2"].map((target) => ({ attack: "w.cav.1", target })),
    { key: "sword", label: "Sword", piece: "w.cav.1" },
  );
  const one = chosen([both], ["n.inf.1", "n.inf.2"]);
  const pieces = [piece("w.cav.1", "a1"), piece("n.inf.1", "b2"), piece("n.inf.2", "b2")];
  const page = tapping({ ...one, match: match({ view: view({ pieces }) }) });
  page.onCell("b2");
  assert.deepEqual(page.done, [["ask", "b2"]]);
  assert.deepEqual(whichOffer(page.now(), offersOf(page.now())).words, ["Sword: N.INF.1", "Sword: N.INF.2"]);
  page.onPiece("n.inf.2");
  assert.deepEqual(page.done[1], ["play", "sword", both.actions[1]]);
  teach("en", {});
});

test("an attack that leaves something to choose asks for that alone", () => {
  const page = tapping(chosen([BURST]));
  page.onPiece("n.inf.1");
  assert.deepEqual(page.done, []);
  assert.deepEqual(page.now().using, {
    key: "burst",
    picked: { target: { values: ["n.inf.1"], closed: true } },
    aimed: true,
  });
});

test("the last choice of an attack by taps has it done, and that of a use from a list is confirmed", () => {
  const page = tapping(chosen([BURST]));
  page.onPiece("n.inf.1");
  page.choose({ type: "pick", key: "splash", value: "n.inf.3" });
  assert.deepEqual(page.done, [["play", "burst", BURST.actions[1]]]);

  const listed = tapping(reduce(chosen([BURST]), { type: "use", key: "burst" }));
  listed.choose({ type: "pick", key: "splash", value: "n.inf.3" });
  assert.deepEqual(listed.done, []);
});

test("the arbiter's page attacks for the seat whose turn it is, and a watching page attacks for nobody", () => {
  const arbiters = tapping({ ...chosen([SWORD]), place: { role: "arbiter", seat: null } });
  arbiters.onPiece("n.inf.1");
  assert.deepEqual(arbiters.done, [["play", "sword", SWORD.actions[0]]]);
  assert.equal(arbitersSeat(arbiters.now()), "west");

  const watching = tapping({ ...chosen([SWORD]), sheet: null, place: { role: "spectator", seat: null } });
  watching.onPiece("n.inf.1");
  assert.deepEqual(watching.done, [["ask", "n.inf.1"]]);
  assert.equal(arbitersSeat(watching.now()), null);
});

test("a piece that is no target, a pause, an order on its way and pieces that fingers move leave a tap as it was", () => {
  const ready = chosen([SWORD]);
  for (const [why, state] of /** @type {const} */ ([
    ["no target", chosen([SWORD], [])],
    ["no sheet", { ...ready, sheet: null }],
    ["paused", { ...ready, situation: situation({ paused: true }) }],
    ["sent", { ...ready, sent: { a: "Your answer" } }],
    ["fingers move pieces", { ...ready, mode: /** @type {const} */ ("table") }],
  ])) {
    const page = tapping(state);
    page.onPiece("n.inf.1");
    assert.deepEqual(page.done, [["ask", "n.inf.1"]], why);
  }
});

/** A turn of west's, who may attack north with one or two points. @param {Partial<State>} changes @returns {State} */
const raging = (changes = {}) => {
  const blow = use(
    [2, 1].map((amount) => ({ attack: "north", amount, by: "west" })),
    { key: "attack-north", kind: "deed", label: "Attack north", piece: null },
  );
  const zone = (/** @type {(typeof squares.cells)[number]} */ one) =>
    one.cell === "b2" ? { ...one, zone: "row", seat: "north" } : one;
  const state = chosen([blow, SWORD], []);
  return { ...state, surface: { ...squares, cells: squares.cells.map(zone) }, selected: null, ...changes };
};

test("an attack on another player, as no piece stands for one, is offered in the turn as long as nothing is chosen", () => {
  assert.deepEqual(
    offersOf(raging()).map(({ use: { key }, action }) => [key, action]),
    [["attack-north", null]],
  );
  const theirs = match({ view: view({ turn: "north", decision: decision("seat", ["north"], "turn") }) });
  for (const other of [{ selected: "n.inf.1" }, { match: theirs }, { situation: situation({ paused: true }) }])
    assert.deepEqual(offersOf(raging(other)), []);
});

test("a tap on another player's place asks how to attack, and lights that place for the second tap", () => {
  const page = tapping(raging());
  page.onPlace("b2", null);
  assert.deepEqual(page.now().using, { key: "attack-north", picked: {} });
  const picked = reduce(page.now(), { type: "pick", key: "amount", value: 2 });
  assert.deepEqual([...litPlaces(picked)], ["north"]);
  const again = tapping(picked);
  again.onPlace("b2", null);
  assert.deepEqual(again.done, [["play", "attack-north", { attack: "north", amount: 2, by: "west" }]]);
});

test("a tap on a piece that can be used chooses it, if the chosen one has nothing to do there", () => {
  const pieces = [piece("w.cav.1", "a1"), piece("x.card", "b2", { seat: null })];
  const buy = use([{ buy: "x.card" }], { key: "x.card", kind: "deed", label: "Buy", piece: "x.card" });
  for (const tap of [
    (/** @type {ReturnType<typeof tapping>} */ page) => page.onPiece("x.card"),
    (/** @type {ReturnType<typeof tapping>} */ page) => page.onPlace("b2", "x.card"),
  ]) {
    const page = tapping({ ...chosen([buy], []), match: match({ view: view({ pieces }) }) });
    tap(page);
    assert.deepEqual([page.done, page.now().selected], [[], "x.card"]);
  }
});

test("what was chosen is let go when it is played", () => {
  const sent = reduce(chosen([SWORD]), { type: "sent", id: "1", what: "Sword", acts: true });
  assert.equal(sent.selected, null);
  assert.equal(reduce(chosen([SWORD]), { type: "sent", id: "1", what: "Pause", acts: false }).selected, "w.cav.1");
});

test("a held finger only asks about an attack", () => {
  const page = tapping(chosen([SWORD]));
  page.onHold("n.inf.1");
  assert.deepEqual(page.done, [["ask", "n.inf.1"]]);
});

test("a target is spoken with what a tap on it does, and other pieces aren't", () => {
  teach("en", {
    "piece.tap_attacks": "a tap attacks it with {piece}",
    "piece.tap_asks": "a tap asks how {piece} attacks it",
    "piece.seats": "{seat}, {piece}",
    "joins.comma": ", ",
  });
  const foe = piece("n.inf.1", "b2");
  assert.equal(spokenHere(chosen([SWORD]), foe), "north, N.INF.1, a tap attacks it with W.CAV.1");
  assert.equal(spokenHere(chosen([SWORD, BOW]), foe), "north, N.INF.1, a tap asks how W.CAV.1 attacks it");
  assert.equal(spokenHere(chosen([SWORD], []), foe), "north, N.INF.1");
  assert.equal(spokenHere({ ...chosen([SWORD]), selected: null }, foe), "north, N.INF.1");
  assert.deepEqual(strikesAt(chosen([SWORD]), "a1"), []);
  teach("en", {});
});
