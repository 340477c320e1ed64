import assert from "node:assert/strict";
import { test } from "node:test";
import { hasLaidRest, nextOfRest, restToLay } from "../../dashboard/web/static/state/laying_rest.js";
import { reduce } from "../../dashboard/web/static/state/state.js";
import { camera, decision, match, running, sheet, situation, use, view } from "./samples.js";

/** @import { State } from "../../dashboard/web/types/page.js" */

const asked = (kind = "lay", many = true) =>
  match({ view: view({ decision: { ...decision("seat", ["west"], kind), many } }) });

/** West lays lands at a simulated table. @param {Partial<State>} changes @returns {State} */
const laying = (changes = {}) => ({
  ...running,
  cameras: { c: camera({ simulated: true }) },
  place: { role: "seat", seat: "west" },
  match: asked(),
  sheet: sheet([
    use([{ lay: "hill", at: "a1" }], { key: "hill" }),
    use(
      [
        { lay: "lake", at: "a1" },
        { lay: "lake", at: "b1" },
      ],
      { key: "lake" },
    ),
  ]),
  ...changes,
});

test("a seat that lays many things may have the rest laid by chance, by simulated hands alone", () => {
  assert.deepEqual(
    restToLay(laying()).map((one) => one.key),
    ["hill", "lake"],
  );
  for (const not of [
    { match: asked("discard", false) },
    { cameras: {} },
    { place: /** @type {const} */ ({ role: "arbiter", seat: null }) },
    { place: /** @type {const} */ ({ role: "seat", seat: "north" }) },
    { situation: situation({ paused: true }) },
  ])
    assert.deepEqual(restToLay(laying(not)), [], JSON.stringify(not));
});

test("one is laid after the other where chance says, until all lie, another question comes, or one is refused", () => {
  assert.equal(
    nextOfRest(laying(), () => 0),
    null,
  );
  const begun = reduce(laying(), { type: "lay_rest", kind: "lay" });
  assert.deepEqual(nextOfRest(begun, () => 0)?.action, { lay: "hill", at: "a1" });
  assert.deepEqual(nextOfRest(begun, () => 0.99)?.action, { lay: "lake", at: "b1" });
  assert.equal(hasLaidRest(begun), false);
  const sent = reduce(begun, { type: "sent", id: "1", what: "Hill", acts: true });
  assert.deepEqual([nextOfRest(sent, () => 0), hasLaidRest(sent)], [null, false]);
  for (const next of [{ match: asked("start", false) }, { sheet: sheet([]) }])
    assert.deepEqual([nextOfRest({ ...begun, ...next }, () => 0), hasLaidRest({ ...begun, ...next })], [null, true]);
  assert.equal(reduce(begun, { type: "refused", text: "no" }).layingRest, null);
});
