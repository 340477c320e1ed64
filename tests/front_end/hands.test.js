import assert from "node:assert/strict";
import { test } from "node:test";
import {
  carriedBy,
  handsDue,
  isForOwnHand,
  isMarked,
  isOthers,
  ordersFor,
} from "../../dashboard/web/static/state/hands_at_work.js";
import { dueOf, verdictNow } from "../../dashboard/web/static/state/bar.js";
import { spotsOf } from "../../dashboard/web/static/board/spots.js";
import { reduce } from "../../dashboard/web/static/state/state.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import { squares } from "./fields.js";
import {
  advice,
  decision,
  lying,
  match,
  news,
  physical,
  piece,
  played,
  running,
  situation,
  verdict,
  view,
} from "./samples.js";

/** @import { SimulatedPiece, Verdict } from "../../dashboard/web/types/messages.js" */
/** @import { Fielded, PageEvent, State } from "../../dashboard/web/types/page.js" */

teach("en", { "turn.waits": "{names} waits." });

/** @type {(changes?: Partial<Verdict["repair"][number]>) => Verdict["repair"][number]} */
const step = (changes = {}) => ({
  piece: "w.inf.1",
  seen: "a1",
  to: "a1",
  others: [],
  face: "down",
  text: "Turn it over.",
  ...changes,
});

/**
 * North, a bot, is on turn at a simulated table while West's soldier at a1 is to be turned over.
 * @type {(soldier: SimulatedPiece, repair?: Verdict["repair"]) => State}
 */
function table(soldier, repair = [step()]) {
  const known = match({
    view: view({
      turn: "north",
      decision: decision("seat", ["north"], "turn"),
      pieces: [piece("w.inf.1", "a1"), piece("n.inf.1", "b2")],
    }),
  });
  const pending = verdict("pending", { repair });
  return {
    ...running,
    surface: squares,
    received: { surface: squares, simulated: lying(soldier) },
    place: { role: "seat", seat: "west" },
    match: { ...known, terms: { ...known.terms, bots: "north=greedy" } },
    situation: situation({ current: pending }),
    simulated: lying(soldier),
  };
}

/** The soldier at a1, as it lies. @param {"up" | "down"} face */
const atA1 = (face) => physical("w.inf.1", -64, -64, { face });

test("what a bot waits for from people is said, and that it waits", () => {
  const waiting = table(atA1("up"));
  assert.equal(verdictNow(waiting)?.repair[0].piece, "w.inf.1");
  assert.equal(dueOf(waiting).waits, "north waits.");
});

test("what simulated hands are still at isn't said: their table lies already as they will leave it", () => {
  const doing = table(atA1("down"));
  assert.equal(verdictNow(doing), null);
  assert.equal(dueOf(doing).waits, "");
});

test("what another player's hands are at isn't said at a simulated table until it is overdue, and then in one line", () => {
  const theirs = step({ piece: "n.inf.1", seen: "c3", to: "b2", face: "up" });
  const people = match({
    view: view({
      turn: "north",
      decision: decision("seat", ["north"], "turn"),
      pieces: [piece("w.inf.1", "a1"), piece("n.inf.1", "b2")],
    }),
  });
  const seated = { ...table(physical("n.inf.1", 64, 64), [theirs]), match: people };
  assert.equal(verdictNow(seated), null);
  const overdue = verdictNow({ ...seated, heardAt: 60_000 });
  assert.ok(overdue && isOthers(seated, overdue));
  const north = /** @type {State} */ ({ ...seated, place: { role: "seat", seat: "north" } });
  const own = verdictNow(north);
  assert.ok(own && !isOthers(north, own));
});

test("hands aren't overdue as long as they go on", () => {
  const asks = (/** @type {Verdict["repair"]} */ repair, /** @type {number} */ at) =>
    news("situation", situation({ current: verdict("pending", { repair }) }), { at });
  const begun = reduce(running, asks([step(), step({ piece: "w.inf.2" })], 1000));
  const on = reduce(begun, asks([step()], 9000));
  assert.deepEqual([begun.saidSince, on.saidSince], [1000, 9000]);
  assert.equal(reduce(on, asks([step()], 11000)).saidSince, 9000);
});

test("a table that was laid out for another match says nothing of whose hands are at work", () => {
  const old = table(atA1("up"));
  assert.equal(
    verdictNow({ ...old, received: { ...old.received, simulated: { ...lying(atA1("up")), match: "before" } } }),
    null,
  );
});

test("a simulated table does for people what is left to them: hands lay each piece as the match has it", () => {
  const orders = (/** @type {Verdict["repair"]} */ repair, /** @type {State} */ state = table(atA1("up"), repair)) =>
    ordersFor(state, verdict("pending", { repair }));
  assert.deepEqual(orders([step()]), [{ order: "settle", piece: "w.inf.1" }]);
  assert.deepEqual(orders([step({ to: "b2", face: "up" })]), [{ order: "settle", piece: "w.inf.1" }]);
  assert.deepEqual(orders([step({ to: null, face: "up" })]), [{ order: "settle", piece: "w.inf.1" }]);
  assert.deepEqual(orders([step({ piece: "x.strange" })]), []);
});

test("a hand turns a card that lies upright where the match has it sideways, and the other way round", () => {
  const there = step({ face: "up" });
  const pending = verdict("pending", { repair: [there] });
  /** @type {(sideways: boolean, turned_deg: number, card?: boolean) => unknown} */
  const orders = (sideways, turned_deg, card = true) => {
    const now = table(physical("w.inf.1", -64, -64, { turned_deg, card }), [there]);
    const known = match({ view: view({ pieces: [piece("w.inf.1", "a1", { sideways })] }) });
    return ordersFor({ ...now, match: { ...known, terms: now.match?.terms ?? known.terms } }, pending);
  };
  const settled = [{ order: "settle", piece: "w.inf.1" }];
  // Upright cards of this field's cells are turned by 90 degrees.
  assert.deepEqual(
    [90, 85, 270].map((turned) => orders(true, turned)),
    [settled, settled, settled],
  );
  assert.deepEqual(
    [0, 180, -5].map((turned) => orders(true, turned)),
    [[], [], []],
  );
  assert.deepEqual(
    [90, -90].map((turned) => orders(false, turned)),
    [[], []],
  );
  assert.deepEqual(orders(false, 180), settled);
  assert.deepEqual(orders(true, 90, false), []);
});

test("a step that is done already is offered to nobody", () => {
  const done = step({ face: "up" });
  assert.deepEqual(ordersFor(table(atA1("up"), [done]), verdict("illegal", { repair: [done] })), []);
});

test("a card that a tablet can't see lie anywhere is laid from it all the same", () => {
  const card = step({ piece: "gold#1", seen: null, to: "b2", face: "up" });
  const held = physical("~box.0", null, null, { card: true });
  const state = /** @type {any} */ ({
    ...table(held, [card]),
    verdicts: [verdict("settled", { actions: [played({})] })],
    faces: { cards: [{ card: "gold" }], zones: [] },
  });
  assert.deepEqual(ordersFor(state, verdict("pending", { repair: [card] })), [{ order: "settle", piece: "gold#1" }]);
});

test("whoever isn't concerned isn't offered to lay others' things; whoever played is, and the arbiter", () => {
  const theirs = step({ piece: "n.inf.1", to: null, face: "up" });
  const pending = verdict("pending", { repair: [theirs] });
  const lies = physical("n.inf.1", 0, 0);
  const by = (/** @type {string} */ seat) => verdict("settled", { actions: [{ ...played({}), by: seat }] });
  /** @type {(seat: string) => State} */
  const after = (seat) => ({ ...table(lies, [theirs]), verdicts: [by(seat)] });
  assert.deepEqual(ordersFor(after("north"), pending), []);
  assert.deepEqual(ordersFor(after("west"), pending), [{ order: "settle", piece: "n.inf.1" }]);
  assert.equal(ordersFor({ ...after("north"), place: { role: "arbiter", seat: null } }, pending).length, 1);
});

test("a board marks what its player still has to lay, and what lies wrong, but not what others have to lay", () => {
  const [own, theirs] = [step(), step({ piece: "n.inf.1", to: null, face: "up" })];
  const pending = verdict("pending", { repair: [own, theirs] });
  const by = [verdict("settled", { actions: [{ ...played({}), by: "north" }] })];
  const west = { ...table(atA1("up"), [own, theirs]), verdicts: by };
  const marks = (/** @type {Partial<State>} */ changes, told = pending) =>
    [own, theirs].map((one) => isMarked({ ...west, ...changes }, told, one));
  assert.deepEqual(marks({}), [true, false]);
  assert.deepEqual(marks({}, verdict("illegal", { repair: [own, theirs] })), [true, true]);
  for (const sees of [{ place: { role: "arbiter", seat: null } }, { place: null }, { mode: "table" }])
    assert.deepEqual(marks(/** @type {Partial<State>} */ (sees)), [true, true]);
});

test("whoever took a thing of nobody's in their own turn is offered to put it back, after a rival's play too", () => {
  const market = step({ piece: "market.1", to: "b2" });
  const turn = { turn: "west", decision: decision("seat", ["west"], "turn") };
  const pieces = [{ ...piece("market.1", "b2"), seat: null }, piece("n.inf.1", "a1")];
  const by = verdict("settled", { actions: [{ ...played({}), by: "north" }] });
  const now = (/** @type {string} */ seat) => ({
    ...table(physical("market.1", 0, 0)),
    match: match({ view: view({ ...turn, turn: seat, pieces }) }),
    verdicts: [by],
  });
  const wrong = verdict("illegal", { repair: [market] });
  assert.deepEqual(ordersFor(now("west"), wrong), [{ order: "settle", piece: "market.1" }]);
  assert.deepEqual(ordersFor(now("north"), wrong), []);
  assert.deepEqual(ordersFor(now("west"), verdict("illegal", { repair: [step({ piece: "n.inf.1", to: "b2" })] })), []);
});

test("what a player's tablet played is laid unasked, once its player has touched no piece, and nothing is said meanwhile", () => {
  const west = { decision: decision("seat", ["west"], "turn"), turn: "west", pieces: [piece("w.inf.1", "a1")] };
  const waiting = { ...table(atA1("up")), match: match({ view: view(west) }) };
  assert.deepEqual(handsDue(waiting), []);
  assert.notEqual(verdictNow(waiting), null);
  const playing = reduce(waiting, { type: "sent", id: "1", what: "it", acts: true });
  assert.deepEqual(handsDue(playing), [{ order: "settle", piece: "w.inf.1" }]);
  assert.equal(verdictNow(playing), null);
  assert.notEqual(verdictNow({ ...playing, heardAt: 60_000 }), null);
  const carrying = reduce(playing, { type: "carry", piece: "w.inf.1", cell: "b1" });
  assert.deepEqual(handsDue(carrying), []);
  assert.deepEqual(handsDue({ ...playing, mode: "table" }), []);
});

/** West's soldier at a1 is chosen, and may go to b1. @param {Partial<State>} changes @returns {State} */
const chosen = (changes = {}) => {
  const known = match({ view: view({ pieces: [piece("w.inf.1", "a1"), piece("n.inf.1", "b2")] }) });
  return {
    ...table(atA1("up")),
    match: known,
    situation: situation(),
    selected: "w.inf.1",
    advice: { match: "m", revision: 1, advice: [advice("w.inf.1", { moves: ["b1", "c1"], digs: ["c1"] })], left: [] },
    ...changes,
  };
};

test("two taps move a piece at a simulated table: its own player's, or the arbiter's, in its turn", () => {
  assert.deepEqual(carriedBy(chosen(), "b1"), { piece: "w.inf.1", cell: "b1" });
  assert.deepEqual(carriedBy(chosen({ place: { role: "arbiter", seat: null } }), "b1"), {
    piece: "w.inf.1",
    cell: "b1",
  });
  for (const not of [
    { place: /** @type {const} */ ({ role: "seat", seat: "north" }) },
    { place: /** @type {const} */ ({ role: "spectator", seat: null }) },
    { selected: "n.inf.1" },
    { selected: null },
    { simulated: null },
    { mode: /** @type {const} */ ("table") },
  ]) {
    assert.equal(carriedBy(chosen(not), "b1"), null, JSON.stringify(not));
  }
  assert.equal(carriedBy(chosen(), "c3"), null);
});

test("a hand lays a card sideways where its move exhausts it", () => {
  const exhausted = advice("w.inf.1", { moves: ["b1", "c1"], sideways: ["b1"] });
  const card = chosen({ advice: { match: "m", revision: 1, advice: [exhausted], left: [] } });
  assert.deepEqual(carriedBy(card, "b1"), { piece: "w.inf.1", cell: "b1", sideways: true });
  assert.deepEqual(carriedBy(card, "c1"), { piece: "w.inf.1", cell: "c1" });
});

test("where a piece may do something else too, the first tap asks", () => {
  assert.equal(carriedBy(chosen(), "c1"), null);
  assert.deepEqual(carriedBy(chosen({ asked: "c1" }), "c1"), { piece: "w.inf.1", cell: "c1" });
});

test("a carried piece is shown where it goes until the match has it, a warning comes, or it's refused", () => {
  const carrying = reduce(chosen(), { type: "carry", piece: "w.inf.1", cell: "b1" });
  assert.equal(carrying.selected, null);
  assert.equal(spotsOf(/** @type {Fielded} */ (carrying)).get("w.inf.1")?.cell.cell, "b1");
  assert.equal(carriedBy({ ...carrying, selected: "w.inf.1" }, "c1"), null);
  for (const end of [
    news("match", match({ revision: 2 })),
    news("situation", situation({ current: verdict("illegal") })),
    news("error", { text: "no" }),
    { type: /** @type {const} */ ("carried") },
  ]) {
    assert.equal(reduce(carrying, /** @type {PageEvent} */ (end)).carried, null, JSON.stringify(end));
  }
});

test("a piece that a hand has laid elsewhere is carried by nobody, and stays carried, until it was judged", () => {
  const atB1 = lying(physical("w.inf.1", 0, -64));
  const laid = { received: { surface: squares, simulated: atB1 }, simulated: atB1 };
  const late = /** @type {const} */ ({ type: "carried" });
  const carrying = { ...reduce(chosen(), { type: "carry", piece: "w.inf.1", cell: "b1" }), ...laid };
  assert.deepEqual(reduce(carrying, late).carried, { piece: "w.inf.1", cell: "b1" });
  assert.equal(carriedBy(chosen(laid), "c1"), null);
  assert.equal(carriedBy(chosen({ ...laid, asked: "c1" }), "c1"), null);
  for (const judged of [
    situation({ current: verdict("illegal") }),
    situation({ current: verdict("pending", { repair: [step()] }) }),
    situation({ watching: false }),
  ]) {
    assert.notEqual(carriedBy(chosen({ ...laid, situation: judged }), "b1"), null);
    assert.equal(reduce({ ...carrying, situation: judged }, late).carried, null);
  }
});

test("at a table of real pieces the same taps say what the player's own hand is to do", () => {
  const real = chosen({ simulated: null, received: { surface: squares, simulated: null } });
  assert.equal(isForOwnHand(real, "w.inf.1", "b1"), true);
  assert.equal(isForOwnHand(real, "w.inf.1", "c3"), false);
  assert.equal(isForOwnHand(chosen(), "w.inf.1", "b1"), false);
});

test("nobody who only looks on has pieces laid, nor where the table is real", () => {
  const seated = table(atA1("up"));
  const pending = verdict("pending", { repair: [step()] });
  assert.deepEqual(ordersFor({ ...seated, place: { role: "spectator", seat: null } }, pending), []);
  assert.deepEqual(ordersFor({ ...seated, simulated: null }, pending), []);
});

test("what is warned of a simulated table puts right as well", () => {
  const off = step({ to: null });
  assert.deepEqual(ordersFor(table(atA1("up"), [off]), verdict("illegal", { repair: [off] })), [
    { order: "settle", piece: "w.inf.1" },
  ]);
});
