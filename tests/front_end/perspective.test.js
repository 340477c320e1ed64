// Things drawn on the field lie where the camera sees it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { area, extent, inradius } from "../../dashboard/web/static/surface/geometry.js";
import { fieldInPicture, mayLook } from "../../dashboard/web/static/surface/perspective.js";

/** @import { CellScale, Surface, SurfaceCell } from "../../dashboard/web/types/messages.js" */

/** A hex of the board. @param {string} cell @param {number} x @param {number} y @returns {SurfaceCell} */
function hex(cell, x, y) {
  const corners = [30, 90, 150, 210, 270, 330].map((deg) => (deg * Math.PI) / 180);
  return {
    cell,
    x_mm: x,
    y_mm: y,
    outline_mm: corners.map((turn) => [x + 37 * Math.cos(turn), y + 37 * Math.sin(turn)]),
    zone: "",
    seat: null,
  };
}

/** @type {Surface} */
const BOARD = { board: "small", size_mm: [400, 300], cells: [hex("a1", -64, 0), hex("b1", 0, 0), hex("c1", 64, 0)] };

/** A camera that leans: what lies further right is smaller. @param {readonly [number, number]} at @returns {[number, number]} */
const seen = ([x, y]) => [0.5 + x / (800 + x), 0.5 - y / (800 + x)];

/** @type {CellScale[]} */
const SCALES = BOARD.cells.map(({ cell, outline_mm }) => ({
  cell,
  px_per_module: 3,
  outline: outline_mm.map(seen),
  shines: false,
}));

test("each cell has the outline that the camera sees, and the picture lies under all of them", () => {
  const field = fieldInPicture(BOARD, SCALES, 1600, 1200);
  assert.ok(field?.picture);
  const { width, height } = field.picture;
  assert.ok(Math.abs(width / height - 4 / 3) < 1e-9);
  field.cells.forEach((cell, i) =>
    cell.outline_mm.forEach(([x, y], corner) => {
      const [across, down] = SCALES[i].outline[corner];
      assert.ok(Math.abs(x / width - across) < 1e-9 && Math.abs(-y / height - down) < 1e-9, `${cell.cell} ${corner}`);
    }),
  );
  assert.deepEqual(extent(field), field.picture);
});

test("what has a size in millimetres fits the cells of the picture's middle", () => {
  const field = fieldInPicture(BOARD, SCALES, 1600, 1200);
  assert.ok(field && Math.abs(inradius(field.cells[1]) - inradius(BOARD.cells[1])) < 1e-9);
  assert.ok(inradius(field.cells[2]) < inradius(field.cells[0]));
});

test("each cell says how large it is seen, by which whatever is drawn in it is scaled", () => {
  const field = fieldInPicture(BOARD, SCALES, 1600, 1200);
  assert.ok(field);
  const [near, , far] = field.cells;
  assert.ok((near.scale ?? 0) > 1 && (far.scale ?? 1) < 1, `${near.scale}, ${far.scale}`);
  for (const cell of field.cells)
    assert.ok(Math.abs(area(cell) / area(BOARD.cells[0]) - (cell.scale ?? 0) ** 2) < 1e-9, cell.cell);
});

test("cells that the camera doesn't have are left out, and without any there is no field", () => {
  assert.deepEqual(
    fieldInPicture(BOARD, SCALES.slice(1), 1600, 1200)?.cells.map((one) => one.cell),
    ["b1", "c1"],
  );
  assert.equal(fieldInPicture(BOARD, [], 1600, 1200), null);
  assert.equal(fieldInPicture(BOARD, SCALES, 0, 0), null);
});

test("the camera's picture is offered to whoever may have it sent, while it is sent", () => {
  const camera = /** @type {import("../../dashboard/web/types/messages.js").CameraState} */ ({
    camera: "cam",
    source: "0",
    ended: false,
  });
  const cameras = { cam: camera };
  assert.ok(mayLook({ place: { role: "arbiter", seat: null }, cameras }));
  assert.ok(!mayLook({ place: { role: "seat", seat: "west" }, cameras }));
  assert.ok(!mayLook({ place: { role: "spectator", seat: null }, cameras }));
  assert.ok(!mayLook({ place: null, cameras }));
  assert.ok(!mayLook({ place: { role: "arbiter", seat: null }, cameras: { cam: { ...camera, ended: true } } }));
});
