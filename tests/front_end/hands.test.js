import assert from "node:assert/strict";
import { test } from "node:test";
import { ordersFor } from "../../dashboard/web/static/state/hands.js";
import { dueOf, toldNow } from "../../dashboard/web/static/state/bar.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import { squares } from "./fields.js";
import { decision, lying, match, physical, piece, running, situation, verdict, view } from "./samples.js";

/** @import { SimulatedPiece, Verdict } from "../../dashboard/web/types/messages.js" */
/** @import { State } from "../../dashboard/web/types/page.js" */

teach("en", { "turn.waits": "{names} waits." });

/** @type {(changes?: Partial<Verdict["repair"][number]>) => Verdict["repair"][number]} */
const step = (changes = {}) => ({ piece: "w.inf.1", seen: "a1", to: "a1", others: [], face: "down", text: "Turn it over.", ...changes });

/**
 * North, a bot, is on turn at a simulated table while West's soldier at a1 is to be turned over.
 * @type {(soldier: SimulatedPiece, repair?: Verdict["repair"]) => State}
 */
function table(soldier, repair = [step()]) {
  const known = match({ view: view({ turn: "north", decision: decision("seat", ["north"], "turn"), pieces: [piece("w.inf.1", "a1"), piece("n.inf.1", "b2")] }) });
  const pending = verdict("pending", { repair });
  return { ...running, surface: squares, place: { role: "seat", seat: "west" }, match: { ...known, terms: { ...known.terms, bots: "north=greedy" } },
    situation: situation({ current: pending }), simulated: lying(soldier) };
}

/** The soldier at a1, as it lies. @param {"up" | "down"} face */
const atA1 = (face) => physical("w.inf.1", -64, -64, { face });

test("what a bot waits for from people is told, and that it waits", () => {
  const waiting = table(atA1("up"));
  assert.equal(toldNow(waiting)?.repair[0].piece, "w.inf.1");
  assert.equal(dueOf(waiting).waits, "north waits.");
});

test("what simulated hands are still at isn't told: their table lies already as they will leave it", () => {
  const doing = table(atA1("down"));
  assert.equal(toldNow(doing), null);
  assert.equal(dueOf(doing).waits, "");
});

test("a table that was laid out for another match says nothing of whose hands are at work", () => {
  const old = table(atA1("up"));
  assert.equal(toldNow({ ...old, simulated: { ...lying(atA1("up")), match: "before" } }), null);
});

test("a simulated table turns over, puts and takes away for people what is left to them", () => {
  const orders = (/** @type {Verdict["repair"]} */ repair, /** @type {State} */ state = table(atA1("up"), repair)) => ordersFor(state, verdict("pending", { repair }));
  assert.deepEqual(orders([step()]), [{ order: "flip", piece: "w.inf.1" }]);
  const [put] = orders([step({ to: "b2", face: "up" })]);
  assert.deepEqual([put.order, put.x_mm, put.y_mm], ["put", 0, 0]);
  assert.deepEqual(orders([step({ to: null, face: "up" })]), [{ order: "take", piece: "w.inf.1" }]);
  assert.deepEqual(orders([step({ piece: "x.strange" })]), []);
});

test("nobody who only looks on has pieces laid, nor where the table is real", () => {
  const seated = table(atA1("up"));
  const pending = verdict("pending", { repair: [step()] });
  assert.deepEqual(ordersFor({ ...seated, place: { role: "spectator", seat: null } }, pending), []);
  assert.deepEqual(ordersFor({ ...seated, simulated: null }, pending), []);
});

test("what is warned of a simulated table puts right as well", () => {
  const state = table(atA1("up"));
  assert.deepEqual(ordersFor(state, verdict("illegal", { repair: [step({ to: null })] })), [{ order: "take", piece: "w.inf.1" }]);
});
