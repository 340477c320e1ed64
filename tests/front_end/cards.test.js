// Where cards lie in zones, what is printed on them, and which are found by a name.

import assert from "node:assert/strict";
import test from "node:test";

import { CARD, nameLines, wordsOn } from "../../dashboard/web/static/appearance/card.js";
import { faceOf, printedName, zoneLabel } from "../../dashboard/web/static/appearance/card_faces.js";
import { cardScale, cardSpots, sideBySide } from "../../dashboard/web/static/cards/lying.js";
import { placed } from "../../dashboard/web/static/cards/reading.js";
import { facing } from "../../dashboard/web/static/surface/geometry.js";
import { found } from "../../dashboard/web/static/panels/drawing.js";
import { initial } from "../../dashboard/web/static/state/state.js";
import { isHidden, physicalSpots } from "../../dashboard/web/static/state/physical.js";
import { squares } from "./fields.js";
import { advice, after, match, news, physical, piece, view } from "./samples.js";

/** @import { CardFace, Faces, SurfaceCell } from "../../dashboard/web/types/messages.js" */

/** @type {(card: string, label: string) => CardFace} */
const face = (card, label) => ({ card, kind: "red", label, text: "", kind_label: "", numbers: [] });

/** @type {Faces} */
const FACES = { cards: [face("lamp", "Đèn"), face("thief", "Kẻ trộm")], zones: [{ cell: "deck", label: "the deck" }] };

/** A zone's cell, turned counter-clockwise. @type {(zone: string, width: number, depth: number, turned?: number) => SurfaceCell} */
function cell(zone, width, depth, turned = 0) {
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  const corners = [
    [width / 2, -depth / 2],
    [width / 2, depth / 2],
    [-width / 2, depth / 2],
    [-width / 2, -depth / 2],
  ];
  return {
    cell: "a.play",
    x_mm: 0,
    y_mm: 0,
    outline_mm: corners.map(([x, y]) => /** @type {[number, number]} */ ([x * cos - y * sin, x * sin + y * cos])),
    zone,
    seat: "a",
  };
}

test("a copy has the face of its card, and what isn't a card has none", () => {
  const state = { faces: FACES };
  assert.equal(printedName("lamp#3"), "lamp");
  assert.equal(faceOf(state, "lamp#3")?.label, "Đèn");
  assert.equal(faceOf(state, "w.inf.1"), null);
  assert.equal(faceOf({ faces: null }, "lamp"), null);
  assert.equal(zoneLabel(state, "deck"), "the deck");
  assert.equal(zoneLabel(state, "e5"), "");
});

test("a long name stands in two lines, broken between words as evenly as they allow", () => {
  assert.deepEqual(nameLines("Gold"), ["Gold"]);
  assert.deepEqual(nameLines("Fire Gem"), ["Fire Gem"]);
  assert.deepEqual(nameLines("Zhuahuang Feidian ♥K"), ["Zhuahuang", "Feidian ♥K"]);
  assert.deepEqual(nameLines("Yanliangwenchou"), ["Yanliangwenchou"]);
  assert.deepEqual(nameLines("挟天子以令諸侯 ♠A"), ["挟天子以令諸侯", "♠A"]);
});

test("the words on a card are its name, kind and two numbers, and how many lie there where it isn't alone", () => {
  const numbers = [3, 4, 9].map((number) => ({ key: "cost", number, label: `costs ${number}` }));
  const printed = { ...face("lamp", "Đèn"), kind_label: "Item", numbers };
  assert.equal(wordsOn(printed), "Đèn Item 3 4");
  assert.equal(wordsOn({ ...printed, kind_label: "" }, 15), "Đèn 3 4 15");
  assert.equal(wordsOn(face("thief", "Kẻ trộm")), "Kẻ trộm");
});

test("a card is found by part of its name, with or without its accents", () => {
  const names = (/** @type {string} */ written) => found(FACES.cards, written).map((one) => one.card);
  assert.deepEqual(names("den"), ["lamp"]);
  assert.deepEqual(names("đèn"), ["lamp"]);
  assert.deepEqual(names(" TROM"), ["thief"]);
  assert.deepEqual(names(""), ["lamp", "thief"]);
  assert.deepEqual(names("dragon"), []);
});

test("cards that have room lie side by side, those that haven't overlap within their zone", () => {
  const few = sideBySide(cell("spread", 300, 97), [false, false, false]);
  assert.ok(few[1].x - few[0].x >= CARD.width);
  assert.ok(Math.abs(few[1].x) < 1e-9);
  for (const count of [4, 9, 16]) {
    const many = sideBySide(
      cell("spread", 130, 97),
      Array.from({ length: count }, () => false),
    );
    assert.ok(many[0].x - CARD.width / 2 >= -65 - 1e-9);
    assert.ok(many[count - 1].x + CARD.width / 2 <= 65 + 1e-9);
    assert.ok(many.every((one, i) => i === 0 || one.x > many[i - 1].x));
  }
});

test("cards face whoever sits at their zone, and a card across is turned by a quarter", () => {
  const turned = cell("spread", 300, 97, 90);
  assert.ok(Math.abs(facing(turned) - 90) < 1e-9);
  const [upright, across] = sideBySide(turned, [false, true]);
  assert.ok(Math.abs(upright.turned + 90) < 1e-9);
  assert.ok(Math.abs(across.turned) < 1e-9);
  assert.ok(Math.abs(upright.x - across.x) < 1e-9);
  assert.ok(Math.abs(upright.y - across.y) > CARD.width);
});

test("cards are drawn no larger than their zone has room for", () => {
  assert.equal(cardScale(cell("slots", 72, 97)), 1);
  assert.equal(cardScale(cell("slots", 36, 46)), 0.5);
});

test("of a pile its top alone is drawn, with how many lie there", () => {
  const state = { ...initial(), faces: FACES };
  const pieces = [piece("thief#2", "discard"), piece("lamp#1", "discard"), piece("lamp#2", "discard")];
  const spots = cardSpots(state, cell("pile", 72, 97), pieces, { cell: "discard", back: "card", number: 2 });
  assert.deepEqual(
    spots.map((one) => [one.piece.piece, one.card?.count]),
    [["thief#2", 5]],
  );
});

test("a card whose name was kept back is drawn as a back that can be taken", () => {
  const back = physical("~-8.0,0.0.1", -8, 0, { face: "down", card: true });
  const pieces = [
    physical("~-8.0,0.0.0", -8, 0, { face: "down", card: true }),
    back,
    physical("lamp#1", 80, 0, { card: true }),
  ];
  const surface = { ...initial("table").surface, surface: "table", cells: [], zones: [] };
  const state = /** @type {any} */ ({
    ...initial("table"),
    faces: FACES,
    surface,
    simulated: { pieces, match: "m", faults: [] },
  });
  assert.equal(isHidden(state, back.piece), true);
  const spots = physicalSpots(state);
  assert.deepEqual([...spots.keys()], [back.piece, "lamp#1"]);
  assert.deepEqual(spots.get(back.piece)?.card, { face: null, turned: -0, count: 2 });
  assert.equal(spots.get("lamp#1")?.card?.face?.label, "Đèn");
});

test("the large card leaves the places that its piece may act at free, or takes little room", () => {
  const at = (
    /** @type {string} */ cell,
    /** @type {readonly string[]} */ moves,
    /** @type {readonly string[]} */ attacks,
  ) =>
    placed(
      after(
        news("surface", squares),
        news("match", match({ view: view({ pieces: [piece("w.cav.1", cell), piece("n.inf.1", "c3")] }) })),
        news("advice", { match: "m", revision: 1, advice: [advice("w.cav.1", { moves, attacks })], left: [] }),
        { type: "select", piece: "w.cav.1" },
      ),
    );
  assert.deepEqual(at("a1", [], []), { acts: false, low: false, brief: false });
  assert.deepEqual(at("a3", [], []), { acts: false, low: true, brief: false });
  assert.deepEqual(at("a1", [], ["n.inf.1"]), { acts: true, low: true, brief: false });
  assert.deepEqual(at("a1", ["b1", "c1"], ["n.inf.1"]), { acts: true, low: false, brief: true });
});
