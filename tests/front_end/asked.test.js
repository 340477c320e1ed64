import assert from "node:assert/strict";
import { test } from "node:test";
import { deedOf, questionTo } from "../../dashboard/web/static/panels/asked.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import { after, match, news, sheet, use, view } from "./samples.js";

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
