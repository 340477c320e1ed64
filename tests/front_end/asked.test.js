import assert from "node:assert/strict";
import { test } from "node:test";
import { deedOf } from "../../dashboard/web/static/panels/asked.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import { after, match, news, use, view } from "./samples.js";

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
