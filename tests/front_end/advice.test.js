import assert from "node:assert/strict";
import { test } from "node:test";
import { look, wear } from "../../dashboard/web/static/appearance/worn_look.js";
import { actsNow, cellTexts, dangers } from "../../dashboard/web/static/board/advice_marks.js";
import { cellName, cellsSpoken } from "../../dashboard/web/static/board/describing.js";
import { dieDue } from "../../dashboard/web/static/panels/die.js";
import { nextDanger } from "../../dashboard/web/static/panels/left.js";
import { spokenHere } from "../../dashboard/web/static/state/spoken_pieces.js";
import { pieceOf } from "../../dashboard/web/static/state/selectors.js";
import { physicalSpots, spokenPhysical } from "../../dashboard/web/static/state/physical.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import { optionAt, usingOf } from "../../dashboard/web/static/panels/seat.js";
import { isTicking, timeOf, timeText } from "../../dashboard/web/static/panels/clocks.js";
import { squares } from "./fields.js";
import {
  advice,
  after,
  decision,
  lying,
  match,
  news,
  physical,
  piece,
  played,
  running,
  sheet,
  use,
  view,
} from "./samples.js";

/** @import { Advice, ClockState } from "../../dashboard/web/types/messages.js" */
/** @import { State } from "../../dashboard/web/types/page.js" */

teach("en", {
  "board.cell": "{cell}: {what}",
  "joins.sentences": ". ",
  "joins.comma": ", ",
  "piece.seats": "{seat}, {piece}",
  "piece.may_move": "may move to {n:hex|hexes}",
  "piece.may_move_card": "may be laid in {n:place|places}",
  "zones.of": "{seat}: {zone}",
  "table.in_box": "in the box",
  "table.first_of": "in the box, first of {n}",
});

/** @type {(advice: Advice[], changes?: Partial<State>) => State} */
const advised = (sheets, changes = {}) => ({
  ...running,
  advice: { match: "m", revision: 1, advice: sheets, left: [] },
  ...changes,
});

test("an empty place is called as it's written on the board once its names have come, and a hex by its cell", () => {
  /** @type {(cell: string, zone: string | null) => { cell: string, x_mm: number, y_mm: number, outline_mm: [number, number][], zone: string | null, seat: string | null }} */
  const cell = (cell, zone) => ({ cell, x_mm: 0, y_mm: 0, outline_mm: [], zone, seat: zone && "west" });
  const faces = {
    cards: [],
    zones: [
      { cell: "west.play", label: "play area" },
      { cell: "a1", label: "field" },
    ],
  };
  const state = { ...running, faces, surface: { ...squares, cells: [cell("west.play", "play"), cell("a1", null)] } };
  assert.equal(cellName(/** @type {any} */ (state), "a1"), "a1");
  assert.equal(cellName(/** @type {any} */ (state), "west.play"), "west: play area");
});

test("each cell is spoken with what lies in it, and what is marked there", () => {
  const state = advised([advice("w.cav.1", { moves: ["c6"] })], { selected: "w.cav.1" });
  const spoken = cellsSpoken(state);
  assert.equal(spoken.get("c5"), "c5: west, W.CAV.1, may move to 1 hex");
  assert.match(spoken.get("c6") ?? "", /^c6: ./);
  assert.equal(spoken.has("a1"), false);
});

test("a card is spoken as laid in places, not as walking over hexes", () => {
  const state = advised([advice("w.cav.1", { moves: ["c6", "c7"] })]);
  const cells = (state.surface ?? squares).cells.map((one) => ({ ...one, zone: "play" }));
  const card = pieceOf(state, "w.cav.1");
  assert.ok(card);
  const said = spokenHere({ ...state, surface: { ...squares, cells } }, card);
  assert.equal(said, "west, W.CAV.1, may be laid in 2 places");
});

test("what a piece could do next turn is marked only while it can't act now", () => {
  assert.equal(actsNow(advice("w.cav.1", { next_moves: ["c6"] })), false);
  const later = advised([advice("w.cav.1", { next_moves: ["c6"], next_hits: ["c7"] })], { selected: "w.cav.1" });
  assert.deepEqual([...cellTexts(later).keys()], ["c6", "c7"]);
  const now = advised([advice("w.cav.1", { moves: ["c4"], next_moves: ["c6"] })], { selected: "w.cav.1" });
  assert.deepEqual([...cellTexts(now).keys()], ["c4"]);
});

test("danger adds up the damage of all enemies, of no friend", () => {
  const sheets = [
    advice("n.inf.1", { next_hits: ["c5"], damage: 1 }),
    advice("n.arc.1", { next_hits: ["c5", "c6"], damage: 2 }),
    advice("w.cav.1", { next_hits: ["c5"], damage: 9 }),
  ];
  const pieces = [piece("n.inf.1", "d5"), piece("n.arc.1", "e5"), piece("w.cav.1", "c5")];
  const state = { ...advised(sheets), match: match({ view: view({ pieces }) }) };
  assert.deepEqual(
    [...dangers(state, "west")],
    [
      ["c5", { by: ["n.inf.1", "n.arc.1"], damage: 3 }],
      ["c6", { by: ["n.arc.1"], damage: 2 }],
    ],
  );
});

test("one press shows danger for the own seat, the next hides it", () => {
  const own = { ...running, place: { role: /** @type {const} */ ("seat"), seat: "north" } };
  assert.deepEqual(
    [null, "north"].map((danger) => nextDanger({ ...own, danger })),
    ["north", null],
  );
  assert.deepEqual(
    [null, "west"].map((danger) => nextDanger({ ...running, danger })),
    ["west", null],
  );
});

test("a tap while targets are chosen means the target there, and nothing where there are several", () => {
  const bow = use([{ target: "n.inf.1" }, { target: "n.inf.2" }, { target: "n.arc.1" }]);
  const pieces = [piece("n.inf.1", "d5"), piece("n.inf.2", "e5"), piece("n.arc.1", "e5")];
  const state = after(
    news("surface", squares),
    news("match", match({ view: view({ pieces }) })),
    news("seat", sheet([bow])),
    { type: "use", key: "card" },
  );
  assert.equal(usingOf(state)?.now.key, "target");
  assert.deepEqual(
    ["n.inf.2", "d5", "e5", "c5"].map((place) => optionAt(state, place)),
    ["n.inf.2", "n.inf.1", null, null],
  );
});

test("a chosen card is played by a tap on its player's own zone in the turn, and a chosen general isn't laid there", () => {
  const [a1, ...others] = squares.cells;
  const zoned = { ...squares, cells: [{ ...a1, zone: /** @type {const} */ ("spread"), seat: "west" }, ...others] };
  /** @param {string} kind */
  const asked = (kind) => ({
    ...after(
      news("surface", zoned),
      news("match", match({ view: view({ decision: decision("seat", ["west"], kind) }) })),
      news("seat", sheet([use([{ choose: "zhao-yun" }])])),
      { type: "use", key: "card" },
    ),
    place: { role: /** @type {const} */ ("seat"), seat: "west" },
  });
  assert.deepEqual(
    ["turn", "recruit"].map((kind) => optionAt(asked(kind), a1.cell)),
    [a1.cell, null],
  );
});

test("what a sheet of another position offers isn't used", () => {
  const state = after(news("match", match({ revision: 2 })), news("seat", sheet([use([{ target: "x" }])])), {
    type: "use",
    key: "card",
  });
  assert.equal(usingOf(state), null);
});

test("a die is due when chance decides and every choice is a fall", () => {
  const falls = [1, 2].map((die) => played({ die }));
  const throwing = decision("chance", ["west"], "die");
  assert.equal(dieDue(after(news("match", match({ view: view({ decision: throwing }), choices: falls })))).length, 2);
  assert.equal(
    dieDue(
      after(news("match", match({ view: view({ decision: throwing }), choices: [...falls, played({ draw: "x" })] }))),
    ).length,
    0,
  );
  assert.equal(dieDue(after(news("match", match({ choices: falls })))).length, 0);
});

test("a running clock counts on by itself, first its delay, and stops when nobody speaks any more", () => {
  /** @type {ClockState} */
  const clock = {
    match: "m",
    control: "30+5",
    stands: null,
    seats: [
      { seat: "west", left_s: 100, runs: true, delay_s: 1, fallen: false, passes_s: null },
      { seat: "north", left_s: 90, runs: false, delay_s: 0, fallen: false, passes_s: null },
    ],
  };
  const state = after(news("clock", clock, { at: 1000 }));
  assert.ok(isTicking(state));
  const at = (/** @type {number} */ now) => [timeOf(state, "west", now)?.delay_s, timeOf(state, "west", now)?.left_s];
  assert.deepEqual(
    [at(1000), at(1500), at(3000), at(60_000)],
    [
      [1, 100],
      [0.5, 100],
      [0, 99],
      [0, 98.5],
    ],
  );
  assert.equal(timeOf(state, "north", 3000)?.left_s, 90);
  assert.equal(timeOf(state, "east", 3000), null);
});

test("times read as people write them, also those that are over", () => {
  assert.deepEqual([1781, 3723, 0.2, 0, -7.5].map(timeText), ["29:41", "1:02:03", "0:01", "0:00", "−0:07"]);
});

test("alike pieces in the box lie on one stack, and a piece on its way is where the finger has it", () => {
  const soldier = { kind: "infantry", seat: "west", label: "w.inf.1", person: "", sign: "" };
  wear({ ...look(), pieces: { "w.inf.1": soldier, "w.inf.2": soldier, "w.cav.1": soldier } });
  const state = after(
    news("surface", squares),
    news("match", match()),
    news("simulated_table", lying(physical("w.inf.1"), physical("w.inf.2"), physical("w.cav.1", 0, 0))),
  );
  const spots = physicalSpots(state);
  assert.deepEqual([...spots.keys()], ["w.cav.1", "w.inf.1"]);
  assert.equal(spots.get("w.cav.1")?.cell?.cell, "b2");
  const stack = spots.get("w.inf.1");
  assert.ok(stack?.boxed);
  assert.equal(spokenPhysical(state, stack), "west, w.inf.1, in the box, first of 2");
  assert.equal(physicalSpots(state, new Map([["w.cav.1", { x_mm: 64, y_mm: 0 }]])).get("w.cav.1")?.cell?.cell, "c2");
});
