// The zoom of a drawing: how close, and where. Pure geometry in the drawing's own units. The view always lies wholly
// on the drawing, so that the board is never lost.

/** @typedef {{left: number, top: number, width: number, height: number}} Frame */
/** `scale`: 1 for the whole; `x`, `y`: the middle of the view. @typedef {{scale: number, x: number, y: number}} Zoom */
/** @typedef {readonly [number, number]} Point */
/** @typedef {readonly [Point, Point]} Pair */

export const CLOSEST = 6;
/** The factor of one press of a key or button. */
export const STEP = 1.5;
/** The factor of two quick taps. */
export const TAPPED = 2.5;

/** The scale after a phone's first step: it makes a piece's symbol large enough for a finger. */
export const ON_A_PHONE = 1.75;

/** The zoom that shows the whole drawing. @param {Frame} home @returns {Zoom} */
export function whole(home) {
  return { scale: 1, x: home.left + home.width / 2, y: home.top + home.height / 2 };
}

/** The part of the drawing that a zoom shows. @param {Zoom} zoom @param {Frame} home @returns {Frame} */
export function frameOf(zoom, home) {
  const { scale, x, y } = kept(zoom, home);
  const [width, height] = [home.width / scale, home.height / scale];
  return { left: x - width / 2, top: y - height / 2, width, height };
}

/**
 * The zoom closer by a factor, or further away below 1. The point `at` stays where it is on the screen.
 * @param {Zoom} zoom @param {Frame} home @param {number} factor @param {Point} [at] @returns {Zoom}
 */
export function zoomed(zoom, home, factor, at = [zoom.x, zoom.y]) {
  const scale = within(zoom.scale * factor, 1, CLOSEST);
  const share = zoom.scale / scale;
  return kept({ scale, x: at[0] + (zoom.x - at[0]) * share, y: at[1] + (zoom.y - at[1]) * share }, home);
}

/**
 * The zoom at a scale with the middle of some points in its middle, as far as the drawing allows. Without points it
 * shows the drawing's middle.
 * @param {Frame} home @param {number} scale @param {readonly Point[]} points @returns {Zoom}
 */
export function closeOn(home, scale, points) {
  const middle = (/** @type {0 | 1} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const { x, y } = whole(home);
  return kept({ scale, x: points.length ? middle(0) : x, y: points.length ? middle(1) : y }, home);
}

/** The free margin around points that have to be in view, as a share of the view. */
const ABOUT = 0.2;

/** Whether one view at a scale can show all of some points. @param {readonly Point[]} points @param {Frame} home @param {number} scale */
export function inOnePart(points, home, scale) {
  const span = (/** @type {0 | 1} */ axis) =>
    Math.max(...points.map((one) => one[axis])) - Math.min(...points.map((one) => one[axis]));
  return span(0) <= (home.width / scale) * (1 - ABOUT) && span(1) <= (home.height / scale) * (1 - ABOUT);
}

/** The zoom after a finger has dragged the drawing. @param {Zoom} zoom @param {Frame} home @param {number} dx @param {number} dy @returns {Zoom} */
export function panned(zoom, home, dx, dy) {
  return kept({ ...zoom, x: zoom.x - dx, y: zoom.y - dy }, home);
}

/**
 * The zoom after two fingers moved from `before` to `after`, both in the drawing's units as `zoom` shows it. The part
 * between the fingers stays between them.
 * @param {Zoom} zoom @param {Frame} home @param {Pair} before @param {Pair} after
 * @returns {Zoom}
 */
export function pinched(zoom, home, before, after) {
  const [from, to] = [between(before), between(after)];
  const spread = apart(before);
  const closer = zoomed(zoom, home, spread > 0 ? apart(after) / spread : 1, from);
  // The fingers' movement was measured in the old scale.
  const share = zoom.scale / closer.scale;
  return panned(closer, home, (to[0] - from[0]) * share, (to[1] - from[1]) * share);
}

/**
 * The zoom, moved as little as possible, so that a point is in view and `room` away from the border. @param {Zoom} zoom
 * @param {Frame} home @param {Point} at @param {number} room @returns {Zoom}
 */
export function showing(zoom, home, at, room) {
  const { left, top, width, height } = frameOf(zoom, home);
  /** The distance of a value outside a range. @param {number} value @param {number} low @param {number} length */
  const lack = (value, low, length) => Math.min(0, value - room - low) + Math.max(0, value + room - low - length);
  return panned(zoom, home, -lack(at[0], left, width), -lack(at[1], top, height));
}

/** @param {Zoom} zoom @param {Frame} home @returns {Zoom} */
function kept({ scale, x, y }, home) {
  const [width, height] = [home.width / scale / 2, home.height / scale / 2];
  return {
    scale,
    x: within(x, home.left + width, home.left + home.width - width),
    y: within(y, home.top + height, home.top + home.height - height),
  };
}

/** @param {number} value @param {number} low @param {number} high */
const within = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));
/** @param {Pair} pair @returns {Point} */
const between = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** @param {Pair} pair */
const apart = ([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]);
