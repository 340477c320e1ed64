// The perspective that maps a drawing's rectangle onto four corners of a screen. Pure.

/** @typedef {readonly [number, number]} Point */
/** @typedef {readonly [number, number, number, number, number, number, number, number]} Perspective The coefficients that `perspective` describes. */

/**
 * The coefficients of the projective map from a rectangle (0, 0) to (width, height) onto four corners: top left, top
 * right, bottom right, bottom left. It maps (x, y) to ((a x + b y + c) / (g x + h y + 1), (d x + e y + f) / …). Null
 * if the corners don't form a convex quadrilateral. Source: Heckbert, Fundamentals of Texture Mapping and Image
 * Warping (1989), 2.2.3.
 * @param {number} width @param {number} height @param {readonly Point[]} corners
 * @returns {Perspective | null}
 */
export function perspective(width, height, corners) {
  if (!isConvex(corners)) return null;
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  return [
    (x1 - x0 + g * x1) / width,
    (x3 - x0 + h * x3) / height,
    x0,
    (y1 - y0 + g * y1) / width,
    (y3 - y0 + h * y3) / height,
    y0,
    g / width,
    h / height,
  ];
}

/** The image of a point of the rectangle. @param {Perspective} map @param {Point} point @returns {Point} */
export function projected([a, b, c, d, e, f, g, h], [x, y]) {
  const w = g * x + h * y + 1;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

/** The map as a CSS transform, for an element whose origin is its top left corner. @param {Perspective} map */
export const matrix3d = ([a, b, c, d, e, f, g, h]) =>
  `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, 1].join(",")})`;

/** @param {readonly Point[]} corners */
function isConvex(corners) {
  const turns = corners.map(([x, y], at) => {
    const [bx, by] = corners[(at + 1) % 4];
    const [cx, cy] = corners[(at + 2) % 4];
    return (bx - x) * (cy - by) - (by - y) * (cx - bx);
  });
  return turns.every((turn) => turn > 1);
}
