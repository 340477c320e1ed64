// Takes pictures from a running video, each with its time and its JPEG.

import { QUALITIES, SMALL, moved, sizeOf } from "./sizing.js";

/** @typedef {{ at_ms: number, width_px: number, height_px: number, whole: boolean, jpeg: Blob }} Taken */

/** The phone's own clock, ms since 1970. It is never set while the page is open. */
export const clock = () => performance.timeOrigin + performance.now();

/**
 * Make a shutter for a video. `take` returns the next new picture; `quality` is a number of `QUALITIES`.
 * @type {(video: HTMLVideoElement) => { take: (quality: number) => Promise<Taken> }}
 */
export function createShutter(video) {
  const canvas = document.createElement("canvas");
  const small = Object.assign(document.createElement("canvas"), SMALL);
  const pen = canvas.getContext("2d", { alpha: false });
  const smallPen = small.getContext("2d", { alpha: false, willReadFrequently: true });
  /** @type {Uint8ClampedArray | null} */
  let before = null;

  /** Wait for the next new picture; returns the time when it was taken. @returns {Promise<number>} */
  const next = () =>
    new Promise((resolve) => {
      if (!("requestVideoFrameCallback" in video)) return requestAnimationFrame(() => resolve(clock()));
      video.requestVideoFrameCallback((now, about) => resolve(performance.timeOrigin + (about.captureTime ?? now)));
    });

  return {
    async take(quality) {
      const at_ms = await next();
      if (!pen || !smallPen) throw new Error("this browser has no canvas");
      const whole = { width: video.videoWidth, height: video.videoHeight };
      smallPen.drawImage(video, 0, 0, SMALL.width, SMALL.height);
      const now = smallPen.getImageData(0, 0, SMALL.width, SMALL.height).data;
      const moving = before !== null && moved(now, before);
      before = now;
      const size = sizeOf(whole, moving);
      if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
      pen.drawImage(video, 0, 0, size.width, size.height);
      /** @type {Blob | null} */
      const jpeg = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITIES[quality]));
      if (!jpeg) throw new Error("the picture can't be written as JPEG");
      return { at_ms, width_px: whole.width, height_px: whole.height, whole: !moving, jpeg };
    },
  };
}
