// Chooses the size and quality of a phone's pictures: whole while nothing moves, smaller otherwise. Pure.

/** The size of the small picture that shows movement, px. */
export const SMALL = { width: 64, height: 48 };

/** The smallest change of a part's brightness that counts, in levels of 255. Noise is far less at this size. */
const CHANGED = 20;
/** The smallest number of changed parts that counts as movement. A finger changes more. */
const MOVED = 6;

const HALF = 0.5;
/** JPEG qualities, the best first. A slow line gets the next one. */
export const QUALITIES = [0.9, 0.82, 0.72, 0.6];
/** The sending time of a whole picture above which the line is slow, and below which it is fast, ms. */
const SLOW_MS = 900;
const FAST_MS = 250;

/**
 * Whether something moved between two small pictures, given as the canvas has them: four numbers for each part.
 * @type {(now: Uint8ClampedArray, before: Uint8ClampedArray | null) => boolean}
 */
export function moved(now, before) {
  if (!before || before.length !== now.length) return true;
  let changed = 0;
  for (let i = 0; i < now.length; i += 4) {
    const light = 2 * (now[i] - before[i]) + 5 * (now[i + 1] - before[i + 1]) + (now[i + 2] - before[i + 2]);
    if (Math.abs(light) > 8 * CHANGED && ++changed >= MOVED) return true;
  }
  return false;
}

/**
 * The size of the picture to send, px; `whole` is the camera's size.
 * @type {(whole: { width: number, height: number }, moving: boolean) => { width: number, height: number }}
 */
export const sizeOf = ({ width, height }, moving) =>
  moving ? { width: Math.round(width * HALF), height: Math.round(height * HALF) } : { width, height };

/**
 * The number of the quality for the next picture, by the sending time of the last whole one.
 * @type {(quality: number, took_ms: number) => number}
 */
export function nextQuality(quality, took_ms) {
  if (took_ms > SLOW_MS) return Math.min(QUALITIES.length - 1, quality + 1);
  return took_ms < FAST_MS ? Math.max(0, quality - 1) : quality;
}
