// Chooses the places of a projector's marks on the board, and finds the marks in a camera's pictures. Pure.
//
// A mark is a round spot of light on a corner of cells, where pieces seldom lie. It is found by comparing a picture
// with the spots and one without: light adds by the same factor on dark and bright print, so that factor is what is
// looked at.

import { distance } from "./homography.js";

/** @typedef {import("./keystone.js").Point} Point */
/**
 * A picture's brightness: linear light, 0 to 1, row by row.
 * @typedef {{ width: number, height: number, light: Float32Array }} Brightness
 */

/** The radius of a mark on the board, mm. */
export const RADIUS_MM = 8;
/** The most marks of one measurement. */
const MOST = 24;
/** The least share that a mark has to brighten the board by, above the change of the whole picture. */
const LEAST = 0.06;
/** The parts of a mark's expected area that a spot may have. A mark at a dark line or a corner of bright print may lose some. */
const AREA = [0.35, 2.5];
/** The most that a spot may be longer than wide. */
const LONGEST = 2;
/** Linear light below which the sensor's noise is most of a ratio: 24 of 255. */
const DARK = 0.006;
/** The part of a window's brightest that belongs to a mark. */
const HALF = 0.5;
/** The least of a place's headroom that is looked at: white that is blown out can't show any light. */
const LEAST_ROOM = 0.04;

const LINEAR = Float32Array.from({ length: 256 }, (_, level) => {
  const share = level / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** A picture's brightness, from RGBA as a canvas has it (sRGB, IEC 61966-2-1). @param {{ width: number, height: number, data: Uint8ClampedArray }} picture @returns {Brightness} */
export function brightness({ width, height, data }) {
  const light = new Float32Array(width * height);
  for (let at = 0; at < light.length; at++)
    light[at] = 0.2126 * LINEAR[data[4 * at]] + 0.7152 * LINEAR[data[4 * at + 1]] + 0.0722 * LINEAR[data[4 * at + 2]];
  return { width, height, light };
}

/**
 * Corners of cells that are far from each other, at least `apart_mm`; of each two, the outer one comes first.
 * @param {readonly Point[]} corners @param {number} apart_mm @returns {Point[]}
 */
export function spread(corners, apart_mm) {
  /** @type {Point[]} */
  const chosen = [];
  const rest = [...corners];
  const mean = (/** @type {0 | 1} */ i) => rest.reduce((sum, one) => sum + one[i], 0) / rest.length;
  /** @type {Point} */
  const middle = [mean(0), mean(1)];
  let next = rest.reduce((a, b) => (distance(b, middle) > distance(a, middle) ? b : a), rest[0]);
  while (next && chosen.length < MOST) {
    chosen.push(next);
    const away = (/** @type {Point} */ one) => Math.min(...chosen.map((other) => distance(one, other)));
    next = rest.reduce((a, b) => (away(b) > away(a) ? b : a), rest[0]);
    if (away(next) < apart_mm) break;
  }
  return chosen;
}

/**
 * The middle of a mark in a picture, px; null if it isn't seen clearly. `expected`: where it is looked for; `reach`:
 * the half side of the square that is looked at; `radius`: the mark's size, all px.
 * @param {Brightness} without @param {Brightness} lit
 * @param {{ expected: Point, reach: number, radius: number }} where
 * @returns {Point | null}
 */
export function findMark(without, lit, { expected, reach, radius }) {
  const [left, top] = [Math.max(1, Math.round(expected[0] - reach)), Math.max(1, Math.round(expected[1] - reach))];
  const right = Math.min(lit.width - 2, Math.round(expected[0] + reach));
  const bottom = Math.min(lit.height - 2, Math.round(expected[1] + reach));
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (width < 3 || height < 3) return null;
  const gain = new Float32Array(width * height);
  const room = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [before, now] = [around(without, left + x, top + y), around(lit, left + x, top + y)];
      gain[y * width + x] = (now - before) / Math.max(before, DARK);
      room[y * width + x] = (1 - before) / Math.max(before, DARK);
    }
  const sorted = Float32Array.from(gain).sort();
  // The camera may have changed its exposure, which changes most of the window; a mark is small.
  const usual = sorted[sorted.length >> 1];
  const spot = Math.PI * radius * radius;
  const peak = sorted[Math.max(0, sorted.length - 1 - Math.round(spot / 4))] - usual;
  if (peak < LEAST) return null;
  // Bright print can't gain more than up to white: there half of that is enough.
  const isLit = gain.map((one, at) => {
    const most = Math.min(peak, room[at] - usual);
    return Number(most >= LEAST_ROOM && one - usual >= most * HALF);
  });
  return middleOf(largest(isLit, width, height), width, height, spot, [left, top]);
}

/** The light of a place: the mean of 3 × 3 px. @param {Brightness} of @param {number} x @param {number} y */
function around(of, x, y) {
  let sum = 0;
  for (let j = y - 1; j <= y + 1; j++) for (let i = x - 1; i <= x + 1; i++) sum += of.light[j * of.width + i];
  return sum / 9;
}

/** The largest connected part, as places in the window. @param {Float32Array} isLit @param {number} width @param {number} height @returns {number[]} */
function largest(isLit, width, height) {
  const seen = new Uint8Array(isLit.length);
  /** @type {number[]} */
  let best = [];
  for (let start = 0; start < isLit.length; start++) {
    if (seen[start] || !isLit[start]) continue;
    const part = [start];
    seen[start] = 1;
    for (const at of part) {
      const [x, y] = [at % width, Math.floor(at / width)];
      for (const [i, j] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ]) {
        const next = j * width + i;
        if (i < 0 || j < 0 || i >= width || j >= height || seen[next] || !isLit[next]) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    if (part.length > best.length) best = part;
  }
  return best;
}

/** The middle of a spot, px of the picture; null if it isn't like a mark, or reaches the window's edge. @param {readonly number[]} part @param {number} width @param {number} height @param {number} area @param {Point} corner @returns {Point | null} */
function middleOf(part, width, height, area, [left, top]) {
  if (part.length < area * AREA[0] || part.length > area * AREA[1]) return null;
  const xs = part.map((at) => at % width);
  const ys = part.map((at) => Math.floor(at / width));
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  if (x0 === 0 || y0 === 0 || x1 === width - 1 || y1 === height - 1) return null;
  const [wide, high] = [x1 - x0 + 1, y1 - y0 + 1];
  if (Math.max(wide, high) > LONGEST * Math.min(wide, high)) return null;
  const mean = (/** @type {readonly number[]} */ of) => of.reduce((sum, one) => sum + one, 0) / of.length;
  return [left + mean(xs), top + mean(ys)];
}
