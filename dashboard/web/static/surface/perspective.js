// The field as a camera sees it: every cell lies where it is in the camera's picture, so that marks on the field fit
// the picture. Pure. The camera's report has each cell's outline, with the effect of its lens.

import { area, inradius } from "./geometry.js";

/** @import { CellScale, Surface, SurfaceCell } from "../../types/messages.js" */
/** @import { Seen, State } from "../../types/page.js" */

/**
 * The field in a picture. Its unit is chosen so that the cells' median size is as on the board, so drawings with
 * sizes in millimetres fit too. Each cell has its own scale beside that. Cells that the camera doesn't see are left
 * out; null if it sees none.
 * @param {Surface} surface the field as it was received, not turned
 * @param {readonly CellScale[]} scales
 * @param {number} width @param {number} height the picture's, px
 * @returns {Seen | null}
 */
export function fieldInPicture(surface, scales, width, height) {
  if (!(width > 0 && height > 0)) return null;
  const outlines = new Map(scales.filter((one) => one.outline.length > 2).map((one) => [one.cell, one.outline]));
  const seen = surface.cells.flatMap((cell) => {
    const outline = outlines.get(cell.cell);
    return outline
      ? [
          inPicture(
            cell,
            outline.map(([x, y]) => [x * width, -y * height]),
          ),
        ]
      : [];
  });
  if (!seen.length) return null;
  const scale = median(surface.cells.map(inradius)) / median(seen.map(inradius));
  if (!Number.isFinite(scale)) return null;
  const usual = median(surface.cells.map(area));
  return {
    ...surface,
    cells: seen.map((cell) => ({
      ...cell,
      x_mm: cell.x_mm * scale,
      y_mm: cell.y_mm * scale,
      outline_mm: cell.outline_mm.map(([x, y]) => /** @type {[number, number]} */ ([x * scale, y * scale])),
      scale: Math.sqrt((area(cell) * scale * scale) / usual),
    })),
    picture: { left: 0, top: 0, width: width * scale, height: height * scale },
  };
}

/**
 * Whether this tablet is offered a camera's picture: it is the arbiter's, and a camera is running.
 * @param {Pick<State, "place" | "cameras">} state
 */
export const mayLook = ({ place, cameras }) =>
  place?.role === "arbiter" && Object.values(cameras).some((camera) => !camera.ended);

/** @param {SurfaceCell} cell @param {number[][]} outline @returns {SurfaceCell} */
function inPicture(cell, outline) {
  const [x, y] = [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);
  return { ...cell, x_mm: x, y_mm: y, outline_mm: outline.map(([a, b]) => [a, b]) };
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
