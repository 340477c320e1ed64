// How large a phone's pictures are sent: whole at rest, smaller while something moves. Pure.

/** The size of the small picture that shows movement, px. */
export const SMALL = { width: 64, height: 48 };

/** The least difference of a part that has changed, in levels; noise is far less at this size. */
const CHANGED = 20;
/** The least number of changed parts that is movement: a finger takes more of them. */
const MOVED = 6;

const HALF = 0.5;
/** JPEG qualities, the best first. A slow line gets the next one. */
export const QUALITIES = [0.9, 0.82, 0.72, 0.6];
/** A whole picture that is longer on its way makes the line a slow one, ms; one that is quicker than the second a fast one. */
const SLOW_MS = 900;
const FAST_MS = 250;

/**
 * Whether something moved between two small pictures, as the canvas gives them: four numbers a part.
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
 * The size that a picture is sent in; `whole` is the camera's.
 * @type {(whole: { width: number, height: number }, moving: boolean) => { width: number, height: number }}
 */
export const sizeOf = ({ width, height }, moving) =>
  moving ? { width: Math.round(width * HALF), height: Math.round(height * HALF) } : { width, height };

/**
 * The number of the quality for the next picture, by how long the last whole one was on its way.
 * @type {(quality: number, took_ms: number) => number}
 */
export function nextQuality(quality, took_ms) {
  if (took_ms > SLOW_MS) return Math.min(QUALITIES.length - 1, quality + 1);
  return took_ms < FAST_MS ? Math.max(0, quality - 1) : quality;
}
