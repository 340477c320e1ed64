import assert from "node:assert/strict";
import { test } from "node:test";
import { listedFacts, settable } from "../../dashboard/web/static/panels/desk.js";
import { factsOfChosen } from "../../dashboard/web/static/panels/righting.js";
import { after, match, news, piece, running, view } from "./samples.js";

const seats = [
  {
    seat: "west",
    label: "West",
    numbers: /** @type {const} */ ([
      ["coins", 3],
      ["cards", 2],
    ]),
    out: false,
    counts: ["3 coins", "2 cards"],
  },
];
const pieces = [piece("w.cav.1", "c5"), piece("n.inf.1", "d5", { hp: 2, hp_max: 2, spent: true })];
/** @type {(correctable: readonly string[]) => ReturnType<typeof after>} */
const table = (correctable) => after(news("match", match({ view: view({ seats, pieces }), correctable })));

test("what the game lets an arbiter set is offered with how it stands, and nothing else", () => {
  const found = settable(table(["seat.coins", "piece.hp", "match.round"])).map(({ fact, piece: of, player, now }) => [
    fact,
    of ?? player ?? "",
    now,
  ]);
  assert.deepEqual(found, [
    ["match.round", "", "1"],
    ["seat.coins", "west", "3"],
    ["piece.hp", "w.cav.1", "1"],
    ["piece.hp", "n.inf.1", "2"],
  ]);
  assert.deepEqual(settable(table([])), []);
  assert.deepEqual(settable(after()), []);
});

test("the chosen piece's facts come first", () => {
  const chosen = { ...table(["piece.hp", "piece.acted", "match.turn"]), selected: "n.inf.1" };
  assert.deepEqual(
    settable(chosen)
      .slice(0, 2)
      .map(({ fact, piece: of, now }) => [fact, of, now]),
    [
      ["piece.hp", "n.inf.1", "2"],
      ["piece.acted", "n.inf.1", "true"],
    ],
  );
  assert.equal(settable(running).length, 0);
});

test("the desk lists the chosen piece's facts alone, or what nobody can tap", () => {
  const all = table(["piece.hp", "piece.acted", "match.round"]);
  const listed = (/** @type {typeof all} */ state) => listedFacts(state).map(({ fact, piece: of }) => [fact, of]);
  assert.deepEqual(listed(all), [["match.round", undefined]]);
  assert.deepEqual(listed({ ...all, selected: "n.inf.1" }), [
    ["piece.hp", "n.inf.1"],
    ["piece.acted", "n.inf.1"],
  ]);
});

test("only the arbiter sets the chosen piece right", () => {
  const chosen = { ...table(["piece.hp"]), selected: "n.inf.1" };
  /** @type {(role: "arbiter" | "seat") => number} */
  const facts = (role) => factsOfChosen({ ...chosen, place: { role, seat: role === "seat" ? "north" : null } }).length;
  assert.equal(facts("arbiter"), 1);
  assert.equal(facts("seat"), 0);
});
