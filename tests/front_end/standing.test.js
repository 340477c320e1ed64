import assert from "node:assert/strict";
import { test } from "node:test";
import { look, wear } from "../../dashboard/web/static/appearance/worn_look.js";
import { standingIn } from "../../dashboard/web/static/state/physical.js";
import { cellAt } from "../../dashboard/web/static/surface/geometry.js";
import { victim } from "../../dashboard/web/static/virtual_table/faults.js";
import { squares } from "./fields.js";
import { after, lying, match, news, physical, piece, view } from "./samples.js";

const kind = (/** @type {string} */ name) => ({ kind: name, seat: "west", label: name, person: "", sign: "" });

wear({
  ...look(),
  kinds: { ...look().kinds, lava: { ...look().kinds.lava, drawn: "ground" } },
  pieces: { "hot.1": kind("lava"), "w.inf.1": kind("infantry"), "gen.wei": kind("infantry") },
});

test("the ground of a cell is known by its game's look, whatever its pieces are called", () => {
  const state = after(
    news("surface", squares),
    news("match", match()),
    news("simulated_table", lying(physical("hot.1", 0, 0), physical("w.inf.1", 4, 4), physical("gen.wei", 64, 0))),
  );
  const middle = cellAt(squares, 0, 0);
  assert.ok(middle);
  assert.deepEqual(
    standingIn(state, middle).map((one) => one.piece),
    ["w.inf.1"],
  );
});

test("a fault happens to the piece whose tag names no seat, when its seat's piece is chosen", () => {
  const state = after(
    news("surface", squares),
    news("match", match({ view: view({ pieces: [piece("w.gen.wei", "b2"), piece("w.inf.1", "a1")] }) })),
    news("simulated_table", lying(physical("gen.wei", 0, 0), physical("w.inf.1", -64, -64))),
  );
  assert.equal(victim({ ...state, selected: "w.gen.wei" }, "hide"), "gen.wei");
  assert.equal(victim({ ...state, selected: "w.inf.1" }, "hide"), "w.inf.1");
  assert.equal(victim({ ...state, selected: null }, "hide"), "");
});
