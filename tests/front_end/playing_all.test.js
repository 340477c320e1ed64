import assert from "node:assert/strict";
import { test } from "node:test";
import { hasPlayedAll, nextToPlay, playableAtOnce } from "../../dashboard/web/static/state/playing_all.js";
import { reduce } from "../../dashboard/web/static/state/state.js";
import { decision, match, running, sheet, situation, use, view } from "./samples.js";

/** @import { State } from "../../dashboard/web/types/page.js" */

/** West's turn, with three cards: two that are played in one way, one with a choice. @param {Partial<State>} changes @returns {State} */
const turn = (changes = {}) => ({
  ...running,
  place: { role: "seat", seat: "west" },
  advice: {
    match: "m",
    revision: 1,
    advice: [],
    left: [{ seat: "west", kind: "play", text: "3 cards to play", pieces: [], due: false }],
  },
  sheet: sheet([
    use([{ play: "gold#1" }], { key: "gold#1" }),
    use([{ play: "gold#2" }], { key: "gold#2" }),
    use(
      [
        { play: "spark", at: "a" },
        { play: "spark", at: "b" },
      ],
      { key: "spark" },
    ),
    use([{ buy: "gem" }], { key: "gem", kind: "deed" }),
  ]),
  ...changes,
});

test("the cards that leave no choice are played in one go, in one's own turn, where the game counts them as left to play", () => {
  assert.deepEqual(
    playableAtOnce(turn()).map((one) => one.key),
    ["gold#1", "gold#2"],
  );
  const elsewhere = match({ view: view({ decision: decision("seat", ["north"], "turn"), turn: "north" }) });
  const asked = match({ view: view({ decision: decision("seat", ["west"], "discard") }) });
  const without = { match: "m", revision: 1, advice: [], left: [] };
  for (const not of [
    { match: elsewhere },
    { match: asked },
    { advice: without },
    { place: /** @type {const} */ ({ role: "arbiter", seat: null }) },
    { situation: situation({ paused: true }) },
  ]) {
    assert.deepEqual(playableAtOnce(turn(not)), [], JSON.stringify(not));
  }
});

test("one is played after the other, and it ends with the last, with a question, and with a refusal", () => {
  const begun = reduce(turn(), { type: "play_all", keys: ["gold#1", "gold#2"] });
  assert.equal(nextToPlay(begun)?.key, "gold#1");
  assert.equal(hasPlayedAll(begun), false);
  const sent = reduce(begun, { type: "sent", id: "1", what: "Gold", acts: true });
  assert.deepEqual([nextToPlay(sent), hasPlayedAll(sent)], [null, false]);
  assert.equal(hasPlayedAll({ ...begun, playingAll: [] }), true);
  const asked = { ...begun, match: match({ view: view({ decision: decision("seat", ["west"], "discard") }) }) };
  assert.deepEqual([nextToPlay(asked), hasPlayedAll(asked)], [null, true]);
  assert.equal(reduce(begun, { type: "refused", text: "no" }).playingAll, null);
});
