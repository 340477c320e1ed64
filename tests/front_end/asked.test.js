import assert from "node:assert/strict";
import { test } from "node:test";
import { questionTo } from "../../dashboard/web/static/panels/asked.js";
import { deedOf, nameOfOption, noMoreOf, whyNotHere } from "../../dashboard/web/static/panels/choosing_targets.js";
import { optionAt, usingOf } from "../../dashboard/web/static/panels/seat.js";
import { reduce } from "../../dashboard/web/static/state/state.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import { squares } from "./fields.js";
import { after, match, news, piece, played, sheet, use, verdict, view } from "./samples.js";

/** @param {string} kind */
const asked = (kind) =>
  after(
    news(
      "match",
      match({
        view: view({
          decision: { chooser: "seat", seats: ["west"], kind, continues: false, many: false, shows: false },
        }),
      }),
    ),
  );

test("a general is chosen, a land is laid, and a card is played", () => {
  teach("en", {
    "seat.verbs.card": "Play {name}",
    "seat.verbs_for.recruit": "Choose {name}",
    "seat.verbs_for.lay": "Lay {name}",
  });
  const card = use([], { label: "Sima Yi" });
  assert.deepEqual(
    ["recruit", "lay", "respond", "turn"].map((kind) => deedOf(asked(kind), card)),
    ["Choose Sima Yi", "Lay Sima Yi", "Play Sima Yi", "Play Sima Yi"],
  );
  teach("en", {});
});

test("the button says what pressing it does with the card", () => {
  teach("en", {
    "seat.verbs.card": "Play {name}",
    "seat.verbs_for.discard": "Discard {name}",
    "seat.verbs_by.respond": "Answer with {name}",
    "seat.verbs_by.choose": "Choose {name}",
    "seat.verbs_by.move": "Move {name} to {to}",
    "seat.verbs_by.move_explore": "Move {name} to {to} and explore {explore}",
  });
  const card = use([], { label: "Draw two" });
  const hero = use([], { label: "your hero" });
  assert.deepEqual(
    [
      deedOf(asked("discard"), card, { choose: "draw.1", by: "west" }),
      deedOf(asked("respond"), card, { respond: "draw.1", by: "west" }),
      deedOf(asked("choose"), card, { choose: "draw.1", by: "west" }),
      deedOf(asked("turn"), card, { use: "draw.1" }),
      deedOf(asked("turn"), hero, { move: "f.hero", path: ["a2", "a3"], by: "west" }),
      deedOf(asked("turn"), hero, { move: "f.hero", path: ["a2"], explore: ["a2"] }),
    ],
    [
      "Discard Draw two",
      "Answer with Draw two",
      "Choose Draw two",
      "Play Draw two",
      "Move your hero to a3",
      "Move your hero to a2 and explore a2",
    ],
  );
  teach("en", {});
});

test("a seat is asked in its own words where they name its card, else in the rulebook's", () => {
  const rules = {
    lang: "en",
    book: "KingdomSquare",
    rules: {},
    questions: { keep: { says: "Where does it go?", rule: "KS-5.3", open: true } },
  };
  const now = { ...asked("keep"), rules };
  const own = sheet([], { question: "Growth is turned up: where does it go?" });
  assert.deepEqual(
    [own, sheet([])].map((one) => questionTo(now, one, "west").asks),
    [
      { says: "Growth is turned up: where does it go?", rule: "KS-5.3", open: true },
      { says: "Where does it go?", rule: "KS-5.3", open: true },
    ],
  );
});

/** A table of cards where the west's Slash may be aimed at some of the others. @param {readonly string[]} targets */
const aiming = (targets) => {
  const players = ["west", "north", "east", "south"];
  const zone = (/** @type {string} */ seat, /** @type {number} */ i) => ({
    ...squares.cells[i],
    cell: `${seat}.head`,
    zone: /** @type {const} */ ("spread"),
    seat,
  });
  const generals = players.map((seat) => piece(`${seat}-general`, `${seat}.head`, { seat, label: `Of ${seat}` }));
  return {
    ...after(
      { type: "opened", at: 0 },
      news("surface", { ...squares, cells: players.map(zone) }),
      news(
        "match",
        match({
          view: view({
            pieces: generals,
            seats: players.map((seat) => ({ seat, label: seat, numbers: [], out: false, counts: [] })),
          }),
        }),
      ),
      news(
        "seat",
        sheet([
          use(
            targets.map((one) => ({ use: "sha.S10", on: [one] })),
            { key: "slash", label: "Slash", piece: "" },
          ),
        ]),
      ),
      { type: "use", key: "slash" },
    ),
    place: { role: /** @type {const} */ ("seat"), seat: "west" },
  };
};

test("a player is chosen by a general, by a cell before the player, and by the player's line", () => {
  const state = aiming(["north", "east"]);
  assert.deepEqual(
    ["north-general", "north.head", "north", "south-general", "south", "west.head"].map((at) => optionAt(state, at)),
    ["north", "north", "north", null, null, null],
  );
});

test("a tap on a player who can't be chosen says who can, and a choice takes the sentence away", () => {
  teach("en", { "seat.cannot_choose": "{place} can't: {possible}" });
  const asked = reduce(aiming(["north", "east"]), { type: "ask", place: "south-general" });
  const using = usingOf(asked);
  assert.ok(using);
  assert.equal(whyNotHere(asked, using), "south can't: north and east");
  const chosen = reduce(asked, { type: "pick", key: "on", value: "north" });
  assert.equal(chosen.asked, null);
  teach("en", {});
});

test("the button of a play names its target, and a second tap on the target plays it", () => {
  teach("en", { "seat.verbs.card": "Play {name}", "seat.deed_on": "{deed} on {targets}" });
  const state = aiming(["north"]);
  const using = usingOf(state);
  assert.ok(using);
  assert.equal(deedOf(state, using.use, using.now.action), "Play Slash on north");
  assert.equal(optionAt(state, "north-general"), "north");
  teach("en", {});
});

test("the last play stands beside a question unless the seat's own question says what it answers", () => {
  /** @param {string} kind @param {string} question */
  const before = (kind, question) => {
    const now = asked(kind);
    const state = {
      ...now,
      match: now.match && { ...now.match, last_actions: ["East uses Slash"] },
      verdicts: [verdict("settled", { actions: [played({ use: "slash" }, "East uses Slash")], revision: 1 })],
    };
    return questionTo(state, sheet([], { question }), "west").before;
  };
  assert.deepEqual(
    [before("respond", ""), before("respond", "East uses Slash on you"), before("choose", "Do you use Jianxiong?")],
    ["East uses Slash", "", "East uses Slash"],
  );
});

test("one's own pass isn't said as the reason for a question", () => {
  const at = asked("choose");
  const now = {
    ...at,
    match: match({ view: at.match?.view, last_actions: ["east ends the play phase", "west passes"] }),
    verdicts: [verdict("settled", { actions: [played({ pass: true }, "west passes")], revision: 1 })],
  };
  assert.equal(questionTo(now, sheet([]), "west").before, "east ends the play phase");
  assert.equal(questionTo(now, sheet([]), "east").before, "west passes");
});

test("a kind of card goes by its name, and none of them by what the card is then", () => {
  teach("en", { "seat.no_more": "None", "seat.all": "That's all", "seat.none_of.as": "As itself" });
  const face = { card: "juedou.S1", kind: "trick", label: "Juedou ♠1", text: "", kind_label: "Trick", numbers: [] };
  const now = { ...asked("turn"), faces: { game: "quoc_chien", lang: "en", content: "", cards: [face], zones: [] } };
  assert.equal(nameOfOption(/** @type {any} */ (now), "juedou"), "Juedou");
  assert.deepEqual(
    [noMoreOf("as", false), noMoreOf("as", true), noMoreOf("on", false)],
    ["As itself", "That's all", "None"],
  );
  teach("en", {});
});
