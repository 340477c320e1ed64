import assert from "node:assert/strict";
import { test } from "node:test";
import { announce } from "../../dashboard/web/static/announcing/announcing.js";
import { whyNot } from "../../dashboard/web/static/panels/caption.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import { initial } from "../../dashboard/web/static/state/state.js";
import { running, sheet, use } from "./samples.js";

/** @import { Announced, State } from "../../dashboard/web/types/page.js" */

teach("en", {
  "joins.sentences": ". ",
  "joins.stop": ".",
  "joins.after": " ",
  "verdict.illegal": "Not allowed",
  "turn.of": "{seat}'s turn",
  "turn.won": "{names} won",
  "turn.must_choose": "{names} must choose",
  "seat.asked.answer": "You are hit.",
  "speech.your_turn": "Your turn",
  "speech.low": "{seat}: less than a minute.",
  "speech.hurry": "Hurry.",
});

const WON = { winners: ["west"], why: "" };
const MOVED = {
  kind: "settled",
  taken_at: 5,
  frame: 9,
  revision: 1,
  actions: [{ text: "cavalry moves c5 to d7" }],
  violations: [],
  candidates: [],
  felt: [],
  text: "",
};
const WRONG = {
  kind: "illegal",
  taken_at: 7,
  frame: 12,
  revision: 1,
  actions: [],
  violations: [{ rule: "DW-5", text: "Too far." }],
  candidates: [],
  felt: [],
  repair: [],
  text: "",
};

/**
 * A state as the page has it while West is on turn.
 * @param {{ turn?: string, round?: number, kind?: string, seats?: string[], outcome?: object | null, match?: string, revision?: number,
 *   verdicts?: object[], current?: object | null, place?: object, clock?: object | null, open?: boolean }} [about]
 * @returns {State}
 */
function shown({
  turn = "west",
  round = 1,
  kind = "turn",
  seats = [turn],
  outcome = null,
  match = "m",
  revision = 0,
  verdicts = [],
  current = null,
  place = { role: "spectator", seat: null },
  clock = null,
  open = true,
} = {}) {
  const labels = [
    { seat: "west", label: "West" },
    { seat: "north", label: "North" },
  ];
  const view = {
    turn,
    round,
    outcome,
    headline: "",
    seats: labels,
    pieces: [],
    absent: [],
    decision: { chooser: "seat", kind, seats },
  };
  return /** @type {any} */ ({
    ...initial(),
    match: { match, revision, view },
    situation: { match, revision, watching: true, current, recent: verdicts },
    verdicts: verdicts.map((one) => ({ repair: [], ...one })),
    place,
    clock,
    link: { open, ever: true, lostAt: null, retryAt: null },
  });
}

/**
 * The texts that are announced as states follow each other.
 * @param {State[]} states
 */
function textsOf(...states) {
  /** @type {Announced | null} */
  let announced = null;
  return states.map((state) => {
    const found = announce(announced, state);
    announced = found.announced;
    return found.news.map((one) => one.text);
  });
}

test("who opens the page hears nothing of what is there already", () => {
  assert.deepEqual(
    textsOf(shown({ verdicts: [MOVED], current: WRONG }), shown({ verdicts: [MOVED], current: WRONG })),
    [[], []],
  );
});

test("a play is said with whose turn it is then", () => {
  const after = shown({ turn: "north", revision: 1, verdicts: [MOVED] });
  assert.deepEqual(textsOf(shown(), after), [[], ["Cavalry moves c5 to d7.", "North's turn."]]);
});

test("a warning is said with its reason, once, and taken back when the table is right", () => {
  const warned = shown({ current: WRONG });
  assert.deepEqual(textsOf(shown(), warned, warned, shown()), [[], ["Not allowed. Too far."], [], [""]]);
});

test("how to put it right is said with the warning, its first steps alone", () => {
  const repair = ["Put it back on c5", "Turn it over.", "And one more."].map((text) => ({ text }));
  assert.deepEqual(textsOf(shown(), shown({ current: { ...WRONG, repair } }))[1], [
    "Not allowed. Too far. Put it back on c5. Turn it over.",
  ]);
});

test("why the chosen piece can't do what was asked about is said once, and a newer answer takes its place", () => {
  /** @type {(asked: string | null, text: string) => State} */
  const asking = (asked, text) => {
    const before = shown();
    const piece = { piece: "w.inf.1", cell: "c5", seat: "west", label: "Infantry", kind: "infantry" };
    const reasons = [{ use: "move", target: asked, broken: [{ rule: "DW-5", text }] }];
    const view = { ...before.match?.view, pieces: [piece] };
    return /** @type {any} */ ({ ...before, match: { ...before.match, view }, selected: "w.inf.1", asked, reasons });
  };
  const [far, further] = [asking("g7", "the way is 3"), asking("h8", "the way is 4")];
  assert.deepEqual(textsOf(shown(), far, far, further, shown()), [[], ["The way is 3."], [], ["The way is 4."], [""]]);
});

test("nothing is said of what hands are still at", () => {
  assert.deepEqual(textsOf(shown(), shown({ current: { ...WRONG, kind: "pending" } }))[1], [""]);
});

test("nothing is repeated after a lost connection or in another language", () => {
  const before = shown({ turn: "north", revision: 1, verdicts: [MOVED], current: WRONG });
  const away = { ...before, link: { ...before.link, open: false } };
  const forgotten = { ...before, verdicts: [] };
  assert.deepEqual(textsOf(before, away, before, forgotten, before), [[], [], [], [], []]);
});

test("of what was played while the line was away only the last is said", () => {
  const last = { ...MOVED, taken_at: 9, revision: 3, actions: [{ text: "archer attacks" }] };
  const away = shown({ open: false });
  assert.deepEqual(textsOf(shown(), away, shown({ round: 2, revision: 3, verdicts: [MOVED, last] })), [
    [],
    [],
    ["Archer attacks.", "West's turn."],
  ]);
});

test("a seat's tablet says its own turn and question in other words, with a buzz", () => {
  const place = { role: "seat", seat: "north" };
  const start = announce(null, shown({ place })).announced;
  const [turn] = announce(start, shown({ place, turn: "north" })).news;
  assert.deepEqual([turn.text, turn.sound, turn.buzz], ["Your turn.", "turn", [80]]);
  const [asked] = announce(start, shown({ place, kind: "answer", seats: ["north"] })).news;
  assert.deepEqual([asked.text, asked.sound], ["You are hit.", "turn"]);
  const [others] = announce(start, shown({ place, kind: "answer", seats: ["west"] })).news;
  assert.deepEqual([others.text, others.sound, others.buzz], ["West must choose.", null, null]);
});

test("an answered question doesn't bring up the turn again", () => {
  const asked = shown({ kind: "answer", seats: ["north"] });
  assert.deepEqual(textsOf(shown(), asked, shown({ revision: 1 })), [[], ["North must choose."], []]);
});

test("the end is said once, and no turn with it", () => {
  const over = shown({ turn: "north", outcome: WON });
  assert.deepEqual(textsOf(shown(), over, over), [[], ["West won."], []]);
});

test("short time is said once a seat, and to a player only the own", () => {
  const clock = (/** @type {number} */ left_s) => ({
    match: "m",
    control: "",
    seats: [{ seat: "west", left_s, runs: true, delay_s: 0, fallen: false, passes_s: null }],
    stands: null,
  });
  const states = (/** @type {object} */ place) => [90, 60, 59].map((left_s) => shown({ clock: clock(left_s), place }));
  assert.deepEqual(textsOf(...states({ role: "spectator", seat: null })), [[], ["West: less than a minute."], []]);
  assert.deepEqual(textsOf(...states({ role: "seat", seat: "west" })), [[], ["Hurry."], []]);
  assert.deepEqual(textsOf(...states({ role: "seat", seat: "north" })), [[], [], []]);
});

test("what several skills of a piece wait for is said once", () => {
  const waiting = ["a", "b"].map((key) =>
    use([], { key, kind: "skill", piece: "w.cav.1", why_not: [["DW-9.2", "West has used a skill this turn."]] }),
  );
  const state = { ...running, selected: "w.cav.1", sheet: sheet(waiting) };
  assert.deepEqual(
    whyNot(state).map((line) => line.text),
    ["West has used a skill this turn."],
  );
});
