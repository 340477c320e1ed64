// Works out from a camera's pictures where a projector's marks landed on the board, and how the board's picture has to
// lie on the screen instead. Pure.

import { down } from "../surface/geometry.js";
import { agreed, distance, fitted } from "./homography.js";
import { projected } from "./keystone.js";
import { RADIUS_MM, findMark } from "./marks.js";

/** @typedef {import("./keystone.js").Point} Point */
/** @typedef {import("./marks.js").Brightness} Brightness */
/** @typedef {import("../../types/messages.js").CellScale} CellScale */
/** @typedef {import("../../types/messages.js").SurfaceCell} SurfaceCell */
/** @typedef {{ mm: Point, px: Point }} SeenCorner A corner of cells: on the board, y downwards, and in a camera's picture. */
/** @typedef {{ mm: Point, screen: Point }} Mark A mark: the place on the board that it is meant for, and where the screen shows it, px. */
/**
 * How a projector's picture lies. `off_mm`: how far marks lie from where they are meant to, at most and as root mean
 * square. `left_mm`: what will be left of it, as root mean square. `corner`: the screen's place of a board's point.
 * @typedef {{ marks: number, most_mm: number, off_mm: number, left_mm: number, corner: (mm: Point) => Point }} Fit
 */

/** The fewest marks that a fit is made of. Four determine it; as many again show whether they agree. */
export const FEWEST = 8;
/** The largest distance of a mark from the fit, mm. A camera that looks from the side sees a mark on a low piece 2 to 3 mm off. */
const CLOSE_MM = 1.2;
/** The same for a coarse camera. Marks on high pieces lie further off. */
const LOOSE_MM = 3;
/** The share of the marks that has to agree closely. If fewer do, it's the camera that is coarse. */
const MOST_MARKS = 0.6;
/**
 * The number of the board's corners about a place whose own perspective holds there. A lens with a barrel of 15 %
 * bends the picture by 10 mm from one perspective over all; over 10 corners 0.2 mm are left.
 */
const NEAR = 10;

/**
 * The corners of all cells that a camera sees, each once.
 * @param {readonly SurfaceCell[]} cells @param {readonly CellScale[]} seen
 * @param {{ width: number, height: number, whole_px: number }} picture Its size, and the width that the camera has made it smaller from.
 * @returns {SeenCorner[]}
 */
export function seenCorners(cells, seen, { width, height, whole_px }) {
  // Cameras count px from the middle of the first one, which lies elsewhere in a smaller picture.
  const shift = (width / whole_px - 1) / 2;
  const outlines = new Map(seen.map(({ cell, outline }) => [cell, outline]));
  /** @type {Map<string, SeenCorner>} */
  const found = new Map();
  for (const { cell, outline_mm } of cells) {
    const outline = outlines.get(cell);
    if (outline?.length !== outline_mm.length) continue;
    outline_mm.forEach(([x, y], at) => {
      const px = /** @type {Point} */ ([outline[at][0] * width + shift, outline[at][1] * height + shift]);
      if (px[0] < 0 || px[1] < 0 || px[0] >= width || px[1] >= height) return;
      // Cells give the same corner with errors of rounding.
      found.set([x, y].map((one) => Math.round(one)).join(), { mm: [x, down(y)], px });
    });
  }
  return [...found.values()];
}

/**
 * How a projector's picture lies, by two pictures of one camera; null if too few marks are found, or they disagree.
 * `reach_mm`: how far from its place a mark is looked for.
 * @param {Brightness} without @param {Brightness} lit
 * @param {{ corners: readonly SeenCorner[], marks: readonly Mark[], reach_mm: number }} about
 * @returns {Fit | null}
 */
export function fitOf(without, lit, { corners, marks, reach_mm }) {
  const onBoard = corners.map(({ mm, px }) => ({ from: mm, to: px }));
  const inPicture = corners.map(({ mm, px }) => ({ from: px, to: mm }));
  const landed = marks.flatMap((mark) => {
    const toPicture = perspectiveAt(onBoard, mark.mm);
    if (!toPicture) return [];
    const scale = scaleAt(toPicture, mark.mm);
    const expected = projected(toPicture, mark.mm);
    const seen = findMark(without, lit, { expected, reach: reach_mm * scale, radius: RADIUS_MM * scale });
    const toBoard = seen && perspectiveAt(inPicture, seen);
    return seen && toBoard ? [{ mark, at: projected(toBoard, seen) }] : [];
  });
  const pairs = landed.map(({ mark, at }) => ({ from: mark.screen, to: at }));
  const most = Math.max(FEWEST, Math.ceil(pairs.length * MOST_MARKS));
  const found = agreed(pairs, CLOSE_MM, most) ?? agreed(pairs, LOOSE_MM, FEWEST);
  if (!found) return null;
  const good = found.agree.map((at) => landed[at]);
  const back = fitted(good.map(({ mark, at }) => ({ from: at, to: mark.screen })));
  if (!back) return null;
  const off = good.map(({ mark, at }) => distance(mark.mm, at));
  return {
    marks: good.length,
    most_mm: Math.max(...off),
    off_mm: rms(off),
    left_mm: rms(good.map(({ mark, at }) => distance(projected(found.map, mark.screen), at))),
    corner: (mm) => projected(back, mm),
  };
}

/** The perspective about a place. The lens bends the picture, so it is fitted to the board's nearest corners alone. @param {readonly import("./homography.js").Pair[]} corners @param {Point} place */
function perspectiveAt(corners, place) {
  const near = [...corners].sort((a, b) => distance(a.from, place) - distance(b.from, place));
  return fitted(near.slice(0, NEAR)) ?? fitted(corners);
}

/** The picture's px of a millimetre at a place of the board, as the root of what an area grows by. @param {import("./homography.js").Perspective} map @param {Point} mm */
function scaleAt(map, [x, y]) {
  const [a, b, c] = [projected(map, [x, y]), projected(map, [x + 1, y]), projected(map, [x, y + 1])];
  return Math.sqrt(Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])));
}

/** @param {readonly number[]} of */
const rms = (of) => Math.sqrt(of.reduce((sum, one) => sum + one * one, 0) / of.length);
