import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, turningPoints } from "../../dashboard/web/static/panels/over.js";
import { momentOf, witnessed } from "../../dashboard/web/static/announcing/moments.js";
import { onlyAnswer } from "../../dashboard/web/static/panels/asked.js";
import { questionOf } from "../../dashboard/web/static/state/bar.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import { after, decision, match, news, played, running, sheet, situation, use, verdict, view } from "./samples.js";

teach("en", {
  "turn.round": "Round {n}",
  "history.written": "It says: {text}",
  "moment.hit": "{what}: you have {left} left.",
  "moment.nothing_left": "Nothing was left to do.",
});

/** @type {(at_s: number, came: string[], kinds?: string[]) => import("../../dashboard/web/types/page.js").Moment} */
const moment = (at_s, came, kinds = ["settled"]) => ({
  at_s,
  revision: at_s,
  verdicts: kinds.map((kind) => ({ kind, text: "", rules: [] })),
  played: [],
  came,
});

test("a match turned where most came of a play, in its order", () => {
  const moments = [
    moment(1, ["a"]),
    moment(2, ["a", "b", "c"]),
    moment(3, []),
    moment(4, ["a", "b"]),
    moment(5, ["a"]),
    moment(6, ["a", "b"]),
  ];
  assert.deepEqual(
    turningPoints(moments).map((one) => one.at_s),
    [2, 4, 6],
  );
  assert.deepEqual(turningPoints([moment(1, [])]), []);
});

test("plays, warnings and questions are counted; what hands weren't done with isn't", () => {
  const moments = [
    moment(1, []),
    moment(2, [], ["illegal"]),
    moment(3, [], ["pending"]),
    moment(7, [], ["ambiguous", "settled"]),
  ];
  assert.deepEqual(counted({ match: "m", length_s: 9, moments }), { length_s: 9, plays: 7, warnings: 1, questions: 1 });
});

test("a player who is hit reads by whom, and what is left", () => {
  const hurt = (/** @type {number} */ life) => {
    const [west, north] = view().seats;
    return view({ seats: [{ ...west, numbers: [["health", life]], counts: [`${life} health`] }, north] });
  };
  const at = (/** @type {number} */ life, /** @type {string} */ seat) => ({
    ...running,
    situation: situation(),
    place: { role: /** @type {const} */ ("seat"), seat },
    match: match({ view: hurt(life), last_actions: ["north attacks west for 2", "north ends the turn"] }),
  });
  assert.deepEqual(momentOf(witnessed(at(49, "west")), at(47, "west")), [
    "north attacks west for 2: you have 47 health left.",
  ]);
  assert.deepEqual(momentOf(witnessed(at(47, "west")), at(49, "west")), []);
  assert.deepEqual(momentOf(witnessed(at(49, "north")), at(47, "north")), []);
});

test("a turn that ended because nothing was left to do is announced, unless its player pressed for it", () => {
  const idle = {
    ...running,
    situation: situation(),
    place: { role: /** @type {const} */ ("seat"), seat: "west" },
    sheet: sheet([]),
    advice: { match: "m", revision: 1, advice: [], left: [] },
  };
  const theirs = { ...idle, match: match({ revision: 2, view: view({ turn: "north" }) }) };
  const drawn = { ...idle, match: match({ revision: 2, view: view({ decision: decision("chance", [], "draw") }) }) };
  assert.deepEqual(momentOf(witnessed(idle), theirs), ["Nothing was left to do."]);
  assert.deepEqual(momentOf(witnessed(drawn, witnessed(idle)), theirs), ["Nothing was left to do."]);
  const pressed = witnessed({ ...idle, sent: { 1: "End of turn" } });
  assert.deepEqual(momentOf(witnessed(idle, pressed), theirs), []);
  const left = { ...idle, sheet: sheet([use([{ buy: "gem" }])]) };
  assert.deepEqual(momentOf(witnessed(left), theirs), []);
});

test("a round that begins, what came of a play and what an event says are moments; a plain move is none", () => {
  const begun = { ...running, situation: situation() };
  const before = witnessed(begun);
  const settled = (/** @type {object} */ changes) => ({
    ...begun,
    verdicts: [verdict("settled", { taken_at: 5, actions: [{ ...played({ end_turn: true }), ...changes }] })],
  });
  assert.deepEqual(momentOf(before, { ...begun, match: match({ view: view({ round: 2 }) }) }), ["Round 2"]);
  assert.deepEqual(momentOf(before, settled({ came: ["N is killed"] })), ["N is killed"]);
  assert.deepEqual(momentOf(before, settled({ by: null, text: "An event: Rain", note: "You get wet" })), [
    "An event: Rain",
    "It says: You get wet",
  ]);
  assert.deepEqual(momentOf(before, settled({ note: "You get 2 coins" })), []);
  assert.deepEqual(
    momentOf(null, settled({ came: ["N is killed"] })),
    [],
    "who opens the page looks up for nothing old",
  );
});

test("a seat answers by itself only what has one answer and nothing to lay down", () => {
  const asked = news("match", match({ view: view({ decision: decision("seat", ["west"], "answer") }) }));
  const one = played({ accept: true });
  const own = (/** @type {ReturnType<typeof sheet>} */ known) =>
    after(asked, news("place", { role: "seat", seat: "west" }), news("seat", known));
  assert.deepEqual(onlyAnswer(own(sheet([], { choices: [one] }))), one);
  assert.equal(onlyAnswer(own(sheet([], { choices: [one, one] }))), null);
  assert.equal(onlyAnswer(own(sheet([use([{ play: "x" }])], { choices: [one] }))), null);
  assert.equal(
    onlyAnswer(
      after(
        news("match", match()),
        news("place", { role: "seat", seat: "west" }),
        news("seat", sheet([], { choices: [one] })),
      ),
    ),
    null,
  );
});

test("a seat is asked in its game's words once they are read, and by the kind of choice before", () => {
  teach("en", { "seat.asked.discard": "Too many cards", "seat.for_you": "It's for you to choose" });
  const asked = after(news("match", match({ view: view({ decision: decision("seat", ["west"], "discard") }) })));
  assert.equal(questionOf(asked).says, "Too many cards");
  const questions = { discard: { says: "Which card goes?", rule: "DW-10.3", open: false } };
  assert.deepEqual(questionOf({ ...asked, rules: { lang: "en", book: "", rules: {}, questions } }), questions.discard);
  const other = after(news("match", match({ view: view({ decision: decision("seat", ["west"], "guess") }) })));
  assert.equal(questionOf(other).says, "It's for you to choose");
});
