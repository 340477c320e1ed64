// Fits the perspective between two planes to pairs of points. Some pairs may be wrong. Pure.

import { projected } from "./keystone.js";

/** @typedef {import("./keystone.js").Point} Point */
/** @typedef {import("./keystone.js").Perspective} Perspective */
/** @typedef {{ from: Point, to: Point }} Pair The same point of the world in both planes. */

/** The fewest pairs that a perspective is fitted to. */
const FEWEST = 4;
/** The number of samples of four pairs. With a third of all pairs wrong, 60 samples miss all good fours once in 10⁵ times. */
const SAMPLES = 60;

/**
 * The perspective that maps `from` to `to` with the least squares, linearised. Null if the points don't determine
 * one: fewer than four, or all on a line.
 * @param {readonly Pair[]} pairs @returns {Perspective | null}
 */
export function fitted(pairs) {
  if (pairs.length < FEWEST) return null;
  const [a, b] = [normal(pairs.map(({ from }) => from)), normal(pairs.map(({ to }) => to))];
  if (!a || !b) return null;
  /** @type {number[][]} */
  const sums = Array.from({ length: 8 }, () => new Array(9).fill(0));
  for (const { from, to } of pairs) {
    const [x, y] = [(from[0] - a.x) * a.by, (from[1] - a.y) * a.by];
    const [u, v] = [(to[0] - b.x) * b.by, (to[1] - b.y) * b.by];
    for (const row of [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ])
      for (let i = 0; i < 8; i++) for (let j = 0; j < 9; j++) sums[i][j] += row[i] * row[j];
  }
  const h = solved(sums);
  return h && unscaled(h, a, b);
}

/**
 * The perspective that most pairs agree on within a tolerance, fitted to all that agree, and the numbers of these
 * pairs. Null if fewer than `fewest` agree. Source: Fischler and Bolles, Random Sample Consensus (1981).
 * @param {readonly Pair[]} pairs @param {number} tolerance @param {number} fewest
 * @returns {{ map: Perspective, agree: readonly number[] } | null}
 */
export function agreed(pairs, tolerance, fewest) {
  if (pairs.length < Math.max(FEWEST, fewest)) return null;
  const agreeing = (/** @type {Perspective} */ map) =>
    pairs.flatMap(({ from, to }, at) => (distance(projected(map, from), to) <= tolerance ? [at] : []));
  /** @type {readonly number[]} */
  let best = [];
  const next = chance();
  for (let n = 0; n < SAMPLES; n++) {
    const sample = new Set();
    while (sample.size < FEWEST) sample.add(next() % pairs.length);
    const map = fitted([...sample].map((at) => pairs[at]));
    const agree = map ? agreeing(map) : [];
    if (agree.length > best.length) best = agree;
  }
  const map = best.length >= fewest ? fitted(best.map((at) => pairs[at])) : null;
  const agree = map ? agreeing(map) : [];
  return map && agree.length >= fewest ? { map, agree } : null;
}

/** @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The middle of points, and the factor that brings them about √2 from it, which keeps the sums well conditioned (Hartley, In Defence of the 8-Point Algorithm). @param {readonly Point[]} points */
function normal(points) {
  const x = points.reduce((sum, one) => sum + one[0], 0) / points.length;
  const y = points.reduce((sum, one) => sum + one[1], 0) / points.length;
  const far = points.reduce((sum, one) => sum + Math.hypot(one[0] - x, one[1] - y), 0) / points.length;
  return far > 0 ? { x, y, by: Math.SQRT2 / far } : null;
}

/** Solve a linear system by elimination with pivots; null if it has no single solution. @param {number[][]} rows Each row: coefficients and the right side. @returns {number[] | null} */
function solved(rows) {
  const n = rows.length;
  for (let at = 0; at < n; at++) {
    let pivot = at;
    for (let row = at + 1; row < n; row++) if (Math.abs(rows[row][at]) > Math.abs(rows[pivot][at])) pivot = row;
    if (Math.abs(rows[pivot][at]) < 1e-10) return null;
    [rows[at], rows[pivot]] = [rows[pivot], rows[at]];
    for (let row = 0; row < n; row++) {
      if (row === at) continue;
      const by = rows[row][at] / rows[at][at];
      for (let column = at; column <= n; column++) rows[row][column] -= by * rows[at][column];
    }
  }
  return rows.map((row, at) => row[n] / row[at]);
}

/** Undo the normalisation of both planes. @param {number[]} h @param {{ x: number, y: number, by: number }} a @param {{ x: number, y: number, by: number }} b @returns {Perspective | null} */
function unscaled(h, a, b) {
  const from = [
    [a.by, 0, -a.x * a.by],
    [0, a.by, -a.y * a.by],
    [0, 0, 1],
  ];
  const to = [
    [1 / b.by, 0, b.x],
    [0, 1 / b.by, b.y],
    [0, 0, 1],
  ];
  const [[p, q, r], [s, t, u], [v, w, z]] = times(to, times([h.slice(0, 3), h.slice(3, 6), [h[6], h[7], 1]], from));
  return Math.abs(z) < 1e-12 ? null : [p / z, q / z, r / z, s / z, t / z, u / z, v / z, w / z];
}

/** @param {number[][]} a @param {number[][]} b */
const times = (a, b) => a.map((row) => [0, 1, 2].map((j) => row.reduce((sum, one, i) => sum + one * b[i][j], 0)));

/** Numbers that look like chance, the same each time (Lehmer's generator with 16807). */
function chance() {
  let seed = 20_261;
  return () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed;
  };
}
